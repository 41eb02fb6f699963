import { Link } from '@tanstack/react-router'
import { useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useRef } from 'react'
import { Severity } from '../parts/severity.tsx'
import { shown } from '../parts/shown.tsx'
import { Age } from '../parts/time.tsx'
import type { Alert } from './queries.ts'
import type { Selection } from './use-selection.ts'

const ROW_PX = 44
const HEAD_PX = 32
/** Asked for before the end is seen. */
const AHEAD = 30

type RowsProps = {
  readonly alerts: readonly Alert[]
  readonly total: number
  /** Index of the row the keyboard is at. */
  readonly at: number
  readonly nowMs: number
  readonly me: string
  readonly choose: (at: number) => void
  readonly selection: Selection
  readonly more: () => void
}

/** The rows in sight of however many: what is outside of it is not in the page. */
export function Rows({ alerts, total, at, nowMs, me, choose, selection, more }: RowsProps) {
  const box = useRef<HTMLDivElement>(null)
  const rows = useVirtualizer({
    count: alerts.length,
    getScrollElement: () => box.current,
    estimateSize: () => ROW_PX,
    overscan: 12,
    paddingStart: HEAD_PX,
    scrollPaddingStart: HEAD_PX,
  })
  const inSight = rows.getVirtualItems()
  const last = inSight.at(-1)?.index ?? 0
  useEffect(() => {
    if (last >= alerts.length - AHEAD) more()
  }, [last, alerts.length, more])
  useEffect(() => {
    rows.scrollToIndex(at)
  }, [at, rows])
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by the keyboard
    <div ref={box} className="rows" role="table" aria-label="Alerts" aria-rowcount={total} tabIndex={0}>
      <div className="rows-in" role="rowgroup" style={{ height: rows.getTotalSize() }}>
        <div className="row row-head" role="row" tabIndex={-1}>
          {HEADS.map(([name, kind]) => (
            <span key={name} role="columnheader" tabIndex={-1} className={kind}>
              {name === 'At' ? <span className="unseen">{name}</span> : name}
            </span>
          ))}
        </div>
        {inSight.map(({ index, start }) => {
          const alert = alerts[index]
          if (alert === undefined) return null
          return (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the keys of the page choose rows
            <div
              key={alert.id}
              role="row"
              tabIndex={-1}
              aria-rowindex={index + 2}
              data-at={index === at}
              className="row"
              style={{ transform: `translateY(${start}px)` }}
              aria-selected={selection.ids.has(alert.id)}
              onClick={(event) => {
                choose(index)
                if (event.shiftKey) selection.reach(index)
                else if (event.ctrlKey || event.metaKey) selection.toggle(index)
              }}
            >
              <Cells alert={alert} nowMs={nowMs} me={me} isAt={index === at} isChosen={selection.ids.has(alert.id)} />
            </div>
          )
        })}
      </div>
    </div>
  )
}

const HEADS = [
  ['At', 'wide'],
  ['Severity', ''],
  ['Alert', ''],
  ['Risk', 'wide'],
  ['Status', 'wide'],
  ['Owner', 'wide'],
  ['Age', ''],
] as const

type CellsProps = {
  readonly alert: Alert
  readonly nowMs: number
  readonly me: string
  readonly isAt: boolean
  readonly isChosen: boolean
}

function Cells({ alert, nowMs, me, isAt, isChosen }: CellsProps) {
  return (
    <>
      <span role="cell" className="wide" aria-label={isAt ? 'The keyboard is here' : undefined}>
        {isChosen ? '✓' : isAt ? '▸' : ''}
      </span>
      <span role="cell">
        <Severity level={alert.severity} />
      </span>
      <span role="cell" title={shown(alert.title, 300)}>
        <Link to="/alerts/$id" params={{ id: alert.id }}>
          <bdi>{shown(alert.title, 300)}</bdi>
        </Link>
      </span>
      <span role="cell" className="wide">
        {alert.risk_score ?? '–'}
      </span>
      <span role="cell" className="wide">
        {stateOf(alert, nowMs)}
      </span>
      <span role="cell" className="wide quiet">
        {alert.assigned_to_id === null ? 'nobody' : alert.assigned_to_id === me ? 'you' : 'somebody else'}
      </span>
      <span role="cell">
        <Age at={alert.created_at} nowMs={nowMs} />
      </span>
    </>
  )
}

function stateOf({ status, snoozed_until: until }: Alert, nowMs: number): string {
  if (until !== null && Date.parse(until) > nowMs) return 'snoozed'
  return status.replace('_', ' ')
}
