import { createHash } from 'node:crypto'
import type { QueryConfig } from 'pg'

/**
 * Statements that a connection keeps prepared, some 50 KB each in the server; further ones are sent as text.
 * @bound prepared statements of a connection -> further ones are sent as text
 */
const PREPARED_MAX = 400
/** A condition that its parameter may disable. */
const OPTIONAL = /\$\d+(::[\w[\]]+)? IS NULL OR/i

const names = new Map<string, string | undefined>()

/**
 * A statement with a name, under which a connection parses and plans it only once: for a read by key that is most of
 * its time. A statement with an optional condition (`$1 IS NULL OR ...`) gets no name and is planned at each call,
 * because one plan for all cases is slow for each of them.
 */
export function prepared(text: string, values: readonly unknown[]): QueryConfig {
  if (!names.has(text) && names.size < PREPARED_MAX) names.set(text, OPTIONAL.test(text) ? undefined : nameOf(text))
  const name = names.get(text)
  return name === undefined ? { text, values: [...values] } : { name, text, values: [...values] }
}

function nameOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, 22)
}
