"""How the record tells of runs: how many, and their hash. What came out, and who logged them, it does not say."""

from django.utils.translation import gettext_lazy, ngettext

from portal.core.record import kinds


def _logged(values: kinds.Values) -> str:
    runs = values["runs"]
    return ngettext(
        "%(runs)s run of a model on revision %(revision)s of task %(task)s was logged.",
        "%(runs)s runs of models on revision %(revision)s of task %(task)s were logged.",
        runs if isinstance(runs, int) else 2,
    ) % dict(values)


kinds.register("TaskRunsLogged", _logged, ("task", "revision", "runs", "hash"))
kinds.register(
    "TaskRunRetracted",
    gettext_lazy("A logged run of a model on task %(task)s was taken back."),
    ("task", "hash"),
)
