/** Finds the members of a record that decide how an event is read: those that the code asks for, by their names at the top. */
type Members = Record<string, unknown>

/** A record that notes the names of the members that it is asked for. */
export class TracedNames {
  readonly record: Members
  readonly names = new Set<string>()
  /** False once something was asked that no few names tell, or the record was changed. */
  isKnown = true

  constructor(record: Members) {
    const lost = <T>(go: () => T): T => {
      this.isKnown = false
      return go()
    }
    const noted = (name: string | symbol): boolean => {
      if (typeof name !== 'string' || (name in record && !Object.hasOwn(record, name))) return false
      this.names.add(name)
      return true
    }
    this.record = new Proxy(record, {
      get: (_, name, self) => (noted(name) ? record[name as string] : lost(() => Reflect.get(record, name, self))),
      has: (_, name) => (noted(name) ? Object.hasOwn(record, name) : lost(() => Reflect.has(record, name))),
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
