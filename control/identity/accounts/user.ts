import { assert } from '../../../platform/assert.ts'
import { invalid } from '../../../platform/invalid-input.ts'
import { type TenantId, tenantId } from '../../../platform/tenant.ts'
import { orNull, type Row, text, time } from '../../../stores/postgres/columns.ts'
import { isStaticRole, type StaticRole } from './static-roles.ts'

export type Preferences = Readonly<Record<string, unknown>>

/** A person who may sign in. Never holds the password's hash. */
export type User = {
  readonly id: string
  readonly tenantId: TenantId
  readonly email: string
  readonly username: string
  readonly role: StaticRole
  readonly isActive: boolean
  readonly preferences: Preferences
  /** Set while a one-time password is in use. */
  readonly passwordExpiresAt: Date | null
  readonly lastLoginAt: Date | null
  readonly createdAt: Date
}

export const USER_COLUMNS = `id, tenant_id, email, username, role, is_active, preferences, password_expires_at,
  last_login_at, created_at`

export function toUser(row: Row): User {
  return {
    id: text(row, 'id'),
    tenantId: tenantId(text(row, 'tenant_id')),
    email: text(row, 'email'),
    username: text(row, 'username'),
    role: toRole(row),
    isActive: row.is_active === true,
    preferences: toPreferences(row),
    passwordExpiresAt: orNull(time, row, 'password_expires_at'),
    lastLoginAt: orNull(time, row, 'last_login_at'),
    createdAt: time(row, 'created_at'),
  }
}

export function toRole(row: Row): StaticRole {
  const role = text(row, 'role')
  assert(isStaticRole(role), `a stored role is one of ours, not ${role}`)
  return role
}

function toPreferences(row: Row): Preferences {
  const stored = row.preferences
  assert(typeof stored === 'object' && stored !== null, 'preferences are an object')
  return stored as Preferences
}

/** One local part and one domain; only a message to the address can tell whether it exists. */
const EMAIL = /^[^\s@\p{C}]{1,64}@[^\s@\p{C}]{1,189}$/u

/** The form in which an address is stored and looked up. */
export function normalEmail(email: string): string {
  return email.normalize('NFC').trim().toLowerCase()
}

/** Throws 422 at that member of the body. */
export function checkEmail(email: string, member = 'email'): string {
  const normal = normalEmail(email)
  if (!EMAIL.test(normal)) throw invalid(member, 'not an e-mail address')
  return normal
}

export function isEmail(text: string): boolean {
  return EMAIL.test(normalEmail(text))
}
