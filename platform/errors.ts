/**
 * Refusals of the outside world: every error a caller can meet, with its HTTP status. `retryable` means that the same
 * request may succeed later. A bad event is not listed here (it is an outcome of a stage), nor is a bug of our own
 * (`assert`).
 */
export const ERROR_CODES = {
  bad_request: { status: 400, retryable: false },
  bad_tenant: { status: 400, retryable: false },
  bad_body: { status: 400, retryable: false },
  unknown_format: { status: 400, retryable: false },
  no_credential: { status: 401, retryable: false },
  bad_credential: { status: 401, retryable: false },
  forbidden: { status: 403, retryable: false },
  not_found: { status: 404, retryable: false },
  method_not_allowed: { status: 405, retryable: false },
  gone: { status: 410, retryable: false },
  conflict: { status: 409, retryable: false },
  /** A stored secret that no credential key of this process opens: save it again, or restore its key. */
  secret_unreadable: { status: 409, retryable: false },
  precondition_failed: { status: 412, retryable: false },
  too_large: { status: 413, retryable: false },
  unsupported_media: { status: 415, retryable: false },
  rate_limited: { status: 429, retryable: true },
  unavailable: { status: 503, retryable: true },
  port_taken: { status: 503, retryable: true },
  data_dir_in_use: { status: 503, retryable: true },
  data_dir_newer: { status: 503, retryable: false },
  bad_config: { status: 500, retryable: false },
} as const

export type ErrorCode = keyof typeof ERROR_CODES

export class AppError extends Error {
  override readonly name = 'AppError'
  readonly code: ErrorCode
  readonly status: number
  readonly retryable: boolean
  /** Seconds after which a retry makes sense, for the Retry-After header. */
  readonly retryAfterSeconds: number | undefined

  constructor(code: ErrorCode, detail: string, options: { cause?: unknown; retryAfterSeconds?: number } = {}) {
    super(detail, options.cause === undefined ? undefined : { cause: options.cause })
    this.code = code
    this.status = ERROR_CODES[code].status
    this.retryable = ERROR_CODES[code].retryable
    this.retryAfterSeconds = options.retryAfterSeconds
  }
}

/** The error for something that does not exist: `no case 12` with its id, `there is no such case` without one. */
export function noSuch(what: string, id?: string | number): AppError {
  return new AppError('not_found', id === undefined ? `there is no such ${what}` : `no ${what} ${id}`)
}

/** Returns what was found; throws `not_found` when it is missing. */
export function requireFound<T extends object | string | number>(
  found: T | null | undefined,
  what: string,
  id?: string | number,
): T {
  if (found === null || found === undefined) throw noSuch(what, id)
  return found
}
