/**
 * A simulated store of alerts and reported anomalies: a newer draft replaces an older one. At times it is away, or does
 * not report the outcome; requests that a killed process had sent may still arrive.
 */

import type { AlertsPort } from '../../pipeline/sinks/alerts/sink.ts'
import type { AnomaliesPort } from '../../pipeline/sinks/anomalies/sink.ts'
import type { TouchesPort } from '../../pipeline/sinks/touches/sink.ts'
import type { AlertDraft } from '../../schemas/alert-draft.ts'
import type { Life, Scheduler } from '../../stream/simulated/scheduler.ts'
import type { LakeFaults } from './lake.ts'

type StoredAlert = { readonly version: number; readonly document: string | null }

export class SimulatedAlerts {
  readonly violations: string[] = []
  faults: Pick<LakeFaults, 'refused' | 'unknown' | 'lateMsMax'> = { refused: 0, unknown: 0, lateMsMax: 5 }
  readonly #scheduler: Scheduler
  /** By tenant and alert; an alert without a document was merged into another, or removed. */
  readonly #held = new Map<string, Map<string, StoredAlert>>()

  /** Rows of anomalies by tenant: each must be reported once. */
  readonly notifiedAnomalies = new Map<string, Set<string>>()

  constructor(scheduler: Scheduler) {
    this.#scheduler = scheduler
  }

  portFor(life: Life): AlertsPort {
    return {
      write: (tenant, drafts) =>
        this.#attempt(life, () => {
          for (const draft of drafts) this.#write(tenant, draft)
        }),
    }
  }

  anomaliesFor(life: Life): AnomaliesPort {
    return {
      publish: (tenant, anomalies) =>
        this.#attempt(life, () => {
          const known = this.notifiedAnomalies.get(tenant) ?? new Set()
          this.notifiedAnomalies.set(tenant, known)
          for (const { tenant_id, row_id } of anomalies) {
            if (tenant_id !== tenant) this.violations.push(`an anomaly of ${tenant_id} among those of ${tenant}`)
            known.add(row_id)
          }
        }),
    }
  }

  /** The simulated tenants have no honeytokens: no touch may come. */
  touchesFor(life: Life): TouchesPort {
    return {
      write: (tenant) => this.#attempt(life, () => void this.violations.push(`a touch of a decoy of ${tenant}`)),
    }
  }

  #attempt(life: Life, write: () => void): Promise<void> {
    const { random } = this.#scheduler
    return new Promise((resolve, reject) => {
      this.#scheduler.after(random.below(this.faults.lateMsMax), () => {
        const isRefused = random.chance(this.faults.refused)
        if (!isRefused) write()
        const isSilent = isRefused || random.chance(this.faults.unknown)
        const answer = isSilent ? () => reject(new Error('simulated: the alerts are away')) : resolve
        this.#scheduler.after(random.below(20), answer, life)
      })
    })
  }

  /** Documents by tenant and alert. */
  of(tenant: string): Map<string, string> {
    const held = [...(this.#held.get(tenant) ?? [])]
    return new Map(held.flatMap(([id, { document }]) => (document === null ? [] : [[id, document] as const])))
  }

  get tenants(): Iterable<string> {
    return this.#held.keys()
  }

  #write(tenant: string, draft: AlertDraft): void {
    if (draft.tenant_id !== tenant) this.violations.push(`an alert of ${draft.tenant_id} among those of ${tenant}`)
    const held = this.#held.get(tenant) ?? new Map<string, StoredAlert>()
    this.#held.set(tenant, held)
    const { alert_id: id, version, absorbs, document } = draft
    if ((held.get(id)?.version ?? 0) >= version) return
    held.set(id, { version, document: document === '' ? null : document })
    for (const old of absorbs) if ((held.get(old)?.version ?? 0) < version) held.set(old, { version, document: null })
  }
}
