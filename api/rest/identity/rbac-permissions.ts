import { Type } from 'typebox'
import {
  CUSTOM_NAME,
  CUSTOM_NAME_MAX,
  changePermission,
  createPermission,
  DESCRIPTION_MAX,
  permissionCatalogue,
  removePermission,
} from '../../../control/identity/index.ts'
import { pageOfList } from '../../../platform/paging.ts'
import { closed, pageOf, pageQuery } from '../../../schemas/wire.ts'
import { once } from '../../plugins/idempotency.ts'
import { named } from '../../plugins/named-schemas.ts'
import { tenantWork } from '../../plugins/tenant-work.ts'
import { principalOf } from '../../route-config.ts'
import type { Routes } from '../api-app.ts'
import { uuid } from '../views.ts'
import { permissionSchema, permissionView } from './rbac-views.ts'

const permissionId = Type.Object({ id: uuid })
const name = Type.String({
  maxLength: CUSTOM_NAME_MAX,
  pattern: CUSTOM_NAME.source,
  description: 'custom: and one to three words',
})
const description = Type.String({ minLength: 1, maxLength: DESCRIPTION_MAX, pattern: '\\S' })
const createBody = named('PermissionCreate', Type.Object({ name, description }, closed))
const putBody = named('PermissionPut', Type.Object({ description }, closed))
const tags = ['roles']

/** Routes of permissions: those that svc checks, and those that a tenant made for its own resources. */
export const permissionRoutes: Routes = (app, deps) => {
  app.get(
    '/rbac/permissions',
    {
      config: { permission: 'roles:read' },
      schema: {
        tags,
        summary: 'Everything that can be allowed: what svc asks for, and after it the tenant’s own, by name',
        querystring: Type.Object(pageQuery),
        response: { 200: pageOf(permissionSchema) },
      },
    },
    (request) =>
      tenantWork(deps, request, async (tx) =>
        pageOfList(await permissionCatalogue(tx), request.query, ({ id }) => id, permissionView),
      ),
  )

  app.post(
    '/rbac/permissions',
    {
      config: { permission: 'roles:write', audit: 'permission:created', idempotent: true },
      schema: {
        tags,
        summary: 'Name something that the tenant guards itself, so that its roles and keys may hold it',
        body: createBody,
        response: { 201: permissionSchema },
      },
    },
    async (request, reply) => {
      const view = await tenantWork(deps, request, (tx, note) =>
        once(tx, request, note, async () => {
          const made = await createPermission(tx, request.body)
          note({ resource: 'permission', resourceId: made.id, changes: namedOf(made) })
          return permissionView(made)
        }),
      )
      return reply.code(201).send(view)
    },
  )

  app.put(
    '/rbac/permissions/:id',
    {
      config: { permission: 'roles:write', audit: 'permission:updated' },
      schema: {
        tags,
        summary: 'Describe a permission of the tenant’s own anew; its name stays',
        params: permissionId,
        body: putBody,
        response: { 200: permissionSchema },
      },
    },
    (request) =>
      tenantWork(deps, request, async (tx, note) => {
        const { id } = request.params
        const changed = await changePermission(tx, principalOf(request), id, request.body.description)
        note({ resource: 'permission', resourceId: id, changes: namedOf(changed) })
        return permissionView(changed)
      }),
  )

  app.delete(
    '/rbac/permissions/:id',
    {
      config: { permission: 'roles:write', audit: 'permission:deleted', removes: 'access' },
      schema: {
        tags,
        summary: 'Delete a permission of the tenant’s own; 409 while a role or a key that works holds it',
        params: permissionId,
        response: { 204: Type.Null() },
      },
    },
    async (request, reply) => {
      await tenantWork(deps, request, async (tx, note) => {
        const removed = await removePermission(tx, principalOf(request), request.params.id)
        note({ resource: 'permission', resourceId: removed.id, changes: { name: removed.name } })
      })
      return reply.code(204).send(null)
    },
  )
}

function namedOf({ name, description }: { readonly name: string; readonly description: string }) {
  return { name, description }
}
