//! The picture of the practice game at a moment.

use super::motion::{self, Motion};
use super::stage::Tone;
use super::stuck::looks_stuck;
use super::{SokobanScene, overlay};
use image::RgbImage;
use std::time::Duration;

impl SokobanScene {
    pub(super) fn picture(&mut self, now: Duration) -> RgbImage {
        let mut canvas = self.stage.canvas();
        let board = &self.now.board;
        let boxes = board.boxes().filter(|&cell| board.is_inside(cell)).count();
        let parts = [
            ("LEVEL", self.level.to_string()),
            ("MOVES", self.now.moves.to_string()),
            ("PUSHES", self.now.pushes.to_string()),
            ("ON GOALS", format!("{}/{boxes}", boxes - board.boxes_off_goals())),
        ];
        self.stage.header(&mut canvas, &parts);
        let hint = self.shown_hint(now);
        let moving = self.motion.as_ref().and_then(|motion: &Motion| motion.pieces(now));
        for (kind, place) in moving.unwrap_or_else(|| motion::pieces(board)) {
            self.stage.piece(&mut canvas, kind, place);
        }
        let buttons = self.overlay_buttons(now);
        match hint {
            Some(hint) => match hint.push {
                Some((cell, step)) => self.stage.arrow(&mut canvas, cell, step.delta()),
                None => self.stage.note(&mut canvas, Tone::Warning, "no way was found from here"),
            },
            None if buttons.is_empty() && looks_stuck(&self.now.board) => {
                self.stage.note(&mut canvas, Tone::Warning, "stuck?");
            }
            None => {}
        }
        self.stage.buttons(&mut canvas, &self.footer_buttons(), self.held_button());
        if !buttons.is_empty() {
            let end = (self.phase(now), self.level, &self.now);
            overlay::draw(&mut canvas, &self.stage.layout, end, &buttons, self.pointer);
        }
        canvas
    }
}
