//! Lists in the order that a script's function gives.
//!
//! The language's own `sort` doesn't hear of errors in that function, and panics inside if what it gives is no order.

use std::cmp::Ordering;

use rhai::{Array, Dynamic, Engine, EvalAltResult, FnPtr, NativeCallContext};

type Compared = Result<Ordering, Box<EvalAltResult>>;

/// Registers our functions, which an engine prefers.
pub(crate) fn register(engine: &mut Engine) {
    for name in ["sort", "sort_by"] {
        engine.register_fn(name, |context: NativeCallContext<'_>, list: &mut Array, compare: FnPtr| {
            // Nothing is lost if the comparison fails.
            *list = sorted(list.clone(), &mut |one, other| compared(&context, &compare, one, other))?;
            Ok::<_, Box<EvalAltResult>>(())
        });
    }
    for name in ["order", "order_by"] {
        engine.register_fn(name, |context: NativeCallContext<'_>, list: &mut Array, compare: FnPtr| {
            sorted(list.clone(), &mut |one, other| compared(&context, &compare, one, other))
        });
    }
}

/// A number says which comes first by its sign, and `true` that the first one does.
fn compared(context: &NativeCallContext<'_>, compare: &FnPtr, one: &Dynamic, other: &Dynamic) -> Compared {
    let order = compare.call_raw(context, None, [one.clone(), other.clone()])?;
    match (order.as_int(), order.as_bool()) {
        (Ok(number), _) => Ok(number.cmp(&0)),
        (_, Ok(true)) => Ok(Ordering::Less),
        (_, Ok(false)) => Ok(Ordering::Greater),
        _ => Err("what sort compares with gives neither a number nor true or false".into()),
    }
}

/// Merges halves that are in order; what is equal stays as it was. If it is no order, some order comes of it.
fn sorted(
    mut list: Array,
    compare: &mut impl FnMut(&Dynamic, &Dynamic) -> Compared,
) -> Result<Array, Box<EvalAltResult>> {
    if list.len() < 2 {
        return Ok(list);
    }
    let right = list.split_off(list.len() / 2);
    let mut left = sorted(list, compare)?.into_iter().peekable();
    let mut right = sorted(right, compare)?.into_iter().peekable();
    let mut merged = Array::with_capacity(left.len() + right.len());
    while let (Some(one), Some(other)) = (left.peek(), right.peek()) {
        let first = if compare(one, other)?.is_gt() { &mut right } else { &mut left };
        merged.extend(first.next());
    }
    merged.extend(left.chain(right));
    Ok(merged)
}
