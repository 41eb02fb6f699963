/** Rows of a search that goes on after its answer and gives a table, and counts of one that gives those. */
import { Type } from 'typebox'
import { refuseTables } from '../../../control/platform/governance/index.ts'
import { jobCounts, jobRows, jobTable, requireSearchJob, tableHead } from '../../../control/soc/searches/index.ts'
import { AppError } from '../../../platform/errors.ts'
import { named } from '../../plugins/named-schemas.ts'
import { tenantWork } from '../../plugins/tenant-work.ts'
import { principalOf } from '../../route-config.ts'
import type { Routes } from '../api-app.ts'
import { time } from '../views.ts'
import { facetMembers, facetValues, VALUES_DEFAULT } from './count-routes.ts'

const resultSchema = named(
  'SearchJobTable',
  Type.Object({ ...tableHead.properties, rows: Type.Array(Type.Array(Type.Unknown())) }),
)

const countsSchema = named(
  'SearchJobCounts',
  Type.Object({
    facets: Type.Array(
      Type.Object({
        ...facetMembers,
        is_exact: Type.Boolean({
          description: 'false: there were more values than are kept, and each has at least so many events',
        }),
      }),
    ),
    state: Type.String(),
    from: time,
    to: time,
  }),
)

export const jobTableRoute: Routes = (app, deps) => {
  app.get(
    '/events/searches/:id/table',
    {
      config: { permission: 'lake:query' },
      schema: {
        tags: ['searches'],
        summary: 'A page of the table of a search that went on',
        description: 'Pages count from 0. The table is there when the state of the search is done or full.',
        params: Type.Object({ id: Type.String({ format: 'uuid' }) }),
        querystring: Type.Object(
          { page: Type.Optional(Type.Integer({ minimum: 0, maximum: 1_000_000, default: 0 })) },
          { additionalProperties: false },
        ),
        response: { 200: resultSchema },
      },
    },
    async (request) => {
      refuseTables(principalOf(request).hidden)
      const { id } = request.params
      return tenantWork(deps, request, async (tx) => {
        const job = await requireSearchJob(tx, id)
        const head = await jobTable(tx, id)
        if (head === null)
          throw new AppError('conflict', `the search is ${job.state}, and gives ${job.gives}: no table is there`)
        return { ...head, rows: (await jobRows(tx, id, request.query.page ?? 0)).map((row) => [...row]) }
      })
    },
  )

  app.get(
    '/events/searches/:id/counts',
    {
      config: { permission: 'lake:query' },
      schema: {
        tags: ['searches'],
        summary: 'Values of fields by their events, of a search that goes on',
        description: 'Over the time that was looked at so far: from at_time of the search to its to_time.',
        params: Type.Object({ id: Type.String({ format: 'uuid' }) }),
        querystring: Type.Object({ limit: facetValues }, { additionalProperties: false }),
        response: { 200: countsSchema },
      },
    },
    async (request) => {
      refuseTables(principalOf(request).hidden)
      const { id } = request.params
      return tenantWork(deps, request, async (tx) => {
        const job = await requireSearchJob(tx, id)
        if (job.gives !== 'counts') throw new AppError('conflict', `the search gives ${job.gives}: no counts are there`)
        const facets = await jobCounts(tx, id, job.fields, request.query.limit ?? VALUES_DEFAULT)
        return {
          facets: facets.map(({ values, otherEvents, isExact, ...facet }) => {
            return { ...facet, values: [...values], other_events: otherEvents, is_exact: isExact }
          }),
          state: job.state,
          from: job.at_time.toISOString(),
          to: job.to_time.toISOString(),
        }
      })
    },
  )
}
