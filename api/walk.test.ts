/**
 * Requests every route as every kind of caller. The routes are read from the app itself: a new route is requested as
 * soon as it exists, and fails here until its parameters are listed below.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { enrolNode } from '../control/detect/osquery/index.ts'
import {
  GRANTABLE_ROLES,
  holds,
  PERMISSIONS,
  type Permission,
  permissionsOfRole,
  permissionViews,
} from '../control/identity/accounts/index.ts'
import { addTenant, createOrganisation } from '../control/identity/organisations/index.ts'
import { chainOnce, signHeads } from '../control/platform/audit/index.ts'
import { openVault, vaultKeys } from '../control/platform/vault/index.ts'
import { startSearchJob } from '../control/soc/searches/index.ts'
import type { Egress } from '../platform/egress/client.ts'
import { AppError } from '../platform/errors.ts'
import type { TenantId } from '../platform/tenant.ts'
import { type ReadLimits, tenantReader } from '../stores/clickhouse/tenant-reader.ts'
import { useEngine } from '../stores/clickhouse/test-engine.ts'
import { withTenant } from '../stores/postgres/pool.ts'
import { auditActions, type RegisteredRoute } from './route-config.ts'
import { type Answer, makeAdmin, makeTenant, makeUser, startTestApi, type TestApi, tokenOf } from './test-api.ts'

const NOBODY = '00000000-0000-4000-8000-000000000000'
const engine = useEngine({ migrated: true })
let api: TestApi
let victim: TenantId
/** Ids of the victim's objects: one of everything that has an id. */
const theirs: Record<string, string> = {}
/** Ids of the other tenant's objects, by kind. */
const foreign: Record<string, string> = {}
/** Access tokens: the victim's by role, and an administrator of another tenant. */
const tokens: Record<string, string> = {}
let stranger: string

/** The only outside system that the walk reaches: a sandbox that has the same task for every file. */
const SANDBOX = { local: { url: 'https://sandbox.example', token: 'walk' }, hosted: null }
const toSandbox: Egress = async ({ url }) => {
  if (!url.startsWith(SANDBOX.local.url)) throw new AppError('unavailable', 'there is no way out of this walk')
  const data = url.includes('/search/') ? [{ id: 987_654_321 }] : 'pending'
  return { status: 200, headers: {}, body: Buffer.from(JSON.stringify({ error: false, data })), url }
}

beforeAll(async () => {
  const lake = (tenant: TenantId, limits?: ReadLimits) => tenantReader(engine().client, tenant, limits)
  api = await startTestApi({ deps: { lake, egress: toSandbox, sandbox: SANDBOX } })
  victim = await makeTenant(api, 'victim')
  const other = await makeTenant(api, 'other')
  for (const role of GRANTABLE_ROLES) {
    await makeUser(api, victim, role, role)
    tokens[role] = await tokenOf(api, victim, role)
  }
  tokens.admin = await makeAdmin(api, victim)
  stranger = await makeAdmin(api, other)
  await fillVictim(other)
  await fillOther(other)
}, 120_000)
afterAll(() => api.close())

async function fillVictim(provider: TenantId): Promise<void> {
  const ask = async (method: string, url: string, body: object) => {
    const answer = await api.ask(method, url, { token: tokens.admin ?? '', body })
    expect([method, url, answer.status < 300, answer.text]).toEqual([method, url, true, answer.text])
    return answer.body
  }
  theirs.user = await makeUser(api, victim, 'walked', 'soc_analyst')
  theirs.anomaly = crypto.randomUUID()
  theirs.entity = crypto.randomUUID()
  const now = Date.now()
  const row = {
    tenant_id: victim,
    entity: theirs.entity,
    entity_type: 'host',
    metric: 'logons',
    time: now,
    ingest_time: now,
  }
  await engine().client.insert({
    ...{ table: 'anomalies', format: 'JSONEachRow', values: [{ ...row, anomaly_id: theirs.anomaly, severity_id: 3 }] },
  })
  await engine().client.insert({ table: 'baselines', format: 'JSONEachRow', values: [row] })
  const permission_ids = [permissionViews()[0]?.id]
  theirs.role = (await ask('POST', 'rbac/roles', { name: 'theirs', permission_ids })).id
  await ask('POST', `rbac/users/${theirs.user}/roles`, { role_id: theirs.role })
  theirs.permission = (await ask('POST', 'rbac/permissions', PERMISSION())).id
  theirs.key = (await ask('POST', 'api-keys', { name: 'theirs', scopes: ['alerts:read'] })).id
  await createOrganisation(api.owner, { name: 'Provider', kind: 'mssp', homeTenant: provider })
  await addTenant(api.owner, 'Provider', victim)
  await makeUser(api, provider, 'pat')
  const delegation = { email: 'pat@other.example', role: 'viewer', reason: 'for the walk', expires_in_hours: 1 }
  theirs.alert = (
    await ask('POST', 'alerts', { title: 'theirs', severity: 'high', rule_id: 'r', affected_hosts: [theirs.entity] })
  ).id
  await ask('POST', 'alerts', { title: 'theirs too', severity: 'low', rule_id: 'r' })
  const body = { title: 'Their case', severity: 'high' }
  theirs.linkedAlert = (await ask('POST', 'alerts', { title: 'linked', severity: 'low', rule_id: 'r' })).id
  theirs.case = (await ask('POST', 'cases', { ...body, alert_ids: [theirs.linkedAlert] })).id
  theirs.secondCase = (await ask('POST', 'cases', body)).id
  theirs.action = (
    await ask('POST', 'actions', { action_type: 'block_ip', target: '203.0.113.1', rationale: 'walk' })
  ).action.id
  theirs.verbDecision = await insertVerbDecision()
  await ask('POST', 'autonomy-policy/grants', GRANT())
  theirs.deputy = (await ask('POST', 'deputies', DEPUTY())).id
  theirs.standing = (await ask('POST', 'standing-approvals', STANDING())).id
  theirs.approval = (await ask('POST', 'approvals', APPROVAL())).id
  theirs.executor = (await ask('POST', 'response/executors', EXECUTOR())).id
  theirs.targetRule = (await ask('POST', 'response/targets', { list: 'deny', pattern: 'w', reason: 'walk' })).id
  theirs.playbook = (await ask('POST', 'playbooks', { document: PLAYBOOK, enabled: true })).id
  theirs.playbookRun = (await ask('POST', `playbooks/${theirs.playbook}/execute`, { dry_run: true })).run_id
  const waiting = (await ask('POST', 'playbooks', { document: { ...PLAYBOOK, trigger: { on: 'webhook' } } })).id
  theirs.playbookHook = (await ask('POST', `playbooks/${waiting}/hooks`, { label: 'walk' })).hook_id
  theirs.campaign = await insertCampaign(theirs.approval)
  theirs.passkey = await insertPasskey()
  theirs.pushSubscription = await insertPushSubscription()
  theirs.phishing = (await ask('POST', 'phishing/submit', { artifact_kind: 'url', urls: ['https://walk.example/'] })).id
  theirs.proposal = (await ask('POST', 'detection-proposals', PROPOSAL())).id
  theirs.rotation = (await ask('POST', 'oncall/rotations', ROTATION())).id
  // Nobody has its shifts yet, so that anybody may be put on call.
  theirs.laterRotation = (await ask('POST', 'oncall/rotations', { ...ROTATION(), starts_on: '2999-01-01' })).id
  theirs.override = (await ask('POST', 'oncall/overrides', OVERRIDE())).override.id
  const enrolment = await ask('POST', 'osquery/secrets', { label: 'walk' })
  theirs.osquerySecret = enrolment.id
  theirs.osqueryNode = await enrolHost(enrolment.id)
  theirs.osqueryQuery = (await ask('POST', 'osquery/queries', { sql: 'SELECT 1' })).id
  theirs.suggested = `alert.${theirs.alert}.claim`
  const bulk = { alert_ids: [theirs.alert], change: { priority: 60 } }
  theirs.alertBulk = (await ask('POST', 'alerts/bulk', bulk)).bulk_id
  theirs.deletion = (await ask('POST', 'governance/subject-deletions', DELETION())).id
  theirs.fieldRule = (await ask('POST', 'governance/field-rules', FIELD_RULE())).id
  theirs.hold = (await ask('POST', 'governance/legal-holds', HOLD())).id
  const grants = await api.ask('GET', 'autonomy-policy/grants', { token: tokens.admin ?? '' })
  theirs.grant = grants.body.items[0].id
  const made = await api.ask('GET', 'exports/cases', { token: tokens.admin ?? '' })
  theirs.exportSignature = String(made.headers['x-svc-export-signature'])
  theirs.honeytoken = (await ask('POST', 'honeytokens', { name: 'walk', token_type: 'url' })).id
  theirs.ignore = (await ask('POST', 'honeytoken-ignores', IGNORE())).id
  theirs.execution = (await ask('POST', 'purple-team/executions', EXECUTION())).id
  theirs.tabletop = (await ask('POST', 'purple-team/tabletop', TABLETOP())).id
  await ask('POST', `purple-team/tabletop/${theirs.tabletop}/steps`, INJECT())
  await addHostRun()
  theirs.purpleSchedule = (await ask('POST', 'purple-team/schedules', PURPLE_SCHEDULE())).id
  theirs.evidence = (await ask('POST', 'compliance/evidence', EVIDENCE())).id
  theirs.evidenceFile = (await sendFile(`compliance/evidence/${theirs.evidence}/files`)).files[0].id
  theirs.mcpServer = (await ask('POST', 'mcp-servers', MCP_SERVER())).id
  theirs.marketplaceItem = 'item-of-nobody'
  theirs.analysis = (await ask('POST', 'sandbox/lookup', { provider: 'sandbox_local', sha256: 'a'.repeat(64) })).handle
  theirs.connector = (await ask('POST', 'connectors', CONNECTOR)).id
  theirs.hunt = (await ask('POST', 'hunts', { title: 'walk', hypothesis: 'walk', query: '*' })).id
  theirs.huntRun = (await ask('POST', `hunts/${theirs.hunt}/runs`, {})).id
  theirs.investigation = (await ask('POST', `cases/${theirs.case}/investigations:start`, {})).id
  theirs.comparison = await insertComparison()
  const entries = { token: tokens.admin ?? '' }
  theirs.ledgerEntry = (await api.ask('GET', `cases/${theirs.case}/investigations`, entries)).body.items[0].id
  theirs.task = (await ask('POST', `cases/${theirs.case}/tasks`, { title: 'walk' })).id
  theirs.observable = (await ask('POST', `cases/${theirs.case}/observables`, { kind: 'host', value: 'walked' })).id
  theirs.slaPolicy = (await ask('POST', 'cases/sla-policies', SLA_POLICY())).id
  theirs.queue = (await ask('POST', 'cases/queues', { name: 'theirs', precedence: 900 })).id
  theirs.escalation = (await ask('POST', 'cases/escalation-policies', ESCALATION())).id
  theirs.handoff = (await ask('POST', 'cases/handoffs', { to_user_id: theirs.user })).id
  await ask('POST', `cases/${theirs.case}/comments`, { body: 'look, @walked' })
  const mentions = await api.ask('GET', 'cases/mentions', { token: await tokenOf(api, victim, 'walked') })
  theirs.mention = mentions.body.items[0].id
  theirs.template = (await ask('POST', 'case-templates', { name: 'theirs', title: 'walk' })).id
  theirs.field = (await ask('POST', 'case-fields', { key: 'walked', label: 'Walked', type: 'text' })).id
  theirs.attachment = (await sendFile(`cases/${theirs.case}/attachments`)).id
  theirs.slaConfig = (await api.ask('GET', 'sla/configs', { token: tokens.admin ?? '' })).body.items[0].id
  const other = (await ask('POST', 'cases', body)).id
  theirs.move = (await ask('POST', `cases/${theirs.case}/merge`, { case_id: other })).move.id
  theirs.rule = (await ask('POST', 'rules', { language: 'sigma', text: RULE() })).id
  theirs.connection = (await ask('POST', 'sso-connections', SSO_CONNECTION())).id
  theirs.delegation = (await ask('POST', 'organisation/delegations', delegation)).id
  theirs.organisationTemplate = (await ask('PUT', 'organisation/templates', ORGANISATION_TEMPLATE())).id
  theirs.ioc = (await ask('POST', 'intel/iocs', IOC())).id
  theirs.feed = (await ask('POST', 'intel/feeds', FEED())).id
  theirs.warningList = (await ask('PUT', 'intel/warning-lists', WARNING_LIST())).id
  theirs.inbox = (await ask('POST', 'inbox/tokens', { template_id: 'connector-push', label: 'theirs' })).id
  theirs.provisioning = (await ask('POST', 'scim-tokens', { name: 'theirs' })).id
  theirs.entry = await chainedEntry()
  const search = { query: 'walk', fields: ['host'], requestedMs: 1, fromMs: 1, toMs: 2, startedBy: 'walk' }
  theirs.search = (await withTenant(api.owner, victim, (tx) => startSearchJob(tx, search)))?.id ?? ''
  const head = { columns: [], rows_in_all: 0, render: null, reads: [], archive: { files: 0, events: 0, bytes: 0 } }
  await withTenant(api.owner, victim, (tx) => tx.run('UPDATE search_jobs SET head = $1', [JSON.stringify(head)]))
  theirs.view = (await ask('PUT', 'alert-views', { name: 'walked', query: 'sort=risk', columns: [] })).id
  theirs.suppression = (await ask('POST', 'rules/suppressions', SUPPRESSION())).id
  theirs.replay = (await ask('POST', 'dead-letters/replays', {})).id
  theirs.savedSearch = (
    await ask('POST', 'events/saved-searches', { name: 'walked', query: 'walk', is_shared: true })
  ).id
  theirs.fieldIndex = (await ask('POST', 'lake/indexes', { field: 'unmapped.LogonGuid' })).id
  theirs.exportJob = (await ask('POST', 'exports/jobs', { query: 'walk' })).id
  theirs.reportSchedule = (await ask('POST', 'report-schedules', REPORT_SCHEDULE())).schedule.id
  theirs.report = (await ask('POST', 'reports', { kind: 'soc', days: 1 })).id
  theirs.event = '00000000-0000-4000-8000-00000000e0e0'
  const values = [
    { tenant_id: victim, event_uid: theirs.event, raw: 'theirs', time: Date.now(), ingest_time: Date.now() },
  ]
  await engine().client.insert({ table: 'events', values, format: 'JSONEachRow' })
}

