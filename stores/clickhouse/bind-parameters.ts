/**
 * Puts values in the place of a statement's parameters (`{host:String}`), so that the statement is whole by itself: what
 * is checked, what runs, and what continues as a job are the same text.
 */
import { quoteName, quoteText } from './quote.ts'
import { tokens } from './sql-lexer.ts'

export type Values = Readonly<Record<string, string>>
export type Bound = { readonly sql: string } | { readonly missing: readonly string[] }

type Parameter = { readonly start: number; readonly end: number; readonly name: string; readonly type: string }

/** Returns the names of parameters without a value, if there are any. */
export function bindParameters(sql: string, values: Values): Bound {
  const parameters = parametersIn(sql)
  const missing = [...new Set(parameters.map(({ name }) => name))].filter((name) => !Object.hasOwn(values, name))
  if (missing.length > 0) return { missing }
  let bound = ''
  let at = 0
  for (const { start, end, name, type } of parameters) {
    bound += sql.slice(at, start) + literal(values[name] ?? '', type)
    at = end
  }
  return { sql: bound + sql.slice(at) }
}

/** Braces in texts, quoted names and comments are none; those of a map literal have no name before a colon. */
function parametersIn(sql: string): readonly Parameter[] {
  const found: Parameter[] = []
  let open: number | null = null
  for (const { kind, start, end } of tokens(sql)) {
    if (kind !== 'sign') continue
    if (sql[start] === '{') open = start
    if (sql[start] !== '}' || open === null) continue
    const [, name, type] = /^\{\s*([A-Za-z_]\w*)\s*:\s*([^{}]+?)\s*\}$/.exec(sql.slice(open, end)) ?? []
    if (name !== undefined && type !== undefined) found.push({ start: open, end, name, type })
    open = null
  }
  return found
}

const literal = (value: string, type: string): string =>
  type === 'Identifier' ? quoteName(value) : `CAST(${quoteText(value)}, ${quoteText(inUtc(type))})`

/** A time without a zone is in UTC, as the columns of the lake are. */
const inUtc = (type: string): string =>
  type.replace(/\bDateTime64\((\d)\)/g, "DateTime64($1, 'UTC')").replace(/\bDateTime\b(?!\()/g, "DateTime('UTC')")
