/** Compiles a table to a mapping. A profile is compiled for a shape of records when the first such record comes. */
import type { Members } from '../../platform/members.ts'
import { EventRow } from '../../schemas/event-row.ts'
import type { EventLogSource, FieldView } from '../../schemas/event-view.ts'
import { complete } from '../../schemas/ocsf/complete.ts'
import { currentDictionary, type EventClass } from '../../schemas/ocsf/dictionary.ts'
import { timeAround } from '../formats/around-time.ts'
import { isTooDeep } from '../formats/depth.ts'
import { usualTime } from '../formats/usual-time.ts'
import { type Chosen, kindsOf } from './dispatch.ts'
import { emit } from './emit.ts'
import { standaloneEventOf } from './event-of.ts'
import { isIsoOf, membersOf, SEPARATORS } from './form.ts'
import { hash, hashes, namedHashes } from './hashes.ts'
import { ADDED, type Leaf, leavesOf } from './leaf.ts'
import { placesIn } from './places.ts'
import { kindReader, vendorIdReader } from './read.ts'
import { sentNames } from './sent-names.ts'
import type { ClassOfLogSource, ProfileInfo, SourceMapping } from './source-mapping.ts'
import { type Chapter, is, type Profile, type RecordShape, type Rows, type SourceTable } from './table.ts'
import * as transforms from './transforms.ts'
import { type Branch, type Demand, demandsOf, profilesOf, treeOf } from './tree.ts'
import { fieldView } from './view.ts'
import { ECS_WORDS } from './views/ecs.ts'

type Fill = (record: Readonly<Members>, row: EventRow) => number
type Filler = { readonly fill: Fill; readonly demands: readonly Demand[]; readonly info: ProfileInfo }
/**
 * The view and the filling function of a profile are compiled separately, because rule matching alone needs only the
 * view.
 */
type Compiled = {
  readonly chosen: Chosen
  readonly shape: RecordShape
  readonly logSource: EventLogSource
  readonly view: FieldView
  filler: Filler | null
}

/** The functions that generated code calls. */
const CALLED = { ...transforms, hash, hashes, namedHashes, membersOf, isIsoOf }
/** Highest bit of the integer that records failed demands; all further demands share it. */
const BIT_MAX = 30

/**
 * A shape of the table. Its functions are copied here because these objects all have one hidden class, unlike the
 * objects of tables.
 */
type Kept = {
  readonly is: RecordShape['is']
  readonly settle: RecordShape['settle'] | null
  readonly vendorId: (record: Readonly<Members>) => string
  readonly choose: (record: Readonly<Members>) => Compiled
}

/**
 * The record that was filled last, by any source, because detection asks for its view next. The cache holds for the
 * object as it was filled; code that changes a record must fill it again.
 */
let filled: Readonly<Members> | null = null
let filledBy: SourceMapping | null = null
let filledAs: Compiled | null = null

/** Throws a TypeError when a record could match no profile; `check` compares the table with the dictionary. */
export function compileSource(table: SourceTable): SourceMapping {
  return new CompiledSource(table)
}

class CompiledSource implements SourceMapping {
  readonly id: string
  readonly begins: RegExp | null
  readonly isKnownAlone: boolean
  readonly programs: RegExp | null
  readonly #shapes: readonly Kept[]
  readonly #last: Kept
  readonly #hasVendorId: boolean
  readonly #recognises: (record: Readonly<Members>) => boolean
  readonly #row = new EventRow()
  readonly #table: SourceTable
  readonly #plans = new Map<Profile, Plan>()
  #faults = 0
  #demands: readonly Demand[] = []
  /** The last record that `vendorId` read, with its shape, because the same record is filled next. */
  #lastRecord: Readonly<Members> | null = null
  #lastShape: Kept | null = null

