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
    /// The value of a header that holds a title, and whether it stands right below a drawing.
    Title(String, bool),
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
    // Titles stand after the drawings where one stands after the last of them, or where the first has none before it
    // and one hangs on a drawing.
    let is_title = |note: &Note| matches!(note, Note::Title(..));
    let hangs = |note: &Note| matches!(note, Note::Title(_, true));
    let after = notes.last().is_some_and(|last| last.iter().any(is_title))
        || !notes[0].iter().any(is_title) && notes.iter().flatten().any(hangs);
    let titled = notes.iter().filter(|notes| notes.iter().any(is_title)).count();
    for (index, drawing) in drawings.iter_mut().enumerate() {
        let own = notes.get(index + usize::from(after)).map_or(&[][..], Vec::as_slice);
        // One title at the start of a file of many levels is the file's.
        let is_of_file = !after && index == 0 && titled == 1 && notes.len() > 2 && notes[0].len() > 1;
        let titles = own.iter().rev().filter_map(|note| match note {
            Note::Title(title, _) if !is_of_file => Some(title),
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
    let headers = notes.iter().rposition(|note| matches!(note, Note::Title(..) | Note::Header)).map_or(0, |at| at + 1);
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
        if is_row(line) || open.is_some() && goes_on(line) {
            in_solution = false;
            open.get_or_insert_with(|| Block { title: None, lines: Vec::new(), first_line: number + 1 })
                .lines
                .push(line.to_owned());
            continue;
        }
        let hangs = open.is_some();
        close(&mut open, &mut drawings, &mut notes);
        let last = notes.len() - 1;
        in_solution &= !line.is_empty();
        if in_solution || line.is_empty() {
            continue;
        }
        let note = note(line, hangs);
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

/// What a line that is no row says, if anything. `hangs` says whether it stands right below a drawing.
fn note(line: &str, hangs: bool) -> Option<Note> {
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
            return Some(if is_title { Note::Title(value.to_owned(), hangs) } else { Note::Header });
        }
    }
    Some(Note::Text(line.to_owned()))
}

/// Whether a line can begin a drawing: characters of XSB and run lengths, among them something to see, or floor that is
/// written out. A line from wall to wall is one, too, whatever stands in it, so that its faults are told.
fn is_row(line: &str) -> bool {
    let walled = || line.trim_start().starts_with('#') && line.ends_with('#') && line.trim_start().len() > 2;
    let is_floor = || !line.is_empty() && line.chars().all(|c| matches!(c, ' ' | '-' | '_'));
    is_drawn(line) && !line.ends_with(|c: char| c.is_ascii_digit()) || is_floor() || walled()
}

/// Whether a line within a drawing goes on with it.
fn goes_on(line: &str) -> bool {
    is_drawn(line) || !line.is_empty() && line.chars().all(is_xsb)
}

fn is_drawn(line: &str) -> bool {
    line.contains(['#', '@', '$']) && line.chars().all(|c| is_xsb(c) || c.is_ascii_digit() || c == '|')
}

fn is_xsb(c: char) -> bool {
    matches!(c, '#' | '@' | '+' | '$' | '*' | '.' | ' ' | '-' | '_')
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Titles, first lines and heights of what is found.
    fn found(text: &str) -> Vec<(Option<String>, usize, usize)> {
        blocks(text).into_iter().map(|block| (block.title, block.first_line, block.lines.len())).collect()
    }

    fn check(text: &str, expected: &[(&str, usize, usize)]) {
        let some = |title: &str| (!title.is_empty()).then(|| title.to_owned());
        let expected: Vec<_> = expected.iter().map(|&(title, line, rows)| (some(title), line, rows)).collect();
        assert_eq!(found(text), expected, "{text}");
    }

    #[test]
    fn titles_are_comments() {
        check("; a set\n\n; one\n#@#\n\n; two\n; really two\n#@#\n#-#\n", &[("one", 4, 1), ("really two", 8, 2)]);
        check("; one\r\n\r\n#@#\r\n###\r\n\r\n#@#\r\n", &[("one", 3, 2), ("", 6, 1)]);
        check("\u{feff};one\n#@#", &[("one", 2, 1)]);
    }

    #[test]
    fn titles_are_lines_of_their_own() {
        check("A set\nby me\n\nLevel 1\n\n#@#\n###\n\n2\n#@#\n", &[("Level 1", 6, 2), ("2", 10, 1)]);
        check("1\n#@#\n2\n#@#", &[("1", 2, 1), ("2", 4, 1)]);
        check(":: a remark\n#1\n3#\n-@-\n", &[("#1", 3, 2)]);
        check("Maze: 1\nFile Of: X\n#@#\n*****\nMaze: 2\n#@#\n", &[("1", 3, 2), ("2", 6, 1)]);
    }

    #[test]
    fn titles_are_headers_before_or_after_the_drawings() {
        let before = "Title: One\nAuthor: Me\n\n#@#\n\nTitle: Two\n#@#\n";
        check(before, &[("One", 4, 1), ("Two", 7, 1)]);
        let after = "Set: All\nTitle: The set\n\n#@#\nTitle: One\nAuthor: Me\n\n; 2\n#@#\nTitle: Two\n";
        check(after, &[("One", 4, 1), ("Two", 9, 1)]);
        let mixed = "1\n#@#\nTitle: One\nComment: hard\n\n2\n#@#\nAuthor: Me\n\n3\n#@#\nTitle: Three\n";
        check(mixed, &[("One", 2, 1), ("2", 7, 1), ("Three", 11, 1)]);
        check("Title: The set\nAuthor: Me\n\n; 1\n#@#\n\n; 2\n#@#\n", &[("1", 5, 1), ("2", 8, 1)]);
        check("1\n#@#\nTitle: One\n\n2\n#@#\n\n3\n#@#\n", &[("One", 2, 1), ("2", 6, 1), ("3", 9, 1)]);
        check("Title: Alone\n#@#\n", &[("Alone", 2, 1)]);
    }

    #[test]
    fn solutions_are_no_titles() {
        check("; 1\n#@#\nSolution: 3rU\nuurrDD\nrr\n\n#@#\nSolution\n", &[("1", 2, 1), ("", 7, 1)]);
    }

    #[test]
    fn only_drawings_are_levels() {
        check("Welcome\n------\n\n* a list *\n\n1.5\n...\n\n#@#\n", &[("...", 9, 1)]);
        check("only text\n", &[]);
        check("---\n#@#\n---\n\n", &[("", 1, 3)]);
        check("5#|#@$.#|5#\n", &[("", 1, 1)]);
        check("#####\n#@x #\n#####\n", &[("", 1, 3)]);
    }
}
