"""How allauth makes our accounts and writes our mails."""

import logging
from smtplib import SMTPException
from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.mail import EmailMessage
from django.db import transaction
from django.forms import BaseForm
from django.http import HttpRequest
from django.utils import translation
from django.utils.translation import gettext as _

from portal.core import clock
from portal.people import services
from portal.people.models import Subject, User

logger = logging.getLogger("concord.people")


# The column's length (RFC 5321 allows no longer path).
MOST_EMAIL = 254


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

    def clean_email(self, email: str) -> str:
        """Every form that takes an address comes here; one the database would cut short is refused."""
        cleaned: str = super().clean_email(email)
        if len(cleaned) > MOST_EMAIL:
            raise ValidationError(_("An e-mail address has at most 254 characters."))
        return cleaned

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        """A mail server that fails is for the log: an error page would tell which addresses are known."""
        try:
            super().send_mail(template_prefix, email, context)
        except (OSError, SMTPException):
            logger.exception("a mail of kind %s was not sent", template_prefix)

    def render_mail(
        self,
        template_prefix: str,
        email: str | list[str],
        context: dict[str, Any],
        headers: dict[str, str] | None = None,
    ) -> EmailMessage:
        """In the language of the person written to, else in that of the page."""
        user = context.get("user")
        language = getattr(user, "language", "") or translation.get_language()
        with translation.override(language):
            context = {**context, "base_url": settings.CONCORD_BASE_URL}
            message: EmailMessage = super().render_mail(template_prefix, email, context, headers)
            return message
