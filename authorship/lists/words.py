"""Why somebody stands where they stand, as sentences with the clause behind each."""

from collections.abc import Iterable, Iterator, Mapping
from datetime import date
from fractions import Fraction
from typing import Any

from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _

from portal.core.text.series import groups
from portal.core.web import dates, numbers
from portal.core.web.absolute import address
from projects.terms.document.fields import BY_PATH
from projects.terms.document.rule_sentences import keys_sentence, rule_sentence

Row = Mapping[str, Any]
Document = Mapping[str, Any]


class Words:
    """Speaks of one list in the language now active. `documents` is {version number: terms document}."""

    def __init__(self, *, slug: str, documents: Mapping[int, Document], version: int, names: Mapping[str, str]) -> None:
        self.slug = slug
        self.documents = documents
        self.version = version  # the one named for the output: its blocks and ties bind
        self.names = names
        self.language = get_language() or "en"

    # --- why an author, acknowledged, near, left out

    def eligibility(self, steps: Iterable[Row], *, kept: bool = False) -> Iterator[SafeString]:
        """`kept`: on the list by its lock alone, so that what does not hold would be needed."""
        for step in steps:
            if not step["rule"].startswith("eligibility"):
                continue
            if step["holds"]:
                text = _("Author with %(rule)s")
            else:
                text = _("Not met any more: %(rule)s") if kept else _("Not needed here: %(rule)s")
            yield self._finding(text, step, "authorship.eligibility")

    def acknowledged(self, row: Row, steps: Iterable[Row]) -> Iterator[SafeString]:
        if row["reason"] == "choice":
            yield format_html("{}", _("Chose to be named in the acknowledgements; the points stay."))
        for step in steps:
            if step["holds"]:
                yield self._finding(_("Acknowledged with %(rule)s"), step, "authorship.acknowledged")

    def near(self, row: Row) -> Iterator[SafeString]:
        """What the current version still asks for."""
        if "value" not in row:
            yield format_html("{}", _("The terms in force make nobody an author."))
            return
        step = {"rule": row["rule"], "terms": row["terms"], "value": row["value"]}
        yield self._finding(_("Author with %(rule)s"), step, "authorship.eligibility")
        if row["missing"] != "0":
            yield format_html("{}", self.missing(row))

    def missing(self, row: Row) -> str:
        """`½ point short`, `3 days short`, in words."""
        if "missing" not in row or row["missing"] == "0":
            return ""
        kind = next(iter(self._leaf(row["rule"], row["terms"]) or {"": 0}))
        amount = Fraction(row["missing"])
        if kind == "points":
            return _("%(points)s short") % {"points": numbers.points(amount)}
        if kind in ("member", "role"):
            text = ngettext("%(n)s day short", "%(n)s days short", int(amount))
        else:
            text = ngettext("%(n)s credit short", "%(n)s credits short", int(amount))
        return text % {"n": numbers.fraction(amount)}

    def kept(self) -> SafeString:
        return format_html("{}", _("On the list when it was locked, and stays on it."))

    def found(self) -> str:
        return _("Meets the rules since the list was locked. An erratum of the output is the way onto it.")

    def excluded(self, row: Row) -> str:
        if row["reason"] == "suspension":
            return _("The membership is suspended.")
        if row["reason"] == "decision":
            return _("Left out by the recorded decision “%(id)s”.") % {"id": row["decision"]}
        return _("By the person's own choice.")

    def _finding(self, text: str, step: Row, path: str) -> SafeString:
        document = self.documents.get(step["terms"], {})
        leaf = self._leaf(step["rule"], step["terms"])
        said = text % {"rule": rule_sentence(leaf, self.language, document=document)}
        return format_html(
            _("{said} ({clause}). Here: {value}."),
            said=said,
            clause=self.clause(path, step["terms"]),
            value=numbers.fraction(Fraction(step["value"])),
        )

    def _leaf(self, rule: str, terms: int) -> Any:
        """The part of a rule that a step looked at, from a path like `eligibility/any/0`."""
        found: Any = self.documents.get(terms, {}).get("authorship", {})
        for part in rule.split("/"):
            if isinstance(found, list):
                found = found[int(part)] if part.isdigit() and int(part) < len(found) else None
            else:
                found = found.get(part) if isinstance(found, dict) else None
        return found

    # --- order

    def block(self, block: str) -> SafeString | None:
        """Which block of several, and who stands in it."""
        blocks = self.documents.get(self.version, {}).get("authorship", {}).get("blocks")
        if not isinstance(blocks, list) or len(blocks) < 2:
            return None
        if block == "rest":
            said = _("No block of the rules takes this person, so they stand after all blocks")
        else:
            found = next(one for one in blocks if one["id"] == block)
            who = rule_sentence(found["who"], self.language, document=self.documents[self.version])
            said = _("Stands in the block “%(title)s”: %(who)s") % {"title": found["title"], "who": who}
        return format_html("{} ({}).", said, self.clause("authorship.blocks", self.version))

    def neighbour(self, found: Row, *, ahead: bool) -> SafeString:
        """`found` is one side of `authorship.engine.explain.neighbours`; `ahead`: the other stands before."""
        name, place = self.names.get(found["subject"], found["subject"]), found["place"]
        text = (
            _("Behind {name} at place {place} by {key}: {mine} here, {theirs} there ({clause}).")
            if ahead
            else _("Ahead of {name} at place {place} by {key}: {mine} here, {theirs} there ({clause}).")
        )
        path = "authorship.ties" if found["rule"].startswith("ties") else "authorship.blocks"
        return format_html(
            text,
            name=format_html("<bdi>{}</bdi>", name),
            place=place,
            key=self._key(found),
            mine=self._value(found["key"], found["mine"]),
            theirs=self._value(found["key"], found["theirs"]),
            clause=self.clause(path, self.version),
        )

    def _key(self, found: Row) -> str:
        plain = {
            "block": _("block"),
            "first_credit": _("day of first credit"),
            "random": _("the lot drawn from the published seed"),
            "decision": _("a recorded decision"),
            "subject": _("random id, the last resort"),
            "name": _("name"),
            "count": _("number of credits"),
        }
        if found["key"] in plain:
            return plain[found["key"]]
        key: Any = {"points": found["kinds"]} if "kinds" in found else found["key"]
        return keys_sentence([key], self.language, document=self.documents[self.version])

    def _value(self, key: str, value: str) -> str:
        if key == "points":
            return numbers.fraction(Fraction(value))
        if key == "first_credit":
            return dates.day(date.fromisoformat(value)) if value else _("none")
        if key in ("random", "subject"):
            return f"{value[:8]}…"
        if key == "block":
            return self.block_title(value)
        return _("“%(value)s”") % {"value": value} if key == "name" else value

    def block_title(self, block: str) -> str:
        blocks = self.documents[self.version].get("authorship", {}).get("blocks")
        titles = {one["id"]: one["title"] for one in blocks} if isinstance(blocks, list) else {}
        return str(titles.get(block, _("after all blocks")))

    def order(self) -> str:
        """`Ordered by points, then …; ties by …`, block by block."""
        document = self.documents[self.version]
        clause = document.get("authorship", {})
        blocks = clause.get("blocks") if isinstance(clause.get("blocks"), list) else []
        ties = keys_sentence(clause.get("ties"), self.language, document=document)
        if len(blocks) == 1:
            keys = keys_sentence(blocks[0]["sort"], self.language, document=document)
            return _("Ordered by %(keys)s; ties by %(ties)s.") % {"keys": keys, "ties": ties}
        parts = [
            _("%(block)s: %(keys)s")
            % {"block": one["title"], "keys": keys_sentence(one["sort"], self.language, document=document)}
            for one in blocks
        ]
        return _("In blocks (%(blocks)s); ties by %(ties)s.") % {"blocks": groups(parts), "ties": ties}

    def clause(self, path: str, version: int) -> SafeString:
        """The number of the clause with its address, and its version where a later one has been published."""
        label = BY_PATH[path].number
        if version != max(self.documents):
            label = _("%(number)s of version %(version)s") % {"number": label, "version": version}
        return format_html('<a href="{}#{}">{}</a>', address("terms_version", self.slug, version), path, label)
