/**
 * The predicates that are known to hold for the current event. A predicate holds when its mark is the event's epoch, is
 * known not to hold when it is the epoch and one, and so nothing is cleared between events.
 */
export class Facts {
  readonly marks: Int32Array
  /** Predicates of tables that hold, each once, in the order they were found. */
  readonly hits: Int32Array
  hitCount = 0
  epoch = 0

  constructor(predicates: number) {
    this.marks = new Int32Array(predicates)
    this.hits = new Int32Array(predicates)
  }

  /** True when the numbers began anew: other holders of epochs must then clear them. */
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
