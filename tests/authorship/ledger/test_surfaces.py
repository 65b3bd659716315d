"""Ledger = project page = profile = CSV = JSON lines = API, always (product invariant 6)."""

import csv
import io
import json
from collections import defaultdict
from fractions import Fraction

import pytest
from django.urls import NoReverseMatch, reverse
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from authorship.engine.reads import Reads
from authorship.engine.totals import Sums
from authorship.engine.totals import totals as engine_totals
from authorship.ledger import queries, services
from authorship.ledger.facts import Fact
from authorship.ledger.models import CreditEntry
from authorship.lists import bundle, sums
from authorship.lists import services as lists
from portal.core import clock
from portal.core.text import spreadsheet
from portal.people.models import Profile
from tests.authorship.ledger.conftest import text_of

HANDLES = ("ana", "bo-lin", "cy-oye", "dee-ruiz")
SHARES = st.lists(st.integers(1, 9), min_size=1, max_size=4)
READS = Reads(points=(None, ("task",), ("review", "task")), counts=("review",), sources=True, first=True, since=True)
WORK = st.lists(st.tuples(st.sampled_from(["task", "review"]), SHARES, st.booleans()), min_size=1, max_size=8)


@settings(max_examples=15, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(work=WORK)
def test_every_surface_says_the_same(work, client, member, open_project, paper):
    people = [member(handle) for handle in HANDLES]
    _post(open_project, people, work)
    lists.recompute(project=open_project)
    expected = queries.totals(open_project)
    sums_of = {subject: queries.total(kinds) for subject, kinds in expected.items()}

    assert sums_of == _of_csv(client, open_project)
    assert sums_of == _of_json_lines(client, open_project)
    everything = sum(sums_of.values(), Fraction())
    page = client.get(reverse("credit_page", args=[open_project.slug]))
    assert sum((amount for _, amount in page.context["sums"]), Fraction()) == everything
    for person in people:
        row = queries.by_project(person.pk, [open_project.pk]).get(open_project.pk, {})
        assert queries.total(row) == sums_of.get(person.pk, Fraction())
    made = bundle.bundle(paper)
    by_engine = engine_totals(made["entries"], made["output"]["scope"], made["as_of"])
    by_database = sums.totals(
        open_project, count=len(made["entries"]), scope=made["output"]["scope"], as_of=made["as_of"]
    )
    assert _plain(by_engine) == _plain(by_database)
    assert _read(open_project, made) == {
        subject: Sums(
            points={kinds: found.of(kinds) for kinds in READS.points},
            counts={kind: found.counts.get(kind, 0) for kind in READS.counts},
            sources=found.sources,
            first=found.first,
            since=found.since,
        )
        for subject, found in by_engine.items()
    }


def _read(project, made):
    """What a list would ask for, with every field; whoever has entries and none that counts is named as well."""
    scope = {**made["output"]["scope"], "kinds": ["task", "review"]}
    until = {"count": len(made["entries"]), "head": made["heads"]["ledger"]}
    found = sums.sums(project, **until, scope=scope, as_of=made["as_of"], reads=READS)
    nothing = sums.sums(project, **until, scope=scope, as_of="2020-01-01", reads=READS)
    assert nothing == dict.fromkeys(entry["subject"] for entry in made["entries"])
    return found


def _plain(totals):
    return {
        subject: (
            {kind: amount for kind, amount in found.points.items() if amount},
            found.counts,
            found.sources,
            found.first,
            found.since,
            {kind: sorted(seqs) for kind, seqs in found.seqs.items()},
        )
        for subject, found in totals.items()
    }


def _post(project, people, work):
    """Adds work on top of what earlier examples left; reverses what its flag says."""
    at = clock.deciding()
    day = clock.today("UTC", at)
    before = CreditEntry.objects.filter(project=project).count()
    for number, (kind, weights, taken_back) in enumerate(work):
        whole = sum(weights)
        shares = {person.pk: str(Fraction(weight, whole)) for person, weight in zip(people, weights, strict=False)}
        fact = Fact(source=f"w{before}-{number}", type=kind, submitted=day, accepted=day, terms=1, shares=shares)
        posted = services.post_fact(project=project, fact=fact, at=at)
        if taken_back:
            services.reverse(project=project, entries=posted[:1], at=at, actor=None)


def _of_csv(client, project):
    response = client.get(reverse("credit_file", args=[project.slug, "csv"]))
    found = defaultdict(Fraction)
    for row in csv.DictReader(io.StringIO(text_of(response))):
        found[row["subject"]] += Fraction(int(row["numerator"]), int(row["denominator"]))
    return dict(found)


def _of_json_lines(client, project):
    response = client.get(reverse("credit_file", args=[project.slug, "jsonl"]))
    found = defaultdict(Fraction)
    for line in text_of(response).splitlines():
        row = json.loads(line)
        found[row["subject"]] += Fraction(row["amount"])
    return dict(found)


def test_renaming_splits_nobody(client, credit, member, open_project):
    """Complaint A15."""
    ana = member("ana")
    credit("t1", {ana: "1"})
    Profile.objects.filter(subject=ana).update(printed_name="Ana de Souza", sort_key="souza  ana")
    credit("t2", {ana: "1"})
    assert queries.totals(open_project) == {ana.pk: {"task": Fraction(2)}}
    text = text_of(client.get(reverse("credit_file", args=[open_project.slug, "csv"])))
    assert text.count("Ana de Souza") == 2


@pytest.mark.parametrize(
    "name",
    ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", "＝1+1", '"=1', "'=1", "“=1", " =1", "|cmd", "%0A=1"],
)
def test_a_name_that_could_be_a_formula_is_made_text(name):
    assert spreadsheet.safe(name) == f"'{name}" or name == "-1"


def test_a_hostile_name_in_the_file_is_quoted_and_the_json_stays_raw(client, credit, member, open_project):
    ana = member("ana")
    Profile.objects.filter(subject=ana).update(printed_name='=HYPERLINK("http://example.org")')
    credit("t1", {ana: "1"})
    text = text_of(client.get(reverse("credit_file", args=[open_project.slug, "csv"])))
    assert '"\'=HYPERLINK(""http://example.org"")"' in text
    lines = text_of(client.get(reverse("credit_file", args=[open_project.slug, "jsonl"])))
    assert json.loads(lines)["name"] == '=HYPERLINK("http://example.org")'


def test_the_api_says_the_same(client, credit, member, open_project):
    try:
        address = reverse("api_entries", args=[open_project.slug])
    except NoReverseMatch:
        address = f"/api/v1/projects/{open_project.slug}/entries/"
    ana = member("ana")
    credit("t1", {ana: "1/3", member("bo"): "2/3"})
    response = client.get(address)
    assert response.status_code == 200
    rows = response.json()["results"]
    assert sum(Fraction(row["amount"]) for row in rows if row["subject"] == ana.pk) == Fraction(1, 3)
