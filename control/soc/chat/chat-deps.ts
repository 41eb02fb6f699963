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
  /** Tenant of workspaces that nobody linked; null where there is none. */
  readonly defaultTenant: TenantId | null
  /** Origin of the console in links. */
  readonly webUrl: string | null
  readonly nowMs: () => number
  /** How the installation asks a model: an investigation goes on with one where there is any. */
  readonly models: Pick<ModelDeps, 'installation' | 'gate'>
  /** Posts a message that begins a thread, and gives its id. Absent: this process reaches no chat. */
  readonly beginThread?: (tenant: TenantId, from: ChatUser, channel: string, text: string) => Promise<string>
}
