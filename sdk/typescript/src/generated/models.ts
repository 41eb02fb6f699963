// Made from schemas/openapi/openapi.json by sdk/generate. Do not edit.

/** A known value, or one that a newer server may answer with. */
export type Open<T extends string> = T | (string & {})

export interface Agreement {
  window_days: number
  window: AgreementFigures
  /** figures over the most recent 50 decisions */
  trailing: AgreementFigures
  /** closed with a disposition that is neither true nor false positive; excluded from the rates */
  unlabeled: number
  /** alerts not closed yet */
  open: number
  by_alert_class: Array<AgreementOf>
  by_rule: Array<AgreementOf>
  by_source: Array<AgreementOf>
  by_model: Array<AgreementOf>
}

export interface AgreementFigures {
  /** alerts closed by people with a disposition that confirms or refutes them */
  decisions: number
  /** decisions for which the agent gave a verdict */
  answered: number
  agreed: number
  /** closed as true positives */
  malicious: number
  malicious_found: number
  abstained: number
  agreement: number | null
  malicious_recall: number | null
  abstention_rate: number | null
  agreement_at_least: number | null
  malicious_recall_at_least: number | null
}

export interface AgreementOf {
  key: string
  /** alerts closed by people with a disposition that confirms or refutes them */
  decisions: number
  /** decisions for which the agent gave a verdict */
  answered: number
  agreed: number
  /** closed as true positives */
  malicious: number
  malicious_found: number
  abstained: number
  agreement: number | null
  malicious_recall: number | null
  abstention_rate: number | null
  agreement_at_least: number | null
  malicious_recall_at_least: number | null
}

export interface AirgapStatus {
  enabled: boolean
  allowlist: Array<string>
  implicit_private_suffixes: Array<string>
  policy: string
}

export interface Alert {
  id: string
  tenant_id: string
  title: string
  description: string | null
  severity: Open<"info" | "low" | "medium" | "high" | "critical">
  status: Open<"new" | "triaged" | "in_progress" | "resolved" | "closed">
  priority: number
  category: string | null
  rule_id: string | null
  connector_id: string | null
  connector_type: string | null
  external_id: string | null
  external_url: string | null
  mitre_tactics: Array<string>
  mitre_techniques: Array<string>
  affected_ips: Array<string>
  affected_hosts: Array<string>
  affected_users: Array<string>
  tags: Array<string>
  ai_score: number | null
  ai_summary: string | null
  ai_recommendations: Array<string>
  ai_verdict: Open<"true_positive" | "false_positive" | "benign" | "needs_review"> | null
  /** confidence of triage in its verdict, 0 to 1 */
  ai_confidence: number | null
  /** 0 to 100; null: not measured */
  confidence: number | null
  confidence_label: Open<"low" | "medium" | "high"> | null
  confidence_rationale: Array<string>
  disposition: Open<"true_positive" | "benign_true_positive" | "false_positive" | "benign" | "escalate"> | null
  assigned_to_id: string | null
  case_id: string | null
  event_time: string | null
  first_seen: string
  last_seen: string
  snoozed_until: string | null
  snoozed_by_id: string | null
  resolved_at: string | null
  metadata: Record<string, unknown>
  /** 0 to 100; null: not measured */
  risk_score: number | null
  signal_count: number | null
  event_count: number | null
  rule_count: number | null
  created_at: string
  updated_at: string
}

export interface AlertAssign {
  assigned_to_id?: string | null | undefined
  assignee?: string | null | undefined
}

export interface AlertBulkChange {
  /** ids of the alerts; the change applies to all of them, or to none when one does not exist */
  alert_ids: Array<string>
  change: AlertBulkChangeChange
}

export interface AlertBulkChangeChange {
  status?: "new" | "triaged" | "in_progress" | "resolved" | "closed" | undefined
  reason?: string | undefined
  priority?: number | undefined
  assigned_to_id?: string | null | undefined
  add_tags?: Array<string> | undefined
  /** verdict for each alert; refused when it contradicts its reason */
  verdict?: AlertBulkChangeChangeVerdict | undefined
  snooze_minutes?: number | null | undefined
}

/** verdict for each alert; refused when it contradicts its reason */
export interface AlertBulkChangeChangeVerdict {
  corrected_verdict: "true_positive" | "benign_true_positive" | "false_positive" | "benign" | "escalate"
  reason: string
  reason_code: "known_admin_tool" | "approved_pentest" | "expected_service_account" | "known_scanner" | "business_application" | "bad_detection_logic" | "missing_context" | "true_positive_confirmed"
}

export interface AlertBulkDone {
  /** id for undoing the change, valid for a day */
  bulk_id: string
  changed: number
  refused: Array<AlertBulkDoneRefusedItem>
}

export interface AlertBulkDoneRefusedItem {
  alert_id: string
  reason: string
}

export interface AlertBulkUndone {
  restored: Array<string>
  /** alerts changed since, which keep their present state */
  kept: Array<string>
}

export interface AlertCreate {
  title: string
  severity: "info" | "low" | "medium" | "high" | "critical"
  description?: string | undefined
  priority?: number | undefined
  category?: string | undefined
  rule_id?: string | undefined
  connector_id?: string | undefined
  connector_type?: string | undefined
  mitre_tactics?: Array<string> | undefined
  mitre_techniques?: Array<string> | undefined
  affected_ips?: Array<string> | undefined
  affected_hosts?: Array<string> | undefined
  affected_users?: Array<string> | undefined
  tags?: Array<string> | undefined
  confidence?: number | undefined
  confidence_rationale?: Array<string> | undefined
  event_time?: string | undefined
  raw_event?: Record<string, unknown> | undefined
}

export interface AlertDetail {
  id: string
  tenant_id: string
  title: string
  description: string | null
  severity: Open<"info" | "low" | "medium" | "high" | "critical">
  status: Open<"new" | "triaged" | "in_progress" | "resolved" | "closed">
  priority: number
  category: string | null
  rule_id: string | null
  connector_id: string | null
  connector_type: string | null
  external_id: string | null
  external_url: string | null
  mitre_tactics: Array<string>
  mitre_techniques: Array<string>
  affected_ips: Array<string>
  affected_hosts: Array<string>
  affected_users: Array<string>
  tags: Array<string>
  ai_score: number | null
  ai_summary: string | null
  ai_recommendations: Array<string>
  ai_verdict: Open<"true_positive" | "false_positive" | "benign" | "needs_review"> | null
  /** confidence of triage in its verdict, 0 to 1 */
  ai_confidence: number | null
  /** 0 to 100; null: not measured */
  confidence: number | null
  confidence_label: Open<"low" | "medium" | "high"> | null
  confidence_rationale: Array<string>
  disposition: Open<"true_positive" | "benign_true_positive" | "false_positive" | "benign" | "escalate"> | null
  assigned_to_id: string | null
  case_id: string | null
  event_time: string | null
  first_seen: string
  last_seen: string
  snoozed_until: string | null
  snoozed_by_id: string | null
  resolved_at: string | null
  metadata: Record<string, unknown>
  /** 0 to 100; null: not measured */
  risk_score: number | null
  signal_count: number | null
  event_count: number | null
  rule_count: number | null
  created_at: string
  updated_at: string
  narrative: string
  related_entities: Array<AlertDetailRelatedEntitiesItem>
  mini_timeline: Array<AlertHistoryEntry>
  recommended_actions: Array<AlertDetailRecommendedActionsItem>
  /** names of its techniques and tactics by id */
  attack_names: Record<string, string>
  /** signals in order of time; empty when the alert is not composed of signals */
  evidence: Array<AlertDetailEvidenceItem>
  /** number of signals left out of this list */
  evidence_omitted: number
  score: AlertDetailScore | null
  verdict: Verdict | null
  /** event as stored, without secrets; null when there is none */
  raw_event: unknown
}

export interface AlertDetailEvidenceItem {
  order: number
  /** signal */
  kind: string
  signal_id: string
  rule_id: string
  title: string
  language: string
  /** OCSF: 1 informational to 5 critical */
  severity_id: number
  time: string
  last_time: string
  /** number of signals of this rule on this host */
  count: number
  /** some of the event ids, including the first and the last */
  event_uids: Array<string>
  host: string
  user: string
  src_ip: string
  sources: Array<string>
  mitre_tactics: Array<string>
  mitre_techniques: Array<string>
  matched: Array<AlertDetailEvidenceItemMatchedItem>
  /** reason why the signal counts and why it belongs to this story */
  why: string
}

export interface AlertDetailEvidenceItemMatchedItem {
  field: string
  value: string
}

export interface AlertDetailRecommendedActionsItem {
  priority: number
  action: string
  rationale: string
  risk: Open<"low" | "medium" | "high">
}

export interface AlertDetailRelatedEntitiesItem {
  /** principal, network, workflow or tenant */
  group: string
  kind: string
  value: string
  label: string
  pivot: string | null
}

export interface AlertDetailScore {
  /** 0 to 100: the probability times the impact */
  risk: number
  /** logistic function of the bias and what the features contribute */
  probability: number
  /** impact by severity */
  impact: number
  /** `shipped`, or the version of the tenant’s own weights */
  weights: string
  bias: number
  features: Array<AlertDetailScoreFeaturesItem>
}

export interface AlertDetailScoreFeaturesItem {
  name: string
  value: number | null
  weight: number
  /** value times weight */
  contribution: number
  why: string
}

export interface AlertEnrichment {
  entities: Array<AlertEnrichmentEntitiesItem>
  /** entities beyond the first 50, which were not looked up */
  left_out: number
  enriched_at: string | null
}

export interface AlertEnrichmentEntitiesItem {
  kind: Open<"ip" | "domain" | "url" | "hash" | "user" | "host">
  value: string
  answers: Array<AlertEnrichmentEntitiesItemAnswersItem>
}

export interface AlertEnrichmentEntitiesItemAnswersItem {
  provider: string
  status: Open<"found" | "nothing" | "could_not_check">
  reason: string | null
  data: Record<string, unknown> | null
  checked_at: string | null
  age_seconds: number | null
}

export interface AlertEscalate {
  reason?: string | undefined
}

export interface AlertFacetValues {
  facets: Array<AlertFacetValuesFacetsItem>
  /** null: unassigned */
  assignees: Array<AlertFacetValuesAssigneesItem>
  /** number of alerts counted */
  alerts: number
  /** false: only the newest 5,000 were */
  is_whole: boolean
}

export interface AlertFacetValuesAssigneesItem {
  assigned_to_id: string | null
  alerts: number
}

export interface AlertFacetValuesFacetsItem {
  field: Open<"host" | "user" | "ip" | "tactic" | "technique" | "rule" | "source">
  /** values with the most alerts first */
  values: Array<AlertFacetValuesFacetsItemValuesItem>
  /** number of distinct values */
  distinct: number
}

export interface AlertFacetValuesFacetsItemValuesItem {
  value: string
  name: string | null
  alerts: number
}

/** counts over all matches of the filter, not only this page */
export interface AlertFacets {
  total: number
  by_severity: Record<string, number>
  by_status: Record<string, number>
  unresolved: number
}

export interface AlertHistoryEntry {
  id: string
  ts: string
  /** status_change or audit */
  kind: string
  action: string
  summary: string
  from_status: string | null
  to_status: string | null
  actor_id: string
  /** human or automation */
  actor_kind: string
  reason: string | null
  payload: Record<string, unknown>
}

export interface AlertHistoryEntryPage {
  items: Array<AlertHistoryEntry>
  next_cursor?: string | undefined
}

export interface AlertPage {
  items: Array<Alert>
  next_cursor?: string | undefined
  facets: AlertFacets
}

export interface AlertPatch {
  status?: "new" | "triaged" | "in_progress" | "resolved" | "closed" | undefined
  priority?: number | undefined
  tags?: Array<string> | undefined
  assigned_to_id?: string | null | undefined
  assignee?: string | null | undefined
  case_id?: string | null | undefined
  reason?: string | undefined
}

export interface AlertQueue {
  items: Array<QueuedAlert>
  next_cursor?: string | undefined
  counts: AlertQueueCounts
  /** figures without a value, with the reason for each */
  not_measured: Record<string, string>
  generated_at: string
}

export interface AlertQueueCounts {
  all: number
  me: number
  unassigned: number
  /** snoozed alerts, which return to the queue when the snooze ends */
  snoozed: number
  breached: number | null
}

export interface AlertSnooze {
  duration_minutes?: number | undefined
  /** null ends the snooze */
  until?: string | null | undefined
}

export interface AlertStats {
  period: Open<"24h" | "7d" | "30d" | "all">
  facets: AlertFacets
  by_disposition: Record<string, number>
  /** without a disposition */
  undecided: number
  /** unresolved and unassigned */
  unassigned: number
  resolved: number
  mean_seconds_to_resolve: number | null
  /** figures without a value, with the reason for each */
  not_measured: Record<string, string>
}

export interface AlertView {
  id: string
  name: string
  /** filters, order and grouping, in the form of the query string of the queue */
  query: string
  /** columns of the queue, in order; empty: the default ones */
  columns: Array<string>
  updated_at: string
}

export interface AlertViewPage {
  items: Array<AlertView>
  next_cursor?: string | undefined
}

export interface AlertViewPut {
  name: string
  query: string
  columns: Array<string>
}

export interface AnalystLoad {
  user_id: string
  /** number of alerts the person acted on */
  alerts: number
  /** number of alerts with a verdict of the person */
  verdicts: number
  /** alerts that the person resolved or closed */
  resolved: number
  /** unresolved alerts assigned to the person */
  open_now: number
  /** steps without work are left out */
  by_step: Array<AnalystLoadByStepItem>
}

export interface AnalystLoadByStepItem {
  from: string
  alerts: number
}

export interface ApiKey {
  id: string
  name: string
  prefix: string
  scopes: Array<string>
  expires_at: string | null
  /** API keys that created this one; it ends with any of them */
  made_by: Array<string>
  created_at: string
  is_active: boolean
  last_used_at: string | null
}

export interface ApiKeyCreate {
  name: string
  scopes: Array<string>
  expires_in_days?: number | null | undefined
}

export interface ApiKeyPage {
  items: Array<ApiKey>
  next_cursor?: string | undefined
}

export interface ApiKeyPatch {
  name?: string | undefined
  scopes?: Array<string> | undefined
  expires_in_days?: number | null | undefined
}

export interface Appearance {
  product_name: string | null
  primary_color: string | null
  accent_color: string | null
  support_email: string | null
  support_url: string | null
  sender_name: string | null
  footer_text: string | null
  logo: AppearanceLogo | null
  /** source of each field; the tenant can change fields of source tenant */
  sources: AppearanceSources
}

export interface AppearanceLogo {
  /** path of the logo, for signed-in users */
  url: string
  content_type: Open<"image/svg+xml" | "image/png" | "image/jpeg" | "image/webp">
  size_bytes: number
  sha256: string
  updated_at: string
}

/** source of each field; the tenant can change fields of source tenant */
export interface AppearanceSources {
  product_name: Open<"tenant" | "organisation" | "platform">
  primary_color: Open<"tenant" | "organisation" | "platform">
  accent_color: Open<"tenant" | "organisation" | "platform">
  support_email: Open<"tenant" | "organisation" | "platform">
  support_url: Open<"tenant" | "organisation" | "platform">
  sender_name: Open<"tenant" | "organisation" | "platform">
  footer_text: Open<"tenant" | "organisation" | "platform">
  logo: Open<"tenant" | "organisation" | "platform">
}

export interface AppliedSourceTable {
  name: string
  /** version of the table; its events carry the mapping learned:NAME/VERSION */
  version: number
  definition: SourceTable | null
  format: string
  fidelity: AppliedSourceTableFidelity
  applied_by: string
  applied_at: string
}

export interface AppliedSourceTableFidelity {
  /** number of events in the samples */
  events: number
  /** number of events that this table parsed */
  taken: number
  /** number of events with an OCSF class other than base event */
  classed: number
  with_entities: number
  with_time: number
}

export interface AppliedSourceTablePage {
  items: Array<AppliedSourceTable>
  next_cursor?: string | undefined
}

export interface Approval {
  id: string
  title: string
  summary: string
  risk_level: Open<"low" | "medium" | "high" | "critical">
  status: Open<"pending" | "approved" | "denied" | "expired" | "cancelled">
  action: ApprovalAction | null
  action_id: string | null
  requested_by: string
  requested_by_kind: string
  requested_by_person: string | null
  required_user_id: string | null
  /** number of approvals needed */
  quorum: number
  /** number of approvals so far */
  votes: number
  run_id: string | null
  case_id: string | null
  alert_id: string | null
  decided_by: string | null
  decided_for: string | null
  decided_at: string | null
  decision_comment: string | null
  expires_at: string
  reminded_at: string | null
  created_at: string
}

export interface ApprovalAction {
  action_type: string
  target: string
  parameters: Record<string, string>
}

export interface ApprovalCreate {
  title: string
  summary?: string | undefined
  risk_level: "low" | "medium" | "high" | "critical"
  action?: ApprovalCreateAction | undefined
  required_user_id?: string | null | undefined
  quorum?: number | undefined
  case_id?: string | null | undefined
  alert_id?: string | null | undefined
  /** within the next seven days */
  expires_at: string
}

export interface ApprovalCreateAction {
  action_type: string
  target?: string | undefined
  parameters?: Record<string, string> | undefined
}

export interface ApprovalDecision {
  comment?: string | null | undefined
}

export interface ApprovalLink {
  /** token after #token= in the link */
  token: string
}

export interface ApprovalLinkDecided {
  id: string
  status: Open<"pending" | "approved" | "denied" | "expired" | "cancelled">
  quorum: number
  votes: number
}

export interface ApprovalLinkDecision {
  /** token after #token= in the link */
  token: string
  verdict: "approved" | "denied"
  comment?: string | null | undefined
}

export interface ApprovalPage {
  items: Array<Approval>
  next_cursor?: string | undefined
}

export interface Assignee {
  id: string
  name: string
  organisation: string | null
  /** false: the user is deactivated or the delegation has ended, and no alert can be assigned */
  is_active: boolean
}

export interface AssigneePage {
  items: Array<Assignee>
  next_cursor?: string | undefined
}

export interface AtomicSafety {
  is_safe: boolean
  /** SHA-256 of the commands that were reviewed */
  digest: string
}

export interface AtomicTest {
  id: string
  technique_id: string
  technique_name: string
  tactic: string
  name: string
  description: string
  platform: Open<"windows" | "linux" | "network" | "aws" | "okta" | "kubernetes" | "microsoft365">
  source_format: string
  /** events of the test; an execution replaces their names by its own */
  events: Array<Record<string, unknown>>
}

export interface AtomicTestPage {
  items: Array<AtomicTest>
  next_cursor?: string | undefined
}

export interface AtomicsImport {
  files: Array<AtomicsImportFilesItem>
}

export interface AtomicsImportFilesItem {
  name: string
  text: string
}

export interface AtomicsImported {
  added: number
  changed: number
  unchanged: number
  refused: Array<AtomicsImportedRefusedItem>
}

export interface AtomicsImportedRefusedItem {
  file: string
  name: string
  reason: string
}

export interface AttackMatrix {
  hours: number
  /** techniques with a rule; sub-techniques count separately */
  techniques_covered: number
  /** number of techniques in this version of ATT&CK */
  techniques_known: number
  attack_version: string
  hits_unknown_because: string | null
  tactics: Array<AttackMatrixTacticsItem>
}

export interface AttackMatrixTacticsItem {
  /** tactics in the order of an attack; a technique may serve several */
  tactic: string
  techniques: Array<AttackMatrixTacticsItemTechniquesItem>
}

export interface AttackMatrixTacticsItemTechniquesItem {
  technique: string
  name: string | null
  builtin_rules: number
  own_rules: number
  hits: number | null
}

export interface AuditConsistencyProof {
  older: AuditHead
  newer: AuditHead
  /** hashes from the leaf up */
  path: Array<string>
}

export interface AuditEntry {
  id: string
  /** place in the chain; null until it is chained */
  seq: number | null
  tenant_id: string
  /** user, api_key, service, agent, playbook, rule, platform or anonymous */
  actor_kind: string
  actor_id: string | null
  actor_email: string | null
  actor_ip: string | null
  action: string
  resource: string
  resource_id: string | null
  changes: unknown
  created_at: string
  api_key_prefix: string | null
}

export interface AuditEntryPage {
  items: Array<AuditEntry>
  next_cursor?: string | undefined
  /** number of matching entries over all pages; also in X-Total-Rows */
  total: number
}

/** signed over "svc-audit-head-v1", a line feed, and the other members as canonical JSON (RFC 8785) */
export interface AuditHead {
  tenant_id: string
  /** number of entries that the head covers */
  size: number
  time_ms: number
  /** Merkle tree hash of RFC 6962 over the hashes of the entries, hexadecimal */
  root: string
  key_id: string
  /** Ed25519, base64url */
  signature: string
}

export interface AuditInclusionProof {
  /** it is leaf seq - 1 of the tree */
  seq: number
  /** the entry as it was hashed: canonical JSON, personal fields sealed */
  document: string
  /** SHA-256, hexadecimal */
  prev: string
  /** SHA-256 of "svc-audit-entry-v1", a line feed, seq as 64 bits big-endian, prev, and the document */
  hash: string
  head: AuditHead
  /** hashes from the leaf up */
  path: Array<string>
}

export interface AuditKey {
  /** first 16 bytes of the SHA-256 of the public key, hexadecimal */
  key_id: string
  /** Ed25519, 32 bytes, base64url */
  public_key: string
  created_at: string
  /** null: the key signs heads now */
  retired_at: string | null
}

export interface AuditKeyPage {
  items: Array<AuditKey>
  next_cursor?: string | undefined
}

export interface AutonomyGrant {
  id: string
  scope_kind: Open<"alert_class" | "action_verb">
  scope_key: string
  capability: Open<"auto_close" | "auto_execute">
  state: Open<"granted" | "demoted">
  source: Open<"earned" | "operator_override">
  is_override: boolean
  override_reason: string | null
  /** figures at the time of the grant: window and trailing as in AgreementFigures, and the thresholds */
  evidence: Record<string, unknown>
  /** false for auto_close: it is only recorded, and SVC_AUTO_CLOSE_THRESHOLD governs closing */
  is_enforced: boolean
  decided_by: string
  decided_at: string
}

export interface AutonomyGrantAnswer {
  granted: boolean
  state: Open<"shadow" | "granted" | "demoted">
  source: Open<"earned" | "operator_override"> | null
  is_override: boolean
  /** each check that failed */
  refusals: Array<string>
  /** figures at the time of the grant: window and trailing as in AgreementFigures, and the thresholds */
  evidence: Record<string, unknown>
  changed: boolean
}

export interface AutonomyGrantAsk {
  scope_kind: "alert_class" | "action_verb"
  scope_key: string
  capability: "auto_close" | "auto_execute"
  override?: boolean | undefined
  override_reason?: string | null | undefined
}

export interface AutonomyGrantPage {
  items: Array<AutonomyGrant>
  next_cursor?: string | undefined
}

export interface AutonomyKillSwitch {
  tenant: AutonomyStop | null
  installation: AutonomyStop | null
  stopped_because: string | null
}

export interface AutonomyKillSwitchSet {
  stopped: boolean
  reason: string
}

export interface AutonomyStop {
  stopped: boolean
  reason: string
  set_by: string
  set_at: string
}

export interface BrandingPatch {
  product_name?: string | null | undefined
  primary_color?: string | null | undefined
  accent_color?: string | null | undefined
  support_email?: string | null | undefined
  support_url?: string | null | undefined
  sender_name?: string | null | undefined
  footer_text?: string | null | undefined
}

export interface Campaign {
  id: string
  title: string
  action_type: string
  parameters: Record<string, string>
  rationale: string
  requested_by: string
  /** approval that decides on it */
  approval_id: string
  created_at: string
}

export interface CampaignAsk {
  title: string
  action_type: string
  parameters?: Record<string, string> | undefined
  rationale: string
  targets: Array<CampaignAskTargetsItem>
  quorum?: number | undefined
}

export interface CampaignAskTargetsItem {
  tenant_id: string
  target: string
}

export interface CampaignOutcomes {
  campaign: Campaign
  outcomes: Array<CampaignTenant>
}

export interface CampaignState {
  approval_status: Open<"pending" | "approved" | "denied" | "expired" | "cancelled">
  /** number of targets by state */
  tenants: Record<string, number>
}

export interface CampaignStatePage {
  items: Array<CampaignState>
  next_cursor?: string | undefined
}

export interface CampaignTenant {
  /** tenant of the target */
  customer: string
  target: string
  status: Open<"waiting" | "held" | "running" | "completed" | "failed" | "refused" | "not_decided">
  action_id: string | null
  detail: string | null
  updated_at: string
}

export interface Case {
  id: string
  tenant_id: string
  /** such as INC-001; numbered per tenant, without gaps */
  case_number: string
  title: string
  description: string | null
  severity: Open<"info" | "low" | "medium" | "high" | "critical">
  status: Open<"open" | "in_progress" | "resolved" | "closed">
  case_type: string | null
  tags: Array<string>
  mitre_techniques: Array<string>
  compliance_frameworks: Array<string>
  custom_fields: Record<string, unknown>
  assignee_id: string | null
  queue_id: string | null
  sla_policy_id: string | null
  created_by: string
  opened_at: string
  triaged_at: string | null
  acknowledged_at: string | null
  resolved_at: string | null
  closed_at: string | null
  ack_due_at: string | null
  resolve_due_at: string | null
  close_due_at: string | null
  sla: CaseSla
  escalation_level: number
  reopen_count: number
  merged_into_id: string | null
  fanout_results: Array<CaseFanoutResultsItem>
  created_at: string
  updated_at: string
}

export interface CaseAcknowledged {
  id: string
  acknowledged_at: string | null
  is_new: boolean
}

export interface CaseAlertPage {
  items: Array<Alert>
  next_cursor?: string | undefined
}

export interface CaseAlerts {
  alert_ids: Array<string>
}

export interface CaseAssign {
  assignee_id: string | null
}

export interface CaseAttachment {
  id: string
  case_id: string
  name: string
  size_bytes: number
  /** SHA-256 of the uploaded bytes */
  sha256: string
  added_by: string | null
  created_at: string
}

export interface CaseAttachmentPage {
  items: Array<CaseAttachment>
  next_cursor?: string | undefined
}

export interface CaseBulkConfirm {
  confirmation_token: string
  case_ids: Array<string>
}

export interface CaseBulkOffer {
  /** token that confirms exactly these cases, once, for the same person */
  confirmation_token: string
  case_ids: Array<string>
  count: number
  expires_at: string
}

export interface CaseBulkPreview {
  case_ids: Array<string>
  change: CaseBulkPreviewChange
}

export interface CaseBulkPreviewChange {
  status?: "open" | "in_progress" | "resolved" | "closed" | undefined
  reason?: string | undefined
  severity?: "info" | "low" | "medium" | "high" | "critical" | undefined
  assignee_id?: string | null | undefined
  queue_id?: string | null | undefined
  add_tags?: Array<string> | undefined
}

export interface CaseBulkResult {
  results: Array<CaseBulkResultResultsItem>
  changed: number
  refused: number
}

export interface CaseBulkResultResultsItem {
  case_id: string
  case_number: string
  error: string | null
}

export interface CaseComment {
  id: string
  case_id: string
  author_id: string
  body: string
  is_system: boolean
  origin: string | null
  created_at: string
  author: string
}

export interface CaseCommentCreate {
  body: string
}

export interface CaseCommentPage {
  items: Array<CaseComment>
  next_cursor?: string | undefined
}

export interface CaseCreate {
  title?: string | undefined
  description?: string | null | undefined
  case_type?: string | null | undefined
  tags?: Array<string> | undefined
  queue_id?: string | null | undefined
  mitre_techniques?: Array<string> | undefined
  compliance_frameworks?: Array<string> | undefined
  custom_fields?: Record<string, unknown> | undefined
  severity?: "info" | "low" | "medium" | "high" | "critical" | undefined
  assignee_id?: string | null | undefined
  assignee?: string | null | undefined
  alert_ids?: Array<string> | undefined
  push_to_connector_ids?: Array<string> | undefined
  template_id?: string | undefined
}

