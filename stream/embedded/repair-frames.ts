/**
 * Replaces damaged frames by frames of the same length and numbers that hold the records that are still whole. Readers
 * skip the missing records like any gap in offsets.
 */
import fs from 'node:fs'
import path from 'node:path'
import { assert } from '../../platform/assert.ts'
import type { Output } from '../driver.ts'
import { syncFolder } from './files.ts'
import type { Damage, FoundRecord } from './found-damage.ts'
import { crcOf, encodeFrame, HEADER_BYTES } from './frame.ts'

/** Topic of filler records that take the space of lost ones; no group reads it. */
const LOST = '__lost'
/** Size of a record in a directory, without its topic and its key. */
const ENTRY_BYTES = 29
/** No frame is shorter: every topic has a longer name. */
export const FRAME_BYTES_MIN = HEADER_BYTES + ENTRY_BYTES + LOST.length

/** `instead` returns a replacement value of the same length, or null to leave the record out. */
export function mendedFrames(damage: Damage, instead: (record: FoundRecord) => Buffer | null): Buffer {
  const { first, frames, bytes, records } = damage
  if (records === null) return fillers(first, frames, bytes.length)
  const kept = records.flatMap((record) => {
    const value = record.isWhole ? record.value : instead(record)
    assert(
      value === null || value.length === record.value.length,
      'a record is put in the place of one that is as long',
    )
    return value === null ? [] : [{ ...record.entry, value: [value] }]
  })
  return kept.length === records.length ? frameOf(first, kept) : padded(first, kept, bytes.length)
}

function fillers(first: number, frames: number, bytes: number): Buffer {
  const shortest = Array.from({ length: frames - 1 }, (_, i) => padded(first + i, [], FRAME_BYTES_MIN))
  return Buffer.concat([...shortest, padded(first + frames - 1, [], bytes - shortest.length * FRAME_BYTES_MIN)])
}

type Kept = Output & { readonly offset: number }

function padded(number: number, kept: readonly Kept[], bytes: number): Buffer {
  const filler = { topic: LOST, partition: 0, offset: 0, timestampMs: 0, key: '' }
  const room = bytes - frameOf(number, kept).length - ENTRY_BYTES - LOST.length
  assert(room >= 0, 'what is left out is longer than what stands for it')
  return frameOf(number, [...kept, { ...filler, value: [Buffer.alloc(room)] }])
}

function frameOf(number: number, kept: readonly Kept[]): Buffer {
  const placed = kept.map(({ offset, value }) => ({ offset, crc: crcOf(value) }))
  return Buffer.concat(encodeFrame(number, kept, placed))
}

/** Replaces the file atomically: an interrupted call leaves either the old or the new segment. */
export function putFrames({ file, at, bytes }: Damage, frames: Buffer): void {
  assert(frames.length === bytes.length, 'the segment stays as long as it is')
  const copy = path.join(path.dirname(file), 'mended')
  fs.copyFileSync(file, copy)
  const fd = fs.openSync(copy, 'r+')
  try {
    fs.writeSync(fd, frames, 0, frames.length, at)
    fs.fsyncSync(fd)
  } finally {
    fs.closeSync(fd)
  }
  fs.renameSync(copy, file)
  syncFolder(path.dirname(file))
}
