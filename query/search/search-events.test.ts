import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { tenantId } from '../../platform/tenant.ts'
import { tenantReader } from '../../stores/clickhouse/tenant-reader.ts'
import { START_MS, useEngine } from '../../stores/clickhouse/test-engine.ts'
import { textIndexWorker } from '../../stores/clickhouse/text-index.ts'
import { joined, type Piece, type SearchQuery } from './ast.ts'
import { compileSearch } from './compile.ts'
import { facets, histogram } from './count-events.ts'
import type { SearchWatch } from './coverage.ts'
import { eventByUid } from './event-by-uid.ts'
import { SearchFault } from './fault.ts'
import { parseSearch } from './parse.ts'
import { printSearch } from './print.ts'
import { type EventPosition, searchEvents } from './search-events.ts'
import { holdsFor, type PlainEvent } from './testing.ts'

const engine = useEngine({ migrated: true })
const FROM_MS = Date.UTC(2026, 2, 1)
const MINUTE_MS = 60_000
const SPAN = { fromMs: FROM_MS, toMs: FROM_MS + 100 * MINUTE_MS }
const NOW_MS = SPAN.toMs

const USERS = ['kim', 'KIM', 'lee', '', 'a_b', 'a%b', "o'neil", 'x\\y']
const COMMANDS = ['powershell -enc AAAA', 'cmd /c "whoami"', '', 'C:\\Windows\\system32\\net.exe user', '100% done']
const ADDRESSES = ['10.0.0.1', '10.0.1.200', '192.168.7.7', 'fe80::1', '']

/** Fixed events, the same in every run. */
const EVENTS: readonly PlainEvent[] = Array.from({ length: 400 }, (_, at) => {
  const pick = (list: readonly string[], step: number) => list[(at * step + (at >> 3)) % list.length] ?? ''
  const [user, cmd_line] = [pick(USERS, 3), pick(COMMANDS, 7)]
  const raw = JSON.stringify({
    user,
    cmd_line,
    level: at % 7,
    tags: [`t${at % 3}`, 'all'],
    note: at % 5 ? 'Failed' : '',
  })
  return {
    event_uid: `00000000-0000-4000-8000-${at.toString(16).padStart(12, '0')}`,
    // Several events of one millisecond.
    time_ms: FROM_MS + Math.floor(at / 3) * 0.7 * MINUTE_MS,
    user,
    cmd_line,
    raw,
    host: `web-${at % 11}`,
    message: at % 4 === 0 ? 'Login failed' : 'login ok',
    src_ip: pick(ADDRESSES, 2),
    dst_ip: pick(ADDRESSES, 5),
    dst_port: [0, 22, 443, 8080][at % 4] ?? 0,
    severity_id: at % 7,
    class_uid: at % 2 ? 3002 : 1007,
  }
})

beforeAll(async () => {
  const rowOf = ({ time_ms, src_ip, dst_ip, ...event }: PlainEvent) => ({
    ...event,
    time: new Date(Number(time_ms)).toISOString().replace('Z', ''),
    ingest_time: new Date(Number(time_ms)).toISOString().replace('Z', ''),
    src_ip: src_ip || '::',
    dst_ip: dst_ip || '::',
    source: 'test',
    mapping: 'test/1',
  })
  const values = [
    ...EVENTS.map((event) => ({ ...rowOf(event), tenant_id: 'acme' })),
    ...EVENTS.slice(0, 5).map((event) => ({ ...rowOf(event), tenant_id: 'globex', user: 'theirs', raw: 'theirs' })),
  ]
  const settings = { date_time_input_format: 'best_effort' } as const
  const [one, other] = [values.slice(0, 200), values.slice(200)]
  await engine().client.insert({ table: 'events', values: one, format: 'JSONEachRow', clickhouse_settings: settings })
  // Some parts have the indexes of texts, others do not.
  await textIndexWorker(engine().client, 0).once({ stop: new AbortController().signal, succeeded: () => {} })
  await engine().client.insert({ table: 'events', values: other, format: 'JSONEachRow', clickhouse_settings: settings })
}, START_MS)

