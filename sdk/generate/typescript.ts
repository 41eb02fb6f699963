/** TypeScript: types of models, typed resources, and one line of text for each operation that the client reads. */
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
import { camelCase, pascalCase, snakeCase } from './words.ts'

const NOTE = '// Made from schemas/openapi/openapi.json by sdk/generate. Do not edit.\n'

export function typescriptFiles({ models, operations, version }: ApiModel): Record<string, string> {
  const root = resourceTree(operations)
  const folder = 'typescript/src/generated'
  return {
    [`${folder}/models.ts`]: modelsFile(models.filter(({ inRequests, inResponses }) => inRequests || inResponses)),
    [`${folder}/resources.ts`]: resourcesFile(root),
    [`${folder}/operations.ts`]: operationsFile(root, version),
  }
}

function modelsFile(models: readonly Model[]): string {
  const texts = models.map((model) => {
    const fields = model.fields.map((field) => fieldText(field, model.inResponses))
    return `${comment(model.description, '')}export interface ${model.name} {\n${fields.join('')}}\n`
  })
  return `${NOTE}\n/** A known value, or one that a newer server may answer with. */\nexport type Open<T extends string> = T | (string & {})\n\n${texts.join('\n')}`
}

function fieldText({ name, type, required, description }: Field, isOpen: boolean): string {
  const text = typeText(type, isOpen, '')
  return `${comment(description, '  ')}  ${key(name)}${required ? `: ${text}` : `?: ${text} | undefined`}\n`
}

function key(name: string): string {
  return /^[A-Za-z_]\w*$/.test(name) ? name : JSON.stringify(name)
}

function typeText(type: Type, isOpen: boolean, prefix: string): string {
  switch (type.kind) {
    case 'string': {
      if (!type.values) return 'string'
      const values = type.values.map((value) => JSON.stringify(value)).join(' | ')
      return isOpen ? `${prefix}Open<${values}>` : values
    }
    case 'integer':
    case 'number':
      return 'number'
    case 'boolean':
      return 'boolean'
    case 'any':
      return 'unknown'
    case 'array':
      return `Array<${typeText(type.of, isOpen, prefix)}>`
    case 'map':
      return `Record<string, ${typeText(type.of, isOpen, prefix)}>`
    case 'nullable':
      return type.of.kind === 'any' ? 'unknown' : `${typeText(type.of, isOpen, prefix)} | null`
    case 'model':
      return `${prefix}${type.name}`
    case 'union':
      return [...new Set(type.of.map((one) => typeText(one, isOpen, prefix)))].join(' | ')
  }
}

function resourcesFile(root: Resource): string {
  const parts = allResources(root).map((resource) => {
    const nested = [...resource.children].map(
      ([name, child]) => `  readonly ${camelCase(name)}: ${className(child.path)}\n`,
    )
    const methods = resource.operations.map(methodText)
    return `export interface ${className(resource.path)} {\n${[...nested, ...methods].join('')}}\n`
  })
  const params = allResources(root)
    .flatMap(({ operations }) => operations)
    .filter(hasParams)
    .map(paramsText)
  const top = [...root.children].map(([name, child]) => `  readonly ${camelCase(name)}: ${className(child.path)}\n`)
  return `${NOTE}
import type { Download, FileContent, Pager, RequestOptions } from '../types.ts'
import type * as m from './models.ts'

${[...params, ...parts].join('\n')}
/** Every operation of the API, by resource. */
export interface Resources {
${top.join('')}}
`
}

function className(path: readonly string[]): string {
  return `${pascalCase(path.join('_'))}Resource`
}

function paramsName(operation: Operation): string {
  return `${pascalCase(fullName(operation).replaceAll('.', '_'))}Params`
}

function hasParams({ query, headers, body }: Operation): boolean {
  return query.length > 0 || headers.length > 0 || body?.as === 'file'
}

function paramsText(operation: Operation): string {
  const { query, headers, body } = operation
  const fields = [...query, ...headers.map((field) => ({ ...field, name: snakeCase(field.name) }))].map((field) =>
    fieldText(field, false),
  )
  if (body?.as === 'file') fields.push('  filename?: string | undefined\n')
  return `export interface ${paramsName(operation)} {\n${fields.join('')}}\n`
}

function methodText(operation: Operation): string {
  const { pathParameters, body, query, headers, summary, description } = operation
  const parameters = pathParameters.map(({ name }) => `${camelCase(name)}: string`)
  if (body?.as === 'file') parameters.push('file: FileContent')
  else if (body) parameters.push(`body${body.required ? '' : '?'}: ${bodyText(body.type)}`)
  if (hasParams(operation)) {
    const isRequired = [...query, ...headers].some(({ required }) => required)
    parameters.push(`params${isRequired ? '' : '?'}: ${paramsName(operation)}`)
  }
  parameters.push('options?: RequestOptions')
  const doc = comment([summary, description].filter(Boolean).join('\n\n'), '  ')
  return `${doc}  ${camelCase(operation.method)}(${parameters.join(', ')}): ${returnText(operation)}\n`
}

function bodyText(type: Type): string {
  return typeText(type.kind === 'nullable' ? type.of : type, false, 'm.')
}

function returnText({ answer, item }: Operation): string {
  if (!('type' in answer)) return answer.as === 'none' ? 'Promise<void>' : 'Promise<Download>'
  const text = typeText(answer.type, true, 'm.')
  if (item) return `Pager<${typeText(item, true, 'm.')}, ${text}>`
  return answer.as === 'json_or_text' ? `Promise<${text} | string>` : `Promise<${text}>`
}

function operationsFile(root: Resource, version: string): string {
  const tree = (resource: Resource, pad: string): string => {
    const inner = `${pad}  `
    const own = resource.operations.map((one) => `${inner}${camelCase(one.method)}: ${JSON.stringify(line(one))},\n`)
    const nested = [...resource.children].map(([name, child]) => `${inner}${camelCase(name)}: ${tree(child, inner)},\n`)
    return `{\n${[...own, ...nested].join('')}${pad}}`
  }
  return `${NOTE}
export const API_VERSION = ${JSON.stringify(version)}

/** Method, path, and letters of \`call.ts\` for the inputs and the response of an operation. */
export const OPERATIONS = ${tree(root, '')} as const
`
}

/** Such as \`GET /alerts pq\`; paths begin after /api/v1 unless they begin with ~. */
function line(operation: Operation): string {
  const { verb, path, body, answer, item, headers } = operation
  const flags = [
    body && { json: 'b', scim: 's', file: 'm', form: 'f' }[body.as],
    hasParams(operation) && 'q',
    item && (body ? 'c' : 'p'),
    answer.as === 'download' && 'd',
    operation.isIdempotentByKey && 'k',
    operation.isPublic && 'u',
    operation.readsOnly && verb !== 'GET' && 'r',
  ]
  const short = path.startsWith('/api/v1/') ? path.slice('/api/v1'.length) : `~${path}`
  const named = headers.map(({ name, header }) => `${snakeCase(name)}=${header}`).join(',')
  return [verb, short, flags.filter(Boolean).join('') || '-', named].filter(Boolean).join(' ')
}

function comment(text: string, pad: string): string {
  if (text === '') return ''
  const lines = text.replaceAll('*/', '*\\/').split('\n')
  if (lines.length === 1) return `${pad}/** ${text.replaceAll('*/', '*\\/')} */\n`
  return `${pad}/**\n${lines.map((one) => `${pad} * ${one}`.trimEnd()).join('\n')}\n${pad} */\n`
}
