/** Filters of the audit log as callers send them. */
import { type Static, type TObject, Type } from 'typebox'
import { timeOf } from '../../../platform/time-of.ts'
import { plainText } from '../../../schemas/wire.ts'
import type { AuditQuery } from './list-entries.ts'

export const auditFilters = {
  action: Type.Optional(Type.String({ minLength: 1, maxLength: 100, description: 'prefix of the value' })),
  resource: Type.Optional(plainText(100)),
  resource_id: Type.Optional(plainText(320)),
  actor_id: Type.Optional(plainText(320)),
  search: Type.Optional(plainText(200)),
  from: Type.Optional(Type.String({ maxLength: 40, description: 'recorded at this time or later' })),
  until: Type.Optional(Type.String({ maxLength: 40, description: 'recorded before this time' })),
}

type Filters = Static<TObject<typeof auditFilters>>

export function auditQueryOf({ from, until, resource_id, actor_id, ...rest }: Filters): AuditQuery {
  return {
    ...rest,
    resourceId: resource_id,
    actorId: actor_id,
    from: from === undefined ? undefined : timeOf(from, 'query', 'from'),
    until: until === undefined ? undefined : timeOf(until, 'query', 'until'),
  }
}
