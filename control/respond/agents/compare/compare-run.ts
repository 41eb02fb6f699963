/** Repeats a finished run: sends its prompts again, with tool results from the ledger. No tool is called. */
import type { TenantTx } from '../../../../stores/postgres/pool.ts'
import type { Question, shapeOf } from '../../models/index.ts'
import { type Claim, checkClaims } from '../claims.ts'
import { combine, type Voice } from '../combine.ts'
import { readNextStep } from '../investigator/question.ts'
import { rehearse } from '../investigator/rehearse.ts'
import { STEPS_MAX } from '../investigator/run-budget.ts'
import type { Output } from '../investigator/tools.ts'
import { digestOf, type InvestigationRun, type LedgerEntry } from '../ledger.ts'
import { promptOf, readModelAnswer } from '../prompt.ts'
import { isInjection } from '../sanitise/index.ts'
import type { ComparedRun } from './comparison.ts'

/** Asks and reads an answer of a shape. */
export type AskShape = <T>(question: Question, read: ReturnType<typeof shapeOf<T>>) => Promise<T>
type ComparedVerdict = ComparedRun['before']

export function beforeOf(run: InvestigationRun, entries: readonly LedgerEntry[]): ComparedVerdict {
  const last = entries.findLast(({ kind }) => kind === 'summary' || kind === 'verdict')
  const output = (last?.payload.output ?? {}) as { claims?: readonly Claim[] } // JSON that this context wrote
  return {
    ...{ verdict: run.verdict, confidence: run.confidence },
    steps: entries.filter(({ kind }) => kind.startsWith('tool_')).map(({ payload }) => toolOf(payload)),
    claims: (output.claims ?? []).map(({ text }) => text),
  }
}

const toolOf = ({ input }: LedgerEntry['payload']) => String((input as { tool?: unknown } | null)?.tool ?? 'a tool')

export async function againOf(
  run: InvestigationRun,
  entries: readonly LedgerEntry[],
  note: string,
  ask: AskShape,
): Promise<ComparedVerdict> {
  return run.kind === 'triage' ? triagedAgain(entries, note, ask) : investigatedAgain(entries, note, ask)
}

async function investigatedAgain(
  entries: readonly LedgerEntry[],
  note: string,
  ask: AskShape,
): Promise<ComparedVerdict> {
  const own = entries.filter(({ agent }) => agent !== 'mcp_client')
  const first = own.slice(
    0,
    own.findIndex(({ kind }) => kind === 'model'),
  )
  const frozen = new Map<string, Output>()
  for (const { kind, inputHash, payload } of own) {
    const key = inputHash.toString('hex')
    // The first result of a call: a repetition of it was refused.
    if (kind.startsWith('tool_') && (!frozen.has(key) || kind === 'tool_result'))
      frozen.set(key, payload.output as Output) // that an investigator wrote
  }
  const result = async (tool: string, args: Readonly<Record<string, unknown>>): Promise<Output> => {
    const known = frozen.get(digestOf({ tool, args }).toString('hex'))
    return known ?? { outcome: 'could_not_check', reason: 'the run that is repeated did not ask this' }
  }
  const askStep = (question: Question) => ask(question, readNextStep)
  const { verdict, confidence, steps, kept } = await rehearse({
    ...{ first, tools: [], note, stepsMax: STEPS_MAX, ask: askStep, result },
  })
  return { verdict, confidence, steps: steps.map(({ tool }) => tool), claims: kept.map(({ text }) => text) }
}

/** Kinds of entries by the part of the prompt that they are. */
const PARTS = {
  ...{ alert: 'alert', past: 'past_verdicts', intel: 'intel', risk: 'entity_risk', rule: 'rule', events: 'events' },
  ...{ history: 'entity_history', judged: 'look_alikes' },
} as const

async function triagedAgain(entries: readonly LedgerEntry[], note: string, ask: AskShape): Promise<ComparedVerdict> {
  const parts = Object.entries(PARTS).map(
    ([part, kind]) => [part, entries.find((entry) => entry.kind === kind)] as const,
  )
  const facts = Object.fromEntries(parts.map(([part, entry]) => [part, entry?.payload.output ?? {}]))
  const at = Object.fromEntries(parts.map(([part, entry]) => [part, entry?.seq ?? 0]))
  // As triage wrote them, part by part.
  const { question, redactedEvidence } = promptOf(
    facts as Parameters<typeof promptOf>[0],
    at as Parameters<typeof promptOf>[1],
  )
  const noted = note === '' ? question : { ...question, system: `${question.system}\n${note}` }
  const answer = await ask(noted, readModelAnswer)
  const claims = answer.claims.filter(({ text }) => !isInjection(text))
  const { kept } = checkClaims(claims, entries)
  const citesEvents = kept.some(({ events = [] }) => events.length > 0)
  const verdict = entries.findLast(({ kind }) => kind === 'verdict')
  const rules = (verdict?.payload.input as { rules?: Voice } | undefined)?.rules
  const both = rules === undefined ? answer : combine(rules, answer, { citesEvents, redacted: redactedEvidence })
  return { verdict: both.verdict, confidence: both.confidence, steps: [], claims: kept.map(({ text }) => text) }
}

export function differenceOf(before: ComparedVerdict, after: ComparedVerdict) {
  const without = (all: readonly string[], those: readonly string[]) => {
    const left = [...those]
    return all.filter((one) => {
      const at = left.indexOf(one)
      if (at >= 0) left.splice(at, 1)
      return at < 0
    })
  }
  return {
    is_same_verdict: before.verdict === after.verdict,
    steps_added: without(after.steps, before.steps),
    steps_gone: without(before.steps, after.steps),
    claims_added: without(after.claims, before.claims),
    claims_gone: without(before.claims, after.claims),
  }
}

/** The human verdict on the run's alert, or on all alerts of its case when these agree that it was an attack or none. */
export async function labelOf(tx: TenantTx, { alertId, caseId, kind }: InvestigationRun): Promise<string | null> {
  const sql = /* sql */ `
    SELECT DISTINCT ON (v.alert_id) v.corrected_verdict AS verdict FROM alert_verdicts v JOIN alerts a ON a.id = v.alert_id
    WHERE v.undone_at IS NULL AND v.decided_by_person IS NOT NULL
      AND CASE WHEN $3 = 'triage' THEN a.id = $1 ELSE a.case_id = $2 END
    ORDER BY v.alert_id, v.created_at DESC, v.id DESC`
  const claims = await tx.many((row) => String(row.verdict), sql, [alertId, caseId, kind])
  // Two words for no attack do not disagree.
  const isAttack = new Set(claims.map((one) => one === 'true_positive'))
  return isAttack.size === 1 ? (claims[0] ?? null) : null
}
