/** API views of proposed rules and their schemas. */
import { type Static, Type } from 'typebox'
import {
  type Baseline,
  type EvalResult,
  type FixtureResult,
  PROPOSAL_LANGUAGES,
  PROPOSAL_LIMITS,
  PROPOSAL_STATES,
  type Proposal,
} from '../../../control/proposals/index.ts'
import { named } from '../../plugins/named-schemas.ts'
import { closed, oneOf, plainText } from '../alerts/inputs.ts'
import { ruleText } from '../detections/views.ts'
import { nullable, time, uuid } from '../views.ts'

const event = Type.Record(Type.String(), Type.Unknown())
const fixtures = (minItems: number) => Type.Array(event, { minItems, maxItems: PROPOSAL_LIMITS.fixtures })
const suite = plainText(64)
const score = Type.Number({ minimum: 0, maximum: 1 })

export const proposeBody = named(
  'DetectionProposalCreate',
  Type.Object(
    {
      title: plainText(300),
      description: plainText(10_000),
      logic: Type.Intersect([ruleText], { description: 'the text of the rule' }),
      rule_language: Type.Optional(oneOf(PROPOSAL_LANGUAGES, { description: 'sigma when it is left out' })),
      mitre_tags: Type.Optional(
        Type.Array(Type.String({ pattern: '^(TA[0-9]{4}|T[0-9]{4}(\\.[0-9]{3})?|attack\\.[a-z0-9_.-]{1,60})$' }), {
          maxItems: 50,
        }),
      ),
      base_rule_id: Type.Optional(nullable(uuid)),
      positive_fixtures: Type.Optional(fixtures(0)),
      negative_fixtures: Type.Optional(fixtures(0)),
    },
    closed,
  ),
)
export const commentBody = named(
  'DetectionProposalComment',
  Type.Object({ comment: plainText(PROPOSAL_LIMITS.commentChars) }, closed),
)
export const evalBody = named(
  'DetectionProposalEval',
  Type.Object(
    {
      eval_report: Type.Object(
        { score, suite: Type.Optional(suite) },
        { additionalProperties: true, description: 'of a harness; what else it says is kept' },
      ),
      max_regression_pp: Type.Optional(
        Type.Number({
          minimum: 0,
          maximum: PROPOSAL_LIMITS.regressionPointsMax,
          description: 'percentage points that the score may be below the baseline; 1 when it is left out',
        }),
      ),
    },
    closed,
  ),
)
export const evaluateBody = named(
  'DetectionProposalFixtures',
  Type.Object({ positive_fixtures: fixtures(1), negative_fixtures: Type.Optional(fixtures(0)) }, closed),
)
export const decideBody = named(
  'DetectionProposalDecision',
  Type.Object(
    {
      decision: oneOf(['approve', 'reject'] as const),
      comment: Type.Optional(nullable(plainText(PROPOSAL_LIMITS.decisionChars))),
    },
    closed,
  ),
)
export const baselineBody = named(
  'EvalBaselineSet',
  Type.Object({ suite, score, payload: Type.Optional(event) }, closed),
)

