/** A query over events that the engine counted must give the same answer as over all events fetched. */
import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { foldOf } from '../../detections/kql/run/fold.ts'
import { KQL_TABLES } from '../../detections/kql/tables.ts'
import { tenantId } from '../../platform/tenant.ts'
import { tenantReader } from '../../stores/clickhouse/tenant-reader.ts'
import { useEngine } from '../../stores/clickhouse/test-engine.ts'
import { takeIn } from '../testing.ts'
import { foldedEvents } from './folded-events.ts'
import { kqlHunt } from './kql-hunt.ts'
import { readEvents } from './read-events.ts'

const engine = useEngine({ migrated: true })
const DAY_MS = Date.UTC(2026, 2, 1)
const NOW_MS = DAY_MS + 86_400_000
const EVENTS = 300

const scalar = fc.constantFrom<unknown>(
  ...[
    null,
    '',
    'a',
    'A',
    'ä',
    'b c',
    '5',
    5,
    5.0,
    5.5,
    '5.0',
    -1,
    0,
    true,
    'true',
    'null',
    4625,
    '4625',
    '[1]',
    '{}',
    '"q"',
  ],
  ...['\\', 'x\ny', 9007199254740993n, 1e21, '\u0041\u0000', 'İ'],
)
const value = fc.oneof(
  { weight: 5, arbitrary: scalar },
  fc.array(scalar, { maxLength: 2 }),
  fc.record({ Deep: scalar, User: scalar }, { requiredKeys: [] }),
)
const record = fc.record(
  {
    EventID: fc.constantFrom(4624, 4625, '4625', 4688),
    User: value,
    LogonType: value,
    Data: fc.record({ User: value, EventID: scalar }, { requiredKeys: [] }),
    'Odd.Name': scalar,
    minute: fc.nat(1439),
    spaced: fc.boolean(),
    twice: fc.constantFrom('', '', '', '"User":"twice",', '"\\u0055ser":"escaped",'),
    channel: fc.constantFrom('Security', 'Security', 'System', 'Microsoft-Windows-Sysmon/Operational'),
    // A text with line ends is read when no member has the account.
    Message: fc.constantFrom('one line', 'Subject:\n\tAccount Name:\tkim', 'Subject:\n\tAccount Name:\tlee'),
    TargetUserName: fc.constantFrom('ann', 'bob', null),
  },
  { requiredKeys: ['EventID', 'minute', 'spaced', 'twice', 'channel'] },
)

function text({ minute, spaced, twice, channel, ...members }: Record<string, unknown>): string {
  const at = new Date(DAY_MS + Number(minute) * 60_000 + (Number(minute) % 7)).toISOString()
  const json = (one: unknown): string => {
    if (typeof one === 'bigint') return String(one)
    if (Array.isArray(one)) return `[${one.map(json).join(spaced ? ' , ' : ',')}]`
    if (typeof one !== 'object' || one === null) return JSON.stringify(one)
    const colon = spaced ? ' : ' : ':'
    return `{${Object.entries(one)
      .map(([name, of]) => `${JSON.stringify(name)}${colon}${json(of)}`)
      .join(',')}}`
  }
  return json({ Channel: channel, Hostname: 'dc1', '@timestamp': at, ...members }).replace('{', `{${String(twice)}`)
}

const client = () => engine().client

beforeAll(async () => {
  const bodies = fc.sample(record, { numRuns: EVENTS, seed: 7 }).map(text)
  // Includes repeats, so that some events are counted together.
  const all = [...bodies, ...bodies.slice(0, 100).map((one) => one.replace('{', '{"Again":1,'))]
  await takeIn(client(), { tenant: 'acme', format: 'windows', body: all.join('\n'), receivedMs: Date.now() })
  await takeIn(client(), {
    tenant: 'globex',
    format: 'windows',
    body: all.slice(0, 50).join('\n'),
    receivedMs: Date.now(),
  })
  const alike = Array.from({ length: 300 }, (_, minute) =>
    text({
      minute,
      spaced: false,
      twice: '',
      channel: 'Security',
      EventID: 4624 + (minute % 2),
      User: `u${minute % 3}`,
    }),
  )
  await takeIn(client(), { tenant: 'initech', format: 'windows', body: alike.join('\n'), receivedMs: Date.now() })
  const spoken = Array.from({ length: 300 }, (_, minute) =>
    text({
      ...{ minute, spaced: false, twice: '', channel: 'Security', EventID: 4624 + (minute % 2) },
      ...{ TargetUserName: `u${minute}`, Message: `Subject:\n\tAccount Name:\tkim${minute}` },
    }),
  )
  await takeIn(client(), { tenant: 'umbrella', format: 'windows', body: spoken.join('\n'), receivedMs: Date.now() })
  for (const [tenant, shapes] of [
    ['hooli', ['winlog', 'event_data']],
    ['soylent', ['winlog', 'event_data', 'list', 'text']],
  ] as const) {
    const body = fc.sample(shippedRecord(shapes), { numRuns: EVENTS, seed: 5 }).map((one) => JSON.stringify(one))
    await takeIn(client(), { tenant, format: 'windows', body: body.join('\n'), receivedMs: Date.now() })
  }
}, 60_000)

