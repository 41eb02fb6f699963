import { randomBytes, randomUUID } from 'node:crypto'
import { AppError } from '../../../platform/errors.ts'
import type { Sealer } from '../../../platform/seal.ts'
import { tenantId } from '../../../platform/tenant.ts'
import { bytes, type Row, text } from '../../../stores/postgres/columns.ts'
import {
  asTenant,
  type OperatorTx,
  type Postgres,
  type SystemTx,
  type TenantTx,
  withOperator,
  withSystem,
} from '../../../stores/postgres/pool.ts'
import { SESSION_KEY } from '../../platform/vault/index.ts'

/** HS256 uses 32 bytes. Sealed in Postgres, so that replicas share it and a copy of the database reveals nothing. */
export type SigningKey = { readonly id: string; readonly secret: Uint8Array }

/** Maximum age of the cached key. With `FRESH_MS` of the principals, a rotation ends every session within 5 s. */
const KEY_FRESH_MS = 2_500

export type SigningKeys = {
  /** The live key, and the time (of the injected clock) at which it was read. Throws `unavailable`. */
  current(): Promise<{ readonly key: SigningKey; readonly knownMs: number }>
  /** Asks again at the next use. */
  forget(): void
}

export type SigningDeps = { readonly pool: Postgres; readonly sealer: Sealer; readonly nowMs: () => number }

/** The installation's key, created at first use. */
export function openSigningKeys({ pool, sealer, nowMs }: SigningDeps): SigningKeys {
  let known: { key: SigningKey; knownMs: number } | undefined
  let asking: Promise<{ key: SigningKey; knownMs: number }> | undefined
  const ask = async () => {
    const readMs = nowMs()
    const key = await withSystem(pool, 'signing key', (tx) => liveOrNew(tx, sealer))
    known = { key, knownMs: readMs }
    return known
  }
  return {
    async current() {
      if (known && nowMs() - known.knownMs < KEY_FRESH_MS) return known
      asking ??= ask().finally(() => {
        asking = undefined
      })
      return asking
    },
    forget() {
      known = undefined
    },
  }
}

async function liveOrNew(tx: SystemTx, sealer: Sealer): Promise<SigningKey> {
  const found = await liveKey(tx, sealer)
  if (found) return found
  await insertKey(tx, sealer)
  const made = await liveKey(tx, sealer)
  if (!made) throw new AppError('unavailable', 'the signing key is being rotated', { retryAfterSeconds: 1 })
  return made
}

function liveKey(tx: SystemTx, sealer: Sealer): Promise<SigningKey | null> {
  const toKey = (row: Row) => {
    const id = text(row, 'id')
    return { id, secret: opened(sealer, bytes(row, 'secret_sealed'), id) }
  }
  return tx.maybeOne(toKey, /* sql */ `SELECT id, secret_sealed FROM signing_keys WHERE retired_at IS NULL`)
}

function opened(sealer: Sealer, sealed: Buffer, id: string): Buffer {
  try {
    return Buffer.from(sealer.open(sealed, SESSION_KEY.context({ id })), 'base64')
  } catch (cause) {
    const detail =
      'the key of sessions is under a credential key that is missing here; svc admin rotate-signing-key makes one'
    throw new AppError('unavailable', detail, { cause, retryAfterSeconds: 60 })
  }
}

async function insertKey(tx: SystemTx | OperatorTx, sealer: Sealer): Promise<void> {
  const id = randomUUID()
  const sealed = sealer.seal(randomBytes(32).toString('base64'), SESSION_KEY.context({ id }))
  await tx.run(/* sql */ `INSERT INTO signing_keys (id, secret_sealed) VALUES ($1, $2) ON CONFLICT DO NOTHING`, [
    id,
    sealed,
  ])
}

/**
 * Ends every session of every tenant, by design. `pool` signs in as the owner of the schema. `record` writes the audit
 * entry of each tenant, in the same transaction.
 */
export function rotateSigningKey(
  pool: Postgres,
  sealer: Sealer,
  record: (tx: TenantTx) => Promise<void> = async () => undefined,
): Promise<void> {
  return withOperator(pool, 'rotate signing key', async (tx) => {
    await tx.run(/* sql */ `UPDATE signing_keys SET retired_at = clock_timestamp() WHERE retired_at IS NULL`)
    await insertKey(tx, sealer)
    const tenants = await tx.many((row) => tenantId(text(row, 'id')), /* sql */ `SELECT id FROM tenants ORDER BY id`)
    for (const tenant of tenants) await asTenant(tx, tenant, record)
  })
}
