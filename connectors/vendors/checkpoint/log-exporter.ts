/** The Log Exporter's own form of a message, which is not structured data: `[action:"Drop"; src:"192.0.2.1"; ...]`. */
import { FieldList } from '../../formats/field-list.ts'
import type { Fields } from '../../formats/fields.ts'

/** The exporter writes fewer pairs; the message keeps them all. */
const PAIRS_MAX = 512
/** If the header's time contains a space, the program and its number remain before the pairs. */
const BEGIN = /^(?:CheckPoint \d{1,10} - )?\[(?=[A-Za-z_][\w.-]{0,63}:")/
/** Quotes, brackets and backslashes in a value are escaped. */
const PAIR = /([A-Za-z_][\w.-]{0,63}):"([^"\\]*(?:\\.[^"\\]*)*)"(?:; ?|\]|$)/sy

/** True if the message names the program; if the header names it, the header is enough. */
export function isLogExporter(message: string): boolean {
  return message.startsWith('CheckPoint ') && BEGIN.test(message)
}

/** Null when the message has another form. */
export function logExporterFields(message: string): Fields | null {
  const begin = BEGIN.exec(message)
  if (!begin) return null
  fields.clear()
  PAIR.lastIndex = begin[0].length
  for (let pairs = 0; pairs < PAIRS_MAX; pairs++) {
    const pair = PAIR.exec(message)
    if (!pair) break
    const [, name = '', value = ''] = pair
    fields.add(name, value.includes('\\') ? value.replace(/\\(.)/gs, '$1') : value)
  }
  return fields.toFields()
}

const fields = new FieldList()
