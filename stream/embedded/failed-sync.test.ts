import fs from 'node:fs'
import path from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { listSegments, segmentFile } from './files.ts'
import { LogWriter } from './log-writer.ts'
import { readTail, tailFile } from './tail.ts'
import { contents, texts, useFolders } from './testing.ts'
import { record } from './testing-records.ts'

/**
 * Simulates a disk apart from the kernel's page cache: only a successful sync copies written bytes to it. A failing
 * sync leaves garbage in the blocks that it should have written, and the kernel marks them clean.
 */
const disk = vi.hoisted(() => {
  const real = process.getBuiltinModule('node:fs')
  const BLOCK = 4096
  const images = new Map<number, Buffer>()
  const dirty = new Map<number, Set<number>>()
  const state = { failures: 0, truncates: true }
  const eio = () => Object.assign(new Error('EIO: i/o error'), { code: 'EIO', syscall: 'fdatasync' })

  const written = (fd: number, at: number, bytes: number) => {
    const { ino } = real.fstatSync(fd)
    const blocks = dirty.get(ino) ?? new Set()
    dirty.set(ino, blocks)
    for (let block = Math.floor(at / BLOCK); block * BLOCK < at + bytes; block++) blocks.add(block)
  }
  /** Returns false when the sync fails. */
  const synced = (fd: number): boolean => {
    const { ino, size } = real.fstatSync(fd)
    const isFailing = state.failures > 0
    if (isFailing) state.failures--
    const old = images.get(ino) ?? Buffer.alloc(0)
    const image = Buffer.alloc(Math.max(old.length, size + BLOCK))
    old.copy(image)
    for (const block of dirty.get(ino) ?? []) {
      if (isFailing) image.fill(0xee, block * BLOCK, (block + 1) * BLOCK)
      else real.readSync(fd, image, block * BLOCK, BLOCK, block * BLOCK)
    }
    dirty.delete(ino)
    images.set(ino, image)
    return !isFailing
  }

  real.writev = new Proxy(real.writev, {
    apply(target, _, [fd, pieces, at, done]) {
      const report = (error: Error | null, bytes: number, all: unknown) => {
        if (!error) written(fd, at, bytes)
        done(error, bytes, all)
      }
      Reflect.apply(target, real, [fd, pieces, at, report])
    },
  })
  const writevSync = real.writevSync
  real.writevSync = (fd, pieces, at) => {
    const bytes = writevSync(fd, pieces, at)
    written(fd, at ?? 0, bytes)
    return bytes
  }
  real.fdatasync = new Proxy(real.fdatasync, {
    apply: (_target, _, [fd, done]) => setImmediate(() => done(synced(fd) ? null : eio())),
  })
  const fsyncSync = real.fsyncSync
  real.fsyncSync = (fd) => {
    if (real.fstatSync(fd).isDirectory()) return fsyncSync(fd)
    if (!synced(fd)) throw eio()
  }
  const ftruncateSync = real.ftruncateSync
  real.ftruncateSync = (fd, bytes) => {
    if (!state.truncates) throw eio()
    ftruncateSync(fd, bytes)
  }
  return { state, imageOf: (file: string) => images.get(real.statSync(file).ino) ?? Buffer.alloc(0) }
})

const newFolder = useFolders()
afterEach(() => {
  vi.restoreAllMocks()
  disk.state.failures = 0
  disk.state.truncates = true
})

/** The content of a log after a power cut. The tail file is lost too, because it is never synced. */
async function afterPowerCut(folder: string): Promise<string[]> {
  const image = disk.imageOf(segmentFile(folder, 0))
  const other = newFolder()
  fs.writeFileSync(segmentFile(other, 0), image)
  const writer = await LogWriter.open(other)
  const found = texts(await contents(other))
  await writer.close()
  return found
}

const refused = { code: 'unavailable', message: expect.stringContaining('EIO') }

/** One frame that is written on the main thread, and one that a pool thread writes. */
const SIZES = [10, 200_000]

test.each([1, 2, 3, 4].flatMap((failures) => SIZES.map((bytes) => [failures, bytes] as const)))(
  'after %i failed syncs in a row an append of %i bytes is taken again, and all that was is on disk',
  async (failures, bytes) => {
    const filled = (text: string) => text.padEnd(bytes, '.')
    const large = (text: string) => ({ ...record(text), value: [Buffer.from(filled(text))] })
    const folder = newFolder()
    const writer = await LogWriter.open(folder)
    await writer.append([large('before')])
    disk.state.failures = failures
    const kept = [filled('before')]
    while (disk.state.failures > 0) {
      await expect(writer.append([large('refused')])).rejects.toMatchObject(refused)
      expect(texts(await contents(folder))).toEqual(kept)
    }
    await writer.append([large('after')])
    expect(await afterPowerCut(folder)).toEqual([...kept, filled('after')])
    await writer.close()
  },
)

test('acknowledged bytes that share a block with a failed sync are on disk once the append is refused', async () => {
  const folder = newFolder()
  const writer = await LogWriter.open(folder)
  await writer.append([record('before')])
  disk.state.failures = 1
  await expect(writer.append([record('refused')])).rejects.toMatchObject(refused)
  expect(await afterPowerCut(folder)).toEqual(['before'])
  await writer.close()
})

test('a reopened log syncs again what a failed sync left only in memory', async () => {
  const folder = newFolder()
  const writer = await LogWriter.open(folder)
  await writer.append([record('before')])
  const large = `refused ${'.'.repeat(20_000)}`
  disk.state.failures = 1
  disk.state.truncates = false
  await expect(writer.append([record(large)])).rejects.toMatchObject(refused)
  disk.state.truncates = true
  // As after a kill: nothing is truncated, and the next process finds the folder unlocked.
  fs.truncateSync(path.join(folder, 'lock.1'))
  const again = await LogWriter.open(folder)
  const found = texts(await contents(folder))
  expect(found).toEqual(['before', large])
  await again.append([record('after')])
  expect(await afterPowerCut(folder)).toEqual([...found, 'after'])
  await again.close()
  await writer.close()
})

test('publishes a segment only when its name is durable: after a failed folder sync it is created again', async () => {
  const folder = newFolder()
  const open = fs.openSync
  let refusals = 1
  vi.spyOn(fs, 'openSync').mockImplementation((file, ...how) => {
    const isRefused =
      String(file).includes('next-') || (file === folder && listSegments(folder).length > 1 && refusals-- > 0)
    if (isRefused) throw Object.assign(new Error('EMFILE: too many open files'), { code: 'EMFILE' })
    return open(file, ...how)
  })
  const writer = await LogWriter.open(folder, { segmentBytes: 200, frameBytes: 1 << 21, pendingBytesMax: 1 << 20 })
  const reported: number[] = []
  writer.onDurable(() => reported.push(readTail(tailFile(folder))?.segment ?? -1))
  await writer.append([record('first '.repeat(60))])
  await expect(writer.append([record('refused')])).rejects.toMatchObject({ code: 'unavailable' })
  expect(reported).toEqual([0])
  await writer.append([record('second')])
  expect(reported).toEqual([0, 1, 1])
  expect(texts(await contents(folder))).toEqual(['first '.repeat(60), 'second'])
  await writer.close()
})
