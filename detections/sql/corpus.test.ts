import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { type EventLogSource, plainView } from '../../schemas/event-view.ts'
import { useEngine } from '../../stores/clickhouse/test-engine.ts'
import { corporaDir } from '../../test/corpora/config.ts'
import { readFolder } from '../content/read-folder.ts'
import { coversLogSource, scanRule } from '../match/scan.ts'
import { windowsLogSource } from '../match/test-windows-log-source.ts'
import type { EventBody } from '../plan/plan.ts'
import { Bindings } from './bindings.ts'
import { compileSql } from './compile.ts'
import type { LakeKind } from './kind.ts'
import { byMapping, findAll, insertTexts } from './test-lake.ts'

const dir = corporaDir()
const engine = useEngine({ migrated: true })
/** Rules of one statement. */
const BATCH = 80
/** Every so many of the sample's events, which are a few of each kind. */
const EVERY = 4

test.skipIf(dir === null)(
  'real rules over real Windows events: SQL finds what the scan finds (SVC_CORPORA_DIR)',
  async () => {
    const { client } = engine()
    const { rules } = await readFolder(path.join(dir ?? '', 'sigma-rules'))
    const bodies = rules.map(({ body }) => body).filter((body): body is EventBody => body.kind === 'event')
    const events = sampleLines(path.join(dir ?? '', 'windows-sample')).map((raw) => {
      const record = JSON.parse(raw) as Record<string, unknown>
      return { raw, event: { record, logSource: windowsLogSource(record), view: plainView, timeMs: 0 } }
    })
    const logSources = new Map(events.map(({ event }) => [nameOf(event.logSource), event.logSource]))
    const kinds = byMapping([...logSources].map(kindOf))
    await insertTexts(
      client,
      't',
      events.map(({ raw, event }) => ({ mapping: nameOf(event.logSource), raw })),
    )
    let found = 0
    let undecided = 0
    for (let from = 0; from < bodies.length; from += BATCH) {
      const some = bodies.slice(from, from + BATCH)
      const bindings = new Bindings()
      const compiled = some.map((body) => compileSql(body, kinds, bindings))
      const answers = await findAll(client, 't', compiled, bindings)
      const scans = some.map(scanRule)
      for (const [i, { event, raw }] of events.entries()) {
        const scanned = scans.flatMap((judge, rule) => (judge(event) ? [rule] : []))
        expect(answers.get(i)?.certain, raw).toEqual(scanned)
        found += scanned.length
        undecided += answers.get(i)?.undecided.length ?? 0
      }
    }
    expect(bodies.length).toBeGreaterThan(3700)
    expect(found).toBeGreaterThan(20)
    expect(undecided).toBe(0)
  },
  300_000,
)

const nameOf = ({ service, categories }: EventLogSource) => `${service}|${categories.join()}`

function kindOf([name, logSource]: readonly [string, EventLogSource]): LakeKind {
  const covers: LakeKind['covers'] = (wanted) => coversLogSource(wanted, logSource)
  return { name, view: plainView, covers }
}

function sampleLines(folder: string): string[] {
  const files = fs.readdirSync(folder).filter((name) => name.endsWith('.ndjson'))
  const lines = files.flatMap((name) => fs.readFileSync(path.join(folder, name), 'utf8').split('\n'))
  return lines.filter((line, i) => line !== '' && i % EVERY === 0)
}