export interface CaseDetail {
  id: string
  tenant_id: string
  /** such as INC-001; numbered per tenant, without gaps */
  case_number: string
  title: string
  description: string | null
  severity: Open<"info" | "low" | "medium" | "high" | "critical">
  status: Open<"open" | "in_progress" | "resolved" | "closed">
  case_type: string | null
  tags: Array<string>
  mitre_techniques: Array<string>
  compliance_frameworks: Array<string>
  custom_fields: Record<string, unknown>
  assignee_id: string | null
  queue_id: string | null
  sla_policy_id: string | null
  created_by: string
  opened_at: string
  triaged_at: string | null
  acknowledged_at: string | null
  resolved_at: string | null
  closed_at: string | null
  ack_due_at: string | null
  resolve_due_at: string | null
  close_due_at: string | null
  sla: CaseDetailSla
  escalation_level: number
  reopen_count: number
  merged_into_id: string | null
  fanout_results: Array<CaseDetailFanoutResultsItem>
  created_at: string
  updated_at: string
  counts: CaseDetailCounts
  observable_graph: CaseDetailObservableGraph
  evidence_chain: Array<CaseDetailEvidenceChainItem>
  escalations: Array<CaseDetailEscalationsItem>
}

export interface CaseDetailCounts {
  alerts: number
  comments: number
  tasks: number
  tasks_done: number
  attachments: number
  minutes_spent: number
}

export interface CaseDetailEscalationsItem {
  step: number
  notify: string
  due_at: string
  taken_at: string
}

export interface CaseDetailEvidenceChainItem {
  alert_id: string
  title: string
  severity: Open<"info" | "low" | "medium" | "high" | "critical">
  first_seen: string
}

export interface CaseDetailFanoutResultsItem {
  connector_id: string
  connector_type: string | null
  connector_name: string | null
  status: Open<"ok" | "error" | "unsupported" | "skipped">
  external_id: string | null
  external_url: string | null
  external_status: string | null
  error: string | null
}

export interface CaseDetailObservableGraph {
  nodes: Array<CaseDetailObservableGraphNodesItem>
  edges: Array<CaseDetailObservableGraphEdgesItem>
  /** number of nodes beyond 500; only the newest 200 alerts are included */
  left_out: number
}

export interface CaseDetailObservableGraphEdgesItem {
  from: string
  to: string
}

export interface CaseDetailObservableGraphNodesItem {
  id: string
  kind: Open<"ip" | "user" | "host" | "domain" | "hash" | "file" | "process" | "alert">
  value: string
}

export interface CaseDetailSla {
  ack: SlaClock
  resolve: SlaClock
  close: SlaClock
}

export interface CaseEscalationPolicy {
  id: string
  name: string
  queue_id: string
  /** fraction of the acknowledgement target at which the policy triggers */
  trigger_at_sla_fraction: number
  /** steps in order; delays count from the trigger */
  ladder: Array<CaseEscalationPolicyLadderItem>
  enabled: boolean
  created_at: string
  updated_at: string
}

export interface CaseEscalationPolicyCreate {
  name: string
  queue_id: string
  /** fraction of the acknowledgement target at which the policy triggers */
  trigger_at_sla_fraction?: number | undefined
  /** steps in order; delays count from the trigger */
  ladder: Array<CaseEscalationPolicyCreateLadderItem>
  enabled?: boolean | undefined
}

export interface CaseEscalationPolicyCreateLadderItem {
  after_minutes: number
  /** an address, user:NAME, role:soc_lead, rotation:NAME for the person on call, or channel:NAME */
  notify: string
}

export interface CaseEscalationPolicyLadderItem {
  after_minutes: number
  /** an address, user:NAME, role:soc_lead, rotation:NAME for the person on call, or channel:NAME */
  notify: string
}

export interface CaseEscalationPolicyPage {
  items: Array<CaseEscalationPolicy>
  next_cursor?: string | undefined
}

export interface CaseExport {
  items: Array<Case>
  /** cursor of the next page; absent on the last page */
  next_cursor?: string | undefined
  /** end of this page: a later export with it returns the changes since then */
  resume_cursor?: string | undefined
  has_more: boolean
}

/** counts over all matches of the filter, not only this page */
export interface CaseFacets {
  total: number
  by_severity: Record<string, number>
  by_status: Record<string, number>
  unresolved: number
}

export interface CaseFanoutResultsItem {
  connector_id: string
  connector_type: string | null
  connector_name: string | null
  status: Open<"ok" | "error" | "unsupported" | "skipped">
  external_id: string | null
  external_url: string | null
  external_status: string | null
  error: string | null
}

export interface CaseField {
  id: string
  key: string
  label: string
  type: Open<"text" | "number" | "boolean" | "date" | "select">
  /** options of a select field */
  options: Array<string>
  created_at: string
}

export interface CaseFieldCreate {
  key: string
  label: string
  type: "text" | "number" | "boolean" | "date" | "select"
  /** options of a select field */
  options?: Array<string> | undefined
}

export interface CaseFieldPage {
  items: Array<CaseField>
  next_cursor?: string | undefined
}

export interface CaseHandoff {
  id: string
  from_user_id: string
  to_user_id: string
  queue_id: string | null
  notes: string | null
  /** unresolved cases at the time of the handoff */
  case_ids: Array<string>
  started_at: string
  acknowledged_at: string | null
  moved_case_ids: Array<string> | null
}

export interface CaseHandoffCreate {
  to_user_id: string
  queue_id?: string | null | undefined
  notes?: string | null | undefined
}

export interface CaseHandoffPage {
  items: Array<CaseHandoff>
  next_cursor?: string | undefined
}

export interface CaseLedger {
  runs: Array<CaseLedgerRunsItem>
}

export interface CaseLedgerRunsItem {
  run: InvestigationRun
  entries: Array<LedgerEntryDetail>
}

export interface CaseMention {
  id: string
  case_id: string
  comment_id: string
  body: string
  created_at: string
  seen_at: string | null
  author: string | null
}

export interface CaseMentionPage {
  items: Array<CaseMention>
  next_cursor?: string | undefined
}

export interface CaseMerge {
  /** a UUID or a case number such as INC-001 */
  case_id: string
  reason?: string | undefined
}

export interface CaseMove {
  id: string
  kind: Open<"merge" | "split" | "move">
  from_case_id: string
  to_case_id: string
  alert_count: number
  /** alerts that moved along, and return when the move is undone */
  alert_ids: Array<string>
  reason: string | null
  actor_id: string
  actor_kind: Open<"human" | "automation" | "escalation">
  created_at: string
  undone_at: string | null
  undone_by: string | null
}

export interface CaseMoveAlerts {
  /** a UUID or a case number such as INC-001 */
  to_case_id: string
  alert_ids: Array<string>
  reason?: string | undefined
}

export interface CaseMovePage {
  items: Array<CaseMove>
  next_cursor?: string | undefined
}

export interface CaseMoved {
  move: CaseMove
  from: Case
  to: Case
}

export interface CaseObservable {
  id: string
  case_id: string
  kind: Open<"ip" | "user" | "host" | "domain" | "hash" | "file" | "process" | "alert">
  value: string
  added_by: string | null
  created_at: string
}

export interface CaseObservableCreate {
  kind: "ip" | "user" | "host" | "domain" | "hash" | "file" | "process" | "alert"
  value: string
}

export interface CaseObservablePage {
  items: Array<CaseObservable>
  next_cursor?: string | undefined
}

export interface CasePage {
  items: Array<Case>
  next_cursor?: string | undefined
  facets: CaseFacets
}

export interface CasePatch {
  title?: string | undefined
  description?: string | null | undefined
  case_type?: string | null | undefined
  tags?: Array<string> | undefined
  queue_id?: string | null | undefined
  mitre_techniques?: Array<string> | undefined
  compliance_frameworks?: Array<string> | undefined
  custom_fields?: Record<string, unknown> | undefined
  severity?: "info" | "low" | "medium" | "high" | "critical" | undefined
  status?: "open" | "in_progress" | "resolved" | "closed" | undefined
  assignee_id?: string | null | undefined
  assignee?: string | null | undefined
  reason?: string | undefined
}

export interface CasePostMortem {
  headline: string
  overview: CasePostMortemOverview
  detection: CasePostMortemDetection
  response: CasePostMortemResponse
  timeline: Array<CasePostMortemTimelineItem>
  went_well: Array<string>
  fell_short: Array<string>
  action_items: Array<CasePostMortemActionItemsItem>
  as_of: string
  /** true when the case has more than 2,000 entries of a kind; older ones are left out */
  is_cut: boolean
}

export interface CasePostMortemActionItemsItem {
  title: string
  category: Open<"detection" | "process" | "automation" | "tooling" | "documentation" | "training">
  priority: Open<"now" | "next" | "later">
  target_system: string | null
}

export interface CasePostMortemDetection {
  alert_fired_at: string | null
  first_touch_at: string | null
  first_touch_latency_minutes: number | null
  sla_breached: boolean
  breached_clocks: Array<string>
  detection_gaps: Array<string>
}

export interface CasePostMortemOverview {
  label: string
  title: string
  opened_at: string
  triaged_at: string | null
  resolved_at: string | null
  closed_at: string | null
  severity: Open<"info" | "low" | "medium" | "high" | "critical">
  status: Open<"open" | "in_progress" | "resolved" | "closed">
  techniques_by_tactic: Array<CasePostMortemOverviewTechniquesByTacticItem>
  time_to_resolution_minutes: number | null
}

export interface CasePostMortemOverviewTechniquesByTacticItem {
  tactic: string
  techniques: Array<string>
}

export interface CasePostMortemResponse {
  actions: Array<CasePostMortemResponseActionsItem>
  actions_taken: number
  actions_overdue: number
  automated_count: number
  effectiveness_score: number | null
}

export interface CasePostMortemResponseActionsItem {
  category: Open<"triage" | "containment" | "eradication" | "recovery" | "comms" | "evidence" | "escalation" | "other">
  actions: Array<CasePostMortemResponseActionsItemActionsItem>
}

export interface CasePostMortemResponseActionsItemActionsItem {
  title: string
  status: string
  completed_at: string | null
  is_overdue: boolean
  is_automated: boolean
}

export interface CasePostMortemTimelineItem {
  at: string
  type: string
  title: string
  text: string | null
}

export interface CaseQueue {
  id: string
  name: string
  description: string | null
  match_severity: Array<Open<"info" | "low" | "medium" | "high" | "critical">>
  match_tags: Array<string>
  match_case_type: string | null
  /** position among the queues; the lowest matching queue is used */
  precedence: number
  sla_policy_id: string | null
  created_at: string
  updated_at: string
}

export interface CaseQueueCreate {
  name: string
  description?: string | null | undefined
  match_severity?: Array<"info" | "low" | "medium" | "high" | "critical"> | undefined
  match_tags?: Array<string> | undefined
  match_case_type?: string | null | undefined
  /** position among the queues; the lowest matching queue is used */
  precedence?: number | undefined
  sla_policy_id?: string | null | undefined
}

export interface CaseQueuePage {
  items: Array<CaseQueue>
  next_cursor?: string | undefined
}

export interface CaseQueuePatch {
  name?: string | undefined
  description?: string | null | undefined
  match_severity?: Array<"info" | "low" | "medium" | "high" | "critical"> | undefined
  match_tags?: Array<string> | undefined
  match_case_type?: string | null | undefined
  /** position among the queues; the lowest matching queue is used */
  precedence?: number | undefined
  sla_policy_id?: string | null | undefined
}

export interface CaseReopen {
  reason: string
  status?: "open" | "in_progress" | undefined
}

export interface CaseSla {
  ack: SlaClock
  resolve: SlaClock
  close: SlaClock
}

export interface CaseSplit {
  title: string
  severity?: "info" | "low" | "medium" | "high" | "critical" | undefined
  description?: string | null | undefined
  case_type?: string | null | undefined
  tags?: Array<string> | undefined
  queue_id?: string | null | undefined
  mitre_techniques?: Array<string> | undefined
  compliance_frameworks?: Array<string> | undefined
  custom_fields?: Record<string, unknown> | undefined
  assignee_id?: string | null | undefined
  alert_ids: Array<string>
  reason?: string | undefined
}

export interface CaseSummary {
  label: string
  headline: string
  title: string
  description: string | null
  severity: Open<"info" | "low" | "medium" | "high" | "critical">
  status: Open<"open" | "in_progress" | "resolved" | "closed">
  as_of: string
  opened_at: string
  acknowledged_at: string | null
  resolved_at: string | null
  closed_at: string | null
  age_minutes: number
  is_assigned: boolean
  escalation_level: number
  reopen_count: number
  sla: CaseSummarySla
  alerts: CaseSummaryAlerts
  techniques_by_tactic: Array<CaseSummaryTechniquesByTacticItem>
  tasks: CaseSummaryTasks
  open_tasks: Array<CaseSummaryOpenTasksItem>
  latest_comments: Array<CaseSummaryLatestCommentsItem>
  /** true when the case has more than 2,000 entries of a kind; older ones are left out */
  is_cut: boolean
}

export interface CaseSummaryAlerts {
  total: number
  first_fired_at: string | null
}

export interface CaseSummaryLatestCommentsItem {
  at: string
  text: string
}

export interface CaseSummaryOpenTasksItem {
  title: string
  status: Open<"todo" | "in_progress" | "done">
  category: Open<"triage" | "containment" | "eradication" | "recovery" | "comms" | "evidence" | "escalation" | "other">
  due_at: string | null
  blocked_by: string | null
}

export interface CaseSummarySla {
  ack: CaseSummarySlaAck
  resolve: CaseSummarySlaResolve
  close: CaseSummarySlaClose
}

export interface CaseSummarySlaAck {
  due_at: string | null
  met_at: string | null
  state: string
  reason: string | null
}

export interface CaseSummarySlaClose {
  due_at: string | null
  met_at: string | null
  state: string
  reason: string | null
}

export interface CaseSummarySlaResolve {
  due_at: string | null
  met_at: string | null
  state: string
  reason: string | null
}

export interface CaseSummaryTasks {
  total: number
  done: number
  open: number
  overdue: number
}

export interface CaseSummaryTechniquesByTacticItem {
  tactic: string
  techniques: Array<string>
}

export interface CaseTask {
  id: string
  case_id: string
  title: string
  status: Open<"todo" | "in_progress" | "done">
  category: Open<"triage" | "containment" | "eradication" | "recovery" | "comms" | "evidence" | "escalation" | "other">
  assignee_id: string | null
  due_at: string | null
  depends_on_task_id: string | null
  is_automated: boolean
  created_at: string
  completed_at: string | null
  blocked_reason: string | null
}

export interface CaseTaskCreate {
  title: string
  category?: "triage" | "containment" | "eradication" | "recovery" | "comms" | "evidence" | "escalation" | "other" | undefined
  assignee_id?: string | null | undefined
  due_at?: string | null | undefined
  depends_on_task_id?: string | null | undefined
}

export interface CaseTaskPage {
  items: Array<CaseTask>
  next_cursor?: string | undefined
}

export interface CaseTaskPatch {
  title?: string | undefined
  status?: "todo" | "in_progress" | "done" | undefined
  category?: "triage" | "containment" | "eradication" | "recovery" | "comms" | "evidence" | "escalation" | "other" | undefined
  assignee_id?: string | null | undefined
  due_at?: string | null | undefined
  depends_on_task_id?: string | null | undefined
}

export interface CaseTemplate {
  id: string
  name: string
  title: string
  description: string | null
  severity: Open<"info" | "low" | "medium" | "high" | "critical">
  case_type: string | null
  tags: Array<string>
  tasks: Array<CaseTemplateTasksItem>
  created_at: string
}

export interface CaseTemplateCreate {
  name: string
  title: string
  description?: string | null | undefined
  severity?: "info" | "low" | "medium" | "high" | "critical" | undefined
  case_type?: string | null | undefined
  tags?: Array<string> | undefined
  tasks?: Array<CaseTemplateCreateTasksItem> | undefined
}

export interface CaseTemplateCreateTasksItem {
  title: string
  category?: "triage" | "containment" | "eradication" | "recovery" | "comms" | "evidence" | "escalation" | "other" | undefined
  depends_on?: number | null | undefined
  due_minutes?: number | null | undefined
}

export interface CaseTemplatePage {
  items: Array<CaseTemplate>
  next_cursor?: string | undefined
}

export interface CaseTemplateTasksItem {
  title: string
  category: Open<"triage" | "containment" | "eradication" | "recovery" | "comms" | "evidence" | "escalation" | "other">
  depends_on: number | null
  due_minutes: number | null
}

export interface CaseTimeEntry {
  id: string
  case_id: string
  minutes: number
  note: string | null
  created_at: string
  actor: string | null
}

export interface CaseTimeEntryCreate {
  minutes: number
  note?: string | undefined
}

export interface CaseTimeEntryPage {
  items: Array<CaseTimeEntry>
  next_cursor?: string | undefined
}

export interface CaseTimelineEvent {
  id: string
  case_id: string
  type: string
  timestamp: string
  title: string
  description: string | null
  actor_kind: Open<"human" | "automation" | "escalation"> | null
  actor: string | null
}

export interface CaseTimelineEventCreate {
  type?: string | undefined
  title: string
  description?: string | null | undefined
  timestamp?: string | undefined
}

export interface CaseTimelineEventPage {
  items: Array<CaseTimelineEvent>
  next_cursor?: string | undefined
}

export interface CaseTransition {
  id: string
  case_id: string
  from_status: Open<"open" | "in_progress" | "resolved" | "closed">
  to_status: Open<"open" | "in_progress" | "resolved" | "closed">
  actor_id: string
  actor_kind: Open<"human" | "automation" | "escalation">
  reason: string | null
  at: string
  actor: string | null
}

export interface CaseTransitionPage {
  items: Array<CaseTransition>
  next_cursor?: string | undefined
}

export interface ChatLinkCode {
  code: string
  expires_at: string
}

export interface ChatUnlinked {
  unlinked: number
}

export interface CheckedValue {
  /** value as submitted */
  value: string
  ioc_type: Open<"ip" | "cidr" | "domain" | "url" | "md5" | "sha1" | "sha256" | "email" | "filename" | "ja3" | "ja4" | "user_agent"> | null
  normalised: string | null
  /** `flagged`: an indicator matches, and a list says that the value is good; `known_good`: it is on a list, and no indicator matches */
  verdict: Open<"listed" | "flagged" | "known_good" | "unknown" | "not_a_value">
  matches: Array<CheckedValueMatchesItem>
  known_good: Array<CheckedValueKnownGoodItem>
}

export interface CheckedValueKnownGoodItem {
  list: string
  effect: Open<"suppress" | "flag">
  /** matching entry: the value itself, a parent domain or a containing network */
  entry: string
}

export interface CheckedValueMatchesItem {
  id: string
  value: string
  source: string
  severity: Open<"info" | "low" | "medium" | "high" | "critical">
  effective_confidence: number
  threat_actor: string | null
  malware_family: string | null
}

export interface ClosureAuditItem {
  alert_id: string
  title: string
  severity: Open<"info" | "low" | "medium" | "high" | "critical">
  rule_id: string | null
  affected_hosts: Array<string>
  affected_users: Array<string>
  affected_ips: Array<string>
  first_seen: string
  drawn_at: string
}

export interface ClosureAuditItemPage {
  items: Array<ClosureAuditItem>
  next_cursor?: string | undefined
}

export interface ClosureAuditJudged {
  alert_id: string
  verdict: Open<"threat" | "no_threat" | "cannot_tell">
}

export interface ClosureAuditVerdict {
  verdict: "threat" | "no_threat" | "cannot_tell"
  note?: string | null | undefined
}

export interface ComplianceControl {
  framework: string
  /** id of the control in the framework */
  control_id: string
  /** short description in our own words; the publisher holds the official text */
  title: string
  /** measures of this control; with none, only evidence counts */
  measures: Array<Open<"audit_chain" | "audit_days" | "log_retention" | "sources" | "sso" | "second_factor" | "dormant_users" | "api_keys" | "alerts_triaged" | "cases_due" | "detection_rules" | "detection_tested" | "threat_intel" | "oncall" | "tabletop" | "backups">>
  note: string | null
}

export interface ComplianceControlPage {
  items: Array<ComplianceControl>
  next_cursor?: string | undefined
}

export interface ComplianceDashboard {
  framework: string
  name: string
  version: string
  overall_score: number | null
  controls_passing: number
  controls_failing: number
  controls_in_review: number
  controls_unknown: number
  /** true when no record of evidence was changed or removed */
  evidence_intact: boolean
  last_updated: string
  controls: Array<ComplianceDashboardControlsItem>
}

export interface ComplianceDashboardControlsItem {
  control_id: string
  title: string
  status: Open<"passing" | "failing" | "in_review" | "unknown">
  note: string | null
  measures: Array<ComplianceDashboardControlsItemMeasuresItem>
  evidence: ComplianceDashboardControlsItemEvidence | null
}

export interface ComplianceDashboardControlsItemEvidence {
  id: string
  summary: string
  status: Open<"pending" | "accepted" | "rejected">
  collected_at: string
}

export interface ComplianceDashboardControlsItemMeasuresItem {
  id: Open<"audit_chain" | "audit_days" | "log_retention" | "sources" | "sso" | "second_factor" | "dormant_users" | "api_keys" | "alerts_triaged" | "cases_due" | "detection_rules" | "detection_tested" | "threat_intel" | "oncall" | "tabletop" | "backups">
  status: Open<"pass" | "fail" | "unknown">
  detail: string
}

export interface ComplianceEvidence {
  id: string
  seq: number
  framework: string
  control_id: string
  evidence_kind: Open<"alert" | "log" | "screenshot" | "attestation" | "policy" | "runbook" | "other">
  summary: string
  link: string | null
  digest: string | null
  raw_payload: Record<string, unknown> | null
  case_id: string | null
  payload_hash: string
  prev_hash: string
  collected_at: string
  collected_by: string
  status: Open<"pending" | "accepted" | "rejected">
  reviewed_by: string | null
  reviewed_at: string | null
  review_note: string | null
  erased_at: string | null
  /** oldest first; they are downloaded one by one */
  files: Array<ComplianceEvidenceFile>
}

export interface ComplianceEvidenceCreate {
  framework: string
  control_id: string
  evidence_kind: "alert" | "log" | "screenshot" | "attestation" | "policy" | "runbook" | "other"
  summary: string
  link?: string | undefined
  /** SHA-256 of the document behind the link */
  digest?: string | undefined
  raw_payload?: Record<string, unknown> | undefined
  case_id?: string | undefined
}

export interface ComplianceEvidenceFile {
  id: string
  name: string
  size_bytes: number
  sha256: string
  added_by: string
}

export interface ComplianceEvidencePage {
  items: Array<ComplianceEvidence>
  next_cursor?: string | undefined
}

export interface ComplianceEvidenceReview {
  decision: "accepted" | "rejected"
  note?: string | undefined
}

export interface ComplianceFramework {
  id: string
  name: string
  version: string
  /** part of the framework that svc covers */
  scope: string
  controls: number
}

export interface ComplianceFrameworkPage {
  items: Array<ComplianceFramework>
  next_cursor?: string | undefined
}

export interface CompliancePoint {
  framework: string
  /** UTC */
  day: string
  score: number | null
  passing: number
  failing: number
  in_review: number
  unknown: number
  measured: Array<CompliancePointMeasuredItem>
  measured_at: string
}

export interface CompliancePointMeasuredItem {
  id: Open<"audit_chain" | "audit_days" | "log_retention" | "sources" | "sso" | "second_factor" | "dormant_users" | "api_keys" | "alerts_triaged" | "cases_due" | "detection_rules" | "detection_tested" | "threat_intel" | "oncall" | "tabletop" | "backups">
  status: Open<"pass" | "fail" | "unknown">
  detail: string
}

export interface CompliancePointPage {
  items: Array<CompliancePoint>
  next_cursor?: string | undefined
}

export interface ConfigurationApply {
  documents: Array<ConfigurationDocument>
  /** remove resources that no document names, of the kinds included in the documents */
  prune?: boolean | undefined
  /** values of connector secrets, by connector name and field */
  connector_secrets?: Record<string, Record<string, string>> | undefined
  /** digest of the plan to apply */
  digest?: string | undefined
}

export interface ConfigurationChange {
  kind: Open<"placeholders" | "rule" | "overlay" | "playbook" | "hunt" | "sla_target" | "sla_policy" | "branding" | "message_text" | "role" | "connector">
  name: string
  change: Open<"create" | "update" | "delete">
  before: Record<string, unknown> | null
  after: Record<string, unknown> | null
}

export interface ConfigurationDocument {
  kind: Open<"placeholders" | "rule" | "overlay" | "playbook" | "hunt" | "sla_target" | "sla_policy" | "branding" | "message_text" | "role" | "connector">
  name: string
  spec: Record<string, unknown>
}

export interface ConfigurationDocumentPage {
  items: Array<ConfigurationDocument>
  next_cursor?: string | undefined
}

export interface ConfigurationPlan {
  changes: Array<ConfigurationChange>
  unchanged: number
  /** digest to send to apply, which refuses when something changed since */
  digest: string
}

export interface ConfigurationPlanned {
  documents: Array<ConfigurationDocument>
  /** remove resources that no document names, of the kinds included in the documents */
  prune?: boolean | undefined
  /** values of connector secrets, by connector name and field */
  connector_secrets?: Record<string, Record<string, string>> | undefined
}

export interface Connector {
  id: string
  name: string
  type: string
  /** names of the secrets that are set */
  auth_fields: Array<string>
  connector_config: Record<string, string>
  poll_interval_seconds: number
  enabled: boolean
  /** blocked: the source refused the credential; saving the connector tries again */
  state: Open<"new" | "healthy" | "degraded" | "rate_limited" | "blocked" | "disabled">
  state_reason: string | null
  cursor_at: string | null
  next_poll_at: string | null
  consecutive_failures: number
  events_ingested: number | null
  last_poll_at: string | null
  last_event_at: string | null
  created_at: string
  updated_at: string
}

export interface ConnectorChange {
  name?: string | undefined
  /** missing fields are kept, null removes one */
  auth_config?: Record<string, string | null> | undefined
  connector_config?: Record<string, string> | undefined
  poll_interval_seconds?: number | undefined
  enabled?: boolean | undefined
}

export interface ConnectorCreate {
  /** defaults to the title of the type, with a number when that is in use */
  name?: string | undefined
  /** one of /connectors/types */
  type: string
  auth_config?: Record<string, string> | undefined
  connector_config?: Record<string, string> | undefined
  /** default: 300 */
  poll_interval_seconds?: number | undefined
  /** true: polling begins at once */
  enabled?: boolean | undefined
}

export interface ConnectorField {
  name: string
  about: string
  required: boolean
  default: string | null
}

export interface ConnectorPage {
  items: Array<Connector>
  next_cursor?: string | undefined
}

export interface ConnectorPoll {
  id: string
  outcome: Open<"running" | "ok" | "failed" | "rate_limited" | "blocked" | "interrupted">
  from: string
  to: string
  pages: number
  /** events returned by the source, including ones fetched before */
  fetched: number
  added: number | null
  error: string | null
  elapsed_ms: number | null
  began_at: string
  ended_at: string | null
}

export interface ConnectorPollPage {
  items: Array<ConnectorPoll>
  next_cursor?: string | undefined
}

export interface ConnectorStatelessTest {
  /** one of /connectors/types */
  type?: string | undefined
  auth_config?: Record<string, string> | undefined
  connector_config?: Record<string, string> | undefined
}

export interface ConnectorTest {
  ok: boolean
  /** events of the last hour on the first page; none is ingested */
  events: number
  reason: string | null
  newest_event_at: string | null
}

export interface ConnectorTestRequest {
  /** one of /connectors/types */
  type: string
  auth_config?: Record<string, string> | undefined
  connector_config?: Record<string, string> | undefined
}

export interface ConnectorType {
  type: string
  title: string
  category: string
  /** format of its events */
  source_format: string
  /** secrets, write-only */
  auth_config: Array<ConnectorField>
  connector_config: Array<ConnectorField>
}

