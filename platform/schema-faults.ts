/** Faults that a schema validator finds, in words for the person who sent the value. */
import type { InputFault } from './invalid-input.ts'

/** One fault as the validator reports it (`Value.Errors`, Ajv). */
export type SchemaFault = {
  readonly instancePath: string
  readonly schemaPath?: string
  readonly keyword: string
  readonly message?: string | undefined
  readonly params: object
}

type Params = {
  readonly type?: unknown
  readonly format?: unknown
  readonly limit?: unknown
  readonly allowedValue?: unknown
  readonly allowedValues?: readonly unknown[]
  readonly requiredProperties?: readonly unknown[]
  readonly additionalProperties?: readonly unknown[]
}

/** Members of one object, or values of one member, that a fault names. */
const NAMED_MAX = 20
const NOT_A_MEMBER = 'is not a member of this'
const BRANCH = /^(.*)\/(?:anyOf|oneOf)\/\d+/

/** At most one sentence for each place and reason; places are relative to the value. */
export function inputFaults(found: readonly SchemaFault[]): InputFault[] {
  const faults = withoutRepeats(ofLikeliestBranch(withoutConsequences(found)))
  return mergedConstants(faults).flatMap(faultsOfOne)
}

/**
 * A failed choice reports every branch of it, the branch `null`, and itself. Those faults say nothing new where another
 * branch says what is wrong.
 */
function withoutConsequences(found: readonly SchemaFault[]): readonly SchemaFault[] {
  const branches = new Set(found.flatMap((fault) => branchOf(fault)?.choice ?? []))
  const isAlone = (fault: SchemaFault) => {
    const own = branchOf(fault)
    return !found.some((other) => other !== fault && branchOf(other)?.choice === own?.choice)
  }
  return found.filter((fault) => {
    if (fault.keyword === 'anyOf' || fault.keyword === 'oneOf') return !branches.has(fault.schemaPath ?? '')
    const isNull = fault.keyword === 'type' && paramsOf(fault).type === 'null'
    return !isNull || branchOf(fault) === null || isAlone(fault)
  })
}

/** A branch whose constant member differs is another kind of thing, unless all branches differ there. */
function ofLikeliestBranch(found: readonly SchemaFault[]): readonly SchemaFault[] {
  const others = new Map<string, Set<string>>()
  const all = new Map<string, Set<string>>()
  for (const fault of found) {
    const own = branchOf(fault)
    if (own === null) continue
    add(all, own.choice, own.branch)
    if (fault.keyword === 'const') add(others, own.choice, own.branch)
  }
  return found.filter((fault) => {
    const own = branchOf(fault)
    const differing = own === null ? undefined : others.get(own.choice)
    if (own === null || differing === undefined) return true
    const isEach = differing.size === all.get(own.choice)?.size
    return isEach ? fault.keyword === 'const' : !differing.has(own.branch)
  })
}

function add(map: Map<string, Set<string>>, key: string, value: string): void {
  map.set(key, (map.get(key) ?? new Set()).add(value))
}

function branchOf({ schemaPath = '' }: SchemaFault): { readonly choice: string; readonly branch: string } | null {
  const [branch, choice] = BRANCH.exec(schemaPath) ?? []
  return branch === undefined || choice === undefined ? null : { choice, branch }
}

/**
 * Every unknown member causes a `boolean` fault before the one that names them all; with so many that the validator
 * stops before that one, only `boolean` faults exist.
 */
function withoutRepeats(found: readonly SchemaFault[]): readonly SchemaFault[] {
  const faults = found.filter(({ keyword }) => keyword !== 'boolean')
  return faults.length > 0 ? faults : found
}

/** The constants that one value may be are one list. */
function mergedConstants(found: readonly SchemaFault[]): readonly SchemaFault[] {
  const allowed = new Map<string, unknown[]>()
  for (const fault of found)
    if (fault.keyword === 'const')
      allowed.set(fault.instancePath, [...(allowed.get(fault.instancePath) ?? []), paramsOf(fault).allowedValue])
  return found.flatMap((fault) => {
    if (fault.keyword !== 'const') return [fault]
    const allowedValues = allowed.get(fault.instancePath)
    allowed.delete(fault.instancePath)
    return allowedValues === undefined ? [] : [{ ...fault, params: { allowedValues: [...new Set(allowedValues)] } }]
  })
}

function faultsOfOne(fault: SchemaFault): InputFault[] {
  const { keyword, instancePath } = fault
  const loc = instancePath.split('/').slice(1).map(segmentOf)
  if (keyword === 'boolean') return [{ loc, msg: NOT_A_MEMBER, type: 'additionalProperties' }]
  const { requiredProperties, additionalProperties } = paramsOf(fault)
  const members = (requiredProperties ?? additionalProperties ?? []).map(String)
  if (members.length === 0) return [{ loc, msg: sentenceOf(fault), type: keyword }]
  const msg = keyword === 'required' ? 'is missing' : NOT_A_MEMBER
  return members.slice(0, NAMED_MAX).map((member) => ({ loc: [...loc, member.slice(0, 100)], msg, type: keyword }))
}

const FORMATS: Readonly<Record<string, string>> = {
  uuid: 'must be an id such as 3f2b8c1e-5d4a-4e6f-8a7b-9c0d1e2f3a4b',
  'date-time': 'must be a time such as 2026-01-31T12:00:00Z',
  date: 'must be a day such as 2026-01-31',
  email: 'must be an email address',
  uri: 'must be an address such as https://soc.example/',
}

function sentenceOf(fault: SchemaFault): string {
  const { keyword, message = 'is not valid' } = fault
  const { allowedValues, format, limit } = paramsOf(fault)
  if (allowedValues !== undefined) return allowedOf(allowedValues)
  if (keyword === 'format') return FORMATS[String(format)] ?? message
  if (keyword === 'minProperties') return limit === 1 ? 'needs at least one member' : `needs ${limit} members`
  return message
}

function allowedOf(values: readonly unknown[]): string {
  const shown = values.slice(0, NAMED_MAX).map(String).join(', ')
  if (values.length === 1) return `must be ${shown}`
  return values.length > NAMED_MAX ? `must be one of ${values.length} values: ${shown}, …` : `must be one of ${shown}`
}

const paramsOf = ({ params }: SchemaFault) => params as Params

/** JSON pointers (RFC 6901) write `~` as `~0` and `/` as `~1`. */
function segmentOf(segment: string): string | number {
  if (/^\d{1,9}$/.test(segment)) return Number(segment)
  return segment.replaceAll('~1', '/').replaceAll('~0', '~')
}
