"""What the games that were played have to come to: each figure that was missed, in words."""

import statistics

# Times what greedy play pays on the same boards.
BETTER_THAN_GREEDY = 1.5
# Times the program's own time to come to rest.
WAIT = 1.3
# Between the second and the last quarter of a long run, in MiB.
GROWTH = 3.0


def missed(rows):
    """The figures that these rows do not reach."""
    told = [f"{row['case']} {row['number']}: {row['said']}" for row in rows if not row["ok"] and "said" in row]
    for name in dict.fromkeys(row["case"] for row in rows):
        mine = [row for row in rows if row["case"] == name]
        for kind, figures in (("games", of_games), ("lasting", of_lasting), ("waits", of_waits)):
            done = [row for row in mine if row["kind"] == kind and ("score" in row or "wait" in row)]
            if done:
                told += [f"{name}: {figure}" for figure in figures(done)]
    return told


def of_games(rows):
    """All games of a case."""

    def total(key):
        return sum(row[key] for row in rows)

    told = []
    if total("finished") < total("games"):
        told.append(f"{total('finished')} of {total('games')} games finished")
    if total("wrong"):
        told.append(f"{total('wrong')} cells were read wrong")
    if total("outside"):
        told.append(f"{total('outside')} presses fell outside the window")
    # A game that promises less than all has been told by its solver that no more can be had.
    for row in rows:
        if row["game"] != "samegame" and row["left"] and row["score"] + row["left"] == row["promised"]:
            told.append(f"game {row['number']} can be cleared, and {row['left']} are left")
    if rows[0]["greedy"] is not None and not is_well_above(total("score"), total("greedy")):
        told.append(f"mean score {total('score') / total('games'):.0f}, greedy play {total('greedy') / total('games'):.0f}")
    return told


def is_well_above(score, greedy):
    """Whether points are half as many again as greedy play's; where pieces that are left count against one, whether fewer are."""
    if greedy <= 0:
        return score > greedy or score == 0
    return score >= BETTER_THAN_GREEDY * greedy


def of_lasting(rows):
    """A long run: the last game may be broken off by nothing, and the memory stays as it is."""
    told = of_games(rows)
    for row in rows:
        memory = [kb / 1024 for kb in row["memory"]]
        quarter = len(memory) // 4
        if quarter >= 2:
            early, late = (statistics.mean(part) for part in (memory[quarter : 2 * quarter], memory[-quarter:]))
            if late > early + GROWTH:
                told.append(f"memory grew from {early:.1f} to {late:.1f} MiB")
    return told


def of_waits(rows):
    return [f"waits {row['share']:.2f} times as long as it takes to come to rest" for row in rows if row["wait"] > WAIT * row["rest"]]
