/**
 * Scans a log for frames that differ from what was written: a disk may corrupt data long after it was synced. Reads
 * every byte and writes nothing. No process may write the log meanwhile.
 */

import fs from 'node:fs'
import { crc32 } from 'node:zlib'
import { listSegments, readAt, segmentFile } from './files.ts'
import type { Damage, FoundRecord } from './found-damage.ts'
import { decodeDirectory, decodeHeader, HEADER_BYTES } from './frame.ts'
import type { KnownEnd } from './known-end.ts'
import { keyOf } from './known-frames.ts'
import { SNAPSHOT } from './log-index.ts'
import { startOf } from './log-view.ts'
import { FRAME_BYTES_MIN } from './repair-frames.ts'

/** Offsets of a `topic/partition` that no frame holds, although frames before and behind them do. */
export type Gap = { readonly key: string; readonly from: number; readonly to: number }

export type LogCheck = {
  readonly damages: number
  readonly gaps: readonly Gap[]
  readonly segments: number
  readonly bytes: number
}

/** `met` is called for each damage, and may replace the damaged frames in the file. */
export async function checkLog(
  folder: string,
  known: KnownEnd,
  met: (damage: Damage) => Promise<void>,
): Promise<LogCheck> {
  const gaps: Gap[] = []
  const check = { damages: 0, gaps, segments: 0, bytes: 0 }
  const ends = new Map<string, number>()
  const count = (damage: Damage) => {
    check.damages++
    return met(damage)
  }
  let next: number | null = null
  for (const segment of listSegments(folder)) {
    const start = await startOf(folder, segment)
    for (const [key, end] of start?.ends ?? []) moveEnd(ends, key, end, end, gaps)
    const scanned = await scanSegment(folder, segment, { known, next, ends, gaps, met: count })
    next = scanned.next
    check.bytes += scanned.bytes
    check.segments++
  }
  return check
}

type Scan = {
  readonly known: KnownEnd
  /** Number of the segment's first frame, null when unknown: frames are numbered consecutively over all segments. */
  readonly next: number | null
  /** `topic/partition` -> the offset after the last record seen. */
  readonly ends: Map<string, number>
  readonly gaps: Gap[]
  readonly met: (damage: Damage) => Promise<void>
}

async function scanSegment(folder: string, segment: number, { known, next, ends, gaps, met }: Scan) {
  const file = segmentFile(folder, segment)
  const fd = fs.openSync(file, 'r')
  try {
    const { size } = fs.fstatSync(fd)
    const end = Math.min(size, await knownEnd(folder, known, segment))
    const beginning = await beginningOf(fd, segment, next)
    if (beginning === null) {
      const unknown = { first: 0, frames: 1, bytes: Buffer.alloc(0), records: null, isBeginning: true }
      if (end > 0) await met({ file, segment, at: 0, ...unknown })
      return { next: null, bytes: 0 } // the numbers and offsets of its frames are unknown
    }
    let number = beginning
    let at = 0
    while (at < size) {
      const frame = await frameAt(fd, at)
      const isOurs = frame !== null && (frame.number === number || at === 0 || follows(frame.records, ends))
      const isFine = isOurs && frame.number === number && frame.records.every(({ isWhole }) => isWhole)
      // Beyond the known end lie bytes that were never acknowledged, or old content of a reused file.
      if (at >= end && !isFine && !(await isFollowed(fd, at, number))) break
      const to = isOurs
        ? { at: at + frame.bytes, number: number + 1 }
        : await nextFrame(fd, at, number, at < end ? end : size)
      const records = isOurs ? frame.records : null
      const of = { file, segment, at, records, isBeginning: at === 0 }
      if (!isFine)
        await met({ ...of, first: number, frames: to.number - number, bytes: await readAt(fd, to.at - at, at) })
      for (const { entry } of records ?? []) moveEnd(ends, keyOf(entry), entry.offset, entry.offset + 1, gaps)
      at = to.at
      number = to.number
    }
    return { next: number, bytes: at }
  } finally {
    fs.closeSync(fd)
  }
}

