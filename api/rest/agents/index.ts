/** Investigations and the ledger of what agents did. */
import { type Static, Type } from 'typebox'
import {
  entriesOfCase,
  entriesOfRun,
  entryById,
  type InvestigationRun,
  investigationOf,
  investigationsPage,
  type LedgerEntry,
  replayRun,
  runsAbout,
  startInvestigation,
} from '../../../control/agents/index.ts'
import { getAlert } from '../../../control/alerts/index.ts'
import { getCase } from '../../../control/cases/index.ts'
import { gateOf } from '../../../control/models/index.ts'
import { AppError } from '../../../platform/errors.ts'
import { named } from '../../plugins/named-schemas.ts'
import { page, pageOf, pageOfList, pageQuery, positionOf } from '../../plugins/paging.ts'
import { tenantWork } from '../../plugins/tenant-work.ts'
import { principalOf } from '../../route-config.ts'
import { closed, oneOf } from '../alerts/inputs.ts'
import type { Routes } from '../api-app.ts'
import { nullable, time, uuid } from '../views.ts'

const tags = ['investigations']
const nullableText = nullable(Type.String())
const list = Type.Object(pageQuery, closed)
const RUNS_MAX = 500

const runSchema = named(
  'InvestigationRun',
  Type.Object({
    id: uuid,
    kind: Type.String(),
    alert_id: nullable(uuid),
    case_id: nullable(uuid),
    status: Type.String(),
    judged_by: Type.String({ description: 'a model, or the rules of this version' }),
    requested_by: Type.String(),
    verdict: nullableText,
    confidence: nullable(Type.Number({ minimum: 0, maximum: 1 })),
    summary: nullable(Type.String({ description: 'each sentence with the entries it rests on' })),
    steps: Type.Integer(),
    dropped: Type.Integer({ description: 'sentences that nothing in the ledger supports' }),
    cost: Type.String({ description: 'of models: USD, not_measured or not_applicable_no_model_call' }),
    error: nullableText,
    started_at: time,
    head_hash: nullable(Type.String({ description: 'of its last entry, which stands for all of them' })),
    completed_at: nullable(time),
  }),
)

function runView(run: InvestigationRun): Static<typeof runSchema> {
  return {
    id: run.id,
    kind: run.kind,
    alert_id: run.alertId,
    case_id: run.caseId,
    status: run.status,
    judged_by: run.judgedBy,
    requested_by: run.requestedBy,
    verdict: run.verdict,
    confidence: run.confidence,
    summary: run.summary,
    steps: run.steps,
    dropped: run.dropped,
    cost: costOf(run),
    error: run.error,
    started_at: run.startedAt.toISOString(),
    completed_at: run.completedAt?.toISOString() ?? null,
    head_hash: run.headHash?.toString('hex') ?? null,
  }
}

function costOf({ modelCalls, costUsd }: InvestigationRun): string {
  if (modelCalls === 0) return 'not_applicable_no_model_call'
  return costUsd === null ? 'not_measured' : String(costUsd)
}

const entryMembers = {
  id: uuid,
  run_id: uuid,
  seq: Type.Integer(),
  kind: Type.String(),
  agent: Type.String(),
  summary: Type.String(),
  model: nullable(Type.String({ description: 'null: no model was asked' })),
  prompt_hash: nullableText,
  input_hash: Type.String({ description: 'SHA-256, of the JSON with sorted names' }),
  output_hash: Type.String(),
  hash: nullable(
    Type.String({ description: 'of the entry and the hash of the one before; null: from before entries were chained' }),
  ),
  duration_ms: Type.Integer(),
  created_at: time,
}
const entrySchema = named('LedgerEntry', Type.Object(entryMembers))
const entryDetailSchema = named(
  'LedgerEntryDetail',
  Type.Object({ ...entryMembers, payload: Type.Record(Type.String(), Type.Unknown()) }),
)

function entryView(entry: LedgerEntry): Static<typeof entrySchema> {
  return {
    id: entry.id,
    run_id: entry.runId,
    seq: entry.seq,
    kind: entry.kind,
    agent: entry.agent,
    summary: entry.summary,
    model: entry.model,
    prompt_hash: entry.promptHash?.toString('hex') ?? null,
    input_hash: entry.inputHash.toString('hex'),
    output_hash: entry.outputHash.toString('hex'),
    hash: entry.hash?.toString('hex') ?? null,
    duration_ms: entry.durationMs,
    created_at: entry.createdAt.toISOString(),
  }
}

const detailView = (entry: LedgerEntry) => ({ ...entryView(entry), payload: { ...entry.payload } })

const ledgerSchema = named(
  'CaseLedger',
  Type.Object({ runs: Type.Array(Type.Object({ run: runSchema, entries: Type.Array(entryDetailSchema) })) }),
)
const startQuery = Type.Object(
  {
    run_id: Type.Optional(
      Type.String({ format: 'uuid', description: 'chosen by whoever follows the run from its start' }),
    ),
  },
  closed,
)
const replayBody = named('InvestigationReplayRequest', Type.Object({ run_id: uuid }, closed))
const replaySchema = named(
  'InvestigationReplay',
  Type.Object({
    run_id: uuid,
    is_same: Type.Boolean({ description: 'the same rules conclude the same from the results in the ledger' }),
    is_sealed: Type.Boolean({
      description:
        'false: it has not ended, or it is from before entries were chained; what was added is not seen then',
    }),
    changed: Type.Array(Type.Integer(), { description: 'entries that are not as they were written' }),
    added: Type.Array(Type.Integer(), { description: 'entries that came after the run had ended' }),
    missing: Type.Array(Type.Integer(), { description: 'entries that are gone' }),
    header_changed: Type.Array(Type.String(), {
      description: 'members of the run that are not as they were when it ended',
    }),
    summary: Type.String(),
  }),
)
const caseParams = Type.Object({ id: Type.String({ minLength: 1, maxLength: 80, description: 'number or UUID' }) })

