import { createHash } from 'node:crypto'
import { withDeadline } from '../../platform/deadline.ts'
import { AppError } from '../../platform/errors.ts'
import type { Credentials } from './deps.ts'

export type CacheOptions = {
  readonly now: () => number
  /** How long a credential that was good stays good here: the delay of a revocation. */
  readonly goodMs: number
  /** How long an unknown one stays unknown: the delay of a newly minted token. */
  readonly badMs: number
  /** Of each kind; the oldest makes room. Bad ones cannot push good ones out. */
  readonly entriesMax: number
  /** Different lookups under way; past it `unavailable`, so that guessing cannot drown the store. */
  readonly lookupsMax: number
  readonly lookupTimeoutMs: number
}

export const CACHE_DEFAULTS = { goodMs: 5_000, badMs: 1_000, entriesMax: 10_000, lookupsMax: 256 } as const

/** The same questions, asked of the store at most once at a time and once a few seconds. Failures are not kept. */
export function cacheCredentials(store: Credentials, options: CacheOptions): Credentials {
  const token = rememberedLookup(
    (raw: string) => store.findToken(raw),
    (found) => found !== null,
    options,
  )
  const tenant = rememberedLookup(store.tenantActive.bind(store), (active) => active, options)
  return { findToken: (raw) => token(digest(raw), raw), tenantActive: (id) => tenant(id, id) }
}

/** Raw credentials are not kept in memory longer than their request. */
function digest(raw: string): string {
  return createHash('sha256').update(raw).digest('base64')
}

type Entry<V> = { readonly value: V; readonly untilMs: number }

function rememberedLookup<K, V>(load: (key: K) => Promise<V>, isGood: (value: V) => boolean, options: CacheOptions) {
  const good = new Map<string, Entry<V>>()
  const bad = new Map<string, Entry<V>>()
  const underWay = new Map<string, Promise<V>>()

  const look = async (id: string, key: K): Promise<V> => {
    const value = await load(key)
    const [entries, keepMs] = isGood(value) ? [good, options.goodMs] : [bad, options.badMs]
    remember(entries, id, { value, untilMs: options.now() + keepMs }, options.entriesMax)
    return value
  }

  return async (id: string, key: K): Promise<V> => {
    const kept = fresh(good, id, options.now()) ?? fresh(bad, id, options.now())
    if (kept) return kept.value
    const lookup = underWay.get(id) ?? start(underWay, id, () => look(id, key), options.lookupsMax)
    return await withDeadline(lookup, options.lookupTimeoutMs, () => cannotCheck('the credential store is slow'))
  }
}

function start<V>(underWay: Map<string, Promise<V>>, id: string, look: () => Promise<V>, max: number): Promise<V> {
  if (underWay.size >= max) throw cannotCheck('too many credentials are being checked')
  const lookup = look().finally(() => underWay.delete(id))
  // Whoever waits sees the failure; when all have given up waiting it must not end the process.
  lookup.catch(() => undefined)
  underWay.set(id, lookup)
  return lookup
}

function fresh<V>(entries: Map<string, Entry<V>>, id: string, nowMs: number): Entry<V> | undefined {
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
