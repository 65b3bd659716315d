"""What somebody wants for their own credit: author, or named in the acknowledgements."""

import datetime as dt

from django.db import transaction
from django.utils.translation import gettext as _

from authorship.ledger import append, queries
from authorship.ledger.models import Choice
from portal.core import clock, events
from portal.core.access import check as access
from portal.core.errors import Refused
from portal.core.record import services as record
from portal.people.models import Subject
from projects.project.models import Project
from projects.terms import queries as terms


@transaction.atomic
def choose(*, actor: Subject, project: Project, choice: str, at: dt.datetime | None = None) -> Choice:
    """Adds to the choices log, writes the record and emits ChoiceMade; points stay whatever is chosen.

    The same choice again changes nothing. Forbidden for whoever is no member and has no credit.
    """
    at = at or clock.deciding()
    if choice not in Choice.Kind.values:
        raise Refused(_("Choose to be an author or to be acknowledged."))
    access.require(actor, "credit.choose", project)
    record.hold(project)
    append.hold(project)
    last = queries.current_choice(project, actor.pk)
    if last is not None and last.choice == choice:
        return last
    made = append.choice(
        project=project, subject=actor.pk, choice=choice, on=clock.today(terms.zone(project), at), at=at
    )
    record.write(
        project=project,
        kind="ChoiceMade",
        actor=actor,
        at=at,
        data={"seq": made.seq, "subject": actor.pk, "choice": choice, "hash": made.hash},
    )
    events.emit(events.ChoiceMade(project=project.public_id, actor=actor.pk, at=at, subject=actor.pk, choice=choice))
    return made
