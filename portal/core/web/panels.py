"""Parts of a page that upper rooms add to pages of lower ones. Registered in `portal.wiring` alone."""

from collections.abc import Callable
from typing import Any

from django.http import HttpRequest

Panel = Callable[[HttpRequest, Any], str]
_panels: dict[str, tuple[Panel, ...]] = {}


def register(place: str, *panels: Panel) -> None:
    """Sets the panels of `place` ("person", "project", "home"), in this order."""
    _panels[place] = panels


def render(place: str, request: HttpRequest, about: Any) -> list[str]:
    """HTML of each panel that has something to say about `about`; a panel returns "" to stay away."""
    return [html for panel in _panels.get(place, ()) if (html := panel(request, about))]
