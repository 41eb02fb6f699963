import { column, type RowOf, tableInCamelCase } from '../../../stores/postgres/table.ts'

export const PROPOSAL_STATES = [
  ...(['proposed', 'in_review', 'eval_passed', 'eval_failed', 'approved', 'rejected', 'promoted'] as const),
] as const
export type ProposalState = (typeof PROPOSAL_STATES)[number]
export const PROPOSAL_LANGUAGES = ['sigma', 'eql', 'kql'] as const

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

export const PROPOSALS = tableInCamelCase('Proposal', {
  id: column.uuid(),
  title: column.text(),
  description: column.text(),
  language: column.from('rule_language', column.word(PROPOSAL_LANGUAGES)),
  logic: column.from('rule_body', column.text()),
  mitre_tags: column.texts(),
  base_rule_id: column.orNull(column.uuid()),
  promoted_rule_id: column.orNull(column.uuid()),
  status: column.word(PROPOSAL_STATES),
  fixtures: column.json<Fixtures>(),
  fixture_result: column.orNull(column.json<FixtureResult>()),
  eval_result: column.orNull(column.json<EvalResult>()),
  comments: column.from('review_comments', column.json<readonly ReviewComment[]>()),
  /** As `authorOf` returns it. Null: the author is unknown, and anyone may decide. */
  proposed_by: column.orNull(column.text()),
  decided_by: column.orNull(column.text()),
  decision_comment: column.orNull(column.text()),
  decided_at: column.orNull(column.time()),
  created_at: column.time(),
  updated_at: column.time(),
})
export type Proposal = RowOf<typeof PROPOSALS>
