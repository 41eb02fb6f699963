/** Operations of roles, of permissions, and of who has which. */
import { Type } from 'typebox'
import { type Placed, type Position, pageOfPlaced, positionOf } from '../../../platform/paging.ts'
import { named, nullable, pageOf, pageQueryOf, sent, uuid } from '../../../schemas/wire.ts'
import { holderOf, operationsOf } from '../../platform/acting/index.ts'
import {
  assignRole,
  CUSTOM_NAME,
  CUSTOM_NAME_MAX,
  type CustomRole,
  changePermission,
  createPermission,
  createRole,
  DESCRIPTION_MAX,
  effectivePermissions,
  listedPermissions,
  type PermissionView,
  type PrincipalCache,
  permissionCatalogue,
  permissionsOfRole,
  removePermission,
  removeRole,
  replaceRole,
  rolesPage,
  STATIC_ROLES,
  staticRoleId,
  unassignRole,
} from './index.ts'

type Deps = { readonly principals: PrincipalCache }

const operation = operationsOf<Deps>({ tag: 'roles' })

const permissionSchema = named(
  'Permission',
  Type.Object({
    id: uuid,
    name: Type.String(),
    description: Type.String(),
    category: Type.String({ description: 'first word of the name; custom: defined by the tenant' }),
    is_system: Type.Boolean(),
  }),
)
const roleSchema = named(
  'Role',
  Type.Object({
    id: uuid,
    tenant_id: nullable(Type.String()),
    name: Type.String(),
    description: nullable(Type.String()),
    is_system: Type.Boolean(),
    permissions: Type.Array(permissionSchema),
  }),
)
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
const description = Type.String({ minLength: 1, maxLength: DESCRIPTION_MAX, pattern: '\\S' })
const roleBody = sent('RolePut', {
  name: Type.String({ minLength: 1, maxLength: 120 }),
  description: Type.Optional(nullable(Type.String({ maxLength: 2000 }))),
  permission_ids: Type.Array(uuid, { maxItems: 100 }),
})

const permissions = operation.list({
  name: 'permissions.list',
  summary: 'All permissions: those of svc, then the tenant’s own by name',
  permission: 'roles:read',
  path: 'GET /rbac/permissions',
  item: permissionSchema,
  run: ({ tx }) => permissionCatalogue(tx),
})

const addPermission = operation({
  name: 'permissions.create',
  summary: 'Create a permission of the tenant’s own for its roles and keys',
  permission: 'roles:write',
  audit: 'permission:created',
  path: 'POST /rbac/permissions',
  status: 201,
  idempotent: true,
  body: sent('PermissionCreate', {
    name: Type.String({
      maxLength: CUSTOM_NAME_MAX,
      pattern: CUSTOM_NAME.source,
      description: 'custom: followed by one to three words',
    }),
    description,
  }),
  output: permissionSchema,
  async run({ tx, note }, input) {
    const made = await createPermission(tx, input)
    note({ resource: 'permission', resourceId: made.id, changes: namedOf(made) })
    return made
  },
})

const describePermission = operation({
  name: 'permissions.describe',
  summary: 'Change the description of a permission of the tenant’s own; its name stays',
  permission: 'roles:write',
  audit: 'permission:updated',
  path: 'PUT /rbac/permissions/:id',
  body: sent('PermissionPut', { description }),
  output: permissionSchema,
  async run({ tx, note, actor }, { id, description }) {
    const changed = await changePermission(tx, holderOf(actor), id, description)
    note({ resource: 'permission', resourceId: id, changes: namedOf(changed) })
    return changed
  },
})

const deletePermission = operation({
  name: 'permissions.delete',
  summary: 'Delete a permission of the tenant’s own; 409 while a role or an active key holds it',
  permission: 'roles:write',
  audit: 'permission:deleted',
  removes: 'access',
  path: 'DELETE /rbac/permissions/:id',
  async run({ tx, note, actor }, { id }) {
    const removed = await removePermission(tx, holderOf(actor), id)
    note({ resource: 'permission', resourceId: removed.id, changes: { name: removed.name } })
  },
})

const roles = operation({
  name: 'roles.list',
  summary: 'Roles: the tenant’s own, newest first, then the system roles',
  permission: 'roles:read',
  path: 'GET /rbac/roles',
  query: pageQueryOf({}),
  output: pageOf(roleSchema),
  async run({ tx }, { limit, cursor }) {
    const after = positionOf(cursor)
    const [own, catalogue] = await Promise.all([rolesPage(tx, limit + 1, after), permissionCatalogue(tx)])
    const placed = own.map(({ item, position }) => ({ item: roleView(item, tx.tenantId, catalogue), position }))
    return pageOfPlaced([...placed, ...systemRolesAfter(after, systemRoleViews(catalogue))], limit)
  },
})

