import { apiKeys, dormantUsers, secondFactor, sso } from './access.ts'
import { detectionRules, detectionTested, threatIntel } from './detection.ts'
import { alertsTriaged, casesDue, oncall, tabletop } from './handling.ts'
import { auditChain, auditDays, backups, logRetention } from './logs.ts'
import type { Measure, MeasureDeps, Measured, MeasureId } from './measure.ts'

/** All but `sources`, which is the lake's to answer. */
const MEASURES: Readonly<Record<Exclude<MeasureId, 'sources'>, Measure>> = {
  audit_chain: auditChain,
  audit_days: auditDays,
  log_retention: logRetention,
  sso,
  second_factor: secondFactor,
  dormant_users: dormantUsers,
  api_keys: apiKeys,
  alerts_triaged: alertsTriaged,
  cases_due: casesDue,
  detection_rules: detectionRules,
  detection_tested: detectionTested,
  threat_intel: threatIntel,
  oncall,
  tabletop,
  backups,
}

/** Each once, one after the other: they share a transaction. */
export async function measured(deps: MeasureDeps, ids: Iterable<MeasureId>): Promise<ReadonlyMap<MeasureId, Measured>> {
  const found: [MeasureId, Measured][] = []
  for (const id of new Set(ids)) if (id !== 'sources') found.push([id, await MEASURES[id](deps)])
  return new Map(found)
}
