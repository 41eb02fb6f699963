import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const FILE = 'http-password'
const PASSWORD = /^[\w-]{32}$/

/** Made once for a data folder; who can read the folder may use the engine. */
export function ensurePassword(dataDir: string): string {
  const file = join(dataDir, FILE)
  const made = existsSync(file) ? readFileSync(file, 'utf8') : ''
  if (PASSWORD.test(made)) return made
  // Whole or not at all, and anew when it is not: a power cut that left it empty would let everybody in.
  writeFileSync(`${file}.new`, randomBytes(24).toString('base64url'), { mode: 0o600, flush: true })
  renameSync(`${file}.new`, file)
  return readFileSync(file, 'utf8')
}

/** Address with credentials of the engine that listens on `port` for this folder. */
export function embeddedUrl(dataDir: string, port: number): string {
  return `http://default:${ensurePassword(dataDir)}@127.0.0.1:${port}`
}
