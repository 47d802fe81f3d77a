//! A region of the desktop in place of a window, for programs whose windows cannot be captured: remote desktops, surfaces
//! that the graphics card alone knows, mirrors of a phone.
//!
//! The region is listed as if it were a window, at the place in the stack of the window that stood at its middle in the
//! first picture. What comes before that window is in front of the region, so the guard refuses clicks there as it does
//! for a window; nothing is ever clicked outside of the region, since no pixel of its pictures lies there.

use super::{Clock, DeskError, Keyboard, Pointer, Screen, WindowId, WindowInfo};
use crate::frame::Frame;
use crate::geometry::Rect;
use crate::gesture::{KeyName, MouseButton};
use image::{RgbImage, imageops};
use std::time::Duration;

/// The name of the region among the windows; no system gives it to a window.
pub const REGION: WindowId = WindowId::MAX;

/// A desk of which one region is looked at and clicked.
#[derive(Debug)]
pub struct RegionDesk<D> {
    desk: D,
    /// The region, in desktop units.
    region: Rect,
    /// The screen that the region lies on: its index, and its extent in desktop units.
    monitor: (usize, Rect),
    /// The window at the region's middle in the first picture; none where the desktop itself was seen there. Nothing
    /// before the first picture.
    host: Option<Option<Host>>,
    captures: u64,
}

/// The window that the region belongs to.
#[derive(Clone, Copy, Debug)]
struct Host {
    window: WindowId,
    /// Its process, 0 where the system does not say.
    process: u32,
}

impl<D: Screen> RegionDesk<D> {
    /// Looks at `region`, in desktop units.
    ///
    /// # Errors
    /// [`DeskError::NoScreen`] where the region does not lie wholly on one screen, with the screens that there are.
    pub fn new(mut desk: D, region: Rect) -> Result<Self, DeskError> {
        let monitors = desk.monitors()?;
        let found = monitors.iter().enumerate().find(|(_, monitor)| monitor.encloses(&region));
        let Some((index, monitor)) = found else {
            let screens: Vec<String> = monitors.iter().map(written).collect();
            let screens = if screens.is_empty() { "none".to_owned() } else { screens.join("; ") };
            return Err(DeskError::NoScreen(format!(
                "the region {} does not lie wholly on one screen (X,Y,W,H of the screens: {screens})",
                written(&region)
            )));
        };
        let monitor = (index, *monitor);
        Ok(Self { desk, region, monitor, host: None, captures: 0 })
    }

    /// The windows of other processes before the host, the front one first, and whether the host is minimised; nothing where it was closed. A
    /// desk that has no list of windows, as without a window manager, has none in front.
    fn in_front(&mut self) -> Option<(Vec<WindowInfo>, bool)> {
        let windows: Vec<WindowInfo> = self.desk.windows().unwrap_or_default();
        let (front, is_minimised, own) = match self.host {
            None => (&windows[..0], false, 0),
            Some(None) => (&windows[..], false, 0),
            Some(Some(host)) => {
                let at = windows.iter().position(|w| w.id == host.window)?;
                (&windows[..at], windows[at].minimised, host.process)
            }
        };
        // A dialog of the host's is seen in the picture of the region, as a part of it.
        let is_other = |w: &&WindowInfo| !w.minimised && (own == 0 || w.pid != own);
        Some((front.iter().filter(is_other).cloned().collect(), is_minimised))
    }

    fn host_at_the_middle(&mut self) -> Option<Host> {
        let middle = self.region.centre();
        let windows = self.desk.windows().unwrap_or_default();
        windows.iter().find(|w| !w.minimised && w.rect.contains(middle)).map(|w| Host { window: w.id, process: w.pid })
    }
}

impl<D: Screen> Screen for RegionDesk<D> {
    /// The region, and before it what has come in front of it since the first picture.
    fn windows(&mut self) -> Result<Vec<WindowInfo>, DeskError> {
        let Some((mut windows, minimised)) = self.in_front() else { return Ok(Vec::new()) };
        windows.push(WindowInfo {
            id: REGION,
            title: format!("screen region {}", written(&self.region)),
            app: String::new(),
            pid: 0,
            rect: self.region,
            minimised,
        });
        Ok(windows)
    }

    fn capture(&mut self, window: WindowId) -> Result<Frame, DeskError> {
        if window != REGION {
            return self.desk.capture(window);
        }
        if self.host.is_none() {
            self.host = Some(self.host_at_the_middle());
        }
        let (index, monitor) = self.monitor;
        let pixels = self.desk.capture_part(index, &monitor, &self.region)?;
        self.captures += 1;
        Ok(Frame { pixels, window: self.region, sequence: self.captures })
    }

    fn monitors(&mut self) -> Result<Vec<Rect>, DeskError> {
        self.desk.monitors()
    }

    fn capture_monitor(&mut self, index: usize) -> Result<RgbImage, DeskError> {
        self.desk.capture_monitor(index)
    }
}

impl<D: Pointer> Pointer for RegionDesk<D> {
    fn location(&mut self) -> Result<(i32, i32), DeskError> {
        self.desk.location()
    }

    fn move_to(&mut self, x: i32, y: i32) -> Result<(), DeskError> {
        self.desk.move_to(x, y)
    }

    fn button(&mut self, button: MouseButton, down: bool) -> Result<(), DeskError> {
        self.desk.button(button, down)
    }
}

impl<D: Keyboard> Keyboard for RegionDesk<D> {
    fn key(&mut self, key: KeyName, down: bool) -> Result<(), DeskError> {
        self.desk.key(key, down)
    }

