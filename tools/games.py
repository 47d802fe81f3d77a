#!/usr/bin/env python3
"""Plays real programs to the end: `./run games` starts this.

Each game has a screen, a window manager, a session bus and a home folder of its own. The program is started there,
`tilepilot play` plays it by capture and input alone, and then the result is held against what the program itself says:
its saved game, its high scores, its solution files, its log; where it says nothing, its last picture.
"""

import argparse
import concurrent.futures
import json
import pathlib
import shutil
import subprocess
import sys
import tempfile
import time
import tomllib

import figures
import report
import waits
from cases import CASES
from desk import Desk
from programs import CALIBRATIONS
from referee import Referee

ROOT = pathlib.Path(__file__).resolve().parent.parent
MINUTE = 60.0


def play(desk, case, number, options, folder):
    """One run of a case, of one game or of several; what it came to as a row."""
    row = {"case": case.name, "number": number, "game": case.game}
    begun = time.monotonic()
    case.start(desk, number)
    command = [options.tilepilot, "play", case.calibrated(folder), "--format", "json", "--time", str(case.time or options.time)]
    command += ["--bundle", str(folder / "halted"), *case.flags(number, folder)]
    if options.lasts:
        command += ["--for", options.lasts]
    elif case.in_one_run > 1:
        command += ["--games", str(case.in_one_run)]
    if options.record:
        command += ["--record", str(folder / "recording")]
    row["memory"] = run_to_its_end(desk, command, folder, None if options.lasts else case.longest)
    desk.picture(folder / "end.png")
    events = [json.loads(line) for line in (folder / "events.jsonl").read_text().splitlines()]
    end = next((event for event in reversed(events) if event["event"] == "end"), None)
    if end is None:
        row.update(ok=False, said=(folder / "log.txt").read_text().strip()[-300:] or "no end was told")
        return row
    games = games_of(events)
    referees = [Referee.of(case, game) for game in games]
    ended = [event for event in events if event["event"] == "game"]
    verified = [event for event in events if event["event"] == "verify"]
    counts = [referee.wrong_cells() for referee in referees]
    row.update(
        games=len(games),
        finished=len(ended),
        cleared=sum(event["outcome"] == "cleared" for event in ended),
        score=end["score"],
        promised=end["promised"],
        greedy=greedy(case, referees, options, desk) if case.game == "samegame" else None,
        left=end["left"],
        moves=end["moves"],
        retries=end["retries"],
        mismatches=end["mismatches"],
        seconds=round(sum(map(time_of_moves, games)) / max(1, len(verified)), 3),
        took=round(time.monotonic() - begun, 1),
        outside=sum(presses_outside(event, events) for event in events),
        wrong=sum(wrong for wrong, _ in counts),
        compared=sum(compared for _, compared in counts),
    )
    end["scores"] = [event["score"] for event in ended]
    try:
        agrees, said = case.truth(desk, number, end, referees[-1])
    except Exception as error:  # what a program wrote is no contract: whatever is wrong with it fails this game alone
        agrees, said = False, f"{type(error).__name__}: {error}"
    if not agrees:
        desk.picture(folder / "truth.png")
    row["said"] = said
    has_ended = end["outcome"] in ("cleared", "stuck")
    row["ok"] = bool(agrees and has_ended and not row["wrong"] and not row["outside"])
    if not row["ok"] and end["outcome"] == "halted":
        row["said"] = f"{said}; {end['detail']}"
    return row


def run_to_its_end(desk, command, folder, longest):
    """Runs the bot, and writes down what memory it has (kB) every minute, beginning with the first."""
    memory, begun = [], time.monotonic()
    with open(folder / "events.jsonl", "wb") as events, open(folder / "log.txt", "wb") as log:
        bot = subprocess.Popen(command, env=desk.env, cwd=ROOT, stdin=subprocess.DEVNULL, stdout=events, stderr=log)
        status = pathlib.Path(f"/proc/{bot.pid}/status")
        while True:
            try:
                bot.wait(MINUTE)
                return memory
            except subprocess.TimeoutExpired:
                memory += [int(line.split()[1]) for line in status.read_text().splitlines() if line.startswith("VmRSS")]
            if longest and time.monotonic() - begun > longest:
                bot.terminate()
                bot.wait()
                return memory


def games_of(events):
    """The events of each game that was begun."""
    games = [[]]
    for event in events:
        games[-1].append(event)
        if event["event"] == "game":
            games.append([])
    return [game for game in games if any(event["event"] == "act" for event in game)]


def time_of_moves(game):
    """Seconds from a game's first move to its last look."""
    times = [event["t"] for event in game if event["event"] in ("act", "verify")]
    return times[-1] - times[0]


def greedy(case, referees, options, desk):
    """What the same boards come to if the largest group is removed each time."""
    rules = tomllib.loads((CALIBRATIONS / case.game / f"{case.calibration}.toml").read_text())["rules"]["preset"]
    boards = "\n\n".join("\n".join("".join(row) for row in referee.start) for referee in referees)
    command = [options.tilepilot, "solve", "samegame", "--algorithm", "greedy", "--rules", rules, "--format", "json"]
    solved = desk.run(command, input=boards + "\n")
    return sum(json.loads(line)["score"] for line in solved.stdout.splitlines())


def presses_outside(event, events):
    """Presses of an event that were not on the program's window."""
    if event["event"] != "act":
        return 0
    windows = [other["rect"] for other in events if other["event"] == "window"]
    x, y, width, height = windows[-1]
    return sum(not (x <= px < x + width and y <= py < y + height) for px, py in event["pixels"])


