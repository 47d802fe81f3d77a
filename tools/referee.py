"""The rules once more, told in few words and apart from the bot's: what each board has to be after each move."""


class Referee:
    def __init__(self, case, start, acts, verified):
        self.case, self.start, self.acts, self.verified = case, start, acts, verified
        self.boards = [start]
        for act in acts:
            board = self.boards[-1]
            for move in act["move"].split():
                board = self.after(board, move)
            self.boards.append(board)

    @staticmethod
    def of(case, events):
        reads = [event for event in events if event["event"] == "read"]
        kind = {"samegame": SameGame, "shisen": Shisen, "sokoban": Sokoban}[case.game]
        start = [list(row) for row in reads[0]["board"]] if reads else []
        # A move that was made once more is told again with the same number: the last one counts.
        acts = {event["number"]: event for event in events if event["event"] == "act"}
        # Where a dialog stands over the last board, no picture of it was to be had.
        verified = {event["number"]: event["board"] for event in events if event["event"] == "verify" and not event["covered"]}
        return kind(case, start, [acts[number] for number in sorted(acts)], verified)

    def wrong_cells(self):
        """Cells that were read otherwise than they have to be, and how many boards were looked at."""
        wrong = compared = 0
        for act, board in zip(self.acts, self.boards[1:]):
            seen = self.verified.get(act["number"])
            if seen is None:
                continue
            compared += 1
            for row, true_row in zip(seen, board):
                wrong += sum(not self.shows(symbol, true) for symbol, true in zip(row, true_row))
        return wrong, compared

    def shows(self, seen, true):
        return seen in ("?", true)

    def last(self):
        return self.boards[-1]


class SameGame(Referee):
    def after(self, board, move):
        row, col = map(int, move.split(","))
        board = [list(r) for r in board]
        colour, group, open_cells = board[row][col], set(), [(row, col)]
        while open_cells:
            at = open_cells.pop()
            r, c = at
            if at in group or not (0 <= r < len(board) and 0 <= c < len(board[0])) or board[r][c] != colour:
                continue
            group.add(at)
            open_cells += [(r + 1, c), (r - 1, c), (r, c + 1), (r, c - 1)]
        columns = [
            [board[r][c] for r in range(len(board)) if (r, c) not in group and board[r][c] != "."]
            for c in range(len(board[0]))
        ]
        columns = [column for column in columns if column]
        columns += [[] for _ in range(len(board[0]) - len(columns))]
        full = [["."] * (len(board) - len(column)) + column for column in columns]
        return [list(r) for r in zip(*full)]

    def groups(self):
        """The sizes of the groups that were removed."""
        counts = [sum(cell != "." for row in board for cell in row) for board in self.boards]
        return [before - after for before, after in zip(counts, counts[1:])]


class Shisen(Referee):
    def after(self, board, move):
        board = [list(row) for row in board]
        for cell in move.split("-"):
            row, col = map(int, cell.split(","))
            board[row][col] = "."
        if self.case.gravity:
            for col in range(len(board[0])):
                column = [row[col] for row in board if row[col] != "."]
                column = ["."] * (len(board) - len(column)) + column
                for row, cell in zip(board, column):
                    row[col] = cell
        return board


class Sokoban(Referee):
    STEPS = {"u": (-1, 0), "d": (1, 0), "l": (0, -1), "r": (0, 1)}

    def after(self, board, move):
        width = max(map(len, board))
        board = [list(row) + [" "] * (width - len(row)) for row in board]
        row, col = next((r, c) for r, line in enumerate(board) for c, cell in enumerate(line) if cell in "@+")
        for step in move.lower():
            dr, dc = self.STEPS[step]
            to, beyond = (row + dr, col + dc), (row + 2 * dr, col + 2 * dc)
            if board[to[0]][to[1]] in "$*":
                board[beyond[0]][beyond[1]] = "*" if board[beyond[0]][beyond[1]] == "." else "$"
                board[to[0]][to[1]] = "." if board[to[0]][to[1]] == "*" else " "
            board[to[0]][to[1]] = "+" if board[to[0]][to[1]] == "." else "@"
            board[row][col] = "." if board[row][col] == "+" else " "
            row, col = to
        return board

    def shows(self, seen, true):
        # Floor within and without are drawn alike, and a box or the figure may hide the goal below it.
        alike = [" -_", "$*", "@+"]
        return seen in ("?", true) or any(seen in group and true in group for group in alike)
