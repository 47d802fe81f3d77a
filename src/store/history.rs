//! The games that were played on this machine, one JSON object a line, in the user's folder for such files.

use super::{StoreError, read_text};
use crate::session::Outcome;
use serde::{Deserialize, Serialize};
use std::fs::{self, File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// One game that was played, to its end or not.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlayedGame {
    /// When it ended: date and time of day in UTC, as in `2026-03-01T18:30:05Z`.
    pub ended: String,
    /// The game's name, as on the command line.
    pub game: String,
    /// The calibration's name.
    pub calibration: String,
    /// How it ended.
    pub outcome: Outcome,
    /// Score of the first full plan.
    pub promised: i64,
    /// Score.
    pub score: i64,
    /// Tiles left, or boxes off their goals.
    pub left: usize,
    /// Moves made.
    pub moves: usize,
    /// Seconds from the first reading of its board to its end.
    pub seconds: f64,
}

/// A line of the history that is no game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unreadable {
    /// Its number in the file, counted from 1.
    pub line: usize,
    /// Why it cannot be read.
    pub why: String,
}

/// Where the history of this user lies: on Linux `$XDG_STATE_HOME/tilepilot/history.jsonl`, else among the user's local
/// data. Nothing where the system names no such folder.
#[must_use]
pub fn file() -> Option<PathBuf> {
    let dirs = directories::BaseDirs::new()?;
    let folder = dirs.state_dir().unwrap_or_else(|| dirs.data_local_dir());
    Some(folder.join("tilepilot").join("history.jsonl"))
}

/// Adds a game to the file, which is made if it is not there: its line is there as a whole afterwards, or not at all.
///
/// # Errors
/// [`StoreError::Io`]; the file is then as before.
pub fn append(path: &Path, game: &PlayedGame) -> Result<(), StoreError> {
    let refused = |source| StoreError::Io { path: path.to_owned(), verb: "add a game to it", source };
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder).map_err(refused)?;
    }
    let line = serde_json::to_string(game).map_err(|error| refused(error.into()))?;
    let mut file = OpenOptions::new().create(true).read(true).append(true).open(path).map_err(refused)?;
    // Bots on two displays may end a game at once.
    file.lock().map_err(refused)?;
    let length = file.seek(SeekFrom::End(0)).map_err(refused)?;
    let added = ends_a_line(&mut file, length).and_then(|is_whole| {
        let before = if is_whole { "" } else { "\n" };
        file.write_all(format!("{before}{line}\n").as_bytes())
    });
    added.map_err(|error| {
        // A disk that ran full may have taken a part of the line; where even that cannot be undone, reading skips it.
        let _ = file.set_len(length);
        refused(error)
    })
}

/// Whether the file ends with a whole line. One that another program left off is closed by the next line.
fn ends_a_line(file: &mut File, length: u64) -> io::Result<bool> {
    if length == 0 {
        return Ok(true);
    }
    let mut last = [0];
    file.seek(SeekFrom::End(-1))?;
    file.read_exact(&mut last)?;
    Ok(last == *b"\n")
}

/// The games of a file in its order, and the lines that are none. Where there is no file there were no games.
///
/// # Errors
/// [`StoreError::Io`] where the file cannot be read.
pub fn read(path: &Path) -> Result<(Vec<PlayedGame>, Vec<Unreadable>), StoreError> {
    if !path.exists() {
        return Ok((Vec::new(), Vec::new()));
    }
    let (mut games, mut unreadable) = (Vec::new(), Vec::new());
    for (index, line) in read_text(path)?.lines().enumerate() {
        if line.trim().is_empty() {
            continue;
        }
        match serde_json::from_str(line) {
            Ok(game) => games.push(game),
            Err(error) => unreadable.push(Unreadable { line: index + 1, why: error.to_string() }),
        }
    }
    Ok((games, unreadable))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn played(score: i64) -> PlayedGame {
        PlayedGame {
            ended: "2026-03-01T18:30:05Z".to_owned(),
            game: "samegame".to_owned(),
            calibration: "swell-foop".to_owned(),
            outcome: Outcome::Cleared,
            promised: 3008,
            score,
            left: 0,
            moves: 27,
            seconds: 14.7,
        }
    }

    #[test]
    fn games_are_read_in_the_order_in_which_they_were_added() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("deeper").join("history.jsonl");
        assert_eq!(read(&path).unwrap(), (Vec::new(), Vec::new()));
        append(&path, &played(1)).unwrap();
        append(&path, &played(2)).unwrap();
        assert_eq!(read(&path).unwrap(), (vec![played(1), played(2)], Vec::new()));
    }

    #[test]
    fn a_line_that_was_left_off_spoils_neither_the_one_before_nor_the_one_after() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("history.jsonl");
        append(&path, &played(1)).unwrap();
        let whole = fs::read(&path).unwrap();
        fs::write(&path, [&whole[..], &whole[..20]].concat()).unwrap();
        append(&path, &played(2)).unwrap();
        let (games, unreadable) = read(&path).unwrap();
        assert_eq!(games, [played(1), played(2)]);
        assert_eq!(unreadable.iter().map(|u| u.line).collect::<Vec<_>>(), [2]);
    }
}
