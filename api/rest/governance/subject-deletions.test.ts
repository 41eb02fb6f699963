/** Requests to erase a subject: what they reach, what keeps them, what they certify, and what is found afterwards. */
import { createPublicKey, verify } from 'node:crypto'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { resetBaselines } from '../../../control/detect/ueba/index.ts'
import { platformIn, record, recordIn } from '../../../control/platform/acting/index.ts'
import { auditPage, canonicalJson, destroyNaming, signText } from '../../../control/platform/audit/index.ts'
import { type DeletionDeps, lakeSubject, runDeletionsOnce } from '../../../control/platform/governance/index.ts'
import { DELETED_TABLES } from '../../../control/platform/governance/subject-deletions/delete-named.ts'
import { ERASED_TABLES } from '../../../control/platform/governance/subject-deletions/erased-tables.ts'
import { openRun } from '../../../control/respond/agents/index.ts'
import { append, closeRun } from '../../../control/respond/agents/ledger.ts'
import { notify } from '../../../control/soc/notify/index.ts'
import type { TenantId } from '../../../platform/tenant.ts'
import { takeIn } from '../../../query/testing.ts'
import { tenantReader } from '../../../stores/clickhouse/tenant-reader.ts'
import { useEngine } from '../../../stores/clickhouse/test-engine.ts'
import { type TenantTx, withTenant } from '../../../stores/postgres/pool.ts'
import { makeAdmin, makeTenant, makeUser, startTestApi, type TestApi, VAULT } from '../../test-api.ts'

const engine = useEngine({ migrated: true })
const WHO = 'petra.svoboda'
const NOW_MS = Date.UTC(2026, 2, 2)
let api: TestApi
let acme: TenantId
let token: string
let stranger: string

beforeAll(async () => {
  api = await startTestApi({
    deps: { lake: (tenant, limits) => tenantReader(engine().client, tenant, limits) },
  })
  acme = await makeTenant(api, 'acme')
  token = await makeAdmin(api, acme)
  stranger = await makeAdmin(api, await makeTenant(api, 'globex'))
  await fill(token)
  await fill(stranger)
  const event = (user: string) =>
    JSON.stringify({
      ...{ Channel: 'Security', EventID: 4625, Hostname: 'dc1', '@timestamp': '2026-03-01T01:00:00Z' },
      ...{ TargetUserName: user, IpAddress: '203.0.113.9' },
    })
  for (const tenant of ['acme', 'globex'])
    await takeIn(engine().client, {
      ...{ tenant, format: 'windows', receivedMs: NOW_MS },
      body: [event(WHO), event(`${WHO}x`), event('bob')].join('\n'),
    })
}, 120_000)
afterAll(() => api.close())

const ask = (method: string, url: string, body?: unknown, as = token) =>
  api.ask(method, url, { token: as, ...(body === undefined ? {} : { body }) })
const erase = (subject_value: string, subject_kind = 'user', as = token) =>
  ask('POST', 'governance/subject-deletions', { subject_kind, subject_value }, as)
const read = (id: string) => ask('GET', `governance/subject-deletions/${id}`)

async function fill(as: string): Promise<void> {
  const alert = await ask(
    'POST',
    'alerts',
    {
      ...{ title: `Spray on ${WHO}`, severity: 'high', affected_users: [WHO, 'bob'], affected_hosts: ['dc1'] },
      raw_event: { user: { name: WHO.toUpperCase() }, path: `C:\\Users\\${WHO}\\x` },
    },
    as,
  )
  const opened = await ask('POST', 'cases', { title: 'Spray', severity: 'high', alert_ids: [alert.body.id] }, as)
  await ask('POST', `cases/${opened.body.id}/comments`, { body: `Called ${WHO}.` }, as)
  await ask('POST', `cases/${opened.body.id}/observables`, { kind: 'user', value: WHO }, as)
}

