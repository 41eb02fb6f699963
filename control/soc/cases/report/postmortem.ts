/**
 * The course of a case, what went well and follow-ups: a pure function of a case's record. It is blameless: it names no
 * person, and gives the time of a step and never who took it.
 */

import { techniquesByTactic } from '../../../../detections/attack/attack.ts'
import { counted } from '../../../../platform/counted.ts'
import { caseNumber } from '../case.ts'
import { clocksOf } from '../clocks/clock.ts'
import { withoutMentions } from '../comment-on-case.ts'
import { isDone } from '../transitions.ts'
import { TASK_CATEGORIES } from '../words.ts'
import { asOf, type CaseRecord, firedAt, firstTouchAt, isOverdue, minutesBetween, spanText } from './case-record.ts'
import { iso, techniquesOf, words } from './summary.ts'

export const ITEM_CATEGORIES = ['detection', 'process', 'automation', 'tooling', 'documentation', 'training'] as const
export const ITEM_PRIORITIES = ['now', 'next', 'later'] as const
type ActionItem = {
  readonly title: string
  readonly category: (typeof ITEM_CATEGORIES)[number]
  readonly priority: (typeof ITEM_PRIORITIES)[number]
  readonly target_system: string | null
}

export type PostMortem = ReturnType<typeof postMortemOf>

/** Between the first event and its alert; a detection that takes longer is a gap. */
const LAG_MINUTES_MAX = 60
const CLOCKS = ['ack', 'resolve', 'close'] as const

export function postMortemOf(record: CaseRecord) {
  const facts = factsOf(record)
  return {
    headline: headlineOf(record, facts),
    overview: overviewOf(record),
    detection: {
      alert_fired_at: iso(facts.fired),
      first_touch_at: iso(facts.touched),
      first_touch_latency_minutes: facts.latency,
      sla_breached: facts.breached.length > 0,
      breached_clocks: facts.breached,
      detection_gaps: gapsOf(record, facts),
    },
    response: responseOf(record, facts),
    timeline: record.timeline.map(({ type, title, description, timestamp }) => ({
      at: timestamp.toISOString(),
      type,
      title: withoutMentions(title),
      text: description === null ? null : withoutMentions(description),
    })),
    went_well: positives(record, facts),
    fell_short: fellShort(record, facts),
    action_items: actionItems(record, facts),
    as_of: facts.at.toISOString(),
    is_cut: record.isCut,
  }
}

type Facts = ReturnType<typeof factsOf>

function factsOf(record: CaseRecord) {
  const { case: reported, tasks, alerts } = record
  const at = asOf(record)
  const [fired, touched] = [firedAt(record), firstTouchAt(record)]
  const clocks = clocksOf(reported, at.getTime())
  const from = fired ?? reported.openedAt
  const lags = alerts.map(({ firstSeen, createdAt }) => minutesBetween(firstSeen, createdAt))
  return {
    ...{ at, fired, touched },
    latency: touched === null ? null : Math.max(0, minutesBetween(from, touched)),
    clocks,
    breached: CLOCKS.filter((name) => clocks[name].state === 'breached'),
    hasTargets: reported.slaTerms !== null,
    done: tasks.filter(({ status }) => status === 'done'),
    open: tasks.filter(({ status }) => status !== 'done'),
    overdue: tasks.filter((task) => isOverdue(task, at)),
    automated: tasks.filter(({ isAutomated }) => isAutomated).length,
    lag: lags.reduce((most, minutes) => Math.max(most, minutes), 0),
    techniques: techniquesOf(record),
  }
}

function headlineOf({ case: reported }: CaseRecord, { breached }: Facts): string {
  const end = reported.resolvedAt
  const took = end === null ? 'is not resolved' : `was resolved in ${spanText(minutesBetween(reported.openedAt, end))}`
  const late = breached.length === 0 ? '' : `, past its target to ${breached.map(clockText).join(' and to ')}`
  return `${caseNumber(reported.number)} “${reported.title}” (${reported.severity}) ${took}${late}.`
}

const clockText = (clock: string) => (clock === 'ack' ? 'acknowledge' : clock)

function overviewOf(record: CaseRecord) {
  const { case: reported } = record
  const end = reported.resolvedAt
  return {
    label: caseNumber(reported.number),
    title: reported.title,
    opened_at: reported.openedAt.toISOString(),
    triaged_at: iso(reported.acknowledgedAt),
    resolved_at: iso(end),
    closed_at: iso(reported.closedAt),
    severity: reported.severity,
    status: reported.status,
    techniques_by_tactic: techniquesByTactic(techniquesOf(record)),
    time_to_resolution_minutes: end === null ? null : minutesBetween(reported.openedAt, end),
  }
}

function gapsOf(_: CaseRecord, { fired, lag, techniques, touched }: Facts): string[] {
  return [
    ...(fired === null ? ['No detection fired: the case was opened without an alert.'] : []),
    ...(lag > LAG_MINUTES_MAX ? [`An alert came ${spanText(lag)} after the first event it rests on.`] : []),
    ...(techniques.length === 0 ? ['Nothing of this case is mapped to a technique of ATT&CK.'] : []),
    ...(touched === null ? ['Nobody has done anything about the case yet.'] : []),
  ]
}

/**
 * Effectiveness: of 100, up to 60 for the share of tasks that are done, up to 20 for the share that is not overdue, and
 * 20 when no clock was breached. Null without a task: there is nothing to judge.
 */
