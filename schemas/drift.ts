/** A change in the fields of a source, on its way from intake to the lake. */
import { decodeAvro, encodeAvro } from './avro.ts'

/**
 * `new`: a field that the source did not have while it was learned. `vanished`: a field that it no longer sends
 * although it still sends events. `untracked`: it has more fields than are followed, so nothing more will be reported
 * about it.
 */
export type DriftKind = 'new' | 'vanished' | 'untracked'

export type SchemaDrift = {
  /** UUID, derived from tenant, source, mapping, kind and path. */
  readonly drift_id: string
  readonly tenant_id: string
  readonly source: string
  readonly mapping: string
  readonly kind: DriftKind
  /** Names joined by dots, `[]` after a list; '' for the whole source. */
  readonly path: string
  /** Time of the event that showed the change. */
  readonly time_ms: number
  readonly received_ms: number
  readonly event_uid: string
  /** End of the last hour in which a vanished field was seen; 0 for the other kinds. */
  readonly last_seen_ms: number
}

export function encodeDrift(reports: readonly SchemaDrift[]): Buffer {
  return encodeAvro('schema-drift', { reports })
}

export function decodeDrift(value: Buffer): readonly SchemaDrift[] {
  return decodeAvro<{ reports: SchemaDrift[] }>('schema-drift', value).reports
}
