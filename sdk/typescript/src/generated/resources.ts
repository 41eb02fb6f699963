// Made from schemas/openapi/openapi.json by sdk/generate. Do not edit.

import type { Download, FileContent, Pager, RequestOptions } from '../types.ts'
import type * as m from './models.ts'

export interface ActionsListParams {
  limit?: number | undefined
  cursor?: string | undefined
  status?: "awaiting_approval" | "approved" | "rejected" | "running" | "completed" | "failed" | "rolling_back" | "rolled_back" | undefined
  case_id?: string | undefined
  alert_id?: string | undefined
}

export interface ActionsTypesListParams {
  limit?: number | undefined
  cursor?: string | undefined
}

export interface AgentComparisonsListParams {
  limit?: number | undefined
  cursor?: string | undefined
}

export interface AlertViewsListParams {
  limit?: number | undefined
  cursor?: string | undefined
}

export interface AlertsFacetsParams {
  /** of info, low, medium, high, critical */
  severity?: string | undefined
  /** of new, triaged, in_progress, resolved, closed */
  status?: string | undefined
  /** of true_positive, benign_true_positive, false_positive, benign, escalate */
  disposition?: string | undefined
  category?: string | undefined
  assigned_to_me?: boolean | undefined
  search?: string | undefined
  min_confidence?: number | undefined
  /** low, medium or high */
  confidence_label?: string | undefined
  /** alerts that have all of these */
  tags?: string | undefined
  /** made at this time or later */
  from?: string | undefined
  /** made before this time */
  until?: string | undefined
  /** whose event, or the first of several, was at this time or later */
  event_from?: string | undefined
  /** whose event was before this time */
  event_until?: string | undefined
  /** that name one of these hosts, in any case; with commas between them, as all of the following, a comma of a name as \, */
  host?: string | undefined
  /** that name one of these users */
  user?: string | undefined
  /** that name one of these addresses */
  ip?: string | undefined
  /** with one of these tactics, such as TA0002 */
  tactic?: string | undefined
  /** with one of these techniques, such as T1059.001 */
  technique?: string | undefined
  /** of one of these rules, by id */
  rule?: string | undefined
  /** of one of these connector types */
  source?: string | undefined
  /** ids of users, me, and nobody, with commas between them */
  assignee?: string | undefined
  /** whether a person has decided it */
  has_verdict?: boolean | undefined
  /** of host, user, ip, tactic, technique, rule, source; all without it */
  fields?: string | undefined
  limit?: number | undefined
}

export interface AlertsListParams {
  limit?: number | undefined
  cursor?: string | undefined
  /** of info, low, medium, high, critical */
  severity?: string | undefined
  /** of new, triaged, in_progress, resolved, closed */
  status?: string | undefined
  /** of true_positive, benign_true_positive, false_positive, benign, escalate */
  disposition?: string | undefined
  category?: string | undefined
  assigned_to_me?: boolean | undefined
  search?: string | undefined
  min_confidence?: number | undefined
  /** low, medium or high */
  confidence_label?: string | undefined
  /** alerts that have all of these */
  tags?: string | undefined
  /** made at this time or later */
  from?: string | undefined
  /** made before this time */
  until?: string | undefined
  /** whose event, or the first of several, was at this time or later */
  event_from?: string | undefined
  /** whose event was before this time */
  event_until?: string | undefined
  /** that name one of these hosts, in any case; with commas between them, as all of the following, a comma of a name as \, */
  host?: string | undefined
  /** that name one of these users */
  user?: string | undefined
  /** that name one of these addresses */
  ip?: string | undefined
  /** with one of these tactics, such as TA0002 */
  tactic?: string | undefined
  /** with one of these techniques, such as T1059.001 */
  technique?: string | undefined
  /** of one of these rules, by id */
  rule?: string | undefined
  /** of one of these connector types */
  source?: string | undefined
  /** ids of users, me, and nobody, with commas between them */
  assignee?: string | undefined
  /** whether a person has decided it */
  has_verdict?: boolean | undefined
  /** newest without it. event: by when it happened, or the first event of several; sla: what is due to be resolved first, without a target last */
  sort?: "newest" | "oldest" | "risk" | "severity" | "event_newest" | "event_oldest" | "sla" | undefined
}

export interface AlertsMetricsParams {
  from?: string | undefined
  until?: string | undefined
  step?: "day" | "week" | undefined
  time_zone?: string | undefined
}

export interface AlertsSimilarParams {
  limit?: number | undefined
}

export interface AlertsStatsParams {
  period?: "24h" | "7d" | "30d" | "all" | undefined
}

export interface AlertsSubmitParams {
  /** the tenant of the credential */
  tenant_id: string
}

export interface AlertsAssigneesListParams {
  limit?: number | undefined
  cursor?: string | undefined
}

export interface AlertsHistoryListParams {
  limit?: number | undefined
  cursor?: string | undefined
}

export interface AlertsInvestigationsListParams {
  limit?: number | undefined
  cursor?: string | undefined
}

export interface AlertsQueueListParams {
  limit?: number | undefined
  cursor?: string | undefined
  owner?: "me" | "unassigned" | "all" | undefined
  period?: "24h" | "7d" | "30d" | "all" | undefined
}

export interface ApiKeysListParams {
  limit?: number | undefined
  cursor?: string | undefined
}

export interface ApprovalsListParams {
  limit?: number | undefined
  cursor?: string | undefined
  status?: "pending" | "approved" | "denied" | "expired" | "cancelled" | undefined
  risk_level?: "low" | "medium" | "high" | "critical" | undefined
  /** that the caller may decide */
  mine?: boolean | undefined
}

export interface AuditConsistencyParams {
  /** of a signed head */
  older: number
  /** of a signed head */
  newer: number
}

export interface AuditExportParams {
  /** a prefix */
  action?: string | undefined
  resource?: string | undefined
  resource_id?: string | undefined
  actor_id?: string | undefined
  search?: string | undefined
  /** recorded at this time or later */
  from?: string | undefined
  /** recorded before this time */
  until?: string | undefined
  format?: "bundle" | "csv" | "html" | undefined
}

export interface AuditListParams {
  /** a prefix */
  action?: string | undefined
  resource?: string | undefined
  resource_id?: string | undefined
  actor_id?: string | undefined
  search?: string | undefined
  /** recorded at this time or later */
  from?: string | undefined
  /** recorded before this time */
  until?: string | undefined
  limit?: number | undefined
  cursor?: string | undefined
}

export interface AuditKeysListParams {
  limit?: number | undefined
  cursor?: string | undefined
}

export interface AuditLogListParams {
  /** a prefix */
  action?: string | undefined
  resource?: string | undefined
  resource_id?: string | undefined
  actor_id?: string | undefined
  search?: string | undefined
  /** recorded at this time or later */
  from?: string | undefined
  /** recorded before this time */
  until?: string | undefined
  limit?: number | undefined
  cursor?: string | undefined
}

export interface AuthOidcCallbackParams {
  state: string
  code?: string | undefined
  error?: string | undefined
}

export interface AuthSamlCallbackGetParams {
  SAMLResponse: string
  RelayState?: string | undefined
}

export interface AutonomyPolicyAgreementParams {
  window_days?: number | undefined
}

export interface AutonomyPolicyClosureAuditsListParams {
  limit?: number | undefined
  cursor?: string | undefined
}

export interface AutonomyPolicyGrantsListParams {
  limit?: number | undefined
  cursor?: string | undefined
}

export interface AutonomyPolicyShadowModeListParams {
  limit?: number | undefined
  cursor?: string | undefined
}

export interface AutonomyPolicyShadowVerbsListParams {
  limit?: number | undefined
  cursor?: string | undefined
}

export interface AutonomyPolicyVerbDecisionsListParams {
  limit?: number | undefined
  cursor?: string | undefined
  /** a verb that a grant can reach */
  verb?: string | undefined
}

export interface BrandingAssetsLogoUploadParams {
  filename?: string | undefined
}

export interface BrandingMessagesListParams {
  limit?: number | undefined
  cursor?: string | undefined
}

export interface CampaignsListParams {
  limit?: number | undefined
  cursor?: string | undefined
}

export interface CaseFieldsListParams {
  limit?: number | undefined
  cursor?: string | undefined
}

export interface CaseTemplatesListParams {
  limit?: number | undefined
  cursor?: string | undefined
}

export interface CasesListParams {
  limit?: number | undefined
  cursor?: string | undefined
  /** of open, in_progress, resolved, closed */
  status?: string | undefined
  /** of info, low, medium, high, critical */
  severity?: string | undefined
  assignee_id?: string | undefined
  assigned_to_me?: boolean | undefined
  unassigned?: boolean | undefined
  queue_id?: string | undefined
  case_type?: string | undefined
  /** cases that have all of these */
  tags?: string | undefined
  search?: string | undefined
  /** one of the three clocks is past its due time */
  sla_breached?: boolean | undefined
  /** opened at this time or later */
  from?: string | undefined
  /** opened before this time */
  until?: string | undefined
  /** those that were merged into others, which are in no other list */
  merged?: boolean | undefined
}

export interface CasesPostmortemParams {
  format?: "json" | "html" | undefined
}

export interface CasesSummaryParams {
  format?: "json" | "html" | undefined
}

export interface CasesAlertsListParams {
  limit?: number | undefined
  cursor?: string | undefined
}

export interface CasesAttachmentsCreateParams {
  filename?: string | undefined
}

export interface CasesAttachmentsListParams {
  limit?: number | undefined
  cursor?: string | undefined
}

export interface CasesCommentsListParams {
  limit?: number | undefined
  cursor?: string | undefined
}

export interface CasesEscalationPoliciesListParams {
  limit?: number | undefined
  cursor?: string | undefined
}

export interface CasesExportListParams {
  limit?: number | undefined
  cursor?: string | undefined
  updated_since?: string | undefined
}

export interface CasesHandoffsListParams {
  limit?: number | undefined
  cursor?: string | undefined
}

export interface CasesInvestigationsListParams {
  limit?: number | undefined
  cursor?: string | undefined
}

export interface CasesInvestigationsStartParams {
  /** chosen by the client, to follow the run from its start */
  run_id?: string | undefined
}

export interface CasesMentionsListParams {
  limit?: number | undefined
  cursor?: string | undefined
}

export interface CasesMovesListParams {
  limit?: number | undefined
  cursor?: string | undefined
}

export interface CasesNotificationsListParams {
  limit?: number | undefined
  cursor?: string | undefined
}

export interface CasesObservablesListParams {
  limit?: number | undefined
  cursor?: string | undefined
}

export interface CasesQueuesListParams {
  limit?: number | undefined
  cursor?: string | undefined
}

export interface CasesSimilarListParams {
  limit?: number | undefined
  cursor?: string | undefined
}

export interface CasesSlaPoliciesListParams {
  limit?: number | undefined
  cursor?: string | undefined
}

export interface CasesTasksListParams {
  limit?: number | undefined
  cursor?: string | undefined
}

export interface CasesTicketsListParams {
  limit?: number | undefined
  cursor?: string | undefined
}

export interface CasesTimeListParams {
  limit?: number | undefined
  cursor?: string | undefined
}

export interface CasesTimelineListParams {
  limit?: number | undefined
  cursor?: string | undefined
}

export interface CasesTransitionsListParams {
  limit?: number | undefined
  cursor?: string | undefined
}

export interface ComplianceControlsListParams {
  limit?: number | undefined
  cursor?: string | undefined
  framework?: string | undefined
}

export interface ComplianceEvidenceListParams {
  limit?: number | undefined
  cursor?: string | undefined
  framework?: string | undefined
  control_id?: string | undefined
}

export interface ComplianceFrameworksListParams {
  limit?: number | undefined
  cursor?: string | undefined
}

export interface ComplianceHistoryGetParams {
  limit?: number | undefined
  cursor?: string | undefined
  days?: number | undefined
}

export interface ConfigurationListParams {
  limit?: number | undefined
  cursor?: string | undefined
  kind: "placeholders" | "rule" | "overlay" | "playbook" | "hunt" | "sla_target" | "sla_policy" | "branding" | "message_text" | "role" | "connector"
}

export interface ConnectorsListParams {
  limit?: number | undefined
  cursor?: string | undefined
}

export interface ConnectorsPollsListParams {
  limit?: number | undefined
  cursor?: string | undefined
}

export interface ConnectorsTypesListParams {
  limit?: number | undefined
  cursor?: string | undefined
}

export interface DeadLettersListParams {
  limit?: number | undefined
  cursor?: string | undefined
  /** connector id */
  source?: string | undefined
  reason?: string | undefined
  from?: string | undefined
  to?: string | undefined
}

export interface DeadLettersReplaysListParams {
  limit?: number | undefined
  cursor?: string | undefined
}

export interface DelegationsListParams {
  limit?: number | undefined
  cursor?: string | undefined
}

export interface DeputiesListParams {
  limit?: number | undefined
  cursor?: string | undefined
}

export interface DetectionProposalsListParams {
  limit?: number | undefined
  cursor?: string | undefined
  status?: "proposed" | "in_review" | "eval_passed" | "eval_failed" | "approved" | "rejected" | "promoted" | undefined
}

export interface DetectionProposalsBaselineListParams {
  limit?: number | undefined
  cursor?: string | undefined
}

export interface DetectionsListParams {
  limit?: number | undefined
  cursor?: string | undefined
  rule_id?: string | undefined
  severity_min?: number | undefined
  since?: string | undefined
  until?: string | undefined
}

export interface DetectionsStatsParams {
  hours?: number | undefined
  rule_id?: string | undefined
}

export interface EnrichmentTablesGetParams {
  limit?: number | undefined
  cursor?: string | undefined
}

export interface EntityRiskGetParams {
  entity_type?: "user" | "host" | "ip" | undefined
}

export interface EntityRiskListParams {
  limit?: number | undefined
  cursor?: string | undefined
  entity_type?: "user" | "host" | "ip" | undefined
}

export interface EventsProcessTreeParams {
  event_uid?: string | undefined
  host?: string | undefined
  /** 24 without it */
  hours?: number | undefined
  to?: string | undefined
}

export interface EventsFacetsGetParams {
  /** field:value, ranges, wildcards, AND OR NOT, and words that the raw text contains; every event without it */
  query?: string | undefined
  /** of the event; 30 days before to without it */
  from?: string | undefined
  /** not part of it; now without it */
  to?: string | undefined
  /** names with commas between them */
  fields: string
  limit?: number | undefined
}

export interface EventsHistogramGetParams {
  /** field:value, ranges, wildcards, AND OR NOT, and words that the raw text contains; every event without it */
  query?: string | undefined
  /** of the event; 30 days before to without it */
  from?: string | undefined
  /** not part of it; now without it */
  to?: string | undefined
  /** one that makes at most 120 buckets without it */
  interval_seconds?: number | undefined
}

export interface EventsSavedSearchesListParams {
  limit?: number | undefined
  cursor?: string | undefined
}

export interface EventsSearchesCountsParams {
  limit?: number | undefined
}

export interface EventsSearchesGetParams {
  page?: number | undefined
}

export interface EventsSearchesListParams {
  limit?: number | undefined
  cursor?: string | undefined
}

export interface EventsSearchesTableParams {
  page?: number | undefined
}

export interface ExportsAlertsParams {
  /** of info, low, medium, high, critical */
  severity?: string | undefined
  /** of new, triaged, in_progress, resolved, closed */
  status?: string | undefined
  /** of true_positive, benign_true_positive, false_positive, benign, escalate */
  disposition?: string | undefined
  category?: string | undefined
  assigned_to_me?: boolean | undefined
  search?: string | undefined
  min_confidence?: number | undefined
  /** low, medium or high */
  confidence_label?: string | undefined
  /** alerts that have all of these */
  tags?: string | undefined
  /** made at this time or later */
  from?: string | undefined
  /** made before this time */
  until?: string | undefined
  /** whose event, or the first of several, was at this time or later */
  event_from?: string | undefined
  /** whose event was before this time */
  event_until?: string | undefined
  /** that name one of these hosts, in any case; with commas between them, as all of the following, a comma of a name as \, */
  host?: string | undefined
  /** that name one of these users */
  user?: string | undefined
  /** that name one of these addresses */
  ip?: string | undefined
  /** with one of these tactics, such as TA0002 */
  tactic?: string | undefined
  /** with one of these techniques, such as T1059.001 */
  technique?: string | undefined
  /** of one of these rules, by id */
  rule?: string | undefined
  /** of one of these connector types */
  source?: string | undefined
  /** ids of users, me, and nobody, with commas between them */
  assignee?: string | undefined
  /** whether a person has decided it */
  has_verdict?: boolean | undefined
}

export interface ExportsAuditParams {
  /** a prefix */
  action?: string | undefined
  resource?: string | undefined
  resource_id?: string | undefined
  actor_id?: string | undefined
  search?: string | undefined
  /** recorded at this time or later */
  from?: string | undefined
  /** recorded before this time */
  until?: string | undefined
}

export interface ExportsCasesParams {
  updated_since?: string | undefined
}

export interface ExportsEventsParams {
  /** field:value, ranges, wildcards, AND OR NOT, and words that the raw text contains; every event without it */
  query?: string | undefined
  /** of the event; 30 days before to without it */
  from?: string | undefined
  /** not part of it; now without it */
  to?: string | undefined
  /** lucene without it; kql: a table and where conditions choose events, as in POST /events/search */
  language?: "lucene" | "kql" | undefined
}

export interface ExportsUsageParams {
  month: string
}

export interface ExportsJobsListParams {
  limit?: number | undefined
  cursor?: string | undefined
}

export interface GovernanceExportSignaturesListParams {
  limit?: number | undefined
  cursor?: string | undefined
}

export interface GovernanceFieldRulesListParams {
  limit?: number | undefined
  cursor?: string | undefined
}

export interface GovernanceLegalHoldsListParams {
  limit?: number | undefined
  cursor?: string | undefined
  /** those in force, or those that are released */
  live?: boolean | undefined
}

export interface GovernanceResidencyViolationsListParams {
  limit?: number | undefined
  cursor?: string | undefined
}

export interface GovernanceRetentionRunsListParams {
  limit?: number | undefined
  cursor?: string | undefined
}

export interface GovernanceSubjectDeletionsListParams {
  limit?: number | undefined
  cursor?: string | undefined
}

export interface HoneytokenIgnoresListParams {
  limit?: number | undefined
  cursor?: string | undefined
}

export interface HoneytokensFileParams {
  format?: "docx" | "xlsx" | "pdf" | "kubeconfig" | "database" | "web_clone" | undefined
}

export interface HoneytokensListParams {
  limit?: number | undefined
  cursor?: string | undefined
  status?: "active" | "triggered" | "revoked" | "expired" | undefined
}

export interface HoneytokensEventsListParams {
  limit?: number | undefined
  cursor?: string | undefined
}

export interface HoneytokensEventsListAllParams {
  limit?: number | undefined
  cursor?: string | undefined
}

export interface HuntsListParams {
  limit?: number | undefined
  cursor?: string | undefined
}

export interface HuntsResultsListParams {
  limit?: number | undefined
  cursor?: string | undefined
  /** the latest run that is done without it */
  run_id?: string | undefined
  mark?: "interesting" | "benign" | undefined
}

export interface HuntsRunsListParams {
  limit?: number | undefined
  cursor?: string | undefined
}

export interface InboxTemplatesListParams {
  limit?: number | undefined
  cursor?: string | undefined
}

export interface InboxTokensListParams {
  limit?: number | undefined
  cursor?: string | undefined
}

export interface IntelFeedValuesParams {
  days?: number | undefined
}

export interface IntelStixParams {
  added_after?: string | undefined
}

export interface IntelFeedsListParams {
  limit?: number | undefined
  cursor?: string | undefined
}

export interface IntelIocsCreateParams {
  /** push it to the operator's MISP; what holds without it is a setting there */
  push_to_misp?: boolean | undefined
}

export interface IntelIocsListParams {
  limit?: number | undefined
  cursor?: string | undefined
  ioc_type?: "ip" | "cidr" | "domain" | "url" | "md5" | "sha1" | "sha256" | "email" | "filename" | "ja3" | "ja4" | "user_agent" | undefined
  severity?: "info" | "low" | "medium" | "high" | "critical" | undefined
  is_active?: boolean | undefined
}

export interface IntelIocsSightingsParams {
  /** push it to the operator's MISP; what holds without it is a setting there */
  push_to_misp?: boolean | undefined
}

export interface IntelKnownWarningListsListParams {
  limit?: number | undefined
  cursor?: string | undefined
}

export interface IntelMispPushesListParams {
  limit?: number | undefined
  cursor?: string | undefined
}

export interface IntelSightingsListParams {
  limit?: number | undefined
  cursor?: string | undefined
  indicator_id?: string | undefined
}

export interface IntelWarningListsListParams {
  limit?: number | undefined
  cursor?: string | undefined
}

export interface IntelWarningListsEntriesListParams {
  limit?: number | undefined
  cursor?: string | undefined
}

export interface InvestigationQuestionsListParams {
  limit?: number | undefined
  cursor?: string | undefined
}

export interface InvestigationsListParams {
  limit?: number | undefined
  cursor?: string | undefined
  status?: "running" | "completed" | "failed" | undefined
}

export interface LakeAdviceListParams {
  limit?: number | undefined
  cursor?: string | undefined
}

export interface LakeIndexesListParams {
  limit?: number | undefined
  cursor?: string | undefined
}

export interface MarketplaceItemsListParams {
  limit?: number | undefined
  cursor?: string | undefined
  kind?: "detection" | "hunt" | "playbook" | "connector" | "pack" | undefined
  tag?: string | undefined
  /** T1059: T1059.001 too */
  technique?: string | undefined
  search?: string | undefined
  installed?: boolean | undefined
}

export interface MarketplaceItemsUninstallParams {
  /** what people changed goes too; it is kept without */
  remove_changed?: boolean | undefined
}

export interface MarketplaceItemsUpdateParams {
  /** what people changed gets the text of the item again */
  overwrite_changed?: boolean | undefined
}

export interface McpServersListParams {
  limit?: number | undefined
  cursor?: string | undefined
}

export interface NotificationsListParams {
  limit?: number | undefined
  cursor?: string | undefined
  status?: "queued" | "waiting" | "sending" | "sent" | "delivered" | "seen" | "answered" | "failed" | "skipped" | undefined
}

export interface OncallListParams {
  limit?: number | undefined
  cursor?: string | undefined
}

export interface OncallRotationsListParams {
  limit?: number | undefined
  cursor?: string | undefined
}

export interface OncallWhoisonListParams {
  limit?: number | undefined
  cursor?: string | undefined
}

export interface OrganisationUsageParams {
  /** 30 days up to end without it */
  start?: string | undefined
  /** 186 days at most */
  end?: string | undefined
}

export interface OrganisationDelegationsListParams {
  limit?: number | undefined
  cursor?: string | undefined
}

export interface OrganisationPortfolioListParams {
  limit?: number | undefined
  cursor?: string | undefined
}

export interface OrganisationQueueListParams {
  limit?: number | undefined
  cursor?: string | undefined
  kind?: "alert" | "case" | undefined
  severity?: string | undefined
  tenant?: string | undefined
  /** only unassigned ones */
  unassigned?: boolean | undefined
}

export interface OrganisationTemplatesListParams {
  limit?: number | undefined
  cursor?: string | undefined
}

export interface OrganisationTenantsListParams {
  limit?: number | undefined
  cursor?: string | undefined
}

export interface OsqueryNodesListParams {
  limit?: number | undefined
  cursor?: string | undefined
}

export interface OsqueryQueriesListParams {
  limit?: number | undefined
  cursor?: string | undefined
}

export interface OsqueryQueriesAnswersListParams {
  limit?: number | undefined
  cursor?: string | undefined
}

export interface OsquerySecretsListParams {
  limit?: number | undefined
  cursor?: string | undefined
}

export interface PasskeysListParams {
  limit?: number | undefined
  cursor?: string | undefined
}

export interface PhishingSubmissionsListParams {
  limit?: number | undefined
  cursor?: string | undefined
}

export interface PlaybookHooksDeliverParams {
  /** t=SECONDS,v1=HEX */
  svc_signature?: string | undefined
  svc_delivery?: string | undefined
}

export interface PlaybookRunsListParams {
  limit?: number | undefined
  cursor?: string | undefined
}

export interface PlaybookSecretsListParams {
  limit?: number | undefined
  cursor?: string | undefined
}

export interface PlaybooksListParams {
  limit?: number | undefined
  cursor?: string | undefined
}

