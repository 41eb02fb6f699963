/**
 * A whole search: all pages, and the server job that continues if one response is not enough. The SDKs of the other
 * languages follow the same rules.
 */
import { sleep } from './attempts.ts'
import type { Caller, Request } from './call.ts'
import {
  DeadlineExceeded,
  GivesEvents,
  GivesTable,
  IncompleteSearch,
  type Missing,
  SearchFailed,
  SvcError,
} from './errors.ts'
import type { EventSearch, EventSearchResult, FoundEvent, KqlTable, SearchJob } from './generated/models.ts'
import { KqlResult } from './kql-result.ts'

export interface SearchProgress {
  /** `running` until all time was searched, or the server job ended. */
  readonly state: SearchJob['state']
  /** Number of events found so far, or of rows of a table. */
  readonly found: number
  /** All time from here to `to_time` was searched. */
  readonly at_time: string
  readonly from_time: string
  readonly to_time: string
  /** The server job of the search, for `followSearch`, or for `followKql` if it gives a table. */
  readonly job_id?: string
  /** The first page of the job that was not read. Absent while newer events of the first answer are left to read. */
  readonly next_page?: number
}

export interface SearchOptions {
  readonly onProgress?: ((progress: SearchProgress) => void) | undefined
  /** Maximum milliseconds of the whole search; unlimited by default. Each request also has the time limit of a call. */
  readonly timeoutMs?: number | undefined
  /** Ends the search: the loop throws the reason, and the server job is cancelled. */
  readonly signal?: AbortSignal | undefined
}

export interface SearchOrTableOptions extends SearchOptions {
  /** Leaves the server job running when the search ends early, if the last progress had a `next_page` to continue from. */
  readonly keepsJob?: boolean | undefined
}

export interface KqlOptions extends SearchOptions {
  /** Start of the time span. Default: as far back as the conditions of the query allow. */
  readonly from?: string | undefined
  readonly to?: string | undefined
}

export interface FollowSearchOptions extends SearchOptions {
  /** The first page to return. Default: 0. */
  readonly fromPage?: number | undefined
}

/** A page of a job, with the job's progress at that moment. */
export interface SearchPage {
  readonly page: number
  readonly events: readonly FoundEvent[]
  readonly job: SearchJob
}

const FIRST_PAUSE_MS = 500
const LONGEST_PAUSE_MS = 5_000
const CANCEL_MS = 10_000
/** Requests for a span that searched none of it, before the span counts as not searched. */
const FRUITLESS_MAX = 3

export async function* searchAll(
  caller: Caller,
  question: Omit<EventSearch, 'cursor'>,
  options: SearchOptions,
): AsyncGenerator<FoundEvent, void, undefined> {
  const search = new Search(caller, options)
  try {
    yield* search.events(question)
  } finally {
    await search.end()
  }
}

export async function* eventsOrTable(
  caller: Caller,
  question: Omit<EventSearch, 'cursor'>,
  { keepsJob = false, ...options }: SearchOrTableOptions,
): AsyncGenerator<FoundEvent, KqlResult | undefined, undefined> {
  const search = new Search(caller, options)
  try {
    return yield* search.eventsOrTable(question)
  } finally {
    if (keepsJob && search.isContinuable) search.release()
    else await search.end()
  }
}

export async function followTable(caller: Caller, id: string, options: SearchOptions): Promise<KqlResult> {
  const search = new Search(caller, options)
  try {
    return await search.tableOfJob(id)
  } finally {
    search.release()
  }
}

export async function wholeTable(caller: Caller, query: string, options: KqlOptions): Promise<KqlResult> {
  const search = new Search(caller, options)
  try {
    return await search.table({ language: 'kql', query, from: options.from, to: options.to })
  } finally {
    await search.end()
  }
}

export async function* followSearch(
  caller: Caller,
  id: string,
  options: FollowSearchOptions,
): AsyncGenerator<SearchPage, void, undefined> {
  const search = new Search(caller, options)
  try {
    const job = yield* search.pages(id, options.fromPage ?? 0)
    throwIfIncomplete(missingOf(job), id)
  } finally {
    search.release()
  }
}

