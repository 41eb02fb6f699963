# Made from schemas/openapi/openapi.json by sdk/generate. Do not edit.
"""Models of the API: requests and responses."""

from __future__ import annotations

from datetime import date, datetime
from typing import Any, Literal

from pydantic import Field

from ._model import Model

class Agreement(Model):
    window_days: int
    window: AgreementFigures
    trailing: AgreementFigures
    """figures over the most recent 50 decisions"""
    unlabeled: int
    """closed with a disposition that is neither true nor false positive; excluded from the rates"""
    open: int
    """alerts not closed yet"""
    by_alert_class: list[AgreementOf]
    by_rule: list[AgreementOf]
    by_source: list[AgreementOf]
    by_model: list[AgreementOf]


class AgreementFigures(Model):
    decisions: int
    """alerts closed by people with a disposition that confirms or refutes them"""
    answered: int
    """decisions for which the agent gave a verdict"""
    agreed: int
    malicious: int
    """closed as true positives"""
    malicious_found: int
    abstained: int
    agreement: float | None = None
    malicious_recall: float | None = None
    abstention_rate: float | None = None
    agreement_at_least: float | None = None
    malicious_recall_at_least: float | None = None


class AgreementOf(Model):
    key: str
    decisions: int
    """alerts closed by people with a disposition that confirms or refutes them"""
    answered: int
    """decisions for which the agent gave a verdict"""
    agreed: int
    malicious: int
    """closed as true positives"""
    malicious_found: int
    abstained: int
    agreement: float | None = None
    malicious_recall: float | None = None
    abstention_rate: float | None = None
    agreement_at_least: float | None = None
    malicious_recall_at_least: float | None = None


class AirgapStatus(Model):
    enabled: bool
    allowlist: list[str]
    implicit_private_suffixes: list[str]
    policy: str


class Alert(Model):
    id: str
    tenant_id: str
    title: str
    description: str | None = None
    severity: Literal["info", "low", "medium", "high", "critical"] | str
    status: Literal["new", "triaged", "in_progress", "resolved", "closed"] | str
    priority: int
    category: str | None = None
    rule_id: str | None = None
    connector_id: str | None = None
    connector_type: str | None = None
    external_id: str | None = None
    external_url: str | None = None
    mitre_tactics: list[str]
    mitre_techniques: list[str]
    affected_ips: list[str]
    affected_hosts: list[str]
    affected_users: list[str]
    tags: list[str]
    ai_score: float | None = None
    ai_summary: str | None = None
    ai_recommendations: list[str]
    ai_verdict: Literal["true_positive", "false_positive", "benign", "needs_review"] | str | None = None
    ai_confidence: float | None = None
    """confidence of triage in its verdict, 0 to 1"""
    confidence: int | None = None
    """0 to 100; null: not measured"""
    confidence_label: Literal["low", "medium", "high"] | str | None = None
    confidence_rationale: list[str]
    disposition: Literal["true_positive", "benign_true_positive", "false_positive", "benign", "escalate"] | str | None = None
    assigned_to_id: str | None = None
    case_id: str | None = None
    event_time: datetime | None = None
    first_seen: datetime
    last_seen: datetime
    snoozed_until: datetime | None = None
    snoozed_by_id: str | None = None
    resolved_at: datetime | None = None
    metadata: dict[str, Any]
    risk_score: float | None = None
    """0 to 100; null: not measured"""
    signal_count: int | None = None
    event_count: int | None = None
    rule_count: int | None = None
    created_at: datetime
    updated_at: datetime


class AlertAssign(Model):
    assigned_to_id: str | None = None
    assignee: str | None = None


class AlertBulkChange(Model):
    alert_ids: list[str]
    """ids of the alerts; the change applies to all of them, or to none when one does not exist"""
    change: AlertBulkChangeChange


class AlertBulkChangeChange(Model):
    status: Literal["new", "triaged", "in_progress", "resolved", "closed"] | None = None
    reason: str | None = None
    priority: int | None = None
    assigned_to_id: str | None = None
    add_tags: list[str] | None = None
    verdict: AlertBulkChangeChangeVerdict | None = None
    """verdict for each alert; refused when it contradicts its reason"""
    snooze_minutes: int | None = None


class AlertBulkChangeChangeVerdict(Model):
    """verdict for each alert; refused when it contradicts its reason"""
    corrected_verdict: Literal["true_positive", "benign_true_positive", "false_positive", "benign", "escalate"]
    reason: str
    reason_code: Literal["known_admin_tool", "approved_pentest", "expected_service_account", "known_scanner", "business_application", "bad_detection_logic", "missing_context", "true_positive_confirmed"]


class AlertBulkDone(Model):
    bulk_id: str
    """id for undoing the change, valid for a day"""
    changed: int
    refused: list[AlertBulkDoneRefusedItem]


class AlertBulkDoneRefusedItem(Model):
    alert_id: str
    reason: str


class AlertBulkUndone(Model):
    restored: list[str]
    kept: list[str]
    """alerts changed since, which keep their present state"""


class AlertCreate(Model):
    title: str
    severity: Literal["info", "low", "medium", "high", "critical"]
    description: str | None = None
    priority: int | None = None
    category: str | None = None
    rule_id: str | None = None
    connector_id: str | None = None
    connector_type: str | None = None
    mitre_tactics: list[str] | None = None
    mitre_techniques: list[str] | None = None
    affected_ips: list[str] | None = None
    affected_hosts: list[str] | None = None
    affected_users: list[str] | None = None
    tags: list[str] | None = None
    confidence: int | None = None
    confidence_rationale: list[str] | None = None
    event_time: datetime | None = None
    raw_event: dict[str, Any] | None = None


class AlertDetail(Model):
    id: str
    tenant_id: str
    title: str
    description: str | None = None
    severity: Literal["info", "low", "medium", "high", "critical"] | str
    status: Literal["new", "triaged", "in_progress", "resolved", "closed"] | str
    priority: int
    category: str | None = None
    rule_id: str | None = None
    connector_id: str | None = None
    connector_type: str | None = None
    external_id: str | None = None
    external_url: str | None = None
    mitre_tactics: list[str]
    mitre_techniques: list[str]
    affected_ips: list[str]
    affected_hosts: list[str]
    affected_users: list[str]
    tags: list[str]
    ai_score: float | None = None
    ai_summary: str | None = None
    ai_recommendations: list[str]
    ai_verdict: Literal["true_positive", "false_positive", "benign", "needs_review"] | str | None = None
    ai_confidence: float | None = None
    """confidence of triage in its verdict, 0 to 1"""
    confidence: int | None = None
    """0 to 100; null: not measured"""
    confidence_label: Literal["low", "medium", "high"] | str | None = None
    confidence_rationale: list[str]
    disposition: Literal["true_positive", "benign_true_positive", "false_positive", "benign", "escalate"] | str | None = None
    assigned_to_id: str | None = None
    case_id: str | None = None
    event_time: datetime | None = None
    first_seen: datetime
    last_seen: datetime
    snoozed_until: datetime | None = None
    snoozed_by_id: str | None = None
    resolved_at: datetime | None = None
    metadata: dict[str, Any]
    risk_score: float | None = None
    """0 to 100; null: not measured"""
    signal_count: int | None = None
    event_count: int | None = None
    rule_count: int | None = None
    created_at: datetime
    updated_at: datetime
    narrative: str
    related_entities: list[AlertDetailRelatedEntitiesItem]
    mini_timeline: list[AlertHistoryEntry]
    recommended_actions: list[AlertDetailRecommendedActionsItem]
    attack_names: dict[str, str]
    """names of its techniques and tactics by id"""
    evidence: list[AlertDetailEvidenceItem]
    """signals in order of time; empty when the alert is not composed of signals"""
    evidence_omitted: int
    """number of signals left out of this list"""
    score: AlertDetailScore | None = None
    verdict: Verdict | None = None
    raw_event: Any
    """event as stored, without secrets; null when there is none"""


class AlertDetailEvidenceItem(Model):
    order: int
    kind: str
    """signal"""
    signal_id: str
    rule_id: str
    title: str
    language: str
    severity_id: int
    """OCSF: 1 informational to 5 critical"""
    time: datetime
    last_time: datetime
    count: int
    """number of signals of this rule on this host"""
    event_uids: list[str]
    """some of the event ids, including the first and the last"""
    host: str
    user: str
    src_ip: str
    sources: list[str]
    mitre_tactics: list[str]
    mitre_techniques: list[str]
    matched: list[AlertDetailEvidenceItemMatchedItem]
    why: str
    """reason why the signal counts and why it belongs to this story"""


class AlertDetailEvidenceItemMatchedItem(Model):
    field: str
    value: str


class AlertDetailRecommendedActionsItem(Model):
    priority: int
    action: str
    rationale: str
    risk: Literal["low", "medium", "high"] | str


class AlertDetailRelatedEntitiesItem(Model):
    group: str
    """principal, network, workflow or tenant"""
    kind: str
    value: str
    label: str
    pivot: str | None = None


class AlertDetailScore(Model):
    risk: float
    """0 to 100: the probability times the impact"""
    probability: float
    """logistic function of the bias and what the features contribute"""
    impact: float
    """impact by severity"""
    weights: str
    """`shipped`, or the version of the tenant’s own weights"""
    bias: float
    features: list[AlertDetailScoreFeaturesItem]


class AlertDetailScoreFeaturesItem(Model):
    name: str
    value: float | None = None
    weight: float
    contribution: float
    """value times weight"""
    why: str


class AlertEnrichment(Model):
    entities: list[AlertEnrichmentEntitiesItem]
    left_out: int
    """entities beyond the first 50, which were not looked up"""
    enriched_at: datetime | None = None


class AlertEnrichmentEntitiesItem(Model):
    kind: Literal["ip", "domain", "url", "hash", "user", "host"] | str
    value: str
    answers: list[AlertEnrichmentEntitiesItemAnswersItem]


class AlertEnrichmentEntitiesItemAnswersItem(Model):
    provider: str
    status: Literal["found", "nothing", "could_not_check"] | str
    reason: str | None = None
    data: dict[str, Any] | None = None
    checked_at: datetime | None = None
    age_seconds: int | None = None


class AlertEscalate(Model):
    reason: str | None = None


class AlertFacetValues(Model):
    facets: list[AlertFacetValuesFacetsItem]
    assignees: list[AlertFacetValuesAssigneesItem]
    """null: unassigned"""
    alerts: int
    """number of alerts counted"""
    is_whole: bool
    """false: only the newest 5,000 were"""


class AlertFacetValuesAssigneesItem(Model):
    assigned_to_id: str | None = None
    alerts: int


class AlertFacetValuesFacetsItem(Model):
    field: Literal["host", "user", "ip", "tactic", "technique", "rule", "source"] | str
    values: list[AlertFacetValuesFacetsItemValuesItem]
    """values with the most alerts first"""
    distinct: int
    """number of distinct values"""


class AlertFacetValuesFacetsItemValuesItem(Model):
    value: str
    name: str | None = None
    alerts: int


class AlertFacets(Model):
    """counts over all matches of the filter, not only this page"""
    total: int
    by_severity: dict[str, int]
    by_status: dict[str, int]
    unresolved: int


class AlertHistoryEntry(Model):
    id: str
    ts: datetime
    kind: str
    """status_change or audit"""
    action: str
    summary: str
    from_status: str | None = None
    to_status: str | None = None
    actor_id: str
    actor_kind: str
    """human or automation"""
    reason: str | None = None
    payload: dict[str, Any]


class AlertHistoryEntryPage(Model):
    items: list[AlertHistoryEntry]
    next_cursor: str | None = None


class AlertPage(Model):
    items: list[Alert]
    next_cursor: str | None = None
    facets: AlertFacets


class AlertPatch(Model):
    status: Literal["new", "triaged", "in_progress", "resolved", "closed"] | None = None
    priority: int | None = None
    tags: list[str] | None = None
    assigned_to_id: str | None = None
    assignee: str | None = None
    case_id: str | None = None
    reason: str | None = None


class AlertQueue(Model):
    items: list[QueuedAlert]
    next_cursor: str | None = None
    counts: AlertQueueCounts
    not_measured: dict[str, str]
    """figures without a value, with the reason for each"""
    generated_at: datetime


class AlertQueueCounts(Model):
    all: int
    me: int
    unassigned: int
    snoozed: int
    """snoozed alerts, which return to the queue when the snooze ends"""
    breached: int | None = None


class AlertSnooze(Model):
    duration_minutes: int | None = None
    until: str | None = None
    """null ends the snooze"""


class AlertStats(Model):
    period: Literal["24h", "7d", "30d", "all"] | str
    facets: AlertFacets
    by_disposition: dict[str, int]
    undecided: int
    """without a disposition"""
    unassigned: int
    """unresolved and unassigned"""
    resolved: int
    mean_seconds_to_resolve: int | None = None
    not_measured: dict[str, str]
    """figures without a value, with the reason for each"""


class AlertView(Model):
    id: str
    name: str
    query: str
    """filters, order and grouping, in the form of the query string of the queue"""
    columns: list[str]
    """columns of the queue, in order; empty: the default ones"""
    updated_at: datetime


class AlertViewPage(Model):
    items: list[AlertView]
    next_cursor: str | None = None


class AlertViewPut(Model):
    name: str
    query: str
    columns: list[str]


class AnalystLoad(Model):
    user_id: str
    alerts: int
    """number of alerts the person acted on"""
    verdicts: int
    """number of alerts with a verdict of the person"""
    resolved: int
    """alerts that the person resolved or closed"""
    open_now: int
    """unresolved alerts assigned to the person"""
    by_step: list[AnalystLoadByStepItem]
    """steps without work are left out"""


class AnalystLoadByStepItem(Model):
    from_: datetime = Field(alias="from")
    alerts: int


class ApiKey(Model):
    id: str
    name: str
    prefix: str
    scopes: list[str]
    expires_at: datetime | None = None
    made_by: list[str]
    """API keys that created this one; it ends with any of them"""
    created_at: datetime
    is_active: bool
    last_used_at: datetime | None = None


class ApiKeyCreate(Model):
    name: str
    scopes: list[str]
    expires_in_days: int | None = None


class ApiKeyPage(Model):
    items: list[ApiKey]
    next_cursor: str | None = None


class ApiKeyPatch(Model):
    name: str | None = None
    scopes: list[str] | None = None
    expires_in_days: int | None = None


class Appearance(Model):
    product_name: str | None = None
    primary_color: str | None = None
    accent_color: str | None = None
    support_email: str | None = None
    support_url: str | None = None
    sender_name: str | None = None
    footer_text: str | None = None
    logo: AppearanceLogo | None = None
    sources: AppearanceSources
    """source of each field; the tenant can change fields of source tenant"""


class AppearanceLogo(Model):
    url: str
    """path of the logo, for signed-in users"""
    content_type: Literal["image/svg+xml", "image/png", "image/jpeg", "image/webp"] | str
    size_bytes: int
    sha256: str
    updated_at: datetime


class AppearanceSources(Model):
    """source of each field; the tenant can change fields of source tenant"""
    product_name: Literal["tenant", "organisation", "platform"] | str
    primary_color: Literal["tenant", "organisation", "platform"] | str
    accent_color: Literal["tenant", "organisation", "platform"] | str
    support_email: Literal["tenant", "organisation", "platform"] | str
    support_url: Literal["tenant", "organisation", "platform"] | str
    sender_name: Literal["tenant", "organisation", "platform"] | str
    footer_text: Literal["tenant", "organisation", "platform"] | str
    logo: Literal["tenant", "organisation", "platform"] | str


class AppliedSourceTable(Model):
    name: str
    version: int
    """version of the table; its events carry the mapping learned:NAME/VERSION"""
    definition: SourceTable | None = None
    format: str
    fidelity: AppliedSourceTableFidelity
    applied_by: str
    applied_at: datetime


class AppliedSourceTableFidelity(Model):
    events: int
    """number of events in the samples"""
    taken: int
    """number of events that this table parsed"""
    classed: int
    """number of events with an OCSF class other than base event"""
    with_entities: int
    with_time: int


class AppliedSourceTablePage(Model):
    items: list[AppliedSourceTable]
    next_cursor: str | None = None


class Approval(Model):
    id: str
    title: str
    summary: str
    risk_level: Literal["low", "medium", "high", "critical"] | str
    status: Literal["pending", "approved", "denied", "expired", "cancelled"] | str
    action: ApprovalAction | None = None
    action_id: str | None = None
    requested_by: str
    requested_by_kind: str
    requested_by_person: str | None = None
    required_user_id: str | None = None
    quorum: int
    """number of approvals needed"""
    votes: int
    """number of approvals so far"""
    run_id: str | None = None
    case_id: str | None = None
    alert_id: str | None = None
    decided_by: str | None = None
    decided_for: str | None = None
    decided_at: datetime | None = None
    decision_comment: str | None = None
    expires_at: datetime
    reminded_at: datetime | None = None
    created_at: datetime


class ApprovalAction(Model):
    action_type: str
    target: str
    parameters: dict[str, str]


class ApprovalCreate(Model):
    title: str
    summary: str | None = None
    risk_level: Literal["low", "medium", "high", "critical"]
    action: ApprovalCreateAction | None = None
    required_user_id: str | None = None
    quorum: int | None = None
    case_id: str | None = None
    alert_id: str | None = None
    expires_at: datetime
    """within the next seven days"""


class ApprovalCreateAction(Model):
    action_type: str
    target: str | None = None
    parameters: dict[str, str] | None = None


class ApprovalDecision(Model):
    comment: str | None = None


class ApprovalLink(Model):
    token: str
    """token after #token= in the link"""


class ApprovalLinkDecided(Model):
    id: str
    status: Literal["pending", "approved", "denied", "expired", "cancelled"] | str
    quorum: int
    votes: int


class ApprovalLinkDecision(Model):
    token: str
    """token after #token= in the link"""
    verdict: Literal["approved", "denied"]
    comment: str | None = None


class ApprovalPage(Model):
    items: list[Approval]
    next_cursor: str | None = None


class Assignee(Model):
    id: str
    name: str
    organisation: str | None = None
    is_active: bool
    """false: the user is deactivated or the delegation has ended, and no alert can be assigned"""


class AssigneePage(Model):
    items: list[Assignee]
    next_cursor: str | None = None


class AtomicSafety(Model):
    is_safe: bool
    digest: str
    """SHA-256 of the commands that were reviewed"""


class AtomicTest(Model):
    id: str
    technique_id: str
    technique_name: str
    tactic: str
    name: str
    description: str
    platform: Literal["windows", "linux", "network", "aws", "okta", "kubernetes", "microsoft365"] | str
    source_format: str
    events: list[dict[str, Any]]
    """events of the test; an execution replaces their names by its own"""


class AtomicTestPage(Model):
    items: list[AtomicTest]
    next_cursor: str | None = None


class AtomicsImport(Model):
    files: list[AtomicsImportFilesItem]


class AtomicsImportFilesItem(Model):
    name: str
    text: str


class AtomicsImported(Model):
    added: int
    changed: int
    unchanged: int
    refused: list[AtomicsImportedRefusedItem]


class AtomicsImportedRefusedItem(Model):
    file: str
    name: str
    reason: str


class AttackMatrix(Model):
    hours: int
    techniques_covered: int
    """techniques with a rule; sub-techniques count separately"""
    techniques_known: int
    """number of techniques in this version of ATT&CK"""
    attack_version: str
    hits_unknown_because: str | None = None
    tactics: list[AttackMatrixTacticsItem]


class AttackMatrixTacticsItem(Model):
    tactic: str
    """tactics in the order of an attack; a technique may serve several"""
    techniques: list[AttackMatrixTacticsItemTechniquesItem]


class AttackMatrixTacticsItemTechniquesItem(Model):
    technique: str
    name: str | None = None
    builtin_rules: int
    own_rules: int
    hits: int | None = None


class AuditConsistencyProof(Model):
    older: AuditHead
    newer: AuditHead
    path: list[str]
    """hashes from the leaf up"""


class AuditEntry(Model):
    id: str
    seq: int | None = None
    """place in the chain; null until it is chained"""
    tenant_id: str
    actor_kind: str
    """user, api_key, service, agent, playbook, rule, platform or anonymous"""
    actor_id: str | None = None
    actor_email: str | None = None
    actor_ip: str | None = None
    action: str
    resource: str
    resource_id: str | None = None
    changes: Any
    created_at: datetime
    api_key_prefix: str | None = None


class AuditEntryPage(Model):
    items: list[AuditEntry]
    next_cursor: str | None = None
    total: int
    """number of matching entries over all pages; also in X-Total-Rows"""


class AuditHead(Model):
    """signed over "svc-audit-head-v1", a line feed, and the other members as canonical JSON (RFC 8785)"""
    tenant_id: str
    size: int
    """number of entries that the head covers"""
    time_ms: int
    root: str
    """Merkle tree hash of RFC 6962 over the hashes of the entries, hexadecimal"""
    key_id: str
    signature: str
    """Ed25519, base64url"""


class AuditInclusionProof(Model):
    seq: int
    """it is leaf seq - 1 of the tree"""
    document: str
    """the entry as it was hashed: canonical JSON, personal fields sealed"""
    prev: str
    """SHA-256, hexadecimal"""
    hash: str
    """SHA-256 of "svc-audit-entry-v1", a line feed, seq as 64 bits big-endian, prev, and the document"""
    head: AuditHead
    path: list[str]
    """hashes from the leaf up"""


class AuditKey(Model):
    key_id: str
    """first 16 bytes of the SHA-256 of the public key, hexadecimal"""
    public_key: str
    """Ed25519, 32 bytes, base64url"""
    created_at: datetime
    retired_at: datetime | None = None
    """null: the key signs heads now"""


class AuditKeyPage(Model):
    items: list[AuditKey]
    next_cursor: str | None = None


class AutonomyGrant(Model):
    id: str
    scope_kind: Literal["alert_class", "action_verb"] | str
    scope_key: str
    capability: Literal["auto_close", "auto_execute"] | str
    state: Literal["granted", "demoted"] | str
    source: Literal["earned", "operator_override"] | str
    is_override: bool
    override_reason: str | None = None
    evidence: dict[str, Any]
    """figures at the time of the grant: window and trailing as in AgreementFigures, and the thresholds"""
    is_enforced: bool
    """false for auto_close: it is only recorded, and SVC_AUTO_CLOSE_THRESHOLD governs closing"""
    decided_by: str
    decided_at: datetime


class AutonomyGrantAnswer(Model):
    granted: bool
    state: Literal["shadow", "granted", "demoted"] | str
    source: Literal["earned", "operator_override"] | str | None = None
    is_override: bool
    refusals: list[str]
    """each check that failed"""
    evidence: dict[str, Any]
    """figures at the time of the grant: window and trailing as in AgreementFigures, and the thresholds"""
    changed: bool


class AutonomyGrantAsk(Model):
    scope_kind: Literal["alert_class", "action_verb"]
    scope_key: str
    capability: Literal["auto_close", "auto_execute"]
    override: bool | None = None
    override_reason: str | None = None


class AutonomyGrantPage(Model):
    items: list[AutonomyGrant]
    next_cursor: str | None = None


class AutonomyKillSwitch(Model):
    tenant: AutonomyStop | None = None
    installation: AutonomyStop | None = None
    stopped_because: str | None = None


class AutonomyKillSwitchSet(Model):
    stopped: bool
    reason: str


class AutonomyStop(Model):
    stopped: bool
    reason: str
    set_by: str
    set_at: datetime


class BrandingPatch(Model):
    product_name: str | None = None
    primary_color: str | None = None
    accent_color: str | None = None
    support_email: str | None = None
    support_url: str | None = None
    sender_name: str | None = None
    footer_text: str | None = None


class Campaign(Model):
    id: str
    title: str
    action_type: str
    parameters: dict[str, str]
    rationale: str
    requested_by: str
    approval_id: str
    """approval that decides on it"""
    created_at: datetime


class CampaignAsk(Model):
    title: str
    action_type: str
    parameters: dict[str, str] | None = None
    rationale: str
    targets: list[CampaignAskTargetsItem]
    quorum: int | None = None


class CampaignAskTargetsItem(Model):
    tenant_id: str
    target: str


class CampaignOutcomes(Model):
    campaign: Campaign
    outcomes: list[CampaignTenant]


class CampaignState(Model):
    approval_status: Literal["pending", "approved", "denied", "expired", "cancelled"] | str
    tenants: dict[str, int]
    """number of targets by state"""


class CampaignStatePage(Model):
    items: list[CampaignState]
    next_cursor: str | None = None


class CampaignTenant(Model):
    customer: str
    """tenant of the target"""
    target: str
    status: Literal["waiting", "held", "running", "completed", "failed", "refused", "not_decided"] | str
    action_id: str | None = None
    detail: str | None = None
    updated_at: datetime


class Case(Model):
    id: str
    tenant_id: str
    case_number: str
    """such as INC-001; numbered per tenant, without gaps"""
    title: str
    description: str | None = None
    severity: Literal["info", "low", "medium", "high", "critical"] | str
    status: Literal["open", "in_progress", "resolved", "closed"] | str
    case_type: str | None = None
    tags: list[str]
    mitre_techniques: list[str]
    compliance_frameworks: list[str]
    custom_fields: dict[str, Any]
    assignee_id: str | None = None
    queue_id: str | None = None
    sla_policy_id: str | None = None
    created_by: str
    opened_at: datetime
    triaged_at: datetime | None = None
    acknowledged_at: datetime | None = None
    resolved_at: datetime | None = None
    closed_at: datetime | None = None
    ack_due_at: datetime | None = None
    resolve_due_at: datetime | None = None
    close_due_at: datetime | None = None
    sla: CaseSla
    escalation_level: int
    reopen_count: int
    merged_into_id: str | None = None
    fanout_results: list[CaseFanoutResultsItem]
    created_at: datetime
    updated_at: datetime


class CaseAcknowledged(Model):
    id: str
    acknowledged_at: datetime | None = None
    is_new: bool


class CaseAlertPage(Model):
    items: list[Alert]
    next_cursor: str | None = None


class CaseAlerts(Model):
    alert_ids: list[str]


class CaseAssign(Model):
    assignee_id: str | None


class CaseAttachment(Model):
    id: str
    case_id: str
    name: str
    size_bytes: int
    sha256: str
    """SHA-256 of the uploaded bytes"""
    added_by: str | None = None
    created_at: datetime


class CaseAttachmentPage(Model):
    items: list[CaseAttachment]
    next_cursor: str | None = None


class CaseBulkConfirm(Model):
    confirmation_token: str
    case_ids: list[str]


class CaseBulkOffer(Model):
    confirmation_token: str
    """token that confirms exactly these cases, once, for the same person"""
    case_ids: list[str]
    count: int
    expires_at: datetime


class CaseBulkPreview(Model):
    case_ids: list[str]
    change: CaseBulkPreviewChange


class CaseBulkPreviewChange(Model):
    status: Literal["open", "in_progress", "resolved", "closed"] | None = None
    reason: str | None = None
    severity: Literal["info", "low", "medium", "high", "critical"] | None = None
    assignee_id: str | None = None
    queue_id: str | None = None
    add_tags: list[str] | None = None


class CaseBulkResult(Model):
    results: list[CaseBulkResultResultsItem]
    changed: int
    refused: int


class CaseBulkResultResultsItem(Model):
    case_id: str
    case_number: str
    error: str | None = None


class CaseComment(Model):
    id: str
    case_id: str
    author_id: str
    body: str
    is_system: bool
    origin: str | None = None
    created_at: datetime
    author: str


class CaseCommentCreate(Model):
    body: str


class CaseCommentPage(Model):
    items: list[CaseComment]
    next_cursor: str | None = None


class CaseCreate(Model):
    title: str | None = None
    description: str | None = None
    case_type: str | None = None
    tags: list[str] | None = None
    queue_id: str | None = None
    mitre_techniques: list[str] | None = None
    compliance_frameworks: list[str] | None = None
    custom_fields: dict[str, Any] | None = None
    severity: Literal["info", "low", "medium", "high", "critical"] | None = None
    assignee_id: str | None = None
    assignee: str | None = None
    alert_ids: list[str] | None = None
    push_to_connector_ids: list[str] | None = None
    template_id: str | None = None


