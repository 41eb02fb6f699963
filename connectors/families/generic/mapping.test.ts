import fc from 'fast-check'
import { expect, test } from 'vitest'
import { EventRow } from '../../../schemas/event-row.ts'
import { ALIASES, type Alias } from './aliases.ts'
import { collect, DEPTH_MAX, found } from './collect.ts'
import { generic } from './mapping.ts'

function filled(record: Record<string, unknown>): EventRow {
  const row = new EventRow()
  expect(generic.fill(record, row)).toBeNull()
  return row
}

function nested(path: string, value: unknown): Record<string, unknown> {
  return path.split('.').reduceRight<unknown>((inner, key) => ({ [key]: inner }), value) as Record<string, unknown>
}

/** Joins two paths of one alias in one record. */
function merged(a: Record<string, unknown>, b: Record<string, unknown>): Record<string, unknown> {
  const both = { ...a }
  for (const [key, value] of Object.entries(b)) {
    const known = both[key]
    const isBoth = typeof known === 'object' && known !== null && typeof value === 'object' && value !== null
    both[key] = isBoth ? merged(known as Record<string, unknown>, value as Record<string, unknown>) : value
  }
  return both
}

/** Values that are valid under every alias. */
const BETTER = '2026-01-07T12:00:00Z'
const WORSE = '2026-01-06T12:00:00Z'
const isAddress = (alias: Alias) => alias === 'srcIp' || alias === 'dstIp'
const betterOf = (alias: Alias) => (isAddress(alias) ? '198.51.100.7' : BETTER)
const worseOf = (alias: Alias) => (isAddress(alias) ? '198.51.100.8' : WORSE)

const aliases = fc.constantFrom(...(Object.keys(ALIASES) as Alias[]))

test('each alias is found at each of its paths, nested or written with dots', () => {
  for (const [alias, paths] of Object.entries(ALIASES)) {
    for (const path of paths) {
      const here = betterOf(alias as Alias)
      for (const record of [nested(path, here), { [path]: here }]) {
        expect(collect(record)).toBe(true)
        expect(found(alias as Alias)).toBe(here)
      }
    }
  }
})

test('the path with the better rank wins in any order of keys, and no value of the previous record remains', () => {
  fc.assert(
    fc.property(aliases, fc.nat(), fc.nat(), (alias, i, j) => {
      const paths: readonly string[] = ALIASES[alias]
      const [a, b] = [i % paths.length, j % paths.length].sort((x, y) => x - y) as [number, number]
      fc.pre(
        a !== b && !(paths[a] as string).startsWith(`${paths[b]}.`) && !(paths[b] as string).startsWith(`${paths[a]}.`),
      )
      const [better, worse] = [nested(paths[a] as string, betterOf(alias)), nested(paths[b] as string, worseOf(alias))]
      for (const record of [merged(better, worse), merged(worse, better)]) {
        collect(record)
        expect(found(alias)).toBe(betterOf(alias))
      }
      collect({})
      expect(found(alias)).toBeUndefined()
    }),
  )
})

test.each([[''], ['-'], [null], [{}], [{ other: 1 }]])('%j counts as no value: the next path is used', (nothing) => {
  expect(filled({ username: nothing, user: { name: 'alice' } }).user).toBe('alice')
})

test('false and 0 count as values', () => {
  expect(filled({ EventID: 0, event_type: 'other' }).eventCode).toBe('0')
  expect(filled({ EventID: false }).eventCode).toBe('false')
})

test('a record nested too deep is refused, the deepest allowed one is not', () => {
  const deep = (levels: number, inner: unknown = 1): unknown => {
    let value = inner
    for (let i = 0; i < levels; i++) value = i % 2 === 0 ? [value] : { a: value }
    return value
  }
  expect(generic.fill({ a: deep(DEPTH_MAX - 1) }, new EventRow())).toBeNull()
  expect(generic.fill({ a: deep(DEPTH_MAX) }, new EventRow())).toBe('too_deep')
  expect(generic.fill(JSON.parse(`{"a":${'['.repeat(50_000)}${']'.repeat(50_000)}}`), new EventRow())).toBe('too_deep')
})

