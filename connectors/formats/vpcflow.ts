/**
 * Flow logs of AWS VPC as text: the columns that the first line of the body names; for a line alone those of a form that AWS's
 * manual shows, or what the values themselves tell. The names are AWS's, with their dashes; `-` is left out.
 */

import { codeAt } from '../../platform/code-at.ts'
import { COLUMNS_MAX, distinct, valuesByColumn } from './columns.ts'
import { type Decoded, type LineDecoder, textReader } from './decoder.ts'
import { flowByForm } from './flow-forms.ts'

export const vpcflow: LineDecoder = {
  name: 'vpcflow',
  decode: (line) => vpcflowLine(null, line),
  headers(body) {
    const text = firstText(body).trim()
    const header = isVpcflowHeader(text) ? text : ''
    return () => header
  },
  open(body) {
    const read = textReader(body)
    const text = firstText(body)
    const names = isVpcflowHeader(text) ? distinct(text.trim().split(/\s+/, COLUMNS_MAX)) : null
    return (start, end) => vpcflowLine(names, read(start, end))
  },
}

const SPACE = 0x20

/** A header line consists only of names, and one of them is in every flow log. */
export function isVpcflowHeader(line: string): boolean {
  return (
    /^[a-z][a-z0-9-]*(?:\s+[a-z][a-z0-9-]*){2,}\s*$/.test(line.slice(0, 4096)) &&
    /\b(?:srcaddr|interface-id|flow-direction|log-status)\b/.test(line.slice(0, 4096))
  )
}

export { isFlowLine } from './flow-forms.ts'

function firstText(body: Buffer): string {
  const { start, end } = firstLine(body)
  const line = body.subarray(start, end)
  return textReader(line)(0, line.length)
}

export function firstLine(body: Buffer): { start: number; end: number } {
  let start = body[0] === 0xef && body[1] === 0xbb && body[2] === 0xbf ? 3 : 0
  while (start < body.length && (body[start] ?? 0) <= 0x20) start++
  const lineEnd = body.indexOf(0x0a, start)
  return { start, end: lineEnd === -1 ? body.length : lineEnd }
}

/** `names` is null when no header line names the columns. */
function vpcflowLine(names: readonly string[] | null, line: string): Decoded {
  const values = wordsOf(line)
  if (names !== null) return values.length === names.length ? valuesByColumn(names, values) : 'bad_vpcflow'
  return flowByForm(values) ?? 'bad_vpcflow'
}

/**
 * The words of a line, separated by any white space; single spaces, as AWS writes them, are split without a pattern.
 */
function wordsOf(line: string): string[] {
  const words: string[] = []
  let start = 0
  for (let at = 0; at < line.length; at++) {
    const code = codeAt(line, at)
    if (code > SPACE && code < 0x7f) continue
    if (code !== SPACE || at === start || words.length === COLUMNS_MAX) return line.trim().split(/\s+/, COLUMNS_MAX)
    words.push(line.slice(start, at))
    start = at + 1
  }
  if (start === line.length || words.length === COLUMNS_MAX) return line.trim().split(/\s+/, COLUMNS_MAX)
  words.push(line.slice(start))
  return words
}
