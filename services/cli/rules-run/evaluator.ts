/**
 * Matches one event at a time against all rules: through the index, or rule by rule as a check on the index. Most rules
 * read only the record and are matched from its text. Rules that need the mapped event are kept apart and have their
 * own index.
 */
import { JsonMatcher } from '../../../detections/match/json-matcher.ts'
import { Matcher } from '../../../detections/match/matcher.ts'
import { packPrograms, unpackPrograms } from '../../../detections/match/packed-programs.ts'
import { packTables, unpackTables } from '../../../detections/match/packed-tables.ts'
import { compilePrograms } from '../../../detections/match/programs.ts'
import { type Judge, scanRule } from '../../../detections/match/scan.ts'
import type { JsonText } from '../../../detections/match/text-values.ts'
import type { Rule } from '../../../detections/plan/plan.ts'
import { parseExactly } from '../../../platform/exact-json.ts'
import type { Members } from '../../../platform/members.ts'
import type { MatchEvent } from '../../../schemas/event-view.ts'
import type { Evaluator, OnFault, OnMatch, Plans, ReadAgain } from './evaluation.ts'
import type { EventMapper } from './event-mapper.ts'
import { loadRoutes } from './load-routes.ts'
import type { MappedRules } from './mapped-rules.ts'
import type { Routes } from './routes.ts'

/** A rule that cannot be compiled, throws or takes too long is reported once and left out. */
export async function openEvaluator(
  rules: readonly Rule[],
  format: string,
  isFullScan: boolean,
  onFault: OnFault,
  plans: Plans | null = null,
): Promise<Evaluator> {
  const routes = await loadRoutes(format)
  const needsMapping = await mappedAmong(rules, plans)
  const plain = new Map<number, Rule>()
  const mapped = new Map<number, Rule>()
  for (const [number, rule] of rules.entries()) (needsMapping.has(number) ? mapped : plain).set(number, rule)
  const numbers = [...plain.keys()]
  const onPlainFault: OnFault = (at, error) => onFault(numbers[at] as number, error)
  const ofPlain = isFullScan
    ? scanPlain([...plain.values()], routes, onPlainFault)
    : matchPlain([...plain.values()], routes, plans, onPlainFault)
  const beside = mapped.size > 0 ? await loadMapped(mapped, format, routes, onFault) : null
  return new RulesEvaluator(numbers, ofPlain, beside, [...mapped.keys()])
}

/** The numbers of the rules that need mapped events. */
async function mappedAmong(rules: readonly Rule[], plans: Plans | null): Promise<ReadonlySet<number>> {
  if (plans) return new Set(plans.mapped)
  const { isMapped } = await import('./mapped-rules.ts')
  return new Set(rules.flatMap((rule, number) => (isMapped(rule) ? [number] : [])))
}

async function loadMapped(
  rules: ReadonlyMap<number, Rule>,
  format: string,
  { logSources }: Routes,
  onFault: OnFault,
): Promise<MappedRules> {
  const mapped = new (await import('./mapped-rules.ts')).MappedRules(rules, onFault)
  const isNeeded = logSources === null || logSources.some((source) => mapped.covers(source))
  // Mapping needs the tables of all sources.
  if (isNeeded) mapped.useMapper(new (await import('./event-mapper.ts')).EventMapper(format))
  return mapped
}

/** Rules that need nothing but the record, by their index among these. */
type Plain = {
  readonly routes: Routes
  readonly match: (event: MatchEvent, onMatch: OnMatch) => void
  readonly texts: JsonMatcher | null
  readonly matcher: Matcher | null
  readonly knownTables: number
}

function scanPlain(rules: readonly Rule[], routes: Routes, onFault: OnFault): Plain {
  return { routes, match: scanAll(rules, onFault), texts: null, matcher: null, knownTables: 0 }
}

function matchPlain(rules: readonly Rule[], routes: Routes, plans: Plans | null, onFault: OnFault): Plain {
  const compiled = plans
    ? unpackPrograms(plans.programs)
    : compilePrograms(rules.map(({ body }) => (body.kind === 'event' ? body : null)))
  const tables = plans?.tables ? unpackTables(plans.tables) : new Map()
  const matcher = new Matcher(compiled, { onFault, tables })
  return {
    ...{ routes, matcher, knownTables: tables.size, texts: new JsonMatcher(matcher) },
    match: (event, onMatch) => matcher.match(event, onMatch),
  }
}

