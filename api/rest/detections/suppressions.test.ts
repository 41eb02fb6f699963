/** Suppressions: what a rule lets be for a time, and what is left of its overlay when they end. */
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { expireSuppressionsOnce, putOverlay, setBuiltInEnabled } from '../../../control/detect/detections/index.ts'
import type { TenantId } from '../../../platform/tenant.ts'
import { withTenant } from '../../../stores/postgres/pool.ts'
import { type TestPostgres, withTestPostgres } from '../../../stores/postgres/testing.ts'
import { makeAdmin, makeTenant, makeUser, openTestApi, type TestApi, tokenOf } from '../../test-api.ts'

let server: TestPostgres
let api: TestApi
let acme: TenantId
let admin: string
let analyst: string
let stranger: string
const RULE = '*'
const HOUR_MS = 3_600_000

beforeAll(async () => {
  server = await withTestPostgres()
  api = await openTestApi(server)
  acme = await makeTenant(api, 'acme')
  admin = await makeAdmin(api, acme)
  await makeUser(api, acme, 'ann', 'soc_analyst')
  analyst = await tokenOf(api, acme, 'ann')
  stranger = await makeAdmin(api, await makeTenant(api, 'bolt'))
}, 120_000)
afterAll(async () => {
  await api.close()
  await server.close()
})

const ask = (method: string, url: string, body?: object, token = admin) =>
  api.ask(method, url, { token, ...(body === undefined ? {} : { body }) })
const suppress = (more: object = {}, token = admin) =>
  ask(
    'POST',
    'rules/suppressions',
    { rule_id: RULE, field: 'host', values: ['ws1'], reason: 'a scan', expires_in_hours: 24, ...more },
    token,
  )
const end = (id: string, token = admin) => ask('POST', `rules/suppressions/${id}/end`, undefined, token)
const lists = async () => {
  const { status, body } = await ask('GET', `rules/${encodeURIComponent(RULE)}/overlay`)
  return status === 404 ? null : body.allowlists
}
const expire = (afterHours: number) =>
  expireSuppressionsOnce({ pool: api.owner, audit: api.deps.audit }, Date.now() + afterHours * HOUR_MS)

beforeEach(async () => {
  for (const { id, ended_at: ended } of (await ask('GET', 'rules/suppressions')).body.items)
    if (ended === null) await end(id)
  await ask('DELETE', `rules/${encodeURIComponent(RULE)}/overlay`)
})

test('adds its values to the overlay, and its end removes only the values that it added', async () => {
  const kept = { allowlists: { host: ['dc1'], user: ['svc'] }, min_severity: 'low', reason: 'known' }
  await ask('PUT', `rules/${encodeURIComponent(RULE)}/overlay`, kept)
  const made = await suppress({ values: ['ws1', 'WS1', 'DC1'] })
  expect([made.status, made.body]).toMatchObject([201, { values: ['WS1', 'DC1'], ended_at: null }])
  expect(await lists()).toEqual({ host: ['dc1', 'WS1'], user: ['svc'] })
  const ended = await end(made.body.id)
  expect([ended.status, ended.body.ended_at === null]).toEqual([200, false])
  expect(await lists()).toEqual({ host: ['dc1'], user: ['svc'] })
  expect((await ask('GET', `rules/${encodeURIComponent(RULE)}/overlay`)).body).toMatchObject({
    min_severity: 'low',
    reason: 'known',
  })
  expect((await end(made.body.id)).status).toBe(409)
})

test('a value of two suppressions stays until both have ended, and an empty overlay is removed', async () => {
  const [first, second] = [await suppress(), await suppress({ values: ['WS1', 'ws2'] })]
  await end(first.body.id)
  expect(await lists()).toEqual({ host: ['ws1', 'ws2'] })
  await end(second.body.id)
  expect(await lists()).toBeNull()
})

