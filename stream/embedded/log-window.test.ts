import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { LogCursor } from './log-cursor.ts'
import { LogWindow } from './log-window.ts'
import { LogWriter } from './log-writer.ts'
import { openTestLog, useFolders } from './testing.ts'

const newFolder = useFolders()

function fileOf(bytes: number): number {
  const file = path.join(newFolder(), 'segment')
  fs.writeFileSync(file, Buffer.alloc(bytes, 'x'))
  return fs.openSync(file, 'r')
}

test('requests during and after a read share that one read', async () => {
  const fd = fileOf(1000)
  const shared = new LogWindow()
  const ask = (at: number, bytes: number, segment = 1) => shared.of(fd, { segment, at, bytes, bytesAhead: 500 })
  const [first, second] = await Promise.all([ask(0, 10), ask(400, 100)])
  expect(second).toBe(first)
  expect(first.bytes.length).toBe(500)
  expect(await ask(499, 1)).toBe(first)
  expect(await ask(499, 2)).toMatchObject({ at: 499, bytes: { length: 500 } })
  expect((await ask(0, 10, 2)).segment, 'another segment is other bytes').toBe(2)
  expect((await ask(990, 20)).bytes.length, 'no more than there is').toBe(10)
  fs.closeSync(fd)
})

test('a reader that waited for a failed read starts its own', async () => {
  const fd = fileOf(1000)
  const shared = new LogWindow()
  const wanted = { segment: 1, at: 0, bytes: 10, bytesAhead: 100 }
  const failing = shared.of(-2, wanted)
  const waiting = shared.of(fd, wanted)
  await expect(failing).rejects.toThrow()
  expect((await waiting).bytes.length).toBe(100)
  fs.closeSync(fd)
})

test('a kept value does not hold its window in memory', async () => {
  const folder = newFolder()
  const writer = await LogWriter.open(folder)
  const value = [Buffer.from('small')]
  for (let i = 0; i < 50; i++) await writer.append([{ topic: 'a', partition: 0, timestampMs: 0, key: '', value }])
  const log = openTestLog(folder)
  const cursor = new LogCursor(log, { topic: 'a', partition: 0 }, 0)
  const records = await cursor.read(1_000_000, 0)
  expect(records.map((record) => record.value.toString())).toEqual(Array(50).fill('small'))
  for (const { value } of records) expect(value.buffer.byteLength).toBeLessThan(100)
  await cursor.close()
  log.watch.close()
  await writer.close()
})