export interface ConnectorTypePage {
  items: Array<ConnectorType>
  next_cursor?: string | undefined
}

export interface CopilotActionDone {
  action: string
  resource_type: string
  resource_id: string
  made_id: string | null
}

export interface CopilotAnswer {
  model: string
  sentences: Array<CopilotAnswerSentencesItem>
  sources: Array<CopilotAnswerSourcesItem>
  /** number of sentences dropped because no source supports them */
  dropped: number
  query: CopilotAnswerQuery | null
}

export interface CopilotAnswerQuery {
  language: Open<"kql" | "sigma">
  text: string | null
  fault: string | null
  back_test: CopilotAnswerQueryBackTest | null
  not_tried: string | null
}

export interface CopilotAnswerQueryBackTest {
  days: number
  events: number
  would_fire: number
}

export interface CopilotAnswerSentencesItem {
  text: string
  rests: Array<number>
}

export interface CopilotAnswerSourcesItem {
  entry: number
  about: string
}

export interface CopilotContext {
  resource_type: string
  resource_id: string
  suggestions: Array<CopilotContextSuggestionsItem>
}

export interface CopilotContextSuggestionsItem {
  id: string
  title: string
  rationale: string
  risk: string
  action: string | null
}

export interface CopilotQuestion {
  task: "explain" | "next_step" | "customer_summary" | "post_mortem" | "kql" | "sigma"
  resource_type?: "alert" | "case" | "rule" | "playbook" | "hunt" | undefined
  resource_id?: string | undefined
  /** what the query should find, in plain words */
  words?: string | undefined
}

export interface DeadLetter {
  /** id of the newest letter */
  letter_id: string
  /** newest time of receipt */
  last_at: string
  /** number of letters with the same text and reason */
  letters: number
  /** connector id */
  source: string
  source_format: string
  reason: string
  detail: string
  /** size of the whole text */
  bytes: number
  raw: string | null
}

export interface DeadLetterPage {
  items: Array<DeadLetter>
  next_cursor?: string | undefined
}

export interface DeadLetterReplay {
  id: string
  state: Open<"running" | "done" | "cancelled" | "failed">
  /** connector id; empty for any */
  source: string
  /** empty for any */
  reason: string
  /** time up to which letters are replayed */
  until_time: string
  /** letters replayed so far; letters with the same text count once */
  letters: number
  /** events accepted by ingest; undecodable ones become new dead letters */
  accepted: number
  /** events rejected by ingest; their letters remain */
  rejected: number
  fault: string | null
  requested_by: string
  created_at: string
  ended_at: string | null
}

export interface DeadLetterReplayPage {
  items: Array<DeadLetterReplay>
  next_cursor?: string | undefined
}

export interface DeadLetterReplayStart {
  /** connector id */
  source?: string | undefined
  reason?: string | undefined
}

export interface DelegatedToken {
  access_token: string
  token_type: Open<"bearer">
  /** seconds */
  expires_in: number
  tenant_id: string
  role: string
}

export interface Delegation {
  id: string
  tenant_id: string
  home_tenant_id: string
  delegate_id: string
  role: string
  reason: string
  granted_by: string
  created_at: string
  expires_at: string
  revoked_at: string | null
}

export interface DelegationGive {
  /** email of a user of the provider */
  email: string
  role: string
  reason: string
  expires_in_hours: number
}

export interface DelegationPage {
  items: Array<Delegation>
  next_cursor?: string | undefined
}

export interface Deputy {
  id: string
  /** user that the deputy stands in for */
  user_id: string
  deputy_id: string
  from_at: string
  until_at: string
  reason: string
  created_by: string
  created_at: string
  ended_at: string | null
}

export interface DeputyName {
  deputy_id: string
  /** user that the deputy stands in for; default: the caller */
  user_id?: string | undefined
  /** default: now */
  from?: string | undefined
  until: string
  reason?: string | undefined
}

export interface DeputyPage {
  items: Array<Deputy>
  next_cursor?: string | undefined
}

export interface DetachedExportSignature {
  format: Open<"svc-export-v1">
  statement: DetachedExportSignatureStatement
  algorithm: Open<"ed25519">
  /** 32 bytes in base64url */
  public_key: string
  /** base64url, over svc-export-v1, a line feed and the statement as canonical JSON */
  signature: string
}

export interface DetachedExportSignatureStatement {
  tenant_id: string
  export_kind: string
  /** SHA-256 of the exported file; for a folder, of its manifest as canonical JSON without the signature */
  content_sha256: string
  /** SHA-256 of the query as canonical JSON */
  query_digest: string
  /** number of rows in the file */
  row_count: number
  /** false: more rows match than the file holds */
  is_whole: boolean
  signed_at: string
  /** first 16 bytes of the SHA-256 of the public key, in hexadecimal */
  key_id: string
}

export interface Detection {
  id: string
  time: string
  ingest_time: string
  rule_id: string
  rule_title: string
  language: string
  /** OCSF: 1 informational to 5 critical */
  severity_id: number
  source: string
  class_uid: number
  host: string
  user: string
  src_ip: string | null
  event_uids: Array<string>
  techniques: Array<string>
  tactics: Array<string>
  matched: Array<DetectionMatchedItem>
}

export interface DetectionMatchedItem {
  field: string
  value: string
}

export interface DetectionPage {
  items: Array<Detection>
  next_cursor?: string | undefined
}

export interface DetectionProposal {
  id: string
  title: string
  description: string
  rule_language: Open<"sigma" | "eql" | "kql">
  logic: string
  mitre_tags: Array<string>
  base_rule_id: string | null
  promoted_rule_id: string | null
  status: Open<"proposed" | "in_review" | "eval_passed" | "eval_failed" | "approved" | "rejected" | "promoted">
  /** number of stored fixtures */
  positive_fixtures: number
  negative_fixtures: number
  fixture_result: FixtureResult | null
  eval_result: EvalResult | null
  review_comments: Array<DetectionProposalReviewCommentsItem>
  proposed_by: string | null
  proposed_by_id: string | null
  decided_by: string | null
  decision_comment: string | null
  decided_at: string | null
  created_at: string
  updated_at: string
}

export interface DetectionProposalComment {
  comment: string
}

export interface DetectionProposalCreate {
  title: string
  description: string
  /** text of the rule */
  logic: string
  /** default: sigma */
  rule_language?: "sigma" | "eql" | "kql" | undefined
  mitre_tags?: Array<string> | undefined
  base_rule_id?: string | null | undefined
  positive_fixtures?: Array<Record<string, unknown>> | undefined
  negative_fixtures?: Array<Record<string, unknown>> | undefined
}

export interface DetectionProposalDecision {
  decision: "approve" | "reject"
  comment?: string | null | undefined
}

export interface DetectionProposalEval {
  /** report of a harness; further members are stored too */
  eval_report: DetectionProposalEvalEvalReport
  /** percentage points that the score may fall below the baseline; default: 1 */
  max_regression_pp?: number | undefined
}

/** report of a harness; further members are stored too */
export interface DetectionProposalEvalEvalReport {
  score: number
  suite?: string | undefined
}

export interface DetectionProposalFixtures {
  positive_fixtures: Array<Record<string, unknown>>
  negative_fixtures?: Array<Record<string, unknown>> | undefined
}

export interface DetectionProposalPage {
  items: Array<DetectionProposal>
  next_cursor?: string | undefined
}

export interface DetectionProposalReviewCommentsItem {
  author: string
  comment: string
  at: string
}

export interface DetectionRecord {
  /** name of the rule in the tool that detected it */
  rule_id: string
  rule_title: string
  /** OCSF: 1 informational to 5 critical */
  severity_id: number
  time: string
  source?: string | undefined
  class_uid?: number | undefined
  host?: string | undefined
  user?: string | undefined
  src_ip?: string | null | undefined
  event_uids?: Array<string> | undefined
  techniques?: Array<string> | undefined
  tactics?: Array<string> | undefined
  matched?: Array<DetectionRecordMatchedItem> | undefined
}

export interface DetectionRecordMatchedItem {
  field: string
  value: string
}

export interface DetectionStats {
  total: number
  /** number of rules with hits; by_rule shows the first 100 */
  rules_total: number
  by_severity: Array<DetectionStatsBySeverityItem>
  by_rule: Array<DetectionStatsByRuleItem>
  /** the tenant’s own rules by evaluation cost in these hours, with or without hits, the first 100; null: not known, as for built-in and YARA rules */
  by_cost: Array<DetectionStatsByCostItem>
}

export interface DetectionStatsByCostItem {
  rule_id: string
  evaluations: number | null
  mean_us: number | null
  cost_ms: number | null
}

export interface DetectionStatsByRuleItem {
  rule_id: string
  rule_title: string
  hits: number
  last_hit: string
  evaluations: number | null
  mean_us: number | null
  cost_ms: number | null
}

export interface DetectionStatsBySeverityItem {
  severity_id: number
  hits: number
}

export interface EffectivePermissions {
  user_id: string
  roles: Array<EffectivePermissionsRolesItem>
  permissions: Array<string>
  by_permission: Record<string, Array<string>>
}

export interface EffectivePermissionsRolesItem {
  name: string
  /** static, custom, sso or scim */
  source: string
}

export interface Enriched {
  entities: Array<EnrichedEntitiesItem>
}

export interface EnrichedEntitiesItem {
  kind: Open<"ip" | "domain" | "url" | "hash" | "user" | "host">
  value: string
  answers: Array<EnrichedEntitiesItemAnswersItem>
}

export interface EnrichedEntitiesItemAnswersItem {
  provider: string
  status: Open<"found" | "nothing" | "could_not_check">
  reason: string | null
  data: Record<string, unknown> | null
  checked_at: string | null
  age_seconds: number | null
}

export interface EnrichmentRecord {
  name: string
  /** all names of the record, in lower case */
  names: Array<string>
  attributes: Record<string, unknown>
  updated_at: string
}

export interface EnrichmentRecordPage {
  items: Array<EnrichmentRecord>
  next_cursor?: string | undefined
}

export interface EnrichmentRequest {
  entities: Array<EnrichmentRequestEntitiesItem>
  /** maximum age of cached answers; older ones are requested again */
  max_age_seconds?: number | undefined
}

export interface EnrichmentRequestEntitiesItem {
  kind: "ip" | "domain" | "url" | "hash" | "user" | "host"
  value: string
}

export interface EnrichmentTableWrite {
  records: Array<EnrichmentTableWriteRecordsItem>
  /** true: remove all records with other names */
  replace?: boolean | undefined
}

export interface EnrichmentTableWriteRecordsItem {
  name: string
  aliases?: Array<string> | undefined
  attributes?: Record<string, unknown> | undefined
}

export interface EnrichmentTableWritten {
  written: number
  removed: number
  records: number
}

export interface EntityRisk {
  entity: string
  entity_type: Open<"user" | "host" | "ip">
  risk_score: number
  /** sum of the points of its alerts; each halves every week */
  points: number
  /** critical from 80, high from 50, medium from 20 */
  band: Open<"critical" | "high" | "medium" | "low">
  alert_count: number
  last_seen: string
}

export interface EntityRiskDetail {
  entity: string
  entity_type: Open<"user" | "host" | "ip">
  risk_score: number
  /** sum of the points of its alerts; each halves every week */
  points: number
  /** critical from 80, high from 50, medium from 20 */
  band: Open<"critical" | "high" | "medium" | "low">
  alert_count: number
  last_seen: string
  /** alerts with the most points, at most 25 */
  contributors: Array<EntityRiskDetailContributorsItem>
  /** newest alerts of the entity, at most 50 */
  alerts: Array<string>
}

export interface EntityRiskDetailContributorsItem {
  alert_id: string
  title: string
  severity: Open<"info" | "low" | "medium" | "high" | "critical">
  points: number
  time: string
}

export interface EntityRiskPage {
  items: Array<EntityRisk>
  next_cursor?: string | undefined
}

export interface ErasureCertificate {
  statement: ErasureCertificateStatement
  algorithm: Open<"ed25519">
  /** id of a key from GET /audit/keys */
  key_id: string
  /** base64, over the statement as JSON with its members in the order of their names */
  signature: string
}

export interface ErasureCertificateStatement {
  deletion_id: string
  tenant_id: string
  subject_kind: string
  /** SHA-256 of the value in lower case, so that the certificate does not name the subject */
  subject_sha256: string
  requested_at: string
  completed_at: string
  /** names of the searched tables */
  searched: Array<string>
  changed: Record<string, number>
  remains: Array<ErasureCertificateStatementRemainsItem>
}

export interface ErasureCertificateStatementRemainsItem {
  /** a table, or a place outside of tables */
  where: string
  /** number of rows that name the subject; null: not counted */
  rows: number | null
  why: string
}

export interface ErasureProof {
  deletion_id: string
  asked_at: string
  /** true when the subject is not found in anything that this answer has searched */
  is_clean: boolean
  searched: Array<string>
  found: Record<string, number>
  /** remaining records that the certificate lists, counted now */
  remains: Array<ErasureProofRemainsItem>
  /** more files are to be read: send it as after_file with the next request */
  next_file?: string | undefined
}

export interface ErasureProofRemainsItem {
  /** a table, or a place outside of tables */
  where: string
  /** number of rows that name the subject; null: not counted */
  rows: number | null
  why: string
}

export interface ErasureReport {
  user_id: string
  status: Open<"completed">
  /** number of changed or deleted rows, by category */
  affected_counts: Record<string, number>
  completed_at: string
}

export interface EvalBaseline {
  suite: string
  score: number
  payload: Record<string, unknown>
  set_by: string
  set_at: string
}

export interface EvalBaselinePage {
  items: Array<EvalBaseline>
  next_cursor?: string | undefined
}

export interface EvalBaselineSet {
  suite: string
  score: number
  payload?: Record<string, unknown> | undefined
}

export interface EvalResult {
  passed: boolean
  suite: string
  score: number
  baseline: number | null
  delta_pp: number | null
  max_regression_pp: number
  eval_report: Record<string, unknown>
  at: string
  by: string
}

export interface EventFacets {
  facets: Array<EventFacetsFacetsItem>
  from: string
  to: string
  /** true when the whole time span was searched, in the lake and in the archive */
  complete: boolean
  /** parts of the time span that were not fully searched; empty when complete */
  missing: Array<EventFacetsMissingItem>
  /** archive files searched beside the lake, with their events and size */
  archive: EventFacetsArchive
  /** id of the background search that counts over the whole time span, when the time limit was reached; POST only */
  job_id?: string | undefined
}

/** archive files searched beside the lake, with their events and size */
export interface EventFacetsArchive {
  files: number
  events: number
  bytes: number
}

export interface EventFacetsFacetsItem {
  field: string
  /** values with the most events first; null: events without a value */
  values: Array<EventFacetsFacetsItemValuesItem>
  /** number of distinct values, counting a missing value as one */
  distinct: number
  /** number of events with a value that is not listed */
  other_events: number
}

export interface EventFacetsFacetsItemValuesItem {
  value: string | null
  events: number
}

export interface EventFacetsMissingItem {
  from: string
  to: string
  /** time, memory: the query exceeded its limit; unreadable: some events cannot be read back; archived: some events are in archive files that were not searched; lost: files of the archive with events of this time are gone or damaged; rows: the table has more rows or columns than the limit */
  reason: Open<"time" | "memory" | "unreadable" | "archived" | "lost" | "rows">
}

export interface EventFacetsQuery {
  /** field:value, ranges, wildcards, AND OR NOT, and words contained in the raw text; default: every event */
  query?: string | undefined
  /** earliest event time; default: 30 days before to */
  from?: string | undefined
  /** end of the span, exclusive; default: now */
  to?: string | undefined
  fields: Array<string>
  limit?: number | undefined
}

export interface EventField {
  name: string
  /** keyword, text (substring match), hash, ip, number, time, uuid or severity */
  kind: string
  description: string
}

export interface EventFieldList {
  /** named fields; any OCSF path and unmapped.PATH of the original record work as well */
  fields: Array<EventField>
}

export interface EventHistogram {
  events: number
  interval_seconds: number
  /** buckets oldest first, including empty ones; the first and the last may extend beyond the span */
  buckets: Array<EventHistogramBucketsItem>
  from: string
  to: string
  /** true when the whole time span was searched, in the lake and in the archive */
  complete: boolean
  /** parts of the time span that were not fully searched; empty when complete */
  missing: Array<EventHistogramMissingItem>
  /** archive files searched beside the lake, with their events and size */
  archive: EventHistogramArchive
}

/** archive files searched beside the lake, with their events and size */
export interface EventHistogramArchive {
  files: number
  events: number
  bytes: number
}

export interface EventHistogramBucketsItem {
  from: string
  events: number
}

export interface EventHistogramMissingItem {
  from: string
  to: string
  /** time, memory: the query exceeded its limit; unreadable: some events cannot be read back; archived: some events are in archive files that were not searched; lost: files of the archive with events of this time are gone or damaged; rows: the table has more rows or columns than the limit */
  reason: Open<"time" | "memory" | "unreadable" | "archived" | "lost" | "rows">
}

export interface EventHistogramQuery {
  /** field:value, ranges, wildcards, AND OR NOT, and words contained in the raw text; default: every event */
  query?: string | undefined
  /** earliest event time; default: 30 days before to */
  from?: string | undefined
  /** end of the span, exclusive; default: now */
  to?: string | undefined
  /** seconds per bucket; default: one that gives at most 120 buckets */
  interval_seconds?: number | undefined
}

export interface EventReading {
  /** line of the sample or position in the list, from 1 */
  line: number
  /** reason why the event would become a dead letter; empty: it would be stored */
  refused: string
  /** reason why no parser recognised the format; empty: one did */
  unread: string
  /** name and version of the mapping; text/1: not parsed */
  table: string
  /** true when a built-in table or one of the tenant parsed it, not the generic parser */
  is_known: boolean
  class_uid: number
  class_name: string
  activity: string
  status: string
  severity: string
  time: string | null
  entities: Array<EventReadingEntitiesItem>
  message: string
  /** values found only in the raw text of the event */
  not_understood: Array<EventReadingNotUnderstoodItem>
}

export interface EventReadingEntitiesItem {
  name: string
  value: string
}

export interface EventReadingNotUnderstoodItem {
  path: string
  value: string
}

export interface EventSearch {
  /** field:value, ranges, wildcards, AND OR NOT, and words contained in the raw text; default: every event */
  query?: string | undefined
  /** earliest event time; default: 30 days before to */
  from?: string | undefined
  /** end of the span, exclusive; default: now */
  to?: string | undefined
  /** kql: a table and where conditions select events, in the same way as a detection; any other query returns its rows in the member table */
  language?: "lucene" | "kql" | undefined
  /** default: time, source, class_uid, severity, host, user, process_name, src_ip, dst_ip, message */
  fields?: Array<string> | undefined
  limit?: number | undefined
  cursor?: string | undefined
}

export interface EventSearchResult {
  /** newest first */
  events: Array<FoundEvent>
  table?: KqlTable | undefined
  /** cursor of older events; send it with the same query */
  next_cursor?: string | undefined
  from: string
  to: string
  /** true when the whole time span was searched, in the lake and in the archive */
  complete: boolean
  /** parts of the time span that were not fully searched; empty when complete */
  missing: Array<EventSearchResultMissingItem>
  /** archive files searched beside the lake, with their events and size */
  archive: EventSearchResultArchive
  /** id of the background search over the time span not yet searched or, for a table, over all of it */
  job_id?: string | undefined
}

/** archive files searched beside the lake, with their events and size */
export interface EventSearchResultArchive {
  files: number
  events: number
  bytes: number
}

export interface EventSearchResultMissingItem {
  from: string
  to: string
  /** time, memory: the query exceeded its limit; unreadable: some events cannot be read back; archived: some events are in archive files that were not searched; lost: files of the archive with events of this time are gone or damaged; rows: the table has more rows or columns than the limit */
  reason: Open<"time" | "memory" | "unreadable" | "archived" | "lost" | "rows">
}

export interface EventSubmit1 {
  /** OCSF events */
  events: Array<unknown>
  rule_id?: string | undefined
  connector_id?: string | undefined
  connector_type?: string | undefined
  source_format?: string | undefined
  title?: string | undefined
  description?: string | undefined
  severity?: string | undefined
  tags?: Array<string> | undefined
}

export interface EventSubmit3 {
}

export interface EventTail {
  /** field:value, ranges, wildcards, AND OR NOT, and words contained in the raw text; default: every event */
  query?: string | undefined
  /** default: time, source, class_uid, severity, host, user, process_name, src_ip, dst_ip, message */
  fields?: Array<string> | undefined
  /** cursor of the previous answer; default: from now on */
  cursor?: string | undefined
  /** seconds to wait for an event before answering */
  wait_seconds?: number | undefined
}

export interface EventTailPage {
  /** newest first by their time of receipt, 200 at most */
  events: Array<FoundEvent>
  /** number of further matching events, which are not shown */
  dropped: number
  /** number of events, matching or not, stored too late to be examined */
  late: number
  cursor: string
}

export interface EventsSubmitted {
  id: string
  alert_id: string
  status: string
  severity: string
  title: string
  /** events */
  accepted: number
  /** events */
  rejected: number
  /** reasons of the rejected events of this request */
  errors: Array<string>
  timestamp_clamped: number | null
}

export interface ExportJob {
  id: string
  /** full: the limit of 21474836480 bytes or 1000 files is reached, and more events match. withdrawn: its files named a subject that was erased, and were deleted */
  state: Open<"running" | "done" | "full" | "cancelled" | "failed" | "withdrawn">
  query: string
  language: Open<"lucene" | "kql">
  fields: Array<string>
  format: Open<"csv" | "ndjson" | "parquet" | "arrow">
  from_time: string
  to_time: string
  /** events from from_time to this time have been written to the files */
  at_time: string
  rows: number
  bytes: number
  files: Array<ExportJobFilesItem>
  missing: Array<ExportJobMissingItem>
  fault: string | null
  created_at: string
  ended_at: string | null
}

export interface ExportJobFilesItem {
  file: string
  from: string
  to: string
  rows: number
  bytes: number
  sha256: string
}

export interface ExportJobMissingItem {
  from: string
  to: string
  reason: Open<"archived" | "lost" | "bytes" | "unreadable">
}

export interface ExportJobPage {
  items: Array<ExportJob>
  next_cursor?: string | undefined
}

export interface ExportSignature {
  id: string
  tenant_id: string
  export_kind: string
  /** SHA-256 of the exported file */
  content_sha256: string
  /** SHA-256 of the query as canonical JSON */
  query_digest: string
  row_count: number
  /** false: more rows match than the file holds */
  is_whole: boolean
  algorithm: Open<"ed25519">
  key_id: string
  /** base64url */
  signature: string
  exported_by: string
  signed_at: string
}

export interface ExportSignaturePage {
  items: Array<ExportSignature>
  next_cursor?: string | undefined
}

export interface ExportStart {
  /** field:value, ranges, wildcards, AND OR NOT, and words contained in the raw text; default: every event */
  query?: string | undefined
  /** earliest event time; default: 30 days before to */
  from?: string | undefined
  /** end of the span, exclusive; default: now */
  to?: string | undefined
  /** default: lucene; kql: a table and where conditions select events, as in POST /events/search */
  language?: "lucene" | "kql" | undefined
  /** default: csv */
  format?: "csv" | "ndjson" | "parquet" | "arrow" | undefined
  /** default: every column */
  fields?: Array<string> | undefined
}

export interface FederatedAnswer {
  /** newest first */
  rows: Array<FederatedRow>
  row_count: number
  sources: Array<FederatedAnswerSourcesItem>
  /** true when the sources returned more rows than limit */
  truncated: boolean
  /** true when every source searched everything and returned all rows */
  complete: boolean
  /** kinds of matches that may exist without being in the rows */
  cannot_rule_out: Array<string>
}

export interface FederatedAnswerSourcesItem {
  connector_id: string | null
  name: string
  type: string
  verdict: Open<"complete" | "truncated" | "timed_out" | "refused" | "untranslatable" | "failed">
  row_count: number
  duration_ms: number
  reasons: Array<string>
  translation: FederatedTranslation | null
}

export interface FederatedQuery {
  /** query in the syntax of /events/search */
  query: string
  /** ids or names of connectors, and lake; default: all */
  targets?: Array<string> | undefined
  /** at most 31 days */
  time_range?: FederatedQueryTimeRange | undefined
  /** default: 200 */
  limit?: number | undefined
  /** seconds for each source; default: 30 */
  timeout_seconds?: number | undefined
}

/** at most 31 days */
export interface FederatedQueryTimeRange {
  /** default: 24 hours before to */
  from?: string | undefined
  /** default: now */
  to?: string | undefined
}

export interface FederatedRow {
  /** index of the source in sources */
  source: number
  time: string | null
  /** values by the field names of /events/fields */
  fields: Record<string, unknown>
  raw: string | null
}

export interface FederatedTranslate {
  /** query in the syntax of /events/search */
  query: string
  dialects?: Array<"spl" | "kql" | "esql"> | undefined
  /** at most 31 days */
  time_range?: FederatedTranslateTimeRange | undefined
  /** default: 200 */
  limit?: number | undefined
}

/** at most 31 days */
export interface FederatedTranslateTimeRange {
  /** default: 24 hours before to */
  from?: string | undefined
  /** default: now */
  to?: string | undefined
}

export interface FederatedTranslation {
  dialect: Open<"spl" | "kql" | "esql">
  statement: string | null
  predicates: Array<FederatedTranslationPredicatesItem>
  /** limits of the source for this query */
  notes: Array<string>
}

export interface FederatedTranslationPredicatesItem {
  predicate: string
  /** offset in the query, from 0 */
  at: number
  /** filtered_after: the target receives a broader query, and svc filters its rows */
  verdict: Open<"pushed_down" | "filtered_after" | "untranslatable">
  reason: string | null
}

export interface FederatedTranslations {
  translations: Array<FederatedTranslation>
}

export interface FeedValue {
  /** name of a feed, or `internal` for indicators that people of the tenant added */
  source: string
  /** number of active indicators */
  indicators: number
  /** active indicators with a value that no other owner has. Between two feeds of one owner, the value counts for the latest one to supply it */
  unique_indicators: number
  /** number of alerts with an indicator of the feed as evidence */
  alerts: number
  /** number of these alerts closed as true positives */
  confirmed: number
  /** number of these alerts closed as false positives */
  refuted: number
  lead_seconds: number | null
}

export interface FieldAdvice {
  /** language of the searches, one entry for each; an index made for one language serves the others as their entries state */
  language: Open<"lucene" | "kql" | "sql">
  /** field; raw: words without a field, in KQL a column in the conditions, or a table when the query does more than select events */
  field: string
  /** number of searches in the last 30 days that name the field */
  searches: number
  /** number of these searches that exceeded their time limit */
  late: number
  /** total milliseconds of these searches */
  ms: number
  mean_ms: number
  /** proposed: at least 5 searches that took a second or more each, or did not finish; possible: an index can be made; none: no index would help, for the given reason; other values: state of the existing index */
  state: Open<"proposed" | "possible" | "none" | "waiting" | "building" | "built" | "failed">
  reason: string | null
  compares: string | null
  bytes_at_most: number | null
}

export interface FieldAdvicePage {
  items: Array<FieldAdvice>
  next_cursor?: string | undefined
}

export interface FieldIndex {
  id: string
  field: string
  /** waiting: starts within a minute, unless the installation has 16 already; building: finished days use the index, other days are scanned */
  state: Open<"waiting" | "building" | "built" | "failed">
  fault: string | null
  made_by: string
  created_at: string
}

export interface FieldIndexMake {
  field: string
}

export interface FieldIndexPage {
  items: Array<FieldIndex>
  next_cursor?: string | undefined
}

export interface FieldRule {
  id: string
  resource: Open<"alert" | "anomaly" | "approval" | "audit" | "case" | "case_task" | "comment" | "detection" | "entity_risk" | "event" | "honeytoken" | "honeytoken_event" | "indicator" | "investigation" | "ledger_entry" | "observable" | "phishing_submission" | "playbook_run" | "response_action" | "timeline_event" | "user">
  /** members from the outermost, joined by dots */
  field_path: string
  /** roles that see the value; empty: none */
  visible_to_roles: Array<string>
  treatment: Open<"redact" | "mask" | "hash" | "omit">
  enabled: boolean
  created_by: string
  created_at: string
  updated_at: string
}

