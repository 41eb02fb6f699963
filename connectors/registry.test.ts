import fs from 'node:fs'
import { expect, test } from 'vitest'
import { recordOf } from './families/syslog/fixture-line.ts'
import { formatNames } from './index.ts'
import { checkSources, detectSource, sourceOf, sourceWithId } from './registry.ts'
import { SOURCE_FORMATS } from './source-formats.ts'

function tablesOfPage(): string[] {
  const page = fs.readFileSync(new URL('../docs/sources-coverage.md', import.meta.url), 'utf8')
  return [...page.matchAll(/^\|.*\| (?:own|form) \| ([\w-]+) \|$/gm)].map(([, name = '']) => name)
}

test('the dictionary agrees with the tables of all sources', () => {
  expect(checkSources).not.toThrow()
})

test('ingest accepts exactly the formats that intake knows', () => {
  expect(SOURCE_FORMATS).toEqual(formatNames())
})

test('a source is found by the mapping stored with its events, also for another version of its table', () => {
  expect(sourceWithId('windows/1')).toBe(sourceOf('windows'))
  expect(sourceWithId('windows/0')).toBe(sourceOf('windows'))
  expect(sourceWithId('window/1')).toBeNull()
  expect(sourceWithId('windows')).toBeNull()
})

test('the page of products only names existing tables', () => {
  const tables = tablesOfPage()
  expect(tables.length).toBeGreaterThanOrEqual(60)
  for (const name of tables) expect(sourceWithId(`${name}/1`), name).not.toBeNull()
})

test('each vendor folder with a table is on the page of products', () => {
  const tables = new Set(tablesOfPage())
  const vendors = new URL('./vendors/', import.meta.url)
  const missing = fs.readdirSync(vendors).filter((folder) => {
    const ids = idsIn(new URL(`${folder}/`, vendors))
    return ids.length > 0 && !ids.some((id) => tables.has(id))
  })
  expect(missing).toEqual([])
})

/** Ids of the tables in the files of a folder. */
function idsIn(folder: URL): string[] {
  const files = fs.readdirSync(folder, { recursive: true, encoding: 'utf8' })
  const sources = files.filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
  return sources.flatMap((file) => {
    const text = fs.readFileSync(new URL(file, folder), 'utf8')
    return [...text.matchAll(/\bid: '([\w-]+)\/\d+'/g)].map(([, id = '']) => id)
  })
}

test('a message after an unknown one still finds its source', () => {
  const unknown = detectSource(recordOf('<134>Mar  4 10:11:12 h somebody[7]: said something'))
  expect(unknown?.id).toBe('syslog/1')
  const login = recordOf('<134>Mar  4 10:11:12 h sshd[7]: Accepted password for eve from 192.0.2.7 port 22 ssh2')
  expect(detectSource(login, unknown)?.id).toBe('linux/1')
})
