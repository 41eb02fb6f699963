/** `docs/mistakes.md` must name only tests that exist, and must contain every number. */
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
  const source = fs.readFileSync(path.join(ROOT, file), 'utf8')
  const called = ['test(', 'test.skipIf('].some((call) => source.includes(call)) && source.includes(`'${name}'`)
  expect(called, `${file} has no test of this name`).toBe(true)
})
