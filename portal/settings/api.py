"""Django REST framework and the schema: JSON only, no browsable pages."""

from portal.settings.environment import current

REST_FRAMEWORK = {
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_PARSER_CLASSES": ["portal.core.web.api.body.JSONBody"],
    # A request with the header Authorization is a token's and nothing else: its cookies are not looked at.
    "DEFAULT_AUTHENTICATION_CLASSES": [
        "portal.api.authentication.TokenAuthentication",
        "portal.api.authentication.SessionAuthentication",
    ],
    "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.AllowAny"],
    "DEFAULT_METADATA_CLASS": None,
    "URL_FORMAT_OVERRIDE": None,
    "EXCEPTION_HANDLER": "portal.core.web.api.problems.exception_handler",
    "DEFAULT_SCHEMA_CLASS": "portal.core.web.api.schema.Schema",
    "DEFAULT_THROTTLE_CLASSES": [
        "rest_framework.throttling.AnonRateThrottle",
        "rest_framework.throttling.UserRateThrottle",
    ],
    "DEFAULT_THROTTLE_RATES": {"anon": "120/min", "user": "600/min", "bad_token": "60/min"},
    "NUM_PROXIES": current().proxies,
    "COERCE_DECIMAL_TO_STRING": True,
    "UNICODE_JSON": True,
    "STRICT_JSON": True,
    "TEST_REQUEST_DEFAULT_FORMAT": "json",
}

SPECTACULAR_SETTINGS = {
    "TITLE": "Concord",
    "VERSION": "1",
    "OAS_VERSION": "3.1.0",
    "DESCRIPTION": (
        "Everything public is readable. Accepting terms, votes, consents, confirmations, decisions and "
        "payments are acts in the browser; the API answers 403 with the page's address."
    ),
    "SERVE_INCLUDE_SCHEMA": False,
    "SCHEMA_PATH_PREFIX": r"/api/v1/",
    "COMPONENT_SPLIT_REQUEST": True,
    "POSTPROCESSING_HOOKS": [
        "drf_spectacular.hooks.postprocess_schema_enums",
        "portal.core.web.api.schema.close_objects",
    ],
    # Several are fields named `state`.
    "ENUM_NAME_OVERRIDES": {
        "ProjectState": "projects.project.states.ProjectState",
        "TaskState": "projects.tasks.states.TaskState",
        "RoundState": "projects.reviews.states.RoundState",
        "AssignmentState": "projects.reviews.states.AssignmentState",
        "RequestState": "projects.reviews.states.RequestState",
        "Outcome": "projects.reviews.states.Outcome",
        "FailureKind": "projects.runs.cleaning.FAILURES",
        "CaseState": "projects.reports.states.CaseState",
        "ProposalState": "projects.proposals.states.ProposalState",
    },
}
