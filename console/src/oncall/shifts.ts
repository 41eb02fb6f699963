/** Positions of shifts on the shown days. */
import type { Schemas } from '../api/client.ts'

export type Shift = Schemas['OncallShift']

export const DAYS = 28

/** Midnights of the shown days in the viewer's zone, and the one at which the last day ends. */
export function dayStarts(now: Date): Date[] {
  return Array.from({ length: DAYS + 1 }, (_, at) => new Date(now.getFullYear(), now.getMonth(), now.getDate() + at))
}

/** Left edge and width in per cent of all days. A day takes the same room when its clock changes. */
export function placeOf(
  { from_at: from, until_at: until }: Pick<Shift, 'from_at' | 'until_at'>,
  starts: readonly Date[],
) {
  const [left, right] = [offsetOf(Date.parse(from), starts), offsetOf(Date.parse(until), starts)]
  return { left: left * 100, width: (right - left) * 100 }
}

/** From 0 at the start of the first day to 1 at the end of the last one. */
function offsetOf(ms: number, starts: readonly Date[]): number {
  const days = starts.length - 1
  const next = starts.findIndex((start) => start.getTime() > ms)
  if (next === 0) return 0
  const [start, end] = [starts[next - 1]?.getTime(), starts[next]?.getTime()]
  if (next < 0 || start === undefined || end === undefined) return 1
  return (next - 1 + (ms - start) / (end - start)) / days
}
