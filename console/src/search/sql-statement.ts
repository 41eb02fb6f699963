/**
 * Parameters of a statement in SQL, written as ClickHouse has them: `{host:String}`. The page binds their values into
 * the statement, so that what runs on as a job is whole by itself.
 */
import type { Span } from './time-span.ts'

export type Parameter = { readonly name: string; readonly type: string }
export type Values = Readonly<Record<string, string>>

/** Bound to the time of the page. */
const TIMES: ReadonlySet<string> = new Set(['from', 'to'])

/** Texts, quoted names and comments, which hold no parameters, or a parameter. */
const TOKENS =
  /'(?:[^'\\]|\\[\s\S]|'')*'|"(?:[^"\\]|\\[\s\S])*"|`(?:[^`\\]|\\[\s\S])*`|--[^\n]*|\/\*[\s\S]*?\*\/|\{\s*([A-Za-z_]\w*)\s*:\s*([^{}]+?)\s*\}/g

/** Each parameter once, in the order of the text. */
export function parametersOf(sql: string): readonly Parameter[] {
  const found = new Map<string, Parameter>()
  for (const [, name, type] of sql.matchAll(TOKENS))
    if (name !== undefined && type !== undefined && !found.has(name)) found.set(name, { name, type })
  return [...found.values()]
}

/** Parameters that a person gives a value. */
export const openParametersOf = (sql: string): readonly Parameter[] =>
  parametersOf(sql).filter(({ name }) => !TIMES.has(name))

/** True when the time of the page limits the statement. */
export const isTimed = (sql: string): boolean => parametersOf(sql).some(({ name }) => TIMES.has(name))

export type Bound = { readonly sql: string } | { readonly missing: readonly string[] }

/** The statement with its values, or the names of parameters that have none. */
export function bound(sql: string, values: Values, { from, to }: Span): Bound {
  const all: Values = { ...values, from: engineTime(from), to: engineTime(to) }
  const missing = parametersOf(sql).flatMap(({ name }) => (Object.hasOwn(all, name) ? [] : [name]))
  if (missing.length > 0) return { missing }
  return {
    sql: sql.replace(TOKENS, (text, name?: string, type?: string) =>
      name === undefined || type === undefined ? text : literal(all[name] ?? '', type),
    ),
  }
}

/** `2026-01-01T00:00:00.000Z` as the engine writes it. */
const engineTime = (iso: string): string => iso.replace('T', ' ').replace('Z', '')

function literal(value: string, type: string): string {
  if (type === 'Identifier') return `\`${value.replace(/[\\`]/g, '\\$&')}\``
  return `CAST(${quoted(value)}, ${quoted(inUtc(type))})`
}

/** A time without a zone is in UTC, as the columns of the lake are. */
const inUtc = (type: string): string =>
  type.replace(/\bDateTime64\((\d)\)/g, "DateTime64($1, 'UTC')").replace(/\bDateTime\b(?!\()/g, "DateTime('UTC')")

const quoted = (text: string): string => `'${text.replace(/[\\']/g, '\\$&')}'`

/** Values as a link has them; a link of another form gives none. */
export function valuesOf(text: string | undefined): Values {
  if (text === undefined) return {}
  try {
    const found: unknown = JSON.parse(text)
    if (typeof found !== 'object' || found === null || Array.isArray(found)) return {}
    return Object.fromEntries(
      Object.entries(found).flatMap(([name, one]) => (typeof one === 'string' ? [[name, one]] : [])),
    )
  } catch {
    return {}
  }
}
