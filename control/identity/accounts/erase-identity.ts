import { AppError, requireFound } from '../../../platform/errors.ts'
import type { TenantTx } from '../../../stores/postgres/pool.ts'
import { refuseWhenHeld } from '../../platform/governance/index.ts'
import { requireAbove } from './manage-roles.ts'
import { removePasskeysOf } from './passkeys/passkey-store.ts'
import type { Holder } from './principal.ts'
import { directoryNameOf, forgetInDirectory } from './scim/user-store.ts'
import { forgetIdentitiesOf } from './sso/identity-store.ts'
import * as store from './tombstone-store.ts'
import { subjectsOfUser } from './user-holds.ts'
import { lockUser } from './user-store.ts'

export type ErasedIdentity = {
  /** Address and names of the user before the erasure; none when it was erased before. */
  readonly email: string | null
  readonly names: readonly string[]
  readonly affected: Readonly<
    Record<'users' | 'sessions' | 'passkeys' | 'api_keys' | 'roles' | 'sso_identities' | 'answers', number>
  >
}

/**
 * Replaces a user by a tombstone: the row that alerts, their history and verdicts refer to stays, without any personal
 * data. Nobody can sign in as it again. The audit log pseudonymises its own names (`eraseSubject` of
 * control/platform/audit, in the same transaction). Events and alerts that name the person are evidence and outlive the
 * account. Safe to run again.
 *
 * Throws `not_found`; `conflict` when the caller erases their own account and for a user under a legal hold;
 * `forbidden` for a user who holds more than the caller.
 */
export async function eraseIdentity(tx: TenantTx, principal: Holder, id: string): Promise<ErasedIdentity> {
  const user = requireFound(await lockUser(tx, id), 'user', id)
  if (principal.userId === id) throw new AppError('conflict', 'you cannot erase your own account')
  await requireAbove(tx, principal, id)
  await refuseWhenHeld(
    tx,
    subjectsOfUser({ id, email: user.email, names: [user.username, await directoryNameOf(tx, id)] }),
  )
  const tombstone = tombstoneOf(id)
  const isErased = user.email === tombstone.email
  const users = isErased ? 0 : await store.buryUser(tx, id, tombstone)
  await store.forgetPhoneOf(tx, id)
  const sessions = await store.removeSessionsOf(tx, id)
  const passkeys = await removePasskeysOf(tx, id)
  const keys = await store.buryKeysOf(tx, id)
  const roles = await store.takeRolesOf(tx, id)
  await forgetInDirectory(tx, id)
  const identities = await forgetIdentitiesOf(tx, id)
  const answers = await store.forgetAnswersAbout(tx, id, user.email)
  const affected = { users, sessions, passkeys, api_keys: keys, roles, sso_identities: identities, answers }
  const { email, username } = user
  return isErased ? { email: null, names: [], affected } : { email, names: [email, username], affected }
}

/** `.invalid` is a domain that never is (RFC 2606). */
function tombstoneOf(id: string): store.Tombstone {
  return { email: `erased-${id}@erased.invalid`, username: `erased-${id}` }
}
