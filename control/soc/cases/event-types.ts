/**
 * Types of timeline events that only the product writes: if people could add them, a post-mortem would show their text
 * as a fact.
 */
import { invalid } from '../../../platform/invalid-input.ts'

export const OWN_EVENT_TYPES = [
  ...(['created', 'status_change', 'comment', 'merged', 'alerts_moved', 'alert_linked', 'alert_unlinked'] as const),
  ...(['task', 'attachment', 'escalation', 'assigned', 'severity_changed', 'queue_changed', 'handed_over'] as const),
] as const

/** A type of this list, or of a part of the product, whose name stands before a dot: `chatops.verify.deny`. */
export type OwnEventType = (typeof OWN_EVENT_TYPES)[number] | `${string}.${string}`

/** Throws 422 for a type that only the product writes. */
export function requireFreeEventType(type: string): void {
  const isOwn = OWN_EVENT_TYPES.some((own) => own === type)
  if (isOwn || type.includes('.')) throw invalid('type', `${type} is written by the product alone`)
}
