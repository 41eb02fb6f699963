import type { ServerResponse } from 'node:http'
import { AppError } from '../../../platform/errors.ts'
import { isNoRoom } from '../body-folder.ts'
import { EngineError } from './lane.ts'

/** Statuses that the server gives for its error codes; all others are 500. */
const STATUS: Record<number, number> = {
  ...of(400, [6, 26, 27, 36, 38, 41, 43, 53, 62, 69, 72, 117, 130, 131, 167, 168, 184, 349, 456]),
  ...of(404, [46, 47, 50, 56, 60, 63, 73, 81, 115]),
  ...of(403, [164, 497]),
  ...of(408, [159]),
  ...of(413, [307]),
  ...of(501, [48]),
  ...of(503, [202, 439]),
}

/** Engine error codes for requests that the HTTP face refuses itself. */
const CODE_OF_STATUS: Record<number, readonly [number, string]> = {
  400: [36, 'BAD_ARGUMENTS'],
  401: [516, 'AUTHENTICATION_FAILED'],
  404: [79, 'INCORRECT_FILE_NAME'],
  405: [48, 'NOT_IMPLEMENTED'],
  413: [307, 'TOO_MANY_BYTES'],
  415: [89, 'UNKNOWN_COMPRESSION_METHOD'],
  503: [202, 'TOO_MANY_SIMULTANEOUS_QUERIES'],
}

export type HttpFailure = {
  readonly status: number
  readonly code: number
  readonly message: string
  readonly retryAfterSeconds: number | undefined
}

/**
 * Maps any error to the status and text that a ClickHouse server would send. Rethrows an error that neither the request
 * nor the environment caused.
 */
export function failureOf(error: unknown): HttpFailure {
  if (error instanceof EngineError) return engineFailure(error)
  const refusal = error instanceof AppError ? error : bodyRefusal(error)
  if (!refusal) throw error
  const [code, name] = CODE_OF_STATUS[refusal.status] ?? [1001, 'STD_EXCEPTION']
  const message = `Code: ${code}. DB::Exception: ${refusal.message}. (${name})`
  return { status: refusal.status, code, message, retryAfterSeconds: refusal.retryAfterSeconds }
}

function engineFailure(error: EngineError): HttpFailure {
  const code = Number(/^Code: (\d+)/.exec(error.message)?.[1] ?? 1001)
  const message = code === 1001 ? `Code: 1001. DB::Exception: ${error.message} (STD_EXCEPTION)` : error.message
  return { status: STATUS[code] ?? 500, code, message, retryAfterSeconds: undefined }
}

/** Maps the errors of reading a body: a connection that broke, bytes that do not decompress, a full disk. */
function bodyRefusal(error: unknown): AppError | undefined {
  const { code, message } = error as NodeJS.ErrnoException
  if (code === undefined) return undefined
  if (isNoRoom(error)) return new AppError('unavailable', 'there is no room for the body', { cause: error })
  const isCut = code === 'ECONNRESET' || code === 'EPIPE' || code === 'ERR_STREAM_PREMATURE_CLOSE'
  if (isCut) return new AppError('bad_body', 'the connection broke off inside the body', { cause: error })
  const isCorrupt = /^(Z|ZSTD|ERR_ZLIB)_/.test(code)
  return isCorrupt ? new AppError('bad_body', `the body does not decompress: ${message}`, { cause: error }) : undefined
}

/** Call it only before the headers were sent. */
export function sendFailure(response: ServerResponse, failure: HttpFailure): void {
  response.statusCode = failure.status
  response.setHeader('Content-Type', 'text/plain; charset=UTF-8')
  response.setHeader('X-ClickHouse-Exception-Code', failure.code)
  if (failure.retryAfterSeconds !== undefined) response.setHeader('Retry-After', failure.retryAfterSeconds)
  if (failure.status === 401) response.setHeader('WWW-Authenticate', 'Basic realm="ClickHouse server HTTP API"')
  // The rest of a refused body is not read, so the connection cannot carry another request.
  if (!response.req.complete) response.setHeader('Connection', 'close')
  response.end(`${failure.message}\n`)
}

function of(status: number, codes: readonly number[]): Record<number, number> {
  return Object.fromEntries(codes.map((code) => [code, status]))
}
