//! Rules from a TOML text: every problem at once, each with its place.

use super::presets::PRESET_NAMES;
use super::rules::Rules;
use super::spec::{Closing, Gravity, Points, RulesSpec};
use crate::games::RulesProblem;
use crate::games::asked::kind;
use crate::puzzle::Gain;
use std::collections::HashMap;
use std::ops::Range;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

const KEYS: &str = "preset, name, min_group, group, single, gravity, columns_close, inert, targets, end";
const END_KEYS: &str = "cleared, left, left_below, colour, colour_above";

/// Reads the rules that `text` states.
///
/// # Errors
/// Every key that is wrong, with its place in bytes.
pub(super) fn parse(text: &str) -> Result<Rules, Vec<RulesProblem>> {
    let (table, syntax) = DeTable::parse_recoverable(text);
    if !syntax.is_empty() {
        return Err(syntax.iter().map(|e| RulesProblem { span: e.span(), message: e.message().to_owned() }).collect());
    }
    let mut reader = Reader { problems: Vec::new(), spans: HashMap::new() };
    let spec = reader.rules(table.get_ref());
    if !reader.problems.is_empty() {
        reader.problems.sort_by_key(|problem| problem.span.as_ref().map(|span| span.start));
        return Err(reader.problems);
    }
    Rules::new(spec).map_err(|errors| {
        errors
            .into_iter()
            .map(|e| RulesProblem { span: reader.spans.get(e.key).cloned(), message: e.to_string() })
            .collect()
    })
}

struct Reader {
    problems: Vec<RulesProblem>,
    spans: HashMap<&'static str, Range<usize>>,
}

type Value<'a> = Spanned<DeValue<'a>>;

impl Reader {
    fn problem(&mut self, span: Range<usize>, message: String) {
        self.problems.push(RulesProblem { span: Some(span), message });
    }

    fn rules(&mut self, table: &DeTable<'_>) -> RulesSpec {
        let mut spec = table.get("preset").and_then(|v| self.preset(v)).unwrap_or_else(RulesSpec::blank);
        if !table.contains_key("preset") && !table.contains_key("group") {
            self.problems.push(RulesProblem {
                span: None,
                message: "no \"preset\" to start from and no \"group\" that says what a group pays: give one of them"
                    .to_owned(),
            });
        }
        for (key, value) in table {
            match key.get_ref().as_ref() {
                "preset" => {}
                "name" => self.set("name", value, Self::text, &mut spec.name),
                "min_group" => self.set("min_group", value, Self::count, &mut spec.min_group),
                "group" => self.set("group", value, Self::group, &mut spec.group),
                "single" => self.set("single", value, Self::points, &mut spec.single),
                "gravity" => self.set("gravity", value, Self::gravity, &mut spec.gravity),
                "columns_close" => self.set("columns_close", value, Self::closing, &mut spec.columns_close),
                "inert" => self.set("inert", value, Self::text, &mut spec.inert),
                "targets" => {
                    let mut targets = Points::nothing();
                    self.set("targets", value, Self::targets, &mut targets);
                    spec.targets = Some(targets);
                }
                "end" => match value.get_ref() {
                    DeValue::Table(end) => self.end(end, &mut spec),
                    other => self.problem(value.span(), format!("end: expected a table, found {}", kind(other))),
                },
                other => self.problem(key.span(), format!("unknown key {other:?}; known are {KEYS}")),
            }
        }
        if !table.contains_key("columns_close") && !spec.gravity.closings().contains(&spec.columns_close) {
            spec.columns_close = spec.gravity.closings()[0];
        }
        spec
    }

    fn end(&mut self, table: &DeTable<'_>, spec: &mut RulesSpec) {
        for (key, value) in table {
            match key.get_ref().as_ref() {
                "cleared" => self.set("end.cleared", value, Self::points, &mut spec.end.cleared),
                "left" => self.set("end.left", value, Self::left, &mut spec.end.left),
                "left_below" => {
                    let mut below = 0;
                    self.set("end.left_below", value, Self::count, &mut below);
                    spec.end.left_below = Some(below);
                }
                "colour" => self.set("end.colour", value, Self::colour, &mut spec.end.colour),
                "colour_above" => self.set("end.colour_above", value, Self::count, &mut spec.end.colour_above),
                other => self.problem(key.span(), format!("unknown key {other:?} in [end]; known are {END_KEYS}")),
            }
        }
    }

