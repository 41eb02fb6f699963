/** Splits a batch into its events, with the same functions with which ingest counted them. */
import { cutText, lineFormat } from '../../../connectors/formats/body.ts'
import { type EventFault, rulesFor, shallowCheck, splitEnvelope } from '../../../connectors/formats/framing.ts'
import type { EventBatch } from '../../../schemas/event-batch.ts'
import { framesIn } from '../../../schemas/frames.ts'

type Visit = (start: number, end: number, fault: EventFault | 'bad_envelope' | null) => void

/** A batch, or one of its frames: a unit that is split and decoded independently of its neighbours. */
export type Part = {
  readonly batch: EventBatch
  /** True when the whole body is one event, whatever it contains. */
  readonly isOneEvent: boolean
  /**
   * True for a frame with a key of its own, which identifies the message permanently and is part of the identity of all
   * its events.
   */
  readonly isFrame: boolean
  /** True when another part of the same batch came before. */
  readonly isLater: boolean
}

/** Each frame of a batch with its own key; a batch without frames as it is. Throws TypeError for broken frames. */
export function* partsOf(batch: EventBatch): Generator<Part> {
  const { framing } = batch
  if (framing !== 'messages' && framing !== 'bodies') {
    yield { batch, isOneEvent: framing === 'document', isFrame: false, isLater: false }
    return
  }
  let isLater = false
  for (const { key, body } of framesIn(batch.body)) {
    const isFrame = key !== ''
    const keys = isFrame ? { requestKey: key, earlierKey: '' } : {}
    const sourceFormat = lineFormat(batch.sourceFormat, body)
    const part: EventBatch = { ...batch, ...keys, framing: 'lines', sourceFormat, body }
    yield { batch: part, isOneEvent: framing === 'messages', isFrame, isLater }
    isLater = true
  }
}

/** Calls `visit` for every event of the part in order, with its fault, or null for a valid event. */
export function cutPart({ batch, isOneEvent }: Part, eventBytesMax: number, visit: Visit): void {
  const { body } = batch
  const rules = rulesFor(body, batch.framing, batch.sourceFormat, eventBytesMax)
  if (isOneEvent) {
    visit(0, body.length, shallowCheck(body, 0, body.length, rules))
    return
  }
  if (batch.framing === 'lines') {
    cutText(body, batch.sourceFormat, (start, end) => {
      visit(start, end, shallowCheck(body, start, end, rules))
      return true
    })
    return
  }
  const envelope = splitEnvelope(body)
  if ('fault' in envelope) {
    visit(0, body.length, 'bad_envelope')
    return
  }
  for (let i = 0; i < envelope.elements.length; i += 2) {
    const start = envelope.elements[i] as number
    const end = envelope.elements[i + 1] as number
    visit(start, end, shallowCheck(body, start, end, rules))
  }
}

/** The same for all parts of a batch; offsets are relative to the part. */
export function cutBatch(batch: EventBatch, eventBytesMax: number, visit: Visit): void {
  for (const part of partsOf(batch)) cutPart(part, eventBytesMax, visit)
}
