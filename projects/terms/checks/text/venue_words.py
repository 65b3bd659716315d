"""The words by which the venue reader tells promises, plans and everything else apart; venues stand as ``⟦V⟧``."""

from __future__ import annotations

import re

V = "⟦V⟧"
_I = re.IGNORECASE


def _any(*patterns: str, flags: int = _I) -> re.Pattern[str]:
    return re.compile("|".join(patterns), flags)


# --- the sentence

_QUOTATION = re.compile('[“"「『‘][^”"」』’]*[”"」』’]')
_BAD_EXAMPLE = _any(
    r"\b(?:do not|don[’']t|never|avoid|must not|should not|may not|not to|instead of|rather than) (?:\w+ ){0,3}(?:writ\w+|say\w*|claim\w*|promis\w+|us(?:e|ing)|phrases?|words?|advertis\w+)?\b[^.]{0,40}[“\"‘]",
    r"[”\"’][^.]{0,40}\b(?:is|are) (?:not allowed|forbidden|a promise|banned)",
    r"(?:请勿|切勿|勿|不要|不得|禁止|避免|不可|请别|别)[^。]{0,14}[“\"「『]",
)


def without_bad_examples(sentence: str) -> str:
    """Quoted words that one is told not to write are left out; any other quotation is the text's own."""
    return _QUOTATION.sub(" ", sentence) if _BAD_EXAMPLE.search(sentence) else sentence


# Negations that make a claim stronger.
STRENGTHENED = _any(
    r"\bthere (?:is|can be) (?:no|little) (?:doubt|question)(?: that)?",
    r"\b(?:no|without(?: any| a)?|beyond(?: any| all)?) (?:doubt|question)\b",
    r"\bnot a (?:matter|question) of if(?: but(?: of)? when)?",
    r"\b(?:nothing|no) less than\b|\bnothing but\b|\bnot (?:only|just|merely)\b",
    r"\b(?:cannot|can[’']t|will not|won[’']t|never) fail(?:s)?\b",
    r"毫无疑问|毋庸置疑|无疑|没有?(?:任何)?(?:问题|悬念|疑问)|不成问题|不在话下|毫无悬念|不用(?:担心|怀疑)|不(?:仅|只|但)(?!是.{0,4}不)",
)
# Already accepted: a fact that is reported.
FACT = _any(
    r"\b(?:paper|manuscript|article|work|study|benchmark|it|this|preprint)\b[^.;,]{0,24}\b(?:has|have|had) (?:already |now |just )?been accepted",
    rf"\b(?:paper|manuscript|article|work|study|it|this)\b[^.;,]{{0,24}}\b(?:was|is) (?:already |now )?accepted (?:at|by|in|to|for) (?:\w+ )?{V}",
    rf"(?:论文|文章|稿件|成果|paper|本文)[^，。；]{{0,6}}已(?:经)?(?:被|获|由|在)?\s*{V}?\s*(?:正式)?(?:录用|接收|接受)",
)
_SPLIT = re.compile(
    r";|；|，|,\s*(?:and|but|so|yet|while|whereas|though|although|because|since|where|which|who)?(?=\s)|\s[—–-]\s|——|"
    r"\b(?:but|whereas|although|though|while)\b|(?:但是?|不过|然而|而且|并且|因此|所以)"
)
_GOES_ON = re.compile(
    r"\s*(?:to\b|in order|together|along|with you|as\b|hopefully|ideally|if possible|perhaps|maybe|in time)", _I
)


def clauses(text: str) -> list[str]:
    """A piece that cannot stand alone belongs to the one before it, so that its hedge does, too."""
    found: list[str] = []
    for piece in _SPLIT.split(text):
        if found and (
            _GOES_ON.match(piece) or (len(piece.split()) < 3 and V not in piece and not re.search("[一-鿿]", piece))
        ):
            found[-1] += f" {piece}"
        else:
            found.append(piece)
    return found


# --- a clause

