/**
 * Compiles an expression to a function of an event. It throws only `OutOfWork`. Its time is linear in the texts that it
 * reads (times the size of the expression, and `SPREAD_MAX` where lists are combined), and is counted; its recursion is
 * as deep as the expression.
 */
import { assert } from '../../platform/assert.ts'
import type { Value } from './expr.ts'
import type { FunctionSpec } from './function-spec.ts'
import { functionNamed, SPREAD_MAX } from './functions.ts'
import { memberOf } from './functions-list.ts'
import { isNothing, type Scalar, toScalar, truth } from './scalar.ts'
import { work } from './work.ts'

export type Getter<Event> = (event: Event) => unknown
export type Resolve<Event> = (field: string) => Getter<Event>

/** Calls inside calls. */
export const VALUE_DEPTH_MAX = 64
/** Literals, fields and calls of one expression. */
export const VALUE_NODES_MAX = 20_000

/**
 * Why an expression cannot be compiled; null when it can. Language compilers call it before they put the expression
 * into a plan.
 */
export function valueFault(value: Value): string | null {
  const nodes = { left: VALUE_NODES_MAX }
  return faultIn(value, 0, nodes)
}

function faultIn(value: Value, depth: number, nodes: { left: number }): string | null {
  if (depth > VALUE_DEPTH_MAX) return `expression is nested more than ${VALUE_DEPTH_MAX} deep`
  if (--nodes.left < 0) return `expression has more than ${VALUE_NODES_MAX} parts`
  if (value.kind === 'literal' || value.kind === 'ref') return null
  const parts = value.kind === 'list' ? value.of : value.args
  const inside = parts.reduce<string | null>((fault, part) => fault ?? faultIn(part, depth + 1, nodes), null)
  return inside ?? (value.kind === 'call' ? callFault(value.name, value.args) : null)
}

function callFault(name: string, args: readonly Value[]): string | null {
  const spec = functionNamed(name)
  if (spec === null) return `there is no function '${name.slice(0, 60)}'`
  if (args.length < spec.min || args.length > spec.max) {
    return `${name} takes ${spec.min === spec.max ? spec.min : `${spec.min} to ${spec.max}`} arguments`
  }
  if (name === 'arrayCount' || name === 'arraySearch')
    return variableOf(args) === null ? `${name} has no variable` : null
  if (spec.kind !== 'pattern') return null
  const patterns = literalsOf(args.slice(1))
  if (patterns === null) return `${name} takes literal patterns only`
  const compiled = spec.compile(patterns)
  return typeof compiled === 'function' ? null : `${name}: ${compiled.fault}`
}

/**
 * The value of an expression for an event; `resolve` is called once for each mention of a field. A field's getter may
 * return any JSON value, an array for several values, and undefined for none.
 */
export function compileValue<Event>(value: Value, resolve: Resolve<Event>): Getter<Event> {
  switch (value.kind) {
    case 'literal':
      return () => value.value
    case 'ref':
      return resolve(value.field)
    case 'list': {
      const of = value.of.map((one) => compileValue(one, resolve))
      return (event) => of.map((one) => one(event) ?? null)
    }
    case 'call': {
      const fault = callFault(value.name, value.args)
      const spec = functionNamed(value.name)
      assert(fault === null && spec !== null, `expression was checked: ${fault}`)
      return compileCall(value.name, spec, value.args, resolve)
    }
  }
}

/** `compileValue` as a condition: true, false, or null for unknown. */
export function compileTruth<Event>(value: Value, resolve: Resolve<Event>): (event: Event) => boolean | null {
  const get = compileValue(value, resolve)
  return (event) => truth(get(event))
}

function compileCall<Event>(
  name: string,
  spec: FunctionSpec,
  args: readonly Value[],
  resolve: Resolve<Event>,
): Getter<Event> {
  if (name === 'arrayCount' || name === 'arraySearch') return compileArrayForm(name, args, resolve)
  if (spec.kind === 'pattern') return compilePattern(spec.compile(literalsOf(args.slice(1)) ?? []), args, resolve)
  const getters = args.map((arg) => compileValue(arg, resolve))
  if (spec.kind === 'form') return compileForm(name, getters)
  if (spec.kind === 'whole') return (event) => spec.apply(counted(getters.map((get) => get(event))))
  const apply = (scalars: readonly Scalar[]) => spec.apply(counted(scalars))
  return (event) =>
    spread(
      getters.map((get) => get(event)),
      apply,
    )
}

/** Counts a function's work before it reads its arguments, and its lists for each of them. */
function counted<T extends readonly unknown[]>(args: T): T {
  let chars = 0
  for (const arg of args) {
    if (typeof arg === 'string') chars += arg.length
    else if (Array.isArray(arg)) chars += arg.length * args.length * LIST_CHARS
  }
  work.read(chars)
  return args
}

