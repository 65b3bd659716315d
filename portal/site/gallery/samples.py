"""Samples for the gallery: every component in every state. People and numbers are invented, and nothing is stored."""

import datetime as dt
from fractions import Fraction
from types import SimpleNamespace
from typing import Any

from django import forms
from django.utils.translation import gettext as _

from portal.core import clock
from portal.core.web.components.credit import CreditRow, Kind
from portal.core.web.components.marks import STATES
from portal.core.web.fields import TextBlock, TextLine
from portal.core.web.forms import Form

KINDS = (
    Kind(id="task", title="Accepted task"),
    Kind(id="review", title="Review"),
    Kind(id="standards", title="Standards"),
    Kind(id="tools", title="Survey data and tools"),
)


def _row(place: int, name: str, amounts: dict[str, Fraction], **more: Any) -> CreditRow:
    steps = ("At least 3 points make an author (7.3).", "More points first (7.5).")
    return CreditRow(place=place, name=name, amounts=amounts, steps=steps, **more)


ROWS = (
    _row(
        1,
        "Nguyễn Thị Minh Châu",
        {"task": Fraction(23, 3), "review": Fraction(3), "standards": Fraction(2)},
        affiliation="Institute of Coastal Ecology, Nha Trang",
    ),
    _row(
        2,
        "Ana Lucía Quispe Mamani",
        {"task": Fraction(19, 3), "review": Fraction(5, 2), "tools": Fraction(2)},
        affiliation="Pacific Reef Observatory, Guayaquil",
    ),
    _row(
        3,
        "Yutong Chen",
        {"task": Fraction(5), "review": Fraction(2), "standards": Fraction(2)},
        native="陈雨桐",
        tied=(3, 5),
    ),
    _row(
        4,
        "Tiare Hauata-Reva",
        {"task": Fraction(5), "review": Fraction(3), "tools": Fraction(1)},
        tied=(3, 5),
    ),
    _row(
        5,
        "ليلى المرزوقي",
        {"task": Fraction(3), "review": Fraction(4), "standards": Fraction(1), "tools": Fraction(1)},
        tied=(3, 5),
    ),
    _row(6, "Kwame Boateng-Asante", {"task": Fraction(7, 12)}, note="not an author yet"),
)
TILES = (
    SimpleNamespace(
        title="Pay", text="Unpaid. Model calls are repaid up to 200 USD.", path="pay", clause="4.1", stated=True
    ),
    SimpleNamespace(
        title="Credit", text="Author from 3 points. Order by points.", path="credit", clause="7.3", stated=True
    ),
    SimpleNamespace(title="Roles", text="Contributor, reviewer, area chair.", path="roles", clause="6.1", stated=True),
    SimpleNamespace(title="Licence", text="Not stated", path="licence", clause="8.1", stated=False),
    SimpleNamespace(
        title="Data goes to",
        text="Everyone; 15 % is held out.",
        path="data",
        clause="9.3",
        stated=True,
        flag="A funder receives the held-out part.",
    ),
)
STOPS = (
    SimpleNamespace(name="Round 1", state="revise", label="Revise", lines=("8 Feb", "A and B; 4 done, 1 contested")),
    SimpleNamespace(name="Round 2", state="accept", label="Accept", lines=("1 Mar", "A and C; nothing open")),
    SimpleNamespace(name="Final, now", state="in_review", label="Open", lines=("until 8 Mar",), place="now"),
    SimpleNamespace(name="In a release", lines=(), place="next"),
)
REQUESTS = (
    SimpleNamespace(letter="A1", text="Say what an honest “no” must contain", state="done", label="Done"),
    SimpleNamespace(letter="A2", text="Give the number of points a transect", state="open", label="Open"),
    SimpleNamespace(letter="B2", text="Depth log, or accept “cannot be told”", state="contested", label="Contested"),
)
ANSWERS = (SimpleNamespace(who="Authors", text="The log gives it away. We accept it *only* with both observations."),)
LINES = (
    {
        "sign": "mixed",
        "number": 1,
        "parts": [
            ("same", "Four transects at 2 m depth; "),
            ("del", "counted at regular intervals"),
            ("ins", "a point is read every 50 cm"),
            ("same", "."),
        ],
    },
    {"sign": "skip", "text": "Paragraphs 2 to 4 are the same"},
    {"sign": "del", "number": 5, "parts": [("del", "Name the atoll.")]},
    {"sign": "ins", "number": 5, "parts": [("ins", "If the data cannot settle it, say which two observations would.")]},
    {
        "sign": "moved",
        "number": 6,
        "text": "Moved here from paragraph 2",
        "parts": [("same", "The tape is read twice.")],
    },
    {
        "sign": "mixed",
        "number": 7,
        "rows": [("same", "points = 101"), ("del", "step = 25"), ("ins", "step = 50"), ("skip", "")],
    },
    {
        "sign": "mixed",
        "number": 8,
        "old": "| depth | points |\n|---|---|\n| 2 m | 100 |",
        "new": "| depth | points |\n|---|---|\n| 2 m | 101 |",
    },
)
STEPS = (
    SimpleNamespace(name="Purpose", href="#steps", state="fair", says="complete"),
    SimpleNamespace(name="Core team", here=True, state="flag", says="1 problem"),
    SimpleNamespace(name="What you offer", href="#steps", state="open", says="2 clauses open"),
)
TEXT = """# A heading of the text
Hard coral on transect 3 is $31\\,\\%$ where it had been $18\\,\\%$[^1], a gain of

$$\\Delta c = c_{2023} - c_{2022} = \\frac{1}{n}\\sum_{i=1}^{n} (x_i - y_i)$$

```python
def gain(before: Fraction, after: Fraction) -> Fraction:
    return after - before  # never a float
```

| transect | before | after |
|:--|--:|--:|
| 1 | 18 | 19 |
| 3 | 18 | 31 |

> “restarted by eye from the old bearing”

[^1]: From the field log of October 2023.
"""


