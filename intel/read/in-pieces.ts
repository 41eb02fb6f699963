import { setImmediate } from 'node:timers/promises'

/** Some 30 ms of work for a reader of lines. */
const PIECE_BYTES = 16 * 1024

/** Pieces of a list that came whole. Others have their turn between them, because a list may take a minute to read. */
export async function* inPieces(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += PIECE_BYTES) {
    yield bytes.subarray(at, at + PIECE_BYTES)
    await setImmediate()
  }
}
