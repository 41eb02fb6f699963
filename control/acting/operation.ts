/**
 * An operation declared once, beside its use case. REST, the OpenAPI document, the query interface, the command line,
 * tools of agents and the walks of the tests are derived from the declaration; `perform` stays the one door.
 */
import { type Static, type TObject, type TSchema, Type } from 'typebox'
import { assert } from '../../platform/assert.ts'
import { toWire } from '../../schemas/to-wire.ts'
import type { TenantTx } from '../../stores/postgres/pool.ts'
import { type Actor, type Needed, requirePermission } from './actor.ts'
import { type Action, type Door, type NoteAct, perform, type Work } from './perform.ts'

/** The means of an operation. `deps` are those that its context needs of the process, `{}` for none. */
export type Call<D> = {
  readonly actor: Actor
  readonly nowMs: number
  readonly deps: D
  readonly tx: TenantTx
  /** Says what it was done to, for the audit log. */
  readonly note: NoteAct
}

/** The means of an operation that asks the lake or another machine: no transaction is open while it waits for them. */
export type OutsideCall<D> = Omit<Call<D>, 'tx' | 'note'> & {
  /** One transaction in the actor's tenant. With the audit entry, when the operation declares one. */
  readonly work: <T>(work: Work<T>) => Promise<T>
}

export const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const
type Method = (typeof METHODS)[number]
type Path = `${Method} /${string}`

export type Removes = 'records' | 'access' | 'mark'

type Empty = TObject<Record<never, never>>
type ParamNames<P extends string> = P extends `${string}:${infer N}/${infer Rest}`
  ? N | ParamNames<`/${Rest}`>
  : P extends `${string}:${infer N}`
    ? N
    : never
type PathParams<P extends string> = { readonly [K in ParamNames<P>]: string }

/** A time may be given as a Date, and more members than are shown: `toWire` makes of it what the schema says. */
export type Shown<T> = T extends string
  ? T | Date
  : T extends Date
    ? T
    : T extends readonly (infer E)[]
      ? readonly Shown<E>[]
      : T extends object
        ? { readonly [K in keyof T]: Shown<T[K]> }
        : T

type Declared<
  P extends Path,
  Params extends TObject,
  Query extends TObject,
  Body extends TObject,
  Output extends TSchema,
> = {
  /** `context.what`, in snake case: its name for the command line, tools and clients. */
  readonly name: string
  readonly summary: string
  readonly description?: string
  readonly permission: Needed
  /** For `signed_in`: true when API keys are refused, see `RouteConfig`. */
  readonly ofPerson?: boolean
  /** Action of the audit log; of several the one that the work notes. An operation that changes something has one. */
  readonly audit?: string | readonly string[]
  readonly path: P
  /** It changes nothing, and is a POST because what it is asked fits into no query. */
  readonly isRead?: true
  /** Kind of removal, see `RouteConfig`. A DELETE must declare it. */
  readonly removes?: Removes
  /** Status of a success; 200 when absent. */
  readonly status?: 200 | 201 | 202 | 204
  /** Schemas of path parameters that are no UUID. */
  readonly params?: Params
  readonly query?: Query
  readonly body?: Body
  /** Bytes that the body may have; the bound of all routes when absent. */
  readonly bodyBytes?: number
  readonly output: Output
}

type Input<P extends Path, Params extends TObject, Query extends TObject, Body extends TObject> = Omit<
  PathParams<P>,
  keyof Static<Params>
> &
  Static<Params> &
  Static<Query> &
  Static<Body>

export type Operation<D> = {
  readonly name: string
  readonly summary: string
  readonly description: string | undefined
  readonly permission: Needed
  readonly ofPerson: boolean | undefined
  readonly audit: readonly string[]
  readonly removes: Removes | undefined
  readonly method: Method
  /** With its parameters as `:name`. */
  readonly url: string
  readonly status: number
  readonly params: TObject | null
  readonly query: TObject | null
  readonly body: TObject | null
  readonly bodyBytes: number | undefined
  readonly output: TSchema
  /** Permission, transaction and audit entry are those of `perform`. `input` was held to the schemas. */
  readonly invoke: (door: Door, call: Pick<Call<D>, 'actor' | 'nowMs' | 'deps'>, input: object) => Promise<unknown>
}

