import { type TenantId, tenantId } from '../../../../platform/tenant.ts'
import { type Row, text } from '../../../../stores/postgres/columns.ts'
import type { SystemTx, TenantTx } from '../../../../stores/postgres/pool.ts'
import { column, type RowOf, tableInCamelCase } from '../../../../stores/postgres/table.ts'

/** A WebAuthn credential with the data that verifies its signatures. */
export const PASSKEYS = tableInCamelCase('StoredPasskey', {
  id: column.uuid(),
  user_id: column.uuid(),
  /** base64url, as the authenticator sent it. */
  credential_id: column.text(),
  public_key: column.bytes(),
  sign_count: column.int(),
  device_name: column.text(),
  /** Ways to connect the authenticator: usb, nfc, ble, hybrid, internal. */
  transports: column.texts(),
  /** True when the authenticator finds the passkey without a user name. */
  is_discoverable: column.bool(),
  created_at: column.time(),
  last_used_at: column.orNull(column.time()),
})
export type StoredPasskey = RowOf<typeof PASSKEYS>

/** A passkey as its owner sees it. */
export type Passkey = Pick<
  StoredPasskey,
  'id' | 'deviceName' | 'transports' | 'isDiscoverable' | 'createdAt' | 'lastUsedAt'
>

export type NewPasskey = Pick<StoredPasskey, 'userId' | 'credentialId' | 'signCount' | 'transports' | 'deviceName'> & {
  readonly publicKey: Uint8Array
  readonly aaguid: string
  readonly isDiscoverable: boolean
}

/** Newest first. */
export function passkeysOf(tx: TenantTx, userId: string): Promise<StoredPasskey[]> {
  const sql = /* sql */ `SELECT ${PASSKEYS.columns} FROM passkeys WHERE user_id = $1 ORDER BY created_at DESC, id DESC`
  return tx.many(PASSKEYS.read, sql, [userId])
}

/** Null when the credential is registered already, or the user has the maximum number. */
export function insertPasskey(tx: TenantTx, newPasskey: NewPasskey, max: number): Promise<Passkey | null> {
  const sql = /* sql */ `
    INSERT INTO passkeys (user_id, credential_id, public_key, sign_count, aaguid, transports, is_discoverable, device_name)
    SELECT $1, $2, $3, $4, $5, $6, $7, $8 WHERE (SELECT count(*) FROM passkeys WHERE user_id = $1) < $9
    ON CONFLICT DO NOTHING RETURNING ${PASSKEYS.columns}`
  return tx.maybeOne(PASSKEYS.read, sql, [
    ...[
      newPasskey.userId,
      newPasskey.credentialId,
      Buffer.from(newPasskey.publicKey),
      newPasskey.signCount,
      newPasskey.aaguid,
    ],
    ...[newPasskey.transports, newPasskey.isDiscoverable, newPasskey.deviceName, max],
  ])
}

/** Locks the passkey until this transaction ends. */
export function lockPasskey(tx: TenantTx, credentialId: string): Promise<StoredPasskey | null> {
  const sql = /* sql */ `SELECT ${PASSKEYS.columns} FROM passkeys WHERE credential_id = $1 FOR UPDATE`
  return tx.maybeOne(PASSKEYS.read, sql, [credentialId])
}

export async function passkeyUsed(tx: TenantTx, id: string, signCount: number, at: Date): Promise<void> {
  const sql = /* sql */ `UPDATE passkeys SET sign_count = $2, last_used_at = $3 WHERE id = $1`
  await tx.run(sql, [id, signCount, at])
}

export async function deletePasskeyOf(tx: TenantTx, userId: string, id: string): Promise<boolean> {
  return (await tx.run(/* sql */ `DELETE FROM passkeys WHERE id = $2 AND user_id = $1`, [userId, id])) > 0
}

export function removePasskeysOf(tx: TenantTx, userId: string): Promise<number> {
  return tx.run(/* sql */ `DELETE FROM passkeys WHERE user_id = $1`, [userId])
}

export type PasskeyOwner = { readonly tenantId: TenantId; readonly userId: string; readonly isActive: boolean }

export function ownerOfPasskey(tx: SystemTx, credentialId: string): Promise<PasskeyOwner | null> {
  const sql = /* sql */ `SELECT tenant_id, user_id, is_active FROM svc_passkey_owner($1)`
  const toOwner = (row: Row) => ({
    ...{ tenantId: tenantId(text(row, 'tenant_id')), userId: text(row, 'user_id') },
    isActive: row.is_active === true,
  })
  return tx.maybeOne(toOwner, sql, [credentialId])
}
