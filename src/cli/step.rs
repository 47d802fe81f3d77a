//! `play --step`: asks at the terminal before each move.

use super::exit::Failure;
use std::io::{BufRead, IsTerminal, Write};
use std::sync::mpsc::{Receiver, TryRecvError, channel};

/// Asks for moves, one question at a time.
pub(super) struct Asker {
    /// Lines that a person has typed.
    lines: Receiver<String>,
    /// The move whose question stands on the terminal.
    asked: Option<usize>,
    /// Whether the rest of the run was granted.
    all: bool,
}

/// What a line of a person means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Answer {
    Make,
    MakeAll,
    Stop,
}

impl Asker {
    /// Asks on standard error and hears on standard input.
    ///
    /// # Errors
    /// Standard input is no terminal, so that nobody could answer.
    pub(super) fn at_terminal() -> Result<Self, Failure> {
        if !std::io::stdin().is_terminal() {
            return Err(Failure::bad_input(
                "--step asks before each move, and standard input is no terminal where somebody could answer: run it in a \
                 terminal, or leave --step out",
            ));
        }
        let (tell, lines) = channel();
        // Reading waits for a person; the bot has to see Ctrl-C meanwhile. The thread ends with the process.
        std::thread::spawn(move || {
            for line in std::io::stdin().lock().lines() {
                let Ok(line) = line else { return };
                if tell.send(line).is_err() {
                    return;
                }
            }
        });
        Ok(Self::hearing(lines))
    }

    fn hearing(lines: Receiver<String>) -> Self {
        Self { lines, asked: None, all: false }
    }

    /// Whether the move of that number may be made: nothing until a person has said so.
    pub(super) fn ask(&mut self, number: usize, what: &str, gain: i64) -> Option<bool> {
        if self.all {
            return Some(true);
        }
        if self.asked != Some(number) {
            self.put(&format!("move {number}: {what} ({gain:+})? Enter makes it, a makes all that follow, q stops "));
            self.asked = Some(number);
        }
        let line = match self.lines.try_recv() {
            Ok(line) => line,
            Err(TryRecvError::Empty) => return None,
            // Nobody is there any more.
            Err(TryRecvError::Disconnected) => return Some(false),
        };
        let Some(answer) = meant(&line) else {
            self.put("Enter or y makes the move, a makes all that follow, q stops ");
            return None;
        };
        self.asked = None;
        self.all = answer == Answer::MakeAll;
        Some(answer != Answer::Stop)
    }

    fn put(&self, question: &str) {
        let mut to = std::io::stderr().lock();
        // A terminal that is gone answers no more either, which is seen when its line is awaited.
        let _ = write!(to, "{question}");
        let _ = to.flush();
    }
}

fn meant(line: &str) -> Option<Answer> {
    match line.trim().to_lowercase().as_str() {
        "" | "y" | "yes" => Some(Answer::Make),
        "a" | "all" => Some(Answer::MakeAll),
        "q" | "quit" | "n" | "no" => Some(Answer::Stop),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_move_waits_for_its_answer_and_all_grants_the_rest() {
        let (person, lines) = channel();
        let mut asker = Asker::hearing(lines);
        assert_eq!(asker.ask(1, "r0c0", 20), None);
        person.send("what?".to_owned()).unwrap();
        assert_eq!(asker.ask(1, "r0c0", 20), None);
        person.send(String::new()).unwrap();
        assert_eq!(asker.ask(1, "r0c0", 20), Some(true));
        assert_eq!(asker.ask(2, "r1c0", 20), None);
        person.send("a".to_owned()).unwrap();
        assert_eq!(asker.ask(2, "r1c0", 20), Some(true));
        assert_eq!(asker.ask(3, "r2c0", 20), Some(true));
    }

    #[test]
    fn q_and_a_terminal_that_is_gone_stop() {
        let (person, lines) = channel();
        let mut asker = Asker::hearing(lines);
        person.send("q".to_owned()).unwrap();
        assert_eq!(asker.ask(1, "r0c0", 20), Some(false));
        drop(person);
        assert_eq!(asker.ask(1, "r0c0", 20), Some(false));
    }
}
