//! What is wrong in a calibration file, with the places that show it.

use miette::{Diagnostic, NamedSource, SourceSpan};
use std::fmt;
use std::ops::Range;

/// Everything that is wrong in one calibration file.
#[derive(Debug, Diagnostic)]
pub struct CalibrationProblems {
    file: String,
    #[source_code]
    text: NamedSource<String>,
    #[related]
    problems: Vec<CalibrationProblem>,
}

/// One thing that is wrong.
#[derive(Clone, Debug, Diagnostic)]
pub struct CalibrationProblem {
    message: String,
    line: usize,
    column: usize,
    shown: String,
    #[label("here")]
    span: Option<SourceSpan>,
    #[help]
    help: Option<String>,
}

impl CalibrationProblems {
    /// The problems, in the file's order.
    #[must_use]
    pub fn problems(&self) -> &[CalibrationProblem] {
        &self.problems
    }
}

impl CalibrationProblem {
    /// What is wrong, without its place.
    #[must_use]
    pub fn message(&self) -> &str {
        &self.message
    }

    /// Line and column in the file, both counted from 1.
    #[must_use]
    pub fn place(&self) -> (usize, usize) {
        (self.line, self.column)
    }
}

impl std::error::Error for CalibrationProblems {}
impl std::error::Error for CalibrationProblem {}

impl fmt::Display for CalibrationProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl fmt::Display for CalibrationProblems {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, problem) in self.problems.iter().enumerate() {
            if i > 0 {
                writeln!(f)?;
            }
            write!(f, "{}:{}:{}: {}", self.file, problem.line, problem.column, problem.message)?;
            if !problem.shown.is_empty() {
                write!(f, "\n    {}", problem.shown)?;
            }
            if let Some(help) = &problem.help {
                write!(f, "\n    {help}")?;
            }
        }
        Ok(())
    }
}

/// Gathers problems while a file is read.
pub(super) struct Gathered<'t> {
    text: &'t str,
    problems: Vec<CalibrationProblem>,
}

impl<'t> Gathered<'t> {
    pub(super) fn new(text: &'t str) -> Self {
        Self { text, problems: Vec::new() }
    }

    /// Notes a problem at a range of bytes of the text.
    pub(super) fn add(&mut self, span: Range<usize>, message: impl Into<String>, help: Option<String>) {
        let mut start = span.start.min(self.text.len());
        while !self.text.is_char_boundary(start) {
            start -= 1;
        }
        let before = &self.text[..start];
        let line_start = before.rfind('\n').map_or(0, |at| at + 1);
        let shown = self.text[line_start..].lines().next().unwrap_or_default().trim_end().to_owned();
        let length = span.end.min(self.text.len()).saturating_sub(start).min(shown.len().max(1));
        self.problems.push(CalibrationProblem {
            message: message.into(),
            line: before.matches('\n').count() + 1,
            column: before[line_start..].chars().count() + 1,
            shown,
            span: Some(SourceSpan::from((start, length))),
            help,
        });
    }

    /// The value if nothing is wrong, else everything that is.
    pub(super) fn finish<T>(self, file: &str, value: Option<T>) -> Result<T, CalibrationProblems> {
        match value {
            Some(value) if self.problems.is_empty() => Ok(value),
            _ => {
                let mut problems = self.problems;
                problems.sort_by_key(|p| (p.line, p.column));
                let text = NamedSource::new(file, self.text.to_owned()).with_language("toml");
                Err(CalibrationProblems { file: file.to_owned(), text, problems })
            }
        }
    }
}
