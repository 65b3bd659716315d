"""`python -m bench.terms`: the largest terms that can be written, on SQLite, through the services and pages here.

Reading the file, publishing it (target: under 2 s), showing it (target: under 300 ms) and the step of its form with the
rules for authorship; medians of processor time, since a busy machine is no slow program. Pages are measured twice:
cold, when a process keeps nothing of them in memory, and again, when it has shown them before. Writes
`bench/terms.md`. Everything is thrown away afterwards.
"""

import os
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

ROUNDS = 5
PUBLISH_TARGET, PAGE_TARGET = 2_000, 300
MAX_BYTES = 200_000
RESULTS = Path(__file__).with_name("terms.md")
_SENTENCE = "Whoever takes part reads test {number} of {of} first, names what is missing, and says how sure it is. "


def main() -> None:
    with tempfile.TemporaryDirectory(prefix="concord-bench-terms-") as folder:
        for name in ("DATABASE_URL", "REDIS_URL", "SECRET_KEY", "BASE_URL"):
            os.environ.pop(name, None)
        os.environ |= {
            "CONCORD_DATA_DIR": folder,
            "CONCORD_DEMO": "0",
            "DJANGO_SETTINGS_MODULE": "portal.settings.dev",
            "DJANGO_ALLOW_ASYNC_UNSAFE": "1",
        }
        import django
        from django.core.management import call_command

        django.setup()
        call_command("prepare")
        rows, facts = measure()
    RESULTS.write_text(_text(rows, facts), encoding="utf-8")
    print(RESULTS.read_text(encoding="utf-8"))


# --- the largest document


def rule(levels: int, nodes: int, role: str) -> dict[str, Any]:
    """An expression of so many levels and nodes, of leaves that the engine runs; it can be met."""
    leaves = [
        {"points": {"kinds": ["task"], "at_least": "1/3"}},
        {"count": {"kind": "review", "at_least": 2}},
        {"member": {"for_days": 30}},
        {"role": {"id": role, "for_days": 7}},
    ]
    wide = nodes - 2 * (levels - 2)  # each level above the last has a branch and one leaf
    inner: dict[str, Any] = {"any": [leaves[index % 4] for index in range(max(wide - 1, 1))]}
    for level in range(levels - 2):
        inner = {"all" if level % 2 else "any": [inner, leaves[level % 4]]}
    return inner


def largest(example: dict[str, Any]) -> dict[str, Any]:
    """20 roles, 60 kinds, rules of 8 levels, and words up to the limit of 200 kB as YAML."""
    document = example
    ids = [f"role-{index}" for index in range(len(document["roles"]), 20)]
    document["roles"] += [
        {
            "id": name,
            "title": f"Keeper of area {name}",
            "duties": "",
            "powers": ["review"],
            "criteria": rule(8, 60, "organizer"),
            "granted": "rule",
        }
        for name in ids
    ]
    clause = document["authorship"]
    clause["kinds"] += [
        {**clause["kinds"][0], "id": f"kind-{index}", "title": f"Accepted work of kind {index}"}
        for index in range(len(clause["kinds"]), 60)
    ]
    clause["eligibility"] = rule(8, 200, "organizer")
    clause["blocks"] = [
        {"id": f"block-{index}", "title": f"Block {index}", "who": rule(8, 60, name), "sort": ["points", "name"]}
        for index, name in enumerate(ids)
    ]
    for role in document["roles"]:
        role["duties"] = words(1_990, role["id"])
    document["purpose"]["measures"] = words(1_990, "the purpose")
    return document


def words(most: int, of: str) -> str:
    """Sentences of which no two are alike, as a process keeps what it said of one."""
    return "".join(_SENTENCE.format(number=number, of=of) for number in range(20))[:most].strip()


def filled(document: dict[str, Any], write: Callable[[dict[str, Any]], str]) -> dict[str, Any]:
    """Destinations and planned returns with words until one more would not fit."""
    planned = document["returns"]["planned"]
    while len(planned) < 100 and len(write(document).encode()) < MAX_BYTES - 2_000:
        planned.append({"what": words(1_900, f"return {len(planned) + 1}")})
    while len(write(document).encode()) > MAX_BYTES:
        planned.pop()
    return document


# --- what is measured


