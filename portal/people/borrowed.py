"""Sentences of Django and allauth that our account pages show as they are.

Named here, they stand in our catalogues, which come before those of the libraries: Chinese pages say them in the words
of the rest of the site. Nothing calls this module.
"""

from django.utils.translation import gettext_noop as _
from django.utils.translation import ngettext_lazy

SENTENCES = (
    _("The email address and/or password you specified are not correct."),
    _("Please type your current password."),
    _("Incorrect code."),
    _("Incorrect password."),
    _("The password reset token was invalid."),
    _("Be patient, you are sending too many requests."),
    _("You cannot add an email address to an account protected by two-factor authentication."),
    _("You cannot deactivate two-factor authentication."),
    _("You cannot generate recovery codes without having two-factor authentication enabled."),
    _("You cannot activate two-factor authentication until you have verified your email address."),
    _("Your account has no password set up."),
    _("Your account has no verified email address."),
    _("You cannot disconnect your last remaining third-party account."),
)
TOO_SHORT = ngettext_lazy(
    "This password is too short. It must contain at least %d character.",
    "This password is too short. It must contain at least %d characters.",
)
