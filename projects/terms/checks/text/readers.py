"""Readers of one sentence or text: each says whether it reads so, in English or Chinese. In doubt they say no.

What each looks for, and what it leaves alone, is part of the check set.
"""

from __future__ import annotations

import re
from functools import lru_cache

from projects.terms.checks.text.sentences import SENTENCES

_I = re.IGNORECASE


def _holds(text: str, parts: tuple[str, ...]) -> bool:
    """Whether some part stands in the text, in letters as a pattern takes them that ignores case. Most sentences hold
    none of what a long pattern looks for, and so is said at once."""
    plain = text.casefold().replace("ı", "i").replace("\u0307", "")
    return any(part in plain for part in parts)


def _any(*patterns: str) -> re.Pattern[str]:
    return re.compile("|".join(patterns), _I)


# A negation shortly before, inside the same clause.
_NO = r"(?:\b(?:not|never|no|nobody|none|without|cannot|neither|nor)\b|n[’']t\b)"


def _denied(text: str, start: int) -> bool:
    clause = re.split(r"[,;:，；：]", text[:start])[-1]
    return re.search(_NO, clause, _I) is not None or re.search(r"[不无未没非勿]", clause[-8:]) is not None


# --- others decide

# The project's own: prizes by its rule, and whatever it or its bodies give.
_OWN = _any(
    r"\b(?:by|from|under|of) (?:the|this|our|its) (?:project|prize rules?|rules?|terms|core team|panel|jury|organi[sz]ers?|members)\b",
    r"\bchapter \d",
    r"由(?:本)?项目|本项目(?:颁发|发放|支付)|奖金规则|按.{0,6}(?:奖金|规则)",
)
_OTHERS = _any(
    r"\b(?:an?|the|your|of|for|win(?:s|ning)?|get|receive|best) (?:[\w-]+ ){0,3}(?:award|medal)s?\b",
    r"\baward(?:s|ed)? (?:by|from)\b",
    r"\bprizes?\b[^.;]{0,30}\b(?:by|from)\b(?! (?:place|rank|points))",
    r"\bwin(?:s|ning)? (?:an? |the )?(?:[\w-]+ ){0,2}prizes?\b",
    r"\bjobs?\b (?:offers?|at|with|interviews?|placements?)\b|\ba job\b",
    r"\binterviews? (?:at|for)\b",
    r"\binternships?\b",
    r"\bemployment\b",
    r"\badmi(?:ssion|tted|ttance)\b",
    r"\bgrants?\b(?! of)",
    r"\b(?:press|media) (?:coverage|attention|report)s?\b",
    r"\bin the press\b",
    r"\bcitations?\b(?! of)",
    r"\bcited by\b",
    r"\bpublication (?:in|at)\b",
    r"\bpublished (?:in|at|by) (?:an? |the )?(?:[\w-]+ )?(?:journals?|conferences?|magazines?|newspapers?|books?|press|proceedings)\b",
    r"获奖|奖项|得奖|录取|工作机会|面试|实习机会|入职|升学|媒体报道|引用量|被引|发表于|见刊|基金资助",
)
_ACTS = _any(
    r"\bnominat\w+",
    r"\brecommend\w*",
    r"\bappl(?:y|ies|ied|ying|ication\w*)\b",
    r"\bsubmi(?:t|ts|tted|tting|ssion\w*)\b",
    r"\breference letters?\b",
    r"\bletters? of reference\b",
    r"提名|推荐|申请|投稿|递交|提交",
)


def others_decide(text: str) -> bool:
    """An outcome that others decide; nominating, recommending, applying and submitting are acts of the project."""
    found = _OTHERS.search(text)
    if found is None or _ACTS.search(text) or _OWN.search(text):
        return False
    return not _denied(text, found.start())


# --- closed

_CLOSED = _any(
    r"\b(?:nobody|no one|no-one|none) (?:else )?(?:can|may|will|is able to|is allowed to) (?:still )?(?:join|be added|enter)",
    r"\bno (?:new|further|more|other|additional) (?:members?|people|persons?|joiners?)",
    r"\b(?:closed to|not open to) (?:new|further|others?)",
    r"\b(?:team|membership|group) is (?:closed|fixed|complete)\b",
    r"\b(?:cannot|can not|can[’']t) be joined\b",
    r"不再增补|不接受加入|不再吸收|不再接受新|不接受新成员|不再增加|不能加入|无法加入|不对外开放|不开放加入",
)
_UNLESS = _any(r"\b(?:unless|except|until|other than|without)\b", r"除非|除了|除外")


