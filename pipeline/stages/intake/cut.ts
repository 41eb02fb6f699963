/** Cuts a batch into its events, with the very functions the door counted them with. */
import { cutText } from '../../../connectors/formats/body.ts'
import { type EventFault, rulesFor, shallowCheck, splitEnvelope } from '../../../connectors/formats/framing.ts'
import type { EventBatch } from '../../../schemas/event-batch.ts'

/** Calls `visit` for every event of the batch in order, with why it is no event at all, or null. */
export function cutBatch(
  batch: EventBatch,
  eventBytesMax: number,
  visit: (start: number, end: number, fault: EventFault | 'bad_envelope' | null) => void,
): void {
  const { body } = batch
  const rules = rulesFor(body, batch.framing, batch.sourceFormat, eventBytesMax)
  if (batch.framing === 'lines') {
    cutText(body, batch.sourceFormat, (start, end) => {
      visit(start, end, shallowCheck(body, start, end, rules))
      return true
    })
    return
  }
  if (batch.framing === 'document') {
    visit(0, body.length, shallowCheck(body, 0, body.length, rules))
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