function deps(): DeletionDeps {
  return {
    pool: api.owner,
    log: pino({ level: 'silent' }),
    lake: lakeSubject(engine().client),
    eraseFromAudit: async () => 0,
    eraseFromArchive: async () => ({ events: 2, left: 1, lost: 1 }),
    eraseFromExports: async () => 3,
    forgetBaselines: (tx, { kind, value }) =>
      resetBaselines(tx, { entity: value, types: [kind], by: null, reason: null, nowMs: NOW_MS }),
    record: async () => {},
    async sign(statement) {
      const { keyId, signature } = await signText(api.owner, VAULT, canonicalJson(statement))
      return { key_id: keyId, signature }
    },
  }
}

test('a legal hold on the subject, or on a case that names it, blocks the erasure; without one it proceeds', async () => {
  const { items } = (await ask('GET', 'cases')).body
  const hold = { name: 'May', matter_ref: 'M-1', subject_kind: 'case', subject_value: items[0].id }
  const placed = await ask('POST', 'governance/legal-holds', hold)
  const requested = await erase(WHO)
  expect([requested.status, requested.body.state, requested.body.blocked_by_hold_id]).toEqual([
    201,
    'blocked_by_hold',
    placed.body.id,
  ])
  await runDeletionsOnce(deps())
  expect((await read(requested.body.id)).body.state).toBe('blocked_by_hold')
  expect(
    (await ask('POST', `governance/subject-deletions/${requested.body.id}/refuse`, { reason: 'not ours' })).body.state,
  ).toBe('refused')
  expect(
    (await ask('POST', `governance/subject-deletions/${requested.body.id}/refuse`, { reason: 'again' })).status,
  ).toBe(409)
  await ask('POST', `governance/legal-holds/${placed.body.id}/release`, { reason: 'settled' })
})

test('covers events, alerts, cases and observables of the own tenant only, and later searches find nothing', async () => {
  const { body: requested } = await erase(WHO)
  expect(requested.state).toBe('pending')
  expect((await ask('GET', `governance/subject-deletions/${requested.id}/certificate`)).status).toBe(409)
  while (await runDeletionsOnce(deps()));
  const { body: done } = await read(requested.id)
  expect(done).toMatchObject({
    state: 'completed',
    affected_counts: { events: 1, archive: 2, alerts: 1, case_comments: 1, case_observables: 1 },
  })
  const alerts = await ask('GET', 'alerts')
  expect(alerts.body.items[0]).toMatchObject({ title: 'Spray on [erased]', affected_users: ['[erased]', 'bob'] })
  const { text } = await ask('GET', `alerts/${alerts.body.items[0].id}`)
  expect(text.toLowerCase()).not.toContain(WHO)
  const users = await ask('POST', 'lake/query', { sql: 'SELECT target_user FROM events ORDER BY target_user' })
  expect(users.body.rows).toEqual([['bob'], [`${WHO}x`]])
  const proof = await ask('GET', `governance/subject-deletions/${requested.id}/proof`)
  expect([proof.body.is_clean, proof.body.found]).toEqual([true, {}])
  expect((await ask('GET', 'alerts', undefined, stranger)).text, 'another tenant keeps its own').toContain(WHO)
  const theirs = await ask('POST', 'lake/query', { sql: 'SELECT target_user FROM events' }, stranger)
  expect(theirs.body.rows).toHaveLength(3)
})

