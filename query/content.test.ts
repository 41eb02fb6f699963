/**
 * Stores the fixtures of the built-in rules, of every source that has any, and hunts over them: the hunt must match
 * what the stream matched.
 */
import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { builtInRules, FIXTURES_DIR } from '../detections/content/load.ts'
import { tenantId } from '../platform/tenant.ts'
import { tenantReader } from '../stores/clickhouse/tenant-reader.ts'
import { useEngine } from '../stores/clickhouse/test-engine.ts'
import { hunt } from './hunt.ts'
import type { HuntRule } from './hunt-plan.ts'
import { lakeSources } from './lake-sources.ts'
import { takeIn } from './testing.ts'

const engine = useEngine({ migrated: true })
const NOW_MS = Date.now()
const TENANT = 'content'
/** SQL decides only every 64th rule. */
const EVERY = 64

type Fixture = { readonly format: string; readonly matches: readonly unknown[]; readonly misses: readonly unknown[] }

/** Records by the format that their sender names. */
function recordsByFormat(): ReadonlyMap<string, readonly string[]> {
  const names = fs
    .readdirSync(FIXTURES_DIR, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.json'))
  const records = new Map<string, string[]>()
  for (const name of names.sort()) {
    const fixture = JSON.parse(fs.readFileSync(path.join(FIXTURES_DIR, name), 'utf8')) as Fixture
    const lines = [...fixture.matches, ...fixture.misses]
      .flat()
      .map((record) => (typeof record === 'string' ? record : JSON.stringify(record)))
    records.set(fixture.format, [...(records.get(fixture.format) ?? []), ...lines])
  }
  return records
}

test('a hunt over the fixtures of all sources finds what the stream found', async () => {
  const rules = builtInRules().flatMap((rule): HuntRule[] =>
    rule.body.kind === 'event' ? [{ ...rule, body: rule.body }] : [],
  )
  const streamed: string[] = []
  for (const [format, lines] of recordsByFormat()) {
    const body = [...new Set(lines)].join('\n')
    streamed.push(...(await takeIn(engine().client, { tenant: TENANT, format, body, receivedMs: NOW_MS }, rules)))
  }
  expect(streamed.length).toBeGreaterThan(200)
  const reader = tenantReader(engine().client, tenantId(TENANT))
  const hunted = async (some: readonly HuntRule[], isAllInSql = false) => {
    const found: string[] = []
    const span = { fromMs: Date.UTC(2000, 0), toMs: NOW_MS + 86_400_000, firstMsMax: null }
    const onMatch = (rule: number, { event_uid }: { event_uid: string }) =>
      void found.push(`${some[rule]?.id} ${event_uid}`)
    const figures = await hunt(
      reader,
      lakeSources(),
      { rules: some, span, order: 'newest', decides: isAllInSql ? 'sql' : 'cheapest' },
      { onMatch },
    )
    return { found: found.sort(), figures }
  }
  const all = await hunted(rules)
  expect(all.found).toEqual([...streamed].sort())
  expect(all.figures.unjudged).toBe(0)
  const few = rules.filter((_, at) => at % EVERY === 0)
  const ids = new Set(few.map(({ id }) => id))
  const { found, figures } = await hunted(few, true)
  expect(found).toEqual(streamed.filter((match) => ids.has(match.split(' ')[0] ?? '')).sort())
  expect(figures.judged).toBeLessThan(figures.scanned)
})
