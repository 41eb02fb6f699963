/**
 * The Merkle tree of RFC 6962, section 2.1, over SHA-256: a leaf is hashed with a 0 byte before it, a node with a 1
 * byte before its two children, and a tree of n leaves splits at the largest power of two below n. Positions and sizes
 * are counted in leaves. Trees hold at most 2^53 leaves.
 */
import { createHash } from 'node:crypto'
import { assert } from './assert.ts'

export type Hash = Buffer

export function leafHash(data: Uint8Array): Hash {
  return createHash('sha256').update(LEAF).update(data).digest()
}

export function nodeHash(left: Uint8Array, right: Uint8Array): Hash {
  return createHash('sha256').update(NODE).update(left).update(right).digest()
}

const LEAF = Buffer.of(0)
const NODE = Buffer.of(1)
const EMPTY_ROOT = createHash('sha256').digest()

/** A whole subtree that an append completed: 2^level leaves that begin at leaf index * 2^level. */
export type Subtree = { readonly level: number; readonly index: number; readonly hash: Hash }

/**
 * The state needed to continue appending: the hashes of the whole subtrees of a tree of `size` leaves, the largest
 * first, one for each bit that is set in `size`. At most 53 hashes.
 */
export type Frontier = { size: number; readonly peaks: Hash[] }

export function frontierOf(size: number, peaks: Uint8Array): Frontier {
  assert(peaks.length === 32 * bitsSet(size), 'a frontier has one hash for each bit of its size')
  const hashes = Array.from({ length: bitsSet(size) }, (_, i) => Buffer.from(peaks.subarray(32 * i, 32 * (i + 1))))
  return { size, peaks: hashes }
}

/** Adds a leaf (its hash, not its data) and calls `completed` with every subtree above it that is complete now. */
export function appendLeaf(frontier: Frontier, leaf: Hash, completed: (subtree: Subtree) => void = () => {}): void {
  let hash = leaf
  let index = frontier.size
  for (let level = 1; index % 2 === 1; level++) {
    const left = frontier.peaks.pop()
    assert(left, 'an odd position has a left neighbour')
    hash = nodeHash(left, hash)
    index = (index - 1) / 2
    completed({ level, index, hash })
  }
  frontier.peaks.push(hash)
  frontier.size++
}

export function rootOf({ peaks }: Frontier): Hash {
  return peaks.length === 0 ? EMPTY_ROOT : peaks.reduceRight((right, left) => nodeHash(left, right))
}

/** The hash of the subtree over the leaves from `start` to before `end`. */
export type SubtreeHash = (start: number, end: number) => Promise<Hash>

/** Audit path of leaf `index` in the tree of `size` leaves, from the leaf up. RFC 6962, 2.1.1. */
export async function inclusionProof(index: number, size: number, hashOf: SubtreeHash): Promise<Hash[]> {
  assert(index >= 0 && index < size, 'a leaf lies within its tree')
  const path: Hash[] = []
  let [start, end] = [0, size]
  while (end - start > 1) {
    const middle = start + splitOf(end - start)
    path.push(index < middle ? await hashOf(middle, end) : await hashOf(start, middle))
    if (index < middle) end = middle
    else start = middle
  }
  return path.reverse()
}

/** Proof that the tree of `older` leaves is the beginning of the tree of `size` leaves. RFC 6962, 2.1.2. */
export async function consistencyProof(older: number, size: number, hashOf: SubtreeHash): Promise<Hash[]> {
  assert(older > 0 && older <= size, 'the older tree has leaves and is no larger')
  const path: Hash[] = []
  let [start, end] = [0, size]
  let isWholeTree = true
  while (older !== end) {
    const middle = start + splitOf(end - start)
    path.push(older <= middle ? await hashOf(middle, end) : await hashOf(start, middle))
    if (older <= middle) end = middle
    else [start, isWholeTree] = [middle, false]
  }
  if (!isWholeTree) path.push(await hashOf(start, end))
  return path.reverse()
}

/** True when `leaf` is leaf `index` of the tree of `size` leaves with this root. RFC 9162, 2.1.3.2. */
export function isIncluded(leaf: Hash, index: number, size: number, path: readonly Hash[], root: Uint8Array): boolean {
  if (index < 0 || index >= size) return false
  let [node, last, hash] = [index, size - 1, leaf]
  for (const sibling of path) {
    if (last === 0) return false
    if (node % 2 === 1 || node === last) {
      hash = nodeHash(sibling, hash)
      while (node % 2 === 0 && node !== 0) [node, last] = [half(node), half(last)]
    } else hash = nodeHash(hash, sibling)
    ;[node, last] = [half(node), half(last)]
  }
  return last === 0 && hash.equals(root)
}

type Tree = { readonly size: number; readonly root: Uint8Array }

/** True when the path shows that `older` is the beginning of `newer`. RFC 9162, 2.1.4.2. */
export function isConsistent(older: Tree, newer: Tree, path: readonly Hash[]): boolean {
  if (older.size < 1 || older.size > newer.size) return false
  if (older.size === newer.size) return path.length === 0 && Buffer.from(older.root).equals(newer.root)
  const steps = isPowerOfTwo(older.size) ? [Buffer.from(older.root), ...path] : [...path]
  let [node, last] = [older.size - 1, newer.size - 1]
  while (node % 2 === 1) [node, last] = [half(node), half(last)]
  const first = steps.shift()
  if (path.length === 0 || first === undefined) return false
  let [olderHash, newerHash] = [first, first]
  for (const step of steps) {
    if (last === 0) return false
    if (node % 2 === 1 || node === last) {
      olderHash = nodeHash(step, olderHash)
      newerHash = nodeHash(step, newerHash)
      while (node % 2 === 0 && node !== 0) [node, last] = [half(node), half(last)]
    } else newerHash = nodeHash(newerHash, step)
    ;[node, last] = [half(node), half(last)]
  }
  return last === 0 && olderHash.equals(older.root) && newerHash.equals(newer.root)
}

/** The largest power of two below n, for n > 1. */
export function splitOf(n: number): number {
  let power = 1
  while (power * 2 < n) power *= 2
  return power
}

function bitsSet(n: number): number {
  let count = 0
  for (let rest = n; rest > 0; rest = half(rest)) count += rest % 2
  return count
}

function isPowerOfTwo(n: number): boolean {
  return bitsSet(n) === 1
}

/** Shifts that are right beyond 32 bits. */
function half(n: number): number {
  return Math.floor(n / 2)
}
