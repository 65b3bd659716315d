"""Work done before Concord: computed by the rules of the version named, and marked as imported."""

from fractions import Fraction

import pytest
from django.core.management import call_command

from authorship.engine.check import verify as verify_bundle
from authorship.imports.models import ImportBatch
from authorship.ledger import queries, verify
from authorship.ledger.models import CreditEntry
from authorship.lists import bundle
from authorship.lists import services as lists
from tests.authorship.imports.conftest import as_csv, as_jsonl

HEADER = ["person", "kind", "quantity", "points", "source", "on", "shares", "terms"]


def row(**changed):
    values = dict.fromkeys(HEADER, "") | {"kind": "task", "source": "pr-1", "on": "2024-03-01", "terms": "1"}
    return list((values | changed).values())


@pytest.fixture
def duo(member):
    return member("ana"), member("bo")


def test_shares_are_declared_and_amounts_computed(credits, duo, open_project):
    ana, bo = duo
    report = credits(as_csv(HEADER, row(shares="ana=1/3 | bo=2/3"), row(person="bo", source="pr-2")))
    assert (report.rows, report.changed, report.bad) == (2, 2, [])
    assert queries.totals(open_project) == {
        ana.pk: {"task": Fraction(1, 3)},
        bo.pk: {"task": Fraction(5, 3)},
    }
    assert set(CreditEntry.objects.values_list("origin", "on")) == {("imported", CreditEntry.objects.first().on)}
    assert CreditEntry.objects.first().on.isoformat() == "2024-03-01"


def test_the_same_file_twice_changes_nothing(credits, duo):
    content = as_csv(HEADER, row(person="ana"))
    assert credits(content).changed == 1
    assert (credits(content).changed, credits(content).bad) == (0, [])
    assert CreditEntry.objects.count() == ImportBatch.objects.count() == 1


def test_a_longer_file_brings_only_what_is_new(credits, duo):
    credits(as_csv(HEADER, row(person="ana")))
    assert credits(as_csv(HEADER, row(person="ana"), row(person="bo", source="pr-2"))).changed == 1
    assert CreditEntry.objects.count() == 2


def test_the_same_work_with_other_people_is_refused(credits, duo):
    credits(as_csv(HEADER, row(person="ana")))
    report = credits(as_csv(HEADER, row(person="bo")))
    assert "imported before with other people" in report.bad[0].reason


def test_each_gives_everybody_the_whole_and_a_quantity_counts(credits, duo, open_project):
    ana, bo = duo
    report = credits(as_csv(HEADER, row(person="ana | bo", kind="review", quantity="3", points="3")))
    assert report.bad == []
    assert queries.totals(open_project) == {
        ana.pk: {"review": Fraction(3, 2)},
        bo.pk: {"review": Fraction(3, 2)},
    }


def test_an_imported_ledger_verifies_and_so_does_its_bundle(credits, duo, open_project, paper):
    credits(as_csv(HEADER, row(shares="ana=1/3 | bo=2/3"), row(person="bo", kind="review", source="r", quantity="4")))
    lists.recompute(project=open_project)
    assert [*verify.verify_chain(open_project), *verify.verify_amounts(open_project)] == []
    assert verify_bundle(bundle.bundle(paper)) == []


@pytest.mark.parametrize(
    "points", ["-1", "NaN", "1e400", "0.5", "１２", " 7 ", "1_0", "+1", "Infinity", "0", "2", "9" * 400]
)
def test_points_that_the_rule_does_not_give_are_refused(credits, duo, points):
    report = credits(as_csv(HEADER, row(person="ana", points=points)))
    assert [bad.line for bad in report.bad] == [2]
    assert report.bad[0].reason.startswith("Points")
    assert not CreditEntry.objects.exists()


def test_typed_points_that_differ_are_told_the_rules_own(credits, duo):
    report = credits(as_csv(HEADER, row(person="ana", points="2")))
    assert "points says 2, the rule for task in version 1 gives 1" in report.bad[0].reason.lower()


