/** The vault: secrets of tenants, each sealed for its use and opened only for that. */
export {
  type AuthConfig,
  type AuthConfigView,
  IDENTIFIER_FIELDS,
  openAuthConfig,
  saveAuthConfig,
  viewAuthConfig,
} from './auth-config.ts'
export { type KeyRing, keyRing, mapVaulted } from './key-ring.ts'
export {
  type DatedKeyUse,
  datedKeyUse,
  type KeyUse,
  keyOf,
  knownKeyUse,
  lookAtKeys,
  pageOf,
  requireKeys,
} from './key-use.ts'
export { type VaultKeys, vaultKeys } from './keys.ts'
export {
  AUDIT_SUBJECT,
  CASE_ATTACHMENT,
  EVIDENCE_FILE,
  nameOfColumn,
  PUSH_TOKEN,
  PUSH_TOKEN_HMAC,
  SEALED_COLUMNS,
  SESSION_KEY,
  type SealedColumn,
} from './sealed-columns.ts'
export { type Addresses, requireSecretAgain } from './secret-origin.ts'
export { isVaulted, openVault, type Vault, type VaultUse } from './vault.ts'
