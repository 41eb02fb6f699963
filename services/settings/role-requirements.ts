/** Checks that a role that runs alone finds its installation. Throws `bad_config` with the setting. */
import fs from 'node:fs'
import { AppError } from '../../platform/errors.ts'
import type { Config } from '../config.ts'
import { hasCredentialKey } from './credential-key.ts'

/** A role with its own embedded log would be cut off from the others without any error. */
export function requireBackbone({ kafkaBrokers, dataDir }: Config): void {
  if (kafkaBrokers !== null || fs.existsSync(dataDir)) return
  const need = 'the log of the installation is in its data folder'
  throw new AppError('bad_config', `KAFKA_BROKERS, or SVC_DATA_DIR: ${need}, and there is no ${dataDir}`)
}

/** A key made by one role would open nothing that the others have sealed. */
export function requireCredentialKey(config: Config): void {
  if (hasCredentialKey(config)) return
  throw new AppError(
    'bad_config',
    `SVC_CREDENTIAL_KEY: required, the same for the whole installation; none found in ${config.dataDir}`,
  )
}
