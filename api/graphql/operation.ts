import type { FastifyRequest } from 'fastify'
import {
  type DocumentNode,
  type ExecutionResult,
  type FormattedExecutionResult,
  GraphQLError,
  type GraphQLSchema,
} from 'graphql/index.js'
import { AppError } from '../../platform/errors.ts'
import type { ApiDeps } from '../deps.ts'
import { publicError } from './errors.ts'
import { ERRORS_MAX } from './limits.ts'

export type Answer = Pick<FormattedExecutionResult, 'data' | 'errors' | 'extensions'>
export type OnFailure = (cause: Error) => void

type Executed = {
  readonly data?: ExecutionResult['data'] | undefined
  readonly errors?: readonly GraphQLError[] | undefined
  /** Names of fields that field rules hide from the caller. */
  readonly withheld?: ReadonlySet<string>
}

/**
 * Returns at most `ERRORS_MAX` errors and the number of the others: one field of a long list may fail once for each
 * element.
 */
export function answerOf({ data, errors, withheld }: Executed, onFailure: OnFailure): Answer {
  const named = withheld === undefined || withheld.size === 0 ? {} : { withheldFields: [...withheld].sort() }
  if (!errors?.length) return { ...(data === undefined ? {} : { data }), ...extensionsOf(named) }
  const shown = errors.slice(0, ERRORS_MAX).map((error) => publicError(error, onFailure))
  const omitted = errors.length - shown.length
  return {
    ...(data === undefined ? {} : { data }),
    errors: shown,
    ...extensionsOf({ ...named, ...(omitted > 0 ? { errorsOmitted: omitted } : {}) }),
  }
}

function extensionsOf(extensions: Readonly<Record<string, unknown>>): Pick<Answer, 'extensions'> {
  return Object.keys(extensions).length === 0 ? {} : { extensions }
}

export type Documents = {
  readonly schema: GraphQLSchema
  /** Parses within the limits, or throws the error. */
  readonly read: (source: string) => DocumentNode
}

/** Everything that is wrong with a document, as Mercurius throws it too. */
export class DocumentFaults extends Error {
  readonly errors: readonly GraphQLError[]

  constructor(errors: readonly GraphQLError[]) {
    super('the document is not valid')
    this.errors = errors
  }
}

/** Converts an error thrown before anything ran to errors of GraphQL. Null for a mistake of ours. */
export function refusalsOf(thrown: unknown): readonly GraphQLError[] | null {
  if (thrown instanceof GraphQLError) return [thrown]
  if (thrown instanceof AppError) return [new GraphQLError(thrown.message, { originalError: thrown })]
  const { errors } = thrown as { readonly errors?: unknown }
  const faults = Array.isArray(errors) ? errors.filter((error) => error instanceof GraphQLError) : []
  return faults.length > 0 ? faults : null
}

export function failureLog({ log }: ApiDeps, { id, routeOptions }: FastifyRequest): OnFailure {
  return (err) => log.error({ err, request_id: id, route: routeOptions.url }, 'GraphQL field failed')
}
