/**
 * Stores the `auth_config` of a connector, or of anything else that signs in to another system: identifiers in clear
 * text, every other field in the vault. An unknown field counts as a secret.
 */
import { AppError } from '../../../platform/errors.ts'
import { isVaulted, type Vault, type VaultUse } from './vault.ts'

export type AuthConfig = Readonly<Record<string, string>>

/** Fields that identify an account and are not secret. */
export const IDENTIFIER_FIELDS: ReadonlySet<string> = new Set([
  'tenant_id',
  'client_id',
  'account_id',
  'project_id',
  'organisation',
])

const FIELDS_MAX = 64
const VALUE_LENGTH_MAX = 65_536

/** The part that a reply may show: the identifiers, and which secrets are set. */
export type AuthConfigView = { readonly identifiers: AuthConfig; readonly secretsSet: readonly string[] }

/**
 * Returns the configuration to store after a save. A missing field keeps its value in `stored`, a null one is removed.
 * Kept secrets are sealed again under the newest key; one that no key opens stays unchanged, so that it does not block
 * saving the other fields. Throws `bad_request` for more than 64 fields, a value over 65,536 characters, and a value in
 * the vault's own format, which would be taken for a sealed secret.
 */
export function saveAuthConfig(
  vault: Vault,
  members: Readonly<Record<string, string | null>>,
  stored: AuthConfig,
  use: VaultUse,
  identifiers = IDENTIFIER_FIELDS,
): AuthConfig {
  const kept = Object.entries(stored)
    .filter(([field]) => !Object.hasOwn(members, field))
    .map(([field, value]) => [field, isVaulted(value) ? renewedOrKept(vault, value, use) : value])
  const saved = Object.entries(members)
    .filter((entry): entry is [string, string] => entry[1] !== null)
    .map(([field, value]) => [field, identifiers.has(field) ? checked(field, value) : sealed(vault, field, value, use)])
  const fields = [...kept, ...saved]
  if (fields.length > FIELDS_MAX) throw new AppError('bad_request', `auth_config has at most ${FIELDS_MAX} fields`)
  return Object.fromEntries(fields)
}

function renewedOrKept(vault: Vault, stored: string, use: VaultUse): string {
  try {
    return vault.renew(stored, use)
  } catch (error) {
    if (error instanceof AppError && error.code === 'secret_unreadable') return stored
    throw error
  }
}

/** Opens every field. Only for code that signs in with the values. Throws `secret_unreadable`. */
export function openAuthConfig(vault: Vault, stored: AuthConfig, use: VaultUse): AuthConfig {
  const open = ([field, value]: [string, string]) => [field, isVaulted(value) ? vault.decrypt(value, use) : value]
  return Object.fromEntries(Object.entries(stored).map(open))
}

export function viewAuthConfig(stored: AuthConfig): AuthConfigView {
  const fields = Object.entries(stored)
  return {
    identifiers: Object.fromEntries(fields.filter(([, value]) => !isVaulted(value))),
    secretsSet: fields.filter(([, value]) => isVaulted(value)).map(([field]) => field),
  }
}

function sealed(vault: Vault, field: string, value: string, use: VaultUse): string {
  return vault.encrypt(checked(field, value), use)
}

function checked(field: string, value: string): string {
  if (typeof value !== 'string' || value.length > VALUE_LENGTH_MAX || isVaulted(value))
    throw new AppError('bad_request', `auth_config.${field} is a text of at most ${VALUE_LENGTH_MAX} characters`)
  return value
}