/** Characters that an element of a list counts as. */
const LIST_CHARS = 8

function compilePattern<Event>(
  compiled: ((subject: Scalar) => Scalar) | { readonly fault: string },
  args: readonly Value[],
  resolve: Resolve<Event>,
): Getter<Event> {
  const [subject] = args
  assert(subject !== undefined && typeof compiled === 'function', 'patterns were checked')
  const get = compileValue(subject, resolve)
  return (event) =>
    spread([get(event)], (scalars) => {
      const [text = null] = counted(scalars)
      return compiled(text)
    })
}

function literalsOf(args: readonly Value[]): readonly Scalar[] | null {
  const literals = args.map((arg) => (arg.kind === 'literal' ? arg.value : undefined))
  return literals.every((literal) => literal !== undefined) ? literals : null
}

function compileForm<Event>(name: string, getters: readonly Getter<Event>[]): Getter<Event> {
  const [first = () => null] = getters
  switch (name) {
    case 'and':
      return (event) => combine(getters, event, false)
    case 'or':
      return (event) => combine(getters, event, true)
    case 'not':
      return (event) => negate(truth(first(event)))
    case 'isNull':
      return (event) => isNothing(first(event))
    case 'coalesce':
      return (event) => getters.reduce<unknown>((found, get) => (isAbsent(found) ? get(event) : found), null)
    default:
      assert(name === 'case', `${name} is a form`)
      return (event) => choose(getters, event)
  }
}

const isAbsent = (value: unknown): boolean => value === null || value === undefined
const negate = (held: boolean | null): boolean | null => (held === null ? null : !held)

/** `decisive` is the truth value that decides whatever the others are. */
function combine<Event>(getters: readonly Getter<Event>[], event: Event, decisive: boolean): boolean | null {
  let isUnknown = false
  for (const get of getters) {
    const held = truth(get(event))
    if (held === decisive) return decisive
    if (held === null) isUnknown = true
  }
  return isUnknown ? null : !decisive
}

function choose<Event>(getters: readonly Getter<Event>[], event: Event): unknown {
  for (let i = 0; i + 1 < getters.length; i += 2) {
    if (truth(getters[i]?.(event)) === true) return getters[i + 1]?.(event) ?? null
  }
  return getters.length % 2 === 1 ? (getters.at(-1)?.(event) ?? null) : null
}

/** Applies a function of scalars to lists: see the header of `functions.ts`. */
function spread(args: readonly unknown[], apply: (args: readonly Scalar[]) => unknown): unknown {
  if (!args.some(Array.isArray)) return apply(args.map(toScalar))
  const answers: unknown[] = []
  eachCombination(args, 0, [], (scalars) => answers.push(apply(scalars)) < SPREAD_MAX)
  return answers
}

/** Returns false once `visit` asked to stop. */
function eachCombination(
  args: readonly unknown[],
  at: number,
  chosen: readonly Scalar[],
  visit: (scalars: readonly Scalar[]) => boolean,
): boolean {
  if (at === args.length) return visit(chosen)
  const arg = args[at]
  const elements: readonly unknown[] = Array.isArray(arg) ? arg : [arg]
  return elements.every((element) => eachCombination(args, at + 1, [...chosen, toScalar(element)], visit))
}

type Scoped<Event> = { readonly event: Event; readonly element: unknown }

function variableOf(args: readonly Value[]): string | null {
  const name = args[1]?.kind === 'literal' ? args[1].value : null
  return typeof name === 'string' && name !== '' ? name : null
}

function compileArrayForm<Event>(name: string, args: readonly Value[], resolve: Resolve<Event>): Getter<Event> {
  const [list, , condition] = args
  const variable = variableOf(args)
  assert(list !== undefined && condition !== undefined && variable !== null, 'a form over a list was checked')
  const get = compileValue(list, resolve)
  const holds = compileTruth<Scoped<Event>>(condition, (field) => scopedGetter(field, variable, resolve))
  return (event) => {
    const value = get(event)
    if (isAbsent(value)) return null
    const elements: readonly unknown[] = Array.isArray(value) ? value : [value]
    const isTrue = (element: unknown): boolean => {
      work.spend(1)
      return holds({ event, element }) === true
    }
    return name === 'arraySearch' ? elements.some(isTrue) : elements.filter(isTrue).length
  }
}

function scopedGetter<Event>(field: string, variable: string, resolve: Resolve<Event>): Getter<Scoped<Event>> {
  if (field === variable) return (scope) => scope.element
  if (!field.startsWith(`${variable}.`)) {
    const outer = resolve(field)
    return (scope) => outer(scope.event)
  }
  const path = field.slice(variable.length + 1).split('.')
  return (scope) => path.reduce(memberOf, scope.element)
}
