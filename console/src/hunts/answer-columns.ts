/** Names of the columns in a host's rows, in the order of their first occurrence. */
export const columnsOf = (rows: readonly Readonly<Record<string, unknown>>[]): readonly string[] => [
  ...new Set(rows.flatMap((row) => Object.keys(row))),
]
