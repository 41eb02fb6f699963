# Made from api/graphql/schema.graphql by sdk/generate. Do not edit.
"""Subscriptions of GraphQL, and the events that they give."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Iterator
from typing import TYPE_CHECKING, TypedDict

from ._subscribe import AsyncSubscriber, SubscribeOptions, Subscriber, async_events, events

if TYPE_CHECKING:
    from typing_extensions import Unpack

_ALERT_CREATED = (
    "subscription { alertCreated { id title severity status riskScore source tenantId createdAt "
    "updatedAt tags } }"
)
_CASE_UPDATED = (
    "subscription($caseId: ID) { caseUpdated(caseId: $caseId) { id title status severity createdAt "
    "closedAt } }"
)
_UEBA_ANOMALY_DETECTED = (
    "subscription { uebaAnomalyDetected { id entityId entityType metricName observedValue baselineMean "
    "baselineStddev zScore severity detectedAt } }"
)
_HONEYTOKEN_TRIGGERED = (
    "subscription { honeytokenTriggered { id honeytokenId sourceIp userAgent threatScore classification "
    "alertId triggeredAt } }"
)
_INVESTIGATION_STEP = (
    "subscription($investigationId: ID!) { investigationStep(investigationId: $investigationId) { id "
    "investigationId seq kind agent summary model inputHash outputHash durationMs createdAt } }"
)


class SubscribedAlert(TypedDict):
    id: str
    title: str
    severity: str
    """CRITICAL, HIGH, MEDIUM, LOW, INFO"""
    status: str
    """NEW, TRIAGED, IN_PROGRESS, RESOLVED, CLOSED"""
    riskScore: float | None
    source: str | None
    tenantId: str
    createdAt: str
    updatedAt: str
    tags: list[str]


class SubscribedCase(TypedDict):
    id: str
    title: str
    status: str
    """OPEN, IN_PROGRESS, RESOLVED, CLOSED"""
    severity: str
    """CRITICAL, HIGH, MEDIUM, LOW, INFO"""
    createdAt: str
    closedAt: str | None


class SubscribedUebaAnomaly(TypedDict):
    id: str
    entityId: str
    entityType: str
    """USER, HOST, IP, DOMAIN"""
    metricName: str
    observedValue: float
    baselineMean: float
    baselineStddev: float
    zScore: float
    severity: str
    """CRITICAL, HIGH, MEDIUM, LOW, INFO"""
    detectedAt: str


class SubscribedHoneytokenEvent(TypedDict):
    id: str
    honeytokenId: str
    sourceIp: str | None
    userAgent: str | None
    threatScore: float | None
    classification: str | None
    alertId: str | None
    triggeredAt: str


class SubscribedInvestigationStep(TypedDict):
    id: str
    investigationId: str
    seq: int
    kind: str
    agent: str | None
    summary: str | None
    model: str | None
    inputHash: str | None
    outputHash: str | None
    durationMs: int | None
    createdAt: str


class Subscriptions:
    """Subscriptions with all fields that have no subfields; `client.subscribe` accepts any other selection."""

    def __init__(self, client: Subscriber) -> None:
        self._client = client

    def alert_created(self, **options: Unpack[SubscribeOptions]) -> Iterator[SubscribedAlert]:
        return events(self._client, "alertCreated", _ALERT_CREATED, {}, options)

    def case_updated(self, case_id: str | None = None, **options: Unpack[SubscribeOptions]) -> Iterator[SubscribedCase]:
        return events(self._client, "caseUpdated", _CASE_UPDATED, {"caseId": case_id}, options)

    def ueba_anomaly_detected(self, **options: Unpack[SubscribeOptions]) -> Iterator[SubscribedUebaAnomaly]:
        return events(self._client, "uebaAnomalyDetected", _UEBA_ANOMALY_DETECTED, {}, options)

    def honeytoken_triggered(self, **options: Unpack[SubscribeOptions]) -> Iterator[SubscribedHoneytokenEvent]:
        return events(self._client, "honeytokenTriggered", _HONEYTOKEN_TRIGGERED, {}, options)

    def investigation_step(self, investigation_id: str, **options: Unpack[SubscribeOptions]) -> Iterator[SubscribedInvestigationStep]:
        return events(self._client, "investigationStep", _INVESTIGATION_STEP, {"investigationId": investigation_id}, options)


class AsyncSubscriptions:
    """Subscriptions with all fields that have no subfields; `client.subscribe` accepts any other selection."""

    def __init__(self, client: AsyncSubscriber) -> None:
        self._client = client

    def alert_created(self, **options: Unpack[SubscribeOptions]) -> AsyncGenerator[SubscribedAlert, None]:
        return async_events(self._client, "alertCreated", _ALERT_CREATED, {}, options)

    def case_updated(self, case_id: str | None = None, **options: Unpack[SubscribeOptions]) -> AsyncGenerator[SubscribedCase, None]:
        return async_events(self._client, "caseUpdated", _CASE_UPDATED, {"caseId": case_id}, options)

    def ueba_anomaly_detected(self, **options: Unpack[SubscribeOptions]) -> AsyncGenerator[SubscribedUebaAnomaly, None]:
        return async_events(self._client, "uebaAnomalyDetected", _UEBA_ANOMALY_DETECTED, {}, options)

    def honeytoken_triggered(self, **options: Unpack[SubscribeOptions]) -> AsyncGenerator[SubscribedHoneytokenEvent, None]:
        return async_events(self._client, "honeytokenTriggered", _HONEYTOKEN_TRIGGERED, {}, options)

    def investigation_step(self, investigation_id: str, **options: Unpack[SubscribeOptions]) -> AsyncGenerator[SubscribedInvestigationStep, None]:
        return async_events(self._client, "investigationStep", _INVESTIGATION_STEP, {"investigationId": investigation_id}, options)
