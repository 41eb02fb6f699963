import { describe, expect, test } from 'vitest'
import { parseSource, resolveSources } from '../detections/content/rule-source.ts'
import type { Rule } from '../detections/plan/plan.ts'
import { tenantId } from '../platform/tenant.ts'
import { type Reader, tenantReader } from '../stores/clickhouse/tenant-reader.ts'
import { rows, useEngine } from '../stores/clickhouse/test-engine.ts'
import type { HuntOverlays } from './hunt-overlays.ts'
import { lakeSources } from './lake-sources.ts'
import { backTestSpan, type RetroHuntResult, retroHunt } from './retro-hunt.ts'
import { takeIn } from './testing.ts'

const engine = useEngine({ migrated: true })
const NOW_MS = Date.now()
const HOUR_MS = 3_600_000

const rulesOf = (text: string, language: 'sigma' | 'eql' = 'sigma', file = 'r.yml'): readonly Rule[] => {
  const { rules, faults } = resolveSources([parseSource({ language, file, text })])
  expect(faults).toEqual([])
  return rules
}
const whoami = rulesOf(`
title: whoami
id: whoami
logsource: { product: windows, category: process_creation }
detection:
  a: { Image|endswith: \\WHOAMI.exe }
  condition: a
`)
const started = (Image: string, hoursAgo: number, more: object = {}) => ({
  ...{ Channel: 'Microsoft-Windows-Sysmon/Operational', EventID: 1, Image, ...more },
  '@timestamp': new Date(NOW_MS - hoursAgo * HOUR_MS).toISOString(),
})

const lines = (events: readonly unknown[]) => events.map((event) => JSON.stringify(event)).join('\n')
const store = (tenant: string, body: string, format = 'windows', rules = whoami) =>
  takeIn(engine().client, { tenant, format, body, receivedMs: NOW_MS }, rules)
const reader = (tenant: string) => tenantReader(engine().client, tenantId(tenant))

function backTest(tenant: string, rules = whoami, days?: number, limit?: number, signal?: AbortSignal) {
  const span = backTestSpan(NOW_MS + 1, days, limit)
  const matches: string[] = []
  const onMatch = ({ rule_id, event_uids }: { rule_id: string; event_uids: readonly string[] }) =>
    matches.push(`${rule_id} ${event_uids.join()}`)
  const hunt = { wanted: rules, all: rules, ...span }
  return retroHunt(reader(tenant), lakeSources(), hunt, { onMatch, ...(signal && { signal }) }).then((result) => ({
    ...result,
    matches: matches.sort(),
  }))
}

