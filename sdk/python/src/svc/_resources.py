# Made from schemas/openapi/openapi.json by sdk/generate. Do not edit.
from __future__ import annotations

import builtins
from datetime import date, datetime
from typing import TYPE_CHECKING, Any, Literal

from ._download import Download
from ._request import Request, path_part
from ._runtime import Pager, SyncResource, lazy

if TYPE_CHECKING:
    from . import models as _models
    from . import types as _types
    from ._request import FileContent, RequestOptions

class ActionsResource(SyncResource):
    types = lazy(lambda client: ActionsTypesResource(client))

    def create(
        self,
        body: _models.ResponseActionRequest | _types.ResponseActionRequest,
        *,
        options: RequestOptions | None = None,
    ) -> _models.ResponseActionRequested:
        """Request an action: it is executed, or held until another person approves it

        Needs `actions:write`. Recorded in the audit log as `action:requested`."""
        result: _models.ResponseActionRequested = self._client._send(Request("POST", "/api/v1/actions", body=body), "ResponseActionRequested", options)
        return result

    def dry_run(
        self,
        body: _models.ResponseActionDryRun | _types.ResponseActionDryRun,
        *,
        options: RequestOptions | None = None,
    ) -> _models.ResponseActionPlan:
        """Preview the effect of an action, with the checks that were not made

        Needs `actions:write`."""
        result: _models.ResponseActionPlan = self._client._send(Request("POST", "/api/v1/actions/dry-run", body=body, reads=True), "ResponseActionPlan", options)
        return result

    def get(
        self,
        action_id: builtins.str,
        *,
        options: RequestOptions | None = None,
    ) -> _models.ResponseAction:
        """Show the state of an action

        Needs `actions:read`."""
        result: _models.ResponseAction = self._client._send(Request("GET", f"/api/v1/actions/{path_part(action_id)}"), "ResponseAction", options)
        return result

    def list(
        self,
        *,
        limit: builtins.int | None = None,
        cursor: builtins.str | None = None,
        status: Literal["awaiting_approval", "approved", "rejected", "running", "completed", "failed", "rolling_back", "rolled_back"] | None = None,
        case_id: builtins.str | None = None,
        alert_id: builtins.str | None = None,
        options: RequestOptions | None = None,
    ) -> Pager[_models.ResponseAction, _models.ResponseActionPage]:
        """Actions, newest first

        Needs `actions:read`."""
        return Pager(self._client, Request("GET", "/api/v1/actions", query={"limit": limit, "cursor": cursor, "status": status, "case_id": case_id, "alert_id": alert_id}), "ResponseActionPage", options)

    def undo(
        self,
        action_id: builtins.str,
        *,
        options: RequestOptions | None = None,
    ) -> _models.ResponseAction:
        """Undo an executed action

        Needs `actions:execute`. Recorded in the audit log as `action:undo_requested`."""
        result: _models.ResponseAction = self._client._send(Request("POST", f"/api/v1/actions/{path_part(action_id)}/undo"), "ResponseAction", options)
        return result


class ActionsTypesResource(SyncResource):
    def list(
        self,
        *,
        limit: builtins.int | None = None,
        cursor: builtins.str | None = None,
        options: RequestOptions | None = None,
    ) -> Pager[_models.ResponseActionType, _models.ResponseActionTypePage]:
        """Action types with their reach and required approvers

        Needs `actions:read`."""
        return Pager(self._client, Request("GET", "/api/v1/actions/types", query={"limit": limit, "cursor": cursor}), "ResponseActionTypePage", options)


class AgentComparisonsResource(SyncResource):
    def create(
        self,
        body: _models.ModelComparisonBegin | _types.ModelComparisonBegin,
        *,
        options: RequestOptions | None = None,
    ) -> _models.ModelComparison:
        """Repeat completed runs under another model or prompt, with the recorded results of their tools

        Replays stored runs: nothing is looked up or changed, and a call that the run did not make is answered with could_not_check. Without run_ids it uses the newest runs with a verdict of people. It counts towards the daily budget."""
        result: _models.ModelComparison = self._client._send(Request("POST", "/api/v1/agent-comparisons", body=body), "ModelComparison", options)
        return result

    def get(
        self,
        id: builtins.str,
        *,
        options: RequestOptions | None = None,
    ) -> _models.ModelComparison:
        """A comparison of models: run by run, and over all of them

        Needs `settings:read`."""
        result: _models.ModelComparison = self._client._send(Request("GET", f"/api/v1/agent-comparisons/{path_part(id)}"), "ModelComparison", options)
        return result

    def list(
        self,
        *,
        limit: builtins.int | None = None,
        cursor: builtins.str | None = None,
        options: RequestOptions | None = None,
    ) -> Pager[_models.ModelComparison, _models.ModelComparisonPage]:
        """Comparisons of models, newest first

        Needs `settings:read`."""
        return Pager(self._client, Request("GET", "/api/v1/agent-comparisons", query={"limit": limit, "cursor": cursor}), "ModelComparisonPage", options)


class AirgapResource(SyncResource):
    def status(
        self,
        *,
        options: RequestOptions | None = None,
    ) -> _models.AirgapStatus:
        """Allowed outbound destinations

        Public."""
        result: _models.AirgapStatus = self._client._send(Request("GET", "/api/v1/airgap/status", public=True), "AirgapStatus", options)
        return result


class AlertBulkChangesResource(SyncResource):
    def undo(
        self,
        bulk_id: builtins.str,
        *,
        options: RequestOptions | None = None,
    ) -> _models.AlertBulkUndone:
        """Undo a change of many alerts

        Needs `alerts:write`. Recorded in the audit log as `alert:bulk_undone`."""
        result: _models.AlertBulkUndone = self._client._send(Request("POST", f"/api/v1/alert-bulk-changes/{path_part(bulk_id)}/undo"), "AlertBulkUndone", options)
        return result


class AlertViewsResource(SyncResource):
    def delete(
        self,
        id: builtins.str,
        *,
        options: RequestOptions | None = None,
    ) -> None:
        """Delete a queue view of the caller

        Needs `alerts:read`. Recorded in the audit log as `alert_view:deleted`."""
        self._client._send(Request("DELETE", f"/api/v1/alert-views/{path_part(id)}"), None, options)

    def list(
        self,
        *,
        limit: builtins.int | None = None,
        cursor: builtins.str | None = None,
        options: RequestOptions | None = None,
    ) -> Pager[_models.AlertView, _models.AlertViewPage]:
        """Queue views of the caller

        Needs `alerts:read`."""
        return Pager(self._client, Request("GET", "/api/v1/alert-views", query={"limit": limit, "cursor": cursor}), "AlertViewPage", options)

    def replace(
        self,
        body: _models.AlertViewPut | _types.AlertViewPut,
        *,
        options: RequestOptions | None = None,
    ) -> _models.AlertView:
        """Save a view of the queue, replacing one of the same name

        Needs `alerts:read`. Recorded in the audit log as `alert_view:kept`."""
        result: _models.AlertView = self._client._send(Request("PUT", "/api/v1/alert-views", body=body), "AlertView", options)
        return result


class AlertsResource(SyncResource):
    assignees = lazy(lambda client: AlertsAssigneesResource(client))
    enrichment = lazy(lambda client: AlertsEnrichmentResource(client))
    history = lazy(lambda client: AlertsHistoryResource(client))
    investigations = lazy(lambda client: AlertsInvestigationsResource(client))
    queue = lazy(lambda client: AlertsQueueResource(client))
    verdict_override = lazy(lambda client: AlertsVerdictOverrideResource(client))

    def assign(
        self,
        id: builtins.str,
        body: _models.AlertAssign | _types.AlertAssign,
        *,
        options: RequestOptions | None = None,
    ) -> _models.Alert:
        """Assign an alert to a user of the tenant; null unassigns it

        Needs `alerts:write`. Recorded in the audit log as `alert:assigned`."""
        result: _models.Alert = self._client._send(Request("POST", f"/api/v1/alerts/{path_part(id)}/assign", body=body), "Alert", options)
        return result

    def bulk(
        self,
        body: _models.AlertBulkChange | _types.AlertBulkChange,
        *,
        options: RequestOptions | None = None,
    ) -> _models.AlertBulkDone:
        """Apply one change to many alerts

        Needs `alerts:write`. Recorded in the audit log as `alert:bulk_changed`."""
        result: _models.AlertBulkDone = self._client._send(Request("POST", "/api/v1/alerts/bulk", body=body), "AlertBulkDone", options)
        return result

    def claim(
        self,
        id: builtins.str,
        *,
        options: RequestOptions | None = None,
    ) -> _models.Alert:
        """Claim an unassigned alert; 409 when another person has it

        Needs `alerts:write`. Recorded in the audit log as `alert:claimed`."""
        result: _models.Alert = self._client._send(Request("POST", f"/api/v1/alerts/{path_part(id)}/claim"), "Alert", options)
        return result

    def create(
        self,
        body: _models.AlertCreate | _types.AlertCreate,
        *,
        options: RequestOptions | None = None,
    ) -> _models.Alert:
        """Raise an alert

        Needs `alerts:write`. Recorded in the audit log as `alert:created`."""
        result: _models.Alert = self._client._send(Request("POST", "/api/v1/alerts", body=body, keyed=True), "Alert", options)
        return result

    def delete(
        self,
        id: builtins.str,
        *,
        options: RequestOptions | None = None,
    ) -> None:
        """Delete an alert with its history

        Needs `alerts:delete`. Recorded in the audit log as `alert:deleted`."""
        self._client._send(Request("DELETE", f"/api/v1/alerts/{path_part(id)}"), None, options)

    def escalate(
        self,
        id: builtins.str,
        body: _models.AlertEscalate | _types.AlertEscalate,
        *,
        options: RequestOptions | None = None,
    ) -> _models.Alert:
        """Raise the severity by one step

        Needs `alerts:write`. Recorded in the audit log as `alert:escalated`."""
        result: _models.Alert = self._client._send(Request("POST", f"/api/v1/alerts/{path_part(id)}/escalate", body=body), "Alert", options)
        return result

    def facets(
        self,
        *,
        severity: builtins.str | None = None,
        status: builtins.str | None = None,
        disposition: builtins.str | None = None,
        category: builtins.str | None = None,
        assigned_to_me: builtins.bool | None = None,
        search: builtins.str | None = None,
        min_confidence: builtins.int | None = None,
        confidence_label: builtins.str | None = None,
        tags: builtins.str | None = None,
        from_: builtins.str | None = None,
        until: builtins.str | None = None,
        event_from: builtins.str | None = None,
        event_until: builtins.str | None = None,
        host: builtins.str | None = None,
        user: builtins.str | None = None,
        ip: builtins.str | None = None,
        tactic: builtins.str | None = None,
        technique: builtins.str | None = None,
        rule: builtins.str | None = None,
        source: builtins.str | None = None,
        assignee: builtins.str | None = None,
        has_verdict: builtins.bool | None = None,
        fields: builtins.str | None = None,
        limit: builtins.int | None = None,
        options: RequestOptions | None = None,
    ) -> _models.AlertFacetValues:
        """Hosts, users, rules and other values among the filtered alerts, with counts

        Takes the filters of `GET /alerts`, and counts the alerts left for each value."""
        result: _models.AlertFacetValues = self._client._send(Request("GET", "/api/v1/alerts/facets", query={"severity": severity, "status": status, "disposition": disposition, "category": category, "assigned_to_me": assigned_to_me, "search": search, "min_confidence": min_confidence, "confidence_label": confidence_label, "tags": tags, "from": from_, "until": until, "event_from": event_from, "event_until": event_until, "host": host, "user": user, "ip": ip, "tactic": tactic, "technique": technique, "rule": rule, "source": source, "assignee": assignee, "has_verdict": has_verdict, "fields": fields, "limit": limit}), "AlertFacetValues", options)
        return result

    def get(
        self,
        id: builtins.str,
        *,
        options: RequestOptions | None = None,
    ) -> _models.AlertDetail:
        """One alert with its narrative, related entities, latest events, advice and raw event

        Needs `alerts:read`."""
        result: _models.AlertDetail = self._client._send(Request("GET", f"/api/v1/alerts/{path_part(id)}"), "AlertDetail", options)
        return result

    def list(
        self,
        *,
        limit: builtins.int | None = None,
        cursor: builtins.str | None = None,
        severity: builtins.str | None = None,
        status: builtins.str | None = None,
        disposition: builtins.str | None = None,
        category: builtins.str | None = None,
        assigned_to_me: builtins.bool | None = None,
        search: builtins.str | None = None,
        min_confidence: builtins.int | None = None,
        confidence_label: builtins.str | None = None,
        tags: builtins.str | None = None,
        from_: builtins.str | None = None,
        until: builtins.str | None = None,
        event_from: builtins.str | None = None,
        event_until: builtins.str | None = None,
        host: builtins.str | None = None,
        user: builtins.str | None = None,
        ip: builtins.str | None = None,
        tactic: builtins.str | None = None,
        technique: builtins.str | None = None,
        rule: builtins.str | None = None,
        source: builtins.str | None = None,
        assignee: builtins.str | None = None,
        has_verdict: builtins.bool | None = None,
        sort: Literal["newest", "oldest", "risk", "severity", "event_newest", "event_oldest", "sla"] | None = None,
        options: RequestOptions | None = None,
    ) -> Pager[_models.Alert, _models.AlertPage]:
        """Alerts, newest first or in another order, with facets over all matching alerts

        Needs `alerts:read`."""
        return Pager(self._client, Request("GET", "/api/v1/alerts", query={"limit": limit, "cursor": cursor, "severity": severity, "status": status, "disposition": disposition, "category": category, "assigned_to_me": assigned_to_me, "search": search, "min_confidence": min_confidence, "confidence_label": confidence_label, "tags": tags, "from": from_, "until": until, "event_from": event_from, "event_until": event_until, "host": host, "user": user, "ip": ip, "tactic": tactic, "technique": technique, "rule": rule, "source": source, "assignee": assignee, "has_verdict": has_verdict, "sort": sort}), "AlertPage", options)

    def metrics(
        self,
        *,
        from_: datetime | builtins.str | None = None,
        until: datetime | builtins.str | None = None,
        step: Literal["day", "week"] | None = None,
        time_zone: builtins.str | None = None,
        options: RequestOptions | None = None,
    ) -> _models.TeamMetrics:
        """Volume, times to acknowledge and to resolve, verdicts, noise of rules and load of analysts, by day or week

        Computed from alerts and their history, without deleted alerts. An alert counts in the step in which it was created. A time without any alert is null. At most 366 days; the last 30 by default."""
        result: _models.TeamMetrics = self._client._send(Request("GET", "/api/v1/alerts/metrics", query={"from": from_, "until": until, "step": step, "time_zone": time_zone}), "TeamMetrics", options)
        return result

    def similar(
        self,
        id: builtins.str,
        *,
        limit: builtins.int | None = None,
        options: RequestOptions | None = None,
    ) -> _models.SimilarAlerts:
        """Verdicts on alerts of the same kind, and the most similar alerts

        Needs `alerts:read`."""
        result: _models.SimilarAlerts = self._client._send(Request("GET", f"/api/v1/alerts/{path_part(id)}/similar", query={"limit": limit}), "SimilarAlerts", options)
        return result

    def snooze(
        self,
        id: builtins.str,
        body: _models.AlertSnooze | _types.AlertSnooze,
        *,
        options: RequestOptions | None = None,
    ) -> _models.Alert:
        """Snooze an alert for some minutes or until a time

        Needs `alerts:write`. Recorded in the audit log as `alert:snoozed`."""
        result: _models.Alert = self._client._send(Request("POST", f"/api/v1/alerts/{path_part(id)}/snooze", body=body), "Alert", options)
        return result

    def stats(
        self,
        *,
        period: Literal["24h", "7d", "30d", "all"] | None = None,
        options: RequestOptions | None = None,
    ) -> _models.AlertStats:
        """Aggregates over the alerts created in a period

        Needs `alerts:read`."""
        result: _models.AlertStats = self._client._send(Request("GET", "/api/v1/alerts/stats", query={"period": period}), "AlertStats", options)
        return result

    def submit(
        self,
        body: Any,
        *,
        tenant_id: builtins.str,
        options: RequestOptions | None = None,
    ) -> _models.EventsSubmitted:
        """Create one alert from a batch of events: a single event, a list, or an object that holds `events`

        Needs `alerts:write`. Recorded in the audit log as `alert:submitted`."""
        result: _models.EventsSubmitted = self._client._send(Request("POST", "/api/v1/alerts/submit", headers={"x-tenant-id": tenant_id}, body=body, keyed=True), "EventsSubmitted", options)
        return result

    def update(
        self,
        id: builtins.str,
        body: _models.AlertPatch | _types.AlertPatch,
        *,
        options: RequestOptions | None = None,
    ) -> _models.Alert:
        """Change status, priority, tags, assignee or case

        Needs `alerts:write`. Recorded in the audit log as `alert:updated`."""
        result: _models.Alert = self._client._send(Request("PATCH", f"/api/v1/alerts/{path_part(id)}", body=body), "Alert", options)
        return result

    def verdict_reasons(
        self,
        *,
        options: RequestOptions | None = None,
    ) -> _models.VerdictReasons:
        """Valid reasons for each verdict; any other is rejected with 422

        Needs `alerts:read`."""
        result: _models.VerdictReasons = self._client._send(Request("GET", "/api/v1/alerts/verdict-reasons"), "VerdictReasons", options)
        return result


class AlertsAssigneesResource(SyncResource):
    def list(
        self,
        *,
        limit: builtins.int | None = None,
        cursor: builtins.str | None = None,
        options: RequestOptions | None = None,
    ) -> Pager[_models.Assignee, _models.AssigneePage]:
        """Possible owners of alerts: users of the tenant and delegates, by name

        Active ones first, users before delegates; at most 10,000."""
        return Pager(self._client, Request("GET", "/api/v1/alerts/assignees", query={"limit": limit, "cursor": cursor}), "AssigneePage", options)


class AlertsEnrichmentResource(SyncResource):
    def get(
        self,
        id: builtins.str,
        *,
        options: RequestOptions | None = None,
    ) -> _models.AlertEnrichment:
        """The enrichment of an alert, from its arrival or the last request

        Needs `alerts:read`."""
        result: _models.AlertEnrichment = self._client._send(Request("GET", f"/api/v1/alerts/{path_part(id)}/enrichment"), "AlertEnrichment", options)
        return result

    def run(
        self,
        id: builtins.str,
        *,
        options: RequestOptions | None = None,
    ) -> _models.AlertEnrichment:
        """Enrich the entities of an alert now

        Needs `alerts:write`. Recorded in the audit log as `alert:enriched`."""
        result: _models.AlertEnrichment = self._client._send(Request("POST", f"/api/v1/alerts/{path_part(id)}/enrichment"), "AlertEnrichment", options)
        return result


class AlertsHistoryResource(SyncResource):
    def list(
        self,
        id: builtins.str,
        *,
        limit: builtins.int | None = None,
        cursor: builtins.str | None = None,
        options: RequestOptions | None = None,
    ) -> Pager[_models.AlertHistoryEntry, _models.AlertHistoryEntryPage]:
        """History of an alert, newest first

        Needs `alerts:read`."""
        return Pager(self._client, Request("GET", f"/api/v1/alerts/{path_part(id)}/history", query={"limit": limit, "cursor": cursor}), "AlertHistoryEntryPage", options)


class AlertsInvestigationsResource(SyncResource):
    def list(
        self,
        id: builtins.str,
        *,
        limit: builtins.int | None = None,
        cursor: builtins.str | None = None,
        options: RequestOptions | None = None,
    ) -> Pager[_models.InvestigationRun, _models.InvestigationRunPage]:
        """Triage and investigations of an alert, newest first

        Needs `alerts:read`."""
        return Pager(self._client, Request("GET", f"/api/v1/alerts/{path_part(id)}/investigations", query={"limit": limit, "cursor": cursor}), "InvestigationRunPage", options)


class AlertsQueueResource(SyncResource):
    def list(
        self,
        *,
        limit: builtins.int | None = None,
        cursor: builtins.str | None = None,
        owner: Literal["me", "unassigned", "all"] | None = None,
        period: Literal["24h", "7d", "30d", "all"] | None = None,
        options: RequestOptions | None = None,
    ) -> Pager[_models.QueuedAlert, _models.AlertQueue]:
        """Unresolved alerts that are not snoozed: highest priority first, then the oldest

        Needs `alerts:read`."""
        return Pager(self._client, Request("GET", "/api/v1/alerts/queue", query={"limit": limit, "cursor": cursor, "owner": owner, "period": period}), "AlertQueue", options)


class AlertsVerdictOverrideResource(SyncResource):
    def look_alikes(
        self,
        id: builtins.str,
        body: _models.VerdictConfirm | _types.VerdictConfirm,
        *,
        options: RequestOptions | None = None,
    ) -> _models.VerdictsConfirmed:
        """Apply the same verdict to exactly the look-alikes shown with it

        Needs `alerts:write`. Recorded in the audit log as `alert:verdict_repeated`."""
        result: _models.VerdictsConfirmed = self._client._send(Request("POST", f"/api/v1/alerts/{path_part(id)}/verdict-override/look-alikes", body=body), "VerdictsConfirmed", options)
        return result

    def run(
        self,
        id: builtins.str,
        body: _models.VerdictOverride | _types.VerdictOverride,
        *,
        options: RequestOptions | None = None,
    ) -> _models.VerdictOverridden:
        """Set the verdict of an analyst on an alert; returns similar alerts that it may fit too

        A reason that contradicts the verdict is rejected: `GET /alerts/verdict-reasons` lists the valid ones."""
        result: _models.VerdictOverridden = self._client._send(Request("POST", f"/api/v1/alerts/{path_part(id)}/verdict-override", body=body), "VerdictOverridden", options)
        return result

    def undo(
        self,
        id: builtins.str,
        body: _models.VerdictUndo | _types.VerdictUndo,
        *,
        options: RequestOptions | None = None,
    ) -> _models.VerdictUndone:
        """Undo a verdict, together with its copies on look-alikes

        Needs `alerts:write`. Recorded in the audit log as `alert:verdict_undone`."""
        result: _models.VerdictUndone = self._client._send(Request("POST", f"/api/v1/alerts/{path_part(id)}/verdict-override/undo", body=body), "VerdictUndone", options)
        return result


class ApiKeysResource(SyncResource):
    def create(
        self,
        body: _models.ApiKeyCreate | _types.ApiKeyCreate,
        *,
        options: RequestOptions | None = None,
    ) -> _models.NewApiKey:
        """Create an API key

        Needs `users:write`. Recorded in the audit log as `api_key:created`."""
        result: _models.NewApiKey = self._client._send(Request("POST", "/api/v1/api-keys", body=body), "NewApiKey", options)
        return result

    def delete(
        self,
        id: builtins.str,
        *,
        options: RequestOptions | None = None,
    ) -> None:
        """Revoke an API key

        Needs `users:write`. Recorded in the audit log as `api_key:revoked`."""
        self._client._send(Request("DELETE", f"/api/v1/api-keys/{path_part(id)}"), None, options)

    def list(
        self,
        *,
        limit: builtins.int | None = None,
        cursor: builtins.str | None = None,
        options: RequestOptions | None = None,
    ) -> Pager[_models.ApiKey, _models.ApiKeyPage]:
        """API keys, newest first

        Needs `users:read`."""
        return Pager(self._client, Request("GET", "/api/v1/api-keys", query={"limit": limit, "cursor": cursor}), "ApiKeyPage", options)

    def update(
        self,
        id: builtins.str,
        body: _models.ApiKeyPatch | _types.ApiKeyPatch,
        *,
        options: RequestOptions | None = None,
    ) -> _models.ApiKey:
        """Change an API key

        Needs `users:write`. Recorded in the audit log as `api_key:updated`."""
        result: _models.ApiKey = self._client._send(Request("PATCH", f"/api/v1/api-keys/{path_part(id)}", body=body), "ApiKey", options)
        return result


class ApprovalsResource(SyncResource):
    by_link = lazy(lambda client: ApprovalsByLinkResource(client))

    def approve(
        self,
        approval_id: builtins.str,
        body: _models.ApprovalDecision | _types.ApprovalDecision,
        *,
        options: RequestOptions | None = None,
    ) -> _models.Approval:
        """Approve; the requester may not. Also as {approval_id}:approve

        Needs `actions:read`. Recorded in the audit log as `approval:approved`."""
        result: _models.Approval = self._client._send(Request("POST", f"/api/v1/approvals/{path_part(approval_id)}/approve", body=body), "Approval", options)
        return result

    def create(
        self,
        body: _models.ApprovalCreate | _types.ApprovalCreate,
        *,
        options: RequestOptions | None = None,
    ) -> _models.Approval:
        """Request an approval for something the caller carries out itself

        Needs `actions:write`. Recorded in the audit log as `approval:requested`."""
        result: _models.Approval = self._client._send(Request("POST", "/api/v1/approvals", body=body), "Approval", options)
        return result

    def get(
        self,
        approval_id: builtins.str,
        *,
        options: RequestOptions | None = None,
    ) -> _models.Approval:
        """One approval

        Needs `actions:read`."""
        result: _models.Approval = self._client._send(Request("GET", f"/api/v1/approvals/{path_part(approval_id)}"), "Approval", options)
        return result

    def list(
        self,
        *,
        limit: builtins.int | None = None,
        cursor: builtins.str | None = None,
        status: Literal["pending", "approved", "denied", "expired", "cancelled"] | None = None,
        risk_level: Literal["low", "medium", "high", "critical"] | None = None,
        mine: builtins.bool | None = None,
        options: RequestOptions | None = None,
    ) -> Pager[_models.Approval, _models.ApprovalPage]:
        """Approvals, newest first; pending ones without a status

        Needs `actions:read`."""
        return Pager(self._client, Request("GET", "/api/v1/approvals", query={"limit": limit, "cursor": cursor, "status": status, "risk_level": risk_level, "mine": mine}), "ApprovalPage", options)

    def reject(
        self,
        approval_id: builtins.str,
        body: _models.ApprovalDecision | _types.ApprovalDecision,
        *,
        options: RequestOptions | None = None,
    ) -> _models.Approval:
        """Deny. Also as {approval_id}:reject

        Needs `actions:read`. Recorded in the audit log as `approval:denied`."""
        result: _models.Approval = self._client._send(Request("POST", f"/api/v1/approvals/{path_part(approval_id)}/reject", body=body), "Approval", options)
        return result


class ApprovalsByLinkResource(SyncResource):
    def decide(
        self,
        body: _models.ApprovalLinkDecision | _types.ApprovalLinkDecision,
        *,
        options: RequestOptions | None = None,
    ) -> _models.ApprovalLinkDecided:
        """Approve or deny through a mailed link, which works once

        Decides as the addressee of the mail, under the usual approval rules: the requester cannot approve."""
        result: _models.ApprovalLinkDecided = self._client._send(Request("POST", "/api/v1/approvals/by-link/decide", body=body), "ApprovalLinkDecided", options)
        return result

    def run(
        self,
        body: _models.ApprovalLink | _types.ApprovalLink,
        *,
        options: RequestOptions | None = None,
    ) -> _models.LinkedApproval:
        """The approval request behind a mailed link

        Only for the addressee of the mail, signed in within the last 15 minutes. Reading it changes only the receipt."""
        result: _models.LinkedApproval = self._client._send(Request("POST", "/api/v1/approvals/by-link", body=body), "LinkedApproval", options)
        return result


class AuditResource(SyncResource):
    entries = lazy(lambda client: AuditEntriesResource(client))
    keys = lazy(lambda client: AuditKeysResource(client))

    def consistency(
        self,
        *,
        older: builtins.int,
        newer: builtins.int,
        options: RequestOptions | None = None,
    ) -> _models.AuditConsistencyProof:
        """Proof that the log was only appended to between two signed heads (RFC 6962, 2.1.2)

        Needs `audit_log:read`."""
        result: _models.AuditConsistencyProof = self._client._send(Request("GET", "/api/v1/audit/consistency", query={"older": older, "newer": newer}), "AuditConsistencyProof", options)
        return result

    def export(
        self,
        *,
        action: builtins.str | None = None,
        resource: builtins.str | None = None,
        resource_id: builtins.str | None = None,
        actor_id: builtins.str | None = None,
        search: builtins.str | None = None,
        from_: builtins.str | None = None,
        until: builtins.str | None = None,
        format: Literal["bundle", "csv", "html"] | None = None,
        options: RequestOptions | None = None,
    ) -> Download:
        """Export the whole log as a bundle for `svc audit verify`, or its newest 10,000 matches as csv or html

        Needs `audit_log:read`."""
        return self._client._download(Request("GET", "/api/v1/audit/export", query={"action": action, "resource": resource, "resource_id": resource_id, "actor_id": actor_id, "search": search, "from": from_, "until": until, "format": format}), options)

    def head(
        self,
        *,
        options: RequestOptions | None = None,
    ) -> _models.AuditHead:
        """Latest signed head; with a copy elsewhere, nothing before it can be rewritten undetected

        Needs `audit_log:read`."""
        result: _models.AuditHead = self._client._send(Request("GET", "/api/v1/audit/head"), "AuditHead", options)
        return result

    def list(
        self,
        *,
        action: builtins.str | None = None,
        resource: builtins.str | None = None,
        resource_id: builtins.str | None = None,
        actor_id: builtins.str | None = None,
        search: builtins.str | None = None,
        from_: builtins.str | None = None,
        until: builtins.str | None = None,
        limit: builtins.int | None = None,
        cursor: builtins.str | None = None,
        options: RequestOptions | None = None,
    ) -> Pager[_models.AuditEntry, _models.AuditEntryPage]:
        """The audit log, newest first; reading it is recorded in it

        Needs `audit_log:read`."""
        return Pager(self._client, Request("GET", "/api/v1/audit", query={"action": action, "resource": resource, "resource_id": resource_id, "actor_id": actor_id, "search": search, "from": from_, "until": until, "limit": limit, "cursor": cursor}), "AuditEntryPage", options)


class AuditEntriesResource(SyncResource):
    def proof(
        self,
        id: builtins.str,
        *,
        options: RequestOptions | None = None,
    ) -> _models.AuditInclusionProof:
        """Proof that the log of the latest head includes an entry (RFC 6962, 2.1.1)

        Needs `audit_log:read`."""
        result: _models.AuditInclusionProof = self._client._send(Request("GET", f"/api/v1/audit/entries/{path_part(id)}/proof"), "AuditInclusionProof", options)
        return result


class AuditKeysResource(SyncResource):
    def list(
        self,
        *,
        limit: builtins.int | None = None,
        cursor: builtins.str | None = None,
        options: RequestOptions | None = None,
    ) -> Pager[_models.AuditKey, _models.AuditKeyPage]:
        """Public keys of present and past heads, oldest first

        Needs `audit_log:read`."""
        return Pager(self._client, Request("GET", "/api/v1/audit/keys", query={"limit": limit, "cursor": cursor}), "AuditKeyPage", options)


class AuditLogResource(SyncResource):
    def list(
        self,
        *,
        action: builtins.str | None = None,
        resource: builtins.str | None = None,
        resource_id: builtins.str | None = None,
        actor_id: builtins.str | None = None,
        search: builtins.str | None = None,
        from_: builtins.str | None = None,
        until: builtins.str | None = None,
        limit: builtins.int | None = None,
        cursor: builtins.str | None = None,
        options: RequestOptions | None = None,
    ) -> Pager[_models.AuditEntry, _models.AuditEntryPage]:
        """The audit log, newest first; reading it is recorded in it

        Needs `audit_log:read`."""
        return Pager(self._client, Request("GET", "/api/v1/audit-log", query={"action": action, "resource": resource, "resource_id": resource_id, "actor_id": actor_id, "search": search, "from": from_, "until": until, "limit": limit, "cursor": cursor}), "AuditEntryPage", options)


class AuthResource(SyncResource):
    invitations = lazy(lambda client: AuthInvitationsResource(client))
    oidc = lazy(lambda client: AuthOidcResource(client))
    password_reset = lazy(lambda client: AuthPasswordResetResource(client))
    saml = lazy(lambda client: AuthSamlResource(client))

    def login(
        self,
        body: _models.Login | _types.Login,
        *,
        options: RequestOptions | None = None,
    ) -> _models.SignedIn:
        """Sign in

        Recorded in the audit log as `auth:login`."""
        result: _models.SignedIn = self._client._send(Request("POST", "/api/v1/auth/login", body=body, public=True), "SignedIn", options)
        return result

    def logout(
        self,
        *,
        options: RequestOptions | None = None,
    ) -> None:
        """End this session

        For every signed-in user. Recorded in the audit log as `auth:logout`."""
        self._client._send(Request("POST", "/api/v1/auth/logout"), None, options)

    def refresh(
        self,
        body: _models.TokenRefresh | _types.TokenRefresh,
        *,
        options: RequestOptions | None = None,
    ) -> _models.Tokens:
        """Get new tokens for a refresh token

        Public."""
        result: _models.Tokens = self._client._send(Request("POST", "/api/v1/auth/refresh", body=body, public=True), "Tokens", options)
        return result


class AuthInvitationsResource(SyncResource):
    def accept(
        self,
        body: _models.InvitationAccept | _types.InvitationAccept,
        *,
        options: RequestOptions | None = None,
    ) -> _models.Tokens:
        """Start a session from the link of an invitation, to register a passkey

        To set a password instead, send the same token to POST /auth/password-reset/confirm."""
        result: _models.Tokens = self._client._send(Request("POST", "/api/v1/auth/invitations/accept", body=body, public=True), "Tokens", options)
        return result


class AuthOidcResource(SyncResource):
    def callback(
        self,
        *,
        state: builtins.str,
        code: builtins.str | None = None,
        error: builtins.str | None = None,
        options: RequestOptions | None = None,
    ) -> _models.Tokens:
        """OIDC callback of the identity provider

        Public."""
        result: _models.Tokens = self._client._send(Request("GET", "/api/v1/auth/oidc/callback", query={"state": state, "code": code, "error": error}, public=True), "Tokens", options)
        return result

    def login(
        self,
        body: _models.SignInBegin | _types.SignInBegin,
        *,
        options: RequestOptions | None = None,
    ) -> _models.SignInBegun:
        """Begin a sign-in over OIDC

        Public."""
        result: _models.SignInBegun = self._client._send(Request("POST", "/api/v1/auth/oidc/login", body=body, public=True), "SignInBegun", options)
        return result


class AuthPasswordResetResource(SyncResource):
    def confirm(
        self,
        body: _models.PasswordResetConfirm | _types.PasswordResetConfirm,
        *,
        options: RequestOptions | None = None,
    ) -> None:
        """Set a new password with the token of a mailed link

        Recorded in the audit log as `user:password_reset`."""
        self._client._send(Request("POST", "/api/v1/auth/password-reset/confirm", body=body, public=True), None, options)

    def run(
        self,
        body: _models.PasswordResetRequest | _types.PasswordResetRequest,
        *,
        options: RequestOptions | None = None,
    ) -> _models.PasswordResetRequested:
        """Request a link to set a new password

        The answer is the same whether or not the user exists. 503 when no mail server is configured."""
        result: _models.PasswordResetRequested = self._client._send(Request("POST", "/api/v1/auth/password-reset", body=body, public=True), "PasswordResetRequested", options)
        return result


class AuthSamlResource(SyncResource):
    callback = lazy(lambda client: AuthSamlCallbackResource(client))

    def login(
        self,
        body: _models.SignInBegin | _types.SignInBegin,
        *,
        options: RequestOptions | None = None,
    ) -> _models.SignInBegun:
        """Begin a sign-in over SAML

        Public."""
        result: _models.SignInBegun = self._client._send(Request("POST", "/api/v1/auth/saml/login", body=body, public=True), "SignInBegun", options)
        return result

    def metadata(
        self,
        *,
        options: RequestOptions | None = None,
    ) -> None:
        """Get the SAML service provider metadata of this installation

        Public."""
        self._client._send(Request("GET", "/api/v1/auth/saml/metadata", public=True), None, options)


class AuthSamlCallbackResource(SyncResource):
    def get(
        self,
        *,
        samlresponse: builtins.str,
        relay_state: builtins.str | None = None,
        options: RequestOptions | None = None,
    ) -> _models.Tokens:
        """Assertion consumer of SAML, HTTP-Redirect binding

        Public."""
        result: _models.Tokens = self._client._send(Request("GET", "/api/v1/auth/saml/callback", query={"SAMLResponse": samlresponse, "RelayState": relay_state}, public=True), "Tokens", options)
        return result

    def post(
        self,
        body: _models.SamlAnswer | _types.SamlAnswer,
        *,
        options: RequestOptions | None = None,
    ) -> _models.Tokens:
        """Assertion consumer of SAML, HTTP-POST binding

        Public."""
        result: _models.Tokens = self._client._send(Request("POST", "/api/v1/auth/saml/callback", body=body, media="application/x-www-form-urlencoded", public=True), "Tokens", options)
        return result


class AutonomyPolicyResource(SyncResource):
    closure_audits = lazy(lambda client: AutonomyPolicyClosureAuditsResource(client))
    grants = lazy(lambda client: AutonomyPolicyGrantsResource(client))
    kill_switch = lazy(lambda client: AutonomyPolicyKillSwitchResource(client))
    shadow_mode = lazy(lambda client: AutonomyPolicyShadowModeResource(client))
    shadow_verbs = lazy(lambda client: AutonomyPolicyShadowVerbsResource(client))
    verb_decisions = lazy(lambda client: AutonomyPolicyVerbDecisionsResource(client))

    def agreement(
        self,
        *,
        window_days: builtins.int | None = None,
        options: RequestOptions | None = None,
    ) -> _models.Agreement:
        """Agreement between the agent and the later verdicts of analysts

        Needs `settings:read`."""
        result: _models.Agreement = self._client._send(Request("GET", "/api/v1/autonomy-policy/agreement", query={"window_days": window_days}), "Agreement", options)
        return result

    def missed_threats(
        self,
        *,
        options: RequestOptions | None = None,
    ) -> _models.MissedThreats:
        """Upper bound of threats that triage may have closed, from the judged sample

        Needs `settings:read`."""
        result: _models.MissedThreats = self._client._send(Request("GET", "/api/v1/autonomy-policy/missed-threats"), "MissedThreats", options)
        return result


class AutonomyPolicyClosureAuditsResource(SyncResource):
    def list(
        self,
        *,
        limit: builtins.int | None = None,
        cursor: builtins.str | None = None,
        options: RequestOptions | None = None,
    ) -> Pager[_models.ClosureAuditItem, _models.ClosureAuditItemPage]:
        """Random sample of alerts closed by triage, for a person to judge without seeing its verdict

        Needs `alerts:write`."""
        return Pager(self._client, Request("GET", "/api/v1/autonomy-policy/closure-audits", query={"limit": limit, "cursor": cursor}), "ClosureAuditItemPage", options)

    def verdict(
        self,
        alert_id: builtins.str,
        body: _models.ClosureAuditVerdict | _types.ClosureAuditVerdict,
        *,
        options: RequestOptions | None = None,
    ) -> _models.ClosureAuditJudged:
        """Judge whether a sampled alert was a threat

        An alert that was a threat gets this verdict and is reopened, unless people have worked on it since triage closed it."""
        result: _models.ClosureAuditJudged = self._client._send(Request("POST", f"/api/v1/autonomy-policy/closure-audits/{path_part(alert_id)}/verdict", body=body), "ClosureAuditJudged", options)
        return result


