import type { ReactNode } from 'react'
import type { ColumnWidth } from './column-width.ts'
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
}

type TableProps<T> = {
  readonly name: string
  readonly columns: readonly Column<T>[]
  readonly rows: readonly T[]
  readonly keyOf: (row: T) => string
  readonly isCard?: boolean
  /** Shown below the rows, such as the button for more. */
  readonly children?: ReactNode
}

/** A dense table that scrolls inside its own box. */
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
