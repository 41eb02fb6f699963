import type { TenantTx } from '../../stores/postgres/pool.ts'
import type { Alert } from './alert.ts'
import { detailById, storeNarrative } from './alert-store.ts'
import { found } from './find-alert.ts'
import { type HistoryEntry, historyPage } from './history-store.ts'
import { narrativeOf } from './narrative.ts'
import { type RecommendedAction, recommendedActions } from './recommended-actions.ts'
import { type RelatedEntity, relatedEntities } from './related-entities.ts'
import { latestVerdicts, type Verdict } from './verdict-store.ts'

export type AlertDetail = {
  readonly alert: Alert
  readonly narrative: string
  readonly relatedEntities: readonly RelatedEntity[]
  /** The latest things that happened to it, newest first, at most six; the whole of it is its history. */
  readonly miniTimeline: readonly HistoryEntry[]
  readonly recommendedActions: readonly RecommendedAction[]
  /** The latest verdict, with who, when and why. */
  readonly verdict: Verdict | null
  /** As it was stored, secrets taken out. Null: the alert came without one. */
  readonly rawEvent: unknown
}

const TIMELINE_MAX = 6

/** A narrative that was not told yet is made and kept. Throws `not_found`. */
export async function alertDetail(tx: TenantTx, id: string): Promise<AlertDetail> {
  const [detail, timeline, [verdict = null]] = await Promise.all([
    detailById(tx, id),
    historyPage(tx, id, TIMELINE_MAX, null),
    latestVerdicts(tx, id, 1),
  ])
  const { alert, rawEvent, ...stored } = found(id, detail)
  const narrative = stored.narrative ?? narrativeOf(alert)
  if (stored.narrative === null) await storeNarrative(tx, id, narrative)
  return {
    alert,
    narrative,
    relatedEntities: relatedEntities(alert),
    miniTimeline: timeline.map(({ item }) => item),
    recommendedActions: recommendedActions(alert),
    verdict,
    rawEvent,
  }
}
