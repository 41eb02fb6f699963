# Made from schemas/openapi/openapi.json by sdk/generate. Do not edit.
"""Bodies of requests as dictionaries: `client.cases.create({"title": "...", "severity": "high"})`."""

from __future__ import annotations

from datetime import date, datetime
from typing import Any, Literal

from typing_extensions import NotRequired, TypedDict

class AlertAssign(TypedDict):
    assigned_to_id: NotRequired[str | None]
    assignee: NotRequired[str | None]


class AlertBulkChange(TypedDict):
    alert_ids: list[str]
    change: AlertBulkChangeChange


class AlertBulkChangeChange(TypedDict):
    status: NotRequired[Literal["new", "triaged", "in_progress", "resolved", "closed"]]
    reason: NotRequired[str]
    priority: NotRequired[int]
    assigned_to_id: NotRequired[str | None]
    add_tags: NotRequired[list[str]]
    verdict: NotRequired[AlertBulkChangeChangeVerdict]
    snooze_minutes: NotRequired[int | None]


class AlertBulkChangeChangeVerdict(TypedDict):
    """verdict for each alert; refused when it contradicts its reason"""
    corrected_verdict: Literal["true_positive", "benign_true_positive", "false_positive", "benign", "escalate"]
    reason: str
    reason_code: Literal["known_admin_tool", "approved_pentest", "expected_service_account", "known_scanner", "business_application", "bad_detection_logic", "missing_context", "true_positive_confirmed"]


class AlertCreate(TypedDict):
    title: str
    severity: Literal["info", "low", "medium", "high", "critical"]
    description: NotRequired[str]
    priority: NotRequired[int]
    category: NotRequired[str]
    rule_id: NotRequired[str]
    connector_id: NotRequired[str]
    connector_type: NotRequired[str]
    mitre_tactics: NotRequired[list[str]]
    mitre_techniques: NotRequired[list[str]]
    affected_ips: NotRequired[list[str]]
    affected_hosts: NotRequired[list[str]]
    affected_users: NotRequired[list[str]]
    tags: NotRequired[list[str]]
    confidence: NotRequired[int]
    confidence_rationale: NotRequired[list[str]]
    event_time: NotRequired[datetime | str]
    raw_event: NotRequired[dict[str, Any]]


class AlertEscalate(TypedDict):
    reason: NotRequired[str]


class AlertPatch(TypedDict):
    status: NotRequired[Literal["new", "triaged", "in_progress", "resolved", "closed"]]
    priority: NotRequired[int]
    tags: NotRequired[list[str]]
    assigned_to_id: NotRequired[str | None]
    assignee: NotRequired[str | None]
    case_id: NotRequired[str | None]
    reason: NotRequired[str]


class AlertSnooze(TypedDict):
    duration_minutes: NotRequired[int]
    until: NotRequired[str | None]


class AlertViewPut(TypedDict):
    name: str
    query: str
    columns: list[str]


class ApiKeyCreate(TypedDict):
    name: str
    scopes: list[str]
    expires_in_days: NotRequired[int | None]


class ApiKeyPatch(TypedDict):
    name: NotRequired[str]
    scopes: NotRequired[list[str]]
    expires_in_days: NotRequired[int | None]


class ApprovalCreate(TypedDict):
    title: str
    summary: NotRequired[str]
    risk_level: Literal["low", "medium", "high", "critical"]
    action: NotRequired[ApprovalCreateAction]
    required_user_id: NotRequired[str | None]
    quorum: NotRequired[int]
    case_id: NotRequired[str | None]
    alert_id: NotRequired[str | None]
    expires_at: datetime | str


class ApprovalCreateAction(TypedDict):
    action_type: str
    target: NotRequired[str]
    parameters: NotRequired[dict[str, str]]


class ApprovalDecision(TypedDict):
    comment: NotRequired[str | None]


class ApprovalLink(TypedDict):
    token: str


class ApprovalLinkDecision(TypedDict):
    token: str
    verdict: Literal["approved", "denied"]
    comment: NotRequired[str | None]


class AtomicSafety(TypedDict):
    is_safe: bool
    digest: str


class AtomicsImport(TypedDict):
    files: list[AtomicsImportFilesItem]


class AtomicsImportFilesItem(TypedDict):
    name: str
    text: str


class AutonomyGrantAsk(TypedDict):
    scope_kind: Literal["alert_class", "action_verb"]
    scope_key: str
    capability: Literal["auto_close", "auto_execute"]
    override: NotRequired[bool]
    override_reason: NotRequired[str | None]


class AutonomyKillSwitchSet(TypedDict):
    stopped: bool
    reason: str


class BrandingPatch(TypedDict):
    product_name: NotRequired[str | None]
    primary_color: NotRequired[str | None]
    accent_color: NotRequired[str | None]
    support_email: NotRequired[str | None]
    support_url: NotRequired[str | None]
    sender_name: NotRequired[str | None]
    footer_text: NotRequired[str | None]


class CampaignAsk(TypedDict):
    title: str
    action_type: str
    parameters: NotRequired[dict[str, str]]
    rationale: str
    targets: list[CampaignAskTargetsItem]
    quorum: NotRequired[int]


class CampaignAskTargetsItem(TypedDict):
    tenant_id: str
    target: str


class CaseAlerts(TypedDict):
    alert_ids: list[str]


class CaseAssign(TypedDict):
    assignee_id: str | None


class CaseBulkConfirm(TypedDict):
    confirmation_token: str
    case_ids: list[str]


class CaseBulkPreview(TypedDict):
    case_ids: list[str]
    change: CaseBulkPreviewChange


class CaseBulkPreviewChange(TypedDict):
    status: NotRequired[Literal["open", "in_progress", "resolved", "closed"]]
    reason: NotRequired[str]
    severity: NotRequired[Literal["info", "low", "medium", "high", "critical"]]
    assignee_id: NotRequired[str | None]
    queue_id: NotRequired[str | None]
    add_tags: NotRequired[list[str]]


class CaseCommentCreate(TypedDict):
    body: str


class CaseCreate(TypedDict):
    title: NotRequired[str]
    description: NotRequired[str | None]
    case_type: NotRequired[str | None]
    tags: NotRequired[list[str]]
    queue_id: NotRequired[str | None]
    mitre_techniques: NotRequired[list[str]]
    compliance_frameworks: NotRequired[list[str]]
    custom_fields: NotRequired[dict[str, Any]]
    severity: NotRequired[Literal["info", "low", "medium", "high", "critical"]]
    assignee_id: NotRequired[str | None]
    assignee: NotRequired[str | None]
    alert_ids: NotRequired[list[str]]
    push_to_connector_ids: NotRequired[list[str]]
    template_id: NotRequired[str]


