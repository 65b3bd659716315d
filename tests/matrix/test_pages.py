"""People × pages × what they send: whoever the table names may, and nobody else."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from django.db import transaction
from django.urls import URLResolver, get_resolver, reverse

from tests.matrix.cast import PEOPLE, Cast, made, undone
from tests.matrix.pages import PROJECT, SITE
from tests.matrix.rules import EVERYBODY, FEW, Row, outcome


@pytest.fixture(scope="module")
def cast(django_db_setup: None, django_db_blocker: Any) -> Iterator[Cast]:
    """Made once a module, in a transaction that is rolled back."""
    with django_db_blocker.unblock():
        outermost = transaction.atomic()
        outermost.__enter__()
        try:
            yield made()
        finally:
            transaction.set_rollback(True)
            outermost.__exit__(None, None, None)


def names(resolver: Any = None) -> set[str]:
    """Of every address of the site. One without a name is nobody's page: `entrance_urls` hides it."""
    found: set[str] = set()
    for one in (resolver or get_resolver()).url_patterns:
        found |= names(one) if isinstance(one, URLResolver) else {one.name}
    return {name for name in found if name}


def address_of(cast: Cast, name: str, row: Row) -> str:
    """In the one project; `row.at` may name places of the world."""
    [_template, parameters] = get_resolver().reverse_dict.getlist(name)[-1][0][0]
    values = {**cast.places, "output_id": "paper-1", **row.at}
    filled = {key: str(values[key]).format(**cast.places) for key in parameters}
    return reverse(name, kwargs={key: int(one) if one.isdigit() else one for key, one in filled.items()})


def answers(cast: Cast, name: str, row: Row) -> list[str]:
    """A line for each that is not as the table says."""
    address, wrong = address_of(cast, name, row), []
    for method, rule in (("GET", row.get), ("POST", row.post)):
        for who in sorted(FEW if row.few or "405" in (rule.got, rule.others) else EVERYBODY):
            form = {key: _filled(cast, value) for key, value in row.form.items()} if method == "POST" else {}
            with undone():
                got = outcome(cast.ask(who, method, address, form), method)
            if got != rule.expected(who):
                wrong.append(f"{method} {name} by {who}: {got}, not {rule.expected(who)}")
    return wrong


def _filled(cast: Cast, value: Any) -> Any:
    return value.format(**cast.places) if isinstance(value, str) else value


def test_every_address_has_a_row() -> None:
    assert {name for name in names() if not name.startswith("api_")} == set(SITE) | set(PROJECT)
    assert not set(SITE) & set(PROJECT)
    assert EVERYBODY | {"elsewhere"} == set(PEOPLE)


@pytest.mark.parametrize("name", [*SITE, *PROJECT])
def test_whoever_may_can_and_nobody_else(cast: Cast, db: None, name: str) -> None:
    assert answers(cast, name, {**SITE, **PROJECT}[name]) == []


def test_a_project_that_is_hidden_is_a_project_that_is_not_there(cast: Cast, db: None) -> None:
    """Every address of a draft answers everybody but its founder as the same address of no project."""
    tried = 0
    for name, row in PROJECT.items():
        address = address_of(cast, name, row)
        for who in ("visitor", "outsider", "author", "organizer"):
            for method in ("GET", "POST"):
                seen = []
                for slug in ("secret", "nobody"):
                    with undone():
                        there = address.replace("aquifer-bench", slug)
                        answer = cast.ask(who, method, there)
                        body = answer.content.decode() if answer.status_code not in (301, 302) else answer["Location"]
                        seen.append((answer.status_code, _level(body, slug), dict(answer.headers).keys()))
                assert seen[0] == seen[1], (name, who, method)
                assert seen[0][0] in (302, 403, 404, 405), (name, who, method)
                tried += 1
    assert tried == len(PROJECT) * 4 * 2


def _level(body: str, slug: str) -> str:
    import re

    return re.sub(r'name="csrfmiddlewaretoken" value="[^"]*"', "", body).replace(slug, "SLUG")