/** Creates the other tenant's objects, which a body of the victim's may not name. */
async function fillOther(other: TenantId): Promise<void> {
  const ask = async (method: string, url: string, body: object) => {
    const answer = await api.ask(method, url, { token: stranger, body })
    expect([url, answer.status < 300]).toEqual([url, true])
    return answer.body
  }
  foreign.user = await makeUser(api, other, 'foreign')
  foreign.alert = (await ask('POST', 'alerts', { title: 'foreign', severity: 'high', rule_id: 'r' })).id
  const verdict = { corrected_verdict: 'benign', reason: 'foreign', reason_code: 'known_scanner' }
  foreign.verdict = (await ask('POST', `alerts/${foreign.alert}/verdict-override`, verdict)).verdict.id
  foreign.case = (await ask('POST', 'cases', { title: 'Foreign case', severity: 'high' })).id
  foreign.task = (await ask('POST', `cases/${foreign.case}/tasks`, { title: 'foreign' })).id
  foreign.queue = (await ask('POST', 'cases/queues', { name: 'foreign', precedence: 900 })).id
  foreign.template = (await ask('POST', 'case-templates', { name: 'foreign', title: 'foreign' })).id
  foreign.slaPolicy = (await ask('POST', 'cases/sla-policies', SLA_POLICY())).id
  foreign.connector = (await ask('POST', 'connectors', CONNECTOR)).id
  foreign.permission = (await ask('POST', 'rbac/permissions', PERMISSION())).id
  foreign.role = (await ask('POST', 'rbac/roles', { name: 'foreign', permission_ids: [] })).id
  foreign.investigation = (await ask('POST', `cases/${foreign.case}/investigations:start`, {})).id
  foreign.rotation = (await ask('POST', 'oncall/rotations', { ...ROTATION(), user_ids: [foreign.user] })).id
  foreign.rule = (await ask('POST', 'rules', { language: 'sigma', text: RULE() })).id
  foreign.ioc = (await ask('POST', 'intel/iocs', IOC())).id
  foreign.playbook = (await ask('POST', 'playbooks', { document: PLAYBOOK, enabled: true })).id
  await ask('POST', 'purple-team/atomics', ATOMICS())
  const imported = /* sql */ `SELECT id::text AS id FROM purple_atomics`
  foreign.atomic = (await withTenant(api.owner, other, (tx) => tx.maybeOne(({ id }) => String(id), imported))) ?? ''
}

/** Inserts a passkey as an authenticator would leave it: the walk has no authenticator. */
async function insertPasskey(): Promise<string> {
  const sql = /* sql */ `
    INSERT INTO passkeys (user_id, credential_id, public_key, sign_count, aaguid, is_discoverable, device_name)
    VALUES ($1, 'walked', '\\x00', 0, '', true, 'walk') RETURNING id`
  const made = await withTenant(api.owner, victim, (tx) => tx.maybeOne(({ id }) => String(id), sql, [theirs.user]))
  return made ?? ''
}

