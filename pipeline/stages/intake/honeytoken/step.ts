/**
 * honeytoken: searches every text of an event for values of the tenant's decoys. A match is a signal, for the lake and
 * the store of touches: no one has a legitimate reason to use a decoy, whatever the event is about.
 *
 * bound   signals of one event, `MATCHES_MAX`
 */
import { HONEYTOKEN_RULE } from '../../../../schemas/honeytoken-signal.ts'
import type { Signal } from '../../../../schemas/signal.ts'
import { eventSignal } from '../../../event-signal.ts'
import { formatUid, signalIdOf } from '../../../signal-id.ts'
import { SignalLanes } from '../../../signal-lanes.ts'
import type { EventAtHand, Step, StepFlushed, StepTask } from '../step.ts'
import type { DecoyBook, DecoyMatch } from './decoy-book.ts'
import { eachText } from './each-text.ts'

export type HoneytokenConfig = {
  readonly decoys: DecoyBook
  /** Partitions of `svc.signals`. */
  readonly signalPartitions: number
}

const MATCHES_MAX = 16
const HIGH = 4
const CRITICAL = 5

export function honeytokenStep(config: HoneytokenConfig): Step {
  return { name: 'honeytoken', stores: [], open: () => new HoneytokenTask(config) }
}

class HoneytokenTask implements StepTask {
  readonly #decoys: DecoyBook
  readonly #signals: SignalLanes

  constructor({ decoys, signalPartitions }: HoneytokenConfig) {
    this.#decoys = decoys
    this.#signals = new SignalLanes(signalPartitions)
  }

  process(event: EventAtHand): null {
    const decoys = this.#decoys.of(event.row.tenantId)
    if (decoys === undefined) return null
    const seen = new Set<string>()
    eachText(event, (text, field) =>
      decoys.eachIn(text, (match) => {
        if (seen.size >= MATCHES_MAX || seen.has(match.id)) return
        seen.add(match.id)
        this.#signals.add(signalOf(event, match, field))
      }),
    )
    return null
  }

  flush(newestMs: number): StepFlushed {
    return { outputs: this.#signals.drain(newestMs) }
  }
}

/** Leaves the value out: an exported signal that returns as an event would otherwise touch the decoy again. */
function signalOf({ row }: EventAtHand, { id, name, kind }: DecoyMatch, field: string): Signal {
  const isKey = kind === 'access_key_id'
  const rule = {
    id: HONEYTOKEN_RULE.idOf(id),
    title: `Honeytoken in an event: ${name}`,
    language: HONEYTOKEN_RULE.language,
    severityId: isKey ? CRITICAL : HIGH,
    techniques: isKey ? ['T1552'] : [],
    tactics: isKey ? ['TA0006'] : [],
  }
  const eventUid = formatUid(row.uid)
  const matched = [
    { field, value: kind },
    { field: 'honeytoken.id', value: id },
    { field: 'honeytoken.value', value: kind },
  ]
  return eventSignal({ signalId: signalIdOf('honeytoken', row.tenantId, id, eventUid), eventUid }, rule, row, matched)
}
