"""Verifies exports and audit logs offline.

Digests, Ed25519 signatures, and the chain and Merkle tree of the log. The SDKs of the other languages follow the same
rules and report the same faults. Needs the package `cryptography`: `pip install 'svc[verify]'`.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import io
import json
import re
import zipfile
import zlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from ._errors import SvcError

_EXPORT_FORMAT = "svc-export-v1"
_SIGNATURE_FILE = "signature.json"
_STATEMENT = (
    "content_sha256",
    "export_kind",
    "is_whole",
    "key_id",
    "query_digest",
    "row_count",
    "signed_at",
    "tenant_id",
)
#: Unpacked bytes of a bundle.
_UNPACKED_MAX = 512 * 1024 * 1024
_SAFE_INTEGER = 2**53 - 1


@dataclass(frozen=True)
class ExportVerdict:
    fault: str | None
    """Why the signature does not match the content; None if it does."""
    statement: Mapping[str, Any]
    """The signed statement: tenant, kind, rows, time and key. Do not rely on it if there is a fault."""


def verify_export(
    content: bytes | str | Iterable[bytes],
    signature: Mapping[str, Any] | str | bytes,
    *,
    key_ids: Sequence[str] | None = None,
    rows: int | None = None,
) -> ExportVerdict:
    """Verifies an exported file with its detached signature, a dictionary or its JSON.

    `key_ids` are the ids of trusted keys: without them the key in the signature is accepted. `rows` is the number of
    rows that you counted in the content: the signed number must be equal.
    """
    detached = _parsed(signature) if isinstance(signature, (str, bytes)) else signature
    if not isinstance(detached, Mapping):
        detached = {}
    statement = detached.get("statement")
    statement = statement if isinstance(statement, Mapping) else {}
    digest = hashlib.sha256()
    for part in [_bytes_of(content)] if isinstance(content, (str, bytes)) else content:
        digest.update(part)
    return ExportVerdict(_export_fault(detached, statement, digest.hexdigest(), key_ids, rows), statement)


def verify_export_bundle(
    bundle: bytes, *, key_ids: Sequence[str] | None = None, rows: int | None = None
) -> ExportVerdict:
    """Verifies a bundle: a ZIP file with one exported file and its `signature.json`."""
    try:
        with zipfile.ZipFile(io.BytesIO(bundle)) as archive:
            infos = {info.filename: info for info in archive.infolist()}
            others = [name for name in infos if name != _SIGNATURE_FILE]
            is_bundle = len(infos) == len(archive.infolist()) == 2 and len(others) == 1
            if is_bundle and sum(info.file_size for info in infos.values()) <= _UNPACKED_MAX:
                content, signature = archive.read(others[0]), archive.read(_SIGNATURE_FILE)
                return verify_export(content, signature, key_ids=key_ids, rows=rows)
    except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError, ValueError):
        pass
    return ExportVerdict("it is no bundle of one exported file and its signature", {})


def verify_export_folder(
    folder: str | Path, *, key_ids: Sequence[str] | None = None, rows: int | None = None
) -> ExportVerdict:
    """Verifies a folder that `svc export` wrote, or into which the file of an export job was unpacked."""
    manifest = _parsed((Path(folder) / "manifest.json").read_bytes())
    signed = dict(manifest) if isinstance(manifest, Mapping) else {}
    signature = signed.pop("signature", None)
    canonical = json.dumps(signed, ensure_ascii=False, separators=(",", ":"), sort_keys=True)
    detached = signature if isinstance(signature, Mapping) else {}
    verdict = verify_export(canonical, detached, key_ids=key_ids, rows=rows)
    if verdict.fault is not None:
        return verdict
    for one in signed["files"]:
        name = one["file"]
        path = Path(folder) / Path(name).name
        if not path.is_file():
            return replace(verdict, fault=f"{name} is missing")
        digest = hashlib.sha256()
        with path.open("rb") as content:
            while part := content.read(1 << 20):
                digest.update(part)
        if digest.hexdigest() != one["sha256"]:
            return replace(verdict, fault=f"{name} is not the file that was exported")
    return verdict


def _export_fault(
    detached: Mapping[str, Any],
    statement: Mapping[str, Any],
    digest: str,
    key_ids: Sequence[str] | None,
    rows: int | None,
) -> str | None:
    is_known = detached.get("format") == _EXPORT_FORMAT and detached.get("algorithm") == "ed25519"
    if not is_known or tuple(sorted(statement)) != _STATEMENT or not all(map(_is_simple, statement.values())):
        return "its signature is of an unknown form"
    key, key_id = _base64url(detached.get("public_key")), statement["key_id"]
    if key is None or len(key) != 32 or hashlib.sha256(key).hexdigest()[:32] != key_id:
        return "the key is not the one that its id names"
    if key_ids is not None and key_id not in key_ids:
        return f"key {key_id} is not one you trust"
    canonical = json.dumps(
        {name: statement[name] for name in _STATEMENT}, ensure_ascii=False, separators=(",", ":"), sort_keys=True
    )
    if not _is_signed(f"{_EXPORT_FORMAT}\n{canonical}", detached.get("signature"), key):
        return "the signature is not valid"
    if statement["content_sha256"] != digest:
        return "the content is not the one that was signed"
    if rows is not None and rows != statement["row_count"]:
        return f"{rows} rows were counted and {statement['row_count']} signed"
    return None


def _is_simple(value: Any) -> bool:
    return isinstance(value, (str, bool)) or (isinstance(value, int) and abs(value) <= _SAFE_INTEGER)


@dataclass(frozen=True)
class AuditLogHead:
    """A signed head: the first `size` entries of a tenant's log had this root."""

    tenant_id: str
    size: int
    time_ms: int
    root: str
    key_id: str
    signature: str = field(repr=False)
    signed: str = field(repr=False)