def closed(text: str) -> bool:
    return _CLOSED.search(text) is not None and not _UNLESS.search(text)


# --- alone

_FEW = (
    r"(?:lead(?:s|ers?)?|lead authors?|core team|core authors?|core members?|organi[sz]ers?|founders?|"
    r"project leads?|steering (?:group|committee)|principal investigators?|PIs?)"
)
_SET = (
    r"(?:set|sets|decide[sd]?|decid(?:ing|es)|defin(?:e|es|ed)|determin(?:e|es|ed)|chang(?:e|es|ed)|writ(?:es?|ten)|"
    r"made|make[s]?|fixed|fix(?:es)?|revis(?:e|es|ed)|amend(?:s|ed)?|up to|rest[s]? with|lie[s]? with|in the hands of)"
)
_ALONE = _any(
    rf"\b{_FEW} (?:alone|only|solely|exclusively)\b[^.;]*\b{_SET}\b",
    rf"\b(?:only|solely|exclusively) (?:the |our )?{_FEW}\b[^.;]*\b{_SET}\b",
    rf"\b{_SET}\b[^.;]*\b(?:only|solely|exclusively|alone) (?:by|with|to) (?:the |our )?{_FEW}\b",
    rf"\b{_SET}\b[^.;]*\b(?:by|with|to) (?:the |our )?{_FEW}(?: (?:of|in) [\w ]+)? (?:only|alone|solely|exclusively)\b",
    r"(?:核心作者|核心团队|核心成员|组织者|负责人|发起人|牵头人)[^，。；]{0,6}(?:单独|独自|自行|全权|说了算|一方)[^，。；]{0,4}(?:制定|决定|修改|确定)?",
    r"(?:只|仅|只能|仅由|均由|完全)由?[^，。；]{0,4}(?:核心作者|核心团队|核心成员|组织者|负责人|发起人|牵头人)[^，。；]{0,6}(?:制定|决定|修改|确定)",
    r"由(?:核心作者|核心团队|核心成员|组织者|负责人|发起人|牵头人)(?:制定|决定|确定)(?!.{0,12}(?:投票|表决|讨论|提案|成员))",
)


def alone(text: str) -> bool:
    """Standards set by a few alone. Under a negation, or about something else, no."""
    found = _ALONE.search(text)
    if found is None:
        return False
    if re.search(r"不[能可得会应]?[^，。；]{0,3}(?:单独|独自|自行|只|仅)", text) or re.search(
        r"(?:不能|不可|不得|无权|无法)", found.group()
    ):
        return False
    return not re.search(_NO, text[: found.end()], _I)


# --- no reasons

_REASON = r"(?:reasons?|explanations?|comments?|justification|explaining|giving reasons|saying why|being told why)"
_CLOSING = (
    r"(?:clos\w+|declin\w+|reject\w*|refus\w+|remov\w+|turn(?:s|ed|ing)? (?:down|away)|dismiss\w*|delet\w+|discard\w*|"
    r"drop(?:s|ped)?|exclud\w+|return(?:s|ed)?|decid\w+|decision\w*|answer\w*)"
)
_BARE = _any(
    rf"\b{_CLOSING}\b[^.;]*\bwithout (?:any |further |a |giving |stating |public )*{_REASON}",
    rf"\bwithout (?:any |further |a |giving |stating )*{_REASON}[^.;]*\b{_CLOSING}\b",
    r"\b(?:no|not) (?:any |further )?(?:reasons?|explanations?|comments?) (?:is|are|will be|need be|has to be|have to be)? ?(?:given|owed|provided|offered|stated|required)",
    r"\b(?:need not|do(?:es)? not have to|will not|do(?:es)? not|are not obliged to|is not obliged to|reserves? the right not to) "
    r"(?:give (?:any )?reasons?|explain|justify|state (?:any )?reasons?)[^.;]*\b(?:decision|decline|rejection|clos\w+|refus\w+)",
    rf"\b{_CLOSING}\b[^.;]*\b(?:need no|needs no|need not be|are not|is not|never) (?:explained|justified|reasons?|explanation|justification)",
    r"恕不说明|恕不解释|不予解释|不予说明|不作解释|不作说明|不说明(?:原因|理由)|不给(?:出)?(?:理由|原因)|不解释(?:原因|理由)|无需(?:说明|解释|给出)(?:理由|原因)|"
    r"不另(?:行)?(?:说明|解释|通知)(?:理由|原因)|不提供(?:理由|原因)|不附理由",
)
# One of these stands in whatever the pattern finds.
_OF_REASONS = ("reason", "expla", "comment", "justif", "why", "说明", "解释", "理由", "原因", "通知")
_TWICE_NO = _any(
    rf"(?:\b(?:no|not|never|nobody|none|cannot)\b|n[’']t\b)[^.;]*\bwithout (?:any |further |a |giving |stating )*{_REASON}",
    r"不(?:得|会|能|可|应)[^，。；]{0,8}(?:不说明|不给|不解释|不予)",
    r"绝不|从不[^，。；]{0,8}不",
)
_CONTRIBUTORS_OWE = _any(
    r"\b(?:withdraw\w*|leave|opt out|contributors?|authors?|members?|reviewers?|anyone|anybody|people|you) (?:may|can|might|could) [^.;]*\bwithout (?:any |a |further |giving |stating )*(?:reasons?|explanation)",
    r"(?:可以?|可)(?:随时)?(?:撤回|退出|离开|谢绝)[^，。；]{0,8}(?:无需|不必|不说明)",
)


