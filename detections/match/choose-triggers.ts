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
  /** Of one look, as a multiple of evaluating one program. */
  price(table: number): number
}

/** An evaluation that always happens costs more than the price of any set. */
const ALWAYS = 1

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
    wish.cost = Math.min(ALWAYS, costOf(wish.needs, frequency))
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
  const moved = users.map((wish) => Math.min(ALWAYS, costOf(wish.needs, frequency)))
  const extra = users.reduce((sum, wish, i) => sum + Math.max(0, (moved[i] as number) - wish.cost), 0)
  const asked = Math.min(
    1,
    moved.reduce((sum, cost) => sum + cost, 0),
  )
  if (extra >= costs.price(table) * (1 - asked)) {
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
  for (const { program, needs } of wishes) {
    frequencies.set(program, Math.min(ALWAYS, costOf(needs, frequency)))
    if (costOf(needs, frequency) === Number.POSITIVE_INFINITY) {
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
  if (needs.kind === 'any') return needs.of.reduce((sum, part) => sum + costOf(part, frequency), 0)
  return needs.of.reduce((least, part) => Math.min(least, costOf(part, frequency)), Number.POSITIVE_INFINITY)
}

function bestSet(needs: Needs, frequency: Frequency): readonly number[] {
  if (needs.kind === 'predicate') return [needs.predicate]
  if (needs.kind === 'any') return needs.of.flatMap((part) => bestSet(part, frequency))
  const best = needs.of
    .map((part) => ({ part, cost: costOf(part, frequency) }))
    .reduce((a, b) => (b.cost < a.cost ? b : a))
  return bestSet(best.part, frequency)
}