test('expires on time with an entry in the audit log', async () => {
  const { body } = await suppress({ expires_in_hours: 2 })
  await suppress({ field: 'user', values: ['bo'], expires_in_hours: 48 })
  expect(await expire(1)).toBe(0)
  expect(await expire(3)).toBe(1)
  expect(await expire(3)).toBe(0)
  expect(await lists()).toEqual({ user: ['bo'] })
  const { items } = (await ask('GET', 'rules/suppressions')).body
  expect(items.find(({ id }: { id: string }) => id === body.id)).toMatchObject({ ended_by: 'expiry' })
  // Those that stand come first.
  expect(items[0]).toMatchObject({ field: 'user', ended_at: null })
  expect(api.audited.filter(({ action }) => action === 'rule:suppression_ended').at(-1)).toMatchObject({
    resourceId: body.id,
  })
})

test('needs the permission to write rules, stays in its tenant, and refuses invalid values', async () => {
  const { body } = await suppress()
  expect((await suppress({}, analyst)).status).toBe(403)
  expect((await end(body.id, stranger)).status).toBe(404)
  expect((await ask('GET', 'rules/suppressions', undefined, stranger)).body.items).toEqual([])
  const faulty = [
    { field: 'cmd_line' },
    { values: [] },
    { values: ['x'.repeat(257)] },
    { values: Array.from({ length: 101 }, (_, at) => `h${at}`) },
    { reason: '' },
    { expires_in_hours: 0 },
    { expires_in_hours: 24 * 90 + 1 },
  ]
  for (const more of faulty) expect([more, (await suppress(more)).status]).toEqual([more, 422])
  expect((await suppress({ rule_id: 'no such rule' })).status).toBe(404)
  expect(
    await withTenant(api.owner, acme, (tx) =>
      tx.many((row) => row.n, `SELECT count(*)::int AS n FROM rule_suppressions WHERE ended_at IS NULL`),
    ),
  ).toEqual([1])
})

test('expire each on its own after their rule was deleted, and do not delay other tenants', async () => {
  const put = `INSERT INTO rule_suppressions (rule_id, field, values, added, reason, created_by, expires_at)
    VALUES ('gone', 'host', ARRAY[$1], ARRAY[$1], 'walk', 'ann', now() + make_interval(hours => $2))`
  await withTenant(api.owner, acme, async (tx) => {
    await tx.run(`INSERT INTO detection_overlays (rule_id, allowlists, author, reason, is_disabled, suppress_when)
      VALUES ('gone', '{"host": ["a", "b"]}', 'ann', 'walk', false, '{}')`)
    await tx.run(put, ['a', 1])
    await tx.run(put, ['b', 5])
  })
  await suppress({ expires_in_hours: 1 }, stranger)
  expect(await expire(2)).toBe(2)
  const hosts = await withTenant(api.owner, acme, (tx) =>
    tx.maybeOne((row) => row.allowlists, `SELECT allowlists FROM detection_overlays WHERE rule_id = 'gone'`),
  )
  expect(hosts).toEqual({ host: ['b'] })
  expect(await expire(6)).toBe(1)
})

test('disabling a rule keeps a concurrent change of its overlay', async () => {
  const { id } = (await ask('GET', 'rules?limit=1')).body.items[0]
  const list = { isDisabled: false, minSeverity: null, suppressWhen: {}, allowlists: { host: ['dc1'] }, reason: 'x' }
  let switched: Promise<void> = Promise.resolve()
  await withTenant(api.owner, acme, async (tx) => {
    await putOverlay(tx, id, list, 'ann')
    switched = withTenant(api.deps.pool, acme, (other) => setBuiltInEnabled(other, id, false, 'bob'))
    const waits = `SELECT count(*)::int AS n FROM pg_locks WHERE locktype = 'advisory' AND NOT granted`
    await vi.waitFor(async () => expect((await api.owner.query(waits)).rows[0].n).toBeGreaterThan(0), 10_000)
  })
  await switched
  const { body } = await ask('GET', `rules/${encodeURIComponent(id)}/overlay`)
  expect(body).toMatchObject({ disabled: true, allowlists: { host: ['dc1'] } })
})
