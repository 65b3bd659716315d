"""Beginning a draft: from a preset, from another project's published terms, or from nothing."""

from __future__ import annotations

import datetime as dt
from copy import deepcopy
from dataclasses import dataclass
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from portal.core import clock
from portal.core.access.check import require
from portal.core.errors import NotVisible, Refused
from portal.core.record import presenters
from portal.core.record import queries as record
from portal.core.record.services import write
from portal.people.models import Subject
from projects.project import queries as projects
from projects.project.models import Project
from projects.project.states import ProjectState
from projects.terms import queries, services
from projects.terms.document.field import Words
from projects.terms.document.fields import SCHEMA
from projects.terms.document.holders import held_by_nobody
from projects.terms.models import TermsDraft, TermsFile, TermsVersion
from projects.terms.presets_list import Preset, preset, presets

__all__ = [
    "OWN",
    "Origin",
    "Preset",
    "Start",
    "begun",
    "find",
    "led_by",
    "origin",
    "presets",
    "start",
    "without_own",
]

Document = dict[str, Any]
EMPTY = "empty"
# What belongs to one project and is left open when another takes over its terms.
OWN = (
    "zone",
    "core_team.members",
    "core_team.funders",
    "returns.guaranteed[].by",
    "returns.if_nothing_published.by",
    "compensation.pay[].deadline",
    "participation.rubric",
    "authorship.kinds[].window",
    "authorship.outputs[].scope.from",
    "authorship.outputs[].scope.to",
    "authorship.outputs[].as_of",
    "data.destinations[].from",
    "data.destinations[].until",
    "data.held_out.rule",
    "data.held_out.released.on",
    "changes.contested_at",
    "contact",
    "translations",
)
# A seed is published once and for one project; a key without one is open.
SEEDS = ("authorship.blocks[].sort", "authorship.ties")


@dataclass(frozen=True)
class Start:
    """Something to start from. `kind` is preset, terms or empty; `left_out` are the paths that are not taken over."""

    kind: str
    source: str
    title: Words
    sentence: Words
    document: Document
    left_out: list[str]
    version: TermsVersion | None = None

    @property
    def key(self) -> str:
        """As it stands in an address."""
        return f"{self.kind}:{self.source}" if self.source else self.kind


def find(key: str, reader: Subject) -> Start:
    """`preset:ligo`, `terms:aquifer-bench@2` or `empty`. NotVisible where there is no such thing to be seen."""
    kind, _colon, source = key.partition(":")
    if key == EMPTY:
        return Start(EMPTY, "", Words("", ""), Words("", ""), {"schema": SCHEMA}, [])
    if kind == "preset" and (found := preset(source)):
        return Start(kind, source, found.title, found.sentence, found.document, [])
    if kind == "terms":
        return _of_version(_version(source, reader))
    raise NotVisible


def _version(source: str, reader: Subject) -> TermsVersion:
    """Of a public project: the record tells from what terms were started, and may not name one in preparation."""
    slug, _at, number = source.partition("@")
    user = getattr(reader, "user", None)
    found = projects.visible_to(user).filter(slug=slug).first() if user and len(slug) < 200 else None
    if found is None or found.state == ProjectState.DRAFT:
        raise NotVisible
    if not (number.isascii() and number.isdigit() and len(number) < 6):
        raise NotVisible
    version = queries.version(found, int(number))
    if version is None:
        raise NotVisible
    return version


def _of_version(version: TermsVersion) -> Start:
    document, left_out = without_own(version.document)
    title = version.project.title
    return Start(
        "terms",
        f"{version.project.slug}@{version.number}",
        Words(title, title),
        Words(version.project.summary, version.project.summary),
        document,
        left_out,
        version,
    )


def without_own(document: Document) -> tuple[Document, list[str]]:
    """A copy without people, dates, seeds and places of the project itself, and the paths that it leaves out, as in
    the schema: `data.destinations[].from`."""
    made = deepcopy(document)
    left_out = [path for path in OWN if _drop(made, path.split("."))]
    left_out += [path for path in SEEDS if _open_seeds(_within(made, path.split(".")))]
    return made, left_out


