"""Production: every variable named, https, PostgreSQL and Redis. Refuses the demo and the movable clock."""

from portal.settings.environment import load

load(production=True)

from portal.settings.base import *  # noqa: E402
from portal.settings.base import ENV  # noqa: E402

CONCORD_DEMO = False
CONCORD_CLOCK_MOVABLE = False

SECURE_SSL_REDIRECT = True
# Load balancers ask from inside, in plain http.
SECURE_REDIRECT_EXEMPT = [r"^healthz$", r"^readyz$"]
if ENV.proxies:
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
SECURE_HSTS_SECONDS = 365 * 24 * 3600
SECURE_HSTS_INCLUDE_SUBDOMAINS = True
SECURE_HSTS_PRELOAD = True
SESSION_COOKIE_NAME = "__Host-concord-session"
CSRF_COOKIE_NAME = "__Host-concord-csrf"
