import { AppError } from '../../../../platform/errors.ts'
import { type MutationDeps, performIn } from '../../../platform/acting/index.ts'
import { agentIn } from '../agent-actor.ts'
import { publishStep } from '../investigate.ts'
import { append, closeRun, type LedgerEntry } from '../ledger.ts'
import { type HeldRun, hold } from './held-run.ts'
import { type Conclusion, judged } from './shown.ts'

/** Ends a run with the model's conclusion, without the claims that its entries do not support. */
export async function conclude(held: HeldRun, conclusion: Conclusion, entries: readonly LedgerEntry[]): Promise<void> {
  const { summary, kept, dropped, silenced, ...judgement } = judged(conclusion, entries)
  await close(held, judgement, summary, dropped.length + silenced.length, null, { claims: kept, dropped, silenced })
}

/** Ends a run without a conclusion: something stopped it, or failed. */
export async function endWithout(held: HeldRun, stopped: string | null, error: string | null): Promise<void> {
  const output = {
    claims: [],
    dropped: [],
    ...(stopped === null ? {} : { stopped }),
    ...(error === null ? {} : { error }),
  }
  const undecided = { verdict: 'needs_review', confidence: 0 }
  await close(held, undecided, '', 0, error ?? stopped, output).catch((thrown: unknown) => {
    if (!(thrown instanceof AppError) || thrown.code !== 'conflict') throw thrown
  })
}

function close(
  held: HeldRun,
  { verdict, confidence }: { readonly verdict: string; readonly confidence: number },
  summary: string,
  lost: number,
  error: string | null,
  output: Readonly<Record<string, unknown>>,
): Promise<void> {
  const acting: Pick<MutationDeps, 'audit'> = held
  return held.inTenant(async (tx) => {
    await hold(tx, held)
    const last = await append(tx, held.run.id, {
      ...{ kind: 'summary', agent: 'investigator', summary: error ?? `${verdict}, ${confidence}` },
      ...{ input: { verdict, confidence }, output, durationMs: 0 },
    })
    await publishStep(tx, last)
    const closed = await closeRun(tx, held.run.id, {
      verdict,
      confidence,
      summary,
      dropped: lost,
      error: error?.slice(0, 500) ?? null,
    })
    await performIn(
      tx,
      acting,
      { ...agentIn(tx), id: 'investigator' },
      { records: ['investigation:ended'] },
      async (_, note) => {
        const changes = {
          run_id: held.run.id,
          verdict,
          confidence,
          ledger_hash: closed?.headHash?.toString('hex') ?? null,
        }
        note({ resource: 'case', resourceId: held.run.caseId ?? held.run.id, changes })
      },
    )
  })
}
