"""How long the bot waits after a move, beside how long the program takes to come to rest: seen by an eye of its own."""

import ctypes
import hashlib
import json
import statistics
import subprocess
import sys
import threading
import time
import tomllib

import figures
from programs import CALIBRATIONS

MOVES = 12
# So slow that each move comes to rest before the next one is made.
PACE = "0.35"


class Eye:
    """Looks at one rectangle of a screen again and again, and keeps when it changed."""

    class Picture(ctypes.Structure):
        _fields_ = [(name, ctypes.c_int) for name in ("width", "height", "xoffset", "format")]
        _fields_ += [("data", ctypes.c_void_p)]
        _fields_ += [(name, ctypes.c_int) for name in ("order", "unit", "bit_order", "pad", "depth", "bytes_per_line")]

    def __init__(self, display, rect):
        self.display, self.rect, self.changes, self.open = display, rect, [], True
        self.thread = threading.Thread(target=self.look, daemon=True)
        self.thread.start()

    def look(self):
        x11 = ctypes.CDLL("libX11.so.6")
        x11.XOpenDisplay.restype = x11.XDefaultRootWindow.restype = ctypes.c_void_p
        x11.XGetImage.restype = ctypes.POINTER(self.Picture)
        screen = ctypes.c_void_p(x11.XOpenDisplay(self.display.encode()))
        root = ctypes.c_void_p(x11.XDefaultRootWindow(screen))
        x, y, width, height = self.rect
        last = None
        while self.open:
            seen_at = time.monotonic()
            picture = x11.XGetImage(screen, root, x, y, width, height, ctypes.c_ulong(-1), 2)
            size = picture.contents.bytes_per_line * picture.contents.height
            now = hashlib.blake2b(ctypes.string_at(picture.contents.data, size)).digest()
            x11.XDestroyImage(picture)
            if now != last:
                self.changes.append(seen_at)
            last = now
            time.sleep(max(0.0, 0.01 - (time.monotonic() - seen_at)))
        x11.XCloseDisplay(screen)

    def close(self):
        self.open = False
        self.thread.join()


def measure(desk, case, number, options, folder):
    """The median wait and the median time to rest, in seconds, over a few slow moves."""
    case.start(desk, number)
    command = [options.tilepilot, "play", case.calibrated(folder), "--format", "json", "--time", str(options.time)]
    command += ["--moves", str(MOVES), "--pace", PACE, "--bundle", str(folder / "halted"), *case.flags(number, folder)]
    bot = subprocess.Popen(command, env=desk.env, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    told, eye = [], None
    # What the bot tells must not wait for the eye.
    sys.setswitchinterval(0.0005)
    for line in bot.stdout:
        event = json.loads(line)
        told.append((time.monotonic(), event))
        if event["event"] == "window":
            eye = Eye(desk.env["DISPLAY"], board_of(case, event["rect"]))
    bot.wait()
    time.sleep(1)
    eye.close()
    waits, rests = [], []
    # A press is told when the pointer leaves, so long after the button was released.
    leave = tomllib.loads((CALIBRATIONS / case.game / f"{case.calibration}.toml").read_text())["input"]["leave_ms"] / 1000
    acts = [i for i, (_, event) in enumerate(told) if event["event"] == "act"]
    for i, following in zip(acts, acts[1:]):
        begun = told[i][0]
        verified = next((at for at, event in told[i:following] if event["event"] == "verify"), None)
        # The press itself begins a moment before it is told: what changes by it alone is no movement.
        changes = [at for at in eye.changes if begun < at < told[following][0] - 0.8]
        if verified and changes:
            waits.append(verified - begun + leave)
            rests.append(changes[-1] - begun + leave)
    row = {"case": case.name, "number": number, "measured": len(waits)}
    if not waits:
        return {**row, "ok": False, "said": f"no move could be measured: {told[-1][1] if told else 'nothing was told'}"}
    wait, rest = statistics.median(waits), statistics.median(rests)
    return {**row, "ok": wait <= figures.WAIT * rest, "wait": round(wait, 3), "rest": round(rest, 3), "share": round(wait / rest, 2)}


def board_of(case, window):
    """Where the board is on the screen, if the window is as it was calibrated."""
    lattice = tomllib.loads((CALIBRATIONS / case.game / f"{case.calibration}.toml").read_text())["lattice"]
    width, height = lattice["cols"] * lattice["pitch_x"], lattice["rows"] * lattice["pitch_y"]
    x, y = lattice["x"] - lattice["pitch_x"] / 2, lattice["y"] - lattice["pitch_y"] / 2
    return [round(n) for n in (window[0] + x, window[1] + y, width, height)]