# Earlier papers, sources, people, comparisons, licences.
OTHER_PAPERS = _any(
    r"\b(?:drawn|taken|collected|derived|sampled|adapted|extracted|selected|compiled|built|rest[s]?|rely|relies|based|modelled) (?:\w+ )?(?:from|on|upon|in)\b",
    r"\bcom(?:e|es|ing) from\b",
    rf"\b(?:papers|results?|articles|studies|findings?|surveys?|figures?|images?|tables?|those|datasets?|methods|theorems?|problems)\b(?: that| which)?(?: \w+)? (?:published|appeared|appears?|printed|reported|found|described|already|from)\b[^.;]*{V}",
    rf"\b(?:like|unlike|similar to|such as|cit(?:e|es|ing)|reproduc\w+|compared (?:to|with)|than|see|read(?:ing)?) (?:[\w-]+ ){{0,5}}{V}",
    rf"\b(?:each|every|any|existing|recent|earlier|previous|past|other|another|published) (?:[\w-]+ )?{V} (?:papers?|articles?)",
    rf"\bfrom (?:an? |the |any |recent )?(?:\w+ )?{V}",
    rf"\b(?:editors?|reviewers?|referees?|area chairs?|chairs?|chaired|board members?|co-?chair|programme committee|published (?:\w+ )?before)\b[^.;]*\b(?:at|of|for|in)\b[^.;]*{V}",
    rf"\b(?:ha(?:s|ve)|who) published\b[^.;]*{V}",
    rf"\b(?:tasks?|questions?|items?|problems?|answers?)\b[^.;]*\b(?:about|explain\w*|summari[sz]\w*|discuss\w*|quot\w+|cover\w*|ask\w*)\b[^.;]*{V}",
    rf"\b(?:with|having|whose|ha(?:s|ve)) (?:[\w-]+ ){{0,2}}(?:publications?|papers?|articles?|work) (?:in|at|from)\b[^.;]*{V}",
    r"\b(?:licen[cs]es?|licensed|copyright|publisher[’']s?)\b",
    r"\b(?:doctorates?|ph\.?d|degrees?|required|requirements?|must have|needs? (?:an?|one|two)|at least (?:one|two|three|\d+) (?:[\w-]+ )?(?:papers?|publications?|articles?))\b",
    rf"其中\s*{V}|{V}[^，。；]{{0,6}}占",
    r"发表过|发过|发表(?:论文|文章)?的(?:专家|学者|研究者|审稿人|人)|须在|应在|要求|取自|来自|来源|源于|选自|源自|摘自|引自|引用|素材|出自|参考|复现|改编|许可|版权|编辑|编委|主编|担任|任职|审稿人?曾|同类|类似|相比|对标",
)
HISTORY = _any(
    r"\b(?:was|were|has been|have been|had been) (?:\w+ )?(?:published|accepted|printed|presented|featured|listed)\b",
    r"\b(?:appeared|came out|got into|made it in(?:to)?|landed)\b",
    r"\b(?:last|previous|earlier|prior|past|former) (?:\w+ )?(?:papers?|benchmarks?|editions?|versions?|work|articles?|projects?)\b",
    r"曾|已(?:经)?发表|上一?(?:版|篇|届|次|期|个)|此前|以前|先前|去年|前年|过去|(?<![月底末日年天号夏春秋冬前])之前|(?:中|发|登上|上|发表|发在|发到)了",
)
DENIAL = _any(
    r"\b(?:not|never|no|none|nobody|cannot|without|neither|nor|nothing)\b|n[’']t\b",
    r"不(?:保证|承诺|许诺|确保|担保|能|会|一定|敢|代表|负责|作|做|再|以)|无法|没有|并非|未必|未承诺|勿|绝不|并不|不是",
)
_SUBMIT = r"(?:submit\w*|re-?submit\w*|submission\w*|send(?:s|ing)?|sent|hand(?:ed)? in)"
PLAN = _any(
    r"\b(?:plan|plans|planned|planning|intend\w*|intentions?|aim(?:s|ed|ing)?|target(?:s|ed|ing)?|hop(?:e|es|ed|ing|eful|efully)|goals?|ambitions?|aspir\w+)\b",
    r"\b(?:try|tries|trying|attempt\w*|could|might|would like|would love|wish\w*|want to|we (?:all )?want|possib\w+|potential\w*|perhaps|maybe|candidates?)\b",
    r"\b(?:consider\w*|strive\w*|striving|seek\w*|pursu\w+|expect\w*|likely|probably|ideally|depend\w*|whether|envisag\w+|propos\w+|eye|eyeing|dream\w*)\b",
    rf"\b{_SUBMIT}\b[^.;]*\b(?:to|at|for|with)\b[^.;]*{V}|{V} (?:[\w-]+ )?(?:submissions?|manuscripts?|drafts?|deadlines?|rebuttals?)",
    rf"\b(?:under|in) (?:peer )?review\b|\b(?:writing|preparing|written|prepared|polishing|heading|shooting|ready) (?:[\w-]+ ){{0,5}}(?:for|towards?) (?:[\w-]+ ){{0,2}}{V}",
    r"(?-i:\bmay\b)(?! \d)",
    r"计划|打算|准备|预备|目标|力争|争取|冲击|冲刺|冲一冲|瞄准|有望|希望|期望|期待|但愿|可能|或许|也许|考虑|尝试|努力|尽力|试图|备选|候选|意向|旨在|想要|想投|想发|愿望|梦想",
    r"(?<![模虚比])拟(?![合人态])|送审|审稿中|正在审稿|在审|评审中|能不能|能否|是否|不[^，。]{0,16}不罢休|视[^，。]{0,6}而定",
    rf"投(?:稿)?\s*(?:到|给|向|往|至|了)?\s*{V}|{V}\s*(?:的)?\s*(?:投稿|在投)|向\s*{V}\s*投|已投|(?:拟|想|再|改|先)投",
    rf"(?:若(?!干)|如果|如能|如获|如被|倘若|假如|一旦|万一)[^，。；]*{V}",
    rf"\b(?:if|should|once|when|unless|until|in case)\b[^.;,]*(?:{V} (?:\w+ )?(?:accepts?|takes?|publishes|agrees)|accepted (?:at|by|in|to) {V})",
)
# Conditions that rest on reviewers govern the whole sentence; those that rest on the reader do not.
UP_TO_REVIEW = _any(
    r"\b(?:if|should|once|when|provided|unless|until|in case|as soon as)\b[^.;,]*\b(?:accept\w*|review\w*|referees?|editors?|journal|conference)\b(?! tasks?| questions?| work| submissions?)",
    r"\b(?:if|provided) (?:all|everything|things) (?:go(?:es)?|works?)\b|\bwith (?:some |a bit of )?luck\b|\bin the best case\b|\bif possible\b|\bif successful\b",
    r"\b(?:up to|decided by|depends on|in the hands of|subject to) (?:the |its )?(?:peer )?(?:review\w*|referees?|editors?|journal|conference)",
    r"(?:若(?!干)|如果|如能|如获|倘若|假如|一旦)[^，。；]*(?:录用|接收(?!的?(?:题|任务))|审稿|评审|通过评审)|(?:看|取决于|由)(?:审稿|评审|编辑)|顺利的话|运气好",
)