class SampleForm(Form):
    share = TextLine(label="Share of Lê Quang Huy", help_text="Of this task; each of you confirms.")
    why = TextBlock(label="Reason", help_text="Name the criteria, and what the authors could do next.")
    licence = forms.ChoiceField(label="Licence of the data", choices=[("cc-by", "CC BY 4.0"), ("cc0", "CC0 1.0")])
    verdict = forms.ChoiceField(
        label="Verdict",
        choices=[("accept", "Accept"), ("revise", "Revise"), ("decline", "Decline")],
        widget=forms.RadioSelect,
    )
    read = forms.BooleanField(label="I have read version 3 as shown here", help_text="sha256 5f2c81aa…9ab1")


def context() -> dict[str, Any]:
    now = clock.now()
    turn = SimpleNamespace(
        who="Reviewer B",
        since=now - dt.timedelta(days=6),
        until=now + dt.timedelta(days=8),
        otherwise="The area chair asks another reviewer.",
        why="revision 2 came in",
        yours=True,
    )
    late = SimpleNamespace(
        who="Area chair",
        since=now - dt.timedelta(days=33),
        until=now - dt.timedelta(days=3),
        otherwise="The decision passes to another area chair.",
    )
    events = [
        SimpleNamespace(seq=1410, says="Task 52 submitted, revision 1.", at=now, hash="77e0b4c6" * 8, tone=""),
        SimpleNamespace(seq=1409, says="Credit posted.", at=now, hash="10aae35f" * 8, tone="rights", note="7 points."),
        SimpleNamespace(seq=1408, says="An entry was reversed.", at=now, hash="9ad25be1" * 8, tone="correction"),
        SimpleNamespace(seq="1405–1407", says="Three revisions received.", at=None, hash="", tone="folded"),
        SimpleNamespace(seq=1404, says="Checkpoint 118.", at=now, hash="5be107c4" * 8, tone="checkpoint"),
    ]
    return {
        "states": [(state, state.replace("_", " ")) for state in STATES],
        "tiles": TILES,
        "turn": turn,
        "late": late,
        "stops": STOPS,
        "requests": REQUESTS,
        "answers": ANSWERS,
        "lines": LINES,
        "steps": STEPS,
        "kinds": KINDS,
        "rows": ROWS,
        "threshold": Fraction(3),
        "events": events,
        "marks": ("fair", "fair", "flag", "open"),
        "day": now.date(),
        "now": now,
        "form": SampleForm({"share": "1/2\u202e", "why": ""}),
        "hash": "5be107c4" * 8,
        "amount": Fraction(38, 3),
        "person": SimpleNamespace(
            handle="",
            profile=SimpleNamespace(printed_name="ليلى المرزوقي", native_shown="", erased_at=None),
            told_apart=_("Not the only one with such a name: %(who)s") % {"who": "@l.marzouki"},
        ),
        "erased": SimpleNamespace(
            handle="x", profile=SimpleNamespace(printed_name="never shown", native_shown="", erased_at=now)
        ),
        "text": TEXT,
    }
