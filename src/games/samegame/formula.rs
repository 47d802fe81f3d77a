//! Points as a formula in one number, worked out beforehand for every number that a board can ask for.

use crate::puzzle::Gain;
use exmex::Express;

/// Most tiles that a board may have: 128 × 128.
pub const MAX_TILES: usize = 16_384;

/// Most points, either way, that one group or one part of the end bonus may pay. Low enough that the sum over the
/// largest board stays exact.
pub const MAX_POINTS: Gain = 10_000_000_000_000;

/// Every formula must hold up to this many tiles; past it a table may end early, and boards that would need more are
/// refused when they are read.
const MUST_REACH: usize = 1024;

/// Longest formula, in bytes: nobody needs more, and a parser's depth stays small.
const MAX_LENGTH: usize = 200;

/// Works out `formula` in `variable` for `from..=MAX_TILES` (or up to `to`, where that is less). Entries below `from`
/// are 0. The table ends early where the formula leaves the whole numbers within [`MAX_POINTS`] past 1024.
///
/// # Errors
/// Why the formula cannot be used, and what to write instead.
pub(super) fn tabulate(formula: &str, variable: &str, from: usize, to: Option<usize>) -> Result<Vec<Gain>, String> {
    let text = prepared(formula, variable)?;
    let parsed = exmex::parse::<f64>(&text).map_err(|e| {
        format!("{formula:?} is no formula in {variable} ({}); expected such as \"5*{variable}^2\"", e.msg())
    })?;
    if let Some(other) = parsed.var_names().iter().find(|v| *v != variable) {
        return Err(format!("{formula:?} uses {other:?}; the only variable here is {variable}"));
    }
    let arity = parsed.var_names().len();
    let last = to.map_or(MAX_TILES, |to| to.min(MAX_TILES));
    let mut table = vec![0; from.min(last + 1)];
    for n in from..=last {
        let value =
            parsed.eval(&[n as f64][..arity]).map_err(|e| format!("{formula:?} at {variable} = {n}: {}", e.msg()))?;
        match whole(value) {
            Ok(points) => table.push(points),
            Err(_) if n > MUST_REACH => break,
            Err(why) => return Err(format!("{formula:?} at {variable} = {n} is {why}")),
        }
    }
    Ok(table)
}

/// The formula with every leading minus made a subtraction from 0: the parser binds a sign tighter than a power, so
/// that it would read `-n^2` as `(-n)^2`.
fn prepared(formula: &str, variable: &str) -> Result<String, String> {
    if formula.len() > MAX_LENGTH || !formula.is_ascii() {
        return Err(format!("a formula is ASCII text of at most {MAX_LENGTH} characters, such as \"5*{variable}^2\""));
    }
    let mut text = String::with_capacity(formula.len() + 8);
    let mut before = None;
    for c in formula.chars().filter(|c| !c.is_whitespace()) {
        if c == '-' {
            match before {
                None | Some('(' | ',') => text.push('0'),
                Some('+' | '-' | '*' | '/' | '^') => {
                    return Err(format!("{formula:?}: put brackets round a minus that follows an operator"));
                }
                Some(_) => {}
            }
        }
        text.push(c);
        before = Some(c);
    }
    if text.is_empty() { Err(format!("the formula is empty; expected such as \"5*{variable}^2\"")) } else { Ok(text) }
}

/// A value as points, rounded off what floating point adds.
fn whole(value: f64) -> Result<Gain, String> {
    if !value.is_finite() {
        return Err(format!("{value}, which is no number of points"));
    }
    if value.abs() > MAX_POINTS as f64 {
        return Err(format!("{value:e}, more than the {MAX_POINTS} points that are allowed"));
    }
    let rounded = value.round();
    if (value - rounded).abs() > 1e-9 * value.abs().max(1.0) {
        return Err(format!("{value}, which is not whole; use floor(…), round(…) or ceil(…)"));
    }
    Ok(rounded as Gain)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formulas_give_whole_points() {
        let at = |formula: &str, n: usize| tabulate(formula, "n", 0, None).map(|t| t[n]);
        assert_eq!(at("5*n^2", 7), Ok(245));
        assert_eq!(at("5*n*(n-1)", 7), Ok(210));
        assert_eq!(at("-n^2", 7), Ok(-49));
        assert_eq!(at("-(n-2)^2", 7), Ok(-25));
        assert_eq!(at("2000 - 20*n^2", 9), Ok(380));
        assert_eq!(at("max(n-3,0)^2", 2), Ok(0));
        assert_eq!(at("floor(n/2)", 5), Ok(2));
        assert_eq!(at("3^2", 5), Ok(9));
    }

    #[test]
    fn what_is_no_formula_says_so() {
        for (formula, part) in [
            ("", "empty"),
            ("5*m", "\"m\""),
            ("5*", "no formula"),
            ("n/2", "not whole"),
            ("1/(n-1)", "inf"),
            ("2^n", "more than"),
            ("2*-n", "brackets"),
            ("ln(0-n)", "NaN"),
            ("n²", "ASCII"),
        ] {
            let why = tabulate(formula, "n", 1, None).unwrap_err();
            assert!(why.contains(part), "{formula}: {why}");
        }
    }

    #[test]
    fn a_table_ends_where_the_points_grow_too_large() {
        let table = tabulate("n^4", "n", 2, None).unwrap();
        assert!(table.len() > 1025 && table.len() < MAX_TILES);
    }
}
