import fs from 'node:fs'
import { expect, test, vi } from 'vitest'
import { segmentFile } from './files.ts'
import { HEADER_BYTES } from './frame.ts'
import { KnownFrames } from './known-frames.ts'
import { LogCursor, type OpenLog } from './log-cursor.ts'
import { LogWindow } from './log-window.ts'
import { LogWriter } from './log-writer.ts'
import { openTestLog, texts, useFolders } from './testing.ts'

const newFolder = useFolders()
/** Longer than any test. */
const WAIT_MS = 600_000

test('skips a frame that another cursor has read, and reads one that holds its own records', async () => {
  const folder = newFolder()
  const writer = await LogWriter.open(folder)
  for (const topic of ['a', 'a', 'b']) {
    await writer.append([{ topic, partition: 0, timestampMs: 0, key: '', value: [Buffer.from(`${topic} text`)] }])
  }
  const log = openTestLog(folder)
  expect(await textsOf(log, 'a')).toEqual(['a text', 'a text'])
  spoilFrames(folder, writer.segment, log.frames, 'b/0')
  const unread = { ...log, window: new LogWindow() }
  expect(await textsOf(unread, 'b'), 'the frames of a cannot be read any more').toEqual(['b text'])
  await expect(textsOf(unread, 'a')).rejects.toThrow(/is damaged/)
  log.watch.close()
  await writer.close()
})

test('a waiting reader is not woken for frames of other partitions, and skips them without a read', async () => {
  const folder = newFolder()
  const writer = await LogWriter.open(folder)
  const log = openTestLog(folder)
  writer.onDurable((frame) => {
    if (frame) log.frames.add(frame)
    log.watch.look()
  })
  const append = (topic: string) =>
    writer.append([{ topic, partition: 0, timestampMs: 0, key: '', value: [Buffer.from(`${topic} text`)] }])
  await append('a')
  const cursor = new LogCursor(log, { topic: 'a', partition: 0 }, 0)
  expect(texts(await cursor.read(1000, 0))).toEqual(['a text'])
  const waits = vi.spyOn(log.watch, 'wait')
  const waiting = cursor.read(1000, WAIT_MS)
  for (let i = 0; i < 5; i++) await append('b')
  spoilFrames(folder, writer.segment, log.frames, 'a/0')
  await append('a')
  expect(texts(await waiting), 'the frames of b cannot be read any more').toEqual(['a text'])
  expect(cursor.position()).toBe(2)
  expect(waits).toHaveBeenCalledTimes(1)
  await cursor.close()
  log.watch.close()
  await writer.close()
})

test('keeps the newest frames up to its bound', () => {
  const frames = new KnownFrames()
  for (let number = 0; number < 5000; number++) {
    frames.add({ segment: 0, at: number * 100, number, frameBytes: 100, records: [{ topic: 'a', partition: 1 }] })
  }
  expect(frames.at(0, 4999 * 100)).toEqual({ number: 4999, frameBytes: 100, holds: new Set(['a/1']) })
  const known = Array.from({ length: 5000 }, (_, i) => frames.at(0, i * 100)).filter(Boolean)
  expect(known).toHaveLength(2048)
})

async function textsOf(log: OpenLog, topic: string): Promise<string[]> {
  const cursor = new LogCursor(log, { topic, partition: 0 }, 0)
  try {
    return texts(await cursor.read(1000, 0))
  } finally {
    await cursor.close()
  }
}

/** Overwrites the headers of all known frames except those with records of the partition. */
function spoilFrames(folder: string, segment: number, frames: KnownFrames, but: string): void {
  const file = segmentFile(folder, segment)
  const fd = fs.openSync(file, 'r+')
  for (let at = 0, known = frames.at(segment, 0); known; known = frames.at(segment, at)) {
    if (!known.holds.has(but)) fs.writeSync(fd, Buffer.alloc(HEADER_BYTES), 0, HEADER_BYTES, at)
    at += known.frameBytes
  }
  fs.closeSync(fd)
}
