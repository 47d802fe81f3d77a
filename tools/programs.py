"""The programs that are played: how each is started, and what it says itself of the game that was played."""

import configparser
import itertools
import json
import pathlib
import random
import re
import struct
import sys
import time
from dataclasses import dataclass, field

from desk import until
from page import Page

CALIBRATIONS = pathlib.Path(__file__).resolve().parent.parent / "calibration"
LEVELS_OF_CAVEPACKER = pathlib.Path("/usr/share/games/cavepacker/maps")
SHISENSHO = CALIBRATIONS.parent / "target/games/shisensho"
LEVELS_OF_XSOK = pathlib.Path("/usr/share/games/xsok/Sokoban.def")


@dataclass
class Case:
    """A program in one of its variants."""

    program: str
    variant: str
    about: str
    games: int
    calibration: str = ""
    packages: list = None
    game: str = "samegame"
    gravity: bool = False
    time: float = 0
    longest: float = 900
    in_one_run: int = 1
    animated: bool = False
    options: dict = field(default_factory=dict)

    def __post_init__(self):
        self.calibration = self.calibration or self.program
        self.packages = [self.program] if self.packages is None else self.packages

    @property
    def name(self):
        return f"{self.program}/{self.variant}"

    def flags(self, number, folder):
        """Further flags of `tilepilot play`."""
        return []

    def left_out(self):
        """Why it cannot be played here, if so."""
        boards = self.options.get("boards")
        return f"{boards} is not here" if boards and not boards.exists() else None

    def calibrated(self, folder):
        """The calibration to play by: the one that comes with tilepilot, with other rules where the program was given them."""
        if "shifts" not in self.options:
            return self.calibration
        shipped = CALIBRATIONS / self.game / f"{self.calibration}.toml"
        rules = f'[rules]\npreset = "shisen-sho"\nshifts = {json.dumps(self.options["shifts"])}\n'
        text = re.sub(r"(?m)^\[rules\]\n(?:[a-z_]+ = [^\n]*\n)*", rules, shipped.read_text())
        path = folder / shipped.name
        path.write_text(text.replace('"../../templates/', f'"{CALIBRATIONS.parent}/templates/'))
        return str(path)


class SgtSameGame(Case):
    """The board is given as a game id; at the end the program saves the moves that it counted."""

    def board(self, number):
        """Its params and the colours of its cells, from 1."""
        if "boards" in self.options:
            cells = boards_of(self.options["boards"])[number - 1]
            return "15x15c5s2", [int(cell) + 1 for row in cells for cell in row]
        cols, rows, colours = 15, 10, self.options["colours"]
        # The program refuses no board, but deals none without a move.
        chance = random.Random(f"{self.name} {number}")
        return f"{cols}x{rows}c{colours}s2", [chance.randint(1, colours) for _ in range(cols * rows)]

    def start(self, desk, number):
        params, cells = self.board(number)
        desk.start(["sgt-samegame", f"{params}:{','.join(map(str, cells))}"], "sgt-samegame")

    def truth(self, desk, number, end, referee):
        params, cells = self.board(number)
        saved = desk.home / "game.sav"
        desk.keys("F10", *["Down"] * 6, "Return")
        until("the file dialog", lambda: desk.window("Enter name of game file to save"))
        time.sleep(1.5)
        desk.keys("ctrl+a")
        desk.type(str(saved))

        # The list of files that match takes the first Return for itself.
        def is_saved():
            desk.keys("Return", pause=1)
            return saved.exists()

        until("the saved game", is_saved, 15)
        lines = saved.read_text().splitlines()
        moves = [line.split(":", 2)[2] for line in lines if line.startswith("MOVE ")]
        groups = [len(move[1:].split(",")) for move in moves]
        score = sum((size - 2) ** 2 for size in groups)
        cols = int(params.split("x")[0])
        start = [cells[at : at + cols] for at in range(0, len(cells), cols)]
        same = same_picture(start, referee.start) and groups == referee.groups()
        return same and score == end["score"], f"saved game: {len(moves)} moves, {score} points"


class SwellFoop(Case):
    """At the end the program writes the score down."""

    def start(self, desk, number):
        settings = f"[org/gnome/swell-foop]\nfirst-run=false\nsize='{self.options.get('size', self.variant)}'\n"
        desk.write(".config/glib-2.0/settings/keyfile", settings)
        desk.start(["swell-foop"], "swell-foop")

    def truth(self, desk, number, end, referee):
        folder = desk.home / ".local/share"

        def scores():
            files = [file for file in folder.rglob("*") if file.is_file() and "scores" in str(file)]
            return [int(line.split()[0]) for file in files for line in file.read_text().splitlines() if line.strip()]

        # A score that is not among the ten best is written down without a question for a name.
        until("a dialog", lambda: desk.active()["WIDTH"] < 500 or None, 10)
        time.sleep(1)
        if len(scores()) < len(end["scores"]):
            dialog = desk.active()
            desk.click(dialog["X"] + dialog["WIDTH"] - 45, dialog["Y"] + 28)
            until("the high score", lambda: len(scores()) >= len(end["scores"]), 10)
        return scores() == end["scores"], f"high scores: {told(scores())}"


