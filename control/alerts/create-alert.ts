import { assert } from '../../platform/assert.ts'
import { invalid } from '../../platform/invalid-input.ts'
import type { TenantTx } from '../../stores/postgres/pool.ts'
import type { Alert } from './alert.ts'
import { newAlertId } from './alert-id.ts'
import { insertAlert, type NewAlert } from './alert-store.ts'
import { oneLine, TITLE_MAX } from './alert-text.ts'
import { checkedTags } from './change-alert.ts'
import { announceCreated } from './outbox.ts'
import { PRIORITIES, type Severity } from './words.ts'

type Given = Pick<NewAlert, 'title'> & { readonly severity: Severity }
export type AlertInput = Given & Partial<Omit<NewAlert, 'id' | 'firstSeen' | 'lastSeen' | 'title' | 'severity'>>

/** An alert that somebody raises by hand, or another program by its own judgement. Throws 422 for a blank title and for tags out of bounds. */
export async function createAlert(tx: TenantTx, input: AlertInput, nowMs: number): Promise<Alert> {
  const title = oneLine(input.title, TITLE_MAX)
  if (title === '') throw invalid('title', 'is blank')
  const seen = input.eventTime ?? new Date(nowMs)
  const made = await insertAlert(tx, {
    ...EMPTY,
    ...input,
    id: newAlertId(),
    title,
    priority: input.priority ?? PRIORITIES[input.severity],
    tags: checkedTags(input.tags ?? []),
    firstSeen: seen,
    lastSeen: seen,
  })
  assert(made !== null, 'a random id is new')
  await announceCreated(tx, made)
  return made
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
