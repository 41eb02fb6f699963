import type { Tool } from '../../tool-servers/index.ts'
import { digestOf, type LedgerEntry } from '../ledger.ts'
import type { toolsOfRun } from '../run-tools.ts'
import { appendStep, type HeldRun } from './held-run.ts'
import type { Call } from './question.ts'
import { type Output, runOwnTool } from './tools.ts'

/** Removes the fence of a tool server's answer; the answer is fenced anew with everything else. */
function withoutFence(text: string): string {
  const [first = '', ...lines] = text.split('\n')
  const nonce = first.slice(0, first.indexOf(' ') + 1)
  return lines.filter((line) => !line.startsWith(nonce)).join('\n')
}

/** Runs a tool of ours or of a third party, and appends its result. A third party's answer goes to `answers`, never to the ledger. */
export async function callTool(
  held: HeldRun,
  { tool, args }: { readonly tool: string; readonly args: Call['args'] | null },
  entries: readonly LedgerEntry[],
  tools: readonly Tool[],
  thirdParty: ReturnType<typeof toolsOfRun>,
  answers: Map<number, string>,
): Promise<void> {
  const begunMs = performance.now()
  const isThirdParty = tool.startsWith('mcp.')
  const input = isThirdParty ? { tool, arguments: Object.keys(args ?? {}) } : { tool, args }
  let output: Output
  let answer: string | null = null
  const before = entries.find((entry) => entry.kind === 'tool_result' && entry.inputHash.equals(digestOf(input)))
  if (before !== undefined && !isThirdParty)
    output = { outcome: 'refused', reason: `it was called with the same before: entry ${before.seq}` }
  else if (args === null) output = { outcome: 'could_not_check', reason: 'the process ended before the tool answered' }
  else if (!isThirdParty) output = await runOwnTool(held, tool, args)
  else if (!tools.some(({ id }) => id === tool)) output = { outcome: 'refused', reason: 'there is no such tool' }
  else {
    const called = await thirdParty.call(tool, args)
    if (called.outcome === 'answered') {
      const { text: answerText, ...sizes } = called.result
      if (!sizes.isError) answer = withoutFence(answerText)
      output = sizes.isError
        ? { outcome: 'could_not_check', reason: 'the tool says that it failed', ...sizes }
        : { outcome: 'answered', ...sizes }
    } else output = called
  }
  const kind =
    output.outcome === 'refused' ? 'tool_refused' : output.outcome === 'answered' ? 'tool_result' : 'tool_failed'
  const durationMs = performance.now() - begunMs
  const summary = `${tool}: ${output.outcome}`.slice(0, 300)
  const { seq } = await appendStep(held, { kind, agent: 'investigator', summary, input, output, durationMs })
  if (answer !== null) answers.set(seq, answer)
}
