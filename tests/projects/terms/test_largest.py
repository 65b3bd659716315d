"""The largest terms that can be written are published and shown with no more questions to the database than others."""

from __future__ import annotations

import copy

from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from bench.terms import filled, forget, largest
from portal.core.web import pieces
from projects.terms import cards, queries, services, web
from projects.terms.document.read import read_yaml
from projects.terms.document.write import to_yaml
from projects.terms.people import handles, subjects_in
from tests.projects import agreement


def grown(document):
    """The document with 20 roles, 60 kinds, rules of 8 levels, and words up to 200 kB."""
    names = handles(subjects_in(document))
    return filled(largest(copy.deepcopy(document)), lambda made: to_yaml(made, handles=names.__getitem__))


def asked(client, url):
    with CaptureQueriesContext(connection) as found:
        assert client.get(url).status_code == 200
    return len(found)


def published_with(project, actor, document):
    draft = queries.draft(project)
    services.save_draft(actor=actor, project=project, document=document, version=draft.version)
    agreement.agree(actor=actor, project=project)
    with CaptureQueriesContext(connection) as found:
        services.publish(actor=actor, project=project)
    return len(found)


def test_publishing_and_showing_ask_as_often_for_the_largest_as_for_the_example(
    client, recruiting, published, core_team
):
    ines = core_team[0]
    large = grown(published.document)
    text = to_yaml(large, handles=handles(subjects_in(large)).__getitem__)
    assert 195_000 < len(text.encode()) <= 200_000
    assert len(large["roles"]) == 20
    assert len(large["authorship"]["kinds"]) == 60
    assert read_yaml(text, people=str).problems == []

    small = published_with(recruiting, ines, {**copy.deepcopy(published.document), "contact": "another address"})
    assert published_with(recruiting, ines, large) == small
    two, three = (reverse("terms_version", args=[recruiting.slug, number]) for number in (2, 3))
    for url in (two, three):
        client.get(url)
    assert asked(client, three) == asked(client, two)


def test_the_bench_shows_a_cold_page(client, recruiting, published, core_team):
    """What it calls cold has nothing left in memory of a page that was shown."""
    published_with(recruiting, core_team[0], {**copy.deepcopy(published.document), "contact": "another address"})
    client.get(reverse("terms_version", args=[recruiting.slug, 2]))
    client.get(reverse("project_list"))
    kept = (cards._kept, cards._tiles_kept, web._since, pieces._kept)
    assert all(len(one) for one in kept)
    forget()
    assert not any(len(one) for one in kept)
