//! What the language doesn't measure as a script's variables grow.
//!
//! It counts what a variable holds when a value is made, given to it or changed by one of its functions. It doesn't look at the
//! length of a map's keys, and of `list[0].push(x)` or `list[0] = x` at nothing but the item. So scripts are read for such lines
//! before they run, and the variables in them are looked at whenever they are read; a script without such lines runs as it is.
//! What else a variable holds was read from another one, written down, or made by a function that looks at keys itself.

use std::collections::BTreeSet;

use rhai::{AST, ASTNode, BinaryExpr, Dynamic, Engine, EvalAltResult, Expr, Map, Position, Stmt};

/// Bytes of a map's key.
pub(crate) const LONGEST_KEY: usize = 128;
/// What a key that is longer is called in an error.
pub(crate) const KEY: &str = "a key of a map";
/// Methods of the language that change nothing, or make it smaller: as long as no map of the script has another function under
/// such a name.
const HARMLESS: [&str; 20] = [
    "bytes",
    "chars",
    "clear",
    "contains",
    "ends_with",
    "get",
    "index_of",
    "is_empty",
    "keys",
    "len",
    "pop",
    "remove",
    "shift",
    "split",
    "starts_with",
    "sub_string",
    "to_int",
    "to_string",
    "type_of",
    "values",
];

/// A script that can be run on an engine that looks at what grows in it.
pub(crate) struct Script {
    ast: AST,
    grow: BTreeSet<String>,
}

