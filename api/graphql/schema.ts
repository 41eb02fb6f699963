import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  buildSchema,
  defaultFieldResolver,
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLResolveInfo,
  type GraphQLSchema,
  getNamedType,
  isObjectType,
} from 'graphql/index.js'
import type { Permission } from '../../control/identity/accounts/index.ts'
import { requirePermission } from '../../control/platform/acting/index.ts'
import { refuseQuestion } from '../../control/platform/governance/index.ts'
import { assert } from '../../platform/assert.ts'
import { InvalidInput } from '../../platform/invalid-input.ts'
import type { GraphqlContext } from './context.ts'
import { shownField } from './field-rules.ts'
import { OPERATIONS, TYPES } from './fields.ts'
import { PAGE_MAX } from './limits.ts'

// `graphql/index.js`, here and in this folder: the copy that Mercurius has. By its bare name a bundler finds the other one.

/** The committed schema, which clients rely on. */
export const SCHEMA_TEXT = readFileSync(join(import.meta.dirname, 'schema.graphql'), 'utf8')

/** `never`: each function knows the types of its own field, which the schema and not the compiler vouches for. */
export type Resolve = (source: never, args: never, context: GraphqlContext, info: GraphQLResolveInfo) => unknown
/**
 * Resolvers by `Type.field`. A subscription's resolver returns the stream of its payloads, or of functions that compute
 * a payload in its context: an error that such a function throws belongs to that payload alone.
 */
export type Resolvers = Readonly<Record<string, Resolve>>

/** The permissions of operations and types that the schema is checked against. */
export type Fields = { readonly OPERATIONS: typeof OPERATIONS; readonly TYPES: typeof TYPES }

const ROOTS = ['Query', 'Mutation', 'Subscription']

/**
 * The schema with its resolvers. Fails for an operation or a type without a permission, a mutation without an audit
 * action, an operation without a resolver, and a resolver without a field.
 */
export function executableSchema(resolvers: Resolvers, fields: Fields = { OPERATIONS, TYPES }): GraphQLSchema {
  const schema = buildSchema(SCHEMA_TEXT)
  const types = Object.values(schema.getTypeMap()).filter((type) => isObjectType(type) && !type.name.startsWith('__'))
  const left = new Set([...Object.keys(resolvers), ...Object.keys(fields.OPERATIONS)])
  for (const type of types as GraphQLObjectType[]) {
    for (const field of Object.values(type.getFields())) {
      const name = `${type.name}.${field.name}`
      if (ROOTS.includes(type.name)) defineOperation(name, field, resolvers[name], fields)
      else defineField(type, field, resolvers[name], fields)
      left.delete(name)
    }
  }
  assert(left.size === 0, `the schema has the field ${[...left].join(', ')}`)
  return schema
}

type Field = GraphQLField<unknown, GraphqlContext>

function defineOperation(name: string, field: Field, resolve: Resolve | undefined, fields: Fields): void {
  const operation = fields.OPERATIONS[name]
  assert(operation !== undefined, `${name} declares its permission`)
  const { permission, audit } = operation
  assert(!name.startsWith('Mutation.') || audit !== undefined, `${name} declares its audit action`)
  assert(resolve !== undefined, `${name} has an answer`)
  const needed = [permission, permissionOf(field, fields)]
  const answer: Resolve = (source, args, context, info) => {
    requireAll(context, needed)
    checkLimit(args)
    refuseQuestion(field.name, args, context.principal.hidden)
    return resolve(source, args, context, info)
  }
  if (!name.startsWith('Subscription.')) field.resolve = answer as Field['resolve'] & {}
  else {
    field.subscribe = answer as Field['subscribe'] & {}
    field.resolve = (payload, _, context) => (typeof payload === 'function' ? payload(context) : payload)
  }
}

/** A scalar field has the permission of its type; a field that leads to another type needs that type's permission. */
function defineField(type: GraphQLObjectType, field: Field, resolve: Resolve | undefined, fields: Fields): void {
  const found = (resolve ?? defaultFieldResolver) as Field['resolve'] & {}
  const answer: Field['resolve'] & {} = (source, args, context, info) => {
    if (context.principal.hidden.size === 0) return found(source, args, context, info)
    return Promise.resolve(found(source, args, context, info)).then((value) =>
      shownField(context, type, field, source, value),
    )
  }
  field.resolve = answer
  if (!isObjectType(getNamedType(field.type))) return
  const needed = [permissionOf(field, fields)]
  field.resolve = (source, args, context, info) => {
    requireAll(context, needed)
    return answer(source, args, context, info)
  }
}

function permissionOf(field: Field, { TYPES }: Fields): Permission | 'signed_in' {
  const { name } = getNamedType(field.type)
  const permission = TYPES[name]
  assert(permission !== undefined, `the type ${name} declares its permission`)
  return permission
}

function requireAll({ principal }: GraphqlContext, needed: readonly (Permission | 'signed_in')[]): void {
  for (const permission of needed) requirePermission(principal, permission)
}

function checkLimit({ limit }: { readonly limit?: number | null }): void {
  if (limit === undefined || limit === null || (limit >= 1 && limit <= PAGE_MAX)) return
  throw new InvalidInput({ loc: ['args', 'limit'], msg: `is 1 to ${PAGE_MAX}`, type: 'limit' })
}
