import { type ExecutionArgs, type GraphQLError, specifiedRules, validate } from 'graphql/index.js'
import { makeServer, type Server, type SubscribePayload } from 'graphql-ws'
import type { Principal } from '../../control/identity/accounts/index.ts'
import { AppError } from '../../platform/errors.ts'
import type { ApiDeps } from '../deps.ts'
import type { FeedChange } from '../realtime/change-feed.ts'
import { admit, type Socket, type SocketDeps } from './admit-socket.ts'
import { type Follow, type GraphqlContext, graphqlContext, type Payload } from './context.ts'
import { checkOperation, operationOf } from './document-limits.ts'
import { badInput, publicError } from './errors.ts'
import { eventStream } from './event-stream.ts'
import { FAULTS_MAX, SOCKET_SUBSCRIPTIONS_MAX } from './limits.ts'
import { answerOf, DocumentFaults, type Documents, failureLog, refusalsOf } from './operation.ts'
import type { SocketOptions } from './socket-options.ts'
import type { TenantCounts } from './tenant-counts.ts'
import { waitingQueue } from './waiting-queue.ts'

/** The server of the protocol: it decides who may connect and which subscriptions are valid, and sends the answers. */
export function subscriptionServer(
  deps: ApiDeps,
  documents: Documents,
  socketDeps: SocketDeps,
  counts: TenantCounts,
  options: SocketOptions,
): Server<Socket> {
  return makeServer<Record<string, unknown>, Socket>({
    connectionInitWaitTimeout: options.initMs,
    onConnect: ({ extra, connectionParams }) => admit(extra, connectionParams ?? {}, socketDeps),
    onSubscribe: ({ extra, subscriptions }, _, request) =>
      orRefusals(async () => {
        if (Object.keys(subscriptions).length > SOCKET_SUBSCRIPTIONS_MAX)
          throw new AppError('rate_limited', `a socket has at most ${SOCKET_SUBSCRIPTIONS_MAX} subscriptions`)
        const principal = principalOf(extra)
        await socketDeps.count(principal)
        const follow = followOf(deps, extra, counts, options)
        const contextValue = graphqlContext(deps, extra.request, principal, follow)
        return { ...executionOf(documents, request), contextValue }
      }),
    subscribe: (args: ExecutionArgs) => {
      const { request, principal } = args.contextValue as GraphqlContext
      return eventStream(args, () => graphqlContext(deps, request, request.principal ?? principal))
    },
    onNext: ({ extra }, _, __, ___, result) => answerOf(result, failureLog(deps, extra.request)),
    onError: ({ extra }, _, __, errors) =>
      errors.map((error) => publicError(error as GraphQLError, failureLog(deps, extra.request))),
  })
}

function executionOf(
  { schema, read }: Documents,
  { query, operationName, variables }: SubscribePayload,
): ExecutionArgs {
  const document = read(query)
  const operation = operationOf(document, operationName)
  if (operation.operation !== 'subscription') throw badInput('queries and mutations are asked for by POST')
  checkOperation(schema, document, operation, variables ?? {})
  const faults = validate(schema, document, specifiedRules, { maxErrors: FAULTS_MAX })
  if (faults.length > 0) throw new DocumentFaults(faults)
  return { schema, document, variableValues: variables, operationName }
}

async function orRefusals<T>(work: () => Promise<T>): Promise<T | readonly GraphQLError[]> {
  try {
    return await work()
  } catch (thrown) {
    const errors = refusalsOf(thrown)
    if (errors === null) throw thrown
    return errors
  }
}

function principalOf({ principal }: Socket): Principal {
  if (principal === null) throw new AppError('no_credential', 'a credential is needed')
  return principal
}

/** Null where no feed of changes runs. */
function followOf(
  { changeFeed: feed }: ApiDeps,
  { socket, principal, ends }: Socket,
  counts: TenantCounts,
  { waitingMax: max, tenantSubscriptionsMax }: SocketOptions,
): Follow | null {
  if (feed === undefined || principal === null) return null
  const { tenantId: tenant } = principal
  return <T>(kinds: readonly string[], payloadOf: (change: FeedChange) => Payload<T> | undefined) => {
    const leave = counts.acquire('subscription', tenant, tenantSubscriptionsMax)
    if (!leave) throw new AppError('rate_limited', `a tenant has at most ${tenantSubscriptionsMax} subscriptions here`)
    const onOverflow = () => socket.close(1013, 'reads too slowly')
    const onEnd = () => {
      leave()
      ends.delete(queue.end)
    }
    const follow = (push: (payload: Payload<T>) => void) => {
      const onChange = (change: FeedChange) => {
        const payload = payloadOf(change)
        if (payload !== undefined) push(payload)
      }
      const left = kinds.map((kind) => feed.subscribe(tenant, kind, onChange))
      return () => {
        for (const unsubscribe of left) unsubscribe()
      }
    }
    const queue = waitingQueue<Payload<T>>(follow, { max, onOverflow, onEnd })
    ends.add(queue.end)
    return queue
  }
}
