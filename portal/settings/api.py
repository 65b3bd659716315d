"""Django REST framework and the schema: JSON only, no browsable pages."""

from portal.settings.environment import current

REST_FRAMEWORK = {
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_PARSER_CLASSES": ["rest_framework.parsers.JSONParser"],
    "DEFAULT_AUTHENTICATION_CLASSES": ["rest_framework.authentication.SessionAuthentication"],
    "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.IsAuthenticatedOrReadOnly"],
    "URL_FORMAT_OVERRIDE": None,
    "EXCEPTION_HANDLER": "portal.core.web.api.exception_handler",
    "DEFAULT_SCHEMA_CLASS": "drf_spectacular.openapi.AutoSchema",
    "DEFAULT_THROTTLE_CLASSES": [
        "rest_framework.throttling.AnonRateThrottle",
        "rest_framework.throttling.UserRateThrottle",
    ],
    "DEFAULT_THROTTLE_RATES": {"anon": "120/min", "user": "600/min"},
    "NUM_PROXIES": current().proxies,
    "COERCE_DECIMAL_TO_STRING": True,
    "UNICODE_JSON": True,
    "STRICT_JSON": True,
    "TEST_REQUEST_DEFAULT_FORMAT": "json",
}

SPECTACULAR_SETTINGS = {
    "TITLE": "Concord",
    "VERSION": "1",
    "DESCRIPTION": (
        "Everything public is readable. Accepting terms, votes, consents, confirmations, decisions and "
        "payments are acts in the browser; the API answers 403 with the page's address."
    ),
    "SERVE_INCLUDE_SCHEMA": False,
    "SCHEMA_PATH_PREFIX": r"/api/v1/",
    "COMPONENT_SPLIT_REQUEST": True,
    # Both are fields named `state`.
    "ENUM_NAME_OVERRIDES": {
        "ProjectState": "projects.project.states.ProjectState",
        "TaskState": "projects.tasks.states.TaskState",
    },
}
