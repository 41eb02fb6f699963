import type { FastifyError, FastifySchemaCompiler } from 'fastify'
import type { TSchema } from 'typebox'
import { Compile } from 'typebox/compile'
import Format from 'typebox/format'
import type { InputFault } from '../../platform/invalid-input.ts'
import { inputFaults } from '../../platform/schema-faults.ts'

const isRfc3339 = Format.Get('date-time') ?? (() => true)
/** Refuses leap seconds (RFC 3339, section 5.7), because neither JavaScript nor Postgres can represent them. */
Format.Set('date-time', (text) => isRfc3339(text) && !Number.isNaN(Date.parse(text)))

/**
 * Bodies are not coerced: no text becomes a number, and an unknown member is refused, not dropped. Queries, parameters
 * and headers are texts: integers and booleans are parsed from them, and defaults are filled in. At most eight faults
 * of one request are reported, a limit of the validator. A schema is compiled at first use.
 */
export const validatorCompiler: FastifySchemaCompiler<TSchema> = ({ schema, httpPart }) => {
  let compiled: ReturnType<typeof Compile> | undefined
  const read = httpPart === 'body' ? (value: unknown) => value : textReader(schema)
  return (sent: unknown) => {
    compiled ??= Compile(schema)
    const value = read(sent)
    return compiled.Check(value) ? { value } : { error: [...compiled.Errors(value)] }
  }
}

type Property = { readonly type?: unknown; readonly default?: unknown }

/** Reads the members of one object from text; a URL carries nothing deeper. */
function textReader(schema: TSchema): (sent: unknown) => unknown {
  const { properties = {} } = schema as { properties?: Record<string, Property> }
  const members = Object.entries(properties)
  return (sent) => {
    const value: Record<string, unknown> = { ...(sent as object) }
    for (const [name, property] of members) {
      if (value[name] === undefined && property.default !== undefined) value[name] = property.default
      else value[name] = readText(value[name], property.type)
      if (value[name] === undefined) delete value[name]
    }
    return value
  }
}

function readText(text: unknown, type: unknown): unknown {
  if (typeof text !== 'string') return text
  if (type === 'integer' && /^-?\d{1,15}$/.test(text)) return Number(text)
  if (type === 'boolean' && (text === 'true' || text === 'false')) return text === 'true'
  return text
}

/** The validator's faults in the words of the API: where (`["body","email"]`), what, and which rule. */
export function faultsOf(error: FastifyError): InputFault[] {
  const context = error.validationContext === 'querystring' ? 'query' : (error.validationContext ?? 'body')
  return inputFaults(error.validation ?? []).map((fault) => ({ ...fault, loc: [context, ...fault.loc] }))
}
