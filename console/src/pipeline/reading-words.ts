/** Explains how a sample was read. */
import type { Schemas } from '../api/client.ts'
import { counted } from '../parts/words.ts'

type Reading = Schemas['SampleReading']
type Event = Schemas['EventReading']

/** The table of an event, such as `acme-vpn, version 3` or `linux`. */
export function tableWords({ table, is_known: isKnown }: Pick<Event, 'table' | 'is_known'>): string {
  if (table === 'text/1' || table === '') return 'none: kept as text'
  const [, name = '', version = ''] = /^(?:learned:)?([^/]*)\/?(.*)$/.exec(table) ?? []
  if (table === 'learned:draft/1') return 'the table below'
  if (table.startsWith('learned:')) return `${name}, version ${version} (own)`
  return isKnown ? name : 'the generic reader'
}

/** Such as `12 events: 10 read by a table, 1 without a table, 1 would be a dead letter.` */
export function sumWords({ events_total: total, known, read, refused }: Reading): string {
  const rest = read - known
  const parts = [
    known > 0 ? `${known.toLocaleString()} read by a table` : '',
    rest > 0 ? `${rest.toLocaleString()} without a table` : '',
    refused > 0 ? `${counted(refused, 'would be a dead letter', 'would be dead letters')}` : '',
  ].filter((part) => part !== '')
  return `${counted(total, 'event', 'events')}: ${parts.join(', ')}.`
}

export const MEASURES = [
  { name: 'Read by a table of their own', of: ({ known }: Reading) => known },
  { name: 'With a class', of: ({ classed }: Reading) => classed },
  { name: 'With a user, host or address', of: ({ with_entities: entities }: Reading) => entities },
  { name: 'With a time of their own', of: ({ with_time: time }: Reading) => time },
  { name: 'Dead letters', of: ({ refused }: Reading) => refused },
] as const