const reader = (tenant = 'acme') => tenantReader(engine().client, tenantId(tenant))
const conditionOf = (text: string) => compileSearch(parseSearch(text), text, NOW_MS)

async function uidsOf(text: string, tenant = 'acme'): Promise<string[]> {
  const search = { condition: conditionOf(text), span: SPAN, fields: [], limit: 500, after: null }
  const { events, missing, next } = await searchEvents(reader(tenant), search)
  expect([missing, next]).toEqual([[], null])
  return events.map(({ event_uid }) => event_uid)
}

/** Newest first, as pages are. */
const slowly = (query: SearchQuery) =>
  EVENTS.filter((event) => holdsFor(query, event))
    .map(({ event_uid, time_ms }) => ({ uid: String(event_uid), ms: Number(time_ms) }))
    .sort((a, b) => b.ms - a.ms || (a.uid < b.uid ? 1 : -1))
    .map(({ uid }) => uid)

test.each([
  '*',
  'user:kim',
  'user:"o\'neil"',
  'user:a_b OR user:a%b',
  'user:a?b',
  'user:"x\\\\y"',
  'user:*',
  'NOT user:*',
  'cmd_line:whoami',
  'cmd_line:*enc*A',
  '"C:\\Windows\\system32"',
  'failed -user:kim',
  'message:(failed OR ok) dst_port:443',
  'dst_port:[22 TO 443}',
  'dst_port:>=443 AND NOT dst_port:8080',
  'severity_id:{2 TO *]',
  'host:web-1*',
  'actor.user.name:lee dst_endpoint.port:22',
  'unmapped.level:3',
  'unmapped.tags:t1',
  'unmapped.level:[2 TO 4]',
  'unmapped.note:*',
  'ip:10.0.0.1',
  '"\\"whoami"',
  '"100%"',
])('%s finds what it finds in memory', async (text) => {
  const expected = slowly(parseSearch(text))
  expect(expected.length).toBeGreaterThan(0)
  expect(await uidsOf(text)).toEqual(expected)
})

test.each([
  ['ip:10.0.0.0/16', ({ src_ip, dst_ip }: PlainEvent) => /^10\.0/.test(`${src_ip}`) || /^10\.0/.test(`${dst_ip}`)],
  ['src_ip:10.0.1.0/24', ({ src_ip }: PlainEvent) => src_ip === '10.0.1.200'],
  ['src_ip:[10.0.0.0 TO 10.0.1.255]', ({ src_ip }: PlainEvent) => /^10\.0\.[01]/.test(`${src_ip}`)],
  ['src_ip:fe80::/10', ({ src_ip }: PlainEvent) => src_ip === 'fe80::1'],
  ['src_ip:192.168.*', ({ src_ip }: PlainEvent) => src_ip === '192.168.7.7'],
  ['NOT src_ip:*', ({ src_ip }: PlainEvent) => src_ip === ''],
  ['severity:high', ({ severity_id }: PlainEvent) => severity_id === 4],
  ['time:>=now-50m', ({ time_ms }: PlainEvent) => Number(time_ms) >= NOW_MS - 50 * MINUTE_MS],
  [
    'event_uid:00000000-0000-4000-8000-000000000007',
    ({ event_uid }: PlainEvent) => /7$/.test(`${event_uid}`) && /000007$/.test(`${event_uid}`),
  ],
  [
    'process.cmd_line:whoami',
    ({ class_uid, cmd_line }: PlainEvent) => class_uid === 1007 && /whoami/.test(`${cmd_line}`),
  ],
  ['metadata.product.name:unknown', () => true],
])('%s', async (text, holds) => {
  const expected = EVENTS.filter(holds).map(({ event_uid }) => event_uid)
  expect(expected.length).toBeGreaterThan(0)
  expect((await uidsOf(text)).sort()).toEqual(expected.sort())
})