export const agentRoutes: Routes = (app, deps) => {
  app.get(
    '/cases/:id/investigations',
    {
      config: { permission: 'cases:read' },
      schema: {
        tags,
        summary: 'Entries of the ledger about a case and its alerts, newest first',
        params: caseParams,
        querystring: list,
        response: { 200: pageOf(entrySchema) },
      },
    },
    (request) => {
      const { limit, cursor } = request.query
      const after = positionOf(cursor)
      return tenantWork(deps, request, async (tx) => {
        const { id } = await getCase(tx, request.params.id)
        return page(await entriesOfCase(tx, id, limit + 1, after), limit, entryView)
      })
    },
  )

  app.get(
    '/cases/:id/ledger',
    {
      config: { permission: 'cases:read' },
      schema: {
        tags,
        summary: 'The latest investigations of a case, whole',
        params: caseParams,
        response: { 200: ledgerSchema },
      },
    },
    (request) =>
      tenantWork(deps, request, async (tx) => {
        const { id } = await getCase(tx, request.params.id)
        const runs = []
        for (const run of await runsAbout(tx, { caseId: id }, 20))
          runs.push({ run: runView(run), entries: (await entriesOfRun(tx, run.id)).map(detailView) })
        return { runs }
      }),
  )

  app.post(
    '/cases/:id/investigations/start',
    {
      config: { permission: 'cases:write', audit: 'investigation:started' },
      schema: {
        tags,
        summary:
          'Investigate a case: with a model the run goes on in the agents service. Also as {id}/investigations:start',
        params: caseParams,
        querystring: startQuery,
        response: { 201: runSchema },
      },
    },
    async (request, reply) => {
      const runId = request.query.run_id
      const view = await tenantWork(deps, request, async (tx, note) => {
        const models = { installation: deps.model ?? null, gate: gateOf(deps) }
        const by = principalOf(request).id
        const run = await startInvestigation(tx, request.params.id, by, deps.nowMs(), models, runId)
        const changes = { run_id: run.id, ledger_hash: run.headHash?.toString('hex') ?? null }
        note({ resource: 'case', resourceId: run.caseId ?? request.params.id, changes })
        return runView(run)
      })
      return reply.code(201).send(view)
    },
  )

  app.post(
    '/cases/:id/investigations/replay',
    {
      config: { permission: 'cases:read', audit: 'investigation:replayed' },
      schema: {
        tags,
        summary: 'Conclude anew from the results in the ledger, asking nothing. Also as {id}/investigations:replay',
        params: caseParams,
        body: replayBody,
        response: { 200: replaySchema },
      },
    },
    (request) =>
      tenantWork(deps, request, async (tx, note) => {
        const { id } = await getCase(tx, request.params.id)
        const run = await investigationOf(tx, request.body.run_id)
        if (run === null || run.caseId !== id) throw new AppError('not_found', 'the case has no such investigation')
        const replay = await replayRun(tx, run)
        note({ resource: 'case', resourceId: id, changes: { run_id: run.id, is_same: replay.isSame } })
        return {
          run_id: replay.runId,
          is_same: replay.isSame,
          is_sealed: replay.isSealed,
          changed: [...replay.changed],
          added: [...replay.added],
          missing: [...replay.missing],
          header_changed: [...replay.header],
          summary: replay.summary,
        }
      }),
  )

  app.get(
    '/alerts/:id/investigations',
    {
      config: { permission: 'alerts:read' },
      schema: {
        tags,
        summary: 'Triage and investigations of an alert, newest first',
        params: Type.Object({ id: uuid }),
        querystring: list,
        response: { 200: pageOf(runSchema) },
      },
    },
    (request) =>
      tenantWork(deps, request, async (tx) => {
        const { id } = await getAlert(tx, request.params.id)
        return pageOfList(await runsAbout(tx, { alertId: id }, RUNS_MAX), request.query, (run) => run.id, runView)
      }),
  )

  app.get(
    '/investigations',
    {
      config: { permission: 'cases:read' },
      schema: {
        tags,
        summary: 'Investigations of all cases, newest first',
        querystring: Type.Object(
          { ...pageQuery, status: Type.Optional(oneOf(['running', 'completed', 'failed'] as const)) },
          closed,
        ),
        response: { 200: pageOf(runSchema) },
      },
    },
    (request) => {
      const { limit, cursor, status = null } = request.query
      const after = positionOf(cursor)
      return tenantWork(deps, request, async (tx) =>
        page(await investigationsPage(tx, status, limit + 1, after), limit, runView),
      )
    },
  )

  app.get(
    '/investigations/:entry_id',
    {
      config: { permission: 'cases:read' },
      schema: {
        tags,
        summary: 'One entry of the ledger with all it holds',
        params: Type.Object({ entry_id: uuid }),
        response: { 200: entryDetailSchema },
      },
    },
    (request) =>
      tenantWork(deps, request, async (tx) => {
        const entry = await entryById(tx, request.params.entry_id)
        if (entry === null) throw new AppError('not_found', 'there is no such entry')
        return detailView(entry)
      }),
  )
}
