/**
 * The backbone of a simulated world, as one of its processes sees it. The world derives the order of all operations
 * from its seed; a process can be killed at any point, after which nothing of it runs.
 */

import { eitherSignal } from '../../platform/either-signal.ts'
import type { Clock } from '../clock.ts'
import type { Cursor, Driver, GroupSpec, Output, TopicPartition, Work } from '../driver.ts'
import type { SimulatedBackbone } from './backbone.ts'
import { SimulatedCursor } from './cursor.ts'
import { type Group, groupOf, Member } from './group.ts'
import { refused, type SimulatedOwnership } from './ownership.ts'
import { Life } from './scheduler.ts'

/** The group notices a killed member only after up to this time. */
const SESSION_MS_MAX = 1500

type Appending = {
  readonly outputs: readonly Output[]
  readonly resolve: () => void
  readonly reject: (error: Error) => void
}

export class SimulatedDriver implements Driver {
  readonly name = 'simulated'
  readonly life = new Life()
  readonly #backbone: SimulatedBackbone
  readonly #closing = new AbortController()
  readonly #members = new Map<Member, Group>()
  readonly #joins = new Set<Promise<void>>()
  readonly #appending: Appending[] = []

  constructor(backbone: SimulatedBackbone) {
    this.#backbone = backbone
  }

  get clock(): Clock {
    return this.#backbone.scheduler.clock(this.life)
  }

  partitions(topic: string): number {
    return this.#backbone.partitions(topic)
  }

  async join(spec: GroupSpec, work: Work, stop: AbortSignal): Promise<void> {
    const joined = this.#stay(spec, work, eitherSignal(stop, this.#closing.signal))
    const ended = joined.catch(() => undefined)
    this.#joins.add(ended)
    await joined.finally(() => this.#joins.delete(ended))
  }

  append(outputs: readonly Output[]): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#appending.push({ outputs, resolve, reject })
      if (this.#appending.length === 1) this.#appendNext()
    })
  }

  async bounds(tp: TopicPartition): Promise<{ first: number; end: number }> {
    await this.#backbone.travel(this.life)
    return { first: 0, end: this.#backbone.partition(tp).end }
  }

  /** A simulated topic lives no longer than its test. */
  async compact(): Promise<number> {
    return 0
  }

  async groupPosition(group: string, tp: TopicPartition): Promise<number> {
    await this.#backbone.travel(this.life)
    return this.#backbone.position(group, tp)
  }

  async reader(tp: TopicPartition, offset: number): Promise<Cursor> {
    await this.#backbone.travel(this.life)
    return new SimulatedCursor(this.#backbone, this.life, tp, offset)
  }

  async close(): Promise<void> {
    this.#closing.abort()
    await Promise.all(this.#joins)
  }

  /** Kill -9: no code of this process runs again, and its groups notice when its session times out. */
  kill(): void {
    this.life.isAlive = false
    const { scheduler } = this.#backbone
    for (const [member, group] of this.#members) {
      scheduler.after(scheduler.random.below(SESSION_MS_MAX), () => group.leave(member))
    }
  }

  async #stay(spec: GroupSpec, work: Work, stop: AbortSignal): Promise<void> {
    if (stop.aborted) return
    const group = groupOf(this.#backbone, spec.group)
    const member = new Member(spec, this.life, stop)
    this.#members.set(member, group)
    group.enter(member)
    try {
      for (;;) {
        const ownership = await member.next()
        if (!ownership) return
        await this.#run(work, ownership, stop)
        group.ended(member)
        if (ownership.hasFailed) group.rebalance()
      }
    } finally {
      this.#members.delete(member)
      group.leave(member)
    }
  }

  /** Runs the work of one ownership. Work that fails because its partitions were revoked has not failed. */
  async #run(work: Work, ownership: SimulatedOwnership, stop: AbortSignal): Promise<void> {
    try {
      await work(ownership)
    } catch (error) {
      if (!ownership.isRevoked) throw error
    }
    if (!stop.aborted) await aborted(ownership.lost)
  }

  /** Appends of one process take effect in call order. */
  #appendNext(): void {
    const { scheduler } = this.#backbone
    const first = this.#appending[0]
    if (!first) return
    scheduler.after(
      this.#backbone.latencyMs(),
      () => {
        this.#appending.shift()
        this.#arrive(first)
        this.#appendNext()
      },
      this.life,
    )
  }

  #arrive({ outputs, resolve, reject }: Appending): void {
    const { scheduler, schedule } = this.#backbone
    const isRefused = scheduler.random.chance(schedule.refusedAppend)
    if (!isRefused) this.#backbone.write(outputs)
    const isKnown = !isRefused && !scheduler.random.chance(schedule.unknownAppend)
    const answer = isKnown ? resolve : () => reject(refused(isRefused ? 'not appended' : 'appended, and not known'))
    scheduler.after(this.#backbone.latencyMs(), answer, this.life)
  }
}

function aborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve()
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }))
}
