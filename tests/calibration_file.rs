//! Calibration files: what is written is read again, and everything that is wrong is told with its place.

use tilepilot::calibration::parse::parse;
use tilepilot::calibration::write::{TemplatePaths, to_toml};
use tilepilot::calibration::{FailedSecond, Reset};
use tilepilot::gesture::{PushBy, WalkBy};

#[test]
fn every_problem_of_a_calibration_is_told_with_its_place() {
    let text = "version = 1\ngame = 7\nname = \"x\"\ncolour = 3\n\n[picture]\nwidth = 100\nheight = 100\n\n[lattice]\n\
                x = 16\ny = 16\npitch_x = 32\npitch_y = \"32\"\nrows = 10\ncols = 15\n\n[[class]]\nsymbol = \"R\"\n\
                looks = [{ picture = \"no.png\", state = \"odd\" }]\n[timing]\npoll = 3\n";
    let problems = parse(text, "my.toml", &mut |_| Err("there is no such file".to_owned())).unwrap_err();
    let told = problems.to_string();
    for expected in [
        "my.toml:2:8: `game` in the file is the number 7: expected a text",
        "my.toml:4:1: the file has no key `colour`",
        "my.toml:14:11: `pitch_y` in [lattice] is the text \"32\": expected a number",
        "no.png: there is no such file",
        "no state is called \"odd\"",
        "my.toml:22:1: [timing] has no key `poll`",
    ] {
        assert!(told.contains(expected), "{expected}\nis missing in\n{told}");
    }
}

/// A calibration of one kind of tile with these further sections.
fn calibration_with(sections: &str) -> String {
    format!(
        "version = 1\ngame = \"samegame\"\nname = \"x\"\n[picture]\nwidth = 400\nheight = 400\n[lattice]\nx = 16\n\
         y = 16\npitch_x = 32\npitch_y = 32\nrows = 10\ncols = 10\n[[class]]\nsymbol = \"R\"\n\
         looks = [{{ picture = \"R.png\" }}]\n{sections}"
    )
}

#[test]
fn input_buttons_and_ways_on_are_written_as_they_are_read() {
    let sections = "[input]\nselect_first = true\nfailed_second = \"keep-second\"\nreset = \"Escape\"\nwalk = \"walk-to\"\n\
                    push = \"drag\"\ndrag_button = \"middle\"\nfocus = [10, 390.5]\nkeys = { up = \"w\", left = \"Ctrl+A\" }\n\
                    [timing]\nshow_ms = 500\ncountdown_s = 90\n[[button]]\nname = \"shuffle\"\nkey = \"F5\"\nopens = \"shuffle\"\n\
                    [[button]]\nname = \"again\"\ntemplate = \"again.png\"\nrect = [1, 2, 3, 4]\nopens = \"restart\"\n\
                    [on_end]\nclick = [\"again\"]\n[on_stuck]\nclick = [\"shuffle\", \"again\"]\ntimes = 7\n";
    let mut picture = |_: &str| Ok(image::RgbImage::new(16, 16));
    let read = parse(&calibration_with(sections), "my.toml", &mut picture).unwrap();
    let input = &read.input;
    assert_eq!(
        (input.failed_second, input.reset),
        (FailedSecond::KeepSecond, Some(Reset::Key("Escape".parse().unwrap())))
    );
    assert_eq!((input.manner.walk, input.manner.push), (WalkBy::WalkTo, PushBy::Drag));
    assert_eq!(
        (input.manner.keys.left.to_string(), input.manner.keys.down.to_string()),
        ("Ctrl+A".into(), "Down".into())
    );
    assert_eq!((read.on_stuck.times, read.on_stuck.click.len(), read.timing.show_ms), (7, 2, 500));
    assert_eq!(read.timing.countdown_s, 90);
    let text = to_toml(&read, &TemplatePaths { folder: "my".to_owned() });
    let again = parse(&text, "again.toml", &mut picture).unwrap();
    assert_eq!(
        (again.input, again.timing, again.on_end, again.on_stuck),
        (read.input, read.timing, read.on_end, read.on_stuck)
    );
    assert_eq!(again.buttons.iter().map(|b| (&b.name, b.opens)).collect::<Vec<_>>(), {
        read.buttons.iter().map(|b| (&b.name, b.opens)).collect::<Vec<_>>()
    });
    assert_eq!(again.buttons[0].by, read.buttons[0].by);
}

