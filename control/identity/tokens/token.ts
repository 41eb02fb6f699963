import { createHash, randomBytes } from 'node:crypto'
import { AppError } from '../../../platform/errors.ts'

const RAW = /^svc_[0-9a-f]{48}$/

export function newRawToken(): string {
  return `svc_${randomBytes(24).toString('hex')}`
}

/** True for a text of the form of a token; any other needs no look-up. */
export function isRawToken(text: string): boolean {
  return RAW.test(text)
}

/**
 * The stored form, by which tokens are looked up. 192 random bits need no slow hash, and the timing of an index search
 * reveals nothing: a caller who can choose digests does not know the tokens.
 */
export function digestOf(rawToken: string): Buffer {
  return createHash('sha256').update(rawToken).digest()
}

export function fingerprintOf(digest: Buffer): string {
  return digest.toString('hex', 0, 8)
}

const HMAC_SECRET_MIN = 16
const HMAC_SECRET_MAX = 512
const LABEL_MAX = 200

export function checkLabel(label: string): void {
  if (label.length < 1 || label.length > LABEL_MAX)
    throw new AppError('bad_request', `a token's label has 1 to ${LABEL_MAX} characters`)
}

export function checkHmacSecret(secret: string | undefined): void {
  if (secret !== undefined && (secret.length < HMAC_SECRET_MIN || secret.length > HMAC_SECRET_MAX))
    throw new AppError('bad_request', `an hmac_secret has ${HMAC_SECRET_MIN} to ${HMAC_SECRET_MAX} characters`)
}
