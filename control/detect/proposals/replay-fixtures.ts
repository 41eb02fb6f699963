/** A proposed rule over its fixtures, as the stream would match them. */

import type { EventRuleDocument } from '../../../detections/tenant/documents.ts'
import type { TenantId } from '../../../platform/tenant.ts'
import type { Postgres } from '../../../stores/postgres/pool.ts'
import { withTenant } from '../../../stores/postgres/pool.ts'
import { readerFor, type Tried, textToTry, tryRules } from '../detections/index.ts'
import type { FixtureFault, FixtureResult, Fixtures } from './proposal.ts'

type Counted = Pick<
  FixtureResult,
  'passed' | 'positives' | 'negatives' | 'matchedPositives' | 'matchedNegatives' | 'faults'
>

const FAULTS_MAX = 50

/** Throws `bad_request` for a rule that a single event cannot decide. */
export async function replayFixtures(
  pool: Postgres,
  tenant: TenantId,
  rule: EventRuleDocument,
  { positives, negatives }: Fixtures,
): Promise<Counted> {
  const { rules } = await withTenant(pool, tenant, (tx) => textToTry(tx, rule, false, readerFor(tenant)))
  const tried = await tryRules(rules, [...positives, ...negatives], { format: 'auto', isExplained: false })
  const ofPositives = tried.slice(0, positives.length)
  const ofNegatives = tried.slice(positives.length)
  const faults = [
    ...ofPositives.flatMap((one, index) => faultOf('positive', index, one)),
    ...ofNegatives.flatMap((one, index) => faultOf('negative', index, one)),
  ]
  return {
    passed: positives.length > 0 && faults.length === 0,
    ...{ positives: positives.length, negatives: negatives.length, faults: faults.slice(0, FAULTS_MAX) },
    ...{ matchedPositives: matched(ofPositives), matchedNegatives: matched(ofNegatives) },
  }
}

const matched = (tried: readonly Tried[]) => tried.filter(({ matches }) => (matches?.length ?? 0) > 0).length

function faultOf(kind: FixtureFault['kind'], index: number, { matches, refusal, unfinished }: Tried): FixtureFault[] {
  const fault = (reason: string) => [{ kind, index, reason }]
  if (refusal !== null) return fault(`is no event: ${refusal}`)
  if (unfinished.length > 0) return fault('exceeded the work limit of one evaluation')
  const isMatched = (matches?.length ?? 0) > 0
  if (kind === 'positive') return isMatched ? [] : fault('does not match')
  return isMatched ? fault(`matches ${matches?.join(', ')}`) : []
}
