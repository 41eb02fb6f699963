/** The committed OpenAPI document, as far as the generator reads it. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

export const DOCUMENT_FILE = join(import.meta.dirname, '../../schemas/openapi/openapi.json')

export type Schema = {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly format?: string
  readonly description?: string
  readonly enum?: readonly string[]
  readonly default?: unknown
  readonly items?: Schema
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly additionalProperties?: Schema | boolean
  readonly anyOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
  readonly allOf?: readonly Schema[]
}

export type Parameter = {
  readonly name: string
  readonly in: 'path' | 'query' | 'header'
  readonly required?: boolean
  readonly description?: string
  readonly schema: Schema
}

type Content = Readonly<Record<string, { readonly schema: Schema }>>

export type DocumentedOperation = {
  readonly operationId: string
  readonly summary?: string
  readonly description?: string
  readonly tags?: readonly string[]
  readonly security?: readonly Readonly<Record<string, unknown>>[]
  readonly parameters?: readonly Parameter[]
  readonly requestBody?: { readonly required?: boolean; readonly content: Content }
  readonly 'x-svc-permission'?: string
  readonly 'x-svc-audit'?: readonly string[]
  readonly 'x-svc-idempotent'?: boolean
  readonly responses: Readonly<Record<string, { readonly content?: Content }>>
}

export type ApiDocument = {
  readonly info: { readonly version: string }
  readonly paths: Readonly<Record<string, Readonly<Record<string, DocumentedOperation>>>>
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> }
}

export function readDocument(file = DOCUMENT_FILE): ApiDocument {
  return JSON.parse(readFileSync(file, 'utf8')) as ApiDocument
}
