/** Opens a log after a clean stop or a kill: reads and checks the last segment and truncates its torn end. */
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
 * Reads a segment from its start and truncates everything after the first frame that is not whole. Only the last append
 * can be torn, because the writer syncs each append before it starts the next. A whole frame behind a broken one
 * therefore means that the disk corrupted synced data: the log then refuses to open instead of dropping it. It also
 * refuses a segment that ends before `durableBytes`, the length that is known to be on disk. Bytes beyond that may
 * exist in memory only, after a kill or a failed sync; they are on disk when this resolves.
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
    // A later segment without its own first frame was never begun: its frames belong to an older segment.
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
 * Checks that no segment is missing or truncated: older segments are not read when a log is opened, and readers would
 * skip a missing one. Each segment records where the one before it ends. Throws `unavailable`.
 */
export async function refuseGaps(folder: string): Promise<void> {
  const segments = listSegments(folder)
  for (const [i, segment] of segments.entries()) {
    const before = segments[i - 1]
    if (before === undefined) continue
    const missing = segmentFile(folder, segment - 1)
    if (before !== segment - 1) throw new AppError('unavailable', `${missing} is missing, and later segments exist`)
    const start = await startOf(folder, segment)
    if (!start) throw new Damaged(segmentFile(folder, segment), 0)
    const { size } = fs.statSync(missing)
    if (size >= (start.before ?? 0)) continue
    throw new AppError('unavailable', `${missing} is cut short: it held ${start.before} bytes and has ${size}`)
  }
}

/**
 * True for a frame of this segment: the file may be a reused one, whose old frames have other numbers and another
 * segment's snapshot.
 */
function follows(frame: Frame, at: number, segment: number, nextFrame: number): boolean {
  const [first] = frame.entries
  return at === 0 ? first?.topic === SNAPSHOT && first.key === String(segment) : frame.header.number === nextFrame
}

type Frame = { header: FrameHeader; entries: Entry[]; bytes: Buffer }

async function readFrame(fd: number, at: number): Promise<Frame | null> {
  const header = decodeHeader(await readAt(fd, HEADER_BYTES, at))
  // Checked before memory is allocated: a corrupt length may say two gigabytes.
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
