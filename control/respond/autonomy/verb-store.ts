/**
 * Verbs in shadow mode, and decisions about verbs: the action that automation would have done, or did under a grant,
 * and the reaction of people. People agree by doing the same, and with a granted action by leaving it in place; they
 * disagree by closing the case without it, by denying it, or by rolling it back. A person may also label a decision
 * directly.
 */
import type { Placed, Position } from '../../../platform/paging.ts'
import { int, placed, text } from '../../../stores/postgres/columns.ts'
import type { TenantTx } from '../../../stores/postgres/pool.ts'
import { column, type RowOf, table } from '../../../stores/postgres/table.ts'
import { TRAILING, WINDOW_DAYS } from './thresholds.ts'

export const VERB_MODES = ['shadow', 'grant'] as const
export const VERB_LABELS = ['agreed', 'disagreed', 'unlabeled'] as const
/** The same verb on the same target within this time is one decision: a playbook that runs ten times is not ten times right. */
const REPEAT_HOURS = 24
/** People may have done it a day before, or do it within a week. */
const BEFORE_DAYS = 1
const AFTER_DAYS = 7

export const SHADOW_VERB = table('ShadowVerbFlag', {
  verb: column.text(),
  enabled: column.bool(),
  set_by: column.text(),
  set_at: column.time(),
})
export type ShadowVerb = RowOf<typeof SHADOW_VERB>

export const VERB_DECISION = table('VerbDecision', {
  id: column.uuid(),
  action_id: column.uuid(),
  mode: column.word(VERB_MODES, { description: 'shadow: would have been requested; grant: was executed' }),
  verb: column.text(),
  target: column.text(),
  alert_class: column.text(),
  case_id: column.orNull(column.uuid()),
  alert_id: column.orNull(column.uuid()),
  asked_by: column.text(),
  decided_at: column.time(),
  label: column.orNull(column.word(VERB_LABELS)),
  label_source: column.orNull(column.word(['action', 'closure', 'person', 'time'])),
  labelled_by: column.orNull(column.text()),
  labelled_at: column.orNull(column.time()),
  deed_id: column.orNull(column.uuid({ description: 'action of a person that the request was compared with' })),
  note: column.orNull(column.text()),
})
export type VerbDecision = RowOf<typeof VERB_DECISION>

export function shadowVerbs(tx: TenantTx): Promise<ShadowVerb[]> {
  return tx.many(SHADOW_VERB.read, /* sql */ `SELECT ${SHADOW_VERB.columns} FROM shadow_verbs ORDER BY verb`)
}

export function putShadowVerb(tx: TenantTx, verb: string, enabled: boolean, by: string): Promise<ShadowVerb | null> {
  const sql = /* sql */ `
    INSERT INTO shadow_verbs (verb, enabled, set_by) VALUES ($1, $2, $3)
    ON CONFLICT (tenant_id, verb) DO UPDATE SET enabled = $2, set_by = $3,
      set_at = CASE WHEN shadow_verbs.enabled = $2 THEN shadow_verbs.set_at ELSE clock_timestamp() END
    RETURNING ${SHADOW_VERB.columns}`
  return tx.maybeOne(SHADOW_VERB.read, sql, [verb, enabled, by])
}

export async function isVerbInShadow(tx: TenantTx, verb: string): Promise<boolean> {
  const sql = /* sql */ `SELECT enabled FROM shadow_verbs WHERE verb = $1`
  return (await tx.maybeOne((row) => row.enabled === true, sql, [verb])) ?? false
}

export type NewVerbDecision = Pick<VerbDecision, 'action_id' | 'mode' | 'verb' | 'target' | 'asked_by'> & {
  readonly case_id: string | null
  readonly alert_id: string | null
}

/** Keeps the decision, unless the same verb on the same target has one of the last day. */
export async function keepVerbDecision(tx: TenantTx, newVerbDecision: NewVerbDecision): Promise<void> {
  const sql = /* sql */ `
    INSERT INTO verb_decisions (action_id, mode, verb, target, asked_by, case_id, alert_id, alert_class)
    SELECT $1, $2, $3, $4, $5, $6, $7, coalesce((SELECT category FROM alerts WHERE id = $7), (SELECT category FROM alerts
      WHERE case_id = $6 AND category IS NOT NULL ORDER BY created_at, id LIMIT 1), 'unclassified')
    WHERE NOT EXISTS (SELECT FROM verb_decisions WHERE verb = $3 AND lower(target) = lower($4) AND mode = $2
      AND decided_at > clock_timestamp() - interval '${REPEAT_HOURS} hours')
    ON CONFLICT (tenant_id, action_id) DO NOTHING`
  const { action_id, mode, verb, target, asked_by, case_id, alert_id } = newVerbDecision
  await tx.run(sql, [action_id, mode, verb, target, asked_by, case_id, alert_id])
}

