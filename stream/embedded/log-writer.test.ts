import fs from 'node:fs'
import path from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { listSegments, segmentFile } from './files.ts'
import { SLOTS, type SlotPlace, slotKey } from './log-index.ts'
import { LogView, startOf } from './log-view.ts'
import { LogWriter } from './log-writer.ts'
import { TailWatch } from './tail.ts'
import { contents, texts, useFolders } from './testing.ts'
import { record } from './testing-records.ts'

const newFolder = useFolders()
const SMALL = { segmentBytes: 400, frameBytes: 1 << 21, pendingBytesMax: 1 << 20 }

/** A log after some appends, with the content of the disk after each acknowledgement. */
async function written(appends: number) {
  const folder = newFolder()
  const writer = await LogWriter.open(folder)
  const tails: Buffer[] = []
  for (let i = 0; i < appends; i++) {
    await writer.append([record(`${i} ${'x'.repeat((i * 37) % 90)}`), record(`other ${i}`, 'b', 1)])
    tails.push(fs.readFileSync(path.join(folder, 'tail')))
  }
  const wanted = texts(await contents(folder))
  await writer.close()
  return { bytes: fs.readFileSync(segmentFile(folder, 0)), tails, wanted }
}

function crashed(bytes: Buffer, tail: Buffer): string {
  const folder = newFolder()
  fs.writeFileSync(segmentFile(folder, 0), bytes)
  fs.writeFileSync(path.join(folder, 'tail'), tail)
  return folder
}

const lengthIn = (tail: Buffer): number => tail.readDoubleLE(8)

test('after a kill during an append everything acknowledged is there, and no frame is torn', async () => {
  const log = await written(12)
  const cut = fc.tuple(fc.integer({ min: 0, max: 10 }), fc.double({ min: 0, max: 1, noNaN: true }), fc.boolean())
  await fc.assert(
    fc.asyncProperty(cut, fc.uint8Array({ maxLength: 40 }), async ([acked, place, isGarbled], garbage) => {
      const [start, end] = [lengthIn(log.tails[acked] as Buffer), lengthIn(log.tails[acked + 1] as Buffer)]
      const torn = Buffer.from(log.bytes.subarray(0, start + Math.floor((end - start) * place)))
      if (isGarbled && torn.length > start) Buffer.from(garbage).copy(torn, start)
      const folder = crashed(torn, log.tails[acked] as Buffer)
      const writer = await LogWriter.open(folder)
      const found = texts(await contents(folder))
      const isWhole = torn.equals(log.bytes.subarray(0, end))
      expect(found).toEqual(log.wanted.slice(0, isWhole ? acked + 2 : acked + 1))
      await writer.append([record('goes on')])
      await writer.close()
      const again = await LogWriter.open(folder)
      expect(texts(await contents(folder))).toEqual([...found, 'goes on'])
      await again.close()
    }),
    { numRuns: 60 },
  )
})

test('a changed byte in acknowledged data is refused, wherever it is, and nothing is truncated', async () => {
  const log = await written(6)
  const tail = log.tails.at(-1) as Buffer
  await fc.assert(
    fc.asyncProperty(fc.nat(log.bytes.length - 1), fc.integer({ min: 1, max: 255 }), async (at, flip) => {
      fc.pre(at < 16 || at >= 24) // the number of the first frame: any number is valid, and nothing depends on it
      const damaged = Buffer.from(log.bytes)
      damaged[at] = (damaged[at] as number) ^ flip
      const folder = crashed(damaged, tail)
      await expect(LogWriter.open(folder)).rejects.toThrow('damaged')
      expect(fs.readFileSync(segmentFile(folder, 0))).toEqual(damaged)
      expect(fs.readFileSync(path.join(folder, 'lock.1'), 'utf8')).toBe('')
    }),
    { numRuns: 150 },
  )
})

test('a missing segment with acknowledged records is noticed', async () => {
  const folder = newFolder()
  const writer = await LogWriter.open(folder, SMALL)
  for (let i = 0; i < 20; i++) await writer.append([record(`record ${i}`)])
  await writer.close()
  const newest = listSegments(folder).at(-1) as number
  expect(newest).toBeGreaterThan(1)
  fs.unlinkSync(segmentFile(folder, newest))
  await expect(LogWriter.open(folder, SMALL)).rejects.toThrow('missing')
})

test('without its tail file a log opens, and damage before the last frame is still refused', async () => {
  const log = await written(6)
  const folder = crashed(log.bytes, Buffer.alloc(0))
  const writer = await LogWriter.open(folder)
  expect(texts(await contents(folder))).toEqual(log.wanted)
  await writer.close()
  const damaged = Buffer.from(log.bytes)
  const at = lengthIn(log.tails[2] as Buffer) - 1
  damaged[at] = (damaged[at] as number) ^ 1
  await expect(LogWriter.open(crashed(damaged, Buffer.alloc(0)))).rejects.toThrow('damaged')
})

