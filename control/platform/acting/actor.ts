import { assert } from '../../../platform/assert.ts'
import { AppError } from '../../../platform/errors.ts'
import type { TenantId } from '../../../platform/tenant.ts'
import {
  type Holder,
  holds,
  type Permission,
  type PermissionSet,
  type Principal,
  permissionSet,
} from '../../identity/accounts/index.ts'

/**
 * `agent`, `playbook` and `rule` are programs of the product that act for a tenant with their own permissions;
 * `platform` is the product itself and the operator at its command line; `development` and `nobody` are callers
 * without an identity.
 */
export type ActorKind =
  | 'user'
  | 'api_key'
  | 'service'
  | 'agent'
  | 'playbook'
  | 'rule'
  | 'platform'
  | 'development'
  | 'nobody'

/** The person or program that acts, with its tenant: permissions are checked on it, and the audit log names it. */
export type Actor = {
  readonly kind: ActorKind
  /** Id of the user, the key or the run; null for an anonymous actor. */
  readonly id: string | null
  readonly tenantId: TenantId
  readonly email: string | null
  /** The network address it came from. */
  readonly ip: string | null
  readonly keyPrefix: string | null
  /** Set when a user of another tenant acts under a delegation. */
  readonly delegationId: string | null
  /** The user who acts, through any credential or program: see `personBehind`. Null when no particular person acts. */
  readonly personId: string | null
  readonly permissions: PermissionSet
  /** Fields that field rules hide from the actor: operations refuse queries whose answer would reveal them. */
  readonly hidden: Principal['hidden']
  /** Session of a person who is signed in; absent for everybody else. */
  readonly sessionId?: string | null
  /** Links audit entries to the log lines of the request or the run; null when there is neither. */
  readonly requestId: string | null
}

export type Origin = { readonly ip: string | null; readonly requestId: string | null }

export function actorOfPrincipal(principal: Principal, origin: Origin): Actor {
  const {
    kind,
    id,
    tenantId,
    userId: personId,
    email,
    keyPrefix,
    delegationId,
    sessionId,
    permissions,
    hidden,
  } = principal
  return { kind, id, tenantId, personId, email, keyPrefix, delegationId, sessionId, permissions, hidden, ...origin }
}

/** An actor that is not signed in, in the tenant of the proof that it showed: a sign-in, also a failed one. */
export function nobodyIn(tenantId: TenantId, origin: Origin): Actor {
  return { ...programIn(tenantId, 'nobody', ''), id: null, ...origin }
}

/**
 * The operator at the command line. Anyone with the owner's credential of the database is this actor: the log cannot
 * tell them apart, and they may do everything.
 */
export function operatorIn(tenantId: TenantId): Actor {
  return { ...platformIn(tenantId, 'command-line'), permissions: new Set(['*' as const]) }
}

/** A part of the product that does something by itself, such as `escalation`. */
export function platformIn(tenantId: TenantId, id: string): Actor {
  return programIn(tenantId, 'platform', id)
}

/** A program that acts for the tenant. It has no permission of its own, and field rules do not apply to programs. */
export function programIn(tenantId: TenantId, kind: ActorKind, id: string): Actor {
  const unknown = { personId: null, email: null, ip: null, keyPrefix: null, delegationId: null, requestId: null }
  return { kind, id, tenantId, ...unknown, permissions: permissionSet([]), hidden: new Map() }
}

/** The id of an identified actor. Every actor that passed a permission check has one. */
export function idOf({ id }: Pick<Actor, 'id'>): string {
  assert(id !== null, 'an actor with a permission is known')
  return id
}

/** An actor as the context of identity asks about them. */
export function holderOf(actor: Actor): Holder {
  return { ...actor, id: idOf(actor), userId: actor.personId }
}

/** `public`: anyone; the operation checks some other proof. `signed_in`: every identified actor. */
export type Needed = Permission | 'signed_in' | 'public'

/** The only place where a permission is checked. Throws `forbidden` naming it. */
export function requirePermission(actor: Pick<Actor, 'kind' | 'permissions'>, needed: Needed): void {
  if (needed === 'public' || isAllowed(actor, needed)) return
  if (needed === 'signed_in') throw new AppError('forbidden', 'this operation needs a signed-in user')
  throw new AppError('forbidden', `this needs the permission ${needed}`)
}

/** The same as a question. */
export function isAllowed({ kind, permissions }: Pick<Actor, 'kind' | 'permissions'>, needed: Needed): boolean {
  if (needed === 'public') return true
  return needed === 'signed_in' ? kind !== 'nobody' : holds(permissions, needed)
}

/** The id of the person. Throws `forbidden` for programs, and for who works here under a delegation. */
export function requirePerson({ kind, personId, delegationId }: Actor): string {
  if (kind !== 'user' || personId === null || delegationId !== null)
    throw new AppError('forbidden', 'this is for a person of this tenant')
  return personId
}
