//! The editor: a level is made from its end backward, so that it is solvable.

mod draft;

use super::controls::{self, Action, arrow};
use super::overlay::counted;
use super::presses::Presses;
use super::skin::{Ground, Piece, Skin};
use super::stage::{Stage, Tone};
use crate::games::sokoban::Board;
use crate::geometry::{Lattice, Point, Rect};
use crate::gesture::{Key, KeyName, MouseButton};
use crate::grid::Grid;
use crate::scene::overlay::Button;
use crate::scene::{Input, Scene};
use draft::{Act, Draft};
use image::RgbImage;
use std::fmt::Write as _;
use std::time::Duration;

/// What an input can change of picture and truth.
#[derive(PartialEq)]
struct Shown {
    draft: Draft,
    presses: Presses,
    armed: Option<Action>,
    note: Option<(Tone, String)>,
}

/// The editor of a level.
#[derive(Clone, Debug)]
pub struct EditorScene {
    stage: Stage,
    draft: Draft,
    /// What undo leads back to, the last one first undone.
    past: Vec<Draft>,
    presses: Presses,
    /// What the last input was answered with.
    note: Option<(Tone, String)>,
    /// The text that is to be written to the file.
    pending: Option<String>,
    saved: u32,
    pointer: Option<Point>,
    armed: Option<Action>,
}

impl EditorScene {
    /// An editor with a level whose boxes all stand on the goals.
    #[must_use]
    pub fn new(level: &Board, skin: Skin) -> Self {
        let draft = Draft::new(level);
        Self {
            stage: Stage::new(skin, ground(&draft)),
            draft,
            past: Vec::new(),
            presses: Presses::default(),
            note: None,
            pending: None,
            saved: 0,
            pointer: None,
            armed: None,
        }
    }

    /// Where the level lies in the picture.
    #[must_use]
    pub fn lattice(&self) -> Lattice {
        self.stage.layout.lattice
    }

    /// Label and place, in pixels of the picture, of each button.
    #[must_use]
    pub fn buttons(&self) -> Vec<(&'static str, Rect)> {
        self.all_buttons().into_iter().map(|button| (button.action.label(), button.rect)).collect()
    }

    /// Presses and keys so far.
    #[must_use]
    pub fn presses(&self) -> Presses {
        self.presses
    }

    /// What the editor says to the last input, if anything.
    #[must_use]
    pub fn note(&self) -> Option<&str> {
        self.note.as_ref().map(|(_, words)| words.as_str())
    }

    fn all_buttons(&self) -> Vec<Button<Action>> {
        controls::footer(&self.stage.layout, &[Action::Undo, Action::Restart, Action::Save])
    }

    fn button_under_pointer(&self) -> Option<Action> {
        let p = self.pointer?;
        self.all_buttons().into_iter().find(|button| button.rect.contains(p)).map(|button| button.action)
    }

    fn shown(&self) -> Shown {
        Shown { draft: self.draft.clone(), presses: self.presses, armed: self.armed, note: self.note.clone() }
    }

    /// Changes the draft, so that it can be undone, or says why not.
    fn change(&mut self, change: impl FnOnce(&mut Draft) -> Result<(), &'static str>) {
        let before = self.draft.clone();
        match change(&mut self.draft) {
            Ok(()) if self.draft != before => {
                self.past.push(before);
                self.stage.set_ground(ground(&self.draft));
            }
            Ok(()) => {}
            Err(why) => self.note = Some((Tone::Warning, why.to_owned())),
        }
    }

    fn key(&mut self, key: Key) {
        self.presses.keys += 1;
        self.note = None;
        if key.alt {
            return;
        }
        match key.name {
            KeyName::Char('s') => self.perform(Action::Save),
            KeyName::Char('z') if key.ctrl => self.perform(Action::Undo),
            KeyName::Char('u') | KeyName::Backspace if !key.ctrl => self.perform(Action::Undo),
            KeyName::Char('r') if !key.ctrl => self.perform(Action::Restart),
            _ => {
                if let Some(step) = arrow(key).filter(|_| !key.ctrl) {
                    self.change(|draft| draft.act(Act { step, pulls: key.shift }));
                }
            }
        }
    }

    fn press(&mut self, button: MouseButton) {
        self.note = None;
        let cell = self.pointer.and_then(|p| self.stage.layout.lattice.cell_at(p));
        if let Some(action) = self.button_under_pointer().filter(|_| button == MouseButton::Left) {
            self.presses.buttons += 1;
            self.armed = Some(action);
        } else if let Some(cell) = cell {
            self.presses.cells += 1;
            self.change(|draft| match button {
                MouseButton::Left => draft.toggle_wall(cell),
                MouseButton::Right => draft.toggle_goal(cell),
                MouseButton::Middle => draft.put_player(cell),
            });
        } else {
            self.presses.stray += 1;
        }
    }

    fn release(&mut self) {
        if let Some(armed) = self.armed.take()
            && self.button_under_pointer() == Some(armed)
        {
            self.perform(armed);
        }
    }

