import { Type } from 'typebox'
import {
  changePassword,
  changeUser,
  createUser,
  getUser,
  mergePreferences,
  PASSWORD_MAX,
  type Principal,
  preparePassword,
  prepareUser,
  usersPage,
} from '../../../control/identity/index.ts'
import { delegationById } from '../../../control/organisations/index.ts'
import { AppError } from '../../../platform/errors.ts'
import { pageOfPlaced, positionOf } from '../../../platform/paging.ts'
import { closed, pageOf, pageQuery } from '../../../schemas/wire.ts'
import { withTenant } from '../../../stores/postgres/pool.ts'
import { once } from '../../plugins/idempotency.ts'
import { named } from '../../plugins/named-schemas.ts'
import { sourceOf } from '../../plugins/source-address.ts'
import { tenantWork } from '../../plugins/tenant-work.ts'
import { principalOf } from '../../route-config.ts'
import type { Routes } from '../api-app.ts'
import { delegateView, meSchema, meView, userSchema, userView, uuid } from '../views.ts'

const userId = Type.Object({ id: uuid })
const username = Type.String({ minLength: 1, maxLength: 120 })
const password = Type.String({ minLength: 1, maxLength: PASSWORD_MAX })
const role = Type.String({ minLength: 1, maxLength: 60 })
const createBody = named(
  'UserCreate',
  Type.Object(
    { email: Type.String({ minLength: 3, maxLength: 254 }), username, password, role: Type.Optional(role) },
    closed,
  ),
)
const patchBody = named(
  'UserPatch',
  Type.Object(
    { username: Type.Optional(username), role: Type.Optional(role), is_active: Type.Optional(Type.Boolean()) },
    { ...closed, minProperties: 1 },
  ),
)
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

  app.get(
    '/users',
    {
      config: { permission: 'users:read' },
      schema: {
        tags,
        summary: 'Users, newest first',
        querystring: Type.Object(pageQuery),
        response: { 200: pageOf(userSchema) },
      },
    },
    (request) => {
      const { limit, cursor } = request.query
      const after = positionOf(cursor)
      return tenantWork(deps, request, async (tx) =>
        pageOfPlaced(await usersPage(tx, limit + 1, after), limit, userView),
      )
    },
  )

  app.post(
    '/users',
    {
      config: { permission: 'users:write', audit: 'user:created', idempotent: true },
      schema: { tags, summary: 'Create a user', body: createBody, response: { 201: userSchema } },
    },
    async (request, reply) => {
      const prepared = await prepareUser(deps.slots, principalOf(request), request.body)
      const view = await tenantWork(deps, request, (tx, note) =>
        once(tx, request, note, async () => {
          const user = await createUser(tx, prepared)
          note({ resource: 'user', resourceId: user.id, changes: { email: user.email, role: user.role } })
          return userView(user)
        }),
      )
      return reply.code(201).send(view)
    },
  )

  app.get(
    '/users/:id',
    {
      config: { permission: 'users:read' },
      schema: { tags, summary: 'One user', params: userId, response: { 200: userSchema } },
    },
    (request) => tenantWork(deps, request, async (tx) => userView(await getUser(tx, request.params.id))),
  )

  app.patch(
    '/users/:id',
    {
      config: { permission: 'users:write', audit: 'user:updated' },
      schema: {
        tags,
        summary: 'Change a user; deactivating ends its sessions and keys',
        params: userId,
        body: patchBody,
        response: { 200: userSchema },
      },
    },
    async (request) => {
      const { id } = request.params
      const { is_active: isActive, ...rest } = request.body
      const view = await tenantWork(deps, request, async (tx, note) => {
        note({ resource: 'user', resourceId: id, changes: request.body })
        return userView(await changeUser(tx, principalOf(request), id, { ...rest, isActive }))
      })
      deps.principals.forget((principal) => principal.userId === id)
      return view
    },
  )
}

/** Throws `forbidden` for a service, and for a person who works in a tenant other than their own. */
function personOf({ userId, delegationId }: Principal): string {
  if (userId === null || delegationId !== null) throw new AppError('forbidden', 'this is for users of this tenant')
  return userId
}
