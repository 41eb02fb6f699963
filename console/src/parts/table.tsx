import type { ReactNode } from 'react'
import type { ColumnWidth } from './column-width.ts'
import { isNone } from './none.tsx'
import { Scrolls } from './scrolls.tsx'

export type Column<T> = {
  readonly head: string
  readonly cell: (row: T) => ReactNode
  readonly isNumber?: boolean
  readonly isMono?: boolean
  /** For a column whose values are not known in advance. */
  readonly width?: ColumnWidth
  /** Never wraps: times and single words. */
  readonly isShort?: boolean
  /** A column of buttons: its heading is only for screen readers. */
  readonly isActions?: boolean
  /** The name of the row, by default its first column that wraps: on a phone it has a line of its own. */
  readonly isName?: boolean
  /** A column of boxes that choose their rows. */
  readonly isPick?: boolean
  /** Shown in place of `head`, which stays the name of the column. */
  readonly headCell?: ReactNode
  /** The rows are in the order of this column. */
  readonly sorted?: 'ascending' | 'descending' | undefined
  /** Explains the heading when the pointer rests on it. */
  readonly about?: string
}

type TableProps<T> = {
  readonly name: string
  readonly columns: readonly Column<T>[]
  readonly rows: readonly T[]
  readonly keyOf: (row: T) => string
  readonly isCard?: boolean
  /** The columns are not known in advance: also on a phone the rows are compared by them. */
  readonly isGrid?: boolean
  /** Shown below the rows, such as the button for more. */
  readonly children?: ReactNode
}

/** Said aloud: drawn as a block, an element of a table loses the role that it has by itself. */
const AS = {
  table: { role: 'table' },
  rowgroup: { role: 'rowgroup' },
  row: { role: 'row' },
  columnheader: { role: 'columnheader' },
  cell: { role: 'cell' },
} as const

/** A dense table that scrolls inside its own box. On a phone each row is a block of its values with their names. */
export function Table<T>({ name, columns, rows, keyOf, isCard = false, isGrid = false, children }: TableProps<T>) {
  const lines = rows.map((row) => ({ key: keyOf(row), cells: columns.map(({ cell }) => cell(row)) }))
  const used = columns.flatMap((column, at) => {
    const isUsed = at === 0 || column.isActions || column.isPick || lines.some(({ cells }) => !isNone(cells[at]))
    return isUsed ? [{ ...column, at }] : []
  })
  const nameHead = (used.find(({ isName }) => isName) ?? used.find(({ isPick, isShort }) => !isPick && !isShort))?.head
  return (
    <Scrolls name={name} isCard={isCard}>
      <table className={isGrid ? 'table grid' : 'table stacks'} {...AS.table}>
        <thead {...AS.rowgroup}>
          <tr {...AS.row}>
            {used.map(({ head, headCell, about, sorted, isNumber, isActions, isPick }) => (
              <th
                key={head}
                {...AS.columnheader}
                className={classes({ number: isNumber, pick: isPick })}
                title={about}
                aria-sort={sorted}
              >
                {headCell ?? (isActions || isPick ? <span className="unseen">{head}</span> : head)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody {...AS.rowgroup}>
          {lines.map(({ key, cells }) => (
            <tr key={key} {...AS.row}>
              {used.map(({ at, head, isNumber, isMono, isShort, isActions, isPick, width }) => (
                <td
                  key={head}
                  {...AS.cell}
                  className={classes({
                    number: isNumber,
                    mono: isMono,
                    nowrap: isShort,
                    acts: isActions,
                    pick: isPick,
                    name: head === nameHead && !isShort,
                  })}
                  data-width={width}
                  data-head={isActions || isPick ? undefined : head}
                >
                  {cells[at]}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {children}
    </Scrolls>
  )
}

function classes(members: Readonly<Record<string, boolean | undefined>>): string | undefined {
  return (
    Object.keys(members)
      .filter((name) => members[name])
      .join(' ') || undefined
  )
}
