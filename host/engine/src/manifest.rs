//! `plugin.toml`: what a module says of itself before it is run.
//!
//! ```toml
//! id = "brigade"                      # its name everywhere: lower-case letters, digits and hyphens
//! version = "0.1.0"
//! api = "0.1"                         # which versions of muster:game it is made for
//! title = "Brigade"
//! authors = ["A. Author"]
//! licence = "MIT OR Apache-2.0"
//! component = "brigade.wasm"          # beside this file
//! # The card in the lobby:
//! summary = "A brigade a unit on 400-yard hexes."
//! period = "American Civil War"
//! scale = "a hex is 400 yards, a turn 30 minutes"
//! length = "2 to 4 hours"
//! complexity = 2                      # 1 (light) to 5 (heavy)
//! # Only for modules of somebody else's game:
//! notice = "An unofficial module of ... You need the published rules to play."
//! ```

use std::{
    io,
    ops::Range,
    path::{Path, PathBuf},
};

use muster_contract::printable;
use semver::{Version, VersionReq};
use serde::Deserialize;
use toml::Spanned;

use crate::api::{self, Api};

/// The file's name in a module's folder.
pub const FILE: &str = "plugin.toml";

/// The longest manifest that is read, in bytes.
pub const LONGEST: u64 = 64 << 10;

/// What a module says of itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Manifest {
    /// Its id, which games and saves name it by.
    pub id: String,
    /// Its version.
    pub version: Version,
    /// The versions of the contract that it is made for.
    pub api: VersionReq,
    /// Its title.
    pub title: String,
    /// Who made it.
    pub authors: Vec<String>,
    /// Its licence, as an SPDX expression.
    pub licence: String,
    /// The component's file name.
    pub component: String,
    /// What it is about, in a sentence or two.
    pub summary: String,
    /// The time or war that it is about, or empty.
    pub period: String,
    /// What a space and a turn stand for, or empty.
    pub scale: String,
    /// How long a game takes, or empty.
    pub length: String,
    /// From 1 (light) to 5 (heavy); 0 if it doesn't say.
    pub complexity: u8,
    /// What has to be shown with it, if it is an unofficial module of somebody else's game.
    pub notice: Option<String>,
}

/// What is wrong with a `plugin.toml`: where, and what to do about it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}{}: {fault}", file.display(), match line { 0 => String::new(), line => format!(":{line}") })]
pub struct BadManifest {
    /// The file.
    pub file: PathBuf,
    /// The line, from 1; 0 if it is about the whole file.
    pub line: usize,
    /// What is wrong.
    pub fault: Fault,
}

/// What is wrong with a manifest.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
    /// It can't be read.
    #[error("it can't be read: {0}. Every module has a {FILE} in its folder")]
    Unreadable(String),
    /// It is longer than anything that a manifest could have to say.
    #[error("it is longer than {} KiB; a manifest is a page of text", LONGEST >> 10)]
    TooLong,
    /// It isn't TOML, or lacks a key, or has one too many, or of the wrong type.
    #[error("{0}")]
    Syntax(String),
    /// The id can't be one.
    #[error(
        "`{0}` can't be an id: use lower-case letters, digits and hyphens, begin with a letter, and take no name of a device"
    )]
    Id(String),
    /// The version isn't one.
    #[error("`{0}` isn't a version; write it like \"0.1.0\"")]
    Version(String),
    /// The requirement isn't one.
    #[error("`{0}` doesn't say which versions of the contract the module is made for; write it like \"0.1\"")]
    Requirement(String),
    /// The module is made for other versions of the contract.
    #[error(
        "the module is made for version {} of the contract, and this Muster speaks {}. Get the module's \
             release for this version, or set `api` after building it anew", printable::name(&.0.to_string()), api::supported_versions()
    )]
    OtherApi(VersionReq),
    /// The component isn't a file beside the manifest.
    #[error("`{0}` has to be the plain name of a .wasm file in the module's own folder")]
    Component(String),
    /// The complexity is out of range.
    #[error("`complexity` is {0}; it goes from 1 (light) to 5 (heavy)")]
    Complexity(u8),
    /// Something that has to be said is empty.
    #[error("`{0}` is empty; the lobby shows it")]
    Empty(&'static str),
}