test('a kill while a segment is created leaves the previous one intact', async () => {
  const folder = newFolder()
  const writer = await LogWriter.open(folder, SMALL)
  await writer.append([record('before')])
  await writer.close()
  for (const begun of [
    Buffer.alloc(0),
    Buffer.alloc(100, 7),
    fs.readFileSync(segmentFile(folder, 0)).subarray(0, 30),
  ]) {
    fs.writeFileSync(segmentFile(folder, 1), begun)
    const again = await LogWriter.open(folder, SMALL)
    expect(texts(await contents(folder))).toEqual(['before'])
    expect(listSegments(folder)).toEqual([0])
    await again.close()
  }
})

test('records continue from segment to segment whole and in order, from any offset, also after reopening', async () => {
  const folder = newFolder()
  let writer = await LogWriter.open(folder, SMALL)
  for (let i = 0; i < 60; i++) {
    await writer.append([record(`record ${i}`), record(`other ${i}`, 'b'), record(`third ${i}`, 'a', 1)])
    if (i % 13 === 0) {
      await writer.close()
      writer = await LogWriter.open(folder, SMALL)
    }
  }
  expect(listSegments(folder).length).toBeGreaterThan(10)
  const wanted = Array.from({ length: 60 }, (_, i) => `record ${i}`)
  for (const from of [0, 1, 17, 59, 60]) expect(texts(await contents(folder, 'a', 0, from))).toEqual(wanted.slice(from))
  expect((await contents(folder, 'b')).map(({ offset }) => offset)).toEqual(wanted.map((_, i) => i))
  expect(texts(await contents(folder, 'a', 1))).toEqual(wanted.map((_, i) => `third ${i}`))
  await writer.close()
})

test('a value of an older segment that differs from what was written is not returned, wherever it is', async () => {
  const folder = newFolder()
  const writer = await LogWriter.open(folder, SMALL)
  for (let i = 0; i < 9; i++) await writer.append([record(`record ${i} ${'.'.repeat(150)}`)])
  const valueAt = (name: string) => fs.readFileSync(name).lastIndexOf('record 3 ...')
  expect(texts(await contents(folder))).toHaveLength(9)
  const older = listSegments(folder).slice(0, -1)
  const file = older.map((segment) => segmentFile(folder, segment)).find((name) => valueAt(name) >= 0) as string
  const at = valueAt(file)
  const bytes = fs.readFileSync(file)
  bytes[at + 20] = '!'.charCodeAt(0)
  fs.writeFileSync(file, bytes)
  await expect(contents(folder)).rejects.toThrow('damaged')
  await writer.close()
})

test('state that differs from what was written is neither restored nor written again', async () => {
  const folder = newFolder()
  const writer = await LogWriter.open(folder, SMALL)
  const state = { ...record('state '.repeat(20), SLOTS), key: slotKey('dedupe.seen', 0, 'a') }
  await writer.append([state])
  for (let i = 0; i < 9; i++) await writer.append([record(`record ${i} ${'.'.repeat(150)}`)])
  const file = segmentFile(folder, 0)
  const bytes = fs.readFileSync(file)
  const at = bytes.indexOf('state state')
  bytes[at + 3] = '!'.charCodeAt(0)
  fs.writeFileSync(file, bytes)
  const wanted = `${file} is damaged at byte ${at}, in a payload of state. svc log check says what is lost with it`
  const place = ({ index }: LogWriter) => [...(index.slots.get('dedupe.seen/0')?.values() ?? [])][0] as SlotPlace
  await expect(writer.payload(place(writer))).rejects.toThrow(wanted)
  await expect(writer.removeBelow(writer.segment)).rejects.toThrow(wanted)
  await writer.close()
  const again = await LogWriter.open(folder, SMALL)
  await expect(again.payload(place(again))).rejects.toThrow(wanted)
  await again.close()
})

test('a power cut that undoes the renaming of a segment in use, or leaves a prepared one, loses nothing', async () => {
  const folder = newFolder()
  const writer = await LogWriter.open(folder, SMALL)
  const wanted = Array.from({ length: 20 }, (_, i) => `record ${i}`)
  for (const text of wanted) await writer.append([record(text)])
  await writer.close()
  const newest = listSegments(folder).at(-1) as number
  expect(newest).toBeGreaterThan(1)
  fs.renameSync(segmentFile(folder, newest), path.join(folder, `next-${newest}`))
  fs.copyFileSync(segmentFile(folder, 0), path.join(folder, `next-${newest + 1}`))
  const again = await LogWriter.open(folder, SMALL)
  expect(texts(await contents(folder))).toEqual(wanted)
  await again.append([record('after')])
  expect(texts(await contents(folder))).toEqual([...wanted, 'after'])
  await again.close()
})