@lru_cache(SENTENCES)
def no_reasons(text: str) -> bool:
    """Closing or declining work without reasons; *not without reasons*, and what contributors may do, are not."""
    if not _holds(text, _OF_REASONS):
        return False
    return _BARE.search(text) is not None and not _TWICE_NO.search(text) and not _CONTRIBUTORS_OWE.search(text)


# --- undisclosed

_HIDDEN = _any(
    r"\b(?:are|is|be|remain[s]?|stay[s]?|kept|keep[s]?|treated as|held)\b[^.;,]{0,20}\b(?:private|confidential|secret|undisclosed)\b",
    r"\b(?:not|never) (?:be )?(?:disclosed|published|made public|public|revealed|shared)\b",
    r"^(?:private|confidential|undisclosed|not disclosed|secret)\W*$",
    r"\b(?:do|does|will) not (?:disclose|publish|reveal|share)\b",
    r"不(?:予|作|便)?(?:公开|披露|公布|透露)|保密",
)
_ABOUT_TASKS = _any(
    r"\b(?:tasks?|answers?|solutions?|submissions?|held-out|test set|data)\b[^.;,]{0,30}\b(?:private|confidential|secret|not (?:disclosed|public|shared|published))",
    r"\b(?:keeps?|holds?|treats?) (?:the )?(?:tasks?|answers?|submissions?|test set|held-out \w+)[^.;,]{0,20}(?:private|confidential|secret)",
    r"\bconfidentiality of (?:the )?(?:tasks?|answers?|submissions?)",
    r"(?:题目|任务|答案|投稿|数据|测试集)[^，。；]{0,6}(?:保密|不公开)|对(?:题目|任务|答案|投稿)[^，。；]{0,4}保密",
)
_NOTHING_ELSE = _any(
    r"\b(?:nothing|no (?:other|further) \w+)(?: (?:else|more|further))? to (?:disclose|declare)",
    r"没有(?:其他|别的)?.{0,4}(?:需要|须|可)(?:公开|披露)",
)


def undisclosed(text: str) -> bool:
    found = _HIDDEN.search(text)
    return found is not None and not _ABOUT_TASKS.search(text) and not _NOTHING_ELSE.search(text)


# --- qualification, and whether the work asks a doctorate

