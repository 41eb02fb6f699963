import { randomBytes } from 'node:crypto'
import { Type } from 'typebox'
import { sha256 } from '../../../platform/sha256.ts'
import { uuid } from '../../../schemas/wire.ts'
import { column, type RowOf, tableInCamelCase } from '../../../stores/postgres/table.ts'
import { type AnyPermission, isAnyPermission, PERMISSIONS } from './permissions.ts'

/** An API key as a list shows it, without its secret. */
export const API_KEYS = tableInCamelCase('ApiKey', {
  id: column.uuid(),
  owner_id: column.hidden(column.text()),
  name: column.text(),
  prefix: column.text(),
  scopes: column.texts(),
  expires_at: column.orNull(column.time()),
  made_by: column.json<readonly string[]>(
    Type.Array(uuid, { description: 'API keys that created this one; it ends with any of them' }),
  ),
  created_at: column.time(),
  is_active: column.bool(),
  last_used_at: column.orNull(column.time()),
})
export type ApiKey = RowOf<typeof API_KEYS>

const RAW = /^svc_[0-9a-f]{48}$/
const PREFIX_LENGTH = 12

/** 192 random bits. */
export function newRawKey(): string {
  return `svc_${randomBytes(24).toString('hex')}`
}

/** True for a text of the form of a key; any other needs no look-up. */
export function isRawKey(raw: string): boolean {
  return RAW.test(raw)
}

export function prefixOf(raw: string): string {
  return raw.slice(0, PREFIX_LENGTH)
}

/** The stored form, which look-ups use. */
export const keyDigest = (raw: string): Buffer => sha256(raw)

/** The scopes that every tenant has: built-in permissions, and `*` for all of a resource. */
export const SCOPES: readonly string[] = [
  ...PERMISSIONS,
  ...new Set(PERMISSIONS.map((name) => `${name.slice(0, name.indexOf(':'))}:*`)),
]

/**
 * Permissions of a scope: `*`, `resource:*` or one permission. Null for any other word. `custom:*` is refused: a key
 * must name each custom permission, so that its holders can be listed before the permission is deleted.
 */
export function permissionsOfScope(scope: string): readonly (AnyPermission | '*')[] | null {
  if (scope === '*') return ['*']
  if (isAnyPermission(scope)) return [scope]
  if (!scope.endsWith(':*')) return null
  const under = PERMISSIONS.filter((permission) => permission.startsWith(scope.slice(0, -1)))
  return under.length > 0 ? under : null
}

/** A scope that this build no longer knows confers nothing. */
export function permissionsOfScopes(scopes: readonly string[]): (AnyPermission | '*')[] {
  return scopes.flatMap((scope) => permissionsOfScope(scope) ?? [])
}
