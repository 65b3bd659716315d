"""Who would hold the powers without which nobody can go on: publishing terms, and appointing people."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import Any

from projects.terms.document.fields import label
from projects.terms.document.problems import Problem
from projects.terms.document.walk import items

Document = Mapping[str, Any]
Role = Mapping[str, Any]


def said_power(power: str, lang: str) -> str:
    """In the words of the form."""
    return label("roles[].powers", power, lang)


def carrying(document: Document, power: str) -> list[Role]:
    """The roles with the power, in their order."""
    return [role for role in items(document, "roles") if power in _powers(role)]


def no_role_with(document: Document, power: str, *, also: tuple[str, ...] = ()) -> Iterator[Problem]:
    """Where no role has the power, once every role says what its powers are."""
    roles = items(document, "roles")
    if not roles or any(role.get("powers") is None for role in roles) or carrying(document, power):
        return
    yield Problem(
        "roles",
        f"no_{power}",
        f"No role holds the power “{said_power(power, 'en')}”.",
        f"没有角色拥有“{said_power(power, 'zh')}”的权力。",
        also=also,
    )


def founding_roles(document: Document, person: str) -> set[str]:
    """The roles that version 1 grants to somebody of the core team."""
    named = (member.get("roles") for member in items(document, "core_team.members") if member.get("person") == person)
    return {role for roles in named if isinstance(roles, list) for role in roles}


def held_by_nobody(document: Document, held: Collection[str]) -> list[tuple[str, list[Role]]]:
    """The powers that nobody would hold once the text is published, each with the roles that carry it. ``held`` are
    the roles that somebody holds then who has accepted the terms; an open role comes with accepting.

    Powers that no role carries are left out, and so is appointing where no role is granted so.
    """
    needed = ["amend"]
    if any(role.get("granted") == "appointed" for role in items(document, "roles")):
        needed.append("invite")
    found = [(power, carrying(document, power)) for power in needed]
    return [
        (power, roles)
        for power, roles in found
        if roles and not any(role.get("granted") == "open" or role.get("id") in held for role in roles)
    ]


def nobody_on_the_first_day(document: Document, publisher: str) -> Iterator[Problem]:
    """Refuses a version 1 after which nobody could act. Only the founding roles of whoever publishes count: they
    accept by publishing, while the powers of the others begin when they accept, which they may never do."""
    missing = held_by_nobody(document, founding_roles(document, publisher))
    if not missing:
        return
    rows = [index for index, one in enumerate(items(document, "core_team.members")) if one.get("person") == publisher]
    yield Problem(
        f"core_team.members[{rows[0]}].roles" if rows else "core_team.members",
        "unheld",
        f"{_nobody(missing)} Say in step 2 who holds such a role from the start: since you publish, tick it beside "
        "your own name. The others hold theirs only once they have accepted.",
        f"{_nobody_zh(missing)}请在第 2 步写明谁从一开始就担任这样的角色：你是发布者，请在自己名下勾选。"
        "其他人须接受条款后才真正担任角色。",
    )


def nobody_from_now_on(document: Document, held: Collection[str]) -> Iterator[Problem]:
    """Refuses a later version after which nobody could act. Founding roles are granted with version 1 alone."""
    missing = held_by_nobody(document, held)
    if missing:
        yield Problem(
            "roles",
            "unheld",
            f"{_nobody(missing)} Give the power to a role that somebody holds now.",
            f"{_nobody_zh(missing)}请把该权力给予现在有人担任的角色。",
        )


def _nobody(missing: list[tuple[str, list[Role]]]) -> str:
    parts = [f"“{said_power(power, 'en')}” ({' or '.join(map(title, roles))})" for power, roles in missing]
    return f"After publishing, nobody would hold the power {' or '.join(parts)}."


def _nobody_zh(missing: list[tuple[str, list[Role]]]) -> str:
    parts = [f"“{said_power(power, 'zh')}”（{'或'.join(map(title, roles))}）" for power, roles in missing]
    return f"发布后将没有人拥有以下权力：{'、'.join(parts)}。"


def title(role: Role) -> str:
    """The title, or the id of a role without one."""
    said = role.get("title")
    return str(role.get("id") if said in (None, "none") else said)


def _powers(role: Role) -> list[str]:
    powers = role.get("powers")
    return powers if isinstance(powers, list) else []
