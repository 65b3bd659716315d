"""Somebody at a browser: pages opened by links, buttons and fields, and everything the console complained of."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Browser, BrowserContext, Locator, Page, Response, expect

from tests.running import RunningSite

PASSWORD = "a basin of 7 wells"
DEMO_PASSWORD = "ash-layer-demo"
# What the browser itself says of a page that was refused; the test asks for the status.
_REFUSED = "Failed to load resource: the server responded with a status of"


def open_context(browser: Browser, site: RunningSite, *, javascript: bool = True) -> BrowserContext:
    # Colours that fade are neither the old nor the new ones for a moment.
    context = browser.new_context(
        base_url=site.address, locale="en", java_script_enabled=javascript, reduced_motion="reduce"
    )
    context.set_default_timeout(20_000)
    return context


class Person:
    """`handle` and `printed` are what they sign up with. A visitor has neither, and no cookies."""

    def __init__(
        self, browser: Browser, site: RunningSite, handle: str = "", printed: str = "", *, javascript: bool = True
    ) -> None:
        self.handle, self.printed = handle, printed
        self.site = site
        self.context = open_context(browser, site, javascript=javascript)
        self.complaints: list[str] = []
        self.page = self._new_page()

    @property
    def email(self) -> str:
        return f"{self.handle}@mail.example"

    def _new_page(self) -> Page:
        page = self.context.new_page()
        page.on("pageerror", lambda error: self.complaints.append(f"{page.url}: {error}"))
        page.on("console", lambda line: self._hear(page, line.type, line.text))
        return page

    def _hear(self, page: Page, kind: str, text: str) -> None:
        if kind == "error" and not text.startswith(_REFUSED):
            self.complaints.append(f"{page.url}: {text}")

    @contextmanager
    def second_tab(self) -> Iterator[Page]:
        """Another tab of the same browser, in which the verbs below act until it is closed."""
        first, self.page = self.page, self._new_page()
        yield first
        self.page.close()
        self.page = first

    def leave(self) -> None:
        self.context.close()
        assert self.complaints == []

    # --- going about

    def open(self, path: str, status: int = 200) -> Response:
        response = self.page.goto(path)
        assert response is not None
        assert response.status == status, f"{path}: {response.status}"
        return response

    def follow(self, name: str, status: int = 200) -> None:
        self.press(name, status, role="link")

    def press(self, name: str, status: int = 200, *, within: Locator | None = None, role: str = "button") -> None:
        """Clicks, waits for the page that follows and asks for its status."""
        place = within or self.page.locator("body")
        found = place.get_by_role(role, name=name, exact=True)  # type: ignore[arg-type]
        # A form's first button is hidden: it is there for the Enter key.
        seen = found.and_(self.page.locator(":not(.visually-hidden)"))
        with self.page.expect_navigation() as navigation:
            # Two links of one name lead to one page; two buttons of one name would not be told apart.
            (seen.first if role == "link" else seen).click()
        answer = navigation.value
        assert answer is None or answer.status == status, f"{name}: {answer.status}, {self.said()}"

    def unfold(self, which: str) -> None:
        """Opens what is folded, by its own line, where somebody without the script would as well."""
        for folded in self.page.locator(f"{which}:not([open]) > summary").all()[::-1]:
            folded.click()

    def answer(self, name: str, value: str) -> None:
        """Fills the field that a form sends under `name`."""
        field = self.page.locator(f'[name="{name}"]:not([type=hidden])')
        if field.first.get_attribute("type") in {"radio", "checkbox"}:
            self.page.locator(f'[name="{name}"][value="{value}"]').check()
        elif field.evaluate("field => field.tagName") == "SELECT":
            field.select_option(value)
        else:
            field.fill(value)

    # --- reading

    def said(self) -> str:
        """The text of the page as people read it."""
        return self.page.locator("main").inner_text()

    def sees(self, *texts: str) -> None:
        for text in texts:
            expect(self.page.locator("main")).to_contain_text(text, use_inner_text=True)

    def heading(self) -> str:
        return self.page.locator("h1").inner_text()

    # --- accounts

    def sign_up(self) -> None:
        """With the mail's link, as everybody does."""
        self.open("/accounts/signup/")
        self.page.get_by_label("Printed name").fill(self.printed)
        self.page.get_by_label("Given name").fill(self.printed.split()[0])
        self.page.get_by_label("Family name").fill(self.printed.split()[-1])
        self.page.get_by_label("Handle").fill(self.handle)
        self.page.get_by_label("E-mail address").fill(self.email)
        self.page.get_by_label("Password", exact=True).fill(PASSWORD)
        self.page.get_by_label("The same password again").fill(PASSWORD)
        self.press("Sign up")
        self.mailed("confirm-email")
        self.press("Yes, confirm it")

    def mailed(self, part: str, seconds: float = 20) -> None:
        """Follows the newest link holding `part` in the mail to this person. A job sends it, a moment later."""
        link = self.page.locator(".mail-body a").filter(has_text=re.compile(part)).first
        until = time.monotonic() + seconds
        while True:
            self.open(f"/demo/mail/?to={self.email}")
            if link.count() or time.monotonic() > until:
                link.click()
                return
            time.sleep(0.2)

    def sign_in(self, email: str, password: str = PASSWORD) -> None:
        self.open("/accounts/login/")
        self.page.get_by_label("E-mail address").fill(email)
        self.page.get_by_label("Password", exact=True).fill(password)
        self.press("Sign in")
