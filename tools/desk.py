"""A screen in memory with a window manager, a home folder and one program at a time."""

import contextlib
import os
import pathlib
import shutil
import signal
import subprocess
import time

GENEROUS = 30.0


class Desk:
    def __init__(self, folder):
        self.home = pathlib.Path(folder) / "home"
        self.runtime = pathlib.Path(folder) / "runtime"
        self.children = []
        self.beside = contextlib.ExitStack()
        self.page = None
        self.log = None

    def __enter__(self):
        self.home.mkdir()
        self.runtime.mkdir(mode=0o700)
        self.env = {
            **{key: value for key, value in os.environ.items() if key not in ("WAYLAND_DISPLAY", "DBUS_SESSION_BUS_ADDRESS")},
            "HOME": str(self.home),
            "XDG_RUNTIME_DIR": str(self.runtime),
            "XDG_CONFIG_HOME": str(self.home / ".config"),
            "XDG_DATA_HOME": str(self.home / ".local/share"),
            "XDG_CACHE_HOME": str(self.home / ".cache"),
            "XDG_SESSION_TYPE": "x11",
            "GDK_BACKEND": "x11",
            "QT_QPA_PLATFORM": "xcb",
            "GSETTINGS_BACKEND": "keyfile",
            "NO_AT_BRIDGE": "1",
            "LC_ALL": "C.UTF-8",
            "LANGUAGE": "en",
            "PATH": os.environ.get("PATH", "") + ":/usr/games",
        }
        try:
            self._start_screen()
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_):
        for child in reversed(self.children):
            end(child)
        self.beside.close()
        if self.log:
            self.log.close()

    def _start_screen(self):
        self.log = open(self.home.parent / "programs.log", "wb")
        read, write = os.pipe()
        screen = ["Xvfb", "-displayfd", str(write), "-screen", "0", "1600x1000x24", "-noreset", "-nolisten", "tcp"]
        self._spawn(screen, pass_fds=[write])
        os.close(write)
        with os.fdopen(read) as pipe:
            number = pipe.readline().strip()
        if not number:
            raise RuntimeError("Xvfb did not start")
        self.env["DISPLAY"] = f":{number}"
        started = self.home / "window-manager-started"
        self._spawn(["openbox", "--sm-disable", "--startup", f"touch {started}"])
        until("the window manager", started.exists)

    def _spawn(self, command, **more):
        child = subprocess.Popen(
            command, env=self.env, stdin=subprocess.DEVNULL, stdout=self.log, stderr=self.log, start_new_session=True, **more
        )
        self.children.append(child)
        return child

    def write(self, name, text):
        """A file in the home folder."""
        path = self.home / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        return path

    def start(self, command, wait_for):
        """A program with a session bus of its own; until a window of this class is there and drawn."""
        if not shutil.which(command[0], path=self.env["PATH"]):
            raise RuntimeError(f"{command[0]} is not installed: `./run setup` installs all programs that are played")
        self._spawn(["dbus-run-session", "--", *command], cwd=self.home)
        until(f"a window of {wait_for}", lambda: self.window(wait_for))
        time.sleep(1)

    def run(self, command, **more):
        return subprocess.run(command, env=self.env, capture_output=True, text=True, check=False, **more)

    def window(self, name):
        """The window of this class, else of this title."""
        for how in ("--class", "--name"):
            found = self.run(["xdotool", "search", "--onlyvisible", how, name]).stdout.split()
            if found:
                return found[-1]
        return None

    def keys(self, *keys, pause=0.15):
        """Keys to whichever window has the keyboard."""
        for key in keys:
            self.run(["xdotool", "key", key])
            time.sleep(pause)

    def type(self, text):
        self.run(["xdotool", "type", "--delay", "20", text])

    def active(self):
        """Where the window in front is: WINDOW, X, Y, WIDTH, HEIGHT."""
        told = self.run(["xdotool", "getactivewindow", "getwindowgeometry", "--shell"]).stdout.split()
        return {key: int(value) for key, value in (line.split("=") for line in told)}

    def click(self, x, y):
        self.run(["xdotool", "mousemove", str(x), str(y), "click", "1"])
        time.sleep(0.5)

    def picture(self, path):
        self.run(["import", "-window", "root", str(path)])


def until(what, holds, time_s=GENEROUS):
    """Waits until something holds; an error says what did not come."""
    last = time.monotonic() + time_s
    while not (found := holds()):
        if time.monotonic() > last:
            raise RuntimeError(f"{what} did not come within {time_s:.0f} s")
        time.sleep(0.05)
    return found


def end(child):
    """Ends a process and all that it started."""
    for sign in (signal.SIGTERM, signal.SIGKILL):
        try:
            os.killpg(child.pid, sign)
        except ProcessLookupError:
            break
        try:
            child.wait(3)
            break
        except subprocess.TimeoutExpired:
            pass
    child.poll()
