/** Checks that this process has every credential key that the installation still needs. */
import { keyRing, knownKeyUse, lookAtKeys, requireKeys } from '../../control/platform/vault/index.ts'
import { AppError } from '../../platform/errors.ts'
import type { Log } from '../../platform/log.ts'
import { openPostgres, type Postgres } from '../../stores/postgres/pool.ts'
import type { Config } from '../config.ts'
import { credentialKey } from '../settings/credential-key.ts'

/** Checks before a role serves. Throws `bad_config`. A database that does not answer keeps no role from starting. */
export function refuseMissingKeys(config: Config, pool: Postgres, log: Log): Promise<void> {
  return tolerant(log, credentialKeysCheck(config, pool))
}

/** The same check for a role that signs in as the owner: it reads the database, and the others read its result. */
export function lookForMissingKeys(config: Config, pool: Postgres, log: Log): Promise<void> {
  const ring = keyRing(credentialKey(config))
  return tolerant(log, async () => requireKeys(ring, await lookAtKeys(pool, ring), config.lostKeys))
}

async function tolerant(log: Log, check: () => Promise<void>): Promise<void> {
  try {
    await check()
  } catch (err) {
    if (err instanceof AppError && err.code === 'bad_config') throw err
    log.warn({ err }, 'cannot read which credential keys are needed, see health')
  }
}

/** A subsystem of the health: another process may have begun to seal with a key that this one does not have. */
export function credentialKeysCheck(config: Config, pool: Postgres): () => Promise<void> {
  const ring = keyRing(credentialKey(config))
  return async () => requireKeys(ring, await knownKeyUse(pool), config.lostKeys)
}

/** Checks before any role starts, where everything runs on this machine. Throws `bad_config`. */
export async function lookBeforeRoles(config: Config, databaseUrl: string, log: Log): Promise<void> {
  const pool = openPostgres({ url: databaseUrl, poolSize: 1 })
  try {
    await lookForMissingKeys(config, pool, log)
  } finally {
    await pool.end()
  }
}