class Klickety(Case):
    """At the end a dialog asks for a name, and writes the score down."""

    def start(self, desk, number):
        easy = self.options.get("level")
        if easy:
            desk.write(".config/klicketyrc", f"[KgDifficulty]\nLevel={easy}\n")
        mode = ["--KSameMode"] if self.calibration == "klickety-ksame" else []
        desk.start(["klickety", *mode], "klickety")

    def truth(self, desk, number, end, referee):
        best = remembered(desk, "klicketyrc")
        if self.calibration == "klickety-ksame":
            scores, true = [int(game["score"]) for game in best], sorted(end["scores"], reverse=True)
            return scores == true[:10], f"high scores: {told(scores)}"
        left, true = [int(game["remains"]) for game in best], sorted(-score for score in end["scores"])
        return left == true[:10], f"high scores: {told(left)} pieces left"


class KShisen(Case):
    """A game that was won is written down, with the gravity that it was played by."""

    def start(self, desk, number):
        general = f"[General]\nTileset_file=/usr/share/kmahjongglib/tilesets/{self.options['tiles']}.desktop\n"
        gravity = str(self.gravity).lower()
        game = f"[Game]\nSize={self.options['size']}\nGravity={gravity}\nSolvable=true\nSounds=false\n"
        # Without a word on it the program shows its line for as long as it does by itself.
        if self.options.get("fastest", True):
            game += "Speed=4\n"
        background = f"Background_file=/usr/share/kmahjongglib/backgrounds/{self.options['ground']}.desktop\n"
        desk.write(".config/kshisenrc", general + background + game)
        desk.start(["kshisen"], "kshisen")

    def truth(self, desk, number, end, referee):
        if end["left"]:
            return True, f"{end['left']} tiles left"
        best = remembered(desk, "kshisenrc")[0]
        return best["gravity"] == ("Yes" if self.gravity else "No"), f"high scores: {best['score']} in {best['time']}"


class XShisen(Case):
    """The dialog at a game's end stands over a board without pieces."""

    def start(self, desk, number):
        desk.start(["xshisen", *(["-gravity"] if self.gravity else [])], "XShisen")
        desk.keys("ctrl+d", pause=1)

    def truth(self, desk, number, end, referee):
        if end["left"]:
            return True, f"{end['left']} tiles left"
        scores = desk.home / ".xshisen.scores"
        until("the dialog at the end", lambda: desk.window("^XShisen$"), 10)
        until("the list of best times", scores.exists, 10)
        return True, "dialog at the end, best time written down"


class Shisensho(Case):
    """The program tells its board and its end to a file: it is written in Python."""

    TELLS = """
import json, pathlib, sys
folder, told = sys.argv[1:]
sys.path.insert(0, folder)
import board
load, end = board.board.load, board.board.endGame
def tell(line):
    with open(told, "a") as file:
        file.write(json.dumps(line) + "\\n")
def loaded(self):
    load(self)
    tell([[tile.name for tile in row] for row in self.tiles])
def ended(self, message):
    tell(message)
    end(self, message)
board.board.load, board.board.endGame = loaded, ended
import window
window.window().start()
"""

    def start(self, desk, number):
        script = desk.write("shisensho.py", self.TELLS)
        folder = SHISENSHO / "shisensho"
        if not folder.is_dir():
            raise RuntimeError(f"{folder} is missing: ./run games installs it")
        needs = "import tkinter, PIL.ImageTk"
        able = [python for python in (sys.executable, "/usr/bin/python3") if not desk.run([python, "-c", needs]).returncode]
        if not able:
            raise RuntimeError(f"no Python can {needs}: ./run games installs what is missing")
        desk.start([able[0], str(script), str(folder), str(desk.home / "told.jsonl")], "Tk")

    def truth(self, desk, number, end, referee):
        lines = [json.loads(line) for line in (desk.home / "told.jsonl").read_text().splitlines()]
        boards, ends = [line for line in lines if isinstance(line, list)], [line for line in lines if isinstance(line, str)]
        # Of several games the last one's board is held against what was read, and all ends.
        board = boards[len(end["scores"]) - 1]
        cleared = sum(score == sum(map(len, board)) for score in end["scores"])
        agrees = same_picture(board, referee.start) and ends.count("You Won!!!") == cleared
        return agrees, f"told by the program: {told(ends) or 'no end'}"


class XSok(Case):
    """A level that was solved for the first time is saved with its solution."""

    def start(self, desk, number):
        (desk.home / "saved").mkdir()
        desk.start(["xsok", "-level", str(number), "-xrm", f"*xsavedir: {desk.home}/saved"], "xsok")

    def flags(self, number, folder):
        levels, rows = {}, []
        for row in LEVELS_OF_XSOK.read_text(encoding="latin-1").splitlines():
            if row.startswith(";LEVEL "):
                rows = levels.setdefault(int(row.split()[1]), [])
            elif not row.startswith(";"):
                rows.append(row)
        path = folder / "level.xsb"
        path.write_text("\n".join(levels[number]) + "\n")
        return ["--level-file", str(path)]

    def truth(self, desk, number, end, referee):
        saved = desk.home / f"saved/Sokoban.{number:02}.bs"
        until("the saved solution", saved.exists, 5)
        _, _, pushes, moves, _, finished, *_ = struct.unpack(">16i", saved.read_bytes()[:64])
        return finished == 1 and moves == end["moves"], f"saved solution: {moves} moves, {pushes} pushes"


