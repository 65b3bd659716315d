"""What is different between a list and the one before it. Pure."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

Result = Mapping[str, Any]
LISTS = ("authors", "acknowledged", "near", "excluded")
# As pages show them: whoever was found after a lock apart from those who are left out.
PARTS = ("authors", "found", *LISTS[1:])


def shown(result: Result) -> dict[str, Any]:
    """The result with `found`: everybody who meets the rules and did not when the list was locked."""
    found = [row for row in result["excluded"] if row["reason"] == "lock"]
    found += [row for row in result["acknowledged"] if row.get("found")]
    excluded = [row for row in result["excluded"] if row["reason"] != "lock"]
    return {**result, "found": sorted(found, key=lambda row: str(row["subject"])), "excluded": excluded}


@dataclass(frozen=True)
class Change:
    """`before` and `after` are places, None where the person is no author; `now` is the list they are on today."""

    subject: str
    before: int | None
    after: int | None
    now: str

    @property
    def rose(self) -> bool:
        return self.before is not None and self.after is not None and self.after < self.before


def changes(before: Result, after: Result) -> list[Change]:
    """Everybody whose place changed, who came or who went, by the new place; those who went stand last."""
    return sorted(_changes(before, after), key=lambda one: (one.after is None, one.after or one.before or 0))


def _changes(before: Result, after: Result) -> Iterator[Change]:
    old = {row["subject"]: row["place"] for row in before["authors"]}
    new = {row["subject"]: row["place"] for row in after["authors"]}
    now = {row["subject"]: name for name in LISTS for row in after[name]}
    for subject in old.keys() | new.keys():
        if old.get(subject) != new.get(subject):
            yield Change(subject, old.get(subject), new.get(subject), now.get(subject, ""))
