/** Go: structs for models, query parameters, and resources with a method for each operation. */
import {
  type ApiModel,
  allResources,
  type Field,
  fullName,
  type Model,
  type Operation,
  type Resource,
  resourceTree,
  type Type,
} from './model.ts'
import { camelCase, pascalCase, wordsOf } from './words.ts'

const NOTE = '// Code generated from schemas/openapi/openapi.json by sdk/generate. DO NOT EDIT.\n'
const INITIALISMS: ReadonlySet<string> = new Set(
  'id url ip api http sla ioc ocsf mcp llm sso saml oidc scim ueba sse ai uid csv json sql kql'.split(' '),
)
const KEYWORDS: ReadonlySet<string> = new Set(
  'break case chan const continue default defer else fallthrough for func go goto if import interface map package range return select struct switch type var ctx'.split(
    ' ',
  ),
)

export function goFiles({ models, operations, version }: ApiModel): Record<string, string> {
  const used = models.filter(({ inRequests, inResponses }) => inRequests || inResponses)
  // Problem is written by hand: it is an error.
  const structs = used.filter(({ name }) => name !== 'Problem' && !name.startsWith('ProblemDetail'))
  return { 'go/models.go': modelsFile(structs), 'go/resources.go': resourcesFile(resourceTree(operations), version) }
}

export function goName(name: string): string {
  return wordsOf(name)
    .map((word) => (INITIALISMS.has(word) ? word.toUpperCase() : pascalCase(word)))
    .join('')
}

function argument(name: string): string {
  const own = camelCase(name)
  return KEYWORDS.has(own) ? `${own}_` : own
}

function modelsFile(models: readonly Model[]): string {
  const structs = models.map((model) => {
    const rows = model.fields.map((field) => fieldRow(field, model.inRequests && !model.inResponses))
    return `${comment(`${model.name} ${model.description === '' ? 'is a model of the API.' : `is: ${model.description}`}`, '')}type ${model.name} struct {\n${aligned(rows)}}\n`
  })
  return `${NOTE}\npackage svc\n\nimport "time"\n\n${structs.join('\n')}`
}

type Row = { readonly doc: string; readonly cells: readonly string[] }

function fieldRow({ name, type, required, description }: Field, isRequest: boolean): Row {
  const tag = required ? `\`json:"${name}"\`` : `\`json:"${name},omitzero"\``
  return {
    doc: comment(withValues(description, type), '\t'),
    cells: [goName(name), fieldType(type, required, isRequest), tag],
  }
}

function withValues(description: string, type: Type): string {
  const inner = type.kind === 'nullable' ? type.of : type
  const values = inner.kind === 'string' && inner.values ? `One of ${inner.values.join(', ')}.` : ''
  return [description, values].filter(Boolean).join('\n')
}

/** Aligns the columns of consecutive fields as gofmt does; a comment ends a block. */
function aligned(rows: readonly Row[]): string {
  const runs: Row[][] = []
  for (const row of rows) {
    const run = runs.at(-1)
    if (row.doc === '' && run) run.push(row)
    else runs.push([row])
  }
  return runs.map(alignedRun).join('')
}

function alignedRun(rows: readonly Row[]): string {
  const widths = [0, 1].map((at) => Math.max(...rows.map(({ cells }) => cells[at]?.length ?? 0)))
  return rows
    .map(({ doc, cells: [name = '', type = '', tag] }) =>
      tag === undefined
        ? `${doc}\t${name.padEnd(widths[0] ?? 0)} ${type}\n`
        : `${doc}\t${name.padEnd(widths[0] ?? 0)} ${type.padEnd(widths[1] ?? 0)} ${tag}\n`,
    )
    .join('')
}

function fieldType(type: Type, required: boolean, isRequest: boolean): string {
  if (type.kind === 'nullable') {
    const inner = typeText(type.of)
    if (isRequest && !required) return `Nullable[${inner}]`
    return isReference(type.of) ? inner : `*${inner}`
  }
  return required || isReference(type) ? typeText(type) : `*${typeText(type)}`
}

/** True for a type that can be nil without a pointer. */
function isReference(type: Type): boolean {
  return type.kind === 'array' || type.kind === 'map' || type.kind === 'any' || type.kind === 'union'
}

