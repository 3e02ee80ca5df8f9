//! A module's rules summary, and which section of it a citation names.
//!
//! Numbers are compared whole, part by part: 5.10 stands after 5.9 and has nothing to do with 5.1. A book that writes 6.31
//! for a part of 6.3 has a summary that names both.

/// A section of a module's rules summary.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Section {
    /// The numbers of what it is about, as its heading writes them: "D3", "5.3, 5.33", "5.5 to 5.14".
    pub id: String,
    /// Its title.
    pub title: String,
    /// Its text, in Markdown.
    pub text: String,
}

impl Section {
    /// The sections of a summary's files: a heading of the second rank begins one, with the numbers of the paragraphs that it
    /// tells of first.
    pub fn of<T: AsRef<str>>(files: impl IntoIterator<Item = T>) -> Vec<Self> {
        let mut sections: Vec<Self> = Vec::new();
        for file in files {
            for line in file.as_ref().lines() {
                if let Some(heading) = line.strip_prefix("## ") {
                    let (id, title) = split_heading(heading.trim());
                    sections.push(Self { id: id.to_owned(), title: title.to_owned(), text: String::new() });
                } else if let Some(section) = sections.last_mut()
                    && !line.starts_with("# ")
                {
                    section.text.push_str(line);
                    section.text.push('\n');
                }
            }
        }
        for section in &mut sections {
            section.text = section.text.trim_matches('\n').trim_end().to_owned();
        }
        sections
    }
}

/// The section that a citation opens: the one that names it or a span that it lies in; else the nearest that names what it is a
/// part of; else, in a chapter that has no section of its own, the first of its parts. "\[D3\]" and "D3 stops" cite D3; of
/// "5.3, 5.33" the first counts. None for what is no number of the book, as for a house rule.
#[must_use]
pub fn cited(sections: &[Section], citation: &str) -> Option<usize> {
    let number = Number::cited(citation)?;
    let named: Vec<Vec<Named>> = sections.iter().map(|section| named(&section.id)).collect();
    let first = |fits: &dyn Fn(&Named) -> bool| named.iter().position(|names| names.iter().any(fits));
    for length in (1..=number.0.len()).rev() {
        let whole = &number.0[..length];
        let found = first(&|name| name.is(whole)).or_else(|| first(&|name| name.covers(whole)));
        if found.is_some() {
            return found;
        }
    }
    (1..=number.0.len()).rev().find_map(|length| first(&|name| name.first().starts_with(&number.0[..length])))
}

/// Whether a section of its own, or one of a paragraph that it is a part of, tells what a citation cites; a whole chapter is not
/// enough for a paragraph of it.
#[must_use]
pub fn has_section(sections: &[Section], citation: &str) -> bool {
    let Some(number) = Number::cited(citation) else { return false };
    let least = number.0.len().min(2);
    let named: Vec<Named> = sections.iter().flat_map(|section| named(&section.id)).collect();
    (least..=number.0.len()).any(|length| {
        let whole = &number.0[..length];
        named.iter().any(|name| name.is(whole) || name.covers(whole))
    })
}

/// Whether a citation is the number of a section, and not the name of something else ("house rule").
#[must_use]
pub fn is_number(citation: &str) -> bool {
    Number::cited(citation).is_some()
}

/// A rule's number, in its parts: 5.33 has the parts 5 and 33, D3 is one. Letters are small.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Number(Vec<String>);

impl Number {
    /// The number that a word is, if it is one: letters and digits between points, with a digit among them.
    fn of(word: &str) -> Option<Self> {
        let part = |part: &str| !part.is_empty() && part.chars().all(|one| one.is_ascii_alphanumeric());
        let word = word.trim_end_matches([',', ';', ':', '.']);
        let is_number = word.split('.').all(part) && word.chars().any(|one| one.is_ascii_digit());
        // "3rd" and "12th" are no numbers of rules, "5a" and "A5" are.
        let letters = word.chars().filter(char::is_ascii_alphabetic).count();
        (is_number && letters <= 1).then(|| Self(word.split('.').map(str::to_ascii_lowercase).collect()))
    }

    /// The first number of a citation.
    fn cited(citation: &str) -> Option<Self> {
        Self::of(citation.trim_matches(['[', ']', ' ']).split_whitespace().next()?)
    }
}

/// What a heading names.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Named {
    One(Number),
    /// From the first to the second, which differ in their last parts.
    Span(Number, Number),
}

impl Named {
    fn is(&self, number: &[String]) -> bool {
        matches!(self, Self::One(one) if one.0 == number)
    }

    /// Whether the number lies in the span: 5.10 lies between 5.5 and 5.14.
    fn covers(&self, number: &[String]) -> bool {
        let Self::Span(Number(from), Number(to)) = self else { return false };
        let (Some((last, before)), Some((least, same)), Some((most, _))) =
            (number.split_last(), from.split_last(), to.split_last())
        else {
            return false;
        };
        let value = |part: &String| part.parse::<u32>().ok();
        let (Some(last), Some(least), Some(most)) = (value(last), value(least), value(most)) else {
            return false;
        };
        before == same && (least..=most).contains(&last)
    }

    fn first(&self) -> &[String] {
        match self {
            Self::One(Number(parts)) | Self::Span(Number(parts), _) => parts,
        }
    }
}