class CaseEscalationPolicyCreate(TypedDict):
    name: str
    queue_id: str
    trigger_at_sla_fraction: NotRequired[float]
    ladder: list[CaseEscalationPolicyCreateLadderItem]
    enabled: NotRequired[bool]


class CaseEscalationPolicyCreateLadderItem(TypedDict):
    after_minutes: int
    notify: str


class CaseFieldCreate(TypedDict):
    key: str
    label: str
    type: Literal["text", "number", "boolean", "date", "select"]
    options: NotRequired[list[str]]


class CaseHandoffCreate(TypedDict):
    to_user_id: str
    queue_id: NotRequired[str | None]
    notes: NotRequired[str | None]


class CaseMerge(TypedDict):
    case_id: str
    reason: NotRequired[str]


class CaseMoveAlerts(TypedDict):
    to_case_id: str
    alert_ids: list[str]
    reason: NotRequired[str]


class CaseObservableCreate(TypedDict):
    kind: Literal["ip", "user", "host", "domain", "hash", "file", "process", "alert"]
    value: str


class CasePatch(TypedDict):
    title: NotRequired[str]
    description: NotRequired[str | None]
    case_type: NotRequired[str | None]
    tags: NotRequired[list[str]]
    queue_id: NotRequired[str | None]
    mitre_techniques: NotRequired[list[str]]
    compliance_frameworks: NotRequired[list[str]]
    custom_fields: NotRequired[dict[str, Any]]
    severity: NotRequired[Literal["info", "low", "medium", "high", "critical"]]
    status: NotRequired[Literal["open", "in_progress", "resolved", "closed"]]
    assignee_id: NotRequired[str | None]
    assignee: NotRequired[str | None]
    reason: NotRequired[str]


class CaseQueueCreate(TypedDict):
    name: str
    description: NotRequired[str | None]
    match_severity: NotRequired[list[Literal["info", "low", "medium", "high", "critical"]]]
    match_tags: NotRequired[list[str]]
    match_case_type: NotRequired[str | None]
    precedence: NotRequired[int]
    sla_policy_id: NotRequired[str | None]


class CaseQueuePatch(TypedDict):
    name: NotRequired[str]
    description: NotRequired[str | None]
    match_severity: NotRequired[list[Literal["info", "low", "medium", "high", "critical"]]]
    match_tags: NotRequired[list[str]]
    match_case_type: NotRequired[str | None]
    precedence: NotRequired[int]
    sla_policy_id: NotRequired[str | None]


class CaseReopen(TypedDict):
    reason: str
    status: NotRequired[Literal["open", "in_progress"]]


class CaseSplit(TypedDict):
    title: str
    severity: NotRequired[Literal["info", "low", "medium", "high", "critical"]]
    description: NotRequired[str | None]
    case_type: NotRequired[str | None]
    tags: NotRequired[list[str]]
    queue_id: NotRequired[str | None]
    mitre_techniques: NotRequired[list[str]]
    compliance_frameworks: NotRequired[list[str]]
    custom_fields: NotRequired[dict[str, Any]]
    assignee_id: NotRequired[str | None]
    alert_ids: list[str]
    reason: NotRequired[str]


class CaseTaskCreate(TypedDict):
    title: str
    category: NotRequired[Literal["triage", "containment", "eradication", "recovery", "comms", "evidence", "escalation", "other"]]
    assignee_id: NotRequired[str | None]
    due_at: NotRequired[datetime | None]
    depends_on_task_id: NotRequired[str | None]


class CaseTaskPatch(TypedDict):
    title: NotRequired[str]
    status: NotRequired[Literal["todo", "in_progress", "done"]]
    category: NotRequired[Literal["triage", "containment", "eradication", "recovery", "comms", "evidence", "escalation", "other"]]
    assignee_id: NotRequired[str | None]
    due_at: NotRequired[datetime | None]
    depends_on_task_id: NotRequired[str | None]


class CaseTemplateCreate(TypedDict):
    name: str
    title: str
    description: NotRequired[str | None]
    severity: NotRequired[Literal["info", "low", "medium", "high", "critical"]]
    case_type: NotRequired[str | None]
    tags: NotRequired[list[str]]
    tasks: NotRequired[list[CaseTemplateCreateTasksItem]]


class CaseTemplateCreateTasksItem(TypedDict):
    title: str
    category: NotRequired[Literal["triage", "containment", "eradication", "recovery", "comms", "evidence", "escalation", "other"]]
    depends_on: NotRequired[int | None]
    due_minutes: NotRequired[int | None]


class CaseTimeEntryCreate(TypedDict):
    minutes: int
    note: NotRequired[str]


class CaseTimelineEventCreate(TypedDict):
    type: NotRequired[str]
    title: str
    description: NotRequired[str | None]
    timestamp: NotRequired[datetime | str]


class ClosureAuditVerdict(TypedDict):
    verdict: Literal["threat", "no_threat", "cannot_tell"]
    note: NotRequired[str | None]


class ComplianceEvidenceCreate(TypedDict):
    framework: str
    control_id: str
    evidence_kind: Literal["alert", "log", "screenshot", "attestation", "policy", "runbook", "other"]
    summary: str
    link: NotRequired[str]
    digest: NotRequired[str]
    raw_payload: NotRequired[dict[str, Any]]
    case_id: NotRequired[str]


class ComplianceEvidenceReview(TypedDict):
    decision: Literal["accepted", "rejected"]
    note: NotRequired[str]


class ConfigurationApply(TypedDict):
    documents: list[ConfigurationDocument]
    prune: NotRequired[bool]
    connector_secrets: NotRequired[dict[str, dict[str, str]]]
    digest: NotRequired[str]


class ConfigurationDocument(TypedDict):
    kind: Literal["placeholders", "rule", "overlay", "playbook", "hunt", "sla_target", "sla_policy", "branding", "message_text", "role", "connector"]
    name: str
    spec: dict[str, Any]


class ConfigurationPlanned(TypedDict):
    documents: list[ConfigurationDocument]
    prune: NotRequired[bool]
    connector_secrets: NotRequired[dict[str, dict[str, str]]]


class ConnectorChange(TypedDict):
    name: NotRequired[str]
    auth_config: NotRequired[dict[str, str | None]]
    connector_config: NotRequired[dict[str, str]]
    poll_interval_seconds: NotRequired[int]
    enabled: NotRequired[bool]