export interface FieldRuleChange {
  /** roles that see the value; empty: none */
  visible_to_roles?: Array<string> | undefined
  treatment?: "redact" | "mask" | "hash" | "omit" | undefined
  enabled?: boolean | undefined
}

export interface FieldRuleCreate {
  resource: "alert" | "anomaly" | "approval" | "audit" | "case" | "case_task" | "comment" | "detection" | "entity_risk" | "event" | "honeytoken" | "honeytoken_event" | "indicator" | "investigation" | "ledger_entry" | "observable" | "phishing_submission" | "playbook_run" | "response_action" | "timeline_event" | "user"
  field_path: string
  /** roles that see the value; empty: none */
  visible_to_roles: Array<string>
  treatment: "redact" | "mask" | "hash" | "omit"
  enabled?: boolean | undefined
}

export interface FieldRulePage {
  items: Array<FieldRule>
  next_cursor?: string | undefined
}

export interface FixtureResult {
  /** true when every positive fixture matches and no negative one does */
  passed: boolean
  positives: number
  negatives: number
  matched_positives: number
  matched_negatives: number
  faults: Array<FixtureResultFaultsItem>
  /** true when the request supplied the fixtures */
  is_override: boolean
  at: string
  by: string
}

export interface FixtureResultFaultsItem {
  kind: Open<"positive" | "negative">
  index: number
  reason: string
}

export interface FoundEvent {
  event_uid: string
  time: string
  /** values by requested field name; null: no value */
  fields: Record<string, unknown>
  /** fields with values longer than the page shows: texts have their beginning, other values are null */
  cut: Array<string>
  /** true when read from the archive */
  archived?: boolean | undefined
}

export interface Health {
  /** ok or degraded */
  status: string
  subsystems: Record<string, string>
  /** measurements of a subsystem */
  figures: Record<string, Record<string, number>>
  disabled: Array<string>
  airgap: AirgapStatus
}

export interface Honeytoken {
  id: string
  name: string
  description: string | null
  token_type: Open<"url" | "file" | "aws_key" | "email">
  status: Open<"active" | "triggered" | "revoked" | "expired">
  metadata: Record<string, unknown>
  touch_count: number
  last_touched: string | null
  expires_at: string | null
  self_tested_at: string | null
  created_by: string
  created_at: string
  /** path below the origin of the API; a request to it counts as a touch */
  track_path: string
  track_url: string | null
  /** values to deploy; texts that contain track_url are null when there is none */
  decoy: HoneytokenDecoy
}

export interface HoneytokenCreate {
  name: string
  token_type: "url" | "file" | "aws_key" | "email"
  description?: string | undefined
  ttl_days?: number | undefined
  /** address for an email decoy, file_name for a file decoy; user, dns_name and url are deployed names to search for in events; further members are free */
  metadata?: Record<string, unknown> | undefined
}

/** values to deploy; texts that contain track_url are null when there is none */
export interface HoneytokenDecoy {
  address?: string | undefined
  file_name?: string | undefined
  content?: string | null | undefined
  access_key_id?: string | undefined
  secret_access_key?: string | undefined
  profile?: string | null | undefined
}

export interface HoneytokenEvent {
  id: string
  honeytoken_id: string
  source_ip: string
  user_agent: string | null
  method: string
  headers: Record<string, string>
  /** resource: the path behind the address of the decoy, of a web clone the host of the copy; aws_service, aws_operation, aws_region, access_key_id: the call of an AWS client; event_uid, field, value, host, user, source: the event that contains a value of the decoy */
  details: Record<string, string>
  classification: Open<"browser" | "script" | "cloud_client" | "cluster_client" | "site_copy" | "preview" | "event" | "unknown">
  threat_score: number
  alert_id: string | null
  /** true when the touch raised an alert of its own */
  alert_sent: boolean
  /** reasons of the classification, and of not raising an alert */
  reasons: Array<string>
  is_self_test: boolean
  ignored_by: string | null
  /** state of the webhook notification; off: no receiver is configured */
  webhook: Open<"off" | "pending" | "sent" | "failed">
  webhook_fault: string | null
  triggered_at: string
}

export interface HoneytokenEventPage {
  items: Array<HoneytokenEvent>
  next_cursor?: string | undefined
}

export interface HoneytokenIgnore {
  id: string
  addresses: string | null
  user_agent: string | null
  reason: string
  expires_at: string
  is_in_force: boolean
  created_by: string
  created_at: string
}

export interface HoneytokenIgnoreCreate {
  addresses?: string | undefined
  user_agent?: string | undefined
  reason: string
  days: number
}

export interface HoneytokenIgnorePage {
  items: Array<HoneytokenIgnore>
  next_cursor?: string | undefined
}

export interface HoneytokenPage {
  items: Array<Honeytoken>
  next_cursor?: string | undefined
}

export interface HoneytokenPlanting {
  name: string
  token_type: "url" | "file" | "aws_key" | "email"
  ttl_days?: number | undefined
  metadata?: Record<string, unknown> | undefined
  assets: Array<HoneytokenPlantingAssetsItem>
}

export interface HoneytokenPlantingAssetsItem {
  asset: string
  place?: string | undefined
}

export interface HoneytokenSelfTest {
  track_path: string
  expires_at: string
}

export interface HoneytokenStats {
  by_status: Record<string, number>
  by_type: Record<string, number>
  touches: number
  touches_24h: number
  touches_7d: number
  top_sources: Array<HoneytokenStatsTopSourcesItem>
}

export interface HoneytokenStatsTopSourcesItem {
  source_ip: string
  touches: number
  last_touched: string
}

export interface HoneytokensPlanted {
  items: Array<HoneytokensPlantedItemsItem>
}

export interface HoneytokensPlantedItemsItem {
  id: string
  name: string
  asset: string
  track_path: string
}

export interface HostRunBegin {
  machine: string
}

export interface HostRunCreate {
  atomic_id: string
  host: string
  consent: string
  arguments?: Record<string, string> | undefined
  /** default: host, which waits for the logs of the host; runner sends the started processes as exercise events, which tests the rules but not the logs of the host */
  evidence?: "host" | "runner" | undefined
  limit_seconds?: number | undefined
  expected?: Array<HostRunCreateExpectedItem> | undefined
}

export interface HostRunCreateExpectedItem {
  rule_id?: string | null | undefined
  technique_id?: string | null | undefined
  within_seconds: number
}

export interface HostRunReport {
  error: string | null
  test: HostRunReportTest | null
  cleanup: HostRunReportCleanup | null
  processes: Array<HostRunReportProcessesItem>
}

export interface HostRunReportCleanup {
  exit_code: number | null
  timed_out: boolean
  seconds: number
  output: string
  output_cut: boolean
}

export interface HostRunReportProcessesItem {
  image: string
  command_line: string
  parent_image: string
  user: string
  pid: number
  at: string
}

export interface HostRunReportTest {
  exit_code: number | null
  timed_out: boolean
  seconds: number
  output: string
  output_cut: boolean
}

export interface Hunt {
  id: string
  title: string
  hypothesis: string
  techniques: Array<string>
  language: Open<"lucene" | "kql" | "sql">
  query: string
  window_hours: number
  every_minutes: number | null
  /** true: runs on its schedule */
  enabled: boolean
  next_run_at: string | null
  is_builtin: boolean
  created_at: string | null
  updated_at: string | null
  latest_run: HuntRun | null
}

export interface HuntChange {
  title?: string | undefined
  hypothesis?: string | undefined
  techniques?: Array<string> | undefined
  language?: "lucene" | "kql" | "sql" | undefined
  /** SQL contains the time span as {from:DateTime64(3)} and {to:DateTime64(3)} */
  query?: string | undefined
  /** hours that a run looks back */
  window_hours?: number | undefined
  every_minutes?: number | null | undefined
  enabled?: boolean | undefined
}

export interface HuntCreate {
  title: string
  hypothesis: string
  techniques?: Array<string> | undefined
  language?: "lucene" | "kql" | "sql" | undefined
  /** SQL contains the time span as {from:DateTime64(3)} and {to:DateTime64(3)} */
  query: string
  /** hours that a run looks back */
  window_hours?: number | undefined
  every_minutes?: number | null | undefined
  enabled?: boolean | undefined
}

export interface HuntHit {
  ordinal: number
  event_uid: string | null
  event_time: string | null
  /** fields of an event, or columns of a row */
  document: Record<string, unknown>
  mark: Open<"interesting" | "benign"> | null
  note: string | null
  marked_by: string | null
  marked_at: string | null
}

export interface HuntMark {
  ordinals: Array<number>
  mark: "interesting" | "benign" | null
  note?: string | null | undefined
}

export interface HuntMarked {
  marked: number
}

export interface HuntPage {
  items: Array<Hunt>
  next_cursor?: string | undefined
}

export interface HuntResults {
  run: HuntRun | null
  items: Array<HuntHit>
  next_cursor?: string | undefined
}

export interface HuntRun {
  id: string
  hunt_id: string
  state: Open<"queued" | "running" | "done" | "failed" | "cancelled">
  language: Open<"lucene" | "kql" | "sql">
  /** the query at the time of the request */
  query: string
  from: string
  to: string
  requested_by: string | null
  /** number of events or rows kept */
  hits: number
  /** true when more matched than are kept */
  has_more: boolean
  complete: boolean | null
  /** parts of the time span that were not fully searched, with the reason */
  missing: Array<HuntRunMissingItem>
  columns: Array<HuntRunColumnsItem> | null
  error: string | null
  progress: number
  queued_at: string
  started_at: string | null
  ended_at: string | null
}

export interface HuntRunColumnsItem {
  name: string
  type: string
}

export interface HuntRunMissingItem {
  from: string
  to: string
  reason: string
}

export interface HuntRunPage {
  items: Array<HuntRun>
  next_cursor?: string | undefined
}

export interface HuntRunRequest {
  /** default: the window of the hunt before to */
  from?: string | undefined
  /** end of the span, exclusive; default: now */
  to?: string | undefined
}

export interface ImportedAtomic {
  id: string
  /** id from the file; derived from technique and name when the file has none */
  guid: string
  technique_id: string
  technique_name: string
  name: string
  description: string
  platforms: Array<string>
  executor: Open<"sh" | "bash" | "powershell" | "command_prompt" | "manual">
  command: string
  cleanup: string | null
  needs_elevation: boolean
  arguments: Array<ImportedAtomicArgumentsItem>
  prerequisites: Array<ImportedAtomicPrerequisitesItem>
  not_runnable: string | null
  /** SHA-256 of all commands of the test */
  digest: string
  safe_by: string | null
  safe_at: string | null
  imported_by: string
  imported_at: string
}

export interface ImportedAtomicArgumentsItem {
  name: string
  description: string
  default: string
}

export interface ImportedAtomicPage {
  items: Array<ImportedAtomic>
  next_cursor?: string | undefined
}

export interface ImportedAtomicPrerequisitesItem {
  description: string
  executor: Open<"sh" | "bash" | "powershell" | "command_prompt" | "manual">
  check: string
  get: string | null
}

export interface InboxTemplate {
  id: string
  vendor_name: string
  product_name: string
  /** auto: recognised from the event */
  source_format: string
  received_by: string
}

export interface InboxTemplatePage {
  items: Array<InboxTemplate>
  next_cursor?: string | undefined
}

export interface InboxToken {
  id: string
  template_id: string
  label: string
  fingerprint: string
  has_hmac_secret: boolean
  created_at: string
  last_used_at: string | null
  revoked_at: string | null
}

export interface InboxTokenMint {
  template_id: "connector-push" | "cef-syslog" | "splunk-hec" | "email-forwarded" | "k8s-audit" | "webhook-generic" | "webhook-aws-cloudtrail" | "webhook-azure-activity" | "webhook-cloudflare" | "webhook-crowdstrike" | "webhook-defender" | "webhook-github" | "webhook-gitlab" | "webhook-okta" | "webhook-slack" | "webhook-zoom" | "webhook-box" | "webhook-zendesk" | "webhook-tailscale" | "webhook-notion" | "webhook-atlassian" | "webhook-bitbucket" | "webhook-snyk" | "webhook-auth0" | "webhook-onepassword" | "webhook-duo" | "webhook-wiz" | "webhook-orca" | "webhook-canary" | "webhook-sublime" | "webhook-push-security" | "webhook-tines" | "webhook-salesforce" | "webhook-google-workspace" | "webhook-guardduty" | "webhook-elastic" | "webhook-netskope" | "webhook-teleport" | "webhook-sentinelone" | "ai-runtime" | "ai-finding"
  label: string
  hmac_secret?: string | undefined
}

export interface InboxTokenPage {
  items: Array<InboxToken>
  next_cursor?: string | undefined
}

export interface IntelCheck {
  /** values to look up, defanged ones included */
  values: Array<string>
}

export interface IntelChecked {
  values: Array<CheckedValue>
}

export interface IntelEnrich {
  indicators: Array<IntelEnrichIndicatorsItem>
}

export interface IntelEnrichIndicatorsItem {
  type: "ip" | "cidr" | "domain" | "url" | "md5" | "sha1" | "sha256" | "email" | "filename" | "ja3" | "ja4" | "user_agent"
  value: string
}

export interface IntelEnriched {
  indicators: Array<IntelEnrichedIndicatorsItem>
}

export interface IntelEnrichedIndicatorsItem {
  type: Open<"ip" | "cidr" | "domain" | "url" | "md5" | "sha1" | "sha256" | "email" | "filename" | "ja3" | "ja4" | "user_agent">
  value: string
  normalised: string | null
  matches: Array<IntelEnrichedIndicatorsItemMatchesItem>
  /** known-good lists that contain it; a suppressing list keeps indicators from matching */
  known_good: Array<IntelEnrichedIndicatorsItemKnownGoodItem>
  seen: SeenValue | null
  sources_checked: Array<IntelEnrichedIndicatorsItemSourcesCheckedItem>
}

export interface IntelEnrichedIndicatorsItemKnownGoodItem {
  list: string
  effect: Open<"suppress" | "flag">
  /** matching entry: the value itself, a parent domain or a containing network */
  entry: string
}

export interface IntelEnrichedIndicatorsItemMatchesItem {
  id: string
  ioc_type: Open<"ip" | "cidr" | "domain" | "url" | "md5" | "sha1" | "sha256" | "email" | "filename" | "ja3" | "ja4" | "user_agent">
  value: string
  confidence: number
  effective_confidence: number
  severity: Open<"info" | "low" | "medium" | "high" | "critical">
  source: string
  age_days: number
  half_life_days: number
  weak: boolean
  known_good_list: string | null
  threat_actor: string | null
  malware_family: string | null
}

export interface IntelEnrichedIndicatorsItemSourcesCheckedItem {
  name: string
  status: Open<"ok" | "could_not_check">
  reason: string | null
}

export interface IntelFeed {
  id: string
  name: string
  feed_type: Open<"taxii" | "misp" | "otx" | "csv" | "json" | "stix">
  url: string
  /** true when the operator set it for all tenants; tenants cannot change it */
  shared: boolean
  has_api_key: boolean
  config: Record<string, unknown>
  poll_interval: number
  is_enabled: boolean
  status: Open<"never" | "syncing" | "ok" | "failed">
  error: string | null
  progress: IntelFeedProgress
  last_polled_at: string | null
  created_at: string
}

export interface IntelFeedChange {
  is_enabled?: boolean | undefined
  poll_interval?: number | undefined
}

export interface IntelFeedCreate {
  name: string
  feed_type: "taxii" | "misp" | "otx" | "csv" | "json" | "stix"
  url: string
  api_key?: string | undefined
  /** seconds between two syncs; default: 3600 */
  poll_interval?: number | undefined
  config?: IntelFeedCreateConfig | undefined
}

export interface IntelFeedCreateConfig {
  collection?: string | undefined
  username?: string | undefined
}

export interface IntelFeedPage {
  items: Array<IntelFeed>
  next_cursor?: string | undefined
}

export interface IntelFeedProgress {
  pages: number
  indicators: number
  skipped: number
  skip_reasons: Record<string, number>
}

export interface IntelFeedValues {
  /** feeds with the most confirmed alerts first */
  sources: Array<FeedValue>
  from: string
  /** false: there were more than 20,000 alerts, and only the newest were counted */
  is_whole: boolean
}

export interface InvestigationAnswer {
  answer: string
}

export interface InvestigationAnswered {
  run_id: string
  entry_id: string
  seq: number
}

export interface InvestigationQuestion {
  run_id: string
  case_id: string
  /** question by a model, as plain text */
  question: string
  asked_at: string
}

export interface InvestigationQuestionPage {
  items: Array<InvestigationQuestion>
  next_cursor?: string | undefined
}

export interface InvestigationReplay {
  run_id: string
  /** true when the same rules reach the same conclusion from the results in the ledger */
  is_same: boolean
  /** false: not ended, or older than the chaining of entries, so that added entries are not detected */
  is_sealed: boolean
  /** entries that differ from their recorded hash */
  changed: Array<number>
  /** entries added after the run ended */
  added: Array<number>
  /** entries removed from the ledger */
  missing: Array<number>
  /** entries from which an erasure removed a name: their place in the chain is checked, their text is not */
  erased: Array<number>
  /** members of the run changed after it ended */
  header_changed: Array<string>
  summary: string
}

export interface InvestigationReplayRequest {
  run_id: string
}

export interface InvestigationRun {
  id: string
  kind: string
  alert_id: string | null
  case_id: string | null
  status: string
  /** a model, or the rules of this version */
  judged_by: string
  requested_by: string
  verdict: string | null
  confidence: number | null
  summary: string | null
  steps: number
  /** number of sentences dropped because no entry supports them */
  dropped: number
  /** cost of model calls: USD, not_measured or not_applicable_no_model_call */
  cost: string
  error: string | null
  started_at: string
  head_hash: string | null
  completed_at: string | null
}

export interface InvestigationRunPage {
  items: Array<InvestigationRun>
  next_cursor?: string | undefined
}

export interface InvitationAccept {
  token: string
}

export interface Ioc {
  id: string
  /** normalised value */
  value: string
  confidence: number
  severity: Open<"info" | "low" | "medium" | "high" | "critical">
  tlp: Open<"white" | "clear" | "green" | "amber" | "red">
  threat_actor: string | null
  campaign: string | null
  malware_family: string | null
  tags: Array<string>
  source: string
  source_ref: string | null
  linked_alerts: Array<string>
  context: Record<string, unknown>
  is_active: boolean
  expires_at: string | null
  first_seen: string
  last_seen: string
  created_at: string
  /** empty: shared with all tenants */
  tenant_id: string
  ioc_type: Open<"ip" | "cidr" | "domain" | "url" | "md5" | "sha1" | "sha256" | "email" | "filename" | "ja3" | "ja4" | "user_agent">
  false_positive: boolean
}

export interface IocBulk {
  ioc_ids: Array<string>
  /** null deletes the indicators */
  change: IocPatch | null
}

export interface IocCreate {
  ioc_type: "ip" | "cidr" | "domain" | "url" | "md5" | "sha1" | "sha256" | "email" | "filename" | "ja3" | "ja4" | "user_agent"
  value: string
  confidence?: number | undefined
  severity?: "info" | "low" | "medium" | "high" | "critical" | undefined
  tlp?: "white" | "clear" | "green" | "amber" | "red" | undefined
  threat_actor?: string | undefined
  campaign?: string | undefined
  malware_family?: string | undefined
  tags?: Array<string> | undefined
  source_ref?: string | undefined
  expires_at?: string | undefined
  linked_alerts?: Array<string> | undefined
  context?: Record<string, unknown> | undefined
  /** true: neither this nor the shared indicator of the value matches in this tenant */
  false_positive?: boolean | undefined
}

export interface IocPage {
  items: Array<Ioc>
  next_cursor?: string | undefined
}

export interface IocPatch {
  is_active?: boolean | undefined
  false_positive?: boolean | undefined
  confidence?: number | undefined
  expires_at?: string | null | undefined
}

export interface IocsChanged {
  items: Array<IocsChangedItemsItem>
}

export interface IocsChangedItemsItem {
  id: string
  outcome: Open<"changed" | "deleted">
}

export interface KnownWarningList {
  id: string
  name: string
  description: string
  version: string
  entries: Array<string>
}

export interface KnownWarningListPage {
  items: Array<KnownWarningList>
  next_cursor?: string | undefined
}

export interface KqlTable {
  columns: Array<KqlTableColumnsItem>
  /** number of rows of the query; the kept rows are the first ones */
  rows_in_all: number
  render: KqlTableRender | null
  /** tables that the query read */
  reads: Array<KqlTableReadsItem>
  /** rows in the order of the query; integers above 2^53 are strings */
  rows: Array<Array<unknown>>
}

export interface KqlTableColumnsItem {
  name: string
  type: string
}

export interface KqlTableReadsItem {
  table: string
  from: string
  to: string
  /** events in the time span */
  scanned: number
  /** number of those events that the query ran over */
  events: number
}

/** chart that the query requests */
export interface KqlTableRender {
  chart: string
  properties: Record<string, string>
}

export interface LakeCapacity {
  events: number
  /** size of the events as received */
  raw_bytes: number
  bytes_per_event: number | null
  growth: LakeCapacityGrowth | null
  /** days of receipt in UTC, oldest first; days without events are left out */
  days: Array<LakeCapacityDaysItem>
  unmeasured: Array<LakeCapacityUnmeasuredItem>
}

export interface LakeCapacityDaysItem {
  date: string
  events: number
  raw_bytes: number
}

/** mean bytes per day of the last seven whole days, or of fewer if there are fewer; null: none */
export interface LakeCapacityGrowth {
  events_per_day: number
  raw_bytes_per_day: number
}

export interface LakeCapacityUnmeasuredItem {
  figure: string
  reason: string
}

export interface LakeQuery {
  /** one SELECT, DESCRIBE or SHOW TABLES */
  sql: string
  /** maximum number of rows */
  limit?: number | undefined
  /** values of the parameters of the statement, such as {host:String}, as texts */
  parameters?: Record<string, string> | undefined
}

export interface LakeQueryResult {
  columns: Array<LakeQueryResultColumnsItem>
  rows: Array<Array<unknown>>
  complete: boolean
  missing: Array<LakeQueryResultMissingItem>
  /** archive files searched beside the lake, with their events and size */
  archive: LakeQueryResultArchive
  /** what to write instead, for a statement that reads the texts of all events in its time */
  advice?: string | undefined
  /** id of the background search that runs the statement: GET /events/searches/ID/table */
  job_id?: string | undefined
}

/** archive files searched beside the lake, with their events and size */
export interface LakeQueryResultArchive {
  files: number
  events: number
  bytes: number
}

export interface LakeQueryResultColumnsItem {
  name: string
  /** ClickHouse type */
  type: string
}

export interface LakeQueryResultMissingItem {
  /** rows, bytes: the answer reached its limit of rows or bytes; archived: events of this time are in archive files that were not searched; lost: files of the archive with events of this time are gone or damaged; time: the statement exceeded its time limit and continues as job_id */
  reason: Open<"rows" | "bytes" | "archived" | "lost" | "time">
  from?: string | undefined
  to?: string | undefined
}

export interface LedgerEntry {
  id: string
  run_id: string
  seq: number
  kind: string
  agent: string
  summary: string
  model: string | null
  prompt_hash: string | null
  /** SHA-256 of the JSON with sorted names */
  input_hash: string
  output_hash: string
  hash: string | null
  duration_ms: number
  created_at: string
}

export interface LedgerEntryDetail {
  id: string
  run_id: string
  seq: number
  kind: string
  agent: string
  summary: string
  model: string | null
  prompt_hash: string | null
  /** SHA-256 of the JSON with sorted names */
  input_hash: string
  output_hash: string
  hash: string | null
  duration_ms: number
  created_at: string
  payload: Record<string, unknown>
}

export interface LedgerEntryPage {
  items: Array<LedgerEntry>
  next_cursor?: string | undefined
}

export interface LegalHold {
  id: string
  name: string
  matter_ref: string
  subject_kind: Open<"user" | "host" | "case" | "alert" | "ip" | "tenant">
  subject_value: string
  notes: string | null
  placed_by: string
  placed_at: string
  kept_since: string | null
  released_at: string | null
  released_by: string | null
  release_reason: string | null
}

export interface LegalHoldCreate {
  name: string
  matter_ref: string
  subject_kind: "user" | "host" | "case" | "alert" | "ip" | "tenant"
  subject_value: string
  notes?: string | null | undefined
}

export interface LegalHoldPage {
  items: Array<LegalHold>
  next_cursor?: string | undefined
}

export interface LegalHoldRelease {
  reason: string
}

export interface LinkedApproval {
  id: string
  title: string
  summary: string
  status: Open<"pending" | "approved" | "denied" | "expired" | "cancelled">
  risk_level: Open<"low" | "medium" | "high" | "critical">
  blast_radius: string | null
  action: LinkedApprovalAction | null
  requested_by: string
  quorum: number
  votes: number
  case: LinkedApprovalCase | null
  alert: LinkedApprovalAlert | null
  expires_at: string
  link_expires_at: string
  /** true when this link was used to decide */
  is_used: boolean
  /** true when the request changed since the mail was sent; the link no longer decides */
  is_changed: boolean
}

export interface LinkedApprovalAction {
  action_type: string
  target: string
  parameters: Record<string, string>
}

export interface LinkedApprovalAlert {
  id: string
  title: string
  severity: Open<"info" | "low" | "medium" | "high" | "critical">
  disposition: string | null
  entities: Array<string>
}

export interface LinkedApprovalCase {
  id: string
  number: number
  title: string
  severity: Open<"info" | "low" | "medium" | "high" | "critical">
  is_open: boolean
  alerts: number
}

export interface Login {
  email: string
  password: string
  /** tenant, for users with accounts in several */
  tenant?: string | undefined
  /** token from an earlier sign-in on this device; failures elsewhere then do not slow this sign-in */
  device_token?: string | undefined
}

export interface LogoUploaded {
  /** true when parts of an SVG were removed */
  was_sanitized: boolean
  removed: LogoUploadedRemoved
  content_type: Open<"image/svg+xml" | "image/png" | "image/jpeg" | "image/webp">
  size_bytes: number
  sha256: string
}

export interface LogoUploadedRemoved {
  elements: Array<string>
  attributes: Array<string>
}

export interface MarketplaceDone {
  slug: string
  version: string
  content_sha256: string
  installed_at: string
  installed_by: string
  /** true when this version was installed before and nothing changed */
  already_installed: boolean
  parts: Array<MarketplaceDonePartsItem>
}

export interface MarketplaceDonePartsItem {
  path: string
  kind: Open<"rule" | "hunt" | "playbook">
  id: string
  title: string | null
  /** kept: changed since the installation; left_out: deleted since */
  outcome: Open<"created" | "updated" | "unchanged" | "removed" | "kept" | "left_out">
}

export interface MarketplaceInstall {
  version: string
  content_sha256: string
  installed_at: string
  /** id of a user, or another kind of actor */
  installed_by: string
  updated_at: string
}

export interface MarketplaceItem {
  slug: string
  name: string
  version: string
  /** pack: items of several kinds */
  kind: Open<"detection" | "hunt" | "playbook" | "connector" | "pack">
  description: string
  author: string
  category: string
  severity: string | null
  mitre_techniques: Array<string>
  tags: Array<string>
  source: Open<"builtin" | "remote">
  content_sha256: string
  installed: MarketplaceInstall | null
  /** true when the catalogue has another version than the installed one */
  update_available: boolean
}

export interface MarketplaceItemDetail {
  slug: string
  name: string
  version: string
  /** pack: items of several kinds */
  kind: Open<"detection" | "hunt" | "playbook" | "connector" | "pack">
  description: string
  author: string
  category: string
  severity: string | null
  mitre_techniques: Array<string>
  tags: Array<string>
  source: Open<"builtin" | "remote">
  content_sha256: string
  installed: MarketplaceInstall | null
  /** true when the catalogue has another version than the installed one */
  update_available: boolean
  files: Array<MarketplaceItemDetailFilesItem>
  /** settings for new connectors; the credential must be added */
  connectors: Array<MarketplaceItemDetailConnectorsItem>
  /** reasons why it cannot be installed */
  problems: Array<MarketplaceItemDetailProblemsItem>
  /** parts with their state in the tenant, when installed */
  parts: Array<MarketplacePart>
}

