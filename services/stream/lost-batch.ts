/**
 * A pushed batch that the disk has damaged at an unknown place. It stays in the log, under the name of a format that
 * nobody reads: intake counts its events as received and keeps each as a dead letter, so that the ledger accounts for
 * them, and no damaged event is stored.
 */
import { INGEST_LIMITS } from '../../ingest/http/limits.ts'
import { cutBatch } from '../../pipeline/stages/intake/cut.ts'
import { avroHeader } from '../../schemas/avro.ts'
import { decodeEventBatch, type EventBatch, encodeEventBatch } from '../../schemas/event-batch.ts'

/** Name that no source has; padded to the length of the batch's format. */
const FORMAT = 'damaged'

export type LostBatch = {
  /** The batch as its header states it. */
  readonly batch: EventBatch
  /** Same length as the damaged value. */
  readonly value: Buffer
}

/** `key` is that of the record. Null when the value cannot be recognised. */
export function lostBatch(value: Buffer, key: string): LostBatch | null {
  const batch = batchIn(value)
  if (batch === null || `${batch.tenantId}/${batch.connectorId}` !== key) return null
  if (batch.events < 0 || batch.events > INGEST_LIMITS.eventsMax || batch.events > batch.body.length) return null
  const put = named(batch)
  for (const one of [put, { ...put, framing: 'lines' as const, body: lines(batch) }]) {
    const instead = Buffer.concat(encodeEventBatch(one, one.body))
    if (instead.length === value.length && soundEvents(one) === batch.events) return { batch, value: instead }
  }
  return null
}

function batchIn(value: Buffer): EventBatch | null {
  try {
    return decodeEventBatch(value)
  } catch {
    return null // the caller asks only whether the batch is intact, not why it is not
  }
}

/** The longer format name takes its bytes from the end of the request's id, so the size stays. */
function named(batch: EventBatch): EventBatch {
  const sourceFormat = FORMAT.padEnd(batch.sourceFormat.length, '_')
  const longer = sourceFormat.length - batch.sourceFormat.length
  return { ...batch, sourceFormat, requestId: batch.requestId.slice(0, batch.requestId.length - longer) }
}

/** Lines for as many events, where the events can no longer be found one by one, or none is JSON. */
function lines({ events, body }: EventBatch): Buffer {
  return Buffer.from('{}\n'.repeat(events).slice(0, body.length).padEnd(body.length, '\n'))
}

/** Returns 0 if any event is invalid; ingest would have rejected such a batch. */
function soundEvents(batch: EventBatch): number {
  let events = 0
  let isSound = true
  cutBatch(batch, INGEST_LIMITS.eventBytesMax, (_start, _end, fault) => {
    events++
    isSound &&= fault === null
  })
  return isSound ? events : 0
}

const HEADER = avroHeader('event-batch')

/** Finds ranges that look like batches, with anything between them. */
export function batchesIn(bytes: Buffer): EventBatch[] {
  const batches: EventBatch[] = []
  for (let at = bytes.indexOf(HEADER); at >= 0; ) {
    const batch = batchIn(bytes.subarray(at))
    if (batch !== null) batches.push(batch)
    const read = batch === null ? HEADER.length : batch.body.byteOffset + batch.body.length - bytes.byteOffset - at
    at = bytes.indexOf(HEADER, at + read)
  }
  return batches
}
