//! The embedded practice game: a [`Scene`] in a real window, played with a real mouse.
//!
//! The window draws when the picture changes and sleeps otherwise. Whoever opens it is told the game's true state: first
//! marked as unsettled, then, once the picture is on the screen, as it is. A reader who sees the same settled state
//! before and after a capture therefore knows what the capture shows.

mod keyboard;

use crate::geometry::Point;
use crate::gesture::MouseButton;
use crate::scene::{Input, Scene};
use softbuffer::{Context, Surface};
use std::num::NonZeroU32;
use std::rc::Rc;
use std::time::{Duration, Instant};
use winit::application::ApplicationHandler;
use winit::dpi::{PhysicalPosition, PhysicalSize};
use winit::error::EventLoopError;
use winit::event::{ElementState, StartCause, WindowEvent};
use winit::event_loop::{ActiveEventLoop, ControlFlow, EventLoop};
use winit::keyboard::ModifiersState;
use winit::window::{Window, WindowId};

/// The application's name; on X11 the window's class.
pub const APP_NAME: &str = "tilepilot-practice";

/// Time between two pictures of an animation.
const FRAME: Duration = Duration::from_millis(16);

/// A practice window that could not be opened or kept open.
#[derive(Debug, thiserror::Error)]
pub enum WindowError {
    /// There is no screen, or it takes no windows.
    #[error(
        "the practice window cannot be opened: {0}; it needs a graphical desktop (on Linux an X server, named by DISPLAY)"
    )]
    NoDisplay(String),
    /// The window was opened but cannot be drawn.
    #[error("the practice window cannot be drawn: {0}")]
    NoPicture(String),
    /// The true state could not be told.
    #[error("{0}")]
    Truth(String),
}

/// Is told the game's true state whenever it changes; an error ends the game with that message.
pub type TellTruth = Box<dyn FnMut(&str) -> Result<(), String>>;

/// Keeps what the game gives out to be saved; an error is told to the game, which shows it.
pub type Save = Box<dyn FnMut(&str) -> Result<(), String>>;

/// Shows a scene in a window until it is closed. `position` is the window's left top corner on the desktop, in physical
/// pixels; without one the window manager chooses.
///
/// # Errors
/// [`WindowError`].
pub fn run(
    scene: Box<dyn Scene>,
    position: Option<(i32, i32)>,
    tell: TellTruth,
    save: Save,
) -> Result<(), WindowError> {
    let no_display = |e: EventLoopError| WindowError::NoDisplay(reason(&e));
    let event_loop = EventLoop::new().map_err(no_display)?;
    let mut shown = Shown {
        scene,
        position,
        tell,
        save,
        start: Instant::now(),
        open: None,
        held: ModifiersState::empty(),
        told: String::new(),
        failure: None,
    };
    event_loop.run_app(&mut shown).map_err(no_display)?;
    shown.failure.map_or(Ok(()), Err)
}

/// The system's reason, without the place in the window library's source that it starts with.
fn reason(error: &dyn std::error::Error) -> String {
    let text = error.to_string();
    let after_place = text.split_once(".rs:").and_then(|(_, rest)| rest.split_once(": "));
    after_place.map_or(text.as_str(), |(_, reason)| reason).trim_end_matches('.').to_owned()
}

/// The window once it is open.
struct Open {
    window: Rc<Window>,
    surface: Surface<Rc<Window>, Rc<Window>>,
    /// When the next picture is due: after an animated picture one more must follow, so that the last one is at rest.
    next_picture: Option<Instant>,
}

struct Shown {
    scene: Box<dyn Scene>,
    position: Option<(i32, i32)>,
    tell: TellTruth,
    save: Save,
    start: Instant,
    open: Option<Open>,
    /// The modifiers that are held.
    held: ModifiersState,
    told: String,
    failure: Option<WindowError>,
}

impl Shown {
    fn now(&self) -> Duration {
        self.start.elapsed()
    }

    fn fail(&mut self, event_loop: &ActiveEventLoop, error: WindowError) {
        self.failure.get_or_insert(error);
        event_loop.exit();
    }

    fn open_window(&mut self, event_loop: &ActiveEventLoop) -> Result<Open, WindowError> {
        let scale = event_loop.primary_monitor().map_or(1.0, |monitor| monitor.scale_factor());
        self.scene.set_scale(scale);
        let mut attributes = Window::default_attributes()
            .with_title(self.scene.title())
            .with_resizable(false)
            .with_inner_size(physical(self.scene.size()));
        if let Some((x, y)) = self.position {
            attributes = attributes.with_position(PhysicalPosition::new(x, y));
        }
        #[cfg(target_os = "linux")]
        {
            use winit::platform::x11::WindowAttributesExtX11;
            attributes = attributes.with_name(APP_NAME, APP_NAME);
        }
        let window = Rc::new(event_loop.create_window(attributes).map_err(|e| WindowError::NoDisplay(reason(&e)))?);
        let no_picture = |e: softbuffer::SoftBufferError| WindowError::NoPicture(e.to_string());
        let context = Context::new(Rc::clone(&window)).map_err(no_picture)?;
        let surface = Surface::new(&context, Rc::clone(&window)).map_err(no_picture)?;
        let open = Open { window, surface, next_picture: None };
        self.fit(&open.window, open.window.scale_factor());
        open.window.request_redraw();
        Ok(open)
    }

