/** Pushes events in batches. The SDKs of the other languages follow the same rules. */
import { retryAfter, sleep } from './attempts.ts'
import { environment } from './environment.ts'
import { ConnectionFailed, DeadlineExceeded, EventsRefused, problemOf, type Refusal, SvcError } from './errors.ts'
import { API_VERSION } from './generated/operations.ts'
import { type LineKind, MemoryQueue, type PushBatch, type PushQueue } from './push-queue.ts'
import { optionalBuiltin, SpoolQueue } from './push-spool.ts'

export interface PusherOptions {
  /**
   * URL of the ingest service, such as `https://ingest.svc.example`. Default: the environment variable SVC_INGEST_URL.
   */
  readonly url?: string | undefined
  /** A push token of the tenant. Default: the environment variable SVC_INGEST_TOKEN. */
  readonly token?: string | undefined
  /** The source in the ledger; it is part of the events' identity. */
  readonly connectorId: string
  /** Default: `json`; docs/ingest.md lists `auto` and others. */
  readonly sourceFormat?: string | undefined
  /** A batch is sent when it has this many bytes (default 1 MiB) or events (10,000), or is this old (1,000 ms). */
  readonly batchBytes?: number | undefined
  readonly batchEvents?: number | undefined
  readonly batchMs?: number | undefined
  /** Default: `gzip`. `zstd` needs Node 22.15 or later. */
  readonly compression?: 'gzip' | 'zstd' | 'none' | undefined
  /** Maximum uncompressed bytes that wait: 64 MiB by default, with a spool 1 GiB. Beyond it `push` waits. */
  readonly pendingBytes?: number | undefined
  /** Folder that stores unsettled events, also when the program is killed. One pusher uses it at a time. */
  readonly spool?: string | undefined
  /** Maximum milliseconds of one request. Default: 60,000. */
  readonly timeoutMs?: number | undefined
  /** Called with events that the server refused permanently. Without it `flush` and `close` throw `EventsRefused`. */
  readonly onRefused?: ((refusals: readonly Refusal[]) => void) | undefined
  /** Called with the error when a batch has to be sent again, and the pause before that. */
  readonly onRetry?: ((error: SvcError, pauseMs: number) => void) | undefined
  readonly fetch?: typeof globalThis.fetch | undefined
}

const MEBIBYTE = 1_048_576
/** Bounds of the ingest service (docs/ingest.md). */
const EVENT_BYTES_MAX = MEBIBYTE
const BATCH_BYTES_MAX = 16 * MEBIBYTE
const BATCH_EVENTS_MAX = 50_000
const CONNECTOR_ID = /^[A-Za-z0-9._:-]{1,128}$/
const FIRST_PAUSE_MS = 250
const LONGEST_PAUSE_MS = 30_000
/** A longer Retry-After is shortened, so that a wrong value does not stop the pusher for a day. */
const LONGEST_RETRY_AFTER_MS = 300_000
/** Maximum number of refused events that are kept for `flush` if there is no `onRefused`. */
const REFUSALS_KEPT_MAX = 1_000
const FLUSH_MS = 60_000
/** Statuses that no retry of the batch can change. */
const FINAL: ReadonlySet<number> = new Set([400, 413, 415, 422])
const MEDIA: Readonly<Record<LineKind, string>> = { ndjson: 'application/x-ndjson', txt: 'text/plain; charset=utf-8' }

type Outcome = { readonly accepted: number; readonly refused: number; readonly refusals: readonly Refusal[] }

/**
 * Sends events in batches, one after the other, retrying each until it is settled. `push` resolves when the event is
 * kept: in memory, or on disk with a spool. Call `close` at the end; without it events in memory are lost.
 */
export class Pusher {
  /** Number of events that the server stored since this pusher was created; `refused` counts the others. */
  accepted = 0
  refused = 0
  readonly #options: PusherOptions
  readonly #target: string
  readonly #token: string
  readonly #fetch: typeof globalThis.fetch
  readonly #queue: PushQueue
  readonly #bounds: { readonly bytes: number; readonly events: number; readonly ms: number; readonly pending: number }
  readonly #stop = new AbortController()
  #running: Promise<void> | undefined
  #timer: ReturnType<typeof setTimeout> | undefined
  /** Counts settled events, as `#kept` counts stored ones, so that a flush waits only for earlier events. */
  #settled = 0
  #kept = 0
  #changes: Array<() => void> = []
  #isClosed = false
  /** Why the current batch is not accepted yet. */
  #lastFailure: SvcError | undefined
  /** The queue itself failed. */
  #broken: { readonly error: unknown } | undefined
  #refusals: Refusal[] = []
  #refusalsCount = 0

