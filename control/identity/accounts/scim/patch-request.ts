import { ScimFault } from './fault.ts'
import { memberOf, objectOf, shown } from './json.ts'

export const PATCH_OP = 'urn:ietf:params:scim:api:messages:2.0:PatchOp'
/**
 * Operations of one request.
 * @bound operations of a SCIM PATCH -> 400
 */
export const OPERATIONS_MAX = 500

export type Operation = {
  readonly op: 'add' | 'replace' | 'remove'
  readonly path: string | null
  readonly value: unknown
}

/** The operations of a PATCH; `op` in any case, as Entra ID sends it. Throws `invalidSyntax`, `noTarget`. */
export function parsePatch(body: unknown): readonly Operation[] {
  const request = objectOf(body, 'a patch')
  const schemas = memberOf(request, 'schemas')
  if (schemas !== undefined && !(Array.isArray(schemas) && schemas.includes(PATCH_OP)))
    throw new ScimFault('invalidSyntax', `the schemas of a patch hold ${PATCH_OP}`)
  const operations = memberOf(request, 'Operations')
  if (!Array.isArray(operations) || operations.length < 1 || operations.length > OPERATIONS_MAX)
    throw new ScimFault('invalidSyntax', `Operations is a list of 1 to ${OPERATIONS_MAX}`)
  return operations.map(parseOperation)
}

function parseOperation(sent: unknown): Operation {
  const operation = objectOf(sent, 'an operation')
  const op = opOf(memberOf(operation, 'op'))
  const path = memberOf(operation, 'path') ?? null
  if (path !== null && typeof path !== 'string') throw new ScimFault('invalidPath', 'a path is text')
  if (op === 'remove' && path === null) throw new ScimFault('noTarget', 'remove needs a path')
  const value = memberOf(operation, 'value')
  if (op !== 'remove' && value === undefined) throw new ScimFault('invalidValue', `${op} needs a value`)
  return { op, path, value }
}

function opOf(sent: unknown): Operation['op'] {
  const op = String(sent).toLowerCase()
  if (op === 'add' || op === 'replace' || op === 'remove') return op
  throw new ScimFault('invalidSyntax', `op is add, replace or remove, not ${shown(op)}`)
}
