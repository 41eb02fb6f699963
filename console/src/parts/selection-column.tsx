/** The column of boxes with which rows are chosen for one change, and the box in its heading that chooses them all. */
import { Checkbox } from '@mantine/core'
import type { Column } from './table.tsx'

type SelectionColumnProps<T> = {
  readonly rows: readonly T[]
  readonly keyOf: (row: T) => string
  readonly nameOf: (row: T) => string
  readonly chosen: ReadonlySet<string>
  readonly choose: (chosen: ReadonlySet<string>) => void
}

export function selectionColumn<T>({ rows, keyOf, nameOf, chosen, choose }: SelectionColumnProps<T>): Column<T> {
  const keys = rows.map(keyOf)
  const count = keys.filter((key) => chosen.has(key)).length
  const toggle = (key: string) =>
    choose(chosen.has(key) ? new Set([...chosen].filter((one) => one !== key)) : new Set([...chosen, key]))
  const isAll = count === keys.length && count > 0
  return {
    ...{ head: 'Choose', isPick: true },
    headCell: (
      <Checkbox
        size="xs"
        aria-label={`Choose all ${keys.length} that are listed`}
        checked={isAll}
        indeterminate={count > 0 && !isAll}
        onChange={() => choose(new Set(isAll ? [] : keys))}
      />
    ),
    cell: (row) => (
      <Checkbox
        size="xs"
        aria-label={`Choose ${nameOf(row).slice(0, 120)}`}
        checked={chosen.has(keyOf(row))}
        onChange={() => toggle(keyOf(row))}
      />
    ),
  }
}