function typeText(type: Type): string {
  switch (type.kind) {
    case 'string':
      return type.format === 'date-time' ? 'time.Time' : 'string'
    case 'integer':
      return 'int64'
    case 'number':
      return 'float64'
    case 'boolean':
      return 'bool'
    case 'any':
    case 'union':
      return 'any'
    case 'array':
      return `[]${typeText(type.of)}`
    case 'map':
      return `map[string]${typeText(type.of)}`
    case 'nullable':
      return isReference(type.of) ? typeText(type.of) : `*${typeText(type.of)}`
    case 'model':
      return type.name
  }
}

function resourcesFile(root: Resource, version: string): string {
  const resources = allResources(root)
  const parts = resources.map(resourceText)
  return `${NOTE}
package svc

import (
	"context"
	"net/http"
	"net/url"
	"time"
)

// APIVersion is the version of the API document that this package was made from.
const APIVersion = ${JSON.stringify(version)}

// Resources has every operation of the API, by resource.
type Resources struct {
${alignedRun([...root.children.values()].map((child) => ({ doc: '', cells: [fieldName(child), `*${className(child.path)}`] })))}}

func newResources(client *Client) Resources {
	return Resources{
${makers(root, '\t\t')}	}
}

${parts.join('\n')}`
}

function fieldName({ path }: Resource): string {
  return goName(path.at(-1) ?? '')
}

function makers({ children }: Resource, pad: string): string {
  const names = [...children.values()].map(fieldName)
  const width = Math.max(...names.map((name) => name.length)) + 1
  return [...children.values()]
    .map((child) => `${pad}${`${fieldName(child)}:`.padEnd(width)} new${className(child.path)}(client),\n`)
    .join('')
}

function className(path: readonly string[]): string {
  return `${goName(path.join('_'))}Resource`
}

function resourceText(resource: Resource): string {
  const name = className(resource.path)
  const fields = [
    { doc: '', cells: ['client', '*Client'] },
    ...[...resource.children.values()].map((child) => ({
      doc: '',
      cells: [fieldName(child), `*${className(child.path)}`],
    })),
  ]
  const methods = resource.operations.flatMap((operation) => [
    paramsText(operation),
    methodText(operation, name),
    textMethod(operation, name),
  ])
  const path = resource.path.map(goName).join('.')
  const nested =
    resource.children.size === 0 ? `&${name}{client: client}` : `&${name}{\n${makersWithClient(resource)}\t}`
  return `// ${name} has the operations of Client.${path}.\ntype ${name} struct {\n${alignedRun(fields)}}\n\nfunc new${name}(client *Client) *${name} {\n\treturn ${nested}\n}\n${methods
    .filter(Boolean)
    .map((text) => `\n${text}`)
    .join('')}`
}

function makersWithClient(resource: Resource): string {
  const names = ['client', ...[...resource.children.values()].map(fieldName)]
  const width = Math.max(...names.map((name) => name.length)) + 1
  const own = `\t\t${'client:'.padEnd(width)} client,\n`
  const rest = [...resource.children.values()].map(
    (child) => `\t\t${`${fieldName(child)}:`.padEnd(width)} new${className(child.path)}(client),\n`,
  )
  return own + rest.join('')
}

function hasParams({ query, headers }: Operation): boolean {
  return query.length + headers.length > 0
}

function paramsName(operation: Operation): string {
  return `${goName(fullName(operation).replaceAll('.', '_'))}Params`
}

function paramsText(operation: Operation): string {
  if (!hasParams(operation)) return ''
  const name = paramsName(operation)
  const { query, headers } = operation
  const rows = [...query, ...headers].map((field) => ({
    doc: comment(withValues(field.description, field.type), '\t'),
    cells: [goName(field.name), paramType(field.type)],
  }))
  const puts = query.map(
    (field) => `\t${putterOf(field.type)}(values, ${JSON.stringify(field.name)}, p.${goName(field.name)})\n`,
  )
  const heads = headers.map(
    (field) =>
      `\tputString(url.Values(headers), http.CanonicalHeaderKey(${JSON.stringify(field.header)}), p.${goName(field.name)})\n`,
  )
  const body = [
    query.length > 0 ? '' : '\t_ = values\n',
    ...puts,
    headers.length > 0 ? '' : '\t_ = headers\n',
    ...heads,
  ].join('')
  return `// ${name} are the parameters of ${fullName(operation)}. Fields that are left out are not sent.\ntype ${name} struct {\n${aligned(rows)}}\n\nfunc (p *${name}) put(values url.Values, headers http.Header) {\n\tif p == nil {\n\t\treturn\n\t}\n${body}}\n`
}

