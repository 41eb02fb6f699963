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
  /** alerts that have all of these tags */
  tags?: string | undefined
  /** created at this time or later */
  from?: string | undefined
  /** created before this time */
  until?: string | undefined
  /** whose event, or the earliest of several, was at this time or later */
  event_from?: string | undefined
  /** whose event was before this time */
  event_until?: string | undefined
  /** alerts that name one of these hosts, ignoring case; values are separated by commas, here and in the following parameters, and a comma within a name is written \, */
  host?: string | undefined
  /** alerts that name one of these users */
  user?: string | undefined
  /** alerts that name one of these addresses */
  ip?: string | undefined
  /** with one of these tactics, such as TA0002 */
  tactic?: string | undefined
  /** with one of these techniques, such as T1059.001 */
  technique?: string | undefined
  /** alerts of one of these rules, by id */
  rule?: string | undefined
  /** alerts from one of these connector types */
  source?: string | undefined
  /** ids of users, me, and nobody, separated by commas */
  assignee?: string | undefined
  /** whether a person has set a verdict */
  has_verdict?: boolean | undefined
  /** one or more of host, user, ip, tactic, technique, rule, source; default: all */
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
  /** alerts that have all of these tags */
  tags?: string | undefined
  /** created at this time or later */
  from?: string | undefined
  /** created before this time */
  until?: string | undefined
  /** whose event, or the earliest of several, was at this time or later */
  event_from?: string | undefined
  /** whose event was before this time */
  event_until?: string | undefined
  /** alerts that name one of these hosts, ignoring case; values are separated by commas, here and in the following parameters, and a comma within a name is written \, */
  host?: string | undefined
  /** alerts that name one of these users */
  user?: string | undefined
  /** alerts that name one of these addresses */
  ip?: string | undefined
  /** with one of these tactics, such as TA0002 */
  tactic?: string | undefined
  /** with one of these techniques, such as T1059.001 */
  technique?: string | undefined
  /** alerts of one of these rules, by id */
  rule?: string | undefined
  /** alerts from one of these connector types */
  source?: string | undefined
  /** ids of users, me, and nobody, separated by commas */
  assignee?: string | undefined
  /** whether a person has set a verdict */
  has_verdict?: boolean | undefined
  /** default: newest. event: by the time of the earliest event; sla: earliest resolution target first, alerts without a target last */
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
  /** tenant of the credential */
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
  /** only approvals the caller may decide */
  mine?: boolean | undefined
}

export interface AuditConsistencyParams {
  /** of a signed head */
  older: number
  /** of a signed head */
  newer: number
}

