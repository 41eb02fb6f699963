/**
 * Which predicates make a program a candidate. Each program needs one set of predicates of which at least one must
 * hold; the best set is the one that holds least often. A table that must be looked at for every event has a price
 * too, so a program takes a more frequent set when that spares a table.
 */
import type { Needs } from './programs.ts'

export type Choice = {
  /** Predicate to the programs that it makes candidates. */
  readonly triggers: ReadonlyMap<number, readonly number[]>
  /** Programs that nothing selects. */
  readonly always: readonly number[]
  /** Tables that are looked at for every event of the group. */
  readonly tables: readonly number[]
  /** Program to how often it will be a candidate, 0 to 1. */
  readonly frequencies: ReadonlyMap<number, number>
}

export type Costs = {
  /** How often a predicate holds, 0 to 1. */
  frequency(predicate: number): number
  tableOf(predicate: number): number
  /** Cost of one look, as a multiple of evaluating one program. */
  price(table: number): number
}

/** An evaluation that always happens costs more than the price of any set. */
const ALWAYS = 1

/** `cost`: of its best set, infinite when it has none. */
type Wish = { readonly program: number; readonly needs: Needs; cost: number }

export function chooseTriggers(
  programs: readonly { readonly id: number; readonly needs: Needs | null }[],
  costs: Costs,
): Choice {
  const wishes: Wish[] = []
  const always: number[] = []
  for (const { id, needs } of programs) {
    if (needs) wishes.push({ program: id, needs, cost: 0 })
    else always.push(id)
  }
  const dropped = new Set<number>()
  const frequency = (predicate: number) =>
    dropped.has(costs.tableOf(predicate)) ? Number.POSITIVE_INFINITY : costs.frequency(predicate)
  const usersOf = settle(wishes, frequency, costs)
  for (const table of [...usersOf.keys()].sort((a, b) => (usersOf.get(a)?.size ?? 0) - (usersOf.get(b)?.size ?? 0))) {
    dropTable(table, usersOf, dropped, frequency, costs)
  }
  return collect(wishes, always, frequency, costs)
}

/** Every program takes its best set. Table to its users. */
function settle(wishes: readonly Wish[], frequency: Frequency, costs: Costs): Map<number, Set<Wish>> {
  const usersOf = new Map<number, Set<Wish>>()
  for (const wish of wishes) {
    wish.cost = costOf(wish.needs, frequency)
    use(wish, usersOf, frequency, costs)
  }
  return usersOf
}

function use(wish: Wish, usersOf: Map<number, Set<Wish>>, frequency: Frequency, costs: Costs): void {
  for (const predicate of bestSet(wish.needs, frequency)) {
    const table = costs.tableOf(predicate)
    const users = usersOf.get(table)
    if (users) users.add(wish)
    else usersOf.set(table, new Set([wish]))
  }
}

/**
 * Does without a table when its users' next best sets cost less than looking at it. As often as one of those sets
 * holds, a user is evaluated that is likely to ask for the table after all.
 */
function dropTable(
  table: number,
  usersOf: Map<number, Set<Wish>>,
  dropped: Set<number>,
  frequency: Frequency,
  costs: Costs,
): void {
  const users = [...(usersOf.get(table) ?? [])]
  dropped.add(table)
  const moved = users.map((wish) => costOf(wish.needs, frequency))
  let [extra, asked] = [0, 0]
  for (const [i, wish] of users.entries()) {
    const cost = Math.min(ALWAYS, moved[i] as number)
    extra += Math.max(0, cost - Math.min(ALWAYS, wish.cost))
    asked += cost
  }
  if (extra >= costs.price(table) * (1 - Math.min(1, asked))) {
    dropped.delete(table)
    return
  }
  for (const [i, wish] of users.entries()) {
    wish.cost = moved[i] as number
    use(wish, usersOf, frequency, costs)
  }
}

function collect(wishes: readonly Wish[], always: number[], frequency: Frequency, costs: Costs): Choice {
  const triggers = new Map<number, number[]>()
  const tables = new Set<number>()
  const frequencies = new Map(always.map((program) => [program, ALWAYS]))
  for (const { program, needs, cost } of wishes) {
    frequencies.set(program, Math.min(ALWAYS, cost))
    if (cost === Number.POSITIVE_INFINITY) {
      always.push(program)
      continue
    }
    for (const predicate of new Set(bestSet(needs, frequency))) {
      tables.add(costs.tableOf(predicate))
      const list = triggers.get(predicate)
      if (list) list.push(program)
      else triggers.set(predicate, [program])
    }
  }
  return { triggers, always, tables: [...tables].sort((a, b) => a - b), frequencies }
}

type Frequency = (predicate: number) => number

function costOf(needs: Needs, frequency: Frequency): number {
  if (needs.kind === 'predicate') return frequency(needs.predicate)
  const isAny = needs.kind === 'any'
  let cost = isAny ? 0 : Number.POSITIVE_INFINITY
  for (const part of needs.of) {
    const other = costOf(part, frequency)
    if (isAny) cost += other
    else if (other < cost) cost = other
  }
  return cost
}

function bestSet(needs: Needs, frequency: Frequency): readonly number[] {
  const found: number[] = []
  addBestSet(needs, frequency, found)
  return found
}

function addBestSet(needs: Needs, frequency: Frequency, found: number[]): void {
  if (needs.kind === 'predicate') found.push(needs.predicate)
  else if (needs.kind === 'any') for (const part of needs.of) addBestSet(part, frequency, found)
  else {
    const best = cheapestOf(needs.of, frequency)
    if (best) addBestSet(best, frequency, found)
  }
}

/** The first of those that cost least. */
function cheapestOf(parts: readonly Needs[], frequency: Frequency): Needs | undefined {
  let best = parts[0]
  if (parts.length === 1) return best
  let least = Number.POSITIVE_INFINITY
  for (const part of parts) {
    const cost = costOf(part, frequency)
    if (cost < least) [best, least] = [part, cost]
  }
  return best
}
