"""Turns the data of a published collection into the two files Concord imports.

Known of the collection: its submissions with the names their authors gave, and the list as published. Not
known, and therefore ours: the days (all work is dated `ON`) and which of two people of one name wrote what.
"""

import csv
import json
import unicodedata
from dataclasses import dataclass
from pathlib import Path

ON = "2021-12-06"
ORGANIZERS = 16


@dataclass(frozen=True)
class Collection:
    """`handles` has one handle for each row of the published list, in its order."""

    published: list[str]
    handles: list[str]
    submissions: list[tuple[str, list[str]]]

    def handle_of(self, name: str) -> str:
        """The first row of that name; a second person of the same name cannot be told apart."""
        return self.handles[self.published.index(name)]


def read(folder: Path) -> Collection:
    with (folder / "published_authors.csv").open(encoding="utf-8", newline="") as source:
        published = [row["name"] for row in csv.DictReader(source)]
    with (folder / "tasks.jsonl").open(encoding="utf-8") as source:
        tasks = [json.loads(line) for line in source]
    return Collection(
        published=published,
        handles=_handles(published),
        submissions=[(task["task"], task["authors"]) for task in tasks if task["authors"]],
    )


def write_people(collection: Collection, file: Path) -> None:
    with file.open("w", encoding="utf-8", newline="") as target:
        rows = csv.writer(target)
        rows.writerow(["handle", "printed_name", "given", "family", "roles"])
        for index, name in enumerate(collection.published):
            *given, family = name.split()
            role = f"organizer={ON}" if index < ORGANIZERS else ""
            rows.writerow([collection.handles[index], name, " ".join(given), family, role])


def write_credits(collection: Collection, file: Path) -> None:
    with file.open("w", encoding="utf-8") as target:
        for source, authors in collection.submissions:
            row = {
                "person": " | ".join(collection.handle_of(name) for name in authors),
                "kind": "submission",
                "source": source,
                "on": ON,
                "terms": "1",
            }
            target.write(json.dumps(row, ensure_ascii=False) + "\n")


def _handles(names: list[str]) -> list[str]:
    made: list[str] = []
    for name in names:
        plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().casefold()
        words = "".join(c if c.isalnum() else " " for c in plain).split()
        handle = "-".join(words)[:36]
        count = sum(1 for other in made if other.rstrip("-0123456789") == handle)
        made.append(f"{handle}-{count + 1}" if count else handle)
    return made
