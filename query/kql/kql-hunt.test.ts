import { beforeAll, describe, expect, test } from 'vitest'
import { realText, textOf } from '../../detections/kql/run/convert.ts'
import { jsonText } from '../../detections/kql/run/json.ts'
import type { Json, Value } from '../../detections/kql/run/value.ts'
import { tenantId } from '../../platform/tenant.ts'
import { tenantReader } from '../../stores/clickhouse/tenant-reader.ts'
import { useEngine } from '../../stores/clickhouse/test-engine.ts'
import { takeIn } from '../testing.ts'
import { type KqlHuntResult, kqlHunt } from './kql-hunt.ts'
import { KQL_HUNT_LIMITS } from './limits.ts'

const engine = useEngine({ migrated: true })
/** The time of `now()` in the queries; events are received when the test runs, because the lake drops old ones. */
const NOW_MS = Date.UTC(2026, 2, 2)
const at = (hour: string) => `2026-03-01T${hour}:00Z`

const security = (EventID: number, hour: string, more: object) =>
  JSON.stringify({ Channel: 'Security', EventID, Hostname: 'dc1', '@timestamp': at(hour), ...more })
const signIn = (user: string, ip: string, hour: string, more: object = {}) =>
  JSON.stringify({
    ...{ Type: 'SigninLogs', TimeGenerated: at(hour), UserPrincipalName: user, IPAddress: ip, ResultType: '0' },
    ...{ AppDisplayName: 'Portal', Category: 'SignInLogs', OperationName: 'Sign-in activity', ...more },
  })
const process = (CommandLine: string, hour: string) =>
  JSON.stringify({
    ...{ Channel: 'Microsoft-Windows-Sysmon/Operational', EventID: 1, Image: 'C:\\Windows\\System32\\cmd.exe' },
    ...{ CommandLine, Hostname: 'dc1', '@timestamp': at(hour) },
  })

const SECURITY = [
  security(4625, '01:00', { TargetUserName: 'ann', IpAddress: '203.0.113.9', LogonType: 3 }),
  security(4625, '01:10', { TargetUserName: 'ann', IpAddress: '203.0.113.9', LogonType: '0x3' }),
  security(4624, '01:20', { TargetUserName: 'ann', IpAddress: '203.0.113.9', LogonType: 10 }),
  security(4624, '02:00', { TargetUserName: 'bob', IpAddress: '10.0.0.7', Groups: [{ Name: 'admins' }] }),
  '{"Channel":"Security","EventID":4.688e3,"Hostname":"dc1","@timestamp":"2026-03-01T03:00:00Z","CommandLine":"net \\u0075ser /add"}',
]
const SIGN_INS = [
  signIn('ann@corp.example', '203.0.113.9', '01:30', { Status: { errorCode: 0, detail: ['mfa'] } }),
  signIn('bob@corp.example', '198.51.100.4', '05:00', { ResultType: 50126 }),
  signIn('svc', '203.0.113.9', '06:00', {
    Type: 'AADServicePrincipalSignInLogs',
    Category: 'ServicePrincipalSignInLogs',
  }),
]
const FIREWALL =
  'CEF:0|Palo Alto Networks|PAN-OS|10|end|TRAFFIC|3|rt=1772330400000 src=203.0.113.9 dst=10.0.0.7 dpt=443 act=allow out=700'

beforeAll(async () => {
  const { client } = engine()
  const ingest = (tenant: string, format: string, body: string) =>
    takeIn(client, { tenant, format, body, receivedMs: Date.now() })
  await ingest('acme', 'windows', [...SECURITY, process('cmd /c whoami', '01:25')].join('\n'))
  await ingest('acme', 'auto', SIGN_INS.join('\n'))
  await ingest('acme', 'cef', FIREWALL)
  await ingest('acme', 'text', 'a line of no known form')
  const tokens = (id: string, hour: string) =>
    `{"Channel":"Security","EventID":4672,"@timestamp":"${at(hour)}","Token":${id},"Held":{"ids":[${id}]}}`
  await ingest(
    'initech',
    'windows',
    [tokens('9007199254740993', '01:00'), tokens('9007199254740992', '02:00')].join('\n'),
  )
  await ingest('globex', 'windows', security(4625, '01:00', { TargetUserName: 'theirs', IpAddress: '203.0.113.9' }))
  await ingest('globex', 'auto', signIn('theirs@globex.example', '203.0.113.9', '01:00'))
  const many = Array.from({ length: 3000 }, (_, i) =>
    security(5156, '04:00', { Number: i, Application: `a${i % 7}.exe` }),
  )
  await ingest('busy', 'windows', [...many, process('cmd /c whoami', '01:25')].join('\n'))
})

