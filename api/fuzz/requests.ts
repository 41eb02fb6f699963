/** Requests of one operation of the OpenAPI document: as it is documented, and spoiled in one way or another. */
import fc from 'fast-check'
import type { OpenApiDocument, OpenApiOperation } from '../../schemas/api-document.ts'
import { BROKEN_BODIES, CONTENT_TYPES, jsonText, oddTexts, spoiled } from './hostile-values.ts'
import { type Known, memberOf, valuesOf } from './schema-values.ts'

export type FuzzRequest = {
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Buffer | undefined
}

export type Operation = OpenApiOperation & { readonly method: string; readonly path: string }

/** Operations of the whole document; those that end what other operations work on come last. */
export function operationsOf(document: unknown): Operation[] {
  const { paths } = withoutReferences(document, document) as OpenApiDocument
  const all = Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({ ...operation, method: method.toUpperCase(), path })),
  )
  const ends = ({ method, path }: Operation) => Number(path.endsWith('/logout')) * 2 + Number(method === 'DELETE')
  return all.sort((a, b) => ends(a) - ends(b))
}

/** Replaces every `$ref` by its schema; no schema is recursive. */
function withoutReferences(value: unknown, document: unknown): unknown {
  if (Array.isArray(value)) return value.map((item) => withoutReferences(item, document))
  if (typeof value !== 'object' || value === null) return value
  const { $ref: reference, ...rest } = value as { $ref?: unknown }
  if (typeof reference !== 'string')
    return Object.fromEntries(Object.entries(rest).map(([key, item]) => [key, withoutReferences(item, document)]))
  const steps = reference.slice('#/'.length).split('/')
  const named = steps.reduce<unknown>((at, step) => (at as Record<string, unknown> | undefined)?.[step], document)
  if (named === undefined) throw new Error(`${reference} is not in the document`)
  return withoutReferences(named, document)
}

export function requestsOf(operation: Operation, known: Known): fc.Arbitrary<FuzzRequest> {
  const { method } = operation
  return fc
    .record({
      path: paths(operation, known),
      query: queries(operation, known),
      sent: bodies(operation, known),
      more: headers,
    })
    .map(({ path, query, sent: { body, type }, more }) => ({
      method,
      path: query === '' ? path : `${path}?${query}`,
      headers: { ...more, ...(type === undefined ? {} : { 'content-type': type }) },
      body,
    }))
}

const headers: fc.Arbitrary<Record<string, string>> = fc.oneof(
  { weight: 6, arbitrary: fc.constant({}) },
  {
    weight: 1,
    arbitrary: fc.constantFrom<Record<string, string>[]>(
      { 'idempotency-key': 'a-key' },
      { 'idempotency-key': 'x'.repeat(129) },
      { 'x-tenant-id': '../other' },
      { 'x-request-id': 'é'.repeat(300) },
      { accept: 'application/xml', 'accept-encoding': 'br;q=x' },
      { 'content-encoding': 'gzip' },
      { 'x-forwarded-for': '\t, ,::::' },
      { 'x-api-key': 'svc_x' },
    ),
  },
)

const inPath = (name: string) => `{${name}}`

function paths({ path, parameters = [] }: Operation, known: Known): fc.Arbitrary<string> {
  const named = parameters.filter((parameter) => parameter.in === 'path')
  const texts = named.map(({ schema }) => mostly(valuesOf(schema, known).map(written), oddTexts))
  return fc
    .tuple(...texts)
    .map((values) => values.reduce((at, text, i) => at.replace(inPath(named[i]?.name ?? ''), text), path))
}

function queries({ parameters = [] }: Operation, known: Known): fc.Arbitrary<string> {
  const named = parameters.filter((parameter) => parameter.in === 'query')
  const one = named.map(({ name, schema, required }) => {
    const pair = mostly(memberOf(name, schema, known).map(written), oddTexts).map((text) => `${name}=${text}`)
    return required ? pair : fc.option(pair, { nil: '', freq: 2 })
  })
  const odd = fc.constantFrom(
    '',
    '',
    '',
    '',
    'limit=1&limit=2',
    'limit[]=1',
    '__proto__[a]=1',
    '&&=&',
    'a'.repeat(4_000),
  )
  return fc.tuple(odd, ...one).map((pairs) => pairs.filter(Boolean).join('&'))
}

type Sent = { readonly body: string | Buffer | undefined; readonly type: string | undefined }
const JSON_TYPE = 'application/json'

function bodies({ requestBody }: Operation, known: Known): fc.Arbitrary<Sent> {
  const broken = fc.record({ body: fc.constantFrom(...BROKEN_BODIES), type: fc.constant(JSON_TYPE) })
  const schema = (requestBody?.content[JSON_TYPE] ?? requestBody?.content['application/scim+json'])?.schema
  if (schema === undefined) {
    return fc.oneof(
      { weight: 3, arbitrary: fc.constant<Sent>({ body: undefined, type: undefined }) },
      { weight: 1, arbitrary: broken },
    )
  }
  const good = valuesOf(schema, known)
  const asJson = (body: unknown): Sent => ({ body: jsonText(body), type: JSON_TYPE })
  return fc.oneof(
    { weight: 4, arbitrary: good.map(asJson) },
    { weight: 8, arbitrary: good.chain(spoiled).map(asJson) },
    { weight: 2, arbitrary: broken },
    { weight: 1, arbitrary: fc.record({ body: good.map(jsonText), type: fc.constantFrom(...CONTENT_TYPES) }) },
    {
      weight: 1,
      arbitrary: fc.constantFrom<Sent>({ body: undefined, type: undefined }, { body: '{}', type: undefined }),
    },
  )
}

const written = (value: unknown) => encodeURIComponent(String(value).toWellFormed())

function mostly<T>(usual: fc.Arbitrary<T>, odd: fc.Arbitrary<T>): fc.Arbitrary<T> {
  return fc.oneof({ weight: 2, arbitrary: usual }, { weight: 1, arbitrary: odd })
}
