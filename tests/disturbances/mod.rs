//! Pictures as other screens, scales and hands on them would show them.

use image::codecs::jpeg::JpegEncoder;
use image::imageops::FilterType;
use image::{Rgb, RgbImage};
use rand::RngExt;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;
use tilepilot::geometry::Lattice;
use tilepilot::grid::{Cell, Grid, Symbol};
use tilepilot::vision::reader::Reader;

/// Pixels of a cell below which a scaled picture is not tried.
const LEAST_PITCH: f64 = 12.0;

/// How a kind of disturbance was borne.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Tally {
    /// Cells in all.
    pub(crate) cells: usize,
    /// Cells that were not known, those of boards that were not found among them.
    pub(crate) unknown: usize,
    /// Cells that were taken for what they are not.
    pub(crate) wrong: usize,
    /// Boards in all.
    pub(crate) boards: usize,
    /// Boards that were not found.
    pub(crate) refused: usize,
}

impl Tally {
    /// Reads a changed picture of a board that shows `truth`, scaled by `scale` and moved by `moved` pixels.
    pub(crate) fn of(reader: &Reader, changed: &Changed, lattice: &Lattice, truth: &Grid<Symbol>) -> Self {
        let cells = truth.rows() * truth.cols();
        let tally = Self { cells, boards: 1, ..Self::default() };
        let Ok(found) = reader.locate(&changed.picture) else {
            return Self { unknown: cells, refused: 1, ..tally };
        };
        // A board that is off by half a cell shows other cells, whatever they are taken for.
        let expected = lattice.scaled(changed.scale, changed.scale).moved(changed.moved.0, changed.moved.1);
        let off = [Cell::new(0, 0), Cell::new(truth.rows() - 1, truth.cols() - 1)].map(|cell| {
            let (a, b) = (found.centre(cell), expected.centre(cell));
            ((a.x - b.x) / expected.pitch_x).abs().max(((a.y - b.y) / expected.pitch_y).abs())
        });
        if (found.rows, found.cols) != (truth.rows(), truth.cols()) || off.iter().any(|off| *off > 0.5) {
            return Self { wrong: cells, ..tally };
        }
        let symbols = reader.read(&changed.picture, &found).symbols;
        let unknown = symbols.iter().filter(|seen| seen.is_none()).count();
        let wrong = symbols.enumerate().filter(|(cell, seen)| seen.is_some_and(|seen| seen != truth[*cell])).count();
        Self { unknown, wrong, ..tally }
    }

    /// Adds what another one counted.
    pub(crate) fn add(&mut self, other: Self) {
        self.cells += other.cells;
        self.unknown += other.unknown;
        self.wrong += other.wrong;
        self.boards += other.boards;
        self.refused += other.refused;
    }
}

/// A changed copy of a picture.
#[derive(Clone, Debug)]
pub(crate) struct Changed {
    /// The kind of change.
    pub(crate) what: String,
    /// The copy.
    pub(crate) picture: RgbImage,
    /// How many times as large it is.
    pub(crate) scale: f64,
    /// How far the board was moved, in pixels of the copy.
    pub(crate) moved: (f64, f64),
}

/// Copies of a picture in which a board lies so.
pub(crate) fn changes(picture: &RgbImage, lattice: &Lattice) -> Vec<Changed> {
    let mut made = resized(picture, lattice.pitch_x.min(lattice.pitch_y));
    let mut add = |what: String, picture: RgbImage| {
        made.push(Changed { what, picture, scale: 1.0, moved: (0.0, 0.0) });
    };
    for gamma in [0.6_f32, 0.8, 1.25, 1.6] {
        add(format!("gamma {gamma}"), bent(picture, gamma));
    }
    add("night light".to_owned(), tinted(picture));
    add("night light and gamma 1.25".to_owned(), tinted(&bent(picture, 1.25)));
    for sigma in [4.0_f32, 8.0, 12.0] {
        add(format!("noise {sigma:02}"), noisy(picture, sigma));
    }
    for quality in [40, 60, 80, 95] {
        add(format!("JPEG {quality}"), compressed(picture, quality));
    }
    for cell in [(0, 0), (lattice.rows / 2, lattice.cols / 2), (lattice.rows - 1, lattice.cols / 3)] {
        add("pointer".to_owned(), pointed_at(picture, lattice, Cell::new(cell.0, cell.1)));
    }
    made.extend(moved(picture));
    made
}

/// Copies of other sizes.
fn resized(picture: &RgbImage, pitch: f64) -> Vec<Changed> {
    let (width, height) = picture.dimensions();
    let filters =
        [("nearest", FilterType::Nearest), ("linear", FilterType::Triangle), ("Lanczos", FilterType::Lanczos3)];
    let scales = [0.5, 0.75, 1.25, 1.5, 2.0, 3.0].into_iter().filter(|scale| pitch * scale >= LEAST_PITCH);
    scales
        .flat_map(|scale| filters.map(|(name, filter)| (scale, name, filter)))
        .map(|(scale, name, filter)| {
            let size = ((f64::from(width) * scale).round() as u32, (f64::from(height) * scale).round() as u32);
            let picture = image::imageops::resize(picture, size.0, size.1, filter);
            Changed { what: format!("scale {scale:.2} {name}"), picture, scale, moved: (0.0, 0.0) }
        })
        .collect()
}

