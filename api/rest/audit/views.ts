/** API views of the audit log and their schemas. */
import { type Static, Type } from 'typebox'
import type { AuditView } from '../../../control/platform/audit/index.ts'
import { named } from '../../plugins/named-schemas.ts'
import { nullable, time, uuid } from '../views.ts'

export const tags = ['audit']
const nullableText = nullable(Type.String())

export const entrySchema = named(
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

export function entryView(entry: AuditView): Static<typeof entrySchema> {
  return { ...entry }
}
