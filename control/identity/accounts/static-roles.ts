import { EVERY_CUSTOM } from './custom-permission.ts'
import { holds, type Permission, type PermissionSet, type PermissionView, permissionSet } from './permissions.ts'
import { uuid5 } from './uuid5.ts'

/** Roles that a user may be given over the API, lowest first. */
export const GRANTABLE_ROLES = ['viewer', 'soc_analyst', 'threat_hunter', 'soc_lead', 'tenant_admin'] as const
/**
 * Only the bootstrap command creates users with these roles. `api_service` is not a user's role: it names a service.
 */
export const ADMINISTRATOR_ROLES = ['admin', 'platform_admin'] as const
export const NEVER_GRANTED = [...ADMINISTRATOR_ROLES, 'api_service'] as const

export type GrantableRole = (typeof GRANTABLE_ROLES)[number]
export type AdministratorRole = (typeof ADMINISTRATOR_ROLES)[number]
export type StaticRole = GrantableRole | (typeof NEVER_GRANTED)[number]

const LAKE: Permission[] = ['lake:query', 'lake:read_schema']
const VIEWER: Permission[] = [
  'alerts:read',
  'cases:read',
  'reports:read',
  'threat_intel:read',
  'actions:read',
  'knowledge_base:read',
]
const ANALYST: Permission[] = [
  ...VIEWER,
  ...LAKE,
  'alerts:write',
  'cases:write',
  'playbooks:read',
  'playbooks:execute',
  'connectors:read',
  'hunts:read',
  'actions:execute',
]
const HUNTER: Permission[] = [
  ...VIEWER,
  ...LAKE,
  'cases:write',
  'threat_intel:write',
  'rules:read',
  'rules:write',
  'hunts:read',
  'hunts:write',
]
/** Runs the SOC: decides how cases are worked, authors playbooks, and agrees to containment that others ask for. */
const LEAD: Permission[] = [
  ...ANALYST,
  'actions:execute:high',
  'playbooks:write',
  'settings:read',
  'soc:write',
  'users:read',
  'rules:read',
  'rules:write',
  'reports:write',
  'threat_intel:write',
]
/** All built-in permissions except those for plugins, whose code runs in the installation. */
const TENANT_ADMIN: Permission[] = [
  ...LEAD,
  'alerts:delete',
  'cases:delete',
  'connectors:write',
  'connectors:delete',
  'users:write',
  'settings:write',
  'audit_log:read',
  'roles:read',
  'roles:write',
  'actions:write',
]

const HELD: Record<StaticRole, PermissionSet> = {
  viewer: permissionSet(VIEWER),
  soc_analyst: permissionSet(ANALYST),
  threat_hunter: permissionSet(HUNTER),
  soc_lead: permissionSet(LEAD),
  // Includes all custom permissions of the tenant: otherwise a tenant_admin could not administer their holders, nor let
  // a directory do so.
  tenant_admin: permissionSet([...TENANT_ADMIN, EVERY_CUSTOM]),
  admin: permissionSet(['*']),
  platform_admin: permissionSet(['*']),
  api_service: permissionSet(['*']),
}

/** Permissions of a service that shows the installation's service token and names a tenant. */
export const SERVICE_TOKEN_PERMISSIONS = permissionSet([
  'alerts:read',
  'cases:read',
  'connectors:read',
  'actions:read',
  'hunts:read',
  'threat_intel:read',
  'lake:query',
])

/**
 * The permissions of the agents service: it reads what it investigates, and requests actions, which the approval gate
 * decides on.
 */
export const AGENTS_TOKEN_PERMISSIONS = permissionSet([
  ...(['alerts:read', 'cases:read', 'rules:read', 'actions:read', 'threat_intel:read', 'lake:query'] as const),
  'actions:write',
])

export const STATIC_ROLES = Object.keys(HELD) as StaticRole[]

export function permissionsOfRole(role: StaticRole): PermissionSet {
  return HELD[role]
}

export function isStaticRole(name: string): name is StaticRole {
  return Object.hasOwn(HELD, name)
}

export function isGrantable(role: string): role is GrantableRole {
  return GRANTABLE_ROLES.some((name) => name === role)
}

export function staticRoleId(role: StaticRole): string {
  return uuid5(`role/${role}`)
}

/** For display: the permissions of a tenant's catalogue that are in the set; a wildcard lists the whole catalogue. */
export function listedPermissions<T extends Pick<PermissionView, 'name'>>(set: PermissionSet, of: readonly T[]): T[] {
  return of.filter(({ name }) => holds(set, name))
}
