/** Table rows and counts of a background search. */
import { Type } from 'typebox'
import { AppError } from '../../../platform/errors.ts'
import { closed, named, time } from '../../../schemas/wire.ts'
import { operationsOf } from '../../platform/acting/index.ts'
import { refuseTables } from '../../platform/governance/index.ts'
import { jobCounts } from './counts.ts'
import { FACET_VALUES_DEFAULT, facetMembers, facetValues } from './facets.ts'
import { jobRows, jobTable, requireSearchJob, tableHead } from './search-job.ts'

const operation = operationsOf<unknown>({ tag: 'searches' })

const tableSchema = named(
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
          description: 'false: more values exist than are kept, and each count is a lower bound',
        }),
      }),
    ),
    state: Type.String(),
    from: time,
    to: time,
  }),
)

const table = operation({
  name: 'searches.table',
  summary: 'A page of the table of a background search',
  description: 'Pages count from 0. The table is available when the state of the search is done or full.',
  permission: 'lake:query',
  path: 'GET /events/searches/:id/table',
  query: Type.Object({ page: Type.Optional(Type.Integer({ minimum: 0, maximum: 1_000_000, default: 0 })) }, closed),
  output: tableSchema,
  async run({ tx, actor }, { id, page = 0 }) {
    refuseTables(actor.hidden)
    const job = await requireSearchJob(tx, id)
    const head = await jobTable(tx, id)
    if (head === null)
      throw new AppError('conflict', `the search is ${job.state}, and gives ${job.gives}: no table is there`)
    return { ...head, rows: await jobRows(tx, id, page) }
  },
})

const counts = operation({
  name: 'searches.counts',
  summary: 'Show the counts by field value of a background search',
  description: 'Counts cover the time searched so far: from at_time of the search to its to_time.',
  permission: 'lake:query',
  path: 'GET /events/searches/:id/counts',
  query: Type.Object({ limit: facetValues }, closed),
  output: countsSchema,
  async run({ tx, actor }, { id, limit = FACET_VALUES_DEFAULT }) {
    refuseTables(actor.hidden)
    const job = await requireSearchJob(tx, id)
    if (job.gives !== 'counts') throw new AppError('conflict', `the search gives ${job.gives}, not counts`)
    return { facets: await jobCounts(tx, id, job.fields, limit), state: job.state, from: job.at_time, to: job.to_time }
  },
})

export const SEARCH_RESULT_OPERATIONS = [table, counts]
