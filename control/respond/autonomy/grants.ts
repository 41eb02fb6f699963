/**
 * Grants of automation. A grant needs figures, stores them, and ends when they fall. An operator may give one without
 * figures, with a reason; it ends at the same floors.
 */
import { assert } from '../../../platform/assert.ts'
import { invalid } from '../../../platform/invalid-input.ts'
import type { TenantTx } from '../../../stores/postgres/pool.ts'
import { figuresOf, shownFigures } from './figures.ts'
import { type Grant, grantById, grantOf, grants, putGrant, type Scope } from './grant-store.ts'
import { breachesOf, type Measured, refusalsOf } from './judge-grant.ts'
import { stoppedBecause, withdrawGranted } from './kill-switch.ts'
import { labelFromAlerts, labelledSince, trailing } from './shadow-store.ts'
import { DEMOTION, PROMOTION, WINDOW_DAYS } from './thresholds.ts'
import { verbMeasured } from './verb-figures.ts'
import { labelVerbDecisions } from './verb-store.ts'

const DAY_MS = 86_400_000

export type GrantRequest = Scope & {
  readonly override: boolean
  readonly overrideReason: string | null
  readonly by: string
}

export type GrantAnswer = {
  readonly grant: Grant | null
  readonly refusals: readonly string[]
  readonly measured: Measured
  readonly isChanged: boolean
}

/**
 * Figures of a scope. An alert class has its own decisions. A verb has all decisions, because the same agent decides
 * them, and those of its own from shadow mode and from a grant. The last label counts.
 */
export async function measured(
  tx: TenantTx,
  scope: Pick<Scope, 'scopeKind' | 'scopeKey'>,
  nowMs: number,
): Promise<Measured> {
  const alertClass = scope.scopeKind === 'alert_class' && scope.scopeKey !== '*' ? scope.scopeKey : null
  const since = new Date(nowMs - WINDOW_DAYS * DAY_MS)
  const [inWindow, recent] = [await labelledSince(tx, since, alertClass), await trailing(tx, alertClass)]
  const verb = scope.scopeKind === 'action_verb' ? await verbMeasured(tx, scope.scopeKey, nowMs) : null
  return { window: figuresOf(inWindow), trailing: figuresOf(recent), verb }
}

/** `gated`: why people decide about this verb whatever the figures say. Throws 422 for an override without a reason. */
export async function askForGrant(
  tx: TenantTx,
  grantRequest: GrantRequest,
  gated: string | null,
  nowMs: number,
): Promise<GrantAnswer> {
  const { scopeKind, scopeKey, capability, override, overrideReason, by } = grantRequest
  if ((scopeKind === 'alert_class') !== (capability === 'auto_close'))
    throw invalid('capability', 'is auto_close of an alert class, auto_execute of a verb')
  if (override && (overrideReason === null || overrideReason.trim() === ''))
    throw invalid('override_reason', 'an override says why')
  await labelFromAlerts(tx)
  await labelVerbDecisions(tx)
  const found = await measured(tx, grantRequest, nowMs)
  const failed = refusalsOf(found)
  const before = await grantOf(tx, grantRequest)
  // An override cannot grant more than figures can.
  if (gated !== null) return { grant: before, refusals: [gated, ...failed], measured: found, isChanged: false }
  if (before?.state === 'granted' && breachesOf(found).length === 0)
    return { grant: before, refusals: [], measured: found, isChanged: false }
  if (failed.length > 0 && !override) return { grant: before, refusals: failed, measured: found, isChanged: false }
  const isEarned = failed.length === 0
  const grant = await putGrant(tx, {
    ...{ scopeKind, scopeKey, capability, state: 'granted', source: isEarned ? 'earned' : 'operator_override' },
    evidence: { ...evidenceOf(found, nowMs), waived: isEarned ? [] : failed },
    ...{ overrideReason: isEarned ? null : overrideReason, decidedBy: by },
  })
  assert(grant !== null, 'a grant that is put is there')
  return { grant, refusals: [], measured: found, isChanged: true }
}

export function evidenceOf({ window, trailing, verb = null }: Measured, nowMs: number) {
  const at = new Date(nowMs).toISOString()
  const figures = { window: shownFigures(window), trailing: shownFigures(trailing), verb }
  return { at, window_days: WINDOW_DAYS, promotion: PROMOTION, demotion: DEMOTION, ...figures }
}

/** True while the grant holds by the figures of now; every use of it checks this first. */
export async function holdsNow(tx: TenantTx, scope: Scope, nowMs: number): Promise<boolean> {
  const found = await grantOf(tx, scope)
  if (found?.state !== 'granted' || (await stoppedBecause(tx)) !== null) return false
  return breachesOf(await measured(tx, scope, nowMs)).length === 0
}

export type Demotion = { readonly grant: Grant; readonly breaches: readonly string[] }

/** Withdraws grants that no longer meet their conditions; the caller records each. */
export async function demoteWhatFell(tx: TenantTx, nowMs: number): Promise<Demotion[]> {
  const demoted: Demotion[] = []
  for (const grant of await grants(tx)) {
    if (grant.state !== 'granted') continue
    const found = await measured(tx, grant, nowMs)
    const breaches = breachesOf(found)
    if (breaches.length === 0) continue
    const evidence = { ...evidenceOf(found, nowMs), breaches, granted_with: grant.evidence }
    demoted.push({ grant: await demote(tx, grant, evidence, 'floors'), breaches })
  }
  return demoted
}

/** A person takes the grant back, whatever its figures are. Null: there is no such grant, or it is withdrawn already. */
export async function withdrawGrant(tx: TenantTx, id: string, by: string, nowMs: number): Promise<Grant | null> {
  const grant = await grantById(tx, id)
  if (grant?.state !== 'granted') return null
  const evidence = {
    ...evidenceOf(await measured(tx, grant, nowMs), nowMs),
    breaches: [],
    granted_with: grant.evidence,
  }
  return demote(tx, grant, evidence, by)
}

/** Withdraws the actions that the grant approved and that nobody has begun. */
async function demote(tx: TenantTx, grant: Grant, evidence: Grant['evidence'], by: string): Promise<Grant> {
  const after = await putGrant(tx, { ...grant, state: 'demoted', evidence, decidedBy: by })
  assert(after !== null, 'a grant that is put is there')
  if (grant.scopeKind === 'action_verb') await withdrawGranted(tx, 'the grant was withdrawn', grant.scopeKey)
  return after
}