class CaseDetail(Model):
    id: str
    tenant_id: str
    case_number: str
    """such as INC-001; numbered per tenant, without gaps"""
    title: str
    description: str | None = None
    severity: Literal["info", "low", "medium", "high", "critical"] | str
    status: Literal["open", "in_progress", "resolved", "closed"] | str
    case_type: str | None = None
    tags: list[str]
    mitre_techniques: list[str]
    compliance_frameworks: list[str]
    custom_fields: dict[str, Any]
    assignee_id: str | None = None
    queue_id: str | None = None
    sla_policy_id: str | None = None
    created_by: str
    opened_at: datetime
    triaged_at: datetime | None = None
    acknowledged_at: datetime | None = None
    resolved_at: datetime | None = None
    closed_at: datetime | None = None
    ack_due_at: datetime | None = None
    resolve_due_at: datetime | None = None
    close_due_at: datetime | None = None
    sla: CaseDetailSla
    escalation_level: int
    reopen_count: int
    merged_into_id: str | None = None
    fanout_results: list[CaseDetailFanoutResultsItem]
    created_at: datetime
    updated_at: datetime
    counts: CaseDetailCounts
    observable_graph: CaseDetailObservableGraph
    evidence_chain: list[CaseDetailEvidenceChainItem]
    escalations: list[CaseDetailEscalationsItem]


class CaseDetailCounts(Model):
    alerts: int
    comments: int
    tasks: int
    tasks_done: int
    attachments: int
    minutes_spent: int


class CaseDetailEscalationsItem(Model):
    step: int
    notify: str
    due_at: datetime
    taken_at: datetime


class CaseDetailEvidenceChainItem(Model):
    alert_id: str
    title: str
    severity: Literal["info", "low", "medium", "high", "critical"] | str
    first_seen: datetime


class CaseDetailFanoutResultsItem(Model):
    connector_id: str
    connector_type: str | None = None
    connector_name: str | None = None
    status: Literal["ok", "error", "unsupported", "skipped"] | str
    external_id: str | None = None
    external_url: str | None = None
    external_status: str | None = None
    error: str | None = None


class CaseDetailObservableGraph(Model):
    nodes: list[CaseDetailObservableGraphNodesItem]
    edges: list[CaseDetailObservableGraphEdgesItem]
    left_out: int
    """number of nodes beyond 500; only the newest 200 alerts are included"""


class CaseDetailObservableGraphEdgesItem(Model):
    from_: str = Field(alias="from")
    to: str


class CaseDetailObservableGraphNodesItem(Model):
    id: str
    kind: Literal["ip", "user", "host", "domain", "hash", "file", "process", "alert"] | str
    value: str


class CaseDetailSla(Model):
    ack: SlaClock
    resolve: SlaClock
    close: SlaClock


class CaseEscalationPolicy(Model):
    id: str
    name: str
    queue_id: str
    trigger_at_sla_fraction: float
    """fraction of the acknowledgement target at which the policy triggers"""
    ladder: list[CaseEscalationPolicyLadderItem]
    """steps in order; delays count from the trigger"""
    enabled: bool
    created_at: datetime
    updated_at: datetime


class CaseEscalationPolicyCreate(Model):
    name: str
    queue_id: str
    trigger_at_sla_fraction: float | None = None
    """fraction of the acknowledgement target at which the policy triggers"""
    ladder: list[CaseEscalationPolicyCreateLadderItem]
    """steps in order; delays count from the trigger"""
    enabled: bool | None = None


class CaseEscalationPolicyCreateLadderItem(Model):
    after_minutes: int
    notify: str
    """an address, user:NAME, role:soc_lead, rotation:NAME for the person on call, or channel:NAME"""


class CaseEscalationPolicyLadderItem(Model):
    after_minutes: int
    notify: str
    """an address, user:NAME, role:soc_lead, rotation:NAME for the person on call, or channel:NAME"""


class CaseEscalationPolicyPage(Model):
    items: list[CaseEscalationPolicy]
    next_cursor: str | None = None


class CaseExport(Model):
    items: list[Case]
    next_cursor: str | None = None
    """cursor of the next page; absent on the last page"""
    resume_cursor: str | None = None
    """end of this page: a later export with it returns the changes since then"""
    has_more: bool


class CaseFacets(Model):
    """counts over all matches of the filter, not only this page"""
    total: int
    by_severity: dict[str, int]
    by_status: dict[str, int]
    unresolved: int


class CaseFanoutResultsItem(Model):
    connector_id: str
    connector_type: str | None = None
    connector_name: str | None = None
    status: Literal["ok", "error", "unsupported", "skipped"] | str
    external_id: str | None = None
    external_url: str | None = None
    external_status: str | None = None
    error: str | None = None


class CaseField(Model):
    id: str
    key: str
    label: str
    type: Literal["text", "number", "boolean", "date", "select"] | str
    options: list[str]
    """options of a select field"""
    created_at: datetime


class CaseFieldCreate(Model):
    key: str
    label: str
    type: Literal["text", "number", "boolean", "date", "select"]
    options: list[str] | None = None
    """options of a select field"""


class CaseFieldPage(Model):
    items: list[CaseField]
    next_cursor: str | None = None


class CaseHandoff(Model):
    id: str
    from_user_id: str
    to_user_id: str
    queue_id: str | None = None
    notes: str | None = None
    case_ids: list[str]
    """unresolved cases at the time of the handoff"""
    started_at: datetime
    acknowledged_at: datetime | None = None
    moved_case_ids: list[str] | None = None


class CaseHandoffCreate(Model):
    to_user_id: str
    queue_id: str | None = None
    notes: str | None = None


class CaseHandoffPage(Model):
    items: list[CaseHandoff]
    next_cursor: str | None = None


class CaseLedger(Model):
    runs: list[CaseLedgerRunsItem]


class CaseLedgerRunsItem(Model):
    run: InvestigationRun
    entries: list[LedgerEntryDetail]


class CaseMention(Model):
    id: str
    case_id: str
    comment_id: str
    body: str
    created_at: datetime
    seen_at: datetime | None = None
    author: str | None = None


class CaseMentionPage(Model):
    items: list[CaseMention]
    next_cursor: str | None = None


class CaseMerge(Model):
    case_id: str
    """a UUID or a case number such as INC-001"""
    reason: str | None = None


class CaseMove(Model):
    id: str
    kind: Literal["merge", "split", "move"] | str
    from_case_id: str
    to_case_id: str
    alert_count: int
    alert_ids: list[str]
    """alerts that moved along, and return when the move is undone"""
    reason: str | None = None
    actor_id: str
    actor_kind: Literal["human", "automation", "escalation"] | str
    created_at: datetime
    undone_at: datetime | None = None
    undone_by: str | None = None


class CaseMoveAlerts(Model):
    to_case_id: str
    """a UUID or a case number such as INC-001"""
    alert_ids: list[str]
    reason: str | None = None


class CaseMovePage(Model):
    items: list[CaseMove]
    next_cursor: str | None = None


class CaseMoved(Model):
    move: CaseMove
    from_: Case = Field(alias="from")
    to: Case


class CaseObservable(Model):
    id: str
    case_id: str
    kind: Literal["ip", "user", "host", "domain", "hash", "file", "process", "alert"] | str
    value: str
    added_by: str | None = None
    created_at: datetime


class CaseObservableCreate(Model):
    kind: Literal["ip", "user", "host", "domain", "hash", "file", "process", "alert"]
    value: str


class CaseObservablePage(Model):
    items: list[CaseObservable]
    next_cursor: str | None = None


class CasePage(Model):
    items: list[Case]
    next_cursor: str | None = None
    facets: CaseFacets


class CasePatch(Model):
    title: str | None = None
    description: str | None = None
    case_type: str | None = None
    tags: list[str] | None = None
    queue_id: str | None = None
    mitre_techniques: list[str] | None = None
    compliance_frameworks: list[str] | None = None
    custom_fields: dict[str, Any] | None = None
    severity: Literal["info", "low", "medium", "high", "critical"] | None = None
    status: Literal["open", "in_progress", "resolved", "closed"] | None = None
    assignee_id: str | None = None
    assignee: str | None = None
    reason: str | None = None


class CasePostMortem(Model):
    headline: str
    overview: CasePostMortemOverview
    detection: CasePostMortemDetection
    response: CasePostMortemResponse
    timeline: list[CasePostMortemTimelineItem]
    went_well: list[str]
    fell_short: list[str]
    action_items: list[CasePostMortemActionItemsItem]
    as_of: datetime
    is_cut: bool
    """true when the case has more than 2,000 entries of a kind; older ones are left out"""


class CasePostMortemActionItemsItem(Model):
    title: str
    category: Literal["detection", "process", "automation", "tooling", "documentation", "training"] | str
    priority: Literal["now", "next", "later"] | str
    target_system: str | None = None


class CasePostMortemDetection(Model):
    alert_fired_at: datetime | None = None
    first_touch_at: datetime | None = None
    first_touch_latency_minutes: int | None = None
    sla_breached: bool
    breached_clocks: list[str]
    detection_gaps: list[str]


class CasePostMortemOverview(Model):
    label: str
    title: str
    opened_at: datetime
    triaged_at: datetime | None = None
    resolved_at: datetime | None = None
    closed_at: datetime | None = None
    severity: Literal["info", "low", "medium", "high", "critical"] | str
    status: Literal["open", "in_progress", "resolved", "closed"] | str
    techniques_by_tactic: list[CasePostMortemOverviewTechniquesByTacticItem]
    time_to_resolution_minutes: int | None = None


class CasePostMortemOverviewTechniquesByTacticItem(Model):
    tactic: str
    techniques: list[str]


class CasePostMortemResponse(Model):
    actions: list[CasePostMortemResponseActionsItem]
    actions_taken: int
    actions_overdue: int
    automated_count: int
    effectiveness_score: int | None = None


class CasePostMortemResponseActionsItem(Model):
    category: Literal["triage", "containment", "eradication", "recovery", "comms", "evidence", "escalation", "other"] | str
    actions: list[CasePostMortemResponseActionsItemActionsItem]


class CasePostMortemResponseActionsItemActionsItem(Model):
    title: str
    status: str
    completed_at: datetime | None = None
    is_overdue: bool
    is_automated: bool


class CasePostMortemTimelineItem(Model):
    at: datetime
    type: str
    title: str
    text: str | None = None


class CaseQueue(Model):
    id: str
    name: str
    description: str | None = None
    match_severity: list[Literal["info", "low", "medium", "high", "critical"] | str]
    match_tags: list[str]
    match_case_type: str | None = None
    precedence: int
    """position among the queues; the lowest matching queue is used"""
    sla_policy_id: str | None = None
    created_at: datetime
    updated_at: datetime


class CaseQueueCreate(Model):
    name: str
    description: str | None = None
    match_severity: list[Literal["info", "low", "medium", "high", "critical"]] | None = None
    match_tags: list[str] | None = None
    match_case_type: str | None = None
    precedence: int | None = None
    """position among the queues; the lowest matching queue is used"""
    sla_policy_id: str | None = None


class CaseQueuePage(Model):
    items: list[CaseQueue]
    next_cursor: str | None = None


class CaseQueuePatch(Model):
    name: str | None = None
    description: str | None = None
    match_severity: list[Literal["info", "low", "medium", "high", "critical"]] | None = None
    match_tags: list[str] | None = None
    match_case_type: str | None = None
    precedence: int | None = None
    """position among the queues; the lowest matching queue is used"""
    sla_policy_id: str | None = None


class CaseReopen(Model):
    reason: str
    status: Literal["open", "in_progress"] | None = None


class CaseSla(Model):
    ack: SlaClock
    resolve: SlaClock
    close: SlaClock


class CaseSplit(Model):
    title: str
    severity: Literal["info", "low", "medium", "high", "critical"] | None = None
    description: str | None = None
    case_type: str | None = None
    tags: list[str] | None = None
    queue_id: str | None = None
    mitre_techniques: list[str] | None = None
    compliance_frameworks: list[str] | None = None
    custom_fields: dict[str, Any] | None = None
    assignee_id: str | None = None
    alert_ids: list[str]
    reason: str | None = None


class CaseSummary(Model):
    label: str
    headline: str
    title: str
    description: str | None = None
    severity: Literal["info", "low", "medium", "high", "critical"] | str
    status: Literal["open", "in_progress", "resolved", "closed"] | str
    as_of: datetime
    opened_at: datetime
    acknowledged_at: datetime | None = None
    resolved_at: datetime | None = None
    closed_at: datetime | None = None
    age_minutes: int
    is_assigned: bool
    escalation_level: int
    reopen_count: int
    sla: CaseSummarySla
    alerts: CaseSummaryAlerts
    techniques_by_tactic: list[CaseSummaryTechniquesByTacticItem]
    tasks: CaseSummaryTasks
    open_tasks: list[CaseSummaryOpenTasksItem]
    latest_comments: list[CaseSummaryLatestCommentsItem]
    is_cut: bool
    """true when the case has more than 2,000 entries of a kind; older ones are left out"""


class CaseSummaryAlerts(Model):
    total: int
    first_fired_at: datetime | None = None


class CaseSummaryLatestCommentsItem(Model):
    at: datetime
    text: str


class CaseSummaryOpenTasksItem(Model):
    title: str
    status: Literal["todo", "in_progress", "done"] | str
    category: Literal["triage", "containment", "eradication", "recovery", "comms", "evidence", "escalation", "other"] | str
    due_at: datetime | None = None
    blocked_by: str | None = None


class CaseSummarySla(Model):
    ack: CaseSummarySlaAck
    resolve: CaseSummarySlaResolve
    close: CaseSummarySlaClose


class CaseSummarySlaAck(Model):
    due_at: datetime | None = None
    met_at: datetime | None = None
    state: str
    reason: str | None = None


class CaseSummarySlaClose(Model):
    due_at: datetime | None = None
    met_at: datetime | None = None
    state: str
    reason: str | None = None


class CaseSummarySlaResolve(Model):
    due_at: datetime | None = None
    met_at: datetime | None = None
    state: str
    reason: str | None = None


class CaseSummaryTasks(Model):
    total: int
    done: int
    open: int
    overdue: int


class CaseSummaryTechniquesByTacticItem(Model):
    tactic: str
    techniques: list[str]


class CaseTask(Model):
    id: str
    case_id: str
    title: str
    status: Literal["todo", "in_progress", "done"] | str
    category: Literal["triage", "containment", "eradication", "recovery", "comms", "evidence", "escalation", "other"] | str
    assignee_id: str | None = None
    due_at: datetime | None = None
    depends_on_task_id: str | None = None
    is_automated: bool
    created_at: datetime
    completed_at: datetime | None = None
    blocked_reason: str | None = None


class CaseTaskCreate(Model):
    title: str
    category: Literal["triage", "containment", "eradication", "recovery", "comms", "evidence", "escalation", "other"] | None = None
    assignee_id: str | None = None
    due_at: datetime | None = None
    depends_on_task_id: str | None = None


class CaseTaskPage(Model):
    items: list[CaseTask]
    next_cursor: str | None = None


class CaseTaskPatch(Model):
    title: str | None = None
    status: Literal["todo", "in_progress", "done"] | None = None
    category: Literal["triage", "containment", "eradication", "recovery", "comms", "evidence", "escalation", "other"] | None = None
    assignee_id: str | None = None
    due_at: datetime | None = None
    depends_on_task_id: str | None = None


class CaseTemplate(Model):
    id: str
    name: str
    title: str
    description: str | None = None
    severity: Literal["info", "low", "medium", "high", "critical"] | str
    case_type: str | None = None
    tags: list[str]
    tasks: list[CaseTemplateTasksItem]
    created_at: datetime


class CaseTemplateCreate(Model):
    name: str
    title: str
    description: str | None = None
    severity: Literal["info", "low", "medium", "high", "critical"] | None = None
    case_type: str | None = None
    tags: list[str] | None = None
    tasks: list[CaseTemplateCreateTasksItem] | None = None


class CaseTemplateCreateTasksItem(Model):
    title: str
    category: Literal["triage", "containment", "eradication", "recovery", "comms", "evidence", "escalation", "other"] | None = None
    depends_on: int | None = None
    due_minutes: int | None = None


class CaseTemplatePage(Model):
    items: list[CaseTemplate]
    next_cursor: str | None = None


class CaseTemplateTasksItem(Model):
    title: str
    category: Literal["triage", "containment", "eradication", "recovery", "comms", "evidence", "escalation", "other"] | str
    depends_on: int | None = None
    due_minutes: int | None = None


class CaseTimeEntry(Model):
    id: str
    case_id: str
    minutes: int
    note: str | None = None
    created_at: datetime
    actor: str | None = None


class CaseTimeEntryCreate(Model):
    minutes: int
    note: str | None = None


class CaseTimeEntryPage(Model):
    items: list[CaseTimeEntry]
    next_cursor: str | None = None


class CaseTimelineEvent(Model):
    id: str
    case_id: str
    type: str
    timestamp: datetime
    title: str
    description: str | None = None
    actor_kind: Literal["human", "automation", "escalation"] | str | None = None
    actor: str | None = None


class CaseTimelineEventCreate(Model):
    type: str | None = None
    title: str
    description: str | None = None
    timestamp: datetime | None = None


class CaseTimelineEventPage(Model):
    items: list[CaseTimelineEvent]
    next_cursor: str | None = None


class CaseTransition(Model):
    id: str
    case_id: str
    from_status: Literal["open", "in_progress", "resolved", "closed"] | str
    to_status: Literal["open", "in_progress", "resolved", "closed"] | str
    actor_id: str
    actor_kind: Literal["human", "automation", "escalation"] | str
    reason: str | None = None
    at: datetime
    actor: str | None = None


class CaseTransitionPage(Model):
    items: list[CaseTransition]
    next_cursor: str | None = None


class ChatLinkCode(Model):
    code: str
    expires_at: datetime


class ChatUnlinked(Model):
    unlinked: int


class CheckedValue(Model):
    value: str
    """value as submitted"""
    ioc_type: Literal["ip", "cidr", "domain", "url", "md5", "sha1", "sha256", "email", "filename", "ja3", "ja4", "user_agent"] | str | None = None
    normalised: str | None = None
    verdict: Literal["listed", "flagged", "known_good", "unknown", "not_a_value"] | str
    """`flagged`: an indicator matches, and a list says that the value is good; `known_good`: it is on a list, and no indicator matches"""
    matches: list[CheckedValueMatchesItem]
    known_good: list[CheckedValueKnownGoodItem]


class CheckedValueKnownGoodItem(Model):
    list_: str = Field(alias="list")
    effect: Literal["suppress", "flag"] | str
    entry: str
    """matching entry: the value itself, a parent domain or a containing network"""


class CheckedValueMatchesItem(Model):
    id: str
    value: str
    source: str
    severity: Literal["info", "low", "medium", "high", "critical"] | str
    effective_confidence: float
    threat_actor: str | None = None
    malware_family: str | None = None


class ClosureAuditItem(Model):
    alert_id: str
    title: str
    severity: Literal["info", "low", "medium", "high", "critical"] | str
    rule_id: str | None = None
    affected_hosts: list[str]
    affected_users: list[str]
    affected_ips: list[str]
    first_seen: datetime
    drawn_at: datetime


class ClosureAuditItemPage(Model):
    items: list[ClosureAuditItem]
    next_cursor: str | None = None


class ClosureAuditJudged(Model):
    alert_id: str
    verdict: Literal["threat", "no_threat", "cannot_tell"] | str


class ClosureAuditVerdict(Model):
    verdict: Literal["threat", "no_threat", "cannot_tell"]
    note: str | None = None


class ComplianceControl(Model):
    framework: str
    control_id: str
    """id of the control in the framework"""
    title: str
    """short description in our own words; the publisher holds the official text"""
    measures: list[Literal["audit_chain", "audit_days", "log_retention", "sources", "sso", "second_factor", "dormant_users", "api_keys", "alerts_triaged", "cases_due", "detection_rules", "detection_tested", "threat_intel", "oncall", "tabletop", "backups"] | str]
    """measures of this control; with none, only evidence counts"""
    note: str | None = None


class ComplianceControlPage(Model):
    items: list[ComplianceControl]
    next_cursor: str | None = None


class ComplianceDashboard(Model):
    framework: str
    name: str
    version: str
    overall_score: float | None = None
    controls_passing: int
    controls_failing: int
    controls_in_review: int
    controls_unknown: int
    evidence_intact: bool
    """true when no record of evidence was changed or removed"""
    last_updated: datetime
    controls: list[ComplianceDashboardControlsItem]


class ComplianceDashboardControlsItem(Model):
    control_id: str
    title: str
    status: Literal["passing", "failing", "in_review", "unknown"] | str
    note: str | None = None
    measures: list[ComplianceDashboardControlsItemMeasuresItem]
    evidence: ComplianceDashboardControlsItemEvidence | None = None


class ComplianceDashboardControlsItemEvidence(Model):
    id: str
    summary: str
    status: Literal["pending", "accepted", "rejected"] | str
    collected_at: datetime


class ComplianceDashboardControlsItemMeasuresItem(Model):
    id: Literal["audit_chain", "audit_days", "log_retention", "sources", "sso", "second_factor", "dormant_users", "api_keys", "alerts_triaged", "cases_due", "detection_rules", "detection_tested", "threat_intel", "oncall", "tabletop", "backups"] | str
    status: Literal["pass", "fail", "unknown"] | str
    detail: str


class ComplianceEvidence(Model):
    id: str
    seq: int
    framework: str
    control_id: str
    evidence_kind: Literal["alert", "log", "screenshot", "attestation", "policy", "runbook", "other"] | str
    summary: str
    link: str | None = None
    digest: str | None = None
    raw_payload: dict[str, Any] | None = None
    case_id: str | None = None
    payload_hash: str
    prev_hash: str
    collected_at: datetime
    collected_by: str
    status: Literal["pending", "accepted", "rejected"] | str
    reviewed_by: str | None = None
    reviewed_at: datetime | None = None
    review_note: str | None = None
    erased_at: datetime | None = None
    files: list[ComplianceEvidenceFile]
    """oldest first; they are downloaded one by one"""


class ComplianceEvidenceCreate(Model):
    framework: str
    control_id: str
    evidence_kind: Literal["alert", "log", "screenshot", "attestation", "policy", "runbook", "other"]
    summary: str
    link: str | None = None
    digest: str | None = None
    """SHA-256 of the document behind the link"""
    raw_payload: dict[str, Any] | None = None
    case_id: str | None = None


class ComplianceEvidenceFile(Model):
    id: str
    name: str
    size_bytes: int
    sha256: str
    added_by: str


class ComplianceEvidencePage(Model):
    items: list[ComplianceEvidence]
    next_cursor: str | None = None


class ComplianceEvidenceReview(Model):
    decision: Literal["accepted", "rejected"]
    note: str | None = None


class ComplianceFramework(Model):
    id: str
    name: str
    version: str
    scope: str
    """part of the framework that svc covers"""
    controls: int


class ComplianceFrameworkPage(Model):
    items: list[ComplianceFramework]
    next_cursor: str | None = None


class CompliancePoint(Model):
    framework: str
    day: str
    """UTC"""
    score: float | None = None
    passing: int
    failing: int
    in_review: int
    unknown: int
    measured: list[CompliancePointMeasuredItem]
    measured_at: datetime


class CompliancePointMeasuredItem(Model):
    id: Literal["audit_chain", "audit_days", "log_retention", "sources", "sso", "second_factor", "dormant_users", "api_keys", "alerts_triaged", "cases_due", "detection_rules", "detection_tested", "threat_intel", "oncall", "tabletop", "backups"] | str
    status: Literal["pass", "fail", "unknown"] | str
    detail: str


class CompliancePointPage(Model):
    items: list[CompliancePoint]
    next_cursor: str | None = None


class ConfigurationApply(Model):
    documents: list[ConfigurationDocument]
    prune: bool | None = None
    """remove resources that no document names, of the kinds included in the documents"""
    connector_secrets: dict[str, dict[str, str]] | None = None
    """values of connector secrets, by connector name and field"""
    digest: str | None = None
    """digest of the plan to apply"""


class ConfigurationChange(Model):
    kind: Literal["placeholders", "rule", "overlay", "playbook", "hunt", "sla_target", "sla_policy", "branding", "message_text", "role", "connector"] | str
    name: str
    change: Literal["create", "update", "delete"] | str
    before: dict[str, Any] | None = None
    after: dict[str, Any] | None = None


class ConfigurationDocument(Model):
    kind: Literal["placeholders", "rule", "overlay", "playbook", "hunt", "sla_target", "sla_policy", "branding", "message_text", "role", "connector"] | str
    name: str
    spec: dict[str, Any]


class ConfigurationDocumentPage(Model):
    items: list[ConfigurationDocument]
    next_cursor: str | None = None


class ConfigurationPlan(Model):
    changes: list[ConfigurationChange]
    unchanged: int
    digest: str
    """digest to send to apply, which refuses when something changed since"""


class ConfigurationPlanned(Model):
    documents: list[ConfigurationDocument]
    prune: bool | None = None
    """remove resources that no document names, of the kinds included in the documents"""
    connector_secrets: dict[str, dict[str, str]] | None = None
    """values of connector secrets, by connector name and field"""


class Connector(Model):
    id: str
    name: str
    type: str
    auth_fields: list[str]
    """names of the secrets that are set"""
    connector_config: dict[str, str]
    poll_interval_seconds: int
    enabled: bool
    state: Literal["new", "healthy", "degraded", "rate_limited", "blocked", "disabled"] | str
    """blocked: the source refused the credential; saving the connector tries again"""
    state_reason: str | None = None
    cursor_at: datetime | None = None
    next_poll_at: datetime | None = None
    consecutive_failures: int
    events_ingested: int | None = None
    last_poll_at: datetime | None = None
    last_event_at: datetime | None = None
    created_at: datetime
    updated_at: datetime


class ConnectorChange(Model):
    name: str | None = None
    auth_config: dict[str, str | None] | None = None
    """missing fields are kept, null removes one"""
    connector_config: dict[str, str] | None = None
    poll_interval_seconds: int | None = None
    enabled: bool | None = None


class ConnectorCreate(Model):
    name: str | None = None
    """defaults to the title of the type, with a number when that is in use"""
    type: str
    """one of /connectors/types"""
    auth_config: dict[str, str] | None = None
    connector_config: dict[str, str] | None = None
    poll_interval_seconds: int | None = None
    """default: 300"""
    enabled: bool | None = None
    """true: polling begins at once"""


class ConnectorField(Model):
    name: str
    about: str
    required: bool
    default: str | None = None


class ConnectorPage(Model):
    items: list[Connector]
    next_cursor: str | None = None


class ConnectorPoll(Model):
    id: str
    outcome: Literal["running", "ok", "failed", "rate_limited", "blocked", "interrupted"] | str
    from_: datetime = Field(alias="from")
    to: datetime
    pages: int
    fetched: int
    """events returned by the source, including ones fetched before"""
    added: int | None = None
    error: str | None = None
    elapsed_ms: int | None = None
    began_at: datetime
    ended_at: datetime | None = None


class ConnectorPollPage(Model):
    items: list[ConnectorPoll]
    next_cursor: str | None = None


class ConnectorStatelessTest(Model):
    type: str | None = None
    """one of /connectors/types"""
    auth_config: dict[str, str] | None = None
    connector_config: dict[str, str] | None = None


class ConnectorTest(Model):
    ok: bool
    events: int
    """events of the last hour on the first page; none is ingested"""
    reason: str | None = None
    newest_event_at: datetime | None = None


class ConnectorTestRequest(Model):
    type: str
    """one of /connectors/types"""
    auth_config: dict[str, str] | None = None
    connector_config: dict[str, str] | None = None


class ConnectorType(Model):
    type: str
    title: str
    category: str
    source_format: str
    """format of its events"""
    auth_config: list[ConnectorField]
    """secrets, write-only"""
    connector_config: list[ConnectorField]


class ConnectorTypePage(Model):
    items: list[ConnectorType]
    next_cursor: str | None = None


class CopilotActionDone(Model):
    action: str
    resource_type: str
    resource_id: str
    made_id: str | None = None


