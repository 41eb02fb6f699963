/** The reports of a case as pages for people: their words, in the order in which a person reads them. */

import { spanText } from './case-record.ts'
import type { PostMortem } from './postmortem.ts'
import { dateTime, type Fact, factsOf, heading, listOf, paragraph, reportPage, timelineOf } from './report-html.ts'
import { type CaseSummary, words } from './summary.ts'

const CLOCKS = { ack: 'Acknowledge', resolve: 'Resolve', close: 'Close' } as const

export function postMortemPage(report: PostMortem): string {
  const { overview, detection, response } = report
  return reportPage({
    kind: 'Post-mortem',
    headline: report.headline,
    facts: [
      ['Case', `${overview.label} ${overview.title}`],
      ['Severity', overview.severity],
      ['Status', words(overview.status)],
      ['Opened', dateTime(overview.opened_at)],
      ['Acknowledged', moment(overview.triaged_at)],
      ['Resolved', moment(overview.resolved_at)],
      ['Closed', moment(overview.closed_at)],
      ['Time to resolution', span(overview.time_to_resolution_minutes)],
    ],
    sections: [
      ['ATT&CK', techniquesOf(overview)],
      [
        'Detection',
        factsOf([
          ['First alert', moment(detection.alert_fired_at)],
          ['First look by a person', moment(detection.first_touch_at)],
          ['Time until the first look', span(detection.first_touch_latency_minutes)],
          ['Targets missed', detection.breached_clocks.map((clock) => CLOCKS[clock]).join(', ') || 'none'],
        ]) + listOf(detection.detection_gaps),
      ],
      ['Response', paragraph(responseText(response)) + response.actions.map(tasksOf).join('')],
      ['Timeline', timelineOf(report.timeline.filter(({ title }) => title !== POINTER).map(readable))],
      ['What went well', listOf(report.went_well)],
      ['What fell short', listOf(report.fell_short)],
      ['What to do', listOf(report.action_items.map(itemText))],
    ],
    asOf: report.as_of,
    isCut: report.is_cut,
  })
}

export function summaryPage(report: CaseSummary): string {
  const { tasks, alerts, sla } = report
  return reportPage({
    kind: 'Case summary',
    headline: report.headline,
    facts: [
      ['Case', `${report.label} ${report.title}`],
      ['Severity', report.severity],
      ['Status', words(report.status)],
      ['Owner', report.is_assigned ? 'assigned' : 'nobody'],
      ['Opened', dateTime(report.opened_at)],
      ['Acknowledged', moment(report.acknowledged_at)],
      ['Resolved', moment(report.resolved_at)],
      ['Closed', moment(report.closed_at)],
      [
        'Alerts',
        `${alerts.total}${alerts.first_fired_at === null ? '' : `, the first ${dateTime(alerts.first_fired_at)}`}`,
      ],
      ['Tasks', `${tasks.done} of ${tasks.total} done, ${tasks.overdue} overdue`],
      ...(report.escalation_level > 0 ? [['Escalated', `to step ${report.escalation_level}`] as const] : []),
      ...(report.reopen_count > 0 ? [['Reopened', `${report.reopen_count} times`] as const] : []),
    ],
    sections: [
      ['Description', paragraph(report.description ?? '')],
      [
        'Targets',
        factsOf(Object.entries(CLOCKS).map(([name, title]) => clockFact(title, sla[name as keyof typeof sla]))),
      ],
      ['ATT&CK', techniquesOf(report)],
      ['Still to do', listOf(report.open_tasks.map(openTaskText))],
      ['Latest comments', timelineOf(report.latest_comments.map(({ at, text }) => ({ at, title: text, text: null })))],
    ],
    asOf: report.as_of,
    isCut: report.is_cut,
  })
}

/** The product's comment that points to these reports. */
const POINTER = 'system comment'
/** The title of a change of status; any other title may hold a name, such as that of a file. */
const STATUS_CHANGE = /^\w+ to \w+$/
/** Entries about linked alerts name them by id and title. */
const ID = /(?<![\w/-])[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b ?/gi

function readable({ at, title, text }: PostMortem['timeline'][number]) {
  return { at, title: STATUS_CHANGE.test(title) ? words(title) : title, text: text?.replaceAll(ID, '').trim() || null }
}

const taskState = (status: string): string => (status === 'todo' ? 'to do' : words(status))
const moment = (at: string | null): string => (at === null ? 'not yet' : dateTime(at))
const span = (minutes: number | null): string => (minutes === null ? 'not known' : spanText(minutes))

function clockFact(title: string, { due_at: due, met_at: met, state, reason }: CaseSummary['sla']['ack']): Fact {
  const when = due === null ? (reason ?? 'no target') : `${state}, due ${dateTime(due)}`
  return [title, met === null ? when : `${when}, done ${dateTime(met)}`]
}

function techniquesOf({ techniques_by_tactic: tactics }: Pick<CaseSummary, 'techniques_by_tactic'>): string {
  return listOf(tactics.map(({ tactic, techniques }) => `${tactic}: ${techniques.join(', ')}`))
}

function responseText(response: PostMortem['response']): string {
  const {
    actions_taken: done,
    automated_count: automated,
    actions_overdue: late,
    effectiveness_score: score,
  } = response
  if (score === null) return 'The case had no tasks.'
  const rest = late === 0 ? '' : ` ${late} overdue.`
  return `${done} done, ${automated} of them by automation.${rest} Score of the response: ${score} of 100.`
}

function tasksOf({ category, actions }: PostMortem['response']['actions'][number]): string {
  const lines = actions.map(({ title, status, completed_at: at, is_overdue: isLate, is_automated: isAutomated }) => {
    const state = [
      at === null ? taskState(status) : `${taskState(status)} ${dateTime(at)}`,
      ...(isLate ? ['overdue'] : []),
      ...(isAutomated ? ['by automation'] : []),
    ]
    return `${title}: ${state.join(', ')}`
  })
  return heading(category === 'other' ? 'Tasks' : words(category)) + listOf(lines)
}

function itemText({ title, category, priority, target_system: system }: PostMortem['action_items'][number]): string {
  return `${title} (${[category, priority, ...(system === null ? [] : [system])].join(', ')})`
}

function openTaskText({ title, status, due_at: due, blocked_by: blocker }: CaseSummary['open_tasks'][number]): string {
  const state = [taskState(status), ...(due === null ? [] : [`due ${dateTime(due)}`])]
  return `${title}: ${[...state, ...(blocker === null ? [] : [`waits for ${blocker}`])].join(', ')}`
}
