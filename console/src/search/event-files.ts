/** Events as the text of a file. */
import type { Schemas } from '../api/client.ts'

type Found = Schemas['FoundEvent']

export function asNdjson(events: readonly Found[]): string {
  return events.map(({ event_uid, time, fields }) => `${JSON.stringify({ ...fields, event_uid, time })}\n`).join('')
}

export function asCsv(events: readonly Found[], columns: readonly string[]): string {
  const names = ['time', ...columns.filter((name) => name !== 'time' && name !== 'event_uid'), 'event_uid']
  const lines = events.map(({ event_uid, time, fields }) =>
    names.map((name) => cell(name === 'time' ? time : name === 'event_uid' ? event_uid : fields[name])).join(','),
  )
  return `${[names.map(cell).join(','), ...lines].join('\r\n')}\r\n`
}

/** RFC 4180. A spreadsheet would run what begins as a formula, so that stands behind an apostrophe. */
function cell(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'number') return String(value)
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
