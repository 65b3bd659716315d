"""Typed environment variables. All are read and judged together, so that one start names everything wrong.

`dev`, `prod` and `test` each call `load` before they take over `base`, which reads `current()`.
A variable may also come from a file named by the same variable with `_FILE` behind it.
"""

import os
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import SplitResult, urlsplit

from django.core.exceptions import ImproperlyConfigured

from portal.settings import keys

ROOT = Path(__file__).resolve().parents[2]
LOCAL_ADDRESS = "http://127.0.0.1:8000"
MAIL_SCHEMES = {"smtp", "smtps", "smtp+tls", "smtp+ssl"}
DEVELOPMENT_MAIL_SCHEMES = {"consolemail", "filemail", "memorymail", "dummymail"}
PROVIDERS = ("ORCID", "GITHUB")


class WrongEnvironment(ImproperlyConfigured):
    """Start refused. The message has one line for each variable that is wrong."""

    def __init__(self, wrong: list[str]) -> None:
        self.wrong = wrong
        lines = "".join(f"\n  {line}" for line in wrong)
        super().__init__(f"Concord does not start, because of these environment variables:{lines}")


@dataclass(frozen=True, kw_only=True)
class Environment:
    """Empty strings are variables that are not set.

    `checkpoint_key` is an Ed25519 seed, 32 bytes as hex; `outbox_patience` is in seconds.
    """

    production: bool
    data_dir: Path
    demo: bool
    base_url: str
    database_url: str
    redis_url: str
    email_url: str
    mail_from: str
    media_origin: str
    source_url: str
    contact: str
    secret_key: str
    old_secret_keys: tuple[str, ...]
    checkpoint_key: str
    proxies: int
    outbox_patience: int
    providers: Mapping[str, tuple[str, str]]
    sign_in_stand_in: str


_loaded: Environment | None = None


def load(*, production: bool = False) -> Environment:
    """Reads the process's environment once; raises WrongEnvironment."""
    global _loaded
    _loaded = read(os.environ, production=production)
    return _loaded


def current() -> Environment:
    return _loaded or load()


def read(values: Mapping[str, str], *, production: bool) -> Environment:
    """Outside production a missing secret is made once and kept in the data folder."""
    judge = _Judge(values, production)
    data_dir = judge.data_dir()
    demo = judge.yes_or_no("CONCORD_DEMO")
    if production and demo:
        judge.no("CONCORD_DEMO", "is refused by production settings: everybody knows the demo's passwords")
    environment = {
        "production": production,
        "data_dir": data_dir,
        "demo": demo,
        "base_url": judge.origin("BASE_URL", needed=True) or LOCAL_ADDRESS,
        "database_url": judge.database(),
        "redis_url": judge.redis(),
        "email_url": judge.email(),
        "media_origin": judge.media_origin(),
        "source_url": judge.source_url(),
        "contact": judge.contact(),
        "old_secret_keys": tuple(filter(None, judge.value("SECRET_KEY_FALLBACKS").split(","))),
        "proxies": judge.proxies(),
        "outbox_patience": judge.outbox_patience(),
        "providers": judge.providers(),
        "sign_in_stand_in": judge.sign_in_stand_in(),
    }
    secret_key, checkpoint_key = judge.secret_key(), judge.checkpoint_key()
    if judge.wrong:
        raise WrongEnvironment(judge.wrong)
    host = urlsplit(str(environment["base_url"])).hostname
    return Environment(
        **environment,  # type: ignore[arg-type]
        mail_from=judge.value("CONCORD_MAIL_FROM") or f"Concord <concord@{host}>",
        secret_key=secret_key or keys.kept(data_dir, "secret_key"),
        checkpoint_key=checkpoint_key or keys.kept(data_dir, "checkpoint_key"),
    )


