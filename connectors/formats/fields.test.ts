import fc from 'fast-check'
import { expect, test } from 'vitest'
import { nameIn, nameOf } from './fields.ts'
import { TextCodes } from './text-codes.ts'

const codes = new TextCodes()
const text = fc
  .array(fc.constantFrom('a', 'b', 'ab', 'é', 'n'.repeat(40)), { maxLength: 6 })
  .map((parts) => parts.join(''))

test('a name is the text in its range, whatever names came before', () => {
  fc.assert(
    fc.property(fc.array(text, { maxLength: 40 }), (names) => {
      for (const name of names) {
        const line = `${name}=1`
        expect(nameOf(line, codes.of(line), 0, name.length)).toBe(name)
        expect(nameIn(line, 0, name.length)).toBe(name)
      }
    }),
  )
})

test('more names than the cache holds are read too', () => {
  for (let round = 0; round < 2; round++) {
    for (let i = 0; i < 20_000; i++) {
      const line = `name${i}=1`
      if (nameOf(line, codes.of(line), 0, line.length - 2) !== `name${i}`) throw new Error(line)
    }
  }
})
