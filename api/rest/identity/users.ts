import { Type } from 'typebox'
import {
  changePassword,
  getUser,
  mergePreferences,
  PASSWORD_MAX,
  type Principal,
  preparePassword,
} from '../../../control/identity/accounts/index.ts'
import { delegationById } from '../../../control/identity/organisations/index.ts'
import { AppError } from '../../../platform/errors.ts'
import { sourceOf } from '../../../platform/http/source-address.ts'
import { closed } from '../../../schemas/wire.ts'
import { withTenant } from '../../../stores/postgres/pool.ts'
import { named } from '../../plugins/named-schemas.ts'
import { tenantWork } from '../../plugins/tenant-work.ts'
import { principalOf } from '../../route-config.ts'
import type { Routes } from '../api-app.ts'
import { delegateView, meSchema, meView } from '../views.ts'

const password = Type.String({ minLength: 1, maxLength: PASSWORD_MAX })
const mePatch = named(
  'MePatch',
  Type.Object({ preferences: Type.Record(Type.String({ maxLength: 100 }), Type.Unknown()) }, closed),
)
const passwordBody = named(
  'PasswordChange',
  Type.Object({ current_password: password, new_password: password }, closed),
)
const tags = ['identity']

export const userRoutes: Routes = (app, deps) => {
  app.get(
    '/users/me',
    {
      config: { permission: 'signed_in' },
      schema: {
        tags,
        summary: 'The signed-in user; under a delegation, who it is, in which tenant, and by which delegation',
        response: { 200: meSchema },
      },
    },
    async (request) => {
      const principal = principalOf(request)
      const { userId, delegationId, permissions } = principal
      if (delegationId === null)
        return tenantWork(deps, request, async (tx) => meView(await getUser(tx, personOf(principal)), permissions))
      const by = await tenantWork(deps, request, (tx) => delegationById(tx, delegationId))
      if (by === null || userId === null) throw new AppError('forbidden', 'the delegation of this session is over')
      // A person of a provider is a user of its own tenant only.
      const user = await withTenant(deps.pool, by.homeTenant, (tx) => getUser(tx, userId))
      return delegateView(user, permissions, by)
    },
  )

  app.patch(
    '/users/me',
    {
      config: { permission: 'signed_in', ofPerson: true },
      schema: { tags, summary: 'Merge preferences; null removes one', body: mePatch, response: { 200: meSchema } },
    },
    (request) =>
      tenantWork(deps, request, async (tx) =>
        meView(
          await mergePreferences(tx, personOf(principalOf(request)), request.body.preferences),
          principalOf(request).permissions,
        ),
      ),
  )

  app.put(
    '/users/me/password',
    {
      config: { permission: 'signed_in', ofPerson: true, audit: 'user:password_changed' },
      schema: { tags, summary: 'Change the own password', body: passwordBody, response: { 204: Type.Null() } },
    },
    async (request, reply) => {
      const principal = principalOf(request)
      const { current_password: current, new_password: next } = request.body
      const prepared = await preparePassword(deps, principal, { current, next, source: sourceOf(request.ip) })
      await tenantWork(deps, request, async (tx, note) => {
        await changePassword(tx, prepared, principal.sessionId)
        note({ resource: 'user', resourceId: prepared.userId })
      })
      deps.principals.forget(({ userId, kind }) => userId === prepared.userId && kind === 'user')
      return reply.code(204).send(null)
    },
  )
}

/** Throws `forbidden` for a service, and for a person who works in a tenant other than their own. */
function personOf({ userId, delegationId }: Principal): string {
  if (userId === null || delegationId !== null) throw new AppError('forbidden', 'this is for users of this tenant')
  return userId
}
