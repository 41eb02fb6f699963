/** The detection section: its search identifiers, joined by its condition. */
import type { Expr } from '../plan/expr.ts'
import { and, not, or } from '../plan/expr.ts'
import { type Condition, parseCondition } from './condition.ts'
import type { RuleContext } from './context.ts'
import { quote, Refusal } from './fault.ts'
import { LIMITS } from './limits.ts'
import { compileSelection } from './selection.ts'
import { sizeOf } from './size.ts'

/** An expression and its number of tests, counting shared parts each time that they are used. */
type Sized = { readonly expr: Expr; readonly size: number }

export type Detection = {
  readonly where: Expr
  /** Result of the conditions for an event that matches none of the search identifiers. */
  readonly holdsOtherwise: boolean
}

/**
 * `keys` are members that are not search identifiers, such as `rules` of a filter. `context.path` must point to the
 * section.
 */
export function compileDetection(section: unknown, context: RuleContext, keys: readonly string[] = []): Detection {
  if (typeof section !== 'object' || section === null || Array.isArray(section))
    throw new Refusal('the section must be a map')
  const selections = new Map<string, Sized>()
  for (const [name, value] of Object.entries(section)) {
    if (name === 'condition' || keys.includes(name) || isTimeframe(name, value)) continue
    context.path.push(name)
    const expr = compileSelection(value, context)
    selections.set(name, { expr, size: sizeOf(expr) })
    context.path.pop()
  }
  context.path.push('condition')
  const conditions = conditionsOf(section).map(parseCondition)
  const joined = join(
    'or',
    conditions.map((condition) => resolve(condition, selections)),
  )
  const holdsOtherwise = conditions.some(holdsOfNothing)
  context.path.pop()
  return { where: joined.expr, holdsOtherwise }
}

/** `timeframe` belongs to aggregations in conditions; without one it has no meaning. */
function isTimeframe(name: string, value: unknown): boolean {
  return name === 'timeframe' && typeof value === 'string'
}

/** Several conditions are alternatives. */
function conditionsOf(section: object): string[] {
  const condition = 'condition' in section ? section.condition : undefined
  const list = Array.isArray(condition) ? condition : [condition]
  if (condition === undefined || condition === null || list.length === 0) throw new Refusal('condition is missing')
  return list.map((item) => {
    if (typeof item !== 'string') throw new Refusal('condition must be a text or a list of texts')
    return item
  })
}

function resolve(condition: Condition, selections: ReadonlyMap<string, Sized>): Sized {
  switch (condition.kind) {
    case 'name': {
      const found = selections.get(condition.name)
      if (found === undefined) throw new Refusal(`there is no search identifier ${quote(condition.name)}`)
      return found
    }
    case 'of':
      return join(condition.every ? 'and' : 'or', matching(condition.pattern, selections))
    case 'not': {
      const { expr, size } = resolve(condition.of, selections)
      return { expr: not(expr), size }
    }
    default:
      return join(
        condition.kind,
        condition.of.map((operand) => resolve(operand, selections)),
      )
  }
}

function join(kind: 'and' | 'or', of: readonly Sized[]): Sized {
  const size = of.reduce((sum, { size }) => sum + size, 0)
  if (size > LIMITS.tests) throw new Refusal(`the condition makes more than ${LIMITS.tests} alternatives`)
  const exprs = of.map(({ expr }) => expr)
  return { expr: kind === 'and' ? and(...exprs) : or(...exprs), size }
}

/** A pattern does not include names that begin with an underscore, unless it begins with one too. */
function matching(pattern: string, selections: ReadonlyMap<string, Sized>): Sized[] {
  const isMeant = pattern.toLowerCase() === 'them' ? () => true : globOf(pattern)
  const found = [...selections].filter(([name]) => isMeant(name) && (!name.startsWith('_') || pattern.startsWith('_')))
  if (found.length === 0) throw new Refusal(`no search identifier matches ${quote(pattern)}`)
  return found.map(([, selection]) => selection)
}

/** `*` matches any text. Pieces are searched from left to right, in time linear in the name. */
function globOf(pattern: string): (name: string) => boolean {
  const [first = '', ...rest] = pattern.split('*')
  const last = rest.pop()
  return (name) => {
    if (last === undefined) return name === first
    if (!name.startsWith(first) || !name.endsWith(last) || name.length < first.length + last.length) return false
    let from = first.length
    for (const piece of rest) {
      const found = name.indexOf(piece, from)
      if (found === -1) return false
      from = found + piece.length
    }
    return from <= name.length - last.length
  }
}

function holdsOfNothing(condition: Condition): boolean {
  if (condition.kind === 'not') return !holdsOfNothing(condition.of)
  if (condition.kind === 'and') return condition.of.every(holdsOfNothing)
  return condition.kind === 'or' && condition.of.some(holdsOfNothing)
}
