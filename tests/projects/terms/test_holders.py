"""Terms after which nobody could act are refused: who holds the powers to publish and to appoint once they stand."""

from __future__ import annotations

import copy
import datetime as dt

import pytest

from portal.core.errors import Refused
from projects.members import services as members
from projects.members.models import RoleGrant
from projects.rubric import services as rubric
from projects.terms import queries, services, starting
from projects.terms.document.holders import no_role_with, nobody_from_now_on, nobody_on_the_first_day
from tests.projects.terms.document.documents import example

INES, TOMAS = "ines-varga", "tomas-lindqvist"
OWN_ROLES = "core_team.members[0].roles"


def terms(**roles: list[str]):
    """The example, in which organizers hold `amend` and editors `invite`, with these founding roles and no others."""
    document = copy.deepcopy(example())
    for member in document["core_team"]["members"]:
        member.pop("roles", None)
        if named := roles.get(member["person"].partition("-")[0]):
            member["roles"] = named
    return document


def with_role(document, name, **changed):
    role = next(one for one in document["roles"] if one["id"] == name)
    role.update(changed)
    return document


def found(document, publisher=INES):
    """The powers that the refusal names, behind the path it leads to; nothing where there is none."""
    for one in nobody_on_the_first_day(document, publisher):
        named = {"amend": "publish terms and rubric", "invite": "invite and appoint"}
        return [one.path, *(power for power, words in named.items() if f"“{words}”" in one.message)]
    return []


def test_the_example_gives_its_powers_as_the_cases_below_take_them():
    powers = {role["id"]: role["powers"] for role in example()["roles"]}
    assert [name for name in powers if "amend" in powers[name]] == ["organizer"]
    assert [name for name in powers if "invite" in powers[name]] == ["editor"]


@pytest.mark.parametrize(
    ("document", "expected"),
    [
        # nobody
        (terms(), [OWN_ROLES, "amend", "invite"]),
        # whoever publishes
        (terms(ines=["organizer", "editor"]), []),
        (terms(ines=["organizer"]), [OWN_ROLES, "invite"]),
        (terms(ines=["editor"]), [OWN_ROLES, "amend"]),
        # somebody else is named, who cannot have accepted anything yet
        (terms(tomas=["organizer", "editor"]), [OWN_ROLES, "amend", "invite"]),
        (terms(ines=["organizer"], tomas=["editor"]), [OWN_ROLES, "invite"]),
        # a role that comes with accepting
        (with_role(terms(ines=["editor"]), "contributor", powers=["amend"]), []),
        # a role by rule is held by nobody on the first day
        (with_role(terms(ines=["editor"]), "organizer", granted="rule"), [OWN_ROLES, "amend"]),
    ],
)
def test_the_publisher_holds_them_on_the_first_day(document, expected):
    assert found(document) == expected


def test_nobody_has_to_appoint_where_no_role_is_granted_so():
    document = terms(ines=["organizer"])
    for role in document["roles"]:
        role["granted"] = "open" if role["id"] == "contributor" else "rule"
    assert found(document) == []


def test_who_publishes_and_is_not_in_the_core_team_is_led_to_its_list():
    assert found(terms(tomas=["organizer", "editor"]), publisher="somebody-else") == [
        "core_team.members",
        "amend",
        "invite",
    ]


def test_the_refusal_says_power_role_and_step_in_words():
    (problem,) = nobody_on_the_first_day(terms(), INES)
    assert problem.message == (
        "After publishing, nobody would hold the power “publish terms and rubric” (Organizer) or “invite and appoint” "
        "(Area editor). Say in step 2 who holds such a role from the start: since you publish, tick it beside your own "
        "name. The others hold theirs only once they have accepted."
    )
    assert "“发布条款与评审标准”" in problem.message_zh
    assert "amend" not in problem.message + problem.message_zh


