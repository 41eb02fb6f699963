import fc from 'fast-check'
import { expect, test } from 'vitest'
import { unescaped } from './escapes.ts'

const ESCAPES = { '"': '"', '\\': '\\', n: '\n' }

test('escapes are replaced, and every other backslash stays', () => {
  const read = (text: string) => unescaped(text, ESCAPES)
  expect(read('plain')).toBe('plain')
  expect(read('C:\\\\temp \\"x\\"')).toBe('C:\\temp "x"')
  expect(read('C:\\temp\\')).toBe('C:\\temp\\')
  expect(read('\\\\n\\n')).toBe('\\n\n')
})

test('any text is decoded as by replacing one escape after the other', () => {
  const text = fc.array(fc.constantFrom('\\', '"', 'n', 'x', '\\\\', 'ż')).map((parts) => parts.join(''))
  fc.assert(
    fc.property(text, (text) => {
      const expected = text.replace(/\\(["\\n])/g, (_, character: string) => (character === 'n' ? '\n' : character))
      expect(unescaped(text, ESCAPES)).toBe(expected)
    }),
  )
})
