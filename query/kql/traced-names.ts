/** Finds the top-level members of a record that decide how an event is read: those that the reading code accesses. */
type Members = Record<string, unknown>

/** A record that records the names of its accessed members. */
export class TracedNames {
  readonly record: Members
  /** Members whose values were read. */
  readonly names = new Set<string>()
  /** Members that were looked for with `in`: only their presence decides. */
  readonly lookedFor = new Set<string>()
  /** False once the code did something that a list of names cannot describe, or changed the record. */
  isKnown = true

  constructor(record: Members) {
    const lost = <T>(go: () => T): T => {
      this.isKnown = false
      return go()
    }
    const noted = (name: string | symbol, as = this.names): boolean => {
      if (typeof name !== 'string' || (name in record && !Object.hasOwn(record, name))) return false
      as.add(name)
      return true
    }
    this.record = new Proxy(record, {
      get: (_, name, self) => (noted(name) ? record[name as string] : lost(() => Reflect.get(record, name, self))),
      has: (_, name) =>
        noted(name, this.lookedFor) ? Object.hasOwn(record, name) : lost(() => Reflect.has(record, name)),
      getOwnPropertyDescriptor: (_, name) => {
        const ask = () => Reflect.getOwnPropertyDescriptor(record, name)
        return noted(name) ? ask() : lost(ask)
      },
      ownKeys: () => lost(() => Reflect.ownKeys(record)),
      set: (_, name, value) => lost(() => Reflect.set(record, name, value)),
      defineProperty: (_, name, how) => lost(() => Reflect.defineProperty(record, name, how)),
      deleteProperty: (_, name) => lost(() => Reflect.deleteProperty(record, name)),
    })
  }
}
