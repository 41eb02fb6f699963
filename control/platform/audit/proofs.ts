import { assert } from '../../../platform/assert.ts'
import { AppError } from '../../../platform/errors.ts'
import * as merkle from '../../../platform/merkle.ts'
import { bytes } from '../../../stores/postgres/columns.ts'
import type { TenantTx } from '../../../stores/postgres/pool.ts'
import { headOfSize, latestHead } from './head-store.ts'
import { seqOf } from './log-store.ts'
import type { SignedHead } from './tree-head.ts'

/** Levels of the tree between two that are stored. */
const STEP = 8

export type InclusionProof = {
  readonly seq: number
  readonly head: SignedHead
  /** Sibling hashes from the leaf up, hexadecimal. */
  readonly path: readonly string[]
}

export type ConsistencyProof = {
  readonly older: SignedHead
  readonly newer: SignedHead
  readonly path: readonly string[]
}

/**
 * Proves that the entry is in the log of the latest signed head (RFC 6962, 2.1.1). Throws `not_found` for an entry that
 * the tenant does not have, or that no head covers yet.
 */
export async function proveInclusion(tx: TenantTx, entryId: string): Promise<InclusionProof> {
  const [seq, head] = [await seqOf(tx, entryId), await latestHead(tx)]
  if (seq === null || head === null || seq > head.size)
    throw new AppError('not_found', `no entry ${entryId} that a signed head covers`)
  return { seq, head, path: hex(await merkle.inclusionProof(seq - 1, head.size, subtreeHash(tx))) }
}

/** Proves that the log only grew between two heads (RFC 6962, 2.1.2). Throws `not_found` when no head has that size. */
export async function proveConsistency(tx: TenantTx, olderSize: number, newerSize: number): Promise<ConsistencyProof> {
  const [older, newer] = [await headOfSize(tx, olderSize), await headOfSize(tx, newerSize)]
  if (older === null || newer === null || olderSize > newerSize)
    throw new AppError('not_found', `no heads of ${olderSize} and then ${newerSize} entries`)
  return { older, newer, path: hex(await merkle.consistencyProof(olderSize, newerSize, subtreeHash(tx))) }
}

/**
 * Hash of the leaves from `start` to before `end`, from the stored nodes: at most 128 nodes of one level for each full
 * subtree in it, and at most 53 such subtrees.
 */
function subtreeHash(tx: TenantTx): merkle.SubtreeHash {
  return async (start, end) => {
    const whole: Buffer[] = []
    for (let at = start; at < end; ) {
      const size = largestAt(at, end)
      whole.push(await wholeSubtree(tx, at, size))
      at += size
    }
    return whole.reduceRight((right, left) => merkle.nodeHash(left, right))
  }
}

/** The largest power of two that fits into what is left. A range of RFC 6962 begins where its largest subtree may. */
function largestAt(start: number, end: number): number {
  let size = 1
  while (size * 2 <= end - start) size *= 2
  assert(start % size === 0, 'a subtree begins at a multiple of its size')
  return size
}

async function wholeSubtree(tx: TenantTx, start: number, size: number): Promise<Buffer> {
  const level = Math.floor(Math.log2(size) / STEP) * STEP
  const width = 2 ** level
  const nodes = await storedNodes(tx, level, start / width, size / width)
  const frontier = merkle.frontierOf(0, Buffer.alloc(0))
  for (const node of nodes) merkle.appendLeaf(frontier, node)
  return merkle.rootOf(frontier)
}

async function storedNodes(tx: TenantTx, level: number, first: number, count: number): Promise<Buffer[]> {
  const leaves = /* sql */ `SELECT hash FROM audit_log WHERE seq > $1 AND seq <= $1 + $2 ORDER BY seq`
  const nodes = /* sql */ `
    SELECT hash FROM audit_tree_nodes WHERE level = $3 AND index >= $1 AND index < $1 + $2 ORDER BY index`
  const toHash = (row: Readonly<Record<string, unknown>>) => bytes(row, 'hash')
  const found =
    level === 0
      ? (await tx.many(toHash, leaves, [first, count])).map(merkle.leafHash)
      : await tx.many(toHash, nodes, [first, count, level])
  assert(found.length === count, 'every whole subtree of a chained log is stored')
  return found
}

function hex(path: readonly Buffer[]): string[] {
  return path.map((hash) => hash.toString('hex'))
}
