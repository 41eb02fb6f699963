import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { recordIn } from '../../../control/platform/acting/index.ts'
import { chainOnce, signHeads } from '../../../control/platform/audit/index.ts'
import { measureNext, prunePoints } from '../../../control/platform/compliance/index.ts'
import type { TenantId } from '../../../platform/tenant.ts'
import { tenantReader } from '../../../stores/clickhouse/tenant-reader.ts'
import { useEngine } from '../../../stores/clickhouse/test-engine.ts'
import { bytes, text } from '../../../stores/postgres/columns.ts'
import { withOperator, withTenant } from '../../../stores/postgres/pool.ts'
import { type TestDatabase, type TestPostgres, withTestPostgres } from '../../../stores/postgres/testing.ts'
import { makeAdmin, makeTenant, makeUser, openTestApi, SEALER, type TestApi, tokenOf, VAULT } from '../../test-api.ts'

const engine = useEngine({ migrated: true })
let server: TestPostgres
let database: TestDatabase
let api: TestApi
let acme: TenantId
let token: string
let lead: string
let stranger: string
let viewer: string

beforeAll(async () => {
  server = await withTestPostgres()
  database = await server.database()
  const lake = (tenant: TenantId) => tenantReader(engine().client, tenant)
  api = await openTestApi(database, { deps: { lake, audit: recordIn(SEALER), retentionDays: 400 } })
  acme = await makeTenant(api, 'acme')
  token = await makeAdmin(api, acme)
  stranger = await makeAdmin(api, await makeTenant(api, 'globex'))
  await makeUser(api, acme, 'vic', 'viewer')
  viewer = await tokenOf(api, acme, 'vic')
  await makeUser(api, acme, 'lea', 'soc_lead')
  lead = await tokenOf(api, acme, 'lea')
}, 120_000)
afterAll(async () => {
  await api.close()
  await server.close()
})

const ask = (method: string, url: string, body?: unknown, as = token) =>
  api.ask(method, `compliance/${url}`, { token: as, ...(body === undefined ? {} : { body }) })
const run = (sql: string, params: unknown[] = []) => withTenant(api.owner, acme, (tx) => tx.run(sql, params))

type Judged = { control_id: string; status: string; measures: { id: string; status: string; detail: string }[] }

async function measure(id: string, framework = 'nist-csf', as = token) {
  const { body } = await ask('GET', `dashboard/${framework}`, undefined, as)
  return body.controls.flatMap(({ measures }: Judged) => measures).find((one: { id: string }) => one.id === id)
}
async function control(framework: string, id: string): Promise<Judged & { evidence: { status: string } | null }> {
  const { body } = await ask('GET', `dashboard/${framework}`)
  return body.controls.find(({ control_id }: Judged) => control_id === id)
}

describe('the catalogue', () => {
  test('has frameworks with unique control ids', async () => {
    const { items } = (await ask('GET', 'frameworks', undefined, viewer)).body
    expect(items.map(({ id, controls }: { id: string; controls: number }) => [id, controls])).toEqual([
      ['nist-csf', 106],
      ['iso-27001', 93],
      ['nist-800-53', 113],
      ['cis', 153],
      ['soc2', 61],
      ['pci-dss', 250],
      ['hipaa', 9],
    ])
    for (const { id, controls } of items) {
      const { body } = await ask('GET', `controls?limit=500&framework=${id}`)
      const ids = body.items.map(({ control_id }: Judged) => control_id)
      expect([ids.length, new Set(ids).size]).toEqual([controls, controls])
    }
    const { body } = await ask('GET', 'controls?limit=500&framework=pci-dss')
    const noteOf = (id: string) => body.items.find(({ control_id }: Judged) => control_id === id)?.note
    expect([noteOf('10.5.1'), noteOf('9.5.1.2.1'), noteOf('12.10.7')]).toEqual([
      null,
      'not measured here',
      'not measured here',
    ])
    const dashboard = (await ask('GET', 'dashboard/soc2')).body.controls as (Judged & { note: string | null })[]
    for (const { note, measures } of dashboard) expect(note === null).toBe(measures.length > 0)
    expect((await ask('GET', 'controls?framework=none')).status).toBe(404)
    expect((await ask('GET', 'dashboard/none')).status).toBe(404)
  })

  test('is listed in pages, across frameworks', async () => {
    const seen: Judged[] = []
    for (let next: string | undefined = ''; next !== undefined; ) {
      const { body } = await ask('GET', `controls?limit=300${next && `&cursor=${encodeURIComponent(next)}`}`)
      seen.push(...body.items)
      next = body.next_cursor
    }
    expect(seen).toHaveLength(106 + 93 + 113 + 153 + 61 + 250 + 9)
    expect((await ask('GET', 'controls?limit=500')).body.items).toEqual(seen.slice(0, 500))
  })
})

