/** The short-lived, single-use credential of a stream: browsers can put no header on a WebSocket, and URLs get logged. */
import { randomUUID } from 'node:crypto'
import { errors, jwtVerify, SignJWT } from 'jose'
import type { SigningKeys } from '../../control/identity/accounts/index.ts'
import type { Actor } from '../../control/platform/acting/index.ts'
import { assert } from '../../platform/assert.ts'
import { AppError } from '../../platform/errors.ts'
import { type TenantId, tenantId } from '../../platform/tenant.ts'

export const TICKET_SECONDS = 60

const AUDIENCE = 'svc-realtime'
const TYPE = 'realtime_ticket'
const LENGTH_MAX = 2_048
const KINDS = ['user', 'api_key', 'service'] as const

/**
 * The caller that requested the ticket. Its permissions are read again when the ticket is used, and during the stream.
 */
export type Bearer = {
  readonly kind: (typeof KINDS)[number]
  readonly tenant: TenantId
  readonly subject: string
  /** Session of a user; null for other kinds. */
  readonly session: string | null
  /** The signing key of the ticket, which is that of the session. */
  readonly keyId: string
}

export type Ticket = Bearer & { readonly id: string; readonly expiresMs: number }

/** A JSON Web Token (RFC 7519), HS256, under the key of the sessions: when that is rotated, tickets end as well. */
export async function issueTicket(keys: SigningKeys, actor: Actor, nowMs: number): Promise<string> {
  const { key } = await keys.current()
  const { id, kind, tenantId: tenant, sessionId: session = null } = actor
  assert(id !== null, 'an actor with a permission is known')
  const now = Math.floor(nowMs / 1000)
  return new SignJWT({ type: TYPE, tenant, kind, ...(session === null ? {} : { session }) })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT', kid: key.id })
    .setAudience(AUDIENCE)
    .setSubject(id)
    .setJti(randomUUID())
    .setIssuedAt(now)
    .setExpirationTime(now + TICKET_SECONDS)
    .sign(key.secret)
}

/** Throws `bad_credential`, in the same words for every reason, and `unavailable` when the key cannot be read. */
export async function readTicket(keys: SigningKeys, raw: string, nowMs: number): Promise<Ticket> {
  if (raw.length > LENGTH_MAX) throw refusedTicket()
  const { key } = await keys.current()
  try {
    const { payload } = await jwtVerify(raw, key.secret, {
      algorithms: ['HS256'],
      audience: AUDIENCE,
      requiredClaims: ['exp', 'iat', 'sub', 'jti'],
      maxTokenAge: TICKET_SECONDS,
      currentDate: new Date(nowMs),
    })
    const { type, tenant, kind: named, session = null, sub = '', jti = '', exp = 0 } = payload
    const kind = KINDS.find((known) => known === named)
    const hasSession = typeof session === 'string' && kind === 'user'
    if (type !== TYPE || typeof tenant !== 'string' || kind === undefined) throw refusedTicket()
    if (!hasSession && (kind === 'user' || session !== null)) throw refusedTicket()
    const id = { tenant: tenantId(tenant), subject: sub, session: hasSession ? session : null, keyId: key.id }
    return { kind, ...id, id: jti, expiresMs: exp * 1000 }
  } catch (error) {
    if (error instanceof errors.JOSEError || error instanceof AppError) throw refusedTicket()
    throw error
  }
}

export function refusedTicket(): AppError {
  return new AppError('bad_credential', 'the ticket is not valid')
}