async function enrolHost(secretId: string): Promise<string> {
  const host = { secretId, hostIdentifier: 'walk', hostname: null, platform: null, osName: null, version: null }
  const sql = /* sql */ `SELECT id FROM osquery_nodes WHERE host_identifier = 'walk'`
  return withTenant(api.owner, victim, async (tx) => {
    await enrolNode(tx, host)
    return (await tx.maybeOne(({ id }) => String(id), sql)) ?? ''
  })
}

/** An imported test that is safe, a run of it, and a contract. */
async function addHostRun(): Promise<void> {
  const by = { token: tokens.admin ?? '' }
  await api.ask('POST', 'purple-team/atomics', { ...by, body: ATOMICS() })
  const [atomic] = (await api.ask('GET', 'purple-team/atomics', by)).body.items
  theirs.atomic = atomic.id
  await api.ask('PUT', `purple-team/atomics/${atomic.id}/safe`, {
    ...by,
    body: { is_safe: true, digest: atomic.digest },
  })
  theirs.hostRun = (await api.ask('POST', 'purple-team/host-runs', { ...by, body: HOST_RUN() })).body.id
  const expected = { rule_id: 'walk', host: 'walk' }
  theirs.expectation = (await api.ask('POST', 'purple-team/expectations', { ...by, body: expected })).body.id
}

async function insertCampaign(approval: string | undefined): Promise<string> {
  const sql = /* sql */ `
    INSERT INTO campaigns (title, action_type, parameters, rationale, requested_by, approval_id, created_at)
    VALUES ('walk', 'block_ip', '{}', 'walk', $1, $2, now()) RETURNING id`
  const params = [theirs.user, approval]
  const made = await withTenant(api.owner, victim, (tx) => tx.maybeOne(({ id }) => String(id), sql, params))
  return made ?? ''
}

async function insertVerbDecision(): Promise<string> {
  const sql = /* sql */ `
    INSERT INTO verb_decisions (action_id, mode, verb, target, alert_class, asked_by)
    VALUES ($1, 'shadow', 'block_ip', '203.0.113.1', 'unclassified', 'walk') RETURNING id`
  const made = await withTenant(api.owner, victim, (tx) => tx.maybeOne(({ id }) => String(id), sql, [theirs.action]))
  return made ?? ''
}

async function insertComparison(): Promise<string> {
  const sql = /* sql */ `
    INSERT INTO model_comparisons (run_ids, requested_by) VALUES (ARRAY[$1::uuid], 'walk') RETURNING id`
  const made = await withTenant(api.owner, victim, (tx) => {
    return tx.maybeOne(({ id }) => String(id), sql, [theirs.investigation])
  })
  return made ?? ''
}

async function insertPushSubscription(): Promise<string> {
  const sql = /* sql */ `
    INSERT INTO push_subscriptions (id, user_id, endpoint, p256dh, auth, topics, expires_at)
    VALUES (repeat('a', 24), $1, 'https://push.example/', 'x', 'x', '{p0_alert}', 'infinity') RETURNING id`
  const made = await withTenant(api.owner, victim, (tx) => tx.maybeOne(({ id }) => String(id), sql, [theirs.user]))
  return made ?? ''
}

/** Reading the log leaves an entry in it, which is chained and signed here. */
async function chainedEntry(): Promise<string> {
  const read = () => api.ask('GET', 'audit', { token: tokens.admin ?? '' })
  await read()
  await chainOnce(api.owner)
  const { log } = api.deps
  await signHeads({ pool: api.owner, vault: openVault(vaultKeys(null, true, log), log) }, Date.now(), 0)
  return (await read()).body.items.at(-1).id
}

const RULE = () =>
  `title: walk\nid: ${crypto.randomUUID()}\nlogsource: { category: test }\ndetection: { a: { a: b }, condition: a }`

const PROPOSAL = () => ({ title: 'walk', description: 'walk', logic: RULE() })
const ROTATION = () => ({
  ...{ name: crypto.randomUUID(), time_zone: 'UTC', starts_on: '2026-01-01', user_ids: [theirs.user] },
})
let overrides = 0
const OVERRIDE = () => {
  const at = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()
  const hours = 2 * ++overrides
  const period = { from: at(hours), until: at(hours + 1) }
  return { rotation_id: theirs.laterRotation, user_id: theirs.user, ...period, reason: 'walk' }
}
const EXECUTION = () => ({ atomic_test_id: 'aws-trail-stopped' })
const INJECT = () => ({ kind: 'inject', speaker: 'walk', body: 'walk' })
const FINDING = () => ({ kind: 'finding', speaker: 'walk', body: 'walk' })
const PURPLE_SCHEDULE = () => ({ name: 'walk', every_hours: 24 })
const IGNORE = () => ({ addresses: '198.51.100.0/24', reason: 'walk', days: 1 })
const TABLETOP = () => ({ name: 'walk', scenario: 'walk' })
const ATOMICS = () => {
  const test = { name: 'walk', supported_platforms: ['linux'], executor: { name: 'sh', command: 'true' } }
  return { files: [{ name: 'walk', text: JSON.stringify({ attack_technique: 'T1003', atomic_tests: [test] }) }] }
}
const HOST_RUN = () => ({ atomic_id: theirs.atomic, host: 'walk', consent: 'run on walk' })
const EVIDENCE = () => ({
  ...{ framework: 'soc2', control_id: 'A1.2', evidence_kind: 'other', summary: 'for the walk' },
})
const PLACEHOLDERS = { kind: 'placeholders', name: 'placeholders', spec: { walked: ['walk'] } }
const IOC = () => ({ ioc_type: 'domain', value: 'walk.example' })
const WARNING_LIST = () => ({ name: crypto.randomUUID(), effect: 'flag', entries: ['192.0.2.9'] })
const FEED = () => ({ name: crypto.randomUUID(), feed_type: 'csv', url: 'https://feed.example/list' })

const PERMISSION = () => ({ name: `custom:${crypto.randomUUID()}`, description: 'for the walk' })

async function sendFile(path: string) {
  return (await api.ask('POST', path, { token: tokens.admin ?? '', body: fileForm() })).body
}

function fileForm(): FormData {
  const form = new FormData()
  form.append('file', new Blob(['walked']), 'walk.txt')
  return form
}

function logoForm(): FormData {
  const form = new FormData()
  form.append('file', new Blob(['<svg xmlns="http://www.w3.org/2000/svg"><path d="M0 0"/></svg>']), 'logo.svg')
  return form
}

const SLA_POLICY = () => ({
  ...{ name: crypto.randomUUID(), severity: 'info', ack_minutes: 5, resolve_minutes: 50, close_minutes: 500 },
})
const ESCALATION = () => ({
  ...{
    name: crypto.randomUUID(),
    queue_id: theirs.queue,
    ladder: [{ after_minutes: 0, notify: 'lead@victim.example' }],
  },
})

const SSO_CONNECTION = () => ({
  ...{ provider: 'oidc', issuer: `https://${crypto.randomUUID()}.example`, display_name: 'walk', client_id: 'svc' },
})

const PLAYBOOK = { name: 'walk', trigger: { on: 'manual' }, steps: [{ id: 'a', type: 'set' }] }
const CONNECTOR = {
  ...{ name: 'walk', type: 'rest', enabled: false },
  ...{ auth_config: { secret: 'Bearer walk' }, connector_config: { url: 'https://walk.example/' } },
}
const SUBSCRIPTION = () => ({
  subscription: { endpoint: 'https://push.example/', keys: { p256dh: 'walk', auth: 'walk' } },
})
const KEY = { id: 'walk', rawId: 'walk', type: 'public-key', clientExtensionResults: {} }
const CREATED = { ...KEY, response: { clientDataJSON: 'walk', attestationObject: 'walk' } }
const ASSERTED = { ...KEY, response: { clientDataJSON: 'walk', authenticatorData: 'walk', signature: 'walk' } }
const SUPPRESSION = () => ({ rule_id: '*', field: 'host', values: ['walked'], reason: 'walk', expires_in_hours: 1 })
const REPORT_SCHEDULE = () => ({ name: 'walk', kind: 'soc', frequency: 'weekly', addresses: ['walk@example.com'] })
const FIELD_RULE = () => ({
  ...{ resource: 'honeytoken_event', field_path: `walk.f${crypto.randomUUID()}` },
  ...{ visible_to_roles: ['admin'], treatment: 'redact', enabled: false },
})
const DELETION = () => ({ subject_kind: 'host', subject_value: `walked-${crypto.randomUUID()}` })
const WALKED_LINES = '<29>Nov 27 10:11:12 gw1 walkd[7]: peer kim came up via 198.51.100.4 slot 12'
const SOURCE_TABLE = () => ({
  sample: WALKED_LINES,
  table: { vendor: 'Walk', product: 'Walk', recognises: { program: 'walkd' }, rows: {}, kinds: [] },
})
const ORGANISATION_TEMPLATE = () => ({ name: 'walk', documents: [PLACEHOLDERS] })
const HOLD = () => ({ name: 'walk', matter_ref: 'M-1', subject_kind: 'host', subject_value: 'walked-host' })
const MCP_SERVER = () => ({ name: `w${crypto.randomUUID().slice(0, 8)}`, url: 'https://walk.example/mcp' })
const APPROVAL = () => ({
  ...{ title: 'walk', risk_level: 'low', expires_at: new Date(Date.now() + 3_600_000).toISOString() },
})
const soon = () => new Date(Date.now() + 3_600_000).toISOString()
const DEPUTY = () => ({ deputy_id: theirs.user, until: soon() })
const STANDING = () => ({ action_type: 'block_ip', targets: ['203.0.113.0/24'], reason: 'walk', until: soon() })
const EXECUTOR = () => ({ name: crypto.randomUUID(), vendor: 'jira', base_url: 'https://walk.example/' })

