import {
  constants,
  createGunzip,
  createInflate,
  createInflateRaw,
  createZstdDecompress,
  type Gunzip,
  type Inflate,
  type InflateRaw,
  type ZstdDecompress,
} from 'node:zlib'
import { AppError } from '../../platform/errors.ts'
import type { Hold } from './in-flight.ts'

export type Coding = 'identity' | 'gzip' | 'deflate' | 'zstd'

const CODINGS: ReadonlyMap<string, Coding> = new Map([
  ['', 'identity'],
  ['gzip', 'gzip'],
  ['x-gzip', 'gzip'],
  ['deflate', 'deflate'],
  ['zstd', 'zstd'],
])

/**
 * The compression of a body, from Content-Encoding or from the coding before `chunked` in Transfer-Encoding (RFC 9112,
 * section 7). Throws `unsupported_media` for an unknown coding, and for more than one.
 */
export function codingOf(encoding: string | undefined, transfer: string | undefined): Coding {
  const names = `${encoding ?? ''},${(transfer ?? '').replace(/chunked\s*$/i, '')}`
    .split(',')
    .map((name) => name.trim())
  const named = names.filter((name) => name !== '' && name.toLowerCase() !== 'identity')
  const coding = named.length > 1 ? undefined : CODINGS.get((named[0] ?? '').toLowerCase())
  if (coding) return coding
  throw new AppError('unsupported_media', 'Content-Encoding is none, gzip, deflate or zstd, and only one of them')
}

/** Output is produced in pieces of this size; each costs a trip to the thread pool. */
const CHUNK_BYTES = 256 * 1024
/** RFC 9659: a zstd body sent over HTTP needs a window of at most 8 MiB. More would let any sender claim memory. */
const ZSTD_WINDOW_LOG_MAX = 23
/**
 * Each frame costs a decoder, some 100 us, however small it is: a body of empty frames would take minutes.
 * @bound zstd frames in a body -> 413
 */
const FRAMES_MAX = 256

/**
 * Decodes piece by piece and stops at the first piece beyond `max`, so a small body cannot claim much memory. A zstd
 * body may be several concatenated frames, but Node's decoder ends silently after the first, hence the loop. The gzip
 * decoder handles several members, but ends silently at a zero byte after one.
 */
export async function decode(
  coding: Exclude<Coding, 'identity'>,
  wire: Buffer,
  max: number,
  hold: Hold,
): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  let rest = wire
  let frames = 0
  do {
    if (++frames > FRAMES_MAX) throw new AppError('too_large', `the body has more than ${FRAMES_MAX} zstd frames`)
    const decoder = decoderOf(coding, wire)
    for await (const chunk of decoded(decoder, rest)) {
      size += chunk.length
      if (size > max) throw new AppError('too_large', `the body is larger than ${max} bytes once decoded`)
      hold.add(chunk.length)
      chunks.push(chunk)
    }
    rest = rest.subarray(decoder.bytesWritten)
  } while (coding === 'zstd' && rest.length > 0)
  // Zero bytes may pad the end after the last member; other bytes there would be lost, so they are refused.
  if (rest.some((byte) => byte !== 0)) {
    throw new AppError(
      'bad_body',
      'the body is not what its Content-Encoding says: data follows the end of the compressed stream',
    )
  }
  return chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks, size)
}

type Decoder = Gunzip | Inflate | InflateRaw | ZstdDecompress

function decoderOf(coding: Exclude<Coding, 'identity'>, wire: Buffer): Decoder {
  if (coding === 'gzip') return createGunzip({ chunkSize: CHUNK_BYTES })
  if (coding === 'zstd') return zstdDecoder()
  return hasZlibHeader(wire) ? createInflate({ chunkSize: CHUNK_BYTES }) : createInflateRaw({ chunkSize: CHUNK_BYTES })
}

/** RFC 9110 requires the zlib format (RFC 1950, section 2.2); some senders omit its header. */
function hasZlibHeader(wire: Buffer): boolean {
  const [first = 0, second = 0] = wire
  return (first & 0x0f) === 8 && (256 * first + second) % 31 === 0
}

function zstdDecoder(): ZstdDecompress {
  return createZstdDecompress({
    chunkSize: CHUNK_BYTES,
    params: { [constants.ZSTD_d_windowLogMax]: ZSTD_WINDOW_LOG_MAX },
  })
}

/** Leaving the loop early destroys the decoder. Errors of the decoder become refusals. */
async function* decoded(decoder: Decoder, wire: Buffer): AsyncGenerator<Buffer> {
  decoder.end(wire)
  try {
    for await (const chunk of decoder as AsyncIterable<Buffer>) yield chunk
  } catch (error) {
    const reason = error instanceof Error ? error.message : 'unreadable'
    throw new AppError('bad_body', `the body is not what its Content-Encoding says: ${reason}`, { cause: error })
  }
}