describe('a back-test', () => {
  test('finds the stream’s matches of this tenant and time only, and counts the decoded rows', async () => {
    const streamed = await store(
      'acme',
      `${lines([
        started('C:\\whoami.exe', 1),
        started('C:\\calc.exe', 2),
        { ...started('D:\\WhoAmI.exe', 3), id: 1e300 },
        { ...started('E:\\whoami.exe', 4), EventID: 3 },
      ])}\n{"Channel":"x","Channel":"Microsoft-Windows-Sysmon/Operational","EventID":1,"Image":"F:\\\\whoami.exe"}`,
    )
    await store('acme', lines([started('old\\whoami.exe', 24 * 40)]))
    await store('globex', lines([started('theirs\\whoami.exe', 1)]))
    const result = await backTest('acme')
    expect(result).toMatchObject({ events_scanned: 5, would_fire: 3, hit_rate: 0.6, unjudged: 0 })
    expect(result.matches).toEqual([...streamed].sort())
    expect(result.sample_matches.map(({ raw }) => raw?.slice(0, 20))).toHaveLength(3)
  })

  test('uses the matcher for a rule with many function calls, and SQL for one with few', async () => {
    const computing = (count: number) => {
      const each = Array.from(
        { length: count },
        (_, at) => `length(concat(Image, length(concat(Image, "${at}")))) == 15`,
      )
      return rulesOf(`any where ${each.join(' and ')}`, 'eql', 'r.eql')
    }
    const body = lines([started('C:\\whoami.exe', 1), started('C:\\whoam.exe', 2), started('C:\\iamwho.exe', 3)])
    for (const count of [1, 200]) {
      const streamed = await store(`computes-${count}`, body, 'windows', computing(count))
      const result = await backTest(`computes-${count}`, computing(count))
      expect(streamed).toHaveLength(2)
      expect(result.matches).toEqual([...streamed].sort())
      expect(result).toMatchObject({ judged: count === 1 ? 0 : 3, reasons: [] })
    }
  })

  test('finds whole numbers past 2^53 by all their digits', async () => {
    const rule = rulesOf(`
title: offset
id: offset
logsource: { product: windows, category: process_creation }
detection:
  a: { RecordNumber|gt: 9007199254740992, OtherNumber: 9007199254740993 }
  condition: a
`)
    const event = JSON.stringify(started('C:\\a.exe', 1)).slice(0, -1)
    const body = ['9007199254740992', '9007199254740993', '9007199254740994'].flatMap((a) =>
      ['9007199254740992', '9007199254740993'].map((b) => `${event},"RecordNumber":${a},"OtherNumber":${b}}`),
    )
    const streamed = await store('large', body.join('\n'), 'windows', rule)
    expect(streamed).toHaveLength(2)
    expect((await backTest('large', rule)).matches).toEqual([...streamed].sort())
  })

  test('uses SQL for rows of the kinds that it has seen', async () => {
    const many = Array.from({ length: 1500 }, (_, at) =>
      started(at % 50 === 0 ? 'C:\\whoami.exe' : 'C:\\x.exe', at / 10),
    )
    const streamed = await store('many', lines(many.map((event, at) => ({ ...event, at }))))
    const result = await backTest('many')
    expect(result).toMatchObject({ events_scanned: 1500, would_fire: 30, unjudged: 0, reasons: [] })
    expect(result.matches).toEqual([...streamed].sort())
    expect(result.judged, 'the first slice teaches what the others are').toBeLessThanOrEqual(256)
  })

  test('searches the newest events when there are more than the limit, also within one millisecond', async () => {
    await store('busy', lines(Array.from({ length: 10 }, (_, at) => started('\\whoami.exe', at + 1, { at }))))
    expect(await backTest('busy', whoami, 30, 4)).toMatchObject({ events_scanned: 4, would_fire: 4 })
    await store('flood', lines(Array.from({ length: 900 }, (_, at) => started('\\whoami.exe', 1, { at }))))
    expect(await backTest('flood', whoami, 1, 700)).toMatchObject({ events_scanned: 700, would_fire: 700 })
    expect(await backTest('flood')).toMatchObject({ events_scanned: 900, would_fire: 900 })
  })

  test('has no rate without events, and refuses numbers out of bounds', async () => {
    expect(await backTest('empty')).toMatchObject({ events_scanned: 0, would_fire: 0, hit_rate: null })
    for (const [days, limit] of [
      [0, 1],
      [366, 1],
      [1, 0],
      [1, 100_001],
      [1.5, 1],
    ] as const)
      expect(() => backTestSpan(NOW_MS, days, limit)).toThrow(/not within/)
  })

  test('stops when it is aborted', async () => {
    await expect(backTest('acme', whoami, 30, 5000, AbortSignal.abort(new Error('gone')))).rejects.toThrow('gone')
  })

  test('cancels its current query in the engine when it is aborted', async () => {
    const gone = new AbortController()
    const mark = `mark ${crypto.randomUUID()}`
    const endless = `SELECT sum(cityHash64(number, '${mark}')) FROM numbers(1000000000000)`
    const slow: Pick<Reader, 'query'> = { query: (_, params, signal) => reader('acme').query(endless, params, signal) }
    const running = async () => {
      const sql = `SELECT count() AS n FROM system.processes WHERE query LIKE '%${mark}%' AND query NOT LIKE '%processes%'`
      return Number((await rows<{ n: string }>(engine().client, sql))[0]?.n)
    }
    const hunt = { wanted: whoami, all: whoami, ...backTestSpan(NOW_MS + 1) }
    const answer = retroHunt(slow, lakeSources(), hunt, { signal: gone.signal })
    while ((await running()) === 0) await new Promise((resolve) => setImmediate(resolve))
    gone.abort(new Error('gone'))
    await expect(answer).rejects.toThrow('gone')
    while ((await running()) > 0) await new Promise((resolve) => setImmediate(resolve))
  })

  test('counts the windows that fire, including chained ones', async () => {
    const rules = rulesOf(`
title: tool
id: tool
name: tool
logsource: { category: process_creation }
detection: { a: { Image|endswith: \\tool.exe }, condition: a }
---
title: many
id: many
correlation: { type: event_count, rules: [tool], group-by: [Computer], timespan: 1h, condition: { gte: 3 } }
`)
    const runs = [1, 1.1, 1.2, 9, 10.5, 12].map((ago, at) => started('\\tool.exe', ago, { Hostname: 'h', at }))
    await store('windowed', lines(runs))
    const many = rules.filter(({ id }) => id === 'many')
    const hunt = { wanted: many, all: rules, ...backTestSpan(NOW_MS + 1) }
    const result = await retroHunt(reader('windowed'), lakeSources(), hunt)
    expect(result).toMatchObject({ events_scanned: 6, would_fire: 1, unjudged: 0 })
    expect(result.sample_matches).toMatchObject([{ rule_id: 'many', group: ['h'], raw: null }])
    expect(result.sample_matches[0]?.event_uids).toHaveLength(3)
  })

  test('applies the tenant’s overlays to events and to the windows built on them', async () => {
    const rules = rulesOf(`
title: tool
id: tool
logsource: { category: process_creation }
detection: { a: { Image|endswith: \\tool.exe }, condition: a }
---
title: many
id: many
correlation: { type: event_count, rules: [tool], group-by: [Computer], timespan: 1h, condition: { gte: 2 }, generate: true }
`)
    const of = (Hostname: string, ago: number, User: string) => started('\\tool.exe', ago, { Hostname, User })
    await store('overlaid', lines([of('h', 1, 'a'), of('h', 1.1, 'b'), of('i', 1, 'a'), of('i', 1.1, 'known')]))
    const overlays = (muted: readonly string[] = []): HuntOverlays => ({
      mutes: (rule) => (muted.includes(rule) ? 'severity_floor' : null),
      asksEvents: (rule) => rule === 'tool',
      bars: (_, { record }, { source }) => (source === 'source' && record.User === 'known' ? 'allowlist' : null),
    })
    const run = (id: string, huntOverlays?: HuntOverlays) => {
      const wanted = rules.filter((rule) => rule.id === id)
      const hunt = { wanted, all: rules, ...backTestSpan(NOW_MS + 1), ...(huntOverlays && { overlays: huntOverlays }) }
      return retroHunt(reader('overlaid'), lakeSources(), hunt)
    }
    const reasons = (found: RetroHuntResult) => found.sample_matches.map(({ suppressed }) => suppressed).toSorted()
    const [events, windows] = [await run('tool', overlays()), await run('many', overlays())]
    expect([events.would_fire, events.would_raise, reasons(events)]).toEqual([4, 3, ['allowlist', null, null, null]])
    expect([windows.would_fire, windows.would_raise, reasons(windows)]).toEqual([2, 1, ['events', null]])
    const muted = await run('many', overlays(['many']))
    expect([muted.would_fire, muted.would_raise, reasons(muted)]).toEqual([2, 0, ['severity_floor', 'severity_floor']])
    expect(await run('tool')).toMatchObject({ would_fire: 4, would_raise: null })
  })

  test('assigns an event to as many groups as the stream does, and counts the others', async () => {
    const rules = rulesOf(`
title: tool
id: tool
name: tool
logsource: { category: process_creation }
detection: { a: { Image|endswith: \\tool.exe }, condition: a }
---
title: once
id: once
correlation: { type: event_count, rules: [tool], group-by: [Names], timespan: 1h, condition: { gte: 1 } }
`)
    const Names = Array.from({ length: 40 }, (_, at) => `name-${at}`)
    await store('groups', lines([started('\\tool.exe', 1, { Names })]))
    const once = rules.filter(({ id }) => id === 'once')
    const hunt = { wanted: once, all: rules, ...backTestSpan(NOW_MS + 1) }
    const result = await retroHunt(reader('groups'), lakeSources(), hunt)
    expect(result.would_fire).toBe(16)
    expect(result.reasons).toEqual(['24 groups left out, because their events belong to too many'])
  })

  test('finds EQL by the class of the event, as the stream does', async () => {
    const eql = rulesOf('process where process.name == "whoami.exe"', 'eql', 'r.eql')
    const streamed = await store('eql', lines([started('C:\\whoami.exe', 1), started('C:\\x.exe', 2)]), 'windows', eql)
    const result = await backTest('eql', eql)
    expect(streamed).toHaveLength(1)
    expect(result.matches).toEqual(streamed)
  })
})

