/** The status of a case in a page: a pure function of its record. It names nobody. */

import { techniquesByTactic } from '../../../../detections/attack/attack.ts'
import { caseNumber } from '../case.ts'
import { type Clock, clocksOf } from '../clocks/clock.ts'
import { withoutMentions } from '../comment-on-case.ts'
import { asOf, type CaseRecord, firedAt, isOverdue, minutesBetween, spanText } from './case-record.ts'

export type CaseSummary = ReturnType<typeof summaryOf>

const COMMENTS_SHOWN = 5
const TASKS_SHOWN = 50

export function summaryOf(record: CaseRecord) {
  const { case: given, alerts, comments, tasks } = record
  const at = asOf(record)
  const clocks = clocksOf(given, at.getTime())
  const done = tasks.filter(({ status }) => status === 'done').length
  const open = tasks.filter(({ status }) => status !== 'done')
  const age = minutesBetween(given.openedAt, at)
  const label = caseNumber(given.number)
  const overdue = tasks.filter((task) => isOverdue(task, at)).length
  return {
    label,
    headline: `${label} “${given.title}” is ${words(given.status)}, ${given.severity}, ${spanText(age)} after it was opened.`,
    title: given.title,
    description: given.description,
    severity: given.severity,
    status: given.status,
    as_of: at.toISOString(),
    opened_at: given.openedAt.toISOString(),
    acknowledged_at: iso(given.acknowledgedAt),
    resolved_at: iso(given.resolvedAt),
    closed_at: iso(given.closedAt),
    age_minutes: age,
    is_assigned: given.assigneeId !== null,
    escalation_level: given.escalationLevel,
    reopen_count: given.reopenCount,
    sla: { ack: clockView(clocks.ack), resolve: clockView(clocks.resolve), close: clockView(clocks.close) },
    alerts: { total: alerts.length, first_fired_at: iso(firedAt(record)) },
    techniques_by_tactic: techniquesByTactic(techniquesOf(record)),
    tasks: { total: tasks.length, done, open: open.length, overdue },
    open_tasks: open.slice(0, TASKS_SHOWN).map(({ title, status, category, dueAt, blockedBy }) => ({
      ...{ title, status, category, due_at: iso(dueAt), blocked_by: blockedBy?.title ?? null },
    })),
    latest_comments: comments
      .filter(({ isSystem }) => !isSystem)
      .slice(-COMMENTS_SHOWN)
      .map((comment) => ({ at: comment.at.toISOString(), text: withoutMentions(comment.body) })),
    is_cut: record.isCut,
  }
}

export function techniquesOf({ case: given, alerts }: CaseRecord): string[] {
  return [...given.mitreTechniques, ...alerts.flatMap((alert) => alert.mitreTechniques)]
}

export function iso(at: Date | null): string | null {
  return at === null ? null : at.toISOString()
}

export function words(status: string): string {
  return status.replaceAll('_', ' ')
}

function clockView({ dueAt, metAt, state, reason }: Clock) {
  return { due_at: iso(dueAt), met_at: iso(metAt), state, reason }
}