class AutonomyPolicyGrantsResource(SyncResource):
    def create(
        self,
        body: _models.AutonomyGrantAsk | _types.AutonomyGrantAsk,
        *,
        options: RequestOptions | None = None,
    ) -> _models.AutonomyGrantAnswer:
        """Request a grant

        A refusal is a normal answer: granted is false, and refusals names every failed check. An override, which passes the checks by, needs settings:write."""
        result: _models.AutonomyGrantAnswer = self._client._send(Request("POST", "/api/v1/autonomy-policy/grants", body=body), "AutonomyGrantAnswer", options)
        return result

    def delete(
        self,
        id: builtins.str,
        *,
        options: RequestOptions | None = None,
    ) -> _models.AutonomyGrant:
        """Withdraw a grant, and the actions that it approved and nobody has begun

        Needs `soc:write`. Recorded in the audit log as `autonomy:demoted`."""
        result: _models.AutonomyGrant = self._client._send(Request("DELETE", f"/api/v1/autonomy-policy/grants/{path_part(id)}"), "AutonomyGrant", options)
        return result

    def list(
        self,
        *,
        limit: builtins.int | None = None,
        cursor: builtins.str | None = None,
        options: RequestOptions | None = None,
    ) -> Pager[_models.AutonomyGrant, _models.AutonomyGrantPage]:
        """Grants of autonomous actions

        Needs `settings:read`."""
        return Pager(self._client, Request("GET", "/api/v1/autonomy-policy/grants", query={"limit": limit, "cursor": cursor}), "AutonomyGrantPage", options)


class AutonomyPolicyKillSwitchResource(SyncResource):
    def get(
        self,
        *,
        options: RequestOptions | None = None,
    ) -> _models.AutonomyKillSwitch:
        """Whether automation is stopped in this tenant, and why

        Needs `settings:read`."""
        result: _models.AutonomyKillSwitch = self._client._send(Request("GET", "/api/v1/autonomy-policy/kill-switch"), "AutonomyKillSwitch", options)
        return result

    def update(
        self,
        body: _models.AutonomyKillSwitchSet | _types.AutonomyKillSwitchSet,
        *,
        options: RequestOptions | None = None,
    ) -> _models.AutonomyKillSwitch:
        """Stop all automation in this tenant, or resume it

        While automation is stopped no grant applies, triage closes nothing, no model is called, and actions approved only by a grant are withdrawn. Timed rollbacks still happen. It does not lift a stop that the operator set for all tenants."""
        result: _models.AutonomyKillSwitch = self._client._send(Request("PUT", "/api/v1/autonomy-policy/kill-switch", body=body), "AutonomyKillSwitch", options)
        return result


class AutonomyPolicyShadowModeResource(SyncResource):
    def list(
        self,
        *,
        limit: builtins.int | None = None,
        cursor: builtins.str | None = None,
        options: RequestOptions | None = None,
    ) -> Pager[_models.ShadowMode, _models.ShadowModePage]:
        """Alert classes with a shadow-mode flag

        Needs `settings:read`."""
        return Pager(self._client, Request("GET", "/api/v1/autonomy-policy/shadow-mode", query={"limit": limit, "cursor": cursor}), "ShadowModePage", options)

    def update(
        self,
        alert_class: builtins.str,
        body: _models.ShadowModePut | _types.ShadowModePut,
        *,
        options: RequestOptions | None = None,
    ) -> _models.ShadowMode:
        """Turn shadow mode on or off for an alert class

        In shadow mode triage writes its verdict to the alert and to svc_shadow_decisions, and closes nothing. *: every class without a flag of its own; unclassified: alerts without a category."""
        result: _models.ShadowMode = self._client._send(Request("PUT", f"/api/v1/autonomy-policy/shadow-mode/{path_part(alert_class)}", body=body), "ShadowMode", options)
        return result


class AutonomyPolicyShadowVerbsResource(SyncResource):
    def list(
        self,
        *,
        limit: builtins.int | None = None,
        cursor: builtins.str | None = None,
        options: RequestOptions | None = None,
    ) -> Pager[_models.ShadowVerb, _models.ShadowVerbPage]:
        """Verbs that automation can be granted, with their shadow mode and agreement with people

        Needs `settings:read`."""
        return Pager(self._client, Request("GET", "/api/v1/autonomy-policy/shadow-verbs", query={"limit": limit, "cursor": cursor}), "ShadowVerbPage", options)

    def update(
        self,
        verb: builtins.str,
        body: _models.ShadowVerbPut | _types.ShadowVerbPut,
        *,
        options: RequestOptions | None = None,
    ) -> _models.ShadowVerbSet:
        """Turn shadow mode on or off for a verb

        In shadow mode requests of agents, services and playbooks for the verb end as rejected with the reason shadow_mode, and are recorded: nobody is asked to approve, nothing is executed, and a grant has no effect. Requests of people are executed as usual."""
        result: _models.ShadowVerbSet = self._client._send(Request("PUT", f"/api/v1/autonomy-policy/shadow-verbs/{path_part(verb)}", body=body), "ShadowVerbSet", options)
        return result


class AutonomyPolicyVerbDecisionsResource(SyncResource):
    def list(
        self,
        *,
        limit: builtins.int | None = None,
        cursor: builtins.str | None = None,
        verb: builtins.str | None = None,
        options: RequestOptions | None = None,
    ) -> Pager[_models.VerbDecision, _models.VerbDecisionPage]:
        """Requests of automation in shadow mode or under a grant, newest first, with the actions of people

        Needs `actions:read`."""
        return Pager(self._client, Request("GET", "/api/v1/autonomy-policy/verb-decisions", query={"limit": limit, "cursor": cursor, "verb": verb}), "VerbDecisionPage", options)

    def verdict(
        self,
        decision_id: builtins.str,
        body: _models.VerbDecisionVerdict | _types.VerbDecisionVerdict,
        *,
        options: RequestOptions | None = None,
    ) -> _models.VerbDecision:
        """Judge whether a request of automation, in shadow mode or under a grant, was right

        For cases that people handled elsewhere, or closed without an action. The judgement overrides the automatic comparison."""
        result: _models.VerbDecision = self._client._send(Request("POST", f"/api/v1/autonomy-policy/verb-decisions/{path_part(decision_id)}/verdict", body=body), "VerbDecision", options)
        return result


class BrandingResource(SyncResource):
    assets = lazy(lambda client: BrandingAssetsResource(client))
    messages = lazy(lambda client: BrandingMessagesResource(client))

    def get(
        self,
        *,
        options: RequestOptions | None = None,
    ) -> _models.Appearance:
        """Branding of this tenant

        For every signed-in user."""
        result: _models.Appearance = self._client._send(Request("GET", "/api/v1/branding"), "Appearance", options)
        return result

    def update(
        self,
        body: _models.BrandingPatch | _types.BrandingPatch,
        *,
        options: RequestOptions | None = None,
    ) -> _models.Appearance:
        """Replace the branding; empty fields fall back, and with all empty the logo is removed too

        Needs `settings:write`. Recorded in the audit log as `branding:updated`."""
        result: _models.Appearance = self._client._send(Request("PUT", "/api/v1/branding", body=body), "Appearance", options)
        return result


class BrandingAssetsResource(SyncResource):
    logo = lazy(lambda client: BrandingAssetsLogoResource(client))


class BrandingAssetsLogoResource(SyncResource):
    def delete(
        self,
        *,
        options: RequestOptions | None = None,
    ) -> None:
        """Remove the logo of this tenant

        Needs `settings:write`. Recorded in the audit log as `branding:logo_removed`."""
        self._client._send(Request("DELETE", "/api/v1/branding/assets/logo"), None, options)

    def get(
        self,
        *,
        options: RequestOptions | None = None,
    ) -> Download:
        """The logo of this tenant or its organisation

        For every signed-in user."""
        return self._client._download(Request("GET", "/api/v1/branding/assets/logo"), options)

    def upload(
        self,
        file: FileContent,
        *,
        filename: builtins.str | None = None,
        options: RequestOptions | None = None,
    ) -> _models.LogoUploaded:
        """Upload a logo: SVG, PNG, JPEG or WebP of at most 256 KB; an SVG is sanitised

        Needs `settings:write`. Recorded in the audit log as `branding:logo_uploaded`."""
        result: _models.LogoUploaded = self._client._send(Request("POST", "/api/v1/branding/assets/logo", file=file, filename=filename), "LogoUploaded", options)
        return result


class BrandingMessagesResource(SyncResource):
    def list(
        self,
        *,
        limit: builtins.int | None = None,
        cursor: builtins.str | None = None,
        options: RequestOptions | None = None,
    ) -> Pager[_models.MessageText, _models.MessageTextPage]:
        """Texts of each kind of message in this tenant, and the level that set them

        Needs `settings:read`."""
        return Pager(self._client, Request("GET", "/api/v1/branding/messages", query={"limit": limit, "cursor": cursor}), "MessageTextPage", options)

    def preview(
        self,
        kind: builtins.str,
        body: _models.MessageTextChange | _types.MessageTextChange,
        *,
        options: RequestOptions | None = None,
    ) -> _models.MessagePreview:
        """Preview a message with these texts and the active branding, without saving or sending it

        Needs `settings:read`."""
        result: _models.MessagePreview = self._client._send(Request("POST", f"/api/v1/branding/messages/{path_part(kind)}/preview", body=body, reads=True), "MessagePreview", options)
        return result

    def update(
        self,
        kind: builtins.str,
        body: _models.MessageTextChange | _types.MessageTextChange,
        *,
        options: RequestOptions | None = None,
    ) -> _models.MessageText:
        """Set the texts of a kind of message; an empty or missing text falls back to that of the organisation or the platform

        Needs `settings:write`. Recorded in the audit log as `branding:message_changed`."""
        result: _models.MessageText = self._client._send(Request("PUT", f"/api/v1/branding/messages/{path_part(kind)}", body=body), "MessageText", options)
        return result


class CampaignsResource(SyncResource):
    def create(
        self,
        body: _models.CampaignAsk | _types.CampaignAsk,
        *,
        options: RequestOptions | None = None,
    ) -> _models.Campaign:
        """Request one action over several tenants, decided once

        Another person of the provider decides. In each tenant the delegations of the two then request and approve the action, under the rules of that tenant: an action that these refuse is refused there, and if neither may approve, the tenant’s own people decide."""
        result: _models.Campaign = self._client._send(Request("POST", "/api/v1/campaigns", body=body), "Campaign", options)
        return result

    def get(
        self,
        id: builtins.str,
        *,
        options: RequestOptions | None = None,
    ) -> _models.CampaignOutcomes:
        """One campaign with its result in each tenant

        Needs `actions:read`."""
        result: _models.CampaignOutcomes = self._client._send(Request("GET", f"/api/v1/campaigns/{path_part(id)}"), "CampaignOutcomes", options)
        return result

    def list(
        self,
        *,
        limit: builtins.int | None = None,
        cursor: builtins.str | None = None,
        options: RequestOptions | None = None,
    ) -> Pager[_models.CampaignState, _models.CampaignStatePage]:
        """Campaigns over the tenants under delegation, newest first

        Needs `actions:read`."""
        return Pager(self._client, Request("GET", "/api/v1/campaigns", query={"limit": limit, "cursor": cursor}), "CampaignStatePage", options)


class CaseEscalationPoliciesResource(SyncResource):
    def delete(
        self,
        id: builtins.str,
        *,
        options: RequestOptions | None = None,
    ) -> None:
        """Remove an escalation policy; running escalations of cases continue

        Needs `soc:write`. Recorded in the audit log as `escalation_policy:deleted`."""
        self._client._send(Request("DELETE", f"/api/v1/case-escalation-policies/{path_part(id)}"), None, options)


class CaseFieldsResource(SyncResource):
    def create(
        self,
        body: _models.CaseFieldCreate | _types.CaseFieldCreate,
        *,
        options: RequestOptions | None = None,
    ) -> _models.CaseField:
        """Add a custom field to cases

        Needs `soc:write`. Recorded in the audit log as `case_field:created`."""
        result: _models.CaseField = self._client._send(Request("POST", "/api/v1/case-fields", body=body), "CaseField", options)
        return result

    def delete(
        self,
        field_id: builtins.str,
        *,
        options: RequestOptions | None = None,
    ) -> None:
        """Remove a custom field; values in cases stay

        Needs `soc:write`. Recorded in the audit log as `case_field:deleted`."""
        self._client._send(Request("DELETE", f"/api/v1/case-fields/{path_part(field_id)}"), None, options)

    def list(
        self,
        *,
        limit: builtins.int | None = None,
        cursor: builtins.str | None = None,
        options: RequestOptions | None = None,
    ) -> Pager[_models.CaseField, _models.CaseFieldPage]:
        """Custom case fields

        Needs `cases:read`."""
        return Pager(self._client, Request("GET", "/api/v1/case-fields", query={"limit": limit, "cursor": cursor}), "CaseFieldPage", options)


class CaseQueuesResource(SyncResource):
    def delete(
        self,
        id: builtins.str,
        *,
        options: RequestOptions | None = None,
    ) -> None:
        """Remove a queue with its escalation policies; its cases stay without a queue

        Needs `soc:write`. Recorded in the audit log as `case_queue:deleted`."""
        self._client._send(Request("DELETE", f"/api/v1/case-queues/{path_part(id)}"), None, options)

    def update(
        self,
        id: builtins.str,
        body: _models.CaseQueuePatch | _types.CaseQueuePatch,
        *,
        options: RequestOptions | None = None,
    ) -> _models.CaseQueue:
        """Change a queue

        Needs `soc:write`. Recorded in the audit log as `case_queue:updated`."""
        result: _models.CaseQueue = self._client._send(Request("PATCH", f"/api/v1/case-queues/{path_part(id)}", body=body), "CaseQueue", options)
        return result


class CaseSlaPoliciesResource(SyncResource):
    def update(
        self,
        id: builtins.str,
        body: _models.SlaPolicyPatch | _types.SlaPolicyPatch,
        *,
        options: RequestOptions | None = None,
    ) -> _models.SlaPolicy:
        """Change an SLA policy; open cases keep the targets that they have, and those without get them, counted from now

        Needs `soc:write`. Recorded in the audit log as `sla_policy:updated`."""
        result: _models.SlaPolicy = self._client._send(Request("PATCH", f"/api/v1/case-sla-policies/{path_part(id)}", body=body), "SlaPolicy", options)
        return result


class CaseTemplatesResource(SyncResource):
    def create(
        self,
        body: _models.CaseTemplateCreate | _types.CaseTemplateCreate,
        *,
        options: RequestOptions | None = None,
    ) -> _models.CaseTemplate:
        """Add a template for cases

        Needs `soc:write`. Recorded in the audit log as `case_template:created`."""
        result: _models.CaseTemplate = self._client._send(Request("POST", "/api/v1/case-templates", body=body), "CaseTemplate", options)
        return result

    def delete(
        self,
        template_id: builtins.str,
        *,
        options: RequestOptions | None = None,
    ) -> None:
        """Remove a template; cases that were opened from it stay

        Needs `soc:write`. Recorded in the audit log as `case_template:deleted`."""
        self._client._send(Request("DELETE", f"/api/v1/case-templates/{path_part(template_id)}"), None, options)

    def list(
        self,
        *,
        limit: builtins.int | None = None,
        cursor: builtins.str | None = None,
        options: RequestOptions | None = None,
    ) -> Pager[_models.CaseTemplate, _models.CaseTemplatePage]:
        """Templates, newest first

        Needs `cases:read`."""
        return Pager(self._client, Request("GET", "/api/v1/case-templates", query={"limit": limit, "cursor": cursor}), "CaseTemplatePage", options)


class CasesResource(SyncResource):
    alerts = lazy(lambda client: CasesAlertsResource(client))
    attachments = lazy(lambda client: CasesAttachmentsResource(client))
    bulk = lazy(lambda client: CasesBulkResource(client))
    comments = lazy(lambda client: CasesCommentsResource(client))
    escalation_policies = lazy(lambda client: CasesEscalationPoliciesResource(client))
    export = lazy(lambda client: CasesExportResource(client))
    handoffs = lazy(lambda client: CasesHandoffsResource(client))
    investigations = lazy(lambda client: CasesInvestigationsResource(client))
    mentions = lazy(lambda client: CasesMentionsResource(client))
    moves = lazy(lambda client: CasesMovesResource(client))
    notifications = lazy(lambda client: CasesNotificationsResource(client))
    observables = lazy(lambda client: CasesObservablesResource(client))
    queues = lazy(lambda client: CasesQueuesResource(client))
    similar = lazy(lambda client: CasesSimilarResource(client))
    sla_policies = lazy(lambda client: CasesSlaPoliciesResource(client))
    tasks = lazy(lambda client: CasesTasksResource(client))
    tickets = lazy(lambda client: CasesTicketsResource(client))
    time = lazy(lambda client: CasesTimeResource(client))
    timeline = lazy(lambda client: CasesTimelineResource(client))
    transitions = lazy(lambda client: CasesTransitionsResource(client))

    def acknowledge(
        self,
        id: builtins.str,
        *,
        options: RequestOptions | None = None,
    ) -> _models.CaseAcknowledged:
        """Acknowledge a case: its escalation stops, and an unassigned case is assigned to the caller

        Needs `cases:write`. Recorded in the audit log as `case:acknowledged`."""
        result: _models.CaseAcknowledged = self._client._send(Request("POST", f"/api/v1/cases/{path_part(id)}/acknowledge"), "CaseAcknowledged", options)
        return result

    def assign(
        self,
        id: builtins.str,
        body: _models.CaseAssign | _types.CaseAssign,
        *,
        options: RequestOptions | None = None,
    ) -> _models.Case:
        """Assign a case to a user of the tenant; null unassigns it

        Needs `cases:write`. Recorded in the audit log as `case:assigned`."""
        result: _models.Case = self._client._send(Request("POST", f"/api/v1/cases/{path_part(id)}/assign", body=body), "Case", options)
        return result

    def create(
        self,
        body: _models.CaseCreate | _types.CaseCreate,
        *,
        options: RequestOptions | None = None,
    ) -> _models.Case:
        """Open a case, also from alerts

        Needs `cases:write`. Recorded in the audit log as `case:created`."""
        result: _models.Case = self._client._send(Request("POST", "/api/v1/cases", body=body, keyed=True), "Case", options)
        return result

    def delete(
        self,
        id: builtins.str,
        *,
        options: RequestOptions | None = None,
    ) -> _models.Case:
        """Close a case; it is kept with its history

        Needs `cases:delete`. Recorded in the audit log as `case:closed`."""
        result: _models.Case = self._client._send(Request("DELETE", f"/api/v1/cases/{path_part(id)}"), "Case", options)
        return result

    def get(
        self,
        id: builtins.str,
        *,
        options: RequestOptions | None = None,
    ) -> _models.CaseDetail:
        """One case with its clocks, observables and evidence

        Needs `cases:read`."""
        result: _models.CaseDetail = self._client._send(Request("GET", f"/api/v1/cases/{path_part(id)}"), "CaseDetail", options)
        return result

    def ledger(
        self,
        id: builtins.str,
        *,
        options: RequestOptions | None = None,
    ) -> _models.CaseLedger:
        """The latest investigations of a case, with all their steps

        Needs `cases:read`."""
        result: _models.CaseLedger = self._client._send(Request("GET", f"/api/v1/cases/{path_part(id)}/ledger"), "CaseLedger", options)
        return result

    def list(
        self,
        *,
        limit: builtins.int | None = None,
        cursor: builtins.str | None = None,
        status: builtins.str | None = None,
        severity: builtins.str | None = None,
        assignee_id: builtins.str | None = None,
        assigned_to_me: builtins.bool | None = None,
        unassigned: builtins.bool | None = None,
        queue_id: builtins.str | None = None,
        case_type: builtins.str | None = None,
        tags: builtins.str | None = None,
        search: builtins.str | None = None,
        sla_breached: builtins.bool | None = None,
        from_: builtins.str | None = None,
        until: builtins.str | None = None,
        merged: builtins.bool | None = None,
        options: RequestOptions | None = None,
    ) -> Pager[_models.Case, _models.CasePage]:
        """Cases, newest first, with facets over all matching cases

        Needs `cases:read`."""
        return Pager(self._client, Request("GET", "/api/v1/cases", query={"limit": limit, "cursor": cursor, "status": status, "severity": severity, "assignee_id": assignee_id, "assigned_to_me": assigned_to_me, "unassigned": unassigned, "queue_id": queue_id, "case_type": case_type, "tags": tags, "search": search, "sla_breached": sla_breached, "from": from_, "until": until, "merged": merged}), "CasePage", options)

    def merge(
        self,
        id: builtins.str,
        body: _models.CaseMerge | _types.CaseMerge,
        *,
        options: RequestOptions | None = None,
    ) -> _models.CaseMoved:
        """Merge another case into this one; it redirects to this case until the merge is undone

        Needs `cases:write`. Recorded in the audit log as `case:merged`."""
        result: _models.CaseMoved = self._client._send(Request("POST", f"/api/v1/cases/{path_part(id)}/merge", body=body), "CaseMoved", options)
        return result

    def move(
        self,
        id: builtins.str,
        body: _models.CaseMoveAlerts | _types.CaseMoveAlerts,
        *,
        options: RequestOptions | None = None,
    ) -> _models.CaseMoved:
        """Move alerts of this case to another one

        Needs `cases:write`. Recorded in the audit log as `case:alerts_moved`."""
        result: _models.CaseMoved = self._client._send(Request("POST", f"/api/v1/cases/{path_part(id)}/move", body=body), "CaseMoved", options)
        return result

    def postmortem(
        self,
        id: builtins.str,
        *,
        format: Literal["json", "html"] | None = None,
        options: RequestOptions | None = None,
    ) -> _models.CasePostMortem | builtins.str:
        """Blameless post-mortem of a case

        Needs `cases:read`."""
        result: _models.CasePostMortem | builtins.str = self._client._send(Request("GET", f"/api/v1/cases/{path_part(id)}/postmortem", query={"format": format}), "CasePostMortem", options)
        return result

    def reopen(
        self,
        id: builtins.str,
        body: _models.CaseReopen | _types.CaseReopen,
        *,
        options: RequestOptions | None = None,
    ) -> _models.Case:
        """Reopen a resolved or closed case

        Needs `cases:write`. Recorded in the audit log as `case:reopened`."""
        result: _models.Case = self._client._send(Request("POST", f"/api/v1/cases/{path_part(id)}/reopen", body=body), "Case", options)
        return result

    def split(
        self,
        id: builtins.str,
        body: _models.CaseSplit | _types.CaseSplit,
        *,
        options: RequestOptions | None = None,
    ) -> _models.CaseMoved:
        """Open a new case for some alerts of this one

        Needs `cases:write`. Recorded in the audit log as `case:split`."""
        result: _models.CaseMoved = self._client._send(Request("POST", f"/api/v1/cases/{path_part(id)}/split", body=body), "CaseMoved", options)
        return result

    def summary(
        self,
        id: builtins.str,
        *,
        format: Literal["json", "html"] | None = None,
        options: RequestOptions | None = None,
    ) -> _models.CaseSummary | builtins.str:
        """Status report of a case

        Needs `cases:read`."""
        result: _models.CaseSummary | builtins.str = self._client._send(Request("GET", f"/api/v1/cases/{path_part(id)}/summary", query={"format": format}), "CaseSummary", options)
        return result

    def update(
        self,
        id: builtins.str,
        body: _models.CasePatch | _types.CasePatch,
        *,
        options: RequestOptions | None = None,
    ) -> _models.Case:
        """Change a case; another severity or queue applies the targets of their policies

        Needs `cases:write`. Recorded in the audit log as `case:updated`."""
        result: _models.Case = self._client._send(Request("PATCH", f"/api/v1/cases/{path_part(id)}", body=body), "Case", options)
        return result


class CasesAlertsResource(SyncResource):
    def create(
        self,
        id: builtins.str,
        body: _models.CaseAlerts | _types.CaseAlerts,
        *,
        options: RequestOptions | None = None,
    ) -> _models.Case:
        """Link alerts to a case

        Needs `cases:write`. Recorded in the audit log as `case:alerts_linked`."""
        result: _models.Case = self._client._send(Request("POST", f"/api/v1/cases/{path_part(id)}/alerts", body=body), "Case", options)
        return result

    def list(
        self,
        id: builtins.str,
        *,
        limit: builtins.int | None = None,
        cursor: builtins.str | None = None,
        options: RequestOptions | None = None,
    ) -> Pager[_models.Alert, _models.CaseAlertPage]:
        """Alerts of a case, newest first

        Needs `cases:read`."""
        return Pager(self._client, Request("GET", f"/api/v1/cases/{path_part(id)}/alerts", query={"limit": limit, "cursor": cursor}), "CaseAlertPage", options)

    def unlink(
        self,
        id: builtins.str,
        body: _models.CaseAlerts | _types.CaseAlerts,
        *,
        options: RequestOptions | None = None,
    ) -> _models.Case:
        """Unlink alerts from a case

        Needs `cases:write`. Recorded in the audit log as `case:alerts_unlinked`."""
        result: _models.Case = self._client._send(Request("POST", f"/api/v1/cases/{path_part(id)}/alerts/unlink", body=body), "Case", options)
        return result


class CasesAttachmentsResource(SyncResource):
    def create(
        self,
        id: builtins.str,
        file: FileContent,
        *,
        filename: builtins.str | None = None,
        options: RequestOptions | None = None,
    ) -> _models.CaseAttachment:
        """Add a file of at most 5 MiB, at most 50 per case; it is stored encrypted

        Needs `cases:write`. Recorded in the audit log as `case:file_added`."""
        result: _models.CaseAttachment = self._client._send(Request("POST", f"/api/v1/cases/{path_part(id)}/attachments", file=file, filename=filename), "CaseAttachment", options)
        return result

    def delete(
        self,
        id: builtins.str,
        attachment_id: builtins.str,
        *,
        options: RequestOptions | None = None,
    ) -> None:
        """Remove a file; its hash stays in the timeline

        Needs `cases:write`. Recorded in the audit log as `case:file_removed`."""
        self._client._send(Request("DELETE", f"/api/v1/cases/{path_part(id)}/attachments/{path_part(attachment_id)}"), None, options)

    def get(
        self,
        id: builtins.str,
        attachment_id: builtins.str,
        *,
        options: RequestOptions | None = None,
    ) -> Download:
        """Download a file; the download is recorded

        Needs `cases:read`. Recorded in the audit log as `case:file_read`."""
        return self._client._download(Request("GET", f"/api/v1/cases/{path_part(id)}/attachments/{path_part(attachment_id)}"), options)

    def list(
        self,
        id: builtins.str,
        *,
        limit: builtins.int | None = None,
        cursor: builtins.str | None = None,
        options: RequestOptions | None = None,
    ) -> Pager[_models.CaseAttachment, _models.CaseAttachmentPage]:
        """Files of a case, newest first

        Needs `cases:read`."""
        return Pager(self._client, Request("GET", f"/api/v1/cases/{path_part(id)}/attachments", query={"limit": limit, "cursor": cursor}), "CaseAttachmentPage", options)


class CasesBulkResource(SyncResource):
    def preview(
        self,
        body: _models.CaseBulkPreview | _types.CaseBulkPreview,
        *,
        options: RequestOptions | None = None,
    ) -> _models.CaseBulkOffer:
        """Preview the cases that a bulk change affects, with a token that confirms exactly these

        Needs `cases:write`."""
        result: _models.CaseBulkOffer = self._client._send(Request("POST", "/api/v1/cases/bulk/preview", body=body, reads=True), "CaseBulkOffer", options)
        return result

    def run(
        self,
        body: _models.CaseBulkConfirm | _types.CaseBulkConfirm,
        *,
        options: RequestOptions | None = None,
    ) -> _models.CaseBulkResult:
        """Apply the previewed change to exactly those cases, with a result for each

        Needs `cases:write`. Recorded in the audit log as `case:bulk_changed`."""
        result: _models.CaseBulkResult = self._client._send(Request("POST", "/api/v1/cases/bulk", body=body), "CaseBulkResult", options)
        return result


class CasesCommentsResource(SyncResource):
    def create(
        self,
        id: builtins.str,
        body: _models.CaseCommentCreate | _types.CaseCommentCreate,
        *,
        options: RequestOptions | None = None,
    ) -> _models.CaseComment:
        """Comment on a case; @username notifies that user

        Needs `cases:write`. Recorded in the audit log as `case:commented`."""
        result: _models.CaseComment = self._client._send(Request("POST", f"/api/v1/cases/{path_part(id)}/comments", body=body), "CaseComment", options)
        return result

    def list(
        self,
        id: builtins.str,
        *,
        limit: builtins.int | None = None,
        cursor: builtins.str | None = None,
        options: RequestOptions | None = None,
    ) -> Pager[_models.CaseComment, _models.CaseCommentPage]:
        """Comments of a case, newest first

        Needs `cases:read`."""
        return Pager(self._client, Request("GET", f"/api/v1/cases/{path_part(id)}/comments", query={"limit": limit, "cursor": cursor}), "CaseCommentPage", options)


class CasesEscalationPoliciesResource(SyncResource):
    def create(
        self,
        body: _models.CaseEscalationPolicyCreate | _types.CaseEscalationPolicyCreate,
        *,
        options: RequestOptions | None = None,
    ) -> _models.CaseEscalationPolicy:
        """Add an escalation policy for cases that enter the queue from now on

        Needs `soc:write`. Recorded in the audit log as `escalation_policy:created`."""
        result: _models.CaseEscalationPolicy = self._client._send(Request("POST", "/api/v1/cases/escalation-policies", body=body), "CaseEscalationPolicy", options)
        return result

    def list(
        self,
        *,
        limit: builtins.int | None = None,
        cursor: builtins.str | None = None,
        options: RequestOptions | None = None,
    ) -> Pager[_models.CaseEscalationPolicy, _models.CaseEscalationPolicyPage]:
        """Escalation policies, newest first

        Needs `cases:read`."""
        return Pager(self._client, Request("GET", "/api/v1/cases/escalation-policies", query={"limit": limit, "cursor": cursor}), "CaseEscalationPolicyPage", options)


class CasesExportResource(SyncResource):
    def list(
        self,
        *,
        limit: builtins.int | None = None,
        cursor: builtins.str | None = None,
        updated_since: builtins.str | None = None,
        options: RequestOptions | None = None,
    ) -> Pager[_models.Case, _models.CaseExport]:
        """Cases in the order of their last change, including merged ones; next_cursor while there is more, resume_cursor for later changes

        Needs `cases:read`."""
        return Pager(self._client, Request("GET", "/api/v1/cases/export", query={"limit": limit, "cursor": cursor, "updated_since": updated_since}), "CaseExport", options)


class CasesHandoffsResource(SyncResource):
    def acknowledge(
        self,
        handoff_id: builtins.str,
        *,
        options: RequestOptions | None = None,
    ) -> _models.CaseHandoff:
        """Acknowledge a handoff; its unresolved cases are assigned to its receiver, who must be the caller

        Needs `cases:write`. Recorded in the audit log as `case_handoff:acknowledged`."""
        result: _models.CaseHandoff = self._client._send(Request("POST", f"/api/v1/cases/handoffs/{path_part(handoff_id)}/acknowledge"), "CaseHandoff", options)
        return result

    def create(
        self,
        body: _models.CaseHandoffCreate | _types.CaseHandoffCreate,
        *,
        options: RequestOptions | None = None,
    ) -> _models.CaseHandoff:
        """Hand over the unresolved cases of a queue or of the caller

        Needs `cases:write`. Recorded in the audit log as `case_handoff:created`."""
        result: _models.CaseHandoff = self._client._send(Request("POST", "/api/v1/cases/handoffs", body=body), "CaseHandoff", options)
        return result

    def list(
        self,
        *,
        limit: builtins.int | None = None,
        cursor: builtins.str | None = None,
        options: RequestOptions | None = None,
    ) -> Pager[_models.CaseHandoff, _models.CaseHandoffPage]:
        """Handoffs, newest first

        Needs `cases:read`."""
        return Pager(self._client, Request("GET", "/api/v1/cases/handoffs", query={"limit": limit, "cursor": cursor}), "CaseHandoffPage", options)


class CasesInvestigationsResource(SyncResource):
    def list(
        self,
        id: builtins.str,
        *,
        limit: builtins.int | None = None,
        cursor: builtins.str | None = None,
        options: RequestOptions | None = None,
    ) -> Pager[_models.LedgerEntry, _models.LedgerEntryPage]:
        """Ledger entries of a case and its alerts, newest first

        Needs `cases:read`."""
        return Pager(self._client, Request("GET", f"/api/v1/cases/{path_part(id)}/investigations", query={"limit": limit, "cursor": cursor}), "LedgerEntryPage", options)

    def replay(
        self,
        id: builtins.str,
        body: _models.InvestigationReplayRequest | _types.InvestigationReplayRequest,
        *,
        options: RequestOptions | None = None,
    ) -> _models.InvestigationReplay:
        """Evaluate the results in the ledger again, without calling tools or models. Also as {id}/investigations:replay

        Needs `cases:read`. Recorded in the audit log as `investigation:replayed`."""
        result: _models.InvestigationReplay = self._client._send(Request("POST", f"/api/v1/cases/{path_part(id)}/investigations/replay", body=body), "InvestigationReplay", options)
        return result

    def start(
        self,
        id: builtins.str,
        *,
        run_id: builtins.str | None = None,
        options: RequestOptions | None = None,
    ) -> _models.InvestigationRun:
        """Investigate a case: with a model the run continues in the agents service. Also as {id}/investigations:start

        Needs `cases:write`. Recorded in the audit log as `investigation:started`."""
        result: _models.InvestigationRun = self._client._send(Request("POST", f"/api/v1/cases/{path_part(id)}/investigations/start", query={"run_id": run_id}), "InvestigationRun", options)
        return result


class CasesMentionsResource(SyncResource):
    def list(
        self,
        *,
        limit: builtins.int | None = None,
        cursor: builtins.str | None = None,
        options: RequestOptions | None = None,
    ) -> Pager[_models.CaseMention, _models.CaseMentionPage]:
        """Comments that name the caller, newest first

        Needs `cases:read`."""
        return Pager(self._client, Request("GET", "/api/v1/cases/mentions", query={"limit": limit, "cursor": cursor}), "CaseMentionPage", options)

    def seen(
        self,
        mention_id: builtins.str,
        *,
        options: RequestOptions | None = None,
    ) -> None:
        """Mark a mention of the caller as seen

        Needs `cases:read`."""
        self._client._send(Request("POST", f"/api/v1/cases/mentions/{path_part(mention_id)}/seen", reads=True), None, options)


class CasesMovesResource(SyncResource):
    def list(
        self,
        id: builtins.str,
        *,
        limit: builtins.int | None = None,
        cursor: builtins.str | None = None,
        options: RequestOptions | None = None,
    ) -> Pager[_models.CaseMove, _models.CaseMovePage]:
        """List merges, splits and moves from or to a case, newest first, undone ones included

        Needs `cases:read`."""
        return Pager(self._client, Request("GET", f"/api/v1/cases/{path_part(id)}/moves", query={"limit": limit, "cursor": cursor}), "CaseMovePage", options)

    def undo(
        self,
        move_id: builtins.str,
        *,
        options: RequestOptions | None = None,
    ) -> _models.CaseMoved:
        """Undo a merge, a split or a move; exactly the moved alerts return

        Needs `cases:write`. Recorded in the audit log as `case:move_undone`."""
        result: _models.CaseMoved = self._client._send(Request("POST", f"/api/v1/cases/moves/{path_part(move_id)}/undo"), "CaseMoved", options)
        return result


class CasesNotificationsResource(SyncResource):
    def list(
        self,
        id: builtins.str,
        *,
        limit: builtins.int | None = None,
        cursor: builtins.str | None = None,
        options: RequestOptions | None = None,
    ) -> Pager[_models.NotificationReceipt, _models.NotificationReceiptPage]:
        """Notifications about a case with their delivery status, oldest first

        Needs `cases:read`."""
        return Pager(self._client, Request("GET", f"/api/v1/cases/{path_part(id)}/notifications", query={"limit": limit, "cursor": cursor}), "NotificationReceiptPage", options)


class CasesObservablesResource(SyncResource):
    def create(
        self,
        id: builtins.str,
        body: _models.CaseObservableCreate | _types.CaseObservableCreate,
        *,
        options: RequestOptions | None = None,
    ) -> _models.CaseObservable:
        """Add an observable, or return the existing one

        Needs `cases:write`. Recorded in the audit log as `case:observable_added`."""
        result: _models.CaseObservable = self._client._send(Request("POST", f"/api/v1/cases/{path_part(id)}/observables", body=body), "CaseObservable", options)
        return result

    def delete(
        self,
        id: builtins.str,
        observable_id: builtins.str,
        *,
        options: RequestOptions | None = None,
    ) -> None:
        """Remove an observable that was added

        Needs `cases:write`. Recorded in the audit log as `case:observable_removed`."""
        self._client._send(Request("DELETE", f"/api/v1/cases/{path_part(id)}/observables/{path_part(observable_id)}"), None, options)

    def list(
        self,
        id: builtins.str,
        *,
        limit: builtins.int | None = None,
        cursor: builtins.str | None = None,
        options: RequestOptions | None = None,
    ) -> Pager[_models.CaseObservable, _models.CaseObservablePage]:
        """Observables added by hand, newest first

        Needs `cases:read`."""
        return Pager(self._client, Request("GET", f"/api/v1/cases/{path_part(id)}/observables", query={"limit": limit, "cursor": cursor}), "CaseObservablePage", options)


class CasesQueuesResource(SyncResource):
    def create(
        self,
        body: _models.CaseQueueCreate | _types.CaseQueueCreate,
        *,
        options: RequestOptions | None = None,
    ) -> _models.CaseQueue:
        """Add a queue; it takes cases that match all its criteria, and without criteria every case

        Needs `soc:write`. Recorded in the audit log as `case_queue:created`."""
        result: _models.CaseQueue = self._client._send(Request("POST", "/api/v1/cases/queues", body=body), "CaseQueue", options)
        return result

    def list(
        self,
        *,
        limit: builtins.int | None = None,
        cursor: builtins.str | None = None,
        options: RequestOptions | None = None,
    ) -> Pager[_models.CaseQueue, _models.CaseQueuePage]:
        """Queues, newest first

        Needs `cases:read`."""
        return Pager(self._client, Request("GET", "/api/v1/cases/queues", query={"limit": limit, "cursor": cursor}), "CaseQueuePage", options)


