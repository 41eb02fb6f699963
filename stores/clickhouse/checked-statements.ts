/** Statements that the check of a tenant's reader allowed, so that it asks the engine about each of our own texts once. */
import type { ClickHouseClient } from '@clickhouse/client'

/**
 * Characters of remembered statements, with their results; the ones used least lately go first.
 * @bound characters of checked statements that a process remembers -> a forgotten one is checked again
 */
const CHARACTERS_MAX = 2_000_000

export type StatementKey = {
  readonly sql: string
  readonly database: string
  /** Another role may have others, and a statement that one may run is refused to the other. */
  readonly closedColumns: readonly string[]
}

/** A parameter of this kind names a table or a column, so that the text alone does not say what the statement reads. */
const NAMES_BY_PARAMETER = /:\s*Identifier\s*\}/i

const byClient = new WeakMap<ClickHouseClient, CheckedStatements>()

export function checkedStatements(client: ClickHouseClient): CheckedStatements {
  const found = byClient.get(client) ?? new CheckedStatements()
  byClient.set(client, found)
  return found
}

export class CheckedStatements {
  readonly #charactersMax: number
  readonly #queries = new Map<string, string>()
  #characters = 0

  constructor(charactersMax = CHARACTERS_MAX) {
    this.#charactersMax = charactersMax
  }

  /** The statement that may run in the place of the text, or what `check` makes of it. A refusal is not remembered. */
  async of(key: StatementKey, check: () => Promise<string>): Promise<string> {
    if (NAMES_BY_PARAMETER.test(key.sql)) return check()
    const text = JSON.stringify([key.database, key.closedColumns, key.sql])
    const found = this.#queries.get(text)
    if (found !== undefined) this.#forget(text, found)
    const query = found ?? (await check())
    this.#remember(text, query)
    return query
  }

  #remember(text: string, query: string): void {
    if (this.#queries.has(text)) return
    this.#queries.set(text, query)
    this.#characters += text.length + query.length
    for (const [oldest, its] of this.#queries) {
      if (this.#characters <= this.#charactersMax) return
      this.#forget(oldest, its)
    }
  }

  #forget(text: string, query: string): void {
    this.#queries.delete(text)
    this.#characters -= text.length + query.length
  }
}
