/** A field of events goes by several names: of its column, of OCSF, and of the sender's own event. */
import { pathsOfSentName } from '../../../../connectors/sent-names.ts'
import { columnFields, fieldOf } from '../../../../query/search/fields.ts'
import type { HiddenField } from './hidden-fields.ts'

/** Where the API shows fields of an event: by name, as OCSF, of a hit of a hunt. */
const PLACES = ['', 'fields.', 'ocsf.', 'document.', 'document.fields.'] as const
/** As the sender wrote it. */
export const SENT = /^(?:raw_event|raw|unmapped)\.(.+)$/

/**
 * True when a name, as a rule or a search writes it, may refer to a hidden field: the same field, one around it or
 * inside it, under any vendor's name. A name in no table may refer to any field.
 */
export function mayStandFor(ruled: string, queried: string): boolean {
  const names = pathsOf(queried)
  if (names.length === 0) return true
  const hidden = pathsOf(ruled)
  const all = hidden.length > 0 ? hidden : [plainOf(ruled)]
  return names.some((name) => all.some((one) => isAround(one, name) || isAround(name, one)))
}

const plainOf = (name: string) => name.replace(/^(?:raw_event|raw|unmapped|ocsf)\./, '')

/** A finding of a vendor holds its subject here, under the paths that the event itself has. */
const FIRST_EVIDENCE = /^evidences\[0\]\./

/** False for a name in no table: its field is unknown. */
export const isKnownName = (name: string): boolean => pathsOf(name).length > 0

/** The name itself, and the columns and OCSF paths with the same content; only the name when no table has it. */
function pathsOf(name: string): readonly string[] {
  const plain = plainOf(name)
  const isKnown = !SENT.test(name) && fieldOf(plain) !== null
  const paths = isKnown ? [plain] : pathsOfSentName(plain).map((path) => path.replace(FIRST_EVIDENCE, ''))
  return paths.length === 0 ? [] : [...new Set([plain, ...paths.flatMap(namesOfField)])]
}

function isAround(outer: string, inner: string): boolean {
  const [a, b] = [outer.toLowerCase(), inner.toLowerCase()]
  // The column `user` is not the object `user` of OCSF.
  return a === b || (!COLUMNS.has(a) && b.startsWith(`${a}.`))
}

/** All names that stand for the same column: `user`, `actor.user.name`. */
export function namesOfField(name: string): readonly string[] {
  const plain = name.replace(/^ocsf\./, '')
  const columns = new Set(columnsOf(plain))
  if (columns.size === 0) return [plain]
  const same = columnFields().filter((field) => columnsOf(field.name).some((column) => columns.has(column)))
  return [...new Set([plain, ...same.map((field) => field.name)])]
}

/** Columns that hold a field of this name, also where it is that of a sender. */
export function columnsBehind(name: string): readonly string[] {
  return [...new Set([...columnsOf(name), ...(SENT.test(name) ? pathsOf(name).flatMap(columnsOf) : [])])]
}

/** Columns of the lake that hold the field. Empty: it is only in the event's own text and its OCSF form. */
export function columnsOf(name: string): readonly string[] {
  const field = columnFields().find((known) => known.name === name.replace(/^ocsf\./, ''))
  return (field?.sql ?? [])
    .flatMap((sql) => [...sql.matchAll(/\b[a-z][a-z0-9_]*\b/g)].map(([word]) => word))
    .filter(isColumn)
}

const COLUMNS: ReadonlySet<string> = new Set(columnFields().flatMap(({ name, sql }) => (sql[0] === name ? [name] : [])))

function isColumn(word: string): boolean {
  return COLUMNS.has(word) && word !== 'class_uid'
}

/** The rule at every place where an event shows the field. */
export function fieldsOfEvent({ name, treatment }: HiddenField): readonly HiddenField[] {
  const sent = SENT.exec(name)?.[1]
  const paths =
    sent === undefined
      ? namesOfField(name).flatMap((known) => PLACES.map((place) => place + known))
      : [
          'raw',
          'raw_event',
          'raw_data',
          'unmapped',
          'ocsf.unmapped',
          'ocsf.raw_data',
          'fields.raw',
          'document.raw',
          'document.fields.raw',
        ]
          .map((place) => `${place}.${sent}`)
          .concat(PLACES.map((place) => `${place}unmapped.${sent}`))
  return [...new Set(paths)].map((path) => ({ name, treatment, path: path.split('.') }))
}