test('the proof counts leftovers in everything that an erasure covers, and says why osquery hosts stay', async () => {
  const [{ id }] = (await ask('GET', 'governance/subject-deletions')).body.items
  await withTenant(api.owner, acme, async (tx) => {
    await tx.run(
      `INSERT INTO enrichment_answers (kind, value, provider, data, checked_at) VALUES ('user', $1, 'walk', '{}', now())`,
      [WHO],
    )
    await tx.run(
      `INSERT INTO osquery_nodes (host_identifier, key_digest, enrolled_with) VALUES ($1, '\\x01', gen_random_uuid())`,
      [WHO],
    )
    await tx.run(
      `INSERT INTO osquery_queries (sql, requested_by, deadline) VALUES ('SELECT ''' || $1 || '''', 'ann', now())`,
      [WHO],
    )
  })
  const { body } = await ask('GET', `governance/subject-deletions/${id}/proof`)
  expect(body.found).toEqual({ enrichment_answers: 1, osquery_queries: 1 })
  expect(body.remains.find(({ where }: { where: string }) => where === 'osquery_nodes')).toMatchObject({
    rows: 1,
    why: expect.stringContaining('enrolled'),
  })
  const again = await erase(WHO)
  while (await runDeletionsOnce(deps()));
  const proof = await ask('GET', `governance/subject-deletions/${again.body.id}/proof`)
  expect([proof.body.is_clean, proof.body.found]).toEqual([true, {}])
})

test('receipts and the audit log lose the name, an account of a chat and texts about it, and the log verifies', async () => {
  const who = 'vera.machova'
  const inTenant = <T>(work: (tx: TenantTx) => Promise<T>) => withTenant(api.owner, acme, work)
  const userId = await makeUser(api, acme, who, 'soc_analyst')
  const audit = recordIn(api.deps.sealer)
  const actor = platformIn(acme, 'notifications')
  await inTenant(async (tx) => {
    const notification = { kind: 'test', title: `About ${who}`, body: '', path: '/', dedupeKey: 'vera' } as const
    await notify(tx, notification, [{ kind: 'address', address: `${who}@acme.example` }], NOW_MS)
    await tx.run(
      `INSERT INTO notification_deliveries (notification_id, receiver, user_id, channel, address, status, place, is_urgent, is_digestible, created_at)
       SELECT id, 'user:' || $1, $2, 'teams', 'aad-4711', 'delivered', 0, false, false, now() FROM notifications WHERE dedupe_key = 'vera'`,
      [who, userId],
    )
    const changes = { receiver: `user:${who}`, channel: 'mail', reason: `550 no such user ${who}`, hosts: ['dc1', who] }
    await record(tx, { audit }, actor, 'notification:failed', { resource: 'notification', changes })
    const other = { receiver: `user:${who}x`, channel: 'mail' }
    await record(tx, { audit }, actor, 'notification:sent', { resource: 'notification', changes: other })
  })
  const entries = () => inTenant((tx) => auditPage(tx, api.deps.sealer, { action: 'notification:' }))
  const found = (search: string) =>
    inTenant(async (tx) => (await auditPage(tx, api.deps.sealer, { search, action: 'notification:' })).items.length)
  const [, failed] = (await entries()).items
  expect(failed?.changes).toMatchObject({ receiver: `user:${who}`, hosts: ['dc1', who] })
  expect([await found(who.toUpperCase()), await found('no such user'), await found('dc2')]).toEqual([2, 1, 0])
  const { body: requested } = await erase(who)
  while (await runDeletionsOnce({ ...deps(), eraseFromAudit: (tx, { naming }) => destroyNaming(tx, naming) }));
  expect((await read(requested.id)).body.affected_counts).toMatchObject({
    audit_subjects: 3,
    notification_deliveries: 3,
  })
  const after = (await entries()).items
  expect(after.map(({ changes }) => changes)).toMatchObject([
    { receiver: `user:${who}x` },
    { receiver: '[erased]', channel: 'mail', reason: '[erased]', hosts: ['dc1', '[erased]'] },
  ])
  expect(await found(who)).toBe(1)
  const kept = await api.owner.query(`SELECT d::text AS row FROM notification_deliveries d UNION ALL
    SELECT document FROM audit_outbox UNION ALL SELECT subject FROM audit_subjects`)
  const texts = kept.rows.map(({ row }) => String(row)).filter((row) => !row.includes(`${who}x`))
  for (const text of [who, 'aad-4711']) expect(texts.filter((row) => row.includes(text))).toEqual([])
  const proof = await ask('GET', `governance/subject-deletions/${requested.id}/proof`)
  expect([proof.body.is_clean, proof.body.found]).toEqual([true, {}])
  expect(proof.body.remains.map(({ where }: { where: string }) => where)).not.toContain('audit_log')
})