def _drop(node: Any, way: list[str]) -> bool:
    """Whether anything was there to be left out."""
    name = way[0].removesuffix("[]")
    if not isinstance(node, dict) or name not in node:
        return False
    if len(way) == 1:
        del node[name]
        return True
    below = node[name] if way[0].endswith("[]") and isinstance(node[name], list) else [node[name]]
    dropped = [_drop(one, way[1:]) for one in below]  # every one, not only the first
    return any(dropped)


def _within(node: Any, way: list[str]) -> list[Any]:
    if not way:
        return [node]
    name = way[0].removesuffix("[]")
    inside = node.get(name) if isinstance(node, dict) else None
    below = inside if way[0].endswith("[]") and isinstance(inside, list) else [inside]
    return [found for one in below for found in _within(one, way[1:])]


def _open_seeds(lists: list[Any]) -> bool:
    keys = [key for keys in lists if isinstance(keys, list) for key in keys if isinstance(key, dict)]
    seeds = [key for key in keys if key.pop("random", None) is not None]
    return bool(seeds)


def begun(found: Start, *, actor: Subject, project: Project) -> Document:
    """The draft that `actor` would start from it today."""
    at = clock.deciding()
    return led_by(found.document, actor.id, clock.today(queries.zone(project, at), at))


def led_by(document: Document, person: str, since: dt.date) -> Document:
    """A text that names no core member names whoever starts it as the first, with the roles by appointment that give
    the powers without which nobody could go on. What they do in the project and what interests they have is theirs to
    say, and stays open."""
    team = document.get("core_team", {})
    if "members" in team:
        return document
    first: Document = {"person": person, "since": since.isoformat()}
    if roles := roles_to_go_on(document):
        first["roles"] = roles
    return {**document, "core_team": {**team, "members": [first]}}


def roles_to_go_on(document: Document) -> list[str]:
    """For each power that nobody would hold, the first role by appointment that carries it: nobody can appoint
    themselves to it later."""
    chosen: list[str] = []
    for _power, roles in held_by_nobody(document, ()):
        names = [str(role["id"]) for role in roles if role.get("granted") == "appointed" and "id" in role]
        if names and not set(names) & set(chosen):
            chosen.append(names[0])
    return chosen


@transaction.atomic
def start(*, actor: Subject, project: Project, key: str, version: int, confirmed: bool) -> TermsDraft:
    """Makes the draft what `key` names, led by `actor`, and tells the record from what it was started.

    `version` is the draft's that was shown, 0 where there was none; Conflict where somebody saved in between. Refused
    while there is a draft and nobody has `confirmed` that it is replaced.
    """
    require(actor, "terms.edit", project)
    found = find(key, actor)
    if queries.draft(project) is not None and not confirmed:
        raise Refused(_("There is a draft already. Confirm that it is replaced as a whole."), code="confirm")
    document = begun(found, actor=actor, project=project)
    draft = services.save_draft(actor=actor, project=project, document=document, version=version)
    data = {"kind": found.kind, "source": found.source}
    write(project=project, kind="TermsStarted", actor=actor, at=clock.deciding(), data=data)
    return draft


@dataclass(frozen=True)
class Origin:
    """What the draft was started from: `kind` as in `Start`, or file; `source` its name, slug and version, or file."""

    kind: str
    source: str
    title: Words

    @property
    def slug(self) -> str:
        return self.source.partition("@")[0]

    @property
    def number(self) -> str:
        return self.source.partition("@")[2]


def origin(project: Project) -> Origin | None:
    """The last thing the draft was started from. None where it was begun by hand, or from nothing."""
    entry = record.entries(project, kinds=("TermsStarted",)).first()
    file = TermsFile.objects.filter(project=project).order_by("-pk").only("name", "uploaded_at").first()
    started: dt.datetime | None = entry.at if entry else None
    if file is not None and (started is None or file.uploaded_at > started):
        return Origin("file", file.name, Words(file.name, file.name))
    if entry is None:
        return None
    told = presenters.payload(entry)
    known = preset(str(told["source"])) if told["kind"] == "preset" else None
    source = str(told["source"])
    return Origin(str(told["kind"]), source, known.title if known else Words(source, source))
