import type { FastifyRequest } from 'fastify'
import type { GraphQLError } from 'graphql/index.js'
import { type Static, Type } from 'typebox'
import { AppError } from '../../platform/errors.ts'
import { InvalidInput } from '../../platform/invalid-input.ts'
import type { ApiDeps } from '../deps.ts'
import { isRefusal, noteRefusedField } from '../plugins/refused-requests.ts'
import type { ApiApp } from '../rest/api-app.ts'
import { principalOf } from '../route-config.ts'
import { graphqlContext } from './context.ts'
import { checkOperation, operationOf } from './document-limits.ts'
import { badInput } from './errors.ts'
import { type Answer, answerOf, type Documents, failureLog, refusalsOf } from './operation.ts'

const nullable = <T extends Type.TSchema>(type: T) => Type.Optional(Type.Union([type, Type.Null()]))
const members = Type.Record(Type.String(), Type.Unknown())
const body = Type.Object(
  {
    query: Type.String({ minLength: 1 }),
    operationName: nullable(Type.String({ maxLength: 200 })),
    variables: nullable(members),
    extensions: nullable(members),
  },
  { additionalProperties: false },
)
type Body = Static<typeof body>

export function postRoute(app: ApiApp, deps: ApiDeps, documents: Documents): void {
  const run = runner(app, deps, documents)
  app.post(
    '/graphql',
    {
      config: { permission: 'signed_in', ofPerson: false, subsystem: 'graphql' },
      preValidation: async (request) => {
        if (!Array.isArray(request.body)) return
        throw new InvalidInput({ loc: ['body'], msg: 'is one operation, not a batch of them', type: 'batch' })
      },
      schema: { body },
    },
    async (request, reply) => {
      const { isRun, answer } = await run(request, request.body)
      return reply.code(isRun ? 200 : 400).send(answer)
    },
  )
}

/** `isRun` is true when something was executed: each failed field then has its error beside the other results. */
type Outcome = { readonly isRun: boolean; readonly answer: Answer }

function runner(app: ApiApp, deps: ApiDeps, { schema, read }: Documents) {
  const execute = async (request: FastifyRequest, { query, operationName, variables }: Body) => {
    const document = read(query)
    const operation = operationOf(document, operationName)
    if (operation.operation === 'subscription') throw badInput('subscriptions are asked for over a WebSocket')
    checkOperation(schema, document, operation, variables ?? {})
    const context = graphqlContext(deps, request, principalOf(request))
    const executed = await app.graphql(query, context, variables ?? {}, operationName ?? undefined)
    if (operation.operation === 'mutation') noteRefusals(deps, request, executed.errors ?? [])
    return { ...executed, withheld: context.withheld }
  }
  return async (request: FastifyRequest, body: Body): Promise<Outcome> => {
    const onFailure = failureLog(deps, request)
    try {
      return { isRun: true, answer: answerOf(await execute(request, body), onFailure) }
    } catch (thrown) {
      const errors = refusalsOf(thrown)
      if (errors === null) throw thrown
      return { isRun: false, answer: answerOf({ errors }, onFailure) }
    }
  }
}

/** Fields of a mutation that were refused, as REST's routes are. */
function noteRefusals(deps: ApiDeps, request: FastifyRequest, errors: readonly GraphQLError[]): void {
  for (const { path, originalError } of errors) {
    if (!(originalError instanceof AppError) || !isRefusal(originalError.status, originalError)) continue
    noteRefusedField(deps, request, `Mutation.${String(path?.[0] ?? '')}`.slice(0, 100), originalError.status)
  }
}
