/** Which form the events of a body have, and whether each of its lines can be cut by itself. */
import { type Cut as CutEvents, cutJsonLines, cutLines } from '../../../connectors/formats/cut-text.ts'
import type { Decoder } from '../../../connectors/formats/decoder.ts'
import { detectFormat } from '../../../connectors/formats/detect.ts'
import { formatNamed, textFormat } from '../../../connectors/formats/formats.ts'
import { json } from '../../../connectors/formats/json.ts'

const LF = 10
const OBJECT = /^\{.*\}\s*$/s

export type Form = {
  /** As decoders call it: `text` asks for detection. */
  readonly name: string
  readonly cut: CutEvents
  /** Null when each event is looked at by itself. */
  readonly decoder: Decoder | null
}

/** Of a body with this beginning. */
export function formOf(head: Buffer, format: string): Form {
  const name = format === 'auto' || format === '' ? 'text' : format
  const known = name === 'text' ? textFormat(detectFormat(head).format) : formatNamed(name)
  return { name, cut: known?.cut ?? cutLines, decoder: known?.decoder ?? null }
}

/** Whether no event reaches over the end of a line. */
export function isCutByLine({ cut }: Form): boolean {
  return cut === cutLines || cut === cutJsonLines
}

export function isJson({ decoder }: Form): boolean {
  return decoder === json
}

/**
 * Sure of it by the beginning of a body: its first line is an object, and others follow. Never of a form that is found
 * by looking, because what the lines are depends on the body then.
 */
export function isJsonLines(head: Buffer, format: string): boolean {
  const form = formOf(head, format)
  const end = head.indexOf(LF)
  const isNamed = form.name !== 'text' && isJson(form) && isCutByLine(form)
  return isNamed && end > 0 && OBJECT.test(head.toString('latin1', 0, end))
}