@dataclass(frozen=True)
class AuditFault:
    line: int
    detail: str


@dataclass(frozen=True)
class AuditVerdict:
    fault: AuditFault | None
    """The first fault; None if there is none."""
    head: AuditLogHead | None
    """The newest head, at the beginning of the file. Store it, and pass it as `known_head` with a later export."""
    entries: int
    """Number of verified entries, up to the fault."""
    heads: int
    key_ids: Sequence[str]


# Matches a head, `{"key_id":...}`, with its members in this order.
_HEAD = (
    r'\{"key_id":"([^"\\]*)","root":"([0-9a-f]{64})","signature":"([A-Za-z0-9_-]{86})","size":([0-9]{1,15}),'
    r'"tenant_id":("(?:[^"\\]|\\.)*"),"time_ms":([0-9]{1,15})\}'
)
_FIRST = re.compile(rf'\{{"bundle":"svc-audit-bundle-v1","head":{_HEAD}\}}')
_LATER = re.compile(rf'\{{"head":{_HEAD}\}}')
_KEY = re.compile(r'\{"key":\{"key_id":"([^"\\]*)","public_key":"([A-Za-z0-9_-]{43})"\}\}')
_ENTRY = re.compile(
    r'\{"entry":\{"document":(\{.*\}),"hash":"([0-9a-f]{64})","prev":"([0-9a-f]{64})","seq":([0-9]{1,15})\}\}', re.S
)
#: Longer than any line that an export writes.
_LINE_MAX = 1 << 20
_KEYS_MAX = 10_000


def verify_audit_log(
    content: bytes | str | Iterable[bytes],
    *,
    key_ids: Sequence[str] | None = None,
    known_head: AuditLogHead | None = None,
) -> AuditVerdict:
    """Verifies an exported audit log: every entry, every link of the chain, and every signed head over them.

    `key_ids` are the ids of trusted keys: without them the keys in the file are accepted. `known_head` is
    the head of an earlier export: the entries that it covers must be unchanged.
    """
    log = _AuditLog(key_ids, known_head)
    line = 0
    fault: str | None = None
    for text, is_whole in _lines_of(content):
        line += 1
        fault = log.take(text, line) if is_whole else "the file ends within the line"
        if fault is not None:
            break
    if fault is None:
        fault = log.end()
    found = None if fault is None else AuditFault(line, fault)
    return AuditVerdict(found, log.first, log.size, log.heads, list(log.keys))


