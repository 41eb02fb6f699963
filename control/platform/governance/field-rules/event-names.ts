/** A field of events goes by several names: of its column, of OCSF, and of the sender's own event. */
import { columnFields } from '../../../../query/search/fields.ts'
import type { HiddenField } from './hidden-fields.ts'

/** Where the API shows fields of an event: by name, as OCSF, of a hit of a hunt. */
const PLACES = ['', 'fields.', 'ocsf.', 'document.', 'document.fields.'] as const
const SENT = /^(?:raw_event|raw|unmapped)\.(.+)$/

/** All names that stand for the same column: `user`, `actor.user.name`. */
export function namesOfField(name: string): readonly string[] {
  const plain = name.replace(/^ocsf\./, '')
  const columns = new Set(columnsOf(plain))
  if (columns.size === 0) return [plain]
  const same = columnFields().filter((field) => columnsOf(field.name).some((column) => columns.has(column)))
  return [...new Set([plain, ...same.map((field) => field.name)])]
}

/** Columns of the lake that hold the field. None: it stands in the event's own text and its OCSF form alone. */
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
