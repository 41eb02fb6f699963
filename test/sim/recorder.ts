/**
 * Detections that were submitted over the API, on the topic of entity changes, with other kinds of changes. The relay
 * appends a row again if it does not know that it was appended, so one detection may occur several times.
 */

import { encodeEntityChange } from '../../schemas/entity-change.ts'
import { recordedDocument, SIGNAL_RECORDED } from '../../schemas/recorded-signal.ts'
import type { Signal } from '../../schemas/signal.ts'
import { TOPICS } from '../../schemas/topics.ts'
import type { SimulatedDriver } from '../../stream/simulated/driver.ts'
import type { Scheduler } from '../../stream/simulated/scheduler.ts'
import { TENANTS } from './senders.ts'

const PAUSE_MS = 900
const ATTEMPTS = 4
const ANSWER_MS = 2_000

export class Recorder {
  isStopped = false
  readonly #scheduler: Scheduler
  readonly #driver: () => SimulatedDriver
  #sequence = 0

  constructor(scheduler: Scheduler, driver: () => SimulatedDriver) {
    this.#scheduler = scheduler
    this.#driver = driver
  }

  async run(): Promise<void> {
    const { random } = this.#scheduler
    while (!this.isStopped) {
      await this.#scheduler.sleep(random.below(2 * PAUSE_MS))
      if (!this.isStopped) await this.#relay(random.chance(0.7))
    }
  }

  async #relay(isDetection: boolean): Promise<void> {
    const { random, nowMs } = this.#scheduler
    const sequence = ++this.#sequence
    const tenant = random.pick(TENANTS)
    const id = `00000000-0000-4000-8000-${String(sequence).padStart(12, '0')}`
    const document = isDetection ? recordedDocument(signalOf(tenant, id, nowMs)) : { id }
    const kind = isDetection ? SIGNAL_RECORDED : 'alert_updated'
    const change = {
      sequence,
      tenant_id: tenant,
      kind,
      entity_id: id,
      at_ms: nowMs,
      document: JSON.stringify(document),
    }
    const output = {
      ...{ topic: TOPICS.entityChanges.name, partition: 0, timestampMs: nowMs, key: tenant },
      value: [encodeEntityChange(change)],
    }
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const isAppended = await Promise.race([
        this.#driver()
          .append([output])
          .then(
            () => true,
            () => false,
          ),
        this.#scheduler.sleep(ANSWER_MS).then(() => false),
      ])
      // A relay that is killed before it marks the row as appended appends it again.
      if (isAppended && !random.chance(0.2)) return
    }
  }
}

function signalOf(tenant: string, id: string, nowMs: number): Signal {
  return {
    ...{ signal_id: id, tenant_id: tenant, rule_id: 'theirs', rule_title: 'theirs', language: 'sigma', severity_id: 3 },
    ...{ time_ms: nowMs, received_ms: nowMs, source: 'theirs', class_uid: 2004, host: 'host-0', user: '', src_ip: '' },
    ...{ event_uids: [], techniques: [], tactics: [], matched: [] },
  }
}