class RulesEvaluator implements Evaluator {
  readonly matchJson: Evaluator['matchJson']
  private readonly numbers: readonly number[]
  private readonly plain: Plain
  private readonly beside: MappedRules | null
  private readonly mappedNumbers: readonly number[]
  private isMapped = false
  private readonly hits: number[] = []
  private readonly addPlain = (at: number) => this.hits.push(this.numbers[at] as number)
  private readonly addMapped = (rule: number) => this.hits.push(rule)

  constructor(numbers: readonly number[], plain: Plain, beside: MappedRules | null, mapped: readonly number[]) {
    this.mappedNumbers = mapped
    this.numbers = numbers
    this.plain = plain
    this.beside = beside
    const { texts } = plain
    this.matchJson = texts && ((text, onMatch) => this.matchText(texts, text, onMatch))
  }

  match(record: Members, onMatch: OnMatch, exact?: ReadAgain): void {
    const { routes } = this.plain
    const route = routes.next
    const routed = routes.of(record)
    const event = { record, ...routed, timeMs: Number.NaN }
    this.plain.match(exact ? { ...event, exact: onceMore(exact, route, record) } : event, this.addPlain)
    this.isMapped = this.beside?.covers(routed.logSource) ?? false
    if (this.isMapped) this.beside?.match(record, this.addMapped, exact)
    this.reportMatches(onMatch)
  }

  plans(): Plans | null {
    const { matcher } = this.plain
    return matcher && { mapped: this.mappedNumbers, programs: packPrograms(matcher.compiled) }
  }

  newTables(): Uint8Array | null {
    const { matcher, knownTables } = this.plain
    const tables = matcher?.textTables()
    return tables && tables.size > knownTables ? packTables(tables) : null
  }

  mapped(): EventMapper | null {
    return this.isMapped && this.beside ? this.beside.mapper : null
  }

  private matchText(texts: JsonMatcher, text: JsonText, onMatch: OnMatch): boolean {
    const { routes } = this.plain
    const routed = texts.match(text, routes.next, this.addPlain)
    routes.follow(routed)
    if (routed === null) return false
    this.isMapped = this.beside?.covers(routed.logSource) ?? false
    if (this.isMapped) this.beside?.match(recordOf(text), this.addMapped, () => exactRecordOf(text))
    this.reportMatches(onMatch)
    return true
  }

  private reportMatches(onMatch: OnMatch): void {
    const { hits } = this
    if (hits.length === 0) return
    if (this.isMapped) hits.sort((a, b) => a - b)
    for (const rule of hits) onMatch(rule)
    hits.length = 0
  }
}

/** The record of a matched text, which is therefore an object. */
export function recordOf({ body, start, end }: JsonText): Members {
  return JSON.parse(body.utf8Slice(start, end)) as Members
}

/** The record with all digits of its numbers. */
export function exactRecordOf({ body, start, end }: JsonText): Members {
  return parseExactly(body.utf8Slice(start, end)) as Members
}

/** Parses the record again with exact digits, once, and applies the route, which may write to it. */
function onceMore(read: ReadAgain, route: Routes['next'], record: Members): () => Members {
  let exact: Members | null = null
  return () => {
    if (exact !== null) return exact
    exact = read() ?? record
    if (exact !== record) route(exact)
    return exact
  }
}

function scanAll(rules: readonly Rule[], onFault: OnFault): (event: MatchEvent, onMatch: OnMatch) => void {
  const judges = rules.map(({ body }, rule): Judge | null => {
    if (body.kind !== 'event') return null
    return orFault(rule, onFault, () => scanRule(body))
  })
  return (event, onMatch) => {
    for (const [rule, judge] of judges.entries()) {
      if (judge === null) continue
      const isMatch = orFault(rule, onFault, () => judge(event))
      if (isMatch === null) judges[rule] = null
      else if (isMatch) onMatch(rule)
    }
  }
}

function orFault<T>(rule: number, onFault: OnFault, work: () => T): T | null {
  try {
    return work()
  } catch (error) {
    onFault(rule, error instanceof Error ? error : new Error(String(error)))
    return null
  }
}
