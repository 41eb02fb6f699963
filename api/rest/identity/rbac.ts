import { Type } from 'typebox'
import {
  assignRole,
  createRole,
  effectivePermissions,
  type Placed,
  type Position,
  permissionCatalogue,
  removeRole,
  replaceRole,
  rolesPage,
  unassignRole,
} from '../../../control/identity/index.ts'
import { pageOfPlaced, positionOf } from '../../../platform/paging.ts'
import { closed, pageOf, pageQuery } from '../../../schemas/wire.ts'
import { once } from '../../plugins/idempotency.ts'
import { named } from '../../plugins/named-schemas.ts'
import { tenantWork } from '../../plugins/tenant-work.ts'
import { principalOf } from '../../route-config.ts'
import type { Routes } from '../api-app.ts'
import { nullable, uuid } from '../views.ts'
import { permissionRoutes } from './rbac-permissions.ts'
import { roleSchema, roleView, systemRoleViews } from './rbac-views.ts'

const roleId = Type.Object({ id: uuid })
const ofUser = Type.Object({ user_id: uuid })
const roleBody = named(
  'RolePut',
  Type.Object(
    {
      name: Type.String({ minLength: 1, maxLength: 120 }),
      description: Type.Optional(nullable(Type.String({ maxLength: 2000 }))),
      permission_ids: Type.Array(uuid, { maxItems: 100 }),
    },
    closed,
  ),
)
const assignBody = named('RoleAssign', Type.Object({ role_id: uuid }, closed))
const effectiveSchema = named(
  'EffectivePermissions',
  Type.Object({
    user_id: uuid,
    roles: Type.Array(
      Type.Object({ name: Type.String(), source: Type.String({ description: 'static, custom, sso or scim' }) }),
    ),
    permissions: Type.Array(Type.String()),
    by_permission: Type.Record(Type.String(), Type.Array(Type.String())),
  }),
)
const tags = ['roles']

