/** The time that the carrier of a record names, used when the record has no time of its own. */
import { parseEventTime } from '../../platform/event-time.ts'
import { isMembers } from '../../platform/members.ts'
import type { Fields } from './fields.ts'

/** Wrappers with the names of their times, the one nearest to the event first. */
const AROUND = [
  ['syslog', 'time'],
  ...['@timestamp', 'timestamp', 'date', 'time', '_time'].map((member) => ['relayed', member] as const),
  ['hec', 'time'],
  ['cloudwatch', 'timestamp'],
  ['eventbridge', 'time'],
  ['sns', 'Timestamp'],
] as const

/** Unix milliseconds; NaN when no wrapper of the record has a time. */
export function timeAround(record: Readonly<Fields>): number {
  for (const [wrapper, member] of AROUND) {
    const around = record[wrapper]
    const timeMs = isMembers(around) ? parseEventTime(around[member]) : Number.NaN
    if (!Number.isNaN(timeMs)) return timeMs
  }
  return Number.NaN
}
