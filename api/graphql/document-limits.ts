/**
 * Limits the cost of a document before it is validated or run, so the document may have any shape: fields that do not
 * exist, and fragments that spread each other in circles.
 */
import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  GraphQLError,
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLSchema,
  getNamedType,
  getNullableType,
  getOperationAST,
  isListType,
  isObjectType,
  Kind,
  type OperationDefinitionNode,
  parse,
  type SelectionSetNode,
  visit,
} from 'graphql/index.js'
import { badInput, overLimit } from './errors.ts'
import * as limits from './limits.ts'

export type Variables = Readonly<Record<string, unknown>>

/** Throws LIMIT_EXCEEDED, or a syntax error. */
export function readDocument(source: string): DocumentNode {
  const { SOURCE_CHARS_MAX: chars, TOKENS_MAX: tokens, ALIASES_MAX: aliases } = limits
  if (source.length > chars) throw overLimit('size', chars, `a document has at most ${chars} characters`)
  const document = parsed(source, tokens)
  let found = 0
  visit(document, { Field: ({ alias }) => void (alias && found++) })
  if (found > aliases) throw overLimit('aliases', aliases, `a document has at most ${aliases} aliases`)
  return document
}

function parsed(source: string, tokens: number): DocumentNode {
  try {
    return parse(source, { maxTokens: tokens, noLocation: true }) // validation reports the positions
  } catch (error) {
    const isOver = error instanceof GraphQLError && error.message.endsWith('Parsing aborted.')
    throw isOver ? overLimit('tokens', tokens, `a document has at most ${tokens} tokens`) : error
  }
}

/** Returns the requested operation. Throws BAD_USER_INPUT. */
export function operationOf(document: DocumentNode, name: string | null | undefined): OperationDefinitionNode {
  const operation = getOperationAST(document, name)
  if (operation) return operation
  throw badInput(
    name
      ? 'the document has no operation of this name'
      : 'the document has several operations: name one in operationName',
  )
}

type Walk = {
  readonly schema: GraphQLSchema
  readonly operation: OperationDefinitionNode
  readonly fragments: ReadonlyMap<string, FragmentDefinitionNode>
  readonly variables: Variables
  /** Fragments that are being visited. */
  readonly open: Set<string>
  /** Names that root fields have in the answer. */
  readonly rootNames: Set<string>
  /** Selections visited: fragments that spread each other twice double their number at every level. */
  steps: number
  cost: number
  introspections: number
}

type Place = {
  readonly type: GraphQLNamedType | undefined
  readonly depth: number
  /** Maximum number of times that this field can occur in the answer. */
  readonly times: number
  /** `limit` of the connection that this is the inside of: the length of the list in it. */
  readonly size: number | null
}

/** Throws LIMIT_EXCEEDED for an operation that goes too deep, asks for too much, or for too many things. */
export function checkOperation(
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
  variables: Variables,
): void {
  const named = document.definitions.flatMap((definition) =>
    definition.kind === Kind.FRAGMENT_DEFINITION ? [[definition.name.value, definition] as const] : [],
  )
  const counts = { steps: 0, cost: 0, rootNames: new Set<string>(), introspections: 0 }
  const walk: Walk = { schema, operation, variables, fragments: new Map(named), open: new Set(), ...counts }
  const type = schema.getRootType(operation.operation) ?? undefined
  walkSelections(walk, operation.selectionSet, { type, depth: 0, times: 1, size: null })
}

function walkSelections(walk: Walk, { selections }: SelectionSetNode, place: Place): void {
  for (const selection of selections) {
    if (++walk.steps > limits.COST_MAX) throw tooMuch()
    if (selection.kind === Kind.FIELD) walkField(walk, selection, place)
    else if (selection.kind === Kind.INLINE_FRAGMENT) walkSelections(walk, selection.selectionSet, place)
    else walkFragment(walk, selection.name.value, place)
  }
}

/** A fragment that is being walked already leads in a circle, which validation refuses later. */
function walkFragment(walk: Walk, name: string, place: Place): void {
  const fragment = walk.fragments.get(name)
  if (!fragment || walk.open.has(name)) return
  walk.open.add(name)
  walkSelections(walk, fragment.selectionSet, place)
  walk.open.delete(name)
}

function deeper(depth: number): number {
  const max = limits.DEPTH_MAX
  if (depth + 1 > max) throw overLimit('depth', max, `fields may stand in each other ${max} deep`)
  return depth + 1
}

function walkField(walk: Walk, field: FieldNode, place: Place): void {
  const name = field.name.value
  const depth = deeper(place.depth)
  if (depth === 1) countRootField(walk, name, field.alias?.value ?? name)
  walk.cost += place.times
  if (walk.cost > limits.COST_MAX) throw tooMuch()
  if (name === '__schema' || name === '__type' || !field.selectionSet) return
  walkSelections(walk, field.selectionSet, { depth, ...insideOf(walk, field, place) })
}

/** Fields that share one name in the answer count once: GraphQL answers them once. */
function countRootField(walk: Walk, name: string, answeredAs: string): void {
  if (walk.rootNames.has(answeredAs)) return
  walk.rootNames.add(answeredAs)
  const { ROOT_FIELDS_MAX: fields, INTROSPECTIONS_MAX: introspections } = limits
  if (walk.rootNames.size > fields)
    throw overLimit('root_fields', fields, `a request asks for at most ${fields} fields at the root`)
  if ((name === '__schema' || name === '__type') && ++walk.introspections > introspections)
    throw overLimit('introspection', introspections, 'a request asks for the schema once')
}

function insideOf(walk: Walk, node: FieldNode, { type, times, size }: Place): Omit<Place, 'depth'> {
  const field = isObjectType(type) ? type.getFields()[node.name.value] : undefined
  if (!field) return { type: undefined, times, size: null }
  const limit = limitOf(walk, node, field)
  const inside = getNamedType(field.type)
  if (!isListType(getNullableType(field.type))) return { type: inside, times, size: limit }
  return { type: inside, times: times * (limit ?? size ?? limits.LIST_SIZE), size: null }
}

/** Null for a field without `limit`. A value out of bounds is left to the resolver, whose error names it. */
function limitOf(walk: Walk, node: FieldNode, field: GraphQLField<unknown, unknown>): number | null {
  const argument = field.args.find(({ name }) => name === 'limit')
  if (!argument) return null
  const limitArgument = node.arguments?.find(({ name }) => name.value === 'limit')?.value
  const value =
    limitArgument?.kind === Kind.VARIABLE
      ? variableOf(walk, limitArgument.name.value)
      : limitArgument && 'value' in limitArgument && limitArgument.value
  const limit = Number(value ?? argument.defaultValue)
  return Number.isInteger(limit) && limit >= 1 ? Math.min(limit, limits.PAGE_MAX) : Number(argument.defaultValue)
}

function variableOf({ operation, variables }: Walk, name: string): unknown {
  if (Object.hasOwn(variables, name)) return variables[name]
  const defined = operation.variableDefinitions?.find(({ variable }) => variable.name.value === name)
  return defined?.defaultValue && 'value' in defined.defaultValue ? defined.defaultValue.value : undefined
}

function tooMuch() {
  const max = limits.COST_MAX
  return overLimit('cost', max, `the answer may hold more than ${max} values: ask for fewer fields or a lower limit`)
}