const value = (...texts: string[]) =>
  fc.oneof(
    fc.constantFrom(...texts).map((text): readonly Piece[] => [text]),
    fc.constantFrom(...texts).map((text): readonly Piece[] => [{ wild: '*' }, text.slice(1)]),
    fc.constantFrom(...texts).map((text): readonly Piece[] => [text.slice(0, 1), { wild: '?' }, text.slice(2)]),
  )
const match = (field: string | null, ...texts: string[]): fc.Arbitrary<SearchQuery> =>
  value(...texts)
    .filter((pattern) => pattern.some((piece) => piece !== '' && typeof piece === 'string'))
    .map((pattern) => ({ kind: 'match', field, pattern: pattern.filter((piece) => piece !== ''), at: 0 }))
const end = fc.option(fc.record({ value: fc.constantFrom('0', '3', '22', '443'), isIncluded: fc.boolean() }), {
  nil: null,
})
const leaf: fc.Arbitrary<SearchQuery> = fc.oneof(
  match('user', ...USERS.filter((one) => one.length > 2)),
  match('cmd_line', ...COMMANDS.filter(Boolean), 'whoami', 'WINDOWS'),
  match(null, 'Failed', 'whoami"', '\\Windows', "o'neil", '100%', 'a_b'),
  match('host', 'web-1', 'web-10', 'nothing'),
  match('unmapped.tags', 't1', 'all', 'none'),
  fc.record({
    kind: fc.constant('range' as const),
    field: fc.constantFrom('dst_port', 'severity_id', 'unmapped.level'),
    from: end,
    to: end.filter((one) => one !== null),
    at: fc.constant(0),
  }),
)
const { query } = fc.letrec<{ query: SearchQuery }>((tie) => ({
  query: fc.oneof(
    { depthSize: 'small' },
    leaf,
    tie('query').map((of): SearchQuery => ({ kind: 'not', of })),
    fc
      .tuple(fc.constantFrom('and', 'or'), fc.array(tie('query'), { minLength: 2, maxLength: 3 }))
      .map(([kind, of]) => joined(kind as 'and' | 'or', of)),
  ),
}))

test('200 generated queries find the same as in memory', async () => {
  const sampled = fc.sample(query, { numRuns: 200, seed: 30 })
  for (let at = 0; at < sampled.length; at += 20) {
    const queries = sampled.slice(at, at + 20)
    const found = await uidsOfEach(queries.map(printSearch))
    const expected = queries.map((one): [string, string[]] => [printSearch(one), slowly(one).sort()])
    expect(found).toEqual(expected)
  }
}, 240_000)

