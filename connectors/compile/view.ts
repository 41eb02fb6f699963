/** Vendor, OCSF and ECS names of fields, each to its places in records of one shape; nothing is copied. */
import type { FieldPath, FieldView } from '../../schemas/event-view.ts'
import { ECS } from '../views/ecs.ts'
import type { Leaf } from './leaf.ts'
import { placesIn } from './places.ts'
import type { Chapter, RecordShape, SourceTable } from './table.ts'

/** Names come from rules; a view that was asked for more than these forgets what it worked out. */
const NAMES_MAX = 10_000

/**
 * A path of OCSF stands for the fields that the chapter's profiles fill it from, in the order of the table. What
 * profiles make of values (a looked-up id, a constant) is no field and has no place.
 */
export function fieldView(
  table: SourceTable,
  chapter: Chapter,
  shape: RecordShape,
  leaves: readonly Leaf[],
): FieldView {
  const places = placesIn(shape)
  const ocsf = new Map<string, FieldPath[]>()
  for (const { path, made } of leaves) {
    for (const one of made.from === 'first' ? made.of : [made]) {
      if (one.from !== 'plain') continue
      const derive = DERIVED[one.transform]
      for (const place of one.fields.flatMap(places))
        add(ocsf, path, derive ? { path: place, derive } : { path: place })
    }
  }
  const known = new Map<string, readonly FieldPath[]>()
  return {
    name: `${table.id}/${chapter.name}/${shape.name}`,
    paths(field) {
      let found = known.get(field)
      if (!found) {
        found = resolve(field, ocsf, (name) => [
          ...places(name),
          ...[chapter.aliases?.[name] ?? []].flat().flatMap(places),
        ])
        if (known.size >= NAMES_MAX) known.clear()
        known.set(field, found)
      }
      return found
    },
  }
}

const DERIVED: Readonly<Partial<Record<string, 'basename' | 'dirname' | 'lower'>>> = {
  basename: 'basename',
  account: 'basename',
  dirname: 'dirname',
  lower: 'lower',
}

/** An OCSF path that the table fills counts before anything a record could be made to hold under that name. */
function resolve(
  field: string,
  ocsf: ReadonlyMap<string, readonly FieldPath[]>,
  places: (field: string) => readonly (readonly string[])[],
): readonly FieldPath[] {
  const mapped = ocsf.get(field)
  if (mapped) return mapped
  const ecs = (ECS[field] ?? []).flatMap((path) => ocsf.get(path) ?? [])
  if (ecs.length > 0) return ecs
  const literal = field.replaceAll('.', '\\.')
  const names = literal === field ? [field] : [literal, field]
  return names.flatMap(places).map((path) => ({ path }))
}

function add(paths: Map<string, FieldPath[]>, name: string, path: FieldPath): void {
  const known = paths.get(name)
  if (!known) paths.set(name, [path])
  else if (!known.some((other) => JSON.stringify(other) === JSON.stringify(path))) known.push(path)
}
