/** Opening a log after a clean stop or a kill: the last segment is read and checked, its torn end cut off. */
import fs from 'node:fs'
import { crc32 } from 'node:zlib'
import { AppError } from '../../platform/errors.ts'
import { Damaged } from './damaged-error.ts'
import { listSegments, readAt, segmentFile, writeAgain } from './files.ts'
import { decodeDirectory, decodeHeader, type Entry, type FrameHeader, HEADER_BYTES } from './frame.ts'
import { LogIndex, SNAPSHOT } from './log-index.ts'
import { startOf } from './log-view.ts'

export type Recovered = { readonly index: LogIndex; readonly bytes: number; readonly nextFrame: number }

/**
 * Reads a segment from its start; everything after the first frame that is not whole is cut off. Only the last append
 * can be torn, because the writer syncs one before it starts the next: a whole frame behind a broken one means that
 * the disk changed what was synced, and the log refuses to open rather than drop it. So does a segment that ends
 * before `durableBytes`: as far as that it was known to be on disk. What is kept beyond may be in memory only, of a
 * process that was killed or whose sync failed, and is on disk when this resolves.
 */
export async function recoverSegment(file: string, segment: number, durableBytes = 0): Promise<Recovered> {
  const fd = fs.openSync(file, 'r+')
  try {
    const index = new LogIndex()
    let at = 0
    let nextFrame = 0
    for (;;) {
      const frame = await readFrame(fd, at)
      if (!frame || !follows(frame, at, segment, nextFrame)) break
      for (const entry of frame.entries) {
        index.apply(entry, segment, at, () => frame.bytes.subarray(entry.valueAt, entry.valueAt + entry.valueBytes))
      }
      at += frame.header.frameBytes
      nextFrame = frame.header.number + 1
    }
    if (at < durableBytes) throw new Damaged(file, at)
    // Without its own first frame a later segment was never begun: what is in it are frames of an older one.
    if (at > 0 || segment === 0) await refuseLaterFrames(fd, at, nextFrame, file)
    fs.ftruncateSync(fd, at)
    await writeAgain(fd, Math.min(durableBytes, at), at)
    fs.fsyncSync(fd)
    return { index, bytes: at, nextFrame }
  } finally {
    fs.closeSync(fd)
  }
}

/**
 * Segments before the newest are not read when a log is opened, but they are looked for: readers would go past one that
 * is missing, and each says where the one before it ends. Throws `unavailable`.
 */
export async function refuseGaps(folder: string): Promise<void> {
  const segments = listSegments(folder)
  for (const [i, segment] of segments.entries()) {
    const before = segments[i - 1]
    if (before === undefined) continue
    const missing = segmentFile(folder, segment - 1)
    if (before !== segment - 1) throw new AppError('unavailable', `${missing} is missing between the others`)
    const start = await startOf(folder, segment)
    if (!start) throw new Damaged(segmentFile(folder, segment), 0)
    const { size } = fs.statSync(missing)
    if (size >= (start.before ?? 0)) continue
    throw new AppError('unavailable', `${missing} is cut short: it held ${start.before} bytes and has ${size}`)
  }
}

/** A segment may be written over an old one: what it held before has other numbers and another segment's snapshot. */
function follows(frame: Frame, at: number, segment: number, nextFrame: number): boolean {
  const [first] = frame.entries
  return at === 0 ? first?.topic === SNAPSHOT && first.key === String(segment) : frame.header.number === nextFrame
}

type Frame = { header: FrameHeader; entries: Entry[]; bytes: Buffer }

async function readFrame(fd: number, at: number): Promise<Frame | null> {
  const header = decodeHeader(await readAt(fd, HEADER_BYTES, at))
  // Asked for before memory is: a garbled length may say two gigabytes.
  if (!header || at + header.frameBytes > fs.fstatSync(fd).size) return null
  const bytes = await readAt(fd, header.frameBytes, at)
  const entries = decodeDirectory(header, bytes.subarray(HEADER_BYTES, HEADER_BYTES + header.directoryBytes))
  const isWhole = entries?.every((e) => crc32(bytes.subarray(e.valueAt, e.valueAt + e.valueBytes)) === e.valueCrc)
  return entries && isWhole ? { header, entries, bytes } : null
}

async function refuseLaterFrames(fd: number, tornAt: number, tornNumber: number, file: string): Promise<void> {
  const torn = decodeHeader(await readAt(fd, HEADER_BYTES, tornAt))
  if (!torn || torn.number !== tornNumber) return
  const next = decodeHeader(await readAt(fd, HEADER_BYTES, tornAt + torn.frameBytes))
  if (next?.number === tornNumber + 1) throw new Damaged(file, tornAt)
}
