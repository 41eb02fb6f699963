import { createHash } from 'node:crypto'
import { withDeadline } from '../../platform/deadline.ts'
import { AppError } from '../../platform/errors.ts'
import type { Credentials } from './deps.ts'

export type CacheOptions = {
  readonly now: () => number
  /** How long a credential that was good stays good here: the delay of a revocation. */
  readonly goodMs: number
  /** How long after the store's last approval a credential is accepted while the store does not answer. */
  readonly staleMs: number
  /** How long a request waits for a store that is slow, when the last answer may be taken instead. */
  readonly staleAfterMs: number
  /** How long an unknown one stays unknown: the delay of a newly minted token. */
  readonly badMs: number
  /** Entries of each kind; the oldest makes room. Bad ones cannot push good ones out. */
  readonly entriesMax: number
  /** Different lookups under way; past it `unavailable`, so that guessing cannot drown the store. */
  readonly lookupsMax: number
  readonly lookupTimeoutMs: number
  /**
   * After a lookup that took too long, no request waits for so long: the last answer is taken, or the request refused.
   */
  readonly pauseMs: number
  /** A credential is taken by an older answer of the store, for `reason`. */
  readonly onStale?: (reason: unknown) => void
}

export const CACHE_DEFAULTS = {
  goodMs: 5_000,
  staleMs: 300_000,
  staleAfterMs: 500,
  badMs: 1_000,
  entriesMax: 10_000,
  lookupsMax: 256,
  pauseMs: 1_000,
} as const

/**
 * The same questions, asked of the store at most once at a time and once a few seconds. Failures are not kept. While the
 * store does not answer, what it last said of a good credential holds for `staleMs`: nobody can revoke one meanwhile but
 * where this process alone is cut off from the store.
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

/** Raw credentials are not kept in memory longer than their request. */
function digest(raw: string): string {
  return createHash('sha256').update(raw).digest('base64')
}

type Entry<V> = { readonly value: V; readonly freshUntilMs: number; readonly untilMs: number }
type LookupOptions = CacheOptions & {
  /** Times until which no request waits for a store that was slow. */
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

  /** The lookup goes on when nobody waits for it any more, and its answer is taken from then on. */
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
  // Waiting requests see the failure; when all have given up waiting it must not end the process.
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
