/**
 * Cases that came into a status, or were escalated, start the playbooks that wait for such: each once for a case and what
 * happened to it, so that a playbook which changes the case does not start itself over and over.
 */
import { AppError } from '../../../platform/errors.ts'
import { text } from '../../../stores/postgres/columns.ts'
import type { TenantTx } from '../../../stores/postgres/pool.ts'
import { type Case, getCase } from '../../soc/cases/index.ts'
import { holds } from './context.ts'
import { type PlaybookDocument, type Trigger, triggerEvents } from './document.ts'
import { playbooksOf } from './playbook-store.ts'
import { byItself, startRun } from './start-run.ts'
import { caseFields } from './trigger-fields.ts'

const BATCH = 100

/** Gives how many arrivals were looked at. */
export async function startByCases(tx: TenantTx): Promise<number> {
  const sql = /* sql */ `
    WITH oldest AS (
      SELECT case_id AS oldest_id, event AS oldest_event FROM case_arrivals ORDER BY arrived_at, case_id, event LIMIT $1
      FOR UPDATE SKIP LOCKED)
    DELETE FROM case_arrivals USING oldest WHERE case_id = oldest_id AND event = oldest_event
    RETURNING case_id, event`
  const arrivals = await tx.many((row) => ({ id: text(row, 'case_id'), event: text(row, 'event') }), sql, [BATCH])
  const waiting = (await playbooksOf(tx)).filter(({ enabled, document }) => enabled && document.trigger.on === 'case')
  if (waiting.length === 0) return arrivals.length
  for (const { id, event } of arrivals) {
    const found = await caseOrNull(tx, id)
    if (found === null) continue
    for (const { id: playbookId, document } of waiting.filter((one) => fits(one.document, found, event))) {
      await startRun(tx, {
        ...{ playbookId, kind: 'case', key: `case/${id}/${event}`, trigger: caseTrigger(found, event), dryRun: false },
        ...{ requester: byItself(document.name), caseId: id, alertId: null },
        ...{ parentRunId: null, depth: 0 },
      })
    }
  }
  return arrivals.length
}

async function caseOrNull(tx: TenantTx, id: string): Promise<Case | null> {
  try {
    return await getCase(tx, id)
  } catch (error) {
    if (error instanceof AppError && error.code === 'not_found') return null
    throw error
  }
}

function fits({ trigger }: PlaybookDocument, found: Case, event: string): boolean {
  if (!isAwaited(trigger, event)) return false
  if (trigger.severity && !trigger.severity.includes(found.severity)) return false
  return trigger.condition === undefined || holds(trigger.condition, { trigger: caseTrigger(found, event) })
}

function isAwaited(trigger: Trigger, event: string): boolean {
  const events: readonly string[] = triggerEvents(trigger)
  return events.includes(event) || (event.startsWith('escalated-') && events.includes('escalated'))
}

/** The value of `trigger` in steps. */
function caseTrigger(found: Case, event: string): Readonly<Record<string, unknown>> {
  return { event, case: caseFields(found) }
}