describe('events in other forms than JSON', () => {
  const anywhere = rulesOf(`
title: keyword
id: keyword
logsource: {}
detection: { k: [ 'evil' ], condition: k }
`)
  const denied = rulesOf(`
title: denied
id: denied
logsource: {}
detection:
  a: { action: REJECT }
  b: { 'id.resp_p': 31337 }
  condition: 1 of them
`)
  /** Two of three events match in each of them, by a column name or by a word. */
  const HEADED: readonly (readonly [format: string, body: string, hits: number])[] = [
    [
      'vpcflow',
      `version account-id action srcaddr interface-id start end
5 123456789012 REJECT 10.0.0.1 eni-1 1767225600 1767225660
5 123456789012 ACCEPT 10.0.0.2 eni-1 1767225600 1767225660
5 123456789012 REJECT 10.0.0.3 eni-1 1767225600 1767225660`,
      2,
    ],
    [
      'zeek-tsv',
      `#separator \\x09
#path\tconn
#open\t2026-01-01-00-00-00
#fields\tts\tuid\tid.orig_h\tid.resp_p
#types\ttime\tstring\taddr\tport
1767225600.1\tC1\t10.0.0.1\t31337
1767225601.1\tC2\t10.0.0.1\t53
#close\t2026-01-01-01-00-00
#separator \\x09
#path\tconn
#fields\tts\tid.resp_p\tuid\tid.orig_h
#types\ttime\tport\tstring\taddr
1767225602.1\t31337\tC3\t10.0.0.1`,
      2,
    ],
    [
      'csv',
      'time,action,note\n2026-01-01T00:00:00Z,REJECT,"a\nb"\n2026-01-01T00:00:01Z,ok,x\n2026-01-01T00:00:02Z,ok,evil',
      2,
    ],
    [
      'iis',
      `#Software: x
#Fields: date time cs-method cs-uri-stem sc-status
2026-01-01 00:00:00 GET /evil 200
2026-01-01 00:00:01 GET /good 200
#Fields: date time sc-status cs-uri-stem action
2026-01-01 00:00:02 200 /good REJECT`,
      2,
    ],
  ]

  async function overAll(tenant: string, rules: readonly Rule[]) {
    const matches: string[] = []
    const onMatch = ({ rule_id, event_uids }: { rule_id: string; event_uids: readonly string[] }) =>
      matches.push(`${rule_id} ${event_uids.join()}`)
    const hunt = { wanted: rules, all: rules, fromMs: Date.UTC(2025, 11, 31), toMs: NOW_MS + 1, eventsMax: null }
    const result = await retroHunt(reader(tenant), lakeSources(), hunt, { onMatch })
    return { ...result, matches: matches.sort() }
  }

  test('are decoded by the matcher as by intake', async () => {
    const time = new Date(NOW_MS - HOUR_MS)
    const bodies: readonly (readonly [string, string | Buffer])[] = [
      ['syslog', `<34>1 ${time.toISOString()} host app 1 - - this is evil`],
      ['text', `<34>1 ${time.toISOString()} host app 1 - - also evil`],
      ['cef', 'CEF:0|v|p|1|1|evil|5|src=10.0.0.1'],
      ['kv', 'a=1 b="evil thing"'],
      ['auditd', `type=EXECVE msg=audit(${Math.floor(time.getTime() / 1000)}.100:1): argc=1 a0="evil"`],
      ['syslog', Buffer.from(`<34>1 ${time.toISOString()} host app 1 - - evil \xff`, 'latin1')],
      ['json', '{"message":"evil \\ud800"}'],
    ]
    for (const [format, body] of bodies) {
      const tenant = `form-${format}-${bodies.findIndex((one) => one[1] === body)}`
      const streamed = await takeIn(engine().client, { tenant, format, body, receivedMs: NOW_MS }, anywhere)
      const result = await backTest(tenant, anywhere)
      expect(result.matches, `${body}`).toEqual(streamed)
      expect(result, `${body}`).toMatchObject({ events_scanned: 1, would_fire: 1, unjudged: 0 })
    }
  })

  test('JSON in an envelope stays JSON whatever its sender calls it', async () => {
    const sent = { tenant: 'enveloped', format: 'syslog', framing: 'document', receivedMs: NOW_MS } as const
    const streamed = await takeIn(engine().client, { ...sent, body: '{"message":"evil","host":"h"}' }, anywhere)
    expect((await backTest('enveloped', anywhere)).matches).toEqual(streamed)
    expect(streamed).toHaveLength(1)
  })

  test('that need header lines are decoded with their own', async () => {
    for (const [format, body, hits] of HEADED) {
      for (const named of [format, 'text']) {
        const tenant = `headed-${format}-${named}`
        const sent = { tenant, format: named, body, receivedMs: NOW_MS }
        const streamed = await takeIn(engine().client, sent, [...anywhere, ...denied])
        expect(streamed, tenant).toHaveLength(hits)
        const result = await overAll(tenant, [...anywhere, ...denied])
        expect(result, tenant).toMatchObject({ would_fire: hits, unjudged: 0 })
        expect(result.matches, tenant).toEqual([...streamed].sort())
      }
    }
  })

  test('whose header lines were too long to be stored are counted', async () => {
    const names = Array.from({ length: 900 }, (_, at) => `a-name-of-twenty-two-${at}`)
    const body = `#Fields: ${names.join(' ')}\n${names.map(() => 'evil').join(' ')}`
    const streamed = await takeIn(
      engine().client,
      { tenant: 'wide', format: 'w3c', body, receivedMs: NOW_MS },
      anywhere,
    )
    expect(streamed).toHaveLength(1)
    expect(await overAll('wide', anywhere)).toMatchObject({ events_scanned: 1, would_fire: 0, unjudged: 1 })
  })

  test('and log events of CloudWatch are decoded as their content', async () => {
    const flow = '2 123456789012 eni-0a1b2c3d 10.0.0.1 10.0.0.2 1 22 6 1 1 1767225600 1767225660 REJECT OK'
    const message = (id: number, text: string) =>
      JSON.stringify({ id: `${id}`.padStart(56, '3'), timestamp: NOW_MS - HOUR_MS, message: text })
    const body = [message(1, flow), message(2, flow.replace('REJECT', 'ACCEPT')), message(3, 'evil words')].join('\n')
    const rules = [...denied, ...anywhere]
    const streamed = await takeIn(engine().client, { tenant: 'watch', format: 'auto', body, receivedMs: NOW_MS }, rules)
    expect(streamed).toHaveLength(2)
    const result = await overAll('watch', rules)
    expect(result.matches).toEqual([...streamed].sort())
    expect(result.unjudged).toBe(0)
  })

  test('and records in envelopes of topics, queues and buses match as if sent directly', async () => {
    const created = rulesOf(`
title: created
id: created
logsource: { product: aws, service: cloudtrail }
detection:
  a: { eventName: CreateUser }
  condition: a
`)
    const trail = (eventName: string, at: number) => ({
      ...{ eventVersion: '1.08', eventID: `${eventName}-${at}`, eventSource: 'iam.amazonaws.com', eventName },
      ...{ awsRegion: 'us-east-1', eventTime: new Date(NOW_MS - HOUR_MS).toISOString() },
    })
    const bus = (detail: object) => ({ 'detail-type': 'AWS API Call via CloudTrail', source: 'aws.iam', detail })
    const topic = (message: object) => ({ Type: 'Notification', TopicArn: 'arn', Message: JSON.stringify(message) })
    const queue = (body: object) => ({ messageId: 'q', receiptHandle: 'r', body: JSON.stringify(body) })
    const events = ['CreateUser', 'GetUser'].flatMap((name) => [
      ...[trail(name, 1), bus(trail(name, 2)), topic(trail(name, 3))],
      ...[queue(topic(bus(trail(name, 4)))), topic({ Records: [trail(name, 5)] })],
    ])
    const sent = { tenant: 'carried', format: 'auto', body: lines(events), receivedMs: NOW_MS }
    const streamed = await takeIn(engine().client, sent, created)
    expect(streamed).toHaveLength(5)
    const result = await overAll('carried', created)
    expect(result.matches).toEqual([...streamed].sort())
    expect(result.unjudged).toBe(0)
  })

  test.each([
    ['text', 'just evil words'],
    ['hec', '{"event":"just evil words"}'],
  ])('and %s of unknown form matches as in the stream', async (format, body) => {
    const tenant = `plain-${format}`
    const streamed = await takeIn(engine().client, { tenant, format, body, receivedMs: NOW_MS }, anywhere)
    expect(streamed).toHaveLength(1)
    const result = await backTest(tenant, anywhere)
    expect(result).toMatchObject({ events_scanned: 1, would_fire: 1, unjudged: 0, judged: 1 })
    expect(result.matches).toEqual(streamed)
  })
})
