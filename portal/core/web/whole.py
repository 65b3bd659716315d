"""Forms whose missing fields mean something: an empty one is taken only where the whole form arrived.

The last field of such a form is `whole`; what was cut off on the way, or sent with nothing in it, lacks it.
"""

from __future__ import annotations

from django.http import HttpRequest
from django.utils.translation import gettext as _

from portal.core.errors import Refused

FIELD = "whole"
ALL = "1"


def require_whole(request: HttpRequest) -> None:
    """Refused (422) where the end of the form is missing; the page of the refusal gives back what did arrive."""
    if request.POST.get(FIELD) != ALL:
        raise Refused(_("Nothing was changed: the form did not arrive whole."), code="not_whole")
