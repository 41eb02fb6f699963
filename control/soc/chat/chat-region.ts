import type { TenantId } from '../../../platform/tenant.ts'
import { withTenant } from '../../../stores/postgres/pool.ts'
import { requireRegion } from '../../platform/governance/index.ts'
import type { ChatUser } from './accounts.ts'
import type { ChatDeps } from './chat-deps.ts'

/** Domains of the platforms, for residency. */
const HOSTS: Readonly<Record<ChatUser['platform'], string>> = { slack: 'slack.com', teams: 'teams.microsoft.com' }

/** The answers of the bot go to its platform, whoever writes to it. Throws `forbidden` where residency refuses that. */
export function requireChatRegion({ pool }: ChatDeps, tenant: TenantId, { platform }: ChatUser): Promise<void> {
  return requireRegion((work) => withTenant(pool, tenant, work), 'webhook', HOSTS[platform])
}
