/**
 * An investigation that is written nowhere: the same questions, the same tools by name, the same checks, with whatever
 * answers for model and tools. For replays with frozen results, and for measuring.
 */
import type { Tool } from '../../tool-servers/index.ts'
import { type NextStep, questionOf } from './question.ts'
import { type Judged, judged, type RunEntry, shownOf } from './shown.ts'
import type { Output } from './tools.ts'

export type Rehearsal = {
  readonly first: readonly RunEntry[]
  readonly tools: readonly Tool[]
  /** Words that go with the prompt. */
  readonly note: string
  readonly stepsMax: number
  readonly ask: (question: ReturnType<typeof questionOf>['question']) => Promise<NextStep>
  readonly result: (tool: string, args: Readonly<Record<string, unknown>>) => Promise<Output>
}

export type Rehearsed = Judged & {
  /** Null: it concluded. */
  readonly stopped: string | null
  readonly steps: readonly { readonly tool: string; readonly args: unknown; readonly outcome: Output['outcome'] }[]
  readonly entries: readonly RunEntry[]
}

export async function rehearse({ first, tools, note, stepsMax, ask, result }: Rehearsal): Promise<Rehearsed> {
  const entries: RunEntry[] = [...first]
  const steps: Rehearsed['steps'][number][] = []
  const put = (kind: string, summary: string, payload: RunEntry['payload']) =>
    entries.push({ seq: (entries.at(-1)?.seq ?? 0) + 1, kind, agent: 'investigator', summary, payload })
  const stop = (stopped: string): Rehearsed => {
    const nothing = { verdict: 'needs_review', confidence: 0, summary: '', kept: [], dropped: [], silenced: [] }
    return { ...nothing, stopped, steps, entries }
  }
  for (let left = stepsMax; left > 0; left--) {
    const shown = entries.flatMap((entry) => shownOf(entry, new Map()))
    const next = await ask(questionOf(shown, tools, left, note).question)
    put('model', next.call === null ? 'Concluded' : `Chose ${next.call.tool}`, { output: { answer: next } })
    if (next.conclusion !== null) return { ...judged(next.conclusion, entries), stopped: null, steps, entries }
    if (next.call === null) return stop('the model gave neither a call nor a conclusion')
    const { tool, args } = next.call
    const output = await result(tool, args)
    steps.push({ tool, args, outcome: output.outcome })
    const kind = { answered: 'tool_result', refused: 'tool_refused', could_not_check: 'tool_failed' }[output.outcome]
    put(kind, `${tool}: ${output.outcome}`, { input: { tool, args }, output })
  }
  return stop('stopped by its budget of steps')
}
