//! `plugin.toml`: a fault names its line; a component lies in the module's own folder.

use std::path::Path;

use muster_engine::Manifest;

use crate::{Luck, Target, readable, text};

/// The target.
pub struct Manifests;

const FULL: &str = r#"# A module.
id = "brigade"
version = "0.1.0-rc.1+build.5"
api = ">=0.1.0, <0.2"
title = "Brigade"
authors = ["A. Author", "B. Author"]
licence = "MIT OR Apache-2.0"
component = "brigade.wasm"
summary = "A brigade a unit."
period = "American Civil War"
scale = """a hex is 400 yards"""
length = '2 hours'
complexity = 2
notice = "Unofficial."
"#;

impl Target for Manifests {
    fn whole(&mut self) -> Vec<Vec<u8>> {
        vec![
            FULL.as_bytes().to_vec(),
            include_bytes!("../../../../plugins/brigade/plugin.toml").to_vec(),
            include_bytes!("../../../modules/parley/plugin.toml").to_vec(),
        ]
    }

    fn vary(&mut self, input: &[u8], _others: &[Vec<u8>], luck: &mut Luck) -> Vec<u8> {
        text::altered(&String::from_utf8_lossy(input), &[FULL], luck).into_bytes()
    }

    fn check(&mut self, input: &[u8]) -> Result<String, String> {
        let Ok(text) = std::str::from_utf8(input) else { return Ok("not text".to_owned()) };
        let folder = Path::new("modules/toy");
        match Manifest::parse(&folder.join("plugin.toml"), text) {
            Err(bad) => {
                let said = bad.to_string();
                readable(&said)?;
                let lines = text.lines().count() + 1;
                if bad.line > lines {
                    return Err(format!("it names line {} of {lines}: {said}", bad.line));
                }
                Ok(said)
            }
            Ok(manifest) => {
                if folder.join(&manifest.component).parent() != Some(folder) {
                    return Err(format!("the component {:?} lies elsewhere", manifest.component));
                }
                if Path::new(&manifest.id).components().count() != 1 || manifest.id.starts_with('.') {
                    return Err(format!("the id {:?} names no folder", manifest.id));
                }
                Ok(format!("a manifest of complexity {}", manifest.complexity))
            }
        }
    }
}