class CopilotAnswer(Model):
    model: str
    sentences: list[CopilotAnswerSentencesItem]
    sources: list[CopilotAnswerSourcesItem]
    dropped: int
    """number of sentences dropped because no source supports them"""
    query: CopilotAnswerQuery | None = None


class CopilotAnswerQuery(Model):
    language: Literal["kql", "sigma"] | str
    text: str | None = None
    fault: str | None = None
    back_test: CopilotAnswerQueryBackTest | None = None
    not_tried: str | None = None


class CopilotAnswerQueryBackTest(Model):
    days: int
    events: int
    would_fire: int


class CopilotAnswerSentencesItem(Model):
    text: str
    rests: list[int]


class CopilotAnswerSourcesItem(Model):
    entry: int
    about: str


class CopilotContext(Model):
    resource_type: str
    resource_id: str
    suggestions: list[CopilotContextSuggestionsItem]


class CopilotContextSuggestionsItem(Model):
    id: str
    title: str
    rationale: str
    risk: str
    action: str | None = None


class CopilotQuestion(Model):
    task: Literal["explain", "next_step", "customer_summary", "post_mortem", "kql", "sigma"]
    resource_type: Literal["alert", "case", "rule", "playbook", "hunt"] | None = None
    resource_id: str | None = None
    words: str | None = None
    """what the query should find, in plain words"""


class DeadLetter(Model):
    letter_id: str
    """id of the newest letter"""
    last_at: datetime
    """newest time of receipt"""
    letters: int
    """number of letters with the same text and reason"""
    source: str
    """connector id"""
    source_format: str
    reason: str
    detail: str
    bytes: int
    """size of the whole text"""
    raw: str | None = None


class DeadLetterPage(Model):
    items: list[DeadLetter]
    next_cursor: str | None = None


class DeadLetterReplay(Model):
    id: str
    state: Literal["running", "done", "cancelled", "failed"] | str
    source: str
    """connector id; empty for any"""
    reason: str
    """empty for any"""
    until_time: datetime
    """time up to which letters are replayed"""
    letters: int
    """letters replayed so far; letters with the same text count once"""
    accepted: int
    """events accepted by ingest; undecodable ones become new dead letters"""
    rejected: int
    """events rejected by ingest; their letters remain"""
    fault: str | None = None
    requested_by: str
    created_at: datetime
    ended_at: datetime | None = None


class DeadLetterReplayPage(Model):
    items: list[DeadLetterReplay]
    next_cursor: str | None = None


class DeadLetterReplayStart(Model):
    source: str | None = None
    """connector id"""
    reason: str | None = None


class DelegatedToken(Model):
    access_token: str
    token_type: Literal["bearer"] | str
    expires_in: int
    """seconds"""
    tenant_id: str
    role: str


class Delegation(Model):
    id: str
    tenant_id: str
    home_tenant_id: str
    delegate_id: str
    role: str
    reason: str
    granted_by: str
    created_at: datetime
    expires_at: datetime
    revoked_at: datetime | None = None


class DelegationGive(Model):
    email: str
    """email of a user of the provider"""
    role: str
    reason: str
    expires_in_hours: int


class DelegationPage(Model):
    items: list[Delegation]
    next_cursor: str | None = None


class Deputy(Model):
    id: str
    user_id: str
    """user that the deputy stands in for"""
    deputy_id: str
    from_at: datetime
    until_at: datetime
    reason: str
    created_by: str
    created_at: datetime
    ended_at: datetime | None = None


class DeputyName(Model):
    deputy_id: str
    user_id: str | None = None
    """user that the deputy stands in for; default: the caller"""
    from_: datetime | None = Field(default=None, alias="from")
    """default: now"""
    until: datetime
    reason: str | None = None


class DeputyPage(Model):
    items: list[Deputy]
    next_cursor: str | None = None


class DetachedExportSignature(Model):
    format: Literal["svc-export-v1"] | str
    statement: DetachedExportSignatureStatement
    algorithm: Literal["ed25519"] | str
    public_key: str
    """32 bytes in base64url"""
    signature: str
    """base64url, over svc-export-v1, a line feed and the statement as canonical JSON"""


class DetachedExportSignatureStatement(Model):
    tenant_id: str
    export_kind: str
    content_sha256: str
    """SHA-256 of the exported file; for a folder, of its manifest as canonical JSON without the signature"""
    query_digest: str
    """SHA-256 of the query as canonical JSON"""
    row_count: int
    """number of rows in the file"""
    is_whole: bool
    """false: more rows match than the file holds"""
    signed_at: datetime
    key_id: str
    """first 16 bytes of the SHA-256 of the public key, in hexadecimal"""


class Detection(Model):
    id: str
    time: datetime
    ingest_time: datetime
    rule_id: str
    rule_title: str
    language: str
    severity_id: int
    """OCSF: 1 informational to 5 critical"""
    source: str
    class_uid: int
    host: str
    user: str
    src_ip: str | None = None
    event_uids: list[str]
    techniques: list[str]
    tactics: list[str]
    matched: list[DetectionMatchedItem]


class DetectionMatchedItem(Model):
    field: str
    value: str


class DetectionPage(Model):
    items: list[Detection]
    next_cursor: str | None = None


class DetectionProposal(Model):
    id: str
    title: str
    description: str
    rule_language: Literal["sigma", "eql", "kql"] | str
    logic: str
    mitre_tags: list[str]
    base_rule_id: str | None = None
    promoted_rule_id: str | None = None
    status: Literal["proposed", "in_review", "eval_passed", "eval_failed", "approved", "rejected", "promoted"] | str
    positive_fixtures: int
    """number of stored fixtures"""
    negative_fixtures: int
    fixture_result: FixtureResult | None = None
    eval_result: EvalResult | None = None
    review_comments: list[DetectionProposalReviewCommentsItem]
    proposed_by: str | None = None
    proposed_by_id: str | None = None
    decided_by: str | None = None
    decision_comment: str | None = None
    decided_at: datetime | None = None
    created_at: datetime
    updated_at: datetime


class DetectionProposalComment(Model):
    comment: str


class DetectionProposalCreate(Model):
    title: str
    description: str
    logic: str
    """text of the rule"""
    rule_language: Literal["sigma", "eql", "kql"] | None = None
    """default: sigma"""
    mitre_tags: list[str] | None = None
    base_rule_id: str | None = None
    positive_fixtures: list[dict[str, Any]] | None = None
    negative_fixtures: list[dict[str, Any]] | None = None


class DetectionProposalDecision(Model):
    decision: Literal["approve", "reject"]
    comment: str | None = None


class DetectionProposalEval(Model):
    eval_report: DetectionProposalEvalEvalReport
    """report of a harness; further members are stored too"""
    max_regression_pp: float | None = None
    """percentage points that the score may fall below the baseline; default: 1"""


class DetectionProposalEvalEvalReport(Model):
    """report of a harness; further members are stored too"""
    score: float
    suite: str | None = None


class DetectionProposalFixtures(Model):
    positive_fixtures: list[dict[str, Any]]
    negative_fixtures: list[dict[str, Any]] | None = None


class DetectionProposalPage(Model):
    items: list[DetectionProposal]
    next_cursor: str | None = None


class DetectionProposalReviewCommentsItem(Model):
    author: str
    comment: str
    at: datetime


class DetectionRecord(Model):
    rule_id: str
    """name of the rule in the tool that detected it"""
    rule_title: str
    severity_id: int
    """OCSF: 1 informational to 5 critical"""
    time: datetime
    source: str | None = None
    class_uid: int | None = None
    host: str | None = None
    user: str | None = None
    src_ip: str | None = None
    event_uids: list[str] | None = None
    techniques: list[str] | None = None
    tactics: list[str] | None = None
    matched: list[DetectionRecordMatchedItem] | None = None


class DetectionRecordMatchedItem(Model):
    field: str
    value: str


class DetectionStats(Model):
    total: int
    rules_total: int
    """number of rules with hits; by_rule shows the first 100"""
    by_severity: list[DetectionStatsBySeverityItem]
    by_rule: list[DetectionStatsByRuleItem]
    by_cost: list[DetectionStatsByCostItem]
    """the tenant’s own rules by evaluation cost in these hours, with or without hits, the first 100; null: not known, as for built-in and YARA rules"""


class DetectionStatsByCostItem(Model):
    rule_id: str
    evaluations: int | None = None
    mean_us: float | None = None
    cost_ms: float | None = None


class DetectionStatsByRuleItem(Model):
    rule_id: str
    rule_title: str
    hits: int
    last_hit: datetime
    evaluations: int | None = None
    mean_us: float | None = None
    cost_ms: float | None = None


class DetectionStatsBySeverityItem(Model):
    severity_id: int
    hits: int


class EffectivePermissions(Model):
    user_id: str
    roles: list[EffectivePermissionsRolesItem]
    permissions: list[str]
    by_permission: dict[str, list[str]]


class EffectivePermissionsRolesItem(Model):
    name: str
    source: str
    """static, custom, sso or scim"""


class Enriched(Model):
    entities: list[EnrichedEntitiesItem]


class EnrichedEntitiesItem(Model):
    kind: Literal["ip", "domain", "url", "hash", "user", "host"] | str
    value: str
    answers: list[EnrichedEntitiesItemAnswersItem]


class EnrichedEntitiesItemAnswersItem(Model):
    provider: str
    status: Literal["found", "nothing", "could_not_check"] | str
    reason: str | None = None
    data: dict[str, Any] | None = None
    checked_at: datetime | None = None
    age_seconds: int | None = None


class EnrichmentRecord(Model):
    name: str
    names: list[str]
    """all names of the record, in lower case"""
    attributes: dict[str, Any]
    updated_at: datetime


class EnrichmentRecordPage(Model):
    items: list[EnrichmentRecord]
    next_cursor: str | None = None


class EnrichmentRequest(Model):
    entities: list[EnrichmentRequestEntitiesItem]
    max_age_seconds: int | None = None
    """maximum age of cached answers; older ones are requested again"""


class EnrichmentRequestEntitiesItem(Model):
    kind: Literal["ip", "domain", "url", "hash", "user", "host"]
    value: str


class EnrichmentTableWrite(Model):
    records: list[EnrichmentTableWriteRecordsItem]
    replace: bool | None = None
    """true: remove all records with other names"""


class EnrichmentTableWriteRecordsItem(Model):
    name: str
    aliases: list[str] | None = None
    attributes: dict[str, Any] | None = None


class EnrichmentTableWritten(Model):
    written: int
    removed: int
    records: int


class EntityRisk(Model):
    entity: str
    entity_type: Literal["user", "host", "ip"] | str
    risk_score: float
    points: float
    """sum of the points of its alerts; each halves every week"""
    band: Literal["critical", "high", "medium", "low"] | str
    """critical from 80, high from 50, medium from 20"""
    alert_count: int
    last_seen: datetime


class EntityRiskDetail(Model):
    entity: str
    entity_type: Literal["user", "host", "ip"] | str
    risk_score: float
    points: float
    """sum of the points of its alerts; each halves every week"""
    band: Literal["critical", "high", "medium", "low"] | str
    """critical from 80, high from 50, medium from 20"""
    alert_count: int
    last_seen: datetime
    contributors: list[EntityRiskDetailContributorsItem]
    """alerts with the most points, at most 25"""
    alerts: list[str]
    """newest alerts of the entity, at most 50"""


class EntityRiskDetailContributorsItem(Model):
    alert_id: str
    title: str
    severity: Literal["info", "low", "medium", "high", "critical"] | str
    points: float
    time: datetime


class EntityRiskPage(Model):
    items: list[EntityRisk]
    next_cursor: str | None = None


class ErasureCertificate(Model):
    statement: ErasureCertificateStatement
    algorithm: Literal["ed25519"] | str
    key_id: str
    """id of a key from GET /audit/keys"""
    signature: str
    """base64, over the statement as JSON with its members in the order of their names"""


class ErasureCertificateStatement(Model):
    deletion_id: str
    tenant_id: str
    subject_kind: str
    subject_sha256: str
    """SHA-256 of the value in lower case, so that the certificate does not name the subject"""
    requested_at: str
    completed_at: str
    searched: list[str]
    """names of the searched tables"""
    changed: dict[str, int]
    remains: list[ErasureCertificateStatementRemainsItem]


class ErasureCertificateStatementRemainsItem(Model):
    where: str
    """a table, or a place outside of tables"""
    rows: int | None = None
    """number of rows that name the subject; null: not counted"""
    why: str


class ErasureProof(Model):
    deletion_id: str
    asked_at: datetime
    is_clean: bool
    """true when the subject is not found in anything that this answer has searched"""
    searched: list[str]
    found: dict[str, int]
    remains: list[ErasureProofRemainsItem]
    """remaining records that the certificate lists, counted now"""
    next_file: str | None = None
    """more files are to be read: send it as after_file with the next request"""


class ErasureProofRemainsItem(Model):
    where: str
    """a table, or a place outside of tables"""
    rows: int | None = None
    """number of rows that name the subject; null: not counted"""
    why: str


class ErasureReport(Model):
    user_id: str
    status: Literal["completed"] | str
    affected_counts: dict[str, int]
    """number of changed or deleted rows, by category"""
    completed_at: datetime


class EvalBaseline(Model):
    suite: str
    score: float
    payload: dict[str, Any]
    set_by: str
    set_at: datetime


class EvalBaselinePage(Model):
    items: list[EvalBaseline]
    next_cursor: str | None = None


class EvalBaselineSet(Model):
    suite: str
    score: float
    payload: dict[str, Any] | None = None


class EvalResult(Model):
    passed: bool
    suite: str
    score: float
    baseline: float | None = None
    delta_pp: float | None = None
    max_regression_pp: float
    eval_report: dict[str, Any]
    at: datetime
    by: str


class EventFacets(Model):
    facets: list[EventFacetsFacetsItem]
    from_: datetime = Field(alias="from")
    to: datetime
    complete: bool
    """true when the whole time span was searched, in the lake and in the archive"""
    missing: list[EventFacetsMissingItem]
    """parts of the time span that were not fully searched; empty when complete"""
    archive: EventFacetsArchive
    """archive files searched beside the lake, with their events and size"""
    job_id: str | None = None
    """id of the background search that counts over the whole time span, when the time limit was reached; POST only"""


class EventFacetsArchive(Model):
    """archive files searched beside the lake, with their events and size"""
    files: int
    events: int
    bytes: int


class EventFacetsFacetsItem(Model):
    field: str
    values: list[EventFacetsFacetsItemValuesItem]
    """values with the most events first; null: events without a value"""
    distinct: int
    """number of distinct values, counting a missing value as one"""
    other_events: int
    """number of events with a value that is not listed"""


class EventFacetsFacetsItemValuesItem(Model):
    value: str | None = None
    events: int


class EventFacetsMissingItem(Model):
    from_: datetime = Field(alias="from")
    to: datetime
    reason: Literal["time", "memory", "unreadable", "archived", "lost", "rows"] | str
    """time, memory: the query exceeded its limit; unreadable: some events cannot be read back; archived: some events are in archive files that were not searched; lost: files of the archive with events of this time are gone or damaged; rows: the table has more rows or columns than the limit"""


class EventFacetsQuery(Model):
    query: str | None = None
    """field:value, ranges, wildcards, AND OR NOT, and words contained in the raw text; default: every event"""
    from_: datetime | None = Field(default=None, alias="from")
    """earliest event time; default: 30 days before to"""
    to: datetime | None = None
    """end of the span, exclusive; default: now"""
    fields_: list[str] = Field(alias="fields")
    limit: int | None = None


class EventField(Model):
    name: str
    kind: str
    """keyword, text (substring match), hash, ip, number, time, uuid or severity"""
    description: str


class EventFieldList(Model):
    fields_: list[EventField] = Field(alias="fields")
    """named fields; any OCSF path and unmapped.PATH of the original record work as well"""


class EventHistogram(Model):
    events: int
    interval_seconds: int
    buckets: list[EventHistogramBucketsItem]
    """buckets oldest first, including empty ones; the first and the last may extend beyond the span"""
    from_: datetime = Field(alias="from")
    to: datetime
    complete: bool
    """true when the whole time span was searched, in the lake and in the archive"""
    missing: list[EventHistogramMissingItem]
    """parts of the time span that were not fully searched; empty when complete"""
    archive: EventHistogramArchive
    """archive files searched beside the lake, with their events and size"""


class EventHistogramArchive(Model):
    """archive files searched beside the lake, with their events and size"""
    files: int
    events: int
    bytes: int


class EventHistogramBucketsItem(Model):
    from_: datetime = Field(alias="from")
    events: int


class EventHistogramMissingItem(Model):
    from_: datetime = Field(alias="from")
    to: datetime
    reason: Literal["time", "memory", "unreadable", "archived", "lost", "rows"] | str
    """time, memory: the query exceeded its limit; unreadable: some events cannot be read back; archived: some events are in archive files that were not searched; lost: files of the archive with events of this time are gone or damaged; rows: the table has more rows or columns than the limit"""


class EventHistogramQuery(Model):
    query: str | None = None
    """field:value, ranges, wildcards, AND OR NOT, and words contained in the raw text; default: every event"""
    from_: datetime | None = Field(default=None, alias="from")
    """earliest event time; default: 30 days before to"""
    to: datetime | None = None
    """end of the span, exclusive; default: now"""
    interval_seconds: int | None = None
    """seconds per bucket; default: one that gives at most 120 buckets"""


class EventReading(Model):
    line: int
    """line of the sample or position in the list, from 1"""
    refused: str
    """reason why the event would become a dead letter; empty: it would be stored"""
    unread: str
    """reason why no parser recognised the format; empty: one did"""
    table: str
    """name and version of the mapping; text/1: not parsed"""
    is_known: bool
    """true when a built-in table or one of the tenant parsed it, not the generic parser"""
    class_uid: int
    class_name: str
    activity: str
    status: str
    severity: str
    time: datetime | None = None
    entities: list[EventReadingEntitiesItem]
    message: str
    not_understood: list[EventReadingNotUnderstoodItem]
    """values found only in the raw text of the event"""


class EventReadingEntitiesItem(Model):
    name: str
    value: str


class EventReadingNotUnderstoodItem(Model):
    path: str
    value: str


class EventSearch(Model):
    query: str | None = None
    """field:value, ranges, wildcards, AND OR NOT, and words contained in the raw text; default: every event"""
    from_: datetime | None = Field(default=None, alias="from")
    """earliest event time; default: 30 days before to"""
    to: datetime | None = None
    """end of the span, exclusive; default: now"""
    language: Literal["lucene", "kql"] | None = None
    """kql: a table and where conditions select events, in the same way as a detection; any other query returns its rows in the member table"""
    fields_: list[str] | None = Field(default=None, alias="fields")
    """default: time, source, class_uid, severity, host, user, process_name, src_ip, dst_ip, message"""
    limit: int | None = None
    cursor: str | None = None


class EventSearchResult(Model):
    events: list[FoundEvent]
    """newest first"""
    table: KqlTable | None = None
    next_cursor: str | None = None
    """cursor of older events; send it with the same query"""
    from_: datetime = Field(alias="from")
    to: datetime
    complete: bool
    """true when the whole time span was searched, in the lake and in the archive"""
    missing: list[EventSearchResultMissingItem]
    """parts of the time span that were not fully searched; empty when complete"""
    archive: EventSearchResultArchive
    """archive files searched beside the lake, with their events and size"""
    job_id: str | None = None
    """id of the background search over the time span not yet searched or, for a table, over all of it"""


class EventSearchResultArchive(Model):
    """archive files searched beside the lake, with their events and size"""
    files: int
    events: int
    bytes: int


class EventSearchResultMissingItem(Model):
    from_: datetime = Field(alias="from")
    to: datetime
    reason: Literal["time", "memory", "unreadable", "archived", "lost", "rows"] | str
    """time, memory: the query exceeded its limit; unreadable: some events cannot be read back; archived: some events are in archive files that were not searched; lost: files of the archive with events of this time are gone or damaged; rows: the table has more rows or columns than the limit"""


class EventSubmit1(Model):
    events: list[Any]
    """OCSF events"""
    rule_id: str | None = None
    connector_id: str | None = None
    connector_type: str | None = None
    source_format: str | None = None
    title: str | None = None
    description: str | None = None
    severity: str | None = None
    tags: list[str] | None = None


class EventSubmit3(Model):
    pass


class EventTail(Model):
    query: str | None = None
    """field:value, ranges, wildcards, AND OR NOT, and words contained in the raw text; default: every event"""
    fields_: list[str] | None = Field(default=None, alias="fields")
    """default: time, source, class_uid, severity, host, user, process_name, src_ip, dst_ip, message"""
    cursor: str | None = None
    """cursor of the previous answer; default: from now on"""
    wait_seconds: int | None = None
    """seconds to wait for an event before answering"""


class EventTailPage(Model):
    events: list[FoundEvent]
    """newest first by their time of receipt, 200 at most"""
    dropped: int
    """number of further matching events, which are not shown"""
    late: int
    """number of events, matching or not, stored too late to be examined"""
    cursor: str


class EventsSubmitted(Model):
    id: str
    alert_id: str
    status: str
    severity: str
    title: str
    accepted: int
    """events"""
    rejected: int
    """events"""
    errors: list[str]
    """reasons of the rejected events of this request"""
    timestamp_clamped: int | None = None


class ExportJob(Model):
    id: str
    state: Literal["running", "done", "full", "cancelled", "failed", "withdrawn"] | str
    """full: the limit of 21474836480 bytes or 1000 files is reached, and more events match. withdrawn: its files named a subject that was erased, and were deleted"""
    query: str
    language: Literal["lucene", "kql"] | str
    fields_: list[str] = Field(alias="fields")
    format: Literal["csv", "ndjson", "parquet", "arrow"] | str
    from_time: datetime
    to_time: datetime
    at_time: datetime
    """events from from_time to this time have been written to the files"""
    rows: int
    bytes: int
    files: list[ExportJobFilesItem]
    missing: list[ExportJobMissingItem]
    fault: str | None = None
    created_at: datetime
    ended_at: datetime | None = None


class ExportJobFilesItem(Model):
    file: str
    from_: datetime = Field(alias="from")
    to: datetime
    rows: int
    bytes: int
    sha256: str


class ExportJobMissingItem(Model):
    from_: datetime = Field(alias="from")
    to: datetime
    reason: Literal["archived", "lost", "bytes", "unreadable"] | str


class ExportJobPage(Model):
    items: list[ExportJob]
    next_cursor: str | None = None


class ExportSignature(Model):
    id: str
    tenant_id: str
    export_kind: str
    content_sha256: str
    """SHA-256 of the exported file"""
    query_digest: str
    """SHA-256 of the query as canonical JSON"""
    row_count: int
    is_whole: bool
    """false: more rows match than the file holds"""
    algorithm: Literal["ed25519"] | str
    key_id: str
    signature: str
    """base64url"""
    exported_by: str
    signed_at: datetime


class ExportSignaturePage(Model):
    items: list[ExportSignature]
    next_cursor: str | None = None


class ExportStart(Model):
    query: str | None = None
    """field:value, ranges, wildcards, AND OR NOT, and words contained in the raw text; default: every event"""
    from_: datetime | None = Field(default=None, alias="from")
    """earliest event time; default: 30 days before to"""
    to: datetime | None = None
    """end of the span, exclusive; default: now"""
    language: Literal["lucene", "kql"] | None = None
    """default: lucene; kql: a table and where conditions select events, as in POST /events/search"""
    format: Literal["csv", "ndjson", "parquet", "arrow"] | None = None
    """default: csv"""
    fields_: list[str] | None = Field(default=None, alias="fields")
    """default: every column"""


class FederatedAnswer(Model):
    rows: list[FederatedRow]
    """newest first"""
    row_count: int
    sources: list[FederatedAnswerSourcesItem]
    truncated: bool
    """true when the sources returned more rows than limit"""
    complete: bool
    """true when every source searched everything and returned all rows"""
    cannot_rule_out: list[str]
    """kinds of matches that may exist without being in the rows"""


class FederatedAnswerSourcesItem(Model):
    connector_id: str | None = None
    name: str
    type: str
    verdict: Literal["complete", "truncated", "timed_out", "refused", "untranslatable", "failed"] | str
    row_count: int
    duration_ms: int
    reasons: list[str]
    translation: FederatedTranslation | None = None


class FederatedQuery(Model):
    query: str
    """query in the syntax of /events/search"""
    targets: list[str] | None = None
    """ids or names of connectors, and lake; default: all"""
    time_range: FederatedQueryTimeRange | None = None
    """at most 31 days"""
    limit: int | None = None
    """default: 200"""
    timeout_seconds: int | None = None
    """seconds for each source; default: 30"""


class FederatedQueryTimeRange(Model):
    """at most 31 days"""
    from_: datetime | None = Field(default=None, alias="from")
    """default: 24 hours before to"""
    to: datetime | None = None
    """default: now"""


class FederatedRow(Model):
    source: int
    """index of the source in sources"""
    time: datetime | None = None
    fields_: dict[str, Any] = Field(alias="fields")
    """values by the field names of /events/fields"""
    raw: str | None = None


class FederatedTranslate(Model):
    query: str
    """query in the syntax of /events/search"""
    dialects: list[Literal["spl", "kql", "esql"]] | None = None
    time_range: FederatedTranslateTimeRange | None = None
    """at most 31 days"""
    limit: int | None = None
    """default: 200"""


class FederatedTranslateTimeRange(Model):
    """at most 31 days"""
    from_: datetime | None = Field(default=None, alias="from")
    """default: 24 hours before to"""
    to: datetime | None = None
    """default: now"""


class FederatedTranslation(Model):
    dialect: Literal["spl", "kql", "esql"] | str
    statement: str | None = None
    predicates: list[FederatedTranslationPredicatesItem]
    notes: list[str]
    """limits of the source for this query"""


class FederatedTranslationPredicatesItem(Model):
    predicate: str
    at: int
    """offset in the query, from 0"""
    verdict: Literal["pushed_down", "filtered_after", "untranslatable"] | str
    """filtered_after: the target receives a broader query, and svc filters its rows"""
    reason: str | None = None


class FederatedTranslations(Model):
    translations: list[FederatedTranslation]


class FeedValue(Model):
    source: str
    """name of a feed, or `internal` for indicators that people of the tenant added"""
    indicators: int
    """number of active indicators"""
    unique_indicators: int
    """active indicators with a value that no other owner has. Between two feeds of one owner, the value counts for the latest one to supply it"""
    alerts: int
    """number of alerts with an indicator of the feed as evidence"""
    confirmed: int
    """number of these alerts closed as true positives"""
    refuted: int
    """number of these alerts closed as false positives"""
    lead_seconds: int | None = None


class FieldAdvice(Model):
    language: Literal["lucene", "kql", "sql"] | str
    """language of the searches, one entry for each; an index made for one language serves the others as their entries state"""
    field: str
    """field; raw: words without a field, in KQL a column in the conditions, or a table when the query does more than select events"""
    searches: int
    """number of searches in the last 30 days that name the field"""
    late: int
    """number of these searches that exceeded their time limit"""
    ms: int
    """total milliseconds of these searches"""
    mean_ms: int
    state: Literal["proposed", "possible", "none", "waiting", "building", "built", "failed"] | str
    """proposed: at least 5 searches that took a second or more each, or did not finish; possible: an index can be made; none: no index would help, for the given reason; other values: state of the existing index"""
    reason: str | None = None
    compares: str | None = None
    bytes_at_most: int | None = None


class FieldAdvicePage(Model):
    items: list[FieldAdvice]
    next_cursor: str | None = None


class FieldIndex(Model):
    id: str
    field: str
    state: Literal["waiting", "building", "built", "failed"] | str
    """waiting: starts within a minute, unless the installation has 16 already; building: finished days use the index, other days are scanned"""
    fault: str | None = None
    made_by: str
    created_at: datetime


class FieldIndexMake(Model):
    field: str


class FieldIndexPage(Model):
    items: list[FieldIndex]
    next_cursor: str | None = None