export interface MarketplaceItemDetailConnectorsItem {
  path: string
  type: string
  name: string
  about: string
  settings: Record<string, string>
}

export interface MarketplaceItemDetailFilesItem {
  path: string
  text: string
}

export interface MarketplaceItemDetailProblemsItem {
  path: string
  reason: string
}

export interface MarketplaceList {
  items: Array<MarketplaceItem>
  next_cursor?: string | undefined
  /** number of items over all pages */
  total: number
  stats: MarketplaceListStats
  /** number of items that name a technique */
  mitre_coverage: Record<string, number>
  /** slugs, including items no longer in any catalogue */
  installed_ids: Array<string>
  broken: Array<MarketplaceListBrokenItem>
  remote: MarketplaceListRemote
}

export interface MarketplaceListBrokenItem {
  slug: string
  reason: string
}

export interface MarketplaceListRemote {
  state: Open<"off" | "ok" | "unavailable" | "refused">
  reason: string | null
  as_of: string | null
}

export interface MarketplaceListStats {
  by_kind: Record<string, number>
  installed: number
}

export interface MarketplacePart {
  path: string
  kind: Open<"rule" | "hunt" | "playbook">
  id: string
  title: string | null
  /** changes by people since the installation */
  state: Open<"as_installed" | "changed" | "gone">
}

export interface McpServer {
  id: string
  /** name; tools are called mcp.NAME.TOOL */
  name: string
  label: string
  /** URL of the streamable HTTP endpoint */
  url: string
  /** tools that may be called; empty: none */
  tool_allowlist: Array<string>
  timeout_seconds: number
  max_response_bytes: number
  enabled: boolean
  has_credential: boolean
  created_at: string
  updated_at: string
}

export interface McpServerChange {
  /** name; tools are called mcp.NAME.TOOL */
  name?: string | undefined
  label?: string | undefined
  /** URL of the streamable HTTP endpoint */
  url?: string | undefined
  /** tools that may be called; empty: none */
  tool_allowlist?: Array<string> | undefined
  timeout_seconds?: number | undefined
  max_response_bytes?: number | undefined
  enabled?: boolean | undefined
  credential?: Record<string, string> | null | undefined
}

export interface McpServerCreate {
  /** name; tools are called mcp.NAME.TOOL */
  name: string
  /** URL of the streamable HTTP endpoint */
  url: string
  /** default: the name */
  label?: string | undefined
  credential?: Record<string, string> | null | undefined
  /** tools that may be called; empty: none */
  tool_allowlist?: Array<string> | undefined
  /** default: 20 */
  timeout_seconds?: number | undefined
  /** default: 65536 */
  max_response_bytes?: number | undefined
  /** default: false */
  enabled?: boolean | undefined
}

export interface McpServerPage {
  items: Array<McpServer>
  next_cursor?: string | undefined
}

export interface McpServerTest {
  ok: boolean
  reason: string | null
  tools: Array<McpTool> | null
  /** true when only the first 500 tools are listed */
  is_cut: boolean
}

export interface McpTool {
  name: string
  id: string
  description: string | null
  /** true when the description addresses a model; it is then shown to nobody */
  description_dropped: boolean
  input_schema: McpToolInputSchema
  allowed: boolean
  refusal: string | null
}

export interface McpToolInputSchema {
  type: Open<"object">
  properties: Record<string, McpToolInputSchemaPropertiesValue>
  required: Array<string>
}

export interface McpToolInputSchemaPropertiesValue {
  type: string
  description?: string | undefined
}

export interface Me {
  id: string
  tenant_id: string
  email: string
  username: string
  role: string
  is_active: boolean
  preferences: Record<string, unknown>
  /** set while a one-time password is in use */
  password_expires_at: string | null
  /** permissions of the credential of the request; * means all */
  permissions: Array<string>
  /** set while a user of a provider works in this tenant; tenant_id and role then belong to this tenant */
  delegation: MeDelegation | null
}

export interface MeDelegation {
  id: string
  /** tenant in which the person has an account */
  home_tenant_id: string
  /** role that the delegation grants in this tenant */
  role: string
  reason: string
  granted_by: string
  expires_at: string
}

export interface MePatch {
  preferences: Record<string, unknown>
}

export interface MessagePreview {
  subject: string
  text: string
  html: string
}

export interface MessageText {
  kind: Open<"escalation" | "sla_breach" | "sla_forecast" | "approval" | "oncall_handoff" | "mention" | "assignment" | "case_handoff" | "connector_health" | "source_health" | "coverage_drift" | "honeytoken" | "invitation" | "password_reset" | "test" | "digest">
  /** event that sends the message */
  about: string
  subject: string | null
  body: string | null
  /** level that set each text */
  sources: MessageTextSources
  subject_placeholders: Array<string>
  body_placeholders: Array<string>
}

export interface MessageTextChange {
  subject?: string | null | undefined
  body?: string | null | undefined
}

export interface MessageTextPage {
  items: Array<MessageText>
  next_cursor?: string | undefined
}

/** level that set each text */
export interface MessageTextSources {
  subject: Open<"tenant" | "organisation" | "platform">
  body: Open<"tenant" | "organisation" | "platform">
}

export interface MispPush {
  indicator_id: string
  state: Open<"waiting" | "pushed" | "failed">
  attempts: number
  error: string | null
  pushed_at: string | null
  requested_at: string
}

export interface MispPushPage {
  items: Array<MispPush>
  next_cursor?: string | undefined
}

export interface MissedThreats {
  weeks: number
  /** number of alerts closed by triage itself */
  closed: number
  drawn: number
  judged: number
  threats: number
  /** undecidable alerts, which count as threats in the bound */
  cannot_tell: number
  target: number
  rate: number | null
  rate_at_most: number | null
  /** true when the bound does not exceed the target */
  is_bounded: boolean
}

export interface ModelComparison {
  id: string
  status: Open<"running" | "completed" | "failed">
  model: string | null
  prompt_note: string | null
  run_ids: Array<string>
  results: Array<ModelComparisonResultsItem>
  summary: ModelComparisonSummary
  error: string | null
  requested_by: string
  created_at: string
  completed_at: string | null
}

export interface ModelComparisonBegin {
  run_ids?: Array<string> | undefined
  /** default: 50 */
  newest?: number | undefined
  model?: string | undefined
  prompt_note?: string | undefined
}

export interface ModelComparisonPage {
  items: Array<ModelComparison>
  next_cursor?: string | undefined
}

export interface ModelComparisonResultsItem {
  run_id: string
  kind: Open<"triage" | "investigation">
  label: string | null
  before: ModelComparisonResultsItemBefore
  after: ModelComparisonResultsItemAfter | null
  error: string | null
  is_same_verdict: boolean
  steps_added: Array<string>
  steps_gone: Array<string>
  claims_added: Array<string>
  claims_gone: Array<string>
  cost_usd: number | null
}

export interface ModelComparisonResultsItemAfter {
  verdict: string | null
  confidence: number | null
  /** tools in call order */
  steps: Array<string>
  /** supported sentences */
  claims: Array<string>
}

export interface ModelComparisonResultsItemBefore {
  verdict: string | null
  confidence: number | null
  /** tools in call order */
  steps: Array<string>
  /** supported sentences */
  claims: Array<string>
}

export interface ModelComparisonSummary {
  runs: number
  compared: number
  failed: number
  /** number of runs with another verdict */
  changed: number
  labelled: number
  right_before: number | null
  right_after: number | null
}

export interface ModelCredential {
  provider: Open<"svc" | "anthropic" | "azure-openai" | "openai-compatible">
  base_url: string | null
  model: string | null
  has_api_key: boolean
  settings: Record<string, unknown>
  enabled: boolean
  created_at: string
  updated_at: string
  last_rotated_at: string | null
}

export interface ModelCredentialPut {
  provider: "svc" | "anthropic" | "azure-openai" | "openai-compatible"
  base_url?: string | null | undefined
  model?: string | null | undefined
  api_key?: string | null | undefined
  settings?: Record<string, unknown> | undefined
  enabled?: boolean | undefined
}

export interface ModelStatus {
  source: Open<"tenant" | "installation"> | null
  provider: Open<"svc" | "anthropic" | "azure-openai" | "openai-compatible"> | null
  model: string | null
  base_url: string | null
  host: string | null
  key_set: boolean
  airgap_enabled: boolean
  airgap_compliant: boolean
  is_local: boolean
  effective_path: Open<"live" | "deterministic_fallback">
  policy_note: string
  /** use of today’s budget (UTC) */
  today: ModelStatusToday
}

/** use of today’s budget (UTC) */
export interface ModelStatusToday {
  calls: number
  calls_max: number
  /** tokens used; for running requests, the reserved tokens */
  tokens: number
  tokens_max: number
  cost_usd: number | null
}

export interface ModelTest {
  ok: boolean
  reason: string | null
  model: string | null
  duration_ms: number | null
  prompt_tokens: number | null
  completion_tokens: number | null
  cost_usd: number | null
}

export interface NewApiKey {
  id: string
  name: string
  prefix: string
  scopes: Array<string>
  expires_at: string | null
  /** API keys that created this one; it ends with any of them */
  made_by: Array<string>
  created_at: string
  /** shown only once */
  key: string
}

export interface NewInboxToken {
  id: string
  template_id: string
  label: string
  fingerprint: string
  /** shown only once */
  token: string
  /** path on the ingest service; a path that contains the token is secret too */
  inbox_url: string
}

export interface NewIoc {
  id: string
  /** normalised value */
  value: string
  confidence: number
  severity: Open<"info" | "low" | "medium" | "high" | "critical">
  tlp: Open<"white" | "clear" | "green" | "amber" | "red">
  threat_actor: string | null
  campaign: string | null
  malware_family: string | null
  tags: Array<string>
  source: string
  source_ref: string | null
  linked_alerts: Array<string>
  context: Record<string, unknown>
  is_active: boolean
  expires_at: string | null
  first_seen: string
  last_seen: string
  created_at: string
  /** empty: shared with all tenants */
  tenant_id: string
  ioc_type: Open<"ip" | "cidr" | "domain" | "url" | "md5" | "sha1" | "sha256" | "email" | "filename" | "ja3" | "ja4" | "user_agent">
  false_positive: boolean
  seen: SeenValue | null
  seen_unknown_because: string | null
  misp: MispPush | null
  /** equivalent values, such as the URL of a value sent without a scheme with http and with https */
  others: Array<Ioc>
}

export interface NewProvisioningToken {
  id: string
  name: string
  /** the first characters of the secret */
  prefix: string
  /** tenant of the token */
  org_id: string
  created_at: string
  last_used_at: string | null
  expires_at: string | null
  revoked_at: string | null
  rotated_from_id: string | null
  active: boolean
  /** shown only once */
  token: string
}

export interface NotificationPreferences {
  user_id: string
  /** channels in the order of delivery attempts: mail, push, slack and teams to the linked account, sms and voice to the verified number */
  channels: Array<string>
  /** minimum severity of sent messages; urgent ones are always sent */
  min_severity: Open<"info" | "low" | "medium" | "high" | "critical">
  /** kinds of general notifications to receive as well */
  kinds: Array<string>
  quiet_from: string | null
  quiet_to: string | null
  /** time zone of the quiet hours, such as Europe/Berlin */
  time_zone: string
}

export interface NotificationPreferencesPut {
  channels: Array<"mail" | "push" | "slack" | "teams" | "sms" | "voice">
  min_severity?: "info" | "low" | "medium" | "high" | "critical" | undefined
  kinds?: Array<"approval" | "sla_breach" | "sla_forecast" | "connector_health" | "source_health" | "honeytoken" | "coverage_drift"> | undefined
  quiet_from?: string | null | undefined
  quiet_to?: string | null | undefined
  time_zone?: string | undefined
}

export interface NotificationReceipt {
  id: string
  notification_id: string
  kind: Open<"escalation" | "sla_breach" | "sla_forecast" | "approval" | "oncall_handoff" | "mention" | "assignment" | "case_handoff" | "connector_health" | "source_health" | "coverage_drift" | "honeytoken" | "report" | "invitation" | "password_reset" | "phone_code" | "test">
  severity: Open<"info" | "low" | "medium" | "high" | "critical"> | null
  title: string
  /** console page of the message */
  path: string
  about_kind: string | null
  about_id: string | null
  /** receiver as named by the escalation ladder or the sender */
  receiver: string
  user_id: string | null
  channel: Open<"mail" | "push" | "chat" | "slack" | "teams" | "sms" | "voice" | "none">
  address: string
  status: Open<"queued" | "waiting" | "sending" | "sent" | "delivered" | "seen" | "answered" | "failed" | "skipped">
  reason: string | null
  tries: number
  digest_id: string | null
  created_at: string
  sent_at: string | null
  seen_at: string | null
  answered_at: string | null
}

export interface NotificationReceiptPage {
  items: Array<NotificationReceipt>
  next_cursor?: string | undefined
}

export interface NotificationState {
  mail: NotificationStateMail
  push: NotificationStatePush
  mail_from: string | null
}

export interface NotificationStateMail {
  is_configured: boolean
  reason: string | null
}

export interface NotificationStatePush {
  is_configured: boolean
  reason: string | null
}

export interface NotificationTest {
  notification_id: string
}

export interface NotificationsSeen {
  ids: Array<string>
}

export interface NotificationsSeenCount {
  seen: number
}

export interface OcsfVersion {
  /** OCSF version of events in answers */
  version: string
  /** OCSF version of stored events, the same for every tenant */
  stored_as: string
  available: Array<string>
}

export interface OcsfVersionPut {
  version: string
}

export interface OnDuty {
  rotation_id: string
  rotation: string
  turn: number | null
  scheduled: Responder | null
  override: OncallOverride | null
  covered: Responder | null
  responder: Responder | null
  /** true when the scheduled person is offline or snoozed */
  is_stand_in: boolean
  next_handoff: string
}

export interface OnDutyPage {
  items: Array<OnDuty>
  next_cursor?: string | undefined
}

export interface OncallOverridden {
  override: OncallOverride
  in_return: OncallOverride | null
}

export interface OncallOverride {
  id: string
  rotation_id: string
  /** person on call in place of whoever has the shift */
  user_id: string
  from_at: string
  until_at: string
  reason: string
  created_by: string
  created_at: string
  ended_at: string | null
  ended_by: string | null
}

export interface OncallOverrideCreate {
  rotation_id: string
  user_id: string
  from: string
  until: string
  reason: string
  in_return?: OncallOverrideCreateInReturn | null | undefined
}

export interface OncallOverrideCreateInReturn {
  from: string
  until: string
}

export interface OncallOverridePage {
  items: Array<OncallOverride>
  next_cursor?: string | undefined
}

export interface OncallShift {
  rotation_id: string
  user_id: string
  from_at: string
  until_at: string
  override_id: string | null
  covered_user_id: string | null
}

export interface OncallShiftPage {
  items: Array<OncallShift>
  next_cursor?: string | undefined
}

export interface OneTimePassword {
  /** one-time password, shown only once; valid for one sign-in */
  password: string
  password_expires_at: string
}

export interface Organisation {
  id: string
  name: string
  /** mssp or enterprise */
  kind: string
  /** true when this is the provider’s own tenant */
  is_home: boolean
  created_at: string
}

export interface OrganisationPortfolio {
  items: Array<PortfolioTenant>
  next_cursor?: string | undefined
  /** tenants for which the answer is empty or incomplete */
  not_read: Array<OrganisationPortfolioNotReadItem>
  /** true when delegations reach more than 500 tenants; the answer covers the first 500 by id */
  tenants_left_off: boolean
}

export interface OrganisationPortfolioNotReadItem {
  tenant_id: string
  reason: string
}

export interface OrganisationQueue {
  items: Array<OrganisationQueueItem>
  next_cursor?: string | undefined
  tenants_read: number
  /** tenants for which the answer is empty or incomplete */
  not_read: Array<OrganisationQueueNotReadItem>
  /** true when delegations reach more than 500 tenants; the answer covers the first 500 by id */
  tenants_left_off: boolean
}

export interface OrganisationQueueItem {
  tenant_id: string
  tenant_name: string
  delegation_id: string
  kind: Open<"alert" | "case">
  id: string
  number: string | null
  title: string
  severity: Open<"info" | "low" | "medium" | "high" | "critical">
  status: string
  /** priority of the alert; for a case, the priority of an alert with its severity */
  priority: number
  assigned_to_id: string | null
  assigned_to: string | null
  waiting_since: string
  due_at: string | null
  is_overdue: boolean | null
  /** fields hidden by the field rules of the tenant */
  withheld_fields: Array<string>
}

export interface OrganisationQueueNotReadItem {
  tenant_id: string
  reason: string
}

export interface OrganisationTemplate {
  id: string
  name: string
  description: string | null
  documents: Array<ConfigurationDocument>
  updated_by: string
  updated_at: string
}

export interface OrganisationTemplateApplied {
  items: Array<OrganisationTemplateAppliedItemsItem>
  not_applied: Array<OrganisationTemplateAppliedNotAppliedItem>
}

export interface OrganisationTemplateAppliedItemsItem {
  tenant_id: string
  changes: number
}

export interface OrganisationTemplateAppliedNotAppliedItem {
  tenant_id: string
  reason: string
}

export interface OrganisationTemplateApply {
  tenants: Array<OrganisationTemplateApplyTenantsItem>
  prune?: boolean | undefined
}

export interface OrganisationTemplateApplyTenantsItem {
  tenant_id: string
  digest: string
}

export interface OrganisationTemplatePage {
  items: Array<OrganisationTemplate>
  next_cursor?: string | undefined
}

export interface OrganisationTemplatePlan {
  items: Array<OrganisationTemplatePlanItemsItem>
  not_read: Array<OrganisationTemplatePlanNotReadItem>
  tenants_left_off: boolean
}

export interface OrganisationTemplatePlanItemsItem {
  tenant_id: string
  tenant_name: string
  changes: Array<ConfigurationChange>
  unchanged: number
  /** digest to send to apply, which refuses when something changed since */
  digest: string
}

export interface OrganisationTemplatePlanNotReadItem {
  tenant_id: string
  reason: string
}

export interface OrganisationTemplatePlanned {
  /** default: all tenants under delegation */
  tenants?: Array<string> | undefined
  /** remove resources that the template does not name, of the kinds it includes */
  prune?: boolean | undefined
}

export interface OrganisationTemplatePut {
  name: string
  description?: string | null | undefined
  documents?: Array<ConfigurationDocument> | undefined
  from_this_tenant?: Array<"placeholders" | "rule" | "overlay" | "playbook" | "hunt" | "sla_target" | "sla_policy" | "branding" | "message_text" | "role" | "connector"> | undefined
}

export interface OrganisationTenant {
  id: string
}

export interface OrganisationTenantPage {
  items: Array<OrganisationTenant>
  next_cursor?: string | undefined
}

export interface OrganisationUsage {
  start: string
  end: string
  items: Array<OrganisationUsageItemsItem>
  /** totals over the listed tenants */
  totals: Record<string, number>
  /** false: a tenant is missing, or a figure is not measured */
  is_whole: boolean
  /** tenants for which the answer is empty or incomplete */
  not_read: Array<OrganisationUsageNotReadItem>
  /** true when delegations reach more than 500 tenants; the answer covers the first 500 by id */
  tenants_left_off: boolean
}

export interface OrganisationUsageItemsItem {
  tenant_id: string
  tenant_name: string
  totals: Record<string, number>
  now: Record<string, number>
  unmeasured: Array<OrganisationUsageItemsItemUnmeasuredItem>
}

export interface OrganisationUsageItemsItemUnmeasuredItem {
  meter: string
  reason: string
}

export interface OrganisationUsageNotReadItem {
  tenant_id: string
  reason: string
}

export interface OsqueryAnswer {
  node_id: string
  state: Open<"asked" | "answered" | "failed">
  is_late: boolean
  rows: Array<Record<string, string>> | null
  row_count: number | null
  /** number of rows beyond the limit, which were dropped */
  left_out: number
  error: string | null
  asked_at: string
  answered_at: string | null
}

export interface OsqueryAnswerPage {
  items: Array<OsqueryAnswer>
  next_cursor?: string | undefined
}

export interface OsqueryConfig {
  options?: Record<string, string | number | boolean> | undefined
  schedule?: Record<string, OsqueryConfigScheduleValue> | undefined
  packs?: Record<string, OsqueryConfigPacksValue> | undefined
  decorators?: OsqueryConfigDecorators | undefined
  file_paths?: Record<string, Array<string>> | undefined
}

export interface OsqueryConfigDecorators {
  load?: Array<string> | undefined
  always?: Array<string> | undefined
}

export interface OsqueryConfigOfTenant {
  config: OsqueryConfig
  updated_at: string | null
}

export interface OsqueryConfigPacksValue {
  platform?: string | undefined
  version?: string | undefined
  shard?: number | undefined
  discovery?: Array<string> | undefined
  queries: Record<string, OsqueryConfigPacksValueQueriesValue>
}

export interface OsqueryConfigPacksValueQueriesValue {
  query: string
  /** seconds */
  interval: number
  /** true: report all rows each time; false: only added and removed rows */
  snapshot?: boolean | undefined
  /** true (default): report removed rows too */
  removed?: boolean | undefined
  platform?: string | undefined
  version?: string | undefined
  shard?: number | undefined
  denylist?: boolean | undefined
  description?: string | undefined
}

export interface OsqueryConfigScheduleValue {
  query: string
  /** seconds */
  interval: number
  /** true: report all rows each time; false: only added and removed rows */
  snapshot?: boolean | undefined
  /** true (default): report removed rows too */
  removed?: boolean | undefined
  platform?: string | undefined
  version?: string | undefined
  shard?: number | undefined
  denylist?: boolean | undefined
  description?: string | undefined
}

export interface OsqueryNode {
  id: string
  host_identifier: string
  hostname: string | null
  platform: string | null
  os_name: string | null
  osquery_version: string | null
  enrolled_at: string
  /** accurate to about ten seconds */
  last_seen_at: string
  revoked_at: string | null
}

export interface OsqueryNodePage {
  items: Array<OsqueryNode>
  next_cursor?: string | undefined
}

export interface OsqueryQueryCreate {
  sql: string
  /** ids, host identifiers or host names; default: every host */
  hosts?: Array<string> | undefined
  deadline_seconds?: number | undefined
}

export interface OsqueryQueryWithCounts {
  counts: OsqueryQueryWithCountsCounts
}

export interface OsqueryQueryWithCountsCounts {
  /** number of hosts that fetched the query */
  asked: number
  answered: number
  failed: number
  /** number of hosts that fetched the query and did not answer before the deadline */
  late: number
  rows: number
}

export interface OsqueryQueryWithCountsPage {
  items: Array<OsqueryQueryWithCounts>
  next_cursor?: string | undefined
}

export interface OsquerySecret {
  id: string
  label: string
  created_by: string
  created_at: string
  revoked_at: string | null
}

export interface OsquerySecretCreate {
  label: string
}

export interface OsquerySecretMade {
  id: string
  label: string
  created_by: string
  created_at: string
  secret: string
}

export interface OsquerySecretPage {
  items: Array<OsquerySecret>
  next_cursor?: string | undefined
}

export interface Overlay {
  rule_id: string
  disabled: boolean
  min_severity: Open<"informational" | "low" | "medium" | "high" | "critical"> | null
  /** suppressed when each field has one of its values; a CIDR block such as 10.0.0.0/8 matches the addresses in it */
  suppress_when: Record<string, Array<string>>
  /** suppressed when any field has one of its values; a CIDR block such as 10.0.0.0/8 matches the addresses in it */
  allowlists: Record<string, Array<string>>
  author: string
  reason: string
  updated_at: string
}

export interface OverlayPage {
  items: Array<Overlay>
  next_cursor?: string | undefined
}

export interface OverlayPut {
  disabled?: boolean | undefined
  min_severity?: "informational" | "low" | "medium" | "high" | "critical" | null | undefined
  /** suppressed when each field has one of its values; a CIDR block such as 10.0.0.0/8 matches the addresses in it */
  suppress_when?: Record<string, Array<string>> | undefined
  /** suppressed when any field has one of its values; a CIDR block such as 10.0.0.0/8 matches the addresses in it */
  allowlists?: Record<string, Array<string>> | undefined
  reason: string
}

export interface OwnPhone {
  /** E.164 */
  number: string
  asked_at: string
  verified_at: string | null
}

export interface OwnPhoneCode {
  code: string
}

export interface OwnPhonePut {
  /** E.164 */
  number: string
}

export interface OwnPhoneState {
  phone: OwnPhone | null
}

export interface OwnPhoneVerified {
  is_verified: boolean
}

export interface Passkey {
  id: string
  device_name: string
  transports: Array<string>
  is_discoverable: boolean
  last_used_at: string | null
  created_at: string
}

export interface PasskeyChallenge {
  /** email, for authenticators without discoverable passkeys */
  email?: string | undefined
}

export interface PasskeyOptions {
  challenge: string
  /** seconds */
  expires_in: number
  /** PublicKeyCredentialCreationOptionsJSON or PublicKeyCredentialRequestOptionsJSON of WebAuthn Level 3 */
  publicKey: Record<string, unknown>
}

export interface PasskeyPage {
  items: Array<Passkey>
  next_cursor?: string | undefined
}

export interface PasskeyRegister {
  challenge: string
  credential: PasskeyRegisterCredential
  device_name: string
}

export interface PasskeyRegisterCredential {
  id: string
  rawId: string
  type: "public-key"
  response: PasskeyRegisterCredentialResponse
  clientExtensionResults: Record<string, unknown>
  authenticatorAttachment?: string | null | undefined
}

export interface PasskeyRegisterCredentialResponse {
  clientDataJSON: string
  attestationObject: string
}

export interface PasskeyVerify {
  challenge: string
  credential: PasskeyVerifyCredential
}

export interface PasskeyVerifyCredential {
  id: string
  rawId: string
  type: "public-key"
  response: PasskeyVerifyCredentialResponse
  clientExtensionResults: Record<string, unknown>
  authenticatorAttachment?: string | null | undefined
}

export interface PasskeyVerifyCredentialResponse {
  clientDataJSON: string
  authenticatorData: string
  signature: string
}

export interface PasswordChange {
  current_password: string
  new_password: string
}

export interface PasswordResetConfirm {
  token: string
  new_password: string
}

export interface PasswordResetRequest {
  email: string
  tenant?: string | undefined
}

export interface PasswordResetRequested {
}

export interface Permission {
  id: string
  name: string
  description: string
  /** first word of the name; custom: defined by the tenant */
  category: string
  is_system: boolean
}

export interface PermissionCreate {
  /** custom: followed by one to three words */
  name: string
  description: string
}

export interface PermissionPage {
  items: Array<Permission>
  next_cursor?: string | undefined
}

export interface PermissionPut {
  description: string
}

export interface PhishingSubmission {
  id: string
  artifact_kind: Open<"email" | "url" | "attachment" | "domain">
  subject: string | null
  sender: string | null
  /** no_signs does not mean harmless */
  verdict: Open<"malicious" | "suspicious" | "no_signs">
  score: number
  signals: Array<PhishingSubmissionSignalsItem>
  authentication: PhishingSubmissionAuthentication | null
  links: Array<PhishingSubmissionLinksItem>
  attachments: Array<PhishingSubmissionAttachmentsItem>
  attachment_hashes: Array<string>
  not_checked: Array<string>
  alert_id: string | null
  submitted_by: string
  created_at: string
}

export interface PhishingSubmissionAttachmentsItem {
  name: string
  type: string
  bytes: number
  sha256: string
}

/** results of the receiving mail server */
export interface PhishingSubmissionAuthentication {
  spf: Open<"pass" | "fail" | "other" | "none">
  dkim: Open<"pass" | "fail" | "other" | "none">
  dmarc: Open<"pass" | "fail" | "other" | "none">
}

