"""The site's settings, but every page is made anew: what a page costs by itself."""

from portal.settings.dev import *
from portal.settings.dev import MIDDLEWARE

MIDDLEWARE = [name for name in MIDDLEWARE if not name.endswith("KeptPagesMiddleware")]