export interface PlaybooksHooksListParams {
  limit?: number | undefined
  cursor?: string | undefined
}

export interface PlaybooksRunsListParams {
  limit?: number | undefined
  cursor?: string | undefined
}

export interface PlaybooksVersionsListParams {
  limit?: number | undefined
  cursor?: string | undefined
}

export interface PurpleTeamAlarmsListParams {
  limit?: number | undefined
  cursor?: string | undefined
  open?: boolean | undefined
}

export interface PurpleTeamAtomicTestsListParams {
  limit?: number | undefined
  cursor?: string | undefined
  /** of ATT&CK, such as T1059.001 */
  technique?: string | undefined
  platform?: "windows" | "linux" | "network" | "aws" | "okta" | "kubernetes" | "microsoft365" | undefined
}

export interface PurpleTeamAtomicsListParams {
  limit?: number | undefined
  cursor?: string | undefined
  /** of ATT&CK, such as T1059.004 */
  technique?: string | undefined
}

export interface PurpleTeamDriftDiffParams {
  from: string
  to: string
}

export interface PurpleTeamDriftSnapshotsListParams {
  limit?: number | undefined
  cursor?: string | undefined
}

export interface PurpleTeamExecutionsListParams {
  limit?: number | undefined
  cursor?: string | undefined
  status?: "pending" | "running" | "success" | "failed" | "cancelled" | undefined
  atomic_test_id?: string | undefined
}

export interface PurpleTeamExpectationsListParams {
  limit?: number | undefined
  cursor?: string | undefined
  host_run?: string | undefined
}

export interface PurpleTeamHostRunsListParams {
  limit?: number | undefined
  cursor?: string | undefined
}

export interface PurpleTeamRoundsListParams {
  limit?: number | undefined
  cursor?: string | undefined
  schedule?: string | undefined
}

export interface PurpleTeamSchedulesListParams {
  limit?: number | undefined
  cursor?: string | undefined
}

export interface PurpleTeamTabletopListParams {
  limit?: number | undefined
  cursor?: string | undefined
}

export interface PushSubscriptionsListParams {
  limit?: number | undefined
  cursor?: string | undefined
}

export interface RbacPermissionsListParams {
  limit?: number | undefined
  cursor?: string | undefined
}

export interface RbacRolesListParams {
  limit?: number | undefined
  cursor?: string | undefined
}

export interface RealtimeSseParams {
  /** a ticket of `POST /realtime/ticket`; opens one stream */
  token?: string | undefined
  /** with commas; all that may be followed when left out */
  channels?: string | undefined
  /** of the last event seen, to go on behind it */
  cursor?: string | undefined
}

export interface ReportSchedulesListParams {
  limit?: number | undefined
  cursor?: string | undefined
}

export interface ReportsListParams {
  limit?: number | undefined
  cursor?: string | undefined
}

export interface ResponseBlockListParams {
  kind?: "ip" | "domain" | "url" | "hash" | undefined
}

export interface ResponseExecutorsListParams {
  limit?: number | undefined
  cursor?: string | undefined
}

export interface ResponseTargetsListParams {
  limit?: number | undefined
  cursor?: string | undefined
}

export interface RulesActivityParams {
  hours?: number | undefined
}

export interface RulesCoverageParams {
  hours?: number | undefined
  /** techniques that no rule names too */
  gaps?: boolean | undefined
}

export interface RulesListParams {
  limit?: number | undefined
  cursor?: string | undefined
  /** only what comes with the product, or only what does not */
  is_builtin?: boolean | undefined
  language?: "sigma" | "eql" | "kql" | "yara" | undefined
  severity?: "informational" | "low" | "medium" | "high" | "critical" | undefined
  enabled?: boolean | undefined
  search?: string | undefined
}

export interface RulesOverlaysListParams {
  limit?: number | undefined
  cursor?: string | undefined
}

export interface RulesSuppressionsListParams {
  limit?: number | undefined
  cursor?: string | undefined
}

export interface RulesVersionsListParams {
  limit?: number | undefined
  cursor?: string | undefined
}

export interface SandboxProvidersListParams {
  limit?: number | undefined
  cursor?: string | undefined
}

export interface SandboxSubmissionsListParams {
  limit?: number | undefined
  cursor?: string | undefined
}

export interface SchemaDriftListParams {
  limit?: number | undefined
  cursor?: string | undefined
  source?: string | undefined
  /** untracked: the source has more fields than svc follows, so further drift is not reported */
  kind?: "new" | "vanished" | "untracked" | undefined
  since?: string | undefined
  until?: string | undefined
}

export interface ScimGroupsCreateParams {
  /** names of attributes, with commas between */
  attributes?: string | undefined
  /** names of attributes, with commas between */
  excludedAttributes?: string | undefined
}

export interface ScimGroupsGetParams {
  /** names of attributes, with commas between */
  attributes?: string | undefined
  /** names of attributes, with commas between */
  excludedAttributes?: string | undefined
}

export interface ScimGroupsListParams {
  /** one comparison: attribute eq "value" */
  filter?: string | undefined
  /** of the first resource, from 1 */
  startIndex?: string | undefined
  /** resources wanted, at most 200 are given */
  count?: string | undefined
  /** names of attributes, with commas between */
  attributes?: string | undefined
  /** names of attributes, with commas between */
  excludedAttributes?: string | undefined
}

export interface ScimGroupsReplaceParams {
  /** names of attributes, with commas between */
  attributes?: string | undefined
  /** names of attributes, with commas between */
  excludedAttributes?: string | undefined
}

export interface ScimGroupsUpdateParams {
  /** names of attributes, with commas between */
  attributes?: string | undefined
  /** names of attributes, with commas between */
  excludedAttributes?: string | undefined
}

export interface ScimUsersCreateParams {
  /** names of attributes, with commas between */
  attributes?: string | undefined
  /** names of attributes, with commas between */
  excludedAttributes?: string | undefined
}

export interface ScimUsersGetParams {
  /** names of attributes, with commas between */
  attributes?: string | undefined
  /** names of attributes, with commas between */
  excludedAttributes?: string | undefined
}

export interface ScimUsersListParams {
  /** one comparison: attribute eq "value" */
  filter?: string | undefined
  /** of the first resource, from 1 */
  startIndex?: string | undefined
  /** resources wanted, at most 200 are given */
  count?: string | undefined
  /** names of attributes, with commas between */
  attributes?: string | undefined
  /** names of attributes, with commas between */
  excludedAttributes?: string | undefined
}

export interface ScimUsersReplaceParams {
  /** names of attributes, with commas between */
  attributes?: string | undefined
  /** names of attributes, with commas between */
  excludedAttributes?: string | undefined
}

export interface ScimUsersUpdateParams {
  /** names of attributes, with commas between */
  attributes?: string | undefined
  /** names of attributes, with commas between */
  excludedAttributes?: string | undefined
}

export interface ScimTokensListParams {
  limit?: number | undefined
  cursor?: string | undefined
}

export interface SlaForecastParams {
  limit?: number | undefined
}

export interface SlaConfigsListParams {
  limit?: number | undefined
  cursor?: string | undefined
}

export interface SlaEventsListParams {
  limit?: number | undefined
  cursor?: string | undefined
  severity?: "info" | "low" | "medium" | "high" | "critical" | undefined
  event_type?: "mttd_breached" | "mttr_breached" | "mttc_breached" | "ack_breached" | "resolve_breached" | "close_breached" | undefined
}

export interface SourcesListParams {
  limit?: number | undefined
  cursor?: string | undefined
}

export interface SourcesAlarmsListParams {
  limit?: number | undefined
  cursor?: string | undefined
}

export interface SourcesTablesGetParams {
  limit?: number | undefined
  cursor?: string | undefined
}

export interface SourcesTablesListParams {
  limit?: number | undefined
  cursor?: string | undefined
}

export interface SsoConnectionsListParams {
  limit?: number | undefined
  cursor?: string | undefined
}

export interface StandingApprovalsListParams {
  limit?: number | undefined
  cursor?: string | undefined
}

export interface UebaAnomaliesListParams {
  limit?: number | undefined
  cursor?: string | undefined
  entity_id?: string | undefined
  entity_type?: "user" | "host" | "ip" | "domain" | undefined
  metric?: string | undefined
  /** a number */
  min_z_score?: string | undefined
  min_severity?: "info" | "low" | "medium" | "high" | "critical" | undefined
  since?: string | undefined
  until?: string | undefined
}

export interface UebaBaselinesDeleteParams {
  entity_type?: "user" | "host" | "ip" | "domain" | undefined
}

export interface UebaBaselinesGetParams {
  entity_type?: "user" | "host" | "ip" | "domain" | undefined
}

export interface UebaBaselinesListParams {
  limit?: number | undefined
  cursor?: string | undefined
  entity_type?: "user" | "host" | "ip" | "domain" | undefined
  metric?: string | undefined
  /** learning: too few hours are known to tell of; stale: nothing was learned for two weeks */
  state?: "learning" | "ready" | "stale" | undefined
}

export interface UsageExportCsvParams {
  month: string
}

export interface UsageExportParquetParams {
  month: string
}

export interface UsageGetParams {
  /** 30 days up to end without it */
  start?: string | undefined
  /** part of it; today (UTC) without it; 186 days at most */
  end?: string | undefined
}

export interface UsageReconciliationParams {
  /** 30 days up to end without it */
  start?: string | undefined
  /** part of it; today (UTC) without it; 186 days at most */
  end?: string | undefined
}

export interface UsersListParams {
  limit?: number | undefined
  cursor?: string | undefined
}

export interface VaultKeysListParams {
  limit?: number | undefined
  cursor?: string | undefined
}

export interface ActionsResource {
  readonly types: ActionsTypesResource
  /**
   * Request an action: it is executed, or held until another person approves it
   *
   * Needs `actions:write`. Recorded in the audit log as `action:requested`.
   */
  create(body: m.ResponseActionRequest, options?: RequestOptions): Promise<m.ResponseActionRequested>
  /**
   * What would become of an action, and what was not looked at to say so
   *
   * Needs `actions:write`.
   */
  dryRun(body: m.ResponseActionDryRun, options?: RequestOptions): Promise<m.ResponseActionPlan>
  /**
   * Show the state of an action
   *
   * Needs `actions:read`.
   */
  get(actionId: string, options?: RequestOptions): Promise<m.ResponseAction>
  /**
   * Actions, newest first
   *
   * Needs `actions:read`.
   */
  list(params?: ActionsListParams, options?: RequestOptions): Pager<m.ResponseAction, m.ResponseActionPage>
  /**
   * Take back what was done
   *
   * Needs `actions:execute`. Recorded in the audit log as `action:undo_requested`.
   */
  undo(actionId: string, options?: RequestOptions): Promise<m.ResponseAction>
}

export interface ActionsTypesResource {
  /**
   * What can be done, how far it reaches and who has to agree
   *
   * Needs `actions:read`.
   */
  list(params?: ActionsTypesListParams, options?: RequestOptions): Pager<m.ResponseActionType, m.ResponseActionTypePage>
}

export interface AgentComparisonsResource {
  /**
   * Repeat runs that have ended under another model or prompt, with the results of their tools as they were
   *
   * Replays stored runs: nothing is looked up or changed, and a call that the run did not make is answered with could_not_check. Without run_ids it uses the newest runs with a verdict of people. It counts towards the daily budget.
   */
  create(body: m.ModelComparisonBegin, options?: RequestOptions): Promise<m.ModelComparison>
  /**
   * A comparison of models: run by run, and over all of them
   *
   * Needs `settings:read`.
   */
  get(id: string, options?: RequestOptions): Promise<m.ModelComparison>
  /**
   * Comparisons of models, newest first
   *
   * Needs `settings:read`.
   */
  list(params?: AgentComparisonsListParams, options?: RequestOptions): Pager<m.ModelComparison, m.ModelComparisonPage>
}

export interface AirgapResource {
  /**
   * Where connections may go
   *
   * Public.
   */
  status(options?: RequestOptions): Promise<m.AirgapStatus>
}

export interface AlertBulkChangesResource {
  /**
   * Take a change of many alerts back
   *
   * Needs `alerts:write`. Recorded in the audit log as `alert:bulk_undone`.
   */
  undo(bulkId: string, options?: RequestOptions): Promise<m.AlertBulkUndone>
}

export interface AlertViewsResource {
  /**
   * Delete a view of the queue that one keeps
   *
   * Needs `alerts:read`. Recorded in the audit log as `alert_view:deleted`.
   */
  delete(id: string, options?: RequestOptions): Promise<void>
  /**
   * Views of the queue that one keeps
   *
   * Needs `alerts:read`.
   */
  list(params?: AlertViewsListParams, options?: RequestOptions): Pager<m.AlertView, m.AlertViewPage>
  /**
   * Keep a view of the queue; one of the same name is replaced
   *
   * Needs `alerts:read`. Recorded in the audit log as `alert_view:kept`.
   */
  replace(body: m.AlertViewPut, options?: RequestOptions): Promise<m.AlertView>
}

export interface AlertsResource {
  readonly assignees: AlertsAssigneesResource
  readonly enrichment: AlertsEnrichmentResource
  readonly history: AlertsHistoryResource
  readonly investigations: AlertsInvestigationsResource
  readonly queue: AlertsQueueResource
  readonly verdictOverride: AlertsVerdictOverrideResource
  /**
   * Assign to a user of the tenant; null releases
   *
   * Needs `alerts:write`. Recorded in the audit log as `alert:assigned`.
   */
  assign(id: string, body: m.AlertAssign, options?: RequestOptions): Promise<m.Alert>
  /**
   * Change many alerts as one
   *
   * Needs `alerts:write`. Recorded in the audit log as `alert:bulk_changed`.
   */
  bulk(body: m.AlertBulkChange, options?: RequestOptions): Promise<m.AlertBulkDone>
  /**
   * Claim an unassigned alert; 409 when another person has it
   *
   * Needs `alerts:write`. Recorded in the audit log as `alert:claimed`.
   */
  claim(id: string, options?: RequestOptions): Promise<m.Alert>
  /**
   * Raise an alert
   *
   * Needs `alerts:write`. Recorded in the audit log as `alert:created`.
   */
  create(body: m.AlertCreate, options?: RequestOptions): Promise<m.Alert>
  /**
   * Delete an alert with its history
   *
   * Needs `alerts:delete`. Recorded in the audit log as `alert:deleted`.
   */
  delete(id: string, options?: RequestOptions): Promise<void>
  /**
   * Raise the severity by one step
   *
   * Needs `alerts:write`. Recorded in the audit log as `alert:escalated`.
   */
  escalate(id: string, body: m.AlertEscalate, options?: RequestOptions): Promise<m.Alert>
  /**
   * Hosts, users, rules and others that the alerts of a filter have, with counts
   *
   * Takes the filters of `GET /alerts`, and counts what each value would leave.
   */
  facets(params?: AlertsFacetsParams, options?: RequestOptions): Promise<m.AlertFacetValues>
  /**
   * One alert with its narrative, related entities, latest events, advice and raw event
   *
   * Needs `alerts:read`.
   */
  get(id: string, options?: RequestOptions): Promise<m.AlertDetail>
  /**
   * Alerts, newest first or in another order, with facets over all that the filter lets through
   *
   * Needs `alerts:read`.
   */
  list(params?: AlertsListParams, options?: RequestOptions): Pager<m.Alert, m.AlertPage>
  /**
   * Volume, times to acknowledge and to resolve, verdicts, noise of rules and load of analysts, by day or week
   *
   * Counted from the rows of alerts and of what was done to them; deleted alerts are not in it. An alert counts in the step in which it was made. A time that no alert has is null. At most 366 days; the last 30 by default.
   */
  metrics(params?: AlertsMetricsParams, options?: RequestOptions): Promise<m.TeamMetrics>
  /**
   * What became of alerts of its kind, and which share the most with it
   *
   * Needs `alerts:read`.
   */
  similar(id: string, params?: AlertsSimilarParams, options?: RequestOptions): Promise<m.SimilarAlerts>
  /**
   * Out of the queue for some minutes or until a time
   *
   * Needs `alerts:write`. Recorded in the audit log as `alert:snoozed`.
   */
  snooze(id: string, body: m.AlertSnooze, options?: RequestOptions): Promise<m.Alert>
  /**
   * Aggregates over the alerts made in a period
   *
   * Needs `alerts:read`.
   */
  stats(params?: AlertsStatsParams, options?: RequestOptions): Promise<m.AlertStats>
  /**
   * One alert of a batch of events: a single event, a list, or an object that holds `events`
   *
   * Needs `alerts:write`. Recorded in the audit log as `alert:submitted`.
   */
  submit(body: m.EventSubmit1 | Array<unknown> | m.EventSubmit3, params: AlertsSubmitParams, options?: RequestOptions): Promise<m.EventsSubmitted>
  /**
   * Change status, priority, tags, assignee or case
   *
   * Needs `alerts:write`. Recorded in the audit log as `alert:updated`.
   */
  update(id: string, body: m.AlertPatch, options?: RequestOptions): Promise<m.Alert>
  /**
   * The reasons that each verdict may have; any other is refused with 422
   *
   * Needs `alerts:read`.
   */
  verdictReasons(options?: RequestOptions): Promise<m.VerdictReasons>
}

export interface AlertsAssigneesResource {
  /**
   * People of the tenant and delegates by name, for the owners of alerts
   *
   * Those who are active first, users before delegates; 10,000 at most.
   */
  list(params?: AlertsAssigneesListParams, options?: RequestOptions): Pager<m.Assignee, m.AssigneePage>
}

export interface AlertsEnrichmentResource {
  /**
   * Show the enrichment of an alert from its arrival or the last request
   *
   * Needs `alerts:read`.
   */
  get(id: string, options?: RequestOptions): Promise<m.AlertEnrichment>
  /**
   * Enrich the entities of an alert now
   *
   * Needs `alerts:write`. Recorded in the audit log as `alert:enriched`.
   */
  run(id: string, options?: RequestOptions): Promise<m.AlertEnrichment>
}

export interface AlertsHistoryResource {
  /**
   * Everything that was done to an alert, newest first
   *
   * Needs `alerts:read`.
   */
  list(id: string, params?: AlertsHistoryListParams, options?: RequestOptions): Pager<m.AlertHistoryEntry, m.AlertHistoryEntryPage>
}

export interface AlertsInvestigationsResource {
  /**
   * Triage and investigations of an alert, newest first
   *
   * Needs `alerts:read`.
   */
  list(id: string, params?: AlertsInvestigationsListParams, options?: RequestOptions): Pager<m.InvestigationRun, m.InvestigationRunPage>
}

export interface AlertsQueueResource {
  /**
   * Unresolved alerts that are not snoozed: highest priority first, then longest waiting
   *
   * Needs `alerts:read`.
   */
  list(params?: AlertsQueueListParams, options?: RequestOptions): Pager<m.QueuedAlert, m.AlertQueue>
}

export interface AlertsVerdictOverrideResource {
  /**
   * The same verdict for exactly the look-alikes that were shown with it
   *
   * Needs `alerts:write`. Recorded in the audit log as `alert:verdict_repeated`.
   */
  lookAlikes(id: string, body: m.VerdictConfirm, options?: RequestOptions): Promise<m.VerdictsConfirmed>
  /**
   * The analyst's verdict on an alert; shows the alerts that it may also fit
   *
   * A reason that contradicts the verdict is refused: `GET /alerts/verdict-reasons` lists those that fit.
   */
  run(id: string, body: m.VerdictOverride, options?: RequestOptions): Promise<m.VerdictOverridden>
  /**
   * Take a verdict back, with those that repeat it on look-alikes
   *
   * Needs `alerts:write`. Recorded in the audit log as `alert:verdict_undone`.
   */
  undo(id: string, body: m.VerdictUndo, options?: RequestOptions): Promise<m.VerdictUndone>
}

export interface ApiKeysResource {
  /**
   * Create an API key
   *
   * Needs `users:write`. Recorded in the audit log as `api_key:created`.
   */
  create(body: m.ApiKeyCreate, options?: RequestOptions): Promise<m.NewApiKey>
  /**
   * Revoke an API key
   *
   * Needs `users:write`. Recorded in the audit log as `api_key:revoked`.
   */
  delete(id: string, options?: RequestOptions): Promise<void>
  /**
   * API keys, newest first
   *
   * Needs `users:read`.
   */
  list(params?: ApiKeysListParams, options?: RequestOptions): Pager<m.ApiKey, m.ApiKeyPage>
  /**
   * Change an API key
   *
   * Needs `users:write`. Recorded in the audit log as `api_key:updated`.
   */
  update(id: string, body: m.ApiKeyPatch, options?: RequestOptions): Promise<m.ApiKey>
}

export interface ApprovalsResource {
  readonly byLink: ApprovalsByLinkResource
  /**
   * Agree; whoever asked may not. Also as {approval_id}:approve
   *
   * Needs `actions:read`. Recorded in the audit log as `approval:approved`.
   */
  approve(approvalId: string, body: m.ApprovalDecision, options?: RequestOptions): Promise<m.Approval>
  /**
   * Ask people to agree to something that the caller does itself
   *
   * Needs `actions:write`. Recorded in the audit log as `approval:requested`.
   */
  create(body: m.ApprovalCreate, options?: RequestOptions): Promise<m.Approval>
  /**
   * One approval
   *
   * Needs `actions:read`.
   */
  get(approvalId: string, options?: RequestOptions): Promise<m.Approval>
  /**
   * Approvals, newest first; those that wait for a decision without a status
   *
   * Needs `actions:read`.
   */
  list(params?: ApprovalsListParams, options?: RequestOptions): Pager<m.Approval, m.ApprovalPage>
  /**
   * Deny. Also as {approval_id}:reject
   *
   * Needs `actions:read`. Recorded in the audit log as `approval:denied`.
   */
  reject(approvalId: string, body: m.ApprovalDecision, options?: RequestOptions): Promise<m.Approval>
}

export interface ApprovalsByLinkResource {
  /**
   * Approve or deny by the link of a mail; it works once
   *
   * Decides as the person that the mail was sent to, under the usual rules of approvals: the requester cannot approve.
   */
  decide(body: m.ApprovalLinkDecision, options?: RequestOptions): Promise<m.ApprovalLinkDecided>
  /**
   * What the link of a mail asks one to approve
   *
   * For the person that the mail went to, signed in within the last 15 minutes. Looking changes nothing but the receipt.
   */
  run(body: m.ApprovalLink, options?: RequestOptions): Promise<m.LinkedApproval>
}

export interface AuditResource {
  readonly entries: AuditEntriesResource
  readonly keys: AuditKeysResource
  /**
   * That the log was only added to between two signed heads (RFC 6962, 2.1.2)
   *
   * Needs `audit_log:read`.
   */
  consistency(params: AuditConsistencyParams, options?: RequestOptions): Promise<m.AuditConsistencyProof>
  /**
   * The whole log as a bundle that `svc audit verify` checks, or its newest 10,000 matches as csv or html
   *
   * Needs `audit_log:read`.
   */
  export(params?: AuditExportParams, options?: RequestOptions): Promise<Download>
  /**
   * The latest signed head: keep it elsewhere, and nothing before it can be rewritten unseen
   *
   * Needs `audit_log:read`.
   */
  head(options?: RequestOptions): Promise<m.AuditHead>
  /**
   * The audit log, newest first; reading it is recorded in it
   *
   * Needs `audit_log:read`.
   */
  list(params?: AuditListParams, options?: RequestOptions): Pager<m.AuditEntry, m.AuditEntryPage>
}

export interface AuditEntriesResource {
  /**
   * That an entry is in the log that the latest head speaks of (RFC 6962, 2.1.1)
   *
   * Needs `audit_log:read`.
   */
  proof(id: string, options?: RequestOptions): Promise<m.AuditInclusionProof>
}

export interface AuditKeysResource {
  /**
   * Public keys that heads are and were signed with, oldest first
   *
   * Needs `audit_log:read`.
   */
  list(params?: AuditKeysListParams, options?: RequestOptions): Pager<m.AuditKey, m.AuditKeyPage>
}

export interface AuditLogResource {
  /**
   * The audit log, newest first; reading it is recorded in it
   *
   * Needs `audit_log:read`.
   */
  list(params?: AuditLogListParams, options?: RequestOptions): Pager<m.AuditEntry, m.AuditEntryPage>
}

