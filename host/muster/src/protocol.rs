//! The line protocol as a JSON schema, made of the types that are read and written: `muster protocol` prints it, and
//! docs/protocol.schema.json is the same.

use std::io::Write;

use muster_table::messages::{Envelope, FromTable};
use schemars::Schema;
use schemars::generate::SchemaSettings;
use schemars::transform::RecursiveTransform;
use serde_json::{Map, Value, json};

use crate::Failure;
use crate::session::{Greeting, NoRequest, PROTOCOL};

/// The schema: `#/$defs/Request` is a line that a client may write, `#/$defs/Message` one that it is sent.
#[must_use]
pub fn schema() -> Value {
    // What is read may leave out what has a default; what is written has it.
    let settings = SchemaSettings::draft2020_12().with_transform(RecursiveTransform(finish));
    let mut reads = settings.clone().for_deserialize().into_generator();
    let mut writes = settings.for_serialize().into_generator();
    let request = reads.subschema_for::<Envelope>();
    let messages = [
        writes.subschema_for::<Greeting<'_>>(),
        writes.subschema_for::<FromTable>(),
        writes.subschema_for::<NoRequest>(),
    ];
    let message = json!({ "description": "A line that a client is sent.", "anyOf": messages });
    let mut types: Map<String, Value> = writes.take_definitions(true);
    for (name, schema) in reads.take_definitions(true) {
        let other = types.insert(name, schema.clone()).filter(|other| *other != schema);
        debug_assert_eq!(other, None, "read and written, this is two types of one name: {schema}");
    }
    types.insert("Message".to_owned(), message);
    json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": format!("Muster's line protocol, version {PROTOCOL}"),
        "description": "What a program writes to `muster table` is `#/$defs/Request`, a line each; what it reads is \
            `#/$defs/Message`. docs/protocol.md tells what they mean.",
        "anyOf": [request, { "$ref": "#/$defs/Message" }],
        "$defs": types,
    })
}

/// Says how large a number may be in words that every checker of schemas understands, and takes links into the code out of
/// what is said.
fn finish(schema: &mut Schema) {
    if let Some(Value::String(text)) = schema.get_mut("description") {
        *text = without_links(text);
    }
    let (least, most) = match schema.get("format").and_then(Value::as_str) {
        Some("int32") => (json!(i32::MIN), json!(i32::MAX)),
        Some("uint32") => (json!(0), json!(u32::MAX)),
        Some("uint64") => (json!(0), json!(u64::MAX)),
        _ => return,
    };
    schema.insert("minimum".to_owned(), least);
    schema.insert("maximum".to_owned(), most);
}

/// The text with names instead of links to what is documented elsewhere.
fn without_links(text: &str) -> String {
    let mut parts = text.split("`](");
    let first = parts.next().unwrap_or_default().to_owned();
    let named = parts.fold(first, |said, part| {
        let rest = part.split_once(')').map_or(part, |(_, rest)| rest);
        said + "`" + rest
    });
    named.replace("[`", "`").replace("`]", "`")
}

/// Prints it.
pub(crate) fn print(out: &mut dyn Write) -> Result<(), Failure> {
    writeln!(out, "{:#}", schema())?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_are_names() {
        assert_eq!(
            without_links("As [`stop`](crate::stop) does, [`Reply::Done`] or [1]."),
            "As `stop` does, `Reply::Done` or [1]."
        );
        assert_eq!(without_links("`{\"a\":[1]}`"), "`{\"a\":[1]}`");
    }
}
