"""What frames a page: where one is, the sections of a project, pages of a list."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.conf import settings
from django.contrib import messages as django_messages
from django.core.paginator import Page
from django.http import HttpRequest
from django.urls import NoReverseMatch, reverse
from django.utils.translation import gettext_lazy as _

from portal.core.record.models import Checkpoint
from portal.core.web.components.registry import component

SITE_LINKS = (
    ("project_list", _("Projects")),
    ("compare", _("Compare")),
    ("check_terms_page", _("Check terms")),
    ("help", _("Help")),
)
FOOT_LINKS = (
    ("help", _("What Concord is")),
    ("help_permissions", _("Who may do what")),
    ("help_fields", _("The fields of the terms")),
    ("help_api", _("API")),
    ("gallery", _("Components")),
    ("demo_mail", _("Demo mailbox")),
)
ACCOUNT_LINKS = (
    ("my_projects", _("My projects")),
    ("my_agreements", _("My agreements")),
    ("account_profile", _("My account")),
)
# The pages of one's own account, in this order on all of them.
ACCOUNT_PAGES = (
    ("account_profile", _("Profile")),
    ("account_email", _("E-mail")),
    ("account_change_password", _("Password")),
    ("mfa_index", _("Second factor")),
    ("mfa_list_webauthn", _("Passkeys")),
    ("usersessions_list", _("Sessions")),
    ("socialaccount_connections", _("Connected accounts")),
    ("account_notices", _("Notices")),
    ("account_tokens", _("API tokens")),
    ("account_data", _("Data and closing")),
)
TONES = {"success": "fair", "warning": "open", "error": "flag"}

# key, name of the page, title. A section shows when its page exists on this site.
PROJECT_SECTIONS = (
    ("overview", "project_page", _("Overview")),
    ("terms", "terms_read", _("Terms")),
    ("tasks", "task_list", _("Tasks")),
    ("people", "project_people", _("People")),
    ("credit", "credit_page", _("Credit")),
    ("authors", "author_lists", _("Authors")),
    ("data", "project_data", _("Data")),
    ("record", "record_page", _("Record")),
)


@component
def site_head(*, request: HttpRequest | None) -> dict[str, Any]:
    """Sign, sections, language, account. `request` is None only on the page of an unexpected error."""
    user = getattr(request, "user", None)
    path = request.path if request else "/"
    links = [{**link, "here": path.startswith(link["href"])} for link in existing(SITE_LINKS)]
    context: dict[str, Any] = {"links": links, "here": request.get_full_path() if request else "/"}
    context |= {
        "set_language": _reverse("set_language"),
        "sign_in": _reverse("account_login"),
        "sign_up": _reverse("account_signup"),
        "sign_out": _reverse("account_logout"),
    }
    if user is not None and user.is_authenticated:
        own = [{"href": _reverse("person_page", user.subject.handle), "title": _("My page")}]
        context |= {"name": user.subject.profile.printed_name, "account": own + existing(ACCOUNT_LINKS)}
        context |= {"inbox": _reverse("inbox"), "unread": user.unread}
    return context


@component
def site_foot() -> dict[str, Any]:
    """With the latest checkpoint of the record, where there is one, and where the source is and whom to write to, where
    those were set."""
    return {
        "links": existing(FOOT_LINKS),
        "checkpoint": Checkpoint.objects.order_by("-pk").first(),
        "demo": settings.CONCORD_DEMO,
        "source": settings.CONCORD_SOURCE_URL,
        "contact": settings.CONCORD_CONTACT,
    }


@component
def messages(*, request: HttpRequest | None) -> dict[str, Any]:
    """What the last act answered, once."""
    waiting = django_messages.get_messages(request) if request else ()
    return {
        "messages": [
            {
                "text": message,
                "tone": TONES.get(message.level_tag, ""),
                "role": "alert" if message.level_tag == "error" else "status",
            }
            for message in waiting
        ]
    }


def existing(links: Sequence[tuple[str, object]]) -> list[dict[str, Any]]:
    """Of (name of a page, title), those whose page exists on this site."""
    return [{"href": href, "title": title} for name, title in links if (href := _reverse(name))]


def _reverse(name: str, *args: object) -> str:
    try:
        return reverse(name, args=args)
    except NoReverseMatch:
        return ""


@component
def breadcrumb(*, links: Sequence[tuple[str, object]]) -> dict[str, Any]:
    """`links`: (address, title) from the outside in, without the page itself."""
    return {"links": links}


@component
def project_tabs(*, project: Any, current: str = "", counts: Mapping[str, int] | None = None) -> dict[str, Any]:
    """`current` is a key of PROJECT_SECTIONS; `counts` puts numbers beside sections, by key."""
    sections = []
    for key, page, title in PROJECT_SECTIONS:
        if href := _reverse(page, project.slug):
            sections.append({"key": key, "href": href, "title": title, "count": (counts or {}).get(key)})
    return {"project": project, "sections": sections, "current": current}


@component
def account_nav(*, request: HttpRequest, current: str = "") -> dict[str, Any]:
    """The pages of one's own account. `current` names the page where its address does not begin with one of theirs."""
    links: list[dict[str, Any]] = [
        {"name": name, "href": href, "title": title}
        for name, title in ACCOUNT_PAGES
        if (href := _reverse(name)) and (name != "socialaccount_connections" or settings.SOCIALACCOUNT_PROVIDERS)
    ]
    # `/account/` begins the addresses of others as well: the longest that fits is meant.
    fitting = [link for link in links if request.path.startswith(link["href"])]
    here = current or max(fitting, key=lambda link: len(link["href"]), default={"name": ""})["name"]
    return {"links": [{**link, "here": link["name"] == here} for link in links]}


@component
def pager(*, page: Page[Any], request: HttpRequest) -> dict[str, Any]:
    """Links keep the rest of the query, so that each view of a list has its own address."""
    query = request.GET.copy()

    def href(number: int) -> str:
        query["page"] = str(number)
        return "?" + query.urlencode()

    numbers = [
        {"number": n, "href": href(n) if isinstance(n, int) else "", "here": n == page.number}
        for n in page.paginator.get_elided_page_range(page.number, on_each_side=2, on_ends=1)
    ]
    return {
        "page": page,
        "numbers": numbers,
        "previous": href(page.previous_page_number()) if page.has_previous() else "",
        "next": href(page.next_page_number()) if page.has_next() else "",
    }


@component
def steps(*, steps: Sequence[Any], label: object) -> dict[str, Any]:
    """`steps`: name, href, and optionally here, state ("", fair, open, flag) and says (the state in words)."""
    return {"steps": steps, "label": label}
