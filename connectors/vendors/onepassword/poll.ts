import type { PollTable } from '../../polling/table.ts'

/** Events API: `POST /api/v1/signinattempts`, pages by a cursor in the body. */
export const ONEPASSWORD_POLL: PollTable = {
  type: 'onepassword',
  title: '1Password sign-in attempts',
  category: 'identity',
  sourceFormat: 'onepassword',
  auth: { kind: 'bearer', field: 'token' },
  secrets: [{ name: 'token', about: 'bearer token of the events integration', isRequired: true }],
  settings: [{ name: 'base_url', about: 'of the API', isRequired: false, fallback: 'https://events.1password.com' }],
  request: {
    method: 'POST',
    url: '{base_url}/api/v1/signinattempts',
    body: { limit: 1000, start_time: '{since_iso}', end_time: '{until_iso}' },
  },
  paging: { kind: 'token', path: 'cursor', into: 'body', name: 'cursor' },
  events: 'items',
  time: ['timestamp'],
  limit: 1000,
}
