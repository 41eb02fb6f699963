/** The step in which a model asks an analyst: the run is released, and continues with the answer or without it. */

import { publishStep } from '../investigate.ts'
import type { LedgerEntry } from '../ledger.ts'
import { isInjection } from '../sanitise/index.ts'
import { markUpIn } from '../sanitise/mark-up.ts'
import { askAnalyst, questionOfRun, WAIT_FOR_ANALYST_MS } from './ask-analyst.ts'
import { appendStep, type HeldRun, hold, releaseUntil } from './held-run.ts'
import type { Call } from './question.ts'

export const ASK_ANALYST = 'ask_analyst'

/**
 * Asks the analyst, or checks whether the time for an answer has passed. Returns false when an entry has the answer,
 * and the run continues.
 */
export async function waitsForAnalyst(
  held: HeldRun,
  { args }: Call,
  entries: readonly LedgerEntry[],
): Promise<boolean> {
  const open = questionOfRun(entries)
  const refuse = (reason: string) => {
    const input = { tool: ASK_ANALYST, args }
    const output = { outcome: 'refused', reason }
    return appendStep(held, {
      ...{
        kind: 'tool_refused',
        agent: 'investigator',
        summary: `${ASK_ANALYST}: refused`,
        input,
        output,
        durationMs: 0,
      },
    })
  }
  if (open !== null) {
    const untilMs = open.createdAt.getTime() + WAIT_FOR_ANALYST_MS
    if (held.nowMs() < untilMs) {
      await held.inTenant((tx) => releaseUntil(tx, held, new Date(untilMs)))
      return true
    }
    await appendStep(held, {
      ...{ kind: 'tool_failed', agent: 'investigator', summary: `${ASK_ANALYST}: could_not_check` },
      input: { tool: ASK_ANALYST, args },
      output: { outcome: 'could_not_check', reason: 'nobody answered in time' },
      durationMs: held.nowMs() - open.createdAt.getTime(),
    })
    return false
  }
  const question = args.question
  if (typeof question !== 'string' || question.trim() === '' || question.length > 1_000) {
    await refuse('question is a text of at most 1000 characters')
    return false
  }
  if (isInjection(question) || markUpIn(question, new Set()) !== null) {
    await refuse('a question holds no mark-up, no link and nothing that speaks to a model')
    return false
  }
  await held.inTenant(async (tx) => {
    await hold(tx, held)
    await publishStep(tx, await askAnalyst(tx, held.run.id, question))
    await releaseUntil(tx, held, new Date(held.nowMs() + WAIT_FOR_ANALYST_MS))
  })
  return true
}
