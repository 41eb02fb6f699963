/**
 * The stored state of the windows between runs, in slots of the store `windows`:
 *
 *   `d <n>`               the matches that one flush took in, in order, and the time of receipt it ended with; held
 *                         scopes have a time of their own
 *   `g <window> <group>`  a group as it was at the last fold; the window by its name, the group by a hash of its key
 *   `m`                   the time of receipt, the serial and the clocks at the last fold
 *
 * The cost of a flush depends on the matches taken in, not on the size of the groups. After `FOLD_AFTER` flushes or
 * `FOLD_BYTES` the groups that changed are written whole and the `d` slots are removed. Restoring reads the groups and
 * takes the rest in again.
 */
import { createHash } from 'node:crypto'
import { assert } from '../../platform/assert.ts'
import { WireReader, WireWriter } from '../../schemas/avro-wire.ts'
import { Clock } from './clock.ts'
import { decodeGroup, encodeGroup } from './codec.ts'
import type { Entry } from './columns.ts'
import { type Delta, DeltaReader, DeltaWriter, NOBODY, type Time } from './delta.ts'
import type { Group } from './group.ts'
import type { Table } from './table.ts'
import type { Change } from './window.ts'

export const STORE = 'windows'
const FOLD_AFTER = 256
const FOLD_BYTES = 16 << 20
const LAYOUT = 1
const NONE = Buffer.alloc(0)

type Slots = readonly { readonly slot: string; readonly payload: Buffer }[]
type Restored = { readonly nowMs: number; readonly serial: number; readonly deltas: readonly Delta[] }
type TableOf = (name: string) => Table | undefined

export class Journal {
  /** Time of the last flush. */
  #time: Time = { nowMs: 0, held: NOBODY }
  #writer = new DeltaWriter(0, 0, [])
  #deltaFirst = 0
  #deltaNext = 0
  #deltaBytes = 0
  /** Slots of removed windows. */
  #orphans: string[] = []
  #mustFold = false

  readonly #foldAfter: number

  constructor(foldAfter: number = FOLD_AFTER) {
    this.#foldAfter = foldAfter
  }

  took(table: Table, group: Group, entry: Entry, receivedMs: number): void {
    this.#writer.add(table, group, entry, receivedMs)
  }

  /** The journal starts anew, because old entries must not return when the same rule does. */
  remove(table: Table): void {
    for (const name of table.storedNames()) this.#orphans.push(groupSlot(table, name))
    this.#mustFold = true
  }

  flush(tables: readonly Table[], time: Time, serial: number): Change[] {
    const isIdle = this.#writer.isEmpty && isSame(time, this.#time) && !this.#mustFold
    if (isIdle) return []
    this.#time = time
    if (this.#mustFold || this.#deltaNext - this.#deltaFirst >= this.#foldAfter || this.#deltaBytes >= FOLD_BYTES) {
      return this.#fold(tables, time.nowMs, serial)
    }
    const payload = this.#writer.drain(time)
    this.#deltaBytes += payload.length
    return [change(`d ${this.#deltaNext++}`, payload)]
  }

  /** Restores stored groups into their tables; returns the matches accepted since then, to be inserted again. */
  restore(slots: Slots, tableOf: TableOf): Restored {
    this.#restoreGroups(slots, tableOf)
    const deltas = slots.filter(({ slot }) => slot.startsWith('d '))
    deltas.sort((a, b) => numberIn(a.slot) - numberIn(b.slot))
    this.#deltaFirst = numberIn(deltas[0]?.slot ?? 'd 0')
    this.#deltaNext = deltas.length > 0 ? numberIn(deltas.at(-1)?.slot ?? 'd 0') + 1 : 0
    this.#deltaBytes = deltas.reduce((sum, { payload }) => sum + payload.length, 0)
    const meta = slots.find(({ slot }) => slot === 'm')
    const { nowMs, serial } = meta ? decodeMeta(meta.payload, tableOf) : { nowMs: 0, serial: 0 }
    const reader = new DeltaReader(tableOf)
    const decoded = deltas.map(({ payload }) => reader.decode(payload))
    this.#writer = reader.writer()
    this.#mustFold = reader.hasUnknown || this.#orphans.length > 0
    this.#time = decoded.at(-1) ?? { nowMs, held: NOBODY }
    return { nowMs, serial, deltas: decoded }
  }

  #restoreGroups(slots: Slots, tableOf: TableOf): void {
    const groups: { table: Table; group: Group }[] = []
    for (const { slot, payload } of slots) {
      if (!slot.startsWith('g ')) continue
      const table = tableOf(slot.split(' ')[1] ?? '')
      if (table) groups.push({ table, group: decodeGroup(payload) })
      else this.#orphans.push(slot)
    }
    groups.sort((a, b) => a.group.serial - b.group.serial)
    for (const { table, group } of groups) {
      group.isStored = true
      table.adopt(group)
      table.arm(group)
    }
  }

  /** The current flush is included in the groups, so it is not written separately. */
  #fold(tables: readonly Table[], nowMs: number, serial: number): Change[] {
    const payloads = new Map<string, Buffer>(this.#orphans.map((slot) => [slot, NONE]))
    for (let n = this.#deltaFirst; n < this.#deltaNext; n++) payloads.set(`d ${n}`, NONE)
    for (const table of tables) {
      const { changed, gone } = table.takeChanged()
      for (const name of gone) payloads.set(groupSlot(table, name), NONE)
      for (const group of changed) payloads.set(groupSlot(table, group.name), encodeGroup(group))
    }
    payloads.set('m', encodeMeta(nowMs, serial, tables))
    this.#orphans = []
    this.#mustFold = false
    this.#deltaFirst = this.#deltaNext
    this.#deltaBytes = 0
    this.#writer = this.#writer.afterFold()
    return [...payloads].map(([slot, payload]) => change(slot, payload))
  }
}

/** Each clock, with the name of one window that uses it; a clock without receipts is not written. */
function encodeMeta(nowMs: number, serial: number, tables: readonly Table[]): Buffer {
  const byClock = new Map(tables.filter(({ clock }) => clock.hasSeen).map(({ clock, name }) => [clock, name]))
  const out = new WireWriter().long(LAYOUT).long(nowMs).long(serial).long(byClock.size)
  for (const [clock, name] of byClock) clock.write(out.string(name))
  return out.finish()
}

function decodeMeta(payload: Buffer, tableOf: TableOf): { nowMs: number; serial: number } {
  const from = new WireReader(payload)
  assert(from.long() === LAYOUT, 'stored windows have a known layout')
  const [nowMs, serial] = [from.long(), from.long()]
  for (let left = from.long(); left > 0; left--) {
    const clock = tableOf(from.string())?.clock
    const stored = new Clock(0)
    stored.read(from)
    clock?.join(stored)
  }
  return { nowMs, serial }
}

function isSame(a: Time, b: Time): boolean {
  return (
    a.nowMs === b.nowMs && a.held.size === b.held.size && [...a.held].every(([scope, ms]) => b.held.get(scope) === ms)
  )
}

function groupSlot(table: Table, name: string): string {
  return `g ${table.name} ${createHash('sha256').update(name).digest('hex').slice(0, 32)}`
}

function change(slot: string, payload: Buffer): Change {
  return { store: STORE, slot, payload }
}

function numberIn(slot: string): number {
  return Number(slot.slice(2))
}
