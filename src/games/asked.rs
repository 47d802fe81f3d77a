//! What the flags and rules files of several games have in common.

use toml::de::DeValue;

/// Flags of a game that has none.
#[derive(Clone, Debug, Default, clap::Args)]
#[group(skip)]
pub struct NoFlags {}

/// Columns and rows of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BoardSize {
    /// Number of columns.
    pub cols: usize,
    /// Number of rows.
    pub rows: usize,
}

impl BoardSize {
    /// Reads columns and rows; `example` stands in the message.
    pub(super) fn parse(text: &str, example: &str) -> Result<Self, String> {
        let parts = text.split_once(['x', 'X']);
        let number = |part: &str| part.trim().parse::<usize>().ok().filter(|n| *n > 0);
        match parts.and_then(|(cols, rows)| Some((number(cols)?, number(rows)?))) {
            Some((cols, rows)) => Ok(Self { cols, rows }),
            None => Err(format!("expected columns x rows, such as {example}")),
        }
    }
}

/// What a value of a rules file is, in words.
pub(super) fn kind(value: &DeValue<'_>) -> &'static str {
    match value {
        DeValue::String(_) => "a text",
        DeValue::Integer(_) => "a whole number",
        DeValue::Float(_) => "a number with a fraction",
        DeValue::Boolean(_) => "true or false",
        DeValue::Datetime(_) => "a date",
        DeValue::Array(_) => "a list",
        DeValue::Table(_) => "a table",
    }
}