export interface AuthResource {
  readonly invitations: AuthInvitationsResource
  readonly oidc: AuthOidcResource
  readonly passwordReset: AuthPasswordResetResource
  readonly saml: AuthSamlResource
  /**
   * Sign in
   *
   * Recorded in the audit log as `auth:login`.
   */
  login(body: m.Login, options?: RequestOptions): Promise<m.SignedIn>
  /**
   * End this session
   *
   * For everybody who is signed in. Recorded in the audit log as `auth:logout`.
   */
  logout(options?: RequestOptions): Promise<void>
  /**
   * New tokens for a refresh token
   *
   * Public.
   */
  refresh(body: m.TokenRefresh, options?: RequestOptions): Promise<m.Tokens>
}

export interface AuthInvitationsResource {
  /**
   * Begin a session by the link of an invitation, to register a passkey
   *
   * A password is set by the same link with POST /auth/password-reset/confirm instead.
   */
  accept(body: m.InvitationAccept, options?: RequestOptions): Promise<m.Tokens>
}

export interface AuthOidcResource {
  /**
   * Where an OIDC provider sends people back to
   *
   * Public.
   */
  callback(params: AuthOidcCallbackParams, options?: RequestOptions): Promise<m.Tokens>
  /**
   * Begin a sign-in over OIDC
   *
   * Public.
   */
  login(body: m.SignInBegin, options?: RequestOptions): Promise<m.SignInBegun>
}

export interface AuthPasswordResetResource {
  /**
   * Set a new password with the token of a mailed link
   *
   * Recorded in the audit log as `user:password_reset`.
   */
  confirm(body: m.PasswordResetConfirm, options?: RequestOptions): Promise<void>
  /**
   * Ask for a link to set a new password
   *
   * The answer is the same whether there is such a user. 503 where no mail server is configured.
   */
  run(body: m.PasswordResetRequest, options?: RequestOptions): Promise<m.PasswordResetRequested>
}

export interface AuthSamlResource {
  readonly callback: AuthSamlCallbackResource
  /**
   * Begin a sign-in over SAML
   *
   * Public.
   */
  login(body: m.SignInBegin, options?: RequestOptions): Promise<m.SignInBegun>
  /**
   * This installation as a SAML service provider: metadata to import at the provider
   *
   * Public.
   */
  metadata(options?: RequestOptions): Promise<void>
}

export interface AuthSamlCallbackResource {
  /**
   * Assertion consumer of SAML, HTTP-Redirect binding
   *
   * Public.
   */
  get(params: AuthSamlCallbackGetParams, options?: RequestOptions): Promise<m.Tokens>
  /**
   * Assertion consumer of SAML, HTTP-POST binding
   *
   * Public.
   */
  post(body: m.SamlAnswer, options?: RequestOptions): Promise<m.Tokens>
}

export interface AutonomyPolicyResource {
  readonly closureAudits: AutonomyPolicyClosureAuditsResource
  readonly grants: AutonomyPolicyGrantsResource
  readonly killSwitch: AutonomyPolicyKillSwitchResource
  readonly shadowMode: AutonomyPolicyShadowModeResource
  readonly shadowVerbs: AutonomyPolicyShadowVerbsResource
  readonly verbDecisions: AutonomyPolicyVerbDecisionsResource
  /**
   * How often the agent agreed with the later verdict of analysts
   *
   * Needs `settings:read`.
   */
  agreement(params?: AutonomyPolicyAgreementParams, options?: RequestOptions): Promise<m.Agreement>
  /**
   * How many threats triage may have closed, by the sample that people judged
   *
   * Needs `settings:read`.
   */
  missedThreats(options?: RequestOptions): Promise<m.MissedThreats>
}

export interface AutonomyPolicyClosureAuditsResource {
  /**
   * Alerts closed by triage, drawn at random for a person to judge without seeing its verdict
   *
   * Needs `alerts:write`.
   */
  list(params?: AutonomyPolicyClosureAuditsListParams, options?: RequestOptions): Pager<m.ClosureAuditItem, m.ClosureAuditItemPage>
  /**
   * Say of a drawn alert whether it was a threat
   *
   * Needs `alerts:write`. Recorded in the audit log as `autonomy:closure_judged`.
   */
  verdict(alertId: string, body: m.ClosureAuditVerdict, options?: RequestOptions): Promise<m.ClosureAuditJudged>
}

export interface AutonomyPolicyGrantsResource {
  /**
   * Ask for a grant
   *
   * A refusal is an answer: granted is false, and refusals names every check that failed.
   */
  create(body: m.AutonomyGrantAsk, options?: RequestOptions): Promise<m.AutonomyGrantAnswer>
  /**
   * What automation may do by itself
   *
   * Needs `settings:read`.
   */
  list(params?: AutonomyPolicyGrantsListParams, options?: RequestOptions): Pager<m.AutonomyGrant, m.AutonomyGrantPage>
}

export interface AutonomyPolicyKillSwitchResource {
  /**
   * Whether automation is stopped here, and why
   *
   * Needs `settings:read`.
   */
  get(options?: RequestOptions): Promise<m.AutonomyKillSwitch>
  /**
   * Stop everything that automation does by itself in this tenant, or let it go on
   *
   * While automation is stopped no grant applies, triage closes nothing, no model is called, and actions approved only by a grant are withdrawn. Timed rollbacks still happen. A stop of the operator for all tenants is not lifted by it.
   */
  update(body: m.AutonomyKillSwitchSet, options?: RequestOptions): Promise<m.AutonomyKillSwitch>
}

export interface AutonomyPolicyShadowModeResource {
  /**
   * Classes of alerts with a flag
   *
   * Needs `settings:read`.
   */
  list(params?: AutonomyPolicyShadowModeListParams, options?: RequestOptions): Pager<m.ShadowMode, m.ShadowModePage>
  /**
   * Decide alerts of a class in the shadow, or not
   *
   * In shadow mode triage is written to the alert and to svc_shadow_decisions, and nothing is closed. *: every class without a flag of its own; unclassified: alerts without a category.
   */
  update(alertClass: string, body: m.ShadowModePut, options?: RequestOptions): Promise<m.ShadowMode>
}

export interface AutonomyPolicyShadowVerbsResource {
  /**
   * Verbs that automation may earn, which of them are in shadow mode, and how often people did the same
   *
   * Needs `settings:read`.
   */
  list(params?: AutonomyPolicyShadowVerbsListParams, options?: RequestOptions): Pager<m.ShadowVerb, m.ShadowVerbPage>
  /**
   * Let automation ask for a verb in the shadow, or not
   *
   * In shadow mode what agents, services and playbooks ask for of the verb ends as rejected with the reason shadow_mode, kept as what would have been done: nobody is asked, nothing is done, and a grant of it does nothing. What people ask for is done as ever.
   */
  update(verb: string, body: m.ShadowVerbPut, options?: RequestOptions): Promise<m.ShadowVerbSet>
}

export interface AutonomyPolicyVerbDecisionsResource {
  /**
   * What automation would have done in the shadow or did by a grant, newest first, and what people did
   *
   * Needs `actions:read`.
   */
  list(params?: AutonomyPolicyVerbDecisionsListParams, options?: RequestOptions): Pager<m.VerbDecision, m.VerbDecisionPage>
  /**
   * Say whether what automation would have done, or did by a grant, was right
   *
   * For what people did elsewhere, or closed without. It counts over what was compared.
   */
  verdict(decisionId: string, body: m.VerbDecisionVerdict, options?: RequestOptions): Promise<m.VerbDecision>
}

export interface BrandingResource {
  readonly assets: BrandingAssetsResource
  readonly messages: BrandingMessagesResource
  /**
   * How the product looks in this tenant
   *
   * For everybody who is signed in.
   */
  get(options?: RequestOptions): Promise<m.Appearance>
  /**
   * Replace how the product looks; empty fields fall back, and with all of them empty the logo goes too
   *
   * Needs `settings:write`. Recorded in the audit log as `branding:updated`.
   */
  update(body: m.BrandingPatch, options?: RequestOptions): Promise<m.Appearance>
}

export interface BrandingAssetsResource {
  readonly logo: BrandingAssetsLogoResource
}

export interface BrandingAssetsLogoResource {
  /**
   * Remove the logo of this tenant
   *
   * Needs `settings:write`. Recorded in the audit log as `branding:logo_removed`.
   */
  delete(options?: RequestOptions): Promise<void>
  /**
   * The logo of this tenant or its organisation
   *
   * For everybody who is signed in.
   */
  get(options?: RequestOptions): Promise<Download>
  /**
   * Upload a logo: SVG, PNG, JPEG or WebP of at most 256 KB; an SVG is written anew
   *
   * Needs `settings:write`. Recorded in the audit log as `branding:logo_uploaded`.
   */
  upload(file: FileContent, params?: BrandingAssetsLogoUploadParams, options?: RequestOptions): Promise<m.LogoUploaded>
}

export interface BrandingMessagesResource {
  /**
   * The words of each kind of message in this tenant, and who chose them
   *
   * Needs `settings:read`.
   */
  list(params?: BrandingMessagesListParams, options?: RequestOptions): Pager<m.MessageText, m.MessageTextPage>
  /**
   * How a message of a kind would look with these words and the branding that holds; nothing is kept or sent
   *
   * Needs `settings:read`.
   */
  preview(kind: string, body: m.MessageTextChange, options?: RequestOptions): Promise<m.MessagePreview>
  /**
   * Choose the words of a kind of message; what is empty or left out is taken from the organisation or the platform
   *
   * Needs `settings:write`. Recorded in the audit log as `branding:message_changed`.
   */
  update(kind: string, body: m.MessageTextChange, options?: RequestOptions): Promise<m.MessageText>
}

export interface CampaignsResource {
  /**
   * Ask for one action over several tenants, to be decided once
   *
   * Somebody else of the provider decides. In each tenant it is then asked for and agreed to by the delegations that the two have there, under the rules of that tenant: what these refuse is refused there, and where nobody may agree its own people decide.
   */
  create(body: m.CampaignAsk, options?: RequestOptions): Promise<m.Campaign>
  /**
   * One campaign, and what became of it in each tenant
   *
   * Needs `actions:read`.
   */
  get(id: string, options?: RequestOptions): Promise<m.CampaignOutcomes>
  /**
   * Campaigns over the tenants that are looked after here, newest first
   *
   * Needs `actions:read`.
   */
  list(params?: CampaignsListParams, options?: RequestOptions): Pager<m.CampaignState, m.CampaignStatePage>
}

export interface CaseEscalationPoliciesResource {
  /**
   * Remove an escalation policy; ladders that cases have stay theirs
   *
   * Needs `settings:write`. Recorded in the audit log as `escalation_policy:deleted`.
   */
  delete(id: string, options?: RequestOptions): Promise<void>
}

export interface CaseFieldsResource {
  /**
   * Give cases another field
   *
   * Needs `settings:write`. Recorded in the audit log as `case_field:created`.
   */
  create(body: m.CaseFieldCreate, options?: RequestOptions): Promise<m.CaseField>
  /**
   * Take a field away; what cases have in it stays
   *
   * Needs `settings:write`. Recorded in the audit log as `case_field:deleted`.
   */
  delete(fieldId: string, options?: RequestOptions): Promise<void>
  /**
   * Fields of the tenant’s own
   *
   * Needs `cases:read`.
   */
  list(params?: CaseFieldsListParams, options?: RequestOptions): Pager<m.CaseField, m.CaseFieldPage>
}

export interface CaseQueuesResource {
  /**
   * Remove a queue with its escalation policies; its cases stay without a queue
   *
   * Needs `settings:write`. Recorded in the audit log as `case_queue:deleted`.
   */
  delete(id: string, options?: RequestOptions): Promise<void>
  /**
   * Change a queue
   *
   * Needs `settings:write`. Recorded in the audit log as `case_queue:updated`.
   */
  update(id: string, body: m.CaseQueuePatch, options?: RequestOptions): Promise<m.CaseQueue>
}

export interface CaseSlaPoliciesResource {
  /**
   * Change an SLA policy; open cases keep the targets they have
   *
   * Needs `settings:write`. Recorded in the audit log as `sla_policy:updated`.
   */
  update(id: string, body: m.SlaPolicyPatch, options?: RequestOptions): Promise<m.SlaPolicy>
}

export interface CaseTemplatesResource {
  /**
   * Add a template for cases
   *
   * Needs `settings:write`. Recorded in the audit log as `case_template:created`.
   */
  create(body: m.CaseTemplateCreate, options?: RequestOptions): Promise<m.CaseTemplate>
  /**
   * Remove a template; cases that were opened from it stay
   *
   * Needs `settings:write`. Recorded in the audit log as `case_template:deleted`.
   */
  delete(templateId: string, options?: RequestOptions): Promise<void>
  /**
   * Templates, newest first
   *
   * Needs `cases:read`.
   */
  list(params?: CaseTemplatesListParams, options?: RequestOptions): Pager<m.CaseTemplate, m.CaseTemplatePage>
}

export interface CasesResource {
  readonly alerts: CasesAlertsResource
  readonly attachments: CasesAttachmentsResource
  readonly bulk: CasesBulkResource
  readonly comments: CasesCommentsResource
  readonly escalationPolicies: CasesEscalationPoliciesResource
  readonly export: CasesExportResource
  readonly handoffs: CasesHandoffsResource
  readonly investigations: CasesInvestigationsResource
  readonly mentions: CasesMentionsResource
  readonly moves: CasesMovesResource
  readonly notifications: CasesNotificationsResource
  readonly observables: CasesObservablesResource
  readonly queues: CasesQueuesResource
  readonly similar: CasesSimilarResource
  readonly slaPolicies: CasesSlaPoliciesResource
  readonly tasks: CasesTasksResource
  readonly tickets: CasesTicketsResource
  readonly time: CasesTimeResource
  readonly timeline: CasesTimelineResource
  readonly transitions: CasesTransitionsResource
  /**
   * Acknowledge a case: its escalation stops, and an unassigned case is assigned to the caller
   *
   * Needs `cases:write`. Recorded in the audit log as `case:acknowledged`.
   */
  acknowledge(id: string, options?: RequestOptions): Promise<m.CaseAcknowledged>
  /**
   * Give a case to a user of the tenant; null releases
   *
   * Needs `cases:write`. Recorded in the audit log as `case:assigned`.
   */
  assign(id: string, body: m.CaseAssign, options?: RequestOptions): Promise<m.Case>
  /**
   * Open a case, also from alerts
   *
   * Needs `cases:write`. Recorded in the audit log as `case:created`.
   */
  create(body: m.CaseCreate, options?: RequestOptions): Promise<m.Case>
  /**
   * Close a case; it stays, with everything that was done
   *
   * Needs `cases:delete`. Recorded in the audit log as `case:closed`.
   */
  delete(id: string, options?: RequestOptions): Promise<m.Case>
  /**
   * One case with its clocks, observables and evidence
   *
   * Needs `cases:read`.
   */
  get(id: string, options?: RequestOptions): Promise<m.CaseDetail>
  /**
   * The latest investigations of a case, whole
   *
   * Needs `cases:read`.
   */
  ledger(id: string, options?: RequestOptions): Promise<m.CaseLedger>
  /**
   * Cases, newest first, with facets over all that the filter lets through
   *
   * Needs `cases:read`.
   */
  list(params?: CasesListParams, options?: RequestOptions): Pager<m.Case, m.CasePage>
  /**
   * Merge another case into this one; it refers to this case until the merge is undone
   *
   * Needs `cases:write`. Recorded in the audit log as `case:merged`.
   */
  merge(id: string, body: m.CaseMerge, options?: RequestOptions): Promise<m.CaseMoved>
  /**
   * Move alerts of this case to another one
   *
   * Needs `cases:write`. Recorded in the audit log as `case:alerts_moved`.
   */
  move(id: string, body: m.CaseMoveAlerts, options?: RequestOptions): Promise<m.CaseMoved>
  /**
   * A blameless retrospective
   *
   * Needs `cases:read`.
   */
  postmortem(id: string, params?: CasesPostmortemParams, options?: RequestOptions): Promise<m.CasePostMortem | string>
  /**
   * Take a resolved or closed case up again
   *
   * Needs `cases:write`. Recorded in the audit log as `case:reopened`.
   */
  reopen(id: string, body: m.CaseReopen, options?: RequestOptions): Promise<m.Case>
  /**
   * Open a case of its own for some alerts of this one
   *
   * Needs `cases:write`. Recorded in the audit log as `case:split`.
   */
  split(id: string, body: m.CaseSplit, options?: RequestOptions): Promise<m.CaseMoved>
  /**
   * The status of a case
   *
   * Needs `cases:read`.
   */
  summary(id: string, params?: CasesSummaryParams, options?: RequestOptions): Promise<m.CaseSummary | string>
  /**
   * Change a case; another severity or queue gives it the targets of their policies
   *
   * Needs `cases:write`. Recorded in the audit log as `case:updated`.
   */
  update(id: string, body: m.CasePatch, options?: RequestOptions): Promise<m.Case>
}

export interface CasesAlertsResource {
  /**
   * Put alerts into a case
   *
   * Needs `cases:write`. Recorded in the audit log as `case:alerts_linked`.
   */
  create(id: string, body: m.CaseAlerts, options?: RequestOptions): Promise<m.Case>
  /**
   * Alerts of a case, newest first
   *
   * Needs `cases:read`.
   */
  list(id: string, params?: CasesAlertsListParams, options?: RequestOptions): Pager<m.Alert, m.CaseAlertPage>
  /**
   * Take alerts out of a case
   *
   * Needs `cases:write`. Recorded in the audit log as `case:alerts_unlinked`.
   */
  unlink(id: string, body: m.CaseAlerts, options?: RequestOptions): Promise<m.Case>
}

export interface CasesAttachmentsResource {
  /**
   * Add a file of at most 5 MiB, 50 a case; it is stored sealed
   *
   * Needs `cases:write`. Recorded in the audit log as `case:file_added`.
   */
  create(id: string, file: FileContent, params?: CasesAttachmentsCreateParams, options?: RequestOptions): Promise<m.CaseAttachment>
  /**
   * Remove a file; its hash stays in the timeline
   *
   * Needs `cases:write`. Recorded in the audit log as `case:file_removed`.
   */
  delete(id: string, attachmentId: string, options?: RequestOptions): Promise<void>
  /**
   * Download a file; who does is recorded
   *
   * Needs `cases:read`. Recorded in the audit log as `case:file_read`.
   */
  get(id: string, attachmentId: string, options?: RequestOptions): Promise<Download>
  /**
   * Files of a case, newest first
   *
   * Needs `cases:read`.
   */
  list(id: string, params?: CasesAttachmentsListParams, options?: RequestOptions): Pager<m.CaseAttachment, m.CaseAttachmentPage>
}

export interface CasesBulkResource {
  /**
   * Which cases a change would be of, and the token that confirms exactly these
   *
   * Needs `cases:write`.
   */
  preview(body: m.CaseBulkPreview, options?: RequestOptions): Promise<m.CaseBulkOffer>
  /**
   * Apply the offered change to exactly the offered cases, with a result for each
   *
   * Needs `cases:write`. Recorded in the audit log as `case:bulk_changed`.
   */
  run(body: m.CaseBulkConfirm, options?: RequestOptions): Promise<m.CaseBulkResult>
}

export interface CasesCommentsResource {
  /**
   * Comment on a case; @username tells that user
   *
   * Needs `cases:write`. Recorded in the audit log as `case:commented`.
   */
  create(id: string, body: m.CaseCommentCreate, options?: RequestOptions): Promise<m.CaseComment>
  /**
   * Comments of a case, newest first
   *
   * Needs `cases:read`.
   */
  list(id: string, params?: CasesCommentsListParams, options?: RequestOptions): Pager<m.CaseComment, m.CaseCommentPage>
}

export interface CasesEscalationPoliciesResource {
  /**
   * Add an escalation policy, for cases that come to the queue from now on
   *
   * Needs `settings:write`. Recorded in the audit log as `escalation_policy:created`.
   */
  create(body: m.CaseEscalationPolicyCreate, options?: RequestOptions): Promise<m.CaseEscalationPolicy>
  /**
   * Escalation policies, newest first
   *
   * Needs `cases:read`.
   */
  list(params?: CasesEscalationPoliciesListParams, options?: RequestOptions): Pager<m.CaseEscalationPolicy, m.CaseEscalationPolicyPage>
}

export interface CasesExportResource {
  /**
   * Cases in the order of their last change, merged ones too; next_cursor while there is more, resume_cursor for what changes later
   *
   * Needs `cases:read`.
   */
  list(params?: CasesExportListParams, options?: RequestOptions): Pager<m.Case, m.CaseExport>
}

export interface CasesHandoffsResource {
  /**
   * Acknowledge a handoff: its unresolved cases are assigned to its receiver, who must be the caller
   *
   * Needs `cases:write`. Recorded in the audit log as `case_handoff:acknowledged`.
   */
  acknowledge(handoffId: string, options?: RequestOptions): Promise<m.CaseHandoff>
  /**
   * Hand over what is unresolved in a queue, or what the caller has
   *
   * Needs `cases:write`. Recorded in the audit log as `case_handoff:created`.
   */
  create(body: m.CaseHandoffCreate, options?: RequestOptions): Promise<m.CaseHandoff>
  /**
   * Handoffs, newest first
   *
   * Needs `cases:read`.
   */
  list(params?: CasesHandoffsListParams, options?: RequestOptions): Pager<m.CaseHandoff, m.CaseHandoffPage>
}

export interface CasesInvestigationsResource {
  /**
   * Entries of the ledger about a case and its alerts, newest first
   *
   * Needs `cases:read`.
   */
  list(id: string, params?: CasesInvestigationsListParams, options?: RequestOptions): Pager<m.LedgerEntry, m.LedgerEntryPage>
  /**
   * Conclude anew from the results in the ledger, asking nothing. Also as {id}/investigations:replay
   *
   * Needs `cases:read`. Recorded in the audit log as `investigation:replayed`.
   */
  replay(id: string, body: m.InvestigationReplayRequest, options?: RequestOptions): Promise<m.InvestigationReplay>
  /**
   * Investigate a case: with a model the run continues in the agents service. Also as {id}/investigations:start
   *
   * Needs `cases:write`. Recorded in the audit log as `investigation:started`.
   */
  start(id: string, params?: CasesInvestigationsStartParams, options?: RequestOptions): Promise<m.InvestigationRun>
}

export interface CasesMentionsResource {
  /**
   * Comments that name the caller, newest first
   *
   * Needs `cases:read`.
   */
  list(params?: CasesMentionsListParams, options?: RequestOptions): Pager<m.CaseMention, m.CaseMentionPage>
  /**
   * Mark a mention of the caller as seen
   *
   * Needs `cases:read`.
   */
  seen(mentionId: string, options?: RequestOptions): Promise<void>
}

export interface CasesMovesResource {
  /**
   * List merges, splits and moves from or to a case, newest first, undone ones included
   *
   * Needs `cases:read`.
   */
  list(id: string, params?: CasesMovesListParams, options?: RequestOptions): Pager<m.CaseMove, m.CaseMovePage>
  /**
   * Take a merge, a split or a move back: exactly what went along goes back
   *
   * Needs `cases:write`. Recorded in the audit log as `case:move_undone`.
   */
  undo(moveId: string, options?: RequestOptions): Promise<m.CaseMoved>
}

export interface CasesNotificationsResource {
  /**
   * Who was notified of a case, oldest first, and what became of each message
   *
   * Needs `cases:read`.
   */
  list(id: string, params?: CasesNotificationsListParams, options?: RequestOptions): Pager<m.NotificationReceipt, m.NotificationReceiptPage>
}

export interface CasesObservablesResource {
  /**
   * Add an observable; one that is there is given back
   *
   * Needs `cases:write`. Recorded in the audit log as `case:observable_added`.
   */
  create(id: string, body: m.CaseObservableCreate, options?: RequestOptions): Promise<m.CaseObservable>
  /**
   * Remove one that was added
   *
   * Needs `cases:write`. Recorded in the audit log as `case:observable_removed`.
   */
  delete(id: string, observableId: string, options?: RequestOptions): Promise<void>
  /**
   * What was added by hand, newest first
   *
   * Needs `cases:read`.
   */
  list(id: string, params?: CasesObservablesListParams, options?: RequestOptions): Pager<m.CaseObservable, m.CaseObservablePage>
}

export interface CasesQueuesResource {
  /**
   * Add a queue: all its criteria hold for what it takes; one without criteria takes everything
   *
   * Needs `settings:write`. Recorded in the audit log as `case_queue:created`.
   */
  create(body: m.CaseQueueCreate, options?: RequestOptions): Promise<m.CaseQueue>
  /**
   * Queues, newest first
   *
   * Needs `cases:read`.
   */
  list(params?: CasesQueuesListParams, options?: RequestOptions): Pager<m.CaseQueue, m.CaseQueuePage>
}