describe('measurements', () => {
  test('the counts equal the statuses of the controls, and the score ignores unknown controls', async () => {
    for (const id of ['nist-csf', 'iso-27001', 'nist-800-53', 'cis', 'soc2', 'pci-dss', 'hipaa']) {
      const { body } = await ask('GET', `dashboard/${id}`, undefined, viewer)
      const count = (status: string) => body.controls.filter((one: Judged) => one.status === status).length
      expect(body).toMatchObject({
        ...{ controls_passing: count('passing'), controls_failing: count('failing') },
        ...{ controls_in_review: count('in_review'), controls_unknown: count('unknown'), evidence_intact: true },
      })
      expect(count('unknown')).toBeGreaterThan(0)
      const wanted = (100 * count('passing')) / (count('passing') + count('failing'))
      expect(body.overall_score).toBe(Math.round(wanted * 10) / 10)
    }
  })

  test('backups are unknown, and the detail says that svc does not see them', async () => {
    expect(await measure('backups')).toMatchObject({ status: 'unknown', detail: expect.stringMatching(/does not see/) })
  })

  test('the audit log is unknown before it is signed, then intact, and broken when an entry was replaced', async () => {
    expect((await measure('audit_chain')).status).toBe('unknown')
    for (let n = 0; n < 3; n++) await attach({ summary: `entry ${n} of the log` })
    while ((await chainOnce(api.owner)) > 0);
    await signHeads({ pool: api.owner, vault: VAULT }, Date.now(), 0)
    expect(await measure('audit_chain')).toMatchObject({
      status: 'pass',
      detail: expect.stringMatching(/^(\d+) of \1 /),
    })
    const changed = `UPDATE audit_log SET document = replace(document, 'A1.2', 'A1.3') WHERE seq = (SELECT max(seq) FROM audit_log)`
    await asSuperuser('audit_log', changed)
    expect(await measure('audit_chain')).toMatchObject({
      status: 'fail',
      detail: expect.stringMatching(/not as it was/),
    })
    expect((await measure('audit_chain', 'nist-csf', stranger)).status).not.toBe('fail')
    await asSuperuser('audit_log', changed.replace("'A1.2', 'A1.3'", "'A1.3', 'A1.2'"))
    expect((await measure('audit_chain')).status).toBe('pass')
  })

  test('sign-in fails with passwords only, passes with an identity provider, and does not claim a second factor', async () => {
    expect((await measure('sso')).status).toBe('fail')
    expect((await measure('second_factor')).status).toBe('fail')
    const body = { provider: 'oidc', issuer: 'https://id.example', display_name: 'id', client_id: 'svc' }
    expect((await api.ask('POST', 'sso-connections', { token, body })).status).toBe(201)
    expect((await measure('sso')).status).toBe('pass')
    expect(await measure('second_factor')).toMatchObject({
      status: 'fail',
      detail: expect.stringMatching(/password alone/),
    })
    await run(
      `UPDATE users SET preferences = preferences || jsonb_build_object('was', password_hash), password_hash = NULL`,
    )
    expect((await measure('second_factor')).status).toBe('unknown')
    await run(`UPDATE users SET password_hash = preferences ->> 'was'`)
  })

  test('finds unused accounts and keys without an expiry', async () => {
    expect((await measure('dormant_users')).status).toBe('pass')
    await run(`UPDATE users SET last_login_at = now() - interval '100 days' WHERE username = 'vic'`)
    expect(await measure('dormant_users')).toMatchObject({ status: 'fail', detail: expect.stringMatching(/^1 of 3 /) })
    await run(`UPDATE users SET last_login_at = now()`)
    expect((await measure('api_keys')).status).toBe('pass')
    await api.ask('POST', 'api-keys', { token, body: { name: 'ends', scopes: ['alerts:read'], expires_in_days: 1 } })
    expect((await measure('api_keys')).status).toBe('pass')
    await api.ask('POST', 'api-keys', { token, body: { name: 'stays', scopes: ['alerts:read'] } })
    expect(await measure('api_keys')).toMatchObject({
      status: 'fail',
      detail: '1 of 2 API keys that work never expire',
    })
  })

  test('alerts are unknown without targets and without due alerts, and then judged by the share that was in time', async () => {
    expect((await measure('alerts_triaged')).detail).toMatch(/no severity has a target/)
    await api.ask('PUT', 'sla/configs/high', { token, body: { mttr_target: 60 } })
    expect(await measure('alerts_triaged')).toMatchObject({
      status: 'unknown',
      detail: 'no alert fell due within 30 days',
    })
    const made = async (title: string, resolvedAfter: string | null, more = '') => {
      const { body } = await api.ask('POST', 'alerts', { token, body: { title, severity: 'high' } })
      const resolved =
        resolvedAfter === null
          ? ''
          : `, status = 'resolved', resolved_at = now() - interval '2 hours' + interval '${resolvedAfter}'`
      await run(`UPDATE alerts SET created_at = now() - interval '2 hours'${resolved}${more} WHERE id = $1`, [body.id])
    }
    await made('in time', '10 minutes')
    expect((await measure('alerts_triaged')).status).toBe('pass')
    await made('an exercise', null, `, metadata = metadata || '{"is_exercise": true}'`)
    expect((await measure('alerts_triaged')).status).toBe('pass')
    await made('late', '90 minutes')
    await made('open', null)
    const found = await measure('alerts_triaged')
    expect(found).toMatchObject({ status: 'fail', detail: expect.stringMatching(/^1 of 3 alerts .* 33 %/) })
  })

  test('judges cases, on-call schedules, exercises and feeds', async () => {
    expect((await measure('cases_due')).status).toBe('unknown')
    expect((await measure('oncall')).status).toBe('fail')
    expect((await measure('tabletop')).status).toBe('fail')
    expect((await measure('threat_intel')).status).toBe('fail')
    const terms = { ack_minutes: 5, resolve_minutes: 60, close_minutes: 600 }
    await api.ask('POST', 'cases/sla-policies', { token, body: { name: 'p', severity: 'high', ...terms } })
    const { body: opened } = await api.ask('POST', 'cases', { token, body: { title: 'a case', severity: 'high' } })
    expect((await measure('cases_due')).status).toBe('pass')
    await run(`UPDATE cases SET resolve_due_at = now() - interval '1 minute' WHERE id = $1`, [opened.id])
    expect((await measure('cases_due')).status).toBe('fail')
    const { body: table } = await api.ask('POST', 'purple-team/tabletop', { token, body: { name: 't', scenario: 's' } })
    expect((await measure('tabletop')).status).toBe('fail')
    const close = { kind: 'close', speaker: 'x', body: 'over' }
    await api.ask('POST', `purple-team/tabletop/${table.id}/steps`, { token, body: close })
    expect((await measure('tabletop')).status).toBe('pass')
    const feed = { name: 'f', feed_type: 'csv', url: 'https://feed.example/list' }
    const { body: made } = await api.ask('POST', 'intel/feeds', { token, body: feed })
    expect((await measure('threat_intel')).status).toBe('fail')
    await run(`UPDATE intel_feeds SET status = 'ok', last_polled_at = now() WHERE id = $1`, [made.id])
    expect((await measure('threat_intel')).status).toBe('pass')
  })

  test('detection counts built-in rules and executed exercises', async () => {
    expect((await measure('detection_rules')).status).toBe('pass')
    expect((await measure('detection_tested')).status).toBe('unknown')
    const ran = (test: string, technique: string, outcome: string) =>
      run(
        `INSERT INTO purple_executions (test_id, technique, platform, mode, state, outcome, requested_by, wait_seconds, events, ended_at)
        VALUES ($1, $2, 'windows', 'live', 'success', $3, 'x', 60, 1, now())`,
        [test, technique, outcome],
      )
    const asAcme = (work: () => Promise<unknown>) => work()
    await asAcme(() => ran('windows-lsass-read', 'T1003.001', 'detected'))
    expect((await measure('detection_tested')).status).toBe('pass')
    await asAcme(() => ran('windows-copy-to-cloud', 'T1567.002', 'missed'))
    expect(await measure('detection_tested')).toMatchObject({
      status: 'fail',
      detail: expect.stringMatching(/^1 of 2 /),
    })
  })

  test('sources fail when there is none, pass when one sends, and are unknown when the lake is away', async () => {
    expect(await measure('sources')).toMatchObject({ status: 'fail', detail: 'no source has sent anything of late' })
    const minute = Math.floor(Date.now() / 60_000) * 60 - 60
    const values = [{ tenant_id: 'acme', source: 'edr', minute, outcome: 'received', reason: '', events: 5 }]
    const exercise = { ...values[0], source: 'purple-team', minute: minute - 20 * 86_400 }
    await engine().client.insert({ table: 'ledger', format: 'JSONEachRow', values: [...values, exercise] })
    expect(await measure('sources')).toMatchObject({ status: 'pass', detail: expect.stringMatching(/^1 sources/) })
    const away = await openTestApi(database, {
      deps: { lake: () => ({ query: () => Promise.reject(new Error('away')) }) as never },
    })
    const { body } = await away.ask('GET', 'compliance/dashboard/pci-dss', { token: await makeToken(away) })
    const measures = body.controls.flatMap((one: Judged) => one.measures)
    expect(measures.find(({ id }: { id: string }) => id === 'sources')).toMatchObject({
      ...{ status: 'unknown', detail: 'the lake does not answer' },
    })
    expect(measures.find(({ id }: { id: string }) => id === 'log_retention').status).toBe('unknown')
    await away.close()
    expect((await measure('log_retention', 'pci-dss')).status).toBe('pass')
  })
})

