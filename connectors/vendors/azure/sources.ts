/**
 * Logs of Azure, by the names that senders give their format. `azure-activity` is not among them: a diagnostic setting
 * may send any of these logs under that name, and each record shows which.
 */
import type { SourceMapping } from '../../mapping/source-mapping.ts'
import { sentinelIncident } from '../sentinel/incident.ts'
import { azureActivity } from './activity.ts'
import { azureAudit } from './audit.ts'
import { azureFlows } from './flows.ts'
import { monitorAlert } from './monitor-alert.ts'
import { azureRisk } from './risk.ts'
import { azureSignIn } from './sign-in.ts'
import { vmConnection } from './vm-connection.ts'
import { windowsTables } from './windows-tables.ts'

export const AZURE_SOURCES: readonly (readonly [SourceMapping, readonly string[]])[] = [
  [azureSignIn, ['azure-signin', 'azure-sign-in', 'entra-signin']],
  [azureAudit, ['azure-audit', 'entra-audit']],
  [azureRisk, ['azure-risk', 'entra-risk']],
  [windowsTables, ['azure-windows']],
  [vmConnection, ['azure-vmconnection']],
  [sentinelIncident, ['sentinel-incident']],
  [monitorAlert, ['azure-monitor-alert']],
  [azureFlows, ['azure-flows', 'nsg-flow', 'vnet-flow']],
  // It matches every diagnostic record that names an operation on a resource, so the others are tried first.
  [azureActivity, ['azure-activity-log']],
]
