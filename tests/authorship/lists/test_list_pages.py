"""List pages and lists of the API ask as often for a hundred rows as for one. The numbers are literal: one that rises
is looked at before it is written here. Catalogue, tasks and the queue have their own such tests."""

from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from authorship.ledger import services
from authorship.ledger.facts import Fact
from authorship.lists import services as lists
from portal.core import clock
from projects.project.models import Project

QUERIES = {
    "project_people": 10,
    "credit_page": 11,
    "record_page": 8,
    "author_list": 17,
    "api_projects": 2,
    "api_members": 3,
    "api_entries": 2,
    "api_lists": 3,
    "api_record": 4,
}


def grow(project, member, count, prefix):
    at = clock.deciding()
    day = clock.today("UTC", at)
    facts = [
        Fact(
            source=f"{prefix}{number}",
            type="task",
            submitted=day,
            accepted=day,
            terms=1,
            shares={member(f"{prefix}-{number:03}").pk: "1"},
        )
        for number in range(count)
    ]
    services.post_facts(project=project, facts=facts, at=at)
    lists.recompute(project=project)
    Project.objects.bulk_create(
        Project(slug=f"{prefix}-{number}", title="T", summary="S", state="recruiting", **founded(project, at))
        for number in range(count)
    )


def founded(project, at):
    return {"field": "Law", "created_by": project.created_by, "created_at": at}


def address(name, project):
    if name == "api_projects":
        return reverse(name)
    return reverse(name, args=[project.slug, "paper-1"] if name == "author_list" else [project.slug])


def of_ours(sql):
    """Rate limits are counted in Redis or in a table, as the environment has it."""
    return "portal_cache" not in sql and not sql.startswith(("SAVEPOINT", "RELEASE"))


def counted(client, project):
    found = {}
    for name in QUERIES:
        client.get(address(name, project))  # what is worked out once for everybody
        with CaptureQueriesContext(connection) as asked:
            assert client.get(address(name, project)).status_code == 200
        found[name] = sum(of_ours(query["sql"]) for query in asked)
    return found


def test_a_hundred_rows_cost_as_many_queries_as_one(client, open_project, member):
    grow(open_project, member, 1, "one")
    grow(open_project, member, 1, "two")
    assert counted(client, open_project) == QUERIES
    grow(open_project, member, 100, "many")
    assert counted(client, open_project) == QUERIES
