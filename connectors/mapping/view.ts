/** Maps vendor, OCSF and ECS names of fields to their places in records of one shape; nothing is copied. */
import type { Derive, FieldPath, FieldView } from '../../schemas/event-view.ts'
import { ADDED, type Leaf } from './leaf.ts'
import { placesBeside, placesIn } from './places.ts'
import type { Chapter, RecordShape, SourceTable } from './table.ts'
import { ECS, ECS_MADE } from './views/ecs.ts'

/** Names come from rules; a view clears its cache when it has more names than this. */
const NAMES_MAX = 10_000

type Ocsf = { get(path: string): readonly FieldPath[] | undefined }

/**
 * An OCSF path means the fields from which the chapter's profiles fill it, in the order of the table. Values that
 * profiles make (a looked-up id, a constant) have no field and no place. `leavesOf` is slow, so it is called only when
 * an OCSF path is first looked up: most rules use the vendor's names.
 */
export function fieldView(
  table: SourceTable,
  chapter: Chapter,
  shape: RecordShape,
  leavesOf: () => readonly Leaf[],
): FieldView {
  const places = placesIn(shape)
  const beside = placesBeside(shape)
  const rows = [table.rows, chapter.rows, ...chapter.profiles.map((profile) => profile.rows)]
  const filled = new Set([...rows.flatMap((cells) => Object.keys(cells ?? {})), ...Object.values(ADDED)])
  let mapped: Ocsf | null = null
  const ocsf: Ocsf = {
    get: (path) => (filled.has(path) ? (mapped ??= placesOfLeaves(leavesOf(), places)).get(path) : undefined),
  }
  const namesOf = (field: string): readonly FieldPath[] => {
    const literal = field.replaceAll('.', '\\.')
    const spaced = chapter.isSpaced ? spacedName(field) : null
    const names = [...(spaced === null ? [] : [spaced]), ...(literal === field ? [field] : [literal, field])]
    const own = [...names.flatMap(places), ...names.flatMap(beside)].map((path): FieldPath => ({ path }))
    return [...own, ...aliased(table, chapter, field).flatMap(({ of, derive }) => withDerive(places(of), derive))]
  }
  const known = new Map<string, readonly FieldPath[]>()
  return {
    name: `${table.id}/${chapter.name}/${shape.name}`,
    paths(field) {
      let found = known.get(field)
      if (!found) {
        const { prefix } = table
        const isOwn = prefix !== undefined && field.startsWith(prefix)
        const isAlias = aliased(table, chapter, field).length > 0
        found = isOwn ? namesOf(field.slice(prefix.length)) : (mappedTo(field, ocsf, isAlias) ?? namesOf(field))
        if (known.size >= NAMES_MAX) known.clear()
        known.set(field, found)
      }
      return found
    },
  }
}

function placesOfLeaves(leaves: readonly Leaf[], places: ReturnType<typeof placesIn>): Ocsf {
  const found = new Map<string, FieldPath[]>()
  for (const { path, made } of leaves) {
    for (const one of made.from === 'first' ? made.of : [made]) {
      if (one.from !== 'plain') continue
      const derive = DERIVED[one.transform]
      for (const place of one.fields.flatMap(places))
        add(found, path, derive ? { path: place, derive } : { path: place })
    }
  }
  return found
}

/** `SourceName` or `Source_Name` with a space between the words. Null for a path, and for a name of one word. */
function spacedName(field: string): string | null {
  if (field.includes('.')) return null
  const spaced = field.replaceAll('_', ' ').replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
  return spaced === field ? null : spaced
}

const DERIVED: Readonly<Partial<Record<string, Derive>>> = {
  basename: 'basename',
  account: 'basename',
  dirname: 'dirname',
  lower: 'lower',
}

/** An OCSF path that the table fills takes precedence over a member of the record with that name. */
function mappedTo(field: string, ocsf: Ocsf, isAlias: boolean): readonly FieldPath[] | null {
  const mapped = ocsf.get(field)
  if (mapped || isAlias) return mapped ?? null
  const made = Object.hasOwn(ECS_MADE, field) ? ECS_MADE[field] : undefined
  const names = made?.of ?? (Object.hasOwn(ECS, field) ? ECS[field] : undefined) ?? []
  const found = names.flatMap((path) => ocsf.get(path) ?? [])
  if (found.length === 0) return null
  return made ? found.map(({ path }) => ({ path, derive: made.derive })) : found
}

/** The log's own fields behind an alias, and the values derived from them. */
function aliased(table: SourceTable, chapter: Chapter, field: string) {
  const alias = [chapter.aliases, table.aliases].find((aliases) => aliases && Object.hasOwn(aliases, field))?.[field]
  if (alias === undefined) return []
  if (typeof alias === 'string' || !('of' in alias)) return [alias].flat().map((of) => ({ of, derive: undefined }))
  return [alias.of].flat().map((of) => ({ of, derive: { words: alias.words } }))
}

function withDerive(places: readonly (readonly string[])[], derive: Derive | undefined): readonly FieldPath[] {
  return places.map((path) => (derive === undefined ? { path } : { path, derive }))
}

function add(paths: Map<string, FieldPath[]>, name: string, path: FieldPath): void {
  const known = paths.get(name)
  if (!known) paths.set(name, [path])
  else if (!known.some((other) => JSON.stringify(other) === JSON.stringify(path))) known.push(path)
}
