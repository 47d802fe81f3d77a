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

from desk import Desk
from programs import CASES
from referee import Referee

ROOT = pathlib.Path(__file__).resolve().parent.parent


def play(desk, case, number, options, folder):
    """One game of a case; what it came to as a row."""
    row = {"case": case.name, "number": number}
    begun = time.monotonic()
    case.start(desk, number)
    command = [options.tilepilot, "play", case.calibrated(folder), "--format", "json", "--time", str(case.time or options.time)]
    command += ["--bundle", str(folder / "halted"), *case.flags(number, folder)]
    if options.record:
        command += ["--record", str(folder / "recording")]
    played = desk.run(command, cwd=ROOT, timeout=case.longest)
    (folder / "events.jsonl").write_text(played.stdout)
    (folder / "log.txt").write_text(played.stderr)
    desk.picture(folder / "end.png")
    events = [json.loads(line) for line in played.stdout.splitlines()]
    end = next((event for event in reversed(events) if event["event"] == "end"), None)
    if end is None:
        row.update(ok=False, said=played.stderr.strip()[-300:] or "no end was told")
        return row
    verified = [event for event in events if event["event"] == "verify"]
    first = next((event["t"] for event in events if event["event"] == "act"), end["t"])
    row.update(
        finished=end["outcome"] in ("cleared", "stuck"),
        cleared=end["outcome"] == "cleared",
        score=end["score"],
        promised=end["promised"],
        left=end["left"],
        moves=end["moves"],
        retries=end["retries"],
        mismatches=end["mismatches"],
        seconds=round((end["t"] - first) / max(1, len(verified)), 3),
        took=round(time.monotonic() - begun, 1),
        outside=sum(map(lambda event: presses_outside(event, events), events)),
    )
    referee = Referee.of(case, events)
    row["wrong"], row["compared"] = referee.wrong_cells()
    try:
        agrees, said = case.truth(desk, number, end, referee)
    except Exception as error:  # what a program wrote is no contract: whatever is wrong with it fails this game alone
        agrees, said = False, f"{type(error).__name__}: {error}"
    if not agrees:
        desk.picture(folder / "truth.png")
    row["said"] = said
    row["ok"] = bool(agrees and row["finished"] and not row["wrong"] and not row["outside"])
    if not row["ok"] and end["outcome"] == "halted":
        row["said"] = f"{said}; {end['detail']}"
    return row


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
            row = play(desk, case, number, options, folder)
    except (OSError, RuntimeError, subprocess.SubprocessError) as error:
        row = {"case": case.name, "number": number, "ok": False, "said": f"{type(error).__name__}: {error}"}
    print(line(row), file=sys.stderr, flush=True)
    return row


def line(row):
    sign = "ok  " if row["ok"] else "FAIL"
    if "score" not in row:
        return f"{sign} {row['case']} {row['number']}: {row['said']}"
    return (
        f"{sign} {row['case']} {row['number']}: {row['moves']} moves, score {row['score']} of {row['promised']}, left "
        f"{row['left']}, {row['retries']} lost, {row['wrong']} wrong of {row['compared']} boards, {row['seconds']} s a move, "
        f"{row['took']} s; {row['said']}"
    )


HEAD = ["program", "played", "finished", "cleared", "as promised", "score", "moves", "lost clicks", "wrong cells", "s a move"]


def table(rows):
    """The rows of each case in one line of a table, as Markdown."""
    lines = ["| " + " | ".join(HEAD) + " |", "|" + "---|" * len(HEAD)]
    for case in CASES:
        mine = [row for row in rows if row["case"] == case.name]
        if not mine:
            continue
        done = [row for row in mine if "score" in row]

        def total(key):
            return sum(row[key] for row in done)

        mean = str(round(total("score") / len(done))) if done else "–"
        pace = f"{sorted(row['seconds'] for row in done)[len(done) // 2]:.2f}" if done else "–"
        cells = [case.name, len(mine), total("finished"), total("cleared"), sum(row["ok"] for row in mine), mean]
        cells += [total("moves"), total("retries"), f"{total('wrong')} in {total('compared')} boards", pace]
        lines.append("| " + " | ".join(map(str, cells)) + " |")
    return "\n".join(lines)


def merged(options, rows):
    """These rows and, of the cases that were not played now, those of the file from earlier."""
    if not options.rows or not options.rows.exists():
        return rows
    played = {row["case"] for row in rows}
    return [row for row in json.loads(options.rows.read_text()) if row["case"] not in played] + rows


def write_report(path, rows):
    """Puts the table between the two marks of the report."""
    text = path.read_text()
    begin, end = "<!-- figures -->\n", "<!-- end of figures -->\n"
    before, rest = text.split(begin)
    path.write_text(before + begin + "\n" + table(rows) + "\n\n" + end + rest.split(end)[1])


def main():
    parser = argparse.ArgumentParser(prog="./run games", description=__doc__.splitlines()[0])
    parser.add_argument("names", nargs="*", metavar="NAME", help="programs or single cases; all if none is named")
    parser.add_argument("--games", type=int, metavar="N", help="games of each case; else as many as the figures ask for")
    parser.add_argument("--time", type=float, default=2, metavar="SECONDS", help="seconds for each plan (2)")
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
    if options.keep and options.keep.exists():
        parser.error(f"--keep {options.keep}: it exists already; name a new folder")
    options.tilepilot = str(pathlib.Path(options.tilepilot).resolve())
    options.work = options.keep or pathlib.Path(tempfile.mkdtemp(prefix="tilepilot-games-"))
    options.work.mkdir(exist_ok=True, parents=True)
    games = [(case, number) for case in chosen for number in range(1, (options.games or case.games) + 1)]
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        try:
            rows = list(pool.map(lambda game: one(*game, options), games))
        except KeyboardInterrupt:
            print("interrupted: the games that are being played are played to their end", file=sys.stderr)
            pool.shutdown(cancel_futures=True)
            return 130
    print(table(rows))
    if options.rows:
        everything = merged(options, rows)
        options.rows.write_text(json.dumps(everything, indent=1) + "\n")
        if options.report:
            write_report(options.report, everything)
    if not options.keep:
        shutil.rmtree(options.work, ignore_errors=True)
    return 0 if all(row["ok"] for row in rows) else 1


if __name__ == "__main__":
    sys.exit(main())
