/** Names of the columns of a host's rows, in the order in which they first stand. */
export const columnsOf = (rows: readonly Readonly<Record<string, unknown>>[]): readonly string[] => [
  ...new Set(rows.flatMap((row) => Object.keys(row))),
]
