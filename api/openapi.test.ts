import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { Ajv } from 'ajv'
import openapiTypes, { astToString } from 'openapi-typescript'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  API_DOCUMENT,
  type OpenApiDocument,
  type OpenApiOperation,
  type OpenApiSchema,
} from '../schemas/api-document.ts'
import { openapiText } from './openapi-document.ts'
import { areaSlug, areasOf } from './reference/areas.ts'
import { BODY_EXAMPLES } from './reference/body-examples.ts'
import { areaPage, indexPage } from './reference/pages.ts'
import { collectionOf } from './reference/requests.ts'

const REDOCLY = join(import.meta.dirname, '../node_modules/@redocly/cli/bin/cli.js')
const TSC = join(import.meta.dirname, '../node_modules/.bin/tsc')
const folder = mkdtempSync(join(tmpdir(), 'svc-openapi-'))
let document: string
beforeAll(async () => {
  document = await openapiText()
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('the document is OpenAPI 3.1 and has every route with its permission and responses', () => {
  const { openapi, paths } = JSON.parse(document)
  expect(openapi).toBe('3.1.0')
  expect(paths['/api/v1/users'].post).toMatchObject({
    operationId: 'postUsers',
    security: [{ bearer: [] }, { apiKey: [] }],
    description: expect.stringContaining('`users:write`'),
    responses: { 201: expect.anything(), '4XX': expect.anything(), '5XX': expect.anything() },
  })
  expect(paths['/api/v1/auth/login'].post.security).toEqual([])
  for (const path of ['auth/refresh', 'auth/logout', 'users/me', 'api-keys', 'rbac/roles', 'airgap/status'])
    expect(Object.keys(paths)).toContain(`/api/v1/${path}`)
})

test('the committed document equals the generated one', () => {
  const isCurrent = readFileSync(API_DOCUMENT, 'utf8') === document
  expect(isCurrent, 'run: npx svc openapi --out schemas/openapi/openapi.json').toBe(true)
})

test('operation ids are unique', () => {
  const ids = [...document.matchAll(/"operationId": "(\w+)"/g)].map(([, id]) => id)
  expect(new Set(ids).size).toBe(ids.length)
  expect(ids.length).toBeGreaterThan(25)
})

function operations(): OpenApiOperation[] {
  const { paths } = JSON.parse(document) as OpenApiDocument
  return Object.values(paths).flatMap((item) => Object.values(item))
}

/** The schemas of JSON that one operation takes and answers with, where it succeeds. */
function jsonSchemas({ requestBody, responses }: OpenApiOperation): OpenApiSchema[] {
  const answers = Object.entries(responses).filter(([status]) => status.startsWith('2'))
  const media = [requestBody?.content, ...answers.map(([, { content }]) => content)]
  return media.flatMap((types) =>
    Object.entries(types ?? {}).flatMap(([type, { schema }]) => (/[/+]json$/.test(type) ? [schema] : [])),
  )
}

const isNamed = ({ $ref, anyOf, type }: OpenApiSchema): boolean =>
  $ref !== undefined || type === 'null' || anyOf?.every(isNamed) === true

test('every JSON request and response has a named schema, so that a generated client has no anonymous objects', () => {
  const anonymous = operations().filter((operation) => !jsonSchemas(operation).every(isNamed))
  expect(anonymous.map(({ operationId }) => operationId)).toEqual([])
})

test('every list takes limit and cursor', () => {
  const { components } = JSON.parse(document)
  const isList = ({ $ref = '' }: OpenApiSchema) => {
    const properties = components.schemas[$ref.split('/').at(-1) ?? '']?.properties
    return properties?.items?.items?.$ref !== undefined // and no list of words
  }
  const lists = operations().filter((operation) => jsonSchemas(operation).some(isList))
  expect(lists.length).toBeGreaterThan(15)
  for (const { operationId, parameters = [] } of lists)
    expect([operationId, ...parameters.map(({ name }) => name)]).toEqual(expect.arrayContaining(['limit', 'cursor']))
})

test('a generated client knows the resources and their enumerations by name', async () => {
  const types = astToString(await openapiTypes(JSON.parse(document)))
  writeFileSync(join(folder, 'api.d.ts'), types)
  writeFileSync(
    join(folder, 'client.ts'),
    `import type { components, operations } from './api.d.ts'
    type Alert = components['schemas']['Alert']
    type Rule = components['schemas']['Rule']
    type User = components['schemas']['User']
    type Listed = operations['getAlerts']['responses'][200]['content']['application/json']['items'][number]
    export const severity: Alert['severity'] = 'high'
    // @ts-expect-error: no severity has this word
    export const wrong: Alert['severity'] = 'urgent'
    export const same = (alert: Listed): Alert => alert
    export const describe = (rule: Rule, user: User): string => rule.title + user.email
    `,
  )
  const args = ['--noEmit', '--strict', '--skipLibCheck', '--allowImportingTsExtensions', join(folder, 'client.ts')]
  const { stdout } = await promisify(execFile)(TSC, args, { cwd: folder }).catch((error) => error)
  expect(stdout).toBe('')
}, 60_000)

test('redocly finds no fault in it', async () => {
  const file = join(folder, 'openapi.json')
  writeFileSync(file, document)
  const config = join(folder, 'redocly.yaml')
  // Relative server addresses are right for a document that the service itself serves.
  writeFileSync(
    config,
    'extends: [recommended]\nrules:\n  no-server-example.com: off\n  operation-4xx-response: error\n',
  )
  const args = [REDOCLY, 'lint', file, '--config', config, '--format', 'json']
  const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' }
  const { stdout } = await promisify(execFile)(process.execPath, args, { env }).catch((error) => error)
  const { totals, problems } = JSON.parse(stdout)
  const messages = problems.map((problem: { message: string; location: { pointer: string }[] }) => [
    problem.message,
    problem.location[0]?.pointer,
  ])
  expect(messages).toEqual([])
  expect(totals).toMatchObject({ errors: 0, warnings: 0 })
}, 120_000)

test('a parameter with a default is optional', () => {
  const { paths } = JSON.parse(document) as OpenApiDocument
  const parameters = operationsOf(paths).flatMap((operation) => operation.parameters ?? [])
  const limits = parameters.filter(({ schema }) => schema.default !== undefined)
  expect(limits.length).toBeGreaterThan(50)
  expect(limits.filter(({ required, in: place }) => place !== 'path' && required)).toEqual([])
})

test('every example that is written by hand is for an operation of the API', () => {
  const operations = new Set(
    Object.entries((JSON.parse(document) as OpenApiDocument).paths).flatMap(([path, item]) =>
      Object.keys(item).map((method) => `${method.toUpperCase()} ${path.replace('/api/v1', '')}`),
    ),
  )
  expect(Object.keys(BODY_EXAMPLES).filter((name) => !operations.has(name))).toEqual([])
})

test('every JSON body has an example that is valid by its schema', () => {
  const parsed = JSON.parse(document) as OpenApiDocument
  const ajv = new Ajv({ strict: false, validateFormats: false }).addSchema(parsed, 'api')
  const wrong: string[] = []
  for (const [path, item] of Object.entries(parsed.paths)) {
    for (const [method, { requestBody }] of Object.entries(item)) {
      const content = requestBody?.content?.['application/json']
      if (!content) continue
      const place = ['paths', path, method, 'requestBody', 'content', 'application/json', 'schema']
      const $ref = `api#/${place.map((part) => part.replaceAll('~', '~0').replaceAll('/', '~1')).join('/')}`
      if (content.example === undefined || !ajv.validate({ $ref }, content.example)) wrong.push(`${method} ${path}`)
    }
  }
  expect(wrong).toEqual([])
})

const operationsOf = (paths: OpenApiDocument['paths'] = {}) =>
  Object.values(paths).flatMap((item) => Object.values(item))

test('the reference has a page for each area, loads nothing from elsewhere and shows no text as markup', () => {
  const parsed = JSON.parse(document) as OpenApiDocument
  const index = indexPage(parsed)
  const areas = [...areasOf(parsed)]
  expect(new Set(areas.map(([area]) => areaSlug(area))).size).toBe(areas.length)
  expect(areas.flatMap(([, operations]) => operations)).toHaveLength(operationsOf(parsed.paths).length)
  for (const [area, operations] of areas) {
    expect(index).toContain(`href="/docs/${areaSlug(area)}"`)
    const page = areaPage(parsed, areaSlug(area)) ?? ''
    expect(page).not.toMatch(/<script|<link|src=/)
    for (const { operation } of operations) expect(page).toContain(`<section id="${operation.operationId}">`)
  }
  expect(areaPage(parsed, 'nothing')).toBeNull()
  const info = { title: '<b>', version: '1', description: '<script>' }
  const hostile = { operationId: 'x', summary: '<script>', tags: ['<i>'], security: [], responses: {} }
  const made = { openapi: '3.1.0', info, components: { schemas: {} }, paths: { '/<u>': { get: hostile } } }
  expect(indexPage(made)).not.toMatch(/<script>|<b>|<i>/)
  expect(areaPage(made, '-i-')).not.toMatch(/<script>|<b>|<i>|<u>/)
})

test('the collection has a request per operation, with values where they are needed', () => {
  const parsed = JSON.parse(document) as OpenApiDocument
  type Request = { method: string; url: { raw: string; variable: { value: string }[] }; body?: { raw: string } }
  const { item } = collectionOf(parsed) as { item: { item: { request: Request }[] }[] }
  const requests = item.flatMap((folder) => folder.item.map(({ request }) => request))
  expect(requests).toHaveLength(operationsOf(parsed.paths).length)
  expect(requests.flatMap(({ url }) => url.variable.filter(({ value }) => value === ''))).toEqual([])
  for (const { body } of requests) if (body) JSON.parse(body.raw)
})
