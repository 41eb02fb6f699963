/**
 * An operation declared once, beside its use case. REST, the OpenAPI document, the query interface, the command line,
 * tools of agents and the walks of the tests are derived from the declaration; `perform` stays the single entry point.
 */
import type { Readable } from 'node:stream'
import { type Static, type TNull, type TObject, type TProperties, type TSchema, Type } from 'typebox'
import { assert } from '../../../platform/assert.ts'
import {
  type PageAsk,
  type Placed,
  type Position,
  pageOfList,
  pageOfPlaced,
  positionOf,
} from '../../../platform/paging.ts'
import type { TenantId } from '../../../platform/tenant.ts'
import type { Shown } from '../../../schemas/to-wire.ts'
import { closed, pageOf, pageQuery } from '../../../schemas/wire.ts'
import { type TenantTx, withTenant } from '../../../stores/postgres/pool.ts'
import { type Actor, type Needed, nobodyIn, type Origin, requirePermission } from './actor.ts'
import { once, type Repeatable } from './idempotency.ts'
import { type Action, type MutationDeps, type NoteAct, perform, record, type Work } from './perform.ts'
import type { ActNote } from './record.ts'

/** The inputs of an operation. `deps` are the process's services that its context needs, `{}` for none. */
export type Call<D> = {
  readonly actor: Actor
  readonly nowMs: number
  readonly deps: D
  readonly tx: TenantTx
  /** Names the changed resource for the audit log. */
  readonly note: NoteAct
}

/** How an operation is called: `repeatable` is set for a request with an Idempotency-Key. */
export type Asking<D> = Pick<Call<D>, 'actor' | 'nowMs' | 'deps'> & {
  readonly repeatable?: Repeatable | undefined
  /** Aborted when the client has disconnected. */
  readonly gone?: AbortSignal
  readonly afterResponse?: AfterResponse
}

/**
 * Runs work after the answer was sent, so that its duration reveals nothing to the caller. `what` names it in the log.
 * Returns false, without running it, when too much work is waiting.
 */
export type AfterResponse = (what: string, work: () => Promise<void>) => boolean

/** A call by a caller who is not signed in. */
export type PublicAsking<D> = Omit<Asking<D>, 'actor' | 'repeatable'> & { readonly origin: Origin }

/** The means of a public operation, which finds out itself which tenant its caller belongs to. */
export type PublicCall<D> = Pick<Call<D>, 'nowMs' | 'deps'> & {
  readonly origin: Origin
  readonly gone: AbortSignal
  readonly afterResponse: AfterResponse
  /** Runs one transaction in the tenant of the caller's proof, with the audit entry that the operation declares. */
  readonly workIn: <T>(tenant: TenantId, work: Work<T>) => Promise<T>
  /** Runs one transaction in that tenant that audits only calls of `record`: for a failed sign-in. */
  readonly readIn: <T>(tenant: TenantId, work: (tx: TenantTx, record: RecordIn) => Promise<T>) => Promise<T>
}
type RecordIn = (action: string, about: ActNote) => Promise<void>

