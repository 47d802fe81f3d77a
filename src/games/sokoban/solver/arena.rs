//! Every position that a search has met, packed, each of them once.

use super::field::Field;

/// A push: the box's square before it, and the direction by its place in [`Step::ALL`](super::super::step::Step::ALL).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Push {
    pub(super) square: u16,
    pub(super) direction: u8,
}

impl Push {
    /// Four directions and at most 16 384 squares just fill 16 bits.
    fn pack(self) -> u16 {
        self.square << 2 | u16::from(self.direction)
    }

    fn unpack(packed: u16) -> Self {
        Self { square: packed >> 2, direction: (packed & 3) as u8 }
    }
}

/// Positions by number, with the push that led to each, and a hash table over them. Two positions are taken for one only
/// where boxes and player agree; the hash (Zobrist 1970: a random key for each box and the player, all in one exclusive
/// or) only says where to look.
pub(super) struct Arena {
    /// Words of boxes of one position, a bit for each live square.
    words: usize,
    boxes: Vec<u64>,
    players: Vec<u16>,
    parents: Vec<u32>,
    pushes: Vec<u16>,
    /// For each slot the upper half of a hash and one more than the number of its position; 0 where it is free.
    table: Vec<u64>,
    box_keys: Vec<u64>,
    player_keys: Vec<u64>,
    most: usize,
}

/// The number of the first position.
pub(super) const ROOT: u32 = 0;

impl Arena {
    /// Room for as many positions as fit into so many bytes.
    pub(super) fn new(field: &Field, bytes: usize) -> Self {
        let words = field.live_squares().len().div_ceil(64).max(1);
        // Vectors double, and a table is at least a quarter full: a position may take twice its size and four slots.
        let each = 2 * (8 * words + 2 + 4 + 2) + 4 * 8;
        let mut keys = SplitMix(0);
        // Drawn by square, not by live square: a position has one key in all fields of a level.
        let box_keys: Vec<u64> = (0..field.squares()).map(|_| keys.next()).collect();
        Self {
            words,
            boxes: Vec::new(),
            players: Vec::new(),
            parents: Vec::new(),
            pushes: Vec::new(),
            table: vec![0; 1024],
            box_keys: field.live_squares().iter().map(|&square| box_keys[usize::from(square)]).collect(),
            player_keys: (0..field.squares()).map(|_| keys.next()).collect(),
            most: (bytes / each).min(u32::MAX as usize - 1),
        }
    }

    pub(super) fn words(&self) -> usize {
        self.words
    }

    pub(super) fn len(&self) -> usize {
        self.players.len()
    }

    pub(super) fn is_full(&self) -> bool {
        self.len() >= self.most
    }

    pub(super) fn boxes(&self, number: u32) -> &[u64] {
        let start = number as usize * self.words;
        &self.boxes[start..start + self.words]
    }

    pub(super) fn player(&self, number: u32) -> u16 {
        self.players[number as usize]
    }

    /// The hash of boxes alone; a push changes it by the keys of two squares.
    pub(super) fn hash(&self, boxes: &[u64]) -> u64 {
        ones(boxes).fold(0, |hash, live| hash ^ self.box_keys[usize::from(live)])
    }

    /// What moving a box between two live squares does to the hash.
    pub(super) fn hash_of_move(&self, from: u16, to: u16) -> u64 {
        self.box_keys[usize::from(from)] ^ self.box_keys[usize::from(to)]
    }

    /// Adds a position unless it is there, and says its number and whether it is new. `hash` is that of the boxes.
    pub(super) fn insert(&mut self, boxes: &[u64], player: u16, hash: u64, parent: u32, push: Push) -> (u32, bool) {
        let hash = hash ^ self.player_keys[usize::from(player)];
        let mask = self.table.len() - 1;
        let mut slot = hash as usize & mask;
        loop {
            let entry = self.table[slot];
            if entry == 0 {
                break;
            }
            let number = (entry as u32) - 1;
            if entry >> 32 == hash >> 32 && self.player(number) == player && self.boxes(number) == boxes {
                return (number, false);
            }
            slot = (slot + 1) & mask;
        }
        let number = self.len() as u32;
        self.table[slot] = hash >> 32 << 32 | u64::from(number + 1);
        self.boxes.extend_from_slice(boxes);
        self.players.push(player);
        self.parents.push(parent);
        self.pushes.push(push.pack());
        if self.len() * 2 > self.table.len() {
            self.grow();
        }
        (number, true)
    }

    /// The hash of a position, of that of its boxes and the player.
    pub(super) fn key(&self, hash: u64, player: u16) -> u64 {
        hash ^ self.player_keys[usize::from(player)]
    }

    /// Forgets every position.
    pub(super) fn clear(&mut self) {
        self.boxes.clear();
        self.players.clear();
        self.parents.clear();
        self.pushes.clear();
        self.table.fill(0);
    }

    /// The number of a position, if it is there. `hash` is that of the boxes.
    pub(super) fn find(&self, boxes: &[u64], player: u16, hash: u64) -> Option<u32> {
        let hash = hash ^ self.player_keys[usize::from(player)];
        let mask = self.table.len() - 1;
        let mut slot = hash as usize & mask;
        loop {
            let entry = self.table[slot];
            if entry == 0 {
                return None;
            }
            let number = (entry as u32) - 1;
            if entry >> 32 == hash >> 32 && self.player(number) == player && self.boxes(number) == boxes {
                return Some(number);
            }
            slot = (slot + 1) & mask;
        }
    }

    pub(super) fn parent(&self, number: u32) -> u32 {
        self.parents[number as usize]
    }

    /// Notes a better way to a position.
    pub(super) fn lead(&mut self, number: u32, parent: u32, push: Push) {
        self.parents[number as usize] = parent;
        self.pushes[number as usize] = push.pack();
    }

    /// The pushes from the first position to this one.
    pub(super) fn line(&self, mut number: u32) -> Vec<Push> {
        let mut line = Vec::new();
        while number != ROOT {
            line.push(Push::unpack(self.pushes[number as usize]));
            number = self.parents[number as usize];
        }
        line.reverse();
        line
    }

    fn grow(&mut self) {
        let mask = self.table.len() * 2 - 1;
        self.table = vec![0; mask + 1];
        for number in 0..self.len() as u32 {
            let hash = self.hash(self.boxes(number)) ^ self.player_keys[usize::from(self.player(number))];
            let mut slot = hash as usize & mask;
            while self.table[slot] != 0 {
                slot = (slot + 1) & mask;
            }
            self.table[slot] = hash >> 32 << 32 | u64::from(number + 1);
        }
    }
}

/// The numbers of the bits that are set, from the least.
pub(super) fn ones(words: &[u64]) -> impl Iterator<Item = u16> {
    words.iter().enumerate().flat_map(|(index, &word)| {
        let mut rest = word;
        std::iter::from_fn(move || {
            let bit = (rest != 0).then(|| rest.trailing_zeros() as u16)?;
            rest &= rest - 1;
            Some(index as u16 * 64 + bit)
        })
    })
}

/// The generator of Steele, Lea and Flood (OOPSLA 2014), for keys that are the same everywhere.
struct SplitMix(u64);

impl SplitMix {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ mixed >> 31
    }
}
