import { AppError } from '../../platform/errors.ts'

/**
 * What a command or a role says when it could not do its work: what was refused, and what is behind that. Null for a
 * mistake of ours, which is better shown with the place where it was made.
 */
export function failureText(error: unknown): string | null {
  if (!(error instanceof AppError)) return isOfSystem(error) || isOfServer(error) ? reasonOf(error) : null
  const reason = error.cause instanceof Error ? reasonOf(error.cause) : ''
  return reason === '' || error.message.includes(reason) ? error.message : `${error.message} (${reason})`
}

/** No such file, no such server, no more room: Node says which call was refused. */
function isOfSystem(error: unknown): error is Error {
  return (
    error instanceof Error && ('syscall' in error || (error instanceof AggregateError && isOfSystem(error.errors[0])))
  )
}

/** SQLSTATE: signing in, no such database, no right, no room, a server that stops or starts, a pooler that refuses a setting. */
const POSTGRES = /^(?:08P01|28|3D|42501|53|57P)/
const CLICKHOUSE: ReadonlySet<unknown> = new Set(['AUTHENTICATION_FAILED', 'ACCESS_DENIED', 'UNKNOWN_DATABASE'])

/** A database let us not in, or not do what we may: that is in its settings, or in ours. */
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

/** A module that is missing says in further lines who asked for it. */
function firstLine(text: string): string {
  return text.split('\n', 1)[0] ?? ''
}
