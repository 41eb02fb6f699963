/**
 * Caches the routes of events by the few members that decide them. The first time, it records which members a route
 * reads, inside of objects too; the next event with the same values there gets the same route without being parsed.
 */
import type { EventLogSource, FieldView } from '../../schemas/event-view.ts'
import { type EventKernel, KIND } from './event-kernel.ts'
import type { RecordOf } from './read-field.ts'

export type Routed = { readonly logSource: EventLogSource; readonly view: FieldView }
/**
 * A function of the record alone. It may change the record, to bring it into the form that the view expects; it does so
 * once however often it is called, and members that it changes are never read as text.
 */
export type Route<R extends Routed> = (record: RecordOf) => R

/** A read of the route: of a member's value, or only of its presence (`name in record`). */
type Read = { readonly path: readonly string[]; readonly isPresence: boolean }

/** The slot that the route reads next, and the following steps by the values found there, as written. */
type Step<R> = {
  readonly slot: number
  /** The value does not matter: however long it is, the next step is the one under the empty text. */
  readonly isPresence: boolean
  readonly texts: Ways<R>
  readonly others: Ways<R>
  readonly absent: Ways<R>
}
/** `ask`: the route reads more than plain members, or changes the record. */
type End<R> = { readonly routed: R | 'ask' }
type Ways<R> = Map<string, Step<R> | End<R>>

/** Beyond it the cache is cleared; a route that was cleared too often reads members that differ in every event. */
const STEPS_MAX = 4096
const FORGOTTEN_MAX = 8
const VALUE_BYTES_MAX = 128
/** Paths that are tried before the steps are followed one by one. */
const PATHS_MAX = 16
/** The way from a value that is nested: what the route reads inside of an object are steps of their own. */
const OBJECT = '{'
const ARRAY = '['

export class RouteMemo<R extends Routed> {
  private readonly kernel: EventKernel
  private readonly route: Route<R>
  /** The first step, under the empty name. */
  private readonly first: Ways<R> = new Map()
  private steps = 0
  private forgotten = 0
  /** The newest ways through all steps: neighbouring events mostly take one of a few. */
  private readonly paths: { at: number; routed: R | 'ask' }[] = []
  private nextPath = 0
  private lastPath = 0
  private readonly walked: Step<R>[] = []

  constructor(kernel: EventKernel, route: Route<R>) {
    this.kernel = kernel
    this.route = route
  }

  /**
   * Returns the route of the event that the kernel has read; `parse` creates its record. Null when `route` must be
   * called.
   */
  of(parse: () => RecordOf): R | null {
    const known = this.lookUp() ?? this.follow()
    if (known === 'ask' || this.forgotten > FORGOTTEN_MAX) return null
    return known ?? this.learn(parse())
  }

  private lookUp(): R | 'ask' | null {
    const { kernel, paths } = this
    const last = paths[this.lastPath]
    if (last && kernel.isOnPath(last.at)) return last.routed
    for (let i = 0; i < paths.length; i++) {
      const { at, routed } = paths[i] as (typeof paths)[number]
      if (i === this.lastPath || !kernel.isOnPath(at)) continue
      this.lastPath = i
      return routed
    }
    return null
  }

  /** Null when the steps are not known to the end. */
  private follow(): R | 'ask' | null {
    this.walked.length = 0
    let next = this.first.get('')
    while (next && 'slot' in next) {
      const ways = this.waysFrom(next)
      if (!ways) return 'ask'
      this.walked.push(next)
      next = ways.get(this.wayOf(next))
    }
    if (next) this.keepPath(next.routed)
    return next?.routed ?? null
  }

  /** In the place of the oldest path. */
  private keepPath(routed: R | 'ask'): void {
    const slots = this.walked.map(({ slot }) => slot)
    const isPresence = this.walked.map((step) => step.isPresence)
    const at = this.kernel.putPath(this.paths[this.nextPath]?.at ?? 0, slots, isPresence)
    if (at === 0) return
    this.paths[this.nextPath] = { at, routed }
    this.nextPath = (this.nextPath + 1) % PATHS_MAX
  }

  /** Null when the value is too long to cache. */
  private waysFrom({ slot, isPresence, texts, others, absent }: Step<R>): Ways<R> | null {
    const kind = this.kernel.kindOf(slot)
    if (kind === KIND.absent) return absent
    if (isPresence || kind === KIND.nested) return others
    if (this.kernel.sizeOf(slot) > VALUE_BYTES_MAX) return null
    return kind === KIND.text ? texts : others
  }