def one(case, number, options):
    """A game on a screen of its own."""
    folder = options.work / case.name.replace("/", "-") / str(number)
    folder.mkdir(parents=True)
    try:
        with Desk(folder) as desk:
            row = (waits.measure if options.kind == "waits" else play)(desk, case, number, options, folder)
    except (OSError, RuntimeError, subprocess.SubprocessError) as error:
        row = {"case": case.name, "number": number, "ok": False, "said": f"{type(error).__name__}: {error}"}
    row["kind"] = options.kind
    print(line(row), file=sys.stderr, flush=True)
    return row


def line(row):
    sign = "ok  " if row["ok"] else "FAIL"
    if "wait" in row:
        return f"{sign} {row['case']}: waits {row['wait']} s, at rest after {row['rest']} s ({row['measured']} moves)"
    if "score" not in row:
        return f"{sign} {row['case']} {row['number']}: {row['said']}"
    return (
        f"{sign} {row['case']} {row['number']}: {row['moves']} moves, score {row['score']} of {row['promised']}, left "
        f"{row['left']}, {row['retries']} lost, {row['wrong']} wrong of {row['compared']} boards, {row['seconds']} s a move, "
        f"{row['finished']} of {row['games']} games finished, "
        f"{row['took']} s; {row['said']}"
    )


def merged(options, rows):
    """These rows and those of the file from earlier, but for what was played now."""
    if not options.rows.exists():
        return rows
    played = {(row["case"], row["kind"]) for row in rows}
    return [row for row in json.loads(options.rows.read_text()) if (row["case"], row["kind"]) not in played] + rows


def main():
    parser = argparse.ArgumentParser(prog="./run games", description=__doc__.splitlines()[0])
    parser.add_argument("names", nargs="*", metavar="NAME", help="programs or single cases; all if none is named")
    parser.add_argument("--games", type=int, metavar="N", help="games of each case; else as many as the figures ask for")
    parser.add_argument("--time", type=float, default=2, metavar="SECONDS", help="seconds for each plan (2)")
    parser.add_argument("--for", dest="lasts", metavar="TIME", help="plays game after game for so long, such as 60m")
    parser.add_argument("--waits", action="store_true", help="measures how long the bot waits after a move, plays to no end")
    parser.add_argument("--jobs", type=int, default=1, metavar="N", help="games at the same time, on as many screens (1)")
    parser.add_argument("--keep", type=pathlib.Path, metavar="DIR", help="keeps events, logs and pictures in a new folder")
    parser.add_argument("--record", action="store_true", help="keeps a recording of each game, too")
    parser.add_argument("--list", action="store_true", help="names the cases and plays none")
    parser.add_argument("--packages", action="store_true", help="names the packages that the cases need")
    parser.add_argument("--rows", type=pathlib.Path, help=argparse.SUPPRESS)
    parser.add_argument("--report", type=pathlib.Path, help=argparse.SUPPRESS)
    parser.add_argument("--tilepilot", default="tilepilot", help=argparse.SUPPRESS)
    options = parser.parse_args()
    chosen = [case for case in CASES if not options.names or {case.name, case.program} & set(options.names)]
    unknown = set(options.names) - {name for case in CASES for name in (case.name, case.program)}
    if unknown:
        known = ", ".join(sorted({case.program for case in CASES}))
        parser.error(f"no such program: {', '.join(sorted(unknown))}; there are {known} (--list names their cases)")
    if options.list:
        print("\n".join(f"{case.name}: {case.about}" for case in chosen))
        return 0
    if options.packages:
        print("\n".join(sorted({package for case in chosen for package in case.packages})))
        return 0
    for case in [case for case in chosen if case.left_out()]:
        print(f"left out: {case.name}, since {case.left_out()}", file=sys.stderr)
        chosen.remove(case)
    if options.keep and options.keep.exists():
        parser.error(f"--keep {options.keep}: it exists already; name a new folder")
    options.kind = "waits" if options.waits else "lasting" if options.lasts else "games"
    if options.waits:
        chosen = [case for case in chosen if case.animated]
    options.tilepilot = str(pathlib.Path(options.tilepilot).resolve())
    options.work = options.keep or pathlib.Path(tempfile.mkdtemp(prefix="tilepilot-games-"))
    options.work.mkdir(exist_ok=True, parents=True)
    often = 1 if options.kind != "games" else options.games
    games = [(case, number) for case in chosen for number in range(1, (often or case.games) + 1)]
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        try:
            rows = list(pool.map(lambda game: one(*game, options), games))
        except KeyboardInterrupt:
            print("interrupted: the games that are being played are played to their end", file=sys.stderr)
            pool.shutdown(cancel_futures=True)
            return 130
    print(report.TABLES[options.kind](rows))
    if options.rows:
        everything = merged(options, rows)
        options.rows.write_text(json.dumps(everything, indent=1) + "\n")
        if options.report:
            report.write(options.report, everything)
            # One picture of each program, if each was played now.
            ends = {case.program: options.work / case.name.replace("/", "-") / "1/end.png" for case in chosen}
            if len(ends) == len({case.program for case in CASES}) and all(end.exists() for end in ends.values()):
                report.picture(options.report.with_suffix(".png").with_stem("games"), list(ends.values()))
    if not options.keep:
        shutil.rmtree(options.work, ignore_errors=True)
    missed = figures.missed(rows)
    if missed:
        print("missed:", *missed, sep="\n  ", file=sys.stderr)
    return 1 if missed or not all(row["ok"] for row in rows) else 0


if __name__ == "__main__":
    sys.exit(main())
