/**
 * The steps of intake in order. A new step is its folder and one line here; its outputs are declared in `topology.ts`.
 */

import type { DedupeLimits } from './dedupe/dedupe-memory.ts'
import { dedupeStep } from './dedupe/step.ts'
import { type DetectConfig, detectStep } from './detect/step.ts'
import type { SchemaLimits } from './drift/schema-memory.ts'
import { driftStep } from './drift/step.ts'
import { enrichStep } from './enrich/step.ts'
import { eventTimeStep } from './event-time/step.ts'
import type { DecoyBook } from './honeytoken/decoy-book.ts'
import { honeytokenStep } from './honeytoken/step.ts'
import { type IntelBook, intelStep } from './intel/step.ts'
import { layOutStep } from './lay-out/step.ts'
import { type LearnedTables, normaliseStep } from './normalise/step.ts'
import type { Step } from './step.ts'

export type StepsConfig = Partial<DetectConfig> & {
  /** Partitions of `svc.normalized_events`. */
  readonly partitions: number
  readonly dedupe?: DedupeLimits
  readonly schemas?: SchemaLimits
  readonly intel?: IntelBook | undefined
  readonly decoys?: DecoyBook | undefined
  readonly learned?: LearnedTables | undefined
  /** How far an event's own time may lie ahead of its receipt. */
  readonly futureMsMax?: number
}

/** After `lay-out` an event is stored: changes of a later step to its row are not. */
export function stepsOf(config: StepsConfig): readonly Step[] {
  const { detector, intel, decoys, learned, signalPartitions = 1, matchPartitions = 1 } = config
  return [
    normaliseStep({ learned }),
    eventTimeStep(config.futureMsMax),
    dedupeStep(config.dedupe),
    enrichStep(),
    layOutStep(config.partitions),
    driftStep(config.schemas),
    ...(intel ? [intelStep({ intel, signalPartitions })] : []),
    ...(decoys ? [honeytokenStep({ decoys, signalPartitions })] : []),
    ...(detector ? [detectStep({ detector, signalPartitions, matchPartitions })] : []),
  ]
}
