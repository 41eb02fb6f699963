import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { AppError } from '../../platform/errors.ts'
import type { OpenRequest } from './request-memory.ts'

/** One request, as the routes see it. */
export type Context = {
  /** Set once its events are about to be appended. */
  opened: OpenRequest | null
  readonly request: IncomingMessage
  readonly requestId: string
  /** W3C trace context of the sender, when it is well formed. */
  readonly traceparent: string | undefined
  readonly query: URLSearchParams
  readonly receivedMs: number
  /** Tells a sender that waits for `100 Continue` to go on. Nothing happens for any other. */
  readonly inviteBody: () => void
  /** The sender waits for `100 Continue` and was not told to go on: no body will come. */
  readonly isBodyHeld: () => boolean
}

const REQUEST_ID = /^[A-Za-z0-9._:-]{1,128}$/
const TRACEPARENT = /^[0-9a-f]{2}-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}$/

export function openContext(request: IncomingMessage, response: ServerResponse, nowMs: number): Context {
  const requestId = header(request, 'x-request-id')
  const traceparent = header(request, 'traceparent')
  let waits = request.headers.expect?.toLowerCase() === '100-continue'
  const search = request.url?.indexOf('?') ?? -1
  return {
    request,
    requestId: requestId && REQUEST_ID.test(requestId) ? requestId : randomUUID(),
    opened: null,
    traceparent: traceparent && TRACEPARENT.test(traceparent) ? traceparent : undefined,
    query: new URLSearchParams(search === -1 ? '' : request.url?.slice(search + 1)),
    receivedMs: nowMs,
    inviteBody: () => {
      if (waits) response.writeContinue()
      waits = false
    },
    isBodyHeld: () => waits,
  }
}

/** A header's only value; several under one name come joined, as Node gives them. */
export function header(request: IncomingMessage, name: string): string | undefined {
  const value = request.headers[name]
  return Array.isArray(value) ? value.join(', ') : value
}

/** The form of a request through a proxy, which a server has to take as well (RFC 9112, 3.2.2). */
const ORIGIN = /^https?:\/\/[^/?#]*/i

/** Path segments of a URL, percent-decoded. A slash at the end, which many put behind an address, is none of it. */
export function pathOf(url: string): string[] {
  const path = url.replace(ORIGIN, '').split('?', 1)[0] ?? ''
  try {
    return path.replace(/\/$/, '').split('/').map(decodeURIComponent)
  } catch {
    throw new AppError('bad_request', 'the path holds a broken percent escape')
  }
}
