/**
 * alerts: drafts of fusion go to where alerts are kept, those of a tenant in one write and in their order. A draft is the
 * whole of its alert and has a version, so a range that is written twice leaves what it left the first time.
 *
 * loses   nothing: while the store is away the range is tried again and the lag grows
 */
import { type AlertDraft, decodeAlertDrafts } from '../../../schemas/alert-draft.ts'
import { TOPICS } from '../../../schemas/topics.ts'
import type { Sink } from '../../../stream/run-sink.ts'

export type AlertsPort = {
  /** Rejects when the store may take them later. */
  write(tenant: string, drafts: readonly AlertDraft[]): Promise<void>
}

export function alertsSink(alerts: AlertsPort): Sink {
  return {
    name: 'alerts',
    inputs: [TOPICS.alertDrafts.name],
    weigh: ({ value }) => decodeAlertDrafts(value).length,
    // Somebody may be waiting for it, and what is there is written together anyway.
    isAwaited: () => true,
    async write(records) {
      const drafts = records.flatMap(({ value }) => decodeAlertDrafts(value))
      for (const [tenant, own] of Map.groupBy(drafts, ({ tenant_id }) => tenant_id)) await alerts.write(tenant, own)
      return []
    },
  }
}
