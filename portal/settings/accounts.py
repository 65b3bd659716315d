"""Accounts: users, passwords and allauth. The room is `portal.people`."""

from portal.settings.environment import PROVIDERS, current

ENV = current()

AUTH_USER_MODEL = "portal.User"
AUTHENTICATION_BACKENDS = ["portal.people.backend.AccountBackend"]
PASSWORD_HASHERS = [
    "django.contrib.auth.hashers.ScryptPasswordHasher",
    "django.contrib.auth.hashers.PBKDF2PasswordHasher",
]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator", "OPTIONS": {"min_length": 10}},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
]
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "/"

ACCOUNT_ADAPTER = "portal.people.adapter.AccountAdapter"
ACCOUNT_FORMS = {"signup": "portal.people.forms.SignupForm", "login": "portal.people.forms.LoginForm"}
ACCOUNT_USER_DISPLAY = "portal.people.queries.user_display"

ACCOUNT_LOGIN_METHODS = {"email"}
ACCOUNT_SIGNUP_FIELDS = ["email*", "password1*", "password2*"]
ACCOUNT_USER_MODEL_USERNAME_FIELD = None
ACCOUNT_EMAIL_VERIFICATION = "mandatory"
# A mail scanner that opens links must not confirm an address.
ACCOUNT_CONFIRM_EMAIL_ON_GET = False
ACCOUNT_UNIQUE_EMAIL = True
ACCOUNT_PREVENT_ENUMERATION = True
# Mail goes out in both cases, so that its time does not tell whether an address is known.
ACCOUNT_EMAIL_UNKNOWN_ACCOUNTS = True
ACCOUNT_EMAIL_NOTIFICATIONS = True
ACCOUNT_EMAIL_SUBJECT_PREFIX = ""
ACCOUNT_CHANGE_EMAIL = True
ACCOUNT_LOGOUT_ON_GET = False
ACCOUNT_LOGOUT_ON_PASSWORD_CHANGE = True
ACCOUNT_SESSION_REMEMBER = True
# Seconds a password counts as fresh before consent, payment and key pages.
ACCOUNT_REAUTHENTICATION_TIMEOUT = 15 * 60
ACCOUNT_REAUTHENTICATION_REQUIRED = True
ACCOUNT_DEFAULT_HTTP_PROTOCOL = "https" if ENV.base_url.startswith("https://") else "http"
ACCOUNT_RATE_LIMITS = {
    "login_failed": "10/m/ip,5/300s/key",
    "signup": "20/m/ip",
    "reset_password": "20/m/ip,5/m/key",
    "confirm_email": "1/60s/key",
}
ALLAUTH_TRUSTED_PROXY_COUNT = ENV.proxies

# Two accounts are never joined because they name the same e-mail.
SOCIALACCOUNT_EMAIL_AUTHENTICATION = False
SOCIALACCOUNT_EMAIL_AUTHENTICATION_AUTO_CONNECT = False
SOCIALACCOUNT_AUTO_SIGNUP = False
SOCIALACCOUNT_LOGIN_ON_GET = False
SOCIALACCOUNT_STORE_TOKENS = False
SOCIALACCOUNT_PROVIDERS = {
    provider: {"APPS": [{"client_id": client, "secret": secret, "key": ""}]}
    for provider, (client, secret) in ENV.providers.items()
}
PROVIDER_APPS = [
    f"allauth.socialaccount.providers.{name.lower()}" for name in PROVIDERS if name.lower() in ENV.providers
]

# No passkeys yet: allauth's pages for them carry inline scripts, which our policy refuses.
MFA_SUPPORTED_TYPES = ["totp", "recovery_codes"]
MFA_TOTP_ISSUER = "Concord"
USERSESSIONS_TRACK_ACTIVITY = True