export interface PhishingSubmissionLinksItem {
  url: string
  text: string
}

export interface PhishingSubmissionPage {
  items: Array<PhishingSubmission>
  next_cursor?: string | undefined
}

export interface PhishingSubmissionSignalsItem {
  name: string
  weight: number
  detail: string
}

export interface PhishingSubmit {
  artifact_kind: "email" | "url" | "attachment" | "domain"
  /** email: the message with headers; domain: the domain name */
  raw_content?: string | undefined
  sender?: string | undefined
  subject?: string | undefined
  urls?: Array<string> | undefined
  /** SHA-256 of attachments; files are never stored */
  attachment_hashes?: Array<string> | undefined
}

export interface Playbook {
  id: string
  version: number
  enabled: boolean
  is_builtin: boolean
  author: string | null
  /** playbook with name, trigger and steps, as in docs/playbooks.md */
  document: Record<string, unknown>
  created_at: string | null
  updated_at: string | null
  name: string
  description: string
  tags: Array<string>
  trigger: string
}

export interface PlaybookChange {
  /** playbook with name, trigger and steps, as in docs/playbooks.md */
  document?: Record<string, unknown> | undefined
  enabled?: boolean | undefined
}

export interface PlaybookCheck {
  /** playbook with name, trigger and steps, as in docs/playbooks.md */
  document: Record<string, unknown>
}

export interface PlaybookChecked {
  valid: boolean
  problems: Array<PlaybookCheckedProblemsItem>
}

export interface PlaybookCheckedProblemsItem {
  path: string
  reason: string
}

export interface PlaybookCreate {
  /** playbook with name, trigger and steps, as in docs/playbooks.md */
  document: Record<string, unknown>
  enabled?: boolean | undefined
}

export interface PlaybookDryRun {
  /** playbook with name, trigger and steps, as in docs/playbooks.md */
  document: Record<string, unknown>
  playbook_id?: string | null | undefined
  /** value of `trigger` in the steps */
  context?: Record<string, unknown> | undefined
  alert_id?: string | null | undefined
  case_id?: string | null | undefined
}

export interface PlaybookExecute {
  /** value of `trigger` in the steps */
  context?: Record<string, unknown> | undefined
  alert_id?: string | null | undefined
  case_id?: string | null | undefined
  dry_run?: boolean | undefined
}

export interface PlaybookHook {
  hook_id: string
  playbook_id: string
  label: string
  created_by: string
  created_at: string
  last_used: string | null
}

export interface PlaybookHookCreate {
  label: string
}

export interface PlaybookHookCreated {
  hook_id: string
  playbook_id: string
  label: string
  created_by: string
  created_at: string
  last_used: string | null
  /** secret that signs deliveries, shown only once */
  secret: string
}

export interface PlaybookHookPage {
  items: Array<PlaybookHook>
  next_cursor?: string | undefined
}

export interface PlaybookHookStarted {
  status: Open<"started" | "repeated" | "condition_not_met">
  run_id: string | null
}

export interface PlaybookPage {
  items: Array<Playbook>
  next_cursor?: string | undefined
}

export interface PlaybookRollback {
  version: number
}

export interface PlaybookRun {
  run_id: string
  /** `draft` for a document that was never saved */
  playbook_id: string
  /** 0: a draft */
  version: number
  status: Open<"pending" | "running" | "waiting" | "completed" | "failed" | "denied" | "expired" | "cancelled">
  dry_run: boolean
  trigger: string
  requested_by: string
  requested_by_person: string | null
  case_id: string | null
  alert_id: string | null
  parent_run_id: string | null
  step: string | null
  steps_executed: number
  steps_total: number
  waits_for: string | null
  deadline: string | null
  error: string | null
  started_at: string
  completed_at: string | null
}

export interface PlaybookRunDetail {
  run_id: string
  /** `draft` for a document that was never saved */
  playbook_id: string
  /** 0: a draft */
  version: number
  status: Open<"pending" | "running" | "waiting" | "completed" | "failed" | "denied" | "expired" | "cancelled">
  dry_run: boolean
  trigger: string
  requested_by: string
  requested_by_person: string | null
  case_id: string | null
  alert_id: string | null
  parent_run_id: string | null
  step: string | null
  steps_executed: number
  steps_total: number
  waits_for: string | null
  deadline: string | null
  error: string | null
  started_at: string
  completed_at: string | null
  /** the playbook at the start of the run */
  document: Record<string, unknown>
  trigger_data: Record<string, unknown>
  step_results: Array<PlaybookRunStep>
}

export interface PlaybookRunPage {
  items: Array<PlaybookRun>
  next_cursor?: string | undefined
}

export interface PlaybookRunStep {
  seq: number
  step_id: string
  type: string
  outcome: string
  executed: boolean
  verification: string | null
  reason: string | null
  detail: string | null
  ref: string | null
  at: string
}

export interface PlaybookSecret {
  name: string
  hosts: Array<string>
  changed_by: string
  changed_at: string
}

export interface PlaybookSecretPage {
  items: Array<PlaybookSecret>
  next_cursor?: string | undefined
}

export interface PlaybookSecretPut {
  value: string
  /** hosts that may receive the secret, with the port if the address has one: siem.example:8089 */
  hosts: Array<string>
}

export interface PlaybookVersion {
  version: number
  author: string | null
  /** playbook with name, trigger and steps, as in docs/playbooks.md */
  document: Record<string, unknown>
  created_at: string
}

export interface PlaybookVersionPage {
  items: Array<PlaybookVersion>
  next_cursor?: string | undefined
}

export interface PortfolioTenant {
  tenant_id: string
  tenant_name: string
  delegation_id: string
  role: string
  expires_at: string
  open_alerts: number | null
  critical_alerts: number | null
  overdue_alerts: number | null
  open_cases: number | null
  overdue_cases: number | null
  sources: number | null
  late_sources: number | null
  events_24h: number | null
  /** figures without a value, with the reason for each */
  not_measured: Record<string, string>
}

export interface Presence {
  user_id: string
  user_email: string
  user_name: string
  status: Open<"available" | "busy" | "offline" | "snoozed">
  schedule_ref: string | null
  rotation: string | null
  note: string | null
  until: string | null
  updated_at: string
}

export interface PresencePage {
  items: Array<Presence>
  next_cursor?: string | undefined
}

export interface PresencePut {
  status: "available" | "busy" | "offline" | "snoozed"
  note?: string | null | undefined
  rotation?: string | null | undefined
  schedule_ref?: string | null | undefined
  /** minutes of the state snoozed; default: 60 */
  snooze_minutes?: number | undefined
}

export interface Problem {
  type: string
  title: string
  status: number
  /** text, or the list of faults for 422 */
  detail: string | Array<ProblemDetail2Item>
  instance: string
  code: string
}

export interface ProblemDetail2Item {
  loc: Array<string | number>
  msg: string
  type: string
}

export interface ProcessStart {
  event_uid: string
  time: string
  process_name: string | null
  cmd_line: string | null
  user: string | null
  pid: number | null
  parent_pid: number | null
  parent_uid: string | null
}

export interface ProcessTree {
  host: string
  focus_uid: string | null
  /** parents before children; at most some 100 */
  nodes: Array<ProcessStart>
  /** parts of the tree that may be missing, with the reason */
  not_shown: Array<string>
}

export interface ProvisioningToken {
  id: string
  name: string
  /** the first characters of the secret */
  prefix: string
  /** tenant of the token */
  org_id: string
  created_at: string
  last_used_at: string | null
  expires_at: string | null
  revoked_at: string | null
  rotated_from_id: string | null
  active: boolean
}

export interface ProvisioningTokenCreate {
  name: string
  expires_in_days?: number | null | undefined
}

export interface ProvisioningTokenPage {
  items: Array<ProvisioningToken>
  next_cursor?: string | undefined
}

export interface ProvisioningTokenRotate {
  /** hours until the old secret expires; 0 revokes it at once */
  grace_hours?: number | undefined
}

export interface PurpleAlarm {
  id: string
  /** test in a mode, or rule or technique on a host */
  subject: string
  technique_id: string | null
  title: string
  /** execution or contract without a detection */
  missed_by: string
  /** previous execution or contract, with a detection */
  detected_by: string
  raised_at: string
  resolved_at: string | null
}

export interface PurpleAlarmPage {
  items: Array<PurpleAlarm>
  next_cursor?: string | undefined
}

export interface PurpleExpectation {
  id: string
  host_run_id: string | null
  rule_id: string | null
  technique_id: string | null
  host: string
  evidence: Open<"host" | "runner">
  since: string
  deadline: string
  status: Open<"waiting" | "met" | "missed" | "unknown">
  /** time at which each link was first observed */
  links: PurpleExpectationLinks
  last_link: Open<"arrived" | "normalised" | "matched" | "fused" | "alerted"> | null
  missing_link: Open<"arrived" | "normalised" | "matched" | "fused" | "alerted"> | null
  alert_id: string | null
  /** rules that matched on the host since then */
  found_rules: Array<string>
  error: string | null
  created_by: string
  created_at: string
  decided_at: string | null
}

export interface PurpleExpectationCreate {
  rule_id?: string | undefined
  /** of ATT&CK, such as T1059.004 */
  technique_id?: string | undefined
  host: string
  within_seconds?: number | undefined
}

/** time at which each link was first observed */
export interface PurpleExpectationLinks {
  arrived?: string | undefined
  normalised?: string | undefined
  matched?: string | undefined
  fused?: string | undefined
  alerted?: string | undefined
}

export interface PurpleExpectationPage {
  items: Array<PurpleExpectation>
  next_cursor?: string | undefined
}

export interface PurpleHostRun {
  id: string
  atomic_id: string
  atomic_name: string
  technique_id: string
  host: string
  evidence: Open<"host" | "runner">
  steps: PurpleHostRunSteps
  limit_seconds: number
  expected: Array<PurpleHostRunExpectedItem>
  status: Open<"waiting" | "running" | "done" | "failed" | "cancelled" | "expired" | "lost">
  requested_by: string
  requested_at: string
  expires_at: string
  runner: string | null
  began_at: string | null
  ended_at: string | null
  result: HostRunReport | null
  evidence_at: string | null
}

export interface PurpleHostRunExpectedItem {
  rule_id?: string | null | undefined
  technique_id?: string | null | undefined
  within_seconds: number
}

export interface PurpleHostRunPage {
  items: Array<PurpleHostRun>
  next_cursor?: string | undefined
}

export interface PurpleHostRunSteps {
  executor: Open<"sh" | "bash" | "powershell" | "command_prompt" | "manual">
  command: string
  cleanup: string | null
  needs_elevation: boolean
  platforms: Array<string>
  prerequisites: Array<PurpleHostRunStepsPrerequisitesItem>
}

export interface PurpleHostRunStepsPrerequisitesItem {
  description: string
  executor: Open<"sh" | "bash" | "powershell" | "command_prompt" | "manual">
  check: string
  get: string | null
}

export interface PurpleRound {
  id: string
  schedule_id: string
  name: string
  mode: Open<"live" | "dry">
  tests: number
  detected: number | null
  missed: number | null
  unknown: number | null
  started_at: string
  ended_at: string | null
}

export interface PurpleRoundPage {
  items: Array<PurpleRound>
  next_cursor?: string | undefined
}

export interface PurpleSchedule {
  id: string
  name: string
  /** empty: the whole catalogue */
  test_ids: Array<string>
  mode: Open<"live" | "dry">
  every_hours: number
  enabled: boolean
  created_by: string
  created_at: string
  /** time of the next round */
  next_at: string
}

export interface PurpleSchedulePage {
  items: Array<PurpleSchedule>
  next_cursor?: string | undefined
}

export interface PurpleScheduleWrite {
  name: string
  every_hours: number
  /** default: live */
  mode?: "live" | "dry" | undefined
  /** empty: the whole catalogue */
  test_ids?: Array<string> | undefined
  enabled?: boolean | undefined
}

export interface PurpleTeamCoverage {
  /** number of techniques with an active rule or a test */
  total_techniques: number
  techniques_with_rules: number
  tested_techniques: number
  /** number of techniques with all tests detected */
  detected_techniques: number
  overall_coverage: number | null
  techniques: Array<PurpleTeamCoverageTechniquesItem>
  /** rules that detected a test in its latest run, with the number of tests */
  tested_rules: Array<PurpleTeamCoverageTestedRulesItem>
}

export interface PurpleTeamCoverageTechniquesItem {
  technique_id: string
  name: string | null
  rules: number
  tests: number
  /** number of tests with a known outcome */
  tested: number
  status: Open<"detected" | "partly" | "missed" | "untested">
  last_execution: PurpleTeamCoverageTechniquesItemLastExecution | null
}

export interface PurpleTeamCoverageTechniquesItemLastExecution {
  id: string
  atomic_test_id: string
  outcome: Open<"detected" | "missed">
  completed_at: string
}

export interface PurpleTeamCoverageTestedRulesItem {
  rule_id: string
  tests: number
  last_at: string
}

export interface PurpleTeamDrift {
  from: PurpleTeamSnapshot
  to: PurpleTeamSnapshot
  /** techniques newly named by rules */
  added: Array<string>
  /** techniques that no rule names any more */
  dropped: Array<string>
  changed: Array<PurpleTeamDriftChangedItem>
}

export interface PurpleTeamDriftChangedItem {
  technique_id: string
  from: Open<"detected" | "partly" | "missed" | "untested">
  to: Open<"detected" | "partly" | "missed" | "untested">
}

export interface PurpleTeamExecution {
  id: string
  atomic_test_id: string
  technique_id: string
  platform: Open<"windows" | "linux" | "network" | "aws" | "okta" | "kubernetes" | "microsoft365">
  mode: Open<"live" | "dry">
  status: Open<"pending" | "running" | "success" | "failed" | "cancelled">
  outcome: Open<"detected" | "missed"> | null
  detected: boolean | null
  detection_latency_seconds: number | null
  events: number
  events_stored: number | null
  findings: Array<PurpleTeamExecutionFindingsItem>
  /** rules that a dry execution cannot evaluate */
  undecided: Array<PurpleTeamExecutionUndecidedItem>
  alert_id: string | null
  alert_seconds: number | null
  last_link: Open<"sent" | "stored" | "rule_matched" | "alert"> | null
  missing_link: Open<"sent" | "stored" | "rule_matched" | "alert"> | null
  error: string | null
  wait_seconds: number
  requested_by: string
  queued_at: string
  started_at: string | null
  completed_at: string | null
}

export interface PurpleTeamExecutionCreate {
  atomic_test_id: string
  /** default: live; dry: evaluates the active rules that name the technique, and sends nothing */
  mode?: "live" | "dry" | undefined
  /** seconds that a live execution waits for rules; default: 300 */
  wait_seconds?: number | undefined
}

export interface PurpleTeamExecutionFindingsItem {
  rule_id: string
  title: string
  names_technique: boolean
  seconds: number | null
}

export interface PurpleTeamExecutionPage {
  items: Array<PurpleTeamExecution>
  next_cursor?: string | undefined
}

export interface PurpleTeamExecutionUndecidedItem {
  rule_id: string
  reason: string
}

export interface PurpleTeamSnapshot {
  id: string
  captured_at: string
  captured_by: string
  trigger: Open<"manual">
  note: string | null
  total_techniques: number
  techniques_with_rules: number
  tested_techniques: number
  detected_techniques: number
  overall_coverage: number | null
}

export interface PurpleTeamSnapshotCreate {
  note?: string | undefined
}

export interface PurpleTeamSnapshotPage {
  items: Array<PurpleTeamSnapshot>
  next_cursor?: string | undefined
}

export interface PushPublicKey {
  public_key: string | null
  enabled: boolean
}

export interface PushSubscribe {
  /** result of toJSON() on the PushSubscription of the browser */
  subscription: PushSubscribeSubscription
  user_agent?: string | null | undefined
  topics?: Array<"p0_alert" | "agent_approval" | "oncall_handoff" | "connector_health"> | undefined
}

/** result of toJSON() on the PushSubscription of the browser */
export interface PushSubscribeSubscription {
  endpoint: string
  keys: PushSubscribeSubscriptionKeys
  expirationTime?: number | null | undefined
}

export interface PushSubscribeSubscriptionKeys {
  p256dh: string
  auth: string
}

export interface PushSubscribed {
  id: string
  vapid_public_key: string
  topics: Array<string>
}

export interface PushSubscription {
  id: string
  /** host of the push service; the endpoint itself is secret */
  host: string
  topics: Array<string>
  user_agent: string | null
  created_at: string
  expires_at: string
}

export interface PushSubscriptionPage {
  items: Array<PushSubscription>
  next_cursor?: string | undefined
}

export interface PushTested {
  attempted: number
  delivered: number
  /** number of browsers unsubscribed */
  removed: number
  errors: Array<string>
}

export interface PushUnsubscribe {
  endpoint: string
}

export interface PushUnsubscribed {
  removed: boolean
}

export interface QueuedAlert {
  id: string
  tenant_id: string
  title: string
  description: string | null
  severity: Open<"info" | "low" | "medium" | "high" | "critical">
  status: Open<"new" | "triaged" | "in_progress" | "resolved" | "closed">
  priority: number
  category: string | null
  rule_id: string | null
  connector_id: string | null
  connector_type: string | null
  external_id: string | null
  external_url: string | null
  mitre_tactics: Array<string>
  mitre_techniques: Array<string>
  affected_ips: Array<string>
  affected_hosts: Array<string>
  affected_users: Array<string>
  tags: Array<string>
  ai_score: number | null
  ai_summary: string | null
  ai_recommendations: Array<string>
  ai_verdict: Open<"true_positive" | "false_positive" | "benign" | "needs_review"> | null
  /** confidence of triage in its verdict, 0 to 1 */
  ai_confidence: number | null
  /** 0 to 100; null: not measured */
  confidence: number | null
  confidence_label: Open<"low" | "medium" | "high"> | null
  confidence_rationale: Array<string>
  disposition: Open<"true_positive" | "benign_true_positive" | "false_positive" | "benign" | "escalate"> | null
  assigned_to_id: string | null
  case_id: string | null
  event_time: string | null
  first_seen: string
  last_seen: string
  snoozed_until: string | null
  snoozed_by_id: string | null
  resolved_at: string | null
  metadata: Record<string, unknown>
  /** 0 to 100; null: not measured */
  risk_score: number | null
  signal_count: number | null
  event_count: number | null
  rule_count: number | null
  created_at: string
  updated_at: string
  sla_due_at: string | null
  sla_remaining_seconds: number | null
  sla_breached: boolean | null
  sla_reason: string | null
  /** due_soon: within the last quarter of its time; no_sla: no target applies */
  bucket: Open<"breached" | "due_soon" | "on_track" | "no_sla">
}

export interface Report {
  id: string
  schedule_id: string | null
  kind: Open<"soc" | "customer">
  title: string
  period_start: string
  period_end: string
  time_zone: string
  made_by: string
  created_at: string
}

export interface ReportAlerts {
  total: number
  /** total of the preceding period of the same length */
  total_before: number
  by_severity: ReportAlertsBySeverity
  by_verdict: ReportAlertsByVerdict
  undecided: number
}

export interface ReportAlertsBySeverity {
  info: number
  low: number
  medium: number
  high: number
  critical: number
}

export interface ReportAlertsByVerdict {
  true_positive: number
  benign_true_positive: number
  false_positive: number
  benign: number
  escalate: number
}

export interface ReportDocument {
  tenant: string
  alerts: ReportAlerts
  cases: ReportDocumentCases
  time_to_acknowledge: ReportDocumentTimeToAcknowledge
  time_to_resolve: ReportDocumentTimeToResolve
  sla: ReportDocumentSla
  /** groups of similar alerts, largest first; empty in a report for customers */
  noise: Array<ReportDocumentNoiseItem>
  top_entities: Array<ReportEntity>
  /** cases opened in the period, most severe first */
  notable_cases: Array<ReportDocumentNotableCasesItem>
  ingest: ReportDocumentIngest
  unmeasured: Array<ReportDocumentUnmeasuredItem>
}

export interface ReportDocumentCases {
  opened: number
  opened_before: number
  resolved: number
  /** open cases at the time of the report */
  open_now: number
}

export interface ReportDocumentIngest {
  events: number | null
  events_before: number | null
}

export interface ReportDocumentNoiseItem {
  alert: ReportDocumentNoiseItemAlert
  rule_id: string | null
  alerts: number
  judged: number
  false_positives: number
}

export interface ReportDocumentNoiseItemAlert {
  id: string
  title: string
}

export interface ReportDocumentNotableCasesItem {
  case: ReportDocumentNotableCasesItemCase
}

export interface ReportDocumentNotableCasesItemCase {
  id: string
  number: number
  title: string
  severity: Open<"info" | "low" | "medium" | "high" | "critical">
  status: string
  opened_at: string
}

export interface ReportDocumentSla {
  acknowledge: ReportDocumentSlaAcknowledge
  resolve: ReportDocumentSlaResolve
}

export interface ReportDocumentSlaAcknowledge {
  /** cases with a target in the period */
  due: number
  met: number
}

export interface ReportDocumentSlaResolve {
  /** cases with a target in the period */
  due: number
  met: number
}

export interface ReportDocumentTimeToAcknowledge {
  seconds: number | null
  /** number of cases in the mean */
  of: number
}

export interface ReportDocumentTimeToResolve {
  seconds: number | null
  /** number of cases in the mean */
  of: number
}

export interface ReportDocumentUnmeasuredItem {
  figure: string
  reason: string
}

export interface ReportEntity {
  entity_type: Open<"host" | "user" | "ip">
  entity: string
  alerts: number
  /** ids of the newest alerts */
  alert_ids: Array<string>
}

export interface ReportPage {
  items: Array<Report>
  next_cursor?: string | undefined
}

export interface ReportPost {
  kind: "soc" | "customer"
  /** whole days before today in `time_zone`; this or `month` */
  days?: number | undefined
  /** calendar month in `time_zone`, such as 2026-11 */
  month?: string | undefined
  name?: string | undefined
  time_zone?: string | undefined
}

export interface ReportSchedule {
  id: string
  name: string
  kind: Open<"soc" | "customer">
  frequency: Open<"daily" | "weekly" | "monthly">
  /** day of weekly reports; 1 is Monday */
  weekday: number
  /** hour in `time_zone` */
  hour: number
  time_zone: string
  /** users who receive the report by mail */
  user_ids: Array<string>
  /** further addresses; the report for them omits fields that a field rule hides */
  addresses: Array<string>
  enabled: boolean
  created_by: string
  created_at: string
  next_run_at: string
}

export interface ReportSchedulePage {
  items: Array<ReportSchedule>
  next_cursor?: string | undefined
}

export interface ReportSchedulePut {
  name: string
  /** `customer` omits figures about rules */
  kind: "soc" | "customer"
  frequency: "daily" | "weekly" | "monthly"
  /** day of weekly reports; 1 is Monday */
  weekday?: number | undefined
  hour?: number | undefined
  time_zone?: string | undefined
  user_ids?: Array<string> | undefined
  addresses?: Array<string> | undefined
  enabled?: boolean | undefined
}

export interface ReportWithMails {
  report: WholeReport
  mails: Array<NotificationReceipt>
  mail: string | null
}

export interface ResidencyViolation {
  id: string
  operation: string
  destination: string
  expected_region: string | null
  actual_region: string | null
  detail: string
  refused: boolean
  occurred_at: string
}

export interface ResidencyViolationPage {
  items: Array<ResidencyViolation>
  next_cursor?: string | undefined
}

export interface Responder {
  user_id: string
  user_email: string
  user_name: string
  status: Open<"available" | "busy" | "offline" | "snoozed"> | null
}

export interface ResponseAction {
  id: string
  action_type: string
  target: string
  parameters: Record<string, string>
  rationale: string
  blast_radius: Open<"minimal" | "low" | "medium" | "high">
  status: Open<"awaiting_approval" | "approved" | "rejected" | "running" | "completed" | "failed" | "rolling_back" | "rolled_back">
  outcome: Open<"verified" | "not_verified" | "contradicted" | "simulated"> | null
  executor: string | null
  executor_ref: string | null
  detail: string | null
  reason: Open<"denied" | "expired" | "cancelled" | "no_integration" | "refused" | "unavailable" | "unknown_effect" | "contradicted" | "altered" | "given_up" | "not_taken_back" | "shadow_mode"> | null
  requested_by: string
  requested_by_kind: string
  requested_by_person: string | null
  case_id: string | null
  alert_id: string | null
  run_id: string | null
  attempts: number
  rollback_after_seconds: number | null
  rollback_at: string | null
  created_at: string
  updated_at: string
  ended_at: string | null
}

export interface ResponseActionDryRun {
  action_type: "block_ip" | "allow_ip" | "block_domain" | "block_ioc" | "isolate_host" | "kill_process" | "quarantine_file" | "run_av_scan" | "run_script" | "capture_forensics" | "disable_user" | "reset_password" | "revoke_session" | "suspend_session" | "force_mfa" | "create_ticket" | "notify" | "notify_slack" | "chatops.verify" | "chatops_verify"
  target?: string | undefined
  parameters?: Record<string, string> | undefined
  rationale: string
  case_id?: string | null | undefined
  alert_id?: string | null | undefined
  rollback_after_seconds?: number | null | undefined
}

export interface ResponseActionPage {
  items: Array<ResponseAction>
  next_cursor?: string | undefined
}

export interface ResponseActionPlan {
  target: string
  blast_radius: string
  permission: string
  approval_because: string | null
  executor: string | null
  is_simulated: boolean
  is_reversible: boolean
  /** requests of this kind within the last hour: on this target; for messages, in total */
  recent: number
  recent_max: number
  checked: Array<string>
  not_checked: Array<string>
}

export interface ResponseActionRequest {
  action_type: "block_ip" | "allow_ip" | "block_domain" | "block_ioc" | "isolate_host" | "kill_process" | "quarantine_file" | "run_av_scan" | "run_script" | "capture_forensics" | "disable_user" | "reset_password" | "revoke_session" | "suspend_session" | "force_mfa" | "create_ticket" | "notify" | "notify_slack" | "chatops.verify" | "chatops_verify"
  target?: string | undefined
  parameters?: Record<string, string> | undefined
  rationale: string
  case_id?: string | null | undefined
  alert_id?: string | null | undefined
  rollback_after_seconds?: number | null | undefined
  /** a repeated key returns the first action */
  idempotency_key?: string | undefined
  approval_seconds?: number | undefined
  /** number of approvals needed */
  quorum?: number | undefined
}

export interface ResponseActionRequested {
  action: ResponseAction
  approval: Approval | null
}

export interface ResponseActionType {
  name: string
  about: string
  target: Open<"ip" | "domain" | "url" | "hash" | "host" | "user" | "process" | "file" | "message" | "alert">
  blast_radius: Open<"minimal" | "low" | "medium" | "high">
  /** true: always needs the approval of another person */
  always_approved: boolean
  is_reversible: boolean
  parameters: Record<string, Open<"required" | "optional">>
}

export interface ResponseActionTypePage {
  items: Array<ResponseActionType>
  next_cursor?: string | undefined
}

export interface ResponseExecutor {
  id: string
  name: string
  vendor: Open<"rest" | "jira" | "servicenow" | "webhook" | "slack" | "teams" | "smtp">
  capabilities: Array<string>
  base_url: string
  settings: Record<string, string>
  has_secret: boolean
  enabled: boolean
  created_at: string
}

export interface ResponseExecutorCreate {
  name: string
  vendor: "rest" | "jira" | "servicenow" | "webhook" | "slack" | "teams" | "smtp"
  /** default: all capabilities of the vendor */
  capabilities?: Array<"block_ip" | "allow_ip" | "block_domain" | "block_ioc" | "isolate_host" | "kill_process" | "quarantine_file" | "run_av_scan" | "run_script" | "capture_forensics" | "disable_user" | "reset_password" | "revoke_session" | "suspend_session" | "force_mfa" | "create_ticket" | "notify" | "notify_slack" | "chatops.verify" | "chatops_verify"> | undefined
  base_url: string
  /** jira: project, issue_type, user; servicenow: user, project (the assignment group); slack: channel; teams, for a bot: app_id, channel, directory; smtp: from, to, user, tls */
  settings?: Record<string, string> | undefined
  secret?: string | null | undefined
  enabled?: boolean | undefined
}

