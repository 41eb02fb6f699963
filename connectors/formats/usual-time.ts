/** The time of a record whose source's own table names none of the fields that it has. */
import { parseEventTime } from '../../platform/event-time.ts'
import type { Fields } from './fields.ts'

/** Forwarders and scripts put the time under such a name, whatever the product calls it; the most precise names first. */
const NAMES = [
  ...['@timestamp', 'timestamp', 'Timestamp', 'time', 'Time', 'eventTime', 'event_time', 'EventTime', '_time', 'ts'],
  ...['datetime', 'date_time', 'TimeCreated', 'TimeGenerated', 'UtcTime', 'createdAt', 'created_at', 'date'],
] as const

/** A duration in `time` is no time: no event is as old. */
const EARLIEST_MS = Date.UTC(1995, 0, 1)

/** Unix milliseconds; NaN when no field of that kind holds a time. */
export function usualTime(record: Readonly<Fields>): number {
  for (const name of NAMES) {
    const timeMs = parseEventTime(record[name])
    if (timeMs >= EARLIEST_MS) return timeMs
  }
  return Number.NaN
}
