/**
 * `svc events search` and `svc events searches get`: print a page of events, or with `--all` the whole search, for which
 * they wait.
 */
import process, { stderr } from 'node:process'
import { setTimeout } from 'node:timers/promises'
import type { Client, KqlResult, SearchPage } from '../../typescript/src/index.ts'
import {
  IncompleteSearch,
  type models,
  SearchFailed,
  type SearchProgress,
  searchOrTable,
} from '../../typescript/src/index.ts'
import type { Globals } from './arguments.ts'
import { continuation, missingLines, statusOfAnswer } from './incomplete.ts'
import { INTERRUPTED } from './interrupted.ts'
import { print, printList, printTable } from './output.ts'
import { isItemwise } from './select.ts'
import { UsageError } from './usage-error.ts'

type Found = models.FoundEvent
type Table = Pick<models.KqlTable, 'columns' | 'rows'>

/** Prints one page as the API returned it. */
export function searchPage(answer: unknown, question: unknown, globals: Globals): number {
  const page = answer as models.EventSearchResult
  if (!Array.isArray(page?.events)) throw new Error('the answer is not a list: the server is not the API of svc')
  if (page.table !== undefined) showTable(page.table, globals, page)
  else if (!printList(page, 'events', page.events, globals))
    showEvents(page.events, (question as models.EventSearch | undefined)?.fields)
  const status = statusOfAnswer(page)
  if (page.next_cursor !== undefined) stderr.write('there are more results: --all shows them\n')
  else if (status !== 0 && page.job_id === undefined) stderr.write('--all waits for all of it\n')
  return status
}

/** Waits for the whole search. An interrupt prints how to continue it. */
export function search(client: Client, body: unknown, globals: Globals): Promise<number> {
  const { cursor: _, ...question } = (body ?? {}) as models.EventSearch
  return interruptible((options, progress) => {
    const found = searchOrTable(client, question, { ...options, keepsJob: true })
    return showAll(found, question.fields, globals, progress)
  })
}

/** Waits for a search that continues on the server, and prints its results from page `from` on. */
export function searchJob(client: Client, id: string, from: number | undefined, globals: Globals): Promise<number> {
  return interruptible(async (options, progress) => {
    const { signal } = options
    const { job } = await client.events.searches.get(id, { page: from ?? 0 }, { signal })
    if (job.gives === 'events') {
      const events = eventsOf(client.followSearch(id, { ...options, fromPage: from }))
      return showAll(events, job.fields.length > 0 ? job.fields : undefined, globals, progress)
    }
    if (from !== undefined) throw new UsageError(`--all gives the whole ${job.gives}: leave out --page`)
    if (job.gives === 'table') return showWhole(() => client.followKql(id, options), globals, progress)
    await ended(client, job, options)
    progress.clear()
    print(await client.events.searches.counts(id, {}, { signal }), globals)
    return 0
  })
}

type Options = { readonly signal: AbortSignal; readonly onProgress: (progress: SearchProgress) => void }

async function interruptible(work: (options: Options, progress: ProgressLine) => Promise<number>): Promise<number> {
  const abort = new AbortController()
  const interrupt = () => abort.abort(new Error('interrupted'))
  process.once('SIGINT', interrupt)
  const progress = new ProgressLine()
  try {
    return await work({ signal: abort.signal, onProgress: (one) => progress.show(one) }, progress)
  } catch (error) {
    progress.clear()
    const rest = progress.continuation()
    if (rest !== undefined) stderr.write(`${rest}\n`)
    if (!abort.signal.aborted) throw error
    stderr.write('interrupted: not everything was searched\n')
    return INTERRUPTED
  } finally {
    progress.clear()
    process.off('SIGINT', interrupt)
  }
}

async function* eventsOf(pages: AsyncIterable<SearchPage>): AsyncGenerator<Found, undefined> {
  for await (const { events } of pages) yield* events
}

const PAUSE_MS = 1_000

