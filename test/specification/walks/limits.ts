/** Direct-write submit (2.3), section 8, and the headers of section 5. */
import assert from 'node:assert/strict'
import { type ApiTarget, ask } from '../door.ts'
import { event } from '../operations/specified-operation.ts'
import { expectStatus, walk } from './walk.ts'

type Submitted = {
  readonly alert_id: string
  readonly id: string
  readonly status: string
  readonly title: string
  readonly severity: string
  readonly accepted: number
  readonly rejected: number
}
const submit = (door: ApiTarget, body: unknown, headers: Record<string, string> = {}) =>
  ask(door, 'POST /alerts/submit', { body, headers })
const MAX_EVENT = 262_144
const DAY_MS = 86_400_000

export const LIMITS = [
  walk(
    '2.3',
    'the title is of the highest-severity event, entities and techniques are derived, severity is one of five',
    async (door) => {
      const loud = { ...event, title: 'loudest', severity: 'Critical', attacks: [{ technique: { uid: 'T1110' } }] }
      const { status, body } = await submit(door, {
        events: [{ ...event, severity: 'low', title: 'quiet' }, loud],
        rule_id: 'walk-rule',
      })
      const made = body as Submitted
      assert.ok(status === 200 || status === 201)
      assert.deepEqual(
        [made.title, made.severity, made.status, made.accepted, made.rejected],
        ['loudest', 'critical', 'new', 2, 0],
      )
      assert.equal(made.alert_id, made.id)
      const alert = await expectStatus<Record<string, unknown>>(door, 200, `GET /alerts/${made.id}`)
      assert.deepEqual(
        [alert.affected_users, alert.affected_hosts, alert.mitre_techniques, alert.rule_id],
        [['ann'], ['h1'], ['T1110'], 'walk-rule'],
      )
      return 'loudest, critical, ann, h1, T1110; accepted 2, rejected 0'
    },
  ),
  walk('8', 'the same Idempotency-Key returns the original alert id; a malformed key is refused', async (door) => {
    const key = `walk:${Date.now()}`
    const ids: unknown[] = []
    for (const title of ['first', 'second'])
      ids.push(
        ((await submit(door, { events: [{ ...event, title }] }, { 'idempotency-key': key })).body as Submitted).id,
      )
    assert.equal(ids[0], ids[1])
    const bad = await submit(door, { events: [event] }, { 'idempotency-key': 'with a space' })
    const long = await submit(door, { events: [event] }, { 'idempotency-key': 'x'.repeat(129) })
    assert.deepEqual([bad.status, long.status], [400, 400])
    return 'the same id; 400 for a space, 400 for 129 characters'
  }),
  walk('8', 'an event over 256 KiB is 413 and the answer names the limit', async (door) => {
    const { status, text } = await submit(door, { events: [{ ...event, filler: 'x'.repeat(MAX_EVENT) }] })
    assert.equal(status, 413)
    assert.match(text, /SVC_SUBMIT_MAX_EVENT_BYTES/)
    return `413: ${text.slice(0, 160)}`
  }),
  walk('8', 'a batch over 8 MiB is 413 and the answer names the limit', async (door) => {
    const events = Array.from({ length: 36 }, () => ({ ...event, filler: 'x'.repeat(250_000) }))
    const { status, text } = await submit(door, { events })
    assert.equal(status, 413)
    assert.match(text, /SVC_SUBMIT_MAX_TOTAL_BYTES/)
    return `413: ${text.slice(0, 160)}`
  }),
  walk(
    '8',
    'a time older than 90 days or more than 300 seconds ahead is clamped, and the event still comes',
    async (door) => {
      const times = ['2020-01-01T00:00:00Z', new Date(Date.now() + DAY_MS).toISOString()]
      const { body } = await submit(door, { events: times.map((time) => ({ ...event, time })) })
      const { id, accepted } = body as Submitted
      const { metadata } = await expectStatus<{ metadata: Record<string, number> }>(door, 200, `GET /alerts/${id}`)
      assert.deepEqual([accepted, metadata.timestamp_clamped], [2, 2])
      return 'accepted 2, metadata.timestamp_clamped 2'
    },
  ),
  walk(
    '8',
    'values under password, token, secret, api_key, authorization, cookie, client_secret, private_key, bearer, session_id, csrf, x-api-key become [REDACTED]',
    async (door) => {
      const keys = [
        'password',
        'Token',
        'secret',
        'API_KEY',
        'authorization',
        'cookie',
        'client_secret',
        'private_key',
        'bearer',
        'session_id',
        'csrf',
        'x-api-key',
      ]
      const deep = Object.fromEntries(keys.map((key) => [key, 'hunter2']))
      const { body } = await submit(door, { events: [{ ...event, unmapped: { list: [{ deep }] } }] })
      const { raw_event } = await expectStatus<{ raw_event: unknown }>(
        door,
        200,
        `GET /alerts/${(body as Submitted).id}`,
      )
      const text = JSON.stringify(raw_event)
      assert.ok(!text.includes('hunter2'), 'a value is still there')
      assert.equal(text.split('[REDACTED]').length - 1, keys.length + 1)
      return `${keys.length + 1} values, none left`
    },
  ),
  walk('5', 'X-Tenant-ID of another tenant is refused by the API with 401', async (door) => {
    const { status } = await ask({ ...door, tenant: 'another' }, 'POST /alerts/submit', { body: { events: [event] } })
    assert.equal(status, 401)
    return '401'
  }),
  walk(
    '8',
    'X-RateLimit-Limit is 100 a minute for a person and 1000 for a key; Remaining and Reset are there',
    async (door) => {
      const person = await ask(door, 'GET /users/me')
      const { key } = await expectStatus<{ key: string }>(door, 201, 'POST /api-keys', {
        body: { name: 'walk limit', scopes: ['alerts:read'] },
      })
      const program = await ask(door, 'GET /alerts', { token: null, headers: { 'x-api-key': key } })
      const limits = [person, program].map(({ headers }) => headers.get('x-ratelimit-limit'))
      assert.deepEqual([program.status, ...limits], [200, '100', '1000'])
      for (const name of ['x-ratelimit-remaining', 'x-ratelimit-reset'])
        assert.match(program.headers.get(name) ?? '', /^\d+$/)
      const denied = await ask(door, 'GET /cases', { token: null, headers: { 'x-api-key': key } })
      assert.equal(denied.status, 403)
      return '100 and 1000; a key without the scope is 403'
    },
  ),
  walk('5', 'an access token lives 30 minutes', async (door) => {
    const claims = JSON.parse(Buffer.from(door.token.split('.')[1] ?? '', 'base64url').toString()) as {
      exp: number
      iat: number
    }
    assert.equal(claims.exp - claims.iat, 1800)
    return '1800 seconds'
  }),
  walk('8', 'usage of more than 186 days is refused; the default is the last 30', async (door) => {
    const { daily } = await expectStatus<{ daily: unknown[] }>(door, 200, 'GET /usage')
    assert.equal(daily.length, 30)
    assert.equal((await ask(door, 'GET /usage?start=2026-01-01&end=2026-07-06')).status, 422)
    await expectStatus(door, 200, 'GET /usage?start=2026-01-01&end=2026-07-05')
    return '30 days; 187 are 422, 186 are 200'
  }),
  walk('4', 'lists take limit and cursor and return next_cursor when more pages exist', async (door) => {
    type Page = { items: { id: string }[]; next_cursor: string | null }
    const first = await expectStatus<Page>(door, 200, 'GET /alerts?limit=1')
    assert.equal(first.items.length, 1)
    assert.ok(first.next_cursor)
    const second = await expectStatus<Page>(
      door,
      200,
      `GET /alerts?limit=1&cursor=${encodeURIComponent(first.next_cursor)}`,
    )
    assert.notEqual(second.items[0]?.id, first.items[0]?.id)
    return 'one, a cursor, another one'
  }),
]
