"""Finding the venues in a sentence: each mention becomes one mark, and what only looks like one is left alone."""

from __future__ import annotations

import re

from projects.terms.checks.vocabulary import VENUES

MARK = "⟦V⟧"
_WORD = r"[A-Za-z][\w&’'-]*"

_NAMES = re.compile(
    r"(?<![A-Za-z0-9-])(?:the )?(?:"
    + "|".join(re.escape(name) for name in sorted(VENUES["names"], key=len, reverse=True))
    + r")(?![A-Za-z0-9])"
)
_FAMILIES = re.compile(
    "|".join(
        rf"(?<![A-Za-z0-9-]){head} (?:{'|'.join(re.escape(tail) for tail in sorted(tails, key=len, reverse=True))})(?![A-Za-z0-9])"
        for head, tails in VENUES["families"].items()
    )
)
# How far back the words before a name are looked for; a text of names alone would take the square of its length.
_NEAR = 80
_SINGLE = re.compile(r"(?<![A-Za-z0-9-])(Nature|Science|Cell|NATURE|SCIENCE|CELL)(?![A-Za-z0-9’'])")
_BEFORE = re.compile(rf"(?:\b(?:{'|'.join(VENUES['words']['before'])})|\bof|[Bb]ench|\bby)[ -]$")
_BEHIND = re.compile(rf" (?:{'|'.join(VENUES['words']['behind'])})\b|-(?:level|based|like|inspired)\b| \d{{1,3}}\b")
_CAPITAL_BEFORE = re.compile(r"[\w”“,;:—–-]\s+([A-Z][a-z]+) $")
_STARTERS = frozenset(
    {"The", "A", "An", "Our", "Your", "This", "In", "At", "And", "Or", "With", "For", "To", "Target", "Guaranteed"}
)

_KINDS = r"(?:journals?|conferences?|venues?|proceedings|publications?)"
_CLASSES = re.compile(
    r"(?<![A-Za-z0-9-])(?:top|top-tier|top-ranked|top-notch|leading|high[- ]impact|high-profile|high-ranking|peer[- ]reviewed|refereed|"
    rf"prestigious|premier|flagship|major|first-tier|A\*|Q1|SCI(?:-indexed)?|CCF-A|world-class)(?:,? (?!{_KINDS}){_WORD}){{0,2}}[ -]{_KINDS}(?![A-Za-z])",
    re.IGNORECASE,
)
_CHINESE_CLASSES = re.compile(
    r"顶刊|顶会|正刊|子刊|高水平(?:的)?(?:国际|学术|国际学术)?(?:期刊|会议)|(?:国际)?(?:顶级|顶尖|一流|权威|知名)(?:的)?(?:国际)?(?:学术)?(?:期刊|会议|刊物)|"
    r"高影响(?:因子|力)?(?:的)?(?:学术)?期刊|(?:SCI|EI)\s*(?:[一二三四]区)?\s*(?:期刊|论文(?=[^集]))?|[一二]区(?:期刊|刊物)|CCF[- ]?A\s*类?(?:会议|期刊)?|核心期刊"
)
_CHINESE_TITLES = re.compile(rf"《(?:{'|'.join(VENUES['chinese']['titles'])})(?:[·・:：-][^》]{{1,12}})?》")
_CHINESE_WORDS = re.compile(r"(?:自然|科学|细胞)(?=(?:系列)?(?:期刊|杂志|正刊|子刊))")
_CNS = re.compile(
    r"(?<![A-Za-z])CNS(?=\s*(?:正刊|子刊|主刊|期刊|论文|文章|大刊|papers?|journals?))|(?:(?<=发)|(?<=登)|(?<=投)|(?<=上)|(?<=中)|(?<=冲)|(?<=击)|(?<=刊))\s*CNS(?![A-Za-z])"
)

_FAMILY = re.compile(
    rf"{MARK}(?:\s*(?:-family|’s|的|家族|旗下|系列|大)?\s*(?:{MARK}|journals?|conferences?|正刊|子刊|主刊|期刊|杂志|会议|系列|旗下))"
)
_YEAR = re.compile(rf"{MARK}\s*(?:[’']\d\d|(?:19|20)\d\d)(?!\s*[年月])")
_TRACK = re.compile(rf"{MARK}(?: [\w&]+){{0,3}} (?:tracks?|workshops?|main conference|proceedings|issue)\b")
_LIST = re.compile(
    rf"{MARK}(?:\s*(?:,\s*and|,\s*or|,|、|/|&|and|or|和|或者|或|与|及|以及)\s*(?:an?|the|in|at)?\s*{MARK})+"
)
_LEVEL = re.compile(
    rf"{MARK}(?:[- ]level|[- ](?:grade|quality|standards?)|\s*(?:的)?(?:水平|水准|级别的|标准|质量|级(?!刊)))"
)


def marked(sentence: str) -> str:
    """The sentence with every venue as ``MARK``: lists of venues, years and tracks taken together, levels left out."""
    text = _CLASSES.sub(MARK, sentence)
    text = _CHINESE_CLASSES.sub(MARK, text)
    text = _CHINESE_TITLES.sub(MARK, text)
    text = _CHINESE_WORDS.sub(MARK, text)
    text = _CNS.sub(MARK, text)
    text = _FAMILIES.sub(MARK, text)
    text = _NAMES.sub(MARK, text)
    text = _SINGLE.sub(lambda found: MARK if _is_name(found) else found.group(), text)
    for together in (_FAMILY, _YEAR, _TRACK, _FAMILY):
        text = together.sub(MARK, text)
    return _LEVEL.sub("…", _LIST.sub(MARK, text))


def _is_name(found: re.Match[str]) -> bool:
    before, behind = found.string[max(found.start() - _NEAR, 0) : found.start()], found.string[found.end() :]
    if _BEFORE.search(before) and not re.search(r"\b(?:cover|issue|pages?|editors?) of $", before):
        return False
    if _BEHIND.match(behind):
        return False
    capital = _CAPITAL_BEFORE.search(before)
    return capital is None or capital.group(1) in _STARTERS
