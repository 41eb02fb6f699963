import { afterEach, expect, test } from 'vitest'
import { parseSource, type RuleSource } from '../rule-source.ts'
import { PARSER_LIMITS } from './limits.ts'
import { RuleParser } from './rule-parser.ts'

const kql = (text: string): RuleSource => ({ language: 'kql', file: 'a.kql', text })
const SOUND = kql(
  'SecurityEvent | where EventID == 4625 | summarize c = count() by Account, bin(TimeGenerated, 1h) | where c > 5',
)

let parser = new RuleParser()
afterEach(async () => {
  await parser.close()
  parser = new RuleParser()
})

test('a text parses in the worker thread as on the main thread, in every language', async () => {
  const rule = (title: string) =>
    `title: ${title}\nid: ${title}\nlogsource: {product: windows}\ndetection:\n  s:\n    a|expand: ['%x%', 9007199254740993]\n  condition: s\n`
  const correlation =
    'title: c\ncorrelation: {type: event_count, rules: [one], group-by: [b], timespan: 1m, condition: {gt: 3}}\n'
  const padding = `# ${'x'.repeat(PARSER_LIMITS.inPlaceChars)}\n`
  const texts: RuleSource[] = [
    SOUND,
    kql('SecurityEvent | where'),
    { language: 'sigma', file: 'a.yml', text: `${padding}${rule('one')}---\n${correlation}` },
    {
      language: 'eql',
      file: 'a.yml',
      text: `${padding}language: eql\ntitle: e\nquery: sequence by a [any where b == 9007199254740993] [any where true]\n`,
    },
  ]
  const options = { placeholders: new Map([['x', ['y', 'z*']]]) }
  for (const source of texts)
    expect(await parser.parse('acme', source, options), source.file).toEqual(parseSource(source, options))
}, 300_000)

test('a text that takes too long is a fault, and the next one is still parsed', async () => {
  parser = new RuleParser({ limits: { cpuMs: 0, lookMs: 1 } })
  const late = await parser.parse('acme', kql(`SecurityEvent${' | where a==1'.repeat(390)}`))
  expect(late).toMatchObject({
    language: 'kql',
    kql: { rules: [], faults: [{ file: 'a.kql', line: 0, column: 0, reason: 'takes more than 0 ms to be read' }] },
  })
  const light: RuleSource = { language: 'eql', file: 'a.eql', text: 'process where true' }
  expect(await parser.parse('acme', light)).toMatchObject({ eql: { faults: [] } })
}, 300_000)

test('tenants take turns: each waits for at most one text of another', async () => {
  const order: string[] = []
  const read = (tenant: string) => parser.parse(tenant, SOUND).then(() => order.push(tenant))
  await Promise.all(['loud', 'loud', 'loud', 'loud', 'quiet', 'quiet'].map(read))
  expect(order).toEqual(['loud', 'loud', 'quiet', 'loud', 'quiet', 'loud'])
}, 300_000)

test('a tenant that used up its time is told when to retry, and others are not affected', async () => {
  let nowMs = 0
  parser = new RuleParser({ limits: { tenantCpuMs: 0, tenantCpuMsPerSecond: 100 }, now: () => nowMs })
  expect(await parser.check('loud', SOUND)).toMatchObject({ kql: { faults: [] } })
  await expect(parser.check('loud', SOUND)).rejects.toMatchObject({
    code: 'rate_limited',
    retryAfterSeconds: expect.any(Number),
  })
  expect(await parser.check('quiet', SOUND)).toMatchObject({ kql: { faults: [] } })
  nowMs += 3_600_000
  expect(await parser.check('loud', SOUND)).toMatchObject({ kql: { faults: [] } })
}, 300_000)
