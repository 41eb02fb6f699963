/**
 * Routes of a Splunk HTTP Event Collector, answered as its clients expect: POST /v1/inbox/hec, and the paths below
 * /services/collector, which most clients cannot change.
 */
import { STATUS_CODES } from 'node:http'
import { splitValues } from '../../connectors/formats/framing.ts'
import { AppError, type ErrorCode } from '../../platform/errors.ts'
import type { Sender } from './authenticate.ts'
import { BatchRefused } from './batch-refused.ts'
import { type Context, header } from './context.ts'
import { healthRoute } from './health.ts'
import { acknowledged, channelOf, giveAckId, HEC_SCHEMES, type HecError, HecRefusal } from './hec-acks.ts'
import { rawAsEvents } from './hec-raw.ts'
import { judgeBroken, judgeValues } from './inbox-batch.ts'
import { inboxOptions } from './inbox-routes.ts'
import type { IngestLimits } from './limits.ts'
import { readEnvelope } from './read-envelope.ts'
import { type PushDeps, receive } from './receive.ts'
import { counts, json, problem, type Reply, type TextReply } from './reply.ts'
import { SIGNATURE_HEADERS } from './signature-headers.ts'
import { type Judged, judgeElements, judgeLines } from './validate-batch.ts'

export const HEC_TEMPLATE = 'splunk-hec'
const OPEN_LIST = 0x5b
const ACK_QUERY_BYTES_MAX = 256 * 1024

export function hec(ingest: PushDeps, context: Context): Promise<Reply> {
  return receiveHec(ingest, context, (body) => hecBatch(body, ingest.limits))
}

/** Accepts lines of text; the query holds the other fields of their events. */
export function hecRaw(ingest: PushDeps, context: Context): Promise<Reply> {
  const { limits } = ingest
  return receiveHec(ingest, context, (body) => judgeLines(rawAsEvents(body, context.query, limits), 'hec', limits))
}

async function receiveHec(ingest: PushDeps, context: Context, judge: (body: Buffer) => Judged): Promise<Reply> {
  const sender = await senderOf(ingest, context)
  const channel = channelOf(context)
  const outcome = await receive(ingest, context, sender, inboxOptions(ingest, sender, judge))
  const answer = counts(outcome?.accepted ?? 0, outcome?.rejected ?? 0, context, outcome?.errors ?? [])
  const ack = channel === undefined ? {} : { ackId: giveAckId(context, channel) }
  return json(200, { text: 'Success', code: 0, ...ack, ...answer })
}

function senderOf(ingest: PushDeps, context: Context): Promise<Sender> {
  return ingest.authenticator.inboxFor(context, HEC_TEMPLATE, HEC_SCHEMES)
}

/** For each given id, whether its batch is durable. */
export async function hecAcks(ingest: PushDeps, context: Context): Promise<Reply> {
  const sender = await senderOf(ingest, context)
  let acks: Record<string, boolean> = {}
  await receive(ingest, context, sender, {
    wireBytesMax: ACK_QUERY_BYTES_MAX,
    decodedBytesMax: ACK_QUERY_BYTES_MAX,
    signatureHeaders: SIGNATURE_HEADERS,
    judge: (body) => {
      acks = acknowledged(context, body)
      return null
    },
  })
  return json(200, { acks })
}

const UNHEALTHY = { text: 'HEC is unhealthy, queues are full', code: 18 }

/** The health check that clients make before they send. */
export function hecHealth(ingest: PushDeps): (context: Context) => Promise<Reply> {
  const health = healthRoute(ingest.deps, ingest.limits)
  return async (context) => {
    const { status, headers } = await health(context)
    const problem = status === 200 ? { text: 'HEC is healthy', code: 17 } : UNHEALTHY
    return json(status, problem, headers)
  }
}

/** Event objects one after another, with or without line ends, or in one list. */
function hecBatch(body: Buffer, limits: IngestLimits): Judged {
  const split = splitValues(body, limits)
  const { elements, fault } = split
  if (fault?.fault === 'empty') return judgeLines(body, 'hec', limits)
  if (fault) return judgeBroken(body, split, 'hec', limits)
  const isList = elements.length === 2 && body[elements[0] ?? 0] === OPEN_LIST
  if (isList) return judgeElements(body, readEnvelope(body, limits), 'hec', limits)
  return judgeValues(body, split, 'hec', limits)
}

