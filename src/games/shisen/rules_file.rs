//! Rules from a TOML text: every problem at once, each with its place.

use super::rules::{PRESET_NAMES, Rules, Shift, Split, shifts};
use crate::games::RulesProblem;
use crate::games::asked::kind;
use std::ops::Range;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

const KEYS: &str = "preset, ring, shifts, split";

type Value<'a> = Spanned<DeValue<'a>>;

/// Reads the rules that `text` states.
///
/// # Errors
/// Every key that is wrong, with its place in bytes.
pub(super) fn parse(text: &str) -> Result<Rules, Vec<RulesProblem>> {
    let (table, syntax) = DeTable::parse_recoverable(text);
    if !syntax.is_empty() {
        return Err(syntax.iter().map(|e| RulesProblem { span: e.span(), message: e.message().to_owned() }).collect());
    }
    let table = table.get_ref();
    let mut problems = Vec::new();
    if !table.contains_key("preset") && !table.contains_key("ring") {
        let message = "no \"preset\" to start from and no \"ring\" that says whether a path may lead around the board: \
                       give one of them";
        problems.push(RulesProblem { span: None, message: message.to_owned() });
    }
    let blank = Rules { ring: true, shifts: Vec::new(), split: Split::Floor };
    let mut rules = table.get("preset").and_then(|value| preset(value, &mut problems)).unwrap_or(blank);
    for (key, value) in table {
        let mut fault = |span: Range<usize>, message| problems.push(RulesProblem { span: Some(span), message });
        match key.get_ref().as_ref() {
            "preset" => {}
            "ring" => match value.get_ref() {
                DeValue::Boolean(ring) => rules.ring = *ring,
                other => fault(value.span(), format!("ring: expected true or false, found {}", kind(other))),
            },
            "shifts" => match list(value) {
                Ok(found) => rules.shifts = found,
                Err(wrong) => wrong.into_iter().for_each(|(span, why)| fault(span, format!("shifts: {why}"))),
            },
            "split" => match value.get_ref().as_str() {
                Some("floor") => rules.split = Split::Floor,
                Some("ceil") => rules.split = Split::Ceil,
                _ => fault(value.span(), "split: expected \"floor\" or \"ceil\"".to_owned()),
            },
            other => fault(key.span(), format!("unknown key {other:?}; known are {KEYS}")),
        }
    }
    problems.sort_by_key(|problem| problem.span.as_ref().map(|span| span.start));
    if problems.is_empty() { Ok(rules) } else { Err(problems) }
}

fn preset(value: &Value<'_>, problems: &mut Vec<RulesProblem>) -> Option<Rules> {
    let found = value.get_ref().as_str().and_then(Rules::preset);
    if found.is_none() {
        let found = value.get_ref().as_str().map_or_else(|| kind(value.get_ref()).to_owned(), |s| format!("{s:?}"));
        let message = format!("preset: {found} is none; known are {}", PRESET_NAMES.join(", "));
        problems.push(RulesProblem { span: Some(value.span()), message });
    }
    found
}

/// The shifts of a list of names, or of one text with commas.
fn list(value: &Value<'_>) -> Result<Vec<Shift>, Vec<(Range<usize>, String)>> {
    let one = |value: &Value<'_>| match value.get_ref() {
        DeValue::String(names) => shifts(names.split(',')).map_err(|e| (value.span(), e.to_string())),
        other => Err((value.span(), format!("expected the name of a shift in quotes, found {}", kind(other)))),
    };
    let DeValue::Array(entries) = value.get_ref() else { return one(value).map_err(|why| vec![why]) };
    let (found, wrong): (Vec<_>, Vec<_>) = entries.iter().map(one).partition(Result::is_ok);
    if wrong.is_empty() {
        Ok(found.into_iter().flatten().flatten().collect())
    } else {
        Err(wrong.into_iter().filter_map(Result::err).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn a_preset_is_a_start_that_keys_override() {
        let rules = parse("preset = 'lianliankan-inside'\nshifts = ['down', 'horizontal-in']\nsplit = 'ceil'").unwrap();
        assert_eq!(rules, Rules { ring: false, shifts: vec![Shift::Down, Shift::HorizontalIn], split: Split::Ceil });
        assert_eq!(parse("ring = true").unwrap(), Rules::preset("shisen-sho").unwrap());
        assert_eq!(parse("ring = true\nshifts = 'up,left'").unwrap().shifts, [Shift::Up, Shift::Left]);
        assert_eq!(parse("ring = true\nshifts = 'none'").unwrap().shifts, []);
    }

    #[test]
    fn rules_printed_as_toml_are_read_again() {
        let rules = Rules { ring: false, shifts: Shift::ALL.to_vec(), split: Split::Ceil };
        assert_eq!(parse(&toml::to_string(&rules).unwrap()).unwrap(), rules);
    }

    #[test]
    fn every_problem_has_its_place() {
        let text = "preset = 'shisen'\nring = 1\nshifts = ['dwon', 'up', 3]\nsplit = 'half'\nshift = 'up'\n";
        let problems = parse(text).unwrap_err();
        let places: Vec<_> = problems.iter().map(|p| &text[p.span.clone().unwrap()]).collect();
        assert_eq!(places, ["'shisen'", "1", "'dwon'", "3", "'half'", "shift"]);
        assert!(parse("split = 'ceil'").unwrap_err()[0].message.contains("ring"));
        assert!(parse("ring = ").unwrap_err()[0].span.is_some());
    }

    proptest! {
        #[test]
        fn no_text_makes_it_panic(text in "\\PC{0,60}", list in "[\\[\\]a-z',0-9 -]{0,30}") {
            let _ = parse(&text);
            let _ = parse(&format!("shifts = {list}"));
        }
    }
}
