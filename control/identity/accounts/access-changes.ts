/**
 * Announces in every process that a session, key, role, delegation or field rule ended or changed. The triggers of
 * `0883-access-changes.sql` send the notifications, so no writer can forget one.
 */
import type { Worker } from '../../../platform/workers.ts'
import { listenTo } from '../../../stores/postgres/listen.ts'
import type { Postgres } from '../../../stores/postgres/pool.ts'

/** The holder of a credential; `userId` is null where it is not known. */
export type CredentialHolder = { readonly tenantId: string; readonly userId: string | null }

export type AccessChange = {
  /** True for every holder whose access may have changed. */
  concerns(holder: CredentialHolder): boolean
}

export type AccessChanges = {
  /** Follows the changes while it runs. */
  readonly worker: Worker
  /** Returns the function that ends the subscription. A listener must not throw. */
  subscribe(onChange: (change: AccessChange) => void): () => void
}

/** Pause before a credential is checked again that should have ended: the clock of the database may be behind. */
const LATE_MS = 250

/**
 * Milliseconds until a credential that ends by itself is checked once more; null when the next regular check comes
 * first, or when it never ends.
 */
export function checkAtEndMs(expiresMs: number | null, nowMs: number, recheckMs: number): number | null {
  const leftMs = (expiresMs ?? Number.POSITIVE_INFINITY) - nowMs
  if (leftMs > recheckMs) return null
  return leftMs > 0 ? leftMs + 1 : LATE_MS
}

const RETRY_MS = 1_000
const EVERYBODY: AccessChange = { concerns: () => true }

export function openAccessChanges(pool: Postgres): AccessChanges {
  const listeners = new Set<(change: AccessChange) => void>()
  const publish = (change: AccessChange) => {
    for (const listener of listeners) listener(change)
  }
  const follow = {
    channel: 'svc_access',
    onReady: () => publish(EVERYBODY), // changes may have been missed while nothing was followed
    onMessage: (payload: string) => publish(changeOf(payload)),
  }
  return {
    worker: {
      name: 'access changes',
      everyMs: RETRY_MS,
      async once(turn) {
        await listenTo(pool, follow, turn)
        return false
      },
    },
    subscribe(onChange) {
      listeners.add(onChange)
      return () => listeners.delete(onChange)
    },
  }
}

/** A payload is `TENANT USER`, `TENANT ` for a whole tenant, or `*`. */
function changeOf(payload: string): AccessChange {
  if (payload === '*') return EVERYBODY
  const [tenant, user = ''] = payload.split(' ')
  return {
    // A user also works in other tenants by delegation.
    concerns: ({ tenantId, userId }) =>
      userId === user || (tenantId === tenant && (user === '' || userId === null || userId === user)),
  }
}
