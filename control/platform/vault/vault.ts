import { AppError } from '../../../platform/errors.ts'
import { type FernetKey, fernetDecrypt, fernetEncrypt } from '../../../platform/fernet.ts'
import type { Log } from '../../../platform/log.ts'
import type { VaultKeys } from './keys.ts'

/** The owner of the secret and the purpose of its use, for the log line. The secret itself never reaches a log. */
export type VaultUse = {
  readonly tenantId: string
  readonly connectorId: string
  /** The use case, for example `connector:poll`. */
  readonly caller: string
}

export type Vault = {
  /** True when the key dies with this process: nothing it stored can be read after that. */
  readonly isEphemeral: boolean
  /** `vault:v1:` and a Fernet token under the newest key. */
  encrypt(plain: string, use: VaultUse): string
  /** Throws `secret_unreadable` (`invalid token`) when no key fits or the text was changed. */
  decrypt(stored: string, use: VaultUse): string
  /**
   * Reseals a secret under the newest key when it is saved anyway; one that is under it already is returned unchanged.
   */
  renew(stored: string, use: VaultUse): string
}

export const VAULT_PREFIX = 'vault:v1:'

export function openVault({ keys, isEphemeral }: VaultKeys, log: Log): Vault {
  const [newest] = keys
  if (newest === undefined) throw new AppError('bad_config', 'no credential key')
  const report = (msg: string, plain: string, use: VaultUse) => {
    const { tenantId: tenant_id, connectorId: connector_id, caller } = use
    log.info({ tenant_id, connector_id, caller, bytes: Buffer.byteLength(plain) }, msg)
    return plain
  }
  const encrypt = (plain: string, use: VaultUse) =>
    VAULT_PREFIX + fernetEncrypt(newest, report('vault.encrypt', plain, use))
  const decrypt = (stored: string, use: VaultUse) => {
    const plain = firstThatFits(keys, tokenOf(stored))
    if (plain !== null) return report('vault.decrypt', plain, use)
    const { tenantId: tenant_id, connectorId: connector_id, caller } = use
    log.warn({ tenant_id, connector_id, caller }, 'vault.invalid_token')
    throw new AppError(
      'secret_unreadable',
      'invalid token: a stored secret was changed or is under another credential key; save it again',
    )
  }
  return {
    isEphemeral,
    encrypt,
    decrypt,
    renew: (stored, use) =>
      fernetDecrypt(newest, tokenOf(stored)) === null ? encrypt(decrypt(stored, use), use) : stored,
  }
}

export function isVaulted(text: string): boolean {
  return text.startsWith(VAULT_PREFIX)
}

function tokenOf(stored: string): string {
  return isVaulted(stored) ? stored.slice(VAULT_PREFIX.length) : ''
}

function firstThatFits(keys: readonly FernetKey[], token: string): string | null {
  for (const key of keys) {
    const plain = fernetDecrypt(key, token)
    if (plain !== null) return plain
  }
  return null
}
