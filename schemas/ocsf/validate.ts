/**
 * Checks an event against its class, by the schema's own rules: unknown attributes, required ones, types and their
 * bounds, enum values, constraints, profiles, and that uids agree. Each class is compiled to closures once, so an event
 * costs one walk over its members.
 */
import { isMembers } from '../../platform/members.ts'
import { type Attribute, type Dictionary, dictionaryOf, type EventClass, type Shape, typeUid } from './dictionary.ts'

export type FaultKind =
  | 'unknown_version'
  | 'unknown_class'
  | 'unknown_attribute'
  | 'missing'
  | 'wrong_type'
  | 'out_of_range'
  | 'bad_format'
  | 'unknown_enum'
  | 'constraint'
  | 'profile'
  | 'uid_mismatch'

export type Fault = { readonly path: string; readonly kind: FaultKind; readonly detail: string }

type Members = Readonly<Record<string, unknown>>
type Report = (path: string, kind: FaultKind, detail: string) => void
type Check = (value: unknown, path: string, depth: number, run: Run) => void
type Run = { readonly report: Report; readonly profiles: ReadonlySet<string>; readonly isFull: () => boolean }

/** More faults add no information, and a hostile event could have millions. */
const FAULTS_MAX = 100
/** OCSF objects contain themselves (a process its parent), so only the event limits the depth. */
const DEPTH_MAX = 64

/** At most 100 faults, in the order in which they were found. */
export function validate(event: unknown, version: string): Fault[] {
  const faults: Fault[] = []
  const report: Report = (path, kind, detail) => {
    if (faults.length < FAULTS_MAX) faults.push({ path, kind, detail })
  }
  const dictionary = dictionaryOf(version)
  if (!dictionary) report('metadata.version', 'unknown_version', version)
  else if (!isMembers(event)) report('', 'wrong_type', 'an event is an object')
  else
    validateWith(dictionary, event, { report, profiles: profilesOf(event), isFull: () => faults.length >= FAULTS_MAX })
  return faults
}

function validateWith(dictionary: Dictionary, event: Members, run: Run): void {
  const uid = event.class_uid
  const eventClass = typeof uid === 'number' ? dictionary.classOf(uid) : null
  if (!eventClass) return run.report('class_uid', 'unknown_class', String(uid))
  checksOf(dictionary).shape(eventClass)(event, '', 0, run)
  checkUids(eventClass, event, run.report)
}

function checkUids(eventClass: EventClass, event: Members, report: Report): void {
  if (event.category_uid !== eventClass.categoryUid)
    report('category_uid', 'uid_mismatch', `${event.category_uid}, the class says ${eventClass.categoryUid}`)
  if (typeof event.activity_id !== 'number') return
  const expected = typeUid(eventClass.uid, event.activity_id)
  if (event.type_uid !== expected) report('type_uid', 'uid_mismatch', `${event.type_uid}, expected ${expected}`)
}

function profilesOf(event: Members): ReadonlySet<string> {
  const profiles = isMembers(event.metadata) ? event.metadata.profiles : undefined
  return new Set(Array.isArray(profiles) ? profiles.filter((name): name is string => typeof name === 'string') : [])
}

class Checks {
  readonly #dictionary: Dictionary
  readonly #shapes = new Map<string, Check>()
  readonly #values = new Map<Attribute, Check>()

  constructor(dictionary: Dictionary) {
    this.#dictionary = dictionary
  }

  shape(shape: Shape): Check {
    const known = this.#shapes.get(shape.name)
    if (known) return known
    const required = [...shape.attributes.values()].filter(({ requirement }) => requirement === 'required')
    const check: Check = (value, path, depth, run) => {
      if (!isMembers(value)) return run.report(path, 'wrong_type', `not an object of ${shape.name}`)
      if (depth > DEPTH_MAX) return run.report(path, 'out_of_range', 'nested too deep')
      this.#members(shape, value, path, depth, run)
      for (const attribute of required) {
        const isDue = attribute.profiles.length === 0 || attribute.profiles.some((name) => run.profiles.has(name))
        if (isDue && isNothing(value[attribute.name])) run.report(join(path, attribute.name), 'missing', shape.name)
      }
      checkConstraints(shape, value, path, run.report)
    }
    this.#shapes.set(shape.name, check)
    return check
  }

