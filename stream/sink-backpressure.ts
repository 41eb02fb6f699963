/**
 * Slows a stage down while the sink behind it is busy: a backlog before the stage is shared fairly between tenants,
 * while a backlog behind it is processed in plain order. A sink that stores nothing at all, because its store is down,
 * slows no stage down: detection must not wait for the lake.
 *
 * bound   rows passed on and not yet stored, as far as this process has seen them
 */
import { type Clock, systemClock } from './clock.ts'

export type PaceLimits = { readonly aheadMax: number; readonly stalledMs: number }
/**
 * One and a half full inserts: the next is prepared while one is written.
 * @bound rows that intake is ahead of the embedded lake = {aheadMax}, while the lake makes progress -> intake waits; the
 * backlog stays in the feed, where tenants share fairly
 */
export const PACE_LIMITS: PaceLimits = { aheadMax: 75_000, stalledMs: 5_000 }
const LOOK_MS = 5

export class Pace {
  readonly #limits: PaceLimits
  readonly #clock: Clock
  #ahead = 0
  #movedAt: number

  constructor(limits: PaceLimits = PACE_LIMITS, clock: Clock = systemClock) {
    this.#limits = limits
    this.#clock = clock
    this.#movedAt = clock.now()
  }

  added(rows: number): void {
    if (this.#ahead === 0) this.#movedAt = this.#clock.now()
    this.#ahead += rows
  }

  stored(rows: number): void {
    this.#ahead = Math.max(0, this.#ahead - rows)
    this.#movedAt = this.#clock.now()
  }

  /** Resolves when the stage may take its next batch. */
  async room(lost: AbortSignal): Promise<void> {
    while (this.#ahead > this.#limits.aheadMax && !lost.aborted && !this.#isStalled()) {
      await this.#clock.wait(LOOK_MS, lost)
    }
  }

  #isStalled(): boolean {
    return this.#clock.now() - this.#movedAt > this.#limits.stalledMs
  }
}
