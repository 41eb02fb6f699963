/** The tools of a server: the part of each description that is shown, and whether the tool may be called. */
import { injectionHits, withoutHidden } from './injection.ts'
import { TOOL_SERVER_LIMITS } from './limits.ts'
import { isObject } from './mcp/messages.ts'
import type { ToolServer } from './tool-server.ts'

export type ToolSchema = {
  readonly type: 'object'
  readonly properties: Readonly<Record<string, { readonly type: string; readonly description?: string }>>
  readonly required: readonly string[]
}

export type Tool = {
  readonly name: string
  /** The name by which callers call the tool. */
  readonly id: string
  /** Null when the server sends none, or when its text addresses a model. */
  readonly description: string | null
  readonly isDescriptionDropped: boolean
  readonly schema: ToolSchema
  /** Null: it may be called. */
  readonly refusal: string | null
}

export const TOOL_NAME = /^[A-Za-z0-9_.-]{1,64}$/
const TYPES: ReadonlySet<unknown> = new Set(['string', 'number', 'integer', 'boolean', 'array', 'object'])
const PROPERTY = /^[A-Za-z0-9_.-]{1,64}$/
const PROPERTIES_MAX = 64

export function toolOf(
  members: Readonly<Record<string, unknown>>,
  server: Pick<ToolServer, 'name' | 'allowlist'>,
): Tool {
  const name = withoutHidden(String(members.name ?? '')).slice(0, 128)
  const text = typeof members.description === 'string' ? withoutHidden(members.description).trim() : ''
  const isDropped = injectionHits(text) > 0
  return {
    name,
    id: `mcp.${server.name}.${name}`,
    description: text === '' || isDropped ? null : text.slice(0, TOOL_SERVER_LIMITS.descriptionChars),
    isDescriptionDropped: isDropped,
    schema: schemaOf(members.inputSchema),
    refusal: refusalOf(name, members.annotations, server),
  }
}

/** Nothing destructive is ever called, and what does not say that it only reads is taken to change something. */
function refusalOf(name: string, annotations: unknown, { allowlist }: Pick<ToolServer, 'allowlist'>): string | null {
  if (!TOOL_NAME.test(name)) return 'its name is not one of A-Z a-z 0-9 _ . - in at most 64 characters'
  if (!allowlist.includes(name)) return 'it is not on the allowlist'
  const hints = isObject(annotations) ? annotations : {}
  if (hints.destructiveHint === true) return 'it says that it destroys something'
  return hints.readOnlyHint === true ? null : 'it does not say that it only reads'
}

/** One level of typed properties; other parts of a schema are text that nobody has reviewed. */
function schemaOf(value: unknown): ToolSchema {
  const schemaProperties = isObject(value) && isObject(value.properties) ? value.properties : {}
  const properties = Object.entries(schemaProperties)
    .filter(([name]) => PROPERTY.test(name))
    .slice(0, PROPERTIES_MAX)
    .map(([name, own]) => [name, propertyOf(own)] as const)
  const known = new Set(properties.map(([name]) => name))
  const required = isObject(value) && Array.isArray(value.required) ? value.required : []
  return {
    type: 'object',
    properties: Object.fromEntries(properties),
    required: required.filter((name): name is string => typeof name === 'string' && known.has(name)),
  }
}

function propertyOf(input: unknown): { readonly type: string; readonly description?: string } {
  const hints = isObject(input) ? input : {}
  const type = TYPES.has(hints.type) ? String(hints.type) : 'string'
  const text = typeof hints.description === 'string' ? withoutHidden(hints.description).trim() : ''
  if (text === '' || injectionHits(text) > 0) return { type }
  return { type, description: text.slice(0, TOOL_SERVER_LIMITS.descriptionChars) }
}
