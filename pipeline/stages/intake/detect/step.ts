/** detect: matches the tenant's rules. A match becomes a signal, and the fields that windows need are passed on. */
import { generic } from '../../../../connectors/families/generic/mapping.ts'
import { recordIn } from '../../../../connectors/formats/decoder.ts'
import { subjectHost } from '../../../../connectors/mapping/finding.ts'
import type { Detector, Fed, Found } from '../../../../detections/tenant/detector.ts'
import { SignalLanes } from '../../../signal-lanes.ts'
import type { EventAtHand, Step, StepFlushed, StepTask } from '../step.ts'
import { MatchLanes } from './match-lanes.ts'
import { signalOf } from './signal-of.ts'

export type DetectConfig = {
  readonly detector: Detector
  /** Partitions of `svc.signals`. */
  readonly signalPartitions: number
  /** Partitions of `svc.rule_matches`. */
  readonly matchPartitions: number
}

export function detectStep(config: DetectConfig): Step {
  return { name: 'detect', stores: [], open: () => new DetectTask(config) }
}

class DetectTask implements StepTask {
  readonly #detector: Detector
  readonly #signals: SignalLanes
  readonly #matches: MatchLanes
  #event: EventAtHand | null = null
  readonly #found: Found = (rule, matched) => {
    const { row, record, finding } = this.#at()
    const host = finding === null ? row.host : subjectHost(record, row, finding.entities)
    this.#signals.add(signalOf(rule, row, matched, host))
  }
  readonly #fed: Fed = (...fed) => this.#matches.add(this.#at().row, ...fed)

  constructor({ detector, signalPartitions, matchPartitions }: DetectConfig) {
    this.#detector = detector
    this.#signals = new SignalLanes(signalPartitions)
    this.#matches = new MatchLanes(matchPartitions)
  }

  process(event: EventAtHand): null {
    const { of, row, record, finding, start, end } = event
    const mapping = event.mapping ?? generic
    this.#event = event
    const raw = of.open.isPlainJson() ? { body: of.batch.body, start, end } : undefined
    const exact = () => recordIn(of.open.decodeExactly(start, end))
    this.#detector.detect({ tenantId: row.tenantId, record, mapping, row, raw, exact, finding }, this.#found, this.#fed)
    return null
  }

  flush(newestMs: number): StepFlushed {
    return { outputs: [...this.#signals.drain(newestMs), ...this.#matches.drain(newestMs)] }
  }

  #at(): EventAtHand {
    return this.#event as EventAtHand
  }
}