class FieldRule(Model):
    id: str
    resource: Literal["alert", "anomaly", "approval", "audit", "case", "case_task", "comment", "detection", "entity_risk", "event", "honeytoken", "honeytoken_event", "indicator", "investigation", "ledger_entry", "observable", "phishing_submission", "playbook_run", "response_action", "timeline_event", "user"] | str
    field_path: str
    """members from the outermost, joined by dots"""
    visible_to_roles: list[str]
    """roles that see the value; empty: none"""
    treatment: Literal["redact", "mask", "hash", "omit"] | str
    enabled: bool
    created_by: str
    created_at: datetime
    updated_at: datetime


class FieldRuleChange(Model):
    visible_to_roles: list[str] | None = None
    """roles that see the value; empty: none"""
    treatment: Literal["redact", "mask", "hash", "omit"] | None = None
    enabled: bool | None = None


class FieldRuleCreate(Model):
    resource: Literal["alert", "anomaly", "approval", "audit", "case", "case_task", "comment", "detection", "entity_risk", "event", "honeytoken", "honeytoken_event", "indicator", "investigation", "ledger_entry", "observable", "phishing_submission", "playbook_run", "response_action", "timeline_event", "user"]
    field_path: str
    visible_to_roles: list[str]
    """roles that see the value; empty: none"""
    treatment: Literal["redact", "mask", "hash", "omit"]
    enabled: bool | None = None


class FieldRulePage(Model):
    items: list[FieldRule]
    next_cursor: str | None = None


class FixtureResult(Model):
    passed: bool
    """true when every positive fixture matches and no negative one does"""
    positives: int
    negatives: int
    matched_positives: int
    matched_negatives: int
    faults: list[FixtureResultFaultsItem]
    is_override: bool
    """true when the request supplied the fixtures"""
    at: datetime
    by: str


class FixtureResultFaultsItem(Model):
    kind: Literal["positive", "negative"] | str
    index: int
    reason: str


class FoundEvent(Model):
    event_uid: str
    time: datetime
    fields_: dict[str, Any] = Field(alias="fields")
    """values by requested field name; null: no value"""
    cut: list[str]
    """fields with values longer than the page shows: texts have their beginning, other values are null"""
    archived: bool | None = None
    """true when read from the archive"""


class Health(Model):
    status: str
    """ok or degraded"""
    subsystems: dict[str, str]
    figures: dict[str, dict[str, float]]
    """measurements of a subsystem"""
    disabled: list[str]
    airgap: AirgapStatus


class Honeytoken(Model):
    id: str
    name: str
    description: str | None = None
    token_type: Literal["url", "file", "aws_key", "email"] | str
    status: Literal["active", "triggered", "revoked", "expired"] | str
    metadata: dict[str, Any]
    touch_count: int
    last_touched: datetime | None = None
    expires_at: datetime | None = None
    self_tested_at: datetime | None = None
    created_by: str
    created_at: datetime
    track_path: str
    """path below the origin of the API; a request to it counts as a touch"""
    track_url: str | None = None
    decoy: HoneytokenDecoy
    """values to deploy; texts that contain track_url are null when there is none"""


class HoneytokenCreate(Model):
    name: str
    token_type: Literal["url", "file", "aws_key", "email"]
    description: str | None = None
    ttl_days: int | None = None
    metadata: dict[str, Any] | None = None
    """address for an email decoy, file_name for a file decoy; user, dns_name and url are deployed names to search for in events; further members are free"""


class HoneytokenDecoy(Model):
    """values to deploy; texts that contain track_url are null when there is none"""
    address: str | None = None
    file_name: str | None = None
    content: str | None = None
    access_key_id: str | None = None
    secret_access_key: str | None = None
    profile: str | None = None


class HoneytokenEvent(Model):
    id: str
    honeytoken_id: str
    source_ip: str
    user_agent: str | None = None
    method: str
    headers: dict[str, str]
    details: dict[str, str]
    """resource: the path behind the address of the decoy, of a web clone the host of the copy; aws_service, aws_operation, aws_region, access_key_id: the call of an AWS client; event_uid, field, value, host, user, source: the event that contains a value of the decoy"""
    classification: Literal["browser", "script", "cloud_client", "cluster_client", "site_copy", "preview", "event", "unknown"] | str
    threat_score: int
    alert_id: str | None = None
    alert_sent: bool
    """true when the touch raised an alert of its own"""
    reasons: list[str]
    """reasons of the classification, and of not raising an alert"""
    is_self_test: bool
    ignored_by: str | None = None
    webhook: Literal["off", "pending", "sent", "failed"] | str
    """state of the webhook notification; off: no receiver is configured"""
    webhook_fault: str | None = None
    triggered_at: datetime


class HoneytokenEventPage(Model):
    items: list[HoneytokenEvent]
    next_cursor: str | None = None


class HoneytokenIgnore(Model):
    id: str
    addresses: str | None = None
    user_agent: str | None = None
    reason: str
    expires_at: datetime
    is_in_force: bool
    created_by: str
    created_at: datetime


class HoneytokenIgnoreCreate(Model):
    addresses: str | None = None
    user_agent: str | None = None
    reason: str
    days: int


class HoneytokenIgnorePage(Model):
    items: list[HoneytokenIgnore]
    next_cursor: str | None = None


class HoneytokenPage(Model):
    items: list[Honeytoken]
    next_cursor: str | None = None


class HoneytokenPlanting(Model):
    name: str
    token_type: Literal["url", "file", "aws_key", "email"]
    ttl_days: int | None = None
    metadata: dict[str, Any] | None = None
    assets: list[HoneytokenPlantingAssetsItem]


class HoneytokenPlantingAssetsItem(Model):
    asset: str
    place: str | None = None


class HoneytokenSelfTest(Model):
    track_path: str
    expires_at: datetime


class HoneytokenStats(Model):
    by_status: dict[str, int]
    by_type: dict[str, int]
    touches: int
    touches_24h: int
    touches_7d: int
    top_sources: list[HoneytokenStatsTopSourcesItem]


class HoneytokenStatsTopSourcesItem(Model):
    source_ip: str
    touches: int
    last_touched: datetime


class HoneytokensPlanted(Model):
    items: list[HoneytokensPlantedItemsItem]


class HoneytokensPlantedItemsItem(Model):
    id: str
    name: str
    asset: str
    track_path: str


class HostRunBegin(Model):
    machine: str


class HostRunCreate(Model):
    atomic_id: str
    host: str
    consent: str
    arguments: dict[str, str] | None = None
    evidence: Literal["host", "runner"] | None = None
    """default: host, which waits for the logs of the host; runner sends the started processes as exercise events, which tests the rules but not the logs of the host"""
    limit_seconds: int | None = None
    expected: list[HostRunCreateExpectedItem] | None = None


class HostRunCreateExpectedItem(Model):
    rule_id: str | None = None
    technique_id: str | None = None
    within_seconds: int


class HostRunReport(Model):
    error: str | None = None
    test: HostRunReportTest | None = None
    cleanup: HostRunReportCleanup | None = None
    processes: list[HostRunReportProcessesItem]


class HostRunReportCleanup(Model):
    exit_code: int | None = None
    timed_out: bool
    seconds: float
    output: str
    output_cut: bool


class HostRunReportProcessesItem(Model):
    image: str
    command_line: str
    parent_image: str
    user: str
    pid: int
    at: datetime


class HostRunReportTest(Model):
    exit_code: int | None = None
    timed_out: bool
    seconds: float
    output: str
    output_cut: bool


class Hunt(Model):
    id: str
    title: str
    hypothesis: str
    techniques: list[str]
    language: Literal["lucene", "kql", "sql"] | str
    query: str
    window_hours: int
    every_minutes: int | None = None
    enabled: bool
    """true: runs on its schedule"""
    next_run_at: datetime | None = None
    is_builtin: bool
    created_at: datetime | None = None
    updated_at: datetime | None = None
    latest_run: HuntRun | None = None


class HuntChange(Model):
    title: str | None = None
    hypothesis: str | None = None
    techniques: list[str] | None = None
    language: Literal["lucene", "kql", "sql"] | None = None
    query: str | None = None
    """SQL contains the time span as {from:DateTime64(3)} and {to:DateTime64(3)}"""
    window_hours: int | None = None
    """hours that a run looks back"""
    every_minutes: int | None = None
    enabled: bool | None = None


class HuntCreate(Model):
    title: str
    hypothesis: str
    techniques: list[str] | None = None
    language: Literal["lucene", "kql", "sql"] | None = None
    query: str
    """SQL contains the time span as {from:DateTime64(3)} and {to:DateTime64(3)}"""
    window_hours: int | None = None
    """hours that a run looks back"""
    every_minutes: int | None = None
    enabled: bool | None = None


class HuntHit(Model):
    ordinal: int
    event_uid: str | None = None
    event_time: datetime | None = None
    document: dict[str, Any]
    """fields of an event, or columns of a row"""
    mark: Literal["interesting", "benign"] | str | None = None
    note: str | None = None
    marked_by: str | None = None
    marked_at: datetime | None = None


class HuntMark(Model):
    ordinals: list[int]
    mark: Literal["interesting", "benign"] | None
    note: str | None = None


class HuntMarked(Model):
    marked: int


class HuntPage(Model):
    items: list[Hunt]
    next_cursor: str | None = None


class HuntResults(Model):
    run: HuntRun | None = None
    items: list[HuntHit]
    next_cursor: str | None = None


class HuntRun(Model):
    id: str
    hunt_id: str
    state: Literal["queued", "running", "done", "failed", "cancelled"] | str
    language: Literal["lucene", "kql", "sql"] | str
    query: str
    """the query at the time of the request"""
    from_: datetime = Field(alias="from")
    to: datetime
    requested_by: str | None = None
    hits: int
    """number of events or rows kept"""
    has_more: bool
    """true when more matched than are kept"""
    complete: bool | None = None
    missing: list[HuntRunMissingItem]
    """parts of the time span that were not fully searched, with the reason"""
    columns: list[HuntRunColumnsItem] | None = None
    error: str | None = None
    progress: float
    queued_at: datetime
    started_at: datetime | None = None
    ended_at: datetime | None = None


class HuntRunColumnsItem(Model):
    name: str
    type: str


class HuntRunMissingItem(Model):
    from_: datetime = Field(alias="from")
    to: datetime
    reason: str


class HuntRunPage(Model):
    items: list[HuntRun]
    next_cursor: str | None = None


class HuntRunRequest(Model):
    from_: datetime | None = Field(default=None, alias="from")
    """default: the window of the hunt before to"""
    to: datetime | None = None
    """end of the span, exclusive; default: now"""


class ImportedAtomic(Model):
    id: str
    guid: str
    """id from the file; derived from technique and name when the file has none"""
    technique_id: str
    technique_name: str
    name: str
    description: str
    platforms: list[str]
    executor: Literal["sh", "bash", "powershell", "command_prompt", "manual"] | str
    command: str
    cleanup: str | None = None
    needs_elevation: bool
    arguments: list[ImportedAtomicArgumentsItem]
    prerequisites: list[ImportedAtomicPrerequisitesItem]
    not_runnable: str | None = None
    digest: str
    """SHA-256 of all commands of the test"""
    safe_by: str | None = None
    safe_at: datetime | None = None
    imported_by: str
    imported_at: datetime


class ImportedAtomicArgumentsItem(Model):
    name: str
    description: str
    default: str


class ImportedAtomicPage(Model):
    items: list[ImportedAtomic]
    next_cursor: str | None = None


class ImportedAtomicPrerequisitesItem(Model):
    description: str
    executor: Literal["sh", "bash", "powershell", "command_prompt", "manual"] | str
    check: str
    get: str | None = None


class InboxTemplate(Model):
    id: str
    vendor_name: str
    product_name: str
    source_format: str
    """auto: recognised from the event"""
    received_by: str


class InboxTemplatePage(Model):
    items: list[InboxTemplate]
    next_cursor: str | None = None


class InboxToken(Model):
    id: str
    template_id: str
    label: str
    fingerprint: str
    has_hmac_secret: bool
    created_at: datetime
    last_used_at: datetime | None = None
    revoked_at: datetime | None = None


class InboxTokenMint(Model):
    template_id: Literal["connector-push", "cef-syslog", "splunk-hec", "email-forwarded", "k8s-audit", "webhook-generic", "webhook-aws-cloudtrail", "webhook-azure-activity", "webhook-cloudflare", "webhook-crowdstrike", "webhook-defender", "webhook-github", "webhook-gitlab", "webhook-okta", "webhook-slack", "webhook-zoom", "webhook-box", "webhook-zendesk", "webhook-tailscale", "webhook-notion", "webhook-atlassian", "webhook-bitbucket", "webhook-snyk", "webhook-auth0", "webhook-onepassword", "webhook-duo", "webhook-wiz", "webhook-orca", "webhook-canary", "webhook-sublime", "webhook-push-security", "webhook-tines", "webhook-salesforce", "webhook-google-workspace", "webhook-guardduty", "webhook-elastic", "webhook-netskope", "webhook-teleport", "webhook-sentinelone", "ai-runtime", "ai-finding"]
    label: str
    hmac_secret: str | None = None


class InboxTokenPage(Model):
    items: list[InboxToken]
    next_cursor: str | None = None


class IntelCheck(Model):
    values: list[str]
    """values to look up, defanged ones included"""


class IntelChecked(Model):
    values: list[CheckedValue]


class IntelEnrich(Model):
    indicators: list[IntelEnrichIndicatorsItem]


class IntelEnrichIndicatorsItem(Model):
    type: Literal["ip", "cidr", "domain", "url", "md5", "sha1", "sha256", "email", "filename", "ja3", "ja4", "user_agent"]
    value: str


class IntelEnriched(Model):
    indicators: list[IntelEnrichedIndicatorsItem]


class IntelEnrichedIndicatorsItem(Model):
    type: Literal["ip", "cidr", "domain", "url", "md5", "sha1", "sha256", "email", "filename", "ja3", "ja4", "user_agent"] | str
    value: str
    normalised: str | None = None
    matches: list[IntelEnrichedIndicatorsItemMatchesItem]
    known_good: list[IntelEnrichedIndicatorsItemKnownGoodItem]
    """known-good lists that contain it; a suppressing list keeps indicators from matching"""
    seen: SeenValue | None = None
    sources_checked: list[IntelEnrichedIndicatorsItemSourcesCheckedItem]


class IntelEnrichedIndicatorsItemKnownGoodItem(Model):
    list_: str = Field(alias="list")
    effect: Literal["suppress", "flag"] | str
    entry: str
    """matching entry: the value itself, a parent domain or a containing network"""


class IntelEnrichedIndicatorsItemMatchesItem(Model):
    id: str
    ioc_type: Literal["ip", "cidr", "domain", "url", "md5", "sha1", "sha256", "email", "filename", "ja3", "ja4", "user_agent"] | str
    value: str
    confidence: int
    effective_confidence: float
    severity: Literal["info", "low", "medium", "high", "critical"] | str
    source: str
    age_days: float
    half_life_days: int
    weak: bool
    known_good_list: str | None = None
    threat_actor: str | None = None
    malware_family: str | None = None


class IntelEnrichedIndicatorsItemSourcesCheckedItem(Model):
    name: str
    status: Literal["ok", "could_not_check"] | str
    reason: str | None = None


class IntelFeed(Model):
    id: str
    name: str
    feed_type: Literal["taxii", "misp", "otx", "csv", "json", "stix"] | str
    url: str
    shared: bool
    """true when the operator set it for all tenants; tenants cannot change it"""
    has_api_key: bool
    config: dict[str, Any]
    poll_interval: int
    is_enabled: bool
    status: Literal["never", "syncing", "ok", "failed"] | str
    error: str | None = None
    progress: IntelFeedProgress
    last_polled_at: datetime | None = None
    created_at: datetime


class IntelFeedChange(Model):
    is_enabled: bool | None = None
    poll_interval: int | None = None


class IntelFeedCreate(Model):
    name: str
    feed_type: Literal["taxii", "misp", "otx", "csv", "json", "stix"]
    url: str
    api_key: str | None = None
    poll_interval: int | None = None
    """seconds between two syncs; default: 3600"""
    config: IntelFeedCreateConfig | None = None


class IntelFeedCreateConfig(Model):
    collection: str | None = None
    username: str | None = None


class IntelFeedPage(Model):
    items: list[IntelFeed]
    next_cursor: str | None = None


class IntelFeedProgress(Model):
    pages: int
    indicators: int
    skipped: int
    skip_reasons: dict[str, int]


class IntelFeedValues(Model):
    sources: list[FeedValue]
    """feeds with the most confirmed alerts first"""
    from_: datetime = Field(alias="from")
    is_whole: bool
    """false: there were more than 20,000 alerts, and only the newest were counted"""


class InvestigationAnswer(Model):
    answer: str


class InvestigationAnswered(Model):
    run_id: str
    entry_id: str
    seq: int


class InvestigationQuestion(Model):
    run_id: str
    case_id: str
    question: str
    """question by a model, as plain text"""
    asked_at: datetime


class InvestigationQuestionPage(Model):
    items: list[InvestigationQuestion]
    next_cursor: str | None = None


class InvestigationReplay(Model):
    run_id: str
    is_same: bool
    """true when the same rules reach the same conclusion from the results in the ledger"""
    is_sealed: bool
    """false: not ended, or older than the chaining of entries, so that added entries are not detected"""
    changed: list[int]
    """entries that differ from their recorded hash"""
    added: list[int]
    """entries added after the run ended"""
    missing: list[int]
    """entries removed from the ledger"""
    erased: list[int]
    """entries from which an erasure removed a name: their place in the chain is checked, their text is not"""
    header_changed: list[str]
    """members of the run changed after it ended"""
    summary: str


class InvestigationReplayRequest(Model):
    run_id: str


class InvestigationRun(Model):
    id: str
    kind: str
    alert_id: str | None = None
    case_id: str | None = None
    status: str
    judged_by: str
    """a model, or the rules of this version"""
    requested_by: str
    verdict: str | None = None
    confidence: float | None = None
    summary: str | None = None
    steps: int
    dropped: int
    """number of sentences dropped because no entry supports them"""
    cost: str
    """cost of model calls: USD, not_measured or not_applicable_no_model_call"""
    error: str | None = None
    started_at: datetime
    head_hash: str | None = None
    completed_at: datetime | None = None


class InvestigationRunPage(Model):
    items: list[InvestigationRun]
    next_cursor: str | None = None


class InvitationAccept(Model):
    token: str


class Ioc(Model):
    id: str
    value: str
    """normalised value"""
    confidence: int
    severity: Literal["info", "low", "medium", "high", "critical"] | str
    tlp: Literal["white", "clear", "green", "amber", "red"] | str
    threat_actor: str | None = None
    campaign: str | None = None
    malware_family: str | None = None
    tags: list[str]
    source: str
    source_ref: str | None = None
    linked_alerts: list[str]
    context: dict[str, Any]
    is_active: bool
    expires_at: datetime | None = None
    first_seen: datetime
    last_seen: datetime
    created_at: datetime
    tenant_id: str
    """empty: shared with all tenants"""
    ioc_type: Literal["ip", "cidr", "domain", "url", "md5", "sha1", "sha256", "email", "filename", "ja3", "ja4", "user_agent"] | str
    false_positive: bool


class IocBulk(Model):
    ioc_ids: list[str]
    change: IocPatch | None
    """null deletes the indicators"""


class IocCreate(Model):
    ioc_type: Literal["ip", "cidr", "domain", "url", "md5", "sha1", "sha256", "email", "filename", "ja3", "ja4", "user_agent"]
    value: str
    confidence: int | None = None
    severity: Literal["info", "low", "medium", "high", "critical"] | None = None
    tlp: Literal["white", "clear", "green", "amber", "red"] | None = None
    threat_actor: str | None = None
    campaign: str | None = None
    malware_family: str | None = None
    tags: list[str] | None = None
    source_ref: str | None = None
    expires_at: datetime | None = None
    linked_alerts: list[str] | None = None
    context: dict[str, Any] | None = None
    false_positive: bool | None = None
    """true: neither this nor the shared indicator of the value matches in this tenant"""


class IocPage(Model):
    items: list[Ioc]
    next_cursor: str | None = None


class IocPatch(Model):
    is_active: bool | None = None
    false_positive: bool | None = None
    confidence: int | None = None
    expires_at: datetime | None = None


class IocsChanged(Model):
    items: list[IocsChangedItemsItem]


class IocsChangedItemsItem(Model):
    id: str
    outcome: Literal["changed", "deleted"] | str


class KnownWarningList(Model):
    id: str
    name: str
    description: str
    version: str
    entries: list[str]


class KnownWarningListPage(Model):
    items: list[KnownWarningList]
    next_cursor: str | None = None


class KqlTable(Model):
    columns: list[KqlTableColumnsItem]
    rows_in_all: int
    """number of rows of the query; the kept rows are the first ones"""
    render: KqlTableRender | None = None
    reads: list[KqlTableReadsItem]
    """tables that the query read"""
    rows: list[list[Any]]
    """rows in the order of the query; integers above 2^53 are strings"""


class KqlTableColumnsItem(Model):
    name: str
    type: str


class KqlTableReadsItem(Model):
    table: str
    from_: datetime = Field(alias="from")
    to: datetime
    scanned: int
    """events in the time span"""
    events: int
    """number of those events that the query ran over"""


class KqlTableRender(Model):
    """chart that the query requests"""
    chart: str
    properties: dict[str, str]


class LakeCapacity(Model):
    events: int
    raw_bytes: int
    """size of the events as received"""
    bytes_per_event: int | None = None
    growth: LakeCapacityGrowth | None = None
    days: list[LakeCapacityDaysItem]
    """days of receipt in UTC, oldest first; days without events are left out"""
    unmeasured: list[LakeCapacityUnmeasuredItem]


class LakeCapacityDaysItem(Model):
    date_: date = Field(alias="date")
    events: int
    raw_bytes: int


class LakeCapacityGrowth(Model):
    """mean bytes per day of the last seven whole days, or of fewer if there are fewer; null: none"""
    events_per_day: int
    raw_bytes_per_day: int


class LakeCapacityUnmeasuredItem(Model):
    figure: str
    reason: str


class LakeQuery(Model):
    sql: str
    """one SELECT, DESCRIBE or SHOW TABLES"""
    limit: int | None = None
    """maximum number of rows"""
    parameters: dict[str, str] | None = None
    """values of the parameters of the statement, such as {host:String}, as texts"""


class LakeQueryResult(Model):
    columns: list[LakeQueryResultColumnsItem]
    rows: list[list[Any]]
    complete: bool
    missing: list[LakeQueryResultMissingItem]
    archive: LakeQueryResultArchive
    """archive files searched beside the lake, with their events and size"""
    advice: str | None = None
    """what to write instead, for a statement that reads the texts of all events in its time"""
    job_id: str | None = None
    """id of the background search that runs the statement: GET /events/searches/ID/table"""


class LakeQueryResultArchive(Model):
    """archive files searched beside the lake, with their events and size"""
    files: int
    events: int
    bytes: int


class LakeQueryResultColumnsItem(Model):
    name: str
    type: str
    """ClickHouse type"""


class LakeQueryResultMissingItem(Model):
    reason: Literal["rows", "bytes", "archived", "lost", "time"] | str
    """rows, bytes: the answer reached its limit of rows or bytes; archived: events of this time are in archive files that were not searched; lost: files of the archive with events of this time are gone or damaged; time: the statement exceeded its time limit and continues as job_id"""
    from_: datetime | None = Field(default=None, alias="from")
    to: datetime | None = None


class LedgerEntry(Model):
    id: str
    run_id: str
    seq: int
    kind: str
    agent: str
    summary: str
    model: str | None = None
    prompt_hash: str | None = None
    input_hash: str
    """SHA-256 of the JSON with sorted names"""
    output_hash: str
    hash: str | None = None
    duration_ms: int
    created_at: datetime


class LedgerEntryDetail(Model):
    id: str
    run_id: str
    seq: int
    kind: str
    agent: str
    summary: str
    model: str | None = None
    prompt_hash: str | None = None
    input_hash: str
    """SHA-256 of the JSON with sorted names"""
    output_hash: str
    hash: str | None = None
    duration_ms: int
    created_at: datetime
    payload: dict[str, Any]


class LedgerEntryPage(Model):
    items: list[LedgerEntry]
    next_cursor: str | None = None


class LegalHold(Model):
    id: str
    name: str
    matter_ref: str
    subject_kind: Literal["user", "host", "case", "alert", "ip", "tenant"] | str
    subject_value: str
    notes: str | None = None
    placed_by: str
    placed_at: datetime
    kept_since: datetime | None = None
    released_at: datetime | None = None
    released_by: str | None = None
    release_reason: str | None = None


class LegalHoldCreate(Model):
    name: str
    matter_ref: str
    subject_kind: Literal["user", "host", "case", "alert", "ip", "tenant"]
    subject_value: str
    notes: str | None = None


class LegalHoldPage(Model):
    items: list[LegalHold]
    next_cursor: str | None = None


class LegalHoldRelease(Model):
    reason: str


class LinkedApproval(Model):
    id: str
    title: str
    summary: str
    status: Literal["pending", "approved", "denied", "expired", "cancelled"] | str
    risk_level: Literal["low", "medium", "high", "critical"] | str
    blast_radius: str | None = None
    action: LinkedApprovalAction | None = None
    requested_by: str
    quorum: int
    votes: int
    case: LinkedApprovalCase | None = None
    alert: LinkedApprovalAlert | None = None
    expires_at: datetime
    link_expires_at: datetime
    is_used: bool
    """true when this link was used to decide"""
    is_changed: bool
    """true when the request changed since the mail was sent; the link no longer decides"""


class LinkedApprovalAction(Model):
    action_type: str
    target: str
    parameters: dict[str, str]


class LinkedApprovalAlert(Model):
    id: str
    title: str
    severity: Literal["info", "low", "medium", "high", "critical"] | str
    disposition: str | None = None
    entities: list[str]


class LinkedApprovalCase(Model):
    id: str
    number: int
    title: str
    severity: Literal["info", "low", "medium", "high", "critical"] | str
    is_open: bool
    alerts: int


class Login(Model):
    email: str
    password: str
    tenant: str | None = None
    """tenant, for users with accounts in several"""
    device_token: str | None = None
    """token from an earlier sign-in on this device; failures elsewhere then do not slow this sign-in"""


class LogoUploaded(Model):
    was_sanitized: bool
    """true when parts of an SVG were removed"""
    removed: LogoUploadedRemoved
    content_type: Literal["image/svg+xml", "image/png", "image/jpeg", "image/webp"] | str
    size_bytes: int
    sha256: str


class LogoUploadedRemoved(Model):
    elements: list[str]
    attributes: list[str]


class MarketplaceDone(Model):
    slug: str
    version: str
    content_sha256: str
    installed_at: datetime
    installed_by: str
    already_installed: bool
    """true when this version was installed before and nothing changed"""
    parts: list[MarketplaceDonePartsItem]


class MarketplaceDonePartsItem(Model):
    path: str
    kind: Literal["rule", "hunt", "playbook"] | str
    id: str
    title: str | None = None
    outcome: Literal["created", "updated", "unchanged", "removed", "kept", "left_out"] | str
    """kept: changed since the installation; left_out: deleted since"""


class MarketplaceInstall(Model):
    version: str
    content_sha256: str
    installed_at: datetime
    installed_by: str
    """id of a user, or another kind of actor"""
    updated_at: datetime


class MarketplaceItem(Model):
    slug: str
    name: str
    version: str
    kind: Literal["detection", "hunt", "playbook", "connector", "pack"] | str
    """pack: items of several kinds"""
    description: str
    author: str
    category: str
    severity: str | None = None
    mitre_techniques: list[str]
    tags: list[str]
    source: Literal["builtin", "remote"] | str
    content_sha256: str
    installed: MarketplaceInstall | None = None
    update_available: bool
    """true when the catalogue has another version than the installed one"""


class MarketplaceItemDetail(Model):
    slug: str
    name: str
    version: str
    kind: Literal["detection", "hunt", "playbook", "connector", "pack"] | str
    """pack: items of several kinds"""
    description: str
    author: str
    category: str
    severity: str | None = None
    mitre_techniques: list[str]
    tags: list[str]
    source: Literal["builtin", "remote"] | str
    content_sha256: str
    installed: MarketplaceInstall | None = None
    update_available: bool
    """true when the catalogue has another version than the installed one"""
    files: list[MarketplaceItemDetailFilesItem]
    connectors: list[MarketplaceItemDetailConnectorsItem]
    """settings for new connectors; the credential must be added"""
    problems: list[MarketplaceItemDetailProblemsItem]
    """reasons why it cannot be installed"""
    parts: list[MarketplacePart]
    """parts with their state in the tenant, when installed"""


