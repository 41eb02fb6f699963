/** Logs of Microsoft 365, by the names that senders give their format. `defender` may be a table or an alert. */
import type { SourceMapping } from '../../mapping/source-mapping.ts'
import { graphAlerts } from './alerts.ts'
import { microsoft365Audit } from './audit.ts'
import { defender } from './defender.ts'
import { intune } from './intune.ts'
import { messageTrace } from './message-trace.ts'

export const MICROSOFT365_SOURCES: readonly (readonly [SourceMapping, readonly string[]])[] = [
  [microsoft365Audit, ['m365-audit', 'o365', 'office365', 'microsoft365-audit']],
  [defender, ['defender-xdr', 'advanced-hunting']],
  [graphAlerts, ['graph-alerts', 'microsoft-graph-alerts']],
  [intune, ['intune']],
  [messageTrace, ['message-trace', 'exchange-message-trace']],
]