  private wayOf({ slot, isPresence }: Step<R>): string {
    const kind = this.kernel.kindOf(slot)
    if (isPresence || kind === KIND.absent) return ''
    if (kind === KIND.nested) return this.kernel.isObject(slot) ? OBJECT : ARRAY
    return this.kernel.rawOf(slot)
  }

  /** Null when `route` must be called again, because it may have changed the record. */
  private learn(record: RecordOf): R | null {
    const { reads, isPlain, routed } = watch(this.route, record)
    const slots = reads.map(({ path }) => this.kernel.slotsOf(path)?.at(-1) ?? -1)
    if (!this.kernel.readAgain()) return null
    this.makeRoom(slots.length)
    let [ways, way] = [this.first, '']
    for (const [at, { isPresence }] of reads.entries()) {
      const slot = slots[at] as number
      const step: Step<R> | End<R> = ways.get(way) ?? stepOf<R>(slot, isPresence)
      const isSame = 'slot' in step && step.slot === slot && step.isPresence === isPresence
      if (slot < 0 || !isSame) return this.distrust()
      if (!ways.has(way)) this.steps++
      ways.set(way, step)
      const next = this.waysFrom(step)
      if (!next) return null
      ways = next
      way = this.wayOf(step)
    }
    ways.set(way, { routed: isPlain ? routed : 'ask' })
    return isPlain ? routed : null
  }

  /**
   * The route read other members after the same values, or more than the kernel can record: from now on `route` is
   * called every time.
   */
  private distrust(): null {
    this.first.clear()
    this.paths.length = 0
    this.nextPath = 0
    this.forgotten = Number.POSITIVE_INFINITY
    return null
  }

  private makeRoom(steps: number): void {
    if (this.steps + steps <= STEPS_MAX) return
    this.first.clear()
    this.steps = 0
    this.forgotten++
  }
}

function stepOf<R>(slot: number, isPresence: boolean): Step<R> {
  return { slot, isPresence, texts: new Map(), others: new Map(), absent: new Map() }
}

/** Calls the route, and returns its reads, each once and in order, up to the first unsupported one. */
function watch<R extends Routed>(
  route: Route<R>,
  record: RecordOf,
): { readonly reads: readonly Read[]; readonly isPlain: boolean; readonly routed: R } {
  const watched = new WatchedRecord()
  const routed = route(watched.watch(record, []))
  return { reads: [...watched.reads.values()], isPlain: watched.isPlain, routed }
}

class WatchedRecord {
  readonly reads = new Map<string, Read>()
  isPlain = true
  private readonly watched = new Map<object, object>()
  private readonly plain = new Map<unknown, object>()

  /** The same object for the same part of the record. */
  watch<T extends object>(part: T, path: readonly string[]): T {
    const known = this.watched.get(part)
    if (known) return known as T
    const made: object = new Proxy<object>(part, this.handlerFor(path))
    this.watched.set(part, made)
    this.plain.set(made, part)
    return made as T
  }

  private handlerFor(path: readonly string[]): ProxyHandler<object> {
    return {
      get: (target, name) => {
        this.note(path, name)
        return this.within(Reflect.get(target, name), path, name)
      },
      has: (target, name) => {
        this.note(path, name, true)
        return Reflect.has(target, name)
      },
      getOwnPropertyDescriptor: (target, name) => {
        this.note(path, name)
        const found = Reflect.getOwnPropertyDescriptor(target, name)
        if (typeof found?.value === 'object' && found.value !== null) this.isPlain = false
        return found
      },
      ownKeys: (target) => {
        this.isPlain = false
        return Reflect.ownKeys(target)
      },
      // Assignments arrive here too. The record keeps its own parts, not those that are watched.
      defineProperty: (target, name, descriptor) => {
        this.isPlain = false
        const own = this.plain.get(descriptor.value)
        return Reflect.defineProperty(target, name, own ? { ...descriptor, value: own } : descriptor)
      },
      deleteProperty: (target, name) => {
        this.isPlain = false
        return Reflect.deleteProperty(target, name)
      },
    }
  }

  private note(path: readonly string[], name: string | symbol, isPresence = false): void {
    if (typeof name === 'symbol' || name in Object.prototype) this.isPlain = false
    else if (this.isPlain) {
      const read = { path: [...path, name], isPresence }
      this.reads.set(JSON.stringify(read), read)
    }
  }

  /** Objects are watched, too; what a route reads of an array is not known. */
  private within(value: unknown, path: readonly string[], name: string | symbol): unknown {
    if (typeof value !== 'object' || value === null || typeof name === 'symbol') return value
    if (Array.isArray(value)) this.isPlain = false
    return Array.isArray(value) ? value : this.watch(value, [...path, name])
  }
}
