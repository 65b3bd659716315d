"""What a list asks the database: people in one order, the latest list with its ends, few statements."""

import datetime as dt

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from authorship.ledger.models import CreditEntry
from authorship.lists import people, queries, services
from projects.members.models import Membership, RoleGrant

DAY = dt.date(2026, 3, 1)


@pytest.mark.damages
def test_intervals_stand_by_day_then_role_then_in_the_order_they_were_made(member, open_project):
    ana = member("ana")
    Membership.objects.filter(subject=ana).delete()
    RoleGrant.objects.filter(subject=ana).delete()
    for since, until in [(DAY, None), (DAY - dt.timedelta(days=9), DAY), (DAY, DAY)]:
        Membership.objects.create(project=open_project, subject=ana, since=since, until=until)
    grant = {"reason": "open", "terms": 1, "granted_at": dt.datetime(2026, 3, 1, tzinfo=dt.UTC)}
    for role, since, until in [
        ("z-role", DAY, None),
        ("b-role", DAY, DAY),
        ("a-role", DAY, None),
        ("b-role", DAY, None),
    ]:
        RoleGrant.objects.create(project=open_project, subject=ana, role=role, since=since, until=until, **grant)
    [found] = [one for one in people.subjects(open_project, "UTC") if one["id"] == ana.pk]
    assert found["member"] == [["2026-02-20", "2026-03-01"], ["2026-03-01", None], ["2026-03-01", "2026-03-01"]]
    assert [(one["id"], one["to"]) for one in found["roles"]] == [
        ("a-role", None),
        ("b-role", "2026-03-01"),
        ("b-role", None),
        ("z-role", None),
    ]


def test_the_latest_list_is_read_with_the_lock_and_the_ends_of_the_logs(credit, member, open_project, paper):
    assert queries.latest(paper) is None
    credit("t1", {member("ana"): "1"})
    [first] = services.recompute(project=open_project)
    credit("t2", {member("bo"): "1"})
    [second] = services.recompute(project=open_project)
    credit("t3", {member("cy"): "1"})
    found = queries.latest(paper)
    assert (first.generation, second.generation, found.generation) == (1, 2, 2)
    assert (found.lock, found.ledger_count, found.choices_count) == ("open", 3, 0)
    assert found.ledger_end == CreditEntry.objects.get(project=open_project, seq=3).hash
    assert found.ledger_head == CreditEntry.objects.get(project=open_project, seq=2).hash


def test_a_further_list_takes_thirteen_statements(credit, member, open_project):
    for number in range(3):
        credit(f"t{number}", {member(f"ana-{number}"): "1"})
        with CaptureQueriesContext(connection) as asked:
            [made] = services.recompute(project=open_project)
    assert made.generation == 3
    assert len([one for one in asked.captured_queries if "SAVEPOINT" not in one["sql"]]) == 13
