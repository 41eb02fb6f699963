/**
 * Clocks of cases that were opened before any policy applied to them: they start when one does, and count from then.
 * A case that has terms keeps them.
 */
import { text } from '../../../stores/postgres/columns.ts'
import type { TenantTx } from '../../../stores/postgres/pool.ts'
import { SEVERITY_COLUMN, type Severity, severityRank } from '../alerts/index.ts'
import { CASES, type Case } from './case.ts'
import type { CaseActor } from './case-actor.ts'
import { announceCase } from './outbox.ts'
import { queueById } from './queues/queue-store.ts'
import { insertEvents } from './record-store.ts'
import { type Targets, targetsFor } from './targets.ts'

/** Cases of one statement. */
const PAGE = 500

/** Gives open cases without terms those of the current policies, and says so on their timelines. */
export async function startClocks(tx: TenantTx, actor: CaseActor, nowMs: number): Promise<number> {
  const at = new Date(nowMs)
  let started = 0
  for (const { severity, queueId } of await withoutTerms(tx)) {
    const queue = queueId === null ? null : await queueById(tx, queueId)
    const input = { severity, openedAt: at, from: at.toISOString(), acknowledgedAt: null, escalationLevel: 0 }
    const targets = await targetsFor(tx, input, queue)
    if (targets.slaTerms === null) continue
    const event = {
      type: 'sla.started' as const,
      title: `SLA policy ${targets.slaTerms.policy} applies from now on`,
      description: 'The case was opened before a policy applied to it, so its clocks count from this moment.',
      at,
    }
    for (let page: Case[] = []; ; ) {
      page = await startPage(tx, severity, queueId, targets)
      if (page.length === 0) break
      await insertEvents(
        tx,
        page.map(({ id }) => id),
        actor,
        event,
      )
      await announceCase(tx, 'updated', page)
      started += page.length
    }
  }
  return started
}

type Group = { readonly severity: Severity; readonly queueId: string | null }

const OPEN = /* sql */ `sla_terms IS NULL AND status IN ('open', 'in_progress') AND merged_into_id IS NULL`

function withoutTerms(tx: TenantTx): Promise<Group[]> {
  const sql = /* sql */ `SELECT DISTINCT severity, queue_id FROM cases WHERE ${OPEN} ORDER BY severity, queue_id`
  return tx.many(
    (row) => ({
      severity: SEVERITY_COLUMN.read(row, 'severity'),
      queueId: row.queue_id === null ? null : text(row, 'queue_id'),
    }),
    sql,
  )
}

/** A case that was acknowledged before has met that clock without a target, so it gets none and is not escalated. */
function startPage(tx: TenantTx, severity: Severity, queueId: string | null, targets: Targets): Promise<Case[]> {
  const sql = /* sql */ `
    UPDATE cases SET sla_policy_id = $3, sla_terms = $4, resolve_due_at = $6, close_due_at = $7,
      ack_due_at = CASE WHEN acknowledged_at IS NULL THEN $5::timestamptz END,
      escalation = $8, escalate_at = CASE WHEN acknowledged_at IS NULL THEN $9::timestamptz END,
      updated_at = clock_timestamp(), changed_xid = pg_current_xact_id()
    WHERE id IN (SELECT id FROM cases WHERE ${OPEN} AND severity = $1 AND queue_id IS NOT DISTINCT FROM $2
      ORDER BY id LIMIT ${PAGE} FOR NO KEY UPDATE)
    RETURNING ${CASES.columns}`
  return tx.many(CASES.read, sql, [
    ...[severityRank(severity), queueId, targets.slaPolicyId, JSON.stringify(targets.slaTerms)],
    ...[targets.ackDueAt, targets.resolveDueAt, targets.closeDueAt],
    ...[targets.escalation && JSON.stringify(targets.escalation), targets.escalateAt],
  ])
}