_QUALIFIED = _any(
    r"\b(?:doctora\w+|ph\.?d|post-?docs?|postdoctoral|degrees?|diplomas?|graduates?|graduate-level|undergraduate\w*|bachelor\w*|master[’']?s|professors?|lecturers?|faculty)\b",
    r"\b(?:fields?|disciplines?|domains?|areas? of (?:research|work)|speciali[sz]\w*|subject matter)\b",
    r"\b(?:expert(?:s|ise)?|experience[d]?|trained|training|qualified in|qualifications?|skills?|knowledge|years? of|practi[cs]ing|licensed|certified)\b",
    r"\b(?:researchers?|scientists?|engineers?|physicians?|ecologists?|mathematicians?|biologists?|chemists?|physicists?|economists?|linguists?)\b (?:in|of|from|with|who)\b",
    r"\b(?:accepted|finished|published) (?:tasks?|work|reviews?|papers?|questions?|submissions?)\b",
    r"\b(?:one|two|three|four|five|six|ten|\d+) (?:or more )?(?:accepted|finished|published)\b",
    r"\bauthors? of (?:an |\w+ )?accepted\b",
    r"博士|硕士|本科|学位|教授|研究员|副教授|讲师|领域|学科|方向|专业|专家|年(?:以上)?(?:的)?经验|年(?:的)?(?:从业|工作|研究)|资历|受过.{0,6}训练|培训|"
    r"(?:被)?(?:接收|通过|采纳)的(?:题目|任务|工作|论文)|发表过",
)
_DOCTORATE = _any(
    r"\b(?:doctora(?:te|tes|l)|ph\.?\s?d\.?s?|post-?docs?|postdoctoral|professors?|professorship)\b",
    r"博士|教授",
)
_NOT_ASKED = _any(
    r"\bno (?:doctora\w+|ph\.?\s?d\.?|degree)[^.;]*\b(?:needed|required|necessary|asked|expected)",
    r"\b(?:doctora\w+|ph\.?\s?d\.?|degree)[^.;]*\b(?:not|n[’']t) (?:be )?(?:needed|required|necessary|asked|expected)",
    r"\bwithout (?:a |any )?(?:doctora\w+|ph\.?\s?d\.?)",
    r"\b(?:advis(?:er|or)s?|supervis(?:or|er)s?|board|chair|lead|organi[sz]ers?)\b[^.;]{0,30}\b(?:is|are|holds?|have|has)\b[^.;]{0,20}(?:doctora\w+|ph\.?\s?d|professors?)",
    r"\b(?:led|supervised|advised|founded|run|organi[sz]ed|chosen|reviewed|checked|helped) by[^.;]{0,30}(?:ph\.?\s?d|professors?|doctora\w+|post-?docs?)",
    r"(?:不需要|无需|不必|不要求|不限)[^，。；]{0,6}(?:博士|学位|教授)|(?:由|在)[^，。；]{0,6}教授[^，。；]{0,4}(?:指导|带领|组织|主持|下)",
)


def qualification(text: str) -> bool:
    """A degree, field, training, years of work or accepted work; who picks or invites is none."""
    return _QUALIFIED.search(text) is not None


_PICKS = _any(
    r"\b(?:chosen|chooses?|picked|picks?|selected|selects?|invited|invites?|appointed|appoints?|approved|approves?|named"
    r"|names|nominated|nominates?|elected|elects?|assigned|assigns?|decides?)\b",
    r"选|挑|邀请|任命|指定|指派|分配|批准|聘|推举|推荐|决定",
)


def picks(text: str) -> bool:
    """Somebody picks, invites or approves."""
    return _PICKS.search(text) is not None


def asks_doctorate(text: str) -> bool:
    """What the work asks for, or works towards; not where none is needed, nor a degree of somebody else."""
    return any(
        _DOCTORATE.search(clause) and not _NOT_ASKED.search(clause) for clause in re.split(r"[;；。\n]|\. ", text)
    )


# --- published reason

_PUBLISHED = _any(
    r"\breasons?\b[^.;]*\b(?:is|are|be|stands?) (?:\w+ )?(?:published|public|posted|on the record)\b",
    r"\bpublic(?:ly stated)? reasons?\b",
    r"\bpublish(?:es|ed|ing)?\b[^.;]*\breasons?\b",
    r"公开(?:说明)?(?:理由|原因)|公示(?:理由|原因)|(?:理由|原因)[^，。；]{0,8}(?:公开|公示|公布)",
)


def published_reason(text: str) -> bool:
    found = _PUBLISHED.search(text)
    if found is None:
        return False
    if re.search(r"\b(?:in private|privately|not|never|no)\b|私下|不公开|不公示", found.group(), _I):
        return False
    return not _denied(text, found.start())


# --- reach back