/** The victim's id for each parameter of a route, by its place. */
const GRANT = () => ({
  ...{ scope_kind: 'alert_class', scope_key: crypto.randomUUID(), capability: 'auto_close' },
  ...{ override: true, override_reason: 'walk' },
})

const PARAMETERS: Readonly<Record<string, string>> = {
  '/autonomy-policy/grants/:id': 'grant',
  '/users/:id': 'user',
  '/api-keys/:id': 'key',
  '/rbac/roles/:id': 'role',
  '/rbac/permissions/:id': 'permission',
  '/sso-connections/:id': 'connection',
  '/rbac/users/:user_id': 'user',
  '/rbac/users/:user_id/roles/:role_id': 'role',
  '/organisation/delegations/:id': 'delegation',
  // The delegation of the walk is held by the stranger, who may end it: its own test in rest/identity shows that.
  '/organisation/held-delegations/:id': 'case',
  '/delegations/:id': 'delegation',
  '/organisation/templates/:template_id': 'organisationTemplate',
  '/alerts/:id': 'alert',
  '/alert-bulk-changes/:bulk_id': 'alertBulk',
  '/rules/:id': 'rule',
  '/intel/iocs/:id': 'ioc',
  '/intel/feeds/:id': 'feed',
  '/intel/iocs/:ioc_id': 'ioc',
  '/intel/warning-lists/:list_id': 'warningList',
  '/audit/entries/:id': 'entry',
  '/identity/:user_id': 'user',
  '/scim-tokens/:id': 'provisioning',
  '/inbox/tokens/:id': 'inbox',
  '/cases/:id': 'case',
  '/cases/:id/tasks/:task_id': 'task',
  '/cases/:id/observables/:observable_id': 'observable',
  '/cases/:id/attachments/:attachment_id': 'attachment',
  '/compliance/evidence/:evidence_id/files/:file_id': 'evidenceFile',
  '/case-templates/:template_id': 'template',
  '/case-fields/:field_id': 'field',
  '/case-sla-policies/:id': 'slaPolicy',
  '/case-queues/:id': 'queue',
  '/case-escalation-policies/:id': 'escalation',
  '/cases/handoffs/:handoff_id': 'handoff',
  '/cases/mentions/:mention_id': 'mention',
  '/cases/moves/:move_id': 'move',
  '/sla/configs/:config_id': 'slaConfig',
  '/investigations/:entry_id': 'ledgerEntry',
  '/investigation-questions/:run_id': 'investigation',
  '/agent-comparisons/:id': 'comparison',
  '/autonomy-policy/closure-audits/:alert_id': 'alert',
  '/autonomy-policy/verb-decisions/:decision_id': 'verbDecision',
  '/copilot/context/alert/:alert_id': 'alert',
  '/copilot/context/case/:case_id': 'case',
  '/copilot/context/rule/:rule_id': 'rule',
  '/copilot/context/playbook/:playbook_id': 'playbook',
  '/copilot/actions/:action_id': 'suggested',
  '/actions/:action_id': 'action',
  '/approvals/:approval_id': 'approval',
  '/deputies/:id': 'deputy',
  '/standing-approvals/:id': 'standing',
  '/campaigns/:id': 'campaign',
  '/response/executors/:executor_id': 'executor',
  '/response/executors/:executor_id/ticket-hook': 'executor',
  '/response/targets/:target_id': 'targetRule',
  '/playbooks/:id': 'playbook',
  '/playbook-runs/:run_id': 'playbookRun',
  '/playbook-hooks/:hook_id': 'playbookHook',
  '/passkeys/:id': 'passkey',
  '/push/subscriptions/:id': 'pushSubscription',
  '/connectors/:id': 'connector',
  '/phishing/submissions/:id': 'phishing',
  '/marketplace/items/:slug': 'marketplaceItem',
  '/mcp-servers/:id': 'mcpServer',
  '/sandbox/analyses/:provider/:handle': 'analysis',
  '/detection-proposals/:id': 'proposal',
  '/oncall/rotations/:rotation_id': 'rotation',
  '/oncall/overrides/:override_id': 'override',
  '/osquery/secrets/:id': 'osquerySecret',
  '/osquery/nodes/:id': 'osqueryNode',
  '/osquery/queries/:id': 'osqueryQuery',
  '/governance/field-rules/:id': 'fieldRule',
  '/governance/subject-deletions/:id': 'deletion',
  '/governance/legal-holds/:id': 'hold',
  '/governance/export-signatures/:id': 'exportSignature',
  '/honeytokens/:id': 'honeytoken',
  '/honeytoken-ignores/:ignore_id': 'ignore',
  '/purple-team/executions/:execution_id': 'execution',
  '/compliance/evidence/:evidence_id': 'evidence',
  '/purple-team/tabletop/:tabletop_id': 'tabletop',
  '/purple-team/atomics/:atomic_id': 'atomic',
  '/purple-team/schedules/:schedule_id': 'purpleSchedule',
  '/purple-team/host-runs/:host_run_id': 'hostRun',
  '/purple-team/expectations/:expectation_id': 'expectation',
  '/hunts/:hunt_id': 'hunt',
  '/hunts/:hunt_id/runs/:run_id': 'huntRun',
  '/events/:uid': 'event',
  '/alert-views/:id': 'view',
  '/rules/suppressions/:id': 'suppression',
  '/dead-letters/replays/:id': 'replay',
  '/events/searches/:id': 'search',
  '/events/saved-searches/:id': 'savedSearch',
  '/lake/indexes/:id': 'fieldIndex',
  '/exports/jobs/:id': 'exportJob',
  '/report-schedules/:id': 'reportSchedule',
  '/reports/:id': 'report',
  '/ueba/anomalies/:id': 'anomaly',
  '/ueba/baselines/:entity_id': 'entity',
  '/ueba/entities/:entity_id': 'entity',
  '/entity-risk/:entity': 'entity',
}

/** Parameters that are words, which the calling tenant has too. */
const WORDS: Readonly<Record<string, string>> = {
  '/autonomy-policy/shadow-mode/:alert_class': 'walked',
  '/autonomy-policy/shadow-verbs/:verb': 'run_av_scan',
  '/branding/messages/:kind': 'escalation',
  '/playbook-secrets/:name': 'WALKED',
  '/purple-team/tabletop/:tabletop_id/steps/:step': '1',
  '/sources/tables/:name': 'walked-source',
  '/compliance/dashboard/:framework': 'soc2',
  '/compliance/history/:framework': 'soc2',
  '/exports/compliance/:framework': 'soc2',
  '/sandbox/analyses/:provider': 'sandbox_local',
  '/enrichment/tables/:table': 'assets',
}

/** Reads of things that the other tenant of this walk has none of. */
const NOBODYS: Readonly<Record<string, string>> = {
  'GET /marketplace/items/:slug': 'the catalogue is the same for every tenant',
  'GET /governance/subject-deletions/:id/certificate': 'there is one once the erasure was carried out',
  'GET /exports/jobs/:id/file': 'there is one once the export has ended, and a store of files',
  'GET /events/searches/:id/counts': 'the search of the walk gives a table, and counts are there for one of facets',
  'GET /rules/:id/overlay': 'overlays are of built-in rules, whose ids all tenants share',
}

type Schema = {
  readonly properties?: Readonly<Record<string, Schema>>
  readonly items?: Schema
  readonly anyOf?: readonly Schema[]
  readonly type?: unknown
}

/** Members of a body that name something: their paths, through lists as well. */
function idMembers(schema: Schema | undefined, path: readonly string[] = [], depth = 0): string[][] {
  if (schema === undefined || depth > 6) return []
  const found = (schema.anyOf ?? []).flatMap((one) => idMembers(one, path, depth + 1))
  if (schema.items) found.push(...idMembers(schema.items, [...path, '*'], depth + 1))
  for (const [name, member] of Object.entries(schema.properties ?? {})) {
    if (ID_NAME.test(name)) found.push([...path, name])
    found.push(...idMembers(member, [...path, name], depth + 1))
  }
  return [...new Map(found.map((one) => [one.join('.'), one])).values()]
}

const ID_NAME = /(^|_)(ids?|refs?)$|^linked_|^(assignee|owner|rotation|targets|queue|playbook|template)$/

