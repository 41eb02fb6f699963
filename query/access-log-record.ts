/**
 * A record that records what is read from it. Code that decides by a record alone, and reads in the same order, decides
 * the same for every record that gives the same answers. So a decision made once in JavaScript can be recognised in SQL
 * by the answers that it depended on.
 */

/**
 * One answer. `is` is the JSON text of the value (`about` a value), its first character (`about` a shape: an object or
 * an array), or for `presence` only that something is there; '' when nothing is.
 */
export type Answer = {
  readonly path: readonly string[]
  readonly about: 'value' | 'shape' | 'presence'
  readonly is: string
}

export const PRESENT = 'p'
export const ABSENT = ''

/** Characters of a value: a longer one is specific to an event and would not recur. */
const VALUE_CHARS_MAX = 120
/** Answers on which one decision may depend. */
const ANSWERS_MAX = 64

type Members = Record<string, unknown>

export class TracedRecord {
  readonly record: Members
  readonly #answers = new Map<string, Answer>()
  #isReplayable = true

  constructor(record: Members) {
    this.record = this.#traced(record, [])
  }

  /** Null when the code read something that answers cannot describe, or changed the record. */
  answers(): readonly Answer[] | null {
    return this.#isReplayable ? [...this.#answers.values()] : null
  }

  #traced(target: Members, path: readonly string[]): Members {
    const lost = <T>(go: () => T): T => {
      this.#isReplayable = false
      return go()
    }
    return new Proxy(target, {
      get: (_, name, self) => {
        if (!isMember(target, name)) return lost(() => Reflect.get(target, name, self))
        const value = target[name]
        const at = [...path, name]
        const isShape = typeof value === 'object' && value !== null
        this.#note(at, isShape ? 'shape' : 'value', isShape ? (Array.isArray(value) ? '[' : '{') : jsonOf(value))
        if (Array.isArray(value)) return this.#closed(value)
        return isShape ? this.#traced(value as Members, at) : value
      },
      has: (_, name) => {
        if (!isMember(target, name)) return lost(() => Reflect.has(target, name))
        this.#note([...path, name], 'presence', Object.hasOwn(target, name) ? PRESENT : ABSENT)
        return Object.hasOwn(target, name)
      },
      ownKeys: () => lost(() => Reflect.ownKeys(target)),
      getOwnPropertyDescriptor: (_, name) => lost(() => Reflect.getOwnPropertyDescriptor(target, name)),
      set: (_, name, value) => lost(() => Reflect.set(target, name, value)),
      defineProperty: (_, name, how) => lost(() => Reflect.defineProperty(target, name, how)),
      deleteProperty: (_, name) => lost(() => Reflect.deleteProperty(target, name)),
    })
  }

  /** Only "is an array" is recorded; reading an element makes the decision untranslatable to SQL. */
  #closed(list: unknown[]): unknown[] {
    const lost = <T>(go: () => T): T => {
      this.#isReplayable = false
      return go()
    }
    return new Proxy(list, {
      get: (target, name, self) => lost(() => Reflect.get(target, name, self)),
      has: (target, name) => lost(() => Reflect.has(target, name)),
      ownKeys: (target) => lost(() => Reflect.ownKeys(target)),
      getOwnPropertyDescriptor: (target, name) => lost(() => Reflect.getOwnPropertyDescriptor(target, name)),
      set: (target, name, value) => lost(() => Reflect.set(target, name, value)),
    })
  }

  #note(path: readonly string[], about: Answer['about'], is: string): void {
    const isSayable = is.length <= VALUE_CHARS_MAX && is.isWellFormed() && path.every((name) => name.isWellFormed())
    if (!isSayable || this.#answers.size >= ANSWERS_MAX) this.#isReplayable = false
    else this.#answers.set(JSON.stringify([about, path]), { path, about, is })
  }
}

/** Names that every object inherits are no members unless the event has them. */
function isMember(target: Members, name: string | symbol): name is string {
  return typeof name === 'string' && (Object.hasOwn(target, name) || !(name in target))
}

/**
 * JSON text of a value. A row in which the engine formats the value differently is not recognised, and stays unknown.
 */
function jsonOf(value: unknown): string {
  return value === undefined ? ABSENT : JSON.stringify(value)
}
