//! A module's name, as it is typed and in the forms in which it is used.

/// A name that can be a package's, a module's id, part of file names and, in other forms, a crate and a type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Name(String);

/// Why something can't be a module's name.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadName {
    /// It isn't written as names are.
    #[error("a name is lower-case words joined by hyphens, and begins with a letter: \"{0}\" would be one")]
    Form(String),
    /// It is nothing that a name could be made of.
    #[error("a name is lower-case words joined by hyphens, for example \"night-raid\"")]
    Nothing,
    /// It is too long.
    #[error("it is longer than {LONGEST} letters")]
    Long,
    /// It means something else to Rust or to a system.
    #[error("the word means something else to the compiler or to some system; take another")]
    Reserved,
}

/// The longest name.
const LONGEST: usize = 40;

/// Crates that are always there, names that cargo or Windows keep for themselves, and Rust's keywords.
const RESERVED: &[&str] = &[
    "abstract",
    "alloc",
    "as",
    "async",
    "aux",
    "await",
    "become",
    "box",
    "break",
    "build",
    "con",
    "const",
    "continue",
    "core",
    "crate",
    "deps",
    "do",
    "dyn",
    "else",
    "enum",
    "examples",
    "extern",
    "false",
    "final",
    "fn",
    "for",
    "gen",
    "if",
    "impl",
    "in",
    "incremental",
    "let",
    "loop",
    "macro",
    "match",
    "mod",
    "move",
    "mut",
    "nul",
    "override",
    "priv",
    "prn",
    "proc-macro",
    "pub",
    "ref",
    "return",
    "self",
    "static",
    "std",
    "struct",
    "super",
    "test",
    "trait",
    "true",
    "try",
    "type",
    "typeof",
    "union",
    "unsafe",
    "unsized",
    "use",
    "virtual",
    "where",
    "while",
    "yield",
];

impl Name {
    /// Understands a name.
    ///
    /// # Errors
    ///
    /// If it can't be one; it says why.
    pub fn parse(typed: &str) -> Result<Self, BadName> {
        let words: Vec<String> = typed
            .split(|letter: char| !letter.is_ascii_alphanumeric())
            .filter(|word| !word.is_empty())
            .map(str::to_ascii_lowercase)
            .collect();
        let kebab = words
            .join("-")
            .trim_start_matches(|first: char| first.is_ascii_digit() || first == '-')
            .to_owned();
        match () {
            () if kebab.is_empty() => Err(BadName::Nothing),
            () if kebab != typed => Err(BadName::Form(kebab)),
            () if kebab.len() > LONGEST => Err(BadName::Long),
            () if RESERVED.contains(&kebab.as_str()) => Err(BadName::Reserved),
            () => Ok(Self(kebab)),
        }
    }

    /// As a package and an id: "night-raid".
    pub fn kebab(&self) -> &str {
        &self.0
    }

    /// As a crate in code: "night_raid".
    pub fn snake(&self) -> String {
        self.0.replace('-', "_")
    }

    /// As a type: "NightRaid".
    pub fn camel(&self) -> String {
        self.0.split('-').map(capital).collect()
    }

    /// As a title: "Night raid".
    pub fn title(&self) -> String {
        capital(&self.0.replace('-', " "))
    }
}

fn capital(word: &str) -> String {
    let (first, rest) = word.split_at(1);
    first.to_ascii_uppercase() + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_has_four_forms() {
        let name = Name::parse("night-raid-2").unwrap();
        let forms = [name.kebab().to_owned(), name.snake(), name.camel(), name.title()];
        assert_eq!(forms, ["night-raid-2", "night_raid_2", "NightRaid2", "Night raid 2"]);
    }

    #[test]
    fn these_are_no_names() {
        for (typed, why) in [
            ("NightRaid", BadName::Form("nightraid".into())),
            ("night_raid", BadName::Form("night-raid".into())),
            ("-night--raid", BadName::Form("night-raid".into())),
            ("1862-raid", BadName::Form("raid".into())),
            ("../raid", BadName::Form("raid".into())),
            ("", BadName::Nothing),
            ("12", BadName::Nothing),
            ("ü", BadName::Nothing),
            ("match", BadName::Reserved),
            ("std", BadName::Reserved),
            ("con", BadName::Reserved),
            ("a-very-long-name-of-a-module-that-nobody-types", BadName::Long),
        ] {
            assert_eq!(Name::parse(typed), Err(why), "{typed}");
        }
        let said = Name::parse("night_raid").unwrap_err().to_string();
        assert!(said.contains("\"night-raid\" would be one"), "{said}");
    }
}