test('the proof finds an event that came later, and counts those that a legal hold keeps apart', async () => {
  const { body: requested } = await erase('nina.kolar')
  while (await runDeletionsOnce(deps()));
  const proof = async () => (await ask('GET', `governance/subject-deletions/${requested.id}/proof`)).body
  expect(await proof()).toMatchObject({ is_clean: true, found: {}, searched: expect.arrayContaining(['events']) })
  const event = (host: string) =>
    JSON.stringify({
      ...{ Channel: 'Security', EventID: 4625, Hostname: host, '@timestamp': '2026-03-01T02:00:00Z' },
      ...{ TargetUserName: 'nina.kolar', IpAddress: '203.0.113.9' },
    })
  const body = [event('lab7'), event('lab8')].join('\n')
  await takeIn(engine().client, { tenant: 'acme', format: 'windows', receivedMs: NOW_MS, body })
  expect(await proof()).toMatchObject({ is_clean: false, found: { events: 2 } })
  const hold = { name: 'Lab', matter_ref: 'M-2', subject_kind: 'host', subject_value: 'lab7' }
  const placed = await ask('POST', 'governance/legal-holds', hold)
  const beside = await proof()
  expect(beside.found).toEqual({ events: 1 })
  expect(beside.remains).toContainEqual({ where: 'events', rows: 1, why: expect.stringContaining('legal hold') })
  await ask('POST', `governance/legal-holds/${placed.body.id}/release`, { reason: 'settled' })
})

/** Beginnings of names of tables of settings, keys and pointers: an erasure leaves them, and the certificate names those that name the subject. */
const NO_RECORDS = [
  ...'alert_arrivals alert_facets alert_successors alert_views api_keys archive_ audit_ autonomy_ block_list'.split(
    ' ',
  ),
  ...'branding case_arrivals case_attachments case_bulk_offers case_counters case_escalation case_escalations'.split(
    ' ',
  ),
  ...'case_fields case_mentions case_queues case_templates case_transitions chat_ closure_sweeps compliance_evidence compliance_points'.split(
    ' ',
  ),
  ...'connectors control_outbox dead_letter_replays delegations deleted_alerts deputies detection_overlays'.split(' '),
  ...'detection_placeholders detection_rule entitlements entity_changes eval_baselines export_ field_'.split(' '),
  ...'honeytoken_ignores honeytokens hunt_schedules hunts inbox_tokens indicators intel_feeds investigation_ legal_holds marketplace_'.split(
    ' ',
  ),
  ...'message_texts misp_pushes model_asks model_calls model_credentials model_shares notification_breaches'.split(' '),
  ...'notification_preferences oncall_ organisation osquery_configs osquery_nodes osquery_secrets passkeys'.split(' '),
  ...'password_resets permissions playbook_hook playbook_secrets playbook_versions playbooks purple_'.split(' '),
  ...'warning_list indicator_sightings push_subscriptions report_schedules residency_violations response_executors response_targets retention_runs'.split(
    ' ',
  ),
  ...'risk_ roles rule_suppressions sandbox_consents saved_searches scim_ sessions shadow_verbs sla_ source_ sso_ standing_'.split(
    ' ',
  ),
  ...'subject_deletions svc_shadow_ tenant told_anomalies tool_servers ueba_resets user_phones user_roles users'.split(
    ' ',
  ),
]

