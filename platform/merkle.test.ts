import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import * as merkle from './merkle.ts'

const { appendLeaf, consistencyProof, frontierOf, inclusionProof, isConsistent, isIncluded, leafHash, rootOf } = merkle

// Leaves and roots that implementations of Certificate Transparency test with.
const LEAVES = ['', '00', '10', '2021', '3031', '40414243', '5051525354555657', '606162636465666768696a6b6c6d6e6f'].map(
  (hex) => Buffer.from(hex, 'hex'),
)
const ROOTS = [
  '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
  'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125',
  'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77',
  'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
  '4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4',
  '76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef',
  'ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c',
  '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328',
]

const leaves = (n: number) => Array.from({ length: n }, (_, i) => Buffer.from(`leaf ${i}`))
const empty = () => frontierOf(0, Buffer.alloc(0))

/** The definition of the RFC, literally and without optimisation. */
function naive(data: readonly Buffer[]): Buffer {
  if (data.length === 0) return createHash('sha256').digest()
  if (data.length === 1) return leafHash(data[0] as Buffer)
  const k = merkle.splitOf(data.length)
  return merkle.nodeHash(naive(data.slice(0, k)), naive(data.slice(k)))
}

const subtrees = (data: readonly Buffer[]) => async (start: number, end: number) => naive(data.slice(start, end))

test('the roots equal those of the published trees', () => {
  const frontier = empty()
  expect(rootOf(frontier).toString('hex')).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855')
  const roots = LEAVES.map((leaf) => {
    appendLeaf(frontier, leafHash(leaf))
    return rootOf(frontier).toString('hex')
  })
  expect(roots).toEqual(ROOTS)
})

test('a stored and restored frontier continues the same, and reports each subtree once', () => {
  const data = leaves(70)
  const messages: string[] = []
  let frontier = empty()
  for (const [i, leaf] of data.entries()) {
    appendLeaf(frontier, leafHash(leaf), ({ level, index, hash }) => {
      messages.push(`${level}/${index}`)
      expect(hash).toEqual(naive(data.slice(index * 2 ** level, (index + 1) * 2 ** level)))
    })
    expect(rootOf(frontier)).toEqual(naive(data.slice(0, i + 1)))
    frontier = frontierOf(frontier.size, Buffer.concat(frontier.peaks))
  }
  expect(messages).toHaveLength(35 + 17 + 8 + 4 + 2 + 1)
  expect(new Set(messages).size).toBe(messages.length)
})

const sizes = fc.integer({ min: 1, max: 130 })

test('an inclusion proof is valid only for its own leaf, index, tree and path', async () => {
  const property = fc.asyncProperty(sizes, fc.nat(), fc.nat(), async (size, at, other) => {
    const data = leaves(size)
    const index = at % size
    const leaf = leafHash(data[index] as Buffer)
    const root = naive(data)
    const path = await inclusionProof(index, size, subtrees(data))
    expect(isIncluded(leaf, index, size, path, root)).toBe(true)
    expect(isIncluded(leafHash(Buffer.from('another')), index, size, path, root)).toBe(false)
    if (other % size !== index) expect(isIncluded(leaf, other % size, size, path, root)).toBe(false)
    expect(isIncluded(leaf, index, size, path, leafHash(root))).toBe(false)
    expect(isIncluded(leaf, index, size, [...path, leaf], root)).toBe(false)
    if (path.length > 0) expect(isIncluded(leaf, index, size, path.slice(1), root)).toBe(false)
    expect(isIncluded(leaf, size, size, path, root)).toBe(false)
  })
  await fc.assert(property)
})

test('a consistency proof is valid only for its own two trees', async () => {
  const property = fc.asyncProperty(sizes, fc.nat(), async (size, at) => {
    const data = leaves(size)
    const older = { size: (at % size) + 1, root: naive(data.slice(0, (at % size) + 1)) }
    const newer = { size, root: naive(data) }
    const path = await consistencyProof(older.size, size, subtrees(data))
    expect(isConsistent(older, newer, path)).toBe(true)
    const forged = leaves(older.size)
    forged[0] = Buffer.from('rewritten')
    expect(isConsistent({ ...older, root: naive(forged) }, newer, path)).toBe(false)
    expect(isConsistent(older, { ...newer, root: leafHash(newer.root) }, path)).toBe(false)
    expect(isConsistent(older, newer, [...path, newer.root])).toBe(false)
    if (path.length > 0) expect(isConsistent(older, newer, path.slice(1))).toBe(false)
    expect(isConsistent({ ...older, size: 0 }, newer, path)).toBe(false)
    expect(isConsistent({ ...newer, size: size + 1 }, newer, path)).toBe(false)
  })
  await fc.assert(property)
})
