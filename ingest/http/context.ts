import type { IncomingMessage, ServerResponse } from 'node:http'
import { AppError } from '../../platform/errors.ts'
import { safeRequestId } from '../../platform/request-id.ts'
import type { OpenRequest } from './request-memory.ts'

/** One request, as the routes see it. */
export type Context = {
  /** Set just before its events are appended. */
  opened: OpenRequest | null
  readonly request: IncomingMessage
  readonly requestId: string
  /** W3C trace context of the sender; undefined when it is malformed. */
  readonly traceparent: string | undefined
  readonly query: URLSearchParams
  readonly receivedMs: number
  /** Sends `100 Continue` to a sender that waits for it; does nothing for any other. */
  readonly inviteBody: () => void
  /** True while the sender waits for `100 Continue` and did not get it: no body will arrive. */
  readonly isBodyHeld: () => boolean
}

const TRACEPARENT = /^[0-9a-f]{2}-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}$/

export function openContext(request: IncomingMessage, response: ServerResponse, nowMs: number): Context {
  const requestId = header(request, 'x-request-id')
  const traceparent = header(request, 'traceparent')
  let waits = request.headers.expect?.toLowerCase() === '100-continue'
  const search = request.url?.indexOf('?') ?? -1
  return {
    request,
    requestId: safeRequestId(requestId),
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

/** A header's value; several values under one name are joined, as Node delivers them. */
export function header(request: IncomingMessage, name: string): string | undefined {
  const value = request.headers[name]
  return Array.isArray(value) ? value.join(', ') : value
}

/** The absolute form of a request through a proxy, which a server must accept as well (RFC 9112, 3.2.2). */
const ORIGIN = /^https?:\/\/[^/?#]*/i

/** Path segments of a URL, percent-decoded. A trailing slash is ignored, because many clients add one. */
export function pathOf(url: string): string[] {
  const path = url.replace(ORIGIN, '').split('?', 1)[0] ?? ''
  try {
    return path.replace(/\/$/, '').split('/').map(decodeURIComponent)
  } catch {
    throw new AppError('bad_request', 'the path holds a broken percent escape')
  }
}
