/** Runs searches in TypeScript that continue as jobs, and prints their events and how each ended. */
import {
  Client,
  DeadlineExceeded,
  IncompleteSearch,
  type KqlResult,
  SearchFailed,
  type SearchOptions,
} from '../typescript/src/index.ts'

const client = new Client()
const outcomes: Record<string, unknown> = {}

function endOf(error: unknown): string {
  if (error instanceof IncompleteSearch)
    return `incomplete ${error.missing.map(({ reason, from, to }) => `${reason} ${Date.parse(from)} ${Date.parse(to)}`).join(', ')}`
  if (error instanceof SearchFailed) return `${error.state} ${error.fault ?? ''}`.trim()
  if (error instanceof DeadlineExceeded) return 'deadline'
  const { name, message } = error as Error
  if (name === 'AbortError') return 'stopped'
  return `other ${/client\.(kql|search)/.exec(message)?.[1] ?? message}`
}

async function found(query: string, options: SearchOptions = {}): Promise<[unknown[], string]> {
  const events: unknown[] = []
  try {
    for await (const { fields } of client.search({ query, limit: 2 }, options)) events.push(fields.n)
  } catch (error) {
    return [events, endOf(error)]
  }
  return [events, 'none']
}

for (const query of [
  'whole',
  'two ways',
  'no job',
  'full',
  'memory',
  'unreadable',
  'failed',
  'cancelled',
  'refused table',
])
  outcomes[query] = await found(query)

const progress: unknown[] = []
outcomes.job = await found('job', {
  onProgress: (one) => progress.push([one.state, one.found, Date.parse(one.at_time)]),
})
outcomes.progress = progress
outcomes.late = await found('late', { timeoutMs: 1_000 })
for await (const { fields } of client.search({ query: 'early' })) {
  outcomes.early = [fields.n]
  break
}
const controller = new AbortController()
let seen = 0
const stop = () => {
  if (++seen > 1) controller.abort()
}
outcomes.stopped = await found('stopped', { signal: controller.signal, onProgress: stop })

for (const query of ['table', 'table by a job', 'full table', 'table of a part', 'events']) {
  const users = (table: KqlResult | undefined) => table?.objects().map(({ user }) => user) ?? []
  try {
    outcomes[query] = [users(await client.kql(query)), 'none']
  } catch (error) {
    outcomes[query] = [users(error instanceof IncompleteSearch ? error.table : undefined), endOf(error)]
  }
}
const pages: unknown[] = []
for await (const { page, events } of client.followSearch('job-job', { fromPage: 1 }))
  pages.push([page, events.map(({ fields }) => fields.n)])
outcomes.follow = pages
outcomes['follow kql'] = (await client.followKql('job-table by a job')).objects().map(({ user }) => user)
console.log(JSON.stringify(outcomes))
