/** Rows of a search that goes on after its answer and gives a table. */
import { Type } from 'typebox'
import { jobRows, jobTable, searchJob, tableHead } from '../../../control/searches/index.ts'
import { AppError } from '../../../platform/errors.ts'
import { named } from '../../plugins/named-schemas.ts'
import { tenantWork } from '../../plugins/tenant-work.ts'
import { principalOf } from '../../route-config.ts'
import type { Routes } from '../api-app.ts'
import { refuseTables } from './hidden-events.ts'

const resultSchema = named(
  'SearchJobTable',
  Type.Object({ ...tableHead.properties, rows: Type.Array(Type.Array(Type.Unknown())) }),
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
        const job = await searchJob(tx, id)
        if (job === null) throw new AppError('not_found', `no search ${id}`)
        const head = await jobTable(tx, id)
        if (head === null)
          throw new AppError('conflict', `the search is ${job.state}, and gives ${job.gives}: no table is there`)
        return { ...head, rows: (await jobRows(tx, id, request.query.page ?? 0)).map((row) => [...row]) }
      })
    },
  )
}
