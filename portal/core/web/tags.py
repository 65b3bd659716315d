"""The tag library `concord` (its door is `portal/templatetags/concord.py`)."""

import datetime as dt
import ipaddress
from collections.abc import Iterable
from fractions import Fraction
from typing import Any
from urllib.parse import urlsplit

from django import template
from django.conf import settings
from django.http import HttpRequest
from django.template.base import FilterExpression, Node, NodeList, Parser, Token, token_kwargs
from django.templatetags.static import static
from django.urls import NoReverseMatch, reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from portal.core.text import markdown as pipeline
from portal.core.text import series as separated
from portal.core.text.tongue import tongue
from portal.core.web import dates, numbers
from portal.core.web.absolute import absolute
from portal.core.web.components import catalogue, registry
from portal.core.web.pieces import piece

__all__ = ["catalogue", "register"]  # importing the catalogue is what registers the components

register = template.Library()
register.simple_tag(absolute)


class ComponentNode(Node):
    child_nodelists = ("nodelist",)

    def __init__(
        self, component: registry.Component, arguments: dict[str, FilterExpression], nodelist: NodeList | None
    ) -> None:
        self.component = component
        self.arguments = arguments
        self.nodelist = nodelist or NodeList()

    def render(self, context: template.Context) -> SafeString:
        values: dict[str, Any] = {name: value.resolve(context) for name, value in self.arguments.items()}
        if self.nodelist:
            values["body"] = self.nodelist.render(context)
        if self.component.kept:
            return piece(self.component.name, values, lambda: self._drawn(context, values, {}))
        inherited = {key: context[key] for key in ("request", "csrf_token", "user") if key in context}
        return self._drawn(context, values, inherited)

    def _drawn(self, context: template.Context, values: dict[str, Any], inherited: dict[str, Any]) -> SafeString:
        engine = context.template.engine  # type: ignore[union-attr]
        found: template.Template = context.render_context.get(self) or engine.get_template(self.component.template)
        context.render_context[self] = found
        # Without the template's own line ends: a comma may follow a name.
        return SafeString(found.render(context.new({**inherited, **self.component.make(**values)})).strip())


def _compile(parser: Parser, token: Token, *, block: bool) -> ComponentNode:
    bits = token.split_contents()
    if len(bits) < 2 or bits[1][0] not in "\"'":
        raise template.TemplateSyntaxError(f"{bits[0]} takes the name of a component in quotes first")
    rest = bits[2:]
    arguments = token_kwargs(rest, parser)
    if rest:
        raise template.TemplateSyntaxError(f"{bits[0]} takes name=value only, not {rest[0]}")
    nodelist = None
    if block:
        nodelist = parser.parse(("endfilled",))
        parser.delete_first_token()
    try:
        found = registry.get(bits[1][1:-1])
        found.check([*arguments, "body"] if block else arguments)
    except registry.ComponentError as error:
        raise template.TemplateSyntaxError(str(error)) from error
    return ComponentNode(found, arguments, nodelist)


@register.tag("component")
def component_tag(parser: Parser, token: Token) -> ComponentNode:
    """`{% component "turn" turn=task.turn %}`"""
    return _compile(parser, token, block=False)


@register.tag("filled")
def filled_tag(parser: Parser, token: Token) -> ComponentNode:
    """`{% filled "notice" tone="flag" %}…{% endfilled %}`: the component's `body` is what stands between."""
    return _compile(parser, token, block=True)


@register.simple_tag
def icon(name: str) -> SafeString:
    """One symbol of the sprite, hidden from listeners: a word must stand beside it."""
    return format_html('<svg class="icon" aria-hidden="true"><use href="{}#{}"/></svg>', static("img/icons.svg"), name)


@register.simple_tag
def address(name: str, *args: object, **kwargs: object) -> str:
    """The address of a named page, or nothing where this site has no such page."""
    try:
        return reverse(name, args=args, kwargs=kwargs)
    except NoReverseMatch:
        return ""


@register.simple_tag
def contact() -> str:
    """The address of whoever runs this site, or nothing where none was named."""
    return str(settings.CONCORD_CONTACT)


@register.simple_tag(takes_context=True)
def numbered_host(context: template.Context) -> dict[str, str] | None:
    """None where the browser's address bar names this site; else `site`, its address by a name, and `by_name`, this
    page there, or "" where only whoever runs the site knows one. Browsers give passkeys to names, never to numbers."""
    request: HttpRequest = context["request"]
    parts = urlsplit(f"//{request.get_host()}")
    try:
        number = ipaddress.ip_address(parts.hostname or "")
    except ValueError:
        return None
    try:
        port = f":{parts.port}" if parts.port else ""
    except ValueError:  # Django takes any digits for a port; no browser gets here by one that there is not
        port = ""
    site = f"{request.scheme}://localhost{port}" if number.is_loopback else ""
    return {"site": site, "by_name": f"{site}{request.get_full_path()}" if site else ""}


@register.simple_tag
def between(what: str) -> str:
    """`{% between "things" %}`: the separator of the page's language; see `portal.core.text.series`."""
    return separated.between(what)


@register.filter
def series(parts: Iterable[object]) -> str:
    """`A, B, C` with the separators of the page's language."""
    return separated.series(parts)


@register.filter
def fraction(value: Fraction | int | str | None) -> str:
    """`3/2` as 1½; nothing for None."""
    return "" if value is None else numbers.fraction(Fraction(value))


@register.filter
def points(value: Fraction | int | str | None) -> str:
    """`1½ points`, `1 point`."""
    return "" if value is None else numbers.points(Fraction(value))


@register.filter
def relative(value: dt.datetime | dt.date | None) -> SafeString | str:
    """A `time` element: how long ago, with the exact time and zone on hover and in print."""
    return "" if value is None else dates.relative(value)


@register.filter
def exact(value: dt.datetime | dt.date | None) -> SafeString | str:
    """A `time` element: the day and time in UTC."""
    return "" if value is None else dates.exact(value)


@register.filter(name="day")
def day_in_words(value: dt.datetime | dt.date | None) -> str:
    """`2 Mar 2027`, plain text, for use inside a sentence."""
    return "" if value is None else dates.day(value)


@register.filter
def on(value: dt.datetime | dt.date | None) -> SafeString | str:
    """A `time` element: the day, with the exact time on hover and in print."""
    return "" if value is None else dates.on(value)


@register.filter
def day(value: dt.datetime | dt.date | None) -> str:
    """The day in words, without an element: for attributes and sentences."""
    return "" if value is None else dates.day(value)


@register.filter
def shorthash(value: str | None) -> SafeString | str:
    """The two ends of a hash, the whole on hover."""
    if not value:
        return ""
    return format_html('<span class="hash nowrap" title="{}">{} … {}</span>', value, value[:6], value[-4:])


@register.filter
def markdown(value: str | None) -> SafeString | str:
    """User text through the one pipeline."""
    return pipeline.render(value) if value else ""


@register.filter(name="tongue")
def tongue_of(value: object, otherwise: str = "") -> SafeString | str:
    """` lang="zh"` for user text in another language than the page; `otherwise` where the letters do not tell it."""
    language = tongue(str(value or "")) or otherwise.lower()
    page = get_language() or ""
    return "" if not language or page.split("-")[0] == language.split("-")[0] else format_html(' lang="{}"', language)