test('the start of a segment that is being created is never returned as a record', async () => {
  const folder = newFolder()
  const writer = await LogWriter.open(folder, SMALL)
  await writer.append([record('one')])
  fs.copyFileSync(segmentFile(folder, 0), segmentFile(folder, 1))
  expect(await startOf(folder, 0)).not.toBeNull()
  expect(await startOf(folder, 1)).toBeNull()
  const begun = fs.readFileSync(segmentFile(folder, 0)).subarray(0, 80) // its directory, and a part of its content
  fs.writeFileSync(segmentFile(folder, 0), begun)
  expect(await startOf(folder, 0)).toBeNull()
  await writer.close()
})

test('a folder belongs to one writer', async () => {
  const folder = newFolder()
  const writer = await LogWriter.open(folder)
  await expect(LogWriter.open(folder)).rejects.toMatchObject({ code: 'data_dir_in_use' })
  await writer.close()
  await (await LogWriter.open(folder)).close()
})

test('an append right after another one is synced too', async () => {
  const writer = await LogWriter.open(newFolder())
  let chained: Promise<void> | undefined
  await writer.append([record('one')]).then(() => {
    chained = writer.append([record('two')])
  })
  await chained
  await writer.close()
})

test('appends beyond the bound are refused as unavailable, and the others are stored', async () => {
  const folder = newFolder()
  const writer = await LogWriter.open(folder, { segmentBytes: 1 << 20, frameBytes: 1 << 21, pendingBytesMax: 1000 })
  const appends = Array.from({ length: 20 }, (_, i) => writer.append([record(`${i}`.padEnd(300, '.'))]))
  const settled = await Promise.allSettled(appends)
  const kept = settled.flatMap(({ status }, i) => (status === 'fulfilled' ? [`${i}`.padEnd(300, '.')] : []))
  expect(kept.length).toBeGreaterThan(0)
  expect(kept.length).toBeLessThan(20)
  for (const end of settled) if (end.status === 'rejected') expect(end.reason).toMatchObject({ code: 'unavailable' })
  expect(texts(await contents(folder))).toEqual(kept)
  await writer.close()
})

test('readers never see data that is written and not yet published', async () => {
  const folder = newFolder()
  const writer = await LogWriter.open(folder)
  await writer.append([record('published')])
  const tail = fs.readFileSync(path.join(folder, 'tail'))
  await writer.append([record('written')])
  fs.writeFileSync(path.join(folder, 'tail'), tail)
  expect(texts(await contents(folder))).toEqual(['published'])
  await writer.close()
})

test('a view of a truncated log reports the truncation', async () => {
  const folder = newFolder()
  const writer = await LogWriter.open(folder)
  await writer.append([{ ...record('', '__positions'), key: 'group a/0', value: [offset(7)] }])
  const watch = new TailWatch(folder)
  const file = segmentFile(folder, 0)
  fs.truncateSync(file, fs.statSync(file).size - 4)
  await expect(new LogView(folder, watch).refresh()).rejects.toThrow('damaged')
  watch.close()
  await writer.close()
})

test('concurrent requests for a view each get the durable end at the time of the request', async () => {
  const folder = newFolder()
  const writer = await LogWriter.open(folder, SMALL)
  const watch = new TailWatch(folder)
  const view = new LogView(folder, watch)
  let acknowledged = 0
  let isOver = false
  const ask = async (ticks: number) => {
    while (!isOver) {
      const atLeast = acknowledged
      const index = await view.refresh()
      expect(index.ends.get('a/0') ?? 0).toBeGreaterThanOrEqual(atLeast)
      expect(index.positions.get('group a/0') ?? 0).toBeGreaterThanOrEqual(atLeast)
      for (let i = 0; i <= ticks; i++) await new Promise(setImmediate)
    }
  }
  const asking = [0, 1, 3].map(ask)
  for (let i = 1; i <= 300; i++) {
    await writer.append([record(`record ${i}`), { ...record('', '__positions'), key: 'group a/0', value: [offset(i)] }])
    acknowledged = i
  }
  isOver = true
  await Promise.all(asking)
  watch.close()
  await writer.close()
})

function offset(value: number): Buffer {
  const bytes = Buffer.alloc(8)
  bytes.writeDoubleLE(value)
  return bytes
}

test('lanes take turns: a small append waits for one frame of a busy lane, not for all of them', async () => {
  const folder = newFolder()
  const writer = await LogWriter.open(folder, { segmentBytes: 1 << 24, frameBytes: 1000, pendingBytesMax: 1 << 24 })
  const order: string[] = []
  const append = (lane: string, bytes: number) =>
    writer
      .append([{ topic: 'a', partition: 0, timestampMs: 0, key: lane, value: [Buffer.alloc(bytes)] }], lane)
      .then(() => {
        order.push(lane)
      })
  const loud = Array.from({ length: 20 }, () => append('loud', 900))
  await Promise.all([...loud, append('quiet', 10)])
  expect(order.indexOf('quiet')).toBeLessThan(5)
  expect(order.filter((lane) => lane === 'loud')).toHaveLength(20)
  await writer.close()
})