const create = operation({
  name: 'roles.create',
  summary: 'Create a role',
  permission: 'roles:write',
  audit: 'role:created',
  path: 'POST /rbac/roles',
  status: 201,
  idempotent: true,
  body: roleBody,
  output: roleSchema,
  async run({ tx, note, actor }, { permission_ids: permissionIds, ...input }) {
    const role = await createRole(tx, holderOf(actor), { ...input, permissionIds })
    note({ resource: 'role', resourceId: role.id, changes: { name: role.name, permissions: role.permissions } })
    return roleView(role, tx.tenantId, await permissionCatalogue(tx))
  },
})

const replace = operation.outside({
  name: 'roles.replace',
  summary: 'Replace a role',
  permission: 'roles:write',
  audit: 'role:updated',
  path: 'PUT /rbac/roles/:id',
  body: roleBody,
  output: roleSchema,
  async run({ work, actor, deps }, { id, permission_ids: permissionIds, ...input }) {
    const replaced = await work(async (tx, note) => {
      const role = await replaceRole(tx, holderOf(actor), id, { ...input, permissionIds })
      note({ resource: 'role', resourceId: role.id, changes: { name: role.name, permissions: role.permissions } })
      return roleView(role, tx.tenantId, await permissionCatalogue(tx))
    })
    forgetTenant(deps, actor.tenantId)
    return replaced
  },
})

const remove = operation.outside({
  name: 'roles.delete',
  summary: 'Delete a role',
  permission: 'roles:write',
  audit: 'role:deleted',
  removes: 'access',
  path: 'DELETE /rbac/roles/:id',
  async run({ work, actor, deps }, { id }) {
    await work(async (tx, note) => {
      note({ resource: 'role', resourceId: id })
      await removeRole(tx, holderOf(actor), id)
    })
    forgetTenant(deps, actor.tenantId)
  },
})

const assign = operation.outside({
  name: 'roles.assign',
  summary: 'Assign a role to a user; repeating it changes nothing',
  permission: 'users:write',
  audit: 'role:assigned',
  path: 'POST /rbac/users/:user_id/roles',
  body: sent('RoleAssign', { role_id: uuid }),
  output: effectiveSchema,
  async run({ work, actor, deps }, { user_id, role_id }) {
    const effective = await work(async (tx, note) => {
      const isNew = await assignRole(tx, holderOf(actor), user_id, role_id)
      note(isNew ? { resource: 'user', resourceId: user_id, changes: { role_id } } : null)
      return effectivePermissions(tx, user_id)
    })
    forgetUser(deps, user_id)
    return effective
  },
})

const unassign = operation.outside({
  name: 'roles.unassign',
  summary: 'Remove a role from a user',
  permission: 'users:write',
  audit: 'role:unassigned',
  removes: 'access',
  path: 'DELETE /rbac/users/:user_id/roles/:role_id',
  async run({ work, actor, deps }, { user_id, role_id }) {
    await work(async (tx, note) => {
      note({ resource: 'user', resourceId: user_id, changes: { role_id } })
      await unassignRole(tx, holderOf(actor), user_id, role_id)
    })
    forgetUser(deps, user_id)
  },
})

const effective = operation({
  name: 'roles.effective',
  summary: 'Effective permissions of a user, with the roles that grant them',
  permission: 'users:read',
  path: 'GET /rbac/users/:user_id/effective-permissions',
  output: effectiveSchema,
  run: ({ tx }, { user_id }) => effectivePermissions(tx, user_id),
})

export const ROLE_OPERATIONS = [
  permissions,
  addPermission,
  describePermission,
  deletePermission,
  roles,
  create,
  replace,
  remove,
  assign,
  unassign,
  effective,
]

const forgetTenant = ({ principals }: Deps, tenant: string) => principals.forget(({ tenantId }) => tenantId === tenant)
const forgetUser = ({ principals }: Deps, id: string) => principals.forget(({ userId }) => userId === id)

const namedOf = ({ name, description }: { readonly name: string; readonly description: string }) => ({
  name,
  description,
})

/** System roles have no creation time: they are listed after all roles of a tenant. */
const OLDEST = '1970-01-01 00:00:00+00'

function systemRolesAfter<T extends { readonly id: string }>(after: Position | null, roles: readonly T[]): Placed<T>[] {
  const placed = roles.map((item) => ({ item, position: [OLDEST, item.id] as const }))
  return after?.[0] === OLDEST ? placed.slice(1 + placed.findIndex(({ item }) => item.id === after[1])) : placed
}

/** Everything that the role's tenant can allow. */
type Catalogue = readonly PermissionView[]

function roleView(role: CustomRole, tenantId: string | null, catalogue: Catalogue) {
  const held = new Set(role.permissions)
  return { ...role, tenantId, isSystem: false, permissions: catalogue.filter((view) => held.has(view.name)) }
}

/**
 * System roles are the same in every tenant and belong to none; only the expanded permissions of roles with a wildcard
 * differ.
 */
function systemRoleViews(catalogue: Catalogue) {
  return STATIC_ROLES.map((role) => {
    const permissions = listedPermissions(permissionsOfRole(role), catalogue)
    return { id: staticRoleId(role), tenantId: null, name: role, description: null, isSystem: true, permissions }
  })
}
