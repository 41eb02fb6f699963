/** Prints a query as a text that `parseSearch` parses to the same query. */
import type { Bound, Piece, SearchQuery } from './ast.ts'
import { SPECIAL } from './parse.ts'

export function printSearch(query: SearchQuery): string {
  switch (query.kind) {
    case 'all':
      return '*:*'
    case 'exists':
      return `${query.field}:*`
    case 'match':
      return `${prefix(query.field)}${printPattern(query.pattern)}`
    case 'range':
      return printRange(query.field, query.from, query.to)
    case 'not':
      return `NOT ${printPart(query.of)}`
    default:
      return query.of.map(printPart).join(query.kind === 'and' ? ' AND ' : ' OR ')
  }
}

function printPart(query: SearchQuery): string {
  return query.kind === 'and' || query.kind === 'or' ? `(${printSearch(query)})` : printSearch(query)
}

const prefix = (field: string | null) => (field === null ? '' : `${field}:`)

function printPattern(pattern: readonly Piece[]): string {
  const [only = ''] = pattern
  if (pattern.length <= 1 && typeof only === 'string') return quoted(only)
  return pattern.map((piece) => (typeof piece === 'string' ? escaped(piece) : piece.wild)).join('')
}

function printRange(field: string, from: Bound | null, to: Bound | null): string {
  const open = from === null || from.isIncluded ? '[' : '{'
  const close = to === null || to.isIncluded ? ']' : '}'
  const end = (bound: Bound | null) => (bound === null ? '*' : quoted(bound.value))
  return `${field}:${open}${end(from)} TO ${end(to)}${close}`
}

const quoted = (text: string) => `"${text.replaceAll(/["\\]/g, '\\$&')}"`
const escaped = (text: string) => text.replaceAll(new RegExp(SPECIAL, 'g'), '\\$&')
