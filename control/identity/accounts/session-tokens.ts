import { errors, type JWTPayload, jwtVerify, SignJWT } from 'jose'
import { AppError } from '../../../platform/errors.ts'
import { type TenantId, tenantId } from '../../../platform/tenant.ts'
import { isUuid } from '../../../platform/uuid-text.ts'
import { type CredentialOwner, EndedCredential } from './ended-credential.ts'
import type { SigningKey } from './signing-keys.ts'

export const ACCESS_SECONDS = 30 * 60
export const REFRESH_SECONDS = 7 * 24 * 60 * 60

/** A longer token cannot be one of svc's. */
const TOKEN_LENGTH_MAX = 2_048

export type TokenKind = 'access' | 'refresh'

export type Claims = {
  readonly tenant: TenantId
  readonly session: string
  readonly subject: string
  /** Id of the refresh token: a session has one after the other. */
  readonly tokenId: string
  readonly expiresMs: number
}

export type NewToken = {
  readonly kind: TokenKind
  readonly tenant: TenantId
  readonly session: string
  readonly subject: string
  readonly tokenId: string
  readonly expiresMs: number
}

/** A JSON Web Token (RFC 7519), HS256; the key's id is in the header and among the claims. */
export function signToken(key: SigningKey, token: NewToken, nowMs: number): Promise<string> {
  return new SignJWT({ type: token.kind, tenant: token.tenant, session: token.session, kid: key.id })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT', kid: key.id })
    .setSubject(token.subject)
    .setJti(token.tokenId)
    .setIssuedAt(Math.floor(nowMs / 1000))
    .setExpirationTime(Math.floor(token.expiresMs / 1000))
    .sign(key.secret)
}

/** Throws the same `bad_credential` for everything but a valid token of this kind under the current key. */
export async function readToken(key: SigningKey, kind: TokenKind, raw: string, nowMs: number): Promise<Claims> {
  if (raw.length > TOKEN_LENGTH_MAX) throw refused()
  try {
    const { payload, protectedHeader } = await jwtVerify(raw, key.secret, {
      algorithms: ['HS256'],
      requiredClaims: ['exp', 'iat', 'sub', 'jti'],
      currentDate: new Date(nowMs),
    })
    const { type, tenant, session, sub, jti, exp } = payload
    if (protectedHeader.kid !== key.id || type !== kind || typeof tenant !== 'string') throw refused()
    const ids = [session, sub, jti]
    if (!ids.every((id) => typeof id === 'string' && isUuid(id))) throw refused()
    return {
      tenant: tenantId(tenant),
      session: String(session),
      subject: String(sub),
      tokenId: String(jti),
      expiresMs: Number(exp) * 1000,
    }
  } catch (error) {
    if (error instanceof errors.JWTExpired) throw expired(error.payload)
    if (error instanceof errors.JOSEError || error instanceof AppError) throw refused()
    throw error
  }
}

/** The signature of an expired token was valid, so its owner is known. */
function expired({ tenant, sub }: JWTPayload): AppError {
  const { message } = refused()
  if (typeof tenant !== 'string' || sub === undefined || !isUuid(sub)) return refused()
  return new EndedCredential(message, ownerOf(tenantId(tenant), sub))
}

export function ownerOf(tenant: TenantId, subject: string): CredentialOwner {
  return { kind: 'user', id: subject, keyPrefix: null, tenantId: tenant }
}

/** The same words for every reason: expired, of a retired key, changed, ended. */
export function refused(): AppError {
  return new AppError('bad_credential', 'the token is not valid')
}
