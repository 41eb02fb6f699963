import { Type } from 'typebox'
import { type ErasedIdentity, eraseIdentity } from '../../../control/identity/accounts/index.ts'
import { named } from '../../plugins/named-schemas.ts'
import { tenantWork } from '../../plugins/tenant-work.ts'
import { principalOf } from '../../route-config.ts'
import type { Routes } from '../api-app.ts'
import { auditLogOf, readerOf } from '../audit/reader.ts'
import { time, uuid } from '../views.ts'

const erasureSchema = named(
  'ErasureReport',
  Type.Object({
    user_id: uuid,
    status: Type.Literal('completed'),
    affected_counts: Type.Record(Type.String(), Type.Integer(), { description: 'rows, by what they are' }),
    completed_at: time,
  }),
)

export const identityRoutes: Routes = (app, deps) => {
  app.delete(
    '/identity/:user_id/data',
    {
      // Recorded by the erasure itself, under a reference that leads nowhere.
      config: { permission: 'users:write', removes: 'records' },
      schema: {
        tags: ['identity'],
        summary: 'Erase a person: the account becomes a tombstone, the audit log reads [erased] and verifies as before',
        params: Type.Object({ user_id: uuid }),
        response: { 200: erasureSchema },
      },
    },
    async (request) => {
      const { user_id } = request.params
      const log = auditLogOf(deps)
      const erased = await tenantWork(deps, request, async (tx) => {
        const identity = await eraseIdentity(tx, principalOf(request), user_id)
        const about = { subjectId: user_id, emails: emailsOf(identity), by: readerOf(request) }
        const { subjectsErased } = await log.erase(tx, about)
        return { ...identity.affected, audit_subjects: subjectsErased }
      })
      deps.principals.forget((principal) => principal.userId === user_id)
      const completed_at = new Date(deps.nowMs()).toISOString()
      return { user_id, status: 'completed' as const, affected_counts: erased, completed_at }
    },
  )
}

function emailsOf({ email }: ErasedIdentity): string[] {
  return email === null ? [] : [email]
}
