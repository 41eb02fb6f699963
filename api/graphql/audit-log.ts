import { auditReader } from '../../control/platform/acting/index.ts'
import { type AuditView, auditCursor } from '../../control/platform/audit/index.ts'
import { auditLogOf } from '../../control/platform/audit/operations.ts'
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

const LIMIT_DEFAULT = 100

/** Records the reading of the log, in the transaction that reads. */
async function auditLog(_: unknown, args: Args, context: GraphqlContext): Promise<Connection<AuditView>> {
  const { deps, actor } = context
  const question = { tenant: actor.tenantId, reader: auditReader(actor), query: {} }
  const page = { limit: args.limit ?? LIMIT_DEFAULT, cursor: args.cursor ?? undefined }
  const { items, nextCursor, totalRows } = await context.inTurn(() => auditLogOf(deps).read(question, page))
  const edges = items.map((entry) => ({ node: entry, cursor: auditCursor(entry.id) }))
  return {
    edges,
    pageInfo: { hasNextPage: nextCursor !== undefined, endCursor: edges.at(-1)?.cursor ?? null },
    totalCount: () => totalRows,
  }
}
