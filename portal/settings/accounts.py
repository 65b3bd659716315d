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
ACCOUNT_FORMS = {
    "signup": "portal.people.forms.SignupForm",
    "login": "portal.people.forms.LoginForm",
    "add_email": "portal.people.labels.AddEmailForm",
    "change_password": "portal.people.labels.ChangePasswordForm",
    "set_password": "portal.people.labels.SetPasswordForm",
    "reset_password": "portal.people.labels.ResetPasswordForm",
    "reset_password_from_key": "portal.people.labels.ResetPasswordKeyForm",
    "user_token": "portal.people.links.OpenAccountTokenForm",
    "reauthenticate": "portal.people.labels.ReauthenticateForm",
    "confirm_reauthentication_code": "portal.people.labels.ConfirmNumberForm",
}
SOCIALACCOUNT_ADAPTER = "portal.people.providers.ProviderAdapter"
SOCIALACCOUNT_FORMS = {"signup": "portal.people.forms.ProviderSignupForm"}
MFA_ADAPTER = "portal.people.passkeys.KeyAdapter"
MFA_FORMS = {
    "activate_totp": "portal.people.labels.ActivateAppForm",
    "authenticate": "portal.people.labels.AuthenticateForm",
    "reauthenticate": "portal.people.labels.AuthenticateAgainForm",
    "add_webauthn": "portal.people.passkeys.AddForm",
    "authenticate_webauthn": "portal.people.passkeys.UseForm",
    "edit_webauthn": "portal.people.passkeys.RenameForm",
    "login_webauthn": "portal.people.passkeys.LoginForm",
    "reauthenticate_webauthn": "portal.people.passkeys.ReauthenticateForm",
}
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
# The session that changes the password goes on under a new id; `AccountAdapter.set_password` ends the others.
ACCOUNT_LOGOUT_ON_PASSWORD_CHANGE = False
ACCOUNT_SESSION_REMEMBER = True
# Seconds a password counts as fresh before consent, payment and key pages.
ACCOUNT_REAUTHENTICATION_TIMEOUT = 15 * 60
ACCOUNT_REAUTHENTICATION_REQUIRED = True
ACCOUNT_DEFAULT_HTTP_PROTOCOL = "https" if ENV.base_url.startswith("https://") else "http"
ACCOUNT_RATE_LIMITS = {
    "login_failed": "10/m/ip,5/300s/key",
    "signup": "20/m/ip",
    "reset_password": "20/m/ip,5/m/key",
    "reset_password_from_key": "20/m/ip",
    "confirm_email": "1/60s/key",
    "change_password": "5/m/user",
    "manage_email": "10/m/user",
    "reauthenticate": "10/m/user",
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
CONCORD_SIGN_IN_STAND_IN = ENV.sign_in_stand_in
PROVIDER_APPS = [
    f"allauth.socialaccount.providers.{name.lower()}" for name in PROVIDERS if name.lower() in ENV.providers
]

# allauth's pages for passkeys carry inline scripts, which our policy refuses: templates/mfa has our own.
MFA_SUPPORTED_TYPES = ["totp", "recovery_codes", "webauthn"]
MFA_PASSKEY_LOGIN_ENABLED = True
# Without https the only address with passkeys is http://localhost, and it is the browser's rule that says so.
MFA_WEBAUTHN_ALLOW_INSECURE_ORIGIN = not ENV.base_url.startswith("https://")
MFA_TOTP_ISSUER = "Concord"
MFA_TOTP_TOLERANCE = 1
MFA_RECOVERY_CODES_SHOW_ONCE = True
USERSESSIONS_TRACK_ACTIVITY = True
