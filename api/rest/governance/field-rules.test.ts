/**
 * Field rules: a value that a role may not see comes out of no route, whatever is asked. The value stands in the raw event
 * of an alert, in its title and its users, in an event of the lake, in a case and in the audit log.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hiddenFrom, hiddenIn, shownText } from '../../../control/platform/governance/index.ts'
import type { TenantId } from '../../../platform/tenant.ts'
import { lakeSources } from '../../../query/lake-sources.ts'
import { searchByRule } from '../../../query/search/search-by-rule.ts'
import { takeIn } from '../../../query/testing.ts'
import { type ReadLimits, tenantReader } from '../../../stores/clickhouse/tenant-reader.ts'
import { useEngine } from '../../../stores/clickhouse/test-engine.ts'
import { withTenant } from '../../../stores/postgres/pool.ts'
import type { ApiDeps } from '../../deps.ts'
import { makeAdmin, makeTenant, makeUser, startTestApi, type TestApi, tokenOf } from '../../test-api.ts'

const engine = useEngine({ migrated: true })
const SECRET = 'svetlana.petrova'
const NOW_MS = Date.UTC(2026, 2, 2)
const SPAN = { from: '2026-02-27T00:00:00Z', to: '2026-03-02T00:00:00Z' }
let api: TestApi
let acme: TenantId
let admin: string
let hunter: string
let alertId: string
let caseId: string
let eventUid: string

beforeAll(async () => {
  const lake = (tenant: TenantId, limits?: ReadLimits) => tenantReader(engine().client, tenant, limits)
  const byRule: ApiDeps['searchByRule'] = (tenant, request, gone) =>
    searchByRule(lake(tenant), lakeSources(), request, { gone })
  api = await startTestApi({ deps: { lake, searchByRule: byRule } })
  acme = await makeTenant(api, 'acme')
  admin = await makeAdmin(api, acme)
  await makeUser(api, acme, 'hana', 'threat_hunter')
  hunter = await tokenOf(api, acme, 'hana')
  const made = await ask('POST', 'alerts', {
    title: `Password spray on ${SECRET}`,
    severity: 'high',
    description: `Many failures of ${SECRET.toUpperCase()}`,
    affected_users: [SECRET, 'bob'],
    affected_hosts: ['dc1'],
    raw_event: {
      actor: { user: { name: SECRET, uid: 7 } },
      'user.name': SECRET,
      list: [{ name: SECRET }, { name: 'bob' }],
    },
  })
  alertId = made.body.id
  const opened = await ask('POST', 'cases', { title: `Who is ${SECRET}?`, severity: 'high', alert_ids: [alertId] })
  caseId = opened.body.id
  const event = { Channel: 'Security', EventID: 4625, Hostname: 'dc1', '@timestamp': '2026-03-01T01:00:00Z' }
  const body = JSON.stringify({ ...event, TargetUserName: SECRET, Note: `says ${SECRET}` })
  await takeIn(engine().client, { tenant: acme, format: 'windows', body, receivedMs: NOW_MS })
  const found = await ask('POST', 'events/search', { ...SPAN, fields: ['target_user'] })
  eventUid = found.body.events[0].event_uid
}, 120_000)
afterAll(() => api.close())

const ask = (method: string, url: string, body?: unknown, as = admin) =>
  api.ask(method, url, { token: as, ...(body === undefined ? {} : { body }) })
const rule = (resource: string, field_path: string, treatment = 'redact', roles = ['admin']) =>
  ask('POST', 'governance/field-rules', { resource, field_path, treatment, visible_to_roles: roles })
/** Forgets the principals: the API caches a caller's hidden fields for some seconds. */
const renew = () => api.deps.principals.forget(() => true)
async function only(...rules: [string, string, string?, string[]?][]): Promise<void> {
  const { items } = (await ask('GET', 'governance/field-rules')).body
  for (const { id } of items) await ask('DELETE', `governance/field-rules/${id}`)
  for (const one of rules) expect((await rule(...one)).status).toBe(201)
  renew()
}

