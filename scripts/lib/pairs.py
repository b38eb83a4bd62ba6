"""How the pairs of games of a match ended, from the games that the match runner has written.

Usage: pairs.py GAMES

Both games of a pair begin with the same opening. A pair is split if the same colour wins both:
the opening has decided it, and it does not say which engine is stronger.
"""

import collections
import json
import sys


def count(games):
    """The numbers of pairs that engine A has won, split and lost and of those with two draws,
    and the mean score of a game in the pairs that are not split (None if there are none).
    Games without their other half do not count."""
    pairs = collections.defaultdict(list)
    for game in games:
        pairs[game["pair"]].append(game["score_a"])
    ends, points, played = collections.Counter(), 0.0, 0
    for scores in pairs.values():
        if len(scores) != 2:
            continue
        total = sum(scores)
        if sorted(scores) == [0, 1]:
            ends["split"] += 1
            continue
        ends["won" if total > 1 else "lost" if total < 1 else "drawn"] += 1
        points += total
        played += 2
    return ends, points / played if played else None


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    with open(sys.argv[1], encoding="utf-8") as file:
        ends, score = count(json.loads(line) for line in file)
    print("by pair    won %d, split %d, lost %d, both games drawn %d; score of those not split %s" % (
        ends["won"], ends["split"], ends["lost"], ends["drawn"],
        "%.1f%%" % (100 * score) if score is not None else "unknown"))


if __name__ == "__main__":
    main()
