import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { type Row, text } from '../../../stores/postgres/columns.ts'
import { type OperatorTx, type Postgres, type Tx, withOperator } from '../../../stores/postgres/pool.ts'
import { column, type RowOf, tableInCamelCase } from '../../../stores/postgres/table.ts'
import type { Vault, VaultUse } from '../vault/index.ts'
import { keyIdOf, privateKeyOf, rawPublicKey } from './tree-head.ts'

/** `key` is the private half. */
export type SigningKey = { readonly keyId: string; readonly key: KeyObject }

const PUBLIC_KEYS = tableInCamelCase('PublicSigningKey', {
  key_id: column.text(),
  /** 32 bytes. */
  public_key: column.bytes(),
  created_at: column.time(),
  /** Null for the key that signs heads now. */
  retired_at: column.orNull(column.time()),
})
export type PublicSigningKey = RowOf<typeof PUBLIC_KEYS>

/** Owner for the vault's log line: the key belongs to the installation and to no tenant. */
const USE: VaultUse = { tenantId: 'svc', connectorId: 'audit', caller: 'audit:sign' }

/**
 * The current signing key, created at first use. When two processes create one at once, the second waits and uses the
 * first's.
 */
export async function signingKey(tx: OperatorTx, vault: Vault, known: SigningKey | null): Promise<SigningKey> {
  const select = /* sql */ `SELECT key_id, private_sealed FROM audit_signing_keys WHERE retired_at IS NULL`
  const toStored = (row: Row) => ({ keyId: text(row, 'key_id'), sealed: text(row, 'private_sealed') })
  const stored = await tx.maybeOne(toStored, select)
  if (stored === null) {
    await addKey(tx, vault)
    return signingKey(tx, vault, null)
  }
  if (stored.keyId === known?.keyId) return known
  return { keyId: stored.keyId, key: privateKeyOf(vault.decrypt(stored.sealed, USE)) }
}

/**
 * Puts a new key in the place of the present one, whose private half is destroyed. Heads it signed stay valid: its
 * public half is kept and is part of every export. Chainers take the new key with their next head.
 */
export function rotateSigningKey(pool: Postgres, vault: Vault): Promise<void> {
  return withOperator(pool, 'audit key rotation', async (tx) => {
    const retire = /* sql */ `
      UPDATE audit_signing_keys SET retired_at = clock_timestamp(), private_sealed = NULL WHERE retired_at IS NULL`
    await tx.run(retire)
    await addKey(tx, vault)
  })
}

/** Ed25519 over the text, with the key that heads are signed with. The signature is base64. */
export async function signText(pool: Postgres, vault: Vault, signed: string) {
  const { keyId, key } = await withOperator(pool, 'signature', (tx) => signingKey(tx, vault, null))
  return { keyId, signature: sign(null, Buffer.from(signed), key).toString('base64') }
}

/** All there ever were, oldest first. */
export function publicSigningKeys(tx: Tx): Promise<PublicSigningKey[]> {
  const sql = /* sql */ `
    SELECT ${PUBLIC_KEYS.columns} FROM audit_signing_keys ORDER BY created_at, key_id`
  return tx.many(PUBLIC_KEYS.read, sql)
}

async function addKey(tx: OperatorTx, vault: Vault): Promise<void> {
  const { privateKey } = generateKeyPairSync('ed25519')
  const raw = rawPublicKey(privateKey)
  const sealed = vault.encrypt(privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64'), USE)
  const sql = /* sql */ `
    INSERT INTO audit_signing_keys (key_id, public_key, private_sealed) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING`
  await tx.run(sql, [keyIdOf(raw), raw, sealed])
}
