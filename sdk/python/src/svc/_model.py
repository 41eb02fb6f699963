from __future__ import annotations

from pydantic import BaseModel, ConfigDict


class Model(BaseModel):
    """Keeps fields that a newer server adds; its validator is built at the first use."""

    model_config = ConfigDict(
        extra="allow",
        populate_by_name=True,
        defer_build=True,
        protected_namespaces=(),
    )
