/**
 * Every statement that deletes, by file and table, with what becomes of it under a legal hold. A new one fails here until
 * somebody has said it.
 */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '../..')

const BECAUSE = {
  route: 'people remove it, over a route that asks for a hold over the tenant and over what it is about',
  asked: 'the statement stands behind a question for holds, or has one in it',
  access: 'it lets somebody or something in, which can always be ended; the audit log says who had it',
  queue: 'work that was done, an offer that ended, or a memory against repetition: it says nothing of its own',
  derived: 'made of records that stay, and made again of them',
} as const

const REMOVALS: Readonly<Record<string, keyof typeof BECAUSE>> = {
  'control/acting/idempotency.ts idempotency_keys': 'queue',
  'control/acting/entity-changes.ts entity_changes': 'queue',
  'control/agents/ask-queue.ts model_asks': 'queue',
  'control/alerts/alert-store.ts alerts': 'asked',
  'control/alerts/arrivals.ts alert_arrivals': 'queue',
  'control/alerts/bulk.ts alert_bulk_changes': 'asked',
  'control/alerts/saved-views.ts alert_views': 'route',
  'control/alerts/upsert-fused.ts alert_successors': 'derived',
  'control/archive/lake-rows.ts archived_rows': 'derived',
  'control/archive/lake-rows.ts events': 'asked',
  'control/audit/chain-store.ts audit_outbox': 'queue',
  'control/branding/branding-store.ts branding': 'route',
  'control/broadcast/relay-store.ts control_outbox': 'queue',
  'control/cases/attachments.ts case_attachments': 'route',
  'control/cases/bulk.ts case_bulk_offers': 'queue',
  'control/cases/custom-fields.ts case_fields': 'route',
  'control/cases/escalation/policy-store.ts case_escalation_policies': 'route',
  'control/cases/observables.ts case_observables': 'route',
  'control/cases/queues/queue-store.ts case_queues': 'route',
  'control/cases/task-store.ts case_tasks': 'route',
  'control/cases/templates.ts case_templates': 'route',
  'control/chat/accounts.ts chat_accounts': 'access',
  'control/chat/accounts.ts chat_link_codes': 'access',
  'control/compliance/history.ts compliance_points': 'asked',
  'control/connectors/connector-store.ts connector_polls': 'asked',
  'control/connectors/connector-store.ts connectors': 'route',
  'control/delivery/deliver.ts notifications': 'asked',
  'control/detections/overlays.ts detection_overlays': 'route',
  'control/detections/rule-store.ts detection_rule_versions': 'asked',
  'control/detections/rule-store.ts detection_rules': 'route',
  'control/governance/field-rules/field-rule-store.ts field_rules': 'access',
  'control/governance/retention/retention.ts retention_runs': 'queue',
  'control/governance/subject-deletions/lake-subject.ts anomalies': 'asked',
  'control/governance/subject-deletions/lake-subject.ts baselines': 'asked',
  'control/governance/subject-deletions/lake-subject.ts dead_letters': 'asked',
  'control/governance/subject-deletions/lake-subject.ts events': 'asked',
  'control/governance/subject-deletions/lake-subject.ts observables': 'asked',
  'control/governance/subject-deletions/lake-subject.ts signals': 'asked',
  'control/governance/subject-deletions/delete-named.ts alert_entities': 'asked',
  'control/governance/subject-deletions/delete-named.ts case_observables': 'asked',
  'control/governance/subject-deletions/delete-named.ts enrichment_answers': 'asked',
  'control/governance/subject-deletions/delete-named.ts enrichment_records': 'asked',
  'control/governance/subject-deletions/delete-named.ts entity_risks': 'asked',
  'control/honeytokens/ignores.ts honeytoken_ignores': 'access',
  'control/hunts/hunt-store.ts hunt_runs': 'route',
  'control/hunts/hunt-store.ts hunt_schedules': 'route',
  'control/hunts/hunt-store.ts hunts': 'route',
  'control/hunts/run-store.ts hunt_runs': 'asked',
  'control/enrichment/answer-store.ts enrichment_answers': 'derived',
  'control/enrichment/record-store.ts enrichment_records': 'asked',
  'control/osquery/upkeep.ts osquery_answers': 'asked',
  'control/osquery/upkeep.ts osquery_nodes': 'asked',
  'control/osquery/upkeep.ts osquery_queries': 'asked',
  'control/osquery/upkeep.ts osquery_secrets': 'asked',
  'control/identity/custom-permission-store.ts permissions': 'access',
  'control/identity/passkeys/passkey-store.ts passkeys': 'access',
  'control/identity/reset-password.ts password_resets': 'access',
  'control/identity/invite-user.ts password_resets': 'access',
  'control/identity/role-store.ts roles': 'access',
  'control/identity/role-store.ts user_roles': 'access',
  'control/identity/scim/group-store.ts scim_group_members': 'access',
  'control/identity/scim/group-store.ts scim_groups': 'access',
  'control/identity/scim/user-store.ts scim_group_members': 'access',
  'control/identity/scim/user-store.ts user_roles': 'access',
  'control/identity/session-store.ts sessions': 'access',
  'control/identity/sso/connection-store.ts sso_connections': 'access',
  'control/identity/sso/identity-store.ts sso_identities': 'asked',
  'control/identity/sso/identity-store.ts sso_roles': 'asked',
  'control/identity/sso/role-store.ts sso_roles': 'access',
  'control/identity/tombstone-store.ts idempotency_keys': 'asked',
  'control/identity/tombstone-store.ts sessions': 'asked',
  'control/identity/tombstone-store.ts user_phones': 'asked',
  'control/identity/tombstone-store.ts user_roles': 'asked',
  'control/notify/phones.ts user_phones': 'access',
  'control/intel/feeds/feed-store.ts intel_feeds': 'route',
  'control/intel/indicator-store.ts indicators': 'queue',
  'control/intel/warning-lists/warning-list-store.ts warning_list_entries': 'route',
  'control/intel/warning-lists/warning-list-store.ts warning_lists': 'route',
  'control/key-rotation/key-use.ts credential_key_use': 'derived',
  'control/marketplace/install-store.ts marketplace_installs': 'route',
  'control/marketplace/install-store.ts marketplace_parts': 'route',
  'control/models/credential-store.ts model_credentials': 'access',
  'control/oncall/oncall-store.ts oncall_rotations': 'route',
  'control/organisations/organisation.ts organisation_tenants': 'access',
  'control/playbooks/hooks.ts playbook_hooks': 'access',
  'control/playbooks/hooks.ts playbook_hook_signatures': 'queue',
  'control/playbooks/secrets.ts playbook_secrets': 'access',
  'control/playbooks/start-by-cases.ts case_arrivals': 'queue',
  'control/purple-team/drift.ts purple_snapshots': 'asked',
  'control/purple-team/hosts/atomics.ts purple_atomics': 'route',
  'control/purple-team/schedules/schedules.ts purple_rounds': 'asked',
  'control/purple-team/schedules/schedules.ts purple_schedules': 'route',
  'control/reports/run-reports.ts reports': 'asked',
  'control/reports/schedule.ts report_schedules': 'route',
  'control/response/executors/block-list.ts block_list': 'access',
  'control/response/executors/executor-store.ts response_executors': 'route',
  'control/response/targets.ts response_targets': 'route',
  'control/risk/risk-store.ts entity_risks': 'derived',
  'control/risk/risk-store.ts risk_due': 'queue',
  'control/risk/tell-anomalies.ts told_anomalies': 'queue',
  'control/searches/run-jobs.ts search_jobs': 'queue',
  'control/portfolio/template-store.ts organisation_templates': 'route',
  'control/searches/saved-search.ts saved_searches': 'route',
  'control/tool-servers/tool-server-store.ts tool_servers': 'route',
  'control/ueba/resets.ts ueba_resets': 'derived',
  'control/usage/entitlements.ts entitlements': 'access',
  'control/web-push/run-push.ts push_deliveries': 'queue',
  'control/web-push/subscription-store.ts push_subscriptions': 'access',
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
  'control/branding/branding-store.ts logo = NULL': 'route',
  "control/identity/scim/user-store.ts attributes = '{}'": 'asked',
  "control/identity/tombstone-store.ts preferences = '{}'": 'asked',
  "control/identity/scim/user-store.ts preferences = '{}'": 'access',
}

test('every statement that empties a record is known as well', () => {
  const emptied =
    /\b(attributes|preferences|raw_event|metadata|ocsf|evidence|raw_payload|summary|description) = ('\{\}'|NULL)|\blogo = NULL/g
  const found = files.flatMap((file) => [...textOf(file).matchAll(emptied)].map(([text]) => `${file} ${text}`))
  expect([...new Set(found)].sort()).toEqual(Object.keys(EMPTYING).sort())
})
