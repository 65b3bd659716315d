"""What the room of runs keeps about a person: the runs they logged."""

from django.utils.translation import gettext_lazy as _

from portal.people.download import Kept
from portal.people.models import Subject
from projects.runs.hashing import SAID
from projects.runs.models import ModelRun


def _runs(subject: Subject) -> object:
    rows = ModelRun.objects.filter(by=subject).select_related("task__project", "retraction").order_by("pk")
    return [
        {
            "project": run.task.project.slug,
            "task": run.task.number,
            "id": run.task.public_id,
            "number": run.number,
            "revision": run.revision,
            "ran_on": run.ran_on,
            **{name: getattr(run, name) for name in SAID},
            "added_at": run.added_at,
            "hash": run.hash,
            "taken_back": run.retraction.reason if hasattr(run, "retraction") else None,
        }
        for run in rows
    ]


KEPT = (Kept("model_runs", _("Runs of models you logged, with what you said of them."), _runs),)