test('every table with tenant texts is erased, deleted, or listed with the reason to keep it', async () => {
  const sql = `
    SELECT DISTINCT c.table_name::text AS name FROM information_schema.columns c
    JOIN information_schema.columns t ON t.table_name = c.table_name AND t.column_name = 'tenant_id'
    JOIN information_schema.tables b ON b.table_name = c.table_name AND b.table_type = 'BASE TABLE'
    WHERE c.table_schema = 'public' AND c.column_name <> 'tenant_id' AND c.data_type IN ('text', 'json', 'jsonb', 'ARRAY')
    ORDER BY 1`
  const { rows } = await api.owner.query<{ name: string }>(sql)
  const known = new Set<string>([...ERASED_TABLES, ...DELETED_TABLES])
  expect(
    rows
      .map(({ name }) => name)
      .filter((name) => !known.has(name) && !NO_RECORDS.some((begin) => name.startsWith(begin))),
  ).toEqual([])
})

test('the investigation ledger loses the name, its chain still links, and a replay names the erased entries', async () => {
  const who = 'ilona.drahova'
  const opened = await ask('POST', 'cases', { title: 'A ledger', severity: 'low' })
  const run = await withTenant(api.owner, acme, async (tx) => {
    const about = { kind: 'investigation', alertId: null, caseId: opened.body.id, requestedBy: 'x' } as const
    const { id } = await openRun(tx, { ...about, judgedBy: 'rules/1', deadline: new Date(Date.now() + 60_000) })
    const entry = (summary: string, output: object) =>
      append(tx, id, {
        kind: 'step',
        agent: 'investigator',
        summary,
        input: { user: who },
        output: { ...output },
        durationMs: 1,
      })
    await entry(`looked for ${who}`, { found: [`${who.toUpperCase()} signed in`] })
    await append(tx, id, {
      kind: 'step',
      agent: 'investigator',
      summary: 'nobody',
      input: {},
      output: {},
      durationMs: 1,
    })
    return closeRun(tx, id, { verdict: null, confidence: null, summary: `About ${who}`, dropped: 0, error: null })
  })
  const stored = async () => {
    const sql = `SELECT e::text AS row FROM investigation_events e UNION ALL SELECT r::text FROM investigation_runs r`
    const rows = await withTenant(api.owner, acme, (tx) => tx.many(({ row }) => String(row).toLowerCase(), sql))
    return rows.filter((row) => row.includes(who)).length
  }
  const replay = async () =>
    (await ask('POST', `cases/${opened.body.id}/investigations/replay`, { run_id: run?.id })).body
  const untouched = { is_sealed: true, changed: [], added: [], missing: [], header_changed: [] }
  expect(await stored()).toBe(2)
  expect(await replay()).toMatchObject({ ...untouched, erased: [] })
  const { body } = await erase(who)
  while (await runDeletionsOnce(deps()));
  expect((await read(body.id)).body).toMatchObject({
    state: 'completed',
    affected_counts: { investigation_events: 1, investigation_runs: 1 },
  })
  expect(await stored()).toBe(0)
  expect(await replay()).toMatchObject({ ...untouched, erased: [1] })
  const { text } = await ask('GET', `cases/${opened.body.id}/ledger`)
  expect([text.includes('looked for [erased]'), text.includes('About [erased]')]).toEqual([true, true])
  const proof = await ask('GET', `governance/subject-deletions/${body.id}/proof`)
  expect([proof.body.is_clean, proof.body.found]).toEqual([true, {}])
  // For nobody else's name, and not without a request that is under way.
  const call = (value: string) =>
    `SELECT svc_erase_ledger('investigation_events', svc_pattern_of('${value}'), svc_pattern_of('${value}'), '[erased]')`
  for (const value of [who, 'nobody'])
    await expect(withTenant(api.deps.pool, acme, (tx) => tx.run(call(value)))).rejects.toThrow(/written once/)
})

