/** Calls an operation of the API by its name, such as `POST /api/v1/cases`, with typed input and response. */
import operations from 'virtual:operations'
import { bodyOf, DELETE, GET, PATCH, POST, PUT } from './client.ts'
import type { paths } from './schema.gen.js'
import { may, type Session } from './session.ts'

const CLIENTS = { GET, POST, PUT, PATCH, DELETE }
type Method = keyof typeof CLIENTS

type Answering = { readonly responses: unknown }

export type Operation = {
  [P in keyof paths & string]: {
    [M in Method]: paths[P][Lowercase<M>] extends Answering ? `${M} ${P}` : never
  }[Method]
}[keyof paths & string]

type Described<K extends Operation> = K extends `${infer M} ${infer P}`
  ? P extends keyof paths
    ? Lowercase<M> extends keyof paths[P]
      ? paths[P][Lowercase<M>]
      : never
    : never
  : never

type Json<R> = R extends { readonly content: { readonly 'application/json': infer T } } ? T : never
type Succeeded<R> = Json<R[keyof R & (200 | 201 | 202)]>

export type AnswerOf<K extends Operation> = Described<K> extends { readonly responses: infer R } ? Succeeded<R> : never

export type RequestInput = {
  readonly path?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, string | number | boolean | undefined>>
  readonly body?: unknown
  readonly parseAs?: 'json' | 'text' | 'blob'
}

type UntypedClient = (path: string, init: object) => Promise<{ data?: unknown; error?: unknown; response: Response }>

/** Throws `ApiProblem` when the API refuses. */
export async function call<K extends Operation>(operation: K, input: RequestInput = {}): Promise<AnswerOf<K>> {
  const [method, path] = operation.split(' ') as [Method, string]
  const ask = CLIENTS[method] as unknown as UntypedClient
  const { path: inPath = {}, query = {}, body, parseAs = 'json' } = input
  const params = { path: inPath, query }
  return (await bodyOf(ask(path, { params, parseAs, ...(body === undefined ? {} : { body }) }))) as AnswerOf<K>
}

/** The permission that the operation needs and the account lacks; null if the account may call it. */
export function lacking(session: Session, operation: Operation): string | null {
  const needs = operations[operation] ?? null
  return needs === null || needs === 'signed_in' || may(session, needs) ? null : needs
}

/** True when the account may call all of these operations: a button or a section is shown for what it would call. */
export const mayCall = (session: Session, ...wanted: readonly Operation[]): boolean =>
  wanted.every((operation) => lacking(session, operation) === null)
