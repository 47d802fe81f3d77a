"""What was played as tables in Markdown, and where they stand in the report."""

import subprocess
import tempfile

from cases import CASES

HEAD = ["program", "played", "finished", "cleared", "as promised", "score", "greedy's", "moves", "lost clicks"]
HEAD += ["wrong cells", "presses outside", "s a move"]


def of_games(rows):
    """The games of each case in one line."""
    lines = ["| " + " | ".join(HEAD) + " |", "|" + "---|" * len(HEAD)]
    for case in CASES:
        mine = [row for row in rows if row["case"] == case.name]
        if not mine:
            continue
        done = [row for row in mine if "score" in row]
        played = len(mine) - len(done) + sum(row["games"] for row in done)

        def total(key):
            return sum(row[key] for row in done)

        def mean(key):
            return round(total(key) / total("games")) if total("games") and done[0][key] is not None else "–"

        as_promised = sum(row["finished"] for row in done if row["ok"])
        pace = f"{sorted(row['seconds'] for row in done)[len(done) // 2]:.2f}" if done else "–"
        cells = [case.name, played, total("finished"), total("cleared"), as_promised, mean("score"), mean("greedy")]
        cells += [total("moves"), total("retries"), f"{total('wrong')} in {total('compared')} boards", total("outside"), pace]
        lines.append("| " + " | ".join(map(str, cells)) + " |")
    return "\n".join(lines)


def of_waits(rows):
    """How long the bot waited after a move, and how long the program took to come to rest."""
    lines = ["| program | moves | wait, s | at rest after, s | share |", "|---|---|---|---|---|"]
    for row in rows:
        if "wait" in row:
            lines.append(f"| {row['case']} | {row['measured']} | {row['wait']:.2f} | {row['rest']:.2f} | {row['share']:.2f} |")
    return "\n".join(lines)


def of_lasting(rows):
    """Runs that went on for a time, and the bot's memory minute by minute."""
    lines = []
    for row in rows:
        if "games" not in row:
            continue
        memory = [f"{kb / 1024:.1f}" for kb in row["memory"]]
        lines += [
            f"`{row['case']}`: {row['took'] / 60:.0f} minutes, {row['games']} games begun, {row['finished']} finished, {row['cleared']} "
            f"cleared, {row['moves']} moves, {row['retries']} lost clicks, {row['wrong']} wrong cells in {row['compared']} boards, "
            f"{row['outside']} presses outside; {'all' if row['ok'] else 'NOT all'} as promised: mean score "
            f"{row['score'] / row['games']:.0f}, greedy's {row['greedy'] / row['games']:.0f} on the same boards.",
            "",
            "The bot's memory in MiB, minute by minute: " + ", ".join(memory) + ".",
            "",
        ]
    return "\n".join(lines).rstrip()


TABLES = {"games": of_games, "waits": of_waits, "lasting": of_lasting}


def write(path, rows):
    """Puts each table between the two marks that the report has for it."""
    text = path.read_text()
    for kind, table in TABLES.items():
        mine = [row for row in rows if row["kind"] == kind]
        begin, end = f"<!-- {kind} -->\n", f"<!-- end of {kind} -->\n"
        before, rest = text.split(begin)
        if mine:
            text = before + begin + "\n" + table(mine) + "\n\n" + end + rest.split(end)[1]
    path.write_text(text)


def picture(path, ends):
    """The last pictures of some games side by side, without the empty desktop around them."""
    alike = ["-trim", "+repage", "-resize", "344x258", "-gravity", "center", "-background", "white", "-extent", "352x264"]
    with tempfile.TemporaryDirectory() as folder:
        tiles = [f"{folder}/{number}.png" for number, _ in enumerate(ends)]
        for end, tile in zip(ends, tiles):
            subprocess.run(["convert", str(end), *alike, tile], check=True)
        subprocess.run(["montage", *tiles, "-tile", "3x", "-geometry", "+4+4", "+dither", "-colors", "128", f"PNG8:{path}"], check=True)
