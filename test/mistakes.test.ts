/** `docs/mistakes.md` must name only tests that exist, and must contain every number. */
import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const ROOT = path.join(import.meta.dirname, '..')
const ROW = /^\| (\d+) \| [^|]+ \| `([^`]+)` \| (.+) \|$/gm
/** Mistakes without a row: the page names the files that test them. */
const WITHOUT_A_ROW = [6]

const page = fs.readFileSync(path.join(ROOT, 'docs/mistakes.md'), 'utf8')
const rows = [...page.matchAll(ROW)].map(([, number, file = '', name = '']) => ({ number: Number(number), file, name }))

test('every mistake has a test, or a part of the product that does not exist yet', () => {
  const numbers = new Set([...rows.map(({ number }) => number), ...WITHOUT_A_PART])
  expect([...numbers].sort((a, b) => a - b)).toEqual(Array.from({ length: 15 }, (_, n) => n + 1))
  for (const number of WITHOUT_A_ROW) expect(page).toContain(`(${number})`)
})

test.each(rows)('$number: $name', ({ file, name }) => {
  const source = fs.readFileSync(path.join(ROOT, file), 'utf8')
  const called = ['test(', 'test.skipIf('].some((call) => source.includes(call)) && source.includes(`'${name}'`)
  expect(called, `${file} has no test of this name`).toBe(true)
})
