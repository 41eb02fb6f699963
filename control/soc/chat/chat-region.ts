import type { TenantId } from '../../../platform/tenant.ts'
import { withTenant } from '../../../stores/postgres/pool.ts'
import { requireRegion } from '../../platform/governance/index.ts'
import type { ChatUser } from './accounts.ts'
import type { ChatDeps } from './chat-deps.ts'

/** Domains of the platforms, for residency. */
const HOSTS: Readonly<Record<ChatUser['platform'], string>> = { slack: 'slack.com', teams: 'teams.microsoft.com' }

/**
 * Checks the region of the platform, to which the bot sends its answers. Throws `forbidden` when residency refuses it.
 */
export function requireChatRegion({ pool }: ChatDeps, tenant: TenantId, { platform }: ChatUser): Promise<void> {
  return requireRegion((work) => withTenant(pool, tenant, work), 'webhook', HOSTS[platform])
}
