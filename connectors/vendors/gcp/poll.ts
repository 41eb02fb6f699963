import type { PollTable } from '../../polling/table.ts'

/** Cloud Logging: `POST /v2/entries:list`, audit logs of a project, folder or organisation. */
export const GOOGLE_CLOUD_POLL: PollTable = {
  ...{ type: 'google-cloud', title: 'Google Cloud audit logs', category: 'cloud', sourceFormat: 'google-cloud-audit' },
  auth: { kind: 'google', field: 'service_account_key', scope: 'https://www.googleapis.com/auth/logging.read' },
  secrets: [{ name: 'service_account_key', about: 'JSON key file with Private Logs Viewer', isRequired: true }],
  settings: [
    { name: 'resource', about: 'such as projects/PROJECT, organizations/NUMBER', isRequired: true },
    {
      ...{ name: 'filter', about: 'of Cloud Logging, beside the time', isRequired: false },
      fallback: 'log_id("cloudaudit.googleapis.com/activity") OR log_id("cloudaudit.googleapis.com/data_access")',
    },
    { name: 'base_url', about: 'of Cloud Logging', isRequired: false, fallback: 'https://logging.googleapis.com' },
    { name: 'token_url', about: 'of the sign-in', isRequired: false, fallback: 'https://oauth2.googleapis.com/token' },
  ],
  request: {
    method: 'POST',
    url: '{base_url}/v2/entries:list',
    body: {
      resourceNames: ['{resource}'],
      filter: 'timestamp >= "{since_iso}" AND timestamp < "{until_iso}" AND ({filter})',
      orderBy: 'timestamp asc',
      pageSize: '{limit}',
    },
  },
  paging: { kind: 'token', path: 'nextPageToken', into: 'body', name: 'pageToken' },
  isOldestFirst: true,
  events: 'entries',
  time: ['timestamp', 'receiveTimestamp'],
  lateSeconds: 600,
  limit: 1000,
}