class MarketplaceItemDetailConnectorsItem(Model):
    path: str
    type: str
    name: str
    about: str
    settings: dict[str, str]


class MarketplaceItemDetailFilesItem(Model):
    path: str
    text: str


class MarketplaceItemDetailProblemsItem(Model):
    path: str
    reason: str


class MarketplaceList(Model):
    items: list[MarketplaceItem]
    next_cursor: str | None = None
    total: int
    """number of items over all pages"""
    stats: MarketplaceListStats
    mitre_coverage: dict[str, int]
    """number of items that name a technique"""
    installed_ids: list[str]
    """slugs, including items no longer in any catalogue"""
    broken: list[MarketplaceListBrokenItem]
    remote: MarketplaceListRemote


class MarketplaceListBrokenItem(Model):
    slug: str
    reason: str


class MarketplaceListRemote(Model):
    state: Literal["off", "ok", "unavailable", "refused"] | str
    reason: str | None = None
    as_of: datetime | None = None


class MarketplaceListStats(Model):
    by_kind: dict[str, int]
    installed: int


class MarketplacePart(Model):
    path: str
    kind: Literal["rule", "hunt", "playbook"] | str
    id: str
    title: str | None = None
    state: Literal["as_installed", "changed", "gone"] | str
    """changes by people since the installation"""


class McpServer(Model):
    id: str
    name: str
    """name; tools are called mcp.NAME.TOOL"""
    label: str
    url: str
    """URL of the streamable HTTP endpoint"""
    tool_allowlist: list[str]
    """tools that may be called; empty: none"""
    timeout_seconds: int
    max_response_bytes: int
    enabled: bool
    has_credential: bool
    created_at: datetime
    updated_at: datetime


class McpServerChange(Model):
    name: str | None = None
    """name; tools are called mcp.NAME.TOOL"""
    label: str | None = None
    url: str | None = None
    """URL of the streamable HTTP endpoint"""
    tool_allowlist: list[str] | None = None
    """tools that may be called; empty: none"""
    timeout_seconds: int | None = None
    max_response_bytes: int | None = None
    enabled: bool | None = None
    credential: dict[str, str] | None = None


class McpServerCreate(Model):
    name: str
    """name; tools are called mcp.NAME.TOOL"""
    url: str
    """URL of the streamable HTTP endpoint"""
    label: str | None = None
    """default: the name"""
    credential: dict[str, str] | None = None
    tool_allowlist: list[str] | None = None
    """tools that may be called; empty: none"""
    timeout_seconds: int | None = None
    """default: 20"""
    max_response_bytes: int | None = None
    """default: 65536"""
    enabled: bool | None = None
    """default: false"""


class McpServerPage(Model):
    items: list[McpServer]
    next_cursor: str | None = None


class McpServerTest(Model):
    ok: bool
    reason: str | None = None
    tools: list[McpTool] | None = None
    is_cut: bool
    """true when only the first 500 tools are listed"""


class McpTool(Model):
    name: str
    id: str
    description: str | None = None
    description_dropped: bool
    """true when the description addresses a model; it is then shown to nobody"""
    input_schema: McpToolInputSchema
    allowed: bool
    refusal: str | None = None


class McpToolInputSchema(Model):
    type: Literal["object"] | str
    properties: dict[str, McpToolInputSchemaPropertiesValue]
    required: list[str]


class McpToolInputSchemaPropertiesValue(Model):
    type: str
    description: str | None = None


class Me(Model):
    id: str
    tenant_id: str
    email: str
    username: str
    role: str
    is_active: bool
    preferences: dict[str, Any]
    password_expires_at: datetime | None = None
    """set while a one-time password is in use"""
    permissions: list[str]
    """permissions of the credential of the request; * means all"""
    delegation: MeDelegation | None = None
    """set while a user of a provider works in this tenant; tenant_id and role then belong to this tenant"""


class MeDelegation(Model):
    id: str
    home_tenant_id: str
    """tenant in which the person has an account"""
    role: str
    """role that the delegation grants in this tenant"""
    reason: str
    granted_by: str
    expires_at: datetime


class MePatch(Model):
    preferences: dict[str, Any]


class MessagePreview(Model):
    subject: str
    text: str
    html: str


class MessageText(Model):
    kind: Literal["escalation", "sla_breach", "sla_forecast", "approval", "oncall_handoff", "mention", "assignment", "case_handoff", "connector_health", "source_health", "coverage_drift", "honeytoken", "invitation", "password_reset", "test", "digest"] | str
    about: str
    """event that sends the message"""
    subject: str | None = None
    body: str | None = None
    sources: MessageTextSources
    """level that set each text"""
    subject_placeholders: list[str]
    body_placeholders: list[str]


class MessageTextChange(Model):
    subject: str | None = None
    body: str | None = None


class MessageTextPage(Model):
    items: list[MessageText]
    next_cursor: str | None = None


class MessageTextSources(Model):
    """level that set each text"""
    subject: Literal["tenant", "organisation", "platform"] | str
    body: Literal["tenant", "organisation", "platform"] | str


class MispPush(Model):
    indicator_id: str
    state: Literal["waiting", "pushed", "failed"] | str
    attempts: int
    error: str | None = None
    pushed_at: datetime | None = None
    requested_at: datetime


class MispPushPage(Model):
    items: list[MispPush]
    next_cursor: str | None = None


class MissedThreats(Model):
    weeks: int
    closed: int
    """number of alerts closed by triage itself"""
    drawn: int
    judged: int
    threats: int
    cannot_tell: int
    """undecidable alerts, which count as threats in the bound"""
    target: float
    rate: float | None = None
    rate_at_most: float | None = None
    is_bounded: bool
    """true when the bound does not exceed the target"""


class ModelComparison(Model):
    id: str
    status: Literal["running", "completed", "failed"] | str
    model: str | None = None
    prompt_note: str | None = None
    run_ids: list[str]
    results: list[ModelComparisonResultsItem]
    summary: ModelComparisonSummary
    error: str | None = None
    requested_by: str
    created_at: datetime
    completed_at: datetime | None = None


class ModelComparisonBegin(Model):
    run_ids: list[str] | None = None
    newest: int | None = None
    """default: 50"""
    model: str | None = None
    prompt_note: str | None = None


class ModelComparisonPage(Model):
    items: list[ModelComparison]
    next_cursor: str | None = None


class ModelComparisonResultsItem(Model):
    run_id: str
    kind: Literal["triage", "investigation"] | str
    label: str | None = None
    before: ModelComparisonResultsItemBefore
    after: ModelComparisonResultsItemAfter | None = None
    error: str | None = None
    is_same_verdict: bool
    steps_added: list[str]
    steps_gone: list[str]
    claims_added: list[str]
    claims_gone: list[str]
    cost_usd: float | None = None


class ModelComparisonResultsItemAfter(Model):
    verdict: str | None = None
    confidence: float | None = None
    steps: list[str]
    """tools in call order"""
    claims: list[str]
    """supported sentences"""


class ModelComparisonResultsItemBefore(Model):
    verdict: str | None = None
    confidence: float | None = None
    steps: list[str]
    """tools in call order"""
    claims: list[str]
    """supported sentences"""


class ModelComparisonSummary(Model):
    runs: int
    compared: int
    failed: int
    changed: int
    """number of runs with another verdict"""
    labelled: int
    right_before: float | None = None
    right_after: float | None = None


class ModelCredential(Model):
    provider: Literal["svc", "anthropic", "azure-openai", "openai-compatible"] | str
    base_url: str | None = None
    model: str | None = None
    has_api_key: bool
    settings: dict[str, Any]
    enabled: bool
    created_at: datetime
    updated_at: datetime
    last_rotated_at: datetime | None = None


class ModelCredentialPut(Model):
    provider: Literal["svc", "anthropic", "azure-openai", "openai-compatible"]
    base_url: str | None = None
    model: str | None = None
    api_key: str | None = None
    settings: dict[str, Any] | None = None
    enabled: bool | None = None


class ModelStatus(Model):
    source: Literal["tenant", "installation"] | str | None = None
    provider: Literal["svc", "anthropic", "azure-openai", "openai-compatible"] | str | None = None
    model: str | None = None
    base_url: str | None = None
    host: str | None = None
    key_set: bool
    airgap_enabled: bool
    airgap_compliant: bool
    is_local: bool
    effective_path: Literal["live", "deterministic_fallback"] | str
    policy_note: str
    today: ModelStatusToday
    """use of today’s budget (UTC)"""


class ModelStatusToday(Model):
    """use of today’s budget (UTC)"""
    calls: int
    calls_max: int
    tokens: int
    """tokens used; for running requests, the reserved tokens"""
    tokens_max: int
    cost_usd: float | None = None


class ModelTest(Model):
    ok: bool
    reason: str | None = None
    model: str | None = None
    duration_ms: float | None = None
    prompt_tokens: float | None = None
    completion_tokens: float | None = None
    cost_usd: float | None = None


class NewApiKey(Model):
    id: str
    name: str
    prefix: str
    scopes: list[str]
    expires_at: datetime | None = None
    made_by: list[str]
    """API keys that created this one; it ends with any of them"""
    created_at: datetime
    key: str
    """shown only once"""


class NewInboxToken(Model):
    id: str
    template_id: str
    label: str
    fingerprint: str
    token: str
    """shown only once"""
    inbox_url: str
    """path on the ingest service; a path that contains the token is secret too"""


class NewIoc(Model):
    id: str
    value: str
    """normalised value"""
    confidence: int
    severity: Literal["info", "low", "medium", "high", "critical"] | str
    tlp: Literal["white", "clear", "green", "amber", "red"] | str
    threat_actor: str | None = None
    campaign: str | None = None
    malware_family: str | None = None
    tags: list[str]
    source: str
    source_ref: str | None = None
    linked_alerts: list[str]
    context: dict[str, Any]
    is_active: bool
    expires_at: datetime | None = None
    first_seen: datetime
    last_seen: datetime
    created_at: datetime
    tenant_id: str
    """empty: shared with all tenants"""
    ioc_type: Literal["ip", "cidr", "domain", "url", "md5", "sha1", "sha256", "email", "filename", "ja3", "ja4", "user_agent"] | str
    false_positive: bool
    seen: SeenValue | None = None
    seen_unknown_because: str | None = None
    misp: MispPush | None = None
    others: list[Ioc]
    """equivalent values, such as the URL of a value sent without a scheme with http and with https"""


class NewProvisioningToken(Model):
    id: str
    name: str
    prefix: str
    """the first characters of the secret"""
    org_id: str
    """tenant of the token"""
    created_at: datetime
    last_used_at: datetime | None = None
    expires_at: datetime | None = None
    revoked_at: datetime | None = None
    rotated_from_id: str | None = None
    active: bool
    token: str
    """shown only once"""


class NotificationPreferences(Model):
    user_id: str
    channels: list[str]
    """channels in the order of delivery attempts: mail, push, slack and teams to the linked account, sms and voice to the verified number"""
    min_severity: Literal["info", "low", "medium", "high", "critical"] | str
    """minimum severity of sent messages; urgent ones are always sent"""
    kinds: list[str]
    """kinds of general notifications to receive as well"""
    quiet_from: str | None = None
    quiet_to: str | None = None
    time_zone: str
    """time zone of the quiet hours, such as Europe/Berlin"""


class NotificationPreferencesPut(Model):
    channels: list[Literal["mail", "push", "slack", "teams", "sms", "voice"]]
    min_severity: Literal["info", "low", "medium", "high", "critical"] | None = None
    kinds: list[Literal["approval", "sla_breach", "sla_forecast", "connector_health", "source_health", "honeytoken", "coverage_drift"]] | None = None
    quiet_from: str | None = None
    quiet_to: str | None = None
    time_zone: str | None = None


class NotificationReceipt(Model):
    id: str
    notification_id: str
    kind: Literal["escalation", "sla_breach", "sla_forecast", "approval", "oncall_handoff", "mention", "assignment", "case_handoff", "connector_health", "source_health", "coverage_drift", "honeytoken", "report", "invitation", "password_reset", "phone_code", "test"] | str
    severity: Literal["info", "low", "medium", "high", "critical"] | str | None = None
    title: str
    path: str
    """console page of the message"""
    about_kind: str | None = None
    about_id: str | None = None
    receiver: str
    """receiver as named by the escalation ladder or the sender"""
    user_id: str | None = None
    channel: Literal["mail", "push", "chat", "slack", "teams", "sms", "voice", "none"] | str
    address: str
    status: Literal["queued", "waiting", "sending", "sent", "delivered", "seen", "answered", "failed", "skipped"] | str
    reason: str | None = None
    tries: int
    digest_id: str | None = None
    created_at: datetime
    sent_at: datetime | None = None
    seen_at: datetime | None = None
    answered_at: datetime | None = None


class NotificationReceiptPage(Model):
    items: list[NotificationReceipt]
    next_cursor: str | None = None


class NotificationState(Model):
    mail: NotificationStateMail
    push: NotificationStatePush
    mail_from: str | None = None


class NotificationStateMail(Model):
    is_configured: bool
    reason: str | None = None


class NotificationStatePush(Model):
    is_configured: bool
    reason: str | None = None


class NotificationTest(Model):
    notification_id: str


class NotificationsSeen(Model):
    ids: list[str]


class NotificationsSeenCount(Model):
    seen: int


class OcsfVersion(Model):
    version: str
    """OCSF version of events in answers"""
    stored_as: str
    """OCSF version of stored events, the same for every tenant"""
    available: list[str]


class OcsfVersionPut(Model):
    version: str


class OnDuty(Model):
    rotation_id: str
    rotation: str
    turn: int | None = None
    scheduled: Responder | None = None
    override: OncallOverride | None = None
    covered: Responder | None = None
    responder: Responder | None = None
    is_stand_in: bool
    """true when the scheduled person is offline or snoozed"""
    next_handoff: datetime


class OnDutyPage(Model):
    items: list[OnDuty]
    next_cursor: str | None = None


class OncallOverridden(Model):
    override: OncallOverride
    in_return: OncallOverride | None = None


class OncallOverride(Model):
    id: str
    rotation_id: str
    user_id: str
    """person on call in place of whoever has the shift"""
    from_at: datetime
    until_at: datetime
    reason: str
    created_by: str
    created_at: datetime
    ended_at: datetime | None = None
    ended_by: str | None = None


class OncallOverrideCreate(Model):
    rotation_id: str
    user_id: str
    from_: datetime = Field(alias="from")
    until: datetime
    reason: str
    in_return: OncallOverrideCreateInReturn | None = None


class OncallOverrideCreateInReturn(Model):
    from_: datetime = Field(alias="from")
    until: datetime


class OncallOverridePage(Model):
    items: list[OncallOverride]
    next_cursor: str | None = None


class OncallShift(Model):
    rotation_id: str
    user_id: str
    from_at: datetime
    until_at: datetime
    override_id: str | None = None
    covered_user_id: str | None = None


class OncallShiftPage(Model):
    items: list[OncallShift]
    next_cursor: str | None = None


class OneTimePassword(Model):
    password: str
    """one-time password, shown only once; valid for one sign-in"""
    password_expires_at: datetime


class Organisation(Model):
    id: str
    name: str
    kind: str
    """mssp or enterprise"""
    is_home: bool
    """true when this is the provider’s own tenant"""
    created_at: datetime


class OrganisationPortfolio(Model):
    items: list[PortfolioTenant]
    next_cursor: str | None = None
    not_read: list[OrganisationPortfolioNotReadItem]
    """tenants for which the answer is empty or incomplete"""
    tenants_left_off: bool
    """true when delegations reach more than 500 tenants; the answer covers the first 500 by id"""


class OrganisationPortfolioNotReadItem(Model):
    tenant_id: str
    reason: str


class OrganisationQueue(Model):
    items: list[OrganisationQueueItem]
    next_cursor: str | None = None
    tenants_read: int
    not_read: list[OrganisationQueueNotReadItem]
    """tenants for which the answer is empty or incomplete"""
    tenants_left_off: bool
    """true when delegations reach more than 500 tenants; the answer covers the first 500 by id"""


class OrganisationQueueItem(Model):
    tenant_id: str
    tenant_name: str
    delegation_id: str
    kind: Literal["alert", "case"] | str
    id: str
    number: str | None = None
    title: str
    severity: Literal["info", "low", "medium", "high", "critical"] | str
    status: str
    priority: int
    """priority of the alert; for a case, the priority of an alert with its severity"""
    assigned_to_id: str | None = None
    assigned_to: str | None = None
    waiting_since: datetime
    due_at: datetime | None = None
    is_overdue: bool | None = None
    withheld_fields: list[str]
    """fields hidden by the field rules of the tenant"""


class OrganisationQueueNotReadItem(Model):
    tenant_id: str
    reason: str


class OrganisationTemplate(Model):
    id: str
    name: str
    description: str | None = None
    documents: list[ConfigurationDocument]
    updated_by: str
    updated_at: datetime


class OrganisationTemplateApplied(Model):
    items: list[OrganisationTemplateAppliedItemsItem]
    not_applied: list[OrganisationTemplateAppliedNotAppliedItem]


class OrganisationTemplateAppliedItemsItem(Model):
    tenant_id: str
    changes: int


class OrganisationTemplateAppliedNotAppliedItem(Model):
    tenant_id: str
    reason: str


class OrganisationTemplateApply(Model):
    tenants: list[OrganisationTemplateApplyTenantsItem]
    prune: bool | None = None


class OrganisationTemplateApplyTenantsItem(Model):
    tenant_id: str
    digest: str


class OrganisationTemplatePage(Model):
    items: list[OrganisationTemplate]
    next_cursor: str | None = None


class OrganisationTemplatePlan(Model):
    items: list[OrganisationTemplatePlanItemsItem]
    not_read: list[OrganisationTemplatePlanNotReadItem]
    tenants_left_off: bool


class OrganisationTemplatePlanItemsItem(Model):
    tenant_id: str
    tenant_name: str
    changes: list[ConfigurationChange]
    unchanged: int
    digest: str
    """digest to send to apply, which refuses when something changed since"""


class OrganisationTemplatePlanNotReadItem(Model):
    tenant_id: str
    reason: str


class OrganisationTemplatePlanned(Model):
    tenants: list[str] | None = None
    """default: all tenants under delegation"""
    prune: bool | None = None
    """remove resources that the template does not name, of the kinds it includes"""


class OrganisationTemplatePut(Model):
    name: str
    description: str | None = None
    documents: list[ConfigurationDocument] | None = None
    from_this_tenant: list[Literal["placeholders", "rule", "overlay", "playbook", "hunt", "sla_target", "sla_policy", "branding", "message_text", "role", "connector"]] | None = None


class OrganisationTenant(Model):
    id: str


class OrganisationTenantPage(Model):
    items: list[OrganisationTenant]
    next_cursor: str | None = None


class OrganisationUsage(Model):
    start: date
    end: date
    items: list[OrganisationUsageItemsItem]
    totals: dict[str, float]
    """totals over the listed tenants"""
    is_whole: bool
    """false: a tenant is missing, or a figure is not measured"""
    not_read: list[OrganisationUsageNotReadItem]
    """tenants for which the answer is empty or incomplete"""
    tenants_left_off: bool
    """true when delegations reach more than 500 tenants; the answer covers the first 500 by id"""


class OrganisationUsageItemsItem(Model):
    tenant_id: str
    tenant_name: str
    totals: dict[str, float]
    now: dict[str, float]
    unmeasured: list[OrganisationUsageItemsItemUnmeasuredItem]


class OrganisationUsageItemsItemUnmeasuredItem(Model):
    meter: str
    reason: str


class OrganisationUsageNotReadItem(Model):
    tenant_id: str
    reason: str


class OsqueryAnswer(Model):
    node_id: str
    state: Literal["asked", "answered", "failed"] | str
    is_late: bool
    rows: list[dict[str, str]] | None = None
    row_count: int | None = None
    left_out: int
    """number of rows beyond the limit, which were dropped"""
    error: str | None = None
    asked_at: datetime
    answered_at: datetime | None = None


class OsqueryAnswerPage(Model):
    items: list[OsqueryAnswer]
    next_cursor: str | None = None


class OsqueryConfig(Model):
    options: dict[str, str | float | bool] | None = None
    schedule: dict[str, OsqueryConfigScheduleValue] | None = None
    packs: dict[str, OsqueryConfigPacksValue] | None = None
    decorators: OsqueryConfigDecorators | None = None
    file_paths: dict[str, list[str]] | None = None


class OsqueryConfigDecorators(Model):
    load: list[str] | None = None
    always: list[str] | None = None


class OsqueryConfigOfTenant(Model):
    config: OsqueryConfig
    updated_at: datetime | None = None


class OsqueryConfigPacksValue(Model):
    platform: str | None = None
    version: str | None = None
    shard: int | None = None
    discovery: list[str] | None = None
    queries: dict[str, OsqueryConfigPacksValueQueriesValue]


class OsqueryConfigPacksValueQueriesValue(Model):
    query: str
    interval: int
    """seconds"""
    snapshot: bool | None = None
    """true: report all rows each time; false: only added and removed rows"""
    removed: bool | None = None
    """true (default): report removed rows too"""
    platform: str | None = None
    version: str | None = None
    shard: int | None = None
    denylist: bool | None = None
    description: str | None = None


class OsqueryConfigScheduleValue(Model):
    query: str
    interval: int
    """seconds"""
    snapshot: bool | None = None
    """true: report all rows each time; false: only added and removed rows"""
    removed: bool | None = None
    """true (default): report removed rows too"""
    platform: str | None = None
    version: str | None = None
    shard: int | None = None
    denylist: bool | None = None
    description: str | None = None


class OsqueryNode(Model):
    id: str
    host_identifier: str
    hostname: str | None = None
    platform: str | None = None
    os_name: str | None = None
    osquery_version: str | None = None
    enrolled_at: datetime
    last_seen_at: datetime
    """accurate to about ten seconds"""
    revoked_at: datetime | None = None


class OsqueryNodePage(Model):
    items: list[OsqueryNode]
    next_cursor: str | None = None


class OsqueryQueryCreate(Model):
    sql: str
    hosts: list[str] | None = None
    """ids, host identifiers or host names; default: every host"""
    deadline_seconds: int | None = None


class OsqueryQueryWithCounts(Model):
    counts: OsqueryQueryWithCountsCounts


class OsqueryQueryWithCountsCounts(Model):
    asked: int
    """number of hosts that fetched the query"""
    answered: int
    failed: int
    late: int
    """number of hosts that fetched the query and did not answer before the deadline"""
    rows: int


class OsqueryQueryWithCountsPage(Model):
    items: list[OsqueryQueryWithCounts]
    next_cursor: str | None = None


class OsquerySecret(Model):
    id: str
    label: str
    created_by: str
    created_at: datetime
    revoked_at: datetime | None = None


class OsquerySecretCreate(Model):
    label: str


class OsquerySecretMade(Model):
    id: str
    label: str
    created_by: str
    created_at: datetime
    secret: str


class OsquerySecretPage(Model):
    items: list[OsquerySecret]
    next_cursor: str | None = None


class Overlay(Model):
    rule_id: str
    disabled: bool
    min_severity: Literal["informational", "low", "medium", "high", "critical"] | str | None = None
    suppress_when: dict[str, list[str]]
    """suppressed when each field has one of its values; a CIDR block such as 10.0.0.0/8 matches the addresses in it"""
    allowlists: dict[str, list[str]]
    """suppressed when any field has one of its values; a CIDR block such as 10.0.0.0/8 matches the addresses in it"""
    author: str
    reason: str
    updated_at: datetime


class OverlayPage(Model):
    items: list[Overlay]
    next_cursor: str | None = None


class OverlayPut(Model):
    disabled: bool | None = None
    min_severity: Literal["informational", "low", "medium", "high", "critical"] | None = None
    suppress_when: dict[str, list[str]] | None = None
    """suppressed when each field has one of its values; a CIDR block such as 10.0.0.0/8 matches the addresses in it"""
    allowlists: dict[str, list[str]] | None = None
    """suppressed when any field has one of its values; a CIDR block such as 10.0.0.0/8 matches the addresses in it"""
    reason: str


class OwnPhone(Model):
    number: str
    """E.164"""
    asked_at: datetime
    verified_at: datetime | None = None


class OwnPhoneCode(Model):
    code: str


class OwnPhonePut(Model):
    number: str
    """E.164"""


class OwnPhoneState(Model):
    phone: OwnPhone | None = None


class OwnPhoneVerified(Model):
    is_verified: bool


class Passkey(Model):
    id: str
    device_name: str
    transports: list[str]
    is_discoverable: bool
    last_used_at: datetime | None = None
    created_at: datetime


class PasskeyChallenge(Model):
    email: str | None = None
    """email, for authenticators without discoverable passkeys"""


class PasskeyOptions(Model):
    challenge: str
    expires_in: int
    """seconds"""
    publicKey: dict[str, Any]
    """PublicKeyCredentialCreationOptionsJSON or PublicKeyCredentialRequestOptionsJSON of WebAuthn Level 3"""


class PasskeyPage(Model):
    items: list[Passkey]
    next_cursor: str | None = None


class PasskeyRegister(Model):
    challenge: str
    credential: PasskeyRegisterCredential
    device_name: str


class PasskeyRegisterCredential(Model):
    id: str
    rawId: str
    type: Literal["public-key"]
    response: PasskeyRegisterCredentialResponse
    clientExtensionResults: dict[str, Any]
    authenticatorAttachment: str | None = None


class PasskeyRegisterCredentialResponse(Model):
    clientDataJSON: str
    attestationObject: str


class PasskeyVerify(Model):
    challenge: str
    credential: PasskeyVerifyCredential


class PasskeyVerifyCredential(Model):
    id: str
    rawId: str
    type: Literal["public-key"]
    response: PasskeyVerifyCredentialResponse
    clientExtensionResults: dict[str, Any]
    authenticatorAttachment: str | None = None


class PasskeyVerifyCredentialResponse(Model):
    clientDataJSON: str
    authenticatorData: str
    signature: str


class PasswordChange(Model):
    current_password: str
    new_password: str


class PasswordResetConfirm(Model):
    token: str
    new_password: str


class PasswordResetRequest(Model):
    email: str
    tenant: str | None = None


class PasswordResetRequested(Model):
    pass


class Permission(Model):
    id: str
    name: str
    description: str
    category: str
    """first word of the name; custom: defined by the tenant"""
    is_system: bool


class PermissionCreate(Model):
    name: str
    """custom: followed by one to three words"""
    description: str


class PermissionPage(Model):
    items: list[Permission]
    next_cursor: str | None = None


class PermissionPut(Model):
    description: str


class PhishingSubmission(Model):
    id: str
    artifact_kind: Literal["email", "url", "attachment", "domain"] | str
    subject: str | None = None
    sender: str | None = None
    verdict: Literal["malicious", "suspicious", "no_signs"] | str
    """no_signs does not mean harmless"""
    score: int
    signals: list[PhishingSubmissionSignalsItem]
    authentication: PhishingSubmissionAuthentication | None = None
    links: list[PhishingSubmissionLinksItem]
    attachments: list[PhishingSubmissionAttachmentsItem]
    attachment_hashes: list[str]
    not_checked: list[str]
    alert_id: str | None = None
    submitted_by: str
    created_at: datetime


class PhishingSubmissionAttachmentsItem(Model):
    name: str
    type: str
    bytes: int
    sha256: str


class PhishingSubmissionAuthentication(Model):
    """results of the receiving mail server"""
    spf: Literal["pass", "fail", "other", "none"] | str
    dkim: Literal["pass", "fail", "other", "none"] | str
    dmarc: Literal["pass", "fail", "other", "none"] | str


class PhishingSubmissionLinksItem(Model):
    url: str
    text: str


class PhishingSubmissionPage(Model):
    items: list[PhishingSubmission]
    next_cursor: str | None = None