export interface AuditExportParams {
  /** prefix of the value */
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
  /** prefix of the value */
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
  /** prefix of the value */
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
  /** a verb that can be granted */
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
  /** cases that have all of these tags */
  tags?: string | undefined
  search?: string | undefined
  /** one of the three clocks is past its due time */
  sla_breached?: boolean | undefined
  /** opened at this time or later */
  from?: string | undefined
  /** opened before this time */
  until?: string | undefined
  /** cases that were merged into others, which are in no other list */
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
  /** id chosen by the client, to follow the run from its start */
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

export interface ComplianceEvidenceFilesCreateParams {
  filename?: string | undefined
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
  /** default: 24 */
  hours?: number | undefined
  to?: string | undefined
}

export interface EventsFacetsGetParams {
  /** field:value, ranges, wildcards, AND OR NOT, and words contained in the raw text; default: every event */
  query?: string | undefined
  /** earliest event time; default: 30 days before to */
  from?: string | undefined
  /** end of the span, exclusive; default: now */
  to?: string | undefined
  /** field names, separated by commas */
  fields: string
  limit?: number | undefined
}

export interface EventsHistogramGetParams {
  /** field:value, ranges, wildcards, AND OR NOT, and words contained in the raw text; default: every event */
  query?: string | undefined
  /** earliest event time; default: 30 days before to */
  from?: string | undefined
  /** end of the span, exclusive; default: now */
  to?: string | undefined
  /** seconds per bucket; default: one that gives at most 120 buckets */
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
  /** alerts that have all of these tags */
  tags?: string | undefined
  /** created at this time or later */
  from?: string | undefined
  /** created before this time */
  until?: string | undefined
  /** whose event, or the earliest of several, was at this time or later */
  event_from?: string | undefined
  /** whose event was before this time */
  event_until?: string | undefined
  /** alerts that name one of these hosts, ignoring case; values are separated by commas, here and in the following parameters, and a comma within a name is written \, */
  host?: string | undefined
  /** alerts that name one of these users */
  user?: string | undefined
  /** alerts that name one of these addresses */
  ip?: string | undefined
  /** with one of these tactics, such as TA0002 */
  tactic?: string | undefined
  /** with one of these techniques, such as T1059.001 */
  technique?: string | undefined
  /** alerts of one of these rules, by id */
  rule?: string | undefined
  /** alerts from one of these connector types */
  source?: string | undefined
  /** ids of users, me, and nobody, separated by commas */
  assignee?: string | undefined
  /** whether a person has set a verdict */
  has_verdict?: boolean | undefined
}

export interface ExportsAuditParams {
  /** prefix of the value */
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
  /** field:value, ranges, wildcards, AND OR NOT, and words contained in the raw text; default: every event */
  query?: string | undefined
  /** earliest event time; default: 30 days before to */
  from?: string | undefined
  /** end of the span, exclusive; default: now */
  to?: string | undefined
  /** default: lucene; kql: a table and where conditions select events, as in POST /events/search */
  language?: "lucene" | "kql" | undefined
}

export interface ExportsUsageParams {
  month: string
}

export interface ExportsComplianceGetParams {
  days?: number | undefined
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
  /** active or released holds */
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

export interface GovernanceSubjectDeletionsProofParams {
  after_file?: string | undefined
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
  /** default: the latest completed run */
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
  /** whether to push it to the operator’s MISP; the default is a setting there */
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
  /** whether to push it to the operator’s MISP; the default is a setting there */
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
  /** T1059 includes T1059.001 */
  technique?: string | undefined
  search?: string | undefined
  installed?: boolean | undefined
}

export interface MarketplaceItemsUninstallParams {
  /** true: remove parts that people changed too; by default they are kept */
  remove_changed?: boolean | undefined
}

export interface MarketplaceItemsUpdateParams {
  /** true: overwrite parts that people changed with the text of the item */
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

export interface OncallOverridesListParams {
  limit?: number | undefined
  cursor?: string | undefined
}

export interface OncallRotationsListParams {
  limit?: number | undefined
  cursor?: string | undefined
}

export interface OncallShiftsListParams {
  limit?: number | undefined
  cursor?: string | undefined
  /** default: 28 */
  days?: number | undefined
}

export interface OncallWhoisonListParams {
  limit?: number | undefined
  cursor?: string | undefined
}

export interface OrganisationUsageParams {
  /** default: 30 days before end */
  start?: string | undefined
  /** 186 days at most */
  end?: string | undefined
}

export interface OrganisationDelegationsListParams {
  limit?: number | undefined
  cursor?: string | undefined
}

export interface OrganisationHeldDelegationsListParams {
  limit?: number | undefined
  cursor?: string | undefined
}

export interface OrganisationPortfolioListParams {
  limit?: number | undefined
  cursor?: string | undefined
  /** default: id */
  sort?: "id" | "open_alerts" | "critical_alerts" | "overdue_alerts" | "late_sources" | undefined
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
  /** ticket of `POST /realtime/ticket`; opens one stream */
  token?: string | undefined
  /** channels, separated by commas; default: all permitted ones */
  channels?: string | undefined
  /** id of the last event seen, to continue after it */
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
  /** true: include techniques that no rule names */
  gaps?: boolean | undefined
}

export interface RulesListParams {
  limit?: number | undefined
  cursor?: string | undefined
  /** only built-in rules, or only the others */
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
  /** untracked: the source has more fields than svc tracks, so that further drift is not reported */
  kind?: "new" | "vanished" | "untracked" | undefined
  since?: string | undefined
  until?: string | undefined
}

export interface ScimGroupsCreateParams {
  /** names of attributes, separated by commas */
  attributes?: string | undefined
  /** names of attributes, separated by commas */
  excludedAttributes?: string | undefined
}

export interface ScimGroupsGetParams {
  /** names of attributes, separated by commas */
  attributes?: string | undefined
  /** names of attributes, separated by commas */
  excludedAttributes?: string | undefined
}

export interface ScimGroupsListParams {
  /** one comparison: attribute eq "value" */
  filter?: string | undefined
  /** position of the first resource, from 1 */
  startIndex?: string | undefined
  /** number of resources, at most 200 */
  count?: string | undefined
  /** names of attributes, separated by commas */
  attributes?: string | undefined
  /** names of attributes, separated by commas */
  excludedAttributes?: string | undefined
}

export interface ScimGroupsReplaceParams {
  /** names of attributes, separated by commas */
  attributes?: string | undefined
  /** names of attributes, separated by commas */
  excludedAttributes?: string | undefined
}

export interface ScimGroupsUpdateParams {
  /** names of attributes, separated by commas */
  attributes?: string | undefined
  /** names of attributes, separated by commas */
  excludedAttributes?: string | undefined
}

export interface ScimUsersCreateParams {
  /** names of attributes, separated by commas */
  attributes?: string | undefined
  /** names of attributes, separated by commas */
  excludedAttributes?: string | undefined
}

export interface ScimUsersGetParams {
  /** names of attributes, separated by commas */
  attributes?: string | undefined
  /** names of attributes, separated by commas */
  excludedAttributes?: string | undefined
}

export interface ScimUsersListParams {
  /** one comparison: attribute eq "value" */
  filter?: string | undefined
  /** position of the first resource, from 1 */
  startIndex?: string | undefined
  /** number of resources, at most 200 */
  count?: string | undefined
  /** names of attributes, separated by commas */
  attributes?: string | undefined
  /** names of attributes, separated by commas */
  excludedAttributes?: string | undefined
}

export interface ScimUsersReplaceParams {
  /** names of attributes, separated by commas */
  attributes?: string | undefined
  /** names of attributes, separated by commas */
  excludedAttributes?: string | undefined
}

export interface ScimUsersUpdateParams {
  /** names of attributes, separated by commas */
  attributes?: string | undefined
  /** names of attributes, separated by commas */
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

export interface SourcesTablesSamplesParams {
  version: number
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
  /** number */
  min_z_score?: string | undefined
  min_severity?: "info" | "low" | "medium" | "high" | "critical" | undefined
  since?: string | undefined
  until?: string | undefined
}

export interface UebaBaselinesDeleteParams {
  entity_type?: "user" | "host" | "ip" | "domain" | undefined
  reason?: string | undefined
}

export interface UebaBaselinesGetParams {
  entity_type?: "user" | "host" | "ip" | "domain" | undefined
}

export interface UebaBaselinesListParams {
  limit?: number | undefined
  cursor?: string | undefined
  entity_type?: "user" | "host" | "ip" | "domain" | undefined
  metric?: string | undefined
  /** learning: too few hours for a judgement; stale: nothing learned for two weeks */
  state?: "learning" | "ready" | "stale" | undefined
}

export interface UebaResetsListParams {
  limit?: number | undefined
  cursor?: string | undefined
  entity_id: string
}

export interface UsageExportCsvParams {
  month: string
}

export interface UsageExportParquetParams {
  month: string
}

export interface UsageGetParams {
  /** default: 30 days before end */
  start?: string | undefined
  /** last day, inclusive; default: today (UTC); at most 186 days */
  end?: string | undefined
}

export interface UsageReconciliationParams {
  /** default: 30 days before end */
  start?: string | undefined
  /** last day, inclusive; default: today (UTC); at most 186 days */
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
   * Preview the effect of an action, with the checks that were not made
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
   * Undo an executed action
   *
   * Needs `actions:execute`. Recorded in the audit log as `action:undo_requested`.
   */
  undo(actionId: string, options?: RequestOptions): Promise<m.ResponseAction>
}

export interface ActionsTypesResource {
  /**
   * Action types with their reach and required approvers
   *
   * Needs `actions:read`.
   */
  list(params?: ActionsTypesListParams, options?: RequestOptions): Pager<m.ResponseActionType, m.ResponseActionTypePage>
}

export interface AgentComparisonsResource {
  /**
   * Repeat completed runs under another model or prompt, with the recorded results of their tools
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
   * Allowed outbound destinations
   *
   * Public.
   */
  status(options?: RequestOptions): Promise<m.AirgapStatus>
}

export interface AlertBulkChangesResource {
  /**
   * Undo a change of many alerts
   *
   * Needs `alerts:write`. Recorded in the audit log as `alert:bulk_undone`.
   */
  undo(bulkId: string, options?: RequestOptions): Promise<m.AlertBulkUndone>
}

export interface AlertViewsResource {
  /**
   * Delete a queue view of the caller
   *
   * Needs `alerts:read`. Recorded in the audit log as `alert_view:deleted`.
   */
  delete(id: string, options?: RequestOptions): Promise<void>
  /**
   * Queue views of the caller
   *
   * Needs `alerts:read`.
   */
  list(params?: AlertViewsListParams, options?: RequestOptions): Pager<m.AlertView, m.AlertViewPage>
  /**
   * Save a view of the queue, replacing one of the same name
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
   * Assign an alert to a user of the tenant; null unassigns it
   *
   * Needs `alerts:write`. Recorded in the audit log as `alert:assigned`.
   */
  assign(id: string, body: m.AlertAssign, options?: RequestOptions): Promise<m.Alert>
  /**
   * Apply one change to many alerts
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
   * Hosts, users, rules and other values among the filtered alerts, with counts
   *
   * Takes the filters of `GET /alerts`, and counts the alerts left for each value.
   */
  facets(params?: AlertsFacetsParams, options?: RequestOptions): Promise<m.AlertFacetValues>
  /**
   * One alert with its narrative, related entities, latest events, advice and raw event
   *
   * Needs `alerts:read`.
   */
  get(id: string, options?: RequestOptions): Promise<m.AlertDetail>
  /**
   * Alerts, newest first or in another order, with facets over all matching alerts
   *
   * Needs `alerts:read`.
   */
  list(params?: AlertsListParams, options?: RequestOptions): Pager<m.Alert, m.AlertPage>
  /**
   * Volume, times to acknowledge and to resolve, verdicts, noise of rules and load of analysts, by day or week
   *
   * Computed from alerts and their history, without deleted alerts. An alert counts in the step in which it was created. A time without any alert is null. At most 366 days; the last 30 by default.
   */
  metrics(params?: AlertsMetricsParams, options?: RequestOptions): Promise<m.TeamMetrics>
  /**
   * Verdicts on alerts of the same kind, and the most similar alerts
   *
   * Needs `alerts:read`.
   */
  similar(id: string, params?: AlertsSimilarParams, options?: RequestOptions): Promise<m.SimilarAlerts>
  /**
   * Snooze an alert for some minutes or until a time
   *
   * Needs `alerts:write`. Recorded in the audit log as `alert:snoozed`.
   */
  snooze(id: string, body: m.AlertSnooze, options?: RequestOptions): Promise<m.Alert>
  /**
   * Aggregates over the alerts created in a period
   *
   * Needs `alerts:read`.
   */
  stats(params?: AlertsStatsParams, options?: RequestOptions): Promise<m.AlertStats>
  /**
   * Create one alert from a batch of events: a single event, a list, or an object that holds `events`
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
   * Valid reasons for each verdict; any other is rejected with 422
   *
   * Needs `alerts:read`.
   */
  verdictReasons(options?: RequestOptions): Promise<m.VerdictReasons>
}

export interface AlertsAssigneesResource {
  /**
   * Possible owners of alerts: users of the tenant and delegates, by name
   *
   * Active ones first, users before delegates; at most 10,000.
   */
  list(params?: AlertsAssigneesListParams, options?: RequestOptions): Pager<m.Assignee, m.AssigneePage>
}

export interface AlertsEnrichmentResource {
  /**
   * The enrichment of an alert, from its arrival or the last request
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
   * History of an alert, newest first
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
   * Unresolved alerts that are not snoozed: highest priority first, then the oldest
   *
   * Needs `alerts:read`.
   */
  list(params?: AlertsQueueListParams, options?: RequestOptions): Pager<m.QueuedAlert, m.AlertQueue>
}

export interface AlertsVerdictOverrideResource {
  /**
   * Apply the same verdict to exactly the look-alikes shown with it
   *
   * Needs `alerts:write`. Recorded in the audit log as `alert:verdict_repeated`.
   */
  lookAlikes(id: string, body: m.VerdictConfirm, options?: RequestOptions): Promise<m.VerdictsConfirmed>
  /**
   * Set the verdict of an analyst on an alert; returns similar alerts that it may fit too
   *
   * A reason that contradicts the verdict is rejected: `GET /alerts/verdict-reasons` lists the valid ones.
   */
  run(id: string, body: m.VerdictOverride, options?: RequestOptions): Promise<m.VerdictOverridden>
  /**
   * Undo a verdict, together with its copies on look-alikes
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
   * Approve; the requester may not. Also as {approval_id}:approve
   *
   * Needs `actions:read`. Recorded in the audit log as `approval:approved`.
   */
  approve(approvalId: string, body: m.ApprovalDecision, options?: RequestOptions): Promise<m.Approval>
  /**
   * Request an approval for something the caller carries out itself
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
   * Approvals, newest first; pending ones without a status
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
   * Approve or deny through a mailed link, which works once
   *
   * Decides as the addressee of the mail, under the usual approval rules: the requester cannot approve.
   */
  decide(body: m.ApprovalLinkDecision, options?: RequestOptions): Promise<m.ApprovalLinkDecided>
  /**
   * The approval request behind a mailed link
   *
   * Only for the addressee of the mail, signed in within the last 15 minutes. Reading it changes only the receipt.
   */
  run(body: m.ApprovalLink, options?: RequestOptions): Promise<m.LinkedApproval>
}

export interface AuditResource {
  readonly entries: AuditEntriesResource
  readonly keys: AuditKeysResource
  /**
   * Proof that the log was only appended to between two signed heads (RFC 6962, 2.1.2)
   *
   * Needs `audit_log:read`.
   */
  consistency(params: AuditConsistencyParams, options?: RequestOptions): Promise<m.AuditConsistencyProof>
  /**
   * Export the whole log as a bundle for `svc audit verify`, or its newest 10,000 matches as csv or html
   *
   * Needs `audit_log:read`.
   */
  export(params?: AuditExportParams, options?: RequestOptions): Promise<Download>
  /**
   * Latest signed head; with a copy elsewhere, nothing before it can be rewritten undetected
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
   * Proof that the log of the latest head includes an entry (RFC 6962, 2.1.1)
   *
   * Needs `audit_log:read`.
   */
  proof(id: string, options?: RequestOptions): Promise<m.AuditInclusionProof>
}

export interface AuditKeysResource {
  /**
   * Public keys of present and past heads, oldest first
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
   * For every signed-in user. Recorded in the audit log as `auth:logout`.
   */
  logout(options?: RequestOptions): Promise<void>
  /**
   * Get new tokens for a refresh token
   *
   * Public.
   */
  refresh(body: m.TokenRefresh, options?: RequestOptions): Promise<m.Tokens>
}

export interface AuthInvitationsResource {
  /**
   * Start a session from the link of an invitation, to register a passkey
   *
   * To set a password instead, send the same token to POST /auth/password-reset/confirm.
   */
  accept(body: m.InvitationAccept, options?: RequestOptions): Promise<m.Tokens>
}

export interface AuthOidcResource {
  /**
   * OIDC callback of the identity provider
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
   * Request a link to set a new password
   *
   * The answer is the same whether or not the user exists. 503 when no mail server is configured.
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
   * Get the SAML service provider metadata of this installation
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
   * Agreement between the agent and the later verdicts of analysts
   *
   * Needs `settings:read`.
   */
  agreement(params?: AutonomyPolicyAgreementParams, options?: RequestOptions): Promise<m.Agreement>
  /**
   * Upper bound of threats that triage may have closed, from the judged sample
   *
   * Needs `settings:read`.
   */
  missedThreats(options?: RequestOptions): Promise<m.MissedThreats>
}

export interface AutonomyPolicyClosureAuditsResource {
  /**
   * Random sample of alerts closed by triage, for a person to judge without seeing its verdict
   *
   * Needs `alerts:write`.
   */
  list(params?: AutonomyPolicyClosureAuditsListParams, options?: RequestOptions): Pager<m.ClosureAuditItem, m.ClosureAuditItemPage>
  /**
   * Judge whether a sampled alert was a threat
   *
   * An alert that was a threat gets this verdict and is reopened, unless people have worked on it since triage closed it.
   */
  verdict(alertId: string, body: m.ClosureAuditVerdict, options?: RequestOptions): Promise<m.ClosureAuditJudged>
}

export interface AutonomyPolicyGrantsResource {
  /**
   * Request a grant
   *
   * A refusal is a normal answer: granted is false, and refusals names every failed check. An override, which passes the checks by, needs settings:write.
   */
  create(body: m.AutonomyGrantAsk, options?: RequestOptions): Promise<m.AutonomyGrantAnswer>
  /**
   * Withdraw a grant, and the actions that it approved and nobody has begun
   *
   * Needs `soc:write`. Recorded in the audit log as `autonomy:demoted`.
   */
  delete(id: string, options?: RequestOptions): Promise<m.AutonomyGrant>
  /**
   * Grants of autonomous actions
   *
   * Needs `settings:read`.
   */
  list(params?: AutonomyPolicyGrantsListParams, options?: RequestOptions): Pager<m.AutonomyGrant, m.AutonomyGrantPage>
}

export interface AutonomyPolicyKillSwitchResource {
  /**
   * Whether automation is stopped in this tenant, and why
   *
   * Needs `settings:read`.
   */
  get(options?: RequestOptions): Promise<m.AutonomyKillSwitch>
  /**
   * Stop all automation in this tenant, or resume it
   *
   * While automation is stopped no grant applies, triage closes nothing, no model is called, and actions approved only by a grant are withdrawn. Timed rollbacks still happen. It does not lift a stop that the operator set for all tenants.
   */
  update(body: m.AutonomyKillSwitchSet, options?: RequestOptions): Promise<m.AutonomyKillSwitch>
}

export interface AutonomyPolicyShadowModeResource {
  /**
   * Alert classes with a shadow-mode flag
   *
   * Needs `settings:read`.
   */
  list(params?: AutonomyPolicyShadowModeListParams, options?: RequestOptions): Pager<m.ShadowMode, m.ShadowModePage>
  /**
   * Turn shadow mode on or off for an alert class
   *
   * In shadow mode triage writes its verdict to the alert and to svc_shadow_decisions, and closes nothing. *: every class without a flag of its own; unclassified: alerts without a category.
   */
  update(alertClass: string, body: m.ShadowModePut, options?: RequestOptions): Promise<m.ShadowMode>
}

export interface AutonomyPolicyShadowVerbsResource {
  /**
   * Verbs that automation can be granted, with their shadow mode and agreement with people
   *
   * Needs `settings:read`.
   */
  list(params?: AutonomyPolicyShadowVerbsListParams, options?: RequestOptions): Pager<m.ShadowVerb, m.ShadowVerbPage>
  /**
   * Turn shadow mode on or off for a verb
   *
   * In shadow mode requests of agents, services and playbooks for the verb end as rejected with the reason shadow_mode, and are recorded: nobody is asked to approve, nothing is executed, and a grant has no effect. Requests of people are executed as usual.
   */
  update(verb: string, body: m.ShadowVerbPut, options?: RequestOptions): Promise<m.ShadowVerbSet>
}

export interface AutonomyPolicyVerbDecisionsResource {
  /**
   * Requests of automation in shadow mode or under a grant, newest first, with the actions of people
   *
   * Needs `actions:read`.
   */
  list(params?: AutonomyPolicyVerbDecisionsListParams, options?: RequestOptions): Pager<m.VerbDecision, m.VerbDecisionPage>
  /**
   * Judge whether a request of automation, in shadow mode or under a grant, was right
   *
   * For cases that people handled elsewhere, or closed without an action. The judgement overrides the automatic comparison.
   */
  verdict(decisionId: string, body: m.VerbDecisionVerdict, options?: RequestOptions): Promise<m.VerbDecision>
}

export interface BrandingResource {
  readonly assets: BrandingAssetsResource
  readonly messages: BrandingMessagesResource
  /**
   * Branding of this tenant
   *
   * For every signed-in user.
   */
  get(options?: RequestOptions): Promise<m.Appearance>
  /**
   * Replace the branding; empty fields fall back, and with all empty the logo is removed too
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
   * For every signed-in user.
   */
  get(options?: RequestOptions): Promise<Download>
  /**
   * Upload a logo: SVG, PNG, JPEG or WebP of at most 256 KB; an SVG is sanitised
   *
   * Needs `settings:write`. Recorded in the audit log as `branding:logo_uploaded`.
   */
  upload(file: FileContent, params?: BrandingAssetsLogoUploadParams, options?: RequestOptions): Promise<m.LogoUploaded>
}

export interface BrandingMessagesResource {
  /**
   * Texts of each kind of message in this tenant, and the level that set them
   *
   * Needs `settings:read`.
   */
  list(params?: BrandingMessagesListParams, options?: RequestOptions): Pager<m.MessageText, m.MessageTextPage>
  /**
   * Preview a message with these texts and the active branding, without saving or sending it
   *
   * Needs `settings:read`.
   */
  preview(kind: string, body: m.MessageTextChange, options?: RequestOptions): Promise<m.MessagePreview>
  /**
   * Set the texts of a kind of message; an empty or missing text falls back to that of the organisation or the platform
   *
   * Needs `settings:write`. Recorded in the audit log as `branding:message_changed`.
   */
  update(kind: string, body: m.MessageTextChange, options?: RequestOptions): Promise<m.MessageText>
}

export interface CampaignsResource {
  /**
   * Request one action over several tenants, decided once
   *
   * Another person of the provider decides. In each tenant the delegations of the two then request and approve the action, under the rules of that tenant: an action that these refuse is refused there, and if neither may approve, the tenant’s own people decide.
   */
  create(body: m.CampaignAsk, options?: RequestOptions): Promise<m.Campaign>
  /**
   * One campaign with its result in each tenant
   *
   * Needs `actions:read`.
   */
  get(id: string, options?: RequestOptions): Promise<m.CampaignOutcomes>
  /**
   * Campaigns over the tenants under delegation, newest first
   *
   * Needs `actions:read`.
   */
  list(params?: CampaignsListParams, options?: RequestOptions): Pager<m.CampaignState, m.CampaignStatePage>
}

export interface CaseEscalationPoliciesResource {
  /**
   * Remove an escalation policy; running escalations of cases continue
   *
   * Needs `soc:write`. Recorded in the audit log as `escalation_policy:deleted`.
   */
  delete(id: string, options?: RequestOptions): Promise<void>
}

export interface CaseFieldsResource {
  /**
   * Add a custom field to cases
   *
   * Needs `soc:write`. Recorded in the audit log as `case_field:created`.
   */
  create(body: m.CaseFieldCreate, options?: RequestOptions): Promise<m.CaseField>
  /**
   * Remove a custom field; values in cases stay
   *
   * Needs `soc:write`. Recorded in the audit log as `case_field:deleted`.
   */
  delete(fieldId: string, options?: RequestOptions): Promise<void>
  /**
   * Custom case fields
   *
   * Needs `cases:read`.
   */
  list(params?: CaseFieldsListParams, options?: RequestOptions): Pager<m.CaseField, m.CaseFieldPage>
}

export interface CaseQueuesResource {
  /**
   * Remove a queue with its escalation policies; its cases stay without a queue
   *
   * Needs `soc:write`. Recorded in the audit log as `case_queue:deleted`.
   */
  delete(id: string, options?: RequestOptions): Promise<void>
  /**
   * Change a queue
   *
   * Needs `soc:write`. Recorded in the audit log as `case_queue:updated`.
   */
  update(id: string, body: m.CaseQueuePatch, options?: RequestOptions): Promise<m.CaseQueue>
}

export interface CaseSlaPoliciesResource {
  /**
   * Change an SLA policy; open cases keep the targets that they have, and those without get them, counted from now
   *
   * Needs `soc:write`. Recorded in the audit log as `sla_policy:updated`.
   */
  update(id: string, body: m.SlaPolicyPatch, options?: RequestOptions): Promise<m.SlaPolicy>
}

export interface CaseTemplatesResource {
  /**
   * Add a template for cases
   *
   * Needs `soc:write`. Recorded in the audit log as `case_template:created`.
   */
  create(body: m.CaseTemplateCreate, options?: RequestOptions): Promise<m.CaseTemplate>
  /**
   * Remove a template; cases that were opened from it stay
   *
   * Needs `soc:write`. Recorded in the audit log as `case_template:deleted`.
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
   * Assign a case to a user of the tenant; null unassigns it
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
   * Close a case; it is kept with its history
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
   * The latest investigations of a case, with all their steps
   *
   * Needs `cases:read`.
   */
  ledger(id: string, options?: RequestOptions): Promise<m.CaseLedger>
  /**
   * Cases, newest first, with facets over all matching cases
   *
   * Needs `cases:read`.
   */
  list(params?: CasesListParams, options?: RequestOptions): Pager<m.Case, m.CasePage>
  /**
   * Merge another case into this one; it redirects to this case until the merge is undone
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
   * Blameless post-mortem of a case
   *
   * Needs `cases:read`.
   */
  postmortem(id: string, params?: CasesPostmortemParams, options?: RequestOptions): Promise<m.CasePostMortem | string>
  /**
   * Reopen a resolved or closed case
   *
   * Needs `cases:write`. Recorded in the audit log as `case:reopened`.
   */
  reopen(id: string, body: m.CaseReopen, options?: RequestOptions): Promise<m.Case>
  /**
   * Open a new case for some alerts of this one
   *
   * Needs `cases:write`. Recorded in the audit log as `case:split`.
   */
  split(id: string, body: m.CaseSplit, options?: RequestOptions): Promise<m.CaseMoved>
  /**
   * Status report of a case
   *
   * Needs `cases:read`.
   */
  summary(id: string, params?: CasesSummaryParams, options?: RequestOptions): Promise<m.CaseSummary | string>
  /**
   * Change a case; another severity or queue applies the targets of their policies
   *
   * Needs `cases:write`. Recorded in the audit log as `case:updated`.
   */
  update(id: string, body: m.CasePatch, options?: RequestOptions): Promise<m.Case>
}

export interface CasesAlertsResource {
  /**
   * Link alerts to a case
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
   * Unlink alerts from a case
   *
   * Needs `cases:write`. Recorded in the audit log as `case:alerts_unlinked`.
   */
  unlink(id: string, body: m.CaseAlerts, options?: RequestOptions): Promise<m.Case>
}

export interface CasesAttachmentsResource {
  /**
   * Add a file of at most 5 MiB, at most 50 per case; it is stored encrypted
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
   * Download a file; the download is recorded
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
   * Preview the cases that a bulk change affects, with a token that confirms exactly these
   *
   * Needs `cases:write`.
   */
  preview(body: m.CaseBulkPreview, options?: RequestOptions): Promise<m.CaseBulkOffer>
  /**
   * Apply the previewed change to exactly those cases, with a result for each
   *
   * Needs `cases:write`. Recorded in the audit log as `case:bulk_changed`.
   */
  run(body: m.CaseBulkConfirm, options?: RequestOptions): Promise<m.CaseBulkResult>
}

export interface CasesCommentsResource {
  /**
   * Comment on a case; @username notifies that user
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
   * Add an escalation policy for cases that enter the queue from now on
   *
   * Needs `soc:write`. Recorded in the audit log as `escalation_policy:created`.
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
   * Cases in the order of their last change, including merged ones; next_cursor while there is more, resume_cursor for later changes
   *
   * Needs `cases:read`.
   */
  list(params?: CasesExportListParams, options?: RequestOptions): Pager<m.Case, m.CaseExport>
}

export interface CasesHandoffsResource {
  /**
   * Acknowledge a handoff; its unresolved cases are assigned to its receiver, who must be the caller
   *
   * Needs `cases:write`. Recorded in the audit log as `case_handoff:acknowledged`.
   */
  acknowledge(handoffId: string, options?: RequestOptions): Promise<m.CaseHandoff>
  /**
   * Hand over the unresolved cases of a queue or of the caller
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
   * Ledger entries of a case and its alerts, newest first
   *
   * Needs `cases:read`.
   */
  list(id: string, params?: CasesInvestigationsListParams, options?: RequestOptions): Pager<m.LedgerEntry, m.LedgerEntryPage>
  /**
   * Evaluate the results in the ledger again, without calling tools or models. Also as {id}/investigations:replay
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
   * Undo a merge, a split or a move; exactly the moved alerts return
   *
   * Needs `cases:write`. Recorded in the audit log as `case:move_undone`.
   */
  undo(moveId: string, options?: RequestOptions): Promise<m.CaseMoved>
}

export interface CasesNotificationsResource {
  /**
   * Notifications about a case with their delivery status, oldest first
   *
   * Needs `cases:read`.
   */
  list(id: string, params?: CasesNotificationsListParams, options?: RequestOptions): Pager<m.NotificationReceipt, m.NotificationReceiptPage>
}

export interface CasesObservablesResource {
  /**
   * Add an observable, or return the existing one
   *
   * Needs `cases:write`. Recorded in the audit log as `case:observable_added`.
   */
  create(id: string, body: m.CaseObservableCreate, options?: RequestOptions): Promise<m.CaseObservable>
  /**
   * Remove an observable that was added
   *
   * Needs `cases:write`. Recorded in the audit log as `case:observable_removed`.
   */
  delete(id: string, observableId: string, options?: RequestOptions): Promise<void>
  /**
   * Observables added by hand, newest first
   *
   * Needs `cases:read`.
   */
  list(id: string, params?: CasesObservablesListParams, options?: RequestOptions): Pager<m.CaseObservable, m.CaseObservablePage>
}

export interface CasesQueuesResource {
  /**
   * Add a queue; it takes cases that match all its criteria, and without criteria every case
   *
   * Needs `soc:write`. Recorded in the audit log as `case_queue:created`.
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
   * Similar cases among the newest 2,000, by shared techniques, observables or tags, most similar first
   *
   * Needs `cases:read`.
   */
  list(id: string, params?: CasesSimilarListParams, options?: RequestOptions): Pager<m.SimilarCase, m.SimilarCasePage>
}

export interface CasesSlaPoliciesResource {
  /**
   * Add an SLA policy; open cases without targets get them too, counted from now
   *
   * Needs `soc:write`. Recorded in the audit log as `sla_policy:created`.
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
   * Tasks of a case in their planned order
   *
   * Needs `cases:read`.
   */
  list(id: string, params?: CasesTasksListParams, options?: RequestOptions): Pager<m.CaseTask, m.CaseTaskPage>
  /**
   * Change a task; 409 names a task that must be completed first
   *
   * Needs `cases:write`. Recorded in the audit log as `case:task_changed`.
   */
  update(id: string, taskId: string, body: m.CaseTaskPatch, options?: RequestOptions): Promise<m.CaseTask>
}

export interface CasesTicketsResource {
  /**
   * Tickets of a case with their status in the ticket system
   *
   * Needs `cases:read`.
   */
  list(id: string, params?: CasesTicketsListParams, options?: RequestOptions): Pager<m.Ticket, m.TicketPage>
}

export interface CasesTimeResource {
  /**
   * Record time spent on a case
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
   * Add an event to the timeline of a case
   *
   * Needs `cases:write`. Recorded in the audit log as `case:event_added`.
   */
  create(id: string, body: m.CaseTimelineEventCreate, options?: RequestOptions): Promise<m.CaseTimelineEvent>
  /**
   * Timeline of a case, newest first
   *
   * Needs `cases:read`.
   */
  list(id: string, params?: CasesTimelineListParams, options?: RequestOptions): Pager<m.CaseTimelineEvent, m.CaseTimelineEventPage>
}

export interface CasesTransitionsResource {
  /**
   * Status changes, newest first
   *
   * Needs `cases:read`.
   */
  list(id: string, params?: CasesTransitionsListParams, options?: RequestOptions): Pager<m.CaseTransition, m.CaseTransitionPage>
}

export interface ChatResource {
  /**
   * Remove every link between the caller’s account and a chat
   *
   * For every signed-in user. Recorded in the audit log as `chat:account_unlinked`.
   */
  deleteAccounts(options?: RequestOptions): Promise<m.ChatUnlinked>
  /**
   * Get a code that links the caller’s account in a chat, valid for ten minutes: /svc link CODE
   *
   * For every signed-in user. Recorded in the audit log as `chat:code_made`.
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
   * Compliance status of the tenant in a framework, evaluated now
   *
   * A measure without data is unknown, and counts neither for nor against. Evidence cannot override a failed measure.
   */
  get(framework: string, options?: RequestOptions): Promise<m.ComplianceDashboard>
}

export interface ComplianceEvidenceResource {
  readonly files: ComplianceEvidenceFilesResource
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

export interface ComplianceEvidenceFilesResource {
  /**
   * Add a file of at most 5 MiB to evidence that waits for its review, at most 10 for each
   *
   * Only the person who attached the evidence adds files. A file is stored encrypted, cannot be changed or removed, and its SHA-256 is an entry of the chain of evidence.
   */
  create(evidenceId: string, file: FileContent, params?: ComplianceEvidenceFilesCreateParams, options?: RequestOptions): Promise<m.ComplianceEvidence>
  /**
   * Download a file of evidence; the download is recorded
   *
   * Needs `reports:read`. Recorded in the audit log as `compliance:evidence_file_read`.
   */
  get(evidenceId: string, fileId: string, options?: RequestOptions): Promise<Download>
}

export interface ComplianceFrameworksResource {
  /**
   * Supported frameworks
   *
   * Needs `reports:read`.
   */
  list(params?: ComplianceFrameworksListParams, options?: RequestOptions): Pager<m.ComplianceFramework, m.ComplianceFrameworkPage>
}

export interface ComplianceHistoryResource {
  /**
   * Daily compliance status of the tenant in a framework, oldest first
   *
   * Days without a measurement are left out, and are not failures. Each day is kept for 400 days, then the last one of each month for ten years.
   */
  get(framework: string, params?: ComplianceHistoryGetParams, options?: RequestOptions): Pager<m.CompliancePoint, m.CompliancePointPage>
}

export interface ConfigurationResource {
  /**
   * Apply configuration documents to the tenant in one transaction
   *
   * Rules are identified by their file, overlays by their rule id, playbooks and hunts by their name, SLA targets by their severity, roles and connectors by their name; placeholders and branding are one document each, of that name. A connector document names the secrets that are set; send their values in `connector_secrets`. Each kind that changes needs its own permission too.
   */
  apply(body: m.ConfigurationApply, options?: RequestOptions): Promise<m.ConfigurationPlan>
  /**
   * Export the tenant’s own configuration of a kind as documents
   *
   * Rules are identified by their file, overlays by their rule id, playbooks and hunts by their name, SLA targets by their severity, roles and connectors by their name; placeholders and branding are one document each, of that name. A connector document names the secrets that are set; send their values in `connector_secrets`.
   */
  list(params: ConfigurationListParams, options?: RequestOptions): Pager<m.ConfigurationDocument, m.ConfigurationDocumentPage>
  /**
   * Plan the changes of configuration documents without applying them
   *
   * Rules are identified by their file, overlays by their rule id, playbooks and hunts by their name, SLA targets by their severity, roles and connectors by their name; placeholders and branding are one document each, of that name. A connector document names the secrets that are set; send their values in `connector_secrets`.
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
   * Poll a connector now
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
   * Change a connector; saving a blocked one tries it again
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
   * Connector types, with the settings of each
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
   * Every sentence of the answer cites its sources; unsupported sentences are dropped and counted. A query is shown only if it compiles, with its number of matches in the last day.
   */
  ask(body: m.CopilotQuestion, options?: RequestOptions): Promise<m.CopilotAnswer>
}

export interface CopilotActionsResource {
  /**
   * Carry out a suggested action. Also as {action_id}:run
   *
   * It needs the permissions of the action itself, and is rejected once the action is no longer suggested.
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
   * Suggested next steps for an alert
   *
   * Needs `alerts:read`.
   */
  get(alertId: string, options?: RequestOptions): Promise<m.CopilotContext>
}

export interface CopilotContextCaseResource {
  /**
   * Suggested next steps for a case
   *
   * Needs `cases:read`.
   */
  get(caseId: string, options?: RequestOptions): Promise<m.CopilotContext>
}

export interface CopilotContextPlaybookResource {
  /**
   * Suggested next steps for a playbook
   *
   * Needs `playbooks:read`.
   */
  get(playbookId: string, options?: RequestOptions): Promise<m.CopilotContext>
}

export interface CopilotContextRuleResource {
  /**
   * Suggested next steps for a rule
   *
   * Needs `rules:read`.
   */
  get(ruleId: string, options?: RequestOptions): Promise<m.CopilotContext>
}

export interface DeadLettersResource {
  readonly replays: DeadLettersReplaysResource
  /**
   * Events that could not be decoded with the reasons, newest first, one row per text and reason
   *
   * Kept for 30 days. Times are times of receipt; without `from` the list reaches back as far as letters are kept.
   */
  list(params?: DeadLettersListParams, options?: RequestOptions): Pager<m.DeadLetter, m.DeadLetterPage>
}

export interface DeadLettersReplaysResource {
  /**
   * Cancel a running replay; events already ingested stay
   *
   * Needs `connectors:write`. Recorded in the audit log as `dead_letter:replay_cancelled`.
   */
  cancel(id: string, options?: RequestOptions): Promise<m.DeadLetterReplay>
  /**
   * Ingest dead letters again
   *
   * One letter per text, with its connector and format; an event stored in the meantime is recognised as a repeat, and one that fails again becomes a new dead letter. A tenant runs one replay at a time.
   */
  create(body: m.DeadLetterReplayStart, options?: RequestOptions): Promise<m.DeadLetterReplay>
  /**
   * One replay of dead letters with its progress
   *
   * Needs `connectors:read`.
   */
  get(id: string, options?: RequestOptions): Promise<m.DeadLetterReplay>
  /**
   * Replays of dead letters, newest first
   *
   * Needs `connectors:read`.
   */
  list(params?: DeadLettersReplaysListParams, options?: RequestOptions): Pager<m.DeadLetterReplay, m.DeadLetterReplayPage>
}

export interface DelegationsResource {
  /**
   * Get an access token for the other tenant; recorded in that tenant’s audit log
   *
   * For every signed-in user.
   */
  enter(id: string, options?: RequestOptions): Promise<m.DelegatedToken>
  /**
   * Tenants in which the signed-in user can work by delegation
   *
   * For every signed-in user.
   */
  list(params?: DelegationsListParams, options?: RequestOptions): Pager<m.Delegation, m.DelegationPage>
}

export interface DeputiesResource {
  /**
   * Appoint a deputy for a time
   *
   * Approval requests to the person, escalations and on-call shifts reach the deputy, who decides with their own permissions; the audit log names the represented person. Appointing one for another person needs users:write. At most 90 days.
   */
  create(body: m.DeputyName, options?: RequestOptions): Promise<m.Deputy>
  /**
   * End a deputy early, as the person, the deputy, or an administrator of users
   *
   * For every signed-in user. Recorded in the audit log as `deputy:ended`.
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
   * Comment on a proposal
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
   * Run the rule over its stored fixtures, or over fixtures in the request
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
   * Proposed rules, newest first
   *
   * Needs `rules:read`.
   */
  list(params?: DetectionProposalsListParams, options?: RequestOptions): Pager<m.DetectionProposal, m.DetectionProposalPage>
  /**
   * Write an approved proposal to the rules, replacing its base rule if it has one
   *
   * Needs `rules:write`. Recorded in the audit log as `proposal:promoted`.
   */
  promote(id: string, options?: RequestOptions): Promise<m.DetectionProposal>
}

export interface DetectionProposalsBaselineResource {
  /**
   * Set the baseline for evaluation reports of a suite
   *
   * Needs `rules:write`. Recorded in the audit log as `proposal:baseline_set`.
   */
  create(body: m.EvalBaselineSet, options?: RequestOptions): Promise<m.EvalBaseline>
  /**
   * Baselines for evaluation reports, by suite
   *
   * Needs `rules:read`.
   */
  list(params?: DetectionProposalsBaselineListParams, options?: RequestOptions): Pager<m.EvalBaseline, m.EvalBaselinePage>
}

export interface DetectionsResource {
  /**
   * Record a detection of another tool; repeating it has no effect
   *
   * It goes to fusion and the lake like a match of a built-in rule: from severity 2 on it becomes an alert, fused with related signals. Listed some seconds later.
   */
  create(body: m.DetectionRecord, options?: RequestOptions): Promise<m.Detection>
  /**
   * Signals, newest first
   *
   * Needs `rules:read`.
   */
  list(params?: DetectionsListParams, options?: RequestOptions): Pager<m.Detection, m.DetectionPage>
  /**
   * Signal counts of the last hours by rule and severity, for all rules or one
   *
   * Needs `rules:read`.
   */
  stats(params?: DetectionsStatsParams, options?: RequestOptions): Promise<m.DetectionStats>
}

export interface EnrichmentResource {
  readonly tables: EnrichmentTablesResource
  /**
   * Query all enrichment providers about entities
   *
   * All providers of a kind are queried in parallel, each with its own timeout. Answers are cached while they are valid; a failed provider is named with the reason.
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
   * Write records of hosts or people; with replace, delete all others
   *
   * Needs `threat_intel:write`. Recorded in the audit log as `enrichment_table:written`.
   */
  update(table: string, body: m.EnrichmentTableWrite, options?: RequestOptions): Promise<m.EnrichmentTableWritten>
}

export interface EntityRiskResource {
  /**
   * One entity with the alerts behind its risk; of several with one name the riskiest
   *
   * Needs `alerts:read`.
   */
  get(entity: string, params?: EntityRiskGetParams, options?: RequestOptions): Promise<m.EntityRiskDetail>
  /**
   * Risk of entities from the alerts of the last 30 days, riskiest first
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
   * Searchable event fields
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
   * Tree of parent and child processes, around an event or on a host
   *
   * With event_uid: ancestors and descendants of its process, from 24 hours before to 24 hours after the event. With host: the latest processes of the hours before `to`. Archived events are not searched.
   */
  processTree(params?: EventsProcessTreeParams, options?: RequestOptions): Promise<m.ProcessTree>
  /**
   * Events that match a query, newest first
   *
   * A page may not cover the whole requested time span: complete is then false, missing names the spans not searched, and job_id a search that continues with them. The clients (client.search, client.kql) and svc events search --all read all of it.
   */
  search(body: m.EventSearch, options?: RequestOptions): Pager<m.FoundEvent, m.EventSearchResult>
  /**
   * Follow events as they are stored
   *
   * Needs `lake:query`.
   */
  tail(body: m.EventTail, options?: RequestOptions): Pager<m.FoundEvent, m.EventTailPage>
}

export interface EventsFacetsResource {
  /**
   * Event counts by field value
   *
   * Needs `lake:query`.
   */
  get(params: EventsFacetsGetParams, options?: RequestOptions): Promise<m.EventFacets>
  /**
   * Event counts by field value
   *
   * Needs `lake:query`.
   */
  run(body: m.EventFacetsQuery, options?: RequestOptions): Promise<m.EventFacets>
}

export interface EventsHistogramResource {
  /**
   * Event counts over time
   *
   * Needs `lake:query`.
   */
  get(params?: EventsHistogramGetParams, options?: RequestOptions): Promise<m.EventHistogram>
  /**
   * Event counts over time
   *
   * Needs `lake:query`.
   */
  run(body: m.EventHistogramQuery, options?: RequestOptions): Promise<m.EventHistogram>
}

export interface EventsSavedSearchesResource {
  /**
   * Save a search for the caller or for everybody in the tenant
   *
   * Needs `lake:query`. Recorded in the audit log as `search:saved`.
   */
  create(body: m.SavedSearchPut, options?: RequestOptions): Promise<m.SavedSearch>
  /**
   * Delete a saved search of the caller
   *
   * Needs `lake:query`. Recorded in the audit log as `search:saved_deleted`.
   */
  delete(id: string, options?: RequestOptions): Promise<void>
  /**
   * Saved searches of the caller, and shared ones of the tenant
   *
   * Needs `lake:query`.
   */
  list(params?: EventsSavedSearchesListParams, options?: RequestOptions): Pager<m.SavedSearch, m.SavedSearchPage>
  /**
   * Replace a saved search of the caller
   *
   * Needs `lake:query`. Recorded in the audit log as `search:saved_changed`.
   */
  update(id: string, body: m.SavedSearchPut, options?: RequestOptions): Promise<m.SavedSearch>
}

export interface EventsSearchesResource {
  /**
   * Cancel a background search; its results are kept for a day
   *
   * Needs `lake:query`. Recorded in the audit log as `search:cancelled`.
   */
  cancel(id: string, options?: RequestOptions): Promise<m.SearchJob>
  /**
   * Show the counts by field value of a background search
   *
   * Counts cover the time searched so far: from at_time of the search to its to_time.
   */
  counts(id: string, params?: EventsSearchesCountsParams, options?: RequestOptions): Promise<m.SearchJobCounts>
  /**
   * Show the progress of a background search, and a page of its results
   *
   * Pages count from 0, newest events first; more pages appear while the search runs.
   */
  get(id: string, params?: EventsSearchesGetParams, options?: RequestOptions): Promise<m.SearchJobResults>
  /**
   * Background searches of the last day, newest first
   *
   * Needs `lake:query`.
   */
  list(params?: EventsSearchesListParams, options?: RequestOptions): Pager<m.SearchJob, m.SearchJobPage>
  /**
   * A page of the table of a background search
   *
   * Pages count from 0. The table is available when the state of the search is done or full.
   */
  table(id: string, params?: EventsSearchesTableParams, options?: RequestOptions): Promise<m.SearchJobTable>
}

export interface ExportsResource {
  readonly compliance: ExportsComplianceResource
  readonly jobs: ExportsJobsResource
  /**
   * Export alerts as signed NDJSON, newest first, with the filters of GET /alerts
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
   * Export cases as signed NDJSON, in the order of their last change
   *
   * Needs `cases:read`. Recorded in the audit log as `export:made`.
   */
  cases(params?: ExportsCasesParams, options?: RequestOptions): Promise<Download>
  /**
   * Export events that match a query as signed NDJSON, oldest first
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
   * Export the compliance of the tenant in a framework as signed JSON: status now, daily points and evidence
   *
   * The points and the evidence are those of the last `days`. Contents of evidence are left out for a caller from whom a field rule hides something.
   */
  get(framework: string, params?: ExportsComplianceGetParams, options?: RequestOptions): Promise<Download>
}

export interface ExportsJobsResource {
  /**
   * Cancel a running export; its files are deleted within a day
   *
   * Needs `lake:query`. Recorded in the audit log as `export:cancelled`.
   */
  cancel(id: string, options?: RequestOptions): Promise<m.ExportJob>
  /**
   * Start an export of all events that match a query, oldest first, with a file per time slice
   *
   * Needs `lake:query`. Recorded in the audit log as `export:started`.
   */
  create(body: m.ExportStart, options?: RequestOptions): Promise<m.ExportJob>
  /**
   * Download the files of a completed export, with their signed manifest, as one TAR file
   *
   * `svc exports verify` checks the folder into which it is unpacked.
   */
  file(id: string, options?: RequestOptions): Promise<Download>
  /**
   * One export with its progress and files
   *
   * Needs `lake:query`.
   */
  get(id: string, options?: RequestOptions): Promise<m.ExportJob>
  /**
   * Exports of the last day, newest first
   *
   * Needs `lake:query`.
   */
  list(params?: ExportsJobsListParams, options?: RequestOptions): Pager<m.ExportJob, m.ExportJobPage>
}

export interface FederatedResource {
  /**
   * Query all SIEMs and the own lake at once, each in its own language
   *
   * Needs `lake:query`. Recorded in the audit log as `federated:queried`.
   */
  query(body: m.FederatedQuery, options?: RequestOptions): Promise<m.FederatedAnswer>
  /**
   * Translate a query into the languages of other SIEMs, with the parts each can express
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
   * Signatures of exports, newest first
   *
   * Needs `settings:read`.
   */
  list(params?: GovernanceExportSignaturesListParams, options?: RequestOptions): Pager<m.ExportSignature, m.ExportSignaturePage>
}

export interface GovernanceFieldRulesResource {
  /**
   * Hide a field from all but some roles
   *
   * The value is replaced in every answer: redact gives [redacted], mask keeps the last characters behind bullets, hash gives sha256: and digits of the digest, omit leaves the field out. withheld_fields of an answer names the hidden fields.
   */
  create(body: m.FieldRuleCreate, options?: RequestOptions): Promise<m.FieldRule>
  /**
   * Delete a field rule, which shows the field to everybody again
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
   * Change the roles that see a field, how it is hidden, or whether the rule is active
   *
   * Needs `settings:write`. Recorded in the audit log as `field_rule:changed`.
   */
  update(id: string, body: m.FieldRuleChange, options?: RequestOptions): Promise<m.FieldRule>
}

export interface GovernanceLegalHoldsResource {
  /**
   * Place a legal hold
   *
   * A case is named by id or number, an alert by id. From now on, deletions that touch the subject are rejected, and retention keeps every record that names it, including later ones. A hold over the tenant, or over an alert or a case without named entities, keeps everything of the tenant.
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
   * Data region of the tenant
   *
   * Needs `settings:read`.
   */
  get(options?: RequestOptions): Promise<m.TenantResidency>
  /**
   * Set the region of the tenant and of destinations, and whether other regions are refused
   *
   * When enforced, operations are allowed only in the region of the tenant: another region, a destination without a region and a tenant without one are refused. Operations outside the region are recorded in either case. Operations with a region are archive, export, federated, feed, mail (the mail server and the domain of the receiver), model, phone, push, sandbox, tool_server and webhook (also steps of playbooks, response executors, tickets and chat).
   */
  update(body: m.TenantResidencyPut, options?: RequestOptions): Promise<m.TenantResidency>
}

export interface GovernanceResidencyViolationsResource {
  /**
   * Operations that left the region of the tenant, or were refused, newest first
   *
   * Needs `settings:read`.
   */
  list(params?: GovernanceResidencyViolationsListParams, options?: RequestOptions): Pager<m.ResidencyViolation, m.ResidencyViolationPage>
}

export interface GovernanceRetentionResource {
  readonly runs: GovernanceRetentionRunsResource
  /**
   * Retention periods of the tenant, by class of records
   *
   * Needs `settings:read`.
   */
  get(options?: RequestOptions): Promise<m.TenantRetention>
  /**
   * Set the retention periods of the tenant, by class of records
   *
   * A class that is absent or null uses the period of the installation. The lake keeps at least 400 days. The audit log is kept indefinitely, because its entries are chained. A legal hold takes precedence over every period.
   */
  update(body: m.TenantRetentionPut, options?: RequestOptions): Promise<m.TenantRetention>
}

export interface GovernanceRetentionRunsResource {
  /**
   * Retention runs with the records removed and left, by class, and the hold that prevented a removal, newest first
   *
   * Tenants without a legal hold and without periods of their own have no runs: the database engine applies the retention of the installation.
   */
  list(params?: GovernanceRetentionRunsListParams, options?: RequestOptions): Pager<m.RetentionRun, m.RetentionRunPage>
}

export interface GovernanceSubjectDeletionsResource {
  /**
   * Signed certificate of the records an erasure searched, changed and left
   *
   * Needs `settings:read`.
   */
  certificate(id: string, options?: RequestOptions): Promise<m.ErasureCertificate>
  /**
   * Erase the records of a user, a host or an address
   *
   * Runs in the background, over events, alerts, cases, baselines, observables and the personal data in the audit log. blocked_by_hold is an outcome: the erasure continues when no legal hold covers the subject.
   */
  create(body: m.SubjectDeletionRequest, options?: RequestOptions): Promise<m.SubjectDeletion>
  /**
   * One erasure request
   *
   * Needs `settings:read`.
   */
  get(id: string, options?: RequestOptions): Promise<m.SubjectDeletion>
  /**
   * Erasure requests, newest first
   *
   * Needs `settings:read`.
   */
  list(params?: GovernanceSubjectDeletionsListParams, options?: RequestOptions): Pager<m.SubjectDeletion, m.SubjectDeletionPage>
  /**
   * Search every table of the tenant for a subject again
   *
   * Events, signals and the other tables of the lake are searched too: without the lake there is no proof (503). Files of the archive and of exports are read as far as one request may; with next_file as after_file the next request continues with the files. The subject is gone when every answer is clean.
   */
  proof(id: string, params?: GovernanceSubjectDeletionsProofParams, options?: RequestOptions): Promise<m.ErasureProof>
  /**
   * Refuse an erasure request that has not started
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
   * State of the connectors whose closed findings label shadow decisions
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
   * Ignore touches of a source for a time: record them without an alert
   *
   * For one’s own scanners and backups. An attacker on such a machine goes unnoticed too, and a user agent can be copied: name the address if it is known. Its touches are recorded and marked.
   */
  create(body: m.HoneytokenIgnoreCreate, options?: RequestOptions): Promise<m.HoneytokenIgnore>
  /**
   * Stop ignoring a source; its touches raise alerts again
   *
   * Needs `soc:write`. Recorded in the audit log as `honeytoken:source_watched`.
   */
  delete(ignoreId: string, options?: RequestOptions): Promise<void>
  /**
   * Sources whose touches raise no alert, active ones first
   *
   * Needs `alerts:read`.
   */
  list(params?: HoneytokenIgnoresListParams, options?: RequestOptions): Pager<m.HoneytokenIgnore, m.HoneytokenIgnorePage>
}

export interface HoneytokensResource {
  readonly events: HoneytokensEventsResource
  /**
   * Create a decoy
   *
   * Needs `soc:write`. Recorded in the audit log as `honeytoken:created`.
   */
  create(body: m.HoneytokenCreate, options?: RequestOptions): Promise<m.Honeytoken>
  /**
   * Revoke a decoy
   *
   * Later touches are still recorded, and raise a low alert.
   */
  delete(id: string, options?: RequestOptions): Promise<m.Honeytoken>
  /**
   * File to deploy, which touches the decoy when it is opened or used
   *
   * A document, credentials of a cluster or of a database (metadata.user), or a script for a web site that reports copies of it (metadata.site); a docx without `format`. 409 without SVC_PUBLIC_URL.
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
   * Create a decoy for each of several assets, each with a token of its own
   *
   * Deploys all of them or none. A touch names the asset and the place, and the alert has the asset as its host.
   */
  plantings(body: m.HoneytokenPlanting, options?: RequestOptions): Promise<m.HoneytokensPlanted>
  /**
   * Get an address whose next request proves that touches of the decoy arrive, without an alert
   *
   * It works once, within 15 minutes. Request it from the place of the decoy; `self_tested_at` of the decoy then holds the time. A second request is an ordinary touch. A self-test counts no touch and calls no webhook.
   */
  selfTest(id: string, options?: RequestOptions): Promise<m.HoneytokenSelfTest>
  /**
   * Number of decoys, and the sources that touch them
   *
   * Needs `alerts:read`.
   */
  stats(options?: RequestOptions): Promise<m.HoneytokenStats>
}

export interface HoneytokensEventsResource {
  /**
   * Touches of one decoy, newest first
   *
   * Needs `alerts:read`.
   */
  list(id: string, params?: HoneytokensEventsListParams, options?: RequestOptions): Pager<m.HoneytokenEvent, m.HoneytokenEventPage>
  /**
   * Touches of all decoys, newest first
   *
   * Needs `alerts:read`.
   */
  listAll(params?: HoneytokensEventsListAllParams, options?: RequestOptions): Pager<m.HoneytokenEvent, m.HoneytokenEventPage>
}

export interface HuntsResource {
  readonly results: HuntsResultsResource
  readonly runs: HuntsRunsResource
  /**
   * Create a hunt
   *
   * Needs `rules:write`. Recorded in the audit log as `hunt:created`.
   */
  create(body: m.HuntCreate, options?: RequestOptions): Promise<m.Hunt>
  /**
   * Delete one of the tenant’s own hunts with its runs
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
   * Hunts with their latest run: the tenant’s own, then built-in ones
   *
   * Needs `hunts:read`.
   */
  list(params?: HuntsListParams, options?: RequestOptions): Pager<m.Hunt, m.HuntPage>
  /**
   * Change a hunt; of a built-in one only its schedule
   *
   * Needs `rules:write`. Recorded in the audit log as `hunt:updated`.
   */
  update(huntId: string, body: m.HuntChange, options?: RequestOptions): Promise<m.Hunt>
}

export interface HuntsResultsResource {
  /**
   * Results of the latest completed run, or of another run
   *
   * Needs `hunts:read`.
   */
  list(huntId: string, params?: HuntsResultsListParams, options?: RequestOptions): Pager<m.HuntHit, m.HuntResults>
}

export interface HuntsRunsResource {
  /**
   * Cancel a run: a waiting one at once, a running one within a step
   *
   * Needs `lake:query`. Recorded in the audit log as `hunt:run_cancelled`.
   */
  cancel(huntId: string, runId: string, options?: RequestOptions): Promise<m.HuntRun>
  /**
   * Run a hunt now, over its window or another time span
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
   * Mark hits as interesting or benign, or remove the mark
   *
   * Needs `lake:query`. Recorded in the audit log as `hunt:hits_marked`.
   */
  marks(huntId: string, runId: string, body: m.HuntMark, options?: RequestOptions): Promise<m.HuntMarked>
}

export interface IdentityResource {
  /**
   * Erase a person: the account becomes a tombstone, the audit log shows [erased] and still verifies
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
   * Purposes of inbox tokens
   *
   * Needs `connectors:read`.
   */
  list(params?: InboxTemplatesListParams, options?: RequestOptions): Pager<m.InboxTemplate, m.InboxTemplatePage>
}

export interface InboxTokensResource {
  /**
   * Create an inbox token
   *
   * Needs `connectors:write`. Recorded in the audit log as `inbox_token:minted`.
   */
  create(body: m.InboxTokenMint, options?: RequestOptions): Promise<m.NewInboxToken>
  /**
   * Revoke an inbox token permanently
   *
   * Needs `connectors:write`. Recorded in the audit log as `inbox_token:revoked`.
   */
  delete(id: string, options?: RequestOptions): Promise<void>
  /**
   * Inbox tokens, newest first, including revoked ones
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
   * Check up to 1,000 values for matching indicators and known-good lists
   *
   * Kinds are detected, and values may be defanged (`hxxp://evil[.]example`). Events are not searched; POST /intel/enrich does that for fewer values.
   */
  check(body: m.IntelCheck, options?: RequestOptions): Promise<m.IntelChecked>
  /**
   * Look values up, with the sources that could not be queried
   *
   * Needs `threat_intel:read`.
   */
  enrich(body: m.IntelEnrich, options?: RequestOptions): Promise<m.IntelEnriched>
  /**
   * Value of each indicator source: alerts, confirmed alerts, unique indicators, lead time
   *
   * Needs `threat_intel:read`.
   */
  feedValues(params?: IntelFeedValuesParams, options?: RequestOptions): Promise<m.IntelFeedValues>
  /**
   * Indicators of this tenant and their sightings as a bundle of STIX 2.1, at most 10000 objects
   *
   * Indicators for named recipients only (TLP:RED) are left out, inactive ones are marked as revoked. A larger bundle is rejected: narrow it with `added_after`, or read it in pages over TAXII at /taxii2/.
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
   * Unsubscribe from a feed; its indicators stay
   *
   * Needs `threat_intel:write`. Recorded in the audit log as `intel_feed:deleted`.
   */
  delete(id: string, options?: RequestOptions): Promise<void>
  /**
   * Feeds with their last or running sync
   *
   * Needs `threat_intel:read`.
   */
  list(params?: IntelFeedsListParams, options?: RequestOptions): Pager<m.IntelFeed, m.IntelFeedPage>
  /**
   * Start a sync of a feed; GET /intel/feeds shows its progress
   *
   * Needs `threat_intel:write`. Recorded in the audit log as `intel_feed:synced`.
   */
  sync(id: string, options?: RequestOptions): Promise<m.IntelFeed>
  /**
   * Enable or disable a feed, or change its poll interval
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
   * Add an indicator, or update the sent fields of an existing one; returns whether its value was ever seen
   *
   * Needs `threat_intel:write`. Recorded in the audit log as `ioc:created`.
   */
  create(body: m.IocCreate, params?: IntelIocsCreateParams, options?: RequestOptions): Promise<m.NewIoc>
  /**
   * Delete an indicator of this tenant; a feed that still contains it adds it again
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
   * Report that an indicator was seen, is a false positive or has expired, with an optional push to MISP
   *
   * For an indicator of this tenant or a shared one. The indicator itself does not change: PATCH /intel/iocs/{id} keeps it from matching.
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
   * Built-in lists of known-good values: public DNS, CDN networks, top domains
   *
   * Needs `threat_intel:read`.
   */
  list(params?: IntelKnownWarningListsListParams, options?: RequestOptions): Pager<m.KnownWarningList, m.KnownWarningListPage>
}

export interface IntelMispPushesResource {
  /**
   * Indicators pushed or waiting to be pushed to MISP, newest first
   *
   * Needs `threat_intel:read`.
   */
  list(params?: IntelMispPushesListParams, options?: RequestOptions): Pager<m.MispPush, m.MispPushPage>
}

export interface IntelSightingsResource {
  /**
   * Sightings of indicators, newest first: alerts with a match as evidence, and reports of people
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
   * Save a list of known-good values, replacing one of the same name
   *
   * Exactly one of `entries`, `misp` (a warning list in the format of the MISP project) and `known_list` (one of GET /intel/known-warning-lists). Entries are addresses, networks, domains, URLs, hashes and mail addresses. Substrings and regular expressions are not supported: such entries are counted in `skipped`.
   */
  replace(body: m.WarningListPut, options?: RequestOptions): Promise<m.WarningList>
  /**
   * Enable or disable a list of known-good values, or change its effect
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
   * Questions from running investigations to analysts, oldest first
   *
   * Needs `cases:read`.
   */
  list(params?: InvestigationQuestionsListParams, options?: RequestOptions): Pager<m.InvestigationQuestion, m.InvestigationQuestionPage>
}

export interface InvestigationsResource {
  /**
   * One ledger entry with all its content
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
   * Read-only SQL over the tenant’s own rows
   *
   * Needs `lake:query`. Recorded in the audit log as `lake:queried`.
   */
  query(body: m.LakeQuery, options?: RequestOptions): Promise<m.LakeQueryResult>
}

export interface LakeAdviceResource {
  /**
   * Fields that slow searches use, the most expensive first, with the cost of an index for each
   *
   * Needs `lake:query`.
   */
  list(params?: LakeAdviceListParams, options?: RequestOptions): Pager<m.FieldAdvice, m.FieldAdvicePage>
}

export interface LakeIndexesResource {
  /**
   * Create an index of a field, so that searches for its values skip data without them
   *
   * It is built in the background, for days of receipt without new events. A tenant has at most 4, the installation 16.
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
   * The present source of answers: a model, or rules
   *
   * Needs `settings:read`.
   */
  status(options?: RequestOptions): Promise<m.ModelStatus>
  /**
   * Send a short test question to the model of this tenant, within its budget
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
   * Set the model credential of this tenant; without api_key the present one is kept
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
   * One item with its content, and its state in this tenant
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
   * Uninstall an item. Also as {slug}:uninstall
   *
   * Parts changed since the installation are kept as the tenant’s own, and listed.
   */
  uninstall(slug: string, params?: MarketplaceItemsUninstallParams, options?: RequestOptions): Promise<m.MarketplaceDone>
  /**
   * Update an item to the version of the catalogue. Also as {slug}:update
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
   * List the tools of a tool server, enabled or not, without calling any
   *
   * Needs `settings:write`. Recorded in the audit log as `mcp_server:tested`.
   */
  test(id: string, options?: RequestOptions): Promise<m.McpServerTest>
  /**
   * Change a tool server; a credential that is left out is kept
   *
   * Needs `settings:write`. Recorded in the audit log as `mcp_server:updated`.
   */
  update(id: string, body: m.McpServerChange, options?: RequestOptions): Promise<m.McpServer>
}

export interface NotificationsResource {
  readonly phone: NotificationsPhoneResource
  readonly preferences: NotificationsPreferencesResource
  /**
   * Notifications to the caller with their delivery status, newest first
   *
   * For every signed-in user.
   */
  list(params?: NotificationsListParams, options?: RequestOptions): Pager<m.NotificationReceipt, m.NotificationReceiptPage>
  /**
   * Mark messages as seen
   *
   * For every signed-in user. Recorded in the audit log as `notification:seen`.
   */
  seen(body: m.NotificationsSeen, options?: RequestOptions): Promise<m.NotificationsSeenCount>
  /**
   * Whether mail and push messages can be sent, and why not
   *
   * For every signed-in user.
   */
  state(options?: RequestOptions): Promise<m.NotificationState>
  /**
   * Send a test message to the caller over every configured channel, once a minute
   *
   * For every signed-in user. Recorded in the audit log as `notification:tested`.
   */
  test(options?: RequestOptions): Promise<m.NotificationTest>
}

export interface NotificationsPhoneResource {
  /**
   * Phone number of the caller, and whether it is verified
   *
   * For every signed-in user.
   */
  get(options?: RequestOptions): Promise<m.OwnPhoneState>
  /**
   * Remove the phone number of the caller
   *
   * For every signed-in user. Recorded in the audit log as `notification:phone_removed`.
   */
  remove(options?: RequestOptions): Promise<m.OwnPhoneState>
  /**
   * Set the phone number of the caller and send a code to it; no messages follow until the code is confirmed
   *
   * For every signed-in user. Recorded in the audit log as `notification:phone_set`.
   */
  update(body: m.OwnPhonePut, options?: RequestOptions): Promise<m.OwnPhoneState>
  /**
   * Confirm the code sent to the caller’s phone number; valid for ten minutes and 5 tries
   *
   * For every signed-in user. Recorded in the audit log as `notification:phone_verified`.
   */
  verify(body: m.OwnPhoneCode, options?: RequestOptions): Promise<m.OwnPhoneVerified>
}

export interface NotificationsPreferencesResource {
  /**
   * Notification preferences of the caller
   *
   * For every signed-in user.
   */
  get(options?: RequestOptions): Promise<m.NotificationPreferences>
  /**
   * Set the notification preferences of the caller
   *
   * For every signed-in user. Recorded in the audit log as `notification:preferences_set`.
   */
  update(body: m.NotificationPreferencesPut, options?: RequestOptions): Promise<m.NotificationPreferences>
}

export interface OncallResource {
  readonly overrides: OncallOverridesResource
  readonly rotations: OncallRotationsResource
  readonly shifts: OncallShiftsResource
  readonly whoison: OncallWhoisonResource
  /**
   * Presence of responders
   *
   * Needs `cases:read`.
   */
  list(params?: OncallListParams, options?: RequestOptions): Pager<m.Presence, m.PresencePage>
  /**
   * Set one’s presence
   *
   * For every signed-in user. Recorded in the audit log as `oncall:presence_set`.
   */
  setMe(body: m.PresencePut, options?: RequestOptions): Promise<m.Presence>
}

export interface OncallOverridesResource {
  /**
   * Put a person on call for a time, in place of whoever has the shift
   *
   * For at most 90 days. With `in_return` two people swap: the covered person has that shift of the person who covers. People of the rotation take a shift themselves or hand over their own; anything else needs soc:write.
   */
  create(body: m.OncallOverrideCreate, options?: RequestOptions): Promise<m.OncallOverridden>
  /**
   * End an override early, as the person who covers or arranged it, or with soc:write
   *
   * Needs `cases:write`. Recorded in the audit log as `oncall:cover_ended`.
   */
  end(overrideId: string, options?: RequestOptions): Promise<m.OncallOverride>
  /**
   * Current and planned overrides of shifts, by start
   *
   * Needs `cases:read`.
   */
  list(params?: OncallOverridesListParams, options?: RequestOptions): Pager<m.OncallOverride, m.OncallOverridePage>
}

export interface OncallRotationsResource {
  /**
   * Create a rotation
   *
   * Needs `soc:write`. Recorded in the audit log as `oncall:rotation_created`.
   */
  create(body: m.RotationCreate, options?: RequestOptions): Promise<m.Rotation>
  /**
   * Delete a rotation
   *
   * Needs `soc:write`. Recorded in the audit log as `oncall:rotation_deleted`.
   */
  delete(rotationId: string, options?: RequestOptions): Promise<void>
  /**
   * Rotations
   *
   * Needs `cases:read`.
   */
  list(params?: OncallRotationsListParams, options?: RequestOptions): Pager<m.Rotation, m.RotationPage>
  /**
   * Change the people, the handoff or the start of a rotation
   *
   * Without `starts_on`, the person on call stays so until the next handoff, and shifts are counted from the current one. The name stays, because escalations refer to it.
   */
  update(rotationId: string, body: m.RotationPatch, options?: RequestOptions): Promise<m.Rotation>
}

export interface OncallShiftsResource {
  /**
   * Shifts of all rotations from now on, with their overrides
   *
   * Needs `cases:read`.
   */
  list(params?: OncallShiftsListParams, options?: RequestOptions): Pager<m.OncallShift, m.OncallShiftPage>
}

export interface OncallWhoisonResource {
  /**
   * People on call now, by rotation
   *
   * Needs `cases:read`.
   */
  list(params?: OncallWhoisonListParams, options?: RequestOptions): Pager<m.OnDuty, m.OnDutyPage>
}

export interface OrganisationResource {
  readonly delegations: OrganisationDelegationsResource
  readonly heldDelegations: OrganisationHeldDelegationsResource
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
   * Usage of each tenant under delegation, and their total
   *
   * Each tenant is read with the rights of its delegation, under its field rules, and the read is recorded in its audit log.
   */
  usage(params?: OrganisationUsageParams, options?: RequestOptions): Promise<m.OrganisationUsage>
}

export interface OrganisationDelegationsResource {
  /**
   * Delegate access to this tenant to a user of the provider, for a time
   *
   * Needs `users:write`. Recorded in the audit log as `delegation:given`.
   */
  create(body: m.DelegationGive, options?: RequestOptions): Promise<m.Delegation>
  /**
   * Revoke a delegation
   *
   * Needs `users:write`. Recorded in the audit log as `delegation:revoked`.
   */
  delete(id: string, options?: RequestOptions): Promise<void>
  /**
   * Delegations into this tenant, newest first
   *
   * Needs `settings:read`.
   */
  list(params?: OrganisationDelegationsListParams, options?: RequestOptions): Pager<m.Delegation, m.DelegationPage>
}

export interface OrganisationHeldDelegationsResource {
  /**
   * End a delegation that a user of this tenant holds in another; recorded in the audit logs of both
   *
   * Needs `users:write`. Recorded in the audit log as `delegation:revoked`.
   */
  delete(id: string, options?: RequestOptions): Promise<void>
  /**
   * Delegations that users of this tenant hold in other tenants, newest first
   *
   * Needs `users:read`.
   */
  list(params?: OrganisationHeldDelegationsListParams, options?: RequestOptions): Pager<m.Delegation, m.DelegationPage>
}

export interface OrganisationPortfolioResource {
  /**
   * Health, work and ingest of the tenants under delegation
   *
   * Each tenant is read with the rights of its delegation, under its field rules, and the read is recorded in its audit log. By a figure the highest comes first, and tenants without the figure last; every tenant under delegation, at most 500, is then read for each page.
   */
  list(params?: OrganisationPortfolioListParams, options?: RequestOptions): Pager<m.PortfolioTenant, m.OrganisationPortfolio>
}

export interface OrganisationQueueResource {
  /**
   * Open alerts and cases of all tenants under delegation: highest priority first, then the oldest
   *
   * Each tenant is read with the rights of its delegation, under its field rules, and the read is recorded in its audit log.
   */
  list(params?: OrganisationQueueListParams, options?: RequestOptions): Pager<m.OrganisationQueueItem, m.OrganisationQueue>
}

export interface OrganisationTemplatesResource {
  /**
   * Apply a template to tenants, with one transaction for each
   *
   * Send the digest of the plan: a tenant with changes since the plan is left unchanged and reported.
   */
  apply(templateId: string, body: m.OrganisationTemplateApply, options?: RequestOptions): Promise<m.OrganisationTemplateApplied>
  /**
   * Delete a template; documents already applied stay
   *
   * Needs `settings:write`. Recorded in the audit log as `organisation_template:deleted`.
   */
  delete(templateId: string, options?: RequestOptions): Promise<void>
  /**
   * The provider’s templates of rules, playbooks, targets and branding
   *
   * Needs `settings:read`.
   */
  list(params?: OrganisationTemplatesListParams, options?: RequestOptions): Pager<m.OrganisationTemplate, m.OrganisationTemplatePage>
  /**
   * Plan the changes of a template in each tenant without applying them
   *
   * Each tenant is read with the rights of its delegation, and the read is recorded in its audit log.
   */
  plan(templateId: string, body: m.OrganisationTemplatePlanned, options?: RequestOptions): Promise<m.OrganisationTemplatePlan>
  /**
   * Save a template, replacing one of the same name
   *
   * The documents are sent, or copied from this tenant’s own configuration of the kinds in `from_this_tenant`.
   */
  replace(body: m.OrganisationTemplatePut, options?: RequestOptions): Promise<m.OrganisationTemplate>
}

export interface OrganisationTenantsResource {
  /**
   * Set up a new tenant of the organisation: administrator, delegations and ingest token
   *
   * In one transaction: all of it or nothing. The link and the token are returned only in this answer.
   */
  create(body: m.TenantOnboard, options?: RequestOptions): Promise<m.TenantOnboarded>
  /**
   * Tenants under the care of this one
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
   * Set the osquery configuration of this tenant’s hosts: options, schedule and packs, in the format of osquery
   *
   * Needs `settings:write`. Recorded in the audit log as `osquery_config:written`.
   */
  update(body: m.OsqueryConfig, options?: RequestOptions): Promise<m.OsqueryConfigOfTenant>
}

export interface OsqueryNodesResource {
  /**
   * Revoke the key of a host; it can enrol again with a valid secret
   *
   * Needs `settings:write`. Recorded in the audit log as `osquery_node:revoked`.
   */
  delete(id: string, options?: RequestOptions): Promise<m.OsqueryNode>
  /**
   * Enrolled hosts
   *
   * Needs `hunts:read`.
   */
  list(params?: OsqueryNodesListParams, options?: RequestOptions): Pager<m.OsqueryNode, m.OsqueryNodePage>
}

export interface OsqueryQueriesResource {
  readonly answers: OsqueryQueriesAnswersResource
  /**
   * Send a query to hosts, which fetch it within seconds
   *
   * Needs `hunts:write`. Recorded in the audit log as `osquery_query:asked`.
   */
  create(body: m.OsqueryQueryCreate, options?: RequestOptions): Promise<m.OsqueryQueryWithCounts>
  /**
   * Stop sending a query to further hosts; its answers stay
   *
   * Needs `hunts:write`. Recorded in the audit log as `osquery_query:ended`.
   */
  end(id: string, options?: RequestOptions): Promise<m.OsqueryQueryWithCounts>
  /**
   * Show one query, with how many hosts fetched it, answered, failed and are late
   *
   * Needs `hunts:read`.
   */
  get(id: string, options?: RequestOptions): Promise<m.OsqueryQueryWithCounts>
  /**
   * Queries to hosts, newest first
   *
   * Needs `hunts:read`.
   */
  list(params?: OsqueryQueriesListParams, options?: RequestOptions): Pager<m.OsqueryQueryWithCounts, m.OsqueryQueryWithCountsPage>
}

export interface OsqueryQueriesAnswersResource {
  /**
   * Answers of hosts to a query
   *
   * A page has at most 16 MiB, so it may have fewer entries than `limit`. Queries and their answers are deleted 30 days after the deadline.
   */
  list(id: string, params?: OsqueryQueriesAnswersListParams, options?: RequestOptions): Pager<m.OsqueryAnswer, m.OsqueryAnswerPage>
}

export interface OsquerySecretsResource {
  /**
   * Create an enrolment secret for hosts of this tenant; it is shown once
   *
   * Needs `settings:write`. Recorded in the audit log as `osquery_secret:created`.
   */
  create(body: m.OsquerySecretCreate, options?: RequestOptions): Promise<m.OsquerySecretMade>
  /**
   * Revoke an enrolment secret; hosts that enrolled with it stay enrolled
   *
   * Needs `settings:write`. Recorded in the audit log as `osquery_secret:revoked`.
   */
  delete(id: string, options?: RequestOptions): Promise<m.OsquerySecret>
  /**
   * Enrolment secrets for hosts, newest first
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
   * Register the passkey that the browser created
   *
   * For every signed-in user. Recorded in the audit log as `passkey:registered`.
   */
  create(body: m.PasskeyRegister, options?: RequestOptions): Promise<m.Passkey>
  /**
   * Delete a passkey of the caller
   *
   * For every signed-in user. Recorded in the audit log as `passkey:deleted`.
   */
  delete(id: string, options?: RequestOptions): Promise<void>
  /**
   * Passkeys of the caller
   *
   * For every signed-in user.
   */
  list(params?: PasskeysListParams, options?: RequestOptions): Pager<m.Passkey, m.PasskeyPage>
  /**
   * Begin to register a passkey: options for navigator.credentials.create
   *
   * For every signed-in user.
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
   * Report a mail, an address, a domain or the hash of a file as suspected phishing
   *
   * Needs `alerts:write`. Recorded in the audit log as `phishing:submitted`.
   */
  submit(body: m.PhishingSubmit, options?: RequestOptions): Promise<m.PhishingSubmission>
}

export interface PhishingSubmissionsResource {
  /**
   * One phishing report
   *
   * Needs `alerts:read`.
   */
  get(id: string, options?: RequestOptions): Promise<m.PhishingSubmission>
  /**
   * Phishing reports, newest first
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
   * One run with the result of each step
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
   * Delete a secret; steps that use it fail
   *
   * Needs `playbooks:write`. Recorded in the audit log as `playbook:secret_deleted`.
   */
  delete(name: string, options?: RequestOptions): Promise<void>
  /**
   * Names of the secrets for http steps, without their values
   *
   * Needs `playbooks:read`.
   */
  list(params?: PlaybookSecretsListParams, options?: RequestOptions): Pager<m.PlaybookSecret, m.PlaybookSecretPage>
  /**
   * Save a secret, or replace its value
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
   * Create a playbook
   *
   * Needs `playbooks:write`. Recorded in the audit log as `playbook:created`.
   */
  create(body: m.PlaybookCreate, options?: RequestOptions): Promise<m.Playbook>
  /**
   * Delete one of the tenant’s own playbooks; completed runs stay, open ones end
   *
   * Needs `playbooks:write`. Recorded in the audit log as `playbook:deleted`.
   */
  delete(id: string, options?: RequestOptions): Promise<void>
  /**
   * Dry run of a playbook document that need not be saved
   *
   * Each step reports what it would do, and nothing is requested. The run is listed with those of `playbook_id`, as version 0.
   */
  dryRun(body: m.PlaybookDryRun, options?: RequestOptions): Promise<m.PlaybookRun>
  /**
   * Run a playbook on an alert or with a context; a dry run reports what it would request, without requesting it
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
   * Playbooks: the tenant’s own, then built-in ones
   *
   * Needs `playbooks:read`.
   */
  list(params?: PlaybooksListParams, options?: RequestOptions): Pager<m.Playbook, m.PlaybookPage>
  /**
   * Restore an earlier version as a new version
   *
   * Needs `playbooks:write`. Recorded in the audit log as `playbook:rolled_back`.
   */
  rollback(id: string, body: m.PlaybookRollback, options?: RequestOptions): Promise<m.Playbook>
  /**
   * Save a new version of a playbook, or enable or disable it
   *
   * Needs `playbooks:write`. Recorded in the audit log as `playbook:updated`.
   */
  update(id: string, body: m.PlaybookChange, options?: RequestOptions): Promise<m.Playbook>
  /**
   * Validate a playbook document, reporting all faults at once
   *
   * Needs `playbooks:read`.
   */
  validate(body: m.PlaybookCheck, options?: RequestOptions): Promise<m.PlaybookChecked>
}

export interface PlaybooksHooksResource {
  /**
   * Create a webhook; its secret is shown once
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
   * Versions of a playbook, newest first
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
   * Techniques with the rules that name them, and their latest test results
   *
   * Needs `rules:read`.
   */
  coverage(options?: RequestOptions): Promise<m.PurpleTeamCoverage>
}

export interface PurpleTeamAlarmsResource {
  /**
   * Lost detections: open alarms first, then the newest
   *
   * An alarm is resolved when the same test, or the same contract on the host, is detected again.
   */
  list(params?: PurpleTeamAlarmsListParams, options?: RequestOptions): Pager<m.PurpleAlarm, m.PurpleAlarmPage>
}

export interface PurpleTeamAtomicTestsResource {
  /**
   * Available tests, with the events of each
   *
   * Needs `rules:read`.
   */
  list(params?: PurpleTeamAtomicTestsListParams, options?: RequestOptions): Pager<m.AtomicTest, m.AtomicTestPage>
}

export interface PurpleTeamAtomicsResource {
  /**
   * Import files of atomic tests in the format of Atomic Red Team
   *
   * Files are read independently; a faulty file or test is reported with its reason, and the others are imported. Nothing runs: a test must be put on the safe list first, and leaves it when its commands change.
   */
  create(body: m.AtomicsImport, options?: RequestOptions): Promise<m.AtomicsImported>
  /**
   * Remove an imported atomic test; its runs stay
   *
   * Needs `rules:write`. Recorded in the audit log as `purple_team:atomic_deleted`.
   */
  delete(atomicId: string, options?: RequestOptions): Promise<void>
  /**
   * One imported atomic test with all its commands
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
   * Put an imported test on the safe list, or take it off
   *
   * Needs `settings:write`. Recorded in the audit log as `purple_team:atomic_marked`.
   */
  setSafe(atomicId: string, body: m.AtomicSafety, options?: RequestOptions): Promise<m.ImportedAtomic>
}

export interface PurpleTeamDriftResource {
  readonly snapshots: PurpleTeamDriftSnapshotsResource
  /**
   * Difference between two snapshots
   *
   * Needs `rules:read`.
   */
  diff(params: PurpleTeamDriftDiffParams, options?: RequestOptions): Promise<m.PurpleTeamDrift>
  /**
   * Store a snapshot of the present coverage
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
   * Its events are synthetic, with a host and a user that do not exist, and pass through the pipeline with the source purple-team. Their alerts are marked as an exercise.
   */
  create(body: m.PurpleTeamExecutionCreate, options?: RequestOptions): Promise<m.PurpleTeamExecution>
  /**
   * Cancel an execution that has not ended
   *
   * Events already sent stay, and so do their alerts.
   */
  delete(executionId: string, options?: RequestOptions): Promise<m.PurpleTeamExecution>
  /**
   * Current result of an execution
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
   * Expect a rule, or any rule that names a technique, to fire on a host by a deadline
   *
   * For activity produced on the host by hand or by another tool.
   */
  create(body: m.PurpleExpectationCreate, options?: RequestOptions): Promise<m.PurpleExpectation>
  /**
   * One detection contract with the last link that worked
   *
   * Needs `rules:read`.
   */
  get(expectationId: string, options?: RequestOptions): Promise<m.PurpleExpectation>
  /**
   * Detection contracts with the last link that worked, newest first
   *
   * Needs `rules:read`.
   */
  list(params?: PurpleTeamExpectationsListParams, options?: RequestOptions): Pager<m.PurpleExpectation, m.PurpleExpectationPage>
}

export interface PurpleTeamHostRunsResource {
  /**
   * Start a run as the runner on the host: once, and only on the machine it is for
   *
   * Its contracts count from now on.
   */
  begin(hostRunId: string, body: m.HostRunBegin, options?: RequestOptions): Promise<m.PurpleHostRun>
  /**
   * Cancel a run that has not started
   *
   * Needs `actions:write`. Recorded in the audit log as `purple_team:host_run_cancelled`.
   */
  cancel(hostRunId: string, options?: RequestOptions): Promise<m.PurpleHostRun>
  /**
   * Request a run of an imported test on a host
   *
   * The test must be on the safe list, and `consent` is "run on HOST". svc sends nothing to the host: a person there runs `svc purple run ID` within 24 hours, reviews the commands, and confirms.
   */
  create(body: m.HostRunCreate, options?: RequestOptions): Promise<m.PurpleHostRun>
  /**
   * One run on a host with its result
   *
   * Needs `rules:read`.
   */
  get(hostRunId: string, options?: RequestOptions): Promise<m.PurpleHostRun>
  /**
   * Runs on hosts, newest first
   *
   * Needs `rules:read`.
   */
  list(params?: PurpleTeamHostRunsListParams, options?: RequestOptions): Pager<m.PurpleHostRun, m.PurpleHostRunPage>
  /**
   * Report the result of a run as the runner on the host
   *
   * Needs `actions:write`. Recorded in the audit log as `purple_team:host_run_reported`.
   */
  report(hostRunId: string, body: m.HostRunReport, options?: RequestOptions): Promise<m.PurpleHostRun>
}

export interface PurpleTeamRoundsResource {
  /**
   * Rounds of scheduled tests with their results, newest first
   *
   * Needs `rules:read`.
   */
  list(params?: PurpleTeamRoundsListParams, options?: RequestOptions): Pager<m.PurpleRound, m.PurpleRoundPage>
}

export interface PurpleTeamSchedulesResource {
  /**
   * Schedule tests of the catalogue
   *
   * A round that is still running when the next is due continues, and the next one starts an interval later. The latest 1000 rounds are kept.
   */
  create(body: m.PurpleScheduleWrite, options?: RequestOptions): Promise<m.PurpleSchedule>
  /**
   * Delete a schedule; its rounds stay
   *
   * Needs `rules:write`. Recorded in the audit log as `purple_team:schedule_deleted`.
   */
  delete(scheduleId: string, options?: RequestOptions): Promise<void>
  /**
   * Schedules of tests, newest first
   *
   * Needs `rules:read`.
   */
  list(params?: PurpleTeamSchedulesListParams, options?: RequestOptions): Pager<m.PurpleSchedule, m.PurpleSchedulePage>
  /**
   * Change a schedule, or disable or enable it
   *
   * Needs `rules:write`. Recorded in the audit log as `purple_team:schedule_changed`.
   */
  update(scheduleId: string, body: m.PurpleScheduleWrite, options?: RequestOptions): Promise<m.PurpleSchedule>
}

export interface PurpleTeamTabletopResource {
  readonly steps: PurpleTeamTabletopStepsResource
  /**
   * Start a tabletop exercise
   *
   * Needs `rules:write`. Recorded in the audit log as `purple_team:tabletop_created`.
   */
  create(body: m.TabletopCreate, options?: RequestOptions): Promise<m.Tabletop>
  /**
   * Tabletop exercises with their steps, newest first
   *
   * Needs `cases:read`.
   */
  list(params?: PurpleTeamTabletopListParams, options?: RequestOptions): Pager<m.Tabletop, m.TabletopPage>
  /**
   * Result of a tabletop exercise: answers, times, points and findings
   *
   * Needs `cases:read`.
   */
  report(tabletopId: string, options?: RequestOptions): Promise<m.TabletopReport>
}

export interface PurpleTeamTabletopStepsResource {
  /**
   * Record the next step of an exercise
   *
   * An inject, and the end of an exercise, need the permission rules:write.
   */
  run(tabletopId: string, body: m.TabletopStepCreate, options?: RequestOptions): Promise<m.TabletopStep>
  /**
   * Score the answers to an inject of an exercise; a second score replaces the first
   *
   * Needs `rules:write`. Recorded in the audit log as `purple_team:inject_scored`.
   */
  setScore(tabletopId: string, step: string, body: m.TabletopScore, options?: RequestOptions): Promise<m.TabletopScoredInject>
}

export interface PushResource {
  readonly subscriptions: PushSubscriptionsResource
  /**
   * Public key for push subscriptions of browsers
   *
   * For every signed-in user.
   */
  publicKey(options?: RequestOptions): Promise<m.PushPublicKey>
  /**
   * Subscribe this browser to push messages
   *
   * For every signed-in user. Recorded in the audit log as `push:subscribed`.
   */
  subscribe(body: m.PushSubscribe, options?: RequestOptions): Promise<m.PushSubscribed>
  /**
   * Send a test message to the caller’s browsers now
   *
   * For every signed-in user.
   */
  test(options?: RequestOptions): Promise<m.PushTested>
  /**
   * Unsubscribe a browser by its endpoint
   *
   * For every signed-in user. Recorded in the audit log as `push:unsubscribed`.
   */
  unsubscribe(body: m.PushUnsubscribe, options?: RequestOptions): Promise<m.PushUnsubscribed>
}

export interface PushSubscriptionsResource {
  /**
   * Subscribe this browser to push messages
   *
   * For every signed-in user. Recorded in the audit log as `push:subscribed`.
   */
  create(body: m.PushSubscribe, options?: RequestOptions): Promise<m.PushSubscribed>
  /**
   * Unsubscribe a browser from push messages
   *
   * For every signed-in user. Recorded in the audit log as `push:unsubscribed`.
   */
  delete(id: string, options?: RequestOptions): Promise<void>
  /**
   * Subscribed browsers of the caller
   *
   * For every signed-in user.
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
   * Create a permission of the tenant’s own for its roles and keys
   *
   * Needs `roles:write`. Recorded in the audit log as `permission:created`.
   */
  create(body: m.PermissionCreate, options?: RequestOptions): Promise<m.Permission>
  /**
   * Delete a permission of the tenant’s own; 409 while a role or an active key holds it
   *
   * Needs `roles:write`. Recorded in the audit log as `permission:deleted`.
   */
  delete(id: string, options?: RequestOptions): Promise<void>
  /**
   * All permissions: those of svc, then the tenant’s own by name
   *
   * Needs `roles:read`.
   */
  list(params?: RbacPermissionsListParams, options?: RequestOptions): Pager<m.Permission, m.PermissionPage>
  /**
   * Change the description of a permission of the tenant’s own; its name stays
   *
   * Needs `roles:write`. Recorded in the audit log as `permission:updated`.
   */
  update(id: string, body: m.PermissionPut, options?: RequestOptions): Promise<m.Permission>
}

export interface RbacRolesResource {
  /**
   * Create a role
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
   * Roles: the tenant’s own, newest first, then the system roles
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
   * Effective permissions of a user, with the roles that grant them
   *
   * Needs `users:read`.
   */
  effectivePermissions(userId: string, options?: RequestOptions): Promise<m.EffectivePermissions>
}

export interface RbacUsersRolesResource {
  /**
   * Assign a role to a user; repeating it changes nothing
   *
   * Needs `users:write`. Recorded in the audit log as `role:assigned`.
   */
  create(userId: string, body: m.RoleAssign, options?: RequestOptions): Promise<m.EffectivePermissions>
  /**
   * Remove a role from a user
   *
   * Needs `users:write`. Recorded in the audit log as `role:unassigned`.
   */
  delete(userId: string, roleId: string, options?: RequestOptions): Promise<void>
}

export interface RealtimeResource {
  /**
   * Stream the events of a tenant as Server-Sent Events
   *
   * Public: the ticket identifies the caller. `/api/v1/realtime/ws` and `/api/v1/realtime/ws/{channel}` send the same over a WebSocket.
   */
  sse(params?: RealtimeSseParams, options?: RequestOptions): Promise<Download>
  /**
   * Get a ticket for one stream
   *
   * For every signed-in user.
   */
  ticket(options?: RequestOptions): Promise<m.StreamTicket>
}

export interface ReportSchedulesResource {
  /**
   * Create a schedule that makes and mails a report every day, week or month
   *
   * Needs `reports:write`. Recorded in the audit log as `report_schedule:created`.
   */
  create(body: m.ReportSchedulePut, options?: RequestOptions): Promise<m.ShownReportSchedule>
  /**
   * Delete a report schedule; its reports stay
   *
   * Needs `reports:write`. Recorded in the audit log as `report_schedule:deleted`.
   */
  delete(id: string, options?: RequestOptions): Promise<void>
  /**
   * Report schedules, by name
   *
   * Needs `reports:read`.
   */
  list(params?: ReportSchedulesListParams, options?: RequestOptions): Pager<m.ReportSchedule, m.ReportSchedulePage>
  /**
   * Replace a report schedule; its next run is computed from now
   *
   * Needs `reports:write`. Recorded in the audit log as `report_schedule:changed`.
   */
  update(id: string, body: m.ReportSchedulePut, options?: RequestOptions): Promise<m.ShownReportSchedule>
}

export interface ReportsResource {
  /**
   * Create a report of the last whole days or of a month now, without mailing it
   *
   * Needs `reports:write`. Recorded in the audit log as `report:made`.
   */
  create(body: m.ReportPost, options?: RequestOptions): Promise<m.WholeReport>
  /**
   * One report with its figures and the delivery of its mails
   *
   * Needs `reports:read`.
   */
  get(id: string, options?: RequestOptions): Promise<m.ReportWithMails>
  /**
   * Reports, newest first
   *
   * Needs `reports:read`.
   */
  list(params?: ReportsListParams, options?: RequestOptions): Pager<m.Report, m.ReportPage>
}

export interface ResponseResource {
  readonly executors: ResponseExecutorsResource
  readonly targets: ResponseTargetsResource
  /**
   * Block list for firewalls, proxies and resolvers: one value per line; 304 when unchanged
   *
   * Needs `actions:read`.
   */
  blockList(params?: ResponseBlockListParams, options?: RequestOptions): Promise<Download>
}

export interface ResponseExecutorsResource {
  /**
   * Connect an executor
   *
   * Needs `settings:write`. Recorded in the audit log as `response_executor:created`.
   */
  create(body: m.ResponseExecutorCreate, options?: RequestOptions): Promise<m.ResponseExecutor>
  /**
   * Disconnect an executor
   *
   * Needs `settings:write`. Recorded in the audit log as `response_executor:deleted`.
   */
  delete(executorId: string, options?: RequestOptions): Promise<void>
  /**
   * Executors of actions
   *
   * Needs `settings:read`.
   */
  list(params?: ResponseExecutorsListParams, options?: RequestOptions): Pager<m.ResponseExecutor, m.ResponseExecutorPage>
  /**
   * Create a webhook address and secret for ticket changes in Jira or ServiceNow; replaces the previous one
   *
   * Jira signs with the secret (X-Hub-Signature); a business rule of ServiceNow sends it as Authorization: Bearer with {"number": ...}.
   */
  ticketHook(executorId: string, options?: RequestOptions): Promise<m.TicketHook>
}

export interface ResponseTargetsResource {
  /**
   * Add an entry to a list of targets
   *
   * Needs `settings:write`. Recorded in the audit log as `response_target:created`.
   */
  create(body: m.ResponseTargetRuleCreate, options?: RequestOptions): Promise<m.ResponseTargetRule>
  /**
   * Remove an entry from a list of targets
   *
   * Needs `settings:write`. Recorded in the audit log as `response_target:deleted`.
   */
  delete(targetId: string, options?: RequestOptions): Promise<void>
  /**
   * Lists of targets that actions must never affect, or may affect exclusively
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
   * Recent hits of rules, with the verdicts of people on their alerts
   *
   * Needs `rules:read`.
   */
  activity(params?: RulesActivityParams, options?: RequestOptions): Promise<m.RuleActivity>
  /**
   * Test a rule against the events of the last days
   *
   * Needs `rules:read`. Recorded in the audit log as `rule:backtested`.
   */
  backtest(id: string, body: m.RuleBackTest, options?: RequestOptions): Promise<m.RuleBackTestResult>
  /**
   * Check the text of a rule, and explain which sample events it matches
   *
   * For editors: nothing is stored.
   */
  check(body: m.RuleCheck, options?: RequestOptions): Promise<m.RuleChecked>
  /**
   * List the ATT&CK techniques of the rules in force, with their recent hits
   *
   * Needs `rules:read`.
   */
  coverage(params?: RulesCoverageParams, options?: RequestOptions): Promise<m.AttackMatrix>
  /**
   * Create a rule; takes effect within seconds
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
   * Disable a rule, one of the tenant's own or a built-in one
   *
   * Needs `rules:write`. Recorded in the audit log as `rule:disabled`.
   */
  disable(id: string, options?: RequestOptions): Promise<m.RuleSwitched>
  /**
   * Enable a rule, one of the tenant's own or a built-in one
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
   * Import rule files; faulty rules are reported and left out, the others are imported
   *
   * Needs `rules:write`. Recorded in the audit log as `rule:imported`.
   */
  import(body: m.RuleImport, options?: RequestOptions): Promise<m.RuleImportReport>
  /**
   * Rules: the tenant’s own, newest first, then built-in ones
   *
   * Needs `rules:read`.
   */
  list(params?: RulesListParams, options?: RequestOptions): Pager<m.Rule, m.RulePage>
  /**
   * Run a rule over given events, and explain why it matches or does not
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
   * Set the whole overlay of a rule; takes effect within seconds
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
   * Values of the placeholders in the tenant’s Sigma rules
   *
   * Needs `rules:read`.
   */
  get(options?: RequestOptions): Promise<m.RulePlaceholders>
  /**
   * Set all placeholders; takes effect within seconds
   *
   * Needs `rules:write`. Recorded in the audit log as `rule:placeholders_set`.
   */
  update(body: m.RulePlaceholders, options?: RequestOptions): Promise<m.RulePlaceholders>
}

export interface RulesSuppressionsResource {
  /**
   * Suppress a rule for some values of a field, for a time
   *
   * The values are added to the allowlists of the rule’s overlay, and removed when the suppression ends; entries from before stay. A value such as 10.0.0.0/8 matches the addresses in it.
   */
  create(body: m.RuleSuppressionCreate, options?: RequestOptions): Promise<m.RuleSuppression>
  /**
   * End a suppression early; the rule matches these values again
   *
   * Needs `rules:write`. Recorded in the audit log as `rule:suppression_ended`.
   */
  end(id: string, options?: RequestOptions): Promise<m.RuleSuppression>
  /**
   * Suppressions: active ones first, then the newest
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
   * Look a file up, and submit it when no sandbox knows it and the policy permits it
   *
   * Needs `threat_intel:write`. Recorded in the audit log as `sandbox:file`.
   */
  files(body: m.SandboxFile, options?: RequestOptions): Promise<m.SandboxResult>
  /**
   * Look a file up in a sandbox by its hash, without uploading it
   *
   * Needs `threat_intel:read`. Recorded in the audit log as `sandbox:lookup`.
   */
  lookup(body: m.SandboxLookup, options?: RequestOptions): Promise<m.SandboxResult>
  /**
   * Consent to uploads to a sandbox, or withdraw the consent
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
   * Sandboxes, with the reason when one cannot be used, and the consents of the tenant
   *
   * Needs `threat_intel:read`.
   */
  list(params?: SandboxProvidersListParams, options?: RequestOptions): Pager<m.SandboxProvider, m.SandboxProviderPage>
}

export interface SandboxSubmissionsResource {
  /**
   * List submissions to sandboxes, newest first
   *
   * Needs `threat_intel:read`.
   */
  list(params?: SandboxSubmissionsListParams, options?: RequestOptions): Pager<m.SandboxSubmission, m.SandboxSubmissionPage>
}

export interface SchemaDriftResource {
  /**
   * Schema drift of sources: added and missing fields, latest first
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
   * SCIM features of the service
   *
   * For a directory, with a provisioning token.
   */
  serviceProviderConfig(options?: RequestOptions): Promise<m.ScimDocument>
}

export interface ScimGroupsResource {
  /**
   * Create a group; its name determines the role it grants
   *
   * For a directory, with a provisioning token. Recorded in the audit log as `scim:group:create`.
   */
  create(body: m.ScimResourceBody, params?: ScimGroupsCreateParams, options?: RequestOptions): Promise<m.ScimResource>
  /**
   * Delete a group; its members lose the roles it granted
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
   * Search groups of the directory, with the query in the body
   *
   * For a directory, with a provisioning token.
   */
  search(body: m.ScimSearch, options?: RequestOptions): Promise<m.ScimList>
  /**
   * Change a group; 204, or the group when attributes are requested
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
   * Deprovision a user; the account stays, inactive. 409 when a legal hold keeps its record; the access ends nevertheless
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
   * Replace a user; missing members are cleared, except `active`
   *
   * For a directory, with a provisioning token. Recorded in the audit log as `scim:user:replace`.
   */
  replace(id: string, body: m.ScimResourceBody, params?: ScimUsersReplaceParams, options?: RequestOptions): Promise<m.ScimResource>
  /**
   * Search users of the tenant, with the query in the body
   *
   * For a directory, with a provisioning token.
   */
  search(body: m.ScimSearch, options?: RequestOptions): Promise<m.ScimList>
  /**
   * Change a user; active false ends its sessions and API keys permanently
   *
   * For a directory, with a provisioning token. Recorded in the audit log as `scim:user:patch`.
   */
  update(id: string, body: m.ScimPatch, params?: ScimUsersUpdateParams, options?: RequestOptions): Promise<m.ScimResource>
}

export interface ScimTokensResource {
  /**
   * Create a provisioning token; needs all permissions of a tenant_admin, because the token can create one
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
   * Replace the secret; the old one works for a while
   *
   * Needs `settings:write`. Recorded in the audit log as `scim:token:rotate`.
   */
  rotate(id: string, body: m.ProvisioningTokenRotate, options?: RequestOptions): Promise<m.NewProvisioningToken>
}

export interface SlaResource {
  readonly configs: SlaConfigsResource
  readonly events: SlaEventsResource
  /**
   * Probability that open cases miss their targets, in the order in which taking them saves most
   *
   * The next days are simulated with the waiting cases, the usual new cases and the people on duty. `expected_penalty` is the probability times the cost of a missed target of the severity (10, 5, 2, 1 and 0.5); `saved_per_hour`, the sort key, is the reduction from taking the case next.
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
   * Set the targets of a severity, by the id of its configuration or its name
   *
   * Needs `soc:write`. Recorded in the audit log as `sla_config:updated`.
   */
  update(configId: string, body: m.SlaConfigUpdate, options?: RequestOptions): Promise<m.SlaConfig>
}

export interface SlaEventsResource {
  /**
   * Missed targets of alerts and cases, newest first
   *
   * Needs `alerts:read`.
   */
  list(params?: SlaEventsListParams, options?: RequestOptions): Pager<m.SlaEvent, m.SlaEventPage>
}

export interface SourcesResource {
  readonly alarms: SourcesAlarmsResource
  readonly tables: SourcesTablesResource
  /**
   * Sources with whether they still send as usual, most recent sender first
   *
   * Needs `connectors:read`.
   */
  list(params?: SourcesListParams, options?: RequestOptions): Pager<m.SourceHealth, m.SourceHealthPage>
  /**
   * Preview how a sample of a source would be parsed, without storing it
   *
   * A supplied table takes precedence over those of the tenant; its events name the mapping learned:draft/1.
   */
  try(body: m.SourceSample, options?: RequestOptions): Promise<m.SampleReading>
}

export interface SourcesAlarmsResource {
  /**
   * Source alarms: open ones first, then the newest
   *
   * Needs `connectors:read`.
   */
  list(params?: SourcesAlarmsListParams, options?: RequestOptions): Pager<m.SourceAlarm, m.SourceAlarmPage>
}

export interface SourcesTablesResource {
  /**
   * Remove a table; its versions are kept
   *
   * Needs `connectors:write`. Recorded in the audit log as `source_table:removed`.
   */
  delete(name: string, options?: RequestOptions): Promise<m.AppliedSourceTable>
  /**
   * Versions of a table, newest first; one without a definition marks its removal
   *
   * Needs `connectors:read`.
   */
  get(name: string, params?: SourcesTablesGetParams, options?: RequestOptions): Pager<m.AppliedSourceTable, m.AppliedSourceTablePage>
  /**
   * Active source tables of the tenant
   *
   * Needs `connectors:read`.
   */
  list(params?: SourcesTablesListParams, options?: RequestOptions): Pager<m.AppliedSourceTable, m.AppliedSourceTablePage>
  /**
   * Propose a table for a source without a built-in table, without storing it
   *
   * Needs `connectors:read`. Recorded in the audit log as `source_table:proposed`.
   */
  propose(body: m.SourceTableSample, options?: RequestOptions): Promise<m.SourceTableProposal>
  /**
   * Samples that a version of a table was tested against
   *
   * They are events as the source sent them: reading them needs the permission to change the table.
   */
  samples(name: string, params: SourcesTablesSamplesParams, options?: RequestOptions): Promise<m.SourceTableSamples>
  /**
   * Test a table against its samples and apply it as its next version
   *
   * The table must parse every event of the samples. It takes effect within seconds, for later events that no built-in table recognises.
   */
  update(name: string, body: m.SourceTableApply, options?: RequestOptions): Promise<m.AppliedSourceTable>
}

export interface SsoConnectionsResource {
  /**
   * Trust an identity provider; each issuer has one connection in the whole installation
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
   * Test a connection: the final page shows what the provider sent and which roles it would grant
   *
   * Nobody is signed in and nothing is changed. It also works while the connection is disabled.
   */
  test(id: string, options?: RequestOptions): Promise<m.SignInBegun>
  /**
   * Change a sign-in connection; disabling it ends the sessions that began through it
   *
   * Needs `settings:write`. Recorded in the audit log as `sso_connection:updated`.
   */
  update(id: string, body: m.SignInConnectionPatch, options?: RequestOptions): Promise<m.SignInConnection>
}

export interface StandingApprovalsResource {
  /**
   * Request a standing approval of an action for a set of targets
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
   * Revoke a standing approval; each action needs an approval again
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
   * Ingest limits of the tenant
   *
   * Set by the operator of the platform with `svc tenants limits`.
   */
  limits(options?: RequestOptions): Promise<m.TenantLimits>
}

export interface TenantsMeOcsfVersionResource {
  /**
   * OCSF version of events in answers
   *
   * Needs `settings:read`.
   */
  get(options?: RequestOptions): Promise<m.OcsfVersion>
  /**
   * Set the OCSF version of events in answers
   *
   * Needs `settings:write`. Recorded in the audit log as `tenant:ocsf_version_pinned`.
   */
  update(body: m.OcsfVersionPut, options?: RequestOptions): Promise<m.OcsfVersion>
}

export interface UebaResource {
  readonly anomalies: UebaAnomaliesResource
  readonly baselines: UebaBaselinesResource
  readonly entities: UebaEntitiesResource
  readonly resets: UebaResetsResource
  readonly riskSettings: UebaRiskSettingsResource
  /**
   * Number of baselines and anomalies
   *
   * Needs `alerts:read`.
   */
  stats(options?: RequestOptions): Promise<m.UebaStats>
}

export interface UebaAnomaliesResource {
  /**
   * One anomaly, with a comparison of the hour to the entity’s peers
   *
   * Needs `alerts:read`.
   */
  get(id: string, options?: RequestOptions): Promise<m.UebaAnomalyDetail>
  /**
   * Hours in which an entity did far more than usual, newest first
   *
   * Needs `alerts:read`.
   */
  list(params?: UebaAnomaliesListParams, options?: RequestOptions): Pager<m.UebaAnomaly, m.UebaAnomalyPage>
}

export interface UebaBaselinesResource {
  /**
   * Learn the baseline of an entity from scratch; takes effect within seconds
   *
   * The reason is listed with the resets of the entity for 31 days, and stays in the audit log.
   */
  delete(entityId: string, params?: UebaBaselinesDeleteParams, options?: RequestOptions): Promise<void>
  /**
   * Baseline of one entity; 404 when none is known, which does not mean zero
   *
   * Needs `alerts:read`.
   */
  get(entityId: string, params?: UebaBaselinesGetParams, options?: RequestOptions): Promise<m.UebaEntity>
  /**
   * Baselines of entities, by entity
   *
   * Needs `alerts:read`.
   */
  list(params?: UebaBaselinesListParams, options?: RequestOptions): Pager<m.UebaBaseline, m.UebaBaselinePage>
}

export interface UebaEntitiesResource {
  /**
   * Baselines, newest anomalies and resets of one entity, compared to its peers
   *
   * 404 when nothing is known, which does not mean zero.
   */
  get(entityId: string, options?: RequestOptions): Promise<m.UebaEntityView>
}

export interface UebaResetsResource {
  /**
   * Resets of the baseline of an entity in the last 31 days, newest first
   *
   * Needs `alerts:read`.
   */
  list(params: UebaResetsListParams, options?: RequestOptions): Pager<m.UebaReset, m.UebaResetPage>
}

export interface UebaRiskSettingsResource {
  /**
   * Threshold at which the risk of an entity raises an alert
   *
   * Needs `settings:read`.
   */
  get(options?: RequestOptions): Promise<m.RiskSettings>
  /**
   * Set the risk threshold; entities are evaluated again at once
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
   * Usage by day and meter
   *
   * Needs `reports:read`.
   */
  get(params?: UsageGetParams, options?: RequestOptions): Promise<m.Usage>
  /**
   * Compare the daily figures, the figures over the window and the rows themselves
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
   * Mail a new link to a user who has never signed in; the earlier link becomes invalid
   *
   * Needs `users:write`. Recorded in the audit log as `user:invited`.
   */
  invitation(id: string, options?: RequestOptions): Promise<m.UserInvited>
  /**
   * Create a user and mail them a link to set a password or register a passkey
   *
   * The link works once, within seven days. 503 when no mail server is configured.
   */
  invitations(body: m.UserInvite, options?: RequestOptions): Promise<m.UserInvited>
  /**
   * Users, newest first
   *
   * Needs `users:read`.
   */
  list(params?: UsersListParams, options?: RequestOptions): Pager<m.User, m.UserPage>
  /**
   * Set a one-time password for a user
   *
   * The sessions of the user end. The password is valid for one day and one sign-in, in which the user chooses a new one.
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
   * The signed-in user; under a delegation with the user, the tenant and the delegation
   *
   * For every signed-in user.
   */
  get(options?: RequestOptions): Promise<m.Me>
  /**
   * Change the password of the caller
   *
   * For every signed-in user. Recorded in the audit log as `user:password_changed`.
   */
  setPassword(body: m.PasswordChange, options?: RequestOptions): Promise<void>
  /**
   * Merge preferences; null removes a member
   *
   * For every signed-in user.
   */
  update(body: m.MePatch, options?: RequestOptions): Promise<m.Me>
}

export interface VaultResource {
  readonly keys: VaultKeysResource
  /**
   * Encrypt every secret of the installation again under the newest credential key
   *
   * It runs in the background within seconds, and `GET /vault/keys` shows the result. While one is running, the request returns that one.
   */
  reseal(options?: RequestOptions): Promise<m.VaultReseal>
}

export interface VaultKeysResource {
  /**
   * Credential keys, with the number of secrets encrypted under each
   *
   * Key ids and counts over all tenants, for administrators of the installation. Secrets under an older key are encrypted under the newest automatically; an older key without secrets can be removed from SVC_CREDENTIAL_KEY.
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
