import { gunzipSync } from 'node:zlib'
import { AppError } from '../../../platform/errors.ts'
import { at } from '../table.ts'

/** Largest unpacked size of one object, in bytes. CloudTrail closes a file long before it is this large. */
const UNPACKED_BYTES_MAX = 128 * 1024 * 1024

/** Records of a file of CloudTrail, packed or not: `{"Records": [...]}`. Throws `bad_body`. */
export function recordsOf(bytes: Buffer, key: string): readonly unknown[] {
  const isPacked = bytes[0] === 0x1f && bytes[1] === 0x8b
  const records = at(parsed(isPacked ? unpacked(bytes, key) : bytes, key), 'Records')
  if (!Array.isArray(records)) throw new AppError('bad_body', `${key}: it has no list Records`)
  return records
}

function unpacked(bytes: Buffer, key: string): Buffer {
  try {
    return gunzipSync(bytes, { maxOutputLength: UNPACKED_BYTES_MAX })
  } catch (cause) {
    const isLarge = cause instanceof RangeError
    const what = isLarge ? `unpacked it is larger than ${UNPACKED_BYTES_MAX} bytes` : 'it cannot be unpacked'
    throw new AppError('bad_body', `${key}: ${what}`, { cause })
  }
}

function parsed(bytes: Buffer, key: string): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'))
  } catch (cause) {
    throw new AppError('bad_body', `${key}: it is not JSON`, { cause })
  }
}
