"""The turn marker and its one line, as sentences."""

from __future__ import annotations

import datetime as dt
from types import SimpleNamespace

import pytest
from django.template import Context, Template
from django.utils.html import strip_tags

from projects.tasks import queries
from tests.projects.journey import Journey

pytestmark = pytest.mark.django_db
SINCE, UNTIL = dt.datetime(2998, 5, 3, tzinfo=dt.UTC), dt.datetime(2999, 5, 10, tzinfo=dt.UTC)
LINE, WHOLE = '{% component "turn" turn=turn line=True %}', '{% component "turn" turn=turn %}'


def _text(source: str, **changed: object) -> str:
    parts = {"who": "The contributors", "since": SINCE, "until": None, "otherwise": "The task stays open.", **changed}
    html = Template("{% load concord %}" + source).render(Context({"turn": SimpleNamespace(**parts)}))
    return " ".join(strip_tags(html.replace("</", " </")).split()).replace(" ,", ",").replace(" .", ".")


def test_every_part_of_a_line_is_a_sentence() -> None:
    """It read: since 3 May 2998; The task stays open."""
    said = _text(LINE, until=UNTIL)
    assert said == "The contributors Since 3 May 2998, until 10 May 2999. The task stays open."
    assert "Since 3 May 2998, no deadline in the terms." in _text(LINE)


def test_where_nothing_is_awaited_no_deadline_is_missing() -> None:
    for source in (LINE, WHOLE):
        assert "no deadline in the terms" not in _text(source, awaited=False)
        assert "no deadline in the terms" in _text(source, awaited=True)


def test_a_finished_task_awaits_nothing(journey: Journey) -> None:
    ana = journey.member("ana-ruiz")
    assert queries.turn(journey.draft(ana)).awaited
    assert not queries.turn(journey.accepted(ana)).awaited
