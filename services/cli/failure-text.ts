import { AppError } from '../../platform/errors.ts'

/**
 * What a command says when it could not do its work: what was refused, and what is behind that. Null for a mistake of
 * ours, which is better shown with the place where it was made.
 */
export function failureText(error: unknown): string | null {
  if (!(error instanceof AppError)) return isOfSystem(error) ? reasonOf(error) : null
  const reason = error.cause instanceof Error ? reasonOf(error.cause) : ''
  return reason === '' || error.message.includes(reason) ? error.message : `${error.message} (${reason})`
}

/** No such file, no such server, no more room: Node says which call was refused. */
function isOfSystem(error: unknown): error is Error {
  return (
    error instanceof Error && ('syscall' in error || (error instanceof AggregateError && isOfSystem(error.errors[0])))
  )
}

/** A name with several addresses fails with one error for each of them. */
function reasonOf(error: Error): string {
  const [first] = error instanceof AggregateError ? (error.errors as unknown[]) : []
  return first instanceof Error ? first.message : error.message
}
