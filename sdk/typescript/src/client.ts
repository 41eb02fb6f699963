import { Attempts, DEFAULT_RETRIES, DEFAULT_TIMEOUT_MS, retryAfter, sleep } from './attempts.ts'
import { type Caller, type Request, resourcesOf } from './call.ts'
import { DownloadedFile } from './download.ts'
import { environment } from './environment.ts'
import { ConnectionFailed, problemOf, SvcError } from './errors.ts'
import { type FollowOptions, follow, type StreamFrame } from './follow.ts'
import type { EventSearch, FoundEvent } from './generated/models.ts'
import { API_VERSION, OPERATIONS } from './generated/operations.ts'
import type { Resources } from './generated/resources.ts'
import { SUBSCRIPTIONS, type Subscriptions } from './generated/subscriptions.ts'
import type { KqlResult } from './kql-result.ts'
import {
  eventsOrTable,
  type FollowSearchOptions,
  followSearch,
  followTable,
  type KqlOptions,
  type SearchOptions,
  type SearchOrTableOptions,
  type SearchPage,
  searchAll,
  wholeTable,
} from './search.ts'
import { type Credentials, Session } from './session.ts'
import { type SocketCaller, type SubscribeOptions, subscribe } from './subscribe.ts'
import type { RequestOptions } from './types.ts'

export interface ClientOptions extends Credentials {
  /** URL of the API, such as `https://svc.example`. Default: the environment variable SVC_API_URL. */
  readonly baseUrl?: string | undefined
  /** Maximum milliseconds of a call, including waits and retries. Default: 60,000. */
  readonly timeoutMs?: number | undefined
  /** Maximum number of retries of a call. Default: 4. */
  readonly maxRetries?: number | undefined
  readonly fetch?: typeof globalThis.fetch | undefined
}

type Bounds = { readonly timeoutMs: number; readonly maxRetries: number }

/** Sends requests of one installation with one credential. */
class Connection implements Caller, SocketCaller {
  readonly #root: string
  readonly #session: Session
  readonly #fetch: typeof globalThis.fetch
  readonly #bounds: Bounds

  constructor({
    baseUrl,
    timeoutMs = DEFAULT_TIMEOUT_MS,
    maxRetries = DEFAULT_RETRIES,
    fetch,
    ...credentials
  }: ClientOptions) {
    this.#root = rootOf(baseUrl ?? environment('SVC_API_URL'))
    this.#session = new Session(credentials, environment('SVC_API_KEY'))
    this.#fetch = fetch ?? globalThis.fetch.bind(globalThis)
    this.#bounds = { timeoutMs, maxRetries }
  }

  async send(request: Request, options: RequestOptions): Promise<unknown> {
    const { response, text, isDone } = await this.#exchange(request, options, false)
    if (isDone || text === '') return undefined
    const media = (response.headers.get('content-type') ?? '').split(';')[0]?.trim() ?? ''
    if (media !== 'application/json' && !media.endsWith('+json')) return text
    try {
      return JSON.parse(text)
    } catch (cause) {
      throw new SvcError('the answer is no whole JSON', { cause })
    }
  }

