/** Requests to try: one with curl for each operation, and all of them as a collection. */
import type { OpenApiDocument, OpenApiParameter } from '../../schemas/api-document.ts'
import { areasOf, type Documented } from './areas.ts'
import { exampleOf } from './examples.ts'

const COLLECTION_SCHEMA = 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json'

/** A request with the variables of docs/first-alert.md. */
export function curlOf(document: OpenApiDocument, documented: Documented): string {
  const { method, operation } = documented
  const body = bodyOf(documented)
  const parts = [
    `curl ${method === 'GET' ? '' : `-X ${method} `}"$SVC_API_URL${targetOf(document, documented)}"`,
    ...(isOpen(documented) ? [] : ['  -H "X-API-Key: $SVC_API_KEY"']),
    ...(body === undefined
      ? []
      : ["  -H 'Content-Type: application/json'", `  -d '${JSON.stringify(body).replaceAll("'", "'\\''")}'`]),
  ]
  const files = Object.keys(operation.requestBody?.content ?? {}).includes('multipart/form-data')
  return [...parts, ...(files ? ['  -F file=@FILE'] : [])].join(' \\\n')
}

/** A collection of the format that Postman, Bruno and Insomnia read, a folder an area. */
export function collectionOf(document: OpenApiDocument): object {
  const { title, version } = document.info
  const folders = [...areasOf(document)].map(([name, operations]) => ({
    name,
    item: operations.map((one) => requestOf(document, one)),
  }))
  return {
    info: { name: `${title} API ${version}`, schema: COLLECTION_SCHEMA },
    auth: { type: 'apikey', apikey: attributes({ key: 'X-API-Key', value: '{{api_key}}', in: 'header' }) },
    variable: [
      { key: 'base_url', value: 'http://127.0.0.1:8000' },
      { key: 'api_key', value: '' },
    ],
    item: folders,
  }
}

function requestOf(document: OpenApiDocument, documented: Documented) {
  const { method, path, operation } = documented
  const { summary = path, description = '', parameters = [] } = operation
  const body = bodyOf(documented)
  const query = parameters.filter(({ in: place }) => place === 'query')
  return {
    name: summary,
    request: {
      method,
      description,
      url: {
        raw: `{{base_url}}${path.replaceAll(/\{(\w+)\}/g, ':$1')}`,
        host: ['{{base_url}}'],
        path: path
          .slice(1)
          .replaceAll(/\{(\w+)\}/g, ':$1')
          .split('/'),
        query: query.map((one) => ({
          key: one.name,
          value: valueText(document, one),
          disabled: one.required !== true,
        })),
        variable: inPath(parameters).map((one) => ({ key: one.name, value: valueText(document, one) })),
      },
      ...(isOpen(documented) ? { auth: { type: 'noauth' } } : {}),
      ...(body === undefined ? {} : { body: jsonBody(body), header: [JSON_HEADER] }),
    },
  }
}

const JSON_HEADER = { key: 'Content-Type', value: 'application/json' }
const jsonBody = (body: unknown) => ({
  mode: 'raw',
  raw: JSON.stringify(body, null, 2),
  options: { raw: { language: 'json' } },
})
const attributes = (values: Readonly<Record<string, string>>) =>
  Object.entries(values).map(([key, value]) => ({ key, value, type: 'string' }))

const inPath = (parameters: readonly OpenApiParameter[]) => parameters.filter(({ in: place }) => place === 'path')
const isOpen = ({ operation }: Documented) => operation.security?.length === 0

function valueText(document: OpenApiDocument, { name, schema }: OpenApiParameter): string {
  return String(exampleOf(document, schema, name) ?? '')
}

/** The path with values, and with the parameters that have to be there. */
function targetOf(document: OpenApiDocument, { path, operation: { parameters = [] } }: Documented): string {
  const values = new Map(inPath(parameters).map((one) => [one.name, valueText(document, one)]))
  const query = new URLSearchParams(
    parameters
      .filter(({ in: place, required }) => place === 'query' && required)
      .map((one) => [one.name, valueText(document, one)]),
  )
  const target = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(values.get(name) ?? name))
  return query.size === 0 ? target : `${target}?${query}`
}

const bodyOf = ({ operation }: Documented) =>
  Object.values(operation.requestBody?.content ?? {}).find(({ example }) => example !== undefined)?.example
