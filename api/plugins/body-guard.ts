import type { FastifyInstance } from 'fastify'
import { type InputFault, InvalidInput } from '../../platform/invalid-input.ts'

/**
 * Lists and objects in each other. Text of JSON is written by recursion, and Postgres reads it by recursion too.
 * @bound nesting of an API body -> 422
 */
const DEPTH_MAX = 64
/** Characters of a member's name that a fault shows. */
const NAME_SHOWN_MAX = 100

/**
 * Refuses, before a schema or a use case sees it, what no store keeps: a body nested too deep, and in bodies, queries
 * and paths text with U+0000 or half of a surrogate pair. A route whose body holds events judges those itself. A body
 * whose every member may be left out may be left out as a whole.
 */
export function bodyGuardPlugin(app: FastifyInstance): void {
  app.addHook('preValidation', async (request) => {
    const { body, query, params, routeOptions } = request
    if (body === undefined && mayBeAbsent(routeOptions.schema?.body)) request.body = {}
    const fault =
      faultIn(query, ['query']) ??
      faultIn(params, ['params']) ??
      (routeOptions.config.takesEvents ? null : faultIn(body, ['body']))
    if (fault !== null) throw new InvalidInput(fault)
  })
}

/** True when no member of the body is required. */
export function mayBeAbsent(schema: unknown): boolean {
  const { type, required = [], minProperties = 0 } = (schema ?? {}) as Partial<ObjectSchema>
  return type === 'object' && required.length === 0 && minProperties === 0
}

type ObjectSchema = { readonly type: string; readonly required: readonly string[]; readonly minProperties: number }
type Loc = readonly (string | number)[]

function faultIn(value: unknown, loc: Loc): InputFault | null {
  if (typeof value === 'string') return faultOfText(value, loc)
  if (typeof value !== 'object' || value === null) return null
  if (loc.length > DEPTH_MAX) return { loc: loc.slice(0, 2), msg: `is nested deeper than ${DEPTH_MAX}`, type: 'depth' }
  if (Array.isArray(value)) return firstFault(value.entries(), loc)
  const names = Object.keys(value)
  for (const name of names) {
    const fault = faultOfText(name, loc)
    if (fault !== null) return fault
  }
  return firstFault(Object.entries(value), loc)
}

function firstFault(members: Iterable<[string | number, unknown]>, loc: Loc): InputFault | null {
  for (const [name, member] of members) {
    const fault = faultIn(member, [...loc, typeof name === 'string' ? name.slice(0, NAME_SHOWN_MAX) : name])
    if (fault !== null) return fault
  }
  return null
}

function faultOfText(text: string, loc: Loc): InputFault | null {
  if (!text.includes('\u0000') && text.isWellFormed()) return null
  return { loc, msg: 'holds U+0000 or half of a surrogate pair', type: 'text' }
}
