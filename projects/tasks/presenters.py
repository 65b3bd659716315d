"""How the record tells the steps of a task."""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from portal.core.record import kinds


def _submitted(values: kinds.Values) -> str:
    said = _revision(values)
    if "typos_only" in values:
        said = _after(said, _("Its contributors say that it corrects typos only."))
    if "predecessor" in values:
        said = _after(said, _("It goes on from task %(predecessor)s.") % values)
    return said


def _after(first: str, second: str) -> str:
    # Languages differ in what stands between two sentences.
    return _("%(first)s %(second)s") % {"first": first, "second": second}


def _revision(values: kinds.Values) -> str:
    given_up = values.get("given_up")
    if not isinstance(given_up, int):
        return _("Revision %(revision)s of task %(task)s was submitted under version %(terms)s of the terms.") % values
    return ngettext(
        "Revision %(revision)s of task %(task)s was submitted under version %(terms)s of the terms. "
        "%(given_up)s contributor has a smaller share than before, or none, and confirmed it.",
        "Revision %(revision)s of task %(task)s was submitted under version %(terms)s of the terms. "
        "%(given_up)s contributors have a smaller share than before, or none, and each confirmed it.",
        given_up,
    ) % dict(values)


kinds.register(
    "RevisionSubmitted",
    _submitted,
    ("task", "revision", "hash", "terms"),
    optional=("given_up", "typos_only", "predecessor"),
    texts=("title",),
)
kinds.register("TaskWithdrawn", gettext_lazy("Task %(task)s was withdrawn by its contributors."), ("task",))
kinds.register(
    "TaskNotReviewed",
    gettext_lazy("Task %(task)s was taken back: the promised days passed without an answer."),
    ("task",),
)
kinds.register(
    "TaskNamed",
    gettext_lazy("Task %(task)s: by their own choice, contributors are named beside it."),
    ("task",),
)
kinds.register("TaskUnnamed", gettext_lazy("Task %(task)s: nobody is named beside it any more."), ("task",))