export const rbacRoutes: Routes = (app, deps) => {
  permissionRoutes(app, deps)

  app.get(
    '/rbac/roles',
    {
      config: { permission: 'roles:read' },
      schema: {
        tags,
        summary: 'Roles: the own ones, newest first, and after them the system roles',
        querystring: Type.Object(pageQuery),
        response: { 200: pageOf(roleSchema) },
      },
    },
    (request) => {
      const { limit, cursor } = request.query
      const after = positionOf(cursor)
      return tenantWork(deps, request, async (tx) => {
        const [own, catalogue] = await Promise.all([rolesPage(tx, limit + 1, after), permissionCatalogue(tx)])
        const placed = own.map(({ item, position }) => ({ item: roleView(item, tx.tenantId, catalogue), position }))
        return pageOfPlaced([...placed, ...systemRolesAfter(after, systemRoleViews(catalogue))], limit, (view) => view)
      })
    },
  )

  app.post(
    '/rbac/roles',
    {
      config: { permission: 'roles:write', audit: 'role:created', idempotent: true },
      schema: { tags, summary: 'Author a role', body: roleBody, response: { 201: roleSchema } },
    },
    async (request, reply) => {
      const input = inputOf(request.body)
      const view = await tenantWork(deps, request, (tx, note) =>
        once(tx, request, note, async () => {
          const role = await createRole(tx, principalOf(request), input)
          note({ resource: 'role', resourceId: role.id, changes: { name: role.name, permissions: role.permissions } })
          return roleView(role, tx.tenantId, await permissionCatalogue(tx))
        }),
      )
      return reply.code(201).send(view)
    },
  )

  app.put(
    '/rbac/roles/:id',
    {
      config: { permission: 'roles:write', audit: 'role:updated' },
      schema: { tags, summary: 'Replace a role', params: roleId, body: roleBody, response: { 200: roleSchema } },
    },
    async (request) => {
      const view = await tenantWork(deps, request, async (tx, note) => {
        const role = await replaceRole(tx, principalOf(request), request.params.id, inputOf(request.body))
        note({ resource: 'role', resourceId: role.id, changes: { name: role.name, permissions: role.permissions } })
        return roleView(role, tx.tenantId, await permissionCatalogue(tx))
      })
      forgetTenant(principalOf(request).tenantId)
      return view
    },
  )

  app.delete(
    '/rbac/roles/:id',
    {
      config: { permission: 'roles:write', audit: 'role:deleted', removes: 'access' },
      schema: { tags, summary: 'Delete a role', params: roleId, response: { 204: Type.Null() } },
    },
    async (request, reply) => {
      await tenantWork(deps, request, async (tx, note) => {
        note({ resource: 'role', resourceId: request.params.id })
        await removeRole(tx, principalOf(request), request.params.id)
      })
      forgetTenant(principalOf(request).tenantId)
      return reply.code(204).send(null)
    },
  )

  app.post(
    '/rbac/users/:user_id/roles',
    {
      config: { permission: 'users:write', audit: 'role:assigned' },
      schema: {
        tags,
        summary: 'Give a user a role; doing it again changes nothing',
        params: ofUser,
        body: assignBody,
        response: { 200: effectiveSchema },
      },
    },
    async (request) => {
      const { user_id: userId } = request.params
      const view = await tenantWork(deps, request, async (tx, note) => {
        note({ resource: 'user', resourceId: userId, changes: { role_id: request.body.role_id } })
        await assignRole(tx, principalOf(request), userId, request.body.role_id)
        return effectiveView(await effectivePermissions(tx, userId))
      })
      forgetUser(userId)
      return view
    },
  )

  app.delete(
    '/rbac/users/:user_id/roles/:role_id',
    {
      config: { permission: 'users:write', audit: 'role:unassigned', removes: 'access' },
      schema: {
        tags,
        summary: 'Take a role from a user',
        params: Type.Object({ user_id: uuid, role_id: uuid }),
        response: { 204: Type.Null() },
      },
    },
    async (request, reply) => {
      const { user_id: userId, role_id: id } = request.params
      await tenantWork(deps, request, async (tx, note) => {
        note({ resource: 'user', resourceId: userId, changes: { role_id: id } })
        await unassignRole(tx, principalOf(request), userId, id)
      })
      forgetUser(userId)
      return reply.code(204).send(null)
    },
  )

  app.get(
    '/rbac/users/:user_id/effective-permissions',
    {
      config: { permission: 'users:read' },
      schema: { tags, summary: 'What a user may do, and why', params: ofUser, response: { 200: effectiveSchema } },
    },
    (request) =>
      tenantWork(deps, request, async (tx) => effectiveView(await effectivePermissions(tx, request.params.user_id))),
  )

  const forgetTenant = (tenant: string) => deps.principals.forget(({ tenantId }) => tenantId === tenant)
  const forgetUser = (id: string) => deps.principals.forget(({ userId }) => userId === id)
}

/** System roles have no age: they stand after everything a tenant made. */
const OLDEST = '1970-01-01 00:00:00+00'

function systemRolesAfter<T extends { readonly id: string }>(after: Position | null, roles: readonly T[]): Placed<T>[] {
  const placed = roles.map((item) => ({ item, position: [OLDEST, item.id] as const }))
  return after?.[0] === OLDEST ? placed.slice(1 + placed.findIndex(({ item }) => item.id === after[1])) : placed
}

type RoleBody = { name: string; description?: string | null; permission_ids: string[] }

function inputOf({ name, description, permission_ids: permissionIds }: RoleBody) {
  return { name, description, permissionIds }
}

function effectiveView(found: Awaited<ReturnType<typeof effectivePermissions>>) {
  const by_permission = Object.fromEntries(
    Object.entries(found.byPermission).map(([permission, roles]) => [permission, [...(roles ?? [])]]),
  )
  const roles = found.roles.map((role) => ({ ...role }))
  return { user_id: found.userId, roles, permissions: [...found.permissions], by_permission }
}
