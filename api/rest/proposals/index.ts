/** Rules that are proposed, reviewed, proven by their fixtures, decided about, and promoted. */
import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { authorNames, authorOf, type RuleText, readTexts } from '../../../control/detections/index.ts'
import {
  attachReport,
  baselines,
  commentOn,
  decide,
  keepFixtureResult,
  PROPOSAL_STATES,
  type Proposal,
  promote,
  proposals,
  propose,
  putBaseline,
  replayFixtures,
  requireProposal,
} from '../../../control/proposals/index.ts'
import { AppError } from '../../../platform/errors.ts'
import { invalid } from '../../../platform/invalid-input.ts'
import { type TenantTx, withTenant } from '../../../stores/postgres/pool.ts'
import type { ApiDeps } from '../../deps.ts'
import { pageOf, pageOfList, pageQuery } from '../../plugins/paging.ts'
import { requestActor, tenantWork } from '../../plugins/tenant-work.ts'
import { principalOf } from '../../route-config.ts'
import { closed, oneOf } from '../alerts/inputs.ts'
import type { Routes } from '../api-app.ts'
import { extensionOf } from '../detections/extension.ts'
import { uuid } from '../views.ts'
import {
  authorsIn,
  baselineBody,
  baselineSchema,
  baselineView,
  commentBody,
  decideBody,
  evalBody,
  evaluateBody,
  proposalSchema,
  proposalView,
  proposeBody,
} from './views.ts'

const tags = ['detection proposals']
const params = Type.Object({ id: uuid })
const answer = { 200: proposalSchema }
const bodyLimit = 4 << 20
const LISTED_MAX = 5000

