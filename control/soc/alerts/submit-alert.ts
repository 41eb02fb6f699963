import { oneLine } from '../../../platform/one-line.ts'
import type { TenantTx } from '../../../stores/postgres/pool.ts'
import type { Alert } from './alert.ts'
import { derivedAlertId, newAlertId } from './alert-id.ts'
import { alertById, insertAlert, type NewAlert } from './alert-store.ts'
import { distinct, NAMES_MAX, TAG_MAX, TITLE_MAX } from './alert-text.ts'
import { checkedTags } from './change-alert.ts'
import { eventAttack } from './event-attack.ts'
import {
  type Event,
  eventCategory,
  eventDescription,
  eventEntities,
  eventSeverity,
  eventTimeMs,
  eventTitle,
} from './event-facts.ts'
import { found } from './find-alert.ts'
import { announceCreated } from './outbox.ts'
import type { AcceptedEvents, SubmitLimits } from './submitted-events.ts'
import { PRIORITIES, severityOf, severityRank } from './words.ts'

/** The envelope around the events; its values override those of the events. */
export type SubmitLabels = {
  readonly ruleId?: string | undefined
  readonly connectorId?: string | undefined
  readonly connectorType?: string | undefined
  readonly sourceFormat?: string | undefined
  readonly title?: string | undefined
  readonly description?: string | undefined
  readonly severity?: string | undefined
  readonly tags?: readonly string[] | undefined
}

export type Submission = {
  readonly accepted: AcceptedEvents
  readonly labels: SubmitLabels
  /** Makes the write idempotent: the same key of the tenant gives the same alert, whatever else is sent. */
  readonly idempotencyKey: string | undefined
  readonly limits: SubmitLimits
}

export type Submitted = { readonly alert: Alert; readonly isNew: boolean }

/** Stores a batch of events as one alert, in one row. Throws 422 for tags out of bounds. */
export async function submitAlert(tx: TenantTx, submission: Submission, nowMs: number): Promise<Submitted> {
  const { idempotencyKey: key } = submission
  const id = key === undefined ? newAlertId() : derivedAlertId('submit', tx.tenantId, key)
  const made = await insertAlert(tx, alertOf(id, submission, nowMs))
  if (made === null) return { alert: found(id, await alertById(tx, id)), isNew: false }
  await announceCreated(tx, made)
  return { alert: made, isNew: true }
}

/** A function of what was submitted and when; nothing else. */
export function alertOf(id: string, { accepted, labels, limits }: Submission, nowMs: number): NewAlert {
  const { events, rejections, redacted } = accepted
  const top = mostSevere(events)
  const severity = labels.severity === undefined ? eventSeverity(top) : severityOf(labels.severity)
  const times = timesOf(events, limits, nowMs)
  const names = namesOf(events)
  const { connectorType } = labels
  return {
    id,
    title: oneLine(labels.title ?? '', TITLE_MAX) || (eventTitle(top) ?? 'Submitted events without a title'),
    description: labels.description ?? eventDescription(top),
    severity,
    priority: PRIORITIES[severity],
    category: eventCategory(top),
    ruleId: labels.ruleId ?? null,
    connectorId: labels.connectorId ?? null,
    connectorType: connectorType ?? null,
    ...names.kept,
    tags: tagsOf(labels, times.clamped > 0),
    confidence: null,
    confidenceRationale: [],
    eventTime: new Date(times.ms[events.indexOf(top)] ?? nowMs),
    firstSeen: new Date(least(times.ms)),
    lastSeen: new Date(greatest(times.ms)),
    metadata: {
      event_count: events.length,
      events_rejected: rejections.length,
      ...(redacted > 0 ? { values_redacted: redacted } : {}),
      ...(labels.sourceFormat === undefined ? {} : { source_format: labels.sourceFormat }),
      ...(times.clamped > 0 ? { timestamp_clamped: times.clamped } : {}),
      ...(times.missing > 0 ? { timestamp_missing: times.missing } : {}),
      ...(Object.keys(names.left).length > 0 ? { names_left_out: names.left } : {}),
    },
    rawEvent: accepted.json,
  }
}

/** The first of the most severe. */
function mostSevere(events: readonly Event[]): Event {
  const rank = (event: Event) => severityRank(eventSeverity(event))
  return events.reduce((top, event) => (rank(event) > rank(top) ? event : top))
}

/** Event times pulled into the window that is believed; an event without one is as of now. */
function timesOf(events: readonly Event[], { ageDaysMax, futureSecondsMax }: SubmitLimits, nowMs: number) {
  const [oldest, newest] = [nowMs - ageDaysMax * 86_400_000, nowMs + futureSecondsMax * 1000]
  let [clamped, missing] = [0, 0]
  const ms = events.map((event) => {
    const sent = eventTimeMs(event)
    if (Number.isNaN(sent)) {
      missing++
      return nowMs
    }
    const believed = Math.min(Math.max(sent, oldest), newest)
    if (believed !== sent) clamped++
    return believed
  })
  return { ms, clamped, missing }
}

/** Collects the names in the events, each once and at most 100 of a kind, and counts the names left out. */
function namesOf(events: readonly Event[]) {
  const entities = events.map(eventEntities)
  const attacks = events.map(eventAttack)
  const all = {
    affectedHosts: distinct(
      entities.flatMap(({ hosts }) => hosts),
      NAMES_MAX,
    ),
    affectedUsers: distinct(
      entities.flatMap(({ users }) => users),
      NAMES_MAX,
    ),
    affectedIps: distinct(
      entities.flatMap(({ ips }) => ips),
      NAMES_MAX,
    ),
    mitreTechniques: distinct(
      attacks.flatMap(({ techniques }) => techniques),
      NAMES_MAX,
    ),
    mitreTactics: distinct(
      attacks.flatMap(({ tactics }) => tactics),
      NAMES_MAX,
    ),
  }
  const { affectedHosts, affectedUsers, affectedIps, mitreTechniques, mitreTactics } = all
  const left = { hosts: affectedHosts.left, users: affectedUsers.left, ips: affectedIps.left }
  const leftAttack = { techniques: mitreTechniques.left, tactics: mitreTactics.left }
  return {
    kept: {
      affectedHosts: affectedHosts.values,
      affectedUsers: affectedUsers.values,
      affectedIps: affectedIps.values,
      mitreTechniques: mitreTechniques.values,
      mitreTactics: mitreTactics.values,
    },
    left: Object.fromEntries(Object.entries({ ...left, ...leftAttack }).filter(([, count]) => count > 0)),
  }
}

function tagsOf({ tags = [], connectorType }: SubmitLabels, isClamped: boolean): readonly string[] {
  const ours = [
    'submitted',
    ...(connectorType ? [oneLine(connectorType, TAG_MAX)] : []),
    ...(isClamped ? ['ts-clamped'] : []),
  ]
  return checkedTags([...ours, ...tags])
}

function least(times: readonly number[]): number {
  return times.reduce((a, b) => Math.min(a, b))
}

function greatest(times: readonly number[]): number {
  return times.reduce((a, b) => Math.max(a, b))
}