/**
 * End of the segment's acknowledged bytes. May be too small when the file that records it is damaged or belongs to an
 * older copy.
 */
async function knownEnd(folder: string, known: KnownEnd, segment: number): Promise<number> {
  const tail = known.durable(folder)
  if (tail?.segment === segment) return tail.bytes
  const isLast = !listSegments(folder).includes(segment + 1)
  const next = isLast ? null : await startOf(folder, segment + 1)
  return next === null ? 0 : (next.before ?? Number.POSITIVE_INFINITY)
}

/** Returns null when the frame's header or directory is damaged. No checksum covers the frame's number. */
async function frameAt(fd: number, at: number) {
  const header = decodeHeader(await readAt(fd, HEADER_BYTES, at))
  if (!header || at + header.frameBytes > fs.fstatSync(fd).size) return null
  const bytes = await readAt(fd, header.frameBytes, at)
  const entries = decodeDirectory(header, bytes.subarray(HEADER_BYTES))
  if (entries === null) return null
  const records = entries.map((entry) => {
    const value = bytes.subarray(entry.valueAt, entry.valueAt + entry.valueBytes)
    return { entry, value, isWhole: crc32(value) === entry.valueCrc }
  })
  return { records, number: header.number, bytes: header.frameBytes }
}

/**
 * Number of a segment's first frame, when two of three sources agree on it; null when the segment does not begin with
 * its own content.
 */
async function beginningOf(fd: number, segment: number, next: number | null): Promise<number | null> {
  const frame = await frameAt(fd, 0)
  const entry = frame?.records[0]?.entry
  if (!frame || entry?.topic !== SNAPSHOT || entry.key !== String(segment)) return null
  const second = decodeHeader(await readAt(fd, HEADER_BYTES, frame.bytes))
  const isSure = second === null || frame.number === next || frame.number === second.number - 1
  return isSure ? frame.number : second.number - 1
}

/** A frame with an unexpected number belongs to the log only if its records have the next expected offsets. */
function follows(records: readonly FoundRecord[], ends: ReadonlyMap<string, number>): boolean {
  const next = new Map(ends)
  const isNext = ({ entry }: FoundRecord) => {
    const key = keyOf(entry)
    if (next.get(key) !== entry.offset) return false
    next.set(key, entry.offset + 1)
    return true
  }
  return records.every(isNext)
}

/**
 * True when a whole frame follows: then the frame at `at` is damaged and not torn, because only the last frame can be
 * torn.
 */
async function isFollowed(fd: number, at: number, number: number): Promise<boolean> {
  const header = decodeHeader(await readAt(fd, HEADER_BYTES, at))
  if (header?.number !== number) return false
  return decodeHeader(await readAt(fd, HEADER_BYTES, at + header.frameBytes))?.number === number + 1
}

/**
 * Finds the next frame with a whole header and directory behind a damaged frame; the end of the segment when there is
 * none.
 */
async function nextFrame(fd: number, at: number, number: number, end: number) {
  const rest = await readAt(fd, end - at, at)
  for (let i = rest.indexOf(MAGIC, 1); i >= 0; i = rest.indexOf(MAGIC, i + 1)) {
    const header = decodeHeader(rest.subarray(i, i + HEADER_BYTES))
    const framesMax = i / FRAME_BYTES_MIN
    if (!header || header.number <= number || header.number - number > framesMax) continue
    if (decodeDirectory(header, rest.subarray(i + HEADER_BYTES)) !== null) return { at: at + i, number: header.number }
  }
  return { at: at + rest.length, number: number + 1 }
}

const MAGIC = Buffer.from('SVCF')

function moveEnd(ends: Map<string, number>, key: string, from: number, end: number, gaps: Gap[]): void {
  if (key.startsWith('__')) return
  const known = ends.get(key)
  if (known !== undefined && from > known) gaps.push({ key, from: known, to: from })
  ends.set(key, Math.max(known ?? 0, end))
}