/** Labels decisions by later actions of people. A label that a person set stays. */
export async function labelVerbDecisions(tx: TenantTx): Promise<void> {
  await labelByDeeds(tx)
  await labelByClosures(tx)
  const sql = /* sql */ `
    UPDATE verb_decisions SET label = 'unlabeled', label_source = 'time', labelled_at = clock_timestamp()
    WHERE label IS NULL AND decided_at < clock_timestamp() - interval '${WINDOW_DAYS} days'`
  await tx.run(sql)
}

/** A deed counts over a closure: people may block the address after they have closed the case. */
function labelByDeeds(tx: TenantTx): Promise<number> {
  const sql = /* sql */ `
    UPDATE verb_decisions d SET label = CASE WHEN deed.is_denied THEN 'disagreed' ELSE 'agreed' END, label_source = 'action',
      labelled_by = deed.requested_by, labelled_at = clock_timestamp(), deed_id = deed.id
    FROM (SELECT DISTINCT ON (o.id) o.id AS decision_id, a.id, a.requested_by, a.status = 'rejected' AS is_denied
      FROM verb_decisions o JOIN response_actions a ON a.action_type = o.verb AND lower(a.target) = lower(o.target)
        AND a.created_at BETWEEN o.decided_at - interval '${BEFORE_DAYS} days' AND o.decided_at + interval '${AFTER_DAYS} days'
      WHERE o.mode = 'shadow' AND (o.label IS NULL OR o.label_source = 'closure')
        AND o.decided_at > clock_timestamp() - interval '${WINDOW_DAYS} days'
        AND a.requested_by_kind IN ('user', 'api_key') AND a.status <> 'awaiting_approval'
        AND (a.status <> 'rejected' OR a.reason = 'denied')
      ORDER BY o.id, a.status = 'rejected', a.created_at, a.id) deed
    WHERE d.id = deed.decision_id`
  return tx.run(sql)
}

/** Only closures by people count: a closure by a playbook or triage is no label. */
function labelByClosures(tx: TenantTx): Promise<number> {
  const sql = /* sql */ `
    UPDATE verb_decisions d SET label = CASE WHEN d.mode = 'shadow' THEN 'disagreed' WHEN closed.is_done THEN 'agreed'
        ELSE 'unlabeled' END, label_source = 'closure', labelled_by = closed.by, labelled_at = clock_timestamp()
    FROM (
      SELECT o.id, t.actor_id AS by, r.status = 'completed' AS is_done FROM verb_decisions o
        JOIN response_actions r ON r.id = o.action_id
        JOIN cases c ON c.id = o.case_id AND c.status IN ('resolved', 'closed')
        CROSS JOIN LATERAL (SELECT actor_id, actor_kind FROM case_transitions WHERE case_id = c.id
          AND to_status IN ('resolved', 'closed') ORDER BY created_at DESC, id DESC LIMIT 1) t
      WHERE o.label IS NULL AND t.actor_kind = 'human'
      UNION ALL
      SELECT o.id, v.decided_by_id, r.status = 'completed' FROM verb_decisions o
        JOIN response_actions r ON r.id = o.action_id
        JOIN alerts a ON a.id = o.alert_id AND a.status IN ('resolved', 'closed')
        LEFT JOIN LATERAL (SELECT decided_by_id, decided_by_kind FROM alert_verdicts WHERE alert_id = a.id
          AND undone_at IS NULL ORDER BY created_at DESC, id DESC LIMIT 1) v ON true
      WHERE o.label IS NULL AND o.case_id IS NULL AND coalesce(v.decided_by_kind, 'human') = 'human') closed
    WHERE d.id = closed.id`
  return tx.run(sql)
}

/** A person rolled back an action that a grant had approved. */
export async function noteUndone(tx: TenantTx, actionId: string, by: string): Promise<void> {
  const sql = /* sql */ `
    UPDATE verb_decisions SET label = 'disagreed', label_source = 'action', labelled_by = $2, labelled_at = clock_timestamp(),
      deed_id = $1
    WHERE action_id = $1 AND mode = 'grant' AND label_source IS DISTINCT FROM 'person'`
  await tx.run(sql, [actionId, by])
}

