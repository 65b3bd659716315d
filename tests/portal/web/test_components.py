"""Components refuse what they do not declare when the page is compiled; numbers and bars are exact."""

import datetime as dt
import re
from fractions import Fraction
from types import SimpleNamespace

import pytest
from django.core.paginator import Paginator
from django.template import Context, Template, TemplateSyntaxError
from django.test import RequestFactory

from portal.core.web import dates, numbers
from portal.core.web.components import credit, registry
from portal.core.web.components.credit import CreditRow, Kind

NOW = dt.datetime(2027, 3, 2, 9, 0, tzinfo=dt.UTC)


def draw(source: str, **context: object) -> str:
    return Template("{% load concord %}" + source).render(Context(context))


@pytest.mark.parametrize(
    "source",
    [
        '{% component "nosuch" %}',
        '{% component "status" state="x" %}',
        '{% component "status" state="x" label="x" colour="red" %}',
        '{% component "status" "x" label="x" %}',
        "{% component status state=x label=x %}",
        '{% filled "status" state="x" label="x" %}x{% endfilled %}',
    ],
)
def test_undeclared_arguments_are_errors_of_the_template(source):
    with pytest.raises(TemplateSyntaxError):
        Template("{% load concord %}" + source)


def test_every_component_has_its_template():
    from django.template.loader import get_template

    assert len(registry.names()) > 20
    for name in registry.names():
        assert get_template(registry.get(name).template)


def test_arguments_are_escaped():
    html = draw('{% component "status" state="open" label=label %}', label="<b>x</b>")
    assert "&lt;b&gt;x&lt;/b&gt;" in html
    html = draw('{% component "empty" title=title %}', title='"><script>alert(1)</script>')
    assert "<script" not in html


def test_a_filled_component_takes_what_stands_between():
    html = draw('{% filled "notice" tone="flag" %}<p>{{ text }}</p>{% endfilled %}', text="<i>")
    assert '<div class="notice notice--flag">' in html
    assert "<p>&lt;i&gt;</p>" in html


def test_a_component_ends_without_a_space_before_the_comma():
    profile = SimpleNamespace(erased_at=NOW, printed_name="Ana", native_name="安娜")
    subject = SimpleNamespace(handle="ana", profile=profile)
    html = draw('{% component "person" subject=subject %}, and', subject=subject)
    assert html == '<span class="published">Withdrawn contributor</span>, and'


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        ("0", "0"),
        ("1/2", "½"),
        ("3/2", "1½"),
        ("38/3", "12⅔"),
        ("7/12", "7⁄12"),
        ("31/12", "2\u202f7⁄12"),
        ("-1/3", "−⅓"),
        ("-5", "−5"),
        ("999999999", "999999999"),
    ],
)
def test_fractions_are_shown_as_fractions(value, shown):
    assert numbers.fraction(Fraction(value)) == shown


def test_points_have_their_plural():
    assert [numbers.points(Fraction(x)) for x in ("1", "1/2", "0", "2")] == [
        "1 point",
        "½ points",
        "0 points",
        "2 points",
    ]


def test_lengths_are_cut_so_that_parts_never_overrun_the_whole():
    assert numbers.per_cent(Fraction(1), Fraction(3)) == "33.33%"
    assert numbers.per_cent(Fraction(2), Fraction(3)) == "66.66%"
    assert numbers.per_cent(Fraction(1), Fraction(0)) == "0%"


@pytest.mark.parametrize(
    ("most", "scale"),
    [("1", "1"), ("38/3", "14"), ("8", "8"), ("17/2", "10"), ("41", "50"), ("3999", "4000"), ("1/7", "1")],
)
def test_the_scale_is_a_round_number_above_the_largest(most, scale):
    assert credit.round_up(Fraction(most)) == Fraction(scale)
    assert len(credit.grid(Fraction(scale))) <= credit.MOST_STEPS + 1


@pytest.mark.parametrize(
    ("most", "marks", "label"),
    [
        ("2/3", ["0", "1"], "⅔"),  # the only mark besides 0 stays, and a wide bar has its number
        ("5/12", ["0", "1"], "5⁄12"),  # 41.67 % of the scale, four signs
        ("2/9", ["0", "1"], ""),  # 22.22 % for three signs
        ("1", ["0", "1"], "1"),
        ("4", ["0", "1", "2", "3"], "4"),  # 4 would stand beside the column of points
    ],
)
def test_a_short_scale_has_its_end_and_a_wide_bar_its_number(most, marks, label):
    rows = [CreditRow(place=1, name="A", amounts={"task": Fraction(most)})]
    source = '{% component "credit_list" rows=rows kinds=kinds why=False %}'
    html = draw(source, rows=rows, kinds=[Kind(id="task", title="Tasks")])
    assert re.findall(r'y="34" text-anchor="[a-z]+">([^<]+)<', html) == marks
    assert re.findall(r'<text class="on-kind-1"[^>]*>([^<]+)<', html) == ([label] if label else [])


