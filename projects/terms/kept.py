"""What the room of terms keeps about a person."""

from django.utils.translation import gettext_lazy as _

from portal.people import download
from portal.people.download import Kept
from portal.people.models import Subject
from portal.people.queries import names as printed_names
from projects.terms import readings
from projects.terms.models import Acceptance, MarkContest, MarkReply, PublishAgreement, TermsFile, TermsReading


def _acceptances(subject: Subject) -> object:
    rows = Acceptance.objects.filter(subject=subject).select_related("terms__project").order_by("at", "pk")
    return [
        {
            "project": row.terms.project.slug,
            "version": row.terms.number,
            "hash": row.hash,
            "purpose": row.purpose,
            "task": row.task,
            "at": row.at,
        }
        for row in rows
    ]


def _read(subject: Subject) -> object:
    """Once a version, in each language. Of the people in it only oneself by name: others are no data of one's own."""
    accepted = Acceptance.objects.filter(subject=subject).values("terms")
    rows = TermsReading.objects.filter(terms__in=accepted).select_related("terms__project")
    found = list(rows.order_by("terms__project__slug", "terms__number", "language"))
    own = printed_names([subject.pk]).get(subject.pk, subject.pk)
    return [
        {
            "project": row.terms.project.slug,
            "version": row.terms.number,
            "language": row.language,
            "hash": row.hash,
            "text": readings.text(row, people=lambda one: own if one == subject.pk else "…"),
        }
        for row in found
    ]


def _agreements(subject: Subject) -> object:
    rows = PublishAgreement.objects.filter(by=subject).order_by("at", "pk")
    return download.rows(rows, "project__slug", "number", "hash", "at")


def _uploads(subject: Subject) -> object:
    rows = TermsFile.objects.filter(uploaded_by=subject).order_by("uploaded_at", "pk")
    return download.rows(rows, "project__slug", "name", "sha256", "uploaded_at", "text")


def _replies(subject: Subject) -> object:
    rows = MarkReply.objects.filter(by=subject).select_related("terms__project").order_by("at", "pk")
    return [{**_line(row), "text": row.text, "role": row.role} for row in rows]


def _contests(subject: Subject) -> object:
    rows = MarkContest.objects.filter(by=subject).select_related("terms__project").order_by("at", "pk")
    return [{**_line(row), "sentence": row.sentence, "reading": row.reading} for row in rows]


def _line(row: MarkReply | MarkContest) -> dict[str, object]:
    return {"project": row.terms.project.slug, "version": row.terms.number, "check": row.check_id, "at": row.at}


KEPT = (
    Kept("acceptances", _("Every text of terms you accepted: version, hash, what for, when."), _acceptances),
    Kept("terms_read", _("Each of these texts as it read when it was published."), _read),
    Kept(
        "terms_agreed",
        _("Every text of terms that you put before a core team, or agreed to as its member."),
        _agreements,
    ),
    Kept("terms_uploaded", _("Files of terms you uploaded."), _uploads),
    Kept("card_replies", _("Your replies, for a project, to marks of its fairness card."), _replies),
    Kept("card_contests", _("Readings of a fairness card that you contested."), _contests),
)
