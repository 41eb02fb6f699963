import { describe, expect, test } from 'vitest'
import { parseSource, resolveSources } from '../detections/content/rule-source.ts'
import type { Rule } from '../detections/plan/plan.ts'
import { tenantId } from '../platform/tenant.ts'
import { streamReading } from '../services/stream-reading.ts'
import { tenantReader } from '../stores/clickhouse/tenant-reader.ts'
import { useEngine } from '../stores/clickhouse/test-engine.ts'
import { lakeSources } from './lake-sources.ts'
import { backTestSpan, retroHunt } from './retro-hunt.ts'
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
  return retroHunt(reader(tenant), lakeSources(streamReading), hunt, { onMatch, ...(signal && { signal }) }).then(
    (result) => ({ ...result, matches: matches.sort() }),
  )
}

describe('a back-test', () => {
  test('finds what fired, of this tenant and this time only, and knows which rows it had to read', async () => {
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

  test('takes SQL for all that is like what it has seen', async () => {
    const many = Array.from({ length: 1500 }, (_, at) =>
      started(at % 50 === 0 ? 'C:\\whoami.exe' : 'C:\\x.exe', at / 10),
    )
    const streamed = await store('many', lines(many.map((event, at) => ({ ...event, at }))))
    const result = await backTest('many')
    expect(result).toMatchObject({ events_scanned: 1500, would_fire: 30, unjudged: 0, reasons: [] })
    expect(result.matches).toEqual([...streamed].sort())
    expect(result.judged, 'the first slice teaches what the others are').toBeLessThanOrEqual(256)
  })

  test('looks at the newest events when there are more than the limit, also within one millisecond', async () => {
    await store('busy', lines(Array.from({ length: 10 }, (_, at) => started('\\whoami.exe', at + 1, { at }))))
    expect(await backTest('busy', whoami, 30, 4)).toMatchObject({ events_scanned: 4, would_fire: 4 })
    await store('flood', lines(Array.from({ length: 900 }, (_, at) => started('\\whoami.exe', 1, { at }))))
    expect(await backTest('flood', whoami, 1, 700)).toMatchObject({ events_scanned: 700, would_fire: 700 })
    expect(await backTest('flood')).toMatchObject({ events_scanned: 900, would_fire: 900 })
  })

  test('of no events there is no rate, and numbers out of bounds are refused', async () => {
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

  test('ends where it is when nobody waits for it any more', async () => {
    await expect(backTest('acme', whoami, 30, 5000, AbortSignal.abort(new Error('gone')))).rejects.toThrow('gone')
  })

  test('counts the windows that come true, chains among them', async () => {
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
    const result = await retroHunt(reader('windowed'), lakeSources(streamReading), hunt)
    expect(result).toMatchObject({ events_scanned: 6, would_fire: 1, unjudged: 0 })
    expect(result.sample_matches).toMatchObject([{ rule_id: 'many', group: ['h'], raw: null }])
    expect(result.sample_matches[0]?.event_uids).toHaveLength(3)
  })

  test('finds EQL by the class of the event, as the stream does', async () => {
    const eql = rulesOf('process where process.name == "whoami.exe"', 'eql', 'r.eql')
    const streamed = await store('eql', lines([started('C:\\whoami.exe', 1), started('C:\\x.exe', 2)]), 'windows', eql)
    const result = await backTest('eql', eql)
    expect(streamed).toHaveLength(1)
    expect(result.matches).toEqual(streamed)
  })
})

describe('events of other forms than JSON', () => {
  const anywhere = rulesOf(`
title: keyword
id: keyword
logsource: {}
detection: { k: [ 'evil' ], condition: k }
`)
  test('are read back by the matcher as intake read them', async () => {
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

  test('that cannot be read without their header lines are counted, and text of no form is for no rule', async () => {
    const w3c = '#Fields: date time cs-method cs-uri-stem sc-status\n2026-01-01 00:00:00 GET /evil 200'
    const streamed = await takeIn(
      engine().client,
      { tenant: 'iis', format: 'w3c', body: w3c, receivedMs: NOW_MS },
      anywhere,
    )
    expect(streamed).toHaveLength(1)
    const span = { fromMs: Date.UTC(2025, 11, 31), toMs: NOW_MS + 1, eventsMax: null }
    const hunt = { wanted: anywhere, all: anywhere, ...span }
    expect(await retroHunt(reader('iis'), lakeSources(streamReading), hunt)).toMatchObject({
      would_fire: 0,
      unjudged: 1,
    })
    await takeIn(engine().client, { tenant: 'plain', format: 'text', body: 'just evil words', receivedMs: NOW_MS })
    expect(await backTest('plain', anywhere)).toMatchObject({
      events_scanned: 1,
      would_fire: 0,
      unjudged: 0,
      judged: 0,
    })
  })
})
