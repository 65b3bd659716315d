"""Acts on the project as a whole: founding, terms, members, credit from before, choices."""

from __future__ import annotations

from authorship.imports import services as imports
from authorship.imports.services import Report
from authorship.ledger import choices
from authorship.lists import locking
from authorship.lists import queries as lists
from portal.people.models import Subject
from portal.site.demo.stage import Stage, person
from projects.members import services as members
from projects.project import services as projects
from projects.rubric import queries as rubric_queries
from projects.rubric import services as rubric
from projects.terms import agreed, agreeing
from projects.terms import queries as terms_queries
from projects.terms import services as terms
from projects.terms.models import TermsVersion


def found(stage: Stage, actor: Subject) -> None:
    """The project with its rubric and terms, published and recruiting on its first day."""
    said = stage.story.project
    stage.project = projects.create(
        actor=actor, title=said["title"], slug=said["slug"], summary=said["summary"], field=said["field"]
    )
    publish_rubric(stage, actor)
    publish_terms(stage, actor)
    stage.project = projects.recruit(actor=actor, project=stage.project)


def publish_rubric(stage: Stage, actor: Subject, file: str = "rubric.yaml") -> None:
    text = stage.story.rubric(file)
    draft = rubric_queries.draft(stage.ours)
    rubric.save_draft(
        actor=actor,
        project=stage.ours,
        title=text["title"],
        criteria=text["criteria"],
        version=draft.version if draft else 0,
    )
    rubric.publish(actor=actor, project=stage.ours)


def publish_terms(stage: Stage, actor: Subject, file: str = "terms.yaml", agreed_by: str = "") -> None:
    """The next version; a change of rules is in force after its notice, one of text at once. `agreed_by` is the second
    core member, where the team has one."""
    draft = terms_queries.draft(stage.ours)
    text = stage.story.dated(file, stage.founded)
    name = f"{stage.story.slug}-{file}"
    version = draft.version if draft else 0
    saved = terms.upload(actor=actor, project=stage.ours, text=text, name=name, version=version)
    if agreed_by:
        shown = agreed.hash_of(saved)
        agreeing.propose(actor=actor, project=stage.ours, hash=shown)
        agreeing.agree(actor=person(agreed_by), project=stage.ours, hash=shown)
    terms.publish(actor=actor, project=stage.ours)


def join(stage: Stage, actor: Subject) -> None:
    version = _current(stage)
    members.join(actor=actor, project=stage.ours, number=version.number, hash=version.hash)


def renew(stage: Stage, actor: Subject) -> None:
    """Accepts the current version for new work."""
    version = _current(stage)
    members.renew(actor=actor, project=stage.ours, number=version.number, hash=version.hash)


def appoint(stage: Stage, actor: Subject, who: str, role: str) -> None:
    members.appoint(actor=actor, project=stage.ours, handle=who, role=role)


def import_people(stage: Stage, actor: Subject, file: str) -> None:
    content = stage.story.dated(file, stage.founded).encode()
    _kept(imports.import_people(project=stage.ours, name=file, content=content))


def import_credits(stage: Stage, actor: Subject, file: str = "earlier-work.csv") -> None:
    content = stage.story.dated(file, stage.founded).encode()
    _kept(imports.import_credits(project=stage.ours, name=file, content=content))


def choose(stage: Stage, actor: Subject, choice: str) -> None:
    choices.choose(actor=actor, project=stage.ours, choice=choice)


def leave(stage: Stage, actor: Subject) -> None:
    members.leave(actor=actor, project=stage.ours)


def lock(stage: Stage, actor: Subject, output: str, to: str, reason: str) -> None:
    """`to`: order_only, then closed."""
    named = next(one for one in lists.outputs(stage.ours) if one.output_id == output)
    locking.lock(actor=actor, output=named, to=to, reason=reason)


def close(stage: Stage, actor: Subject) -> None:
    """Ends joining; open work goes on."""
    stage.project = projects.close(actor=actor, project=stage.ours)


def _current(stage: Stage) -> TermsVersion:
    version = terms_queries.current(stage.ours)
    assert version is not None
    return version


def _kept(report: Report) -> None:
    if report.bad:
        raise ValueError("; ".join(f"row {bad.line}: {bad.reason}" for bad in report.bad))
