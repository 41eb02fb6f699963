import { STATUS_CODES } from 'node:http'
import { AppError } from '../../platform/errors.ts'
import { BatchRefused } from './batch-refused.ts'
import type { Context } from './context.ts'

export type Reply = {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Buffer
}
export type TextReply = Reply & { readonly body: string }

export function json(status: number, value: unknown, headers: Record<string, string> = {}): TextReply {
  return { status, headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(value) }
}

/** The counts of a batch, with the same members whether it was accepted or refused. */
export function counts(accepted: number, rejected: number, context: Context, errors: readonly string[]) {
  return { accepted, rejected, request_id: context.requestId, errors }
}

/** The reply for a body that could not be read as a batch. */
export function refused(detail: string): object {
  return { error: detail, accepted: 0, rejected: 0, errors: [detail] }
}

/**
 * Problem details (RFC 9457) that simple clients can read too: `detail` and `error` have the same text. Of an error
 * that is not an `AppError`, a bug, no detail is revealed.
 */
export function problem(error: unknown, context: Context): TextReply {
  const known = error instanceof AppError ? error : null
  const status = known?.status ?? 500
  const detail = known?.message ?? 'the ingest service failed; the request id finds the reason in its log'
  const judged = error instanceof BatchRefused ? error.judged : null
  return json(
    status,
    {
      type: 'about:blank',
      title: STATUS_CODES[status],
      status,
      detail,
      instance: `urn:request:${context.requestId}`,
      error: detail,
      code: known?.code ?? 'internal',
      ...counts(0, judged?.rejected ?? 0, context, judged?.errors.length ? judged.errors : [detail]),
    },
    { ...retryAfter(error), 'content-type': 'application/problem+json' },
  )
}

export function retryAfter(error: unknown): Record<string, string> {
  if (!(error instanceof AppError) || !error.retryable) return {}
  return { 'retry-after': String(Math.max(1, Math.ceil(error.retryAfterSeconds ?? 1))) }
}
