/** Fields with their values, as lines of a form. */

export type Line = { readonly field: string; readonly values: readonly string[] }
type Lists = Readonly<Record<string, readonly string[]>>

export const linesOf = (lists: Lists): readonly Line[] =>
  Object.entries(lists).map(([field, values]) => ({ field, values }))

/** Lines of one field are one list. A line without a field and without values is left out; null: a line lacks one of the two. */
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