class CasesSimilarResource(SyncResource):
    def list(
        self,
        id: builtins.str,
        *,
        limit: builtins.int | None = None,
        cursor: builtins.str | None = None,
        options: RequestOptions | None = None,
    ) -> Pager[_models.SimilarCase, _models.SimilarCasePage]:
        """Similar cases among the newest 2,000, by shared techniques, observables or tags, most similar first

        Needs `cases:read`."""
        return Pager(self._client, Request("GET", f"/api/v1/cases/{path_part(id)}/similar", query={"limit": limit, "cursor": cursor}), "SimilarCasePage", options)


class CasesSlaPoliciesResource(SyncResource):
    def create(
        self,
        body: _models.SlaPolicyCreate | _types.SlaPolicyCreate,
        *,
        options: RequestOptions | None = None,
    ) -> _models.SlaPolicy:
        """Add an SLA policy; open cases without targets get them too, counted from now

        Needs `soc:write`. Recorded in the audit log as `sla_policy:created`."""
        result: _models.SlaPolicy = self._client._send(Request("POST", "/api/v1/cases/sla-policies", body=body), "SlaPolicy", options)
        return result

    def list(
        self,
        *,
        limit: builtins.int | None = None,
        cursor: builtins.str | None = None,
        options: RequestOptions | None = None,
    ) -> Pager[_models.SlaPolicy, _models.SlaPolicyPage]:
        """SLA policies, newest first

        Needs `cases:read`."""
        return Pager(self._client, Request("GET", "/api/v1/cases/sla-policies", query={"limit": limit, "cursor": cursor}), "SlaPolicyPage", options)


class CasesTasksResource(SyncResource):
    def create(
        self,
        id: builtins.str,
        body: _models.CaseTaskCreate | _types.CaseTaskCreate,
        *,
        options: RequestOptions | None = None,
    ) -> _models.CaseTask:
        """Add a task

        Needs `cases:write`. Recorded in the audit log as `case:task_added`."""
        result: _models.CaseTask = self._client._send(Request("POST", f"/api/v1/cases/{path_part(id)}/tasks", body=body), "CaseTask", options)
        return result

    def delete(
        self,
        id: builtins.str,
        task_id: builtins.str,
        *,
        options: RequestOptions | None = None,
    ) -> None:
        """Remove a task

        Needs `cases:write`. Recorded in the audit log as `case:task_removed`."""
        self._client._send(Request("DELETE", f"/api/v1/cases/{path_part(id)}/tasks/{path_part(task_id)}"), None, options)

    def list(
        self,
        id: builtins.str,
        *,
        limit: builtins.int | None = None,
        cursor: builtins.str | None = None,
        options: RequestOptions | None = None,
    ) -> Pager[_models.CaseTask, _models.CaseTaskPage]:
        """Tasks of a case in their planned order

        Needs `cases:read`."""
        return Pager(self._client, Request("GET", f"/api/v1/cases/{path_part(id)}/tasks", query={"limit": limit, "cursor": cursor}), "CaseTaskPage", options)

    def update(
        self,
        id: builtins.str,
        task_id: builtins.str,
        body: _models.CaseTaskPatch | _types.CaseTaskPatch,
        *,
        options: RequestOptions | None = None,
    ) -> _models.CaseTask:
        """Change a task; 409 names a task that must be completed first

        Needs `cases:write`. Recorded in the audit log as `case:task_changed`."""
        result: _models.CaseTask = self._client._send(Request("PATCH", f"/api/v1/cases/{path_part(id)}/tasks/{path_part(task_id)}", body=body), "CaseTask", options)
        return result


class CasesTicketsResource(SyncResource):
    def list(
        self,
        id: builtins.str,
        *,
        limit: builtins.int | None = None,
        cursor: builtins.str | None = None,
        options: RequestOptions | None = None,
    ) -> Pager[_models.Ticket, _models.TicketPage]:
        """Tickets of a case with their status in the ticket system

        Needs `cases:read`."""
        return Pager(self._client, Request("GET", f"/api/v1/cases/{path_part(id)}/tickets", query={"limit": limit, "cursor": cursor}), "TicketPage", options)


class CasesTimeResource(SyncResource):
    def create(
        self,
        id: builtins.str,
        body: _models.CaseTimeEntryCreate | _types.CaseTimeEntryCreate,
        *,
        options: RequestOptions | None = None,
    ) -> _models.CaseTimeEntry:
        """Record time spent on a case

        Needs `cases:write`. Recorded in the audit log as `case:time_tracked`."""
        result: _models.CaseTimeEntry = self._client._send(Request("POST", f"/api/v1/cases/{path_part(id)}/time", body=body), "CaseTimeEntry", options)
        return result

    def list(
        self,
        id: builtins.str,
        *,
        limit: builtins.int | None = None,
        cursor: builtins.str | None = None,
        options: RequestOptions | None = None,
    ) -> Pager[_models.CaseTimeEntry, _models.CaseTimeEntryPage]:
        """Time spent on a case, newest first

        Needs `cases:read`."""
        return Pager(self._client, Request("GET", f"/api/v1/cases/{path_part(id)}/time", query={"limit": limit, "cursor": cursor}), "CaseTimeEntryPage", options)


class CasesTimelineResource(SyncResource):
    def create(
        self,
        id: builtins.str,
        body: _models.CaseTimelineEventCreate | _types.CaseTimelineEventCreate,
        *,
        options: RequestOptions | None = None,
    ) -> _models.CaseTimelineEvent:
        """Add an event to the timeline of a case

        Needs `cases:write`. Recorded in the audit log as `case:event_added`."""
        result: _models.CaseTimelineEvent = self._client._send(Request("POST", f"/api/v1/cases/{path_part(id)}/timeline", body=body), "CaseTimelineEvent", options)
        return result

    def list(
        self,
        id: builtins.str,
        *,
        limit: builtins.int | None = None,
        cursor: builtins.str | None = None,
        options: RequestOptions | None = None,
    ) -> Pager[_models.CaseTimelineEvent, _models.CaseTimelineEventPage]:
        """Timeline of a case, newest first

        Needs `cases:read`."""
        return Pager(self._client, Request("GET", f"/api/v1/cases/{path_part(id)}/timeline", query={"limit": limit, "cursor": cursor}), "CaseTimelineEventPage", options)


class CasesTransitionsResource(SyncResource):
    def list(
        self,
        id: builtins.str,
        *,
        limit: builtins.int | None = None,
        cursor: builtins.str | None = None,
        options: RequestOptions | None = None,
    ) -> Pager[_models.CaseTransition, _models.CaseTransitionPage]:
        """Status changes, newest first

        Needs `cases:read`."""
        return Pager(self._client, Request("GET", f"/api/v1/cases/{path_part(id)}/transitions", query={"limit": limit, "cursor": cursor}), "CaseTransitionPage", options)


class ChatResource(SyncResource):
    def delete_accounts(
        self,
        *,
        options: RequestOptions | None = None,
    ) -> _models.ChatUnlinked:
        """Remove every link between the caller’s account and a chat

        For every signed-in user. Recorded in the audit log as `chat:account_unlinked`."""
        result: _models.ChatUnlinked = self._client._send(Request("DELETE", "/api/v1/chat/accounts"), "ChatUnlinked", options)
        return result

    def link_codes(
        self,
        *,
        options: RequestOptions | None = None,
    ) -> _models.ChatLinkCode:
        """Get a code that links the caller’s account in a chat, valid for ten minutes: /svc link CODE

        For every signed-in user. Recorded in the audit log as `chat:code_made`."""
        result: _models.ChatLinkCode = self._client._send(Request("POST", "/api/v1/chat/link-codes"), "ChatLinkCode", options)
        return result


class ComplianceResource(SyncResource):
    controls = lazy(lambda client: ComplianceControlsResource(client))
    dashboard = lazy(lambda client: ComplianceDashboardResource(client))
    evidence = lazy(lambda client: ComplianceEvidenceResource(client))
    frameworks = lazy(lambda client: ComplianceFrameworksResource(client))
    history = lazy(lambda client: ComplianceHistoryResource(client))


class ComplianceControlsResource(SyncResource):
    def list(
        self,
        *,
        limit: builtins.int | None = None,
        cursor: builtins.str | None = None,
        framework: builtins.str | None = None,
        options: RequestOptions | None = None,
    ) -> Pager[_models.ComplianceControl, _models.ComplianceControlPage]:
        """Controls of one framework, or of all

        Needs `reports:read`."""
        return Pager(self._client, Request("GET", "/api/v1/compliance/controls", query={"limit": limit, "cursor": cursor, "framework": framework}), "ComplianceControlPage", options)


class ComplianceDashboardResource(SyncResource):
    def get(
        self,
        framework: builtins.str,
        *,
        options: RequestOptions | None = None,
    ) -> _models.ComplianceDashboard:
        """Compliance status of the tenant in a framework, evaluated now

        A measure without data is unknown, and counts neither for nor against. Evidence cannot override a failed measure."""
        result: _models.ComplianceDashboard = self._client._send(Request("GET", f"/api/v1/compliance/dashboard/{path_part(framework)}"), "ComplianceDashboard", options)
        return result


class ComplianceEvidenceResource(SyncResource):
    files = lazy(lambda client: ComplianceEvidenceFilesResource(client))

    def create(
        self,
        body: _models.ComplianceEvidenceCreate | _types.ComplianceEvidenceCreate,
        *,
        options: RequestOptions | None = None,
    ) -> _models.ComplianceEvidence:
        """Attach evidence to a control

        Evidence cannot be changed or removed. Another person reviews it."""
        result: _models.ComplianceEvidence = self._client._send(Request("POST", "/api/v1/compliance/evidence", body=body), "ComplianceEvidence", options)
        return result

    def list(
        self,
        *,
        limit: builtins.int | None = None,
        cursor: builtins.str | None = None,
        framework: builtins.str | None = None,
        control_id: builtins.str | None = None,
        options: RequestOptions | None = None,
    ) -> Pager[_models.ComplianceEvidence, _models.ComplianceEvidencePage]:
        """Evidence, newest first

        Needs `reports:read`."""
        return Pager(self._client, Request("GET", "/api/v1/compliance/evidence", query={"limit": limit, "cursor": cursor, "framework": framework, "control_id": control_id}), "ComplianceEvidencePage", options)

    def review(
        self,
        evidence_id: builtins.str,
        body: _models.ComplianceEvidenceReview | _types.ComplianceEvidenceReview,
        *,
        options: RequestOptions | None = None,
    ) -> _models.ComplianceEvidence:
        """Accept or reject evidence attached by another person

        Needs `reports:write`. Recorded in the audit log as `compliance:evidence_reviewed`."""
        result: _models.ComplianceEvidence = self._client._send(Request("POST", f"/api/v1/compliance/evidence/{path_part(evidence_id)}/review", body=body), "ComplianceEvidence", options)
        return result


class ComplianceEvidenceFilesResource(SyncResource):
    def create(
        self,
        evidence_id: builtins.str,
        file: FileContent,
        *,
        filename: builtins.str | None = None,
        options: RequestOptions | None = None,
    ) -> _models.ComplianceEvidence:
        """Add a file of at most 5 MiB to evidence that waits for its review, at most 10 for each

        Only the person who attached the evidence adds files. A file is stored encrypted, cannot be changed or removed, and its SHA-256 is an entry of the chain of evidence."""
        result: _models.ComplianceEvidence = self._client._send(Request("POST", f"/api/v1/compliance/evidence/{path_part(evidence_id)}/files", file=file, filename=filename), "ComplianceEvidence", options)
        return result

    def get(
        self,
        evidence_id: builtins.str,
        file_id: builtins.str,
        *,
        options: RequestOptions | None = None,
    ) -> Download:
        """Download a file of evidence; the download is recorded

        Needs `reports:read`. Recorded in the audit log as `compliance:evidence_file_read`."""
        return self._client._download(Request("GET", f"/api/v1/compliance/evidence/{path_part(evidence_id)}/files/{path_part(file_id)}"), options)


class ComplianceFrameworksResource(SyncResource):
    def list(
        self,
        *,
        limit: builtins.int | None = None,
        cursor: builtins.str | None = None,
        options: RequestOptions | None = None,
    ) -> Pager[_models.ComplianceFramework, _models.ComplianceFrameworkPage]:
        """Supported frameworks

        Needs `reports:read`."""
        return Pager(self._client, Request("GET", "/api/v1/compliance/frameworks", query={"limit": limit, "cursor": cursor}), "ComplianceFrameworkPage", options)


class ComplianceHistoryResource(SyncResource):
    def get(
        self,
        framework: builtins.str,
        *,
        limit: builtins.int | None = None,
        cursor: builtins.str | None = None,
        days: builtins.int | None = None,
        options: RequestOptions | None = None,
    ) -> Pager[_models.CompliancePoint, _models.CompliancePointPage]:
        """Daily compliance status of the tenant in a framework, oldest first

        Days without a measurement are left out, and are not failures. Each day is kept for 400 days, then the last one of each month for ten years."""
        return Pager(self._client, Request("GET", f"/api/v1/compliance/history/{path_part(framework)}", query={"limit": limit, "cursor": cursor, "days": days}), "CompliancePointPage", options)


class ConfigurationResource(SyncResource):
    def apply(
        self,
        body: _models.ConfigurationApply | _types.ConfigurationApply,
        *,
        options: RequestOptions | None = None,
    ) -> _models.ConfigurationPlan:
        """Apply configuration documents to the tenant in one transaction

        Rules are identified by their file, overlays by their rule id, playbooks and hunts by their name, SLA targets by their severity, roles and connectors by their name; placeholders and branding are one document each, of that name. A connector document names the secrets that are set; send their values in `connector_secrets`. Each kind that changes needs its own permission too."""
        result: _models.ConfigurationPlan = self._client._send(Request("POST", "/api/v1/configuration/apply", body=body), "ConfigurationPlan", options)
        return result

    def list(
        self,
        *,
        kind: Literal["placeholders", "rule", "overlay", "playbook", "hunt", "sla_target", "sla_policy", "branding", "message_text", "role", "connector"],
        limit: builtins.int | None = None,
        cursor: builtins.str | None = None,
        options: RequestOptions | None = None,
    ) -> Pager[_models.ConfigurationDocument, _models.ConfigurationDocumentPage]:
        """Export the tenant’s own configuration of a kind as documents

        Rules are identified by their file, overlays by their rule id, playbooks and hunts by their name, SLA targets by their severity, roles and connectors by their name; placeholders and branding are one document each, of that name. A connector document names the secrets that are set; send their values in `connector_secrets`."""
        return Pager(self._client, Request("GET", "/api/v1/configuration", query={"limit": limit, "cursor": cursor, "kind": kind}), "ConfigurationDocumentPage", options)

    def plan(
        self,
        body: _models.ConfigurationPlanned | _types.ConfigurationPlanned,
        *,
        options: RequestOptions | None = None,
    ) -> _models.ConfigurationPlan:
        """Plan the changes of configuration documents without applying them

        Rules are identified by their file, overlays by their rule id, playbooks and hunts by their name, SLA targets by their severity, roles and connectors by their name; placeholders and branding are one document each, of that name. A connector document names the secrets that are set; send their values in `connector_secrets`."""
        result: _models.ConfigurationPlan = self._client._send(Request("POST", "/api/v1/configuration/plan", body=body, reads=True), "ConfigurationPlan", options)
        return result


class ConnectorsResource(SyncResource):
    polls = lazy(lambda client: ConnectorsPollsResource(client))
    types = lazy(lambda client: ConnectorsTypesResource(client))

    def create(
        self,
        body: _models.ConnectorCreate | _types.ConnectorCreate,
        *,
        options: RequestOptions | None = None,
    ) -> _models.Connector:
        """Connect a source

        Needs `connectors:write`. Recorded in the audit log as `connector:created`."""
        result: _models.Connector = self._client._send(Request("POST", "/api/v1/connectors", body=body), "Connector", options)
        return result

    def delete(
        self,
        id: builtins.str,
        *,
        options: RequestOptions | None = None,
    ) -> None:
        """Disconnect a source; its events stay

        Needs `connectors:delete`. Recorded in the audit log as `connector:deleted`."""
        self._client._send(Request("DELETE", f"/api/v1/connectors/{path_part(id)}"), None, options)

    def get(
        self,
        id: builtins.str,
        *,
        options: RequestOptions | None = None,
    ) -> _models.Connector:
        """One connector

        Needs `connectors:read`."""
        result: _models.Connector = self._client._send(Request("GET", f"/api/v1/connectors/{path_part(id)}"), "Connector", options)
        return result

    def list(
        self,
        *,
        limit: builtins.int | None = None,
        cursor: builtins.str | None = None,
        options: RequestOptions | None = None,
    ) -> Pager[_models.Connector, _models.ConnectorPage]:
        """Connectors with their state, newest first

        Needs `connectors:read`."""
        return Pager(self._client, Request("GET", "/api/v1/connectors", query={"limit": limit, "cursor": cursor}), "ConnectorPage", options)

    def poll(
        self,
        id: builtins.str,
        *,
        options: RequestOptions | None = None,
    ) -> _models.Connector:
        """Poll a connector now

        Needs `connectors:write`. Recorded in the audit log as `connector:poll_requested`."""
        result: _models.Connector = self._client._send(Request("POST", f"/api/v1/connectors/{path_part(id)}/poll"), "Connector", options)
        return result

    def test(
        self,
        body: _models.ConnectorTestRequest | _types.ConnectorTestRequest,
        *,
        options: RequestOptions | None = None,
    ) -> _models.ConnectorTest:
        """Test a connector: fetch one page with the given settings; nothing is stored or ingested

        Needs `connectors:write`. Recorded in the audit log as `connector:tested`."""
        result: _models.ConnectorTest = self._client._send(Request("POST", "/api/v1/connectors/test", body=body), "ConnectorTest", options)
        return result

    def test_one(
        self,
        id: builtins.str,
        body: _models.ConnectorStatelessTest | _types.ConnectorStatelessTest,
        *,
        options: RequestOptions | None = None,
    ) -> _models.ConnectorTest:
        """Test new settings: fetch one page with the sent settings only; nothing is stored or ingested

        Needs `connectors:write`. Recorded in the audit log as `connector:tested`."""
        result: _models.ConnectorTest = self._client._send(Request("POST", f"/api/v1/connectors/{path_part(id)}/test", body=body), "ConnectorTest", options)
        return result

    def update(
        self,
        id: builtins.str,
        body: _models.ConnectorChange | _types.ConnectorChange,
        *,
        options: RequestOptions | None = None,
    ) -> _models.Connector:
        """Change a connector; saving a blocked one tries it again

        Needs `connectors:write`. Recorded in the audit log as `connector:updated`."""
        result: _models.Connector = self._client._send(Request("PATCH", f"/api/v1/connectors/{path_part(id)}", body=body), "Connector", options)
        return result


class ConnectorsPollsResource(SyncResource):
    def list(
        self,
        id: builtins.str,
        *,
        limit: builtins.int | None = None,
        cursor: builtins.str | None = None,
        options: RequestOptions | None = None,
    ) -> Pager[_models.ConnectorPoll, _models.ConnectorPollPage]:
        """Polls of a connector, newest first; the latest 200 are kept

        Needs `connectors:read`."""
        return Pager(self._client, Request("GET", f"/api/v1/connectors/{path_part(id)}/polls", query={"limit": limit, "cursor": cursor}), "ConnectorPollPage", options)


class ConnectorsTypesResource(SyncResource):
    def list(
        self,
        *,
        limit: builtins.int | None = None,
        cursor: builtins.str | None = None,
        options: RequestOptions | None = None,
    ) -> Pager[_models.ConnectorType, _models.ConnectorTypePage]:
        """Connector types, with the settings of each

        Needs `connectors:read`."""
        return Pager(self._client, Request("GET", "/api/v1/connectors/types", query={"limit": limit, "cursor": cursor}), "ConnectorTypePage", options)


class CopilotResource(SyncResource):
    actions = lazy(lambda client: CopilotActionsResource(client))
    context = lazy(lambda client: CopilotContextResource(client))

    def ask(
        self,
        body: _models.CopilotQuestion | _types.CopilotQuestion,
        *,
        options: RequestOptions | None = None,
    ) -> _models.CopilotAnswer:
        """Ask the model of this tenant about an alert, a case, a rule, a playbook or a hunt

        Every sentence of the answer cites its sources; unsupported sentences are dropped and counted. A query is shown only if it compiles, with its number of matches in the last day."""
        result: _models.CopilotAnswer = self._client._send(Request("POST", "/api/v1/copilot/ask", body=body), "CopilotAnswer", options)
        return result


class CopilotActionsResource(SyncResource):
    def run(
        self,
        action_id: builtins.str,
        *,
        options: RequestOptions | None = None,
    ) -> _models.CopilotActionDone:
        """Carry out a suggested action. Also as {action_id}:run

        It needs the permissions of the action itself, and is rejected once the action is no longer suggested."""
        result: _models.CopilotActionDone = self._client._send(Request("POST", f"/api/v1/copilot/actions/{path_part(action_id)}/run"), "CopilotActionDone", options)
        return result


class CopilotContextResource(SyncResource):
    alert = lazy(lambda client: CopilotContextAlertResource(client))
    case = lazy(lambda client: CopilotContextCaseResource(client))
    playbook = lazy(lambda client: CopilotContextPlaybookResource(client))
    rule = lazy(lambda client: CopilotContextRuleResource(client))


class CopilotContextAlertResource(SyncResource):
    def get(
        self,
        alert_id: builtins.str,
        *,
        options: RequestOptions | None = None,
    ) -> _models.CopilotContext:
        """Suggested next steps for an alert

        Needs `alerts:read`."""
        result: _models.CopilotContext = self._client._send(Request("GET", f"/api/v1/copilot/context/alert/{path_part(alert_id)}"), "CopilotContext", options)
        return result


class CopilotContextCaseResource(SyncResource):
    def get(
        self,
        case_id: builtins.str,
        *,
        options: RequestOptions | None = None,
    ) -> _models.CopilotContext:
        """Suggested next steps for a case

        Needs `cases:read`."""
        result: _models.CopilotContext = self._client._send(Request("GET", f"/api/v1/copilot/context/case/{path_part(case_id)}"), "CopilotContext", options)
        return result


class CopilotContextPlaybookResource(SyncResource):
    def get(
        self,
        playbook_id: builtins.str,
        *,
        options: RequestOptions | None = None,
    ) -> _models.CopilotContext:
        """Suggested next steps for a playbook

        Needs `playbooks:read`."""
        result: _models.CopilotContext = self._client._send(Request("GET", f"/api/v1/copilot/context/playbook/{path_part(playbook_id)}"), "CopilotContext", options)
        return result


class CopilotContextRuleResource(SyncResource):
    def get(
        self,
        rule_id: builtins.str,
        *,
        options: RequestOptions | None = None,
    ) -> _models.CopilotContext:
        """Suggested next steps for a rule

        Needs `rules:read`."""
        result: _models.CopilotContext = self._client._send(Request("GET", f"/api/v1/copilot/context/rule/{path_part(rule_id)}"), "CopilotContext", options)
        return result


class DeadLettersResource(SyncResource):
    replays = lazy(lambda client: DeadLettersReplaysResource(client))

    def list(
        self,
        *,
        limit: builtins.int | None = None,
        cursor: builtins.str | None = None,
        source: builtins.str | None = None,
        reason: builtins.str | None = None,
        from_: datetime | builtins.str | None = None,
        to: datetime | builtins.str | None = None,
        options: RequestOptions | None = None,
    ) -> Pager[_models.DeadLetter, _models.DeadLetterPage]:
        """Events that could not be decoded with the reasons, newest first, one row per text and reason

        Kept for 30 days. Times are times of receipt; without `from` the list reaches back as far as letters are kept."""
        return Pager(self._client, Request("GET", "/api/v1/dead-letters", query={"limit": limit, "cursor": cursor, "source": source, "reason": reason, "from": from_, "to": to}), "DeadLetterPage", options)


class DeadLettersReplaysResource(SyncResource):
    def cancel(
        self,
        id: builtins.str,
        *,
        options: RequestOptions | None = None,
    ) -> _models.DeadLetterReplay:
        """Cancel a running replay; events already ingested stay

        Needs `connectors:write`. Recorded in the audit log as `dead_letter:replay_cancelled`."""
        result: _models.DeadLetterReplay = self._client._send(Request("POST", f"/api/v1/dead-letters/replays/{path_part(id)}/cancel"), "DeadLetterReplay", options)
        return result

    def create(
        self,
        body: _models.DeadLetterReplayStart | _types.DeadLetterReplayStart,
        *,
        options: RequestOptions | None = None,
    ) -> _models.DeadLetterReplay:
        """Ingest dead letters again

        One letter per text, with its connector and format; an event stored in the meantime is recognised as a repeat, and one that fails again becomes a new dead letter. A tenant runs one replay at a time."""
        result: _models.DeadLetterReplay = self._client._send(Request("POST", "/api/v1/dead-letters/replays", body=body), "DeadLetterReplay", options)
        return result

    def get(
        self,
        id: builtins.str,
        *,
        options: RequestOptions | None = None,
    ) -> _models.DeadLetterReplay:
        """One replay of dead letters with its progress

        Needs `connectors:read`."""
        result: _models.DeadLetterReplay = self._client._send(Request("GET", f"/api/v1/dead-letters/replays/{path_part(id)}"), "DeadLetterReplay", options)
        return result

    def list(
        self,
        *,
        limit: builtins.int | None = None,
        cursor: builtins.str | None = None,
        options: RequestOptions | None = None,
    ) -> Pager[_models.DeadLetterReplay, _models.DeadLetterReplayPage]:
        """Replays of dead letters, newest first

        Needs `connectors:read`."""
        return Pager(self._client, Request("GET", "/api/v1/dead-letters/replays", query={"limit": limit, "cursor": cursor}), "DeadLetterReplayPage", options)


class DelegationsResource(SyncResource):
    def enter(
        self,
        id: builtins.str,
        *,
        options: RequestOptions | None = None,
    ) -> _models.DelegatedToken:
        """Get an access token for the other tenant; recorded in that tenant’s audit log

        For every signed-in user."""
        result: _models.DelegatedToken = self._client._send(Request("POST", f"/api/v1/delegations/{path_part(id)}/enter", reads=True), "DelegatedToken", options)
        return result

    def list(
        self,
        *,
        limit: builtins.int | None = None,
        cursor: builtins.str | None = None,
        options: RequestOptions | None = None,
    ) -> Pager[_models.Delegation, _models.DelegationPage]:
        """Tenants in which the signed-in user can work by delegation

        For every signed-in user."""
        return Pager(self._client, Request("GET", "/api/v1/delegations", query={"limit": limit, "cursor": cursor}), "DelegationPage", options)


class DeputiesResource(SyncResource):
    def create(
        self,
        body: _models.DeputyName | _types.DeputyName,
        *,
        options: RequestOptions | None = None,
    ) -> _models.Deputy:
        """Appoint a deputy for a time

        Approval requests to the person, escalations and on-call shifts reach the deputy, who decides with their own permissions; the audit log names the represented person. Appointing one for another person needs users:write. At most 90 days."""
        result: _models.Deputy = self._client._send(Request("POST", "/api/v1/deputies", body=body), "Deputy", options)
        return result

    def end(
        self,
        id: builtins.str,
        *,
        options: RequestOptions | None = None,
    ) -> _models.Deputy:
        """End a deputy early, as the person, the deputy, or an administrator of users

        For every signed-in user. Recorded in the audit log as `deputy:ended`."""
        result: _models.Deputy = self._client._send(Request("POST", f"/api/v1/deputies/{path_part(id)}/end"), "Deputy", options)
        return result

    def list(
        self,
        *,
        limit: builtins.int | None = None,
        cursor: builtins.str | None = None,
        options: RequestOptions | None = None,
    ) -> Pager[_models.Deputy, _models.DeputyPage]:
        """List current and planned deputies

        Needs `cases:read`."""
        return Pager(self._client, Request("GET", "/api/v1/deputies", query={"limit": limit, "cursor": cursor}), "DeputyPage", options)


class DetectionProposalsResource(SyncResource):
    baseline = lazy(lambda client: DetectionProposalsBaselineResource(client))

    def comment(
        self,
        id: builtins.str,
        body: _models.DetectionProposalComment | _types.DetectionProposalComment,
        *,
        options: RequestOptions | None = None,
    ) -> _models.DetectionProposal:
        """Comment on a proposal

        Needs `rules:read`. Recorded in the audit log as `proposal:commented`."""
        result: _models.DetectionProposal = self._client._send(Request("POST", f"/api/v1/detection-proposals/{path_part(id)}/comment", body=body), "DetectionProposal", options)
        return result

    def create(
        self,
        body: _models.DetectionProposalCreate | _types.DetectionProposalCreate,
        *,
        options: RequestOptions | None = None,
    ) -> _models.DetectionProposal:
        """Propose a rule

        Needs `rules:write`. Recorded in the audit log as `proposal:created`."""
        result: _models.DetectionProposal = self._client._send(Request("POST", "/api/v1/detection-proposals", body=body), "DetectionProposal", options)
        return result

    def decide(
        self,
        id: builtins.str,
        body: _models.DetectionProposalDecision | _types.DetectionProposalDecision,
        *,
        options: RequestOptions | None = None,
    ) -> _models.DetectionProposal:
        """Approve or reject a proposal

        The person who proposed a rule cannot approve it (403), and nobody can without a passed replay (412)."""
        result: _models.DetectionProposal = self._client._send(Request("POST", f"/api/v1/detection-proposals/{path_part(id)}/decide", body=body), "DetectionProposal", options)
        return result

    def eval(
        self,
        id: builtins.str,
        body: _models.DetectionProposalEval | _types.DetectionProposalEval,
        *,
        options: RequestOptions | None = None,
    ) -> _models.DetectionProposal:
        """Attach the report of a harness; it passes unless it is worse than the baseline of its suite

        Needs `rules:write`. Recorded in the audit log as `proposal:evaluated`."""
        result: _models.DetectionProposal = self._client._send(Request("POST", f"/api/v1/detection-proposals/{path_part(id)}/eval", body=body), "DetectionProposal", options)
        return result

    def evaluate_rule(
        self,
        id: builtins.str,
        body: _models.DetectionProposalFixtures | _types.DetectionProposalFixtures | None = None,
        *,
        options: RequestOptions | None = None,
    ) -> _models.DetectionProposal:
        """Run the rule over its stored fixtures, or over fixtures in the request

        Needs `rules:write`. Recorded in the audit log as `proposal:replayed`."""
        result: _models.DetectionProposal = self._client._send(Request("POST", f"/api/v1/detection-proposals/{path_part(id)}/evaluate-rule", body=body), "DetectionProposal", options)
        return result

    def get(
        self,
        id: builtins.str,
        *,
        options: RequestOptions | None = None,
    ) -> _models.DetectionProposal:
        """One proposed rule

        Needs `rules:read`."""
        result: _models.DetectionProposal = self._client._send(Request("GET", f"/api/v1/detection-proposals/{path_part(id)}"), "DetectionProposal", options)
        return result

    def list(
        self,
        *,
        limit: builtins.int | None = None,
        cursor: builtins.str | None = None,
        status: Literal["proposed", "in_review", "eval_passed", "eval_failed", "approved", "rejected", "promoted"] | None = None,
        options: RequestOptions | None = None,
    ) -> Pager[_models.DetectionProposal, _models.DetectionProposalPage]:
        """Proposed rules, newest first

        Needs `rules:read`."""
        return Pager(self._client, Request("GET", "/api/v1/detection-proposals", query={"limit": limit, "cursor": cursor, "status": status}), "DetectionProposalPage", options)

    def promote(
        self,
        id: builtins.str,
        *,
        options: RequestOptions | None = None,
    ) -> _models.DetectionProposal:
        """Write an approved proposal to the rules, replacing its base rule if it has one

        Needs `rules:write`. Recorded in the audit log as `proposal:promoted`."""
        result: _models.DetectionProposal = self._client._send(Request("POST", f"/api/v1/detection-proposals/{path_part(id)}/promote"), "DetectionProposal", options)
        return result


class DetectionProposalsBaselineResource(SyncResource):
    def create(
        self,
        body: _models.EvalBaselineSet | _types.EvalBaselineSet,
        *,
        options: RequestOptions | None = None,
    ) -> _models.EvalBaseline:
        """Set the baseline for evaluation reports of a suite

        Needs `rules:write`. Recorded in the audit log as `proposal:baseline_set`."""
        result: _models.EvalBaseline = self._client._send(Request("POST", "/api/v1/detection-proposals/baseline", body=body), "EvalBaseline", options)
        return result

    def list(
        self,
        *,
        limit: builtins.int | None = None,
        cursor: builtins.str | None = None,
        options: RequestOptions | None = None,
    ) -> Pager[_models.EvalBaseline, _models.EvalBaselinePage]:
        """Baselines for evaluation reports, by suite

        Needs `rules:read`."""
        return Pager(self._client, Request("GET", "/api/v1/detection-proposals/baseline", query={"limit": limit, "cursor": cursor}), "EvalBaselinePage", options)


class DetectionsResource(SyncResource):
    def create(
        self,
        body: _models.DetectionRecord | _types.DetectionRecord,
        *,
        options: RequestOptions | None = None,
    ) -> _models.Detection:
        """Record a detection of another tool; repeating it has no effect

        It goes to fusion and the lake like a match of a built-in rule: from severity 2 on it becomes an alert, fused with related signals. Listed some seconds later."""
        result: _models.Detection = self._client._send(Request("POST", "/api/v1/detections", body=body), "Detection", options)
        return result

    def list(
        self,
        *,
        limit: builtins.int | None = None,
        cursor: builtins.str | None = None,
        rule_id: builtins.str | None = None,
        severity_min: builtins.int | None = None,
        since: datetime | builtins.str | None = None,
        until: datetime | builtins.str | None = None,
        options: RequestOptions | None = None,
    ) -> Pager[_models.Detection, _models.DetectionPage]:
        """Signals, newest first

        Needs `rules:read`."""
        return Pager(self._client, Request("GET", "/api/v1/detections", query={"limit": limit, "cursor": cursor, "rule_id": rule_id, "severity_min": severity_min, "since": since, "until": until}), "DetectionPage", options)

    def stats(
        self,
        *,
        hours: builtins.int | None = None,
        rule_id: builtins.str | None = None,
        options: RequestOptions | None = None,
    ) -> _models.DetectionStats:
        """Signal counts of the last hours by rule and severity, for all rules or one

        Needs `rules:read`."""
        result: _models.DetectionStats = self._client._send(Request("GET", "/api/v1/detections/stats", query={"hours": hours, "rule_id": rule_id}), "DetectionStats", options)
        return result


class EnrichmentResource(SyncResource):
    tables = lazy(lambda client: EnrichmentTablesResource(client))

    def run(
        self,
        body: _models.EnrichmentRequest | _types.EnrichmentRequest,
        *,
        options: RequestOptions | None = None,
    ) -> _models.Enriched:
        """Query all enrichment providers about entities

        All providers of a kind are queried in parallel, each with its own timeout. Answers are cached while they are valid; a failed provider is named with the reason."""
        result: _models.Enriched = self._client._send(Request("POST", "/api/v1/enrichment", body=body, reads=True), "Enriched", options)
        return result


class EnrichmentTablesResource(SyncResource):
    def get(
        self,
        table: builtins.str,
        *,
        limit: builtins.int | None = None,
        cursor: builtins.str | None = None,
        options: RequestOptions | None = None,
    ) -> Pager[_models.EnrichmentRecord, _models.EnrichmentRecordPage]:
        """Records of hosts or people, by name

        Needs `threat_intel:read`."""
        return Pager(self._client, Request("GET", f"/api/v1/enrichment/tables/{path_part(table)}", query={"limit": limit, "cursor": cursor}), "EnrichmentRecordPage", options)

    def update(
        self,
        table: builtins.str,
        body: _models.EnrichmentTableWrite | _types.EnrichmentTableWrite,
        *,
        options: RequestOptions | None = None,
    ) -> _models.EnrichmentTableWritten:
        """Write records of hosts or people; with replace, delete all others

        Needs `threat_intel:write`. Recorded in the audit log as `enrichment_table:written`."""
        result: _models.EnrichmentTableWritten = self._client._send(Request("PUT", f"/api/v1/enrichment/tables/{path_part(table)}", body=body), "EnrichmentTableWritten", options)
        return result


class EntityRiskResource(SyncResource):
    def get(
        self,
        entity: builtins.str,
        *,
        entity_type: Literal["user", "host", "ip"] | None = None,
        options: RequestOptions | None = None,
    ) -> _models.EntityRiskDetail:
        """One entity with the alerts behind its risk; of several with one name the riskiest

        Needs `alerts:read`."""
        result: _models.EntityRiskDetail = self._client._send(Request("GET", f"/api/v1/entity-risk/{path_part(entity)}", query={"entity_type": entity_type}), "EntityRiskDetail", options)
        return result

    def list(
        self,
        *,
        limit: builtins.int | None = None,
        cursor: builtins.str | None = None,
        entity_type: Literal["user", "host", "ip"] | None = None,
        options: RequestOptions | None = None,
    ) -> Pager[_models.EntityRisk, _models.EntityRiskPage]:
        """Risk of entities from the alerts of the last 30 days, riskiest first

        Needs `alerts:read`."""
        return Pager(self._client, Request("GET", "/api/v1/entity-risk", query={"limit": limit, "cursor": cursor, "entity_type": entity_type}), "EntityRiskPage", options)


class EventsResource(SyncResource):
    facets = lazy(lambda client: EventsFacetsResource(client))
    histogram = lazy(lambda client: EventsHistogramResource(client))
    saved_searches = lazy(lambda client: EventsSavedSearchesResource(client))
    searches = lazy(lambda client: EventsSearchesResource(client))

    def fields(
        self,
        *,
        options: RequestOptions | None = None,
    ) -> _models.EventFieldList:
        """Searchable event fields

        Needs `lake:read_schema`."""
        result: _models.EventFieldList = self._client._send(Request("GET", "/api/v1/events/fields"), "EventFieldList", options)
        return result

    def get(
        self,
        uid: builtins.str,
        *,
        options: RequestOptions | None = None,
    ) -> _models.StoredEvent:
        """One event, as received and as OCSF

        Needs `lake:query`."""
        result: _models.StoredEvent = self._client._send(Request("GET", f"/api/v1/events/{path_part(uid)}"), "StoredEvent", options)
        return result

    def process_tree(
        self,
        *,
        event_uid: builtins.str | None = None,
        host: builtins.str | None = None,
        hours: builtins.int | None = None,
        to: datetime | builtins.str | None = None,
        options: RequestOptions | None = None,
    ) -> _models.ProcessTree:
        """Tree of parent and child processes, around an event or on a host

        With event_uid: ancestors and descendants of its process, from 24 hours before to 24 hours after the event. With host: the latest processes of the hours before `to`. Archived events are not searched."""
        result: _models.ProcessTree = self._client._send(Request("GET", "/api/v1/events/process-tree", query={"event_uid": event_uid, "host": host, "hours": hours, "to": to}), "ProcessTree", options)
        return result

    def search(
        self,
        body: _models.EventSearch | _types.EventSearch,
        *,
        options: RequestOptions | None = None,
    ) -> Pager[_models.FoundEvent, _models.EventSearchResult]:
        """Events that match a query, newest first

        A page may not cover the whole requested time span: complete is then false, missing names the spans not searched, and job_id a search that continues with them. The clients (client.search, client.kql) and svc events search --all read all of it."""
        return Pager(self._client, Request("POST", "/api/v1/events/search", body=body, reads=True), "EventSearchResult", options)

    def tail(
        self,
        body: _models.EventTail | _types.EventTail,
        *,
        options: RequestOptions | None = None,
    ) -> Pager[_models.FoundEvent, _models.EventTailPage]:
        """Follow events as they are stored

        Needs `lake:query`."""
        return Pager(self._client, Request("POST", "/api/v1/events/tail", body=body, reads=True), "EventTailPage", options)


