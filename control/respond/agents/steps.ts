/** Runs the steps of an investigation and writes each to its ledger, with its result and duration. */
import type { TenantTx } from '../../../stores/postgres/pool.ts'
import { append, type LedgerEntry } from './ledger.ts'

export type StepOutput<T> = { readonly seq: number; readonly output: T }

/** `follow` is called with each entry, in the same transaction. */
export function stepsOf(
  tx: TenantTx,
  runId: string,
  agent: string,
  follow: (entry: LedgerEntry) => Promise<void> = async () => {},
) {
  return async <T extends Readonly<Record<string, unknown>>>(
    kind: string,
    summary: string,
    input: unknown,
    work: () => Promise<T>,
  ): Promise<StepOutput<T>> => {
    const begunMs = performance.now()
    const output = await work()
    const durationMs = performance.now() - begunMs
    const entry = await append(tx, runId, { kind, agent, summary, input, output, durationMs })
    await follow(entry)
    return { seq: entry.seq, output }
  }
}
