/** Schemas as tables for people: a row a member, with the members of objects inside it by their path. */
import { escapeHtml } from '../../platform/escape-html.ts'
import { type OpenApiDocument, type OpenApiSchema, resolved, schemaName } from '../../schemas/api-document.ts'

/** Members further inside are named by the name of their schema. */
const DEPTH_MAX = 3
/** Values of a list of values that are shown. */
const VALUES_MAX = 12

type Row = { readonly path: string; readonly schema: OpenApiSchema; readonly isRequired: boolean }

/** `required` is the word for members that have to be there, or always are. */
export function schemaTable(document: OpenApiDocument, schema: OpenApiSchema, required: string): string {
  const rows = [...membersOf(document, schema, '', 0, new Set())]
  if (rows.length === 0) return `<p class="soft">${escapeHtml(shapeOf(document, schema))}</p>`
  const lines = rows.map(({ path, schema: member, isRequired }) => {
    const facts = [shapeOf(document, member), isRequired ? required : null].filter(Boolean)
    const { description = '' } = member
    return `<tr><td><code>${escapeHtml(path)}</code></td><td class="soft">${escapeHtml(facts.join(', '))}</td><td>${escapeHtml(description)}</td></tr>`
  })
  return `<div class="wide"><table>${lines.join('')}</table></div>`
}

/** A schema in a few words: `text, at most 200`, `list of Alert`, `one of low, high`. */
export function shapeOf(document: OpenApiDocument, schema: OpenApiSchema): string {
  const name = schemaName(schema)
  const known = resolved(document, schema)
  if (known.const !== undefined) return JSON.stringify(known.const)
  if (known.enum) return `one of ${listed(known.enum.map(String))}`
  const choices = known.anyOf ?? known.oneOf
  if (choices) return [...new Set(choices.map((choice) => shapeOf(document, choice)))].join(' or ')
  const [type = 'any value'] = [known.type].flat()
  if (type === 'array') return `list of ${known.items ? shapeOf(document, known.items) : 'any values'}`
  if (type === 'object') return name ?? 'object'
  const bounds = [
    known.format ?? (type === 'string' ? 'text' : type),
    known.minimum === undefined ? null : `${known.minimum} or more`,
    (known.maximum ?? known.maxLength) ? `at most ${known.maximum ?? known.maxLength}` : null,
    known.default === undefined ? null : `${JSON.stringify(known.default)} by default`,
  ]
  return bounds.filter((bound) => bound !== null).join(', ')
}

function listed(values: readonly string[]): string {
  const left = values.length - VALUES_MAX
  return left > 0 ? `${values.slice(0, VALUES_MAX).join(', ')} and ${left} more` : values.join(', ')
}

function* membersOf(
  document: OpenApiDocument,
  schema: OpenApiSchema,
  before: string,
  depth: number,
  above: ReadonlySet<OpenApiSchema>,
): Generator<Row> {
  const known = objectIn(document, schema)
  if (known === null || depth >= DEPTH_MAX || above.has(known.object)) return
  const { properties = {}, required = [] } = known.object
  const inside = new Set([...above, known.object])
  const start = before === '' && !known.isList ? '' : `${before}${known.isList ? '[]' : ''}.`
  for (const [name, member] of Object.entries(properties)) {
    const path = `${start}${name}`
    yield { path, schema: member, isRequired: required.includes(name) }
    yield* membersOf(document, member, path, depth + 1, inside)
  }
}

/** The object that a schema is, or that its list or its choice with null holds. */
function objectIn(document: OpenApiDocument, schema: OpenApiSchema) {
  const known = resolved(document, schema)
  const choices = (known.anyOf ?? []).filter(({ type }) => type !== 'null')
  const [only] = choices
  const one = only && choices.length === 1 ? resolved(document, only) : known
  if (one.items) return { object: resolved(document, one.items), isList: true }
  return one.properties ? { object: one, isList: false } : null
}
