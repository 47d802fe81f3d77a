//! Where the levels stand in a file of levels, and what they are called.
//!
//! The collections that people hand around (`.sok`, `.xsb`, `.txt`) agree on little but the drawings: titles are comments
//! (`; 12`), lines of their own (`Level 12`), or headers (`Title: …`), which stand before the drawings in some files and
//! after them in others.

use crate::grid::Block;

/// Headers that hold a title.
const TITLE_KEYS: &[&str] = &["title", "name", "level", "maze"];

/// A line of a file that belongs to no drawing.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Note {
    /// The value of a header that holds a title.
    Title(String),
    /// Another header.
    Header,
    /// What stands after a `;`.
    Comment(String),
    /// A line of text.
    Text(String),
}

/// The drawings of a file with their titles.
pub(super) fn blocks(text: &str) -> Vec<Block> {
    let (mut drawings, notes) = split(text);
    // Where a title stands after the last drawing, titles stand after all of them.
    let is_title = |note: &Note| matches!(note, Note::Title(_));
    let after = notes.last().is_some_and(|last| last.iter().any(is_title));
    let titled = notes.iter().filter(|notes| notes.iter().any(is_title)).count();
    for (index, drawing) in drawings.iter_mut().enumerate() {
        let own = notes.get(index + usize::from(after)).map_or(&[][..], Vec::as_slice);
        // One title at the start of a file of many levels is the file's.
        let is_of_file = !after && index == 0 && titled == 1 && notes.len() > 2 && notes[0].len() > 1;
        let titles = own.iter().rev().filter_map(|note| match note {
            Note::Title(title) if !is_of_file => Some(title),
            _ => None,
        });
        drawing.title = titles.cloned().next().or_else(|| before(&notes[index], after));
    }
    drawings
}

/// The title that the lines before a drawing give it: the last comment, else the last line of text.
fn before(notes: &[Note], after: bool) -> Option<String> {
    let comment = notes.iter().rev().find_map(|note| match note {
        Note::Comment(text) => Some(text.clone()),
        _ => None,
    });
    // Text among the headers that follow a drawing belongs to them.
    let headers = notes.iter().rposition(|note| matches!(note, Note::Title(_) | Note::Header)).map_or(0, |at| at + 1);
    let own = if after { &notes[headers..] } else { notes };
    comment.or_else(|| {
        own.iter().rev().find_map(|note| match note {
            Note::Text(text) => Some(text.clone()),
            _ => None,
        })
    })
}

/// The drawings of a file, and the lines before each of them and after the last one.
fn split(text: &str) -> (Vec<Block>, Vec<Vec<Note>>) {
    let mut drawings: Vec<Block> = Vec::new();
    let mut notes: Vec<Vec<Note>> = vec![Vec::new()];
    let mut open: Option<Block> = None;
    let mut in_solution = false;
    for (number, line) in text.trim_start_matches('\u{feff}').lines().enumerate() {
        let line = line.trim_end();
        if is_row(line) || open.is_some() && is_row_of_floor(line) {
            in_solution = false;
            open.get_or_insert_with(|| Block { title: None, lines: Vec::new(), first_line: number + 1 })
                .lines
                .push(line.to_owned());
            continue;
        }
        close(&mut open, &mut drawings, &mut notes);
        let last = notes.len() - 1;
        in_solution &= !line.is_empty();
        if in_solution || line.is_empty() {
            continue;
        }
        let note = note(line);
        in_solution = note == Some(Note::Header) && line.to_ascii_lowercase().starts_with("solution");
        notes[last].extend(note);
    }
    close(&mut open, &mut drawings, &mut notes);
    (drawings, notes)
}

/// Ends a drawing. Lines without a wall, a box and a player are none.
fn close(open: &mut Option<Block>, drawings: &mut Vec<Block>, notes: &mut Vec<Vec<Note>>) {
    if let Some(block) = open.take()
        && block.lines.iter().any(|line| line.contains(['#', '@', '$', '*', '+']))
    {
        drawings.push(block);
        notes.push(Vec::new());
    }
}

/// What a line that is no row says, if anything.
fn note(line: &str) -> Option<Note> {
    let line = line.trim_start();
    if let Some(comment) = line.strip_prefix(';') {
        return Some(Note::Comment(comment.trim().to_owned()));
    }
    if line.starts_with("::") {
        return None;
    }
    if let Some((key, value)) = line.split_once(':') {
        let is_word = |c: char| c.is_ascii_alphanumeric() || matches!(c, ' ' | '-' | '_' | '(' | ')');
        if key.starts_with(|c: char| c.is_ascii_alphabetic()) && key.chars().all(is_word) {
            let value = value.trim();
            let is_title = TITLE_KEYS.iter().any(|title| title.eq_ignore_ascii_case(key.trim())) && !value.is_empty();
            return Some(if is_title { Note::Title(value.to_owned()) } else { Note::Header });
        }
    }
    Some(Note::Text(line.to_owned()))
}

/// Whether a line is drawn: characters of XSB, with run lengths, among them something to see; or floor alone, which must
/// be written to count. A line from wall to wall is one, too, whatever stands in it, so that its faults are told.
fn is_row(line: &str) -> bool {
    let drawn = line.chars().all(|c| is_xsb(c) || c.is_ascii_digit() || c == '|');
    let walled = || line.trim_start().starts_with('#') && line.ends_with('#') && line.trim_start().len() > 2;
    drawn && (line.contains(['#', '@', '$']) || is_blank(line)) || walled()
}

fn is_blank(line: &str) -> bool {
    !line.is_empty() && line.chars().all(|c| matches!(c, ' ' | '-' | '_'))
}

/// Whether a line within a drawing goes on with it.
fn is_row_of_floor(line: &str) -> bool {
    !line.is_empty() && line.chars().all(is_xsb)
}

fn is_xsb(c: char) -> bool {
    matches!(c, '#' | '@' | '+' | '$' | '*' | '.' | ' ' | '-' | '_')
}
