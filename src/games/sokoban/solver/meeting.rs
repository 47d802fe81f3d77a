//! Where play forward and play backward have been, for one to meet the other.
//!
//! Each way a search notes the keys of positions, and looks whether the other way has been at those that it comes to. The
//! further both have gone the shorter is the rest that either must find: as a search from both ends at once (Pohl 1971), with
//! searches that follow features in place of breadth.

use super::mover::Way;
use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};
use std::sync::{PoisonError, RwLock};

/// Bytes of a key that is noted, with what a table keeps free.
const KEY_BYTES: usize = 48;

/// A position that both ways lead to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Met {
    /// The squares of the boxes.
    pub(super) boxes: Vec<u16>,
    /// The least square that the player reaches.
    pub(super) region: u16,
    /// The way that was found to be there already.
    pub(super) way: Way,
    /// What the other way noted: the number of the position, or of one from which it is a single move.
    pub(super) number: u32,
}

/// The keys noted each way, each with the number that the search which noted it knows it by.
pub(super) struct Meeting {
    pushed: RwLock<Keys>,
    pulled: RwLock<Keys>,
    most: usize,
}

type Keys = HashMap<u64, u32, BuildHasherDefault<Plain>>;

impl Meeting {
    /// Room for as many keys as fit into so much memory.
    pub(super) fn new(memory_mib: usize) -> Self {
        let most = memory_mib.saturating_mul(1 << 20) / KEY_BYTES / 2;
        Self { pushed: RwLock::default(), pulled: RwLock::default(), most }
    }

    /// Notes positions with these keys; once the memory is full, none.
    pub(super) fn note(&self, way: Way, keys: &[u64], number: u32) {
        let mut known = self.keys(way).write().unwrap_or_else(PoisonError::into_inner);
        for &key in keys.iter().take(self.most.saturating_sub(known.len())) {
            known.entry(key).or_insert(number);
        }
    }

    /// The place of the first of these keys that was noted that way, and the number that was noted with it.
    pub(super) fn find(&self, way: Way, keys: &[u64]) -> Option<(usize, u32)> {
        let known = self.keys(way).read().unwrap_or_else(PoisonError::into_inner);
        keys.iter().enumerate().find_map(|(place, key)| Some((place, *known.get(key)?)))
    }

    fn keys(&self, way: Way) -> &RwLock<Keys> {
        match way {
            Way::Push => &self.pushed,
            Way::Pull => &self.pulled,
        }
    }
}

/// Keys are random already: nothing is left to mix.
#[derive(Default)]
struct Plain(u64);

impl Hasher for Plain {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|&byte| self.0 = self.0 << 8 | u64::from(byte));
    }

    fn write_u64(&mut self, key: u64) {
        self.0 = key;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_way_finds_what_the_other_noted() {
        let meeting = Meeting::new(1);
        meeting.note(Way::Pull, &[5, 7], 3);
        meeting.note(Way::Pull, &[7, 9], 4);
        assert_eq!(meeting.find(Way::Pull, &[1, 9, 7]), Some((1, 4)));
        assert_eq!(meeting.find(Way::Pull, &[7]), Some((0, 3)), "the first number stays");
        assert_eq!(meeting.find(Way::Push, &[5, 7, 9]), None);
    }

    #[test]
    fn no_more_is_noted_than_fits() {
        let meeting = Meeting::new(1);
        let keys: Vec<u64> = (1..100_000).collect();
        meeting.note(Way::Push, &keys, 0);
        let last = (1 << 20) / KEY_BYTES as u64 / 2;
        assert_eq!(meeting.find(Way::Push, &[last + 1, last]), Some((1, 0)));
    }
}
