//! A file of JSON lines that a long batch goes on from.

use super::exit::{Exit, Failure};
use crate::store;
use serde_json::Value;
use std::collections::HashMap;
use std::fs::{File, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};

/// The lines that a file has, and the place where further ones go.
pub(super) struct Resume {
    path: PathBuf,
    done: HashMap<usize, Value>,
    /// Where lines are appended; none where standard output goes into the same file.
    file: Option<File>,
}

impl Resume {
    /// Reads what is done. A last line that was cut short by the end of an earlier run is dropped.
    pub(super) fn open(path: &Path, game: &str) -> Result<Self, Failure> {
        let text = if path.exists() { store::read_text(path)? } else { String::new() };
        let whole = text.rfind('\n').map_or("", |end| &text[..=end]);
        let mut done = HashMap::new();
        for (number, line) in whole.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
            let place = format!("{}:{}", path.display(), number + 1);
            let value: Value = serde_json::from_str(line).map_err(|e| {
                Failure::bad_input(format!("{place}: no line of JSON that solve wrote ({e}); remove it"))
            })?;
            let index = value["index"].as_u64().and_then(|index| usize::try_from(index).ok());
            match index.filter(|_| value["game"] == game) {
                Some(index) => done.insert(index, value),
                None => return Err(Failure::bad_input(format!("{place}: no solution of {game}; name another file"))),
            };
        }
        let same = is_standard_output(path);
        if whole.len() != text.len() && !same {
            store::write(path, whole.as_bytes())?;
        }
        let refused = |e| Failure::bad_input(format!("{}: cannot be written: {e}", path.display()));
        let append = || OpenOptions::new().create(true).append(true).open(path).map_err(refused);
        let file = if same { None } else { Some(append()?) };
        Ok(Self { path: path.to_owned(), done, file })
    }

    /// The exit status of a board that is done, or nothing where it is not.
    ///
    /// # Errors
    /// The line is of another board.
    pub(super) fn exit_of(&self, index: usize, board: Option<&Value>) -> Result<Option<Exit>, Failure> {
        let Some(line) = self.done.get(&index) else { return Ok(None) };
        if line.get("board") != board {
            return Err(Failure::bad_input(format!(
                "{}: its line with index {index} is of another board than the board file's; name another file",
                self.path.display()
            )));
        }
        let exit = match line["outcome"].as_str() {
            Some("invalid") => Exit::BadInput,
            Some("unsolvable" | "unknown") => Exit::NotFull,
            _ => Exit::Done,
        };
        Ok(Some(exit))
    }

    /// Appends a line.
    pub(super) fn append(&mut self, line: &str) -> Result<(), Failure> {
        let Some(file) = &mut self.file else { return Ok(()) };
        writeln!(file, "{line}")
            .and_then(|()| file.flush())
            .map_err(|e| Failure::world(format!("{}: cannot be written: {e}", self.path.display())))
    }
}

/// Whether standard output is redirected into this very file, so that each line must be written once.
#[cfg(unix)]
fn is_standard_output(path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    let (Ok(file), Ok(output)) = (std::fs::metadata(path), std::fs::metadata("/dev/stdout")) else { return false };
    (file.dev(), file.ino()) == (output.dev(), output.ino())
}

/// Whether standard output is redirected into this very file: not known here.
#[cfg(not(unix))]
fn is_standard_output(_path: &Path) -> bool {
    false
}
