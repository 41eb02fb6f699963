/** Compiles event rules to statements over a slice of `events`, and to one matcher for whatever SQL does not decide. */
import { compileMatcher, type Matcher } from '../detections/match/matcher.ts'
import type { EventBody, Rule } from '../detections/plan/plan.ts'
import { Bindings } from '../detections/sql/bindings.ts'
import { compileSql, type SqlRule } from '../detections/sql/compile.ts'
import { type LakeKinds, ofKindsSql } from '../detections/sql/kind.ts'
import { disjunction } from '../detections/sql/truth.ts'
import { AppError } from '../platform/errors.ts'
import type { MatchEvent } from '../schemas/event-view.ts'
import { computedCalls } from './computed-calls.ts'
import type { LakeSources } from './lake-sources.ts'
import { NEEDLES_MAX, needlesOf, needlesSql } from './raw-needles.ts'
import { STORED_COLUMNS, STORED_SQL } from './stored-event.ts'

/** Characters of one statement. The engine accepts 256 KiB, and parses and checks each one three times. */
const CHARACTERS_MAX = 150_000
/** Rules per statement: the engine's time to analyse a statement grows faster than their number. */
const RULES_MAX = 8
/** Text filters per row; more of them cost as much as reading the rows. */
const LOOKS_MAX = 4
/**
 * Rules without needles that SQL decides. For a row of Windows one of them costs the engine a third of what the matcher
 * takes for all rules together, reading the row included; eight cost it ten times as much.
 */
export const SQL_RULES_MAX = 1
/**
 * Largest number of function calls in such a rule. The matcher's cost hardly depends on them; the engine analyses the
 * statement anew for every slice, and some twenty calls take it twice as long as none to seven.
 */
const SQL_CALLS_MAX = 8

export type HuntRule = Rule & { readonly body: EventBody }

/**
 * `sql`: SQL decides as much as it can. `matcher`: SQL only filters rows by their texts, so that no statement takes
 * long to analyse, which is most of the time until the first rows. `cheapest`: the fastest combination for many rows.
 */
export type Decides = 'cheapest' | 'sql' | 'matcher'

export type Statement = {
  /** The SELECT for `choice`: columns of `STORED_SQL`, with the numbers of `certain` and `undecided` rules. */
  sql(choice: string): string
  /** A condition for `choice`: no rule of the statement matches an event for which it is false. */
  readonly only: string
  readonly rules: readonly number[]
}

export class HuntPlan {
  readonly #rules: readonly HuntRule[]
  readonly #sources: LakeSources
  readonly #bodies: readonly (readonly EventBody[])[]
  readonly #routed: readonly { readonly rule: number; readonly body: EventBody }[]
  readonly #matcher: Matcher
  #unfinished = 0
  /** Text filters for rules that few rows can match; null when the matcher reads all rows anyway. */
  readonly #looks: readonly Look[] | null
  /** The remaining rules, without text filters. */
  readonly #bare: readonly number[]
  readonly #isInSql: boolean
  /** Rules whose SQL the engine refused. */
  readonly #refused = new Set<number>()
  readonly #whyUndecided = new Map<number, Set<string>>()
  #statements: readonly Statement[] = []
  #madeFor: LakeKinds | null = null
  #rulesMax = RULES_MAX

