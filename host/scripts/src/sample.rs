//! A new scenario to begin from.

use std::fmt::Write as _;
use std::io::Write as _;
use std::path::{Path, PathBuf};

use muster_contract::{AttributeInfo, Description, ValueType};

use crate::heading::Heading;
use crate::shared::SharedName;
use crate::texts::{SCRIPT, Texts};

/// Why no new scenario was written.
#[derive(Debug, thiserror::Error)]
pub enum SampleProblem {
    /// Something is there already.
    #[error("{} is there already; choose another name", .0.display())]
    There(PathBuf),
    /// The module has no side or no kind of unit that a sample could use.
    #[error("the module {0:?} describes no side or no kind of unit")]
    Bare(String),
    /// It can't be written.
    #[error("{} can't be written: {why}", path.display())]
    Unwritable {
        /// What can't.
        path: PathBuf,
        /// Why not.
        why: std::io::Error,
    },
}

/// A scenario of the module to begin from: three units on a board of twelve hexes. Whether the module can be played on such a
/// board is its own affair.
pub fn small_scenario(id: &str, module: &str, description: &Description) -> Result<Texts, SampleProblem> {
    let script = script(id, module, description).ok_or_else(|| SampleProblem::Bare(module.to_owned()))?;
    Ok(Texts::new(id, [(SCRIPT, script)]))
}

/// A scenario to begin from that is a copy of this one, under its own id and title. What the original shares with others
/// is shared by the copy too.
pub fn copied_scenario(id: &str, original: &Texts, heading: &Heading) -> Texts {
    let own = original.files.iter().filter(|(name, _)| SharedName::parse(name).is_none());
    let mut copy = Texts::new(id, own.map(|(name, text)| (name.as_str(), text.as_str())));
    if let Some(script) = copy.files.get_mut(SCRIPT) {
        let named = |title: &str| format!("title: {title:?}");
        let renamed = script.replacen(&named(&heading.title), &named(&title(id)), 1);
        *script = format!("// A copy of {}, to begin from.\n{renamed}", original.id);
    }
    copy
}

/// Writes a scenario into a new folder, all of it or nothing.
pub fn new_scenario(folder: &Path, texts: &Texts) -> Result<(), SampleProblem> {
    let unwritable = |path: &Path, why| SampleProblem::Unwritable { path: path.to_owned(), why };
    if let Some(shelf) = folder.parent() {
        std::fs::create_dir_all(shelf).map_err(|why| unwritable(shelf, why))?;
    }
    std::fs::create_dir(folder).map_err(|why| match why.kind() {
        std::io::ErrorKind::AlreadyExists => SampleProblem::There(folder.to_owned()),
        _ => unwritable(folder, why),
    })?;
    let mut made = Vec::new();
    let written: Result<(), SampleProblem> = texts.files.iter().try_for_each(|(name, text)| {
        let file = folder.join(name);
        write_new(&file, text).map_err(|why| unwritable(&file, why))?;
        made.push(file);
        Ok(())
    });
    // Only what was made here goes again: somebody else may have put something there meanwhile.
    written.inspect_err(|_| {
        made.iter().for_each(|file| drop(std::fs::remove_file(file)));
        let _ = std::fs::remove_dir(folder);
    })
}

/// Writes a new file, all of it or, on a full disk say, none.
pub(crate) fn write_new(path: &Path, text: &str) -> std::io::Result<()> {
    let mut file = std::fs::File::create_new(path)?;
    let written = file.write_all(text.as_bytes()).and_then(|()| file.sync_data());
    written.inspect_err(|_| {
        let _ = std::fs::remove_file(path);
    })
}

fn script(id: &str, module: &str, description: &Description) -> Option<String> {
    let first = description.sides.first()?;
    let second = description.sides.get(1).unwrap_or(first);
    let kind = description.kinds.iter().find(|kind| kind.id == "infantry").or(description.kinds.first())?;
    let feature =
        |wanted: &'static str| description.features.iter().any(|known| known == wanted).then_some(wanted);
    let open = feature("clear").or(description.features.first().map(String::as_str)).unwrap_or("clear");
    let rough = feature("woods").unwrap_or(open);
    let mut text = String::new();
    let unit = |text: &mut String, side: &str, number: u32, at: &str, facing: &str| {
        let mut own = String::new();
        for info in description.schema.iter().filter(|info| info.required && info.kinds.contains(&kind.id)) {
            let _ = write!(own, ", {:?}: {}", info.name, example(info));
        }
        let _ = writeln!(
            text,
            "unit({side:?}, {:?}, \"{side}-{number}\", #{{ name: \"Unit {number}\", at: \"{at}\", facing: \"{facing}\"{own} }});",
            kind.id
        );
    };
    let _ = writeln!(text, "scenario(#{{ module: {module:?}, title: {:?} }});", title(id));
    let _ = writeln!(text, "board(#{{ id: \"field\", title: \"A field\", source: \"Invented.\", hexes: #{{");
    let _ = writeln!(
        text,
        "    grid: \"pointy\", shifted: \"even\", key: #{{ \".\": [{open:?}], w: [{rough:?}] }},"
    );
    let _ = writeln!(text, "    terrain: `. . w .\n             . w . .\n             . . . .` }} }});");
    unit(&mut text, &first.id, 1, "0101", "SE");
    unit(&mut text, &first.id, 2, "0103", "NE");
    unit(&mut text, &second.id, 3, "0402", "SW");
    for info in description.schema.iter().filter(|info| info.required && info.kinds.is_empty()) {
        let _ = writeln!(text, "fact({:?}, {}); // {}", info.name, example(info), info.text);
    }
    Some(text)
}

/// "two-hills" becomes "Two hills".
pub(crate) fn title(name: &str) -> String {
    let words = name.replace(['-', '_'], " ");
    let mut letters = words.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// A value that the module allows, as a script writes it.
fn example(info: &AttributeInfo) -> String {
    match info.type_of {
        ValueType::Number => info.span.map_or(1, |span| 1.clamp(span.least, span.most)).to_string(),
        ValueType::Text => format!("{:?}", info.words.first().map_or("", String::as_str)),
        ValueType::Flag => "false".to_owned(),
    }
}