test('names of the prototype are ordinary names', () => {
  const text =
    '{"__proto__":{"user":"evil","host":"evil"},"constructor":{"name":"x"},"toString":"y","hasOwnProperty":1}'
  const row = filled(JSON.parse(text))
  expect([row.user, row.host, row.eventCode]).toEqual(['', '', ''])
  expect(({} as Record<string, unknown>).user).toBeUndefined()
})

test('ports and process ids are whole numbers in range, or 0', () => {
  expect(filled({ src_port: 443, dst_port: '8080', pid: 4_294_967_295 })).toMatchObject({
    srcPort: 443,
    dstPort: 8080,
    pid: 4_294_967_295,
  })
  for (const odd of [-1, 65_536, 1.5, 'http', '', '-', '1e99', true, {}, [80], 1e300])
    expect(filled({ src_port: odd }).srcPort).toBe(0)
})

test('Windows writes 4 under Level for information, which is not the severity 4', () => {
  expect(filled({ Level: 4 }).severityId).toBe(0)
  expect(filled({ severity_id: 4 }).severityId).toBe(4)
})

test('a titled record with a severity is a finding, with its techniques; either alone is not', () => {
  const row = filled({ title: 'Tool "x" ran', severity: 'high', mitre_techniques: ['T1059.001', 'T1003', 'x"y', 7] })
  expect([row.classUid, row.activityId, row.severityId, row.message]).toEqual([2004, 1, 4, 'Tool "x" ran'])
  expect(JSON.parse(`{${row.ocsfRest}}`)).toEqual({
    finding_info: { title: 'Tool "x" ran' },
    attacks: [{ technique: { uid: 'T1059.001' } }, { technique: { uid: 'T1003' } }],
  })
  expect(filled({ title: 'only a title' }).classUid).toBe(0)
  expect(filled({ severity: 'high' }).classUid).toBe(0)
})

test('for any record, every column gets a value of its type', () => {
  const paths = Object.values(ALIASES).flat()
  const records = fc.dictionary(fc.oneof(fc.constantFrom(...paths), fc.string()), fc.jsonValue({ maxDepth: 4 }), {
    maxKeys: 20,
  })
  const empty = new EventRow()
  fc.assert(
    fc.property(records, (record) => {
      const row = filled(record as Record<string, unknown>)
      for (const [name, value] of Object.entries(empty)) {
        expect(typeof row[name as keyof EventRow], name).toBe(typeof value)
      }
      expect(() => JSON.parse(`{${row.ocsfRest}}`)).not.toThrow()
      expect(typeof generic.vendorId(record as Record<string, unknown>)).toBe('string')
    }),
    { numRuns: 500 },
  )
})

test.each(['yesterday', '12 ms', 'n/a', true, ['x'], { seconds: 1 }, Number.NaN])(
  '%j is not a time, and the next path with a time is used',
  (time) => {
    expect(filled({ time, timestamp: '?', created_at: '2026-01-07T10:00:00Z' }).timeMs).toBe(Date.UTC(2026, 0, 7, 10))
    expect(filled({ time }).timeMs).toBeNaN()
  },
)

test('a title with half of a surrogate pair becomes JSON that the engine can read', () => {
  const { ocsfRest } = filled({ title: 'Blocked \ud83d', severity: 'high' })
  expect(ocsfRest).toBe('"finding_info":{"title":"Blocked \ufffd"}')
})

