import type { KqlResult } from './kql-result.ts'

/** Base class of all errors of this package, except an AbortError of the caller's own signal. */
export class SvcError extends Error {
  override name = 'SvcError'
}

/** No complete response arrived, after all retries that are safe. */
export class ConnectionFailed extends SvcError {
  override name = 'ConnectionFailed'
}

/** The call exceeded its time limit. */
export class DeadlineExceeded extends SvcError {
  override name = 'DeadlineExceeded'
}

export interface Fault {
  readonly loc: ReadonlyArray<string | number>
  readonly msg: string
  readonly type: string
}

/** A refusal by the server, as problem details (RFC 9457). */
export class Problem extends SvcError {
  override name = 'Problem'
  readonly status: number
  readonly code: string
  readonly title: string
  readonly type: string
  readonly instance: string
  readonly detail: string
  /** The invalid fields, for a 422. */
  readonly faults: readonly Fault[]
  /** Seconds after which the client should retry. */
  readonly retryAfter: number | undefined

  constructor(status: number, body: Readonly<Record<string, unknown>>, retryAfter?: number) {
    const { code = '', title = '', type = 'about:blank', instance = '', detail = '' } = body
    const faults = Array.isArray(detail) ? (detail as Fault[]) : []
    const sentence =
      faults.length > 0 ? faults.map(({ loc, msg }) => `${loc.join('.')}: ${msg}`).join('; ') : String(detail)
    super(`${status} ${code || title}${sentence === '' ? '' : `: ${sentence}`}`)
    this.status = status
    this.code = String(code)
    this.title = String(title)
    this.type = String(type)
    this.instance = String(instance)
    this.detail = sentence
    this.faults = faults
    this.retryAfter = retryAfter
  }
}

/** There is one error class, and these functions distinguish its statuses: `if (isNotFound(error))`. */
export const isBadRequest = ofStatus(400)
export const isUnauthorized = ofStatus(401)
export const isForbidden = ofStatus(403)
export const isNotFound = ofStatus(404)
export const isConflict = ofStatus(409)
export const isUnprocessable = ofStatus(422)
export const isRateLimited = ofStatus(429)
export const isUnavailable = ofStatus(503)

function ofStatus(status: number): (error: unknown) => error is Problem {
  return (error): error is Problem => error instanceof Problem && error.status === status
}

const TEXT_MAX = 500

export function problemOf(status: number, text: string, retryAfter: number | undefined): Problem {
  try {
    const body: unknown = JSON.parse(text)
    if (typeof body === 'object' && body !== null && !Array.isArray(body))
      return new Problem(status, body as Record<string, unknown>, retryAfter)
  } catch {
    // The body comes from a proxy and is not problem+json.
  }
  return new Problem(status, { detail: text.slice(0, TEXT_MAX) }, retryAfter)
}

/** An event that the server refused permanently. */
export interface Refusal {
  /** The event as pushed, an object as JSON; undefined if the server did not say which event of the batch it was. */
  readonly line: string | undefined
  readonly reason: string
}

/** Events of a `Pusher` that were refused permanently; all other pushed events are stored. */
export class EventsRefused extends SvcError {
  override name = 'EventsRefused'
  readonly count: number
  /** The first 1,000 of them. */
  readonly refusals: readonly Refusal[]

  constructor(count: number, refusals: readonly Refusal[]) {
    super(`${count} events were refused, the first one: ${refusals[0]?.reason}`)
    this.count = count
    this.refusals = refusals
  }
}

/** A time span of events that was not searched completely, and the reason. */
export interface Missing {
  readonly from: string
  readonly to: string
  /**
   * time, memory: the query exceeded the limit of one request; unreadable, archived: some events cannot be read; rows:
   * there are more events or rows than the server keeps.
   */
  readonly reason: 'time' | 'memory' | 'unreadable' | 'archived' | 'lost' | 'rows' | (string & {})
}

/** The search returned all events that it could, but some time was not searched: thrown after the last event. */
export class IncompleteSearch extends SvcError {
  override name = 'IncompleteSearch'
  readonly missing: readonly Missing[]
  readonly jobId: string | undefined
  /** The available rows, for a KQL query. */
  readonly table: KqlResult | undefined

  constructor(missing: readonly Missing[], jobId?: string, table?: KqlResult) {
    super(
      `not everything was looked at: ${missing.map(({ from, to, reason }) => `${from} to ${to} (${reason})`).join(', ')}`,
    )
    this.missing = missing
    this.jobId = jobId
    this.table = table
  }
}

/** The query returns a table: use `client.kql`. */
export class GivesTable extends SvcError {
  override name = 'GivesTable'
}

/** The query returns events: use `client.search`. */
export class GivesEvents extends SvcError {
  override name = 'GivesEvents'
}

/** The server job of the search failed, or somebody cancelled it. */
export class SearchFailed extends SvcError {
  override name = 'SearchFailed'
  readonly jobId: string
  /** `failed` or `cancelled`. */
  readonly state: string
  readonly fault: string | null

  constructor(jobId: string, state: string, fault: string | null) {
    super(
      `the search ${jobId} ${state === 'failed' ? 'has failed' : 'was cancelled'}${fault === null ? '' : `: ${fault}`}`,
    )
    this.jobId = jobId
    this.state = state
    this.fault = fault
  }
}

/** A GraphQL error as the server sent it. */
export interface GraphQLFault {
  readonly message: string
  readonly extensions?: { readonly code?: string; readonly status?: number; readonly retryAfterSeconds?: number }
}

/** The server refused a GraphQL subscription, or could not read an event of it. */
export class SubscriptionRefused extends SvcError {
  override name = 'SubscriptionRefused'
  /** The close code of the socket, such as 4401 or 4403; 0 if the server answered with GraphQL errors. */
  readonly code: number
  readonly faults: readonly GraphQLFault[]

  constructor(code: number, faults: readonly GraphQLFault[]) {
    super(`the subscription is refused: ${faults.map(({ message }) => message).join('; ') || code}`)
    this.code = code
    this.faults = faults
  }
}
