"""A part of a page is drawn once for what it shows, and again for anything else."""

import datetime as dt
from fractions import Fraction

import pytest
from django.template import Context, Template
from django.utils.safestring import SafeString
from django.utils.translation import override

from portal.core.bounded import Bounded
from portal.core.web import pieces
from portal.core.web.components import registry
from portal.core.web.components.credit import CreditRow, EntryLine, Kind

SOURCE = '{% load concord %}{% component "credit_row" row=row kinds=kinds scale=scale %}'
DAY = dt.date(2027, 1, 5)


def row(**values):
    line = EntryLine(day=DAY, label="Task 3", amount=Fraction(1), terms=1, title=values.pop("title", ""))
    return CreditRow(**{"place": 1, "name": "Ana", "amounts": {"task": Fraction(1)}, "lines": [line], **values})


def draw(one, **context):
    shown = {"row": one, "kinds": [Kind(id="task", title="Tasks")], "scale": Fraction(1), **context}
    return Template(SOURCE).render(Context(shown))


@pytest.fixture(autouse=True)
def nothing_kept():
    pieces._kept.clear()


def test_the_same_values_are_drawn_once():
    first = draw(row())
    assert draw(row()) == first
    assert len(pieces._kept) == 1


@pytest.mark.parametrize(
    "other",
    [
        {"name": "Ana "},
        {"title": "A title that not everybody may see"},
        {"amounts": {"task": Fraction(1, 2)}},
        {"note": "unconfirmed"},
        {"tied": (1, 2)},
        {"steps": ["<b>"]},
        {"steps": [SafeString("<b>")]},
    ],
)
def test_anything_else_is_drawn_anew(other):
    assert draw(row()) != draw(row(**other))
    assert len(pieces._kept) == 2


def test_a_text_is_never_taken_for_html():
    assert "&lt;b&gt;" in draw(row(steps=["<b>"]))
    assert "<span><b></span>" in draw(row(steps=[SafeString("<b>")]))


def test_each_language_has_its_own():
    with override("en"):
        english = draw(row())
    with override("zh-hans"):
        assert draw(row()) != english


def test_its_template_sees_neither_request_nor_reader():
    template = Template(SOURCE)
    context = Context({"row": row(), "kinds": [], "scale": Fraction(1), "request": "r", "user": "u"})
    node = template.nodelist[-1]
    seen = []
    node._drawn = lambda context, values, inherited: seen.append(inherited) or SafeString("")
    template.render(context)
    assert seen == [{}]


def test_the_oldest_goes_when_there_are_many(monkeypatch):
    monkeypatch.setattr(pieces, "_kept", Bounded(2))
    for name in ("A", "B", "A", "C"):
        draw(row(name=name))
    kept = pieces._kept.values()
    assert len(kept) == 2
    assert ">A</bdi>" in kept[0]
    assert ">C</bdi>" in kept[1]


@pytest.mark.parametrize(("one", "other"), [(1, True), ("1", 1), ("a", SafeString("a")), (None, ""), ((1,), 1)])
def test_values_of_other_types_are_other_values(one, other):
    assert pieces.frozen(one) != pieces.frozen(other)


def test_what_has_no_value_of_its_own_is_refused():
    with pytest.raises(TypeError, match="object"):
        pieces.frozen(object())


def test_a_kept_component_is_declared_as_such():
    assert registry.get("credit_row").kept
    assert not registry.get("credit_list").kept
