/** Computes the shifts of a rotation on the shown days. */
import type { Schemas } from '../api/client.ts'

type Rotation = Schemas['Rotation']

export const DAYS = 28
export const DAY_MS = 86_400_000

type Turn = { readonly userId: string; readonly day: number; readonly days: number }

/**
 * The shifts that overlap the days from `first` on; `day` counts from `first`. Nobody has a shift before the rotation's
 * first one.
 */
export function turnsOf({ starts_on: startsOn, handoff_days: length, user_ids: ids }: Rotation, first: string): Turn[] {
  const begin = Math.round((Date.parse(startsOn) - Date.parse(first)) / DAY_MS)
  const turns: Turn[] = []
  for (let turn = Math.max(0, Math.floor(-begin / length)); begin + turn * length < DAYS; turn++) {
    const day = Math.max(0, begin + turn * length)
    const end = Math.min(DAYS, begin + (turn + 1) * length)
    const userId = ids[turn % ids.length]
    if (userId !== undefined && end > day) turns.push({ userId, day, days: end - day })
  }
  return turns
}
