/** A query as the body of a rule. */
import { and, type Expr } from '../plan/expr.ts'
import type { EventBody, LogSource, Step, WindowBody } from '../plan/plan.ts'
import type { EventQuery, Node, Pipe, Query, SequenceStep } from './ast.ts'
import { categoryCondition } from './categories.ts'
import { checkRegexes } from './check-regexes.ts'
import { compileCondition } from './compile-condition.ts'
import { quote, refuse } from './fault.ts'
import { EQL_LIMITS } from './limits.ts'

export type Body = EventBody | WindowBody
type EventsQuery = Query & { readonly kind: 'sequence' | 'sample' }

const ANY_SOURCE: LogSource = { product: null, category: null, service: null }

export function compileQuery(query: Query): Body {
  checkRegexes(query)
  if (query.kind === 'event') return eventBody(query.event, filters(query.pipes, true))
  filters(query.pipes, false)
  return { kind: 'window', generate: false, window: sequence(query) }
}

function eventBody(event: EventQuery, more: readonly Expr[] = []): EventBody {
  const category = categoryCondition(event.category)
  const where = allOf([...(category ? [category] : []), compileCondition(event.where), ...more])
  return { kind: 'event', logSource: ANY_SOURCE, where }
}

/** Joins conditions by one `and`, without those that are always true. */
function allOf(conditions: readonly Expr[]): Expr {
  const parts = conditions.flatMap((one) => (one.kind === 'and' ? one.of : [one]))
  const needed = parts.filter((one) => one.kind !== 'const' || !one.value)
  return needed.length === 0 ? { kind: 'const', value: true } : and(...needed)
}

function sequence(query: EventsQuery): WindowBody['window'] {
  checkSteps(query)
  const steps = query.steps.map((step) => compileStep(query, step))
  const until = query.until && compileStep(query, query.until)
  const [first] = steps
  const stray = [...steps, ...(until ? [until] : [])].find((step) => step.by.length !== first?.by.length)
  if (stray) refuse(query.at, `all events of a ${query.kind} must be joined by the same number of fields`)
  if (query.kind === 'sample' && first?.by.length === 0) refuse(query.at, "a sample is joined 'by' fields")
  return { kind: 'sequence', ordered: query.kind === 'sequence', steps, maxSpanMs: query.maxSpanMs, until }
}

/** The rules of the public reference on what may be combined. */
function checkSteps({ at, kind, steps, until, maxSpanMs }: EventsQuery): void {
  const count = steps.reduce((sum, step) => sum + step.runs, 0)
  if (count < 2) refuse(at, `a ${kind} needs at least two events`)
  if (count > EQL_LIMITS.steps) refuse(at, `more than ${EQL_LIMITS.steps} events`)
  const missing = [...steps, ...(until ? [until] : [])].filter((step) => step.isMissing)
  if (missing.length > 0 && kind === 'sample') refuse(at, 'a sample cannot have missing events')
  if (until?.isMissing) refuse(until.query.at, "'until' is an event that happens")
  if (missing.length > 0 && maxSpanMs === null) refuse(at, 'a sequence with missing events needs maxspan')
  if (missing.length === steps.length) refuse(at, 'a sequence needs at least one event that is not missing')
  if (kind === 'sample' && steps.some((step) => step.runs > 1)) refuse(at, 'a sample cannot use "with runs"')
}

function compileStep(query: EventsQuery, step: SequenceStep): Step {
  const keys = [...query.by, ...step.by]
  if (keys.length > EQL_LIMITS.joinKeys) refuse(query.at, `more than ${EQL_LIMITS.joinKeys} fields to join by`)
  // A missing step with several runs means the same as one run.
  const runs = step.isMissing ? 1 : step.runs
  const compiled = { feed: eventBody(step.query), by: keys.map(joinField), missing: step.isMissing, runs }
  const optional = keys.map((key) => key.kind === 'field' && key.isOptional)
  return optional.includes(true) ? { ...compiled, optional } : compiled
}

/** A key that is computed is nothing that the plan can join by. */
function joinField(key: Node): string {
  if (key.kind !== 'field') return refuse(key.at, 'events can be joined by fields only, not by expressions')
  const names = key.path.filter((part) => typeof part === 'string')
  return names.length === key.path.length
    ? names.join('.')
    : refuse(key.at, 'events can be joined by whole fields only')
}

const NO_PIPES: Readonly<Record<string, string>> = {
  count: 'counts the answer of a search',
  unique_count: 'counts the answer of a search',
}
/** Pipes that order or cut the result of a search; they do not change which events match. */
const ANSWER_PIPES: ReadonlySet<string> = new Set(['head', 'tail', 'sort', 'unique'])

/** Conditions that pipes add. A rule has no end at which an answer could be counted. */
function filters(pipes: readonly Pipe[], isEvent: boolean): readonly Expr[] {
  return pipes.flatMap((pipe) => {
    if (ANSWER_PIPES.has(pipe.name)) return []
    if (pipe.name !== 'filter') {
      const why = Object.hasOwn(NO_PIPES, pipe.name) ? `${NO_PIPES[pipe.name]}, which a rule has not` : 'is unknown'
      return refuse(pipe.at, `the pipe ${quote(pipe.name)} ${why}`)
    }
    const [condition] = pipe.args
    if (!isEvent || pipe.args.length !== 1 || !condition)
      refuse(pipe.at, "'filter' takes one condition, over single events")
    return [compileCondition(condition)]
  })
}

/** Pipes that a rule ignores. */
export function notesOf(query: Query): readonly { readonly at: number; readonly reason: string }[] {
  return query.pipes
    .filter((pipe) => ANSWER_PIPES.has(pipe.name))
    .map(({ at, name }) => ({ at, reason: `the pipe ${quote(name)} is left out: a rule reports every match` }))
}
