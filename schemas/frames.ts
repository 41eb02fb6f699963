/**
 * Frames: several independent messages, perhaps of different senders, in one body. A frame is a key and a message, each
 * preceded by its length in four bytes, big-endian, so no content can be mistaken for the end of a message. The key
 * identifies the message permanently, so a repeated push is recognised; it is empty for a message that is identified
 * with its request, like events of any other body.
 */
export type Frame = { readonly key: string; readonly body: Buffer }

const LENGTH_BYTES = 4
const KEY_BYTES_MAX = 256

export function encodeFrames(frames: readonly Frame[]): Buffer<ArrayBuffer> {
  const pieces = frames.flatMap(({ key, body }) => {
    const name = Buffer.from(key)
    return [lengthOf(name), name, lengthOf(body), body]
  })
  return Buffer.concat(pieces)
}

function lengthOf({ length }: Buffer): Buffer {
  const bytes = Buffer.allocUnsafe(LENGTH_BYTES)
  bytes.writeUInt32BE(length)
  return bytes
}

/** Yields each frame as a view of `body`. Throws TypeError when the bytes are no frames. */
export function* framesIn(body: Buffer): Generator<Frame> {
  for (let at = 0; at < body.length; ) {
    const key = piece(body, at)
    const message = piece(body, at + LENGTH_BYTES + key.length)
    if (key.length > KEY_BYTES_MAX) throw new TypeError(`a frame has a key of ${key.length} bytes`)
    yield { key: key.toString('utf8'), body: message }
    at += 2 * LENGTH_BYTES + key.length + message.length
  }
}

function piece(body: Buffer, at: number): Buffer {
  if (at + LENGTH_BYTES > body.length) throw new TypeError('a frame is cut')
  const start = at + LENGTH_BYTES
  const end = start + body.readUInt32BE(at)
  if (end > body.length) throw new TypeError('a frame is cut')
  return body.subarray(start, end)
}
