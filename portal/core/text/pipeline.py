"""Markdown to HTML that may stand in a page. Pure and without Django: the worker process runs it.

Three steps: markdown-it (raw HTML off) writes HTML in which every formula is a placeholder; nh3 keeps
only what is listed here; then the formulas, written by `mathematics` from its own list, take their places.
"""

import hashlib
import re
import secrets
from collections.abc import Mapping, Sequence
from html import escape
from typing import Any

import nh3
from markdown_it import MarkdownIt
from markdown_it.renderer import RendererHTML
from markdown_it.rules_core import StateCore
from markdown_it.token import Token
from mdit_py_plugins.dollarmath import dollarmath_plugin
from mdit_py_plugins.footnote import footnote_plugin
from pygments import highlight
from pygments.formatters import HtmlFormatter
from pygments.lexers import get_lexer_by_name
from pygments.token import STANDARD_TYPES
from pygments.util import ClassNotFound

from portal.core.text.mathematics import mathml

# Part of the cache key: raise it when the same source gives other HTML.
VERSION = 2
# Headings of a text stand below the page's h1 and its section's h2.
TOP_HEADING = 3
MOST_FORMULAS = 300
MOST_CODE = 20_000

_SCHEME = re.compile(r"(https?://|mailto:)[^\s]+", re.IGNORECASE)
_FOOTNOTE = re.compile(r"#fn(ref)?-[0-9a-f]{8}-[0-9]+(:[0-9]+)?")
_ALIGN = {"text-align:right": "is-number", "text-align:center": "is-centre"}
TAGS = {
    *("p", "br", "hr", "h3", "h4", "h5", "h6", "ul", "ol", "li", "blockquote", "pre", "code", "em", "strong", "s", "a"),
    *("table", "thead", "tbody", "tr", "th", "td", "sup", "section", "div", "span"),
}
ATTRIBUTES = {
    "a": {"href", "title", "id", "class"},
    "li": {"id", "class", "dir"},
    "ol": {"start", "class"},
    "pre": {"tabindex", "class"},
    "div": {"tabindex", "class"},
    **{name: {"dir"} for name in ("p", "h3", "h4", "h5", "h6", "blockquote")},
    **{name: {"class", "dir"} for name in ("th", "td")},
    **{name: {"class"} for name in ("code", "span", "sup", "section", "hr")},
}
CLASSES = {
    "footnotes", "footnotes-list", "footnotes-sep", "footnote-item", "footnote-ref", "footnote-backref",
    "footnote-anchor", "is-number", "is-centre", "table-scroll", "code", *(c for c in STANDARD_TYPES.values() if c),
}  # fmt: skip


def to_html(source: str) -> str:
    """Safe HTML of `source`, which must already be text (see `clean_text`)."""
    nonce = secrets.token_hex(8)
    formulas: list[tuple[str, bool]] = []
    env: dict[str, Any] = {
        "docId": hashlib.sha256(source.encode()).hexdigest()[:8],
        "formulas": formulas,
        "nonce": nonce,
    }
    cleaned = nh3.clean(
        _MARKDOWN.render(source, env),
        tags=TAGS,
        attributes=ATTRIBUTES,
        attribute_filter=_keep,
        url_schemes={"http", "https", "mailto"},
        link_rel="nofollow noopener",
    )
    return re.sub(f"{nonce}:([0-9]+);", lambda found: _formula(*formulas[int(found[1])]), cleaned)


def _keep(tag: str, name: str, value: str) -> str | None:
    if name == "href":
        return value if _SCHEME.fullmatch(value) or _FOOTNOTE.fullmatch(value) else None
    if name == "class":
        return " ".join(c for c in value.split() if c in CLASSES) or None
    if name == "id":
        return value if _FOOTNOTE.fullmatch("#" + value) else None
    if name in ("tabindex", "start"):
        return value if re.fullmatch("[0-9]{1,9}", value) else None
    return value


def _formula(latex: str, block: bool) -> str:
    written = mathml(latex, block=block)
    if written is None:
        mark = "$$" if block else "$"
        written = f'<code class="formula-source">{escape(mark + latex + mark)}</code>'
    return f'<span class="formula" tabindex="0">{written}</span>' if block else written


def _placeholder(
    renderer: RendererHTML, tokens: Sequence[Token], index: int, options: Mapping[str, Any], env: dict[str, Any]
) -> str:
    token = tokens[index]
    if len(env["formulas"]) >= MOST_FORMULAS:
        return escape(token.content)
    env["formulas"].append((token.content, token.type != "math_inline"))
    return f"{env['nonce']}:{len(env['formulas']) - 1};"


def _code(source: str, language: str, attributes: str) -> str:
    """`pre` with Pygments' classes; plain where the language is unknown or the code is long."""
    words = escape(source)
    if language and len(source) <= MOST_CODE:
        try:
            lexer = get_lexer_by_name(language, stripnl=False)
            words = highlight(source, lexer, HtmlFormatter(nowrap=True))
        except ClassNotFound:
            pass
    return f'<pre class="code" tabindex="0"><code>{words}</code></pre>\n'


def _arrange(state: StateCore) -> None:
    """Headings without gaps below the page's own, columns aligned by class, each paragraph its own direction. A head
    of a column that says nothing is none."""
    above = TOP_HEADING - 1
    for position, token in enumerate(state.tokens):
        if token.type == "heading_open":
            wanted = int(token.tag[1]) + TOP_HEADING - 1
            above = min(wanted, above + 1, 6)
        if token.type in ("heading_open", "heading_close"):
            token.tag = f"h{above}"
        if token.type == "th_open" and not state.tokens[position + 1].content.strip():
            token.tag = state.tokens[position + 2].tag = "td"
        style = token.attrs.pop("style", None)
        if style in _ALIGN:
            token.attrSet("class", _ALIGN[str(style)])
        if token.type in ("paragraph_open", "heading_open", "th_open", "td_open"):
            token.attrSet("dir", "auto")


def _build() -> MarkdownIt:
    markdown = MarkdownIt("commonmark", {"html": False, "highlight": _code})
    markdown.enable(["table", "strikethrough"]).disable(["image", "html_block", "html_inline"])
    markdown.use(footnote_plugin).use(dollarmath_plugin, double_inline=True, allow_digits=False)
    markdown.core.ruler.push("arrange", _arrange)
    markdown.validateLink = lambda url: bool(_SCHEME.fullmatch(url))  # type: ignore[method-assign]
    for kind in ("math_inline", "math_inline_double", "math_block", "math_block_label"):
        markdown.add_render_rule(kind, _placeholder)
    markdown.add_render_rule("table_open", lambda *_: '<div class="table-scroll" tabindex="0"><table>\n')
    markdown.add_render_rule("table_close", lambda *_: "</table></div>\n")
    markdown.add_render_rule("code_block", lambda _, tokens, index, *__: _code(tokens[index].content, "", ""))
    return markdown


_MARKDOWN = _build()
