/**
 * Records refused changes in the audit log of the tenant, so that a stolen key that probes for permissions is visible.
 * The first refusals of an actor in a minute are separate entries, the rest are one entry with their number. Written
 * after the answer; entries not yet written when the process dies are lost.
 */
import type { Log } from '../../../platform/log.ts'
import type { Worker } from '../../../platform/workers.ts'
import { type Postgres, withTenant } from '../../../stores/postgres/pool.ts'
import type { Actor } from './actor.ts'
import { record } from './perform.ts'
import type { ActNote, RecordAct } from './record.ts'

export type Refusal = {
  readonly actor: Actor
  /** Key of the count: an actor, or the address of an anonymous caller. */
  readonly by: string
  readonly status: number
  /** `POST /cases/:id`, or `Mutation.updateCase` */
  readonly route: string
  /** Ids that the request named in its path. */
  readonly ids: readonly string[]
}

export type RefusalLog = {
  note(refusal: Refusal): void
  /** Writes waiting entries, and the counts for minutes that are over. Rejects when one was not written. */
  flush(): Promise<void>
  /** Does so every few seconds. */
  readonly worker: Worker
  /** Writes all counts, also those of the current minute. */
  stop(): Promise<void>
}

export const REFUSAL_LIMITS = {
  windowMs: 60_000,
  /**
   * Entries of their own, of one actor or address in a window.
   * @bound refusals of an actor or address in the audit log = {} a minute -> further ones are one entry with their
   * number
   */
  entries: 10,
  /**
   * The maximum for a tenant, over all actors.
   * @bound refusals of a tenant in the audit log = {} a minute -> further ones are one entry with their number
   */
  tenantEntries: 100,
  /**
   * Actors and addresses that are counted at once; of more, each tenant has one count of all others.
   * @bound actors whose refusals are counted separately -> the others of a tenant are counted together
   */
  windows: 10_000,
  /** Entries that wait to be written; further ones are counted alone. */
  waiting: 1_000,
  /** Routes and statuses that an entry with a number names. */
  named: 10,
} as const

const FLUSH_MS = 5_000
const OTHERS = 'others'

type Window = {
  readonly first: Refusal
  readonly sinceMs: number
  entries: number
  more: number
  readonly routes: Set<string>
  readonly statuses: Set<number>
}

type Deps = { readonly pool: Postgres; readonly audit: RecordAct; readonly log: Log; readonly nowMs: () => number }
type Waiting = { readonly actor: Actor; readonly action: string; readonly about: ActNote }

export function openRefusalLog({ pool, audit, log, nowMs }: Deps): RefusalLog {
  const windows = new Map<string, Window>()
  const ofTenants = new Map<string, number>()
  let waiting: Waiting[] = []
  let writing: Promise<void> = Promise.resolve()

  const windowOf = (refusal: Refusal): Window => {
    const { tenantId } = refusal.actor
    const isFull = windows.size >= REFUSAL_LIMITS.windows && !windows.has(`${tenantId} ${refusal.by}`)
    const key = `${tenantId} ${isFull ? OTHERS : refusal.by}`
    const known = windows.get(key)
    if (known && nowMs() - known.sinceMs < REFUSAL_LIMITS.windowMs) return known
    if (known) close(key, known)
    const begun = {
      first: refusal,
      sinceMs: nowMs(),
      entries: 0,
      more: 0,
      routes: new Set<string>(),
      statuses: new Set<number>(),
    }
    windows.set(key, begun)
    return begun
  }
  const close = (key: string, window: Window) => {
    windows.delete(key)
    const { first, more } = window
    const left = (ofTenants.get(first.actor.tenantId) ?? 0) - window.entries
    if (left > 0) ofTenants.set(first.actor.tenantId, left)
    else ofTenants.delete(first.actor.tenantId)
    if (more > 0) waiting.push({ actor: first.actor, action: 'access:refused_flood', about: floodOf(window, nowMs()) })
  }
  const write = async () => {
    const batch = waiting
    waiting = []
    const failures: unknown[] = []
    for (const { actor, action, about } of batch)
      await withTenant(pool, actor.tenantId, (tx) => record(tx, { audit }, actor, action, about)).catch((err) => {
        log.error({ err, tenant: actor.tenantId, action }, 'cannot record a refusal in the audit log')
        failures.push(err)
      })
    if (failures.length > 0) throw failures[0]
  }
  const flushed = (): Promise<void> => {
    const written = writing.then(write)
    writing = written.catch(() => undefined)
    return written
  }
  const flush = (isOver: (window: Window) => boolean) => {
    for (const [key, window] of windows) if (isOver(window)) close(key, window)
    return flushed()
  }
  const isEnded = ({ sinceMs }: Window) => nowMs() - sinceMs >= REFUSAL_LIMITS.windowMs
  return {
    note(refusal) {
      const window = windowOf(refusal)
      const tenant = refusal.actor.tenantId
      const ofTenant = ofTenants.get(tenant) ?? 0
      const isOwn =
        window.entries < REFUSAL_LIMITS.entries &&
        ofTenant < REFUSAL_LIMITS.tenantEntries &&
        waiting.length < REFUSAL_LIMITS.waiting
      if (!isOwn) {
        window.more++
        if (window.routes.size < REFUSAL_LIMITS.named) window.routes.add(refusal.route)
        if (window.statuses.size < REFUSAL_LIMITS.named) window.statuses.add(refusal.status)
        return
      }
      window.entries++
      ofTenants.set(tenant, ofTenant + 1)
      waiting.push({ actor: refusal.actor, action: 'access:refused', about: entryOf(refusal) })
      void flushed().catch(() => undefined) // already logged
    },
    flush: () => flush(isEnded),
    worker: {
      ...{ name: 'refused requests', everyMs: FLUSH_MS },
      once: async () => {
        await flush(isEnded)
        return false
      },
    },
    stop: () => flush(() => true).catch(() => undefined), // already logged
  }
}

function entryOf({ status, route, ids }: Refusal): ActNote {
  return { resource: 'request', resourceId: ids[0] ?? null, changes: { status, route, ids: [...ids] } }
}

function floodOf({ first, sinceMs, more, routes, statuses }: Window, nowMs: number): ActNote {
  const [since, until] = [new Date(sinceMs).toISOString(), new Date(nowMs).toISOString()]
  const changes = { count: more, since, until, by: first.by, routes: [...routes], statuses: [...statuses] }
  return { resource: 'request', changes }
}
