import { type FernetKey, fernetDecrypt, fernetEncrypt, fernetKey } from '../../../platform/fernet.ts'
import { credentialKeyIds, type Sealer, sealedKeyId, sealerOf } from '../../../platform/seal.ts'
import { isVaulted, VAULT_PREFIX } from './vault.ts'

/** The credential keys as what is needed to find out which key a secret is under, and to move it to the newest. */
export type KeyRing = {
  /** Newest first. */
  readonly ids: readonly [string, ...string[]]
  /** Id of the key that opens a text of the vault, null when none does. A token does not name its key: all are tried. */
  vaultedUnder(stored: string): string | null
  /** The same secret under the newest key, null when no key opens it. */
  renewVaulted(stored: string): string | null
  /** The same for bytes of the sealer. Throws `secret_unreadable` for a value that was changed or moved to another row. */
  renewSealed(sealed: Uint8Array, context: string): Buffer | null
}

/** `configured` is `SVC_CREDENTIAL_KEY`. Throws `bad_config` for a malformed key. */
export function keyRing(configured: string): KeyRing {
  const ids = credentialKeyIds(configured) as [string, ...string[]] // the text has at least one part, or a key in it is malformed
  const keys = configured.split(',').map((text, at) => ({ id: ids[at] ?? '', key: fernetKey(text.trim()) }))
  const sealer: Sealer = sealerOf(configured)
  const found = (stored: string) => firstThatOpens(keys, stored)
  return {
    ids,
    vaultedUnder: (stored) => found(stored)?.id ?? null,
    renewVaulted(stored) {
      const opened = found(stored)
      if (opened === null || opened.id === ids[0]) return opened && stored
      return VAULT_PREFIX + fernetEncrypt(fernetKey(configured.split(',', 1)[0]?.trim() ?? ''), opened.plain)
    },
    renewSealed: (sealed, context) =>
      ids.includes(sealedKeyId(sealed)) ? sealer.seal(sealer.open(sealed, context), context) : null,
  }
}

function firstThatOpens(keys: readonly { id: string; key: FernetKey }[], stored: string) {
  if (!isVaulted(stored)) return null
  for (const { id, key } of keys) {
    const plain = fernetDecrypt(key, stored.slice(VAULT_PREFIX.length))
    if (plain !== null) return { id, plain }
  }
  return null
}

/** Each text of the vault in a JSON value, replaced by what `replace` gives for it. */
export function mapVaulted(value: unknown, replace: (stored: string) => string): unknown {
  if (typeof value === 'string') return isVaulted(value) ? replace(value) : value
  if (Array.isArray(value)) return value.map((one) => mapVaulted(one, replace))
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, mapVaulted(one, replace)]))
}
