import type { Rule } from '../plan/plan.ts'

type Named = Pick<Rule, 'id' | 'body'>

/** Adds to rules those that feed their windows, recursively, by id: the wanted ones first. */
export function withFeeders<R extends Named>(wanted: readonly R[], all: readonly R[]): ReadonlyMap<string, R> {
  const byId = new Map(all.map((rule) => [rule.id, rule]))
  const found = new Map(wanted.map((rule) => [rule.id, rule]))
  for (const { body } of found.values()) {
    if (body.kind !== 'window' || body.window.kind === 'sequence') continue
    for (const feed of body.window.feeds) {
      const feeder = 'rule' in feed && !found.has(feed.rule) ? byId.get(feed.rule) : undefined
      if (feeder) found.set(feeder.id, feeder)
    }
  }
  return found
}
