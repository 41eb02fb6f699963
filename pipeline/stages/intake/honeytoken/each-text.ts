/** Visits every text of an event, as decoded and with a possible inner encoding undone. */
import type { EventAtHand } from '../step.ts'

/** `field` is the path in the record; for a text that no mapping reads, the column. */
export type VisitText = (text: string, field: string) => void

const FIELD_CHARS_MAX = 200
const ESCAPE = /\\(?:u([0-9a-f]{4})|(["\\/])|[bfnrt])/gi
const PERCENT = /(?:%[0-9a-f]{2})+/gi

export function eachText({ record, mapping, row }: EventAtHand, visit: VisitText): void {
  if (mapping === null) return eachReading(row.message, 'message', visit)
  const open: { readonly value: object; readonly path: string }[] = [{ value: record, path: '' }]
  for (let one = open.pop(); one !== undefined; one = open.pop()) {
    const { value: members, path } = one
    const isList = Array.isArray(members)
    for (const [name, value] of Object.entries(members)) {
      const inside = () => (isList ? path : `${path === '' ? '' : `${path}.`}${name}`.slice(0, FIELD_CHARS_MAX))
      if (typeof value === 'string') eachReading(value, inside(), visit)
      else if (typeof value === 'object' && value !== null) open.push({ value, path: inside() })
    }
  }
}

/** Also visits the text without JSON escapes, as in JSON within a message, and without URL encoding. */
function eachReading(text: string, field: string, visit: VisitText): void {
  visit(text, field)
  if (text.includes('\\')) visit(text.replace(ESCAPE, unescaped), field)
  if (text.includes('%')) visit(text.replace(PERCENT, unquoted), field)
}

function unescaped(_: string, code: string | undefined, sign: string | undefined): string {
  if (code !== undefined) return String.fromCharCode(Number.parseInt(code, 16))
  return sign ?? ' '
}

function unquoted(bytes: string): string {
  return Buffer.from(bytes.replaceAll('%', ''), 'hex').toString('utf8')
}
