/**
 * Every Sigma rule over stored Windows events, decided in SQL, against what the stream found when they came in:
 * `SVC_CORPORA_DIR=DIR node bin/run.mjs test/corpora/hunt.ts [EVENTS] [EVERY] [FIRST]`. EVENTS are taken evenly from all
 * there are (100), beside those that were made to fire rules; of the rules every EVERY-th (1) from FIRST (0) on is asked,
 * so that N runs with EVERY = N and FIRST = 0 to N - 1 ask them all. Status 1 when one match differs, or there is none.
 */
import fs from 'node:fs'
import path from 'node:path'
import { readFolder } from '../../detections/content/read-folder.ts'
import { tenantId } from '../../platform/tenant.ts'
import { hunt } from '../../query/hunt.ts'
import type { HuntRule } from '../../query/hunt-plan.ts'
import { lakeSources } from '../../query/lake-sources.ts'
import { takeIn } from '../../query/testing.ts'
import { openClickhouse } from '../../stores/clickhouse/client.ts'
import { migrateClickhouse } from '../../stores/clickhouse/migrate.ts'
import { tenantReader } from '../../stores/clickhouse/tenant-reader.ts'
import { newDataDir, startEngine } from '../../stores/clickhouse/test-engine.ts'
import { corporaDir } from './config.ts'

const TENANT = 'corpora'
/** Number of rules in one hunt: the hunt makes several statements of them, and samples the rows only once. */
const BATCH = 200

const dir = corporaDir()
if (dir === null) console.log('SKIPPED: SVC_CORPORA_DIR names no folder of corpora')
else {
  const [eventsMax = 100, every = 1, first = 0] = process.argv.slice(2).map(Number)
  process.exitCode = await run(dir, eventsMax, { every, first })
}

type Share = { readonly every: number; readonly first: number }

async function run(folder: string, eventsMax: number, { every, first }: Share): Promise<number> {
  const dataDir = newDataDir()
  const engine = await startEngine(dataDir)
  const client = openClickhouse({ url: engine.url })
  try {
    await migrateClickhouse(client)
    const rules = (await eventRules(folder)).filter((_, at) => at % every === first)
    const receivedMs = Date.now()
    const events = [...sample(path.join(folder, 'windows-sample'), eventsMax), ...positives(folder)]
    const body = events.join('\n')
    const streamed = await takeIn(client, { tenant: TENANT, format: 'auto', body, receivedMs }, rules)
    const span = { fromMs: Date.UTC(2000, 0), toMs: receivedMs + 86_400_000, firstMsMax: null }
    const reader = tenantReader(client, tenantId(TENANT))
    const found: string[] = []
    let [judged, inSql] = [0, 0]
    const startedAt = performance.now()
    for (let from = 0; from < rules.length; from += BATCH) {
      const some = rules.slice(from, from + BATCH)
      const onMatch = (rule: number, row: { event_uid: string }) =>
        void found.push(`${some[rule]?.id} ${row.event_uid}`)
      const huntOptions = { rules: some, span, order: 'oldest', decides: 'sql' } as const
      const figures = await hunt(reader, lakeSources(), huntOptions, { onMatch })
      judged += figures.judged
      inSql += figures.decidedInSql
      if (process.stderr.isTTY) process.stderr.write(`\r${from + some.length} of ${rules.length} rules`)
    }
    const seconds = Math.round((performance.now() - startedAt) / 1000)
    console.log(`${rules.length} rules (${inSql} wholly in SQL) over ${events.length} events in ${seconds} s`)
    console.log(
      `${judged} times an event was read by the matcher; ${found.length} matches, ${streamed.length} in the stream`,
    )
    return reportDifferences(new Set(found), new Set(streamed))
  } finally {
    await client.close()
    await engine.stop()
    fs.rmSync(dataDir, { recursive: true, force: true })
  }
}

function reportDifferences(found: ReadonlySet<string>, streamed: ReadonlySet<string>): number {
  const missing = [...streamed].filter((match) => !found.has(match))
  const surplus = [...found].filter((match) => !streamed.has(match))
  for (const match of missing) console.log(`only in the stream: ${match}`)
  for (const match of surplus) console.log(`only in the hunt: ${match}`)
  return missing.length + surplus.length === 0 && found.size > 0 ? 0 : 1
}

async function eventRules(folder: string): Promise<readonly HuntRule[]> {
  const { rules } = await readFolder(path.join(folder, 'sigma-rules'))
  return rules.flatMap((rule) => (rule.body.kind === 'event' ? [{ ...rule, body: rule.body }] : []))
}

function sample(folder: string, eventsMax: number): readonly string[] {
  const names = fs.readdirSync(folder).filter((name) => name.endsWith('.ndjson'))
  const lines = names.flatMap((name) => fs.readFileSync(path.join(folder, name), 'utf8').split('\n')).filter(Boolean)
  const every = Math.max(1, Math.floor(lines.length / eventsMax))
  return lines.filter((_, at) => at % every === 0).slice(0, eventsMax)
}

/** Events of the rules' regression tests. A file may hold several JSON objects, one after the other over many lines. */
function positives(folder: string): readonly string[] {
  const dir = path.join(folder, 'sigma-regression')
  const names = fs.readdirSync(dir, { recursive: true, encoding: 'utf8' }).filter(isEventFile).sort()
  const texts = names.map((name) => fs.readFileSync(path.join(dir, name), 'utf8'))
  return texts.flatMap((text) =>
    text
      .split(/(?<=^\})$/m)
      .filter((one) => one.trim() !== '')
      .map(oneLine),
  )
}

function isEventFile(name: string): boolean {
  return name.endsWith('.json') && name !== 'index.json'
}

function oneLine(text: string): string {
  return JSON.stringify(JSON.parse(text))
}
