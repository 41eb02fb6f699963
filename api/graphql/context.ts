import type { FastifyRequest } from 'fastify'
import type { GraphQLResolveInfo } from 'graphql/index.js'
import type { Principal } from '../../control/identity/accounts/index.ts'
import { type Action, type Actor, actorOfPrincipal, perform, type Work } from '../../control/platform/acting/index.ts'
import { type Copies, copiesBy, type Members } from '../../control/platform/governance/index.ts'
import { type Case, casesByIds } from '../../control/soc/cases/index.ts'
import { assert } from '../../platform/assert.ts'
import { AppError } from '../../platform/errors.ts'
import { type TenantTx, withTenant } from '../../stores/postgres/pool.ts'
import type { ApiDeps } from '../deps.ts'
import type { FeedChange } from '../realtime/change-feed.ts'
import { type Assignee, assigneesByIds } from './assignees.ts'
import { type BatchLoader, batchLoader } from './batch-loader.ts'
import { OPERATIONS } from './fields.ts'
import { operationInput } from './operation-input.ts'

/**
 * The context that fields use to answer; each request has its own, so that nothing it remembers outlives the request.
 */
export type GraphqlContext = {
  readonly deps: ApiDeps
  readonly principal: Principal
  readonly actor: Actor
  readonly request: FastifyRequest
  /** Work in the caller's tenant. A request does one after the other: it holds one connection, however much it asks. */
  read<T>(work: (tx: TenantTx) => Promise<T>): Promise<T>
  /**
   * The same for a mutation, with its audit entry in the same transaction, so that neither exists without the other.
   */
  change<T>(info: GraphQLResolveInfo, work: Work<T>): Promise<T>
  /** Runs the declared operation of the field, as REST does: same input schemas, same answer. */
  invoke(info: GraphQLResolveInfo, input: object): Promise<Readonly<Record<string, unknown>>>
  /** Other work that uses a connection, in turn with the rest. */
  inTurn<T>(work: () => Promise<T>): Promise<T>
  /** Users of the tenant and delegates, who own alerts and cases. */
  readonly users: BatchLoader<Assignee>
  readonly cases: BatchLoader<Case>
  /** Values of hidden fields of alerts and cases, by their ids. */
  readonly copies: BatchLoader<Copies>
  /**
   * Records as the caller may see them, by the record they were made from; and the withheld fields, as
   * `resource.field`.
   */
  readonly shown: WeakMap<object, Promise<{ readonly record: Members; readonly withheld: readonly string[] }>>
  readonly withheld: Set<string>
  /** Changes of the tenant. On a socket only, and where a feed of them runs. */
  readonly follow: Follow | null
}

/** Runs in the context of one payload, so that an error affects that payload only. */
export type Payload<T> = (context: GraphqlContext) => T | Promise<T>
type PayloadOf<T> = (change: FeedChange) => Payload<T> | undefined

/**
 * Turns changes of these kinds into payloads; `payloadOf` returns undefined for a change that the subscription
 * excludes.
 */
export type Follow = <T>(kinds: readonly string[], payloadOf: PayloadOf<T>) => AsyncIterable<Payload<T>>

/** Throws `unavailable` where nothing is followed. */
export function followed<T>(follow: Follow | null, kinds: readonly string[], payloadOf: PayloadOf<T>) {
  if (follow === null)
    throw new AppError('unavailable', 'subscriptions are unavailable: this installation publishes no changes')
  return follow(kinds, payloadOf)
}

export function graphqlContext(
  deps: ApiDeps,
  request: FastifyRequest,
  principal: Principal,
  follow: GraphqlContext['follow'] = null,
): GraphqlContext {
  const inTurn = oneByOne()
  const actor = actorOfPrincipal(principal, { ip: request.ip, requestId: request.id })
  const read: GraphqlContext['read'] = (work) => inTurn(() => withTenant(deps.pool, principal.tenantId, work))
  return {
    ...{ deps, principal, actor, request, inTurn, read, follow },
    change: (info, work) => inTurn(() => perform(deps, actor, actionOf(info), work)),
    invoke: (info, input) => inTurn(() => invoked(deps, actor, info, input)),
    users: batchLoader((ids) => read((tx) => assigneesByIds(tx, ids))),
    cases: batchLoader((ids) => read((tx) => casesByIds(tx, ids))),
    copies: batchLoader((ids) => read((tx) => copiesBy(tx, ids, principal.hidden))),
    shown: new WeakMap(),
    withheld: new Set(),
  }
}

async function invoked(deps: ApiDeps, actor: Actor, info: GraphQLResolveInfo, args: object) {
  const declared = operationOf(info)?.declared
  assert(declared !== undefined, `${info.fieldName} stands for an operation`)
  const call = { actor, nowMs: deps.nowMs(), deps }
  return (await declared.invoke(deps, call, operationInput(declared, { ...args }))) as Record<string, unknown>
}

function operationOf({ parentType, fieldName }: GraphQLResolveInfo) {
  return OPERATIONS[`${parentType.name}.${fieldName}`]
}

function actionOf(info: GraphQLResolveInfo): Action {
  const operation = operationOf(info)
  assert(operation?.audit !== undefined, `${info.fieldName} declares its audit action`)
  return { needs: operation.permission, records: [operation.audit] }
}

/** After the database fails once, waiting work is not tried: each would wait for the same failure. */
function oneByOne(): GraphqlContext['inTurn'] {
  let last: Promise<unknown> = Promise.resolve()
  let gone: AppError | undefined
  return (work) => {
    const turn = last.then(() => (gone ? Promise.reject(gone) : work()))
    last = turn.catch((error) => {
      if (error instanceof AppError && error.code === 'unavailable') gone = error
    })
    return turn
  }
}