/** One search, and the job that it left running on the server. */
class Search {
  readonly #caller: Caller
  readonly #options: SearchOptions
  readonly #abort = new AbortController()
  readonly #forward: () => void
  readonly #timer: ReturnType<typeof setTimeout> | undefined
  #running: string | undefined
  #delivered = 0
  #requestedTo = ''
  /** The answer, or the job, that showed that the query gives a table. */
  #tablePage: EventSearchResult | undefined
  #tableJob: string | undefined
  /** The job gives everything that the caller has not read. */
  isContinuable = false
  #span: { readonly from: string; readonly to: string } | undefined

  constructor(caller: Caller, options: SearchOptions) {
    this.#caller = caller
    this.#options = options
    const { signal, timeoutMs } = options
    this.#forward = () => this.#abort.abort(signal?.reason)
    if (signal?.aborted) this.#forward()
    else signal?.addEventListener('abort', this.#forward, { once: true })
    if (timeoutMs !== undefined) {
      const late = () =>
        this.#abort.abort(new DeadlineExceeded(`the search has not ended within ${timeoutMs / 1000} s`))
      this.#timer = setTimeout(late, timeoutMs)
    }
  }

  release(): void {
    clearTimeout(this.#timer)
    this.#options.signal?.removeEventListener('abort', this.#forward)
  }

  /** Ends a job that nobody follows any more, so that another search gets its slot. */
  async end(): Promise<void> {
    this.release()
    if (this.#running !== undefined) await this.#cancel(this.#running)
  }

  async *events(question: Omit<EventSearch, 'cursor'>): AsyncGenerator<FoundEvent, void, undefined> {
    const leftOut: Missing[] = []
    let next = question
    let fruitless = 0
    let pauseMs = FIRST_PAUSE_MS
    for (;;) {
      const unread = yield* this.#ask(next, leftOut)
      if (this.#running !== undefined || unread === undefined) break
      // No job continues with this time span, because the tenant has the maximum number of jobs.
      fruitless = unread.to >= this.#requestedTo ? fruitless + 1 : 0
      if (fruitless >= FRUITLESS_MAX || (fruitless > 0 && unread.reason !== 'time')) {
        leftOut.push(unread)
        break
      }
      if (fruitless > 0) {
        await this.#sleep(pauseMs)
        pauseMs = longer(pauseMs)
      }
      next = { ...question, from: unread.from, to: unread.to }
    }
    const id = this.#running
    if (id !== undefined) {
      for (let pages = this.pages(id, 0); ; ) {
        const { value, done } = await pages.next()
        if (done) {
          leftOut.push(...missingOf(value))
          break
        }
        for (const event of value.events) yield event
      }
    }
    throwIfIncomplete(leftOut, id)
  }

  /** Yields events, or returns the table if the query gives one. */
  async *eventsOrTable(
    question: Omit<EventSearch, 'cursor'>,
  ): AsyncGenerator<FoundEvent, KqlResult | undefined, undefined> {
    try {
      yield* this.events(question)
      return undefined
    } catch (error) {
      if (!(error instanceof GivesTable)) throw error
      const id = this.#running ?? this.#tableJob
      if (id !== undefined) return await this.tableOfJob(id)
      if (this.#tablePage === undefined) throw error
      return this.#tableOf(this.#tablePage)
    }
  }

  /** Yields the pages of one request. Returns the time that was not searched for lack of time or memory. */
  async *#ask(
    question: Omit<EventSearch, 'cursor'>,
    leftOut: Missing[],
  ): AsyncGenerator<FoundEvent, Missing | undefined, undefined> {
    let cursor: string | undefined
    let unread: Missing | undefined
    for (;;) {
      const page = await this.#page({ ...question, ...(cursor === undefined ? {} : { cursor }) })
      const late = page.missing.find(isUnread)
      leftOut.push(...page.missing.filter((one) => !isUnread(one)))
      await this.#choose(page.job_id, late, unread)
      if (page.table !== undefined) {
        this.#tablePage = page
        throw new GivesTable('the query gives a table: client.kql reads it')
      }
      // Both spans begin at the same time, so the one that ends later contains the other.
      if (late !== undefined && (unread === undefined || late.to > unread.to)) unread = late
      this.#delivered += page.events.length
      this.#tellPage(page, unread)
      for (const event of page.events) {
        // The job or the next request returns older events.
        if (unread !== undefined && event.time < unread.to) return unread
        yield event
      }
      if (page.next_cursor === undefined) return unread
      if (page.next_cursor === cursor) throw new SvcError('the list leads back to a page that was read')
      cursor = page.next_cursor
    }
  }

  /** A search follows one job, the one that covers more time; the other one is ended. */
  async #choose(id: string | undefined, late: Missing | undefined, before: Missing | undefined): Promise<void> {
    if (id === undefined || id === this.#running) return
    const isMore = before === undefined || (late !== undefined && late.to > before.to)
    const other = isMore ? this.#running : id
    if (isMore) this.#running = id
    if (other !== undefined) await this.#cancel(other)
  }

  async table(question: EventSearch): Promise<KqlResult> {
    const page = await this.#page(question)
    this.#running = page.job_id
    return page.job_id === undefined ? this.#tableOf(page) : await this.tableOfJob(page.job_id)
  }

  #tableOf({ table: whole, from: from_time, to: to_time, missing }: EventSearchResult): KqlResult {
    if (whole === undefined) throw new GivesEvents('the query gives events: client.search reads them')
    const table = new KqlResult(whole)
    this.#options.onProgress?.({ state: 'done', found: table.rows.length, at_time: from_time, from_time, to_time })
    throwIfIncomplete(missing, undefined, table)
    return table
  }

  /** Waits for the end of a job, and reads its table. */
  async tableOfJob(id: string): Promise<KqlResult> {
    const job = await this.#ended(id)
    const table = new KqlResult(await this.#rows(job))
    throwIfIncomplete(missingOf(job), job.id, table)
    return table
  }

  async #ended(id: string): Promise<SearchJob> {
    for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = longer(pauseMs)) {
      const { job } = await this.#job(id, 0)
      if (job.gives !== 'table') throw new GivesEvents(`the query gives ${job.gives}: client.search reads them`)
      this.#tell(job, 0, 0)
      if (job.state === 'running') await this.#sleep(pauseMs)
      else {
        throwIfFailed(job)
        return job
      }
    }
  }

  async #rows({ id, pages }: SearchJob): Promise<KqlTable> {
    const read = (page: number) => this.#send(get(`${id}/table?page=${page}`)) as Promise<KqlTable>
    const table = await read(0)
    for (let page = 1; page < pages; page++) table.rows.push(...(await read(page)).rows)
    return table
  }

  /** Yields the pages of a job from `first` on, as they become available. Returns the job at its end. */
  async *pages(id: string, first: number): AsyncGenerator<SearchPage, SearchJob, undefined> {
    const before = this.#delivered
    let pauseMs = FIRST_PAUSE_MS
    for (let page = first; ; ) {
      const { job, events } = await this.#job(id, page)
      if (job.gives === 'table') {
        this.#tableJob = id
        throw new GivesTable('the query gives a table: client.kql reads it')
      }
      if (job.gives !== 'events') throw new SvcError(`the search gives ${job.gives} and no events`)
      const isThere = page < job.pages
      this.#tell(job, before, isThere ? page + 1 : page)
      if (isThere) {
        yield { page: page++, events, job }
        pauseMs = FIRST_PAUSE_MS
      } else if (job.state === 'running') {
        await this.#sleep(pauseMs)
        pauseMs = longer(pauseMs)
      } else {
        throwIfFailed(job)
        return job
      }
    }
  }

  async #page(body: EventSearch): Promise<EventSearchResult> {
    const content = JSON.stringify(body)
    const answer = (await this.#send({
      ...get(''),
      ...{ method: 'POST', path: '/api/v1/events/search', content, media: 'application/json' },
    })) as EventSearchResult
    if (!Array.isArray(answer?.events)) throw new SvcError('the answer is not a list: the server is not the API of svc')
    this.#requestedTo = answer.to
    this.#span ??= { from: answer.from, to: answer.to }
    return answer
  }

  async #job(id: string, page: number): Promise<{ job: SearchJob; events: FoundEvent[] }> {
    const answer = (await this.#send(get(`${encodeURIComponent(id)}?page=${page}`))) as {
      job: SearchJob
      events: FoundEvent[]
    }
    if (id === this.#running && answer.job.state !== 'running') this.#running = undefined
    return answer
  }

  async #cancel(id: string): Promise<void> {
    const request = { ...get(`${encodeURIComponent(id)}/cancel`), method: 'POST', reads: false }
    if (id === this.#running) this.#running = undefined
    try {
      await this.#caller.send(request, { timeoutMs: CANCEL_MS })
    } catch {
      // The job has ended already, or the server cannot be reached and ends it by itself.
    }
  }

  #tellPage({ from, to, events, next_cursor }: EventSearchResult, unread: Missing | undefined): void {
    const at = next_cursor === undefined ? (unread?.to ?? from) : (events.at(-1)?.time ?? to)
    const { from: from_time, to: to_time } = this.#span ?? { from, to }
    const state = next_cursor === undefined && unread === undefined ? 'done' : 'running'
    // The pages of this answer are newer than the events of the job, which continue it only once they were read.
    const isRead = next_cursor === undefined || (unread !== undefined && (events.at(-1)?.time ?? to) < unread.to)
    this.isContinuable = this.#running !== undefined && isRead
    const page = isRead ? { next_page: 0 } : {}
    const job = this.#running === undefined ? {} : { job_id: this.#running, ...page }
    this.#options.onProgress?.({ state, found: this.#delivered, at_time: at, from_time, to_time, ...job })
  }

  #tell({ id, state, found, at_time, from_time, to_time }: SearchJob, before: number, page: number): void {
    this.isContinuable = true
    const whole =
      this.#span === undefined ? { from_time, to_time } : { from_time: this.#span.from, to_time: this.#span.to }
    this.#options.onProgress?.({ state, found: before + found, at_time, ...whole, job_id: id, next_page: page })
  }

  #send(request: Request): Promise<unknown> {
    return this.#caller.send(request, { signal: this.#abort.signal })
  }

  #sleep(ms: number): Promise<void> {
    return sleep(ms, this.#abort.signal)
  }
}

