//! What breaks the language's grammar, in the terms of whoever writes a script: what is wrong there, and what to write.
//!
//! The parser reports what it expected. Most mistakes are habits of other languages or of word processors, and what was
//! meant stands in the text at that place.

use rhai::{LexError, ParseErrorType, Position};

use crate::function::{self, Function};
use crate::problem::meant;

/// Words and signs of other languages, and what scripts have instead.
const FOREIGN: &[(&str, &str)] = &[
    ("and", "Write &&."),
    ("or", "Write ||."),
    ("not", "Write !."),
    ("var", "Write let."),
    ("function", "Write fn."),
    ("def", "Write fn."),
    ("func", "Write fn."),
    ("elif", "Write else if."),
    ("elseif", "Write else if."),
    ("foreach", "Write for one in list."),
    ("match", "Write switch."),
    ("case", "Write the value alone, as in 1 => …"),
    ("True", "Write true."),
    ("TRUE", "Write true."),
    ("False", "Write false."),
    ("FALSE", "Write false."),
    ("null", "Leave out what has no value."),
    ("nil", "Leave out what has no value."),
    ("None", "Leave out what has no value."),
    ("import", "Put all of it into this file."),
    ("this", "Give the function what it is about as a value."),
    ("curry", "Give the function all its values where it is called."),
    ("Fn", "Write what is to be called: |value| name(value)."),
    ("chars", "Write for letter in text, or to_chars()."),
    ("to_json", "Write to_string()."),
    ("++", "Write += 1."),
    ("--", "Write -= 1."),
    ("===", "Write ==."),
    ("!==", "Write !=."),
    (":=", "Write =."),
    ("<>", "Write !=."),
];

/// How much of a script's text a message repeats, in letters.
const REPEATED: usize = 40;

/// A mistake: what is wrong, what to do about it, and where it is if not where the language saw it.
pub(crate) struct Mistake {
    pub(crate) what: String,
    pub(crate) remedy: Option<String>,
    /// A line and a column, from 1.
    pub(crate) place: Option<(usize, usize)>,
}

impl Mistake {
    fn new(what: impl Into<String>, remedy: impl Into<String>) -> Self {
        Self { what: what.into(), remedy: Some(remedy.into()), place: None }
    }
}

/// The text of a script before a place, and from there on.
#[derive(Clone, Copy)]
struct Spot<'t> {
    before: &'t str,
    rest: &'t str,
}

impl<'t> Spot<'t> {
    /// The place's columns count letters. Without a place it is the end of the text.
    fn of(text: &'t str, position: Position) -> Self {
        let (Some(line), column) = (position.line(), position.position().unwrap_or(1)) else {
            return Self { before: text, rest: "" };
        };
        let start: usize = text.split_inclusive('\n').take(line - 1).map(str::len).sum();
        let within =
            text[start..].char_indices().nth(column - 1).map_or(text.len() - start, |(byte, _)| byte);
        let (before, rest) = text.split_at(start + within);
        Self { before, rest }
    }

