/**
 * The OpenAPI 3.1 document of the API, as far as anything here reads it: the API makes it, and its pages, the SDKs, the
 * console, tools for models and tests are made from it.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The committed document. `npx svc openapi --out schemas/openapi/openapi.json` writes it. */
export const API_DOCUMENT = join(import.meta.dirname, 'openapi/openapi.json')

export function readApiDocument(file = API_DOCUMENT): OpenApiDocument {
  return JSON.parse(readFileSync(file, 'utf8')) as OpenApiDocument
}

export type OpenApiSchema = {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly format?: string
  readonly pattern?: string
  readonly description?: string
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly default?: unknown
  readonly minimum?: number
  readonly maximum?: number
  readonly minLength?: number
  readonly maxLength?: number
  readonly minItems?: number
  readonly items?: OpenApiSchema
  readonly properties?: Readonly<Record<string, OpenApiSchema>>
  readonly required?: readonly string[]
  readonly minProperties?: number
  readonly additionalProperties?: OpenApiSchema | boolean
  readonly anyOf?: readonly OpenApiSchema[]
  readonly oneOf?: readonly OpenApiSchema[]
  readonly allOf?: readonly OpenApiSchema[]
}

export type OpenApiParameter = {
  readonly name: string
  readonly in: 'path' | 'query' | 'header'
  required?: boolean
  readonly description?: string
  readonly schema: OpenApiSchema
}

export type OpenApiContent = { readonly schema: OpenApiSchema; example?: unknown }

export type OpenApiResponse = {
  description?: string
  readonly content?: Readonly<Record<string, OpenApiContent>>
}

export type OpenApiOperation = {
  readonly operationId: string
  readonly summary: string
  readonly description?: string
  readonly tags?: readonly string[]
  readonly security: readonly unknown[]
  readonly parameters?: readonly OpenApiParameter[]
  readonly requestBody?: { required?: boolean; readonly content: Readonly<Record<string, OpenApiContent>> }
  responses: Record<string, OpenApiResponse>
  readonly 'x-svc-permission'?: string
  /** Absent when the operation changes nothing. */
  readonly 'x-svc-audit'?: readonly string[]
  readonly 'x-svc-idempotent'?: boolean
}

export type OpenApiDocument = {
  readonly openapi: string
  readonly info: { readonly title: string; readonly version: string; readonly description?: string }
  readonly components: { readonly schemas: Readonly<Record<string, OpenApiSchema>> }
  readonly paths: Readonly<Record<string, Readonly<Record<string, OpenApiOperation>>>>
}

/** The schema that a reference leads to, or the schema itself. */
export function resolved(document: OpenApiDocument, schema: OpenApiSchema): OpenApiSchema {
  const name = schemaName(schema)
  return name === null ? schema : (document.components.schemas[name] ?? {})
}

/** The name in `#/components/schemas/NAME`; null for an inline schema. */
export function schemaName({ $ref }: OpenApiSchema): string | null {
  return $ref === undefined ? null : $ref.slice($ref.lastIndexOf('/') + 1)
}
