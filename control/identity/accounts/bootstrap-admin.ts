import { randomBytes } from 'node:crypto'
import { AppError } from '../../../platform/errors.ts'
import { tenantId } from '../../../platform/tenant.ts'
import { asTenant, type Postgres, type TenantTx, withOperator } from '../../../stores/postgres/pool.ts'
import { ensureTenant } from '../tenants/index.ts'
import { checkPassword, hashPassword } from './passwords.ts'
import { endSessionsOf } from './session-store.ts'
import { ADMINISTRATOR_ROLES, type AdministratorRole } from './static-roles.ts'
import { checkEmail } from './user.ts'
import { upsertAdministrator } from './user-store.ts'

export type Bootstrap = {
  readonly email: string
  readonly tenant: string
  readonly role?: string
  /** False for a password that opens any number of sign-ins until it is changed. */
  readonly isOneTime?: boolean
}

export type Bootstrapped = {
  readonly userId: string
  readonly role: AdministratorRole
  /** Shown now and never again. */
  readonly password: string
  /** Null for a password that works until it is changed. */
  readonly passwordExpiresAt: Date | null
  readonly tenantCreated: boolean
}

/** A one-time password works for so long, unless its owner chooses another before. */
export const ONE_TIME_PASSWORD_MS = 24 * 3_600_000

/**
 * Creates an administrator; there is no other way. `pool` signs in as the owner of the schema, because the database
 * does not let services assign this role. Running it again for the same address sets a new password and ends the
 * sessions, which restores lost access. `record` writes the audit entry, in the same transaction.
 */
export async function bootstrapAdmin(
  pool: Postgres,
  input: Bootstrap,
  nowMs = Date.now(),
  record: (tx: TenantTx, made: Bootstrapped) => Promise<void> = async () => undefined,
): Promise<Bootstrapped> {
  const role = ADMINISTRATOR_ROLES.find((name) => name === (input.role ?? 'admin'))
  if (!role) throw new AppError('bad_request', `bootstrap makes ${ADMINISTRATOR_ROLES.join(' or ')}, nothing else`)
  const tenant = tenantId(input.tenant)
  const email = checkEmail(input.email)
  const password = randomBytes(18).toString('base64url')
  const hash = await hashPassword(checkPassword(password, { email, username: email, tenant }))
  const passwordExpiresAt = input.isOneTime === false ? null : new Date(nowMs + ONE_TIME_PASSWORD_MS)
  return withOperator(pool, 'bootstrap an administrator', async (tx) => {
    const { created } = await asTenant(tx, tenant, ensureTenant)
    const userId = await upsertAdministrator(tx, { tenant, email, role, hash, expiresAt: passwordExpiresAt })
    const made = { userId, role, password, passwordExpiresAt, tenantCreated: created }
    await asTenant(tx, tenant, async (bound) => {
      await endSessionsOf(bound, userId)
      await record(bound, made)
    })
    return made
  })
}
