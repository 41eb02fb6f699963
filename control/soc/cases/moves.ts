/**
 * Merge, split and move. None of them rewrites history: alerts change their case, a merged case points to its target,
 * and the target shows the records of every case that points to it. A merge also raises severity, joins tags and
 * descriptions and closes the merged case, and stores these changes: its undo restores both cases.
 */
import { AppError, noSuch, requireFound } from '../../../platform/errors.ts'
import { invalid } from '../../../platform/invalid-input.ts'
import type { TenantTx } from '../../../stores/postgres/pool.ts'
import { refuseLeaving } from '../../platform/governance/index.ts'
import { type Alert, alertsOfCase, countAlertsOfCase, linkedAlerts, putInCase } from '../alerts/index.ts'
import { type Case, caseNumber } from './case.ts'
import type { CaseActor } from './case-actor.ts'
import { casesByIds, familyOf, lockCases, touchCase, updateCase } from './case-store.ts'
import { nextStepAt } from './escalation/ladder.ts'
import { getCase, lockedCase } from './find-case.ts'
import { joinCases, type LaterMerge, partCases } from './join-cases.ts'
import { idsOf, lockedAlerts } from './link-alerts.ts'
import { type CaseMove, insertMove, lockMove, markUndone, mergesAfter, updateJoined } from './move-store.ts'
import { type CaseInput, openCase } from './open-case.ts'
import { announceCase } from './outbox.ts'

/**
 * Alerts that one merge takes along.
 * @bound alerts moved by a merge -> 409
 */
export const MERGE_ALERTS_MAX = 10_000

export type Moved = { readonly move: CaseMove; readonly from: Case; readonly to: Case }

/**
 * Puts the alerts of `fromRef` into `intoRef`, with the higher severity and the tags of both, and closes the first one:
 * it is in no list and changes no more. Throws `not_found`, `conflict` for a case that was merged before, 422 for one
 * and the same case.
 */
export async function mergeCases(
  tx: TenantTx,
  actor: CaseActor,
  { intoRef, fromRef, reason }: { readonly intoRef: string; readonly fromRef: string; readonly reason: string | null },
  nowMs: number,
): Promise<Moved> {
  const [into, from] = await lockedPair(tx, intoRef, fromRef, 'case_id')
  const count = await countAlertsOfCase(tx, from.id)
  if (count > MERGE_ALERTS_MAX)
    throw new AppError('conflict', `${caseNumber(from.number)} has ${count} alerts: a merge takes ${MERGE_ALERTS_MAX}`)
  const alerts = (await alertsOfCase(tx, [from.id], MERGE_ALERTS_MAX, null)).map(({ item }) => item.id)
  await linkedAlerts(tx, alerts)
  return moveAlerts(tx, actor, { kind: 'merge', from, to: into, alerts, reason }, nowMs)
}

/** Moves alerts of one case to another. Throws as a merge does, and 422 for an alert that is not in the case. */
export async function moveToCase(
  tx: TenantTx,
  actor: CaseActor,
  input: {
    readonly fromRef: string
    readonly toRef: string
    readonly alertIds: readonly string[]
    readonly reason: string | null
  },
  nowMs: number,
): Promise<Moved> {
  const [to, from] = await lockedPair(tx, input.toRef, input.fromRef, 'to_case_id')
  const alerts = idsOf(await alertsIn(tx, from, input.alertIds))
  return moveAlerts(tx, actor, { kind: 'move', from, to, alerts, reason: input.reason }, nowMs)
}

/** Opens a new case for some alerts of another. The undo merges it back. */
export async function splitCase(
  tx: TenantTx,
  actor: CaseActor,
  change: {
    readonly ref: string
    readonly alertIds: readonly string[]
    readonly reason: string | null
    readonly input: CaseInput
  },
  nowMs: number,
): Promise<Moved> {
  const from = await lockedCase(tx, change.ref)
  const alerts = idsOf(await alertsIn(tx, from, change.alertIds))
  const to = await openCase(tx, actor, { ...change.input, alertIds: [] }, nowMs)
  return moveAlerts(tx, actor, { kind: 'split', from, to, alerts, reason: change.reason }, nowMs)
}

/**
 * Undoes a move: exactly the alerts that it moved return. Throws `not_found`, and `conflict` when it was undone before,
 * or when one of its alerts has moved on: undo the later move first.
 */