/// The file as written.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Written {
    id: Spanned<String>,
    version: Spanned<String>,
    api: Spanned<String>,
    title: Spanned<String>,
    authors: Vec<String>,
    licence: Spanned<String>,
    component: Spanned<String>,
    #[serde(default)]
    summary: String,
    #[serde(default)]
    period: String,
    #[serde(default)]
    scale: String,
    #[serde(default)]
    length: String,
    complexity: Option<Spanned<u8>>,
    notice: Option<String>,
}

impl Manifest {
    /// Reads the manifest of the module in this folder.
    pub fn read(folder: &Path) -> Result<Self, BadManifest> {
        let file = folder.join(FILE);
        let fault = match muster_files::read_text(&file, LONGEST) {
            Ok(text) => return Self::parse(&file, &text),
            Err(error) if error.kind() == io::ErrorKind::FileTooLarge => Fault::TooLong,
            Err(error) => Fault::Unreadable(error.to_string()),
        };
        Err(BadManifest { file, line: 0, fault })
    }

    /// Understands the text of a manifest; `file` is for errors.
    pub fn parse(file: &Path, text: &str) -> Result<Self, BadManifest> {
        if text.len() as u64 > LONGEST {
            return Err(BadManifest { file: file.to_owned(), line: 0, fault: Fault::TooLong });
        }
        let written: Written = toml::from_str(text).map_err(|error| BadManifest {
            file: file.to_owned(),
            line: error.span().map_or(0, |span| line(text, &span)),
            fault: Fault::Syntax(printable::sentence(error.message())),
        })?;
        written.resolve().map_err(|(span, fault)| BadManifest {
            file: file.to_owned(),
            line: line(text, &span),
            fault,
        })
    }
}

impl Written {
    fn resolve(self) -> Result<Manifest, (Range<usize>, Fault)> {
        let Self { id, version, api, title, licence, component, complexity, .. } = self;
        let id = checked(id, is_id, Fault::Id)?;
        let version = {
            let span = version.span();
            Version::parse(version.as_ref())
                .map_err(|_| (span, Fault::Version(printable::name(version.as_ref()))))?
        };
        let api = {
            let span = api.span();
            let requirement = VersionReq::parse(api.as_ref())
                .map_err(|_| (span.clone(), Fault::Requirement(printable::name(api.as_ref()))))?;
            if Api::for_requirement(&requirement).is_none() {
                return Err((span, Fault::OtherApi(requirement)));
            }
            requirement
        };
        let title = checked(title, |title| !title.trim().is_empty(), |_| Fault::Empty("title"))?;
        let licence = checked(licence, |licence| !licence.trim().is_empty(), |_| Fault::Empty("licence"))?;
        let component = checked(component, is_component, Fault::Component)?;
        let complexity = match complexity {
            Some(complexity) if !(1..=5).contains(complexity.as_ref()) => {
                return Err((complexity.span(), Fault::Complexity(complexity.into_inner())));
            }
            Some(complexity) => complexity.into_inner(),
            None => 0,
        };
        Ok(Manifest {
            id,
            version,
            api,
            title,
            authors: self.authors,
            licence,
            component,
            summary: self.summary,
            period: self.period,
            scale: self.scale,
            length: self.length,
            complexity,
            notice: self.notice,
        })
    }
}

/// The text, if it is right.
fn checked(
    text: Spanned<String>,
    right: impl FnOnce(&str) -> bool,
    fault: impl FnOnce(String) -> Fault,
) -> Result<String, (Range<usize>, Fault)> {
    let span = text.span();
    let text = text.into_inner();
    if right(&text) { Ok(text) } else { Err((span, fault(printable::name(&text)))) }
}

