import { createHash } from 'node:crypto'
import { withDeadline } from '../../platform/deadline.ts'
import { AppError } from '../../platform/errors.ts'
import type { Credentials } from './deps.ts'

export type CacheOptions = {
  readonly now: () => number
  /** How long a good credential is cached: the longest delay of a revocation. */
  readonly goodMs: number
  /** How long after the store's last approval a credential is accepted while the store does not answer. */
  readonly staleMs: number
  /** How long a request waits for a slow store when the last answer may be used instead. */
  readonly staleAfterMs: number
  /** How long an unknown credential is cached: the longest delay of a newly minted token. */
  readonly badMs: number
  /** Entries of each kind, good and bad; the oldest is evicted. Bad ones cannot evict good ones. */
  readonly entriesMax: number
  /**
   * Concurrent lookups of different credentials; beyond it `unavailable`, so that guessing cannot overload the store.
   */
  readonly lookupsMax: number
  readonly lookupTimeoutMs: number
  /**
   * After a lookup took too long, for this long no request waits for one: the last answer is used, or the request is
   * refused.
   */
  readonly pauseMs: number
  /** Called when a credential is accepted by an older answer of the store, for `reason`. */
  readonly onStale?: (reason: unknown) => void
}

export const CACHE_DEFAULTS = {
  goodMs: 5_000,
  /** @bound use of a known credential while Postgres does not answer -> 503 */
  staleMs: 300_000,
  staleAfterMs: 500,
  badMs: 1_000,
  entriesMax: 10_000,
  /** @bound concurrent credential lookups -> 503 */
  lookupsMax: 256,
  pauseMs: 1_000,
} as const

/**
 * Caches the store's answers: at most one lookup per credential at a time, and one every few seconds. Failures are not
 * cached. While the store does not answer, its last approval of a credential stays valid for `staleMs`. That is
 * acceptable because a store that is down accepts no revocations; the risk is a process that alone is cut off from the
 * store.
 */
export function cacheCredentials(store: Credentials, options: CacheOptions): Credentials {
  const pause = { refuseUntilMs: 0, staleUntilMs: 0 }
  const token = rememberedLookup(
    (raw: string) => store.findToken(raw),
    (found) => found !== null,
    { ...options, pause },
  )
  const tenant = rememberedLookup(store.tenantActive.bind(store), (active) => active, { ...options, pause })
  return { findToken: (raw) => token(digest(raw), raw), tenantActive: (id) => tenant(id, id) }
}

/** The cache keeps digests, so that raw credentials stay in memory no longer than their request. */
function digest(raw: string): string {
  return createHash('sha256').update(raw).digest('base64')
}

type Entry<V> = { readonly value: V; readonly freshUntilMs: number; readonly untilMs: number }
type LookupOptions = CacheOptions & {
  /** Times until which no request waits for a slow store. */
  readonly pause: { refuseUntilMs: number; staleUntilMs: number }
}

function rememberedLookup<K, V>(load: (key: K) => Promise<V>, isGood: (value: V) => boolean, options: LookupOptions) {
  const { now, goodMs, badMs, staleMs, entriesMax, pause } = options
  const good = new Map<string, Entry<V>>()
  const bad = new Map<string, Entry<V>>()
  const underWay = new Map<string, Promise<V>>()

  const look = async (id: string, key: K): Promise<V> => {
    const value = await load(key)
    const nowMs = now()
    // An older answer must not admit a credential that the store no longer knows.
    if (isGood(value)) remember(good, id, { value, freshUntilMs: nowMs + goodMs, untilMs: nowMs + staleMs }, entriesMax)
    else {
      good.delete(id)
      remember(bad, id, { value, freshUntilMs: nowMs + badMs, untilMs: nowMs + badMs }, entriesMax)
    }
    return value
  }

  const lookup = (id: string, key: K) =>
    underWay.get(id) ?? start(underWay, id, () => look(id, key), options.lookupsMax)

  const verify = async (id: string, key: K): Promise<V> => {
    if (now() < pause.refuseUntilMs) throw cannotCheck('the credential store does not answer')
    return await withDeadline(lookup(id, key), options.lookupTimeoutMs, () => {
      pause.refuseUntilMs = now() + options.pauseMs
      return cannotCheck('the credential store is slow')
    })
  }

  /** The lookup continues after all callers have stopped waiting, and its answer is then cached. */
  const verifyAgain = async (id: string, key: K): Promise<V> => {
    const again = lookup(id, key)
    if (now() < pause.staleUntilMs) throw cannotCheck('the credential store is slow')
    return await withDeadline(again, options.staleAfterMs, () => {
      pause.staleUntilMs = now() + options.pauseMs
      return cannotCheck('the credential store is slow')
    })
  }

  return async (id: string, key: K): Promise<V> => {
    const kept = current(good, id, now()) ?? current(bad, id, now())
    if (kept === undefined) return verify(id, key)
    if (now() < kept.freshUntilMs) return kept.value
    try {
      return await verifyAgain(id, key)
    } catch (error) {
      options.onStale?.(error)
      return kept.value
    }
  }
}

function start<V>(underWay: Map<string, Promise<V>>, id: string, look: () => Promise<V>, max: number): Promise<V> {
  if (underWay.size >= max) throw cannotCheck('too many credentials are being checked')
  const lookup = look().finally(() => underWay.delete(id))
  // Waiting requests see the failure; when none waits any more, the rejection must not end the process.
  lookup.catch(() => undefined)
  underWay.set(id, lookup)
  return lookup
}

function current<V>(entries: Map<string, Entry<V>>, id: string, nowMs: number): Entry<V> | undefined {
  const entry = entries.get(id)
  if (entry && entry.untilMs > nowMs) return entry
  if (entry) entries.delete(id)
  return undefined
}

function remember<V>(entries: Map<string, Entry<V>>, id: string, entry: Entry<V>, max: number): void {
  entries.delete(id)
  entries.set(id, entry)
  if (entries.size <= max) return
  const [oldest] = entries.keys()
  if (oldest !== undefined) entries.delete(oldest)
}

function cannotCheck(why: string): AppError {
  return new AppError('unavailable', `the credential cannot be verified now: ${why}`, { retryAfterSeconds: 1 })
}
