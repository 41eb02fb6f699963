import { AppError } from '../../platform/errors.ts'

/**
 * Errors after which a retry may succeed: connection lost or refused, server starting or stopping, out of connections,
 * cancelled, deadlock.
 */
const RETRY_LATER = new Set([
  ...['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ENOTFOUND', 'ETIMEDOUT', 'EHOSTUNREACH', 'EAI_AGAIN'],
  ...['57P01', '57P02', '57P03', '57014', '53300', '53100', '53200', '40001', '40P01', '25P03', '55P03'],
  ...['08000', '08001', '08003', '08004', '08006'],
])

/** Messages that `pg` reports without a code. */
const WITHOUT_CODE =
  /timeout exceeded when trying to connect|Query read timeout|Connection terminated|connection error and is not queryable/

export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code } = error as { code?: unknown }
  return typeof code === 'string' ? RETRY_LATER.has(code) : WITHOUT_CODE.test(error.message)
}

/** Maps an error to `unavailable` when the same call may succeed later; returns every other error unchanged. */
export function asAppError(error: unknown): unknown {
  if (!isUnavailable(error)) return error
  return new AppError('unavailable', 'the database does not answer', { cause: error, retryAfterSeconds: 1 })
}
