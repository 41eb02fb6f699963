"""Signatures of webhooks that the platform sends."""

from __future__ import annotations

import hashlib
import hmac
import re
import time

#: Seconds that a signature with a time may be old, or ahead.
TOLERANCE_SECONDS = 300
_PLAIN = re.compile(r"sha256=([0-9a-fA-F]{64})")
_DATED = re.compile(r"t=([0-9]{1,12}),v1=([0-9a-fA-F]{64})")


def verify_signature(body: bytes | str, header: str | None, secret: str, now: float | None = None) -> bool:
    """True if `header` (X-SVC-Signature) is the signature of the raw body with the secret.

    It is `sha256=HEX`, or `t=SECONDS,v1=HEX`, which is valid for five minutes. Verify the received bytes before you
    parse the body.
    """
    content = body.encode() if isinstance(body, str) else body
    if plain := _PLAIN.fullmatch(header or ""):
        return _is_same(plain[1], secret, content)
    dated = _DATED.fullmatch(header or "")
    if not dated:
        return False
    is_timely = abs((time.time() if now is None else now) - int(dated[1])) <= TOLERANCE_SECONDS
    return _is_same(dated[2], secret, dated[1].encode() + b"." + content) and is_timely


def _is_same(given: str, secret: str, content: bytes) -> bool:
    return hmac.compare_digest(given.lower(), hmac.new(secret.encode(), content, hashlib.sha256).hexdigest())
