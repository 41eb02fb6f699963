/**
 * Links in messages that answer: sealed by the installation's key, for one message to one receiver, until a time. The
 * receipt, not the link, ensures that each works once.
 */
import { AppError } from '../../../platform/errors.ts'
import { openSealedToken, type Sealer, sealedToken } from '../../../platform/seal.ts'
import { type TenantId, tenantId } from '../../../platform/tenant.ts'
import { isUuid } from '../../../platform/uuid-text.ts'

export type AnswerLink = { readonly tenant: TenantId; readonly deliveryId: string; readonly expiresAtMs: number }

const CONTEXT = 'notification answer link'
const PHONE_CONTEXT = 'notification phone callback'
/** Longest valid token of a link; anything longer is not opened. */
const TOKEN_CHARS_MAX = 600

export function answerToken(sealer: Sealer, link: AnswerLink): string {
  return tokenOf(sealer, link, CONTEXT)
}

/** The token in addresses that a phone provider calls. It cannot acknowledge anything at the address of links. */
export function phoneToken(sealer: Sealer, link: AnswerLink): string {
  return tokenOf(sealer, link, PHONE_CONTEXT)
}

function tokenOf(sealer: Sealer, { tenant, deliveryId, expiresAtMs }: AnswerLink, context: string): string {
  return sealedToken(sealer, [tenant, deliveryId, expiresAtMs], context)
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
  if (link === null) throw new AppError('not_found', 'this link is not valid')
  if (link.expiresAtMs <= nowMs) throw new AppError('gone', 'the time of this link has passed')
  return link
}

function read(sealer: Sealer, token: string, context: string): AnswerLink | null {
  return openSealedToken(sealer, token, { context, charsMax: TOKEN_CHARS_MAX }, (value) => {
    const [tenant, deliveryId, expiresAtMs] = value as unknown[]
    if (typeof deliveryId !== 'string' || !isUuid(deliveryId) || typeof expiresAtMs !== 'number') return null
    return { tenant: tenantId(String(tenant)), deliveryId, expiresAtMs }
  })
}