  /** Throws `bad_request` for a rule that cannot be compiled. */
  constructor(rules: readonly HuntRule[], sources: LakeSources, decides: Decides = 'cheapest') {
    this.#rules = rules
    this.#sources = sources
    this.#bodies = rules.map((rule) => sources.bodiesOf(rule.body))
    this.#routed = this.#bodies.flatMap((bodies, rule) => bodies.map((body) => ({ rule, body })))
    const needles = rules.map(({ body }) =>
      decides === 'sql' ? null : needlesOf(body.where, sources.isMade, decides === 'matcher'),
    )
    this.#bare = needles.flatMap((known, rule) => (known === null ? [rule] : []))
    const looks = looksOf(needles)
    this.#looks = looks.length > LOOKS_MAX ? null : looks
    const calls = this.#bare.map((rule) => computedCalls((rules[rule] as HuntRule).body.where))
    const isLittle = calls.length <= SQL_RULES_MAX && calls.every((count) => count <= SQL_CALLS_MAX)
    this.#isInSql = this.#looks !== null && (decides === 'sql' || (decides === 'cheapest' && isLittle))
    const all = this.#routed.map(({ rule, body }) => ({ ...(rules[rule] as HuntRule), body }))
    this.#matcher = compileMatcher(all, {
      onFault: (at, error) => this.#stop(this.#routed[at]?.rule ?? 0, error),
      onUnfinished: () => this.#unfinished++,
    })
  }

  /** Numbers of the rules that match, as in the stream. */
  matches(event: MatchEvent): ReadonlySet<number> {
    const found = new Set<number>()
    this.#matcher.match(event, (at) => found.add(this.#routed[at]?.rule ?? -1))
    return found
  }

  /** Compiled again when more kinds of rows are known. */
  statements(): readonly Statement[] {
    const kinds = this.#sources.kinds()
    if (kinds === this.#madeFor) return this.#statements
    this.#madeFor = kinds
    this.#whyUndecided.clear()
    this.#statements = this.#make(kinds)
    return this.#statements
  }

  /** Makes later statements smaller; a rule that is too large by itself is left to the matcher. */
  refuse(rules: readonly number[]): void {
    if (rules.length > 1) this.#rulesMax = Math.max(1, Math.min(this.#rulesMax, rules.length) >> 1)
    else for (const rule of rules) this.#refused.add(rule)
    this.#madeFor = null
  }

  /** True when SQL decides rules, and does not only filter rows for the matcher. */
  isInSql(): boolean {
    return this.#isInSql && this.#bare.length > 0
  }

  /** Rules that SQL decides for all rows of known kinds: only rows that it cannot read are left. */
  decided(): readonly number[] {
    if (!this.isInSql()) return []
    return this.#bare.filter((rule) => !this.#refused.has(rule) && !this.#whyUndecided.has(rule))
  }

  reasons(): readonly string[] {
    const reasons = new Set([...this.#whyUndecided.values()].flatMap((why) => [...why]))
    if (this.#unfinished > 0)
      reasons.add(`${this.#unfinished} evaluations took too much work and were ended: the rule did not hold`)
    if (this.#refused.size > 0) reasons.add('a rule makes more SQL than the engine takes')
    return [...reasons]
  }

  #make(kinds: LakeKinds): readonly Statement[] {
    const all = this.#rules.map((_, rule) => rule)
    if (this.#looks === null) return this.#forMatcher(all, kinds)
    const statements = this.#looks.flatMap(({ rules, needles }) => this.#forMatcher(rules, kinds, needlesSql(needles)))
    const isUnknown = kinds.list.every(({ view }) => view === null)
    if (isUnknown || !this.isInSql()) return [...statements, ...this.#forMatcher(this.#bare, kinds)]
    const open = this.#bare.filter((rule) => !this.#refused.has(rule))
    for (let from = 0; from < open.length; ) {
      const made = this.#fitting(open.slice(from, from + this.#rulesMax), kinds)
      statements.push(...made.statements)
      from += made.fittingCount
    }
    return [...statements, ...this.#forMatcher([...this.#refused], kinds)]
  }

  /** As many of the rules as fit into one statement. */
  #fitting(rules: readonly number[], kinds: LakeKinds): { statements: readonly Statement[]; fittingCount: number } {
    const bindings = new Bindings()
    const compiled = rules.map((rule) => this.#compile(rule, kinds, bindings))
    const statement = statementOf(rules, compiled, bindings)
    if (statement === null) return { statements: [], fittingCount: rules.length }
    if (statement.sql('').length <= CHARACTERS_MAX) return { statements: [statement], fittingCount: rules.length }
    if (rules.length > 1) return this.#fitting(rules.slice(0, Math.ceil(rules.length / 2)), kinds)
    for (const rule of rules) this.#refused.add(rule)
    return { statements: [], fittingCount: rules.length }
  }

  #compile(rule: number, kinds: LakeKinds, bindings: Bindings): SqlRule {
    const parts = this.#bodies[rule]?.map((body) => compileSql(body, kinds, bindings)) ?? []
    const refusals = parts.flatMap((part) => part.refusals).filter((why) => !OTHER_KIND.test(why))
    if (refusals.length > 0) this.#whyUndecided.set(rule, new Set(refusals))
    return {
      where: disjunction(parts.map(({ where }) => where)),
      undecided: disjunction(parts.map(({ undecided }) => undecided)),
      refusals,
    }
  }

  /** Selects every row that one of the rules may match. */
  #forMatcher(rules: readonly number[], kinds: LakeKinds, only = '1'): readonly Statement[] {
    if (rules.length === 0) return []
    const wanted = rules.flatMap((rule) => this.#bodies[rule]?.map(({ logSource }) => logSource) ?? [])
    const bindings = new Bindings()
    const rows = kinds.list.flatMap((kind, at) => (wanted.some((source) => kind.covers(source)) ? [at] : []))
    const may = ofKindsSql(kinds, rows, bindings)
    if (may === '0') return []
    const numbers = `CAST([], 'Array(Int32)')`
    return [{ rules, only, sql: (choice) => selectOf(bindings, choice, numbers, `[${ALL}]`, may) }]
  }

  #stop(rule: number, error: Error): never {
    throw new AppError('bad_request', `rule ${this.#rules[rule]?.id}: ${error.message}`, { cause: error })
  }
}

type Look = { readonly rules: number[]; readonly needles: string[] }

/** Groups rules so that the engine can search for all needles of a group at once. */
function looksOf(needles: readonly (readonly string[] | null)[]): readonly Look[] {
  const looks: Look[] = []
  for (const [rule, own] of needles.entries()) {
    if (own === null) continue
    let look = looks.at(-1)
    const added = own.filter((needle) => !look?.needles.includes(needle))
    if (!look || look.needles.length + added.length > NEEDLES_MAX) looks.push((look = { rules: [], needles: [] }))
    look.rules.push(rule)
    look.needles.push(...own.filter((needle) => !look.needles.includes(needle)))
  }
  return looks
}

/** In `undecided` it means every rule of the statement. */
export const ALL = -2
const OTHER_KIND = /^the text of a kind that is not known yet /

/** Null when the rules can match no row, of a known kind or of none. */
function statementOf(rules: readonly number[], compiled: readonly SqlRule[], bindings: Bindings): Statement | null {
  const certain = numbersSql(
    rules,
    compiled.map(({ where }) => where),
  )
  const undecided = numbersSql(
    rules,
    compiled.map((rule) => rule.undecided),
  )
  const needsRows = compiled.some(({ where, undecided: open }) => where !== '0' || open !== '0')
  if (!needsRows) return null
  return { rules, only: '1', sql: (choice) => selectOf(bindings, choice, certain, undecided, '1') }
}

function numbersSql(rules: readonly number[], conditions: readonly string[]): string {
  const matches = conditions.flatMap((sql, at) => (sql === '0' ? [] : [`if(${sql}, ${rules[at]}, -1)`]))
  return matches.length === 0 ? `CAST([], 'Array(Int32)')` : `arrayFilter(x -> x >= 0, [${matches.join(', ')}])`
}

function selectOf(bindings: Bindings, choice: string, certain: string, undecided: string, may: string): string {
  return /* sql */ `
SELECT ${STORED_SQL}, certain, undecided
FROM (
  SELECT event_uid, time, ingest_time, mapping, source_format, class_uid, activity_id, status_id, event_code, source, raw_header, raw,
    ${certain} AS certain, ${undecided} AS undecided
  FROM ${bindings.table(STORED_COLUMNS, choice)}
  WHERE ${may}
)
WHERE notEmpty(certain) OR notEmpty(undecided)`
}
