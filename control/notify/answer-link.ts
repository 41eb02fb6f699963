/**
 * Links in messages that answer: sealed by the installation's key, for one message to one receiver, until a time. The
 * receipt, not the link, ensures that each works once.
 */
import { AppError } from '../../platform/errors.ts'
import type { Sealer } from '../../platform/seal.ts'
import { type TenantId, tenantId } from '../../platform/tenant.ts'
import { isUuid } from '../../platform/uuid-text.ts'

export type AnswerLink = { readonly tenant: TenantId; readonly deliveryId: string; readonly expiresAtMs: number }

const CONTEXT = 'notification answer link'
const PHONE_CONTEXT = 'notification phone callback'
/** Longest valid token of a link; anything longer is not opened. */
const TOKEN_CHARS_MAX = 600

export function answerToken(sealer: Sealer, link: AnswerLink): string {
  return tokenOf(sealer, link, CONTEXT)
}

/** In addresses that a phone provider asks. It acknowledges nothing at the address of links. */
export function phoneToken(sealer: Sealer, link: AnswerLink): string {
  return tokenOf(sealer, link, PHONE_CONTEXT)
}

function tokenOf(sealer: Sealer, { tenant, deliveryId, expiresAtMs }: AnswerLink, context: string): string {
  return sealer.seal(JSON.stringify([tenant, deliveryId, expiresAtMs]), context).toString('base64url')
}

/** Throws `not_found` for a token that was not made here, and `gone` for one whose time has passed. */
export function openAnswerToken(sealer: Sealer, token: string, nowMs: number): AnswerLink {
  return opened(read(sealer, token, CONTEXT), nowMs)
}

/** The same for addresses of a phone provider. */
export function openPhoneToken(sealer: Sealer, token: string, nowMs: number): AnswerLink {
  return opened(read(sealer, token, PHONE_CONTEXT), nowMs)
}

function opened(link: AnswerLink | null, nowMs: number): AnswerLink {
  if (link === null) throw new AppError('not_found', 'this link is none that was sent')
  if (link.expiresAtMs <= nowMs) throw new AppError('gone', 'the time of this link has passed')
  return link
}

function read(sealer: Sealer, token: string, context: string): AnswerLink | null {
  if (token.length > TOKEN_CHARS_MAX || !/^[\w-]+$/.test(token)) return null
  try {
    const [tenant, deliveryId, expiresAtMs] = JSON.parse(sealer.open(Buffer.from(token, 'base64url'), context))
    if (!isUuid(deliveryId) || typeof expiresAtMs !== 'number') return null
    return { tenant: tenantId(tenant), deliveryId, expiresAtMs }
  } catch {
    return null // changed, of another use, or under a key that is gone: none that was sent
  }
}
