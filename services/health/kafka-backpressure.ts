/**
 * Back-pressure on Kafka, whose brokers delete the oldest records of a full partition, read or not. The backlog is
 * known in offsets (transaction markers included); record sizes are estimated from the records that this process has
 * written. The estimate errs on the early side.
 * bound   unread bytes of a partition for its slowest group, checked every five seconds
 */

import type { Log } from '../../platform/log.ts'
import { type Clock, systemClock } from '../../stream/clock.ts'
import type { Driver, Output, Ownership } from '../../stream/driver.ts'
import type { Consumers } from '../../stream/embedded/retention.ts'
import { repeat } from '../process/repeat.ts'
import type { Lags } from './lags.ts'

const LOOK_MS = 5_000
const WAIT_MS = 250

type Member = Pick<Driver, 'partitions' | 'join'>

export class Unread {
  readonly #driver: Lags
  readonly #consumers: Consumers
  readonly #bytesMax: number
  readonly #clock: Clock
  readonly #put = new Map<string, { records: number; bytes: number }>()
  #isTooMuch = false

  constructor(driver: Lags, consumers: Consumers, bytesMax: number, clock: Clock = systemClock) {
    this.#driver = driver
    this.#consumers = consumers
    this.#bytesMax = bytesMax
    this.#clock = clock
  }

  get isTooMuch(): boolean {
    return this.#isTooMuch
  }

  note(outputs: readonly Output[]): void {
    for (const { topic, partition, value } of outputs) {
      const put = this.#put.get(`${topic}/${partition}`) ?? { records: 0, bytes: 0 }
      put.records++
      for (const piece of value) put.bytes += piece.length
      this.#put.set(`${topic}/${partition}`, put)
    }
  }

  /** A partition that this process has not written to has no known record size, so it holds nothing back. */
  async look(): Promise<void> {
    let most = 0
    for (const { topic, group } of this.#consumers) {
      for (let partition = 0; partition < this.#driver.partitions(topic); partition++) {
        const put = this.#put.get(`${topic}/${partition}`)
        if (!put) continue
        const { first, end } = await this.#driver.bounds({ topic, partition })
        const read = await this.#driver.groupPosition(group, { topic, partition })
        most = Math.max(most, (end - Math.max(first, read)) * (put.bytes / put.records))
      }
    }
    this.#isTooMuch = most > this.#bytesMax
  }

  /** Runs as long as the process. When a broker does not answer, the last figure stays. */
  keepLooking(log: Log): void {
    repeat(LOOK_MS, async () => {
      const before = this.#isTooMuch
      await this.look().catch((err) => log.debug({ err }, 'cannot read consumer lag, retrying'))
      if (this.#isTooMuch !== before) log.warn({ isHeldBack: !before }, 'Kafka consumer lag is over its limit')
    })
  }

  /** Resolves when a stage may take its next batch. */
  async room(lost: AbortSignal): Promise<void> {
    while (this.#isTooMuch && !lost.aborted) await this.#clock.wait(WAIT_MS, lost)
  }

  /** Records the commits of a group's members. */
  noting(driver: Member): Member {
    return {
      partitions: (topic) => driver.partitions(topic),
      join: (group, work, stop) => driver.join(group, (ownership) => work(this.#noting(ownership)), stop),
    }
  }

  #noting(ownership: Ownership): Ownership {
    return {
      partitions: ownership.partitions,
      lost: ownership.lost,
      committed: (tp) => ownership.committed(tp),
      cursor: (tp, offset) => ownership.cursor(tp, offset),
      restore: (store, partition) => ownership.restore(store, partition),
      commit: (commit) => {
        this.note(commit.outputs)
        return ownership.commit(commit)
      },
    }
  }
}
