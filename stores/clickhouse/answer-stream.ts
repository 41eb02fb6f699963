/**
 * The bytes of a streamed answer. An engine that fails after the first byte can no longer change the status: it appends a
 * block with its error and cuts the connection
 * (https://clickhouse.com/docs/interfaces/http#http_response_codes_caveats). Without reading that block, a result that
 * is too large would look like an engine that is gone.
 */
import { Readable } from 'node:stream'
import { parseError } from '@clickhouse/client'

/** Names the tag that precedes the error; an engine chooses a new one for each answer. */
export const TAG_HEADER = 'x-clickhouse-exception-tag'

const MARKER = '__exception__'
/** An error of the engine is shorter; what follows is not kept. */
const ERROR_BYTES_MAX = 64 * 1024

/**
 * Returns the bytes before the block. When there is a block, the stream ends with the engine's error instead of that of
 * the connection. Destroying the returned stream destroys `answer`.
 */
export function answerStream(answer: Readable, tag: string | undefined): Readable {
  if (tag === undefined) return answer
  const bytes = Readable.from(bytesOf(answer, Buffer.from(`\r\n${MARKER}\r\n${tag}\r\n`)), { objectMode: false })
  bytes.once('close', () => answer.destroy())
  return bytes
}

async function* bytesOf(answer: Readable, begin: Buffer): AsyncGenerator<Buffer> {
  // The block may begin in one chunk and go on in the next one.
  let held: Buffer = Buffer.alloc(0)
  let block: Buffer | null = null
  try {
    for await (const chunk of answer as AsyncIterable<Buffer>) {
      if (block !== null) {
        if (block.length < ERROR_BYTES_MAX) block = Buffer.concat([block, chunk])
        continue
      }
      const joined: Buffer = held.length === 0 ? chunk : Buffer.concat([held, chunk])
      const at = joined.indexOf(begin)
      if (at >= 0) block = joined.subarray(at + begin.length)
      const end = at >= 0 ? at : Math.max(0, joined.length - begin.length + 1)
      if (end > 0) yield joined.subarray(0, end)
      held = at >= 0 ? Buffer.alloc(0) : joined.subarray(end)
    }
  } catch (error) {
    throw block === null ? error : errorIn(block)
  }
  if (block !== null) throw errorIn(block)
  if (held.length > 0) yield held
}

/** The message is followed by its length and the tag. */
function errorIn(block: Buffer): Error {
  const text = block.subarray(0, ERROR_BYTES_MAX).toString()
  const end = text.lastIndexOf(MARKER)
  const message = end < 0 ? text : text.slice(0, text.lastIndexOf('\n', text.lastIndexOf('\r\n', end) - 1))
  return parseError(message)
}