function paramType(type: Type): string {
  if (type.kind === 'boolean') return '*bool'
  if (type.kind === 'integer') return 'int'
  if (type.kind === 'number') return '*float64'
  if (type.kind === 'string' && type.format === 'date-time') return 'time.Time'
  return 'string'
}

function putterOf(type: Type): string {
  const putters: Readonly<Record<string, string>> = {
    '*bool': 'putBool',
    int: 'putInt',
    '*float64': 'putFloat',
    'time.Time': 'putTime',
    string: 'putString',
  }
  return putters[paramType(type)] ?? 'putString'
}

function methodText(operation: Operation, receiver: string): string {
  const { answer, item } = operation
  const name = goName(operation.method)
  const { parameters, request } = signatureOf(operation)
  const doc = comment(`${name}: ${[operation.summary, operation.description].filter(Boolean).join('\n\n')}`, '')
  if (item && 'type' in answer)
    return `${doc}func (r *${receiver}) ${name}(${parameters.join(', ')}) *Pager[${typeText(item)}, ${typeText(answer.type)}] {\n\treturn newPager[${typeText(item)}, ${typeText(answer.type)}](r.client, ${request}, options)\n}\n`
  const all = ['ctx context.Context', ...parameters].join(', ')
  if (answer.as === 'none')
    return `${doc}func (r *${receiver}) ${name}(${all}) error {\n\treturn r.client.send(ctx, ${request}, nil, options)\n}\n`
  if (answer.as === 'download')
    return `${doc}func (r *${receiver}) ${name}(${all}) (*Download, error) {\n\treturn r.client.download(ctx, ${request}, options)\n}\n`
  if (!('type' in answer)) return ''
  const inner = answer.type.kind === 'nullable' ? answer.type.of : answer.type
  const text = typeText(inner)
  return `${doc}func (r *${receiver}) ${name}(${all}) (*${text}, error) {\n\treturn answerOf[${text}](ctx, r.client, ${request}, options)\n}\n`
}

/** An operation that can also return text has a second method for it. */
function textMethod(operation: Operation, receiver: string): string {
  if (operation.answer.as !== 'json_or_text') return ''
  const name = `${goName(operation.method)}Text`
  const { parameters, request } = signatureOf(operation)
  return `// ${name} is ${goName(operation.method)} as the text that the format of its parameters asks for.\nfunc (r *${receiver}) ${name}(${['ctx context.Context', ...parameters].join(', ')}) (*Download, error) {\n\treturn r.client.download(ctx, ${request}, options)\n}\n`
}

function signatureOf(operation: Operation): { parameters: string[]; request: string } {
  const { pathParameters, body, verb, path, isIdempotentByKey, isPublic, readsOnly } = operation
  const names = pathParameters.map(({ name }) => argument(name))
  const parameters = names.length > 0 ? [`${names.join(', ')} string`] : []
  const parts = [`method: ${JSON.stringify(verb)}`, `path: ${JSON.stringify(path)}`]
  if (names.length > 0) parts.push(`parts: []string{${names.join(', ')}}`)
  if (body?.as === 'file') parameters.push('file File')
  else if (body) parameters.push(`body ${bodyType(body.type, body.required)}`)
  if (body?.as === 'file') parts.push('file: &file')
  else if (body) parts.push('body: body')
  if (body?.as === 'scim') parts.push('media: "application/scim+json"')
  if (body?.as === 'form') parts.push('media: "application/x-www-form-urlencoded"')
  if (hasParams(operation)) {
    parameters.push(`params *${paramsName(operation)}`)
    parts.push('params: params')
  }
  if (isIdempotentByKey) parts.push('keyed: true')
  if (readsOnly && verb !== 'GET') parts.push('reads: true')
  if (isPublic) parts.push('public: true')
  return { parameters: [...parameters, 'options ...CallOption'], request: `&request{${parts.join(', ')}}` }
}

function bodyType(type: Type, required: boolean): string {
  const inner = type.kind === 'nullable' ? type.of : type
  return required || isReference(inner) ? typeText(inner) : `*${typeText(inner)}`
}

function comment(text: string, pad: string): string {
  if (text === '') return ''
  return text
    .split('\n')
    .map((line) => `${pad}// ${line.trim()}`.trimEnd())
    .join('\n')
    .concat('\n')
}
