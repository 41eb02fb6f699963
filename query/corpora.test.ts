/**
 * Real Windows events through the real intake into a real lake, and every Sigma rule over them: a hunt must find what
 * the stream found at their arrival.
 */
import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { readFolder } from '../detections/content/read-folder.ts'
import { tenantId } from '../platform/tenant.ts'
import { tenantReader } from '../stores/clickhouse/tenant-reader.ts'
import { useEngine } from '../stores/clickhouse/test-engine.ts'
import { corporaDir } from '../test/corpora/config.ts'
import { hunt } from './hunt.ts'
import type { HuntRule } from './hunt-plan.ts'
import { lakeSources } from './lake-sources.ts'
import { takeIn } from './testing.ts'

const dir = corporaDir()
const engine = useEngine({ migrated: true })
const NOW_MS = Date.now()
const DAY_MS = 86_400_000
const TENANT = 'corpora'
const EVENTS_MAX = 800
/** SQL decides every 400th rule, and all rules that fired. */
const EVERY = 400
const FEW_MAX = 24

test.skipIf(dir === null)(
  'all Sigma rules over stored Windows events: a hunt finds what the stream found (SVC_CORPORA_DIR)',
  async () => {
    const { client } = engine()
    const rules = await eventRules()
    const body = sample(path.join(dir ?? '', 'windows-sample'), EVENTS_MAX).join('\n')
    const streamed = await takeIn(client, { tenant: TENANT, format: 'auto', body, receivedMs: NOW_MS }, rules)
    const fired = new Set(streamed.map((match) => match.split(' ')[0]))
    const few = rules.filter(({ id }, at) => at % EVERY === 0 || fired.has(id)).slice(0, FEW_MAX)
    const known = new Set(few.map(({ id }) => id))
    expect(rules.length).toBeGreaterThan(3700)
    expect(streamed.length).toBeGreaterThan(20)

    const fewStreamed = streamed.filter((match) => known.has(match.split(' ')[0] ?? '')).sort()
    const byMatcher = await hunted(rules, false)
    expect(byMatcher.found).toEqual([...streamed].sort())
    const byNeedles = await hunted(few, false)
    expect(byNeedles.found).toEqual(fewStreamed)
    const bySql = await hunted(few, true)
    expect(bySql.found).toEqual(fewStreamed)
    expect(bySql.inSql, 'rules that SQL decides alone').toBeGreaterThan(few.length * 0.9)
    expect(bySql.judged).toBeLessThan(byMatcher.judged)
  },
  600_000,
)

async function hunted(rules: readonly HuntRule[], isAllInSql: boolean) {
  const reader = tenantReader(engine().client, tenantId(TENANT))
  const span = { fromMs: Date.UTC(2000, 0), toMs: NOW_MS + DAY_MS, firstMsMax: null }
  const found: string[] = []
  const onMatch = (rule: number, { event_uid }: { event_uid: string }) =>
    void found.push(`${rules[rule]?.id} ${event_uid}`)
  const huntOptions = { rules, span, order: 'newest', decides: isAllInSql ? 'sql' : 'cheapest' } as const
  const figures = await hunt(reader, lakeSources(), huntOptions, { onMatch })
  expect(figures.unjudged).toBe(0)
  return { found: found.sort(), inSql: figures.decidedInSql, judged: figures.judged }
}

async function eventRules(): Promise<readonly HuntRule[]> {
  const { rules } = await readFolder(path.join(dir ?? '', 'sigma-rules'))
  return rules.flatMap((rule) => (rule.body.kind === 'event' ? [{ ...rule, body: rule.body }] : []))
}

/** A sample of every nth line, so that there are events of many kinds. */
function sample(folder: string, eventsMax: number): readonly string[] {
  const names = fs.readdirSync(folder).filter((name) => name.endsWith('.ndjson'))
  const lines = names.flatMap((name) => fs.readFileSync(path.join(folder, name), 'utf8').split('\n')).filter(Boolean)
  const every = Math.max(1, Math.floor(lines.length / eventsMax))
  return lines.filter((_, at) => at % every === 0).slice(0, eventsMax)
}
