/** The assignment of partitions to members of a consumer group, and its rebalances. */
import type { GroupSpec, TopicPartition } from '../driver.ts'
import type { SimulatedBackbone } from './backbone.ts'
import { SimulatedOwnership } from './ownership.ts'
import type { Life } from './scheduler.ts'

/** How long a cooperative rebalance waits for the work of the old owners. */
const PATIENCE_MS = 2000

export class Member {
  readonly spec: GroupSpec
  readonly life: Life
  readonly stop: AbortSignal
  /** The ownership with which the work runs now; null between two of them. */
  running: SimulatedOwnership | null = null
  #assigned: SimulatedOwnership | null = null
  #wake: (() => void) | null = null

  constructor(spec: GroupSpec, life: Life, stop: AbortSignal) {
    this.spec = spec
    this.life = life
    this.stop = stop
    stop.addEventListener('abort', () => this.#wake?.(), { once: true })
  }

  give(ownership: SimulatedOwnership): void {
    this.#assigned?.lose()
    this.#assigned = ownership
    this.#wake?.()
  }

  /** Resolves with the next set of partitions; null once stopped. */
  async next(): Promise<SimulatedOwnership | null> {
    while (!this.#assigned && !this.stop.aborted) await new Promise<void>((resolve) => (this.#wake = resolve))
    if (this.stop.aborted) return null
    this.running = this.#assigned
    this.#assigned = null
    return this.running
  }

  /** Revokes all partitions of the member. */
  takeAway(isHarsh: boolean): void {
    for (const ownership of [this.running, this.#assigned]) {
      if (isHarsh) ownership?.fence()
      else ownership?.lose()
    }
    this.#assigned = null
  }
}

/** Groups by name, for each backbone: they outlive their members, as the records do. */
const groups = new WeakMap<SimulatedBackbone, Map<string, Group>>()

export function groupOf(backbone: SimulatedBackbone, name: string): Group {
  const known = groups.get(backbone) ?? new Map<string, Group>()
  groups.set(backbone, known)
  const found = known.get(name) ?? new Group(backbone)
  known.set(name, found)
  return found
}

export const groupsOf = (backbone: SimulatedBackbone): Group[] => [...(groups.get(backbone)?.values() ?? [])]

export class Group {
  readonly #backbone: SimulatedBackbone
  #members: Member[] = []
  #generation = 0
  #isWaiting = false

  constructor(backbone: SimulatedBackbone) {
    this.#backbone = backbone
  }

  enter(member: Member): void {
    this.#members.push(member)
    this.rebalance()
  }

  leave(member: Member): void {
    if (!this.#members.includes(member)) return
    this.#members = this.#members.filter((each) => each !== member)
    member.takeAway(true)
    this.rebalance()
  }

  /** Called when the work of a member has returned. */
  ended(member: Member): void {
    member.running?.lose()
    member.running = null
    this.#dealOnceEnded()
  }

  /** All members give up all partitions, which are then assigned anew. */
  rebalance(): void {
    const { scheduler, schedule } = this.#backbone
    const generation = ++this.#generation
    const isHarsh = scheduler.random.chance(schedule.harshRebalance)
    for (const member of this.#members) member.takeAway(isHarsh)
    if (isHarsh) this.#dealSoon()
    else {
      this.#isWaiting = true
      this.#dealOnceEnded()
      scheduler.after(PATIENCE_MS, () => {
        if (generation === this.#generation && this.#isWaiting) this.#force()
      })
    }
  }

  /** A cooperative rebalance waits until the work of every old owner has returned. */
  #dealOnceEnded(): void {
    if (this.#isWaiting && this.#members.every(({ running }) => running === null)) this.#dealSoon()
  }

  #force(): void {
    for (const member of this.#members) member.takeAway(true)
    this.#dealSoon()
  }

  #dealSoon(): void {
    this.#isWaiting = false
    const generation = this.#generation
    this.#backbone.scheduler.after(this.#backbone.latencyMs(), () => {
      if (generation === this.#generation) this.#deal()
    })
  }

  /**
   * Assigns all partitions with one number to one member; starts with another member each time, so that partitions
   * move.
   */
  #deal(): void {
    for (const [i, member] of this.#members.entries()) {
      const partitions = this.#owned(member.spec, (i + this.#generation) % this.#members.length)
      member.give(new SimulatedOwnership(this.#backbone, member.spec, member.life, partitions, member.stop))
    }
  }

  #owned(spec: GroupSpec, seat: number): TopicPartition[] {
    return spec.topics.flatMap((topic) =>
      Array.from({ length: this.#backbone.partitions(topic) }, (_, partition) => ({ topic, partition })).filter(
        ({ partition }) => partition % this.#members.length === seat,
      ),
    )
  }
}
