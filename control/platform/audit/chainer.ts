/**
 * The chainer moves committed entries from the outbox into the log and gives each its place in the chain of its tenant.
 * Any number may run: the row of a tenant's chain is locked by whoever works on it, the others pass the tenant over.
 */
import { assert } from '../../../platform/assert.ts'
import { appendLeaf, leafHash } from '../../../platform/merkle.ts'
import type { Worker } from '../../../platform/workers.ts'
import { type Postgres, withOperator } from '../../../stores/postgres/pool.ts'
import type { Vault } from '../vault/index.ts'
import { entryHash } from './chain.ts'
import * as store from './chain-store.ts'
import { signHeads } from './sign-heads.ts'

export type ChainerDeps = {
  /** Signs in as the owner: the chainer works across tenants. */
  readonly pool: Postgres
  /** Holds the signing key. */
  readonly vault: Vault
  /** Pause after a pass that found nothing to do. */
  readonly pollMs?: number
  /** Least time between two signed heads of one tenant. */
  readonly headEveryMs?: number
}

const BATCH_MAX = 2_000
const POLL_MS = 250
const HEAD_EVERY_MS = 10_000
/** Levels of the tree that are stored: each node covers 256 of the level below. */
const NODE_LEVELS = 8
const REASON = 'audit chainer'

/** Chains and signs. A turn that fails is tried again from the last commit. */
export function chainWorkers(deps: ChainerDeps): Worker[] {
  const { pool, pollMs = POLL_MS, headEveryMs = HEAD_EVERY_MS } = deps
  const once = async () => {
    const chained = await chainOnce(pool)
    await signHeads(deps, Date.now(), headEveryMs)
    return chained > 0
  }
  return [{ name: 'audit chain', everyMs: pollMs, once }]
}

/**
 * Runs one transaction. Returns the number of chained entries; 0 when no entry waits that another chainer has not
 * locked.
 */
export function chainOnce(pool: Postgres): Promise<number> {
  return withOperator(pool, REASON, async (tx) => {
    const tenants = await store.waitingTenants(tx, BATCH_MAX)
    if (tenants.length === 0) return 0
    const chains = new Map((await store.lockChains(tx, tenants)).map((chain) => [chain.tenantId, chain]))
    const waiting = await store.waitingEntries(tx, [...chains.keys()], BATCH_MAX)
    if (waiting.length === 0) return 0
    const nodes: store.TreeNode[] = []
    const links = waiting.map((entry) => {
      const chain = chains.get(entry.tenantId)
      assert(chain, 'an entry waits for a chain that was locked')
      return linkTo(chain, entry, nodes)
    })
    const moved = await store.moveToLog(tx, links)
    assert(moved === links.length, 'every entry that was given a place has taken it')
    await store.insertNodes(tx, nodes)
    await store.advanceChains(tx, [...chains.values()])
    return moved
  })
}

function linkTo(chain: store.Chain, entry: store.WaitingEntry, nodes: store.TreeNode[]): store.Link {
  const seq = chain.frontier.size + 1
  const hash = entryHash(seq, chain.lastHash, entry.document)
  chain.lastHash = hash
  appendLeaf(chain.frontier, leafHash(hash), (subtree) => {
    if (subtree.level % NODE_LEVELS === 0) nodes.push({ ...subtree, tenantId: chain.tenantId })
  })
  return { id: entry.id, seq, hash }
}
