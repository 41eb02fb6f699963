import type { Sealer } from '../../../platform/seal.ts'
import type { TenantTx } from '../../../stores/postgres/pool.ts'
import { documentOf } from './document.ts'
import { type AuditEntry, checkEntry, subjectsOf } from './entry.ts'
import { newStamp, type Stamp } from './entry-id.ts'
import { insertEntries } from './log-store.ts'
import { keysOf } from './subject-keys.ts'

export type StampedEntry = { readonly entry: AuditEntry; readonly stamp: Stamp }

/**
 * Records an entry in the transaction of the change that it describes: after the commit both exist, or neither. The
 * chainer chains it within about a second; it is listed at once. Takes no lock that another writer of the tenant would
 * wait for. Throws `bad_request` for an entry out of bounds.
 */
export async function appendAudit(tx: TenantTx, sealer: Sealer, entry: AuditEntry): Promise<void> {
  checkEntry(entry)
  await appendStamped(tx, sealer, [{ entry, stamp: newStamp() }])
}

/** Entries that were checked and stamped before, in one statement. */
export async function appendStamped(tx: TenantTx, sealer: Sealer, stamped: readonly StampedEntry[]): Promise<void> {
  const subjects = new Map<string, string | null>()
  for (const { entry } of stamped) for (const [subject, longText] of subjectsOf(entry)) subjects.set(subject, longText)
  const keys = await keysOf(tx, sealer, subjects)
  const documents = stamped.map(({ entry, stamp }) => documentOf(entry, { ...stamp, tenantId: tx.tenantId, keys }))
  await insertEntries(
    tx,
    stamped.map(({ stamp }) => stamp.id),
    documents,
  )
}
