"""Decides if and when a call is retried. The SDKs of the other languages follow the same rules."""

from __future__ import annotations

import random
import time
import uuid
from collections.abc import Mapping
from email.utils import parsedate_to_datetime

from ._errors import DeadlineExceeded
from ._request import Request, RequestOptions

DEFAULT_TIMEOUT = 60.0
DEFAULT_RETRIES = 4
FIRST_PAUSE = 0.25
LONGEST_PAUSE = 8.0


class Attempts:
    """Counts the attempts of one call, and decides if another one follows."""

    def __init__(self, request: Request, options: RequestOptions, timeout: float, max_retries: int) -> None:
        self.timeout = options.get("timeout", timeout)
        self.deadline = time.monotonic() + self.timeout
        self.left = options.get("max_retries", max_retries)
        self.made = 0
        self.lost_answer = False
        """True if an attempt may have taken effect although its response was lost."""
        self.key = options.get("idempotency_key") or (str(uuid.uuid4()) if request.keyed else None)
        self.repeatable = request.repeatable or (request.keyed and self.key is not None)

    def remaining(self) -> float:
        left = self.deadline - time.monotonic()
        if left <= 0:
            raise DeadlineExceeded(f"no answer within {self.timeout:g} s")
        return left

    def pause_after_status(self, status: int, headers: Mapping[str, str]) -> float | None:
        """Seconds until the next attempt; None if this response is final."""
        if status == 503:
            again = self.repeatable or "retry-after" in headers
        else:
            again = status == 429 or (status in (502, 504) and self.repeatable)
        if not again:
            return None
        if status in (502, 504):
            self.lost_answer = True
        return self._next(retry_after(headers))

    def pause_after_failure(self, sent: bool) -> float | None:
        """`sent` is true if the server may have received the request."""
        if sent and not self.repeatable:
            return None
        self.lost_answer = self.lost_answer or sent
        return self._next(None)

    def _next(self, asked: float | None) -> float | None:
        if self.left <= 0:
            return None
        longest = min(LONGEST_PAUSE, FIRST_PAUSE * 2**self.made)
        pause = random.uniform(longest / 2, longest) if asked is None else asked
        if time.monotonic() + pause >= self.deadline:
            return None
        self.left -= 1
        self.made += 1
        return pause


def retry_after(headers: Mapping[str, str]) -> float | None:
    """Seconds of a Retry-After (RFC 9110, 10.2.3), which is a number or a date."""
    text = headers.get("retry-after")
    if text is None:
        return None
    if text.strip().isdigit():
        return float(text)
    try:
        return max(0.0, parsedate_to_datetime(text).timestamp() - time.time())
    except (TypeError, ValueError):
        return None
