/**
 * Names of operations: a path of resources and a method, in snake case. `GET /api/v1/cases/{id}/comments` is
 * `cases.comments.list`. All three SDKs and the command line use these names, each in its own spelling.
 */
import type { OpenApiDocument, OpenApiOperation } from '../../schemas/api-document.ts'
import { snakeCase } from './words.ts'

export type OperationName = { readonly resource: readonly string[]; readonly method: string }

/** Operations for which the rule would give a misleading name. */
const EXCEPTIONS: Readonly<Record<string, string>> = {
  getHoneytokensEvents: 'honeytokens.events.list_all',
  postBrandingAssetsLogo: 'branding.assets.logo.upload',
  postPlaybookHooksByHookId: 'playbook_hooks.deliver',
  getAuthOidcCallback: 'auth.oidc.callback',
  getAuthSamlCallback: 'auth.saml.callback.get',
  postAuthSamlCallback: 'auth.saml.callback.post',
  postEventsHistogram: 'events.histogram.run',
  postEventsFacets: 'events.facets.run',
  postConnectorsByIdTest: 'connectors.test_one',
}

const ON_ONE: Readonly<Record<string, string>> = { get: 'get', patch: 'update', delete: 'delete', post: 'run' }

type Path = {
  readonly path: string
  readonly segments: readonly string[]
  readonly methods: Readonly<Record<string, OpenApiOperation>>
}

/** The name of each operation by its id. Throws if two operations get the same name. */
export function nameOperations(document: OpenApiDocument): Map<string, OperationName> {
  const paths = Object.entries(document.paths).map(([path, methods]) => ({ path, segments: segmentsOf(path), methods }))
  const known = new Set(paths.map(({ path }) => path))
  const isCollection = ({ path, methods }: Path) =>
    isPaged(methods.get) ||
    [...known].some((other) => other.startsWith(`${path}/{`) && !other.slice(path.length + 2).includes('/'))
  const named = new Map<string, OperationName>()
  for (const path of paths)
    for (const [method, { operationId }] of Object.entries(path.methods))
      named.set(
        operationId,
        EXCEPTIONS[operationId] ? parsed(EXCEPTIONS[operationId]) : nameOf(path, method, isCollection(path)),
      )
  return withoutClashes(named)
}

export function isPaged(operation: OpenApiOperation | undefined): boolean {
  if (!operation?.parameters?.some(({ name }) => name === 'cursor')) return false
  return Object.values(operation.responses).some(
    ({ content }) => content !== undefined && 'application/json' in content,
  )
}

function segmentsOf(path: string): string[] {
  return path
    .replace(/^\/api\/v1\//, '')
    .replace(/^\/scim\/v2\//, 'scim/')
    .split('/')
    .filter((part) => part !== '')
}

function isParameter(segment: string | undefined): boolean {
  return segment?.startsWith('{') ?? false
}

function nameOf({ segments, methods }: Path, method: string, isCollection: boolean): OperationName {
  const literals = segments.filter((segment) => !isParameter(segment)).map(snakeCase)
  const replace = 'patch' in methods ? 'replace' : 'update'
  if (isParameter(segments.at(-1))) return { resource: literals, method: method === 'put' ? replace : onOne(method) }
  if (isCollection) return { resource: literals, method: ofCollection(method) }
  const isOnlyMethod = Object.keys(methods).length === 1
  if (!isOnlyMethod || literals.length === 1)
    return { resource: literals, method: method === 'put' ? replace : onOne(method) }
  const last = literals.at(-1) ?? ''
  const prefix = method === 'put' ? 'set_' : method === 'delete' ? 'delete_' : ''
  return { resource: literals.slice(0, -1), method: `${prefix}${last}` }
}

function onOne(method: string): string {
  return ON_ONE[method] ?? method
}

function ofCollection(method: string): string {
  if (method === 'get') return 'list'
  if (method === 'post') return 'create'
  return method === 'delete' ? 'clear' : 'replace'
}

/** An action whose name is also a resource becomes `run` or `get` of that resource. */
function withoutClashes(named: Map<string, OperationName>): Map<string, OperationName> {
  const resources = new Set(
    [...named.values()].flatMap(({ resource }) => resource.map((_, at) => resource.slice(0, at + 1).join('.'))),
  )
  const usedNames = new Map<string, string>()
  for (const [id, name] of named) {
    const full = [...name.resource, name.method]
    const moved = resources.has(full.join('.'))
      ? { resource: full, method: id.startsWith('get') ? 'get' : 'run' }
      : name
    const text = [...moved.resource, moved.method].join('.')
    const other = usedNames.get(text)
    if (other !== undefined) throw new Error(`${id} and ${other} are both called ${text}: add one to EXCEPTIONS`)
    usedNames.set(text, id)
    named.set(id, moved)
  }
  return named
}

function parsed(text: string): OperationName {
  const parts = text.split('.')
  return { resource: parts.slice(0, -1), method: parts.at(-1) ?? '' }
}
