/** A change of an alert or another entity, on its way from the outbox to its followers. */
import { decodeAvro, encodeAvro } from './avro.ts'

export type EntityChange = {
  /**
   * Rises with every record of the installation; a record with a sequence at or below the last one seen is a repeat.
   */
  readonly sequence: number
  readonly tenant_id: string
  /** The entity and its change: `alert_created`. */
  readonly kind: string
  readonly entity_id: string
  readonly at_ms: number
  /** JSON. */
  readonly document: string
}

export function encodeEntityChange(change: EntityChange): Buffer {
  return encodeAvro('entity-change', change)
}

export function decodeEntityChange(value: Buffer): EntityChange {
  return decodeAvro<EntityChange>('entity-change', value)
}