export interface ResponseExecutorPage {
  items: Array<ResponseExecutor>
  next_cursor?: string | undefined
}

export interface ResponseTargetRule {
  id: string
  list: Open<"allow" | "deny">
  /** * matches every action type */
  action_type: string
  /** value, CIDR block, or name with * */
  pattern: string
  reason: string
  created_by: string
  created_at: string
}

export interface ResponseTargetRuleCreate {
  list: "allow" | "deny"
  action_type?: "*" | "block_ip" | "allow_ip" | "block_domain" | "block_ioc" | "isolate_host" | "kill_process" | "quarantine_file" | "run_av_scan" | "run_script" | "capture_forensics" | "disable_user" | "reset_password" | "revoke_session" | "suspend_session" | "force_mfa" | "create_ticket" | "notify" | "notify_slack" | "chatops.verify" | undefined
  pattern: string
  reason: string
}

export interface ResponseTargetRulePage {
  items: Array<ResponseTargetRule>
  next_cursor?: string | undefined
}

export interface RetentionRun {
  id: string
  /** table of the lake, archive, or alerts */
  class: string
  /** time before which records were due for removal */
  before: string
  removed: number
  kept: number | null
  hold_id: string | null
  detail: string | null
  ran_at: string
}

export interface RetentionRunPage {
  items: Array<RetentionRun>
  next_cursor?: string | undefined
}

export interface RiskSettings {
  /** default: true */
  enabled: boolean
  /** risk, 0 to 100, from which an alert is raised; default: 70 */
  threshold: number
  /** hours back in which alerts count; default: 72 */
  window_hours: number
}

export interface RiskSettingsPut {
  /** default: true */
  enabled: boolean
  /** risk, 0 to 100, from which an alert is raised; default: 70 */
  threshold: number
  /** hours back in which alerts count; default: 72 */
  window_hours: number
}

export interface Role {
  id: string
  tenant_id: string | null
  name: string
  description: string | null
  is_system: boolean
  permissions: Array<Permission>
}

export interface RoleAssign {
  role_id: string
}

export interface RolePage {
  items: Array<Role>
  next_cursor?: string | undefined
}

export interface RolePut {
  name: string
  description?: string | null | undefined
  permission_ids: Array<string>
}

export interface Rotation {
  id: string
  name: string
  time_zone: string
  starts_on: string
  handoff_at: string
  handoff_days: number
  user_ids: Array<string>
  created_by: string
  created_at: string
}

export interface RotationCreate {
  name: string
  time_zone: string
  /** date of the first shift */
  starts_on: string
  /** default: 09:00 */
  handoff_at?: string | undefined
  /** default: 7 */
  handoff_days?: number | undefined
  user_ids: Array<string>
}

export interface RotationPage {
  items: Array<Rotation>
  next_cursor?: string | undefined
}

export interface RotationPatch {
  user_ids?: Array<string> | undefined
  time_zone?: string | undefined
  handoff_at?: string | undefined
  handoff_days?: number | undefined
  /** date of the first shift */
  starts_on?: string | undefined
}

export interface Rule {
  /** UUID of the row for an own rule; rule name in signals for a built-in one */
  id: string
  /** true: comes with the product; only its overlay can be changed */
  is_builtin: boolean
  version: number | null
  language: Open<"sigma" | "eql" | "kql" | "yara">
  file: string
  title: string
  description: string | null
  severity: Open<"informational" | "low" | "medium" | "high" | "critical">
  status: string | null
  tags: Array<string> | null
  false_positives: Array<string> | null
  /** rule names in signals */
  rule_ids: Array<string>
  /** true: active in this tenant */
  enabled: boolean
  changed_by: string | null
  created_at: string | null
  updated_at: string | null
  stopped: Array<RuleStoppedItem> | null
}

export interface RuleActivity {
  hours: number
  rules: RuleActivityRules
  hits: Array<RuleActivityHitsItem> | null
  costs: Array<RuleActivityCostsItem> | null
  /** false: further rules were evaluated, with lower cost */
  costs_complete: boolean
  /** false: further rules had hits, but fewer */
  hits_complete: boolean
  /** verdicts on the alerts of these hours, by the rule that names the alert */
  verdicts: Array<RuleActivityVerdictsItem>
}

export interface RuleActivityCostsItem {
  rule_id: string
  /** number of events the rule was evaluated on */
  evaluations: number
  mean_us: number | null
}

export interface RuleActivityHitsItem {
  rule_id: string
  hits: number
  last_hit: string
}

export interface RuleActivityRules {
  own: number
  builtin: number
  /** active rules, own and built-in */
  enabled: number
}

export interface RuleActivityVerdictsItem {
  rule_id: string
  alerts: number
  true_positive: number
  benign: number
  false_positive: number
}

export interface RuleBackTest {
  window_days?: number | undefined
  /** maximum number of events, newest first; from and complete show the covered span */
  limit?: number | undefined
}

export interface RuleBackTestResult {
  /** start of the event time evaluated */
  from: string
  to: string
  /** false: older events were left out because of limit, or archive files were not searched */
  complete: boolean
  events_in_window: number
  events_scanned: number
  /** number of matching events and completed windows */
  would_fire: number
  would_raise: number | null
  hit_rate: number | null
  /** newest matches */
  sample_matches: Array<RuleBackTestResultSampleMatchesItem>
  /** number of events that cannot be read back and were not evaluated */
  unjudged: number
  /** reasons why some events were not evaluated in the lake or are not kept */
  reasons: Array<string>
  /** parts of the time span with events in archive files that were not searched; lost: these files are gone or damaged */
  archived: Array<RuleBackTestResultArchivedItem>
  /** archive files searched beside the lake, with their events and size */
  archive: RuleBackTestResultArchive
}

/** archive files searched beside the lake, with their events and size */
export interface RuleBackTestResultArchive {
  files: number
  events: number
  bytes: number
}

export interface RuleBackTestResultArchivedItem {
  from: string
  to: string
  reason: Open<"archived" | "lost">
}

export interface RuleBackTestResultSampleMatchesItem {
  rule_id: string
  time: string
  event_uids: Array<string>
  /** values shared by the events of a window */
  group: Array<string>
  raw: string | null
  suppressed: string | null
}

export interface RuleChanged {
  /** UUID of the row for an own rule; rule name in signals for a built-in one */
  id: string
  /** true: comes with the product; only its overlay can be changed */
  is_builtin: boolean
  version: number | null
  language: Open<"sigma" | "eql" | "kql" | "yara">
  file: string
  title: string
  description: string | null
  severity: Open<"informational" | "low" | "medium" | "high" | "critical">
  status: string | null
  tags: Array<string> | null
  false_positives: Array<string> | null
  /** rule names in signals */
  rule_ids: Array<string>
  /** true: active in this tenant */
  enabled: boolean
  changed_by: string | null
  created_at: string | null
  updated_at: string | null
}

export interface RuleCheck {
  language: "sigma" | "eql" | "kql" | "yara"
  text: string
  file?: string | undefined
  instead_of?: string | null | undefined
  events?: Array<Record<string, unknown>> | undefined
  format?: string | undefined
}

export interface RuleChecked {
  /** true when the text is valid and can be stored */
  ok: boolean
  title: string | null
  severity: Open<"informational" | "low" | "medium" | "high" | "critical"> | null
  rule_ids: Array<string>
  faults: Array<RuleCheckedFaultsItem>
  unresolved: Array<string>
  results: Array<RuleCheckedResultsItem> | null
  results_unknown_because: string | null
}

export interface RuleCheckedFaultsItem {
  line: number
  column: number
  reason: string
}

export interface RuleCheckedResultsItem {
  matches: Array<string> | null
  refusal: string | null
  /** ids of rules that were not decided because they exceeded the work limit of one evaluation or of this request; they count as no match */
  unfinished: Array<string>
  /** matching rules that the tenant’s overlays suppress for this event: disabled, severity_floor, suppress_when, allowlist. The source of the event is not known here */
  suppressed: Array<RuleCheckedResultsItemSuppressedItem>
  /** explanation per rule, and per step of a correlation rule */
  explanations: Array<unknown>
}

export interface RuleCheckedResultsItemSuppressedItem {
  rule_id: string
  reason: string
}

export interface RuleCreate {
  language: "sigma" | "eql" | "kql" | "yara"
  text: string
  file?: string | undefined
  enabled?: boolean | undefined
  /** title, like the two members below, for an EQL or KQL query or YARA without meta; a Sigma rule contains its own */
  title?: string | undefined
  severity?: "informational" | "low" | "medium" | "high" | "critical" | undefined
  /** of ATT&CK */
  techniques?: Array<string> | undefined
}

export interface RuleDetail {
  /** UUID of the row for an own rule; rule name in signals for a built-in one */
  id: string
  /** true: comes with the product; only its overlay can be changed */
  is_builtin: boolean
  version: number | null
  language: Open<"sigma" | "eql" | "kql" | "yara">
  file: string
  title: string
  description: string | null
  severity: Open<"informational" | "low" | "medium" | "high" | "critical">
  status: string | null
  tags: Array<string> | null
  false_positives: Array<string> | null
  /** rule names in signals */
  rule_ids: Array<string>
  /** true: active in this tenant */
  enabled: boolean
  changed_by: string | null
  created_at: string | null
  updated_at: string | null
  stopped: Array<RuleDetailStoppedItem> | null
  text: string
}

export interface RuleDetailStoppedItem {
  rule_id: string
  time: string
  reason: string
}

export interface RuleImport {
  files: Array<RuleImportFilesItem>
}

export interface RuleImportFilesItem {
  language: "sigma" | "eql" | "kql" | "yara"
  file: string
  text: string
}

export interface RuleImportReport {
  created: number
  updated: number
  unchanged: number
  faults: Array<RuleImportReportFaultsItem>
  /** imported rules with placeholders that have no value; conditions with them match no event until PUT /rules/placeholders sets them */
  unresolved: Array<RuleImportReportUnresolvedItem>
}

export interface RuleImportReportFaultsItem {
  file: string
  line: number
  column: number
  reason: string
}

export interface RuleImportReportUnresolvedItem {
  file: string
  line: number
  names: Array<string>
}

export interface RuleNoise {
  rule_id: string
  rule_title: string | null
  alerts: number
  true_positive: number
  /** number of alerts with the verdict false positive or benign */
  noise: number
  undecided: number
}

export interface RulePage {
  items: Array<Rule>
  next_cursor?: string | undefined
}

export interface RulePlaceholders {
  /** values by name */
  placeholders: Record<string, Array<string>>
}

export interface RuleReplace {
  text: string
  file?: string | undefined
}

export interface RuleStoppedItem {
  rule_id: string
  time: string
  reason: string
}

export interface RuleSuppression {
  id: string
  rule_id: string
  field: Open<"host" | "user" | "src_ip">
  values: Array<string>
  reason: string
  created_by: string
  created_at: string
  expires_at: string
  ended_at: string | null
  ended_by: string | null
}

export interface RuleSuppressionCreate {
  rule_id: string
  field: "host" | "user" | "src_ip"
  values: Array<string>
  reason: string
  expires_in_hours: number
}

export interface RuleSuppressionPage {
  items: Array<RuleSuppression>
  next_cursor?: string | undefined
}

export interface RuleSwitched {
  id: string
  enabled: boolean
}

export interface RuleTest {
  events: Array<Record<string, unknown>>
  /** source format of the events; default: auto */
  format?: string | undefined
  explain?: boolean | undefined
}

export interface RuleTestResult {
  results: Array<RuleTestResultResultsItem>
}

export interface RuleTestResultResultsItem {
  matches: Array<string> | null
  refusal: string | null
  /** ids of rules that were not decided because they exceeded the work limit of one evaluation or of this request; they count as no match */
  unfinished: Array<string>
  /** matching rules that the tenant’s overlays suppress for this event: disabled, severity_floor, suppress_when, allowlist. The source of the event is not known here */
  suppressed: Array<RuleTestResultResultsItemSuppressedItem>
  /** explanation per rule, and per step of a correlation rule */
  explanations: Array<unknown>
}

export interface RuleTestResultResultsItemSuppressedItem {
  rule_id: string
  reason: string
}

export interface RuleVersion {
  version: number
  text: string
  changed_by: string
  created_at: string
}

export interface RuleVersionPage {
  items: Array<RuleVersion>
  next_cursor?: string | undefined
}

export interface SamlAnswer {
  SAMLResponse: string
  RelayState?: string | undefined
}

export interface SampleReading {
  /** the first 50 */
  events: Array<EventReading>
  events_total: number
  /** false: the sample exceeds a limit, and only its beginning was read */
  is_whole: boolean
  read: number
  refused: number
  known: number
  /** number of events with an OCSF class other than base event */
  classed: number
  with_entities: number
  with_time: number
}

export interface SandboxConsent {
  provider: string
  uploads_enabled: boolean
  consent_text_version: string
  consent_text: string
  decided_by: string
  decided_at: string
}

export interface SandboxConsentPut {
  provider: "sandbox_local" | "sandbox_hosted" | "mock"
  uploads_enabled: boolean
  /** version of the disclosure that was read */
  consent_text_version: string
}

export interface SandboxFile {
  file_base64: string
  file_name: string
  provider: "sandbox_local" | "sandbox_hosted" | "mock"
  /** false (default): look the hash up without uploading */
  confirm_upload?: boolean | undefined
}

export interface SandboxLookup {
  sha256: string
  provider: "sandbox_local" | "sandbox_hosted" | "mock"
}

export interface SandboxProvider {
  name: Open<"sandbox_local" | "sandbox_hosted" | "mock">
  title: string
  available: boolean
  excluded_reason: string | null
  /** true when the tenant consented to the present disclosure */
  uploads_enabled: boolean
  consent: SandboxConsent | null
  disclosure: SandboxProviderDisclosure
}

export interface SandboxProviderDisclosure {
  version: string
  text: string
}

export interface SandboxProviderPage {
  items: Array<SandboxProvider>
  next_cursor?: string | undefined
}

export interface SandboxReport {
  handle: string
  state: Open<"pending" | "running" | "complete" | "failed">
  /** unavailable until the analysis is complete */
  verdict: Open<"malicious" | "suspicious" | "no_threats_found" | "unavailable">
  score: SandboxReportScore
  family: SandboxReportFamily
  signatures: SandboxReportSignatures
}

export interface SandboxReportFamily {
  value: string | null
  reason: string | null
}

export interface SandboxReportScore {
  value: number | null
  reason: string | null
}

export interface SandboxReportSignatures {
  value: Array<string> | null
  reason: string | null
}

export interface SandboxResult {
  outcome: Open<"known" | "pending" | "not_seen" | "upload_refused" | "could_not_check">
  provider: Open<"sandbox_local" | "sandbox_hosted" | "mock">
  detail: string
  sha256: string | null
  /** true when the file left this installation */
  uploaded: boolean
  report: SandboxReport | null
  handle: string | null
  poll_after_seconds: number | null
  /** result of the upload policy */
  decision: string
  warnings: Array<string>
}

export interface SandboxSubmission {
  id: string
  provider: string
  kind: string
  /** SHA-256 of the file, or the URL */
  artefact: string
  outcome: Open<"known" | "pending" | "not_seen" | "upload_refused" | "could_not_check">
  reason: string
  uploaded: boolean
  handle: string | null
  requested_by: string
  created_at: string
}

export interface SandboxSubmissionPage {
  items: Array<SandboxSubmission>
  next_cursor?: string | undefined
}

export interface SandboxUrl {
  url: string
  provider: "sandbox_local" | "sandbox_hosted" | "mock"
}

export interface SavedSearch {
  id: string
  owner_id: string
  name: string
  query: string
  language: Open<"lucene" | "kql" | "sql">
  /** hours that the search looks back */
  hours: number
  /** fields to show; empty: the person’s own choice */
  columns: Array<string>
  /** true: visible to everybody in the tenant; only its owner changes it */
  is_shared: boolean
  created_at: string
  updated_at: string
}

export interface SavedSearchPage {
  items: Array<SavedSearch>
  next_cursor?: string | undefined
}

export interface SavedSearchPut {
  name: string
  query: string
  language?: "lucene" | "kql" | "sql" | undefined
  hours?: number | undefined
  columns?: Array<string> | undefined
  is_shared?: boolean | undefined
}

export interface SchemaDrift {
  id: string
  /** connector_id */
  source: string
  /** mapping that parses the source, with its version */
  mapping: string
  /** untracked: the source has more fields than svc tracks, so that further drift is not reported */
  kind: Open<"new" | "vanished" | "untracked">
  /** member names joined by dots, [] after a list; empty: the whole source */
  path: string
  noticed_at: string
  /** event in which the drift was first seen */
  event_uid: string
  last_seen_before: string | null
}

export interface SchemaDriftPage {
  items: Array<SchemaDrift>
  next_cursor?: string | undefined
}

export interface ScimDocument {
  schemas: Array<string>
}

export interface ScimList {
  schemas: Array<string>
  totalResults: number
  startIndex: number
  itemsPerPage: number
  Resources: Array<ScimResource>
}

/** schemas and Operations, as in RFC 7644, section 3.5.2 */
export interface ScimPatch {
}

/** resource as described by /scim/v2/Schemas: urn:ietf:params:scim:schemas:core:2.0:User, or a Group with urn:svc:params:scim:schemas:extension:2.0:Group */
export interface ScimResource {
  schemas: Array<string>
  id: string
}

/** resource as described by /scim/v2/Schemas */
export interface ScimResourceBody {
}

export interface ScimSearch {
  schemas?: Array<"urn:ietf:params:scim:api:messages:2.0:SearchRequest"> | undefined
  attributes?: Array<string> | undefined
  excludedAttributes?: Array<string> | undefined
  filter?: string | undefined
  startIndex?: number | undefined
  count?: number | undefined
}

export interface SearchJob {
  id: string
  /** full: the limit of 10000 events or 100000 rows is reached, and more match */
  state: Open<"running" | "done" | "full" | "cancelled" | "failed">
  language: Open<"lucene" | "kql" | "sql">
  /** table: the query runs as a whole, and its rows are available when done; counts: field values with their event counts, for the time searched so far */
  gives: Open<"events" | "table" | "counts">
  query: string
  fields: Array<string>
  asked_at: string
  from_time: string
  to_time: string
  /** the time from this to to_time has been searched */
  at_time: string
  /** events, table rows, or counted events found so far */
  found: number
  /** pages of results available so far */
  pages: number
  missing: Array<SearchJobMissingItem>
  /** number of events read from the lake for a KQL table so far */
  read_events: number
  fault: string | null
  created_at: string
  ended_at: string | null
}

export interface SearchJobCounts {
  facets: Array<SearchJobCountsFacetsItem>
  state: string
  from: string
  to: string
}

export interface SearchJobCountsFacetsItem {
  field: string
  /** values with the most events first; null: events without a value */
  values: Array<SearchJobCountsFacetsItemValuesItem>
  /** number of distinct values, counting a missing value as one */
  distinct: number
  /** number of events with a value that is not listed */
  other_events: number
  /** false: more values exist than are kept, and each count is a lower bound */
  is_exact: boolean
}

export interface SearchJobCountsFacetsItemValuesItem {
  value: string | null
  events: number
}

export interface SearchJobMissingItem {
  from: string
  to: string
  reason: Open<"time" | "memory" | "unreadable" | "archived" | "lost" | "rows">
}

export interface SearchJobPage {
  items: Array<SearchJob>
  next_cursor?: string | undefined
}

export interface SearchJobResults {
  job: SearchJob
  events: Array<SearchJobResultsEventsItem>
}

export interface SearchJobResultsEventsItem {
  event_uid: string
  time: string
  fields: Record<string, unknown>
  cut: Array<string>
}

export interface SearchJobTable {
  columns: Array<SearchJobTableColumnsItem>
  /** number of rows of the query; the kept rows are the first ones */
  rows_in_all: number
  render: SearchJobTableRender | null
  /** tables that the query read */
  reads: Array<SearchJobTableReadsItem>
  archive: SearchJobTableArchive
  rows: Array<Array<unknown>>
}

export interface SearchJobTableArchive {
  files: number
  events: number
  bytes: number
}

export interface SearchJobTableColumnsItem {
  name: string
  type: string
}

export interface SearchJobTableReadsItem {
  table: string
  from: string
  to: string
  /** events in the time span */
  scanned: number
  /** number of those events that the query ran over */
  events: number
}

/** chart that the query requests */
export interface SearchJobTableRender {
  chart: string
  properties: Record<string, string>
}

export interface SecondsSpread {
  mean: number
  median: number
  p90: number
}

export interface SeenValue {
  /** false: no event column holds values of this kind */
  is_indexed: boolean
  events: number
  first_seen: string | null
  last_seen: string | null
  sources: Array<SeenValueSourcesItem>
  indexed_from: string | null
}

export interface SeenValueSourcesItem {
  source: string
  events: number
}

export interface ShadowMode {
  /** * stands for every class without a flag of its own */
  alert_class: string
  enabled: boolean
  set_by: string
  set_at: string
}

export interface ShadowModePage {
  items: Array<ShadowMode>
  next_cursor?: string | undefined
}

export interface ShadowModePut {
  enabled: boolean
}

export interface ShadowReconciliation {
  state: Open<"disabled" | "not_measuring" | "no_connector" | "blocked" | "degraded" | "ok">
  connectors: Array<ShadowReconciliationConnector>
}

/** state null: not read yet; watermark: source time up to which findings were read */
export interface ShadowReconciliationConnector {
  connector_id: string
  name: string
  type: string
  state: Open<"ok" | "idle" | "blocked" | "transient"> | null
  reason: string | null
  watermark: string | null
  last_run_at: string | null
  next_run_at: string | null
  /** number of closed findings read; a finding in two read windows counts twice */
  closures_read: number
  /** number of closed findings that labelled a decision */
  closures_matched: number
}

export interface ShadowVerb {
  verb: string
  about: string
  enabled: boolean
  /** true when automation holds a grant, which has no effect in shadow mode */
  is_granted: boolean
  set_by: string | null
  set_at: string | null
  window_days: number
  window: VerbFigures | null
  trailing: ShadowVerbTrailing | null
  by_alert_class: Array<VerbFiguresOf>
  people_did: number | null
  foreseen: number | null
}

export interface ShadowVerbPage {
  items: Array<ShadowVerb>
  next_cursor?: string | undefined
}

export interface ShadowVerbPut {
  enabled: boolean
}

export interface ShadowVerbSet {
  verb: string
  enabled: boolean
  set_by: string
  set_at: string
}

export interface ShadowVerbTrailing {
  decided: number
  agreed: number
}

export interface ShownReportSchedule {
  schedule: ReportSchedule
  mail: string | null
}

export interface Sighting {
  id: string
  indicator_id: string
  sighting_type: Open<"sighting" | "false_positive" | "expiration">
  alert_id: string | null
  /** number of matches */
  count: number
  first_seen: string
  last_seen: string
  note: string | null
  noted_by: string | null
  misp_state: Open<"waiting" | "pushed" | "failed"> | null
  misp_error: string | null
  misp_at: string | null
  created_at: string
}

export interface SightingCreate {
  /** default: `sighting` */
  sighting_type?: "sighting" | "false_positive" | "expiration" | undefined
  count?: number | undefined
  seen_at?: string | undefined
  note?: string | undefined
}

export interface SightingPage {
  items: Array<Sighting>
  next_cursor?: string | undefined
}

/** exactly one of the two */
export interface SignInBegin {
  issuer?: string | undefined
  connection_id?: string | undefined
}

export interface SignInBegun {
  /** URL to send the browser to */
  redirect_url: string
  /** seconds until the sign-in expires */
  expires_in: number
}

export interface SignInConnection {
  id: string
  provider: Open<"oidc" | "saml">
  issuer: string
  display_name: string
  enabled: boolean
  default_role: string | null
  /** role names by identity provider group, with the exact group name of the provider */
  group_role_mapping: Record<string, string>
  groups_claim: string | null
  client_id: string | null
  metadata_url: string | null
  metadata_xml: string | null
  has_client_secret: boolean
  callback_url: string | null
  entity_id: string | null
  created_at: string
  updated_at: string
}

export interface SignInConnectionCreate {
  provider: "oidc" | "saml"
  issuer: string
  display_name: string
  enabled?: boolean | undefined
  default_role?: string | null | undefined
  /** role names by identity provider group, with the exact group name of the provider */
  group_role_mapping?: Record<string, string> | undefined
  groups_claim?: string | null | undefined
  client_id?: string | null | undefined
  client_secret?: string | null | undefined
  metadata_url?: string | null | undefined
  metadata_xml?: string | null | undefined
}

export interface SignInConnectionPage {
  items: Array<SignInConnection>
  next_cursor?: string | undefined
}

export interface SignInConnectionPatch {
  display_name?: string | undefined
  enabled?: boolean | undefined
  default_role?: string | null | undefined
  /** role names by identity provider group, with the exact group name of the provider */
  group_role_mapping?: Record<string, string> | undefined
  groups_claim?: string | null | undefined
  client_id?: string | null | undefined
  client_secret?: string | null | undefined
  metadata_url?: string | null | undefined
  metadata_xml?: string | null | undefined
}

export interface SignedIn {
  access_token: string
  refresh_token: string
  token_type: Open<"bearer">
  /** seconds */
  expires_in: number
  /** token to store and send with the next sign-in on this device */
  device_token: string
}

export interface SimilarAlerts {
  /** other alerts of the same rule; without a rule, of the same source and title */
  of_its_kind: SimilarAlertsOfItsKind
  items: Array<SimilarAlertsItemsItem>
}

export interface SimilarAlertsItemsItem {
  alert: Alert
  /** similarity, 0 to 1: shared features as a fraction of all features of both alerts */
  score: number
  /** rule:…, technique:…, host:…, user:…, ip:… */
  shared: Array<string>
}

/** other alerts of the same rule; without a rule, of the same source and title */
export interface SimilarAlertsOfItsKind {
  total: number
  /** false: only the newest alerts were counted */
  is_whole: boolean
  verdicts: Array<SimilarAlertsOfItsKindVerdictsItem>
}

export interface SimilarAlertsOfItsKindVerdictsItem {
  verdict: Open<"true_positive" | "benign_true_positive" | "false_positive" | "benign" | "escalate"> | null
  count: number
}

export interface SimilarCase {
  case: Case
  /** similarity, 0 to 1: shared features as a fraction of all features of both cases */
  score: number
  shared: Array<string>
}

export interface SimilarCasePage {
  items: Array<SimilarCase>
  next_cursor?: string | undefined
}

export interface SlaClock {
  due_at: string | null
  met_at: string | null
  state: Open<"no_target" | "running" | "met" | "breached">
  remaining_seconds: number | null
  reason: string | null
}

export interface SlaConfig {
  id: string
  severity: Open<"info" | "low" | "medium" | "high" | "critical">
  mttd_target: number | null
  mttr_target: number | null
  mttc_target: number | null
  updated_at: string | null
}

export interface SlaConfigPage {
  items: Array<SlaConfig>
  next_cursor?: string | undefined
}

export interface SlaConfigUpdate {
  mttd_target?: number | null | undefined
  mttr_target?: number | null | undefined
  mttc_target?: number | null | undefined
}

export interface SlaEvent {
  id: string
  alert_id: string | null
  case_id: string | null
  severity: Open<"info" | "low" | "medium" | "high" | "critical">
  event_type: Open<"mttd_breached" | "mttr_breached" | "mttc_breached" | "ack_breached" | "resolve_breached" | "close_breached">
  /** due time of the missed target */
  occurred_at: string
  metadata: SlaEventMetadata
}

export interface SlaEventMetadata {
  met_at: string | null
}

export interface SlaEventPage {
  items: Array<SlaEvent>
  next_cursor?: string | undefined
}

export interface SlaForecast {
  cases: Array<SlaForecastCase>
  /** number of open cases with a target in the forecast */
  total: number
  /** number of open cases with a target beyond the 500 due first */
  left_out: number
  on_duty: number
  /** true when no one is on call or marked as present, so one person is assumed */
  is_duty_assumed: boolean
  basis: Array<SlaForecastBasisItem>
}