function ask(tenant: string, text: string, more: { fromMs?: number; toMs?: number; signal?: AbortSignal } = {}) {
  const reader = tenantReader(engine().client, tenantId(tenant), { rowsMax: 0 })
  const { signal, ...span } = more
  const hunt = { text, nowMs: NOW_MS, fromMs: null, toMs: NOW_MS, ...span }
  return kqlHunt(reader, hunt, signal ? { signal } : {})
}

async function found(tenant: string, text: string, more: Parameters<typeof ask>[2] = {}): Promise<KqlHuntResult> {
  const result = await ask(tenant, text, more)
  if ('reason' in result) expect.fail(`${result.line}:${result.column} ${result.reason}`)
  return result
}

async function shown(tenant: string, text: string): Promise<readonly string[]> {
  const { columns, rows } = await found(tenant, text)
  const cell = (value: Value, i: number): string => {
    const type = columns[i]?.type ?? 'dynamic'
    if (value === null) return 'null'
    if (type === 'real') return realText(value as number)
    return type === 'dynamic' ? jsonText(value as Json) : textOf(value, type)
  }
  return rows.map((row) => row.map(cell).join('|'))
}

test.each<[string, readonly string[]]>([
  [
    'SecurityEvent | where EventID == 4625 | summarize n = count() by tostring(TargetUserName), tostring(IpAddress)',
    ['ann|203.0.113.9|2'],
  ],
  [
    `SecurityEvent
     | where EventID == 4625
     | join kind=inner (SigninLogs | where ResultType == "0") on $left.IpAddress == $right.IPAddress
     | summarize failed = count() by tostring(UserPrincipalName), tostring(AppDisplayName)`,
    ['ann@corp.example|Portal|2'],
  ],
  [
    'CommonSecurityLog | where DeviceVendor has "palo" | join kind=inner SecurityEvent on $left.SourceIP == $right.IpAddress | distinct tostring(TargetUserName), tostring(DestinationPort), tolong(SentBytes)',
    ['ann|443|700'],
  ],
  [
    'let bad = SecurityEvent | where EventID == 4625 | distinct tostring(IpAddress); SigninLogs | where IPAddress in (bad) | project UserPrincipalName, TimeGenerated',
    ['"ann@corp.example"|2026-03-01T01:30:00.0000000Z'],
  ],
  [
    'let newest = toscalar(SecurityEvent | where EventID == 4625 | summarize max(TimeGenerated)); SecurityEvent | where TimeGenerated > newest | count',
    ['3'],
  ],
  ['SecurityEvent | mv-expand Groups | where Groups.Name == "admins" | project TargetUserName', ['"bob"']],
  ['SigninLogs | where Status.detail[0] == "mfa" | project UserPrincipalName', ['"ann@corp.example"']],
  [
    'SigninLogs | extend d = Status | evaluate bag_unpack(d) | where errorCode == 0 | project UserPrincipalName',
    ['"ann@corp.example"'],
  ],
  [
    'union SigninLogs, AADServicePrincipalSignInLogs | summarize count() by tostring(Type)',
    ['SigninLogs|2', 'AADServicePrincipalSignInLogs|1'],
  ],
  [
    'SigninLogs | project d = Status | evaluate bag_unpack(d) | join kind=inner (SigninLogs | project UserPrincipalName, n = 0) on $left.errorCode == $right.n | project UserPrincipalName',
    ['"ann@corp.example"', '"bob@corp.example"'],
  ],
  [
    'union withsource=T SecurityEvent, DeviceProcessEvents | summarize count() by T',
    ['SecurityEvent|5', 'DeviceProcessEvents|2'],
  ],
  ['search in (SecurityEvent, SigninLogs) "ann" | summarize count() by $table', ['SecurityEvent|3', 'SigninLogs|1']],
  ['SecurityEvent | where LogonType == 3 | count', ['1']],
  [
    'union SecurityEvent, (SigninLogs | extend TargetUserName = tostring(UserPrincipalName)) | where TargetUserName in ("bob", "ann@corp.example") | project TargetUserName, EventID',
    ['bob|4624', 'ann@corp.example|null'],
  ],
  ['SecurityEvent | where EventID == 4688 | where CommandLine has "user" | project EventID', ['4688']],
  ['SigninLogs | where ResultType == 50126 | project UserPrincipalName', ['"bob@corp.example"']],
  [
    'DeviceProcessEvents | where FileName =~ "CMD.exe" | parse ProcessCommandLine with * "/c " what | project what',
    ['whoami'],
  ],
  ['SecurityEvent | top 1 by TimeGenerated | project EventID', ['4688']],
  ['SecurityEvent | where TimeGenerated between (datetime(2026-03-01 01:05) .. 20m) | count', ['2']],
  ['print 1', ['1']],
])('%s', async (query, rows) => {
  expect(await shown('acme', query)).toEqual(rows)
})

