//! The names that files in a bundle may have.

use std::fmt;
use std::path::PathBuf;

use muster_contract::printable;

use crate::{LIST, RULES, SCENARIOS, SCRIPTS, SHARED};

/// How long a part of a name may be, in bytes.
const LONGEST: usize = 64;

/// Names that stand for devices on Windows, whatever their ending.
const DEVICES: [&str; 4] = ["con", "prn", "aux", "nul"];

/// The name of a file in a bundle, relative to its top, with `/` between its parts. It can be:
///
/// - `plugin.toml`, or `NAME.wasm` for the component;
/// - `LICENSE…`, `LICENCE…`, `NOTICE…` or `README…`, without an ending or with `.md` or `.txt`;
/// - `rules/NAME.md`;
/// - `scripts/NAME.rhai`;
/// - `scenarios/ID/NAME.rhai`, `.toml` or `.md`, where ID is not `shared`;
/// - `scenarios/shared/MODULE/NAME.toml`, a file that several scenarios name.
///
/// Parts are made of ASCII letters, digits, `-`, `_` and `.`, don't begin or end with a `.`, aren't the names of devices,
/// and are at most 64 bytes long.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Name(String);

/// A name that no file in a bundle can have.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a bundle can't hold a file {name:?}: {why}")]
pub struct BadName {
    /// The name.
    pub name: String,
    /// Why not.
    pub why: &'static str,
}

impl Name {
    /// Checks a name.
    pub fn parse(name: &str) -> Result<Self, BadName> {
        let bad = |why| Err(BadName { name: printable::name(name), why });
        let parts: Vec<&str> = name.split('/').collect();
        if let Some(why) = parts.iter().find_map(|part| bad_part(part)) {
            return bad(why);
        }
        let ends = |part: &str, endings: &[&str]| {
            part.rsplit_once('.').is_some_and(|(_, ending)| endings.contains(&ending))
        };
        let right = match parts.as_slice() {
            ["plugin.toml"] => true,
            [file] => ends(file, &["wasm"]) || is_notice(file),
            [folder, file] => {
                *folder == RULES && ends(file, &["md"]) || *folder == SCRIPTS && ends(file, &["rhai"])
            }
            [folder, id, file] => {
                *folder == SCENARIOS && *id != SHARED && ends(file, &["rhai", "toml", "md"])
            }
            [folder, shared, _, file] => *folder == SCENARIOS && *shared == SHARED && ends(file, &["toml"]),
            _ => false,
        };
        if name == LIST {
            return bad("it is the list of the files itself");
        }
        if right {
            Ok(Self(name.to_owned()))
        } else {
            bad("there is no place for it; see `muster pack --help`")
        }
    }

    /// As it was written.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The path in a folder.
    pub fn path(&self) -> PathBuf {
        self.0.split('/').collect()
    }

    /// The id of the scenario that it belongs to, if it belongs to one.
    pub fn scenario(&self) -> Option<&str> {
        let id = self.0.strip_prefix(SCENARIOS)?.strip_prefix('/')?.split('/').next();
        id.filter(|id| *id != SHARED)
    }
}

impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Whether a file at the top tells of licences, credits or what the bundle is.
fn is_notice(file: &str) -> bool {
    let kinds = ["LICENSE", "LICENCE", "NOTICE", "README"];
    let plain = match file.rsplit_once('.') {
        Some((name, "md" | "txt")) => name,
        Some(_) => return false,
        None => file,
    };
    kinds.iter().any(|kind| plain.starts_with(kind))
}

fn bad_part(part: &str) -> Option<&'static str> {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-_.".contains(&byte);
    let stem = part.split('.').next().unwrap_or_default().to_ascii_lowercase();
    let numbered = |device: &str| {
        stem.strip_prefix(device)
            .is_some_and(|number| number.len() == 1 && number.as_bytes()[0].is_ascii_digit())
    };
    match part {
        "" => Some("a part of its name is empty"),
        _ if part.len() > LONGEST => Some("a part of its name is longer than 64 bytes"),
        _ if !part.bytes().all(plain) => Some("its name has other characters than letters, digits and `-_.`"),
        _ if part.starts_with('.') || part.ends_with('.') => {
            Some("a part of its name begins or ends with a dot")
        }
        _ if DEVICES.contains(&stem.as_str()) || numbered("com") || numbered("lpt") => {
            Some("a part of its name is that of a device on some systems")
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn these_are_names() {
        for name in [
            "plugin.toml",
            "brigade.wasm",
            "LICENSE-MIT",
            "NOTICE.md",
            "README.txt",
            "rules/1-command.md",
            "scenarios/shiloh/scenario.rhai",
            "scenarios/shiloh/board.toml",
            "scenarios/shared/brigade/field.toml",
        ] {
            assert_eq!(Name::parse(name).unwrap().as_str(), name);
        }
        assert_eq!(Name::parse("scenarios/shiloh/board.toml").unwrap().scenario(), Some("shiloh"));
        assert_eq!(Name::parse("rules/1.md").unwrap().scenario(), None);
        assert_eq!(Name::parse("scenarios/shared/brigade/field.toml").unwrap().scenario(), None);
    }

    #[test]
    fn these_are_not() {
        for (name, why) in [
            ("", "empty"),
            ("../plugin.toml", "dot"),
            ("scenarios/../../x.toml", "dot"),
            ("/etc/passwd", "empty"),
            ("C:/x.toml", "characters"),
            ("rules\\x.md", "characters"),
            ("rules/x.md\0", "characters"),
            ("scenarios/ü/x.toml", "characters"),
            (".git/config", "dot"),
            ("rules/.x.md", "dot"),
            ("rules/x.md.", "dot"),
            ("rules/con.md", "device"),
            ("scenarios/LPT1/x.toml", "device"),
            ("scenarios/shiloh", "no place"),
            ("scenarios/shiloh/deep/x.toml", "no place"),
            ("scenarios/shared/x.toml", "no place"),
            ("scenarios/shared/scenario.rhai", "no place"),
            ("scenarios/shared/brigade/x.rhai", "no place"),
            ("scenarios/shared/brigade/deep/x.toml", "no place"),
            ("scenarios/shared/../x.toml", "dot"),
            ("brigade.cwasm", "no place"),
            ("brigade.so", "no place"),
            ("run.sh", "no place"),
            ("LICENSE.exe", "no place"),
            ("rules/x.html", "no place"),
            ("scenarios/shiloh/x.wasm", "no place"),
            ("bundle.toml", "list"),
        ] {
            let bad = Name::parse(name).expect_err(name);
            assert!(bad.why.contains(why), "{name:?}: {}", bad.why);
        }
        let long = format!("rules/{}.md", "x".repeat(62));
        assert!(Name::parse(&long).unwrap_err().why.contains("64"));
    }
}
