import fc from 'fast-check'
import { expect, test } from 'vitest'
import { csvCell } from '../parts/csv.ts'
import { recordsOf, rowsOf } from './csv-records.ts'

test('columns become names, aliases and attributes, and empty cells nothing', () => {
  const text = '\uFEFFName,aliases,owner,tier\r\ndc1,"10.0.0.5; dc1.corp",IT,0\r\n\r\nws1,,"Kim ""K""",\r\n'
  expect(recordsOf(text)).toEqual({
    faults: [],
    records: [
      { name: 'dc1', aliases: ['10.0.0.5', 'dc1.corp'], attributes: { owner: 'IT', tier: '0' } },
      { name: 'ws1', aliases: [], attributes: { owner: 'Kim "K"' } },
    ],
  })
})

test('a record without a name is a fault, and so is a file without that column', () => {
  expect(recordsOf('name;owner\n;IT\nx;IT')).toEqual({
    records: [{ name: 'x', aliases: [], attributes: { owner: 'IT' } }],
    faults: ['Record 1 has no name.'],
  })
  expect(recordsOf('host,owner\nx,IT').faults).toHaveLength(1)
  expect(recordsOf(`name,owner\n${',IT\n'.repeat(8)}`).faults.at(-1)).toBe('3 more have none.')
  expect(recordsOf('').records).toEqual([])
})

test('cells come back as they were written', () => {
  const cell = fc.string({ unit: fc.constantFrom('a', '"', ',', ';', '\n', ' ', '\t') }).map((text) => `x${text}x`)
  const table = fc.array(fc.array(cell, { minLength: 2, maxLength: 2 }), { minLength: 1, maxLength: 5 })
  fc.assert(
    fc.property(table, (rows) => {
      const text = [['a', 'b'], ...rows].map((row) => row.map(csvCell).join(',')).join('\r\n')
      expect(rowsOf(text)).toEqual([['a', 'b'], ...rows])
    }),
  )
})