class EventsFacetsResource(SyncResource):
    def get(
        self,
        *,
        fields: builtins.str,
        query: builtins.str | None = None,
        from_: datetime | builtins.str | None = None,
        to: datetime | builtins.str | None = None,
        limit: builtins.int | None = None,
        options: RequestOptions | None = None,
    ) -> _models.EventFacets:
        """Event counts by field value

        Needs `lake:query`."""
        result: _models.EventFacets = self._client._send(Request("GET", "/api/v1/events/facets", query={"query": query, "from": from_, "to": to, "fields": fields, "limit": limit}), "EventFacets", options)
        return result

    def run(
        self,
        body: _models.EventFacetsQuery | _types.EventFacetsQuery,
        *,
        options: RequestOptions | None = None,
    ) -> _models.EventFacets:
        """Event counts by field value

        Needs `lake:query`."""
        result: _models.EventFacets = self._client._send(Request("POST", "/api/v1/events/facets", body=body, reads=True), "EventFacets", options)
        return result


class EventsHistogramResource(SyncResource):
    def get(
        self,
        *,
        query: builtins.str | None = None,
        from_: datetime | builtins.str | None = None,
        to: datetime | builtins.str | None = None,
        interval_seconds: builtins.int | None = None,
        options: RequestOptions | None = None,
    ) -> _models.EventHistogram:
        """Event counts over time

        Needs `lake:query`."""
        result: _models.EventHistogram = self._client._send(Request("GET", "/api/v1/events/histogram", query={"query": query, "from": from_, "to": to, "interval_seconds": interval_seconds}), "EventHistogram", options)
        return result

    def run(
        self,
        body: _models.EventHistogramQuery | _types.EventHistogramQuery,
        *,
        options: RequestOptions | None = None,
    ) -> _models.EventHistogram:
        """Event counts over time

        Needs `lake:query`."""
        result: _models.EventHistogram = self._client._send(Request("POST", "/api/v1/events/histogram", body=body, reads=True), "EventHistogram", options)
        return result


class EventsSavedSearchesResource(SyncResource):
    def create(
        self,
        body: _models.SavedSearchPut | _types.SavedSearchPut,
        *,
        options: RequestOptions | None = None,
    ) -> _models.SavedSearch:
        """Save a search for the caller or for everybody in the tenant

        Needs `lake:query`. Recorded in the audit log as `search:saved`."""
        result: _models.SavedSearch = self._client._send(Request("POST", "/api/v1/events/saved-searches", body=body), "SavedSearch", options)
        return result

    def delete(
        self,
        id: builtins.str,
        *,
        options: RequestOptions | None = None,
    ) -> None:
        """Delete a saved search of the caller

        Needs `lake:query`. Recorded in the audit log as `search:saved_deleted`."""
        self._client._send(Request("DELETE", f"/api/v1/events/saved-searches/{path_part(id)}"), None, options)

    def list(
        self,
        *,
        limit: builtins.int | None = None,
        cursor: builtins.str | None = None,
        options: RequestOptions | None = None,
    ) -> Pager[_models.SavedSearch, _models.SavedSearchPage]:
        """Saved searches of the caller, and shared ones of the tenant

        Needs `lake:query`."""
        return Pager(self._client, Request("GET", "/api/v1/events/saved-searches", query={"limit": limit, "cursor": cursor}), "SavedSearchPage", options)

    def update(
        self,
        id: builtins.str,
        body: _models.SavedSearchPut | _types.SavedSearchPut,
        *,
        options: RequestOptions | None = None,
    ) -> _models.SavedSearch:
        """Replace a saved search of the caller

        Needs `lake:query`. Recorded in the audit log as `search:saved_changed`."""
        result: _models.SavedSearch = self._client._send(Request("PUT", f"/api/v1/events/saved-searches/{path_part(id)}", body=body), "SavedSearch", options)
        return result


class EventsSearchesResource(SyncResource):
    def cancel(
        self,
        id: builtins.str,
        *,
        options: RequestOptions | None = None,
    ) -> _models.SearchJob:
        """Cancel a background search; its results are kept for a day

        Needs `lake:query`. Recorded in the audit log as `search:cancelled`."""
        result: _models.SearchJob = self._client._send(Request("POST", f"/api/v1/events/searches/{path_part(id)}/cancel"), "SearchJob", options)
        return result

    def counts(
        self,
        id: builtins.str,
        *,
        limit: builtins.int | None = None,
        options: RequestOptions | None = None,
    ) -> _models.SearchJobCounts:
        """Show the counts by field value of a background search

        Counts cover the time searched so far: from at_time of the search to its to_time."""
        result: _models.SearchJobCounts = self._client._send(Request("GET", f"/api/v1/events/searches/{path_part(id)}/counts", query={"limit": limit}), "SearchJobCounts", options)
        return result

    def get(
        self,
        id: builtins.str,
        *,
        page: builtins.int | None = None,
        options: RequestOptions | None = None,
    ) -> _models.SearchJobResults:
        """Show the progress of a background search, and a page of its results

        Pages count from 0, newest events first; more pages appear while the search runs."""
        result: _models.SearchJobResults = self._client._send(Request("GET", f"/api/v1/events/searches/{path_part(id)}", query={"page": page}), "SearchJobResults", options)
        return result

    def list(
        self,
        *,
        limit: builtins.int | None = None,
        cursor: builtins.str | None = None,
        options: RequestOptions | None = None,
    ) -> Pager[_models.SearchJob, _models.SearchJobPage]:
        """Background searches of the last day, newest first

        Needs `lake:query`."""
        return Pager(self._client, Request("GET", "/api/v1/events/searches", query={"limit": limit, "cursor": cursor}), "SearchJobPage", options)

    def table(
        self,
        id: builtins.str,
        *,
        page: builtins.int | None = None,
        options: RequestOptions | None = None,
    ) -> _models.SearchJobTable:
        """A page of the table of a background search

        Pages count from 0. The table is available when the state of the search is done or full."""
        result: _models.SearchJobTable = self._client._send(Request("GET", f"/api/v1/events/searches/{path_part(id)}/table", query={"page": page}), "SearchJobTable", options)
        return result


class ExportsResource(SyncResource):
    compliance = lazy(lambda client: ExportsComplianceResource(client))
    jobs = lazy(lambda client: ExportsJobsResource(client))

    def alerts(
        self,
        *,
        severity: builtins.str | None = None,
        status: builtins.str | None = None,
        disposition: builtins.str | None = None,
        category: builtins.str | None = None,
        assigned_to_me: builtins.bool | None = None,
        search: builtins.str | None = None,
        min_confidence: builtins.int | None = None,
        confidence_label: builtins.str | None = None,
        tags: builtins.str | None = None,
        from_: builtins.str | None = None,
        until: builtins.str | None = None,
        event_from: builtins.str | None = None,
        event_until: builtins.str | None = None,
        host: builtins.str | None = None,
        user: builtins.str | None = None,
        ip: builtins.str | None = None,
        tactic: builtins.str | None = None,
        technique: builtins.str | None = None,
        rule: builtins.str | None = None,
        source: builtins.str | None = None,
        assignee: builtins.str | None = None,
        has_verdict: builtins.bool | None = None,
        options: RequestOptions | None = None,
    ) -> Download:
        """Export alerts as signed NDJSON, newest first, with the filters of GET /alerts

        Needs `alerts:read`. Recorded in the audit log as `export:made`."""
        return self._client._download(Request("GET", "/api/v1/exports/alerts", query={"severity": severity, "status": status, "disposition": disposition, "category": category, "assigned_to_me": assigned_to_me, "search": search, "min_confidence": min_confidence, "confidence_label": confidence_label, "tags": tags, "from": from_, "until": until, "event_from": event_from, "event_until": event_until, "host": host, "user": user, "ip": ip, "tactic": tactic, "technique": technique, "rule": rule, "source": source, "assignee": assignee, "has_verdict": has_verdict}), options)

    def audit(
        self,
        *,
        action: builtins.str | None = None,
        resource: builtins.str | None = None,
        resource_id: builtins.str | None = None,
        actor_id: builtins.str | None = None,
        search: builtins.str | None = None,
        from_: builtins.str | None = None,
        until: builtins.str | None = None,
        options: RequestOptions | None = None,
    ) -> Download:
        """The newest 10,000 entries of the audit log that match, as CSV, signed

        Needs `audit_log:read`. Recorded in the audit log as `export:made`."""
        return self._client._download(Request("GET", "/api/v1/exports/audit", query={"action": action, "resource": resource, "resource_id": resource_id, "actor_id": actor_id, "search": search, "from": from_, "until": until}), options)

    def cases(
        self,
        *,
        updated_since: builtins.str | None = None,
        options: RequestOptions | None = None,
    ) -> Download:
        """Export cases as signed NDJSON, in the order of their last change

        Needs `cases:read`. Recorded in the audit log as `export:made`."""
        return self._client._download(Request("GET", "/api/v1/exports/cases", query={"updated_since": updated_since}), options)

    def events(
        self,
        *,
        query: builtins.str | None = None,
        from_: datetime | builtins.str | None = None,
        to: datetime | builtins.str | None = None,
        language: Literal["lucene", "kql"] | None = None,
        options: RequestOptions | None = None,
    ) -> Download:
        """Export events that match a query as signed NDJSON, oldest first

        Needs `lake:query`. Recorded in the audit log as `export:made`."""
        return self._client._download(Request("GET", "/api/v1/exports/events", query={"query": query, "from": from_, "to": to, "language": language}), options)

    def usage(
        self,
        *,
        month: builtins.str,
        options: RequestOptions | None = None,
    ) -> Download:
        """Meters of a month as CSV, signed

        Needs `reports:read`. Recorded in the audit log as `export:made`."""
        return self._client._download(Request("GET", "/api/v1/exports/usage", query={"month": month}), options)


class ExportsComplianceResource(SyncResource):
    def get(
        self,
        framework: builtins.str,
        *,
        days: builtins.int | None = None,
        options: RequestOptions | None = None,
    ) -> Download:
        """Export the compliance of the tenant in a framework as signed JSON: status now, daily points and evidence

        The points and the evidence are those of the last `days`. Contents of evidence are left out for a caller from whom a field rule hides something."""
        return self._client._download(Request("GET", f"/api/v1/exports/compliance/{path_part(framework)}", query={"days": days}), options)


class ExportsJobsResource(SyncResource):
    def cancel(
        self,
        id: builtins.str,
        *,
        options: RequestOptions | None = None,
    ) -> _models.ExportJob:
        """Cancel a running export; its files are deleted within a day

        Needs `lake:query`. Recorded in the audit log as `export:cancelled`."""
        result: _models.ExportJob = self._client._send(Request("POST", f"/api/v1/exports/jobs/{path_part(id)}/cancel"), "ExportJob", options)
        return result

    def create(
        self,
        body: _models.ExportStart | _types.ExportStart,
        *,
        options: RequestOptions | None = None,
    ) -> _models.ExportJob:
        """Start an export of all events that match a query, oldest first, with a file per time slice

        Needs `lake:query`. Recorded in the audit log as `export:started`."""
        result: _models.ExportJob = self._client._send(Request("POST", "/api/v1/exports/jobs", body=body), "ExportJob", options)
        return result

    def file(
        self,
        id: builtins.str,
        *,
        options: RequestOptions | None = None,
    ) -> Download:
        """Download the files of a completed export, with their signed manifest, as one TAR file

        `svc exports verify` checks the folder into which it is unpacked."""
        return self._client._download(Request("GET", f"/api/v1/exports/jobs/{path_part(id)}/file"), options)

    def get(
        self,
        id: builtins.str,
        *,
        options: RequestOptions | None = None,
    ) -> _models.ExportJob:
        """One export with its progress and files

        Needs `lake:query`."""
        result: _models.ExportJob = self._client._send(Request("GET", f"/api/v1/exports/jobs/{path_part(id)}"), "ExportJob", options)
        return result

    def list(
        self,
        *,
        limit: builtins.int | None = None,
        cursor: builtins.str | None = None,
        options: RequestOptions | None = None,
    ) -> Pager[_models.ExportJob, _models.ExportJobPage]:
        """Exports of the last day, newest first

        Needs `lake:query`."""
        return Pager(self._client, Request("GET", "/api/v1/exports/jobs", query={"limit": limit, "cursor": cursor}), "ExportJobPage", options)


class FederatedResource(SyncResource):
    def query(
        self,
        body: _models.FederatedQuery | _types.FederatedQuery,
        *,
        options: RequestOptions | None = None,
    ) -> _models.FederatedAnswer:
        """Query all SIEMs and the own lake at once, each in its own language

        Needs `lake:query`. Recorded in the audit log as `federated:queried`."""
        result: _models.FederatedAnswer = self._client._send(Request("POST", "/api/v1/federated/query", body=body), "FederatedAnswer", options)
        return result

    def translate(
        self,
        body: _models.FederatedTranslate | _types.FederatedTranslate,
        *,
        options: RequestOptions | None = None,
    ) -> _models.FederatedTranslations:
        """Translate a query into the languages of other SIEMs, with the parts each can express

        Needs `lake:query`."""
        result: _models.FederatedTranslations = self._client._send(Request("POST", "/api/v1/federated/translate", body=body, reads=True), "FederatedTranslations", options)
        return result


class GovernanceResource(SyncResource):
    export_signatures = lazy(lambda client: GovernanceExportSignaturesResource(client))
    field_rules = lazy(lambda client: GovernanceFieldRulesResource(client))
    legal_holds = lazy(lambda client: GovernanceLegalHoldsResource(client))
    residency = lazy(lambda client: GovernanceResidencyResource(client))
    retention = lazy(lambda client: GovernanceRetentionResource(client))
    subject_deletions = lazy(lambda client: GovernanceSubjectDeletionsResource(client))


class GovernanceExportSignaturesResource(SyncResource):
    def get(
        self,
        id: builtins.str,
        *,
        options: RequestOptions | None = None,
    ) -> _models.DetachedExportSignature:
        """The detached signature of an export, with its public key

        `svc exports verify FILE --signature SIGNATURE` checks a file with it, without this installation."""
        result: _models.DetachedExportSignature = self._client._send(Request("GET", f"/api/v1/governance/export-signatures/{path_part(id)}"), "DetachedExportSignature", options)
        return result

    def list(
        self,
        *,
        limit: builtins.int | None = None,
        cursor: builtins.str | None = None,
        options: RequestOptions | None = None,
    ) -> Pager[_models.ExportSignature, _models.ExportSignaturePage]:
        """Signatures of exports, newest first

        Needs `settings:read`."""
        return Pager(self._client, Request("GET", "/api/v1/governance/export-signatures", query={"limit": limit, "cursor": cursor}), "ExportSignaturePage", options)


class GovernanceFieldRulesResource(SyncResource):
    def create(
        self,
        body: _models.FieldRuleCreate | _types.FieldRuleCreate,
        *,
        options: RequestOptions | None = None,
    ) -> _models.FieldRule:
        """Hide a field from all but some roles

        The value is replaced in every answer: redact gives [redacted], mask keeps the last characters behind bullets, hash gives sha256: and digits of the digest, omit leaves the field out. withheld_fields of an answer names the hidden fields."""
        result: _models.FieldRule = self._client._send(Request("POST", "/api/v1/governance/field-rules", body=body), "FieldRule", options)
        return result

    def delete(
        self,
        id: builtins.str,
        *,
        options: RequestOptions | None = None,
    ) -> None:
        """Delete a field rule, which shows the field to everybody again

        Needs `settings:write`. Recorded in the audit log as `field_rule:deleted`."""
        self._client._send(Request("DELETE", f"/api/v1/governance/field-rules/{path_part(id)}"), None, options)

    def list(
        self,
        *,
        limit: builtins.int | None = None,
        cursor: builtins.str | None = None,
        options: RequestOptions | None = None,
    ) -> Pager[_models.FieldRule, _models.FieldRulePage]:
        """Field rules

        Needs `settings:read`."""
        return Pager(self._client, Request("GET", "/api/v1/governance/field-rules", query={"limit": limit, "cursor": cursor}), "FieldRulePage", options)

    def update(
        self,
        id: builtins.str,
        body: _models.FieldRuleChange | _types.FieldRuleChange,
        *,
        options: RequestOptions | None = None,
    ) -> _models.FieldRule:
        """Change the roles that see a field, how it is hidden, or whether the rule is active

        Needs `settings:write`. Recorded in the audit log as `field_rule:changed`."""
        result: _models.FieldRule = self._client._send(Request("PATCH", f"/api/v1/governance/field-rules/{path_part(id)}", body=body), "FieldRule", options)
        return result


class GovernanceLegalHoldsResource(SyncResource):
    def create(
        self,
        body: _models.LegalHoldCreate | _types.LegalHoldCreate,
        *,
        options: RequestOptions | None = None,
    ) -> _models.LegalHold:
        """Place a legal hold

        A case is named by id or number, an alert by id. From now on, deletions that touch the subject are rejected, and retention keeps every record that names it, including later ones. A hold over the tenant, or over an alert or a case without named entities, keeps everything of the tenant."""
        result: _models.LegalHold = self._client._send(Request("POST", "/api/v1/governance/legal-holds", body=body), "LegalHold", options)
        return result

    def list(
        self,
        *,
        limit: builtins.int | None = None,
        cursor: builtins.str | None = None,
        live: builtins.bool | None = None,
        options: RequestOptions | None = None,
    ) -> Pager[_models.LegalHold, _models.LegalHoldPage]:
        """Legal holds, newest first

        Needs `settings:read`."""
        return Pager(self._client, Request("GET", "/api/v1/governance/legal-holds", query={"limit": limit, "cursor": cursor, "live": live}), "LegalHoldPage", options)

    def release(
        self,
        id: builtins.str,
        body: _models.LegalHoldRelease | _types.LegalHoldRelease,
        *,
        options: RequestOptions | None = None,
    ) -> _models.LegalHold:
        """Release a legal hold; it stays on record

        Needs `settings:write`. Recorded in the audit log as `legal_hold:released`."""
        result: _models.LegalHold = self._client._send(Request("POST", f"/api/v1/governance/legal-holds/{path_part(id)}/release", body=body), "LegalHold", options)
        return result


class GovernanceResidencyResource(SyncResource):
    violations = lazy(lambda client: GovernanceResidencyViolationsResource(client))

    def get(
        self,
        *,
        options: RequestOptions | None = None,
    ) -> _models.TenantResidency:
        """Data region of the tenant

        Needs `settings:read`."""
        result: _models.TenantResidency = self._client._send(Request("GET", "/api/v1/governance/residency"), "TenantResidency", options)
        return result

    def update(
        self,
        body: _models.TenantResidencyPut | _types.TenantResidencyPut,
        *,
        options: RequestOptions | None = None,
    ) -> _models.TenantResidency:
        """Set the region of the tenant and of destinations, and whether other regions are refused

        When enforced, operations are allowed only in the region of the tenant: another region, a destination without a region and a tenant without one are refused. Operations outside the region are recorded in either case. Operations with a region are archive, export, federated, feed, mail (the mail server and the domain of the receiver), model, phone, push, sandbox, tool_server and webhook (also steps of playbooks, response executors, tickets and chat)."""
        result: _models.TenantResidency = self._client._send(Request("PUT", "/api/v1/governance/residency", body=body), "TenantResidency", options)
        return result


class GovernanceResidencyViolationsResource(SyncResource):
    def list(
        self,
        *,
        limit: builtins.int | None = None,
        cursor: builtins.str | None = None,
        options: RequestOptions | None = None,
    ) -> Pager[_models.ResidencyViolation, _models.ResidencyViolationPage]:
        """Operations that left the region of the tenant, or were refused, newest first

        Needs `settings:read`."""
        return Pager(self._client, Request("GET", "/api/v1/governance/residency/violations", query={"limit": limit, "cursor": cursor}), "ResidencyViolationPage", options)


class GovernanceRetentionResource(SyncResource):
    runs = lazy(lambda client: GovernanceRetentionRunsResource(client))

    def get(
        self,
        *,
        options: RequestOptions | None = None,
    ) -> _models.TenantRetention:
        """Retention periods of the tenant, by class of records

        Needs `settings:read`."""
        result: _models.TenantRetention = self._client._send(Request("GET", "/api/v1/governance/retention"), "TenantRetention", options)
        return result

    def update(
        self,
        body: _models.TenantRetentionPut | _types.TenantRetentionPut,
        *,
        options: RequestOptions | None = None,
    ) -> _models.TenantRetention:
        """Set the retention periods of the tenant, by class of records

        A class that is absent or null uses the period of the installation. The lake keeps at least 400 days. The audit log is kept indefinitely, because its entries are chained. A legal hold takes precedence over every period."""
        result: _models.TenantRetention = self._client._send(Request("PUT", "/api/v1/governance/retention", body=body), "TenantRetention", options)
        return result


class GovernanceRetentionRunsResource(SyncResource):
    def list(
        self,
        *,
        limit: builtins.int | None = None,
        cursor: builtins.str | None = None,
        options: RequestOptions | None = None,
    ) -> Pager[_models.RetentionRun, _models.RetentionRunPage]:
        """Retention runs with the records removed and left, by class, and the hold that prevented a removal, newest first

        Tenants without a legal hold and without periods of their own have no runs: the database engine applies the retention of the installation."""
        return Pager(self._client, Request("GET", "/api/v1/governance/retention/runs", query={"limit": limit, "cursor": cursor}), "RetentionRunPage", options)


class GovernanceSubjectDeletionsResource(SyncResource):
    def certificate(
        self,
        id: builtins.str,
        *,
        options: RequestOptions | None = None,
    ) -> _models.ErasureCertificate:
        """Signed certificate of the records an erasure searched, changed and left

        Needs `settings:read`."""
        result: _models.ErasureCertificate = self._client._send(Request("GET", f"/api/v1/governance/subject-deletions/{path_part(id)}/certificate"), "ErasureCertificate", options)
        return result

    def create(
        self,
        body: _models.SubjectDeletionRequest | _types.SubjectDeletionRequest,
        *,
        options: RequestOptions | None = None,
    ) -> _models.SubjectDeletion:
        """Erase the records of a user, a host or an address

        Runs in the background, over events, alerts, cases, baselines, observables and the personal data in the audit log. blocked_by_hold is an outcome: the erasure continues when no legal hold covers the subject."""
        result: _models.SubjectDeletion = self._client._send(Request("POST", "/api/v1/governance/subject-deletions", body=body), "SubjectDeletion", options)
        return result

    def get(
        self,
        id: builtins.str,
        *,
        options: RequestOptions | None = None,
    ) -> _models.SubjectDeletion:
        """One erasure request

        Needs `settings:read`."""
        result: _models.SubjectDeletion = self._client._send(Request("GET", f"/api/v1/governance/subject-deletions/{path_part(id)}"), "SubjectDeletion", options)
        return result

    def list(
        self,
        *,
        limit: builtins.int | None = None,
        cursor: builtins.str | None = None,
        options: RequestOptions | None = None,
    ) -> Pager[_models.SubjectDeletion, _models.SubjectDeletionPage]:
        """Erasure requests, newest first

        Needs `settings:read`."""
        return Pager(self._client, Request("GET", "/api/v1/governance/subject-deletions", query={"limit": limit, "cursor": cursor}), "SubjectDeletionPage", options)

    def proof(
        self,
        id: builtins.str,
        *,
        after_file: builtins.str | None = None,
        options: RequestOptions | None = None,
    ) -> _models.ErasureProof:
        """Search every table of the tenant for a subject again

        Events, signals and the other tables of the lake are searched too: without the lake there is no proof (503). Files of the archive and of exports are read as far as one request may; with next_file as after_file the next request continues with the files. The subject is gone when every answer is clean."""
        result: _models.ErasureProof = self._client._send(Request("GET", f"/api/v1/governance/subject-deletions/{path_part(id)}/proof", query={"after_file": after_file}), "ErasureProof", options)
        return result

    def refuse(
        self,
        id: builtins.str,
        body: _models.SubjectDeletionRefusal | _types.SubjectDeletionRefusal,
        *,
        options: RequestOptions | None = None,
    ) -> _models.SubjectDeletion:
        """Refuse an erasure request that has not started

        Needs `settings:write`. Recorded in the audit log as `subject_deletion:refused`."""
        result: _models.SubjectDeletion = self._client._send(Request("POST", f"/api/v1/governance/subject-deletions/{path_part(id)}/refuse", body=body), "SubjectDeletion", options)
        return result


class HealthResource(SyncResource):
    def get(
        self,
        *,
        options: RequestOptions | None = None,
    ) -> _models.Health:
        """Per-subsystem status

        Public."""
        result: _models.Health = self._client._send(Request("GET", "/api/v1/health", public=True), "Health", options)
        return result

    def shadow_reconciliation(
        self,
        *,
        options: RequestOptions | None = None,
    ) -> _models.ShadowReconciliation:
        """State of the connectors whose closed findings label shadow decisions

        Needs `settings:read`."""
        result: _models.ShadowReconciliation = self._client._send(Request("GET", "/api/v1/health/shadow-reconciliation"), "ShadowReconciliation", options)
        return result


class HealthzResource(SyncResource):
    def get(
        self,
        *,
        options: RequestOptions | None = None,
    ) -> _models.Health:
        """Per-subsystem status

        Public."""
        result: _models.Health = self._client._send(Request("GET", "/api/v1/healthz", public=True), "Health", options)
        return result


class HoneytokenIgnoresResource(SyncResource):
    def create(
        self,
        body: _models.HoneytokenIgnoreCreate | _types.HoneytokenIgnoreCreate,
        *,
        options: RequestOptions | None = None,
    ) -> _models.HoneytokenIgnore:
        """Ignore touches of a source for a time: record them without an alert

        For one’s own scanners and backups. An attacker on such a machine goes unnoticed too, and a user agent can be copied: name the address if it is known. Its touches are recorded and marked."""
        result: _models.HoneytokenIgnore = self._client._send(Request("POST", "/api/v1/honeytoken-ignores", body=body), "HoneytokenIgnore", options)
        return result

    def delete(
        self,
        ignore_id: builtins.str,
        *,
        options: RequestOptions | None = None,
    ) -> None:
        """Stop ignoring a source; its touches raise alerts again

        Needs `soc:write`. Recorded in the audit log as `honeytoken:source_watched`."""
        self._client._send(Request("DELETE", f"/api/v1/honeytoken-ignores/{path_part(ignore_id)}"), None, options)

    def list(
        self,
        *,
        limit: builtins.int | None = None,
        cursor: builtins.str | None = None,
        options: RequestOptions | None = None,
    ) -> Pager[_models.HoneytokenIgnore, _models.HoneytokenIgnorePage]:
        """Sources whose touches raise no alert, active ones first

        Needs `alerts:read`."""
        return Pager(self._client, Request("GET", "/api/v1/honeytoken-ignores", query={"limit": limit, "cursor": cursor}), "HoneytokenIgnorePage", options)


class HoneytokensResource(SyncResource):
    events = lazy(lambda client: HoneytokensEventsResource(client))

    def create(
        self,
        body: _models.HoneytokenCreate | _types.HoneytokenCreate,
        *,
        options: RequestOptions | None = None,
    ) -> _models.Honeytoken:
        """Create a decoy

        Needs `soc:write`. Recorded in the audit log as `honeytoken:created`."""
        result: _models.Honeytoken = self._client._send(Request("POST", "/api/v1/honeytokens", body=body), "Honeytoken", options)
        return result

    def delete(
        self,
        id: builtins.str,
        *,
        options: RequestOptions | None = None,
    ) -> _models.Honeytoken:
        """Revoke a decoy

        Later touches are still recorded, and raise a low alert."""
        result: _models.Honeytoken = self._client._send(Request("DELETE", f"/api/v1/honeytokens/{path_part(id)}"), "Honeytoken", options)
        return result

    def file(
        self,
        id: builtins.str,
        *,
        format: Literal["docx", "xlsx", "pdf", "kubeconfig", "database", "web_clone"] | None = None,
        options: RequestOptions | None = None,
    ) -> Download:
        """File to deploy, which touches the decoy when it is opened or used

        A document, credentials of a cluster or of a database (metadata.user), or a script for a web site that reports copies of it (metadata.site); a docx without `format`. 409 without SVC_PUBLIC_URL."""
        return self._client._download(Request("GET", f"/api/v1/honeytokens/{path_part(id)}/file", query={"format": format}), options)

    def get(
        self,
        id: builtins.str,
        *,
        options: RequestOptions | None = None,
    ) -> _models.Honeytoken:
        """One decoy

        Needs `alerts:read`."""
        result: _models.Honeytoken = self._client._send(Request("GET", f"/api/v1/honeytokens/{path_part(id)}"), "Honeytoken", options)
        return result

    def list(
        self,
        *,
        limit: builtins.int | None = None,
        cursor: builtins.str | None = None,
        status: Literal["active", "triggered", "revoked", "expired"] | None = None,
        options: RequestOptions | None = None,
    ) -> Pager[_models.Honeytoken, _models.HoneytokenPage]:
        """Decoys, newest first

        Needs `alerts:read`."""
        return Pager(self._client, Request("GET", "/api/v1/honeytokens", query={"limit": limit, "cursor": cursor, "status": status}), "HoneytokenPage", options)

    def plantings(
        self,
        body: _models.HoneytokenPlanting | _types.HoneytokenPlanting,
        *,
        options: RequestOptions | None = None,
    ) -> _models.HoneytokensPlanted:
        """Create a decoy for each of several assets, each with a token of its own

        Deploys all of them or none. A touch names the asset and the place, and the alert has the asset as its host."""
        result: _models.HoneytokensPlanted = self._client._send(Request("POST", "/api/v1/honeytokens/plantings", body=body), "HoneytokensPlanted", options)
        return result

    def self_test(
        self,
        id: builtins.str,
        *,
        options: RequestOptions | None = None,
    ) -> _models.HoneytokenSelfTest:
        """Get an address whose next request proves that touches of the decoy arrive, without an alert

        It works once, within 15 minutes. Request it from the place of the decoy; `self_tested_at` of the decoy then holds the time. A second request is an ordinary touch. A self-test counts no touch and calls no webhook."""
        result: _models.HoneytokenSelfTest = self._client._send(Request("POST", f"/api/v1/honeytokens/{path_part(id)}/self-test"), "HoneytokenSelfTest", options)
        return result

    def stats(
        self,
        *,
        options: RequestOptions | None = None,
    ) -> _models.HoneytokenStats:
        """Number of decoys, and the sources that touch them

        Needs `alerts:read`."""
        result: _models.HoneytokenStats = self._client._send(Request("GET", "/api/v1/honeytokens/stats"), "HoneytokenStats", options)
        return result


class HoneytokensEventsResource(SyncResource):
    def list(
        self,
        id: builtins.str,
        *,
        limit: builtins.int | None = None,
        cursor: builtins.str | None = None,
        options: RequestOptions | None = None,
    ) -> Pager[_models.HoneytokenEvent, _models.HoneytokenEventPage]:
        """Touches of one decoy, newest first

        Needs `alerts:read`."""
        return Pager(self._client, Request("GET", f"/api/v1/honeytokens/{path_part(id)}/events", query={"limit": limit, "cursor": cursor}), "HoneytokenEventPage", options)

    def list_all(
        self,
        *,
        limit: builtins.int | None = None,
        cursor: builtins.str | None = None,
        options: RequestOptions | None = None,
    ) -> Pager[_models.HoneytokenEvent, _models.HoneytokenEventPage]:
        """Touches of all decoys, newest first

        Needs `alerts:read`."""
        return Pager(self._client, Request("GET", "/api/v1/honeytokens/events", query={"limit": limit, "cursor": cursor}), "HoneytokenEventPage", options)


class HuntsResource(SyncResource):
    results = lazy(lambda client: HuntsResultsResource(client))
    runs = lazy(lambda client: HuntsRunsResource(client))

    def create(
        self,
        body: _models.HuntCreate | _types.HuntCreate,
        *,
        options: RequestOptions | None = None,
    ) -> _models.Hunt:
        """Create a hunt

        Needs `rules:write`. Recorded in the audit log as `hunt:created`."""
        result: _models.Hunt = self._client._send(Request("POST", "/api/v1/hunts", body=body), "Hunt", options)
        return result

    def delete(
        self,
        hunt_id: builtins.str,
        *,
        options: RequestOptions | None = None,
    ) -> None:
        """Delete one of the tenant’s own hunts with its runs

        Needs `rules:write`. Recorded in the audit log as `hunt:deleted`."""
        self._client._send(Request("DELETE", f"/api/v1/hunts/{path_part(hunt_id)}"), None, options)

    def get(
        self,
        hunt_id: builtins.str,
        *,
        options: RequestOptions | None = None,
    ) -> _models.Hunt:
        """One hunt with its latest run

        Needs `hunts:read`."""
        result: _models.Hunt = self._client._send(Request("GET", f"/api/v1/hunts/{path_part(hunt_id)}"), "Hunt", options)
        return result

    def list(
        self,
        *,
        limit: builtins.int | None = None,
        cursor: builtins.str | None = None,
        options: RequestOptions | None = None,
    ) -> Pager[_models.Hunt, _models.HuntPage]:
        """Hunts with their latest run: the tenant’s own, then built-in ones

        Needs `hunts:read`."""
        return Pager(self._client, Request("GET", "/api/v1/hunts", query={"limit": limit, "cursor": cursor}), "HuntPage", options)

    def update(
        self,
        hunt_id: builtins.str,
        body: _models.HuntChange | _types.HuntChange,
        *,
        options: RequestOptions | None = None,
    ) -> _models.Hunt:
        """Change a hunt; of a built-in one only its schedule

        Needs `rules:write`. Recorded in the audit log as `hunt:updated`."""
        result: _models.Hunt = self._client._send(Request("PATCH", f"/api/v1/hunts/{path_part(hunt_id)}", body=body), "Hunt", options)
        return result


class HuntsResultsResource(SyncResource):
    def list(
        self,
        hunt_id: builtins.str,
        *,
        limit: builtins.int | None = None,
        cursor: builtins.str | None = None,
        run_id: builtins.str | None = None,
        mark: Literal["interesting", "benign"] | None = None,
        options: RequestOptions | None = None,
    ) -> Pager[_models.HuntHit, _models.HuntResults]:
        """Results of the latest completed run, or of another run

        Needs `hunts:read`."""
        return Pager(self._client, Request("GET", f"/api/v1/hunts/{path_part(hunt_id)}/results", query={"limit": limit, "cursor": cursor, "run_id": run_id, "mark": mark}), "HuntResults", options)


class HuntsRunsResource(SyncResource):
    def cancel(
        self,
        hunt_id: builtins.str,
        run_id: builtins.str,
        *,
        options: RequestOptions | None = None,
    ) -> _models.HuntRun:
        """Cancel a run: a waiting one at once, a running one within a step

        Needs `lake:query`. Recorded in the audit log as `hunt:run_cancelled`."""
        result: _models.HuntRun = self._client._send(Request("POST", f"/api/v1/hunts/{path_part(hunt_id)}/runs/{path_part(run_id)}/cancel"), "HuntRun", options)
        return result

    def create(
        self,
        hunt_id: builtins.str,
        body: _models.HuntRunRequest | _types.HuntRunRequest,
        *,
        options: RequestOptions | None = None,
    ) -> _models.HuntRun:
        """Run a hunt now, over its window or another time span

        Needs `lake:query`. Recorded in the audit log as `hunt:run_requested`."""
        result: _models.HuntRun = self._client._send(Request("POST", f"/api/v1/hunts/{path_part(hunt_id)}/runs", body=body), "HuntRun", options)
        return result

    def get(
        self,
        hunt_id: builtins.str,
        run_id: builtins.str,
        *,
        options: RequestOptions | None = None,
    ) -> _models.HuntRun:
        """Show the state of a run

        Needs `hunts:read`."""
        result: _models.HuntRun = self._client._send(Request("GET", f"/api/v1/hunts/{path_part(hunt_id)}/runs/{path_part(run_id)}"), "HuntRun", options)
        return result

    def list(
        self,
        hunt_id: builtins.str,
        *,
        limit: builtins.int | None = None,
        cursor: builtins.str | None = None,
        options: RequestOptions | None = None,
    ) -> Pager[_models.HuntRun, _models.HuntRunPage]:
        """Runs of a hunt, newest first; the latest 50 are kept

        Needs `hunts:read`."""
        return Pager(self._client, Request("GET", f"/api/v1/hunts/{path_part(hunt_id)}/runs", query={"limit": limit, "cursor": cursor}), "HuntRunPage", options)

    def marks(
        self,
        hunt_id: builtins.str,
        run_id: builtins.str,
        body: _models.HuntMark | _types.HuntMark,
        *,
        options: RequestOptions | None = None,
    ) -> _models.HuntMarked:
        """Mark hits as interesting or benign, or remove the mark

        Needs `lake:query`. Recorded in the audit log as `hunt:hits_marked`."""
        result: _models.HuntMarked = self._client._send(Request("POST", f"/api/v1/hunts/{path_part(hunt_id)}/runs/{path_part(run_id)}/marks", body=body), "HuntMarked", options)
        return result


class IdentityResource(SyncResource):
    def delete_data(
        self,
        user_id: builtins.str,
        *,
        options: RequestOptions | None = None,
    ) -> _models.ErasureReport:
        """Erase a person: the account becomes a tombstone, the audit log shows [erased] and still verifies

        Needs `users:write`."""
        result: _models.ErasureReport = self._client._send(Request("DELETE", f"/api/v1/identity/{path_part(user_id)}/data", reads=True), "ErasureReport", options)
        return result


class InboxResource(SyncResource):
    templates = lazy(lambda client: InboxTemplatesResource(client))
    tokens = lazy(lambda client: InboxTokensResource(client))


