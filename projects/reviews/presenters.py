"""How the record tells the steps of review. Reviewers appear by letter, never by name."""

from collections.abc import Mapping

from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from portal.core.record import kinds
from projects.reviews.states import Outcome

_REVIEW = ("task", "stage", "revision", "letter")

_ROUND = ("task", "stage", "revision")
# Says of an act of a hidden reviewer that it was somebody's, and not the site's.
_UNNAMED = "unnamed"


def _appointed(values: Mapping[str, object]) -> object:
    """Where reviewers are hidden, the lead of a final stage is one of them and stays unnamed."""
    if "lead" not in values:
        sentence = _("{actor} appointed the lead of the stage “{stage}” for revision {revision} of task {task}.")
    elif "alone" in values:
        sentence = _(
            "{actor}, whom nobody else could appoint, leads the stage “{stage}” for revision {revision} of task {task}."
        )
    elif "instead" in values:
        sentence = _(
            "{actor} appointed {lead} in place of {instead} as lead of the stage “{stage}” "
            "for revision {revision} of task {task}."
        )
    else:
        sentence = _("{actor} appointed {lead} as lead of the stage “{stage}” for revision {revision} of task {task}.")
    return format_lazy(sentence, **{name: values.get(name, "") for name in ("actor", "lead", "instead", *_ROUND)})


kinds.register("LeadAppointed", _appointed, _ROUND, optional=("lead", "instead", "alone"))


def _stepped_down(values: Mapping[str, object]) -> object:
    sentence = (
        _("{actor} no longer leads the stage “{stage}” of task {task}.")
        if _UNNAMED not in values
        else _("The lead of the stage “{stage}” of task {task} stepped down.")
    )
    return format_lazy(sentence, actor=values["actor"], stage=values["stage"], task=values["task"])


kinds.register("LeadSteppedDown", _stepped_down, _ROUND, optional=(_UNNAMED,))
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
    if values["rule"] != "lead":
        sentence = _("The verdicts decided the stage “{stage}” of task {task}, revision {revision}: {outcome}.")
    elif _UNNAMED not in values:
        sentence = _("{actor} decided the stage “{stage}” of task {task}, revision {revision}: {outcome}.")
    else:
        sentence = _("The lead decided the stage “{stage}” of task {task}, revision {revision}: {outcome}.")
    shown = {name: values[name] for name in ("actor", "stage", "task", "revision")}
    return format_lazy(sentence, outcome=outcome, **shown)


kinds.register(
    "RoundDecided",
    _decided,
    ("task", "stage", "revision", "outcome", "rule"),
    optional=("criteria", _UNNAMED),
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


def _correction_opened(values: Mapping[str, object]) -> object:
    sentence = (
        _("{actor} opened a correction of task {task}.")
        if _UNNAMED not in values
        else _("A correction of task {task} was opened.")
    )
    return format_lazy(sentence, actor=values["actor"], task=values["task"])


def _correction_decided(values: Mapping[str, object]) -> object:
    sentence = (
        _("{actor} closed the correction of task {task}: {outcome}.")
        if _UNNAMED not in values
        else _("The correction of task {task} was closed: {outcome}.")
    )
    return format_lazy(sentence, **{name: values[name] for name in ("actor", "task", "outcome")})


kinds.register("CorrectionOpened", _correction_opened, ("task",), optional=(_UNNAMED,), texts=("reasons",))
kinds.register("CorrectionDecided", _correction_decided, ("task", "outcome"), optional=(_UNNAMED,), texts=("reasons",))
