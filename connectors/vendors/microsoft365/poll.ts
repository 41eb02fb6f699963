import type { PollTable } from '../../polling/table.ts'

const SECRETS = [
  { name: 'tenant_id', about: 'directory (tenant) of Entra ID', isRequired: true },
  { name: 'client_id', about: 'application', isRequired: true },
  { name: 'client_secret', about: 'its secret', isRequired: true },
] as const
const SETTINGS = [
  { name: 'base_url', about: 'of Microsoft Graph', isRequired: false, fallback: 'https://graph.microsoft.com' },
  { name: 'login_url', about: 'of the sign-in', isRequired: false, fallback: 'https://login.microsoftonline.com' },
] as const
const AUTH = {
  kind: 'oauth2',
  tokenUrl: '{login_url}/{tenant_id}/oauth2/v2.0/token',
  scope: '{base_url}/.default',
} as const
const PAGES = { kind: 'next_url', path: '@odata.nextLink' } as const

/** Microsoft Graph: sign-ins of Entra ID, `GET /v1.0/auditLogs/signIns`. */
export const ENTRA_SIGNINS_POLL: PollTable = {
  ...{ type: 'entra-id', title: 'Entra ID sign-ins', category: 'identity', sourceFormat: 'entra-signin' },
  lateSeconds: 900,
  ...{
    auth: AUTH,
    secrets: SECRETS,
    settings: SETTINGS,
    paging: PAGES,
    isOldestFirst: true,
    events: 'value',
    time: ['createdDateTime'],
    limit: 500,
  },
  request: {
    url: '{base_url}/v1.0/auditLogs/signIns',
    query: { $filter: 'createdDateTime ge {since_iso}', $orderby: 'createdDateTime', $top: '{limit}' },
  },
}

/** Microsoft Graph: alerts of Defender XDR, `GET /v1.0/security/alerts_v2`. */
export const DEFENDER_POLL: PollTable = {
  ...{ type: 'defender-xdr', title: 'Microsoft Defender XDR alerts', category: 'xdr', sourceFormat: 'defender' },
  ...{
    auth: AUTH,
    secrets: SECRETS,
    settings: SETTINGS,
    paging: PAGES,
    isOldestFirst: true,
    events: 'value',
    limit: 500,
  },
  time: ['lastUpdateDateTime', 'createdDateTime'],
  request: {
    url: '{base_url}/v1.0/security/alerts_v2',
    query: { $filter: 'lastUpdateDateTime ge {since_iso}', $orderby: 'lastUpdateDateTime', $top: '{limit}' },
  },
}

/**
 * Management Activity API: addresses of blobs by content type, `GET .../activity/feed/subscriptions/content`; each blob
 * is a list of events. Each poll starts the subscription first; if the subscription exists, the API answers with the
 * error AF20024. One request may cover 24 hours, and the API keeps seven days.
 */
export const M365_ACTIVITY_POLL: PollTable = {
  ...{ type: 'microsoft-365', title: 'Microsoft 365 activity', category: 'saas', sourceFormat: 'm365-audit' },
  auth: { kind: 'oauth2', tokenUrl: '{login_url}/{tenant_id}/oauth2/v2.0/token', scope: '{base_url}/.default' },
  secrets: SECRETS.filter(({ name }) => name !== 'tenant_id'),
  settings: [
    { name: 'tenant_id', about: 'directory (tenant) of Entra ID', isRequired: true },
    {
      ...{ name: 'content_types', about: 'that are read, with commas', isRequired: false },
      fallback: 'Audit.AzureActiveDirectory,Audit.Exchange,Audit.SharePoint,Audit.General',
    },
    { name: 'base_url', about: 'of the API', isRequired: false, fallback: 'https://manage.office.com' },
    { name: 'login_url', about: 'of the sign-in', isRequired: false, fallback: 'https://login.microsoftonline.com' },
  ],
  each: { setting: 'content_types' },
  before: {
    ...{ method: 'POST', url: '{base_url}/api/v1.0/{tenant_id}/activity/feed/subscriptions/start' },
    ...{ query: { contentType: '{each}' }, accepts: 'AF20024' },
  },
  request: {
    url: '{base_url}/api/v1.0/{tenant_id}/activity/feed/subscriptions/content',
    query: { contentType: '{each}', startTime: '{since_utc}', endTime: '{until_utc}' },
  },
  paging: { kind: 'next_header', header: 'nextpageuri' },
  follow: { kind: 'addresses', address: 'contentUri' },
  ...{ events: '', time: ['contentCreated'], limit: 200, spanHoursMax: 24, ageHoursMax: 7 * 24 },
}
