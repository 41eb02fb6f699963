/** Running clocks of cases, and the remaining time as text. */
import type { Schemas } from '../api/client.ts'

type Case = Schemas['Case']

export type Due = { readonly of: Case; readonly clock: string; readonly dueMs: number; readonly sinceMs: number }

export const CLOCK_NAMES = { ack: 'acknowledge', resolve: 'resolve', close: 'close' } as const
const MINUTE_SECONDS = 60
const HOUR_SECONDS = 3_600
const DAY_SECONDS = 86_400

/** Leaves out clocks that are met or have no target. */
export function dueOf(found: Case): Due[] {
  return (Object.keys(CLOCK_NAMES) as (keyof typeof CLOCK_NAMES)[]).flatMap((name) => {
    const { due_at: due, met_at: met, state } = found.sla[name]
    if (due === null || met !== null || state === 'no_target' || state === 'met') return []
    return [{ of: found, clock: CLOCK_NAMES[name], dueMs: Date.parse(due), sinceMs: Date.parse(found.opened_at) }]
  })
}

/** Such as `12:05`, `3 h 04 min`, `2 d 3 h`; for late ones the time since the target. */
export function leftOf(ms: number): string {
  const seconds = Math.floor(Math.abs(ms) / 1_000)
  const text =
    seconds < HOUR_SECONDS
      ? `${Math.floor(seconds / MINUTE_SECONDS)}:${String(seconds % MINUTE_SECONDS).padStart(2, '0')}`
      : seconds < DAY_SECONDS
        ? `${Math.floor(seconds / HOUR_SECONDS)} h ${String(Math.floor((seconds % HOUR_SECONDS) / MINUTE_SECONDS)).padStart(2, '0')} min`
        : `${Math.floor(seconds / DAY_SECONDS)} d ${Math.floor((seconds % DAY_SECONDS) / HOUR_SECONDS)} h`
  return ms < 0 ? `${text} late` : text
}
