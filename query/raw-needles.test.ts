import { beforeAll, describe, expect, test } from 'vitest'
import { parseSource, resolveSources } from '../detections/content/rule-source.ts'
import { rows, START_MS, useEngine } from '../stores/clickhouse/test-engine.ts'
import { textIndexWorker } from '../stores/clickhouse/text-index.ts'
import { needlesOf, needlesSql } from './raw-needles.ts'

const engine = useEngine({ migrated: true })

function needles(detection: string): readonly string[] | null {
  const text = `title: r\nid: r\nlogsource: {}\ndetection: ${detection}`
  const { rules, faults } = resolveSources([parseSource({ language: 'sigma', file: 'r.yml', text })])
  expect(faults).toEqual([])
  const [rule] = rules
  return rule?.body.kind === 'event' ? needlesOf(rule.body.where, (field) => field === 'made') : null
}

describe('the needles of a rule', () => {
  test('are those of the part that is easiest to search for, in lower case', () => {
    expect(needles('{ a: { Image|endswith: \\WhoAmI.exe, User: SYSTEM-account }, condition: a }')).toEqual(['account'])
    expect(needles('{ a: { Image: [ one-tool, second ] }, condition: a }')).toEqual(['tool', 'second'])
    expect(needles("{ a: { Image: 'C:\\\\*\\\\evil*.dll' }, condition: a }")).toEqual(['evil'])
    expect(needles("{ k: [ 'mimikatz' ], condition: k }")).toEqual(['mimikatz'])
  })

  test('are unknown where the text may lack them', () => {
    for (const where of [
      '{ a: { EventID: 4688 }, condition: a }',
      '{ a: { Image: [ mimikatz, cmd ] }, condition: a }',
      '{ a: { Image: mimikatz }, condition: not a }',
      '{ a: { Image: null }, condition: a }',
      "{ a: { n: '12345e10' }, condition: a }",
      "{ a: { n: 'Infinity' }, condition: a }",
      "{ a: { Image|re: 'mimikatz' }, condition: a }",
      '{ a: { made: mimikatz }, condition: a }',
    ])
      expect(needles(where), where).toBeNull()
  })
})

test('excludes a text only when it lacks the needle in every JSON notation', async () => {
  const cases: readonly (readonly [raw: string, format: string, kept: 0 | 1])[] = [
    ['{"a":"x MimiKatz y"}', 'json', 1],
    ['{"a":"harmless \\\\users"}', 'json', 0],
    ['{"a":"<\\u003c>"}', 'json', 0],
    ['{"a":"\\u006dimikatz"}', 'json', 1],
    ['{"a":"mimi\\u212aatz"}', 'json', 1],
    ['{"a":"mimi\u212aatz"}', 'json', 1],
    ['a=1 b=2', 'kv', 1],
    ['{"event":"harmless"}', 'hec', 1],
    [`{"id":"${'3'.repeat(56)}","message":"harmless"}`, 'auto', 1],
    ['{"TopicArn":"a","Message":"harmless"}', 'auto', 1],
    ['{"detail-type":"a","detail":{"a":"harmless"}}', 'auto', 0],
  ]
  const sql = `SELECT ${needlesSql(['mimikatz'])} AS kept
    FROM (SELECT arrayJoin(arrayZip({texts:Array(String)}, {formats:Array(String)})) AS one, one.1 AS raw, one.2 AS source_format)`
  const input = { texts: cases.map(([raw]) => raw), formats: cases.map(([, format]) => format) }
  const found = await rows<{ kept: number }>(engine().client, sql, input)
  expect(found.map(({ kept }, at) => [cases[at]?.[0], kept])).toEqual(cases.map(([raw, , kept]) => [raw, kept]))
})

describe('by the indexes of texts', () => {
  const granules = async (needles: readonly string[]) => {
    const plan = await rows<{ explain: string }>(
      engine().client,
      `EXPLAIN indexes = 1 SELECT count() FROM events WHERE ${needlesSql(needles)}`,
    )
    const total = plan.find(({ explain }) => /Parts: \d+ \| Granules: \d+/.test(explain))?.explain ?? ''
    return Number(/Granules: (\d+)/.exec(total)?.[1])
  }

  beforeAll(async () => {
    await engine().client.command({
      query: /* sql */ `
        INSERT INTO events (tenant_id, event_uid, time, ingest_time, mapping, source_format, host, raw)
        SELECT 'acme', generateUUIDv4(), '2026-03-02 10:00:00', '2026-03-02 10:00:00', 'test/1', 'auto', leftPad(toString(number), 6, '0'),
          multiIf(number = 20000, '{"a":"MimiKatz"}', number = 40000, 'a=1', number = 80000, '{"a":"\\\\u006dimikatz"}',
            concat('{"a":"nothing of note ', hex(number), '"}'))
        FROM numbers(100000)
        SETTINGS materialize_skip_indexes_on_insert = 0`,
    })
    const worker = textIndexWorker(engine().client, 0)
    while (await worker.once({ stop: new AbortController().signal, succeeded: () => {} }));
  }, START_MS)

  test('skips granules without a needle, and reads those whose texts may lack it', async () => {
    expect(await granules([])).toBe(2)
    expect(await granules(['mimikatz'])).toBe(3)
    expect(await granules(['mimikatz', 'psexesvc', 'procdump'])).toBe(3)
    expect(await granules(['mimikatz', '4624'])).toBe(12)
    const kept = await rows<{ raw: string }>(
      engine().client,
      `SELECT raw FROM events WHERE ${needlesSql(['mimikatz'])} ORDER BY host`,
    )
    expect(kept.map(({ raw }) => raw)).toEqual(['{"a":"MimiKatz"}', 'a=1', '{"a":"\\u006dimikatz"}'])
  })
})
