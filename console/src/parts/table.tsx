import type { ReactNode } from 'react'
import type { ColumnWidth } from './column-width.ts'
import { Scrolls } from './scrolls.tsx'

export type Column<T> = {
  readonly head: string
  readonly cell: (row: T) => ReactNode
  readonly isNumber?: boolean
  readonly isMono?: boolean
  /** Set for a column whose values nobody knows beforehand. */
  readonly width?: ColumnWidth
  /** Does not break: times, words. */
  readonly isShort?: boolean
  /** Buttons: its head is read out, and not shown. */
  readonly isActions?: boolean
}

type TableProps<T> = {
  readonly name: string
  readonly columns: readonly Column<T>[]
  readonly rows: readonly T[]
  readonly keyOf: (row: T) => string
  readonly isCard?: boolean
  /** Below the rows: the button for more. */
  readonly children?: ReactNode
}

/** A dense table that scrolls in its place. */
export function Table<T>({ name, columns, rows, keyOf, isCard = false, children }: TableProps<T>) {
  return (
    <Scrolls name={name} isCard={isCard}>
      <table className="table">
        <thead>
          <tr>
            {columns.map(({ head, isNumber, isActions }) => (
              <th key={head} className={isNumber ? 'number' : undefined}>
                {isActions ? <span className="unseen">{head}</span> : head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={keyOf(row)}>
              {columns.map(({ head, cell, isNumber, isMono, isShort, width }) => (
                <td
                  key={head}
                  className={classes({ number: isNumber, mono: isMono, nowrap: isShort })}
                  data-width={width}
                >
                  {cell(row)}
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