    /// The word that begins here.
    fn word(self) -> &'t str {
        let end = self.rest.find(|letter| !is_of_name(letter)).unwrap_or(self.rest.len());
        &self.rest[..end]
    }

    /// The word that ends here.
    fn word_before(self) -> &'t str {
        let before = self.before.trim_end();
        let start = before
            .rfind(|letter| !is_of_name(letter))
            .map_or(0, |at| at + before[at..].chars().next().map_or(0, char::len_utf8));
        &before[start..]
    }

    /// The name with hyphens or dots that stands here without quotes (`late-war`, `roster.toml`).
    fn bare_name(self) -> Option<&'t str> {
        let end = self.rest.find(|letter| !is_of_name(letter) && !matches!(letter, '-' | '.'));
        let name = self.rest[..end.unwrap_or(self.rest.len())].trim_end_matches(['-', '.']);
        let mut parts = name.split(['-', '.']);
        let plain = |part: &str| part.starts_with(|letter: char| letter.is_ascii_alphabetic());
        (name.len() > self.word().len() && parts.all(plain) && !name.contains("--")).then_some(name)
    }

    /// Whether a map begins before here and lacks its `#`; then, its first key.
    fn bare_map(self) -> Option<&'t str> {
        let open = self.before.rfind('{')?;
        let key = self.before[open + 1..].trim();
        let after = self.rest.trim_start_matches(is_of_name).trim_start();
        let plain = |letter: char| is_of_name(letter) || matches!(letter, '"' | '-');
        let key = if key.is_empty() { self.word() } else { key };
        let bare = !self.before[..open].ends_with(['#', '$']);
        (bare && !key.is_empty() && key.chars().all(plain) && after.starts_with(':')).then_some(key)
    }

    /// The line and column after what was written last, leaving comments out.
    fn end_of_last(self) -> (usize, usize) {
        let mut before = self.before.trim_end();
        loop {
            let start = before.rfind('\n').map_or(0, |at| at + 1);
            if start == 0 || !before[start..].trim_start().starts_with("//") {
                let column = before[start..].chars().count() + 1;
                return (before.matches('\n').count() + 1, column);
            }
            before = before[..start].trim_end();
        }
    }
}

fn is_of_name(letter: char) -> bool {
    letter.is_ascii_alphanumeric() || letter == '_'
}

/// As much of a text as a message repeats.
fn short(text: &str) -> String {
    let line = text.lines().next().unwrap_or_default();
    match line.char_indices().nth(REPEATED) {
        Some((end, _)) => format!("{}…", &line[..end]),
        None => line.to_owned(),
    }
}

/// Returns what is wrong with a script that doesn't follow the grammar.
pub(crate) fn mistake(
    kind: &ParseErrorType,
    position: Position,
    text: &str,
    functions: &[Function],
) -> Mistake {
    let spot = Spot::of(text, position);
    if let Some(mistake) = foreign(spot) {
        return mistake;
    }
    if let Some(key) = spot.bare_map() {
        return Mistake::new("a map begins with #{, and here is only {", format!("Write #{{ {key}: …"));
    }
    match kind {
        ParseErrorType::BadInput(wrong) => letters(wrong),
        ParseErrorType::PropertyExpected => property(spot),
        ParseErrorType::VariableUndefined(name) => variable(name, spot, text, functions),
        ParseErrorType::MissingToken(token, why) => missing(token, why, spot),
        ParseErrorType::Reserved(word) => Mistake::new(
            format!("the language keeps the word {word:?} for itself"),
            "Choose another name, or put it in quotes if it is a text.",
        ),
        ParseErrorType::MismatchedType(wanted, _) if wanted.contains("bool") => condition(spot),
        ParseErrorType::AssignmentToInvalidLHS(_) => condition(spot),
        ParseErrorType::AssignmentToConstant(name) => Mistake::new(
            format!("{name} is a constant, which keeps its value"),
            format!("Declare it with let {name} if it shall change."),
        ),
        ParseErrorType::DuplicatedProperty(name) => {
            Mistake::new(format!("the key {name:?} is there twice in this map"), "Leave one of them out.")
        }
        ParseErrorType::FnDuplicatedDefinition(name, _) => {
            Mistake::new(format!("the function {name} is there twice"), "Give one of them another name.")
        }
        ParseErrorType::WrongFnDefinition => Mistake::new(
            "a function is declared inside of another, or of a block",
            "Write fn at the top of the script, outside of all braces.",
        ),
        ParseErrorType::FnMissingParams(name) => Mistake::new(
            format!("the function {name} has no list of parameters"),
            format!("Write fn {name}() or fn {name}(facts)."),
        ),
        ParseErrorType::FnMissingBody(name) => {
            Mistake::new(format!("the function {name} has no body"), "Put { } around what it does.")
        }
        ParseErrorType::MismatchedType(wanted, found) => Mistake::new(
            format!("{found} stands here, where {wanted} is wanted"),
            "A loop goes through a list, or through a range like 1..=3.",
        ),
        ParseErrorType::LoopBreak => {
            Mistake::new("break stands outside of a loop", "Leave a function with return.")
        }
        ParseErrorType::UnexpectedEOF => Mistake::new(
            "the script ends in the middle of something",
            "Look for a {, ( or \" that is never closed.",
        ),
        other => Mistake { what: other.to_string(), remedy: None, place: None },
    }
}

