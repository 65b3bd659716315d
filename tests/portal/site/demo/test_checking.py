"""A writer's mistakes are named with their file, line and reason, before anything is made."""

from __future__ import annotations

import shutil
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command

from portal.core.errors import Refused
from portal.site.demo import checking, seed, story
from projects.project.models import Project

# Each is one step after the last one of Tephra Bench, and what is said of it.
MISTAKES = [
    ("by: nobody, do: join", "people.yaml has nobody with the handle nobody"),
    ("by: suryadi, do: jion", "there is no act jion; there are answer_proposal, appoint, ask, "),
    ("by: suryadi, do: submit, task: nothing", "there is no file tasks/nothing.yaml"),
    ("by: suryadi, do: submit, tsak: plume-rate", "submit takes task, shares, attachment"),
    ("by: suryadi", "says nothing of do"),
    (
        "by: suryadi, do: assign, task: plume-rate, reviewers: [thorunn, torun]",
        "people.yaml has nobody with the handle torun",
    ),
    (
        "by: suryadi, do: submit, task: plume-rate, shares: {leila: '1'}",
        "people.yaml has nobody with the handle leila",
    ),
    ("by: suryadi, do: revise, task: plume-rate, answers: [One]", "0 requests are open, 1 are answered"),
    ("by: suryadi, do: revise, task: plume-rate, answers: 3", "answers is a list"),
    ("by: suryadi, do: revise, task: plume-rate, answers: []", "tasks/plume-rate.yaml has no revision 3"),
    (
        "by: suryadi, do: review, task: plume-rate, verdict: revise, text: T",
        "revise names at least one request",
    ),
    (
        "by: suryadi, do: review, task: plume-rate, verdict: perhaps, text: T",
        "the verdict is accept, revise or decline",
    ),
    (
        "by: suryadi, do: decide, task: plume-rate, outcome: accept, criteria: [beauty], reasons: R",
        "the rubric has no criterion beauty; it has validity, closed-loop, no-shortcut, formats, difficulty, sources",
    ),
    (
        "by: suryadi, do: review, task: plume-rate, verdict: revise, text: T, "
        "requests: [{part: statement, exact: column, criterion: formats, text: T}]",
        "request 1: says either cure or no_cure",
    ),
    (
        "by: suryadi, do: review, task: plume-rate, verdict: revise, text: T, "
        "requests: [{part: statement, exact: By which colour, criterion: formats, text: T, cure: C}]",
        "request 1: “By which colour” stands 0 times in the statement of this revision, not once",
    ),
    (
        "by: suryadi, do: review, task: plume-rate, verdict: revise, text: T, "
        "requests: [{part: statement, exact: $V$, criterion: formats, text: T, cure: C}]",
        "request 1: “$V$” stands 2 times in the statement of this revision, not once",
    ),
]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the stories' folder that a test may spoil."""
    shutil.copytree(story.FOLDER, tmp_path / "story")
    monkeypatch.setattr(story, "FOLDER", tmp_path / "story")
    return tmp_path / "story"


def handles() -> set[str]:
    return {one["handle"] for one in story.people()}


def test_the_stories_have_no_mistakes() -> None:
    assert [checking.problems(one, handles()) for one in story.stories()] == [[]] * 4


def test_every_mistake_is_named_with_its_line(folder: Path) -> None:
    path = folder / "tephra-bench" / "timeline.yaml"
    text = path.read_text(encoding="utf-8")
    lines = len(text.splitlines())
    steps = [f"- {{day: 312, {step}}}\n" for step, _said in MISTAKES]
    path.write_text(f"{text}{''.join(steps)}- {{day: 313, by: suryadi, do: join}}\n", encoding="utf-8")
    problems = checking.problems(story.stories("tephra-bench")[0], handles())
    by_line: dict[int, list[str]] = {line: [] for line in range(lines + 1, lines + len(MISTAKES) + 2)}
    for problem in problems:
        place, _, reason = problem.removeprefix("tephra-bench/timeline.yaml:").partition(": ")
        by_line[int(place)].append(reason)
    for (step, said), reasons in zip(MISTAKES, by_line.values(), strict=False):
        assert any(said in reason for reason in reasons), (step, reasons)
    assert problems[-1].endswith("day 313 by suryadi do join: the day is a number from 0 to 312")