export const proposalRoutes: Routes = (app, deps) => {
  app.get(
    '/detection-proposals',
    {
      config: { permission: 'rules:read' },
      schema: {
        ...{ tags, summary: `Proposed rules, newest first, the latest ${LISTED_MAX}` },
        querystring: Type.Object({ ...pageQuery, status: Type.Optional(oneOf(PROPOSAL_STATES)) }, closed),
        response: { 200: pageOf(proposalSchema) },
      },
    },
    (request) =>
      tenantWork(deps, request, async (tx) => {
        const all = await proposals(tx, request.query.status ?? null, LISTED_MAX)
        const nameOf = await authorNames(tx, all.flatMap(authorsIn))
        return pageOfList(
          all,
          request.query,
          ({ id }) => id,
          (one) => proposalView(one, nameOf),
        )
      }),
  )

  app.post(
    '/detection-proposals',
    {
      bodyLimit,
      config: { permission: 'rules:write', audit: 'proposal:created' },
      schema: { ...{ tags, summary: 'Propose a rule', body: proposeBody, response: { 201: proposalSchema } } },
    },
    async (request, reply) => {
      const { title, description, logic, rule_language: language = 'sigma', mitre_tags: mitreTags = [] } = request.body
      const { base_rule_id: baseRuleId = null, positive_fixtures = [], negative_fixtures = [] } = request.body
      const fixtures = { positives: positive_fixtures, negatives: negative_fixtures }
      const rule = await readRule(
        deps,
        request,
        `${crypto.randomUUID()}${extensionOf(language, logic)}`,
        language,
        logic,
      )
      const proposedBy = authorOf(principalOf(request))
      const made = await tenantWork(deps, request, async (tx, note) => {
        const evaluation = { title, description, language, logic, mitreTags, baseRuleId, fixtures, proposedBy }
        const proposal = await propose(tx, evaluation, rule)
        note({ resource: 'proposal', resourceId: proposal.id, changes: { title } })
        return shown(tx, proposal)
      })
      return reply.code(201).send(made)
    },
  )

  app.get(
    '/detection-proposals/baseline',
    {
      config: { permission: 'rules:read' },
      schema: {
        ...{ tags, summary: 'What reports are held against, by suite', querystring: Type.Object(pageQuery, closed) },
        response: { 200: pageOf(baselineSchema) },
      },
    },
    (request) =>
      tenantWork(deps, request, async (tx) => {
        const all = await baselines(tx)
        const nameOf = await authorNames(
          tx,
          all.map(({ setBy }) => setBy),
        )
        return pageOfList(
          all,
          request.query,
          ({ suite }) => suite,
          (one) => baselineView(one, nameOf),
        )
      }),
  )

  app.post(
    '/detection-proposals/baseline',
    {
      config: { permission: 'rules:write', audit: 'proposal:baseline_set' },
      schema: {
        ...{ tags, summary: 'Set what reports of a suite are held against', body: baselineBody },
        response: { 200: baselineSchema },
      },
    },
    (request) =>
      tenantWork(deps, request, async (tx, note) => {
        const { suite, score, payload = {} } = request.body
        const set = await putBaseline(tx, { suite, score, payload, setBy: authorOf(principalOf(request)) })
        if (set === null) throw new AppError('conflict', 'there are as many suites as a tenant may have')
        note({ resource: 'eval_baseline', resourceId: suite, changes: { score } })
        return baselineView(set, await authorNames(tx, [set.setBy]))
      }),
  )

  app.get(
    '/detection-proposals/:id',
    {
      config: { permission: 'rules:read' },
      schema: { ...{ tags, summary: 'One proposed rule', params, response: answer } },
    },
    (request) => tenantWork(deps, request, async (tx) => shown(tx, await requireProposal(tx, request.params.id))),
  )

  app.post(
    '/detection-proposals/:id/comment',
    {
      config: { ofPerson: true, permission: 'rules:read', audit: 'proposal:commented' },
      schema: { ...{ tags, summary: 'Say something of a proposal', params, body: commentBody, response: answer } },
    },
    (request) =>
      tenantWork(deps, request, async (tx, note) => {
        const by = authorOf(principalOf(request))
        const after = await commentOn(tx, request.params.id, request.body.comment, by, deps.nowMs())
        note({ resource: 'proposal', resourceId: after.id, changes: { comments: after.comments.length } })
        return shown(tx, after)
      }),
  )

  app.post(
    '/detection-proposals/:id/eval',
    {
      config: { permission: 'rules:write', audit: 'proposal:evaluated' },
      schema: {
        ...{
          tags,
          summary: 'Attach the report of a harness; it passes unless it is worse than the baseline of its suite',
        },
        ...{ params, body: evalBody, response: answer },
      },
    },
    (request) =>
      tenantWork(deps, request, async (tx, note) => {
        const { eval_report: report, max_regression_pp: maxRegressionPoints = 1 } = request.body
        const proposal = { suite: report.suite ?? 'default', score: report.score, report, maxRegressionPoints }
        const after = await attachReport(tx, request.params.id, proposal, authorOf(principalOf(request)), deps.nowMs())
        note({ resource: 'proposal', resourceId: after.id, changes: { passed: after.evalResult?.passed } })
        return shown(tx, after)
      }),
  )

  app.post(
    '/detection-proposals/:id/evaluate-rule',
    {
      bodyLimit,
      config: { permission: 'rules:write', audit: 'proposal:replayed' },
      schema: {
        ...{ tags, summary: 'Run the rule over its fixtures, or over those that are given for this run' },
        ...{ params, body: Type.Union([evaluateBody, Type.Null()]), response: answer },
      },
    },
    async (request) => {
      const found = await withTenant(deps.pool, principalOf(request).tenantId, (tx) =>
        requireProposal(tx, request.params.id),
      )
      const { body } = request
      const proposal = body && { positives: body.positive_fixtures, negatives: body.negative_fixtures ?? [] }
      const fixtures = proposal ?? found.fixtures
      if (fixtures.positives.length === 0)
        throw invalid('positive_fixtures', 'there are none: give the run some, or propose the rule with them')
      const rule = { language: found.language, file: fileOf(found), text: found.logic }
      const counted = await replayFixtures(deps.pool, principalOf(request).tenantId, rule, fixtures)
      const by = authorOf(principalOf(request))
      const result = { ...counted, isOverride: proposal !== null, at: new Date(deps.nowMs()).toISOString(), by }
      return tenantWork(deps, request, async (tx, note) => {
        const after = await keepFixtureResult(tx, found.id, result)
        note({ resource: 'proposal', resourceId: found.id, changes: { passed: result.passed } })
        return shown(tx, after)
      })
    },
  )

  app.post(
    '/detection-proposals/:id/decide',
    {
      config: { permission: 'rules:write', audit: 'proposal:decided' },
      schema: {
        ...{ tags, summary: 'Approve or reject a proposal', params, body: decideBody, response: answer },
        description: 'Who proposed a rule does not approve it (403); without a replay that passed nobody does (412).',
      },
    },
    (request) =>
      tenantWork(deps, request, async (tx, note) => {
        const { decision, comment = null } = request.body
        const by = authorOf(principalOf(request))
        const isSeparated = deps.isDetectionSeparated !== false
        const proposal = { decision, comment, by, actor: requestActor(request), isSeparated }
        const after = await decide(tx, request.params.id, proposal, deps.nowMs())
        note({ resource: 'proposal', resourceId: after.id, changes: { decision } })
        return shown(tx, after)
      }),
  )

  app.post(
    '/detection-proposals/:id/promote',
    {
      config: { permission: 'rules:write', audit: 'proposal:promoted' },
      schema: {
        ...{ tags, summary: 'Write an approved proposal to the rules, in the place of its base where it has one' },
        ...{ params, response: answer },
      },
    },
    async (request) => {
      const found = await withTenant(deps.pool, principalOf(request).tenantId, (tx) =>
        requireProposal(tx, request.params.id),
      )
      const rule = await readRule(deps, request, fileOf(found), found.language, found.logic)
      return tenantWork(deps, request, async (tx, note) => {
        const after = await promote(tx, found.id, rule, authorOf(principalOf(request)))
        note({ resource: 'proposal', resourceId: after.id, changes: { rule_id: after.promotedRuleId } })
        return shown(tx, after)
      })
    },
  )
}

async function shown(tx: TenantTx, proposal: Proposal) {
  return proposalView(proposal, await authorNames(tx, authorsIn(proposal)))
}

const fileOf = ({ id, language, logic }: Proposal) => `proposals/${id}${extensionOf(language, logic)}`

/** Reads the rule, and does so outside of the transaction. */
async function readRule(
  deps: ApiDeps,
  request: FastifyRequest,
  file: string,
  language: Proposal['language'],
  text: string,
): Promise<RuleText> {
  const [read] = await readTexts(deps.pool, principalOf(request).tenantId, [{ language, file, text }])
  return read ?? { language, file, text }
}