@pytest.mark.parametrize(
    ("held", "expected"),
    [
        ({"organizer", "editor"}, []),
        ({"organizer"}, [("roles", "unheld")]),
        ({"editor"}, [("roles", "unheld")]),
        (set(), [("roles", "unheld")]),
    ],
)
def test_later_versions_count_the_roles_that_are_held(held, expected):
    # Founding roles of a later version are granted to nobody.
    document = terms(ines=["organizer", "editor"])
    assert [(one.path, one.code) for one in nobody_from_now_on(document, held)] == expected


def test_a_power_that_no_role_has_is_missed_only_once_every_role_says_what_it_may():
    document = terms()
    for role in document["roles"]:
        role["powers"] = [one for one in role["powers"] if one != "amend"]
    (problem,) = no_role_with(document, "amend")
    assert (problem.path, problem.message) == ("roles", "No role holds the power “publish terms and rubric”.")
    del document["roles"][0]["powers"]
    assert list(no_role_with(document, "amend")) == []


# --- through the service


@pytest.fixture
def redraft(project, published, core_team):
    """`redraft(change)` makes the published text, after `change(document)`, the draft."""

    def save(change):
        document = copy.deepcopy(published.document)
        change(document)
        version = queries.draft(project).version
        return services.save_draft(actor=core_team[0], project=project, document=document, version=version)

    return save


def refused(project, actor):
    with pytest.raises(Refused) as caught:
        services.publish(actor=actor, project=project)
    return [(one.path, one.code) for one in caught.value.context["problems"]]


def test_version_1_is_refused_while_its_publisher_would_hold_nothing(project, core_team):
    criteria = [{"id": "sound", "sentence": "It follows from the data."}]
    rubric.save_draft(actor=core_team[0], project=project, title="Tasks", criteria=criteria, version=0)
    rubric.publish(actor=core_team[0], project=project)
    document = {**terms(tomas=["organizer", "editor"])}
    by_handle = {one.handle: one.pk for one in core_team}
    for member in document["core_team"]["members"]:
        member["person"] = by_handle[member["person"]]
    services.save_draft(actor=core_team[0], project=project, document=document, version=0)
    assert refused(project, core_team[0]) == [(OWN_ROLES, "unheld")]


def test_a_later_version_is_refused_where_it_takes_the_power_from_everybody(project, core_team, redraft):
    """Only organizers could publish, and the new version gives that to the panel alone, whom nobody is yet."""

    def to_the_panel(document):
        for role in document["roles"]:
            role["powers"] = [one for one in role["powers"] if one != "amend"]
            if role["id"] == "panel":
                role["powers"].append("amend")

    redraft(to_the_panel)
    assert ("roles", "unheld") in refused(project, core_team[0])
    # Amara was named for the panel by version 1: the power is there once she has accepted.
    version = queries.latest(project)
    members.join(actor=core_team[2], project=project, number=1, hash=version.hash)
    assert RoleGrant.objects.filter(subject=core_team[2], role="panel").exists()
    with pytest.raises(Refused) as caught:
        services.publish(actor=core_team[0], project=project)
    assert caught.value.code == "no_agreement"


# --- at the start


@pytest.mark.parametrize(
    ("change", "roles"),
    [
        (lambda document: None, ["organizer", "editor"]),
        # Appointed to both powers by one role.
        (lambda document: with_role(document, "organizer", powers=["amend", "invite"]), ["organizer"]),
        # Held by everybody, or by nobody's appointment: nothing is given away.
        (lambda document: with_role(document, "contributor", powers=["amend", "invite"]), None),
        (lambda document: document.pop("roles"), None),
        (lambda document: with_role(document, "organizer", granted="rule"), ["editor"]),
    ],
)
def test_who_starts_is_named_with_the_roles_that_keep_the_project_going(change, roles):
    document = copy.deepcopy(example())
    del document["core_team"]["members"]
    change(document)
    (first,) = starting.led_by(document, INES, dt.date(2026, 11, 30))["core_team"]["members"]
    assert (first["person"], first["since"], first.get("roles")) == (INES, "2026-11-30", roles)


def test_what_is_started_so_gives_the_power_on_the_first_day():
    document = copy.deepcopy(example())
    del document["core_team"]["members"]
    assert found(starting.led_by(document, INES, dt.date(2026, 11, 30))) == []