/** Kind of the object that a member names, by the member's name. */
const ID_KINDS: readonly (readonly [RegExp, string])[] = [
  [/^(case_ids?|to_case_id)$/, 'case'],
  [/^(alert_ids?|linked_alerts)$/, 'alert'],
  [/^(assigned_to_id|assignee_id|assignee|to_user_id|required_user_id|user_id|deputy_id|user_ids|owner)$/, 'user'],
  [/^queue_id$/, 'queue'],
  [/^template_id$/, 'template'],
  [/^sla_policy_id$/, 'slaPolicy'],
  [/^(connector_id|push_to_connector_ids|targets)$/, 'connector'],
  [/^depends_on_task_id$/, 'task'],
  [/^role_id$/, 'role'],
  [/^permission_ids$/, 'permission'],
  [/^run_ids?$/, 'investigation'],
  [/^resource_id$/, 'alert'],
  [/^rotation(_id)?$/, 'rotation'],
  [/^playbook_id$/, 'playbook'],
  [/^base_rule_id$/, 'rule'],
  [/^verdict_id$/, 'verdict'],
  [/^ioc_ids$/, 'ioc'],
  [/^atomic_id$/, 'atomic'],
]
const kindOf = (name: string) => ID_KINDS.find(([pattern]) => pattern.test(name))?.[1] ?? name

/** Members whose name looks like an id but that refer to nothing of the tenant. */
const NO_ID_BECAUSE = {
  word: 'a name that systems outside of this one give, kept as it came',
  shared: 'of a list that all tenants share',
  own: 'of what is one’s own: anything else counts as nothing',
  provider: 'of a tenant that a provider looks after: who is none is refused before',
  made: 'of what is made under it',
  offered: 'exactly what a token was given out for, which is asked first',
} as const
const NO_IDS: Readonly<Record<string, keyof typeof NO_ID_BECAUSE>> = {
  'POST /passkeys credential.id': 'word',
  'POST /sso-connections client_id': 'word',
  'PATCH /sso-connections/:id client_id': 'word',
  'POST /alerts rule_id': 'word',
  'POST /alerts connector_id': 'word',
  'POST /alerts/submit rule_id': 'word',
  'POST /alerts/submit connector_id': 'word',
  'PUT /oncall/me schedule_ref': 'word',
  'POST /purple-team/executions atomic_test_id': 'shared',
  'POST /purple-team/tabletop technique_ids': 'shared',
  'POST /purple-team/schedules test_ids': 'shared',
  'PUT /purple-team/schedules/:schedule_id test_ids': 'shared',
  'POST /purple-team/expectations rule_id': 'word',
  'POST /purple-team/expectations technique_id': 'shared',
  'POST /purple-team/host-runs expected.*.rule_id': 'word',
  'POST /purple-team/host-runs expected.*.technique_id': 'shared',
  'POST /compliance/evidence control_id': 'shared',
  'POST /governance/legal-holds matter_ref': 'word',
  'POST /intel/iocs source_ref': 'word',
  'POST /notifications/seen ids': 'own',
  'POST /standing-approvals targets': 'word',
  'POST /campaigns targets.*.tenant_id': 'provider',
  'POST /organisation/templates/:template_id/apply tenants.*.tenant_id': 'provider',
  'POST /organisation/tenants tenant_id': 'made',
  'POST /detections rule_id': 'word',
  'POST /detections severity_id': 'word',
  'POST /rules/suppressions rule_id': 'word',
  'POST /alerts/:id/verdict-override/look-alikes alert_ids': 'offered',
  'POST /purple-team/tabletop/:tabletop_id/steps owner': 'word',
}

/** Members for the same thing: a fault may name the other one. */
const ALSO_CALLED: Readonly<Record<string, string>> = { assignee: 'assignee|assignee_id|assigned_to_id' }

/** Bodies in which nothing is wrong before the member is looked at. */
const BODIES_OF_IDS: Readonly<Record<string, () => object>> = {
  'POST /alerts/:id/assign assignee': () => ({}),
  'POST /cases/:id/move alert_ids': () => ({ to_case_id: theirs.secondCase, alert_ids: [] }),
  'POST /cases/:id/split queue_id': () => ({ title: 'walk', alert_ids: [theirs.linkedAlert] }),
  'POST /cases/:id/split assignee_id': () => ({ title: 'walk', alert_ids: [theirs.linkedAlert] }),
}

function withMember(body: object, path: readonly string[], id: string, schema: Schema): object {
  const [name = '', ...rest] = path
  const member = memberOf(schema, name)
  const present = (body as Record<string, unknown>)[name]
  if (rest.length === 0) return { ...body, [name]: isList(member) ? [id] : id }
  if (rest[0] === '*') {
    const [first = {}] = (present ?? []) as object[]
    return { ...body, [name]: [withMember(first, rest.slice(1), id, itemsOf(member))] }
  }
  return { ...body, [name]: withMember((present ?? {}) as object, rest, id, member) }
}
const memberOf = (schema: Schema, name: string): Schema =>
  schema.properties?.[name] ??
  schema.anyOf?.map((one) => memberOf(one, name)).find((one) => one.type !== undefined || one.anyOf) ??
  {}
const isList = (schema: Schema): boolean => schema.type === 'array' || (schema.anyOf?.some(isList) ?? false)
const itemsOf = (schema: Schema): Schema =>
  schema.items ?? schema.anyOf?.map(itemsOf).find((one) => one.properties) ?? {}

/** Routes that are no GET and change nothing of the tenant's, so a key that may only read may ask them. */
const READS: Readonly<Record<string, string>> = {
  'POST /branding/messages/:kind/preview': 'shows a text with made-up values, and keeps nothing',
  'POST /cases/:id/investigations/replay': 'replays what is stored',
  'POST /configuration/plan': 'says what would change, and changes nothing',
  'POST /copilot/ask': 'asks a model about what whoever asks may read',
  'POST /events/facets': 'a search',
  'POST /events/histogram': 'a search',
  'POST /events/search': 'a search',
  'POST /events/tail': 'a search',
  'POST /events/searches/:id/cancel': 'a search, under the permission to search the lake',
  'POST /exports/jobs': 'an export is a search whose events are kept as files, under the permission to search the lake',
  'POST /exports/jobs/:id/cancel': 'the same',
  'POST /enrichment': 'a look-up in many sources',
  'POST /federated/query': 'a search',
  'POST /federated/translate': 'a search, translated',
  'POST /graphql': 'each field asks for its own permission: graphql/walk.test.ts',
  'POST /hunts/:hunt_id/runs': 'a hunt is a search that waits, under the permission to search the lake',
  'POST /hunts/:hunt_id/runs/:run_id/cancel': 'a hunt is a search that waits, under the permission to search the lake',
  'POST /hunts/:hunt_id/runs/:run_id/marks': 'whoever hunts says what the hits are',
  'POST /intel/check': 'a look-up',
  'POST /intel/enrich': 'a look-up',
  'POST /lake/query': 'a search',
  'POST /playbooks/validate': 'checks what is sent',
  'POST /realtime/ticket': 'a ticket for streams of what the key may read',
  'POST /rules/:id/backtest': 'a search',
  'POST /rules/:id/test': 'checks what is sent',
  'POST /rules/check': 'checks what is sent',
  'POST /sandbox/lookup': 'a look-up by hash',
  'POST /sources/tables/propose': 'a proposal is stored nowhere',
  'POST /sources/try': 'what is tried is stored nowhere',
}

