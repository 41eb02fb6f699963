/** Everything that a report is made of: rows, and no clock. The same rows give the same report. */
import type { TenantTx } from '../../../../stores/postgres/pool.ts'
import type { Placed } from '../../../identity/accounts/index.ts'
import { type Alert, alertsOfCase } from '../../alerts/index.ts'
import type { Case } from '../case.ts'
import { familyOf } from '../case-store.ts'
import { getCase } from '../find-case.ts'
import { type Comment, commentsPage, type Transition, transitionsPage } from '../record-store.ts'
import { type Task, tasksPage } from '../task-store.ts'
import { type TimelineEntry, timelinePage } from '../timeline.ts'

export type CaseRecord = {
  readonly case: Case
  readonly alerts: readonly Alert[]
  /** Oldest first, as everything below. */
  readonly transitions: readonly Transition[]
  readonly comments: readonly Comment[]
  readonly tasks: readonly Task[]
  readonly timeline: readonly TimelineEntry[]
  /** True when a list had more than 2,000 rows: the record has the newest. */
  readonly isCut: boolean
}

/** @bound rows of each kind in a report of a case -> the newest are shown with `is_cut` */
const ROWS_MAX = 2_000

/** Throws `not_found`. */
export async function caseRecord(tx: TenantTx, ref: string): Promise<CaseRecord> {
  const found = await getCase(tx, ref)
  const family = await familyOf(tx, found.id)
  const limit = ROWS_MAX + 1
  const [alerts, transitions, comments, tasks, timeline] = await Promise.all([
    alertsOfCase(tx, family, limit, null),
    transitionsPage(tx, [found.id], limit, null),
    commentsPage(tx, family, limit, null),
    tasksPage(tx, family, limit, null),
    timelinePage(tx, family, limit, null),
  ])
  return {
    case: found,
    alerts: oldestFirst(alerts),
    transitions: oldestFirst(transitions),
    comments: oldestFirst(comments),
    tasks: tasks.slice(0, ROWS_MAX).map(({ item }) => item),
    timeline: oldestFirst(timeline),
    isCut: [alerts, transitions, comments, tasks, timeline].some((rows) => rows.length > ROWS_MAX),
  }
}

function oldestFirst<T>(newestFirst: readonly Placed<T>[]): T[] {
  return newestFirst
    .slice(0, ROWS_MAX)
    .map(({ item }) => item)
    .reverse()
}

/** The moment a report speaks of: when the case was closed, or else the last thing that happened in it. */
export function asOf({ case: reported, tasks, timeline }: CaseRecord): Date {
  if (reported.closedAt !== null) return reported.closedAt
  const times = [
    ...[reported.openedAt, reported.acknowledgedAt, reported.resolvedAt],
    ...timeline.map(({ timestamp }) => timestamp),
    ...tasks.flatMap(({ createdAt, completedAt }) => [createdAt, completedAt]),
  ].flatMap((at) => (at === null ? [] : [at.getTime()]))
  return new Date(times.reduce((latest, ms) => Math.max(latest, ms), 0))
}

/** When the first detection of the case fired; null: it was opened without one. */
export function firedAt({ alerts }: CaseRecord): Date | null {
  const times = alerts.map(({ createdAt }) => createdAt.getTime())
  return times.length === 0
    ? null
    : new Date(times.reduce((first, ms) => Math.min(first, ms), Number.POSITIVE_INFINITY))
}

/** Time of the first action by a person: an assignment, a comment, or a change of status. */
export function firstTouchAt({ case: reported, transitions, comments }: CaseRecord): Date | null {
  const times = [
    reported.acknowledgedAt,
    ...transitions.map(({ at }) => at),
    ...comments.filter(({ isSystem }) => !isSystem).map(({ createdAt }) => createdAt),
  ].flatMap((at) => (at === null ? [] : [at.getTime()]))
  return times.length === 0
    ? null
    : new Date(times.reduce((first, ms) => Math.min(first, ms), Number.POSITIVE_INFINITY))
}

export function isOverdue({ dueAt, completedAt }: Task, at: Date): boolean {
  return dueAt !== null && dueAt < (completedAt ?? at)
}

export function minutesBetween(from: Date, to: Date): number {
  return Math.round((to.getTime() - from.getTime()) / 60_000)
}

/** `3 h 5 min` */
export function spanText(minutes: number): string {
  const [days, hours, rest] = [Math.floor(minutes / 1440), Math.floor((minutes % 1440) / 60), minutes % 60]
  const parts = [days > 0 ? `${days} d` : '', hours > 0 ? `${hours} h` : '', rest > 0 ? `${rest} min` : '']
  return parts.filter((part) => part !== '').join(' ') || '0 min'
}
