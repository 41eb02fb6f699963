import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ShapeTree } from './shape-tree.ts'

type Members = Record<string, unknown>

function pathsOf(record: Members, tree = new ShapeTree()): Record<string, boolean> {
  const paths = tree.shapesOf(record).flatMap((shape) => shape.paths)
  return Object.fromEntries(paths.map(({ path, isLeaf }) => [path, isLeaf]))
}

test('paths are names joined by dots; members of listed objects stand below the list', () => {
  const record = { a: 1, b: { c: null, d: { e: [] } }, f: [{ g: 1 }, 'x', { h: { i: 2 } }], j: '' }
  expect(pathsOf(record)).toEqual({
    a: true,
    b: false,
    'b.c': true,
    'b.d': false,
    'b.d.e': true,
    f: true,
    'f[].g': true,
    'f[].h': false,
    'f[].h.i': true,
    j: true,
  })
})

test('a member that the mapping removed is no path', () => {
  expect(pathsOf({ a: undefined, b: { c: undefined, d: 1 } })).toEqual({ b: false, 'b.d': true })
})

test('records of one shape share it, however long their lists are', () => {
  const tree = new ShapeTree()
  const [first] = tree.shapesOf({ a: 1, b: { c: 2 } })
  expect(tree.shapesOf({ a: 'x', b: { c: null } })).toEqual([first])
  expect(tree.shapesOf({ a: 'x', b: { c: null } })[0]).toBe(first)
  const items = new Set(tree.shapesOf({ a: Array.from({ length: 50 }, () => ({ n: 1 })) }))
  expect(items.size).toBe(2)
})

test('deep members count as the path above them, and long names share one path', () => {
  const deep = pathsOf({ a: { b: { c: { d: { e: { f: { g: 1 } } } } } } })
  expect(Object.keys(deep).at(-1)).toBe('a.b.c.d.e.f')
  expect(pathsOf({ ['x'.repeat(200)]: 1, ['y'.repeat(200)]: 1 })).toEqual({ '(long name)': true })
})

/** Reference without the tree: every path of a record, name by name. */
function plainly(record: Members, prefix: string, depth: number, paths: Map<string, boolean>): Map<string, boolean> {
  for (const [name, value] of Object.entries(record)) {
    const path = prefix + name
    const isInto = depth < 6 && typeof value === 'object' && value !== null
    const isObject = isInto && !Array.isArray(value)
    paths.set(path, !isObject)
    if (isObject) plainly(value as Members, `${path}.`, depth + 1, paths)
    for (const item of isInto && !isObject ? (value as unknown[]) : [])
      if (typeof item === 'object' && item !== null && !Array.isArray(item))
        plainly(item as Members, `${path}[].`, depth + 1, paths)
  }
  return paths
}

test('for any records in any order the paths are those found without the tree', () => {
  const names = fc.constantFrom('a', 'b', 'c', 'toString', '__proto__', '0', 'é')
  const { record } = fc.letrec<{ value: unknown; record: Members }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 4 },
      fc.constantFrom(null, 1, 'x', []),
      fc.array(tie('value'), { maxLength: 3 }),
      tie('record'),
    ),
    record: fc.dictionary(names, tie('value'), { maxKeys: 5, noNullPrototype: true }),
  }))
  fc.assert(
    fc.property(fc.array(record, { maxLength: 12 }), (records) => {
      const tree = new ShapeTree()
      for (const each of records)
        expect(Object.keys(pathsOf(each, tree)).sort()).toEqual([...plainly(each, '', 1, new Map()).keys()].sort())
    }),
    { numRuns: 300 },
  )
})

test('unbounded names exceed neither the bound of the tree nor that of a record', () => {
  const tree = new ShapeTree()
  const many = Object.fromEntries(Array.from({ length: 100_000 }, (_, i) => [`n${i}`, 1]))
  expect(tree.shapesOf(many)[0]?.paths.length).toBe(4096)
  for (let i = 0; i < 100_000; i++) tree.shapesOf({ [`m${i}`]: 1 })
  expect(pathsOf({ a: 1 }, tree)).toEqual({ a: true })
})

test('a forgotten shape gets a new id', () => {
  const tree = new ShapeTree()
  const idOf = (record: Record<string, unknown>) => tree.shapesOf(record)[0]?.id
  const before = idOf({ a: 1 })
  expect(idOf({ a: 2 })).toBe(before)
  const ids = new Set(Array.from({ length: 100_000 }, (_, i) => idOf({ [`m${i}`]: 1 })))
  expect(ids.size).toBe(100_000)
  expect(ids.has(before)).toBe(false)
  expect(ids.has(idOf({ a: 1 }))).toBe(false)
})
