/**
 * alerts: writes drafts of alerts from fusion into the alert store, a tenant's drafts of a range in one write, in their
 * order. A draft holds the complete alert and a version, so writing a range twice changes nothing.
 *
 * loses   nothing: while the store is unavailable the range is tried again and the lag grows
 */
import { type AlertDraft, decodeAlertDrafts } from '../../../schemas/alert-draft.ts'
import { TOPICS } from '../../../schemas/topics.ts'
import type { Sink } from '../../../stream/run-sink.ts'

export type AlertsPort = {
  /** Rejects when the store is unavailable and the write must be repeated. */
  write(tenant: string, drafts: readonly AlertDraft[]): Promise<void>
}

export function alertsSink(alerts: AlertsPort): Sink {
  return {
    name: 'alerts',
    inputs: [TOPICS.alertDrafts.name],
    weigh: ({ value }) => decodeAlertDrafts(value).length,
    // An analyst may be waiting for the alert, and drafts that arrive together are written together anyway.
    isAwaited: () => true,
    async write(records) {
      const drafts = records.flatMap(({ value }) => decodeAlertDrafts(value))
      for (const [tenant, own] of Map.groupBy(drafts, ({ tenant_id }) => tenant_id)) await alerts.write(tenant, own)
      return []
    },
  }
}
