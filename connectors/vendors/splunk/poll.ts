import type { PollTable } from '../../polling/table.ts'

/**
 * Notable events of Enterprise Security: a search over `/services/search/v2/jobs/export`, which returns lines of JSON.
 */
export const SPLUNK_POLL: PollTable = {
  type: 'splunk',
  title: 'Splunk',
  category: 'siem',
  sourceFormat: 'json',
  auth: { kind: 'bearer', field: 'token' },
  secrets: [{ name: 'token', about: 'authentication token', isRequired: true }],
  settings: [
    { name: 'base_url', about: 'https://your-search-head:8089', isRequired: true },
    { name: 'poll_search', about: 'what is polled', isRequired: false, fallback: 'search index=notable' },
    { name: 'index', about: 'what federated queries ask; * stands for any text', isRequired: false, fallback: '*' },
  ],
  request: {
    url: '{base_url}/services/search/v2/jobs/export',
    query: {
      search: '{poll_search}',
      earliest_time: '{since_seconds}',
      latest_time: '{until_seconds}',
      output_mode: 'json',
      preview: 'false',
    },
  },
  paging: { kind: 'one_page' },
  events: '',
  unwrap: 'result',
  time: ['_time'],
  limit: 10_000,
}
