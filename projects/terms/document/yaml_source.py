"""YAML text → plain data and the line of every path.

Scalars are read by the words of the schema and not by YAML's: yes, no and none stay words, dates stay text, plain
digits are whole numbers, everything in quotes is text. Only the event stream of ruamel.yaml is used, so that nothing
is constructed, no alias is followed, and depth and size are bounded before anything is built.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from ruamel.yaml import YAML
from ruamel.yaml.error import MarkedYAMLError, YAMLError
from ruamel.yaml.events import (
    AliasEvent,
    DocumentEndEvent,
    DocumentStartEvent,
    Event,
    MappingEndEvent,
    MappingStartEvent,
    ScalarEvent,
    SequenceEndEvent,
    StreamEndEvent,
    StreamStartEvent,
)

from projects.terms.document.problems import Problem, shown
from projects.terms.document.source import (
    MAX_BYTES,
    MAX_DEPTH,
    MAX_VALUES,
    Building,
    RefusedSource,
    Source,
    decoded,
    too_deep,
    too_many,
)

__all__ = ["MAX_BYTES", "MAX_DEPTH", "Source", "load_yaml"]

_WHOLE = re.compile(r"-?(?:0|[1-9][0-9]{0,15})")
_EMPTY = frozenset({"", "~", "null", "Null", "NULL"})
_TRUTH = {"true": True, "True": True, "TRUE": True, "false": False, "False": False, "FALSE": False}
_PARSER_ERRORS = (ValueError, ArithmeticError, LookupError, AttributeError, TypeError, AssertionError, RecursionError)
_FRAME = (StreamStartEvent, StreamEndEvent, DocumentStartEvent, DocumentEndEvent)


def load_yaml(text: str | bytes) -> Source:
    """Never raises. Refused: over 200 kB, other than UTF-8, anchors, aliases, tags, a key twice, several documents."""
    source = Source()
    plain = ""
    try:
        plain = decoded(text)
        source.data = _build(plain, source.lines)
    except RefusedSource as refused:
        source.problems.append(refused.problem)
    except MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        said = str(error.problem or error.context or "syntax error")
        source.problems.append(_syntax(said, mark.line + 1 if mark else None))
    except YAMLError as error:
        at = getattr(error, "position", None)
        line = plain.count("\n", 0, at) + 1 if isinstance(at, int) else None
        source.problems.append(_syntax("a character that YAML does not allow", line, "含有 YAML 不允许的字符"))
    except _PARSER_ERRORS as error:  # a stranger's text reached an error of the parser itself
        source.problems.append(_syntax(f"the text cannot be read ({type(error).__name__})", None, "无法读取此文件"))
    return source


def _syntax(said: str, line: int | None, said_zh: str = "请检查此处与上一行的缩进、冒号和引号") -> Problem:
    """`said` are the parser's own words, which are English alone."""
    return Problem("", "yaml", f"This is no YAML: {shown(said)}.", f"YAML 语法错误：{said_zh}。", line)


def _build(text: str, lines: dict[str, int]) -> object:
    stack: list[Building] = []
    root: list[object] = []
    values = 0
    for event in _content(text):
        line = event.start_mark.line + 1
        if isinstance(event, MappingEndEvent | SequenceEndEvent):
            _put(stack.pop().container, stack, root)
            continue
        if stack and isinstance(stack[-1].container, dict) and stack[-1].key is None:
            _read_key(event, stack[-1], line)
            continue
        values += 1
        if values > MAX_VALUES:
            raise too_many(line)
        path = stack[-1].next_path() if stack else ""
        lines.setdefault(path, line)
        _refuse_marks(event, path, line)
        if isinstance(event, ScalarEvent):
            _put(_scalar(event), stack, root)
            continue
        if len(stack) >= MAX_DEPTH:
            raise too_deep(path, line)
        stack.append(Building(path, {} if isinstance(event, MappingStartEvent) else []))
    return root[0] if root else None


def _put(value: object, stack: list[Building], root: list[object]) -> None:
    if stack:
        stack[-1].take(value)
    else:
        root.append(value)


def _content(text: str) -> Iterator[Event]:
    """Events of the one document, without the frame around it."""
    documents = 0
    for event in YAML(typ="safe", pure=True).parse(text):
        if isinstance(event, DocumentStartEvent):
            documents += 1
            if documents > 1:
                line = event.start_mark.line + 1
                raise RefusedSource(
                    Problem("", "documents", "The file holds several documents.", "文件中有多个文档。", line)
                )
        if not isinstance(event, _FRAME):
            yield event


def _read_key(event: Event, top: Building, line: int) -> None:
    path = top.path
    _refuse_marks(event, path, line)
    if not isinstance(event, ScalarEvent):
        raise RefusedSource(Problem(path, "key", "A key is a word.", "键必须是一个词。", line))
    top.take_key(str(event.value), line)


def _refuse_marks(event: Event, path: str, line: int) -> None:
    if isinstance(event, AliasEvent) or getattr(event, "anchor", None):
        raise RefusedSource(
            Problem(
                path,
                "alias",
                "Anchors and aliases (& and *) are not read; quote the text or write it out.",
                "不接受锚点和别名（& 与 *）；请加引号或写出完整内容。",
                line,
            )
        )
    if getattr(event, "tag", None):
        raise RefusedSource(
            Problem(path, "tag", "Tags (!) are not read; quote the text.", "不接受标签（!）；请给文本加引号。", line)
        )


def _scalar(event: ScalarEvent) -> object:
    text = str(event.value)
    if event.style:
        return text
    if text in _EMPTY:
        return None
    if text in _TRUTH:
        return _TRUTH[text]
    return int(text) if _WHOLE.fullmatch(text) else text
