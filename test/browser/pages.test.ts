/** The browser opens every page: the routes and the tabs are read from the console itself. */
import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { TABS } from '../../console/src/shell/tabs.ts'
import { PAGES, ROUTES_OF_RECORDS } from './pages.ts'

const SOURCES = path.join(import.meta.dirname, '../../console/src')
const ROUTER = fs.readFileSync(path.join(SOURCES, 'router.tsx'), 'utf8')
const ROUTE = /path: '([^']+)',[\s\S]*?import\('\.\/([^']+)'\)/g
const TAB = /\{\s*value: '([\w-]+)',\s*label: '([^']*)',(?:[^{}']|'[^']*')*?body:/g

const routes = [...ROUTER.matchAll(ROUTE)].map(([, at = '', file = '']) => ({ at, file }))
const opened = new Set(PAGES.map(([address]) => address))
const paths = new Set([...opened].map((address) => address.split('?')[0]))

test('every route of the console is tested except those of records, and every tested address matches a route', () => {
  expect(routes.length).toBe(ROUTER.match(/createRoute\(\{/g)?.length)
  const known = new Set(routes.map(({ at }) => at))
  const ofRecords = routes.filter(({ at }) => at.includes('$')).map(({ at }) => at)
  expect(ofRecords.filter((at) => !ROUTES_OF_RECORDS.includes(at))).toEqual([])
  expect(ROUTES_OF_RECORDS.filter((at) => !known.has(at))).toEqual([])
  expect(routes.filter(({ at }) => !at.includes('$') && !paths.has(at))).toEqual([])
  const patterns = [...known].map((at) => new RegExp(`^${at.replaceAll(/\$\w+/g, '[^/]+')}$`))
  expect([...paths].filter((at = '') => !patterns.some((pattern) => pattern.test(at)))).toEqual([])
})

const tabbed = routes.flatMap(({ at, file }) => {
  const source = fs.readFileSync(path.join(SOURCES, file), 'utf8')
  return source.includes('<Tabbed') && !at.includes('$')
    ? [{ at, tabs: [...source.matchAll(TAB)].map(([, tab = '', label = '']) => ({ tab, label })) }]
    : []
})

test('every tab is tested: the first one by its page alone', () => {
  expect(tabbed.length).toBeGreaterThan(5)
  for (const { at, tabs } of tabbed) {
    expect([at, tabs.length > 1]).toEqual([at, true])
    expect([at, tabs.slice(1).filter(({ tab }) => !opened.has(`${at}?tab=${tab}`))]).toEqual([at, []])
  }
})

test('the palette opens every tab by the name that it has on its page', () => {
  const offered = TABS.map(({ to, tab, label }) => ({ to: String(to), tab, label }))
  expect(offered).toEqual(tabbed.flatMap(({ at: to, tabs }) => tabs.slice(1).map((one) => ({ to, ...one }))))
})
