import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { AppError } from '../../../platform/errors.ts'
import { writeWhole } from '../../../platform/write-file-atomic.ts'

/** Passwords of the three roles; hexadecimal, so they are safe in a URL and in a statement. */
export type Credentials = { readonly superuser: string; readonly owner: string; readonly app: string }

/**
 * Read from `credentials.json` (0600) in the data directory; created before the cluster, and never changed afterwards.
 */
export function credentialsIn(dataDir: string, clusterExists: boolean): Credentials {
  const path = join(dataDir, 'credentials.json')
  if (existsSync(path)) return credentialsOf(path)
  if (clusterExists)
    throw new AppError('bad_config', `${path} is missing: nobody can sign in to the database beside it`)
  const made = { superuser: secret(), owner: secret(), app: secret() }
  writeWhole(path, JSON.stringify(made))
  return made
}

function credentialsOf(path: string): Credentials {
  try {
    const { superuser, owner, app } = JSON.parse(readFileSync(path, 'utf8')) as Record<keyof Credentials, unknown>
    if (typeof superuser === 'string' && typeof owner === 'string' && typeof app === 'string')
      return { superuser, owner, app }
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
  }
  // The message omits the file's text, which may contain most of a password.
  throw new AppError('bad_config', `${path} does not hold the passwords of the database beside it`)
}

function secret(): string {
  return randomBytes(24).toString('hex')
}
