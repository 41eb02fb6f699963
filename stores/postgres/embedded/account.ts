import { execFileSync, spawnSync } from 'node:child_process'
import { statSync } from 'node:fs'
import { AppError } from '../../../platform/errors.ts'

/** The operating system's user the server runs as. */
export type Account = { readonly uid: number; readonly gid: number }

const CANDIDATES = ['postgres', '_postgres', 'nobody']

/**
 * The account for the server. Postgres refuses to run as root, so root lends it another account; any other user runs it
 * as themselves (null). An existing cluster keeps the account that owns it, whatever users were added since.
 */
export function serverAccount(clusterDir: string): Account | null {
  if (process.getuid?.() !== 0) return null
  const owner = statSync(clusterDir, { throwIfNoEntry: false })
  if (owner !== undefined && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid }
  for (const name of CANDIDATES) {
    const uid = idOf('-u', name)
    const gid = idOf('-g', name)
    if (uid !== null && gid !== null) return { uid, gid }
  }
  throw new AppError('bad_config', `Postgres does not run as root and none of ${CANDIDATES.join(', ')} exists here`)
}

/** True when the account may enter the directory. Asks the kernel, so that groups and ACLs count. */
export function canEnter(account: Account, dir: string): boolean {
  return spawnSync('/bin/sh', ['-c', 'cd -- "$1"', 'sh', dir], { ...account, cwd: '/', stdio: 'ignore' }).status === 0
}

function idOf(flag: '-u' | '-g', name: string): number | null {
  try {
    return Number(execFileSync('id', [flag, name], { encoding: 'utf8', stdio: 'pipe' }).trim())
  } catch {
    return null // no such user
  }
}
