"""What the five people of the walk write: the terms by form and file, the rubric, and one task in two texts."""

from __future__ import annotations

import copy
import datetime as dt
import io
import re
from pathlib import Path
from typing import Any

from ruamel.yaml import YAML

from projects.terms import document
from tests.browser.people import Person

_EXAMPLE = Path(document.__file__).parent / "example.yaml"
_EXAMPLE_WRITTEN = dt.date(2026, 11, 1)
# Top-level clauses that the organizer types; the file brings the others.
TYPED = ("language", "zone", "purpose", "compensation", "changes", "contact")

RUBRIC = {
    "sound": "The answer follows from the data given.",
    "checked": "A second person can check the answer.",
}
# Half a point makes an author: Bruno with 2/3 of a task is one, Chiara with 1/3 is not.
ELIGIBILITY = '{points: {at_least: "1/2"}}'
NOT_COMPUTED = {"distinct": {"of": "field", "kind": "task", "at_least": 2}}

CODE = "drawdown = [0.4, 0.9, 1.6, 2.1]  # metres"
ASKED = "Name the boundary that explains it, and the distance to it."
STATEMENT = f"""A well was pumped for three days at $Q = 8.64$ litres a second.

```python
{CODE}
```

The drawdown rises for a day, and then it stays.

{ASKED}
"""
INSERTED = [f"{n}. Reading {n} was taken {n} hours after the pump was started." for n in range(1, 10)]
# Ten lines, the empty one included, above everything that was there.
REVISED = "\n".join([*INSERTED, "", STATEMENT])
ANSWER = "The cone of depression reached a river, $r = 120$ m away.\n"
VERIFICATION = "A river or a lake passes, a change of the pumping rate fails.\n"


def read_yaml(text: str) -> dict[str, Any]:
    """Every scalar as it is written, so that two files are compared by their words."""
    loaded: dict[str, Any] = YAML(typ="safe", pure=True).load(text)
    return loaded


def write_yaml(data: dict[str, Any]) -> str:
    stream = io.StringIO()
    YAML(typ="safe", pure=True).dump(data, stream)
    return stream.getvalue()


def example(core: dict[str, Person]) -> dict[str, Any]:
    """The documented example with its dates moved to today and its three people replaced."""
    moved = dt.datetime.now(tz=dt.UTC).date() - _EXAMPLE_WRITTEN
    text = re.sub(r"\b20\d\d-\d\d-\d\d\b", lambda day: f"{dt.date.fromisoformat(day[0]) + moved}", _EXAMPLE.read_text())
    for name, person in core.items():
        text = text.replace(name, person.handle)
    data = read_yaml(text)
    data["authorship"]["blocks"][0]["who"] = {"points": {"at_least": "1/2"}}
    return data


def uploaded(typed: dict[str, Any], core: dict[str, Person]) -> dict[str, Any]:
    """What was typed, the rest of the example, and one rule that the engine cannot run."""
    rest = {clause: value for clause, value in example(core).items() if clause not in TYPED}
    whole = copy.deepcopy({**rest, **typed})
    whole["authorship"]["eligibility"] = NOT_COMPUTED
    return whole