def measure() -> tuple[list[tuple[str, float, int | None]], list[str]]:
    """Rows of (what, milliseconds, target), and what the document is."""
    from django.db import connection
    from django.test import Client
    from django.test.utils import override_settings
    from django.urls import reverse

    from bench.world import founders
    from portal.people.models import User
    from projects.project import services as projects
    from projects.rubric import services as rubric
    from projects.terms import people, queries, services
    from projects.terms.checks.card import card
    from projects.terms.document.read import read_yaml
    from projects.terms.document.refusals import refusals
    from projects.terms.document.write import to_yaml

    example = Path(services.__file__).parent / "document" / "example.yaml"
    core = founders()
    text = _largest_text(example.read_text(encoding="utf-8"))
    reading = read_yaml(text, people=people.handle_to_subject)
    assert reading.document is not None, reading.problems
    document = reading.document
    assert not refusals(document, rubrics={1}), refusals(document, rubrics={1})[:3]
    rows: list[tuple[str, float, int | None]] = [
        ("read the YAML file", _median(lambda: read_yaml(text, people=people.handle_to_subject)), None),
        ("write it as YAML", _median(lambda: to_yaml(document, handles=str)), None),
        ("look for what publishing refuses", _median(lambda: refusals(document, rubrics={1})), None),
        ("make the fairness card", _median(lambda: card(document)), None),
    ]
    published = []
    for index in range(ROUNDS):
        project = projects.create(
            actor=core[0], title=f"Largest {index}", slug=f"largest-{index}", summary="All that fits.", field="Measure"
        )
        criteria = [{"id": "sound", "sentence": "It follows."}, {"id": "checked", "sentence": "It was checked."}]
        rubric.save_draft(actor=core[0], project=project, title="Rubric", criteria=criteria, version=0)
        rubric.publish(actor=core[0], project=project)
        services.upload(actor=core[0], project=project, text=text, name="largest.yaml", version=0)
        published.append(_spent(lambda project=project: services.publish(actor=core[0], project=project)))  # type: ignore[misc]
    rows.append(("publish it", statistics.median(published), PUBLISH_TARGET))
    project = projects.recruit(actor=core[0], project=project)
    pages = {
        "show the terms": (reverse("terms_read", args=[project.slug]), PAGE_TARGET),
        "show the card": (reverse("card_page", args=[project.slug]), None),
        "show step 7 of the form": (reverse("terms_step", args=[project.slug, 7]), None),
    }
    facts = [f"{len(text.encode()):,} bytes of YAML, {len(queries.latest(project).document['roles'])} roles, 60 kinds"]
    visitor, writer = Client(), Client()
    writer.force_login(User.objects.get(subject=core[0]))
    with override_settings(ALLOWED_HOSTS=["*"]):
        for name, (address, target) in pages.items():
            client = writer if "form" in name else visitor
            show = partial(client.get, address)
            asked: list[str] = []

            def count(execute: Any, sql: str, *rest: Any, asked: list[str] = asked) -> Any:
                asked.append(sql)
                return execute(sql, *rest)

            show()  # what a process reads once, such as templates
            forget()
            with connection.execute_wrapper(count):
                answer = show()
            assert answer.status_code == 200, (address, answer.status_code)
            rows.append((f"{name}, cold", _median(show, before=forget), target))
            rows.append((f"{name}, again", _median(show), target))
            facts.append(f"{name}: {len(asked)} queries, {len(answer.content):,} bytes")
    return rows, facts


def forget() -> None:
    """Empties what a process keeps in memory of terms that it has shown: cards, tiles, changes, drawn parts and what
    was said of sentences."""
    from portal.core.web import pieces
    from projects.terms import cards, web
    from projects.terms.checks.text import readers, venue
    from projects.terms.document import write

    for kept in (cards._kept, cards._tiles_kept, web._since, pieces._kept):
        kept.clear()
    for told in (readers.no_reasons, readers.reach_back, venue._reading, write._scalar):
        told.cache_clear()


def _largest_text(example: str) -> str:
    from projects.terms.document.read import read_yaml
    from projects.terms.document.write import to_yaml

    document = read_yaml(example, people=str).document
    assert document is not None

    def write(made: dict[str, Any]) -> str:
        return to_yaml(made, handles=str)

    return write(filled(largest(document), write))


def _spent(act: Callable[[], object]) -> float:
    """Milliseconds of processor time."""
    started = time.process_time()
    act()
    return (time.process_time() - started) * 1_000


def _median(act: Callable[[], object], *, before: Callable[[], object] = lambda: None) -> float:
    """`before` is done in each round and is not measured."""
    spent = []
    for _ in range(ROUNDS):
        before()
        spent.append(_spent(act))
    return statistics.median(spent)


def _text(rows: list[tuple[str, float, int | None]], facts: list[str]) -> str:
    lines = [
        "# The largest terms",
        "",
        "Written by `python -m bench.terms`: medians of processor time in milliseconds on SQLite. A page is cold when",
        "the process keeps nothing of it in memory; again, when it has shown it before.",
        "",
        "| what | ms | target |",
        "|---|---|---|",
        *(f"| {what} | {spent:.0f} | {f'under {target:,}' if target else '–'} |" for what, spent, target in rows),
        "",
        *(f"- {fact}" for fact in facts),
        f"- Python {sys.version.split()[0]}",
        "",
    ]
    return "\n".join(lines)


if __name__ == "__main__":
    main()
