/**
 * Tables of the control plane that may name a subject. Other tables are not changed: settings, rules, accounts, and
 * records that law or specification require unchanged. The proof searches all of them.
 */

/** The subject's value becomes [erased] in every text of these. */
export const ERASED_TABLES = [
  'alerts',
  'alert_bulk_changes',
  'alert_enrichments',
  'alert_history',
  'alert_verdicts',
  'approvals',
  'campaign_tenants',
  'campaigns',
  'case_comments',
  'case_events',
  'case_handoffs',
  'case_moves',
  'case_tasks',
  'case_time_entries',
  'cases',
  'closure_audits',
  'compliance_evidence',
  'connector_polls',
  'detection_proposals',
  'enrichment_records',
  'export_jobs',
  'honeytoken_touches',
  'hunt_hits',
  'hunt_runs',
  'idempotency_keys',
  'investigation_events',
  'investigation_runs',
  'model_comparisons',
  'notification_deliveries',
  'notifications',
  'osquery_answers',
  'osquery_queries',
  'phishing_submissions',
  'playbook_run_steps',
  'playbook_runs',
  'purple_expectations',
  'purple_host_runs',
  'push_deliveries',
  'reports',
  'response_actions',
  'search_job_pages',
  'search_jobs',
  'svc_sandbox_submissions',
  'tickets',
  'verb_decisions',
] as const

/** Why other tables keep their content; a table that is not listed here holds settings. */
export const KEPT_BECAUSE: Readonly<Record<string, string>> = {
  audit_log:
    'append-only and chained: keys of people, and of texts that name the subject, are destroyed; entries with more than 100 such texts, members that usually name nobody, and texts of more than 300 characters from before these had keys stay',
  control_outbox:
    'orders and settings on their way to the pipeline, such as to learn the entity anew; the next one about the same thing replaces it',
  audit_outbox: 'entries on their way to the audit log',
  dead_letter_replays: 'counts, and who asked for them',
  legal_holds: 'the record of a hold, which stays when it is released',
  osquery_nodes: 'hosts that are enrolled; DELETE /osquery/nodes/{id} ends that, and their names go with their row',
  retention_runs: 'counts',
  subject_deletions: 'this request and others of the subject',
  ueba_resets: 'the order to learn the entity anew, which goes once the pipeline has it',
  users: 'accounts are erased by DELETE /identity/{user_id}/data',
}
