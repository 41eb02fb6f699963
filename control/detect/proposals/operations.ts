/** Operations of rules that are proposed, reviewed, proven by their fixtures, decided about, and promoted. */
import { Type } from 'typebox'
import { AppError } from '../../../platform/errors.ts'
import { invalid } from '../../../platform/invalid-input.ts'
import { named, nullable, oneOf, plainText, sent, time, uuid } from '../../../schemas/wire.ts'
import type { Postgres, TenantTx } from '../../../stores/postgres/pool.ts'
import { type Actor, operationsOf } from '../../platform/acting/index.ts'
import { authorNames, authorOf, extensionOf, RULE_LIMITS, type RuleText, readTexts } from '../detections/index.ts'
import { PROPOSAL_LIMITS } from './limits.ts'
import { type EvalResult, PROPOSAL_LANGUAGES, PROPOSAL_STATES, type Proposal } from './proposal.ts'
import { type Baseline, baselines, proposalsPage, putBaseline } from './proposal-store.ts'
import { propose } from './propose.ts'
import { replayFixtures } from './replay-fixtures.ts'
import { attachReport, commentOn, decide, keepFixtureResult, promote, requireProposal } from './review.ts'

type Deps = {
  readonly pool: Postgres
  /** The author of a rule may not approve it, unless this is false. */
  readonly isDetectionSeparated?: boolean | undefined
}

const operation = operationsOf<Deps>({ tag: 'detection proposals' })
const bodyBytes = 4 << 20
const event = Type.Record(Type.String(), Type.Unknown())
const fixtures = (minItems: number) => Type.Array(event, { minItems, maxItems: PROPOSAL_LIMITS.fixtures })
const suite = plainText(64)
const score = Type.Number({ minimum: 0, maximum: 1 })

const fixtureResultSchema = named(
  'FixtureResult',
  Type.Object({
    passed: Type.Boolean({ description: 'true when every positive fixture matches and no negative one does' }),
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
    is_override: Type.Boolean({ description: 'true when the request supplied the fixtures' }),
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
    baseline: nullable(Type.Number({ description: 'null: the suite had no baseline' })),
    delta_pp: nullable(Type.Number()),
    max_regression_pp: Type.Number(),
    eval_report: event,
    at: time,
    by: Type.String(),
  }),
)
const proposalSchema = named(
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
    positive_fixtures: Type.Integer({ description: 'number of stored fixtures' }),
    negative_fixtures: Type.Integer(),
    fixture_result: nullable(fixtureResultSchema),
    eval_result: nullable(evalResultSchema),
    review_comments: Type.Array(Type.Object({ author: Type.String(), comment: Type.String(), at: time })),
    proposed_by: nullable(Type.String()),
    proposed_by_id: nullable(Type.String({ description: 'id of the user, key or service that proposed the rule' })),
    decided_by: nullable(Type.String()),
    decision_comment: nullable(Type.String()),
    decided_at: nullable(time),
    created_at: time,
    updated_at: time,
  }),
)
const baselineSchema = named(
  'EvalBaseline',
  Type.Object({ suite: Type.String(), score, payload: event, set_by: Type.String(), set_at: time }),
)

const list = operation.page({
  name: 'proposals.list',
  summary: 'Proposed rules, newest first',
  permission: 'rules:read',
  path: 'GET /detection-proposals',
  filters: { status: Type.Optional(oneOf(PROPOSAL_STATES)) },
  item: proposalSchema,
  async run({ tx }, { status = null }, { rows, after }) {
    const found = await proposalsPage(tx, status, rows, after)
    const authors = found.flatMap(({ item }) => authorsIn(item))
    const nameOf = await authorNames(tx, authors)
    return found.map(({ item, position }) => ({ item: proposalView(item, nameOf), position }))
  },
})

const create = operation.outside({
  name: 'proposals.create',
  summary: 'Propose a rule',
  permission: 'rules:write',
  audit: 'proposal:created',
  path: 'POST /detection-proposals',
  status: 201,
  bodyBytes,
  body: sent('DetectionProposalCreate', {
    title: plainText(300),
    description: plainText(10_000),
    logic: Type.Intersect([Type.String({ minLength: 1, maxLength: RULE_LIMITS.textBytes })], {
      description: 'text of the rule',
    }),
    rule_language: Type.Optional(oneOf(PROPOSAL_LANGUAGES, { description: 'default: sigma' })),
    mitre_tags: Type.Optional(
      Type.Array(Type.String({ pattern: '^(TA[0-9]{4}|T[0-9]{4}(\\.[0-9]{3})?|attack\\.[a-z0-9_.-]{1,60})$' }), {
        maxItems: 50,
      }),
    ),
    base_rule_id: Type.Optional(nullable(uuid)),
    positive_fixtures: Type.Optional(fixtures(0)),
    negative_fixtures: Type.Optional(fixtures(0)),
  }),
  output: proposalSchema,
  async run({ work, actor, deps }, { title, description, logic, rule_language: language = 'sigma', ...input }) {
    const { positive_fixtures: positives = [], negative_fixtures: negatives = [], mitre_tags = [] } = input
    const file = `${crypto.randomUUID()}${extensionOf(language, logic)}`
    const rule = await readRule(deps, actor, { language, file, text: logic })
    return work(async (tx, note) => {
      const made = await propose(
        tx,
        {
          title,
          description,
          language,
          logic,
          mitreTags: mitre_tags,
          baseRuleId: input.base_rule_id ?? null,
          fixtures: { positives, negatives },
          proposedBy: authorOf(actor),
        },
        rule,
      )
      note({ resource: 'proposal', resourceId: made.id, changes: { title } })
      return shown(tx, made)
    })
  },
})