test.each([
  [{ external_id: 'a-1' }, 'a-1'],
  [{ external_id: 7 }, '7'],
  [{ external_id: 2 ** 53 - 1 }, '9007199254740991'],
  [{ external_id: 2 ** 53 }, ''],
  [{ id: 2 ** 53 }, ''],
  [{ id: '9007199254740992' }, '9007199254740992'],
  [{ _cd: '3:42' }, '3:42'],
  [{ id: '0b5f9f5e-3a36-4b1e-9a0c-0c2a6f9d7f10' }, '0b5f9f5e-3a36-4b1e-9a0c-0c2a6f9d7f10'],
  [{ event_id: '0123456789abcdef' }, '0123456789abcdef'],
  [{ id: '01JGXQ5Z3N8W2V4T6R9YBCDEFG' }, '01JGXQ5Z3N8W2V4T6R9YBCDEFG'],
  [{ event_id: 'user.login' }, ''],
  [{ event_id: 4624 }, ''],
  [{ event_id: '4624' }, ''],
  [{ id: '' }, ''],
  [{ external_id: 'x'.repeat(257) }, ''],
  [{ id: { nested: 1 } }, ''],
  [{ external_id: 0 }, ''],
  [{ external_id: 'N/A' }, ''],
  [{ id: '00000000-0000-0000-0000-000000000000' }, ''],
  [{ id: '0'.repeat(32) }, ''],
  [{}, ''],
])('%j is known by %j', (record, id) => {
  expect(generic.vendorId(record)).toBe(id)
})

test('a number of seconds under date is a time if the record has no other time', () => {
  const seconds = 1_795_384_806.123
  expect(filled({ date: seconds }).timeMs).toBe(1_795_384_806_123)
  expect(filled({ date: seconds, time: BETTER }).timeMs).toBe(Date.parse(BETTER))
  for (const date of ['1985-03-02', 20_261_122, '1795384806']) expect(filled({ date }).timeMs).toBeNaN()
})

test('fields indexed by a collector count after the event’s own, and are never its identity, time or title', () => {
  const fields = { user: 'fay', src_ip: '192.0.2.7', id: 'f'.repeat(32), time: BETTER, title: 'x', level: 'high' }
  const hec = { fields, time: Date.parse(WORSE) / 1000 }
  const row = filled({ user: 'eve', hec })
  expect([row.user, row.srcIp, row.classUid, row.timeMs]).toEqual(['eve', '192.0.2.7', 0, Date.parse(WORSE)])
  expect(generic.vendorId({ hec })).toBe('')
})

test('Python’s local time counts only if no collector adds a time', () => {
  const record = { asctime: '2026-01-07 12:00:00,250', levelname: 'WARNING' }
  expect(filled(record)).toMatchObject({ timeMs: Date.parse(BETTER) + 250, severityId: 2 })
  expect(filled({ ...record, hec: { time: WORSE } }).timeMs).toBe(Date.parse(WORSE))
})

const LOGS = [
  ['pino', { level: 50, time: 1_767_780_000_000, pid: 7, hostname: 'web01', msg: 'it broke' }, 6008, 4],
  ['pino at info', { level: 30, time: 1_767_780_000_000, pid: 7, hostname: 'web01', msg: 'it works' }, 0, 1],
  ['bunyan', { name: 'shop', hostname: 'web01', pid: 7, level: 60, msg: 'it broke', time: BETTER, v: 0 }, 6008, 5],
  ['Python', { name: 'shop.cart', levelname: 'ERROR', message: 'it broke', asctime: BETTER }, 6008, 4],
  ['Python by numbers', { name: 'shop.cart', levelno: 50, message: 'it broke', asctime: BETTER }, 6008, 4],
  ['Python at warning', { name: 'root', levelname: 'WARNING', message: 'it may break' }, 0, 2],
  ['zap', { level: 'error', ts: 1_767_780_000.5, logger: 'shop', caller: 'a.go:1', msg: 'it broke' }, 6008, 4],
  ['structlog', { event: 'it broke', level: 'critical', timestamp: BETTER, logger: 'shop' }, 6008, 5],
  ['Serilog', { '@t': BETTER, '@m': 'it broke', '@l': 'Error', SourceContext: 'Shop' }, 6008, 4],
  ['Google Cloud', { severity: 'ERROR', message: 'it broke', name: 'shop', timestamp: BETTER }, 6008, 4],
  ['GELF', { version: '1.1', host: 'web01', short_message: 'it broke', level: 3, timestamp: 1_767_780_000.5 }, 6008, 4],
  ['GELF at notice', { version: '1.1', host: 'web01', short_message: 'it is so', level: 5 }, 0, 1],
  [
    'OpenTelemetry',
    { timeUnixNano: '1767780000000000000', severityNumber: 17, body: { stringValue: 'it broke' } },
    6008,
    4,
  ],
  [
    'OTLP',
    { timeUnixNano: '1767780000000000000', severityNumber: 'SEVERITY_NUMBER_FATAL2', body: 'it broke' },
    6008,
    5,
  ],
] as const

