/** `docs/mistakes.md` must name only tests that exist, and its first table must contain every number. */
import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const ROOT = path.join(import.meta.dirname, '..')
const ROW = /^\| (\d+) \| [^|]+ \| `([^`]+)` \| (.+) \|$/gm

const page = fs.readFileSync(path.join(ROOT, 'docs/mistakes.md'), 'utf8')
const rows = [...page.matchAll(ROW)].map(([, number, file = '', name = '']) => ({ number: Number(number), file, name }))

test('every mistake has a test', () => {
  const numbers = new Set(rows.map(({ number }) => number))
  expect([...numbers].sort((a, b) => a - b)).toEqual(Array.from({ length: 15 }, (_, n) => n + 1))
})

test.each(rows)('$number: $name', ({ file, name }) => {
  expect(hasTest(file, name), `${file} has no test of this name`).toBe(true)
})

const FAULT = /^\| ([^|]+) \| `([^`]+)` \| (.+) \|$/gm
const found = page.slice(page.indexOf('## Faults found by using the product'))
const faults = [...found.matchAll(FAULT)].map(([, fault, file = '', name = '']) => ({ fault, file, name }))

test('faults found by using the product have tests', () => {
  expect(faults.length).toBeGreaterThan(100)
  const rowsOfTable = found.split('\n').filter((line) => line.startsWith('| ')).length - 1
  expect(faults).toHaveLength(rowsOfTable)
})

test.each(faults)('$fault: $name', ({ file, name }) => {
  expect(hasTest(file, name), `${file} has no test of this name`).toBe(true)
})

function hasTest(file: string, name: string): boolean {
  const source = fs.readFileSync(path.join(ROOT, file), 'utf8')
  const isTested = ['test(', 'test.skipIf(', 'test.each', 'test.for('].some((call) => source.includes(call))
  return isTested && source.includes(`'${name}'`)
}
