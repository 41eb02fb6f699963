/**
 * Names of resources in the OpenAPI document. A schema is named where it is made, by `named('Alert', Type.Object(...))`;
 * the document then holds it once, under `components/schemas`, so that a generated client has `Alert` and not an
 * anonymous object per operation.
 */
import { isDeepStrictEqual } from 'node:util'
import type { OpenApiDocument, OpenApiSchema } from '../../schemas/api-document.ts'

export { named } from '../../schemas/wire.ts'

type Schemas = Readonly<Record<string, OpenApiSchema>>

/**
 * The document with every named schema of its operations under `components/schemas` and a `$ref` where it stood.
 * Throws when two different schemas have one name.
 */
export function hoistNamedSchemas(document: OpenApiDocument): OpenApiDocument {
  const schemas: Record<string, unknown> = { ...document.components.schemas }
  const paths = hoisted(document.paths, schemas) as OpenApiDocument['paths']
  const sorted = Object.fromEntries(Object.entries(schemas).sort(([a], [b]) => (a < b ? -1 : 1)))
  return { ...document, paths, components: { ...document.components, schemas: sorted as Schemas } }
}

function hoisted(value: unknown, schemas: Record<string, unknown>): unknown {
  if (Array.isArray(value)) return value.map((item) => hoisted(item, schemas))
  if (typeof value !== 'object' || value === null) return value
  const members = Object.fromEntries(Object.entries(value).map(([key, item]) => [key, hoisted(item, schemas)]))
  // A property called title is a schema itself, an object; a title is text.
  const { title, ...schema } = members
  if (typeof title !== 'string') return members
  if (schemas[title] !== undefined && !isDeepStrictEqual(schemas[title], schema))
    throw new Error(`two different schemas are named ${title}`)
  schemas[title] = schema
  return { $ref: `#/components/schemas/${title}` }
}
