import { spawn } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { AppError } from '../../../platform/errors.ts'
import type { Account } from './account.ts'
import { placeOf } from './place.ts'

/** Environment of Postgres programs: excludes our own variables, which could change their behaviour. */
export const SERVER_ENV = { PATH: '/usr/local/bin:/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' }

const INITDB_ARGS = ['-U', 'postgres', '--auth=scram-sha-256', '--encoding=UTF8', '--locale=C']

const FRESH = 'cluster.new'

/** The data directory: the server's account may enter it, and no other user may list it. */
export function prepareDataDir(dataDir: string, account: Account | null): void {
  mkdirSync(dataDir, { recursive: true })
  chmodSync(dataDir, account === null ? 0o700 : 0o711)
}

/**
 * Created under a temporary name and renamed, so that an interrupted start leaves nothing that looks like a cluster.
 */
export async function createCluster(dataDir: string, bin: string, account: Account | null, password: string) {
  for (const name of readdirSync(dataDir)) if (name.startsWith(FRESH)) remove(join(dataDir, name))
  // A unique name, because an initdb that outlived its starter still writes to the folder that it was given.
  const fresh = mkdtempSync(join(dataDir, `${FRESH}-`))
  const passwordFile = join(fresh, '.initial-password')
  const cluster = join(fresh, 'cluster')
  mkdirSync(cluster, { mode: 0o700 })
  writeFileSync(passwordFile, password, { mode: 0o600 })
  for (const path of account === null ? [] : [fresh, cluster, passwordFile])
    chownSync(path, account?.uid ?? 0, account?.gid ?? 0)
  await runInitdb(fresh, bin, account)
  renameSync(cluster, clusterDir(dataDir))
  remove(fresh)
}

/** Works also while another process still writes to the folder. */
function remove(folder: string): void {
  rmSync(folder, { recursive: true, force: true, maxRetries: 10 })
}

export function clusterDir(dataDir: string): string {
  return join(dataDir, 'cluster')
}

export function hasCluster(dataDir: string): boolean {
  return existsSync(join(clusterDir(dataDir), 'PG_VERSION'))
}

async function runInitdb(fresh: string, bin: string, account: Account | null): Promise<void> {
  const place = placeOf(fresh, account)
  try {
    const args = ['-D', `${place.path}/cluster`, `--pwfile=${place.path}/.initial-password`, ...INITDB_ARGS]
    const stdio = ['ignore', 'ignore', 'pipe', ...(place.fd === null ? [] : [place.fd])] as const
    const child = spawn(join(bin, 'initdb'), args, { ...account, cwd: '/', env: SERVER_ENV, stdio: [...stdio] })
    let stderrText = ''
    child.stderr?.on('data', (chunk: Buffer) => {
      stderrText = (stderrText + chunk.toString()).slice(-4000)
    })
    const code = await new Promise<number | null>((resolve, reject) => child.on('error', reject).on('close', resolve))
    if (code !== 0)
      throw new AppError('bad_config', `the database could not be created (initdb ${code}): ${stderrText.trim()}`)
  } finally {
    place.close()
  }
}