class PhishingSubmissionSignalsItem(Model):
    name: str
    weight: int
    detail: str


class PhishingSubmit(Model):
    artifact_kind: Literal["email", "url", "attachment", "domain"]
    raw_content: str | None = None
    """email: the message with headers; domain: the domain name"""
    sender: str | None = None
    subject: str | None = None
    urls: list[str] | None = None
    attachment_hashes: list[str] | None = None
    """SHA-256 of attachments; files are never stored"""


class Playbook(Model):
    id: str
    version: int
    enabled: bool
    is_builtin: bool
    author: str | None = None
    document: dict[str, Any]
    """playbook with name, trigger and steps, as in docs/playbooks.md"""
    created_at: datetime | None = None
    updated_at: datetime | None = None
    name: str
    description: str
    tags: list[str]
    trigger: str


class PlaybookChange(Model):
    document: dict[str, Any] | None = None
    """playbook with name, trigger and steps, as in docs/playbooks.md"""
    enabled: bool | None = None


class PlaybookCheck(Model):
    document: dict[str, Any]
    """playbook with name, trigger and steps, as in docs/playbooks.md"""


class PlaybookChecked(Model):
    valid: bool
    problems: list[PlaybookCheckedProblemsItem]


class PlaybookCheckedProblemsItem(Model):
    path: str
    reason: str


class PlaybookCreate(Model):
    document: dict[str, Any]
    """playbook with name, trigger and steps, as in docs/playbooks.md"""
    enabled: bool | None = None


class PlaybookDryRun(Model):
    document: dict[str, Any]
    """playbook with name, trigger and steps, as in docs/playbooks.md"""
    playbook_id: str | None = None
    context: dict[str, Any] | None = None
    """value of `trigger` in the steps"""
    alert_id: str | None = None
    case_id: str | None = None


class PlaybookExecute(Model):
    context: dict[str, Any] | None = None
    """value of `trigger` in the steps"""
    alert_id: str | None = None
    case_id: str | None = None
    dry_run: bool | None = None


class PlaybookHook(Model):
    hook_id: str
    playbook_id: str
    label: str
    created_by: str
    created_at: datetime
    last_used: datetime | None = None


class PlaybookHookCreate(Model):
    label: str


class PlaybookHookCreated(Model):
    hook_id: str
    playbook_id: str
    label: str
    created_by: str
    created_at: datetime
    last_used: datetime | None = None
    secret: str
    """secret that signs deliveries, shown only once"""


class PlaybookHookPage(Model):
    items: list[PlaybookHook]
    next_cursor: str | None = None


class PlaybookHookStarted(Model):
    status: Literal["started", "repeated", "condition_not_met"] | str
    run_id: str | None = None


class PlaybookPage(Model):
    items: list[Playbook]
    next_cursor: str | None = None


class PlaybookRollback(Model):
    version: int


class PlaybookRun(Model):
    run_id: str
    playbook_id: str
    """`draft` for a document that was never saved"""
    version: int
    """0: a draft"""
    status: Literal["pending", "running", "waiting", "completed", "failed", "denied", "expired", "cancelled"] | str
    dry_run: bool
    trigger: str
    requested_by: str
    requested_by_person: str | None = None
    case_id: str | None = None
    alert_id: str | None = None
    parent_run_id: str | None = None
    step: str | None = None
    steps_executed: int
    steps_total: int
    waits_for: str | None = None
    deadline: datetime | None = None
    error: str | None = None
    started_at: datetime
    completed_at: datetime | None = None


class PlaybookRunDetail(Model):
    run_id: str
    playbook_id: str
    """`draft` for a document that was never saved"""
    version: int
    """0: a draft"""
    status: Literal["pending", "running", "waiting", "completed", "failed", "denied", "expired", "cancelled"] | str
    dry_run: bool
    trigger: str
    requested_by: str
    requested_by_person: str | None = None
    case_id: str | None = None
    alert_id: str | None = None
    parent_run_id: str | None = None
    step: str | None = None
    steps_executed: int
    steps_total: int
    waits_for: str | None = None
    deadline: datetime | None = None
    error: str | None = None
    started_at: datetime
    completed_at: datetime | None = None
    document: dict[str, Any]
    """the playbook at the start of the run"""
    trigger_data: dict[str, Any]
    step_results: list[PlaybookRunStep]


class PlaybookRunPage(Model):
    items: list[PlaybookRun]
    next_cursor: str | None = None


class PlaybookRunStep(Model):
    seq: int
    step_id: str
    type: str
    outcome: str
    executed: bool
    verification: str | None = None
    reason: str | None = None
    detail: str | None = None
    ref: str | None = None
    at: datetime


class PlaybookSecret(Model):
    name: str
    hosts: list[str]
    changed_by: str
    changed_at: datetime


class PlaybookSecretPage(Model):
    items: list[PlaybookSecret]
    next_cursor: str | None = None


class PlaybookSecretPut(Model):
    value: str
    hosts: list[str]
    """hosts that may receive the secret, with the port if the address has one: siem.example:8089"""


class PlaybookVersion(Model):
    version: int
    author: str | None = None
    document: dict[str, Any]
    """playbook with name, trigger and steps, as in docs/playbooks.md"""
    created_at: datetime


class PlaybookVersionPage(Model):
    items: list[PlaybookVersion]
    next_cursor: str | None = None


class PortfolioTenant(Model):
    tenant_id: str
    tenant_name: str
    delegation_id: str
    role: str
    expires_at: datetime
    open_alerts: int | None = None
    critical_alerts: int | None = None
    overdue_alerts: int | None = None
    open_cases: int | None = None
    overdue_cases: int | None = None
    sources: int | None = None
    late_sources: int | None = None
    events_24h: int | None = None
    not_measured: dict[str, str]
    """figures without a value, with the reason for each"""


class Presence(Model):
    user_id: str
    user_email: str
    user_name: str
    status: Literal["available", "busy", "offline", "snoozed"] | str
    schedule_ref: str | None = None
    rotation: str | None = None
    note: str | None = None
    until: datetime | None = None
    updated_at: datetime


class PresencePage(Model):
    items: list[Presence]
    next_cursor: str | None = None


class PresencePut(Model):
    status: Literal["available", "busy", "offline", "snoozed"]
    note: str | None = None
    rotation: str | None = None
    schedule_ref: str | None = None
    snooze_minutes: int | None = None
    """minutes of the state snoozed; default: 60"""


class Problem(Model):
    type: str
    title: str
    status: int
    detail: str | list[ProblemDetail2Item]
    """text, or the list of faults for 422"""
    instance: str
    code: str


class ProblemDetail2Item(Model):
    loc: list[str | int]
    msg: str
    type: str


class ProcessStart(Model):
    event_uid: str
    time: datetime
    process_name: str | None = None
    cmd_line: str | None = None
    user: str | None = None
    pid: int | None = None
    parent_pid: int | None = None
    parent_uid: str | None = None


class ProcessTree(Model):
    host: str
    focus_uid: str | None = None
    nodes: list[ProcessStart]
    """parents before children; at most some 100"""
    not_shown: list[str]
    """parts of the tree that may be missing, with the reason"""


class ProvisioningToken(Model):
    id: str
    name: str
    prefix: str
    """the first characters of the secret"""
    org_id: str
    """tenant of the token"""
    created_at: datetime
    last_used_at: datetime | None = None
    expires_at: datetime | None = None
    revoked_at: datetime | None = None
    rotated_from_id: str | None = None
    active: bool


class ProvisioningTokenCreate(Model):
    name: str
    expires_in_days: int | None = None


class ProvisioningTokenPage(Model):
    items: list[ProvisioningToken]
    next_cursor: str | None = None


class ProvisioningTokenRotate(Model):
    grace_hours: int | None = None
    """hours until the old secret expires; 0 revokes it at once"""


class PurpleAlarm(Model):
    id: str
    subject: str
    """test in a mode, or rule or technique on a host"""
    technique_id: str | None = None
    title: str
    missed_by: str
    """execution or contract without a detection"""
    detected_by: str
    """previous execution or contract, with a detection"""
    raised_at: datetime
    resolved_at: datetime | None = None


class PurpleAlarmPage(Model):
    items: list[PurpleAlarm]
    next_cursor: str | None = None


class PurpleExpectation(Model):
    id: str
    host_run_id: str | None = None
    rule_id: str | None = None
    technique_id: str | None = None
    host: str
    evidence: Literal["host", "runner"] | str
    since: datetime
    deadline: datetime
    status: Literal["waiting", "met", "missed", "unknown"] | str
    links: PurpleExpectationLinks
    """time at which each link was first observed"""
    last_link: Literal["arrived", "normalised", "matched", "fused", "alerted"] | str | None = None
    missing_link: Literal["arrived", "normalised", "matched", "fused", "alerted"] | str | None = None
    alert_id: str | None = None
    found_rules: list[str]
    """rules that matched on the host since then"""
    error: str | None = None
    created_by: str
    created_at: datetime
    decided_at: datetime | None = None


class PurpleExpectationCreate(Model):
    rule_id: str | None = None
    technique_id: str | None = None
    """of ATT&CK, such as T1059.004"""
    host: str
    within_seconds: int | None = None


class PurpleExpectationLinks(Model):
    """time at which each link was first observed"""
    arrived: datetime | None = None
    normalised: datetime | None = None
    matched: datetime | None = None
    fused: datetime | None = None
    alerted: datetime | None = None


class PurpleExpectationPage(Model):
    items: list[PurpleExpectation]
    next_cursor: str | None = None


class PurpleHostRun(Model):
    id: str
    atomic_id: str
    atomic_name: str
    technique_id: str
    host: str
    evidence: Literal["host", "runner"] | str
    steps: PurpleHostRunSteps
    limit_seconds: int
    expected: list[PurpleHostRunExpectedItem]
    status: Literal["waiting", "running", "done", "failed", "cancelled", "expired", "lost"] | str
    requested_by: str
    requested_at: datetime
    expires_at: datetime
    runner: str | None = None
    began_at: datetime | None = None
    ended_at: datetime | None = None
    result: HostRunReport | None = None
    evidence_at: datetime | None = None


class PurpleHostRunExpectedItem(Model):
    rule_id: str | None = None
    technique_id: str | None = None
    within_seconds: int


class PurpleHostRunPage(Model):
    items: list[PurpleHostRun]
    next_cursor: str | None = None


class PurpleHostRunSteps(Model):
    executor: Literal["sh", "bash", "powershell", "command_prompt", "manual"] | str
    command: str
    cleanup: str | None = None
    needs_elevation: bool
    platforms: list[str]
    prerequisites: list[PurpleHostRunStepsPrerequisitesItem]


class PurpleHostRunStepsPrerequisitesItem(Model):
    description: str
    executor: Literal["sh", "bash", "powershell", "command_prompt", "manual"] | str
    check: str
    get: str | None = None


class PurpleRound(Model):
    id: str
    schedule_id: str
    name: str
    mode: Literal["live", "dry"] | str
    tests: int
    detected: int | None = None
    missed: int | None = None
    unknown: int | None = None
    started_at: datetime
    ended_at: datetime | None = None


class PurpleRoundPage(Model):
    items: list[PurpleRound]
    next_cursor: str | None = None


class PurpleSchedule(Model):
    id: str
    name: str
    test_ids: list[str]
    """empty: the whole catalogue"""
    mode: Literal["live", "dry"] | str
    every_hours: int
    enabled: bool
    created_by: str
    created_at: datetime
    next_at: datetime
    """time of the next round"""


class PurpleSchedulePage(Model):
    items: list[PurpleSchedule]
    next_cursor: str | None = None


class PurpleScheduleWrite(Model):
    name: str
    every_hours: int
    mode: Literal["live", "dry"] | None = None
    """default: live"""
    test_ids: list[str] | None = None
    """empty: the whole catalogue"""
    enabled: bool | None = None


class PurpleTeamCoverage(Model):
    total_techniques: int
    """number of techniques with an active rule or a test"""
    techniques_with_rules: int
    tested_techniques: int
    detected_techniques: int
    """number of techniques with all tests detected"""
    overall_coverage: float | None = None
    techniques: list[PurpleTeamCoverageTechniquesItem]
    tested_rules: list[PurpleTeamCoverageTestedRulesItem]
    """rules that detected a test in its latest run, with the number of tests"""


class PurpleTeamCoverageTechniquesItem(Model):
    technique_id: str
    name: str | None = None
    rules: int
    tests: int
    tested: int
    """number of tests with a known outcome"""
    status: Literal["detected", "partly", "missed", "untested"] | str
    last_execution: PurpleTeamCoverageTechniquesItemLastExecution | None = None


class PurpleTeamCoverageTechniquesItemLastExecution(Model):
    id: str
    atomic_test_id: str
    outcome: Literal["detected", "missed"] | str
    completed_at: datetime


class PurpleTeamCoverageTestedRulesItem(Model):
    rule_id: str
    tests: int
    last_at: datetime


class PurpleTeamDrift(Model):
    from_: PurpleTeamSnapshot = Field(alias="from")
    to: PurpleTeamSnapshot
    added: list[str]
    """techniques newly named by rules"""
    dropped: list[str]
    """techniques that no rule names any more"""
    changed: list[PurpleTeamDriftChangedItem]


class PurpleTeamDriftChangedItem(Model):
    technique_id: str
    from_: Literal["detected", "partly", "missed", "untested"] | str = Field(alias="from")
    to: Literal["detected", "partly", "missed", "untested"] | str


class PurpleTeamExecution(Model):
    id: str
    atomic_test_id: str
    technique_id: str
    platform: Literal["windows", "linux", "network", "aws", "okta", "kubernetes", "microsoft365"] | str
    mode: Literal["live", "dry"] | str
    status: Literal["pending", "running", "success", "failed", "cancelled"] | str
    outcome: Literal["detected", "missed"] | str | None = None
    detected: bool | None = None
    detection_latency_seconds: float | None = None
    events: int
    events_stored: int | None = None
    findings: list[PurpleTeamExecutionFindingsItem]
    undecided: list[PurpleTeamExecutionUndecidedItem]
    """rules that a dry execution cannot evaluate"""
    alert_id: str | None = None
    alert_seconds: float | None = None
    last_link: Literal["sent", "stored", "rule_matched", "alert"] | str | None = None
    missing_link: Literal["sent", "stored", "rule_matched", "alert"] | str | None = None
    error: str | None = None
    wait_seconds: int
    requested_by: str
    queued_at: datetime
    started_at: datetime | None = None
    completed_at: datetime | None = None


class PurpleTeamExecutionCreate(Model):
    atomic_test_id: str
    mode: Literal["live", "dry"] | None = None
    """default: live; dry: evaluates the active rules that name the technique, and sends nothing"""
    wait_seconds: int | None = None
    """seconds that a live execution waits for rules; default: 300"""


class PurpleTeamExecutionFindingsItem(Model):
    rule_id: str
    title: str
    names_technique: bool
    seconds: float | None = None


class PurpleTeamExecutionPage(Model):
    items: list[PurpleTeamExecution]
    next_cursor: str | None = None


class PurpleTeamExecutionUndecidedItem(Model):
    rule_id: str
    reason: str


class PurpleTeamSnapshot(Model):
    id: str
    captured_at: datetime
    captured_by: str
    trigger: Literal["manual"] | str
    note: str | None = None
    total_techniques: int
    techniques_with_rules: int
    tested_techniques: int
    detected_techniques: int
    overall_coverage: float | None = None


class PurpleTeamSnapshotCreate(Model):
    note: str | None = None


class PurpleTeamSnapshotPage(Model):
    items: list[PurpleTeamSnapshot]
    next_cursor: str | None = None


class PushPublicKey(Model):
    public_key: str | None = None
    enabled: bool


class PushSubscribe(Model):
    subscription: PushSubscribeSubscription
    """result of toJSON() on the PushSubscription of the browser"""
    user_agent: str | None = None
    topics: list[Literal["p0_alert", "agent_approval", "oncall_handoff", "connector_health"]] | None = None


class PushSubscribeSubscription(Model):
    """result of toJSON() on the PushSubscription of the browser"""
    endpoint: str
    keys: PushSubscribeSubscriptionKeys
    expirationTime: float | None = None


class PushSubscribeSubscriptionKeys(Model):
    p256dh: str
    auth: str


class PushSubscribed(Model):
    id: str
    vapid_public_key: str
    topics: list[str]


class PushSubscription(Model):
    id: str
    host: str
    """host of the push service; the endpoint itself is secret"""
    topics: list[str]
    user_agent: str | None = None
    created_at: datetime
    expires_at: datetime


class PushSubscriptionPage(Model):
    items: list[PushSubscription]
    next_cursor: str | None = None


class PushTested(Model):
    attempted: int
    delivered: int
    removed: int
    """number of browsers unsubscribed"""
    errors: list[str]


class PushUnsubscribe(Model):
    endpoint: str


class PushUnsubscribed(Model):
    removed: bool


class QueuedAlert(Model):
    id: str
    tenant_id: str
    title: str
    description: str | None = None
    severity: Literal["info", "low", "medium", "high", "critical"] | str
    status: Literal["new", "triaged", "in_progress", "resolved", "closed"] | str
    priority: int
    category: str | None = None
    rule_id: str | None = None
    connector_id: str | None = None
    connector_type: str | None = None
    external_id: str | None = None
    external_url: str | None = None
    mitre_tactics: list[str]
    mitre_techniques: list[str]
    affected_ips: list[str]
    affected_hosts: list[str]
    affected_users: list[str]
    tags: list[str]
    ai_score: float | None = None
    ai_summary: str | None = None
    ai_recommendations: list[str]
    ai_verdict: Literal["true_positive", "false_positive", "benign", "needs_review"] | str | None = None
    ai_confidence: float | None = None
    """confidence of triage in its verdict, 0 to 1"""
    confidence: int | None = None
    """0 to 100; null: not measured"""
    confidence_label: Literal["low", "medium", "high"] | str | None = None
    confidence_rationale: list[str]
    disposition: Literal["true_positive", "benign_true_positive", "false_positive", "benign", "escalate"] | str | None = None
    assigned_to_id: str | None = None
    case_id: str | None = None
    event_time: datetime | None = None
    first_seen: datetime
    last_seen: datetime
    snoozed_until: datetime | None = None
    snoozed_by_id: str | None = None
    resolved_at: datetime | None = None
    metadata: dict[str, Any]
    risk_score: float | None = None
    """0 to 100; null: not measured"""
    signal_count: int | None = None
    event_count: int | None = None
    rule_count: int | None = None
    created_at: datetime
    updated_at: datetime
    sla_due_at: datetime | None = None
    sla_remaining_seconds: int | None = None
    sla_breached: bool | None = None
    sla_reason: str | None = None
    bucket: Literal["breached", "due_soon", "on_track", "no_sla"] | str
    """due_soon: within the last quarter of its time; no_sla: no target applies"""


class Report(Model):
    id: str
    schedule_id: str | None = None
    kind: Literal["soc", "customer"] | str
    title: str
    period_start: datetime
    period_end: datetime
    time_zone: str
    made_by: str
    created_at: datetime


class ReportAlerts(Model):
    total: int
    total_before: int
    """total of the preceding period of the same length"""
    by_severity: ReportAlertsBySeverity
    by_verdict: ReportAlertsByVerdict
    undecided: int


class ReportAlertsBySeverity(Model):
    info: int
    low: int
    medium: int
    high: int
    critical: int


class ReportAlertsByVerdict(Model):
    true_positive: int
    benign_true_positive: int
    false_positive: int
    benign: int
    escalate: int


class ReportDocument(Model):
    tenant: str
    alerts: ReportAlerts
    cases: ReportDocumentCases
    time_to_acknowledge: ReportDocumentTimeToAcknowledge
    time_to_resolve: ReportDocumentTimeToResolve
    sla: ReportDocumentSla
    noise: list[ReportDocumentNoiseItem]
    """groups of similar alerts, largest first; empty in a report for customers"""
    top_entities: list[ReportEntity]
    notable_cases: list[ReportDocumentNotableCasesItem]
    """cases opened in the period, most severe first"""
    ingest: ReportDocumentIngest
    unmeasured: list[ReportDocumentUnmeasuredItem]


class ReportDocumentCases(Model):
    opened: int
    opened_before: int
    resolved: int
    open_now: int
    """open cases at the time of the report"""


class ReportDocumentIngest(Model):
    events: int | None = None
    events_before: int | None = None


class ReportDocumentNoiseItem(Model):
    alert: ReportDocumentNoiseItemAlert
    rule_id: str | None = None
    alerts: int
    judged: int
    false_positives: int


class ReportDocumentNoiseItemAlert(Model):
    id: str
    title: str


class ReportDocumentNotableCasesItem(Model):
    case: ReportDocumentNotableCasesItemCase


class ReportDocumentNotableCasesItemCase(Model):
    id: str
    number: int
    title: str
    severity: Literal["info", "low", "medium", "high", "critical"] | str
    status: str
    opened_at: datetime


class ReportDocumentSla(Model):
    acknowledge: ReportDocumentSlaAcknowledge
    resolve: ReportDocumentSlaResolve


class ReportDocumentSlaAcknowledge(Model):
    due: int
    """cases with a target in the period"""
    met: int


class ReportDocumentSlaResolve(Model):
    due: int
    """cases with a target in the period"""
    met: int


class ReportDocumentTimeToAcknowledge(Model):
    seconds: int | None = None
    of: int
    """number of cases in the mean"""


class ReportDocumentTimeToResolve(Model):
    seconds: int | None = None
    of: int
    """number of cases in the mean"""


class ReportDocumentUnmeasuredItem(Model):
    figure: str
    reason: str


class ReportEntity(Model):
    entity_type: Literal["host", "user", "ip"] | str
    entity: str
    alerts: int
    alert_ids: list[str]
    """ids of the newest alerts"""


class ReportPage(Model):
    items: list[Report]
    next_cursor: str | None = None


class ReportPost(Model):
    kind: Literal["soc", "customer"]
    days: int | None = None
    """whole days before today in `time_zone`; this or `month`"""
    month: str | None = None
    """calendar month in `time_zone`, such as 2026-11"""
    name: str | None = None
    time_zone: str | None = None


class ReportSchedule(Model):
    id: str
    name: str
    kind: Literal["soc", "customer"] | str
    frequency: Literal["daily", "weekly", "monthly"] | str
    weekday: int
    """day of weekly reports; 1 is Monday"""
    hour: int
    """hour in `time_zone`"""
    time_zone: str
    user_ids: list[str]
    """users who receive the report by mail"""
    addresses: list[str]
    """further addresses; the report for them omits fields that a field rule hides"""
    enabled: bool
    created_by: str
    created_at: datetime
    next_run_at: datetime


class ReportSchedulePage(Model):
    items: list[ReportSchedule]
    next_cursor: str | None = None


class ReportSchedulePut(Model):
    name: str
    kind: Literal["soc", "customer"]
    """`customer` omits figures about rules"""
    frequency: Literal["daily", "weekly", "monthly"]
    weekday: int | None = None
    """day of weekly reports; 1 is Monday"""
    hour: int | None = None
    time_zone: str | None = None
    user_ids: list[str] | None = None
    addresses: list[str] | None = None
    enabled: bool | None = None


class ReportWithMails(Model):
    report: WholeReport
    mails: list[NotificationReceipt]
    mail: str | None = None


class ResidencyViolation(Model):
    id: str
    operation: str
    destination: str
    expected_region: str | None = None
    actual_region: str | None = None
    detail: str
    refused: bool
    occurred_at: datetime


class ResidencyViolationPage(Model):
    items: list[ResidencyViolation]
    next_cursor: str | None = None


class Responder(Model):
    user_id: str
    user_email: str
    user_name: str
    status: Literal["available", "busy", "offline", "snoozed"] | str | None = None


class ResponseAction(Model):
    id: str
    action_type: str
    target: str
    parameters: dict[str, str]
    rationale: str
    blast_radius: Literal["minimal", "low", "medium", "high"] | str
    status: Literal["awaiting_approval", "approved", "rejected", "running", "completed", "failed", "rolling_back", "rolled_back"] | str
    outcome: Literal["verified", "not_verified", "contradicted", "simulated"] | str | None = None
    executor: str | None = None
    executor_ref: str | None = None
    detail: str | None = None
    reason: Literal["denied", "expired", "cancelled", "no_integration", "refused", "unavailable", "unknown_effect", "contradicted", "altered", "given_up", "not_taken_back", "shadow_mode"] | str | None = None
    requested_by: str
    requested_by_kind: str
    requested_by_person: str | None = None
    case_id: str | None = None
    alert_id: str | None = None
    run_id: str | None = None
    attempts: int
    rollback_after_seconds: int | None = None
    rollback_at: datetime | None = None
    created_at: datetime
    updated_at: datetime
    ended_at: datetime | None = None


class ResponseActionDryRun(Model):
    action_type: Literal["block_ip", "allow_ip", "block_domain", "block_ioc", "isolate_host", "kill_process", "quarantine_file", "run_av_scan", "run_script", "capture_forensics", "disable_user", "reset_password", "revoke_session", "suspend_session", "force_mfa", "create_ticket", "notify", "notify_slack", "chatops.verify", "chatops_verify"]
    target: str | None = None
    parameters: dict[str, str] | None = None
    rationale: str
    case_id: str | None = None
    alert_id: str | None = None
    rollback_after_seconds: int | None = None


class ResponseActionPage(Model):
    items: list[ResponseAction]
    next_cursor: str | None = None


class ResponseActionPlan(Model):
    target: str
    blast_radius: str
    permission: str
    approval_because: str | None = None
    executor: str | None = None
    is_simulated: bool
    is_reversible: bool
    recent: int
    """requests of this kind within the last hour: on this target; for messages, in total"""
    recent_max: int
    checked: list[str]
    not_checked: list[str]


class ResponseActionRequest(Model):
    action_type: Literal["block_ip", "allow_ip", "block_domain", "block_ioc", "isolate_host", "kill_process", "quarantine_file", "run_av_scan", "run_script", "capture_forensics", "disable_user", "reset_password", "revoke_session", "suspend_session", "force_mfa", "create_ticket", "notify", "notify_slack", "chatops.verify", "chatops_verify"]
    target: str | None = None
    parameters: dict[str, str] | None = None
    rationale: str
    case_id: str | None = None
    alert_id: str | None = None
    rollback_after_seconds: int | None = None
    idempotency_key: str | None = None
    """a repeated key returns the first action"""
    approval_seconds: int | None = None
    quorum: int | None = None
    """number of approvals needed"""


class ResponseActionRequested(Model):
    action: ResponseAction
    approval: Approval | None = None


class ResponseActionType(Model):
    name: str
    about: str
    target: Literal["ip", "domain", "url", "hash", "host", "user", "process", "file", "message", "alert"] | str
    blast_radius: Literal["minimal", "low", "medium", "high"] | str
    always_approved: bool
    """true: always needs the approval of another person"""
    is_reversible: bool
    parameters: dict[str, Literal["required", "optional"] | str]


class ResponseActionTypePage(Model):
    items: list[ResponseActionType]
    next_cursor: str | None = None


class ResponseExecutor(Model):
    id: str
    name: str
    vendor: Literal["rest", "jira", "servicenow", "webhook", "slack", "teams", "smtp"] | str
    capabilities: list[str]
    base_url: str
    settings: dict[str, str]
    has_secret: bool
    enabled: bool
    created_at: datetime


class ResponseExecutorCreate(Model):
    name: str
    vendor: Literal["rest", "jira", "servicenow", "webhook", "slack", "teams", "smtp"]
    capabilities: list[Literal["block_ip", "allow_ip", "block_domain", "block_ioc", "isolate_host", "kill_process", "quarantine_file", "run_av_scan", "run_script", "capture_forensics", "disable_user", "reset_password", "revoke_session", "suspend_session", "force_mfa", "create_ticket", "notify", "notify_slack", "chatops.verify", "chatops_verify"]] | None = None
    """default: all capabilities of the vendor"""
    base_url: str
    settings: dict[str, str] | None = None
    """jira: project, issue_type, user; servicenow: user, project (the assignment group); slack: channel; teams, for a bot: app_id, channel, directory; smtp: from, to, user, tls"""
    secret: str | None = None
    enabled: bool | None = None