/// Copies in which the board lies elsewhere.
fn moved(picture: &RgbImage) -> Vec<Changed> {
    let (width, height) = picture.dimensions();
    let mut made: Vec<Changed> = [(3, 0), (0, 3), (-3, -3), (2, -2)]
        .into_iter()
        .map(|(dx, dy)| {
            let mut copy = RgbImage::from_pixel(width, height, Rgb([128; 3]));
            image::imageops::replace(&mut copy, picture, dx, dy);
            Changed { what: "shift".to_owned(), picture: copy, scale: 1.0, moved: (dx as f64, dy as f64) }
        })
        .collect();
    let picture = image::imageops::crop_imm(picture, 1, 1, width - 2, height - 2).to_image();
    made.push(Changed { what: "crop".to_owned(), picture, scale: 1.0, moved: (-1.0, -1.0) });
    made
}

fn each_value(picture: &RgbImage, change: impl Fn(usize, u8) -> u8) -> RgbImage {
    let mut copy = picture.clone();
    for pixel in copy.pixels_mut() {
        pixel.0 = std::array::from_fn(|channel| change(channel, pixel.0[channel]));
    }
    copy
}

/// A copy with another gamma.
fn bent(picture: &RgbImage, gamma: f32) -> RgbImage {
    each_value(picture, |_, value| (255.0 * (f32::from(value) / 255.0).powf(gamma)).round() as u8)
}

/// A copy as a night light shows it.
fn tinted(picture: &RgbImage) -> RgbImage {
    each_value(picture, |channel, value| (f32::from(value) * [1.0, 0.82, 0.6][channel]).round() as u8)
}

/// A copy with normal noise of this deviation.
fn noisy(picture: &RgbImage, sigma: f32) -> RgbImage {
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    let mut copy = picture.clone();
    for value in copy.iter_mut() {
        // The sum of twelve even numbers is as good as normal, with a deviation of 1.
        let noise: f32 = (0..12).map(|_| rng.random::<f32>()).sum::<f32>() - 6.0;
        *value = (f32::from(*value) + sigma * noise).round().clamp(0.0, 255.0) as u8;
    }
    copy
}

/// A copy that was compressed, with colours at half the resolution of brightness, as most programs do it.
fn compressed(picture: &RgbImage, quality: u8) -> RgbImage {
    let (width, height) = picture.dimensions();
    let brightness = |pixel: [f32; 3]| 0.299 * pixel[0] + 0.587 * pixel[1] + 0.114 * pixel[2];
    let at = |x: u32, y: u32| picture.get_pixel(x.min(width - 1), y.min(height - 1)).0.map(f32::from);
    let halved = RgbImage::from_fn(width, height, |x, y| {
        let (left, top) = (x / 2 * 2, y / 2 * 2);
        let block = [at(left, top), at(left + 1, top), at(left, top + 1), at(left + 1, top + 1)];
        let mean: [f32; 3] = std::array::from_fn(|channel| block.iter().map(|pixel| pixel[channel]).sum::<f32>() / 4.0);
        let lift = brightness(at(x, y)) - brightness(mean);
        Rgb(mean.map(|value| (value + lift).round().clamp(0.0, 255.0) as u8))
    });
    let mut bytes = Vec::new();
    JpegEncoder::new_with_quality(&mut bytes, quality).encode_image(&halved).expect("a picture as JPEG");
    image::load_from_memory(&bytes).expect("a JPEG as a picture").to_rgb8()
}

/// A copy with an arrow whose tip is in the middle of a cell.
fn pointed_at(picture: &RgbImage, lattice: &Lattice, cell: Cell) -> RgbImage {
    const ARROW: [&str; 16] = [
        "#",
        "##",
        "#.#",
        "#..#",
        "#...#",
        "#....#",
        "#.....#",
        "#......#",
        "#.......#",
        "#........#",
        "#.....#####",
        "#..#..#",
        "#.# #..#",
        "##  #..#",
        "#    #..#",
        "     ###",
    ];
    let tip = lattice.centre(cell);
    let mut copy = picture.clone();
    for (row, line) in ARROW.iter().enumerate() {
        for (column, letter) in line.chars().enumerate().filter(|(_, letter)| *letter != ' ') {
            let value = if letter == '#' { 0 } else { 255 };
            if let Some(pixel) = copy.get_pixel_mut_checked(tip.x as u32 + column as u32, tip.y as u32 + row as u32) {
                *pixel = Rgb([value; 3]);
            }
        }
    }
    copy
}
