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
