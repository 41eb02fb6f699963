/**
 * The one way out: every outbound HTTP request of the program goes through here, so that the air gap and the guard
 * against requests into our own network (SSRF) hold everywhere, on every redirect.
 */
import { lookup } from 'node:dns/promises'
import { type IncomingHttpHeaders, type IncomingMessage, request as plainRequest } from 'node:http'
import { request as tlsRequest } from 'node:https'
import { isIP } from 'node:net'
import { withDeadline } from '../deadline.ts'
import { AppError } from '../errors.ts'
import type { Log } from '../log.ts'
import type { AirGap } from './air-gap.ts'
import { type ChosenBy, type GuardOptions, guardPlace, guardTarget, type Place, type Target } from './guard.ts'

export type EgressOptions = {
  readonly airGap: AirGap
  readonly allowPrivate: boolean
  readonly log: Log
  /** The system's resolver when left out. */
  readonly resolve?: GuardOptions['resolve']
}

export type EgressRequest = {
  readonly url: string
  readonly chosenBy: ChosenBy
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Uint8Array
  /** Covers the whole request, redirects included. */
  readonly timeoutMs?: number
  readonly responseBytesMax?: number
  readonly redirectsMax?: number
  /**
   * Called with each chunk of the body; returns true when the caller needs no more of it, for an answer that may stay
   * open.
   */
  readonly isWhole?: (contentType: string, chunk: Buffer) => boolean
}

export type EgressResponse = {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly body: Buffer
  /** The URL that finally answered. */
  readonly url: string
}

export type Egress = (request: EgressRequest) => Promise<EgressResponse>

const TIMEOUT_MS = 30_000
const RESPONSE_BYTES_MAX = 8 << 20
const REDIRECTS_MAX = 5
const IN_FLIGHT_MAX = 256
const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308])
/** The client sets these headers itself; callers may not. */
const OURS: ReadonlySet<string> = new Set(['host', 'connection', 'content-length', 'transfer-encoding', 'upgrade'])

/**
 * Resolves with any answer, whatever its status. Throws `forbidden` for a target that must not be connected to,
 * `too_large` for an answer over the bound, `bad_request` for an invalid URL, and `unavailable` for every network
 * failure: no address, no connection, no answer in time, or 256 requests already in progress.
 */
export function openEgress({ airGap, allowPrivate, log, resolve = systemResolve }: EgressOptions): Egress {
  const guard: GuardOptions = { airGap, allowPrivate, log, resolve }
  let inFlight = 0
  return async (request) => {
    if (inFlight >= IN_FLIGHT_MAX)
      throw new AppError('unavailable', 'too many outbound requests are under way', { retryAfterSeconds: 1 })
    inFlight++
    const stop = new AbortController()
    const late = () => new AppError('unavailable', 'no answer in time')
    try {
      return await withDeadline(follow(guard, request, stop.signal), request.timeoutMs ?? TIMEOUT_MS, late)
    } catch (error) {
      throw error instanceof AppError
        ? error
        : new AppError('unavailable', 'the target does not answer', { cause: error })
    } finally {
      stop.abort()
      inFlight--
    }
  }
}

export type FindPlace = (host: string, port: number) => Promise<Place>

/**
 * For protocols other than HTTP. The host counts as chosen by a tenant unless `chosenBy` is `operator`. Throws as
 * `guardTarget` does.
 */
export function openPlaces(
  { airGap, allowPrivate, log, resolve = systemResolve }: EgressOptions,
  chosenBy: ChosenBy = 'tenant',
): FindPlace {
  return (host, port) => guardPlace({ airGap, allowPrivate, log, resolve }, host, port, chosenBy)
}

async function follow(guard: GuardOptions, request: EgressRequest, signal: AbortSignal): Promise<EgressResponse> {
  const { redirectsMax = REDIRECTS_MAX } = request
  let hop = { url: urlOf(request.url), request }
  for (let redirects = 0; ; redirects++) {
    const target = await guardTarget(guard, hop.url, hop.request.chosenBy)
    signal.throwIfAborted()
    const response = await send(target, hop.request, signal)
    const { location } = response.headers
    if (!REDIRECTS.has(response.status) || location === undefined) return response
    if (redirects >= redirectsMax) throw new AppError('forbidden', `more than ${redirectsMax} redirects`)
    hop = redirected(hop.url, urlOf(location, hop.url), hop.request, response.status)
  }
}

/**
 * The answering server chose the next target, so another origin gets no header or body that was meant for the first
 * one.
 */
function redirected(from: URL, to: URL, request: EgressRequest, status: number) {
  if (from.protocol === 'https:' && to.protocol !== 'https:')
    throw new AppError('forbidden', 'a redirect from https to http')
  const { body, method = 'GET', ...rest } = request
  const becomesGet = status === 303 || (method === 'POST' && status < 303)
  const kept = becomesGet || body === undefined ? {} : { body }
  const next: EgressRequest = { ...rest, ...kept, method: becomesGet && method !== 'HEAD' ? 'GET' : method }
  if (from.origin === to.origin) return { url: to, request: next }
  if (kept.body !== undefined) throw new AppError('forbidden', 'a redirect of a body to another origin')
  return { url: to, request: { ...next, headers: {}, chosenBy: 'tenant' as const } }
}

function send({ url, host, port, address }: Target, request: EgressRequest, signal: AbortSignal) {
  const { method = 'GET', body, responseBytesMax = RESPONSE_BYTES_MAX } = request
  const isTls = url.protocol === 'https:'
  return new Promise<EgressResponse>((resolve, reject) => {
    const options = {
      ...{ host: address, port, method, path: url.pathname + url.search, signal, agent: false as const },
      headers: { ...headersOf(request), host: url.host },
      // The certificate must match the name, although the connection goes to the checked address.
      ...(isTls && isIP(host) === 0 ? { servername: host } : {}),
    }
    const sent = (isTls ? tlsRequest : plainRequest)(options, (answer) => {
      readBody(answer, responseBytesMax, request.isWhole).then(
        (read) => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: read, url: url.href }),
        reject,
      )
    })
    sent.on('error', reject)
    sent.end(body)
  })
}

/** Requests no compression: so the bound on the held bytes also bounds the transferred bytes. */
function headersOf({ headers = {} }: EgressRequest): Record<string, string> {
  const callerHeaders = Object.entries(headers).filter(([name]) => !OURS.has(name.toLowerCase()))
  return { ...Object.fromEntries(callerHeaders), 'accept-encoding': 'identity' }
}

async function readBody(answer: IncomingMessage, bytesMax: number, isWhole: EgressRequest['isWhole']): Promise<Buffer> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of answer as AsyncIterable<Buffer>) {
    bytes += chunk.length
    if (bytes > bytesMax) throw new AppError('too_large', `the answer has more than ${bytesMax} bytes`)
    chunks.push(chunk)
    // Leaving the loop closes the connection.
    if (isWhole?.(answer.headers['content-type'] ?? '', chunk)) break
  }
  return Buffer.concat(chunks)
}

function urlOf(text: string, base?: URL): URL {
  try {
    return new URL(text, base)
  } catch (cause) {
    throw new AppError('bad_request', 'not a URL', { cause })
  }
}

async function systemResolve(host: string): Promise<string[]> {
  return (await lookup(host, { all: true })).map(({ address }) => address)
}
