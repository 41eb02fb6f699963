/** As much of an OpenAPI 3.1 document as is read here. */
export type OpenApiOperation = {
  readonly operationId?: string
  readonly summary?: string
  readonly description?: string
  readonly security?: readonly unknown[]
  readonly parameters?: readonly unknown[]
  readonly requestBody?: { required?: boolean; readonly content?: Readonly<Record<string, { schema?: unknown }>> }
  responses?: Record<string, unknown>
}

export type OpenApiDocument = {
  readonly openapi: string
  readonly info: { readonly title: string; readonly version: string; readonly description?: string }
  readonly components?: { readonly schemas?: Readonly<Record<string, unknown>> }
  readonly paths?: Readonly<Record<string, Readonly<Record<string, OpenApiOperation>>>>
}
