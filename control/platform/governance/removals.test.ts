/**
 * Every statement that deletes, by file and table, with its behaviour under a legal hold. A new statement fails this
 * test until it is listed.
 */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '../../..')

const BECAUSE = {
  route: 'people remove it, over a route that asks for a hold over the tenant and over what it is about',
  asked: 'the statement stands behind a question for holds, or has one in it',
  access: 'it lets somebody or something in, which can always be ended; the audit log says who had it',
  queue: 'work that was done, an offer that ended, or a memory against repetition: it says nothing of its own',
  derived: 'made of records that stay, and made again of them',
} as const

const REMOVALS: Readonly<Record<string, keyof typeof BECAUSE>> = {
  'control/platform/acting/idempotency.ts idempotency_keys': 'queue',
  'control/platform/acting/entity-changes.ts entity_changes': 'queue',
  'control/respond/agents/ask-queue.ts model_asks': 'queue',
  'control/soc/alerts/alert-store.ts alerts': 'asked',
  'control/soc/alerts/new-alert-queue.ts alert_arrivals': 'queue',
  'control/soc/alerts/bulk.ts alert_bulk_changes': 'asked',
  'control/soc/alerts/saved-views.ts alert_views': 'route',
  'control/soc/alerts/upsert-fused.ts alert_successors': 'derived',
  'control/platform/archive/lake-rows.ts archived_rows': 'derived',
  'control/platform/archive/lake-rows.ts events': 'asked',
  'control/platform/audit/chain-store.ts audit_outbox': 'queue',
  'control/identity/branding/branding-store.ts branding': 'route',
  'control/soc/notify/message-texts.ts message_texts': 'route',
  'control/platform/broadcast/relay-store.ts control_outbox': 'queue',
  'control/soc/cases/attachments.ts case_attachments': 'route',
  'control/soc/cases/bulk.ts case_bulk_offers': 'queue',
  'control/soc/cases/custom-fields.ts case_fields': 'route',
  'control/soc/cases/escalation/policy-store.ts case_escalation_policies': 'route',
  'control/soc/cases/observables.ts case_observables': 'route',
  'control/soc/cases/queues/queue-store.ts case_queues': 'route',
  'control/soc/cases/task-store.ts case_tasks': 'route',
  'control/soc/cases/templates.ts case_templates': 'route',
  'control/soc/chat/accounts.ts chat_accounts': 'access',
  'control/soc/chat/accounts.ts chat_link_codes': 'access',
  'control/platform/compliance/history.ts compliance_points': 'asked',
  'control/platform/connectors/connector-store.ts connector_polls': 'asked',
  'control/platform/connectors/connector-store.ts connectors': 'route',
  'control/soc/delivery/deliver.ts notifications': 'asked',
  'control/detect/detections/overlays.ts detection_overlays': 'route',
  'control/detect/detections/rule-store.ts detection_rule_versions': 'asked',
  'control/detect/detections/rule-store.ts detection_rules': 'route',
  'control/platform/governance/field-rules/field-rule-store.ts field_rules': 'access',
  'control/platform/governance/retention/retention.ts retention_runs': 'queue',
  'control/platform/governance/subject-deletions/lake-subject.ts anomalies': 'asked',
  'control/platform/governance/subject-deletions/lake-subject.ts baselines': 'asked',
  'control/platform/governance/subject-deletions/lake-subject.ts dead_letters': 'asked',
  'control/platform/governance/subject-deletions/lake-subject.ts events': 'asked',
  'control/platform/governance/subject-deletions/lake-subject.ts observables': 'asked',
  'control/platform/governance/subject-deletions/lake-subject.ts signals': 'asked',
  'control/platform/governance/subject-deletions/delete-named.ts alert_entities': 'asked',
  'control/platform/governance/subject-deletions/delete-named.ts case_observables': 'asked',
  'control/platform/governance/subject-deletions/delete-named.ts enrichment_answers': 'asked',
  'control/platform/governance/subject-deletions/delete-named.ts enrichment_records': 'asked',
  'control/platform/governance/subject-deletions/delete-named.ts entity_risks': 'asked',
  'control/detect/honeytokens/ignores.ts honeytoken_ignores': 'access',
  'control/detect/hunts/hunt-store.ts hunt_runs': 'route',
  'control/detect/hunts/hunt-store.ts hunt_schedules': 'route',
  'control/detect/hunts/hunt-store.ts hunts': 'route',
  'control/detect/hunts/run-store.ts hunt_runs': 'asked',
  'control/detect/enrichment/answer-store.ts enrichment_answers': 'derived',
  'control/detect/enrichment/record-store.ts enrichment_records': 'asked',
  'control/detect/osquery/upkeep.ts osquery_answers': 'asked',
  'control/detect/osquery/upkeep.ts osquery_nodes': 'asked',
  'control/detect/osquery/upkeep.ts osquery_queries': 'asked',
  'control/detect/osquery/upkeep.ts osquery_secrets': 'asked',
  'control/identity/accounts/custom-permission-store.ts permissions': 'access',
  'control/identity/accounts/passkeys/passkey-store.ts passkeys': 'access',
  'control/identity/accounts/reset-password.ts password_resets': 'access',
  'control/identity/accounts/invite-user.ts password_resets': 'access',
  'control/identity/accounts/role-store.ts roles': 'access',
  'control/identity/accounts/role-store.ts user_roles': 'access',
  'control/identity/accounts/scim/group-store.ts scim_group_members': 'access',
  'control/identity/accounts/scim/group-store.ts scim_groups': 'access',
  'control/identity/accounts/scim/user-store.ts scim_group_members': 'access',
  'control/identity/accounts/scim/user-store.ts user_roles': 'access',
  'control/identity/accounts/session-store.ts sessions': 'access',
  'control/identity/accounts/sso/connection-store.ts sso_connections': 'access',
  'control/identity/accounts/sso/identity-store.ts sso_identities': 'asked',
  'control/identity/accounts/sso/identity-store.ts sso_roles': 'asked',
  'control/identity/accounts/sso/role-store.ts sso_roles': 'access',
  'control/identity/accounts/tombstone-store.ts idempotency_keys': 'asked',
  'control/identity/accounts/tombstone-store.ts sessions': 'asked',
  'control/identity/accounts/tombstone-store.ts user_phones': 'asked',
  'control/identity/accounts/tombstone-store.ts user_roles': 'asked',
  'control/soc/notify/phones.ts user_phones': 'access',
  'control/detect/intel/feeds/feed-store.ts intel_feeds': 'route',
  'control/detect/intel/indicator-store.ts indicators': 'queue',
  'control/detect/intel/warning-lists/warning-list-store.ts warning_list_entries': 'route',
  'control/detect/intel/warning-lists/warning-list-store.ts warning_lists': 'route',
  'control/platform/vault/key-use.ts credential_key_use': 'derived',
  'control/detect/marketplace/install-store.ts marketplace_installs': 'route',
  'control/detect/marketplace/install-store.ts marketplace_parts': 'route',
  'control/respond/models/credential-store.ts model_credentials': 'access',
  'control/soc/oncall/oncall-store.ts oncall_rotations': 'route',
  'control/identity/organisations/organisation.ts organisation_tenants': 'access',
  'control/respond/playbooks/hooks.ts playbook_hooks': 'access',
  'control/respond/playbooks/hooks.ts playbook_hook_signatures': 'queue',
  'control/respond/playbooks/secrets.ts playbook_secrets': 'access',
  'control/respond/playbooks/start-by-cases.ts case_arrivals': 'queue',
  'control/detect/purple-team/drift.ts purple_snapshots': 'asked',
  'control/detect/purple-team/hosts/atomics.ts purple_atomics': 'route',
  'control/detect/purple-team/schedules/schedules.ts purple_rounds': 'asked',
  'control/detect/purple-team/schedules/schedules.ts purple_schedules': 'route',
  'control/soc/reports/run-reports.ts reports': 'asked',
  'control/soc/reports/schedule.ts report_schedules': 'route',
  'control/respond/response/executors/block-list.ts block_list': 'access',
  'control/respond/response/executors/executor-store.ts response_executors': 'route',
  'control/respond/response/targets.ts response_targets': 'route',
  'control/soc/risk/risk-store.ts entity_risks': 'derived',
  'control/soc/risk/risk-store.ts risk_due': 'queue',
  'control/soc/risk/notify-anomalies.ts told_anomalies': 'queue',
  'control/platform/exports/run-exports.ts export_jobs': 'queue',
  'control/soc/searches/field-index-store.ts field_indexes': 'access',
  'control/soc/searches/field-index-worker.ts field_uses': 'queue',
  'control/soc/searches/run-jobs.ts search_jobs': 'queue',
  'control/identity/portfolio/template-store.ts organisation_templates': 'route',
  'control/soc/searches/saved-search.ts saved_searches': 'route',
  'control/respond/tool-servers/tool-server-store.ts tool_servers': 'route',
  'control/detect/ueba/resets.ts ueba_resets': 'derived',
  'control/platform/usage/entitlements.ts entitlements': 'access',
  'control/soc/web-push/run-push.ts push_deliveries': 'queue',
  'control/soc/web-push/subscription-store.ts push_subscriptions': 'access',
  'stores/postgres/background-workers.ts background_workers': 'queue',
}

