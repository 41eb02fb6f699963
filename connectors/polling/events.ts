/** Finds the events of a response, and the time of the newest. */
import { AppError } from '../../platform/errors.ts'
import { isMembers } from '../../platform/members.ts'
import { at, type PollTable } from './table.ts'

export type PolledPage = {
  readonly events: readonly unknown[]
  /** Time of the newest event; null where no event has one. */
  readonly newestMs: number | null
}

/** @bound events in a page of a poll -> the poll ends and reports it */
const EVENTS_MAX = 10_000

export function eventsOf(
  { events: path, unwrap }: Pick<PollTable, 'events' | 'unwrap'>,
  value: unknown,
): readonly unknown[] {
  const atPath = at(value, path)
  // JSON lines with a single line are parsed as one object.
  const isLine = path === '' && unwrap !== undefined && atPath !== null && !Array.isArray(atPath)
  const found = isLine ? [atPath] : atPath
  if (found === undefined || found === null) return []
  if (!Array.isArray(found)) throw new AppError('unavailable', `the answer has no list at ${path || 'its top'}`)
  if (found.length > EVENTS_MAX) throw new AppError('unavailable', `a page has more than ${EVENTS_MAX} events`)
  // An entry without that member is not an event but a message, such as the last line of a stream.
  return unwrap === undefined ? found : found.flatMap((one) => at(one, unwrap) ?? [])
}

/**
 * Adds the link to the vendor's console, for a table that has one; `address` holds `{event_id}`. Events without an id
 * stay unchanged.
 */
export function withLinks(events: readonly unknown[], address: string, id: string): readonly unknown[] {
  return events.map((event) => {
    const value = at(event, id)
    const isNamed = (typeof value === 'string' && value !== '') || typeof value === 'number'
    if (!isNamed || !isMembers(event) || event.console_link !== undefined) return event
    const link = URL.parse(address.replace('{event_id}', encodeURIComponent(String(value))))
    return link?.protocol === 'https:' ? { ...event, console_link: link.href } : event
  })
}

export function newestOf({ time }: Pick<PollTable, 'time'>, events: readonly unknown[]): number | null {
  let newest: number | null = null
  for (const event of events) {
    const ms = time.map((path) => msOf(at(event, path))).find((one) => one !== null) ?? null
    if (ms !== null && (newest === null || ms > newest)) newest = ms
  }
  return newest
}

/** A larger number is in milliseconds: as seconds it would be the year 5138. */
const MS_FROM = 1e11

function msOf(value: unknown): number | null {
  const number =
    typeof value === 'number' ? value : typeof value === 'string' && /^\d+(\.\d+)?$/.test(value) ? Number(value) : null
  if (number !== null) return Math.round(number > MS_FROM ? number : number * 1000)
  // A time without a zone is UTC, as ServiceNow and Microsoft 365 write it.
  const zoned = typeof value === 'string' && /^\d{4}-\d\d-\d\d[ T]\d\d:\d\d(:\d\d(\.\d+)?)?$/.test(value)
  const ms = typeof value === 'string' ? Date.parse(zoned ? `${value.replace(' ', 'T')}Z` : value) : Number.NaN
  return Number.isNaN(ms) ? null : ms
}
