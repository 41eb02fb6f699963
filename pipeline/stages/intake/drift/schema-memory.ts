/**
 * The knowledge of one partition about the fields of its sources, a stream for each source and mapping
 * (`field-stream.ts`), and the changes that it noticed since the last flush.
 *
 * state   slots of the store `schemas`: `h <tenant>/<source> <mapping>` counts, `f ...` fields
 * bound   `streamsMax` a tenant and `fieldsMax` fields in all; past one of them the tenant that has most forgets the
 *         stream whose events are oldest, which learns anew when it comes again
 * loses   a change that comes while a stream is learned; in a stream of many fields, whose events differ so much that
 *         each is dear to look at, a field that is in a few events only
 */
import { type DriftKind, encodeDrift, type SchemaDrift } from '../../../../schemas/drift.ts'
import type { EventRow } from '../../../../schemas/event-row.ts'
import { TOPICS } from '../../../../schemas/topics.ts'
import type { Output } from '../../../../stream/driver.ts'
import { formatUid } from '../../../signal-id.ts'
import { uuidOf } from '../normalise/event-uid.ts'
import { FIELD_LIMITS, type FieldLimits, FieldStream } from './field-stream.ts'
import { ShapeTree } from './shape-tree.ts'

export type SchemaLimits = FieldLimits & {
  readonly streamsMax: number
  /** In a stream with more fields than this, only one event in `DENSE_SHARE`, chosen by its uid, is inspected. */
  readonly denseFields: number
  /** Bound of all streams together; a field takes some 150 bytes. */
  readonly fieldsInAllMax: number
}
export const SCHEMA_LIMITS: SchemaLimits = {
  ...FIELD_LIMITS,
  /** @bound sources of a partition whose fields are recorded -> the source that was silent longest is forgotten */
  streamsMax: 256,
  denseFields: 1024,
  fieldsInAllMax: 262_144,
}

export const SCHEMA_STORE = 'schemas'
/** A power of two. */
const DENSE_SHARE = 8

type Change = { readonly store: string; readonly slot: string; readonly payload: Buffer }
type Stream = {
  readonly name: string
  readonly tenant: string
  readonly source: string
  readonly mapping: string
  readonly fields: FieldStream
}

export class SchemaMemory {
  readonly #limits: SchemaLimits
  readonly #tree = new ShapeTree()
  readonly #streams = new Map<string, Stream>()
  readonly #tenantStreams = new Map<string, number>()
  #touched = new Set<Stream>()
  #forgotten: string[] = []
  #reports: SchemaDrift[] = []
  #fieldsInAll = 0
  #last: Stream | null = null

  constructor(limits: SchemaLimits = SCHEMA_LIMITS) {
    this.#limits = limits
  }