test.each(LOGS)('a log record of %s is an application’s message', (_, record, classUid, severityId) => {
  const row = filled(record)
  expect(row).toMatchObject({ classUid, severityId, message: expect.stringMatching(/^it /) })
  expect([row.activityId, row.ocsfRest]).toEqual([classUid === 0 ? 0 : 1, ''])
})

test.each([
  [{ name: 'Ransomware', severity: 'critical', message: 'on web01' }, 'Ransomware', 'on web01'],
  [{ name: 'Suspicious logon', level: 'high', message: 'by eve' }, 'Suspicious logon', 'by eve'],
  [{ name: 'Suspicious logon', level: 'high' }, 'Suspicious logon', 'Suspicious logon'],
  [{ title: 'Tool ran', level: 'error', msg: 'as eve' }, 'Tool ran', 'as eve'],
])('%j is a finding', (record, title, message) => {
  const row = filled(record)
  expect([row.classUid, row.message]).toEqual([2004, message])
  expect(JSON.parse(`{${row.ocsfRest}}`)).toEqual({ finding_info: { title } })
})

test('numbers are levels only beside a message, and only numbers that loggers use', () => {
  expect(filled({ level: 50, title: 'x' })).toMatchObject({ severityId: 0, classUid: 0 })
  for (const level of [4, 9, 70, 50.5, -10, '50']) expect(filled({ level, msg: 'x' }).severityId).toBe(0)
  for (const severityNumber of [0, 25, 'SEVERITY_NUMBER_UNSPECIFIED'])
    expect(filled({ severityNumber, body: 'x' }).severityId).toBe(0)
})

test.each([
  { time_iso8601: '2026-01-07T13:00:00+01:00' },
  { time_local: '07/Jan/2026:12:00:00 +0000' },
  { datetime: '2026-01-07 12:00:00' },
  { Timestamp: BETTER },
  { event_time: BETTER },
  { msec: '1767787200.000' },
  { timeMillis: 1_767_787_200_000 },
  { instant: { epochSecond: 1_767_787_200, nanoOfSecond: 5 } },
  { date: '2026-01-07', time: '12:00:00' },
])('%j says when', (record) => {
  expect(filled(record).timeMs).toBe(Date.parse(BETTER))
})

test.each([
  [{ 'client.address': '198.51.100.5' }, '198.51.100.5'],
  [{ client: { address: '[198.51.100.5]:443' } }, '198.51.100.5'],
  [{ ClientHost: '198.51.100.5' }, '198.51.100.5'],
  [{ data: { srcip: '198.51.100.5' } }, '198.51.100.5'],
  [{ remote_address: '198.51.100.5:4242' }, '198.51.100.5'],
  [{ ipAddress: '::ffff:198.51.100.5' }, '198.51.100.5'],
  [{ src: 'main.ts', ip: '198.51.100.5' }, '198.51.100.5'],
  [{ client: 'curl' }, ''],
  [{ ip: '127.0.0.1' }, ''],
  [{ remote_addr: '::1' }, ''],
])('the source of %j is %j', (record, address) => {
  expect(filled(record).srcIp).toBe(address)
})

