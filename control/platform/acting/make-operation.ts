/** Makes the operation of a declaration, and checks the declaration when the program starts. */
import { type TObject, type TSchema, Type } from 'typebox'
import { assert } from '../../../platform/assert.ts'
import type { AnswerHeaders, Asking, Declared, Method, Operation, Path, PublicAsking } from './operation-types.ts'
import type { Action, MutationDeps } from './perform.ts'

export const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const satisfies readonly Method[]

export type AnyDeclared = Omit<Declared<Path, TObject, TObject, TSchema, TSchema>, 'headers'> & {
  readonly headers?: ((answer: never) => AnswerHeaders) | undefined
}
type Invoke<D, A = Asking<D>> = (acting: MutationDeps, action: Action, asking: A, input: object) => Promise<unknown>

const NAME = /^[a-z][a-z0-9_]*(\.[a-z][a-z0-9_]*)+$/

export function made<D>(declared: AnyDeclared, invoke: Invoke<D>): Operation<D> {
  return described<D>(declared, (acting, action, asking, input) => {
    assert('actor' in asking, `${declared.name} is called by somebody who is known`)
    return invoke(acting, action, asking, input)
  })
}

export function described<D>(declared: AnyDeclared, invoke: Invoke<D, Asking<D> | PublicAsking<D>>): Operation<D> {
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

/** The checks of schemas are loaded with the first call: roles that declare operations and serve none do without them. */
export async function shownAs(schema: TSchema, value: unknown): Promise<unknown> {
  const { toWire } = await import('../../../schemas/to-wire.ts')
  return toWire(schema, value)
}
