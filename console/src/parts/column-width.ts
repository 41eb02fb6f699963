/** How much of a row a column of values that nobody knows beforehand may have. */
export type ColumnWidth = 'none' | 'short' | 'middle' | 'long'

/** Values that are no longer than this are never broken. */
const SHORT = 20
/** Mean length from which a column takes a third of the row. */
const LONG = 40

/** `lengths`: of the values that are shown, as they are shown. A column without values leaves its room to the others. */
export function columnWidth(lengths: readonly number[]): ColumnWidth {
  const there = lengths.filter((length) => length > 0)
  if (there.length === 0) return 'none'
  if (Math.max(...there) <= SHORT) return 'short'
  return there.reduce((sum, one) => sum + one, 0) / there.length >= LONG ? 'long' : 'middle'
}
