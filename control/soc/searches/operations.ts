/** Operations of searches that continue as jobs. */
import { Type } from 'typebox'
import { AppError } from '../../../platform/errors.ts'
import { closed, named } from '../../../schemas/wire.ts'
import { operationsOf } from '../../platform/acting/index.ts'
import { SEARCH_RESULT_OPERATIONS } from './result-operations.ts'
import { SAVED_SEARCH_OPERATIONS } from './saved-operations.ts'
import {
  cancelSearchJob,
  foundEventSchema,
  jobPage,
  requireSearchJob,
  SEARCH_JOBS,
  searchJobsPage,
} from './search-job.ts'

const operation = operationsOf<unknown>()

const read = operation({
  name: 'searches.get',
  summary: 'Show the progress of a background search, and a page of its results',
  description: 'Pages count from 0, newest events first; more pages appear while the search runs.',
  permission: 'lake:query',
  path: 'GET /events/searches/:id',
  query: Type.Object({ page: Type.Optional(Type.Integer({ minimum: 0, maximum: 1_000_000, default: 0 })) }, closed),
  output: named('SearchJobResults', Type.Object({ job: SEARCH_JOBS.schema, events: Type.Array(foundEventSchema) })),
  async run({ tx }, { id, page = 0 }) {
    const job = await requireSearchJob(tx, id)
    return { job, events: await jobPage(tx, id, page) }
  },
})

const list = operation.page({
  name: 'searches.list',
  summary: 'Background searches of the last day, newest first',
  permission: 'lake:query',
  path: 'GET /events/searches',
  item: SEARCH_JOBS.schema,
  run: ({ tx }, _, { rows, after }) => searchJobsPage(tx, rows, after),
})

const cancel = operation({
  name: 'searches.cancel',
  summary: 'Cancel a background search; its results are kept for a day',
  permission: 'lake:query',
  audit: 'search:cancelled',
  path: 'POST /events/searches/:id/cancel',
  output: SEARCH_JOBS.schema,
  async run({ tx, note }, { id }) {
    const cancelled = await cancelSearchJob(tx, id)
    if (cancelled === null) {
      const { state } = await requireSearchJob(tx, id)
      throw new AppError('conflict', `the search is ${state} already`)
    }
    note({ resource: 'search_job', resourceId: id, changes: { found: cancelled.found } })
    return cancelled
  },
})

export const SEARCH_OPERATIONS = [list, read, cancel, ...SEARCH_RESULT_OPERATIONS, ...SAVED_SEARCH_OPERATIONS]
export { ADVICE_OPERATIONS } from './advice-operations.ts'
