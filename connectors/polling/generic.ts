import type { PollTable } from './table.ts'

/**
 * Any API that returns a list of JSON with a bearer token and Link headers: the settings define the request. An API
 * with other needs has its own table.
 */
export const GENERIC_POLL: PollTable = {
  type: 'rest',
  title: 'Any REST API',
  category: 'generic',
  sourceFormat: 'auto',
  auth: { kind: 'header', field: 'secret', header: 'authorization' },
  secrets: [{ name: 'secret', about: 'the whole Authorization header, such as Bearer ...', isRequired: true }],
  settings: [
    {
      name: 'url',
      about: 'what is asked; {since_iso}, {since_seconds} and {since_ms} are filled in',
      isRequired: true,
    },
    {
      name: 'events',
      about: 'where the list is, such as data.items; empty: the answer is the list',
      isRequired: false,
      fallback: '',
    },
    { name: 'time', about: 'where an event says its time', isRequired: false, fallback: 'time' },
    {
      name: 'next',
      about: 'where the address of the next page is; empty: Link headers',
      isRequired: false,
      fallback: '',
    },
    { name: 'source_format', about: 'how the events are read', isRequired: false, fallback: 'auto' },
  ],
  request: { url: '{url}' },
  paging: { kind: 'link_header' },
  events: '',
  time: ['time', 'timestamp', '@timestamp', 'created_at', 'published'],
  limit: 1000,
}

/** The table with the settings of an instance. */
export function tableFor(table: PollTable, settings: Readonly<Record<string, string>>): PollTable {
  if (table !== GENERIC_POLL) return table
  const { url = '', events = '', time = '', next = '', source_format: sourceFormat = 'auto' } = settings
  return {
    ...table,
    sourceFormat,
    // Placeholders in the address are filled as in any table.
    request: { url },
    events,
    time: [...(time === '' ? [] : [time]), ...table.time],
    paging: next === '' ? { kind: 'link_header' } : { kind: 'next_url', path: next },
  }
}
