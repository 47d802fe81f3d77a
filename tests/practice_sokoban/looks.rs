//! What the skins show and what they hide.

use super::*;
use std::collections::BTreeMap;
use tilepilot::scene::sokoban::Skin;

/// Every kind of cell, and room to move.
const KINDS: &str = "########__\n#@ $. *#__\n#      #__\n########__\n__________\n";
/// The same with the player on the goal.
const ON_GOAL: &str = "########__\n#  $+ *#__\n#      #__\n########__\n__________\n";

/// The look of each kind of cell, which is the same wherever it stands.
fn looks(skin: Skin, level: &str, scale: f64) -> BTreeMap<char, RgbImage> {
    let mut scene = open(Options { skin, ..instant(level) });
    scene.set_scale(scale);
    let (picture, lattice) = (scene.draw(START), scene.lattice());
    let truth = scene.truth(START);
    let rows: Vec<Vec<char>> = truth.lines().skip(1).map(|row| row.chars().collect()).collect();
    let mut looks: BTreeMap<char, RgbImage> = BTreeMap::new();
    for cell in lattice.cells() {
        let seen = cell_pixels(&picture, &lattice, cell);
        let kind = rows[cell.row][cell.col];
        let known = looks.entry(kind).or_insert_with(|| seen.clone());
        assert!(*known == seen, "{}: another look of {kind:?} at {cell}, scale {scale}", skin.name());
    }
    looks
}

#[test]
fn a_kind_of_cell_has_one_look_and_only_plain_hides_goals() {
    for scale in [1.0, 1.5, 2.0] {
        for skin in Skin::ALL {
            let mut all = looks(skin, KINDS, scale);
            all.extend(looks(skin, ON_GOAL, scale).remove_entry(&'+'));
            assert_eq!(all.keys().collect::<String>(), "#$*+-.@_");
            let same = |a: char, b: char| all[&a] == all[&b];
            assert_eq!((same('$', '*'), same('@', '+')), (skin.hides_goals(), skin.hides_goals()), "{}", skin.name());
            for (number, a) in all.keys().enumerate() {
                for b in all.keys().skip(number + 1).filter(|b| !["$*", "+@"].contains(&format!("{a}{b}").as_str())) {
                    let (a, b) = (&all[a], &all[b]);
                    let other = a.pixels().zip(b.pixels()).filter(|(a, b)| a != b).count();
                    assert!(other * 10 > a.pixels().len() / 3, "{}", skin.name());
                }
            }
        }
    }
    assert!(Skin::Plain.hides_goals() && !Skin::Warehouse.hides_goals());
}

#[test]
fn a_goal_shows_again_when_it_is_left() {
    for skin in Skin::ALL {
        let mut scene = open(Options { skin, ..instant(ON_GOAL) });
        let before = scene.draw(START);
        keys(&mut scene, "Down", START);
        let after = scene.draw(START);
        assert_eq!(differs(&before, &after, &scene.lattice()), [(1, 4), (2, 4)]);
        let goal = looks(skin, KINDS, 1.0).remove(&'.').unwrap();
        assert!(cell_pixels(&after, &scene.lattice(), Cell::new(1, 4)) == goal);
    }
}

#[test]
fn the_player_looks_the_same_whichever_way_it_stepped() {
    for skin in Skin::ALL {
        let seen: Vec<RgbImage> = ["Up Down", "Down Up", "Left Right", "Right Left"]
            .into_iter()
            .map(|way| {
                let mut scene = open(Options { skin, ..instant(&TWO.replace("# $ . #", "#   .$#")) });
                keys(&mut scene, way, START);
                let (picture, lattice) = (scene.draw(START), scene.lattice());
                cell_pixels(&picture, &lattice, scene.board().player())
            })
            .collect();
        assert!(seen.windows(2).all(|pair| pair[0] == pair[1]), "{}", skin.name());
    }
}

#[test]
fn the_buttons_of_the_footer_look_the_same_from_picture_to_picture() {
    let mut scene = open(instant(TWO));
    let places: Vec<_> = scene.buttons(START).into_iter().map(|(_, rect)| rect).collect();
    let buttons = |scene: &mut SokobanScene| -> Vec<RgbImage> {
        let picture = scene.draw(START);
        let cut = |at: &tilepilot::geometry::Rect| {
            let (x, y, width, height) = (at.x as u32, at.y as u32, at.width as u32, at.height as u32);
            image::imageops::crop_imm(&picture, x, y, width, height).to_image()
        };
        places.iter().map(cut).collect()
    };
    let rest = buttons(&mut scene);
    scene.input(Input::Moved(scene.buttons(START)[0].1.centre()), START);
    assert!(buttons(&mut scene) == rest, "the pointer over it changes nothing");
    scene.input(Input::Pressed(MouseButton::Left), START);
    assert!(buttons(&mut scene) != rest, "a button that is held down is darker");
    scene.input(Input::Released(MouseButton::Left), START);
    assert!(buttons(&mut scene) == rest);
    keys(&mut scene, "Left Up Right Right", START);
    assert!(buttons(&mut scene) == rest, "they stay in sight when the level is solved");
    keys(&mut scene, "n h", START);
    assert!(buttons(&mut scene) == rest);
}

#[test]
fn the_overlay_covers_a_part_of_the_board() {
    let mut scene = open(instant(TWO));
    keys(&mut scene, "Left Up Right", START);
    let before = scene.draw(START);
    keys(&mut scene, "Right", START);
    let over = scene.draw(START);
    assert_eq!(differs(&before, &over, &scene.lattice()).len(), 35);
    let next = scene.buttons(START)[0].1.centre();
    assert!(scene.input(Input::Moved(next), START), "a button of the overlay is lit under the pointer");
    assert!(scene.draw(START) != over);
}

#[test]
fn the_scale_changes_the_picture_and_no_more() {
    let mut scene = open(instant(TWO));
    let (size, lattice) = (scene.size(), scene.lattice());
    for (scale, key) in [(1.25, "Left"), (1.5, "Up"), (2.0, "Right"), (1.0, "Right")] {
        scene.set_scale(scale);
        assert_eq!(scene.draw(START).dimensions(), scene.size());
        assert!((f64::from(scene.size().0) - f64::from(size.0) * scale).abs() <= 0.5);
        assert!((scene.lattice().pitch_x - lattice.pitch_x * scale).abs() < 1e-9);
        keys(&mut scene, key, START);
    }
    assert_eq!((scene.counts(), scene.lattice()), ((4, 2), lattice));
}

#[test]
fn cells_meet_without_a_gap_at_odd_scales() {
    // A wall of several cells in the flat skin has its rim at the cells' edges and one colour within.
    for scale in [1.0, 1.25, 1.5, 2.0] {
        let mut scene = open(Options { skin: Skin::Plain, ..instant(TWO) });
        scene.set_scale(scale);
        let (picture, lattice) = (scene.draw(START), scene.lattice());
        let around = *picture.get_pixel(1, lattice.bounds().centre().y as u32);
        let row = lattice.centre(Cell::new(0, 0)).y as u32;
        let (left, right) = (lattice.bounds().x.round() as u32, lattice.bounds().right().round() as u32);
        assert!((left..right).all(|x| *picture.get_pixel(x, row) != around), "scale {scale}");
    }
}
