/** Measures of logs: sources received, and retention. */
import type { LakeReader } from '../../../../query/ledger.ts'
import { sourceHealth } from '../../../../query/source-health.ts'
import { NO_LAKE } from '../../acting/index.ts'
import { checkChain } from '../../audit/index.ts'
import { COMPLIANCE_LIMITS } from '../limits.ts'
import { fail, judged, type Measure, type Measured, pass, unknown } from './measure.ts'

export const auditChain: Measure = async ({ tx }) => {
  const { isIntact, checked, size, signedAt, fault } = await checkChain(tx)
  if (isIntact === null) return unknown('no head of the audit log was signed yet')
  if (!isIntact) return fail(fault ?? 'it does not hold')
  return pass(`${checked} of ${size} entries were checked, the newest ones; signed at ${signedAt?.toISOString()}`)
}

/** Days of the audit log whose entries verify: a year of them, or all of a log that is younger. */
export const auditDays: Measure = async ({ tx, nowMs }) => {
  const { isIntact, checked, size, since, fault } = await checkChain(tx, COMPLIANCE_LIMITS.auditEntries)
  if (isIntact === null || since === null) return unknown('no entry of the audit log was signed yet')
  if (!isIntact) return fail(fault ?? 'it does not hold')
  const days = Math.floor((nowMs - since.getTime()) / 86_400_000)
  const verified = `${days} days of the audit log verify, ${checked} of ${size} entries`
  if (checked === size || days >= COMPLIANCE_LIMITS.retentionDays) return pass(verified)
  return unknown(`${verified}; older ones are checked with an export and svc audit verify`)
}

export const logRetention: Measure = async ({ retentionDays }) => {
  if (retentionDays === null) return unknown('this service does not know how long the lake keeps events')
  return judged(
    retentionDays >= COMPLIANCE_LIMITS.retentionDays,
    `the lake keeps events for ${retentionDays} days, the audit log for good`,
  )
}

/** Measured on the lake alone, and so outside of any transaction. `reader` is null where no lake is configured. */
export async function measureSources(reader: LakeReader | null, nowMs: number): Promise<Measured> {
  if (reader === null) return unknown(NO_LAKE)
  const health = await sourceHealth(reader, nowMs)
  if (health.length === 0) return fail('no source has sent anything of late')
  const silent = health.filter(({ state }) => state === 'silent').map(({ source }) => source)
  if (silent.length > 0)
    return fail(`${silent.length} of ${health.length} sources fell silent: ${silent.slice(0, 5).join(', ')}`)
  return pass(`${health.length} sources, none of which fell silent`)
}

/** Always unknown: the product neither makes nor sees backups. */
export const backups: Measure = async () => unknown('the product does not see backups; attach evidence of them')
