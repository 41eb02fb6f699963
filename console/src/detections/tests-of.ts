import type { Schemas } from '../api/client.ts'

export type TestedRule = Schemas['PurpleTeamCoverage']['tested_rules'][number]

export type TestsOf = {
  /** Number of tests in whose latest run the rules of one text matched; null if unknown. */
  readonly tests: number | null
  readonly lastAt: string | null
}

export function testsOf(tested: readonly TestedRule[] | undefined, ruleIds: readonly string[]): TestsOf {
  if (tested === undefined) return { tests: null, lastAt: null }
  const own = tested.filter(({ rule_id: id }) => ruleIds.includes(id))
  const times = own.map(({ last_at: at }) => at).sort()
  return { tests: own.reduce((all, { tests }) => all + tests, 0), lastAt: times.at(-1) ?? null }
}
