"""The page of the demo's mailbox."""

import re

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.views.decorators.http import require_safe

from portal.core.web.pages import paginate
from portal.notices.models import DemoMail

_ADDRESS = re.compile(r"(https?://[^\s<>\"']+)")


@require_safe
def mailbox(request: HttpRequest) -> HttpResponse:
    """All mails, newest first; `?to=` shows one person's."""
    to = request.GET.get("to", "")
    mails = DemoMail.objects.filter(to__icontains=to) if to else DemoMail.objects.all()
    page = paginate(request, mails, per=20)
    context = {"page": page, "to": to, "mails": [(mail, linked(mail.body)) for mail in page]}
    return render(request, "portal/site/demo/mailbox.html", context)


def linked(text: str) -> SafeString:
    """Plain text with its web addresses as links, everything else escaped."""
    parts = (("address" if index % 2 else "text", part) for index, part in enumerate(_ADDRESS.split(text)))
    return format_html_join("", "{}", ((_written(kind, part),) for kind, part in parts))


def _written(kind: str, part: str) -> str:
    return format_html('<a href="{}">{}</a>', part, part) if kind == "address" else part
