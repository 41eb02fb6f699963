/** The operation that lists the audit log. The use case records the read itself, in the transaction that reads. */
import { Type } from 'typebox'
import { AppError } from '../../../platform/errors.ts'
import { closed, named, nullable, pageQuery, time, uuid } from '../../../schemas/wire.ts'
import { auditReader, operationsOf } from '../acting/index.ts'
import { auditFilters, auditQueryOf } from './filters.ts'
import type { AuditLog } from './open-log.ts'

type Deps = { readonly auditLog?: AuditLog | undefined }
const operation = operationsOf<Deps>({ tag: 'audit' })
const nullableText = nullable(Type.String())

const entrySchema = named(
  'AuditEntry',
  Type.Object({
    id: uuid,
    seq: Type.Union([Type.Integer(), Type.Null()], { description: 'place in the chain; null until it is chained' }),
    tenant_id: Type.String(),
    actor_kind: Type.String({ description: 'user, api_key, service, agent, playbook, rule, platform or anonymous' }),
    actor_id: nullableText,
    actor_email: nullableText,
    actor_ip: nullableText,
    action: Type.String(),
    resource: Type.String(),
    resource_id: nullableText,
    changes: Type.Unknown(),
    created_at: time,
    api_key_prefix: nullableText,
  }),
)
const listSchema = named(
  'AuditEntryPage',
  Type.Object({
    items: Type.Array(entrySchema),
    next_cursor: Type.Optional(Type.String()),
    total: Type.Integer({ description: 'number of matching entries over all pages; also in X-Total-Rows' }),
  }),
)

export function auditLogOf({ auditLog }: Deps): AuditLog {
  if (auditLog === undefined) throw new AppError('unavailable', 'the audit log is not open in this installation')
  return auditLog
}

const listAt = <const P extends 'GET /audit' | 'GET /audit-log'>(path: P, name: string) =>
  operation.outside({
    name,
    summary: 'The audit log, newest first; reading it is recorded in it',
    permission: 'audit_log:read',
    path,
    query: Type.Object({ ...auditFilters, ...pageQuery }, closed),
    output: listSchema,
    headers: ({ total }) => ({ 'x-total-rows': total }),
    async run({ actor, deps }, { limit, cursor, ...query }) {
      const listing = { tenant: actor.tenantId, reader: auditReader(actor), query: auditQueryOf(query) }
      const { items, nextCursor, totalRows: total } = await auditLogOf(deps).read(listing, { limit, cursor })
      return { items, nextCursor, total }
    },
  })

export const AUDIT_LOG_OPERATIONS = [listAt('GET /audit', 'audit.list'), listAt('GET /audit-log', 'audit_log.list')]