class ConnectorCreate(TypedDict):
    name: NotRequired[str]
    type: str
    auth_config: NotRequired[dict[str, str]]
    connector_config: NotRequired[dict[str, str]]
    poll_interval_seconds: NotRequired[int]
    enabled: NotRequired[bool]


class ConnectorStatelessTest(TypedDict):
    type: NotRequired[str]
    auth_config: NotRequired[dict[str, str]]
    connector_config: NotRequired[dict[str, str]]


class ConnectorTestRequest(TypedDict):
    type: str
    auth_config: NotRequired[dict[str, str]]
    connector_config: NotRequired[dict[str, str]]


class CopilotQuestion(TypedDict):
    task: Literal["explain", "next_step", "customer_summary", "post_mortem", "kql", "sigma"]
    resource_type: NotRequired[Literal["alert", "case", "rule", "playbook", "hunt"]]
    resource_id: NotRequired[str]
    words: NotRequired[str]


class DeadLetterReplayStart(TypedDict):
    source: NotRequired[str]
    reason: NotRequired[str]


class DelegationGive(TypedDict):
    email: str
    role: str
    reason: str
    expires_in_hours: int


DeputyName = TypedDict(
    "DeputyName",
    {
        "deputy_id": "str",
        "user_id": "NotRequired[str]",
        "from": "NotRequired[datetime | str]",
        "until": "datetime | str",
        "reason": "NotRequired[str]",
    },
)


class DetectionProposalComment(TypedDict):
    comment: str


class DetectionProposalCreate(TypedDict):
    title: str
    description: str
    logic: str
    rule_language: NotRequired[Literal["sigma", "eql", "kql"]]
    mitre_tags: NotRequired[list[str]]
    base_rule_id: NotRequired[str | None]
    positive_fixtures: NotRequired[list[dict[str, Any]]]
    negative_fixtures: NotRequired[list[dict[str, Any]]]


class DetectionProposalDecision(TypedDict):
    decision: Literal["approve", "reject"]
    comment: NotRequired[str | None]


class DetectionProposalEval(TypedDict):
    eval_report: DetectionProposalEvalEvalReport
    max_regression_pp: NotRequired[float]


class DetectionProposalEvalEvalReport(TypedDict):
    """report of a harness; further members are stored too"""
    score: float
    suite: NotRequired[str]


class DetectionProposalFixtures(TypedDict):
    positive_fixtures: list[dict[str, Any]]
    negative_fixtures: NotRequired[list[dict[str, Any]]]


class DetectionRecord(TypedDict):
    rule_id: str
    rule_title: str
    severity_id: int
    time: datetime | str
    source: NotRequired[str]
    class_uid: NotRequired[int]
    host: NotRequired[str]
    user: NotRequired[str]
    src_ip: NotRequired[str | None]
    event_uids: NotRequired[list[str]]
    techniques: NotRequired[list[str]]
    tactics: NotRequired[list[str]]
    matched: NotRequired[list[DetectionRecordMatchedItem]]


class DetectionRecordMatchedItem(TypedDict):
    field: str
    value: str


class EnrichmentRequest(TypedDict):
    entities: list[EnrichmentRequestEntitiesItem]
    max_age_seconds: NotRequired[int]


class EnrichmentRequestEntitiesItem(TypedDict):
    kind: Literal["ip", "domain", "url", "hash", "user", "host"]
    value: str


class EnrichmentTableWrite(TypedDict):
    records: list[EnrichmentTableWriteRecordsItem]
    replace: NotRequired[bool]


class EnrichmentTableWriteRecordsItem(TypedDict):
    name: str
    aliases: NotRequired[list[str]]
    attributes: NotRequired[dict[str, Any]]


class EvalBaselineSet(TypedDict):
    suite: str
    score: float
    payload: NotRequired[dict[str, Any]]


EventFacetsQuery = TypedDict(
    "EventFacetsQuery",
    {
        "query": "NotRequired[str]",
        "from": "NotRequired[datetime | str]",
        "to": "NotRequired[datetime | str]",
        "fields": "list[str]",
        "limit": "NotRequired[int]",
    },
)


EventHistogramQuery = TypedDict(
    "EventHistogramQuery",
    {
        "query": "NotRequired[str]",
        "from": "NotRequired[datetime | str]",
        "to": "NotRequired[datetime | str]",
        "interval_seconds": "NotRequired[int]",
    },
)


EventSearch = TypedDict(
    "EventSearch",
    {
        "query": "NotRequired[str]",
        "from": "NotRequired[datetime | str]",
        "to": "NotRequired[datetime | str]",
        "language": "NotRequired[Literal['lucene', 'kql']]",
        "fields": "NotRequired[list[str]]",
        "limit": "NotRequired[int]",
        "cursor": "NotRequired[str]",
    },
)


class EventSubmit1(TypedDict):
    events: list[Any]
    rule_id: NotRequired[str]
    connector_id: NotRequired[str]
    connector_type: NotRequired[str]
    source_format: NotRequired[str]
    title: NotRequired[str]
    description: NotRequired[str]
    severity: NotRequired[str]
    tags: NotRequired[list[str]]


class EventSubmit3(TypedDict):
    pass


class EventTail(TypedDict):
    query: NotRequired[str]
    fields: NotRequired[list[str]]
    cursor: NotRequired[str]
    wait_seconds: NotRequired[int]


ExportStart = TypedDict(
    "ExportStart",
    {
        "query": "NotRequired[str]",
        "from": "NotRequired[datetime | str]",
        "to": "NotRequired[datetime | str]",
        "language": "NotRequired[Literal['lucene', 'kql']]",
        "format": "NotRequired[Literal['csv', 'ndjson', 'parquet', 'arrow']]",
        "fields": "NotRequired[list[str]]",
    },
)


class FederatedQuery(TypedDict):
    query: str
    targets: NotRequired[list[str]]
    time_range: NotRequired[FederatedQueryTimeRange]
    limit: NotRequired[int]
    timeout_seconds: NotRequired[int]


FederatedQueryTimeRange = TypedDict(
    "FederatedQueryTimeRange",
    {
        "from": "NotRequired[datetime | str]",
        "to": "NotRequired[datetime | str]",
    },
)


class FederatedTranslate(TypedDict):
    query: str
    dialects: NotRequired[list[Literal["spl", "kql", "esql"]]]
    time_range: NotRequired[FederatedTranslateTimeRange]
    limit: NotRequired[int]


