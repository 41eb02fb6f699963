import { createHash, randomUUID } from 'node:crypto'
import { errors, jwtVerify, SignJWT } from 'jose'
import { isUuid } from '../../../platform/uuid-text.ts'
import type { SigningKey } from './signing-keys.ts'

/** Half a year after the last sign-in there. */
const DEVICE_SECONDS = 180 * 24 * 60 * 60
/** A longer token cannot be one of svc's. */
export const DEVICE_TOKEN_MAX = 1_024

/**
 * Signs a token that says that an account was signed in to on this device. It grants no access: failed sign-ins that
 * present it are counted separately from others. A JSON Web Token (RFC 7519) signed with the session key; `account`
 * comes from `accountKey`, and the token holds its digest.
 */
export function signDevice(key: SigningKey, account: string, device: string | null, nowMs: number): Promise<string> {
  return new SignJWT({ type: 'device' })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT', kid: key.id })
    .setSubject(digest(account))
    .setJti(device ?? randomUUID())
    .setIssuedAt(Math.floor(nowMs / 1000))
    .setExpirationTime(Math.floor(nowMs / 1000) + DEVICE_SECONDS)
    .sign(key.secret)
}

/**
 * The device of a valid token. Null for an expired or changed token, or one of another account: the device is then
 * unknown.
 */
export async function readDevice(
  key: SigningKey,
  account: string,
  raw: string | undefined,
  nowMs: number,
): Promise<string | null> {
  if (raw === undefined || raw.length > DEVICE_TOKEN_MAX) return null
  try {
    const { payload, protectedHeader } = await jwtVerify(raw, key.secret, {
      algorithms: ['HS256'],
      requiredClaims: ['exp', 'iat', 'sub', 'jti'],
      subject: digest(account),
      currentDate: new Date(nowMs),
    })
    const isDevice = payload.type === 'device' && protectedHeader.kid === key.id
    return isDevice && typeof payload.jti === 'string' && isUuid(payload.jti) ? payload.jti : null
  } catch (error) {
    if (error instanceof errors.JOSEError) return null
    throw error
  }
}

function digest(account: string): string {
  return createHash('sha256').update(account).digest('base64url')
}
