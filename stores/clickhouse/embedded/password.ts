import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { writeWhole } from '../../../platform/write-file-atomic.ts'

const FILE = 'http-password'
const PASSWORD = /^[\w-]{32}$/

/** Created once for a data folder. Everybody who can read the folder may use the engine. */
export function ensurePassword(dataDir: string): string {
  const file = join(dataDir, FILE)
  const made = existsSync(file) ? readFileSync(file, 'utf8') : ''
  if (PASSWORD.test(made)) return made
  // Replaces a truncated file: an empty password would let everybody in.
  writeWhole(file, randomBytes(24).toString('base64url'))
  return readFileSync(file, 'utf8')
}

/** Address with credentials of the engine that listens on `port` for this folder. */
export function embeddedUrl(dataDir: string, port: number): string {
  return `http://default:${ensurePassword(dataDir)}@127.0.0.1:${port}`
}
