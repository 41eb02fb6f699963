import type { GraphQLResolveInfo } from 'graphql'
import { type AuditView, auditCursor } from '../../control/platform/audit/index.ts'
import type { Connection } from './connection.ts'
import type { GraphqlContext } from './context.ts'
import type { Resolvers } from './schema.ts'

type Args = { readonly limit?: number | null; readonly cursor?: string | null }

export const auditResolvers: Resolvers = {
  'Query.auditLog': auditLog,
  'AuditEvent.tenantId': (entry: AuditView) => entry.tenant_id,
  'AuditEvent.actorKind': (entry: AuditView) => entry.actor_kind,
  'AuditEvent.actorId': (entry: AuditView) => entry.actor_id,
  'AuditEvent.actorEmail': (entry: AuditView) => entry.actor_email,
  'AuditEvent.actorIp': (entry: AuditView) => entry.actor_ip,
  'AuditEvent.resourceId': (entry: AuditView) => entry.resource_id,
  'AuditEvent.createdAt': (entry: AuditView) => entry.created_at,
  'AuditEvent.apiKeyPrefix': (entry: AuditView) => entry.api_key_prefix,
}

type Page = { readonly items: readonly AuditView[]; readonly next_cursor?: string; readonly total: number }

async function auditLog(
  _: unknown,
  args: Args,
  context: GraphqlContext,
  info: GraphQLResolveInfo,
): Promise<Connection<AuditView>> {
  const page = (await context.invoke(info, args)) as unknown as Page // as the schema of the operation has it
  const edges = page.items.map((entry) => ({ node: entry, cursor: auditCursor(entry.id) }))
  return {
    edges,
    pageInfo: { hasNextPage: page.next_cursor !== undefined, endCursor: edges.at(-1)?.cursor ?? null },
    totalCount: () => page.total,
  }
}