impl Script {
    /// Reads a script for what can grow. Keys that are written down are short.
    pub(crate) fn new(ast: AST) -> Result<Self, Box<EvalAltResult>> {
        let mut found = Found::default();
        ast.walk(&mut |path: &[ASTNode<'_>]| found.look(path.last()));
        let Found { mut grow, grow_otherwise, names_functions, long_key: None } = found else {
            return Err(long_key(found.long_key.unwrap_or(Position::NONE)));
        };
        if names_functions {
            grow.extend(grow_otherwise);
        }
        Ok(Self { ast, grow })
    }

    /// It, to be run on an engine that was made to [`watch`] it.
    pub(crate) fn ast(&self) -> &AST {
        &self.ast
    }

    /// The script without what stands outside of its functions.
    pub(crate) fn functions_only(self) -> Self {
        Self { ast: self.ast.clone_functions_only(), ..self }
    }
}

/// Has an engine look at what can grow in these scripts, and at no other variable.
pub(crate) fn watch<'a>(engine: &mut Engine, scripts: impl IntoIterator<Item = &'a Script>) {
    let grow: BTreeSet<String> = scripts.into_iter().flat_map(|script| script.grow.clone()).collect();
    if grow.is_empty() {
        return;
    }
    #[allow(deprecated)] // So the language marks what may change with its versions.
    engine.on_var(move |name, index, context| {
        if !grow.contains(name) {
            return Ok(None);
        }
        let scope = context.scope();
        let value = match index {
            0 => scope.get(name),
            index => scope.iter_raw().nth(index - 1).map(|(.., value)| value),
        };
        let Some(value) = value else { return Ok(None) };
        if has_long_key(value) {
            return Err(long_key(Position::NONE));
        }
        context.engine().ensure_data_size_within_limits(value)?;
        Ok(None)
    });
}

/// Registers those functions of the language's that put a key into a map, so that it is a short one.
pub(crate) fn register(engine: &mut Engine) {
    engine.register_fn("set", |map: &mut Map, key: &str, value: Dynamic| {
        if key.len() > LONGEST_KEY {
            return Err(long_key(Position::NONE));
        }
        map.insert(key.into(), value);
        Ok(())
    });
}

fn long_key(place: Position) -> Box<EvalAltResult> {
    EvalAltResult::ErrorDataTooLarge(KEY.to_owned(), place).into()
}

/// Whether a map in a value has a key that is longer than keys may be.
fn has_long_key(value: &Dynamic) -> bool {
    // Most items of lists are neither, and to see that is cheaper than to try.
    let map = value.is_map().then(|| value.as_map_ref().ok()).flatten();
    let list = value.is_array().then(|| value.as_array_ref().ok()).flatten();
    map.is_some_and(|map| map.iter().any(|(key, value)| key.len() > LONGEST_KEY || has_long_key(value)))
        || list.is_some_and(|list| list.iter().any(has_long_key))
}

/// What a script was found to have.
#[derive(Default)]
struct Found {
    /// Names of variables that can grow without being measured.
    grow: BTreeSet<String>,
    /// Those that can if methods aren't what their names say.
    grow_otherwise: BTreeSet<String>,
    /// Whether it has pointers to the language's functions.
    names_functions: bool,
    long_key: Option<Position>,
}

impl Found {
    /// Looks at a part of the script, and says whether to go on.
    fn look(&mut self, part: Option<&ASTNode<'_>>) -> bool {
        match part {
            Some(ASTNode::Expr(expression)) => self.expression(expression),
            Some(ASTNode::Stmt(Stmt::Assignment(assigned))) => self.assigned(&assigned.1.lhs),
            // The language doesn't go into what a loop is left with.
            Some(ASTNode::Stmt(Stmt::BreakLoop(Some(value), ..))) => {
                value.walk(&mut Vec::new(), &mut |path: &[ASTNode<'_>]| self.look(path.last()));
            }
            _ => {}
        }
        self.long_key.is_none()
    }

    fn expression(&mut self, expression: &Expr) {
        match expression {
            Expr::Map(map, place) if map.0.iter().any(|(key, _)| key.name.len() > LONGEST_KEY) => {
                self.long_key = Some(*place);
            }
            Expr::DynamicConstant(value, place) if has_long_key(value) => self.long_key = Some(*place),
            Expr::FnCall(call, _) => self.names_functions |= call.name == "Fn",
            Expr::Dot(chain, ..) | Expr::Index(chain, ..) => match method_of_a_part(&chain.rhs) {
                Some(true) => add(chain, &mut self.grow_otherwise),
                Some(false) => add(chain, &mut self.grow),
                None => {}
            },
            _ => {}
        }
    }

    fn assigned(&mut self, place: &Expr) {
        match place {
            // The language measures the map itself.
            Expr::Dot(chain, ..) if is_short_property(&chain.rhs) => {}
            Expr::Dot(chain, ..) | Expr::Index(chain, ..) => add(chain, &mut self.grow),
            _ => {}
        }
    }
}

/// Adds the variable with which it begins.
fn add(chain: &BinaryExpr, to: &mut BTreeSet<String>) {
    if let Expr::Variable(variable, ..) = &chain.lhs {
        to.insert(variable.1.to_string());
    }
}

fn is_short_property(expression: &Expr) -> bool {
    matches!(expression, Expr::Property(property, _) if property.2.len() <= LONGEST_KEY)
}

/// Whether all methods are harmless that are called on a part of a variable's value by what stands behind its first dot or
/// bracket; none if there are none.
fn method_of_a_part(behind: &Expr) -> Option<bool> {
    let (Expr::Dot(chain, ..) | Expr::Index(chain, ..)) = behind else { return None };
    let method = |part: &Expr| match part {
        Expr::MethodCall(call, _) => Some(HARMLESS.contains(&call.name.as_str())),
        _ => None,
    };
    let found = [method(&chain.lhs), method(&chain.rhs), method_of_a_part(&chain.rhs)];
    found.into_iter().flatten().reduce(|one, other| one && other)
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;
    use crate::{dialect, sandbox};

    fn grows(text: &str) -> Vec<String> {
        let ast = sandbox::engine(&dialect::SCENARIO).compile(text).unwrap();
        Script::new(ast).unwrap().grow.into_iter().collect()
    }

    #[test]
    fn variables_are_looked_at_whose_parts_can_grow() {
        for (text, names) in [
            ("let m = #{}; let k = 1; m[k] = 1;", "m"),
            ("fn f(m, k) { m[k] += 1; }", "m"),
            ("fn f(m, k) { let l = [|m, k| { m.a[k] = 1; m }]; }", "m"),
            ("fn f(m, k) { m[k].b = 1; }", "m"),
            ("fn f(l, n) { l[0].n.push(n); n.push(2); }", "l"),
            ("fn f(l, n) { loop { break l[0].push(n); } }", "l"),
            (
                "fn f(l, n) { switch n { 1 => l[0] = 1, 2..5 if l[0].push(3) => 2, _ => n.a.insert(0, 1) } }",
                "l n",
            ),
            ("fn f(l, n) { `${l[0].pad(n, 1)}` }", "l"),
            ("fn f(l, n) { if n.a.contains(1) { Fn(\"push\") } else { l } }", "n"),
        ] {
            assert_eq!(grows(text).join(" "), names, "{text}");
        }
    }

    #[test]
    fn a_script_without_such_lines_runs_as_it_is() {
        for text in [
            "let m = #{ a: 1 }; m.a = 2; m.b += 1; m.set(\"c\", 3); let x = m[\"a\"] + m.b;",
            "let list = []; list.push(1); list += 2; list.pad(9, 0); list.insert(0, list[1]);",
            "fn f(facts) { if facts.units.contains(\"a\") && facts.units[0].len() > 2 { return facts.a.keys(); } }",
            "fn f(n) { let g = |x| x.a + n.b[0].to_string(); let all = [n].map(|x| x.a); all[0] == g }",
        ] {
            // One's own variables aren't seen in a closure.
            let text = text.replace("+ n.b[0]", "+ x.b[0]");
            assert_eq!(grows(&text), Vec::<String>::new(), "{text}");
        }
        let shipped = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scripts");
        let rules = std::fs::read_dir(shipped).unwrap().map(|file| file.unwrap().path());
        let rules: Vec<_> = rules.filter(|path| path.extension().is_some_and(|end| end == "rhai")).collect();
        assert!(rules.len() > 10);
        for rule in rules {
            let text = std::fs::read_to_string(&rule).unwrap();
            assert_eq!(grows(&text), Vec::<String>::new(), "{}", rule.display());
        }
    }
}
