import { randomBytes } from 'node:crypto'
import { AppError } from '../../../platform/errors.ts'
import { type FernetKey, fernetKey } from '../../../platform/fernet.ts'
import type { Log } from '../../../platform/log.ts'

/** Newest first: the first encrypts, all decrypt. Never empty. */
export type VaultKeys = { readonly keys: readonly FernetKey[]; readonly isEphemeral: boolean }

const KEYS_MAX = 16

/**
 * `configured` is `SVC_CREDENTIAL_KEY`: keys separated by commas, newest first. Without it only development mode
 * starts, with a key that is lost when the process ends; the log says so once, as a warning, and `/health` reports it
 * through `isEphemeral`. Throws `bad_config`: production without a key, a malformed key, more than 16 keys.
 */
export function vaultKeys(configured: string | null, isDevelopment: boolean, log: Log): VaultKeys {
  if (configured !== null) return { keys: keysOf(configured), isEphemeral: false }
  if (!isDevelopment) throw new AppError('bad_config', 'SVC_CREDENTIAL_KEY: the vault does not start without a key')
  log.warn(
    { vault_key: 'ephemeral' },
    'the vault uses an ephemeral key: secrets stored now are lost when this process ends',
  )
  return { keys: [fernetKey(`${randomBytes(32).toString('base64url')}=`)], isEphemeral: true }
}

function keysOf(configured: string): FernetKey[] {
  const texts = configured.split(',').map((text) => text.trim())
  if (texts.length > KEYS_MAX) throw new AppError('bad_config', `SVC_CREDENTIAL_KEY: at most ${KEYS_MAX} keys`)
  return texts.map(fernetKey)
}