_RULES = r"(?:rules?|terms?|versions?|rubrics?|standards?|changes?|amendments?|criteria|polic(?:y|ies)|thresholds?|points?|conditions?)"
_EARLIER = (
    r"(?:(?:work|tasks?|submissions?|questions?|contributions?|reviews?|credit|points)(?: that (?:was|were|is|are|has been|have been))? "
    r"(?:already|previously|earlier|before|so far) ?(?:\w+ )?(?:submitted|accepted|sent in|done|made|filed|earned|handed in)?|"
    r"(?:already|previously|earlier) (?:submitted|accepted|sent in|done|made|filed|earned|finished) (?:work|tasks?|submissions?|questions?|contributions?|credit|points|reviews?)|"
    r"(?:earlier|past|previous|prior|existing) (?:work|tasks?|submissions?|contributions?|credit|points|reviews?)|"
    r"(?:work|tasks?|submissions?|contributions?) (?:submitted|accepted|sent in|done) (?:earlier|before|previously|so far|under earlier))"
)
# One behind the other inside a clause. A pattern with a gap before each would take the cube of the text's length.
_IN_ORDER = tuple(
    tuple(re.compile(rf"\b{word}", _I) for word in words)
    for words in (
        (
            rf"{_RULES}\b",
            r"(?:apply|applies|applied|hold|holds|count|counts|extend|extends|cover|covers|also for|including|bind|binds)\b",
            _EARLIER,
        ),
        (
            r"(?:change[sd]?|changing|amend\w*|revis\w+|adjust\w*|alter\w*)\b",
            r"(?:also|including|even|too)\b",
            _EARLIER,
        ),
    )
)
_REACHING = _any(
    rf"\b(?:also|even) (?:for|to) {_EARLIER}",
    r"\bretroactive(?:ly)?\b",
    r"\bretrospective(?:ly)?\b[^.;]*\b(?:apply|applies|applied|chang\w+|rules?|terms?)\b",
    r"\b(?:rules?|terms?|changes?)\b[^.;]*\b(?:take effect|applies|apply) (?:backwards?|from the (?:start|beginning))",
    r"溯及既往|追溯(?:适用|生效|既往)|(?:同样|也|亦|一并)(?:会)?适用于?(?:此前|之前|以前|先前|已(?:经)?)|适用于(?:此前|之前|以前|先前|已(?:经)?)(?:已)?(?:提交|接收|完成|投稿)|"
    r"(?:此前|之前|以前|先前|已(?:经)?)(?:提交|接收|完成)[^，。；]{0,10}(?:也|同样|一并|均)(?:须|要|会|将)?(?:适用|按)新",
)
_OF_BEFORE = (
    *("already", "previous", "earlier", "before", "so far", "past", "prior", "existing"),
    *("retro", "backward", "from the start", "from the beginning", "溯", "适用", "按新"),
)
_NOT_BACK = _any(
    r"\b(?:never|not|no|nor|neither|none|cannot|without|nothing)\b[^.;]*\b(?:appl\w+|retroactiv\w+|retrospectiv\w+|chang\w+|reach\w*|affect\w*|touch\w*|hold[s]?|count[s]?|extend[s]?)",
    r"n[’']t\b[^.;]*\b(?:appl\w+|chang\w+|reach|affect|hold|extend)",
    r"\bno (?:retroactive|retrospective)\b",
    r"\b(?:earlier|old|previous|same|own|original|its|their) (?:versions?|terms|rules?)\b",
    r"\bin force (?:when|at|on|then)\b|\b(?:under which|stay[s]? under|remain[s]? under|keep[s]? (?:its|their))\b",
    r"原(?:有|来)?(?:的)?(?:条款|规则)|旧(?:条款|规则)|当时的|提交时",
    r"(?:不|不会|不得|绝不|从不|并不|决不|无)(?:具有|具|再)?(?:溯及|追溯|适用)|不(?:影响|改变)(?:此前|之前|已)|无溯及",
)
_BY_CONSENT = _any(
    r"\b(?:only )?(?:if|where|when|with|unless)\b[^.;]*\b(?:consent\w*|agree\w*|accept(?:s|ed)? (?:it|them)|asks? for it|better for|gains?)\b",
    r"(?:经|征得|须)[^，。；]{0,8}(?:同意|认可)|本人同意",
)


@lru_cache(SENTENCES)
def reach_back(text: str) -> bool:
    """New rules for work already sent in; not a never, rules for work to come, or a gain that the person consents to."""
    if not _holds(text, _OF_BEFORE):
        return False
    reaching = _REACHING.search(text) is not None or any(_in_order(text, words) for words in _IN_ORDER)
    return reaching and not _NOT_BACK.search(text) and not _BY_CONSENT.search(text)


def _in_order(text: str, words: tuple[re.Pattern[str], ...]) -> bool:
    """The first of each behind the first of the one before: if that finds nothing, no other choice would."""
    for clause in re.split("[.;]", text):
        at: int | None = 0
        for word in words:
            found = word.search(clause, at) if at is not None else None
            at = found.end() if found else None
        if at is not None:
            return True
    return False
