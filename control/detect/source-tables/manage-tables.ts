import { LEARNED_KIND, type LearnedDocument, tableList } from '../../../connectors/learned/learned-book.ts'
import { type LearnedMapping, learnedMapping } from '../../../connectors/learned/learned-mapping.ts'
import { type LearnedTable, tableFaults } from '../../../connectors/learned/learned-table.ts'
import { proposeTable } from '../../../connectors/learned/propose-table.ts'
import { readingOf, type SampleReading } from '../../../pipeline/sample/reading.ts'
import { normalisedEvents } from '../../../pipeline/sample/sample-events.ts'
import { AppError, noSuch } from '../../../platform/errors.ts'
import { InvalidInput, invalid } from '../../../platform/invalid-input.ts'
import type { TenantTx } from '../../../stores/postgres/pool.ts'
import { announce } from '../../platform/broadcast/index.ts'
import { SOURCE_TABLE_LIMITS, type SourceTable, type TableFidelity } from './source-table.ts'
import {
  countVersions,
  insertVersion,
  lockTables,
  newestTables,
  samplesOfTable,
  versionsOfTable,
} from './table-store.ts'

const PROPOSED_FROM_MAX = 2_000
const REFUSED_SHOWN = 5

/** Mappings of the tenant's tables, as they run. */
export async function tablesOf(tx: TenantTx): Promise<LearnedMapping[]> {
  const tables = await newestTables(tx)
  return tables.flatMap(({ name, version, definition }) =>
    definition === null ? [] : [learnedMapping(name, version, definition)],
  )
}

export type Proposal = { readonly table: LearnedTable; readonly before: SampleReading; readonly after: SampleReading }

/** Nothing is stored. Throws 422 where the samples have nothing in common, or where a table of the product reads them. */
export function proposeFor(name: string, sample: string, format: string): Proposal {
  const body = Buffer.from(sample)
  const records = []
  let known = ''
  for (const found of normalisedEvents(body, format)) {
    if ('reason' in found) continue
    if (records.length >= PROPOSED_FROM_MAX) break
    if (found.isLearnable) records.push(found.read)
    else known = found.mapping?.id ?? ''
  }
  if (records.length === 0 && known !== '')
    throw invalid('sample', `is read by the table ${known} of the product already`)
  const table = proposeTable(name, records)
  if (table === null)
    throw invalid(
      'sample',
      'has nothing in common that a table could know it by: write one by hand, or give more of it',
    )
  const learned = tableList([learnedMapping(name, 1, table)])
  return { table, before: readingOf(body, format), after: readingOf(body, format, { learned }) }
}

/** The mapping of a table that is not applied. Throws 422 that names its faults. */
export function draftOf(table: LearnedTable): LearnedMapping {
  refuseFaults(table)
  return learnedMapping('draft', 1, table)
}

function refuseFaults(table: LearnedTable): void {
  const faults = tableFaults(table)
  if (faults.length > 0)
    throw new InvalidInput(...faults.map((msg) => ({ loc: ['body', 'table'], msg, type: 'table' })))
}

export type TableInput = {
  readonly name: string
  readonly table: LearnedTable
  readonly sample: string
  readonly format: string
  readonly by: string
}

/**
 * A new version, tested against its samples before it is stored: each event of them is taken by it and not refused. Throws
 * 422 that names lines which are not, `conflict` past a bound.
 */
export async function applyTable(tx: TenantTx, value: TableInput): Promise<SourceTable> {
  const { name, table, sample, format, by } = value
  refuseFaults(table)
  await lockTables(tx)
  const others = (await newestTables(tx)).filter((one) => one.name !== name)
  if (others.length >= SOURCE_TABLE_LIMITS.tables)
    throw new AppError('conflict', `a tenant has at most ${SOURCE_TABLE_LIMITS.tables} tables of its own`)
  if ((await countVersions(tx, name)) >= SOURCE_TABLE_LIMITS.versions)
    throw new AppError(
      'conflict',
      `${name} has ${SOURCE_TABLE_LIMITS.versions} versions: give the next one another name`,
    )
  const fidelity = testTable(name, table, sample, format)
  const made = await insertVersion(tx, { name, definition: table, samples: sample, format, fidelity, applied_by: by })
  const document: LearnedDocument = { version: made.version, table }
  await announce(tx, { kind: LEARNED_KIND, id: name, document })
  return made
}

function testTable(name: string, table: LearnedTable, sample: string, format: string): TableFidelity {
  const learned = tableList([learnedMapping(name, 1, table)])
  const reading = readingOf(Buffer.from(sample), format, { learned })
  const own = (one: { readonly table: string }) => one.table === `learned:${name}/1`
  const missed = reading.events.filter((one) => one.refused !== '' || !own(one))
  if (reading.events_total === 0) throw invalid('sample', 'holds no event')
  if (missed.length > 0) {
    // A number in `loc` is a place in a list, from 0; a line of a text is none.
    const lines = missed.slice(0, REFUSED_SHOWN).map((one) => ({
      loc: ['body', 'sample'],
      msg: `line ${one.line}: ${one.refused || `is read by ${one.table} and not by this table`}`,
      type: 'sample',
    }))
    throw new InvalidInput(...lines)
  }
  const { events_total: events, classed, with_entities, with_time } = reading
  return { events, taken: events, classed, with_entities, with_time }
}

/** Its versions stay on record. Throws `not_found`. */
export async function removeTable(tx: TenantTx, name: string, by: string): Promise<SourceTable> {
  await lockTables(tx)
  const [newest] = await versionsOfTable(tx, name)
  const kept = await samplesOfTable(tx, name)
  if (newest === undefined || newest.definition === null || kept === null) throw noSuch('table')
  const { fidelity } = newest
  const removed = await insertVersion(tx, { name, definition: null, ...kept, fidelity, applied_by: by })
  await announce(tx, { kind: LEARNED_KIND, id: name, document: null })
  return removed
}