const INVALID: HecError = { text: 'Invalid data format', code: 6 }
const BLANK: HecError = { text: 'Event field cannot be blank', code: 13 }
const BUSY: HecError = { text: 'Server is busy', code: 9 }
const NO_TOKEN: HecError = { text: 'Token is required', code: 2 }
const BAD_AUTHORIZATION: HecError = { text: 'Invalid authorization', code: 3 }
const BAD_TOKEN: HecError = { text: 'Invalid token', code: 4, status: 403 }
const INTERNAL: HecError = { text: 'Internal server error', code: 8 }

/** Texts, codes and statuses of Splunk's own table ("Troubleshoot HTTP Event Collector", possible error codes). */
const HEC_ERRORS: Partial<Record<ErrorCode, HecError>> = {
  no_credential: NO_TOKEN,
  bad_credential: BAD_TOKEN,
  forbidden: BAD_TOKEN,
  gone: { text: 'Token disabled', code: 1, status: 403 },
  bad_body: INVALID,
  bad_request: INVALID,
  unsupported_media: INVALID,
  too_large: { text: 'Request entity too large', code: 27 },
  rate_limited: BUSY,
  unavailable: BUSY,
}

export function hecProblem(error: unknown, context: Context): TextReply {
  const plain = problem(error, context)
  const { text, code, status = plain.status } = hecError(error, context)
  const challengeHeader = status === 401 ? { 'www-authenticate': 'Splunk' } : {}
  const headers = { ...plain.headers, ...challengeHeader, 'content-type': 'application/json' }
  const hecBody = { ...(JSON.parse(plain.body) as object), text, code, ...firstInvalid(error, code) }
  return withStatus({ ...plain, headers, body: JSON.stringify(hecBody) }, status)
}

function hecError(error: unknown, context: Context): HecError {
  if (error instanceof BatchRefused && error.judged.events === 0) return { text: 'No data', code: 5 }
  if (error instanceof BatchRefused && error.judged.faults.has('blank_event')) return BLANK
  if (error instanceof HecRefusal) return error.hec
  const known = error instanceof AppError ? HEC_ERRORS[error.code] : undefined
  return known === NO_TOKEN && sendsAnother(context) ? BAD_AUTHORIZATION : (known ?? INTERNAL)
}

/** True when the request sent a credential, but not under a collector's scheme: another scheme, or X-Inbox-Token. */
function sendsAnother({ request }: Context): boolean {
  const [scheme = ''] = (header(request, 'authorization') ?? '').trim().toLowerCase().split(/\s+/, 1)
  const isOfCollector = (HEC_SCHEMES as readonly string[]).includes(scheme)
  return (scheme !== '' && !isOfCollector) || header(request, 'x-inbox-token') !== undefined
}

/** Index of the first invalid event when the whole batch was refused; Splunk counts from 0. */
function firstInvalid(error: unknown, code: number): object {
  return error instanceof BatchRefused && (code === INVALID.code || code === BLANK.code)
    ? { 'invalid-event-number': 0 }
    : {}
}

const BUSY_STATUS = 429
const SPLUNK_BUSY_STATUS = 503

/**
 * The same for the paths of Splunk's own clients. Splunk has no 429 and answers 503 when there is too much; some
 * clients treat every 4xx as a batch that can never pass, and drop it.
 */
export function collectorProblem(error: unknown, context: Context): Reply {
  const health = hecProblem(error, context)
  return health.status === BUSY_STATUS ? withStatus(health, SPLUNK_BUSY_STATUS) : health
}

/** Repeats the status in the body, where our own clients read it. */
function withStatus(reply: TextReply, status: number): TextReply {
  if (reply.status === status) return reply
  const body = { ...(JSON.parse(reply.body) as object), status, title: STATUS_CODES[status] }
  return { ...reply, status, body: JSON.stringify(body) }
}
