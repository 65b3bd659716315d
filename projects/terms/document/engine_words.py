"""What the engine's parser finds wrong, said as sentences in both languages.

The engine speaks English and for whoever runs it alone. A frame stands under the code of a problem, or under code and
case where one code is said of several things; its slots are the values that the problem names.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from authorship.engine.errors import Problem as EngineProblem
from projects.terms.document.field import Words
from projects.terms.document.fields import BY_PATH
from projects.terms.document.problems import Problem, shown
from projects.terms.document.words import zh

# Said in the words of the form, with those of a file behind them.
FRAMES: Mapping[str, Words] = {
    "not_computed": Words(
        "{rule} is not computed yet by this site, so terms with it cannot be published.",
        "本站目前还不能计算{rule}，含有此项的条款无法发布。",
    ),
    "missing": Words("This part is not stated yet.", "此处尚未填写。"),
    "none": Words("This is answered with none, and nothing can be computed from it.", "此处回答了“无”，因此无法计算。"),
    "unknown_key": Words(
        "{given} is not a part of this rule; its parts are {allowed}.",
        "规则中没有{given}这一项；可用的有 {allowed}。",
    ),
    "unknown_key.expression": Words(
        "{given} is no condition on a person; the conditions are {allowed}.",
        "没有{given}这种对人的条件；可用的有 {allowed}。",
    ),
    "unknown_key.condition": Words(
        "A group of conditions has exactly one of all, any and not.", "一组条件只能是 all、any、not 三者之一。"
    ),
    "unknown_key.sort": Words(
        "Nothing can be sorted by {given}; the sort keys are {allowed}.", "不能按{given}排序；可用的依据有 {allowed}。"
    ),
    "unknown_key.early_end": Words(
        "“Name, as the last key” (in a file: name+subject) belongs into the ties.",
        "“姓名（作为最后依据）”（文件中写作 name+subject）应写在并列的处理中。",
    ),
    "unknown_fact": Words(
        "There is no fact {given} about this work; the facts are {allowed}.",
        "这类工作没有{given}这项事实；可用的有 {allowed}。",
    ),
    "unknown_fact.no_facts": Words(
        "There is no fact {given}: nothing is recorded about this work that a condition could name.",
        "没有{given}这项事实：这类工作没有可供条件使用的事实。",
    ),
    "unknown_reference": Words("There is no {what} with the id {given}.", "没有标识为{given}的{what}。"),
    "two_values.kind": Words(
        "The kind of credit {given} has two rules, {one} and {other}; one kind has one rule.",
        "{one} 与 {other} 都规定了计分项目{given}的分值；一个项目只能有一条规则。",
    ),
    "two_values.place": Words(
        "Place {place} has two prizes: here and in the row before.", "第 {place} 名有两项奖金：此处与前一行。"
    ),
    "duplicate": Words("{given} stands here twice.", "{given}在此出现了两次。"),
    "duplicate.items": Words(
        "The id {given} stands twice, at {one} and at {other}.", "{one} 与 {other} 的标识相同，都是{given}。"
    ),
    "two_bounds": Words(
        "Say either “at least” or “more than”, not both (in a file: at_least and more_than).",
        "“至少”与“超过”只能写一个（文件中写作 at_least 与 more_than）。",
    ),
    "two_currencies": Words("This rule pays in {own}, not in {given}.", "此规则以 {own} 支付，而不是{given}。"),
    "bad_amount": Words(
        "{given} is no amount: an amount is a whole number or a fraction in plain digits, such as 2 or 1/2.",
        "{given}不是分值：分值为整数或普通数字的分数，如 2 或 1/2。",
    ),
    "bad_amount.bare": Words(
        "In a file an amount stands in quotes, such as '2' or '1/2'; here {given} has none.",
        "在文件中，分值要加引号，如 '2' 或 '1/2'；此处的{given}没有加引号。",
    ),
    "bad_amount.text": Words(
        "An amount is a text such as '2' or '1/2', not {given}.", "分值应为文字，如 '2' 或 '1/2'，而不是{given}。"
    ),
    "bad_amount.denominator": Words(
        "{given} is no amount: what stands below the line is at most {most}.", "{given}不是分值：分母最大为 {most}。"
    ),
    "bad_number": Words(
        "A whole number from {least} to {most} stands here, not {given}.",
        "此处应为 {least} 到 {most} 之间的整数，而不是{given}。",
    ),
    "bad_day": Words("A date is written 2027-06-30, not {given}.", "日期写作 2027-06-30，而不是{given}。"),
    "bad_day.calendar": Words("There is no day {given} in the calendar.", "日历上没有{given}这一天。"),
    "bad_id": Words(
        "An id has 1 to 64 Latin letters, digits, hyphens, underscores and dots, and begins with a letter or digit; "
        "it is not {given}.",
        "标识由 1 到 64 个拉丁字母、数字、连字符、下划线和点组成，以字母或数字开头；不能是{given}。",
    ),
    "bad_money": Words(
        "An amount of money lies between 0 and {most} of the smallest unit, and is not {given}.",
        "金额以最小货币单位计，应在 0 到 {most} 之间，不能是{given}。",
    ),
    "bad_currency": Words(
        "A currency is a code of three capital letters, such as USD, not {given}.",
        "货币应为三个大写字母的代码，如 USD，而不是{given}。",
    ),
    "not_positive": Words(
        "An amount here is above 0; leave the rule out where nothing is given.", "分值须大于 0；不计分则请删去此规则。"
    ),
    "not_total": Words(
        "The last of the ties is “name, as the last key” or “random order” (in a file: name+subject or random), so "
        "that no tie is left open.",
        "并列的最后一项须为“姓名（作为最后依据）”或“随机顺序”（文件中写作 name+subject 或 random），使次序完全确定。",
    ),
    "not_last": Words("After this key no tie is left, so it comes last.", "此依据之后不会再有并列，因此须放在最后。"),
    "not_a_condition": Words(
        "A condition on the work reads “fact ≥ 3” or names a fact that is so or not; {given} is neither.",
        "对工作的条件写作“事实 ≥ 3”，或只写一项是非事实；{given}不行。",
    ),
    "not_a_condition.number": Words(
        "{fact} is a number, so say how many, such as ≥ 2.", "{fact}是数值，请写明大小，如 ≥ 2。"
    ),
    "not_a_condition.yes_no": Words(
        "{fact} is so or is not so; it is named without a number.", "{fact}只有是与否，不能与数值比较。"
    ),
    "not_a_window.days": Words(
        "The last day, {last}, is before the first, {first}.", "截止日{last}早于起始日{first}。"
    ),
    "not_a_window.places": Words(
        "The last place, {last}, is before the first, {first}.", "末位名次{last}在首位名次{first}之前。"
    ),
    "not_a_range": Words(
        "A range is a list of its lowest and its highest amount, such as ['1', '3'], not {given}.",
        "范围由最低和最高两个分值组成，如 ['1', '3']，而不是{given}。",
    ),
    "not_a_range.order": Words(
        "The lowest amount of the range, {low}, is above the highest, {high}.",
        "范围的最低分值{low}高于最高分值{high}。",
    ),
    "not_one_form": Words(
        "An amount is fixed, or lies in a range, or is a base with bonuses; not several of these at once (in a file: "
        "fixed, range, base and plus).",
        "分值或者固定，或者在一个范围之内，或者是基本分值加奖励；不能同时写几种"
        "（文件中写作 fixed、range、base 与 plus）。",
    ),
    "not_an_object": Words("Named parts stand here, not {given}.", "此处应为具名的各项，而不是{given}。"),
    "not_an_object.expression": Words(
        "A condition on a person is written like {{points: {{at_least: '1'}}}}, not as {given}.",
        "对人的条件写作 {{points: {{at_least: '1'}}}} 的形式，而不是{given}。",
    ),
    "not_an_object.table": Words(
        "A table names a factor for each value, such as {{maths: '2'}}; it is not {given}.",
        "倍数表为每个取值写明倍数，如 {{maths: '2'}}，而不是{given}。",
    ),
    "not_one_key": Words(
        "Each condition says one thing, under one name; this has {number} names.",
        "每个条件只写一项；此处有 {number} 项。",
    ),
    "not_a_list": Words("A list stands here, not {given}.", "此处应为列表，而不是{given}。"),
    "not_text": Words("A text stands here, not {given}.", "此处应为文字，而不是{given}。"),
    "bad_text": Words("This text holds characters that no page can show.", "文字中有无法显示的字符。"),
    "bad_text.table": Words(
        "The values of a table are written in plain Latin letters, digits and signs, not as {given}.",
        "倍数表的取值须用拉丁字母、数字和普通符号书写，不能是{given}。",
    ),
    "not_allowed": Words("One of {allowed} stands here, not {given}.", "此处应为 {allowed} 之一，而不是{given}。"),
    "not_allowed.prizes": Words(
        "Prizes are ranked by points, the number of credits, the day of the first credit or a recorded decision.",
        "奖金只能按分数、计分项数、首次得分日或已记录的决定排名。",
    ),
    "does_not_apply": Words(
        "A pay rule for {work} has no part “{part}”.", "针对“{work}”的支付规则没有“{part}”这一项。"
    ),
    "too_deep": Words("A rule is at most {most} levels deep.", "规则最多嵌套 {most} 层。"),
    "too_large.rule": Words("A rule has at most {most} parts.", "规则最多有 {most} 个部分。"),
    "too_large.list": Words("This list has at most {most} entries.", "此列表最多有 {most} 项。"),
    "too_long": Words("This text has at most {most} characters.", "此处文字最多 {most} 个字符。"),
    "reserved": Words(
        "The id rest is taken: it is the block of those whom no other block takes.",
        "标识 rest 已保留：它是不属于任何其他组的人所在的组。",
    ),
    "empty": Words("This list is empty.", "此列表为空。"),
}
# A code that this page has never heard of, and that somebody has to give words to.
_UNKNOWN = Words("This rule cannot be read.", "无法读取此规则。")

NOT_COMPUTED: Mapping[str, Words] = {
    "distinct": Words("a condition on different values of an attribute", "对属性不同取值数的条件"),
    "service": Words("a condition on service", "对服务的条件"),
    "agreed": Words("a condition on something agreed before", "对事先同意的事项的条件"),
    "decision": Words("a condition on a recorded decision", "对已记录的决定的条件"),
    "referred": Words("a condition on the number of people referred", "对推荐人数的条件"),
    "range": Words("an amount within a range, judged case by case", "在一定范围内逐项酌定的分值"),
    "base": Words("an amount with bonuses", "附带奖励的分值"),
    "first_of": Words("a bonus for the first of its sort", "同类首次出现时另加的分值"),
    "times": Words("a factor that depends on an attribute", "取决于属性的倍数"),
    "cap": Words("a limit on the points", "分值的上限"),
    "budget": Words("a limit on the points of everybody together", "全体合计分值的上限"),
    "applies": Words("a condition on the work that earns points", "对计分工作的条件"),
    "window": Words("a window of days in which work counts", "计入工作的起止日"),
    "list": Words("a limited list", "限定名单"),
}
_WHAT: Mapping[str, Words] = {
    "kind": Words("kind of credit", "计分项目"),
    "role": Words("role", "角色"),
}
_GIVEN: Mapping[type, Words] = {
    dict: Words("named parts", "具名的各项"),
    list: Words("a list", "列表"),
    float: Words("a decimal number", "小数"),
    type(None): Words("nothing", "空白"),
}
# Values as they stood in the data; the others are numbers and paths.
_QUOTED = frozenset({"given", "fact", "low", "high", "first", "last"})
_HUGE = Words("a very large number", "很大的数")


def from_engine(problems: Iterable[EngineProblem]) -> list[Problem]:
    return [Problem(found.path, found.code, _said(found, "en"), _said(found, "zh")) for found in problems]


def frame_of(code: str, case: str) -> Words | None:
    return FRAMES.get(f"{code}.{case}" if case else code)


def _said(found: EngineProblem, lang: str) -> str:
    frame = frame_of(found.code, found.case) or _UNKNOWN
    said = frame.said(lang).format_map({name: _value(name, value, lang) for name, value in found.values.items()})
    return said if zh(lang) else said[0].upper() + said[1:]


def _value(name: str, value: object, lang: str) -> str:
    if name == "rule":
        return NOT_COMPUTED[str(value)].said(lang)
    if name == "what":
        return _WHAT[str(value)].said(lang)
    if name == "work":
        return next(one.label.said(lang) for one in BY_PATH["compensation.pay[].for"].choices if one.value == value)
    if name == "part":
        return BY_PATH[f"compensation.pay[].{value}"].title.said(lang)
    if isinstance(value, tuple):
        return ("、" if zh(lang) else ", ").join(str(one) for one in value)
    named = _HUGE if isinstance(value, int) and value.bit_length() > 63 else _GIVEN.get(type(value))
    if named:
        return named.said(lang)
    return f"“{shown(value)}”" if name in _QUOTED else shown(value)
