/** The tables of all tenants as control data names them. */
import type { Members } from '../../platform/members.ts'
import { type LearnedMapping, learnedMapping } from './learned-mapping.ts'
import { LEARNED_LIMITS, type LearnedTable, tableFaults } from './learned-table.ts'

/** The kind of control data: each document is a table, under its name. */
export const LEARNED_KIND = 'source_table'

export type LearnedDocument = { readonly version: number; readonly table: LearnedTable }

/** One list of tables for every tenant: used to try a table on a sample. */
export function tableList(tables: readonly LearnedMapping[]): Pick<LearnedBook, 'mappingFor'> {
  return { mappingFor: (_, record) => tables.find((table) => table.takes(record)) ?? null }
}

export class LearnedBook {
  readonly #byTenant = new Map<string, Map<string, LearnedMapping>>()

  /** Applies a change from `ControlFeed`. A document that this build cannot read counts as none. */
  change(tenant: string, kind: string, name: string, document: unknown): void {
    if (kind !== LEARNED_KIND) return
    const tables = this.#byTenant.get(tenant) ?? new Map<string, LearnedMapping>()
    tables.delete(name)
    const mapping = mappingOf(name, document)
    if (mapping !== null && tables.size < LEARNED_LIMITS.tables) tables.set(name, mapping)
    if (tables.size === 0) this.#byTenant.delete(tenant)
    else this.#byTenant.set(tenant, tables)
  }

  /** Null when no table of the tenant matches the record. */
  mappingFor(tenant: string, record: Readonly<Members>): LearnedMapping | null {
    const tables = this.#byTenant.get(tenant)
    if (tables === undefined) return null
    for (const mapping of tables.values()) if (mapping.takes(record)) return mapping
    return null
  }
}

function mappingOf(name: string, document: unknown): LearnedMapping | null {
  const { version, table } = (document ?? {}) as Partial<LearnedDocument>
  if (typeof version !== 'number' || table === undefined) return null
  try {
    return tableFaults(table).length === 0 ? learnedMapping(name, version, table) : null
  } catch {
    return null // a document of another build: its table is ignored, as if it did not exist
  }
}