const fixtureResultSchema = named(
  'FixtureResult',
  Type.Object({
    passed: Type.Boolean({ description: 'every positive matches and no negative does' }),
    positives: Type.Integer(),
    negatives: Type.Integer(),
    matched_positives: Type.Integer(),
    matched_negatives: Type.Integer(),
    faults: Type.Array(
      Type.Object({
        kind: oneOf(['positive', 'negative'] as const),
        index: Type.Integer(),
        reason: Type.String(),
      }),
    ),
    is_override: Type.Boolean({ description: 'the fixtures were given for this run' }),
    at: time,
    by: Type.String(),
  }),
)
const evalResultSchema = named(
  'EvalResult',
  Type.Object({
    passed: Type.Boolean(),
    suite: Type.String(),
    score,
    baseline: nullable(Type.Number({ description: 'null: there was none of this suite' })),
    delta_pp: nullable(Type.Number()),
    max_regression_pp: Type.Number(),
    eval_report: event,
    at: time,
    by: Type.String(),
  }),
)
export const proposalSchema = named(
  'DetectionProposal',
  Type.Object({
    id: uuid,
    title: Type.String(),
    description: Type.String(),
    rule_language: oneOf(PROPOSAL_LANGUAGES),
    logic: Type.String(),
    mitre_tags: Type.Array(Type.String()),
    base_rule_id: nullable(uuid),
    promoted_rule_id: nullable(uuid),
    status: oneOf(PROPOSAL_STATES),
    positive_fixtures: Type.Integer({ description: 'how many are stored' }),
    negative_fixtures: Type.Integer(),
    fixture_result: nullable(fixtureResultSchema),
    eval_result: nullable(evalResultSchema),
    review_comments: Type.Array(Type.Object({ author: Type.String(), comment: Type.String(), at: time })),
    proposed_by: nullable(Type.String()),
    proposed_by_id: nullable(Type.String({ description: 'of the user, the key or the service that proposed it' })),
    decided_by: nullable(Type.String()),
    decision_comment: nullable(Type.String()),
    decided_at: nullable(time),
    created_at: time,
    updated_at: time,
  }),
)
export const baselineSchema = named(
  'EvalBaseline',
  Type.Object({ suite: Type.String(), score, payload: event, set_by: Type.String(), set_at: time }),
)

type Names = (author: string) => string

/** All authors that a proposal names, as they are stored. */
export function authorsIn({ proposedBy, decidedBy, comments, fixtureResult, evalResult }: Proposal): string[] {
  const results = [fixtureResult, evalResult].flatMap((one) => one?.by ?? [])
  return [...[proposedBy, decidedBy].flatMap((one) => one ?? []), ...comments.map(({ author }) => author), ...results]
}

export function proposalView(found: Proposal, nameOf: Names): Static<typeof proposalSchema> {
  const { fixtures: stored, fixtureResult, evalResult } = found
  return {
    ...{ id: found.id, title: found.title, description: found.description, rule_language: found.language },
    ...{ logic: found.logic, mitre_tags: [...found.mitreTags], base_rule_id: found.baseRuleId, status: found.status },
    promoted_rule_id: found.promotedRuleId,
    ...{ positive_fixtures: stored.positives.length, negative_fixtures: stored.negatives.length },
    fixture_result: fixtureResult === null ? null : fixtureView(fixtureResult, nameOf),
    eval_result: evalResult === null ? null : evalView(evalResult, nameOf),
    review_comments: found.comments.map(({ author, comment, at }) => ({ author: nameOf(author), comment, at })),
    proposed_by: found.proposedBy === null ? null : nameOf(found.proposedBy),
    proposed_by_id: found.proposedBy,
    decided_by: found.decidedBy === null ? null : nameOf(found.decidedBy),
    ...{ decision_comment: found.decisionComment, decided_at: found.decidedAt?.toISOString() ?? null },
    ...{ created_at: found.createdAt.toISOString(), updated_at: found.updatedAt.toISOString() },
  }
}

function fixtureView(result: FixtureResult, nameOf: Names): Static<typeof fixtureResultSchema> {
  const { passed, positives, negatives, matchedPositives, matchedNegatives, faults, isOverride, at, by } = result
  return {
    ...{ passed, positives, negatives, matched_positives: matchedPositives, matched_negatives: matchedNegatives },
    ...{ faults: faults.map((fault) => ({ ...fault })), is_override: isOverride, at, by: nameOf(by) },
  }
}

function evalView(result: EvalResult, nameOf: Names): Static<typeof evalResultSchema> {
  const { passed, suite: of, score: reached, baseline, deltaPoints, maxRegressionPoints, report, at, by } = result
  return {
    ...{ passed, suite: of, score: reached, baseline, delta_pp: deltaPoints, max_regression_pp: maxRegressionPoints },
    ...{ eval_report: { ...report }, at, by: nameOf(by) },
  }
}

export function baselineView({ suite: of, score: set, payload, setBy, setAt }: Baseline, nameOf: Names) {
  return { suite: of, score: set, payload: { ...payload }, set_by: nameOf(setBy), set_at: setAt.toISOString() }
}
