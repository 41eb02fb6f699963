/**
 * Operations of the API as tools call them: their inputs and descriptions come from the OpenAPI document, which is
 * generated from their declarations, and the client has a method for each.
 */
import { type TProperties, type TSchema, Type } from 'typebox'
import { assert } from '../../platform/assert.ts'
import { type OpenApiDocument, readApiDocument } from '../../schemas/api-document.ts'
import { OPERATIONS } from '../../sdk/typescript/src/generated/operations.ts'
import type { Client } from '../../sdk/typescript/src/index.ts'

type Schema = TSchema & { readonly $ref?: string; readonly description?: string; readonly maximum?: number }
type Member = { readonly schema: Schema; readonly place: 'path' | 'query' | 'body'; readonly isNeeded: boolean }

/** An operation by its method and path, such as `GET /alerts/{id}`. */
export type Operation = {
  readonly at: string
  readonly summary: string
  readonly permission: string
  /** True when the operation changes nothing. */
  readonly reads: boolean
  readonly members: ReadonlyMap<string, Member>
}

let read: OpenApiDocument | undefined

export function operationAt(at: string): Operation {
  read ??= readApiDocument()
  const document = read
  const [method = '', path = ''] = at.split(' ')
  const found = document.paths[`/api/v1${path}`]?.[method.toLowerCase()]
  assert(found !== undefined, `the API has ${at}`)
  const ofUrl = (found.parameters ?? []).flatMap(({ name, in: place, required = false, schema }): [string, Member][] =>
    place === 'path' || place === 'query'
      ? [[name, { schema: whole(schema, document), place, isNeeded: required }]]
      : [],
  )
  const body = found.requestBody?.content['application/json']?.schema
  const { properties = {}, required = [] } = (body === undefined ? {} : whole(body, document)) as {
    properties?: Record<string, Schema>
    required?: readonly string[]
  }
  const ofBody = Object.entries(properties).map(([name, schema]): [string, Member] => {
    return [name, { schema, place: 'body', isNeeded: required.includes(name) }]
  })
  const members = new Map([...ofUrl, ...ofBody])
  const { summary, 'x-svc-permission': permission = 'public', 'x-svc-audit': audit } = found
  return { at, summary, permission, reads: audit === undefined, members }
}

/** Replaces each `$ref` with its schema. Schemas of inputs are never recursive. */
function whole<T>(value: T, document: OpenApiDocument): T {
  if (Array.isArray(value)) return value.map((one) => whole(one, document)) as T
  if (typeof value !== 'object' || value === null) return value
  const name = (value as Schema).$ref?.split('/').at(-1)
  if (name !== undefined) return whole(document.components.schemas[name], document) as T
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, whole(inner, document)])) as T
}

/** Largest page that a model may request, and the page size when it names none. */
const ITEMS_MAX = 100
export const ITEMS_DEFAULT = 20

/** Members of an operation as members of a tool's input. `names`: as the tool calls them, with the operation's name of each. */
export function takes(operation: Operation, names: Readonly<Record<string, string>>): TProperties {
  const entries = Object.entries(names).map(([own, name]): [string, TSchema] => {
    const member = operation.members.get(name)
    assert(member !== undefined, `${operation.at} takes ${name}`)
    const { schema, isNeeded } = member
    return [own, name === 'limit' ? limit(schema) : isNeeded ? Type.Unsafe(schema) : Type.Optional(Type.Unsafe(schema))]
  })
  return Object.fromEntries(entries)
}

function limit({ maximum = ITEMS_MAX }: Schema): TSchema {
  const description = `default: ${ITEMS_DEFAULT}`
  return Type.Optional(Type.Integer({ minimum: 1, maximum: Math.min(maximum, ITEMS_MAX), description }))
}

type Tree = { readonly [name: string]: string | Tree }
type Found = { readonly path: readonly string[]; readonly flags: string }

/** Calls the client's method of the operation; of a list it gives the first page. Values are by the operation's names. */
export async function send(
  client: Client,
  { at, members }: Operation,
  values: Readonly<Record<string, unknown>>,
  signal: AbortSignal,
): Promise<Record<string, unknown>> {
  const found = methodAt(at)
  const of = (place: Member['place']) =>
    Object.fromEntries(Object.entries(values).filter(([name]) => members.get(name)?.place === place))
  const inPath = [...at.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => values[name])
  const [body, query] = [of('body'), of('query')]
  const args = [
    ...inPath,
    ...(found.flags.includes('b') ? [body] : []),
    ...(found.flags.includes('q') ? [query] : []),
    { signal },
  ]
  const answer: unknown = call(client, found.path, args)
  const isPaged = found.flags.includes('p') || found.flags.includes('c')
  const first = isPaged ? (answer as { firstPage(): Promise<object> }).firstPage() : (answer as Promise<object>)
  return { ...(await first) }
}

function call(client: Client, path: readonly string[], args: readonly unknown[]): unknown {
  const of = path
    .slice(0, -1)
    .reduce((node, name) => node[name] as Record<string, unknown>, { ...client } as Record<string, unknown>)
  return (of[path.at(-1) ?? ''] as (...args: readonly unknown[]) => unknown)(...args)
}

function methodAt(at: string, tree: Tree = OPERATIONS, path: readonly string[] = []): Found {
  const found = search(at, tree, path)
  assert(found !== null, `the client has a method of ${at}`)
  return found
}

function search(at: string, tree: Tree, path: readonly string[]): Found | null {
  for (const [name, node] of Object.entries(tree)) {
    if (typeof node !== 'string') {
      const found = search(at, node, [...path, name])
      if (found !== null) return found
    } else if (node.startsWith(`${at} `)) return { path: [...path, name], flags: node.split(' ')[2] ?? '' }
  }
  return null
}
