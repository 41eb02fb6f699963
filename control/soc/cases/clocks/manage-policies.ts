import { assert } from '../../../../platform/assert.ts'
import { AppError, requireFound } from '../../../../platform/errors.ts'
import { invalid } from '../../../../platform/invalid-input.ts'
import { isZone } from '../../../../platform/zone-offset.ts'
import type { TenantTx } from '../../../../stores/postgres/pool.ts'
import { insertPolicy, isNameFree, lockPolicy, type PolicyInput, type SlaPolicy, updatePolicy } from './policy-store.ts'

const NAME_IN_USE = 'the severity has an SLA policy of this name'

/** Throws `conflict` for a name in use, 422 for an invalid zone, day or hour. */
export async function createPolicy(tx: TenantTx, input: PolicyInput): Promise<SlaPolicy> {
  const made = await insertPolicy(tx, checkedPolicy(input))
  if (made === null) throw new AppError('conflict', NAME_IN_USE)
  return made
}

/** Cases that have terms keep them. Also throws `not_found`. */
export async function changePolicy(tx: TenantTx, id: string, patch: Partial<PolicyInput>): Promise<SlaPolicy> {
  const present = requireFound(await lockPolicy(tx, id), 'SLA policy', id)
  const input = checkedPolicy({ ...present, ...patch })
  if (!(await isNameFree(tx, id, input))) throw new AppError('conflict', NAME_IN_USE)
  const changed = await updatePolicy(tx, id, input)
  assert(changed !== null, 'a locked policy is there to be changed')
  return changed
}

function checkedPolicy(input: PolicyInput): PolicyInput {
  if (!isZone(input.timezone)) throw invalid('timezone', 'is no IANA time zone such as Europe/Berlin')
  if (input.businessEnd - input.businessStart < 60)
    throw invalid('business_end', 'is an hour after business_start or later')
  const ladder = [input.ackMinutes, input.resolveMinutes, input.closeMinutes]
  if (ladder.some((minutes, i) => minutes < (ladder[i - 1] ?? 0)))
    throw invalid('close_minutes', 'ack_minutes, resolve_minutes and close_minutes do not shrink in this order')
  for (const day of input.holidays)
    if (!isDate(day)) throw invalid('holidays', `${day.slice(0, 20)} is no date such as 2026-12-25`)
  return {
    ...input,
    holidays: [...new Set(input.holidays)].sort(),
    businessDays: [...new Set(input.businessDays)].sort(),
  }
}

function isDate(day: string): boolean {
  return /^2\d{3}-\d\d-\d\d$/.test(day) && new Date(`${day}T00:00:00Z`).toJSON()?.startsWith(day) === true
}
