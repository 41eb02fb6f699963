import { AppError } from '../../../platform/errors.ts'
import type { TenantId } from '../../../platform/tenant.ts'
import type { HiddenFields } from '../../platform/governance/index.ts'
import { type AnyPermission, missingFrom, type PermissionSet } from './permissions.ts'

/** The caller, proven by a credential. The tenant comes from here and from nowhere else. */
export type Principal = {
  /** A provisioning token is a key too: of a directory, with no owner. */
  readonly kind: 'user' | 'api_key' | 'service' | 'development'
  /** Id of the user or key, or name of the service: its rate is counted under it, and the audit log names it. */
  readonly id: string
  readonly tenantId: TenantId
  /** The person, or the owner of the key. Null for a service and for a directory. */
  readonly userId: string | null
  readonly email: string | null
  readonly permissions: PermissionSet
  /**
   * Fields that are not shown as they are, by the field rules of the tenant and the roles of the person or the key's
   * owner.
   */
  readonly hidden: HiddenFields
  /** Id of the session of a person's sign-in. */
  readonly sessionId: string | null
  /** The first characters of an API key or a provisioning token. */
  readonly keyPrefix: string | null
  /** Set while a user of another tenant works here under a delegation; `userId` is then of that tenant. */
  readonly delegationId: string | null
  /** Milliseconds since the epoch; null: does not end by itself. */
  readonly expiresMs: number | null
}

/** The part of a principal that is needed to check whether access may be given, changed or removed. */
export type Holder = Pick<Principal, 'id' | 'tenantId' | 'userId' | 'delegationId' | 'permissions'> & {
  readonly kind: string
}

/**
 * Throws `forbidden`, naming the missing permissions, when the caller does not hold all that it wants to confer or
 * administer.
 */
export function requireHeld(
  principal: Pick<Holder, 'permissions'>,
  wanted: Iterable<AnyPermission | '*'>,
  what: string,
): void {
  const missing = missingFrom(principal.permissions, wanted)
  if (missing.length > 0) throw new AppError('forbidden', `${what}: you do not hold ${missing.join(', ')} yourself`)
}