    fn perform(&mut self, action: Action) {
        match action {
            Action::Undo => {
                if let Some(before) = self.past.pop() {
                    self.draft = before;
                    self.stage.set_ground(ground(&self.draft));
                }
            }
            Action::Restart => self.change(|draft| {
                draft.restart();
                Ok(())
            }),
            Action::Save => self.save(),
            Action::Hint | Action::NextLevel | Action::NewGame | Action::Quit => {}
        }
    }

    fn save(&mut self) {
        match self.draft.level() {
            Ok(level) => {
                let (boxes, pulls) = (self.draft.boxes().0, self.draft.counts().1);
                let made = format!("{}, {}", counted(boxes, "box", "boxes"), counted(pulls, "pull", "pulls"));
                self.pending = Some(format!("; {made}\n{level}\n"));
            }
            Err(why) => self.note = Some((Tone::Warning, format!("not saved: {why}"))),
        }
    }

    /// What is said where the last input was answered with nothing.
    fn standing(&self) -> (Tone, String) {
        let (_, pulls) = self.draft.counts();
        if self.draft.boxes().1 > 0 {
            return (Tone::Good, format!("solvable: made by {}", counted(pulls, "pull", "pulls")));
        }
        (Tone::Plain, "Shift+arrow pulls · click: wall · right click: goal and box".to_owned())
    }
}

/// What each cell is, whatever stands on it.
fn ground(draft: &Draft) -> Grid<Ground> {
    let inside = draft.inside();
    Grid::from_fn(draft.rows(), draft.cols(), |cell| {
        if draft.is_wall(cell) {
            Ground::Wall
        } else if draft.is_goal(cell) {
            Ground::Goal
        } else if inside[cell] {
            Ground::Floor
        } else {
            Ground::Outside
        }
    })
}

impl Scene for EditorScene {
    fn title(&self) -> String {
        "Sokoban practice".to_owned()
    }

    fn size(&self) -> (u32, u32) {
        self.stage.layout.size
    }

    fn set_scale(&mut self, scale: f64) {
        if (scale - self.stage.layout.scale).abs() > 1e-9 {
            self.stage.set_scale(scale);
            self.pointer = None;
            self.armed = None;
        }
    }

    fn input(&mut self, input: Input, _now: Duration) -> bool {
        let before = self.shown();
        match input {
            Input::Moved(at) => self.pointer = Some(at),
            Input::Left => self.pointer = None,
            Input::Pressed(button) => self.press(button),
            Input::Released(MouseButton::Left) => self.release(),
            Input::Released(_) => {}
            Input::Key(key) => self.key(key),
        }
        self.shown() != before
    }

    fn draw(&mut self, _now: Duration) -> RgbImage {
        let mut canvas = self.stage.canvas();
        let (boxes, off) = self.draft.boxes();
        let (steps, pulls) = self.draft.counts();
        let parts = [("BOXES", boxes), ("OFF GOALS", off), ("STEPS", steps), ("PULLS", pulls)];
        self.stage.header(&mut canvas, &parts.map(|(name, value)| (name, value.to_string())));
        let (tone, words) = self.note.clone().unwrap_or_else(|| self.standing());
        self.stage.note(&mut canvas, tone, &words);
        for cell in self.draft.cells().filter(|&cell| self.draft.is_box(cell)) {
            let kind = if self.draft.is_goal(cell) { Piece::BoxOnGoal } else { Piece::Box };
            self.stage.piece(&mut canvas, kind, (cell.row as f64, cell.col as f64));
        }
        let player = self.draft.player();
        self.stage.piece(&mut canvas, Piece::Player, (player.row as f64, player.col as f64));
        self.stage.buttons(&mut canvas, &self.all_buttons(), self.armed);
        canvas
    }

    fn is_animating(&self, _now: Duration) -> bool {
        false
    }

    fn truth(&self, _now: Duration) -> String {
        let ((steps, pulls), (_, off)) = (self.draft.counts(), self.draft.boxes());
        let mut text = format!(
            "; move {steps} settled true level 1 pushes 0 left {off} presses {} stray {} ignored 0 keys {} phase editing \
             game 1 pulls {pulls} saved {}\n",
            self.presses.total(),
            self.presses.stray,
            self.presses.keys,
            self.saved,
        );
        let inside = self.draft.inside();
        for row in 0..self.draft.rows() {
            for col in 0..self.draft.cols() {
                let cell = crate::grid::Cell::new(row, col);
                let stands = (self.draft.is_goal(cell), self.draft.is_box(cell), self.draft.player() == cell);
                text.push(super::levels::character(self.draft.is_wall(cell), stands, inside[cell]));
            }
            let _written = writeln!(text);
        }
        text
    }

    fn to_save(&mut self) -> Option<String> {
        self.pending.take()
    }

    fn saved(&mut self, outcome: Result<(), String>, _now: Duration) {
        self.note = Some(match outcome {
            Ok(()) => {
                self.saved += 1;
                (Tone::Good, format!("saved: solvable, made by {}", counted(self.draft.counts().1, "pull", "pulls")))
            }
            Err(why) => (Tone::Warning, format!("not saved: {why}")),
        });
    }

    fn wants_to_close(&self) -> bool {
        false
    }
}
