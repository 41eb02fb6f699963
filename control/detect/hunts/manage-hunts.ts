/** A tenant's hunts: the built-in ones and its own, with their schedules. */
import { randomUUID } from 'node:crypto'
import { defined } from '../../../platform/defined.ts'
import { AppError, noSuch, requireFound } from '../../../platform/errors.ts'
import { invalid } from '../../../platform/invalid-input.ts'
import { TECHNIQUE_ID } from '../../../schemas/attack-technique.ts'
import type { TenantTx } from '../../../stores/postgres/pool.ts'
import type { Hunt, HuntQuestion, HuntSchedule, StoredHunt } from './hunt.ts'
import * as store from './hunt-store.ts'
import { BUILTIN_HUNTS } from './library.ts'
import { HUNT_LIMITS } from './limits.ts'
import { questionOf } from './question.ts'

/** The tenant's own hunts first, newest first, then the built-in ones. */
export async function huntsOf(tx: TenantTx): Promise<Hunt[]> {
  const [own, schedules] = [await store.storedHunts(tx), await store.schedules(tx)]
  return [
    ...own.map((hunt) => whole(hunt, schedules.get(hunt.id))),
    ...BUILTIN_HUNTS.map((hunt) => builtin(hunt, schedules.get(hunt.id))),
  ]
}

/** Throws `not_found`. */
export async function huntById(tx: TenantTx, id: string): Promise<Hunt> {
  return requireFound(
    (await huntsOf(tx)).find((hunt) => hunt.id === id),
    'hunt',
  )
}

export type HuntInput = HuntQuestion & Pick<HuntSchedule, 'everyMinutes' | 'enabled'>

/** Throws 422 for an invalid query, `conflict` beyond the bound. */
export async function createHunt(tx: TenantTx, hunt: HuntInput, by: string | null, nowMs: number): Promise<Hunt> {
  await check(tx, hunt, nowMs)
  if ((await store.countHunts(tx)) >= HUNT_LIMITS.hunts)
    throw new AppError('conflict', `a tenant has at most ${HUNT_LIMITS.hunts} hunts`)
  const stored = await store.putHunt(tx, randomUUID(), hunt, by)
  await store.putSchedule(tx, stored.id, hunt)
  return huntById(tx, stored.id)
}

/** Only the schedule of a built-in hunt can be changed. Throws `not_found`, `conflict`, 422. */
export async function changeHunt(tx: TenantTx, id: string, change: Partial<HuntInput>, nowMs: number): Promise<Hunt> {
  const before = await huntById(tx, id)
  const { everyMinutes = before.everyMinutes, enabled = before.enabled, ...question } = change
  const changesQuestion = Object.values(question).some((value) => value !== undefined)
  if (changesQuestion) {
    if (before.isBuiltin)
      throw new AppError('conflict', 'this hunt comes with the product: its schedule can be changed, or a copy be made')
    const changed = { ...before, ...defined(question), everyMinutes, enabled }
    await check(tx, changed, nowMs)
    await store.putHunt(tx, id, changed, null)
  }
  await store.putSchedule(tx, id, { everyMinutes, enabled })
  return huntById(tx, id)
}

/** Deletes a hunt with its runs. Throws `not_found`, and `conflict` for a built-in one. */
export async function deleteHunt(tx: TenantTx, id: string): Promise<void> {
  if (BUILTIN_HUNTS.some((hunt) => hunt.id === id))
    throw new AppError('conflict', 'this hunt comes with the product: it can be switched off')
  if (!(await store.deleteHuntRow(tx, id))) throw noSuch('hunt')
}

async function check(tx: TenantTx, huntQuestion: HuntQuestion, nowMs: number): Promise<void> {
  const wrong = huntQuestion.techniques.find((technique) => !TECHNIQUE_ID.test(technique))
  if (wrong !== undefined) throw invalid('techniques', `${wrong} is no technique of ATT&CK, such as T1059.001`)
  await questionOf(tx.tenantId, huntQuestion, nowMs)
}

function whole(hunt: StoredHunt, schedule: HuntSchedule | undefined): Hunt {
  return { ...hunt, isBuiltin: false, ...(schedule ?? { everyMinutes: null, enabled: false, nextRunAt: null }) }
}

/** Without a row yet it will have one within the minute, and is on. */
function builtin(hunt: (typeof BUILTIN_HUNTS)[number], schedule: HuntSchedule | undefined): Hunt {
  const { everyMinutes, ...question } = hunt
  const { everyMinutes: every, enabled, nextRunAt } = schedule ?? { everyMinutes, enabled: true, nextRunAt: null }
  return { ...question, everyMinutes: every, enabled, nextRunAt, isBuiltin: true, createdAt: null, updatedAt: null }
}