/** The means of an operation that asks the lake or another machine: no transaction is open while it waits for them. */
export type OutsideCall<D> = Omit<Call<D>, 'tx' | 'note'> & {
  /** Runs one transaction in the actor's tenant, with the audit entry if the operation declares one. */
  readonly work: <T>(work: Work<T>) => Promise<T>
  /** The same for an idempotent operation: once for the key of a request that its sender may repeat. */
  readonly workOnce: <T>(work: Work<T>) => Promise<T>
  /** Aborted when the caller has disconnected; requests to outside systems end with it. */
  readonly gone: AbortSignal
  readonly afterResponse: AfterResponse
  /** Runs one transaction without an audit entry, for reads that come before a request to an outside system. */
  readonly read: <T>(work: (tx: TenantTx) => Promise<T>) => Promise<T>
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

type Declared<
  P extends Path,
  Params extends TObject,
  Query extends TObject,
  Body extends TSchema,
  Output extends TSchema,
> = {
  /** `context.what`, in snake case: its name for the command line, tools and clients. */
  readonly name: string
  readonly summary: string
  readonly description?: string
  readonly permission: Needed
  /** For `signed_in`: true refuses API keys, see `RouteConfig`. */
  readonly ofPerson?: boolean
  /** Action of the audit log; of several the one that the work notes. An operation that changes something has one. */
  readonly audit?: string | readonly string[]
  readonly path: P
  /** True for a change without an audit entry of its own: either its use case records one, or the change needs none. */
  readonly recordsNothing?: true
  /** True for a POST that changes nothing; it is a POST because its input does not fit into a query string. */
  readonly isRead?: true
  /** Kind of removal, see `RouteConfig`. A DELETE must declare it. */
  readonly removes?: Removes
  /** Status of a success; 200 when absent, 204 when it answers with nothing. */
  readonly status?: 200 | 201 | 202 | 204
  /** Schemas of path parameters that are no UUID. */
  readonly params?: Params
  readonly query?: Query
  readonly body?: Body
  /** True: runs once for each Idempotency-Key, see `RouteConfig`. */
  readonly idempotent?: true
  /** True: the answer holds a secret, so it is sent with `no-store`. */
  readonly holdsSecret?: true
  /** The body holds events, kept as they came, see `RouteConfig`. */
  readonly takesEvents?: true
  /** True: it calls a language model, which may take longer than an idle connection is kept open. */
  readonly asksModel?: true
  /** For public operations, see `RouteConfig`. */
  readonly provesItself?: true
  /** True: accepts unknown query parameters, see `RouteConfig`. */
  readonly anyQuery?: true
  /** Its group in the OpenAPI document; by default the first part of its path. */
  readonly tag?: string
  /** Bytes that the body may have; the bound of all routes when absent. */
  readonly bodyBytes?: number
  /**
   * Receives the body before validation: to refuse it with a clearer error than the schema's, or to supply a body when
   * there is none.
   */
  readonly receive?: (body: unknown) => unknown
  /** Additional headers of the answer, computed from the operation's result. */
  readonly headers?: (answer: Output extends TNull ? null : Static<Output>) => AnswerHeaders
  /** Absent: it answers with nothing. */
  readonly output?: Output
}
type AnswerHeaders = Readonly<Record<string, string | number>>

/** A file or a page as an answer. `json` is the answer instead when the caller accepts JSON. */
export type FileAnswer =
  | {
      readonly type: string
      readonly body: string | Uint8Array | Readable
      /** Headers beside those of every answer. */
      readonly headers?: AnswerHeaders
      /** The version of the file: a caller who has it gets 304 if the operation declares `unchanged`. */
      readonly etag?: string
    }
  | { readonly json: unknown }

/** The files that an operation answers with, as the OpenAPI document shows them, by their media types. */
type FileContent = {
  readonly description?: string
  /** Schema of the answer 304, for a file with an etag. */
  readonly unchanged?: TNull
  readonly content: Readonly<Record<string, { readonly schema: TSchema }>>
}

/** The single file of a form. `what` names it in the error for any other body. */
type Upload = { readonly what: string; readonly bytesMax: number }
type SentFile = { readonly name: string; readonly bytes: Buffer }

/** The members of a body that may be left out are absent when it is. */
type Sent<Body extends TSchema> = null extends Static<Body> ? Partial<NonNullable<Static<Body>>> : Static<Body>

type Input<P extends Path, Params extends TObject, Query extends TObject, Body extends TSchema> = Omit<
  PathParams<P>,
  keyof Static<Params>
> &
  Static<Params> &
  Static<Query> &
  Sent<Body>

export type Operation<D> = {
  readonly name: string
  readonly summary: string
  readonly description: string | undefined
  readonly permission: Needed
  readonly ofPerson: boolean | undefined
  readonly audit: readonly string[]
  readonly removes: Removes | undefined
  readonly method: Method
  /** The path, with parameters as `:name`. */
  readonly url: string
  readonly status: number
  readonly params: TObject | null
  readonly query: TObject | null
  readonly body: TSchema | null
  readonly bodyBytes: number | undefined
  readonly idempotent: true | undefined
  readonly holdsSecret: true | undefined
  readonly takesEvents: true | undefined
  readonly asksModel: true | undefined
  readonly provesItself: true | undefined
  readonly anyQuery: true | undefined
  readonly headers: ((answer: never) => AnswerHeaders) | undefined
  readonly tag: string
  readonly receive: ((body: unknown) => unknown) | undefined
  /** Set where the body is a form with one file: `body` then describes the form, and `file` of the input is the file. */
  readonly upload: Upload | undefined
  readonly output: TSchema
  /** Set where the answer is a `FileAnswer`. */
  readonly file: FileContent | undefined
  /**
   * Runs the operation; `perform` does permission, transaction and audit entry. `input` has been validated against the
   * schemas.
   */
  readonly invoke: (acting: MutationDeps, asking: Asking<D> | PublicAsking<D>, input: object) => Promise<unknown>
}

/** The work of an operation. Its result is not shown where the operation answers with nothing. */
type Run<C, I, Output extends TSchema> = (
  call: C,
  input: I,
) => Promise<Output extends TNull ? unknown : Shown<Static<Output>>>

/** A list that is whole in memory: its query is that of a page and the filters, its answer a page. */
type DeclaredList<P extends Path, Params extends TObject, Filters extends TProperties, Item extends TSchema> = Omit<
  Declared<P, Params, Empty, Empty, Item>,
  'query' | 'body' | 'output' | 'audit' | 'status' | 'removes'
> & {
  readonly filters?: Filters
  readonly item: Item
  /** Name of the page in the OpenAPI document, where another page of these items has the usual one. */
  readonly pageName?: string
}

/** Rows to read for a page: one more than it shows, to know whether others follow. */
type PageOfRows = { readonly rows: number; readonly after: Position | null }

/**
 * `operationsOf<Deps>()` returns the functions that declare operations of a context: `operation` runs in one
 * transaction, `operation.list` pages the list that it returns, `operation.page` lets the database page by time and id,
 * `operation.outside` opens its transactions itself, and so do `operation.file`, which answers with a file,
 * `operation.upload`, which receives one, and `operation.public`, whose caller is not signed in.
 */
export function operationsOf<D>(shared: Shared = {}) {
  const outside = outsideOf<D>(shared)
  return Object.assign(transactionOf<D>(shared), {
    outside,
    public: publicOf<D>(shared),
    file: fileOf(outside),
    upload: uploadOf(outside),
    list: listOf<D>(shared),
    page: pagesOf<D>(shared),
  })
}

/** Shared by the operations of a context. */
type Shared = { readonly tag?: string }
type Outside<D> = ReturnType<typeof outsideOf<D>>

function transactionOf<D>(shared: Shared) {
  return <
    const P extends Path,
    Output extends TSchema = TNull,
    Params extends TObject = Empty,
    Query extends TObject = Empty,
    Body extends TSchema = Empty,
  >(
    declared: Declared<P, Params, Query, Body, Output> & {
      readonly run: Run<Call<D>, Input<P, Params, Query, Body>, Output>
    },
  ): Operation<D> =>
    made({ ...shared, ...declared }, (acting, action, { repeatable, ...call }, input) =>
      perform(acting, call.actor, action, (tx, note) => {
        const work = () => declared.run({ ...call, tx, note }, input as Input<P, Params, Query, Body>)
        return onceFor<unknown>(declared, repeatable, tx, note, work)
      }),
    )
}

function outsideOf<D>(shared: Shared) {
  return <
    const P extends Path,
    Output extends TSchema = TNull,
    Params extends TObject = Empty,
    Query extends TObject = Empty,
    Body extends TSchema = Empty,
  >(
    declared: Declared<P, Params, Query, Body, Output> & {
      readonly run: Run<OutsideCall<D>, Input<P, Params, Query, Body>, Output>
    },
  ): Operation<D> =>
    made({ ...shared, ...declared }, async (acting, action, { repeatable, ...call }, input) => {
      requirePermission(call.actor, action.needs)
      const work = <T>(inside: Work<T>) => perform(acting, call.actor, action, inside)
      const read = <T>(inside: (tx: TenantTx) => Promise<T>) => withTenant(acting.pool, call.actor.tenantId, inside)
      const workOnce = <T>(inside: Work<T>) =>
        work((tx, note) => onceFor(declared, repeatable, tx, note, () => inside(tx, note)))
      const means = { ...call, ...waited(call), work, workOnce, read }
      return declared.run(means, input as Input<P, Params, Query, Body>)
    })
}

function publicOf<D>(shared: Shared) {
  return <
    const P extends Path,
    Output extends TSchema = TNull,
    Params extends TObject = Empty,
    Query extends TObject = Empty,
    Body extends TSchema = Empty,
  >(
    declared: Omit<Declared<P, Params, Query, Body, Output>, 'permission' | 'ofPerson'> & {
      readonly run: Run<PublicCall<D>, Input<P, Params, Query, Body>, Output>
    },
  ): Operation<D> => {
    const full = { ...shared, ...declared, permission: 'public' as const }
    return described(full, (acting, action, asking, input) => {
      assert('origin' in asking, `${declared.name} is called by somebody who is not signed in`)
      const { origin, nowMs, deps } = asking
      const workIn: PublicCall<D>['workIn'] = (tenant, work) => perform(acting, nobodyIn(tenant, origin), action, work)
      const readIn: PublicCall<D>['readIn'] = (tenant, work) =>
        withTenant(acting.pool, tenant, (tx) =>
          work(tx, (name, about) => record(tx, acting, nobodyIn(tenant, origin), name, about)),
        )
      const means = { origin, nowMs, deps, ...waited(asking), workIn, readIn }
      return declared.run(means, input as Input<P, Params, Query, Body>)
    })
  }
}

function fileOf<D>(outside: Outside<D>) {
  return <
    const P extends Path,
    Params extends TObject = Empty,
    Query extends TObject = Empty,
    Body extends TSchema = Empty,
  >({
    file,
    ...declared
  }: Omit<Declared<P, Params, Query, Body, TNull>, 'output'> & {
    readonly file: FileContent
    readonly run: (call: OutsideCall<D>, input: Input<P, Params, Query, Body>) => Promise<FileAnswer>
  }): Operation<D> => ({ ...outside({ status: 200, ...declared, output: Type.Any() }), file })
}

function uploadOf<D>(outside: Outside<D>) {
  return <
    const P extends Path,
    Output extends TSchema = TNull,
    Params extends TObject = Empty,
    Body extends TSchema = Empty,
  >({
    upload,
    ...declared
  }: Declared<P, Params, Empty, Body, Output> & {
    readonly upload: Upload
    readonly body: Body
    readonly run: Run<OutsideCall<D>, Input<P, Params, Empty, Empty> & { readonly file: SentFile }, Output>
  }): Operation<D> => ({ ...outside(declared as never), upload })
}

function listOf<D>(shared: Shared) {
  return <
    const P extends Path,
    Item extends TSchema,
    R extends Shown<Static<Item>>,
    Params extends TObject = Empty,
    Filters extends TProperties = Record<never, never>,
  >({
    filters,
    item,
    keyOf,
    run,
    ...declared
  }: DeclaredList<P, Params, Filters, Item> & {
    readonly run: (call: Call<D>, input: Input<P, Params, TObject<Filters>, Empty>) => Promise<readonly R[]>
    /** Cursor of an item; its `id` when absent. */
    readonly keyOf?: (item: R) => string
  }): Operation<D> => {
    const query = Type.Object({ ...pageQuery, ...filters }, closed)
    return made({ ...shared, ...declared, query, output: pageOf(item) }, async (acting, action, call, input) => {
      const { limit, cursor, ...filtered } = input as PageAsk
      const items = await perform(acting, call.actor, action, (tx, note) =>
        run({ ...call, tx, note }, filtered as Input<P, Params, TObject<Filters>, Empty>),
      )
      return pageOfList(items, { limit, cursor }, keyOf ?? idOfItem)
    })
  }
}

function pagesOf<D>(shared: Shared) {
  return <
    const P extends Path,
    Item extends TSchema,
    R extends Shown<Static<Item>>,
    Params extends TObject = Empty,
    Filters extends TProperties = Record<never, never>,
  >({
    filters,
    item,
    pageName,
    run,
    ...declared
  }: DeclaredList<P, Params, Filters, Item> & {
    readonly run: (
      call: Call<D>,
      input: Input<P, Params, TObject<Filters>, Empty>,
      page: PageOfRows,
    ) => Promise<readonly Placed<R>[]>
  }): Operation<D> => {
    const query = Type.Object({ ...pageQuery, ...filters }, closed)
    const output = pageOf(item, pageName)
    return made({ ...shared, ...declared, query, output }, async (acting, action, call, input) => {
      const { limit, cursor, ...filtered } = input as PageAsk
      const page = { rows: limit + 1, after: positionOf(cursor) }
      const rows = await perform(acting, call.actor, action, (tx, note) =>
        run({ ...call, tx, note }, filtered as Input<P, Params, TObject<Filters>, Empty>, page),
      )
      return pageOfPlaced(rows, limit)
    })
  }
}

/** Stores the serialised answer, so a repetition gets the same one. */
async function onceFor<T>(
  { idempotent, output = Type.Null() }: Pick<AnyDeclared, 'idempotent' | 'output'>,
  repeatable: Repeatable | undefined,
  tx: TenantTx,
  note: NoteAct,
  work: () => Promise<T>,
): Promise<T> {
  if (idempotent !== true || repeatable === undefined) return work()
  return (await once(tx, repeatable, note, async () => shownAs(output, await work()))) as T
}

/** The checks of schemas are loaded with the first call: roles that declare operations and serve none do without them. */
async function shownAs(schema: TSchema, value: unknown): Promise<unknown> {
  const { toWire } = await import('../../../schemas/to-wire.ts')
  return toWire(schema, value)
}

function idOfItem(item: unknown): string {
  const { id } = item as { readonly id?: unknown }
  assert(typeof id === 'string', 'an item of a list has an id, or the list says what keys it')
  return id
}

/** Defaults for a caller that does not say how it waits: it waits to the end. */
function waited({ gone, afterResponse }: Pick<Asking<unknown>, 'gone' | 'afterResponse'>) {
  return { gone: gone ?? new AbortController().signal, afterResponse: afterResponse ?? noneAfter }
}

function noneAfter(what: string): never {
  throw new Error(`${what} is done after an answer, and its caller has no answer`)
}

type AnyDeclared = Omit<Declared<Path, TObject, TObject, TSchema, TSchema>, 'headers'> & {
  readonly headers?: ((answer: never) => AnswerHeaders) | undefined
}
type Invoke<D, A = Asking<D>> = (acting: MutationDeps, action: Action, asking: A, input: object) => Promise<unknown>

const NAME = /^[a-z][a-z0-9_]*(\.[a-z][a-z0-9_]*)+$/

function made<D>(declared: AnyDeclared, invoke: Invoke<D>): Operation<D> {
  return described<D>(declared, (acting, action, asking, input) => {
    assert('actor' in asking, `${declared.name} is called by somebody who is known`)
    return invoke(acting, action, asking, input)
  })
}

function described<D>(declared: AnyDeclared, invoke: Invoke<D, Asking<D> | PublicAsking<D>>): Operation<D> {
  const { name, summary, description, permission, path, query = null, body = null, output = Type.Null() } = declared
  const { status = declared.output === undefined ? 204 : 200 } = declared
  const [method, url] = path.split(' ') as [Method, string]
  const records = [declared.audit ?? []].flat()
  assert(NAME.test(name), `${name} is a name of an operation`)
  assert(
    method === 'GET' || declared.isRead || declared.recordsNothing || records.length > 0,
    `${name} changes something and names its audit action`,
  )
  const params = paramsOf(url, declared.params)
  const members = [params, query, body].flatMap((part) => (part === null ? [] : membersOf(part)))
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
    idempotent: declared.idempotent,
    holdsSecret: declared.holdsSecret,
    takesEvents: declared.takesEvents,
    asksModel: declared.asksModel,
    provesItself: declared.provesItself,
    anyQuery: declared.anyQuery,
    headers: declared.headers,
    tag: declared.tag ?? url.split('/')[1] ?? '',
    receive: declared.receive,
    ...{ upload: undefined, file: undefined },
    output,
    invoke: async (acting, call, input) => shownAs(output, await invoke(acting, action, call, input)),
  }
}

/** Names of the members of an object, or of one that may be left out. */
function membersOf(schema: TSchema): string[] {
  const { properties = {}, anyOf = [] } = schema as { properties?: object; anyOf?: readonly TSchema[] }
  return [...Object.keys(properties), ...anyOf.flatMap(membersOf)]
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