class InboxTemplatesResource(SyncResource):
    def list(
        self,
        *,
        limit: builtins.int | None = None,
        cursor: builtins.str | None = None,
        options: RequestOptions | None = None,
    ) -> Pager[_models.InboxTemplate, _models.InboxTemplatePage]:
        """Purposes of inbox tokens

        Needs `connectors:read`."""
        return Pager(self._client, Request("GET", "/api/v1/inbox/templates", query={"limit": limit, "cursor": cursor}), "InboxTemplatePage", options)


class InboxTokensResource(SyncResource):
    def create(
        self,
        body: _models.InboxTokenMint | _types.InboxTokenMint,
        *,
        options: RequestOptions | None = None,
    ) -> _models.NewInboxToken:
        """Create an inbox token

        Needs `connectors:write`. Recorded in the audit log as `inbox_token:minted`."""
        result: _models.NewInboxToken = self._client._send(Request("POST", "/api/v1/inbox/tokens", body=body), "NewInboxToken", options)
        return result

    def delete(
        self,
        id: builtins.str,
        *,
        options: RequestOptions | None = None,
    ) -> None:
        """Revoke an inbox token permanently

        Needs `connectors:write`. Recorded in the audit log as `inbox_token:revoked`."""
        self._client._send(Request("DELETE", f"/api/v1/inbox/tokens/{path_part(id)}"), None, options)

    def list(
        self,
        *,
        limit: builtins.int | None = None,
        cursor: builtins.str | None = None,
        options: RequestOptions | None = None,
    ) -> Pager[_models.InboxToken, _models.InboxTokenPage]:
        """Inbox tokens, newest first, including revoked ones

        Needs `connectors:read`."""
        return Pager(self._client, Request("GET", "/api/v1/inbox/tokens", query={"limit": limit, "cursor": cursor}), "InboxTokenPage", options)


class IntelResource(SyncResource):
    feeds = lazy(lambda client: IntelFeedsResource(client))
    iocs = lazy(lambda client: IntelIocsResource(client))
    known_warning_lists = lazy(lambda client: IntelKnownWarningListsResource(client))
    misp_pushes = lazy(lambda client: IntelMispPushesResource(client))
    sightings = lazy(lambda client: IntelSightingsResource(client))
    warning_lists = lazy(lambda client: IntelWarningListsResource(client))

    def check(
        self,
        body: _models.IntelCheck | _types.IntelCheck,
        *,
        options: RequestOptions | None = None,
    ) -> _models.IntelChecked:
        """Check up to 1,000 values for matching indicators and known-good lists

        Kinds are detected, and values may be defanged (`hxxp://evil[.]example`). Events are not searched; POST /intel/enrich does that for fewer values."""
        result: _models.IntelChecked = self._client._send(Request("POST", "/api/v1/intel/check", body=body, reads=True), "IntelChecked", options)
        return result

    def enrich(
        self,
        body: _models.IntelEnrich | _types.IntelEnrich,
        *,
        options: RequestOptions | None = None,
    ) -> _models.IntelEnriched:
        """Look values up, with the sources that could not be queried

        Needs `threat_intel:read`."""
        result: _models.IntelEnriched = self._client._send(Request("POST", "/api/v1/intel/enrich", body=body, reads=True), "IntelEnriched", options)
        return result

    def feed_values(
        self,
        *,
        days: builtins.int | None = None,
        options: RequestOptions | None = None,
    ) -> _models.IntelFeedValues:
        """Value of each indicator source: alerts, confirmed alerts, unique indicators, lead time

        Needs `threat_intel:read`."""
        result: _models.IntelFeedValues = self._client._send(Request("GET", "/api/v1/intel/feed-values", query={"days": days}), "IntelFeedValues", options)
        return result

    def stix(
        self,
        *,
        added_after: datetime | builtins.str | None = None,
        options: RequestOptions | None = None,
    ) -> _models.StixBundle:
        """Indicators of this tenant and their sightings as a bundle of STIX 2.1, at most 10000 objects

        Indicators for named recipients only (TLP:RED) are left out, inactive ones are marked as revoked. A larger bundle is rejected: narrow it with `added_after`, or read it in pages over TAXII at /taxii2/."""
        result: _models.StixBundle = self._client._send(Request("GET", "/api/v1/intel/stix", query={"added_after": added_after}), "StixBundle", options)
        return result


class IntelFeedsResource(SyncResource):
    def create(
        self,
        body: _models.IntelFeedCreate | _types.IntelFeedCreate,
        *,
        options: RequestOptions | None = None,
    ) -> _models.IntelFeed:
        """Subscribe to a feed

        Needs `threat_intel:write`. Recorded in the audit log as `intel_feed:created`."""
        result: _models.IntelFeed = self._client._send(Request("POST", "/api/v1/intel/feeds", body=body), "IntelFeed", options)
        return result

    def delete(
        self,
        id: builtins.str,
        *,
        options: RequestOptions | None = None,
    ) -> None:
        """Unsubscribe from a feed; its indicators stay

        Needs `threat_intel:write`. Recorded in the audit log as `intel_feed:deleted`."""
        self._client._send(Request("DELETE", f"/api/v1/intel/feeds/{path_part(id)}"), None, options)

    def list(
        self,
        *,
        limit: builtins.int | None = None,
        cursor: builtins.str | None = None,
        options: RequestOptions | None = None,
    ) -> Pager[_models.IntelFeed, _models.IntelFeedPage]:
        """Feeds with their last or running sync

        Needs `threat_intel:read`."""
        return Pager(self._client, Request("GET", "/api/v1/intel/feeds", query={"limit": limit, "cursor": cursor}), "IntelFeedPage", options)

    def sync(
        self,
        id: builtins.str,
        *,
        options: RequestOptions | None = None,
    ) -> _models.IntelFeed:
        """Start a sync of a feed; GET /intel/feeds shows its progress

        Needs `threat_intel:write`. Recorded in the audit log as `intel_feed:synced`."""
        result: _models.IntelFeed = self._client._send(Request("POST", f"/api/v1/intel/feeds/{path_part(id)}/sync"), "IntelFeed", options)
        return result

    def update(
        self,
        id: builtins.str,
        body: _models.IntelFeedChange | _types.IntelFeedChange,
        *,
        options: RequestOptions | None = None,
    ) -> _models.IntelFeed:
        """Enable or disable a feed, or change its poll interval

        Needs `threat_intel:write`. Recorded in the audit log as `intel_feed:updated`."""
        result: _models.IntelFeed = self._client._send(Request("PATCH", f"/api/v1/intel/feeds/{path_part(id)}", body=body), "IntelFeed", options)
        return result


class IntelIocsResource(SyncResource):
    def bulk(
        self,
        body: _models.IocBulk | _types.IocBulk,
        *,
        options: RequestOptions | None = None,
    ) -> _models.IocsChanged:
        """Apply one change or deletion to several indicators of this tenant, all or none

        Needs `threat_intel:write`. Recorded in the audit log as `ioc:changed_in_bulk`."""
        result: _models.IocsChanged = self._client._send(Request("POST", "/api/v1/intel/iocs/bulk", body=body), "IocsChanged", options)
        return result

    def create(
        self,
        body: _models.IocCreate | _types.IocCreate,
        *,
        push_to_misp: builtins.bool | None = None,
        options: RequestOptions | None = None,
    ) -> _models.NewIoc:
        """Add an indicator, or update the sent fields of an existing one; returns whether its value was ever seen

        Needs `threat_intel:write`. Recorded in the audit log as `ioc:created`."""
        result: _models.NewIoc = self._client._send(Request("POST", "/api/v1/intel/iocs", query={"push_to_misp": push_to_misp}, body=body), "NewIoc", options)
        return result

    def delete(
        self,
        id: builtins.str,
        *,
        options: RequestOptions | None = None,
    ) -> None:
        """Delete an indicator of this tenant; a feed that still contains it adds it again

        Needs `threat_intel:write`. Recorded in the audit log as `ioc:deleted`."""
        self._client._send(Request("DELETE", f"/api/v1/intel/iocs/{path_part(id)}"), None, options)

    def get(
        self,
        id: builtins.str,
        *,
        options: RequestOptions | None = None,
    ) -> _models.Ioc:
        """One indicator, of this tenant or shared

        Needs `threat_intel:read`."""
        result: _models.Ioc = self._client._send(Request("GET", f"/api/v1/intel/iocs/{path_part(id)}"), "Ioc", options)
        return result

    def list(
        self,
        *,
        limit: builtins.int | None = None,
        cursor: builtins.str | None = None,
        ioc_type: Literal["ip", "cidr", "domain", "url", "md5", "sha1", "sha256", "email", "filename", "ja3", "ja4", "user_agent"] | None = None,
        severity: Literal["info", "low", "medium", "high", "critical"] | None = None,
        is_active: builtins.bool | None = None,
        options: RequestOptions | None = None,
    ) -> Pager[_models.Ioc, _models.IocPage]:
        """Indicators, newest first, shared ones included

        Needs `threat_intel:read`."""
        return Pager(self._client, Request("GET", "/api/v1/intel/iocs", query={"limit": limit, "cursor": cursor, "ioc_type": ioc_type, "severity": severity, "is_active": is_active}), "IocPage", options)

    def sightings(
        self,
        ioc_id: builtins.str,
        body: _models.SightingCreate | _types.SightingCreate,
        *,
        push_to_misp: builtins.bool | None = None,
        options: RequestOptions | None = None,
    ) -> _models.Sighting:
        """Report that an indicator was seen, is a false positive or has expired, with an optional push to MISP

        For an indicator of this tenant or a shared one. The indicator itself does not change: PATCH /intel/iocs/{id} keeps it from matching."""
        result: _models.Sighting = self._client._send(Request("POST", f"/api/v1/intel/iocs/{path_part(ioc_id)}/sightings", query={"push_to_misp": push_to_misp}, body=body), "Sighting", options)
        return result

    def update(
        self,
        id: builtins.str,
        body: _models.IocPatch | _types.IocPatch,
        *,
        options: RequestOptions | None = None,
    ) -> _models.Ioc:
        """Deactivate an indicator of this tenant, mark it as a false positive, change its confidence

        Needs `threat_intel:write`. Recorded in the audit log as `ioc:changed`."""
        result: _models.Ioc = self._client._send(Request("PATCH", f"/api/v1/intel/iocs/{path_part(id)}", body=body), "Ioc", options)
        return result


class IntelKnownWarningListsResource(SyncResource):
    def list(
        self,
        *,
        limit: builtins.int | None = None,
        cursor: builtins.str | None = None,
        options: RequestOptions | None = None,
    ) -> Pager[_models.KnownWarningList, _models.KnownWarningListPage]:
        """Built-in lists of known-good values: public DNS, CDN networks, top domains

        Needs `threat_intel:read`."""
        return Pager(self._client, Request("GET", "/api/v1/intel/known-warning-lists", query={"limit": limit, "cursor": cursor}), "KnownWarningListPage", options)


class IntelMispPushesResource(SyncResource):
    def list(
        self,
        *,
        limit: builtins.int | None = None,
        cursor: builtins.str | None = None,
        options: RequestOptions | None = None,
    ) -> Pager[_models.MispPush, _models.MispPushPage]:
        """Indicators pushed or waiting to be pushed to MISP, newest first

        Needs `threat_intel:read`."""
        return Pager(self._client, Request("GET", "/api/v1/intel/misp-pushes", query={"limit": limit, "cursor": cursor}), "MispPushPage", options)


class IntelSightingsResource(SyncResource):
    def list(
        self,
        *,
        limit: builtins.int | None = None,
        cursor: builtins.str | None = None,
        indicator_id: builtins.str | None = None,
        options: RequestOptions | None = None,
    ) -> Pager[_models.Sighting, _models.SightingPage]:
        """Sightings of indicators, newest first: alerts with a match as evidence, and reports of people

        Needs `threat_intel:read`."""
        return Pager(self._client, Request("GET", "/api/v1/intel/sightings", query={"limit": limit, "cursor": cursor, "indicator_id": indicator_id}), "SightingPage", options)


class IntelWarningListsResource(SyncResource):
    entries = lazy(lambda client: IntelWarningListsEntriesResource(client))

    def delete(
        self,
        list_id: builtins.str,
        *,
        options: RequestOptions | None = None,
    ) -> None:
        """Delete a list of known-good values: indicators of its values match again

        Needs `threat_intel:write`. Recorded in the audit log as `warning_list:deleted`."""
        self._client._send(Request("DELETE", f"/api/v1/intel/warning-lists/{path_part(list_id)}"), None, options)

    def list(
        self,
        *,
        limit: builtins.int | None = None,
        cursor: builtins.str | None = None,
        options: RequestOptions | None = None,
    ) -> Pager[_models.WarningList, _models.WarningListPage]:
        """Lists of known-good values of this tenant

        Needs `threat_intel:read`."""
        return Pager(self._client, Request("GET", "/api/v1/intel/warning-lists", query={"limit": limit, "cursor": cursor}), "WarningListPage", options)

    def replace(
        self,
        body: _models.WarningListPut | _types.WarningListPut,
        *,
        options: RequestOptions | None = None,
    ) -> _models.WarningList:
        """Save a list of known-good values, replacing one of the same name

        Exactly one of `entries`, `misp` (a warning list in the format of the MISP project) and `known_list` (one of GET /intel/known-warning-lists). Entries are addresses, networks, domains, URLs, hashes and mail addresses. Substrings and regular expressions are not supported: such entries are counted in `skipped`."""
        result: _models.WarningList = self._client._send(Request("PUT", "/api/v1/intel/warning-lists", body=body), "WarningList", options)
        return result

    def update(
        self,
        list_id: builtins.str,
        body: _models.WarningListChange | _types.WarningListChange,
        *,
        options: RequestOptions | None = None,
    ) -> _models.WarningList:
        """Enable or disable a list of known-good values, or change its effect

        Needs `threat_intel:write`. Recorded in the audit log as `warning_list:changed`."""
        result: _models.WarningList = self._client._send(Request("PATCH", f"/api/v1/intel/warning-lists/{path_part(list_id)}", body=body), "WarningList", options)
        return result


class IntelWarningListsEntriesResource(SyncResource):
    def list(
        self,
        list_id: builtins.str,
        *,
        limit: builtins.int | None = None,
        cursor: builtins.str | None = None,
        options: RequestOptions | None = None,
    ) -> Pager[_models.WarningListEntry, _models.WarningListEntryPage]:
        """Entries of a list of known-good values, by kind and value

        Needs `threat_intel:read`."""
        return Pager(self._client, Request("GET", f"/api/v1/intel/warning-lists/{path_part(list_id)}/entries", query={"limit": limit, "cursor": cursor}), "WarningListEntryPage", options)


class InvestigationQuestionsResource(SyncResource):
    def answer(
        self,
        run_id: builtins.str,
        body: _models.InvestigationAnswer | _types.InvestigationAnswer,
        *,
        options: RequestOptions | None = None,
    ) -> _models.InvestigationAnswered:
        """Answer a question of an investigation, which then continues

        Needs `cases:write`. Recorded in the audit log as `investigation:answered`."""
        result: _models.InvestigationAnswered = self._client._send(Request("POST", f"/api/v1/investigation-questions/{path_part(run_id)}/answer", body=body), "InvestigationAnswered", options)
        return result

    def list(
        self,
        *,
        limit: builtins.int | None = None,
        cursor: builtins.str | None = None,
        options: RequestOptions | None = None,
    ) -> Pager[_models.InvestigationQuestion, _models.InvestigationQuestionPage]:
        """Questions from running investigations to analysts, oldest first

        Needs `cases:read`."""
        return Pager(self._client, Request("GET", "/api/v1/investigation-questions", query={"limit": limit, "cursor": cursor}), "InvestigationQuestionPage", options)


class InvestigationsResource(SyncResource):
    def get(
        self,
        entry_id: builtins.str,
        *,
        options: RequestOptions | None = None,
    ) -> _models.LedgerEntryDetail:
        """One ledger entry with all its content

        Needs `cases:read`."""
        result: _models.LedgerEntryDetail = self._client._send(Request("GET", f"/api/v1/investigations/{path_part(entry_id)}"), "LedgerEntryDetail", options)
        return result

    def list(
        self,
        *,
        limit: builtins.int | None = None,
        cursor: builtins.str | None = None,
        status: Literal["running", "completed", "failed"] | None = None,
        options: RequestOptions | None = None,
    ) -> Pager[_models.InvestigationRun, _models.InvestigationRunPage]:
        """Investigations of all cases, newest first

        Needs `cases:read`."""
        return Pager(self._client, Request("GET", "/api/v1/investigations", query={"limit": limit, "cursor": cursor, "status": status}), "InvestigationRunPage", options)


class LakeResource(SyncResource):
    advice = lazy(lambda client: LakeAdviceResource(client))
    indexes = lazy(lambda client: LakeIndexesResource(client))

    def capacity(
        self,
        *,
        options: RequestOptions | None = None,
    ) -> _models.LakeCapacity:
        """Events and bytes by day, and growth

        Needs `lake:read_schema`."""
        result: _models.LakeCapacity = self._client._send(Request("GET", "/api/v1/lake/capacity"), "LakeCapacity", options)
        return result

    def query(
        self,
        body: _models.LakeQuery | _types.LakeQuery,
        *,
        options: RequestOptions | None = None,
    ) -> _models.LakeQueryResult:
        """Read-only SQL over the tenant’s own rows

        Needs `lake:query`. Recorded in the audit log as `lake:queried`."""
        result: _models.LakeQueryResult = self._client._send(Request("POST", "/api/v1/lake/query", body=body), "LakeQueryResult", options)
        return result


class LakeAdviceResource(SyncResource):
    def list(
        self,
        *,
        limit: builtins.int | None = None,
        cursor: builtins.str | None = None,
        options: RequestOptions | None = None,
    ) -> Pager[_models.FieldAdvice, _models.FieldAdvicePage]:
        """Fields that slow searches use, the most expensive first, with the cost of an index for each

        Needs `lake:query`."""
        return Pager(self._client, Request("GET", "/api/v1/lake/advice", query={"limit": limit, "cursor": cursor}), "FieldAdvicePage", options)


class LakeIndexesResource(SyncResource):
    def create(
        self,
        body: _models.FieldIndexMake | _types.FieldIndexMake,
        *,
        options: RequestOptions | None = None,
    ) -> _models.FieldIndex:
        """Create an index of a field, so that searches for its values skip data without them

        It is built in the background, for days of receipt without new events. A tenant has at most 4, the installation 16."""
        result: _models.FieldIndex = self._client._send(Request("POST", "/api/v1/lake/indexes", body=body), "FieldIndex", options)
        return result

    def delete(
        self,
        id: builtins.str,
        *,
        options: RequestOptions | None = None,
    ) -> None:
        """Remove an index of a field; the events stay

        Needs `settings:write`. Recorded in the audit log as `lake:index_removed`."""
        self._client._send(Request("DELETE", f"/api/v1/lake/indexes/{path_part(id)}"), None, options)

    def list(
        self,
        *,
        limit: builtins.int | None = None,
        cursor: builtins.str | None = None,
        options: RequestOptions | None = None,
    ) -> Pager[_models.FieldIndex, _models.FieldIndexPage]:
        """List the field indexes that the tenant requested

        Needs `lake:query`."""
        return Pager(self._client, Request("GET", "/api/v1/lake/indexes", query={"limit": limit, "cursor": cursor}), "FieldIndexPage", options)


class LlmResource(SyncResource):
    credentials = lazy(lambda client: LlmCredentialsResource(client))

    def status(
        self,
        *,
        options: RequestOptions | None = None,
    ) -> _models.ModelStatus:
        """The present source of answers: a model, or rules

        Needs `settings:read`."""
        result: _models.ModelStatus = self._client._send(Request("GET", "/api/v1/llm/status"), "ModelStatus", options)
        return result

    def test(
        self,
        *,
        options: RequestOptions | None = None,
    ) -> _models.ModelTest:
        """Send a short test question to the model of this tenant, within its budget

        Needs `settings:write`. Recorded in the audit log as `audit.llm_credential.tested`."""
        result: _models.ModelTest = self._client._send(Request("POST", "/api/v1/llm/test"), "ModelTest", options)
        return result


class LlmCredentialsResource(SyncResource):
    def delete(
        self,
        *,
        options: RequestOptions | None = None,
    ) -> None:
        """Remove the model credential of this tenant

        Needs `settings:write`. Recorded in the audit log as `audit.llm_credential.deleted`."""
        self._client._send(Request("DELETE", "/api/v1/llm/credentials"), None, options)

    def get(
        self,
        *,
        options: RequestOptions | None = None,
    ) -> _models.ModelCredential | None:
        """The model credential of this tenant, or null

        Needs `settings:read`."""
        result: _models.ModelCredential | None = self._client._send(Request("GET", "/api/v1/llm/credentials"), "ModelCredential", options)
        return result

    def update(
        self,
        body: _models.ModelCredentialPut | _types.ModelCredentialPut,
        *,
        options: RequestOptions | None = None,
    ) -> _models.ModelCredential:
        """Set the model credential of this tenant; without api_key the present one is kept

        Needs `settings:write`. Recorded in the audit log as `audit.llm_credential.created` or `audit.llm_credential.updated`."""
        result: _models.ModelCredential = self._client._send(Request("PUT", "/api/v1/llm/credentials", body=body), "ModelCredential", options)
        return result


class MarketplaceResource(SyncResource):
    items = lazy(lambda client: MarketplaceItemsResource(client))


class MarketplaceItemsResource(SyncResource):
    def get(
        self,
        slug: builtins.str,
        *,
        options: RequestOptions | None = None,
    ) -> _models.MarketplaceItemDetail:
        """One item with its content, and its state in this tenant

        Needs `settings:read`."""
        result: _models.MarketplaceItemDetail = self._client._send(Request("GET", f"/api/v1/marketplace/items/{path_part(slug)}"), "MarketplaceItemDetail", options)
        return result

    def install(
        self,
        slug: builtins.str,
        *,
        options: RequestOptions | None = None,
    ) -> _models.MarketplaceDone:
        """Install an item. Also as {slug}:install

        Installs all parts or none. Rules are enabled at once, hunts run on their schedules, playbooks stay disabled until they are switched on. Also needs rules:write or playbooks:write, depending on its parts."""
        result: _models.MarketplaceDone = self._client._send(Request("POST", f"/api/v1/marketplace/items/{path_part(slug)}/install"), "MarketplaceDone", options)
        return result

    def list(
        self,
        *,
        limit: builtins.int | None = None,
        cursor: builtins.str | None = None,
        kind: Literal["detection", "hunt", "playbook", "connector", "pack"] | None = None,
        tag: builtins.str | None = None,
        technique: builtins.str | None = None,
        search: builtins.str | None = None,
        installed: builtins.bool | None = None,
        options: RequestOptions | None = None,
    ) -> Pager[_models.MarketplaceItem, _models.MarketplaceList]:
        """List items by slug, with their installation

        Needs `settings:read`."""
        return Pager(self._client, Request("GET", "/api/v1/marketplace/items", query={"limit": limit, "cursor": cursor, "kind": kind, "tag": tag, "technique": technique, "search": search, "installed": installed}), "MarketplaceList", options)

    def uninstall(
        self,
        slug: builtins.str,
        *,
        remove_changed: builtins.bool | None = None,
        options: RequestOptions | None = None,
    ) -> _models.MarketplaceDone:
        """Uninstall an item. Also as {slug}:uninstall

        Parts changed since the installation are kept as the tenant’s own, and listed."""
        result: _models.MarketplaceDone = self._client._send(Request("POST", f"/api/v1/marketplace/items/{path_part(slug)}/uninstall", query={"remove_changed": remove_changed}), "MarketplaceDone", options)
        return result

    def update(
        self,
        slug: builtins.str,
        *,
        overwrite_changed: builtins.bool | None = None,
        options: RequestOptions | None = None,
    ) -> _models.MarketplaceDone:
        """Update an item to the version of the catalogue. Also as {slug}:update

        Parts changed since the installation are kept, and deleted ones are not restored."""
        result: _models.MarketplaceDone = self._client._send(Request("POST", f"/api/v1/marketplace/items/{path_part(slug)}/update", query={"overwrite_changed": overwrite_changed}), "MarketplaceDone", options)
        return result


class McpServersResource(SyncResource):
    def create(
        self,
        body: _models.McpServerCreate | _types.McpServerCreate,
        *,
        options: RequestOptions | None = None,
    ) -> _models.McpServer:
        """Register a tool server

        Needs `settings:write`. Recorded in the audit log as `mcp_server:created`."""
        result: _models.McpServer = self._client._send(Request("POST", "/api/v1/mcp-servers", body=body), "McpServer", options)
        return result

    def delete(
        self,
        id: builtins.str,
        *,
        options: RequestOptions | None = None,
    ) -> None:
        """Remove a tool server with its credential

        Needs `settings:write`. Recorded in the audit log as `mcp_server:deleted`."""
        self._client._send(Request("DELETE", f"/api/v1/mcp-servers/{path_part(id)}"), None, options)

    def list(
        self,
        *,
        limit: builtins.int | None = None,
        cursor: builtins.str | None = None,
        options: RequestOptions | None = None,
    ) -> Pager[_models.McpServer, _models.McpServerPage]:
        """Tool servers by name

        Needs `settings:read`."""
        return Pager(self._client, Request("GET", "/api/v1/mcp-servers", query={"limit": limit, "cursor": cursor}), "McpServerPage", options)

    def test(
        self,
        id: builtins.str,
        *,
        options: RequestOptions | None = None,
    ) -> _models.McpServerTest:
        """List the tools of a tool server, enabled or not, without calling any

        Needs `settings:write`. Recorded in the audit log as `mcp_server:tested`."""
        result: _models.McpServerTest = self._client._send(Request("POST", f"/api/v1/mcp-servers/{path_part(id)}/test"), "McpServerTest", options)
        return result

    def update(
        self,
        id: builtins.str,
        body: _models.McpServerChange | _types.McpServerChange,
        *,
        options: RequestOptions | None = None,
    ) -> _models.McpServer:
        """Change a tool server; a credential that is left out is kept

        Needs `settings:write`. Recorded in the audit log as `mcp_server:updated`."""
        result: _models.McpServer = self._client._send(Request("PATCH", f"/api/v1/mcp-servers/{path_part(id)}", body=body), "McpServer", options)
        return result


class NotificationsResource(SyncResource):
    phone = lazy(lambda client: NotificationsPhoneResource(client))
    preferences = lazy(lambda client: NotificationsPreferencesResource(client))

    def list(
        self,
        *,
        limit: builtins.int | None = None,
        cursor: builtins.str | None = None,
        status: Literal["queued", "waiting", "sending", "sent", "delivered", "seen", "answered", "failed", "skipped"] | None = None,
        options: RequestOptions | None = None,
    ) -> Pager[_models.NotificationReceipt, _models.NotificationReceiptPage]:
        """Notifications to the caller with their delivery status, newest first

        For every signed-in user."""
        return Pager(self._client, Request("GET", "/api/v1/notifications", query={"limit": limit, "cursor": cursor, "status": status}), "NotificationReceiptPage", options)

    def seen(
        self,
        body: _models.NotificationsSeen | _types.NotificationsSeen,
        *,
        options: RequestOptions | None = None,
    ) -> _models.NotificationsSeenCount:
        """Mark messages as seen

        For every signed-in user. Recorded in the audit log as `notification:seen`."""
        result: _models.NotificationsSeenCount = self._client._send(Request("POST", "/api/v1/notifications/seen", body=body), "NotificationsSeenCount", options)
        return result

    def state(
        self,
        *,
        options: RequestOptions | None = None,
    ) -> _models.NotificationState:
        """Whether mail and push messages can be sent, and why not

        For every signed-in user."""
        result: _models.NotificationState = self._client._send(Request("GET", "/api/v1/notifications/state"), "NotificationState", options)
        return result

    def test(
        self,
        *,
        options: RequestOptions | None = None,
    ) -> _models.NotificationTest:
        """Send a test message to the caller over every configured channel, once a minute

        For every signed-in user. Recorded in the audit log as `notification:tested`."""
        result: _models.NotificationTest = self._client._send(Request("POST", "/api/v1/notifications/test"), "NotificationTest", options)
        return result


class NotificationsPhoneResource(SyncResource):
    def get(
        self,
        *,
        options: RequestOptions | None = None,
    ) -> _models.OwnPhoneState:
        """Phone number of the caller, and whether it is verified

        For every signed-in user."""
        result: _models.OwnPhoneState = self._client._send(Request("GET", "/api/v1/notifications/phone"), "OwnPhoneState", options)
        return result

    def remove(
        self,
        *,
        options: RequestOptions | None = None,
    ) -> _models.OwnPhoneState:
        """Remove the phone number of the caller

        For every signed-in user. Recorded in the audit log as `notification:phone_removed`."""
        result: _models.OwnPhoneState = self._client._send(Request("POST", "/api/v1/notifications/phone/remove"), "OwnPhoneState", options)
        return result

    def update(
        self,
        body: _models.OwnPhonePut | _types.OwnPhonePut,
        *,
        options: RequestOptions | None = None,
    ) -> _models.OwnPhoneState:
        """Set the phone number of the caller and send a code to it; no messages follow until the code is confirmed

        For every signed-in user. Recorded in the audit log as `notification:phone_set`."""
        result: _models.OwnPhoneState = self._client._send(Request("PUT", "/api/v1/notifications/phone", body=body), "OwnPhoneState", options)
        return result

    def verify(
        self,
        body: _models.OwnPhoneCode | _types.OwnPhoneCode,
        *,
        options: RequestOptions | None = None,
    ) -> _models.OwnPhoneVerified:
        """Confirm the code sent to the caller’s phone number; valid for ten minutes and 5 tries

        For every signed-in user. Recorded in the audit log as `notification:phone_verified`."""
        result: _models.OwnPhoneVerified = self._client._send(Request("POST", "/api/v1/notifications/phone/verify", body=body), "OwnPhoneVerified", options)
        return result


class NotificationsPreferencesResource(SyncResource):
    def get(
        self,
        *,
        options: RequestOptions | None = None,
    ) -> _models.NotificationPreferences:
        """Notification preferences of the caller

        For every signed-in user."""
        result: _models.NotificationPreferences = self._client._send(Request("GET", "/api/v1/notifications/preferences"), "NotificationPreferences", options)
        return result

    def update(
        self,
        body: _models.NotificationPreferencesPut | _types.NotificationPreferencesPut,
        *,
        options: RequestOptions | None = None,
    ) -> _models.NotificationPreferences:
        """Set the notification preferences of the caller

        For every signed-in user. Recorded in the audit log as `notification:preferences_set`."""
        result: _models.NotificationPreferences = self._client._send(Request("PUT", "/api/v1/notifications/preferences", body=body), "NotificationPreferences", options)
        return result


class OncallResource(SyncResource):
    overrides = lazy(lambda client: OncallOverridesResource(client))
    rotations = lazy(lambda client: OncallRotationsResource(client))
    shifts = lazy(lambda client: OncallShiftsResource(client))
    whoison = lazy(lambda client: OncallWhoisonResource(client))

    def list(
        self,
        *,
        limit: builtins.int | None = None,
        cursor: builtins.str | None = None,
        options: RequestOptions | None = None,
    ) -> Pager[_models.Presence, _models.PresencePage]:
        """Presence of responders

        Needs `cases:read`."""
        return Pager(self._client, Request("GET", "/api/v1/oncall", query={"limit": limit, "cursor": cursor}), "PresencePage", options)

    def set_me(
        self,
        body: _models.PresencePut | _types.PresencePut,
        *,
        options: RequestOptions | None = None,
    ) -> _models.Presence:
        """Set one’s presence

        For every signed-in user. Recorded in the audit log as `oncall:presence_set`."""
        result: _models.Presence = self._client._send(Request("PUT", "/api/v1/oncall/me", body=body), "Presence", options)
        return result


class OncallOverridesResource(SyncResource):
    def create(
        self,
        body: _models.OncallOverrideCreate | _types.OncallOverrideCreate,
        *,
        options: RequestOptions | None = None,
    ) -> _models.OncallOverridden:
        """Put a person on call for a time, in place of whoever has the shift

        For at most 90 days. With `in_return` two people swap: the covered person has that shift of the person who covers. People of the rotation take a shift themselves or hand over their own; anything else needs soc:write."""
        result: _models.OncallOverridden = self._client._send(Request("POST", "/api/v1/oncall/overrides", body=body), "OncallOverridden", options)
        return result

    def end(
        self,
        override_id: builtins.str,
        *,
        options: RequestOptions | None = None,
    ) -> _models.OncallOverride:
        """End an override early, as the person who covers or arranged it, or with soc:write

        Needs `cases:write`. Recorded in the audit log as `oncall:cover_ended`."""
        result: _models.OncallOverride = self._client._send(Request("POST", f"/api/v1/oncall/overrides/{path_part(override_id)}/end"), "OncallOverride", options)
        return result

    def list(
        self,
        *,
        limit: builtins.int | None = None,
        cursor: builtins.str | None = None,
        options: RequestOptions | None = None,
    ) -> Pager[_models.OncallOverride, _models.OncallOverridePage]:
        """Current and planned overrides of shifts, by start

        Needs `cases:read`."""
        return Pager(self._client, Request("GET", "/api/v1/oncall/overrides", query={"limit": limit, "cursor": cursor}), "OncallOverridePage", options)


class OncallRotationsResource(SyncResource):
    def create(
        self,
        body: _models.RotationCreate | _types.RotationCreate,
        *,
        options: RequestOptions | None = None,
    ) -> _models.Rotation:
        """Create a rotation

        Needs `soc:write`. Recorded in the audit log as `oncall:rotation_created`."""
        result: _models.Rotation = self._client._send(Request("POST", "/api/v1/oncall/rotations", body=body), "Rotation", options)
        return result

    def delete(
        self,
        rotation_id: builtins.str,
        *,
        options: RequestOptions | None = None,
    ) -> None:
        """Delete a rotation

        Needs `soc:write`. Recorded in the audit log as `oncall:rotation_deleted`."""
        self._client._send(Request("DELETE", f"/api/v1/oncall/rotations/{path_part(rotation_id)}"), None, options)

    def list(
        self,
        *,
        limit: builtins.int | None = None,
        cursor: builtins.str | None = None,
        options: RequestOptions | None = None,
    ) -> Pager[_models.Rotation, _models.RotationPage]:
        """Rotations

        Needs `cases:read`."""
        return Pager(self._client, Request("GET", "/api/v1/oncall/rotations", query={"limit": limit, "cursor": cursor}), "RotationPage", options)

    def update(
        self,
        rotation_id: builtins.str,
        body: _models.RotationPatch | _types.RotationPatch,
        *,
        options: RequestOptions | None = None,
    ) -> _models.Rotation:
        """Change the people, the handoff or the start of a rotation

        Without `starts_on`, the person on call stays so until the next handoff, and shifts are counted from the current one. The name stays, because escalations refer to it."""
        result: _models.Rotation = self._client._send(Request("PATCH", f"/api/v1/oncall/rotations/{path_part(rotation_id)}", body=body), "Rotation", options)
        return result


class OncallShiftsResource(SyncResource):
    def list(
        self,
        *,
        limit: builtins.int | None = None,
        cursor: builtins.str | None = None,
        days: builtins.int | None = None,
        options: RequestOptions | None = None,
    ) -> Pager[_models.OncallShift, _models.OncallShiftPage]:
        """Shifts of all rotations from now on, with their overrides

        Needs `cases:read`."""
        return Pager(self._client, Request("GET", "/api/v1/oncall/shifts", query={"limit": limit, "cursor": cursor, "days": days}), "OncallShiftPage", options)


class OncallWhoisonResource(SyncResource):
    def list(
        self,
        *,
        limit: builtins.int | None = None,
        cursor: builtins.str | None = None,
        options: RequestOptions | None = None,
    ) -> Pager[_models.OnDuty, _models.OnDutyPage]:
        """People on call now, by rotation

        Needs `cases:read`."""
        return Pager(self._client, Request("GET", "/api/v1/oncall/whoison", query={"limit": limit, "cursor": cursor}), "OnDutyPage", options)


class OrganisationResource(SyncResource):
    delegations = lazy(lambda client: OrganisationDelegationsResource(client))
    held_delegations = lazy(lambda client: OrganisationHeldDelegationsResource(client))
    portfolio = lazy(lambda client: OrganisationPortfolioResource(client))
    queue = lazy(lambda client: OrganisationQueueResource(client))
    templates = lazy(lambda client: OrganisationTemplatesResource(client))
    tenants = lazy(lambda client: OrganisationTenantsResource(client))

    def get(
        self,
        *,
        options: RequestOptions | None = None,
    ) -> _models.Organisation:
        """The organisation of this tenant

        Needs `settings:read`."""
        result: _models.Organisation = self._client._send(Request("GET", "/api/v1/organisation"), "Organisation", options)
        return result

    def usage(
        self,
        *,
        start: date | builtins.str | None = None,
        end: date | builtins.str | None = None,
        options: RequestOptions | None = None,
    ) -> _models.OrganisationUsage:
        """Usage of each tenant under delegation, and their total

        Each tenant is read with the rights of its delegation, under its field rules, and the read is recorded in its audit log."""
        result: _models.OrganisationUsage = self._client._send(Request("GET", "/api/v1/organisation/usage", query={"start": start, "end": end}), "OrganisationUsage", options)
        return result


class OrganisationDelegationsResource(SyncResource):
    def create(
        self,
        body: _models.DelegationGive | _types.DelegationGive,
        *,
        options: RequestOptions | None = None,
    ) -> _models.Delegation:
        """Delegate access to this tenant to a user of the provider, for a time

        Needs `users:write`. Recorded in the audit log as `delegation:given`."""
        result: _models.Delegation = self._client._send(Request("POST", "/api/v1/organisation/delegations", body=body), "Delegation", options)
        return result

    def delete(
        self,
        id: builtins.str,
        *,
        options: RequestOptions | None = None,
    ) -> None:
        """Revoke a delegation

        Needs `users:write`. Recorded in the audit log as `delegation:revoked`."""
        self._client._send(Request("DELETE", f"/api/v1/organisation/delegations/{path_part(id)}"), None, options)

    def list(
        self,
        *,
        limit: builtins.int | None = None,
        cursor: builtins.str | None = None,
        options: RequestOptions | None = None,
    ) -> Pager[_models.Delegation, _models.DelegationPage]:
        """Delegations into this tenant, newest first

        Needs `settings:read`."""
        return Pager(self._client, Request("GET", "/api/v1/organisation/delegations", query={"limit": limit, "cursor": cursor}), "DelegationPage", options)


class OrganisationHeldDelegationsResource(SyncResource):
    def delete(
        self,
        id: builtins.str,
        *,
        options: RequestOptions | None = None,
    ) -> None:
        """End a delegation that a user of this tenant holds in another; recorded in the audit logs of both

        Needs `users:write`. Recorded in the audit log as `delegation:revoked`."""
        self._client._send(Request("DELETE", f"/api/v1/organisation/held-delegations/{path_part(id)}"), None, options)

    def list(
        self,
        *,
        limit: builtins.int | None = None,
        cursor: builtins.str | None = None,
        options: RequestOptions | None = None,
    ) -> Pager[_models.Delegation, _models.DelegationPage]:
        """Delegations that users of this tenant hold in other tenants, newest first

        Needs `users:read`."""
        return Pager(self._client, Request("GET", "/api/v1/organisation/held-delegations", query={"limit": limit, "cursor": cursor}), "DelegationPage", options)


