"""YAML text → plain data and the line of every path.

Scalars are read by the words of the schema and not by YAML's: yes, no and none stay words, dates stay text, plain
digits are whole numbers, everything in quotes is text. Only the event stream of ruamel.yaml is used, so that nothing
is constructed, no alias is followed, and depth and size are bounded before anything is built.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

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

MAX_BYTES = 200_000
MAX_DEPTH = 40  # containers; rules have their own, smaller limit
MAX_NODES = 20_000

_WHOLE = re.compile(r"-?(?:0|[1-9][0-9]{0,15})")
_EMPTY = frozenset({"", "~", "null", "Null", "NULL"})
_TRUTH = {"true": True, "True": True, "TRUE": True, "false": False, "False": False, "FALSE": False}
_PARSER_ERRORS = (ValueError, ArithmeticError, LookupError, AttributeError, TypeError, AssertionError, RecursionError)
_FRAME = (StreamStartEvent, StreamEndEvent, DocumentStartEvent, DocumentEndEvent)


@dataclass
class Source:
    """``data`` is None where the text cannot be read; ``lines`` gives the line of each path, from 1."""

    data: object = None
    lines: dict[str, int] = field(default_factory=dict)
    problems: list[Problem] = field(default_factory=list)

    def line_of(self, path: str) -> int | None:
        """The line of the path, or of the nearest thing around it that has one."""
        while path and path not in self.lines:
            path = path[: max(path.rfind("."), path.rfind("["), 0)]
        return self.lines.get(path)


class _Refused(Exception):
    def __init__(self, problem: Problem) -> None:
        self.problem = problem


@dataclass
class _Open:
    """A list or mapping that is being filled; ``key`` is the mapping key whose value comes next."""

    path: str
    container: dict[str, object] | list[object]
    key: str | None = None

    def next_path(self) -> str:
        if isinstance(self.container, list):
            return f"{self.path}[{len(self.container)}]"
        return f"{self.path}.{self.key}" if self.path else str(self.key)

    def take(self, value: object) -> None:
        if isinstance(self.container, list):
            self.container.append(value)
        else:
            self.container[str(self.key)] = value
            self.key = None


def load_yaml(text: str | bytes) -> Source:
    """Never raises. Refused: over 200 kB, other than UTF-8, anchors, aliases, tags, a key twice, several documents."""
    source = Source()
    try:
        source.data = _build(_decode(text), source.lines)
    except _Refused as refused:
        source.problems.append(refused.problem)
    except MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        said = str(error.problem or error.context or "syntax error")
        source.problems.append(_syntax(said, mark.line + 1 if mark else None))
    except YAMLError:
        source.problems.append(_syntax("a character that YAML does not allow", None))
    except _PARSER_ERRORS as error:  # a stranger's text reached an error of the parser itself
        source.problems.append(_syntax(f"the text cannot be read ({type(error).__name__})", None))
    return source


def _syntax(said: str, line: int | None) -> Problem:
    return Problem("", "yaml", f"This is no YAML: {shown(said)}.", f"YAML 语法错误：{shown(said)}。", line)


def _decode(text: str | bytes) -> str:
    if len(text) > MAX_BYTES or (isinstance(text, str) and len(text.encode("utf-8", "surrogatepass")) > MAX_BYTES):
        raise _Refused(Problem("", "size", "The file is larger than 200 kB.", "文件超过 200 kB。"))
    if isinstance(text, bytes):
        try:
            text = text.decode("utf-8")
        except UnicodeDecodeError as error:
            line = error.object.count(b"\n", 0, error.start) + 1
            raise _Refused(Problem("", "encoding", "The file is not UTF-8.", "文件不是 UTF-8 编码。", line)) from None
    return text.removeprefix("\ufeff")


def _build(text: str, lines: dict[str, int]) -> object:
    stack: list[_Open] = []
    root: list[object] = []
    for count, event in enumerate(_content(text)):
        line = event.start_mark.line + 1
        if count > MAX_NODES:
            raise _Refused(Problem("", "size", "The file holds too many values.", "文件中的值过多。", line))
        if isinstance(event, MappingEndEvent | SequenceEndEvent):
            _put(stack.pop().container, stack, root)
            continue
        path = stack[-1].path if stack else ""
        if stack and isinstance(stack[-1].container, dict) and stack[-1].key is None:
            _read_key(event, stack[-1], line)
            continue
        path = stack[-1].next_path() if stack else ""
        lines.setdefault(path, line)
        _refuse_marks(event, path, line)
        if isinstance(event, ScalarEvent):
            _put(_scalar(event), stack, root)
            continue
        if len(stack) >= MAX_DEPTH:
            raise _Refused(Problem(path, "depth", f"More than {MAX_DEPTH} levels.", f"嵌套超过 {MAX_DEPTH} 层。", line))
        stack.append(_Open(path, {} if isinstance(event, MappingStartEvent) else []))
    return root[0] if root else None


def _put(value: object, stack: list[_Open], root: list[object]) -> None:
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
                raise _Refused(
                    Problem("", "documents", "The file holds several documents.", "文件中有多个文档。", line)
                )
        if not isinstance(event, _FRAME):
            yield event


def _read_key(event: Event, top: _Open, line: int) -> None:
    path = top.path
    _refuse_marks(event, path, line)
    if not isinstance(event, ScalarEvent):
        raise _Refused(Problem(path, "key", "A key is a word.", "键必须是一个词。", line))
    key = str(event.value)
    if not key or len(key) > 60 or not key.isprintable():
        raise _Refused(Problem(path, "key", "A key is a short word.", "键必须是一个简短的词。", line))
    if key in top.container:
        where = f"{path}.{key}" if path else key
        raise _Refused(Problem(where, "twice", f"“{shown(key)}” stands twice.", f"“{shown(key)}”出现了两次。", line))
    top.key = key


def _refuse_marks(event: Event, path: str, line: int) -> None:
    if isinstance(event, AliasEvent) or getattr(event, "anchor", None):
        raise _Refused(
            Problem(
                path,
                "alias",
                "Anchors and aliases (& and *) are not read; quote the text or write it out.",
                "不接受锚点和别名（& 与 *）；请加引号或写出完整内容。",
                line,
            )
        )
    if getattr(event, "tag", None):
        raise _Refused(
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
