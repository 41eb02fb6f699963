/**
 * Converts a body in another charset to UTF-8 before anything reads it: Windows files and older clients use others. The
 * charset comes from a byte order mark or from Content-Type; nothing is guessed, and bytes without a named charset stay
 * unchanged.
 */
import { isAscii } from 'node:buffer'
import { hasUtf8Mark, markedDecoder } from '../../platform/byte-order-mark.ts'
import { AppError } from '../../platform/errors.ts'
import { type Context, header } from './context.ts'
import type { Hold } from './in-flight.ts'
import { typeOf } from './media-type.ts'

const CHARSET = /;\s*charset\s*=\s*"?([^";\s]{1,40})/i
const UTF8: ReadonlySet<string> = new Set(['utf-8', 'utf8', 'us-ascii', 'ascii'])

/**
 * Decoder of the charset in Content-Type; null for UTF-8 and when none is named. Throws `unsupported_media` for an
 * unknown charset, and for a multipart form, whose parts have their own.
 */
export function declaredCharset(context: Context): TextDecoder | null {
  const value = header(context.request, 'content-type') ?? ''
  const charset = CHARSET.exec(value)?.[1]?.toLowerCase()
  if (charset === undefined || UTF8.has(charset)) return null
  if (!typeOf(context).startsWith('multipart/')) {
    try {
      return new TextDecoder(charset)
    } catch (error) {
      if (!(error instanceof RangeError)) throw error
    }
  }
  throw new AppError('unsupported_media', 'the charset is not known: send utf-8')
}

/**
 * The body in UTF-8 without its byte order mark, which overrides the declared charset. Invalid bytes of another charset
 * become U+FFFD. Throws `too_large` beyond `max` bytes.
 */
export function utf8Body(body: Buffer, declared: TextDecoder | null, max: number, hold: Hold): Buffer {
  if (hasUtf8Mark(body)) return body.subarray(3)
  const decoder = markedDecoder(body) ?? declared
  if (decoder === null || (decoder === declared && isAscii(body) && !isWide(decoder))) return body
  const text = decoder.decode(body)
  const size = Buffer.byteLength(text)
  if (size > max) throw new AppError('too_large', `the body is larger than ${max} bytes in UTF-8`)
  hold.add(size)
  return Buffer.from(text)
}

/** True for charsets in which ASCII bytes may be parts of other characters. */
function isWide({ encoding }: TextDecoder): boolean {
  return encoding.startsWith('utf-16') || encoding.startsWith('iso-2022')
}