  async download(request: Request, options: RequestOptions): Promise<DownloadedFile> {
    return new DownloadedFile((await this.#exchange(request, options, true)).response)
  }

  get socketUrl(): string {
    return `${this.#root.replace(/^http/, 'ws')}/graphql`
  }

  async credential(isRefused: boolean): Promise<Record<string, string>> {
    if (this.#session.isDue || (isRefused && this.#session.canRenew)) await this.renew()
    return this.#session.headers()
  }

  async renew(): Promise<void> {
    await this.#renew(this.#session.generation, {})
  }

  async #exchange(request: Request, options: RequestOptions, isStream: boolean): Promise<Exchanged> {
    const attempts = new Attempts(request, options, this.#bounds.timeoutMs, this.#bounds.maxRetries)
    if (!request.isPublic && this.#session.isDue) await this.#renew(this.#session.generation, options)
    let isRenewed = false
    for (;;) {
      const { generation } = this.#session
      const exchanged = await this.#attempt(request, options, attempts, isStream)
      if ('pause' in exchanged) {
        await sleep(exchanged.pause, options.signal)
        continue
      }
      const { response, text } = exchanged
      if (response.ok) {
        this.#refusePage(response, request)
        return exchanged
      }
      if (response.status === 401 && !request.isPublic && !isRenewed && this.#session.canRenew) {
        isRenewed = true
        await this.#renew(generation, options)
        continue
      }
      const pause = attempts.pauseAfterStatus(response.status, response.headers)
      if (pause !== undefined) {
        await sleep(pause, options.signal)
        continue
      }
      // If the response of a DELETE was lost and the retry gets a 404, the first attempt succeeded.
      if (response.status === 404 && request.method === 'DELETE' && attempts.lostAnswer)
        return { ...exchanged, isDone: true }
      throw problemOf(response.status, text, retryAfter(response.headers))
    }
  }

  /**
   * Throws for an HTML page, which the API only sends on request: the response came from another server, or from the
   * sign-in page of a proxy.
   */
  #refusePage(response: Response, { path }: Request): void {
    if (!(response.headers.get('content-type') ?? '').startsWith('text/html') || /[?&]format=html\b/.test(path)) return
    throw new SvcError(`what answers at ${this.#root} is not the API of svc: it gives a page of HTML`)
  }

  /** One attempt: its response, read to the end unless it is a stream; or the pause before the next attempt. */
  async #attempt(
    request: Request,
    options: RequestOptions,
    attempts: Attempts,
    isStream: boolean,
  ): Promise<Exchanged | { pause: number }> {
    const abort = new AbortController()
    const end = () => abort.abort(options.signal?.reason)
    options.signal?.throwIfAborted()
    options.signal?.addEventListener('abort', end, { once: true })
    const timer = setTimeout(() => abort.abort(attempts.exceeded()), attempts.remainingMs())
    let isReading = false
    try {
      const response = await this.#fetch(this.#root + request.path, {
        method: request.method,
        headers: this.#headers(request, options, attempts),
        redirect: 'manual', // a redirect would send the credential to another server
        signal: abort.signal,
        ...(request.content === undefined ? {} : { body: request.content }),
      })
      if (response.type === 'opaqueredirect') throw new SvcError('the server redirects: give its own address')
      isReading = isStream && response.ok
      return { response, text: isReading ? '' : await response.text() }
    } catch (error) {
      if (error instanceof SvcError) throw error
      if (abort.signal.aborted) throw abort.signal.reason
      const pause = attempts.pauseAfterFailure(error)
      if (pause === undefined) throw new ConnectionFailed(reasonOf(error), { cause: error })
      return { pause }
    } finally {
      clearTimeout(timer)
      if (!isReading) options.signal?.removeEventListener('abort', end)
    }
  }

  #headers(request: Request, options: RequestOptions, attempts: Attempts): Record<string, string> {
    return {
      Accept: 'application/json, */*;q=0.5',
      ...('document' in globalThis ? {} : { 'User-Agent': `svc-typescript/${API_VERSION}` }),
      ...(request.isPublic ? {} : this.#session.headers()),
      ...(request.media === undefined ? {} : { 'Content-Type': request.media }),
      ...(attempts.key === undefined ? {} : { 'Idempotency-Key': attempts.key }),
      ...request.headers,
      ...options.headers,
    }
  }

  async #renew(generation: number, { signal }: RequestOptions): Promise<void> {
    const post = (path: string, body: unknown) => this.send(publicPost(path, body), { signal })
    await this.#session.renew(generation, post)
  }
}

type Exchanged = { readonly response: Response; readonly text: string; readonly isDone?: boolean }

function publicPost(path: string, body: unknown): Request {
  const content = JSON.stringify(body)
  const flags = { keyed: false, reads: false, isPublic: true }
  return { method: 'POST', path, headers: {}, content, media: 'application/json', ...flags }
}

const connections = new WeakMap<OwnClient, Connection>()

class OwnClient {
  readonly #connection: Connection

