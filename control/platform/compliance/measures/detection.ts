/** Measures of detection: coverage, and whether it was tried. */
import { int } from '../../../../stores/postgres/columns.ts'
import { coveredTechniques } from '../../../detect/detections/index.ts'
import { purpleCoverage } from '../../../detect/purple-team/index.ts'
import { COMPLIANCE_LIMITS } from '../limits.ts'
import { judged, type Measure, unknown } from './measure.ts'

export const detectionRules: Measure = async ({ tx }) => {
  const { length } = await coveredTechniques(tx)
  const { techniques } = COMPLIANCE_LIMITS
  return judged(length >= techniques, `rules in force name ${length} techniques of ATT&CK; ${techniques} are asked for`)
}

export const detectionTested: Measure = async ({ tx, nowMs }) => {
  const { exerciseDays: days, detectedShare } = COMPLIANCE_LIMITS
  const sinceMs = nowMs - days * 86_400_000
  const tested = (await purpleCoverage(tx)).filter(({ last }) => last !== null && last.endedAt.getTime() >= sinceMs)
  if (tested.length === 0) return unknown(`no technique was tried in an exercise within ${days} days`)
  const detected = tested.filter(({ state }) => state === 'detected').length
  return judged(
    detected / tested.length >= detectedShare,
    `${detected} of ${tested.length} techniques that were tried within ${days} days were detected; ${Math.round(detectedShare * 100)} % are asked for`,
  )
}

export const threatIntel: Measure = async ({ tx, nowMs }) => {
  const hours = COMPLIANCE_LIMITS.feedHours
  const sql = /* sql */ `
    SELECT count(*)::int AS "all", count(*) FILTER (WHERE status = 'ok' AND last_polled_at >= $1)::int AS fresh
    FROM intel_feeds WHERE is_enabled`
  const read = (row: Readonly<Record<string, unknown>>) => ({ all: int(row, 'all'), fresh: int(row, 'fresh') })
  const found = (await tx.maybeOne(read, sql, [new Date(nowMs - hours * 3_600_000)])) ?? { all: 0, fresh: 0 }
  return judged(found.fresh > 0, `${found.fresh} of ${found.all} feeds of indicators were read within ${hours} hours`)
}
