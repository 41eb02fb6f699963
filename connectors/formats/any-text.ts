/** Decodes text without a declared format by its look. */
import { codeAt } from '../../platform/code-at.ts'
import { isMembers } from '../../platform/members.ts'
import { type DecodeContext, type DecodeFault, type Fields, type LineDecoder, wholeText } from './decoder.ts'
import { WRAPPERS } from './fields.ts'
import { LINE_DECODERS } from './line-decoders.ts'
import { lookAtLine } from './line-format.ts'

const BLANK = 0x20
const byName = new Map<string, LineDecoder>(LINE_DECODERS.map((decoder) => [decoder.name, decoder]))

/** The record of the text as the format that it looks like; a reason when it looks like none, or is not valid in it. */
export function readByLook(text: string, context: DecodeContext): Fields | DecodeFault | 'no_known_form' {
  // Blanks around a line are a shipper's, or came when it was pasted.
  const isPadded = codeAt(text, 0) <= BLANK || codeAt(text, text.length - 1) <= BLANK
  const line = isPadded ? text.trim() : text
  const look = lookAtLine(line)
  const decoder = look === null ? undefined : byName.get(look.format)
  return decoder === undefined ? 'no_known_form' : decoder.decode(line, context)
}

/**
 * Never a fault, because the sender declared no format: text that cannot be read stays whole under `log`, with the
 * reason.
 */
export function readAnyText(text: string, context: DecodeContext): Fields {
  const record = readByLook(text, context)
  return typeof record === 'string' ? wholeText(text, record) : record
}

/**
 * True for a record of `wholeText`. Containers, Elastic's agents and others have a `log` of their own, with other
 * fields beside it.
 */
export function isUnreadText(record: Fields): boolean {
  const { log } = record
  if (!isMembers(log) || Object.keys(log).length !== 2) return false
  if (typeof log.text !== 'string' || typeof log.reason !== 'string') return false
  return Object.keys(record).every((name) => WRAPPERS.has(name))
}
