/**
 * Matches all rules against events as received: JSON texts in, matches out. Most texts are never parsed: a kernel reads
 * the few values that rules need. When it is not certain, the text is parsed and matched as a record.
 */
import { parseExactly } from '../../platform/exact-json.ts'
import type { Matcher } from './matcher.ts'
import type { RecordOf } from './read-field.ts'
import { type Route, type Routed, RouteMemo } from './route-memo.ts'
import type { JsonText, TextValues } from './text-values.ts'

/** Number of routes whose decisions are cached; beyond it the cache is cleared. A program has one route per source. */
const ROUTES_MAX = 256

export class JsonMatcher {
  private readonly matcher: Matcher
  private readonly values: TextValues | null
  private readonly memos = new Map<Route<Routed>, RouteMemo<Routed>>()
  private readonly record = () => (this.values as TextValues).record()

  constructor(matcher: Matcher) {
    this.matcher = matcher
    this.values = matcher.openTexts()
  }

  /**
   * Calls back with the indices of the matching rules, in order, and returns the event's route; null when the text is
   * no JSON object. Invalid UTF-8 is read as U+FFFD; a text with a byte order mark is no JSON.
   */
  match<R extends Routed>(text: JsonText, route: Route<R>, onMatch: (rule: number) => void): R | null {
    const { values } = this
    if (!values?.open(text)) return this.matchParsed(text, route, onMatch)
    const routed = this.memoOf(values, route).of(this.record)
    if (routed === null) return this.matchRecord(values.record(), text, route, onMatch)
    values.setView(routed.view)
    this.matcher.matchText(values, routed.logSource, onMatch)
    return routed
  }

  private matchParsed<R extends Routed>(text: JsonText, route: Route<R>, onMatch: (rule: number) => void): R | null {
    const record = parse(text.body.utf8Slice(text.start, text.end))
    return record && this.matchRecord(record, text, route, onMatch)
  }

  private matchRecord<R extends Routed>(
    record: RecordOf,
    text: JsonText,
    route: Route<R>,
    onMatch: (rule: number) => void,
  ): R {
    const routed = route(record)
    const { logSource, view } = routed
    let again: RecordOf | null = null
    const exact = () => (again ??= readAgain(text, route))
    this.matcher.match({ record, logSource, view, timeMs: Number.NaN, exact }, onMatch, text)
    return routed
  }

  private memoOf<R extends Routed>({ kernel }: TextValues, route: Route<R>): RouteMemo<R> {
    const known = this.memos.get(route)
    if (known) return known as RouteMemo<R>
    if (this.memos.size >= ROUTES_MAX) this.memos.clear()
    const memo = new RouteMemo(kernel, route)
    this.memos.set(route, memo)
    return memo
  }
}

/** In the form that the route makes, which may change the record. */
function readAgain({ body, start, end }: JsonText, route: Route<Routed>): RecordOf {
  const record = parseExactly(body.utf8Slice(start, end)) as RecordOf
  route(record)
  return record
}

function parse(text: string): RecordOf | null {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as RecordOf) : null
  } catch {
    return null
  }
}
