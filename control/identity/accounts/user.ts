import { Type } from 'typebox'
import { invalid } from '../../../platform/invalid-input.ts'
import { column, type RowOf, tableInCamelCase } from '../../../stores/postgres/table.ts'
import { STATIC_ROLES } from './static-roles.ts'

export type Preferences = Readonly<Record<string, unknown>>

/** A person who may sign in. Never holds the password's hash. */
export const USERS = tableInCamelCase('StoredUser', {
  id: column.uuid(),
  tenant_id: column.tenant(),
  email: column.text(),
  username: column.text(),
  role: column.word(STATIC_ROLES),
  is_active: column.bool(),
  preferences: column.json<Preferences>(Type.Record(Type.String(), Type.Unknown())),
  /** Set while a one-time password is in use. */
  password_expires_at: column.hidden(column.orNull(column.time())),
  last_login_at: column.orNull(column.time()),
  created_at: column.time(),
})
export type User = RowOf<typeof USERS>

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