export interface SlaForecastBasisItem {
  severity: Open<"info" | "low" | "medium" | "high" | "critical">
  /** cases opened per day, over the last 28 days */
  per_day: number
  /** minutes from assignment to resolution */
  handling_minutes: number
  samples: number
  /** true when fewer than five cases were resolved, so that a default time is used */
  is_assumed: boolean
}

export interface SlaForecastCase {
  case_id: string
  number: number
  title: string
  severity: Open<"info" | "low" | "medium" | "high" | "critical">
  assignee_id: string | null
  /** target that is more likely to be missed */
  clock: Open<"ack" | "resolve">
  due_at: string
  /** probability of a missed target, 0 to 1 */
  chance: number
  expected_penalty: number
  saved_per_hour: number
}

export interface SlaPolicy {
  id: string
  name: string
  severity: Open<"info" | "low" | "medium" | "high" | "critical">
  ack_minutes: number
  resolve_minutes: number
  close_minutes: number
  business_hours_only: boolean
  timezone: string
  /** ISO: 1 is Monday */
  business_days: Array<number>
  /** local time, such as 09:00 */
  business_start: string
  /** local time, exclusive, such as 17:00 */
  business_end: string
  /** local dates, such as 2026-12-25 */
  holidays: Array<string>
  enabled: boolean
  created_at: string
  updated_at: string
}

export interface SlaPolicyCreate {
  name: string
  severity: "info" | "low" | "medium" | "high" | "critical"
  ack_minutes: number
  resolve_minutes: number
  close_minutes: number
  business_hours_only?: boolean | undefined
  timezone?: string | undefined
  /** ISO: 1 is Monday */
  business_days?: Array<number> | undefined
  /** local time, such as 09:00 */
  business_start?: string | undefined
  /** local time, exclusive, such as 17:00 */
  business_end?: string | undefined
  /** local dates, such as 2026-12-25 */
  holidays?: Array<string> | undefined
  enabled?: boolean | undefined
}

export interface SlaPolicyPage {
  items: Array<SlaPolicy>
  next_cursor?: string | undefined
}

export interface SlaPolicyPatch {
  name?: string | undefined
  severity?: "info" | "low" | "medium" | "high" | "critical" | undefined
  ack_minutes?: number | undefined
  resolve_minutes?: number | undefined
  close_minutes?: number | undefined
  business_hours_only?: boolean | undefined
  timezone?: string | undefined
  /** ISO: 1 is Monday */
  business_days?: Array<number> | undefined
  /** local time, such as 09:00 */
  business_start?: string | undefined
  /** local time, exclusive, such as 17:00 */
  business_end?: string | undefined
  /** local dates, such as 2026-12-25 */
  holidays?: Array<string> | undefined
  enabled?: boolean | undefined
}

export interface SourceAlarm {
  id: string
  source: string
  kind: Open<"silent" | "fall" | "rise">
  reason: string
  alert_id: string
  began_at: string
  ended_at: string | null
}

export interface SourceAlarmPage {
  items: Array<SourceAlarm>
  next_cursor?: string | undefined
}

export interface SourceHealth {
  /** connector id */
  source: string
  /** name of the connector, if the source is polled */
  name: string
  /** unknown for the first 7 days; silent: twice as long without events as ever before */
  state: Open<"unknown" | "fresh" | "late" | "silent">
  reason: string
  first_seen: string | null
  last_event_at: string | null
  seconds_since_last_event: number | null
  expected_cadence_seconds: number | null
  volume: SourceHealthVolume
}

export interface SourceHealthPage {
  items: Array<SourceHealth>
  next_cursor?: string | undefined
}

export interface SourceHealthVolume {
  state: Open<"unknown" | "normal" | "fall" | "rise">
  /** events stored */
  last_24h: number
  usual_24h: number | null
  /** events received, including repeats and unreadable ones */
  received_24h: number
  duplicate_24h: number
  dead_lettered_24h: number
}

export interface SourceSample {
  /** events as the source sends them */
  sample: string
  /** source format; default: auto */
  format?: string | undefined
  table?: SourceTable | undefined
}

export interface SourceTable {
  vendor: string
  product: string
  recognises: SourceTableRecognises
  rows: SourceTableRows
  kinds: Array<SourceTableKindsItem>
}

export interface SourceTableApply {
  table: SourceTable
  /** events as the source sends them */
  sample: string
  /** source format; default: auto */
  format?: string | undefined
}

export interface SourceTableKindsItem {
  name: string
  when?: SourceTableKindsItemWhen | undefined
  sentences?: Array<string> | undefined
  class: Open<"base_event" | "authentication" | "account_change" | "network_activity" | "dns_activity" | "process_activity" | "file_activity">
  activity: string
  status?: Open<"success" | "failure" | "unknown"> | undefined
}

export interface SourceTableKindsItemWhen {
  member: string
  is: Array<string>
}

export interface SourceTableProposal {
  table: SourceTable
  before: SampleReading
  after: SampleReading
}

export interface SourceTableRecognises {
  /** of syslog */
  program?: string | undefined
  /** members that are there, with these values; an empty one is any */
  members?: Record<string, string> | undefined
}

export interface SourceTableRows {
  /** path of the member */
  user?: string | undefined
  /** path of the member */
  target_user?: string | undefined
  /** path of the member */
  host?: string | undefined
  /** path of the member */
  src_ip?: string | undefined
  /** path of the member */
  dst_ip?: string | undefined
  /** path of the member */
  src_port?: string | undefined
  /** path of the member */
  dst_port?: string | undefined
  /** path of the member */
  time?: string | undefined
  /** path of the member */
  domain?: string | undefined
  /** path of the member */
  url?: string | undefined
  /** path of the member */
  file_path?: string | undefined
  /** path of the member */
  file_hash?: string | undefined
  /** path of the member */
  process_name?: string | undefined
  /** path of the member */
  cmd_line?: string | undefined
  /** path of the member */
  pid?: string | undefined
  /** path of the member */
  message?: string | undefined
  /** path of the member */
  event_code?: string | undefined
  /** path of the member */
  status?: string | undefined
}

export interface SourceTableSample {
  name: string
  /** events as the source sends them */
  sample: string
  /** source format; default: auto */
  format?: string | undefined
}

export interface SourceTableSamples {
  samples: string
  format: string
}

export interface StandingApproval {
  id: string
  action_type: string
  /** values, CIDR blocks, or names with * */
  targets: Array<string>
  parameters: Record<string, string>
  reason: string
  from_at: string
  until_at: string
  uses_max: number
  uses: number
  /** approval that decides on it */
  approval_id: string
  created_at: string
  revoked_at: string | null
  revoked_by: string | null
}

export interface StandingApprovalAsk {
  action_type: string
  targets: Array<string>
  parameters?: Record<string, string> | undefined
  reason: string
  /** default: now */
  from?: string | undefined
  until: string
  uses_max?: number | undefined
  quorum?: number | undefined
}

export interface StandingApprovalState {
  state: Open<"pending" | "active" | "denied" | "over" | "used_up" | "revoked">
}

export interface StandingApprovalStatePage {
  items: Array<StandingApprovalState>
  next_cursor?: string | undefined
}

export interface StixBundle {
  type: Open<"bundle">
  id: string
  objects?: Array<Record<string, unknown>> | undefined
}

export interface StoredEvent {
  event_uid: string
  time: string
  received_at: string
  source: string
  source_format: string
  mapping: string
  /** event as received */
  raw: string
  raw_encoding: Open<"utf-8" | "base64">
  /** OCSF 1.8.0 */
  ocsf: Record<string, unknown>
}

export interface StreamTicket {
  /** token for `?token=` of `/realtime/sse` and `/realtime/ws`, on the API or the realtime service; opens one stream */
  token: string
  /** seconds */
  expires_in: number
  tenant_id: string
}

export interface SubjectDeletion {
  id: string
  subject_kind: Open<"user" | "host" | "ip">
  subject_value: string
  /** blocked_by_hold: a legal hold covers the subject; the erasure continues when no hold does */
  state: Open<"pending" | "blocked_by_hold" | "in_progress" | "completed" | "refused">
  reason: string | null
  notes: string | null
  blocked_by_hold_id: string | null
  /** number of rows changed or deleted, by table */
  affected_counts: Record<string, number>
  requested_by: string
  requested_at: string
  completed_at: string | null
}

export interface SubjectDeletionPage {
  items: Array<SubjectDeletion>
  next_cursor?: string | undefined
}

export interface SubjectDeletionRefusal {
  reason: string
}

export interface SubjectDeletionRequest {
  subject_kind: "user" | "host" | "ip"
  subject_value: string
  reason?: string | undefined
}

export interface Tabletop {
  id: string
  name: string
  description: string | null
  scenario: string
  technique_ids: Array<string>
  status: Open<"open" | "closed">
  created_by: string
  created_at: string
  closed_at: string | null
  steps: Array<TabletopStep>
}

export interface TabletopCreate {
  name: string
  description?: string | undefined
  scenario: string
  technique_ids?: Array<string> | undefined
}

export interface TabletopPage {
  items: Array<Tabletop>
  next_cursor?: string | undefined
}

export interface TabletopReport {
  id: string
  name: string
  is_closed: boolean
  injects: Array<TabletopScoredInject>
  /** points of the scored injects */
  points: number
  /** possible points of all injects */
  points_max: number
  score: number | null
  unscored: number
  unanswered: number
  late: number
  /** number of findings by severity */
  findings: Record<string, number>
  /** number of findings without an owner */
  without_owner: number
}

export interface TabletopScore {
  points: number
  note?: string | null | undefined
}

export interface TabletopScoredInject {
  step: number
  body: string
  expected: string | null
  within_minutes: number | null
  /** steps that answer the inject, in order */
  answers: Array<number>
  first_answer_seconds: number | null
  is_in_time: boolean | null
  points: number | null
  points_max: number
  note: string | null
  scored_by: string | null
}

export interface TabletopStep {
  step: number
  kind: Open<"inject" | "response" | "decision" | "finding" | "close">
  speaker: string
  body: string
  severity: Open<"critical" | "high" | "medium" | "low" | "info"> | null
  owner: string | null
  expected: string | null
  points_max: number | null
  within_minutes: number | null
  answers: number | null
  written_by: string
  written_at: string
}

export interface TabletopStepCreate {
  /** inject: next development in the scenario; close: ends the exercise */
  kind: "inject" | "response" | "decision" | "finding" | "close"
  speaker: string
  body: string
  /** severity of a finding */
  severity?: "critical" | "high" | "medium" | "low" | "info" | undefined
  owner?: string | undefined
  expected?: string | undefined
  /** maximum points of an inject; default: 10 */
  points_max?: number | undefined
  /** minutes in which an inject should be answered */
  within_minutes?: number | undefined
  /** inject step that a response or decision answers */
  answers?: number | undefined
}

export interface TeamMetrics {
  from: string
  until: string
  step: Open<"day" | "week">
  time_zone: string
  whole: TeamMetricsOfSpan
  /** days or weeks; the first and the last may be partial */
  steps: Array<TeamMetricsOfStep>
  /** those with the most alerts, 25 at most */
  rules: Array<RuleNoise>
  rules_complete: boolean
  /** 50 at most */
  analysts: Array<AnalystLoad>
  analysts_complete: boolean
}

export interface TeamMetricsOfSpan {
  /** alerts created in the span */
  alerts: number
  by_severity: TeamMetricsOfSpanBySeverity
  by_verdict: TeamMetricsOfSpanByVerdict
  /** number of these alerts that a person acted on */
  acknowledged: number
  seconds_to_acknowledge: SecondsSpread | null
  /** number of these alerts that are resolved */
  resolved: number
  seconds_to_resolve: SecondsSpread | null
}

export interface TeamMetricsOfSpanBySeverity {
  info: number
  low: number
  medium: number
  high: number
  critical: number
}

export interface TeamMetricsOfSpanByVerdict {
  true_positive: number
  benign_true_positive: number
  false_positive: number
  benign: number
  escalate: number
}

export interface TeamMetricsOfStep {
  from: string
  /** alerts created in the span */
  alerts: number
  by_severity: TeamMetricsOfStepBySeverity
  by_verdict: TeamMetricsOfStepByVerdict
  /** number of these alerts that a person acted on */
  acknowledged: number
  seconds_to_acknowledge: SecondsSpread | null
  /** number of these alerts that are resolved */
  resolved: number
  seconds_to_resolve: SecondsSpread | null
}

export interface TeamMetricsOfStepBySeverity {
  info: number
  low: number
  medium: number
  high: number
  critical: number
}

export interface TeamMetricsOfStepByVerdict {
  true_positive: number
  benign_true_positive: number
  false_positive: number
  benign: number
  escalate: number
}

export interface TenantLimits {
  /** sustained events per second */
  events_per_second: number
  /** events accepted at once after a pause; larger batches are always rejected */
  events_burst: number
  requests_per_second: number
  requests_burst: number
  /** relative share of a partition among tenants */
  weight: number
}

export interface TenantOnboard {
  tenant_id: string
  name: string
  admin_email: string
  /** users of the provider with their roles in the new tenant; default: the caller as tenant_admin */
  delegates?: Array<TenantOnboardDelegatesItem> | undefined
  /** duration of the delegations, in hours */
  hours?: number | undefined
}

export interface TenantOnboardDelegatesItem {
  email: string
  role: "viewer" | "soc_analyst" | "threat_hunter" | "soc_lead" | "tenant_admin"
}

export interface TenantOnboarded {
  tenant_id: string
  organisation: string
  admin_id: string
  /** path in the console; sets the password once */
  invitation_path: string
  /** complete URL, as in the mail */
  invitation_url: string
  /** true when the link was also mailed to the administrator */
  invitation_mailed: boolean
  invitation_expires_at: string
  push_token: string
  delegations: Array<TenantOnboardedDelegationsItem>
}

export interface TenantOnboardedDelegationsItem {
  id: string
  email: string
  role: Open<"viewer" | "soc_analyst" | "threat_hunter" | "soc_lead" | "tenant_admin">
}

export interface TenantResidency {
  data_region: string | null
  /** false: nothing is refused */
  residency_enforced: boolean
  /** regions by host name; a domain includes its subdomains; `here` is this installation */
  destinations: Record<string, string>
}

export interface TenantResidencyPut {
  data_region: string | null
  residency_enforced?: boolean | undefined
  destinations?: Record<string, string> | undefined
}

export interface TenantRetention {
  raw_events_days: number | null
  archive_days: number | null
  alerts_days: number | null
}

export interface TenantRetentionPut {
  raw_events_days?: number | null | undefined
  archive_days?: number | null | undefined
  alerts_days?: number | null | undefined
}

export interface Ticket {
  /** action that opened the ticket */
  action_id: string
  case_id: string
  executor: string
  /** id in the ticket system, such as SOC-12 or INC0010002 */
  ref: string
  url: string | null
  status: string | null
  is_open: boolean
  /** true when svc closed it because its case was resolved */
  closed_by_us: boolean
  fault: string | null
  looked_at: string | null
  created_at: string
}

export interface TicketHook {
  path: string
  secret: string
}

export interface TicketPage {
  items: Array<Ticket>
  next_cursor?: string | undefined
}

export interface TokenRefresh {
  refresh_token: string
}

export interface Tokens {
  access_token: string
  refresh_token: string
  token_type: Open<"bearer">
  /** seconds */
  expires_in: number
}

export interface UebaAnomaly {
  id: string
  entity_id: string
  entity_type: Open<"user" | "host" | "ip" | "domain">
  metric_name: string
  observed_value: number
  /** mean for that hour of the week */
  baseline_mean: number
  baseline_stddev: number
  z_score: number
  /** probability that an hour has at least this many, 0 to 1 */
  tail_probability: number
  /** number of hours behind the baseline */
  baseline_samples: number
  /** learning: too few hours for a judgement; stale: nothing learned for two weeks */
  baseline_state: Open<"learning" | "ready" | "stale">
  severity: Open<"info" | "low" | "medium" | "high" | "critical">
  /** examples of the counted items */
  items: Array<string>
  /** id of one event of the hour */
  event_uid: string
  detected_at: string
}

export interface UebaAnomalyDetail {
  id: string
  entity_id: string
  entity_type: Open<"user" | "host" | "ip" | "domain">
  metric_name: string
  observed_value: number
  /** mean for that hour of the week */
  baseline_mean: number
  baseline_stddev: number
  z_score: number
  /** probability that an hour has at least this many, 0 to 1 */
  tail_probability: number
  /** number of hours behind the baseline */
  baseline_samples: number
  /** learning: too few hours for a judgement; stale: nothing learned for two weeks */
  baseline_state: Open<"learning" | "ready" | "stale">
  severity: Open<"info" | "low" | "medium" | "high" | "critical">
  /** examples of the counted items */
  items: Array<string>
  /** id of one event of the hour */
  event_uid: string
  detected_at: string
  peer: UebaPeer | null
}

export interface UebaAnomalyPage {
  items: Array<UebaAnomaly>
  next_cursor?: string | undefined
}

export interface UebaBaseline {
  entity_id: string
  entity_type: Open<"user" | "host" | "ip" | "domain">
  metric: string
  /** mean for the next hour of the week */
  mean: number
  stddev: number
  /** number of hours behind the baseline, counted up to two weeks */
  samples: number
  /** learning: too few hours for a judgement; stale: nothing learned for two weeks */
  state: Open<"learning" | "ready" | "stale">
  learned_until: string
}

export interface UebaBaselinePage {
  items: Array<UebaBaseline>
  next_cursor?: string | undefined
}

export interface UebaEntity {
  entity_id: string
  baselines: Array<UebaEntityBaseline>
  /** peer groups by type; empty: no similar entities */
  peer_groups: Array<UebaPeerGroup>
}

export interface UebaEntityBaseline {
  entity_id: string
  entity_type: Open<"user" | "host" | "ip" | "domain">
  metric: string
  /** mean for the next hour of the week */
  mean: number
  stddev: number
  /** number of hours behind the baseline, counted up to two weeks */
  samples: number
  /** learning: too few hours for a judgement; stale: nothing learned for two weeks */
  state: Open<"learning" | "ready" | "stale">
  learned_until: string
  peer: UebaPeer | null
}

export interface UebaEntityView {
  entity_id: string
  baselines: Array<UebaEntityBaseline>
  /** peer groups by type; empty: no similar entities */
  peer_groups: Array<UebaPeerGroup>
  /** newest first, at most 100 */
  anomalies: Array<UebaAnomalyDetail>
  has_more_anomalies: boolean
  /** of the last 31 days, newest first */
  resets: Array<UebaReset>
}

export interface UebaPeer {
  /** learning: fewer than 5 peers have a baseline that is ready; stale: they had */
  state: Open<"learning" | "ready" | "stale">
  /** peers with a baseline that is ready */
  members: number
  median: number | null
  z_score: number | null
}

export interface UebaPeerGroup {
  entity_type: Open<"user" | "host" | "ip" | "domain">
  /** members of one department, or entities with similar hosts or users */
  kind: Open<"department" | "hosts" | "users">
  name: string | null
  size: number
  /** at most 20 of them */
  members: Array<string>
}

export interface UebaReset {
  entity_type: Open<"user" | "host" | "ip" | "domain">
  entity: string
  reset_at: string
  reset_by: string | null
  reason: string | null
}

export interface UebaResetPage {
  items: Array<UebaReset>
  next_cursor?: string | undefined
}

export interface UebaStats {
  entities: number
  baselines: number
  baselines_by_state: UebaStatsBaselinesByState
  anomalies_24h: number
  anomalies_24h_by_severity: UebaStatsAnomalies24hBySeverity
  entities_refused_on: string | null
}

export interface UebaStatsAnomalies24hBySeverity {
  medium: number
  high: number
  critical: number
}

export interface UebaStatsBaselinesByState {
  learning: number
  ready: number
  stale: number
}

export interface Usage {
  tenant_id: string
  start: string
  end: string
  generated_at: string
  meters: Array<UsageMetersItem>
  daily: Array<UsageDailyItem>
  totals: Record<string, number>
  /** present figures */
  now: Record<string, number>
  /** meters without a figure, or with an incomplete one */
  unmeasured: Array<UsageUnmeasuredItem>
  entitlements: Array<UsageEntitlementsItem>
}

export interface UsageDailyItem {
  date: string
  values: Record<string, number>
}

export interface UsageEntitlementsItem {
  meter: string
  allowance: number
  /** current month in UTC */
  period: Open<"month" | "now">
  used: number | null
  headroom: number | null
}

export interface UsageMetersItem {
  name: string
  counts: string
}

export interface UsageReconciliation {
  start: string
  end: string
  agrees: boolean
  meters: Array<UsageReconciliationMetersItem>
  /** meters without a figure, or with an incomplete one */
  unmeasured: Array<UsageReconciliationUnmeasuredItem>
}

export interface UsageReconciliationMetersItem {
  meter: string
  /** sum of the daily figures */
  summed: number
  /** figure of a single query over the window */
  whole: number
  lake: number | null
  agrees: boolean
}

export interface UsageReconciliationUnmeasuredItem {
  meter: string
  table: string
  reason: string
}

export interface UsageUnmeasuredItem {
  meter: string
  table: string
  reason: string
}

export interface User {
  id: string
  tenant_id: string
  email: string
  username: string
  role: string
  is_active: boolean
  preferences: Record<string, unknown>
  last_login: string | null
  created_at: string
}

export interface UserCreate {
  email: string
  username: string
  password: string
  role?: string | undefined
}

export interface UserInvite {
  email: string
  /** default: the part of the email address before @ */
  username?: string | undefined
  role?: string | undefined
}

export interface UserInvited {
  user: User
  expires_at: string
}

export interface UserPage {
  items: Array<User>
  next_cursor?: string | undefined
}

export interface UserPatch {
  username?: string | undefined
  role?: string | undefined
  is_active?: boolean | undefined
}

export interface VaultKeyUse {
  /** id of the key and the column */
  id: string
  key_id: string | null
  role: Open<"newest" | "older" | "missing" | "unreadable">
  column: string
  /** functions that stop without the key */
  serves: string
  secrets: number
  looked_at: string
}

export interface VaultReseal {
  asked_at: string
  asked_by: string
  ended_at: string | null
  resealed: number | null
  unreadable: number | null
  fault: string | null
}

export interface VaultStatus {
  items: Array<VaultKeyUse>
  next_cursor?: string | undefined
  /** keys of the API, newest first, and missing ones */
  keys: Array<VaultStatusKeysItem>
  reseal: VaultReseal | null
  secrets: number
  under_newest: number
  /** true: the key is lost when the process ends, together with the secrets encrypted under it */
  is_ephemeral: boolean
}

export interface VaultStatusKeysItem {
  key_id: string
  role: Open<"newest" | "older" | "missing" | "unreadable">
  secrets: number
  is_needed: boolean
}

export interface VerbDecision {
  id: string
  action_id: string
  /** shadow: would have been requested; grant: was executed */
  mode: Open<"shadow" | "grant">
  verb: string
  target: string
  alert_class: string
  case_id: string | null
  alert_id: string | null
  asked_by: string
  decided_at: string
  label: Open<"agreed" | "disagreed" | "unlabeled"> | null
  label_source: Open<"action" | "closure" | "person" | "time"> | null
  labelled_by: string | null
  labelled_at: string | null
  deed_id: string | null
  note: string | null
}

export interface VerbDecisionPage {
  items: Array<VerbDecision>
  next_cursor?: string | undefined
}

export interface VerbDecisionVerdict {
  verdict: "right" | "wrong"
  note?: string | null | undefined
}

export interface VerbFigures {
  /** requests that people confirmed or contradicted */
  decided: number
  /** people did the same, or left the action of a grant in place */
  agreed: number
  /** neither confirmed nor contradicted within 30 days; excluded from the rates */
  unlabeled: number
  /** neither confirmed nor contradicted yet */
  open: number
  agreement: number | null
  agreement_at_least: number | null
}

export interface VerbFiguresOf {
  key: string
  /** requests that people confirmed or contradicted */
  decided: number
  /** people did the same, or left the action of a grant in place */
  agreed: number
  /** neither confirmed nor contradicted within 30 days; excluded from the rates */
  unlabeled: number
  /** neither confirmed nor contradicted yet */
  open: number
  agreement: number | null
  agreement_at_least: number | null
}

export interface Verdict {
  id: string
  alert_id: string
  original_verdict: string | null
  agent_verdict: string | null
  corrected_verdict: string
  reason: string
  reason_code: string
  decided_by_id: string
  decided_by_kind: string
  copied_from_id: string | null
  decided_at: string
  undone_at: string | null
}

export interface VerdictConfirm {
  confirmation_token: string
  alert_ids: Array<string>
}

export interface VerdictOverridden {
  alert: Alert
  verdict: Verdict
  look_alikes: Array<Alert>
  /** total number of look-alikes; the newest 100 at most are shown */
  look_alikes_total: number
  confirmation_token: string | null
  confirmation_expires_at: string | null
}

export interface VerdictOverride {
  corrected_verdict: "true_positive" | "benign_true_positive" | "false_positive" | "benign" | "escalate"
  reason: string
  reason_code: "known_admin_tool" | "approved_pentest" | "expected_service_account" | "known_scanner" | "business_application" | "bad_detection_logic" | "missing_context" | "true_positive_confirmed"
}

export interface VerdictReasons {
  items: Array<VerdictReasonsItemsItem>
}

export interface VerdictReasonsItemsItem {
  verdict: Open<"true_positive" | "benign_true_positive" | "false_positive" | "benign" | "escalate">
  reason_codes: Array<Open<"known_admin_tool" | "approved_pentest" | "expected_service_account" | "known_scanner" | "business_application" | "bad_detection_logic" | "missing_context" | "true_positive_confirmed">>
}

export interface VerdictUndo {
  verdict_id: string
}

export interface VerdictUndone {
  /** alerts with their previous verdict restored */
  restored: Array<string>
  /** alerts with a later verdict, which they keep */
  kept_later: Array<string>
}

export interface VerdictsConfirmed {
  verdicts: Array<Verdict>
}

export interface WarningList {
  id: string
  name: string
  description: string | null
  version: string | null
  /** `suppress`: an indicator of a value on the list does not match; `flag`: it matches as informational, and names the list */
  effect: Open<"suppress" | "flag">
  is_enabled: boolean
  /** number of distinct entries, normalised */
  entries: number
  /** number of submitted entries that are not valid values */
  skipped: number
  skip_reasons: Record<string, number>
  updated_by: string
  updated_at: string
}

export interface WarningListChange {
  /** `suppress`: an indicator of such a value does not match; `flag`: it matches as informational */
  effect?: "suppress" | "flag" | undefined
  is_enabled?: boolean | undefined
}

export interface WarningListEntry {
  ioc_type: Open<"ip" | "cidr" | "domain" | "url" | "md5" | "sha1" | "sha256" | "email" | "filename" | "ja3" | "ja4" | "user_agent">
  value: string
  with_subdomains: boolean
}

export interface WarningListEntryPage {
  items: Array<WarningListEntry>
  next_cursor?: string | undefined
}

export interface WarningListPage {
  items: Array<WarningList>
  next_cursor?: string | undefined
}

export interface WarningListPut {
  name?: string | undefined
  description?: string | null | undefined
  /** `suppress`: an indicator of such a value does not match; `flag`: it matches as informational */
  effect: "suppress" | "flag"
  /** default: true */
  is_enabled?: boolean | undefined
  entries?: Array<string> | undefined
  /** true (default): domains in `entries` include their subdomains */
  with_subdomains?: boolean | undefined
  misp?: WarningListPutMisp | undefined
  known_list?: "public-dns" | "cdn-networks" | "reserved" | "top-domains" | undefined
}

export interface WarningListPutMisp {
  name: string
  type: "string" | "hostname" | "cidr" | "substring" | "regex"
  list: Array<string>
  description?: unknown | undefined
  version?: unknown | undefined
}

export interface WholeReport {
  id: string
  schedule_id: string | null
  kind: Open<"soc" | "customer">
  title: string
  period_start: string
  period_end: string
  time_zone: string
  made_by: string
  created_at: string
  document: ReportDocument
}
