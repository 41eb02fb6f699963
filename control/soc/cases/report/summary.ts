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
  const { case: reported, alerts, comments, tasks } = record
  const at = asOf(record)
  const clocks = clocksOf(reported, at.getTime())
  const done = tasks.filter(({ status }) => status === 'done').length
  const open = tasks.filter(({ status }) => status !== 'done')
  const age = minutesBetween(reported.openedAt, at)
  const label = caseNumber(reported.number)
  const overdue = tasks.filter((task) => isOverdue(task, at)).length
  return {
    label,
    headline: `${label} “${reported.title}” is ${words(reported.status)}, ${reported.severity}, ${spanText(age)} after it was opened.`,
    title: reported.title,
    description: reported.description,
    severity: reported.severity,
    status: reported.status,
    as_of: at.toISOString(),
    opened_at: reported.openedAt.toISOString(),
    acknowledged_at: iso(reported.acknowledgedAt),
    resolved_at: iso(reported.resolvedAt),
    closed_at: iso(reported.closedAt),
    age_minutes: age,
    is_assigned: reported.assigneeId !== null,
    escalation_level: reported.escalationLevel,
    reopen_count: reported.reopenCount,
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
      .map((comment) => ({ at: comment.createdAt.toISOString(), text: withoutMentions(comment.body) })),
    is_cut: record.isCut,
  }
}

export function techniquesOf({ case: reported, alerts }: CaseRecord): string[] {
  return [...reported.mitreTechniques, ...alerts.flatMap((alert) => alert.mitreTechniques)]
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
