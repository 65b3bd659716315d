"""Sort keys as words: short (``points, then name``), and with the direction of each (``by points, most first``)."""

from __future__ import annotations

from projects.terms.document.who_sentences import Titled

_PLAIN = {
    "points": ("points", "分数"),
    "count": ("number of credits", "项数"),
    "name": ("name", "姓名"),
    "first_credit": ("date of the first credit", "首次得分日期"),
    "name+subject": ("name", "姓名"),
}
_DIRECTED = {
    "points": ("by points, most first", "按分数由高到低"),
    "count": ("by the number of credits, most first", "按项数由多到少"),
    "name": ("by name", "按姓名"),
    "first_credit": ("by the date of the first credit, earliest first", "按首次得分日期由早到晚"),
    "name+subject": ("by name, and equal names by the random id of the account", "按姓名，同名者按账户的随机标识"),
}


class Order(Titled):
    """Says sort keys; open ones read ``…``."""

    def keys(self, keys: object) -> str:
        if not isinstance(keys, list):
            return self.said("nothing", "无") if keys == "none" else "…"
        return self.said(", then ", "，再按").join(self.key(key) for key in keys)

    def key(self, key: object) -> str:
        if isinstance(key, str):
            return self.said(*_PLAIN.get(key, (key, key)))
        if not isinstance(key, dict) or len(key) != 1:
            return "…"
        ((name, inner),) = key.items()
        if name == "points" and isinstance(inner, list):
            return self.said(f"points from {self.kinds(inner)}", f"{self.kinds(inner)}的分数")
        if name == "random":
            return self.said(f"lot ({self.seed(inner)})", f"随机顺序（{self.seed(inner)}）")
        return self.said(f"the recorded decision {self.quoted(inner)}", f"已记录的决定{self.quoted(inner)}")

    def seed(self, seed: object) -> str:
        if seed == "none" or seed is None:
            return self.said("seed not yet named", "种子尚未公布")
        return self.said(f"seed {self.quoted(seed)}", f"种子{self.quoted(seed)}")

    def directed(self, keys: object) -> str:
        """``by points, most first; then by name``, ``先按分数由高到低，再按姓名``."""
        if not isinstance(keys, list):
            return self.said("in no stated order", "无排序依据") if keys == "none" else "…"
        said = [self._directed(key) for key in keys]
        text = self.said("; then ", "，再").join(said)
        return self.said(text, f"先{text}" if len(said) > 1 else text)

    def _directed(self, key: object) -> str:
        if isinstance(key, str):
            return self.said(*_DIRECTED.get(key, (key, key)))
        if not isinstance(key, dict) or len(key) != 1:
            return "…"
        ((name, inner),) = key.items()
        if name == "points" and isinstance(inner, list):
            return self.said(f"by points from {self.kinds(inner)}, most first", f"按{self.kinds(inner)}的分数由高到低")
        if name == "random":
            return self.said(f"at random ({self.seed(inner)})", f"按随机顺序（{self.seed(inner)}）")
        decision = self.quoted(inner)
        return self.said(f"as the recorded decision {decision} orders them", f"按已记录的决定{decision}所定的顺序")
