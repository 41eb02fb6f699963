/**
 * An operation declared once, beside its use case. REST, the OpenAPI document, the query interface, the command line,
 * tools of agents and the walks of the tests are derived from the declaration; `perform` stays the single entry point.
 */
import { type Static, type TNull, type TObject, type TProperties, type TSchema, Type } from 'typebox'
import { assert } from '../../../platform/assert.ts'
import { type PageAsk, type Placed, pageOfList, pageOfPlaced, positionOf } from '../../../platform/paging.ts'
import type { Shown } from '../../../schemas/to-wire.ts'
import { closed, pageOf, pageQuery } from '../../../schemas/wire.ts'
import { type TenantTx, withTenant } from '../../../stores/postgres/pool.ts'
import { nobodyIn, requirePermission } from './actor.ts'
import { once, type Repeatable } from './idempotency.ts'
import { type AnyDeclared, described, made, shownAs } from './make-operation.ts'
import type {
  Asking,
  Call,
  Declared,
  DeclaredList,
  Empty,
  FileAnswer,
  FileContent,
  Input,
  Operation,
  OutsideCall,
  PageOfRows,
  Path,
  PublicCall,
  Run,
  SentFile,
  Upload,
} from './operation-types.ts'
import { type NoteAct, perform, record, type Work } from './perform.ts'

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
