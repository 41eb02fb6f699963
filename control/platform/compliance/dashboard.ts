/** A tenant's state in a framework: measures now, and where nothing can be measured, the evidence. */
import type { Log } from '../../../platform/log.ts'
import type { LakeReader } from '../../../query/ledger.ts'
import type { TenantTx } from '../../../stores/postgres/pool.ts'
import { currentEvidence, type Evidence, evidenceFault } from './evidence.ts'
import type { Control, Framework } from './framework.ts'
import { frameworkById } from './frameworks/catalogue.ts'
import { measureSources } from './measures/logs.ts'
import { type MeasureDeps, type Measured, type MeasureId, unknown } from './measures/measure.ts'
import { measured } from './measures/measure-all.ts'

/** `in_review`: evidence exists and has not been reviewed. */
export const CONTROL_STATES = ['passing', 'failing', 'in_review', 'unknown'] as const
export type ControlState = (typeof CONTROL_STATES)[number]

export type JudgedControl = Control & {
  readonly state: ControlState
  readonly measured: readonly (Measured & { readonly id: MeasureId })[]
  /** The newest evidence that is not too old. */
  readonly evidence: Evidence | null
}

export type Dashboard = {
  readonly framework: Framework
  readonly controls: readonly JudgedControl[]
  /** Share of passing controls among those that pass or fail, 0 to 100; null while all are unknown. */
  readonly score: number | null
  /** The place of the first evidence row that was changed. */
  readonly evidenceFault: number | null
}

/** A score as it is shown, with one digit after the point. */
export function rounded(score: number | null): number | null {
  return score === null ? null : Math.round(score * 10) / 10
}

/** A framework's data in Postgres; `judgeFramework` makes a dashboard of it. */
type Gathered = {
  readonly framework: Framework
  readonly found: ReadonlyMap<MeasureId, Measured>
  readonly evidence: readonly Evidence[]
  readonly evidenceFault: number | null
}

export type DashboardDeps = {
  /** Runs work in one transaction of the tenant. */
  readonly inTenant: <T>(work: (tx: TenantTx) => Promise<T>) => Promise<T>
  /** Null where no lake is configured. */
  readonly reader: LakeReader | null
  /** Days that the lake keeps events; null when unknown. */
  readonly retentionDays: number | null
  readonly nowMs: number
  readonly log: Log
}

/** Measures now. The lake is read when the transaction has ended. Throws `not_found`. */
export async function complianceDashboard(deps: DashboardDeps, id: string): Promise<Dashboard> {
  const { inTenant, reader, retentionDays, nowMs, log } = deps
  const gathered = await inTenant((tx) => gatherFramework({ tx, retentionDays, nowMs }, id))
  const sources = await measureSources(reader, nowMs).catch((err: unknown) => {
    log.warn({ err }, 'compliance: cannot read from the lake which sources send')
    return unknown('the lake does not answer')
  })
  return judgeFramework(gathered, sources)
}

/** Throws `not_found`. */
async function gatherFramework(deps: MeasureDeps, id: string): Promise<Gathered> {
  const framework = frameworkById(id)
  const ids = framework.controls.flatMap(({ measures }) => measures)
  const [found, evidence] = [await measured(deps, ids), await currentEvidence(deps.tx, id, deps.nowMs)]
  return { framework, found, evidence, evidenceFault: await evidenceFault(deps.tx) }
}

/** `sources` is the lake's measure of them. */
function judgeFramework({ framework, found, evidence, evidenceFault: fault }: Gathered, sources: Measured): Dashboard {
  const controls = framework.controls.map((control) => {
    const own = control.measures.flatMap((one) => {
      const result = one === 'sources' ? sources : found.get(one)
      return result === undefined ? [] : { id: one, ...result }
    })
    const newest = evidence.find(({ controlId }) => controlId === control.id) ?? null
    return { ...control, state: stateOf(own, newest), measured: own, evidence: newest }
  })
  const count = (state: ControlState) => controls.filter((control) => control.state === state).length
  const known = count('passing') + count('failing')
  return { framework, controls, evidenceFault: fault, score: known === 0 ? null : (100 * count('passing')) / known }
}

/**
 * A failed measure fails the control, whatever the evidence; when all measures pass, it passes. Otherwise the evidence
 * decides, and rejected evidence does not count.
 */
function stateOf(own: readonly Measured[], evidence: Evidence | null): ControlState {
  if (own.some(({ state }) => state === 'fail')) return 'failing'
  if (own.length > 0 && own.every(({ state }) => state === 'pass')) return 'passing'
  if (evidence?.state === 'accepted') return 'passing'
  return evidence?.state === 'pending' ? 'in_review' : 'unknown'
}
