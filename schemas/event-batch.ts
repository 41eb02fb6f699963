/** The record on `security.events`: one pushed batch with its body unchanged. Schema: `avro/event-batch.avsc`. */
import { type TenantId, tenantId } from '../platform/tenant.ts'
import { avroHeader, HEADER_BYTES } from './avro.ts'
import { WireReader, WireWriter } from './avro-wire.ts'

export const FRAMINGS = ['lines', 'envelope', 'document', 'messages', 'bodies'] as const
export type Framing = (typeof FRAMINGS)[number]

export type EventBatchHeader = {
  readonly tenantId: TenantId
  readonly connectorId: string
  readonly connectorType: string
  readonly sourceFormat: string
  readonly requestId: string
  /**
   * Identity of the request, the same when it is sent again. It is part of the identity of events that have neither an
   * id nor a time. Empty when their bytes alone identify them.
   */
  readonly requestKey: string
  /** Key of the same request in the previous window; empty when ingest knows that this request was not sent before. */
  readonly earlierKey: string
  readonly receivedMs: number
  readonly framing: Framing
  /** Number of events as counted by ingest, rejected ones included. */
  readonly events: number
}

export type EventBatch = EventBatchHeader & { readonly body: Buffer }

type Keys = Pick<EventBatchHeader, 'requestKey' | 'earlierKey'>
/** Without keys: only their bytes identify its events. */
export type NewEventBatch = Omit<EventBatchHeader, keyof Keys> & Partial<Keys>

const header = avroHeader('event-batch')
/** Header of the schema version without request keys. */
const headerBefore = avroHeader('event-batch', 1)

/** The value in two pieces; the body is not copied. */
export function encodeEventBatch(batch: NewEventBatch, body: Buffer): Buffer[] {
  const prefix = new WireWriter()
    .raw(header)
    .string(batch.tenantId)
    .string(batch.connectorId)
    .string(batch.connectorType)
    .string(batch.sourceFormat)
    .string(batch.requestId)
    .string(batch.requestKey ?? '')
    .string(batch.earlierKey ?? '')
    .long(batch.receivedMs)
    .long(FRAMINGS.indexOf(batch.framing))
    .long(batch.events)
    .long(body.length)
  return [prefix.finish(), body]
}

/** The body is a view of `value`. Throws when the value is not an event batch. */
export function decodeEventBatch(value: Buffer): EventBatch {
  const written = value.subarray(0, HEADER_BYTES)
  const isBefore = written.equals(headerBefore)
  if (!isBefore && !written.equals(header)) throw new TypeError('not an event-batch')
  const wire = new WireReader(value, HEADER_BYTES)
  return {
    tenantId: tenantId(wire.string()),
    connectorId: wire.string(),
    connectorType: wire.string(),
    sourceFormat: wire.string(),
    requestId: wire.string(),
    requestKey: isBefore ? '' : wire.string(),
    earlierKey: isBefore ? '' : wire.string(),
    receivedMs: wire.long(),
    framing: framingOf(wire.long()),
    events: wire.long(),
    body: wire.bytes(),
  }
}

function framingOf(symbol: number): Framing {
  const framing = FRAMINGS[symbol]
  if (!framing) throw new TypeError('not an event-batch: unknown framing')
  return framing
}
