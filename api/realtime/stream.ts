/**
 * The stream of one client, fed from its tenant's recent changes at the pace of its connection: while `pendingBytesMax`
 * are unsent it pauses, and when the next change is no longer kept the stream is closed, so that the client resumes.
 */

import type { HiddenFields } from '../../control/platform/governance/index.ts'
import type { EntityChange } from '../../schemas/entity-change.ts'
import { type Channel, tellingOf } from './channels.ts'
import { shownChange } from './field-rules.ts'
import type { Frame } from './frames.ts'
import type { Lane } from './recent-changes.ts'
import type { Bearer } from './ticket.ts'

/** Why a stream ended: close codes of RFC 6455, and 4000 for "reconnect with your cursor". */
export const CLOSE = { goingAway: 1001, policy: 1008, tryLater: 1013, resume: 4000 } as const
export type CloseCode = (typeof CLOSE)[keyof typeof CLOSE]

/** The connection behind it. */
export type Outlet = {
  /** `done` when the network has taken it, or never will. */
  send(frame: Frame, done: () => void): void
  close(code: CloseCode, reason: string): void
  /** Sends a ping; false when the last one was not answered. */
  probe(): boolean
}

export type StreamOptions = {
  readonly bearer: Bearer
  readonly channels: ReadonlySet<Channel>
  /** Fields that the bearer may not see. */
  readonly hidden: HiddenFields
  readonly lane: Lane
  /** Index in the lane to resume from. */
  readonly from: number
  readonly pendingBytesMax: number
  readonly outlet: Outlet
  readonly frameOf: (type: string, change: EntityChange) => Frame
}

export class Stream {
  readonly #options: StreamOptions
  #next: number
  #pendingBytes = 0
  #sent = 0
  #sentAtBeat = -1
  #isOpen = true
  /** Time of the last successful check of its bearer. */
  checkedMs: number

  hidden: HiddenFields

  constructor(options: StreamOptions, nowMs: number) {
    this.#options = options
    this.#next = options.from
    this.hidden = options.hidden
    this.checkedMs = nowMs
  }

  get bearer(): Bearer {
    return this.#options.bearer
  }
  get channels(): ReadonlySet<Channel> {
    return this.#options.channels
  }
  get isOpen(): boolean {
    return this.#isOpen
  }
  /** Everything of its tenant was sent. */
  get isCurrent(): boolean {
    return this.#next >= this.#options.lane.end
  }

  send(frame: Frame): void {
    if (!this.#isOpen) return
    const bytes = frame.text.length
    this.#pendingBytes += bytes
    this.#options.outlet.send(frame, () => {
      this.#pendingBytes -= bytes
      this.#sent++
      this.pump()
    })
  }

  /** Sends pending changes until the connection accepts no more. */
  pump(): void {
    const { lane, channels, frameOf, pendingBytesMax } = this.#options
    while (this.#isOpen && this.#pendingBytes < pendingBytesMax) {
      const change = lane.at(this.#next)
      if (change === undefined) return
      if (change === null) return this.close(CLOSE.resume, 'too slow: come back with your last cursor')
      this.#next++
      const telling = tellingOf(change.kind)
      if (telling && channels.has(telling.channel)) this.send(frameOf(telling.type, shownChange(change, this.hidden)))
    }
  }

  /**
   * Returns false and closes the stream when nothing sent before the last beat was delivered, or the client does not
   * answer.
   */
  beat(): boolean {
    const isStuck = this.#pendingBytes > 0 && this.#sent === this.#sentAtBeat
    this.#sentAtBeat = this.#sent
    if (isStuck || !this.#options.outlet.probe()) this.close(CLOSE.resume, 'no answer: come back with your last cursor')
    return this.#isOpen
  }

  close(code: CloseCode, reason: string): void {
    if (!this.#isOpen) return
    this.#isOpen = false
    this.#options.outlet.close(code, reason)
  }

  /** The connection went by itself. */
  gone(): void {
    this.#isOpen = false
  }
}
