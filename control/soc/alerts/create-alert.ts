import { assert } from '../../../platform/assert.ts'
import { invalid } from '../../../platform/invalid-input.ts'
import { oneLine } from '../../../platform/one-line.ts'
import type { TenantTx } from '../../../stores/postgres/pool.ts'
import type { Alert } from './alert.ts'
import { derivedAlertId, newAlertId } from './alert-id.ts'
import { insertAlert, type NewAlert } from './alert-store.ts'
import { TITLE_MAX } from './alert-text.ts'
import { checkedTags } from './change-alert.ts'
import { announceCreated } from './outbox.ts'
import { PRIORITIES, type Severity } from './words.ts'

type RequiredFields = Pick<NewAlert, 'title'> & { readonly severity: Severity }
export type AlertInput = RequiredFields & Partial<Omit<NewAlert, 'id' | 'title' | 'severity'>>

/**
 * Creates an alert that a person, or another program by its own judgement, raises. Throws 422 for a blank title and for
 * tags out of bounds.
 */
export async function createAlert(tx: TenantTx, input: AlertInput, nowMs: number): Promise<Alert> {
  const made = await insertAlert(tx, newAlert(newAlertId(), input, nowMs))
  assert(made !== null, 'a random id is new')
  await announceCreated(tx, made)
  return made
}

/** Creates an alert at most once for equal `parts`, whoever creates it. Returns its id. */
export async function createAlertOnce(
  tx: TenantTx,
  parts: readonly string[],
  input: AlertInput,
  nowMs: number,
): Promise<{ readonly id: string; readonly isNew: boolean }> {
  const id = derivedAlertId('entity_risk', tx.tenantId, ...parts)
  const made = await insertAlert(tx, newAlert(id, input, nowMs))
  if (made !== null) await announceCreated(tx, made)
  return { id, isNew: made !== null }
}

function newAlert(id: string, input: AlertInput, nowMs: number): NewAlert {
  const title = oneLine(input.title, TITLE_MAX)
  if (title === '') throw invalid('title', 'is blank')
  const seen = input.eventTime ?? new Date(nowMs)
  const priority = input.priority ?? PRIORITIES[input.severity]
  const tags = checkedTags(input.tags ?? [])
  return { ...EMPTY, firstSeen: seen, lastSeen: seen, ...input, ...{ id, title, priority, tags } }
}

const EMPTY = {
  description: null,
  category: null,
  ruleId: null,
  connectorId: null,
  connectorType: null,
  mitreTactics: [],
  mitreTechniques: [],
  affectedIps: [],
  affectedHosts: [],
  affectedUsers: [],
  confidence: null,
  confidenceRationale: [],
  eventTime: null,
  metadata: {},
  rawEvent: null,
} as const