describe('a tenant sees its own rows only', () => {
  test.each([
    'SecurityEvent',
    "['SecurityEvent']",
    'table("SecurityEvent")',
    'database("globex").SecurityEvent',
    'workspace("globex").SecurityEvent',
    'union isfuzzy=true SecurityEvent, globex.SecurityEvent, Nowhere',
    'let globex = SecurityEvent; globex',
    'search in (SecurityEvent) "theirs"',
  ])('%s', async (table) => {
    const names = async (tenant: string) => {
      const result = await found(tenant, `${table} | distinct tostring(TargetUserName)`)
      return result.rows.flat()
    }
    expect(await names('acme')).not.toContain('theirs')
    expect(await names('globex')).toEqual(['theirs'])
  })

  test.each(['globex.events', 'events', 'system.tables', "['acme; DROP TABLE events']", 'external_table("x")'])(
    '%s is no table',
    async (table) => {
      const result = await ask('acme', `${table} | count`)
      expect(result).toHaveProperty('reason')
    },
  )
})

describe('pushes the conditions behind a table down to the lake', () => {
  /** A computed column prevents conditions behind it from reaching the table. */
  test.each([
    'SecurityEvent | where EventID == 4625 and TargetUserName in~ ("ANN", "bob")',
    'SecurityEvent | where LogonType == 3',
    'SecurityEvent | where EventID == 4688',
    'SecurityEvent | where CommandLine contains "user"',
    'SecurityEvent | where EventID > 4624 and Hostname startswith "dc"',
    'SecurityEvent | where Groups has "admins" or TargetUserName == "ann"',
    'SecurityEvent | where tostring(Groups[0].Name) == "admins"',
    'SigninLogs | where ResultType in (50126) or Status.errorCode == 0',
    'SigninLogs | where Status contains "errorCode"',
    'CommonSecurityLog | where SourceIP == "203.0.113.9" and DeviceAction == "allow"',
    'SecurityEvent | where TimeGenerated > ago(23h) and TimeGenerated < ago(22h)',
    'SecurityEvent | where not(EventID == 4625) and isnotempty(IpAddress)',
  ])('%s finds what it finds without', async (query) => {
    const [narrowed, whole] = await Promise.all([
      found('acme', `${query} | project TimeGenerated, EventID, UserPrincipalName`),
      found(
        'acme',
        `${query.replace('| where', '| extend one = 1 | where')} | project TimeGenerated, EventID, UserPrincipalName`,
      ),
    ])
    expect(narrowed.rows.length).toBeGreaterThan(0)
    expect(narrowed.rows).toEqual(whole.rows)
    expect(narrowed.reads[0]?.events).toBeLessThanOrEqual(whole.reads[0]?.events ?? 0)
  })

  test('reads only events from the lake that can match', async () => {
    const few = await found('busy', 'SecurityEvent | where Number == 2048 | project Application')
    expect(few.reads).toMatchObject([{ table: 'SecurityEvent', scanned: 3001, events: 1 }])
    const timed = await found('busy', 'SecurityEvent | where TimeGenerated < datetime(2026-03-01 02:00) | count')
    expect(timed.reads).toMatchObject([{ scanned: 1, events: 0, toMs: Date.UTC(2026, 2, 1, 2) + 1 }])
    const other = await found('busy', 'SigninLogs | count')
    expect(other.reads).toMatchObject([{ scanned: 3001, events: 0 }])
  })

  test('reads a table as far back as its conditions allow, and 30 days without one', async () => {
    const { reads } = await found(
      'acme',
      'SecurityEvent | where TimeGenerated > ago(90d) | join kind=leftanti SigninLogs on $left.IpAddress == $right.IPAddress | count',
    )
    const days = reads.map(({ table, fromMs, toMs }) => [table, (toMs - fromMs) / 86_400_000])
    expect(days.sort()).toEqual([
      ['SecurityEvent', 90],
      ['SigninLogs', 30],
    ])
  })

  test('and not beyond the requested range', async () => {
    const span = { fromMs: Date.UTC(2026, 2, 1, 1, 15), toMs: Date.UTC(2026, 2, 1, 2) }
    const { rows, reads } = await found('acme', 'SecurityEvent | where TimeGenerated > ago(90d) | count', span)
    expect(rows).toEqual([[1n]])
    expect(reads).toMatchObject([span])
  })
})