/** Logons as three versions of winlogbeat nest them; each has a number and a time of its own. */
const shippedRecord = (shapes: readonly string[]) =>
  fc
    .record({
      shape: fc.constantFrom(...shapes),
      code: fc.constantFrom(4624, 4625, '4625'),
      host: fc.constantFrom('dc1', 'dc2'),
      user: fc.constantFrom<unknown>('ann', 'bob', 5, '5', null, { name: 'ann' }, ['ann']),
      number: fc.nat(),
      minute: fc.nat(1439),
    })
    .map(({ shape, code, host, user, number, minute }) => {
      const at = new Date(DAY_MS + minute * 60_000).toISOString()
      const head = { '@timestamp': at, message: `An account was logged on.\n\tAccount Name:\tnumber${number}` }
      const data = { TargetUserName: user, TargetLogonId: `0x${number}` }
      if (shape === 'winlog') {
        const beside = { computer_name: host, record_id: number, event_data: data }
        return { ...head, winlog: { channel: 'Security', event_id: code, ...beside } }
      }
      const own = shape === 'event_data' ? data : shape === 'list' ? [{ name: 'TargetUserName', value: user }] : 'none'
      return {
        ...head,
        log_name: 'Security',
        event_id: code,
        computer_name: host,
        record_number: number,
        event_data: own,
      }
    })

async function ask(query: string, how: { isFolded?: boolean; foldsFirst?: boolean }, tenant = 'acme') {
  const reader = tenantReader(client(), tenantId(tenant), { rowsMax: 0 })
  const found = await kqlHunt(reader, { text: query, nowMs: NOW_MS, fromMs: DAY_MS, toMs: NOW_MS }, how)
  if ('reason' in found) expect.fail(`${query}: ${found.reason}`)
  return found
}

const FIGURES = fc.constantFrom(
  ...['count()', 'dcount(User)', 'sum(LogonType)', 'min(LogonType)', 'max(User)', 'percentile(LogonType, 50)'],
  ...['make_set(User)', 'make_set(LogonType, 3)', 'countif(User == "a")', 'min(TimeGenerated)', 'max(TimeGenerated)'],
  ...['take_any(User)', 'dcountif(User, EventID == 4625)', 'sumif(LogonType, LogonType > 1)', 'avg(tolong(LogonType))'],
  ...['arg_max(LogonType, User)'],
)
const KEYS = fc.constantFrom(
  ...['User', 'EventID', 'LogonType', 'bin(TimeGenerated, 1h)', 'tostring(User)', 'tolower(User)', 'Data.User', 'Data'],
  ...['hourofday(TimeGenerated)', "['Odd.Name']", 'bin(TimeGenerated, 7m)', 'Nothing', 'Again'],
)
const WHERE = fc.constantFrom(
  ...['', '| where EventID == 4625', '| where User != ""', '| where isnotempty(User)', '| where User has "a"'],
  ...[
    '| where TimeGenerated > ago(12h)',
    '| where TimeGenerated between (datetime(2026-03-01 03:00) .. 2h) or EventID == 4688',
  ],
  ...[
    '| where not(LogonType == 5)',
    '| extend User = strcat(User, "x")',
    '| where User in ("a", "5") | project User, EventID, LogonType, TimeGenerated',
  ],
)
const pipeline = fc
  .tuple(
    fc.constantFrom('SecurityEvent', 'Event'),
    WHERE,
    fc.uniqueArray(FIGURES, { minLength: 1, maxLength: 3 }),
    fc.uniqueArray(KEYS, { maxLength: 2 }),
  )
  .map(([table, where, figures, keys]) => {
    const by = where.includes('project') ? [] : keys
    return `${table} ${where} | summarize ${figures.map((one, at) => (one.startsWith('arg_') ? one : `f${at} = ${one}`)).join(', ')}${by.length > 0 ? ` by ${by.map((one, at) => `k${at} = ${one}`).join(', ')}` : ''}`
  })

test('answers over counted events like over all events, whatever their values', async () => {
  await fc.assert(
    fc.asyncProperty(pipeline, async (query) => {
      fc.pre(!query.includes('project User, EventID, LogonType, TimeGenerated') || foldOf(query) === null)
      const each = await ask(query, { isFolded: false })
      const counted = await ask(query, { foldsFirst: true })
      expect(counted.rows, query).toEqual(each.rows)
      expect(counted.columns, query).toEqual(each.columns)
      expect(counted.reads.map(({ events }) => events)).toEqual(each.reads.map(({ events }) => events))
    }),
    { numRuns: 8, seed: 11 },
  )
}, 120_000)

test.each([
  // Events of one code are counted together: the lake stores the code, which may come from any member.
  ['SecurityEvent | count', 2],
  ['SecurityEvent | summarize count() by EventID', 2],
  ['SecurityEvent | summarize min(TimeGenerated), max(TimeGenerated), count() by EventID, User', 6],
  ['Event | where TimeGenerated > datetime(2026-03-01 03:00) | distinct EventID, Channel', 2],
  ['SecurityEvent | summarize count() by bin(TimeGenerated, 1h)', 10],
])('%s fetches one event of each kind, of the own tenant alone', async (query, groups) => {
  const counted = await ask(query, { foldsFirst: true }, 'initech')
  expect(counted.rows).toEqual((await ask(query, { isFolded: false }, 'initech')).rows)
  expect(counted.reads[0]?.fetched).toBeLessThanOrEqual(groups)
})

