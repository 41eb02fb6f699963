/** Prepares ledger entries of a run for its model, and checks its conclusion against them. */
import { type Claim, checkClaims, summaryOf } from '../claims.ts'
import type { LedgerEntry } from '../ledger.ts'
import { isInjection } from '../sanitise/index.ts'
import type { NextStep, ShownEntry } from './question.ts'

/** The members of an entry that are read, wherever it is kept. */
export type RunEntry = Pick<LedgerEntry, 'seq' | 'kind' | 'agent' | 'summary' | 'payload'>

/** `answers`: texts of tools of third parties by their entry, which no ledger keeps. */
export function shownOf({ seq, kind, agent, payload }: RunEntry, answers: ReadonlyMap<number, string>): ShownEntry[] {
  if (agent === 'mcp_client' || kind === 'question') return []
  const answer = answers.get(seq)
  const output = payload.output as object // JSON that an investigator wrote
  const says = answer === undefined ? output : { ...output, text: answer.match(/[\s\S]{1,400}/g) ?? [] }
  if (kind === 'model') return [{ seq, about: 'your own step', says: (payload.output as { answer: NextStep }).answer }]
  return [{ seq, about: kind, says: kind.startsWith('tool_') ? { asked: payload.input, result: says } : says }]
}

export type Conclusion = NonNullable<NextStep['conclusion']>
export type Judged = {
  readonly verdict: string
  readonly confidence: number
  readonly summary: string
  readonly kept: readonly Claim[]
  readonly dropped: readonly (Claim & { readonly reason: string })[]
  /** Sentences that speak to a model. */
  readonly silenced: readonly Claim[]
}

/** A verdict without a claim that carries it does not count. */
export function judged({ verdict, confidence, claims }: Conclusion, entries: readonly RunEntry[]): Judged {
  const silenced = claims.filter(({ text }) => isInjection(text))
  const audible = claims.filter((claim) => !silenced.includes(claim))
  const { kept, dropped } = checkClaims(audible, entries)
  const holds = kept.length > 0 && verdict !== 'needs_review'
  return {
    ...(holds ? { verdict, confidence } : { verdict: 'needs_review', confidence: 0 }),
    ...{ summary: summaryOf(kept), kept, silenced },
    dropped: dropped.map(({ claim, reason }) => ({ ...claim, reason })),
  }
}
