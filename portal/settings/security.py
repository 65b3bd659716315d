"""What the browser is told, what is accepted from it, and what the log may hold."""

from urllib.parse import urlsplit

from csp.constants import NONE, SELF

from portal.settings.environment import current

ENV = current()
HTTPS = ENV.base_url.startswith("https://")

SECRET_KEY = ENV.secret_key
SECRET_KEY_FALLBACKS = list(ENV.old_secret_keys)
# On the host of MEDIA_ORIGIN files are handed out and nothing else; see `projects.tasks.media`.
ALLOWED_HOSTS = [host for one in (ENV.base_url, ENV.media_origin) if (host := urlsplit(one).hostname)]
CSRF_TRUSTED_ORIGINS = [ENV.base_url]

# No inline script or style anywhere: bars are SVG attributes, behaviour is in static/js.
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [NONE],
        "script-src": [SELF],
        "style-src": [SELF],
        "img-src": [SELF],
        "font-src": [SELF],
        "connect-src": [SELF],
        "manifest-src": [SELF],
        "form-action": [SELF],
        "frame-ancestors": [NONE],
        "base-uri": [NONE],
    }
}
X_FRAME_OPTIONS = "DENY"
SECURE_CONTENT_TYPE_NOSNIFF = True
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin"
# Not `no-referrer`: under it browsers send `Origin: null` with every form, and Django's CSRF check,
# which compares Origin or, over https, the referrer, would refuse them all. `same-origin` sends
# nothing to any other site, which is what the rule is for.
SECURE_REFERRER_POLICY = "same-origin"

SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = "Lax"
SESSION_COOKIE_SECURE = HTTPS
CSRF_COOKIE_HTTPONLY = True
CSRF_COOKIE_SAMESITE = "Lax"
CSRF_COOKIE_SECURE = HTTPS
LANGUAGE_COOKIE_SECURE = HTTPS
LANGUAGE_COOKIE_SAMESITE = "Lax"

# Two megabytes hold any text that is accepted; files have their own limit (bytes) where they are read.
DATA_UPLOAD_MAX_MEMORY_SIZE = 2 * 1024 * 1024
# The largest step of the largest terms has 3,400.
DATA_UPLOAD_MAX_NUMBER_FIELDS = 5000
# More than a draft may have, so that its form can say how many.
DATA_UPLOAD_MAX_NUMBER_FILES = 20
FILE_UPLOAD_MAX_MEMORY_SIZE = 1024 * 1024
FILE_UPLOAD_PERMISSIONS = 0o600
# A longer body is refused before it is read.
CONCORD_MAX_BODY = 32 * 1024 * 1024

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {
        "one_line": {
            "()": "portal.settings.logs.OneLineFormatter",
            "format": "%(asctime)s %(levelname)s %(name)s: %(message)s",
        }
    },
    "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "one_line"}},
    "root": {"handlers": ["console"], "level": "INFO"},
    "loggers": {
        # Django's own handlers would mail and print a second time.
        "django": {"handlers": [], "level": "INFO", "propagate": True},
        "django.server": {"handlers": [], "propagate": True},
        # Scanners ask under any name; each would print a traceback.
        "django.security.DisallowedHost": {"level": "CRITICAL"},
        "gunicorn.error": {"handlers": [], "level": "WARNING", "propagate": True},
        "celery": {"level": "WARNING"},
    },
}