class _AuditLog:
    def __init__(self, key_ids: Sequence[str] | None, known_head: AuditLogHead | None) -> None:
        self.keys: dict[str, bytes] = {}
        self.first: AuditLogHead | None = None
        self.size = 0
        self.heads = 0
        self._key_ids = key_ids
        self._known = known_head
        self._peaks: list[bytes] = []
        """Hashes of whole subtrees, the largest first: one for each bit that is set in the size."""
        self._hash = "0" * 64
        self._proven = 0
        """Size of the last verified head."""

    def take(self, text: str, line: int) -> str | None:
        if entry := _ENTRY.fullmatch(text):
            return self._entry(entry)
        head = _head_of((_FIRST if line == 1 else _LATER).fullmatch(text))
        if head is not None and line == 1:
            self.first = head
            return None
        if self.first is None:
            return "the file does not begin with its head"
        if head is not None:
            return self._head(head)
        found = _KEY.fullmatch(text)
        key = _base64url(found[2]) if found else None
        if found is None or key is None:
            return "the line is none that an export writes"
        is_early = self.size == 0 and len(self.keys) < _KEYS_MAX
        if not is_early or hashlib.sha256(key).hexdigest()[:32] != found[1]:
            return f"key {found[1]} is not its own"
        self.keys[found[1]] = key
        return None

    def end(self) -> str | None:
        if self.first is None:
            return "the file is empty"
        if self.size < max(self.first.size, self._known.size if self._known else 0):
            return f"the file ends after entry {self.size}"
        if unsigned := self._head_fault(self.first):
            return unsigned
        is_whole = self._proven == self.first.size and self._root() == self.first.root
        return None if is_whole else "the last signed head is missing"

    def _entry(self, entry: re.Match[str]) -> str | None:
        if self.first is None:
            return "the file does not begin with its head"
        document, digest, previous, seq = entry[1], entry[2], entry[3], int(entry[4])
        if self.size == 0 and (unsigned := self._head_fault(self.first)):
            return unsigned
        if seq != self.size + 1:
            return f"entry {seq} follows entry {self.size}"
        if seq > self.first.size:
            return "the signed head does not cover it"
        parsed = _parsed(document)
        if not isinstance(parsed, dict) or parsed.get("tenant_id") != self.first.tenant_id:
            return "it is of another tenant"
        place = seq.to_bytes(8, "big")
        own = hashlib.sha256(b"svc-audit-entry-v1\n" + place + bytes.fromhex(previous) + document.encode()).digest()
        if own.hex() != digest:
            return "its hash is not its own"
        if previous != self._hash:
            return "its hash is its own and not the one the chain goes on from"
        self._hash = digest
        node, at = hashlib.sha256(b"\0" + own).digest(), self.size
        while at % 2 == 1:
            node = hashlib.sha256(b"\1" + self._peaks.pop() + node).digest()
            at //= 2
        self._peaks.append(node)
        self.size += 1
        if self._known and self._known.size == self.size and self._known.root != self._root():
            return "the log was another one when the head you kept was signed"
        return None

    def _head(self, head: AuditLogHead) -> str | None:
        if unsigned := self._head_fault(head):
            return unsigned
        if head.size <= self._proven:
            return "the file has a head of this size already"
        if head.size != self.size:
            return f"after entry {self.size} stands a head of {head.size} entries"
        if self._root() != head.root:
            return "the entries agree with one another and not with the signed head"
        self._proven = head.size
        self.heads += 1
        return None

    def _head_fault(self, head: AuditLogHead) -> str | None:
        key = self.keys.get(head.key_id)
        if key is None:
            return f"the file lacks key {head.key_id}"
        if self._key_ids is not None and head.key_id not in self._key_ids:
            return f"key {head.key_id} is not one you trust"
        if not _is_signed(head.signed, head.signature, key):
            return "the signature of the head is not valid"
        is_own = self.first is not None and head.tenant_id == self.first.tenant_id
        return None if is_own else "the head is of another tenant"

    def _root(self) -> str:
        if not self._peaks:
            return hashlib.sha256().hexdigest()
        root = self._peaks[-1]
        for left in reversed(self._peaks[:-1]):
            root = hashlib.sha256(b"\1" + left + root).digest()
        return root.hex()


def _head_of(match: re.Match[str] | None) -> AuditLogHead | None:
    if match is None:
        return None
    key_id, root, signature, size, tenant, time_ms = match.groups()
    tenant_id = _parsed(tenant)
    if not isinstance(tenant_id, str):
        return None
    head = f'{{"key_id":"{key_id}","root":"{root}","size":{size},"tenant_id":{tenant},"time_ms":{time_ms}}}'
    return AuditLogHead(tenant_id, int(size), int(time_ms), root, key_id, signature, f"svc-audit-head-v1\n{head}")


def _lines_of(content: bytes | str | Iterable[bytes]) -> Iterator[tuple[str, bool]]:
    rest = b""
    for chunk in [_bytes_of(content)] if isinstance(content, (str, bytes)) else content:
        *lines, rest = (rest + chunk).split(b"\n")
        for line in lines:
            yield line.decode("utf-8", "replace"), len(line) <= _LINE_MAX
        if len(rest) > _LINE_MAX:
            yield "", False
    if rest:
        yield "", False


def _bytes_of(content: bytes | str) -> bytes:
    return content.encode() if isinstance(content, str) else content


def _parsed(text: str | bytes) -> Any:
    try:
        return json.loads(text)
    except ValueError:
        return None


def _is_signed(text: str, signature: Any, key: bytes) -> bool:
    try:
        from cryptography.exceptions import InvalidSignature
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
    except ImportError as error:
        raise SvcError("signatures need the package cryptography: pip install 'svc[verify]'") from error
    raw = _base64url(signature)
    if raw is None or len(raw) != 64:
        return False
    try:
        Ed25519PublicKey.from_public_bytes(key).verify(raw, text.encode())
    except (InvalidSignature, ValueError):  # the key is not a point on the curve, or the text has half a character
        return False
    return True


def _base64url(text: Any) -> bytes | None:
    """None for invalid base64url, and for text with unused bits that are set."""
    if not isinstance(text, str) or re.fullmatch("[A-Za-z0-9_-]+", text) is None:
        return None
    try:
        raw = base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
    except binascii.Error:
        return None
    return raw if base64.urlsafe_b64encode(raw).decode().rstrip("=") == text else None
