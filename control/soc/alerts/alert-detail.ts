import type { TenantTx } from '../../../stores/postgres/pool.ts'
import type { Alert } from './alert.ts'
import { detailById, storeNarrative } from './alert-store.ts'
import { found } from './find-alert.ts'
import type { Fusion } from './fused-row.ts'
import { type HistoryEntry, historyPage } from './history-store.ts'
import { narrativeOf } from './narrative.ts'
import { type RecommendedAction, recommendedActions } from './recommended-actions.ts'
import { type RelatedEntity, relatedEntities } from './related-entities.ts'
import { currentId } from './successors.ts'
import { latestVerdicts, type Verdict } from './verdict-store.ts'

export type AlertDetail = {
  readonly alert: Alert
  readonly narrative: string
  readonly relatedEntities: readonly RelatedEntity[]
  /** The latest history entries, newest first, at most six. */
  readonly miniTimeline: readonly HistoryEntry[]
  readonly recommendedActions: readonly RecommendedAction[]
  /** The latest verdict, with who, when and why. */
  readonly verdict: Verdict | null
  /** The stored event without secrets; null when the alert has none. */
  readonly rawEvent: unknown
  /** Signals in order; null when the alert was not made from signals. */
  readonly fusion: Fusion | null
}

const TIMELINE_MAX = 6

/** Finds an alert by its id, or by the id of one that became part of it. Throws `not_found`. */
export async function alertDetail(tx: TenantTx, id: string): Promise<AlertDetail> {
  const detail = await detailOf(tx, id)
  return detail ?? found(id, await detailOf(tx, await currentId(tx, id)))
}

/** Writes and stores the narrative when it is missing. */
async function detailOf(tx: TenantTx, id: string): Promise<AlertDetail | null> {
  const [detail, timeline, [verdict = null]] = await Promise.all([
    detailById(tx, id),
    historyPage(tx, id, TIMELINE_MAX, null),
    latestVerdicts(tx, id, 1),
  ])
  if (detail === null) return null
  const { alert, rawEvent, fusion, ...stored } = detail
  const narrative = stored.narrative ?? narrativeOf(alert, fusion)
  if (stored.narrative === null) await storeNarrative(tx, id, narrative)
  return {
    alert,
    narrative,
    relatedEntities: relatedEntities(alert),
    miniTimeline: timeline.map(({ item }) => item),
    recommendedActions: recommendedActions(alert),
    verdict,
    rawEvent,
    fusion,
  }
}
