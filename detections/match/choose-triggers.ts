/**
 * Decides which predicates make a program a candidate. Each program has sets of predicates of which at least one must
 * be true for a match; the best set is the one that is true least often. A table that must be evaluated for every event
 * has a cost as well, so a program uses a more frequent set when that saves a table.
 */
import type { Needs } from './programs.ts'

export type Choice = {
  /** Predicate -> the programs that it makes candidates. */
  readonly triggers: ReadonlyMap<number, readonly number[]>
  /** Programs that no predicate selects, so they are always evaluated. */
  readonly always: readonly number[]
  /** Tables that are evaluated for every event of the group. */
  readonly tables: readonly number[]
  /** Program -> how often it becomes a candidate, 0 to 1. */
  readonly frequencies: ReadonlyMap<number, number>
}

export type Costs = {
  /** How often a predicate is true, 0 to 1. */
  frequency(predicate: number): number
  tableOf(predicate: number): number
  /** Cost of one table evaluation, as a multiple of evaluating one program. */
  price(table: number): number
}

/** Always evaluating a program costs more than any set. */
const ALWAYS = 1

/** `cost` is that of its best set, infinite when it has none. */
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

/** Gives every program its best set. Returns the users of each table. */
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
 * Drops a table when its users' next best sets cost less than evaluating it. Counts in that whenever such a set is
 * true, a user is evaluated that probably needs the table after all.
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
  let [extra, demand] = [0, 0]
  for (const [i, wish] of users.entries()) {
    const cost = Math.min(ALWAYS, moved[i] as number)
    extra += Math.max(0, cost - Math.min(ALWAYS, wish.cost))
    demand += cost
  }
  if (extra >= costs.price(table) * (1 - Math.min(1, demand))) {
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

/** The first of the cheapest sets. */
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
