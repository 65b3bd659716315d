"""What every way of running Concord shares. One file per concern beside this one."""

import environ
from django.utils.translation import gettext_lazy as _

from portal.settings.accounts import *
from portal.settings.accounts import PROVIDER_APPS
from portal.settings.api import *
from portal.settings.database import *
from portal.settings.environment import ROOT, current
from portal.settings.files import *
from portal.settings.queue import *
from portal.settings.security import *

ENV = current()
BASE_DIR = ROOT
DEBUG = False

INSTALLED_APPS = [
    "portal",
    "projects",
    "licensing",
    "authorship",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "django.contrib.humanize",
    "django.forms",
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "allauth.socialaccount",
    *PROVIDER_APPS,
    "allauth.usersessions",
    "csp",
    "django_htmx",
    "rest_framework",
    "django_filters",
    "drf_spectacular",
]

MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "projects.tasks.media.MediaOriginMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "csp.middleware.CSPMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "portal.core.web.kept.KeptPagesMiddleware",
    "portal.core.web.private.PrivateAnswersMiddleware",
    "portal.core.web.reading.ReadingMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "portal.people.middleware.LastSeenMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "portal.core.web.typed.SessionEndedMiddleware",
    "portal.people.middleware.ZoneMiddleware",
    "portal.core.web.input.InputMiddleware",
    "portal.core.web.errors.ErrorMiddleware",
]
CSRF_FAILURE_VIEW = "portal.core.web.errors.csrf_failure"
FORM_RENDERER = "portal.core.web.forms.Renderer"

ROOT_URLCONF = "portal.urls"
WSGI_APPLICATION = "portal.wsgi.application"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [ROOT / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.template.context_processors.i18n",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ],
        },
    }
]

LANGUAGE_CODE = "en"
LANGUAGES = [("en", _("English")), ("zh-hans", _("Simplified Chinese"))]
LOCALE_PATHS = [ROOT / "locale"]
TIME_ZONE = "UTC"
USE_TZ = True

STATIC_URL = "/static/"
STATICFILES_DIRS = [ROOT / "static"]
STATIC_ROOT = ENV.data_dir / "static"
MEDIA_ROOT = ENV.data_dir / "media"
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "whitenoise.storage.CompressedManifestStaticFilesStorage"},
}

DEFAULT_FROM_EMAIL = SERVER_EMAIL = ENV.mail_from
# Seconds, for each step of a delivery; only the worker waits for it.
EMAIL_TIMEOUT = 20
if ENV.email_url:
    _mail = environ.Env.email_url_config(ENV.email_url)
    CONCORD_MAIL_BACKEND = _mail.pop("EMAIL_BACKEND")
    vars().update(_mail)
elif ENV.demo:
    CONCORD_MAIL_BACKEND = "portal.site.demo.mail.Backend"
else:
    CONCORD_MAIL_BACKEND = "django.core.mail.backends.console.EmailBackend"
# Every mail is written down first; a job sends it by the one above.
EMAIL_BACKEND = "portal.notices.mail.OutboxBackend"

CONCORD_DATA_DIR = ENV.data_dir
CONCORD_DEMO = ENV.demo
CONCORD_BASE_URL = ENV.base_url
CONCORD_MEDIA_ORIGIN = ENV.media_origin
CONCORD_SOURCE_URL = ENV.source_url
# Whoever runs this site; empty where nobody was named, as in the demo.
CONCORD_CONTACT = ENV.contact
CONCORD_CHECKPOINT_KEY = ENV.checkpoint_key
# The demo's history is made by moving the clock; see `portal.core.clock`.
CONCORD_CLOCK_MOVABLE = ENV.demo
