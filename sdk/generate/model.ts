/** The API for the generators: named models without nesting, and operations with names and simple types. */
import type { OpenApiDocument, OpenApiOperation, OpenApiParameter, OpenApiSchema } from '../../schemas/api-document.ts'
import { isPaged, nameOperations, type OperationName } from './names.ts'
import { pascalCase } from './words.ts'

export type Type =
  | { readonly kind: 'string'; readonly format?: string; readonly values?: readonly string[] }
  | { readonly kind: 'integer' | 'number' | 'boolean' | 'any' }
  | { readonly kind: 'array' | 'map' | 'nullable'; readonly of: Type }
  | { readonly kind: 'model'; readonly name: string }
  | { readonly kind: 'union'; readonly of: readonly Type[] }

export type Field = {
  readonly name: string
  readonly type: Type
  readonly required: boolean
  readonly description: string
}

export type Model = {
  readonly name: string
  readonly description: string
  readonly fields: readonly Field[]
  inRequests: boolean
  inResponses: boolean
}

export type Body = {
  readonly as: 'json' | 'scim' | 'file' | 'form'
  readonly type: Type
  readonly required: boolean
}

/** `download`: bytes or text of any size, returned as a stream. */
export type Answer =
  | { readonly as: 'json'; readonly type: Type }
  | { readonly as: 'json_or_text'; readonly type: Type }
  | { readonly as: 'download' | 'none' }

export type Operation = OperationName & {
  readonly id: string
  readonly verb: string
  readonly path: string
  readonly summary: string
  readonly description: string
  readonly tag: string
  readonly pathParameters: readonly Field[]
  readonly query: readonly Field[]
  readonly headers: readonly (Field & { readonly header: string })[]
  readonly body: Body | null
  readonly answer: Answer
  /** The item of a list that is paged by cursor; null for other operations. */
  readonly item: Type | null
  /** The server stores the response for an Idempotency-Key, so that sending again does nothing twice. */
  readonly isIdempotentByKey: boolean
  /** True for an operation without effects, which can be sent again with any method. */
  readonly readsOnly: boolean
  readonly permission: string | null
  readonly isPublic: boolean
}

export type ApiModel = {
  readonly version: string
  readonly models: readonly Model[]
  readonly operations: readonly Operation[]
}

export function readModel(document: OpenApiDocument): ApiModel {
  const models = new Map<string, Model>()
  const types = new Types(document, models)
  for (const [name, schema] of Object.entries(document.components.schemas)) {
    const object = objectOf(schema)
    if (object) types.declare(name, object)
  }
  const names = nameOperations(document)
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([verb, documented]) => {
      const name = names.get(documented.operationId)
      if (!name) throw new Error(`${documented.operationId} has no name`)
      return operationOf(types, name, verb, path, documented)
    }),
  )
  markUses(operations, models)
  return {
    version: document.info.version,
    models: [...models.values()].sort(byName),
    operations: operations.sort(byFullName),
  }
}

/** Turns schemas into types; a nested object becomes a model named after its place. */
class Types {
  readonly #document: OpenApiDocument
  readonly #models: Map<string, Model>
  readonly #aliases = new Map<string, Type>()

  constructor(document: OpenApiDocument, models: Map<string, Model>) {
    this.#document = document
    this.#models = models
  }

  declare(name: string, object: OpenApiSchema): void {
    const { description = '' } = object
    const fields = this.#fields(name, object)
    this.#models.set(name, { name, description, fields, inRequests: false, inResponses: false })
  }

  typeOf(schema: OpenApiSchema, place: string): Type {
    if (schema.$ref !== undefined) return this.#named(schema.$ref.split('/').at(-1) ?? '')
    if (schema.allOf?.length === 1 && schema.allOf[0]) return this.typeOf(schema.allOf[0], place)
    const choices = schema.anyOf ?? schema.oneOf
    if (choices) return this.#choice(choices, place)
    if (Array.isArray(schema.type))
      return { kind: 'union', of: schema.type.map((type: string) => this.typeOf({ type }, place)) }
    if (schema.type === 'string') return textOf(schema)
    if (schema.type === 'integer' || schema.type === 'number' || schema.type === 'boolean') return { kind: schema.type }
    if (schema.type === 'array') return { kind: 'array', of: this.typeOf(schema.items ?? {}, `${place}Item`) }
    return this.#objectType(schema, place)
  }

