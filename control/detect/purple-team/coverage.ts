/** The techniques that the rules in force name, and the results of the catalogue's tests for them. */
import type { TenantTx } from '../../../stores/postgres/pool.ts'
import { coveredTechniques } from '../detections/index.ts'
import { ATOMIC_TESTS } from './catalogue/catalogue.ts'
import { type LastRun, lastRuns } from './execution-store.ts'

/** `partly`: some tests of the technique were detected. `untested`: no test of it has a conclusive result. */
export const TECHNIQUE_STATES = ['detected', 'partly', 'missed', 'untested'] as const
export type TechniqueState = (typeof TECHNIQUE_STATES)[number]

export type CoveredTechnique = {
  readonly technique: string
  /** Rules in force that name it. */
  readonly rules: number
  /** Tests in the catalogue, and the tests with a known result. */
  readonly tests: number
  readonly tested: number
  readonly state: TechniqueState
  readonly last: LastRun | null
}

/** Every technique that a rule names or a test is about, in the order of their ids. */
export async function purpleCoverage(tx: TenantTx): Promise<CoveredTechnique[]> {
  const rules = new Map((await coveredTechniques(tx)).map((one) => [one.technique, one.builtIn + one.own]))
  const runs = (await lastRuns(tx)).filter(({ testId }) => ATOMIC_TESTS.some(({ id }) => id === testId))
  const all = new Set([...rules.keys(), ...ATOMIC_TESTS.map(({ technique }) => technique)])
  return [...all].sort().map((technique) => {
    const own = runs.filter((run) => run.technique === technique)
    const last = own.reduce<LastRun | null>((a, b) => (a === null || b.endedAt > a.endedAt ? b : a), null)
    return {
      ...{ technique, rules: rules.get(technique) ?? 0, state: stateOf(own), last },
      ...{ tests: ATOMIC_TESTS.filter((test) => test.technique === technique).length, tested: own.length },
    }
  })
}

export type TestedRule = { readonly ruleId: string; readonly tests: number; readonly lastAt: Date }

/** Rules that found a test in its latest run, by their ids; a rule that found none is not among them. */
export async function testedRules(tx: TenantTx): Promise<TestedRule[]> {
  const rules = new Map<string, TestedRule>()
  for (const { foundBy, endedAt } of await lastRuns(tx))
    for (const ruleId of new Set(foundBy)) {
      const before = rules.get(ruleId)
      const lastAt = before === undefined || endedAt > before.lastAt ? endedAt : before.lastAt
      rules.set(ruleId, { ruleId, tests: (before?.tests ?? 0) + 1, lastAt })
    }
  return [...rules.values()].sort((a, b) => (a.ruleId < b.ruleId ? -1 : 1))
}

function stateOf(runs: readonly LastRun[]): TechniqueState {
  if (runs.length === 0) return 'untested'
  const detected = runs.filter(({ outcome }) => outcome === 'detected').length
  return detected === runs.length ? 'detected' : detected === 0 ? 'missed' : 'partly'
}
