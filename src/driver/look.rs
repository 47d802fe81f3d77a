//! Looks at the window, or at a dialog that its program has put over it.

use super::{Driver, KEPT_FRAMES, Stage};
use crate::desk::guard::{Refused, Target, name_of};
use crate::desk::{Desk, DeskError, WindowId, WindowInfo};
use crate::frame::Frame;
use crate::games::{Game, MoveOf};
use crate::geometry::Rect;
use crate::session::{Event, Refusal, WindowState};
use std::time::Instant;

impl<G: Game, D: Desk> Driver<'_, G, D> {
    /// Parks the pointer and takes a picture, if nothing stands in front of the board. Where dialogs are looked for, one that
    /// the same program has in front of its window is taken instead.
    pub(super) fn look(&mut self, board: Option<Rect>, dialogs: bool) -> Event<MoveOf<G>> {
        let Some(id) = self.window else { return Event::Window(WindowState::Missing("no window was found".into())) };
        self.dialog = None;
        if let (Some(target), Some(board)) = (self.target.clone(), board) {
            if let Err(refused) = self.guard.park(&target, &board) {
                return self.refused(refused);
            }
            if dialogs {
                if let Some((frame, dialog)) = self.dialog_of(target.window) {
                    self.dialog = Some(target_of(&frame, dialog));
                    return Event::Frame(frame);
                }
                // A window that moved is told first, so that its picture is not taken for a dialog's.
                if let Some(rect) = self.rect_of(target.window).filter(|rect| *rect != target.rect) {
                    self.target = Some(Target { rect, ..target });
                    return self.locate();
                }
            }
            if let Some(refusal) = self.what_hides(&target, &board) {
                return self.refused(refusal);
            }
        }
        let started = Instant::now();
        let captured = self.guard.desk().capture(id);
        self.timings.add(Stage::Capture, started.elapsed());
        match captured {
            Ok(frame) => {
                self.target = Some(target_of(&frame, id));
                if self.frames.len() == KEPT_FRAMES {
                    self.frames.pop_front();
                }
                self.frames.push_back(frame.clone());
                Event::Frame(frame)
            }
            // A window that cannot be captured may only be minimised: the window list knows.
            Err(DeskError::WindowGone(why)) => match self.locate() {
                Event::Window(WindowState::Found { .. }) => Event::Refused(Refusal::Withheld(why)),
                other => other,
            },
            Err(error) => self.refused(error.into()),
        }
    }

    /// A picture of a window that the program of `window` has opened in front of it.
    fn dialog_of(&mut self, window: WindowId) -> Option<(Frame, WindowId)> {
        let windows = self.guard.desk().windows().ok()?;
        let own = windows.iter().find(|w| w.id == window)?;
        let in_front = windows.iter().take_while(|w| w.id != window).filter(|w| !w.minimised);
        let dialog = in_front.into_iter().find(|w| is_of_same_program(w, own))?;
        Some((self.guard.desk().capture(dialog.id).ok()?, dialog.id))
    }

    /// Where a window is now.
    fn rect_of(&mut self, window: WindowId) -> Option<Rect> {
        let windows = self.guard.desk().windows().ok()?;
        windows.iter().find(|w| w.id == window).map(|w| w.rect)
    }

    /// What keeps the board from being seen: a covered part is captured as black, without an error.
    fn what_hides(&mut self, target: &Target, board: &Rect) -> Option<Refused> {
        let windows = match self.guard.desk().windows() {
            Ok(windows) => windows,
            Err(error) => return Some(error.into()),
        };
        let Some(own) = windows.iter().find(|w| w.id == target.window) else {
            return Some(Refused::WindowGone("it was closed".to_owned()));
        };
        if own.minimised {
            return Some(Refused::Minimised);
        }
        let (sx, sy) = (
            f64::from(target.picture.0) / target.rect.width.max(1.0),
            f64::from(target.picture.1) / target.rect.height.max(1.0),
        );
        let on_desktop =
            Rect::new(own.rect.x + board.x / sx, own.rect.y + board.y / sy, board.width / sx, board.height / sy);
        let mut in_front = windows.iter().take_while(|w| w.id != target.window).filter(|w| !w.minimised);
        let covering = in_front.find(|w| w.rect.intersection(&on_desktop).is_some())?;
        Some(Refused::Covered { by: name_of(covering) })
    }
}

/// The window that a picture was taken of, as the guard needs it.
fn target_of(frame: &Frame, window: WindowId) -> Target {
    Target { window, rect: frame.window, picture: frame.pixels.dimensions() }
}

/// Whether a window belongs to the process of another one and lies over it. Where the system says of neither which
/// process that is, as with old programs of X, both have to be of the same application.
fn is_of_same_program(dialog: &WindowInfo, window: &WindowInfo) -> bool {
    let is_same = match (dialog.pid, window.pid) {
        (0, 0) => !dialog.app.is_empty() && dialog.app == window.app,
        (one, other) => one == other,
    };
    is_same && dialog.rect.intersection(&window.rect).is_some()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_dialog_is_told_by_its_process_else_by_its_application_and_lies_over_the_window() {
        let window = |pid, app: &str, x| WindowInfo {
            id: 1,
            title: String::new(),
            app: app.to_owned(),
            pid,
            rect: Rect::new(x, 0.0, 100.0, 80.0),
            minimised: false,
        };
        for (dialog, game, is_same) in [
            (window(7, "a", 10.0), window(7, "b", 0.0), true),
            (window(7, "a", 10.0), window(8, "a", 0.0), false),
            (window(7, "a", 100.0), window(7, "a", 0.0), false),
            (window(0, "a", 10.0), window(0, "a", 0.0), true),
            (window(0, "a", 10.0), window(0, "b", 0.0), false),
            (window(0, "a", 10.0), window(7, "a", 0.0), false),
            (window(7, "a", 10.0), window(0, "a", 0.0), false),
            (window(0, "", 10.0), window(0, "", 0.0), false),
        ] {
            assert_eq!(is_of_same_program(&dialog, &game), is_same, "{dialog:?} over {game:?}");
        }
    }
}
