/** Each area of the API must have a console page, or a reason why not, and docs/console.md must name it. */
import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { PAGE, PAGES, reachedAreas, WITHOUT, withoutPrefix } from '../console/areas.ts'
import { UNCALLED } from '../console/uncalled-operations.ts'

const ROUTER = fs.readFileSync(path.join(import.meta.dirname, '../console/src/router.tsx'), 'utf8')

test('each area of the API document has a page of the console or a reason, and a row in the table', () => {
  const rows = fs.readFileSync(PAGE, 'utf8')
  const areas = reachedAreas().map(({ area }) => area)
  expect(areas.filter((area) => (PAGES[area] ?? WITHOUT[area]) === undefined)).toEqual([])
  expect(areas.filter((area) => !rows.includes(`| ${area} |`))).toEqual([])
})

test('every listed page exists, and calls an operation of its area', () => {
  const named = [...new Set(Object.values(PAGES))].filter((page) => page.startsWith('/'))
  expect(named.filter((page) => !ROUTER.includes(`path: '${page}'`))).toEqual([])
  const idle = reachedAreas().filter(({ area, reached }) => WITHOUT[area] === undefined && reached.length === 0)
  expect(idle.map(({ area }) => area)).toEqual([])
})

test('exactly the operations that no page calls have a reason', () => {
  const missing = reachedAreas().flatMap(({ area, missing: some }) => (WITHOUT[area] === undefined ? some : []))
  expect(Object.keys(UNCALLED).sort()).toEqual(missing.map(withoutPrefix).sort())
})
