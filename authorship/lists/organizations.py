"""Organizations with credit, beside the members of a project: they stand in lists and hold no power."""

from django.http import HttpRequest
from django.template.loader import render_to_string

from authorship.ledger import queries as ledger
from authorship.ledger.models import CreditEntry
from portal.people.models import Subject
from projects.project.models import Project

_MOST = 200


def organizations(request: HttpRequest, project: Project) -> str:
    credited = CreditEntry.objects.filter(project=project).values("subject")
    rows = Subject.objects.filter(kind=Subject.Kind.ORGANIZATION, pk__in=credited).select_related("profile")
    found = list(rows.order_by("profile__sort_key", "pk")[:_MOST])
    if not found:
        return ""
    points = ledger.totals(project, subjects=[one.pk for one in found])
    told = [(one, ledger.total(points.get(one.pk, {}))) for one in found]
    return render_to_string("authorship/lists/panel_organizations.html", {"project": project, "rows": told}, request)