/** Null: there is no such decision. */
export function judgeVerbDecision(
  tx: TenantTx,
  id: string,
  input: { readonly isRight: boolean; readonly note: string | null; readonly by: string },
): Promise<VerbDecision | null> {
  const sql = /* sql */ `
    UPDATE verb_decisions SET label = $2, label_source = 'person', labelled_by = $3, labelled_at = clock_timestamp(), note = $4
    WHERE id = $1 RETURNING ${VERB_DECISION.columns}`
  return tx.maybeOne(VERB_DECISION.read, sql, [id, input.isRight ? 'agreed' : 'disagreed', input.by, input.note])
}

/** Decisions about a verb, or about all, newest first. */
export function verbDecisionsPage(
  tx: TenantTx,
  verb: string | null,
  limit: number,
  after: Position | null,
): Promise<Placed<VerbDecision>[]> {
  const sql = /* sql */ `
    SELECT ${VERB_DECISION.columns}, decided_at::text AS position FROM verb_decisions
    WHERE ($1::text IS NULL OR verb = $1)
      AND ($2::timestamptz IS NULL OR (decided_at, id) < ($2::timestamptz, $3::uuid))
    ORDER BY decided_at DESC, id DESC LIMIT $4`
  return tx.many(placed(VERB_DECISION.read), sql, [verb, after?.[0] ?? null, after?.[1] ?? null, limit])
}

export type VerbCounts = {
  readonly verb: string
  readonly alertClass: string
  readonly decided: number
  readonly agreed: number
  readonly unlabeled: number
  readonly open: number
  readonly inShadow: number
}

/** By verb and class, of decisions since then. */
export function verbCounts(tx: TenantTx, since: Date): Promise<VerbCounts[]> {
  const sql = /* sql */ `
    SELECT verb, alert_class, count(*) FILTER (WHERE label IN ('agreed', 'disagreed')) AS decided,
      count(*) FILTER (WHERE label = 'agreed') AS agreed, count(*) FILTER (WHERE label = 'unlabeled') AS unlabeled,
      count(*) FILTER (WHERE label IS NULL) AS open, count(*) FILTER (WHERE mode = 'shadow') AS in_shadow
    FROM verb_decisions WHERE decided_at >= $1 GROUP BY verb, alert_class ORDER BY verb, alert_class`
  return tx.many(
    (row) => ({
      ...{ verb: text(row, 'verb'), alertClass: text(row, 'alert_class'), decided: int(row, 'decided') },
      ...{ agreed: int(row, 'agreed'), unlabeled: int(row, 'unlabeled'), open: int(row, 'open') },
      inShadow: int(row, 'in_shadow'),
    }),
    sql,
    [since],
  )
}

/** Counts the most recent decisions that people have shown something about, and those with which they agreed. */
export async function trailingOfVerb(tx: TenantTx, verb: string): Promise<{ decided: number; agreed: number }> {
  const sql = /* sql */ `
    SELECT count(*) AS decided, count(*) FILTER (WHERE label = 'agreed') AS agreed FROM (
      SELECT label FROM verb_decisions WHERE verb = $1 AND label IN ('agreed', 'disagreed')
      ORDER BY decided_at DESC, id DESC LIMIT $2) newest`
  const read = (row: Parameters<typeof int>[0]) => ({ decided: int(row, 'decided'), agreed: int(row, 'agreed') })
  return (await tx.maybeOne(read, sql, [verb, TRAILING])) ?? { decided: 0, agreed: 0 }
}

export type Deeds = { readonly verb: string; readonly did: number; readonly foreseen: number }

/** By verb: actions of people since the flag was set, and those that automation would have done too. */
export function deedsOfPeople(tx: TenantTx, since: Date): Promise<Deeds[]> {
  const sql = /* sql */ `
    SELECT a.action_type AS verb, count(*) AS did, count(*) FILTER (WHERE EXISTS (SELECT FROM verb_decisions d
        WHERE d.verb = a.action_type AND lower(d.target) = lower(a.target) AND d.mode = 'shadow'
        AND d.decided_at BETWEEN a.created_at - interval '${AFTER_DAYS} days' AND a.created_at + interval '${BEFORE_DAYS} days'))
      AS foreseen
    FROM response_actions a JOIN shadow_verbs s ON s.verb = a.action_type AND s.enabled AND a.created_at >= s.set_at
    WHERE a.created_at >= $1 AND a.requested_by_kind IN ('user', 'api_key') AND a.status NOT IN ('rejected', 'awaiting_approval')
    GROUP BY a.action_type ORDER BY a.action_type`
  const read = (row: Parameters<typeof int>[0]) => {
    return { verb: text(row, 'verb'), did: int(row, 'did'), foreseen: int(row, 'foreseen') }
  }
  return tx.many(read, sql, [since])
}
