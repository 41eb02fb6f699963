import { AppError } from '../../../platform/errors.ts'
import { InvalidInput } from '../../../platform/invalid-input.ts'
import type { Event } from './event-facts.ts'
import { DEPTH_MAX, isTooDeep, mayHoldSecrets, redact } from './redact.ts'

export type SubmitLimits = {
  readonly eventsMax: number
  /** Bytes of one event as compact JSON, before secrets are taken out. */
  readonly eventBytesMax: number
  readonly totalBytesMax: number
  readonly ageDaysMax: number
  readonly futureSecondsMax: number
}

export type AcceptedEvents = {
  /** Secrets taken out. */
  readonly events: readonly Event[]
  /** The same as one JSON list. */
  readonly json: string
  /** The reason for each invalid event, with its position; the other events are accepted. */
  readonly rejections: readonly string[]
  /** Number of values that were taken out. */
  readonly redacted: number
}

/**
 * Maximum members of objects and items of lists in all events of a submit: 250 in each of 1,000 events. Every one is
 * visited several times while the process serves no other request; the limit in bytes alone would allow half a million.
 * @bound members in all events of a submitted alert -> 413
 */
export const SUBMIT_MEMBERS_MAX = 250_000

/** Throws 413 naming the limit that fired, 400 for no events, 422 when every one is rejected. */
export function takeEvents(sent: readonly unknown[], limits: SubmitLimits): AcceptedEvents {
  if (sent.length === 0) throw new AppError('bad_request', 'events is empty')
  if (sent.length > limits.eventsMax)
    throw tooLarge(`SVC_SUBMIT_MAX_EVENTS: ${sent.length} events, ${limits.eventsMax} allowed`)
  const events: Event[] = []
  const texts: string[] = []
  const rejections: string[] = []
  let total = 0
  let members = 0
  let redacted = 0
  for (const [i, event] of sent.entries()) {
    members += membersOf(event, SUBMIT_MEMBERS_MAX - members)
    if (members > SUBMIT_MEMBERS_MAX) throw tooLarge(`members: more than ${SUBMIT_MEMBERS_MAX} in all events`)
    const fault = faultOf(event)
    if (fault !== null) {
      rejections.push(`events[${i}] ${fault}`)
      continue
    }
    const text = JSON.stringify(event)
    const bytes = Buffer.byteLength(text)
    if (bytes > limits.eventBytesMax)
      throw tooLarge(`SVC_SUBMIT_MAX_EVENT_BYTES: events[${i}] has ${bytes} bytes, ${limits.eventBytesMax} allowed`)
    total += bytes
    if (total > limits.totalBytesMax)
      throw tooLarge(`SVC_SUBMIT_MAX_TOTAL_BYTES: more than ${limits.totalBytesMax} bytes of events`)
    const { value, count } = mayHoldSecrets(text) ? redact(event) : { value: event, count: 0 }
    const safe = value as Event
    redacted += count
    events.push(safe)
    texts.push(safe === event ? text : JSON.stringify(safe))
  }
  if (events.length === 0) throw new InvalidInput(...rejections.slice(0, FAULTS_MAX).map(faultAt))
  return { events, json: `[${texts.join(',')}]`, rejections, redacted }
}

/** Counted until there are more than `max`, and no deeper than an event may be. */
function membersOf(value: unknown, max: number, depth = 0): number {
  if (typeof value !== 'object' || value === null || depth === DEPTH_MAX) return 0
  const members: unknown[] = Object.values(value)
  let count = members.length
  for (const member of members) {
    if (count > max) break
    count += membersOf(member, max - count, depth + 1)
  }
  return count
}

/** Faults that a refusal names. */
const FAULTS_MAX = 20

export function tooLarge(detail: string): AppError {
  return new AppError('too_large', detail)
}

function faultOf(event: unknown): string | null {
  if (typeof event !== 'object' || event === null || Array.isArray(event)) return 'is not an object'
  return isTooDeep(event) ? `is nested deeper than ${DEPTH_MAX}` : null
}

function faultAt(rejection: string) {
  return { loc: ['body', 'events'], msg: rejection, type: 'event' }
}
