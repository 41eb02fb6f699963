import type { Hmac } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { AppError } from '../../platform/errors.ts'
import type { BodyPool } from './body-pool.ts'
import { declaredCharset, utf8Body } from './body-text.ts'
import { type Context, header } from './context.ts'
import { codingOf, decode } from './decode-body.ts'
import type { Hold } from './in-flight.ts'
import { openSignature, type Signature } from './signature.ts'
import { vendorSignature } from './vendor-signatures.ts'

/** The sender has disconnected, so there is no one to answer. */
export class SenderGone extends Error {
  override readonly name = 'SenderGone'
}

export type BodyOptions = {
  readonly wireBytesMax: number
  readonly decodedBytesMax: number
  /** When set, the body on the wire must be signed with this secret. */
  readonly hmacSecret: string | null
  readonly signatureHeaders: readonly string[]
  /** Template of the token: its vendor may have its own form of signature. */
  readonly template: string
}

/**
 * Reads the whole body, checks its signature, decompresses it, and converts it to UTF-8 without a byte order mark.
 * Stops at the first byte beyond the limit. A missing signature is refused before the first byte is read.
 */
export async function readBody(context: Context, pool: BodyPool, hold: Hold, options: BodyOptions): Promise<Buffer> {
  const { request } = context
  const coding = codingOf(header(request, 'content-encoding'), request.headers['transfer-encoding'])
  const charset = declaredCharset(context)
  const { hmacSecret, signatureHeaders } = options
  const signature = hmacSecret === null ? null : signatureOf(context, hmacSecret, signatureHeaders, options.template)
  const announced = Number(request.headers['content-length'] ?? 0)
  if (announced > options.wireBytesMax) throw tooLarge(options.wireBytesMax)
  hold.expect(announced)
  context.inviteBody()
  const wire = await readWire(request, options.wireBytesMax, pool, hold, signature?.hmac ?? null)
  signature?.verify()
  const body = coding === 'identity' ? wire : await decode(coding, wire, options.decodedBytesMax, hold)
  return utf8Body(body, charset, options.decodedBytesMax, hold)
}

async function readWire(
  request: IncomingMessage,
  max: number,
  pool: BodyPool,
  hold: Hold,
  hmac: Hmac | null,
): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  try {
    // The socket must survive a refusal, otherwise the sender would see a reset instead of the answer.
    for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      size += chunk.length
      if (size > max) throw tooLarge(max)
      hold.add(chunk.length)
      hmac?.update(chunk)
      chunks.push(chunk)
    }
  } catch (error) {
    throw error instanceof AppError ? error : new SenderGone('the request ended before its body', { cause: error })
  }
  return chunks.length === 1 && chunks[0] ? chunks[0] : pool.gather(chunks, size, hold)
}

function signatureOf(
  { request, receivedMs }: Context,
  secret: string,
  names: readonly string[],
  template: string,
): Signature {
  for (const name of names) {
    const value = header(request, name)
    if (value !== undefined) return openSignature(value, secret, request.url ?? '')
  }
  const own = vendorSignature(request, template, secret, receivedMs)
  if (own !== null) return own
  throw new AppError('no_credential', 'this token requires a signed body: send X-Signature: sha256=<hex> or v2=<hex>')
}

export function tooLarge(max: number): AppError {
  return new AppError('too_large', `the body is larger than ${max} bytes`)
}
