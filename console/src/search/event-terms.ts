/** Turns fields of an event into terms of a search. */
import { isUuid } from '../parts/uuid.ts'

export type EventField = { readonly name: string; readonly value: string }

const FIELDS_MAX = 300
const DEPTH_MAX = 12
/** The query language cannot quote other names. */
const NAME = /^[A-Za-z_][\w.]*$/
const VALUE_LENGTH_MAX = 500
/** The search uses the column for this path, which only has UUIDs, but a vendor's id can be any text. */
const UUID_FIELD = 'metadata.uid'

/** Values of the event by OCSF path. Members of a list share the path of the list, as in the search. */
export function eventFields(ocsf: unknown): { readonly fields: readonly EventField[]; readonly omitted: number } {
  const fields: EventField[] = []
  let omitted = 0
  const walk = (value: unknown, name: string, depth: number): void => {
    if (value === null || value === undefined || value === '') return
    if (Array.isArray(value) && depth < DEPTH_MAX) {
      for (const one of value) walk(one, name, depth + 1)
    } else if (typeof value === 'object' && depth < DEPTH_MAX) {
      for (const [key, of] of Object.entries(value)) walk(of, name === '' ? key : `${name}.${key}`, depth + 1)
    } else if (fields.length >= FIELDS_MAX) omitted++
    else fields.push({ name, value: typeof value === 'object' ? JSON.stringify(value) : String(value) })
  }
  walk(ocsf, '', 0)
  return { fields, omitted }
}

/** Numbers of the schema and the platform's metadata, which an analyst rarely needs. */
const NOTED = /^(?:metadata\.|unmapped\.svc|(?:class|category|type)_uid$)|(?:^|\.)(?:activity|severity|status|type)_id$/

/** Puts fields about the event before fields about its classification, each in the order of the event. */
export function factsFirst(fields: readonly EventField[]): EventField[] {
  return [...fields.filter(({ name }) => !NOTED.test(name)), ...fields.filter(({ name }) => NOTED.test(name))]
}

/** Null if no search can name the field or contain the value. */
export function termOf({ name, value }: EventField): string | null {
  if (!NAME.test(name) || value.length > VALUE_LENGTH_MAX) return null
  if (name === UUID_FIELD && !isUuid(value)) return null
  return `${name}:"${value.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`
}

/** The query with an additional term, or with the term excluded. */
export function narrowed(query: string | undefined, term: string, isExcluded: boolean): string {
  const part = isExcluded ? `NOT ${term}` : term
  return query ? `(${query}) AND ${part}` : part
}

/** The time span around an event, as the search page expects it. */
export function around(time: string, minutes: number): { readonly from: string; readonly to: string } {
  const at = Date.parse(time)
  return {
    from: new Date(at - minutes * 60_000).toISOString(),
    to: new Date(at + minutes * 60_000).toISOString(),
  }
}

/** Fields of OCSF that are milliseconds since 1970: `time`, and those whose names end with it. */
const MOMENT = /(?:^|[._])time$/
/** From 2001 on: a smaller number is no time of an event. */
const MOMENT_MS = /^[1-9]\d{12}$/

/** The moment that a field holds as a number, in ISO; null for any other field. */
export function momentOf({ name, value }: EventField): string | null {
  return MOMENT.test(name) && MOMENT_MS.test(value) ? new Date(Number(value)).toISOString() : null
}
