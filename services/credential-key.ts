import fs from 'node:fs'
import path from 'node:path'
import { AppError } from '../platform/errors.ts'
import { credentialKeyIn } from '../platform/seal.ts'
import type { Config } from './config.ts'

/**
 * From the environment; where we run everything ourselves, from a key file of the installation. Server mode makes no
 * key of its own: replicas would each make another one.
 */
export function credentialKey(config: Config): string {
  if (config.credentialKey !== null) return config.credentialKey
  const file = fileIn(config)
  if (config.kafkaBrokers !== null && !fs.existsSync(file)) {
    throw new AppError('bad_config', 'SVC_CREDENTIAL_KEY: needed in server mode')
  }
  return makeKey(file)
}

/** False: asking for it would make a new one. */
export function hasCredentialKey(config: Config): boolean {
  return config.credentialKey !== null || fs.existsSync(fileIn(config))
}

function fileIn({ dataDir }: Config): string {
  return path.join(dataDir, 'credential.key')
}

/** The key of an installation on this machine, made at its first start. */
export function makeKey(file: string): string {
  fs.mkdirSync(path.dirname(file), { recursive: true })
  return credentialKeyIn(file)
}
