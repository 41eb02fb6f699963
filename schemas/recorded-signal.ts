/** A signal that the API accepted, on its way through the outbox of entity changes to the stage that passes it on. */
import type { EntityChange } from './entity-change.ts'
import type { Signal } from './signal.ts'

/** The kind of its entity change; no channel publishes it to followers. */
export const SIGNAL_RECORDED = 'signal_recorded'

/** The document of the entity change. */
export function recordedDocument(signal: Signal): { readonly id: string; readonly signal: Signal } {
  return { id: signal.signal_id, signal }
}

/** The signal; null for a change of another kind. The tenant is the one that the database recorded beside it. */
export function recordedSignal({ kind, tenant_id, entity_id, document }: EntityChange): Signal | null {
  if (kind !== SIGNAL_RECORDED) return null
  const { signal } = JSON.parse(document) as { readonly signal: Signal }
  return { ...signal, tenant_id, signal_id: entity_id }
}