export interface CasesSimilarResource {
  /**
   * Of the 2,000 newest cases those that share techniques, observables or tags, most alike first
   *
   * Needs `cases:read`.
   */
  list(id: string, params?: CasesSimilarListParams, options?: RequestOptions): Pager<m.SimilarCase, m.SimilarCasePage>
}

export interface CasesSlaPoliciesResource {
  /**
   * Add an SLA policy, for cases that are opened from now on
   *
   * Needs `settings:write`. Recorded in the audit log as `sla_policy:created`.
   */
  create(body: m.SlaPolicyCreate, options?: RequestOptions): Promise<m.SlaPolicy>
  /**
   * SLA policies, newest first
   *
   * Needs `cases:read`.
   */
  list(params?: CasesSlaPoliciesListParams, options?: RequestOptions): Pager<m.SlaPolicy, m.SlaPolicyPage>
}

export interface CasesTasksResource {
  /**
   * Add a task
   *
   * Needs `cases:write`. Recorded in the audit log as `case:task_added`.
   */
  create(id: string, body: m.CaseTaskCreate, options?: RequestOptions): Promise<m.CaseTask>
  /**
   * Remove a task
   *
   * Needs `cases:write`. Recorded in the audit log as `case:task_removed`.
   */
  delete(id: string, taskId: string, options?: RequestOptions): Promise<void>
  /**
   * Tasks of a case in the order they were planned
   *
   * Needs `cases:read`.
   */
  list(id: string, params?: CasesTasksListParams, options?: RequestOptions): Pager<m.CaseTask, m.CaseTaskPage>
  /**
   * Change a task; 409 names the one that has to be done first
   *
   * Needs `cases:write`. Recorded in the audit log as `case:task_changed`.
   */
  update(id: string, taskId: string, body: m.CaseTaskPatch, options?: RequestOptions): Promise<m.CaseTask>
}

export interface CasesTicketsResource {
  /**
   * Tickets that were opened for a case, as they stand on the other side
   *
   * Needs `cases:read`.
   */
  list(id: string, params?: CasesTicketsListParams, options?: RequestOptions): Pager<m.Ticket, m.TicketPage>
}

export interface CasesTimeResource {
  /**
   * Note time spent on a case
   *
   * Needs `cases:write`. Recorded in the audit log as `case:time_tracked`.
   */
  create(id: string, body: m.CaseTimeEntryCreate, options?: RequestOptions): Promise<m.CaseTimeEntry>
  /**
   * Time spent on a case, newest first
   *
   * Needs `cases:read`.
   */
  list(id: string, params?: CasesTimeListParams, options?: RequestOptions): Pager<m.CaseTimeEntry, m.CaseTimeEntryPage>
}

export interface CasesTimelineResource {
  /**
   * Add what happened to the timeline of a case
   *
   * Needs `cases:write`. Recorded in the audit log as `case:event_added`.
   */
  create(id: string, body: m.CaseTimelineEventCreate, options?: RequestOptions): Promise<m.CaseTimelineEvent>
  /**
   * Everything that happened in a case, newest first
   *
   * Needs `cases:read`.
   */
  list(id: string, params?: CasesTimelineListParams, options?: RequestOptions): Pager<m.CaseTimelineEvent, m.CaseTimelineEventPage>
}

export interface CasesTransitionsResource {
  /**
   * Changes of status, newest first
   *
   * Needs `cases:read`.
   */
  list(id: string, params?: CasesTransitionsListParams, options?: RequestOptions): Pager<m.CaseTransition, m.CaseTransitionPage>
}

export interface ChatResource {
  /**
   * End every link of one’s account with a chat
   *
   * For everybody who is signed in. Recorded in the audit log as `chat:account_unlinked`.
   */
  deleteAccounts(options?: RequestOptions): Promise<m.ChatUnlinked>
  /**
   * A code that links one’s account in a chat, within ten minutes: /svc link CODE
   *
   * For everybody who is signed in. Recorded in the audit log as `chat:code_made`.
   */
  linkCodes(options?: RequestOptions): Promise<m.ChatLinkCode>
}

export interface ComplianceResource {
  readonly controls: ComplianceControlsResource
  readonly dashboard: ComplianceDashboardResource
  readonly evidence: ComplianceEvidenceResource
  readonly frameworks: ComplianceFrameworksResource
  readonly history: ComplianceHistoryResource
}

export interface ComplianceControlsResource {
  /**
   * Controls of one framework, or of all
   *
   * Needs `reports:read`.
   */
  list(params?: ComplianceControlsListParams, options?: RequestOptions): Pager<m.ComplianceControl, m.ComplianceControlPage>
}

export interface ComplianceDashboardResource {
  /**
   * Measure the current compliance status of the tenant in a framework
   *
   * A measure without data is unknown, and counts neither for nor against. Evidence cannot override a failed measure.
   */
  get(framework: string, options?: RequestOptions): Promise<m.ComplianceDashboard>
}

export interface ComplianceEvidenceResource {
  /**
   * Attach evidence to a control
   *
   * Evidence cannot be changed or removed. Another person reviews it.
   */
  create(body: m.ComplianceEvidenceCreate, options?: RequestOptions): Promise<m.ComplianceEvidence>
  /**
   * Evidence, newest first
   *
   * Needs `reports:read`.
   */
  list(params?: ComplianceEvidenceListParams, options?: RequestOptions): Pager<m.ComplianceEvidence, m.ComplianceEvidencePage>
  /**
   * Accept or reject evidence attached by another person
   *
   * Needs `reports:write`. Recorded in the audit log as `compliance:evidence_reviewed`.
   */
  review(evidenceId: string, body: m.ComplianceEvidenceReview, options?: RequestOptions): Promise<m.ComplianceEvidence>
}

export interface ComplianceFrameworksResource {
  /**
   * Frameworks that are known
   *
   * Needs `reports:read`.
   */
  list(params?: ComplianceFrameworksListParams, options?: RequestOptions): Pager<m.ComplianceFramework, m.ComplianceFrameworkPage>
}

export interface ComplianceHistoryResource {
  /**
   * Where the tenant stood in a framework on each day that was measured, oldest first
   *
   * Days without a point were not measured; they are left out, and are no failure. Each day is kept for 400 days, then the last one of each month for ten years.
   */
  get(framework: string, params?: ComplianceHistoryGetParams, options?: RequestOptions): Pager<m.CompliancePoint, m.CompliancePointPage>
}

export interface ConfigurationResource {
  /**
   * Make a tenant as documents say, in one transaction: all of it or nothing
   *
   * A rule is called by its file, an overlay by the id of its rule, a playbook and a hunt by their names, SLA targets by their severity, a role and a connector by its name; placeholders and branding are one document of that name each. A document of a connector names the secrets that are set; their values are sent in `connector_secrets`. Each kind that changes needs its own permission too.
   */
  apply(body: m.ConfigurationApply, options?: RequestOptions): Promise<m.ConfigurationPlan>
  /**
   * What a tenant has of its own of a kind, as documents
   *
   * A rule is called by its file, an overlay by the id of its rule, a playbook and a hunt by their names, SLA targets by their severity, a role and a connector by its name; placeholders and branding are one document of that name each. A document of a connector names the secrets that are set; their values are sent in `connector_secrets`.
   */
  list(params: ConfigurationListParams, options?: RequestOptions): Pager<m.ConfigurationDocument, m.ConfigurationDocumentPage>
  /**
   * Say what documents would change, and change nothing
   *
   * A rule is called by its file, an overlay by the id of its rule, a playbook and a hunt by their names, SLA targets by their severity, a role and a connector by its name; placeholders and branding are one document of that name each. A document of a connector names the secrets that are set; their values are sent in `connector_secrets`.
   */
  plan(body: m.ConfigurationPlanned, options?: RequestOptions): Promise<m.ConfigurationPlan>
}

export interface ConnectorsResource {
  readonly polls: ConnectorsPollsResource
  readonly types: ConnectorsTypesResource
  /**
   * Connect a source
   *
   * Needs `connectors:write`. Recorded in the audit log as `connector:created`.
   */
  create(body: m.ConnectorCreate, options?: RequestOptions): Promise<m.Connector>
  /**
   * Disconnect a source; its events stay
   *
   * Needs `connectors:delete`. Recorded in the audit log as `connector:deleted`.
   */
  delete(id: string, options?: RequestOptions): Promise<void>
  /**
   * One connector
   *
   * Needs `connectors:read`.
   */
  get(id: string, options?: RequestOptions): Promise<m.Connector>
  /**
   * Connectors with their state, newest first
   *
   * Needs `connectors:read`.
   */
  list(params?: ConnectorsListParams, options?: RequestOptions): Pager<m.Connector, m.ConnectorPage>
  /**
   * Poll it now
   *
   * Needs `connectors:write`. Recorded in the audit log as `connector:poll_requested`.
   */
  poll(id: string, options?: RequestOptions): Promise<m.Connector>
  /**
   * Test a connector: fetch one page with the given settings; nothing is stored or ingested
   *
   * Needs `connectors:write`. Recorded in the audit log as `connector:tested`.
   */
  test(body: m.ConnectorTestRequest, options?: RequestOptions): Promise<m.ConnectorTest>
  /**
   * Test new settings: fetch one page with the sent settings only; nothing is stored or ingested
   *
   * Needs `connectors:write`. Recorded in the audit log as `connector:tested`.
   */
  testOne(id: string, body: m.ConnectorStatelessTest, options?: RequestOptions): Promise<m.ConnectorTest>
  /**
   * Change a connector; saving one that is blocked tries it again
   *
   * Needs `connectors:write`. Recorded in the audit log as `connector:updated`.
   */
  update(id: string, body: m.ConnectorChange, options?: RequestOptions): Promise<m.Connector>
}

export interface ConnectorsPollsResource {
  /**
   * Polls of a connector, newest first; the latest 200 are kept
   *
   * Needs `connectors:read`.
   */
  list(id: string, params?: ConnectorsPollsListParams, options?: RequestOptions): Pager<m.ConnectorPoll, m.ConnectorPollPage>
}

export interface ConnectorsTypesResource {
  /**
   * Kinds of sources that can be polled, and what each needs
   *
   * Needs `connectors:read`.
   */
  list(params?: ConnectorsTypesListParams, options?: RequestOptions): Pager<m.ConnectorType, m.ConnectorTypePage>
}

export interface CopilotResource {
  readonly actions: CopilotActionsResource
  readonly context: CopilotContextResource
  /**
   * Ask the model of this tenant about an alert, a case, a rule, a playbook or a hunt
   *
   * Every sentence of the answer names the sources it rests on; what they do not support is dropped and counted. A query is shown once it compiles, with what it would have found in the last day.
   */
  ask(body: m.CopilotQuestion, options?: RequestOptions): Promise<m.CopilotAnswer>
}

export interface CopilotActionsResource {
  /**
   * Do what was suggested. Also as {action_id}:run
   *
   * It needs what the same thing by itself needs, and is refused once it is not suggested any more.
   */
  run(actionId: string, options?: RequestOptions): Promise<m.CopilotActionDone>
}

export interface CopilotContextResource {
  readonly alert: CopilotContextAlertResource
  readonly case: CopilotContextCaseResource
  readonly playbook: CopilotContextPlaybookResource
  readonly rule: CopilotContextRuleResource
}

export interface CopilotContextAlertResource {
  /**
   * What could be done next about an alert
   *
   * Needs `alerts:read`.
   */
  get(alertId: string, options?: RequestOptions): Promise<m.CopilotContext>
}

export interface CopilotContextCaseResource {
  /**
   * What could be done next about a case
   *
   * Needs `cases:read`.
   */
  get(caseId: string, options?: RequestOptions): Promise<m.CopilotContext>
}

export interface CopilotContextPlaybookResource {
  /**
   * What could be done next about a playbook
   *
   * Needs `playbooks:read`.
   */
  get(playbookId: string, options?: RequestOptions): Promise<m.CopilotContext>
}

export interface CopilotContextRuleResource {
  /**
   * What could be done next about a rule
   *
   * Needs `rules:read`.
   */
  get(ruleId: string, options?: RequestOptions): Promise<m.CopilotContext>
}

export interface DeadLettersResource {
  readonly replays: DeadLettersReplaysResource
  /**
   * Events that could not be decoded and why, newest first; those of one text and reason are one row
   *
   * They are kept for 30 days. Time is that of receipt; without `from`, as far back as they are kept.
   */
  list(params?: DeadLettersListParams, options?: RequestOptions): Pager<m.DeadLetter, m.DeadLetterPage>
}

export interface DeadLettersReplaysResource {
  /**
   * Cancel a running replay; events already pushed stay
   *
   * Needs `connectors:write`. Recorded in the audit log as `dead_letter:replay_cancelled`.
   */
  cancel(id: string, options?: RequestOptions): Promise<m.DeadLetterReplay>
  /**
   * Push dead letters again, through the same door
   *
   * One of each text, under its connector and format; an event that was stored meanwhile is recognised as a repeat, and what fails again is a new dead letter. One replay of a tenant runs at a time.
   */
  create(body: m.DeadLetterReplayStart, options?: RequestOptions): Promise<m.DeadLetterReplay>
  /**
   * A replay of dead letters: how far it is
   *
   * Needs `connectors:read`.
   */
  get(id: string, options?: RequestOptions): Promise<m.DeadLetterReplay>
  /**
   * The newest 500 replays of dead letters, newest first
   *
   * Needs `connectors:read`.
   */
  list(params?: DeadLettersReplaysListParams, options?: RequestOptions): Pager<m.DeadLetterReplay, m.DeadLetterReplayPage>
}

export interface DelegationsResource {
  /**
   * An access token for the other tenant; recorded in that tenant's audit log
   *
   * For everybody who is signed in.
   */
  enter(id: string, options?: RequestOptions): Promise<m.DelegatedToken>
  /**
   * Tenants of others that the signed-in user may work in
   *
   * For everybody who is signed in.
   */
  list(params?: DelegationsListParams, options?: RequestOptions): Pager<m.Delegation, m.DelegationPage>
}

export interface DeputiesResource {
  /**
   * Name a deputy for a time
   *
   * Approval requests to the person, escalations and on-call shifts reach the deputy, who decides with their own permissions; the audit log names the person they stand in for. Naming one for another person needs users:write. At most 90 days.
   */
  create(body: m.DeputyName, options?: RequestOptions): Promise<m.Deputy>
  /**
   * End a deputy before its time: by the person, the deputy, or who manages users
   *
   * For everybody who is signed in. Recorded in the audit log as `deputy:ended`.
   */
  end(id: string, options?: RequestOptions): Promise<m.Deputy>
  /**
   * List current and planned deputies
   *
   * Needs `cases:read`.
   */
  list(params?: DeputiesListParams, options?: RequestOptions): Pager<m.Deputy, m.DeputyPage>
}

export interface DetectionProposalsResource {
  readonly baseline: DetectionProposalsBaselineResource
  /**
   * Say something of a proposal
   *
   * Needs `rules:read`. Recorded in the audit log as `proposal:commented`.
   */
  comment(id: string, body: m.DetectionProposalComment, options?: RequestOptions): Promise<m.DetectionProposal>
  /**
   * Propose a rule
   *
   * Needs `rules:write`. Recorded in the audit log as `proposal:created`.
   */
  create(body: m.DetectionProposalCreate, options?: RequestOptions): Promise<m.DetectionProposal>
  /**
   * Approve or reject a proposal
   *
   * The person who proposed a rule cannot approve it (403), and nobody can without a passed replay (412).
   */
  decide(id: string, body: m.DetectionProposalDecision, options?: RequestOptions): Promise<m.DetectionProposal>
  /**
   * Attach the report of a harness; it passes unless it is worse than the baseline of its suite
   *
   * Needs `rules:write`. Recorded in the audit log as `proposal:evaluated`.
   */
  eval(id: string, body: m.DetectionProposalEval, options?: RequestOptions): Promise<m.DetectionProposal>
  /**
   * Run the rule over its fixtures, or over those that are given for this run
   *
   * Needs `rules:write`. Recorded in the audit log as `proposal:replayed`.
   */
  evaluateRule(id: string, body?: m.DetectionProposalFixtures, options?: RequestOptions): Promise<m.DetectionProposal>
  /**
   * One proposed rule
   *
   * Needs `rules:read`.
   */
  get(id: string, options?: RequestOptions): Promise<m.DetectionProposal>
  /**
   * Proposed rules, newest first, the latest 5000
   *
   * Needs `rules:read`.
   */
  list(params?: DetectionProposalsListParams, options?: RequestOptions): Pager<m.DetectionProposal, m.DetectionProposalPage>
  /**
   * Write an approved proposal to the rules, in the place of its base where it has one
   *
   * Needs `rules:write`. Recorded in the audit log as `proposal:promoted`.
   */
  promote(id: string, options?: RequestOptions): Promise<m.DetectionProposal>
}

export interface DetectionProposalsBaselineResource {
  /**
   * Set what reports of a suite are held against
   *
   * Needs `rules:write`. Recorded in the audit log as `proposal:baseline_set`.
   */
  create(body: m.EvalBaselineSet, options?: RequestOptions): Promise<m.EvalBaseline>
  /**
   * What reports are held against, by suite
   *
   * Needs `rules:read`.
   */
  list(params?: DetectionProposalsBaselineListParams, options?: RequestOptions): Pager<m.EvalBaseline, m.EvalBaselinePage>
}

export interface DetectionsResource {
  /**
   * Record a detection that something else made; given again it is the same
   *
   * It goes to fusion and the lake as what a rule of the product found: from severity 2 on it is an alert, with what else is of one story. Listed some seconds later.
   */
  create(body: m.DetectionRecord, options?: RequestOptions): Promise<m.Detection>
  /**
   * Signals, newest first
   *
   * Needs `rules:read`.
   */
  list(params?: DetectionsListParams, options?: RequestOptions): Pager<m.Detection, m.DetectionPage>
  /**
   * Signals of the last hours, by rule and severity; of all rules or of one
   *
   * Needs `rules:read`.
   */
  stats(params?: DetectionsStatsParams, options?: RequestOptions): Promise<m.DetectionStats>
}

export interface EnrichmentResource {
  readonly tables: EnrichmentTablesResource
  /**
   * Ask every source of knowledge about entities
   *
   * All providers of a kind are queried at once, each with its own timeout. Answers are cached while they are valid; a provider that could not be queried is named with the reason.
   */
  run(body: m.EnrichmentRequest, options?: RequestOptions): Promise<m.Enriched>
}

export interface EnrichmentTablesResource {
  /**
   * Records of hosts or people, by name
   *
   * Needs `threat_intel:read`.
   */
  get(table: string, params?: EnrichmentTablesGetParams, options?: RequestOptions): Pager<m.EnrichmentRecord, m.EnrichmentRecordPage>
  /**
   * Write records of hosts or people; with replace all others go
   *
   * Needs `threat_intel:write`. Recorded in the audit log as `enrichment_table:written`.
   */
  update(table: string, body: m.EnrichmentTableWrite, options?: RequestOptions): Promise<m.EnrichmentTableWritten>
}

export interface EntityRiskResource {
  /**
   * One entity with the alerts that make it risky; of several of one name the riskiest
   *
   * Needs `alerts:read`.
   */
  get(entity: string, params?: EntityRiskGetParams, options?: RequestOptions): Promise<m.EntityRiskDetail>
  /**
   * How risky the alerts of the last 30 days make entities, the riskiest first
   *
   * Needs `alerts:read`.
   */
  list(params?: EntityRiskListParams, options?: RequestOptions): Pager<m.EntityRisk, m.EntityRiskPage>
}

export interface EventsResource {
  readonly facets: EventsFacetsResource
  readonly histogram: EventsHistogramResource
  readonly savedSearches: EventsSavedSearchesResource
  readonly searches: EventsSearchesResource
  /**
   * Fields to search events by
   *
   * Needs `lake:read_schema`.
   */
  fields(options?: RequestOptions): Promise<m.EventFieldList>
  /**
   * One event, as received and as OCSF
   *
   * Needs `lake:query`.
   */
  get(uid: string, options?: RequestOptions): Promise<m.StoredEvent>
  /**
   * Processes that started each other, around an event or of a host
   *
   * With event_uid: what started its process and what that started, 24 hours before to 24 after it. With host: the latest processes of the hours before `to`. Events in the archive are not looked at.
   */
  processTree(params?: EventsProcessTreeParams, options?: RequestOptions): Promise<m.ProcessTree>
  /**
   * Events that a query finds, newest first
   *
   * A page may not cover all of the time that was asked for: complete says so, missing names the time that was not looked at, and job_id a search that goes on with it. The search of a client (client.search, client.kql) and svc events search --all read all of it.
   */
  search(body: m.EventSearch, options?: RequestOptions): Pager<m.FoundEvent, m.EventSearchResult>
  /**
   * Events as they are stored
   *
   * Needs `lake:query`.
   */
  tail(body: m.EventTail, options?: RequestOptions): Pager<m.FoundEvent, m.EventTailPage>
}

export interface EventsFacetsResource {
  /**
   * Values of fields by their events
   *
   * Needs `lake:query`.
   */
  get(params: EventsFacetsGetParams, options?: RequestOptions): Promise<m.EventFacets>
  /**
   * Values of fields by their events
   *
   * Needs `lake:query`.
   */
  run(body: m.EventFacetsQuery, options?: RequestOptions): Promise<m.EventFacets>
}

export interface EventsHistogramResource {
  /**
   * Events over time
   *
   * Needs `lake:query`.
   */
  get(params?: EventsHistogramGetParams, options?: RequestOptions): Promise<m.EventHistogram>
  /**
   * Events over time
   *
   * Needs `lake:query`.
   */
  run(body: m.EventHistogramQuery, options?: RequestOptions): Promise<m.EventHistogram>
}

export interface EventsSavedSearchesResource {
  /**
   * Keep a search, for oneself or for everybody of the tenant
   *
   * Needs `lake:query`. Recorded in the audit log as `search:saved`.
   */
  create(body: m.SavedSearchPut, options?: RequestOptions): Promise<m.SavedSearch>
  /**
   * Delete a search that one keeps
   *
   * Needs `lake:query`. Recorded in the audit log as `search:saved_deleted`.
   */
  delete(id: string, options?: RequestOptions): Promise<void>
  /**
   * Searches that one keeps, and those that others of the tenant share
   *
   * Needs `lake:query`.
   */
  list(params?: EventsSavedSearchesListParams, options?: RequestOptions): Pager<m.SavedSearch, m.SavedSearchPage>
  /**
   * Replace a search that one keeps
   *
   * Needs `lake:query`. Recorded in the audit log as `search:saved_changed`.
   */
  update(id: string, body: m.SavedSearchPut, options?: RequestOptions): Promise<m.SavedSearch>
}

export interface EventsSearchesResource {
  /**
   * End a background search; its results are kept for a day
   *
   * Needs `lake:query`. Recorded in the audit log as `search:cancelled`.
   */
  cancel(id: string, options?: RequestOptions): Promise<m.SearchJob>
  /**
   * Show the counts by field value of a background search
   *
   * Over the time that was looked at so far: from at_time of the search to its to_time.
   */
  counts(id: string, params?: EventsSearchesCountsParams, options?: RequestOptions): Promise<m.SearchJobCounts>
  /**
   * Show the progress of a background search, and a page of its results
   *
   * Pages count from 0, newest events first; there are more while the search runs.
   */
  get(id: string, params?: EventsSearchesGetParams, options?: RequestOptions): Promise<m.SearchJobResults>
  /**
   * Searches of the last day that go on after their answer, the newest first
   *
   * Needs `lake:query`.
   */
  list(params?: EventsSearchesListParams, options?: RequestOptions): Pager<m.SearchJob, m.SearchJobPage>
  /**
   * A page of the table of a search that went on
   *
   * Pages count from 0. The table is there when the state of the search is done or full.
   */
  table(id: string, params?: EventsSearchesTableParams, options?: RequestOptions): Promise<m.SearchJobTable>
}