class OrganisationPortfolioResource(SyncResource):
    def list(
        self,
        *,
        limit: builtins.int | None = None,
        cursor: builtins.str | None = None,
        sort: Literal["id", "open_alerts", "critical_alerts", "overdue_alerts", "late_sources"] | None = None,
        options: RequestOptions | None = None,
    ) -> Pager[_models.PortfolioTenant, _models.OrganisationPortfolio]:
        """Health, work and ingest of the tenants under delegation

        Each tenant is read with the rights of its delegation, under its field rules, and the read is recorded in its audit log. By a figure the highest comes first, and tenants without the figure last; every tenant under delegation, at most 500, is then read for each page."""
        return Pager(self._client, Request("GET", "/api/v1/organisation/portfolio", query={"limit": limit, "cursor": cursor, "sort": sort}), "OrganisationPortfolio", options)


class OrganisationQueueResource(SyncResource):
    def list(
        self,
        *,
        limit: builtins.int | None = None,
        cursor: builtins.str | None = None,
        kind: Literal["alert", "case"] | None = None,
        severity: builtins.str | None = None,
        tenant: builtins.str | None = None,
        unassigned: builtins.bool | None = None,
        options: RequestOptions | None = None,
    ) -> Pager[_models.OrganisationQueueItem, _models.OrganisationQueue]:
        """Open alerts and cases of all tenants under delegation: highest priority first, then the oldest

        Each tenant is read with the rights of its delegation, under its field rules, and the read is recorded in its audit log."""
        return Pager(self._client, Request("GET", "/api/v1/organisation/queue", query={"limit": limit, "cursor": cursor, "kind": kind, "severity": severity, "tenant": tenant, "unassigned": unassigned}), "OrganisationQueue", options)


class OrganisationTemplatesResource(SyncResource):
    def apply(
        self,
        template_id: builtins.str,
        body: _models.OrganisationTemplateApply | _types.OrganisationTemplateApply,
        *,
        options: RequestOptions | None = None,
    ) -> _models.OrganisationTemplateApplied:
        """Apply a template to tenants, with one transaction for each

        Send the digest of the plan: a tenant with changes since the plan is left unchanged and reported."""
        result: _models.OrganisationTemplateApplied = self._client._send(Request("POST", f"/api/v1/organisation/templates/{path_part(template_id)}/apply", body=body), "OrganisationTemplateApplied", options)
        return result

    def delete(
        self,
        template_id: builtins.str,
        *,
        options: RequestOptions | None = None,
    ) -> None:
        """Delete a template; documents already applied stay

        Needs `settings:write`. Recorded in the audit log as `organisation_template:deleted`."""
        self._client._send(Request("DELETE", f"/api/v1/organisation/templates/{path_part(template_id)}"), None, options)

    def list(
        self,
        *,
        limit: builtins.int | None = None,
        cursor: builtins.str | None = None,
        options: RequestOptions | None = None,
    ) -> Pager[_models.OrganisationTemplate, _models.OrganisationTemplatePage]:
        """The provider’s templates of rules, playbooks, targets and branding

        Needs `settings:read`."""
        return Pager(self._client, Request("GET", "/api/v1/organisation/templates", query={"limit": limit, "cursor": cursor}), "OrganisationTemplatePage", options)

    def plan(
        self,
        template_id: builtins.str,
        body: _models.OrganisationTemplatePlanned | _types.OrganisationTemplatePlanned,
        *,
        options: RequestOptions | None = None,
    ) -> _models.OrganisationTemplatePlan:
        """Plan the changes of a template in each tenant without applying them

        Each tenant is read with the rights of its delegation, and the read is recorded in its audit log."""
        result: _models.OrganisationTemplatePlan = self._client._send(Request("POST", f"/api/v1/organisation/templates/{path_part(template_id)}/plan", body=body, reads=True), "OrganisationTemplatePlan", options)
        return result

    def replace(
        self,
        body: _models.OrganisationTemplatePut | _types.OrganisationTemplatePut,
        *,
        options: RequestOptions | None = None,
    ) -> _models.OrganisationTemplate:
        """Save a template, replacing one of the same name

        The documents are sent, or copied from this tenant’s own configuration of the kinds in `from_this_tenant`."""
        result: _models.OrganisationTemplate = self._client._send(Request("PUT", "/api/v1/organisation/templates", body=body), "OrganisationTemplate", options)
        return result


class OrganisationTenantsResource(SyncResource):
    def create(
        self,
        body: _models.TenantOnboard | _types.TenantOnboard,
        *,
        options: RequestOptions | None = None,
    ) -> _models.TenantOnboarded:
        """Set up a new tenant of the organisation: administrator, delegations and ingest token

        In one transaction: all of it or nothing. The link and the token are returned only in this answer."""
        result: _models.TenantOnboarded = self._client._send(Request("POST", "/api/v1/organisation/tenants", body=body), "TenantOnboarded", options)
        return result

    def list(
        self,
        *,
        limit: builtins.int | None = None,
        cursor: builtins.str | None = None,
        options: RequestOptions | None = None,
    ) -> Pager[_models.OrganisationTenant, _models.OrganisationTenantPage]:
        """Tenants under the care of this one

        Needs `settings:read`."""
        return Pager(self._client, Request("GET", "/api/v1/organisation/tenants", query={"limit": limit, "cursor": cursor}), "OrganisationTenantPage", options)


class OsqueryResource(SyncResource):
    config = lazy(lambda client: OsqueryConfigResource(client))
    nodes = lazy(lambda client: OsqueryNodesResource(client))
    queries = lazy(lambda client: OsqueryQueriesResource(client))
    secrets = lazy(lambda client: OsquerySecretsResource(client))


class OsqueryConfigResource(SyncResource):
    def get(
        self,
        *,
        options: RequestOptions | None = None,
    ) -> _models.OsqueryConfigOfTenant:
        """Show the osquery configuration of this tenant’s hosts

        Needs `hunts:read`."""
        result: _models.OsqueryConfigOfTenant = self._client._send(Request("GET", "/api/v1/osquery/config"), "OsqueryConfigOfTenant", options)
        return result

    def update(
        self,
        body: _models.OsqueryConfig | _types.OsqueryConfig,
        *,
        options: RequestOptions | None = None,
    ) -> _models.OsqueryConfigOfTenant:
        """Set the osquery configuration of this tenant’s hosts: options, schedule and packs, in the format of osquery

        Needs `settings:write`. Recorded in the audit log as `osquery_config:written`."""
        result: _models.OsqueryConfigOfTenant = self._client._send(Request("PUT", "/api/v1/osquery/config", body=body), "OsqueryConfigOfTenant", options)
        return result


class OsqueryNodesResource(SyncResource):
    def delete(
        self,
        id: builtins.str,
        *,
        options: RequestOptions | None = None,
    ) -> _models.OsqueryNode:
        """Revoke the key of a host; it can enrol again with a valid secret

        Needs `settings:write`. Recorded in the audit log as `osquery_node:revoked`."""
        result: _models.OsqueryNode = self._client._send(Request("DELETE", f"/api/v1/osquery/nodes/{path_part(id)}"), "OsqueryNode", options)
        return result

    def list(
        self,
        *,
        limit: builtins.int | None = None,
        cursor: builtins.str | None = None,
        options: RequestOptions | None = None,
    ) -> Pager[_models.OsqueryNode, _models.OsqueryNodePage]:
        """Enrolled hosts

        Needs `hunts:read`."""
        return Pager(self._client, Request("GET", "/api/v1/osquery/nodes", query={"limit": limit, "cursor": cursor}), "OsqueryNodePage", options)


class OsqueryQueriesResource(SyncResource):
    answers = lazy(lambda client: OsqueryQueriesAnswersResource(client))

    def create(
        self,
        body: _models.OsqueryQueryCreate | _types.OsqueryQueryCreate,
        *,
        options: RequestOptions | None = None,
    ) -> _models.OsqueryQueryWithCounts:
        """Send a query to hosts, which fetch it within seconds

        Needs `hunts:write`. Recorded in the audit log as `osquery_query:asked`."""
        result: _models.OsqueryQueryWithCounts = self._client._send(Request("POST", "/api/v1/osquery/queries", body=body), "OsqueryQueryWithCounts", options)
        return result

    def end(
        self,
        id: builtins.str,
        *,
        options: RequestOptions | None = None,
    ) -> _models.OsqueryQueryWithCounts:
        """Stop sending a query to further hosts; its answers stay

        Needs `hunts:write`. Recorded in the audit log as `osquery_query:ended`."""
        result: _models.OsqueryQueryWithCounts = self._client._send(Request("POST", f"/api/v1/osquery/queries/{path_part(id)}/end"), "OsqueryQueryWithCounts", options)
        return result

    def get(
        self,
        id: builtins.str,
        *,
        options: RequestOptions | None = None,
    ) -> _models.OsqueryQueryWithCounts:
        """Show one query, with how many hosts fetched it, answered, failed and are late

        Needs `hunts:read`."""
        result: _models.OsqueryQueryWithCounts = self._client._send(Request("GET", f"/api/v1/osquery/queries/{path_part(id)}"), "OsqueryQueryWithCounts", options)
        return result

    def list(
        self,
        *,
        limit: builtins.int | None = None,
        cursor: builtins.str | None = None,
        options: RequestOptions | None = None,
    ) -> Pager[_models.OsqueryQueryWithCounts, _models.OsqueryQueryWithCountsPage]:
        """Queries to hosts, newest first

        Needs `hunts:read`."""
        return Pager(self._client, Request("GET", "/api/v1/osquery/queries", query={"limit": limit, "cursor": cursor}), "OsqueryQueryWithCountsPage", options)


class OsqueryQueriesAnswersResource(SyncResource):
    def list(
        self,
        id: builtins.str,
        *,
        limit: builtins.int | None = None,
        cursor: builtins.str | None = None,
        options: RequestOptions | None = None,
    ) -> Pager[_models.OsqueryAnswer, _models.OsqueryAnswerPage]:
        """Answers of hosts to a query

        A page has at most 16 MiB, so it may have fewer entries than `limit`. Queries and their answers are deleted 30 days after the deadline."""
        return Pager(self._client, Request("GET", f"/api/v1/osquery/queries/{path_part(id)}/answers", query={"limit": limit, "cursor": cursor}), "OsqueryAnswerPage", options)


class OsquerySecretsResource(SyncResource):
    def create(
        self,
        body: _models.OsquerySecretCreate | _types.OsquerySecretCreate,
        *,
        options: RequestOptions | None = None,
    ) -> _models.OsquerySecretMade:
        """Create an enrolment secret for hosts of this tenant; it is shown once

        Needs `settings:write`. Recorded in the audit log as `osquery_secret:created`."""
        result: _models.OsquerySecretMade = self._client._send(Request("POST", "/api/v1/osquery/secrets", body=body), "OsquerySecretMade", options)
        return result

    def delete(
        self,
        id: builtins.str,
        *,
        options: RequestOptions | None = None,
    ) -> _models.OsquerySecret:
        """Revoke an enrolment secret; hosts that enrolled with it stay enrolled

        Needs `settings:write`. Recorded in the audit log as `osquery_secret:revoked`."""
        result: _models.OsquerySecret = self._client._send(Request("DELETE", f"/api/v1/osquery/secrets/{path_part(id)}"), "OsquerySecret", options)
        return result

    def list(
        self,
        *,
        limit: builtins.int | None = None,
        cursor: builtins.str | None = None,
        options: RequestOptions | None = None,
    ) -> Pager[_models.OsquerySecret, _models.OsquerySecretPage]:
        """Enrolment secrets for hosts, newest first

        Needs `settings:read`."""
        return Pager(self._client, Request("GET", "/api/v1/osquery/secrets", query={"limit": limit, "cursor": cursor}), "OsquerySecretPage", options)


class PasskeysResource(SyncResource):
    def challenge(
        self,
        body: _models.PasskeyChallenge | _types.PasskeyChallenge,
        *,
        options: RequestOptions | None = None,
    ) -> _models.PasskeyOptions:
        """Begin a sign-in with a passkey: options for navigator.credentials.get

        Public."""
        result: _models.PasskeyOptions = self._client._send(Request("POST", "/api/v1/passkeys/challenge", body=body, public=True), "PasskeyOptions", options)
        return result

    def create(
        self,
        body: _models.PasskeyRegister | _types.PasskeyRegister,
        *,
        options: RequestOptions | None = None,
    ) -> _models.Passkey:
        """Register the passkey that the browser created

        For every signed-in user. Recorded in the audit log as `passkey:registered`."""
        result: _models.Passkey = self._client._send(Request("POST", "/api/v1/passkeys", body=body), "Passkey", options)
        return result

    def delete(
        self,
        id: builtins.str,
        *,
        options: RequestOptions | None = None,
    ) -> None:
        """Delete a passkey of the caller

        For every signed-in user. Recorded in the audit log as `passkey:deleted`."""
        self._client._send(Request("DELETE", f"/api/v1/passkeys/{path_part(id)}"), None, options)

    def list(
        self,
        *,
        limit: builtins.int | None = None,
        cursor: builtins.str | None = None,
        options: RequestOptions | None = None,
    ) -> Pager[_models.Passkey, _models.PasskeyPage]:
        """Passkeys of the caller

        For every signed-in user."""
        return Pager(self._client, Request("GET", "/api/v1/passkeys", query={"limit": limit, "cursor": cursor}), "PasskeyPage", options)

    def registration(
        self,
        *,
        options: RequestOptions | None = None,
    ) -> _models.PasskeyOptions:
        """Begin to register a passkey: options for navigator.credentials.create

        For every signed-in user."""
        result: _models.PasskeyOptions = self._client._send(Request("POST", "/api/v1/passkeys/registration", reads=True), "PasskeyOptions", options)
        return result

    def verify(
        self,
        body: _models.PasskeyVerify | _types.PasskeyVerify,
        *,
        options: RequestOptions | None = None,
    ) -> _models.Tokens:
        """Sign in with a passkey

        Recorded in the audit log as `auth:passkey_login`."""
        result: _models.Tokens = self._client._send(Request("POST", "/api/v1/passkeys/verify", body=body, public=True), "Tokens", options)
        return result


class PhishingResource(SyncResource):
    submissions = lazy(lambda client: PhishingSubmissionsResource(client))

    def submit(
        self,
        body: _models.PhishingSubmit | _types.PhishingSubmit,
        *,
        options: RequestOptions | None = None,
    ) -> _models.PhishingSubmission:
        """Report a mail, an address, a domain or the hash of a file as suspected phishing

        Needs `alerts:write`. Recorded in the audit log as `phishing:submitted`."""
        result: _models.PhishingSubmission = self._client._send(Request("POST", "/api/v1/phishing/submit", body=body), "PhishingSubmission", options)
        return result


class PhishingSubmissionsResource(SyncResource):
    def get(
        self,
        id: builtins.str,
        *,
        options: RequestOptions | None = None,
    ) -> _models.PhishingSubmission:
        """One phishing report

        Needs `alerts:read`."""
        result: _models.PhishingSubmission = self._client._send(Request("GET", f"/api/v1/phishing/submissions/{path_part(id)}"), "PhishingSubmission", options)
        return result

    def list(
        self,
        *,
        limit: builtins.int | None = None,
        cursor: builtins.str | None = None,
        options: RequestOptions | None = None,
    ) -> Pager[_models.PhishingSubmission, _models.PhishingSubmissionPage]:
        """Phishing reports, newest first

        Needs `alerts:read`."""
        return Pager(self._client, Request("GET", "/api/v1/phishing/submissions", query={"limit": limit, "cursor": cursor}), "PhishingSubmissionPage", options)


class PlaybookHooksResource(SyncResource):
    def delete(
        self,
        hook_id: builtins.str,
        *,
        options: RequestOptions | None = None,
    ) -> None:
        """Delete a webhook

        Needs `playbooks:write`. Recorded in the audit log as `playbook:hook_deleted`."""
        self._client._send(Request("DELETE", f"/api/v1/playbook-hooks/{path_part(hook_id)}"), None, options)

    def deliver(
        self,
        hook_id: builtins.str,
        body: builtins.dict[builtins.str, Any],
        *,
        svc_signature: builtins.str | None = None,
        svc_delivery: builtins.str | None = None,
        options: RequestOptions | None = None,
    ) -> _models.PlaybookHookStarted:
        """Start a playbook by its webhook

        X-SVC-Signature is t=SECONDS,v1=HEX: HMAC-SHA256 of SECONDS.BODY under the secret of the webhook. A delivery (X-SVC-Delivery) starts one run."""
        result: _models.PlaybookHookStarted = self._client._send(Request("POST", f"/api/v1/playbook-hooks/{path_part(hook_id)}", headers={"x-svc-signature": svc_signature, "x-svc-delivery": svc_delivery}, body=body, public=True), "PlaybookHookStarted", options)
        return result


class PlaybookRunsResource(SyncResource):
    def cancel(
        self,
        run_id: builtins.str,
        *,
        options: RequestOptions | None = None,
    ) -> _models.PlaybookRun:
        """Cancel a run and withdraw its open approvals and actions

        Needs `playbooks:execute`. Recorded in the audit log as `playbook:run_cancelled`."""
        result: _models.PlaybookRun = self._client._send(Request("POST", f"/api/v1/playbook-runs/{path_part(run_id)}/cancel"), "PlaybookRun", options)
        return result

    def get(
        self,
        run_id: builtins.str,
        *,
        options: RequestOptions | None = None,
    ) -> _models.PlaybookRunDetail:
        """One run with the result of each step

        Needs `playbooks:read`."""
        result: _models.PlaybookRunDetail = self._client._send(Request("GET", f"/api/v1/playbook-runs/{path_part(run_id)}"), "PlaybookRunDetail", options)
        return result

    def list(
        self,
        *,
        limit: builtins.int | None = None,
        cursor: builtins.str | None = None,
        options: RequestOptions | None = None,
    ) -> Pager[_models.PlaybookRun, _models.PlaybookRunPage]:
        """Runs of all playbooks, newest first

        Needs `playbooks:read`."""
        return Pager(self._client, Request("GET", "/api/v1/playbook-runs", query={"limit": limit, "cursor": cursor}), "PlaybookRunPage", options)


class PlaybookSecretsResource(SyncResource):
    def delete(
        self,
        name: builtins.str,
        *,
        options: RequestOptions | None = None,
    ) -> None:
        """Delete a secret; steps that use it fail

        Needs `playbooks:write`. Recorded in the audit log as `playbook:secret_deleted`."""
        self._client._send(Request("DELETE", f"/api/v1/playbook-secrets/{path_part(name)}"), None, options)

    def list(
        self,
        *,
        limit: builtins.int | None = None,
        cursor: builtins.str | None = None,
        options: RequestOptions | None = None,
    ) -> Pager[_models.PlaybookSecret, _models.PlaybookSecretPage]:
        """Names of the secrets for http steps, without their values

        Needs `playbooks:read`."""
        return Pager(self._client, Request("GET", "/api/v1/playbook-secrets", query={"limit": limit, "cursor": cursor}), "PlaybookSecretPage", options)

    def update(
        self,
        name: builtins.str,
        body: _models.PlaybookSecretPut | _types.PlaybookSecretPut,
        *,
        options: RequestOptions | None = None,
    ) -> _models.PlaybookSecret:
        """Save a secret, or replace its value

        Needs `playbooks:write`. Recorded in the audit log as `playbook:secret_saved`."""
        result: _models.PlaybookSecret = self._client._send(Request("PUT", f"/api/v1/playbook-secrets/{path_part(name)}", body=body), "PlaybookSecret", options)
        return result


class PlaybooksResource(SyncResource):
    hooks = lazy(lambda client: PlaybooksHooksResource(client))
    runs = lazy(lambda client: PlaybooksRunsResource(client))
    versions = lazy(lambda client: PlaybooksVersionsResource(client))

    def create(
        self,
        body: _models.PlaybookCreate | _types.PlaybookCreate,
        *,
        options: RequestOptions | None = None,
    ) -> _models.Playbook:
        """Create a playbook

        Needs `playbooks:write`. Recorded in the audit log as `playbook:created`."""
        result: _models.Playbook = self._client._send(Request("POST", "/api/v1/playbooks", body=body), "Playbook", options)
        return result

    def delete(
        self,
        id: builtins.str,
        *,
        options: RequestOptions | None = None,
    ) -> None:
        """Delete one of the tenant’s own playbooks; completed runs stay, open ones end

        Needs `playbooks:write`. Recorded in the audit log as `playbook:deleted`."""
        self._client._send(Request("DELETE", f"/api/v1/playbooks/{path_part(id)}"), None, options)

    def dry_run(
        self,
        body: _models.PlaybookDryRun | _types.PlaybookDryRun,
        *,
        options: RequestOptions | None = None,
    ) -> _models.PlaybookRun:
        """Dry run of a playbook document that need not be saved

        Each step reports what it would do, and nothing is requested. The run is listed with those of `playbook_id`, as version 0."""
        result: _models.PlaybookRun = self._client._send(Request("POST", "/api/v1/playbooks/dry-run", body=body), "PlaybookRun", options)
        return result

    def execute(
        self,
        id: builtins.str,
        body: _models.PlaybookExecute | _types.PlaybookExecute,
        *,
        options: RequestOptions | None = None,
    ) -> _models.PlaybookRun:
        """Run a playbook on an alert or with a context; a dry run reports what it would request, without requesting it

        Needs `playbooks:execute`. Recorded in the audit log as `playbook:executed`."""
        result: _models.PlaybookRun = self._client._send(Request("POST", f"/api/v1/playbooks/{path_part(id)}/execute", body=body), "PlaybookRun", options)
        return result

    def get(
        self,
        id: builtins.str,
        *,
        options: RequestOptions | None = None,
    ) -> _models.Playbook:
        """One playbook

        Needs `playbooks:read`."""
        result: _models.Playbook = self._client._send(Request("GET", f"/api/v1/playbooks/{path_part(id)}"), "Playbook", options)
        return result

    def list(
        self,
        *,
        limit: builtins.int | None = None,
        cursor: builtins.str | None = None,
        options: RequestOptions | None = None,
    ) -> Pager[_models.Playbook, _models.PlaybookPage]:
        """Playbooks: the tenant’s own, then built-in ones

        Needs `playbooks:read`."""
        return Pager(self._client, Request("GET", "/api/v1/playbooks", query={"limit": limit, "cursor": cursor}), "PlaybookPage", options)

    def rollback(
        self,
        id: builtins.str,
        body: _models.PlaybookRollback | _types.PlaybookRollback,
        *,
        options: RequestOptions | None = None,
    ) -> _models.Playbook:
        """Restore an earlier version as a new version

        Needs `playbooks:write`. Recorded in the audit log as `playbook:rolled_back`."""
        result: _models.Playbook = self._client._send(Request("POST", f"/api/v1/playbooks/{path_part(id)}/rollback", body=body), "Playbook", options)
        return result

    def update(
        self,
        id: builtins.str,
        body: _models.PlaybookChange | _types.PlaybookChange,
        *,
        options: RequestOptions | None = None,
    ) -> _models.Playbook:
        """Save a new version of a playbook, or enable or disable it

        Needs `playbooks:write`. Recorded in the audit log as `playbook:updated`."""
        result: _models.Playbook = self._client._send(Request("PUT", f"/api/v1/playbooks/{path_part(id)}", body=body), "Playbook", options)
        return result

    def validate(
        self,
        body: _models.PlaybookCheck | _types.PlaybookCheck,
        *,
        options: RequestOptions | None = None,
    ) -> _models.PlaybookChecked:
        """Validate a playbook document, reporting all faults at once

        Needs `playbooks:read`."""
        result: _models.PlaybookChecked = self._client._send(Request("POST", "/api/v1/playbooks/validate", body=body, reads=True), "PlaybookChecked", options)
        return result


class PlaybooksHooksResource(SyncResource):
    def create(
        self,
        id: builtins.str,
        body: _models.PlaybookHookCreate | _types.PlaybookHookCreate,
        *,
        options: RequestOptions | None = None,
    ) -> _models.PlaybookHookCreated:
        """Create a webhook; its secret is shown once

        Needs `playbooks:write`. Recorded in the audit log as `playbook:hook_created`."""
        result: _models.PlaybookHookCreated = self._client._send(Request("POST", f"/api/v1/playbooks/{path_part(id)}/hooks", body=body), "PlaybookHookCreated", options)
        return result

    def list(
        self,
        id: builtins.str,
        *,
        limit: builtins.int | None = None,
        cursor: builtins.str | None = None,
        options: RequestOptions | None = None,
    ) -> Pager[_models.PlaybookHook, _models.PlaybookHookPage]:
        """Webhooks that start a playbook

        Needs `playbooks:read`."""
        return Pager(self._client, Request("GET", f"/api/v1/playbooks/{path_part(id)}/hooks", query={"limit": limit, "cursor": cursor}), "PlaybookHookPage", options)


class PlaybooksRunsResource(SyncResource):
    def list(
        self,
        id: builtins.str,
        *,
        limit: builtins.int | None = None,
        cursor: builtins.str | None = None,
        options: RequestOptions | None = None,
    ) -> Pager[_models.PlaybookRun, _models.PlaybookRunPage]:
        """Runs of a playbook, newest first

        Needs `playbooks:read`."""
        return Pager(self._client, Request("GET", f"/api/v1/playbooks/{path_part(id)}/runs", query={"limit": limit, "cursor": cursor}), "PlaybookRunPage", options)


class PlaybooksVersionsResource(SyncResource):
    def list(
        self,
        id: builtins.str,
        *,
        limit: builtins.int | None = None,
        cursor: builtins.str | None = None,
        options: RequestOptions | None = None,
    ) -> Pager[_models.PlaybookVersion, _models.PlaybookVersionPage]:
        """Versions of a playbook, newest first

        Needs `playbooks:read`."""
        return Pager(self._client, Request("GET", f"/api/v1/playbooks/{path_part(id)}/versions", query={"limit": limit, "cursor": cursor}), "PlaybookVersionPage", options)


class PurpleTeamResource(SyncResource):
    alarms = lazy(lambda client: PurpleTeamAlarmsResource(client))
    atomic_tests = lazy(lambda client: PurpleTeamAtomicTestsResource(client))
    atomics = lazy(lambda client: PurpleTeamAtomicsResource(client))
    drift = lazy(lambda client: PurpleTeamDriftResource(client))
    executions = lazy(lambda client: PurpleTeamExecutionsResource(client))
    expectations = lazy(lambda client: PurpleTeamExpectationsResource(client))
    host_runs = lazy(lambda client: PurpleTeamHostRunsResource(client))
    rounds = lazy(lambda client: PurpleTeamRoundsResource(client))
    schedules = lazy(lambda client: PurpleTeamSchedulesResource(client))
    tabletop = lazy(lambda client: PurpleTeamTabletopResource(client))

    def coverage(
        self,
        *,
        options: RequestOptions | None = None,
    ) -> _models.PurpleTeamCoverage:
        """Techniques with the rules that name them, and their latest test results

        Needs `rules:read`."""
        result: _models.PurpleTeamCoverage = self._client._send(Request("GET", "/api/v1/purple-team/coverage"), "PurpleTeamCoverage", options)
        return result


class PurpleTeamAlarmsResource(SyncResource):
    def list(
        self,
        *,
        limit: builtins.int | None = None,
        cursor: builtins.str | None = None,
        open: builtins.bool | None = None,
        options: RequestOptions | None = None,
    ) -> Pager[_models.PurpleAlarm, _models.PurpleAlarmPage]:
        """Lost detections: open alarms first, then the newest

        An alarm is resolved when the same test, or the same contract on the host, is detected again."""
        return Pager(self._client, Request("GET", "/api/v1/purple-team/alarms", query={"limit": limit, "cursor": cursor, "open": open}), "PurpleAlarmPage", options)


class PurpleTeamAtomicTestsResource(SyncResource):
    def list(
        self,
        *,
        limit: builtins.int | None = None,
        cursor: builtins.str | None = None,
        technique: builtins.str | None = None,
        platform: Literal["windows", "linux", "network", "aws", "okta", "kubernetes", "microsoft365"] | None = None,
        options: RequestOptions | None = None,
    ) -> Pager[_models.AtomicTest, _models.AtomicTestPage]:
        """Available tests, with the events of each

        Needs `rules:read`."""
        return Pager(self._client, Request("GET", "/api/v1/purple-team/atomic-tests", query={"limit": limit, "cursor": cursor, "technique": technique, "platform": platform}), "AtomicTestPage", options)


class PurpleTeamAtomicsResource(SyncResource):
    def create(
        self,
        body: _models.AtomicsImport | _types.AtomicsImport,
        *,
        options: RequestOptions | None = None,
    ) -> _models.AtomicsImported:
        """Import files of atomic tests in the format of Atomic Red Team

        Files are read independently; a faulty file or test is reported with its reason, and the others are imported. Nothing runs: a test must be put on the safe list first, and leaves it when its commands change."""
        result: _models.AtomicsImported = self._client._send(Request("POST", "/api/v1/purple-team/atomics", body=body), "AtomicsImported", options)
        return result

    def delete(
        self,
        atomic_id: builtins.str,
        *,
        options: RequestOptions | None = None,
    ) -> None:
        """Remove an imported atomic test; its runs stay

        Needs `rules:write`. Recorded in the audit log as `purple_team:atomic_deleted`."""
        self._client._send(Request("DELETE", f"/api/v1/purple-team/atomics/{path_part(atomic_id)}"), None, options)

    def get(
        self,
        atomic_id: builtins.str,
        *,
        options: RequestOptions | None = None,
    ) -> _models.ImportedAtomic:
        """One imported atomic test with all its commands

        Needs `rules:read`."""
        result: _models.ImportedAtomic = self._client._send(Request("GET", f"/api/v1/purple-team/atomics/{path_part(atomic_id)}"), "ImportedAtomic", options)
        return result

    def list(
        self,
        *,
        limit: builtins.int | None = None,
        cursor: builtins.str | None = None,
        technique: builtins.str | None = None,
        options: RequestOptions | None = None,
    ) -> Pager[_models.ImportedAtomic, _models.ImportedAtomicPage]:
        """Imported atomic tests, by technique and name

        Needs `rules:read`."""
        return Pager(self._client, Request("GET", "/api/v1/purple-team/atomics", query={"limit": limit, "cursor": cursor, "technique": technique}), "ImportedAtomicPage", options)

    def set_safe(
        self,
        atomic_id: builtins.str,
        body: _models.AtomicSafety | _types.AtomicSafety,
        *,
        options: RequestOptions | None = None,
    ) -> _models.ImportedAtomic:
        """Put an imported test on the safe list, or take it off

        Needs `settings:write`. Recorded in the audit log as `purple_team:atomic_marked`."""
        result: _models.ImportedAtomic = self._client._send(Request("PUT", f"/api/v1/purple-team/atomics/{path_part(atomic_id)}/safe", body=body), "ImportedAtomic", options)
        return result


class PurpleTeamDriftResource(SyncResource):
    snapshots = lazy(lambda client: PurpleTeamDriftSnapshotsResource(client))

    def diff(
        self,
        *,
        from_: builtins.str,
        to: builtins.str,
        options: RequestOptions | None = None,
    ) -> _models.PurpleTeamDrift:
        """Difference between two snapshots

        Needs `rules:read`."""
        result: _models.PurpleTeamDrift = self._client._send(Request("GET", "/api/v1/purple-team/drift/diff", query={"from": from_, "to": to}), "PurpleTeamDrift", options)
        return result

    def snapshot(
        self,
        body: _models.PurpleTeamSnapshotCreate | _types.PurpleTeamSnapshotCreate,
        *,
        options: RequestOptions | None = None,
    ) -> _models.PurpleTeamSnapshot:
        """Store a snapshot of the present coverage

        The latest 500 are kept."""
        result: _models.PurpleTeamSnapshot = self._client._send(Request("POST", "/api/v1/purple-team/drift/snapshot", body=body), "PurpleTeamSnapshot", options)
        return result


class PurpleTeamDriftSnapshotsResource(SyncResource):
    def list(
        self,
        *,
        limit: builtins.int | None = None,
        cursor: builtins.str | None = None,
        options: RequestOptions | None = None,
    ) -> Pager[_models.PurpleTeamSnapshot, _models.PurpleTeamSnapshotPage]:
        """Snapshots of the coverage, newest first

        Needs `rules:read`."""
        return Pager(self._client, Request("GET", "/api/v1/purple-team/drift/snapshots", query={"limit": limit, "cursor": cursor}), "PurpleTeamSnapshotPage", options)


class PurpleTeamExecutionsResource(SyncResource):
    def create(
        self,
        body: _models.PurpleTeamExecutionCreate | _types.PurpleTeamExecutionCreate,
        *,
        options: RequestOptions | None = None,
    ) -> _models.PurpleTeamExecution:
        """Run a test

        Its events are synthetic, with a host and a user that do not exist, and pass through the pipeline with the source purple-team. Their alerts are marked as an exercise."""
        result: _models.PurpleTeamExecution = self._client._send(Request("POST", "/api/v1/purple-team/executions", body=body), "PurpleTeamExecution", options)
        return result

    def delete(
        self,
        execution_id: builtins.str,
        *,
        options: RequestOptions | None = None,
    ) -> _models.PurpleTeamExecution:
        """Cancel an execution that has not ended

        Events already sent stay, and so do their alerts."""
        result: _models.PurpleTeamExecution = self._client._send(Request("DELETE", f"/api/v1/purple-team/executions/{path_part(execution_id)}"), "PurpleTeamExecution", options)
        return result

    def get(
        self,
        execution_id: builtins.str,
        *,
        options: RequestOptions | None = None,
    ) -> _models.PurpleTeamExecution:
        """Current result of an execution

        Needs `rules:read`."""
        result: _models.PurpleTeamExecution = self._client._send(Request("GET", f"/api/v1/purple-team/executions/{path_part(execution_id)}"), "PurpleTeamExecution", options)
        return result

    def list(
        self,
        *,
        limit: builtins.int | None = None,
        cursor: builtins.str | None = None,
        status: Literal["pending", "running", "success", "failed", "cancelled"] | None = None,
        atomic_test_id: builtins.str | None = None,
        options: RequestOptions | None = None,
    ) -> Pager[_models.PurpleTeamExecution, _models.PurpleTeamExecutionPage]:
        """Executions, newest first

        Needs `rules:read`."""
        return Pager(self._client, Request("GET", "/api/v1/purple-team/executions", query={"limit": limit, "cursor": cursor, "status": status, "atomic_test_id": atomic_test_id}), "PurpleTeamExecutionPage", options)


class PurpleTeamExpectationsResource(SyncResource):
    def create(
        self,
        body: _models.PurpleExpectationCreate | _types.PurpleExpectationCreate,
        *,
        options: RequestOptions | None = None,
    ) -> _models.PurpleExpectation:
        """Expect a rule, or any rule that names a technique, to fire on a host by a deadline

        For activity produced on the host by hand or by another tool."""
        result: _models.PurpleExpectation = self._client._send(Request("POST", "/api/v1/purple-team/expectations", body=body), "PurpleExpectation", options)
        return result

    def get(
        self,
        expectation_id: builtins.str,
        *,
        options: RequestOptions | None = None,
    ) -> _models.PurpleExpectation:
        """One detection contract with the last link that worked

        Needs `rules:read`."""
        result: _models.PurpleExpectation = self._client._send(Request("GET", f"/api/v1/purple-team/expectations/{path_part(expectation_id)}"), "PurpleExpectation", options)
        return result

    def list(
        self,
        *,
        limit: builtins.int | None = None,
        cursor: builtins.str | None = None,
        host_run: builtins.str | None = None,
        options: RequestOptions | None = None,
    ) -> Pager[_models.PurpleExpectation, _models.PurpleExpectationPage]:
        """Detection contracts with the last link that worked, newest first

        Needs `rules:read`."""
        return Pager(self._client, Request("GET", "/api/v1/purple-team/expectations", query={"limit": limit, "cursor": cursor, "host_run": host_run}), "PurpleExpectationPage", options)


class PurpleTeamHostRunsResource(SyncResource):
    def begin(
        self,
        host_run_id: builtins.str,
        body: _models.HostRunBegin | _types.HostRunBegin,
        *,
        options: RequestOptions | None = None,
    ) -> _models.PurpleHostRun:
        """Start a run as the runner on the host: once, and only on the machine it is for

        Its contracts count from now on."""
        result: _models.PurpleHostRun = self._client._send(Request("POST", f"/api/v1/purple-team/host-runs/{path_part(host_run_id)}/begin", body=body), "PurpleHostRun", options)
        return result

    def cancel(
        self,
        host_run_id: builtins.str,
        *,
        options: RequestOptions | None = None,
    ) -> _models.PurpleHostRun:
        """Cancel a run that has not started

        Needs `actions:write`. Recorded in the audit log as `purple_team:host_run_cancelled`."""
        result: _models.PurpleHostRun = self._client._send(Request("POST", f"/api/v1/purple-team/host-runs/{path_part(host_run_id)}/cancel"), "PurpleHostRun", options)
        return result

    def create(
        self,
        body: _models.HostRunCreate | _types.HostRunCreate,
        *,
        options: RequestOptions | None = None,
    ) -> _models.PurpleHostRun:
        """Request a run of an imported test on a host

        The test must be on the safe list, and `consent` is "run on HOST". svc sends nothing to the host: a person there runs `svc purple run ID` within 24 hours, reviews the commands, and confirms."""
        result: _models.PurpleHostRun = self._client._send(Request("POST", "/api/v1/purple-team/host-runs", body=body), "PurpleHostRun", options)
        return result

    def get(
        self,
        host_run_id: builtins.str,
        *,
        options: RequestOptions | None = None,
    ) -> _models.PurpleHostRun:
        """One run on a host with its result

        Needs `rules:read`."""
        result: _models.PurpleHostRun = self._client._send(Request("GET", f"/api/v1/purple-team/host-runs/{path_part(host_run_id)}"), "PurpleHostRun", options)
        return result

    def list(
        self,
        *,
        limit: builtins.int | None = None,
        cursor: builtins.str | None = None,
        options: RequestOptions | None = None,
    ) -> Pager[_models.PurpleHostRun, _models.PurpleHostRunPage]:
        """Runs on hosts, newest first

        Needs `rules:read`."""
        return Pager(self._client, Request("GET", "/api/v1/purple-team/host-runs", query={"limit": limit, "cursor": cursor}), "PurpleHostRunPage", options)

    def report(
        self,
        host_run_id: builtins.str,
        body: _models.HostRunReport | _types.HostRunReport,
        *,
        options: RequestOptions | None = None,
    ) -> _models.PurpleHostRun:
        """Report the result of a run as the runner on the host

        Needs `actions:write`. Recorded in the audit log as `purple_team:host_run_reported`."""
        result: _models.PurpleHostRun = self._client._send(Request("POST", f"/api/v1/purple-team/host-runs/{path_part(host_run_id)}/report", body=body), "PurpleHostRun", options)
        return result