/** Waits for the end of a search that gives counts. */
async function ended(client: Client, first: models.SearchJob, { signal, onProgress }: Options): Promise<void> {
  for (let job = first; ; ) {
    const { id: job_id, state, found, at_time, from_time, to_time, fault } = job
    onProgress({ state, found, at_time, from_time, to_time, job_id, next_page: 0 })
    if (state === 'failed' || state === 'cancelled') throw new SearchFailed(job_id, state, fault)
    if (state !== 'running') return
    await setTimeout(PAUSE_MS, undefined, { signal })
    job = (await client.events.searches.get(job_id, {}, { signal })).job
  }
}

/** Prints events, or the table that the query gives instead. */
async function showAll(
  found: AsyncGenerator<Found, KqlResult | undefined>,
  fields: readonly string[] | undefined,
  globals: Globals,
  progress: ProgressLine,
): Promise<number> {
  const isLines = globals.json || globals.jq !== undefined
  // A position in the list needs all events at once.
  const isByEvent = globals.jq === undefined ? globals.json : isItemwise(globals.jq)
  const events: Found[] = []
  const showRest = () => {
    progress.clear()
    if (!isLines) showEvents(events, fields)
    else if (!isByEvent) printList({ events }, 'events', events, globals)
  }
  const whole = async () => {
    for (;;) {
      const { value, done } = await found.next()
      if (done) return value
      if (!isByEvent) {
        events.push(value)
        continue
      }
      progress.clear()
      printList({ events: [value] }, 'events', [value], globals)
    }
  }
  // Events that arrived are shown, even if the rest of the search failed.
  return await showWhole(whole, globals, progress, showRest)
}

/** Prints the table that `whole` resolves to, if any, and on standard error what is missing; `before` shows the events. */
async function showWhole(
  whole: () => Promise<KqlResult | undefined>,
  globals: Globals,
  progress: ProgressLine,
  before: () => void = () => {},
): Promise<number> {
  let table: KqlResult | undefined
  let incomplete: IncompleteSearch | undefined
  try {
    table = await whole()
  } catch (error) {
    if (!(error instanceof IncompleteSearch)) {
      before()
      throw error
    }
    incomplete = error
    table = error.table
  }
  before()
  progress.clear()
  if (table !== undefined) {
    showTable(table, globals, { table })
  }
  for (const text of missingLines(incomplete?.missing ?? [])) stderr.write(`${text}\n`)
  return incomplete === undefined ? 0 : 1
}

/** Fields of events become columns, in the order of the request. */
function showEvents(events: readonly Found[], names: readonly string[] | undefined): void {
  if (events.length === 0) return
  const fields = names ?? [...new Set(events.flatMap((event) => Object.keys(event.fields)))]
  const rows = events.map(({ time, fields, event_uid, cut }) => ({
    time,
    ...fields,
    event_uid,
    cut: cut.length > 0 ? cut : null,
  }))
  const hasCut = events.some(({ cut }) => cut.length > 0)
  const columns = [...new Set(['time', ...fields, 'event_uid', ...(hasCut ? ['cut'] : [])])]
  printTable(rows, columns)
}

/** `page` is the answer that has the table, for selections that begin there. */
function showTable({ columns, rows }: Table, globals: Globals, page: object): void {
  const names = columns.map(({ name }) => name)
  const objects = rows.map((row) => Object.fromEntries(names.map((name, at) => [name, row[at] ?? null])))
  if (!printList(page, 'table', objects, globals) && objects.length > 0) printTable(objects, names)
}

/** Shows the progress of a search in the last line of the terminal, and knows where it could be continued. */
class ProgressLine {
  #isShown = false
  #last: SearchProgress | undefined

  show(progress: SearchProgress): void {
    this.#last = progress
    if (!stderr.isTTY) return
    const { found, at_time, from_time, to_time } = progress
    const [from, at, to] = [from_time, at_time, to_time].map(Date.parse) as [number, number, number]
    const done = to > from ? Math.floor((100 * (to - at)) / (to - from)) : 100
    stderr.write(`\r\x1b[Ksearching: ${done} % of the time, back to ${at_time}; ${found} found`)
    this.#isShown = true
  }

  /** How to go on with a search that runs on the server. */
  continuation(): string | undefined {
    const { state, job_id: id, next_page: page } = this.#last ?? {}
    return state === 'running' && id !== undefined && page !== undefined ? continuation(id, page) : undefined
  }

  clear(): void {
    if (this.#isShown) stderr.write('\r\x1b[K')
    this.#isShown = false
  }
}
