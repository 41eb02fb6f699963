import { type TenantId, tenantId } from '../../../../platform/tenant.ts'
import { int, orNull, type Row, text, time } from '../../../../stores/postgres/columns.ts'
import type { SystemTx, TenantTx } from '../../../../stores/postgres/pool.ts'

/** A WebAuthn credential as its owner sees it. */
export type Passkey = {
  readonly id: string
  readonly deviceName: string
  /** Ways to connect the authenticator: usb, nfc, ble, hybrid, internal. */
  readonly transports: readonly string[]
  /** The authenticator finds it without being told who signs in. */
  readonly isDiscoverable: boolean
  readonly createdAt: Date
  readonly lastUsedAt: Date | null
}

/** A passkey with the data that verifies its signatures. */
export type StoredPasskey = Passkey & {
  readonly userId: string
  /** base64url, as the authenticator gave it */
  readonly credentialId: string
  readonly publicKey: Buffer
  readonly signCount: number
}

export type NewPasskey = Pick<StoredPasskey, 'userId' | 'credentialId' | 'signCount' | 'transports' | 'deviceName'> & {
  readonly publicKey: Uint8Array
  readonly aaguid: string
  readonly isDiscoverable: boolean
}

const COLUMNS = `id, user_id, credential_id, public_key, sign_count, transports, is_discoverable, device_name,
  created_at, last_used_at`

/** Newest first. */
export function passkeysOf(tx: TenantTx, userId: string): Promise<StoredPasskey[]> {
  const sql = /* sql */ `SELECT ${COLUMNS} FROM passkeys WHERE user_id = $1 ORDER BY created_at DESC, id DESC`
  return tx.many(toPasskey, sql, [userId])
}

/** Null when the credential is registered already, or the user has the maximum number. */
export function insertPasskey(tx: TenantTx, newPasskey: NewPasskey, max: number): Promise<Passkey | null> {
  const sql = /* sql */ `
    INSERT INTO passkeys (user_id, credential_id, public_key, sign_count, aaguid, transports, is_discoverable, device_name)
    SELECT $1, $2, $3, $4, $5, $6, $7, $8 WHERE (SELECT count(*) FROM passkeys WHERE user_id = $1) < $9
    ON CONFLICT DO NOTHING RETURNING ${COLUMNS}`
  return tx.maybeOne(toPasskey, sql, [
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
  const sql = /* sql */ `SELECT ${COLUMNS} FROM passkeys WHERE credential_id = $1 FOR UPDATE`
  return tx.maybeOne(toPasskey, sql, [credentialId])
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

function toPasskey(row: Row): StoredPasskey {
  return {
    ...{ id: text(row, 'id'), userId: text(row, 'user_id'), credentialId: text(row, 'credential_id') },
    ...{ publicKey: row.public_key as Buffer, signCount: int(row, 'sign_count') },
    ...{ transports: row.transports as string[], isDiscoverable: row.is_discoverable === true },
    ...{ deviceName: text(row, 'device_name'), createdAt: time(row, 'created_at') },
    lastUsedAt: orNull(time, row, 'last_used_at'),
  }
}