export async function undoMove(tx: TenantTx, actor: CaseActor, id: string, nowMs: number): Promise<Moved> {
  const move = requireFound(await lockMove(tx, id), 'move', id)
  if (move.undoneAt !== null) throw new AppError('conflict', 'this move was undone already')
  const cases = new Map((await lockCases(tx, [move.fromCaseId, move.toCaseId])).map((one) => [one.id, one]))
  const [from, to] = [cases.get(move.fromCaseId), cases.get(move.toCaseId)]
  if (from === undefined || to === undefined) throw noSuch('move', id)
  if (to.mergedIntoId !== null || (move.kind !== 'merge' && from.mergedIntoId !== null))
    throw new AppError('conflict', 'one of the cases was merged since: take that back first')
  if (move.kind === 'merge' && from.mergedIntoId !== to.id)
    throw new AppError('conflict', 'the case is on its own again already')
  const alerts = await linkedAlerts(tx, move.alertIds)
  const away = alerts.filter(({ caseId }) => caseId !== to.id)
  if (away.length > 0 || alerts.length < move.alertIds.length)
    throw new AppError(
      'conflict',
      `of its alerts ${away.length + move.alertIds.length - alerts.length} are elsewhere by now`,
    )
  await putInCase(tx, actor, move.alertIds, from.id)
  const undone = await markUndone(tx, move.id, actor.id, new Date(nowMs))
  const later = move.kind === 'merge' ? await laterMerges(tx, move) : []
  const apart = move.joined === null ? { from: {}, into: {}, later: [] } : await partCases(tx, move.joined, to, later)
  for (const one of apart.later) await updateJoined(tx, one.id, one.joined)
  const back =
    move.kind === 'merge'
      ? await updateCase(tx, from, { ...apart.from, ...standing({ ...from, ...apart.from }) })
      : await touchCase(tx, from)
  const left =
    move.kind === 'split'
      ? await updateCase(tx, to, { mergedIntoId: from.id, escalateAt: null })
      : await updateCase(tx, to, apart.into)
  await announceCase(tx, 'updated', [back, left])
  return { move: undone, from: back, to: left }
}

/** Later merges into the same case, in order, whose merged text is known. */
async function laterMerges(tx: TenantTx, move: CaseMove): Promise<LaterMerge[]> {
  const moves = await mergesAfter(tx, move)
  const cases = await casesByIds(
    tx,
    moves.map(({ fromCaseId }) => fromCaseId),
  )
  return moves.flatMap(({ id, joined, fromCaseId }) => {
    const from = cases.get(fromCaseId)
    return joined === null || from === undefined ? [] : [{ id, joined, from }]
  })
}

/** Makes the case independent again, and restores its next escalation step when it is not acknowledged. */
function standing({ escalation, escalationLevel, acknowledgedAt }: Case) {
  return { mergedIntoId: null, escalateAt: acknowledgedAt === null ? nextStepAt(escalation, escalationLevel) : null }
}

type Going = {
  readonly kind: CaseMove['kind']
  readonly from: Case
  readonly to: Case
  readonly alerts: readonly string[]
  readonly reason: string | null
}

async function moveAlerts(
  tx: TenantTx,
  actor: CaseActor,
  { kind, from, to, alerts, reason }: Going,
  nowMs: number,
): Promise<Moved> {
  if (kind !== 'merge') await refuseLeaving(tx, [from.id])
  await putInCase(tx, actor, alerts, to.id)
  const change = kind === 'merge' ? await joinCases(tx, from, to, nowMs) : null
  const move = await insertMove(
    tx,
    actor,
    { kind, fromCaseId: from.id, toCaseId: to.id, alertIds: alerts, reason, joined: change?.joined ?? null },
    nowMs,
  )
  const gone = change === null ? {} : { ...change.from, mergedIntoId: to.id, escalateAt: null }
  const moved = { move, from: await updateCase(tx, from, gone), to: await updateCase(tx, to, change?.into ?? {}) }
  await announceCase(tx, 'updated', [moved.from, moved.to])
  return moved
}

/** Both locked in the order of their ids, so that two who merge each into the other's do not wait for ever. */
async function lockedPair(tx: TenantTx, firstRef: string, secondRef: string, member: string): Promise<[Case, Case]> {
  const found = [await getCase(tx, firstRef), await foundAs(tx, secondRef, member)] as const
  if (found[0].id === found[1].id) throw invalid(member, 'is the same case')
  const locked = new Map((await lockCases(tx, idsOf(found))).map((one) => [one.id, one]))
  const [first, second] = found.map(({ id }) => locked.get(id) ?? null)
  if (!first || !second) throw new AppError('not_found', 'one of the cases is gone')
  for (const one of [first, second]) if (one.mergedIntoId !== null) throw await alreadyMerged(tx, one, one.mergedIntoId)
  return [first, second]
}

/** Finds a case that a body names; a missing case is a fault of that member. */
async function foundAs(tx: TenantTx, ref: string, member: string): Promise<Case> {
  try {
    return await getCase(tx, ref)
  } catch (error) {
    if (error instanceof AppError && error.code === 'not_found')
      throw invalid(member, 'is no case of this tenant', 'reference')
    throw error
  }
}

async function alreadyMerged(tx: TenantTx, one: Case, intoId: string): Promise<AppError> {
  const into = (await casesByIds(tx, [intoId])).get(intoId)
  return new AppError('conflict', `${caseNumber(one.number)} was merged into ${into && caseNumber(into.number)}`)
}

async function alertsIn(tx: TenantTx, from: Case, ids: readonly string[]): Promise<Alert[]> {
  const [alerts, family] = [await lockedAlerts(tx, ids), await familyOf(tx, from.id)]
  const strays = alerts.filter(({ caseId }) => caseId === null || !family.includes(caseId))
  if (strays.length > 0) throw invalid('alert_ids', `${idsOf(strays).slice(0, 5).join(', ')} are not in this case`)
  return alerts
}
