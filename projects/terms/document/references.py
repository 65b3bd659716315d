"""Names inside the terms that must stand for something: roles, kinds, stages."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from projects.terms.document.holders import said_power
from projects.terms.document.problems import Problem, shown
from projects.terms.document.rules import Names
from projects.terms.document.walk import answer, items, walk

Document = Mapping[str, Any]


def names_of(document: Document) -> Names:
    """Kinds and roles a rule may name. Where they are open, and kinds also where they are none, references to them are
    left unchecked."""
    kinds = [str(item["id"]) for item in items(document, "authorship.kinds") if "id" in item]
    if answer(document, "roles") is None:
        return Names(kinds=kinds or None)
    return Names(kinds=kinds or None, roles=[str(item["id"]) for item in items(document, "roles") if "id" in item])


def role_named(document: Document, said: str) -> str | None:
    """The id of the role meant by an id or title, in any case, singular or with a final s; None if there is none."""
    wanted = said.strip().casefold()
    for role in items(document, "roles"):
        for name in (role.get("id"), role.get("title")):
            if isinstance(name, str) and wanted in {name.casefold(), f"{name.casefold()}s"}:
                return str(role.get("id"))
    return None


def roles_not_written(document: Document) -> dict[str, list[str]]:
    """What is named as a role and is none yet, as written there, with the paths that name it."""
    found: dict[str, list[str]] = {}
    for path, field, value in walk(document):
        if field.kind == "role":
            named = [value]
        else:
            named = value if field.path == "core_team.members[].roles" and isinstance(value, list) else []
        for said in named:
            if said != "none" and role_named(document, said) is None:
                found.setdefault(said, []).append(path)
    return found


def unresolved(document: Document) -> Iterator[Problem]:
    if answer(document, "roles") is not None:
        yield from _role_words(document)
        yield from _founding_roles(document)
        yield from _appeals(document)
    yield from _stages(document)


def _unknown_role(path: str, said: object, document: Document) -> Problem:
    known = [str(role.get("id")) for role in items(document, "roles")] or ["–"]
    return Problem(
        path,
        "unknown_role",
        f"There is no role {shown(said)}; the roles are {', '.join(known)}.",
        f"没有角色 {shown(said)}；现有角色：{'、'.join(known)}。",
    )


def _role_words(document: Document) -> Iterator[Problem]:
    said = [
        ("participation.fallback_decider", answer(document, "participation.fallback_decider")),
        ("participation.appeals.to", answer(document, "participation.appeals.to")),
    ]
    for index, item in enumerate(items(document, "returns.guaranteed")):
        said.append((f"returns.guaranteed[{index}].to", item.get("to")))
    for path, words in said:
        if isinstance(words, str) and words != "none" and role_named(document, words) is None:
            yield _unknown_role(path, words, document)


def _founding_roles(document: Document) -> Iterator[Problem]:
    known = names_of(document).roles or ()
    for index, member in enumerate(items(document, "core_team.members")):
        named = member.get("roles")
        for place, role in enumerate(named if isinstance(named, list) else ()):
            if role not in known:
                yield _unknown_role(f"core_team.members[{index}].roles[{place}]", role, document)


def _appeals(document: Document) -> Iterator[Problem]:
    said = answer(document, "participation.appeals.to")
    role_id = role_named(document, said) if isinstance(said, str) else None
    for role in items(document, "roles"):
        powers = role.get("powers")
        if (
            role_id is not None
            and role.get("id") == role_id
            and isinstance(powers, list)
            and "hear_appeals" not in powers
        ):
            yield Problem(
                "participation.appeals.to",
                "no_hear_appeals",
                f"The role {role_id} does not hold the power “{said_power('hear_appeals', 'en')}”.",
                f"角色 {role_id} 没有“{said_power('hear_appeals', 'zh')}”的权力。",
            )


def _stages(document: Document) -> Iterator[Problem]:
    stages = items(document, "participation.stages")
    after = {
        str(stage["id"]): [one for one in stage.get("after", ()) if one != "none"]
        if isinstance(stage.get("after"), list)
        else []
        for stage in stages
        if "id" in stage
    }
    for index, stage in enumerate(stages):
        for place, named in enumerate(after.get(str(stage.get("id")), ())):
            if named not in after:
                yield Problem(
                    f"participation.stages[{index}].after[{place}]",
                    "unknown_stage",
                    f"There is no stage {shown(named)}.",
                    f"没有阶段 {shown(named)}。",
                )
        if _reaches(str(stage.get("id")), after):
            yield Problem(
                f"participation.stages[{index}].after",
                "cycle",
                f"The stage {stage.get('id')} would wait for itself.",
                f"阶段 {stage.get('id')} 会等待自己。",
            )


def _reaches(start: str, after: Mapping[str, list[str]]) -> bool:
    """Whether following ``after`` from a stage comes back to it."""
    seen: set[str] = set()
    ahead = list(after.get(start, ()))
    while ahead:
        stage = ahead.pop()
        if stage == start:
            return True
        if stage not in seen:
            seen.add(stage)
            ahead.extend(after.get(stage, ()))
    return False
