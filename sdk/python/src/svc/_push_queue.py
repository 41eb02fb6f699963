"""Events that wait to be pushed, in batches: in memory, or as files in a folder."""

from __future__ import annotations

import json
import os
import re
import uuid
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, Protocol

from ._errors import SvcError

#: `ndjson` has an object in each line, `txt` a line of text.
LineKind = Literal["ndjson", "txt"]


@dataclass
class Batch:
    key: str
    """The same for each attempt, also in another process: with it the server recognises events that it already has."""
    kind: LineKind
    size: int
    events: int
    content: Callable[[], bytes]


class Queue(Protocol):
    """Callers hold a lock."""

    size: int
    events: int
    open: Batch | None
    """The open batch."""

    def append(self, kind: LineKind, line: bytes) -> None: ...

    def seal(self) -> None: ...

    def first(self) -> Batch | None: ...

    def settle(self) -> None: ...

    def close(self) -> None: ...


def _nothing() -> bytes:
    return b""


class MemoryQueue:
    def __init__(self) -> None:
        self.size = 0
        self.events = 0
        self.open: Batch | None = None
        self._lines: list[bytes] = []
        self._sealed: deque[Batch] = deque()

    def append(self, kind: LineKind, line: bytes) -> None:
        if self.open is None:
            self.open = Batch(str(uuid.uuid4()), kind, 0, 0, _nothing)
        self._lines.append(line)
        self.open.size += len(line)
        self.open.events += 1
        self.size += len(line)
        self.events += 1

    def seal(self) -> None:
        if self.open is None:
            return
        content = b"".join(self._lines)
        self.open.content = lambda: content
        self._sealed.append(self.open)
        self._lines = []
        self.open = None

    def first(self) -> Batch | None:
        return self._sealed[0] if self._sealed else None

    def settle(self) -> None:
        batch = self._sealed.popleft()
        self.size -= batch.size
        self.events -= batch.events

    def close(self) -> None:
        """Memory needs no lock, because no other process can use it."""


_NAME = re.compile(r"(\d{16})-([0-9A-Za-z-]{1,64})\.(ndjson|txt)(\.open)?")


class SpoolQueue:
    """A folder with the batches of one pusher, one file each.

    The next program sends what a killed program had pushed, under the same key. The SDKs of other languages use the
    same layout: `spool.json` has the connector and the format, which are part of the events' identity; `lock` is held
    by the program that uses the folder; `NUMBER-KEY.ndjson` (`.txt` for lines of text) is a batch that may have been
    sent; the open batch, which was never sent, ends with `.open`.
    """

    def __init__(self, folder: str | os.PathLike[str], origin: dict[str, str]) -> None:
        self.size = 0
        self.events = 0
        self.open: Batch | None = None
        self._folder = Path(folder)
        self._file = -1
        self._open_path = self._folder
        self._sealed: deque[tuple[Path, Batch]] = deque()
        self._sequence = 0
        self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        self._lock = _locked(self._folder / "lock")
        try:
            self._claim(origin)
            self._recover()
        except BaseException:
            self.close()
            raise

    def append(self, kind: LineKind, line: bytes) -> None:
        batch = self.open or self._begin(kind)
        try:
            written = 0
            while written < len(line):
                written += os.write(self._file, line[written:])
        except OSError:
            os.ftruncate(self._file, batch.size)
            raise
        batch.size += len(line)
        batch.events += 1
        self.size += len(line)
        self.events += 1

    def _begin(self, kind: LineKind) -> Batch:
        key = str(uuid.uuid4())
        self._open_path = self._folder / f"{self._sequence:016d}-{key}.{kind}.open"
        self._file = os.open(self._open_path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_APPEND | _BINARY, 0o600)
        self._sequence += 1
        self.open = Batch(key, kind, 0, 0, _nothing)
        return self.open

    def seal(self) -> None:
        batch = self.open
        if batch is None:
            return
        os.fsync(self._file)
        os.close(self._file)
        self._file = -1
        self.open = None
        sealed = self._open_path.with_suffix("")
        self._open_path.rename(sealed)
        if batch.events == 0:
            sealed.unlink()
            return
        batch.content = sealed.read_bytes
        self._sealed.append((sealed, batch))

    def first(self) -> Batch | None:
        return self._sealed[0][1] if self._sealed else None

    def settle(self) -> None:
        path, batch = self._sealed[0]
        path.unlink()
        self._sealed.popleft()
        self.size -= batch.size
        self.events -= batch.events

    def close(self) -> None:
        try:
            self.seal()
        finally:
            os.close(self._lock)

    def _claim(self, origin: dict[str, str]) -> None:
        path = self._folder / "spool.json"
        if not path.exists():
            path.write_text(json.dumps(origin))
            return
        kept = json.loads(path.read_text())
        for name, value in origin.items():
            if kept.get(name) != value:
                raise SvcError(f"the spool {self._folder} is that of {name} {kept.get(name)}, not {value}")

    def _recover(self) -> None:
        """Removes an incomplete line: its push was never acknowledged."""
        for path in sorted(self._folder.iterdir()):
            found = _NAME.fullmatch(path.name)
            if not found:
                continue
            number, key, kind, is_open = found.groups()
            self._sequence = int(number) + 1
            content = path.read_bytes()
            length = content.rfind(b"\n") + 1 if is_open else len(content)
            if length < len(content):
                os.truncate(path, length)
            if is_open:
                path = path.rename(path.with_suffix(""))
            events = content.count(b"\n", 0, length)
            if events == 0:
                path.unlink()
                continue
            batch = Batch(key, "txt" if kind == "txt" else "ndjson", length, events, path.read_bytes)
            self._sealed.append((path, batch))
            self.size += length
            self.events += events


#: Windows would put a carriage return before each line feed.
_BINARY = getattr(os, "O_BINARY", 0)


def _locked(path: Path) -> int:
    """The system releases the lock when the process ends, however it ends."""
    file = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
    try:
        _lock_file(file)
    except OSError as error:
        os.close(file)
        raise SvcError(f"the spool {path.parent} is used by another pusher: give each its own") from error
    return file


def _lock_file(file: int) -> None:
    try:
        import fcntl
    except ImportError:
        import importlib

        msvcrt: Any = importlib.import_module("msvcrt")
        msvcrt.locking(file, msvcrt.LK_NBLCK, 1)
        return
    fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