/** A body that the route would take, so that a refusal is about the caller and not about the body. */
const BODIES: Readonly<Record<string, () => object>> = {
  'POST /users': () => ({
    email: `${crypto.randomUUID()}@x.example`,
    username: crypto.randomUUID(),
    password: 'x'.repeat(20),
  }),
  'PATCH /users/me': () => ({ preferences: {} }),
  'PUT /users/me/password': () => ({ current_password: 'not this one', new_password: 'x'.repeat(20) }),
  'PATCH /users/:id': () => ({ username: crypto.randomUUID() }),
  'POST /api-keys': () => ({ name: 'walk', scopes: ['alerts:read'] }),
  'PATCH /api-keys/:id': () => ({ name: 'walk' }),
  'POST /rbac/roles': () => ({ name: crypto.randomUUID(), permission_ids: [] }),
  'PUT /rbac/roles/:id': () => ({ name: crypto.randomUUID(), permission_ids: [] }),
  'POST /rbac/permissions': PERMISSION,
  'PUT /rbac/permissions/:id': () => ({ description: 'walked' }),
  'POST /rbac/users/:user_id/roles': () => ({ role_id: theirs.role }),
  'POST /sso-connections': SSO_CONNECTION,
  'PATCH /sso-connections/:id': () => ({ display_name: 'walked' }),
  'POST /scim-tokens': () => ({ name: 'walk' }),
  'POST /scim-tokens/:id/rotate': () => ({}),
  'POST /organisation/delegations': () => ({
    ...{ email: 'pat@other.example', role: 'viewer', reason: 'for the walk', expires_in_hours: 1 },
  }),
  'POST /organisation/tenants': () => ({
    tenant_id: `w${crypto.randomUUID()}`,
    name: 'w',
    admin_email: 'a@walk.example',
  }),
  'POST /honeytokens/plantings': () => ({ name: 'walk', token_type: 'url', assets: [{ asset: 'walked' }] }),
  'PUT /organisation/templates': ORGANISATION_TEMPLATE,
  'POST /organisation/templates/:template_id/plan': () => ({}),
  'POST /organisation/templates/:template_id/apply': () => ({
    tenants: [{ tenant_id: 'walk', digest: '0'.repeat(64) }],
  }),
  'POST /cases/:id/investigations/replay': () => ({ run_id: theirs.investigation }),
  'POST /investigation-questions/:run_id/answer': () => ({ answer: 'no' }),
  'POST /configuration/plan': () => ({ documents: [PLACEHOLDERS] }),
  'POST /configuration/apply': () => ({ documents: [PLACEHOLDERS] }),
  'POST /copilot/ask': () => ({ task: 'explain', resource_type: 'alert', resource_id: theirs.alert }),
  'POST /agent-comparisons': () => ({ run_ids: [theirs.investigation] }),
  'PUT /autonomy-policy/kill-switch': () => ({ stopped: true, reason: 'a test' }),
  'POST /autonomy-policy/closure-audits/:alert_id/verdict': () => ({ verdict: 'no_threat' }),
  'POST /autonomy-policy/verb-decisions/:decision_id/verdict': () => ({ verdict: 'right' }),
  'POST /actions': () => ({ action_type: 'notify', parameters: { message: 'walk' }, rationale: 'walk' }),
  'POST /actions/dry-run': () => ({ action_type: 'notify', parameters: { message: 'walk' }, rationale: 'walk' }),
  'POST /approvals': APPROVAL,
  'POST /approvals/by-link': () => ({ token: 'walk' }),
  'POST /approvals/by-link/decide': () => ({ token: 'walk', verdict: 'denied' }),
  'POST /deputies': DEPUTY,
  'POST /users/invitations': () => ({ email: `${crypto.randomUUID()}@walk.example` }),
  'POST /auth/invitations/accept': () => ({ token: 'walk' }),
  'POST /standing-approvals': STANDING,
  'POST /campaigns': () => ({
    ...{
      title: 'walk',
      action_type: 'block_ip',
      rationale: 'walk',
      targets: [{ tenant_id: 'walk', target: '192.0.2.1' }],
    },
  }),
  'POST /approvals/:approval_id/approve': () => ({}),
  'POST /approvals/:approval_id/reject': () => ({}),
  'POST /response/executors': EXECUTOR,
  'POST /response/targets': () => ({ list: 'deny', pattern: 'walk', reason: 'walk' }),
  'POST /playbooks': () => ({ document: PLAYBOOK }),
  'POST /playbooks/validate': () => ({ document: PLAYBOOK }),
  'POST /playbooks/dry-run': () => ({ document: PLAYBOOK }),
  'PUT /playbooks/:id': () => ({ enabled: true }),
  'POST /passkeys': () => ({ challenge: 'walk', device_name: 'walk', credential: CREATED }),
  'POST /push/subscriptions': SUBSCRIPTION,
  'POST /push/subscribe': SUBSCRIPTION,
  'POST /push/unsubscribe': () => ({ endpoint: 'https://push.example/' }),
  'POST /passkeys/challenge': () => ({}),
  'POST /passkeys/verify': () => ({ challenge: 'walk', credential: ASSERTED }),
  'PUT /playbook-secrets/:name': () => ({ value: 'walked-along', hosts: ['walk.example'] }),
  'POST /playbooks/:id/hooks': () => ({ label: 'walk' }),
  'POST /playbook-hooks/:hook_id': () => ({}),
  'POST /playbooks/:id/rollback': () => ({ version: 1 }),
  'POST /playbooks/:id/execute': () => ({ dry_run: true }),
  'POST /connectors': () => ({ ...CONNECTOR, name: 'walked' }),
  'POST /connectors/test': () => ({
    type: 'rest',
    auth_config: CONNECTOR.auth_config,
    connector_config: CONNECTOR.connector_config,
  }),
  'POST /osquery/secrets': () => ({ label: 'walk' }),
  'PUT /osquery/config': () => ({ schedule: {} }),
  'POST /osquery/queries': () => ({ sql: 'SELECT 1' }),
  'POST /enrichment': () => ({ entities: [{ kind: 'host', value: 'walk' }] }),
  'PUT /enrichment/tables/:table': () => ({ records: [] }),
  'POST /connectors/:id/test': () => ({
    auth_config: CONNECTOR.auth_config,
    connector_config: CONNECTOR.connector_config,
  }),
  'PATCH /connectors/:id': () => ({ enabled: false }),
  'POST /federated/query': () => ({ query: 'walk', targets: ['lake'] }),
  'POST /federated/translate': () => ({ query: 'walk' }),
  'POST /phishing/submit': () => ({ artifact_kind: 'url', urls: ['https://walk.example/'] }),
  'POST /mcp-servers': MCP_SERVER,
  'PATCH /mcp-servers/:id': () => ({ label: 'walked' }),
  'PUT /sandbox/consent': () => ({ provider: 'mock', uploads_enabled: true, consent_text_version: 'mock-1' }),
  'POST /sandbox/lookup': () => ({ provider: 'mock', sha256: 'a'.repeat(64) }),
  'POST /sandbox/files': () => ({ provider: 'mock', file_base64: 'd2Fsaw==', file_name: 'walk' }),
  'POST /sandbox/urls': () => ({ provider: 'mock', url: 'https://walk.example/' }),
  'POST /detection-proposals': PROPOSAL,
  'POST /detection-proposals/baseline': () => ({ suite: 'walk', score: 1 }),
  'POST /detection-proposals/:id/comment': () => ({ comment: 'walk' }),
  'POST /detection-proposals/:id/eval': () => ({ eval_report: { score: 1 } }),
  'POST /detection-proposals/:id/evaluate-rule': () => ({ positive_fixtures: [{ a: 'b' }] }),
  'POST /detection-proposals/:id/decide': () => ({ decision: 'reject' }),
  'PUT /autonomy-policy/shadow-mode/:alert_class': () => ({ enabled: true }),
  'PUT /autonomy-policy/shadow-verbs/:verb': () => ({ enabled: true }),
  'POST /autonomy-policy/grants': () => GRANT(),
  'PUT /ueba/risk-settings': () => ({ enabled: true, threshold: 70, window_hours: 72 }),
  'PUT /oncall/me': () => ({ status: 'busy' }),
  'PUT /alert-views': () => ({ name: 'walk', query: '', columns: [] }),
  'POST /rules/suppressions': SUPPRESSION,
  'POST /notifications/seen': () => ({ ids: [crypto.randomUUID()] }),
  'PUT /notifications/preferences': () => ({ channels: ['mail'] }),
  'PUT /notifications/phone': () => ({ number: '+41790000099' }),
  'POST /notifications/phone/verify': () => ({ code: '000000' }),
  'POST /dead-letters/replays': () => ({ reason: 'walk' }),
  'POST /exports/jobs': () => ({ query: 'walk' }),
  'POST /lake/indexes': () => ({ field: 'unmapped.LogonType' }),
  'POST /events/saved-searches': () => ({ name: 'walk', query: 'walk' }),
  'PUT /events/saved-searches/:id': () => ({ name: 'walk', query: 'walk' }),
  'POST /report-schedules': REPORT_SCHEDULE,
  'PUT /report-schedules/:id': REPORT_SCHEDULE,
  'POST /reports': () => ({ kind: 'soc', days: 1 }),
  'POST /oncall/rotations': ROTATION,
  'POST /oncall/overrides': OVERRIDE,
  'PATCH /oncall/rotations/:rotation_id': () => ({ handoff_days: 3 }),
  'POST /purple-team/executions': EXECUTION,
  'POST /compliance/evidence': EVIDENCE,
  'POST /compliance/evidence/:evidence_id/review': () => ({ decision: 'accepted' }),
  'POST /purple-team/drift/snapshot': () => ({}),
  'POST /purple-team/tabletop': TABLETOP,
  'POST /purple-team/schedules': PURPLE_SCHEDULE,
  'PUT /purple-team/schedules/:schedule_id': PURPLE_SCHEDULE,
  'POST /purple-team/atomics': ATOMICS,
  'PUT /purple-team/atomics/:atomic_id/safe': () => ({ is_safe: false, digest: 'a'.repeat(64) }),
  'POST /purple-team/host-runs': HOST_RUN,
  'POST /purple-team/host-runs/:host_run_id/begin': () => ({ machine: 'walk' }),
  'POST /purple-team/host-runs/:host_run_id/report': () => {
    return { error: 'walk', test: null, cleanup: null, processes: [] }
  },
  'POST /purple-team/expectations': () => ({ rule_id: 'walk', host: 'walk' }),
  'POST /purple-team/tabletop/:tabletop_id/steps': FINDING,
  'PUT /purple-team/tabletop/:tabletop_id/steps/:step/score': () => ({ points: 1 }),
  'POST /governance/field-rules': FIELD_RULE,
  'PATCH /governance/field-rules/:id': () => ({ treatment: 'mask' }),
  'POST /governance/subject-deletions': DELETION,
  'PUT /governance/retention': () => ({ alerts_days: 3650 }),
  'PUT /governance/residency': () => ({ data_region: null }),
  'POST /governance/subject-deletions/:id/refuse': () => ({ reason: 'walked' }),
  'POST /governance/legal-holds': HOLD,
  'POST /sources/try': () => ({ sample: 'walk' }),
  'POST /sources/tables/propose': () => ({ name: 'walk', sample: WALKED_LINES }),
  'PUT /sources/tables/:name': SOURCE_TABLE,
  'POST /governance/legal-holds/:id/release': () => ({ reason: 'walked' }),
  'POST /honeytokens': () => ({ name: 'walk', token_type: 'url' }),
  'POST /honeytoken-ignores': IGNORE,
  'POST /hunts': () => ({ title: 'walk', hypothesis: 'walk', query: '*' }),
  'PATCH /hunts/:hunt_id': () => ({ title: 'walked' }),
  'POST /hunts/:hunt_id/runs': () => ({}),
  'POST /hunts/:hunt_id/runs/:run_id/marks': () => ({ ordinals: [0], mark: 'benign' }),
  'POST /events/search': () => ({ query: '*' }),
  'POST /events/tail': () => ({ query: '*', wait_seconds: 0 }),
  'POST /events/histogram': () => ({ query: '*' }),
  'POST /events/facets': () => ({ query: '*', fields: ['user'] }),
  'POST /lake/query': () => ({ sql: 'SELECT raw FROM events' }),
  // GraphQL fields are covered by graphql/walk.test.ts.
  'POST /graphql': () => ({ query: '{ __typename }' }),
  'PUT /tenants/me/ocsf-version': () => ({ version: '1.8.0' }),
  'POST /rules': () => ({ language: 'sigma', text: RULE() }),
  'POST /rules/check': () => ({ language: 'sigma', text: RULE() }),
  'POST /rules/import': () => ({ files: [{ language: 'sigma', file: `${crypto.randomUUID()}.yml`, text: RULE() }] }),
  'PUT /rules/:id': () => ({ text: RULE() }),
  'PUT /rules/placeholders': () => ({ placeholders: { walk: ['victim'] } }),
  'POST /detections': () => ({ rule_id: 'e', rule_title: 'Seen', severity_id: 3, time: '2026-01-01T00:00:00Z' }),
  'POST /rules/:id/test': () => ({ events: [{ a: 'b' }] }),
  'POST /rules/:id/backtest': () => ({ limit: 1 }),
  'PUT /rules/:id/overlay': () => ({ disabled: true, reason: 'for the walk' }),
  'PUT /branding': () => ({ product_name: 'Walked' }),
  'PUT /branding/messages/:kind': () => ({ subject: 'Walked: {title}' }),
  'POST /branding/messages/:kind/preview': () => ({ subject: 'Walked: {title}' }),
  'POST /branding/assets/logo': logoForm,
  'PUT /llm/credentials': () => ({ provider: 'anthropic', model: 'm', api_key: 'for the walk' }),
  'POST /inbox/tokens': () => ({ template_id: 'webhook-generic', label: 'walk' }),
  'POST /intel/iocs': IOC,
  'PATCH /intel/iocs/:id': () => ({ confidence: 60 }),
  'POST /intel/iocs/bulk': () => ({ ioc_ids: [theirs.ioc], change: { confidence: 61 } }),
  'POST /intel/enrich': () => ({ indicators: [{ type: 'ip', value: '192.0.2.1' }] }),
  'POST /intel/feeds': FEED,
  'POST /intel/check': () => ({ values: ['192.0.2.1'] }),
  'PUT /intel/warning-lists': WARNING_LIST,
  'PATCH /intel/warning-lists/:list_id': () => ({ is_enabled: false }),
  'POST /intel/iocs/:ioc_id/sightings': () => ({ count: 2 }),
  'PATCH /intel/feeds/:id': () => ({ is_enabled: false }),
  'POST /alerts': () => ({ title: 'walk', severity: 'low' }),
  'POST /alerts/submit': () => ({ events: [{ title: 'walk' }] }),
  'POST /alerts/bulk': () => ({ alert_ids: [theirs.alert], change: { priority: 61 } }),
  'PATCH /alerts/:id': () => ({ priority: 60 }),
  'POST /alerts/:id/assign': () => ({ assigned_to_id: theirs.user }),
  'POST /alerts/:id/snooze': () => ({ duration_minutes: 5 }),
  'POST /alerts/:id/escalate': () => ({}),
  'POST /alerts/:id/verdict-override/undo': () => ({ verdict_id: NOBODY }),
  'POST /alerts/:id/verdict-override': () => ({
    ...{ corrected_verdict: 'benign', reason: 'for the walk', reason_code: 'known_scanner' },
  }),
  'POST /cases': () => ({ title: 'walk', severity: 'low' }),
  'PATCH /cases/:id': () => ({ title: 'walked' }),
  'POST /cases/:id/reopen': () => ({ reason: 'for the walk' }),
  'POST /cases/:id/assign': () => ({ assignee_id: null }),
  'POST /cases/:id/alerts': () => ({ alert_ids: [theirs.alert] }),
  'POST /cases/:id/alerts/unlink': () => ({ alert_ids: [theirs.alert] }),
  'POST /cases/:id/comments': () => ({ body: 'for the walk' }),
  'POST /cases/:id/timeline': () => ({ title: 'for the walk' }),
  'POST /cases/:id/tasks': () => ({ title: 'for the walk' }),
  'PATCH /cases/:id/tasks/:task_id': () => ({ status: 'in_progress' }),
  'POST /cases/:id/observables': () => ({ kind: 'host', value: 'walked' }),
  'POST /cases/:id/merge': () => ({ case_id: theirs.case }),
  'POST /cases/:id/move': () => ({ to_case_id: theirs.case, alert_ids: [theirs.alert] }),
  'POST /cases/:id/split': () => ({ title: 'walk', alert_ids: [theirs.alert] }),
  'POST /cases/:id/time': () => ({ minutes: 5 }),
  'POST /cases/:id/attachments': fileForm,
  'POST /compliance/evidence/:evidence_id/files': fileForm,
  'POST /cases/bulk/preview': () => ({ case_ids: [theirs.case], change: { severity: 'high' } }),
  'POST /cases/bulk': () => ({ confirmation_token: 'x', case_ids: [theirs.case] }),
  'POST /case-templates': () => ({ name: crypto.randomUUID(), title: 'walk' }),
  'POST /case-fields': () => ({ key: `w${Date.now() % 1e9}`, label: 'walk', type: 'text' }),
  'POST /cases/sla-policies': SLA_POLICY,
  'PATCH /case-sla-policies/:id': () => ({ enabled: true }),
  'POST /cases/queues': () => ({ name: crypto.randomUUID() }),
  'PATCH /case-queues/:id': () => ({ precedence: 901 }),
  'POST /cases/escalation-policies': ESCALATION,
  'POST /cases/handoffs': () => ({ to_user_id: theirs.user }),
  'PUT /sla/configs/:config_id': () => ({ mttr_target: 60 }),
  'POST /alerts/:id/verdict-override/look-alikes': () => ({ confirmation_token: 'x', alert_ids: [theirs.alert] }),
}

