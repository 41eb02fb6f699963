type Values = readonly (number | null)[]

/**
 * Tops of bars that stand on each other, for series that are drawn one after the other: the first is the highest, and
 * each later one covers the lower part. Null where a series has no value.
 */
export function stacked(series: readonly Values[]): (number | null)[][] {
  const below: number[] = []
  const tops = series.toReversed().map((values) =>
    values.map((value, at) => {
      if (value === null) return null
      below[at] = (below[at] ?? 0) + value
      return below[at]
    }),
  )
  return tops.toReversed()
}
