/** The few file operations of the log, on plain descriptors: the promise API of `node:fs` costs several times more. */
import fs from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { sizeOf } from './frame.ts'

const read = promisify(fs.read)
const writev = promisify(fs.writev) as (
  fd: number,
  pieces: readonly Buffer[],
  position: number,
) => Promise<{ bytesWritten: number }>
const fsync = promisify(fs.fsync)
export const datasync = promisify(fs.fdatasync)

/** Returns fewer bytes than requested only at the end of the file. */
export async function readAt(fd: number, bytes: number, position: number): Promise<Buffer> {
  return readInto(fd, Buffer.allocUnsafeSlow(bytes), position)
}

/** The part of `buffer` that was filled: all of it but at the end of the file. */
export async function readInto(fd: number, buffer: Buffer, position: number): Promise<Buffer> {
  const bytes = buffer.length
  let done = 0
  while (done < bytes) {
    const { bytesRead } = await read(fd, buffer, done, bytes - done, position + done)
    if (bytesRead === 0) break
    done += bytesRead
  }
  return done === bytes ? buffer : buffer.subarray(0, done)
}

/** Linux takes at most 1,024 pieces a call, and may write fewer bytes than asked. */
const PIECES_MAX = 1024

/**
 * Up to this size a write is synchronous: copying it into the page cache takes 20 to 40 microseconds, while handing it
 * to a pool thread and back takes two milliseconds one time in a hundred on a busy machine.
 */
const AT_ONCE_BYTES = 128 * 1024

export async function writeAllAt(fd: number, pieces: readonly Buffer[], position: number): Promise<number> {
  const isSmall = sizeOf(pieces) <= AT_ONCE_BYTES
  let at = position
  for (let i = 0; i < pieces.length; i += PIECES_MAX) {
    at = await writePieces(fd, pieces.slice(i, i + PIECES_MAX), at, isSmall)
  }
  return at
}

async function writePieces(fd: number, pieces: Buffer[], position: number, isSmall: boolean): Promise<number> {
  let rest = pieces.filter((piece) => piece.length > 0)
  let at = position
  while (rest.length > 0) {
    let bytesWritten = isSmall ? fs.writevSync(fd, rest, at) : (await writev(fd, rest, at)).bytesWritten
    at += bytesWritten
    while (rest[0] && bytesWritten >= rest[0].length) bytesWritten -= (rest.shift() as Buffer).length
    if (rest[0] && bytesWritten > 0) rest = [rest[0].subarray(bytesWritten), ...rest.slice(1)]
  }
  return at
}

/** Block size of the file system: a smaller write shares its block with neighbouring bytes. */
const BLOCK_BYTES = 4096

/**
 * Writes the bytes from `from`'s block on to `to` once more. After a failed sync the kernel marks unwritten pages as
 * clean: reads return them, the next sync skips them, and a power cut loses them.
 */
export async function writeAgain(fd: number, from: number, to: number): Promise<void> {
  for (let at = from - (from % BLOCK_BYTES); at < to; ) {
    at = await writeAllAt(fd, [await readAt(fd, Math.min(PIECE.length, to - at), at)], at)
  }
}

/** A new or removed name survives power loss only when its folder is synced too. */
export function syncFolder(folder: string): void {
  const fd = fs.openSync(folder, 'r')
  try {
    fs.fsyncSync(fd)
  } finally {
    fs.closeSync(fd)
  }
}

const SEGMENT = /^(\d{16})\.log$/

/** Numbers of the segments of a log, oldest first; empty before the writer created the log. */
export function listSegments(folder: string): number[] {
  if (!fs.existsSync(folder)) return []
  return fs
    .readdirSync(folder)
    .flatMap((name) => SEGMENT.exec(name)?.[1] ?? [])
    .map(Number)
    .sort((a, b) => a - b)
}

export function segmentFile(folder: string, number: number): string {
  return path.join(folder, `${String(number).padStart(16, '0')}.log`)
}

/**
 * Old segment files that are kept to be overwritten: a file with allocated blocks in the page cache costs a third of a
 * new one.
 */
const SPARES_MAX = 8

/** Makes an unneeded segment a spare file, or removes it when there are enough spares. */
export function retireSegment(folder: string, number: number): void {
  const spares = listSpares(folder)
  if (spares.length >= SPARES_MAX) fs.unlinkSync(segmentFile(folder, number))
  else fs.renameSync(segmentFile(folder, number), path.join(folder, `spare-${number}`))
}

/** Removes the file instead of reusing it: a reader inside the segment can still read it to its end. */
export function removeSegment(folder: string, number: number): void {
  fs.unlinkSync(segmentFile(folder, number))
}

/**
 * Prepares the next segment's file under a temporary name. Allocated blocks need no journal commit when they are
 * written and synced, and a durable name needs none at the switch. A spare already has its blocks; a new file is filled
 * with zeros in pieces small enough to sync quickly.
 */
export async function prepareSegment(folder: string, number: number, bytes: number): Promise<void> {
  const file = path.join(folder, `${PREPARED}${number}`)
  const [spare] = listSpares(folder)
  if (spare !== undefined) fs.renameSync(path.join(folder, spare), file)
  else await fillWithZeros(file, bytes)
  await withFd(folder, 'r', fsync)
}

const PREPARED = 'next-'
const PIECE = Buffer.alloc(2 ** 20)

async function fillWithZeros(file: string, bytes: number): Promise<void> {
  try {
    await withFd(file, 'w', async (fd) => {
      for (let at = 0; at < bytes; at += PIECE.length) {
        await writeAllAt(fd, [PIECE.subarray(0, bytes - at)], at)
        await datasync(fd)
      }
    })
  } catch (error) {
    fs.rmSync(file, { force: true }) // On a full disk the space is needed for pushed data.
    throw error
  }
}

async function withFd<T>(file: string, flags: string, use: (fd: number) => Promise<T>): Promise<T> {
  const fd = fs.openSync(file, flags, 0o600)
  try {
    return await use(fd)
  } finally {
    fs.closeSync(fd)
  }
}

/**
 * Opens a new segment: the prepared file, a spare, or a new file. Frame numbers distinguish its own content from old
 * content.
 */
export function openNewSegment(folder: string, number: number): { fd: number; hasDurableName: boolean } {
  const file = segmentFile(folder, number)
  const prepared = path.join(folder, `${PREPARED}${number}`)
  const hasDurableName = fs.existsSync(prepared)
  const [spare] = hasDurableName ? [prepared] : listSpares(folder).map((name) => path.join(folder, name))
  if (spare !== undefined) fs.renameSync(spare, file)
  return { fd: fs.openSync(file, fs.constants.O_RDWR | fs.constants.O_CREAT, 0o600), hasDurableName }
}

/**
 * Turns every prepared file into a segment again: a power cut may undo the last rename of a segment in use. Its first
 * frame then shows whether it was one.
 */
export function adoptPrepared(folder: string): void {
  for (const name of fs.readdirSync(folder)) {
    if (!name.startsWith(PREPARED)) continue
    fs.renameSync(path.join(folder, name), segmentFile(folder, Number(name.slice(PREPARED.length))))
  }
}

function listSpares(folder: string): string[] {
  return fs.readdirSync(folder).filter((name) => name.startsWith('spare-'))
}
