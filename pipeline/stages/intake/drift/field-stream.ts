/**
 * The fields of one stream: what one source of a tenant sends under one mapping. Learns them, then says of each change
 * what it is, once.
 *
 * learned   when `quietEvents` events in a row, or `quietHours` hours, brought no new field
 * new       a field that is first seen after that
 * vanished  a field that was in at least `sightingsMin` hours, and then not in `missedHours` hours in which the source
 *           sent something, nor in twice its longest pause so far
 *
 * Hours are those of the events' own time in which there was an event later than all before: a source that is silent
 * misses nothing, and events that come late count to the hour that is under way. All of the state is whole hours, and
 * counts of events while it learns, so that little of it changes from commit to commit.
 */
import type { DriftKind } from '../../../../schemas/drift.ts'
import type { FieldPath, Shape } from './shape-tree.ts'

export type FieldLimits = {
  readonly quietEvents: number
  readonly quietHours: number
  readonly missedHours: number
  readonly sightingsMin: number
  /** With more fields than this, the names are data: the stream is no longer followed, which is reported. */
  readonly fieldsMax: number
}

export const FIELD_LIMITS: FieldLimits = {
  quietEvents: 1000,
  quietHours: 72,
  missedHours: 24,
  sightingsMin: 3,
  /** @bound recorded fields of a source -> further ones are reported once as `untracked` */
  fieldsMax: 4096,
}

export type Noticed = (kind: DriftKind, path: string, lastSeenMs: number) => void

/**
 * In order: hour last seen (in the stream's own count), that hour by the clock, number of hours seen, longest pause, is
 * a leaf, was reported.
 */
type Field = {
  lastHour: number
  lastClockHour: number
  hours: number
  pauseMax: number
  readonly isLeaf: boolean
  isReported: boolean
}

/** Shapes that were already counted in the current hour; they are forgotten together. */
const SHAPES_MAX = 2048
export const HOUR_MS = 3_600_000

export class FieldStream {
  readonly #limits: FieldLimits
  #fields = new Map<string, Field>()
  /** Keyed by the shape's id: holding the shapes would keep those in memory that the tree has forgotten. */
  readonly #seen = new Map<number, number>()
  /** Number of hours so far, and the latest of them by the clock. */
  #hours = 0
  #clockHour = -1
  #quietEvents = 0
  #lastNewHour = 0
  #isLearned = false
  #isFull = false
  #headChanged = true
  #fieldsChanged = true

  constructor(limits: FieldLimits) {
    this.#limits = limits
  }

  get size(): number {
    return this.#fields.size
  }

  /** Latest hour by the clock that had an event, to find the stream that was silent longest. */
  get clockHour(): number {
    return this.#clockHour
  }

  see(shapes: readonly Shape[], timeMs: number, noticed: Noticed): void {
    if (this.#isFull) return
    const clockHour = Math.floor(timeMs / HOUR_MS)
    if (clockHour > this.#clockHour) this.#nextHour(clockHour, noticed)
    if (!this.#isLearned) this.#learn()
    for (const shape of shapes) if (this.#seen.get(shape.id) !== this.#hours) this.#observe(shape, noticed)
  }

  #learn(): void {
    this.#headChanged = true
    const { quietEvents, quietHours } = this.#limits
    this.#isLearned = this.#quietEvents >= quietEvents || this.#hours - this.#lastNewHour >= quietHours
    this.#quietEvents++
  }

  #nextHour(clockHour: number, noticed: Noticed): void {
    this.#clockHour = clockHour
    this.#headChanged = true
    for (const [path, field] of this.#fields) {
      if (!field.isLeaf || field.isReported || field.hours < this.#limits.sightingsMin) continue
      const missed = this.#hours - field.lastHour
      if (missed < this.#limits.missedHours || missed < 2 * field.pauseMax) continue
      field.isReported = true
      this.#fieldsChanged = true
      noticed('vanished', path, (field.lastClockHour + 1) * HOUR_MS)
    }
    this.#hours++
  }

  #observe(shape: Shape, noticed: Noticed): void {
    if (this.#seen.size >= SHAPES_MAX) this.#seen.clear()
    this.#seen.set(shape.id, this.#hours)
    for (const field of shape.paths) {
      const known = this.#fields.get(field.path)
      if (known) this.#again(known)
      else this.#add(field, noticed)
      if (this.#isFull) return
    }
  }

  #again(field: Field): void {
    if (field.lastHour === this.#hours) return
    field.pauseMax = Math.max(field.pauseMax, this.#hours - field.lastHour - 1)
    field.lastHour = this.#hours
    field.lastClockHour = this.#clockHour
    field.hours = Math.min(field.hours + 1, this.#limits.sightingsMin)
    this.#fieldsChanged = true
  }

  #add({ path, isLeaf }: FieldPath, noticed: Noticed): void {
    this.#headChanged = true
    this.#fieldsChanged = true
    if (this.#fields.size >= this.#limits.fieldsMax) return this.#giveUp(noticed)
    const at = { lastHour: this.#hours, lastClockHour: this.#clockHour, hours: 1, pauseMax: 0 }
    this.#fields.set(path, { ...at, isLeaf, isReported: false })
    if (this.#isLearned && isLeaf) noticed('new', path, 0)
    this.#quietEvents = 0
    this.#lastNewHour = this.#hours
  }

  #giveUp(noticed: Noticed): void {
    this.#isFull = true
    this.#fields = new Map()
    this.#seen.clear()
    noticed('untracked', '', 0)
  }

  /** Returns the changes since the last call; null for a part that did not change. */
  takeChanges(): { head: Buffer | null; fields: Buffer | null } {
    const head = [this.#hours, this.#clockHour, this.#quietEvents, this.#lastNewHour, this.#isLearned, this.#isFull]
    const changes = {
      head: this.#headChanged ? Buffer.from(JSON.stringify(head)) : null,
      fields: this.#fieldsChanged ? Buffer.from(JSON.stringify([...this.#fields].map(toStored))) : null,
    }
    this.#headChanged = false
    this.#fieldsChanged = false
    return changes
  }

  restoreHead(payload: Buffer): void {
    const [hours, clockHour, quietEvents, lastNewHour, isLearned, isFull] = JSON.parse(payload.toString()) as StoredHead
    this.#hours = hours
    this.#clockHour = clockHour
    this.#quietEvents = quietEvents
    this.#lastNewHour = lastNewHour
    this.#isLearned = isLearned
    this.#isFull = isFull
    this.#headChanged = false
  }

  restoreFields(payload: Buffer): void {
    this.#fields = new Map((JSON.parse(payload.toString()) as StoredField[]).map(fromStored))
    this.#fieldsChanged = false
  }
}

type StoredHead = [number, number, number, number, boolean, boolean]
type StoredField = readonly [string, number, number, number, number, number]

function toStored([path, field]: readonly [string, Field]): StoredField {
  const flags = (field.isLeaf ? 1 : 0) + (field.isReported ? 2 : 0)
  return [path, field.lastHour, field.lastClockHour, field.hours, field.pauseMax, flags]
}

function fromStored([path, lastHour, lastClockHour, hours, pauseMax, flags]: StoredField): [string, Field] {
  const isLeaf = (flags & 1) !== 0
  return [path, { lastHour, lastClockHour, hours, pauseMax, isLeaf, isReported: (flags & 2) !== 0 }]
}