class _Judge:
    """Collects what is wrong instead of stopping at the first. A wrong value reads as not set."""

    def __init__(self, values: Mapping[str, str], production: bool) -> None:
        self.values = values
        self.production = production
        self.wrong: list[str] = []

    def no(self, name: str, why: str) -> str:
        self.wrong.append(f"{name} {why}.")
        return ""

    def value(self, name: str) -> str:
        path = self.values.get(f"{name}_FILE", "")
        if not path:
            return self.values.get(name, "").strip()
        try:
            return Path(path).read_text(encoding="utf-8").strip()
        except (OSError, UnicodeDecodeError):
            return self.no(f"{name}_FILE", "names a file that cannot be read")

    def needed(self, name: str, why: str) -> str:
        """The value; its absence is wrong in production."""
        value = self.value(name)
        if not value and self.production and f"{name}_FILE" not in self.values:
            self.no(name, f"is missing: {why}")
        return value

    def yes_or_no(self, name: str) -> bool:
        value = self.value(name).lower()
        if value not in {"", "0", "1", "no", "yes", "false", "true"}:
            self.no(name, "is 0 or 1")
        return value in {"1", "yes", "true"}

    def data_dir(self) -> Path:
        path = Path(self.value("CONCORD_DATA_DIR") or ROOT / "var").absolute()
        existing = next(p for p in (path, *path.parents) if p.exists())
        if not existing.is_dir() or not os.access(existing, os.W_OK | os.X_OK):
            self.no("CONCORD_DATA_DIR", "is not a folder that can be written to")
        return path

    def origin(self, name: str, *, needed: bool) -> str:
        value = (
            self.needed(name, "the address people type, such as https://concord.example")
            if needed
            else self.value(name)
        )
        if not value:
            return ""
        url = _split(value)
        if (
            not url
            or url.scheme not in {"http", "https"}
            or not url.hostname
            or url.path not in {"", "/"}
            or url.query
            or url.fragment
        ):
            return self.no(name, "is an address without a path, such as https://concord.example")
        if self.production and url.scheme != "https":
            return self.no(name, "begins with https:// in production")
        return value.rstrip("/")

    def media_origin(self) -> str:
        value = self.origin("MEDIA_ORIGIN", needed=False)
        base = _split(self.value("BASE_URL") or LOCAL_ADDRESS)
        if value and base and urlsplit(value).hostname == base.hostname:
            return self.no("MEDIA_ORIGIN", "is another host than BASE_URL, or uploads could act as this site")
        return value

    def source_url(self) -> str:
        value = self.value("CONCORD_SOURCE_URL")
        url = _split(value)
        if value and (not url or url.scheme not in {"http", "https"} or not url.hostname):
            return self.no("CONCORD_SOURCE_URL", "is the address of this site's source code, such as https://…")
        return value

    def contact(self) -> str:
        value = self.needed("CONTACT_EMAIL", "where people write to whoever runs this site, help@concord.example")
        if value and not re.fullmatch(r"[^\s@<>\"',;:?&%]{1,64}@[^\s@<>\"',;:?&%]{1,189}", value):
            return self.no("CONTACT_EMAIL", "is one e-mail address and nothing else, such as help@concord.example")
        return value

    def database(self) -> str:
        value = self.needed("DATABASE_URL", "postgres://user:password@host:5432/name")
        url = _split(value)
        if value and (not url or url.scheme not in {"postgres", "postgresql"} or len(url.path) < 2):
            return self.no(
                "DATABASE_URL",
                "names a PostgreSQL database, postgres://user:password@host:5432/name; without it SQLite is used",
            )
        return value

    def redis(self) -> str:
        value = self.needed("REDIS_URL", "redis://host:6379/3")
        url = _split(value)
        if value and (not url or url.scheme not in {"redis", "rediss"} or not re.fullmatch(r"/[0-9]+", url.path)):
            return self.no("REDIS_URL", "names a Redis server and a number of Concord's own there, redis://host:6379/3")
        return value

    def email(self) -> str:
        value = self.needed("EMAIL_URL", "smtp+tls://user:password@host:587")
        schemes = MAIL_SCHEMES if self.production else MAIL_SCHEMES | DEVELOPMENT_MAIL_SCHEMES
        url = _split(value)
        if value and (not url or url.scheme not in schemes):
            return self.no("EMAIL_URL", "is a mail server, smtp+tls://user:password@host:587")
        return value

    def proxies(self) -> int:
        value = self.needed("CONCORD_PROXIES", "how many proxies of yours stand before Concord, 0 if none")
        if value and not re.fullmatch(r"[0-9]", value):
            self.no("CONCORD_PROXIES", "is how many proxies of yours stand before Concord, 0 to 9")
            return 0
        return int(value or 0)

    def outbox_patience(self) -> int:
        value = self.value("CONCORD_OUTBOX_PATIENCE") or "60"
        if not re.fullmatch(r"[1-9][0-9]{0,3}", value):
            self.no("CONCORD_OUTBOX_PATIENCE", "is how many seconds a job may stay silent, 1 to 9999")
            return 60
        return int(value)

    def providers(self) -> Mapping[str, tuple[str, str]]:
        """A provider without keys answers 500, so only those that have both are switched on."""
        found = {}
        for provider in PROVIDERS:
            names = (f"{provider}_CLIENT_ID", f"{provider}_CLIENT_SECRET")
            client, secret = (self.value(name) for name in names)
            if client and secret:
                found[provider.lower()] = (client, secret)
            elif client or secret:
                self.no(names[0] if secret else names[1], "is missing: a provider needs both keys")
        return found

    def sign_in_stand_in(self) -> str:
        """Where sign-ins go instead of to ORCID and GitHub, to try them out; whoever runs it can be anybody."""
        if self.production and self.value("CONCORD_SIGN_IN_STAND_IN"):
            return self.no("CONCORD_SIGN_IN_STAND_IN", "is refused by production settings: it would prove nothing")
        return self.origin("CONCORD_SIGN_IN_STAND_IN", needed=False)

    def secret_key(self) -> str:
        value = self.needed("SECRET_KEY", "50 or more random characters")
        if value and self.production and (len(value) < 50 or len(set(value)) < 5):
            return self.no("SECRET_KEY", "is too weak: 50 or more random characters")
        return value

    def checkpoint_key(self) -> str:
        value = self.needed("CHECKPOINT_KEY", "64 random hexadecimal digits, an Ed25519 seed")
        if value and not re.fullmatch(r"[0-9a-fA-F]{64}", value):
            return self.no("CHECKPOINT_KEY", "is 64 random hexadecimal digits, an Ed25519 seed")
        return value.lower()


def _split(value: str) -> SplitResult | None:
    """None for what is no address at all; reading the port checks it."""
    try:
        url = urlsplit(value)
        _ = url.port
    except ValueError:
        return None
    return url
