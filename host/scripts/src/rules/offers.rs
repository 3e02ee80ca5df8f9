//! Offering decisions.

use muster_contract::EffectKind;
use muster_contract::hooks::{Effect, Offer, RuleChoice};
use rhai::{Array, Dynamic, Engine, Map, NativeCallContext};

use super::act::{choice, effect, read_data, weight};
use super::call::failed;
use crate::problem::{At, ScenarioProblem};
use crate::raw::{Field, Fields, RawValue};
use crate::record::CallResult;

/// Registers the function that offers.
pub(super) fn register(engine: &mut Engine) {
    engine.register_fn("offer", |context: NativeCallContext<'_>, side: &str, map: Map| -> CallResult {
        let heavy = weight(&Dynamic::from_map(map.clone()));
        effect(&context, EffectKind::Offer, heavy, |call, at| {
            let data = map.get("data").map_or(Ok(Vec::new()), |data| read_data(data, at))?;
            let none = Dynamic::from_array(Array::new());
            let options = choices(map.get("choices").unwrap_or(&none), at)?;
            let mut fields = Fields::from_script("the offer", at, &map);
            for read in ["data", "choices"] {
                fields.take(read);
            }
            let side = call.side(side, at)?;
            let prompt = fields.wanted("prompt")?;
            let hand = fields.text("hand")?.map(|deck| call.deck(&deck, at)).transpose()?;
            let together = fields.text("together")?;
            let then = call.then(&fields.wanted("then")?, at)?;
            fields.nothing_else(&["prompt", "choices", "hand", "together", "then", "data"])?;
            Ok(Effect::Offer(Offer { side, prompt, options, hand, together, then, data }))
        })
    });
}

fn choices(list: &Dynamic, at: &At) -> Result<Vec<RuleChoice>, ScenarioProblem> {
    let list = list.read_lock::<Array>().map(|list| list.clone()).unwrap_or_default();
    if list.is_empty() || list.len() > 60 {
        return Err(
            failed(at, "an offer has 1 to 60 choices").with_remedy("Write choices: [\"yes\", \"no\"].")
        );
    }
    list.iter()
        .map(|item| match item.read_lock::<Map>() {
            Some(map) => choice(Fields::from_script("the choice", at, &map)),
            None => {
                let id = Field::new(RawValue::from_script(item), at.clone()).text("a choice")?;
                let map = Map::from([("id".into(), id.into())]);
                choice(Fields::from_script("the choice", at, &map))
            }
        })
        .collect()
}
