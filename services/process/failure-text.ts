import { AppError } from '../../platform/errors.ts'
import { SvcError } from '../../sdk/typescript/src/errors.ts'

/**
 * The text of a failed command or role: the refusal and its cause. Null for a bug of ours, which is better shown with
 * its stack.
 */
export function failureText(error: unknown): string | null {
  // The API refused the request or was not reached; the client explains it in one line.
  if (error instanceof SvcError) return firstLine(error.message)
  if (!(error instanceof AppError)) return isOfSystem(error) || isOfServer(error) ? reasonOf(error) : null
  const reason = error.cause instanceof Error ? reasonOf(error.cause) : ''
  return reason === '' || error.message.includes(reason) ? error.message : `${error.message} (${reason})`
}

/** Errors of the system such as a missing file, an unknown server or a full disk: Node names the refused call. */
function isOfSystem(error: unknown): error is Error {
  return (
    error instanceof Error && ('syscall' in error || (error instanceof AggregateError && isOfSystem(error.errors[0])))
  )
}

/** SQLSTATE: signing in, no such database, no right, no room, a server that stops or starts, a pooler that refuses a setting. */
const POSTGRES = /^(?:08P01|28|3D|42501|53|57P)/
const CLICKHOUSE: ReadonlySet<unknown> = new Set(['AUTHENTICATION_FAILED', 'ACCESS_DENIED', 'UNKNOWN_DATABASE'])

/** A database refused the sign-in or an operation: its settings or ours are wrong. */
function isOfServer(error: unknown): error is Error {
  if (!(error instanceof Error)) return false
  const { code, severity, type } = error as {
    readonly code?: unknown
    readonly severity?: unknown
    readonly type?: unknown
  }
  return CLICKHOUSE.has(type) || (severity !== undefined && POSTGRES.test(String(code)))
}

/** A name with several addresses fails with one error for each of them. */
function reasonOf(error: Error): string {
  const [first] = error instanceof AggregateError ? (error.errors as unknown[]) : []
  return firstLine(first instanceof Error ? first.message : error.message)
}

/** The first line; a missing module lists its importers in further lines. */
function firstLine(text: string): string {
  return text.split('\n', 1)[0] ?? ''
}