  /** Items of an operation with a cursor in its body, such as a search; null for all others. */
  itemsByCursor({ requestBody, responses }: OpenApiOperation): Type | null {
    const body = requestBody?.content['application/json']?.schema
    const answer = Object.values(responses)[0]?.content?.['application/json']?.schema
    if (!body || !answer || !this.#fieldsOf(body).some(({ name }) => name === 'cursor')) return null
    const items = this.#fieldsOf(answer).find(({ name }) => name === 'items' || name === 'events')?.type
    return items?.kind === 'array' ? items.of : null
  }

  #fieldsOf(schema: OpenApiSchema): readonly Field[] {
    const type = this.typeOf(schema, 'Page')
    return (type.kind === 'model' && this.#models.get(type.name)?.fields) || []
  }

  /** The type of `items` in a page. */
  itemOf(schema: OpenApiSchema): Type | undefined {
    const items = this.#fieldsOf(schema).find(({ name }) => name === 'items')?.type
    return items?.kind === 'array' ? items.of : undefined
  }

  /** A named schema that is not an object is replaced by its type. */
  #named(name: string): Type {
    const schema = this.#document.components.schemas[name]
    if (!schema || objectOf(schema)) return { kind: 'model', name }
    const known = this.#aliases.get(name) ?? this.typeOf(schema, name)
    this.#aliases.set(name, known)
    return known
  }

  #objectType(schema: OpenApiSchema, place: string): Type {
    const object = objectOf(schema)
    if (object && Object.keys(object.properties ?? {}).length > 0) {
      const name = this.#freeName(place)
      this.declare(name, object)
      return { kind: 'model', name }
    }
    if (schema.type !== 'object') return { kind: 'any' }
    const { additionalProperties: more } = schema
    return { kind: 'map', of: typeof more === 'object' ? this.typeOf(more, `${place}Value`) : { kind: 'any' } }
  }

  #choice(choices: readonly OpenApiSchema[], place: string): Type {
    const present = choices.filter(({ type }) => type !== 'null')
    const [only] = present
    if (present.length < choices.length && only)
      return { kind: 'nullable', of: present.length === 1 ? this.typeOf(only, place) : this.#choice(present, place) }
    const types = present.map((schema, at) => this.typeOf(schema, `${place}${at + 1}`))
    if (types.every((type) => type.kind === 'string')) {
      const values = types.flatMap((type) => (type.kind === 'string' ? (type.values ?? []) : []))
      return values.length === 0 ? { kind: 'string' } : { kind: 'string', values }
    }
    return { kind: 'union', of: types }
  }

  #fields(name: string, { properties = {}, required = [] }: OpenApiSchema): Field[] {
    return Object.entries(properties)
      .filter(([, schema]) => !('not' in schema))
      .map(([field, schema]) => ({
        name: field,
        type: this.typeOf(schema, name + pascalCase(field)),
        required: required.includes(field),
        description: schema.description ?? '',
      }))
  }

  #freeName(wanted: string): string {
    const isUsed = (name: string) => this.#models.has(name) || name in this.#document.components.schemas
    if (!isUsed(wanted)) return wanted
    for (let at = 2; ; at++) if (!isUsed(`${wanted}${at}`)) return `${wanted}${at}`
  }
}

/** The object of a schema, with `allOf` objects merged; undefined for a schema without properties. */
function objectOf(schema: OpenApiSchema): OpenApiSchema | undefined {
  if (schema.properties) return schema
  if (schema.allOf?.some(({ properties }) => properties)) {
    const properties = Object.assign({}, ...schema.allOf.map((part) => part.properties ?? {}))
    return { type: 'object', properties, required: schema.allOf.flatMap(({ required = [] }) => required) }
  }
  return undefined
}

function textOf({ format, enum: values }: OpenApiSchema): Type {
  // An enum of the API has texts alone.
  if (values) return { kind: 'string', values: values as readonly string[] }
  return format === undefined ? { kind: 'string' } : { kind: 'string', format }
}

