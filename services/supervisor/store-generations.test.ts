import fs from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openLog } from '../../platform/log.ts'
import { ageStores, noteStores, refuseMissingStores } from './store-generations.ts'

let dataDir: string
beforeEach(() => {
  dataDir = fs.mkdtempSync(path.join(tmpdir(), 'svc-stores-'))
})
afterEach(() => fs.rmSync(dataDir, { recursive: true, force: true }))

const ours = () => ({ dataDir, clickhouseUrl: null, databaseUrl: null })

/** Creates table folders as the engine lays them out. */
function makeLake(...tables: string[]): void {
  const names = path.join(dataDir, 'clickhouse', 'engine', 'data', 'default')
  fs.mkdirSync(names, { recursive: true })
  for (const table of tables) {
    const files = path.join(dataDir, 'clickhouse', 'engine', 'store', table)
    fs.mkdirSync(files, { recursive: true })
    fs.writeFileSync(path.join(files, 'format_version.txt'), '1')
    fs.symlinkSync(files, path.join(names, table))
  }
}

function makeDatabase(): void {
  fs.mkdirSync(path.join(dataDir, 'postgres', 'cluster'), { recursive: true })
  fs.writeFileSync(path.join(dataDir, 'postgres', 'cluster', 'PG_VERSION'), '18')
}

test('nothing is missing from an unused folder, a complete one, or one with more than before', () => {
  refuseMissingStores(ours())
  makeLake('events')
  makeDatabase()
  noteStores(ours())
  refuseMissingStores(ours())
  makeLake('ledger')
  refuseMissingStores(ours())
})

test.each([
  ['the lake', 'clickhouse', 'clickhouse', 'events, ledger'],
  ['the files of a table', 'clickhouse/engine/store/ledger', 'clickhouse', 'ledger'],
  ['the database', 'postgres', 'postgres', 'cluster'],
])('a missing %s is reported at every start until the operator confirms it', (_, removed, store, named) => {
  makeLake('events', 'ledger')
  makeDatabase()
  noteStores(ours())
  fs.rmSync(path.join(dataDir, removed), { recursive: true })
  const known = path.join(dataDir, 'known', store)
  const refused = new RegExp(`${store} is incomplete: ${named} is missing.* remove ${known} to`)
  expect(() => refuseMissingStores(ours())).toThrow(refused)
  expect(() => refuseMissingStores(ours())).toThrow(refused)
  refuseMissingStores({ dataDir, clickhouseUrl: 'http://elsewhere', databaseUrl: 'postgres://elsewhere' })
  fs.rmSync(known)
  refuseMissingStores(ours())
})

/** Runs for as long as `meanwhile`; the stores age once a minute. */
function run(meanwhile: () => void = () => undefined): void {
  refuseMissingStores(ours())
  noteStores(ours())
  const ended = ageStores(ours(), openLog('test', 'fatal'))
  meanwhile()
  ended()
}

test.each(['clickhouse', 'postgres'])('an older copy of %s is reported until the newer one is restored', (store) => {
  makeLake('events')
  makeDatabase()
  const [dir, older, newer] = ['', '.older', '.newer'].map((name) => path.join(dataDir, store + name)) as [
    string,
    string,
    string,
  ]
  run()
  fs.cpSync(dir, older, { recursive: true, verbatimSymlinks: true })
  run()
  fs.renameSync(dir, newer)
  fs.renameSync(older, dir)
  expect(run).toThrow(`${dir} is older than the logs beside it`)
  expect(run).toThrow(`remove ${path.join(dataDir, 'known', store)} to continue`)
  fs.renameSync(dir, older)
  fs.renameSync(newer, dir)
  run()
  fs.rmSync(dir, { recursive: true })
  fs.renameSync(older, dir)
  fs.rmSync(path.join(dataDir, 'known', store))
  run() // started after the operator has accepted the loss
  run()
})

test('a copy of a running store counts as older, and a killed store does not', () => {
  vi.useFakeTimers()
  makeLake('events')
  makeDatabase()
  const copy = path.join(dataDir, 'copy')
  noteStores(ours())
  const ended = ageStores(ours(), openLog('test', 'fatal'))
  fs.cpSync(path.join(dataDir, 'clickhouse'), copy, { recursive: true, verbatimSymlinks: true })
  refuseMissingStores(ours()) // as after a kill
  vi.advanceTimersByTime(60_000)
  refuseMissingStores(ours())
  fs.rmSync(path.join(dataDir, 'clickhouse'), { recursive: true })
  fs.renameSync(copy, path.join(dataDir, 'clickhouse'))
  expect(() => refuseMissingStores(ours())).toThrow('is older than the logs')
  ended()
  vi.useRealTimers()
})

test('a store from a build without ages is accepted', () => {
  makeLake('events')
  makeDatabase()
  noteStores(ours())
  refuseMissingStores(ours())
  run()
})