test('placeholders are not users, and a host that is an address is not a name', () => {
  for (const nobody of ['unknown', 'N/A', '(null)', '-']) expect(filled({ user: nobody }).user).toBe('')
  expect(filled({ host: '10.0.0.5' }).host).toBe('')
  expect(filled({ suser: 'ada', hostName: 'web1' })).toMatchObject({ user: 'ada', host: 'web1' })
})

test('a date in words is a time only if it has a clock', () => {
  expect(filled({ date: '2026-03-04T10:11:12Z' }).timeMs).toBe(Date.UTC(2026, 2, 4, 10, 11, 12))
  expect(filled({ Date: 'Wed, 04 Mar 2026 10:11:12 GMT' }).timeMs).toBe(Date.UTC(2026, 2, 4, 10, 11, 12))
  expect(filled({ date: '2026-03-04' }).timeMs).toBeNaN()
  expect(filled({ date: '2026-03-04', time: '10:11:12' }).timeMs).toBe(Date.UTC(2026, 2, 4, 10, 11, 12))
})

test.each([
  [
    'a member beside an owner',
    { owner: { name: 'lee' }, actor: { name: 'kim' }, action: 'login', result: { code: 401 } },
    3002,
    2,
    '',
    'kim',
    '',
  ],
  ['a state that may mean either', { type: 'login', status: 0, login: 'kim' }, 3002, 0, '', 'kim', ''],
  ['a truth in digits', { type: 'login', success: 0, login: 'kim' }, 3002, 2, '', 'kim', ''],
  ['a reason', { type: 'login', login: 'kim', failure_reason: 'LOCKED_OUT_X' }, 3002, 2, '', 'kim', ''],
  [
    'a kind of its own',
    { type: 'dns', src: '10.0.0.5', dst: '10.0.0.1', domain: 'www.example.com' },
    4003,
    0,
    '',
    '',
    '10.0.0.5',
  ],
  [
    'a person at an address',
    { user: 'kim/198.51.100.9', event: 'auth', outcome: 'refused' },
    3002,
    2,
    '',
    'kim',
    '198.51.100.9',
  ],
  ['an address, a port, a person', { peer: '198.51.100.9:4500/kim' }, 0, 0, 'kim', '', '198.51.100.9'],
  ['a network is nobody at an address', { client: '10.0.0.0/8', user: 'kim' }, 0, 0, 'kim', '', ''],
  [
    'nobody who wrote or has it',
    { author: { username: 'lee' }, reviewed_by: { username: 'sam' }, assignee: 'pat' },
    0,
    0,
    '',
    '',
    '',
  ],
  [
    'German names',
    { benutzer: 'kim', quell_ip: '198.51.100.9', ereignis: 'Anmeldung', ergebnis: 'fehlgeschlagen' },
    3002,
    2,
    '',
    'kim',
    '198.51.100.9',
  ],
  [
    'French words',
    { message: "Échec de connexion pour l'utilisateur « kim » depuis 198.51.100.9" },
    3002,
    2,
    '',
    'kim',
    '198.51.100.9',
  ],
  [
    'Spanish words',
    { message: 'El usuario kim ha iniciado sesión correctamente desde 198.51.100.9' },
    3002,
    1,
    '',
    'kim',
    '198.51.100.9',
  ],
  [
    'Portuguese words',
    { message: 'Falha ao autenticar o usuário kim de 198.51.100.9: senha inválida' },
    3002,
    2,
    '',
    'kim',
    '198.51.100.9',
  ],
  ['Italian words', { message: "Accesso negato all'utente kim da 198.51.100.9" }, 3002, 2, '', 'kim', '198.51.100.9'],
  [
    'a connection that is refused, in French',
    { message: 'Connexion refusée depuis 198.51.100.9' },
    4001,
    2,
    '',
    '',
    '198.51.100.9',
  ],
  ['an account without a name', { message: 'Der Benutzer wurde gesperrt' }, 0, 0, '', '', ''],
] as const)('%s', (_, record, classUid, statusId, user, targetUser, srcIp) => {
  expect(filled(record as Record<string, unknown>)).toMatchObject({ classUid, statusId, user, targetUser, srcIp })
})