export interface ExportsResource {
  readonly compliance: ExportsComplianceResource
  readonly jobs: ExportsJobsResource
  /**
   * Alerts as NDJSON, signed, newest first, by the filters of GET /alerts
   *
   * Needs `alerts:read`. Recorded in the audit log as `export:made`.
   */
  alerts(params?: ExportsAlertsParams, options?: RequestOptions): Promise<Download>
  /**
   * The newest 10,000 entries of the audit log that match, as CSV, signed
   *
   * Needs `audit_log:read`. Recorded in the audit log as `export:made`.
   */
  audit(params?: ExportsAuditParams, options?: RequestOptions): Promise<Download>
  /**
   * Cases as NDJSON, signed, in the order of their last change
   *
   * Needs `cases:read`. Recorded in the audit log as `export:made`.
   */
  cases(params?: ExportsCasesParams, options?: RequestOptions): Promise<Download>
  /**
   * Events that a query finds as NDJSON, signed, oldest first
   *
   * Needs `lake:query`. Recorded in the audit log as `export:made`.
   */
  events(params?: ExportsEventsParams, options?: RequestOptions): Promise<Download>
  /**
   * Meters of a month as CSV, signed
   *
   * Needs `reports:read`. Recorded in the audit log as `export:made`.
   */
  usage(params: ExportsUsageParams, options?: RequestOptions): Promise<Download>
}

export interface ExportsComplianceResource {
  /**
   * Export the current compliance status of the tenant in a framework as signed JSON
   *
   * Needs `reports:read`. Recorded in the audit log as `export:made`.
   */
  get(framework: string, options?: RequestOptions): Promise<Download>
}

export interface ExportsJobsResource {
  /**
   * End an export that is being made; its files go within a day
   *
   * Needs `lake:query`. Recorded in the audit log as `export:cancelled`.
   */
  cancel(id: string, options?: RequestOptions): Promise<m.ExportJob>
  /**
   * Begin an export of all events that a query finds, oldest first, a file for each slice of time
   *
   * Needs `lake:query`. Recorded in the audit log as `export:started`.
   */
  create(body: m.ExportStart, options?: RequestOptions): Promise<m.ExportJob>
  /**
   * The files of an export that has ended, with their signed manifest, as one TAR file
   *
   * `svc exports verify` checks the folder that it is unpacked into.
   */
  file(id: string, options?: RequestOptions): Promise<Download>
  /**
   * An export: how far it is, and its files
   *
   * Needs `lake:query`.
   */
  get(id: string, options?: RequestOptions): Promise<m.ExportJob>
  /**
   * Exports of the last day, the newest first
   *
   * Needs `lake:query`.
   */
  list(params?: ExportsJobsListParams, options?: RequestOptions): Pager<m.ExportJob, m.ExportJobPage>
}

export interface FederatedResource {
  /**
   * Ask every SIEM and our own lake at once, each in its own language
   *
   * Needs `lake:query`. Recorded in the audit log as `federated:queried`.
   */
  query(body: m.FederatedQuery, options?: RequestOptions): Promise<m.FederatedAnswer>
  /**
   * A query in the languages of other SIEMs, with what each can say of it
   *
   * Needs `lake:query`.
   */
  translate(body: m.FederatedTranslate, options?: RequestOptions): Promise<m.FederatedTranslations>
}

export interface GovernanceResource {
  readonly exportSignatures: GovernanceExportSignaturesResource
  readonly fieldRules: GovernanceFieldRulesResource
  readonly legalHolds: GovernanceLegalHoldsResource
  readonly residency: GovernanceResidencyResource
  readonly retention: GovernanceRetentionResource
  readonly subjectDeletions: GovernanceSubjectDeletionsResource
}

export interface GovernanceExportSignaturesResource {
  /**
   * The detached signature of an export, with its public key
   *
   * `svc exports verify FILE --signature SIGNATURE` checks a file with it, without this installation.
   */
  get(id: string, options?: RequestOptions): Promise<m.DetachedExportSignature>
  /**
   * Signatures of the newest 10,000 exports, newest first
   *
   * Needs `settings:read`.
   */
  list(params?: GovernanceExportSignaturesListParams, options?: RequestOptions): Pager<m.ExportSignature, m.ExportSignaturePage>
}

export interface GovernanceFieldRulesResource {
  /**
   * Hide a field from everybody but some roles
   *
   * The value is replaced in every answer: redact gives [redacted], mask keeps the last characters behind bullets, hash gives sha256: and digits of the digest, omit leaves the field out. Answers name what was withheld in withheld_fields.
   */
  create(body: m.FieldRuleCreate, options?: RequestOptions): Promise<m.FieldRule>
  /**
   * Delete a field rule: the field is shown to everybody again
   *
   * Needs `settings:write`. Recorded in the audit log as `field_rule:deleted`.
   */
  delete(id: string, options?: RequestOptions): Promise<void>
  /**
   * Field rules
   *
   * Needs `settings:read`.
   */
  list(params?: GovernanceFieldRulesListParams, options?: RequestOptions): Pager<m.FieldRule, m.FieldRulePage>
  /**
   * Change who sees a field, how it is hidden, or whether it is
   *
   * Needs `settings:write`. Recorded in the audit log as `field_rule:changed`.
   */
  update(id: string, body: m.FieldRuleChange, options?: RequestOptions): Promise<m.FieldRule>
}

export interface GovernanceLegalHoldsResource {
  /**
   * Place a legal hold
   *
   * A case is named by id or number, an alert by id. Deletions that touch the subject are refused from now on, and retention removes no record that names it, also none that comes later. A hold over the tenant, and one over an alert or a case that names nobody, keeps everything of the tenant.
   */
  create(body: m.LegalHoldCreate, options?: RequestOptions): Promise<m.LegalHold>
  /**
   * Legal holds, newest first
   *
   * Needs `settings:read`.
   */
  list(params?: GovernanceLegalHoldsListParams, options?: RequestOptions): Pager<m.LegalHold, m.LegalHoldPage>
  /**
   * Release a legal hold; it stays on record
   *
   * Needs `settings:write`. Recorded in the audit log as `legal_hold:released`.
   */
  release(id: string, body: m.LegalHoldRelease, options?: RequestOptions): Promise<m.LegalHold>
}

export interface GovernanceResidencyResource {
  readonly violations: GovernanceResidencyViolationsResource
  /**
   * In which region the data of the tenant stays
   *
   * Needs `settings:read`.
   */
  get(options?: RequestOptions): Promise<m.TenantResidency>
  /**
   * Declare the region of the tenant, those of destinations, and whether others are refused
   *
   * Enforced, an operation goes on in the region of the tenant alone: another region, a destination without a region and a tenant without one are refused. What is outside is recorded in either case. Operations with a region are archive, export, federated, feed, mail (the mail server and the domain of the receiver), model, phone, push, sandbox, tool_server and webhook (also steps of playbooks, response executors, tickets and chat).
   */
  update(body: m.TenantResidencyPut, options?: RequestOptions): Promise<m.TenantResidency>
}

export interface GovernanceResidencyViolationsResource {
  /**
   * What would have left the region of the tenant, or did, newest first
   *
   * Needs `settings:read`.
   */
  list(params?: GovernanceResidencyViolationsListParams, options?: RequestOptions): Pager<m.ResidencyViolation, m.ResidencyViolationPage>
}

export interface GovernanceRetentionResource {
  readonly runs: GovernanceRetentionRunsResource
  /**
   * How long the tenant keeps its records, by class
   *
   * Needs `settings:read`.
   */
  get(options?: RequestOptions): Promise<m.TenantRetention>
  /**
   * Set how long the tenant keeps its records, by class
   *
   * A class that is absent or null is kept as the installation keeps it. The lake is never shorter than 400 days. The audit log is kept for good, because its entries are chained. A legal hold goes before all of it.
   */
  update(body: m.TenantRetentionPut, options?: RequestOptions): Promise<m.TenantRetention>
}

export interface GovernanceRetentionRunsResource {
  /**
   * What runs of retention removed and left, by class, and the hold that refused, newest first
   *
   * The engine keeps its own retention for tenants without a legal hold and without days of their own: these have no runs.
   */
  list(params?: GovernanceRetentionRunsListParams, options?: RequestOptions): Pager<m.RetentionRun, m.RetentionRunPage>
}

export interface GovernanceSubjectDeletionsResource {
  /**
   * What an erasure searched, changed and left, signed
   *
   * Needs `settings:read`.
   */
  certificate(id: string, options?: RequestOptions): Promise<m.ErasureCertificate>
  /**
   * Erase what is known of a user, a host or an address
   *
   * It is carried out in the background, in events, alerts, cases, baselines and observables, and the audit log forgets the person. blocked_by_hold is an outcome: it goes on by itself once no legal hold covers the subject.
   */
  create(body: m.SubjectDeletionRequest, options?: RequestOptions): Promise<m.SubjectDeletion>
  /**
   * A request to erase a subject
   *
   * Needs `settings:read`.
   */
  get(id: string, options?: RequestOptions): Promise<m.SubjectDeletion>
  /**
   * Requests to erase a subject, newest first
   *
   * Needs `settings:read`.
   */
  list(params?: GovernanceSubjectDeletionsListParams, options?: RequestOptions): Pager<m.SubjectDeletion, m.SubjectDeletionPage>
  /**
   * Look anew for a subject in every table of the tenant
   *
   * Events are looked for by the search of events; this looks at all else that the tenant has stored.
   */
  proof(id: string, options?: RequestOptions): Promise<m.ErasureProof>
  /**
   * Refuse a request that was not begun
   *
   * Needs `settings:write`. Recorded in the audit log as `subject_deletion:refused`.
   */
  refuse(id: string, body: m.SubjectDeletionRefusal, options?: RequestOptions): Promise<m.SubjectDeletion>
}

export interface HealthResource {
  /**
   * Per-subsystem status
   *
   * Public.
   */
  get(options?: RequestOptions): Promise<m.Health>
  /**
   * Whether closed findings of the tenant’s connectors are read for shadow mode
   *
   * Needs `settings:read`.
   */
  shadowReconciliation(options?: RequestOptions): Promise<m.ShadowReconciliation>
}

export interface HealthzResource {
  /**
   * Per-subsystem status
   *
   * Public.
   */
  get(options?: RequestOptions): Promise<m.Health>
}

export interface HoneytokenIgnoresResource {
  /**
   * Keep touches of a source without an alert, for a time
   *
   * For scanners and backups of one's own. Whoever takes over such a machine is quiet as well, and a user agent can be copied: name the address wherever it is known. Its touches are kept and marked.
   */
  create(body: m.HoneytokenIgnoreCreate, options?: RequestOptions): Promise<m.HoneytokenIgnore>
  /**
   * Let touches of a source raise alerts again
   *
   * Needs `settings:write`. Recorded in the audit log as `honeytoken:source_watched`.
   */
  delete(ignoreId: string, options?: RequestOptions): Promise<void>
  /**
   * Sources whose touches raise no alert, those in force first
   *
   * Needs `alerts:read`.
   */
  list(params?: HoneytokenIgnoresListParams, options?: RequestOptions): Pager<m.HoneytokenIgnore, m.HoneytokenIgnorePage>
}

export interface HoneytokensResource {
  readonly events: HoneytokensEventsResource
  /**
   * Make a decoy
   *
   * Needs `settings:write`. Recorded in the audit log as `honeytoken:created`.
   */
  create(body: m.HoneytokenCreate, options?: RequestOptions): Promise<m.Honeytoken>
  /**
   * Revoke a decoy
   *
   * Touches of it are kept, and raise a low alert.
   */
  delete(id: string, options?: RequestOptions): Promise<m.Honeytoken>
  /**
   * A file to lay out, which leads to the decoy when it is opened or used
   *
   * A document, credentials of a cluster or of a database (metadata.user), or a script for a web site that tells of copies of it (metadata.site); a docx without `format`. 409 without SVC_PUBLIC_URL.
   */
  file(id: string, params?: HoneytokensFileParams, options?: RequestOptions): Promise<Download>
  /**
   * One decoy
   *
   * Needs `alerts:read`.
   */
  get(id: string, options?: RequestOptions): Promise<m.Honeytoken>
  /**
   * Decoys, newest first
   *
   * Needs `alerts:read`.
   */
  list(params?: HoneytokensListParams, options?: RequestOptions): Pager<m.Honeytoken, m.HoneytokenPage>
  /**
   * Make a decoy for each of several assets, each with a token of its own
   *
   * Deploys all of them or none. A touch names the asset and the place, and the alert has the asset as its host.
   */
  plantings(body: m.HoneytokenPlanting, options?: RequestOptions): Promise<m.HoneytokensPlanted>
  /**
   * Get an address whose next request proves that a touch of the decoy arrives, and raises no alert
   *
   * Once, within 15 minutes, from wherever the decoy lies; `self_tested_at` of the decoy then says when. Asked for again it is a touch like any other. A test counts no touch and tells no webhook.
   */
  selfTest(id: string, options?: RequestOptions): Promise<m.HoneytokenSelfTest>
  /**
   * How many there are, and who touches them
   *
   * Needs `alerts:read`.
   */
  stats(options?: RequestOptions): Promise<m.HoneytokenStats>
}

export interface HoneytokensEventsResource {
  /**
   * Touches of one decoy, newest first, the latest 1000
   *
   * Needs `alerts:read`.
   */
  list(id: string, params?: HoneytokensEventsListParams, options?: RequestOptions): Pager<m.HoneytokenEvent, m.HoneytokenEventPage>
  /**
   * Touches of all decoys, newest first, the latest 1000
   *
   * Needs `alerts:read`.
   */
  listAll(params?: HoneytokensEventsListAllParams, options?: RequestOptions): Pager<m.HoneytokenEvent, m.HoneytokenEventPage>
}

export interface HuntsResource {
  readonly results: HuntsResultsResource
  readonly runs: HuntsRunsResource
  /**
   * Make a hunt
   *
   * Needs `rules:write`. Recorded in the audit log as `hunt:created`.
   */
  create(body: m.HuntCreate, options?: RequestOptions): Promise<m.Hunt>
  /**
   * Delete an own hunt with its runs
   *
   * Needs `rules:write`. Recorded in the audit log as `hunt:deleted`.
   */
  delete(huntId: string, options?: RequestOptions): Promise<void>
  /**
   * One hunt with its latest run
   *
   * Needs `hunts:read`.
   */
  get(huntId: string, options?: RequestOptions): Promise<m.Hunt>
  /**
   * Hunts with their latest run: the own ones, then those that come with the product
   *
   * Needs `hunts:read`.
   */
  list(params?: HuntsListParams, options?: RequestOptions): Pager<m.Hunt, m.HuntPage>
  /**
   * Change a hunt; of one that comes with the product its schedule
   *
   * Needs `rules:write`. Recorded in the audit log as `hunt:updated`.
   */
  update(huntId: string, body: m.HuntChange, options?: RequestOptions): Promise<m.Hunt>
}

export interface HuntsResultsResource {
  /**
   * What the latest run that is done, or another run, found
   *
   * Needs `hunts:read`.
   */
  list(huntId: string, params?: HuntsResultsListParams, options?: RequestOptions): Pager<m.HuntHit, m.HuntResults>
}

export interface HuntsRunsResource {
  /**
   * End a run: one that waits at once, one under way within a step
   *
   * Needs `lake:query`. Recorded in the audit log as `hunt:run_cancelled`.
   */
  cancel(huntId: string, runId: string, options?: RequestOptions): Promise<m.HuntRun>
  /**
   * Run a hunt now, over its window or another time
   *
   * Needs `lake:query`. Recorded in the audit log as `hunt:run_requested`.
   */
  create(huntId: string, body: m.HuntRunRequest, options?: RequestOptions): Promise<m.HuntRun>
  /**
   * Show the state of a run
   *
   * Needs `hunts:read`.
   */
  get(huntId: string, runId: string, options?: RequestOptions): Promise<m.HuntRun>
  /**
   * Runs of a hunt, newest first; the latest 50 are kept
   *
   * Needs `hunts:read`.
   */
  list(huntId: string, params?: HuntsRunsListParams, options?: RequestOptions): Pager<m.HuntRun, m.HuntRunPage>
  /**
   * Mark hits as interesting or benign, or take a mark away
   *
   * Needs `lake:query`. Recorded in the audit log as `hunt:hits_marked`.
   */
  marks(huntId: string, runId: string, body: m.HuntMark, options?: RequestOptions): Promise<m.HuntMarked>
}

export interface IdentityResource {
  /**
   * Erase a person: the account becomes a tombstone, the audit log reads [erased] and verifies as before
   *
   * Needs `users:write`.
   */
  deleteData(userId: string, options?: RequestOptions): Promise<m.ErasureReport>
}

export interface InboxResource {
  readonly templates: InboxTemplatesResource
  readonly tokens: InboxTokensResource
}

export interface InboxTemplatesResource {
  /**
   * What a token can be minted for
   *
   * Needs `connectors:read`.
   */
  list(params?: InboxTemplatesListParams, options?: RequestOptions): Pager<m.InboxTemplate, m.InboxTemplatePage>
}

export interface InboxTokensResource {
  /**
   * Mint a token
   *
   * Needs `connectors:write`. Recorded in the audit log as `inbox_token:minted`.
   */
  create(body: m.InboxTokenMint, options?: RequestOptions): Promise<m.NewInboxToken>
  /**
   * Revoke a token, for good
   *
   * Needs `connectors:write`. Recorded in the audit log as `inbox_token:revoked`.
   */
  delete(id: string, options?: RequestOptions): Promise<void>
  /**
   * Tokens, newest first, revoked ones included
   *
   * Needs `connectors:read`.
   */
  list(params?: InboxTokensListParams, options?: RequestOptions): Pager<m.InboxToken, m.InboxTokenPage>
}

export interface IntelResource {
  readonly feeds: IntelFeedsResource
  readonly iocs: IntelIocsResource
  readonly knownWarningLists: IntelKnownWarningListsResource
  readonly mispPushes: IntelMispPushesResource
  readonly sightings: IntelSightingsResource
  readonly warningLists: IntelWarningListsResource
  /**
   * Check up to 1,000 values: indicators that match, and lists of known-good values
   *
   * Kinds are guessed, and values may be defanged (`hxxp://evil[.]example`). Events are not searched: POST /intel/enrich does that for fewer values.
   */
  check(body: m.IntelCheck, options?: RequestOptions): Promise<m.IntelChecked>
  /**
   * Look values up, and name the sources that could not be queried
   *
   * Needs `threat_intel:read`.
   */
  enrich(body: m.IntelEnrich, options?: RequestOptions): Promise<m.IntelEnriched>
  /**
   * What each source of indicators was worth: alerts, confirmed ones, unique indicators, lead time
   *
   * Needs `threat_intel:read`.
   */
  feedValues(params?: IntelFeedValuesParams, options?: RequestOptions): Promise<m.IntelFeedValues>
  /**
   * Indicators of this tenant and their sightings as a bundle of STIX 2.1, at most 10000 objects
   *
   * Those that are for named recipients only (TLP:RED) are left out, those that are no indicators any more are revoked. More than fit are refused: `added_after` narrows, and TAXII at /taxii2/ gives them page by page.
   */
  stix(params?: IntelStixParams, options?: RequestOptions): Promise<m.StixBundle>
}

export interface IntelFeedsResource {
  /**
   * Subscribe to a feed
   *
   * Needs `threat_intel:write`. Recorded in the audit log as `intel_feed:created`.
   */
  create(body: m.IntelFeedCreate, options?: RequestOptions): Promise<m.IntelFeed>
  /**
   * Unsubscribe from a feed; the indicators that it brought stay
   *
   * Needs `threat_intel:write`. Recorded in the audit log as `intel_feed:deleted`.
   */
  delete(id: string, options?: RequestOptions): Promise<void>
  /**
   * Feeds with how their last sync went, or is going
   *
   * Needs `threat_intel:read`.
   */
  list(params?: IntelFeedsListParams, options?: RequestOptions): Pager<m.IntelFeed, m.IntelFeedPage>
  /**
   * Begin to read a feed; GET /intel/feeds shows how far it came
   *
   * Needs `threat_intel:write`. Recorded in the audit log as `intel_feed:synced`.
   */
  sync(id: string, options?: RequestOptions): Promise<m.IntelFeed>
  /**
   * Turn a feed off or on, or change how often it is read
   *
   * Needs `threat_intel:write`. Recorded in the audit log as `intel_feed:updated`.
   */
  update(id: string, body: m.IntelFeedChange, options?: RequestOptions): Promise<m.IntelFeed>
}

export interface IntelIocsResource {
  /**
   * Apply one change or deletion to several indicators of this tenant, all or none
   *
   * Needs `threat_intel:write`. Recorded in the audit log as `ioc:changed_in_bulk`.
   */
  bulk(body: m.IocBulk, options?: RequestOptions): Promise<m.IocsChanged>
  /**
   * Add an indicator, or update the sent fields of an existing one; the answer says whether its value was ever seen
   *
   * Needs `threat_intel:write`. Recorded in the audit log as `ioc:created`.
   */
  create(body: m.IocCreate, params?: IntelIocsCreateParams, options?: RequestOptions): Promise<m.NewIoc>
  /**
   * Delete an indicator of this tenant; a feed that says it again brings it back
   *
   * Needs `threat_intel:write`. Recorded in the audit log as `ioc:deleted`.
   */
  delete(id: string, options?: RequestOptions): Promise<void>
  /**
   * One indicator, of this tenant or shared
   *
   * Needs `threat_intel:read`.
   */
  get(id: string, options?: RequestOptions): Promise<m.Ioc>
  /**
   * Indicators, newest first, shared ones included
   *
   * Needs `threat_intel:read`.
   */
  list(params?: IntelIocsListParams, options?: RequestOptions): Pager<m.Ioc, m.IocPage>
  /**
   * Report that an indicator was seen, is a false positive or has expired, and push the report to MISP on request
   *
   * For an indicator of this tenant or a shared one. Nothing of the indicator changes: PATCH /intel/iocs/{id} keeps one from matching.
   */
  sightings(iocId: string, body: m.SightingCreate, params?: IntelIocsSightingsParams, options?: RequestOptions): Promise<m.Sighting>
  /**
   * Deactivate an indicator of this tenant, mark it as a false positive, change its confidence
   *
   * Needs `threat_intel:write`. Recorded in the audit log as `ioc:changed`.
   */
  update(id: string, body: m.IocPatch, options?: RequestOptions): Promise<m.Ioc>
}

export interface IntelKnownWarningListsResource {
  /**
   * Lists of known-good values that come with the program: public DNS, CDN networks, top domains
   *
   * Needs `threat_intel:read`.
   */
  list(params?: IntelKnownWarningListsListParams, options?: RequestOptions): Pager<m.KnownWarningList, m.KnownWarningListPage>
}

export interface IntelMispPushesResource {
  /**
   * Indicators that were pushed to MISP, or are to be, newest first
   *
   * Needs `threat_intel:read`.
   */
  list(params?: IntelMispPushesListParams, options?: RequestOptions): Pager<m.MispPush, m.MispPushPage>
}

export interface IntelSightingsResource {
  /**
   * Sightings of indicators, newest first: alerts with a match as evidence, and what people say
   *
   * Needs `threat_intel:read`.
   */
  list(params?: IntelSightingsListParams, options?: RequestOptions): Pager<m.Sighting, m.SightingPage>
}

export interface IntelWarningListsResource {
  readonly entries: IntelWarningListsEntriesResource
  /**
   * Delete a list of known-good values: indicators of its values match again
   *
   * Needs `threat_intel:write`. Recorded in the audit log as `warning_list:deleted`.
   */
  delete(listId: string, options?: RequestOptions): Promise<void>
  /**
   * Lists of known-good values of this tenant
   *
   * Needs `threat_intel:read`.
   */
  list(params?: IntelWarningListsListParams, options?: RequestOptions): Pager<m.WarningList, m.WarningListPage>
  /**
   * Keep a list of known-good values; one of the same name is replaced
   *
   * Exactly one of `entries`, `misp` (a warning list in the format of the MISP project) and `known_list` (one of GET /intel/known-warning-lists). Entries are addresses, networks, domains, URLs, hashes and mail addresses. Lists of substrings and regular expressions name no value: their entries are counted in `skipped`.
   */
  replace(body: m.WarningListPut, options?: RequestOptions): Promise<m.WarningList>
  /**
   * Switch a list of known-good values on or off, or change its effect
   *
   * Needs `threat_intel:write`. Recorded in the audit log as `warning_list:changed`.
   */
  update(listId: string, body: m.WarningListChange, options?: RequestOptions): Promise<m.WarningList>
}

export interface IntelWarningListsEntriesResource {
  /**
   * Entries of a list of known-good values, by kind and value
   *
   * Needs `threat_intel:read`.
   */
  list(listId: string, params?: IntelWarningListsEntriesListParams, options?: RequestOptions): Pager<m.WarningListEntry, m.WarningListEntryPage>
}

