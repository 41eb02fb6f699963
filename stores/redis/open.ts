import type { Redis } from 'ioredis'
import { AppError } from '../../platform/errors.ts'
import { lazyPackage } from '../../platform/lazy-package.ts'
import type { Log } from '../../platform/log.ts'
import { keepStringsFast } from '../../platform/v8-string-prototype-fix.ts'

const ioredis = lazyPackage<typeof import('ioredis')>('ioredis')

const CONNECT_TIMEOUT_MS = 5_000
const COMMAND_TIMEOUT_MS = 2_000
/**
 * A connection is closed after this long without an answer. Otherwise commands on a silently cut connection would fail
 * for good.
 */
const SILENT_MS_MAX = 5_000

/**
 * A client of the shared Redis; null without a URL: then the counters work in process, for a single replica. A command
 * does not wait for a reconnection: a request that cannot be counted now is refused now.
 */
export function openRedis(url: string | null, log?: Log): Redis | null {
  if (url === null) return null
  keepStringsFast() // the package derives a class from String
  const redis = new (ioredis().Redis)(url, {
    connectTimeout: CONNECT_TIMEOUT_MS,
    commandTimeout: COMMAND_TIMEOUT_MS,
    socketTimeout: SILENT_MS_MAX,
    maxRetriesPerRequest: 1,
    retryStrategy: (attempt) => Math.min(attempt * 100, 2_000),
  })
  redis.on('error', (error: Error) => log?.warn({ err: error }, 'redis does not answer'))
  return redis
}

/** Maps every failure of a command to `unavailable`: our scripts raise no other errors. */
export async function askRedis<T>(command: Promise<T>): Promise<T> {
  try {
    return await command
  } catch (cause) {
    throw new AppError('unavailable', 'the shared counters do not answer', { cause, retryAfterSeconds: 1 })
  }
}
