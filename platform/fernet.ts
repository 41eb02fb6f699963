/**
 * Fernet tokens, as published at github.com/fernet/spec: URL-safe base64, padded, of
 *
 *     0x80 | seconds since 1970, 64 bits | IV, 16 | AES-128-CBC ciphertext, PKCS#7 | HMAC-SHA256 of all before, 32
 *
 * A key is 32 bytes in the same base64: the first half signs, the second encrypts.
 */
import { createCipheriv, createDecipheriv, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { AppError } from './errors.ts'

export type FernetKey = { readonly signing: Buffer; readonly encryption: Buffer }

const VERSION = 0x80
const IV_AT = 9
const BODY_AT = 25
const MAC_BYTES = 32
/** One block of ciphertext: even an empty text has its padding. */
const TOKEN_BYTES_MIN = BODY_AT + 16 + MAC_BYTES
const CLOCK_SKEW_SECONDS = 60

/** Throws `bad_config` for anything but 32 bytes in 44 characters of URL-safe base64. */
export function fernetKey(text: string): FernetKey {
  const raw = Buffer.from(text, 'base64url')
  if (!/^[A-Za-z0-9_-]{43}=$/.test(text) || raw.length !== 32)
    throw new AppError('bad_config', 'a credential key is 32 bytes in 44 characters of URL-safe base64')
  return { signing: raw.subarray(0, 16), encryption: raw.subarray(16) }
}

/** `at` replaces the clock and the random IV, for published test vectors only. */
export function fernetEncrypt(key: FernetKey, plain: string, at?: { nowMs: number; iv: Buffer }): string {
  const { nowMs, iv } = at ?? { nowMs: Date.now(), iv: randomBytes(16) }
  const head = Buffer.alloc(IV_AT)
  head[0] = VERSION
  head.writeBigUInt64BE(BigInt(Math.floor(nowMs / 1000)), 1)
  const cipher = createCipheriv('aes-128-cbc', key.encryption, iv)
  const signed = Buffer.concat([head, iv, cipher.update(plain, 'utf8'), cipher.final()])
  return padded(Buffer.concat([signed, mac(key, signed)]).toString('base64url'))
}

/**
 * The text of a token; null when it is malformed, was changed, or was made with another key. With `age`, also null when
 * it is older than `ttlSeconds` or more than a minute in the future.
 */
export function fernetDecrypt(
  key: FernetKey,
  token: string,
  age?: { ttlSeconds: number; nowMs: number },
): string | null {
  const raw = Buffer.from(token, 'base64url')
  // The decoder ignores unknown characters, so only text that it would have written itself counts as a token.
  if (raw.length < TOKEN_BYTES_MIN || raw[0] !== VERSION || padded(raw.toString('base64url')) !== token) return null
  const signed = raw.subarray(0, -MAC_BYTES)
  if (!timingSafeEqual(mac(key, signed), raw.subarray(-MAC_BYTES))) return null
  if (age && !isFresh(Number(raw.readBigUInt64BE(1)), age)) return null
  try {
    const decipher = createDecipheriv('aes-128-cbc', key.encryption, raw.subarray(IV_AT, BODY_AT))
    return decipher.update(signed.subarray(BODY_AT), undefined, 'utf8') + decipher.final('utf8')
  } catch {
    return null // correctly signed, but with broken padding: the writer had a bug
  }
}

function isFresh(seconds: number, { ttlSeconds, nowMs }: { ttlSeconds: number; nowMs: number }): boolean {
  const now = nowMs / 1000
  return seconds + ttlSeconds >= now && seconds <= now + CLOCK_SKEW_SECONDS
}

function mac(key: FernetKey, signed: Buffer): Buffer {
  return createHmac('sha256', key.signing).update(signed).digest()
}

function padded(text: string): string {
  return text.padEnd(Math.ceil(text.length / 4) * 4, '=')
}
