/** Conditions of a temporal correlation: an expression over its rules, or bounds on their number. */
import type { Bound, FeedCondition } from '../plan/plan.ts'
import type { Condition } from './condition.ts'
import { quote, Refusal } from './fault.ts'
import { LIMITS } from './limits.ts'

/** `indexOf` gives the feed of a rule's name, or -1. */
export function feedExpression(condition: Condition, indexOf: (name: string) => number): FeedCondition {
  switch (condition.kind) {
    case 'name': {
      const feed = indexOf(condition.name)
      if (feed === -1) throw new Refusal(`the condition names ${quote(condition.name)}, which is not among its rules`)
      return { kind: 'feed', feed }
    }
    case 'not':
      return { kind: 'not', of: feedExpression(condition.of, indexOf) }
    case 'of':
      throw new Refusal('"1 of" and "all of" can only be used in the condition of a detection')
    default:
      return { kind: condition.kind, of: condition.of.map((operand) => feedExpression(operand, indexOf)) }
  }
}

/** Names in the order in which they first stand there. */
export function namesIn(condition: Condition): string[] {
  if (condition.kind === 'name') return [condition.name]
  if (condition.kind === 'not') return namesIn(condition.of)
  return condition.kind === 'of' ? [] : [...new Set(condition.of.flatMap(namesIn))]
}

/** The bounds on how many of the rules were seen. Null when that is all of them and nothing else. */
export function feedCount(bounds: readonly Bound[], feeds: number): FeedCondition | null {
  const parts = bounds.map((bound) => countCondition(bound, feeds))
  const meant = parts.filter((part) => typeof part !== 'boolean')
  if (parts.includes(false)) throw new Refusal(`the condition can never be true for ${feeds} rules`)
  if (meant.length === 0) throw new Refusal(`the condition is always true for ${feeds} rules`)
  const isAll = bounds.length === 1 && smallest(bounds[0]) === feeds
  if (isAll) return null
  return joined('and', meant)
}

function smallest(bound: Bound | undefined): number {
  if (bound?.op === 'gte' || bound?.op === 'eq') return Math.ceil(bound.value)
  return bound?.op === 'gt' ? Math.floor(bound.value) + 1 : Number.NaN
}

type Decided = FeedCondition | boolean

function countCondition({ op, value }: Bound, feeds: number): Decided {
  switch (op) {
    case 'gte':
      return atLeast(Math.ceil(value), feeds)
    case 'gt':
      return atLeast(Math.floor(value) + 1, feeds)
    case 'lt':
      return negated(atLeast(Math.ceil(value), feeds))
    case 'lte':
      return negated(atLeast(Math.floor(value) + 1, feeds))
    case 'eq':
      return exactly(value, feeds)
    case 'neq':
      return negated(exactly(value, feeds))
  }
}

function exactly(count: number, feeds: number): Decided {
  if (!Number.isInteger(count)) return false
  const parts = [atLeast(count, feeds), negated(atLeast(count + 1, feeds))]
  if (parts.includes(false)) return false
  const meant = parts.filter((part) => typeof part !== 'boolean')
  return meant.length === 0 ? true : joined('and', meant)
}

/** Every choice of `count` feeds: binomial in size, hence the bound. */
function atLeast(count: number, feeds: number): Decided {
  if (count <= 0) return true
  if (count > feeds) return false
  if (choices(count, feeds) * count > LIMITS.feedConditionNodes) {
    throw new Refusal(`${count} of ${feeds} rules have too many combinations`)
  }
  return joined(
    'or',
    chosen(count, 0, feeds).map((choice) => joined('and', choice)),
  )
}

function choices(count: number, feeds: number): number {
  let ways = 1
  for (let i = 1; i <= count; i++) ways = (ways * (feeds - count + i)) / i
  return ways
}

function chosen(count: number, from: number, feeds: number): FeedCondition[][] {
  if (count === 0) return [[]]
  const ways: FeedCondition[][] = []
  for (let feed = from; feed <= feeds - count; feed++) {
    for (const rest of chosen(count - 1, feed + 1, feeds)) ways.push([{ kind: 'feed', feed }, ...rest])
  }
  return ways
}

function negated(condition: Decided): Decided {
  return typeof condition === 'boolean' ? !condition : { kind: 'not', of: condition }
}

function joined(kind: 'and' | 'or', of: readonly FeedCondition[]): FeedCondition {
  return of.length === 1 && of[0] ? of[0] : { kind, of }
}
