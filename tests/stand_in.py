"""A stand-in for ORCID and GitHub on a port of this machine: it asks nobody and hands out whoever it was told."""

import json
import secrets
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qs, urlencode, urlsplit


@dataclass
class StandIn:
    """`orcid` and `github` are what the provider answers next; `asked` is every path, in order."""

    origin: str = ""
    orcid: dict[str, Any] = field(default_factory=dict)
    github: dict[str, Any] = field(default_factory=dict)
    asked: list[str] = field(default_factory=list)
    codes: set[str] = field(default_factory=set)
    token_status: int = 200
    refuses: bool = False

    def is_person(self, orcid: str, given: str = "", family: str = "", email: str = "") -> None:
        """Somebody with an ORCID record in the shape of the public API, version 3.0."""
        self.orcid = {
            "orcid-identifier": {"path": orcid, "uri": f"https://orcid.org/{orcid}"},
            "person": {
                "name": {"given-names": {"value": given}, "family-name": {"value": family}},
                "emails": {"email": [{"email": email, "verified": True}] if email else []},
            },
        }

    def answer(self, path: str, query: dict[str, str]) -> tuple[int, object, str]:
        """Status, JSON, and where to go."""
        what = path.strip("/").split("/", 1)[-1]
        if what == "authorize":
            code = secrets.token_hex(8)
            self.codes.add(code)
            told = {"error": "access_denied"} if self.refuses else {"code": code}
            return 302, {}, f"{query['redirect_uri']}?{urlencode({**told, 'state': query['state']})}"
        if what == "token":
            if query.get("code") not in self.codes or self.token_status != 200:
                return max(self.token_status, 400), {"error": "invalid_grant"}, ""
            self.codes.discard(query["code"])
            known = self.orcid.get("orcid-identifier", {}) if isinstance(self.orcid, dict) else {}
            return 200, {"access_token": "t", "token_type": "bearer", "orcid": known.get("path", "x")}, ""
        if what == "user/emails":
            return 200, [{"email": self.github.get("email"), "primary": True, "verified": True}], ""
        return 200, self.github if what == "user" else self.orcid, ""


@contextmanager
def running() -> Iterator[StandIn]:
    stand_in = StandIn()

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.reply(parse_qs(urlsplit(self.path).query))

        def do_POST(self) -> None:
            sent = self.rfile.read(int(self.headers.get("Content-Length") or 0)).decode()
            self.reply(parse_qs(sent))

        def reply(self, query: dict[str, list[str]]) -> None:
            path = urlsplit(self.path).path
            stand_in.asked.append(path)
            status, body, location = stand_in.answer(path, {name: values[0] for name, values in query.items()})
            self.send_response(status)
            if location:
                self.send_header("Location", location)
            self.send_header("Content-Type", "application/json")
            self.end_headers()
            self.wfile.write(json.dumps(body).encode())

        def log_message(self, format: str, *args: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    stand_in.origin = f"http://127.0.0.1:{server.server_port}"
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield stand_in
    finally:
        server.shutdown()
        server.server_close()
