/** The bytes of a file of events in shared memory. */
import fs from 'node:fs/promises'
import { AppError } from '../../../platform/errors.ts'
import { readBody, wholeJson } from '../event-file.ts'

/** A larger file is refused; it can be split at any line. */
export const BODY_BYTES_MAX = 4 * 1024 ** 3
const READ_BYTES = 16 << 20

/** A file that is one JSON value becomes one line an event, so that its lines are counted by their place in it. */
export async function sharedBody(file: string): Promise<SharedArrayBuffer> {
  try {
    const isPacked = file === '-' || file.endsWith('.br')
    const bytes = isPacked ? copied(readBody(file)) : await readShared(file)
    const whole = wholeJson(Buffer.from(bytes))
    return whole ? copied(Buffer.from(whole.map((value) => `${JSON.stringify(value)}\n`).join(''))) : bytes
  } catch (error) {
    if (error instanceof AppError) throw error
    throw new AppError('bad_request', `${file} cannot be read: ${(error as Error).message}`, { cause: error })
  }
}

/** In pieces and without waiting for each, so that rules are read meanwhile. */
async function readShared(file: string): Promise<SharedArrayBuffer> {
  const handle = await fs.open(file)
  try {
    const { size } = await handle.stat()
    checkSize(size)
    const bytes = new SharedArrayBuffer(size)
    for (let at = 0; at < size; ) {
      const piece = new Uint8Array(bytes, at, Math.min(READ_BYTES, size - at))
      const { bytesRead } = await handle.read(piece, 0, piece.length, at)
      if (bytesRead === 0) throw new AppError('bad_request', `${file} became shorter while it was read`)
      at += bytesRead
    }
    return bytes
  } finally {
    await handle.close()
  }
}

function copied(buffer: Buffer): SharedArrayBuffer {
  checkSize(buffer.length)
  const bytes = new SharedArrayBuffer(buffer.length)
  new Uint8Array(bytes).set(buffer)
  return bytes
}

function checkSize(size: number): void {
  if (size > BODY_BYTES_MAX) throw new AppError('too_large', `more than ${BODY_BYTES_MAX} bytes of events at once`)
}
