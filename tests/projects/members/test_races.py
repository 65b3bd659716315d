"""Joining and publishing at the same moment, with real connections."""

from __future__ import annotations

import copy
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connection

from portal.core import clock
from portal.core.errors import Conflict, DomainError, Forbidden
from portal.core.record import verify
from portal.core.record.models import RecordEntry
from projects.members import services
from projects.members.models import Membership, RoleGrant
from projects.project import services as projects
from projects.project.models import Project
from projects.terms import services as terms
from projects.terms.models import Acceptance, TermsVersion
from tests.projects import agreement

pytestmark = pytest.mark.django_db(transaction=True)
AT_ONCE = 8


def together(acts: list[Callable[[], object]]) -> list[object]:
    """What each act returned or, where it was refused, raised."""

    def run(act: Callable[[], object]) -> object:
        try:
            return act()
        except DomainError as refused:
            return refused
        finally:
            connection.close()

    with ThreadPoolExecutor(len(acts)) as pool:
        return list(pool.map(run, acts))


def test_one_person_joining_at_once_is_one_member(recruiting, published, person):
    ana = person("ana")
    join = {"actor": ana, "project": recruiting, "number": 1, "hash": published.hash}
    answers = together([lambda: services.join(**join)] * AT_ONCE)
    assert [str(one) for one in answers if isinstance(one, DomainError)] == []
    assert Membership.objects.filter(subject=ana).count() == 1
    assert Acceptance.objects.filter(subject=ana).count() == 1
    assert RoleGrant.objects.filter(subject=ana).count() == 1
    assert list(verify.verify_chain(recruiting)) == []


def test_a_new_version_and_those_who_join_agree_on_what_was_current(recruiting, published, core_team, person):
    document = copy.deepcopy(published.document)
    document["purpose"]["measures"] = "Reading a slug test."
    version = recruiting.terms_draft.version
    terms.save_draft(actor=core_team[0], project=recruiting, document=document, version=version)
    people = [person(f"person-{number}") for number in range(AT_ONCE - 1)]
    joins = [
        lambda one=one: services.join(actor=one, project=recruiting, number=1, hash=published.hash) for one in people
    ]
    agreement.agree(actor=core_team[0], project=recruiting)
    answers = together([*joins, lambda: terms.publish(actor=core_team[0], project=recruiting)])
    second = TermsVersion.objects.get(project=recruiting, number=2)
    refused = [one for one in answers if isinstance(one, DomainError)]
    assert all(isinstance(one, Conflict) for one in refused)
    assert len(refused) + Membership.objects.filter(subject__in=people).count() == len(people)
    late = Acceptance.objects.filter(terms=published, at__gt=second.published_at, subject__in=people)
    assert not late.exists()
    assert list(verify.verify_chain(recruiting)) == []


def test_two_publications_at_once_are_one_version(project, published, core_team):
    document = copy.deepcopy(published.document)
    document["purpose"]["measures"] = "Reading a slug test."
    terms.save_draft(actor=core_team[0], project=project, document=document, version=project.terms_draft.version)
    agreement.agree(actor=core_team[0], project=project)
    answers = together([lambda: terms.publish(actor=core_team[0], project=project)] * 4)
    assert sum(isinstance(one, TermsVersion) for one in answers) == 1
    assert sum(isinstance(one, Conflict) for one in answers) == 3
    assert TermsVersion.objects.filter(project=project).count() == 2


def test_two_who_appoint_at_once_and_the_rule_are_one_grant(recruiting, core_team, member):
    ana, ines = member("ana"), core_team[0]
    at = clock.deciding()
    rule = {"project": recruiting, "subject": ana, "role": "editor", "reason": RoleGrant.Reason.RULE}
    acts = [lambda: services.appoint(actor=ines, project=recruiting, handle="ana", role="editor")] * 4
    acts += [lambda: services.grant(**rule, actor=None, at=at)] * 4
    answers = together(acts)
    assert {one.pk for one in answers} == {RoleGrant.objects.get(subject=ana, role="editor").pk}
    lines = RecordEntry.objects.filter(project=recruiting.public_id, kind="RoleGranted", payload__contains='"editor"')
    assert lines.filter(payload__contains=ana.pk).count() == 1
    assert list(verify.verify_chain(recruiting)) == []


def test_nobody_joins_after_the_project_has_closed(recruiting, published, core_team, person):
    people = [person(f"person-{number}") for number in range(AT_ONCE - 1)]
    join = {"number": 1, "hash": published.hash}
    acts = [
        lambda one=one: services.join(actor=one, project=Project.objects.get(pk=recruiting.pk), **join)
        for one in people
    ]
    acts.insert(2, lambda: projects.close(actor=core_team[0], project=Project.objects.get(pk=recruiting.pk)))
    answers = together(acts)
    assert sum(isinstance(one, Membership | Forbidden) for one in answers) == len(people)
    closed = RecordEntry.objects.get(project=recruiting.public_id, kind="RecruitingClosed")
    later = RecordEntry.objects.filter(project=recruiting.public_id, kind="MemberJoined", seq__gt=closed.seq)
    assert not later.exists()