type Run<C, I, Output extends TSchema> = (call: C, input: I) => Promise<Shown<Static<Output>>>

/**
 * `operationsOf<Deps>()` gives the two ways to declare operations of a context: `operation` works in one transaction,
 * `operation.outside` opens its transactions itself.
 */
export function operationsOf<D>() {
  function operation<
    const P extends Path,
    Output extends TSchema,
    Params extends TObject = Empty,
    Query extends TObject = Empty,
    Body extends TObject = Empty,
  >(
    declared: Declared<P, Params, Query, Body, Output> & {
      readonly run: Run<Call<D>, Input<P, Params, Query, Body>, Output>
    },
  ): Operation<D> {
    return made(declared, (door, action, call, input) =>
      perform(door, call.actor, action, (tx, note) =>
        declared.run({ ...call, tx, note }, input as Input<P, Params, Query, Body>),
      ),
    )
  }
  operation.outside = <
    const P extends Path,
    Output extends TSchema,
    Params extends TObject = Empty,
    Query extends TObject = Empty,
    Body extends TObject = Empty,
  >(
    declared: Declared<P, Params, Query, Body, Output> & {
      readonly run: Run<OutsideCall<D>, Input<P, Params, Query, Body>, Output>
    },
  ): Operation<D> =>
    made(declared, async (door, action, call, input) => {
      requirePermission(call.actor, action.needs)
      const work = <T>(inside: Work<T>) => perform(door, call.actor, action, inside)
      return declared.run({ ...call, work }, input as Input<P, Params, Query, Body>)
    })
  return operation
}

type AnyDeclared = Declared<Path, TObject, TObject, TObject, TSchema>
type Invoke<D> = (
  door: Door,
  action: Action,
  call: Pick<Call<D>, 'actor' | 'nowMs' | 'deps'>,
  input: object,
) => Promise<unknown>

const NAME = /^[a-z][a-z0-9_]*(\.[a-z][a-z0-9_]*)+$/

function made<D>(declared: AnyDeclared, invoke: Invoke<D>): Operation<D> {
  const { name, summary, description, permission, path, status = 200, query = null, body = null, output } = declared
  const [method, url] = path.split(' ') as [Method, string]
  const records = [declared.audit ?? []].flat()
  assert(NAME.test(name), `${name} is a name of an operation`)
  assert(
    method === 'GET' || declared.isRead || records.length > 0,
    `${name} changes something and names its audit action`,
  )
  const params = paramsOf(url, declared.params)
  const members = [params, query, body].flatMap((part) => (part === null ? [] : Object.keys(part.properties)))
  assert(new Set(members).size === members.length, `${name} has each member of its input once`)
  const action = { needs: permission, records, removesRecords: declared.removes === 'records' }
  return {
    name,
    summary,
    description,
    permission,
    ofPerson: declared.ofPerson,
    audit: records,
    removes: declared.removes,
    method,
    url,
    status,
    params,
    query,
    body,
    bodyBytes: declared.bodyBytes,
    output,
    invoke: async (door, call, input) => toWire(output, await invoke(door, action, call, input)),
  }
}

/** Members of a path are UUIDs where nothing else is declared. */
function paramsOf(url: string, declared: TObject | undefined): TObject | null {
  const names = [...url.matchAll(/:([a-z_]+)/g)].map(([, name = '']) => name)
  if (names.length === 0) return null
  const properties: Record<string, TSchema> = { ...declared?.properties }
  return Type.Object(
    Object.fromEntries(names.map((name) => [name, properties[name] ?? Type.String({ format: 'uuid' })])),
  )
}
