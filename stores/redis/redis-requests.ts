/**
 * Open copies of requests, shared by the replicas of the ingest service, so that any replica recognises a resend, also
 * when the replica with the first copy was killed. A copy belongs to a process as long as the process reports that it
 * is alive.
 */
import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { Redis } from 'ioredis'
import { askRedis } from './open.ts'

export type SharedRequests = {
  /**
   * Opens a copy, and resolves with its key: that of an earlier copy whose sender or process is gone, or `ownKey`.
   * While another process has an open copy, it waits until that copy ends, or that process reports again. Rejects when
   * Redis does not answer.
   */
  open(tenant: string, request: string, ownKey: string): Promise<string>
  /** `broken`: the next copy of the request takes its place. */
  close(tenant: string, request: string, key: string, state: 'answered' | 'broken'): Promise<void>
  /** Stops reporting that this process is alive. */
  stop(): void
}

/** How long a broken copy waits for its resend. */
const KEPT_MS = 600_000
const BEAT_MS = 500
/** A process that has not reported for this long is gone. */
const LIFE_MS = 2_500
const WAIT_MS = 200
/** Together longer than a life: by then the other process has reported again, or is gone. */
const WAITS_MAX = 20
/** Copies of one request; beyond it a broken one is not kept. */
const COPIES_MAX = 256
const BROKEN = 'broken'

/**
 * A request is a hash of its open copies: key -> the process that has it, or `broken`. Returns a key, or the process,
 * with its last report, for which the copy must wait.
 */
const OPEN = `
local copies = redis.call('HGETALL', KEYS[1])
local waitsFor = nil
for i = 1, #copies, 2 do
  local owner = copies[i + 1]
  local beat = owner ~= '${BROKEN}' and redis.call('GET', ARGV[4] .. owner)
  if not beat then
    redis.call('HSET', KEYS[1], copies[i], ARGV[2])
    redis.call('PEXPIRE', KEYS[1], ARGV[3])
    return { 'key', copies[i] }
  end
  if owner ~= ARGV[2] and (ARGV[5] == '' or ARGV[5] == owner .. ' ' .. beat) then waitsFor = owner .. ' ' .. beat end
end
if waitsFor then return { 'wait', waitsFor } end
redis.call('HSET', KEYS[1], ARGV[1], ARGV[2])
redis.call('PEXPIRE', KEYS[1], ARGV[3])
return { 'key', ARGV[1] }
`

const CLOSE = `
redis.call('HDEL', KEYS[1], ARGV[1])
if ARGV[2] == '${BROKEN}' and redis.call('HLEN', KEYS[1]) < ${COPIES_MAX} then
  redis.call('HSET', KEYS[1], ARGV[1], '${BROKEN}')
  redis.call('PEXPIRE', KEYS[1], ARGV[3])
end
return 1
`

export function redisRequests(redis: Redis, prefix = 'svc:resends:'): SharedRequests {
  const me = randomUUID()
  const keyOf = (tenant: string, request: string) => `${prefix}${tenant}:${request}`
  const lives = `${prefix}process:`
  let beats = 0
  const beat = () => redis.set(`${lives}${me}`, ++beats, 'PX', LIFE_MS)
  const first = beat().catch(() => undefined)
  const timer = setInterval(() => void beat().catch(() => undefined), BEAT_MS)
  timer.unref()
  const tryOpen = async (key: string, ownKey: string, waited: string) =>
    (await askRedis(redis.eval(OPEN, 1, key, ownKey, me, KEPT_MS, lives, waited))) as ['key' | 'wait', string]
  return {
    async open(tenant, request, ownKey) {
      await first
      const key = keyOf(tenant, request)
      let [answer, text] = await tryOpen(key, ownKey, '')
      for (let waits = 0; answer === 'wait' && waits < WAITS_MAX; waits++) {
        await delay(WAIT_MS)
        const waited = text
        ;[answer, text] = await tryOpen(key, ownKey, waited)
      }
      return answer === 'key' ? text : ownKey
    },
    async close(tenant, request, key, state) {
      await askRedis(redis.eval(CLOSE, 1, keyOf(tenant, request), key, state, KEPT_MS))
    },
    stop: () => clearInterval(timer),
  }
}