export interface InvestigationQuestionsResource {
  /**
   * Answer a question of an investigation, which then continues
   *
   * Needs `cases:write`. Recorded in the audit log as `investigation:answered`.
   */
  answer(runId: string, body: m.InvestigationAnswer, options?: RequestOptions): Promise<m.InvestigationAnswered>
  /**
   * What running investigations ask of analysts, the oldest first
   *
   * Needs `cases:read`.
   */
  list(params?: InvestigationQuestionsListParams, options?: RequestOptions): Pager<m.InvestigationQuestion, m.InvestigationQuestionPage>
}

export interface InvestigationsResource {
  /**
   * One entry of the ledger with all it holds
   *
   * Needs `cases:read`.
   */
  get(entryId: string, options?: RequestOptions): Promise<m.LedgerEntryDetail>
  /**
   * Investigations of all cases, newest first
   *
   * Needs `cases:read`.
   */
  list(params?: InvestigationsListParams, options?: RequestOptions): Pager<m.InvestigationRun, m.InvestigationRunPage>
}

export interface LakeResource {
  readonly advice: LakeAdviceResource
  readonly indexes: LakeIndexesResource
  /**
   * Events and bytes by day, and growth
   *
   * Needs `lake:read_schema`.
   */
  capacity(options?: RequestOptions): Promise<m.LakeCapacity>
  /**
   * Read-only SQL over the own rows
   *
   * Needs `lake:query`. Recorded in the audit log as `lake:queried`.
   */
  query(body: m.LakeQuery, options?: RequestOptions): Promise<m.LakeQueryResult>
}

export interface LakeAdviceResource {
  /**
   * Fields that searches name often and wait for, the dearest first, and what an index of each would cost
   *
   * Needs `lake:query`.
   */
  list(params?: LakeAdviceListParams, options?: RequestOptions): Pager<m.FieldAdvice, m.FieldAdvicePage>
}

export interface LakeIndexesResource {
  /**
   * Make an index of a field, so that searches for its values pass over what does not hold them
   *
   * It is built in the background, and kept for days of receipt that are quiet. A tenant has at most 4, the installation 16.
   */
  create(body: m.FieldIndexMake, options?: RequestOptions): Promise<m.FieldIndex>
  /**
   * Remove an index of a field; the events stay
   *
   * Needs `settings:write`. Recorded in the audit log as `lake:index_removed`.
   */
  delete(id: string, options?: RequestOptions): Promise<void>
  /**
   * List the field indexes that the tenant requested
   *
   * Needs `lake:query`.
   */
  list(params?: LakeIndexesListParams, options?: RequestOptions): Pager<m.FieldIndex, m.FieldIndexPage>
}

export interface LlmResource {
  readonly credentials: LlmCredentialsResource
  /**
   * What answers come from now: a model, or rules
   *
   * Needs `settings:read`.
   */
  status(options?: RequestOptions): Promise<m.ModelStatus>
  /**
   * Ask the model of this tenant one small question, within its budget
   *
   * Needs `settings:write`. Recorded in the audit log as `audit.llm_credential.tested`.
   */
  test(options?: RequestOptions): Promise<m.ModelTest>
}

export interface LlmCredentialsResource {
  /**
   * Remove the model credential of this tenant
   *
   * Needs `settings:write`. Recorded in the audit log as `audit.llm_credential.deleted`.
   */
  delete(options?: RequestOptions): Promise<void>
  /**
   * The model credential of this tenant, or null
   *
   * Needs `settings:read`.
   */
  get(options?: RequestOptions): Promise<m.ModelCredential | null>
  /**
   * Put the model credential of this tenant; api_key is kept when it is left out
   *
   * Needs `settings:write`. Recorded in the audit log as `audit.llm_credential.created` or `audit.llm_credential.updated`.
   */
  update(body: m.ModelCredentialPut, options?: RequestOptions): Promise<m.ModelCredential>
}

export interface MarketplaceResource {
  readonly items: MarketplaceItemsResource
}

export interface MarketplaceItemsResource {
  /**
   * One item with all it holds, and what became of it here
   *
   * Needs `settings:read`.
   */
  get(slug: string, options?: RequestOptions): Promise<m.MarketplaceItemDetail>
  /**
   * Install an item. Also as {slug}:install
   *
   * Installs all parts or none. Rules are enabled at once, hunts run on their schedules, playbooks stay disabled until they are switched on. Also needs rules:write or playbooks:write, depending on its parts.
   */
  install(slug: string, options?: RequestOptions): Promise<m.MarketplaceDone>
  /**
   * List items by slug, with their installation
   *
   * Needs `settings:read`.
   */
  list(params?: MarketplaceItemsListParams, options?: RequestOptions): Pager<m.MarketplaceItem, m.MarketplaceList>
  /**
   * Take away what an item brought. Also as {slug}:uninstall
   *
   * What people changed since is kept as their own, and named.
   */
  uninstall(slug: string, params?: MarketplaceItemsUninstallParams, options?: RequestOptions): Promise<m.MarketplaceDone>
  /**
   * Bring an item to the version of the catalogue. Also as {slug}:update
   *
   * Parts changed since the installation are kept, and deleted ones are not restored.
   */
  update(slug: string, params?: MarketplaceItemsUpdateParams, options?: RequestOptions): Promise<m.MarketplaceDone>
}

export interface McpServersResource {
  /**
   * Register a tool server
   *
   * Needs `settings:write`. Recorded in the audit log as `mcp_server:created`.
   */
  create(body: m.McpServerCreate, options?: RequestOptions): Promise<m.McpServer>
  /**
   * Remove a tool server with its credential
   *
   * Needs `settings:write`. Recorded in the audit log as `mcp_server:deleted`.
   */
  delete(id: string, options?: RequestOptions): Promise<void>
  /**
   * Tool servers by name
   *
   * Needs `settings:read`.
   */
  list(params?: McpServersListParams, options?: RequestOptions): Pager<m.McpServer, m.McpServerPage>
  /**
   * Ask a tool server for its tools, whether it is on or not; none is called
   *
   * Needs `settings:write`. Recorded in the audit log as `mcp_server:tested`.
   */
  test(id: string, options?: RequestOptions): Promise<m.McpServerTest>
  /**
   * Change a tool server; a credential that is left out stays
   *
   * Needs `settings:write`. Recorded in the audit log as `mcp_server:updated`.
   */
  update(id: string, body: m.McpServerChange, options?: RequestOptions): Promise<m.McpServer>
}

export interface NotificationsResource {
  readonly phone: NotificationsPhoneResource
  readonly preferences: NotificationsPreferencesResource
  /**
   * What one was notified of, newest first, and what became of each message
   *
   * For everybody who is signed in.
   */
  list(params?: NotificationsListParams, options?: RequestOptions): Pager<m.NotificationReceipt, m.NotificationReceiptPage>
  /**
   * Say that one has seen messages
   *
   * For everybody who is signed in. Recorded in the audit log as `notification:seen`.
   */
  seen(body: m.NotificationsSeen, options?: RequestOptions): Promise<m.NotificationsSeenCount>
  /**
   * Whether mail and push messages are sent from here, and why not
   *
   * For everybody who is signed in.
   */
  state(options?: RequestOptions): Promise<m.NotificationState>
  /**
   * Send oneself a message over every channel one has, once a minute
   *
   * For everybody who is signed in. Recorded in the audit log as `notification:tested`.
   */
  test(options?: RequestOptions): Promise<m.NotificationTest>
}

export interface NotificationsPhoneResource {
  /**
   * Own phone number, and whether it is verified
   *
   * For everybody who is signed in.
   */
  get(options?: RequestOptions): Promise<m.OwnPhoneState>
  /**
   * Remove one’s own phone number
   *
   * For everybody who is signed in. Recorded in the audit log as `notification:phone_removed`.
   */
  remove(options?: RequestOptions): Promise<m.OwnPhoneState>
  /**
   * Set one’s own phone number: a code is sent to it, and nothing else until the code came back
   *
   * For everybody who is signed in. Recorded in the audit log as `notification:phone_set`.
   */
  update(body: m.OwnPhonePut, options?: RequestOptions): Promise<m.OwnPhoneState>
  /**
   * Give the code that was sent to one's own number; it works for ten minutes and 5 tries
   *
   * For everybody who is signed in. Recorded in the audit log as `notification:phone_verified`.
   */
  verify(body: m.OwnPhoneCode, options?: RequestOptions): Promise<m.OwnPhoneVerified>
}

export interface NotificationsPreferencesResource {
  /**
   * How one wants to be notified
   *
   * For everybody who is signed in.
   */
  get(options?: RequestOptions): Promise<m.NotificationPreferences>
  /**
   * Say how one wants to be notified
   *
   * For everybody who is signed in. Recorded in the audit log as `notification:preferences_set`.
   */
  update(body: m.NotificationPreferencesPut, options?: RequestOptions): Promise<m.NotificationPreferences>
}

export interface OncallResource {
  readonly rotations: OncallRotationsResource
  readonly whoison: OncallWhoisonResource
  /**
   * Who is there
   *
   * Needs `cases:read`.
   */
  list(params?: OncallListParams, options?: RequestOptions): Pager<m.Presence, m.PresencePage>
  /**
   * Say whether one is there
   *
   * For everybody who is signed in. Recorded in the audit log as `oncall:presence_set`.
   */
  setMe(body: m.PresencePut, options?: RequestOptions): Promise<m.Presence>
}

export interface OncallRotationsResource {
  /**
   * Make a rotation
   *
   * Needs `settings:write`. Recorded in the audit log as `oncall:rotation_created`.
   */
  create(body: m.RotationCreate, options?: RequestOptions): Promise<m.Rotation>
  /**
   * Delete a rotation
   *
   * Needs `settings:write`. Recorded in the audit log as `oncall:rotation_deleted`.
   */
  delete(rotationId: string, options?: RequestOptions): Promise<void>
  /**
   * Rotations
   *
   * Needs `cases:read`.
   */
  list(params?: OncallRotationsListParams, options?: RequestOptions): Pager<m.Rotation, m.RotationPage>
}

export interface OncallWhoisonResource {
  /**
   * Who is on call now, by rotation
   *
   * Needs `cases:read`.
   */
  list(params?: OncallWhoisonListParams, options?: RequestOptions): Pager<m.OnDuty, m.OnDutyPage>
}

export interface OrganisationResource {
  readonly delegations: OrganisationDelegationsResource
  readonly portfolio: OrganisationPortfolioResource
  readonly queue: OrganisationQueueResource
  readonly templates: OrganisationTemplatesResource
  readonly tenants: OrganisationTenantsResource
  /**
   * The organisation of this tenant
   *
   * Needs `settings:read`.
   */
  get(options?: RequestOptions): Promise<m.Organisation>
  /**
   * Usage of each tenant under delegation, and of all together
   *
   * Each tenant is read by the rights of the delegation into it, under its field rules, and its audit log has the read.
   */
  usage(params?: OrganisationUsageParams, options?: RequestOptions): Promise<m.OrganisationUsage>
}

export interface OrganisationDelegationsResource {
  /**
   * Let a user of the provider work in this tenant, for a time
   *
   * Needs `users:write`. Recorded in the audit log as `delegation:given`.
   */
  create(body: m.DelegationGive, options?: RequestOptions): Promise<m.Delegation>
  /**
   * Take a delegation back
   *
   * Needs `users:write`. Recorded in the audit log as `delegation:revoked`.
   */
  delete(id: string, options?: RequestOptions): Promise<void>
  /**
   * Who of the provider may work in this tenant, newest first
   *
   * Needs `settings:read`.
   */
  list(params?: OrganisationDelegationsListParams, options?: RequestOptions): Pager<m.Delegation, m.DelegationPage>
}

export interface OrganisationPortfolioResource {
  /**
   * Health, work and ingest of the tenants under delegation
   *
   * Each tenant is read by the rights of the delegation into it, under its field rules, and its audit log has the read.
   */
  list(params?: OrganisationPortfolioListParams, options?: RequestOptions): Pager<m.PortfolioTenant, m.OrganisationPortfolio>
}

export interface OrganisationQueueResource {
  /**
   * Open alerts and cases of all tenants under delegation: highest priority first, then longest waiting
   *
   * Each tenant is read by the rights of the delegation into it, under its field rules, and its audit log has the read.
   */
  list(params?: OrganisationQueueListParams, options?: RequestOptions): Pager<m.OrganisationQueueItem, m.OrganisationQueue>
}

export interface OrganisationTemplatesResource {
  /**
   * Apply a template to tenants, each in one transaction: all of it or nothing
   *
   * The digest is that of the plan that was shown: a tenant in which something changed since is left as it is, and says so.
   */
  apply(templateId: string, body: m.OrganisationTemplateApply, options?: RequestOptions): Promise<m.OrganisationTemplateApplied>
  /**
   * Delete a template; documents already applied stay
   *
   * Needs `settings:write`. Recorded in the audit log as `organisation_template:deleted`.
   */
  delete(templateId: string, options?: RequestOptions): Promise<void>
  /**
   * Templates of rules, playbooks, targets and branding that the provider keeps
   *
   * Needs `settings:read`.
   */
  list(params?: OrganisationTemplatesListParams, options?: RequestOptions): Pager<m.OrganisationTemplate, m.OrganisationTemplatePage>
  /**
   * Say what a template would change in each tenant, and change nothing
   *
   * Each tenant is read by the rights of the delegation into it, on record in its audit log.
   */
  plan(templateId: string, body: m.OrganisationTemplatePlanned, options?: RequestOptions): Promise<m.OrganisationTemplatePlan>
  /**
   * Keep a template; one of the same name is replaced
   *
   * Its documents are sent, or read from what this tenant has of its own of the kinds in `from_this_tenant`.
   */
  replace(body: m.OrganisationTemplatePut, options?: RequestOptions): Promise<m.OrganisationTemplate>
}

export interface OrganisationTenantsResource {
  /**
   * Set up a new tenant of the organisation: administrator, delegations, token to push with
   *
   * All of it or nothing. The link and the token are in this answer and in no later one.
   */
  create(body: m.TenantOnboard, options?: RequestOptions): Promise<m.TenantOnboarded>
  /**
   * The tenants that this one looks after
   *
   * Needs `settings:read`.
   */
  list(params?: OrganisationTenantsListParams, options?: RequestOptions): Pager<m.OrganisationTenant, m.OrganisationTenantPage>
}

export interface OsqueryResource {
  readonly config: OsqueryConfigResource
  readonly nodes: OsqueryNodesResource
  readonly queries: OsqueryQueriesResource
  readonly secrets: OsquerySecretsResource
}

export interface OsqueryConfigResource {
  /**
   * Show the osquery configuration of this tenant’s hosts
   *
   * Needs `hunts:read`.
   */
  get(options?: RequestOptions): Promise<m.OsqueryConfigOfTenant>
  /**
   * Say what hosts of this tenant do: options, schedule and packs, in the form of osquery
   *
   * Needs `settings:write`. Recorded in the audit log as `osquery_config:written`.
   */
  update(body: m.OsqueryConfig, options?: RequestOptions): Promise<m.OsqueryConfigOfTenant>
}

export interface OsqueryNodesResource {
  /**
   * Revoke the key of a host; it may enrol again while it has a secret
   *
   * Needs `settings:write`. Recorded in the audit log as `osquery_node:revoked`.
   */
  delete(id: string, options?: RequestOptions): Promise<m.OsqueryNode>
  /**
   * Hosts that enrolled
   *
   * Needs `hunts:read`.
   */
  list(params?: OsqueryNodesListParams, options?: RequestOptions): Pager<m.OsqueryNode, m.OsqueryNodePage>
}

export interface OsqueryQueriesResource {
  readonly answers: OsqueryQueriesAnswersResource
  /**
   * Ask hosts a question; they fetch it within seconds
   *
   * Needs `actions:write`. Recorded in the audit log as `osquery_query:asked`.
   */
  create(body: m.OsqueryQueryCreate, options?: RequestOptions): Promise<m.OsqueryQueryWithCounts>
  /**
   * Ask no further hosts; answers that came stay
   *
   * Needs `actions:write`. Recorded in the audit log as `osquery_query:ended`.
   */
  end(id: string, options?: RequestOptions): Promise<m.OsqueryQueryWithCounts>
  /**
   * Show one query, with how many hosts fetched it, answered, failed and are late
   *
   * Needs `hunts:read`.
   */
  get(id: string, options?: RequestOptions): Promise<m.OsqueryQueryWithCounts>
  /**
   * Questions to hosts, newest first, the latest 1000
   *
   * Needs `hunts:read`.
   */
  list(params?: OsqueryQueriesListParams, options?: RequestOptions): Pager<m.OsqueryQueryWithCounts, m.OsqueryQueryWithCountsPage>
}

export interface OsqueryQueriesAnswersResource {
  /**
   * Answers of hosts to a question
   *
   * Of 16 MiB at most: a page may have fewer than `limit`. Questions and their answers go 30 days behind the deadline.
   */
  list(id: string, params?: OsqueryQueriesAnswersListParams, options?: RequestOptions): Pager<m.OsqueryAnswer, m.OsqueryAnswerPage>
}

export interface OsquerySecretsResource {
  /**
   * Make a secret that hosts of this tenant enrol with; it is shown once
   *
   * Needs `settings:write`. Recorded in the audit log as `osquery_secret:created`.
   */
  create(body: m.OsquerySecretCreate, options?: RequestOptions): Promise<m.OsquerySecretMade>
  /**
   * Revoke a secret; hosts that enrolled with it stay enrolled
   *
   * Needs `settings:write`. Recorded in the audit log as `osquery_secret:revoked`.
   */
  delete(id: string, options?: RequestOptions): Promise<m.OsquerySecret>
  /**
   * Secrets that hosts enrol with, newest first
   *
   * Needs `settings:read`.
   */
  list(params?: OsquerySecretsListParams, options?: RequestOptions): Pager<m.OsquerySecret, m.OsquerySecretPage>
}

export interface PasskeysResource {
  /**
   * Begin a sign-in with a passkey: options for navigator.credentials.get
   *
   * Public.
   */
  challenge(body: m.PasskeyChallenge, options?: RequestOptions): Promise<m.PasskeyOptions>
  /**
   * Register the passkey that the browser made
   *
   * For everybody who is signed in. Recorded in the audit log as `passkey:registered`.
   */
  create(body: m.PasskeyRegister, options?: RequestOptions): Promise<m.Passkey>
  /**
   * Delete a passkey of one’s own
   *
   * For everybody who is signed in. Recorded in the audit log as `passkey:deleted`.
   */
  delete(id: string, options?: RequestOptions): Promise<void>
  /**
   * One’s own passkeys
   *
   * For everybody who is signed in.
   */
  list(params?: PasskeysListParams, options?: RequestOptions): Pager<m.Passkey, m.PasskeyPage>
  /**
   * Begin to register a passkey: options for navigator.credentials.create
   *
   * For everybody who is signed in.
   */
  registration(options?: RequestOptions): Promise<m.PasskeyOptions>
  /**
   * Sign in with a passkey
   *
   * Recorded in the audit log as `auth:passkey_login`.
   */
  verify(body: m.PasskeyVerify, options?: RequestOptions): Promise<m.Tokens>
}

export interface PhishingResource {
  readonly submissions: PhishingSubmissionsResource
  /**
   * Send in a mail, an address, a domain or the hash of a file that looks like phishing
   *
   * Needs `alerts:write`. Recorded in the audit log as `phishing:submitted`.
   */
  submit(body: m.PhishingSubmit, options?: RequestOptions): Promise<m.PhishingSubmission>
}

export interface PhishingSubmissionsResource {
  /**
   * One of them
   *
   * Needs `alerts:read`.
   */
  get(id: string, options?: RequestOptions): Promise<m.PhishingSubmission>
  /**
   * What was sent in, newest first, the latest 1000
   *
   * Needs `alerts:read`.
   */
  list(params?: PhishingSubmissionsListParams, options?: RequestOptions): Pager<m.PhishingSubmission, m.PhishingSubmissionPage>
}

export interface PlaybookHooksResource {
  /**
   * Delete a webhook
   *
   * Needs `playbooks:write`. Recorded in the audit log as `playbook:hook_deleted`.
   */
  delete(hookId: string, options?: RequestOptions): Promise<void>
  /**
   * Start a playbook by its webhook
   *
   * X-SVC-Signature is t=SECONDS,v1=HEX: HMAC-SHA256 of SECONDS.BODY under the secret of the webhook. A delivery (X-SVC-Delivery) starts one run.
   */
  deliver(hookId: string, body: Record<string, unknown>, params?: PlaybookHooksDeliverParams, options?: RequestOptions): Promise<m.PlaybookHookStarted>
}

export interface PlaybookRunsResource {
  /**
   * Cancel a run and withdraw its open approvals and actions
   *
   * Needs `playbooks:execute`. Recorded in the audit log as `playbook:run_cancelled`.
   */
  cancel(runId: string, options?: RequestOptions): Promise<m.PlaybookRun>
  /**
   * A run with what each step came to
   *
   * Needs `playbooks:read`.
   */
  get(runId: string, options?: RequestOptions): Promise<m.PlaybookRunDetail>
  /**
   * Runs of all playbooks, newest first
   *
   * Needs `playbooks:read`.
   */
  list(params?: PlaybookRunsListParams, options?: RequestOptions): Pager<m.PlaybookRun, m.PlaybookRunPage>
}

export interface PlaybookSecretsResource {
  /**
   * Delete a secret: steps that name it fail
   *
   * Needs `playbooks:write`. Recorded in the audit log as `playbook:secret_deleted`.
   */
  delete(name: string, options?: RequestOptions): Promise<void>
  /**
   * Secrets of http steps, by name: never what they are
   *
   * Needs `playbooks:read`.
   */
  list(params?: PlaybookSecretsListParams, options?: RequestOptions): Pager<m.PlaybookSecret, m.PlaybookSecretPage>
  /**
   * Save a secret, or another value of it
   *
   * Needs `playbooks:write`. Recorded in the audit log as `playbook:secret_saved`.
   */
  update(name: string, body: m.PlaybookSecretPut, options?: RequestOptions): Promise<m.PlaybookSecret>
}

export interface PlaybooksResource {
  readonly hooks: PlaybooksHooksResource
  readonly runs: PlaybooksRunsResource
  readonly versions: PlaybooksVersionsResource
  /**
   * Make a playbook
   *
   * Needs `playbooks:write`. Recorded in the audit log as `playbook:created`.
   */
  create(body: m.PlaybookCreate, options?: RequestOptions): Promise<m.Playbook>
  /**
   * Delete an own playbook; runs that have ended stay, open ones end
   *
   * Needs `playbooks:write`. Recorded in the audit log as `playbook:deleted`.
   */
  delete(id: string, options?: RequestOptions): Promise<void>
  /**
   * Run a playbook, on an alert or with a context; a dry run asks for nothing and says what it would
   *
   * Needs `playbooks:execute`. Recorded in the audit log as `playbook:executed`.
   */
  execute(id: string, body: m.PlaybookExecute, options?: RequestOptions): Promise<m.PlaybookRun>
  /**
   * One playbook
   *
   * Needs `playbooks:read`.
   */
  get(id: string, options?: RequestOptions): Promise<m.Playbook>
  /**
   * Playbooks: the own ones, then those that come with the product
   *
   * Needs `playbooks:read`.
   */
  list(params?: PlaybooksListParams, options?: RequestOptions): Pager<m.Playbook, m.PlaybookPage>
  /**
   * An earlier version, as a version more
   *
   * Needs `playbooks:write`. Recorded in the audit log as `playbook:rolled_back`.
   */
  rollback(id: string, body: m.PlaybookRollback, options?: RequestOptions): Promise<m.Playbook>
  /**
   * A version more, or on and off
   *
   * Needs `playbooks:write`. Recorded in the audit log as `playbook:updated`.
   */
  update(id: string, body: m.PlaybookChange, options?: RequestOptions): Promise<m.Playbook>
  /**
   * Everything that is wrong with a document, at once
   *
   * Needs `playbooks:read`.
   */
  validate(body: m.PlaybookCheck, options?: RequestOptions): Promise<m.PlaybookChecked>
}

