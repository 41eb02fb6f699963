/**
 * Parameters of a statement in SQL, written as ClickHouse has them: `{host:String}`. The page has a field for each, and the API binds
 * the values.
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

/** A statement with the values of its parameters, as `POST /lake/query` takes it. */
export type Statement = { readonly sql: string; readonly parameters: Values }

/** The statement with its values, or the names of parameters that have none. */
export function statementOf(
  sql: string,
  values: Values,
  { from, to }: Span,
): Statement | { readonly missing: readonly string[] } {
  const all: Values = { ...values, from: engineTime(from), to: engineTime(to) }
  const names = parametersOf(sql).map(({ name }) => name)
  const missing = names.filter((name) => !Object.hasOwn(all, name))
  if (missing.length > 0) return { missing }
  return { sql, parameters: Object.fromEntries(names.map((name) => [name, all[name] ?? ''])) }
}

/**
 * The statement with its values as literals, for a hunt, which binds the time alone. A parameter without a value stays.
 */
export function withLiterals(sql: string, values: Values): string {
  return sql.replaceAll(TOKENS, (token, name: string | undefined, type: string | undefined) => {
    if (name === undefined || type === undefined || TIMES.has(name) || !Object.hasOwn(values, name)) return token
    return literalOf(values[name] ?? '', type)
  })
}

const NUMBER_TYPE = /^(?:U?Int|Float)\d+$/
const PLAIN_NUMBER = /^-?\d+(?:\.\d+)?$/

function literalOf(value: string, type: string): string {
  const escaped = value.replaceAll('\\', '\\\\')
  if (type === 'Identifier') return `\`${escaped.replaceAll('`', '\\`')}\``
  if (NUMBER_TYPE.test(type) && PLAIN_NUMBER.test(value)) return value
  const quoted = `'${escaped.replaceAll("'", "\\'")}'`
  return type === 'String' ? quoted : `CAST(${quoted} AS ${type})`
}

/** `2026-01-01T00:00:00.000Z` as the engine writes it. */
const engineTime = (iso: string): string => iso.replace('T', ' ').replace('Z', '')

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
