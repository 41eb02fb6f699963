import { assert } from '../../../platform/assert.ts'
import { orNull, type Row, text, time } from '../../../stores/postgres/columns.ts'

export const PROPOSAL_STATES = [
  ...(['proposed', 'in_review', 'eval_passed', 'eval_failed', 'approved', 'rejected', 'promoted'] as const),
] as const
export type ProposalState = (typeof PROPOSAL_STATES)[number]
export const PROPOSAL_LANGUAGES = ['sigma', 'eql', 'kql'] as const
export type ProposalLanguage = (typeof PROPOSAL_LANGUAGES)[number]

type Event = Readonly<Record<string, unknown>>
/** Events that the rule must match, and that it must not. */
export type Fixtures = { readonly positives: readonly Event[]; readonly negatives: readonly Event[] }

export type FixtureFault = {
  readonly kind: 'positive' | 'negative'
  /** Index in its list, from 0. */
  readonly index: number
  readonly reason: string
}
export type FixtureResult = {
  readonly passed: boolean
  readonly positives: number
  readonly negatives: number
  readonly matchedPositives: number
  readonly matchedNegatives: number
  readonly faults: readonly FixtureFault[]
  /** True when the fixtures were sent for this run and are not the proposal's. */
  readonly isOverride: boolean
  readonly at: string
  readonly by: string
}
export type EvalResult = {
  readonly passed: boolean
  readonly suite: string
  readonly score: number
  /** Null: there is nothing to hold it against. */
  readonly baseline: number | null
  /** In percentage points; negative means worse. */
  readonly deltaPoints: number | null
  readonly maxRegressionPoints: number
  readonly report: Readonly<Record<string, unknown>>
  readonly at: string
  readonly by: string
}
export type ReviewComment = { readonly author: string; readonly comment: string; readonly at: string }

export type Proposal = {
  readonly id: string
  readonly title: string
  readonly description: string
  readonly language: ProposalLanguage
  readonly logic: string
  readonly mitreTags: readonly string[]
  readonly baseRuleId: string | null
  readonly promotedRuleId: string | null
  readonly status: ProposalState
  readonly fixtures: Fixtures
  readonly fixtureResult: FixtureResult | null
  readonly evalResult: EvalResult | null
  readonly comments: readonly ReviewComment[]
  /** As `authorOf` returns it. Null: the author is unknown, and anyone may decide. */
  readonly proposedBy: string | null
  readonly decidedBy: string | null
  readonly decisionComment: string | null
  readonly decidedAt: Date | null
  readonly createdAt: Date
  readonly updatedAt: Date
}

export function toProposal(row: Row): Proposal {
  const status = PROPOSAL_STATES.find((one) => one === row.status)
  const language = PROPOSAL_LANGUAGES.find((one) => one === row.rule_language)
  assert(status !== undefined && language !== undefined, 'a proposal has words that this context wrote')
  return {
    ...{ id: text(row, 'id'), title: text(row, 'title'), description: text(row, 'description') },
    ...{ language, logic: text(row, 'rule_body'), mitreTags: row.mitre_tags as readonly string[], status },
    baseRuleId: orNull(text, row, 'base_rule_id'),
    promotedRuleId: orNull(text, row, 'promoted_rule_id'),
    fixtures: row.fixtures as Fixtures, // JSON that this context wrote, here and below
    fixtureResult: row.fixture_result as FixtureResult | null,
    evalResult: row.eval_result as EvalResult | null,
    comments: row.review_comments as readonly ReviewComment[],
    proposedBy: orNull(text, row, 'proposed_by'),
    decidedBy: orNull(text, row, 'decided_by'),
    decisionComment: orNull(text, row, 'decision_comment'),
    decidedAt: orNull(time, row, 'decided_at'),
    createdAt: time(row, 'created_at'),
    updatedAt: time(row, 'updated_at'),
  }
}
