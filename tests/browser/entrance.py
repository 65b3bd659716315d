"""A site for signing in alone: no demo, its mail in a folder, a stand-in for ORCID and GitHub beside it."""

from __future__ import annotations

import base64
import email
import email.policy
import hmac
import re
import struct
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha1
from pathlib import Path

from playwright.sync_api import Browser, CDPSession, Page, expect

from tests import stand_in
from tests.browser.test_looks import faults
from tests.running import ROOT, RunningSite, environment
from tests.stand_in import StandIn

PASSWORD = "coral-reef-at-dawn-7"
_OPEN = """
from portal.core import clock
from portal.people import services
for handle in {handles!r}:
    services.open_account(email=handle + "@mail.example", password={password!r}, printed_name=handle.title(),
                          handle=handle, at=clock.now(), language="en", verified=True)
"""


class Entrance:
    """`local` is the address by name: browsers know passkeys there, and at no bare number."""

    def __init__(self, folder: Path, provider: StandIn) -> None:
        self.provider = provider
        self.folder = folder
        self.mail = folder / "mail"
        keys = {f"{name}_CLIENT_{part}": "of-the-suite" for name in ("ORCID", "GITHUB") for part in ("ID", "SECRET")}
        self.variables = {
            **keys,
            "CONCORD_SIGN_IN_STAND_IN": provider.origin,
            "EMAIL_URL": f"filemail:///{self.mail}",
        }
        self.site = RunningSite(folder / "data", **self.variables)
        self.local = f"http://localhost:{self.site.port}"

    def open_accounts(self, *handles: str) -> None:
        code = _OPEN.format(handles=handles, password=PASSWORD)
        settings = environment(self.site.data_dir, **self.variables)
        subprocess.run([sys.executable, "manage.py", "shell", "-c", code], cwd=ROOT, env=settings, check=True)

    def link(self, to: str, part: str, seconds: float = 20) -> str:
        """The path of the newest link holding `part` in a mail to `to`; mail comes a moment later."""
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            for path in sorted(self.mail.glob("*.log"), key=lambda one: one.stat().st_mtime, reverse=True):
                for raw in reversed(path.read_text(encoding="utf-8").split("-" * 79 + "\n")):
                    parsed = email.message_from_string(raw.lstrip(), policy=email.policy.default)
                    found = re.search(rf"http://[^/\s]+(/accounts/\S*{part}\S*)", raw.replace("=\n", ""))
                    if to in str(parsed["To"]) and found:
                        return found[1]
            time.sleep(0.2)
        raise AssertionError(f"no mail to {to} has a link with {part}")


@contextmanager
def running(folder: Path) -> Iterator[Entrance]:
    with stand_in.running() as provider:
        entrance = Entrance(folder, provider)
        try:
            entrance.site.wait_ready(120)
            yield entrance
        finally:
            entrance.site.end()


def sign_in(page: Page, email: str, password: str = PASSWORD) -> None:
    page.goto("/accounts/login/")
    page.get_by_label("E-mail address").fill(email)
    page.get_by_label("Password", exact=True).fill(password)
    with page.expect_navigation():
        page.get_by_role("button", name="Sign in", exact=True).click()


def is_it_you(page: Page) -> None:
    """Answers the question for the password, where the page asks it."""
    if "/reauthenticate/" in page.url:
        page.get_by_label("Password", exact=True).fill(PASSWORD)
        with page.expect_navigation():
            page.get_by_role("button", name="Go on").click()


def with_passkeys(page: Page) -> tuple[CDPSession, str]:
    """The browser's own virtual authenticator: a device that keeps keys and unlocks itself."""
    session = page.context.new_cdp_session(page)
    session.send("WebAuthn.enable")
    made = session.send(
        "WebAuthn.addVirtualAuthenticator",
        {
            "options": {
                "protocol": "ctap2",
                "transport": "internal",
                "hasResidentKey": True,
                "hasUserVerification": True,
                "isUserVerified": True,
                "automaticPresenceSimulation": True,
            }
        },
    )
    return session, made["authenticatorId"]


class Visitor:
    """A browser of its own whose console must stay quiet."""

    def __init__(self, browser: Browser, door: Entrance) -> None:
        self.context = browser.new_context(base_url=door.local, locale="en", reduced_motion="reduce")
        self.context.set_default_timeout(20_000)
        self.page = self.context.new_page()
        self.complaints: list[str] = []
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.page.on("console", lambda line: self.complaints.append(line.text) if line.type == "error" else None)

    def leave(self) -> None:
        self.context.close()
        assert [line for line in self.complaints if "Failed to load resource" not in line] == []


def press(page: Page, name: str) -> None:
    """A page follows, also where the script asks the device first."""
    with page.expect_navigation():
        tap(page, name)


def tap(page: Page, name: str) -> None:
    page.get_by_role("button", name=name, exact=True).click()


def follow(page: Page, name: str) -> None:
    with page.expect_navigation():
        page.get_by_role("link", name=name).click()


def signed_in_as(page: Page, name: str) -> None:
    expect(page.locator(".site-account")).to_contain_text(name)


def sign_out(page: Page) -> None:
    page.goto("/accounts/logout/")
    page.locator("main").get_by_role("button", name="Sign out", exact=True).click()
    expect(page.locator(".site-account")).to_contain_text("Sign in")


def looks_right(page: Page) -> None:
    assert list(faults(page)) == [], page.url


def number(secret: str, at: float | None = None) -> str:
    """RFC 6238, six digits, thirty seconds, SHA-1."""
    counter = int((at or time.time()) // 30)
    digest = hmac.new(base64.b32decode(secret), struct.pack(">Q", counter), sha1).digest()
    start = digest[-1] & 15
    return f"{(struct.unpack('>I', digest[start : start + 4])[0] & 0x7FFFFFFF) % 1_000_000:06}"