  /** Learns from one stored event; `row` has its tenant, source, mapping and time. */
  see(row: EventRow, record: Readonly<Record<string, unknown>>): void {
    const stream = this.#streamOf(row)
    const before = stream.fields.size
    if (before > this.#limits.denseFields && ((row.uid[3] ?? 0) & (DENSE_SHARE - 1)) !== 0) return
    stream.fields.see(this.#tree.shapesOf(record), row.timeMs, (kind, path, lastSeenMs) =>
      this.#reports.push(reportOf(stream, row, { kind, path, lastSeenMs })),
    )
    this.#touched.add(stream)
    this.#fieldsInAll += stream.fields.size - before
    while (this.#fieldsInAll > this.#limits.fieldsInAllMax && this.#forgetOne(stream, (other) => other.fields.size));
  }

  stats(): { streams: number; fields: number } {
    return { streams: this.#streams.size, fields: this.#fieldsInAll }
  }

  /** Reports since the last call, one record of them. */
  takeReports(timestampMs: number): Output[] {
    if (this.#reports.length === 0) return []
    const value = [encodeDrift(this.#reports)]
    this.#reports = []
    return [{ topic: TOPICS.schemaDrift.name, partition: 0, timestampMs, key: '', value }]
  }

  flush(): Change[] {
    const gone = this.#forgotten.filter((name) => !this.#streams.has(name))
    const changes = gone.flatMap((name) => [change(`h ${name}`), change(`f ${name}`)])
    for (const { name, fields: stream } of this.#touched) {
      const { head, fields } = stream.takeChanges()
      if (head) changes.push(change(`h ${name}`, head))
      if (fields) changes.push(change(`f ${name}`, fields))
    }
    this.#forgotten = []
    this.#touched = new Set()
    return changes
  }

  restore(slots: readonly { slot: string; payload: Buffer }[]): void {
    // Streams begin in the order of their names, whatever the order of the slots.
    for (const { slot, payload } of [...slots].sort((a, b) => (a.slot < b.slot ? -1 : 1))) {
      const { fields } = this.#named(slot.slice(2))
      if (slot.startsWith('h ')) fields.restoreHead(payload)
      else fields.restoreFields(payload)
    }
    for (const { fields } of this.#streams.values()) this.#fieldsInAll += fields.size
  }

  /** Consecutive events are mostly of one stream, so the last one is kept. */
  #streamOf({ tenantId, source, mapping }: EventRow): Stream {
    const last = this.#last
    if (last?.mapping === mapping && last.source === source && last.tenant === tenantId) return last
    this.#last = this.#named(`${tenantId}/${source} ${mapping}`)
    return this.#last
  }

  #named(name: string): Stream {
    const known = this.#streams.get(name)
    if (known) return known
    const tenant = name.slice(0, name.indexOf('/'))
    const held = this.#tenantStreams.get(tenant) ?? 0
    if (held >= this.#limits.streamsMax) this.#forgetOldestOf(tenant, null)
    const space = name.lastIndexOf(' ')
    const source = name.slice(tenant.length + 1, space)
    const begun = { name, tenant, source, mapping: name.slice(space + 1), fields: new FieldStream(this.#limits) }
    this.#streams.set(name, begun)
    this.#tenantStreams.set(tenant, (this.#tenantStreams.get(tenant) ?? 0) + 1)
    return begun
  }

  /** Returns false when no other stream may be forgotten. */
  #forgetOne(keep: Stream, weigh: (stream: Stream) => number): boolean {
    const weights = new Map<string, number>()
    for (const stream of this.#streams.values()) {
      if (stream !== keep) weights.set(stream.tenant, (weights.get(stream.tenant) ?? 0) + weigh(stream))
    }
    const [heaviest] = [...weights].reduce((a, b) => (b[1] > a[1] || (b[1] === a[1] && b[0] < a[0]) ? b : a), ['', 0])
    return this.#forgetOldestOf(heaviest, keep)
  }

  #forgetOldestOf(tenant: string, keep: Stream | null): boolean {
    let oldest: Stream | null = null
    for (const stream of this.#streams.values()) {
      if (stream.tenant === tenant && stream !== keep && (!oldest || isOlder(stream, oldest))) oldest = stream
    }
    if (!oldest) return false
    this.#streams.delete(oldest.name)
    this.#tenantStreams.set(tenant, (this.#tenantStreams.get(tenant) ?? 1) - 1)
    this.#touched.delete(oldest)
    if (this.#last === oldest) this.#last = null
    this.#fieldsInAll -= oldest.fields.size
    this.#forgotten.push(oldest.name)
    return true
  }
}

/** Compares stored values only, so that the same stream is chosen before and after a restart. */
function isOlder(a: Stream, b: Stream): boolean {
  if (a.fields.clockHour !== b.fields.clockHour) return a.fields.clockHour < b.fields.clockHour
  return a.name < b.name
}

function reportOf(
  { tenant, source, mapping }: Stream,
  row: EventRow,
  { kind, path, lastSeenMs }: { kind: DriftKind; path: string; lastSeenMs: number },
): SchemaDrift {
  return {
    drift_id: uuidOf(['drift', tenant, source, mapping, kind, path].join('\0')),
    tenant_id: tenant,
    source,
    mapping,
    kind,
    path,
    time_ms: row.timeMs,
    received_ms: row.receivedMs,
    event_uid: formatUid(row.uid),
    last_seen_ms: lastSeenMs,
  }
}

function change(slot: string, payload: Buffer = Buffer.alloc(0)): Change {
  return { store: SCHEMA_STORE, slot, payload }
}
