/** Routes of runs of hunts and their results. */
import { Type } from 'typebox'
import {
  cancelRun,
  HIT_MARKS,
  HUNT_LIMITS,
  type HuntRun,
  hitsOf,
  huntById,
  markHits,
  requestRun,
  runById,
  runsOf,
} from '../../../control/hunts/index.ts'
import { AppError } from '../../../platform/errors.ts'
import { InvalidInput } from '../../../platform/invalid-input.ts'
import type { TenantTx } from '../../../stores/postgres/pool.ts'
import { named } from '../../plugins/named-schemas.ts'
import { pageOf, pageOfList, pageQuery } from '../../plugins/paging.ts'
import { tenantWork } from '../../plugins/tenant-work.ts'
import { principalOf } from '../../route-config.ts'
import { closed, oneOf, plainText } from '../alerts/inputs.ts'
import type { Routes } from '../api-app.ts'
import { spanOf } from '../events/inputs.ts'
import { nullable, uuid } from '../views.ts'
import { huntParams } from './hunt-routes.ts'
import { hitView, resultsSchema, runSchema, runView, tags } from './views.ts'

const runParams = Type.Object({ ...huntParams.properties, run_id: uuid })
const runBody = named(
  'HuntRunRequest',
  Type.Object(
    {
      from: Type.Optional(
        Type.String({ format: 'date-time', description: 'the window of the hunt before to without it' }),
      ),
      to: Type.Optional(Type.String({ format: 'date-time', description: 'not part of it; now without it' })),
    },
    closed,
  ),
)
const markBody = named(
  'HuntMark',
  Type.Object(
    {
      ordinals: Type.Array(Type.Integer({ minimum: 0, maximum: HUNT_LIMITS.hits - 1 }), {
        minItems: 1,
        maxItems: HUNT_LIMITS.hits,
        uniqueItems: true,
      }),
      mark: nullable(oneOf(HIT_MARKS)),
      note: Type.Optional(nullable(plainText(2000))),
    },
    closed,
  ),
)
const markedSchema = named('HuntMarked', Type.Object({ marked: Type.Integer() }))
const resultsQuery = Type.Object(
  {
    ...pageQuery,
    run_id: Type.Optional(Type.String({ format: 'uuid', description: 'the latest run that is done without it' })),
    mark: Type.Optional(oneOf(HIT_MARKS)),
  },
  closed,
)

export const huntRunRoutes: Routes = (app, deps) => {
  app.get(
    '/hunts/:hunt_id/runs',
    {
      config: { permission: 'hunts:read' },
      schema: {
        tags,
        summary: `Runs of a hunt, newest first; the latest ${HUNT_LIMITS.runs} are kept`,
        params: huntParams,
        querystring: Type.Object(pageQuery, closed),
        response: { 200: pageOf(runSchema) },
      },
    },
    (request) =>
      tenantWork(deps, request, async (tx) => {
        const hunt = await huntById(tx, request.params.hunt_id)
        return pageOfList(await runsOf(tx, hunt.id, HUNT_LIMITS.runs), request.query, ({ id }) => id, runView)
      }),
  )

  app.post(
    '/hunts/:hunt_id/runs',
    {
      config: { permission: 'lake:query', audit: 'hunt:run_requested' },
      schema: {
        tags,
        summary: 'Run a hunt now, over its window or another time',
        params: huntParams,
        body: runBody,
        response: { 202: runSchema },
      },
    },
    async (request, reply) => {
      const { from, to } = request.body
      const nowMs = deps.nowMs()
      const span = from === undefined && to === undefined ? undefined : spanOf({ from, to }, nowMs, 'body')
      const run = await tenantWork(deps, request, async (tx, note) => {
        const { hunt_id: id } = request.params
        const run = await requestRun(tx, id, principalOf(request).id, nowMs, span)
        note({ resource: 'hunt', resourceId: id, changes: { run_id: run.id, ...request.body } })
        return runView(run)
      })
      return reply.code(202).send(run)
    },
  )

  app.get(
    '/hunts/:hunt_id/runs/:run_id',
    {
      config: { permission: 'hunts:read' },
      schema: { tags, summary: 'How a run stands', params: runParams, response: { 200: runSchema } },
    },
    (request) => tenantWork(deps, request, async (tx) => runView(await runOf(tx, request.params))),
  )

  app.post(
    '/hunts/:hunt_id/runs/:run_id/cancel',
    {
      config: { permission: 'lake:query', audit: 'hunt:run_cancelled' },
      schema: {
        tags,
        summary: 'End a run: one that waits at once, one under way within a step',
        params: runParams,
        response: { 200: runSchema },
      },
    },
    (request) =>
      tenantWork(deps, request, async (tx, note) => {
        const { hunt_id: huntId, run_id: runId } = request.params
        note({ resource: 'hunt', resourceId: huntId, changes: { run_id: runId } })
        return runView(await cancelRun(tx, huntId, runId))
      }),
  )

  app.post(
    '/hunts/:hunt_id/runs/:run_id/marks',
    {
      config: { permission: 'lake:query', audit: 'hunt:hits_marked' },
      schema: {
        tags,
        summary: 'Mark hits as interesting or benign, or take a mark away',
        params: runParams,
        body: markBody,
        response: { 200: markedSchema },
      },
    },
    (request) =>
      tenantWork(deps, request, async (tx, note) => {
        const { ordinals, mark, note: text = null } = request.body
        const run = await runOf(tx, request.params)
        note({ resource: 'hunt', resourceId: run.huntId, changes: { run_id: run.id, ordinals, mark } })
        return { marked: await markHits(tx, run.id, { ordinals, mark, note: text, by: principalOf(request).id }) }
      }),
  )

  app.get(
    '/hunts/:hunt_id/results',
    {
      config: { permission: 'hunts:read' },
      schema: {
        tags,
        summary: 'What the latest run that is done, or another run, found',
        params: huntParams,
        querystring: resultsQuery,
        response: { 200: resultsSchema },
      },
    },
    (request) =>
      tenantWork(deps, request, async (tx) => {
        const { limit, cursor, run_id: runId, mark } = request.query
        const { hunt_id: huntId } = request.params
        const run =
          runId === undefined ? await latestDone(tx, huntId) : await runOf(tx, { hunt_id: huntId, run_id: runId })
        if (run === null) return { run: null, items: [] }
        const found = await hitsOf(tx, run.id, { from: ordinalOf(cursor), limit: limit + 1, mark })
        const [items, more] = [found.slice(0, limit).map(hitView), found[limit]]
        return { run: runView(run), items, ...(more && { next_cursor: String(more.ordinal) }) }
      }),
  )
}

async function runOf(tx: TenantTx, { hunt_id: huntId, run_id: id }: { hunt_id: string; run_id: string }) {
  const run = await runById(tx, huntId, id)
  if (run === null) throw new AppError('not_found', 'there is no such run')
  return run
}

async function latestDone(tx: TenantTx, huntId: string): Promise<HuntRun | null> {
  await huntById(tx, huntId)
  return (await runsOf(tx, huntId, HUNT_LIMITS.runs)).find(({ state }) => state === 'done') ?? null
}

function ordinalOf(cursor: string | undefined): number {
  if (cursor === undefined) return 0
  if (!/^\d{1,6}$/.test(cursor))
    throw new InvalidInput({ loc: ['query', 'cursor'], msg: 'is not a cursor of this list', type: 'cursor' })
  return Number(cursor)
}