class ResponseExecutorPage(Model):
    items: list[ResponseExecutor]
    next_cursor: str | None = None


class ResponseTargetRule(Model):
    id: str
    list_: Literal["allow", "deny"] | str = Field(alias="list")
    action_type: str
    """* matches every action type"""
    pattern: str
    """value, CIDR block, or name with *"""
    reason: str
    created_by: str
    created_at: datetime


class ResponseTargetRuleCreate(Model):
    list_: Literal["allow", "deny"] = Field(alias="list")
    action_type: Literal["*", "block_ip", "allow_ip", "block_domain", "block_ioc", "isolate_host", "kill_process", "quarantine_file", "run_av_scan", "run_script", "capture_forensics", "disable_user", "reset_password", "revoke_session", "suspend_session", "force_mfa", "create_ticket", "notify", "notify_slack", "chatops.verify"] | None = None
    pattern: str
    reason: str


class ResponseTargetRulePage(Model):
    items: list[ResponseTargetRule]
    next_cursor: str | None = None


class RetentionRun(Model):
    id: str
    class_: str = Field(alias="class")
    """table of the lake, archive, or alerts"""
    before: datetime
    """time before which records were due for removal"""
    removed: int
    kept: int | None = None
    hold_id: str | None = None
    detail: str | None = None
    ran_at: datetime


class RetentionRunPage(Model):
    items: list[RetentionRun]
    next_cursor: str | None = None


class RiskSettings(Model):
    enabled: bool
    """default: true"""
    threshold: int
    """risk, 0 to 100, from which an alert is raised; default: 70"""
    window_hours: int
    """hours back in which alerts count; default: 72"""


class RiskSettingsPut(Model):
    enabled: bool
    """default: true"""
    threshold: int
    """risk, 0 to 100, from which an alert is raised; default: 70"""
    window_hours: int
    """hours back in which alerts count; default: 72"""


class Role(Model):
    id: str
    tenant_id: str | None = None
    name: str
    description: str | None = None
    is_system: bool
    permissions: list[Permission]


class RoleAssign(Model):
    role_id: str


class RolePage(Model):
    items: list[Role]
    next_cursor: str | None = None


class RolePut(Model):
    name: str
    description: str | None = None
    permission_ids: list[str]


class Rotation(Model):
    id: str
    name: str
    time_zone: str
    starts_on: str
    handoff_at: str
    handoff_days: int
    user_ids: list[str]
    created_by: str
    created_at: datetime


class RotationCreate(Model):
    name: str
    time_zone: str
    starts_on: str
    """date of the first shift"""
    handoff_at: str | None = None
    """default: 09:00"""
    handoff_days: int | None = None
    """default: 7"""
    user_ids: list[str]


class RotationPage(Model):
    items: list[Rotation]
    next_cursor: str | None = None


class RotationPatch(Model):
    user_ids: list[str] | None = None
    time_zone: str | None = None
    handoff_at: str | None = None
    handoff_days: int | None = None
    starts_on: str | None = None
    """date of the first shift"""


class Rule(Model):
    id: str
    """UUID of the row for an own rule; rule name in signals for a built-in one"""
    is_builtin: bool
    """true: comes with the product; only its overlay can be changed"""
    version: int | None = None
    language: Literal["sigma", "eql", "kql", "yara"] | str
    file: str
    title: str
    description: str | None = None
    severity: Literal["informational", "low", "medium", "high", "critical"] | str
    status: str | None = None
    tags: list[str] | None = None
    false_positives: list[str] | None = None
    rule_ids: list[str]
    """rule names in signals"""
    enabled: bool
    """true: active in this tenant"""
    changed_by: str | None = None
    created_at: datetime | None = None
    updated_at: datetime | None = None
    stopped: list[RuleStoppedItem] | None = None


class RuleActivity(Model):
    hours: int
    rules: RuleActivityRules
    hits: list[RuleActivityHitsItem] | None = None
    costs: list[RuleActivityCostsItem] | None = None
    costs_complete: bool
    """false: further rules were evaluated, with lower cost"""
    hits_complete: bool
    """false: further rules had hits, but fewer"""
    verdicts: list[RuleActivityVerdictsItem]
    """verdicts on the alerts of these hours, by the rule that names the alert"""


class RuleActivityCostsItem(Model):
    rule_id: str
    evaluations: int
    """number of events the rule was evaluated on"""
    mean_us: float | None = None


class RuleActivityHitsItem(Model):
    rule_id: str
    hits: int
    last_hit: datetime


class RuleActivityRules(Model):
    own: int
    builtin: int
    enabled: int
    """active rules, own and built-in"""


class RuleActivityVerdictsItem(Model):
    rule_id: str
    alerts: int
    true_positive: int
    benign: int
    false_positive: int


class RuleBackTest(Model):
    window_days: int | None = None
    limit: int | None = None
    """maximum number of events, newest first; from and complete show the covered span"""


class RuleBackTestResult(Model):
    from_: datetime = Field(alias="from")
    """start of the event time evaluated"""
    to: datetime
    complete: bool
    """false: older events were left out because of limit, or archive files were not searched"""
    events_in_window: int
    events_scanned: int
    would_fire: int
    """number of matching events and completed windows"""
    would_raise: int | None = None
    hit_rate: float | None = None
    sample_matches: list[RuleBackTestResultSampleMatchesItem]
    """newest matches"""
    unjudged: int
    """number of events that cannot be read back and were not evaluated"""
    reasons: list[str]
    """reasons why some events were not evaluated in the lake or are not kept"""
    archived: list[RuleBackTestResultArchivedItem]
    """parts of the time span with events in archive files that were not searched; lost: these files are gone or damaged"""
    archive: RuleBackTestResultArchive
    """archive files searched beside the lake, with their events and size"""


class RuleBackTestResultArchive(Model):
    """archive files searched beside the lake, with their events and size"""
    files: int
    events: int
    bytes: int


class RuleBackTestResultArchivedItem(Model):
    from_: datetime = Field(alias="from")
    to: datetime
    reason: Literal["archived", "lost"] | str


class RuleBackTestResultSampleMatchesItem(Model):
    rule_id: str
    time: datetime
    event_uids: list[str]
    group: list[str]
    """values shared by the events of a window"""
    raw: str | None = None
    suppressed: str | None = None


class RuleChanged(Model):
    id: str
    """UUID of the row for an own rule; rule name in signals for a built-in one"""
    is_builtin: bool
    """true: comes with the product; only its overlay can be changed"""
    version: int | None = None
    language: Literal["sigma", "eql", "kql", "yara"] | str
    file: str
    title: str
    description: str | None = None
    severity: Literal["informational", "low", "medium", "high", "critical"] | str
    status: str | None = None
    tags: list[str] | None = None
    false_positives: list[str] | None = None
    rule_ids: list[str]
    """rule names in signals"""
    enabled: bool
    """true: active in this tenant"""
    changed_by: str | None = None
    created_at: datetime | None = None
    updated_at: datetime | None = None


class RuleCheck(Model):
    language: Literal["sigma", "eql", "kql", "yara"]
    text: str
    file: str | None = None
    instead_of: str | None = None
    events: list[dict[str, Any]] | None = None
    format: str | None = None


class RuleChecked(Model):
    ok: bool
    """true when the text is valid and can be stored"""
    title: str | None = None
    severity: Literal["informational", "low", "medium", "high", "critical"] | str | None = None
    rule_ids: list[str]
    faults: list[RuleCheckedFaultsItem]
    unresolved: list[str]
    results: list[RuleCheckedResultsItem] | None = None
    results_unknown_because: str | None = None


class RuleCheckedFaultsItem(Model):
    line: int
    column: int
    reason: str


class RuleCheckedResultsItem(Model):
    matches: list[str] | None = None
    refusal: str | None = None
    unfinished: list[str]
    """ids of rules that were not decided because they exceeded the work limit of one evaluation or of this request; they count as no match"""
    suppressed: list[RuleCheckedResultsItemSuppressedItem]
    """matching rules that the tenant’s overlays suppress for this event: disabled, severity_floor, suppress_when, allowlist. The source of the event is not known here"""
    explanations: list[Any]
    """explanation per rule, and per step of a correlation rule"""


class RuleCheckedResultsItemSuppressedItem(Model):
    rule_id: str
    reason: str


class RuleCreate(Model):
    language: Literal["sigma", "eql", "kql", "yara"]
    text: str
    file: str | None = None
    enabled: bool | None = None
    title: str | None = None
    """title, like the two members below, for an EQL or KQL query or YARA without meta; a Sigma rule contains its own"""
    severity: Literal["informational", "low", "medium", "high", "critical"] | None = None
    techniques: list[str] | None = None
    """of ATT&CK"""


class RuleDetail(Model):
    id: str
    """UUID of the row for an own rule; rule name in signals for a built-in one"""
    is_builtin: bool
    """true: comes with the product; only its overlay can be changed"""
    version: int | None = None
    language: Literal["sigma", "eql", "kql", "yara"] | str
    file: str
    title: str
    description: str | None = None
    severity: Literal["informational", "low", "medium", "high", "critical"] | str
    status: str | None = None
    tags: list[str] | None = None
    false_positives: list[str] | None = None
    rule_ids: list[str]
    """rule names in signals"""
    enabled: bool
    """true: active in this tenant"""
    changed_by: str | None = None
    created_at: datetime | None = None
    updated_at: datetime | None = None
    stopped: list[RuleDetailStoppedItem] | None = None
    text: str


class RuleDetailStoppedItem(Model):
    rule_id: str
    time: datetime
    reason: str


class RuleImport(Model):
    files: list[RuleImportFilesItem]


class RuleImportFilesItem(Model):
    language: Literal["sigma", "eql", "kql", "yara"]
    file: str
    text: str


class RuleImportReport(Model):
    created: int
    updated: int
    unchanged: int
    faults: list[RuleImportReportFaultsItem]
    unresolved: list[RuleImportReportUnresolvedItem]
    """imported rules with placeholders that have no value; conditions with them match no event until PUT /rules/placeholders sets them"""


class RuleImportReportFaultsItem(Model):
    file: str
    line: int
    column: int
    reason: str


class RuleImportReportUnresolvedItem(Model):
    file: str
    line: int
    names: list[str]


class RuleNoise(Model):
    rule_id: str
    rule_title: str | None = None
    alerts: int
    true_positive: int
    noise: int
    """number of alerts with the verdict false positive or benign"""
    undecided: int


class RulePage(Model):
    items: list[Rule]
    next_cursor: str | None = None


class RulePlaceholders(Model):
    placeholders: dict[str, list[str]]
    """values by name"""


class RuleReplace(Model):
    text: str
    file: str | None = None


class RuleStoppedItem(Model):
    rule_id: str
    time: datetime
    reason: str


class RuleSuppression(Model):
    id: str
    rule_id: str
    field: Literal["host", "user", "src_ip"] | str
    values: list[str]
    reason: str
    created_by: str
    created_at: datetime
    expires_at: datetime
    ended_at: datetime | None = None
    ended_by: str | None = None


class RuleSuppressionCreate(Model):
    rule_id: str
    field: Literal["host", "user", "src_ip"]
    values: list[str]
    reason: str
    expires_in_hours: int


class RuleSuppressionPage(Model):
    items: list[RuleSuppression]
    next_cursor: str | None = None


class RuleSwitched(Model):
    id: str
    enabled: bool


class RuleTest(Model):
    events: list[dict[str, Any]]
    format: str | None = None
    """source format of the events; default: auto"""
    explain: bool | None = None


class RuleTestResult(Model):
    results: list[RuleTestResultResultsItem]


class RuleTestResultResultsItem(Model):
    matches: list[str] | None = None
    refusal: str | None = None
    unfinished: list[str]
    """ids of rules that were not decided because they exceeded the work limit of one evaluation or of this request; they count as no match"""
    suppressed: list[RuleTestResultResultsItemSuppressedItem]
    """matching rules that the tenant’s overlays suppress for this event: disabled, severity_floor, suppress_when, allowlist. The source of the event is not known here"""
    explanations: list[Any]
    """explanation per rule, and per step of a correlation rule"""


class RuleTestResultResultsItemSuppressedItem(Model):
    rule_id: str
    reason: str


class RuleVersion(Model):
    version: int
    text: str
    changed_by: str
    created_at: datetime


class RuleVersionPage(Model):
    items: list[RuleVersion]
    next_cursor: str | None = None


class SamlAnswer(Model):
    SAMLResponse: str
    RelayState: str | None = None


class SampleReading(Model):
    events: list[EventReading]
    """the first 50"""
    events_total: int
    is_whole: bool
    """false: the sample exceeds a limit, and only its beginning was read"""
    read: int
    refused: int
    known: int
    classed: int
    """number of events with an OCSF class other than base event"""
    with_entities: int
    with_time: int


class SandboxConsent(Model):
    provider: str
    uploads_enabled: bool
    consent_text_version: str
    consent_text: str
    decided_by: str
    decided_at: datetime


class SandboxConsentPut(Model):
    provider: Literal["sandbox_local", "sandbox_hosted", "mock"]
    uploads_enabled: bool
    consent_text_version: str
    """version of the disclosure that was read"""


class SandboxFile(Model):
    file_base64: str
    file_name: str
    provider: Literal["sandbox_local", "sandbox_hosted", "mock"]
    confirm_upload: bool | None = None
    """false (default): look the hash up without uploading"""


class SandboxLookup(Model):
    sha256: str
    provider: Literal["sandbox_local", "sandbox_hosted", "mock"]


class SandboxProvider(Model):
    name: Literal["sandbox_local", "sandbox_hosted", "mock"] | str
    title: str
    available: bool
    excluded_reason: str | None = None
    uploads_enabled: bool
    """true when the tenant consented to the present disclosure"""
    consent: SandboxConsent | None = None
    disclosure: SandboxProviderDisclosure


class SandboxProviderDisclosure(Model):
    version: str
    text: str


class SandboxProviderPage(Model):
    items: list[SandboxProvider]
    next_cursor: str | None = None


class SandboxReport(Model):
    handle: str
    state: Literal["pending", "running", "complete", "failed"] | str
    verdict: Literal["malicious", "suspicious", "no_threats_found", "unavailable"] | str
    """unavailable until the analysis is complete"""
    score: SandboxReportScore
    family: SandboxReportFamily
    signatures: SandboxReportSignatures


class SandboxReportFamily(Model):
    value: str | None = None
    reason: str | None = None


class SandboxReportScore(Model):
    value: float | None = None
    reason: str | None = None


class SandboxReportSignatures(Model):
    value: list[str] | None = None
    reason: str | None = None


class SandboxResult(Model):
    outcome: Literal["known", "pending", "not_seen", "upload_refused", "could_not_check"] | str
    provider: Literal["sandbox_local", "sandbox_hosted", "mock"] | str
    detail: str
    sha256: str | None = None
    uploaded: bool
    """true when the file left this installation"""
    report: SandboxReport | None = None
    handle: str | None = None
    poll_after_seconds: int | None = None
    decision: str
    """result of the upload policy"""
    warnings: list[str]


class SandboxSubmission(Model):
    id: str
    provider: str
    kind: str
    artefact: str
    """SHA-256 of the file, or the URL"""
    outcome: Literal["known", "pending", "not_seen", "upload_refused", "could_not_check"] | str
    reason: str
    uploaded: bool
    handle: str | None = None
    requested_by: str
    created_at: datetime


class SandboxSubmissionPage(Model):
    items: list[SandboxSubmission]
    next_cursor: str | None = None


class SandboxUrl(Model):
    url: str
    provider: Literal["sandbox_local", "sandbox_hosted", "mock"]


class SavedSearch(Model):
    id: str
    owner_id: str
    name: str
    query: str
    language: Literal["lucene", "kql", "sql"] | str
    hours: int
    """hours that the search looks back"""
    columns: list[str]
    """fields to show; empty: the person’s own choice"""
    is_shared: bool
    """true: visible to everybody in the tenant; only its owner changes it"""
    created_at: datetime
    updated_at: datetime


class SavedSearchPage(Model):
    items: list[SavedSearch]
    next_cursor: str | None = None


class SavedSearchPut(Model):
    name: str
    query: str
    language: Literal["lucene", "kql", "sql"] | None = None
    hours: int | None = None
    columns: list[str] | None = None
    is_shared: bool | None = None


class SchemaDrift(Model):
    id: str
    source: str
    """connector_id"""
    mapping: str
    """mapping that parses the source, with its version"""
    kind: Literal["new", "vanished", "untracked"] | str
    """untracked: the source has more fields than svc tracks, so that further drift is not reported"""
    path: str
    """member names joined by dots, [] after a list; empty: the whole source"""
    noticed_at: datetime
    event_uid: str
    """event in which the drift was first seen"""
    last_seen_before: datetime | None = None


class SchemaDriftPage(Model):
    items: list[SchemaDrift]
    next_cursor: str | None = None


class ScimDocument(Model):
    schemas: list[str]


class ScimList(Model):
    schemas: list[str]
    totalResults: int
    startIndex: int
    itemsPerPage: int
    Resources: list[ScimResource]


class ScimPatch(Model):
    """schemas and Operations, as in RFC 7644, section 3.5.2"""
    pass


class ScimResource(Model):
    """resource as described by /scim/v2/Schemas: urn:ietf:params:scim:schemas:core:2.0:User, or a Group with urn:svc:params:scim:schemas:extension:2.0:Group"""
    schemas: list[str]
    id: str


class ScimResourceBody(Model):
    """resource as described by /scim/v2/Schemas"""
    pass


class ScimSearch(Model):
    schemas: list[Literal["urn:ietf:params:scim:api:messages:2.0:SearchRequest"]] | None = None
    attributes: list[str] | None = None
    excludedAttributes: list[str] | None = None
    filter: str | None = None
    startIndex: int | None = None
    count: int | None = None


class SearchJob(Model):
    id: str
    state: Literal["running", "done", "full", "cancelled", "failed"] | str
    """full: the limit of 10000 events or 100000 rows is reached, and more match"""
    language: Literal["lucene", "kql", "sql"] | str
    gives: Literal["events", "table", "counts"] | str
    """table: the query runs as a whole, and its rows are available when done; counts: field values with their event counts, for the time searched so far"""
    query: str
    fields_: list[str] = Field(alias="fields")
    asked_at: datetime
    from_time: datetime
    to_time: datetime
    at_time: datetime
    """the time from this to to_time has been searched"""
    found: int
    """events, table rows, or counted events found so far"""
    pages: int
    """pages of results available so far"""
    missing: list[SearchJobMissingItem]
    read_events: int
    """number of events read from the lake for a KQL table so far"""
    fault: str | None = None
    created_at: datetime
    ended_at: datetime | None = None


class SearchJobCounts(Model):
    facets: list[SearchJobCountsFacetsItem]
    state: str
    from_: datetime = Field(alias="from")
    to: datetime


class SearchJobCountsFacetsItem(Model):
    field: str
    values: list[SearchJobCountsFacetsItemValuesItem]
    """values with the most events first; null: events without a value"""
    distinct: int
    """number of distinct values, counting a missing value as one"""
    other_events: int
    """number of events with a value that is not listed"""
    is_exact: bool
    """false: more values exist than are kept, and each count is a lower bound"""


class SearchJobCountsFacetsItemValuesItem(Model):
    value: str | None = None
    events: int


class SearchJobMissingItem(Model):
    from_: datetime = Field(alias="from")
    to: datetime
    reason: Literal["time", "memory", "unreadable", "archived", "lost", "rows"] | str


class SearchJobPage(Model):
    items: list[SearchJob]
    next_cursor: str | None = None


class SearchJobResults(Model):
    job: SearchJob
    events: list[SearchJobResultsEventsItem]


class SearchJobResultsEventsItem(Model):
    event_uid: str
    time: datetime
    fields_: dict[str, Any] = Field(alias="fields")
    cut: list[str]


class SearchJobTable(Model):
    columns: list[SearchJobTableColumnsItem]
    rows_in_all: int
    """number of rows of the query; the kept rows are the first ones"""
    render: SearchJobTableRender | None = None
    reads: list[SearchJobTableReadsItem]
    """tables that the query read"""
    archive: SearchJobTableArchive
    rows: list[list[Any]]


class SearchJobTableArchive(Model):
    files: int
    events: int
    bytes: int


class SearchJobTableColumnsItem(Model):
    name: str
    type: str


class SearchJobTableReadsItem(Model):
    table: str
    from_: datetime = Field(alias="from")
    to: datetime
    scanned: int
    """events in the time span"""
    events: int
    """number of those events that the query ran over"""


class SearchJobTableRender(Model):
    """chart that the query requests"""
    chart: str
    properties: dict[str, str]


class SecondsSpread(Model):
    mean: int
    median: int
    p90: int


class SeenValue(Model):
    is_indexed: bool
    """false: no event column holds values of this kind"""
    events: int
    first_seen: datetime | None = None
    last_seen: datetime | None = None
    sources: list[SeenValueSourcesItem]
    indexed_from: str | None = None


class SeenValueSourcesItem(Model):
    source: str
    events: int


class ShadowMode(Model):
    alert_class: str
    """* stands for every class without a flag of its own"""
    enabled: bool
    set_by: str
    set_at: datetime


class ShadowModePage(Model):
    items: list[ShadowMode]
    next_cursor: str | None = None


class ShadowModePut(Model):
    enabled: bool


class ShadowReconciliation(Model):
    state: Literal["disabled", "not_measuring", "no_connector", "blocked", "degraded", "ok"] | str
    connectors: list[ShadowReconciliationConnector]


class ShadowReconciliationConnector(Model):
    """state null: not read yet; watermark: source time up to which findings were read"""
    connector_id: str
    name: str
    type: str
    state: Literal["ok", "idle", "blocked", "transient"] | str | None = None
    reason: str | None = None
    watermark: datetime | None = None
    last_run_at: datetime | None = None
    next_run_at: datetime | None = None
    closures_read: int
    """number of closed findings read; a finding in two read windows counts twice"""
    closures_matched: int
    """number of closed findings that labelled a decision"""


class ShadowVerb(Model):
    verb: str
    about: str
    enabled: bool
    is_granted: bool
    """true when automation holds a grant, which has no effect in shadow mode"""
    set_by: str | None = None
    set_at: datetime | None = None
    window_days: int
    window: VerbFigures | None = None
    trailing: ShadowVerbTrailing | None = None
    by_alert_class: list[VerbFiguresOf]
    people_did: int | None = None
    foreseen: int | None = None


class ShadowVerbPage(Model):
    items: list[ShadowVerb]
    next_cursor: str | None = None


class ShadowVerbPut(Model):
    enabled: bool


class ShadowVerbSet(Model):
    verb: str
    enabled: bool
    set_by: str
    set_at: datetime


class ShadowVerbTrailing(Model):
    decided: int
    agreed: int


class ShownReportSchedule(Model):
    schedule: ReportSchedule
    mail: str | None = None


class Sighting(Model):
    id: str
    indicator_id: str
    sighting_type: Literal["sighting", "false_positive", "expiration"] | str
    alert_id: str | None = None
    count: int
    """number of matches"""
    first_seen: datetime
    last_seen: datetime
    note: str | None = None
    noted_by: str | None = None
    misp_state: Literal["waiting", "pushed", "failed"] | str | None = None
    misp_error: str | None = None
    misp_at: datetime | None = None
    created_at: datetime


class SightingCreate(Model):
    sighting_type: Literal["sighting", "false_positive", "expiration"] | None = None
    """default: `sighting`"""
    count: int | None = None
    seen_at: datetime | None = None
    note: str | None = None


class SightingPage(Model):
    items: list[Sighting]
    next_cursor: str | None = None


class SignInBegin(Model):
    """exactly one of the two"""
    issuer: str | None = None
    connection_id: str | None = None


class SignInBegun(Model):
    redirect_url: str
    """URL to send the browser to"""
    expires_in: int
    """seconds until the sign-in expires"""


class SignInConnection(Model):
    id: str
    provider: Literal["oidc", "saml"] | str
    issuer: str
    display_name: str
    enabled: bool
    default_role: str | None = None
    group_role_mapping: dict[str, str]
    """role names by identity provider group, with the exact group name of the provider"""
    groups_claim: str | None = None
    client_id: str | None = None
    metadata_url: str | None = None
    metadata_xml: str | None = None
    has_client_secret: bool
    callback_url: str | None = None
    entity_id: str | None = None
    created_at: datetime
    updated_at: datetime


class SignInConnectionCreate(Model):
    provider: Literal["oidc", "saml"]
    issuer: str
    display_name: str
    enabled: bool | None = None
    default_role: str | None = None
    group_role_mapping: dict[str, str] | None = None
    """role names by identity provider group, with the exact group name of the provider"""
    groups_claim: str | None = None
    client_id: str | None = None
    client_secret: str | None = None
    metadata_url: str | None = None
    metadata_xml: str | None = None


class SignInConnectionPage(Model):
    items: list[SignInConnection]
    next_cursor: str | None = None


class SignInConnectionPatch(Model):
    display_name: str | None = None
    enabled: bool | None = None
    default_role: str | None = None
    group_role_mapping: dict[str, str] | None = None
    """role names by identity provider group, with the exact group name of the provider"""
    groups_claim: str | None = None
    client_id: str | None = None
    client_secret: str | None = None
    metadata_url: str | None = None
    metadata_xml: str | None = None


class SignedIn(Model):
    access_token: str
    refresh_token: str
    token_type: Literal["bearer"] | str
    expires_in: int
    """seconds"""
    device_token: str
    """token to store and send with the next sign-in on this device"""


class SimilarAlerts(Model):
    of_its_kind: SimilarAlertsOfItsKind
    """other alerts of the same rule; without a rule, of the same source and title"""
    items: list[SimilarAlertsItemsItem]


class SimilarAlertsItemsItem(Model):
    alert: Alert
    score: float
    """similarity, 0 to 1: shared features as a fraction of all features of both alerts"""
    shared: list[str]
    """rule:…, technique:…, host:…, user:…, ip:…"""


class SimilarAlertsOfItsKind(Model):
    """other alerts of the same rule; without a rule, of the same source and title"""
    total: int
    is_whole: bool
    """false: only the newest alerts were counted"""
    verdicts: list[SimilarAlertsOfItsKindVerdictsItem]


class SimilarAlertsOfItsKindVerdictsItem(Model):
    verdict: Literal["true_positive", "benign_true_positive", "false_positive", "benign", "escalate"] | str | None = None
    count: int


class SimilarCase(Model):
    case: Case
    score: float
    """similarity, 0 to 1: shared features as a fraction of all features of both cases"""
    shared: list[str]


class SimilarCasePage(Model):
    items: list[SimilarCase]
    next_cursor: str | None = None


class SlaClock(Model):
    due_at: datetime | None = None
    met_at: datetime | None = None
    state: Literal["no_target", "running", "met", "breached"] | str
    remaining_seconds: int | None = None
    reason: str | None = None


class SlaConfig(Model):
    id: str
    severity: Literal["info", "low", "medium", "high", "critical"] | str
    mttd_target: int | None = None
    mttr_target: int | None = None
    mttc_target: int | None = None
    updated_at: datetime | None = None


class SlaConfigPage(Model):
    items: list[SlaConfig]
    next_cursor: str | None = None


class SlaConfigUpdate(Model):
    mttd_target: int | None = None
    mttr_target: int | None = None
    mttc_target: int | None = None


class SlaEvent(Model):
    id: str
    alert_id: str | None = None
    case_id: str | None = None
    severity: Literal["info", "low", "medium", "high", "critical"] | str
    event_type: Literal["mttd_breached", "mttr_breached", "mttc_breached", "ack_breached", "resolve_breached", "close_breached"] | str
    occurred_at: datetime
    """due time of the missed target"""
    metadata: SlaEventMetadata


class SlaEventMetadata(Model):
    met_at: datetime | None = None


class SlaEventPage(Model):
    items: list[SlaEvent]
    next_cursor: str | None = None


class SlaForecast(Model):
    cases: list[SlaForecastCase]
    total: int
    """number of open cases with a target in the forecast"""
    left_out: int
    """number of open cases with a target beyond the 500 due first"""
    on_duty: int
    is_duty_assumed: bool
    """true when no one is on call or marked as present, so one person is assumed"""
    basis: list[SlaForecastBasisItem]