# --- outcomes

_PAPER = r"(?:paper|article|publication|authorships?|co-?authorships?|authors?|co-?authors?|by-?lines?|author list)"
_FEW = r"(?:[\w’'-]+ ){0,4}?"
_PLACE = rf"(?:in|at|on|into|by|to|with) (?:(?:the|an?|our|some|one|any|next year[’']s) )?(?:[\w-]+ ){{0,2}}?{V}"
_COMES_OUT = (
    r"(?:appears?|appearing|comes? out|coming out|goes? out|be published|is published|are published|gets? published|getting published|publish(?:es)?|"
    r"published|be out|be in|be at|will be|[’']ll be|going to be|lands?|landing|gets? in|gets? into|getting into|makes? it|be printed|be featured|is featured|"
    r"be accepted|is accepted|gets? accepted|be listed|is listed|are listed|be presented|is presented|presents?|names?|authorships?|co-?author\w*|publications?|paper|article|seen|be seen)"
)
OUTCOME = _any(
    # a venue paper taken for granted
    rf"{V} (?:(?:main|benchmark|research|full|data|conference|journal|first|joint|flagship) )?{_PAPER}\b",
    rf"\b(?:our|your|earns?|gets?|guarantee\w*|promise\w*) (?:[\w-]+ ){{0,3}}?{V} (?:papers|articles|publications)\b",
    rf"\b{_COMES_OUT} {_FEW}{_PLACE}",
    rf"\b(?:co-?author\w*|authors?|names?)\b[^.;]*\b(?:paper|article|publication)\b[^.;]*\b(?:in|at) (?:the |an? )?{V}",
    rf"{V} (?:is|are) (?:\w+ )?(?:certain|guaranteed|assured|secured?|sure|a given|given|settled|promised|confirmed|waiting|ours|yours|(?:only |just )?a matter of time)",
    rf"\b(?:guarantee[ds]?|promise[ds]?|assure[ds]?|secure[ds]?|earns?|get|gets) (?:you )?(?:an? |the |your )?{V}",
    rf"{V} (?:will|is going to|has agreed to) (?:publish|print|accept|feature|carry|run|take)",
    # Chinese
    rf"(?:发表|刊登|刊发|发布|刊载|见刊|收录|出现|体现|登载|登|发|刊出|刊|亮相|署名|留名|入选|录用|接收|出版)\s*(?:于|在|到|上|至|进)?\s*(?:了)?\s*(?:[一那这][篇本]|某|国际|学术|下一?期|明年的?|的)?\s*{V}",
    rf"(?:登上|登|(?<!以)上|(?<![其当])中|拿下|直通|冲进|(?<!改)进|(?<![参可])见)\s*(?:了)?\s*(?:[一那这]篇)?\s*{V}",
    rf"{V}\s*(?:上)?\s*(?:的)?\s*(?:论文|文章|署名|作者|共同作者|共一|一作|名单|paper|见刊|见|发表|保底|稳了|稳|录用|接收|没问题|不是梦|只是时间问题|手到擒来|在望|包了)",
    rf"(?:[一那这]篇|包|必|保|稳)\s*{V}",
    rf"在\s*{V}\s*(?:上|里|中)?\s*(?:留下|署|发表|见刊|登|出现|刊出|看到)",
    rf"被\s*{V}\s*(?:录用|接收|收录)",
)
# Starts as history and ends as a promise.
AS_BEFORE = _any(
    r"\b(?:this|the next|the new|our next|our new|yours?|ours)(?: (?:one|paper|version|benchmark|edition|time))?\b[^.;,]*\bwill\b(?! not)[^.;]*\b(?:too|as well|also|again|likewise|do the same|follow)\b",
    r"\bso will (?:this|the next|our|yours)",
    r"(?:这一?|本|下一?|新)(?:版|篇|次|届|个|期|回)[^，。；]{0,6}(?:同样|也|照样|一样|还|必|肯定|一定)(?:会|能|将|要)?[^，。；不]{0,6}(?:中|发|上|登|录)",
)

# --- questions

OPEN_ANSWER = _any(
    r"\b(?:nobody|no one|not|cannot|can[’']t|don[’']t|doesn[’']t|never|depends?|perhaps|maybe|unknown|uncertain|open|too early|reviewers?|hope|we[’']ll see|time will tell|who knows)\b",
    r"无法|不能|不知道|谁也|不保证|不一定|未知|取决|也许|可能|看审稿|说不准|不好说|要看",
)
OFFER = _any(
    r"^\W*(?:then\b|just\b|please\b|yes\b|of course\b|certainly\b|here\b|it will\b|you (?:can|will)\b|all (?:you|it)\b|that is\b)",
    r"^\W*(?:write|send|join|submit|contribute|give|bring|sign|come|help|solve|become|work|take|start|apply|add|make|get|share|review|propose|create|build|design|tell|mail|ask|try|follow|click|register|read|see|let)\b",
    r"就(?:够|行|可以|能|是|来)|^\W*(?:快来|来吧|加入|提交|出|写|欢迎|只要|只需|联系|报名|参与|没问题|可以|当然|能|会)",
)
