import type { PollTable } from '../../polling/table.ts'

/** Offenses: `GET /api/siem/offenses`, paged by ranges. */
export const QRADAR_POLL: PollTable = {
  type: 'qradar',
  title: 'QRadar offenses',
  category: 'siem',
  sourceFormat: 'qradar',
  auth: { kind: 'header', field: 'api_token', header: 'SEC' },
  secrets: [{ name: 'api_token', about: 'authorised service token', isRequired: true }],
  settings: [{ name: 'base_url', about: 'https://your-console', isRequired: true }],
  request: {
    url: '{base_url}/api/siem/offenses',
    query: { filter: 'last_updated_time > {since_ms}', sort: '+last_updated_time' },
    headers: { range: 'items=0-49', version: '20.0' },
  },
  paging: { kind: 'range', unit: 'items' },
  isOldestFirst: true,
  events: '',
  time: ['last_updated_time', 'start_time'],
  link: {
    url: '{base_url}/console/do/sem/offensesummary?appName=Sem&pageId=OffenseSummary&summaryId={event_id}',
    id: 'id',
  },
  limit: 50,
}
