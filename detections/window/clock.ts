/**
 * The event time that windows which feed each other have reached. Time of receipt moves it, so that it goes on when
 * nothing more comes; the events received show how far behind they are.
 *
 * now        a time of receipt: everything received up to it has been fed (`Windows.advance`)
 * delay      a match's time of receipt less its own time, 0 for a clock that runs ahead. The smallest of all that were
 *            taken in is that of the fastest source
 * watermark  `now - latenessMs - smallest delay`, where matches received in the last `latenessMs` do not count yet;
 *            and not past the oldest match received in that time. So events that come together are of one time to the
 *            clock, in whatever order and however old they are. It never goes back
 * late       a match older than the watermark: behind the fastest source by more than `latenessMs`, and older than all
 *            that came shortly before it
 * set back   to a time before the last `now`: nothing that it holds may be past that time
 * bound      `STEPS_MAX` times of receipt are told apart
 */
import type { WireReader, WireWriter } from '../../schemas/avro-wire.ts'

/** Receipts within one stretch of time. It counts as recent until `untilMs`. */
type Step = { readonly untilMs: number; oldestMs: number; delayMs: number }

/** @bound different times of receipt in one step of a window's clock -> the next step begins */
const STEPS_MAX = 64

export class Clock {
  watermarkMs = 0
  /** Infinity when no receipt counts yet. */
  #delayMs = Number.POSITIVE_INFINITY
  /** The recent steps, in no order. */
  #steps: Step[] = []
  #last: Step | null = null
  /** The smallest delay of all receipts, recent ones included: no watermark may exceed what it allows. */
  #fastestMs = Number.POSITIVE_INFINITY
  readonly #latenessMs: number
  readonly #stepMs: number

  constructor(latenessMs: number) {
    this.#latenessMs = latenessMs
    this.#stepMs = Math.max(1, Math.ceil(latenessMs / STEPS_MAX))
  }

  get hasSeen(): boolean {
    return this.#delayMs !== Number.POSITIVE_INFINITY || this.#steps.length > 0
  }

  /** Most matches fall into the same stretch as the last one, and allocate nothing. */
  saw(timeMs: number, receivedMs: number): void {
    const delayMs = receivedMs > timeMs ? receivedMs - timeMs : 0
    const last = this.#last
    const sinceMs = last ? receivedMs - (last.untilMs - this.#latenessMs - this.#stepMs) : -1
    if (last && sinceMs >= 0 && sinceMs < this.#stepMs) {
      if (timeMs < last.oldestMs) last.oldestMs = timeMs
      if (delayMs < last.delayMs) last.delayMs = delayMs
      if (delayMs < this.#fastestMs) this.#fastestMs = delayMs
      return
    }
    const untilMs = (Math.floor(receivedMs / this.#stepMs) + 1) * this.#stepMs + this.#latenessMs
    this.#add({ untilMs, oldestMs: timeMs, delayMs })
  }

  isLate(timeMs: number, receivedMs: number, nowMs: number): boolean {
    if (receivedMs < nowMs - this.#latenessMs) return true
    const isSurelyOnTime = timeMs >= this.watermarkMs && timeMs + this.#fastestMs >= nowMs - this.#latenessMs
    return !isSurelyOnTime && timeMs < this.#watermarkAt(nowMs)
  }

  advance(nowMs: number): void {
    this.watermarkMs = this.#watermarkAt(nowMs)
    if (this.#steps.some(({ untilMs }) => untilMs <= nowMs)) this.#settle(nowMs)
  }

  /** Drops receipts of a clock that was ahead; no watermark may exceed the time that `nowMs` allows. */
  setBack(nowMs: number): void {
    this.#steps = this.#steps.filter(({ untilMs }) => untilMs <= nowMs + this.#latenessMs + this.#stepMs)
    this.#last = null
    const delayMs = this.#delayMs === Number.POSITIVE_INFINITY ? 0 : this.#delayMs
    this.watermarkMs = Math.max(0, Math.min(this.watermarkMs, nowMs - this.#latenessMs - delayMs))
  }

  /** Joins two clocks whose windows have become connected: no match becomes late by it. */
  join(other: Clock): void {
    this.watermarkMs = Math.max(this.watermarkMs, other.watermarkMs)
    this.#delayMs = Math.min(this.#delayMs, other.#delayMs)
    this.#fastestMs = Math.min(this.#fastestMs, other.#fastestMs)
    for (const step of other.#steps) this.#add({ ...step })
  }

  write(out: WireWriter): void {
    out.long(this.watermarkMs).long(this.#delayMs === Number.POSITIVE_INFINITY ? 0 : this.#delayMs + 1)
    out.long(this.#steps.length)
    for (const { untilMs, oldestMs, delayMs } of this.#steps) out.long(untilMs).long(oldestMs).long(delayMs)
  }

  read(from: WireReader): void {
    this.watermarkMs = from.long()
    this.#delayMs = from.long() - 1
    if (this.#delayMs < 0) this.#delayMs = Number.POSITIVE_INFINITY
    const step = () => ({ untilMs: from.long(), oldestMs: from.long(), delayMs: from.long() })
    this.#steps = Array.from({ length: from.long() }, step)
    this.#fastestMs = this.#steps.reduce((fastest, { delayMs }) => Math.min(fastest, delayMs), this.#delayMs)
  }

  #add(step: Step): void {
    if (this.#last?.untilMs !== step.untilMs) {
      this.#last = this.#steps.find(({ untilMs }) => untilMs === step.untilMs) ?? null
    }
    if (this.#last === null) this.#steps.push((this.#last = step))
    this.#fastestMs = Math.min(this.#fastestMs, step.delayMs)
    this.#last.oldestMs = Math.min(this.#last.oldestMs, step.oldestMs)
    this.#last.delayMs = Math.min(this.#last.delayMs, step.delayMs)
  }

  #watermarkAt(nowMs: number): number {
    let delayMs = this.#delayMs
    let oldestMs = Number.POSITIVE_INFINITY
    for (const step of this.#steps) {
      if (step.untilMs <= nowMs) delayMs = Math.min(delayMs, step.delayMs)
      else oldestMs = Math.min(oldestMs, step.oldestMs)
    }
    return Math.max(this.watermarkMs, Math.min(nowMs - this.#latenessMs - delayMs, oldestMs))
  }

  #settle(nowMs: number): void {
    for (const { untilMs, delayMs } of this.#steps) {
      if (untilMs <= nowMs) this.#delayMs = Math.min(this.#delayMs, delayMs)
    }
    this.#steps = this.#steps.filter(({ untilMs }) => untilMs > nowMs)
    this.#last = null
  }
}
