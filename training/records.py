"""Simple records to mix among the stories: cards in JSON, lists of digits, sums, dates.

They give a constraint on a text's form something to be likely under. Each record is a text of its own and opens with a marker
that no story holds, `# card`, `# list`, `# sum` or `# date`: a model learns that records follow a marker, and keeps them out
of its stories. A record is a function of the seed and of nothing else.
"""

import json
import random
import re

NAMES = "Tom Lily Ben Mia Sam Anna Max Sue Tim Lucy Jack Amy Bob Jane Leo Zoe Joe Ella Dan Kim".split()
ANIMALS = "cat dog bird frog rabbit bear mouse duck fish lion horse cow pig fox owl".split()
COLOURS = "red blue green yellow white black brown pink purple orange".split()
THINGS = "ball apple book hat car kite cup doll cake boat stone star".split()
MONTHS = "January February March April May June July August September October November December".split()

MARKERS = ("# card", "# list", "# sum", "# date")


def _card(rng: random.Random) -> str:
    """A few words on somebody, then what they say as JSON, in the order and the spacing of Python's `json.dumps`."""
    name, kind, colour = rng.choice(NAMES), rng.choice(ANIMALS), rng.choice(COLOURS)
    age, friends = rng.randint(2, 9), rng.sample([other for other in NAMES if other != name], rng.randint(1, 2))
    is_happy = rng.random() < 0.6
    are_friends = "is a friend" if len(friends) == 1 else "are friends"
    card = {"name": name, "kind": kind, "colour": colour, "age": age, "friends": friends, "happy": is_happy}
    said = [
        f"{name} is a{'n' if colour == 'orange' else ''} {colour} {kind}.",
        f"{name} is {age} years old.",
        f"{' and '.join(friends)} {are_friends} of {name}.",
        f"{name} is {'happy' if is_happy else 'sad'}.",
    ]
    n_said = rng.randint(1, len(said))
    fields = dict(list(card.items())[: n_said + 2])
    return f"{' '.join(said[:n_said])}\n{json.dumps(fields)}"


def _list(rng: random.Random) -> str:
    """A list of digits: of any, counting up, counting down, or one digit again and again."""
    n_items, first = rng.randint(2, 7), rng.randint(0, 9)
    items = rng.choice(
        [
            [rng.randint(0, 9) for _ in range(n_items)],
            list(range(first, min(first + n_items, 10))),
            list(range(first, max(first - n_items, -1), -1)),
            [first] * n_items,
        ]
    )
    opening = rng.choice(["The numbers are", f"{rng.choice(NAMES)} has these numbers:", "A list:"])
    return f"{opening} [{', '.join(map(str, items))}]"


def _sum(rng: random.Random) -> str:
    """A sum or a difference within twenty, right every time."""
    a, b = rng.randint(0, 10), rng.randint(0, 10)
    if rng.random() < 0.3:
        return f"{a + b} - {b} = {a}"
    if rng.random() < 0.3:
        name, thing = rng.choice(NAMES), rng.choice(THINGS)
        return f"{name} has {a} {thing}s and gets {b} more. {a} + {b} = {a + b}"
    return f"{a} + {b} = {a + b}"


def _date(rng: random.Random) -> str:
    month = rng.randrange(12)
    day = rng.randint(1, [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month])
    year = rng.randint(1980, 2030)
    opening = rng.choice(["The letter is from", f"{rng.choice(NAMES)} was born on", "Today is"])
    written = rng.choice([f"{year}-{month + 1:02}-{day:02}", f"{year}-{month + 1:02}-{day:02}", f"{day} {MONTHS[month]} {year}"])
    return f"{opening} {written}"


def record(rng: random.Random) -> str:
    """One text: a marker, then one to four records of its kind, one a line or a pair of lines."""
    make, marker = rng.choice(list(zip((_card, _list, _sum, _date), MARKERS)))
    return "\n".join([marker] + [make(rng) for _ in range(rng.randint(1, 4))])


def records(seed: int):
    """Records without end."""
    rng = random.Random(seed)
    while True:
        yield record(rng)


def has_record(text: str) -> bool:
    """Whether a text holds what only records hold: a marker, a bracket, a sum. For measuring leaks into stories."""
    return bool(re.search(r"[#\[\]{}]|\d [+-] \d|\d{4}-\d", text))