class CavePacker(Case):
    """The program's log tells of the level's end."""

    def start(self, desk, number):
        flags = {"fullscreen": "false", "width": "1024", "height": "960", "showfps": "false", "grabmouse": "false"}
        # Drawn without a graphics card, more pictures a second take the processor from all else.
        flags["fpslimit"] = "20"
        settings = [word for key, value in flags.items() for word in ("-set", key, value)]
        desk.start(["cavepacker", *settings, "-map", f"microban01_{number:04}"], "cavepacker")
        log = desk.home.parent / "programs.log"
        until("the level", lambda: "client map start" in log.read_text(errors="replace"))
        # Its name stands over the level for three seconds.
        time.sleep(4)

    def flags(self, number, folder):
        return ["--level-file", str(LEVELS_OF_CAVEPACKER / f"microban01_{number:04}.sok")]

    def truth(self, desk, number, end, referee):
        log = desk.home.parent / "programs.log"
        pattern = rf"finished: microban01_{number:04} with (\d+) moves and (\d+) pushes"
        said = until("the level's end in the program's log", lambda: re.search(pattern, log.read_text(errors="replace")), 8)
        return int(said[1]) == end["moves"], f"log: {said[1]} moves, {said[2]} pushes"


class Stars(Case):
    """A page of ours in a browser tells its server of each move: the program that nobody here wrote is the browser."""

    COLOURS = "RGBYP"

    def boards(self, number):
        chance = random.Random(f"{self.name} {number}")
        return [["".join(chance.choices(self.COLOURS, k=10)) for _ in range(10)] for _ in range(self.in_one_run)]

    def start(self, desk, number):
        desk.page = desk.beside.enter_context(Page())
        flags = ["--no-first-run", "--no-default-browser-check", "--password-store=basic", "--test-type"]
        # Root has no sandbox, and a container little shared memory.
        flags += ["--no-sandbox", "--disable-dev-shm-usage", f"--user-data-dir={desk.home}/browser", "--lang=en"]
        flags += ["--window-position=40,10", "--window-size=" + self.options.get("window", "900,900")]
        flags += [f"--force-device-scale-factor={self.options.get('scale', 1)}"]
        desk.start(["chromium", *flags, desk.page.address(self.boards(number))], "Chromium")
        until("the page", lambda: desk.page.told)
        for keys in self.options.get("keys", []):
            desk.keys(*keys)
        time.sleep(1)

    def truth(self, desk, number, end, referee):
        ends = [tells for tells in desk.page.told if tells["over"]]
        groups = [move["stars"] for move in ends[-1]["moves"]]
        same = same_picture(self.boards(number)[-1], referee.start) and groups == referee.groups()
        points, left = [tells["points"] for tells in ends], ends[-1]["left"]
        agrees = same and points == end["scores"] and left == end["left"]
        return agrees, f"told by the page: {len(groups)} moves, {told(points)} points, {left} left"


def boards_of(file):
    """The boards of a file, rows of digits with empty lines between them; `;` begins a remark."""
    lines = (line for line in file.read_text().splitlines() if not line.startswith(";"))
    return [rows for is_board, rows in ((k, list(g)) for k, g in itertools.groupby(lines, bool)) if is_board]


def same_picture(one, other):
    """Whether two boards are equal but for the names of their kinds."""
    pairs = [pair for rows in zip(one, other) for pair in zip(*rows)]
    sizes = [len(one), len(other)] + [len(row) for row in one] + [len(row) for row in other]
    names = set(pairs)
    is_one_to_one = len(names) == len({a for a, _ in names}) == len({b for _, b in names})
    return is_one_to_one and sizes[0] == sizes[1] and len(pairs) == sum(map(len, one)) == sum(map(len, other))


def remembered(desk, file):
    """The games that a program of KDE has written down, the best first, once its dialog for a name is answered."""
    try:
        until("the dialog for the name", lambda: desk.window("High Scores"), 15)
        time.sleep(0.5)
        desk.keys("Return", pause=1)
    except RuntimeError:
        # A game that is not among the ten best is not asked for: those that are were written down before.
        pass
    path = desk.home / ".config" / file

    def games():
        config = configparser.RawConfigParser(strict=False)
        config.read(path)
        for section in config.sections():
            if section.startswith("KHighscore") and config.has_option(section, "1_score"):
                told = dict(config.items(section))
                ranks = [rank for rank in range(1, 11) if told.get(f"{rank}_name", "-") != "-"]
                return [{key.split("_")[1]: v for key, v in told.items() if key.startswith(f"{rank}_")} for rank in ranks]
        return None

    return until("the high score", games, 10)


def told(scores):
    """A few numbers in words."""
    return ", ".join(map(str, scores[:12])) + (f" … ({len(scores)} in all)" if len(scores) > 12 else "")