class PurpleTeamRoundsResource(SyncResource):
    def list(
        self,
        *,
        limit: builtins.int | None = None,
        cursor: builtins.str | None = None,
        schedule: builtins.str | None = None,
        options: RequestOptions | None = None,
    ) -> Pager[_models.PurpleRound, _models.PurpleRoundPage]:
        """Rounds of scheduled tests with their results, newest first

        Needs `rules:read`."""
        return Pager(self._client, Request("GET", "/api/v1/purple-team/rounds", query={"limit": limit, "cursor": cursor, "schedule": schedule}), "PurpleRoundPage", options)


class PurpleTeamSchedulesResource(SyncResource):
    def create(
        self,
        body: _models.PurpleScheduleWrite | _types.PurpleScheduleWrite,
        *,
        options: RequestOptions | None = None,
    ) -> _models.PurpleSchedule:
        """Schedule tests of the catalogue

        A round that is still running when the next is due continues, and the next one starts an interval later. The latest 1000 rounds are kept."""
        result: _models.PurpleSchedule = self._client._send(Request("POST", "/api/v1/purple-team/schedules", body=body), "PurpleSchedule", options)
        return result

    def delete(
        self,
        schedule_id: builtins.str,
        *,
        options: RequestOptions | None = None,
    ) -> None:
        """Delete a schedule; its rounds stay

        Needs `rules:write`. Recorded in the audit log as `purple_team:schedule_deleted`."""
        self._client._send(Request("DELETE", f"/api/v1/purple-team/schedules/{path_part(schedule_id)}"), None, options)

    def list(
        self,
        *,
        limit: builtins.int | None = None,
        cursor: builtins.str | None = None,
        options: RequestOptions | None = None,
    ) -> Pager[_models.PurpleSchedule, _models.PurpleSchedulePage]:
        """Schedules of tests, newest first

        Needs `rules:read`."""
        return Pager(self._client, Request("GET", "/api/v1/purple-team/schedules", query={"limit": limit, "cursor": cursor}), "PurpleSchedulePage", options)

    def update(
        self,
        schedule_id: builtins.str,
        body: _models.PurpleScheduleWrite | _types.PurpleScheduleWrite,
        *,
        options: RequestOptions | None = None,
    ) -> _models.PurpleSchedule:
        """Change a schedule, or disable or enable it

        Needs `rules:write`. Recorded in the audit log as `purple_team:schedule_changed`."""
        result: _models.PurpleSchedule = self._client._send(Request("PUT", f"/api/v1/purple-team/schedules/{path_part(schedule_id)}", body=body), "PurpleSchedule", options)
        return result


class PurpleTeamTabletopResource(SyncResource):
    steps = lazy(lambda client: PurpleTeamTabletopStepsResource(client))

    def create(
        self,
        body: _models.TabletopCreate | _types.TabletopCreate,
        *,
        options: RequestOptions | None = None,
    ) -> _models.Tabletop:
        """Start a tabletop exercise

        Needs `rules:write`. Recorded in the audit log as `purple_team:tabletop_created`."""
        result: _models.Tabletop = self._client._send(Request("POST", "/api/v1/purple-team/tabletop", body=body), "Tabletop", options)
        return result

    def list(
        self,
        *,
        limit: builtins.int | None = None,
        cursor: builtins.str | None = None,
        options: RequestOptions | None = None,
    ) -> Pager[_models.Tabletop, _models.TabletopPage]:
        """Tabletop exercises with their steps, newest first

        Needs `cases:read`."""
        return Pager(self._client, Request("GET", "/api/v1/purple-team/tabletop", query={"limit": limit, "cursor": cursor}), "TabletopPage", options)

    def report(
        self,
        tabletop_id: builtins.str,
        *,
        options: RequestOptions | None = None,
    ) -> _models.TabletopReport:
        """Result of a tabletop exercise: answers, times, points and findings

        Needs `cases:read`."""
        result: _models.TabletopReport = self._client._send(Request("GET", f"/api/v1/purple-team/tabletop/{path_part(tabletop_id)}/report"), "TabletopReport", options)
        return result


class PurpleTeamTabletopStepsResource(SyncResource):
    def run(
        self,
        tabletop_id: builtins.str,
        body: _models.TabletopStepCreate | _types.TabletopStepCreate,
        *,
        options: RequestOptions | None = None,
    ) -> _models.TabletopStep:
        """Record the next step of an exercise

        An inject, and the end of an exercise, need the permission rules:write."""
        result: _models.TabletopStep = self._client._send(Request("POST", f"/api/v1/purple-team/tabletop/{path_part(tabletop_id)}/steps", body=body), "TabletopStep", options)
        return result

    def set_score(
        self,
        tabletop_id: builtins.str,
        step: builtins.str,
        body: _models.TabletopScore | _types.TabletopScore,
        *,
        options: RequestOptions | None = None,
    ) -> _models.TabletopScoredInject:
        """Score the answers to an inject of an exercise; a second score replaces the first

        Needs `rules:write`. Recorded in the audit log as `purple_team:inject_scored`."""
        result: _models.TabletopScoredInject = self._client._send(Request("PUT", f"/api/v1/purple-team/tabletop/{path_part(tabletop_id)}/steps/{path_part(step)}/score", body=body), "TabletopScoredInject", options)
        return result


class PushResource(SyncResource):
    subscriptions = lazy(lambda client: PushSubscriptionsResource(client))

    def public_key(
        self,
        *,
        options: RequestOptions | None = None,
    ) -> _models.PushPublicKey:
        """Public key for push subscriptions of browsers

        For every signed-in user."""
        result: _models.PushPublicKey = self._client._send(Request("GET", "/api/v1/push/public-key"), "PushPublicKey", options)
        return result

    def subscribe(
        self,
        body: _models.PushSubscribe | _types.PushSubscribe,
        *,
        options: RequestOptions | None = None,
    ) -> _models.PushSubscribed:
        """Subscribe this browser to push messages

        For every signed-in user. Recorded in the audit log as `push:subscribed`."""
        result: _models.PushSubscribed = self._client._send(Request("POST", "/api/v1/push/subscribe", body=body), "PushSubscribed", options)
        return result

    def test(
        self,
        *,
        options: RequestOptions | None = None,
    ) -> _models.PushTested:
        """Send a test message to the caller’s browsers now

        For every signed-in user."""
        result: _models.PushTested = self._client._send(Request("POST", "/api/v1/push/test", reads=True), "PushTested", options)
        return result

    def unsubscribe(
        self,
        body: _models.PushUnsubscribe | _types.PushUnsubscribe,
        *,
        options: RequestOptions | None = None,
    ) -> _models.PushUnsubscribed:
        """Unsubscribe a browser by its endpoint

        For every signed-in user. Recorded in the audit log as `push:unsubscribed`."""
        result: _models.PushUnsubscribed = self._client._send(Request("POST", "/api/v1/push/unsubscribe", body=body), "PushUnsubscribed", options)
        return result


class PushSubscriptionsResource(SyncResource):
    def create(
        self,
        body: _models.PushSubscribe | _types.PushSubscribe,
        *,
        options: RequestOptions | None = None,
    ) -> _models.PushSubscribed:
        """Subscribe this browser to push messages

        For every signed-in user. Recorded in the audit log as `push:subscribed`."""
        result: _models.PushSubscribed = self._client._send(Request("POST", "/api/v1/push/subscriptions", body=body), "PushSubscribed", options)
        return result

    def delete(
        self,
        id: builtins.str,
        *,
        options: RequestOptions | None = None,
    ) -> None:
        """Unsubscribe a browser from push messages

        For every signed-in user. Recorded in the audit log as `push:unsubscribed`."""
        self._client._send(Request("DELETE", f"/api/v1/push/subscriptions/{path_part(id)}"), None, options)

    def list(
        self,
        *,
        limit: builtins.int | None = None,
        cursor: builtins.str | None = None,
        options: RequestOptions | None = None,
    ) -> Pager[_models.PushSubscription, _models.PushSubscriptionPage]:
        """Subscribed browsers of the caller

        For every signed-in user."""
        return Pager(self._client, Request("GET", "/api/v1/push/subscriptions", query={"limit": limit, "cursor": cursor}), "PushSubscriptionPage", options)


class RbacResource(SyncResource):
    permissions = lazy(lambda client: RbacPermissionsResource(client))
    roles = lazy(lambda client: RbacRolesResource(client))
    users = lazy(lambda client: RbacUsersResource(client))


class RbacPermissionsResource(SyncResource):
    def create(
        self,
        body: _models.PermissionCreate | _types.PermissionCreate,
        *,
        options: RequestOptions | None = None,
    ) -> _models.Permission:
        """Create a permission of the tenant’s own for its roles and keys

        Needs `roles:write`. Recorded in the audit log as `permission:created`."""
        result: _models.Permission = self._client._send(Request("POST", "/api/v1/rbac/permissions", body=body, keyed=True), "Permission", options)
        return result

    def delete(
        self,
        id: builtins.str,
        *,
        options: RequestOptions | None = None,
    ) -> None:
        """Delete a permission of the tenant’s own; 409 while a role or an active key holds it

        Needs `roles:write`. Recorded in the audit log as `permission:deleted`."""
        self._client._send(Request("DELETE", f"/api/v1/rbac/permissions/{path_part(id)}"), None, options)

    def list(
        self,
        *,
        limit: builtins.int | None = None,
        cursor: builtins.str | None = None,
        options: RequestOptions | None = None,
    ) -> Pager[_models.Permission, _models.PermissionPage]:
        """All permissions: those of svc, then the tenant’s own by name

        Needs `roles:read`."""
        return Pager(self._client, Request("GET", "/api/v1/rbac/permissions", query={"limit": limit, "cursor": cursor}), "PermissionPage", options)

    def update(
        self,
        id: builtins.str,
        body: _models.PermissionPut | _types.PermissionPut,
        *,
        options: RequestOptions | None = None,
    ) -> _models.Permission:
        """Change the description of a permission of the tenant’s own; its name stays

        Needs `roles:write`. Recorded in the audit log as `permission:updated`."""
        result: _models.Permission = self._client._send(Request("PUT", f"/api/v1/rbac/permissions/{path_part(id)}", body=body), "Permission", options)
        return result


class RbacRolesResource(SyncResource):
    def create(
        self,
        body: _models.RolePut | _types.RolePut,
        *,
        options: RequestOptions | None = None,
    ) -> _models.Role:
        """Create a role

        Needs `roles:write`. Recorded in the audit log as `role:created`."""
        result: _models.Role = self._client._send(Request("POST", "/api/v1/rbac/roles", body=body, keyed=True), "Role", options)
        return result

    def delete(
        self,
        id: builtins.str,
        *,
        options: RequestOptions | None = None,
    ) -> None:
        """Delete a role

        Needs `roles:write`. Recorded in the audit log as `role:deleted`."""
        self._client._send(Request("DELETE", f"/api/v1/rbac/roles/{path_part(id)}"), None, options)

    def list(
        self,
        *,
        limit: builtins.int | None = None,
        cursor: builtins.str | None = None,
        options: RequestOptions | None = None,
    ) -> Pager[_models.Role, _models.RolePage]:
        """Roles: the tenant’s own, newest first, then the system roles

        Needs `roles:read`."""
        return Pager(self._client, Request("GET", "/api/v1/rbac/roles", query={"limit": limit, "cursor": cursor}), "RolePage", options)

    def update(
        self,
        id: builtins.str,
        body: _models.RolePut | _types.RolePut,
        *,
        options: RequestOptions | None = None,
    ) -> _models.Role:
        """Replace a role

        Needs `roles:write`. Recorded in the audit log as `role:updated`."""
        result: _models.Role = self._client._send(Request("PUT", f"/api/v1/rbac/roles/{path_part(id)}", body=body), "Role", options)
        return result


class RbacUsersResource(SyncResource):
    roles = lazy(lambda client: RbacUsersRolesResource(client))

    def effective_permissions(
        self,
        user_id: builtins.str,
        *,
        options: RequestOptions | None = None,
    ) -> _models.EffectivePermissions:
        """Effective permissions of a user, with the roles that grant them

        Needs `users:read`."""
        result: _models.EffectivePermissions = self._client._send(Request("GET", f"/api/v1/rbac/users/{path_part(user_id)}/effective-permissions"), "EffectivePermissions", options)
        return result


class RbacUsersRolesResource(SyncResource):
    def create(
        self,
        user_id: builtins.str,
        body: _models.RoleAssign | _types.RoleAssign,
        *,
        options: RequestOptions | None = None,
    ) -> _models.EffectivePermissions:
        """Assign a role to a user; repeating it changes nothing

        Needs `users:write`. Recorded in the audit log as `role:assigned`."""
        result: _models.EffectivePermissions = self._client._send(Request("POST", f"/api/v1/rbac/users/{path_part(user_id)}/roles", body=body), "EffectivePermissions", options)
        return result

    def delete(
        self,
        user_id: builtins.str,
        role_id: builtins.str,
        *,
        options: RequestOptions | None = None,
    ) -> None:
        """Remove a role from a user

        Needs `users:write`. Recorded in the audit log as `role:unassigned`."""
        self._client._send(Request("DELETE", f"/api/v1/rbac/users/{path_part(user_id)}/roles/{path_part(role_id)}"), None, options)


class RealtimeResource(SyncResource):
    def sse(
        self,
        *,
        token: builtins.str | None = None,
        channels: builtins.str | None = None,
        cursor: builtins.str | None = None,
        options: RequestOptions | None = None,
    ) -> Download:
        """Stream the events of a tenant as Server-Sent Events

        Public: the ticket identifies the caller. `/api/v1/realtime/ws` and `/api/v1/realtime/ws/{channel}` send the same over a WebSocket."""
        return self._client._download(Request("GET", "/api/v1/realtime/sse", query={"token": token, "channels": channels, "cursor": cursor}, public=True), options)

    def ticket(
        self,
        *,
        options: RequestOptions | None = None,
    ) -> _models.StreamTicket:
        """Get a ticket for one stream

        For every signed-in user."""
        result: _models.StreamTicket = self._client._send(Request("POST", "/api/v1/realtime/ticket", reads=True), "StreamTicket", options)
        return result


class ReportSchedulesResource(SyncResource):
    def create(
        self,
        body: _models.ReportSchedulePut | _types.ReportSchedulePut,
        *,
        options: RequestOptions | None = None,
    ) -> _models.ShownReportSchedule:
        """Create a schedule that makes and mails a report every day, week or month

        Needs `reports:write`. Recorded in the audit log as `report_schedule:created`."""
        result: _models.ShownReportSchedule = self._client._send(Request("POST", "/api/v1/report-schedules", body=body), "ShownReportSchedule", options)
        return result

    def delete(
        self,
        id: builtins.str,
        *,
        options: RequestOptions | None = None,
    ) -> None:
        """Delete a report schedule; its reports stay

        Needs `reports:write`. Recorded in the audit log as `report_schedule:deleted`."""
        self._client._send(Request("DELETE", f"/api/v1/report-schedules/{path_part(id)}"), None, options)

    def list(
        self,
        *,
        limit: builtins.int | None = None,
        cursor: builtins.str | None = None,
        options: RequestOptions | None = None,
    ) -> Pager[_models.ReportSchedule, _models.ReportSchedulePage]:
        """Report schedules, by name

        Needs `reports:read`."""
        return Pager(self._client, Request("GET", "/api/v1/report-schedules", query={"limit": limit, "cursor": cursor}), "ReportSchedulePage", options)

    def update(
        self,
        id: builtins.str,
        body: _models.ReportSchedulePut | _types.ReportSchedulePut,
        *,
        options: RequestOptions | None = None,
    ) -> _models.ShownReportSchedule:
        """Replace a report schedule; its next run is computed from now

        Needs `reports:write`. Recorded in the audit log as `report_schedule:changed`."""
        result: _models.ShownReportSchedule = self._client._send(Request("PUT", f"/api/v1/report-schedules/{path_part(id)}", body=body), "ShownReportSchedule", options)
        return result


class ReportsResource(SyncResource):
    def create(
        self,
        body: _models.ReportPost | _types.ReportPost,
        *,
        options: RequestOptions | None = None,
    ) -> _models.WholeReport:
        """Create a report of the last whole days or of a month now, without mailing it

        Needs `reports:write`. Recorded in the audit log as `report:made`."""
        result: _models.WholeReport = self._client._send(Request("POST", "/api/v1/reports", body=body), "WholeReport", options)
        return result

    def get(
        self,
        id: builtins.str,
        *,
        options: RequestOptions | None = None,
    ) -> _models.ReportWithMails:
        """One report with its figures and the delivery of its mails

        Needs `reports:read`."""
        result: _models.ReportWithMails = self._client._send(Request("GET", f"/api/v1/reports/{path_part(id)}"), "ReportWithMails", options)
        return result

    def list(
        self,
        *,
        limit: builtins.int | None = None,
        cursor: builtins.str | None = None,
        options: RequestOptions | None = None,
    ) -> Pager[_models.Report, _models.ReportPage]:
        """Reports, newest first

        Needs `reports:read`."""
        return Pager(self._client, Request("GET", "/api/v1/reports", query={"limit": limit, "cursor": cursor}), "ReportPage", options)


class ResponseResource(SyncResource):
    executors = lazy(lambda client: ResponseExecutorsResource(client))
    targets = lazy(lambda client: ResponseTargetsResource(client))

    def block_list(
        self,
        *,
        kind: Literal["ip", "domain", "url", "hash"] | None = None,
        options: RequestOptions | None = None,
    ) -> Download:
        """Block list for firewalls, proxies and resolvers: one value per line; 304 when unchanged

        Needs `actions:read`."""
        return self._client._download(Request("GET", "/api/v1/response/block-list", query={"kind": kind}), options)


class ResponseExecutorsResource(SyncResource):
    def create(
        self,
        body: _models.ResponseExecutorCreate | _types.ResponseExecutorCreate,
        *,
        options: RequestOptions | None = None,
    ) -> _models.ResponseExecutor:
        """Connect an executor

        Needs `settings:write`. Recorded in the audit log as `response_executor:created`."""
        result: _models.ResponseExecutor = self._client._send(Request("POST", "/api/v1/response/executors", body=body), "ResponseExecutor", options)
        return result

    def delete(
        self,
        executor_id: builtins.str,
        *,
        options: RequestOptions | None = None,
    ) -> None:
        """Disconnect an executor

        Needs `settings:write`. Recorded in the audit log as `response_executor:deleted`."""
        self._client._send(Request("DELETE", f"/api/v1/response/executors/{path_part(executor_id)}"), None, options)

    def list(
        self,
        *,
        limit: builtins.int | None = None,
        cursor: builtins.str | None = None,
        options: RequestOptions | None = None,
    ) -> Pager[_models.ResponseExecutor, _models.ResponseExecutorPage]:
        """Executors of actions

        Needs `settings:read`."""
        return Pager(self._client, Request("GET", "/api/v1/response/executors", query={"limit": limit, "cursor": cursor}), "ResponseExecutorPage", options)

    def ticket_hook(
        self,
        executor_id: builtins.str,
        *,
        options: RequestOptions | None = None,
    ) -> _models.TicketHook:
        """Create a webhook address and secret for ticket changes in Jira or ServiceNow; replaces the previous one

        Jira signs with the secret (X-Hub-Signature); a business rule of ServiceNow sends it as Authorization: Bearer with {"number": ...}."""
        result: _models.TicketHook = self._client._send(Request("POST", f"/api/v1/response/executors/{path_part(executor_id)}/ticket-hook"), "TicketHook", options)
        return result


class ResponseTargetsResource(SyncResource):
    def create(
        self,
        body: _models.ResponseTargetRuleCreate | _types.ResponseTargetRuleCreate,
        *,
        options: RequestOptions | None = None,
    ) -> _models.ResponseTargetRule:
        """Add an entry to a list of targets

        Needs `settings:write`. Recorded in the audit log as `response_target:created`."""
        result: _models.ResponseTargetRule = self._client._send(Request("POST", "/api/v1/response/targets", body=body), "ResponseTargetRule", options)
        return result

    def delete(
        self,
        target_id: builtins.str,
        *,
        options: RequestOptions | None = None,
    ) -> None:
        """Remove an entry from a list of targets

        Needs `settings:write`. Recorded in the audit log as `response_target:deleted`."""
        self._client._send(Request("DELETE", f"/api/v1/response/targets/{path_part(target_id)}"), None, options)

    def list(
        self,
        *,
        limit: builtins.int | None = None,
        cursor: builtins.str | None = None,
        options: RequestOptions | None = None,
    ) -> Pager[_models.ResponseTargetRule, _models.ResponseTargetRulePage]:
        """Lists of targets that actions must never affect, or may affect exclusively

        Needs `actions:read`."""
        return Pager(self._client, Request("GET", "/api/v1/response/targets", query={"limit": limit, "cursor": cursor}), "ResponseTargetRulePage", options)


class RulesResource(SyncResource):
    overlay = lazy(lambda client: RulesOverlayResource(client))
    overlays = lazy(lambda client: RulesOverlaysResource(client))
    placeholders = lazy(lambda client: RulesPlaceholdersResource(client))
    suppressions = lazy(lambda client: RulesSuppressionsResource(client))
    versions = lazy(lambda client: RulesVersionsResource(client))

    def activity(
        self,
        *,
        hours: builtins.int | None = None,
        options: RequestOptions | None = None,
    ) -> _models.RuleActivity:
        """Recent hits of rules, with the verdicts of people on their alerts

        Needs `rules:read`."""
        result: _models.RuleActivity = self._client._send(Request("GET", "/api/v1/rules/activity", query={"hours": hours}), "RuleActivity", options)
        return result

    def backtest(
        self,
        id: builtins.str,
        body: _models.RuleBackTest | _types.RuleBackTest,
        *,
        options: RequestOptions | None = None,
    ) -> _models.RuleBackTestResult:
        """Test a rule against the events of the last days

        Needs `rules:read`. Recorded in the audit log as `rule:backtested`."""
        result: _models.RuleBackTestResult = self._client._send(Request("POST", f"/api/v1/rules/{path_part(id)}/backtest", body=body), "RuleBackTestResult", options)
        return result

    def check(
        self,
        body: _models.RuleCheck | _types.RuleCheck,
        *,
        options: RequestOptions | None = None,
    ) -> _models.RuleChecked:
        """Check the text of a rule, and explain which sample events it matches

        For editors: nothing is stored."""
        result: _models.RuleChecked = self._client._send(Request("POST", "/api/v1/rules/check", body=body, reads=True), "RuleChecked", options)
        return result

    def coverage(
        self,
        *,
        hours: builtins.int | None = None,
        gaps: builtins.bool | None = None,
        options: RequestOptions | None = None,
    ) -> _models.AttackMatrix:
        """List the ATT&CK techniques of the rules in force, with their recent hits

        Needs `rules:read`."""
        result: _models.AttackMatrix = self._client._send(Request("GET", "/api/v1/rules/coverage", query={"hours": hours, "gaps": gaps}), "AttackMatrix", options)
        return result

    def create(
        self,
        body: _models.RuleCreate | _types.RuleCreate,
        *,
        options: RequestOptions | None = None,
    ) -> _models.RuleChanged:
        """Create a rule; takes effect within seconds

        Needs `rules:write`. Recorded in the audit log as `rule:created`."""
        result: _models.RuleChanged = self._client._send(Request("POST", "/api/v1/rules", body=body, keyed=True), "RuleChanged", options)
        return result

    def delete(
        self,
        id: builtins.str,
        *,
        options: RequestOptions | None = None,
    ) -> None:
        """Delete a rule and its versions

        Needs `rules:write`. Recorded in the audit log as `rule:deleted`."""
        self._client._send(Request("DELETE", f"/api/v1/rules/{path_part(id)}"), None, options)

    def disable(
        self,
        id: builtins.str,
        *,
        options: RequestOptions | None = None,
    ) -> _models.RuleSwitched:
        """Disable a rule, one of the tenant's own or a built-in one

        Needs `rules:write`. Recorded in the audit log as `rule:disabled`."""
        result: _models.RuleSwitched = self._client._send(Request("POST", f"/api/v1/rules/{path_part(id)}/disable"), "RuleSwitched", options)
        return result

    def enable(
        self,
        id: builtins.str,
        *,
        options: RequestOptions | None = None,
    ) -> _models.RuleSwitched:
        """Enable a rule, one of the tenant's own or a built-in one

        Needs `rules:write`. Recorded in the audit log as `rule:enabled`."""
        result: _models.RuleSwitched = self._client._send(Request("POST", f"/api/v1/rules/{path_part(id)}/enable"), "RuleSwitched", options)
        return result

    def get(
        self,
        id: builtins.str,
        *,
        options: RequestOptions | None = None,
    ) -> _models.RuleDetail:
        """One rule with its text

        Needs `rules:read`."""
        result: _models.RuleDetail = self._client._send(Request("GET", f"/api/v1/rules/{path_part(id)}"), "RuleDetail", options)
        return result

    def import_(
        self,
        body: _models.RuleImport | _types.RuleImport,
        *,
        options: RequestOptions | None = None,
    ) -> _models.RuleImportReport:
        """Import rule files; faulty rules are reported and left out, the others are imported

        Needs `rules:write`. Recorded in the audit log as `rule:imported`."""
        result: _models.RuleImportReport = self._client._send(Request("POST", "/api/v1/rules/import", body=body), "RuleImportReport", options)
        return result

    def list(
        self,
        *,
        limit: builtins.int | None = None,
        cursor: builtins.str | None = None,
        is_builtin: builtins.bool | None = None,
        language: Literal["sigma", "eql", "kql", "yara"] | None = None,
        severity: Literal["informational", "low", "medium", "high", "critical"] | None = None,
        enabled: builtins.bool | None = None,
        search: builtins.str | None = None,
        options: RequestOptions | None = None,
    ) -> Pager[_models.Rule, _models.RulePage]:
        """Rules: the tenant’s own, newest first, then built-in ones

        Needs `rules:read`."""
        return Pager(self._client, Request("GET", "/api/v1/rules", query={"limit": limit, "cursor": cursor, "is_builtin": is_builtin, "language": language, "severity": severity, "enabled": enabled, "search": search}), "RulePage", options)

    def test(
        self,
        id: builtins.str,
        body: _models.RuleTest | _types.RuleTest,
        *,
        options: RequestOptions | None = None,
    ) -> _models.RuleTestResult:
        """Run a rule over given events, and explain why it matches or does not

        Needs `rules:read`."""
        result: _models.RuleTestResult = self._client._send(Request("POST", f"/api/v1/rules/{path_part(id)}/test", body=body, reads=True), "RuleTestResult", options)
        return result

    def update(
        self,
        id: builtins.str,
        body: _models.RuleReplace | _types.RuleReplace,
        *,
        options: RequestOptions | None = None,
    ) -> _models.RuleChanged:
        """Replace the text of a rule

        Needs `rules:write`. Recorded in the audit log as `rule:updated`."""
        result: _models.RuleChanged = self._client._send(Request("PUT", f"/api/v1/rules/{path_part(id)}", body=body), "RuleChanged", options)
        return result


class RulesOverlayResource(SyncResource):
    def delete(
        self,
        id: builtins.str,
        *,
        options: RequestOptions | None = None,
    ) -> None:
        """Remove the overlay of a rule

        Needs `rules:write`. Recorded in the audit log as `rule:overlay_deleted`."""
        self._client._send(Request("DELETE", f"/api/v1/rules/{path_part(id)}/overlay"), None, options)

    def get(
        self,
        id: builtins.str,
        *,
        options: RequestOptions | None = None,
    ) -> _models.Overlay:
        """The overlay of a rule

        Needs `rules:read`."""
        result: _models.Overlay = self._client._send(Request("GET", f"/api/v1/rules/{path_part(id)}/overlay"), "Overlay", options)
        return result

    def update(
        self,
        id: builtins.str,
        body: _models.OverlayPut | _types.OverlayPut,
        *,
        options: RequestOptions | None = None,
    ) -> _models.Overlay:
        """Set the whole overlay of a rule; takes effect within seconds

        Needs `rules:write`. Recorded in the audit log as `rule:overlay_set`."""
        result: _models.Overlay = self._client._send(Request("PUT", f"/api/v1/rules/{path_part(id)}/overlay", body=body), "Overlay", options)
        return result


class RulesOverlaysResource(SyncResource):
    def list(
        self,
        *,
        limit: builtins.int | None = None,
        cursor: builtins.str | None = None,
        options: RequestOptions | None = None,
    ) -> Pager[_models.Overlay, _models.OverlayPage]:
        """Overlays, by rule

        Needs `rules:read`."""
        return Pager(self._client, Request("GET", "/api/v1/rules/overlays", query={"limit": limit, "cursor": cursor}), "OverlayPage", options)


class RulesPlaceholdersResource(SyncResource):
    def get(
        self,
        *,
        options: RequestOptions | None = None,
    ) -> _models.RulePlaceholders:
        """Values of the placeholders in the tenant’s Sigma rules

        Needs `rules:read`."""
        result: _models.RulePlaceholders = self._client._send(Request("GET", "/api/v1/rules/placeholders"), "RulePlaceholders", options)
        return result

    def update(
        self,
        body: _models.RulePlaceholders | _types.RulePlaceholders,
        *,
        options: RequestOptions | None = None,
    ) -> _models.RulePlaceholders:
        """Set all placeholders; takes effect within seconds

        Needs `rules:write`. Recorded in the audit log as `rule:placeholders_set`."""
        result: _models.RulePlaceholders = self._client._send(Request("PUT", "/api/v1/rules/placeholders", body=body), "RulePlaceholders", options)
        return result


class RulesSuppressionsResource(SyncResource):
    def create(
        self,
        body: _models.RuleSuppressionCreate | _types.RuleSuppressionCreate,
        *,
        options: RequestOptions | None = None,
    ) -> _models.RuleSuppression:
        """Suppress a rule for some values of a field, for a time

        The values are added to the allowlists of the rule’s overlay, and removed when the suppression ends; entries from before stay. A value such as 10.0.0.0/8 matches the addresses in it."""
        result: _models.RuleSuppression = self._client._send(Request("POST", "/api/v1/rules/suppressions", body=body), "RuleSuppression", options)
        return result

    def end(
        self,
        id: builtins.str,
        *,
        options: RequestOptions | None = None,
    ) -> _models.RuleSuppression:
        """End a suppression early; the rule matches these values again

        Needs `rules:write`. Recorded in the audit log as `rule:suppression_ended`."""
        result: _models.RuleSuppression = self._client._send(Request("POST", f"/api/v1/rules/suppressions/{path_part(id)}/end"), "RuleSuppression", options)
        return result

    def list(
        self,
        *,
        limit: builtins.int | None = None,
        cursor: builtins.str | None = None,
        options: RequestOptions | None = None,
    ) -> Pager[_models.RuleSuppression, _models.RuleSuppressionPage]:
        """Suppressions: active ones first, then the newest

        Needs `rules:read`."""
        return Pager(self._client, Request("GET", "/api/v1/rules/suppressions", query={"limit": limit, "cursor": cursor}), "RuleSuppressionPage", options)


class RulesVersionsResource(SyncResource):
    def list(
        self,
        id: builtins.str,
        *,
        limit: builtins.int | None = None,
        cursor: builtins.str | None = None,
        options: RequestOptions | None = None,
    ) -> Pager[_models.RuleVersion, _models.RuleVersionPage]:
        """List earlier versions of a rule, newest first

        Needs `rules:read`."""
        return Pager(self._client, Request("GET", f"/api/v1/rules/{path_part(id)}/versions", query={"limit": limit, "cursor": cursor}), "RuleVersionPage", options)


class SandboxResource(SyncResource):
    analyses = lazy(lambda client: SandboxAnalysesResource(client))
    providers = lazy(lambda client: SandboxProvidersResource(client))
    submissions = lazy(lambda client: SandboxSubmissionsResource(client))

    def files(
        self,
        body: _models.SandboxFile | _types.SandboxFile,
        *,
        options: RequestOptions | None = None,
    ) -> _models.SandboxResult:
        """Look a file up, and submit it when no sandbox knows it and the policy permits it

        Needs `threat_intel:write`. Recorded in the audit log as `sandbox:file`."""
        result: _models.SandboxResult = self._client._send(Request("POST", "/api/v1/sandbox/files", body=body), "SandboxResult", options)
        return result

    def lookup(
        self,
        body: _models.SandboxLookup | _types.SandboxLookup,
        *,
        options: RequestOptions | None = None,
    ) -> _models.SandboxResult:
        """Look a file up in a sandbox by its hash, without uploading it

        Needs `threat_intel:read`. Recorded in the audit log as `sandbox:lookup`."""
        result: _models.SandboxResult = self._client._send(Request("POST", "/api/v1/sandbox/lookup", body=body), "SandboxResult", options)
        return result

    def set_consent(
        self,
        body: _models.SandboxConsentPut | _types.SandboxConsentPut,
        *,
        options: RequestOptions | None = None,
    ) -> _models.SandboxConsent:
        """Consent to uploads to a sandbox, or withdraw the consent

        Needs `settings:write`. Recorded in the audit log as `sandbox:consent`."""
        result: _models.SandboxConsent = self._client._send(Request("PUT", "/api/v1/sandbox/consent", body=body), "SandboxConsent", options)
        return result

    def urls(
        self,
        body: _models.SandboxUrl | _types.SandboxUrl,
        *,
        options: RequestOptions | None = None,
    ) -> _models.SandboxResult:
        """Submit an address to a sandbox

        Needs `threat_intel:write`. Recorded in the audit log as `sandbox:url`."""
        result: _models.SandboxResult = self._client._send(Request("POST", "/api/v1/sandbox/urls", body=body), "SandboxResult", options)
        return result


class SandboxAnalysesResource(SyncResource):
    def get(
        self,
        provider: builtins.str,
        handle: builtins.str,
        *,
        options: RequestOptions | None = None,
    ) -> _models.SandboxReport:
        """Show the progress and result of an analysis that this tenant requested

        Needs `threat_intel:read`."""
        result: _models.SandboxReport = self._client._send(Request("GET", f"/api/v1/sandbox/analyses/{path_part(provider)}/{path_part(handle)}"), "SandboxReport", options)
        return result


class SandboxProvidersResource(SyncResource):
    def list(
        self,
        *,
        limit: builtins.int | None = None,
        cursor: builtins.str | None = None,
        options: RequestOptions | None = None,
    ) -> Pager[_models.SandboxProvider, _models.SandboxProviderPage]:
        """Sandboxes, with the reason when one cannot be used, and the consents of the tenant

        Needs `threat_intel:read`."""
        return Pager(self._client, Request("GET", "/api/v1/sandbox/providers", query={"limit": limit, "cursor": cursor}), "SandboxProviderPage", options)


class SandboxSubmissionsResource(SyncResource):
    def list(
        self,
        *,
        limit: builtins.int | None = None,
        cursor: builtins.str | None = None,
        options: RequestOptions | None = None,
    ) -> Pager[_models.SandboxSubmission, _models.SandboxSubmissionPage]:
        """List submissions to sandboxes, newest first

        Needs `threat_intel:read`."""
        return Pager(self._client, Request("GET", "/api/v1/sandbox/submissions", query={"limit": limit, "cursor": cursor}), "SandboxSubmissionPage", options)


class SchemaDriftResource(SyncResource):
    def list(
        self,
        *,
        limit: builtins.int | None = None,
        cursor: builtins.str | None = None,
        source: builtins.str | None = None,
        kind: Literal["new", "vanished", "untracked"] | None = None,
        since: datetime | builtins.str | None = None,
        until: datetime | builtins.str | None = None,
        options: RequestOptions | None = None,
    ) -> Pager[_models.SchemaDrift, _models.SchemaDriftPage]:
        """Schema drift of sources: added and missing fields, latest first

        Needs `connectors:read`."""
        return Pager(self._client, Request("GET", "/api/v1/schema-drift", query={"limit": limit, "cursor": cursor, "source": source, "kind": kind, "since": since, "until": until}), "SchemaDriftPage", options)


class ScimResource(SyncResource):
    groups = lazy(lambda client: ScimGroupsResource(client))
    resource_types = lazy(lambda client: ScimResourceTypesResource(client))
    schemas = lazy(lambda client: ScimSchemasResource(client))
    users = lazy(lambda client: ScimUsersResource(client))

    def service_provider_config(
        self,
        *,
        options: RequestOptions | None = None,
    ) -> _models.ScimDocument:
        """SCIM features of the service

        For a directory, with a provisioning token."""
        result: _models.ScimDocument = self._client._send(Request("GET", "/scim/v2/ServiceProviderConfig"), "ScimDocument", options)
        return result


class ScimGroupsResource(SyncResource):
    def create(
        self,
        body: _models.ScimResourceBody | _types.ScimResourceBody,
        *,
        attributes: builtins.str | None = None,
        excluded_attributes: builtins.str | None = None,
        options: RequestOptions | None = None,
    ) -> _models.ScimResource:
        """Create a group; its name determines the role it grants

        For a directory, with a provisioning token. Recorded in the audit log as `scim:group:create`."""
        result: _models.ScimResource = self._client._send(Request("POST", "/scim/v2/Groups", query={"attributes": attributes, "excludedAttributes": excluded_attributes}, body=body, media="application/scim+json"), "ScimResource", options)
        return result

    def delete(
        self,
        id: builtins.str,
        *,
        options: RequestOptions | None = None,
    ) -> None:
        """Delete a group; its members lose the roles it granted

        For a directory, with a provisioning token. Recorded in the audit log as `scim:group:delete`."""
        self._client._send(Request("DELETE", f"/scim/v2/Groups/{path_part(id)}"), None, options)

    def get(
        self,
        id: builtins.str,
        *,
        attributes: builtins.str | None = None,
        excluded_attributes: builtins.str | None = None,
        options: RequestOptions | None = None,
    ) -> _models.ScimResource:
        """One group

        For a directory, with a provisioning token."""
        result: _models.ScimResource = self._client._send(Request("GET", f"/scim/v2/Groups/{path_part(id)}", query={"attributes": attributes, "excludedAttributes": excluded_attributes}), "ScimResource", options)
        return result

    def list(
        self,
        *,
        filter: builtins.str | None = None,
        start_index: builtins.str | None = None,
        count: builtins.str | None = None,
        attributes: builtins.str | None = None,
        excluded_attributes: builtins.str | None = None,
        options: RequestOptions | None = None,
    ) -> _models.ScimList:
        """Groups of the directory, oldest first

        For a directory, with a provisioning token."""
        result: _models.ScimList = self._client._send(Request("GET", "/scim/v2/Groups", query={"filter": filter, "startIndex": start_index, "count": count, "attributes": attributes, "excludedAttributes": excluded_attributes}), "ScimList", options)
        return result

    def replace(
        self,
        id: builtins.str,
        body: _models.ScimResourceBody | _types.ScimResourceBody,
        *,
        attributes: builtins.str | None = None,
        excluded_attributes: builtins.str | None = None,
        options: RequestOptions | None = None,
    ) -> _models.ScimResource:
        """Replace a group and its members

        For a directory, with a provisioning token. Recorded in the audit log as `scim:group:replace`."""
        result: _models.ScimResource = self._client._send(Request("PUT", f"/scim/v2/Groups/{path_part(id)}", query={"attributes": attributes, "excludedAttributes": excluded_attributes}, body=body, media="application/scim+json"), "ScimResource", options)
        return result

    def search(
        self,
        body: _models.ScimSearch | _types.ScimSearch,
        *,
        options: RequestOptions | None = None,
    ) -> _models.ScimList:
        """Search groups of the directory, with the query in the body

        For a directory, with a provisioning token."""
        result: _models.ScimList = self._client._send(Request("POST", "/scim/v2/Groups/.search", body=body, media="application/scim+json", reads=True), "ScimList", options)
        return result

    def update(
        self,
        id: builtins.str,
        body: _models.ScimPatch | _types.ScimPatch,
        *,
        attributes: builtins.str | None = None,
        excluded_attributes: builtins.str | None = None,
        options: RequestOptions | None = None,
    ) -> _models.ScimResource:
        """Change a group; 204, or the group when attributes are requested

        For a directory, with a provisioning token. Recorded in the audit log as `scim:group:patch`."""
        result: _models.ScimResource = self._client._send(Request("PATCH", f"/scim/v2/Groups/{path_part(id)}", query={"attributes": attributes, "excludedAttributes": excluded_attributes}, body=body, media="application/scim+json"), "ScimResource", options)
        return result


