"""After publication: who receives the tasks, what for, and what stays with those who made them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from licensing.vocabulary.purposes import covers
from projects.terms.checks.after_licence import offer
from projects.terms.checks.expressions import number
from projects.terms.checks.finding import parts, quoted
from projects.terms.checks.names import funder as funder_name
from projects.terms.checks.names import recipient
from projects.terms.checks.weighing import Weighing
from projects.terms.document.field import Words
from projects.terms.document.words import amount, day, glue

_DESTINATIONS, _REVENUE = "data.destinations", "data.revenue"
_RECIPIENTS = Words("the recipients", "接收方")
_SALE_PARTS = {
    "kind": Words("the kind of recipient", "接收方的类型"),
    "exclusive": Words("exclusivity", "是否独家"),
    "fee": Words("the fee", "费用"),
}
_REVENUE_SHARE = Words("revenue share", "收益分配")
_HELD_OUT = {
    "share": Words("share", "比例"),
    "chosen": Words("way of choosing", "选取方式"),
    "why": Words("reason", "理由"),
    "released": Words("release", "解禁时间"),
}
_OWN = {
    "own_paper": Words("a paper of one’s own", "自己的论文"),
    "teaching": Words("teaching", "教学"),
    "other_benchmark": Words("other benchmarks", "其他基准"),
}
_PUBLISHING = Words("publishing", "公开发布")
_SEES_NOTHING = Words("sees nothing before others do", "不能先于他人看到任何内容")
_SEES = {
    "none": _SEES_NOTHING,
    "nothing": _SEES_NOTHING,
    "results": Words("sees the results before others do", "先于他人看到结果"),
    "public": Words("sees the tasks of the public split before they are released", "在发布之前看到公开部分的任务"),
}


def sale_consent(w: Weighing) -> None:
    """A sale, exclusive use or paid access goes with a share above 0 for those who made the work."""
    if w.at(_DESTINATIONS) is None:
        return w.open(_DESTINATIONS, _RECIPIENTS)
    revenue = w.at(_REVENUE)
    special = False
    for path, item in w.rows(_DESTINATIONS):
        for part, named in _SALE_PARTS.items():
            if w.at(f"{path}.{part}") is None:
                w.open(f"{path}.{part}", named)
        sold = _sold_by(item)
        if sold:
            special = True
            _weigh_sale(w, f"{path}.{sold}", item, revenue)
    if special and isinstance(revenue, Mapping):
        worded = revenue.get("formula", "none") != "none"
        return w.fair(f"{_REVENUE}.{'formula' if worded else 'share'}", say=1)
    return w.fair(_DESTINATIONS)


def _sold_by(item: Mapping[str, Any]) -> str:
    """Which part makes it a sale: its kind, being exclusive, or a fee above 0."""
    if item.get("kind") == "sale":
        return "kind"
    if item.get("exclusive") == "yes":
        return "exclusive"
    return "fee" if _paid(item) else ""


def _paid(item: Mapping[str, Any]) -> bool:
    fee = item.get("fee")
    return isinstance(fee, Mapping) and fee.get("minor") != 0


def _weigh_sale(w: Weighing, cause: str, item: Mapping[str, Any], revenue: object) -> None:
    share = revenue.get("share") if isinstance(revenue, Mapping) else revenue
    if share is None:
        w.open(_REVENUE, _REVENUE_SHARE)
    elif share == "none" or not number(share):
        w.flag(cause, say=1 if cause.endswith(".fee") else 0, recipient=recipient(item))
    elif item.get("exclusive") == "yes" and item.get("fee") is not None and not _paid(item):
        w.observe(cause, recipient=recipient(item))


def training_use(w: Weighing) -> None:
    """A purpose counts as training by the vocabulary alone: training itself, and the wide ones that cover it."""
    if w.at(_DESTINATIONS) is None:
        return w.open(_DESTINATIONS, _RECIPIENTS)
    for path, item in w.rows(_DESTINATIONS):
        purposes, kind = w.at(f"{path}.purpose"), w.at(f"{path}.kind")
        if purposes is None:
            w.open(f"{path}.purpose", recipient(item))
        elif isinstance(purposes, list) and covers(purposes, "training"):
            if kind is None:
                w.open(f"{path}.kind", recipient(item), say=1)
            elif kind == "public":
                w.observe(f"{path}.purpose")
            else:
                w.flag(f"{path}.purpose", quote=f"purpose: {', '.join(purposes)}", recipient=recipient(item))
    return w.fair(_DESTINATIONS)


def new_destination(w: Weighing) -> None:
    path = "data.new_destination"
    said = w.at(path)
    visibility, held_out = w.at("data.visibility"), w.at("data.held_out")
    data = w.at("licence.outbound.data")
    if said is None:
        return w.open(path)
    if said == "consent":
        return w.fair(path)
    public = visibility == "open" and held_out == "none" and isinstance(data, str) and offer(data) == "open"
    if said == "notice" and public:
        return w.observe(path)
    return w.flag(path, say=0 if said == "notice" else 1)


def held_out(w: Weighing) -> None:
    path = "data.held_out"
    clause = w.at(path)
    if clause is None:
        return w.open(path, *_HELD_OUT.values())
    if clause == "none":
        return w.fair(path, say=1)
    for part, named in _HELD_OUT.items():
        value = w.at(f"{path}.{part}")
        if value is None:
            w.open(f"{path}.{part}", named)
        elif value == "none" and part in ("why", "released"):
            w.flag(f"{path}.{part}", parts=named)
        elif part == "chosen" and value == "hand":
            w.observe(f"{path}.{part}")
    share, released = w.at(f"{path}.share"), w.at(f"{path}.released")
    return w.fair(f"{path}.why", share=_tasks(share), date=_until(released if isinstance(released, Mapping) else {}))


def _tasks(share: object) -> Words:
    if number(share) == 1:
        return Words("all tasks", "全部任务")
    if not number(share):
        return Words("no tasks", "0 个任务")
    return Words(f"{amount(str(share))} of the tasks", f"{amount(str(share))} 的任务")


def _until(released: Mapping[str, Any]) -> Words:
    """The day; a condition stands in the organizers' words."""
    if "when" in released:
        condition = quoted(str(released["when"])).rstrip(".。")
        return Words(f"“{condition}”", f"满足“{condition}”时")
    on = str(released.get("on", "…"))
    return Words(day(on, "en"), day(on, "zh"))


