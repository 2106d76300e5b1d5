"""What answers are made of, beside the types of the records."""
from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Dict, Generic, Iterator, List, Mapping, Optional, TypeVar

T = TypeVar("T")


class Answer(Dict[str, Any]):
    """A record, which remembers its version."""

    etag: Optional[str] = None


def etag(record: Mapping[str, Any]) -> Optional[str]:
    """The version of a record as it was read, for `if_match`: change only what you have read."""
    return record.etag if isinstance(record, Answer) else None


@dataclass(frozen=True)
class Page(Generic[T]):
    """Some records of a list."""

    data: List[T]
    #: How many there are on all pages, exactly.
    total: int
    #: To go on from here another time: `list(cursor=…)`. None on the last page, and of lists without cursors.
    next_cursor: Optional[str]


@dataclass(frozen=True)
class ServerSentEvent:
    """`change`, `reset` or `end`, as docs/guides/live.md tells."""

    event: str
    #: Where to go on: `stream(after=…)`.
    id: Optional[str]
    #: As it was sent: JSON, in events called `change`.
    data: str


class EventLines:
    """Server-sent events out of their lines."""

    def __init__(self) -> None:
        self._id: Optional[str] = None
        self._event = ""
        self._data: List[str] = []

    def take(self, line: str) -> Iterator[ServerSentEvent]:
        if line == "":
            if self._data:
                yield ServerSentEvent(self._event or "message", self._id, "\n".join(self._data))
            self._event, self._data = "", []
            return
        name, _, value = line.partition(":")
        value = value[1:] if value.startswith(" ") else value
        if name == "event":
            self._event = value
        elif name == "data":
            self._data.append(value)
        elif name == "id":
            self._id = value