/** Runs all of them in one statement, which takes the time of one. */
async function uidsOfEach(texts: readonly string[]): Promise<[string, string[]][]> {
  const params: Record<string, unknown> = {}
  const columns = texts.map((text, at) => {
    const condition = conditionOf(text)
    for (const [name, value] of Object.entries(condition.params)) params[`q${at}${name}`] = value
    return `toUInt8(${condition.sql.replaceAll(/\{(s\d+):/g, `{q${at}$1:`)}) AS c${at}`
  })
  const sql = `SELECT toString(event_uid) AS uid, ${columns.join(', ')} FROM events`
  const rows = await reader().query<Record<string, string | number>>(sql, params)
  return texts.map((text, at) => {
    return [text, rows.flatMap((row) => (row[`c${at}`] === 1 ? [String(row.uid)] : [])).sort()]
  })
}

describe('pages', () => {
  test('in sequence show every event once, while new events arrive', async () => {
    const found: string[] = []
    let after: EventPosition | null = null
    do {
      const search = { condition: conditionOf('user:kim'), span: SPAN, fields: ['user'], limit: 7, after }
      const page = await searchEvents(reader(), search)
      found.push(...page.events.map(({ event_uid }) => event_uid))
      after = page.next
    } while (after !== null)
    expect(found).toEqual(slowly(parseSearch('user:kim')))
  })

  test('show the selected fields', async () => {
    const fields = [
      'time',
      'user',
      'src_ip',
      'ip',
      'dst_port',
      'severity',
      'raw',
      'unmapped.tags',
      'ocsf',
      'metadata.uid',
    ]
    const condition = conditionOf('event_uid:00000000-0000-4000-8000-000000000001')
    const { events } = await searchEvents(reader(), { condition, span: SPAN, fields, limit: 2, after: null })
    expect(events).toMatchObject([
      {
        event_uid: '00000000-0000-4000-8000-000000000001',
        time: '2026-03-01T00:00:00.000Z',
        cut: [],
        fields: {
          time: '2026-03-01T00:00:00.000Z',
          user: null,
          src_ip: '192.168.7.7',
          dst_port: 22,
          severity: 'informational',
          raw: EVENTS[1]?.raw,
          'unmapped.tags': ['t1', 'all'],
          'metadata.uid': '00000000-0000-4000-8000-000000000001',
          ocsf: { class_uid: 3002, severity: 'Informational' },
        },
      },
    ])
    const unknown = { condition, span: SPAN, fields: ['usr'], limit: 1, after: null }
    await expect(searchEvents(reader(), unknown)).rejects.toThrow('there is no field usr')
  })

  test('name the time that was not searched when the budget is spent', async () => {
    const spent = new AbortController()
    const inner = reader()
    let statements = 0
    const slow: typeof inner = {
      ...inner,
      async query(...args) {
        if (++statements === 2) spent.abort()
        return inner.query(...args)
      },
    }
    const search = { condition: conditionOf('*'), span: SPAN, fields: [], limit: 500, after: null }
    const { events, missing } = await searchEvents(slow, search, { timer: () => spent.signal })
    expect(missing).toEqual([{ fromMs: FROM_MS, toMs: FROM_MS + 40 * MINUTE_MS, reason: 'time' }])
    const isLookedAt = ({ time_ms }: PlainEvent) => Number(time_ms) >= FROM_MS + 40 * MINUTE_MS
    expect(events.length).toBe(EVENTS.filter(isLookedAt).length)
  })

  test('end when the caller disconnects', async () => {
    const search = { condition: conditionOf('*'), span: SPAN, fields: [], limit: 1, after: null }
    await expect(searchEvents(reader(), search, { gone: AbortSignal.abort(new Error('gone')) })).rejects.toThrow('gone')
  })
})

describe('counts', () => {
  test('a histogram counts every event in its bucket, and includes empty buckets', async () => {
    const { answer, missing } = await histogram(reader(), {
      condition: conditionOf('user:kim'),
      span: SPAN,
      intervalMs: MINUTE_MS,
    })
    const expected = EVENTS.filter(({ user }) => /^kim$/i.test(`${user}`))
    expect([answer.events, answer.buckets.length, missing]).toEqual([expected.length, 100, []])
    for (const { fromMs, events } of answer.buckets) {
      const within = expected.filter(({ time_ms }) => Math.floor(Number(time_ms) / MINUTE_MS) === fromMs / MINUTE_MS)
      expect(events).toBe(within.length)
    }
    await expect(histogram(reader(), { condition: conditionOf('*'), span: SPAN, intervalMs: 1000 })).rejects.toThrow(
      'more than 500 buckets',
    )
  })

  test('facets list the most frequent values and count the others', async () => {
    const question = {
      condition: conditionOf('*'),
      span: SPAN,
      fields: ['dst_port', 'severity', 'unmapped.note'],
      limit: 2,
    }
    const { answer } = await facets(reader(), question)
    expect(answer).toEqual([
      { field: 'dst_port', distinct: 4, otherEvents: 200, values: expect.any(Array) },
      { field: 'severity', distinct: 7, otherEvents: 285, values: expect.any(Array) },
      {
        field: 'unmapped.note',
        distinct: 2,
        otherEvents: 0,
        values: [
          { value: 'Failed', events: 320 },
          { value: null, events: 80 },
        ],
      },
    ])
    await expect(facets(reader(), { ...question, fields: ['raw'] })).rejects.toThrow('not counted')
  })

  test('cover only the newest part of too many events, and report it', async () => {
    let first = true
    const watch: SearchWatch = {
      timer: () => {
        const signal = first ? AbortSignal.abort() : new AbortController().signal
        first = false
        return signal
      },
    }
    const question = { condition: conditionOf('*'), span: SPAN, intervalMs: MINUTE_MS }
    const { answer, missing } = await histogram(reader(), question, watch)
    expect(missing).toEqual([{ fromMs: SPAN.fromMs, toMs: SPAN.toMs - 12.5 * MINUTE_MS, reason: 'time' }])
    expect(answer.events).toBe(EVENTS.filter(({ time_ms }) => Number(time_ms) >= SPAN.toMs - 12.5 * MINUTE_MS).length)
    const never = { timer: () => AbortSignal.abort() }
    await expect(histogram(reader(), question, never)).rejects.toThrow('narrow its time')
  })
})

test('returns one event raw and as OCSF, only to its tenant', async () => {
  const uid = '00000000-0000-4000-8000-0000000000ff'
  const found = await eventByUid(reader(), uid)
  expect(found).toMatchObject({
    event_uid: uid,
    raw: EVENTS[255]?.raw,
    raw_encoding: 'utf-8',
    ocsf: { class_uid: 3002 },
  })
  expect(await eventByUid(reader('globex'), uid)).toBeNull()
})

describe('hostile queries', () => {
  test.each([
    `user:"') OR 1=1 --"`,
    `"'; DROP TABLE events; --"`,
    'user:"{s0:String}"',
    'user:"\\\\\' OR 1"',
    'unmapped.tenant_id:globex',
    "unmapped.x');SELECT(1:y",
    'user:"\0\n\t"',
    'theirs',
    'user:theirs',
    `unmapped.a'b:"x"`,
  ])('%s is text to look for, in the own events', async (text) => {
    let query: SearchQuery
    try {
      query = parseSearch(text)
      compileSearch(query, text, NOW_MS)
    } catch (error) {
      expect(error).toBeInstanceOf(SearchFault)
      return
    }
    expect(await uidsOf(text)).toEqual([])
  })

  test.each(['time:>=now-999999w', 'time:>=0001-01-01', 'time:<9999-12-31'])(
    '%s is a time like any other',
    async (text) => {
      expect((await uidsOf(text)).length).toBe(EVENTS.length)
    },
  )

  test('no text of a query appears in the statement', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 4, maxLength: 20 }), (needle) => {
        const searchQuery: SearchQuery = { kind: 'match', field: 'user', pattern: [`<${needle}>`], at: 0 }
        const { sql } = compileSearch(searchQuery, '', NOW_MS)
        expect(sql).toBe('lowerUTF8(user) = lowerUTF8({s0:String})')
      }),
    )
  })

  test.each([
    ['tenant_id:globex', /no field tenant_id/],
    ['_part:x', /no field _part/],
    ['Image:x', /unmapped\.Image/],
    ['hostname:x', /device\.hostname/],
    ['a dst_port:x', /dst_port is a whole number/],
    ['user:[a TO b]', /ranges are for numbers/],
    ['src_ip:nowhere', /no address/],
    ['src_ip:10.0.0.0\\/99', /no block of addresses/],
    ['time:yesterday', /is a time such as/],
    ['severity:bad', /severity is unknown/],
    ['event_uid:x', /is a UUID/],
  ])('%s is refused with its place', (text, reason) => {
    expect(() => conditionOf(text)).toThrow(reason)
  })
})
