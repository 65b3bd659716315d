"""What gunicorn serves."""

import os

from django.core.wsgi import get_wsgi_application

from portal.core.web.charset import Utf8Only

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "portal.settings.dev")
application = Utf8Only(get_wsgi_application())
