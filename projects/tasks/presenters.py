"""How the record tells the steps of a task."""

from django.utils.translation import gettext_lazy as _

from portal.core.record import kinds

kinds.register(
    "RevisionSubmitted",
    _("Revision %(revision)s of task %(task)s was submitted under version %(terms)s of the terms."),
    ("task", "revision", "hash", "terms"),
    texts=("title",),
)
kinds.register("TaskWithdrawn", _("Task %(task)s was withdrawn by its contributors."), ("task",))
kinds.register(
    "TaskNotReviewed",
    _("Task %(task)s was taken back: the promised days passed without an answer."),
    ("task",),
)