  #members(shape: Shape, value: Members, path: string, depth: number, run: Run): void {
    for (const name in value) {
      if (run.isFull()) return
      const member = value[name]
      if (isNothing(member)) continue
      const attribute = shape.attributes.get(name)
      if (attribute) this.#member(attribute, member, join(path, name), depth, run)
      // The plain object (`unmapped`) takes anything.
      else if (shape.name !== 'object') run.report(join(path, name), 'unknown_attribute', shape.name)
    }
  }

  #member(attribute: Attribute, value: unknown, path: string, depth: number, run: Run): void {
    const { profiles } = attribute
    if (profiles.length > 0 && !profiles.some((name) => run.profiles.has(name)))
      run.report(path, 'profile', `needs ${profiles.join(' or ')} in metadata.profiles`)
    const check = this.#value(attribute)
    if (!attribute.isArray) return check(value, path, depth + 1, run)
    if (!Array.isArray(value)) return run.report(path, 'wrong_type', 'not an array')
    for (const [i, item] of value.entries()) {
      if (run.isFull()) return
      check(item, `${path}[${i}]`, depth + 1, run)
    }
  }

  #value(attribute: Attribute): Check {
    let check = this.#values.get(attribute)
    if (!check) this.#values.set(attribute, (check = this.#valueCheck(attribute)))
    return check
  }

  #valueCheck(attribute: Attribute): Check {
    if (attribute.json === 'any') return () => {}
    if (attribute.json === 'object') {
      const shape = attribute.object ? this.#dictionary.objectOf(attribute.object) : null
      if (!shape) return () => {}
      // Looked up on use, because objects contain themselves.
      return (value, path, depth, run) => this.shape(shape)(value, path, depth, run)
    }
    const type = this.#dictionary.typeOf(attribute.type)
    return (value, path, _depth, run) => {
      if (!hasType(value, attribute.json))
        return run.report(path, 'wrong_type', `${typeof value} for ${attribute.type}`)
      if (typeof value === 'string') {
        if (value.length > type.lengthMax) run.report(path, 'out_of_range', `${value.length} characters`)
        else if (type.pattern && value.length <= PATTERN_MAX && !type.pattern.test(value))
          run.report(path, 'bad_format', attribute.type)
      } else if (typeof value === 'number') {
        if (type.range && (value < type.range[0] || value > type.range[1]))
          run.report(path, 'out_of_range', String(value))
        if (attribute.captions && !attribute.captions.has(value)) run.report(path, 'unknown_enum', String(value))
      }
    }
  }
}

/** Longer texts are not matched: the schema's patterns are for addresses and ids, and some of them backtrack. */
const PATTERN_MAX = 4096

function checkConstraints(shape: Shape, value: Members, path: string, report: Report): void {
  const count = (paths: readonly string[]) => paths.filter((constraint) => !isNothing(at(value, constraint))).length
  if (shape.atLeastOne.length > 0 && count(shape.atLeastOne) === 0)
    report(path, 'constraint', `at least one of ${shape.atLeastOne.join(', ')}`)
  if (shape.justOne.length > 0 && count(shape.justOne) !== 1)
    report(path, 'constraint', `just one of ${shape.justOne.join(', ')}`)
}

function at(value: Members, path: string): unknown {
  let found: unknown = value
  for (const step of path.split('.')) found = isMembers(found) ? found[step] : undefined
  return found
}

function hasType(value: unknown, json: Attribute['json']): boolean {
  if (json === 'integer') return typeof value === 'number' && Number.isInteger(value)
  return typeof value === json
}

function isNothing(value: unknown): boolean {
  return value === undefined || value === null
}

function join(path: string, name: string): string {
  return path === '' ? name : `${path}.${name}`
}

const compiled = new WeakMap<Dictionary, Checks>()

function checksOf(dictionary: Dictionary): Checks {
  let checks = compiled.get(dictionary)
  if (!checks) compiled.set(dictionary, (checks = new Checks(dictionary)))
  return checks
}
