import { expect, test } from 'vitest'
import { foldCase } from './fold.ts'

/** With `i` and `u` a pattern of one character matches by simple case folding: the engine's own table. */
test('two characters of the basic plane fold alike exactly when a case-insensitive regular expression equates them', () => {
  for (let code = 0x80; code < 0x10000; code++) {
    if (code >= 0xd800 && code <= 0xdfff) continue
    const char = String.fromCodePoint(code)
    const folded = foldCase(char)
    if (folded !== char) expect(new RegExp(`^${char}$`, 'iu').test(folded), char).toBe(true)
    for (const other of [char.toLowerCase(), char.toUpperCase()]) {
      const isOne = [...other].length === 1 && new RegExp(`^${char}$`, 'iu').test(other)
      if (isOne) expect(foldCase(other), `${char} ${other}`).toBe(folded)
    }
  }
})

test.each([
  ['ABC', 'abc'],
  ['Σίσυφος', 'σίσυφοσ'],
  ['ſ', 's'],
  ['\u212a', 'k'],
  ['İ', 'İ'],
  ['ı', 'ı'],
  ['ß', 'ß'],
  ['ẞ', 'ß'],
  ['𐐀', '𐐨'],
])('%s folds to %s', (text, folded) => {
  expect(foldCase(text)).toBe(folded)
  expect(foldCase(text)).toHaveLength(text.length)
})