FederatedTranslateTimeRange = TypedDict(
    "FederatedTranslateTimeRange",
    {
        "from": "NotRequired[datetime | str]",
        "to": "NotRequired[datetime | str]",
    },
)


class FieldIndexMake(TypedDict):
    field: str


class FieldRuleChange(TypedDict):
    visible_to_roles: NotRequired[list[str]]
    treatment: NotRequired[Literal["redact", "mask", "hash", "omit"]]
    enabled: NotRequired[bool]


class FieldRuleCreate(TypedDict):
    resource: Literal["alert", "anomaly", "approval", "audit", "case", "case_task", "comment", "detection", "entity_risk", "event", "honeytoken", "honeytoken_event", "indicator", "investigation", "ledger_entry", "observable", "phishing_submission", "playbook_run", "response_action", "timeline_event", "user"]
    field_path: str
    visible_to_roles: list[str]
    treatment: Literal["redact", "mask", "hash", "omit"]
    enabled: NotRequired[bool]


class HoneytokenCreate(TypedDict):
    name: str
    token_type: Literal["url", "file", "aws_key", "email"]
    description: NotRequired[str]
    ttl_days: NotRequired[int]
    metadata: NotRequired[dict[str, Any]]


class HoneytokenIgnoreCreate(TypedDict):
    addresses: NotRequired[str]
    user_agent: NotRequired[str]
    reason: str
    days: int


class HoneytokenPlanting(TypedDict):
    name: str
    token_type: Literal["url", "file", "aws_key", "email"]
    ttl_days: NotRequired[int]
    metadata: NotRequired[dict[str, Any]]
    assets: list[HoneytokenPlantingAssetsItem]


class HoneytokenPlantingAssetsItem(TypedDict):
    asset: str
    place: NotRequired[str]


class HostRunBegin(TypedDict):
    machine: str


class HostRunCreate(TypedDict):
    atomic_id: str
    host: str
    consent: str
    arguments: NotRequired[dict[str, str]]
    evidence: NotRequired[Literal["host", "runner"]]
    limit_seconds: NotRequired[int]
    expected: NotRequired[list[HostRunCreateExpectedItem]]


class HostRunCreateExpectedItem(TypedDict):
    rule_id: NotRequired[str | None]
    technique_id: NotRequired[str | None]
    within_seconds: int


class HostRunReport(TypedDict):
    error: str | None
    test: HostRunReportTest | None
    cleanup: HostRunReportCleanup | None
    processes: list[HostRunReportProcessesItem]


class HostRunReportCleanup(TypedDict):
    exit_code: int | None
    timed_out: bool
    seconds: float
    output: str
    output_cut: bool


class HostRunReportProcessesItem(TypedDict):
    image: str
    command_line: str
    parent_image: str
    user: str
    pid: int
    at: datetime | str


class HostRunReportTest(TypedDict):
    exit_code: int | None
    timed_out: bool
    seconds: float
    output: str
    output_cut: bool


class HuntChange(TypedDict):
    title: NotRequired[str]
    hypothesis: NotRequired[str]
    techniques: NotRequired[list[str]]
    language: NotRequired[Literal["lucene", "kql", "sql"]]
    query: NotRequired[str]
    window_hours: NotRequired[int]
    every_minutes: NotRequired[int | None]
    enabled: NotRequired[bool]


class HuntCreate(TypedDict):
    title: str
    hypothesis: str
    techniques: NotRequired[list[str]]
    language: NotRequired[Literal["lucene", "kql", "sql"]]
    query: str
    window_hours: NotRequired[int]
    every_minutes: NotRequired[int | None]
    enabled: NotRequired[bool]


class HuntMark(TypedDict):
    ordinals: list[int]
    mark: Literal["interesting", "benign"] | None
    note: NotRequired[str | None]


HuntRunRequest = TypedDict(
    "HuntRunRequest",
    {
        "from": "NotRequired[datetime | str]",
        "to": "NotRequired[datetime | str]",
    },
)


class InboxTokenMint(TypedDict):
    template_id: Literal["connector-push", "cef-syslog", "splunk-hec", "email-forwarded", "k8s-audit", "webhook-generic", "webhook-aws-cloudtrail", "webhook-azure-activity", "webhook-cloudflare", "webhook-crowdstrike", "webhook-defender", "webhook-github", "webhook-gitlab", "webhook-okta", "webhook-slack", "webhook-zoom", "webhook-box", "webhook-zendesk", "webhook-tailscale", "webhook-notion", "webhook-atlassian", "webhook-bitbucket", "webhook-snyk", "webhook-auth0", "webhook-onepassword", "webhook-duo", "webhook-wiz", "webhook-orca", "webhook-canary", "webhook-sublime", "webhook-push-security", "webhook-tines", "webhook-salesforce", "webhook-google-workspace", "webhook-guardduty", "webhook-elastic", "webhook-netskope", "webhook-teleport", "webhook-sentinelone", "ai-runtime", "ai-finding"]
    label: str
    hmac_secret: NotRequired[str]


class IntelCheck(TypedDict):
    values: list[str]


class IntelEnrich(TypedDict):
    indicators: list[IntelEnrichIndicatorsItem]


class IntelEnrichIndicatorsItem(TypedDict):
    type: Literal["ip", "cidr", "domain", "url", "md5", "sha1", "sha256", "email", "filename", "ja3", "ja4", "user_agent"]
    value: str


class IntelFeedChange(TypedDict):
    is_enabled: NotRequired[bool]
    poll_interval: NotRequired[int]


class IntelFeedCreate(TypedDict):
    name: str
    feed_type: Literal["taxii", "misp", "otx", "csv", "json", "stix"]
    url: str
    api_key: NotRequired[str]
    poll_interval: NotRequired[int]
    config: NotRequired[IntelFeedCreateConfig]


class IntelFeedCreateConfig(TypedDict):
    collection: NotRequired[str]
    username: NotRequired[str]


class InvestigationAnswer(TypedDict):
    answer: str


class InvestigationReplayRequest(TypedDict):
    run_id: str


class InvitationAccept(TypedDict):
    token: str


class IocBulk(TypedDict):
    ioc_ids: list[str]
    change: IocPatch | None


class IocCreate(TypedDict):
    ioc_type: Literal["ip", "cidr", "domain", "url", "md5", "sha1", "sha256", "email", "filename", "ja3", "ja4", "user_agent"]
    value: str
    confidence: NotRequired[int]
    severity: NotRequired[Literal["info", "low", "medium", "high", "critical"]]
    tlp: NotRequired[Literal["white", "clear", "green", "amber", "red"]]
    threat_actor: NotRequired[str]
    campaign: NotRequired[str]
    malware_family: NotRequired[str]
    tags: NotRequired[list[str]]
    source_ref: NotRequired[str]
    expires_at: NotRequired[datetime | str]
    linked_alerts: NotRequired[list[str]]
    context: NotRequired[dict[str, Any]]
    false_positive: NotRequired[bool]


