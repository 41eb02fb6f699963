import fs from 'node:fs'
import path from 'node:path'
import { AppError } from '../../platform/errors.ts'
import { makeFolder } from '../../platform/make-folder.ts'
import { credentialKeyIn, sealerOf } from '../../platform/seal.ts'
import { hasCluster } from '../../stores/postgres/embedded/cluster.ts'
import type { Config } from '../config.ts'

/**
 * Reads the key from the environment, or in embedded mode from the key file of the installation. Server mode generates
 * no key: each replica would generate a different one.
 */
export function credentialKey(config: Config): string {
  if (config.credentialKey !== null) return config.credentialKey
  const file = fileIn(config)
  if (config.kafkaBrokers !== null && !fs.existsSync(file)) {
    throw new AppError('bad_config', 'SVC_CREDENTIAL_KEY: required in server mode')
  }
  return makeKey(file)
}

/** False: `credentialKey` would make a new one. */
export function hasCredentialKey(config: Config): boolean {
  return config.credentialKey !== null || fs.existsSync(fileIn(config))
}

/**
 * Returns the key of an installation that runs on its data folder, before its stores are opened. Throws `bad_config`
 * when the database exists and the key does not: a new key could not open secrets sealed there, nor verify the audit
 * log.
 */
export function keyOfDataFolder(config: Config): string {
  if (config.credentialKey !== null) return config.credentialKey
  const isLost =
    config.databaseUrl === null && !hasCredentialKey(config) && hasCluster(path.join(config.dataDir, 'postgres'))
  if (!isLost) return makeKey(fileIn(config))
  const sealed = 'tokens and secrets in the database are encrypted with it'
  throw new AppError(
    'bad_config',
    `${fileIn(config)} is missing: ${sealed}. Restore it from a backup, or set SVC_CREDENTIAL_KEY`,
  )
}

function fileIn({ dataDir }: Config): string {
  return path.join(dataDir, 'credential.key')
}

/** The key of an installation on this machine, made at its first start. Throws `bad_config` when the file holds none. */
function makeKey(file: string): string {
  makeFolder(path.dirname(file))
  const key = credentialKeyIn(file)
  try {
    sealerOf(key)
    return key
  } catch (cause) {
    throw new AppError('bad_config', `${file} is damaged. Restore it from a backup, or set SVC_CREDENTIAL_KEY`, {
      cause,
    })
  }
}
