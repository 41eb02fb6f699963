from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from ._errors import SvcError

if TYPE_CHECKING:
    import httpx


def decoded(response: httpx.Response, model: str | None) -> Any:
    """The response as its model; as text if it is not JSON."""
    if response.status_code == 204 or not response.content:
        return None
    media = response.headers.get("content-type", "").partition(";")[0].strip()
    if media != "application/json" and not media.endswith("+json"):
        return response.text
    try:
        if not model:
            return json.loads(response.content)
        if response.content == b"null":
            return None
        from . import models

        return getattr(models, model).model_validate_json(response.content)
    except ValueError as error:
        raise SvcError(f"the answer is not what the API declares: {error}") from error
