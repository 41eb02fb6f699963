/**
 * Vite's module `virtual:operations`: the permission and the request schema of each operation of the API document.
 * Forms are drawn from the schemas, and pages hide buttons for which an account lacks the permission.
 */
import fs from 'node:fs'
import path from 'node:path'
import type { Plugin } from 'vite'

const NAME = 'virtual:operations'
const RESOLVED = `\0${NAME}`
export const API_DOCUMENT = path.join(import.meta.dirname, '../schemas/openapi/openapi.json')
const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const
const DEPTH_MAX = 8
/** The API refuses NUL in every text, so the forms leave this pattern out. */
const NO_NUL = '^[^\\u0000]*$'

type Schema = { readonly [key: string]: unknown }
type Described = {
  readonly 'x-svc-permission'?: string
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema?: Schema }>> }
}
type Document = {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Described>>>>
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> }
}

export function operations(): Plugin {
  return {
    name: 'svc-operations',
    resolveId: (id) => (id === NAME ? RESOLVED : undefined),
    load(id) {
      if (id !== RESOLVED) return undefined
      this.addWatchFile(API_DOCUMENT)
      const document = JSON.parse(fs.readFileSync(API_DOCUMENT, 'utf8')) as Document
      return `export default JSON.parse(${JSON.stringify(JSON.stringify(operationsOf(document)))})`
    },
  }
}

/** By method and path, such as `POST /api/v1/cases`. SCIM is left out: only identity providers call it. */
function operationsOf({ paths, components }: Document): Record<string, { needs: string | null; body?: unknown }> {
  const found: Record<string, { needs: string | null; body?: unknown }> = {}
  for (const [at, methods] of Object.entries(paths)) {
    if (at.startsWith('/api/v1/scim/')) continue
    for (const method of METHODS) {
      const one = methods[method]
      if (one === undefined) continue
      const body = one.requestBody?.content['application/json']?.schema
      const needs = one['x-svc-permission'] ?? null
      found[`${method.toUpperCase()} ${at}`] = body ? { needs, body: whole(body, components.schemas, 0) } : { needs }
    }
  }
  return found
}

/** Resolves the references of a schema, and removes the parts that a form does not use. */
function whole(value: unknown, schemas: Readonly<Record<string, Schema>>, depth: number): unknown {
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