const makeToken = (of: TestApi) => tokenOf(of, acme, 'lea')

const EVIDENCE = { framework: 'soc2', control_id: 'A1.2', evidence_kind: 'attestation', summary: 'Restore was tried' }
async function attach(more: object = {}, as = token) {
  const { status, body } = await ask('POST', 'evidence', { ...EVIDENCE, ...more }, as)
  expect(status).toBe(201)
  return body
}
/** Makes a change that no role may make, past the trigger that refuses it. */
async function asSuperuser(table: string, sql: string): Promise<void> {
  await withOperator(api.owner, 'test', async (tx) => {
    await tx.run('RESET ROLE')
    await tx.run(`ALTER TABLE ${table} DISABLE TRIGGER USER`)
    await tx.run(`ALTER TABLE ${table} NO FORCE ROW LEVEL SECURITY`)
    await tx.run(sql)
    await tx.run(`ALTER TABLE ${table} FORCE ROW LEVEL SECURITY`)
    await tx.run(`ALTER TABLE ${table} ENABLE TRIGGER USER`)
  })
}

describe('evidence', () => {
  test('is chained: each entry has the hash of the one before, which anybody can recompute', async () => {
    const digest = createHash('sha256').update('a file').digest('hex')
    const first = await attach({ digest, link: 'https://files.example/restore.pdf', raw_payload: { took: 12 } })
    const second = await attach({ summary: 'Another one' })
    expect(second).toMatchObject({ prev_hash: first.payload_hash, seq: first.seq + 1, status: 'pending' })
    const [document = ''] = await withTenant(api.owner, acme, (tx) =>
      tx.many((row) => text(row, 'document'), 'SELECT document FROM compliance_evidence WHERE id = $1', [first.id]),
    )
    expect(createHash('sha256').update(`${first.prev_hash}\n${document}`).digest('hex')).toBe(first.payload_hash)
    const { items } = (await ask('GET', 'evidence?limit=1&framework=soc2&control_id=A1.2', undefined, viewer)).body
    expect(items).toEqual([second])
  })

  test('of concurrent authors makes one chain', async () => {
    const made = await Promise.all(Array.from({ length: 8 }, (_, n) => attach({ summary: `at once ${n}` })))
    const seqs = made.map(({ seq }) => seq).sort((a, b) => a - b)
    expect(seqs).toEqual(seqs.map((_, at) => (seqs[0] ?? 0) + at))
    expect((await ask('GET', 'dashboard/soc2')).body.evidence_intact).toBe(true)
  })

  test('decides where nothing is measured: in review, then passing; rejected evidence counts as none', async () => {
    await attach({ framework: 'hipaa', control_id: '164.312(a)(2)(iv)', summary: 'Disks are encrypted' })
    expect(await control('hipaa', '164.312(a)(2)(iv)')).toMatchObject({ status: 'in_review' })
    const of = { framework: 'nist-csf', control_id: 'PR.DS-11' }
    expect(await control('nist-csf', 'PR.DS-11')).toMatchObject({ status: 'unknown', evidence: null })
    const { id } = await attach(of)
    expect((await ask('POST', `evidence/${id}/review`, { decision: 'accepted' })).status).toBe(409)
    expect((await ask('POST', `evidence/${id}/review`, { decision: 'accepted' }, viewer)).status).toBe(403)
    expect((await ask('POST', `evidence/${id}/review`, { decision: 'accepted' }, stranger)).status).toBe(404)
    const { body } = await ask('POST', `evidence/${id}/review`, { decision: 'accepted', note: 'seen' }, lead)
    expect(body).toMatchObject({ id, status: 'accepted', review_note: 'seen' })
    expect((await control('nist-csf', 'PR.DS-11')).status).toBe('passing')
    expect((await ask('POST', `evidence/${id}/review`, { decision: 'rejected' }, lead)).status).toBe(409)
    const again = await attach(of)
    await ask('POST', `evidence/${again.id}/review`, { decision: 'rejected' }, lead)
    expect(await control('nist-csf', 'PR.DS-11')).toMatchObject({ status: 'unknown', evidence: { status: 'rejected' } })
  })

  test('does not override a measured failure, and expires after a year', async () => {
    const { id } = await attach({ framework: 'iso-27001', control_id: 'A.5.16', summary: 'We look at it' })
    await ask('POST', `evidence/${id}/review`, { decision: 'accepted' }, lead)
    await run(`UPDATE users SET last_login_at = now() - interval '100 days' WHERE username = 'vic'`)
    expect(await control('iso-27001', 'A.5.16')).toMatchObject({ status: 'failing', evidence: { status: 'accepted' } })
    await run(`UPDATE users SET last_login_at = now()`)
    expect((await control('iso-27001', 'A.8.17')).status).toBe('unknown')
    await attach({ framework: 'iso-27001', control_id: 'A.8.17', summary: 'clocks agreed' })
    expect((await control('iso-27001', 'A.8.17')).evidence).not.toBeNull()
    const later = await openTestApi(database, { clock: { ms: Date.now() + 366 * 86_400_000 } })
    const token = await makeToken(later)
    const { body } = await later.ask('GET', 'compliance/dashboard/iso-27001', { token })
    await later.close()
    const aged = body.controls.find(({ control_id }: Judged) => control_id === 'A.8.17')
    expect(aged).toMatchObject({ status: 'unknown', evidence: null })
  })

  const addFile = (id: string, content: Buffer<ArrayBuffer> | string, name = 'proof.pdf', as = token) => {
    const form = new FormData()
    form.append('file', new Blob([content]), name)
    return ask('POST', `evidence/${id}/files`, form, as)
  }

  test('has files, which download as they were uploaded, with their digest in the chain and sealed bytes', async () => {
    const { id } = await attach()
    const content = Buffer.from('<script>alert(1)</script>')
    const sha256 = createHash('sha256').update(content).digest('hex')
    const { status, body } = await addFile(id, content, '..\\evil"; x=".html')
    expect([status, body.files.length]).toEqual([201, 1])
    const [file] = body.files
    expect(file).toMatchObject({ sha256, size_bytes: content.length })
    expect(file.name).not.toMatch(/["\\/;]/)
    expect((await ask('GET', 'evidence?limit=1', undefined, viewer)).body.items[0].files).toEqual([file])
    const url = `evidence/${id}/files/${file.id}`
    const read = await ask('GET', url, undefined, viewer)
    expect([read.status, read.text]).toEqual([200, content.toString()])
    expect(read.headers['content-type']).toBe('application/octet-stream')
    expect(read.headers['content-disposition']).toMatch(/^attachment; filename\*=UTF-8''/)
    expect(read.headers['content-security-policy']).toContain('sandbox')
    expect((await ask('GET', url, undefined, stranger)).status).toBe(404)
    const [chained = ''] = await withTenant(api.owner, acme, (tx) =>
      tx.many((row) => text(row, 'document'), 'SELECT document FROM compliance_evidence WHERE file_of = $1', [id]),
    )
    expect(JSON.parse(chained).said.sha256).toBe(sha256)
    const [sealed] = await withTenant(api.owner, acme, (tx) =>
      tx.many((row) => bytes(row, 'sealed'), 'SELECT sealed FROM compliance_evidence_files WHERE id = $1', [file.id]),
    )
    expect(sealed?.includes(Buffer.from('alert(1)'))).toBe(false)
    expect((await ask('GET', 'dashboard/soc2')).body.evidence_intact).toBe(true)
  })

  test('cannot be changed or deleted, and a change past all locks is detected', async () => {
    for (const sql of [`UPDATE compliance_evidence SET control_id = 'x'`, 'DELETE FROM compliance_evidence'])
      await expect(run(sql)).rejects.toThrow()
    await asSuperuser(
      'compliance_evidence',
      `UPDATE compliance_evidence SET document = replace(document, 'tried', 'TRIED')`,
    )
    expect((await ask('GET', 'dashboard/soc2')).body.evidence_intact).toBe(false)
    await asSuperuser(
      'compliance_evidence',
      `UPDATE compliance_evidence SET document = replace(document, 'TRIED', 'tried')`,
    )
    expect((await ask('GET', 'dashboard/soc2')).body.evidence_intact).toBe(true)
    const last = `FROM compliance_evidence WHERE seq = 2`
    await asSuperuser('compliance_evidence', `DELETE ${last}`)
    expect((await ask('GET', 'dashboard/soc2')).body.evidence_intact).toBe(false)
  })

  test('takes files from its collector alone, before the review, of a bounded size and number', async () => {
    const { id } = await attach()
    expect((await addFile(id, 'x', 'a', lead)).status).toBe(409)
    expect((await addFile(id, 'x', 'a', viewer)).status).toBe(403)
    expect((await addFile(id, 'x', 'a', stranger)).status).toBe(404)
    expect((await addFile(id, '')).status).toBe(422)
    expect((await addFile(id, Buffer.alloc(5 * 1024 * 1024 + 1))).status).toBe(413)
    expect((await ask('POST', `evidence/${id}/files`, { file: 'x' })).status).toBe(415)
    for (let n = 0; n < 10; n++) expect((await addFile(id, `file ${n}`)).status).toBe(201)
    expect((await addFile(id, 'one too many')).status).toBe(409)
    const reviewed = await attach()
    await ask('POST', `evidence/${reviewed.id}/review`, { decision: 'accepted' }, lead)
    expect((await addFile(reviewed.id, 'late')).status).toBe(409)
  })

  test('detects bytes that were exchanged past all locks, and no role may delete a file', async () => {
    const { id } = await attach()
    const { body } = await addFile(id, 'the true bytes')
    const file = body.files[0].id
    const context = `evidence file acme ${file}`
    const other = SEALER.seal(Buffer.from('other bytes').toString('base64'), context).toString('hex')
    await asSuperuser(
      'compliance_evidence_files',
      `UPDATE compliance_evidence_files SET sealed = decode('${other}', 'hex') WHERE id = '${file}'`,
    )
    const read = await ask('GET', `evidence/${id}/files/${file}`)
    expect([read.status, read.body.code]).toEqual([409, 'secret_unreadable'])
    await expect(run(`UPDATE compliance_evidence_files SET sealed = ''`)).rejects.toThrow()
    await expect(run('DELETE FROM compliance_evidence_files')).rejects.toThrow()
  })

  test('is refused for unknown controls, for texts that are too short or too long, and without permission', async () => {
    const refused = async (more: object, as = token) =>
      (await ask('POST', 'evidence', { ...EVIDENCE, ...more }, as)).status
    expect(await refused({ framework: 'none' })).toBe(404)
    expect(await refused({ control_id: 'CC0.0' })).toBe(404)
    expect(await refused({ summary: 'four' })).toBe(422)
    expect(await refused({ digest: 'x' })).toBe(422)
    expect(await refused({ raw_payload: { long: 'x'.repeat(70_000) } })).toBe(422)
    expect(await refused({}, viewer)).toBe(403)
    expect((await ask('GET', 'evidence?cursor=x')).status).toBe(422)
    expect((await ask('GET', 'evidence', undefined, stranger)).body.items).toEqual([])
  })
})

describe('history', () => {
  const DAY_MS = 86_400_000
  const measureAll = async (nowMs: number) => {
    const lake = (tenant: TenantId) => tenantReader(engine().client, tenant)
    const deps = { pool: api.owner, lake, retentionDays: 400, nowMs: () => nowMs, log: api.deps.log }
    while (await measureNext(deps));
  }

  test('has one point a day for the own tenant with the measurements of that day', async () => {
    const nowMs = Date.now()
    await measureAll(nowMs - DAY_MS)
    await measureAll(nowMs)
    await measureAll(nowMs) // nothing is due any more
    const { body } = await ask('GET', 'history/nist-csf', undefined, viewer)
    const days = [nowMs - DAY_MS, nowMs].map((ms) => new Date(ms).toISOString().slice(0, 10))
    expect(body.items.map(({ day }: { day: string }) => day)).toEqual(days)
    const now = (await ask('GET', 'dashboard/nist-csf')).body
    const last = body.items.at(-1)
    expect([last.passing, last.failing, last.unknown]).toEqual([
      ...[now.controls_passing, now.controls_failing, now.controls_unknown],
    ])
    expect(last.passing + last.failing + last.in_review + last.unknown).toBe(106)
    expect(last.score).toBe(now.overall_score)
    expect(last.measured.map(({ id }: { id: string }) => id)).toContain('audit_chain')
    expect((await ask('GET', 'history/none')).status).toBe(404)
    const theirs = (await ask('GET', 'history/nist-csf', undefined, stranger)).body.items
    expect(theirs.map(({ measured_at: at }: { measured_at: string }) => at)).toHaveLength(2)
    await expect(run('UPDATE compliance_points SET score = 100')).rejects.toThrow()
  })

  test('is thinned with age: daily for a year, then monthly, and nothing older than ten years', async () => {
    const nowMs = Date.UTC(2040, 5, 15)
    const days = (from: number, to: number) =>
      withTenant(api.owner, acme, (tx) =>
        tx.run(
          `INSERT INTO compliance_points (framework, day, passing, failing, in_review, unknown, measured, measured_at)
          SELECT 'walked', $1::date - n, 0, 0, 0, 0, '[]', now() FROM generate_series($2::int, $3::int) AS n`,
          [new Date(nowMs), from, to],
        ),
      )
    await days(0, 800)
    await days(3650, 3800)
    const kept = async () => {
      await withTenant(api.owner, acme, (tx) => prunePoints(tx, nowMs))
      const sql = `SELECT day::text AS day FROM compliance_points WHERE framework = 'walked' ORDER BY day DESC`
      return withTenant(api.owner, acme, (tx) => tx.many((row) => String(row.day), sql))
    }
    const first = await kept()
    expect(first.slice(0, 401)).toHaveLength(401)
    expect(first[400]).toBe('2039-05-12')
    expect(first.slice(401)).toEqual([
      ...['2039-04-30', '2039-03-31', '2039-02-28', '2039-01-31', '2038-12-31', '2038-11-30', '2038-10-31'],
      ...['2038-09-30', '2038-08-31', '2038-07-31', '2038-06-30', '2038-05-31', '2038-04-30', '2030-06-18'],
    ])
    expect(await kept()).toEqual(first)
  })

  test('is kept whole while a legal hold covers the tenant', async () => {
    const nowMs = Date.UTC(2060, 0, 1)
    const hold = { name: 'all', matter_ref: 'm', subject_kind: 'tenant', subject_value: 'acme' }
    const placed = await api.ask('POST', 'governance/legal-holds', { token, body: hold })
    expect(placed.status).toBe(201)
    expect(await withTenant(api.owner, acme, (tx) => prunePoints(tx, nowMs))).toBe(0)
    await api.ask('POST', `governance/legal-holds/${placed.body.id}/release`, { token, body: { reason: 'over' } })
    expect(await withTenant(api.owner, acme, (tx) => prunePoints(tx, nowMs))).toBeGreaterThan(400)
  })
})
