import { randomBytes } from 'node:crypto'
import { assert } from '../../../platform/assert.ts'
import { sha256 } from '../../../platform/sha256.ts'
import { orNull, type Row, text, time } from '../../../stores/postgres/columns.ts'
import { type AnyPermission, isAnyPermission, PERMISSIONS } from './permissions.ts'

/** An API key as a list shows it, without its secret. */
export type ApiKey = {
  readonly id: string
  readonly ownerId: string
  readonly name: string
  readonly prefix: string
  readonly scopes: readonly string[]
  readonly isActive: boolean
  readonly expiresAt: Date | null
  /** Keys that it ends with: one made it, others gave it scopes or another end. */
  readonly madeBy: readonly string[]
  readonly lastUsedAt: Date | null
  readonly createdAt: Date
}

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

export function toApiKey(row: Row): ApiKey {
  return {
    id: text(row, 'id'),
    ownerId: text(row, 'owner_id'),
    name: text(row, 'name'),
    prefix: text(row, 'prefix'),
    scopes: toScopes(row),
    isActive: row.is_active === true,
    expiresAt: orNull(time, row, 'expires_at'),
    madeBy: textsOf(row.made_by),
    lastUsedAt: orNull(time, row, 'last_used_at'),
    createdAt: time(row, 'created_at'),
  }
}

export function toScopes(row: Row): readonly string[] {
  return textsOf(row.scopes)
}

function textsOf(value: unknown): readonly string[] {
  assert(Array.isArray(value) && value.every((item) => typeof item === 'string'), 'scopes and ids are texts')
  return value
}
