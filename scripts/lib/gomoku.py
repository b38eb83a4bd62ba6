"""The rules of gomoku, renju and caro on a plain board, for the scripts that check the program.

Written from the rules; it shares no code with the program that it checks.
"""

EMPTY, BLACK, WHITE, WALL = range(4)
NAMES = {BLACK: "black", WHITE: "white"}
COLORS = {"black": BLACK, "white": WHITE}
RULES = ("freestyle", "standard", "renju", "caro", "caro-exact")


def row_wins(rule, color, length, blocked):
    """Whether an unbroken row wins. `blocked`: an opponent's stone is at both ends."""
    if rule == "freestyle" or (rule == "renju" and color == WHITE):
        return length >= 5
    if rule in ("standard", "renju"):
        return length == 5
    if rule == "caro" and length > 5:
        return True
    return length == 5 and not blocked


class Traced(list):
    """Cells that record which of them matter: those that are read. Counts of stones are read
    with `Board.near`, which leaves out cells that do not matter while at most `further` stones
    are added on empty cells."""

    def __init__(self, cells, further):
        super().__init__(cells)
        self.reads = set()
        self.further = further

    def __getitem__(self, at):
        self.reads.add(at)
        return list.__getitem__(self, at)


class Board:
    """A board with walls around it. Points are indices into `cells`."""

    def __init__(self, width, height, rule):
        self.height, self.rule = height, rule
        self.stride = width + 1
        self.steps = (1, self.stride, self.stride + 1, self.stride - 1)
        # One wall is the right edge of a row and the left edge of the next.
        self.cells = [WALL] * (self.stride * (height + 2) + 1)
        self.points = [self.at(x, y) for y in range(height) for x in range(width)]
        for point in self.points:
            self.cells[point] = EMPTY

    def at(self, x, y):
        """The index of a column and row, both from 0 and from the top left."""
        return (y + 1) * self.stride + x + 1

    def name(self, at):
        """The name of a point, such as h8: rows count from the bottom."""
        row, column = divmod(at - 1, self.stride)
        letters = chr(97 + column) if column < 26 else "a" + chr(97 + column - 26)
        return letters + str(self.height + 1 - row)

    def empty(self):
        """The empty points. They do not count as read."""
        cells = self.cells
        return [point for point in self.points if list.__getitem__(cells, point) == EMPTY]

    def ends(self, color, at, step):
        """The length of the row on a line that `color` has with a stone at a point, and
        the points next to its ends."""
        cells = self.cells
        left = at - step
        while cells[left] == color:
            left -= step
        right = at + step
        while cells[right] == color:
            right += step
        return (right - left) // step - 1, left, right

    def is_won(self, color, length, left, right):
        """Whether a row of `color` with these neighbours wins."""
        if length < 5:
            return False
        other = BLACK + WHITE - color
        blocked = self.cells[left] == other and self.cells[right] == other
        return row_wins(self.rule, color, length, blocked)

    def wins(self, color, at):
        """Whether a stone of `color` at a point completes a winning row."""
        for step in self.steps:
            length, left, right = self.ends(color, at, step)
            if length >= 5 and self.is_won(color, length, left, right):
                return True
        return False

    def row_ends(self, color, at):
        """The points next to the winning rows that `color` has with a stone at a point."""
        found = set()
        for step in self.steps:
            length, left, right = self.ends(color, at, step)
            if self.is_won(color, length, left, right):
                found.update((left, right))
        return found

    def has_overline(self, at):
        """Whether black's stone at a point is in a row of six or more."""
        return any(self.ends(BLACK, at, step)[0] > 5 for step in self.steps)

    def near(self, color, at, step):
        """The number of stones of `color` on a line and the empty points there, both at most
        four points away from `at` and up to the first other stone or wall each way. The points
        do not count as read, see `matter`."""
        cells, stones, gaps = self.cells, 0, []
        get = list.__getitem__
        for sign in (-step, step):
            point = at
            for _ in range(4):
                point += sign
                cell = get(cells, point)
                if cell == color:
                    stones += 1
                elif cell == EMPTY:
                    gaps.append(point)
                else:
                    break
        return stones, gaps

    def matter(self, stones, gaps, least):
        """Counts the gaps on a line as read if this number of stones there can become `least`
        by the stones that may be added."""
        if isinstance(self.cells, Traced) and stones + self.cells.further >= least:
            self.cells.reads.update(gaps)

    def fives(self, color, at):
        """The empty points where `color` completes a winning row that contains the stone
        at `at`."""
        found = []
        for step in self.steps:
            stones, gaps = self.near(color, at, step)
            self.matter(stones, gaps, 3)
            if stones >= 3:
                for gap in gaps:
                    length, left, right = self.ends(color, gap, step)
                    if self.is_won(color, length, left, right):
                        found.append(gap)
        return found

    def foul(self, at):
        """The foul that black commits with a stone at an empty point, or None."""
        if self.rule != "renju":
            return None
        near = [self.near(BLACK, at, step) for step in self.steps]
        stones = [count for count, _ in near]
        for _, gaps in near:
            # With one more stone there is a foul only if there are two on some line now.
            self.matter(max(stones), gaps, 3)
        if max(stones) < 4 and sum(count >= 2 for count in stones) < 2:
            return None
        lengths = [self.ends(BLACK, at, step)[0] for step in self.steps]
        if 5 in lengths:
            return None
        if max(lengths) > 5:
            return "overline"
        self.cells[at] = BLACK
        fours = [self.fours(at, step) for step in self.steps]
        threes = 0
        if sum(fours) < 2:
            for step, count, four in zip(self.steps, stones, fours):
                if count >= 2 and not four and self.is_three(at, step):
                    threes += 1
        self.cells[at] = EMPTY
        if sum(fours) >= 2:
            return "double-four"
        return "double-three" if threes >= 2 else None

    def fours(self, at, step):
        """The number of black's fours on a line with the stone at `at`: sets of four
        stones that one more makes a row of exactly five."""
        cells, found = self.cells, set()
        for sign in (-step, step):
            gap = at
            while cells[gap] == BLACK:
                gap += sign
            if cells[gap] == EMPTY:
                length, left, right = self.ends(BLACK, gap, step)
                if length == 5:
                    row = range(left + step, right, step)
                    found.add(tuple(stone for stone in row if stone != gap))
        return len(found)

    def is_three(self, at, step):
        """Whether one more stone on a line makes a straight four with black's stone at
        `at`, legally and without making a five."""
        cells = self.cells
        for sign in (-step, step):
            gap = at
            while cells[gap] == BLACK:
                gap += sign
            if cells[gap] != EMPTY:
                continue
            length, left, right = self.ends(BLACK, gap, step)
            if (
                length == 4
                and cells[left] == EMPTY
                and cells[right] == EMPTY
                and cells[left - step] != BLACK
                and cells[right + step] != BLACK
                and not self.wins(BLACK, gap)
                and self.foul(gap) is None
            ):
                return True
        return False
