import fc from 'fast-check'
import { expect, test } from 'vitest'
import { FieldList } from './field-list.ts'
import { newFields, put } from './fields.ts'

const name = fc.oneof(fc.constantFrom('a', 'b', 'syslog', '__proto__', 'constructor', '1', '"', '\u2028'), fc.string())
const fields = fc.array(fc.tuple(name, fc.string()), { maxLength: 120 })

/** Enough repeats for a list to get a generated function. */
const TIMES = 40

test('a record has its fields in order, however often the same names came before', () => {
  fc.assert(
    fc.property(fields, (all) => {
      const expected = newFields()
      for (const [name, value] of all) put(expected, name, value)
      const list = new FieldList()
      for (let i = 0; i < TIMES; i++) {
        list.clear()
        for (const [name, value] of all) list.add(name, value)
        const record = list.toFields()
        expect(Object.getPrototypeOf(record)).toBe(Object.getPrototypeOf(expected))
        expect(Object.entries(record)).toEqual(Object.entries(expected))
      }
    }),
    { numRuns: 60 },
  )
})

test('lists that share a slot all give their own records', () => {
  const list = new FieldList()
  for (let i = 0; i < 5000; i++) {
    list.clear()
    const name = `n${i % 700}`
    list.add(name, 'x')
    list.add('z', i)
    expect(Object.entries(list.toFields())).toEqual([
      [name, 'x'],
      ['z', i],
    ])
  }
})