class IocPatch(TypedDict):
    is_active: NotRequired[bool]
    false_positive: NotRequired[bool]
    confidence: NotRequired[int]
    expires_at: NotRequired[datetime | None]


class LakeQuery(TypedDict):
    sql: str
    limit: NotRequired[int]
    parameters: NotRequired[dict[str, str]]


class LegalHoldCreate(TypedDict):
    name: str
    matter_ref: str
    subject_kind: Literal["user", "host", "case", "alert", "ip", "tenant"]
    subject_value: str
    notes: NotRequired[str | None]


class LegalHoldRelease(TypedDict):
    reason: str


class Login(TypedDict):
    email: str
    password: str
    tenant: NotRequired[str]
    device_token: NotRequired[str]


class McpServerChange(TypedDict):
    name: NotRequired[str]
    label: NotRequired[str]
    url: NotRequired[str]
    tool_allowlist: NotRequired[list[str]]
    timeout_seconds: NotRequired[int]
    max_response_bytes: NotRequired[int]
    enabled: NotRequired[bool]
    credential: NotRequired[dict[str, str] | None]


class McpServerCreate(TypedDict):
    name: str
    url: str
    label: NotRequired[str]
    credential: NotRequired[dict[str, str] | None]
    tool_allowlist: NotRequired[list[str]]
    timeout_seconds: NotRequired[int]
    max_response_bytes: NotRequired[int]
    enabled: NotRequired[bool]


class MePatch(TypedDict):
    preferences: dict[str, Any]


class MessageTextChange(TypedDict):
    subject: NotRequired[str | None]
    body: NotRequired[str | None]


class ModelComparisonBegin(TypedDict):
    run_ids: NotRequired[list[str]]
    newest: NotRequired[int]
    model: NotRequired[str]
    prompt_note: NotRequired[str]


class ModelCredentialPut(TypedDict):
    provider: Literal["svc", "anthropic", "azure-openai", "openai-compatible"]
    base_url: NotRequired[str | None]
    model: NotRequired[str | None]
    api_key: NotRequired[str | None]
    settings: NotRequired[dict[str, Any]]
    enabled: NotRequired[bool]


class NotificationPreferencesPut(TypedDict):
    channels: list[Literal["mail", "push", "slack", "teams", "sms", "voice"]]
    min_severity: NotRequired[Literal["info", "low", "medium", "high", "critical"]]
    kinds: NotRequired[list[Literal["approval", "sla_breach", "sla_forecast", "connector_health", "source_health", "honeytoken", "coverage_drift"]]]
    quiet_from: NotRequired[str | None]
    quiet_to: NotRequired[str | None]
    time_zone: NotRequired[str]


class NotificationsSeen(TypedDict):
    ids: list[str]


class OcsfVersionPut(TypedDict):
    version: str


OncallOverrideCreate = TypedDict(
    "OncallOverrideCreate",
    {
        "rotation_id": "str",
        "user_id": "str",
        "from": "datetime | str",
        "until": "datetime | str",
        "reason": "str",
        "in_return": "NotRequired[OncallOverrideCreateInReturn | None]",
    },
)


OncallOverrideCreateInReturn = TypedDict(
    "OncallOverrideCreateInReturn",
    {
        "from": "datetime | str",
        "until": "datetime | str",
    },
)


class OrganisationTemplateApply(TypedDict):
    tenants: list[OrganisationTemplateApplyTenantsItem]
    prune: NotRequired[bool]


class OrganisationTemplateApplyTenantsItem(TypedDict):
    tenant_id: str
    digest: str


class OrganisationTemplatePlanned(TypedDict):
    tenants: NotRequired[list[str]]
    prune: NotRequired[bool]


class OrganisationTemplatePut(TypedDict):
    name: str
    description: NotRequired[str | None]
    documents: NotRequired[list[ConfigurationDocument]]
    from_this_tenant: NotRequired[list[Literal["placeholders", "rule", "overlay", "playbook", "hunt", "sla_target", "sla_policy", "branding", "message_text", "role", "connector"]]]


class OsqueryConfig(TypedDict):
    options: NotRequired[dict[str, str | float | bool]]
    schedule: NotRequired[dict[str, OsqueryConfigScheduleValue]]
    packs: NotRequired[dict[str, OsqueryConfigPacksValue]]
    decorators: NotRequired[OsqueryConfigDecorators]
    file_paths: NotRequired[dict[str, list[str]]]


class OsqueryConfigDecorators(TypedDict):
    load: NotRequired[list[str]]
    always: NotRequired[list[str]]


class OsqueryConfigPacksValue(TypedDict):
    platform: NotRequired[str]
    version: NotRequired[str]
    shard: NotRequired[int]
    discovery: NotRequired[list[str]]
    queries: dict[str, OsqueryConfigPacksValueQueriesValue]


class OsqueryConfigPacksValueQueriesValue(TypedDict):
    query: str
    interval: int
    snapshot: NotRequired[bool]
    removed: NotRequired[bool]
    platform: NotRequired[str]
    version: NotRequired[str]
    shard: NotRequired[int]
    denylist: NotRequired[bool]
    description: NotRequired[str]


class OsqueryConfigScheduleValue(TypedDict):
    query: str
    interval: int
    snapshot: NotRequired[bool]
    removed: NotRequired[bool]
    platform: NotRequired[str]
    version: NotRequired[str]
    shard: NotRequired[int]
    denylist: NotRequired[bool]
    description: NotRequired[str]


class OsqueryQueryCreate(TypedDict):
    sql: str
    hosts: NotRequired[list[str]]
    deadline_seconds: NotRequired[int]


class OsquerySecretCreate(TypedDict):
    label: str


class OverlayPut(TypedDict):
    disabled: NotRequired[bool]
    min_severity: NotRequired[Literal["informational", "low", "medium", "high", "critical"] | None]
    suppress_when: NotRequired[dict[str, list[str]]]
    allowlists: NotRequired[dict[str, list[str]]]
    reason: str


class OwnPhoneCode(TypedDict):
    code: str


class OwnPhonePut(TypedDict):
    number: str


class PasskeyChallenge(TypedDict):
    email: NotRequired[str]


