/** Field rules about events, for questions: a caller may not infer a hidden value by asking for it either. */
import { AppError } from '../../../../platform/errors.ts'
import type { SearchQuery } from '../../../../query/search/ast.ts'
import { fieldOf } from '../../../../query/search/fields.ts'
import { columnsBehind, columnsOf, mayStandFor, namesOfField, SENT } from './event-names.ts'
import type { HiddenFields } from './hidden-fields.ts'

const hiddenEvents = (hidden: HiddenFields) => hidden.get('event') ?? []

/** Columns that hold the whole event, or often repeat what others hold. */
const REPEATING = ['raw', 'ocsf', 'message']

/** Lake columns that SQL may not name. */
export function hiddenColumns(hidden: HiddenFields): readonly string[] {
  const fields = hiddenEvents(hidden)
  if (fields.length === 0) return []
  return [...new Set([...fields.flatMap(({ name }) => columnsBehind(name)), ...REPEATING])]
}

/**
 * Hidden fields that must be read in addition to the requested ones, because their values are removed from the others.
 */
export function readBeside(hidden: HiddenFields, fields: readonly string[]): readonly string[] {
  const needed = hiddenEvents(hidden).flatMap(({ name }) => {
    const names = namesOfField(name.replace(/^(?:raw_event|raw)\./, 'unmapped.'))
    return names.some((known) => fields.includes(known))
      ? []
      : names.filter((known) => fieldOf(known) !== null).slice(0, 1)
  })
  return [...new Set(needed)]
}

/** Throws `forbidden` for a condition, or a count of values, on a field that is hidden. */
export function refuseHidden(hidden: HiddenFields, names: readonly string[]): void {
  const fields = hiddenEvents(hidden)
  if (fields.length === 0) return
  const columns = new Set(hiddenColumns(hidden))
  const closed = names.find((name) => {
    const isRuled = fields.some(
      (field) =>
        covers(field.name, name) || ((SENT.test(name) || SENT.test(field.name)) && mayStandFor(field.name, name)),
    )
    return isRuled || columnsOf(name).some((column) => columns.has(column)) || columns.has(name)
  })
  if (closed !== undefined)
    throw new AppError('forbidden', `a field rule hides ${closed} of events from you, so it cannot be queried`)
}

/**
 * Checks a KQL query. Its names can be those of many vendors. Throws `forbidden` when a field rule hides a field of
 * events from the caller and the query may read it.
 */
export function refuseKql(hidden: HiddenFields): void {
  if (hiddenEvents(hidden).length === 0) return
  throw new AppError('forbidden', 'field rules hide fields of events from you: ask without language kql')
}

/**
 * The columns of a table come from its query, so they cannot be checked. Throws `forbidden` when a field rule hides a
 * field of events from the caller.
 */
export function refuseTables(hidden: HiddenFields): void {
  if (hiddenEvents(hidden).length === 0) return
  throw new AppError('forbidden', 'field rules hide fields of events from you, which this table may show')
}

/** The same field, one around it or one within it. */
function covers(ruled: string, text: string): boolean {
  const plain = ruled.replace(/^(?:raw_event|raw|ocsf)\./, '')
  const name = text.replace(/^(?:unmapped|ocsf)\./, '')
  return plain === name || plain.startsWith(`${name}.`) || name.startsWith(`${plain}.`)
}

/** Names of fields in a query; words without a field are looked for in the text as received. */
export function fieldsIn(query: SearchQuery): readonly string[] {
  if (query.kind === 'all') return []
  if (query.kind === 'not') return fieldsIn(query.of)
  if (query.kind === 'and' || query.kind === 'or') return query.of.flatMap(fieldsIn)
  return [query.field ?? 'raw']
}