function operationOf(
  types: Types,
  name: OperationName,
  verb: string,
  path: string,
  documented: OpenApiOperation,
): Operation {
  const { operationId: id, parameters = [], summary = '', description = '', tags = [], security } = documented
  const place = pascalCase(id)
  const ofPlace = (where: OpenApiParameter['in']) => parameters.filter((parameter) => parameter.in === where)
  const field = (parameter: OpenApiParameter): Field => ({
    name: parameter.name,
    type: types.typeOf(parameter.schema, place + pascalCase(parameter.name)),
    required: (parameter.required ?? false) && parameter.schema.default === undefined,
    description: parameter.description ?? '',
  })
  const order = [...path.matchAll(/\{(\w+)\}/g)].map(([, parameter]) => parameter)
  const answer = answerOf(types, place, documented)
  return {
    ...name,
    ...{ id, verb: verb.toUpperCase(), path, summary, description, tag: tags[0] ?? 'other' },
    pathParameters: ofPlace('path')
      .map(field)
      .sort((a, b) => order.indexOf(a.name) - order.indexOf(b.name)),
    query: ofPlace('query').map(field),
    headers: ofPlace('header')
      .filter((parameter) => parameter.name !== 'idempotency-key')
      .map((parameter) => ({ ...field(parameter), name: parameter.name.replace(/^x-/, ''), header: parameter.name })),
    body: bodyOf(types, place, documented),
    answer,
    item: isPaged(documented) ? itemOf(types, documented) : types.itemsByCursor(documented),
    isIdempotentByKey: documented['x-svc-idempotent'] ?? false,
    readsOnly: verb === 'get' || (documented['x-svc-audit'] === undefined && security?.length !== 0),
    permission: documented['x-svc-permission'] ?? null,
    isPublic: security?.length === 0,
  }
}

function bodyOf(types: Types, place: string, { requestBody }: OpenApiOperation): Body | null {
  const [media, content] = Object.entries(requestBody?.content ?? {})[0] ?? []
  if (media === undefined || !content) return null
  const as = media === 'multipart/form-data' ? 'file' : media === 'application/scim+json' ? 'scim' : 'json'
  const type = as === 'file' ? ({ kind: 'any' } as const) : types.typeOf(content.schema, `${place}Body`)
  const required = type.kind !== 'nullable'
  return { as: media === 'application/x-www-form-urlencoded' ? 'form' : as, type, required }
}

function answerOf(types: Types, place: string, { responses }: OpenApiOperation): Answer {
  const contents = Object.entries(responses)
    .filter(([code]) => code.startsWith('2'))
    .map(([, { content }]) => content ?? {})
  const content = contents.find((one) => Object.keys(one).length > 0)
  if (!content) return { as: 'none' }
  const json = content['application/json'] ?? content['application/scim+json']
  if (!json) return { as: 'download' }
  const isText = Object.keys(content).some((media) => media.startsWith('text/'))
  const type = types.typeOf(json.schema, `${place}Answer`)
  return { as: isText ? 'json_or_text' : 'json', type }
}

function itemOf(types: Types, { responses, operationId }: OpenApiOperation): Type {
  const schema = Object.values(responses)[0]?.content?.['application/json']?.schema
  const item = schema && types.itemOf(schema)
  if (!item) throw new Error(`${operationId} takes a cursor and its answer has no items`)
  return item
}

/** Marks every model that requests or responses use. */
function markUses(operations: readonly Operation[], models: Map<string, Model>): void {
  const mark = (type: Type, use: 'inRequests' | 'inResponses'): void => {
    if (type.kind === 'model') {
      const model = models.get(type.name)
      if (!model || model[use]) return
      model[use] = true
      for (const field of model.fields) mark(field.type, use)
    } else if (type.kind === 'union') for (const one of type.of) mark(one, use)
    else if (type.kind === 'array' || type.kind === 'map' || type.kind === 'nullable') mark(type.of, use)
  }
  for (const { body, answer } of operations) {
    if (body) mark(body.type, 'inRequests')
    if ('type' in answer) mark(answer.type, 'inResponses')
  }
  mark({ kind: 'model', name: 'Problem' }, 'inResponses')
}

function byName(a: { name: string }, b: { name: string }): number {
  return a.name < b.name ? -1 : 1
}

function byFullName(a: OperationName, b: OperationName): number {
  return fullName(a) < fullName(b) ? -1 : 1
}

export function fullName({ resource, method }: OperationName): string {
  return [...resource, method].join('.')
}

/** Resources as a tree, sorted by name. */
export type Resource = {
  readonly path: readonly string[]
  readonly operations: Operation[]
  readonly children: Map<string, Resource>
}

export function resourceTree(operations: readonly Operation[]): Resource {
  const root: Resource = { path: [], operations: [], children: new Map() }
  for (const operation of operations) {
    let at = root
    for (const name of operation.resource) {
      const child = at.children.get(name) ?? { path: [...at.path, name], operations: [], children: new Map() }
      at.children.set(name, child)
      at = child
    }
    at.operations.push(operation)
  }
  return root
}

export function allResources(root: Resource): Resource[] {
  return [...root.children.values()].flatMap((child) => [child, ...allResources(child)])
}