const listBaselines = operation.list({
  name: 'proposals.baselines',
  summary: 'Baselines for evaluation reports, by suite',
  permission: 'rules:read',
  path: 'GET /detection-proposals/baseline',
  item: baselineSchema,
  async run({ tx }) {
    const all = await baselines(tx)
    const authors = all.map(({ setBy }) => setBy)
    const nameOf = await authorNames(tx, authors)
    return all.map((one) => withName(one, nameOf))
  },
  keyOf: ({ suite }) => suite,
})

const setBaseline = operation({
  name: 'proposals.set_baseline',
  summary: 'Set the baseline for evaluation reports of a suite',
  permission: 'rules:write',
  audit: 'proposal:baseline_set',
  path: 'POST /detection-proposals/baseline',
  body: sent('EvalBaselineSet', { suite, score, payload: Type.Optional(event) }),
  output: baselineSchema,
  async run({ tx, note, actor }, { suite, score, payload = {} }) {
    const set = await putBaseline(tx, { suite, score, payload, setBy: authorOf(actor) })
    if (set === null) throw new AppError('conflict', 'there are as many suites as a tenant may have')
    note({ resource: 'eval_baseline', resourceId: suite, changes: { score } })
    return withName(set, await authorNames(tx, [set.setBy]))
  },
})

const get = operation({
  name: 'proposals.get',
  summary: 'One proposed rule',
  permission: 'rules:read',
  path: 'GET /detection-proposals/:id',
  output: proposalSchema,
  run: async ({ tx }, { id }) => shown(tx, await requireProposal(tx, id)),
})

const comment = operation({
  name: 'proposals.comment',
  summary: 'Comment on a proposal',
  permission: 'rules:read',
  ofPerson: true,
  audit: 'proposal:commented',
  path: 'POST /detection-proposals/:id/comment',
  body: sent('DetectionProposalComment', { comment: plainText(PROPOSAL_LIMITS.commentChars) }),
  output: proposalSchema,
  async run({ tx, note, actor, nowMs }, { id, comment }) {
    const after = await commentOn(tx, id, comment, authorOf(actor), nowMs)
    note({ resource: 'proposal', resourceId: after.id, changes: { comments: after.comments.length } })
    return shown(tx, after)
  },
})

const attach = operation({
  name: 'proposals.attach_report',
  summary: 'Attach the report of a harness; it passes unless it is worse than the baseline of its suite',
  permission: 'rules:write',
  audit: 'proposal:evaluated',
  path: 'POST /detection-proposals/:id/eval',
  body: sent('DetectionProposalEval', {
    eval_report: Type.Object(
      { score, suite: Type.Optional(suite) },
      { additionalProperties: true, description: 'report of a harness; further members are stored too' },
    ),
    max_regression_pp: Type.Optional(
      Type.Number({
        minimum: 0,
        maximum: PROPOSAL_LIMITS.regressionPointsMax,
        description: 'percentage points that the score may fall below the baseline; default: 1',
      }),
    ),
  }),
  output: proposalSchema,
  async run({ tx, note, actor, nowMs }, { id, eval_report: report, max_regression_pp: maxRegressionPoints = 1 }) {
    const evaluation = { suite: report.suite ?? 'default', score: report.score, report, maxRegressionPoints }
    const after = await attachReport(tx, id, evaluation, authorOf(actor), nowMs)
    note({ resource: 'proposal', resourceId: after.id, changes: { passed: after.evalResult?.passed } })
    return shown(tx, after)
  },
})

