/** drift: notices new and vanished fields of a source. */
import type { EventAtHand, Step, StepFlushed, StepTask } from '../step.ts'
import { SCHEMA_LIMITS, SCHEMA_STORE, type SchemaLimits, SchemaMemory } from './schema-memory.ts'

export function driftStep(limits: SchemaLimits = SCHEMA_LIMITS): Step {
  return { name: 'drift', stores: [SCHEMA_STORE], open: () => new DriftTask(limits) }
}

class DriftTask implements StepTask {
  readonly #memory: SchemaMemory

  constructor(limits: SchemaLimits) {
    this.#memory = new SchemaMemory(limits)
  }

  restore(slots: Parameters<SchemaMemory['restore']>[0]): void {
    this.#memory.restore(slots)
  }

  process({ row, record, mapping }: EventAtHand): null {
    if (mapping !== null) this.#memory.see(row, record)
    return null
  }

  flush(newestMs: number): StepFlushed {
    const outputs = this.#memory.takeReports(newestMs)
    const { streams, fields } = this.#memory.stats()
    return { outputs, changes: this.#memory.flush(), state: { streams, fields } }
  }
}
