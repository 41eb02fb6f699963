/** Events as the text of a file. */
import type { Schemas } from '../api/client.ts'
import { csvCell } from '../parts/csv.ts'

type Found = Schemas['FoundEvent']

export function asNdjson(events: readonly Found[]): string {
  return events.map(({ event_uid, time, fields }) => `${JSON.stringify({ ...fields, event_uid, time })}\n`).join('')
}

export function asCsv(events: readonly Found[], columns: readonly string[]): string {
  const names = ['time', ...columns.filter((name) => name !== 'time' && name !== 'event_uid'), 'event_uid']
  const lines = events.map(({ event_uid, time, fields }) =>
    names.map((name) => csvCell(name === 'time' ? time : name === 'event_uid' ? event_uid : fields[name])).join(','),
  )
  return `${[names.map(csvCell).join(','), ...lines].join('\r\n')}\r\n`
}