def own_rights(w: Weighing) -> None:
    """The answers *yes*, *no* and none are words here; any other text is a condition."""
    if w.at("rights") is None:
        return w.open("rights", *_OWN.values(), _PUBLISHING)
    if w.at("rights") == "none":
        return w.flag("rights", parts=parts([*_OWN.values(), _PUBLISHING], "or"))
    for part, named in _OWN.items():
        path = f"rights.{part}"
        said = w.at(path)
        if said is None:
            w.open(path, named)
        elif said in ("no", "none"):
            w.flag(path, parts=named)
        elif said != "yes":
            w.observe(path)
    start = w.at("rights.publish.from")
    if start is None:
        w.open("rights.publish.from", _PUBLISHING)
    elif start == "none":
        w.flag("rights.publish.from", parts=_PUBLISHING)
    return w.fair("rights", date=_from(str(start)))


def _from(start: str) -> Words:
    words = {"acceptance": Words("acceptance", "任务通过之日"), "release": Words("release", "数据发布之日")}
    return words.get(start, Words(day(start, "en"), day(start, "zh")))


def funder_access(w: Weighing) -> None:
    path = "core_team.funders"
    funders = w.at(path)
    if funders is None:
        return w.open(path, Words("the funders", "资助方"))
    if funders == "none":
        return w.fair(path, parts=Words("none", "无"))
    seen: list[Words] = []
    for where, funder in w.rows(path):
        name = funder_name(funder)
        sees, owns = w.at(f"{where}.sees"), w.at(f"{where}.owns_data")
        if sees is None:
            w.open(f"{where}.sees", Words(f"what {name.en} sees", glue(name.zh, "能看到什么")))
        elif sees == "held_out":
            w.flag(f"{where}.sees", name=name, parts=Words("access to held-out tasks", "可以看到保留任务"))
        else:
            seen.append(Words(f"{name.en} {_SEES[sees].en}", glue(name.zh, _SEES[sees].zh)))
        if owns is None:
            w.open(f"{where}.owns_data", Words(f"whether {name.en} owns data", glue(name.zh, "是否拥有数据")))
        elif owns == "yes":
            w.flag(f"{where}.owns_data", name=name, parts=Words("ownership of data", "拥有数据"))
    seen = list(dict.fromkeys(seen))
    return w.fair(path, parts=Words("; ".join(one.en for one in seen), "；".join(one.zh for one in seen)))
