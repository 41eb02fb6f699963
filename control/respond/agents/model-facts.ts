/** The facts for a model beside the facts of the rules: the rule with its notes, the events, and what came before. */
import type { Row } from '../../../stores/postgres/columns.ts'
import type { TenantTx } from '../../../stores/postgres/pool.ts'
import { ruleNotes } from '../../detect/detections/index.ts'
import type { Alert, Fusion } from '../../soc/alerts/index.ts'
import type { EvidenceFacts } from './evidence.ts'
import { entitiesOf } from './facts.ts'
import { stepsOf } from './steps.ts'

const RULES_MAX = 3
const LINES_MAX = 50
const HISTORY_MAX = 20
const HISTORY_DAYS = 30
const JUDGED_MAX = 10
const NAMES_MAX = 3

type RuleFacts = {
  readonly rules: readonly {
    readonly id: string
    readonly title: string
    readonly description: string | null
    /** Harmless causes that the author of the rule lists. */
    readonly legitimate_causes: readonly string[]
    readonly lines: readonly string[]
    readonly lines_not_shown: number
  }[]
  /** Rules of the evidence that are not shown, and ids of those that are no more. */
  readonly not_shown: number
  readonly gone: readonly string[]
}
type Before = {
  readonly at: string
  readonly title: string
  readonly severity: number
  readonly status: string
  readonly judged_as: string
  readonly hosts: readonly string[]
  readonly users: readonly string[]
}
type HistoryFacts = { readonly days: number; readonly alerts: readonly Before[]; readonly is_cut: boolean }
type JudgedFacts = { readonly judged: readonly Before[]; readonly is_cut: boolean }

export type ModelFacts = {
  readonly rule: RuleFacts
  readonly events: EvidenceFacts
  readonly history: HistoryFacts
  readonly judged: JudgedFacts
}

export async function modelFacts(
  tx: TenantTx,
  runId: string,
  alert: Alert,
  evidence: EvidenceFacts,
): Promise<{ readonly facts: ModelFacts; readonly at: Readonly<Record<keyof ModelFacts, number>> }> {
  const ask = stepsOf(tx, runId, 'triage')
  const about = { alert_id: alert.id }
  const rule = await ask('rule', 'The rules that it is of, with their notes', about, () => rulesOf(tx, alert))
  const events = await ask('events', 'The events that its evidence names', about, async () => evidence)
  const entities = entitiesOf(alert)
  const history = await ask('entity_history', 'Other alerts of its entities', { entities }, () =>
    historyOf(tx, alert, entities),
  )
  const judged = await ask('look_alikes', 'Alerts like it that people have judged', about, () => judgedOf(tx, alert.id))
  return {
    facts: { rule: rule.output, events: events.output, history: history.output, judged: judged.output },
    at: { rule: rule.seq, events: events.seq, history: history.seq, judged: judged.seq },
  }
}

async function rulesOf(tx: TenantTx, alert: Alert): Promise<RuleFacts> {
  const sql = /* sql */ `SELECT fusion FROM alerts WHERE id = $1`
  const fusion = await tx.maybeOne((row) => ({ of: row.fusion as Fusion | null }), sql, [alert.id]) // JSON that fusion wrote
  const links = fusion?.of?.evidence ?? []
  const ids = [...new Set([...(alert.ruleId === null ? [] : [alert.ruleId]), ...links.map((link) => link.rule_id)])]
  const rules: RuleFacts['rules'][number][] = []
  const gone: string[] = []
  for (const id of ids.slice(0, RULES_MAX)) {
    const notes = await ruleNotes(tx, id)
    if (notes === null) gone.push(id)
    else {
      const lines = notes.text.split(/\r?\n/).filter((line) => line.trim() !== '' && !line.trimStart().startsWith('#'))
      rules.push({
        ...{ id, title: notes.title, description: notes.description, legitimate_causes: notes.falsePositives },
        ...{ lines: lines.slice(0, LINES_MAX), lines_not_shown: Math.max(0, lines.length - LINES_MAX) },
      })
    }
  }
  return { rules, not_shown: Math.max(0, ids.length - RULES_MAX), gone }
}

const BEFORE = `to_char(created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') AS at, title, severity, status,
  coalesce(disposition, 'none yet') AS judged_as, affected_hosts[1:${NAMES_MAX}] AS hosts, affected_users[1:${NAMES_MAX}] AS users`

const toBefore = ({ at, title, severity, status, judged_as, hosts, users }: Row): Before =>
  ({ at, title, severity, status, judged_as, hosts, users }) as Before // columns of the statement

async function historyOf(tx: TenantTx, { id }: Alert, entities: readonly string[]): Promise<HistoryFacts> {
  const sql = /* sql */ `
    SELECT ${BEFORE} FROM alerts
    WHERE id <> $1 AND created_at > clock_timestamp() - interval '${HISTORY_DAYS} days'
      AND (affected_hosts && $2 OR affected_users && $2 OR affected_ips && $2)
    ORDER BY created_at DESC, id DESC LIMIT $3`
  const found = entities.length === 0 ? [] : await tx.many(toBefore, sql, [id, entities, HISTORY_MAX + 1])
  return { days: HISTORY_DAYS, alerts: found.slice(0, HISTORY_MAX), is_cut: found.length > HISTORY_MAX }
}

/** Gives the alerts like it that people judged: an alert that triage closed itself is no evidence for triage. */
async function judgedOf(tx: TenantTx, id: string): Promise<JudgedFacts> {
  const sql = /* sql */ `
    SELECT ${BEFORE} FROM alerts a
    WHERE likeness = (SELECT likeness FROM alerts WHERE id = $1) AND id <> $1 AND disposition IS NOT NULL AND EXISTS (
      SELECT FROM alert_verdicts v WHERE v.alert_id = a.id AND v.undone_at IS NULL AND v.decided_by_person IS NOT NULL)
    ORDER BY created_at DESC, id DESC LIMIT $2`
  const found = await tx.many(toBefore, sql, [id, JUDGED_MAX + 1])
  return { judged: found.slice(0, JUDGED_MAX), is_cut: found.length > JUDGED_MAX }
}
