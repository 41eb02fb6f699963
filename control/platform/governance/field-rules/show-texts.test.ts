import fc from 'fast-check'
import { expect, test } from 'vitest'
import { TREATMENTS, type Treatment } from './field-rule.ts'
import { shownText } from './show-texts.ts'

/** Letters that no replacement and no other part of the text has. */
const value = fc.string({
  unit: fc.constantFrom('q', 'Q', 'z', 'é', '.', '\\', '$', '(', ' ', '\n'),
  minLength: 5,
  maxLength: 60,
})
const hiddenValue = value.filter((text) => text.trim().replaceAll(/[^qz]/gi, '').length >= 3 && text === text.trim())
const around = fc.string({ unit: fc.constantFrom('a', 'b', ' ', '<', '"'), maxLength: 30 })
const joined = (text: string) => text.replaceAll(/[\p{C}\s]+/gu, ' ').trim()
const plain = TREATMENTS.filter((treatment) => treatment !== 'mask')

test('a hidden value is in no text, whole, in other letters or with its white space joined', () => {
  fc.assert(
    fc.property(hiddenValue, around, around, fc.constantFrom(...plain), (hidden, before, after, treatment) => {
      const copies = new Map<string, Treatment>([[hidden, treatment]])
      for (const written of [hidden, hidden.toUpperCase(), joined(hidden), JSON.stringify(hidden).slice(1, -1)]) {
        const shown = shownText(`${before}${written}${after}`, copies).toLowerCase()
        expect(shown).not.toContain(written.toLowerCase())
      }
    }),
  )
})

test('a text that was cut within a hidden value ends without its beginning', () => {
  fc.assert(
    fc.property(hiddenValue, around, fc.nat(), fc.constantFrom(...plain), (hidden, before, at, treatment) => {
      const flat = joined(hidden)
      const length = 3 + (at % Math.max(1, flat.length - 3))
      const part = flat.slice(0, length)
      const shown = shownText(`${before}${part}…`, new Map<string, Treatment>([[hidden, treatment]]))
      expect(shown.endsWith('…')).toBe(true)
      expect(shown.toLowerCase()).not.toContain(part.toLowerCase())
    }),
  )
})

test('a value within another one is taken out with it', () => {
  const copies = new Map<string, Treatment>([
    ['qqz', 'redact'],
    ['qqz.zz', 'redact'],
  ])
  expect(shownText('seen: qqz.zz, qqz', copies)).toBe('seen: [redacted], [redacted]')
})
