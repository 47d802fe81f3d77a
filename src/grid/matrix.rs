//! The parts of a matrix as other people's programs print it: tokens of a line, values of JSON.

use super::Symbol;
use serde_json::Value;

/// One row's tokens, separated by commas or else by spaces.
#[must_use]
pub fn tokens(line: &str) -> Vec<String> {
    let line = line.trim();
    if line.contains(',') {
        let line = line.strip_suffix(',').unwrap_or(line);
        line.split(',').map(|token| token.trim().trim_matches(['"', '\'']).to_owned()).collect()
    } else {
        line.split_whitespace().map(str::to_owned).collect()
    }
}

/// One row's characters, each a token of its own.
#[must_use]
pub fn characters(line: &str) -> Vec<String> {
    line.chars().map(String::from).collect()
}

/// The lines of a text that has brackets around its rows and is no JSON, as numerical libraries print it, without them.
#[must_use]
pub fn without_brackets(text: &str) -> Vec<String> {
    let bare = text.replace(['[', ']'], " ");
    bare.lines().map(|line| line.trim_matches([' ', ',']).to_owned()).collect()
}

/// Every value of a text of JSON: one value, several with or without commas, or strings in single quotes. `None` where it
/// is no JSON.
#[must_use]
pub fn json_values(text: &str) -> Option<Vec<Value>> {
    let all = text.trim().trim_end_matches(',');
    serde_json::from_str(&format!("[{all}]"))
        .ok()
        .or_else(|| serde_json::from_str(&format!("[{}]", all.replace('\'', "\""))).ok())
        .or_else(|| serde_json::Deserializer::from_str(all).into_iter().collect::<Result<_, _>>().ok())
}

/// The token that a JSON value stands for: null is an empty cell. `None` where it is no scalar.
#[must_use]
pub fn json_token(value: &Value) -> Option<String> {
    match value {
        Value::Null => Some(Symbol::EMPTY.to_string()),
        Value::Number(number) => Some(number.to_string()),
        Value::String(text) => Some(text.trim().to_owned()),
        Value::Bool(_) | Value::Array(_) | Value::Object(_) => None,
    }
}
