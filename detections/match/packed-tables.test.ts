import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Facts } from './facts.ts'
import { TextTable } from './field-tables.ts'
import { packTables, unpackTables } from './packed-tables.ts'

const text = fc.string({ unit: fc.constantFrom('a', 'b', 'K', '\\', 'é', '.'), maxLength: 6 })

function foundIn(table: TextTable | undefined, value: string): readonly number[] {
  const facts = new Facts(100)
  facts.begin()
  table?.look(value, facts)
  return [...facts.hits.slice(0, facts.hitCount)].sort((a, b) => a - b)
}

test('tables find the same when they are read back, wherever in memory', () => {
  const literals = fc.array(text, { maxLength: 20 })
  const cases = fc.record({ equals: literals, prefix: literals, suffix: literals, contains: literals })
  fc.assert(
    fc.property(cases, fc.array(text, { minLength: 1 }), fc.nat(3), (texts, values, shift) => {
      let predicate = 0
      const numbered = (of: readonly string[]) => [...new Set(of)].map((one) => ({ text: one, predicate: predicate++ }))
      const table = TextTable.of({
        equals: numbered(texts.equals),
        prefix: numbered(texts.prefix),
        suffix: numbered(texts.suffix),
        contains: numbered(texts.contains),
      })
      const packed = Buffer.concat([Buffer.alloc(shift), packTables(new Map([[7, table]]))]).subarray(shift)
      const read = unpackTables(packed)
      expect([...read.keys()]).toEqual([7])
      for (const value of values) expect(foundIn(read.get(7), value)).toEqual(foundIn(table, value))
    }),
  )
})
