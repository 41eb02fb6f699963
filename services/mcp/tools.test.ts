import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { TOOLS } from './tools.ts'

const page = readFileSync(new URL('../../docs/mcp.md', import.meta.url), 'utf8')

/** The names in backticks of a column. A row has one or two tools and the permissions of all of them. */
const named = (column: string | undefined) => [...(column ?? '').matchAll(/`([^`]+)`/g)].map(([, name]) => name)
const rows = page
  .split('\n')
  .filter((line) => /^\| `/.test(line))
  .map((line) => line.split('|').map((column) => column.trim()))
  .map(([, names, , permissions]) => ({ names: named(names), permissions: named(permissions) }))

test('the page of the tools names every tool and the permissions of its operations', () => {
  const declared = rows.map(({ names }) => {
    const used = TOOLS.filter(({ name }) => names.includes(name)).flatMap(({ operations }) => operations)
    return [...new Set(used.map(({ permission }) => permission))].sort()
  })
  expect(rows.flatMap(({ names }) => names).sort()).toEqual(TOOLS.map(({ name }) => name).sort())
  expect(declared).toEqual(rows.map(({ permissions }) => permissions.toSorted()))
})
