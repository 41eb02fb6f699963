import { useVirtualizer } from '@tanstack/react-virtual'
import { type CSSProperties, type MouseEvent, memo, type RefObject, useEffect, useMemo, useRef } from 'react'
import { usePreference } from '../parts/preferences.ts'
import { shown } from '../parts/shown.tsx'
import type { columnsOf } from './columns.tsx'
import type { RowGroup } from './group.ts'
import type { Row } from './row.ts'
import type { Selection } from './use-selection.ts'
import { HEAD_PX, isInSight } from './visible-row.ts'

const ROW_PX = { comfortable: 42, compact: 28 } as const
/** Rows rendered beyond each edge: one turn of the mouse wheel brings as many into view. */
const OVERSCAN = 6
/** Rows before the end at which the next page is requested. */
const AHEAD = 30

type RowsProps = {
  readonly groups: readonly RowGroup[]
  readonly total: number
  /** True when more rows exist than are loaded; group headings then count only loaded rows. */
  readonly isPartial: boolean
  readonly columns: ReturnType<typeof columnsOf>
  /** Index of the row that has the keyboard position. */
  readonly at: number
  /** Props of every row except its alert. */
  readonly about: Omit<Row, 'alert'>
  readonly choose: (at: number) => void
  readonly open: (at: number) => void
  readonly selection: Selection
  readonly more: () => void
}

type Line = { readonly head: RowGroup } | { readonly row: Row; readonly index: number }

/** Renders only the visible rows of a list of any length. */
export function Rows({ groups, total, isPartial, columns, at, about, choose, open, selection, more }: RowsProps) {
  const box = useRef<HTMLDivElement>(null)
  const rowPx = ROW_PX[usePreference('density')]
  const lines = useMemo(() => linesOf(groups, about), [groups, about])
  const rows = useVirtualizer({
    count: lines.length,
    getScrollElement: () => box.current,
    estimateSize: () => rowPx,
    overscan: OVERSCAN,
    paddingStart: HEAD_PX,
    scrollPaddingStart: HEAD_PX,
  })
  useEffect(() => {
    if (rowPx > 0) rows.measure()
  }, [rowPx, rows])
  const inSight = rows.getVirtualItems()
  const last = inSight.at(-1)?.index ?? 0
  useEffect(() => {
    if (last >= lines.length - AHEAD) more()
  }, [last, lines.length, more])
  const atLine = useMemo(() => lines.findIndex((line) => 'index' in line && line.index === at), [lines, at])
  useEffect(() => {
    // Scrolling forces a layout of the page, so it is skipped for a visible row.
    if (atLine < 0 || isInSight(atLine * rowPx, rowPx, rows.scrollOffset ?? 0, rows.scrollRect?.height ?? 0)) return
    rows.scrollToIndex(atLine)
  }, [atLine, rowPx, rows])
  // A ref, so that rows that are not rendered again still call the current handler.
  const press = useRef<(at: number, event: MouseEvent) => void>(() => {})
  press.current = (index, event) => {
    choose(index)
    if (event.shiftKey) selection.reach(index)
    else if (event.ctrlKey || event.metaKey) selection.toggle(index)
    else if (!(event.target as HTMLElement).closest('a')) open(index)
  }
  return (
    <div
      ref={box}
      className="rows"
      role="table"
      aria-label="Alerts"
      aria-rowcount={total}
      style={gridsOf(columns)}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by the keyboard
      tabIndex={0}
    >
      <div className="rows-in" role="rowgroup" style={{ height: rows.getTotalSize() }}>
        <div className="row row-head" role="row" tabIndex={-1}>
          <span role="columnheader" tabIndex={-1} className="wide">
            <span className="unseen">At</span>
          </span>
          {columns.map((column) => (
            <span key={column.name} role="columnheader" tabIndex={-1} className={classOf(column)}>
              {column.head}
            </span>
          ))}
        </div>
        {inSight.map(({ index, start }) => {
          const line = lines[index]
          if (line === undefined) return null
          const place = { transform: `translateY(${start}px)`, height: rowPx }
          if ('head' in line)
            return <Head key={`head ${line.head.name}`} line={line.head} place={place} isPartial={isPartial} />
          const { row, index: rowIndex } = line
          return (
            <QueueRow
              key={row.alert.id}
              row={row}
              index={rowIndex}
              isAt={rowIndex === at}
              isChosen={selection.ids.has(row.alert.id)}
              columns={columns}
              start={start}
              heightPx={rowPx}
              press={press}
            />
          )
        })}
      </div>
    </div>
  )
}

type QueueRowProps = Pick<RowsProps, 'columns'> & {
  readonly row: Row
  readonly index: number
  readonly isAt: boolean
  readonly isChosen: boolean
  readonly start: number
  readonly heightPx: number
  readonly press: RefObject<(at: number, event: MouseEvent) => void>
}

/** A key press renders two of these rows again: the one that loses the position, and the one that gets it. */
const QueueRow = memo(function QueueRow({
  row,
  index,
  isAt,
  isChosen,
  columns,
  start,
  heightPx,
  press,
}: QueueRowProps) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keys of the page choose rows
    <div
      role="row"
      tabIndex={-1}
      aria-rowindex={index + 2}
      data-at={isAt}
      className="row"
      style={{ transform: `translateY(${start}px)`, height: heightPx }}
      aria-selected={isChosen}
      onClick={(event) => press.current(index, event)}
    >
      <span role="cell" className="wide" aria-label={isAt ? 'The keyboard is here' : undefined}>
        {isChosen ? '✓' : isAt ? '▸' : ''}
      </span>
      {columns.map((column) => (
        <span key={column.name} role="cell" data-column={column.name} className={classOf(column)}>
          {column.cell(row)}
        </span>
      ))}
    </div>
  )
})

type Shown = RowsProps['columns'][number]

/** Both widths of the row: the style sheet chooses, so that an alert opened beside the rows draws none of them anew. */
const gridsOf = (columns: RowsProps['columns']) =>
  ({
    '--columns': gridOf(columns),
    '--columns-beside': gridOf(columns.filter(({ isBeside }) => isBeside)),
  }) as CSSProperties
const gridOf = (columns: RowsProps['columns']) => `1rem ${columns.map(({ width }) => width).join(' ')}`

const classOf = ({ isNarrow, isBeside, isNumber }: Shown): string | undefined =>
  [!isNarrow && 'wide', !isBeside && 'not-beside', isNumber && 'is-number'].filter(Boolean).join(' ') || undefined

type HeadProps = { readonly line: RowGroup; readonly place: CSSProperties; readonly isPartial: boolean }

function Head({ line, place, isPartial }: HeadProps) {
  const { length } = line.alerts
  return (
    <div role="row" tabIndex={-1} className="row group-head" style={place}>
      <span role="cell">
        <b>
          <bdi>{shown(line.name, 120)}</bdi>
        </b>{' '}
        <span className="quiet">
          {length.toLocaleString()}
          {isPartial ? ' of those loaded' : ''}
        </span>
      </span>
    </div>
  )
}

function linesOf(groups: readonly RowGroup[], about: Omit<Row, 'alert'>): Line[] {
  const lines: Line[] = []
  let index = 0
  for (const group of groups) {
    if (group.name !== '') lines.push({ head: group })
    for (const alert of group.alerts) lines.push({ row: { alert, ...about }, index: index++ })
  }
  return lines
}
