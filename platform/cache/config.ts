/** Where this user keeps what can be made anew. `npx svc` chooses a folder; other ways to start use none by themselves. */
import { optional, readConfig } from '../config.ts'
import { PrivateCache } from './private-cache.ts'

export const CACHE_SETTINGS = {
  cacheDir: optional(
    'SVC_CACHE_DIR',
    "absolute path of a folder that belongs to this user alone, for compiled code and parsed rules, which are made anew without it; npx svc takes the user's folder for caches, and none with off",
  ),
} as const

/** Null when there is none, or when somebody else may write there. */
export function cacheOfUser(env: NodeJS.ProcessEnv = process.env): PrivateCache | null {
  const { cacheDir } = readConfig(CACHE_SETTINGS, env)
  return cacheDir === null || cacheDir === 'off' ? null : PrivateCache.open(cacheDir)
}
