/** What other contexts and the services may use of the vault. */
export {
  type AuthConfig,
  type AuthConfigView,
  IDENTIFIER_FIELDS,
  openAuthConfig,
  saveAuthConfig,
  viewAuthConfig,
} from './auth-config.ts'
export { type VaultKeys, vaultKeys } from './keys.ts'
export { isVaulted, openVault, type Vault, type VaultUse } from './vault.ts'
