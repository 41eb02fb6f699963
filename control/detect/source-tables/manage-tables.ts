import { LEARNED_KIND, type LearnedDocument } from '../../../connectors/learned/learned-book.ts'
import { type LearnedMapping, learnedMapping } from '../../../connectors/learned/learned-mapping.ts'
import { type LearnedTable, tableFaults } from '../../../connectors/learned/learned-table.ts'
import { readSample } from '../../../pipeline/sample/read-sample.ts'
import type { OwnTable } from '../../../pipeline/sample/sample-thread.ts'
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

const REFUSED_SHOWN = 5

/** The tenant's tables that are in force. */
export async function ownTables(tx: TenantTx): Promise<OwnTable[]> {
  const tables = await newestTables(tx)
  return tables.flatMap(({ name, version, definition }) => (definition === null ? [] : [{ name, version, definition }]))
}

/** Mappings of the tenant's tables, as they run. */
export async function tablesOf(tx: TenantTx): Promise<LearnedMapping[]> {
  return (await ownTables(tx)).map(({ name, version, definition }) => learnedMapping(name, version, definition))
}

/** A table that is not applied. Throws 422 that names its faults. */
export function draftOf(table: LearnedTable): OwnTable {
  refuseFaults(table)
  return { name: 'draft', version: 1, definition: table }
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

/** A new version, whose samples were tested. Throws `conflict` past a bound. */
export async function applyTable(tx: TenantTx, value: TableInput, fidelity: TableFidelity): Promise<SourceTable> {
  const { name, table, sample, format, by } = value
  await lockTables(tx)
  const others = (await newestTables(tx)).filter((one) => one.name !== name)
  if (others.length >= SOURCE_TABLE_LIMITS.tables)
    throw new AppError('conflict', `a tenant has at most ${SOURCE_TABLE_LIMITS.tables} tables of its own`)
  if ((await countVersions(tx, name)) >= SOURCE_TABLE_LIMITS.versions)
    throw new AppError(
      'conflict',
      `${name} has ${SOURCE_TABLE_LIMITS.versions} versions: give the next one another name`,
    )
  const made = await insertVersion(tx, { name, definition: table, samples: sample, format, fidelity, applied_by: by })
  const document: LearnedDocument = { version: made.version, table }
  await announce(tx, { kind: LEARNED_KIND, id: name, document })
  return made
}

/**
 * Tests a table against its samples: each event of them is taken by it and not refused. Throws 422 that names the faults
 * of the table, or lines that it does not take.
 */
export async function testTable(tenant: string, value: TableInput): Promise<TableFidelity> {
  const { name, table, sample, format } = value
  refuseFaults(table)
  const tables = [{ name, version: 1, definition: table }]
  const reading = await readSample(tenant, { sample, format, tables })
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