/// A word or sign of another language that stands at the place.
fn foreign(spot: Spot<'_>) -> Option<Mistake> {
    let sign = |known: &str| !known.starts_with(is_of_name) && spot.rest.starts_with(known);
    let found = FOREIGN.iter().find(|(known, _)| *known == spot.word() || sign(known));
    if let Some((known, remedy)) = found {
        return Some(Mistake::new(format!("scripts know no {known:?}"), *remedy));
    }
    let comment = spot.rest.starts_with('#') && !spot.rest.starts_with("#{");
    comment.then(|| Mistake::new("# begins no comment", "Begin a comment with //."))
}

/// Letters that make no word of the language.
fn letters(wrong: &LexError) -> Mistake {
    match wrong {
        LexError::MalformedChar(text) => {
            let text = short(text.trim_matches('\''));
            Mistake::new(format!("the text '{text}' is in single quotes"), format!("Write \"{text}\"."))
        }
        LexError::UnexpectedInput(sign) => match sign.chars().next() {
            Some(mark @ ('“' | '”' | '„' | '‟' | '«' | '»' | '‘' | '’' | '‚' | '‛')) => {
                Mistake::new(
                    format!("{mark} is a printer's quotation mark, which begins no text"),
                    "Write \"…\" with straight quotation marks; switch smart quotes off in the editor.",
                )
            }
            Some(dash @ ('–' | '—' | '−')) => {
                Mistake::new(format!("{dash} is a printer's dash"), "Write - for minus.")
            }
            Some(blank) if blank.is_whitespace() || blank == '\u{feff}' => {
                Mistake::new("a blank here is not a plain one", "Delete it and type it again.")
            }
            Some(';' | ',' | ')' | ']' | '}' | '=' | '*' | '/' | ':') => Mistake::new(
                format!("something is missing before this {sign}"),
                "Write what should stand there, or take the sign away.",
            ),
            _ => Mistake::new(
                format!("the sign {sign:?} means nothing here"),
                "Take it away, or put it in quotes if it is part of a text.",
            ),
        },
        LexError::UnterminatedString => Mistake::new(
            "a text that begins here is not closed",
            "End it with \" in the same line; a text of several lines stands between two `.",
        ),
        LexError::MalformedNumber(number) if number.chars().all(|digit| digit.is_ascii_digit()) => {
            let number = short(number);
            Mistake::new(format!("the number {number} is too large"), "The largest is 2147483647.")
        }
        LexError::MalformedNumber(number) => {
            Mistake::new(format!("{:?} is no number", short(number)), "Write digits alone, like 1500.")
        }
        LexError::ImproperSymbol(sign, _) if sign == "=" => assignment(),
        LexError::ImproperSymbol(word, _) if word.starts_with(is_of_name) => {
            Mistake::new(format!("scripts have no {word:?}"), "Write out what it should do.")
        }
        LexError::MalformedEscapeSequence(sequence) => Mistake::new(
            format!("{sequence:?} stands for no letter"),
            "Write \\\\ for a backslash and \\\" for a quotation mark inside of a text.",
        ),
        other => Mistake { what: other.to_string(), remedy: None, place: None },
    }
}

/// A dot with no name after it: most often, a fraction.
fn property(spot: Spot<'_>) -> Mistake {
    // Where a map's key should stand, not a name after a dot.
    if let Some(sign) = spot.rest.chars().next().filter(|sign| matches!(sign, ')' | ']' | ';')) {
        return Mistake {
            what: format!("the map before this {sign} isn't closed"),
            remedy: Some("Write } at its end.".to_owned()),
            place: Some(spot.end_of_last()),
        };
    }
    let Some(before) = spot.before.trim_end().strip_suffix('.') else {
        return Mistake::new("a name should stand here", "Write map.name, or map[\"a name\"].");
    };
    let digits = |text: &str| text.chars().take_while(char::is_ascii_digit).count();
    let start = before.len() - before.chars().rev().take_while(char::is_ascii_digit).count();
    if start == before.len() {
        return Mistake::new("a name should stand after the dot", "Write map.name, or map[\"a name\"].");
    }
    let fraction = format!("{}.{}", &before[start..], &spot.rest[..digits(spot.rest)]);
    Mistake::new(
        format!("{fraction} is a fraction, and scripts count in whole numbers"),
        "Write a whole number; count in halves or tenths if you need parts.",
    )
}

