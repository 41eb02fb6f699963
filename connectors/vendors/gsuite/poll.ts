import type { PollTable } from '../../polling/table.ts'

/** Reports API: `GET /admin/reports/v1/activity/users/all/applications/{each}`, the newest first. */
export const GOOGLE_WORKSPACE_POLL: PollTable = {
  ...{ type: 'google-workspace', title: 'Google Workspace audit', category: 'saas', sourceFormat: 'google-workspace' },
  auth: {
    ...{ kind: 'google', field: 'service_account_key', subject: '{subject}' },
    scope: 'https://www.googleapis.com/auth/admin.reports.audit.readonly',
  },
  secrets: [{ name: 'service_account_key', about: 'JSON key file of a service account', isRequired: true }],
  settings: [
    { name: 'subject', about: 'administrator for whom the account acts, by domain-wide delegation', isRequired: true },
    {
      ...{ name: 'applications', about: 'whose logs are read, with commas', isRequired: false },
      fallback: 'login,admin,token,drive,groups,user_accounts',
    },
    { name: 'base_url', about: 'of the Admin SDK', isRequired: false, fallback: 'https://admin.googleapis.com' },
    { name: 'token_url', about: 'of the sign-in', isRequired: false, fallback: 'https://oauth2.googleapis.com/token' },
  ],
  each: { setting: 'applications' },
  request: {
    url: '{base_url}/admin/reports/v1/activity/users/all/applications/{each}',
    query: { startTime: '{since_iso}', endTime: '{until_iso}', maxResults: '{limit}' },
  },
  paging: { kind: 'token', path: 'nextPageToken', into: 'query', name: 'pageToken' },
  events: 'items',
  time: ['id.time'],
  // Google: sign-ins and tokens may take hours, other applications minutes.
  lateSeconds: 4 * 3600,
  ageHoursMax: 180 * 24,
  limit: 1000,
}
