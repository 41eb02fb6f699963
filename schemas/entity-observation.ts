/** Observations of an entity in one hour, on their way from `observe` to the baselines. */
import { decodeAvro, encodeAvro } from './avro.ts'

export const ENTITY_TYPES = ['user', 'host', 'ip', 'domain'] as const
export type EntityType = (typeof ENTITY_TYPES)[number]

export type EntityObservation = {
  readonly tenant_id: string
  readonly entity_type: EntityType
  readonly entity: string
  /** Hour of the events, in hours since the epoch. */
  readonly hour: number
  /** Receipt time of the newest event. */
  readonly received_ms: number
  /** Uid of one of the events. */
  readonly event_uid: string
  readonly counts: readonly { readonly metric: string; readonly value: number }[]
  readonly items: readonly { readonly metric: string; readonly text: string }[]
}

export function encodeObservations(observations: readonly EntityObservation[]): Buffer {
  return encodeAvro('entity-observations', { observations })
}

export function decodeObservations(value: Buffer): readonly EntityObservation[] {
  return decodeAvro<{ observations: EntityObservation[] }>('entity-observations', value).observations
}