class SlaForecastBasisItem(Model):
    severity: Literal["info", "low", "medium", "high", "critical"] | str
    per_day: float
    """cases opened per day, over the last 28 days"""
    handling_minutes: float
    """minutes from assignment to resolution"""
    samples: int
    is_assumed: bool
    """true when fewer than five cases were resolved, so that a default time is used"""


class SlaForecastCase(Model):
    case_id: str
    number: int
    title: str
    severity: Literal["info", "low", "medium", "high", "critical"] | str
    assignee_id: str | None = None
    clock: Literal["ack", "resolve"] | str
    """target that is more likely to be missed"""
    due_at: datetime
    chance: float
    """probability of a missed target, 0 to 1"""
    expected_penalty: float
    saved_per_hour: float


class SlaPolicy(Model):
    id: str
    name: str
    severity: Literal["info", "low", "medium", "high", "critical"] | str
    ack_minutes: int
    resolve_minutes: int
    close_minutes: int
    business_hours_only: bool
    timezone: str
    business_days: list[int]
    """ISO: 1 is Monday"""
    business_start: str
    """local time, such as 09:00"""
    business_end: str
    """local time, exclusive, such as 17:00"""
    holidays: list[str]
    """local dates, such as 2026-12-25"""
    enabled: bool
    created_at: datetime
    updated_at: datetime


class SlaPolicyCreate(Model):
    name: str
    severity: Literal["info", "low", "medium", "high", "critical"]
    ack_minutes: int
    resolve_minutes: int
    close_minutes: int
    business_hours_only: bool | None = None
    timezone: str | None = None
    business_days: list[int] | None = None
    """ISO: 1 is Monday"""
    business_start: str | None = None
    """local time, such as 09:00"""
    business_end: str | None = None
    """local time, exclusive, such as 17:00"""
    holidays: list[str] | None = None
    """local dates, such as 2026-12-25"""
    enabled: bool | None = None


class SlaPolicyPage(Model):
    items: list[SlaPolicy]
    next_cursor: str | None = None


class SlaPolicyPatch(Model):
    name: str | None = None
    severity: Literal["info", "low", "medium", "high", "critical"] | None = None
    ack_minutes: int | None = None
    resolve_minutes: int | None = None
    close_minutes: int | None = None
    business_hours_only: bool | None = None
    timezone: str | None = None
    business_days: list[int] | None = None
    """ISO: 1 is Monday"""
    business_start: str | None = None
    """local time, such as 09:00"""
    business_end: str | None = None
    """local time, exclusive, such as 17:00"""
    holidays: list[str] | None = None
    """local dates, such as 2026-12-25"""
    enabled: bool | None = None


class SourceAlarm(Model):
    id: str
    source: str
    kind: Literal["silent", "fall", "rise"] | str
    reason: str
    alert_id: str
    began_at: datetime
    ended_at: datetime | None = None


class SourceAlarmPage(Model):
    items: list[SourceAlarm]
    next_cursor: str | None = None


class SourceHealth(Model):
    source: str
    """connector id"""
    name: str
    """name of the connector, if the source is polled"""
    state: Literal["unknown", "fresh", "late", "silent"] | str
    """unknown for the first 7 days; silent: twice as long without events as ever before"""
    reason: str
    first_seen: datetime | None = None
    last_event_at: datetime | None = None
    seconds_since_last_event: int | None = None
    expected_cadence_seconds: int | None = None
    volume: SourceHealthVolume


class SourceHealthPage(Model):
    items: list[SourceHealth]
    next_cursor: str | None = None


class SourceHealthVolume(Model):
    state: Literal["unknown", "normal", "fall", "rise"] | str
    last_24h: int
    """events stored"""
    usual_24h: float | None = None
    received_24h: int
    """events received, including repeats and unreadable ones"""
    duplicate_24h: int
    dead_lettered_24h: int


class SourceSample(Model):
    sample: str
    """events as the source sends them"""
    format: str | None = None
    """source format; default: auto"""
    table: SourceTable | None = None


class SourceTable(Model):
    vendor: str
    product: str
    recognises: SourceTableRecognises
    rows: SourceTableRows
    kinds: list[SourceTableKindsItem]


class SourceTableApply(Model):
    table: SourceTable
    sample: str
    """events as the source sends them"""
    format: str | None = None
    """source format; default: auto"""


class SourceTableKindsItem(Model):
    name: str
    when: SourceTableKindsItemWhen | None = None
    sentences: list[str] | None = None
    class_: Literal["base_event", "authentication", "account_change", "network_activity", "dns_activity", "process_activity", "file_activity"] | str = Field(alias="class")
    activity: str
    status: Literal["success", "failure", "unknown"] | str | None = None


class SourceTableKindsItemWhen(Model):
    member: str
    is_: list[str] = Field(alias="is")


class SourceTableProposal(Model):
    table: SourceTable
    before: SampleReading
    after: SampleReading


class SourceTableRecognises(Model):
    program: str | None = None
    """of syslog"""
    members: dict[str, str] | None = None
    """members that are there, with these values; an empty one is any"""


class SourceTableRows(Model):
    user: str | None = None
    """path of the member"""
    target_user: str | None = None
    """path of the member"""
    host: str | None = None
    """path of the member"""
    src_ip: str | None = None
    """path of the member"""
    dst_ip: str | None = None
    """path of the member"""
    src_port: str | None = None
    """path of the member"""
    dst_port: str | None = None
    """path of the member"""
    time: str | None = None
    """path of the member"""
    domain: str | None = None
    """path of the member"""
    url: str | None = None
    """path of the member"""
    file_path: str | None = None
    """path of the member"""
    file_hash: str | None = None
    """path of the member"""
    process_name: str | None = None
    """path of the member"""
    cmd_line: str | None = None
    """path of the member"""
    pid: str | None = None
    """path of the member"""
    message: str | None = None
    """path of the member"""
    event_code: str | None = None
    """path of the member"""
    status: str | None = None
    """path of the member"""


class SourceTableSample(Model):
    name: str
    sample: str
    """events as the source sends them"""
    format: str | None = None
    """source format; default: auto"""


class SourceTableSamples(Model):
    samples: str
    format: str


class StandingApproval(Model):
    id: str
    action_type: str
    targets: list[str]
    """values, CIDR blocks, or names with *"""
    parameters: dict[str, str]
    reason: str
    from_at: datetime
    until_at: datetime
    uses_max: int
    uses: int
    approval_id: str
    """approval that decides on it"""
    created_at: datetime
    revoked_at: datetime | None = None
    revoked_by: str | None = None


class StandingApprovalAsk(Model):
    action_type: str
    targets: list[str]
    parameters: dict[str, str] | None = None
    reason: str
    from_: datetime | None = Field(default=None, alias="from")
    """default: now"""
    until: datetime
    uses_max: int | None = None
    quorum: int | None = None


class StandingApprovalState(Model):
    state: Literal["pending", "active", "denied", "over", "used_up", "revoked"] | str


class StandingApprovalStatePage(Model):
    items: list[StandingApprovalState]
    next_cursor: str | None = None


class StixBundle(Model):
    type: Literal["bundle"] | str
    id: str
    objects: list[dict[str, Any]] | None = None


class StoredEvent(Model):
    event_uid: str
    time: datetime
    received_at: datetime
    source: str
    source_format: str
    mapping: str
    raw: str
    """event as received"""
    raw_encoding: Literal["utf-8", "base64"] | str
    ocsf: dict[str, Any]
    """OCSF 1.8.0"""


class StreamTicket(Model):
    token: str
    """token for `?token=` of `/realtime/sse` and `/realtime/ws`, on the API or the realtime service; opens one stream"""
    expires_in: int
    """seconds"""
    tenant_id: str


class SubjectDeletion(Model):
    id: str
    subject_kind: Literal["user", "host", "ip"] | str
    subject_value: str
    state: Literal["pending", "blocked_by_hold", "in_progress", "completed", "refused"] | str
    """blocked_by_hold: a legal hold covers the subject; the erasure continues when no hold does"""
    reason: str | None = None
    notes: str | None = None
    blocked_by_hold_id: str | None = None
    affected_counts: dict[str, int]
    """number of rows changed or deleted, by table"""
    requested_by: str
    requested_at: datetime
    completed_at: datetime | None = None


class SubjectDeletionPage(Model):
    items: list[SubjectDeletion]
    next_cursor: str | None = None


class SubjectDeletionRefusal(Model):
    reason: str


class SubjectDeletionRequest(Model):
    subject_kind: Literal["user", "host", "ip"]
    subject_value: str
    reason: str | None = None


class Tabletop(Model):
    id: str
    name: str
    description: str | None = None
    scenario: str
    technique_ids: list[str]
    status: Literal["open", "closed"] | str
    created_by: str
    created_at: datetime
    closed_at: datetime | None = None
    steps: list[TabletopStep]


class TabletopCreate(Model):
    name: str
    description: str | None = None
    scenario: str
    technique_ids: list[str] | None = None


class TabletopPage(Model):
    items: list[Tabletop]
    next_cursor: str | None = None


class TabletopReport(Model):
    id: str
    name: str
    is_closed: bool
    injects: list[TabletopScoredInject]
    points: int
    """points of the scored injects"""
    points_max: int
    """possible points of all injects"""
    score: float | None = None
    unscored: int
    unanswered: int
    late: int
    findings: dict[str, int]
    """number of findings by severity"""
    without_owner: int
    """number of findings without an owner"""


class TabletopScore(Model):
    points: int
    note: str | None = None


class TabletopScoredInject(Model):
    step: int
    body: str
    expected: str | None = None
    within_minutes: int | None = None
    answers: list[int]
    """steps that answer the inject, in order"""
    first_answer_seconds: float | None = None
    is_in_time: bool | None = None
    points: int | None = None
    points_max: int
    note: str | None = None
    scored_by: str | None = None


class TabletopStep(Model):
    step: int
    kind: Literal["inject", "response", "decision", "finding", "close"] | str
    speaker: str
    body: str
    severity: Literal["critical", "high", "medium", "low", "info"] | str | None = None
    owner: str | None = None
    expected: str | None = None
    points_max: int | None = None
    within_minutes: int | None = None
    answers: int | None = None
    written_by: str
    written_at: datetime


class TabletopStepCreate(Model):
    kind: Literal["inject", "response", "decision", "finding", "close"]
    """inject: next development in the scenario; close: ends the exercise"""
    speaker: str
    body: str
    severity: Literal["critical", "high", "medium", "low", "info"] | None = None
    """severity of a finding"""
    owner: str | None = None
    expected: str | None = None
    points_max: int | None = None
    """maximum points of an inject; default: 10"""
    within_minutes: int | None = None
    """minutes in which an inject should be answered"""
    answers: int | None = None
    """inject step that a response or decision answers"""


class TeamMetrics(Model):
    from_: datetime = Field(alias="from")
    until: datetime
    step: Literal["day", "week"] | str
    time_zone: str
    whole: TeamMetricsOfSpan
    steps: list[TeamMetricsOfStep]
    """days or weeks; the first and the last may be partial"""
    rules: list[RuleNoise]
    """those with the most alerts, 25 at most"""
    rules_complete: bool
    analysts: list[AnalystLoad]
    """50 at most"""
    analysts_complete: bool


class TeamMetricsOfSpan(Model):
    alerts: int
    """alerts created in the span"""
    by_severity: TeamMetricsOfSpanBySeverity
    by_verdict: TeamMetricsOfSpanByVerdict
    acknowledged: int
    """number of these alerts that a person acted on"""
    seconds_to_acknowledge: SecondsSpread | None = None
    resolved: int
    """number of these alerts that are resolved"""
    seconds_to_resolve: SecondsSpread | None = None


class TeamMetricsOfSpanBySeverity(Model):
    info: int
    low: int
    medium: int
    high: int
    critical: int


class TeamMetricsOfSpanByVerdict(Model):
    true_positive: int
    benign_true_positive: int
    false_positive: int
    benign: int
    escalate: int


class TeamMetricsOfStep(Model):
    from_: datetime = Field(alias="from")
    alerts: int
    """alerts created in the span"""
    by_severity: TeamMetricsOfStepBySeverity
    by_verdict: TeamMetricsOfStepByVerdict
    acknowledged: int
    """number of these alerts that a person acted on"""
    seconds_to_acknowledge: SecondsSpread | None = None
    resolved: int
    """number of these alerts that are resolved"""
    seconds_to_resolve: SecondsSpread | None = None


class TeamMetricsOfStepBySeverity(Model):
    info: int
    low: int
    medium: int
    high: int
    critical: int


class TeamMetricsOfStepByVerdict(Model):
    true_positive: int
    benign_true_positive: int
    false_positive: int
    benign: int
    escalate: int


class TenantLimits(Model):
    events_per_second: int
    """sustained events per second"""
    events_burst: int
    """events accepted at once after a pause; larger batches are always rejected"""
    requests_per_second: int
    requests_burst: int
    weight: int
    """relative share of a partition among tenants"""


class TenantOnboard(Model):
    tenant_id: str
    name: str
    admin_email: str
    delegates: list[TenantOnboardDelegatesItem] | None = None
    """users of the provider with their roles in the new tenant; default: the caller as tenant_admin"""
    hours: int | None = None
    """duration of the delegations, in hours"""


class TenantOnboardDelegatesItem(Model):
    email: str
    role: Literal["viewer", "soc_analyst", "threat_hunter", "soc_lead", "tenant_admin"]


class TenantOnboarded(Model):
    tenant_id: str
    organisation: str
    admin_id: str
    invitation_path: str
    """path in the console; sets the password once"""
    invitation_url: str
    """complete URL, as in the mail"""
    invitation_mailed: bool
    """true when the link was also mailed to the administrator"""
    invitation_expires_at: datetime
    push_token: str
    delegations: list[TenantOnboardedDelegationsItem]


class TenantOnboardedDelegationsItem(Model):
    id: str
    email: str
    role: Literal["viewer", "soc_analyst", "threat_hunter", "soc_lead", "tenant_admin"] | str


class TenantResidency(Model):
    data_region: str | None = None
    residency_enforced: bool
    """false: nothing is refused"""
    destinations: dict[str, str]
    """regions by host name; a domain includes its subdomains; `here` is this installation"""


class TenantResidencyPut(Model):
    data_region: str | None
    residency_enforced: bool | None = None
    destinations: dict[str, str] | None = None


class TenantRetention(Model):
    raw_events_days: int | None = None
    archive_days: int | None = None
    alerts_days: int | None = None


class TenantRetentionPut(Model):
    raw_events_days: int | None = None
    archive_days: int | None = None
    alerts_days: int | None = None


class Ticket(Model):
    action_id: str
    """action that opened the ticket"""
    case_id: str
    executor: str
    ref: str
    """id in the ticket system, such as SOC-12 or INC0010002"""
    url: str | None = None
    status: str | None = None
    is_open: bool
    closed_by_us: bool
    """true when svc closed it because its case was resolved"""
    fault: str | None = None
    looked_at: datetime | None = None
    created_at: datetime


class TicketHook(Model):
    path: str
    secret: str


class TicketPage(Model):
    items: list[Ticket]
    next_cursor: str | None = None


class TokenRefresh(Model):
    refresh_token: str


class Tokens(Model):
    access_token: str
    refresh_token: str
    token_type: Literal["bearer"] | str
    expires_in: int
    """seconds"""


class UebaAnomaly(Model):
    id: str
    entity_id: str
    entity_type: Literal["user", "host", "ip", "domain"] | str
    metric_name: str
    observed_value: float
    baseline_mean: float
    """mean for that hour of the week"""
    baseline_stddev: float
    z_score: float
    tail_probability: float
    """probability that an hour has at least this many, 0 to 1"""
    baseline_samples: int
    """number of hours behind the baseline"""
    baseline_state: Literal["learning", "ready", "stale"] | str
    """learning: too few hours for a judgement; stale: nothing learned for two weeks"""
    severity: Literal["info", "low", "medium", "high", "critical"] | str
    items: list[str]
    """examples of the counted items"""
    event_uid: str
    """id of one event of the hour"""
    detected_at: datetime


class UebaAnomalyDetail(Model):
    id: str
    entity_id: str
    entity_type: Literal["user", "host", "ip", "domain"] | str
    metric_name: str
    observed_value: float
    baseline_mean: float
    """mean for that hour of the week"""
    baseline_stddev: float
    z_score: float
    tail_probability: float
    """probability that an hour has at least this many, 0 to 1"""
    baseline_samples: int
    """number of hours behind the baseline"""
    baseline_state: Literal["learning", "ready", "stale"] | str
    """learning: too few hours for a judgement; stale: nothing learned for two weeks"""
    severity: Literal["info", "low", "medium", "high", "critical"] | str
    items: list[str]
    """examples of the counted items"""
    event_uid: str
    """id of one event of the hour"""
    detected_at: datetime
    peer: UebaPeer | None = None


class UebaAnomalyPage(Model):
    items: list[UebaAnomaly]
    next_cursor: str | None = None


class UebaBaseline(Model):
    entity_id: str
    entity_type: Literal["user", "host", "ip", "domain"] | str
    metric: str
    mean: float
    """mean for the next hour of the week"""
    stddev: float
    samples: int
    """number of hours behind the baseline, counted up to two weeks"""
    state: Literal["learning", "ready", "stale"] | str
    """learning: too few hours for a judgement; stale: nothing learned for two weeks"""
    learned_until: datetime


class UebaBaselinePage(Model):
    items: list[UebaBaseline]
    next_cursor: str | None = None


class UebaEntity(Model):
    entity_id: str
    baselines: list[UebaEntityBaseline]
    peer_groups: list[UebaPeerGroup]
    """peer groups by type; empty: no similar entities"""


class UebaEntityBaseline(Model):
    entity_id: str
    entity_type: Literal["user", "host", "ip", "domain"] | str
    metric: str
    mean: float
    """mean for the next hour of the week"""
    stddev: float
    samples: int
    """number of hours behind the baseline, counted up to two weeks"""
    state: Literal["learning", "ready", "stale"] | str
    """learning: too few hours for a judgement; stale: nothing learned for two weeks"""
    learned_until: datetime
    peer: UebaPeer | None = None


class UebaEntityView(Model):
    entity_id: str
    baselines: list[UebaEntityBaseline]
    peer_groups: list[UebaPeerGroup]
    """peer groups by type; empty: no similar entities"""
    anomalies: list[UebaAnomalyDetail]
    """newest first, at most 100"""
    has_more_anomalies: bool
    resets: list[UebaReset]
    """of the last 31 days, newest first"""


class UebaPeer(Model):
    state: Literal["learning", "ready", "stale"] | str
    """learning: fewer than 5 peers have a baseline that is ready; stale: they had"""
    members: int
    """peers with a baseline that is ready"""
    median: float | None = None
    z_score: float | None = None


class UebaPeerGroup(Model):
    entity_type: Literal["user", "host", "ip", "domain"] | str
    kind: Literal["department", "hosts", "users"] | str
    """members of one department, or entities with similar hosts or users"""
    name: str | None = None
    size: int
    members: list[str]
    """at most 20 of them"""


class UebaReset(Model):
    entity_type: Literal["user", "host", "ip", "domain"] | str
    entity: str
    reset_at: datetime
    reset_by: str | None = None
    reason: str | None = None


class UebaResetPage(Model):
    items: list[UebaReset]
    next_cursor: str | None = None


class UebaStats(Model):
    entities: int
    baselines: int
    baselines_by_state: UebaStatsBaselinesByState
    anomalies_24h: int
    anomalies_24h_by_severity: UebaStatsAnomalies24hBySeverity
    entities_refused_on: datetime | None = None


class UebaStatsAnomalies24hBySeverity(Model):
    medium: int
    high: int
    critical: int


class UebaStatsBaselinesByState(Model):
    learning: int
    ready: int
    stale: int


class Usage(Model):
    tenant_id: str
    start: date
    end: date
    generated_at: datetime
    meters: list[UsageMetersItem]
    daily: list[UsageDailyItem]
    totals: dict[str, float]
    now: dict[str, int]
    """present figures"""
    unmeasured: list[UsageUnmeasuredItem]
    """meters without a figure, or with an incomplete one"""
    entitlements: list[UsageEntitlementsItem]


class UsageDailyItem(Model):
    date_: date = Field(alias="date")
    values: dict[str, float]


class UsageEntitlementsItem(Model):
    meter: str
    allowance: int
    period: Literal["month", "now"] | str
    """current month in UTC"""
    used: float | None = None
    headroom: float | None = None


class UsageMetersItem(Model):
    name: str
    counts: str


class UsageReconciliation(Model):
    start: date
    end: date
    agrees: bool
    meters: list[UsageReconciliationMetersItem]
    unmeasured: list[UsageReconciliationUnmeasuredItem]
    """meters without a figure, or with an incomplete one"""


class UsageReconciliationMetersItem(Model):
    meter: str
    summed: float
    """sum of the daily figures"""
    whole: float
    """figure of a single query over the window"""
    lake: int | None = None
    agrees: bool


class UsageReconciliationUnmeasuredItem(Model):
    meter: str
    table: str
    reason: str


class UsageUnmeasuredItem(Model):
    meter: str
    table: str
    reason: str


class User(Model):
    id: str
    tenant_id: str
    email: str
    username: str
    role: str
    is_active: bool
    preferences: dict[str, Any]
    last_login: datetime | None = None
    created_at: datetime


class UserCreate(Model):
    email: str
    username: str
    password: str
    role: str | None = None


class UserInvite(Model):
    email: str
    username: str | None = None
    """default: the part of the email address before @"""
    role: str | None = None


class UserInvited(Model):
    user: User
    expires_at: datetime


class UserPage(Model):
    items: list[User]
    next_cursor: str | None = None


class UserPatch(Model):
    username: str | None = None
    role: str | None = None
    is_active: bool | None = None


class VaultKeyUse(Model):
    id: str
    """id of the key and the column"""
    key_id: str | None = None
    role: Literal["newest", "older", "missing", "unreadable"] | str
    column: str
    serves: str
    """functions that stop without the key"""
    secrets: int
    looked_at: datetime


class VaultReseal(Model):
    asked_at: datetime
    asked_by: str
    ended_at: datetime | None = None
    resealed: int | None = None
    unreadable: int | None = None
    fault: str | None = None


class VaultStatus(Model):
    items: list[VaultKeyUse]
    next_cursor: str | None = None
    keys: list[VaultStatusKeysItem]
    """keys of the API, newest first, and missing ones"""
    reseal: VaultReseal | None = None
    secrets: int
    under_newest: int
    is_ephemeral: bool
    """true: the key is lost when the process ends, together with the secrets encrypted under it"""


class VaultStatusKeysItem(Model):
    key_id: str
    role: Literal["newest", "older", "missing", "unreadable"] | str
    secrets: int
    is_needed: bool


class VerbDecision(Model):
    id: str
    action_id: str
    mode: Literal["shadow", "grant"] | str
    """shadow: would have been requested; grant: was executed"""
    verb: str
    target: str
    alert_class: str
    case_id: str | None = None
    alert_id: str | None = None
    asked_by: str
    decided_at: datetime
    label: Literal["agreed", "disagreed", "unlabeled"] | str | None = None
    label_source: Literal["action", "closure", "person", "time"] | str | None = None
    labelled_by: str | None = None
    labelled_at: datetime | None = None
    deed_id: str | None = None
    note: str | None = None


class VerbDecisionPage(Model):
    items: list[VerbDecision]
    next_cursor: str | None = None


class VerbDecisionVerdict(Model):
    verdict: Literal["right", "wrong"]
    note: str | None = None


class VerbFigures(Model):
    decided: int
    """requests that people confirmed or contradicted"""
    agreed: int
    """people did the same, or left the action of a grant in place"""
    unlabeled: int
    """neither confirmed nor contradicted within 30 days; excluded from the rates"""
    open: int
    """neither confirmed nor contradicted yet"""
    agreement: float | None = None
    agreement_at_least: float | None = None


class VerbFiguresOf(Model):
    key: str
    decided: int
    """requests that people confirmed or contradicted"""
    agreed: int
    """people did the same, or left the action of a grant in place"""
    unlabeled: int
    """neither confirmed nor contradicted within 30 days; excluded from the rates"""
    open: int
    """neither confirmed nor contradicted yet"""
    agreement: float | None = None
    agreement_at_least: float | None = None


class Verdict(Model):
    id: str
    alert_id: str
    original_verdict: str | None = None
    agent_verdict: str | None = None
    corrected_verdict: str
    reason: str
    reason_code: str
    decided_by_id: str
    decided_by_kind: str
    copied_from_id: str | None = None
    decided_at: datetime
    undone_at: datetime | None = None


class VerdictConfirm(Model):
    confirmation_token: str
    alert_ids: list[str]


class VerdictOverridden(Model):
    alert: Alert
    verdict: Verdict
    look_alikes: list[Alert]
    look_alikes_total: int
    """total number of look-alikes; the newest 100 at most are shown"""
    confirmation_token: str | None = None
    confirmation_expires_at: datetime | None = None


class VerdictOverride(Model):
    corrected_verdict: Literal["true_positive", "benign_true_positive", "false_positive", "benign", "escalate"]
    reason: str
    reason_code: Literal["known_admin_tool", "approved_pentest", "expected_service_account", "known_scanner", "business_application", "bad_detection_logic", "missing_context", "true_positive_confirmed"]


class VerdictReasons(Model):
    items: list[VerdictReasonsItemsItem]


class VerdictReasonsItemsItem(Model):
    verdict: Literal["true_positive", "benign_true_positive", "false_positive", "benign", "escalate"] | str
    reason_codes: list[Literal["known_admin_tool", "approved_pentest", "expected_service_account", "known_scanner", "business_application", "bad_detection_logic", "missing_context", "true_positive_confirmed"] | str]


class VerdictUndo(Model):
    verdict_id: str


class VerdictUndone(Model):
    restored: list[str]
    """alerts with their previous verdict restored"""
    kept_later: list[str]
    """alerts with a later verdict, which they keep"""


class VerdictsConfirmed(Model):
    verdicts: list[Verdict]


class WarningList(Model):
    id: str
    name: str
    description: str | None = None
    version: str | None = None
    effect: Literal["suppress", "flag"] | str
    """`suppress`: an indicator of a value on the list does not match; `flag`: it matches as informational, and names the list"""
    is_enabled: bool
    entries: int
    """number of distinct entries, normalised"""
    skipped: int
    """number of submitted entries that are not valid values"""
    skip_reasons: dict[str, int]
    updated_by: str
    updated_at: datetime


class WarningListChange(Model):
    effect: Literal["suppress", "flag"] | None = None
    """`suppress`: an indicator of such a value does not match; `flag`: it matches as informational"""
    is_enabled: bool | None = None


class WarningListEntry(Model):
    ioc_type: Literal["ip", "cidr", "domain", "url", "md5", "sha1", "sha256", "email", "filename", "ja3", "ja4", "user_agent"] | str
    value: str
    with_subdomains: bool


class WarningListEntryPage(Model):
    items: list[WarningListEntry]
    next_cursor: str | None = None


class WarningListPage(Model):
    items: list[WarningList]
    next_cursor: str | None = None


class WarningListPut(Model):
    name: str | None = None
    description: str | None = None
    effect: Literal["suppress", "flag"]
    """`suppress`: an indicator of such a value does not match; `flag`: it matches as informational"""
    is_enabled: bool | None = None
    """default: true"""
    entries: list[str] | None = None
    with_subdomains: bool | None = None
    """true (default): domains in `entries` include their subdomains"""
    misp: WarningListPutMisp | None = None
    known_list: Literal["public-dns", "cdn-networks", "reserved", "top-domains"] | None = None


class WarningListPutMisp(Model):
    name: str
    type: Literal["string", "hostname", "cidr", "substring", "regex"]
    list_: list[str] = Field(alias="list")
    description: Any | None = None
    version: Any | None = None


class WholeReport(Model):
    id: str
    schedule_id: str | None = None
    kind: Literal["soc", "customer"] | str
    title: str
    period_start: datetime
    period_end: datetime
    time_zone: str
    made_by: str
    created_at: datetime
    document: ReportDocument
