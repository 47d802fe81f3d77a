//! Values of flags that several practice games share.

use super::RulesText;
use crate::games::{Game, RulesOf};

/// Most rows and columns that a window has room for.
const LARGEST: usize = 50;

/// Columns and rows, written `COLSxROWS`.
pub(super) fn size(text: &str) -> Result<(usize, usize), String> {
    let parsed = text.split_once(['x', 'X']).and_then(|(c, r)| Some((c.parse().ok()?, r.parse().ok()?)));
    parsed
        .filter(|&(cols, rows)| (1..=LARGEST).contains(&cols) && (1..=LARGEST).contains(&rows))
        .ok_or_else(|| format!("expected COLSxROWS such as 10x10, each from 1 to {LARGEST}"))
}

/// The rules that are asked for, or all that is wrong with them, a line each.
pub(super) fn rules_of<G: Game>(asked: Option<RulesText<'_>>) -> Result<RulesOf<G>, String> {
    let presets = G::PRESETS;
    match asked.unwrap_or(RulesText::Preset(presets[0])) {
        RulesText::Preset(name) => G::preset(name).ok_or_else(|| {
            format!("--rules {name}: no such rules; there are {}, or a rules file (NAME.toml)", presets.join(", "))
        }),
        RulesText::File { name, text } => G::rules_from_toml(text).map_err(|problems| {
            let line = |at: usize| text.bytes().take(at).filter(|byte| *byte == b'\n').count() + 1;
            let told = problems.into_iter().map(|problem| match problem.span {
                Some(span) => format!("{name}, line {}: {}", line(span.start), problem.message),
                None => format!("{name}: {}", problem.message),
            });
            told.collect::<Vec<_>>().join("\n")
        }),
    }
}
