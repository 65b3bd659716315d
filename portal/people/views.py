"""The public page of a person, and the page where one changes one's own."""

import re
from collections.abc import Sequence

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import BadRequest, PermissionDenied
from django.db import transaction
from django.forms import BaseFormSet
from django.http import Http404, HttpRequest, HttpResponse, HttpResponsePermanentRedirect
from django.shortcuts import redirect, render
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from portal.core.errors import Refused
from portal.core.text.input import key
from portal.core.web import panels
from portal.people import queries, services, showing
from portal.people.models import Profile, Subject, User
from portal.people.profile_form import AffiliationRows, ProfileForm

Rows = Sequence[tuple[str, str]]
_ROW_FIELD = re.compile(r"affiliation-.+-(name|ror)")


@require_safe
def person_page(request: HttpRequest, handle: str) -> HttpResponse:
    """Other spellings of the handle lead to the one that is kept. Erased people have no page, and whoever
    never confirmed an address has none yet."""
    subject = queries.with_page(key(handle))
    if subject is None:
        raise Http404
    if subject.handle != handle:
        return HttpResponsePermanentRedirect(f"/people/{subject.handle}/")
    profile = subject.profile
    shown = {part: showing.shows(profile, part) for part in showing.PARTS}
    context = {
        "subject": subject,
        "profile": profile,
        "shown": shown,
        "affiliations": list(subject.affiliations.all()) if shown["affiliations"] else [],
        "panels": panels.render("person", request, subject),
        "own": request.user.is_authenticated and request.user.subject == subject,
    }
    return render(request, "portal/people/person.html", context)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def account_profile(request: HttpRequest) -> HttpResponse:
    """Names, affiliations in order, zone, language. A row's move button changes the order and saves nothing."""
    subject = _account(request).subject
    move = request.POST.get("move", "")
    if request.method == "POST" and not move:
        return _save(request, subject)
    form = ProfileForm(request.POST if move else None, initial=_initial(request, subject), profile=subject.profile)
    rows = _moved(request, move) if move else [(a.name, a.ror) for a in subject.affiliations.all()]
    return _form_page(request, form, _formset(rows), status=200)


def _save(request: HttpRequest, subject: Subject) -> HttpResponse:
    form, rows = ProfileForm(request.POST, profile=subject.profile), _sent_rows(request)
    if not (form.is_valid() and rows.is_valid()):
        return _form_page(request, form, rows, status=422)
    data = form.cleaned_data
    names = {part: data[part] for part in ("printed_name", "given", "family", "native_name")}
    kept = [(row["name"], row["ror"]) for row in rows.cleaned_data if row.get("name")]
    try:
        with transaction.atomic():
            services.change_name(actor=subject, subject=subject, **names)
            services.change_profile(
                actor=subject, subject=subject, orcid=data["orcid"], about=data["about"], zone=data["zone"]
            )
            services.set_private(actor=subject, subject=subject, parts=form.private())
            services.set_affiliations(actor=subject, subject=subject, rows=kept)
            services.set_language(user=_account(request), language=data["language"])
    except Refused as refusal:
        form.add_error(None, [str(reason) for reason in refusal.reasons])
        return _form_page(request, form, rows, status=422)
    messages.success(request, _("Saved. Your pages show it from now on."))
    response = redirect("account_profile")
    response.set_cookie(
        settings.LANGUAGE_COOKIE_NAME,
        data["language"],
        secure=settings.LANGUAGE_COOKIE_SECURE,
        samesite="Lax",
    )
    return response


def _sent_rows(request: HttpRequest) -> BaseFormSet:
    """BadRequest where the page's count of rows leaves out one that was sent: it would be dropped in silence."""
    rows = AffiliationRows(request.POST, prefix="affiliation")
    read = {form.add_prefix(name) for form in rows.forms for name in form.fields}
    sent = {name for name in request.POST if _ROW_FIELD.fullmatch(name)}
    if not (rows.management_form.is_valid() and sent <= read):
        raise BadRequest(_("The count of affiliations does not fit the rows that were sent. Nothing was saved."))
    return rows


def _account(request: HttpRequest) -> User:
    if not isinstance(request.user, User):
        raise PermissionDenied
    return request.user


def _form_page(request: HttpRequest, form: ProfileForm, rows: BaseFormSet, *, status: int) -> HttpResponse:
    subject = _account(request).subject
    profile = Profile.objects.get(subject=subject)
    context = {
        "form": form,
        "rows": rows,
        "subject": subject,
        "profile": profile,
        "sorts_as": form.sorts_as(profile),
        "parts": _public_parts(form),
        "always": showing.ALWAYS,
        "never": showing.NEVER,
    }
    return render(request, "portal/people/account.html", context, status=status)


def _public_parts(form: ProfileForm) -> list[dict[str, object]]:
    """Each part of the page with its box and what stays public when it is not ticked."""
    boxes = {str(box.data["value"]): box for box in form["public"].subwidgets}
    return [{"box": boxes[name], "title": title, "stays": stays} for name, (title, stays) in showing.PARTS.items()]


def _initial(request: HttpRequest, subject: Subject) -> dict[str, object]:
    profile = subject.profile
    fields = ("printed_name", "given", "family", "native_name", "orcid", "about", "zone")
    language = _account(request).language or get_language() or "en"
    public = [part for part in showing.PARTS if showing.shows(profile, part)]
    return {**{name: getattr(profile, name) for name in fields}, "language": language, "public": public}


def _formset(rows: Rows) -> BaseFormSet:
    return AffiliationRows(prefix="affiliation", initial=[{"name": name, "ror": ror} for name, ror in rows])


def _moved(request: HttpRequest, move: str) -> Rows:
    """The rows as typed, with one of them a place up ("up-2") or down ("down-0")."""
    typed = []
    for index in range(services.MOST_AFFILIATIONS):
        name = request.POST.get(f"affiliation-{index}-name", "")
        ror = request.POST.get(f"affiliation-{index}-ror", "")
        if name or ror:
            typed.append((name, ror))
    way, _dash, at = move.partition("-")
    place = int(at) if at in {str(i) for i in range(len(typed))} else 0
    other = place - 1 if way == "up" else place + 1
    if 0 <= other < len(typed):
        typed[place], typed[other] = typed[other], typed[place]
    return typed
