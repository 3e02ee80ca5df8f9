//! What the language doesn't measure by itself.
//!
//! It measures what a value holds once it is made, given to a variable or changed by one of its functions. Some functions
//! make all of a value before it is measured, so ours stand in their place. And it measures neither keys of maps nor, as
//! `list[0].push(x)` or `list[0] = x` changes a part of a variable, all the rest of it: what a script that holds more
//! than a little reads from a variable is measured here.

use rhai::{Array, Dynamic, Engine, EvalAltResult, ImmutableString, NativeCallContext, Position};

use crate::dialect::Limits;
use crate::measured;

type Done = Result<(), Box<EvalAltResult>>;

/// Registers our functions, which an engine prefers.
pub(crate) fn register(engine: &mut Engine) {
    engine
        .register_fn(
            "replace",
            |at: NativeCallContext<'_>, text: &mut ImmutableString, old: &str, new: &str| {
                replace(&at, text, old, new)
            },
        )
        .register_fn(
            "replace",
            |at: NativeCallContext<'_>, text: &mut ImmutableString, old: &str, new: char| {
                replace(&at, text, old, new.encode_utf8(&mut [0; 4]))
            },
        )
        .register_fn(
            "replace",
            |at: NativeCallContext<'_>, text: &mut ImmutableString, old: char, new: &str| {
                replace(&at, text, old.encode_utf8(&mut [0; 4]), new)
            },
        )
        .register_fn(
            "replace",
            |at: NativeCallContext<'_>, text: &mut ImmutableString, old: char, new: char| {
                replace(&at, text, old.encode_utf8(&mut [0; 4]), new.encode_utf8(&mut [0; 4]))
            },
        )
        .register_fn("pad", pad_text)
        .register_fn("pad", pad_list);
}

fn replace(context: &NativeCallContext<'_>, text: &mut ImmutableString, old: &str, new: &str) -> Done {
    // Where there is no text nothing is found, not even nothing.
    let found = if text.is_empty() { 0 } else { text.matches(old).count() };
    let left = text.len() - found * old.len();
    let whole = found.checked_mul(new.len()).and_then(|added| left.checked_add(added));
    if whole.is_none_or(|whole| whole > context.engine().max_string_size()) {
        return Err(too_large("Length of string"));
    }
    if found > 0 {
        *text = text.replace(old, new).into();
    }
    Ok(())
}

/// With nothing to pad it with a text would be padded for ever.
fn pad_text(context: NativeCallContext<'_>, text: &mut ImmutableString, length: i64, with: &str) -> Done {
    let length = usize::try_from(length).unwrap_or(0);
    let missing = length.saturating_sub(text.chars().count());
    if missing == 0 || with.is_empty() {
        return Ok(());
    }
    // A letter has at least a byte, and each repetition a letter.
    if length > context.engine().max_string_size() {
        return Err(too_large("Length of string"));
    }
    *text = format!("{text}{}", with.chars().cycle().take(missing).collect::<String>()).into();
    Ok(())
}

/// The language's own looks at no keys, and so many items may be asked for that their number can't be counted.
fn pad_list(context: NativeCallContext<'_>, list: &mut Array, length: i64, item: Dynamic) -> Done {
    let length = usize::try_from(length).unwrap_or(0);
    let missing = length.saturating_sub(list.len());
    if missing > 0 {
        let mut whole = Sizes::of(&item).times(missing);
        whole.items = whole.items.saturating_add(length);
        list.iter().for_each(|item| whole.add(item));
        whole.check(context.engine())?;
        list.resize(length, item);
    }
    Ok(())
}

/// Has an engine measure the variables that a script reads once it holds so many bytes. With less, none can be large.
pub(crate) fn watch(engine: &mut Engine, limits: &Limits) {
    let unwatched = limits.unwatched;
    #[allow(deprecated)] // So the language marks what may change with its versions.
    engine.on_var(move |name, index, context| {
        if measured::taken() <= unwatched {
            return Ok(None);
        }
        let scope = context.scope();
        let value = match index {
            0 => scope.get(name),
            index => scope.iter_raw().nth(index - 1).map(|(.., value)| value),
        };
        value.map_or(Ok(()), |value| Sizes::of(value).check(context.engine()))?;
        Ok(None)
    });
}

/// What a value holds, with all values in it.
#[derive(Default)]
struct Sizes {
    items: usize,
    keys: usize,
    /// Bytes of its texts, and of the keys of its maps.
    text: usize,
}

impl Sizes {
    fn of(value: &Dynamic) -> Self {
        let mut sizes = Self::default();
        sizes.add(value);
        sizes
    }

    fn add(&mut self, value: &Dynamic) {
        // To see what it is is cheaper than to try.
        if value.is_string() {
            self.text =
                self.text.saturating_add(value.as_immutable_string_ref().map_or(0, |text| text.len()));
        } else if value.is_array() {
            let Ok(list) = value.as_array_ref() else { return };
            self.items = self.items.saturating_add(list.len());
            list.iter().for_each(|item| self.add(item));
        } else if value.is_map() {
            let Ok(map) = value.as_map_ref() else { return };
            self.keys = self.keys.saturating_add(map.len());
            for (key, value) in map.iter() {
                self.text = self.text.saturating_add(key.len());
                self.add(value);
            }
        }
    }

    fn times(&self, times: usize) -> Self {
        let [items, keys, text] = [self.items, self.keys, self.text].map(|size| size.saturating_mul(times));
        Self { items, keys, text }
    }

    fn check(&self, engine: &Engine) -> Done {
        let larger = [
            (self.text, engine.max_string_size(), "Length of string"),
            (self.items, engine.max_array_size(), "Size of array"),
            (self.keys, engine.max_map_size(), "Size of object map"),
        ];
        larger
            .into_iter()
            .find(|(size, most, _)| size > most)
            .map_or(Ok(()), |(.., what)| Err(too_large(what)))
    }
}

fn too_large(what: &str) -> Box<EvalAltResult> {
    EvalAltResult::ErrorDataTooLarge(what.to_owned(), Position::NONE).into()
}