  constructor(options: PusherOptions) {
    this.#options = options
    const { connectorId, sourceFormat = 'json', spool, compression = 'gzip' } = options
    const url = options.url ?? environment('SVC_INGEST_URL')
    if (!url) throw new SvcError('url is missing: give it, or set SVC_INGEST_URL')
    if (!/^https?:\/\//.test(url)) throw new SvcError(`url begins with http:// or https://: ${url}`)
    this.#token = options.token ?? environment('SVC_INGEST_TOKEN') ?? ''
    if (this.#token === '') throw new SvcError('token is missing: give it, or set SVC_INGEST_TOKEN')
    if (!/^[\x21-\x7e]+$/.test(this.#token))
      throw new SvcError('token has blanks or other characters that no token has')
    if (!CONNECTOR_ID.test(connectorId)) throw new SvcError(`connectorId does not match ${CONNECTOR_ID.source}`)
    if (compression === 'zstd' && zstd() === undefined)
      throw new SvcError('here is no zstd: Node has it from 22.15 on; use gzip')
    const query = new URLSearchParams({ connector_id: connectorId, source_format: sourceFormat })
    this.#target = `${url.replace(/\/+$/, '')}/v1/ingest/batch?${query}`
    this.#fetch = options.fetch ?? globalThis.fetch.bind(globalThis)
    this.#bounds = {
      bytes: bounded('batchBytes', options.batchBytes, MEBIBYTE, BATCH_BYTES_MAX),
      events: bounded('batchEvents', options.batchEvents, 10_000, BATCH_EVENTS_MAX),
      ms: bounded('batchMs', options.batchMs, 1_000, 2 ** 31 - 1),
      pending: bounded('pendingBytes', options.pendingBytes, (spool ? 1_024 : 64) * MEBIBYTE, Number.MAX_SAFE_INTEGER),
    }
    this.#queue = spool
      ? new SpoolQueue(spool, { connector_id: connectorId, source_format: sourceFormat })
      : new MemoryQueue()
    this.#kept = this.#queue.events
    this.#run()
  }

  /** Number of events that are not settled. */
  get pending(): number {
    return this.#queue.events
  }

  /** Stores an object as JSON, or a string as a line of text. Waits while too much is pending. */
  async push(event: object | string, options: { readonly signal?: AbortSignal | undefined } = {}): Promise<void> {
    const [kind, line] = lineOf(event)
    for (;;) {
      this.#check()
      const { bytes } = this.#queue
      if (bytes === 0 || bytes + line.length <= this.#bounds.pending) break
      this.#queue.seal()
      this.#run()
      await this.#change(options.signal)
    }
    const { openKind, openBytes } = this.#queue
    if (openKind !== undefined && (openKind !== kind || openBytes + line.length > this.#bounds.bytes)) this.#seal()
    this.#queue.append(kind, line)
    this.#kept++
    if (this.#queue.openEvents >= this.#bounds.events || this.#queue.openBytes >= this.#bounds.bytes) this.#seal()
    else this.#timer ??= setTimeout(() => this.#seal(), this.#bounds.ms)
  }

  /**
   * Resolves when all earlier events are settled. Throws `DeadlineExceeded` when that takes longer; no event is lost,
   * and the next flush continues to wait.
   */
  async flush({ timeoutMs = FLUSH_MS }: { readonly timeoutMs?: number } = {}): Promise<void> {
    const until = this.#kept
    const deadline = AbortSignal.timeout(timeoutMs)
    this.#seal()
    while (this.#settled < until) {
      if (this.#broken) throw this.#broken.error
      if (this.#stop.signal.aborted) throw new SvcError('the pusher is closed')
      try {
        await this.#change(deadline)
      } catch {
        const { pending } = this
        const reason = this.#lastFailure ? `: ${this.#lastFailure.message}` : ''
        throw new DeadlineExceeded(`${pending} events are not taken within ${timeoutMs / 1000} s${reason}`, {
          cause: this.#lastFailure,
        })
      }
    }
    this.#giveBack()
  }

  /** Flushes and closes. Events not sent in time stay in the spool; without a spool they are lost, and this throws. */
  async close({ timeoutMs = FLUSH_MS }: { readonly timeoutMs?: number } = {}): Promise<void> {
    if (this.#stop.signal.aborted) return
    this.#isClosed = true
    try {
      await this.flush({ timeoutMs })
    } catch (error) {
      if (!(error instanceof DeadlineExceeded && this.#options.spool)) throw error
      this.#giveBack()
    } finally {
      clearTimeout(this.#timer)
      this.#stop.abort()
      await this.#running
      this.#queue.close()
    }
  }

  #check(): void {
    if (this.#isClosed) throw new SvcError('the pusher is closed')
    if (this.#broken) throw this.#broken.error
  }

  #seal(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    try {
      this.#queue.seal()
    } catch (error) {
      this.#break(error)
    }
    this.#run()
  }

  #break(error: unknown): void {
    this.#broken ??= { error }
    this.#announce()
  }

  #run(): void {
    if (this.#running !== undefined || this.#broken || this.#stop.signal.aborted) return
    if (this.#queue.first() === undefined) return
    this.#running = this.#deliverAll()
      .catch((error: unknown) => {
        if (!this.#stop.signal.aborted) this.#break(error)
      })
      .finally(() => {
        this.#running = undefined
        this.#run()
      })
  }

  async #deliverAll(): Promise<void> {
    for (let batch = this.#queue.first(); batch !== undefined; batch = this.#queue.first()) {
      const outcome = await this.#deliver(batch)
      this.accepted += outcome.accepted
      this.refused += outcome.refused
      this.#keepRefusals(outcome)
      this.#queue.settle()
      this.#settled += batch.events
      this.#lastFailure = undefined
      this.#announce()
    }
  }

  /** Sends until the server has decided, always with the same bytes and key. */
  async #deliver(batch: PushBatch): Promise<Outcome> {
    const content = batch.content()
    const { compression = 'gzip', onRetry } = this.#options
    const body = await compressed(content, compression)
    for (let made = 0; ; made++) {
      const decided = await this.#attempt(batch, content, body, compression)
      if (!(decided instanceof SvcError)) return decided
      this.#lastFailure = decided
      const serverPause = (decided as { retryAfter?: number }).retryAfter
      const longest = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** made)
      const pauseMs =
        serverPause === undefined
          ? longest * (0.5 + Math.random() / 2)
          : Math.min(serverPause * 1000, LONGEST_RETRY_AFTER_MS)
      onRetry?.(decided, pauseMs)
      await sleep(pauseMs, this.#stop.signal)
    }
  }

  /** The outcome of one attempt, or the reason why there is none yet. */
  async #attempt(
    batch: PushBatch,
    content: Uint8Array,
    body: Uint8Array,
    compression: string,
  ): Promise<Outcome | SvcError> {
    const { timeoutMs = 60_000 } = this.#options
    try {
      const response = await this.#fetch(this.#target, {
        method: 'POST',
        headers: {
          Authorization: `Bearer ${this.#token}`,
          'Content-Type': MEDIA[batch.kind],
          'Idempotency-Key': batch.key,
          ...(compression === 'none' ? {} : { 'Content-Encoding': compression }),
          ...('document' in globalThis ? {} : { 'User-Agent': `svc-typescript/${API_VERSION}` }),
        },
        body: body as Uint8Array<ArrayBuffer>,
        redirect: 'manual', // a redirect would send the token to another server
        signal: AbortSignal.any([this.#stop.signal, AbortSignal.timeout(timeoutMs)]),
      })
      const text = await response.text()
      const answer = answerOf(text)
      if (response.ok && answer) return outcomeOf(batch, content, answer)
      const problem = problemOf(response.status, text, retryAfter(response.headers))
      if (response.ok) return new ConnectionFailed('the answer is no whole one of an ingest service')
      // A response of a proxy only counts if it says that the body is too large.
      if (FINAL.has(response.status) && (answer || response.status === 413))
        return outcomeOf(batch, content, answer ?? NOTHING, problem.message)
      return problem
    } catch (error) {
      if (this.#stop.signal.aborted) throw error
      const { message = '', cause } = error as { message?: string; cause?: { message?: string } }
      return new ConnectionFailed(cause?.message ? `${message}: ${cause.message}` : message, { cause: error })
    }
  }

  #keepRefusals({ refused, refusals }: Outcome): void {
    if (refused === 0) return
    if (this.#options.onRefused) return this.#options.onRefused(refusals)
    this.#refusalsCount += refused
    this.#refusals.push(...refusals.slice(0, REFUSALS_KEPT_MAX - this.#refusals.length))
  }

  #giveBack(): void {
    if (this.#refusalsCount === 0) return
    const refused = new EventsRefused(this.#refusalsCount, this.#refusals)
    this.#refusalsCount = 0
    this.#refusals = []
    throw refused
  }

  #announce(): void {
    const waiting = this.#changes
    this.#changes = []
    for (const wake of waiting) wake()
  }

  #change(signal: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve, reject) => {
      const abort = () => reject(signal?.reason)
      if (signal?.aborted) return abort()
      signal?.addEventListener('abort', abort, { once: true })
      this.#changes.push(() => {
        signal?.removeEventListener('abort', abort)
        resolve()
      })
    })
  }
}

function lineOf(event: object | string): [LineKind, Uint8Array] {
  const isText = typeof event === 'string'
  const text = isText ? event : JSON.stringify(event)
  if (!isText && (Array.isArray(event) || !text?.startsWith('{')))
    throw new TypeError('an event is an object or a string')
  if (isText && (text.trim() === '' || /[\n\r\0]/.test(text)))
    throw new TypeError('a line of text is not empty and has no line feed and no NUL')
  const line = new TextEncoder().encode(`${text}\n`)
  if (line.length - 1 > EVENT_BYTES_MAX)
    throw new TypeError(`the event has ${line.length - 1} bytes, more than ${EVENT_BYTES_MAX}`)
  return [isText ? 'txt' : 'ndjson', line]
}

const NOTHING: Answer = { accepted: 0, rejected: 0, errors: [] }

type Answer = { readonly accepted: number; readonly rejected: number; readonly errors: readonly string[] }

/** Undefined unless the text is a response of an ingest service. */
function answerOf(text: string): Answer | undefined {
  try {
    const { accepted, rejected, errors } = JSON.parse(text) as Answer
    return Number.isInteger(accepted) && Number.isInteger(rejected) && Array.isArray(errors)
      ? { accepted, rejected, errors }
      : undefined
  } catch {
    return undefined
  }
}

/**
 * When the whole batch is refused there is one reason; otherwise the errors name events by position. When several lines
 * form one event, a position does not identify a line.
 */
function outcomeOf(batch: PushBatch, content: Uint8Array, answer: Answer, reason?: string): Outcome {
  const { accepted, rejected, errors } = answer
  if (reason === undefined && rejected === 0) return { accepted, refused: 0, refusals: [] }
  const lines = new TextDecoder().decode(content).split('\n').slice(0, batch.events)
  const named = new Map<number, string>()
  for (const error of errors) {
    const [, place, why = ''] = /^event (\d+): (.*)$/s.exec(error) ?? []
    if (place !== undefined) named.set(Number(place) - 1, why)
  }
  if (reason !== undefined) {
    const refusals = lines.map((line, at) => ({ line, reason: named.get(at) ?? reason }))
    return { accepted: 0, refused: batch.events, refusals }
  }
  const isLineEach = accepted + rejected === batch.events
  const refusals: Refusal[] = [...named].map(([at, why]) => ({ line: isLineEach ? lines[at] : undefined, reason: why }))
  while (refusals.length < rejected)
    refusals.push({ line: undefined, reason: 'refused; the server lists no more errors' })
  return { accepted, refused: rejected, refusals }
}

type Zlib = { zstdCompress?(bytes: Uint8Array, done: (error: Error | null, result: Uint8Array) => void): void }

function zstd(): Zlib['zstdCompress'] {
  return optionalBuiltin<Zlib>('node:zlib')?.zstdCompress
}

async function compressed(content: Uint8Array, compression: string): Promise<Uint8Array> {
  if (compression === 'none') return content
  const compress = compression === 'zstd' ? zstd() : undefined
  if (compress)
    return new Promise((resolve, reject) =>
      compress(content, (error, result) => (error ? reject(error) : resolve(result))),
    )
  const stream = new Blob([content as Uint8Array<ArrayBuffer>]).stream().pipeThrough(new CompressionStream('gzip'))
  return new Uint8Array(await new Response(stream).arrayBuffer())
}

function bounded(name: string, chosen: number | undefined, usual: number, max: number): number {
  const value = chosen ?? usual
  if (!(value >= 1 && value <= max)) throw new SvcError(`${name} is 1 to ${max}`)
  return value
}
