import { rootOf } from '../../../platform/merkle.ts'
import { type OperatorTx, type Postgres, withOperator } from '../../../stores/postgres/pool.ts'
import type { Vault } from '../vault/index.ts'
import { type Chain, lockUnsigned } from './chain-store.ts'
import { insertHeads } from './head-store.ts'
import { type SigningKey, signingKey } from './signing-keys.ts'
import { type SignedHead, signHead } from './tree-head.ts'

export type SignDeps = { readonly pool: Postgres; readonly vault: Vault }

const HEADS_MAX = 500
/** Caches the last opened key, so that the vault opens it once and not for each head. */
const opened = new WeakMap<Vault, SigningKey>()

/**
 * Signs a head for each tenant with entries that no head covers and whose last head is older than `everyMs`, at most
 * 500 in one transaction. Returns the heads: a copy kept elsewhere can later show whether an earlier entry was
 * rewritten.
 */
export function signHeads({ pool, vault }: SignDeps, nowMs: number, everyMs: number): Promise<SignedHead[]> {
  return withOperator(pool, 'audit heads', async (tx) => {
    const chains = await lockUnsigned(tx, nowMs - everyMs, HEADS_MAX)
    if (chains.length === 0) return []
    const key = await currentKey(tx, vault)
    const heads = chains.map((chain) => headOf(chain, nowMs, key))
    await insertHeads(tx, heads)
    return heads
  })
}

async function currentKey(tx: OperatorTx, vault: Vault): Promise<SigningKey> {
  const key = await signingKey(tx, vault, opened.get(vault) ?? null)
  opened.set(vault, key)
  return key
}

function headOf({ tenantId, frontier }: Chain, nowMs: number, { keyId, key }: SigningKey): SignedHead {
  const root = rootOf(frontier).toString('hex')
  return signHead({ tenant_id: tenantId, size: frontier.size, time_ms: nowMs, root, key_id: keyId }, key)
}