/// A name that stands for no variable.
fn variable(name: &str, spot: Spot<'_>, text: &str, functions: &[Function]) -> Mistake {
    let unknown = |remedy: String| Mistake::new(format!("there is no variable {name:?}"), remedy);
    let is_name = |bare: &&str| bare.contains('-') || bare.ends_with(".toml") || bare.ends_with(".rhai");
    if let Some(bare) = spot.bare_name().filter(is_name) {
        return unknown(format!("If {bare} is a name, put it in quotes: \"{bare}\"."));
    }
    if let Some(hyphenated) = spot.before.strip_suffix('-')
        && let before = (Spot { before: hyphenated, rest: "" }).word_before()
        && hyphenated.strip_suffix(before).is_some_and(|rest| !before.is_empty() && rest.ends_with('.'))
    {
        return unknown(format!(
            "If it belongs to the name before it, write {before}_{name}: after a dot, names have _ for -."
        ));
    }
    if text.contains(&format!("fn {name}(")) {
        return unknown(format!("It is a function; name it in quotes: \"{name}\"."));
    }
    let usages = function::usages(functions, name);
    if !usages.is_empty() {
        return unknown(format!("It is a function; write {}.", usages.join(", or ")));
    }
    let declared = declared(text);
    if declared.contains(&name) {
        return unknown(
            "It is declared later, or outside of this function, which knows only its own parameters: hand it over as one, or \
             declare it here with let."
                .to_owned(),
        );
    }
    if let Some(near) = meant(name, declared.iter().copied()).filter(|near| near.starts_with("Did")) {
        return unknown(near);
    }
    let advice = if text.contains("(facts)") {
        format!("Write facts.{name} if the hook tells it, put it")
    } else {
        "Put it".to_owned()
    };
    unknown(format!("{advice} in quotes if it is a text, or declare it with let before this line."))
}

/// The names that a script declares somewhere: variables and parameters.
fn declared(text: &str) -> Vec<&str> {
    let mut words = text.split(|letter| !is_of_name(letter)).filter(|word| !word.is_empty());
    let mut names = Vec::new();
    while let Some(word) = words.next() {
        if matches!(word, "let" | "const" | "for")
            && let Some(name) = words.next()
        {
            names.push(name);
        }
    }
    let functions = text.split("fn ").skip(1).filter_map(|function| {
        let (_, parameters) = function.split_once('(')?;
        parameters.split(')').next()
    });
    names.extend(functions.flat_map(|parameters| parameters.split(',')).map(str::trim));
    names
}

