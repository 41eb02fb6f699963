/**
 * Invitations: an account is created and a link is mailed, with which its owner sets a password or registers a passkey.
 * No other person ever knows a password of the account.
 */
import { AppError } from '../../../platform/errors.ts'
import { isTenantId, type TenantId, tenantId } from '../../../platform/tenant.ts'
import type { TenantTx } from '../../../stores/postgres/pool.ts'
import { type SessionDeps, signIn, type TokenPair } from './login.ts'
import { requireAbove } from './manage-roles.ts'
import { createUser, getUser, type PreparedUser, prepareUser } from './manage-users.ts'
import type { HashSlots } from './passwords.ts'
import type { Holder } from './principal.ts'
import { badToken, insertReset, makeOneTimePassword, randomPassword, takeReset, userOfReset } from './reset-password.ts'
import { checkEmail, type User } from './user.ts'
import { hasSignedIn } from './user-store.ts'

const INVITATION_MS = 7 * 86_400_000

export type Invited = { readonly user: User; readonly token: string; readonly expiresAt: Date }

/** Throws as `prepareUser`. */
export function prepareInvited(
  slots: HashSlots,
  principal: Holder,
  input: { readonly email: string; readonly username?: string | undefined; readonly role?: string | undefined },
): Promise<PreparedUser> {
  const username = input.username ?? input.email.slice(0, Math.max(0, input.email.lastIndexOf('@')))
  return prepareUser(slots, principal, { ...input, username, password: randomPassword() })
}

/**
 * The first administrator of a new tenant. The usual check that the inviter holds the role is skipped, because nobody
 * in that tenant could. Throws 422.
 */
export async function prepareFirstAdministrator(slots: HashSlots, address: string): Promise<PreparedUser> {
  const email = checkEmail(address, 'admin_email')
  const { hash: passwordHash } = await makeOneTimePassword(slots)
  return { email, username: email.slice(0, email.lastIndexOf('@')), role: 'tenant_admin', passwordHash }
}

/** Throws `conflict` for an address or a name that is taken. */
export async function invite(tx: TenantTx, prepared: PreparedUser, nowMs: number): Promise<Invited> {
  return linked(tx, await createUser(tx, prepared), nowMs)
}

/**
 * Mails another link and invalidates the earlier ones. Throws `not_found`, `forbidden`, and `conflict` for a user who
 * has signed in before.
 */
export async function inviteAgain(tx: TenantTx, principal: Holder, id: string, nowMs: number): Promise<Invited> {
  const user = await getUser(tx, id)
  await requireAbove(tx, principal, id)
  if (!user.isActive) throw new AppError('conflict', 'this user is not active')
  if (await hasSignedIn(tx, id)) throw new AppError('conflict', 'this user has signed in: give them a new password')
  await tx.run(/* sql */ `DELETE FROM password_resets WHERE user_id = $1 AND purpose = 'invitation'`, [id])
  return linked(tx, user, nowMs)
}

async function linked(tx: TenantTx, user: User, nowMs: number): Promise<Invited> {
  const secret = await insertReset(tx, user.id, { purpose: 'invitation', forMs: INVITATION_MS }, nowMs)
  if (secret === null) throw new AppError('rate_limited', 'this user was sent several links already')
  return { user, token: `${secret}.${tx.tenantId}`, expiresAt: new Date(nowMs + INVITATION_MS) }
}

/** Returns the tenant of a link. Throws 422 for a text that is no link. */
export function tenantOfLink(token: string): { readonly tenant: TenantId; readonly secret: string } {
  const [secret = '', tenant = ''] = token.split('.')
  if (!isTenantId(tenant)) throw badToken()
  return { tenant: tenantId(tenant), secret }
}

/** Begins a session, once, in which a passkey is registered. Throws 422 for a link that was used, is too old, or resets. */
export async function acceptInvitation(
  tx: TenantTx,
  deps: SessionDeps,
  secret: string,
): Promise<{ readonly userId: string; readonly tokens: TokenPair }> {
  const nowMs = deps.nowMs()
  const userId = await userOfReset(tx, secret, nowMs, 'invitation')
  if (userId === null || !(await takeReset(tx, userId, secret, nowMs))) throw badToken()
  return { userId, tokens: await signIn(tx, deps, userId) }
}
