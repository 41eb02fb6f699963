/**
 * The predicates that are known to be true for the current event. A predicate is true when its mark equals the event's
 * epoch, and known to be false when it equals the epoch plus one, so nothing must be cleared between events.
 */
export class Facts {
  readonly marks: Int32Array
  /** Predicates of tables that are true, each once, in the order in which they were found. */
  readonly hits: Int32Array
  hitCount = 0
  epoch = 0

  constructor(predicates: number) {
    this.marks = new Int32Array(predicates)
    this.hits = new Int32Array(predicates)
  }

  /** Returns true when the epochs wrapped around: other holders of epochs must then clear theirs. */
  begin(): boolean {
    this.hitCount = 0
    this.epoch += 2
    if (this.epoch < EPOCH_MAX) return false
    this.marks.fill(0)
    this.epoch = 2
    return true
  }

  add(predicate: number): void {
    if (this.marks[predicate] === this.epoch) return
    this.marks[predicate] = this.epoch
    this.hits[this.hitCount++] = predicate
  }
}

const EPOCH_MAX = 0x7ffffff0
