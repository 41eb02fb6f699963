import type { KqlTable } from './generated/models.ts'

/** The result of a KQL query. */
export class KqlResult implements KqlTable {
  readonly columns: KqlTable['columns']
  readonly rows: KqlTable['rows']
  readonly rows_in_all: number
  readonly render: KqlTable['render']
  readonly reads: KqlTable['reads']

  constructor({ columns, rows, rows_in_all, render, reads }: KqlTable) {
    this.columns = columns
    this.rows = rows
    this.rows_in_all = rows_in_all
    this.render = render
    this.reads = reads
  }

  /** The rows as objects with the names of the columns. */
  objects(): Record<string, unknown>[] {
    return this.rows.map((row) => Object.fromEntries(this.columns.map(({ name }, at) => [name, row[at]])))
  }
}
