/**
 * Learns from the rows of `events` which of them are read alike. The code of the stream itself decides where fields are
 * and which log source a record has, over a record that records what the decision depended on (`access-log-record.ts`);
 * rows with the same answers are of the same kind. Rows of an unknown kind go to the matcher, from whose decision their
 * kind is learned: nothing is guessed, and of ~100 mappings SQL knows only those of which the tenant has rows.
 */
import { coversLogSource } from '../detections/match/scan.ts'
import type { Bindings } from '../detections/sql/bindings.ts'
import type { LakeKind, LakeKinds } from '../detections/sql/kind.ts'
import type { EventLogSource, FieldView } from '../schemas/event-view.ts'
import { quoteText } from '../stores/clickhouse/quote.ts'
import { ABSENT, type Answer, PRESENT } from './access-log-record.ts'
import { TEXT_CARRIERS } from './raw-needles.ts'

/**
 * Characters of SQL for all kinds, which each statement contains. At the bound nothing more is learned; the matcher
 * handles the rest.
 */
const CHARACTERS_MAX = 60_000
/** Decisions of one mapping: more of them depend on values that do not recur. */
const DECISIONS_MAX = 600

/** The columns of a row that identify its kind. */
export type KindRow = {
  readonly mapping: string
  readonly source_format: string
  readonly class_uid: number
  readonly activity_id: number
  readonly status_id: number
}
/** `said` holds the row's facts about the kind of event, as `saidSql` computes them. */
type KindKey = { readonly mapping: string; readonly source_format: string; readonly kindFacts: string }
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
  #list: LakeKinds | null = null
  readonly #hasFacts: boolean

  /** `hasFacts`: rows of one class are also distinguished by activity and status. */
  constructor(hasFacts: boolean) {
    this.#hasFacts = hasFacts
  }

  /** The same list until something is learned. */
  list(): LakeKinds {
    this.#list ??= lakeKinds(this.#kinds, this.#hasFacts)
    return this.#list
  }

  learn(row: KindRow, decided: Decided, answers: readonly Answer[]): void {
    const { mapping, source_format, class_uid, activity_id, status_id } = row
    const kindKey = this.#hasFacts ? `${class_uid}/${activity_id}/${status_id}` : `${class_uid}`
    const key: KindKey = { mapping, source_format, kindFacts: kindKey }
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
        kind.key.kindFacts === key.kindFacts,
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

/** In each statement the kind of a row is computed once, by looking up its answers. */
function lakeKinds(kinds: readonly Kind[], hasFacts: boolean): LakeKinds {
  const unknown = kinds.length
  const forms = formsOf(kinds)
  const known = kinds.map(({ key, decided: { view, logSource } }): LakeKind => {
    const name = `${key.mapping} ${view.name} ${key.kindFacts}`
    return { name, view, covers: (wanted) => coversLogSource(wanted, logSource) }
  })
  return {
    list: [...known, { name: UNKNOWN, view: null, covers: () => true }],
    numberSql(bindings) {
      const numbers = forms.map((form) => numberOfSql(form, kindFactsSql(hasFacts), unknown, bindings))
      const found = numbers.length === 0 ? `${unknown}` : `least(${[...numbers, unknown].join(', ')})`
      const isOther = [`NOT ${bindings.json()} OR ${mayCarrySql(bindings)}`, `${unknown}`]
      return bindings.computed(`toUInt16(if(${isOther.join(', ')}, ${found}))`)
    },
  }
}

const UNKNOWN = 'a kind that is not known yet'

/** True when the text may carry another record inside, which `connectors/formats/carried.ts` extracts. */
function mayCarrySql(bindings: Bindings): string {
  const names = [...TEXT_CARRIERS, '"detail-type"'].map(quoteText)
  return `(match(${bindings.jsonAt(['id'])}, '^"[0-9]{50,60}"$') OR multiSearchAny(raw, [${names.join(', ')}]))`
}

/** Selects rows of unknown kinds from which a kind may be learned. */
export function teachableSql(kinds: LakeKinds, bindings: Bindings): string {
  const isUnknown = `${kinds.numberSql(bindings)} = ${kinds.list.length - 1}`
  return `${isUnknown} AND ${bindings.json()} AND NOT ${mayCarrySql(bindings)}`
}

/** Decisions of one mapping and form that depend on answers at the same paths, whatever kind they led to. */
type Form = Pick<Group, 'paths'> & {
  readonly mapping: string
  readonly sourceFormat: string
  readonly decisions: { readonly answers: readonly string[]; readonly kindFacts: string; readonly kind: number }[]
}

function formsOf(kinds: readonly Kind[]): readonly Form[] {
  const forms = new Map<string, Form>()
  for (const [kind, { key, groups }] of kinds.entries()) {
    for (const [places, { paths, rows }] of groups) {
      const name = JSON.stringify([key.mapping, key.source_format, places])
      let form = forms.get(name)
      if (!form)
        forms.set(name, (form = { paths, mapping: key.mapping, sourceFormat: key.source_format, decisions: [] }))
      for (const answers of rows.values()) form.decisions.push({ answers, kindFacts: key.kindFacts, kind })
    }
  }
  return [...forms.values()]
}

function kindFactsSql(hasFacts: boolean): string {
  const columns = hasFacts ? ['class_uid', 'activity_id', 'status_id'] : ['class_uid']
  return columns.map((column) => `toString(${column})`).join(`, '/', `)
}

/** Separates answers, because a JSON text contains no line break. */
const BETWEEN = '\n'

/**
 * A row gives the answers of at most one form: every decision starts with the same question, and each answer determines
 * the next one.
 */
function numberOfSql(
  { paths, mapping, sourceFormat, decisions }: Form,
  text: string,
  none: number,
  bindings: Bindings,
): string {
  const columns = paths.map(({ path, about }) => columnOf(bindings.jsonAt(path), about))
  const [first] = decisions
  // An answer that is equal in all decisions is written once.
  const isFixed = columns.map((_, at) => decisions.every(({ answers }) => answers[at] === first?.answers[at]))
  const fixed = columns.flatMap((column, at) =>
    isFixed[at] ? [`${column} = ${quoteText(first?.answers[at] ?? '')}`] : [],
  )
  const others = columns.filter((_, at) => !isFixed[at])
  const keys = decisions.map((decision) =>
    [decision.kindFacts, ...decision.answers.filter((_, at) => !isFixed[at])].join(BETWEEN),
  )
  const row = [`mapping = ${quoteText(mapping)}`, `source_format = ${quoteText(sourceFormat)}`, ...fixed]
  const key = `concat(${text}${others.map((column) => `, ${quoteText(BETWEEN)}, ${column}`).join('')}, '')`
  const numbers = decisions.map(({ kind }) => kind)
  const lookup = `transform(${key}, [${keys.map(quoteText).join(', ')}], [${numbers.join(', ')}], ${none})`
  return `if(${row.join(' AND ')}, ${lookup}, ${none})`
}

function columnOf(json: string, about: Answer['about']): string {
  if (about === 'value') return json
  return about === 'shape' ? `substring(${json}, 1, 1)` : `if(${json} = '${ABSENT}', '${ABSENT}', '${PRESENT}')`
}
