import { useNavigate } from '@tanstack/react-router'
import { useCallback, useEffect, useMemo, useState } from 'react'
import { type AlertFilter, alertFilter } from './filter.ts'
import { placeIn, rememberPlace } from './place.ts'
import type { Alert } from './queries.ts'

/** The current row of the queue; `address` is the queue's query string, `open` the alert in the pane. */
export function useQueuePlace(alerts: readonly Alert[], open: string | undefined, address: string) {
  const navigate = useNavigate({ from: '/alerts' })
  const [cursor, setCursor] = useState(open ?? placeIn(address))
  const found = alerts.findIndex(({ id }) => id === (open ?? cursor))
  const [lastAt, setLastAt] = useState(0)
  // If the row left the list, the row that is now at its index becomes current.
  const at = found >= 0 ? found : Math.max(0, Math.min(lastAt, alerts.length - 1))
  const chosen = alerts[at]
  const ids = useMemo(() => alerts.map(({ id }) => id), [alerts])
  useEffect(() => rememberPlace(address, ids, chosen?.id), [address, ids, chosen?.id])

  const show = (id: string | undefined) => void navigate({ search: (now) => ({ ...now, open: id }), replace: true })
  const moveTo = (index: number) => {
    const to = Math.max(0, Math.min(index, alerts.length - 1))
    setLastAt(to)
    setCursor(alerts[to]?.id)
    if (open !== undefined) show(alerts[to]?.id)
  }
  const change = useCallback(
    (next: Partial<AlertFilter>) => {
      setCursor(undefined)
      setLastAt(0)
      void navigate({ search: (now) => ({ ...now, ...next, open: undefined }), replace: true })
    },
    [navigate],
  )
  const showView = (kept: string) => {
    setCursor(undefined)
    void navigate({ search: alertFilter(Object.fromEntries(new URLSearchParams(kept))) })
  }
  return { at, isFound: found >= 0, chosen, show, moveTo, change, showView }
}