export interface PlaybooksHooksResource {
  /**
   * Make a webhook; its secret is shown once
   *
   * Needs `playbooks:write`. Recorded in the audit log as `playbook:hook_created`.
   */
  create(id: string, body: m.PlaybookHookCreate, options?: RequestOptions): Promise<m.PlaybookHookCreated>
  /**
   * Webhooks that start a playbook
   *
   * Needs `playbooks:read`.
   */
  list(id: string, params?: PlaybooksHooksListParams, options?: RequestOptions): Pager<m.PlaybookHook, m.PlaybookHookPage>
}

export interface PlaybooksRunsResource {
  /**
   * Runs of a playbook, newest first
   *
   * Needs `playbooks:read`.
   */
  list(id: string, params?: PlaybooksRunsListParams, options?: RequestOptions): Pager<m.PlaybookRun, m.PlaybookRunPage>
}

export interface PlaybooksVersionsResource {
  /**
   * Versions, newest first
   *
   * Needs `playbooks:read`.
   */
  list(id: string, params?: PlaybooksVersionsListParams, options?: RequestOptions): Pager<m.PlaybookVersion, m.PlaybookVersionPage>
}

export interface PurpleTeamResource {
  readonly alarms: PurpleTeamAlarmsResource
  readonly atomicTests: PurpleTeamAtomicTestsResource
  readonly atomics: PurpleTeamAtomicsResource
  readonly drift: PurpleTeamDriftResource
  readonly executions: PurpleTeamExecutionsResource
  readonly expectations: PurpleTeamExpectationsResource
  readonly hostRuns: PurpleTeamHostRunsResource
  readonly rounds: PurpleTeamRoundsResource
  readonly schedules: PurpleTeamSchedulesResource
  readonly tabletop: PurpleTeamTabletopResource
  /**
   * Techniques with the rules that name them, and what their tests said last
   *
   * Needs `rules:read`.
   */
  coverage(options?: RequestOptions): Promise<m.PurpleTeamCoverage>
}

export interface PurpleTeamAlarmsResource {
  /**
   * What was detected and is not any more: open alarms first, then the newest, the latest 1000
   *
   * An alarm is resolved when the same test, or the same contract on the host, is detected again.
   */
  list(params?: PurpleTeamAlarmsListParams, options?: RequestOptions): Pager<m.PurpleAlarm, m.PurpleAlarmPage>
}

export interface PurpleTeamAtomicTestsResource {
  /**
   * Tests that can be run, with the events that each is made of
   *
   * Needs `rules:read`.
   */
  list(params?: PurpleTeamAtomicTestsListParams, options?: RequestOptions): Pager<m.AtomicTest, m.AtomicTestPage>
}

export interface PurpleTeamAtomicsResource {
  /**
   * Import files of atomic tests in the format of Atomic Red Team
   *
   * Every file is read by itself; a file or test that is not sound is named with its reason, and the others are imported. Nothing runs: a test is on no safe list until somebody puts it there, and one whose commands changed is off it again.
   */
  create(body: m.AtomicsImport, options?: RequestOptions): Promise<m.AtomicsImported>
  /**
   * Remove an imported atomic test; its runs stay
   *
   * Needs `rules:write`. Recorded in the audit log as `purple_team:atomic_deleted`.
   */
  delete(atomicId: string, options?: RequestOptions): Promise<void>
  /**
   * An imported atomic test with everything that it would run
   *
   * Needs `rules:read`.
   */
  get(atomicId: string, options?: RequestOptions): Promise<m.ImportedAtomic>
  /**
   * Imported atomic tests, by technique and name
   *
   * Needs `rules:read`.
   */
  list(params?: PurpleTeamAtomicsListParams, options?: RequestOptions): Pager<m.ImportedAtomic, m.ImportedAtomicPage>
  /**
   * Put an imported test on the safe list as it is, or take it off
   *
   * Needs `settings:write`. Recorded in the audit log as `purple_team:atomic_marked`.
   */
  setSafe(atomicId: string, body: m.AtomicSafety, options?: RequestOptions): Promise<m.ImportedAtomic>
}

export interface PurpleTeamDriftResource {
  readonly snapshots: PurpleTeamDriftSnapshotsResource
  /**
   * What changed between two snapshots
   *
   * Needs `rules:read`.
   */
  diff(params: PurpleTeamDriftDiffParams, options?: RequestOptions): Promise<m.PurpleTeamDrift>
  /**
   * Keep the coverage as it is now
   *
   * The latest 500 are kept.
   */
  snapshot(body: m.PurpleTeamSnapshotCreate, options?: RequestOptions): Promise<m.PurpleTeamSnapshot>
}

export interface PurpleTeamDriftSnapshotsResource {
  /**
   * Snapshots of the coverage, newest first
   *
   * Needs `rules:read`.
   */
  list(params?: PurpleTeamDriftSnapshotsListParams, options?: RequestOptions): Pager<m.PurpleTeamSnapshot, m.PurpleTeamSnapshotPage>
}

export interface PurpleTeamExecutionsResource {
  /**
   * Run a test
   *
   * Its events are made up, of a host and a user that do not exist, and go through the pipeline as those of the source purple-team. Alerts of them say that they are an exercise.
   */
  create(body: m.PurpleTeamExecutionCreate, options?: RequestOptions): Promise<m.PurpleTeamExecution>
  /**
   * Cancel an execution that has not ended
   *
   * Events that were sent stay, and so do alerts of them.
   */
  delete(executionId: string, options?: RequestOptions): Promise<m.PurpleTeamExecution>
  /**
   * What came of an execution so far
   *
   * Needs `rules:read`.
   */
  get(executionId: string, options?: RequestOptions): Promise<m.PurpleTeamExecution>
  /**
   * Executions, newest first
   *
   * Needs `rules:read`.
   */
  list(params?: PurpleTeamExecutionsListParams, options?: RequestOptions): Pager<m.PurpleTeamExecution, m.PurpleTeamExecutionPage>
}

export interface PurpleTeamExpectationsResource {
  /**
   * Say which rule, or any rule that names which technique, must fire on which host from now on, and by when
   *
   * For what is done on the host by hand or by another tool.
   */
  create(body: m.PurpleExpectationCreate, options?: RequestOptions): Promise<m.PurpleExpectation>
  /**
   * A contract with the last link that worked
   *
   * Needs `rules:read`.
   */
  get(expectationId: string, options?: RequestOptions): Promise<m.PurpleExpectation>
  /**
   * Contracts with the last link that worked, newest first, the latest 1000
   *
   * Needs `rules:read`.
   */
  list(params?: PurpleTeamExpectationsListParams, options?: RequestOptions): Pager<m.PurpleExpectation, m.PurpleExpectationPage>
}

export interface PurpleTeamHostRunsResource {
  /**
   * Begin a run, as the runner on the host does: once, and by the machine that it is for
   *
   * From now on its contracts count.
   */
  begin(hostRunId: string, body: m.HostRunBegin, options?: RequestOptions): Promise<m.PurpleHostRun>
  /**
   * Cancel a run that has not started
   *
   * Needs `actions:write`. Recorded in the audit log as `purple_team:host_run_cancelled`.
   */
  cancel(hostRunId: string, options?: RequestOptions): Promise<m.PurpleHostRun>
  /**
   * Ask for a run of an imported test on a host
   *
   * The test must be on the safe list, and `consent` is "run on HOST". Nothing reaches the host: somebody there runs `svc purple run ID` within 24 hours, sees the commands, and confirms.
   */
  create(body: m.HostRunCreate, options?: RequestOptions): Promise<m.PurpleHostRun>
  /**
   * A run on a host with what came of it
   *
   * Needs `rules:read`.
   */
  get(hostRunId: string, options?: RequestOptions): Promise<m.PurpleHostRun>
  /**
   * Runs on hosts, newest first, the latest 1000
   *
   * Needs `rules:read`.
   */
  list(params?: PurpleTeamHostRunsListParams, options?: RequestOptions): Pager<m.PurpleHostRun, m.PurpleHostRunPage>
  /**
   * Report what a run did, as the runner on the host does
   *
   * Needs `actions:write`. Recorded in the audit log as `purple_team:host_run_reported`.
   */
  report(hostRunId: string, body: m.HostRunReport, options?: RequestOptions): Promise<m.PurpleHostRun>
}

export interface PurpleTeamRoundsResource {
  /**
   * Rounds of scheduled tests with what they found, newest first
   *
   * Needs `rules:read`.
   */
  list(params?: PurpleTeamRoundsListParams, options?: RequestOptions): Pager<m.PurpleRound, m.PurpleRoundPage>
}

export interface PurpleTeamSchedulesResource {
  /**
   * Run tests of the catalogue by themselves, from now on
   *
   * A round that still goes on when the next is due goes on, and the next one comes an interval later. The latest 1000 rounds are kept.
   */
  create(body: m.PurpleScheduleWrite, options?: RequestOptions): Promise<m.PurpleSchedule>
  /**
   * Delete a schedule; its rounds stay
   *
   * Needs `rules:write`. Recorded in the audit log as `purple_team:schedule_deleted`.
   */
  delete(scheduleId: string, options?: RequestOptions): Promise<void>
  /**
   * Tests that run by themselves, newest schedule first
   *
   * Needs `rules:read`.
   */
  list(params?: PurpleTeamSchedulesListParams, options?: RequestOptions): Pager<m.PurpleSchedule, m.PurpleSchedulePage>
  /**
   * Change a schedule, or switch it off and on
   *
   * Needs `rules:write`. Recorded in the audit log as `purple_team:schedule_changed`.
   */
  update(scheduleId: string, body: m.PurpleScheduleWrite, options?: RequestOptions): Promise<m.PurpleSchedule>
}

export interface PurpleTeamTabletopResource {
  readonly steps: PurpleTeamTabletopStepsResource
  /**
   * Begin an exercise at a table
   *
   * Needs `rules:write`. Recorded in the audit log as `purple_team:tabletop_created`.
   */
  create(body: m.TabletopCreate, options?: RequestOptions): Promise<m.Tabletop>
  /**
   * Exercises at a table with their steps, newest first
   *
   * Needs `rules:read`.
   */
  list(params?: PurpleTeamTabletopListParams, options?: RequestOptions): Pager<m.Tabletop, m.TabletopPage>
  /**
   * How an exercise at a table went: answers, their times, points and findings
   *
   * Needs `rules:read`.
   */
  report(tabletopId: string, options?: RequestOptions): Promise<m.TabletopReport>
}

export interface PurpleTeamTabletopStepsResource {
  /**
   * Write down the next step: who said what
   *
   * Needs `rules:write`. Recorded in the audit log as `purple_team:tabletop_step`.
   */
  run(tabletopId: string, body: m.TabletopStepCreate, options?: RequestOptions): Promise<m.TabletopStep>
  /**
   * Score the answers to an inject of an exercise; a second score takes the place of the first
   *
   * Needs `rules:write`. Recorded in the audit log as `purple_team:inject_scored`.
   */
  setScore(tabletopId: string, step: string, body: m.TabletopScore, options?: RequestOptions): Promise<m.TabletopScoredInject>
}

export interface PushResource {
  readonly subscriptions: PushSubscriptionsResource
  /**
   * The key that a browser subscribes to
   *
   * For everybody who is signed in.
   */
  publicKey(options?: RequestOptions): Promise<m.PushPublicKey>
  /**
   * Subscribe this browser to push messages
   *
   * For everybody who is signed in. Recorded in the audit log as `push:subscribed`.
   */
  subscribe(body: m.PushSubscribe, options?: RequestOptions): Promise<m.PushSubscribed>
  /**
   * A message to one’s own browsers, now
   *
   * For everybody who is signed in.
   */
  test(options?: RequestOptions): Promise<m.PushTested>
  /**
   * The same by the endpoint
   *
   * For everybody who is signed in. Recorded in the audit log as `push:unsubscribed`.
   */
  unsubscribe(body: m.PushUnsubscribe, options?: RequestOptions): Promise<m.PushUnsubscribed>
}

export interface PushSubscriptionsResource {
  /**
   * Subscribe this browser to push messages
   *
   * For everybody who is signed in. Recorded in the audit log as `push:subscribed`.
   */
  create(body: m.PushSubscribe, options?: RequestOptions): Promise<m.PushSubscribed>
  /**
   * Unsubscribe a browser from push messages
   *
   * For everybody who is signed in. Recorded in the audit log as `push:unsubscribed`.
   */
  delete(id: string, options?: RequestOptions): Promise<void>
  /**
   * One’s own browsers
   *
   * For everybody who is signed in.
   */
  list(params?: PushSubscriptionsListParams, options?: RequestOptions): Pager<m.PushSubscription, m.PushSubscriptionPage>
}

export interface RbacResource {
  readonly permissions: RbacPermissionsResource
  readonly roles: RbacRolesResource
  readonly users: RbacUsersResource
}

export interface RbacPermissionsResource {
  /**
   * Name something that the tenant guards itself, so that its roles and keys may hold it
   *
   * Needs `roles:write`. Recorded in the audit log as `permission:created`.
   */
  create(body: m.PermissionCreate, options?: RequestOptions): Promise<m.Permission>
  /**
   * Delete a permission of the tenant’s own; 409 while a role or a key that works holds it
   *
   * Needs `roles:write`. Recorded in the audit log as `permission:deleted`.
   */
  delete(id: string, options?: RequestOptions): Promise<void>
  /**
   * Everything that can be allowed: what svc asks for, and after it the tenant’s own, by name
   *
   * Needs `roles:read`.
   */
  list(params?: RbacPermissionsListParams, options?: RequestOptions): Pager<m.Permission, m.PermissionPage>
  /**
   * Describe a permission of the tenant’s own anew; its name stays
   *
   * Needs `roles:write`. Recorded in the audit log as `permission:updated`.
   */
  update(id: string, body: m.PermissionPut, options?: RequestOptions): Promise<m.Permission>
}

export interface RbacRolesResource {
  /**
   * Author a role
   *
   * Needs `roles:write`. Recorded in the audit log as `role:created`.
   */
  create(body: m.RolePut, options?: RequestOptions): Promise<m.Role>
  /**
   * Delete a role
   *
   * Needs `roles:write`. Recorded in the audit log as `role:deleted`.
   */
  delete(id: string, options?: RequestOptions): Promise<void>
  /**
   * Roles: the own ones, newest first, and after them the system roles
   *
   * Needs `roles:read`.
   */
  list(params?: RbacRolesListParams, options?: RequestOptions): Pager<m.Role, m.RolePage>
  /**
   * Replace a role
   *
   * Needs `roles:write`. Recorded in the audit log as `role:updated`.
   */
  update(id: string, body: m.RolePut, options?: RequestOptions): Promise<m.Role>
}

export interface RbacUsersResource {
  readonly roles: RbacUsersRolesResource
  /**
   * What a user may do, and why
   *
   * Needs `users:read`.
   */
  effectivePermissions(userId: string, options?: RequestOptions): Promise<m.EffectivePermissions>
}

export interface RbacUsersRolesResource {
  /**
   * Give a user a role; doing it again changes nothing
   *
   * Needs `users:write`. Recorded in the audit log as `role:assigned`.
   */
  create(userId: string, body: m.RoleAssign, options?: RequestOptions): Promise<m.EffectivePermissions>
  /**
   * Take a role from a user
   *
   * Needs `users:write`. Recorded in the audit log as `role:unassigned`.
   */
  delete(userId: string, roleId: string, options?: RequestOptions): Promise<void>
}

export interface RealtimeResource {
  /**
   * What happens in a tenant, as Server-Sent Events
   *
   * Public: the ticket says who follows. `/api/v1/realtime/ws` and `/api/v1/realtime/ws/{channel}` tell the same over a WebSocket.
   */
  sse(params?: RealtimeSseParams, options?: RequestOptions): Promise<Download>
  /**
   * A ticket for one stream
   *
   * For everybody who is signed in.
   */
  ticket(options?: RequestOptions): Promise<m.StreamTicket>
}

export interface ReportSchedulesResource {
  /**
   * Have a report made and mailed every day, week or month
   *
   * Needs `reports:write`. Recorded in the audit log as `report_schedule:created`.
   */
  create(body: m.ReportSchedulePut, options?: RequestOptions): Promise<m.ShownReportSchedule>
  /**
   * Delete a schedule; the reports that it made stay
   *
   * Needs `reports:write`. Recorded in the audit log as `report_schedule:deleted`.
   */
  delete(id: string, options?: RequestOptions): Promise<void>
  /**
   * Schedules of reports, by name
   *
   * Needs `reports:read`.
   */
  list(params?: ReportSchedulesListParams, options?: RequestOptions): Pager<m.ReportSchedule, m.ReportSchedulePage>
  /**
   * Replace a schedule of reports; its next run is counted anew from now
   *
   * Needs `reports:write`. Recorded in the audit log as `report_schedule:changed`.
   */
  update(id: string, body: m.ReportSchedulePut, options?: RequestOptions): Promise<m.ShownReportSchedule>
}

export interface ReportsResource {
  /**
   * Make a report of the last whole days now; it is not mailed
   *
   * Needs `reports:write`. Recorded in the audit log as `report:made`.
   */
  create(body: m.ReportPost, options?: RequestOptions): Promise<m.WholeReport>
  /**
   * A report with its figures, and what became of its mails
   *
   * Needs `reports:read`.
   */
  get(id: string, options?: RequestOptions): Promise<m.ReportWithMails>
  /**
   * Reports that were made, newest first
   *
   * Needs `reports:read`.
   */
  list(params?: ReportsListParams, options?: RequestOptions): Pager<m.Report, m.ReportPage>
}

export interface ResponseResource {
  readonly executors: ResponseExecutorsResource
  readonly targets: ResponseTargetsResource
  /**
   * The list that firewalls, proxies and resolvers pull: a value a line; 304 when it is as it was
   *
   * Needs `actions:read`.
   */
  blockList(params?: ResponseBlockListParams, options?: RequestOptions): Promise<Download>
}

export interface ResponseExecutorsResource {
  /**
   * Connect one
   *
   * Needs `settings:write`. Recorded in the audit log as `response_executor:created`.
   */
  create(body: m.ResponseExecutorCreate, options?: RequestOptions): Promise<m.ResponseExecutor>
  /**
   * Disconnect one
   *
   * Needs `settings:write`. Recorded in the audit log as `response_executor:deleted`.
   */
  delete(executorId: string, options?: RequestOptions): Promise<void>
  /**
   * Who carries actions out
   *
   * Needs `settings:read`.
   */
  list(params?: ResponseExecutorsListParams, options?: RequestOptions): Pager<m.ResponseExecutor, m.ResponseExecutorPage>
  /**
   * An address that Jira or ServiceNow calls when a ticket changes, and its secret; the one before ends
   *
   * Jira signs with the secret (X-Hub-Signature); a business rule of ServiceNow sends it as Authorization: Bearer with {"number": ...}.
   */
  ticketHook(executorId: string, options?: RequestOptions): Promise<m.TicketHook>
}

export interface ResponseTargetsResource {
  /**
   * Add to a list of targets
   *
   * Needs `settings:write`. Recorded in the audit log as `response_target:created`.
   */
  create(body: m.ResponseTargetRuleCreate, options?: RequestOptions): Promise<m.ResponseTargetRule>
  /**
   * Take one off
   *
   * Needs `settings:write`. Recorded in the audit log as `response_target:deleted`.
   */
  delete(targetId: string, options?: RequestOptions): Promise<void>
  /**
   * What may never be acted on, and where there is such a list what alone may
   *
   * Needs `actions:read`.
   */
  list(params?: ResponseTargetsListParams, options?: RequestOptions): Pager<m.ResponseTargetRule, m.ResponseTargetRulePage>
}

export interface RulesResource {
  readonly overlay: RulesOverlayResource
  readonly overlays: RulesOverlaysResource
  readonly placeholders: RulesPlaceholdersResource
  readonly suppressions: RulesSuppressionsResource
  readonly versions: RulesVersionsResource
  /**
   * Show the recent hits of rules, and the verdicts of people on their alerts
   *
   * Needs `rules:read`.
   */
  activity(params?: RulesActivityParams, options?: RequestOptions): Promise<m.RuleActivity>
  /**
   * What a rule would have found in the events of the last days
   *
   * Needs `rules:read`. Recorded in the audit log as `rule:backtested`.
   */
  backtest(id: string, body: m.RuleBackTest, options?: RequestOptions): Promise<m.RuleBackTestResult>
  /**
   * What is wrong with the text of a rule, and which of some events it matches and why
   *
   * Nothing is stored: for who is writing it.
   */
  check(body: m.RuleCheck, options?: RequestOptions): Promise<m.RuleChecked>
  /**
   * List the ATT&CK techniques of the rules in force, with their recent hits
   *
   * Needs `rules:read`.
   */
  coverage(params?: RulesCoverageParams, options?: RequestOptions): Promise<m.AttackMatrix>
  /**
   * Create a rule; in force within seconds
   *
   * Needs `rules:write`. Recorded in the audit log as `rule:created`.
   */
  create(body: m.RuleCreate, options?: RequestOptions): Promise<m.RuleChanged>
  /**
   * Delete a rule and its versions
   *
   * Needs `rules:write`. Recorded in the audit log as `rule:deleted`.
   */
  delete(id: string, options?: RequestOptions): Promise<void>
  /**
   * Switch a rule off, one of the tenant's own or a built-in one
   *
   * Needs `rules:write`. Recorded in the audit log as `rule:disabled`.
   */
  disable(id: string, options?: RequestOptions): Promise<m.RuleSwitched>
  /**
   * Switch a rule on, one of the tenant's own or a built-in one
   *
   * Needs `rules:write`. Recorded in the audit log as `rule:enabled`.
   */
  enable(id: string, options?: RequestOptions): Promise<m.RuleSwitched>
  /**
   * One rule with its text
   *
   * Needs `rules:read`.
   */
  get(id: string, options?: RequestOptions): Promise<m.RuleDetail>
  /**
   * Import rule files; faulty rules are named and left out, the others are imported
   *
   * Needs `rules:write`. Recorded in the audit log as `rule:imported`.
   */
  import(body: m.RuleImport, options?: RequestOptions): Promise<m.RuleImportReport>
  /**
   * The tenant's own rules, newest first, and behind them those that come with the product
   *
   * Needs `rules:read`.
   */
  list(params?: RulesListParams, options?: RequestOptions): Pager<m.Rule, m.RulePage>
  /**
   * Run a rule over given events, and say why it matches or does not
   *
   * Needs `rules:read`.
   */
  test(id: string, body: m.RuleTest, options?: RequestOptions): Promise<m.RuleTestResult>
  /**
   * Replace the text of a rule
   *
   * Needs `rules:write`. Recorded in the audit log as `rule:updated`.
   */
  update(id: string, body: m.RuleReplace, options?: RequestOptions): Promise<m.RuleChanged>
}

export interface RulesOverlayResource {
  /**
   * Remove the overlay of a rule
   *
   * Needs `rules:write`. Recorded in the audit log as `rule:overlay_deleted`.
   */
  delete(id: string, options?: RequestOptions): Promise<void>
  /**
   * The overlay of a rule
   *
   * Needs `rules:read`.
   */
  get(id: string, options?: RequestOptions): Promise<m.Overlay>
  /**
   * Set the whole overlay of a rule; in force within seconds
   *
   * Needs `rules:write`. Recorded in the audit log as `rule:overlay_set`.
   */
  update(id: string, body: m.OverlayPut, options?: RequestOptions): Promise<m.Overlay>
}

export interface RulesOverlaysResource {
  /**
   * Overlays, by rule
   *
   * Needs `rules:read`.
   */
  list(params?: RulesOverlaysListParams, options?: RequestOptions): Pager<m.Overlay, m.OverlayPage>
}

export interface RulesPlaceholdersResource {
  /**
   * What the placeholders of the tenant's Sigma rules stand for
   *
   * Needs `rules:read`.
   */
  get(options?: RequestOptions): Promise<m.RulePlaceholders>
  /**
   * Set all placeholders; in force within seconds
   *
   * Needs `rules:write`. Recorded in the audit log as `rule:placeholders_set`.
   */
  update(body: m.RulePlaceholders, options?: RequestOptions): Promise<m.RulePlaceholders>
}

export interface RulesSuppressionsResource {
  /**
   * Let a rule find nothing for some values of a field, for a time
   *
   * The values are added to the allowlists of the rule’s overlay, and removed when the suppression ends; entries from before stay. A value such as 10.0.0.0/8 matches the addresses in it.
   */
  create(body: m.RuleSuppressionCreate, options?: RequestOptions): Promise<m.RuleSuppression>
  /**
   * End a suppression before its time: the rule finds these values again
   *
   * Needs `rules:write`. Recorded in the audit log as `rule:suppression_ended`.
   */
  end(id: string, options?: RequestOptions): Promise<m.RuleSuppression>
  /**
   * Suppressions: those that stand first, then the newest
   *
   * Needs `rules:read`.
   */
  list(params?: RulesSuppressionsListParams, options?: RequestOptions): Pager<m.RuleSuppression, m.RuleSuppressionPage>
}