class PasskeyRegister(TypedDict):
    challenge: str
    credential: PasskeyRegisterCredential
    device_name: str


class PasskeyRegisterCredential(TypedDict):
    id: str
    rawId: str
    type: Literal["public-key"]
    response: PasskeyRegisterCredentialResponse
    clientExtensionResults: dict[str, Any]
    authenticatorAttachment: NotRequired[str | None]


class PasskeyRegisterCredentialResponse(TypedDict):
    clientDataJSON: str
    attestationObject: str


class PasskeyVerify(TypedDict):
    challenge: str
    credential: PasskeyVerifyCredential


class PasskeyVerifyCredential(TypedDict):
    id: str
    rawId: str
    type: Literal["public-key"]
    response: PasskeyVerifyCredentialResponse
    clientExtensionResults: dict[str, Any]
    authenticatorAttachment: NotRequired[str | None]


class PasskeyVerifyCredentialResponse(TypedDict):
    clientDataJSON: str
    authenticatorData: str
    signature: str


class PasswordChange(TypedDict):
    current_password: str
    new_password: str


class PasswordResetConfirm(TypedDict):
    token: str
    new_password: str


class PasswordResetRequest(TypedDict):
    email: str
    tenant: NotRequired[str]


class PermissionCreate(TypedDict):
    name: str
    description: str


class PermissionPut(TypedDict):
    description: str


class PhishingSubmit(TypedDict):
    artifact_kind: Literal["email", "url", "attachment", "domain"]
    raw_content: NotRequired[str]
    sender: NotRequired[str]
    subject: NotRequired[str]
    urls: NotRequired[list[str]]
    attachment_hashes: NotRequired[list[str]]


class PlaybookChange(TypedDict):
    document: NotRequired[dict[str, Any]]
    enabled: NotRequired[bool]


class PlaybookCheck(TypedDict):
    document: dict[str, Any]


class PlaybookCreate(TypedDict):
    document: dict[str, Any]
    enabled: NotRequired[bool]


class PlaybookDryRun(TypedDict):
    document: dict[str, Any]
    playbook_id: NotRequired[str | None]
    context: NotRequired[dict[str, Any]]
    alert_id: NotRequired[str | None]
    case_id: NotRequired[str | None]


class PlaybookExecute(TypedDict):
    context: NotRequired[dict[str, Any]]
    alert_id: NotRequired[str | None]
    case_id: NotRequired[str | None]
    dry_run: NotRequired[bool]


class PlaybookHookCreate(TypedDict):
    label: str


class PlaybookRollback(TypedDict):
    version: int


class PlaybookSecretPut(TypedDict):
    value: str
    hosts: list[str]


class PresencePut(TypedDict):
    status: Literal["available", "busy", "offline", "snoozed"]
    note: NotRequired[str | None]
    rotation: NotRequired[str | None]
    schedule_ref: NotRequired[str | None]
    snooze_minutes: NotRequired[int]


class ProvisioningTokenCreate(TypedDict):
    name: str
    expires_in_days: NotRequired[int | None]


class ProvisioningTokenRotate(TypedDict):
    grace_hours: NotRequired[int]


class PurpleExpectationCreate(TypedDict):
    rule_id: NotRequired[str]
    technique_id: NotRequired[str]
    host: str
    within_seconds: NotRequired[int]


class PurpleScheduleWrite(TypedDict):
    name: str
    every_hours: int
    mode: NotRequired[Literal["live", "dry"]]
    test_ids: NotRequired[list[str]]
    enabled: NotRequired[bool]


class PurpleTeamExecutionCreate(TypedDict):
    atomic_test_id: str
    mode: NotRequired[Literal["live", "dry"]]
    wait_seconds: NotRequired[int]


class PurpleTeamSnapshotCreate(TypedDict):
    note: NotRequired[str]


class PushSubscribe(TypedDict):
    subscription: PushSubscribeSubscription
    user_agent: NotRequired[str | None]
    topics: NotRequired[list[Literal["p0_alert", "agent_approval", "oncall_handoff", "connector_health"]]]


class PushSubscribeSubscription(TypedDict):
    """result of toJSON() on the PushSubscription of the browser"""
    endpoint: str
    keys: PushSubscribeSubscriptionKeys
    expirationTime: NotRequired[float | None]


class PushSubscribeSubscriptionKeys(TypedDict):
    p256dh: str
    auth: str


class PushUnsubscribe(TypedDict):
    endpoint: str


class ReportPost(TypedDict):
    kind: Literal["soc", "customer"]
    days: NotRequired[int]
    month: NotRequired[str]
    name: NotRequired[str]
    time_zone: NotRequired[str]


class ReportSchedulePut(TypedDict):
    name: str
    kind: Literal["soc", "customer"]
    frequency: Literal["daily", "weekly", "monthly"]
    weekday: NotRequired[int]
    hour: NotRequired[int]
    time_zone: NotRequired[str]
    user_ids: NotRequired[list[str]]
    addresses: NotRequired[list[str]]
    enabled: NotRequired[bool]


class ResponseActionDryRun(TypedDict):
    action_type: Literal["block_ip", "allow_ip", "block_domain", "block_ioc", "isolate_host", "kill_process", "quarantine_file", "run_av_scan", "run_script", "capture_forensics", "disable_user", "reset_password", "revoke_session", "suspend_session", "force_mfa", "create_ticket", "notify", "notify_slack", "chatops.verify", "chatops_verify"]
    target: NotRequired[str]
    parameters: NotRequired[dict[str, str]]
    rationale: str
    case_id: NotRequired[str | None]
    alert_id: NotRequired[str | None]
    rollback_after_seconds: NotRequired[int | None]


class ResponseActionRequest(TypedDict):
    action_type: Literal["block_ip", "allow_ip", "block_domain", "block_ioc", "isolate_host", "kill_process", "quarantine_file", "run_av_scan", "run_script", "capture_forensics", "disable_user", "reset_password", "revoke_session", "suspend_session", "force_mfa", "create_ticket", "notify", "notify_slack", "chatops.verify", "chatops_verify"]
    target: NotRequired[str]
    parameters: NotRequired[dict[str, str]]
    rationale: str
    case_id: NotRequired[str | None]
    alert_id: NotRequired[str | None]
    rollback_after_seconds: NotRequired[int | None]
    idempotency_key: NotRequired[str]
    approval_seconds: NotRequired[int]
    quorum: NotRequired[int]


