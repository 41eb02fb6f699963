/** A signal that the API took in, on its way through the outbox of entity changes to the stage that hands it on. */
import type { EntityChange } from './entity-change.ts'
import type { Signal } from './signal.ts'

/** The kind of its entity change; no channel tells it to followers. */
export const SIGNAL_RECORDED = 'signal_recorded'

/** The document of the entity change. */
export function recordedDocument(signal: Signal): { readonly id: string; readonly signal: Signal } {
  return { id: signal.signal_id, signal }
}

/** Null for a change of another kind. The tenant is the one that the database wrote beside it. */
export function recordedSignal({ kind, tenant_id, entity_id, document }: EntityChange): Signal | null {
  if (kind !== SIGNAL_RECORDED) return null
  const { signal } = JSON.parse(document) as { readonly signal: Signal }
  return { ...signal, tenant_id, signal_id: entity_id }
}
