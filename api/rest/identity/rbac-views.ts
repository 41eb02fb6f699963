/** API views of roles and permissions and their schemas. */
import { type Static, Type } from 'typebox'
import {
  type CustomRole,
  listedPermissions,
  type PermissionView,
  permissionsOfRole,
  STATIC_ROLES,
  staticRoleId,
} from '../../../control/identity/index.ts'
import { named } from '../../plugins/named-schemas.ts'
import { nullable, uuid } from '../views.ts'

export const permissionSchema = named(
  'Permission',
  Type.Object({
    id: uuid,
    name: Type.String(),
    description: Type.String(),
    category: Type.String({ description: 'the first word of the name; custom: of the tenant’s own making' }),
    is_system: Type.Boolean(),
  }),
)
export const roleSchema = named(
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

/** Everything that the role's tenant can allow. */
type Catalogue = readonly PermissionView[]

export function permissionView({ isSystem, ...view }: PermissionView): Static<typeof permissionSchema> {
  return { ...view, is_system: isSystem }
}

export function roleView(role: CustomRole, tenantId: string, catalogue: Catalogue): Static<typeof roleSchema> {
  const { id, name, description } = role
  const held = new Set(role.permissions)
  const permissions = catalogue.filter((view) => held.has(view.name)).map(permissionView)
  return { id, tenant_id: tenantId, name, description, is_system: false, permissions }
}

/**
 * System roles are the same in every tenant, so they belong to none; only the permissions of roles with a wildcard
 * differ.
 */
export function systemRoleViews(catalogue: Catalogue): Static<typeof roleSchema>[] {
  return STATIC_ROLES.map((role) => {
    const permissions = listedPermissions(permissionsOfRole(role), catalogue).map(permissionView)
    return { id: staticRoleId(role), tenant_id: null, name: role, description: null, is_system: true, permissions }
  })
}
