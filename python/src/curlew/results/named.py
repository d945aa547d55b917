"""Tables of a run by name."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from curlew.errors import ResultsError
from curlew.results.table import Table

if TYPE_CHECKING:
    from curlew.results.folder import Results


class Named(Mapping[str, Table]):
    """Tables by name: those whose files begin with one prefix. A file is read when asked for."""

    def __init__(self, results: Results, prefix: str, pattern: str = ".*") -> None:
        self._results = results
        self._prefix = prefix
        self._pattern = re.compile(re.escape(prefix) + f"({pattern})")

    def __iter__(self) -> Iterator[str]:
        matches = (self._pattern.fullmatch(name) for name in self._results.table_names)
        return iter([match[1] for match in matches if match])

    def __len__(self) -> int:
        return len(list(iter(self)))

    def __getitem__(self, name: str) -> Table:
        if name not in list(iter(self)):
            there = ", ".join(self) or "none"
            raise ResultsError(
                f'{self._results.folder} has no table "{self._prefix}{name}.csv"; there are: {there}'
            )
        return self._results.table(self._prefix + name)

    def __contains__(self, name: object) -> bool:
        return name in list(iter(self))

    def __repr__(self) -> str:
        return f"{{{', '.join(self)}}}"