const files = globSync(['{api,control,pipeline,query,services,stores}/**/*.ts'], { cwd: ROOT }).filter(
  (file) => !/\.(?:test|long)\.ts$|testing\.ts$|\/test-/.test(file),
)
const textOf = (file: string) => readFileSync(join(ROOT, file), 'utf8')

test('every statement that deletes is known, with what a legal hold means to it', () => {
  const found = files.flatMap((file) =>
    [...textOf(file).matchAll(/\b(?:DELETE FROM|TRUNCATE)\s+([a-z_]+)/g)].map(([, table]) => `${file} ${table}`),
  )
  expect([...new Set(found)].sort()).toEqual(Object.keys(REMOVALS).sort())
})

/** Retention, which runs beside other work. */
const OF_OSQUERY = ['osquery_answers', 'osquery_nodes', 'osquery_queries', 'osquery_secrets']
const PRUNED = [
  ...['alert_bulk_changes', 'connector_polls', 'detection_rule_versions', 'purple_snapshots'],
  ...['compliance_points', 'purple_rounds'],
  ...OF_OSQUERY,
]

test('retention has the question for holds in its own statement', () => {
  const statements = files.flatMap((file) => textOf(file).match(/DELETE FROM [^`]*`/g) ?? [])
  for (const table of PRUNED) {
    const own = statements.filter((text) => text.startsWith(`DELETE FROM ${table}`))
    expect([table, own.map((text) => text.includes('NOTHING_HELD'))]).toEqual([table, [true]])
  }
  const ofHunts = statements.filter((text) => text.startsWith('DELETE FROM hunt_runs') && text.includes('LIMIT'))
  expect(ofHunts.map((text) => text.includes('NOTHING_HELD'))).toEqual([true])
})

/** Columns that hold what somebody said of a person or a thing: a statement that empties one deletes as well. */
const EMPTYING: Readonly<Record<string, keyof typeof BECAUSE>> = {
  'control/identity/branding/branding-store.ts logo = NULL': 'route',
  "control/identity/accounts/scim/user-store.ts attributes = '{}'": 'asked',
  "control/identity/accounts/tombstone-store.ts preferences = '{}'": 'asked',
  "control/identity/accounts/scim/user-store.ts preferences = '{}'": 'access',
}

test('every statement that empties a record is known as well', () => {
  const emptied =
    /\b(attributes|preferences|raw_event|metadata|ocsf|evidence|raw_payload|summary|description) = ('\{\}'|NULL)|\blogo = NULL/g
  const found = files.flatMap((file) => [...textOf(file).matchAll(emptied)].map(([text]) => `${file} ${text}`))
  expect([...new Set(found)].sort()).toEqual(Object.keys(EMPTYING).sort())
})