/** Ends what the walk itself walks with. */
const LAST = new Set(['POST /auth/logout'])
const PREFIX = '/api/v1'

/**
 * Routes that need a provisioning token are walked in scim/walk.test.ts; the archive's catalogue and TAXII, which have
 * their own form of refusals, in iceberg/readers.test.ts and taxii/taxii.test.ts.
 */
const isWalked = ({ method, url, config }: RegisteredRoute) =>
  config.public === undefined &&
  config.credential === undefined &&
  config.bearerKey === undefined &&
  method !== 'HEAD' &&
  !LAST.has(`${method} ${short(url)}`)
const short = (url: string) => url.replace(PREFIX, '')
const walked = () => api.api.routes.filter(isWalked)
const named = ({ method, url }: RegisteredRoute) => `${method} ${short(url)}`

/** The URL with the victim's ids, or with ids of nobody. */
function urlOf({ url }: RegisteredRoute, whose: 'theirs' | 'nobodys'): string {
  let place = ''
  const parts = short(url)
    .split('/')
    .slice(1)
    .map((part) => {
      place += `/${part}`
      if (!part.startsWith(':')) return part
      if (WORDS[place] !== undefined) return WORDS[place]
      const kind = PARAMETERS[place]
      if (kind === undefined) throw new Error(`say in PARAMETERS what ${place} is the id of`)
      return whose === 'theirs' ? theirs[kind] : NOBODY
    })
  return `${url.startsWith(PREFIX) ? PREFIX : ''}/${parts.join('/')}`
}

