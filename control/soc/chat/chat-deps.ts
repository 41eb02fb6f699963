import type { Sealer } from '../../../platform/seal.ts'
import type { TenantId } from '../../../platform/tenant.ts'
import type { Postgres } from '../../../stores/postgres/pool.ts'
import type { RecordAct } from '../../platform/acting/index.ts'
import type { ModelDeps } from '../../respond/models/index.ts'
import type { ChatUser } from './accounts.ts'

export type ChatDeps = {
  readonly pool: Postgres
  readonly audit: RecordAct
  readonly sealer: Sealer
  /** Tenant for workspaces that no tenant has linked; null for none. */
  readonly defaultTenant: TenantId | null
  /** Origin of the console in links. */
  readonly webUrl: string | null
  readonly nowMs: () => number
  /** The installation's models: an investigation uses one when there is any. */
  readonly models: Pick<ModelDeps, 'installation' | 'gate'>
  /** Posts a message that begins a thread, and gives its id. Absent: this process reaches no chat. */
  readonly beginThread?: (tenant: TenantId, from: ChatUser, channel: string, text: string) => Promise<string>
}
