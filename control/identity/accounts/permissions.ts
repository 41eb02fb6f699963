import { type CustomPermission, EVERY_CUSTOM, isCustomPermission } from './custom-permission.ts'
import { uuid5 } from './uuid5.ts'

/**
 * All built-in permissions. A route names one of these; a role, a key and a token hold some. None begins with
 * `custom:`, which is reserved for the tenants' own.
 */
const DESCRIPTIONS = {
  'alerts:read': 'see alerts',
  'alerts:write': 'submit alerts and change them',
  'alerts:delete': 'delete alerts',
  'cases:read': 'see cases',
  'cases:write': 'open cases and change them',
  'cases:delete': 'delete cases',
  'playbooks:read': 'see playbooks and their runs',
  'playbooks:write': 'author playbooks',
  'playbooks:execute': 'run playbooks',
  'connectors:read': 'see connectors',
  'connectors:write': 'configure connectors',
  'connectors:delete': 'delete connectors',
  'users:read': 'see users and API keys',
  'users:write': 'manage users, their roles and API keys',
  'rules:read': 'see detection rules',
  'rules:write': 'author detection rules',
  'reports:read': 'see reports and usage',
  'reports:write': 'make reports',
  'threat_intel:read': 'see indicators and look artefacts up',
  'threat_intel:write': 'manage indicators, feeds and submissions',
  'settings:read': 'see the settings of the tenant',
  'settings:write': 'change the settings of the tenant',
  'soc:write': 'run the SOC: SLA, queues, escalation, templates, on-call rotations, automation and decoys',
  'audit_log:read': 'read the audit log',
  'hunts:read': 'see hunts and their results',
  'hunts:write': 'send queries to enrolled hosts',
  'lake:query': 'ask the lake',
  'lake:read_schema': 'see the tables of the lake',
  'actions:read': 'see response actions',
  'actions:write': 'request and manage response actions',
  'actions:execute': 'execute response actions of low impact',
  'actions:execute:low': 'execute response actions of low impact',
  'actions:execute:medium': 'execute response actions of medium impact',
  'actions:execute:high': 'execute response actions of high impact',
  'knowledge_base:read': 'read the knowledge base',
  'roles:read': 'see roles and permissions',
  'roles:write': 'author roles',
  'plugins:read': 'see plugins',
  'plugins:execute': 'run plugins',
  'plugins:admin': 'manage plugins',
  'installation:read': 'see what concerns every tenant of the installation, such as its credential keys',
  'installation:write': 'act on the whole installation, such as sealing its secrets anew',
} as const

export type Permission = keyof typeof DESCRIPTIONS
/** A built-in permission, or one that the tenant defined. */
export type AnyPermission = Permission | CustomPermission

/** A set of permissions. `*` stands for all, and no route can grant it. */
export type PermissionSet = ReadonlySet<AnyPermission | '*'>

export type PermissionView = {
  readonly id: string
  readonly name: AnyPermission
  readonly description: string
  readonly category: string
  /** True for a built-in permission, which is the same in every tenant. */
  readonly isSystem: boolean
}

export const PERMISSIONS = Object.keys(DESCRIPTIONS) as Permission[]

const VIEWS = PERMISSIONS.map((name) => ({
  id: uuid5(`permission/${name}`),
  name,
  description: DESCRIPTIONS[name],
  category: name.slice(0, name.indexOf(':')),
  isSystem: true,
}))
const BY_ID = new Map(VIEWS.map((view) => [view.id, view]))

/**
 * A higher tier of impact confers the lower ones, and the bare permission the lowest; who may execute may ask for more.
 * The settings of a tenant include those of its SOC, and who may ask for actions may query hosts, as they did before
 * these had permissions of their own.
 */
const CONFERS: Partial<Record<AnyPermission, readonly Permission[]>> = {
  'settings:write': ['soc:write'],
  'actions:write': ['hunts:write'],
  'actions:execute': ['actions:execute:low', 'actions:write', 'hunts:write'],
  'actions:execute:low': ['actions:write', 'hunts:write'],
  'actions:execute:medium': ['actions:execute:low', 'actions:write', 'hunts:write'],
  'actions:execute:high': ['actions:execute:medium', 'actions:execute:low', 'actions:write', 'hunts:write'],
}

export function permissionViews(): readonly (PermissionView & { readonly name: Permission })[] {
  return VIEWS
}

export function permissionById(id: string): PermissionView | undefined {
  return BY_ID.get(id)
}

export function isPermission(name: string): name is Permission {
  return Object.hasOwn(DESCRIPTIONS, name)
}

/** True for a stored name that confers something: a name that this build no longer knows does not. */
export function isAnyPermission(name: string): name is AnyPermission {
  return isPermission(name) || isCustomPermission(name)
}

export function permissionSet(names: Iterable<AnyPermission | '*'>): PermissionSet {
  const set = new Set<AnyPermission | '*'>()
  for (const name of names) {
    set.add(name)
    if (name !== '*') for (const lower of CONFERS[name] ?? []) set.add(lower)
  }
  return set
}

export function holds(set: PermissionSet, permission: AnyPermission | '*'): boolean {
  return set.has('*') || set.has(permission) || (set.has(EVERY_CUSTOM) && isCustomPermission(permission))
}

/** The permissions of `wanted` that the set lacks, in the order of the catalogue. */
export function missingFrom(set: PermissionSet, wanted: Iterable<AnyPermission | '*'>): (AnyPermission | '*')[] {
  return [...wanted].filter((permission) => !holds(set, permission))
}

/**
 * The intersection of both: a key can never do more than its owner may do now. Either may hold by a wildcard what the
 * other names.
 */
export function intersection(a: PermissionSet, b: PermissionSet): PermissionSet {
  return new Set([...[...a].filter((name) => holds(b, name)), ...[...b].filter((name) => holds(a, name))])
}
