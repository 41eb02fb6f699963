/**
 * A pushed batch that the disk has changed: which part of it is not known. It stays in the log, under the name of a
 * format that nobody reads: intake counts its events as received and keeps each as a dead letter, so that the ledger
 * says where they are, and nothing that may be wrong is stored as an event.
 */
import { INGEST_LIMITS } from '../../api/ingest/limits.ts'
import { cutBatch } from '../../pipeline/stages/intake/cut.ts'
import { avroHeader } from '../../schemas/avro.ts'
import { decodeEventBatch, type EventBatch, encodeEventBatch } from '../../schemas/event-batch.ts'

/** No source has it; filled up to the length of the format that the batch had. */
const FORMAT = 'damaged'

export type LostBatch = {
  /** As it says itself. */
  readonly batch: EventBatch
  /** As long as what stood there. */
  readonly value: Buffer
}

/** `key` is that of the record. Null when nobody can tell what the value was. */
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
    return null // whatever was wrong with it: that is what is asked
  }
}

/** What the name of the format is longer by goes from the end of the id of the request. */
function named(batch: EventBatch): EventBatch {
  const sourceFormat = FORMAT.padEnd(batch.sourceFormat.length, '_')
  const longer = sourceFormat.length - batch.sourceFormat.length
  return { ...batch, sourceFormat, requestId: batch.requestId.slice(0, batch.requestId.length - longer) }
}

/** As many events, where not each of them can be found any more, or none is JSON. */
function lines({ events, body }: EventBatch): Buffer {
  return Buffer.from('{}\n'.repeat(events).slice(0, body.length).padEnd(body.length, '\n'))
}

/** None where one is no event at all: the door would have told its sender so, and nobody else. */
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

/** Batches that bytes look like, whatever is between them. */
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