test('finds a number in any notation except hexadecimal', async () => {
  const ports = [443, '443', ' 0443.0 ', '4.43e2', '\t44.3E+1', '442.99999999999999999', '0x1bb', '443 e', 'x']
  const events = ports.map((Port) => security(5156, '01:00', { Port }))
  await takeIn(engine().client, { tenant: 'hooli', format: 'windows', body: events.join('\n'), receivedMs: Date.now() })
  expect(await shown('hooli', 'SecurityEvent | where Port == 443 | count')).toEqual(['6'])
  expect(await shown('hooli', 'SecurityEvent | extend P = Port | where P == 443 | count')).toEqual(['6'])
})

test('integers past 2^53 keep all their digits', async () => {
  const exact = 'SecurityEvent | where Token == 9007199254740993 | project Token, Held, tolong(Token) + 1'
  expect(await shown('initech', exact)).toEqual(['9007199254740993|{"ids":[9007199254740993]}|9007199254740994'])
  expect(await shown('initech', 'SecurityEvent | distinct Token | count')).toEqual(['2'])
  const whole = await found('initech', 'SecurityEvent | where Held has "9007199254740993"')
  expect(whole.rows).toHaveLength(1)
})

test('a query without columns shows all fields of the events, the time first', async () => {
  const { columns, rows, reads } = await found('acme', 'SecurityEvent | where EventID == 4625 | take 1')
  expect(columns.map(({ name }) => name)).toEqual([
    ...['TimeGenerated', 'Channel', 'EventID', 'Hostname', '@timestamp', 'TargetUserName', 'IpAddress', 'LogonType'],
  ])
  expect(rows[0]?.[5]).toBe('ann')
  expect(reads).toHaveLength(1)
})

describe('explains why a query cannot be answered', () => {
  test.each<[string, number, number, RegExp]>([
    ['SecurityEvent\n| where EventID ==', 2, 19, /Missing expression/],
    ['SecurityEvent\n| where nosuch(EventID)', 2, 9, /function nosuch is not supported/],
    ['SecurityEvent | reduce by EventID', 1, 17, /reduce is not supported/],
    ['Nowhere | count', 1, 1, /no table Nowhere/],
    ['SecurityEvent | join kind=inner (Nowhere) on EventID', 1, 34, /no table Nowhere/],
    ['externaldata(a: string) ["http://x"]', 1, 1, /cannot load data from other places/],
    ['range x from 1 to 1000000 step 1', 0, 0, /gives more than 500000 rows/],
  ])('%s', async (query, line, column, reason) => {
    expect(await ask('acme', query)).toMatchObject({ line, column, reason: expect.stringMatching(reason) })
  })

  test('a query that reads too many tables names the bound', async () => {
    await expect(ask('acme', 'union *')).rejects.toThrow(`more than ${KQL_HUNT_LIMITS.reads} tables`)
    await expect(ask('acme', 'search "x"')).rejects.toThrow(`more than ${KQL_HUNT_LIMITS.reads} tables`)
  })

  test('an aborted query ends', async () => {
    const signal = AbortSignal.abort(new Error('gone'))
    await expect(ask('acme', 'SecurityEvent | count', { signal })).rejects.toThrow('gone')
  })

  test('reports an engine that fails in the middle of an answer', async () => {
    const reader = tenantReader(engine().client, tenantId('busy'), { rowsMax: 10 })
    const hunt = (text: string) => kqlHunt(reader, { text, nowMs: NOW_MS, fromMs: null, toMs: NOW_MS })
    const reason = { code: 'too_large', message: 'the lake needs more rows for this than one question may have' }
    await expect(hunt('SecurityEvent | summarize make_list(EventID)')).rejects.toMatchObject(reason)
    // The engine counts these events, so that their rows are not sent.
    expect(await hunt('SecurityEvent | count')).toMatchObject({ rows: [[3000n]] })
  })
})
