import { Type } from 'typebox'
import type { LearnedTable } from '../../../connectors/learned/learned-table.ts'
import { learnedTableSchema } from '../../../connectors/learned/table-schema.ts'
import { column, type RowOf, table } from '../../../stores/postgres/table.ts'

/**
 * @bound tables of a tenant's own sources; versions of one; a sample = {tables}; {versions}; {sampleBytes} -> 409; 409;
 * 422
 */
export const SOURCE_TABLE_LIMITS = { tables: 20, versions: 100, sampleBytes: 131_072 } as const

/** Coverage of the samples by a version, as it was tested. */
const fidelitySchema = Type.Object({
  events: Type.Integer({ description: 'number of events in the samples' }),
  taken: Type.Integer({ description: 'number of events that this table parsed' }),
  classed: Type.Integer({ description: 'number of events with an OCSF class other than base event' }),
  with_entities: Type.Integer(),
  with_time: Type.Integer(),
})
export type TableFidelity = {
  readonly events: number
  readonly taken: number
  readonly classed: number
  readonly with_entities: number
  readonly with_time: number
}

/** One version. */
export const SOURCE_TABLES = table('AppliedSourceTable', {
  name: column.text(),
  version: column.int({ description: 'version of the table; its events carry the mapping learned:NAME/VERSION' }),
  definition: column.orNull(column.json<LearnedTable>(learnedTableSchema)),
  format: column.text(),
  fidelity: column.json<TableFidelity>(fidelitySchema),
  applied_by: column.text(),
  applied_at: column.time(),
})

export type SourceTable = RowOf<typeof SOURCE_TABLES>
