/**
 * The targets of a case: a copy of the policy at its opening, or of the first one that applied later (`start-clocks.ts`). A later change or deletion of the policy does not affect
 * open cases. A case whose severity changes gets the targets of the new severity, counted from its opening, like all
 * three clocks.
 */
import { addWorkingMs, type Calendar, MINUTE_MS } from './calendar.ts'

export type SlaTerms = {
  readonly policy: string
  readonly ack_minutes: number
  readonly resolve_minutes: number
  readonly close_minutes: number
  /** Null: every minute counts. */
  readonly calendar: Calendar | null
  /** ISO time from which the clocks count, of a case that was opened before a policy applied; absent: from its opening. */
  readonly from?: string
}

export type DueTimes = { readonly ackDueAt: Date; readonly resolveDueAt: Date; readonly closeDueAt: Date }

export function dueTimes(terms: SlaTerms, openedAt: Date): DueTimes {
  return {
    ackDueAt: dueAfter(terms, openedAt, terms.ack_minutes),
    resolveDueAt: dueAfter(terms, openedAt, terms.resolve_minutes),
    closeDueAt: dueAfter(terms, openedAt, terms.close_minutes),
  }
}

/** Minutes of the calendar after `from`; a fraction of one is kept to the millisecond. */
export function dueAfter({ calendar }: SlaTerms, from: Date, minutes: number): Date {
  const ms = Math.round(minutes * MINUTE_MS)
  if (calendar === null || ms <= 0) return new Date(from.getTime() + ms)
  return new Date(addWorkingMs(calendar, from.getTime(), ms))
}
