/** For tests: evaluates a search on one event in memory, without SQL. Texts are ASCII. */
import type { Bound, Piece, SearchQuery } from './ast.ts'

/** Columns of `events` by name, and the raw text. */
export type PlainEvent = Readonly<Record<string, string | number>> & { readonly raw: string }

/** Columns that the tests search, by their type. */
const TEXTS = new Set(['cmd_line', 'message', 'raw'])
const NUMBERS = new Set(['dst_port', 'severity_id', 'class_uid'])
const NAMES: Readonly<Record<string, string>> = { 'actor.user.name': 'user', 'dst_endpoint.port': 'dst_port' }

export function holdsFor(query: SearchQuery, event: PlainEvent): boolean {
  if (query.kind === 'all') return true
  if (query.kind === 'not') return !holdsFor(query.of, event)
  if (query.kind === 'and') return query.of.every((one) => holdsFor(one, event))
  if (query.kind === 'or') return query.of.some((one) => holdsFor(one, event))
  if (query.field === null) return rawContains(query.kind === 'match' ? query.pattern : [], event.raw)
  const values = valuesOf(query.field, event)
  return values.some((value) => leafHolds(query, query.field ?? '', value))
}

type Leaf = Extract<SearchQuery, { kind: 'match' | 'exists' | 'range' }>

function valuesOf(field: string, event: PlainEvent): readonly (string | number)[] {
  const name = NAMES[field] ?? field
  if (name === 'ip') return [event.src_ip ?? '', event.dst_ip ?? '']
  if (!name.startsWith('unmapped.')) return [event[name] ?? '']
  const found = (JSON.parse(event.raw) as Record<string, unknown>)[name.slice('unmapped.'.length)] ?? ''
  return [found].flat().map((one) => (typeof one === 'string' ? one : JSON.stringify(one)))
}

function leafHolds(leaf: Leaf, field: string, value: string | number): boolean {
  const isNumber = NUMBERS.has(NAMES[field] ?? field)
  if (leaf.kind === 'exists') return isNumber ? field !== 'dst_port' || value !== 0 : value !== ''
  if (leaf.kind === 'range') return value !== '' && above(value, leaf.from) && below(value, leaf.to)
  if (field === 'raw') return rawContains(leaf.pattern, String(value))
  return TEXTS.has(field) ? contains(leaf.pattern, String(value)) : whole(leaf.pattern, String(value))
}

const above = (value: string | number, bound: Bound | null) =>
  bound === null || (bound.isIncluded ? Number(value) >= Number(bound.value) : Number(value) > Number(bound.value))
const below = (value: string | number, bound: Bound | null) =>
  bound === null || (bound.isIncluded ? Number(value) <= Number(bound.value) : Number(value) < Number(bound.value))

function rawContains(pattern: readonly Piece[], raw: string): boolean {
  const inJson = pattern.map((piece) => (typeof piece === 'string' ? JSON.stringify(piece).slice(1, -1) : piece))
  return contains(pattern, raw) || contains(inJson, raw)
}

const contains = (pattern: readonly Piece[], text: string) => new RegExp(sourceOf(pattern), 'is').test(text)
const whole = (pattern: readonly Piece[], text: string) => new RegExp(`^(?:${sourceOf(pattern)})$`, 'is').test(text)

function sourceOf(pattern: readonly Piece[]): string {
  const written = (piece: Piece) => {
    if (typeof piece === 'string') return piece.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&')
    return piece.wild === '*' ? '.*' : '.'
  }
  return pattern.map(written).join('')
}
