import { bootstrapAdmin, rotateSigningKey } from '../../control/identity/index.ts'
import { sealerOf } from '../../platform/seal.ts'
import { openPostgres, type Postgres } from '../../stores/postgres/pool.ts'
import type { Config } from '../config.ts'
import { credentialKey } from '../credential-key.ts'
import { targets } from './connect.ts'

export type BootstrapOptions = { email: string; tenant: string; role?: string }

/** Prints the one-time password alone on stdout; what else is to know goes to stderr. */
export async function runBootstrap({ email, tenant, role }: BootstrapOptions): Promise<void> {
  const made = await withOwner((pool) =>
    bootstrapAdmin(pool, { email, tenant, ...(role === undefined ? {} : { role }) }),
  )
  if (made.tenantCreated) process.stderr.write(`tenant ${tenant} is new\n`)
  process.stderr.write(`${email} is ${made.role}; the password works until ${made.passwordExpiresAt.toISOString()}\n`)
  console.log(made.password)
}

/** Ends every session of every user, by design. */
export async function runRotateSigningKey(): Promise<void> {
  await withOwner((pool, config) => rotateSigningKey(pool, sealerOf(credentialKey(config))))
  process.stderr.write('the signing key is new: everybody has to sign in again\n')
}

async function withOwner<T>(work: (pool: Postgres, config: Config) => Promise<T>): Promise<T> {
  const { config, databaseUrl } = targets()
  const pool = openPostgres({ url: databaseUrl, poolSize: 2 })
  try {
    return await work(pool, config)
  } finally {
    await pool.end()
  }
}