@pytest.mark.parametrize(
    ("changed", "reason"),
    [
        ({"person": ""}, "nobody is named"),
        ({"on": "0001-01-01", "person": "ana"}, "on 0001-01-01 is before 1900-01-01"),
        ({"person": "nobody-here"}, "nobody here has the handle 'nobody-here'"),
        ({"person": "ana | ana"}, "kind task is split by declared shares"),
        ({"person": "ana | ana", "kind": "review"}, "ana is named twice"),
        ({"person": "ana", "shares": "ana=1"}, "person and shares are both filled"),
        ({"shares": "ana=1/2 | bo=1/3"}, "no credit of the kind “task”"),
        ({"shares": "ana=0.5 | bo=0.5"}, "the share of ana:"),
        ({"shares": "ana"}, "a share is written handle=1/2"),
        ({"shares": "ana=1", "kind": "review"}, "kind review is not split by declared shares"),
        ({"kind": "opera", "person": "ana"}, "version 1 has no kind 'opera'; there are task, review"),
        ({"terms": "2", "person": "ana"}, "terms '2' is no published version; there are 1"),
        ({"terms": "１", "person": "ana"}, "terms '\\uff11' is no published version"),
        ({"on": "2024-02-30", "person": "ana"}, "on is a day like 2026-03-31"),
        ({"on": "1 March 2024", "person": "ana"}, "on is a day like 2026-03-31"),
        ({"on": "20240301", "person": "ana"}, "on is a day like 2026-03-31"),
        ({"on": "2999-01-01", "person": "ana"}, "on 2999-01-01 is in the future"),
        ({"quantity": "0", "person": "ana"}, "quantity is a whole number from 1"),
        ({"quantity": "-1", "person": "ana"}, "quantity is a whole number from 1"),
        ({"quantity": "1.5", "person": "ana"}, "quantity is a whole number from 1"),
        ({"source": "", "person": "ana"}, "source is printable ascii"),
        ({"source": " pr", "person": "ana"}, "source is printable ascii"),
        ({"source": "ü", "person": "ana"}, "source is printable ascii"),
        ({"source": "x" * 200, "person": "ana"}, "kind and source together"),
    ],
)
def test_a_bad_row_is_named_and_nothing_is_written(credits, duo, changed, reason):
    report = credits(as_csv(HEADER, row(person="ana", source="good"), row(**changed)))
    assert [bad.line for bad in report.bad] == [3]
    assert report.bad[0].reason.lower().startswith(reason)
    assert not CreditEntry.objects.exists()


def test_the_same_work_twice_in_one_file_is_refused(credits, duo):
    report = credits(as_csv(HEADER, row(person="ana"), row(person="ana")))
    assert report.bad[0].line == 3
    assert "stand in line 2 already" in report.bad[0].reason


def test_an_import_cannot_take_the_name_of_a_task(credits, duo, credit):
    """Else a file that names a task's id would keep the task's own credit from being posted."""
    _ana, bo = duo
    credits(as_csv(HEADER, row(person="ana", source="t123")))
    assert len(credit("t123", {bo: "1"})) == 1


def test_a_dry_run_writes_nothing(credits, duo):
    report = credits(as_csv(HEADER, row(person="ana")), dry_run=True)
    assert (report.changed, report.bad) == (1, [])
    assert not CreditEntry.objects.exists()
    assert not ImportBatch.objects.exists()


def test_json_lines_do_the_same(credits, duo):
    content = as_jsonl({"person": "ana", "kind": "task", "source": "pr-1", "on": "2024-03-01", "terms": "1"})
    assert credits(content, "credits.jsonl").changed == 1
    assert credits(as_csv(HEADER, row(person="ana"))).changed == 0


def test_the_command_reports_file_line_and_reason(duo, open_project, tmp_path, capsys):
    file = tmp_path / "credits.csv"
    file.write_bytes(as_csv(HEADER, row(person="ana", points="２")))
    with pytest.raises(SystemExit) as stopped:
        call_command("import_credits", open_project.slug, str(file))
    assert stopped.value.code == 1
    assert f"{file}:2: Points:" in capsys.readouterr().err
    file.write_bytes(as_csv(HEADER, row(person="ana")))
    call_command("import_credits", open_project.slug, str(file))
    assert "1 rows, 1 changed something" in capsys.readouterr().out
    with pytest.raises(SystemExit) as stopped:
        call_command("import_credits", "no-such-project", str(file))
    assert stopped.value.code == 2
