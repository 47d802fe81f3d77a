//! The doctor on desks with one thing broken each.

use super::*;
use crate::desk::{Clock, Pointer, Screen, WindowId};
use crate::gesture::MouseButton;

#[derive(Default)]
struct Patient {
    pointer: (i32, i32),
    deaf: bool,
    no_list: bool,
    blank: bool,
    minimised: bool,
    now: Duration,
    pressed: bool,
}

impl Screen for Patient {
    fn windows(&mut self) -> Result<Vec<WindowInfo>, DeskError> {
        if self.no_list {
            return Err(DeskError::NoScreen("no window manager".into()));
        }
        let rect = Rect::new(10.0, 10.0, 20.0, 10.0);
        let minimised = self.minimised;
        Ok(vec![WindowInfo { id: 1, title: String::new(), app: "XSok".into(), pid: 0, rect, minimised }])
    }

    fn capture(&mut self, _window: WindowId) -> Result<Frame, DeskError> {
        let pixels = self.capture_monitor(0)?;
        Ok(Frame { pixels, window: Rect::new(10.0, 10.0, 20.0, 10.0), sequence: 1 })
    }

    fn monitors(&mut self) -> Result<Vec<Rect>, DeskError> {
        Ok(vec![Rect::new(0.0, 0.0, 400.0, 300.0)])
    }

    fn capture_monitor(&mut self, _index: usize) -> Result<RgbImage, DeskError> {
        let blank = self.blank;
        Ok(RgbImage::from_fn(40, 20, |x, _| image::Rgb([if blank { 0 } else { x as u8 }; 3])))
    }
}

impl Pointer for Patient {
    fn location(&mut self) -> Result<(i32, i32), DeskError> {
        Ok(self.pointer)
    }

    fn move_to(&mut self, x: i32, y: i32) -> Result<(), DeskError> {
        if !self.deaf {
            self.pointer = (x.clamp(0, 399), y.clamp(0, 299));
        }
        Ok(())
    }

    fn button(&mut self, _button: MouseButton, _down: bool) -> Result<(), DeskError> {
        self.pressed = true;
        Ok(())
    }
}

impl Clock for Patient {
    fn now(&self) -> Duration {
        self.now
    }

    fn wait(&mut self, time: Duration) {
        self.now += time;
    }
}

fn states(patient: &mut Patient) -> Vec<(&'static str, State)> {
    examine(patient, true).iter().map(|f| (f.what, f.state)).filter(|(_, state)| *state != State::Ok).collect()
}

#[test]
fn a_sound_desk_gets_a_clean_bill_and_its_pointer_back() {
    for corner in [(0, 0), (399, 299), (200, 150)] {
        let mut sound = Patient { pointer: corner, ..Patient::default() };
        assert_eq!(states(&mut sound), []);
        assert_eq!((sound.pointer, sound.pressed), (corner, false));
        assert!(examine(&mut sound, false).iter().all(|f| f.what != "mouse"));
    }
}

#[test]
fn each_fault_is_named_and_says_what_to_mend() {
    let cases = [
        (Patient { deaf: true, ..Patient::default() }, vec![("mouse", State::Fail)]),
        (Patient { no_list: true, ..Patient::default() }, vec![("windows", State::Fail)]),
        (Patient { blank: true, ..Patient::default() }, vec![("picture", State::Warn), ("capture", State::Warn)]),
        (Patient { minimised: true, ..Patient::default() }, vec![]),
    ];
    for (mut patient, wanted) in cases {
        assert_eq!(states(&mut patient), wanted);
        let report = examine(&mut patient, true);
        assert!(report.iter().all(|f| (f.state == State::Ok) == f.mend.is_empty()), "{report:?}");
    }
}

#[test]
fn the_session_is_told_by_its_variables() {
    let told = |pairs: &'static [(&str, &str)]| {
        session(true, |name| pairs.iter().find(|(key, _)| *key == name).map(|(_, value)| (*value).to_owned())).state
    };
    assert_eq!(told(&[("DISPLAY", ":0")]), State::Ok);
    assert_eq!(told(&[("DISPLAY", ":0"), ("XDG_SESSION_TYPE", "wayland")]), State::Warn);
    assert_eq!(told(&[("WAYLAND_DISPLAY", "wayland-0")]), State::Fail);
    assert_eq!(told(&[]), State::Fail);
}

#[test]
fn a_finding_reads_as_one_line_and_its_remedy() {
    let finding = Finding::fail("mouse", "it did not move", "allow it");
    assert_eq!(finding.to_text(), "FAIL  mouse       it did not move\n                  → allow it");
    assert_eq!(
        finding.to_json().to_string(),
        r#"{"check":"mouse","status":"fail","found":"it did not move","mend":"allow it"}"#
    );
}
