import fc from 'fast-check'
import { expect, test } from 'vitest'
import { useEngine } from '../../stores/clickhouse/test-engine.ts'
import { scanRule } from '../match/scan.ts'
import { bodies, events } from '../match/test-arbitraries.ts'
import { Bindings } from './bindings.ts'
import { compileSql } from './compile.ts'
import { findAll, insertTexts, kindsOf } from './test-lake.ts'

const engine = useEngine({ migrated: true })
const ROUNDS = 4
const RULES = 50
const EVENTS = 80

test('SQL finds the same events as a scan, and leaves few undecided', async () => {
  const { client } = engine()
  let matches = 0
  let undecided = 0
  for (let round = 0; round < ROUNDS; round++) {
    const seed = 20_260_101 + round
    const stream = fc.sample(events, { numRuns: EVENTS, seed })
    const rules = fc.sample(bodies, { numRuns: RULES, seed })
    const { kinds, mappingOf } = kindsOf(stream)
    await insertTexts(
      client,
      `t${round}`,
      stream.map((event) => ({ mapping: mappingOf(event), raw: JSON.stringify(event.record) })),
    )
    const bindings = new Bindings()
    const compiled = rules.map((body) => compileSql(body, kinds, bindings))
    const found = await findAll(client, `t${round}`, compiled, bindings)
    const scans = rules.map(scanRule)
    for (const [i, event] of stream.entries()) {
      const of = found.get(i)
      const open = new Set(of?.undecided)
      const scanned = scans.flatMap((judge, rule) => (judge(event) ? [rule] : []))
      expect(
        of?.certain.filter((rule) => open.has(rule)),
        'nothing is both',
      ).toEqual([])
      const missed = scanned.filter((rule) => !of?.certain.includes(rule) && !open.has(rule))
      const extra = of?.certain.filter((rule) => !scanned.includes(rule)) ?? []
      const about = [...missed, ...extra].slice(0, 1).map((rule) => JSON.stringify(rules[rule]))
      expect({ missed, extra }, `${JSON.stringify(event)} ${about}`).toEqual({ missed: [], extra: [] })
      matches += scanned.length
      undecided += open.size
    }
  }
  expect(matches, 'rules and events meet').toBeGreaterThan(1000)
  expect(undecided).toBeLessThan(matches / 4)
}, 60_000)
