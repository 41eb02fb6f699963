"""One call of the API before it is sent, the same for both clients."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date, datetime, timezone
from typing import Any, BinaryIO, TypeAlias
from urllib.parse import quote, urlencode

from typing_extensions import TypedDict

FileContent: TypeAlias = "bytes | BinaryIO | os.PathLike[str]"

#: Methods that do the same when they are sent twice (RFC 9110, 9.2.2).
_IDEMPOTENT = frozenset({"GET", "HEAD", "PUT", "DELETE", "OPTIONS"})


class RequestOptions(TypedDict, total=False):
    timeout: float
    """Maximum seconds of the whole call, including waits and retries."""
    max_retries: int
    idempotency_key: str
    headers: Mapping[str, str]


@dataclass
class Request:
    method: str
    path: str
    query: Mapping[str, Any] = field(default_factory=dict)
    headers: Mapping[str, Any] = field(default_factory=dict)
    body: Any = None
    media: str = "application/json"
    file: FileContent | None = None
    filename: str | None = None
    keyed: bool = False
    """The server stores the response for an Idempotency-Key."""
    reads: bool = False
    """True for an operation without effects, with any method."""
    public: bool = False

    @property
    def repeatable(self) -> bool:
        return self.method in _IDEMPOTENT or self.reads

    def target(self) -> str:
        pairs = [(name, query_text(value)) for name, value in self.query.items() if value is not None]
        return f"{self.path}?{urlencode(pairs)}" if pairs else self.path

    def own_headers(self) -> dict[str, str]:
        return {name: query_text(value) for name, value in self.headers.items() if value is not None}

    def content(self) -> bytes | None:
        if self.body is None:
            return None
        if self.media == "application/x-www-form-urlencoded":
            return urlencode(plain(self.body)).encode()
        return json.dumps(plain(self.body), separators=(",", ":"), ensure_ascii=False, default=json_value).encode()

    def file_part(self) -> tuple[str, bytes]:
        name = self.filename
        if isinstance(self.file, bytes):
            return name or "file", self.file
        if isinstance(self.file, os.PathLike):
            with open(self.file, "rb") as opened:
                return name or os.path.basename(self.file), opened.read()
        if self.file is None:
            raise TypeError("a file is missing")
        return name or os.path.basename(getattr(self.file, "name", "") or "file"), self.file.read()


def path_part(value: object) -> str:
    """One segment of a path. Refuses a value that would change the path."""
    text = str(value)
    if text in ("", ".", ".."):
        raise ValueError(f"{text!r} cannot be part of a path")
    return quote(text, safe="")


def query_text(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (datetime, date)):
        return str(json_value(value))
    if isinstance(value, (list, tuple, set, frozenset)):
        return ",".join(query_text(one) for one in value)
    return str(value)


def plain(body: Any) -> Any:
    """Models with only the fields that were set: a field that is left out stays unchanged on the server."""
    dump = getattr(body, "model_dump", None)
    if dump is not None:
        return dump(mode="json", by_alias=True, exclude_unset=True)
    if isinstance(body, Mapping):
        return {key: plain(value) for key, value in body.items()}
    if isinstance(body, (list, tuple)):
        return [plain(value) for value in body]
    return body


def json_value(value: object) -> object:
    if isinstance(value, datetime):
        aware = value if value.tzinfo else value.replace(tzinfo=timezone.utc)
        return aware.astimezone(timezone.utc).isoformat(timespec="milliseconds").replace("+00:00", "Z")
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, os.PathLike):
        return os.fspath(value)
    raise TypeError(f"{type(value).__name__} is no JSON")
