/**
 * The user's cache folder, for data that can be computed again. `npx svc` uses one by default; other ways to start svc
 * do not.
 */
import { optional, readConfig } from '../config.ts'
import { PrivateCache } from './private-cache.ts'

export const CACHE_SETTINGS = {
  cacheDir: optional(
    'SVC_CACHE_DIR',
    "absolute path of a folder that only this user owns, for compiled code and parsed rules; without it nothing is cached; npx svc uses the user's cache folder, and none with off",
  ),
} as const

/** Null when there is none, or when another user may write to it. */
export function cacheOfUser(env: NodeJS.ProcessEnv = process.env): PrivateCache | null {
  const { cacheDir } = readConfig(CACHE_SETTINGS, env)
  return cacheDir === null || cacheDir === 'off' ? null : PrivateCache.open(cacheDir)
}
