/** A table becomes a mapping: checked when it is loaded, compiled for a shape of records when the first one comes. */
import { EventRow } from '../../schemas/event-row.ts'
import type { EventLogSource, FieldView } from '../../schemas/event-view.ts'
import { complete } from '../../schemas/ocsf/complete.ts'
import { currentDictionary, type EventClass } from '../../schemas/ocsf/dictionary.ts'
import type { ProfileInfo, SourceMapping } from '../mapping.ts'
import { isTooDeep } from './depth.ts'
import { type Chosen, dispatcher } from './dispatch.ts'
import { emit, type Place } from './emit.ts'
import { standaloneEventOf } from './event-of.ts'
import { isIsoOf, membersOf } from './form.ts'
import { type Leaf, leavesOf } from './leaf.ts'
import { placesIn } from './places.ts'
import { is, type Profile, type RecordShape, type Rows, type SourceTable } from './table.ts'
import * as transforms from './transforms.ts'
import { type Branch, type Demand, demandsOf, profilesOf, treeOf } from './tree.ts'
import { fieldView } from './view.ts'

type Members = Record<string, unknown>
type Fill = (record: Readonly<Members>, row: EventRow) => number
type Compiled = {
  readonly fill: Fill
  readonly demands: readonly Demand[]
  readonly info: ProfileInfo
  readonly logSource: EventLogSource
  readonly view: FieldView
}

/** What generated code calls. */
const CALLED = { ...transforms, membersOf, isIsoOf }
const VENDOR_ID_MAX = 256
/** Of the integer that says which demands failed; further ones share the last. */
const BIT_MAX = 30

/** Throws a TypeError that names the table, the profile and the path when the dictionary has no such thing. */
export function compileSource(table: SourceTable): SourceMapping {
  return new CompiledSource(table)
}

class CompiledSource implements SourceMapping {
  readonly id: string
  readonly #shapes: readonly RecordShape[]
  readonly #compiled: ReadonlyMap<RecordShape, (record: Readonly<Members>) => Compiled>
  readonly #hasVendorId: boolean
  readonly #vendorIds: ReadonlyMap<RecordShape, readonly Place[]>
  readonly #recognises: (record: Readonly<Members>) => boolean
  readonly #row = new EventRow()
  readonly #plans: ReadonlyMap<Profile, Plan>
  #faults = 0
  #demands: readonly Demand[] = []

  constructor(table: SourceTable) {
    this.id = table.id
    this.#recognises = table.recognises ?? (() => false)
    this.#shapes = table.shapes
    const fields = table.vendorId === undefined ? [] : [table.vendorId].flat()
    this.#hasVendorId = fields.length > 0
    this.#vendorIds = new Map(table.shapes.map((shape) => [shape, fields.flatMap(placesIn(shape))]))
    this.#plans = plansOf(table)
    this.#compiled = new Map(table.shapes.map((shape) => [shape, this.#chooser(table, shape)]))
  }

  fill(record: Members, row: EventRow): 'too_deep' | null {
    if (isTooDeep(record)) return 'too_deep'
    const { fill, demands, info } = this.#of(record)
    row.classUid = info.classUid
    row.timeMs = Number.NaN
    this.#faults = fill(record, row)
    this.#demands = demands
    return null
  }

