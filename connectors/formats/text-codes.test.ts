import fc from 'fast-check'
import { expect, test } from 'vitest'
import { TextCodes, ZEROS } from './text-codes.ts'

const codes = new TextCodes()
const text = fc
  .array(fc.oneof(fc.constantFrom('"', '\\', 'x'.repeat(60), 'ż', '\ud800'), fc.string()))
  .map((parts) => parts.join(''))
/** Longer than the array that is kept. */
const LONG = '"'.padStart(300_000, 'x')

test('an array has the codes of a text, followed by zeros', () => {
  fc.assert(
    fc.property(text, (text) => {
      const found = codes.of(text)
      for (let at = 0; at < text.length; at++) expect(found[at]).toBe(text.charCodeAt(at))
      for (let at = text.length; at < text.length + ZEROS; at++) expect(found[at]).toBe(0)
    }),
  )
})

test('characters are found at their positions, near and far', () => {
  fc.assert(
    fc.property(text, fc.nat(400), (text, from) => {
      codes.of(text)
      expect(codes.next(0x22, from)).toBe(text.indexOf('"', Math.min(from, text.length)))
      for (let end = from; end < Math.min(from + 50, text.length); end++)
        expect(codes.hasBackslash(from, end)).toBe(text.slice(from, end).includes('\\'))
    }),
  )
})

test('a quote after an odd number of backslashes does not close the text', () => {
  const closing = (text: string) => {
    codes.of(text)
    return codes.closing(0x22, 0)
  }
  expect(['a"', '\\"b"', '\\\\"', '"', '', '\\"'].map(closing)).toEqual([1, 3, 2, 0, -1, -1])
})

test('a text longer than the reused array is read too', () => {
  expect(codes.of(LONG)[LONG.length - 1]).toBe(0x22)
  expect(codes.next(0x22, 0)).toBe(LONG.length - 1)
  codes.of('"')
  expect(codes.next(0x22, 0)).toBe(0)
})