describe('a field rule', () => {
  test('replaces the value by its treatment, lists the withheld field, and shows the value to the named roles', async () => {
    const shown = async (treatment: string) => {
      await only(['alert', 'raw_event.actor.user.name', treatment])
      return (await ask('GET', `alerts/${alertId}`, undefined, hunter)).body
    }
    expect((await shown('redact')).raw_event.actor.user).toEqual({ name: '[redacted]', uid: 7 })
    expect((await shown('mask')).raw_event.actor.user.name).toBe('••••••••••••rova')
    expect((await shown('hash')).raw_event.actor.user.name).toMatch(/^sha256:[0-9a-f]{16}$/)
    const omitted = await shown('omit')
    expect(omitted.raw_event.actor.user).toEqual({ uid: 7 })
    expect(omitted.withheld_fields).toEqual(['raw_event.actor.user.name'])
    const own = (await ask('GET', `alerts/${alertId}`)).body
    expect([own.raw_event.actor.user.name, own.withheld_fields]).toEqual([SECRET, undefined])
  })

  test('on a field that the record does not have, or that is empty, is not listed as withheld', async () => {
    await only(['alert', 'raw_event.actor.user.email'], ['alert', 'category'], ['alert', 'nothing.like.it'])
    const { body, headers } = await ask('GET', `alerts/${alertId}`, undefined, hunter)
    expect([body.withheld_fields, headers['x-svc-withheld-fields']]).toEqual([undefined, undefined])
  })

  test('covers names with dots, lists, numbers and whole objects', async () => {
    await only(
      ['alert', 'raw_event.user.name'],
      ['alert', 'raw_event.list.name'],
      ['alert', 'raw_event.actor.user.uid'],
    )
    const { raw_event, withheld_fields } = (await ask('GET', `alerts/${alertId}`, undefined, hunter)).body
    expect(raw_event.list).toEqual([{ name: '[redacted]' }, { name: '[redacted]' }])
    expect([raw_event['user.name'], raw_event.actor.user.uid]).toEqual(['[redacted]', '[redacted]'])
    expect(withheld_fields).toHaveLength(3)
    await only(['alert', 'raw_event'])
    expect((await ask('GET', `alerts/${alertId}`, undefined, hunter)).body.raw_event).toBe('[redacted]')
  })

  test('is refused for an unknown role, resource or path, and twice for one field', async () => {
    await only(['alert', 'title'])
    expect((await rule('alert', 'title')).status).toBe(409)
    expect((await rule('alert', 'tags', 'redact', ['nobody_is_this'])).status).toBe(422)
    expect((await rule('alerts', 'tags')).status).toBe(422)
    expect((await rule('alert', '.tags')).status).toBe(422)
    expect((await rule('alert', 'tags', 'blur')).status).toBe(422)
    expect((await ask('GET', 'governance/field-rules', undefined, hunter)).status).toBe(403)
  })

  test('that is disabled, or that another role of the user may see through, hides nothing', async () => {
    await only(['alert', 'title', 'redact', ['threat_hunter']])
    expect((await ask('GET', `alerts/${alertId}`, undefined, hunter)).body.title).toContain(SECRET)
    expect((await ask('GET', `alerts/${alertId}`)).body.title, 'an administrator whom it does not name').toBe(
      '[redacted]',
    )
    const [{ id }] = (await ask('GET', 'governance/field-rules')).body.items
    expect((await ask('PATCH', `governance/field-rules/${id}`, { enabled: false })).status).toBe(200)
    renew()
    expect((await ask('GET', `alerts/${alertId}`)).body.title).toContain(SECRET)
  })
})

