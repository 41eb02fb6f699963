import type { Sealer } from '../../../platform/seal.ts'
import type { TenantId } from '../../../platform/tenant.ts'
import type { Postgres } from '../../../stores/postgres/pool.ts'
import type { Action, RecordAct } from '../../platform/acting/index.ts'
import type { ModelDeps } from '../../respond/models/index.ts'
import type { ChatUser } from './accounts.ts'

/** Operations that a chat offers. A command needs the permission of its operation, and the audit log has its action. */
export const CHAT_OPERATIONS = [
  ...(['cases.list', 'cases.get', 'cases.comment', 'cases.acknowledge', 'alerts.get', 'investigations.start'] as const),
  ...(['actions.request', 'approvals.approve', 'approvals.reject'] as const),
] as const
export type ChatOperation = (typeof CHAT_OPERATIONS)[number]

export type ChatDeps = {
  readonly pool: Postgres
  readonly audit: RecordAct
  /** Permission and audit action of each operation, from its declaration. */
  readonly operations: Readonly<Record<ChatOperation, Action>>
  readonly sealer: Sealer
  /** Tenant for workspaces that no tenant has linked; null for none. */
  readonly defaultTenant: TenantId | null
  /** Origin of the console in links. */
  readonly webUrl: string
  readonly nowMs: () => number
  /** The installation's models: an investigation uses one when there is any. */
  readonly models: Pick<ModelDeps, 'installation' | 'gate'>
  /** Posts a message that begins a thread, and gives its id. Absent: this process reaches no chat. */
  readonly beginThread?: (tenant: TenantId, from: ChatUser, channel: string, text: string) => Promise<string>
}
