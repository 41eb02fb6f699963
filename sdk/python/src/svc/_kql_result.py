"""The result of a KQL query."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from . import models


@dataclass(frozen=True)
class KqlResult:
    """The result of a KQL query."""

    columns: list[models.KqlTableColumnsItem]
    rows: list[list[Any]]
    rows_in_all: int
    render: models.KqlTableRender | None
    reads: list[models.KqlTableReadsItem]

    def objects(self) -> list[dict[str, Any]]:
        """The rows as dictionaries by column name."""
        names = [column.name for column in self.columns]
        return [dict(zip(names, row)) for row in self.rows]  # noqa: B905  a row has a value for each column
