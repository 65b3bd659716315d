"""Forms: label, hint, error, control, in this order; a summary on top links to each field."""

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Any

from django.forms import BaseForm, BoundField
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from portal.core.web.components.registry import component


@component
def field(*, field: BoundField) -> dict[str, Any]:
    """A field of a form, by its own template; a page that lays out its own form uses it."""
    return {"field": field}


@component
def errors(
    *,
    form: BaseForm | None = None,
    reasons: Iterable[object] = (),
    ids: Mapping[str, str] = MappingProxyType({}),
    level: int = 2,
) -> dict[str, Any]:
    """The summary: a form's errors, or a service's `reasons`. Nothing where there are none.

    `ids` are the elements of the page by the field that a reason knows (`portal.core.errors.Reason`). `level` is the
    heading's level, one below the heading that the form stands under.
    """
    items = [*_of_form(form), *({"href": _leading(reason, ids), "text": reason} for reason in reasons)]
    title = ngettext("%(n)s answer needs another look", "%(n)s answers need another look", len(items))
    return {"items": items, "title": title % {"n": len(items)}, "level": f"h{level}"}


def _leading(reason: object, ids: Mapping[str, str]) -> str:
    found = ids.get(getattr(reason, "field", ""), "")
    return f"#{found}" if found else ""


def _of_form(form: BaseForm | None) -> list[dict[str, object]]:
    if form is None or not form.errors:
        return []
    items: list[dict[str, object]] = [{"href": "", "text": error} for error in form.non_field_errors()]
    for bound in form:
        # A group of options has no control of its own; its first option is the place to go.
        target = f"{bound.auto_id}_0" if bound.use_fieldset else bound.auto_id
        for error in bound.errors:
            text = error if bound.is_hidden else _("%(field)s: %(error)s") % {"field": bound.label, "error": error}
            items.append({"href": "" if bound.is_hidden else f"#{target}", "text": text})
    return items
