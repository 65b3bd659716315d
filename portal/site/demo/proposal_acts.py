"""Acts over proposals of tasks."""

from __future__ import annotations

from collections.abc import Sequence

from portal.people.models import Subject
from portal.site.demo.stage import Stage
from projects.proposals import services


def propose(
    stage: Stage,
    actor: Subject,
    proposal: str,
    title: str,
    outline: str,
    expert: str,
    failures: Sequence[str],
    tags: Sequence[str] = (),
    sources: str = "",
) -> None:
    """Written and sent in at once; the same key again is the next text, after a "not yet"."""
    given = {"title": title, "tags": tags, "outline": outline, "expert": expert, "failures": failures}
    given["sources"] = sources
    if proposal in stage.proposals:
        made = stage.proposal(proposal)
        made = services.save(actor=actor, proposal=made, version=made.version, given=given)
    else:
        made = services.begin(actor=actor, project=stage.ours, given=given)
        stage.proposals[proposal] = made
    services.send(actor=actor, proposal=made, version=made.version)


def answer_proposal(
    stage: Stage, actor: Subject, proposal: str, answer: str, reasons: str = "", cure: str = "", ground: str = ""
) -> None:
    made = stage.proposal(proposal)
    text = made.texts.count()
    services.answer(actor=actor, proposal=made, text=text, kind=answer, reasons=reasons, cure=cure, ground=ground)
