/** Cancels a run, together with its requests that are not done yet. */
import type { TenantTx } from '../../../stores/postgres/pool.ts'
import { withdrawOfRun } from '../response/index.ts'
import type { PlaybookRun } from './run.ts'
import { askToEnd, openChildren, openRunsOf } from './run-store.ts'
import { publishRun } from './start-run.ts'

/**
 * Ends a run and the runs that it began, and withdraws their approvals and actions in the same transaction: agreeing later is
 * 409. A run that a process works on just now ends with its present step. Null when it has ended before.
 */
export async function cancelRun(tx: TenantTx, id: string): Promise<PlaybookRun | null> {
  const ended = await askToEnd(tx, id)
  if (ended === null) return null
  await withdrawRequests(tx, id)
  await publishRun(tx, ended)
  return ended
}

/** Withdraws the approvals, actions and other runs that a run at its end asked for. */
export async function withdrawRequests(tx: TenantTx, runId: string): Promise<void> {
  await withdrawOfRun(tx, runId)
  for (const child of await openChildren(tx, runId)) await cancelRun(tx, child)
}

export async function cancelRunsOf(tx: TenantTx, playbookId: string): Promise<void> {
  for (const id of await openRunsOf(tx, playbookId)) await cancelRun(tx, id)
}
