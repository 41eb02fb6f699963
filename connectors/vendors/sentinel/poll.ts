import type { PollTable } from '../../polling/table.ts'

/** Incidents: Azure Resource Manager, `Microsoft.SecurityInsights/incidents`. */
export const SENTINEL_POLL: PollTable = {
  type: 'sentinel',
  title: 'Microsoft Sentinel',
  category: 'siem',
  sourceFormat: 'json',
  auth: {
    kind: 'oauth2',
    tokenUrl: '{login_url}/{tenant_id}/oauth2/v2.0/token',
    scope: '{management_url}/.default',
  },
  secrets: [
    { name: 'tenant_id', about: 'directory (tenant) of Entra ID', isRequired: true },
    { name: 'client_id', about: 'application with Log Analytics Reader and Sentinel Reader', isRequired: true },
    { name: 'client_secret', about: 'its secret', isRequired: true },
  ],
  settings: [
    { name: 'subscription_id', about: 'subscription of the workspace', isRequired: true },
    { name: 'resource_group', about: 'resource group of the workspace', isRequired: true },
    { name: 'workspace_name', about: 'name of the workspace', isRequired: true },
    { name: 'workspace_id', about: 'id of the workspace, which federated queries ask', isRequired: true },
    {
      name: 'tables',
      about: 'what federated queries ask, separated by commas; all that are known without it',
      isRequired: false,
      fallback: '',
    },
    { name: 'management_url', about: 'of Azure', isRequired: false, fallback: 'https://management.azure.com' },
    { name: 'query_url', about: 'of Log Analytics', isRequired: false, fallback: 'https://api.loganalytics.azure.com' },
    { name: 'login_url', about: 'of the sign-in', isRequired: false, fallback: 'https://login.microsoftonline.com' },
  ],
  request: {
    url: '{management_url}/subscriptions/{subscription_id}/resourceGroups/{resource_group}/providers/Microsoft.OperationalInsights/workspaces/{workspace_name}/providers/Microsoft.SecurityInsights/incidents',
    query: {
      'api-version': '2024-03-01',
      $filter: 'properties/lastModifiedTimeUtc ge {since_iso}',
      $orderby: 'properties/lastModifiedTimeUtc asc',
    },
  },
  paging: { kind: 'next_url', path: 'nextLink' },
  isOldestFirst: true,
  events: 'value',
  time: ['properties.lastModifiedTimeUtc', 'properties.createdTimeUtc'],
  limit: 1000,
}
