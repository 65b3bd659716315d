"""What is wrong with a terms document, said in both languages, and the words for what the engine's parser says."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from authorship.engine.errors import Problem as EngineProblem


@dataclass(frozen=True)
class Problem:
    """``path`` is written like ``core_team.members[0].since``, empty for the whole document; ``line`` counts from 1.

    ``also`` are the other clauses of a contradiction: whichever of them changes, it is gone.
    """

    path: str
    code: str
    message: str
    message_zh: str
    line: int | None = None
    also: tuple[str, ...] = ()

    @property
    def paths(self) -> tuple[str, ...]:
        return (self.path, *self.also)

    def said(self, lang: str) -> str:
        return self.message_zh if lang.lower().startswith("zh") else self.message

    def at(self, line: int | None) -> Problem:
        return replace(self, line=line)


# The engine speaks English only; its codes are few, so each has one Chinese sentence and the English one behind it.
_ENGINE_ZH = {
    "not_computed": "此规则目前还不能计算",
    "missing": "此处尚未填写",
    "none": "此处回答“无”则无法计算",
    "unknown_key": "没有这一项",
    "unknown_fact": "此处没有这项事实",
    "unknown_reference": "所指的标识不存在",
    "two_values": "同一项有两个取值",
    "duplicate": "标识重复",
    "two_bounds": "at_least 与 more_than 只能写一个",
    "two_currencies": "同一规则中有两种货币",
    "bad_amount": "数额写法不对",
    "bad_number": "应为整数",
    "bad_day": "日期写法不对",
    "bad_id": "标识写法不对",
    "bad_money": "金额不对",
    "bad_currency": "货币代码不对",
    "not_positive": "分值须大于 0",
    "not_a_condition": "条件写法不对",
    "not_last": "此依据须放在最后",
    "not_a_window": "结束早于开始",
    "not_allowed": "取值不在允许的范围内",
    "does_not_apply": "此类规则没有这一项",
    "too_deep": "嵌套过深",
    "too_large": "规则过长",
    "too_long": "文字过长",
    "reserved": "此标识已保留",
    "empty": "列表为空",
}


# Said in the words of the form, with those of a file behind them.
_ENGINE_WORDS = {
    "not_total": (
        "The last of the ties is “name, as the last key” or “random order” (in a file: name+subject or random), so "
        "that no tie is left open.",
        "并列的最后一项须为“姓名（作为最后依据）”或“随机顺序”（文件中写作 name+subject 或 random），使次序完全确定。",
    ),
}


def from_engine(problems: Iterable[EngineProblem]) -> list[Problem]:
    return [Problem(found.path, found.code, *_engine_words(found)) for found in problems]


def _engine_words(found: EngineProblem) -> tuple[str, str]:
    chinese = f"{_ENGINE_ZH.get(found.code, '规则有误')}（{found.message}）"
    return _ENGINE_WORDS.get(found.code, (found.message, chinese))


def shown(value: object) -> str:
    """A foreign value for a message: one line, at most 60 characters, nothing unprintable."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(value) if value.bit_length() < 64 else "a very large number"
    if isinstance(value, str):
        text = "".join(char if char.isprintable() else "�" for char in value[:61])
        return text if len(text) <= 60 else text[:59] + "…"
    return {"dict": "{…}", "list": "[…]", "float": "a decimal number"}.get(type(value).__name__, "?")
