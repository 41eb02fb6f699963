/** Detects the form of a body's events, and if each line can be cut by itself. */
import { type Cut as CutEvents, cutJsonLines, cutLines } from '../../../connectors/formats/cut-text.ts'
import type { Decoder } from '../../../connectors/formats/decoder.ts'
import { detectFormat } from '../../../connectors/formats/detect.ts'
import { formatNamed, textFormat } from '../../../connectors/formats/formats.ts'
import { json } from '../../../connectors/formats/json.ts'

const LF = 10
const OBJECT = /^\{.*\}\s*$/s

export type Form = {
  /** The decoder's name; `text` requests detection. */
  readonly name: string
  readonly cut: CutEvents
  /** Null when each event is detected by itself. */
  readonly decoder: Decoder | null
}

/** The form of a body that begins with `head`. */
export function formOf(head: Buffer, format: string): Form {
  const name = format === 'auto' || format === '' ? 'text' : format
  const known = name === 'text' ? textFormat(detectFormat(head).format) : formatNamed(name)
  return { name, cut: known?.cut ?? cutLines, decoder: known?.decoder ?? null }
}

/** True when no event goes over the end of a line. */
export function isCutByLine({ cut }: Form): boolean {
  return cut === cutLines || cut === cutJsonLines
}

export function isJson({ decoder }: Form): boolean {
  return decoder === json
}

/**
 * True when the beginning of a body is surely JSON lines: its first line is an object, and others follow. Never true of
 * a detected form, because the whole body then decides about the lines.
 */
export function isJsonLines(head: Buffer, format: string): boolean {
  const form = formOf(head, format)
  const end = head.indexOf(LF)
  const isNamed = form.name !== 'text' && isJson(form) && isCutByLine(form)
  return isNamed && end > 0 && OBJECT.test(head.toString('latin1', 0, end))
}
