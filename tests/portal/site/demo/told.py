"""What the four stories come to, counted by hand from their timelines: never copied from a run."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True)
class Listed:
    """`authors` in their order, those who share a bracket as one tuple; `near` with what is missing."""

    authors: list[str | tuple[str, ...]]
    acknowledged: dict[str, str] = field(default_factory=dict)
    near: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Told:
    """`credit` is everybody's whole credit, `tasks` how many stand in each state."""

    credit: dict[str, str]
    tasks: dict[str, int]
    lists: dict[str, Listed]


STORIES = {
    # A question 1 as shared, no credit for reviews by hidden people. A revoked question of Ana counts nothing.
    "asterisk": Told(
        credit={
            "selamawit": "17/12",  # ⅔ + ¾
            "harutyun-p": "4/3",  # 1 + ⅓
            "kim-seoyeon": "11/12",  # ¼ + ⅔
            "ana-prado": "1",  # 1, and 1 with its reversal
            "kalaivani": "1",
            "tevita-maafu": "1",
            "batbayar": "3/4",
            "zlatina-d": "3/5",
            "tamar-kvirikashvili": "2/5",
            "jacques-aubertin": "1/3",  # exactly what it takes
            "noam-ben-amram": "1/4",
        },
        tasks={
            "draft": 1,
            "accepted": 8,
            "under_correction": 1,
            "revoked": 1,
            "declined": 1,
            "withdrawn": 1,
            "in_review": 1,
        },
        lists={
            "benchmark-paper": Listed(
                # More questions first: three people have two.
                authors=[
                    "selamawit",
                    "harutyun-p",
                    "kim-seoyeon",
                    ("ana-prado", "kalaivani"),
                    "batbayar",
                    "zlatina-d",
                    "tamar-kvirikashvili",
                    "jacques-aubertin",
                ],
                acknowledged={"hildegund-w": "rule", "tevita-maafu": "choice"},
                near={"noam-ben-amram": "1/12"},
            )
        },
    ),
    # A task 1 as shared; a finished review ¼, or ⅓ of a task that came in under version 2.
    "jiliang": Told(
        credit={
            "wang-jing-hz": "49/12",  # 1 + ½, five reviews at ¼, four at ⅓
            "tan-hui-ling": "7/3",  # 1 + ½, two at ¼, one at ⅓
            "lu-zhiwei": "2",  # eight at ¼
            "tashi-drolma": "2",  # 1, three at ⅓
            "wang-jing": "11/6",  # 1, two at ¼, one at ⅓
            "he-lan": "5/3",  # 1, two at ⅓
            "aygul-memet": "3/2",  # ½ + 1
            "ouyang-mubai": "5/4",  # five at ¼
            "lin-chia-jung": "2/3",
            "situ-yuan": "1/2",
            "chan-wing-yan": "1/3",
        },
        tasks={"draft": 1, "accepted": 8, "under_correction": 1, "declined": 1, "withdrawn": 1, "in_review": 1},
        lists={
            "data-paper": Listed(
                authors=[
                    "wang-jing-hz",
                    "tan-hui-ling",
                    ("lu-zhiwei", "tashi-drolma"),
                    "wang-jing",
                    "he-lan",
                    "aygul-memet",
                ],
                acknowledged={"lin-chia-jung": "rule", "situ-yuan": "rule", "ouyang-mubai": "choice"},
                near={"chan-wing-yan": "2/3"},
            )
        },
    ),
    # A task 1 as shared, a finished review ¼, work from before ½, the data of a facility 1.
    "pulsar-bench": Told(
        credit={
            "minjun-kim": "49/12",  # 1 + ⅓ + 1, seven reviews
            "lucja-swiatkowska": "11/3",  # 1 + ⅔, eight reviews
            "kim-minjun": "11/4",  # 1, seven reviews
            "ananya-deshpande": "2",  # ½, six reviews
            "hinewai-te-kohatu": "7/4",  # seven reviews
            "aigerim-s": "3/2",  # ½ + 1
            "isil-cinarli": "5/4",  # 1, one review
            "yusuf-al-harthi": "1",
            "waiora-array": "1",
            "sulastri": "3/4",
            "anneke-van-t-hoog": "1/2",
            "citlali-nanez": "1/2",
            "leilehua-naopua": "1/4",
        },
        tasks={"accepted": 10, "declined": 1, "changes_requested": 1, "in_review": 1},
        lists={
            # As of day 400, then closed. Members of a year with half a point, by name; days from the day of joining.
            "paper-1": Listed(
                authors=[
                    "isil-cinarli",
                    "ananya-deshpande",
                    ("kim-minjun", "minjun-kim"),
                    "citlali-nanez",
                    "sulastri",
                    "lucja-swiatkowska",
                    "hinewai-te-kohatu",
                    "anneke-van-t-hoog",
                    "waiora-array",
                ],
                near={"aigerim-s": "2", "leilehua-naopua": "84"},  # joined on days 38 and 120
            ),
            # Today, under the version that asks for a point. Işıl left 130 days ago and Citlali 260; 180 are allowed.
            "paper-2": Listed(
                authors=[
                    "isil-cinarli",
                    "ananya-deshpande",
                    ("kim-minjun", "minjun-kim"),
                    "sulastri",  # three quarters are enough under the version she worked by
                    "lucja-swiatkowska",
                    "hinewai-te-kohatu",
                    "anneke-van-t-hoog",
                    "waiora-array",
                ],
                acknowledged={"leilehua-naopua": "rule", "aigerim-s": "choice"},
                near={"citlali-nanez": "365", "yusuf-al-harthi": "12"},  # no member; joined on day 379
            ),
            # Tasks and reviews from day 181 on. Hinewai has ½ of them, all under the second version, which asks for 1.
            "answers-release": Listed(
                authors=["isil-cinarli", "ananya-deshpande", ("kim-minjun", "minjun-kim"), "lucja-swiatkowska"],
                acknowledged={"hinewai-te-kohatu": "rule", "aigerim-s": "choice"},
                near={"yusuf-al-harthi": "12"},
            ),
        },
    ),
    # An accepted task 1 as shared, a finished review ¼, work before Concord ½.
    "tephra-bench": Told(
        credit={
            "misaki-sakuma": "25/6",  # 1 + ⅔ + ½, eight reviews
            "van-binh": "3",  # 2, four reviews
            "tomas-arriagada": "5/2",  # ½, eight reviews
            "seun-adebayo": "7/4",  # 1, three reviews
            "chen-yutong": "7/4",  # the same, with a later first credit
            "wanjiru-kamau": "3/2",  # six reviews
            "thorunn": "3/2",  # ½ + ½ + ½
            "suryadi": "1",
            "siobhan-ni-fhloinn": "1/2",
            "leila-ben-ammar": "1/3",
        },
        # All states there are.
        tasks={
            "draft": 1,
            "submitted": 2,
            "in_review": 1,
            "changes_requested": 1,
            "accepted": 8,
            "under_correction": 1,
            "revoked": 1,
            "declined": 1,
            "withdrawn": 1,
            "not_reviewed": 1,
        },
        lists={
            "data-paper": Listed(
                authors=[
                    "misaki-sakuma",
                    "van-binh",
                    "tomas-arriagada",
                    ("seun-adebayo", "chen-yutong"),
                    "thorunn",
                    "suryadi",
                ],
                acknowledged={"wanjiru-kamau": "choice", "siobhan-ni-fhloinn": "rule"},
                near={"leila-ben-ammar": "2/3"},
            )
        },
    ),
}
