"""What a file says as plain data, with the line of every path: the one shape YAML and JSON are both read into."""

from __future__ import annotations

from dataclasses import dataclass, field

from projects.terms.document.problems import Problem, shown

MAX_BYTES = 200_000
MAX_DEPTH = 40  # containers; rules have their own, smaller limit
MAX_VALUES = 40_000  # more than 200 kB of rules hold, and a bound on the time that a stranger’s file takes
MAX_KEY = 60


@dataclass
class Source:
    """``data`` is None where the text cannot be read; ``lines`` gives the line of each path, from 1."""

    data: object = None
    lines: dict[str, int] = field(default_factory=dict)
    problems: list[Problem] = field(default_factory=list)

    def line_of(self, path: str) -> int | None:
        """The line of the path, or of the nearest thing around it that has one."""
        while path and path not in self.lines:
            path = path[: max(path.rfind("."), path.rfind("["), 0)]
        return self.lines.get(path)


class RefusedSource(Exception):
    def __init__(self, problem: Problem) -> None:
        self.problem = problem


@dataclass
class Building:
    """A list or mapping that is being filled; ``key`` is the mapping key whose value comes next."""

    path: str
    container: dict[str, object] | list[object]
    key: str | None = None

    def next_path(self) -> str:
        if isinstance(self.container, list):
            return f"{self.path}[{len(self.container)}]"
        return f"{self.path}.{self.key}" if self.path else str(self.key)

    def take(self, value: object) -> None:
        if isinstance(self.container, list):
            self.container.append(value)
        else:
            self.container[str(self.key)] = value
            self.key = None

    def take_key(self, key: str, line: int) -> None:
        """Refused: a key that is no short word, and a key twice."""
        if not key or len(key) > MAX_KEY or not key.isprintable():
            raise RefusedSource(Problem(self.path, "key", "A key is a short word.", "键必须是一个简短的词。", line))
        if key in self.container:
            where = f"{self.path}.{key}" if self.path else key
            raise RefusedSource(
                Problem(where, "twice", f"“{shown(key)}” stands twice.", f"“{shown(key)}”出现了两次。", line)
            )
        self.key = key


def decoded(text: str | bytes) -> str:
    """The text without a byte order mark. Refused: over 200 kB, other than UTF-8."""
    if len(text) > MAX_BYTES or (isinstance(text, str) and len(text.encode("utf-8", "surrogatepass")) > MAX_BYTES):
        raise RefusedSource(Problem("", "size", "The file is larger than 200 kB.", "文件超过 200 kB。"))
    if isinstance(text, bytes):
        try:
            text = text.decode("utf-8")
        except UnicodeDecodeError as error:
            line = error.object.count(b"\n", 0, error.start) + 1
            raise RefusedSource(
                Problem("", "encoding", "The file is not UTF-8.", "文件不是 UTF-8 编码。", line)
            ) from None
    return text.removeprefix("\ufeff")


def too_deep(path: str, line: int) -> RefusedSource:
    return RefusedSource(Problem(path, "depth", f"More than {MAX_DEPTH} levels.", f"嵌套超过 {MAX_DEPTH} 层。", line))


def too_many(line: int) -> RefusedSource:
    return RefusedSource(
        Problem("", "size", f"The file holds more than {MAX_VALUES} values.", f"文件中的值多于 {MAX_VALUES} 个。", line)
    )
