/**
 * Runs public hunting queries over real events of Azure, Microsoft 365 and Windows in a real lake, and counts their
 * outcomes.
 */
import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { AppError } from '../../platform/errors.ts'
import { tenantId } from '../../platform/tenant.ts'
import { tenantReader } from '../../stores/clickhouse/tenant-reader.ts'
import { useEngine } from '../../stores/clickhouse/test-engine.ts'
import { corporaDir } from '../../test/corpora/config.ts'
import { takeIn } from '../testing.ts'
import { kqlHunt } from './kql-hunt.ts'

const dir = corporaDir()
const engine = useEngine({ migrated: true })
const TENANT = 'corpora'
/** The day after most of the events happened. */
const NOW_MS = Date.UTC(2021, 7, 3)
/** The test runs one of so many queries. */
const EVERY = 18

const FAULTS: readonly (readonly [RegExp, string])[] = [
  [/^there is no (?:table|function)/, 'asks for a table or function that is not here'],
  [/externaldata/, 'loads data from elsewhere'],
  [/not supported/, 'asks for an operator or function that is not there'],
  [/^(?:Expected|Missing|Unexpected|The incomplete)/, 'the parser refuses it'],
]

test.skipIf(dir === null)(
  'public hunting queries run over stored events or say why not (SVC_CORPORA_DIR)',
  async () => {
    const { client } = engine()
    for (const file of files('azure', 'windows-sample'))
      await takeIn(client, { tenant: TENANT, format: 'auto', body: fs.readFileSync(file), receivedMs: Date.now() })
    const reader = tenantReader(client, tenantId(TENANT), { rowsMax: 0 })
    const counts: Record<string, number> = {}
    const withRows: string[] = []
    for (const { query, path: name } of queries().filter((_, at) => at % EVERY === 0)) {
      const hunt = { text: query, nowMs: NOW_MS, fromMs: Date.UTC(2000, 0), toMs: Date.now() }
      const found = await kqlHunt(reader, hunt).catch((error: unknown) => {
        if (error instanceof AppError && error.code === 'too_large') return { reason: 'reads too many tables' }
        throw error
      })
      const what = 'reason' in found ? (FAULTS.find(([is]) => is.test(found.reason))?.[1] ?? found.reason) : 'ran'
      counts[what] = (counts[what] ?? 0) + 1
      if ('rows' in found && found.rows.length > 0) withRows.push(name.replace(/^.*\//, ''))
    }
    expect(counts).toEqual({
      ran: 48,
      'asks for a table or function that is not here': 14,
      'loads data from elsewhere': 7,
      'the parser refuses it': 2,
      'asks for an operator or function that is not there': 1,
      'reads too many tables': 1,
      'there is no column max_Timestamp': 1,
    })
    expect(withRows.length).toBeGreaterThan(5)
  },
  600_000,
)

type Query = { readonly query: string; readonly path: string }

function queries(): readonly Query[] {
  const text = fs.readFileSync(path.join(dir ?? '', 'kql/queries.ndjson'), 'utf8')
  return text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Query)
}

function files(...folders: readonly string[]): readonly string[] {
  return folders.flatMap((folder) => {
    const names = fs.readdirSync(path.join(dir ?? '', folder)).filter((name) => name.endsWith('.ndjson'))
    return names.sort().map((name) => path.join(dir ?? '', folder, name))
  })
}