#[test]
fn what_input_buttons_and_ways_on_cannot_be_is_told() {
    let sections = "[input]\nfailed_second = \"keep\"\nreset = \"shout\"\npush = \"shove\"\nfocus = [1]\nkeys = { up = \"Upp\", \
                    north = \"w\" }\n[[button]]\nname = \"a\"\nkey = \"Hyper+X\"\nopens = \"doors\"\n[on_stuck]\nclick = [\"b\"]\n";
    let problems =
        parse(&calibration_with(sections), "my.toml", &mut |_| Ok(image::RgbImage::new(16, 16))).unwrap_err();
    let told = problems.to_string();
    for expected in [
        "`failed_second` in [input] is \"keep\": expected one of clear, keep-first, keep-second",
        "no way to take a selection back is called \"shout\"",
        "`push` in [input] is \"shove\": expected one of keys, click, drag",
        "expected a list of 2 numbers",
        "\"Upp\" is no key",
        "[keys] has no key `north`",
        "\"Hyper+X\" is no key",
        "nothing is called \"doors\"",
        "no [[button]] is called \"b\"",
    ] {
        assert!(told.contains(expected), "{expected}\nis missing in\n{told}");
    }
}

#[test]
fn what_is_no_tile_and_the_noise_of_a_stream_are_written_as_they_are_read() {
    let bomb = "[[class]]\nsymbol = \"#\"\ninert = true\nlooks = [{ picture = \"bomb.png\" }]\n";
    let text = calibration_with(bomb).replace("height = 400", "height = 400\nnoise = 32");
    let mut picture = |_: &str| Ok(image::RgbImage::new(16, 16));
    let read = parse(&text, "my.toml", &mut picture).unwrap();
    assert_eq!((read.inert.as_slice(), read.noise), (&["#".parse().unwrap()][..], 32));
    let again = parse(&to_toml(&read, &TemplatePaths { folder: "my".to_owned() }), "again.toml", &mut picture).unwrap();
    assert_eq!((again.inert, again.noise), (read.inert, 32));
    let usual = parse(&calibration_with(""), "my.toml", &mut picture).unwrap();
    assert!(usual.inert.is_empty() && usual.noise == 6);
    let wrong = "[[class]]\nsymbol = \".\"\ninert = true\nlooks = [{ picture = \"bomb.png\" }]\n";
    let wrong = calibration_with(wrong).replace("height = 400", "height = 400\nnoise = 300");
    let told = parse(&wrong, "my.toml", &mut picture).unwrap_err().to_string();
    assert!(told.contains("the empty cell is no tile that could be inert"), "{told}");
    assert!(told.contains("expected a whole number from 0 to 255"), "{told}");
}

#[test]
fn a_lattice_outside_its_picture_is_refused() {
    let text = "version = 1\ngame = \"samegame\"\nname = \"x\"\n[picture]\nwidth = 100\nheight = 100\n[lattice]\nx = 16\n\
                y = 16\npitch_x = 32\npitch_y = 32\nrows = 10\ncols = 15\n[[class]]\nsymbol = \"R\"\n\
                looks = [{ picture = \"R.png\" }]\n";
    let problems = parse(text, "my.toml", &mut |_| Ok(image::RgbImage::new(16, 16))).unwrap_err();
    assert!(problems.to_string().contains("outside the picture of 100×100 pixels"), "{problems}");
}