class ResponseExecutorCreate(TypedDict):
    name: str
    vendor: Literal["rest", "jira", "servicenow", "webhook", "slack", "teams", "smtp"]
    capabilities: NotRequired[list[Literal["block_ip", "allow_ip", "block_domain", "block_ioc", "isolate_host", "kill_process", "quarantine_file", "run_av_scan", "run_script", "capture_forensics", "disable_user", "reset_password", "revoke_session", "suspend_session", "force_mfa", "create_ticket", "notify", "notify_slack", "chatops.verify", "chatops_verify"]]]
    base_url: str
    settings: NotRequired[dict[str, str]]
    secret: NotRequired[str | None]
    enabled: NotRequired[bool]


class ResponseTargetRuleCreate(TypedDict):
    list: Literal["allow", "deny"]
    action_type: NotRequired[Literal["*", "block_ip", "allow_ip", "block_domain", "block_ioc", "isolate_host", "kill_process", "quarantine_file", "run_av_scan", "run_script", "capture_forensics", "disable_user", "reset_password", "revoke_session", "suspend_session", "force_mfa", "create_ticket", "notify", "notify_slack", "chatops.verify"]]
    pattern: str
    reason: str


class RiskSettingsPut(TypedDict):
    enabled: bool
    threshold: int
    window_hours: int


class RoleAssign(TypedDict):
    role_id: str


class RolePut(TypedDict):
    name: str
    description: NotRequired[str | None]
    permission_ids: list[str]


class RotationCreate(TypedDict):
    name: str
    time_zone: str
    starts_on: str
    handoff_at: NotRequired[str]
    handoff_days: NotRequired[int]
    user_ids: list[str]


class RotationPatch(TypedDict):
    user_ids: NotRequired[list[str]]
    time_zone: NotRequired[str]
    handoff_at: NotRequired[str]
    handoff_days: NotRequired[int]
    starts_on: NotRequired[str]


class RuleBackTest(TypedDict):
    window_days: NotRequired[int]
    limit: NotRequired[int]


class RuleCheck(TypedDict):
    language: Literal["sigma", "eql", "kql", "yara"]
    text: str
    file: NotRequired[str]
    instead_of: NotRequired[str | None]
    events: NotRequired[list[dict[str, Any]]]
    format: NotRequired[str]


class RuleCreate(TypedDict):
    language: Literal["sigma", "eql", "kql", "yara"]
    text: str
    file: NotRequired[str]
    enabled: NotRequired[bool]
    title: NotRequired[str]
    severity: NotRequired[Literal["informational", "low", "medium", "high", "critical"]]
    techniques: NotRequired[list[str]]


class RuleImport(TypedDict):
    files: list[RuleImportFilesItem]


class RuleImportFilesItem(TypedDict):
    language: Literal["sigma", "eql", "kql", "yara"]
    file: str
    text: str


class RulePlaceholders(TypedDict):
    placeholders: dict[str, list[str]]


class RuleReplace(TypedDict):
    text: str
    file: NotRequired[str]


class RuleSuppressionCreate(TypedDict):
    rule_id: str
    field: Literal["host", "user", "src_ip"]
    values: list[str]
    reason: str
    expires_in_hours: int


class RuleTest(TypedDict):
    events: list[dict[str, Any]]
    format: NotRequired[str]
    explain: NotRequired[bool]


class SamlAnswer(TypedDict):
    SAMLResponse: str
    RelayState: NotRequired[str]


class SandboxConsentPut(TypedDict):
    provider: Literal["sandbox_local", "sandbox_hosted", "mock"]
    uploads_enabled: bool
    consent_text_version: str


class SandboxFile(TypedDict):
    file_base64: str
    file_name: str
    provider: Literal["sandbox_local", "sandbox_hosted", "mock"]
    confirm_upload: NotRequired[bool]


class SandboxLookup(TypedDict):
    sha256: str
    provider: Literal["sandbox_local", "sandbox_hosted", "mock"]


class SandboxUrl(TypedDict):
    url: str
    provider: Literal["sandbox_local", "sandbox_hosted", "mock"]


class SavedSearchPut(TypedDict):
    name: str
    query: str
    language: NotRequired[Literal["lucene", "kql", "sql"]]
    hours: NotRequired[int]
    columns: NotRequired[list[str]]
    is_shared: NotRequired[bool]


class ScimPatch(TypedDict):
    """schemas and Operations, as in RFC 7644, section 3.5.2"""
    pass


class ScimResourceBody(TypedDict):
    """resource as described by /scim/v2/Schemas"""
    pass


class ScimSearch(TypedDict):
    schemas: NotRequired[list[Literal["urn:ietf:params:scim:api:messages:2.0:SearchRequest"]]]
    attributes: NotRequired[list[str]]
    excludedAttributes: NotRequired[list[str]]
    filter: NotRequired[str]
    startIndex: NotRequired[int]
    count: NotRequired[int]


class ShadowModePut(TypedDict):
    enabled: bool


class ShadowVerbPut(TypedDict):
    enabled: bool


class SightingCreate(TypedDict):
    sighting_type: NotRequired[Literal["sighting", "false_positive", "expiration"]]
    count: NotRequired[int]
    seen_at: NotRequired[datetime | str]
    note: NotRequired[str]


class SignInBegin(TypedDict):
    """exactly one of the two"""
    issuer: NotRequired[str]
    connection_id: NotRequired[str]


class SignInConnectionCreate(TypedDict):
    provider: Literal["oidc", "saml"]
    issuer: str
    display_name: str
    enabled: NotRequired[bool]
    default_role: NotRequired[str | None]
    group_role_mapping: NotRequired[dict[str, str]]
    groups_claim: NotRequired[str | None]
    client_id: NotRequired[str | None]
    client_secret: NotRequired[str | None]
    metadata_url: NotRequired[str | None]
    metadata_xml: NotRequired[str | None]


class SignInConnectionPatch(TypedDict):
    display_name: NotRequired[str]
    enabled: NotRequired[bool]
    default_role: NotRequired[str | None]
    group_role_mapping: NotRequired[dict[str, str]]
    groups_claim: NotRequired[str | None]
    client_id: NotRequired[str | None]
    client_secret: NotRequired[str | None]
    metadata_url: NotRequired[str | None]
    metadata_xml: NotRequired[str | None]


class SlaConfigUpdate(TypedDict):
    mttd_target: NotRequired[int | None]
    mttr_target: NotRequired[int | None]
    mttc_target: NotRequired[int | None]