def test_steps_that_stand_on_no_day_are_named(folder: Path) -> None:
    """The rest of the timeline cannot be put in order then, and nothing is said of it."""
    project = folder / "tephra-bench" / "project.yaml"
    project.write_text(project.read_text(encoding="utf-8").replace("founded: 418", "founded: soon"), encoding="utf-8")
    path = folder / "tephra-bench" / "timeline.yaml"
    text = path.read_text(encoding="utf-8")
    last = len(text.splitlines())
    wrong = ["- {by: suryadi, do: join}", "- {day: soon, by: suryadi, do: join}", "- join"]
    path.write_text(text + "\n".join([*wrong, "- {day: 312, by: suryadi, do: jion}"]) + "\n", encoding="utf-8")
    said = "a step begins with its day, which is a number"
    assert checking.problems(story.stories("tephra-bench")[0], handles()) == [
        "tephra-bench/project.yaml: founded is a number from 0 to 730",
        *(f"tephra-bench/timeline.yaml:{last + place}: {said}" for place in (1, 2, 3)),
    ]


def test_a_task_without_texts_is_named_once(folder: Path) -> None:
    path = folder / "tephra-bench" / "tasks" / "plume-rate.yaml"
    path.write_text("title: A rate\ntags: [ash]\n", encoding="utf-8")
    assert checking.problems(story.stories("tephra-bench")[0], handles()) == [
        "tephra-bench/tasks/plume-rate.yaml: says nothing of revisions"
    ]


def test_a_file_that_is_missing_or_no_yaml_is_named(folder: Path) -> None:
    (folder / "tephra-bench" / "rubric.yaml").unlink()
    (folder / "asterisk" / "timeline.yaml").write_text("- {day: 0, by: [", encoding="utf-8")
    with pytest.raises(Refused) as refused:
        seed.check(story.stories())
    reasons = [str(reason) for reason in refused.value.reasons]
    assert reasons[0].startswith("asterisk/timeline.yaml: while parsing")
    assert reasons[1:] == ["tephra-bench/rubric.yaml: there is no such file"]


@pytest.mark.django_db
def test_the_command_makes_nothing_of_a_wrong_story(folder: Path, settings: Any) -> None:
    settings.CONCORD_DEMO = True
    said = StringIO()
    with pytest.raises(SystemExit):
        call_command("seed_demo", only="nowhere", stderr=said)
    assert "The demo has no project nowhere; it has asterisk, " in said.getvalue()
    with (folder / "tephra-bench" / "timeline.yaml").open("a", encoding="utf-8") as timeline:
        timeline.write("- {day: 312, by: nobody, do: join}\n")
    with pytest.raises(SystemExit):
        call_command("seed_demo", only="tephra-bench", stderr=said)
    call_command("seed_demo", only="pulsar-bench", check=True)
    assert "people.yaml has nobody with the handle nobody" in said.getvalue()
    assert not Project.objects.exists()


@pytest.mark.django_db
def test_a_step_that_a_service_refuses_is_named(folder: Path, settings: Any, tmp_path: Path) -> None:
    """What the files cannot tell: nobody reviews their own task."""
    settings.CONCORD_DATA_DIR = tmp_path
    path = folder / "tephra-bench" / "timeline.yaml"
    lines = path.read_text(encoding="utf-8").splitlines(keepends=True)
    end = next(index for index, line in enumerate(lines) if "do: submit, task: event-free-age" in line)
    wrong = (
        "- {day: 15, by: ingrid-solheim, do: assign, task: event-free-age, reviewers: [misaki-sakuma], "
        "appoints: tomas-arriagada}\n"
    )
    path.write_text("".join([*lines[: end + 1], wrong]), encoding="utf-8")
    with pytest.raises(Refused, match="day 15 by ingrid-solheim do assign task event-free-age: "):
        seed.seed("tephra-bench")
