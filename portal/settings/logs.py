"""Log lines that nobody can forge: a path or a name with CR, LF or terminal codes stays on its line."""

import logging
import re

_CONTROLS = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069]")


def _escape(text: str) -> str:
    return _CONTROLS.sub(lambda match: match.group().encode("unicode_escape").decode("ascii"), text)


class OneLineFormatter(logging.Formatter):
    """The message is one line; each line of a traceback is indented behind `| `, so it cannot pass for a record."""

    def formatMessage(self, record: logging.LogRecord) -> str:
        return _escape(super().formatMessage(record))

    def formatException(self, ei: object) -> str:
        return self._indented(super().formatException(ei))  # type: ignore[arg-type]

    def formatStack(self, stack_info: str) -> str:
        return self._indented(super().formatStack(stack_info))

    @staticmethod
    def _indented(text: str) -> str:
        return "\n".join(f"  | {_escape(line)}" for line in text.split("\n"))