class ScimResourceTypesResource(SyncResource):
    def get(
        self,
        id: builtins.str,
        *,
        options: RequestOptions | None = None,
    ) -> _models.ScimDocument:
        """One kind of resource

        For a directory, with a provisioning token."""
        result: _models.ScimDocument = self._client._send(Request("GET", f"/scim/v2/ResourceTypes/{path_part(id)}"), "ScimDocument", options)
        return result

    def list(
        self,
        *,
        options: RequestOptions | None = None,
    ) -> _models.ScimList:
        """Kinds of resources

        For a directory, with a provisioning token."""
        result: _models.ScimList = self._client._send(Request("GET", "/scim/v2/ResourceTypes"), "ScimList", options)
        return result


class ScimSchemasResource(SyncResource):
    def get(
        self,
        id: builtins.str,
        *,
        options: RequestOptions | None = None,
    ) -> _models.ScimDocument:
        """One schema

        For a directory, with a provisioning token."""
        result: _models.ScimDocument = self._client._send(Request("GET", f"/scim/v2/Schemas/{path_part(id)}"), "ScimDocument", options)
        return result

    def list(
        self,
        *,
        options: RequestOptions | None = None,
    ) -> _models.ScimList:
        """Attributes of all resources

        For a directory, with a provisioning token."""
        result: _models.ScimList = self._client._send(Request("GET", "/scim/v2/Schemas"), "ScimList", options)
        return result


class ScimUsersResource(SyncResource):
    def create(
        self,
        body: _models.ScimResourceBody | _types.ScimResourceBody,
        *,
        attributes: builtins.str | None = None,
        excluded_attributes: builtins.str | None = None,
        options: RequestOptions | None = None,
    ) -> _models.ScimResource:
        """Create a user

        For a directory, with a provisioning token. Recorded in the audit log as `scim:user:create`."""
        result: _models.ScimResource = self._client._send(Request("POST", "/scim/v2/Users", query={"attributes": attributes, "excludedAttributes": excluded_attributes}, body=body, media="application/scim+json"), "ScimResource", options)
        return result

    def delete(
        self,
        id: builtins.str,
        *,
        options: RequestOptions | None = None,
    ) -> None:
        """Deprovision a user; the account stays, inactive. 409 when a legal hold keeps its record; the access ends nevertheless

        For a directory, with a provisioning token. Recorded in the audit log as `scim:user:delete`."""
        self._client._send(Request("DELETE", f"/scim/v2/Users/{path_part(id)}"), None, options)

    def get(
        self,
        id: builtins.str,
        *,
        attributes: builtins.str | None = None,
        excluded_attributes: builtins.str | None = None,
        options: RequestOptions | None = None,
    ) -> _models.ScimResource:
        """One user

        For a directory, with a provisioning token."""
        result: _models.ScimResource = self._client._send(Request("GET", f"/scim/v2/Users/{path_part(id)}", query={"attributes": attributes, "excludedAttributes": excluded_attributes}), "ScimResource", options)
        return result

    def list(
        self,
        *,
        filter: builtins.str | None = None,
        start_index: builtins.str | None = None,
        count: builtins.str | None = None,
        attributes: builtins.str | None = None,
        excluded_attributes: builtins.str | None = None,
        options: RequestOptions | None = None,
    ) -> _models.ScimList:
        """Users of the tenant, oldest first

        For a directory, with a provisioning token."""
        result: _models.ScimList = self._client._send(Request("GET", "/scim/v2/Users", query={"filter": filter, "startIndex": start_index, "count": count, "attributes": attributes, "excludedAttributes": excluded_attributes}), "ScimList", options)
        return result

    def replace(
        self,
        id: builtins.str,
        body: _models.ScimResourceBody | _types.ScimResourceBody,
        *,
        attributes: builtins.str | None = None,
        excluded_attributes: builtins.str | None = None,
        options: RequestOptions | None = None,
    ) -> _models.ScimResource:
        """Replace a user; missing members are cleared, except `active`

        For a directory, with a provisioning token. Recorded in the audit log as `scim:user:replace`."""
        result: _models.ScimResource = self._client._send(Request("PUT", f"/scim/v2/Users/{path_part(id)}", query={"attributes": attributes, "excludedAttributes": excluded_attributes}, body=body, media="application/scim+json"), "ScimResource", options)
        return result

    def search(
        self,
        body: _models.ScimSearch | _types.ScimSearch,
        *,
        options: RequestOptions | None = None,
    ) -> _models.ScimList:
        """Search users of the tenant, with the query in the body

        For a directory, with a provisioning token."""
        result: _models.ScimList = self._client._send(Request("POST", "/scim/v2/Users/.search", body=body, media="application/scim+json", reads=True), "ScimList", options)
        return result

    def update(
        self,
        id: builtins.str,
        body: _models.ScimPatch | _types.ScimPatch,
        *,
        attributes: builtins.str | None = None,
        excluded_attributes: builtins.str | None = None,
        options: RequestOptions | None = None,
    ) -> _models.ScimResource:
        """Change a user; active false ends its sessions and API keys permanently

        For a directory, with a provisioning token. Recorded in the audit log as `scim:user:patch`."""
        result: _models.ScimResource = self._client._send(Request("PATCH", f"/scim/v2/Users/{path_part(id)}", query={"attributes": attributes, "excludedAttributes": excluded_attributes}, body=body, media="application/scim+json"), "ScimResource", options)
        return result


class ScimTokensResource(SyncResource):
    def create(
        self,
        body: _models.ProvisioningTokenCreate | _types.ProvisioningTokenCreate,
        *,
        options: RequestOptions | None = None,
    ) -> _models.NewProvisioningToken:
        """Create a provisioning token; needs all permissions of a tenant_admin, because the token can create one

        Needs `settings:write`. Recorded in the audit log as `scim:token:create`."""
        result: _models.NewProvisioningToken = self._client._send(Request("POST", "/api/v1/scim-tokens", body=body), "NewProvisioningToken", options)
        return result

    def delete(
        self,
        id: builtins.str,
        *,
        options: RequestOptions | None = None,
    ) -> None:
        """Revoke a provisioning token

        Needs `settings:write`. Recorded in the audit log as `scim:token:revoke`."""
        self._client._send(Request("DELETE", f"/api/v1/scim-tokens/{path_part(id)}"), None, options)

    def list(
        self,
        *,
        limit: builtins.int | None = None,
        cursor: builtins.str | None = None,
        options: RequestOptions | None = None,
    ) -> Pager[_models.ProvisioningToken, _models.ProvisioningTokenPage]:
        """Provisioning tokens, newest first

        Needs `settings:read`."""
        return Pager(self._client, Request("GET", "/api/v1/scim-tokens", query={"limit": limit, "cursor": cursor}), "ProvisioningTokenPage", options)

    def rotate(
        self,
        id: builtins.str,
        body: _models.ProvisioningTokenRotate | _types.ProvisioningTokenRotate,
        *,
        options: RequestOptions | None = None,
    ) -> _models.NewProvisioningToken:
        """Replace the secret; the old one works for a while

        Needs `settings:write`. Recorded in the audit log as `scim:token:rotate`."""
        result: _models.NewProvisioningToken = self._client._send(Request("POST", f"/api/v1/scim-tokens/{path_part(id)}/rotate", body=body), "NewProvisioningToken", options)
        return result


class SlaResource(SyncResource):
    configs = lazy(lambda client: SlaConfigsResource(client))
    events = lazy(lambda client: SlaEventsResource(client))

    def forecast(
        self,
        *,
        limit: builtins.int | None = None,
        options: RequestOptions | None = None,
    ) -> _models.SlaForecast:
        """Probability that open cases miss their targets, in the order in which taking them saves most

        The next days are simulated with the waiting cases, the usual new cases and the people on duty. `expected_penalty` is the probability times the cost of a missed target of the severity (10, 5, 2, 1 and 0.5); `saved_per_hour`, the sort key, is the reduction from taking the case next."""
        result: _models.SlaForecast = self._client._send(Request("GET", "/api/v1/sla/forecast", query={"limit": limit}), "SlaForecast", options)
        return result


class SlaConfigsResource(SyncResource):
    def list(
        self,
        *,
        limit: builtins.int | None = None,
        cursor: builtins.str | None = None,
        options: RequestOptions | None = None,
    ) -> Pager[_models.SlaConfig, _models.SlaConfigPage]:
        """Targets of alerts, one for each severity; null where none is set

        Needs `alerts:read`."""
        return Pager(self._client, Request("GET", "/api/v1/sla/configs", query={"limit": limit, "cursor": cursor}), "SlaConfigPage", options)

    def update(
        self,
        config_id: builtins.str,
        body: _models.SlaConfigUpdate | _types.SlaConfigUpdate,
        *,
        options: RequestOptions | None = None,
    ) -> _models.SlaConfig:
        """Set the targets of a severity, by the id of its configuration or its name

        Needs `soc:write`. Recorded in the audit log as `sla_config:updated`."""
        result: _models.SlaConfig = self._client._send(Request("PUT", f"/api/v1/sla/configs/{path_part(config_id)}", body=body), "SlaConfig", options)
        return result


class SlaEventsResource(SyncResource):
    def list(
        self,
        *,
        limit: builtins.int | None = None,
        cursor: builtins.str | None = None,
        severity: Literal["info", "low", "medium", "high", "critical"] | None = None,
        event_type: Literal["mttd_breached", "mttr_breached", "mttc_breached", "ack_breached", "resolve_breached", "close_breached"] | None = None,
        options: RequestOptions | None = None,
    ) -> Pager[_models.SlaEvent, _models.SlaEventPage]:
        """Missed targets of alerts and cases, newest first

        Needs `alerts:read`."""
        return Pager(self._client, Request("GET", "/api/v1/sla/events", query={"limit": limit, "cursor": cursor, "severity": severity, "event_type": event_type}), "SlaEventPage", options)


class SourcesResource(SyncResource):
    alarms = lazy(lambda client: SourcesAlarmsResource(client))
    tables = lazy(lambda client: SourcesTablesResource(client))

    def list(
        self,
        *,
        limit: builtins.int | None = None,
        cursor: builtins.str | None = None,
        options: RequestOptions | None = None,
    ) -> Pager[_models.SourceHealth, _models.SourceHealthPage]:
        """Sources with whether they still send as usual, most recent sender first

        Needs `connectors:read`."""
        return Pager(self._client, Request("GET", "/api/v1/sources", query={"limit": limit, "cursor": cursor}), "SourceHealthPage", options)

    def try_(
        self,
        body: _models.SourceSample | _types.SourceSample,
        *,
        options: RequestOptions | None = None,
    ) -> _models.SampleReading:
        """Preview how a sample of a source would be parsed, without storing it

        A supplied table takes precedence over those of the tenant; its events name the mapping learned:draft/1."""
        result: _models.SampleReading = self._client._send(Request("POST", "/api/v1/sources/try", body=body), "SampleReading", options)
        return result


class SourcesAlarmsResource(SyncResource):
    def list(
        self,
        *,
        limit: builtins.int | None = None,
        cursor: builtins.str | None = None,
        options: RequestOptions | None = None,
    ) -> Pager[_models.SourceAlarm, _models.SourceAlarmPage]:
        """Source alarms: open ones first, then the newest

        Needs `connectors:read`."""
        return Pager(self._client, Request("GET", "/api/v1/sources/alarms", query={"limit": limit, "cursor": cursor}), "SourceAlarmPage", options)


class SourcesTablesResource(SyncResource):
    def delete(
        self,
        name: builtins.str,
        *,
        options: RequestOptions | None = None,
    ) -> _models.AppliedSourceTable:
        """Remove a table; its versions are kept

        Needs `connectors:write`. Recorded in the audit log as `source_table:removed`."""
        result: _models.AppliedSourceTable = self._client._send(Request("DELETE", f"/api/v1/sources/tables/{path_part(name)}"), "AppliedSourceTable", options)
        return result

    def get(
        self,
        name: builtins.str,
        *,
        limit: builtins.int | None = None,
        cursor: builtins.str | None = None,
        options: RequestOptions | None = None,
    ) -> Pager[_models.AppliedSourceTable, _models.AppliedSourceTablePage]:
        """Versions of a table, newest first; one without a definition marks its removal

        Needs `connectors:read`."""
        return Pager(self._client, Request("GET", f"/api/v1/sources/tables/{path_part(name)}", query={"limit": limit, "cursor": cursor}), "AppliedSourceTablePage", options)

    def list(
        self,
        *,
        limit: builtins.int | None = None,
        cursor: builtins.str | None = None,
        options: RequestOptions | None = None,
    ) -> Pager[_models.AppliedSourceTable, _models.AppliedSourceTablePage]:
        """Active source tables of the tenant

        Needs `connectors:read`."""
        return Pager(self._client, Request("GET", "/api/v1/sources/tables", query={"limit": limit, "cursor": cursor}), "AppliedSourceTablePage", options)

    def propose(
        self,
        body: _models.SourceTableSample | _types.SourceTableSample,
        *,
        options: RequestOptions | None = None,
    ) -> _models.SourceTableProposal:
        """Propose a table for a source without a built-in table, without storing it

        Needs `connectors:read`. Recorded in the audit log as `source_table:proposed`."""
        result: _models.SourceTableProposal = self._client._send(Request("POST", "/api/v1/sources/tables/propose", body=body), "SourceTableProposal", options)
        return result

    def samples(
        self,
        name: builtins.str,
        *,
        version: builtins.int,
        options: RequestOptions | None = None,
    ) -> _models.SourceTableSamples:
        """Samples that a version of a table was tested against

        They are events as the source sent them: reading them needs the permission to change the table."""
        result: _models.SourceTableSamples = self._client._send(Request("GET", f"/api/v1/sources/tables/{path_part(name)}/samples", query={"version": version}), "SourceTableSamples", options)
        return result

    def update(
        self,
        name: builtins.str,
        body: _models.SourceTableApply | _types.SourceTableApply,
        *,
        options: RequestOptions | None = None,
    ) -> _models.AppliedSourceTable:
        """Test a table against its samples and apply it as its next version

        The table must parse every event of the samples. It takes effect within seconds, for later events that no built-in table recognises."""
        result: _models.AppliedSourceTable = self._client._send(Request("PUT", f"/api/v1/sources/tables/{path_part(name)}", body=body), "AppliedSourceTable", options)
        return result


class SsoConnectionsResource(SyncResource):
    def create(
        self,
        body: _models.SignInConnectionCreate | _types.SignInConnectionCreate,
        *,
        options: RequestOptions | None = None,
    ) -> _models.SignInConnection:
        """Trust an identity provider; each issuer has one connection in the whole installation

        Needs `settings:write`. Recorded in the audit log as `sso_connection:created`."""
        result: _models.SignInConnection = self._client._send(Request("POST", "/api/v1/sso-connections", body=body, keyed=True), "SignInConnection", options)
        return result

    def delete(
        self,
        id: builtins.str,
        *,
        options: RequestOptions | None = None,
    ) -> None:
        """Delete a sign-in connection, and end the sessions that began through it

        Needs `settings:write`. Recorded in the audit log as `sso_connection:deleted`."""
        self._client._send(Request("DELETE", f"/api/v1/sso-connections/{path_part(id)}"), None, options)

    def get(
        self,
        id: builtins.str,
        *,
        options: RequestOptions | None = None,
    ) -> _models.SignInConnection:
        """A sign-in connection

        Needs `settings:read`."""
        result: _models.SignInConnection = self._client._send(Request("GET", f"/api/v1/sso-connections/{path_part(id)}"), "SignInConnection", options)
        return result

    def list(
        self,
        *,
        limit: builtins.int | None = None,
        cursor: builtins.str | None = None,
        options: RequestOptions | None = None,
    ) -> Pager[_models.SignInConnection, _models.SignInConnectionPage]:
        """Sign-in connections, newest first

        Needs `settings:read`."""
        return Pager(self._client, Request("GET", "/api/v1/sso-connections", query={"limit": limit, "cursor": cursor}), "SignInConnectionPage", options)

    def test(
        self,
        id: builtins.str,
        *,
        options: RequestOptions | None = None,
    ) -> _models.SignInBegun:
        """Test a connection: the final page shows what the provider sent and which roles it would grant

        Nobody is signed in and nothing is changed. It also works while the connection is disabled."""
        result: _models.SignInBegun = self._client._send(Request("POST", f"/api/v1/sso-connections/{path_part(id)}/test"), "SignInBegun", options)
        return result

    def update(
        self,
        id: builtins.str,
        body: _models.SignInConnectionPatch | _types.SignInConnectionPatch,
        *,
        options: RequestOptions | None = None,
    ) -> _models.SignInConnection:
        """Change a sign-in connection; disabling it ends the sessions that began through it

        Needs `settings:write`. Recorded in the audit log as `sso_connection:updated`."""
        result: _models.SignInConnection = self._client._send(Request("PATCH", f"/api/v1/sso-connections/{path_part(id)}", body=body), "SignInConnection", options)
        return result


class StandingApprovalsResource(SyncResource):
    def create(
        self,
        body: _models.StandingApprovalAsk | _types.StandingApprovalAsk,
        *,
        options: RequestOptions | None = None,
    ) -> _models.StandingApproval:
        """Request a standing approval of an action for a set of targets

        Another person decides on it, as on every approval. Once approved, the action on one of the targets with exactly these parameters needs no further approval, except when its approver requests it."""
        result: _models.StandingApproval = self._client._send(Request("POST", "/api/v1/standing-approvals", body=body), "StandingApproval", options)
        return result

    def list(
        self,
        *,
        limit: builtins.int | None = None,
        cursor: builtins.str | None = None,
        options: RequestOptions | None = None,
    ) -> Pager[_models.StandingApprovalState, _models.StandingApprovalStatePage]:
        """Standing approvals, newest first

        Needs `actions:read`."""
        return Pager(self._client, Request("GET", "/api/v1/standing-approvals", query={"limit": limit, "cursor": cursor}), "StandingApprovalStatePage", options)

    def revoke(
        self,
        id: builtins.str,
        *,
        options: RequestOptions | None = None,
    ) -> _models.StandingApproval:
        """Revoke a standing approval; each action needs an approval again

        Needs `actions:write`. Recorded in the audit log as `standing_approval:revoked`."""
        result: _models.StandingApproval = self._client._send(Request("POST", f"/api/v1/standing-approvals/{path_part(id)}/revoke"), "StandingApproval", options)
        return result


class TenantsResource(SyncResource):
    me = lazy(lambda client: TenantsMeResource(client))


class TenantsMeResource(SyncResource):
    ocsf_version = lazy(lambda client: TenantsMeOcsfVersionResource(client))

    def limits(
        self,
        *,
        options: RequestOptions | None = None,
    ) -> _models.TenantLimits:
        """Ingest limits of the tenant

        Set by the operator of the platform with `svc tenants limits`."""
        result: _models.TenantLimits = self._client._send(Request("GET", "/api/v1/tenants/me/limits"), "TenantLimits", options)
        return result


class TenantsMeOcsfVersionResource(SyncResource):
    def get(
        self,
        *,
        options: RequestOptions | None = None,
    ) -> _models.OcsfVersion:
        """OCSF version of events in answers

        Needs `settings:read`."""
        result: _models.OcsfVersion = self._client._send(Request("GET", "/api/v1/tenants/me/ocsf-version"), "OcsfVersion", options)
        return result

    def update(
        self,
        body: _models.OcsfVersionPut | _types.OcsfVersionPut,
        *,
        options: RequestOptions | None = None,
    ) -> _models.OcsfVersion:
        """Set the OCSF version of events in answers

        Needs `settings:write`. Recorded in the audit log as `tenant:ocsf_version_pinned`."""
        result: _models.OcsfVersion = self._client._send(Request("PUT", "/api/v1/tenants/me/ocsf-version", body=body), "OcsfVersion", options)
        return result


class UebaResource(SyncResource):
    anomalies = lazy(lambda client: UebaAnomaliesResource(client))
    baselines = lazy(lambda client: UebaBaselinesResource(client))
    entities = lazy(lambda client: UebaEntitiesResource(client))
    resets = lazy(lambda client: UebaResetsResource(client))
    risk_settings = lazy(lambda client: UebaRiskSettingsResource(client))

    def stats(
        self,
        *,
        options: RequestOptions | None = None,
    ) -> _models.UebaStats:
        """Number of baselines and anomalies

        Needs `alerts:read`."""
        result: _models.UebaStats = self._client._send(Request("GET", "/api/v1/ueba/stats"), "UebaStats", options)
        return result


class UebaAnomaliesResource(SyncResource):
    def get(
        self,
        id: builtins.str,
        *,
        options: RequestOptions | None = None,
    ) -> _models.UebaAnomalyDetail:
        """One anomaly, with a comparison of the hour to the entity’s peers

        Needs `alerts:read`."""
        result: _models.UebaAnomalyDetail = self._client._send(Request("GET", f"/api/v1/ueba/anomalies/{path_part(id)}"), "UebaAnomalyDetail", options)
        return result

    def list(
        self,
        *,
        limit: builtins.int | None = None,
        cursor: builtins.str | None = None,
        entity_id: builtins.str | None = None,
        entity_type: Literal["user", "host", "ip", "domain"] | None = None,
        metric: builtins.str | None = None,
        min_z_score: builtins.str | None = None,
        min_severity: Literal["info", "low", "medium", "high", "critical"] | None = None,
        since: datetime | builtins.str | None = None,
        until: datetime | builtins.str | None = None,
        options: RequestOptions | None = None,
    ) -> Pager[_models.UebaAnomaly, _models.UebaAnomalyPage]:
        """Hours in which an entity did far more than usual, newest first

        Needs `alerts:read`."""
        return Pager(self._client, Request("GET", "/api/v1/ueba/anomalies", query={"limit": limit, "cursor": cursor, "entity_id": entity_id, "entity_type": entity_type, "metric": metric, "min_z_score": min_z_score, "min_severity": min_severity, "since": since, "until": until}), "UebaAnomalyPage", options)


class UebaBaselinesResource(SyncResource):
    def delete(
        self,
        entity_id: builtins.str,
        *,
        entity_type: Literal["user", "host", "ip", "domain"] | None = None,
        reason: builtins.str | None = None,
        options: RequestOptions | None = None,
    ) -> None:
        """Learn the baseline of an entity from scratch; takes effect within seconds

        The reason is listed with the resets of the entity for 31 days, and stays in the audit log."""
        self._client._send(Request("DELETE", f"/api/v1/ueba/baselines/{path_part(entity_id)}", query={"entity_type": entity_type, "reason": reason}), None, options)

    def get(
        self,
        entity_id: builtins.str,
        *,
        entity_type: Literal["user", "host", "ip", "domain"] | None = None,
        options: RequestOptions | None = None,
    ) -> _models.UebaEntity:
        """Baseline of one entity; 404 when none is known, which does not mean zero

        Needs `alerts:read`."""
        result: _models.UebaEntity = self._client._send(Request("GET", f"/api/v1/ueba/baselines/{path_part(entity_id)}", query={"entity_type": entity_type}), "UebaEntity", options)
        return result

    def list(
        self,
        *,
        limit: builtins.int | None = None,
        cursor: builtins.str | None = None,
        entity_type: Literal["user", "host", "ip", "domain"] | None = None,
        metric: builtins.str | None = None,
        state: Literal["learning", "ready", "stale"] | None = None,
        options: RequestOptions | None = None,
    ) -> Pager[_models.UebaBaseline, _models.UebaBaselinePage]:
        """Baselines of entities, by entity

        Needs `alerts:read`."""
        return Pager(self._client, Request("GET", "/api/v1/ueba/baselines", query={"limit": limit, "cursor": cursor, "entity_type": entity_type, "metric": metric, "state": state}), "UebaBaselinePage", options)


class UebaEntitiesResource(SyncResource):
    def get(
        self,
        entity_id: builtins.str,
        *,
        options: RequestOptions | None = None,
    ) -> _models.UebaEntityView:
        """Baselines, newest anomalies and resets of one entity, compared to its peers

        404 when nothing is known, which does not mean zero."""
        result: _models.UebaEntityView = self._client._send(Request("GET", f"/api/v1/ueba/entities/{path_part(entity_id)}"), "UebaEntityView", options)
        return result


class UebaResetsResource(SyncResource):
    def list(
        self,
        *,
        entity_id: builtins.str,
        limit: builtins.int | None = None,
        cursor: builtins.str | None = None,
        options: RequestOptions | None = None,
    ) -> Pager[_models.UebaReset, _models.UebaResetPage]:
        """Resets of the baseline of an entity in the last 31 days, newest first

        Needs `alerts:read`."""
        return Pager(self._client, Request("GET", "/api/v1/ueba/resets", query={"limit": limit, "cursor": cursor, "entity_id": entity_id}), "UebaResetPage", options)


class UebaRiskSettingsResource(SyncResource):
    def get(
        self,
        *,
        options: RequestOptions | None = None,
    ) -> _models.RiskSettings:
        """Threshold at which the risk of an entity raises an alert

        Needs `settings:read`."""
        result: _models.RiskSettings = self._client._send(Request("GET", "/api/v1/ueba/risk-settings"), "RiskSettings", options)
        return result

    def update(
        self,
        body: _models.RiskSettingsPut | _types.RiskSettingsPut,
        *,
        options: RequestOptions | None = None,
    ) -> _models.RiskSettings:
        """Set the risk threshold; entities are evaluated again at once

        Needs `settings:write`. Recorded in the audit log as `entity_risk:settings_set`."""
        result: _models.RiskSettings = self._client._send(Request("PUT", "/api/v1/ueba/risk-settings", body=body), "RiskSettings", options)
        return result


class UsageResource(SyncResource):
    def export_csv(
        self,
        *,
        month: builtins.str,
        options: RequestOptions | None = None,
    ) -> Download:
        """Meters of a month as CSV

        Needs `reports:read`."""
        return self._client._download(Request("GET", "/api/v1/usage/export.csv", query={"month": month}), options)

    def export_parquet(
        self,
        *,
        month: builtins.str,
        options: RequestOptions | None = None,
    ) -> Download:
        """Meters of a month as Parquet, a row for each day and meter

        Needs `reports:read`."""
        return self._client._download(Request("GET", "/api/v1/usage/export.parquet", query={"month": month}), options)

    def get(
        self,
        *,
        start: date | builtins.str | None = None,
        end: date | builtins.str | None = None,
        options: RequestOptions | None = None,
    ) -> _models.Usage:
        """Usage by day and meter

        Needs `reports:read`."""
        result: _models.Usage = self._client._send(Request("GET", "/api/v1/usage", query={"start": start, "end": end}), "Usage", options)
        return result

    def reconciliation(
        self,
        *,
        start: date | builtins.str | None = None,
        end: date | builtins.str | None = None,
        options: RequestOptions | None = None,
    ) -> _models.UsageReconciliation:
        """Compare the daily figures, the figures over the window and the rows themselves

        Needs `reports:read`."""
        result: _models.UsageReconciliation = self._client._send(Request("GET", "/api/v1/usage/reconciliation", query={"start": start, "end": end}), "UsageReconciliation", options)
        return result


class UsersResource(SyncResource):
    me = lazy(lambda client: UsersMeResource(client))

    def create(
        self,
        body: _models.UserCreate | _types.UserCreate,
        *,
        options: RequestOptions | None = None,
    ) -> _models.User:
        """Create a user

        Needs `users:write`. Recorded in the audit log as `user:created`."""
        result: _models.User = self._client._send(Request("POST", "/api/v1/users", body=body, keyed=True), "User", options)
        return result

    def get(
        self,
        id: builtins.str,
        *,
        options: RequestOptions | None = None,
    ) -> _models.User:
        """One user

        Needs `users:read`."""
        result: _models.User = self._client._send(Request("GET", f"/api/v1/users/{path_part(id)}"), "User", options)
        return result

    def invitation(
        self,
        id: builtins.str,
        *,
        options: RequestOptions | None = None,
    ) -> _models.UserInvited:
        """Mail a new link to a user who has never signed in; the earlier link becomes invalid

        Needs `users:write`. Recorded in the audit log as `user:invited`."""
        result: _models.UserInvited = self._client._send(Request("POST", f"/api/v1/users/{path_part(id)}/invitation"), "UserInvited", options)
        return result

    def invitations(
        self,
        body: _models.UserInvite | _types.UserInvite,
        *,
        options: RequestOptions | None = None,
    ) -> _models.UserInvited:
        """Create a user and mail them a link to set a password or register a passkey

        The link works once, within seven days. 503 when no mail server is configured."""
        result: _models.UserInvited = self._client._send(Request("POST", "/api/v1/users/invitations", body=body), "UserInvited", options)
        return result

    def list(
        self,
        *,
        limit: builtins.int | None = None,
        cursor: builtins.str | None = None,
        options: RequestOptions | None = None,
    ) -> Pager[_models.User, _models.UserPage]:
        """Users, newest first

        Needs `users:read`."""
        return Pager(self._client, Request("GET", "/api/v1/users", query={"limit": limit, "cursor": cursor}), "UserPage", options)

    def password_reset(
        self,
        id: builtins.str,
        *,
        options: RequestOptions | None = None,
    ) -> _models.OneTimePassword:
        """Set a one-time password for a user

        The sessions of the user end. The password is valid for one day and one sign-in, in which the user chooses a new one."""
        result: _models.OneTimePassword = self._client._send(Request("POST", f"/api/v1/users/{path_part(id)}/password-reset"), "OneTimePassword", options)
        return result

    def update(
        self,
        id: builtins.str,
        body: _models.UserPatch | _types.UserPatch,
        *,
        options: RequestOptions | None = None,
    ) -> _models.User:
        """Change a user; deactivating ends its sessions and keys

        Needs `users:write`. Recorded in the audit log as `user:updated`."""
        result: _models.User = self._client._send(Request("PATCH", f"/api/v1/users/{path_part(id)}", body=body), "User", options)
        return result


class UsersMeResource(SyncResource):
    def get(
        self,
        *,
        options: RequestOptions | None = None,
    ) -> _models.Me:
        """The signed-in user; under a delegation with the user, the tenant and the delegation

        For every signed-in user."""
        result: _models.Me = self._client._send(Request("GET", "/api/v1/users/me"), "Me", options)
        return result

    def set_password(
        self,
        body: _models.PasswordChange | _types.PasswordChange,
        *,
        options: RequestOptions | None = None,
    ) -> None:
        """Change the password of the caller

        For every signed-in user. Recorded in the audit log as `user:password_changed`."""
        self._client._send(Request("PUT", "/api/v1/users/me/password", body=body), None, options)

    def update(
        self,
        body: _models.MePatch | _types.MePatch,
        *,
        options: RequestOptions | None = None,
    ) -> _models.Me:
        """Merge preferences; null removes a member

        For every signed-in user."""
        result: _models.Me = self._client._send(Request("PATCH", "/api/v1/users/me", body=body, reads=True), "Me", options)
        return result


class VaultResource(SyncResource):
    keys = lazy(lambda client: VaultKeysResource(client))

    def reseal(
        self,
        *,
        options: RequestOptions | None = None,
    ) -> _models.VaultReseal:
        """Encrypt every secret of the installation again under the newest credential key

        It runs in the background within seconds, and `GET /vault/keys` shows the result. While one is running, the request returns that one."""
        result: _models.VaultReseal = self._client._send(Request("POST", "/api/v1/vault/reseal"), "VaultReseal", options)
        return result


class VaultKeysResource(SyncResource):
    def list(
        self,
        *,
        limit: builtins.int | None = None,
        cursor: builtins.str | None = None,
        options: RequestOptions | None = None,
    ) -> Pager[_models.VaultKeyUse, _models.VaultStatus]:
        """Credential keys, with the number of secrets encrypted under each

        Key ids and counts over all tenants, for administrators of the installation. Secrets under an older key are encrypted under the newest automatically; an older key without secrets can be removed from SVC_CREDENTIAL_KEY."""
        return Pager(self._client, Request("GET", "/api/v1/vault/keys", query={"limit": limit, "cursor": cursor}), "VaultStatus", options)


class Resources(SyncResource):
    """Every operation of the API, by resource."""
    actions = lazy(lambda client: ActionsResource(client))
    agent_comparisons = lazy(lambda client: AgentComparisonsResource(client))
    airgap = lazy(lambda client: AirgapResource(client))
    alert_bulk_changes = lazy(lambda client: AlertBulkChangesResource(client))
    alert_views = lazy(lambda client: AlertViewsResource(client))
    alerts = lazy(lambda client: AlertsResource(client))
    api_keys = lazy(lambda client: ApiKeysResource(client))
    approvals = lazy(lambda client: ApprovalsResource(client))
    audit = lazy(lambda client: AuditResource(client))
    audit_log = lazy(lambda client: AuditLogResource(client))
    auth = lazy(lambda client: AuthResource(client))
    autonomy_policy = lazy(lambda client: AutonomyPolicyResource(client))
    branding = lazy(lambda client: BrandingResource(client))
    campaigns = lazy(lambda client: CampaignsResource(client))
    case_escalation_policies = lazy(lambda client: CaseEscalationPoliciesResource(client))
    case_fields = lazy(lambda client: CaseFieldsResource(client))
    case_queues = lazy(lambda client: CaseQueuesResource(client))
    case_sla_policies = lazy(lambda client: CaseSlaPoliciesResource(client))
    case_templates = lazy(lambda client: CaseTemplatesResource(client))
    cases = lazy(lambda client: CasesResource(client))
    chat = lazy(lambda client: ChatResource(client))
    compliance = lazy(lambda client: ComplianceResource(client))
    configuration = lazy(lambda client: ConfigurationResource(client))
    connectors = lazy(lambda client: ConnectorsResource(client))
    copilot = lazy(lambda client: CopilotResource(client))
    dead_letters = lazy(lambda client: DeadLettersResource(client))
    delegations = lazy(lambda client: DelegationsResource(client))
    deputies = lazy(lambda client: DeputiesResource(client))
    detection_proposals = lazy(lambda client: DetectionProposalsResource(client))
    detections = lazy(lambda client: DetectionsResource(client))
    enrichment = lazy(lambda client: EnrichmentResource(client))
    entity_risk = lazy(lambda client: EntityRiskResource(client))
    events = lazy(lambda client: EventsResource(client))
    exports = lazy(lambda client: ExportsResource(client))
    federated = lazy(lambda client: FederatedResource(client))
    governance = lazy(lambda client: GovernanceResource(client))
    health = lazy(lambda client: HealthResource(client))
    healthz = lazy(lambda client: HealthzResource(client))
    honeytoken_ignores = lazy(lambda client: HoneytokenIgnoresResource(client))
    honeytokens = lazy(lambda client: HoneytokensResource(client))
    hunts = lazy(lambda client: HuntsResource(client))
    identity = lazy(lambda client: IdentityResource(client))
    inbox = lazy(lambda client: InboxResource(client))
    intel = lazy(lambda client: IntelResource(client))
    investigation_questions = lazy(lambda client: InvestigationQuestionsResource(client))
    investigations = lazy(lambda client: InvestigationsResource(client))
    lake = lazy(lambda client: LakeResource(client))
    llm = lazy(lambda client: LlmResource(client))
    marketplace = lazy(lambda client: MarketplaceResource(client))
    mcp_servers = lazy(lambda client: McpServersResource(client))
    notifications = lazy(lambda client: NotificationsResource(client))
    oncall = lazy(lambda client: OncallResource(client))
    organisation = lazy(lambda client: OrganisationResource(client))
    osquery = lazy(lambda client: OsqueryResource(client))
    passkeys = lazy(lambda client: PasskeysResource(client))
    phishing = lazy(lambda client: PhishingResource(client))
    playbook_hooks = lazy(lambda client: PlaybookHooksResource(client))
    playbook_runs = lazy(lambda client: PlaybookRunsResource(client))
    playbook_secrets = lazy(lambda client: PlaybookSecretsResource(client))
    playbooks = lazy(lambda client: PlaybooksResource(client))
    purple_team = lazy(lambda client: PurpleTeamResource(client))
    push = lazy(lambda client: PushResource(client))
    rbac = lazy(lambda client: RbacResource(client))
    realtime = lazy(lambda client: RealtimeResource(client))
    report_schedules = lazy(lambda client: ReportSchedulesResource(client))
    reports = lazy(lambda client: ReportsResource(client))
    response = lazy(lambda client: ResponseResource(client))
    rules = lazy(lambda client: RulesResource(client))
    sandbox = lazy(lambda client: SandboxResource(client))
    schema_drift = lazy(lambda client: SchemaDriftResource(client))
    scim = lazy(lambda client: ScimResource(client))
    scim_tokens = lazy(lambda client: ScimTokensResource(client))
    sla = lazy(lambda client: SlaResource(client))
    sources = lazy(lambda client: SourcesResource(client))
    sso_connections = lazy(lambda client: SsoConnectionsResource(client))
    standing_approvals = lazy(lambda client: StandingApprovalsResource(client))
    tenants = lazy(lambda client: TenantsResource(client))
    ueba = lazy(lambda client: UebaResource(client))
    usage = lazy(lambda client: UsageResource(client))
    users = lazy(lambda client: UsersResource(client))
    vault = lazy(lambda client: VaultResource(client))