test('compliance evidence loses the name, and its chain is still intact', async () => {
  const who = 'tomas.havel'
  const about = { framework: 'soc2', control_id: 'CC7.3', evidence_kind: 'attestation' }
  const record = (summary: string, raw_payload: object) =>
    ask('POST', 'compliance/evidence', { ...about, summary, raw_payload })
  const first = await record(`Judged by ${who}`, { who: { name: who.toUpperCase() }, path: `C:\\Users\\${who}\\x` })
  const second = await record('Judged by nobody', { n: 1 })
  expect([first.status, second.body.prev_hash]).toEqual([201, first.body.payload_hash])
  const { body } = await erase(who)
  while (await runDeletionsOnce(deps()));
  expect((await read(body.id)).body).toMatchObject({ state: 'completed', affected_counts: { compliance_evidence: 1 } })
  const { items } = (await ask('GET', 'compliance/evidence?framework=soc2')).body
  expect(items).toMatchObject([
    { id: second.body.id, erased_at: null },
    { id: first.body.id, summary: 'Judged by [erased]', payload_hash: first.body.payload_hash },
  ])
  expect(items[1].erased_at).not.toBe(null)
  expect(items[1].raw_payload).toEqual({ who: { name: '[erased]' }, path: 'C:\\Users\\[erased]\\x' })
  expect((await ask('GET', 'compliance/dashboard/soc2')).body.evidence_intact).toBe(true)
  // A later row follows, and a changed row is still found.
  expect((await record('Judged later', {})).body.prev_hash).toBe(second.body.payload_hash)
  expect((await ask('GET', 'compliance/dashboard/soc2')).body.evidence_intact).toBe(true)
  const proof = await ask('GET', `governance/subject-deletions/${body.id}/proof`)
  expect([proof.body.is_clean, proof.body.found]).toEqual([true, {}])
  const call = `SELECT svc_erase_evidence(svc_pattern_of('${who}'), svc_pattern_of('${who}'), '[erased]')`
  await expect(withTenant(api.deps.pool, acme, (tx) => tx.run(call))).rejects.toThrow(/written once/)
  const change = `UPDATE compliance_evidence SET erased_at = now()`
  await expect(api.owner.query(change)).rejects.toThrow(/written once/)
})

test('the audit log seals free texts of people, also within members', async () => {
  const who = 'olga.vrbova'
  const long = `${'á long réport '.repeat(2_000)} by ${who}`
  await ask('POST', 'cases', { title: 'Notes', severity: 'low', description: `about ${who}`, tags: [`of-${who}`] })
  const audit = recordIn(api.deps.sealer)
  const changes = { before: { note: `by ${who}` }, steps: [{ query: `user:${who}` }], body: long, count: 3 }
  await withTenant(api.owner, acme, (tx) =>
    record(tx, { audit }, platformIn(acme, 'notifications'), 'case:noted', { resource: 'case', changes }),
  )
  const documents = async () => {
    const sql = `SELECT document FROM audit_outbox UNION ALL SELECT document FROM audit_log`
    return withTenant(api.owner, acme, (tx) => tx.many(({ document }) => String(document), sql))
  }
  expect((await documents()).filter((text) => text.includes(who))).toEqual([])
  const searched = async () =>
    withTenant(api.owner, acme, async (tx) => (await auditPage(tx, api.deps.sealer, { search: who })).items)
  expect((await searched()).map(({ action }) => action)).toContain('case:noted')
  const shown = async () =>
    withTenant(api.owner, acme, async (tx) => (await auditPage(tx, api.deps.sealer, { action: 'case:noted' })).items[0])
  expect((await shown())?.changes).toMatchObject(changes)
  await erase(who)
  while (await runDeletionsOnce({ ...deps(), eraseFromAudit: (tx, { naming }) => destroyNaming(tx, naming) }));
  expect((await shown())?.changes).toMatchObject({
    before: { note: '[erased]' },
    steps: [{ query: '[erased]' }],
    body: '[erased]',
    count: 3,
  })
})

