/**
 * The writer's index of its log: the next offset of every topic partition, the position of each group, and the location
 * of the latest payload of every state slot. Each segment begins with a snapshot of it, so opening a log reads one
 * segment, not all.
 */
import type { Entry } from './frame.ts'

/** Internal topics; no stage can name one, topic names never start with an underscore. */
export const POSITIONS = '__positions'
export const SLOTS = '__slots'
export const SNAPSHOT = '__snapshot'

/** `crc` of the payload; null in a snapshot of a build that did not store it. */
export type SlotPlace = {
  readonly segment: number
  readonly at: number
  readonly bytes: number
  readonly crc: number | null
}

/** A slot by its `store/partition`, its name, and where its payload lies. */
export type LiveSlot = { readonly key: string; readonly slot: string; readonly place: SlotPlace }

export class LogIndex {
  /** `topic/partition` -> offset of the next record. */
  readonly ends = new Map<string, number>()
  /** `group topic/partition` -> committed offset. */
  readonly positions = new Map<string, number>()
  /** `store/partition` -> slot -> where its payload lies, oldest write first. */
  readonly slots = new Map<string, Map<string, SlotPlace>>()
  /**
   * The same by segment, and within it by record key, oldest write first: removing a segment needs only its own slots.
   */
  readonly #bySegment = new Map<number, Map<string, LiveSlot>>()

  /** Applies one record of a durable frame. */
  apply(entry: Entry, segment: number, frameAt: number, value: () => Buffer): void {
    if (entry.topic === POSITIONS) this.positions.set(entry.key, value().readDoubleLE(0))
    else if (entry.topic === SLOTS)
      this.#applySlot(entry, { segment, at: frameAt + entry.valueAt, bytes: entry.valueBytes, crc: entry.valueCrc })
    else if (entry.topic === SNAPSHOT) this.#load(value())
    else this.ends.set(`${entry.topic}/${entry.partition}`, entry.offset + 1)
  }

  /** Slots whose latest payload lies in a segment; they must be written again before the segment may be deleted. */
  slotsIn(segment: number): LiveSlot[] {
    return [...(this.#bySegment.get(segment)?.values() ?? [])]
  }

  /** `before` is the content length of the previous segment in bytes: a file may be longer than its content. */
  snapshot(before: number): Buffer {
    const slots = [...this.slots].map(([key, places]) => [
      key,
      [...places].map(([slot, p]) => [slot, p.segment, p.at, p.bytes, p.crc]),
    ])
    return Buffer.from(JSON.stringify({ before, ends: [...this.ends], positions: [...this.positions], slots }))
  }

  #load(value: Buffer): void {
    const snapshot = JSON.parse(value.toString()) as {
      ends: [string, number][]
      positions: [string, number][]
      slots: [string, [string, number, number, number, (number | null)?][]][]
    }
    for (const [key, end] of snapshot.ends) this.ends.set(key, end)
    for (const [key, offset] of snapshot.positions) this.positions.set(key, offset)
    for (const [key, places] of snapshot.slots) {
      for (const [slot, segment, at, bytes, crc = null] of places)
        this.#place(`${key} ${slot}`, key, slot, { segment, at, bytes, crc })
    }
  }

  #applySlot(entry: Entry, place: SlotPlace): void {
    const { key, slot } = splitSlotKey(entry.key)
    this.#place(entry.key, key, slot, place)
  }

  #place(recordKey: string, key: string, slot: string, place: SlotPlace): void {
    let slots = this.slots.get(key)
    if (!slots) this.slots.set(key, (slots = new Map()))
    this.#displace(recordKey, slots.get(slot))
    slots.delete(slot) // inserted again: map order is write order
    if (place.bytes === 0) return
    slots.set(slot, place)
    let there = this.#bySegment.get(place.segment)
    if (!there) this.#bySegment.set(place.segment, (there = new Map()))
    there.set(recordKey, { key, slot, place })
  }

  #displace(recordKey: string, place: SlotPlace | undefined): void {
    const there = place && this.#bySegment.get(place.segment)
    there?.delete(recordKey)
    if (place && there?.size === 0) this.#bySegment.delete(place.segment)
  }
}

export function slotKey(store: string, partition: number, slot: string): string {
  return `${store}/${partition} ${slot}`
}

function splitSlotKey(text: string): { key: string; slot: string } {
  const space = text.indexOf(' ')
  return { key: text.slice(0, space), slot: text.slice(space + 1) }
}