describe('no route returns the hidden value', () => {
  const HIDING: [string, string, string?][][] = [
    [
      ['alert', 'raw_event.actor.user.name'],
      ['case', 'title'],
      ['entity_risk', 'entity'],
    ],
    [
      ['alert', 'affected_users', 'hash'],
      ['alert', 'raw_event'],
      ['case', 'title', 'omit'],
    ],
    [
      ['event', 'target_user', 'mask'],
      ['alert', 'raw_event.actor.user.name', 'omit'],
      ['case', 'title'],
    ],
    [
      ['event', 'user.name', 'omit'],
      ['event', 'raw_event.TargetUserName'],
      ['alert', 'affected_users'],
      ['case', 'title'],
    ],
  ]

  test.each(HIDING.map((rules) => [rules.map(([resource, path]) => `${resource}.${path}`).join(' '), rules] as const))(
    '%s',
    async (_, rules) => {
      await only(...rules)
      const ofEvents = rules.some(([resource]) => resource === 'event')
      const reads = api.api.routes.filter(({ method, url }) => method === 'GET' && url.startsWith('/api/v1/'))
      for (const { url } of reads) {
        const path = url
          .replace('/api/v1/', '')
          .replace(/^alerts\/:id/, `alerts/${alertId}`)
          .replace(/^cases\/:(id|case_id)/, `cases/${caseId}`)
          .replace('events/:uid', `events/${eventUid}`)
          .replace(':resource_type/:resource_id', `alert/${alertId}`)
        if (path.startsWith('events/') && !ofEvents) continue
        const { text } = await ask('GET', path.replace(/:\w+/, alertId), undefined, hunter)
        expect(text.toLowerCase(), path).not.toContain(SECRET)
      }
      const texts = [
        await ask('GET', `cases/${caseId}/summary?format=html`, undefined, hunter),
        await ask('PATCH', `cases/${caseId}`, { severity: 'critical' }, hunter),
        await ask('GET', `alerts?search=${SECRET.slice(0, 4)}`, undefined, hunter),
        await graphql('{ alerts { edges { node { id t: title source tags case { id x: title } } } } }'),
        await graphql(
          `{ case(id: "${caseId}") { title alerts { title } timeline { title description } comments { body } } }`,
        ),
      ]
      for (const { text } of texts) expect(text.toLowerCase()).not.toContain(SECRET)
    },
    60_000,
  )

  test('of alerts: it can be neither counted nor filtered by', async () => {
    await only(['alert', 'affected_users'])
    for (const path of ['alerts?user=svet', 'alerts?search=svet', 'alerts/facets?fields=user', 'alerts/facets?host=a'])
      expect([path, (await ask('GET', path, undefined, hunter)).status]).toEqual([path, 403])
    const { body } = await ask('GET', 'alerts/facets', undefined, hunter)
    const fields = body.facets.map(({ field }: { field: string }) => field)
    expect(fields).toEqual(['tactic', 'technique', 'rule', 'source'])
  })

  test('of the lake: search, counts, SQL and KQL', async () => {
    await only(['event', 'target_user'])
    const fields = [['target_user'], ['message', 'raw'], ['user.name', 'unmapped.Note'], ['host']]
    for (const names of fields) {
      const { status, text } = await ask('POST', 'events/search', { ...SPAN, fields: names }, hunter)
      expect([status, text.toLowerCase().includes(SECRET)], names.join()).toEqual([200, false])
    }
    const refused = [
      ['events/search', { ...SPAN, query: 'target_user:s*' }],
      ['events/search', { ...SPAN, query: 'user.name:s*' }],
      ['events/search', { ...SPAN, query: 'svet*' }],
      ['events/search', { ...SPAN, query: 'SecurityEvent | where TargetUserName startswith "s"', language: 'kql' }],
      ['events/histogram', { ...SPAN, query: 'NOT (host:a OR target_user:svetlana.petrova)' }],
      ['events/facets', { ...SPAN, fields: ['target_user'] }],
      ['lake/query', { sql: 'SELECT target_user FROM events' }],
      ['lake/query', { sql: 'SELECT * FROM events' }],
      ['lake/query', { sql: "SELECT COLUMNS('t.*r') FROM events" }],
      ['lake/query', { sql: 'SELECT e.raw FROM events e' }],
      ['lake/query', { sql: 'SELECT ocsf_members FROM events' }],
      ['lake/query', { sql: "SELECT count() FROM events WHERE lower(target_user) LIKE 's%'" }],
      ['lake/query', { sql: 'SELECT value FROM observables' }],
    ] as const
    for (const [path, body] of refused) {
      const { status, text } = await ask('POST', path, body, hunter)
      expect([status, text.includes(SECRET)], JSON.stringify(body)).toEqual([403, false])
    }
    expect(
      (await ask('POST', 'lake/query', { sql: 'SELECT host, count() FROM events GROUP BY host' }, hunter)).status,
    ).toBe(200)
    expect(
      (await ask('POST', 'lake/query', { sql: 'SELECT target_user FROM events' })).text,
      'whom it names',
    ).toContain(SECRET)
  })
})

