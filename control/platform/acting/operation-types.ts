/** Types of declared operations: how one is declared, what its work receives, and what the declaration becomes. */
import type { Readable } from 'node:stream'
import type { Static, TNull, TObject, TProperties, TSchema } from 'typebox'
import type { Position } from '../../../platform/paging.ts'
import type { TenantId } from '../../../platform/tenant.ts'
import type { Shown } from '../../../schemas/to-wire.ts'
import type { TenantTx } from '../../../stores/postgres/pool.ts'
import type { Actor, Needed, Origin } from './actor.ts'
import type { Repeatable } from './idempotency.ts'
import type { MutationDeps, NoteAct, Work } from './perform.ts'
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
export type RecordIn = (action: string, about: ActNote) => Promise<void>

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

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
export type Path = `${Method} /${string}`

export type Removes = 'records' | 'access' | 'mark'

export type Empty = TObject<Record<never, never>>
export type ParamNames<P extends string> = P extends `${string}:${infer N}/${infer Rest}`
  ? N | ParamNames<`/${Rest}`>
  : P extends `${string}:${infer N}`
    ? N
    : never
export type PathParams<P extends string> = { readonly [K in ParamNames<P>]: string }

export type Declared<
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
export type AnswerHeaders = Readonly<Record<string, string | number>>

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
export type FileContent = {
  readonly description?: string
  /** Schema of the answer 304, for a file with an etag. */
  readonly unchanged?: TNull
  readonly content: Readonly<Record<string, { readonly schema: TSchema }>>
}

/** The single file of a form. `what` names it in the error for any other body. */
export type Upload = { readonly what: string; readonly bytesMax: number }
export type SentFile = { readonly name: string; readonly bytes: Buffer }

/** The members of a body that may be left out are absent when it is. */
export type Sent<Body extends TSchema> = null extends Static<Body> ? Partial<NonNullable<Static<Body>>> : Static<Body>

export type Input<P extends Path, Params extends TObject, Query extends TObject, Body extends TSchema> = Omit<
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
export type Run<C, I, Output extends TSchema> = (
  call: C,
  input: I,
) => Promise<Output extends TNull ? unknown : Shown<Static<Output>>>

/** A list that is whole in memory: its query is that of a page and the filters, its answer a page. */
export type DeclaredList<
  P extends Path,
  Params extends TObject,
  Filters extends TProperties,
  Item extends TSchema,
> = Omit<Declared<P, Params, Empty, Empty, Item>, 'query' | 'body' | 'output' | 'audit' | 'status' | 'removes'> & {
  readonly filters?: Filters
  readonly item: Item
  /** Name of the page in the OpenAPI document, where another page of these items has the usual one. */
  readonly pageName?: string
}

/** Rows to read for a page: one more than it shows, to know whether others follow. */
export type PageOfRows = { readonly rows: number; readonly after: Position | null }