    /// Puts a value in its place, or notes why it does not fit.
    fn set<T>(
        &mut self,
        key: &'static str,
        value: &Value<'_>,
        read: fn(&DeValue<'_>) -> Result<T, String>,
        place: &mut T,
    ) {
        self.spans.insert(key, value.span());
        match read(value.get_ref()) {
            Ok(found) => *place = found,
            Err(why) => self.problem(value.span(), format!("{key}: {why}")),
        }
    }

    fn preset(&mut self, value: &Value<'_>) -> Option<RulesSpec> {
        let found = value.get_ref().as_str().and_then(RulesSpec::preset);
        if found.is_none() {
            let found = value.get_ref().as_str().map_or_else(|| kind(value.get_ref()).to_owned(), |s| format!("{s:?}"));
            self.problem(value.span(), format!("preset: {found} is none; known are {}", PRESET_NAMES.join(", ")));
        }
        found
    }

    fn text(value: &DeValue<'_>) -> Result<String, String> {
        value.as_str().map(str::to_owned).ok_or_else(|| format!("expected a text in quotes, found {}", kind(value)))
    }

    fn points(value: &DeValue<'_>) -> Result<Gain, String> {
        let digits = value.as_integer().ok_or_else(|| format!("expected a whole number, found {}", kind(value)))?;
        Gain::from_str_radix(digits.as_str(), digits.radix()).map_err(|_| format!("{} is too large", digits.as_str()))
    }

    fn count(value: &DeValue<'_>) -> Result<usize, String> {
        let number = Self::points(value)?;
        usize::try_from(number).map_err(|_| format!("{number} is no number of tiles; expected 0 or more"))
    }

    fn formula_or_list(value: &DeValue<'_>, formula: &str, list: &str) -> Result<Points, String> {
        match value {
            DeValue::String(formula) => Ok(Points::Formula(formula.to_string())),
            DeValue::Array(entries) => {
                entries.iter().map(|v| Self::points(v.get_ref())).collect::<Result<_, _>>().map(Points::Table)
            }
            other => Err(format!("expected a formula in {formula}, or a list of {list}; found {}", kind(other))),
        }
    }

    fn group(value: &DeValue<'_>) -> Result<Points, String> {
        Self::formula_or_list(value, "n such as \"5*n^2\"", "what groups of 2, 3, 4 … tiles pay")
    }

    fn left(value: &DeValue<'_>) -> Result<Points, String> {
        Self::formula_or_list(value, "left such as \"2000 - 20*left^2\"", "what 0, 1, 2 … tiles left pay")
    }

    fn colour(value: &DeValue<'_>) -> Result<Points, String> {
        Self::formula_or_list(value, "k such as \"-(k-2)^2\"", "what 1, 2, 3 … tiles left of a colour pay")
    }

    fn targets(value: &DeValue<'_>) -> Result<Points, String> {
        Self::formula_or_list(value, "L such as \"1000 + 2000*(L-1)\"", "the scores that levels 1, 2, 3 … ask for")
    }

    fn gravity(value: &DeValue<'_>) -> Result<Gravity, String> {
        let found = value.as_str().and_then(|name| Gravity::ALL.into_iter().find(|gravity| gravity.name() == name));
        found.ok_or_else(|| one_of(&Gravity::ALL.map(Gravity::name), value))
    }

    fn closing(value: &DeValue<'_>) -> Result<Closing, String> {
        let found = value.as_str().and_then(|name| match name {
            "center" => Some(Closing::Centre),
            _ => Closing::ALL.into_iter().find(|closing| closing.name() == name),
        });
        found.ok_or_else(|| one_of(&Closing::ALL.map(Closing::name), value))
    }
}

/// What was expected where a value is none of these words.
fn one_of(words: &[&str], value: &DeValue<'_>) -> String {
    let found = value.as_str().map_or_else(|| kind(value).to_owned(), |text| format!("{text:?}"));
    format!("expected one of {}, found {found}", words.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn a_preset_is_a_start_that_keys_override() {
        let rules =
            parse("preset = 'popstar'\nname = 'mine'\nmin_group = 1\nsingle = 5\n[end]\ncleared = 500").unwrap();
        assert_eq!((rules.group_gain(3), rules.group_gain(1), rules.min_group()), (45, 5, 1));
        assert_eq!(rules.end_bonus([0]), 2500);
        assert_eq!(rules.spec().name, "mine");
    }

    #[test]
    fn rules_printed_as_toml_are_read_again() {
        for name in PRESET_NAMES {
            let rules = Rules::preset(name).unwrap();
            let text = toml::to_string(rules.spec()).unwrap();
            assert_eq!(parse(&text).unwrap(), rules, "{text}");
        }
    }

    #[test]
    fn every_problem_has_its_place() {
        let text = "preset = 'popster'\nmin_group = 'two'\ngrup = 1\n[end]\nleft = 4\nfoo = 1\n";
        let problems = parse(text).unwrap_err();
        let mut places: Vec<_> = problems.iter().map(|p| &text[p.span.clone().unwrap()]).collect();
        places.sort_unstable();
        assert_eq!(places, ["'popster'", "'two'", "4", "foo", "grup"]);
        let problems = parse("preset = 'popstar'\ngroup = 'n/2'\n[end]\ncolour = 'm'").unwrap_err();
        assert_eq!(problems.len(), 2);
        assert!(problems.iter().all(|p| p.span.is_some()));
        assert!(parse("name = 'x'").unwrap_err()[0].message.contains("preset"));
    }

    #[test]
    fn gravity_closing_inert_tiles_and_targets_are_read() {
        let parsed = |keys: &str| parse(&format!("preset = 'popstar'\n{keys}")).unwrap().spec().clone();
        let spec = parsed("gravity = 'up'\ncolumns_close = 'center'\ninert = '#X'\ntargets = [1000, 3000]");
        assert_eq!((spec.gravity, spec.columns_close), (Gravity::Up, Closing::Centre));
        assert_eq!((spec.inert.as_str(), &spec.targets), ("#X", &Some(Points::Table(vec![1000, 3000]))));
        let sideways = parsed("gravity = 'left'");
        assert_eq!(sideways.columns_close, Closing::Top, "what the file does not say goes with its gravity");
        let lists = parsed("[end]\nleft = [2000, 1000, 0]\ncolour = [0, -1]");
        assert_eq!(
            (lists.end.left, lists.end.colour),
            (Points::Table(vec![2000, 1000, 0]), Points::Table(vec![0, -1]))
        );
        for spec in [spec, sideways] {
            assert_eq!(parse(&toml::to_string(&spec).unwrap()).unwrap().spec(), &spec);
        }
    }

    #[test]
    fn what_cannot_be_used_is_named_with_its_key() {
        for (keys, part) in [
            ("gravity = 'sideways'", "gravity: expected one of down, up, left, right, found \"sideways\""),
            ("columns_close = 3", "columns_close: expected one of left, right, top, bottom, centre, found a whole"),
            ("gravity = 'up'\ncolumns_close = 'top'", "columns_close: \"top\" does not go with gravity \"up\""),
            ("inert = '.'", "inert: '.' can be no tile"),
            ("inert = 1", "inert: expected a text in quotes"),
            ("targets = []", "targets: an empty list"),
            ("targets = 'L^9'", "targets: \"L^9\" at L = 28 is"),
            ("targets = 'n'", "targets: \"n\" uses \"n\"; the only variable here is L"),
            ("targets = 1000", "targets: expected a formula in L"),
            ("group = []", "group: an empty list"),
            ("group = 'sqrt(n-3)'", "group: \"sqrt(n-3)\" at n = 2 is NaN"),
            ("group = [99999999999999]", "group: 99999999999999 points; at most"),
            ("group = [1.5]", "group: expected a whole number"),
            ("[end]\nleft = []", "end.left: an empty list"),
            ("[end]\ncolour = '2^k'", "end.colour: \"2^k\" at k = 44"),
            ("[end]\nleft_below = -1", "end.left_below: -1 is no number of tiles"),
        ] {
            let text = format!("preset = 'popstar'\n{keys}");
            let problems = parse(&text).unwrap_err();
            assert!(problems.len() == 1 && problems[0].message.contains(part), "{keys}: {problems:?}");
            let span = problems[0].span.clone().unwrap();
            assert!(span.start > 10 && span.end <= text.len(), "{keys}: {span:?}");
        }
    }

    proptest! {
        #[test]
        fn no_text_makes_it_panic(text in "\\PC{0,60}", group in "[-+*/^()n0-9. ]{0,30}") {
            let _ = parse(&text);
            let _ = parse(&format!("group = '{group}'"));
        }
    }
}