const replay = operation.outside({
  name: 'proposals.replay_fixtures',
  summary: 'Run the rule over its stored fixtures, or over fixtures in the request',
  permission: 'rules:write',
  audit: 'proposal:replayed',
  path: 'POST /detection-proposals/:id/evaluate-rule',
  bodyBytes,
  body: Type.Union([
    sent('DetectionProposalFixtures', {
      positive_fixtures: fixtures(1),
      negative_fixtures: Type.Optional(fixtures(0)),
    }),
    Type.Null(),
  ]),
  output: proposalSchema,
  async run({ read, work, actor, nowMs, deps }, { id, positive_fixtures, negative_fixtures = [] }) {
    const found = await read((tx) => requireProposal(tx, id))
    const own = positive_fixtures && { positives: positive_fixtures, negatives: negative_fixtures }
    const fixtures = own ?? found.fixtures
    if (fixtures.positives.length === 0)
      throw invalid('positive_fixtures', 'there are none: give the run some, or propose the rule with them')
    const rule = { language: found.language, file: fileOf(found), text: found.logic }
    const counted = await replayFixtures(deps.pool, actor.tenantId, rule, fixtures)
    const isOverride = own !== undefined
    const result = { ...counted, isOverride, at: new Date(nowMs).toISOString(), by: authorOf(actor) }
    return work(async (tx, note) => {
      const after = await keepFixtureResult(tx, found.id, result)
      note({ resource: 'proposal', resourceId: found.id, changes: { passed: result.passed } })
      return shown(tx, after)
    })
  },
})

const decideOn = operation({
  name: 'proposals.decide',
  summary: 'Approve or reject a proposal',
  description: 'The person who proposed a rule cannot approve it (403), and nobody can without a passed replay (412).',
  permission: 'rules:write',
  audit: 'proposal:decided',
  path: 'POST /detection-proposals/:id/decide',
  body: sent('DetectionProposalDecision', {
    decision: oneOf(['approve', 'reject'] as const),
    comment: Type.Optional(nullable(plainText(PROPOSAL_LIMITS.decisionChars))),
  }),
  output: proposalSchema,
  async run({ tx, note, actor, nowMs, deps }, { id, decision, comment = null }) {
    const isSeparated = deps.isDetectionSeparated !== false
    const wanted = { decision, comment, by: authorOf(actor), actor, isSeparated }
    const { proposal, isNew } = await decide(tx, id, wanted, nowMs)
    note(isNew ? { resource: 'proposal', resourceId: proposal.id, changes: { decision } } : null)
    return shown(tx, proposal)
  },
})

const promoteOne = operation.outside({
  name: 'proposals.promote',
  summary: 'Write an approved proposal to the rules, replacing its base rule if it has one',
  permission: 'rules:write',
  audit: 'proposal:promoted',
  path: 'POST /detection-proposals/:id/promote',
  output: proposalSchema,
  async run({ read, work, actor, deps }, { id }) {
    const found = await read((tx) => requireProposal(tx, id))
    const rule = await readRule(deps, actor, { language: found.language, file: fileOf(found), text: found.logic })
    return work(async (tx, note) => {
      const after = await promote(tx, found.id, rule, authorOf(actor))
      note({ resource: 'proposal', resourceId: after.id, changes: { rule_id: after.promotedRuleId } })
      return shown(tx, after)
    })
  },
})

export const PROPOSAL_OPERATIONS = [
  list,
  create,
  listBaselines,
  setBaseline,
  get,
  comment,
  attach,
  replay,
  decideOn,
  promoteOne,
]

type Names = (author: string) => string

const fileOf = ({ id, language, logic }: Proposal) => `proposals/${id}${extensionOf(language, logic)}`

/** Reads the rule, and does so outside of the transaction. */
async function readRule({ pool }: Deps, { tenantId }: Actor, rule: RuleText): Promise<RuleText> {
  const [read] = await readTexts(pool, tenantId, [rule])
  return read ?? rule
}

async function shown(tx: TenantTx, proposal: Proposal) {
  return proposalView(proposal, await authorNames(tx, authorsIn(proposal)))
}

/** All authors that a proposal names, as they are stored. */
function authorsIn({ proposedBy, decidedBy, comments, fixtureResult, evalResult }: Proposal): string[] {
  const results = [fixtureResult, evalResult].flatMap((one) => one?.by ?? [])
  return [...[proposedBy, decidedBy].flatMap((one) => one ?? []), ...comments.map(({ author }) => author), ...results]
}

function proposalView({ fixtures, fixtureResult, evalResult, ...proposal }: Proposal, nameOf: Names) {
  return {
    ...proposal,
    ruleLanguage: proposal.language,
    positiveFixtures: fixtures.positives.length,
    negativeFixtures: fixtures.negatives.length,
    fixtureResult: fixtureResult && { ...fixtureResult, by: nameOf(fixtureResult.by) },
    evalResult: evalResult && evalView(evalResult, nameOf),
    reviewComments: proposal.comments.map((one) => ({ ...one, author: nameOf(one.author) })),
    proposedBy: proposal.proposedBy && nameOf(proposal.proposedBy),
    proposedById: proposal.proposedBy,
    decidedBy: proposal.decidedBy && nameOf(proposal.decidedBy),
  }
}

function evalView({ deltaPoints, maxRegressionPoints, report, ...result }: EvalResult, nameOf: Names) {
  const by = nameOf(result.by)
  return { ...result, deltaPp: deltaPoints, maxRegressionPp: maxRegressionPoints, evalReport: report, by }
}

const withName = (baseline: Baseline, nameOf: Names) => ({ ...baseline, setBy: nameOf(baseline.setBy) })
