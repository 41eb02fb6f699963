/**
 * Buffers touches of decoys before they are written. The caller of a decoy waits for nothing and holds no connection:
 * touches are written together after a moment, one transaction for each tenant, so that a flood of them uses one
 * connection at a time. Touches not yet written are lost when the process is killed; a stop writes them.
 */
import { setTimeout as delay } from 'node:timers/promises'
import { AppError } from '../../../platform/errors.ts'
import type { Log } from '../../../platform/log.ts'
import type { Metrics } from '../../../platform/metrics.ts'
import type { TenantId } from '../../../platform/tenant.ts'
import { runWorkers } from '../../../platform/workers.ts'
import { withSystem } from '../../../stores/postgres/pool.ts'
import { type MutationDeps, nobodyIn, perform } from '../../platform/acting/index.ts'
import { type TokenOfTenant, tokensNamed } from './honeytoken-store.ts'
import { HONEYTOKEN_LIMITS } from './limits.ts'
import { type TouchSeen, touchHoneytoken } from './touch.ts'

export type TouchBuffer = {
  /**
   * Returns at once. `name` is the id of a decoy, an AWS key of a decoy, or neither: it is resolved when the touch is
   * written.
   */
  note(name: string, seen: TouchSeen, atMs: number): void
  /** Resolves when every touch is written, or has failed three times. */
  close(): Promise<void>
}

export type TouchBufferDeps = MutationDeps & { readonly log: Log; readonly metrics: Metrics }

type Pending = { seen: (TouchSeen & { readonly atMs: number })[]; more: number; lastMs: number }

/** Also how long an alert of a touch waits. */
const FLUSH_MS = 200
/** Maximum in one transaction; the rest follows in the next. */
const IDS_AT_ONCE = 1_000
const CLOSE_TRIES = 3

export function openTouchBuffer(deps: TouchBufferDeps): TouchBuffer {
  const { log, metrics } = deps
  const pending = new PendingTouches()
  metrics.observed(
    'svc_honeytoken_touches_pending',
    'touches of decoys that are not written yet',
    () => pending.touches,
  )
  const lost = metrics.counter('svc_honeytoken_touches_lost_total', 'touches that found no room to wait in')
  const stop = new AbortController()
  const once = () => flush(deps, pending)
  const workers = runWorkers([{ name: 'honeytoken touches', everyMs: FLUSH_MS, once }], {
    ...{ log, metrics, stop: stop.signal },
  })
  return {
    note(id, seen, atMs) {
      if (pending.add(id, seen, atMs)) return
      lost.inc(1)
      log.error({ honeytoken: id, ip: seen.sourceIp }, 'honeytoken trigger lost: too many wait to be written')
    },
    async close() {
      stop.abort()
      await workers.ended
      for (let tries = 1; pending.touches > 0; tries++) {
        try {
          while (await once());
        } catch (err) {
          const counts = { err, touches: pending.touches }
          if (tries === CLOSE_TRIES) return log.error(counts, 'honeytoken triggers lost: cannot write them')
          await delay(FLUSH_MS)
        }
      }
    },
  }
}

/** True when more waits. What could not be written waits again, and the first failure is thrown. */
async function flush(deps: TouchBufferDeps, pending: PendingTouches): Promise<boolean> {
  const drained = pending.drain(IDS_AT_ONCE)
  if (drained.size === 0) return false
  const failures: unknown[] = []
  const failed = (ids: Iterable<string>, error: unknown) => {
    for (const id of ids) pending.putBack(id, drained.get(id))
    failures.push(error)
  }
  const tokens = await withSystem(deps.pool, 'honeytokens', (tx) => tokensNamed(tx, [...drained.keys()])).catch(
    (error: unknown) => failed(drained.keys(), error),
  )
  for (const [tenant, named] of byTenant(tokens ?? new Map())) {
    const ids = named.map(([name]) => name)
    const writeThese = (some: readonly NamedToken[]) =>
      write(deps, tenant, some, drained).catch((error: unknown) =>
        failed(
          some.map(([name]) => name),
          error,
        ),
      )
    await write(deps, tenant, named, drained).catch(async (error: unknown) => {
      if (error instanceof AppError && error.retryable) return failed(ids, error)
      // One touch that cannot be written must not block the others of its tenant.
      for (const one of named) await writeThese([one])
    })
  }
  if (failures.length > 0) throw failures[0]
  return pending.touches > 0
}

type NamedToken = readonly [name: string, of: TokenOfTenant]

/** Decoys in the order of their ids: two processes that write the same ones do not wait for each other. */
async function write(
  deps: MutationDeps,
  tenant: TenantId,
  named: readonly NamedToken[],
  drained: ReadonlyMap<string, Pending>,
) {
  const somebody = nobodyIn(tenant, { ip: null, requestId: null })
  await perform(deps, somebody, { needs: 'public', records: [] }, async (tx) => {
    for (const [name, { id }] of named.toSorted(([, a], [, b]) => (a.id < b.id ? -1 : 1))) {
      const touches = drained.get(name)
      if (touches !== undefined) await touchHoneytoken(tx, id, touches)
    }
  })
}

function byTenant(tokens: ReadonlyMap<string, TokenOfTenant>): Map<TenantId, NamedToken[]> {
  return Map.groupBy(tokens, ([, { tenant }]) => tenant)
}

/** Bounded: touches beyond what may be kept one by one are counted, ids beyond those that may wait are refused. */
class PendingTouches {
  #byId = new Map<string, Pending>()
  #seen = 0
  #more = 0
  #headerChars = 0

  get touches(): number {
    return this.#seen + this.#more
  }

  /** False when there is no room for one more name. */
  add(id: string, seen: TouchSeen, atMs: number): boolean {
    const found = this.#byId.get(id)
    if (found === undefined && this.#byId.size >= HONEYTOKEN_LIMITS.pendingIds) return false
    const one = found ?? { seen: [], more: 0, lastMs: atMs }
    this.#byId.set(id, one)
    one.lastMs = Math.max(one.lastMs, atMs)
    // The first touch of a decoy is kept even when the buffer is full, because it raises the alert and names the
    // source.
    if (this.#seen >= HONEYTOKEN_LIMITS.pendingTouches && one.seen.length > 0) {
      one.more++
      this.#more++
      return true
    }
    const isOver = this.#headerChars >= HONEYTOKEN_LIMITS.pendingHeaderChars
    one.seen.push({ ...seen, headers: isOver ? {} : seen.headers, atMs })
    this.#seen++
    this.#headerChars += isOver ? 0 : charsOf(seen)
    return true
  }

  drain(max: number): Map<string, Pending> {
    const drained = new Map([...this.#byId].slice(0, max))
    for (const [id, { seen, more }] of drained) {
      this.#byId.delete(id)
      this.#seen -= seen.length
      this.#more -= more
      for (const one of seen) this.#headerChars -= charsOf(one)
    }
    return drained
  }

  /** Touches that came meanwhile stay behind the taken ones. */
  putBack(id: string, returned: Pending | undefined): void {
    if (returned === undefined) return
    const since = this.#byId.get(id)
    const more = returned.more + (since?.more ?? 0)
    const seen = [...returned.seen, ...(since?.seen ?? [])]
    this.#byId.set(id, { seen, more, lastMs: Math.max(returned.lastMs, since?.lastMs ?? 0) })
    this.#seen += returned.seen.length
    this.#more += returned.more
    for (const one of returned.seen) this.#headerChars += charsOf(one)
  }
}

function charsOf({ headers }: TouchSeen): number {
  return Object.entries(headers).reduce((sum, [name, value]) => sum + name.length + value.length, 0)
}
