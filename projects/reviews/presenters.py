"""How the record tells the steps of review. Reviewers appear by letter, never by name."""

from collections.abc import Mapping
from typing import Any

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
kinds.register(
    "ApprovalKept",
    _(
        "Revision %(revision)s of task %(task)s corrects typos only: the approval of revision %(of)s counts on in the "
        "stage “%(stage)s”, as that of Reviewer %(letter)s."
    ),
    (*_REVIEW, "of"),
)
kinds.register(
    "ApprovalObjected",
    _(
        "Somebody who had approved an earlier text of task %(task)s (%(stage)s) objects that revision %(revision)s "
        "corrects more than typos."
    ),
    _ROUND,
)
kinds.register(
    "TaskReopened",
    _("%(actor)s reopened task %(task)s. Its contributors may revise it; what was decided stays on the record."),
    ("task", "after"),
    texts=("reasons",),
)


# What a day of a round is for, in the middle of a sentence.
_DAYS_FOR = {
    "first_answer": _("the first answer"),
    "decision": _("the decision"),
}


def _passed_on(values: Mapping[str, object]) -> object:
    sentence = (
        _("A contributor asked for somebody else: the day for {clock} of task {task} ({stage}), {before}, had passed.")
        if "asked" in values
        else _("The day for {clock} of task {task} ({stage}), {before}, passed without it, so others were told.")
    )
    return _of_day(sentence, values)


def _extended(values: Mapping[str, object]) -> object:
    sentence = (
        _("{actor} moved the day for {clock} of task {task} ({stage}) on, from {before} to {until}.")
        if _UNNAMED not in values
        else _("The lead moved the day for {clock} of task {task} ({stage}) on, from {before} to {until}.")
    )
    return _of_day(sentence, values)


def _of_day(sentence: Any, values: Mapping[str, object]) -> object:
    shown = {name: values.get(name, "") for name in ("actor", "task", "stage", "before", "until")}
    return format_lazy(sentence, clock=_DAYS_FOR[str(values["clock"])], **shown)


kinds.register("RoundPassedOn", _passed_on, (*_ROUND, "clock", "before"), optional=("asked",))
kinds.register(
    "RoundExtended",
    _extended,
    (*_ROUND, "clock", "before", "until"),
    optional=(_UNNAMED,),
    texts=("reason",),
)


def _chair_assigned(values: Mapping[str, object]) -> object:
    sentence = (
        _("{actor} assigned {chair} to chair task {task}.")
        if "alone" not in values
        else _("{actor}, whom nobody else could assign, chairs task {task}.")
    )
    return format_lazy(sentence, **{name: values[name] for name in ("actor", "chair", "task")})


kinds.register("TaskChairAssigned", _chair_assigned, ("task", "chair"), optional=("alone",))


def _chair_ended(values: Mapping[str, object]) -> object:
    sentence = (
        _("{actor} stepped down as the chair of task {task}.")
        if "own" in values
        else _("{actor} ended that {chair} chairs task {task}.")
    )
    return format_lazy(sentence, **{name: values[name] for name in ("actor", "chair", "task")})


kinds.register("TaskChairEnded", _chair_ended, ("task", "chair"), optional=("own",))
kinds.register("TaskInterestDeclared", _("Somebody declared an interest in task %(task)s."), ("task",))
kinds.register(
    "TaskInterestWaived",
    _("%(actor)s waived an interest that somebody had declared in task %(task)s."),
    ("task",),
    texts=("reason",),
)
