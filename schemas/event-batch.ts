/** The record on `security.events`: one pushed batch, body untouched. Schema: `avro/event-batch.avsc`. */
import { type TenantId, tenantId } from '../platform/tenant.ts'
import { avroHeader, HEADER_BYTES } from './avro.ts'
import { WireReader, WireWriter } from './avro-wire.ts'

export const FRAMINGS = ['lines', 'envelope', 'document'] as const
export type Framing = (typeof FRAMINGS)[number]

export type EventBatchHeader = {
  readonly tenantId: TenantId
  readonly connectorId: string
  readonly connectorType: string
  readonly sourceFormat: string
  readonly requestId: string
  readonly receivedMs: number
  readonly framing: Framing
  /** Counted at the door, rejected ones included. */
  readonly events: number
}

export type EventBatch = EventBatchHeader & { readonly body: Buffer }

const header = avroHeader('event-batch')

/** The value in two pieces; the body is not copied. */
export function encodeEventBatch(batch: EventBatchHeader, body: Buffer): Buffer[] {
  const prefix = new WireWriter()
    .raw(header)
    .string(batch.tenantId)
    .string(batch.connectorId)
    .string(batch.connectorType)
    .string(batch.sourceFormat)
    .string(batch.requestId)
    .long(batch.receivedMs)
    .long(FRAMINGS.indexOf(batch.framing))
    .long(batch.events)
    .long(body.length)
  return [prefix.finish(), body]
}

/** The body is a view of `value`. Throws when the value is not an event batch. */
export function decodeEventBatch(value: Buffer): EventBatch {
  if (!value.subarray(0, HEADER_BYTES).equals(header)) throw new TypeError('not an event-batch')
  const wire = new WireReader(value, HEADER_BYTES)
  return {
    tenantId: tenantId(wire.string()),
    connectorId: wire.string(),
    connectorType: wire.string(),
    sourceFormat: wire.string(),
    requestId: wire.string(),
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
