/**
 * dedupe: drops an event that the source's memory has let through before. Events that are identified by their bytes are
 * counted inside a request: the third of three equal lines is a repeat only of the third that was sent before.
 */
import { assert } from '../../../../platform/assert.ts'
import { type Seeds, seedsOfRequest, uidOfBytes, uidOfRepetition } from '../normalise/event-uid.ts'
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
  /** Number of the first fingerprint that this request added. */
  #first = 0
  /** Occurrences so far of events that came more than once in this request. */
  readonly #occurrences = new Map<number, number>()
  readonly #earlier = new Uint32Array(4)
  #earlierSeeds: Seeds | null = null

  constructor(limits: DedupeLimits) {
    this.#memory = new DedupeMemory(limits)
  }

  restore(slots: Parameters<DedupeMemory['restore']>[0]): void {
    this.#memory.restore(slots)
  }

  begin({ batch, isLater }: BatchAtHand): void {
    if (isLater) return
    this.#seen = this.#memory.of(`${batch.tenantId}/${batch.connectorId}`)
    this.#first = this.#seen.next
    this.#earlierSeeds = null
    if (this.#occurrences.size > 0) this.#occurrences.clear()
  }

  process(event: EventAtHand): Ending | null {
    const seen = this.#seen
    assert(seen, 'a batch was begun')
    const { row, hasId, isTimeless, of } = event
    if (!hasId && isTimeless && of.batch.earlierKey !== '') return this.#takeUnsure(event, seen)
    if (seen.add(row.uid)) return null
    return hasId ? DUPLICATE : this.#takeAgain(row.uid, seen)
  }

  /** Handles an event with known bytes: a repeat of an earlier request, or a further equal event of this one. */
  #takeAgain(uid: Uint32Array, seen: Fingerprints): Ending | null {
    const isOfThis = seen.numberOf(uid) >= this.#first
    const n = this.#nth(uid, isOfThis ? 1 : 0)
    if (n === 0) return DUPLICATE
    uidOfRepetition(uid, n)
    return seen.add(uid) ? null : DUPLICATE
  }

  /**
   * Ingest does not know whether the request was sent before. It was when its events are known under the earlier key.
   */
  #takeUnsure({ of, start, end, row }: EventAtHand, seen: Fingerprints): Ending | null {
    const { tenantId, connectorId, earlierKey, body } = of.batch
    this.#earlierSeeds ??= seedsOfRequest(tenantId, connectorId, earlierKey)
    uidOfBytes(body, start, end, this.#earlierSeeds, this.#earlier)
    const n = this.#nth(row.uid, 0)
    if (n > 0) {
      uidOfRepetition(this.#earlier, n)
      uidOfRepetition(row.uid, n)
    }
    const isNew = seen.add(row.uid)
    // The event is known under both keys from now on, because a further copy may come in the next window.
    return isNew && seen.numberOf(this.#earlier) < 0 ? null : DUPLICATE
  }

  /** Number of equal events earlier in this request; `known` when none of them was counted here. */
  #nth(uid: Uint32Array, known: number): number {
    const key = ((uid[0] as number) & 0x1f_ffff) * 2 ** 32 + (uid[3] as number)
    const n = this.#occurrences.get(key) ?? known
    this.#occurrences.set(key, n + 1)
    return n
  }

  flush(): StepFlushed {
    const state = this.#memory.stats()
    return { changes: this.#memory.flush(), state }
  }
}
