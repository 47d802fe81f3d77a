"""What is played: each program in its variants."""

from programs import (
    CALIBRATIONS, CavePacker, KShisen, Klickety, SgtSameGame, Shisensho, Stars, SwellFoop, XShisen, XSok,
)

STANDARD_BOARDS = CALIBRATIONS.parent.parent / "shared/data/samegame/jsgames20.txt"

CASES = [
    SgtSameGame("sgt-samegame", "15x10c3", "15×10, 3 colours", 5, packages=["sgt-puzzles"], options={"colours": 3}),
    SgtSameGame("sgt-samegame", "15x10c5", "15×10, 5 colours", 5, packages=["sgt-puzzles"], options={"colours": 5}),
    SgtSameGame(
        "sgt-samegame", "standard", "the first five of the 20 standard boards, 15×15, 5 colours", 5, packages=["sgt-puzzles"],
        time=5, options={"boards": STANDARD_BOARDS},
    ),
    SwellFoop("swell-foop", "small", "6×5", 5, calibration="swell-foop-small", animated=True),
    SwellFoop("swell-foop", "normal", "15×10", 5, animated=True),
    SwellFoop("swell-foop", "large", "20×15", 5, calibration="swell-foop-large"),
    SwellFoop(
        "swell-foop", "small-run", "6×5, 3 games in one run", 1, calibration="swell-foop-small", in_one_run=3,
        options={"size": "small"},
    ),
    SwellFoop("swell-foop", "run", "15×10, 5 games in one run", 1, in_one_run=5, options={"size": "normal"}),
    Klickety("klickety", "easy", "10×16, 4 colours, counts the pieces left", 5, animated=True, options={"level": "Easy"}),
    Klickety("klickety", "hard", "10×16, 6 colours, counts the pieces left", 5, options={"level": "Hard"}),
    Klickety("klickety", "ksame", "15×10, counts points", 5, calibration="klickety-ksame", animated=True),
    Klickety("klickety", "run", "10×16, 4 colours, 5 games in one run", 1, in_one_run=5, options={"level": "Easy"}),
    Klickety(
        "klickety", "ksame-run", "15×10, counts points, 5 games in one run", 1, calibration="klickety-ksame", in_one_run=5
    ),
    *[
        KShisen(
            "kshisen",
            f"{size}-{'gravity' if gravity else 'plain'}-{tiles}",
            f"{size}, {'with' if gravity else 'without'} gravity, tiles {tiles}",
            3,
            calibration=calibration + ("-14x6" if size == "14x6" else ""),
            game="shisen",
            gravity=gravity,
            animated=tiles == "default" and size == "18x8",
            options={"size": number, "tiles": tiles, "ground": "color_plain", "shifts": ["down"] if gravity else []},
        )
        for size, number in (("14x6", 0), ("18x8", 2))
        for gravity in (False, True)
        for tiles, calibration in (("default", "kshisen"), ("classic", "kshisen-classic"))
    ],
    KShisen(
        "kshisen", "18x8-usual-speed", "18x8, with gravity, tiles default, at the speed that it comes with", 1, game="shisen",
        gravity=True, animated=True,
        options={"size": 2, "tiles": "default", "ground": "color_plain", "shifts": ["down"], "fastest": False},
    ),
    XShisen("xshisen", "plain", "18×8", 3, game="shisen", animated=True),
    XShisen("xshisen", "gravity", "18×8, with gravity", 3, game="shisen", gravity=True, options={"shifts": ["down"]}),
    Shisensho("shisensho", "14x6", "14×6", 3, packages=[], game="shisen", animated=True),
    Shisensho("shisensho", "run", "14×6, 3 games in one run", 1, calibration="shisensho", packages=[], game="shisen", in_one_run=3),
    XSok("xsok", "keys", "levels 1 to 5, by keys", 5, game="sokoban", time=30),
    XSok("xsok", "mouse", "levels 1 to 5, by mouse", 5, calibration="xsok-mouse", game="sokoban", time=30),
    *[
        Stars(
            "chromium", name, f"10×10 stars on a page, {about}", 2, calibration="stars-page", animated=name == "scale-1",
            options=options,
        )
        for name, about, options in (
            ("scale-1", "device scale factor 1", {}),
            ("scale-1.25", "device scale factor 1.25", {"scale": 1.25}),
            ("scale-2", "device scale factor 2", {"scale": 2, "window": "1500,960"}),
            ("scrolled", "scrolled", {"keys": [["Down"]]}),
            ("zoomed", "zoomed to 175 %", {"keys": [["ctrl+plus"] * 4]}),
            (
                "zoomed-scrolled", "zoomed to 110 % at device scale factor 1.25, and scrolled",
                {"scale": 1.25, "keys": [["ctrl+plus"], ["Down"]]},
            ),
        )
    ],
    Stars(
        "chromium", "run", "10×10 stars on a page, 3 games in one run", 1, calibration="stars-page", in_one_run=3,
    ),
    CavePacker("cavepacker", "microban", "Microban 1 to 15, by keys", 15, game="sokoban", time=10),
]
