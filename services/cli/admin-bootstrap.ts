import { type Bootstrapped, bootstrapAdmin, rotateSigningKey } from '../../control/identity/accounts/index.ts'
import { sealerOf } from '../../platform/seal.ts'
import type { Postgres } from '../../stores/postgres/pool.ts'
import type { Config } from '../config.ts'
import { credentialKey } from '../settings/credential-key.ts'
import { operatorAudit } from './operator-audit.ts'
import { withOwner } from './with-owner.ts'

export type BootstrapOptions = { email: string; tenant: string; role?: string }

/** Prints the one-time password alone on stdout; what else is to know goes to stderr. */
export async function runBootstrap({ email, tenant, role }: BootstrapOptions): Promise<void> {
  const made = await bootstrap({ email, tenant, role })
  if (made.tenantCreated) process.stderr.write(`tenant ${tenant} is new\n`)
  const until = made.passwordExpiresAt?.toISOString()
  process.stderr.write(`${email} is ${made.role}; the password opens one sign-in, until ${until}\n`)
  console.log(made.password)
}

/** Against the running instance, or the servers that the environment names. */
export function bootstrap(wanted: Wanted): Promise<Bootstrapped> {
  return withOwner((pool, config) => bootstrapRecorded(pool, config, wanted))
}

type Wanted = {
  readonly email: string
  readonly tenant: string
  readonly role?: string | undefined
  /** False for a password that opens any number of sign-ins, as the demo prints it. */
  readonly isOneTime?: boolean
}

export function bootstrapRecorded(pool: Postgres, config: Config, { email, tenant, role, isOneTime = true }: Wanted) {
  const record = operatorAudit(config)
  const wanted = { email, tenant, isOneTime, ...(role === undefined ? {} : { role }) }
  return bootstrapAdmin(pool, wanted, Date.now(), (tx, made) => {
    const changes = { role: made.role, email, tenant_created: made.tenantCreated }
    return record(tx, 'user:bootstrapped', { resource: 'user', resourceId: made.userId, changes })
  })
}

/** Ends every session of every user, by design. */
export async function runRotateSigningKey(): Promise<void> {
  await withOwner(rotateRecorded)
  process.stderr.write('created a new signing key: all users must sign in again\n')
}

export function rotateRecorded(pool: Postgres, config: Config): Promise<void> {
  const record = operatorAudit(config)
  return rotateSigningKey(pool, sealerOf(credentialKey(config)), (tx) =>
    record(tx, 'signing_key:rotated', { resource: 'signing_key' }),
  )
}
