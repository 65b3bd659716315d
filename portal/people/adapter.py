"""How allauth makes our accounts, ends their sessions and writes our mails."""

import unicodedata
from typing import Any
from urllib.parse import urlencode, urlsplit

from allauth.account.adapter import DefaultAccountAdapter
from allauth.account.models import EmailAddress
from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.mail import EmailMessage
from django.db import IntegrityError, transaction
from django.forms import BaseForm
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext as _

from portal.core import clock
from portal.people import addresses, closing, devices, services, sessions
from portal.people.models import Subject, User

# The column's length (RFC 5321 allows no longer path).
MOST_EMAIL = 254
# Where in the session the page is kept that somebody was on the way to when they signed up.
_ON_THE_WAY_TO = "on_the_way_to"
# Letters that no Unicode form folds, though a database may: Turkish i without its dot.
_FOLDED = str.maketrans({"ı": "i"})


class AccountAdapter(DefaultAccountAdapter):
    def new_user(self, request: HttpRequest) -> User:
        """Somebody who has not been saved: the day is known, the subject comes with the form."""
        return User(date_joined=clock.deciding(), language=translation.get_language() or "")

    @transaction.atomic
    def save_user(self, request: HttpRequest, user: User, form: BaseForm, commit: bool = True) -> User:
        """Subject and profile in the same transaction. The form has checked the names and the handle."""
        data = form.cleaned_data
        user.subject = services.register_subject(
            printed_name=data["printed_name"],
            given=data["given"],
            family=data["family"],
            handle=data["handle"],
            kind=Subject.Kind.PERSON,
            at=user.date_joined,
        )
        saved: User = super().save_user(request, user, form, commit)
        return saved

    def respond_email_verification_sent(self, request: HttpRequest, user: User | None) -> HttpResponse:
        """After a sign-up, and after a sign-in without a confirmed address: where one was going is kept. The same
        for an address that is known already."""
        wanted = request.POST.get("next", "")
        if self.is_safe_url(wanted):
            request.session[_ON_THE_WAY_TO] = wanted
        answer: HttpResponse = super().respond_email_verification_sent(request, user)
        return answer

    def get_email_verification_redirect_url(self, email_address: EmailAddress) -> str:
        """The page that somebody was on the way to waits behind the sign-in, in the same browser."""
        url: str = super().get_email_verification_redirect_url(email_address)
        wanted = self.request.session.pop(_ON_THE_WAY_TO, "")
        if not wanted or self.request.user.is_authenticated:
            return url
        return f"{reverse('account_login')}?{urlencode({'next': wanted})}"

    @transaction.atomic
    def set_password(self, user: User, password: str) -> None:
        """Changed, set or reset: every other session and every API token ends with the old password."""
        super().set_password(user, password)
        request = self.request
        own = request.user.is_authenticated and request.user.pk == user.pk
        sessions.end_all(user, keep=(request.session.session_key or "") if own else "")

    def pre_login(self, request: HttpRequest, user: User, **kwargs: Any) -> HttpResponse | None:
        """By every road: password, passkey, provider, reset."""
        if user.closed_at is not None:
            refusal: HttpResponse = self.respond_user_inactive(request, user)
            return refusal
        answer: HttpResponse | None = super().pre_login(request, user, **kwargs)
        return answer

    def clean_email(self, email: str) -> str:
        """Every form that takes an address comes here; one the database would cut short is refused."""
        cleaned: str = super().clean_email(email)
        if len(cleaned) > MOST_EMAIL:
            raise ValidationError(_("An e-mail address has at most 254 characters."))
        return cleaned

    def is_safe_url(self, url: str) -> bool:
        """`next` is a path of this site and nothing that a browser might read otherwise."""
        return bool(url) and url.startswith("/") and "\\" not in url and bool(super().is_safe_url(url))

    def confirm_email(self, request: HttpRequest, email_address: EmailAddress) -> bool:
        """Whoever opens the mailed link has the address: accounts that only typed it lose it. The change of an
        address, and the mail that lets the old one take it back, are one transaction."""
        try:
            with transaction.atomic():
                addresses.discard_unconfirmed(email=email_address.email, but=email_address.user)
                confirmed: bool = super().confirm_email(request, email_address)
                return confirmed
        except IntegrityError:
            return False  # another account confirmed it at the same moment

    def send_notification_mail(
        self, template_prefix: str, user: User, context: dict[str, Any] | None = None, email: str | None = None
    ) -> None:
        """The old address gets the link that takes the change of address back. What a browser calls itself is not
        repeated: a stranger's words would stand in our mail."""
        device = devices.described(self.get_http_user_agent(self.request))
        context = {**(context or {}), "user": user, "user_agent": device}
        if template_prefix == "account/email/email_changed":
            secret = addresses.note_change(user=user, old=context["from_email"], new=context["to_email"])
            context["undo_url"] = _here(reverse("address_undo", args=[secret]))
        super().send_notification_mail(template_prefix, user, context, email)

    def send_account_already_exists_mail(self, email: str) -> None:
        """Whose account is closed is told that: a new password would open nothing."""
        closed = closing.closed_with(email)
        if closed is None:
            super().send_account_already_exists_mail(email)
        else:
            closing.tell(closed, email)

    def render_mail(
        self,
        template_prefix: str,
        email: str | list[str],
        context: dict[str, Any],
        headers: dict[str, str] | None = None,
    ) -> EmailMessage:
        """In the language of the person written to, else in that of the page; every link begins with our address."""
        user = context.get("user")
        language = getattr(user, "language", "") or translation.get_language()
        links = {name: _here(value) for name, value in context.items() if name.endswith("_url")}
        with translation.override(language):
            of_the_site = {"base_url": settings.CONCORD_BASE_URL, "contact": settings.CONCORD_CONTACT}
            context = {**context, **links, **of_the_site}
            message: EmailMessage = super().render_mail(template_prefix, email, context, headers)
            return message

    def get_reauthentication_methods(self, user: User) -> list[dict[str, Any]]:
        """A number by mail is for people who have nothing else: an open mailbox must not stand for a password."""
        methods: list[dict[str, Any]] = super().get_reauthentication_methods(user)
        others = [method for method in methods if method["id"] != "reauthenticate_by_code"]
        return others or methods

    def _get_login_attempts_cache_key(self, request: HttpRequest, **credentials: Any) -> str:
        """One counter for all spellings of one address, wherever the request says that it is."""
        return f"login:{folded(credentials.get('email') or credentials.get('username') or '')}"


def folded(login: str) -> str:
    """Without case, accents, width and what cannot be seen: how a database that is lax might compare addresses."""
    plain = unicodedata.normalize("NFKD", unicodedata.normalize("NFKD", login).casefold()).translate(_FOLDED)
    return "".join(one for one in plain if unicodedata.category(one)[0] not in "MCZ")


def _here(address: str) -> str:
    """The same page under the configured address, whatever the request called this site."""
    parts = urlsplit(address)
    query = f"?{parts.query}" if parts.query else ""
    return f"{settings.CONCORD_BASE_URL}{parts.path}{query}"
