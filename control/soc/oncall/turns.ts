/**
 * Computes who is on call. Shifts are counted in days of the rotation's own time zone, from one `handoff_at` to the
 * next, so that a shift begins at the same local time before and after a change to summer time.
 */
import { offsetMsAt, utcAt } from '../../../platform/zone-offset.ts'

export type Schedule = {
  readonly timeZone: string
  /** 2026-01-31 */
  readonly startsOn: string
  /** 09:00 */
  readonly handoffAt: string
  readonly handoffDays: number
}

const DAY_MS = 86_400_000

/** Null before the first one begins; the first is 0. */
export function turnAt({ timeZone, startsOn, handoffAt, handoffDays }: Schedule, ms: number): number | null {
  const { day, clock } = localAt(timeZone, ms)
  const begun = (Date.parse(day) - Date.parse(startsOn)) / DAY_MS - (clock < handoffAt ? 1 : 0)
  return begun < 0 ? null : Math.floor(begun / handoffDays)
}

/** The person on call by the schedule; null before the first shift. */
export function scheduledIn({ userIds, ...schedule }: Schedule & People, ms: number): string | null {
  const turn = turnAt(schedule, ms)
  return turn === null ? null : (userIds[turn % userIds.length] ?? null)
}

/** The people on call by the schedule in a period, each once; nobody before the first shift. */
export function scheduledBetween(schedule: Schedule & People, fromMs: number, untilMs: number): string[] {
  const people: string[] = []
  for (let ms = fromMs; ms < untilMs && people.length < schedule.userIds.length; ms = nextHandoff(schedule, ms)) {
    const user = scheduledIn(schedule, ms)
    if (user !== null && !people.includes(user)) people.push(user)
  }
  return people
}

export type Shift = {
  readonly fromMs: number
  readonly untilMs: number
  readonly userId: string
  readonly overrideId: string | null
  /** The person whom the override replaces; null without an override, and before the first shift. */
  readonly coveredUserId: string | null
}
type Cut = { readonly id: string; readonly userId: string; readonly fromAt: Date; readonly untilAt: Date }

/** The shifts of a period, cut to it and at the overrides, which do not overlap. */
export function shiftsBetween(
  schedule: Schedule & People,
  overrides: readonly Cut[],
  fromMs: number,
  untilMs: number,
): Shift[] {
  const bounds = overrides.flatMap(({ fromAt, untilAt }) => [fromAt.getTime(), untilAt.getTime()])
  for (let ms = nextHandoff(schedule, fromMs); ms < untilMs; ms = nextHandoff(schedule, ms)) bounds.push(ms)
  const inside = bounds.filter((ms) => ms > fromMs && ms < untilMs)
  const points = [...new Set([fromMs, ...inside, untilMs])].sort((a, b) => a - b)
  return points.slice(0, -1).flatMap((start, at) => {
    const override = overrides.find(({ fromAt, untilAt }) => fromAt.getTime() <= start && untilAt.getTime() > start)
    const scheduled = scheduledIn(schedule, start)
    const userId = override?.userId ?? scheduled
    if (userId === null) return []
    const coveredUserId = override === undefined ? null : scheduled
    const period = { fromMs: start, untilMs: points[at + 1] ?? untilMs }
    return [{ ...period, userId, overrideId: override?.id ?? null, coveredUserId }]
  })
}

type People = { readonly userIds: readonly string[] }

/**
 * The changed schedule, counted from the current shift, so that a change does not hand the pager to somebody else in the
 * middle of it: its person comes first, or the next one of the earlier order if that person was removed.
 */
export function keepShift<S extends Schedule & People>(before: Schedule & People, changed: S, ms: number): S {
  const turn = turnAt(before, ms)
  if (turn === null) return changed
  const began = plusDays(before.startsOn, turn * before.handoffDays)
  const passed = turnAt({ ...changed, startsOn: began }, ms)
  // Null: the time of the handoff moved past the present one of today.
  const startsOn = passed === null ? plusDays(began, -1) : plusDays(began, passed * changed.handoffDays)
  const order = before.userIds.map((_, n) => before.userIds[(turn + n) % before.userIds.length])
  const first = Math.max(0, changed.userIds.indexOf(order.find((id) => id && changed.userIds.includes(id)) ?? ''))
  return { ...changed, startsOn, userIds: [...changed.userIds.slice(first), ...changed.userIds.slice(0, first)] }
}

const plusDays = (day: string, days: number) => new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10)

/** When the next one begins, to the minute. */
export function nextHandoff(schedule: Schedule, ms: number): number {
  const turn = turnAt(schedule, ms) ?? -1
  const day = Date.parse(schedule.startsOn) + (turn + 1) * schedule.handoffDays * DAY_MS
  const [hours = 0, minutes = 0] = schedule.handoffAt.split(':').map(Number)
  return utcAt(schedule.timeZone, day + (hours * 60 + minutes) * 60_000)
}

/** The day there, and the time of the clock to the minute. */
function localAt(zone: string, ms: number): { readonly day: string; readonly clock: string } {
  const local = new Date(ms + offsetMsAt(zone, ms)).toISOString()
  return { day: local.slice(0, 10), clock: local.slice(11, 16) }
}
