"""What the public ledger must not tell: who wrote in a closed project, who reviewed, when a hidden reviewer acted."""

import json

import pytest
from django.urls import reverse

from authorship.ledger.models import CreditEntry, CreditFact
from authorship.lists import bundle, queries
from authorship.lists import services as lists
from authorship.lists.models import ListSnapshot
from portal.core.record.models import RecordEntry
from projects.tasks import services as tasks
from tests.authorship.ledger.conftest import text_of
from tests.projects.conftest import core_team, person, project, published, recruiting
from tests.projects.journey import fresh, journey

__all__ = ["core_team", "fresh", "journey", "person", "project", "published", "recruiting"]


def closed(document):
    document["data"]["visibility"] = "closed"


def hidden(document):
    """Review credit of hidden reviewers is refused at publishing, so there is none."""
    document["participation"]["anonymity"] = "reviewer_hidden"
    clause = document["authorship"]
    clause["kinds"] = [kind for kind in clause["kinds"] if kind["from"] != "review"]
    for role in document["roles"]:
        if "review" in json.dumps(role.get("criteria")):
            role["criteria"] = {"points": {"at_least": "2"}}
    for output in clause["outputs"]:
        output["scope"] = {"kinds": [kind["id"] for kind in clause["kinds"]], "carry_over": "no"}


def public_texts(client, project):
    """Everything about credit that a stranger may read."""
    slug = project.slug
    lists.recompute(project=project)
    output = queries.outputs(project).first()
    pages = [reverse("credit_page", args=[slug]), reverse("author_list", args=[slug, output.output_id])]
    pages += [reverse("credit_entry", args=[slug, seq]) for seq in CreditEntry.objects.values_list("seq", flat=True)]
    pages.append(f"/api/v1/projects/{slug}/entries/")
    texts = [client.get(page).content.decode() for page in pages]
    texts += [text_of(client.get(reverse("credit_file", args=[slug, form]))) for form in ("csv", "jsonl")]
    texts.append(json.dumps(bundle.bundle(output)))
    texts += RecordEntry.objects.filter(kind__startswith="Credit").values_list("payload", flat=True)
    return texts


def test_in_a_closed_project_nothing_public_ties_people_to_a_task(client, fresh):
    fresh.publish_first(closed)
    ana = fresh.member("ana-ruiz")
    task = fresh.accepted(ana)
    fact = CreditFact.objects.get(type="task")
    assert (fact.work, fact.shares, fact.attributes) == (task.public_id, {ana.pk: "1"}, {})
    address = reverse("task_page", args=[task.project.slug, task.number])
    for text in public_texts(client, task.project):
        assert task.public_id not in text
        assert f'href="{address}"' not in text
        assert "Three days of pumping" not in text
    entry = reverse("credit_entry", args=[task.project.slug, CreditEntry.objects.get(kind="task").seq])
    assert "An accepted task" in client.get(entry).content.decode()
    client.force_login(ana.user)
    assert f'href="{address}"' in client.get(entry).content.decode(), "she sees what it was for"


def test_in_an_open_project_the_task_is_named(client, journey):
    journey.amend(lambda document: document["data"].update(visibility="open", held_out="none"))
    task = journey.accepted(journey.member("ana-ruiz"))
    entry = CreditEntry.objects.get(kind="task")
    assert entry.source == task.public_id
    assert "Task 1" in client.get(reverse("credit_entry", args=[task.project.slug, entry.seq])).content.decode()


def test_who_reviewed_what_is_for_members_alone(client, journey):
    task = journey.accepted(journey.member("ana-ruiz"))
    reviews = CreditEntry.objects.filter(kind="review")
    assert {fact.work.partition(".")[0] for fact in CreditFact.objects.filter(type="review")} == {task.public_id}
    for text in public_texts(client, task.project):
        assert f"{task.public_id}." not in text
    page = reverse("credit_entry", args=[task.project.slug, reviews[0].seq])
    assert "A finished review" in client.get(page).content.decode()
    client.force_login(journey.member("bo-lin").user)
    assert "of task 1, revision 1" in client.get(page).content.decode()


@pytest.mark.parametrize("change", [closed, hidden])
def test_where_names_are_hidden_credit_and_lists_are_told_with_their_day(fresh, change):
    """The instant would be that in which the last reviewer filed."""
    fresh.publish_first(change)
    task = fresh.accepted(fresh.member("ana-ruiz"))
    lists.recompute(project=task.project)
    times = [entry.posted_at for entry in CreditEntry.objects.all()]
    times += [snapshot.computed_at for snapshot in ListSnapshot.objects.all()]
    assert len(times) >= 2
    assert {(at.hour, at.minute, at.second, at.microsecond) for at in times} == {(0, 0, 0, 0)}


def test_where_all_is_open_the_list_has_its_instant(journey):
    task = journey.accepted(journey.member("ana-ruiz"))
    [snapshot] = lists.recompute(project=task.project)
    assert snapshot.computed_at.microsecond or snapshot.computed_at.second or snapshot.computed_at.minute


def test_reviews_filed_before_a_withdrawal_earn_their_credit(journey):
    ana = journey.member("ana-ruiz")
    task = journey.submitted(ana)
    journey.file(journey.agreed(task, journey.tomas), "revise")
    assert not CreditEntry.objects.exists()
    tasks.withdraw(actor=ana, task=task)
    [entry] = CreditEntry.objects.all()
    assert (entry.subject_id, entry.kind) == (journey.tomas.pk, "review")