function ask(
  route: RegisteredRoute,
  token: string | undefined,
  whose: 'theirs' | 'nobodys' = 'theirs',
): Promise<Answer> {
  const body = BODIES[named(route)]?.()
  const credential = token === undefined ? {} : { token }
  return api.ask(route.method, urlOf(route, whose), { ...credential, ...(body ? { body } : {}) })
}

/** Words stand for parameters that are no ids. */
function hasParameter({ url }: RegisteredRoute): boolean {
  const parts = short(url).split('/')
  return parts.some((part, at) => part.startsWith(':') && WORDS[parts.slice(0, at + 1).join('/')] === undefined)
}

/** Permissions that a route needs for the request of this walk, beside its own: the walk asks for a grant by an override. */
const NEEDED_TOO: Readonly<Record<string, Permission>> = {
  'POST /autonomy-policy/grants': 'settings:write',
  'POST /oncall/overrides': 'soc:write',
}

describe('every route', () => {
  test('is in this walk, and each one with a body has a test body', () => {
    expect(walked().length).toBeGreaterThan(20)
    const bodies = walked().filter(({ schema }) => schema?.body !== undefined)
    expect(bodies.map(named).filter((name) => !(name in BODIES))).toEqual([])
  })

  test('answers missing, guessed and expired credentials with 401, and reveals nothing', async () => {
    for (const route of walked()) {
      for (const token of [undefined, 'guess', `${tokens.admin}x`]) {
        const { status, body } = await ask(route, token)
        expect([named(route), status]).toEqual([named(route), 401])
        expect(Object.keys(body).sort()).toEqual(['code', 'detail', 'instance', 'status', 'title', 'type'])
      }
    }
  })

  test('answers an id of another tenant like an unknown id', async () => {
    for (const route of walked().filter(hasParameter)) {
      const [foreign, missing] = [await ask(route, stranger), await ask(route, stranger, 'nobodys')]
      expect([named(route), foreign.status]).toEqual([named(route), 404])
      const withoutIds = ({ body }: Answer) =>
        JSON.stringify({ ...body, instance: '' }).replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, 'ID')
      expect(withoutIds(foreign)).toBe(withoutIds(missing))
    }
  })

  test('shows the owner its own ids, because an unknown id would prove nothing', async () => {
    const reads = walked().filter((route) => route.method === 'GET' && hasParameter(route))
    const missing: string[] = []
    for (const route of reads.filter((one) => !(named(one) in NOBODYS))) {
      const { status } = await ask(route, tokens.admin)
      if (status >= 400) missing.push(`${named(route)} ${status}`)
    }
    expect(missing).toEqual([])
  })

  test('shows another tenant nothing of the victim in a list', async () => {
    const ids = new Set(Object.values(theirs))
    for (const route of walked().filter((route) => route.method === 'GET' && !hasParameter(route))) {
      const { text } = await ask(route, stranger)
      // The stranger is a provider that holds the delegation of the walk.
      const isHeld = route.url.endsWith('/organisation/held-delegations')
      for (const id of isHeld ? [] : ids) expect([named(route), text.includes(id)]).toEqual([named(route), false])
    }
  })

  test('is 403 for a role that lacks its permission, and never for one that has it', {
    timeout: 300_000,
  }, async () => {
    for (const role of GRANTABLE_ROLES) {
      for (const route of walked()) {
        const { permission } = route.config
        const held = permissionsOfRole(role)
        const also = NEEDED_TOO[named(route)]
        const may =
          permission === 'signed_in' || (permission && holds(held, permission) && (!also || holds(held, also)))
        const { status } = await ask(route, tokens[role], 'nobodys')
        if (may) expect([role, named(route), status]).not.toEqual([role, named(route), 401])
        expect([role, named(route), status === 403]).toEqual([role, named(route), !may])
      }
    }
  })

  test('that changes something refuses read-only keys, and a route for people refuses every key', async () => {
    const scopes = PERMISSIONS.filter((permission) => /:(read|query)$/.test(permission))
    const keyFor = async (texts: readonly string[]) => {
      const made = { token: tokens.admin ?? '', body: { name: 'walk', scopes: texts } }
      return (await api.ask('POST', 'api-keys', made)).body.key as string
    }
    const reading = await keyFor(scopes)
    const everything = await keyFor(
      PERMISSIONS.filter((permission) => holds(permissionsOfRole('tenant_admin'), permission)),
    )
    expect((await api.ask('GET', 'alerts', { key: reading })).status).toBe(200)
    const changing = walked().filter(({ method }) => method !== 'GET')
    expect(changing.filter(({ config }) => config.ofPerson).length).toBeGreaterThan(10)
    const open: string[] = []
    for (const route of changing) {
      const body = BODIES[named(route)]?.()
      const ask = (key: string) => api.ask(route.method, urlOf(route, 'theirs'), { key, ...(body ? { body } : {}) })
      if (route.config.ofPerson) expect([named(route), (await ask(everything)).status]).toEqual([named(route), 403])
      if ((await ask(reading)).status !== 403) open.push(named(route))
    }
    expect(open.sort()).toEqual(Object.keys(READS).sort())
  })

  test('accepts no id of another tenant and no unknown id in its body', async () => {
    const deleted: string[] = []
    const tried = new Set<string>()
    for (const route of walked()) {
      const usual = BODIES[named(route)]?.()
      if (usual === undefined || usual instanceof FormData) continue
      for (const member of idMembers(route.schema?.body as Schema)) {
        const known = `${named(route)} ${member.join('.')}`
        const body = BODIES_OF_IDS[known]?.() ?? usual
        const kind = NO_IDS[known] ?? kindOf(member.at(-1) ?? '')
        tried.add(known)
        if (kind in NO_ID_BECAUSE) continue
        for (const id of [foreign[kind], NOBODY]) {
          if (id === undefined) {
            deleted.push(`say in ID_KINDS or NO_IDS what ${known} is the id of`)
            continue
          }
          const sent = withMember(body, member, id, route.schema?.body as Schema)
          const { status, text } = await api.ask(route.method, urlOf(route, 'theirs'), {
            token: tokens.admin ?? '',
            body: sent,
          })
          // A 422 is about this member: another fault of the body would prove nothing.
          const name = member.filter((part) => part !== '*').at(-1) ?? ''
          const isAbout = status === 422 && new RegExp(`[".](${ALSO_CALLED[name] ?? name})"`).test(text)
          if (status !== 404 && !isAbout)
            deleted.push(
              `${known} ${id === NOBODY ? 'of nobody' : 'of another tenant'}: ${status} ${text.slice(0, 100)}`,
            )
        }
      }
    }
    expect(deleted).toEqual([])
    expect(Object.keys(NO_IDS).filter((known) => !tried.has(known))).toEqual([])
  })

  test('that deletes records checks for a hold on the tenant, and deletes nothing under one', async () => {
    const removing = walked().filter(({ config }) => config.removes === 'records')
    expect(removing.length).toBeGreaterThan(20)
    const body = { ...HOLD(), subject_kind: 'tenant', subject_value: victim }
    const hold = await api.ask('POST', 'governance/legal-holds', { token: tokens.admin ?? '', body })
    for (const route of removing) {
      const { status, text } = await ask(route, tokens.admin)
      expect([named(route), status, text]).toEqual([named(route), 409, expect.stringContaining('legal hold')])
    }
    const released = { token: tokens.admin ?? '', body: { reason: 'walked' } }
    expect((await api.ask('POST', `governance/legal-holds/${hold.body.id}/release`, released)).status).toBe(200)
  })

  test('that is audited writes one entry with the caller on success, and none on failure', async () => {
    for (const route of walked().filter(({ config }) => config.audit !== undefined)) {
      api.audited.length = 0
      const { status } = await ask(route, tokens.admin)
      const [entry, ...more] = api.audited
      expect([named(route), more]).toEqual([named(route), []])
      expect([named(route), entry?.tenantId]).toEqual([named(route), status < 400 ? 'victim' : undefined])
      if (entry)
        expect([named(route), auditActions(route.config)]).toContainEqual(expect.arrayContaining([entry.action]))
    }
  })

  test('needs a known permission', () => {
    const needed = new Set(walked().flatMap(({ config }) => config.permission ?? []))
    needed.delete('signed_in')
    expect([...needed].filter((permission) => !PERMISSIONS.includes(permission as Permission))).toEqual([])
  })
})