/// Ids are parts of file names and of journals.
fn is_id(id: &str) -> bool {
    id.starts_with(|first: char| first.is_ascii_lowercase())
        && id.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-')
        && id.len() <= 64
        && !is_device(id)
}

/// Whether some systems take it for a device, so that no folder can be called so.
fn is_device(id: &str) -> bool {
    let port = id.strip_prefix("com").or(id.strip_prefix("lpt"));
    let numbered = port.is_some_and(|number| number.len() == 1 && number.as_bytes()[0].is_ascii_digit());
    numbered || ["con", "prn", "aux", "nul"].contains(&id)
}

/// A name that leads out of the module's folder would read somebody else's file.
fn is_component(name: &str) -> bool {
    let mut parts = Path::new(name).components();
    matches!((parts.next(), parts.next()), (Some(std::path::Component::Normal(_)), None))
        && name.ends_with(".wasm")
        && !name.contains(['/', '\\'])
}

fn line(text: &str, span: &Range<usize>) -> usize {
    1 + text.as_bytes().iter().take(span.start).filter(|&&byte| byte == b'\n').count()
}

#[cfg(test)]
mod tests {
    use super::*;

    const GOOD: &str = r#"
id = "brigade"
version = "0.1.0"
api = "0.1"
title = "Brigade"
authors = ["A. Author"]
licence = "MIT"
component = "brigade.wasm"
complexity = 2
"#;

    fn parse(text: &str) -> Result<Manifest, String> {
        Manifest::parse(Path::new("m/plugin.toml"), text).map_err(|error| error.to_string())
    }

    #[track_caller]
    fn refused(from: &str, to: &str, expect: &str) {
        assert!(GOOD.contains(from), "{from}");
        let error = parse(&GOOD.replace(from, to)).expect_err("it should be refused");
        assert!(error.contains(expect), "{error}");
    }

    #[test]
    fn a_good_one_is_understood() {
        let manifest = parse(GOOD).unwrap();
        assert_eq!(manifest.id, "brigade");
        assert_eq!(manifest.complexity, 2);
        assert_eq!(manifest.notice, None);
    }

    #[test]
    fn one_that_is_no_page_of_text_is_not_read() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::File::create(folder.path().join(FILE)).unwrap().set_len(LONGEST + 1).unwrap();
        let error = Manifest::read(folder.path()).unwrap_err();
        assert_eq!(error.fault, Fault::TooLong);
    }

    #[test]
    fn errors_name_file_line_and_remedy() {
        for device in ["con", "nul", "com1", "lpt9"] {
            let words = format!("m/plugin.toml:2: `{device}` can't be an id: use");
            refused("id = \"brigade\"", &format!("id = \"{device}\""), &words);
        }
        assert!(["console", "com", "com10"].iter().all(|id| is_id(id)));
        refused("id = \"brigade\"", "id = \"../x\"", "m/plugin.toml:2: `../x` can't be an id: use");
        refused("\"0.1.0\"", "\"one\"", "m/plugin.toml:3: `one` isn't a version; write it like");
        refused("api = \"0.1\"", "api = \"0.3\"", "m/plugin.toml:4: the module is made for version ^0.3 of");
        refused("\"Brigade\"", "\" \"", "m/plugin.toml:5: `title` is empty");
        refused("brigade.wasm", "../brigade.wasm", "m/plugin.toml:8: `../brigade.wasm` has to be");
        refused("brigade.wasm", "brigade.so", "m/plugin.toml:8: `brigade.so` has to be");
        refused("= 2", "= 9", "m/plugin.toml:9: `complexity` is 9");
        refused("complexity", "complexty", "m/plugin.toml:9: unknown field `complexty`, expected one of");
        refused("version = \"0.1.0\"\n", "", "missing field `version`");
        refused("= \"Brigade\"", "= Brigade", "m/plugin.toml:5: ");
    }
}
