/** dedupe: an event of a source that was let through before goes no further. */
import { assert } from '../../../platform/assert.ts'
import type { BatchAtHand, Ending, EventAtHand, Step, StepFlushed, StepTask } from '../step.ts'
import { DEDUPE_LIMITS, type DedupeLimits, DedupeMemory, STORE } from './dedupe-memory.ts'
import type { Fingerprints } from './fingerprints.ts'

export function dedupeStep(limits: DedupeLimits = DEDUPE_LIMITS): Step {
  return { name: 'dedupe', stores: [STORE], open: () => new DedupeTask(limits) }
}

const DUPLICATE: Ending = { fate: 'duplicate' }

class DedupeTask implements StepTask {
  readonly #memory: DedupeMemory
  #seen: Fingerprints | null = null

  constructor(limits: DedupeLimits) {
    this.#memory = new DedupeMemory(limits)
  }

  restore(slots: Parameters<DedupeMemory['restore']>[0]): void {
    this.#memory.restore(slots)
  }

  begin({ batch }: BatchAtHand): void {
    this.#seen = this.#memory.of(`${batch.tenantId}/${batch.connectorId}`)
  }

  take({ row }: EventAtHand): Ending | null {
    assert(this.#seen, 'a batch was begun')
    return this.#seen.add(row.uid) ? null : DUPLICATE
  }

  flush(): StepFlushed {
    const state = this.#memory.stats()
    return { changes: this.#memory.flush(), state }
  }
}
