//! What a solution says of itself.

use super::position::Move;
use crate::grid::Cell;
use crate::puzzle::Gain;
use serde_json::Value;

/// A move, and what is claimed of it.
pub(super) struct ClaimedMove {
    pub(super) m: Move,
    /// Tiles of its group.
    pub(super) size: Option<Gain>,
    /// What it pays.
    pub(super) gain: Option<Gain>,
}

/// What a solution says of itself.
#[derive(Default)]
pub(super) struct Claims {
    pub(super) moves: Vec<ClaimedMove>,
    pub(super) score: Option<Gain>,
    pub(super) bonus: Option<Gain>,
    pub(super) left: Option<Gain>,
    pub(super) outcome: Option<String>,
    /// Rows of the board that it is for.
    pub(super) board: Option<Value>,
}

impl Claims {
    /// Reads a solution: an object of `solve --format json`, a list of moves, or moves as `row,col row,col …`.
    ///
    /// # Errors
    /// Why it is none.
    pub(super) fn parse(solution: &str) -> Result<Self, String> {
        let solution = solution.trim();
        if !solution.starts_with(['{', '[']) {
            let cell = |text: &str| {
                text.parse().map(|m| ClaimedMove { m, size: None, gain: None }).map_err(|e| format!("{e}"))
            };
            let moves = solution.split([' ', '\n', '\r', '\t', ';']).filter(|part| !part.is_empty());
            return Ok(Self { moves: moves.map(cell).collect::<Result<_, _>>()?, ..Self::default() });
        }
        let value: Value = serde_json::from_str(solution).map_err(|e| format!("the solution is no JSON: {e}"))?;
        let list = if value.is_array() { &value } else { &value["moves"] };
        let moves = list
            .as_array()
            .ok_or_else(|| "the solution has no list \"moves\"".to_owned())?
            .iter()
            .enumerate()
            .map(|(index, step)| {
                let at = |key: &str, place: usize| {
                    let number = step.get(key).or_else(|| step.get(place)).and_then(Value::as_u64);
                    number.and_then(|n| usize::try_from(n).ok()).ok_or_else(|| {
                        format!(
                            "move {}: expected {{\"row\": r, \"col\": c}} with whole numbers, found {step}",
                            index + 1
                        )
                    })
                };
                let m = Move(Cell::new(at("row", 0)?, at("col", 1)?));
                let of = |key| whole(step, key).map_err(|why| format!("move {}: {why}", index + 1));
                Ok(ClaimedMove { m, size: of("size")?, gain: of("gain")? })
            })
            .collect::<Result<_, String>>()?;
        Ok(Self {
            moves,
            score: whole(&value, "score")?,
            bonus: whole(&value, "bonus")?,
            left: whole(&value, "left")?,
            outcome: value["outcome"].as_str().map(str::to_owned),
            board: value.get("board").cloned(),
        })
    }
}

/// The whole number that a solution claims under `key`, if it claims one; a claim that cannot be read is not passed over.
fn whole(claims: &Value, key: &str) -> Result<Option<Gain>, String> {
    match claims.get(key) {
        None | Some(Value::Null) => Ok(None),
        Some(claim) => match claim.as_i64() {
            None => Err(format!("{key:?} is {claim}: expected a whole number")),
            number => Ok(number),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_solution_says_so() {
        for (solution, part) in [
            ("0;0", "no move"),
            ("{", "no JSON"),
            ("{\"moves\":\"0,0\"}", "no list"),
            ("{\"moves\":[{\"row\":0}]}", "move 1: expected"),
            ("{\"moves\":[{\"row\":0,\"col\":0,\"size\":\"2\"}]}", "move 1: \"size\" is \"2\""),
            ("{\"moves\":[],\"score\":1e3}", "\"score\" is 1000.0: expected a whole number"),
        ] {
            let why = Claims::parse(solution).err().unwrap();
            assert!(why.contains(part), "{solution}: {why}");
        }
    }
}
