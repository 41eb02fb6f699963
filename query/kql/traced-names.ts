/**
 * Finds the members of a record that decide how an event is read: those that the reading code accesses. An object is
 * descended into, so that of a shipper's `winlog` only the members count that were read.
 */
import { isMembers, type Members } from '../../platform/members.ts'

/** Names from the outermost member inwards. */
export type MemberPath = readonly string[]

/** Objects inside of one another that are descended into; the values of deeper ones count whole. */
const DEPTH_MAX = 6

/** The reads of the members of one object. */
type Level = {
  /** Members whose values were read. */
  readonly names: Set<string>
  /** Members that were looked for with `in`: only their presence decides. */
  readonly lookedFor: Set<string>
  readonly inner: Map<string, Level>
  /** True when something enumerated the members. */
  isWhole: boolean
}

const newLevel = (): Level => ({ names: new Set(), lookedFor: new Set(), inner: new Map(), isWhole: false })

/** A record that records the names of its accessed members. */
export class TracedNames {
  readonly record: Members
  /** False once the code did something that a list of names cannot describe, or changed the record. */
  isKnown = true
  readonly #root = newLevel()
  readonly #proxies = new WeakMap<object, Members>()

  constructor(record: Members) {
    this.record = this.#traced(record, this.#root, 1)
  }

  /** Members whose values were read; of an object only that it is one, unless it is in `whole`. */
  get names(): readonly MemberPath[] {
    return pathsIn(this.#root, ({ names }) => [...names])
  }

  /** Members whose values decide with all that is in them. */
  get whole(): readonly MemberPath[] {
    return pathsIn(this.#root, ({ inner }) => [...inner].flatMap(([name, { isWhole }]) => (isWhole ? [name] : [])))
  }

  /** Members of which only the presence decides. */
  get lookedFor(): readonly MemberPath[] {
    return pathsIn(this.#root, ({ names, lookedFor }) => [...lookedFor].filter((name) => !names.has(name)))
  }

  #traced(members: Members, level: Level, depth: number): Members {
    const known = this.#proxies.get(members)
    if (known !== undefined) return known
    const lost = <T>(go: () => T): T => {
      this.isKnown = false
      return go()
    }
    /** A name that every object inherits is a member only if the record has it. */
    const isName = (name: string | symbol): name is string =>
      typeof name === 'string' && (Object.hasOwn(members, name) || !(name in members))
    const readValue = (name: string): unknown => {
      level.names.add(name)
      const value = members[name]
      if (!isMembers(value)) return value
      const inner = level.inner.get(name) ?? newLevel()
      level.inner.set(name, inner)
      if (depth < DEPTH_MAX) return this.#traced(value, inner, depth + 1)
      inner.isWhole = true
      return value
    }
    const traced = new Proxy(members, {
      get: (_, name, self) => (isName(name) ? readValue(name) : lost(() => Reflect.get(members, name, self))),
      has: (_, name) => {
        if (!isName(name)) return lost(() => Reflect.has(members, name))
        level.lookedFor.add(name)
        return Object.hasOwn(members, name)
      },
      getOwnPropertyDescriptor: (_, name) => {
        const found = Reflect.getOwnPropertyDescriptor(members, name)
        if (!isName(name)) return lost(() => found)
        const value = readValue(name)
        return found && { ...found, value }
      },
      ownKeys: () => {
        level.isWhole = true
        return depth === 1 ? lost(() => Reflect.ownKeys(members)) : Reflect.ownKeys(members)
      },
      set: (_, name, value) => lost(() => Reflect.set(members, name, value)),
      defineProperty: (_, name, how) => lost(() => Reflect.defineProperty(members, name, how)),
      deleteProperty: (_, name) => lost(() => Reflect.deleteProperty(members, name)),
    })
    this.#proxies.set(members, traced)
    return traced
  }
}

/** A member that was read as a whole needs no names of the members within. */
function pathsIn(level: Level, of: (level: Level) => readonly string[]): readonly MemberPath[] {
  const own = of(level).map((name): MemberPath => [name])
  const deeper = [...level.inner].flatMap(([name, inner]) =>
    inner.isWhole ? [] : pathsIn(inner, of).map((path): MemberPath => [name, ...path]),
  )
  return [...own, ...deeper]
}