    /// The region has the keyboard while the window under it has.
    fn has_focus(&mut self, window: WindowId) -> Result<bool, DeskError> {
        match (window == REGION, self.host.flatten()) {
            (true, Some(host)) => self.desk.has_focus(host.window),
            (true, None) => Ok(false),
            (false, _) => self.desk.has_focus(window),
        }
    }
}

impl<D: Clock> Clock for RegionDesk<D> {
    fn now(&self) -> Duration {
        self.desk.now()
    }

    fn wait(&mut self, time: Duration) {
        self.desk.wait(time);
    }
}

/// The part of a screen's picture that shows `region`; both are given in desktop units.
pub(super) fn cut(picture: &RgbImage, monitor: &Rect, region: &Rect) -> Result<RgbImage, DeskError> {
    let (sx, sy) = (f64::from(picture.width()) / monitor.width, f64::from(picture.height()) / monitor.height);
    let pixels = |length: f64, scale: f64| (length * scale).round().max(0.0) as u32;
    let (x, y) = (pixels(region.x - monitor.x, sx), pixels(region.y - monitor.y, sy));
    let (width, height) = (pixels(region.width, sx), pixels(region.height, sy));
    if width == 0 || height == 0 || x + width > picture.width() || y + height > picture.height() {
        return Err(DeskError::NoScreen(format!(
            "the screen's picture of {}×{} pixels does not hold the region {}",
            picture.width(),
            picture.height(),
            written(region)
        )));
    }
    Ok(imageops::crop_imm(picture, x, y, width, height).to_image())
}

/// A rectangle as people give it.
fn written(rect: &Rect) -> String {
    format!("{},{},{},{}", rect.x, rect.y, rect.width, rect.height)
}

#[cfg(test)]
mod tests {
    use super::*;
    use image::Rgb;

    /// A desk of two screens with these windows.
    #[derive(Debug)]
    struct Screens(Vec<WindowInfo>);

    impl Screen for Screens {
        fn windows(&mut self) -> Result<Vec<WindowInfo>, DeskError> {
            Ok(self.0.clone())
        }

        fn capture(&mut self, _window: WindowId) -> Result<Frame, DeskError> {
            Err(DeskError::WindowGone("a test has no pictures of windows".to_owned()))
        }

        fn monitors(&mut self) -> Result<Vec<Rect>, DeskError> {
            Ok(vec![Rect::new(-100.0, 0.0, 100.0, 80.0), Rect::new(0.0, 0.0, 200.0, 100.0)])
        }

        /// Each pixel says where it is.
        fn capture_monitor(&mut self, index: usize) -> Result<RgbImage, DeskError> {
            let size = [(200, 160), (200, 100)][index];
            Ok(RgbImage::from_fn(size.0, size.1, |x, y| Rgb([x as u8, y as u8, index as u8])))
        }
    }

    fn window(id: WindowId, rect: [f64; 4]) -> WindowInfo {
        let [x, y, width, height] = rect;
        let rect = Rect::new(x, y, width, height);
        WindowInfo { id, title: format!("w{id}"), app: String::new(), pid: 0, rect, minimised: false }
    }

    #[test]
    fn the_pixels_are_those_of_the_screen_at_its_scale() {
        let mut desk = RegionDesk::new(Screens(Vec::new()), Rect::new(-60.0, 10.0, 20.0, 30.0)).unwrap();
        let frame = desk.capture(REGION).unwrap();
        assert_eq!(frame.pixels.dimensions(), (40, 60));
        assert_eq!(frame.pixels.get_pixel(0, 0).0, [80, 20, 0]);
        assert_eq!(frame.window, Rect::new(-60.0, 10.0, 20.0, 30.0));
    }

    #[test]
    fn a_region_over_two_screens_or_off_them_is_refused_with_the_screens() {
        for at in [[-10.0, 10.0, 20.0, 20.0], [190.0, 0.0, 20.0, 20.0]] {
            let [x, y, width, height] = at;
            let refused = RegionDesk::new(Screens(Vec::new()), Rect::new(x, y, width, height)).unwrap_err();
            assert!(refused.to_string().contains("0,0,200,100"), "{refused}");
        }
    }

    #[test]
    fn what_comes_in_front_later_is_in_front_and_a_host_that_goes_takes_the_region_along() {
        let host = window(1, [0.0, 0.0, 90.0, 90.0]);
        let behind = window(2, [10.0, 10.0, 90.0, 80.0]);
        let mut desk =
            RegionDesk::new(Screens(vec![host.clone(), behind.clone()]), Rect::new(20.0, 20.0, 50.0, 50.0)).unwrap();
        let ids = |desk: &mut RegionDesk<Screens>| desk.windows().unwrap().iter().map(|w| w.id).collect::<Vec<_>>();
        desk.capture(REGION).unwrap();
        assert_eq!(ids(&mut desk), [REGION]);
        desk.desk.0[0].minimised = true;
        assert!(desk.windows().unwrap()[0].minimised, "the region is as minimised as its host");
        let of_host = WindowInfo { pid: 9, ..window(3, [30.0, 30.0, 20.0, 20.0]) };
        desk.desk.0 = vec![of_host.clone(), WindowInfo { pid: 9, ..host.clone() }];
        assert_eq!(ids(&mut desk), [3, REGION], "a host without a process has no dialogs");
        desk.host = Some(Some(Host { window: 1, process: 9 }));
        assert_eq!(ids(&mut desk), [REGION], "its dialog is a part of the picture");
        // Raised above the host, a window that was behind it is in front.
        desk.desk.0 = vec![behind.clone(), host];
        assert_eq!(ids(&mut desk), [2, REGION]);
        desk.desk.0 = vec![behind];
        assert_eq!(ids(&mut desk), [] as [WindowId; 0]);
    }
}