/// A sign that should stand at the place.
fn missing(token: &str, why: &str, spot: Spot<'_>) -> Mistake {
    let key = spot.word_before();
    let rest = spot.rest.trim_start();
    let shut = rest.chars().next().filter(|sign| matches!(sign, ')' | ']' | '}'));
    match token {
        ":" if rest.starts_with('-') => {
            let tail: String =
                rest.chars().take_while(|&letter| is_of_name(letter) || letter == '-').collect();
            let name = format!("{key}{tail}");
            Mistake::new(
                format!("the key {name} has a hyphen, so it needs quotes"),
                format!("Write \"{name}\": …"),
            )
        }
        ":" if rest.starts_with('=') => {
            Mistake::new(format!("the key {key} is followed by =, not by a colon"), format!("Write {key}: …"))
        }
        ";" if shut.is_some() => {
            let shut = shut.unwrap_or_default();
            Mistake::new(format!("a {shut} stands here that closes nothing"), "Take it away.")
        }
        ";" => {
            let (line, column) = spot.end_of_last();
            let what = "a ; is missing after this".to_owned();
            let remedy = "End the statement with ;.".to_owned();
            Mistake { what, remedy: Some(remedy), place: Some((line, column)) }
        }
        "," if rest.starts_with(';') => Mistake::new(
            format!("a closing ) or }} is missing before the ; ({why})"),
            "Close what was opened before the statement ends.",
        ),
        "," if let Some(mistake) = unclosed(why, spot, shut.is_some()) => mistake,
        "," if spot.before.trim_end().ends_with('"') && rest.starts_with(is_of_name) && !is_key(rest) => {
            Mistake::new(
                format!("a quotation mark is missing before this, or one is too many ({why})"),
                "Put each text between two \", and a comma between two texts.",
            )
        }
        "," => Mistake::new(format!("a comma is missing before this ({why})"), "Write a comma there."),
        "{" => Mistake::new(
            "what follows a condition, a loop or a function's parameters stands in braces",
            "Put { } around it.",
        ),
        token if spot.rest.is_empty() || shut.is_some() || rest.starts_with(';') => {
            Mistake::new(format!("a {token} is missing {why}"), format!("Write {token} there."))
        }
        token => Mistake::new(format!("a {token} is missing here {why}"), format!("Write {token} there.")),
    }
}

/// A call, list or map that something stands in which can't belong to it: the bracket of something around it, or what
/// begins a new line.
fn unclosed(why: &str, spot: Spot<'_>, shut: bool) -> Option<Mistake> {
    let (what, sign) = if why.contains("function call") {
        ("the call", ')')
    } else if why.contains("parameters") {
        ("the list of parameters", ')')
    } else if why.contains("switch") {
        return None;
    } else if why.contains("array") {
        ("the list", ']')
    } else {
        ("the map", '}')
    };
    let breaks = &spot.before[spot.before.trim_end().len()..];
    let in_next_line = breaks.contains('\n') && sign == ')';
    if !shut && !in_next_line {
        return None;
    }
    let name = why.split('\'').nth(1).map(|name| format!(" of {name}")).unwrap_or_default();
    Some(Mistake {
        what: format!("{what}{name} isn't closed"),
        remedy: Some(if shut {
            format!("Write {sign} there.")
        } else {
            format!("Write {sign} there, or a comma if more follows.")
        }),
        place: Some(spot.end_of_last()),
    })
}

/// Whether a key of a map stands here.
fn is_key(rest: &str) -> bool {
    rest.trim_start_matches(is_of_name).trim_start().starts_with(':')
}

/// A condition that is none.
fn condition(spot: Spot<'_>) -> Mistake {
    let whole = spot.rest.split(['{', '\n']).next().unwrap_or_default();
    let mut last = ' ';
    let mut signs = whole.chars().peekable();
    let mut sets = false;
    while let Some(sign) = signs.next() {
        let next = signs.peek().copied().unwrap_or(' ');
        sets |= sign == '=' && !matches!(last, '=' | '!' | '<' | '>') && next != '=';
        last = sign;
    }
    if sets {
        return assignment();
    }
    Mistake::new("a condition is true or false", "Compare something, as in turn == 1.")
}

/// A value is given where two should be compared.
fn assignment() -> Mistake {
    Mistake::new("a single = gives a value and compares nothing", "Write == to compare.")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_is_found_in_letters_and_not_in_bytes() {
        let text = "let “x”;\nlet y";
        let spot = Spot::of(text, Position::new(1, 8));
        assert_eq!((spot.before, spot.rest), ("let “x”", ";\nlet y"));
        let spot = Spot::of(text, Position::new(2, 5));
        assert_eq!((spot.word(), spot.word_before()), ("y", "let"));
        let spot = Spot::of(text, Position::new(2, 99));
        assert_eq!((spot.rest, spot.end_of_last()), ("", (2, 6)));
        assert_eq!(Spot::of(text, Position::NONE).rest, "");
    }
}
