import fs from 'node:fs'
import { expect, test } from 'vitest'
import { listSegments, segmentFile } from './files.ts'
import { LogCursor } from './log-cursor.ts'
import { LogWriter } from './log-writer.ts'
import { contents, openTestLog, texts, useFolders } from './testing.ts'
import { record } from './testing-records.ts'

const newFolder = useFolders()
const limits = { segmentBytes: 1 << 20, frameBytes: 1 << 21, pendingBytesMax: 1 << 22 }
/** Larger than the read-ahead, so that each value is read from the file on request. */
const LARGE = 300_000
const large = (letter: string) => ({ ...record(letter), value: [Buffer.alloc(LARGE, letter)] })

/** Changes the bytes of a value of `letter`s in the file. */
function damage(fd: number, letter: string): void {
  const bytes = fs.readFileSync(`/proc/self/fd/${fd}`)
  fs.writeSync(fd, Buffer.from('?'), 0, 1, bytes.indexOf(letter.repeat(100)) + 50)
}

test('a value that changed in a segment that was closed before this process read it is refused', async () => {
  const folder = newFolder()
  const writer = await LogWriter.open(folder, limits)
  for (const letter of 'abcdef') await writer.append([large(letter)])
  await writer.close()
  expect(listSegments(folder).length).toBeGreaterThan(1)
  const fd = fs.openSync(segmentFile(folder, 0), 'r+')
  damage(fd, 'b')
  fs.closeSync(fd)
  await expect(contents(folder)).rejects.toThrow('damaged')
})

test('reading a segment that was overwritten meanwhile gives an error, never the content of another segment', async () => {
  const folder = newFolder()
  const writer = await LogWriter.open(folder, limits)
  await writer.append([large('a'), large('b'), large('c')])
  const log = openTestLog(folder)
  const cursor = new LogCursor(log, { topic: 'a', partition: 0 }, 0)
  expect(texts(await cursor.read(1, 0))).toEqual(['a'.repeat(LARGE)])
  for (const letter of 'defghi') await writer.append([large(letter)])
  log.watch.look()
  expect(texts(await cursor.read(1, 0)), 'closed since, and as it was').toEqual(['b'.repeat(LARGE)])
  const spare = `${folder}/spare`
  fs.renameSync(segmentFile(folder, 0), spare)
  const fd = fs.openSync(spare, 'r+')
  damage(fd, 'c')
  fs.closeSync(fd)
  await expect(cursor.read(1, 0)).rejects.toThrow('damaged')
  await cursor.close()
  log.watch.close()
  await writer.close()
})