test('members that are only looked for divide no events, however many values they have', async () => {
  const query = 'SecurityEvent | summarize count() by EventID'
  const counted = await ask(query, { foldsFirst: true }, 'umbrella')
  expect(counted.rows).toEqual([
    [4624, 150n],
    [4625, 150n],
  ])
  expect(counted.reads[0]?.fetched).toBe(2)
})

test.each([
  'SecurityEvent | summarize count() by Computer, EventID',
  'SecurityEvent | summarize count() by EventID, TargetUserName',
  'SecurityEvent | where EventID == 4625 | summarize n = count(), dcount(TargetUserName) by Computer',
  'SecurityEvent | summarize count() by tostring(winlog.event_data)',
  'SecurityEvent | summarize count(), take_any(winlog) by Computer',
  'SecurityEvent | summarize count() by tostring(event_data)',
  'DeviceLogonEvents | summarize count() by DeviceName, AccountName',
])('%s answers alike over events with nested members', async (query) => {
  for (const tenant of ['hooli', 'soylent']) {
    const counted = await ask(query, { foldsFirst: true }, tenant)
    const each = await ask(query, { isFolded: false }, tenant)
    expect(counted.rows).toEqual(each.rows)
    expect(counted.reads.map(({ events }) => events)).toEqual(each.reads.map(({ events }) => events))
  }
})

test('of an object only the members divide events that the query reads', async () => {
  const counted = await ask('SecurityEvent | summarize count() by Computer', { foldsFirst: true }, 'hooli')
  const [read] = counted.reads
  expect(read?.events).toBeGreaterThan(150)
  expect(read?.fetched).toBeLessThan(30)
})

test('a sample decides whether counting is worthwhile', async () => {
  const reader = tenantReader(client(), tenantId('umbrella'), { rowsMax: 0 })
  const { logSource } = KQL_TABLES.SecurityEvent ?? expect.fail('SecurityEvent is a table')
  const narrowing = { where: { kind: 'const', value: true }, texts: [], fromMs: null, toMs: null } as const
  const range = { fromMs: DAY_MS, toMs: NOW_MS }
  const room = { events: 1000, characters: 1_000_000 }
  const countedBy = (field: string, isForced: boolean) => {
    const read = { table: 'SecurityEvent', logSource, narrowing, fields: [field], fold: { binTicks: [], boundsMs: [] } }
    return foldedEvents(reader, read, range, room, { isForced, signal: undefined })
  }
  expect((await countedBy('EventID', false))?.events).toHaveLength(2)
  expect(await countedBy('TargetUserName', false)).toBeNull()
  expect((await countedBy('TargetUserName', true))?.events).toHaveLength(300)
})

test('counts events for which there is no room, and refuses a query that must see each one', async () => {
  const reader = tenantReader(client(), tenantId('initech'), { rowsMax: 0 })
  const { logSource } = KQL_TABLES.SecurityEvent ?? expect.fail('SecurityEvent is a table')
  const narrowing = { where: { kind: 'const', value: true }, texts: [], fromMs: null, toMs: null } as const
  const read = { table: 'SecurityEvent', logSource, narrowing, fields: ['EventID'] }
  const room = { events: 10, characters: 1_000_000 }
  const range = { fromMs: DAY_MS, toMs: NOW_MS }
  const { events } = await readEvents(reader, { ...read, fold: { binTicks: [], boundsMs: [] } }, range, room, {})
  expect(events.map(({ values, alike }) => [values, alike?.count])).toEqual([
    [[4624], 150],
    [[4625], 150],
  ])
  await expect(readEvents(reader, { ...read, fold: null }, range, room, {})).rejects.toMatchObject({
    code: 'too_large',
  })
})

test.each([
  'SecurityEvent | take 5',
  'SecurityEvent | summarize make_list(User)',
  'SecurityEvent | summarize arg_max(TimeGenerated, *) by User',
  'SecurityEvent | summarize count() by TimeGenerated',
  'SecurityEvent | extend t = TimeGenerated | summarize count()',
  'SecurityEvent | where * has "a" | count',
  'SecurityEvent | extend r = rand() | summarize sum(r)',
  'SecurityEvent | sort by User | summarize count()',
  'SecurityEvent | join (SecurityEvent | count) on User | count',
  "SecurityEvent | summarize count() by t = column_ifexists('TimeGenerated', now())",
  "SecurityEvent | extend t = columnifexists('TimeGenerated', now()) | summarize max(t)",
  'let f = (x: string) { x }; SecurityEvent | summarize count() by f(User)',
  'SecurityEvent | where User == "a" | extend h = TimeGenerated > ago(1h) | count',
])('%s sees each event', (query) => expect(foldOf(query)).toBeNull())