def test_bars_share_one_scale_and_a_tie_has_two_ends():
    kinds = [Kind(id="task", title="Tasks"), Kind(id="review", title="Reviews")]
    rows = [
        CreditRow(place=1, name="A", amounts={"task": Fraction(4), "review": Fraction(4)}),
        CreditRow(place=2, name="B", amounts={"task": Fraction(2)}, tied=(2, 3)),
        CreditRow(place=3, name="C", amounts={"review": Fraction(2)}, tied=(2, 3)),
    ]
    source = '{% component "credit_list" rows=rows kinds=kinds threshold=at %}'
    html = draw(source, rows=rows, kinds=kinds, at=Fraction(1))
    assert '<rect class="kind-1" x="0.00%" width="50.00%" height="100%"/>' in html
    assert '<rect class="kind-2" x="50.00%" width="50.00%" height="100%"/>' in html
    assert '<rect class="kind-1" x="0.00%" width="25.00%" height="100%"/>' in html
    assert html.count("credit__row--tie-first") == html.count("credit__row--tie-last") == 1
    assert html.count("tied 2–3") == 2
    assert 'aria-label="8 points: 4 Tasks, 4 Reviews"' in html
    assert html.count('class="threshold" x1="12.50%"') == 4  # the threshold: once on the axis, once a row
    assert "style=" not in html


@pytest.mark.parametrize(("at", "through"), [("1", False), ("6/5", True), ("2", False)])
def test_the_hairline_stops_above_a_number_of_the_axis(at, through):
    """On a scale from 0 to 2 a number stands at each whole point, and none at 1⅕."""
    source = '{% component "credit_list" rows=rows kinds=kinds threshold=at %}'
    rows = [CreditRow(place=1, name="Ana", amounts={"task": Fraction(2)})]
    html = draw(source, rows=rows, kinds=[Kind(id="task", title="Task")], at=Fraction(at))
    axis = html.split('class="axis"')[1].split("</svg>")[0]
    assert ('y2="40"' in axis) is through
    assert ('y2="21"' in axis) is not through


@pytest.mark.parametrize(
    ("value", "words"),
    [
        (NOW - dt.timedelta(seconds=30), "just now"),
        (NOW + dt.timedelta(seconds=30), "in a moment"),
        (NOW - dt.timedelta(minutes=1), "1 minute ago"),
        (NOW - dt.timedelta(hours=5), "5 hours ago"),
        (NOW + dt.timedelta(days=8), "in 8 days"),
        (NOW - dt.timedelta(days=31), "30 Jan 2027"),
        (dt.date(2027, 3, 2), "today"),
        (dt.date(2027, 3, 10), "in 8 days"),
    ],
)
def test_relative_times(value, words):
    assert f">{words}</time>" in dates.relative(value, NOW)


def test_the_exact_time_stands_behind_the_relative_one():
    html = dates.relative(NOW - dt.timedelta(days=1), NOW)
    assert html == '<time datetime="2027-03-01T09:00Z" title="1 Mar 2027, 09:00 UTC">1 day ago</time>'


def test_the_pager_keeps_the_rest_of_the_query():
    request = RequestFactory().get("/", {"state": "open", "page": "2", "q": 'a"&b'})
    page = Paginator(range(100), 10).page(2)
    html = draw('{% component "pager" page=page request=request %}', page=page, request=request)
    assert 'href="?state=open&amp;page=3&amp;q=a%22%26b"' in html
    assert "11 to 20 of 100" in html


@pytest.mark.django_db
def test_a_turn_is_late_when_its_day_is_over():
    began = NOW - dt.timedelta(days=900)
    soon = SimpleNamespace(who="Reviewer A", since=None, until=dt.date(2999, 1, 1), otherwise="")
    late = SimpleNamespace(who="Reviewer A", since=began, until=dt.date(2026, 1, 1), otherwise="x")
    assert "turn--late" not in draw('{% component "turn" turn=turn %}', turn=soon)
    html = draw('{% component "turn" turn=turn %}', turn=late)
    assert "turn--late" in html
    assert html.count("<dt>") == 4
