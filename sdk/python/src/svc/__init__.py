"""Client of the svc security-operations platform.

    client = svc.Client(base_url="https://svc.example", api_key="...")
    for alert in client.alerts.list(severity="high"):
        print(alert.title)

`svc.AsyncClient` has the same methods to await. Everything else is loaded when it is first used, so that
`import svc` costs nothing that a program does not use.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from . import models, types
    from ._client import AsyncClient, Client
    from ._download import AsyncDownload, Download
    from ._errors import (
        BadRequest,
        Conflict,
        ConnectionFailed,
        DeadlineExceeded,
        EventsRefused,
        Forbidden,
        GivesEvents,
        GivesTable,
        IncompleteSearch,
        Missing,
        NotFound,
        Problem,
        RateLimited,
        Refusal,
        SearchFailed,
        ServerFault,
        SubscriptionRefused,
        SvcError,
        Unauthorized,
        Unavailable,
        Unprocessable,
    )
    from ._follow import StreamFrame
    from ._kql_result import KqlResult
    from ._push import AsyncPusher, Pusher
    from ._request import RequestOptions
    from ._runtime import AsyncPager, Pager
    from ._search import SearchPage, SearchProgress
    from .verify import (
        AuditFault,
        AuditLogHead,
        AuditVerdict,
        ExportVerdict,
        verify_audit_log,
        verify_export,
        verify_export_bundle,
        verify_export_folder,
    )
    from .webhooks import verify_signature

_PLACES = {
    "Client": "_client",
    "AsyncClient": "_client",
    "StreamFrame": "_follow",
    "Pusher": "_push",
    "AsyncPusher": "_push",
    "RequestOptions": "_request",
    "Pager": "_runtime",
    "AsyncPager": "_runtime",
    "Download": "_download",
    "AsyncDownload": "_download",
    "KqlResult": "_kql_result",
    "SearchPage": "_search",
    "SearchProgress": "_search",
    "verify_signature": "webhooks",
    **dict.fromkeys(
        (
            "AuditFault",
            "AuditLogHead",
            "AuditVerdict",
            "ExportVerdict",
            "verify_audit_log",
            "verify_export",
            "verify_export_bundle",
            "verify_export_folder",
        ),
        "verify",
    ),
    **dict.fromkeys(
        (
            "SvcError",
            "SubscriptionRefused",
            "Problem",
            "BadRequest",
            "Unauthorized",
            "Forbidden",
            "NotFound",
            "Conflict",
            "Unprocessable",
            "RateLimited",
            "ServerFault",
            "Unavailable",
            "ConnectionFailed",
            "DeadlineExceeded",
            "EventsRefused",
            "GivesEvents",
            "GivesTable",
            "IncompleteSearch",
            "Missing",
            "Refusal",
            "SearchFailed",
        ),
        "_errors",
    ),
}
_MODULES = frozenset({"models", "types"})

__all__ = [
    "AsyncClient",
    "AsyncDownload",
    "AsyncPager",
    "AsyncPusher",
    "AuditFault",
    "AuditLogHead",
    "AuditVerdict",
    "BadRequest",
    "Client",
    "Conflict",
    "ConnectionFailed",
    "DeadlineExceeded",
    "Download",
    "EventsRefused",
    "ExportVerdict",
    "Forbidden",
    "GivesEvents",
    "GivesTable",
    "IncompleteSearch",
    "KqlResult",
    "Missing",
    "NotFound",
    "Pager",
    "Problem",
    "Pusher",
    "RateLimited",
    "Refusal",
    "RequestOptions",
    "SearchFailed",
    "SearchPage",
    "SearchProgress",
    "ServerFault",
    "StreamFrame",
    "SubscriptionRefused",
    "SvcError",
    "Unauthorized",
    "Unavailable",
    "Unprocessable",
    "models",
    "types",
    "verify_audit_log",
    "verify_export",
    "verify_export_bundle",
    "verify_export_folder",
    "verify_signature",
]


def __getattr__(name: str) -> Any:
    from importlib import import_module

    if name in _MODULES:
        return import_module(f".{name}", __name__)
    place = _PLACES.get(name)
    if place is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(import_module(f".{place}", __name__), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return __all__