test('newer record types are erased too: closure audits, bulk changes and others', async () => {
  await withTenant(api.owner, acme, async (tx) => {
    await tx.run(
      `INSERT INTO closure_audits (alert_id, week, closed_as, note)
      SELECT id, '2026-03-02', 'benign', $1 FROM alerts LIMIT 1`,
      [`looked at ${WHO}`],
    )
    await tx.run(`INSERT INTO alert_bulk_changes (actor_id, change, before) VALUES ('a', '{}', $1)`, [
      JSON.stringify([{ user: WHO }]),
    ])
  })
  const again = await erase(WHO)
  while (await runDeletionsOnce(deps()));
  const { body } = await read(again.body.id)
  expect(body.affected_counts).toMatchObject({ closure_audits: 1, alert_bulk_changes: 1 })
  const proof = await ask('GET', `governance/subject-deletions/${again.body.id}/proof`)
  expect([proof.body.is_clean, proof.body.found]).toEqual([true, {}])
})

test('an interrupted erasure resumes, and counts the changes of every attempt', async () => {
  const who = 'mila.kundera'
  await takeIn(engine().client, {
    ...{ tenant: 'acme', format: 'windows', receivedMs: NOW_MS },
    body: JSON.stringify({ Channel: 'Security', EventID: 4625, Hostname: 'dc1', TargetUserName: who }),
  })
  await ask('POST', 'cases', { title: `About ${who}`, severity: 'low' })
  const { body: requested } = await erase(who)
  const away = async (): Promise<never> => Promise.reject(new Error('cut short'))
  // First while the lake deletes, then behind it.
  const cuts: Partial<DeletionDeps>[] = [
    {
      lake: {
        ...deps().lake,
        erase: async (...args) =>
          deps()
            .lake.erase(...args)
            .then(away),
      },
    },
    { eraseFromArchive: away },
  ]
  for (const cut of cuts) {
    await expect(runDeletionsOnce({ ...deps(), ...cut })).rejects.toThrow('cut short')
    const sql = /* sql */ `UPDATE subject_deletions SET lease_until = '-infinity' WHERE id = $1`
    await withTenant(api.owner, acme, (tx) => tx.run(sql, [requested.id]))
  }
  expect((await read(requested.id)).body).toMatchObject({ state: 'in_progress', affected_counts: { events: 1 } })
  while (await runDeletionsOnce(deps()));
  const { body: done } = await read(requested.id)
  expect(done).toMatchObject({ state: 'completed', notes: null, affected_counts: { events: 1, archive: 2, cases: 1 } })
  const { body: certificate } = await ask('GET', `governance/subject-deletions/${requested.id}/certificate`)
  expect(certificate.statement.changed).toEqual(done.affected_counts)
})

test('the certificate lists what was searched, changed and left, and is signed by a published key', async () => {
  const [{ id }] = (await ask('GET', 'governance/subject-deletions')).body.items
  const { body: certificate } = await ask('GET', `governance/subject-deletions/${id}/certificate`)
  const { statement, key_id, signature } = certificate
  expect(statement.searched).toEqual(expect.arrayContaining(['events', 'archive', 'alerts', 'cases', 'users']))
  expect(statement.remains.map(({ where }: { where: string }) => where)).toEqual(
    expect.arrayContaining(['subject_deletions', 'archive', 'backups and disk pages']),
  )
  expect(JSON.stringify(certificate)).not.toContain(WHO)
  const sql = 'SELECT public_key FROM audit_signing_keys WHERE key_id = $1'
  const { rows } = await api.owner.query(sql, [key_id])
  const key = createPublicKey({
    format: 'jwk',
    key: { kty: 'OKP', crv: 'Ed25519', x: rows[0].public_key.toString('base64url') },
  })
  const holds = (value: unknown) =>
    verify(null, Buffer.from(canonicalJson(value as never)), key, Buffer.from(signature, 'base64'))
  expect([holds(statement), holds({ ...statement, changed: {} })]).toEqual([true, false])
})

test('the certificate counts withdrawn exports, and names files of the archive that nobody can read', async () => {
  const requested = await erase('otto.kral')
  while (await runDeletionsOnce(deps()));
  const { body } = await ask('GET', `governance/subject-deletions/${requested.body.id}/certificate`)
  expect(body.statement.changed).toMatchObject({ archive: 2, exports: 3 })
  expect(body.statement.searched).toContain('files of exports')
  expect(body.statement.remains).toContainEqual({
    where: 'archive',
    rows: null,
    why: expect.stringContaining('1 files are lost'),
  })
})

