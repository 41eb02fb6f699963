/**
 * Which rows of `events` are read alike, learned from the rows themselves. Where fields stand in a record, and what log
 * source it is of, is decided by the very code that the stream asks, over a record that notes what decided it
 * (`traced-record.ts`); rows with the same answers are of the same kind. Rows that no kind takes in are the matcher's,
 * which teaches their kind: nothing is guessed, and SQL knows as much of ~100 mappings as a tenant has rows of.
 */
import { coversLogSource } from '../detections/match/scan.ts'
import type { Bindings } from '../detections/sql/bindings.ts'
import type { LakeKind } from '../detections/sql/kind.ts'
import { conjunction, disjunction } from '../detections/sql/truth.ts'
import type { EventLogSource, FieldView } from '../schemas/event-view.ts'
import { quoteText } from '../stores/clickhouse/quote.ts'
import { UNKNOWN_TEXT } from './stored-event.ts'
import { ABSENT, type Answer, PRESENT } from './traced-record.ts'

/** Of all kinds, as characters of SQL: each statement has them. At it nothing more is learned, the matcher has the rest. */
const CHARACTERS_MAX = 60_000
/** Of one mapping: with more, its decisions rest on values that are not met again. */
const DECISIONS_MAX = 600

export type KindKey = { readonly mapping: string; readonly source_format: string; readonly class_uid: number }
export type Decided = { readonly view: FieldView; readonly logSource: EventLogSource }

type Group = {
  readonly paths: readonly Pick<Answer, 'path' | 'about'>[]
  readonly rows: Map<string, readonly string[]>
}
type Kind = { readonly key: KindKey; readonly decided: Decided; readonly groups: Map<string, Group> }

export class LearnedKinds {
  readonly #kinds: Kind[] = []
  readonly #decisions = new Map<string, number>()
  #characters = 0
  #list: readonly LakeKind[] | null = null

  /** The same list until something is learned. */
  list(): readonly LakeKind[] {
    this.#list ??= lakeKinds(this.#kinds)
    return this.#list
  }

  learn(key: KindKey, decided: Decided, answers: readonly Answer[]): void {
    const decisions = this.#decisions.get(key.mapping) ?? 0
    if (decisions >= DECISIONS_MAX || this.#characters >= CHARACTERS_MAX) return
    const kind = this.#kindOf(key, decided)
    const group = groupOf(kind, answers)
    const values = answers.map(({ is }) => is)
    const name = JSON.stringify(values)
    if (group.rows.has(name)) return
    group.rows.set(name, values)
    this.#decisions.set(key.mapping, decisions + 1)
    this.#characters += name.length
    this.#list = null
  }

  #kindOf(key: KindKey, decided: Decided): Kind {
    const known = this.#kinds.find(
      (kind) =>
        kind.decided.view === decided.view &&
        kind.decided.logSource === decided.logSource &&
        kind.key.mapping === key.mapping &&
        kind.key.source_format === key.source_format &&
        kind.key.class_uid === key.class_uid,
    )
    if (known) return known
    const made: Kind = { key, decided, groups: new Map() }
    this.#kinds.push(made)
    this.#characters += JSON.stringify(key).length
    return made
  }
}

function groupOf({ groups }: Kind, answers: readonly Answer[]): Group {
  const paths = answers.map(({ path, about }) => ({ path, about }))
  const name = JSON.stringify(paths)
  let group = groups.get(name)
  if (!group) groups.set(name, (group = { paths, rows: new Map() }))
  return group
}

/** Each row's kind is worked out once, as a number from 1; what is of no kind has 0. */
function lakeKinds(kinds: readonly Kind[]): readonly LakeKind[] {
  const numberSql = (bindings: Bindings) => {
    const cases = kinds.flatMap((kind, at) => [whereOf(kind, bindings), `${at + 1}`])
    return bindings.computed(cases.length === 0 ? `toUInt16(0)` : `toUInt16(multiIf(${cases.join(', ')}, 0))`)
  }
  const known = kinds.map(({ key, decided }, at): LakeKind => {
    return {
      name: `${key.mapping} ${decided.view.name} ${key.class_uid}`,
      where: (bindings) => `${numberSql(bindings)} = ${at + 1}`,
      view: decided.view,
      covers: (wanted) => (coversLogSource(wanted, decided.logSource) ? '1' : '0'),
    }
  })
  const where = (bindings: Bindings) => `(${numberSql(bindings)} = 0 AND mapping != '${UNKNOWN_TEXT}')`
  return [...known, { name: 'a kind that is not known yet', where, view: null, covers: () => '1' }]
}

/** Text that is not met as JavaScript reads it has no answers here, and is of no kind. */
function whereOf({ key, groups }: Kind, bindings: Bindings): string {
  const row = [
    `mapping = ${quoteText(key.mapping)}`,
    `source_format = ${quoteText(key.source_format)}`,
    `class_uid = ${key.class_uid}`,
    bindings.json(),
  ]
  return conjunction([...row, disjunction([...groups.values()].map((group) => decidedSql(group, bindings)))])
}

function decidedSql({ paths, rows }: Group, bindings: Bindings): string {
  if (paths.length === 0) return '1'
  const columns = paths.map(({ path, about }) => columnOf(bindings.jsonAt(path), about))
  // Answers that are the same in all decisions are said once.
  const tuples = [...rows.values()]
  const [first = []] = tuples
  const isFixed = columns.map((_, at) => tuples.every((tuple) => tuple[at] === first[at]))
  const fixed = columns.flatMap((column, at) => (isFixed[at] ? [`${column} = ${quoteText(first[at] ?? '')}`] : []))
  if (tuples.length === 1) return `(${fixed.join(' AND ')})`
  const others = columns.filter((_, at) => !isFixed[at])
  const values = tuples.map((tuple) => tuple.filter((_, at) => !isFixed[at]).map(quoteText))
  const listed = values.map((value) => (value.length === 1 ? value[0] : `(${value.join(', ')})`))
  const left = others.length === 1 ? others[0] : `(${others.join(', ')})`
  return `(${[...fixed, `${left} IN (${listed.join(', ')})`].join(' AND ')})`
}

function columnOf(json: string, about: Answer['about']): string {
  if (about === 'value') return json
  return about === 'shape' ? `substring(${json}, 1, 1)` : `if(${json} = '${ABSENT}', '${ABSENT}', '${PRESENT}')`
}
