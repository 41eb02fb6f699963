import { assert } from '../../../../platform/assert.ts'
import type { TenantTx } from '../../../../stores/postgres/pool.ts'
import { ownPermissionsOfUser } from '../effective-permissions.ts'
import { missingFrom, type PermissionSet } from '../permissions.ts'
import { endSessionsThrough } from '../session-store.ts'
import { GRANTABLE_ROLES, type GrantableRole } from '../static-roles.ts'
import { normalEmail, type User } from '../user.ts'
import type { SsoConnection } from './connection.ts'
import { isNeverGranted, rolesOfGroups } from './group-roles.ts'
import {
  type Candidate,
  insertIdentity,
  insertProvisioned,
  lockByEmail,
  lockBySubject,
  showRole,
} from './identity-store.ts'
import type { Person, RefusalReason } from './person.ts'
import { permissionsOfNamed, replaceSsoRoles } from './role-store.ts'

export type Admission =
  | {
      readonly outcome: 'admitted'
      readonly user: User
      /** `provisioned`: made now; `linked`: a user of the tenant before, from now on known by the provider's name. */
      readonly how: 'known' | 'linked' | 'provisioned'
      readonly roles: readonly string[]
    }
  | { readonly outcome: 'refused'; readonly reason: RefusalReason; readonly userId: string | null }

type Found = Candidate & { readonly how: 'known' | 'linked' | 'provisioned' }
type Refused = Extract<Admission, { outcome: 'refused' }>

/**
 * Signs a verified person in as a user of the connection's tenant, and of no other. In this order:
 *
 * - A person who signed in through this connection before is found by the provider's subject.
 * - A user of the tenant with the same e-mail address is linked only if the provider has verified the address, and if
 * no other person is linked to the user through this connection.
 * - Otherwise a user is created, unless the provider says that the address is not verified.
 *
 * Refused are inactive users, administrators of the installation, users who hold more on their own than the author of
 * the connection held (otherwise the person who configures a provider could become any user), and people who would hold
 * no permission.
 *
 * Roles are those of this sign-in's groups and replace those of an earlier one. A refusal for want of a role removes
 * them as well, and ends the sessions begun through the connection. The caller must hold the lock of the connection.
 */
export async function admit(tx: TenantTx, connection: SsoConnection, person: Person): Promise<Admission> {
  const roles = await existingRoles(tx, connection, person)
  const found = await findUser(tx, connection, person, roles)
  if ('outcome' in found) return found
  const refusal = await refusalOf(tx, connection, found)
  if (refusal !== null) return refused(refusal, found)
  if (found.how === 'linked' && !(await insertIdentity(tx, connection.id, person.subject, found.user.id)))
    return refused('account_is_linked', found)
  await replaceSsoRoles(tx, found.user.id, connection.id, roles)
  if (roles.length === 0 && !found.ownRole) {
    await endSessionsThrough(tx, connection.id, found.user.id)
    return refused('no_role', found)
  }
  const shown = shownRole(roles)
  if (shown !== null) await showRole(tx, found.user.id, shown)
  return { outcome: 'admitted', user: found.user, how: found.how, roles }
}

async function findUser(
  tx: TenantTx,
  connection: SsoConnection,
  person: Person,
  roles: readonly string[],
): Promise<Found | Refused> {
  const known = await lockBySubject(tx, connection.id, person.subject)
  if (known) return { ...known, how: 'known' }
  if (person.email === null) return refused('no_email')
  const email = normalEmail(person.email)
  const sameAddress = await lockByEmail(tx, email)
  if (sameAddress)
    return person.emailVerified === true
      ? { ...sameAddress, how: 'linked' }
      : refused('email_not_verified', sameAddress)
  if (person.emailVerified === false) return refused('email_not_verified')
  if (roles.length === 0) return refused('no_role')
  const made = await insertProvisioned(tx, email, shownRole(roles) ?? 'viewer')
  // A user of that address was created at the same moment: the next attempt finds it.
  if (!made) return refused('account_is_linked')
  const isKnown = await insertIdentity(tx, connection.id, person.subject, made.user.id)
  assert(isKnown, 'a name that stood for nobody stands for the user just made')
  return { ...made, how: 'provisioned' }
}

async function refusalOf(tx: TenantTx, { ceiling }: SsoConnection, { user }: Candidate): Promise<RefusalReason | null> {
  if (!user.isActive) return 'inactive'
  if (isNeverGranted(user.role)) return 'administrator'
  const own = await ownPermissionsOfUser(tx, user)
  return missingFrom(new Set(ceiling) as PermissionSet, own).length > 0 ? 'above_ceiling' : null
}

/** A role of the mapping that was deleted, or renamed, confers nothing. */
async function existingRoles(tx: TenantTx, connection: SsoConnection, person: Person): Promise<readonly string[]> {
  const named = rolesOfGroups(connection.groupRoleMapping, connection.defaultRole, person.groups)
  const exist = await Promise.all(named.map(async (name) => (await permissionsOfNamed(tx, name)) !== null))
  return named.filter((_, n) => exist[n])
}

/** The highest system role. Null when only roles of the tenant's own are conferred. */
function shownRole(roles: readonly string[]): GrantableRole | null {
  return GRANTABLE_ROLES.findLast((role) => roles.includes(role)) ?? null
}

function refused(reason: RefusalReason, found?: Candidate): Refused {
  return { outcome: 'refused', reason, userId: found?.user.id ?? null }
}
