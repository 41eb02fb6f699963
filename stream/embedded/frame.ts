/**
 * The unit of the embedded log: a frame holds everything one group of appends wrote, under one checksum for its
 * directory and one a record. It is there whole or not at all, which is what makes a commit atomic.
 *
 *   header     magic u32 | frame bytes u32 | directory bytes u32 | directory crc32 u32 | frame number f64
 *   directory  a record: topic (u8 length, text) | partition u16 | offset f64 | time f64 | key (u16 length, text)
 *                        | value bytes u32 | value crc32 u32
 *   values     in directory order
 *
 * Numbers are little-endian; f64 because JavaScript counts exactly up to 2^53.
 */
import { crc32 } from 'node:zlib'
import { assert } from '../../platform/assert.ts'
import type { Output } from '../driver.ts'

export const HEADER_BYTES = 24
export const FRAME_BYTES_MAX = 0x7fff_ffff
const MAGIC = 0x46435653

export type Entry = {
  readonly topic: string
  readonly partition: number
  readonly offset: number
  readonly timestampMs: number
  readonly key: string
  readonly valueBytes: number
  readonly valueCrc: number
  /** Where the value starts, counted from the start of the frame. */
  readonly valueAt: number
}

export type FrameHeader = {
  readonly frameBytes: number
  readonly directoryBytes: number
  readonly number: number
  readonly directoryCrc: number
}

/** Where a record stands in its partition, and the checksum of its value. */
export type Placed = { readonly offset: number; readonly crc: number }

/** Encodes the frame in pieces, ready for one `writev`. `placed` gives each record's offset and checksum. */
export function encodeFrame(number: number, records: readonly Output[], placed: readonly Placed[]): Buffer[] {
  const directory = encodeDirectory(records, placed)
  const values = records.flatMap((record) => record.value)
  const frameBytes = HEADER_BYTES + directory.length + sizeOf(values)
  assert(frameBytes <= FRAME_BYTES_MAX, 'a frame stays under 2 GiB')
  const header = Buffer.allocUnsafe(HEADER_BYTES)
  header.writeUInt32LE(MAGIC, 0)
  header.writeUInt32LE(frameBytes, 4)
  header.writeUInt32LE(directory.length, 8)
  header.writeUInt32LE(crc32(directory), 12)
  header.writeDoubleLE(number, 16)
  return [header, directory, ...values]
}

/** Null when the bytes are not the start of a frame. */
export function decodeHeader(bytes: Buffer): FrameHeader | null {
  if (bytes.length < HEADER_BYTES || bytes.readUInt32LE(0) !== MAGIC) return null
  const frameBytes = bytes.readUInt32LE(4)
  const directoryBytes = bytes.readUInt32LE(8)
  if (HEADER_BYTES + directoryBytes > frameBytes || frameBytes > FRAME_BYTES_MAX) return null
  return { frameBytes, directoryBytes, directoryCrc: bytes.readUInt32LE(12), number: bytes.readDoubleLE(16) }
}

/** Null when the directory is torn. */
export function decodeDirectory(header: FrameHeader, bytes: Buffer): Entry[] | null {
  if (bytes.length < header.directoryBytes || crc32(bytes.subarray(0, header.directoryBytes)) !== header.directoryCrc)
    return null
  const entries: Entry[] = []
  let valueAt = HEADER_BYTES + header.directoryBytes
  for (let at = 0; at < header.directoryBytes; ) {
    const topicBytes = bytes.readUInt8(at)
    const topic = bytes.latin1Slice(at + 1, at + 1 + topicBytes)
    at += 1 + topicBytes
    const partition = bytes.readUInt16LE(at)
    const offset = bytes.readDoubleLE(at + 2)
    const timestampMs = bytes.readDoubleLE(at + 10)
    const keyBytes = bytes.readUInt16LE(at + 18)
    const key = bytes.utf8Slice(at + 20, at + 20 + keyBytes)
    at += 20 + keyBytes
    const valueBytes = bytes.readUInt32LE(at)
    entries.push({
      topic,
      partition,
      offset,
      timestampMs,
      key,
      valueBytes,
      valueCrc: bytes.readUInt32LE(at + 4),
      valueAt,
    })
    at += 8
    valueAt += valueBytes
  }
  return valueAt === header.frameBytes ? entries : null
}

function encodeDirectory(records: readonly Output[], placed: readonly Placed[]): Buffer {
  const keys = records.map((record) => Buffer.from(record.key))
  const bytes = records.reduce((sum, record, i) => sum + 29 + record.topic.length + (keys[i]?.length ?? 0), 0)
  const directory = Buffer.allocUnsafe(bytes)
  let at = 0
  for (const [i, record] of records.entries()) {
    const key = keys[i] as Buffer
    const { offset, crc } = placed[i] as Placed
    assert(record.topic.length < 256 && key.length < 65_536, 'topic and key fit the directory')
    at = directory.writeUInt8(record.topic.length, at)
    at += directory.latin1Write(record.topic, at)
    at = directory.writeUInt16LE(record.partition, at)
    at = directory.writeDoubleLE(offset, at)
    at = directory.writeDoubleLE(record.timestampMs, at)
    at = directory.writeUInt16LE(key.length, at)
    at += key.copy(directory, at)
    at = directory.writeUInt32LE(sizeOf(record.value), at)
    at = directory.writeUInt32LE(crc, at)
  }
  assert(at === bytes, 'the directory is as long as announced')
  return directory
}

export function sizeOf(pieces: readonly Buffer[]): number {
  return pieces.reduce((bytes, piece) => bytes + piece.length, 0)
}

export function crcOf(pieces: readonly Buffer[]): number {
  return pieces.reduce((crc, piece) => crc32(piece, crc), 0)
}