    /// Draws at the screen's scale and asks for a window of that size.
    fn fit(&mut self, window: &Window, scale: f64) {
        self.scene.set_scale(scale);
        let size = physical(self.scene.size());
        if window.inner_size() != size {
            // Where the size is not granted the picture is cut off at the window's edge.
            let _granted_later = window.request_inner_size(size);
        }
    }

    fn input(&mut self, input: Input) {
        let mut changed = self.scene.input(input, self.now());
        if let Some(text) = self.scene.to_save() {
            let outcome = (self.save)(&text);
            self.scene.saved(outcome, self.now());
            changed = true;
        }
        if changed && let Some(open) = &self.open {
            open.window.request_redraw();
        }
    }

    /// Says the truth if it is not what was said last.
    fn say(&mut self, truth: String) -> Result<(), WindowError> {
        if truth != self.told {
            (self.tell)(&truth).map_err(WindowError::Truth)?;
            self.told = truth;
        }
        Ok(())
    }

    fn redraw(&mut self) -> Result<(), WindowError> {
        let now = self.now();
        let truth = self.scene.truth(now);
        if truth != self.told {
            self.say(truth.replacen("settled true", "settled false", 1))?;
        }
        let picture = self.scene.draw(now);
        let animated = self.scene.is_animating(now);
        if let Some(open) = &mut self.open {
            show(open, &picture).map_err(WindowError::NoPicture)?;
            open.next_picture = animated.then(|| Instant::now() + FRAME);
        }
        self.say(truth)
    }
}

fn physical((width, height): (u32, u32)) -> PhysicalSize<u32> {
    PhysicalSize::new(width, height)
}

/// Puts a picture on the screen and waits until it is there.
fn show(open: &mut Open, picture: &image::RgbImage) -> Result<(), String> {
    let size = open.window.inner_size();
    let (Some(width), Some(height)) = (NonZeroU32::new(size.width), NonZeroU32::new(size.height)) else {
        return Ok(());
    };
    let text = |e: softbuffer::SoftBufferError| e.to_string();
    open.surface.resize(width, height).map_err(text)?;
    let mut buffer = open.surface.buffer_mut().map_err(text)?;
    for (row, y) in buffer.chunks_exact_mut(size.width as usize).zip(0u32..) {
        for (pixel, x) in row.iter_mut().zip(0u32..) {
            let [r, g, b] = picture.get_pixel_checked(x, y).map_or([0; 3], |p| p.0);
            *pixel = u32::from_be_bytes([0, r, g, b]);
        }
    }
    open.window.pre_present_notify();
    buffer.present().map_err(text)?;
    // The next buffer is handed out when the screen is done with this one.
    open.surface.buffer_mut().map(drop).map_err(text)
}

impl ApplicationHandler for Shown {
    fn resumed(&mut self, event_loop: &ActiveEventLoop) {
        if self.open.is_none() {
            match self.open_window(event_loop) {
                Ok(open) => self.open = Some(open),
                Err(error) => self.fail(event_loop, error),
            }
        }
    }

    fn new_events(&mut self, _event_loop: &ActiveEventLoop, cause: StartCause) {
        if let (StartCause::ResumeTimeReached { .. }, Some(open)) = (cause, &mut self.open) {
            open.next_picture = None;
            open.window.request_redraw();
        }
    }

    fn window_event(&mut self, event_loop: &ActiveEventLoop, _window: WindowId, event: WindowEvent) {
        match event {
            WindowEvent::CloseRequested => event_loop.exit(),
            WindowEvent::RedrawRequested => {
                if let Err(error) = self.redraw() {
                    self.fail(event_loop, error);
                }
            }
            WindowEvent::CursorMoved { position, .. } => self.input(Input::Moved(Point::new(position.x, position.y))),
            WindowEvent::CursorLeft { .. } => self.input(Input::Left),
            WindowEvent::MouseInput { state, button, .. } => {
                if let Some(button) = button_of(button) {
                    self.input(match state {
                        ElementState::Pressed => Input::Pressed(button),
                        ElementState::Released => Input::Released(button),
                    });
                }
            }
            WindowEvent::ModifiersChanged(modifiers) => self.held = modifiers.state(),
            // A synthetic press is a key that was down already when the window came to the front.
            WindowEvent::KeyboardInput { event, is_synthetic: false, .. } if event.state.is_pressed() => {
                if let Some(key) = keyboard::key_of(&event.logical_key, self.held) {
                    self.input(Input::Key(key));
                }
            }
            WindowEvent::ScaleFactorChanged { scale_factor, .. } => {
                if let Some(window) = self.open.as_ref().map(|open| Rc::clone(&open.window)) {
                    self.fit(&window, scale_factor);
                    window.request_redraw();
                }
            }
            WindowEvent::Resized(_) => {
                if let Some(open) = &self.open {
                    open.window.request_redraw();
                }
            }
            _ => {}
        }
        if self.scene.wants_to_close() {
            event_loop.exit();
        }
    }

    fn about_to_wait(&mut self, event_loop: &ActiveEventLoop) {
        let next = self.open.as_ref().and_then(|open| open.next_picture);
        event_loop.set_control_flow(next.map_or(ControlFlow::Wait, ControlFlow::WaitUntil));
    }
}

fn button_of(button: winit::event::MouseButton) -> Option<MouseButton> {
    match button {
        winit::event::MouseButton::Left => Some(MouseButton::Left),
        winit::event::MouseButton::Middle => Some(MouseButton::Middle),
        winit::event::MouseButton::Right => Some(MouseButton::Right),
        _ => None,
    }
}
