/** Faults that `svc doctor` finds on the machine, each made. */
import fs from 'node:fs'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { remedyOf } from '../../sdk/cli/src/remedies.ts'
import {
  childFindings,
  clickhouseFinding,
  diskFinding,
  engineFindings,
  folderFinding,
  keyFinding,
  nodeFinding,
  portFindings,
  postgresFindings,
  refusalFindings,
} from './local-findings.ts'

let dir: string
beforeEach(() => {
  dir = fs.mkdtempSync(path.join(tmpdir(), 'svc-doctor-'))
})
afterEach(() => fs.rmSync(dir, { recursive: true, force: true }))

const GB = 1e9
const bad = (text: string) => ({
  isGood: false,
  text: expect.stringContaining(text),
  todo: expect.stringMatching(/.{8}/),
})
const good = (text: string) => ({ isGood: true, text: expect.stringContaining(text) })
const mine = process.getuid?.() ?? 0

test('an old Node', () => {
  expect([nodeFinding('20.20.2'), nodeFinding('25.1.0')]).toEqual([bad('20.20.2'), bad('25.1.0')])
  expect(nodeFinding('24.0.0')).toEqual(good('24.0.0'))
})

test('an engine that is not installed, where it is needed', () => {
  const resolve = (name: string) => {
    if (name === 'chdb') throw new Error('not found')
    return name
  }
  expect(engineFindings({ databaseUrl: null, clickhouseUrl: null }, resolve)).toEqual([
    good('Postgres'),
    bad('ClickHouse'),
  ])
  expect(engineFindings({ databaseUrl: null, clickhouseUrl: 'http://lake' }, resolve)).toEqual([good('Postgres')])
  expect(engineFindings({ databaseUrl: null, clickhouseUrl: null }).map(({ isGood }) => isGood)).toEqual([true, true])
})

test('a data folder that others can enter, that is not a folder, or that another user owns', () => {
  expect(folderFinding(path.join(dir, 'none'))).toBeNull()
  fs.chmodSync(dir, 0o700)
  expect(folderFinding(dir)).toEqual(good('private'))
  fs.chmodSync(dir, 0o777)
  expect(folderFinding(dir)).toEqual(bad('other users'))
  expect(folderFinding(dir, mine + 12_345)).toEqual(bad('another user'))
  fs.writeFileSync(path.join(dir, 'file'), '')
  expect(folderFinding(path.join(dir, 'file'))).toEqual(bad('not a folder'))
})

test('a disk that is full, or nearly', () => {
  const sizes = (free: number) => ({ freeBytes: free * GB, wholeBytes: 100 * GB })
  expect(diskFinding(dir, sizes(0.1))).toEqual(bad('the disk is full'))
  expect(diskFinding(dir, sizes(1))).toEqual(bad('nearly full'))
  expect(diskFinding(dir, sizes(4))).toEqual(bad('nearly full'))
  expect(diskFinding(dir, sizes(40))).toEqual(good('40.0 of 100.0 GB'))
  expect(diskFinding(path.join(dir, 'not/there/yet')).text).toContain('GB are free')
})

test('a credential key that is lost or damaged', () => {
  const settings = { dataDir: dir, databaseUrl: null, credentialKey: null }
  expect(keyFinding(settings)).toEqual(good('first start'))
  fs.mkdirSync(path.join(dir, 'postgres/cluster'), { recursive: true })
  fs.writeFileSync(path.join(dir, 'postgres/cluster/PG_VERSION'), '17')
  expect(keyFinding(settings)).toEqual(bad('is missing'))
  fs.writeFileSync(path.join(dir, 'credential.key'), 'nonsense')
  expect(keyFinding(settings)).toEqual(bad('is damaged'))
  expect(keyFinding({ ...settings, credentialKey: 'a' })).toEqual(good('SVC_CREDENTIAL_KEY'))
})

test('a folder on which a start would be refused: of a newer build, without its version, or without a store that it had', () => {
  const settings = { dataDir: dir, databaseUrl: null, clickhouseUrl: null }
  const refusals = (layout: string) => {
    fs.writeFileSync(path.join(dir, 'version.json'), layout)
    return refusalFindings(settings)
  }
  expect(refusals('{"layout":6}')).toEqual([])
  expect(refusals('{"layout":99}')).toEqual([bad('a newer version')])
  expect(refusals('nonsense')).toEqual([bad('has no version')])
  fs.mkdirSync(path.join(dir, 'known'))
  fs.writeFileSync(path.join(dir, 'known/postgres'), 'cluster')
  expect(refusals('{"layout":6}')).toEqual([bad('postgres is incomplete')])
})

test('a port that another process uses', async () => {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  try {
    expect(await portFindings(0, { api: port })).toEqual([bad(`${port} (api)`)])
    // Nothing listens any more, so neither the store nor the port can be reached.
  } finally {
    await new Promise((resolve) => server.close(resolve))
  }
  expect(await portFindings(0, { api: port })).toEqual([good('free')])
  expect(await postgresFindings(`postgres://svc@127.0.0.1:${port}/svc`)).toEqual([bad(`127.0.0.1:${port}`)])
  expect(await clickhouseFinding(`http://127.0.0.1:${port}`)).toEqual(bad(`127.0.0.1:${port}`))
})

test('a process of the installation that is down', () => {
  expect(childFindings({ children: { postgres: 1, api: null } })).toEqual([bad('down: api')])
  expect(childFindings({ children: { postgres: 1 } })).toEqual([good('all processes')])
})

test('a process of this machine that does not answer is not blamed on a firewall', () => {
  const silent = new DOMException('The operation was aborted due to timeout', 'TimeoutError')
  expect(remedyOf(silent, 'http://127.0.0.1:8000')).toContain('log of svc up')
  expect(remedyOf(silent, 'https://soc.example')).toContain('firewalls')
})
