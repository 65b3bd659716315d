"""The demo's story as files: everybody in `people.yaml`, and one folder a project.

A folder holds `project.yaml`, `terms.yaml`, `rubric.yaml`, `tasks/<key>.yaml`, and `timeline.yaml`: who did what on
which day, counted from the founding. The site's clock is LENGTH days long; the founding names its day on it.
"""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby
from pathlib import Path
from typing import Any

from ruamel.yaml import YAML
from ruamel.yaml.error import YAMLError

from portal.core.errors import Refused

FOLDER = Path(__file__).parent / "story"
# Days of the site's clock, the last one is yesterday.
LENGTH = 731
# `day+535` in terms and imports is a date counted from the founding, so that the demo never grows old.
_DAY = re.compile(r"\bday\+(\d+)\b")
# What a step says beside the arguments of its act.
FRAME = ("day", "by", "do")


@dataclass(frozen=True)
class Step:
    """One line of a timeline. `since`: time from the first midnight of the site's clock."""

    story: Story
    number: int
    since: dt.timedelta
    data: dict[str, Any]

    @property
    def details(self) -> dict[str, Any]:
        return {name: value for name, value in self.data.items() if name not in FRAME}

    def __str__(self) -> str:
        said = " ".join(f"{name} {self.data[name]}" for name in (*FRAME, "task") if name in self.data)
        return f"{self.story.slug}/timeline.yaml:{self.story.line(self.number)}: {said}"


class Story:
    """One project's folder, read as it is needed. Files are read once."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.slug = folder.name
        self._tasks: dict[str, dict[str, Any]] = {}

    @cached_property
    def project(self) -> dict[str, Any]:
        """`title`, `slug`, `summary`, `field`, `founded`, `accounts`."""
        found: dict[str, Any] = _load(self.folder / "project.yaml")
        return found

    @cached_property
    def timeline(self) -> list[dict[str, Any]]:
        """As written; `steps` puts it in order."""
        found: list[dict[str, Any]] = _load(self.folder / "timeline.yaml")
        return found

    def steps(self) -> Iterator[Step]:
        """In order, between 7 and 22 h UTC of their days, one after another."""
        founded = int(self.project["founded"])
        numbered = sorted(enumerate(self.timeline), key=lambda one: one[1]["day"])
        for day, some in groupby(numbered, key=lambda one: int(one[1]["day"])):
            start = dt.timedelta(days=founded + day, hours=7 + day * 5 % 9, minutes=day * 17 % 60)
            for place, (number, data) in enumerate(some):
                yield Step(self, number, start + dt.timedelta(minutes=47 * place, seconds=day * 13 % 60), data)

    def line(self, number: int) -> int:
        """Where a step begins in the file."""
        return int(self._places.lc.item(number)[0]) + 1

    @cached_property
    def _places(self) -> Any:
        """Read with places only for a message; it takes several times as long."""
        return YAML(typ="rt").load((self.folder / "timeline.yaml").read_text(encoding="utf-8"))

    def task(self, key: str) -> dict[str, Any]:
        """`title`, `tags`, `details`, and `revisions` of statement, answer, verification and note."""
        if key not in self._tasks:
            self._tasks[key] = _load(self.folder / "tasks" / f"{key}.yaml")
        return self._tasks[key]

    def task_keys(self) -> set[str]:
        return {path.stem for path in (self.folder / "tasks").glob("*.yaml")}

    def rubric(self, file: str = "rubric.yaml") -> dict[str, Any]:
        found: dict[str, Any] = _load(self.folder / file)
        return found

    def dated(self, file: str, founded: dt.date) -> str:
        """A text file with its `day+N` as dates."""
        text = (self.folder / file).read_text(encoding="utf-8")
        return _DAY.sub(lambda found: (founded + dt.timedelta(days=int(found[1]))).isoformat(), text)

    def attachment(self, name: str) -> bytes:
        return (self.folder / name).read_bytes()


def stories(only: str = "") -> list[Story]:
    """Every project of the demo, by slug, or one of them."""
    folders = sorted(path.parent for path in FOLDER.glob("*/project.yaml"))
    return [Story(folder) for folder in folders if only in ("", folder.name)]


def people() -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = _load(FOLDER / "people.yaml")
    return found


def merged(told: Iterable[Story]) -> list[Step]:
    """The steps of all projects by their instant."""
    return sorted((step for story in told for step in story.steps()), key=lambda step: step.since)


def _load(path: Path) -> Any:
    """Refused with the file's name where it is missing or no YAML."""
    place = path.relative_to(FOLDER)
    try:
        return YAML(typ="safe").load(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise Refused(f"{place}: there is no such file", code="story") from None
    except YAMLError as error:
        raise Refused(f"{place}: {error}", code="story") from None
