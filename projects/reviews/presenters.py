"""How the record tells the steps of review. Reviewers appear by letter, never by name."""

from collections.abc import Mapping

from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from portal.core.record import kinds
from projects.reviews.states import Outcome

_REVIEW = ("task", "stage", "revision", "letter")

kinds.register(
    "LeadAppointed",
    _("%(actor)s appointed %(lead)s as lead of the stage “%(stage)s” for revision %(revision)s of task %(task)s."),
    ("task", "stage", "revision", "lead"),
)
kinds.register(
    "ReviewerAsked",
    _("%(actor)s asked Reviewer %(letter)s to review revision %(revision)s of task %(task)s (%(stage)s)."),
    _REVIEW,
)
kinds.register("ReviewerAgreed", _("Reviewer %(letter)s agreed to review task %(task)s (%(stage)s)."), _REVIEW)
kinds.register("ReviewerSteppedDown", _("Reviewer %(letter)s stepped down from task %(task)s (%(stage)s)."), _REVIEW)
kinds.register(
    "ReviewerReleased",
    _("%(actor)s no longer waits for Reviewer %(letter)s of task %(task)s (%(stage)s)."),
    _REVIEW,
)
kinds.register(
    "ReviewFiled",
    _("Reviewer %(letter)s filed a review of revision %(revision)s of task %(task)s (%(stage)s)."),
    _REVIEW,
)
kinds.register(
    "RequestAnswered",
    _("Request %(request)s of task %(task)s moved to “%(state)s”."),
    ("task", "request", "state"),
)


def _decided(values: Mapping[str, object]) -> object:
    outcome = Outcome(str(values["outcome"])).label
    sentence = (
        _("{actor} decided the stage “{stage}” of task {task}, revision {revision}: {outcome}.")
        if values["rule"] == "lead"
        else _("The verdicts decided the stage “{stage}” of task {task}, revision {revision}: {outcome}.")
    )
    shown = {name: values[name] for name in ("actor", "stage", "task", "revision")}
    return format_lazy(sentence, outcome=outcome, **shown)


kinds.register(
    "RoundDecided",
    _decided,
    ("task", "stage", "revision", "outcome", "rule"),
    optional=("criteria",),
    texts=("reasons",),
)
kinds.register(
    "TaskAccepted",
    _("Task %(task)s was accepted with revision %(revision)s on %(on)s."),
    ("task", "revision", "hash", "on"),
)
kinds.register("TaskDeclined", _("Task %(task)s was declined."), ("task",))
kinds.register(
    "ReviewersRevealed",
    _("%(actor)s opened the names of the reviewers of task %(task)s."),
    ("task",),
)
kinds.register("CorrectionOpened", _("%(actor)s opened a correction of task %(task)s."), ("task",), texts=("reasons",))
kinds.register(
    "CorrectionDecided",
    _("%(actor)s closed the correction of task %(task)s: %(outcome)s."),
    ("task", "outcome"),
    texts=("reasons",),
)
