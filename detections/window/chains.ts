/**
 * Windows that feed windows. An alert stands for all its members: it enters every group of the fed window to which one
 * of its members belongs, with that member's values (the last one's, when several are in one group). It enters once it
 * is settled, with the alert's time, and its id as uid.
 */
import { digestOf, faultOf, shapeOf, valueFields } from './compile.ts'
import { partsOf } from './optional-key.ts'
import { DETAIL, EVIDENCE, type Fault, type Tap, type WindowLimits, type WindowRule } from './window.ts'

/** Where a fed window finds a field: in the alert's key, carried by its members, or in its list of member events. */
export type Place = { readonly from: 'key' | 'carry' | 'members'; readonly at: number }

export type Link = {
  /** Index of the fed window in `Planned`. */
  readonly to: number
  readonly feed: number
  readonly key: readonly Place[]
  readonly values: readonly Place[]
  readonly carry: readonly Place[]
}

export type Planned = {
  readonly rule: WindowRule
  readonly digest: string
  /** The digest of one of the windows with which it is connected by feeding, directly or indirectly. */
  readonly lane: string
  readonly carry: readonly string[]
  readonly links: readonly Link[]
  /** By feed: true when another window feeds it. */
  readonly isFed: readonly boolean[]
}

/**
 * Length of a chain of windows, each fed by the previous one.
 * @bound windows in a chain, each with the matches of the one before -> a fault that names the rule
 */
const DEPTH_MAX = 8

/** Orders windows so that those that feed others come before them. */
export function planWindows(
  rules: readonly WindowRule[],
  limits: WindowLimits,
): { planned: Planned[]; faults: Fault[] } {
  const order = new Order(rules, limits)
  for (const rule of rules) order.visit(rule)
  const carries = carriesOf(order)
  const links = linksOf(order, carries)
  const isFed = (rule: WindowRule) =>
    shapeOf(rule.body.window).feeds.map((_, feed) => order.source(rule, feed) !== null)
  const digests = order.sound.map((rule) => digestOf(rule, [...(carries.get(rule) ?? [])]))
  const lanes = lanesOf(order.sound.map((rule) => (links.get(rule) ?? []).map(({ to }) => to)))
  const planned = order.sound.map((rule, at): Planned => {
    const carry = [...(carries.get(rule) ?? [])]
    const [digest, lane] = [digests[at] ?? '', digests[lanes[at] ?? at] ?? '']
    return { rule, digest, lane, carry, links: links.get(rule) ?? [], isFed: isFed(rule) }
  })
  return { planned, faults: order.faults }
}

/** The taps of these windows: all feeds except those that another window feeds. */
export function tapsOf(planned: readonly Planned[]): readonly Tap[] {
  const inLane = new Map<string, number>()
  for (const { lane } of planned) inLane.set(lane, (inLane.get(lane) ?? 0) + 1)
  return planned.flatMap(({ rule, digest, lane, carry, isFed }) => {
    const shape = shapeOf(rule.body.window)
    const values = valueFields(shape)
    const isAlone = inLane.get(lane) === 1
    return shape.feeds.flatMap((source, feed): Tap[] => {
      const key = shape.groupBy.map(({ fields }) => fields[feed] ?? '')
      const parts = partsOf(shape.groupBy, feed)
      return isFed[feed] ? [] : [{ digest, lane, isAlone, ruleId: rule.id, feed, source, key, parts, values, carry }]
    })
  })
}

/**
 * Takes the indexes of the windows that each window feeds, and returns for each window the smallest index with which it
 * is connected.
 */
function lanesOf(fed: readonly (readonly number[])[]): readonly number[] {
  const parent = fed.map((_, at) => at)
  const rootOf = (at: number): number => {
    let root = at
    while (parent[root] !== root) root = parent[root] ?? root
    return root
  }
  for (const [from, tos] of fed.entries()) {
    for (const to of tos) {
      const [a, b] = [rootOf(from), rootOf(to)]
      parent[Math.max(a, b)] = Math.min(a, b)
    }
  }
  return fed.map((_, at) => rootOf(at))
}

class Order {
  /** Valid windows, sources first. */
  readonly sound: WindowRule[] = []
  readonly faults: Fault[] = []
  readonly #limits: WindowLimits
  readonly #byId: ReadonlyMap<string, WindowRule>
  readonly #state = new Map<WindowRule, 'visiting' | 'sound' | 'faulty'>()
  /** Number of windows in the longest chain that ends here, this one included. */
  readonly #depths = new Map<WindowRule, number>()

  constructor(rules: readonly WindowRule[], limits: WindowLimits) {
    this.#limits = limits
    this.#byId = new Map(rules.map((rule) => [rule.id, rule]))
  }

