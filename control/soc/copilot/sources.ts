/**
 * Collects the copilot's sources on an alert, a case, a rule, a playbook or a hunt: each is an entry that sentences
 * cite.
 */
import { noSuch, requireFound } from '../../../platform/errors.ts'
import { isUuid } from '../../../platform/uuid-text.ts'
import type { Reader } from '../../../stores/clickhouse/tenant-reader.ts'
import type { TenantTx } from '../../../stores/postgres/pool.ts'
import { ruleNotes } from '../../detect/detections/index.ts'
import { huntById, latestRuns } from '../../detect/hunts/index.ts'
import type { HiddenFields } from '../../platform/governance/index.ts'
import { namedBy, readEvidence, runsAbout, shownEvidence } from '../../respond/agents/index.ts'
import { getPlaybook, runsPage } from '../../respond/playbooks/index.ts'
import { actionsPage, type ResponseAction } from '../../respond/response/index.ts'
import { alertsOfCase, type Fusion, getAlert, historyPage, similarAlerts } from '../alerts/index.ts'
import { familyOf, getCase, type TimelineEntry, tasksPage, timelinePage } from '../cases/index.ts'

export const ABOUT = ['alert', 'case', 'rule', 'playbook', 'hunt'] as const
export type About = (typeof ABOUT)[number]

export type Source = { readonly about: string; readonly says: Readonly<Record<string, unknown>> }
/** `events`: those of the lake that an alert names, to be read outside of the transaction. */
export type Sources = {
  readonly sources: Source[]
  readonly events: ReturnType<typeof namedBy> | null
  /** Ids of the records that they are about, for field rules. */
  readonly subjects?: readonly string[]
}

const ALERTS_MAX = 40
const TASKS_MAX = 40
const HISTORY_MAX = 30
const RUNS_MAX = 5
const ALIKE_MAX = 10
const TIMELINE_MAX = 40
const ACTIONS_MAX = 40

/** Rights of the asking person beside reading the subject itself. */
export type MayRead = { readonly actions: boolean }

/** Throws `not_found`. */
export const SOURCES_OF: Readonly<Record<About, (tx: TenantTx, id: string, may: MayRead) => Promise<Sources>>> = {
  async alert(tx, id) {
    if (!isUuid(id)) throw noSuch('alert', id)
    const alert = await getAlert(tx, id)
    const fusion = await tx.maybeOne((row) => ({ of: row.fusion as Fusion | null }), FUSION, [id]) // JSON that fusion wrote
    const { ofItsKind, alerts } = await similarAlerts(tx, id, ALIKE_MAX)
    const alike = alerts.map(({ alert: one }) => ({
      id: one.id,
      title: one.title,
      judged_as: one.disposition ?? 'none yet',
    }))
    const notes = alert.ruleId === null ? null : await ruleNotes(tx, alert.ruleId)
    const history = (await historyPage(tx, id, HISTORY_MAX, null)).map(({ item }) => item)
    const sources: Source[] = [
      { about: 'alert', says: shownAlert(alert) },
      { about: 'look_alikes', says: { of_its_kind: ofItsKind.total, is_whole: ofItsKind.isWhole, most_alike: alike } },
      { about: 'history', says: { entries: plain(history) } },
      ...(notes === null ? [] : [{ about: 'rule', says: shownRule(notes) }]),
      ...(await investigations(tx, { alertId: id })),
    ]
    return { sources, events: namedBy(fusion?.of ?? null) }
  },
  async case(tx, ref, may) {
    const found = await getCase(tx, ref)
    const timeline = (await timelinePage(tx, await familyOf(tx, found.id), TIMELINE_MAX + 1, null)).map(
      ({ item }) => item,
    )
    const actions = may.actions
      ? (await actionsPage(tx, { caseId: found.id }, ACTIONS_MAX + 1, null)).map(({ item }) => item)
      : []
    const alerts = (await alertsOfCase(tx, [found.id], ALERTS_MAX + 1, null)).map(({ item }) => item)
    const tasks = (await tasksPage(tx, [found.id], TASKS_MAX, null)).map(({ item }) => item)
    const { title, severity, status, openedAt } = found
    return {
      sources: [
        { about: 'case', says: { title, severity, status, opened_at: openedAt.toISOString() } },
        {
          about: 'alerts',
          says: { alerts: alerts.slice(0, ALERTS_MAX).map(shownAlert), is_cut: alerts.length > ALERTS_MAX },
        },
        {
          about: 'tasks',
          says: { tasks: tasks.map(({ title: task, status: state }) => ({ title: task, status: state })) },
        },
        {
          about: 'timeline',
          says: {
            entries: timeline.slice(0, TIMELINE_MAX).map(shownEntry).reverse(),
            is_cut: timeline.length > TIMELINE_MAX,
          },
        },
        {
          about: 'actions',
          says: may.actions
            ? {
                actions: actions.slice(0, ACTIONS_MAX).map(shownAction).reverse(),
                is_cut: actions.length > ACTIONS_MAX,
              }
            : { outcome: 'could_not_check', reason: 'whoever asks may not read actions' },
        },
        ...(await investigations(tx, { caseId: found.id })),
      ],
      subjects: [found.id, ...alerts.map(({ id: alertId }) => alertId)],
      events: null,
    }
  },
  async rule(tx, id) {
    const notes = requireFound(await ruleNotes(tx, id), 'rule', id)
    return { sources: [{ about: 'rule', says: shownRule(notes) }], events: null }
  },
  async playbook(tx, id) {
    const playbook = await getPlaybook(tx, id)
    const runs = (await runsPage(tx, id, RUNS_MAX, null)).map(({ item }) => ({
      status: item.status,
      dry_run: item.dryRun,
    }))
    return {
      sources: [
        { about: 'playbook', says: { ...(plain(playbook) as Source['says']) } },
        { about: 'runs', says: { runs } },
      ],
      events: null,
    }
  },
  async hunt(tx, id) {
    const hunt = await huntById(tx, id)
    const run = (await latestRuns(tx)).get(id)
    return {
      sources: [
        { about: 'hunt', says: { ...(plain(hunt) as Source['says']) } },
        { about: 'runs', says: { latest: plain(run ?? null) } },
      ],
      events: null,
    }
  },
}

