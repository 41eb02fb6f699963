import { randomUUID } from 'node:crypto'
import { invalid } from '../../../platform/invalid-input.ts'
import { oneLine } from '../../../platform/one-line.ts'
import type { TenantTx } from '../../../stores/postgres/pool.ts'
import { requireWorker } from '../../identity/accounts/index.ts'
import { requireReferences } from '../../platform/references/index.ts'
import { checkedTags, type Severity, TITLE_MAX } from '../alerts/index.ts'
import type { Case, FanoutResult } from './case.ts'
import type { CaseActor } from './case-actor.ts'
import { drawNumber, insertCase } from './case-store.ts'
import { withFields } from './custom-fields.ts'
import { linkAlerts } from './link-alerts.ts'
import { notifyAssignee } from './notify-people.ts'
import { announceCase } from './outbox.ts'
import { requireQueue } from './queues/manage-queues.ts'
import { routeCase } from './queues/queue-store.ts'
import { targetsFor } from './targets.ts'

export const CASE_TITLE_MIN = 3

export type CaseInput = {
  readonly title: string
  readonly severity: Severity
  readonly description?: string | null | undefined
  readonly caseType?: string | null | undefined
  readonly tags?: readonly string[] | undefined
  readonly assigneeId?: string | null | undefined
  /** Where it goes, whatever the criteria of queues say. */
  readonly queueId?: string | null | undefined
  readonly alertIds?: readonly string[] | undefined
  readonly mitreTechniques?: readonly string[] | undefined
  readonly complianceFrameworks?: readonly string[] | undefined
  readonly customFields?: Readonly<Record<string, unknown>> | undefined
  readonly pushToConnectorIds?: readonly string[] | undefined
}

/**
 * Opens a case, routes it to a queue and sets its clocks. Techniques of its alerts are added to its own. Throws 422 for
 * a blank title, tags out of bounds, an unknown assignee, connector or alert, and `conflict` for an alert of another
 * case.
 */
export async function openCase(tx: TenantTx, actor: CaseActor, input: CaseInput, nowMs: number): Promise<Case> {
  const { alertIds = [], severity } = input
  const openedAt = new Date(nowMs)
  const tags = checkedTags(input.tags ?? [])
  if (input.assigneeId) await requireAssignee(tx, input.assigneeId)
  const pushTo = input.pushToConnectorIds ?? []
  await requireReferences(tx, [{ member: 'push_to_connector_ids', kind: 'connector', ids: pushTo }])
  const caseType = input.caseType ?? null
  const queue = input.queueId
    ? await requireQueue(tx, input.queueId)
    : await routeCase(tx, { severity, tags, caseType })
  const acknowledgedAt = input.assigneeId ? openedAt : null
  const targets = await targetsFor(tx, { severity, openedAt, acknowledgedAt, escalationLevel: 0 }, queue)
  const customFields = await withFields(tx, {}, input.customFields ?? {})
  const made = await insertCase(tx, await drawNumber(tx), {
    ...targets,
    ...{ id: randomUUID(), createdBy: actor.id, openedAt, title: checkedTitle(input.title), severity, tags, caseType },
    description: input.description ?? null,
    status: 'open',
    mitreTechniques: [...new Set(input.mitreTechniques ?? [])],
    complianceFrameworks: [...new Set(input.complianceFrameworks ?? [])],
    customFields,
    assigneeId: input.assigneeId ?? null,
    queueId: queue?.id ?? null,
    ...{ acknowledgedAt, resolvedAt: null, closedAt: null, reopenCount: 0, escalationLevel: 0, mergedIntoId: null },
    fanoutResults: pushTo.map(notPushed),
  })
  await announceCase(tx, 'created', [made])
  await notifyAssignee(tx, actor, made, nowMs)
  if (alertIds.length > 0) await linkAlerts(tx, actor, made, alertIds, nowMs)
  return made
}

/** Makes a title of one line. Throws 422 for one shorter than three characters. */
export function checkedTitle(title: string): string {
  const checked = oneLine(title, TITLE_MAX)
  if (checked.length < CASE_TITLE_MIN) throw invalid('title', `has at least ${CASE_TITLE_MIN} characters`)
  return checked
}

/** Throws 422 for a user who may not work on cases here. */
export function requireAssignee(tx: TenantTx, userId: string, member = 'assignee_id'): Promise<void> {
  return requireWorker(tx, userId, 'cases:write', member)
}

/** Each requested connector gets an error: no connector of this version opens tickets. */
function notPushed(connectorId: string): FanoutResult {
  const unknown = { external_id: null, external_url: null, external_status: null }
  const names = { connector_type: null, connector_name: null }
  const error = 'no connector of this installation takes tickets'
  return { connector_id: connectorId, ...names, status: 'unsupported', ...unknown, error }
}
