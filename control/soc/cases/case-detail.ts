import type { TenantTx } from '../../../stores/postgres/pool.ts'
import { type Alert, alertsOfCase } from '../alerts/index.ts'
import type { Case } from './case.ts'
import { familyOf } from './case-store.ts'
import { type EscalationStep, stepsOf } from './escalation/policy-store.ts'
import { getCase } from './find-case.ts'
import { type Graph, graphOf, observablesPage } from './observables.ts'
import { type CaseCounts, caseCounts } from './record-store.ts'

export type CaseDetail = {
  readonly case: Case
  readonly counts: CaseCounts
  readonly graph: Graph
  /** The evidence of a case: its newest alerts, in the order they were first seen. */
  readonly evidence: readonly Alert[]
  readonly escalations: readonly EscalationStep[]
}

/** Alerts and observables that a detail is made of; counts say how many there are. */
const SHOWN_MAX = 200

/** Throws `not_found`. */
export async function caseDetail(tx: TenantTx, ref: string): Promise<CaseDetail> {
  const found = await getCase(tx, ref)
  const family = await familyOf(tx, found.id)
  const [alerts, added, counts, escalations] = await Promise.all([
    alertsOfCase(tx, family, SHOWN_MAX, null),
    observablesPage(tx, family, SHOWN_MAX, null),
    caseCounts(tx, family),
    stepsOf(tx, found.id),
  ])
  const items = alerts.map(({ item }) => item)
  const evidence = items.toSorted((a, b) => a.firstSeen.getTime() - b.firstSeen.getTime() || (a.id < b.id ? -1 : 1))
  const graph = graphOf(
    items,
    added.map(({ item }) => item),
  )
  return { case: found, counts, graph, evidence, escalations }
}
