import { closeSync, constants, openSync } from 'node:fs'
import { dirname } from 'node:path'
import { AppError } from '../../../platform/errors.ts'
import { type Account, canEnter } from './account.ts'

/** The path under which the server finds its files, and the descriptor that it must inherit as number 3, if any. */
export type Place = { readonly path: string; readonly fd: number | null; close(): void }

/**
 * The account may own a directory and still not reach it, when a parent (`/root`, say) is closed to it. Linux then
 * lets the server in through a descriptor that root opened: `/proc/self/fd/3` needs no permission on the parents.
 */
export function placeOf(dir: string, account: Account | null): Place {
  if (account === null || canEnter(account, dir)) return { path: dir, fd: null, close: () => undefined }
  if (process.platform !== 'linux') throw new AppError('bad_config', closedParent(dir, account))
  const fd = openSync(dir, constants.O_RDONLY | constants.O_DIRECTORY)
  return { path: '/proc/self/fd/3', fd, close: () => closeSync(fd) }
}

function closedParent(dir: string, account: Account): string {
  let closed = dir
  for (let at = dir; at !== dirname(at); at = dirname(at)) if (!canEnter(account, at)) closed = at
  return `the database runs as user ${account.uid}, which may not enter ${closed}: allow it (chmod o+x) or use another data directory`
}