function responseOf({ tasks, timeline }: CaseRecord, { done, overdue, automated, breached, at }: Facts) {
  const actions = TASK_CATEGORIES.map((category) => ({
    category,
    actions: [
      ...tasks
        .filter((task) => task.category === category)
        .map((task) => ({
          title: task.title,
          status: words(task.status),
          completed_at: iso(task.completedAt),
          is_overdue: isOverdue(task, at),
          is_automated: task.isAutomated,
        })),
      ...timeline
        .filter(({ type }) => category === 'escalation' && type === 'escalation')
        .map((entry) => {
          const completion = { status: 'done', completed_at: entry.timestamp.toISOString() }
          return { title: entry.title, ...completion, is_overdue: false, is_automated: true }
        }),
    ],
  })).filter((group) => group.actions.length > 0)
  const share = (part: number) => part / tasks.length
  const score = 60 * share(done.length) + 20 * (1 - share(overdue.length)) + (breached.length === 0 ? 20 : 0)
  return {
    actions,
    actions_taken: done.length,
    actions_overdue: overdue.length,
    automated_count: automated,
    effectiveness_score: tasks.length === 0 ? null : Math.round(score),
  }
}

/** A clock that still runs is neither kept nor missed. */
export function keptTargets(clocks: Readonly<Record<(typeof CLOCKS)[number], { readonly state: string }>>): string[] {
  const met = CLOCKS.filter((name) => clocks[name].state === 'met')
  if (met.length === CLOCKS.length) return ['Every clock of the case was kept.']
  return met.map((clock) => `The target to ${clockText(clock)} was met.`)
}

function positives({ case: reported, tasks }: CaseRecord, facts: Facts): string[] {
  const { clocks, latency, done, overdue, automated } = facts
  const sentences = [
    ...keptTargets(clocks),
    ...(latency !== null && latency <= 15 ? [`The first step came ${spanText(latency)} after the alert.`] : []),
    ...(tasks.length > 0 && done.length === tasks.length
      ? [tasks.length === 1 ? 'The one task was done.' : `All ${tasks.length} tasks were done.`]
      : []),
    ...(tasks.length > 0 && overdue.length === 0 ? ['No task was late.'] : []),
    ...(automated > 0 ? [`${counted(automated, 'task')} ${automated === 1 ? 'was' : 'were'} done by automation.`] : []),
    ...(isDone(reported.status) && reported.reopenCount === 0 ? ['It was resolved once and stayed so.'] : []),
  ]
  return sentences.length > 0 ? sentences : ['What was done is recorded, so that it can be judged.']
}

function fellShort({ case: reported }: CaseRecord, facts: Facts): string[] {
  const { breached, hasTargets, overdue, open, fired } = facts
  return [
    ...breached.map((clock) => `The target to ${clockText(clock)} was missed.`),
    ...(hasTargets ? [] : ['No SLA policy applied, so there was no target to hold to.']),
    ...(overdue.length > 0
      ? [`${counted(overdue.length, 'task')} ${overdue.length === 1 ? 'was' : 'were'} late.`]
      : []),
    ...(open.length > 0 && isDone(reported.status)
      ? [`${counted(open.length, 'task')} ${open.length === 1 ? 'was' : 'were'} left open.`]
      : []),
    ...(reported.reopenCount > 0 ? [`It was reopened ${counted(reported.reopenCount, 'time')}.`] : []),
    ...(reported.escalationLevel > 0
      ? [`It was escalated ${counted(reported.escalationLevel, 'time')} before anybody took it.`]
      : []),
    ...(fired === null ? ['No detection found it.'] : []),
  ]
}

function actionItems({ case: reported }: CaseRecord, facts: Facts): ActionItem[] {
  const item = (
    title: string,
    category: ActionItem['category'],
    priority: ActionItem['priority'],
    target_system: string | null = null,
  ): ActionItem => ({ title, category, priority, target_system })
  const { breached, hasTargets, fired, lag, overdue, open, techniques, automated, done } = facts
  const items = [
    ...(breached.includes('ack')
      ? [item('Look at how new cases of this kind reach somebody in time', 'process', 'now')]
      : []),
    ...(fired === null
      ? [item('Write a detection for what opened this case by hand', 'detection', 'now', 'rules')]
      : []),
    ...(lag > LAG_MINUTES_MAX ? [item('Find out what delays the alert behind its events', 'detection', 'next')] : []),
    ...(breached.some((clock) => clock !== 'ack')
      ? [item('Find out which step took the time that the target did not have', 'process', 'next')]
      : []),
    ...(open.length > 0 && isDone(reported.status)
      ? [item('Do or drop the tasks that were left open', 'process', 'now')]
      : []),
    ...(overdue.length > 0 ? [item('Look at why tasks were late', 'process', 'next')] : []),
    ...(reported.reopenCount > 0 ? [item('Agree on when a case of this kind is resolved', 'training', 'next')] : []),
    ...(hasTargets ? [] : [item('Set an SLA policy for this severity', 'tooling', 'next', 'sla_policies')]),
    ...(techniques.length === 0 ? [item('Map the detections of this case to ATT&CK', 'documentation', 'later')] : []),
    ...(automated === 0 && done.length >= 3
      ? [item('Automate the steps that were taken by hand', 'automation', 'later')]
      : []),
  ]
  return items.length > 0 ? items : [item('Add what this case taught to its runbook', 'documentation', 'later')]
}