const graphql = (query: string) => ask('POST', '/graphql', { query }, hunter)

test('GraphQL lists the withheld fields', async () => {
  await only(['alert', 'title'])
  const { body } = await graphql(`{ alert(id: "${alertId}") { title tags } }`)
  expect(body).toMatchObject({
    data: { alert: { title: '[redacted]' } },
    extensions: { withheldFields: ['alert.title'] },
  })
})

test('a rule on indicators applies to enrichment, both new and saved', async () => {
  await only(['indicator', 'threat_actor'])
  await ask('POST', 'intel/iocs', { ioc_type: 'ip', value: '8.8.4.4', threat_actor: 'Secret Bear' })
  const body = { indicators: [{ type: 'ip', value: '8.8.4.4' }] }
  expect((await ask('POST', 'intel/enrich', body)).text).toContain('Secret Bear')
  const question = await ask('POST', 'intel/enrich', body, hunter)
  expect(question.body.indicators[0].matches[0].threat_actor).toBe('[redacted]')
  const match = { value: '8.8.4.4', threat_actor: 'Secret Bear' }
  const answer = { provider: 'indicators', status: 'found', reason: null, data: { matches: [match], left_out: 0 } }
  const answers = [{ ...answer, checked_at: '2026-03-01T00:00:00.000Z', age_seconds: 0 }]
  await withTenant(api.owner, acme, (tx) =>
    tx.run(`INSERT INTO alert_enrichments (alert_id, entities, left_out, enriched_at) VALUES ($1, $2, 0, now())`, [
      alertId,
      JSON.stringify([{ kind: 'ip', value: '8.8.4.4', answers }]),
    ]),
  )
  const saved = await ask('GET', `alerts/${alertId}/enrichment`, undefined, hunter)
  expect([saved.status, saved.text.includes('Secret Bear')]).toEqual([200, false])
})

test('a message is withheld, with a notice, when the record hides more values than the search for them covers', async () => {
  await only(['comment', 'body'])
  const shown = () =>
    withTenant(api.owner, acme, async (tx) =>
      shownText('They wrote: first secret', await hiddenIn(tx, await hiddenFrom(tx, []), [caseId])),
    )
  const write = (n: number, body: string, hours: number) =>
    withTenant(api.owner, acme, (tx) =>
      tx.run(
        `INSERT INTO case_comments (case_id, author_id, body, created_at)
        SELECT $1, gen_random_uuid(), $3, now() - make_interval(hours => $4) FROM generate_series(1, $2)`,
        [caseId, n, body, hours],
      ),
    )
  await write(1, 'first secret', 2)
  expect(await shown()).toBe('They wrote: [redacted]')
  await write(500, 'later words', 1)
  expect(await shown()).toBe('[withheld: more is hidden here than can be looked for]')
})