  faults(): readonly string[] {
    if (this.#faults === 0) return []
    return this.#demands
      .filter((_, bit) => (this.#faults & (1 << Math.min(bit, BIT_MAX))) !== 0)
      .map(({ path }) => path)
  }

  vendorId(record: Members): string {
    if (!this.#hasVendorId) return ''
    for (const place of this.#vendorIds.get(this.#shapeOf(record)) ?? []) {
      const id = transforms.text(valueAt(record, place))
      if (id !== '' && id.length <= VENDOR_ID_MAX) return id
    }
    return ''
  }

  toOcsf(record: Members): Members | null {
    const row = this.#row
    row.clear()
    row.mapping = this.id
    if (this.fill(record, row) !== null) return null
    return complete(standaloneEventOf(row))
  }

  recognises(record: Readonly<Members>): boolean {
    return this.#recognises(record)
  }

  viewOf(record: Readonly<Members>): FieldView {
    return this.#of(record).view
  }

  logSourceOf(record: Readonly<Members>): EventLogSource {
    return this.#of(record).logSource
  }

  profileOf(record: Readonly<Members>): ProfileInfo {
    return this.#of(record).info
  }

  #shapeOf(record: Readonly<Members>): RecordShape {
    return this.#shapes.find((shape) => shape.is(record)) ?? (this.#shapes.at(-1) as RecordShape)
  }

  #of(record: Readonly<Members>): Compiled {
    const shape = this.#shapeOf(record)
    shape.settle?.(record as Members)
    const choose = this.#compiled.get(shape)
    if (!choose) throw new TypeError(`${this.id} has no shape ${shape.name}`)
    return choose(record)
  }

  #chooser(table: SourceTable, shape: RecordShape): (record: Readonly<Members>) => Compiled {
    const places = placesIn(shape)
    const at = table.select.map(places)
    const values: unknown[] = at.map(() => undefined)
    const views = new Map<string, FieldView>()
    const choose = dispatcher(table, (chosen) => {
      const plan = this.#plans.get(chosen.profile)
      if (!plan) throw new TypeError(`${table.id}: ${chosen.profile.name} has no plan`)
      const { chapter } = chosen
      let view = views.get(chapter.name)
      if (!view) views.set(chapter.name, (view = fieldView(table, chapter, shape, this.#leavesOf(chapter.profiles))))
      return compile(table, plan, shape, view)
    })
    return (record) => {
      for (let i = 0; i < at.length; i++) values[i] = firstOf(record, at[i] as readonly Place[])
      return choose(values)
    }
  }

  #leavesOf(profiles: readonly Profile[]): readonly Leaf[] {
    return profiles.flatMap((profile) => this.#plans.get(profile)?.leaves ?? [])
  }
}

type Plan = {
  readonly chosen: Chosen
  readonly eventClass: EventClass
  readonly leaves: readonly Leaf[]
  readonly tree: Branch
  readonly demands: readonly Demand[]
}

/** Tells of every profile that is wrong, not of the first. */
function plansOf(table: SourceTable): ReadonlyMap<Profile, Plan> {
  const plans = new Map<Profile, Plan>()
  const wrong: string[] = []
  for (const chapter of table.chapters) {
    for (const profile of chapter.profiles) {
      try {
        plans.set(profile, planOf(table, { profile, chapter }))
      } catch (error) {
        if (!(error instanceof TypeError)) throw error
        wrong.push(error.message)
      }
    }
  }
  if (wrong.length > 0) throw new TypeError(wrong.join('\n'))
  return plans
}

function planOf(table: SourceTable, chosen: Chosen): Plan {
  const { profile, chapter } = chosen
  const where = `${table.id} ${chapter.name}/${profile.name}`
  const dictionary = currentDictionary()
  const eventClass = dictionary.classOf(profile.class)
  if (!eventClass) throw new TypeError(`${where}: OCSF ${dictionary.version} has no class ${profile.class}`)
  const activity = typeof profile.activity === 'string' ? is(profile.activity) : profile.activity
  const rows: Rows = { ...table.rows, ...chapter.rows, ...profile.rows, activity_id: activity }
  const needed = profilesOf(dictionary, eventClass, leavesOf(dictionary, eventClass, rows, where))
  const complete: Rows = needed.length > 0 ? { ...rows, 'metadata.profiles': is(needed) } : rows
  const leaves = leavesOf(dictionary, eventClass, complete, where)
  const tree = treeOf(dictionary, eventClass, leaves)
  return { chosen, eventClass, leaves, tree, demands: demandsOf(tree, needed, where) }
}

function compile(table: SourceTable, plan: Plan, shape: RecordShape, view: FieldView): Compiled {
  const places = placesIn(shape)
  const { code, constants, forms, reads } = emit(plan.tree, plan.leaves, plan.demands, places)
  // The text is made of the table, never of a record; what it names is quoted as JSON.
  const make = new Function('T', 'C', 'F', `'use strict'; return function (record, row) {\n${code}\n}`)
  const { profile, chapter } = plan.chosen
  const info: ProfileInfo = {
    name: profile.name,
    chapter: chapter.name,
    shape: shape.name,
    classUid: plan.eventClass.uid,
    unclassified: profile.unclassified ?? null,
    reads: [...reads, ...table.select.flatMap(places)],
    renderings: (table.renderings ?? []).flatMap(places),
  }
  const source = { ...table.logSource, ...chapter.logSource, ...profile.logSource }
  const logSource = {
    product: source.product ?? '',
    service: source.service ?? '',
    categories: source.categories ?? [],
  }
  return { fill: make(CALLED, constants, forms) as Fill, demands: plan.demands, info, logSource, view }
}

function valueAt(record: Readonly<Members>, place: Place): unknown {
  let value: unknown = record
  for (const step of place) value = typeof value === 'object' && value !== null ? (value as Members)[step] : undefined
  return value
}

function firstOf(record: Readonly<Members>, places: readonly Place[]): unknown {
  for (const place of places) {
    const value = place.length === 1 ? record[place[0] as string] : valueAt(record, place)
    if (value !== undefined && value !== null && value !== '') return value
  }
  return undefined
}
