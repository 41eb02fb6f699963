/**
 * The life of a proposed rule: proposal, review, replay of its fixtures, decision, promotion. The person who proposed a
 * rule cannot approve it, and nobody can approve a rule whose fixtures did not pass.
 */
import { AppError, noSuch } from '../../../platform/errors.ts'
import type { TenantTx } from '../../../stores/postgres/pool.ts'
import { type Actor, requireSecondPerson } from '../../platform/acting/index.ts'
import { createRule, type RuleText, replaceRule } from '../detections/index.ts'
import { PROPOSAL_LIMITS } from './limits.ts'
import type { EvalResult, FixtureResult, Proposal, ProposalState } from './proposal.ts'
import { baselineOf, lockProposal, proposal, updateProposal } from './proposal-store.ts'

/** Throws `not_found`. */
export async function requireProposal(tx: TenantTx, id: string): Promise<Proposal> {
  const found = await proposal(tx, id)
  if (found === null) throw missing()
  return found
}

const missing = () => noSuch('proposal')

/** Throws `not_found`, and `conflict` for one that is at its end. */
async function openProposal(tx: TenantTx, id: string): Promise<Proposal> {
  const found = await lockProposal(tx, id)
  if (found === null) throw missing()
  if (found.status === 'promoted' || found.status === 'rejected')
    throw new AppError('conflict', `the proposal is ${found.status}`)
  return found
}

async function kept(tx: TenantTx, to: Proposal): Promise<Proposal> {
  const after = await updateProposal(tx, to)
  if (after === null) throw missing()
  return after
}

/** Throws as `openProposal` does, and `conflict` past the comments that are kept. */
export async function commentOn(
  tx: TenantTx,
  id: string,
  comment: string,
  by: string,
  nowMs: number,
): Promise<Proposal> {
  const found = await openProposal(tx, id)
  if (found.comments.length >= PROPOSAL_LIMITS.comments)
    throw new AppError('conflict', `a proposal has at most ${PROPOSAL_LIMITS.comments} comments`)
  const comments = [...found.comments, { author: by, comment, at: new Date(nowMs).toISOString() }]
  return kept(tx, { ...found, comments, status: found.status === 'proposed' ? 'in_review' : found.status })
}

/** Throws like `openProposal`. A decision applies until the next one. */
export async function keepFixtureResult(tx: TenantTx, id: string, result: FixtureResult): Promise<Proposal> {
  const found = await openProposal(tx, id)
  return kept(tx, { ...found, fixtureResult: result, status: judged(found.status, result, found.evalResult) })
}

export type ReportInput = {
  readonly suite: string
  readonly score: number
  readonly report: Readonly<Record<string, unknown>>
  readonly maxRegressionPoints: number
}

/** Throws as `openProposal` does. A report passes when its suite has no baseline. */
export async function attachReport(
  tx: TenantTx,
  id: string,
  report: ReportInput,
  by: string,
  nowMs: number,
): Promise<Proposal> {
  const found = await openProposal(tx, id)
  const baseline = (await baselineOf(tx, report.suite))?.score ?? null
  const deltaPoints = baseline === null ? null : Math.round((report.score - baseline) * 1e8) / 1e6 // what binary fractions add is no regression
  const passed = deltaPoints === null || deltaPoints >= -report.maxRegressionPoints
  const result: EvalResult = { ...report, passed, baseline, deltaPoints, at: new Date(nowMs).toISOString(), by }
  return kept(tx, { ...found, evalResult: result, status: judged(found.status, found.fixtureResult, result) })
}

/** Failed evidence withdraws an approval; passed evidence does not give one. */
function judged(now: ProposalState, fixtures: FixtureResult | null, report: EvalResult | null): ProposalState {
  const hasFailed = fixtures?.passed === false || report?.passed === false
  if (hasFailed) return 'eval_failed'
  return now === 'approved' ? 'approved' : 'eval_passed'
}

export type Decision = {
  readonly decision: 'approve' | 'reject'
  readonly comment: string | null
  readonly by: string
  readonly actor: Actor
  /** The author of a rule may not approve it. */
  readonly isSeparated: boolean
}

/** `isNew` is false for the same approval by the same person, which changes nothing. */
export type Decided = { readonly proposal: Proposal; readonly isNew: boolean }

/**
 * Throws as `openProposal` does, `forbidden` for one's own, `precondition_failed` while the last replay of fixtures did
 * not pass, or a report failed.
 */
export async function decide(tx: TenantTx, id: string, value: Decision, nowMs: number): Promise<Decided> {
  const found = await openProposal(tx, id)
  const { decision, comment, by, actor, isSeparated } = value
  const decided = { decidedBy: by, decisionComment: comment, decidedAt: new Date(nowMs) }
  if (decision === 'reject')
    return { proposal: await kept(tx, { ...found, ...decided, status: 'rejected' }), isNew: true }
  // A proposal names its author, which is the person behind a key.
  if (isSeparated && found.proposedBy !== null)
    requireSecondPerson(actor, { by: found.proposedBy, person: null }, 'who proposed a rule does not approve it')
  if (found.fixtureResult?.passed !== true)
    throw new AppError('precondition_failed', 'no replay of its fixtures has passed: evaluate-rule runs one')
  if (found.evalResult?.passed === false)
    throw new AppError('precondition_failed', 'the last report that was attached did not pass')
  const isRepeated = found.status === 'approved' && found.decidedBy === by && found.decisionComment === comment
  if (isRepeated) return { proposal: found, isNew: false }
  return { proposal: await kept(tx, { ...found, ...decided, status: 'approved' }), isNew: true }
}

/**
 * Throws as `openProposal` does, `precondition_failed` for one that is not approved, and what changing rules throws.
 */
export async function promote(tx: TenantTx, id: string, rule: RuleText, by: string): Promise<Proposal> {
  const found = await openProposal(tx, id)
  if (found.status !== 'approved') throw new AppError('precondition_failed', `the proposal is ${found.status}`)
  const { text, parsed } = rule
  const stored =
    found.baseRuleId === null
      ? await createRule(tx, rule, true, by)
      : await replaceRule(tx, found.baseRuleId, { text, ...(parsed === undefined ? {} : { parsed }), file: null }, by)
  return kept(tx, { ...found, status: 'promoted', promotedRuleId: stored.id })
}