class SlaPolicyCreate(TypedDict):
    name: str
    severity: Literal["info", "low", "medium", "high", "critical"]
    ack_minutes: int
    resolve_minutes: int
    close_minutes: int
    business_hours_only: NotRequired[bool]
    timezone: NotRequired[str]
    business_days: NotRequired[list[int]]
    business_start: NotRequired[str]
    business_end: NotRequired[str]
    holidays: NotRequired[list[str]]
    enabled: NotRequired[bool]


class SlaPolicyPatch(TypedDict):
    name: NotRequired[str]
    severity: NotRequired[Literal["info", "low", "medium", "high", "critical"]]
    ack_minutes: NotRequired[int]
    resolve_minutes: NotRequired[int]
    close_minutes: NotRequired[int]
    business_hours_only: NotRequired[bool]
    timezone: NotRequired[str]
    business_days: NotRequired[list[int]]
    business_start: NotRequired[str]
    business_end: NotRequired[str]
    holidays: NotRequired[list[str]]
    enabled: NotRequired[bool]


class SourceSample(TypedDict):
    sample: str
    format: NotRequired[str]
    table: NotRequired[SourceTable]


class SourceTable(TypedDict):
    vendor: str
    product: str
    recognises: SourceTableRecognises
    rows: SourceTableRows
    kinds: list[SourceTableKindsItem]


class SourceTableApply(TypedDict):
    table: SourceTable
    sample: str
    format: NotRequired[str]


SourceTableKindsItem = TypedDict(
    "SourceTableKindsItem",
    {
        "name": "str",
        "when": "NotRequired[SourceTableKindsItemWhen]",
        "sentences": "NotRequired[list[str]]",
        "class": "Literal['base_event', 'authentication', 'account_change', 'network_activity', 'dns_activity', 'process_activity', 'file_activity']",
        "activity": "str",
        "status": "NotRequired[Literal['success', 'failure', 'unknown']]",
    },
)


SourceTableKindsItemWhen = TypedDict(
    "SourceTableKindsItemWhen",
    {
        "member": "str",
        "is": "list[str]",
    },
)


class SourceTableRecognises(TypedDict):
    program: NotRequired[str]
    members: NotRequired[dict[str, str]]


class SourceTableRows(TypedDict):
    user: NotRequired[str]
    target_user: NotRequired[str]
    host: NotRequired[str]
    src_ip: NotRequired[str]
    dst_ip: NotRequired[str]
    src_port: NotRequired[str]
    dst_port: NotRequired[str]
    time: NotRequired[str]
    domain: NotRequired[str]
    url: NotRequired[str]
    file_path: NotRequired[str]
    file_hash: NotRequired[str]
    process_name: NotRequired[str]
    cmd_line: NotRequired[str]
    pid: NotRequired[str]
    message: NotRequired[str]
    event_code: NotRequired[str]
    status: NotRequired[str]


class SourceTableSample(TypedDict):
    name: str
    sample: str
    format: NotRequired[str]


StandingApprovalAsk = TypedDict(
    "StandingApprovalAsk",
    {
        "action_type": "str",
        "targets": "list[str]",
        "parameters": "NotRequired[dict[str, str]]",
        "reason": "str",
        "from": "NotRequired[datetime | str]",
        "until": "datetime | str",
        "uses_max": "NotRequired[int]",
        "quorum": "NotRequired[int]",
    },
)


class SubjectDeletionRefusal(TypedDict):
    reason: str


class SubjectDeletionRequest(TypedDict):
    subject_kind: Literal["user", "host", "ip"]
    subject_value: str
    reason: NotRequired[str]


class TabletopCreate(TypedDict):
    name: str
    description: NotRequired[str]
    scenario: str
    technique_ids: NotRequired[list[str]]


class TabletopScore(TypedDict):
    points: int
    note: NotRequired[str | None]


class TabletopStepCreate(TypedDict):
    kind: Literal["inject", "response", "decision", "finding", "close"]
    speaker: str
    body: str
    severity: NotRequired[Literal["critical", "high", "medium", "low", "info"]]
    owner: NotRequired[str]
    expected: NotRequired[str]
    points_max: NotRequired[int]
    within_minutes: NotRequired[int]
    answers: NotRequired[int]


class TenantOnboard(TypedDict):
    tenant_id: str
    name: str
    admin_email: str
    delegates: NotRequired[list[TenantOnboardDelegatesItem]]
    hours: NotRequired[int]


class TenantOnboardDelegatesItem(TypedDict):
    email: str
    role: Literal["viewer", "soc_analyst", "threat_hunter", "soc_lead", "tenant_admin"]


class TenantResidencyPut(TypedDict):
    data_region: str | None
    residency_enforced: NotRequired[bool]
    destinations: NotRequired[dict[str, str]]


class TenantRetentionPut(TypedDict):
    raw_events_days: NotRequired[int | None]
    archive_days: NotRequired[int | None]
    alerts_days: NotRequired[int | None]


class TokenRefresh(TypedDict):
    refresh_token: str


class UserCreate(TypedDict):
    email: str
    username: str
    password: str
    role: NotRequired[str]


class UserInvite(TypedDict):
    email: str
    username: NotRequired[str]
    role: NotRequired[str]


class UserPatch(TypedDict):
    username: NotRequired[str]
    role: NotRequired[str]
    is_active: NotRequired[bool]


class VerbDecisionVerdict(TypedDict):
    verdict: Literal["right", "wrong"]
    note: NotRequired[str | None]


class VerdictConfirm(TypedDict):
    confirmation_token: str
    alert_ids: list[str]


class VerdictOverride(TypedDict):
    corrected_verdict: Literal["true_positive", "benign_true_positive", "false_positive", "benign", "escalate"]
    reason: str
    reason_code: Literal["known_admin_tool", "approved_pentest", "expected_service_account", "known_scanner", "business_application", "bad_detection_logic", "missing_context", "true_positive_confirmed"]


class VerdictUndo(TypedDict):
    verdict_id: str


class WarningListChange(TypedDict):
    effect: NotRequired[Literal["suppress", "flag"]]
    is_enabled: NotRequired[bool]


class WarningListPut(TypedDict):
    name: NotRequired[str]
    description: NotRequired[str | None]
    effect: Literal["suppress", "flag"]
    is_enabled: NotRequired[bool]
    entries: NotRequired[list[str]]
    with_subdomains: NotRequired[bool]
    misp: NotRequired[WarningListPutMisp]
    known_list: NotRequired[Literal["public-dns", "cdn-networks", "reserved", "top-domains"]]


class WarningListPutMisp(TypedDict):
    name: str
    type: Literal["string", "hostname", "cidr", "substring", "regex"]
    list: list[str]
    description: NotRequired[Any]
    version: NotRequired[Any]
