/** Finds which current rules of a tenant, its own or built-in, the stream has stopped. */
import { OVERLAY_KIND, RULE_KIND } from '../../../detections/tenant/documents.ts'
import { versionOf } from '../../../detections/tenant/stopped-rules.ts'
import type { StoppedRule } from '../../../detections/tenant/stops-in-lake.ts'
import type { TenantTx } from '../../../stores/postgres/pool.ts'
import { announcedSequences } from '../../platform/broadcast/index.ts'
import type { StoredRule } from './rule.ts'

/** Gives the stopped rules of each row, as the rules are now, in the order of the rows. */
export async function stoppedOfRows(
  tx: TenantTx,
  rows: readonly StoredRule[],
  stops: readonly StoppedRule[],
): Promise<readonly (readonly StoppedRule[])[]> {
  if (stops.length === 0) return rows.map(() => [])
  const texts = await announcedSequences(
    tx,
    RULE_KIND,
    rows.map(({ id }) => id),
  )
  const stopOf = await stopsByState(tx, rows.flatMap(namesIn), stops)
  return rows.map((row) => {
    const sequence = row.isEnabled ? (texts.get(row.id) ?? null) : null
    return sequence === null ? [] : namesIn(row).flatMap((name) => stopOf(name, sequence) ?? [])
  })
}

/**
 * The ids under which a stop refers to the row: the file of a YARA row, because YARA stops by file, otherwise the ids
 * of its rules.
 */
function namesIn({ language, file, ruleIds }: StoredRule): readonly string[] {
  return language === 'yara' ? [file] : ruleIds
}

/** Returns the stop of each built-in rule, in the order of the ids, or null for a rule that is not stopped. */
export async function stoppedBuiltIn(
  tx: TenantTx,
  ruleIds: readonly string[],
  stops: readonly StoppedRule[],
): Promise<readonly (StoppedRule | null)[]> {
  if (stops.length === 0) return ruleIds.map(() => null)
  const stopOf = await stopsByState(tx, ruleIds, stops)
  return ruleIds.map((id) => stopOf(id, 0))
}

/**
 * Returns null for a rule that is not stopped with its current text and overlay, or whose overlay is about to change.
 */
async function stopsByState(
  tx: TenantTx,
  ruleIds: readonly string[],
  stops: readonly StoppedRule[],
): Promise<(ruleId: string, textSequence: number) => StoppedRule | null> {
  const overlays = await announcedSequences(tx, OVERLAY_KIND, ruleIds)
  const byState = new Map(stops.map((stop) => [`${stop.version} ${stop.ruleId}`, stop]))
  return (ruleId, textSequence) => {
    const overlay = overlays.get(ruleId)
    if (overlay === null) return null
    return byState.get(`${versionOf(textSequence, overlay)} ${ruleId}`) ?? null
  }
}
