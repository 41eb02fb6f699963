/**
 * Flow logs of AWS VPC as text: the columns of version 2, which a line by itself has, or those that the first line of
 * the body names. The names are AWS's, with their dashes; `-` is left out.
 */
import { byColumn, COLUMNS_MAX, distinct } from './columns.ts'
import { type Decoded, type LineDecoder, textReader } from './decoder.ts'

const VERSION_2 =
  'version account-id interface-id srcaddr dstaddr srcport dstport protocol packets bytes start end action log-status'.split(
    ' ',
  )

export const vpcflow: LineDecoder = {
  name: 'vpcflow',
  decode: (line) => vpcflowLine(VERSION_2, line),
  open(body) {
    const read = textReader(body)
    const first = firstLine(body)
    const text = read(first.start, first.end)
    const names = isVpcflowHeader(text) ? distinct(text.trim().split(/\s+/, COLUMNS_MAX)) : VERSION_2
    return (start, end) => vpcflowLine(names, read(start, end))
  },
}

/** A line that is all names, and among them one that every flow log has. */
export function isVpcflowHeader(line: string): boolean {
  return (
    /^[a-z][a-z0-9-]*(?:\s+[a-z][a-z0-9-]*){2,}\s*$/.test(line.slice(0, 4096)) &&
    /\b(?:srcaddr|interface-id|flow-direction|log-status)\b/.test(line.slice(0, 4096))
  )
}

export function firstLine(body: Buffer): { start: number; end: number } {
  let start = body[0] === 0xef && body[1] === 0xbb && body[2] === 0xbf ? 3 : 0
  while (start < body.length && (body[start] ?? 0) <= 0x20) start++
  const lineEnd = body.indexOf(0x0a, start)
  return { start, end: lineEnd === -1 ? body.length : lineEnd }
}

function vpcflowLine(names: readonly string[], line: string): Decoded {
  const values = line.trim().split(/\s+/, COLUMNS_MAX)
  if (values.length !== names.length) return 'bad_vpcflow'
  const record = byColumn(names, values)
  for (const name in record) if (record[name] === '-') delete record[name]
  return record
}