const longer = (pauseMs: number) => Math.min(LONGEST_PAUSE_MS, pauseMs * 2)

/** True for time that was not searched for lack of time or memory: another request can search it. */
const isUnread = ({ reason }: Missing) => reason === 'time' || reason === 'memory'

function get(path: string): Request {
  const shared = { headers: {}, content: undefined, media: undefined, keyed: false, reads: true, isPublic: false }
  return { method: 'GET', path: `/api/v1/events/searches/${path}`, ...shared }
}

function throwIfFailed({ id, state, fault }: SearchJob): void {
  if (state === 'failed' || state === 'cancelled') throw new SearchFailed(id, state, fault)
}

/** A job with the maximum number of events has not searched older time; a full table has left out rows of any time. */
function missingOf({ state, gives, missing, from_time, to_time, at_time }: SearchJob): Missing[] {
  if (state !== 'full') return missing
  return [...missing, { from: from_time, to: gives === 'events' ? at_time : to_time, reason: 'rows' }]
}

function throwIfIncomplete(missing: readonly Missing[], jobId: string | undefined, table?: KqlResult): void {
  if (missing.length > 0) throw new IncompleteSearch(merged(missing), jobId, table)
}

/** Each page lists its missing spans: overlapping spans with the same reason are merged. */
function merged(missing: readonly Missing[]): Missing[] {
  const sorted = [...missing].sort((a, b) => compare(a.reason, b.reason) || compare(a.from, b.from))
  const spans: Missing[] = []
  for (const one of sorted) {
    const last = spans.at(-1)
    if (last === undefined || last.reason !== one.reason || one.from > last.to) spans.push(one)
    else if (one.to > last.to) spans[spans.length - 1] = { ...last, to: one.to }
  }
  return spans
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)
