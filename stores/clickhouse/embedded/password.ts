import { randomBytes } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const FILE = 'http-password'

/** Made once for a data folder; who can read the folder may use the engine. */
export function ensurePassword(dataDir: string): string {
  try {
    writeFileSync(join(dataDir, FILE), randomBytes(24).toString('base64url'), { mode: 0o600, flag: 'wx' })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  return readFileSync(join(dataDir, FILE), 'utf8')
}

/** Address with credentials of the engine that listens on `port` for this folder. */
export function embeddedUrl(dataDir: string, port: number): string {
  return `http://default:${ensurePassword(dataDir)}@127.0.0.1:${port}`
}