/// What a section's numbers name.
fn named(id: &str) -> Vec<Named> {
    let mut names: Vec<Named> = Vec::new();
    let mut to = false;
    for word in id.split_whitespace() {
        let Some(number) = Number::of(word) else {
            to = word == "to";
            continue;
        };
        let span = to && matches!(names.last(), Some(Named::One(from)) if from.0.len() == number.0.len());
        match (span, names.pop()) {
            (true, Some(Named::One(from))) => names.push(Named::Span(from, number)),
            (_, before) => {
                names.extend(before);
                names.push(Named::One(number));
            }
        }
        to = false;
    }
    names
}

/// The numbers at the beginning of a heading, and the rest of it. A comma, "and" or "to" joins numbers.
fn split_heading(heading: &str) -> (&str, &str) {
    let mut end = 0;
    let mut joined = true;
    let mut words = heading.split_whitespace().peekable();
    let at = |word: &str| word.as_ptr() as usize - heading.as_ptr() as usize;
    while let Some(word) = words.next() {
        let number = Number::of(word).is_some();
        if number && joined {
            end = at(word) + word.len();
            joined = word.ends_with(',');
        } else if matches!(word, "to" | "and")
            && end > 0
            && words.peek().is_some_and(|next| Number::of(next).is_some())
        {
            joined = true;
        } else {
            break;
        }
    }
    (heading[..end].trim_end_matches(','), heading[end..].trim_start())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sections(headings: &[&str]) -> Vec<Section> {
        Section::of(headings.iter().map(|heading| format!("## {heading}\nA text.\n")))
    }

    #[track_caller]
    fn opens(headings: &[&str], citation: &str, wanted: &str) {
        let sections = sections(headings);
        let found = cited(&sections, citation).map_or("nothing", |at| sections[at].title.as_str());
        assert_eq!(found, wanted, "{citation}");
    }

    #[test]
    fn the_sections_of_a_summary_begin_at_their_headings() {
        let sections = Section::of([
            "# Toy\n## T1 The first rule\nIt is a rule\nof two lines.\n\n- An item.\n- Another\n  of two.\n",
            "## T2 The second rule\nIt comes later.\n",
        ]);
        let read: Vec<_> = sections.iter().map(|one| (one.id.as_str(), one.title.as_str())).collect();
        assert_eq!(read, [("T1", "The first rule"), ("T2", "The second rule")]);
        assert_eq!(sections[0].text, "It is a rule\nof two lines.\n\n- An item.\n- Another\n  of two.");
    }

    #[test]
    fn a_heading_names_one_number_or_several() {
        let split = |heading| split_heading(heading);
        assert_eq!(split("D3 Stops"), ("D3", "Stops"));
        assert_eq!(split("5.3, 5.33 Moves"), ("5.3, 5.33", "Moves"));
        assert_eq!(split("5.5 to 5.14 One action"), ("5.5 to 5.14", "One action"));
        assert_eq!(split("4.1 and 4.2 Towns"), ("4.1 and 4.2", "Towns"));
        assert_eq!(split("10 Two to 3"), ("10", "Two to 3"));
        assert_eq!(split("9.13"), ("9.13", ""));
        assert_eq!(split("Words 3"), ("", "Words 3"));
        assert_eq!(split("7 to be done"), ("7", "to be done"));
    }

    #[test]
    fn a_citation_opens_its_own_section() {
        let lee = ["5 Weather", "5.1 Leaders", "5.3, 5.33 Moves", "5.32 Limits", "6.3, 6.31 Retreats"];
        for (citation, wanted) in [
            ("5.3", "Moves"),
            ("5.33", "Moves"),
            ("5.32", "Limits"),
            ("5.30", "Weather"),
            ("5", "Weather"),
            ("6.31", "Retreats"),
            ("6", "Retreats"),
            ("7", "nothing"),
        ] {
            opens(&lee, citation, wanted);
        }
        let cities =
            ["1 What there is", "5.1 Building", "5.5 to 5.14 One action", "11.1 Supply", "11.2 Lines"];
        for (citation, wanted) in [
            ("5.10", "One action"),
            ("5.1", "Building"),
            ("5.15", "Building"),
            ("11.2", "Lines"),
            ("11.20", "Supply"),
            ("1.1", "What there is"),
            ("11", "Supply"),
        ] {
            opens(&cities, citation, wanted);
        }
        let figures = ["D3 Stops", "D30 Late", "8.6 Marches", "8.6.4 Road march"];
        for (citation, wanted) in [
            ("[D3]", "Stops"),
            ("d3 stops", "Stops"),
            ("D30", "Late"),
            ("8.6.4.1", "Road march"),
            ("8.6.3", "Marches"),
            ("weather", "nothing"),
            ("", "nothing"),
        ] {
            opens(&figures, citation, wanted);
        }
    }

    #[test]
    fn a_chapter_does_not_tell_of_its_paragraphs() {
        let told = |citation| {
            has_section(&sections(&["5 Weather", "5.3, 5.33 Moves", "8.6 Marches", "D3 Stops"]), citation)
        };
        assert!(told("5") && told("5.3") && told("5.33") && told("8.6.4") && told("D3"));
        assert!(!told("5.30") && !told("5.4") && !told("8") && !told("D4") && !told("fog"));
    }
}
