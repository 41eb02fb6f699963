import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { expect, test } from 'vitest'
import type { LogRecord } from '../driver.ts'
import { EmbeddedDriver } from './driver.ts'
import { logBytes } from './retention.ts'
import { contents, useFolders } from './testing.ts'
import { COMPACTION, isGone, KEYS, LIMITS, TOPIC, versioned, versionOf } from './testing-compaction.ts'

const newFolder = useFolders()
const CHILD = path.join(import.meta.dirname, 'compact-child.ts')
const tp = { topic: TOPIC, partition: 0 }

const open = (dir: string) => EmbeddedDriver.open({ dir, writes: ['control'], limits: LIMITS })

/** Key -> the greatest version in the log, as a reader in another process finds it from the beginning. */
async function newestIn(driver: EmbeddedDriver): Promise<Map<string, number>> {
  const newest = new Map<string, number>()
  for (const record of await contents(driver.folder('control'), TOPIC))
    newest.set(record.key, Math.max(newest.get(record.key) ?? 0, versionOf(record)))
  return newest
}

test('removes replaced records, keeps the newest of each key, and keeps the log small after many changes', async () => {
  const driver = await open(newFolder())
  const wanted = new Map<string, number>()
  const early = versioned('early', 0)
  await driver.append([early])
  wanted.set('early', 0)
  let removed = 0
  for (let version = 1; version <= 400; version++) {
    const key = KEYS[version % KEYS.length] as string
    await driver.append([versioned(key, version)])
    wanted.set(key, version)
    removed += await driver.compact(COMPACTION)
    expect(logBytes(driver.folder('control'))).toBeLessThan(5 * LIMITS.segmentBytes)
  }
  expect(removed).toBeGreaterThan(10)
  expect(await newestIn(driver)).toEqual(wanted)
  expect((await driver.bounds(tp)).first).toBeGreaterThan(0)
  await driver.close()
  const again = await open(driver.folder('control').replace(/\/control$/, ''))
  expect(await newestIn(again)).toEqual(wanted)
  await again.close()
})

test('leaves a log of live records unchanged, and does not read it again', async () => {
  const driver = await open(newFolder())
  for (let version = 0; version < 100; version++) await driver.append([versioned(`key ${version}`, version)])
  const records = await contents(driver.folder('control'), TOPIC)
  let read = 0
  const version = (record: LogRecord) => {
    read++
    return versionOf(record)
  }
  const counted = { ...COMPACTION, version }
  expect(await driver.compact(counted)).toBe(0)
  expect(read).toBe(100)
  expect(await driver.compact(counted)).toBe(0)
  expect(read).toBe(100)
  expect(await contents(driver.folder('control'), TOPIC)).toEqual(records)
  await driver.close()
})

test('forgets a deleted key, but only when no older record of it remains', async () => {
  const driver = await open(newFolder())
  const filled = async (first: number) => {
    for (let version = first; version < first + 60; version++) await driver.append([versioned('filler', version)])
  }
  await driver.append([versioned('x', 1), versioned('x', 2, true), versioned('y', 3), versioned('y', 4, true)])
  await filled(10)
  // A process that was slow to end repeats a record: it comes later in the log but has an older version.
  await driver.append([versioned('y', 3)])
  expect(await driver.compact(COMPACTION)).toBeGreaterThan(0)
  const left = await contents(driver.folder('control'), TOPIC)
  expect(left.filter(({ key }) => key === 'x')).toEqual([])
  const ofY = left.filter(({ key }) => key === 'y').sort((a, b) => versionOf(a) - versionOf(b))
  expect(ofY.map((record) => [versionOf(record), isGone(record)])).toEqual([
    [3, false],
    [4, true],
  ])
  await filled(100)
  expect(await driver.compact(COMPACTION)).toBeGreaterThan(0)
  expect([...(await newestIn(driver)).keys()]).toEqual(['filler'])
  await driver.close()
})

test('removes nothing when the live records cannot be written again', async () => {
  const dir = newFolder()
  const driver = await open(dir)
  await driver.append([versioned('early', 0)])
  for (let version = 1; version < 60; version++) await driver.append([versioned('a', version)])
  let closed: Promise<void> | undefined
  const version = (record: LogRecord) => {
    closed ??= driver.writer('control').close()
    return versionOf(record)
  }
  await expect(driver.compact({ ...COMPACTION, version })).rejects.toMatchObject({ code: 'unavailable' })
  await closed
  const again = await open(dir)
  expect([...(await newestIn(again))].sort()).toEqual([
    ['a', 59],
    ['early', 0],
  ])
  expect((await again.bounds(tp)).first).toBe(0)
  await again.close()
})

test('a follower misses no key while the log is compacted', async () => {
  const driver = await open(newFolder())
  const slow = await driver.reader(tp, 0)
  await driver.append([versioned('early', 0), versioned('a', 1)])
  expect((await slow.read(1, 0)).map(({ key }) => key)).toEqual(['early'])
  for (let version = 2; version < 200; version++) {
    await driver.append([versioned('a', version)])
    await driver.compact(COMPACTION)
  }
  const { end } = await driver.bounds(tp)
  const seen = new Map<string, number>()
  while (slow.position() < end)
    for (const record of await slow.read(1000, 1000))
      seen.set(record.key, Math.max(seen.get(record.key) ?? 0, versionOf(record)))
  expect(seen.get('a')).toBe(199)
  const late = await driver.reader(tp, 0)
  expect((await late.read(1 << 20, 1000)).length).toBeGreaterThan(0)
  await Promise.all([slow.close(), late.close()])
  await driver.close()
})

/** Kills the child after this many lines; returns the last version that it printed, and whether it compacted. */
async function killed(dir: string, first: number, lines: number): Promise<{ appended: number; compacted: number }> {
  const child: ChildProcess = spawn(process.execPath, [CHILD, dir, `${first}`], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const exited = once(child, 'exit')
  let output = ''
  child.stdout?.on('data', (bytes: Buffer) => {
    output += bytes.toString()
    if (output.split('\n').length > lines) child.kill('SIGKILL')
  })
  await exited
  const numbers = (kind: string) => [...output.matchAll(new RegExp(`${kind} (\\d+)\\n`, 'g'))].map(([, n]) => Number(n))
  return { appended: numbers('appended').at(-1) ?? first - 1, compacted: numbers('compacted').length }
}

test('kill -9 in the middle of compacting: the newest record of each key survives', {
  timeout: 120_000,
}, async () => {
  const dir = newFolder()
  const driver = await open(dir)
  await driver.append([versioned('early', 0)])
  await driver.close()
  let next = 1
  let compacted = 0
  for (let round = 0; round < 5; round++) {
    const lastOutput = await killed(dir, next, 90 + round * 41)
    compacted += lastOutput.compacted
    const again = await open(dir)
    const newest = await newestIn(again)
    expect(newest.get('early')).toBe(0)
    for (let version = Math.max(1, lastOutput.appended - KEYS.length + 1); version <= lastOutput.appended; version++)
      expect(newest.get(KEYS[version % KEYS.length] as string)).toBeGreaterThanOrEqual(version)
    next = Math.max(...newest.values()) + 1
    await again.close()
  }
  expect(compacted).toBeGreaterThan(5)
})
