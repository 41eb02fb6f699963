import { AppError } from '../../../platform/errors.ts'
import { invalid } from '../../../platform/invalid-input.ts'
import { type TenantTx, withTenant } from '../../../stores/postgres/pool.ts'
import type { LoginDeps } from './login.ts'
import { checkPassword, hashPassword, verifyPassword } from './passwords.ts'
import type { Principal } from './principal.ts'
import { endSessionsOf } from './session-store.ts'
import { accountKey } from './throttle.ts'
import { passwordOf, updatePassword } from './user-store.ts'

export type PasswordInput = { readonly current: string; readonly next: string; readonly source: string }
export type PreparedPassword = { readonly userId: string; readonly from: string; readonly to: string }

/**
 * Wrong current passwords are counted like failed sign-ins on a known device (the session counts as one), so a caller
 * without the session cannot slow the owner down. Throws 422 when the password is wrong.
 */
export async function preparePassword(
  deps: LoginDeps,
  { tenantId, userId, sessionId }: Pick<Principal, 'tenantId' | 'userId' | 'sessionId'>,
  input: PasswordInput,
): Promise<PreparedPassword> {
  if (userId === null || sessionId === null) throw new AppError('forbidden', 'a password is changed by its user alone')
  const own = await withTenant(deps.pool, tenantId, (tx) => passwordOf(tx, userId))
  if (!own || own.hash === null) throw new AppError('not_found', 'there is no password to change')
  const { email, username, hash: from } = own
  const next = checkPassword(input.next, { email, username, tenant: tenantId }, 'new_password')
  return deps.slots.run(async () => {
    const account = accountKey(email, tenantId)
    const allowed = await deps.throttle.attempt({ account, source: input.source, device: sessionId })
    if (!(await verifyPassword(from, input.current))) throw invalid('current_password', 'is not the present password')
    await allowed.succeeded()
    return { userId, from, to: await hashPassword(next) }
  })
}

/** Ends all sessions of the user except the current one. Throws `conflict` when the password changed meanwhile. */
export async function changePassword(tx: TenantTx, password: PreparedPassword, keepSession: string | null) {
  if (!(await updatePassword(tx, password.userId, password.from, password.to)))
    throw new AppError('conflict', 'the password was changed meanwhile')
  await endSessionsOf(tx, password.userId, keepSession)
}