const FUSION = /* sql */ `SELECT fusion FROM alerts WHERE id = $1`

/** The events of an alert, as triage shows them. */
export async function withEvents(
  { sources, events }: Sources,
  lake: Reader | null,
  hidden: HiddenFields,
): Promise<Source[]> {
  if (events === null) return sources
  const [read] = await readEvidence(lake, [events])
  const says = read && shownEvidence(read, hidden)
  return says === undefined ? sources : [...sources, { about: 'events', says }]
}

type Shown = Awaited<ReturnType<typeof getAlert>>

function shownAlert(alert: Shown): Source['says'] {
  return {
    ...{ id: alert.id, title: alert.title, severity: alert.severity, status: alert.status },
    ...{ hosts: alert.affectedHosts.slice(0, 20), users: alert.affectedUsers.slice(0, 20) },
    ...{ ips: alert.affectedIps.slice(0, 20), tactics: alert.mitreTactics, techniques: alert.mitreTechniques },
    ...{ judged_as: alert.disposition ?? 'none yet', first_seen: alert.firstSeen.toISOString() },
  }
}

/** Comments are of the team among itself: that there was one is shown, and not its text. */
function shownEntry({ type, title, description, timestamp }: TimelineEntry) {
  const at = timestamp.toISOString()
  return type === 'comment' ? { at, type, title } : { at, type, title, description }
}

function shownAction({ actionType, target, status, createdAt, endedAt }: ResponseAction) {
  const ended = endedAt === null ? {} : { ended_at: endedAt.toISOString() }
  return { action: actionType, target, status, requested_at: createdAt.toISOString(), ...ended }
}

function shownRule({
  id,
  title,
  description,
  falsePositives,
  text,
}: NonNullable<Awaited<ReturnType<typeof ruleNotes>>>) {
  return { id, title, description, legitimate_causes: falsePositives, lines: text.split(/\r?\n/).slice(0, 50) }
}

async function investigations(tx: TenantTx, about: Parameters<typeof runsAbout>[1]): Promise<Source[]> {
  return (await runsAbout(tx, about, RUNS_MAX)).map(({ kind, verdict, confidence, summary, judgedBy, status }) => {
    return { about: kind, says: { verdict, confidence, summary, judged_by: judgedBy, status } }
  })
}

/** Dates as text, as JSON has them. */
const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value))
