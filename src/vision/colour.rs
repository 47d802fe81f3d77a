//! Colours as people tell them apart, and letters for them.

use super::patch::Patch;
use palette::color_difference::Ciede2000;
use palette::{FromColor, Lab, Lch, Srgb};

/// Letters for kinds of tiles, and the colour that each one stands for.
const LETTERS: [(char, [u8; 3]); 13] = [
    ('R', [215, 45, 45]),
    ('G', [60, 165, 60]),
    ('B', [50, 90, 215]),
    // A screen's pure blue is nearer to violet than what people call blue.
    ('B', [0, 0, 255]),
    ('Y', [235, 210, 60]),
    ('P', [155, 75, 200]),
    ('M', [255, 0, 255]),
    ('C', [70, 205, 215]),
    ('O', [245, 140, 30]),
    ('W', [240, 240, 240]),
    ('K', [25, 25, 25]),
    ('S', [150, 150, 150]),
    ('N', [125, 80, 45]),
];

/// The colour of the middle of a tile as it strikes the eye: its mean, coloured pixels counting more than grey ones, so
/// that a ball's white stripe or a glint does not wash it out.
pub(super) fn striking(patch: &Patch) -> [u8; 3] {
    let mut sum = [0.0_f32; 3];
    let mut total = 0.0;
    for pixel in patch.chunks_exact(3) {
        let (low, high) = (pixel.iter().min().unwrap_or(&0), pixel.iter().max().unwrap_or(&0));
        let range = f32::from(high - low);
        let weight = 4.0 + range * range / 16.0;
        for (s, &value) in sum.iter_mut().zip(pixel) {
            *s += weight * f32::from(value);
        }
        total += weight;
    }
    sum.map(|s| (s / total).round() as u8)
}

fn lab(colour: [u8; 3]) -> Lab {
    Lab::from_color(Srgb::new(colour[0], colour[1], colour[2]).into_format::<f32>())
}

/// How different two colours look, by CIEDE2000: 1 is just visible, 100 is black against white.
pub(super) fn difference(a: [u8; 3], b: [u8; 3]) -> f32 {
    lab(a).difference(lab(b))
}

/// How far apart two hues are, in degrees; nothing where either colour is too grey to have one.
pub(super) fn hue_difference(a: [u8; 3], b: [u8; 3]) -> Option<f32> {
    const GREY: f32 = 6.0;
    let (a, b) = (Lch::from_color(lab(a)), Lch::from_color(lab(b)));
    if a.chroma < GREY || b.chroma < GREY {
        return None;
    }
    Some((a.hue - b.hue).into_degrees().abs())
}

/// How far a colour is from a named one, as people name colours: by hue first, light and dark, pale and strong tones
/// sharing a name; greys by lightness alone.
fn naming_distance(colour: [u8; 3], named: [u8; 3]) -> f32 {
    let (a, b) = (Lch::from_color(lab(colour)), Lch::from_color(lab(named)));
    let light = (a.l - b.l).abs();
    match hue_difference(colour, named) {
        Some(hue) => hue + 0.2 * light + 0.1 * (a.chroma - b.chroma).abs(),
        None if a.chroma.max(b.chroma) < 20.0 => light,
        None => FAR,
    }
}

/// Naming distance at which a letter no longer suits a colour.
const FAR: f32 = 60.0;

/// A letter for each colour, no letter twice: the nearest pairs of colour and letter first. Colours that no letter is
/// left for get digits, then small letters.
pub(super) fn letters(colours: &[[u8; 3]]) -> Vec<char> {
    let mut pairs: Vec<(f32, usize, char)> = colours
        .iter()
        .enumerate()
        .flat_map(|(i, colour)| {
            LETTERS.iter().map(move |(letter, named)| (naming_distance(*colour, *named), i, *letter))
        })
        .filter(|(distance, ..)| *distance < FAR)
        .collect();
    pairs.sort_by(|a, b| a.0.total_cmp(&b.0));
    let mut given: Vec<Option<char>> = vec![None; colours.len()];
    for (_, i, letter) in pairs {
        if given[i].is_none() && !given.contains(&Some(letter)) {
            given[i] = Some(letter);
        }
    }
    let mut rest = ('1'..='9').chain('a'..='z').chain('D'..='F');
    given.into_iter().map(|letter| letter.or_else(|| rest.next()).unwrap_or('Z')).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_get_the_letters_that_a_person_would_give() {
        let klickety = [[200, 100, 100], [100, 200, 100], [100, 100, 200], [200, 200, 100]];
        assert_eq!(letters(&klickety), ['R', 'G', 'B', 'Y']);
        let sgt = [[0, 0, 255], [0, 128, 0], [255, 0, 0], [255, 255, 0], [255, 0, 255]];
        assert_eq!(letters(&sgt), ['B', 'G', 'R', 'Y', 'M']);
        let many = letters(&[[200, 0, 0]; 30]);
        assert!((0..30).all(|i| !many[..i].contains(&many[i])));
    }

    #[test]
    fn hues_of_greys_say_nothing() {
        assert_eq!(hue_difference([128, 128, 128], [255, 0, 0]), None);
        assert!(hue_difference([240, 240, 215], [200, 200, 100]).unwrap() < 10.0);
    }
}
