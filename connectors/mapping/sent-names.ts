/** Yields the names that a source's records, and rules about them, use for values that OCSF has elsewhere. */
import type { Cell, Field, Fields, Rows, SourceTable } from './table.ts'

/**
 * Pairs of a name and an OCSF path that is filled from it; one name may fill several paths, and occur several times.
 */
export function* sentNames(table: SourceTable): Generator<readonly [name: string, path: string]> {
  for (const chapter of table.chapters) {
    const paths = new Map<Field, Set<string>>()
    const rowsOfAll: readonly (Rows | undefined)[] = [
      table.rows,
      chapter.rows,
      ...chapter.profiles.map((one) => one.rows),
    ]
    for (const rows of rowsOfAll)
      for (const [path, cell] of Object.entries(rows ?? {}))
        for (const field of fieldsOf(cell)) paths.set(field, (paths.get(field) ?? new Set()).add(path))
    const inRecords = table.shapes.flatMap(({ names = {} }) =>
      Object.entries(names).map(([name, fields]): [string, Fields] => [name, fields]),
    )
    const aliases = Object.entries({ ...table.aliases, ...chapter.aliases }).map(([name, alias]): [string, Fields] => [
      name,
      typeof alias === 'object' && 'of' in alias ? alias.of : alias,
    ])
    for (const [field, made] of paths) for (const path of made) yield [field, path]
    for (const [name, fields] of inRecords)
      for (const path of paths.get(name) ?? []) for (const field of [fields].flat()) yield [field, path]
    for (const [name, fields] of aliases)
      for (const field of [fields].flat()) for (const path of paths.get(field) ?? []) yield [name, path]
  }
}

function fieldsOf(cell: Cell): readonly Field[] {
  if (typeof cell === 'string') return [cell]
  if (isList(cell)) return cell
  switch (cell.kind) {
    case 'is':
    case 'always':
      return []
    case 'first':
      return cell.cells.flatMap(fieldsOf)
    case 'concat':
      return cell.parts.filter((part) => typeof part === 'string')
    default:
      return [cell.fields].flat()
  }
}

function isList(cell: Cell): cell is readonly Field[] {
  return Array.isArray(cell)
}
