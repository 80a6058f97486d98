"""Lists."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Generic, Protocol, TypeVar

from .generated.types import UNSET, Unset

Item = TypeVar("Item")


class Page(Protocol[Item]):
    data: list[Item]
    next_cursor: str | None


class Pages(Generic[Item]):
    """A list. Iterating reads its elements and requests further pages as needed."""

    def __init__(self, read: Callable[[str | Unset], Page[Item]]) -> None:
        self._read = read

    def first(self) -> Page[Item]:
        """The first page only, with one request."""
        return self._read(UNSET)

    def pages(self) -> Iterator[Page[Item]]:
        page = self._read(UNSET)
        yield page
        while page.next_cursor is not None:
            page = self._read(page.next_cursor)
            yield page

    def __iter__(self) -> Iterator[Item]:
        for page in self.pages():
            yield from page.data
