/** Converts lists of values by field to lines of a form, and back. */

export type Line = { readonly field: string; readonly values: readonly string[] }
type Lists = Readonly<Record<string, readonly string[]>>

export const linesOf = (lists: Lists): readonly Line[] =>
  Object.entries(lists).map(([field, values]) => ({ field, values }))

/**
 * Lines with the same field become one list. An empty line is ignored; null if a line has only a field or only values.
 */
export function listsFrom(lines: readonly Line[]): Record<string, string[]> | null {
  const lists: Record<string, string[]> = {}
  for (const { field, values } of lines) {
    const name = field.trim()
    if (name === '' && values.length === 0) continue
    if (name === '' || values.length === 0) return null
    lists[name] = [...new Set([...(lists[name] ?? []), ...values])]
  }
  return lists
}