  constructor(table: SourceTable) {
    this.id = table.id
    this.begins = table.begins ?? null
    this.isKnownAlone = table.isKnownAlone ?? false
    this.programs = table.programs ?? null
    this.#recognises = table.recognises ?? (() => false)
    const fields = table.vendorId === undefined ? [] : [table.vendorId].flat()
    this.#hasVendorId = fields.length > 0
    this.#table = table
    this.#shapes = table.shapes.map((shape) => ({
      is: shape.is,
      settle: shape.settle ?? null,
      vendorId: vendorIdReader(fields.flatMap(placesIn(shape))),
      choose: this.#chooser(table, shape),
    }))
    const last = this.#shapes.at(-1)
    if (!last) throw new TypeError(`${table.id} has no shape`)
    this.#last = last
  }

  fill(record: Members, row: EventRow): 'too_deep' | null {
    if (isTooDeep(record)) return 'too_deep'
    const compiled = this.#of(record)
    filled = record
    filledBy = this
    filledAs = compiled
    const { fill, demands, info } = compiled.filler ?? this.#fillerOf(compiled)
    row.classUid = info.classUid
    row.timeMs = Number.NaN
    this.#faults = fill(record, row)
    if (Number.isNaN(row.timeMs)) row.timeMs = usualTime(record)
    if (Number.isNaN(row.timeMs)) row.timeMs = timeAround(record)
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
    const shape = this.#shapeOf(record)
    this.#lastRecord = record
    this.#lastShape = shape
    return shape.vendorId(record)
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
    return this.#known(record).view
  }

  logSourceOf(record: Readonly<Members>): EventLogSource {
    return this.#known(record).logSource
  }

  logSources(): readonly EventLogSource[] {
    return this.classesOfLogSources().map(({ logSource }) => logSource)
  }

  classesOfLogSources(): readonly ClassOfLogSource[] {
    return this.#table.chapters.flatMap((chapter) =>
      chapter.profiles.map((profile) => {
        const classUid = currentDictionary().classOf(profile.class)?.uid
        if (classUid === undefined) throw new TypeError(`${this.id}: OCSF has no class ${profile.class}`)
        return { logSource: logSourceOf(this.#table, { profile, chapter }), classUid, when: profile.when }
      }),
    )
  }

  sentNames(): Iterable<readonly [name: string, path: string]> {
    return sentNames(this.#table)
  }

  rewrites(record: Readonly<Members>): boolean {
    return this.#known(record).shape.settle !== undefined
  }

  profileOf(record: Readonly<Members>): ProfileInfo {
    return this.#fillerOf(this.#known(record)).info
  }

  #shapeOf(record: Readonly<Members>): Kept {
    if (this.#shapes.length === 1) return this.#last
    for (const kept of this.#shapes) if (kept.is(record)) return kept
    return this.#last
  }

  #of(record: Readonly<Members>): Compiled {
    const known = this.#lastRecord === record ? this.#lastShape : null
    this.#lastRecord = null
    const { settle, choose } = known ?? this.#shapeOf(record)
    settle?.(record as Members)
    return choose(record)
  }

  #known(record: Readonly<Members>): Compiled {
    return filled === record && filledBy === this && filledAs ? filledAs : this.#of(record)
  }

  #chooser(table: SourceTable, shape: RecordShape): (record: Readonly<Members>) => Compiled {
    const views = new Map<string, FieldView>()
    const kinds = kindsOf(table, (chosen): Compiled => {
      const { chapter } = chosen
      let view = views.get(chapter.name)
      if (!view) views.set(chapter.name, (view = fieldView(table, chapter, shape, () => this.#leavesOf(chapter))))
      return { chosen, shape, logSource: logSourceOf(table, chosen), view, filler: null }
    })
    return kindReader(table.select.map(placesIn(shape)), kinds)
  }

  #leavesOf(chapter: Chapter): readonly Leaf[] {
    return chapter.profiles.flatMap((profile) => this.#planOf({ profile, chapter }).leaves)
  }

  #fillerOf(compiled: Compiled): Filler {
    return (compiled.filler ??= compileFiller(this.#table, this.#planOf(compiled.chosen), compiled.shape))
  }

  #planOf(chosen: Chosen): Plan {
    const known = this.#plans.get(chosen.profile)
    if (known) return known
    const plan = planOf(this.#table, chosen)
    this.#plans.set(chosen.profile, plan)
    return plan
  }

  check(): void {
    const wrong: string[] = []
    for (const chapter of this.#table.chapters) {
      for (const [name, alias] of Object.entries({ ...this.#table.aliases, ...chapter.aliases }))
        if (typeof alias === 'object' && 'of' in alias && !ECS_WORDS.has(name))
          wrong.push(`${this.id} ${chapter.name}: ${name} has words, and is not in ECS_WORDS`)
      for (const profile of chapter.profiles) {
        try {
          planOf(this.#table, { profile, chapter })
        } catch (error) {
          if (!(error instanceof TypeError)) throw error
          wrong.push(error.message)
        }
      }
    }
    if (wrong.length > 0) throw new TypeError(wrong.join('\n'))
  }
}

type Plan = {
  readonly chosen: Chosen
  readonly eventClass: EventClass
  readonly leaves: readonly Leaf[]
  readonly tree: Branch
  readonly demands: readonly Demand[]
}

function planOf(table: SourceTable, chosen: Chosen): Plan {
  const { profile, chapter } = chosen
  const where = `${table.id} ${chapter.name}/${profile.name}`
  const dictionary = currentDictionary()
  const eventClass = dictionary.classOf(profile.class)
  if (!eventClass) throw new TypeError(`${where}: OCSF ${dictionary.version} has no class ${profile.class}`)
  const activity = typeof profile.activity === 'string' ? is(profile.activity) : profile.activity
  const rows: Rows = { ...table.rows, ...chapter.rows, ...profile.rows, [ADDED.activity]: activity }
  const needed = profilesOf(dictionary, eventClass, leavesOf(dictionary, eventClass, rows, where))
  const complete: Rows = needed.length > 0 ? { ...rows, 'metadata.profiles': is(needed) } : rows
  const leaves = leavesOf(dictionary, eventClass, complete, where)
  const tree = treeOf(dictionary, eventClass, leaves)
  return { chosen, eventClass, leaves, tree, demands: demandsOf(tree, needed, where) }
}

function logSourceOf(table: SourceTable, { profile, chapter }: Chosen): EventLogSource {
  const source = { ...table.logSource, ...chapter.logSource, ...profile.logSource }
  return { product: source.product ?? '', service: source.service ?? '', categories: source.categories ?? [] }
}

function compileFiller(table: SourceTable, plan: Plan, shape: RecordShape): Filler {
  const places = placesIn(shape)
  const { code, constants, forms, reads } = emit(plan.tree, plan.leaves, plan.demands, places)
  // The code is built from the table, never from a record; names in it are quoted as JSON.
  const make = new Function('T', 'C', 'F', 'S', `'use strict'; return function (record, row) {\n${code}\n}`)
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
  return { fill: make(CALLED, constants, forms, SEPARATORS) as Fill, demands: plan.demands, info }
}
