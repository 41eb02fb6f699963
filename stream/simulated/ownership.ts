import { assert } from '../../platform/assert.ts'
import { eitherSignal } from '../../platform/either-signal.ts'
import { AppError } from '../../platform/errors.ts'
import { type Commit, type Cursor, Fenced, type GroupSpec, type Ownership, type TopicPartition } from '../driver.ts'
import type { SimulatedBackbone } from './backbone.ts'
import { SimulatedCursor } from './cursor.ts'
import type { Life } from './scheduler.ts'

type Waiting = { readonly commit: Commit; readonly resolve: () => void; readonly reject: (error: Error) => void }

export class SimulatedOwnership implements Ownership {
  readonly partitions: readonly TopicPartition[]
  readonly lost: AbortSignal
  readonly #backbone: SimulatedBackbone
  readonly #spec: GroupSpec
  readonly #life: Life
  readonly #lost = new AbortController()
  readonly #waiting: Waiting[] = []
  #isDraining = false
  /** New commits are refused; those called before still take effect. */
  #isClosing = false
  /** Nothing takes effect any more. */
  #isFenced = false
  /** A commit failed while the partitions were still this member's. */
  hasFailed = false

  constructor(
    backbone: SimulatedBackbone,
    spec: GroupSpec,
    life: Life,
    partitions: readonly TopicPartition[],
    stop: AbortSignal,
  ) {
    this.#backbone = backbone
    this.#spec = spec
    this.#life = life
    this.partitions = partitions
    this.lost = eitherSignal(this.#lost.signal, stop)
  }

  get isRevoked(): boolean {
    return this.#isClosing
  }

  async committed(tp: TopicPartition): Promise<number> {
    await this.#backbone.travel(this.#life)
    return this.#backbone.position(this.#spec.group, tp)
  }

  async cursor(tp: TopicPartition, offset: number): Promise<Cursor> {
    await this.#backbone.travel(this.#life)
    return new SimulatedCursor(this.#backbone, this.#life, tp, offset)
  }

  async *restore(store: string, partition: number): AsyncIterable<{ slot: string; payload: Buffer }> {
    await this.#backbone.travel(this.#life)
    for (const [slot, payload] of [...this.#backbone.slots(this.#spec.group, store, partition)]) {
      yield { slot, payload: Buffer.from(payload) }
    }
  }

  async commit(commit: Commit): Promise<void> {
    if (this.#isClosing) throw new Fenced(`${this.#spec.group} lost its partitions`)
    for (const { topic, partition } of commit.positions) {
      const isMine = this.partitions.some((tp) => tp.topic === topic && tp.partition === partition)
      assert(isMine, `${this.#spec.group} owns ${topic}/${partition}`)
    }
    return new Promise((resolve, reject) => {
      this.#waiting.push({ commit, resolve, reject })
      if (!this.#isDraining) this.#next()
    })
  }

  /** Ends the ownership: the work is notified at once, and earlier commits still take effect. */
  lose(): void {
    this.#isClosing = true
    this.#lost.abort()
  }

  /** Revoked without notice; the owner learns of it some time later. */
  fence(): void {
    this.#isClosing = true
    this.#isFenced = true
    const news = this.#backbone.scheduler.random.below(this.#backbone.schedule.lateNewsMsMax + 1)
    this.#backbone.scheduler.after(news, () => this.#lost.abort())
  }

  /** One commit after the other travels, takes effect, and is answered. */
  #next(): void {
    this.#isDraining = this.#waiting.length > 0
    if (this.#isDraining) this.#backbone.scheduler.after(this.#backbone.latencyMs(), () => this.#arrive())
  }

  #arrive(): void {
    const { scheduler, schedule } = this.#backbone
    // Some commits of a killed process were still in flight, and some never left.
    const neverLeft = !this.#life.isAlive && scheduler.random.chance(0.5)
    if (this.#isFenced || neverLeft) this.#refuseAll(new Fenced('the partitions belong to another member now'))
    else if (scheduler.random.chance(schedule.refusedCommit)) this.#fail('not committed')
    else this.#apply()
  }

  #apply(): void {
    const { scheduler, schedule } = this.#backbone
    const [first] = this.#waiting
    assert(first, 'a commit arrives because one waits')
    this.#backbone.apply(this.#spec.group, first.commit)
    if (scheduler.random.chance(schedule.unknownCommit)) this.#fail('committed, and not known')
    else {
      this.#waiting.shift()
      scheduler.after(this.#backbone.latencyMs(), first.resolve, this.#life)
      this.#next()
    }
  }

  /** Either the partitions are lost as well, as with a broker, or it is a plain error, as with a local log. */
  #fail(detail: string): void {
    if (this.#isClosing || this.#backbone.scheduler.random.chance(0.5)) {
      this.hasFailed = !this.#isClosing
      this.lose()
    }
    this.#refuseAll(refused(detail))
  }

  /** Refuses the commits behind a failed one, because they may depend on it. */
  #refuseAll(error: Error): void {
    for (const { reject } of this.#waiting.splice(0)) {
      this.#backbone.scheduler.after(this.#backbone.latencyMs(), () => reject(error), this.#life)
    }
    this.#next()
  }
}

export function refused(detail: string): AppError {
  return new AppError('unavailable', `simulated: ${detail}`)
}
