import { hash } from 'node:crypto'
import { AppError } from '../../../platform/errors.ts'
import type { Principal } from './principal.ts'

export type PrincipalCache = {
  /**
   * The principal of a credential, looked up at most once in `FRESH_MS`. `kind` keeps the kinds of credential apart.
   */
  get(kind: string, raw: string, ask: () => Promise<Principal>): Promise<Principal>
  /** A session that ends here ends now; other replicas follow within `FRESH_MS`. */
  forget(which: (principal: Principal) => boolean): void
}

/** The delay of a revocation on the other replicas. */
export const FRESH_MS = 2_500
/** Past it the oldest entry makes room. */
const ENTRIES_MAX = 10_000
/** Different look-ups under way; past it `unavailable`, so that guessing cannot drown the database. */
const ASKING_MAX = 256

type Entry = { readonly principal: Principal; readonly untilMs: number }

/** Caches principals by a digest of the credential, never the credential itself. Refusals are not cached. */
export function openPrincipalCache(nowMs: () => number, entriesMax = ENTRIES_MAX): PrincipalCache {
  const entries = new Map<string, Entry>()
  const asking = new Map<string, Promise<Principal>>()
  /** Increases at each `forget`: an answer that was requested before is used once and not cached. */
  let generation = 0
  const look = async (id: string, ask: () => Promise<Principal>) => {
    const [startedMs, startedIn] = [nowMs(), generation]
    const principal = await ask()
    if (startedIn === generation) {
      const untilMs = Math.min(startedMs + FRESH_MS, principal.expiresMs ?? Number.POSITIVE_INFINITY)
      remember(entries, id, { principal, untilMs }, entriesMax)
    }
    return principal
  }
  return {
    async get(kind, raw, ask) {
      const id = hash('sha256', `${kind}\0${raw}`, 'base64')
      const kept = entries.get(id)
      if (kept && kept.untilMs > nowMs()) return kept.principal
      const underWay = asking.get(id)
      if (underWay) return underWay
      if (asking.size >= ASKING_MAX)
        throw new AppError('unavailable', 'too many credentials are being checked', { retryAfterSeconds: 1 })
      const lookup = look(id, ask).finally(() => asking.delete(id))
      asking.set(id, lookup)
      return lookup
    },
    forget(which) {
      generation++
      for (const [id, { principal }] of entries) if (which(principal)) entries.delete(id)
    },
  }
}

function remember(entries: Map<string, Entry>, id: string, entry: Entry, max: number): void {
  entries.delete(id)
  entries.set(id, entry)
  if (entries.size <= max) return
  const [oldest] = entries.keys()
  if (oldest !== undefined) entries.delete(oldest)
}
