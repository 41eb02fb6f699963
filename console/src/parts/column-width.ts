/** How much of a row a column may use whose values are not known in advance. */
export type ColumnWidth = 'none' | 'short' | 'middle' | 'long'

/** Values up to this length are never wrapped. */
const SHORT = 20
/** Mean length from which on a column takes a third of the row. */
const LONG = 40

/** `lengths` are those of the displayed texts. A column without values leaves its space to the others. */
export function columnWidth(lengths: readonly number[]): ColumnWidth {
  const there = lengths.filter((length) => length > 0)
  if (there.length === 0) return 'none'
  if (Math.max(...there) <= SHORT) return 'short'
  return there.reduce((sum, one) => sum + one, 0) / there.length >= LONG ? 'long' : 'middle'
}
