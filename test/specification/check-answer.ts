/**
 * Checks the body of a response: errors have one form, and successful responses have the schema of the OpenAPI
 * document.
 */
import { Compile } from 'typebox/schema'
import { readApiDocument } from '../../schemas/api-document.ts'

const DOCUMENT = readApiDocument()

type Answer = { readonly status: number; readonly type: string; readonly text: string; readonly body: unknown }

/** Returns null if the body is as it should be. */
export function faultOf(method: string, url: string, answer: Answer): string | null {
  const pathname = placeOf(url)
  if (answer.status >= 400) return pathname.startsWith('/scim/') ? scimFault(answer) : problemFault(answer)
  if (pathname.startsWith(TRACKED)) return null
  const documented = operationAt(pathname)?.[method.toLowerCase()]
  if (documented === undefined) return 'the OpenAPI document lacks the operation'
  const { content } = documented.responses[answer.status] ?? documented.responses['2XX'] ?? {}
  if (answer.status === 204) return answer.text === '' ? null : 'a 204 has a body'
  if (content === undefined) return `the OpenAPI document has no answer ${answer.status}`
  const [type = ''] = answer.type.split(';')
  const { schema } = content[type] ?? {}
  if (schema === undefined) return `the OpenAPI document has no ${type}`
  return type === 'application/json' ? schemaFault(schema, answer.body) : null
}

/** The URL of a honeytoken is not in the document: it would reveal the honeytoken to readers. */
const TRACKED = '/api/v1/honeytokens/track/'

/** The document lists only the API's own health route, and writes `…:start` as `…/start`; both forms work. */
function placeOf(url: string): string {
  const { pathname } = new URL(url)
  return pathname.replace(/^\/health(z?)$/, '/api/v1/health$1').replace(/:([a-z]+)$/, '/$1')
}

/** Templates with fewer parameters go before those with more. */
function operationAt(pathname: string) {
  const parts = pathname.split('/')
  const fits = (template: string) => {
    const own = template.split('/')
    return own.length === parts.length && own.every((part, at) => isPlace(part, parts[at] ?? ''))
  }
  const [found] = Object.keys(DOCUMENT.paths)
    .filter(fits)
    .sort((a, b) => a.split('{').length - b.split('{').length)
  return found === undefined ? undefined : DOCUMENT.paths[found]
}

const isPlace = (part: string, actual: string) => part === actual || /^\{[^}]+\}$/.test(part)

function schemaFault(schema: object, body: unknown): string | null {
  const whole = { components: DOCUMENT.components, ...schema }
  const [isRight, errors] = Compile(whole).Errors(body)
  const [first] = errors
  return isRight ? null : `${first?.instancePath} ${first?.message}`
}

const isText = (value: unknown) => typeof value === 'string' && value !== ''

function problemFault({ status, type, body }: Answer): string | null {
  if (!type.startsWith('application/problem+json')) return `an error is ${type}, not problem+json`
  const { title, detail, code, ...problem } = (body ?? {}) as Record<string, unknown>
  const isDetailed = isText(detail) || (Array.isArray(detail) && detail.length > 0)
  if (!(isText(title) && isDetailed && isText(code) && isText(problem.type) && isText(problem.instance)))
    return 'the problem lacks type, title, detail, instance or code'
  if (problem.status !== status) return `the problem says ${problem.status}`
  if (status !== 422) return null
  const isPlaced =
    Array.isArray(detail) && detail.every((one) => Array.isArray(one.loc) && isText(one.msg) && isText(one.type))
  return isPlaced ? null : 'a validation error has loc, msg and type'
}

/** RFC 7644, section 3.12. */
function scimFault({ status, type, body }: Answer): string | null {
  if (!type.startsWith('application/scim+json')) return `an error is ${type}, not scim+json`
  const { schemas, status: own, detail } = (body ?? {}) as Record<string, unknown>
  const isError = Array.isArray(schemas) && schemas.includes('urn:ietf:params:scim:api:messages:2.0:Error')
  return isError && own === String(status) && isText(detail) ? null : 'the error is not of SCIM'
}

export function memberOf(value: unknown, name: string): unknown {
  return name
    .split('.')
    .reduce<unknown>(
      (at, key) => (typeof at === 'object' && at !== null ? (at as Record<string, unknown>)[key] : undefined),
      value,
    )
}

const TYPES: Readonly<Record<string, (value: unknown) => boolean>> = {
  string: (value) => typeof value === 'string',
  int: (value) => Number.isInteger(value),
  number: (value) => typeof value === 'number',
  bool: (value) => typeof value === 'boolean',
  list: Array.isArray,
  object: (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
}

/** `line` is `name` or `name type`; for a path, the innermost member must be in every element of a list. */
export function hasMember(value: unknown, line: string): boolean {
  const [name = '', type] = line.split(' ')
  const [first = '', ...rest] = name.split('.')
  const member = memberOf(value, first)
  if (member === undefined) return false
  if (rest.length === 0) return type === undefined || TYPES[type]?.(member) === true
  return Array.isArray(member)
    ? member.every((one) => hasMember(one, [rest.join('.'), ...(type === undefined ? [] : [type])].join(' ')))
    : hasMember(member, [rest.join('.'), ...(type === undefined ? [] : [type])].join(' '))
}
