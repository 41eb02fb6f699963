/** Errors that a caller gets when a field, or the whole request, is refused. */
import { GraphQLError, type GraphQLFormattedError } from 'graphql/index.js'
import { AppError } from '../../platform/errors.ts'
import { InvalidInput } from '../../platform/invalid-input.ts'
import { overBounds } from '../../stores/clickhouse/engine-calls.ts'
import { MESSAGE_CHARS_MAX } from './limits.ts'

type Extensions = Readonly<Record<string, unknown>> & { readonly code: string; readonly status: number }

/** A refusal in GraphQL's own words; what REST refuses too is an `AppError`. */
export class Refusal extends GraphQLError {
  override readonly extensions: Extensions

  constructor(message: string, extensions: Extensions) {
    super(message, { extensions })
    this.extensions = extensions
  }
}

export type Limit = 'size' | 'tokens' | 'depth' | 'aliases' | 'root_fields' | 'introspection' | 'cost'

export function overLimit(limit: Limit, max: number, message: string): Refusal {
  return new Refusal(message, { code: 'LIMIT_EXCEEDED', status: 400, limit, max })
}

export function badInput(message: string): Refusal {
  return new Refusal(message, { code: 'BAD_USER_INPUT', status: 400 })
}

/**
 * `extensions.code` is REST's code in capitals, and `extensions.status` the status of REST; invalid input is
 * BAD_USER_INPUT. An internal error reveals nothing and is passed to `onFailure`.
 */
export function publicError(error: GraphQLError, onFailure: (cause: Error) => void): GraphQLFormattedError {
  const { locations, path } = error
  const { message, extensions } = describe(error, onFailure)
  return {
    message: message.slice(0, MESSAGE_CHARS_MAX),
    ...(locations ? { locations } : {}),
    ...(path ? { path } : {}),
    extensions,
  }
}

type DescribedError = { readonly message: string; readonly extensions: Extensions }

function describe(error: GraphQLError, onFailure: (cause: Error) => void): DescribedError {
  const thrown = error.originalError ?? error
  const cause = overBounds(thrown) ?? thrown
  if (cause instanceof Refusal) return { message: cause.message, extensions: cause.extensions }
  if (cause instanceof AppError) return describedError(cause, onFailure)
  if (isSendersFault(error)) return { message: error.message, extensions: { code: 'BAD_USER_INPUT', status: 400 } }
  onFailure(cause)
  const message = 'the API failed; the request id finds the reason in its log'
  return { message, extensions: { code: 'INTERNAL', status: 500 } }
}

function describedError(cause: AppError, onFailure: (cause: Error) => void): DescribedError {
  const { message, code, status, retryAfterSeconds } = cause
  if (cause instanceof InvalidInput)
    return { message, extensions: { code: 'BAD_USER_INPUT', status, detail: cause.faults } }
  if (status >= 500) onFailure(cause)
  const retry = retryAfterSeconds === undefined ? {} : { retryAfterSeconds }
  return {
    message,
    extensions: { code: code === 'bad_request' ? 'BAD_USER_INPUT' : code.toUpperCase(), status, ...retry },
  }
}

/**
 * An error without a path was found before anything ran: syntax, validation, variables. A later one is the sender's
 * fault only for arguments: GraphQL points at those (`nodes`), and at no value that we answered wrongly.
 */
function isSendersFault({ path, originalError }: GraphQLError): boolean {
  return path === undefined || (originalError instanceof GraphQLError && originalError.nodes !== undefined)
}
