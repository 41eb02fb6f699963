/**
 * Two modules of vite, made of the API document so that nothing of it is written down a second time. `virtual:operations`
 * has the permission of each operation: every page knows by it which of its buttons an account may press.
 * `virtual:requests` has the schema of each request: forms are drawn from it, and only pages with a form load it.
 */
import type { Plugin } from 'vite'
import {
  API_DOCUMENT,
  type OpenApiDocument,
  type OpenApiOperation,
  type OpenApiSchema,
  readApiDocument,
} from '../schemas/api-document.ts'

const OPERATIONS = 'virtual:operations'
const REQUESTS = 'virtual:requests'
const RESOLVED = new Map([OPERATIONS, REQUESTS].map((name) => [name, `\0${name}`]))
const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const
const DEPTH_MAX = 8
/** The API refuses NUL in every text, so the forms leave this pattern out. */
const NO_NUL = '^[^\\u0000]*$'

export function operations(): Plugin {
  return {
    name: 'svc-operations',
    resolveId: (id) => RESOLVED.get(id),
    load(id) {
      const isRequests = id === RESOLVED.get(REQUESTS)
      if (!isRequests && id !== RESOLVED.get(OPERATIONS)) return undefined
      this.addWatchFile(API_DOCUMENT)
      const document = readApiDocument()
      const made = isRequests ? requestsOf(document) : needsOf(document)
      return `export default JSON.parse(${JSON.stringify(JSON.stringify(made))})`
    },
  }
}

/** The permission that each operation needs, by method and path as `POST /api/v1/cases`. */
export function needsOf(document: OpenApiDocument): Record<string, string | null> {
  return Object.fromEntries([...operationsOf(document)].map(([name, one]) => [name, one['x-svc-permission'] ?? null]))
}

/** The schemas of requests with a body, by the same names. */
export function requestsOf(document: OpenApiDocument): Record<string, unknown> {
  const bodies = [...operationsOf(document)].flatMap(([name, { requestBody }]) => {
    const body = requestBody?.content['application/json']?.schema
    return body ? [[name, whole(body, document.components.schemas, 0)]] : []
  })
  return Object.fromEntries(bodies)
}

/** SCIM is left out: only identity providers call it. */
function* operationsOf({ paths }: OpenApiDocument): Generator<readonly [name: string, described: OpenApiOperation]> {
  for (const [at, methods] of Object.entries(paths)) {
    if (at.startsWith('/api/v1/scim/')) continue
    for (const method of METHODS) {
      const one = methods[method]
      if (one !== undefined) yield [`${method.toUpperCase()} ${at}`, one]
    }
  }
}

/** Resolves the references of a schema, and removes the parts that a form does not use. */
function whole(value: unknown, schemas: Readonly<Record<string, OpenApiSchema>>, depth: number): unknown {
  if (Array.isArray(value)) return value.map((one) => whole(one, schemas, depth))
  if (typeof value !== 'object' || value === null) return value
  const { $ref: ref } = value as { $ref?: string }
  if (typeof ref === 'string') {
    const named = schemas[ref.split('/').at(-1) ?? '']
    return depth >= DEPTH_MAX || named === undefined ? {} : whole(named, schemas, depth + 1)
  }
  const kept = Object.entries(value).filter(
    ([key, held]) => key !== 'additionalProperties' || typeof held === 'object' || held === true,
  )
  return Object.fromEntries(
    kept
      .filter(([key, held]) => !(key === 'pattern' && held === NO_NUL))
      .map(([key, held]) => [key, whole(held, schemas, depth)]),
  )
}
