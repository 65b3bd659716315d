"""How the record tells of reports of defects."""

from collections.abc import Mapping

from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from portal.core.record import kinds
from projects.reports.states import Answer, CaseState

_UNNAMED = "unnamed"


def _reported(values: Mapping[str, object]) -> object:
    if _UNNAMED in values:
        sentence = _("Somebody who sees the text reported a defect in task {task}, revision {revision}.")
    else:
        sentence = _("{actor} reported a defect in task {task}, revision {revision}.")
    return format_lazy(sentence, **{name: values[name] for name in ("actor", "task", "revision")})


def _answered(values: Mapping[str, object]) -> object:
    said = {
        Answer.CONTEST: _("The contributors of task {task} answered a report: there is no such defect."),
        Answer.CORRECT: _("The contributors of task {task} answered a report: they correct it."),
    }[Answer(str(values["answer"]))]
    return format_lazy(said, task=values["task"])


def _decided(values: Mapping[str, object]) -> object:
    named = _UNNAMED not in values
    sentence = {
        CaseState.NO_DEFECT: _("{actor} decided the report on task {task}: no defect.")
        if named
        else _("The report on task {task} was decided: no defect."),
        CaseState.CORRECTED: _("{actor} decided the report on task {task}: corrected, revision {revision} counts.")
        if named
        else _("The report on task {task} was decided: corrected, revision {revision} counts."),
        CaseState.REVOKED: _("{actor} decided the report on task {task}: its acceptance is revoked.")
        if named
        else _("The report on task {task} was decided: its acceptance is revoked."),
    }[CaseState(str(values["outcome"]))]
    shown = {name: values.get(name, "") for name in ("actor", "task", "revision")}
    return format_lazy(sentence, **shown)


kinds.register("DefectReported", _reported, ("task", "revision"), optional=(_UNNAMED,))
kinds.register("ReportAnswered", _answered, ("task", "answer"))
kinds.register("ReportDecided", _decided, ("task", "outcome"), optional=("revision", _UNNAMED), texts=("reasons",))