export interface RulesVersionsResource {
  /**
   * List earlier versions of a rule, newest first
   *
   * Needs `rules:read`.
   */
  list(id: string, params?: RulesVersionsListParams, options?: RequestOptions): Pager<m.RuleVersion, m.RuleVersionPage>
}

export interface SandboxResource {
  readonly analyses: SandboxAnalysesResource
  readonly providers: SandboxProvidersResource
  readonly submissions: SandboxSubmissionsResource
  /**
   * Look a file up, and submit it when no sandbox has seen it and the policy permits it
   *
   * Needs `threat_intel:write`. Recorded in the audit log as `sandbox:file`.
   */
  files(body: m.SandboxFile, options?: RequestOptions): Promise<m.SandboxResult>
  /**
   * What a sandbox knows of a file, by its hash; nothing is uploaded
   *
   * Needs `threat_intel:read`. Recorded in the audit log as `sandbox:lookup`.
   */
  lookup(body: m.SandboxLookup, options?: RequestOptions): Promise<m.SandboxResult>
  /**
   * Agree to uploads to a sandbox, or withdraw it
   *
   * Needs `settings:write`. Recorded in the audit log as `sandbox:consent`.
   */
  setConsent(body: m.SandboxConsentPut, options?: RequestOptions): Promise<m.SandboxConsent>
  /**
   * Submit an address to a sandbox
   *
   * Needs `threat_intel:write`. Recorded in the audit log as `sandbox:url`.
   */
  urls(body: m.SandboxUrl, options?: RequestOptions): Promise<m.SandboxResult>
}

export interface SandboxAnalysesResource {
  /**
   * Show the progress and result of an analysis that this tenant requested
   *
   * Needs `threat_intel:read`.
   */
  get(provider: string, handle: string, options?: RequestOptions): Promise<m.SandboxReport>
}

export interface SandboxProvidersResource {
  /**
   * Sandboxes, why one cannot be used, and what the tenant agreed to
   *
   * Needs `threat_intel:read`.
   */
  list(params?: SandboxProvidersListParams, options?: RequestOptions): Pager<m.SandboxProvider, m.SandboxProviderPage>
}

export interface SandboxSubmissionsResource {
  /**
   * List submissions to sandboxes, newest first, the latest 1000
   *
   * Needs `threat_intel:read`.
   */
  list(params?: SandboxSubmissionsListParams, options?: RequestOptions): Pager<m.SandboxSubmission, m.SandboxSubmissionPage>
}

export interface SchemaDriftResource {
  /**
   * Fields of sources that came or went, those noticed last first
   *
   * Needs `connectors:read`.
   */
  list(params?: SchemaDriftListParams, options?: RequestOptions): Pager<m.SchemaDrift, m.SchemaDriftPage>
}

export interface ScimResource {
  readonly groups: ScimGroupsResource
  readonly resourceTypes: ScimResourceTypesResource
  readonly schemas: ScimSchemasResource
  readonly users: ScimUsersResource
  /**
   * What the service can do
   *
   * For a directory, with a provisioning token.
   */
  serviceProviderConfig(options?: RequestOptions): Promise<m.ScimDocument>
}

export interface ScimGroupsResource {
  /**
   * Create a group; its name decides which role it gives
   *
   * For a directory, with a provisioning token. Recorded in the audit log as `scim:group:create`.
   */
  create(body: m.ScimResourceBody, params?: ScimGroupsCreateParams, options?: RequestOptions): Promise<m.ScimResource>
  /**
   * Delete a group; its members lose what it gave
   *
   * For a directory, with a provisioning token. Recorded in the audit log as `scim:group:delete`.
   */
  delete(id: string, options?: RequestOptions): Promise<void>
  /**
   * One group
   *
   * For a directory, with a provisioning token.
   */
  get(id: string, params?: ScimGroupsGetParams, options?: RequestOptions): Promise<m.ScimResource>
  /**
   * Groups of the directory, oldest first
   *
   * For a directory, with a provisioning token.
   */
  list(params?: ScimGroupsListParams, options?: RequestOptions): Promise<m.ScimList>
  /**
   * Replace a group and its members
   *
   * For a directory, with a provisioning token. Recorded in the audit log as `scim:group:replace`.
   */
  replace(id: string, body: m.ScimResourceBody, params?: ScimGroupsReplaceParams, options?: RequestOptions): Promise<m.ScimResource>
  /**
   * Groups of the directory, with what is looked for in the body
   *
   * For a directory, with a provisioning token.
   */
  search(body: m.ScimSearch, options?: RequestOptions): Promise<m.ScimList>
  /**
   * Change a group; 204, or the group when attributes are asked for
   *
   * For a directory, with a provisioning token. Recorded in the audit log as `scim:group:patch`.
   */
  update(id: string, body: m.ScimPatch, params?: ScimGroupsUpdateParams, options?: RequestOptions): Promise<m.ScimResource>
}

export interface ScimResourceTypesResource {
  /**
   * One kind of resource
   *
   * For a directory, with a provisioning token.
   */
  get(id: string, options?: RequestOptions): Promise<m.ScimDocument>
  /**
   * Kinds of resources
   *
   * For a directory, with a provisioning token.
   */
  list(options?: RequestOptions): Promise<m.ScimList>
}

export interface ScimSchemasResource {
  /**
   * One schema
   *
   * For a directory, with a provisioning token.
   */
  get(id: string, options?: RequestOptions): Promise<m.ScimDocument>
  /**
   * Attributes of all resources
   *
   * For a directory, with a provisioning token.
   */
  list(options?: RequestOptions): Promise<m.ScimList>
}

export interface ScimUsersResource {
  /**
   * Create a user
   *
   * For a directory, with a provisioning token. Recorded in the audit log as `scim:user:create`.
   */
  create(body: m.ScimResourceBody, params?: ScimUsersCreateParams, options?: RequestOptions): Promise<m.ScimResource>
  /**
   * Deprovision a user; the account stays, inactive. 409 when a legal hold keeps its record: the access ends all the same
   *
   * For a directory, with a provisioning token. Recorded in the audit log as `scim:user:delete`.
   */
  delete(id: string, options?: RequestOptions): Promise<void>
  /**
   * One user
   *
   * For a directory, with a provisioning token.
   */
  get(id: string, params?: ScimUsersGetParams, options?: RequestOptions): Promise<m.ScimResource>
  /**
   * Users of the tenant, oldest first
   *
   * For a directory, with a provisioning token.
   */
  list(params?: ScimUsersListParams, options?: RequestOptions): Promise<m.ScimList>
  /**
   * Replace a user; what is not said is cleared, but for active
   *
   * For a directory, with a provisioning token. Recorded in the audit log as `scim:user:replace`.
   */
  replace(id: string, body: m.ScimResourceBody, params?: ScimUsersReplaceParams, options?: RequestOptions): Promise<m.ScimResource>
  /**
   * Users of the tenant, with what is looked for in the body
   *
   * For a directory, with a provisioning token.
   */
  search(body: m.ScimSearch, options?: RequestOptions): Promise<m.ScimList>
  /**
   * Change a user; active false ends its sessions and API keys for good
   *
   * For a directory, with a provisioning token. Recorded in the audit log as `scim:user:patch`.
   */
  update(id: string, body: m.ScimPatch, params?: ScimUsersUpdateParams, options?: RequestOptions): Promise<m.ScimResource>
}

export interface ScimTokensResource {
  /**
   * Mint a provisioning token; needs all that a tenant_admin holds, because it can make one
   *
   * Needs `settings:write`. Recorded in the audit log as `scim:token:create`.
   */
  create(body: m.ProvisioningTokenCreate, options?: RequestOptions): Promise<m.NewProvisioningToken>
  /**
   * Revoke a provisioning token
   *
   * Needs `settings:write`. Recorded in the audit log as `scim:token:revoke`.
   */
  delete(id: string, options?: RequestOptions): Promise<void>
  /**
   * Provisioning tokens, newest first
   *
   * Needs `settings:read`.
   */
  list(params?: ScimTokensListParams, options?: RequestOptions): Pager<m.ProvisioningToken, m.ProvisioningTokenPage>
  /**
   * A new secret; the old one works for a while
   *
   * Needs `settings:write`. Recorded in the audit log as `scim:token:rotate`.
   */
  rotate(id: string, body: m.ProvisioningTokenRotate, options?: RequestOptions): Promise<m.NewProvisioningToken>
}

export interface SlaResource {
  readonly configs: SlaConfigsResource
  readonly events: SlaEventsResource
  /**
   * How likely open cases miss their targets, in the order in which taking them saves most
   *
   * The next days are played through with the cases that wait, those that usually come, and the people who are there. `expected_penalty` is the chance by what a missed target of the severity costs (10, 5, 2, 1 and 0.5); `saved_per_hour`, which the order goes by, is how much of it is saved by taking the case before one more.
   */
  forecast(params?: SlaForecastParams, options?: RequestOptions): Promise<m.SlaForecast>
}

export interface SlaConfigsResource {
  /**
   * Targets of alerts, one for each severity; null where none is set
   *
   * Needs `alerts:read`.
   */
  list(params?: SlaConfigsListParams, options?: RequestOptions): Pager<m.SlaConfig, m.SlaConfigPage>
  /**
   * Set the targets of a severity; by the id of its configuration or its name
   *
   * Needs `settings:write`. Recorded in the audit log as `sla_config:updated`.
   */
  update(configId: string, body: m.SlaConfigUpdate, options?: RequestOptions): Promise<m.SlaConfig>
}

export interface SlaEventsResource {
  /**
   * Targets that were missed, by alerts and by cases, newest first
   *
   * Needs `alerts:read`.
   */
  list(params?: SlaEventsListParams, options?: RequestOptions): Pager<m.SlaEvent, m.SlaEventPage>
}

export interface SourcesResource {
  readonly alarms: SourcesAlarmsResource
  readonly tables: SourcesTablesResource
  /**
   * Sources with whether they still send as they did, those that sent last first
   *
   * Needs `connectors:read`.
   */
  list(params?: SourcesListParams, options?: RequestOptions): Pager<m.SourceHealth, m.SourceHealthPage>
  /**
   * How a sample of a source would be read; nothing is stored
   *
   * With a table, the sample is read by that one before those of the tenant: its events name the mapping learned:draft/1.
   */
  try(body: m.SourceSample, options?: RequestOptions): Promise<m.SampleReading>
}

export interface SourcesAlarmsResource {
  /**
   * Alarms about sources: those that go on, then the newest
   *
   * Needs `connectors:read`.
   */
  list(params?: SourcesAlarmsListParams, options?: RequestOptions): Pager<m.SourceAlarm, m.SourceAlarmPage>
}

export interface SourcesTablesResource {
  /**
   * Remove a table; its versions stay on record
   *
   * Needs `connectors:write`. Recorded in the audit log as `source_table:removed`.
   */
  delete(name: string, options?: RequestOptions): Promise<m.AppliedSourceTable>
  /**
   * The versions of a table, newest first; one without a definition removed it
   *
   * Needs `connectors:read`.
   */
  get(name: string, params?: SourcesTablesGetParams, options?: RequestOptions): Pager<m.AppliedSourceTable, m.AppliedSourceTablePage>
  /**
   * The tables of sources that the tenant made, as they run
   *
   * Needs `connectors:read`.
   */
  list(params?: SourcesTablesListParams, options?: RequestOptions): Pager<m.AppliedSourceTable, m.AppliedSourceTablePage>
  /**
   * Propose a table for a source that no table of the product knows; nothing is stored
   *
   * Needs `connectors:read`. Recorded in the audit log as `source_table:proposed`.
   */
  propose(body: m.SourceTableSample, options?: RequestOptions): Promise<m.SourceTableProposal>
  /**
   * Apply a table as its next version, tested against its samples first
   *
   * Every event of the samples must be read by it. It runs within some seconds, for events that come from then on and that no table of the product knows.
   */
  update(name: string, body: m.SourceTableApply, options?: RequestOptions): Promise<m.AppliedSourceTable>
}

export interface SsoConnectionsResource {
  /**
   * Trust an identity provider; one connection an issuer in the whole installation
   *
   * Needs `settings:write`. Recorded in the audit log as `sso_connection:created`.
   */
  create(body: m.SignInConnectionCreate, options?: RequestOptions): Promise<m.SignInConnection>
  /**
   * Delete a sign-in connection, and end the sessions that began through it
   *
   * Needs `settings:write`. Recorded in the audit log as `sso_connection:deleted`.
   */
  delete(id: string, options?: RequestOptions): Promise<void>
  /**
   * A sign-in connection
   *
   * Needs `settings:read`.
   */
  get(id: string, options?: RequestOptions): Promise<m.SignInConnection>
  /**
   * Sign-in connections, newest first
   *
   * Needs `settings:read`.
   */
  list(params?: SsoConnectionsListParams, options?: RequestOptions): Pager<m.SignInConnection, m.SignInConnectionPage>
  /**
   * Try a connection: at the end a page shows what the provider sent and which roles it would give
   *
   * Nobody is signed in and nothing is changed. It works while the connection is switched off as well.
   */
  test(id: string, options?: RequestOptions): Promise<m.SignInBegun>
  /**
   * Change a sign-in connection; switched off, it ends the sessions that began through it
   *
   * Needs `settings:write`. Recorded in the audit log as `sso_connection:updated`.
   */
  update(id: string, body: m.SignInConnectionPatch, options?: RequestOptions): Promise<m.SignInConnection>
}

export interface StandingApprovalsResource {
  /**
   * Ask people to agree in advance to an action on a set of targets
   *
   * Another person decides on it, as on every approval. Once approved, the action on one of the targets with exactly these parameters needs no further approval, except when its approver requests it.
   */
  create(body: m.StandingApprovalAsk, options?: RequestOptions): Promise<m.StandingApproval>
  /**
   * Standing approvals, newest first
   *
   * Needs `actions:read`.
   */
  list(params?: StandingApprovalsListParams, options?: RequestOptions): Pager<m.StandingApprovalState, m.StandingApprovalStatePage>
  /**
   * Withdraw a standing approval: from now on each action needs an approval again
   *
   * Needs `actions:write`. Recorded in the audit log as `standing_approval:revoked`.
   */
  revoke(id: string, options?: RequestOptions): Promise<m.StandingApproval>
}

export interface TenantsResource {
  readonly me: TenantsMeResource
}

export interface TenantsMeResource {
  readonly ocsfVersion: TenantsMeOcsfVersionResource
  /**
   * What the tenant may push
   *
   * Set by the operator of the platform with `svc tenants limits`.
   */
  limits(options?: RequestOptions): Promise<m.TenantLimits>
}

export interface TenantsMeOcsfVersionResource {
  /**
   * The version of OCSF in which events are given out
   *
   * Needs `settings:read`.
   */
  get(options?: RequestOptions): Promise<m.OcsfVersion>
  /**
   * Pin the version of OCSF
   *
   * Needs `settings:write`. Recorded in the audit log as `tenant:ocsf_version_pinned`.
   */
  update(body: m.OcsfVersionPut, options?: RequestOptions): Promise<m.OcsfVersion>
}

export interface UebaResource {
  readonly anomalies: UebaAnomaliesResource
  readonly baselines: UebaBaselinesResource
  readonly riskSettings: UebaRiskSettingsResource
  /**
   * How many baselines and anomalies there are
   *
   * Needs `alerts:read`.
   */
  stats(options?: RequestOptions): Promise<m.UebaStats>
}

export interface UebaAnomaliesResource {
  /**
   * One anomaly, and how the hour compares with what is usual of its peers
   *
   * Needs `alerts:read`.
   */
  get(id: string, options?: RequestOptions): Promise<m.UebaAnomalyDetail>
  /**
   * Hours in which an entity did far more than it usually does, the newest first
   *
   * Needs `alerts:read`.
   */
  list(params?: UebaAnomaliesListParams, options?: RequestOptions): Pager<m.UebaAnomaly, m.UebaAnomalyPage>
}

export interface UebaBaselinesResource {
  /**
   * Learn anew what is usual of an entity; in force within seconds
   *
   * Needs `settings:write`. Recorded in the audit log as `ueba_baseline:reset`.
   */
  delete(entityId: string, params?: UebaBaselinesDeleteParams, options?: RequestOptions): Promise<void>
  /**
   * What is usual of one entity; 404 where nothing is known of it, which is not zero
   *
   * Needs `alerts:read`.
   */
  get(entityId: string, params?: UebaBaselinesGetParams, options?: RequestOptions): Promise<m.UebaEntity>
  /**
   * What is usual of entities, by entity
   *
   * Needs `alerts:read`.
   */
  list(params?: UebaBaselinesListParams, options?: RequestOptions): Pager<m.UebaBaseline, m.UebaBaselinePage>
}

export interface UebaRiskSettingsResource {
  /**
   * When the risk of an entity becomes an alert of its own
   *
   * Needs `settings:read`.
   */
  get(options?: RequestOptions): Promise<m.RiskSettings>
  /**
   * Set it; entities are judged anew by it at once
   *
   * Needs `settings:write`. Recorded in the audit log as `entity_risk:settings_set`.
   */
  update(body: m.RiskSettingsPut, options?: RequestOptions): Promise<m.RiskSettings>
}

export interface UsageResource {
  /**
   * Meters of a month as CSV
   *
   * Needs `reports:read`.
   */
  exportCsv(params: UsageExportCsvParams, options?: RequestOptions): Promise<Download>
  /**
   * Meters of a month as Parquet, a row for each day and meter
   *
   * Needs `reports:read`.
   */
  exportParquet(params: UsageExportParquetParams, options?: RequestOptions): Promise<Download>
  /**
   * Meters by day
   *
   * Needs `reports:read`.
   */
  get(params?: UsageGetParams, options?: RequestOptions): Promise<m.Usage>
  /**
   * Whether figures by day, over the window and the rows themselves agree
   *
   * Needs `reports:read`.
   */
  reconciliation(params?: UsageReconciliationParams, options?: RequestOptions): Promise<m.UsageReconciliation>
}

export interface UsersResource {
  readonly me: UsersMeResource
  /**
   * Create a user
   *
   * Needs `users:write`. Recorded in the audit log as `user:created`.
   */
  create(body: m.UserCreate, options?: RequestOptions): Promise<m.User>
  /**
   * One user
   *
   * Needs `users:read`.
   */
  get(id: string, options?: RequestOptions): Promise<m.User>
  /**
   * Mail another link to a user who has never signed in; the earlier one ends
   *
   * Needs `users:write`. Recorded in the audit log as `user:invited`.
   */
  invitation(id: string, options?: RequestOptions): Promise<m.UserInvited>
  /**
   * Make a user and mail them a link to set a password or register a passkey
   *
   * The link works once, within seven days. 503 where no mail server is configured.
   */
  invitations(body: m.UserInvite, options?: RequestOptions): Promise<m.UserInvited>
  /**
   * Users, newest first
   *
   * Needs `users:read`.
   */
  list(params?: UsersListParams, options?: RequestOptions): Pager<m.User, m.UserPage>
  /**
   * Give a user a one-time password
   *
   * The sessions of the user end. The password works for a day and opens one sign-in, in which its owner chooses another.
   */
  passwordReset(id: string, options?: RequestOptions): Promise<m.OneTimePassword>
  /**
   * Change a user; deactivating ends its sessions and keys
   *
   * Needs `users:write`. Recorded in the audit log as `user:updated`.
   */
  update(id: string, body: m.UserPatch, options?: RequestOptions): Promise<m.User>
}

export interface UsersMeResource {
  /**
   * The signed-in user; under a delegation, who it is, in which tenant, and by which delegation
   *
   * For everybody who is signed in.
   */
  get(options?: RequestOptions): Promise<m.Me>
  /**
   * Change the own password
   *
   * For everybody who is signed in. Recorded in the audit log as `user:password_changed`.
   */
  setPassword(body: m.PasswordChange, options?: RequestOptions): Promise<void>
  /**
   * Merge preferences; null removes one
   *
   * For everybody who is signed in.
   */
  update(body: m.MePatch, options?: RequestOptions): Promise<m.Me>
}

export interface VaultResource {
  readonly keys: VaultKeysResource
  /**
   * Seals every secret of the installation anew under the newest credential key
   *
   * It is done within seconds beside the request, and `GET /vault/keys` says what came of it. One that is under way already is answered as it is.
   */
  reseal(options?: RequestOptions): Promise<m.VaultReseal>
}

export interface VaultKeysResource {
  /**
   * Credential keys, and the secrets of the installation that are under each
   *
   * Ids of keys and counts over all tenants, for administrators of the installation. Secrets under an older key are sealed anew under the newest by themselves; an older key that nothing is under is no longer needed in SVC_CREDENTIAL_KEY.
   */
  list(params?: VaultKeysListParams, options?: RequestOptions): Pager<m.VaultKeyUse, m.VaultStatus>
}

/** Every operation of the API, by resource. */
export interface Resources {
  readonly actions: ActionsResource
  readonly agentComparisons: AgentComparisonsResource
  readonly airgap: AirgapResource
  readonly alertBulkChanges: AlertBulkChangesResource
  readonly alertViews: AlertViewsResource
  readonly alerts: AlertsResource
  readonly apiKeys: ApiKeysResource
  readonly approvals: ApprovalsResource
  readonly audit: AuditResource
  readonly auditLog: AuditLogResource
  readonly auth: AuthResource
  readonly autonomyPolicy: AutonomyPolicyResource
  readonly branding: BrandingResource
  readonly campaigns: CampaignsResource
  readonly caseEscalationPolicies: CaseEscalationPoliciesResource
  readonly caseFields: CaseFieldsResource
  readonly caseQueues: CaseQueuesResource
  readonly caseSlaPolicies: CaseSlaPoliciesResource
  readonly caseTemplates: CaseTemplatesResource
  readonly cases: CasesResource
  readonly chat: ChatResource
  readonly compliance: ComplianceResource
  readonly configuration: ConfigurationResource
  readonly connectors: ConnectorsResource
  readonly copilot: CopilotResource
  readonly deadLetters: DeadLettersResource
  readonly delegations: DelegationsResource
  readonly deputies: DeputiesResource
  readonly detectionProposals: DetectionProposalsResource
  readonly detections: DetectionsResource
  readonly enrichment: EnrichmentResource
  readonly entityRisk: EntityRiskResource
  readonly events: EventsResource
  readonly exports: ExportsResource
  readonly federated: FederatedResource
  readonly governance: GovernanceResource
  readonly health: HealthResource
  readonly healthz: HealthzResource
  readonly honeytokenIgnores: HoneytokenIgnoresResource
  readonly honeytokens: HoneytokensResource
  readonly hunts: HuntsResource
  readonly identity: IdentityResource
  readonly inbox: InboxResource
  readonly intel: IntelResource
  readonly investigationQuestions: InvestigationQuestionsResource
  readonly investigations: InvestigationsResource
  readonly lake: LakeResource
  readonly llm: LlmResource
  readonly marketplace: MarketplaceResource
  readonly mcpServers: McpServersResource
  readonly notifications: NotificationsResource
  readonly oncall: OncallResource
  readonly organisation: OrganisationResource
  readonly osquery: OsqueryResource
  readonly passkeys: PasskeysResource
  readonly phishing: PhishingResource
  readonly playbookHooks: PlaybookHooksResource
  readonly playbookRuns: PlaybookRunsResource
  readonly playbookSecrets: PlaybookSecretsResource
  readonly playbooks: PlaybooksResource
  readonly purpleTeam: PurpleTeamResource
  readonly push: PushResource
  readonly rbac: RbacResource
  readonly realtime: RealtimeResource
  readonly reportSchedules: ReportSchedulesResource
  readonly reports: ReportsResource
  readonly response: ResponseResource
  readonly rules: RulesResource
  readonly sandbox: SandboxResource
  readonly schemaDrift: SchemaDriftResource
  readonly scim: ScimResource
  readonly scimTokens: ScimTokensResource
  readonly sla: SlaResource
  readonly sources: SourcesResource
  readonly ssoConnections: SsoConnectionsResource
  readonly standingApprovals: StandingApprovalsResource
  readonly tenants: TenantsResource
  readonly ueba: UebaResource
  readonly usage: UsageResource
  readonly users: UsersResource
  readonly vault: VaultResource
}
