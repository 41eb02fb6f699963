"""The credentials of a client, and the time at which its access token must be renewed."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from ._errors import SvcError
from ._request import Request

#: Seconds before its end at which a token is renewed.
EARLY = 30.0


@dataclass
class Tokens:
    access_token: str
    refresh_token: str | None = None
    expires_in: float | None = None


class Session:
    """Uses an API key, or signs in and renews its tokens; the client sends the requests."""

    def __init__(
        self,
        api_key: str | None,
        access_token: str | None,
        refresh_token: str | None,
        email: str | None,
        password: str | None,
        on_tokens: Callable[[Tokens], None] | None,
    ) -> None:
        has_own = access_token is not None or refresh_token is not None or email is not None
        self.api_key = api_key if api_key is not None or has_own else os.environ.get("SVC_API_KEY")
        self.access_token = access_token
        self.refresh_token = refresh_token
        for name, credential in (("api_key", self.api_key), ("access_token", access_token)):
            # A header cannot send such a value, and its error would show the credential.
            if credential is not None and not all("!" <= one <= "~" for one in credential):
                raise SvcError(f"{name} has blanks or other characters that no key has")
        self._email = email
        self._password = password
        self._on_tokens = on_tokens
        self._ends: float | None = None
        self.generation = 0
        """Counts renewals, so that only one of several calls that are refused at once renews the token."""

    def headers(self) -> dict[str, str]:
        if self.api_key is not None:
            return {"X-API-Key": self.api_key}
        if self.access_token is not None:
            return {"Authorization": f"Bearer {self.access_token}"}
        return {}

    @property
    def can_renew(self) -> bool:
        return self.api_key is None and (self.refresh_token is not None or self._email is not None)

    @property
    def is_due(self) -> bool:
        if not self.can_renew:
            return False
        return self.access_token is None or (self._ends is not None and time.monotonic() > self._ends - EARLY)

    def renewal(self) -> Request:
        """The request for new tokens: with the refresh token, otherwise a sign-in."""
        if self.refresh_token is not None:
            return Request("POST", "/api/v1/auth/refresh", body={"refresh_token": self.refresh_token}, public=True)
        if self._email is None or self._password is None:
            raise SvcError("neither a refresh token nor an email and a password")
        body = {"email": self._email, "password": self._password}
        return Request("POST", "/api/v1/auth/login", body=body, public=True)

    def refused(self) -> bool:
        """The refresh token has expired. True if signing in again may help."""
        had = self.refresh_token is not None
        self.refresh_token = None
        return had and self._email is not None

    def take(self, answer: dict[str, Any]) -> None:
        self.access_token = answer["access_token"]
        self.refresh_token = answer.get("refresh_token", self.refresh_token)
        lasts = answer.get("expires_in")
        self._ends = None if lasts is None else time.monotonic() + float(lasts)
        self.generation += 1
        if self._on_tokens:
            self._on_tokens(Tokens(answer["access_token"], self.refresh_token, lasts))
