/** A stage's task for one partition together with its time: the object that the runtime steps. */
import { assert } from '../../platform/assert.ts'
import { decodeTimeMarks, isTimeMarks } from '../../schemas/time-marks.ts'
import type { LogRecord } from '../driver.ts'
import type { Flushed, Stage, StageTask } from '../stage.ts'
import { StreamTime } from './stream-time.ts'

export class TimedTask {
  readonly #task: StageTask
  readonly #time: StreamTime | null
  #setBacks = 0

  /** `partitionsOf` returns the partition count of a topic, used for the topic of `timeFrom`. */
  constructor(stage: Stage, partition: number, partitionsOf: (topic: string) => number) {
    this.#task = stage.open(partition)
    this.#time = stage.timeFrom === undefined ? null : new StreamTime(partitionsOf(stage.timeFrom))
  }

  /** `time` is the payload of the last flush, if any. */
  restore(slots: Parameters<StageTask['restore']>[0], time: Buffer | undefined): void {
    this.#task.restore(slots)
    if (time) this.#time?.restore(time)
    this.#advance() // a flush may come before the first step
  }

  /** Time marks are not passed to a stage without time. */
  step(record: LogRecord): void {
    if (!isTimeMarks(record.value)) {
      assert(this.#time === null || record.key === '', 'what time must not overtake has no key')
      this.#task.step(record)
      return
    }
    let isSetBack = false
    for (const mark of this.#time ? decodeTimeMarks(record.value) : []) isSetBack = this.#time?.apply(mark) || isSetBack
    if (isSetBack && this.#time) {
      this.#task.setBack?.(this.#time.now())
      this.#setBacks++
    }
    this.#advance()
  }

  /** Also returns the time when it has moved, to be stored with the changes. */
  flush(): Flushed & { readonly time: Buffer | null } {
    const flushed = this.#task.flush()
    if (this.#time === null) return { ...flushed, time: null }
    const state = { ...flushed.figures.state, time_ms: this.#time.now().receivedMs, time_set_backs: this.#setBacks }
    return { ...flushed, figures: { ...flushed.figures, state }, time: this.#time.flush() }
  }

  #advance(): void {
    if (this.#time) this.#task.advance?.(this.#time.now())
  }
}
