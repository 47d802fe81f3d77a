//! How a search meets one that goes the other way.

use super::super::arena::{Push, ones};
use super::super::expand::flip;
use super::super::field::NONE;
use super::super::meeting::{Meeting, Met};
use super::super::mover::Way;
use super::Fess;

/// What a search has to do with a meeting.
pub(super) struct Attendance<'a> {
    meeting: &'a Meeting,
    notes: bool,
    /// The key of the position that is expanded, and after it those of what its moves lead to.
    keys: Vec<u64>,
    met: Option<Met>,
}

impl<'a> Fess<'a> {
    /// Looks from now on for positions that the other way has been at; one search each way `notes` its own.
    pub(in super::super) fn take_part(&mut self, meeting: &'a Meeting, notes: bool) {
        self.attendance = Some(Attendance { meeting, notes, keys: Vec::new(), met: None });
    }

    /// The position that was met where the last line ended, if it was met and not solved.
    pub(in super::super) fn take_met(&mut self) -> Option<Met> {
        self.attendance.as_mut()?.met.take()
    }

    /// Begins with the position that is expanded, of which this is the hash of the boxes.
    pub(super) fn begin_keys(&mut self, hash: u64, region: u16) {
        self.attendance.iter_mut().for_each(|attendance| attendance.keys.clear());
        self.add_key(hash, region);
    }

    /// Goes on with what its next move leads to.
    pub(super) fn add_key(&mut self, hash: u64, region: u16) {
        if let Some(attendance) = &mut self.attendance {
            attendance.keys.push(self.arena.key(hash, region));
        }
    }

    /// The number of the position at which the other way was met, if it was; `self.moves` are those whose keys were added.
    pub(super) fn meet(&mut self, number: u32) -> Option<u32> {
        let way = self.field.way();
        let attendance = self.attendance.as_ref()?;
        let Some((place, other)) = attendance.meeting.find(way.back(), &attendance.keys) else {
            if attendance.notes {
                // Where boxes are pulled every place counts, for little is pruned; forward the positions taken up do.
                let noted = if way == Way::Push { 1 } else { attendance.keys.len() };
                attendance.meeting.note(way, &attendance.keys[..noted], number);
            }
            return None;
        };
        let reached = match place.checked_sub(1) {
            None => number,
            Some(place) => {
                let (next, _) = self.moves[place];
                flip(&mut self.here, self.field.live(next.from));
                flip(&mut self.here, self.field.live(next.to));
                let hash = self.arena.hash(&self.here);
                self.arena.insert(&self.here, next.region, hash, number, Push { square: 0, direction: 0 }).0
            }
        };
        let live = self.field.live_squares();
        let boxes = ones(self.arena.boxes(reached)).map(|bit| live[usize::from(bit)]).collect();
        let met = Met { boxes, region: self.arena.player(reached), way: way.back(), number: other };
        self.attendance.as_mut()?.met = Some(met);
        Some(reached)
    }

    /// The pushes that lead this way's part of a solution over the position that the other way met: up to it where boxes
    /// are pushed, and on from it where they are pulled. Empty where it is no position of this search.
    pub(in super::super) fn half(&mut self, met: &Met) -> Vec<Push> {
        let is_live = |&square: &u16| self.field.live(square) != NONE;
        if met.number as usize >= self.arena.len() || !met.boxes.iter().all(is_live) {
            return Vec::new();
        }
        self.here.fill(0);
        met.boxes.iter().for_each(|&square| flip(&mut self.here, self.field.live(square)));
        let hash = self.arena.hash(&self.here);
        let known = self.arena.find(&self.here, met.region, hash);
        let number = known.unwrap_or_else(|| {
            let nothing = Push { square: 0, direction: 0 };
            self.arena.insert(&self.here, met.region, hash, met.number, nothing).0
        });
        self.line(number)
    }
}
