"""What is wrong with a story, before anything is made of it: every mistake with its file, line and reason.

It knows what the files say, not what the services think of it: a refusal of theirs names its step as well.
"""

from __future__ import annotations

import inspect
from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

from portal.core.text.input import clean_text
from portal.site.demo import acts
from portal.site.demo.story import FRAME, LENGTH, Step, Story
from projects.reviews import anchors
from projects.tasks.details.fields import BY_ID

PARTS = ("statement", "answer", "verification")
_DETAILS = frozenset({*BY_ID, "failure_text"})
REQUEST = ("part", "exact", "criterion", "text")
POINT = ("part", "exact", "criterion")


def problems(story: Story, handles: Collection[str]) -> list[str]:
    return list(_Reader(story, handles).problems())


class _Reader:
    """Follows the timeline far enough to know which text a quotation is from and how many requests are open."""

    def __init__(self, story: Story, handles: Collection[str]) -> None:
        self.story = story
        self.handles = frozenset(handles)
        self.criteria = [one["id"] for one in story.rubric()["criteria"]]
        self.revision: dict[str, int] = {}
        self.waiting: dict[str, int] = defaultdict(int)

    def problems(self) -> Iterator[str]:
        yield from self._project()
        for key in sorted(self.story.task_keys()):
            yield from (f"{self.story.slug}/tasks/{key}.yaml: {reason}" for reason in self._task(key))
        if unplaced := list(self._unplaced()):
            yield from unplaced
            return
        for step in self.story.steps():
            yield from (f"{step}: {reason}" for reason in self._step(step))

    def _unplaced(self) -> Iterator[str]:
        """What keeps steps from being put in order. Until it is mended nothing else can be said of any step."""
        if not isinstance(self.story.project.get("founded"), int):
            yield f"{self.story.slug}/project.yaml: founded is a number from 0 to {LENGTH - 1}"
        for number, said in enumerate(self.story.timeline):
            if not isinstance(said, dict) or not isinstance(said.get("day"), int):
                place = f"{self.story.slug}/timeline.yaml:{self.story.line(number)}"
                yield f"{place}: a step begins with its day, which is a number"

    def _project(self) -> Iterator[str]:
        said = self.story.project
        place = f"{self.story.slug}/project.yaml"
        if missing := [name for name in ("title", "slug", "summary", "field", "accounts") if name not in said]:
            yield f"{place}: says nothing of {', '.join(missing)}"
        elif said["slug"] != self.story.slug:
            yield f"{place}: the slug is {said['slug']}, the folder {self.story.slug}"
        elif not self.story.timeline or self.story.timeline[0].get("do") != "found":
            yield f"{self.story.slug}/timeline.yaml: the first step is not `found`"
        else:
            for handle in said["accounts"].values():
                if handle not in self.handles:
                    yield f"{place}: {self._nobody(handle)}"

    def _task(self, key: str) -> Iterator[str]:
        text = self.story.task(key)
        if missing := [name for name in ("title", "tags", "revisions") if not text.get(name)]:
            yield f"says nothing of {', '.join(missing)}"
            return
        if unknown := sorted(set(text.get("details", {})) - _DETAILS):
            yield f"details know nothing of {', '.join(unknown)}"
        for number, revision in enumerate(text["revisions"], start=1):
            if missing := [part for part in PARTS if part not in revision]:
                yield f"revision {number} has no {', '.join(missing)}"

    def _step(self, step: Step) -> Iterator[str]:
        said = step.data
        if missing := [name for name in FRAME if name not in said]:
            yield f"says nothing of {', '.join(missing)}"
            return
        last = LENGTH - 1 - int(self.story.project["founded"])
        if not 0 <= said["day"] <= last:
            yield f"the day is a number from 0 to {last}"
        act = acts.ACTS.get(said["do"])
        if act is None:
            yield f"there is no act {said['do']}; there are {', '.join(sorted(acts.ACTS))}"
            return
        try:
            inspect.signature(act).bind(None, None, **step.details)
        except TypeError as error:
            known = list(inspect.signature(act).parameters)[2:]
            yield f"{error}; {said['do']} takes {', '.join(known) or 'nothing'}"
            return
        yield from self._people(said)
        yield from self._work(said)

    def _people(self, said: Mapping[str, Any]) -> Iterator[str]:
        roles = ("by", "appoints", "lead", "reviewer", "instead", "who", "agreed_by")
        named = [said[role] for role in roles if said.get(role)]
        named += said.get("shares") or []
        reviewers = said.get("reviewers") or []
        named += [one for some in reviewers.values() for one in some] if isinstance(reviewers, dict) else reviewers
        for handle in named:
            if handle not in self.handles:
                yield self._nobody(handle)

    def _work(self, said: Mapping[str, Any]) -> Iterator[str]:
        """What a step says of a task: it must have a text, and quotations must be of the one that stands."""
        for one in said.get("criteria") or ():
            if one not in self.criteria:
                yield self._no_criterion(one)
        key = said.get("task")
        if key is None:
            return
        if key not in self.story.task_keys():
            yield f"there is no file tasks/{key}.yaml"
            return
        if not self.story.task(key).get("revisions"):
            return  # said of its own file
        if said["do"] in ("draft", "submit"):
            self.revision[key] = 0
        elif key not in self.revision:
            yield f"nobody has begun the task {key} yet"
        elif said["do"] == "revise":
            yield from self._revise(key, said["answers"])
        elif said["do"] == "review":
            yield from self._review(key, said)
        elif said["do"] == "decide":
            yield from self._decide(key, said)

    def _revise(self, key: str, answers: object) -> Iterator[str]:
        if not isinstance(answers, list):
            yield "answers is a list, one to each open request"
        elif len(answers) != self.waiting[key]:
            yield f"{self.waiting[key]} requests are open, {len(answers)} are answered"
        self.waiting[key] = 0
        self.revision[key] += 1
        if self.revision[key] >= len(self.story.task(key)["revisions"]):
            yield f"tasks/{key}.yaml has no revision {self.revision[key] + 1}"
            self.revision[key] -= 1

    def _review(self, key: str, said: Mapping[str, Any]) -> Iterator[str]:
        requests = said.get("requests") or ()
        self.waiting[key] += len(requests)
        if said["verdict"] not in ("accept", "revise", "decline"):
            yield "the verdict is accept, revise or decline"
        elif said["verdict"] != "accept" and not requests:
            yield f"{said['verdict']} names at least one request"
        revision = self.story.task(key)["revisions"][self.revision[key]]
        for number, one in enumerate(requests, start=1):
            yield from (f"request {number}: {reason}" for reason in self._request(revision, one))

    def _decide(self, key: str, said: Mapping[str, Any]) -> Iterator[str]:
        points = said.get("points") or ()
        if said["outcome"] != "accept" and not points:
            yield f"{said['outcome']} names at least one point"
        revision = self.story.task(key)["revisions"][self.revision[key]]
        for number, one in enumerate(points, start=1):
            yield from (f"point {number}: {reason}" for reason in self._request(revision, one, POINT))

    def _request(
        self, revision: Mapping[str, str], one: Mapping[str, str], wanted: Sequence[str] = REQUEST
    ) -> Iterator[str]:
        if missing := [name for name in wanted if not one.get(name)]:
            yield f"says nothing of {', '.join(missing)}"
            return
        if bool(one.get("cure")) is bool(one.get("no_cure")):
            yield "says either cure or no_cure"
        if one["criterion"] not in self.criteria:
            yield self._no_criterion(one["criterion"])
        if one["part"] not in PARTS:
            yield f"the part is {', '.join(PARTS)}"
            return
        text = clean_text(revision.get(one["part"], ""), max_bytes=200_000, multiline=True)
        if anchors.of_quote(text, one["exact"]) is None:
            times = anchors.occurrences(text, one["exact"])
            yield f"“{one['exact']}” stands {times} times in the {one['part']} of this revision, not once"

    def _nobody(self, handle: str) -> str:
        return f"people.yaml has nobody with the handle {handle}"

    def _no_criterion(self, one: str) -> str:
        return f"the rubric has no criterion {one}; it has {', '.join(self.criteria)}"
