/**
 * Pushes one batch through ingest as a forwarder does: it retries after the wait that ingest requests, until the batch
 * is accepted or refused.
 */
import { setTimeout as delay } from 'node:timers/promises'
import type { Origin } from '../../control/platform/dead-letters/index.ts'
import { AppError } from '../../platform/errors.ts'
import { failureText } from '../process/failure-text.ts'

export type IngestAddress = {
  readonly url: string
  readonly token: string
  /** Called at most once for each body, with the reason why it has to wait. */
  readonly waiting?: (why: string) => void
}
export type Body = {
  readonly body: Buffer
  readonly type: string
  /** A request name, for a body that has the same events every time it is sent. */
  readonly name?: string
}
export type Reply = { readonly accepted: number; readonly rejected: number; readonly errors: readonly string[] }

const ATTEMPTS_MAX = 120
/** Tries before a report: an ingest that restarts is back by then. */
const REPORTED_AFTER = 5
const PAUSE_MS_MAX = 10_000

/**
 * Throws `bad_body` or `too_large` when ingest refuses this body, `unknown_format` for this format, `bad_request` when
 * it would refuse any other body too, `unavailable` when it never answers.
 */
export async function pushBody(address: IngestAddress, origin: Origin, { body, type, name }: Body): Promise<Reply> {
  const query = new URLSearchParams({
    connector_id: origin.connectorId,
    connector_type: origin.connectorType,
    source_format: origin.sourceFormat,
  })
  if (!URL.canParse(address.url))
    throw new AppError('bad_request', `${address.url} is not the address of an ingest service`)
  const target = new URL(`/v1/ingest/batch?${query}`, address.url)
  const named = name === undefined ? {} : { 'Idempotency-Key': name }
  const headers = { Authorization: `Bearer ${address.token}`, 'Content-Type': type, ...named }
  for (let attempt = 1; ; attempt++) {
    const answer = await tryPush(target, headers, body)
    if ('status' in answer && answer.status < 300) return replyOf(answer, target)
    if ('status' in answer && answer.status < 429 && answer.status >= 400) return refused(answer)
    const last =
      'status' in answer ? `ingest refused the request: ${answer.text}` : `ingest does not answer: ${answer.reason}`
    if (attempt >= ATTEMPTS_MAX) throw new AppError('unavailable', `${last} (${attempt} times)`)
    if (attempt === REPORTED_AFTER) address.waiting?.(last)
    await delay(Math.min(PAUSE_MS_MAX, ('status' in answer ? answer.retryAfterSeconds : 1) * 1000))
  }
}

function replyOf({ text }: Answer, { origin }: URL): Reply {
  const { accepted, rejected = 0, errors = [] } = problemIn(text)
  if (accepted === undefined) throw new AppError('bad_request', `the server at ${origin} is not an ingest service`)
  return { accepted, rejected, errors }
}

/**
 * The reply for a batch without accepted events: its counts of refusals; an answer without counts refused the request
 * itself.
 */
function refused(answer: Answer): Reply {
  const body = problemIn(answer.text)
  if (body.rejected) return { accepted: 0, rejected: body.rejected, errors: body.errors ?? [] }
  throw new AppError(
    isAboutBody(body.code) ? body.code : 'bad_request',
    `ingest answered ${answer.status}: ${body.detail ?? ''}`,
  )
}

type Problem = Partial<Reply> & { readonly detail?: string; readonly code?: string }

/** A proxy before ingest may answer in its own words. */
function problemIn(text: string): Problem {
  try {
    return JSON.parse(text) as Problem
  } catch {
    return { detail: text.slice(0, 200) }
  }
}

const ABOUT_BODY = ['bad_body', 'too_large', 'unknown_format'] as const

function isAboutBody(code: string | undefined): code is (typeof ABOUT_BODY)[number] {
  return ABOUT_BODY.some((one) => one === code)
}

/** Counts all events of a body that ingest refuses as rejected; throws any other failure again. */
export function refusedBody(error: unknown, events: number): Reply {
  if (!(error instanceof AppError && isAboutBody(error.code))) throw error
  return { accepted: 0, rejected: events, errors: [`${events} events: ${error.message}`] }
}

type Answer = { readonly status: number; readonly text: string; readonly retryAfterSeconds: number }

/**
 * Returns the reason when there was no answer: the batch may or may not have been taken, and sending it again is safe.
 * Throws `bad_request` when no such request can be made at all; the message leaves the token out.
 */
async function tryPush(
  target: URL,
  headers: Record<string, string>,
  body: Buffer,
): Promise<Answer | { readonly reason: string }> {
  try {
    const answer = await fetch(target, {
      method: 'POST',
      headers,
      body: new Uint8Array(body.buffer as ArrayBuffer, body.byteOffset, body.length),
    })
    const retryAfterSeconds = Number(answer.headers.get('retry-after') ?? 1) || 1
    return { status: answer.status, text: await answer.text(), retryAfterSeconds }
  } catch (error) {
    const { cause } = error as Error
    const reason = failureText(cause)
    if (reason !== null) return { reason }
    const { message, code } = (cause ?? {}) as { readonly message?: string; readonly code?: string }
    if (code?.startsWith('UND_ERR')) return { reason: `${message}` }
    const why = message ?? 'the address or the token has characters that cannot be sent'
    throw new AppError('bad_request', `cannot send a request to ${target.origin}: ${why}`)
  }
}
