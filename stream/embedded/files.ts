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

/** Fewer bytes than asked for only at the end of the file. */
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
 * So much is written without a thread of its own: copying it into the page cache takes 20 to 40 microseconds, and on a
 * busy machine the way to a thread and back takes two milliseconds one time in a hundred.
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

/** Block of a file system: a smaller write is written together with its neighbours. */
const BLOCK_BYTES = 4096

/**
 * Writes what stands there once more, from the block on that holds `from`. After a sync that failed, the kernel takes
 * what it could not write for clean: it is read back, the next sync passes over it, and a power cut takes it away.
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

/** Numbers of the segments of a log, oldest first; none while its writer has not been there. */
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

/** Kept to be written over: a file that has its blocks and is in memory costs a third of a new one. */
const SPARES_MAX = 8

/** A segment that nobody needs becomes a spare, or goes. */
export function retireSegment(folder: string, number: number): void {
  const spares = listSpares(folder)
  if (spares.length >= SPARES_MAX) fs.unlinkSync(segmentFile(folder, number))
  else fs.renameSync(segmentFile(folder, number), path.join(folder, `spare-${number}`))
}

/** Removed and not written over: who stands in the segment reads it to its end, whatever is written meanwhile. */
export function removeSegment(folder: string, number: number): void {
  fs.unlinkSync(segmentFile(folder, number))
}

/**
 * Makes the next segment ready under a name of its own: blocks that are there already need no journal commit of the
 * file system when they are written and synced, and a durable name needs none when it is put to use. A spare has its
 * blocks; a new file gets them as zeros, in pieces that each sync soon.
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
    fs.rmSync(file, { force: true }) // on a full disk the room is for what is pushed
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

/** Opens a new segment: the prepared one, a spare, or a new file. What is in it is told apart by its frame numbers. */
export function openNewSegment(folder: string, number: number): { fd: number; hasDurableName: boolean } {
  const file = segmentFile(folder, number)
  const prepared = path.join(folder, `${PREPARED}${number}`)
  const hasDurableName = fs.existsSync(prepared)
  const [spare] = hasDurableName ? [prepared] : listSpares(folder).map((name) => path.join(folder, name))
  if (spare !== undefined) fs.renameSync(spare, file)
  return { fd: fs.openSync(file, fs.constants.O_RDWR | fs.constants.O_CREAT, 0o600), hasDurableName }
}

/**
 * A power cut may take back the last renaming of a segment that was in use. Every prepared file is a segment again;
 * whether it ever was one, its first frame says.
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