  constructor(options: ClientOptions = {}) {
    this.#connection = new Connection(options)
    connections.set(this, this.#connection)
    Object.assign(this, resourcesOf(OPERATIONS, this.#connection), { subscriptions: subscriptionsOf(this) })
  }

  /** Signs in now; otherwise the first call does. */
  async signIn(): Promise<void> {
    await this.#connection.renew()
  }

  /**
   * Yields the tenant's events as they happen, without end: `for await (const { type, payload } of
   * client.follow(['alerts', 'cases']))`. After a lost connection it resumes where it stopped. Without channels it
   * follows all channels that the credential may read.
   */
  follow(channels: readonly string[] = [], options: FollowOptions = {}): AsyncGenerator<StreamFrame, never> {
    return follow(this.#connection, channels, options)
  }

  /**
   * Yields the data of each event of a GraphQL subscription, such as `subscription { caseUpdated { id status } }`.
   * After a lost connection it subscribes again; events in between are lost.
   */
  subscribe<T = Record<string, unknown>>(
    query: string,
    variables: Readonly<Record<string, unknown>> = {},
    options: SubscribeOptions = {},
  ): AsyncGenerator<T, void, undefined> {
    return subscribe<T>(this.#connection, query, variables, options)
  }

  /**
   * Yields all events that match a query, newest first: every page, and the results of a server job if one response is
   * not enough. Throws `IncompleteSearch` after the last event if some time was not searched. Leaving the loop early
   * cancels the job.
   */
  search(
    question: Omit<EventSearch, 'cursor'>,
    options: SearchOptions = {},
  ): AsyncGenerator<FoundEvent, void, undefined> {
    return searchAll(this.#connection, question, options)
  }

  /**
   * The whole result table of a KQL query, however long it takes. Throws `IncompleteSearch` with the available rows if
   * some are missing.
   */
  kql(query: string, options: KqlOptions = {}): Promise<KqlResult> {
    return wholeTable(this.#connection, query, options)
  }

  /**
   * Yields the pages of a search that continues as a server job, from `fromPage` on, also in another program. The job
   * continues afterwards.
   */
  followSearch(jobId: string, options: FollowSearchOptions = {}): AsyncGenerator<SearchPage, void, undefined> {
    return followSearch(this.#connection, jobId, options)
  }

  /**
   * The whole result table of a KQL query that continues as a server job, also in another program. The job continues
   * when the wait for it ends early.
   */
  followKql(jobId: string, options: SearchOptions = {}): Promise<KqlResult> {
    return followTable(this.#connection, jobId, options)
  }
}

/** The client of an installation: `new Client({ baseUrl, apiKey }).alerts.list({ limit: 100 })`. */
export type Client = OwnClient & Resources & { readonly subscriptions: Subscriptions }
export const Client = OwnClient as unknown as new (options?: ClientOptions) => Client

/** A method for each subscription of the schema, which yields the field itself instead of the enclosing data. */
function subscriptionsOf(client: OwnClient): Subscriptions {
  const methods = Object.entries(SUBSCRIPTIONS).map(([name, [document, takesVariables]]) => {
    const events = async function* (...args: unknown[]) {
      const variables = takesVariables ? (args.shift() as Record<string, unknown> | undefined) : {}
      let last = 0
      for await (const data of client.subscribe(document, variables ?? {}, (args[0] ?? {}) as SubscribeOptions)) {
        const event = data[name] as { readonly seq?: number }
        // A new connection sends numbered events from the beginning again, so seen ones are skipped.
        if (event.seq !== undefined && event.seq <= last) continue
        last = event.seq ?? last
        yield event
      }
    }
    return [name, events]
  })
  return Object.fromEntries(methods) as Subscriptions
}

/**
 * Yields the events of a query, or returns its table if it gives one, for programs that do not know which. Asks once, and
 * otherwise follows `client.search` and `client.kql`.
 */
export function searchOrTable(
  client: Client,
  question: Omit<EventSearch, 'cursor'>,
  options: SearchOrTableOptions = {},
): AsyncGenerator<FoundEvent, KqlResult | undefined, undefined> {
  return eventsOrTable(connectionOf(client), question, options)
}

/** Sends a request for which there is no method, with the same credential, retries and deadline. */
export function request(client: Client, raw: Request, as: 'download', options?: RequestOptions): Promise<DownloadedFile>
export function request(client: Client, raw: Request, as?: 'json', options?: RequestOptions): Promise<unknown>
export function request(client: Client, raw: Request, as = 'json', options: RequestOptions = {}): Promise<unknown> {
  const connection = connectionOf(client)
  return as === 'download' ? connection.download(raw, options) : connection.send(raw, options)
}

function connectionOf(client: Client): Connection {
  const connection = connections.get(client)
  if (!connection) throw new SvcError('this is no client')
  return connection
}

function rootOf(baseUrl: string | undefined): string {
  if (!baseUrl) throw new SvcError('baseUrl is missing: give it, or set SVC_API_URL')
  if (!/^https?:\/\//.test(baseUrl)) throw new SvcError(`baseUrl begins with http:// or https://: ${baseUrl}`)
  return baseUrl.replace(/\/+$/, '').replace(/\/api\/v1$/, '')
}

function reasonOf(error: unknown): string {
  const { message = String(error), cause } = error as { message?: string; cause?: { message?: string } }
  return cause?.message ? `${message}: ${cause.message}` : message
}
