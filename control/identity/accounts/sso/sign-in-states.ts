import { createHash, randomBytes } from 'node:crypto'
import { AppError } from '../../../../platform/errors.ts'
import type { TenantId } from '../../../../platform/tenant.ts'

/** State of a sign-in while the person is at the identity provider, or at the authenticator. */
export type SignInState =
  | {
      readonly provider: 'oidc'
      readonly tenantId: TenantId
      readonly connectionId: string
      /** PKCE (RFC 7636): only who began the sign-in can redeem its code. */
      readonly verifier: string
      /** Has to come back inside the id_token. */
      readonly nonce: string
      /** True for a test, whose callback signs no one in. */
      readonly isTest?: boolean
    }
  | {
      readonly provider: 'saml'
      readonly tenantId: TenantId
      readonly connectionId: string
      /** The ID of our AuthnRequest, which the assertion must answer. */
      readonly requestId: string
      readonly isTest?: boolean
    }
  | {
      /** Stored with the challenge: the user who registers a passkey; null for a sign-in. */
      readonly provider: 'passkey'
      readonly tenantId: TenantId | null
      readonly userId: string | null
      readonly untilMs: number
    }

/** Two implementations run `sign-in-states-conformance.ts`. */
export interface SignInStates {
  /** Remembers it for `STATE_MS`. Throws `unavailable` when too many sign-ins are under way. */
  put(id: string, state: SignInState): Promise<void>
  /** Works once: a second or late call gets null. */
  consume(id: string): Promise<SignInState | null>
}

/** @bound lifetime of a started sign-in -> the sign-in is refused */
export const STATE_MS = 600_000
/**
 * Sign-ins under way in the installation, some 400 bytes each.
 * @bound started sign-ins -> 503
 */
export const STATES_MAX = 100_000

/** 256 random bits. */
export function newStateId(): string {
  return randomBytes(32).toString('base64url')
}

/** A key of fixed length. A reader of the store cannot complete a sign-in with it, because it is a digest. */
export function stateDigest(id: string): string {
  return createHash('sha256').update(id).digest('hex')
}

export function tooManySignIns(): AppError {
  return new AppError('unavailable', 'too many sign-ins are under way', { retryAfterSeconds: 30 })
}
