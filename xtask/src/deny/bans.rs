//! Which crates may be in what is given away: none that is banned, and none in two versions, but for those that are known.

use std::collections::{BTreeMap, BTreeSet};

use semver::{Version, VersionReq};

/// What deny.toml says of crates.
#[derive(Debug)]
pub(super) struct Bans {
    banned: Vec<Spec>,
    /// Versions beside which there may be another.
    known: Vec<Spec>,
}

/// Versions of a crate, as cargo-deny has them written: `name`, `name@1.2.3` or `name:<2`.
#[derive(Debug)]
struct Spec {
    name: String,
    versions: VersionReq,
}

impl Spec {
    fn read(value: &toml::Value) -> Result<Self, String> {
        let text = value.as_str().or_else(|| value.get("crate")?.as_str());
        let text = text.ok_or_else(|| format!("{value} is no crate"))?;
        let (name, versions) = match text.split_once([':', '@']) {
            None => (text, VersionReq::STAR),
            Some((name, versions)) => {
                let exactly = if text.contains('@') { "=" } else { "" };
                let versions = VersionReq::parse(&format!("{exactly}{versions}"));
                (name, versions.map_err(|why| format!("{text}: {why}"))?)
            }
        };
        Ok(Self { name: name.to_owned(), versions })
    }

    fn fits(&self, name: &str, version: &Version) -> bool {
        self.name == name && self.versions.matches(version)
    }
}

impl Bans {
    pub(super) fn read(rules: &toml::Table) -> Result<Self, String> {
        let specs = |key: &str| -> Result<Vec<Spec>, String> {
            let found = rules.get("bans").and_then(|bans| bans.get(key)).and_then(toml::Value::as_array);
            found.into_iter().flatten().map(Spec::read).collect()
        };
        Ok(Self { banned: specs("deny")?, known: specs("skip")? })
    }

    /// What is wrong with these crates.
    pub(super) fn faults(&self, crates: &BTreeMap<String, BTreeSet<Version>>) -> Vec<String> {
        let mut faults = Vec::new();
        for (name, versions) in crates {
            let fits = |specs: &[Spec], version: &Version| specs.iter().any(|spec| spec.fits(name, version));
            let banned = versions.iter().filter(|version| fits(&self.banned, version));
            faults.extend(banned.map(|version| format!("{name} {version} is banned by deny.toml")));
            let others: Vec<String> = versions
                .iter()
                .filter(|version| !fits(&self.known, version))
                .map(Version::to_string)
                .collect();
            if others.len() > 1 {
                faults.push(format!(
                    "{name} is there in several versions, {}; take one, or name the older among those that deny.toml skips",
                    others.join(" and ")
                ));
            }
        }
        faults
    }

    /// Versions that are known, but there is no other beside them, or they aren't there at all.
    pub(super) fn idle<'b>(
        &'b self,
        crates: &'b BTreeMap<String, BTreeSet<Version>>,
    ) -> impl Iterator<Item = String> + 'b {
        let idle = self.known.iter().filter(|spec| {
            crates.get(&spec.name).is_none_or(|versions| {
                versions.len() < 2 || !versions.iter().any(|version| spec.versions.matches(version))
            })
        });
        idle.map(|spec| format!("{} {}", spec.name, spec.versions))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn crates(all: &[(&str, &[&str])]) -> BTreeMap<String, BTreeSet<Version>> {
        let versions = |texts: &[&str]| texts.iter().map(|text| Version::parse(text).unwrap()).collect();
        all.iter().map(|(name, texts)| ((*name).to_owned(), versions(texts))).collect()
    }

    fn bans(text: &str) -> Result<Bans, String> {
        Bans::read(&text.parse().unwrap())
    }

    #[test]
    fn banned_crates_and_two_versions_are_found() {
        let rules =
            bans("[bans]\ndeny = [\"tokio\", { crate = \"old:<2\" }]\nskip = [\"syn:2\", \"one@1.0.1\"]\n");
        let rules = rules.unwrap();
        let found = |all: &[(&str, &[&str])]| rules.faults(&crates(all));
        assert_eq!(found(&[("syn", &["2.0.1", "3.0.0"]), ("old", &["2.0.0"])]), [""; 0]);
        assert_eq!(found(&[("old", &["1.9.0"])]), ["old 1.9.0 is banned by deny.toml"]);
        assert_eq!(found(&[("tokio", &["1.0.0"])]), ["tokio 1.0.0 is banned by deny.toml"]);
        let three = found(&[("syn", &["1.0.0", "2.0.1", "3.0.0"])]);
        assert!(three.len() == 1 && three[0].contains("several versions, 1.0.0 and 3.0.0;"), "{three:?}");
        assert_eq!(found(&[("one", &["1.0.1", "2.0.0"])]), [""; 0]);
        assert_eq!(found(&[("one", &["1.0.2", "2.0.0"])]).len(), 1);
    }

    #[test]
    fn what_need_not_be_skipped_any_more_is_told() {
        let rules = bans("[bans]\nskip = [\"syn:2\", \"gone\", \"single:1\"]\n").unwrap();
        let there = crates(&[("syn", &["2.0.1", "3.0.0"]), ("single", &["1.0.0"])]);
        assert_eq!(rules.idle(&there).collect::<Vec<_>>(), ["gone *", "single ^1"]);
    }

    #[test]
    fn what_is_no_crate_is_refused() {
        assert!(bans("[bans]\ndeny = [7]\n").is_err());
        assert!(bans("[bans]\nskip = [\"syn:two\"]\n").unwrap_err().contains("syn:two"));
    }
}
