"""The tag library `concord` (its door is `portal/templatetags/concord.py`)."""

import datetime as dt
from fractions import Fraction
from typing import Any

from django import template
from django.template.base import FilterExpression, Node, NodeList, Parser, Token, token_kwargs
from django.templatetags.static import static
from django.urls import NoReverseMatch, reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString

from portal.core.text import markdown as pipeline
from portal.core.web import dates, numbers
from portal.core.web.components import catalogue, registry

__all__ = ["catalogue", "register"]  # importing the catalogue is what registers the components

register = template.Library()


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
        made = self.component.make(**values)
        inherited = {key: context[key] for key in ("request", "csrf_token", "user") if key in context}
        engine = context.template.engine  # type: ignore[union-attr]
        found: template.Template = context.render_context.get(self) or engine.get_template(self.component.template)
        context.render_context[self] = found
        # Without the template's own line ends: a comma may follow a name.
        return SafeString(found.render(context.new({**inherited, **made})).strip())


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
