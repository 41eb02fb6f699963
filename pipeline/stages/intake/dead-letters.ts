/** Events that were acknowledged but cannot be read, with the reason and their bytes, so that they can be replayed. */
import { encodeAvro } from '../../../schemas/avro.ts'
import { TOPICS } from '../../../schemas/topics.ts'
import type { LogRecord, Output } from '../../../stream/driver.ts'
import { LetterTexts } from './letter-texts.ts'
import { uuidOf } from './normalise/event-uid.ts'
import type { BatchAtHand } from './step.ts'

const DETAIL_MAX = 500

export class DeadLetters {
  readonly #outputs: Output[] = []
  #texts: LetterTexts | null = null
  #record: LogRecord | null = null

  begin({ batch, open }: BatchAtHand, record: LogRecord): void {
    this.#texts = new LetterTexts(batch.body, open.header)
    this.#record = record
  }

  /** `index` is the event's position in its batch, from 1; with the record's offset it identifies the letter. */
  add(
    { batch }: BatchAtHand,
    { index, start, end }: { readonly index: number; readonly start: number; readonly end: number },
    { reason, detail }: { readonly reason: string; readonly detail: string },
  ): void {
    const { topic, partition, offset } = this.#record as LogRecord
    const value = encodeAvro('dead-letter', {
      letter_id: uuidOf(`${topic}/${partition}/${offset}/${index}`),
      tenant_id: batch.tenantId,
      connector_id: batch.connectorId,
      connector_type: batch.connectorType,
      source_format: batch.sourceFormat,
      request_id: batch.requestId,
      received_ms: batch.receivedMs,
      reason,
      detail: detail.slice(0, DETAIL_MAX),
      raw: (this.#texts as LetterTexts).of(start, end),
    })
    this.#outputs.push({
      topic: TOPICS.deadLetters.name,
      partition: 0,
      timestampMs: batch.receivedMs,
      key: batch.tenantId,
      value: [value],
    })
  }

  drain(): Output[] {
    return this.#outputs.splice(0)
  }
}
