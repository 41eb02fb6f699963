import fs from 'node:fs'
import path from 'node:path'
import { AppError } from '../platform/errors.ts'
import { credentialKeyIn } from '../platform/seal.ts'
import type { Config } from './config.ts'

/** From the environment; in embedded mode from a key file of the installation. Server mode refuses to start without one. */
export function credentialKey(config: Config): string {
  if (config.credentialKey !== null) return config.credentialKey
  if (config.kafkaBrokers !== null) throw new AppError('bad_config', 'SVC_CREDENTIAL_KEY: needed in server mode')
  fs.mkdirSync(config.dataDir, { recursive: true })
  return credentialKeyIn(path.join(config.dataDir, 'credential.key'))
}
