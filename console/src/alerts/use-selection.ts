import { useMemo, useState } from 'react'
import type { Alert } from './queries.ts'

export type Selection = {
  readonly ids: ReadonlySet<string>
  readonly toggle: (at: number) => void
  /** Selects all rows between the last selected one and this one. */
  readonly reach: (at: number) => void
  readonly choose: (ids: readonly string[]) => void
  readonly clear: () => void
}

/** Selected alerts among the loaded ones; an alert that a new list does not have loses its selection. */
export function useSelection(alerts: readonly Alert[]): Selection {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [anchor, setAnchor] = useState(0)
  const ids = useMemo(() => {
    if (chosen.size === 0) return chosen
    const shown = new Set(alerts.map(({ id }) => id))
    return new Set([...chosen].filter((id) => shown.has(id)))
  }, [chosen, alerts])
  return {
    ids,
    toggle(at) {
      const id = alerts[at]?.id
      if (id === undefined) return
      setAnchor(at)
      setChosen(ids.has(id) ? new Set([...ids].filter((one) => one !== id)) : new Set([...ids, id]))
    },
    reach(at) {
      const [from, to] = [Math.min(anchor, at), Math.max(anchor, at)]
      setChosen(new Set([...ids, ...alerts.slice(from, to + 1).map(({ id }) => id)]))
    },
    choose: (wanted) => setChosen(new Set(wanted)),
    clear: () => setChosen(new Set()),
  }
}
