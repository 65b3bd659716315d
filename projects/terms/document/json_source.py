"""JSON text → plain data and the line of every path, as RFC 8259 has it and nothing beyond.

The standard library's reader takes NaN, keeps the last of two equal keys, recurses as deep as the text does and knows
no places; this one refuses the first two with path and line, and bounds depth and size before anything is built.
"""

from __future__ import annotations

import json
import re
from typing import Literal

from projects.terms.document.problems import Problem, shown
from projects.terms.document.source import (
    MAX_DEPTH,
    MAX_VALUES,
    Building,
    RefusedSource,
    Source,
    decoded,
    too_deep,
    too_many,
)

_SPACE = re.compile(r"[ \t\n\r]*")
_NUMBER = re.compile(r"-?(?:0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?")
_STRING = re.compile(r'"(?:[^"\\\x00-\x1f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"')
_WORDS: dict[str, bool | None] = {"true": True, "false": False, "null": None}
_WORD = re.compile(r"[A-Za-z]+")
_MOST_DIGITS = 16
_Next = Literal["value", "first", "key", "after"]


def load_json(text: str | bytes) -> Source:
    """Never raises. Refused: over 200 kB, other than UTF-8, a key twice, comments, NaN, anything after the value."""
    source = Source()
    try:
        source.data = _Scanner(decoded(text), source.lines).whole()
    except RefusedSource as refused:
        source.problems.append(refused.problem)
    return source


class _Scanner:
    def __init__(self, text: str, lines: dict[str, int]) -> None:
        self._text = text
        self._lines = lines
        self._at = 0
        self._line = 1
        self._counted = 0  # how far line ends were counted
        self._stack: list[Building] = []
        self._values = 0

    def whole(self) -> object:
        """A loop and no recursion, so that no depth of the text is a depth of ours."""
        root: list[object] = []
        state: _Next = "value"
        while True:
            char = self._peek()
            if state == "after":
                if not self._stack:
                    if char:
                        raise self._syntax("nothing may stand after the end", "结尾之后不能再有内容")
                    return root[0]
                state = self._after(char, root)
            elif state == "key" or (state == "first" and char not in "]}"):
                state = self._key(char) if isinstance(self._stack[-1].container, dict) else self._value(char, root)
            elif state == "first":
                state = self._close(char, root)
            else:
                state = self._value(char, root)

    def _peek(self) -> str:
        self._at = self._skip(self._at)
        return self._text[self._at : self._at + 1] or ""

    def _skip(self, at: int) -> int:
        found = _SPACE.match(self._text, at)
        return found.end() if found else at

    def _here(self) -> int:
        self._line += self._text.count("\n", self._counted, self._at)
        self._counted = self._at
        return self._line

    def _path(self) -> str:
        if not self._stack:
            return ""
        top = self._stack[-1]
        return top.next_path() if isinstance(top.container, list) or top.key is not None else top.path

    def _syntax(self, en: str, zh: str) -> RefusedSource:
        here = shown(self._text[self._at : self._at + 20])
        at, at_zh = (f"at “{here}”", f"位于“{here}”") if here else ("at the end", "位于结尾")
        return RefusedSource(
            Problem(
                self._path(),
                "json",
                f"This is no JSON: {en}, {at}.",
                f"JSON 语法错误：{zh}，{at_zh}。",
                self._here(),
            )
        )

    def _after(self, char: str, root: list[object]) -> _Next:
        if char == ",":
            self._at += 1
            # A value has to follow: no comma before a closing bracket.
            return "key" if isinstance(self._stack[-1].container, dict) else "value"
        return self._close(char, root)

    def _close(self, char: str, root: list[object]) -> _Next:
        container = self._stack[-1].container
        if char != ("}" if isinstance(container, dict) else "]"):
            raise self._syntax("a comma or a closing bracket is missing", "缺少逗号或右括号")
        self._at += 1
        self._stack.pop()
        return self._put(container, root)

    def _key(self, char: str) -> _Next:
        if char != '"':
            raise self._syntax("a key in double quotes is missing", "缺少双引号中的键")
        line = self._here()
        self._stack[-1].take_key(self._string(), line)
        if self._peek() != ":":
            raise self._syntax("a colon is missing", "缺少冒号")
        self._at += 1
        return "value"

    def _value(self, char: str, root: list[object]) -> _Next:
        path, line = self._path(), self._here()
        self._values += 1
        if self._values > MAX_VALUES:
            raise too_many(line)
        self._lines.setdefault(path, line)
        if char == "{" or char == "[":
            if len(self._stack) >= MAX_DEPTH:
                raise too_deep(path, line)
            self._at += 1
            self._stack.append(Building(path, {} if char == "{" else []))
            return "first"
        if char == '"':
            return self._put(self._string(), root)
        return self._put(self._number() if char == "-" or char.isdigit() else self._word(), root)

    def _put(self, value: object, root: list[object]) -> _Next:
        if self._stack:
            self._stack[-1].take(value)
        else:
            root.append(value)
        return "after"

    def _string(self) -> str:
        found = _STRING.match(self._text, self._at)
        if found is None:
            raise self._syntax(
                "a text is not closed, or holds a line break or a wrong escape", "文字没有结束，或含有换行或错误的转义"
            )
        self._at = found.end()
        return str(json.loads(found[0]))

    def _number(self) -> int | float:
        found = _NUMBER.match(self._text, self._at)
        if found is None:
            raise self._syntax("a number is written in plain digits", "数字应以普通数字书写")
        if found[1] or found[2]:
            self._at = found.end()
            return 0.5  # whatever it was: no decimal is read anywhere, and the reader says so with the path
        if len(found[0].lstrip("-")) > _MOST_DIGITS:
            raise RefusedSource(Problem(self._path(), "range", "The number is too large.", "数字过大。", self._here()))
        self._at = found.end()
        return int(found[0])

    def _word(self) -> bool | None:
        found = _WORD.match(self._text, self._at)
        if found is None or found[0] not in _WORDS:
            raise self._syntax("no value stands here", "此处没有值")
        self._at = found.end()
        return _WORDS[found[0]]