test('a name matches whole words only, and values that are too short or invalid are refused', async () => {
  expect((await erase('xy')).status).toBe(422)
  expect((await erase('999.1.1.1', 'ip')).status).toBe(422)
  expect((await erase('acme', 'tenant')).status).toBe(422)
  expect(
    (await ask('POST', 'governance/subject-deletions', { subject_kind: 'user', subject_value: 'pet' }, stranger))
      .status,
  ).toBe(201)
  while (await runDeletionsOnce(deps()));
  expect((await ask('GET', 'alerts', undefined, stranger)).text, 'pet is not in petra').toContain(WHO)
})

test('append-only tables stay append-only for the application, whatever its session sets', async () => {
  const run = (sql: string, before = 'SELECT 1', pool = api.deps.pool) =>
    withTenant(pool, acme, async (tx) => {
      await tx.run(before)
      await tx.run(sql)
    })
  const tables = [
    ...['alert_history', 'case_comments', 'case_events', 'case_time_entries', 'phishing_submissions'],
    ...['playbook_run_steps', 'search_job_pages', 'svc_sandbox_submissions', 'case_handoffs', 'search_jobs'],
    'alert_verdicts',
  ]
  const columns = await api.owner.query(
    `SELECT c.relname AS name, a.attname AS text FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid
     JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = ANY (t.tgattr::int2[]) WHERE t.tgname = 'only_erased'`,
  )
  expect([...new Set(columns.rows.map(({ name }) => name))].sort()).toEqual(tables.sort())
  for (const { name, text } of columns.rows)
    for (const before of [`SELECT set_config('svc.erases', 'on', true)`, `SET LOCAL svc.erases = 'on'`])
      await expect(run(`UPDATE ${name} SET ${text} = NULL`, before), `${name}.${text}`).rejects.toThrow(
        /permission denied/,
      )
  await expect(run(`SELECT 1`, `SET LOCAL ROLE svc_operator`)).rejects.toThrow(/permission denied/)
  // Without a request that is under way, and for another value than that of one, the function refuses.
  const call = (value: string, instead = '[erased]') =>
    `SELECT svc_erase_written_once('case_comments', svc_pattern_of('${value}'), svc_pattern_of('${value}'), '${instead}')`
  await expect(run(call(WHO))).rejects.toThrow(/written once/)
  const begin = `INSERT INTO subject_deletions (subject_kind, subject_value, state, requested_by) VALUES ('user', 'some.body', 'in_progress', 'x')`
  await run(call('some.body'), begin)
  await expect(run(call('body'), begin)).rejects.toThrow(/written once/)
  await expect(run(call('some.body', 'another text'), begin)).rejects.toThrow(/written once/)
  await expect(run(call('some.body').replace('case_comments', 'cases'), begin)).rejects.toThrow(/written once/)
  await expect(run(call('some.body').replaceAll("svc_pattern_of('some.body')", "'.*'"), begin)).rejects.toThrow(
    /written once/,
  )
  // Nor does the owner of the tables, when he is no operator.
  await expect(api.owner.query(`UPDATE case_comments SET body = 'other'`)).resolves.toMatchObject({ rowCount: 0 })
})

test('names with special characters of patterns and JSON are erased from append-only tables', async () => {
  const name = 'o"brien\\(ad) [x]'
  const { body: opened } = await ask('POST', 'cases', { title: 'Odd name', severity: 'low', alert_ids: [] })
  await ask('POST', `cases/${opened.id}/comments`, { body: `Called ${name}, twice ${name}.` })
  const { body } = await erase(name)
  while (await runDeletionsOnce(deps()));
  expect((await read(body.id)).body).toMatchObject({ state: 'completed', affected_counts: { case_comments: 1 } })
  expect((await ask('GET', `cases/${opened.id}/comments`)).text).toContain('Called [erased], twice [erased].')
})