  /** The window to which a feed refers by id; null for an event rule. */
  source(rule: WindowRule, feed: number): WindowRule | null {
    const source = shapeOf(rule.body.window).feeds[feed]
    return source && 'rule' in source ? (this.#byId.get(source.rule) ?? null) : null
  }

  /** Visits a rule's sources first; without recursion, because the chain may be long. */
  visit(rule: WindowRule): void {
    const open = this.#state.has(rule) ? [] : [rule]
    for (let at = open.at(-1); at; at = open.at(-1)) {
      const own = this.#state.has(at) ? null : this.#ownFault(at)
      this.#state.set(at, 'visiting')
      const next = own === null ? this.#sources(at).find((source) => !this.#state.has(source)) : undefined
      if (next) open.push(next)
      else {
        this.#settle(at, own ?? this.#chainFault(at))
        open.pop()
      }
    }
  }

  #settle(rule: WindowRule, reason: string | null): void {
    this.#state.set(rule, reason === null ? 'sound' : 'faulty')
    if (reason === null) this.sound.push(rule)
    else this.faults.push({ ruleId: rule.id, reason })
  }

  #ownFault(rule: WindowRule): string | null {
    return this.#byId.get(rule.id) === rule ? faultOf(rule, this.#limits) : 'another window has this id'
  }

  /** Checks a window whose sources are settled, except those that wait for it. */
  #chainFault(rule: WindowRule): string | null {
    let depth = 1
    for (const source of this.#sources(rule)) {
      const state = this.#state.get(source)
      if (state === 'visiting') return 'the window feeds itself'
      if (state === 'faulty') return `it is fed by ${source.id}, which has a fault`
      depth = Math.max(depth, 1 + (this.#depths.get(source) ?? 0))
    }
    this.#depths.set(rule, depth)
    return depth > DEPTH_MAX ? `it ends a chain of more than ${DEPTH_MAX} windows` : null
  }

  #sources(rule: WindowRule): readonly WindowRule[] {
    const { feeds } = shapeOf(rule.body.window)
    return feeds.flatMap((_, feed) => this.source(rule, feed) ?? [])
  }
}

/** Every match carries these fields first. */
export const DETAIL_AT = 0
export const EVIDENCE_AT = 1
export const OWN_CARRIED = 2

type Carries = Map<WindowRule, Set<string>>

/** Fields that each window's matches must carry for the windows that it feeds, directly or through others. */
function carriesOf(order: Order): Carries {
  const carries: Carries = new Map(order.sound.map((rule) => [rule, new Set([DETAIL, EVIDENCE])]))
  for (const rule of [...order.sound].reverse()) {
    for (const feed of shapeOf(rule.body.window).feeds.keys()) {
      const source = order.source(rule, feed)
      if (!source) continue
      for (const field of wantedBy(rule, feed, carries))
        if (keyPlace(source, field) < 0) carries.get(source)?.add(field)
    }
  }
  return carries
}

function wantedBy(rule: WindowRule, feed: number, carries: Carries): string[] {
  const shape = shapeOf(rule.body.window)
  return [...shape.groupBy.map(({ fields }) => fields[feed] ?? ''), ...valueFields(shape), ...(carries.get(rule) ?? [])]
}

/** A group field has the window's own name, or that of any of its feeds. */
function keyPlace(source: WindowRule, field: string): number {
  const { groupBy } = shapeOf(source.body.window)
  const byName = groupBy.findIndex(({ name }) => name === field)
  return byName >= 0 ? byName : groupBy.findIndex(({ fields }) => fields.includes(field))
}

/** For each window, by index, links to the windows that it feeds. */
function linksOf(order: Order, carries: Carries): ReadonlyMap<WindowRule, readonly Link[]> {
  const links = new Map<WindowRule, Link[]>(order.sound.map((rule) => [rule, []]))
  for (const [to, rule] of order.sound.entries()) {
    const shape = shapeOf(rule.body.window)
    for (const feed of shape.feeds.keys()) {
      const source = order.source(rule, feed)
      if (!source) continue
      const carried = [...(carries.get(source) ?? [])]
      const pick = (field: string): Place => {
        if (field === EVIDENCE) return { from: 'members', at: carried.indexOf(EVIDENCE) }
        const at = keyPlace(source, field)
        return at >= 0 ? { from: 'key', at } : { from: 'carry', at: carried.indexOf(field) }
      }
      const key = shape.groupBy.map(({ fields }) => pick(fields[feed] ?? ''))
      const carry = [...(carries.get(rule) ?? [])].map(pick)
      links.get(source)?.push({ to, feed, key, values: valueFields(shape).map(pick), carry })
    }
  }
  return links
}
